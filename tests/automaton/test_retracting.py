"""A whole rulebook file of one's own may let players retract at wheels and dice, as card tables do."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.api import game
from croupier.rulebook.register import RULEBOOKS
from croupier.table.table import Table

DISTURBED = """
[[irregularities]]
id    = "disturbance"
title = "The table was disturbed"
takes = ["to", "wager"]
facts = {whole = ["yes", "no"]}
rows  = [
  {when = "whole = yes", ruling = ["offer-retract"], clause = "own 1"},
  {when = "whole = no", ruling = ["offer-take-back"], clause = "own 2"},
]
"""
ROUNDS = {
    "craps": ("pass", "roll 6-4"),
    "roulette": ("red", "spin 1"),
    "sic-bo": ("small", "roll 1-2-4"),
    "big-six": ("symbol-a", "spin a"),
}


def own_table(folder: Path, name: str) -> Table:
    """A table by a whole file of one's own."""
    file = folder / "own.toml"
    text = (RULEBOOKS / "house" / f"{name}.toml").read_text(encoding="utf-8")
    file.write_text(text + DISTURBED, encoding="utf-8")
    return Table(game(str(file)).playable)


def played(table: Table, *events: str) -> Table:
    for event in events:
        table.apply(event)
    return table


@pytest.mark.parametrize("name", ROUNDS)
def test_who_retracts_has_his_wager_back_and_the_others_play_on(tmp_path: Path, name: str) -> None:
    wager, draw = ROUNDS[name]
    table = played(
        own_table(tmp_path, name),
        f"1 bet {wager} 10",
        f"2 bet {wager} 10",
        "supervisor rule disturbance whole=yes to=all",
        "1 retract",
        "2 continue",
        draw,
    )
    back = [(line.seat, line.result, line.clauses) for line in table.lines if line.result == "withdrawn"]
    assert back == [("1", "withdrawn", ("own 1",))]
    assert {standing.seat for standing in table.play.wagers} | {line.seat for line in table.lines} == {
        "1",
        "2",
    }
    assert table.net.get("seat 1", 0) == 0


@pytest.mark.parametrize("name", ROUNDS)
def test_a_wager_is_taken_back_in_part(tmp_path: Path, name: str) -> None:
    wager, _ = ROUNDS[name]
    table = played(
        own_table(tmp_path, name),
        f"1 bet {wager} 10",
        f"supervisor rule disturbance whole=no to=1 wager={wager}",
        f"1 take-back {wager} 4",
        "1 continue",
    )
    assert [standing.stake for standing in table.play.wagers] == [600]


def test_a_shooter_who_retracts_gives_the_dice_up(tmp_path: Path) -> None:
    table = played(
        own_table(tmp_path, "craps"),
        "1 take-dice",
        "1 bet pass 10",
        "2 bet pass 10",
        "supervisor rule disturbance whole=yes to=1",
        "1 retract",
    )
    assert table.play.remembered()["dice"]["shooter"] == "" and "own 1" in table.clauses
    played(table, "2 take-dice", "roll 6-4")
    assert table.over and table.play.remembered()["dice"]["shooter"] == "2"


def test_a_shooter_who_keeps_a_wager_keeps_the_dice(tmp_path: Path) -> None:
    table = played(
        own_table(tmp_path, "craps"),
        "1 take-dice",
        "1 bet pass 10",
        "1 bet field 10",
        "supervisor rule disturbance whole=no to=1",
        "1 take-back field",
        "1 continue",
        "roll 6-4",
    )
    assert table.over and table.play.remembered()["dice"]["shooter"] == "1"


def test_what_stood_on_a_wager_goes_back_with_it(tmp_path: Path) -> None:
    first = own_table(tmp_path, "craps")
    played(first, "1 take-dice", "1 bet pass 10", "roll 6-4")
    table = played(
        Table(first.game, first.after),
        "1 bet pass-odds 10",
        "1 bet field 5",
        "supervisor rule disturbance whole=no to=1 wager=pass",
        "1 take-back pass",
        "1 continue",
    )
    assert [standing.name for standing in table.play.wagers] == ["field"]
    back = [(line.wager, line.result, line.clauses) for line in table.lines]
    assert back == [("pass", "withdrawn", ("own 2",)), ("pass-odds", "withdrawn", ("own 2",))]
