"""What a cover is worth to a player who banks."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from croupier.equipment.money import Amount


@dataclass(frozen=True)
class BankValue:
    """What a cover is worth to the player-dealer who puts it up, and to the players who bet against it."""

    cover: Amount
    shares: dict[str, Fraction]
    """By seat: the expected part of what it staked on wagers that were won or lost for which the bank stood."""
    share: Fraction
    """The same for the whole table."""
    expected: Fraction
    """What the bank gains on average, in minor units, before the fee."""
    action: Fraction
    """The stakes for which the bank stands on average, in minor units; those that go back on a tie are not counted."""
    fee: Amount
    """What the player-dealer pays the house for the round."""

    @property
    def ratio(self) -> Fraction:
        """What the bank gains for each unit of action."""
        return self.expected / self.action if self.action else Fraction(0)
