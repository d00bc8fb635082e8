"""What every probe must hold: the demands that the law of the house makes of any game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from croupier.errors import BadInput, NotAllowed
from croupier.table.events import parse_event, parse_events
from croupier.table.table import Playable, Table, replay

JUNK = (
    "",
    "deal",
    "deal Zz",
    "turn 1 Kd",
    "roll 7-7",
    "1 dance",
    "99z bet x",
    "1 bet main -5",
    "supervisor rule no-such-thing",
    "dealer",
    "table next-round",
    "1 stand x y z",
)
"""Events that no toy ever takes."""


def snapshot(table: Table) -> tuple[Any, ...]:
    """Everything that may not change when something is refused."""
    return (
        json.dumps(table.record(), sort_keys=True),
        table.play.digest(),
        table.stored(),
        list(table.rulings),
        table.over,
    )


def refused(table: Table, event: str) -> str:
    """An event that must be refused with a clause; it changes nothing. The clause comes back."""
    kept = snapshot(table)
    answer = table.refusal(event)
    assert answer is not None and answer.clause and answer.why, f"{event!r} was not refused"
    assert snapshot(table) == kept
    with pytest.raises(NotAllowed) as caught:
        table.apply(event)
    assert caught.value.clause == answer.clause
    assert snapshot(table) == kept
    return answer.clause


def nonsense(table: Table, event: str) -> str:
    """An event that makes no sense now; it changes nothing. The message comes back."""
    kept = snapshot(table)
    with pytest.raises(BadInput) as caught:
        table.apply(event)
    assert snapshot(table) == kept, f"{event!r} changed the table"
    return str(caught.value)


def holds(table: Table) -> None:
    """What is true after every event."""
    assert sum(table.net.values()) == 0
    json.dumps(table.record())
    assert (not table.pending) == table.over
    for question in table.pending:
        assert question.allowed(), f"{question.who} may do nothing"
        for act, refusal in question.acts.items():
            assert refusal is None or (refusal.why and refusal.clause), f"{act} is refused without a clause"
            if refusal is not None:
                assert table.refusal(f"{question.who} {act}") == refusal


def play(game: Playable, before: Mapping[str, Any], events: list[str]) -> Table:
    """Play a round from its start; events marked `!` must be refused."""
    table = Table(game, before, told=True)
    for text in events:
        holds(table)
        if text.startswith("! "):
            refused(table, text[2:])
            continue
        for event in parse_events(text):
            assert parse_event(str(event)) == event
        if len(parse_events(text)) == 1:
            kept = snapshot(table)
            assert table.refusal(text) is None
            assert snapshot(table) == kept
        if len(parse_events(text)) > 1 and not text.startswith("roll"):
            nonsense(table, f"{text} Zz")
        table.apply(text)
    holds(table)
    return table


def conforms(game: Playable, before: Mapping[str, Any], events: list[str]) -> Table:
    """Play a round and prove that replay equals play, that it can stop and go on anywhere,
    and that junk changes nothing.
    """
    table = play(game, before, events)
    stored = table.stored()
    for entry in stored:
        assert str(parse_event(entry["event"])) == entry["event"]
    again = replay(game, before, stored)
    assert snapshot(again) == snapshot(table)
    assert again.lines == table.lines and again.after == table.after
    for stop in range(len(stored) + 1):
        resumed = replay(game, before, stored[:stop])
        for text in JUNK:
            nonsense(resumed, text)
        for entry in stored[stop:]:
            resumed.apply(entry["event"])
        assert snapshot(resumed) == snapshot(table), f"stopped after {stop} events, the round ended otherwise"
        assert resumed.lines == table.lines and resumed.after == table.after
    return table


def nets(table: Table) -> dict[str, int]:
    """What every account gained or lost, in whole units; accounts that are even are left out."""
    return {name: amount // 100 for name, amount in sorted(table.net.items()) if amount}
