"""The dealing of twenty-one, compiled, with everything.

It has several boxes, two hands for each, side wagers, insurance and counted cards. The shoe holds cards here,
not letters. The same stream gives the same letters as in the fast dealing, so a box that plays alone plays
the same rounds in both.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.simulation.one_box import split_hands
from croupier.families.twentyone.simulation.running_count import (
    ALL_INSURE,
    BY_COUNT,
    Counting,
    count_now,
    note,
    place_of,
)
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

TWO, THREE, MATCH, SEVENS, BONUS, BUSTER = range(6)
"""How a side wager is read.

By two cards, by two and the upcard, by four cards alike, by the first three cards, by the whole first hand,
by the dealer's hand.
"""
BOX_SQUARES, TABLE_SQUARES, HANDS_MADE, INSURED, INSURANCE_WON = range(5)
"""The sums.

The squares of the nets of boxes and of the table, the hands, the insurance wagers, and those that won.
"""
LOG_SHUFFLED, LOG_NET, LOG_HANDS, LOG_CARDS, LOG_FIRST = range(5)
"""The columns of the log of a round.

Whether the cards were shuffled before it, its net, its hands, how many cards it took, then the cards.
"""
LOG_ROWS = 104
"""The column from which on the rows of its hands are logged, with -1 behind them."""
LOGGED = 144
LONGEST = 32
"""More cards than any hand has."""


class Sides(NamedTuple):
    """Side wagers as tables. Each wager has a line in every table of its kind, and numbers its own rows."""

    kind: Ints
    line: Ints
    """[wager]: its line in the tables of its kind."""
    two: NDArray[np.uint8]
    """[line, card, card]."""
    three: NDArray[np.uint8]
    """[line, card, card, upcard]."""
    match: NDArray[np.uint8]
    """[line, pairs of like cards]."""
    by_card: Ints
    """[line]: whether like cards must be of one suit as well."""
    sevens: NDArray[np.uint8]
    """[line, card, card, card], each 1 to 4 for a seven of some suit, 0 for another card, 5 for none."""
    bonus_two: NDArray[np.uint8]
    """[line, card, card]."""
    bonus_three: NDArray[np.uint8]
    """[line, card, card, card], each the number of a five, six, seven or eight, or 16 for another card."""
    bonus_four: NDArray[np.uint8]
    named: Ints
    """[card]: its number in `bonus_three`."""
    lost: Ints
    """[line]: the row of a hand that is in none of these tables."""
    buster: NDArray[np.uint8]
    """[line, cards, whether the box holds a natural]: the row if the dealer goes over with that many."""
    kept: Ints
    """[line]: the row if the dealer does not go over."""
    over: Ints
    """[dealer's end]: whether it is over 21."""
    plays_on: int
    """Whether the dealer's hand is filled in any case."""


@compiled
def read_sides(
    sides: Sides,
    tables: Tables,
    codes: Ints,
    trail: Ints,
    drawn: int,
    outcome: int,
    size: int,
    natural: int,
    counts: Ints,
) -> None:
    """Count the row of every side wager of a box: by its first cards, its first hand, and the dealer's hand.

    `codes` holds the first cards of the box (first and second of one hand, then of another) and the upcard
    last. `trail` holds the first hand, `drawn` the first card that it drew, or -1.
    """
    up = codes[len(codes) - 1]
    for wager in range(len(sides.kind)):
        kind, line = sides.kind[wager], sides.line[wager]
        row = np.int64(0)
        if kind == TWO:
            row = np.int64(sides.two[line, codes[0], codes[1]])
        elif kind == THREE:
            row = np.int64(sides.three[line, codes[0], codes[1], up])
        elif kind == MATCH:
            alike = 0
            for one in range(4):
                for other in range(one):
                    same = (
                        codes[one] == codes[other]
                        if sides.by_card[line]
                        else codes[one] % 13 == codes[other] % 13
                    )
                    alike += 1 if same else 0
            row = np.int64(sides.match[line, alike])
        elif kind == SEVENS:
            row = np.int64(
                sides.sevens[line, _seven(codes[0]), _seven(codes[1]), 5 if drawn < 0 else _seven(drawn)]
            )
        elif kind == BONUS:
            row = sides.lost[line]
            if trail[0] == 2:
                row = np.int64(sides.bonus_two[line, trail[1], trail[2]]) if natural else sides.lost[line]
            elif trail[0] == 3:
                row = np.int64(
                    sides.bonus_three[
                        line, sides.named[trail[1]], sides.named[trail[2]], sides.named[trail[3]]
                    ]
                )
            elif trail[0] == 4:
                row = np.int64(
                    sides.bonus_four[
                        line,
                        sides.named[trail[1]],
                        sides.named[trail[2]],
                        sides.named[trail[3]],
                        sides.named[trail[4]],
                    ]
                )
        elif kind == BUSTER:
            row = (
                np.int64(sides.buster[line, min(size, 8), natural])
                if sides.over[outcome]
                else sides.kept[line]
            )
        counts[wager, row] += 1


@compiled
def _seven(card: int) -> int:
    """Return the suit of a seven, from one on; 0 for another card."""
    return card // 13 + 1 if card % 13 == 6 else 0


@compiled
def play_full(
    source: Source,
    first: int,
    number: int,
    rounds: int,
    full: Bytes,
    names: Ints,
    how: Procedure,
    way: Way,
    boxes: int,
    insures: int,
    insurance: Ints,
    switch: NDArray[np.uint8],
    tables: Tables,
    naturals: int,
    peeked: int,
    sides: Sides | None,
    counting: Counting | None,
    cells: Ints,
    sums: Ints,
    pairs: Ints,
    side_counts: Ints,
    by_count: Ints,
    log: Ints,
) -> int:
    """Play blocks of rounds, each from a fresh shoe. Return how many shoes were shuffled.

    It is -1 where the cards of a shoe did not suffice for a round. `insurance` holds what insurance nets when
    it is lost and when it is won. `switch` says whether the second cards of two hands are switched, by the
    values of the four cards and of the upcard.
    """
    letters = len(tables.value)
    step, dealer_step = tables.step, tables.dealer_step
    firsts, seconds, ends = (
        np.empty(MOST_HANDS, np.int64),
        np.empty(MOST_HANDS, np.int64),
        np.empty(MOST_HANDS, np.int64),
    )
    hands = boxes * way.areas
    dealt = 1 if way.shared else hands
    ones, twos, drawn = np.empty(hands, np.int64), np.empty(hands, np.int64), np.empty(hands, np.int64)
    trails, codes = np.zeros((hands, LONGEST), np.int64), np.empty(2 * way.areas + 1, np.int64)
    most = hands * MOST_HANDS
    held_end, held_role, held_box, held_mate = (
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.int64),
    )
    nets, own_natural = np.empty(boxes, np.int64), np.empty(boxes, np.int64)
    cards = full.copy()
    shoes = 0
    for block in range(first, first + number):
        begin(source, block)
        cards[:] = full
        at, ready, left, running = 0, 0, 0, 0
        for done in range(rounds):
            shuffled = left == 0
            if shuffled:
                ready = shuffle(cards, 0, how.goal, source)
                at, left = how.burn, STILL_IN
                shoes += 1
                if counting is not None:
                    running = counting.initial
            start = at
            units, point = np.int64(1), np.int64(0)
            if counting is not None:
                point = np.int64(place_of(counting, running, how.size - at))
                units = counting.units[point]
            # The first cards.
            if at + 2 * dealt + 2 > ready:
                at, ready, start = set_out(cards, at, ready, start, 2 * dealt + 1 + way.hole, source)
            up = np.int64(cards[at + dealt])
            for hand in range(hands):
                ones[hand], twos[hand] = cards[at + hand % dealt], cards[at + dealt + 1 + hand % dealt]
                drawn[hand], trails[hand, 0], trails[hand, 1], trails[hand, 2] = -1, 2, ones[hand], twos[hand]
            at += 2 * dealt + 1
            hole = np.int64(-1)
            upper = names[up]
            theirs = np.int64(tables.dealer_first[upper])
            size = 1
            if way.hole:
                hole = np.int64(cards[at])
                theirs = np.int64(dealer_step[theirs + names[hole]])
                at += 1
                size = 2
            insured = insures == ALL_INSURE
            if counting is not None and insures == BY_COUNT and tables.value[upper] == ACE:
                seen = running + counting.tags[up]
                for hand in range(dealt):
                    seen += counting.tags[ones[hand]] + counting.tags[twos[hand]]
                insured = count_now(counting, seen, how.size - at) >= counting.insures_at
            insured = insured and tables.value[upper] == ACE
            # Every box in turn.
            held, wanted, covered = 0, GONE, 0
            looked = way.peek and theirs < 0 and ~theirs < naturals
            for box in range(boxes):
                nets[box] = own_natural[box] = 0
                exchanged, before = False, 0
                base = box * way.areas
                if way.areas == 2 and not looked:
                    v1, v2, v3, v4 = (
                        tables.value[names[ones[base]]],
                        tables.value[names[ones[base + 1]]],
                        tables.value[names[twos[base]]],
                        tables.value[names[twos[base + 1]]],
                    )
                    exchanged = switch[v1, v2, v3, v4, tables.value[upper]] != 0
                for area in range(way.areas):
                    hand = base + area
                    one, two, plan = (
                        ones[hand],
                        twos[base + 1 - area] if exchanged else twos[hand],
                        np.int64(0),
                    )
                    if way.areas == 2:
                        beside = twos[base + area] if exchanged else twos[base + 1 - area]
                        plan = tables.other[
                            tables.value[names[ones[base + 1 - area]]], tables.value[names[beside]]
                        ]
                    state = np.int64(
                        tables.first[((plan * letters + names[one]) * letters + upper) * letters + names[two]]
                    )
                    trails[hand, 2] = two
                    if exchanged and state < 0 and tables.natural[~state]:
                        state = ~tables.switched[0]
                    if state < 0 and tables.natural[~state]:
                        own_natural[box] = 1
                    if area == 0 and insured and not (way.areas == 1 and state < 0 and tables.paid[~state]):
                        # A natural that has been paid already is not insured.
                        covered += 1
                    if looked:
                        # Nobody plays against a natural that was looked at.
                        held_end[held], held_role[held], held_box[held], held_mate[held] = (
                            (~state if state < 0 and tables.natural[~state] else peeked),
                            ORIGINAL,
                            box,
                            -1,
                        )
                        held += 1
                        continue
                    if at == ready and (state >= 0 or ~state == SPLIT):
                        at, ready, start = more(cards, at, ready, start, source)
                    if state >= 0 or ~state == SPLIT:
                        drawn[hand] = cards[at]
                    while state >= 0:
                        if at == ready:
                            at, ready, start = more(cards, at, ready, start, source)
                        state = np.int64(step[state + names[cards[at]]])
                        trails[hand, 0] += 1
                        trails[hand, trails[hand, 0]] = cards[at]
                        at += 1
                    made, room = (
                        1,
                        MOST_HANDS
                        if way.areas == 1
                        else MOST_HANDS - 2
                        if area == 0
                        else MOST_HANDS - before,
                    )
                    ends[0] = ~state
                    if ~state == SPLIT:
                        made, at, ready, start = split_hands(
                            tables,
                            way.both,
                            plan,
                            room,
                            names,
                            cards,
                            one,
                            two,
                            upper,
                            at,
                            ready,
                            start,
                            source,
                            firsts,
                            seconds,
                            ends,
                            trails[hand],
                        )
                    before = made
                    for split in range(made):
                        role = ORIGINAL if made == 1 else FIRST if split == 0 else ADDED
                        held_end[held], held_role[held], held_box[held] = ends[split], role, box
                        held_mate[held] = held - 1 if made > 1 and split == 1 else -1
                        wanted = max(wanted, tables.wants[role, ends[split]])
                        held += 1
            # The dealer.
            if covered:
                wanted = max(wanted, KNOWN)
            if sides is not None and sides.plays_on:
                wanted = OPEN
            outcome = tables.unplayed[upper]
            shown = looked or wanted != GONE or way.always
            if looked:
                outcome = ~theirs
            elif shown:
                if not way.hole:
                    if at == ready:
                        at, ready, start = more(cards, at, ready, start, source)
                    hole = np.int64(cards[at])
                    theirs = np.int64(dealer_step[theirs + names[hole]])
                    at += 1
                    size = 2
                if wanted == OPEN:
                    while theirs >= 0:
                        if at == ready:
                            at, ready, start = more(cards, at, ready, start, source)
                        theirs = np.int64(dealer_step[theirs + names[cards[at]]])
                        at += 1
                        size += 1
                    outcome = ~theirs
                elif theirs < 0 and ~theirs < naturals:
                    outcome = ~theirs
            # What it comes to.
            stakes = np.int64(0)
            for hand in range(held):
                end, role = held_end[hand], held_role[hand]
                if (
                    held_mate[hand] >= 0
                    and outcome < naturals
                    and tables.stands_in[held_end[held_mate[hand]]]
                ):
                    held_role[hand] = role = FIRST
                cells[role, end, outcome] += 1
                nets[held_box[hand]] += tables.net[role, end, outcome]
                row = tables.row[role, end, outcome]
                stakes += tables.stakes[end]
                for other in range(hand):
                    if tables.row[held_role[other], held_end[other], outcome] == row:
                        pairs[row] += 2
            sums[HANDS_MADE] += held
            net = np.int64(0)
            for box in range(boxes):
                net += nets[box]
                sums[BOX_SQUARES] += nets[box] * nets[box]
                if sides is not None:
                    for area in range(way.areas):
                        codes[2 * area], codes[2 * area + 1] = (
                            ones[box * way.areas + area],
                            twos[box * way.areas + area],
                        )
                    codes[2 * way.areas] = up
                    read_sides(
                        sides,
                        tables,
                        codes,
                        trails[box * way.areas],
                        drawn[box * way.areas],
                        outcome,
                        size,
                        own_natural[box],
                        side_counts,
                    )
            sums[TABLE_SQUARES] += net * net
            if covered:
                won = tables.value[names[hole]] == TEN
                sums[INSURED] += covered
                if won:
                    sums[INSURANCE_WON] += covered
                if counting is not None:
                    net += covered * insurance[1 if won else 0]
            if counting is not None:
                note(by_count, point, units, boxes, net, stakes)
                for place in range(start, at):
                    running += counting.tags[cards[place]]
                if way.hole and not shown:
                    running -= counting.tags[hole]
            if done < len(log):
                line = log[done]
                line[LOG_SHUFFLED], line[LOG_NET], line[LOG_HANDS], line[LOG_CARDS] = (
                    shuffled,
                    net,
                    held,
                    at - start,
                )
                for place in range(min(at - start, LOG_ROWS - LOG_FIRST)):
                    line[LOG_FIRST + place] = cards[start + place]
                line[LOG_ROWS:] = -1
                for hand in range(min(held, LOGGED - LOG_ROWS)):
                    line[LOG_ROWS + hand] = tables.row[held_role[hand], held_end[hand], outcome]
            left = rounds_left(left, start, at, how, source)
            if source.cursor[REFILLED]:
                source.cursor[REFILLED] = 0
                if source.cursor[SHORT]:
                    return -1
    return shoes
