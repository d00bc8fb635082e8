"""What a rulebook says of red dog."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Row
from croupier.table.parts.boxes import BoxesRow
from croupier.table.parts.cardbetting import CardSetup
from croupier.table.parts.cutting import CutRow
from croupier.table.parts.rows import CardWager


class RedDogWager(CardWager, frozen=True, kw_only=True):
    """The first wager, or the raise that follows it."""

    kind: Literal["original", "raise"]


class RaiseRow(Row, frozen=True, kw_only=True):
    """How raises are made."""

    clause: str
    closed_clause: str
    """The clause by which raises close before the third card and stay closed."""
    locked_clause: str
    """The clause by which no wager is touched once the first card is out."""
    minimum: str = ""
    """A condition under which the table's minimum holds for a raise too."""
    minimum_clause: str = ""


class RedDogSetup(CardSetup, frozen=True, kw_only=True):
    """Two cards, the spread, the raise and the third card."""

    cut: CutRow | None = None
    boxes: BoxesRow | None = None
    values_clause: str
    second_clause: str
    """The clause by which the first two cards are dealt."""
    consecutive_clause: str
    pair_clause: str
    """The clause by which a pair gets a third card at once."""
    spread_clause: str
    third_clause: str
    """The clause by which the third card decides."""
    raises: RaiseRow
