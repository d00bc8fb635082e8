"""Charts of decisions: of starting hands, and of each hand against each card of the dealer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from croupier.ranking.poker import ASCENDING

LARGEST_CHART = 100_000
"""The most bytes of a written chart."""


@dataclass(frozen=True)
class StartingHands:
    """What to do first with each of the 169 kinds of two cards."""

    asked: str
    acts: tuple[str, ...]
    """The larger bet first."""
    values: tuple[tuple[Fraction, ...], ...]
    """[act, kind]: the value of an act. `kind` numbers the kinds."""

    def best(self, high: int, low: int, suited: bool) -> int:
        """Return the number of the best act with two ranks (0 = two ... 12 = ace)."""
        kind = self.kind(high, low, suited)
        return max(range(len(self.acts)), key=lambda act: (self.values[act][kind], -act))

    @staticmethod
    def name(high: int, low: int, suited: bool) -> str:
        """Return the name of a kind of two cards: `AKs`, `T9o`, `77`."""
        return ASCENDING[high] + ASCENDING[low] + ("" if high == low else "s" if suited else "o")

    @staticmethod
    def kind(high: int, low: int, suited: bool) -> int:
        """Return the number of a kind of two cards.

        A suited kind is 13 times the higher rank plus the lower, another the other way round.
        """
        return 13 * high + low if suited else 13 * low + high


class StrategyChart(Protocol):
    """What to do: a row for each hand, a cell for each card of the dealer."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The dealer's cards, in the order of the cells."""

    @property
    def meanings(self) -> Mapping[str, str]:
        """The meaning of every code that occurs in cells, in the order to explain them."""

    def cell(self, row: str, upcard: str, size: int = 2) -> str:
        """Return the cell for a hand of this many cards."""

    def sections(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """Return the parts of the chart that are filled in: rows with their cells."""

    def text(self) -> str:
        """Return the chart as a text that can be read again."""


@dataclass(frozen=True)
class Deviation:
    """Cards that are played better than a chart says."""

    cards: str
    """The values of the cards, the highest first: `T2`; then the kind of their suits, if these matter."""
    upcard: str
    charted: str
    """What the chart does with them."""
    best: str
    gain: float
    """What the better act gains when it comes to that, in units of the wager."""
    chance: float
    """How often a round comes to that, by the chart."""

    @property
    def weight(self) -> float:
        """What it costs a round on average."""
        return self.gain * self.chance

    @property
    def first(self) -> bool:
        """Whether they are the two cards that were dealt."""
        return len(self.cards.split()[0]) == 2


@dataclass(frozen=True)
class Charted:
    """A chart, and what it is worth."""

    chart: StrategyChart
    value: float
    """What a round nets by the chart, in units of the wager."""
    best: float
    """What it nets by the best play."""
    strategy: str
    """The class of strategies of the best play."""
    error: float
    """Neither value is further from the exact one than this."""
    deviations: tuple[Deviation, ...]
    """Deviations of unsplit hands, the most costly first."""
    notes: tuple[str, ...] = ()
    """What is decided beside the hands: insurance, even money."""

    @property
    def cost(self) -> float:
        """What following the chart costs beside the best play."""
        return self.best - self.value
