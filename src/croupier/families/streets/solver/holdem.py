"""Two own cards against two hidden ones of the dealer, with a common board of five.

Ultimate hold'em, hold'em bonus, casino hold'em and two way hold'em are solved here. There may be one ask
before the flop, at the flop, at the turn and at the river. Everything is counted in whole numbers. A first
pass goes from every river back to the start and finds the best act everywhere (`rivers.look_back`). A second
goes forth and counts the deals (`rivers.look_forth`). Their results must agree to the unit.

A plan is int8[asked state, board, pair]. The states are those with acts at the ask, in ascending order. The
boards are those at the ask up to suits: the classes of `hands.alike`, one where there is no board yet. The
pair is the number of the own pair in `hands`, its suits turned as those of the board. A plan is -1 where a
pair shares a card with the board or the state cannot be reached. The river's plan is not kept: it is `BEST`,
an array without lines, because it is decided again from the counts (178 million information sets).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, prod
from typing import Literal, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.families.streets.solver.rivers import (
    NOBODY_ACTS,
    Ends,
    Given,
    Stage,
    Suits,
    ahead,
    all_flops,
    arrive,
    decide_all,
    find,
    look_back,
    look_forth,
    same_in_all_suits,
    strike_out,
    weigh,
)
from croupier.families.streets.solver.showdown import (
    BOARD,
    MOST_PAIRS,
    OWN,
    Scale,
    scale_of,
    scratch_for,
    showdown,
)
from croupier.prove.hands import alike, all_hands, number_of, places
from croupier.prove.streets import Act, Ask, Progress, Solution, Street, solution
from croupier.ranking.bulk import rank_many, tables

Plan = NDArray[np.int8]
BEST: Plan = np.zeros((0, 0, 0), dtype=np.int8)
"""The plan of a river that is decided best."""
POINTS = (0, 3, 4, 5)
"""The numbers of board cards where something may be asked."""
MOST_PAY = ((1 << 31) - 1) // (48 * 990)
"""The largest net: its sum over fifth cards and dealer's pairs fits 32 bits, over all deals 64 bits."""
MOST_WORKERS = 4
STEP = 64
"""How many boards of four a worker takes at a time."""
WAIT = 2.0
"""Seconds between two tellings of the progress."""
T = TypeVar("T")
Work = Callable[[int, int], None]
"""Works off the boards of four from one up to another."""


@dataclass(frozen=True)
class Holdem:
    """A street made ready for the passes: at each point its states, their acts, and the place of its plan."""

    street: Street
    before: dict[int, tuple[int, ...]]
    after: dict[int, tuple[int, ...]]
    stages: dict[int, Stage]
    seen: dict[int, NDArray[np.uint16]]
    """[board, pair]: the value of the cards seen at the point.

    One line of zeros where no act needs a value.
    """
    scale: Scale
    ends: Ends
    suits: Suits

    @property
    def pairs(self) -> int:
        """How many pairs of cards the pack has."""
        return comb(self.scale.cards, OWN)


def solve(street: Street, progress: Progress | None = None) -> Solution:
    """Find the best play. Of acts worth the same the first is taken."""
    started = time.perf_counter()
    game = make_ready(street)
    boards = len(game.suits.fours)
    plans, starts = _back(game, _half(progress, 0, boards))
    cells = _forth(game, plans, _half(progress, boards, boards))
    found = solution(street.pays, cells, street.total, _kept(street, plans), time.perf_counter() - started)
    if int(_decided(game, 0, plans, starts[:, None]).sum()) != found.expected * _orders(
        street
    ):  # pragma: no cover - would be an error of this module
        raise ArithmeticError("what the pass back gives is not what the pass forth gives")
    return found


