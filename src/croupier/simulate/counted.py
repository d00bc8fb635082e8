"""What a simulation says of a bet that follows a count of the cards."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import Any

from croupier.equipment.money import Amount

HUNDRED = 100


@dataclass(frozen=True)
class CountRow:
    """The rounds that began at one count, in units of the bet."""

    count: int
    rounds: int
    bets: int
    """Units bet before the deal."""
    staked: int
    """Units staked in all, with doubles and splits and without insurance."""
    net: Fraction
    square: Fraction
    """The sum of the squares of the nets."""

    @property
    def edge(self) -> float:
        """What is won for each unit bet before the deal."""
        return float(self.net / self.bets) if self.bets else 0.0


@dataclass(frozen=True)
class Counted:
    """What a bet that follows a count wins."""

    game: str
    system: str
    spread: dict[int, int]
    insurance: int | None
    """The least count at which insurance was taken."""
    decks_left: str
    rounding: str
    strategy: str
    rounds: int
    seed: int
    shoes: int
    boxes: int
    stake: Amount
    """One unit."""
    insured: int
    insurance_won: int
    rows: tuple[CountRow, ...]
    seconds: float

    @property
    def net(self) -> Fraction:
        """Units won."""
        return sum((row.net for row in self.rows), Fraction(0))

    @property
    def bets(self) -> int:
        """Units bet before the deal."""
        return sum(row.bets for row in self.rows)

    @property
    def mean(self) -> float:
        """Units won in a round."""
        return float(self.net / self.rounds)

    @property
    def variance(self) -> float:
        """The variance of a round's net, in squared units."""
        return float(
            sum((row.square for row in self.rows), Fraction(0)) / self.rounds - (self.net / self.rounds) ** 2
        )

    @property
    def win_per_100(self) -> float:
        """Units won in a hundred rounds."""
        return HUNDRED * self.mean

    @property
    def deviation(self) -> float:
        """The standard deviation of a round's net, in units."""
        return sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """How far the units won in a hundred rounds are likely to be off."""
        return HUNDRED * self.deviation / sqrt(self.rounds)

    @property
    def edge(self) -> float:
        """What is won for each unit bet before the deal, over all bets."""
        return float(self.net / self.bets) if self.bets else 0.0

    @property
    def n0(self) -> float:
        """Rounds after which the expected win is one standard deviation."""
        return self.variance / self.mean**2 if self.mean else inf

    @property
    def score(self) -> float:
        """The square of what a hundred rounds win, over its variance.

        Times ten thousand it is what a bank of ten thousand wins in them at the usual risk.
        """
        return HUNDRED * self.mean**2 / self.variance if self.variance else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        totals = ("mean", "variance", "win_per_100", "deviation", "standard_error", "edge", "n0", "score")
        rows = [
            {**asdict(row), "net": str(row.net), "square": str(row.square), "edge": row.edge}
            for row in self.rows
        ]
        plain = {name: value for name, value in vars(self).items() if name != "rows"}
        return {
            **plain,
            "net": str(self.net),
            "bets": self.bets,
            **{name: getattr(self, name) if abs(getattr(self, name)) != inf else None for name in totals},
            "rows": rows,
        }
