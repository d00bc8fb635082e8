"""What every card game reads from its rulebook, besides what its family adds."""

from __future__ import annotations

from croupier.table.parts.bank import BankRow, FeeRow
from croupier.table.parts.cardbetting import LateRow
from croupier.table.parts.dealing import DealingRow, FreeHandsRow
from croupier.table.parts.rows import CardWager, CommissionRow, TableSetup
from croupier.table.parts.shoe import ShoeRow

__all__ = [
    "BankRow",
    "CardSetup",
    "CardWager",
    "CommissionRow",
    "DealingRow",
    "FeeRow",
    "FreeHandsRow",
    "LateRow",
    "ShoeRow",
]


class CardSetup(TableSetup, frozen=True, kw_only=True):
    """What every card game says of its table."""

    shoe: ShoeRow
    seats_clause: str = ""
    """The clause that counts the places; the option `seats` says how many there are at this table."""
    seats_when: str = ""
    """A condition under which the places are counted; without one they always are."""
    late: LateRow | None = None
    dealing: DealingRow | None = None
    free_hands: FreeHandsRow | None = None
    bank: BankRow = BankRow()
    dummy_clause: str = ""
    """The clause by which no wager is made in a dummy round."""
    deal_clauses: list[str] = []
    """The clauses by which cards are dealt."""
    backline_clause: str = ""
