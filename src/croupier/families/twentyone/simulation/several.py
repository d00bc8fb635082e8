"""A wager that may grow into several hands: rows count hands, and the net of a round is kept beside them."""

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
    """The hands of this wager."""
    square: int = 0
    """The sum of the squares of a round's net, all boxes together."""
    box_square: int = 0
    """The sum of the squares of each box's net."""
    pairs: tuple[int, ...] = ()
    """The ordered pairs of different hands of a round that both ended by a row, for each row."""

    @property
    def decided(self) -> int:
        """Count the wagers made before the deal."""
        return self.rounds * self.boxes

    @property
    def edge(self) -> Fraction:
        """Return the loss for each unit bet before the deal: an estimate of the edge."""
        return Fraction(-self.net, self.stake * self.decided) if self.decided else Fraction(0)

    @property
    def standard_error(self) -> float:
        """Return the standard error of the edge.

        Boxes of a round share the dealer's hand, so rounds are taken as a whole.
        """
        n = self.rounds
        if n < 2:
            return inf
        variance = Fraction(self.square, n) - Fraction(self.net, n) ** 2
        return sqrt(variance / n) / (self.stake * self.boxes)

    @property
    def variance(self) -> float:
        """Return the variance of a box's net in a round, for a wager of one unit."""
        n = self.decided
        return (
            float((Fraction(self.box_square, n) - Fraction(self.net, n) ** 2) / self.stake**2) if n else 0.0
        )

    def deviation(self, row: int, expected: float) -> float:
        """Return how many standard deviations the count of a row lies from what a round is expected to bring.

        The variance is that of the counts themselves.
        """
        n = self.rounds
        count = self.rows[row].count
        spread = (count + (self.pairs[row] if self.pairs else 0)) / n - (count / n) ** 2
        return (
            (count / n - expected) / sqrt(spread / n) if spread > 0 else 0.0 if count == expected * n else inf
        )
