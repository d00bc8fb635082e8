"""One full board: the dealer's pairs against every own pair, counted at once.

On a board only two things about a card matter: its rank, and whether it is of the suit that may flush. They
are its sort. The pairs of sorts are put in order of value. One sweep counts the dealer's pairs so far, and
those of them that hold a card of each sort. The dealer's pairs below an own pair are then all so far, less
those that hold the one card or the other: never dealer's hand by dealer's hand.

Cards are places in the pack (rank times suits, plus suit), as in `hands`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.errors import BadInput
from croupier.prove.hands import CHOOSE
from croupier.prove.streets import Street
from croupier.ranking.boards import boards
from croupier.ranking.bulk import tables

OWN, BOARD = 2, 5
RANKS = 13
SORTS = 2 * RANKS
"""The ranks outside the suit that may flush, then those in it. One more stands for cards already dealt."""
FLUSH = 5
MOST_PAIRS = SORTS * (SORTS + 1) // 2
SORT_BITS, SHARE = 5, 7
"""Bits of a sort, and bits of a value that are sorted at a time, in two rounds."""
LAST_SORT, LAST_BUCKET = (1 << SORT_BITS) - 1, (1 << SHARE) - 1


class Scale(NamedTuple):
    """The values of a game's cards."""

    suits: int
    cards: int
    """How many cards the pack has."""
    ranks: NDArray[np.int64]
    """[place // suits]: the rank."""
    lines: NDArray[np.uint16]
    """Of `ranking.boards`: by the ranks of the board and of the pair, and by the ranks of one suit."""
    suited: NDArray[np.uint16]
    kinds: NDArray[np.int64]
    """[value]: the kind of the own hand."""
    bands: NDArray[np.int64]


class Scratch(NamedTuple):
    """The scratch arrays of one worker. Pairs of sorts are in ascending order of their value."""

    sort: NDArray[np.int64]
    """[card]: its sort on this board."""
    left: NDArray[np.int64]
    """[sort]: how many cards of it are left."""
    keys: NDArray[np.int64]
    """[pair]: value, higher sort and lower sort in one number."""
    spare: NDArray[np.int64]
    high: NDArray[np.int32]
    low: NDArray[np.int32]
    value: NDArray[np.int32]
    lower: NDArray[np.int32]
    """[pair]: how many of the dealer's pairs are below it."""
    upto: NDArray[np.int32]
    came: NDArray[np.int64]
    """[band]: the dealer's pairs below it."""
    holding: NDArray[np.int32]
    """[band, sort]: those of them that hold one certain card of the sort.

    The last line is for all pairs so far.
    """
    counts: NDArray[np.int32]
    """[3 * band + comparison, pair]: the dealer's pairs against it.

    Comparison: 0 the own pair is lower, 1 equal, 2 higher.
    """
    buckets: NDArray[np.int64]


