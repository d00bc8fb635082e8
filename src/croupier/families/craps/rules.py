"""What a rulebook says of craps."""

from __future__ import annotations

from typing import Literal

from croupier.families.automaton.dice import DiceSetup
from croupier.families.automaton.rules import AutomatonWager


class CrapsWager(AutomatonWager, frozen=True, kw_only=True):
    """A wager at craps."""

    kind: Literal[
        "line",
        "dont-line",
        "come",
        "dont-come",
        "odds",
        "lay-odds",
        "number",
        "against",
        "hardway",
        "roll",
        "combination",
        "combinations",
        "horn",
        "collect",
        "points",
    ]
    wins: list[int] = []
    """Totals that win at once: on the come-out for a line, on the throw for a wager on one throw."""
    loses: list[int] = []
    void: list[int | str] = []
    """Totals that return the wager on its first throw; an option may be named."""
    push: list[int] = []
    """Totals that make a wager on one throw stand off."""
    working: str = "always"
    """`always`, `off-on-come-out` or `on-unless-called-off`; a reading may be named."""
    working_clause: str = ""
    similar: bool = False
    """One wager called on speaks for all similar ones of the player."""
    pairs: Literal["any", "pairs", "mixed"] = "any"
    throws: list[str] = []
    parts: dict[str, str] = {}
    """Of a wager made of others: the total of each part, and the wager that prices it."""
    excess_rounding: str = ""
    """How winnings are rounded when a supplement exceeds the wager that it supports."""
    totals: list[int] = []


class CrapsSetup(DiceSetup, frozen=True, kw_only=True):
    """The points."""

    points: list[int]
    points_clause: str