def count(
    street: Street, plans: Sequence[Plan | Literal["best"]], progress: Progress | None = None
) -> Solution:
    """Count the ends under given plans, one for each ask.

    They may not tell suits apart. The river's may be "best".
    """
    started = time.perf_counter()
    game = make_ready(street)
    if len(plans) != len(street.asks):
        raise BadInput(f"there are {len(street.asks)} asks, and plans for {len(plans)}")
    placed = {point: empty_plan(street, None, point) for point in POINTS}
    given = tuple(BEST if isinstance(plan, str) else plan for plan in plans)
    for ask, plan in zip(street.asks, given, strict=True):
        if ask.board == BOARD and not len(plan):
            continue
        if plan.shape != _shape(street, ask, ask.board):
            raise BadInput(
                f"a plan with {ask.board} cards on the board is {_shape(street, ask, ask.board)}, "
                f"not {plan.shape}"
            )
        placed[ask.board] = np.ascontiguousarray(plan, dtype=np.int8)
        boards = alike(street.deck, ask.board).hands if ask.board else np.zeros((1, 0), dtype=np.uint8)
        if not same_in_all_suits(placed[ask.board], boards, alike(street.deck, 3).turned, game.suits.pairs):
            raise BadInput("the plan tells suits apart, and on this board they are alike")
    cells = _forth(game, placed, progress)
    return solution(street.pays, cells, street.total, given, time.perf_counter() - started)


def advise(
    street: Street, own: Sequence[int], board: Sequence[int] = (), state: str | None = None
) -> dict[str, Fraction]:
    """Return the value of every act on offer with these cards (numbers) seen, followed by best play.

    The state may be left out where only one is asked.
    """
    ask = _ask_at(street, len(board))
    at = _asked(street, ask, state)
    cards = [*own, *board]
    if len(own) != OWN or len(set(cards)) < len(cards) or not set(cards) <= set(street.deck):
        raise BadInput("two own cards and those of the board are wanted, all different and of the pack")
    value = 0
    if any(act.needs for act in ask.acts[at]):
        value = int(
            rank_many(np.array([sorted(cards)], dtype=np.uint8), tables(street.ranking, len(cards)))[0]
        )
    game = make_ready(street, suits=not board)
    if at not in game.before[len(board)]:
        raise BadInput(f"nothing leads to {street.states[at]} before this ask")
    if board:
        at_place = places(street.deck)
        worth, ways = _from_board(
            game, sorted(at_place[card] for card in own), sorted(at_place[card] for card in board)
        )
    else:
        worth = _back(game, None)[1][:, number_of(street.deck, list(own))]
        ways = prod(
            comb(len(street.deck) - OWN - gone, cards) for gone, cards in ((0, 3), (3, 1), (4, 1), (5, OWN))
        )
    after = game.after[len(board)]
    return {
        act.name: Fraction(int(worth[after.index(act.to)]), ways)
        for act in ask.acts[at]
        if value >= act.needs
    }


def openings(street: Street, progress: Progress | None = None) -> dict[str, tuple[Fraction, ...]]:
    """Return the value of every act before the flop with every own pair, followed by best play.

    Pairs go by their number in `hands`. This is the chart of starting hands.
    """
    ask = _ask_at(street, 0)
    game = make_ready(street)
    worth = _back(game, progress)[1]
    ways = prod(
        comb(len(street.deck) - OWN - gone, cards) for gone, cards in ((0, 3), (3, 1), (4, 1), (5, OWN))
    )
    return {
        act.name: tuple(Fraction(int(gain), ways) for gain in worth[game.after[0].index(act.to)])
        for act in ask.acts[0]
    }


def empty_plan(street: Street, ask: Ask | None, board: int) -> Plan:
    """Return a plan without answers. Without an ask it has no lines."""
    return np.full(_shape(street, ask, board), NOBODY_ACTS, dtype=np.int8)


def make_ready(street: Street, suits: bool = True) -> Holdem:
    """Check that the method fits, and lay out the states that can be reached at each point.

    Without `suits` only the parts for one known board are laid out.
    """
    if (street.own, street.dealer, street.board, street.up, street.decks) != (OWN, OWN, BOARD, 0, 1) or len(
        street.deck
    ) < 2 * OWN + BOARD:
        raise BadInput(
            "this method is for two own cards against two hidden ones and a board of five, from one pack"
        )
    asks = {ask.board: ask for ask in street.asks}
    if len(asks) < len(street.asks) or not set(asks) <= set(POINTS):
        raise BadInput(
            "this method asks at most once before the flop, at the flop, at the turn and at the river"
        )
    before, after, stages, seen = {}, {}, {}, {}
    states: tuple[int, ...] = (0,)
    for point in POINTS:
        acts = {
            state: asks[point].acts.get(state, (Act("", state),)) if point in asks else (Act("", state),)
            for state in states
        }
        before[point], states = (
            states,
            tuple(sorted({act.to for offered in acts.values() for act in offered})),
        )
        after[point] = states
        stages[point] = _stage(acts, states, asks.get(point))
        seen[point] = np.zeros((1, comb(len(street.deck), OWN)), dtype=np.uint16)
        if 0 < point < BOARD and suits and stages[point].needs.any():
            seen[point] = _values_seen(street, point)
    if stages[0].needs.any():
        raise BadInput("before the flop there is no hand that an act could need")
    if np.abs(street.pays).max() > MOST_PAY:
        raise BadInput(f"nets are summed in 32 bits on the way; with more than {MOST_PAY} use a larger unit")
    nets = np.ascontiguousarray(street.pays, dtype=np.int32).reshape(*street.pays.shape[:2], -1)
    ends = Ends(stages[BOARD], np.array(after[BOARD], dtype=np.int64), nets)
    return Holdem(
        street,
        before,
        after,
        stages,
        seen,
        scale_of(street),
        ends,
        _suits(street.deck if suits else street.deck[:0]),
    )


