"""What some games of a rulebook share:
written once in its folder `shared`, and laid under each game that names it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.families import ruleset
from croupier.rulebook.load import RULEBOOKS, game_ids, packaged

FEES = [f"2013-{option}" for option in range(1, 14)]


def written(folder: Path, game: str, **shared: str) -> Path:
    (folder / "book" / "shared").mkdir(parents=True)
    (folder / "book" / "game.toml").write_text(game, encoding="utf-8")
    for name, text in shared.items():
        (folder / "book" / "shared" / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_game_says_more_than_it_shares(tmp_path: Path) -> None:
    game = (
        'shares = ["fees", "turns"]\ntitle = "A game"\n[setup.bank]\nturns = 3\nlist = '
        '[1]\n[setup.bank.fees.own]\nfee = "2"\n'
    )
    fees = (
        '[setup.bank.fees]\none = {fee = "1"}\nown = {fee = "9", of = "all"}\n[setup.bank]\nlist = [7, 8]\n'
    )
    folder = written(
        tmp_path,
        game,
        fees=fees,
        turns='[setup.bank]\nturns = 2\nkind = "player"\n[setup.bank.fees]\none = {fee = "5"}\n',
    )
    bank = {
        "turns": 3,
        "list": [1],
        "kind": "player",
        "fees": {"one": {"fee": "1"}, "own": {"fee": "2", "of": "all"}},
    }
    assert packaged("book/game", folder) == {"title": "A game", "setup": {"bank": bank}}
    assert game_ids(folder) == ["book/game"]


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ('["nothing"]', "book/shared/nothing.toml cannot be read"),
        ('["../clauses"]', "shares must be a list"),
        ('"fees"', "shares must be a list"),
        ("[1]", "shares must be a list"),
    ],
)
def test_what_cannot_be_shared_is_told_in_one_line(tmp_path: Path, shares: str, told: str) -> None:
    with pytest.raises(BadInput) as wrong:
        packaged("book/game", written(tmp_path, f"shares = {shares}\n"))
    assert told in str(wrong.value) and "\n" not in str(wrong.value)


def test_a_shared_file_is_no_game() -> None:
    assert not [game for game in game_ids() if "shared" in game]
    with pytest.raises(BadInput, match="there is no game"):
        packaged("california/shared/baccarat-fees")


def test_every_shared_file_is_used() -> None:
    shared = {f"{path.parent.parent.name}/{path.stem}" for path in RULEBOOKS.glob("*/shared/*.toml")}
    named = {f"{path.parent.name}/{name}" for path in RULEBOOKS.glob("*/*.toml") for name in shares(path)}
    assert shared == named


def shares(path: Path) -> list[str]:
    import tomllib

    found: list[str] = tomllib.loads(path.read_text(encoding="utf-8")).get("shares", [])
    return found


def test_the_schedules_of_2013_are_the_same_in_five_games() -> None:
    games = [
        game
        for game in game_ids()
        if game.startswith("california/")
        and "2013-13" in ruleset(game).setup.bank.fees
        and "baccarat" in game
    ]
    assert len(games) == 5
    assert len({str([ruleset(game).setup.bank.fees[option] for option in FEES]) for game in games}) == 1
