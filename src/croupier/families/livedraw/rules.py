"""What a rulebook says of live draw poker."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Row
from croupier.table.parts.cardbetting import CardSetup
from croupier.table.parts.rows import CardWager


class DrawWager(CardWager, frozen=True, kw_only=True):
    """A wager on the hand of a playing position."""

    kind: Literal["hand"]


class HoldRow(Row, frozen=True, kw_only=True):
    """How cards are held and replaced."""

    deal_clause: str
    hold_clause: str
    time_clause: str
    """Clause: the draw does not wait for ever."""
    silent_clause: str
    """Clause: a player who holds nothing has every card replaced."""
    draw_clause: str
    first_clause: str
    """Clause: each hand takes the first cards of the draw."""
    ranking_clause: str
    values_clause: str
    highest_clause: str
    """Clause: only the highest hand is paid."""
    wild_clause: str = ""
    joker_clause: str = ""
    growing_clause: str = ""
    """Clause: the odds of a hand that the table names grow until it is won."""
    fund_clause: str = ""
    """Clause: a share of every wager goes to a fund."""
    share_clause: str = ""
    """Clause: the fund is shared by all who hold its hand."""
    pays_clause: str = ""


class DrawSetup(CardSetup, frozen=True, kw_only=True):
    """One hand in the middle, and a draw for all."""

    hold: HoldRow
