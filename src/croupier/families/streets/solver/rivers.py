"""The two passes over every board of five cards.

One goes back from the ends to the worth of every act. The other goes forth from the start and counts how
often every end is reached. The boards are taken as boards of four that differ in more than suits, with every
fifth card. All earlier asks are sums of these. A board that is asked about in two orders is looked at twice
and not a thousand times. A column is a state of the stakes that can be reached at that point.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.streets.solver.showdown import (
    BOARD,
    MOST_PAIRS,
    RANKS,
    SORTS,
    Scale,
    Scratch,
    showdown,
)
from croupier.prove.hands import CHOOSE

NOBODY = 255
"""The column of a pair that shares a card with the board."""
NOBODY_ACTS = -1
"""The act of such a pair in a plan."""


class Stage(NamedTuple):
    """The acts at one point: a line for each column that comes to it.

    A column that is not asked has one act, to go on.
    """

    to: NDArray[np.int64]
    """[column, act]: the column that it leads to; -1 where there is no such act."""
    needs: NDArray[np.int64]
    """[column, act]: the value that it needs."""
    line: NDArray[np.int64]
    """[column]: where the plan keeps its acts; -1 if it is not asked."""


class Ends(NamedTuple):
    """The last ask and its ends."""

    river: Stage
    states: NDArray[np.int64]
    """[column after the last ask]: the state it is."""
    nets: NDArray[np.int32]
    """[state, kind, 3 * band + comparison]: the net."""


class Suits(NamedTuple):
    """How boards of three and four cards that differ only in suits are turned into one another."""

    fours: NDArray[np.uint8]
    """[board of four]: its cards."""
    weights: NDArray[np.int64]
    """[board of four]: how many boards it stands for."""
    starts: NDArray[np.int64]
    """[board of four]: where the list of flops that lead to it begins."""
    flops: NDArray[np.int64]
    """The flops of that list, once for each next card, and the turn of suits to the board of four."""
    backs: NDArray[np.int64]
    classes: NDArray[np.int32]
    """[number of three cards]: the flop it is, and the turn that makes it so."""
    turns: NDArray[np.uint8]
    pairs: NDArray[np.int64]
    """[turn, number of a pair]: the number of the pair that it becomes."""


class Given(NamedTuple):
    """A plan for the last ask that is followed whatever it is worth."""

    plan: NDArray[np.int8]
    """[line, board of five, pair]; no lines where the best act is taken."""
    classes: NDArray[np.int32]
    """[number of five cards]: the board it is, and the turn that makes it so."""
    turns: NDArray[np.uint8]


@compiled
def decide(
    stage: Stage, worth: NDArray[Any], seen: NDArray[np.uint16], plan: NDArray[np.int8], out: NDArray[Any]
) -> None:
    """Take the best act for every pair, of equal ones the first.

    [column after, pair] becomes [column before, pair].
    """
    for column in range(out.shape[0]):
        line = stage.line[column]
        for pair in range(out.shape[1]):
            best, most = -1, np.int64(0)
            for act in range(stage.to.shape[1]):
                if stage.to[column, act] >= 0 and seen[pair] >= stage.needs[column, act]:
                    gain = worth[stage.to[column, act], pair]
                    if best < 0 or gain > most:
                        best, most = act, gain
            out[column, pair] = most
            if line >= 0:
                plan[line, pair] = best


@compiled
def decide_all(
    stage: Stage,
    worth: NDArray[np.int64],
    seen: NDArray[np.uint16],
    plan: NDArray[np.int8],
    out: NDArray[np.int64],
) -> None:
    """Decide on many boards: [column after, board, pair] becomes [column before, board, pair]."""
    for row in range(out.shape[1]):
        decide(
            stage,
            worth[:, row],
            seen[min(row, len(seen) - 1)],
            plan[:, min(row, plan.shape[1] - 1)],
            out[:, row],
        )


@compiled
def weigh(
    ends: Ends, scale: Scale, room: Scratch, pairs: int, leaf: NDArray[np.int32], chosen: NDArray[np.int32]
) -> None:
    """Weigh every pair of sorts, summed over the dealer's pairs: [column after the last ask, pair].

    Then take the best of these columns for each column before the ask. Pairs stand in order of value, so
    those of one kind are neighbours, and a net is the same for all of them.
    """
    states, nets, kinds, values, counts = ends.states, ends.nets, scale.kinds, room.value, room.counts
    leaf[:, :pairs] = 0
    start = 0
    while start < pairs:
        kind, end = kinds[values[start]], start + 1
        while end < pairs and kinds[values[end]] == kind:
            end += 1
        for column in range(len(states)):
            for case in range(counts.shape[0]):
                net = nets[states[column], kind, case]
                if net:
                    into, those = leaf[column, start:end], counts[case, start:end]
                    for at in range(end - start):
                        into[at] += net * those[at]
        start = end
    to, needs = ends.river.to, ends.river.needs
    for column in range(to.shape[0]):
        for at in range(pairs):
            best = -1
            for act in range(to.shape[1]):
                if (
                    to[column, act] >= 0
                    and values[at] >= needs[column, act]
                    and (best < 0 or leaf[to[column, act], at] > leaf[best, at])
                ):
                    best = to[column, act]
            chosen[column, at] = best


@compiled
def with_fifth(board: NDArray[np.int64], four: NDArray[np.uint8], fifth: int) -> bool:
    """Put a card to four in ascending order; false if it is one of them."""
    at = 4
    for place in range(4):
        board[place] = four[place]
    while at > 0 and board[at - 1] >= fifth:
        if board[at - 1] == fifth:
            return False
        board[at] = board[at - 1]
        at -= 1
    board[at] = fifth
    return True


@compiled
def look_back(
    first: int,
    last: int,
    suits: Suits,
    scale: Scale,
    room: Scratch,
    ends: Ends,
    turn: Stage,
    seen: NDArray[np.uint16],
    plan: NDArray[np.int8],
    flops: NDArray[np.int64],
) -> None:
    """Decide on the boards of four from `first` up to `last`, and add their worth to the flops.

    The worth is [column before the turn's ask, flop, pair].
    """
    cards, pairs, columns = scale.cards, suits.pairs.shape[1], ends.river.to.shape[0]
    board, leaf, chosen = (
        np.zeros(BOARD, dtype=np.int64),
        np.zeros((len(ends.states), MOST_PAIRS), dtype=np.int32),
        np.zeros((columns, MOST_PAIRS), dtype=np.int32),
    )
    worth, rows = (
        np.zeros((columns, SORTS + 1, SORTS + 1), dtype=np.int32),
        np.zeros((2, columns, cards), dtype=np.int32),
    )
    sums, before = (
        np.zeros((columns, pairs), dtype=np.int32),
        np.zeros((turn.to.shape[0], pairs), dtype=np.int32),
    )
    for four in range(first, last):
        sums[:] = 0
        for fifth in range(cards):
            if with_fifth(board, suits.fours[four], fifth):
                found = showdown(board, scale, room)
                weigh(ends, scale, room, found, leaf, chosen)
                for column in range(columns):
                    for at in range(found):
                        gain = leaf[chosen[column, at], at]
                        worth[column, room.high[at], room.low[at]] = gain
                        worth[column, room.low[at], room.high[at]] = gain
                add_pairs(room.sort, scale.suits, worth, rows, sums)
        decide(turn, sums, seen[min(four, len(seen) - 1)], plan[:, min(four, plan.shape[1] - 1)], before)
        for entry in range(suits.starts[four], suits.starts[four + 1]):
            turned = suits.pairs[suits.backs[entry]]
            for column in range(before.shape[0]):
                line, into = before[column], flops[column, suits.flops[entry]]
                for pair in range(pairs):
                    into[turned[pair]] += line[pair]


@compiled
def add_pairs(
    sort: NDArray[np.int64],
    suits: int,
    worth: NDArray[np.int32],
    rows: NDArray[np.int32],
    sums: NDArray[np.int32],
) -> None:
    """Add the worth of pairs of sorts to every pair of cards.

    The lines of cards of one sort are alike, so each is laid out once and added as a whole.
    """
    laid_0 = laid_1 = -1
    for high in range(len(sort)):
        mine = sort[high]
        if mine == SORTS:
            continue
        inside = int(mine >= RANKS)
        if mine != (laid_1 if inside else laid_0):
            if inside:
                laid_1 = mine
            else:
                laid_0 = mine
            for column in range(worth.shape[0]):
                for low in range((high // suits + 1) * suits):
                    rows[inside, column, low] = worth[column, mine, sort[low]]
        start = high * (high - 1) // 2
        for column in range(worth.shape[0]):
            line, row = sums[column, start : start + high], rows[inside, column]
            for low in range(high):
                line[low] += row[low]


@compiled
def all_flops(suits: Suits, flops: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    """Add up the worth of every pair over all flops, whatever their suits.

    [column, flop, pair] becomes [column, pair].
    """
    for number in range(len(suits.classes)):
        turned = suits.pairs[suits.turns[number]]
        for column in range(out.shape[0]):
            line = flops[column, suits.classes[number]]
            for pair in range(out.shape[1]):
                out[column, pair] += line[turned[pair]]


@compiled
def ahead(
    four: NDArray[np.uint8],
    high: int,
    low: int,
    scale: Scale,
    room: Scratch,
    ends: Ends,
    out: NDArray[np.int64],
) -> None:
    """Weigh one pair on a board of four in every column before the last ask, summed over the fifth card."""
    board, leaf = np.zeros(BOARD, dtype=np.int64), np.zeros((len(ends.states), MOST_PAIRS), dtype=np.int32)
    chosen = np.zeros((len(out), MOST_PAIRS), dtype=np.int32)
    out[:] = 0
    for fifth in range(scale.cards):
        if fifth not in (high, low) and with_fifth(board, four, fifth):
            pairs = showdown(board, scale, room)
            weigh(ends, scale, room, pairs, leaf, chosen)
            at = find(room, pairs, high, low)
            for column in range(len(out)):
                out[column] += leaf[chosen[column, at], at]


@compiled
def find(room: Scratch, pairs: int, high: int, low: int) -> int:
    """Return the place of the pair of sorts of two cards. -1 if it has none."""
    one, other = max(room.sort[high], room.sort[low]), min(room.sort[high], room.sort[low])
    for at in range(pairs):
        if room.high[at] == one and room.low[at] == other:
            return at
    return -1


@compiled
def look_forth(
    first: int,
    last: int,
    suits: Suits,
    scale: Scale,
    room: Scratch,
    ends: Ends,
    turn: Stage,
    seen: NDArray[np.uint16],
    plan: NDArray[np.int8],
    arrived: NDArray[np.uint8],
    given: Given,
    cells: NDArray[np.int64],
) -> bool:
    """Count every deal on the boards of four from `first` up to `last`: [state, kind, 3 * band + comparison].

    `arrived` [flop, pair] is the column after the flop's ask. Return False if a plan takes an act that is not
    offered.
    """
    cards, pairs, columns, ways_out = (
        scale.cards,
        suits.pairs.shape[1],
        ends.river.to.shape[0],
        len(ends.states),
    )
    board, leaf, chosen = (
        np.zeros(BOARD, dtype=np.int64),
        np.zeros((ways_out, MOST_PAIRS), dtype=np.int32),
        np.zeros((columns, MOST_PAIRS), dtype=np.int32),
    )
    came, rows = np.zeros((columns, pairs), dtype=np.int32), np.zeros((2, columns, cards), dtype=np.int32)
    held, ended = (
        np.zeros((max(columns, ways_out), SORTS + 1, SORTS + 1), dtype=np.int32),
        np.zeros((ways_out, MOST_PAIRS), dtype=np.int32),
    )
    for four in range(first, last):
        if not come_to(
            suits,
            four,
            scale.cards,
            turn,
            seen[min(four, len(seen) - 1)],
            plan[:, min(four, plan.shape[1] - 1)],
            arrived,
            came,
        ):
            return False
        for fifth in range(cards):
            if not with_fifth(board, suits.fours[four], fifth):
                continue
            found = showdown(board, scale, room)
            held[:] = 0
            ended[:] = 0
            if len(given.plan):
                if not follow(board, suits, room, found, ends.river, given, came, held):
                    return False
            else:
                gather_pairs(room.sort, scale.suits, came, rows, held)
                weigh(ends, scale, room, found, leaf, chosen)
            for column in range(ways_out if len(given.plan) else columns):
                for at in range(found):
                    high, low = room.high[at], room.low[at]
                    ways = held[column, high, low] + (held[column, low, high] if high != low else 0)
                    ended[column if len(given.plan) else chosen[column, at], at] += ways
            count_up(ends.states, scale, room, found, suits.weights[four], ended, cells)
    return True


@compiled
def count_up(
    states: NDArray[np.int64],
    scale: Scale,
    room: Scratch,
    pairs: int,
    weight: int,
    ended: NDArray[np.int32],
    cells: NDArray[np.int64],
) -> None:
    """Count the own pairs that end in each column against the dealer's, a kind at a time.

    The counts are [state, kind, 3 * band + comparison].
    """
    kinds, values, counts = scale.kinds, room.value, room.counts
    start = 0
    while start < pairs:
        kind, end = kinds[values[start]], start + 1
        while end < pairs and kinds[values[end]] == kind:
            end += 1
        for column in range(len(states)):
            for case in range(counts.shape[0]):
                ways = np.int64(0)
                mine, those = ended[column, start:end], counts[case, start:end]
                for at in range(end - start):
                    ways += mine[at] * those[at]
                cells[states[column], kind, case] += weight * ways
        start = end


@compiled
def goes_to(stage: Stage, column: int, plan: NDArray[np.int8], at: int, value: int) -> int:
    """Return the column that a plan leads to. -1 if it takes an act that is not offered."""
    act = plan[stage.line[column], at] if stage.line[column] >= 0 else 0
    return stage.to[column, act] if 0 <= act < stage.to.shape[1] and value >= stage.needs[column, act] else -1


@compiled
def arrive(
    start: Stage,
    start_plan: NDArray[np.int8],
    stage: Stage,
    seen: NDArray[np.uint16],
    plan: NDArray[np.int8],
    flops: NDArray[np.uint8],
    cards: int,
    out: NDArray[np.uint8],
) -> bool:
    """Find the column in which each pair leaves each flop: [flop, pair].

    Return False if a plan takes an act that is not offered.
    """
    for flop in range(len(flops)):
        pair = 0
        for high in range(cards):
            for low in range(high):
                out[flop, pair] = NOBODY
                if not ((flops[flop] == high) | (flops[flop] == low)).any():
                    column = goes_to(start, 0, start_plan[:, 0], pair, 0)
                    if column >= 0:
                        column = goes_to(
                            stage,
                            column,
                            plan[:, min(flop, plan.shape[1] - 1)],
                            pair,
                            seen[min(flop, len(seen) - 1), pair],
                        )
                    if column < 0:
                        return False
                    out[flop, pair] = column
                pair += 1
    return True


@compiled
def come_to(
    suits: Suits,
    four: int,
    cards: int,
    turn: Stage,
    seen: NDArray[np.uint16],
    plan: NDArray[np.int8],
    arrived: NDArray[np.uint8],
    came: NDArray[np.int32],
) -> bool:
    """Count the orders of a board of four that bring each pair to its rivers in each column.

    The counts are [column before the last ask, pair].
    """
    came[:] = 0
    for last in range(4):
        number, at = np.int64(0), 0
        for card in range(4):
            if card != last:
                at += 1
                number += CHOOSE[suits.fours[four, card], at]
        flop, turned = arrived[suits.classes[number]], suits.pairs[suits.turns[number]]
        last_card, pair = np.int64(suits.fours[four, last]), 0
        for high in range(cards):
            for low in range(high):
                column = flop[turned[pair]]
                if column != NOBODY and high != last_card and low != last_card:
                    after = goes_to(turn, column, plan, pair, seen[pair])
                    if after < 0:
                        return False
                    came[after, pair] += 1
                pair += 1
    return True


@compiled
def gather_pairs(
    sort: NDArray[np.int64],
    suits: int,
    came: NDArray[np.int32],
    rows: NDArray[np.int32],
    held: NDArray[np.int32],
) -> None:
    """Add up pairs of cards by their pairs of sorts, the lines of cards of one sort together."""
    cards = len(sort)
    for start in range(0, cards, suits):
        rows[:] = 0
        inside_sort = outside_sort = -1
        for high in range(start, start + suits):
            mine = sort[high]
            if mine == SORTS:
                continue
            inside = int(mine >= RANKS)
            if inside:
                inside_sort = mine
            else:
                outside_sort = mine
            base = high * (high - 1) // 2
            for column in range(came.shape[0]):
                line, row = came[column, base : base + high], rows[inside, column]
                for low in range(high):
                    row[low] += line[low]
        for inside, mine in ((0, outside_sort), (1, inside_sort)):
            if mine >= 0:
                for column in range(came.shape[0]):
                    for low in range(start + suits):
                        held[column, mine, sort[low]] += rows[inside, column, low]


@compiled
def follow(
    board: NDArray[np.int64],
    suits: Suits,
    room: Scratch,
    pairs: int,
    river: Stage,
    given: Given,
    came: NDArray[np.int32],
    held: NDArray[np.int32],
) -> bool:
    """Add up pairs of cards by their pairs of sorts in the columns that a given plan leads to.

    Return False if it takes an act that is not offered.
    """
    sort, to, needs, number = room.sort, river.to, river.needs, np.int64(0)
    for at in range(BOARD):
        number += CHOOSE[board[at], at + 1]
    plan, turned, any_needs = (
        given.plan[:, given.classes[number]],
        suits.pairs[given.turns[number]],
        needs.any(),
    )
    for column in range(len(to)):
        line = river.line[column]
        for high in range(len(sort)):
            for low in range(high):
                pair = high * (high - 1) // 2 + low
                ways = came[column, pair]
                if ways and sort[high] != SORTS and sort[low] != SORTS:
                    act = plan[line, turned[pair]] if line >= 0 else 0
                    if (
                        not 0 <= act < to.shape[1]
                        or to[column, act] < 0
                        or (any_needs and room.value[find(room, pairs, high, low)] < needs[column, act])
                    ):
                        return False
                    held[to[column, act], sort[high], sort[low]] += ways
    return True


@compiled
def same_in_all_suits(
    plan: NDArray[np.int8], boards: NDArray[np.uint8], turned: NDArray[np.uint8], pairs: NDArray[np.int64]
) -> bool:
    """Whether a plan [line, board, pair] treats pairs alike that differ by a turn of suits only.

    Only turns that leave the board as it is count.
    """
    for row in range(len(boards)):
        for turn in range(len(turned)):
            same = True
            for card in boards[row]:
                same = same and (boards[row] == turned[turn, card]).any()
            if same:
                for line in range(len(plan)):
                    for pair in range(pairs.shape[1]):
                        if plan[line, row, pair] != plan[line, row, pairs[turn, pair]]:
                            return False
    return True


@compiled
def strike_out(plan: NDArray[np.int8], boards: NDArray[np.uint8], cards: int) -> None:
    """Take the pairs that share a card with the board out of a plan [line, board, pair]."""
    for row in range(len(boards)):
        pair = 0
        for high in range(cards):
            for low in range(high):
                if ((boards[row] == high) | (boards[row] == low)).any():
                    plan[:, row, pair] = NOBODY_ACTS
                pair += 1
