"""Own cards and board cards against a pay table, acts between the cards: let it ride, Mississippi stud.

Only the set of cards seen and the state of the stakes matter, not the order of the cards. So the values go
down from the sets of all cards to the sets of own cards, one card less at a time. The deals that reach each
set and state go back up. There are 270,725 sets of four cards: nothing has to be left out or sorted by suits.

A plan is int8[state, number of the set of cards seen], -1 where nothing is asked.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.errors import BadInput
from croupier.prove.hands import CHOOSE, all_hands, number_of, values
from croupier.prove.streets import Act, Ask, Progress, Solution, Street, order_of, solution

NOT_ASKED = -1
MOST_CARDS = 6


def solve(street: Street, progress: Progress | None = None) -> Solution:
    """Find the best play. Of acts worth the same the first is taken."""
    started = time.perf_counter()
    kinds = _kinds(street)
    if not street.asks:
        return _settled(street, kinds, started)
    ends = _ends(street, kinds)
    plans, _ = _best(street, ends, progress)
    return _count(street, plans, ends, started)


def count(street: Street, plans: tuple[NDArray[np.int8], ...], progress: Progress | None = None) -> Solution:
    """Count the ends under given plans."""
    started = time.perf_counter()
    kinds = _kinds(street)
    counted = (
        _count(street, plans, _ends(street, kinds), started)
        if street.asks
        else _settled(street, kinds, started)
    )
    if progress:
        progress(1, 1)
    return counted


def worths(street: Street, ask: int, state: int, seen: Sequence[int]) -> dict[str, Fraction]:
    """Return the value of each act on offer, followed by best play."""
    _, after = _best(street, _ends(street, _kinds(street)), None)
    number, size = number_of(street.deck, seen), len(street.deck)
    deals = prod(size - dealt for dealt in range(len(seen), street.own + street.board))
    acts = street.asks[ask].acts[state]
    offered = zip(acts, _offered(street, acts, len(seen)), strict=True)
    return {
        act.name: Fraction(int(after[ask][act.to, number]), deals)
        for act, having in offered
        if having is None or having[number]
    }


def openings(street: Street) -> dict[str, tuple[Fraction, ...]]:
    """Return the value of every act of the first ask with every own hand, followed by best play.

    Hands go by their number in `hands`.
    """
    _, after = _best(street, _ends(street, _kinds(street)), None)
    deals = prod(len(street.deck) - dealt for dealt in range(street.own, street.own + street.board))
    return {
        act.name: tuple(
            Fraction(int(gain), deals) for gain in after[0][act.to, : comb(len(street.deck), street.own)]
        )
        for act in street.asks[0].acts[0]
    }


def _kinds(street: Street) -> NDArray[np.int64]:
    """Return the kind of every final hand: [number of the hand]."""
    cards = street.own + street.board
    if street.dealer or street.decks > 1 or cards > MOST_CARDS:
        raise BadInput(f"this method is for one pack, at most {MOST_CARDS} cards, and no dealer")
    return np.searchsorted(
        np.array(street.own_bands, dtype=np.int64), values(street.ranking, street.deck, cards), side="right"
    )


def _settled(street: Street, kinds: NDArray[np.int64], started: float) -> Solution:
    """Return the solution without decisions: every final hand is equally likely."""
    cells = np.zeros(street.pays.shape, dtype=np.int64)
    cells[0, :, 0, 0] = np.bincount(kinds, minlength=len(street.own_bands) + 1) * (street.total // len(kinds))
    return solution(street.pays, cells, street.total, (), time.perf_counter() - started)


def _ends(street: Street, kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the final hands of each kind: [set of cards before the last step, kind].

    There is no last step where the last ask shows all cards.
    """
    if _steps(street) == street.own + street.board:
        return np.eye(len(street.own_bands) + 1, dtype=np.int64)[kinds]
    ends = np.zeros(
        (comb(len(street.deck), street.own + street.board - 1), len(street.own_bands) + 1), dtype=np.int64
    )
    _split(all_hands(len(street.deck), street.own + street.board), kinds, ends, CHOOSE)
    return ends


def _steps(street: Street) -> int:
    """Count the cards that are followed one by one: all but the last, unless an ask comes after it."""
    asked = max((ask.own + ask.board for ask in street.asks), default=0)
    return max(street.own, asked, street.own + street.board - 1)


def _asks(street: Street, cards: int) -> list[tuple[int, Ask]]:
    return [(number, ask) for number, ask in enumerate(street.asks) if ask.own + ask.board == cards]


def _offered(street: Street, acts: tuple[Act, ...], cards: int) -> list[NDArray[np.bool_] | None]:
    """Return for each act the sets of cards that offer it. None where it always is on offer."""
    if cards < order_of(street.ranking).size and any(act.needs for act in acts):
        raise BadInput(
            f"{cards} cards are no hand of the {order_of(street.ranking).name} ranking, "
            "so no act can need one"
        )
    return [values(street.ranking, street.deck, cards) >= act.needs if act.needs else None for act in acts]


