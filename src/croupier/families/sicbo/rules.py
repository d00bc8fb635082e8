"""What a rulebook says of sic bo."""

from __future__ import annotations

from typing import Literal

from croupier.families.automaton.rules import AutomatonSetup, AutomatonWager
from croupier.rulebook.schema import Row


class SicBoWager(AutomatonWager, frozen=True, kw_only=True):
    """A wager on the next throw of three dice."""

    kind: Literal[
        "small",
        "big",
        "odd",
        "even",
        "triple",
        "double",
        "any-triple",
        "total",
        "combination",
        "single",
        "four-number",
        "three-number",
        "double-and-single",
    ]
    sets: tuple[str, ...] = ()
    """The sets of four numbers that the layout shows, each like 1-2-3-4."""


class TumblerRow(Row, frozen=True, kw_only=True):
    """When betting must be closed: before an open tumbler is set going, or a covered one uncovered."""

    clause: str
    uncovered: str
    covered: str


class SicBoSetup(AutomatonSetup, frozen=True, kw_only=True):
    """The dice and their tumbler."""

    tumbler: TumblerRow | None = None
