"""What every game reads from its rulebook, besides what its shape and family add."""

from croupier.table.parts.rows import BettingRow as Betting
from croupier.table.parts.rows import TableSetup, TableWager

__all__ = ["Betting", "TableSetup", "TableWager"]
