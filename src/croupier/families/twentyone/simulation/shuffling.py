"""A shoe that is shuffled as far as it is dealt, three places by a word, and that may run out in a round.

A shoe is an array of cards with two bytes more behind them. Its first `ready` places are shuffled (Fisher and
Yates): each has taken one of the cards from there on. A word of the stream gives three places at a time: D.
Lemire's product is taken again on the half that it leaves over. A word that would make some three places
likelier than others is rejected (N. Brackett-Rozinsky and D. Lemire, "Batched ranged random integer
generation", 2024). So a fresh shuffle costs nothing: it begins again with no place ready, however the cards
lie.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.simulate.streams import CHUNK, fill_words

Bytes = NDArray[np.uint8]
GROUP = 3
"""The places that one word gives."""
WORD, NEXT, BLOCK, REFILLED, SHORT = range(5)
"""The cursor of a source.

The next of the words at hand, the place behind them in the stream, the block of the stream, whether the shoe
was refilled in this round, and whether the cards still did not suffice.
"""
AS_USUAL, LAST, SHUFFLED = range(3)
STILL_IN = -1
"""The cutting card has not come out."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE, _TWO = np.uint64(1), np.uint64(2)


class Bounds(NamedTuple):
    """By group of three places: the cards from its first place on, and the least last half of a word."""

    left: NDArray[np.uint64]
    floor: NDArray[np.uint64]


class Source(NamedTuple):
    """The stream of a block, which orders the cards."""

    seed: np.uint64
    bounds: Bounds
    words: NDArray[np.uint32]
    cursor: NDArray[np.int64]


class Procedure(NamedTuple):
    """How a shoe is used up."""

    size: int
    """The cards in it."""
    fresh: int
    """Whether the cards are shuffled before every round."""
    burn: int
    """The cards burnt from a fresh shoe."""
    cut: int
    """The place of the cutting card."""
    more: int
    """The rounds played after the one in which the cutting card came out."""
    first_out: int
    """What is done where the cutting card is the first thing out in a round.

    AS_USUAL, or it is the LAST round, or the cards are SHUFFLED before it.
    """
    goal: int
    """The groups of places shuffled at once. A round that needs more shuffles as it is dealt."""


