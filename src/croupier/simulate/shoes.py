"""Cards drawn from a stream, for kernels: a shoe shuffled as it is dealt, and rounds cut into blocks.

A block of rounds starts with a fresh shoe and owns a stream. The shoe is an array. The next card is swapped
in from any place that is not dealt yet, so a fresh shuffle costs nothing: the array is dealt from its
beginning again. `used_up` says whether the cards are shuffled after a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.errors import BadInput
from croupier.simulate.plan import Piece, cut
from croupier.simulate.streams import CHUNK, fill_words

BLOCK = 1 << 16
"""Rounds in a block, the unit of work."""
MOST_ROUNDS = 10**15
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


@compiled
def below(
    bound: int, seed: np.uint64, block: np.uint64, words: NDArray[np.uint32], cursor: NDArray[np.int64]
) -> int:
    """Draw a number from 0 to bound - 1, all equally likely.

    `cursor` holds the place in the words and the number of the next ones.
    """
    limit = np.uint64(bound)
    while True:
        if cursor[0] == len(words):
            fill_words(seed, block, cursor[1], words)
            cursor[0] = 0
            cursor[1] += len(words)
        product = np.uint64(words[cursor[0]]) * limit
        cursor[0] += 1
        rest = product & _LOW
        if rest >= limit or rest >= (_LOW + np.uint64(1) - limit) % limit:
            return int(np.int64(product >> _HALF))


@compiled
def next_card(
    shoe: NDArray[np.int8],
    dealt: int,
    seed: np.uint64,
    block: np.uint64,
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
) -> int:
    """Draw the next card of a shoe of which `dealt` cards are dealt."""
    at = dealt + below(len(shoe) - dealt, seed, block, words, cursor)
    card = shoe[at]
    shoe[at] = shoe[dealt]
    shoe[dealt] = card
    return int(np.int64(card))


@compiled
def used_up(left: int, depth: int) -> bool:
    """Whether a round was the last of the shoe.

    It was if the cutting card came out before its last card: fewer cards are left than lay behind it.
    """
    return left < depth


def shoe_of(decks: int, cards: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return this many packs, each card written as the kernel reads it."""
    return np.tile(cards, decks)


@dataclass(frozen=True)
class ShoeTally:
    """How often each end came. Tallies add, in any order, to the same sums."""

    draws: int
    """Rounds played."""
    ends: NDArray[np.int64]

    def __add__(self, other: ShoeTally) -> ShoeTally:
        return ShoeTally(self.draws + other.draws, self.ends + other.ends)


@dataclass(frozen=True)
class ShoeRounds:
    """Rounds to be played from a shoe, as an engine is handed them.

    A family says how a block of them is dealt, and what the dealing is given.
    """

    rounds: int
    seed: int

    ends: ClassVar[tuple[int, ...]]
    """The shape of the counts of ends."""
    logged: ClassVar[int]
    """How many numbers are logged for a round."""

    def deal(self, *given: Any) -> None:
        """Deal the blocks.

        It takes the seed, the first block, the number of blocks, the rounds of each, what the family gives,
        and the arrays words, cursor, ends and log.
        """
        raise NotImplementedError

    def given(self) -> tuple[Any, ...]:
        """Return what the dealing is given: the shoe, the cutting card, how the players play."""
        raise NotImplementedError

    def pieces(self, workers: int = 1) -> Sequence[Piece]:
        """Cut the work into pieces."""
        return cut(self.rounds, BLOCK, workers)

    def empty(self) -> ShoeTally:
        """Return the tally of nothing."""
        return ShoeTally(0, np.zeros(self.ends, np.int64))

    def run(self, piece: Piece, log: NDArray[np.int64] | None = None) -> ShoeTally:
        """Do one piece. `log` takes the rounds of its last block where it has room."""
        tally = self.empty()
        words, cursor = np.empty(CHUNK, np.uint32), np.array([CHUNK, 0], np.int64)
        written = np.zeros((0, self.logged), np.int64) if log is None else log
        seed = np.uint64(self.seed & (2**64 - 1))
        self.deal(
            seed, piece.first, piece.number, piece.draws, *self.given(), words, cursor, tally.ends, written
        )
        return ShoeTally(piece.number * piece.draws, tally.ends)


def check_rounds(rounds: int) -> None:
    """Refuse a simulation without rounds, or with too many."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"a simulation has from 1 to {MOST_ROUNDS} rounds, not {rounds}")


def depth_used(fresh_every_round: bool, depth: int, cards: int, longest: int) -> int:
    """Return the cards behind the cutting card as the kernel uses them.

    All where the cards are shuffled for every round, and always enough to finish one.
    """
    return cards + 1 if fresh_every_round else max(depth, longest)
