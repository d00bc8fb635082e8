"""No message of any game has a gap in it: nothing after `known:`, no value of Python's, no doubled blank."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from itertools import product
from typing import Any

import pytest

from croupier.api import game
from croupier.cli import main
from croupier.errors import BadInput
from croupier.table.table import Table
from tests.conformance.players import play
from tests.tiers import chosen_games

GAMES = chosen_games()
UNPLEASANT = re.compile(
    r"known: ?$"  # nothing known
    r"|\(\s*\)|=\)"  # an empty pair of brackets, or a fact without its value
    r"|[\[({]'|'[\])}]"  # a list, a tuple or a table as Python writes it
    r"|\bNone\b|\bUNSET\b|<[a-z]+\.|object at 0x"
    r"|''|\"\"|'\?'|\?\?\?"
    r"|(?<=\S)  +(?=\S)"  # a doubled blank
    r"|the table waits for |did you mean \?|\b(?:box|seat|wager) \?"
)
ROUNDS = 8


def told(messages: Iterator[str] | set[str]) -> list[str]:
    """List what no person should have to read."""
    return sorted(
        text for text in messages if UNPLEASANT.search(text.removesuffix("''")) or text.rstrip() != text
    )


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Hear every refusal of every table."""
    found: set[str] = set()
    original = Table.apply

    def apply(self: Table, event: Any) -> None:
        try:
            original(self, event)
        except BadInput as error:
            found.add(str(error))
            raise

    monkeypatch.setattr(Table, "apply", apply)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_refusals_over_random_rounds(name: str, heard: set[str]) -> None:
    for seed in range(2):
        play(name, {}, {}, 3, ROUNDS, seed, rulings=0.2, late_rulings=0.3)
    assert heard
    assert not told(heard)


@pytest.mark.parametrize("name", GAMES)
def test_rulings_without_what_they_need(name: str, heard: set[str]) -> None:
    asked = game(name)
    for row in asked.rules.irregularities.values():
        for values in list(product(*row.facts.values()))[:12]:
            facts = " ".join(f"{fact}={value}" for fact, value in zip(row.facts, values, strict=True))
            for text in (f"supervisor rule {row.id}", f"supervisor rule {row.id} {facts}".rstrip()):
                with suppress(BadInput):
                    asked.table().apply(text)
    assert not told(heard)


@pytest.mark.parametrize("name", GAMES)
def test_acts_at_the_wrong_time_and_by_nobody(name: str, heard: set[str]) -> None:
    asked = game(name)
    for verb, takes in asked.playable.vocabulary.verbs.items():
        for who, what, amount in product(
            ("1", "2b", "dealer", "supervisor", "table"), ("", takes.what or "odd"), ("", "10")
        ):
            with suppress(BadInput):
                asked.table().apply(" ".join(word for word in (who, verb, what, amount) if word))
    assert not told(heard)


@pytest.mark.parametrize("name", GAMES)
def test_what_waits_is_told_in_words(name: str) -> None:
    table = game(name).table()
    reasons = {
        refusal.why for question in table.pending for refusal in question.acts.values() if refusal is not None
    }
    assert not told({table.next_acts, *reasons})


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_are_printed_in_words(name: str) -> None:
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["rules", name]) == 0
    # Columns stand apart by blanks: only what is inside them is looked at.
    lines = {part for line in out.getvalue().splitlines() for part in re.split(r" {2,}", line.strip())}
    assert not told(lines)


def test_a_table_without_dates_prints_none() -> None:
    """It said `in force today to today`."""
    out = io.StringIO()
    with redirect_stdout(out):
        assert main(["rules", "house/craps"]) == 0
    assert "in force" not in out.getvalue() and "today" not in out.getvalue()
