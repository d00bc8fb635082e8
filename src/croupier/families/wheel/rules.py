"""What a rulebook says of a wheel of symbols."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from croupier.families.automaton.rules import AutomatonSetup, AutomatonWager
from croupier.rulebook.schema import Row

Count = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class WheelWager(AutomatonWager, frozen=True, kw_only=True):
    """A wager on one symbol, or on one number where each stop shows three."""

    kind: Literal["symbol", "number"]
    symbol: str = ""
    """The symbol, where it is not the end of the wager's id."""
    stops: dict[str, Count] = msgspec.field(default_factory=dict)
    """The operator's own stops, where the text leaves them open: of single symbols, or all."""


class WheelRow(Row, frozen=True, kw_only=True):
    """One wheel: the number of stops of each symbol, or the throws of three dice at its stops."""

    clauses: list[str]
    stops: dict[str, Count] = msgspec.field(default_factory=dict)
    throws: Literal["", "every-throw", "every-combination"] = ""
    limits_clause: str = ""


class WheelSetup(AutomatonSetup, frozen=True, kw_only=True):
    """The wheels that the rulebook knows."""

    wheel: str
    """The wheel, or its option or reading."""
    wheels: dict[str, WheelRow]
    shows: Literal["a-symbol", "three-numbers"] = "a-symbol"
    own_stops: bool = False
    """Whether the text leaves the stops to the operator."""