def _stage(acts: dict[int, tuple[Act, ...]], states: tuple[int, ...], ask: Ask | None) -> Stage:
    """Return the acts of each state that comes to a point, as columns."""
    to = np.full((len(acts), max(map(len, acts.values()))), -1, dtype=np.int64)
    needs = np.zeros(to.shape, dtype=np.int64)
    for column, offered in enumerate(acts.values()):
        to[column, : len(offered)] = [states.index(act.to) for act in offered]
        needs[column, : len(offered)] = [act.needs for act in offered]
        if all(act.needs for act in offered):
            raise BadInput("an ask must offer an act that needs nothing")
    lines = sorted(ask.acts) if ask else []
    return Stage(
        to, needs, np.array([lines.index(state) if state in lines else -1 for state in acts], dtype=np.int64)
    )


def _values_seen(street: Street, board: int) -> NDArray[np.uint16]:
    """Return the value of own pair and board together: [board, pair]."""
    deck, pairs = np.array(street.deck, dtype=np.uint8), all_hands(len(street.deck), OWN)
    boards, table = alike(street.deck, board).hands, tables(street.ranking, OWN + board)
    found = np.zeros((len(boards), len(pairs)), dtype=np.uint16)
    for row, shown in enumerate(boards):
        free = ~np.isin(pairs, shown).any(axis=1)
        hands = np.column_stack([pairs[free], np.tile(shown, (int(free.sum()), 1))])
        found[row, free] = rank_many(np.ascontiguousarray(deck[hands]), table)
    return found