def scale_of(street: Street) -> Scale:
    """Return the values of all hands of a game, from the tables of its ranking."""
    lines, suited = boards(street.ranking)
    values = tables(street.ranking, OWN + BOARD).count
    if values > 1 << (2 * SHARE):
        raise BadInput(f"{street.ranking} has more values than can be put in order here")
    ranks = np.array(sorted({card // 4 for card in street.deck}), dtype=np.int64)
    kinds = np.searchsorted(np.array(street.own_bands, dtype=np.int64), np.arange(values), side="right")
    return Scale(
        len(street.deck) // len(ranks),
        len(street.deck),
        ranks,
        lines,
        suited,
        kinds,
        np.array(street.bands, dtype=np.int64),
    )


def scratch_for(scale: Scale) -> Scratch:
    """Return empty scratch arrays for one worker."""
    limits = len(scale.bands) + 1
    return Scratch(
        sort=np.zeros(scale.cards, dtype=np.int64),
        left=np.zeros(SORTS + 1, dtype=np.int64),
        keys=np.zeros(MOST_PAIRS, dtype=np.int64),
        spare=np.zeros(MOST_PAIRS, dtype=np.int64),
        high=np.zeros(MOST_PAIRS, dtype=np.int32),
        low=np.zeros(MOST_PAIRS, dtype=np.int32),
        value=np.zeros(MOST_PAIRS, dtype=np.int32),
        lower=np.zeros(MOST_PAIRS, dtype=np.int32),
        upto=np.zeros(MOST_PAIRS, dtype=np.int32),
        came=np.zeros(limits, dtype=np.int64),
        holding=np.zeros((limits, SORTS + 1), dtype=np.int32),
        counts=np.zeros((3 * limits, MOST_PAIRS), dtype=np.int32),
        buckets=np.zeros(1 << SHARE, dtype=np.int64),
    )


@compiled
def showdown(board: NDArray[np.int64], scale: Scale, room: Scratch) -> int:
    """Count on one board (places ascending); how many pairs of sorts there are."""
    pairs = _sort_out(board, scale, room)
    _put_in_order(room, pairs)
    _sweep(room, pairs, scale.bands)
    _compare(room, pairs, scale.bands, CHOOSE[scale.cards - BOARD - OWN, OWN])
    return pairs


@compiled
def _sort_out(board: NDArray[np.int64], scale: Scale, room: Scratch) -> int:
    """Sort the cards that are left, and find the value of every pair of sorts."""
    suits, names, lines, suited = scale.suits, scale.ranks, scale.lines, scale.suited
    sort, left, keys = room.sort, room.left, room.keys
    flush, held, ranks = -1, 0, 0
    for suit in range(suits):
        number = 0
        for card in board:
            number += card % suits == suit
        if number >= FLUSH - OWN:
            flush, held = suit, number
    row = np.int64(0)
    for at in range(BOARD):
        row += CHOOSE[names[board[at] // suits] + at, at + 1]
        if board[at] % suits == flush:
            ranks |= 1 << names[board[at] // suits]
    left[:] = 0
    for card in range(scale.cards):
        sort[card] = names[card // suits]
    if flush >= 0:
        for card in range(flush, scale.cards, suits):
            sort[card] += RANKS
    for card in board:
        sort[card] = SORTS
    for card in range(scale.cards):
        left[sort[card]] += 1
    pairs = 0
    for high in range(SORTS if flush >= 0 else RANKS):
        if left[high] == 0:
            continue
        for low in range(high + (left[high] > 1)):
            if left[low] == 0:
                continue
            value = np.int64(lines[row, high % RANKS * RANKS + low % RANKS])
            if held + (high >= RANKS) + (low >= RANKS) >= FLUSH:
                mine = ranks
                if high >= RANKS:
                    mine |= 1 << (high - RANKS)
                if low >= RANKS:
                    mine |= 1 << (low - RANKS)
                value = max(value, np.int64(suited[mine]))
            keys[pairs] = value << 2 * SORT_BITS | high << SORT_BITS | low
            pairs += 1
    return pairs


@compiled
def _put_in_order(room: Scratch, pairs: int) -> None:
    """Sort the pairs by value, seven bits at a time."""
    buckets, keys, spare = room.buckets, room.keys, room.spare
    for half in range(2):
        shift = 2 * SORT_BITS + half * SHARE
        buckets[:] = 0
        for at in range(pairs):
            buckets[keys[at] >> shift & LAST_BUCKET] += 1
        before = np.int64(0)
        for bucket in range(LAST_BUCKET + 1):
            before, buckets[bucket] = before + buckets[bucket], before
        for at in range(pairs):
            bucket = keys[at] >> shift & LAST_BUCKET
            spare[buckets[bucket]] = keys[at]
            buckets[bucket] += 1
        keys, spare = spare, keys
    for at in range(pairs):
        room.value[at] = keys[at] >> 2 * SORT_BITS
        room.high[at] = keys[at] >> SORT_BITS & LAST_SORT
        room.low[at] = keys[at] & LAST_SORT


@compiled
def _sweep(room: Scratch, pairs: int, bands: NDArray[np.int64]) -> None:
    """Go up through the values, and count for each pair the dealer's pairs before it and with it."""
    values, highs, lows, lower, upto, left, marks = (
        room.value,
        room.high,
        room.low,
        room.lower,
        room.upto,
        room.left,
        room.holding,
    )
    last = len(bands)
    holding = marks[last]
    holding[:] = 0
    came = np.int64(0)
    start, band = 0, 0
    while start < pairs:
        value = values[start]
        while band < last and bands[band] <= value:
            _mark(room, band, came)
            band += 1
        end = start
        while end < pairs and values[end] == value:
            lower[end] = came - holding[highs[end]] - holding[lows[end]]
            end += 1
        for at in range(start, end):
            high, low = highs[at], lows[at]
            if high == low:
                came += left[high] * (left[high] - 1) // 2
                holding[high] += left[high] - 1
            else:
                came += left[high] * left[low]
                holding[high] += left[low]
                holding[low] += left[high]
        for at in range(start, end):
            # The pair itself came too, and was taken off with either of its cards.
            upto[at] = came - holding[highs[at]] - holding[lows[at]] + 1
        start = end
    while band < last:
        _mark(room, band, came)
        band += 1


@compiled
def _mark(room: Scratch, band: int, came: np.int64) -> None:
    """Keep the counts as the dealer's pairs reach a band."""
    last = len(room.came) - 1
    room.came[band] = came
    for sort in range(SORTS):
        room.holding[band, sort] = room.holding[last, sort]


@compiled
def _compare(room: Scratch, pairs: int, bands: NDArray[np.int64], everything: int) -> None:
    """Compare the dealer's pairs with every own pair, by band and comparison."""
    values, highs, lows, lower, upto, counts, spare = (
        room.value,
        room.high,
        room.low,
        room.lower,
        room.upto,
        room.counts,
        room.spare,
    )
    for at in range(pairs):
        spare[at] = 0
    for band in range(len(bands) + 1):
        under, equal, over = counts[3 * band], counts[3 * band + 1], counts[3 * band + 2]
        came = room.came[band]
        for at in range(pairs):
            least, most = spare[at], np.int64(everything)
            if band < len(bands):
                most = (
                    came
                    - room.holding[band, highs[at]]
                    - room.holding[band, lows[at]]
                    + (values[at] < bands[band])
                )
            below, reached = (
                min(max(np.int64(lower[at]), least), most),
                min(max(np.int64(upto[at]), least), most),
            )
            under[at], equal[at], over[at] = most - reached, reached - below, below - least
            spare[at] = most
