"""What a rulebook says of roulette."""

from __future__ import annotations

from typing import Literal

from croupier.families.automaton.rules import AutomatonSetup, AutomatonWager
from croupier.rulebook.schema import Row


class RouletteWager(AutomatonWager, frozen=True, kw_only=True):
    """A wager at roulette: `numbers` covers numbers that touch on the layout, `set` a class of numbers."""

    kind: Literal[
        "numbers",
        "zone",
        "set",
        "even-chance",
        "streak",
        "run",
        "group",
        "double",
        "dual-set",
        "dual-zone",
        "star",
        "dual-star",
    ]
    numbers: int = 0
    zone: Literal[
        "", "column", "dozen", "split-columns", "split-dozens", "first-four", "first-five", "twelve", "six"
    ] = ""
    set: str = ""
    least: int = 0
    """The shortest winning sequence of a wager that runs over several spins."""
    most: int = 0
    """The longest sequence that counts."""


class ZeroCombinations(Row, frozen=True, kw_only=True):
    """The combinations with a zero that the layout shows."""

    split: list[str] = []
    street: list[str] = []
    corner: list[str] = []
    first_four: list[str] = []
    first_five: list[str] = []


class RouletteSetup(AutomatonSetup, frozen=True, kw_only=True):
    """The wheel and the layout."""

    wheel: str
    """The wheel, or its option."""
    wheel_clause: str
    zero: dict[str, ZeroCombinations]
    width: int = 3
    rings: Literal[1, 2] = 1
    star: list[int] = []
    zero_cites: dict[str, str] = {}
    """Clauses on zero: `even-zero-half`, `even-zero-lose`, `other-zero-win`, `other-zero-lose`."""
