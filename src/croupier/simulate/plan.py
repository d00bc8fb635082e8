"""A simulation cut into pieces that may be done anywhere in any order.

The results are counts, and counts add.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.simulate.charts import Packed
from croupier.simulate.streams import BLOCK, MOST_OUTCOMES
from croupier.simulate.walk import walk_blocks

LARGEST_PIECE = 16
"""The most blocks in a piece.

Enough that handing it out costs nothing, few enough that progress is seen.
"""


class Piece(NamedTuple):
    """Consecutive blocks, with the number of draws in each."""

    first: int
    number: int
    draws: int


def cut(rounds: int, block: int, workers: int) -> list[Piece]:
    """Cut work into pieces. The cut depends on the workers; the blocks, and so the sums, do not."""
    full, rest = divmod(rounds, block)
    size = max(1, min(LARGEST_PIECE, full // (4 * max(workers, 1))))
    pieces = [Piece(first, min(size, full - first), block) for first in range(0, full, size)]
    return [*pieces, Piece(full, 1, rest)] if rest else pieces


@dataclass(frozen=True)
class WalkTally:
    """What a walk counted. Tallies add, in any order, to the same sums."""

    draws: int
    faces: NDArray[np.int64]
    """How often each outcome was drawn."""
    cells: NDArray[np.int64]
    """How often each cell was passed."""
    last: NDArray[np.int64]
    """How often a block ended in each cell."""

    def __add__(self, other: WalkTally) -> WalkTally:
        return WalkTally(
            self.draws + other.draws,
            self.faces + other.faces,
            self.cells + other.cells,
            self.last + other.last,
        )


@dataclass(frozen=True)
class WalkPlan:
    """Charts, a seed, and how many rounds are to be played along them."""

    packed: Packed
    rounds: int
    seed: int
    block: int = BLOCK

    def __post_init__(self) -> None:
        if not 1 <= self.packed.outcomes <= MOST_OUTCOMES:
            raise ValueError(
                f"a draw has between 1 and {MOST_OUTCOMES} equally likely outcomes, "
                f"not {self.packed.outcomes}"
            )
        if self.rounds < 0 or self.block < 1:
            raise ValueError("a simulation has no negative number of rounds, and blocks of at least one")

    def pieces(self, workers: int = 1) -> list[Piece]:
        """Cut the work into pieces."""
        return cut(self.rounds, self.block, workers)

    def empty(self) -> WalkTally:
        """Return the tally of nothing."""
        size = len(self.packed.after)
        return WalkTally(
            0, np.zeros(self.packed.outcomes, np.int64), np.zeros(size, np.int64), np.zeros(size, np.int64)
        )

    def run(self, piece: Piece) -> WalkTally:
        """Do one piece."""
        tally, packed = self.empty(), self.packed
        walk_blocks(
            np.uint64(self.seed & (2**64 - 1)),
            piece.first,
            piece.number,
            piece.draws,
            packed.outcomes,
            packed.classes,
            packed.after,
            packed.starts,
            tally.faces,
            tally.cells,
            tally.last,
        )
        return WalkTally(piece.number * piece.draws, tally.faces, tally.cells, tally.last)
