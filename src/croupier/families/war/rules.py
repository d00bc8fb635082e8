"""What a rulebook says of casino war."""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Row
from croupier.table.parts.boxes import BoxesRow
from croupier.table.parts.cardbetting import CardSetup
from croupier.table.parts.cutting import CutRow
from croupier.table.parts.device import DeviceRow
from croupier.table.parts.rows import CardWager

Kind = Literal["main", "tie", "war", "war-tie"]


class WarWager(CardWager, frozen=True, kw_only=True):
    """A wager: the first one, on a tie, the war wager, or on a tie in the war."""

    kind: Kind
    void: dict[str, str] = {}
    """Rows on which the wager is void and goes back, each with its clause."""
    row_clauses: dict[str, str | list[str]] = {}
    """Further clauses, each for one row only."""


class ChoiceRow(Row, frozen=True, kw_only=True):
    """The choice of a bettor whose card equals the dealer's."""

    clause: str
    surrender_clause: str
    surrender_when: str = ""
    """A condition under which surrender is allowed; always allowed without one."""
    war_clause: str
    equal_clause: str
    """The clause by which the war wager is as large as the first one."""
    made_clause: str = ""
    """The clause by which nothing is touched once the war wager has been made."""
    for_box: str = ""
    """A condition under which one person decides for all who bet on a box."""
    for_box_clause: str = ""
    half_in_chips: str = ""
    """A condition under which the half lost is rounded to whole chips."""


class WarDealRow(Row, frozen=True, kw_only=True):
    """The second deal."""

    clause: str
    burn: int = 0
    """Cards burnt before the second deal."""
    burn_by: str = ""
    """The option that sets how many are burnt, where the rulebook leaves it open."""
    burn_each: str = ""
    """A condition under which cards are burnt before every card of the second deal, not just once."""
    burn_clause: str = ""
    compare_clause: str = ""


class OrderRow(Row, frozen=True, kw_only=True):
    """The order of settlement."""

    begins: Literal["left", "right"] = "left"
    """Settlement begins at the dealer's left, where the deal begins, or at the dealer's right."""
    ties_first: bool = False
    """Whether all tie wagers are settled first; else box by box."""
    clause: str
    war_clause: str


class WarSetup(CardSetup, frozen=True, kw_only=True):
    """One card each, and one more in a war."""

    cut: CutRow | None = None
    boxes: BoxesRow | None = None
    ranks_clause: str
    ace_low: str = ""
    """A condition under which the ace is the lowest card."""
    compare_clause: str
    choice: ChoiceRow
    war: WarDealRow
    order: OrderRow
    locked: str = ""
    """A condition under which a wager may not be altered once it is made."""
    locked_clause: str = ""
    device: DeviceRow | None = None
    for_dealer: str = ""
    """A condition under which a player may make a wager for the dealer."""
    for_dealer_clause: str = ""
    empty_clause: str = ""
    """The clause by which the cards are shuffled when the shoe runs out during a round."""
