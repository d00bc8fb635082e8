"""Rounds of wheel and dice games, written as events with the refusals that must come."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import NotAllowed
from croupier.families import build, ruleset
from croupier.table.claims import Line
from croupier.table.table import Table

_REFUSED = re.compile(r"! (.+) \[(.+)\]")


def play(
    game: str,
    *events: str,
    before: Mapping[str, Any] | None = None,
    options: Mapping[str, str] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Table:
    """Play rounds and return the last.

    `! EVENT [CLAUSE]` must be refused by exactly that clause, `table next-round` carries on.
    """
    made = build(ruleset(game, options or {}, readings or {}))
    table = Table(made, before or {})
    for text in events:
        refused = _REFUSED.fullmatch(text)
        if refused:
            with pytest.raises(NotAllowed) as caught:
                table.apply(refused[1])
            assert caught.value.clause == refused[2], f"{text}: {caught.value}"
        elif text == "table next-round":
            assert table.over
            table = Table(made, table.after)
        else:
            assert not text.startswith("!"), f"{text!r} does not name the clause"
            table.apply(text)
    return table


def told(table: Table) -> list[tuple[str, str, str]]:
    """Each settlement line: seat, wager, result."""
    return [(line.seat + line.bettor, line.wager, line.result) for line in table.lines]


def line_of(table: Table, wager: str, seat: str = "1") -> Line:
    """The one line of a wager."""
    (found,) = (line for line in table.lines if line.wager == wager and line.seat == seat)
    return found


def own_file(folder: Path, extends: str, text: str) -> str:
    """A user's own file that changes a packaged game."""
    path = folder / "own.toml"
    path.write_text(f'format = 1\nextends = "{extends}"\n{text}', encoding="utf-8")
    return str(path)