def _suits(deck: tuple[int, ...]) -> Suits:
    """Return the boards of three and four cards up to suits, and the links between them."""
    if not deck:
        none = np.zeros(0, dtype=np.int64)
        return Suits(
            np.zeros((0, 4), dtype=np.uint8),
            none,
            none,
            none,
            none,
            none.astype(np.int32),
            none.astype(np.uint8),
            np.zeros((0, 0), dtype=np.int64),
        )
    three, four = alike(deck, 3), alike(deck, 4)
    pairs = all_hands(len(deck), OWN)
    turned = three.turned.astype(np.int64)
    low, high = np.sort(turned[:, pairs], axis=2).transpose(2, 0, 1)
    back = np.argsort(turned, axis=1)
    inverse = np.array([int(np.flatnonzero((turned == line).all(axis=1))[0]) for line in back])
    flops, cards = (
        np.repeat(np.arange(len(three.hands)), len(deck)),
        np.tile(np.arange(len(deck)), len(three.hands)),
    )
    free = (three.hands[flops] != cards[:, None]).all(axis=1)
    flops, cards = flops[free], cards[free]
    boards = np.sort(np.column_stack([three.hands[flops].astype(np.int64), cards]), axis=1)
    numbers = boards[:, 0] + sum(_choose(boards[:, at], at + 1) for at in range(1, 4))
    order = np.argsort(four.classes[numbers], kind="stable")
    starts = np.searchsorted(four.classes[numbers][order], np.arange(len(four.hands) + 1))
    return Suits(
        four.hands,
        four.weights,
        starts,
        flops[order],
        inverse[four.turns[numbers]][order],
        three.classes,
        three.turns,
        np.ascontiguousarray(high * (high - 1) // 2 + low),
    )


def _choose(places: NDArray[np.int64], cards: int) -> NDArray[np.int64]:
    return np.array([comb(place, cards) for place in range(int(places.max()) + 1)], dtype=np.int64)[places]


def _back(game: Holdem, progress: Progress | None) -> tuple[dict[int, Plan], NDArray[np.int64]]:
    """Return the best plans, and the worth of every pair after the first decision: [column, pair].

    A worth is summed over everything that may come.
    """
    plans = {
        point: empty_plan(
            game.street, next((ask for ask in game.street.asks if ask.board == point), None), point
        )
        for point in POINTS[:-1]
    }
    plans[BOARD] = BEST
    turn, flops = game.stages[4], len(alike(game.street.deck, 3).hands)

    def begin() -> tuple[Work, NDArray[np.int64]]:
        sums = np.zeros((len(game.before[4]), flops, game.pairs), dtype=np.int64)
        scale, ends, scratch = own_copy(game.scale), own_copy(game.ends), scratch_for(game.scale)
        return (
            lambda first, last: look_back(
                first, last, game.suits, scale, scratch, ends, turn, game.seen[4], plans[4], sums
            )
        ), sums

    parts = _share(len(game.suits.fours), begin, progress)
    sums = parts[0]
    for part in parts[1:]:
        sums += part
    starts = np.zeros((len(game.after[0]), game.pairs), dtype=np.int64)
    all_flops(game.suits, _decided(game, 3, plans, sums), starts)
    _decided(game, 0, plans, starts[:, None])
    for point in (3, 4):
        if len(plans[point]):
            strike_out(plans[point], alike(game.street.deck, point).hands, game.scale.cards)
    return plans, starts


def _decided(game: Holdem, point: int, plans: dict[int, Plan], worth: NDArray[np.int64]) -> NDArray[np.int64]:
    """Write the best acts at a point into its plan.

    [column after, board, pair] becomes [column before, board, pair].
    """
    out = np.zeros((len(game.before[point]), *worth.shape[1:]), dtype=np.int64)
    decide_all(game.stages[point], np.ascontiguousarray(worth), game.seen[point], plans[point], out)
    return out


def _forth(game: Holdem, plans: dict[int, Plan], progress: Progress | None) -> NDArray[np.int64]:
    """Count the deals that end in each cell under the plans."""
    flops = alike(game.street.deck, 3).hands
    arrived = np.zeros((len(flops), game.pairs), dtype=np.uint8)
    follows = [
        arrive(
            game.stages[0], plans[0], game.stages[3], game.seen[3], plans[3], flops, game.scale.cards, arrived
        )
    ]
    fives = alike(game.street.deck, BOARD) if len(plans[BOARD]) else None
    given = Given(
        plans[BOARD],
        fives.classes if fives else np.zeros(0, dtype=np.int32),
        fives.turns if fives else np.zeros(0, dtype=np.uint8),
    )

    def begin() -> tuple[Work, NDArray[np.int64]]:
        cells = np.zeros(game.ends.nets.shape, dtype=np.int64)
        scale, ends, scratch = own_copy(game.scale), own_copy(game.ends), scratch_for(game.scale)
        stage, seen, plan = game.stages[4], game.seen[4], plans[4]
        return (
            lambda first, last: follows.append(
                look_forth(
                    first, last, game.suits, scale, scratch, ends, stage, seen, plan, arrived, given, cells
                )
            )
        ), cells

    parts = _share(len(game.suits.fours), begin, progress) if follows[0] else []
    if not all(follows):
        raise BadInput("the plan takes an act that is not offered")
    found: NDArray[np.int64] = np.sum(parts, axis=0).reshape(game.street.pays.shape) // _orders(game.street)
    return found


def _from_board(game: Holdem, own: list[int], board: list[int]) -> tuple[NDArray[np.int64], int]:
    """Return the worth of one pair in every column after the ask on this board, and its number of ways."""
    street, scale, scratch = game.street, game.scale, scratch_for(game.scale)
    low, high = own
    if len(board) == BOARD:
        leaf, chosen = (
            np.zeros((len(states), MOST_PAIRS), dtype=np.int32)
            for states in (game.after[BOARD], game.before[BOARD])
        )
        pairs = showdown(np.array(board, dtype=np.int64), scale, scratch)
        weigh(game.ends, scale, scratch, pairs, leaf, chosen)
        return leaf[:, find(scratch, pairs, high, low)].astype(np.int64), comb(scale.cards - OWN - BOARD, OWN)
    sums = np.zeros(len(game.after[4]), dtype=np.int64)
    if len(board) == 4:
        ahead(np.array(board, dtype=np.uint8), high, low, scale, scratch, game.ends, sums)
        return sums, (scale.cards - OWN - 4) * comb(scale.cards - OWN - BOARD, OWN)
    turned = [card for card in range(scale.cards) if card not in own and card not in board]
    worth, seen = (
        np.zeros((len(sums), len(turned), 1), dtype=np.int64),
        np.zeros((len(turned), 1), dtype=np.uint16),
    )
    for row, card in enumerate(turned):
        four = sorted([*board, card])
        ahead(np.array(four, dtype=np.uint8), high, low, scale, scratch, game.ends, sums)
        worth[:, row, 0] = sums
        if game.stages[4].needs.any():
            seen[row] = rank_many(
                np.array([[street.deck[place] for place in (*own, *four)]], dtype=np.uint8),
                tables(street.ranking, OWN + 4),
            )
    total = np.zeros((len(game.before[4]), len(turned), 1), dtype=np.int64)
    decide_all(
        game.stages[4],
        worth,
        seen,
        np.zeros((int(game.stages[4].line.max()) + 1, len(turned), 1), dtype=np.int8),
        total,
    )
    return total.sum(axis=(1, 2)), (scale.cards - OWN - 3) * (scale.cards - OWN - 4) * comb(
        scale.cards - OWN - BOARD, OWN
    )


def _share(boards: int, begin: Callable[[], tuple[Work, T]], progress: Progress | None) -> list[T]:
    """Work off the boards of four in steps on all cores; every worker begins with a sum of its own."""
    steps = iter(range(0, boards, STEP))
    done: list[int] = []

    def worker() -> T:
        work, mine = begin()
        for first in steps:
            work(first, min(first + STEP, boards))
            done.append(first)
        return mine

    workers = max(1, min(os.cpu_count() or 1, MOST_WORKERS))
    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(worker) for _ in range(workers)]
        while wait(futures, timeout=WAIT).not_done:
            if progress:
                progress(min(len(done) * STEP, boards), boards)
        if progress:
            progress(boards, boards)
        return [future.result() for future in futures]


