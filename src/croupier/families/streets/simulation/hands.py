"""Rounds of hands, simulated by columns.

All cards of a block are dealt, every ask is answered by its plan, all hands are ranked, and the ends are
counted. Nothing of a family is known here. Wagers of the game are counted by [state, kind of the own hand,
band of the dealer's, comparison]. A wager that reads cards by itself is counted by row, folded hands apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.streets.simulation.deals import MOST_CARDS, Cards, Pack, Played, Ranked
from croupier.families.streets.simulation.following import CHOOSE, Step, number_of
from croupier.simulate.plan import Piece, cut
from croupier.simulate.shoes import BLOCK

Counts = NDArray[np.int64]


class Counter(Protocol):
    """Counts something of the rounds played."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of its counts."""

    def count(self, played: Played, counts: Counts) -> None:
        """Add the rounds."""


@dataclass(frozen=True, eq=False)
class Ends:
    """The wagers of the game: [state, kind, band, comparison].

    A comparison is 0 for lower than the dealer, 1 for equal, 2 for higher.
    """

    shape: tuple[int, ...]
    """States, kinds, bands and comparisons; one of each of the last two without a dealer."""
    own: Ranked
    dealer: Ranked | None
    kind_of: NDArray[np.uint8]
    """[value]: the kind of an own hand, and the band of a dealer's."""
    band_of: NDArray[np.uint8]

    def count(self, played: Played, counts: Counts) -> None:
        """Compare both hands of every round."""
        own = played.values(self.own)
        if self.dealer is None:
            count_kinds(played.states, own, self.kind_of, counts[:, :, 0, 0])
        else:
            count_ends(played.states, own, played.values(self.dealer), self.kind_of, self.band_of, counts)


@dataclass(frozen=True, eq=False)
class Rows:
    """A wager that ranks cards by itself: [row]. The last row is for folded hands."""

    hand: Ranked
    row_of: NDArray[np.uint8]
    """[value]: the row."""
    folded: NDArray[np.bool_]
    """[state]: whether the wager is lost in it."""
    rows: int

    @property
    def shape(self) -> tuple[int, ...]:
        """The rows and one more."""
        return (self.rows + 1,)

    def count(self, played: Played, counts: Counts) -> None:
        """Look up every hand."""
        count_rows(played.states, played.values(self.hand), self.row_of, self.folded, counts)


@dataclass(frozen=True, eq=False)
class Sorts:
    """A wager that reads small hands otherwise than by rank.

    The sort of the own cards and that of the dealer's give the row.
    """

    own: tuple[int, int]
    """The first column of the own cards, and how many they are."""
    dealer: tuple[int, int]
    again: bool
    own_sort: NDArray[np.uint8]
    """[number of the set]: the sort of the own cards, and that of the dealer's."""
    dealer_sort: NDArray[np.uint8]
    row_of: NDArray[np.uint8]
    """[own sort, dealer's sort]: the row."""
    folded: NDArray[np.bool_]
    rows: int

    @property
    def shape(self) -> tuple[int, ...]:
        """The rows and one more."""
        return (self.rows + 1,)

    def cells(self, played: Played) -> NDArray[np.int64]:
        """Return the row of every round."""
        out = np.empty(len(played.cards), np.int64)
        read_sorts(
            played.cards,
            played.states,
            self.own,
            self.dealer,
            int(self.again),
            self.own_sort,
            self.dealer_sort,
            self.row_of,
            self.folded,
            self.rows,
            CHOOSE,
            out,
        )
        return out

    def count(self, played: Played, counts: Counts) -> None:
        """Read every hand."""
        counts += np.bincount(self.cells(played), minlength=self.rows + 1)


class StreetTally(NamedTuple):
    """How often everything came. Tallies add, in any order, to the same sums."""

    draws: int
    """Rounds played."""
    counts: tuple[Counts, ...]

    def __add__(self, other: StreetTally) -> StreetTally:  # type: ignore[override]
        return StreetTally(
            self.draws + other.draws,
            tuple(mine + yours for mine, yours in zip(self.counts, other.counts, strict=True)),
        )


@dataclass(frozen=True, eq=False)
class StreetRounds:
    """Rounds to be played, as an engine is handed them."""

    rounds: int
    seed: int
    pack: Pack
    steps: tuple[Step, ...]
    counters: tuple[Counter, ...]

    def pieces(self, workers: int = 1) -> Sequence[Piece]:
        """Divide the work into pieces."""
        return cut(self.rounds, BLOCK, workers)

    def empty(self) -> StreetTally:
        """Return an empty tally."""
        return StreetTally(0, tuple(np.zeros(counter.shape, np.int64) for counter in self.counters))

    def block(self, number: int, rounds: int) -> Played:
        """Deal and play a block of rounds, for a look at single rounds."""
        return self.play(self.pack.deal(self.seed, number, rounds))

    def play(self, cards: Cards) -> Played:
        """Play given cards."""
        played = Played(cards)
        for step in self.steps:
            step.take(played)
        return played

    def run(self, piece: Piece) -> StreetTally:
        """Do one piece."""
        tally = self.empty()
        for number in range(piece.first, piece.first + piece.number):
            played = self.block(number, piece.draws)
            for counter, counts in zip(self.counters, tally.counts, strict=True):
                counter.count(played, counts)
        return StreetTally(piece.number * piece.draws, tally.counts)


@compiled
def count_ends(
    states: NDArray[np.uint8],
    own: NDArray[np.uint16],
    dealer: NDArray[np.uint16],
    kind_of: NDArray[np.uint8],
    band_of: NDArray[np.uint8],
    counts: NDArray[np.int64],
) -> None:
    """Count own hands against the dealer's."""
    for row in range(len(states)):
        mine, yours = np.int64(own[row]), np.int64(dealer[row])
        counts[states[row], kind_of[mine], band_of[yours], 1 + (mine > yours) - (mine < yours)] += 1


@compiled
def count_kinds(
    states: NDArray[np.uint8], own: NDArray[np.uint16], kind_of: NDArray[np.uint8], counts: NDArray[np.int64]
) -> None:
    """Count own hands by themselves."""
    for row in range(len(states)):
        counts[states[row], kind_of[own[row]]] += 1


@compiled
def count_rows(
    states: NDArray[np.uint8],
    values: NDArray[np.uint16],
    row_of: NDArray[np.uint8],
    folded: NDArray[np.bool_],
    counts: NDArray[np.int64],
) -> None:
    """Count rows by value, folded hands last."""
    for row in range(len(states)):
        counts[len(counts) - 1 if folded[states[row]] else row_of[values[row]]] += 1


@compiled
def read_sorts(
    cards: NDArray[np.uint8],
    states: NDArray[np.uint8],
    own: tuple[int, int],
    dealer: tuple[int, int],
    again: int,
    own_sort: NDArray[np.uint8],
    dealer_sort: NDArray[np.uint8],
    row_of: NDArray[np.uint8],
    folded: NDArray[np.bool_],
    rows: int,
    choose: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Read the row of every round."""
    scratch = np.empty(MOST_CARDS, np.int64)
    for row in range(len(cards)):
        if folded[states[row]]:
            out[row] = rows
            continue
        mine = own_sort[number_of(cards, row, own[0], own[1], again, choose, scratch)]
        yours = dealer_sort[number_of(cards, row, dealer[0], dealer[1], again, choose, scratch)]
        out[row] = row_of[mine, yours]
