"""Rounds of card games written as events, with what each wager comes to."""

from __future__ import annotations

import re
from typing import Any

from tests.examples.runner import Ran, run

_REFUSED = re.compile(r"! (.+) \[(.*)\]")


def scripted(
    game: str,
    events: list[str],
    options: dict[str, Any] | None = None,
    readings: dict[str, str] | None = None,
    before: dict[str, Any] | None = None,
) -> Ran:
    """Play rounds.

    `! EVENT [CLAUSE]` must be refused by exactly that clause, or make no sense where none is named.
    """
    plain, wanted = [], []
    for text in events:
        found = _REFUSED.fullmatch(text)
        assert found or not text.startswith("!"), f"{text!r} does not name the clause"
        plain.append(f"! {found[1]}" if found else text)
        wanted += [(found[1], found[2])] if found else []
    ran = run(
        game, {"events": plain, "options": options or {}, "readings": readings or {}, "before": before or {}}
    )
    assert ran.refused == wanted
    return ran


def told(ran: Ran) -> list[str]:
    """Each settlement line in words: `1 original win 10`."""
    return [
        f"{line['seat']}{line['bettor']} {line['wager']} {line['result']} {line['net']}" for line in ran.lines
    ]