def bounds_of(size: int) -> Bounds:
    """Return the bounds of a shoe of `size` cards."""
    lefts = [size - GROUP * group for group in range(-(-size // GROUP))]
    # In the last group fewer than three cards may be left. A place without choice takes the card that lies
    # there.
    floors = [2**32 % prod(max(left - more, 1) for more in range(GROUP)) for left in lefts]
    return Bounds(np.array(lefts, np.uint64), np.array(floors, np.uint64))


def procedure(
    size: int,
    fresh: bool,
    burn: int = 0,
    depth: int = 0,
    more: int = 0,
    first_out: int = AS_USUAL,
    at_once: int = 0,
) -> Procedure:
    """Return how a shoe of `size` cards is used, with `depth` cards behind the cutting card.

    In a shoe for one round only, `at_once` cards are shuffled beforehand.
    """
    groups = -(-size // GROUP)
    goal = min(groups, -(-at_once // GROUP)) if fresh else min(groups, -(-(size - depth + at_once) // GROUP))
    return Procedure(size, int(fresh), 0 if fresh else burn, size - depth, more, first_out, max(goal, 1))


def cards_of(order: NDArray[np.uint8]) -> Bytes:
    """Return a shoe in the order of new packs."""
    return np.concatenate([order, np.zeros(GROUP - 1, np.uint8)])


@compiled
def begin(source: Source, block: int) -> None:
    """Start the stream of a block."""
    source.cursor[:] = 0
    source.cursor[WORD], source.cursor[BLOCK] = CHUNK, block


@compiled
def shuffle(cards: Bytes, group: int, until: int, source: Source) -> int:
    """Shuffle the cards of some groups of places. Return how many cards are ready."""
    bounds, words, cursor = source.bounds, source.words, source.cursor
    word = cursor[WORD]
    while group < until:
        if word == CHUNK:
            fill_words(source.seed, np.uint64(cursor[BLOCK]), cursor[NEXT], words)
            cursor[NEXT] += CHUNK
            word = 0
        left = bounds.left[group]
        product = np.uint64(words[word]) * left
        word += 1
        one = product >> _HALF
        product = (product & _LOW) * (left - _ONE)
        two = product >> _HALF
        product = (product & _LOW) * (left - _TWO)
        three = product >> _HALF
        if product & _LOW < bounds.floor[group]:
            continue
        at = GROUP * group
        group += 1
        other = at + np.int64(one)
        cards[at], cards[other] = cards[other], cards[at]
        other = at + 1 + np.int64(two)
        cards[at + 1], cards[other] = cards[other], cards[at + 1]
        other = at + 2 + np.int64(three)
        cards[at + 2], cards[other] = cards[other], cards[at + 2]
    cursor[WORD] = word
    return min(GROUP * group, len(cards) - GROUP + 1)


@compiled
def below(bound: int, source: Source) -> int:
    """Return a number from 0 to bound - 1, all equally likely."""
    limit, cursor = np.uint64(bound), source.cursor
    while True:
        if cursor[WORD] == CHUNK:
            fill_words(source.seed, np.uint64(cursor[BLOCK]), cursor[NEXT], source.words)
            cursor[NEXT] += CHUNK
            cursor[WORD] = 0
        product = np.uint64(source.words[cursor[WORD]]) * limit
        cursor[WORD] += 1
        if product & _LOW >= (_LOW + _ONE - limit) % limit:
            return int(np.int64(product >> _HALF))


@compiled
def more(cards: Bytes, at: int, ready: int, start: int, source: Source) -> tuple[int, int, int]:
    """Make a card ready: shuffle on, or refill an empty shoe.

    A refill takes all cards that do not lie on the table since the round began at `start`. Return the place
    of the next card, how many are ready, and where the round begins now.
    """
    size, cursor = len(cards) - GROUP + 1, source.cursor
    if ready < size:
        group = ready // GROUP
        return at, shuffle(cards, group, group + 1, source), start
    if start == 0:
        # Everything lies on the table. The caller gives up; until then it gets cards that are not there.
        cursor[SHORT] = cursor[REFILLED] = 1
        return 0, ready, 0
    laid = at - start
    table = cards[start:at].copy()
    for place in range(start - 1, -1, -1):
        cards[place + laid] = cards[place]
    cards[:laid] = table
    for place in range(laid, size - 1):
        other = place + below(size - place, source)
        cards[place], cards[other] = cards[other], cards[place]
    cursor[REFILLED] = 1
    return laid, size, 0


@compiled
def set_out(
    cards: Bytes, at: int, ready: int, start: int, number: int, source: Source
) -> tuple[int, int, int]:
    """Make the next `number` cards of the round ready in a row. Return the same as `more`."""
    drawn = 0
    while drawn < number:
        if at + drawn == ready:
            place, ready, start = more(cards, at + drawn, ready, start, source)
            at = place - drawn
        drawn += 1
    return at, ready, start


@compiled
def rounds_left(left: int, start: int, at: int, how: Procedure, source: Source) -> int:
    """Return the rounds still played from this shoe after one that took the cards from `start` to `at`.

    It is STILL_IN while the cutting card is in the shoe.
    """
    if how.fresh or at == how.size or source.cursor[REFILLED]:
        return 0
    if left != STILL_IN:
        return left - 1
    if at <= how.cut:
        return 0 if at == how.cut and how.first_out == SHUFFLED else STILL_IN
    return 0 if how.first_out == LAST and start >= how.cut else how.more


def source_of(seed: int, size: int) -> Source:
    """Return a source for shoes of `size` cards."""
    return Source(
        np.uint64(seed & (2**64 - 1)),
        bounds_of(size),
        np.empty(CHUNK, np.uint32),
        np.zeros(SHORT + 1, np.int64),
    )
