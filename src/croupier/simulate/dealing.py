"""Rounds dealt from a shoe: blocks, streams, fresh shoes, burnt cards and the log are one for all games.

A family writes how one round is dealt, and makes a `Kernel` of it. The round draws its cards with `draw`, and
returns how many cards of the shoe are dealt now, how it ended, and what the log is to hold of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled, completed
from croupier.simulate.plan import Piece, cut
from croupier.simulate.shoes import BLOCK, ShoeTally, check_rounds, depth_used, shoe_of, used_up
from croupier.simulate.streams import CHUNK, fill_words

RESERVE = 256
"""Words that are ready before every round, so that no card of it has to ask for more.

A card takes one word, and another with a chance below one in a million: half of them are cards at most.
"""
HEAD = 2
"""Logged of every round: 1 if the cards were shuffled before it, and the last card burnt then, or -1."""
_LOW, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)
_RANGE = _LOW + np.uint64(1)

P = TypeVar("P")
"""What a family hands to its rounds: how the players play."""
End = int | tuple[int, int]
"""The place in which an end is counted."""
Dealt = tuple[int, End, tuple[int, ...]]
"""What a round returns: the cards dealt from the shoe, the end, and what is logged."""
Round = Callable[[NDArray[np.int8], int, NDArray[np.uint32], NDArray[np.int64], P], Dealt]
"""One round: the shoe, the cards dealt from it, words and cursor of the stream, and the plan."""


# What a round calls.


@compiled
def below(bound: int, words: NDArray[np.uint32], cursor: NDArray[np.int64]) -> int:
    """Return a number from 0 to bound - 1, each as likely as the others, from the words that are ready."""
    limit = np.uint64(bound)
    at = cursor[0]
    product = np.uint64(words[at]) * limit
    while (product & _LOW) < limit and (product & _LOW) < (_RANGE - limit) % limit:
        at += 1
        product = np.uint64(words[at]) * limit
    cursor[0] = at + 1
    return int(np.int64(product >> _HALF))


@compiled
def draw(shoe: NDArray[np.int8], dealt: int, words: NDArray[np.uint32], cursor: NDArray[np.int64]) -> int:
    """Return the next card of a shoe from which `dealt` cards have been dealt."""
    at = dealt + below(len(shoe) - dealt, words, cursor)
    card = shoe[at]
    shoe[at] = shoe[dealt]
    shoe[dealt] = card
    return int(np.int64(card))


# What calls it.


@compiled
def make_ready(
    seed: np.uint64, stream: np.uint64, words: NDArray[np.uint32], cursor: NDArray[np.int64]
) -> None:
    """Make more words of a stream; those that are left come first.

    `cursor` has the place of the next word, and the number of words made of the stream.
    """
    left = len(words) - cursor[0]
    for at in range(left):
        words[RESERVE - left + at] = words[cursor[0] + at]
    fill_words(seed, stream, cursor[1], words[RESERVE:])
    cursor[0] = RESERVE - left
    cursor[1] += len(words) - RESERVE


def deal_round(
    shoe: NDArray[np.int8], dealt: int, words: NDArray[np.uint32], cursor: NDArray[np.int64], plan: P
) -> Dealt:
    """Stand for the round of a game: a kernel is compiled with that in its place."""
    raise NotImplementedError


def deal_blocks(
    seed: np.uint64,
    first: int,
    number: int,
    rounds: int,
    full: NDArray[np.int8],
    depth: int,
    burn: int,
    plan: P,
    words: NDArray[np.uint32],
    cursor: NDArray[np.int64],
    ends: NDArray[np.int64],
    log: NDArray[np.int64],
) -> None:
    """Deal blocks of rounds, each from a fresh shoe and a stream of its own.

    `ends` counts how they end; `log` takes the rounds of the last block where it has room.
    """
    for block in range(first, first + number):
        stream = np.uint64(block)
        shoe = full.copy()
        cursor[0], cursor[1] = len(words), 0
        dealt, fresh = 0, True
        for at in range(rounds):
            if cursor[0] > len(words) - RESERVE:
                make_ready(seed, stream, words, cursor)
            shuffled, burnt = fresh, -1
            if fresh:
                dealt = 0
                for _ in range(burn):
                    burnt = draw(shoe, dealt, words, cursor)
                    dealt += 1
            dealt, end, shown = deal_round(shoe, dealt, words, cursor, plan)
            ends[end] += 1
            fresh = used_up(len(shoe) - dealt, depth)
            if at < len(log):
                log[at, 0], log[at, 1] = shuffled, burnt
                for column in range(len(shown)):
                    log[at, HEAD + column] = shown[column]


class Kernel(Generic[P]):
    """The rounds of a game, compiled. Its module has it under `name`, and pickled it is that name."""

    def __init__(self, name: str, one_round: Round[P], ends: tuple[int, ...], logged: int) -> None:
        self.__module__ = one_round.__module__
        self.name = name
        self.ends = ends
        """The shape of the counts of ends."""
        self.logged = HEAD + logged
        """Numbers that are logged of a round."""
        self.deal = completed(deal_blocks, deal_round, one_round)

    def __reduce__(self) -> str:
        return self.name


# What is played.


class PacksInUse(Protocol):
    """The packs of a table, and how they are used up."""

    @property
    def decks(self) -> int:
        """How many there are."""

    @property
    def usual_depth(self) -> int:
        """Cards behind the cutting card."""

    @property
    def burnt(self) -> int:
        """Cards burnt after a shuffle."""

    @property
    def fresh_every_round(self) -> bool:
        """Whether a machine shuffles them for every round."""

    @property
    def shuffled_every_round(self) -> bool:
        """Whether the dealer does."""


@dataclass(frozen=True)
class ShoeInUse:
    """A shoe as a kernel deals from it."""

    cards: NDArray[np.int8]
    """Each written as the round reads it."""
    depth: int
    burn: int


def shoe_in_use(packs: PacksInUse, pack: NDArray[np.int8], longest: int, fresh: bool = False) -> ShoeInUse:
    """Return the shoe as the rulebook uses it, or shuffled before every round if it is to be `fresh`.

    `pack` has the cards of one pack as the round reads them; a round may take `longest` cards.
    """
    every = fresh or packs.fresh_every_round
    burn = 0 if every else packs.burnt
    assert 2 * (burn + longest) <= RESERVE
    cards = shoe_of(packs.decks, pack)
    depth = depth_used(every or packs.shuffled_every_round, packs.usual_depth, len(cards), longest)
    return ShoeInUse(cards, depth, burn)


@dataclass(frozen=True)
class DealtRounds(Generic[P]):
    """Rounds to be dealt, as an engine is handed them."""

    rounds: int
    seed: int
    kernel: Kernel[P]
    shoe: ShoeInUse
    plan: P
    """How the players play, as the round of the game reads it."""

    def __post_init__(self) -> None:
        check_rounds(self.rounds)

    def pieces(self, workers: int = 1) -> Sequence[Piece]:
        """Cut the work into pieces."""
        return cut(self.rounds, BLOCK, workers)

    def empty(self) -> ShoeTally:
        """Return a tally of nothing."""
        return ShoeTally(0, np.zeros(self.kernel.ends, np.int64))

    def run(self, piece: Piece, log: NDArray[np.int64] | None = None) -> ShoeTally:
        """Do one piece; `log` takes the rounds of its last block where it has room."""
        tally, shoe = self.empty(), self.shoe
        words, cursor = np.empty(RESERVE + CHUNK, np.uint32), np.zeros(2, np.int64)
        self.kernel.deal(
            np.uint64(self.seed & (2**64 - 1)),
            piece.first,
            piece.number,
            piece.draws,
            shoe.cards,
            shoe.depth,
            shoe.burn,
            self.plan,
            words,
            cursor,
            tally.ends,
            np.zeros((0, self.kernel.logged), np.int64) if log is None else log,
        )
        return ShoeTally(piece.number * piece.draws, tally.ends)
