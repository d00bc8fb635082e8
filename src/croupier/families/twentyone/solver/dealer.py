"""How the dealer's hand ends: for each upcard every final hand, and in how many orders of cards.

The chance of drawing given cards is the same for every order of them, so the chance of an end is its number
of orders times a product of falling counts. The products of all ends are taken along a tree. A node is a set
of cards, its parent the same set less one card of its last value, so each node costs one multiplication. The
outcome with the most ends for an upcard (to go over 21, as a rule) is the rest to one.

The ends of an outcome are summed by their shape: how many cards are drawn, and how many of them are of one
value, the pair's. The counts of that value are left out of the products. So the same sums serve for any
number of its cards left, which is what differs between the hands of one split and of another. The ways
(`add_ways`) are the factors of each sum.

Several sets of cards are computed at a time, side by side, because the processor multiplies several numbers
as fast as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.states import ACE, MOST, TEN, VALUES, Counts, best_total, hard_total

STANDS = 17
NOTHING = (0,) * VALUES
LANES = 8
"""The sets of cards computed at a time."""
NO_PAIR = VALUES
"""The pair's value where there is none: no value is left out."""
DRAWN = 64
"""More cards than two hands and the dealer draw."""

DealerClass = Callable[[Counts, int, bool, bool], str]
"""(cards with the upcard, upcard, is it a natural, was a card discarded) -> the name of the outcome."""


class End(NamedTuple):
    """One end of the dealer's hand."""

    upcard: int
    drawn: Counts
    """The cards drawn, with a discarded one."""
    orders: int
    hand: Counts
    """The hand, with the upcard and without a discarded card."""
    natural: bool
    discarded: bool


class Dealer(NamedTuple):
    """The dealer as a kernel needs him: the trees, and the ends sorted by upcard and outcome."""

    start: NDArray[np.int64]
    """[upcard]: the first node of its tree: the root, no card drawn."""
    value: NDArray[np.int64]
    """[node]: the value of its last card."""
    before: NDArray[np.int64]
    """[node]: how many more cards of that value it holds."""
    parent: NDArray[np.int64]
    """[node]: its parent, counted from the root."""
    rest: NDArray[np.int64]
    """[upcard]: the outcome that is the rest to one."""
    first: NDArray[np.int64]
    """[upcard times outcomes plus outcome]: the first of its ends."""
    node: NDArray[np.int64]
    """[end]: its node, counted from the root."""
    orders: NDArray[np.int64]
    """[end]: its number of orders."""
    depth: NDArray[np.int64]
    """[end]: the number of cards drawn."""
    drawn: NDArray[np.int64]
    """[end, value]: the cards drawn."""
    shapes: NDArray[np.int64]
    """[upcard, pair]: the number of shapes of its ends."""
    shape: NDArray[np.int64]
    """[pair, end]: its shape, counted from 0 for each upcard and pair."""
    cards: NDArray[np.int64]
    """[upcard, pair, shape]: the number of cards drawn."""
    pairs: NDArray[np.int64]
    """[upcard, pair, shape]: the number of them that are of the pair's value."""


class Scratch(NamedTuple):
    """Arrays that the kernels work in, with their input and output."""

    left: NDArray[np.float64]
    """[value, lane]: the unseen cards, to be filled in."""
    sums: NDArray[np.float64]
    """[outcome, shape, lane]: the orders of all ends, each times its product of counts."""
    product: NDArray[np.float64]
    """[node, lane]."""
    drawn: NDArray[np.int64]
    """[lane]: the number of cards the player has drawn."""
    pairs: NDArray[np.int64]
    """[lane]: the number of them that are of the pair's value."""
    group: NDArray[np.int64]
    """[lane]: the group of ways to take."""
    scale: NDArray[np.float64]
    """[shape, lane]."""
    chance: NDArray[np.float64]
    """[outcome, lane]."""


def draws(counts: Counts, hits_soft_17: bool) -> bool:
    """Say whether the dealer draws to a hand."""
    total = best_total(counts)
    return total < STANDS or (total == STANDS and hits_soft_17 and total > hard_total(counts))


