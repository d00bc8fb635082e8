"""The page "How a rule becomes code" does what it says:
its wager, its irregularity and its game are put in place, played and proved.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier.families
from croupier import BadInput, NotAllowed
from croupier.api import Game, game
from croupier.rulebook.register import RULEBOOKS, register
from croupier.simulate.compare import compare
from tests.docs.console import ROOT, files
from tests.examples.runner import amount, key, run

PAGE = files((ROOT / "docs" / "how-a-rule-becomes-code.md").read_text(encoding="utf-8"))
EXAMPLES: list[dict[str, Any]] = tomllib.loads(PAGE["examples.toml"])["examples"]


@pytest.fixture
def craps(tmp_path: Path) -> str:
    """The free rulebook's craps with the wager and the irregularity of the page."""
    path = tmp_path / "craps.toml"
    base = (RULEBOOKS / "house" / "craps.toml").read_text(encoding="utf-8")
    path.write_text(f"{base}\n{PAGE['wager.toml']}\n{PAGE['irregularity.toml']}", encoding="utf-8")
    return str(path)


@pytest.fixture
def two_coins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The game of the page, its modules where the page says that they are."""
    for name in ("twocoins/rules.py", "twocoins/round.py", "twocoins/family.py", "two-coins.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(PAGE[name], encoding="utf-8")
    (tmp_path / "twocoins" / "__init__.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(croupier.families, "__path__", [*croupier.families.__path__, str(tmp_path)])
    scope: dict[str, Any] = {}
    exec(PAGE["families.py"], scope)
    for family, module in scope["FAMILIES"].items():
        monkeypatch.setitem(croupier.families.FAMILIES, family, module)
    yield str(tmp_path / "two-coins.toml")
    for module in [name for name in sys.modules if name.startswith("croupier.families.twocoins")]:
        del sys.modules[module]
    if hasattr(croupier.families, "twocoins"):
        del croupier.families.twocoins


def edge(one: Game, wager: str) -> Fraction:
    (proof,) = one.odds([wager])
    return proof.edge


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_examples_of_the_page(craps: str, example: dict[str, Any]) -> None:
    ran = run(craps, example)
    assert sorted(key(line) for line in ran.lines if line["result"] != "stands") == sorted(
        key(line) for line in example["lines"]
    )
    assert {account: moved for account, moved in ran.net.items() if moved} == {
        account: amount(text) for account, text in example["net"].items()
    }
    assert set(example["clause"]) <= ran.clauses
    assert ran.rulings == example.get("rulings", [])
    assert {key: value for key, value in ran.after.items() if key != "wagers"} == {
        key: value for key, value in example["after"].items() if key != "wagers"
    }


def test_the_wager_is_settled_with_its_clause_and_proved(craps: str) -> None:
    line = game(craps).settle({"events": ["1 bet any-double 10", "roll 2-2"]}).lines[0][1]
    assert (line.net, line.odds, line.clauses) == (4500, "9:2", ("house r 1(1)", "house r 1(2)"))
    assert edge(game(craps), "any-double") == Fraction(1, 12) and edge(
        game(craps, doubles="4-1"), "any-double"
    ) == Fraction(1, 6)
    found = game(craps).simulate(200_000, seed=1, wagers=["any-double"])
    assert 1e-4 < compare(game(craps).odds(["any-double"])[0], found).p <= 1


def test_the_register_of_the_page_holds_its_citations(craps: str, tmp_path: Path) -> None:
    path = tmp_path / "register" / "house" / "clauses.toml"
    path.parent.mkdir(parents=True)
    path.write_text(PAGE["register/house/clauses.toml"], encoding="utf-8")
    rows = register("house", tmp_path / "register")
    for clause in {clause for example in EXAMPLES for clause in example["clause"]} | {
        "house",
        "house r 2(a)",
    }:
        assert rows.require(clause, "the page") in ("house", "house r 1", "house r 2")


WRONG = [
    ('"combinations"', '"combinatons"', "combinatons"),
    ('"9:2"', '"9-2"', "is not odds"),
    ('on = "win", pays = "9:2"', 'on = "won", pays = "9:2"', "no row for 'win'"),
    ("throws", "thorws", "thorws"),
    ('table  = "any-double"', 'table  = "any-doubles"', "there is no pay table 'any-doubles'"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_what_is_written_wrongly_stops_the_load(craps: str, old: str, new: str, said: str) -> None:
    path = Path(craps)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(PAGE["wager.toml"], PAGE["wager.toml"].replace(old, new)), encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        game(craps)


def test_the_irregularity_changes_a_settlement(craps: str) -> None:
    (example,) = [example for example in EXAMPLES if "rulings" in example]
    first = {"before": example["before"], "events": example["events"][:1]}
    assert game(craps).settle(first).net == {"seat 1": -1000, "house": 1000}
    settled = game(craps).settle({"before": example["before"], "events": example["events"]})
    assert settled.net == {"seat 1": 1000, "house": -1000} and settled.duties == ("warn the person",)
    assert game(craps).ruling("dice-touched", by="shooter").ruling == ()
    counts = [*example["events"][:1], "supervisor rule dice-touched by=shooter"]
    assert game(craps).settle({"before": example["before"], "events": counts}).net["seat 1"] == -1000


def test_the_game_is_played(two_coins: str) -> None:
    coins = game(two_coins)
    settled = coins.settle(
        {
            "events": [
                "1 bet heads 10",
                "1 bet run-of-odds 1",
                "spin odds",
                "table next-round",
                "! 2 bet run-of-odds 1",
                "spin heads",
            ]
        }
    )
    assert settled.net == {"seat 1": 900, "house": -900} and settled.refused[0]["clause"] == "house"
    assert (
        coins.settle(
            {
                "before": {"run": 4, "wagers": [{"seat": 1, "on": "tails", "stake": "5"}]},
                "events": ["spin odds"],
            }
        ).net["seat 1"]
        == -500
    )
    table = coins.table()
    table.apply("1 bet run-of-odds 1")
    with pytest.raises(NotAllowed, match="stays until it is won or lost"):
        table.apply("1 remove run-of-odds")
    with pytest.raises(BadInput, match="two coins cannot show 'edge'"):
        table.apply("spin edge")
    with pytest.raises(BadInput, match="run is 0 to 4"):
        coins.table({"run": 5})


def test_the_game_is_proved(two_coins: str) -> None:
    coins = game(two_coins)
    (heads,) = coins.odds(["heads"])
    assert heads.edge == Fraction(1, 32) and Fraction(1, 2) in [other for _, other in heads.others]
    assert edge(coins, "tails") == Fraction(1, 32) and edge(coins, "run-of-odds") == Fraction(3, 32)
    assert edge(game(two_coins, odds_limit=3), "heads") == Fraction(1, 8)
    assert coins.odds(["heads"], before={"run": 4})[0].edge == Fraction(1, 2)


def test_the_game_is_simulated(two_coins: str) -> None:
    coins = game(two_coins)
    found = coins.simulate(200_000, seed=1)
    for proof in coins.odds():
        assert 1e-4 < compare(proof, found).p <= 1
