"""The card game and the whole family of "How a rule becomes code" are put in place,
and do everything that a game does.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier.families
from croupier import BadInput, NotAllowed
from croupier.api import game
from croupier.rulebook import load
from croupier.rulebook.register import RULEBOOKS
from croupier.simulate.compare import compare
from croupier.table.table import Table, replay
from tests.docs.console import ROOT, files
from tests.floor.house import House

PAGE = files((ROOT / "docs" / "how-a-rule-becomes-code.md").read_text(encoding="utf-8"))
ID = "house/high-cards"
PYTHON = [name for name in PAGE if name.startswith("highcards/")]


@pytest.fixture
def duel(tmp_path: Path) -> str:
    path = tmp_path / "queens-duel.toml"
    path.write_text(PAGE["queens-duel.toml"], encoding="utf-8")
    return str(path)


@pytest.fixture
def high_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The family of the page, its modules where the page says that they are."""
    for name in (*PYTHON, "high-cards.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(PAGE[name], encoding="utf-8")
    (tmp_path / "highcards" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(croupier.families, "__path__", [*croupier.families.__path__, str(tmp_path)])
    scope: dict[str, Any] = {}
    exec(PAGE["more-families.py"], scope)
    for family, module in scope["FAMILIES"].items():
        monkeypatch.setitem(croupier.families.FAMILIES, family, module)
    yield str(tmp_path / "high-cards.toml")
    for module in [name for name in sys.modules if name.startswith("croupier.families.highcards")]:
        del sys.modules[module]
    if hasattr(croupier.families, "highcards"):
        del croupier.families.highcards


def test_the_card_game_is_asked_settled_and_advised_on(duel: str) -> None:
    one = game(duel)
    events = ["1 bet ante 10", "deal Kh 6d 4c Ts 9d 2c"]
    settled = one.settle({"events": [*events, "1 play"]})
    assert [(line.wager, line.result, line.net) for _, line in settled.lines] == [
        ("ante", "win", 1000),
        ("play", "push", 0),
    ]
    table = one.table()
    for event in events:
        table.apply(event)
    assert {act for question in table.pending if question.who == "1" for act in question.allowed()} == {
        "play",
        "fold",
    }
    assert (
        one.advise(["Qh", "6d", "4c"]).best.act == "fold"
        and one.advise(["Kh", "6d", "4c"]).best.act == "play"
    )


def test_the_card_game_is_proved_and_simulated(duel: str) -> None:
    (proof,) = game(duel).odds()
    assert f"{float(proof.edge):.3%}" == "3.205%" and "fold 42.3529%" in proof.strategy
    assert 1e-4 < compare(proof, game(duel).simulate(200_000, seed=1)).p <= 1


def test_the_family_is_short() -> None:
    assert sum(PAGE[name].count("\n") for name in PYTHON) < 200


def played(path: str, *events: str, **options: str) -> Table:
    table = game(path, options=options).table()
    for event in events:
        table.apply(event)
    return table


DEAL = "deal Ah 9d Kc 9s 9c 2h"
"""Box 2 has ace and nine, box 3 two nines, the bank king and two."""


def test_the_family_is_played_with_a_player_as_the_bank(high_cards: str) -> None:
    bets = ("1 bank 100", "2 bet hand 10", "3 bet hand 10", "3 bet pair 5", "dealer no-more-bets")
    table = played(high_cards, *bets, DEAL)
    assert table.over and table.net == {"seat 1": 1000 - 1000 - 7500, "seat 2": 1000, "seat 3": 7500 - 1000}
    assert table.after == {"bank": {"seat": "1", "turns": 1}}
    short = played(high_cards, "1 bank 20", *bets[1:], DEAL)
    assert sum(short.net.values()) == 0 and short.net["seat 1"] >= -2000
    assert any(line.uncovered for line in short.lines)
    again = replay(game(high_cards).playable, {}, table.stored())
    assert again.record() == table.record()


def test_the_family_refuses(high_cards: str) -> None:
    with pytest.raises(NotAllowed, match="nobody banks this round yet"):
        played(high_cards, "2 bet hand 10", "deal Ah")
    with pytest.raises(NotAllowed, match="no wager against himself"):
        played(high_cards, "2 bank 100", "2 bet hand 10")
    with pytest.raises(NotAllowed, match="pair needs a wager of the same player on hand"):
        played(high_cards, "2 bet pair 10")
    with pytest.raises(BadInput, match="every Ah that the table holds has been dealt"):
        played(high_cards, "1 bank 100", "2 bet hand 10", "deal Ah", "deal Ah")
    void = played(high_cards, "1 bank 100", "2 bet hand 10", "deal Ah", "supervisor rule card-exposed")
    assert not any(void.net.values()) and void.over


def test_the_family_is_proved_and_simulated(high_cards: str) -> None:
    one = game(high_cards)
    hand, pair = one.odds()
    assert hand.edge == 0 and [row.ways for row in hand.rows] == [3_226_080, 45_240, 3_226_080]
    assert pair.edge == Fraction(1, 17) and pair.rows[0].ways * 17 == pair.rows[0].total
    found = one.simulate(200_000, seed=1)
    assert all(1e-4 < compare(proof, found).p <= 1 for proof in (hand, pair))


def test_the_family_is_drawn_and_sat_at_on_the_floor(
    high_cards: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {spot.wager for spot in game(high_cards).felt().spots} == {"hand", "pair"}
    # The floor takes games of rulebooks only: the file lies where the page says.
    own = tmp_path / "rulebooks"
    shutil.copytree(RULEBOOKS / "house", own / "house")
    shutil.copy(high_cards, own / "house" / "high-cards.toml")
    plain = load._packaged
    monkeypatch.setattr(
        load, "_packaged", lambda name, folder: plain(name, str(own) if name == ID else folder)
    )
    house = House(3)
    house.open(ID, options={"banked-by": "house"})
    one, other = house.seat("a"), house.seat("b")
    house.round()
    house.play(one, "1 bet hand 10")
    house.play(other, "2 bet hand 20")
    over = house.finish()
    moved = {line["seat"]: line["net"] for lines in over.lines.values() for line in lines}
    assert set(moved) == {"1", "2"} and house.credits("a") != 100_000 - 1000
    house.folds()