@cache
def ends(hits_soft_17: bool, discards_bust: bool) -> tuple[End, ...]:
    """Return every end for every upcard, whatever the shoe."""
    found: dict[tuple[int, Counts, Counts, bool], int] = {}
    for upcard in range(VALUES):
        waiting = {NOTHING: 1}
        while waiting:
            following: dict[Counts, int] = {}
            for cards, orders in waiting.items():
                for card in range(VALUES):
                    more = added(cards, card)
                    hand = added(more, upcard)
                    if draws(hand, hits_soft_17):
                        following[more] = following.get(more, 0) + orders
                        continue
                    discarded = discards_bust and hard_total(hand) > MOST
                    key = (upcard, more, added(cards, upcard) if discarded else hand, discarded)
                    found[key] = found.get(key, 0) + orders
            waiting = following
    return tuple(
        End(upcard, drawn, orders, hand, sum(hand) == 2 and hand[ACE] == hand[TEN] == 1, discarded)
        for (upcard, drawn, hand, discarded), orders in found.items()
    )


def added(cards: Counts, value: int, number: int = 1) -> Counts:
    """Return some cards with one more, or `number` more, of a value."""
    return (*cards[:value], cards[value] + number, *cards[value + 1 :])


def trees(every: tuple[End, ...], outcome: list[int], outcomes: int) -> Dealer:
    """Return the trees of all ends except the rest to one. outcome[end] says how each end counts."""
    start, value, before, parent, rest = [0], [], [], [], []
    kept: list[tuple[int, int, int, Counts]] = []
    for upcard in range(VALUES):
        own = [(end, kind) for end, kind in zip(every, outcome, strict=True) if end.upcard == upcard]
        kinds = [kind for _, kind in own]
        rest.append(max(range(outcomes), key=kinds.count))
        number = _tree(end.drawn for end, kind in own if kind != rest[upcard])
        for cards in number:
            at = _last(cards)
            value.append(at)
            before.append(max(cards[at] - 1, 0))
            parent.append(number[added(cards, at, -1)] if any(cards) else 0)
        kept += [
            (upcard * outcomes + kind, number[end.drawn], end.orders, end.drawn)
            for end, kind in own
            if kind != rest[upcard]
        ]
        start.append(len(value))
    kept.sort()
    cell, node, orders = (np.array([one[column] for one in kept], np.int64) for column in range(3))
    drawn = np.array([one[3] for one in kept], np.int64).reshape(-1, VALUES)
    first = np.searchsorted(cell, np.arange(VALUES * outcomes + 1)).astype(np.int64)
    arrays = [np.array(of, np.int64) for of in (start, value, before, parent, rest)]
    shaped = _shapes(cell // outcomes, drawn)
    return Dealer(
        arrays[0],
        arrays[1],
        arrays[2],
        arrays[3],
        arrays[4],
        first,
        node,
        orders,
        drawn.sum(1),
        drawn,
        *shaped,
    )


def _shapes(
    upcard: NDArray[np.int64], drawn: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the last four fields of a dealer."""
    size = drawn.sum(1)
    shapes, shape = np.zeros((VALUES, VALUES + 1), np.int64), np.zeros((VALUES + 1, len(size)), np.int64)
    listed: dict[tuple[int, int], NDArray[np.int64]] = {}
    wide = int(size.max()) + 1
    for pair in range(VALUES + 1):
        key = size * wide + (drawn[:, pair] if pair < VALUES else 0)
        for up in range(VALUES):
            listed[up, pair], shape[pair, upcard == up] = np.unique(key[upcard == up], return_inverse=True)
            shapes[up, pair] = len(listed[up, pair])
    cards = np.zeros((VALUES, VALUES + 1, int(shapes.max())), np.int64)
    pairs = np.zeros_like(cards)
    for (up, pair), keys in listed.items():
        cards[up, pair, : len(keys)], pairs[up, pair, : len(keys)] = keys // wide, keys % wide
    return shapes, shape, cards, pairs


def _tree(cards: Iterable[Counts]) -> dict[Counts, int]:
    """Number some sets of cards and their parents, parents first."""
    whole = {NOTHING}
    for one in cards:
        while one not in whole:
            whole.add(one)
            one = added(one, _last(one), -1)
    return {one: at for at, one in enumerate(sorted(whole, key=lambda one: (sum(one), one)))}


def _last(cards: Counts) -> int:
    return max((value for value in range(VALUES) if cards[value]), default=0)


def scratch_for(dealer: Dealer) -> Scratch:
    """Return fresh arrays for the kernels."""
    outcomes, shapes, nodes = (
        (len(dealer.first) - 1) // VALUES,
        dealer.cards.shape[2],
        int(np.diff(dealer.start).max()),
    )
    drawn, pairs, group = (np.zeros(LANES, np.int64) for _ in range(3))
    return Scratch(
        np.zeros((VALUES, LANES)),
        np.zeros((outcomes, shapes, LANES)),
        np.zeros((nodes, LANES)),
        drawn,
        pairs,
        group,
        np.zeros((shapes, LANES)),
        np.zeros((outcomes, LANES)),
    )


@compiled
def tally(dealer: Dealer, upcard: int, pair: int, room: Scratch) -> None:
    """Fill `room.sums` from `room.left`. The counts of the pair's value play no part.

    The outcome that is the rest to one is not computed.
    """
    left, sums, product = room.left, room.sums, room.product
    start, end, rest = dealer.start[upcard], dealer.start[upcard + 1], dealer.rest[upcard]
    product[0] = 1.0
    for at in range(1, end - start):
        parent, value, before = (
            dealer.parent[start + at],
            dealer.value[start + at],
            float(dealer.before[start + at]),
        )
        if value == pair:
            for lane in range(LANES):
                product[at, lane] = product[parent, lane]
        else:
            for lane in range(LANES):
                product[at, lane] = product[parent, lane] * (left[value, lane] - before)
    for outcome in range(len(sums)):
        if outcome == rest:
            continue
        sums[outcome, : dealer.shapes[upcard, pair]] = 0.0
        cell = upcard * len(sums) + outcome
        for at in range(dealer.first[cell], dealer.first[cell + 1]):
            node, orders, shape = dealer.node[at], float(dealer.orders[at]), dealer.shape[pair, at]
            for lane in range(LANES):
                sums[outcome, shape, lane] += orders * product[node, lane]


@compiled
def add_ways(unseen: int, pairs: int, apart: int, share: float, out: NDArray[np.float64]) -> None:
    """Add the factors for a product of counts of the other values, times a share, to `out`.

    `out` is [cards drawn, of them of the pair's value].

    Some of the unseen cards may be known not to be of the pair's value: the second cards of other split hands
    that did not make a pair. Let n cards be unseen, `apart` of them set apart in this way, and q of the
    pair's value. All q are among the others, so a draw is of the pair's value with chance q / (n - apart),
    and of each other value in proportion to its number. So for s cards drawn, m of them not of the pair's
    value, the product of the counts is divided by the falling product (n - apart)(n - apart - 1)... of s
    numbers, and multiplied by (n - q - apart)... / (n - q)... of m numbers each. The order does not matter.
    """
    others = unseen - pairs
    odd = np.zeros(DRAWN)
    odd[0] = 1.0
    for drawn in range(1, DRAWN):
        odd[drawn] = odd[drawn - 1] * max(others - apart - drawn + 1, 0) / max(others - drawn + 1, 1)
    of_any = share
    for drawn in range(DRAWN):
        of_pair = of_any
        for number in range(min(drawn + 1, out.shape[1])):
            out[drawn, number] += of_pair * odd[drawn - number]
            of_pair *= max(pairs - number, 0)
        of_any = of_any / (unseen - apart - drawn) if unseen - apart > drawn else 0.0


@compiled
def chances(dealer: Dealer, upcard: int, pair: int, ways: NDArray[np.float64], room: Scratch) -> None:
    """Fill `room.chance` from `room.sums`: the chance of the player's cards and of every outcome.

    `ways` is [group, cards drawn, of them of the pair's value]: the factors for a product of counts of the
    other values.
    """
    sums, drawn, pairs, group, scale, chance = (
        room.sums,
        room.drawn,
        room.pairs,
        room.group,
        room.scale,
        room.chance,
    )
    rest = dealer.rest[upcard]
    for shape in range(dealer.shapes[upcard, pair]):
        cards, of_pair = dealer.cards[upcard, pair, shape], dealer.pairs[upcard, pair, shape]
        for lane in range(LANES):
            scale[shape, lane] = ways[group[lane], drawn[lane] + cards, pairs[lane] + of_pair]
    for lane in range(LANES):
        chance[rest, lane] = ways[group[lane], drawn[lane], pairs[lane]]
    for outcome in range(len(chance)):
        if outcome == rest:
            continue
        chance[outcome] = 0.0
        for shape in range(dealer.shapes[upcard, pair]):
            for lane in range(LANES):
                chance[outcome, lane] += sums[outcome, shape, lane] * scale[shape, lane]
        for lane in range(LANES):
            chance[rest, lane] -= chance[outcome, lane]
