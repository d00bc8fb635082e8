"""Own cards against as many of the dealer's, at most one of them shown, one ask.

Three card poker, Caribbean stud and crazy 4 poker are solved here. The dealer's hands are never dealt out one
by one. All hands of the pack go into counters in the order of their value. A counter for every set of up to
four cards says how many hands so far hold that set. Own hands have their turn at their value. The dealer's
hands below them that hold the upcard and none of the own cards are then a signed sum of 32 counters.
Three-card hands are few enough to be gone through, and only that way allows several packs.

A plan is int8[class of the own hand, place of the upcard (turned as the hand is)]. Without an
upcard the second axis has length one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.errors import BadInput
from croupier.prove.hands import CHOOSE, alike, all_hands, number_of, places, values
from croupier.prove.streets import Act, Progress, Solution, Street, solution

NOT_ASKED = -1
TOP: NDArray[np.int64] = np.array([max(chosen.bit_length() - 1, 0) for chosen in range(32)])
SIZE: NDArray[np.int64] = np.array([chosen.bit_count() for chosen in range(32)])
"""Of a set of five things written in bits: the highest of them, and how many they are."""
MOST_WORKERS = 4
SLICES = 64
"""In how many parts the own hands are worked off, so that progress can be told."""


def solve(street: Street, progress: Progress | None = None) -> Solution:
    """Find the best play. Of acts worth the same the first is taken."""
    return _work(street, None, progress)


def count(street: Street, plans: tuple[NDArray[np.int8], ...], progress: Progress | None = None) -> Solution:
    """Count the ends under a given plan."""
    return _work(street, plans, progress)


def worths(street: Street, own: Sequence[int], up: int | None = None) -> dict[str, Fraction]:
    """Return the value of each act on offer with these cards, over every hand that the dealer can hold."""
    value = values(street.ranking, street.deck, street.own, street.decks)
    mine = int(value[number_of(street.deck, own, street.decks > 1)])
    kind = np.searchsorted(street.own_bands, mine, side="right")
    left = np.full(len(street.deck), street.decks)
    for card in (*own, *(() if up is None else (up,))):
        left[places(street.deck)[card]] -= 1
    hands = all_hands(len(street.deck), street.dealer, street.decks > 1)
    if up is not None:
        shown = hands == places(street.deck)[up]
        value, hands, shown = value[shown.any(axis=1)], hands[shown.any(axis=1)], shown[shown.any(axis=1)]
        first = np.arange(street.dealer) == shown.argmax(axis=1)[:, None]
        hands = hands[~first].reshape(len(hands), -1)
    ways = np.ones(len(hands), dtype=np.int64)
    for card in range(hands.shape[1]):
        before = (hands[:, :card] == hands[:, card : card + 1]).sum(axis=1)
        ways = ways * (left[hands[:, card]] - before) // (before + 1)
    counts = np.zeros(street.pays.shape[2:], dtype=np.int64)
    np.add.at(
        counts,
        (
            np.searchsorted(street.bands, value, side="right"),
            1 + (mine > value).astype(np.int64) - (mine < value),
        ),
        ways,
    )
    acts = street.asks[0].acts[0] if street.asks else (Act("", 0),)
    offered = [
        act
        for act in acts
        if mine >= act.needs and (up is None or act.upcards is None or up // 4 in act.upcards)
    ]
    return {
        act.name: Fraction(int((counts * street.pays[act.to, kind]).sum()), int(counts.sum()))
        for act in offered
    }


def empty_plan(street: Street) -> NDArray[np.int8]:
    """Return a plan without answers."""
    classes = len(alike(street.deck, street.own, street.decks > 1).hands)
    return np.full((classes, len(street.deck) if street.up else 1), NOT_ASKED, dtype=np.int8)


def _check(street: Street) -> None:
    if (
        street.board
        or street.own != street.dealer
        or street.own not in (3, 5)
        or street.up > 1
        or len(street.asks) > 1
    ):
        raise BadInput(
            "this method is for three or five own cards against as many of the dealer's, "
            "at most one of them shown, no board, and one ask"
        )
    if street.decks > 1 and street.own != 3:
        raise BadInput("several packs are worked out for three cards only")
    if street.asks and (street.asks[0].up != street.up or set(street.asks[0].acts) != {0}):
        raise BadInput("the ask is put at the start, when the dealer's upcard is seen")


def _work(street: Street, plans: tuple[NDArray[np.int8], ...] | None, progress: Progress | None) -> Solution:
    """Share the own hands among the cores; each adds up its own cells."""
    started = time.perf_counter()
    _check(street)
    again = street.decks > 1
    own = alike(street.deck, street.own, again)
    value = values(street.ranking, street.deck, street.own, street.decks)
    plan = empty_plan(street) if plans is None or not street.asks else plans[0]
    if plan.shape != empty_plan(street).shape:
        raise BadInput(f"a plan of this game is {empty_plan(street).shape}, not {plan.shape}")
    bands = np.array(street.bands, dtype=np.int64)
    own_values = value[own.first].astype(np.int64)
    kinds = np.searchsorted(np.array(street.own_bands, dtype=np.int64), own_values, side="right")
    rules = (
        np.ascontiguousarray(street.pays, dtype=np.int64),
        *_acts(street),
        plans is not None and bool(street.asks),
        plan,
    )
    order = np.argsort(own_values, kind="stable")
    kernel: Any = five if street.own == 5 else three
    workers = max(1, min(os.cpu_count() or 1, MOST_WORKERS))

    def share(worker: int) -> NDArray[np.int64]:
        cells = np.zeros(street.pays.shape, dtype=np.int64)
        mine = order[worker::workers]
        step = max(1, -(-len(mine) // SLICES))
        dealer = (
            (*_counters(street, value, bands), bands)
            if street.own == 5
            else (value, np.searchsorted(bands, value, side="right"), street.decks)
        )
        for start in range(0, len(mine), step):
            part = mine[start : start + step]
            hands = (
                own.hands[part],
                own.weights[part] * _copies(own.hands[part], street.decks),
                own_values[part],
                kinds[part],
                part,
            )
            kernel(*hands, *dealer, street.up, *rules, cells, CHOOSE)
            if progress and worker == 0:
                progress(min(start + step, len(mine)), len(mine))
        return cells

    with ThreadPoolExecutor(workers) as pool:
        cells = sum(pool.map(share, range(workers)), np.zeros(street.pays.shape, dtype=np.int64))
    return solution(
        street.pays, cells, street.total, (plan,) if street.asks else (), time.perf_counter() - started
    )


def _acts(street: Street) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """Return the state after each act, the value it needs, and the upcards that allow it.

    Where nothing is asked there is one act that changes nothing.
    """
    acts = street.asks[0].acts[0] if street.asks else (Act("", 0),)
    allowed = [[act.upcards is None or card // 4 in act.upcards for card in street.deck] for act in acts]
    return np.array([act.to for act in acts]), np.array([act.needs for act in acts]), np.array(allowed)


def _copies(hands: NDArray[np.uint8], decks: int) -> NDArray[np.int64]:
    """Count the ways to take each hand of three places from `decks` packs."""
    same = (hands[:, 0] == hands[:, 1]).astype(np.int64) + (hands[:, 1] == hands[:, 2])
    return (
        np.array([decks**3, decks * comb(decks, 2), comb(decks, 3)])[same]
        if decks > 1
        else np.ones(len(hands), dtype=np.int64)
    )


def _counters(street: Street, value: NDArray[np.uint16], bands: NDArray[np.int64]) -> tuple[Any, ...]:
    """Return the counters of five-card hands.

    There is a column for hands below the value at turn, one for those up to it, and one below each band.
    """
    size = len(street.deck)
    counters = np.zeros((sum(comb(size, cards) for cards in range(5)), 2 + len(bands)), dtype=np.int32)
    order = np.argsort(value, kind="stable").astype(np.int32)
    hands = all_hands(size, 5)
    for column, threshold in enumerate(bands, start=2):
        fill(counters, column, hands, order[: np.searchsorted(value[order], threshold)], size, CHOOSE)
    return counters, np.zeros(2, dtype=np.int64), hands, order, value


@compiled
def best_act(
    counts: NDArray[np.int64],
    own: int,
    kind: int,
    up: int,
    pays: NDArray[np.int64],
    ends: NDArray[np.int64],
    needs: NDArray[np.int64],
    allowed: NDArray[np.bool_],
) -> int:
    """Return the act worth most over the dealer's hands by band and comparison. Of equal ones the first."""
    best, most = -1, 0
    for act in range(len(ends)):
        if own >= needs[act] and (up < 0 or allowed[act, up]):
            worth = 0
            for band in range(counts.shape[0]):
                for compared in range(3):
                    worth += counts[band, compared] * pays[ends[act], kind, band, compared]
            if best < 0 or worth > most:
                best, most = act, worth
    return best