def own_copy(arrays: T) -> T:
    """Copy the arrays for one worker alone.

    Compiled code counts the users of an array: two workers with the same one would wait at every count.
    """
    if isinstance(arrays, tuple):
        return cast(T, type(arrays)(*(own_copy(part) for part in arrays)))
    return cast(T, arrays.copy()) if isinstance(arrays, np.ndarray) else arrays


def _half(progress: Progress | None, before: int, boards: int) -> Progress | None:
    """Report the progress of one of two passes as half of both."""
    return (lambda done, of: progress(before + done, 2 * boards)) if progress else None


def _orders(street: Street) -> int:
    """Return how many deals of the passes are one deal where cards are shown together.

    The passes tell flop, turn and river apart.
    """
    return (
        factorial(BOARD)
        // factorial(3)
        // (factorial(BOARD) // prod(factorial(cards) for cards in street.groups))
    )


def _shape(street: Street, ask: Ask | None, board: int) -> tuple[int, int, int]:
    """Return the shape of a plan. Without an ask it has no lines."""
    return (
        len(ask.acts) if ask else 0,
        len(alike(street.deck, board).hands) if ask and board else 1,
        comb(len(street.deck), OWN),
    )


def _kept(street: Street, plans: dict[int, Plan]) -> tuple[Plan, ...]:
    return tuple(plans[ask.board] for ask in street.asks)


def _ask_at(street: Street, board: int) -> Ask:
    for ask in street.asks:
        if ask.board == board:
            return ask
    boards = ", ".join(str(ask.board) for ask in street.asks) or "none"
    raise BadInput(f"nothing is asked with {board} cards on the board; it is with {boards}")


def _asked(street: Street, ask: Ask, state: str | None) -> int:
    """Return the state with this name. It may be left out where only one is asked."""
    named = {street.states[number]: number for number in sorted(ask.acts)}
    if state is None and len(named) == 1:
        return next(iter(named.values()))
    if state not in named:
        raise BadInput(f"which state of the stakes? One of {', '.join(named)}")
    return named[state]
