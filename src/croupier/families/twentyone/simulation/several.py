"""A wager that may grow into several hands: rows count hands, and what a round nets is told besides."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt

from croupier.simulate.result import WagerTally


@dataclass(frozen=True)
class RoundsTally(WagerTally):
    """A wager that was made once for each box in each round."""

    rounds: int = 0
    boxes: int = 1
    hands: int = 0
    """Hands that came of it."""
    square: int = 0
    """The sum of the squares of what all boxes together net in a round."""
    box_square: int = 0
    """The sum of the squares of what each box nets."""
    pairs: tuple[int, ...] = ()
    """By row: how many ordered pairs of different hands of a round ended by it both."""

    @property
    def decided(self) -> int:
        """Wagers that were made before the deal."""
        return self.rounds * self.boxes

    @property
    def edge(self) -> Fraction:
        """The loss for each unit bet before the deal: an estimate of the edge."""
        return Fraction(-self.net, self.stake * self.decided) if self.decided else Fraction(0)

    @property
    def standard_error(self) -> float:
        """How far the estimate is likely to be off. Boxes of a round share the dealer's hand, so rounds are taken as a whole."""
        n = self.rounds
        if n < 2:
            return inf
        variance = Fraction(self.square, n) - Fraction(self.net, n) ** 2
        return sqrt(variance / n) / (self.stake * self.boxes)

    @property
    def variance(self) -> float:
        """The variance of what a box nets in a round, for a wager of one unit."""
        n = self.decided
        return (
            float((Fraction(self.box_square, n) - Fraction(self.net, n) ** 2) / self.stake**2) if n else 0.0
        )

    def deviation(self, row: int, expected: float) -> float:
        """How many standard deviations the count of a row lies from what is expected in a round, by the variance of the counts themselves."""
        n = self.rounds
        count = self.rows[row].count
        spread = (count + (self.pairs[row] if self.pairs else 0)) / n - (count / n) ** 2
        return (
            (count / n - expected) / sqrt(spread / n) if spread > 0 else 0.0 if count == expected * n else inf
        )