@compiled
def settle(
    counts: NDArray[np.int64],
    own: int,
    kind: int,
    row: int,
    up: int,
    weight: int,
    pays: NDArray[np.int64],
    ends: NDArray[np.int64],
    needs: NDArray[np.int64],
    allowed: NDArray[np.bool_],
    fixed: bool,
    plan: NDArray[np.int8],
    cells: NDArray[np.int64],
) -> None:
    """Choose at one information set, or do as planned, and count how it ends."""
    if not fixed:
        plan[row, max(up, 0)] = best_act(counts, own, kind, up, pays, ends, needs, allowed)
    act = plan[row, max(up, 0)]
    if not 0 <= act < len(ends) or own < needs[act] or (up >= 0 and not allowed[act, up]):
        raise ValueError("the plan takes an act that is not offered")
    end = ends[act]
    for band in range(counts.shape[0]):
        for compared in range(3):
            cells[end, kind, band, compared] += weight * counts[band, compared]


@compiled
def put(
    counters: NDArray[np.int32],
    column: int,
    hand: NDArray[np.uint8],
    starts: NDArray[np.int64],
    index: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> None:
    """Count one hand of five under each of its sets of up to four cards."""
    counters[0, column] += 1
    for chosen in range(1, 31):
        index[chosen] = index[chosen ^ (1 << TOP[chosen])] + choose[hand[TOP[chosen]], SIZE[chosen]]
        counters[starts[SIZE[chosen]] + index[chosen], column] += 1


@compiled
def starts_of(size: int, choose: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where the counters of the sets of each size begin."""
    starts = np.zeros(6, dtype=np.int64)
    for cards in range(5):
        starts[cards + 1] = starts[cards] + choose[size, cards]
    return starts


@compiled
def fill(
    counters: NDArray[np.int32],
    column: int,
    hands: NDArray[np.uint8],
    order: NDArray[np.int32],
    size: int,
    choose: NDArray[np.int64],
) -> None:
    """Count these hands in one column."""
    starts, index = starts_of(size, choose), np.zeros(32, dtype=np.int64)
    for number in order:
        put(counters, column, hands[number], starts, index, choose)


@compiled
def below(
    row: NDArray[np.int64],
    hand: NDArray[np.uint8],
    up: int,
    counters: NDArray[np.int32],
    value: NDArray[np.uint16],
    limits: NDArray[np.int64],
    starts: NDArray[np.int64],
    index: NDArray[np.int64],
    with_up: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> None:
    """Count the dealer's hands below each limit that hold the upcard (any if -1) and none of the own cards.

    It is an inclusion and exclusion over the own cards. `index` has the numbers of the sets of own cards.
    `with_up` takes those of the same sets with the upcard among them.
    """
    row[:] = 0
    for chosen in range(32):
        cards, at = SIZE[chosen], index[chosen]
        if up >= 0:
            top = np.int64(hand[TOP[chosen]])
            cards += 1
            at = (
                with_up[chosen ^ (1 << TOP[chosen])] + choose[top, cards]
                if chosen and top > up
                else at + choose[up, cards]
            )
            with_up[chosen] = at
        sign = 1 - 2 * (SIZE[chosen] & 1)
        if cards < 5:
            for column in range(len(limits)):
                row[column] += sign * counters[starts[cards] + at, column]
        elif cards == 5:
            for column in range(len(limits)):
                row[column] += sign * (value[at] < limits[column])


@compiled
def five(
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
    own_values: NDArray[np.int64],
    kinds: NDArray[np.int64],
    rows: NDArray[np.int64],
    counters: NDArray[np.int32],
    counted: NDArray[np.int64],
    dealer_hands: NDArray[np.uint8],
    order: NDArray[np.int32],
    value: NDArray[np.uint16],
    bands: NDArray[np.int64],
    up: int,
    pays: NDArray[np.int64],
    ends: NDArray[np.int64],
    needs: NDArray[np.int64],
    allowed: NDArray[np.bool_],
    fixed: bool,
    plan: NDArray[np.int8],
    cells: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> None:
    """Compare own hands, ascending by value, with the counters.

    The counters advance with the values, and `counted` says how far they are.
    """
    size = allowed.shape[1]
    starts = starts_of(size, choose)
    index, with_up, scratch = (
        np.zeros(32, dtype=np.int64),
        np.zeros(32, dtype=np.int64),
        np.zeros(32, dtype=np.int64),
    )
    limits, row = np.empty(2 + len(bands), dtype=np.int64), np.empty(2 + len(bands), dtype=np.int64)
    limits[2:] = bands
    counts = np.empty((len(bands) + 1, 3), dtype=np.int64)
    everything = choose[size - 6, 4] if up else choose[size - 5, 5]
    for own in range(len(hands)):
        for column in range(2):
            limits[column] = own_values[own] + column
            while counted[column] < len(order) and value[order[counted[column]]] < limits[column]:
                put(counters, column, dealer_hands[order[counted[column]]], starts, scratch, choose)
                counted[column] += 1
        for chosen in range(1, 32):
            index[chosen] = index[chosen ^ (1 << TOP[chosen])] + choose[hands[own, TOP[chosen]], SIZE[chosen]]
        for shown in range(size if up else 1):
            if up and (hands[own] == shown).any():
                continue
            place = shown if up else -1
            below(row, hands[own], place, counters, value, limits, starts, index, with_up, choose)
            least = np.int64(0)
            for band in range(len(bands) + 1):
                most = row[2 + band] if band < len(bands) else everything
                lower, upto = min(max(row[0], least), most), min(max(row[1], least), most)
                counts[band, 0], counts[band, 1], counts[band, 2] = most - upto, upto - lower, lower - least
                least = most
            settle(
                counts,
                own_values[own],
                kinds[own],
                rows[own],
                place,
                weights[own],
                pays,
                ends,
                needs,
                allowed,
                fixed,
                plan,
                cells,
            )


@compiled
def three(
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
    own_values: NDArray[np.int64],
    kinds: NDArray[np.int64],
    rows: NDArray[np.int64],
    value: NDArray[np.uint16],
    dealer_bands: NDArray[np.int64],
    decks: int,
    up: int,
    pays: NDArray[np.int64],
    ends: NDArray[np.int64],
    needs: NDArray[np.int64],
    allowed: NDArray[np.bool_],
    fixed: bool,
    plan: NDArray[np.int8],
    cells: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> None:
    """Compare own hands of three cards with every hand of the cards left, from one pack or several."""
    size, again = allowed.shape[1], int(decks > 1)
    counts = np.empty((pays.shape[2], 3), dtype=np.int64)
    left = np.empty(size, dtype=np.int64)
    for own in range(len(hands)):
        if weights[own] == 0:
            continue
        left[:] = decks
        for card in range(3):
            left[hands[own, card]] -= 1
        for shown in range(size if up else 1):
            ways = left[shown] if up else 1
            if ways == 0:
                continue
            if up:
                left[shown] -= 1
            counts[:] = 0
            for high in range(size):
                if left[high] == 0:
                    continue
                for middle in range(high + again):
                    pair = left[middle] * left[high] if middle < high else left[high] * (left[high] - 1) // 2
                    if pair == 0:
                        continue
                    if up:
                        low, mid, top = min(shown, middle), max(min(shown, high), middle), max(shown, high)
                        at = low + choose[mid + again, 2] + choose[top + 2 * again, 3]
                        counts[dealer_bands[at], compared(own_values[own], value[at])] += ways * pair
                        continue
                    base = choose[middle + again, 2] + choose[high + 2 * again, 3]
                    for low in range(middle + again):
                        triple = left[low] * pair
                        if low == middle:
                            triple = (
                                pair * (left[low] - 1) // 2 if middle < high else pair * (left[low] - 2) // 3
                            )
                        counts[dealer_bands[base + low], compared(own_values[own], value[base + low])] += (
                            triple
                        )
            settle(
                counts,
                own_values[own],
                kinds[own],
                rows[own],
                shown if up else -1,
                weights[own],
                pays,
                ends,
                needs,
                allowed,
                fixed,
                plan,
                cells,
            )
            if up:
                left[shown] += 1


@compiled
def compared(own: int, dealer: int) -> int:
    """Return 0 for lower than the dealer, 1 for equal, 2 for higher."""
    return 1 + (own > dealer) - (own < dealer)