def _best(
    street: Street, ends: NDArray[np.int64], progress: Progress | None
) -> tuple[tuple[NDArray[np.int8], ...], dict[int, NDArray[np.int64]]]:
    """Return the plans, from the last ask to the first, and the worth after each ask: [state, set of cards].

    A worth is summed over everything that may follow.
    """
    last = _steps(street)
    worth = street.pays[:, :, 0, 0] @ ends.T
    plans: dict[int, NDArray[np.int8]] = {}
    after: dict[int, NDArray[np.int64]] = {}
    for cards in range(last, street.own - 1, -1):
        for number, ask in reversed(_asks(street, cards)):
            plans[number] = np.full(worth.shape, NOT_ASKED, dtype=np.int8)
            after[number] = worth
            worth = _choose(street, ask.acts, cards, worth, plans[number])
        if cards > street.own:
            fewer = np.zeros((len(street.states), comb(len(street.deck), cards - 1)), dtype=np.int64)
            _down(all_hands(len(street.deck), cards), worth, fewer, CHOOSE)
            worth = fewer
        if progress:
            progress(last - cards + 1, last - street.own + 1)
    return tuple(plans[number] for number in range(len(street.asks))), after


def _choose(
    street: Street,
    asked: Mapping[int, tuple[Act, ...]],
    cards: int,
    worth: NDArray[np.int64],
    plan: NDArray[np.int8],
) -> NDArray[np.int64]:
    """Return the worth of every state before an ask, from the worths after it."""
    before = worth.copy()
    for state, acts in asked.items():
        chosen = np.full(worth.shape[1], NOT_ASKED, dtype=np.int8)
        for number, (act, offered) in enumerate(zip(acts, _offered(street, acts, cards), strict=True)):
            better = (chosen == NOT_ASKED) | (worth[act.to] > before[state])
            if offered is not None:
                better &= offered
            before[state] = np.where(better, worth[act.to], before[state])
            chosen[better] = number
        if (chosen == NOT_ASKED).any():
            raise BadInput(f"with some cards no act is offered in the state {street.states[state]!r}")
        plan[state] = chosen
    return before


def _count(
    street: Street, plans: tuple[NDArray[np.int8], ...], ends: NDArray[np.int64], started: float
) -> Solution:
    """Count the deals that reach each set of cards in each state, and so each end."""
    last, size = _steps(street), len(street.deck)
    reached = np.zeros((len(street.states), comb(size, street.own)), dtype=np.int64)
    reached[0] = 1
    for cards in range(street.own, last + 1):
        if cards > street.own:
            more = np.zeros((len(street.states), comb(size, cards)), dtype=np.int64)
            _up(all_hands(size, cards), reached, more, CHOOSE)
            reached = more
        for number, ask in _asks(street, cards):
            reached = _follow(street, ask.acts, cards, reached, plans[number])
    cells = (reached @ ends) // prod(factorial(group) for group in street.groups)
    return solution(street.pays, cells[:, :, None, None], street.total, plans, time.perf_counter() - started)


def _follow(
    street: Street,
    asked: Mapping[int, tuple[Act, ...]],
    cards: int,
    reached: NDArray[np.int64],
    plan: NDArray[np.int8],
) -> NDArray[np.int64]:
    """Move the deals to their states after an ask."""
    if plan.shape != reached.shape:
        raise BadInput(f"a plan for {cards} cards is {reached.shape}, not {plan.shape}")
    after = reached.copy()
    for state in asked:
        after[state] = 0
    for state, acts in asked.items():
        followed = np.zeros(reached.shape[1], dtype=np.bool_)
        for number, (act, offered) in enumerate(zip(acts, _offered(street, acts, cards), strict=True)):
            taken = plan[state] == number
            if offered is not None:
                taken &= offered
            after[act.to] += np.where(taken, reached[state], 0)
            followed |= taken
        if reached[state][~followed].any():
            raise BadInput("the plan takes an act that is not offered")
    return after


@compiled
def _without(hand: NDArray[np.uint8], gone: int, choose: NDArray[np.int64]) -> int:
    """Return the number of a hand without one of its cards."""
    number = 0
    for card in range(len(hand)):
        if card != gone:
            number += choose[hand[card], card + 1 - (card > gone)]
    return number


@compiled
def _split(
    hands: NDArray[np.uint8], kinds: NDArray[np.int64], ends: NDArray[np.int64], choose: NDArray[np.int64]
) -> None:
    """Count every final hand under each of its sets with one card less."""
    for number in range(len(hands)):
        for gone in range(hands.shape[1]):
            ends[_without(hands[number], gone, choose), kinds[number]] += 1


@compiled
def _down(
    hands: NDArray[np.uint8], worth: NDArray[np.int64], fewer: NDArray[np.int64], choose: NDArray[np.int64]
) -> None:
    """Add the worth of every set to each of its sets with one card less."""
    for number in range(len(hands)):
        for gone in range(hands.shape[1]):
            fewer[:, _without(hands[number], gone, choose)] += worth[:, number]


@compiled
def _up(
    hands: NDArray[np.uint8], reached: NDArray[np.int64], more: NDArray[np.int64], choose: NDArray[np.int64]
) -> None:
    """Send the deals that reached each set on to every set with one card more."""
    for number in range(len(hands)):
        for gone in range(hands.shape[1]):
            more[:, number] += reached[:, _without(hands[number], gone, choose)]
