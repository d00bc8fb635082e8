"""The cards of many rounds at once, one line a round, and hands ranked over all of them.

No card comes twice between two shuffles. One word of the stream gives several places in the pack: the whole
number word * size^k / 2^32 is written with k digits to the base size. Words that would bring a bias are
rejected as in `streams`. A place that has been dealt since the last shuffle is passed over. A stamp says in
which shuffle it was dealt last, so a fresh pack costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.errors import BadInput
from croupier.ranking.bulk import Tables, rank3, rank5, rank7, rank_cards
from croupier.simulate.shoes import used_up
from croupier.simulate.streams import CHUNK, fill_words

ENOUGH = 1 << 28
"""Choices of places that one word may decide between: few enough that hardly a word is rejected."""
MOST_EACH, MOST_CARDS = 4, 7
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
Cards = NDArray[np.uint8]
"""[round, column]: own cards, then those of the board, then the dealer's."""


@dataclass(frozen=True)
class Pack:
    """The pack, and the number of cards that a round takes."""

    cards: NDArray[np.uint8]
    """[place]: the card; with several packs a card has several places."""
    own: int
    board: int
    dealer: int
    depth: int
    """Cards behind the cutting card; more than there are where every round has a fresh shuffle."""
    burn: int = 0
    """Cards burnt after each shuffle."""

    def __post_init__(self) -> None:
        if self.taken + self.burn > len(self.cards):
            raise BadInput(
                f"a round takes {self.taken} cards after {self.burn} burnt ones, "
                f"and the pack has {len(self.cards)}"
            )

    @property
    def taken(self) -> int:
        """Cards of a round."""
        return self.own + self.board + self.dealer

    @property
    def flop(self) -> tuple[int, ...]:
        """The columns of the first three cards of the board."""
        return self.columns("board")[:3]

    def columns(self, part: str) -> tuple[int, ...]:
        """Return the columns of the own cards, of the board or of the dealer's cards."""
        first, number = {
            "own": (0, self.own),
            "board": (self.own, self.board),
            "dealer": (self.own + self.board, self.dealer),
        }[part]
        return tuple(range(first, first + number))

    def deal(self, seed: int, block: int, rounds: int) -> Cards:
        """Deal a block of rounds. It starts with a fresh pack and has its own stream."""
        out = np.empty((rounds, self.taken), np.uint8)
        stamps = np.zeros(len(self.cards), np.uint32)
        deal_rounds(
            np.uint64(seed & (2**64 - 1)),
            np.uint64(block),
            self.cards,
            self.depth,
            self.burn,
            each_word(len(self.cards)),
            stamps,
            out,
        )
        return out


@dataclass(frozen=True, eq=False)
class Ranked:
    """Some columns of cards as one hand."""

    columns: tuple[int, ...]
    ranking: str
    packed: NDArray[np.uint64]
    """The tables of as many cards by that ranking."""


def ranked(columns: Sequence[int], table: Tables) -> Ranked:
    """Rank these columns in every round."""
    assert len(columns) == table.cards
    return Ranked(tuple(columns), f"{table.ranking.name} {table.decks}", table.packed)


class Played:
    """The cards of some rounds, and the state of the stakes in each. A hand is ranked once."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.states: NDArray[np.uint8] = np.zeros(len(cards), np.uint8)
        self._values: dict[tuple[tuple[int, ...], str], NDArray[np.uint16]] = {}

    def values(self, hand: Ranked) -> NDArray[np.uint16]:
        """Return the value of a hand in every round: [round]."""
        key = hand.columns, hand.ranking
        if key not in self._values:
            self._values[key] = np.empty(len(self.cards), np.uint16)
            rank_columns(self.cards, np.array(hand.columns, np.int64), hand.packed, self._values[key])
        return self._values[key]


def each_word(size: int) -> int:
    """Return how many places of a pack one word gives."""
    each = 1
    while each < MOST_EACH and size ** (each + 1) <= ENOUGH:
        each += 1
    return each


@compiled
def fill_places(words: NDArray[np.uint32], size: int, each: int, out: NDArray[np.uint16]) -> int:
    """Fill in places of a pack, all equally likely. Return how many the words gave."""
    base, whole = np.uint64(size), np.uint64(1)
    for _ in range(each):
        whole *= base
    floor = (_LOW + np.uint64(1) - whole) % whole
    made = 0
    for at in range(len(words)):
        rest = np.uint64(words[at])
        for digit in range(each):
            product = rest * base
            out[made + digit] = np.uint16(product >> _HALF)
            rest = product & _LOW
        if rest >= floor:
            made += each
    return made


@compiled
def deal_rounds(
    seed: np.uint64,
    block: np.uint64,
    pack: NDArray[np.uint8],
    depth: int,
    burn: int,
    each: int,
    stamps: NDArray[np.uint32],
    out: NDArray[np.uint8],
) -> None:
    """Deal one block of rounds. The stamps are fresh."""
    words, places = np.empty(CHUNK, np.uint32), np.empty(MOST_EACH * CHUNK, np.uint16)
    size, taken = len(pack), out.shape[1]
    have = at = word = left = 0
    now, shuffle = np.uint32(0), True
    for number in range(len(out)):
        first = 0
        if shuffle:
            now += np.uint32(1)
            left = size - burn
            first = -burn
        for column in range(first, taken):
            while True:
                if at == have:
                    fill_words(seed, block, word, words)
                    word += CHUNK
                    have, at = fill_places(words, size, each, places), 0
                place = places[at]
                at += 1
                if stamps[place] != now:
                    break
            stamps[place] = now
            if column >= 0:
                out[number, column] = pack[place]
        left -= taken
        shuffle = used_up(left, depth)


@compiled
def rank_columns(
    cards: NDArray[np.uint8], columns: NDArray[np.int64], t: NDArray[np.uint64], out: NDArray[np.uint16]
) -> None:
    """Rank some columns in every round. Numbers of cards that are written out are faster."""
    n = len(columns)
    hand = np.empty(MOST_CARDS, np.uint8)
    if n == 3:
        c0, c1, c2 = columns[0], columns[1], columns[2]
        for row in range(len(cards)):
            out[row] = rank3(cards[row, c0], cards[row, c1], cards[row, c2], t)
    elif n == 5:
        c0, c1, c2, c3, c4 = columns[0], columns[1], columns[2], columns[3], columns[4]
        for row in range(len(cards)):
            out[row] = rank5(
                cards[row, c0], cards[row, c1], cards[row, c2], cards[row, c3], cards[row, c4], t
            )
    elif n == 7:
        c0, c1, c2, c3, c4, c5, c6 = (
            columns[0],
            columns[1],
            columns[2],
            columns[3],
            columns[4],
            columns[5],
            columns[6],
        )
        for row in range(len(cards)):
            out[row] = rank7(
                cards[row, c0],
                cards[row, c1],
                cards[row, c2],
                cards[row, c3],
                cards[row, c4],
                cards[row, c5],
                cards[row, c6],
                t,
            )
    else:
        for row in range(len(cards)):
            for at in range(n):
                hand[at] = cards[row, columns[at]]
            out[row] = rank_cards(hand, n, t)
