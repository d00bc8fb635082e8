"""The variance of a round of two hands whose second cards may be switched, with all their splits.

The square of a sum is the squares of its terms, which the rows give, and twice the products of every two of
them. Two hands meet the same dealer and are dealt from the same cards. Each is played by a plan of its own,
because it looks at the first two cards of the other. For every upcard the products are put together by all
known cards of both hands, and the dealer's chances are computed once for each set of cards.

A pair that may be split only once makes two hands of which nothing is known but their own cards. So its hands
go into the same table as those that are not split, whatever the other hand does. A pair that may be split
again has tables of its own, because there second cards are known not to be of the pair's value; the other
hand's first two cards are told apart by how many are of it.

Only where both hands are split, and may be split again, the hands of the one are taken to be independent of
those of the other, given how the dealer's hand ends. Both are split in one round of 2,000. That they draw
from the same cards is left out, which makes the variance too large by 4e-6 with six decks and four hands or
no limit. This was found by dealing eight million such rounds; with one split, where the exact product is
known too, it would be 2e-6.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import perm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.families.twentyone.solver.dealer import DRAWN, NO_PAIR, Scratch, add_ways, scratch_for
from croupier.families.twentyone.solver.leaves import follow
from croupier.families.twentyone.solver.problem import AT_ORIGINAL, SPLITS, Problem
from croupier.families.twentyone.solver.splitting import left_for, split_cells, split_ways
from croupier.families.twentyone.solver.spread import Vectors, couple_ways, vectors
from croupier.families.twentyone.solver.states import ACE, TEN, VALUES, Hands, counts_of, hand_of, hands
from croupier.families.twentyone.solver.switch import PAIRS, WORKERS, Switched, chances_of
from croupier.families.twentyone.solver.unions import DIGITS, GROUP, Unions

PLAIN_21 = len(PAIRS)
"""The number of an ace and a ten brought together by a switch, after those of all two cards."""
NATURAL = PAIRS.index((ACE, TEN))
CARDS = [*PAIRS, (ACE, TEN)]


class Listed(NamedTuple):
    """The ends of a hand, by the codes of their cards, and their pay.

    The pay is [end, outcome], each leaf times its orders.
    """

    codes: NDArray[np.int64]
    paid: NDArray[np.float64]


class Own(NamedTuple):
    """A pair that is split and played in one way, and the other hands beside it, each with its orders."""

    paid: Vectors
    beside: list[int]
    orders: list[float]


def switch_spread(problem: Problem, plain_21: Problem, found: Switched, workers: int = WORKERS) -> float:
    """Return the variance of the net of a round, in units of the wager on one hand squared.

    It takes the arguments of `solve_switch`, and its result.
    """
    squares = sum(float(net) ** 2 * number for (_, net), number in found.rows.items())
    joint = joint_deals(problem, found)
    upcards = [upcard for upcard in range(VALUES) if problem.shoe[upcard]]
    with ThreadPoolExecutor(workers) as pool:
        products = sum(
            pool.map(
                lambda upcard: Products(problem, plain_21, found, upcard).total(joint[:, :, upcard]), upcards
            )
        )
    return squares + 2 * products - found.value**2


def joint_deals(problem: Problem, found: Switched) -> NDArray[np.float64]:
    """Return [one hand, the other, upcard]: the chance of a round with two hands.

    They are the numbers of their cards, the lower number first.
    """
    number = np.zeros((VALUES, VALUES), np.int64)
    for at, (low, high) in enumerate(PAIRS):
        number[low, high] = number[high, low] = at
    joint = np.zeros((len(CARDS), len(CARDS), VALUES))
    chance = chances_of(problem.shoe)
    x1, y1, x2, y2, up = np.indices(chance.shape)
    for chosen, natural, one, other in (
        (~found.switches, NATURAL, number[x1, x2], number[y1, y2]),
        (found.switches, PLAIN_21, number[x1, y2], number[y1, x2]),
    ):
        one, other = (np.where(hand == NATURAL, natural, hand) for hand in (one, other))
        np.add.at(joint, (np.minimum(one, other), np.maximum(one, other), up), np.where(chosen, chance, 0.0))
    return joint


class Products:
    """The products of every two hands of a round, against one upcard."""

    def __init__(self, problem: Problem, plain_21: Problem, found: Switched, upcard: int) -> None:
        self.problem, self.plain_21, self.found, self.upcard = problem, plain_21, found, upcard
        self.shoe = left_for(problem, upcard, upcard, 1)
        self.room = scratch_for(problem.dealer)
        self.nets = np.vstack([problem.nets[0], np.zeros(len(problem.outcomes))])
        self.codes = hands().held @ DIGITS
        self.rows = np.empty((len(hands().size) * (2 * VALUES + 2), 3))
        self.together = Unions(1, len(problem.outcomes))
        self.again: dict[int, Again] = {}
        self.vectors: dict[tuple[int, int], Vectors] = {}
        self.own: dict[tuple[int, bytes], Own] = {}

    def total(self, joint: NDArray[np.float64]) -> float:
        """Return their expected sum, given how likely every two hands are."""
        found = 0.0
        for one, other in map(tuple, np.argwhere(joint)):
            chance = float(joint[one, other])
            orders = chance / self._one_order((*CARDS[one], *CARDS[other]))
            splits = self._split(one, other), self._split(other, one)
            again = [value >= 0 and self.problem.limit(value) > 2 for value in splits]
            for beside, value in ((other, splits[0]), (one, splits[1])):
                if value >= 0:
                    self._add_own(value, beside, orders)
            if not any(again):
                self.together.add(
                    *_times(self._listed(one, other, splits[0]), orders), *self._listed(other, one, splits[1])
                )
            elif min(splits) >= 0:
                found += chance * self._independent(one, other)
            else:
                own, beside, value = (one, other, splits[0]) if again[0] else (other, one, splits[1])
                self._again(value).add(
                    self._vectors(value, beside), _times(self._listed(beside, own, -1), orders), beside
                )
        for (value, _), own_ in self.own.items():
            self._enter_own(value, own_)
        ways = np.zeros((1, 1, DRAWN, 1))
        add_ways(int(self.shoe.sum()), 0, 0, 1.0, ways[0, 0])
        up = self.problem.shoe[self.upcard] / sum(self.problem.shoe)
        found += up * self.together.weigh(
            self.problem.dealer, self.upcard, self.shoe, NO_PAIR, ways, self.room
        )
        return found + up * sum(one.weigh(self.room) for one in self.again.values())

    def _one_order(self, cards: tuple[int, ...]) -> float:
        """Return the chance of the upcard and four cards in one order."""
        held = counts_of(cards)
        found = (
            self.problem.shoe[self.upcard] / sum(self.problem.shoe) / perm(int(self.shoe.sum()), len(cards))
        )
        for value in range(VALUES):
            found *= perm(int(self.shoe[value]), held[value])
        return found

    def _split(self, own: int, beside: int) -> int:
        """Return the value of a hand that is split, or -1."""
        low, high = CARDS[own]
        plan = self.found.plans[*CARDS[beside], self.upcard]
        return low if low == high and plan.act[AT_ORIGINAL, hand_of((low, high))] == SPLITS else -1

    def _vectors(self, value: int, beside: int) -> Vectors:
        if (value, beside) not in self.vectors:
            plan = self.found.plans[*CARDS[beside], self.upcard]
            self.vectors[value, beside] = vectors(plan.problem, plan.split_paths(value))
        return self.vectors[value, beside]

    def _again(self, value: int) -> Again:
        if value not in self.again:
            self.again[value] = Again(self.problem, value, self.upcard)
        return self.again[value]

    def _listed(self, own: int, beside: int, split: int) -> Listed:
        """Return the ends of a hand that is not split, or of both hands of one split once.

        Each comes with all the known cards.
        """
        if split >= 0:
            paid = self._vectors(split, beside)
            return Listed(
                self.codes[paid.hand] + DIGITS[split],
                paid.first_odd + paid.first_pair + paid.added_odd + paid.added_pair,
            )
        hand = hand_of(CARDS[own])
        if own == PLAIN_21:
            return Listed(self.codes[[hand]], self.plain_21.nets[0, self.plain_21.kinds[0, 0, hand]][None])
        plan = self.found.plans[*CARDS[beside], self.upcard]
        ended, paid_ = gathered(
            hands(),
            self.problem.kinds[0],
            np.ascontiguousarray(plan.act[AT_ORIGINAL]),
            np.ascontiguousarray(plan.rescued),
            self.problem.options,
            self.nets,
            hand,
            self.rows,
        )
        return Listed(self.codes[ended], paid_)

    def _add_own(self, value: int, beside: int, orders: float) -> None:
        """Note a pair that is split, together with others that are played alike."""
        paid = self._vectors(value, beside)
        own = self.own.setdefault((value, b"".join(array.tobytes() for array in paid)), Own(paid, [], []))
        own.beside.append(beside)
        own.orders.append(orders)

    def _enter_own(self, value: int, own: Own) -> None:
        """Add the products of the hands of a pair."""
        paid = own.paid
        orders = np.repeat(np.array(own.orders)[:, None], len(self.problem.outcomes), 1)
        if self.problem.limit(value) > 2:
            self._again(value).add_own(paid, own.beside, orders)
            return
        pairs, codes = Unions(1, len(self.problem.outcomes)), self.codes[paid.hand]
        pairs.add(codes, paid.first_odd + paid.first_pair, codes, paid.added_odd + paid.added_pair)
        self.together.add(*pairs.listed(0), self.codes[[hand_of(CARDS[one]) for one in own.beside]], orders)

    def _independent(self, one: int, other: int) -> float:
        """Return the expected product of all hands of one pair and all of another, both split.

        They are taken to be independent given the outcome.
        """
        nets = []
        for own, beside in ((one, other), (other, one)):
            plan, value = self.found.plans[*CARDS[beside], self.upcard], CARDS[own][0]
            cells = split_cells(plan.problem, plan.split_paths(value), value, self.upcard, self.room)[:, :-1]
            nets.append((cells * self.problem.nets[1:]).sum((0, 1)))
        chance = cells[0].sum(0)
        return float(np.divide(nets[0] * nets[1], chance, out=np.zeros_like(chance), where=chance > 0).sum())


def _times(listed: Listed, share: float) -> Listed:
    return Listed(listed.codes, share * listed.paid)


class Again:
    """The products of hands of a pair that may be split again.

    They are with each other, and with the other hand of the round, which is not split.
    """

    def __init__(self, problem: Problem, value: int, upcard: int) -> None:
        self.problem, self.value, self.upcard = problem, value, upcard
        self.shoe = left_for(problem, upcard, upcard, 1)
        self.codes = hands().held @ DIGITS - DIGITS[value]
        """The codes without the first card of a split hand, which it does not draw."""
        ways = [self._ways(beside) for beside in range(3)]
        self.own_ways, self.ways = (np.stack([one[at] for one in ways], 1) for at in range(2))
        self.own_forms, self.forms = (
            np.flatnonzero(every.any((1, 2, 3))) for every in (self.own_ways, self.ways)
        )
        self.own, self.with_other = (
            Unions(len(forms), len(problem.outcomes)) for forms in (self.own_forms, self.forms)
        )

    def _ways(self, beside: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the ways of every two hands, and of one hand.

        They are [factors or hands, cards drawn, of them of the pair's value], where `beside` of the other
        hand's first two cards are of the pair's value. Those two cards are known by then, and the split hands
        do not draw them. Those of another value are counted among the cards drawn, because they are a part of
        the product of counts.
        """
        unseen, there = int(self.shoe.sum()), int(self.shoe[self.value])
        if there < 2 + beside:
            return np.zeros((6, DRAWN, DRAWN)), np.zeros((4, DRAWN, DRAWN))
        given = unseen - 4, there - 2 - beside, self.problem.limit(self.value)
        one, which = split_ways(*given)
        share, found = perm(there, 2 + beside) / perm(unseen, 4), []
        # The last factors of `Vectors` are of games in which no pair is split again.
        for ways in (couple_ways(*given)[:6], one[list(which), 0]):
            later = np.zeros_like(ways)
            later[:, 2 - beside :] = share * ways[:, : DRAWN - 2 + beside]
            found.append(later)
        return found[0], found[1]

    def _beside(self, beside: int) -> int:
        """Return the change of a code by the other hand's first two cards.

        Those of the pair's value are not drawn, but a group.
        """
        return int(CARDS[beside].count(self.value) * (GROUP - DIGITS[self.value]))

    def add_own(self, paid: Vectors, besides: list[int], orders: NDArray[np.float64]) -> None:
        """Add every two hands of the pair.

        The first two cards of the other hand, which may be one of several, are known.
        """
        codes, factors = self.codes[paid.hand], paid.factors()
        others = np.array(
            [int(hands().held[hand_of(CARDS[beside])] @ DIGITS) + self._beside(beside) for beside in besides]
        )
        for number, form in enumerate(self.own_forms):
            pairs = Unions(1, orders.shape[1])
            pairs.add(codes, factors[form][0], codes, factors[form][1])
            self.own.add(*pairs.listed(0), others, orders, number)

    def add(self, paid: Vectors, listed: Listed, beside: int) -> None:
        """Add every hand of the pair with the other hand."""
        parts = paid.first_odd, paid.first_pair, paid.added_odd, paid.added_pair
        for number, form in enumerate(self.forms):
            self.with_other.add(
                self.codes[paid.hand], parts[form], listed.codes + self._beside(beside), listed.paid, number
            )

    def weigh(self, room: Scratch) -> float:
        """Return the expected sum of all products."""
        dealer = self.problem.dealer
        return self.own.weigh(
            dealer, self.upcard, self.shoe, self.value, self.own_ways[self.own_forms], room
        ) + self.with_other.weigh(dealer, self.upcard, self.shoe, self.value, self.ways[self.forms], room)


@compiled
def gathered(
    hands: Hands,
    kinds: NDArray[np.int64],
    act: NDArray[np.int64],
    rescued: NDArray[np.bool_],
    options: tuple[bool, bool, bool],
    nets: NDArray[np.float64],
    start: int,
    rows: NDArray[np.float64],
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the hands with which an unsplit hand ends, and their pay, each leaf times its orders.

    The line of `nets` after the last class is of doubles being made.
    """
    orders = np.zeros(len(hands.size))
    orders[start] = 1.0
    listed = follow(hands, kinds, act, rescued, options, len(nets) - 1, orders, rows)
    place = np.full(len(hands.size), -1)
    ended = np.zeros(listed, np.int64)
    paid = np.zeros((listed, nets.shape[1]))
    number = 0
    for row in range(listed):
        hand, kind = int(rows[row, 0]), int(rows[row, 1])
        if kind == len(nets) - 1:
            continue
        if place[hand] < 0:
            place[hand] = number
            ended[number] = hand
            number += 1
        for outcome in range(nets.shape[1]):
            paid[place[hand], outcome] += rows[row, 2] * nets[kind, outcome]
    return ended[:number], paid[:number]
