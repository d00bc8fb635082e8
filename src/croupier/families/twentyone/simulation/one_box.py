"""The dealing of twenty-one, compiled: one box and nothing but its main wager, as fast as possible.

Most rounds are a walk from the first cards to the end of the hand, and another for the dealer. Only the pair
of ends is counted; its pay is looked up afterwards. Where a pair is split, the hands of the round are counted
together.
"""

from __future__ import annotations

import numpy as np

from croupier.compiled import compiled
from croupier.families.twentyone.simulation.running_count import BY_COUNT, Counting, count_now, note, place_of
from croupier.families.twentyone.simulation.shapes import (
    ADDED,
    FIRST,
    GONE,
    KNOWN,
    MOST_HANDS,
    OPEN,
    ORIGINAL,
    SPLIT,
    Ints,
    Tables,
    Way,
    Whole,
)
from croupier.families.twentyone.simulation.shuffling import (
    REFILLED,
    SHORT,
    STILL_IN,
    Bytes,
    Procedure,
    Source,
    begin,
    more,
    rounds_left,
    set_out,
    shuffle,
)
from croupier.families.twentyone.solver.states import ACE, TEN

SQUARES, HANDS = range(2)
"""The sums of rounds with a split: the squares of their nets, and their hands."""


@compiled
def split_hands(
    tables: Tables,
    both: int,
    plan: Whole,
    room: int,
    names: Ints | None,
    cards: Bytes,
    one: Whole,
    two: Whole,
    up: Whole,
    at: int,
    ready: int,
    start: int,
    source: Source,
    firsts: Ints,
    seconds: Ints,
    ends: Ints,
    trail: Ints | None,
) -> tuple[int, int, int, int]:
    """Play the hands of a split, one after the other. A further pair is split again where it may be.

    Return the place in the shoe and the number of hands, whose ends are written. `room` is the most hands of
    the box. `names` says which letter a card is, where the shoe does not hold letters. `trail` takes the
    number of cards of the first hand, and the cards.
    """
    letters = len(tables.value)
    value = tables.value[one if names is None else names[one]]
    limit = min(tables.limit[value], room)
    firsts[0], firsts[1] = one, two
    seconds[0] = seconds[1] = -1
    number = 2
    hand = 0
    while hand < number:
        for short in range(hand, min(hand + 2, number) if both else hand + 1):
            if seconds[short] < 0:
                if at == ready:
                    at, ready, start = more(cards, at, ready, start, source)
                card = np.int64(cards[at])
                at += 1
                seconds[short] = card
        second = seconds[hand] if names is None else names[seconds[hand]]
        if tables.value[second] == value and number < limit:
            for place in range(number, hand + 1, -1):
                firsts[place], seconds[place] = firsts[place - 1], seconds[place - 1]
            firsts[hand + 1] = seconds[hand]
            seconds[hand] = seconds[hand + 1] = -1
            number += 1
            continue
        state = tables.step[
            tables.alone[
                (plan * letters + up) * letters + (firsts[hand] if names is None else names[firsts[hand]])
            ]
            + second
        ]
        if trail is not None and hand == 0:
            trail[0], trail[1], trail[2] = 2, firsts[0], seconds[0]
        while state >= 0:
            if at == ready:
                at, ready, start = more(cards, at, ready, start, source)
            card = np.int64(cards[at])
            at += 1
            state = tables.step[state + (card if names is None else names[card])]
            if trail is not None and hand == 0:
                trail[0] += 1
                trail[trail[0]] = card
        ends[hand] = ~state
        hand += 1
    return number, at, ready, start


@compiled
def role_in_split(tables: Tables, naturals: int, outcome: int, hand: int, first_end: int) -> int:
    """Return the role of a split hand.

    If the first was settled before, a dealer's natural takes the second in its place.
    """
    return FIRST if hand == 0 or (hand == 1 and outcome < naturals and tables.stands_in[first_end]) else ADDED


@compiled
def count_split(
    tables: Tables, naturals: int, outcome: int, number: int, ends: Ints, cells: Ints, sums: Ints, pairs: Ints
) -> int:
    """Count the hands of a split. Return their net together."""
    net = 0
    for hand in range(number):
        role = role_in_split(tables, naturals, outcome, hand, ends[0])
        cells[role, ends[hand], outcome] += 1
        net += tables.net[role, ends[hand], outcome]
        row = tables.row[role, ends[hand], outcome]
        for other in range(hand):
            if (
                tables.row[role_in_split(tables, naturals, outcome, other, ends[0]), ends[other], outcome]
                == row
            ):
                pairs[row] += 2
    sums[SQUARES] += net * net
    sums[HANDS] += number
    return net


