"""Best play in words: the frequency of each course, and a rule of thumb with its cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from croupier.families.streets.declared import Declared
from croupier.families.streets.solver import stud
from croupier.families.streets.solver.certificate import lowest_terms
from croupier.families.streets.solver.solving import method_of
from croupier.prove.streets import Solution
from croupier.ranking.poker import ASCENDING, HIGH_CARD, Hand, name

TIES = "of acts worth the same the larger bet is made"


def strategy_words(declared: Declared, found: Solution) -> str:
    """Say how often each course is taken. Empty without decisions."""
    states, asks = declared.tree
    if not any(asks):
        return ""
    by_state = found.cells.reshape(len(states), -1).sum(axis=1)
    told = [
        f"{state.name} {float(Fraction(int(number), found.total)):.4%}"
        for state, number in zip(states, by_state, strict=True)
        if number
    ]
    return f"best play: {'; '.join(told)}; {TIES}"


@dataclass(frozen=True)
class Rule:
    """A rule by the rank of the own hand alone: each act from a hand on."""

    starts: tuple[tuple[int, int], ...]
    """Each act with the value of the least hand that it is taken with, the lowest first."""
    expected: int
    """In the unit of the pays in lowest terms."""
    total: int

    @property
    def value(self) -> Fraction:
        """The net of one round."""
        return Fraction(self.expected, self.total)

    def words(self, declared: Declared) -> str:
        """Return the rule as people say it."""
        acts = declared.street.asks[0].acts[0]
        told = [
            f"{acts[act].name} with {_hand(declared.table.hands[start])} or better"
            for act, start in reversed(self.starts)
            if start
        ]
        return f"{', '.join(told)}, else {acts[self.starts[0][0]].name}"


def rule_of_thumb(declared: Declared) -> Rule | None:
    """Return the best rule that looks at the rank of the hand and at nothing else.

    There is one where the whole decision is one act on the dealt cards.
    """
    street = declared.street
    if (
        method_of(street) != "stud"
        or len(street.asks) != 1
        or any(act.upcards is not None for act in street.asks[0].acts[0])
    ):
        return None
    acts = street.asks[0].acts[0]
    weights = _by_value(declared)
    kinds = np.searchsorted(np.array(street.own_bands, dtype=np.int64), np.arange(len(weights)), side="right")
    worth = [
        [
            sum(
                int(weights[value][at]) * int(street.pays[act.to, kinds[value]][at])
                for at in np.ndindex(weights.shape[1:])
            )
            for value in range(len(weights))
        ]
        for act in acts
    ]
    dealt = [value for value in range(len(weights)) if weights[value].any()]
    chosen = [
        max(
            (act for act in range(len(acts)) if value >= acts[act].needs),
            key=lambda act: (worth[act][value], -act),
        )
        for value in dealt
    ]
    # From each act the first hand on from which it gains over the one before, all in all.
    order = sorted(set(chosen), key=chosen.index)
    starts = {order[0]: 0}
    for before, act in pairwise(order):
        gains = [
            worth[act][value] - worth[before][value] if value >= acts[act].needs else -(10**30)
            for value in range(len(weights))
        ]
        sums = np.cumsum(np.array(gains[::-1], dtype=object))[::-1]
        starts[act] = max(range(len(weights)), key=lambda value: (sums[value], -value))
    expected = sum(
        worth[act][value]
        for position, act in enumerate(order)
        for value in range(
            starts[act], starts[order[position + 1]] if position + 1 < len(order) else len(weights)
        )
    )
    return Rule(tuple((act, starts[act]) for act in order), expected // lowest_terms(street), street.total)


def _by_value(declared: Declared) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Count the deals: [value of the own hand, band, comparison]."""
    street = declared.street
    fine = replace(
        street,
        own_bands=tuple(range(1, declared.table.count)),
        pays=np.zeros((len(street.states), declared.table.count, len(street.bands) + 1, 3), np.int64),
    )
    last = len(street.asks[0].acts[0]) - 1
    plan = np.full(stud.empty_plan(street).shape, last, dtype=np.int8)
    cells: np.ndarray[tuple[int, ...], np.dtype[np.int64]] = stud.count(fine, (plan,)).cells[
        street.asks[0].acts[0][last].to
    ]
    return cells


def _hand(hand: Hand) -> str:
    """Name the least hand of a rule: Q-6-4, a pair of twos."""
    if hand.klass == HIGH_CARD:
        return "-".join(ASCENDING[rank] for rank in hand.ranks)
    said = name(hand)
    return f"a {said[0].lower()}{said[1:]}"
