"""Charts of decisions: of starting hands, and of each hand against each card of the dealer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from croupier.ranking.poker import ASCENDING

LARGEST_CHART = 100_000
"""Bytes of a written chart; none has more."""


@dataclass(frozen=True)
class StartingHands:
    """What to do first with each of the 169 kinds of two cards."""

    asked: str
    acts: tuple[str, ...]
    """The larger bet first."""
    values: tuple[tuple[Fraction, ...], ...]
    """[act, kind]: what it is worth; a suited kind is 13 times the higher rank plus the lower, another the other way round."""

    def best(self, high: int, low: int, suited: bool) -> int:
        """The number of the best act with two ranks (0 = two ... 12 = ace)."""
        kind = self.kind(high, low, suited)
        return max(range(len(self.acts)), key=lambda act: (self.values[act][kind], -act))

    @staticmethod
    def name(high: int, low: int, suited: bool) -> str:
        """What a kind of two cards is called: `AKs`, `T9o`, `77`."""
        return ASCENDING[high] + ASCENDING[low] + ("" if high == low else "s" if suited else "o")

    @staticmethod
    def kind(high: int, low: int, suited: bool) -> int:
        """The number of a kind of two cards."""
        return 13 * high + low if suited else 13 * low + high


class StrategyChart(Protocol):
    """What to do: a row for each hand, a cell for each card of the dealer."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The dealer's cards, in the order of the cells."""

    @property
    def meanings(self) -> Mapping[str, str]:
        """What the codes that occur in cells mean, in the order in which they are explained."""

    def cell(self, row: str, upcard: str, size: int = 2) -> str:
        """What one cell says of a hand of so many cards."""

    def sections(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        """The parts of the chart that are filled in: rows with their cells."""

    def text(self) -> str:
        """The chart as it is read again."""


@dataclass(frozen=True)
class Deviation:
    """Cards that are played better than a chart says."""

    cards: str
    """The values of the cards, the highest first: `T2`; then the kind of their suits, where these matter."""
    upcard: str
    charted: str
    """What the chart has done with them."""
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
    """A chart, and what it comes to."""

    chart: StrategyChart
    value: float
    """What a round nets by the chart, in units of the wager."""
    best: float
    """What it nets by the best play."""
    strategy: str
    """The class of strategies of the best play."""
    error: float
    """Neither is further from the exact value than this."""
    deviations: tuple[Deviation, ...]
    """Those that cost most first; hands that were not split."""
    notes: tuple[str, ...] = ()
    """What is decided beside the hands: insurance, even money."""

    @property
    def cost(self) -> float:
        """What following the chart costs beside the best play."""
        return self.best - self.value