@compiled
def play_blocks(
    source: Source,
    first: int,
    number: int,
    rounds: int,
    full: Bytes,
    how: Procedure,
    way: Way,
    tables: Tables,
    naturals: int,
    peeked: int,
    counting: Counting | None,
    insures: int,
    insurance: Ints,
    cells: Ints,
    sums: Ints,
    pairs: Ints,
    insured: Ints,
    by_count: Ints,
) -> int:
    """Play blocks of rounds, each from a fresh shoe. Return how many shoes were shuffled.

    It is -1 where the cards of a shoe did not suffice for a round. `cells` counts pairs of ends by role,
    `sums` and `pairs` what splits add to them. Where cards are counted, the rounds are also summed by count;
    otherwise that code is not even compiled.
    """
    letters = len(tables.value)
    step, dealer_step = tables.step, tables.dealer_step
    firsts, seconds, ends = (
        np.empty(MOST_HANDS, np.int64),
        np.empty(MOST_HANDS, np.int64),
        np.empty(MOST_HANDS, np.int64),
    )
    wants = tables.wants[ORIGINAL]
    cards = full.copy()
    shoes = 0
    for block in range(first, first + number):
        begin(source, block)
        cards[:] = full
        at, ready, left, running, point, covered = 0, 0, 0, 0, 0, False
        for _ in range(rounds):
            if left == 0:
                ready = shuffle(cards, 0, how.goal, source)
                at, left = how.burn, STILL_IN
                shoes += 1
                if counting is not None:
                    running = counting.initial
            start = at
            if counting is not None:
                point = place_of(counting, running, how.size - at)
            if at + 4 > ready:
                at, ready, start = set_out(cards, at, ready, start, 3 + way.hole, source)
            one, up, two = np.int64(cards[at]), np.int64(cards[at + 1]), np.int64(cards[at + 2])
            at += 3
            state = np.int64(tables.first[(one * letters + up) * letters + two])
            theirs = np.int64(tables.dealer_first[up])
            hole = np.int64(-1)
            if way.hole:
                hole = np.int64(cards[at])
                theirs = np.int64(dealer_step[theirs + hole])
                at += 1
            if counting is not None:
                covered = (
                    insures == BY_COUNT
                    and tables.value[up] == ACE
                    and not (state < 0 and tables.paid[~state])
                )
                if covered:
                    seen = running + counting.tags[one] + counting.tags[up] + counting.tags[two]
                    covered = count_now(counting, seen, how.size - at) >= counting.insures_at
            net, stakes, shown = np.int64(0), np.int64(1), True
            if way.peek and theirs < 0 and ~theirs < naturals:
                # Nobody plays against a natural that was looked at.
                end = ~state if state < 0 and tables.natural[~state] else peeked
                cells[ORIGINAL, end, ~theirs] += 1
                if counting is not None:
                    net = tables.net[ORIGINAL, end, ~theirs]
            else:
                while state >= 0:
                    if at == ready:
                        at, ready, start = more(cards, at, ready, start, source)
                    state = np.int64(step[state + cards[at]])
                    at += 1
                end = ~state
                wanted, hands = wants[end], 1
                if end == SPLIT:
                    hands, at, ready, start = split_hands(
                        tables,
                        way.both,
                        0,
                        MOST_HANDS,
                        None,
                        cards,
                        one,
                        two,
                        up,
                        at,
                        ready,
                        start,
                        source,
                        firsts,
                        seconds,
                        ends,
                        None,
                    )
                    wanted = tables.wants[FIRST, ends[0]]
                    for hand in range(1, hands):
                        wanted = max(wanted, tables.wants[ADDED, ends[hand]])
                if counting is not None and covered:
                    wanted = max(wanted, KNOWN)
                outcome = tables.unplayed[up]
                shown = wanted != GONE or way.always != 0
                if shown:
                    if not way.hole:
                        if at == ready:
                            at, ready, start = more(cards, at, ready, start, source)
                        hole = np.int64(cards[at])
                        theirs = np.int64(dealer_step[theirs + hole])
                        at += 1
                    if wanted == OPEN:
                        while theirs >= 0:
                            if at == ready:
                                at, ready, start = more(cards, at, ready, start, source)
                            theirs = np.int64(dealer_step[theirs + cards[at]])
                            at += 1
                        outcome = ~theirs
                    elif theirs < 0 and ~theirs < naturals:
                        outcome = ~theirs
                if hands == 1:
                    cells[ORIGINAL, end, outcome] += 1
                    if counting is not None:
                        net, stakes = tables.net[ORIGINAL, end, outcome], tables.stakes[end]
                else:
                    net = np.int64(count_split(tables, naturals, outcome, hands, ends, cells, sums, pairs))
                    if counting is not None:
                        stakes = np.int64(0)
                        for hand in range(hands):
                            stakes += tables.stakes[ends[hand]]
            if counting is not None:
                if covered:
                    won = 1 if tables.value[hole] == TEN else 0
                    insured[won] += 1
                    net += insurance[won]
                note(by_count, point, counting.units[point], 1, net, stakes)
                for place in range(start, at):
                    running += counting.tags[cards[place]]
                if way.hole and not shown:
                    running -= counting.tags[hole]
            left = rounds_left(left, start, at, how, source)
            if source.cursor[REFILLED]:
                source.cursor[REFILLED] = 0
                if source.cursor[SHORT]:
                    return -1
    return shoes
