"""What a rulebook says of chemin de fer: the bank, who covers it, and how the two hands are filled."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Row
from croupier.table.parts.auction import AuctionRow
from croupier.table.parts.cardwagers import CardSetup
from croupier.table.parts.rows import CardWager


class CheminWager(CardWager, frozen=True, kw_only=True):
    """The Banker's wager in support of his hand, or a wager that covers it, wholly or in part."""

    kind: Literal["bank", "cover"]


class BankerRow(AuctionRow, frozen=True, kw_only=True):
    """The life of a bank, and how it is staked and covered."""

    range_clause: str
    """The clause that bounds the Banker's wager by his bid, or by his preceding wager."""
    suivi_clause: str
    banco_clause: str
    part_clause: str
    uncovered_clause: str
    """The clause by which the Banker takes back what nobody covered."""
    control_clause: str
    """The clause that gives the Banker his hand."""
    dominant_clause: str
    """The clause on who plays the Player's Hand."""


class DrawingRow(Row, frozen=True, kw_only=True):
    """When third cards are drawn, and the announcements."""

    values_clause: str
    count_clause: str
    player: str
    """Eight letters for the Player's counts 0 to 7: D draws, S stays, O leaves it open."""
    draw_clause: str
    choice_clause: str
    stay_clause: str
    natural_clause: str
    says_clause: str
    """The clause by which the Dominant Player looks at his cards, and says what he does."""
    look_clause: str
    """The clause by which the Banker looks at his cards before he gives one."""
    banker: dict[str, list[str]]
    """Eight rows of eleven letters: the Player's third card 0 to 9, then none.

    They stand under each value of the option or reading that chooses.
    """
    chosen_by: str
    banker_clause: str
    table_clauses: list[str] = []
    """The clauses on how the table is read."""
    announce_clause: str = ""
    compare_clause: str


class CheminSetup(CardSetup, frozen=True, kw_only=True):
    """The bank and the hands."""

    banker: BankerRow
    drawing: DrawingRow
    cutter_clause: str
    """The clause on who is offered the cut.

    It goes against the seats: from the highest, or from the seat next to the last Banker.
    """
    exact_cut: str = ""
    """A condition under which the cards are cut exactly at the least cut, from either end."""
