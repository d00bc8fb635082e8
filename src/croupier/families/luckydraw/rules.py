"""What a rulebook says of lucky draw baccarat."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Row
from croupier.table.parts.boxes import BoxesRow
from croupier.table.parts.cardbetting import CardSetup
from croupier.table.parts.cutting import CutRow
from croupier.table.parts.rows import CardWager


class LuckyDrawWager(CardWager, frozen=True, kw_only=True):
    """The wager before the deal, or the one made for a third card."""

    kind: Literal["enter", "draw"]


class DrawRow(Row, frozen=True, kw_only=True):
    """How a player draws or stands."""

    clause: str
    """The clause by which the boxes are asked in turn."""
    draw_clause: str
    stand_clause: str
    card_clause: str
    equal_clause: str
    """The clause by which the draw wager is as large as the first one."""
    locked_clause: str
    """The clause by which the first wager is not touched once the first card is out."""
    made_clause: str
    """The clause by which nothing is touched once a draw wager has been made."""


class DealerRow(Row, frozen=True, kw_only=True):
    """How the dealer's hand is filled."""

    clause: str
    third_clause: str
    only_clause: str
    """The clause by which no hand takes more than one further card."""
    draws_to: str = "4"
    """The highest count of two cards on which the dealer draws, or the option that sets it."""


class LuckyDrawSetup(CardSetup, frozen=True, kw_only=True):
    """Two cards to each box and one to the dealer, then the draws."""

    cut: CutRow | None = None
    boxes: BoxesRow | None = None
    values_clause: str
    count_clause: str
    compare_clause: str
    draw: DrawRow
    dealer: DealerRow
    empty_clause: str
    """The clause for a shoe that does not hold enough cards."""
