"""Worked examples cover every wager, pay row, option that changes money, reading and irregularity; what is missing is named."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.games import build, ruleset
from croupier.games.automaton.machine import LOSE
from croupier.games.cards.game import CardGame
from croupier.rulebook.load import game_ids
from tests.examples.runner import FOLDER, Ran, examples, paid, run, text_values

GAMES = [game for game in game_ids() if not game.startswith("house/")]


@cache
def runs(game: str) -> list[tuple[dict[str, Any], Ran]]:
    path = FOLDER / f"{game}.toml"
    return [(example, run(game, example)) for _, example in examples(path)] if path.is_file() else []


def settings(game: str) -> list[dict[str, str]]:
    """The default, and every other value of every option by itself."""
    rules = ruleset(game)
    found: list[dict[str, str]] = [{}]
    for name, row in rules.option_rows.items():
        values = [str(choice) for choice in row.choices] or ([] if row.amount else [str(bound) for bound in row.between] or ["yes", "no"])
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
            if isinstance(played, CardGame):
                wanted |= {(name, row, paid(played.outcome(name, row))) for row in played.settled_rows(name)}
                continue
            for param in played.params(name):
                machine = played.machine(name, param)
                for row in machine.rows | {LOSE}:
                    if getattr(played.ruleset.wager(name)[0], "pairs", "") == "any" and "hard" in machine.rows and row != LOSE:
                        row = "hard" if param[0] == param[-1] else "easy"
                    wanted.add((name, row, paid(played.outcome(name, row, param))))
    return wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_wager_and_pay_row_has_an_example(game: str) -> None:
    seen = {outcome for _, ran in runs(game) for outcome in ran.outcomes}
    missing = sorted(wanted_rows(game) - seen)
    assert not missing, f"{game}: no example of {len(missing)} rows: {missing[:40]}"


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_and_each_of_its_rows_has_an_example(game: str) -> None:
    from croupier.table.events import parse_event

    rules = ruleset(game)
    wanted = {(name, at) for name, event in rules.irregularities.items() for at in range(len(event.rows))}
    seen = set()
    for example, _ in runs(game):
        given = ruleset(game, text_values(example.get("options", {})), text_values(example.get("readings", {})))
        for text in example["events"]:
            if text.startswith("supervisor rule"):
                event = parse_event(text)
                irregularity, row = given.ruling(event.what, dict(event.facts))
                seen.add((irregularity.id, irregularity.rows.index(row)))
    missing = sorted(f"{name}: {rules.irregularities[name].rows[at].when or 'always'}" for name, at in wanted - seen)
    assert not missing, f"{game}: no example of {missing}"


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_and_option_has_an_example(game: str) -> None:
    rules = ruleset(game)
    wanted = {(name, value) for name, row in rules.reading_rows.items() if not row.shown_only for value in row.choices if value != row.default}
    wanted |= {(name, "") for name, row in rules.option_rows.items() if not row.shown_only}
    seen: set[tuple[str, str]] = set()
    for example, _ in runs(game):
        seen |= {(name, value) for name, value in text_values(example.get("readings", {})).items()}
        seen |= {(name, "") for name in example.get("options", {})}
    missing = sorted(wanted - seen)
    assert not missing, f"{game}: no example of {missing}"
