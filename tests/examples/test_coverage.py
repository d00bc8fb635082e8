"""Worked examples cover every wager, pay row, option that changes money, reading and irregularity;
what is missing is named.
"""

from __future__ import annotations

import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.families.automaton.machine import LOSE
from tests.examples.runner import paid, runs, text_values
from tests.families import deals_cards
from tests.tiers import chosen_games

GAMES = [game for game in chosen_games() if not game.startswith("house/")]


def settings(game: str) -> list[dict[str, str]]:
    """The default, and every other value of every option by itself."""
    rules = ruleset(game)
    found: list[dict[str, str]] = [{}]
    for name, row in rules.option_rows.items():
        values = [str(choice) for choice in row.choices] or (
            [] if row.amount else [str(bound) for bound in row.between] or ["yes", "no"]
        )
        found += [{name: value} for value in values if value != rules.options[name]]
    return found


def wanted_rows(game: str) -> set[tuple[str, str, str]]:
    wanted: set[tuple[str, str, str]] = set()
    for options in settings(game):
        try:
            played = build(ruleset(game, options))
        except BadInput:
            continue  # one option by itself may not fit the others
        for name in played.ruleset.names:
            if not played.ruleset.offered(name):
                continue
            if deals_cards(played):
                wanted |= {
                    (name, row, paid(played.prices.outcome(name, row)))
                    for row in played.prices.settled_rows(name)
                }
                continue
            for param in played.params(name):
                machine = played.machines.machine(name, param)
                for row in machine.rows | {LOSE}:
                    if (
                        getattr(played.ruleset.wager(name)[0], "pairs", "") == "any"
                        and "hard" in machine.rows
                        and row != LOSE
                    ):
                        row = "hard" if param[0] == param[-1] else "easy"
                    wanted.add((name, row, paid(played.prices.outcome(name, row, param))))
    return wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_and_pay_row_has_an_example(game: str) -> None:
    seen = {outcome for _, ran in runs(game) for outcome in ran.outcomes}
    missing = sorted(wanted_rows(game) - seen)
    assert not missing, f"{game}: no example of {len(missing)} rows: {missing[:40]}"


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_and_each_of_its_rows_has_an_example(game: str) -> None:
    rules = ruleset(game)
    wanted = {(name, at) for name, event in rules.irregularities.items() for at in range(len(event.rows))}
    seen = {(name, at) for _, ran in runs(game) for name, at, _ in ran.irregularities}
    missing = sorted(
        f"{name}: {rules.irregularities[name].rows[at].when or 'always'}" for name, at in wanted - seen
    )
    assert not missing, f"{game}: no example of {missing}"


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_and_option_has_an_example(game: str) -> None:
    rules = ruleset(game)
    wanted = {
        (name, value)
        for name, row in rules.reading_rows.items()
        if not row.shown_only
        for value in row.choices
        if value != row.default
    }
    wanted |= {(name, "") for name, row in rules.option_rows.items() if not row.shown_only}
    seen: set[tuple[str, str]] = set()
    for example, _ in runs(game):
        seen |= {(name, value) for name, value in text_values(example.get("readings", {})).items()}
        seen |= {(name, "") for name in example.get("options", {})}
    missing = sorted(wanted - seen)
    assert not missing, f"{game}: no example of {missing}"
