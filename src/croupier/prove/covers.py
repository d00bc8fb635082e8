"""What a cover is worth to a player who banks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from croupier.equipment.money import Amount


@dataclass(frozen=True)
class BankValue:
    """What a cover is worth to the player-dealer who puts it up, and to the players betting against it."""

    cover: Amount
    shares: dict[str, Fraction]
    """By seat: the expected part of its decided stakes that the bank covered."""
    share: Fraction
    """The same for the whole table."""
    expected: Fraction
    """What the bank gains on average, in minor units, before the fee."""
    action: Fraction
    """The stakes that the bank covers on average, in minor units, without those returned on a tie."""
    fee: Amount
    """What the player-dealer pays the house for the round."""

    @property
    def ratio(self) -> Fraction:
        """What the bank gains for each unit of action."""
        return self.expected / self.action if self.action else Fraction(0)
