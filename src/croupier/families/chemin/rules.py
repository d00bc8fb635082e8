"""What a rulebook says of chemin de fer: the bank, who covers it, and how the two hands are filled."""

from __future__ import annotations

from typing import Literal

from croupier.families.cards.rules import CardSetup, CardWager
from croupier.rulebook.schema import Row


class CheminWager(CardWager, frozen=True, kw_only=True):
    """The Banker's wager in support of his hand, or a wager that covers it, wholly or in part."""

    kind: Literal["bank", "cover"]


class BankerRow(Row, frozen=True, kw_only=True):
    """The life of a bank: how it is given, staked, covered, kept, passed and lost."""

    auction_clause: str
    stake_clause: str
    range_clause: str
    """The clause that bounds the Banker's wager by his bid, or by his preceding wager."""
    cover_clause: str
    """The clause by which nobody, nor all together, cover more than the bank."""
    suivi_clause: str
    banco_clause: str
    part_clause: str
    uncovered_clause: str
    """The clause by which the Banker takes back what nobody covered."""
    control_clause: str
    """The clause that gives the Banker his hand."""
    dominant_clause: str
    """The clause that says who plays the Player's Hand."""
    keep_clause: str
    """The clause by which the Banker may pass the bank after any round, or keep it."""
    loses_clause: str
    order_clause: str
    """The clause by which he may be ordered to pass it."""
    offer_clause: str
    """The clause by which a bank that had to be given up is offered round the table."""
    pass_clause: str
    """The clause by which a bank that was passed is offered, and then auctioned."""
    passed_clause: str
    """The clause that says where a bank goes that was passed and then lost."""
    moved_clause: str
    """The clause by which who changes his seat to have the bank sooner misses that turn."""


class DrawingRow(Row, frozen=True, kw_only=True):
    """When third cards are drawn, and what is announced."""

    values_clause: str
    count_clause: str
    player: str
    """Eight letters for the Player's counts 0 to 7: D draws, S stays, O leaves it open."""
    draw_clause: str
    choice_clause: str
    stay_clause: str
    natural_clause: str
    look_clause: str
    """The clause by which the Banker looks at his cards before he gives one."""
    banker: dict[str, list[str]]
    """Eight rows of eleven letters (the Player's third card 0 to 9, then none), under each value of the option or reading that chooses."""
    chosen_by: str
    banker_clause: str
    table_clauses: list[str] = []
    """The clauses that say how the table is read."""
    announce_clause: str = ""
    compare_clause: str


class CheminSetup(CardSetup, frozen=True, kw_only=True):
    """The bank and the hands."""

    banker: BankerRow
    drawing: DrawingRow
    cutter_clause: str
    """The clause by which the cut is offered round the table against the seats: from the highest, or from the seat before the last Banker."""
    exact_cut: str = ""
    """A condition under which the cards are cut exactly at the least cut, from either end."""
