"""The plain solver of live draw poker: every hand of a small pack with every draw.

The fast solver must equal it. A plan is a dictionary from the five cards to those held.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np

from croupier.families.livedraw.solver import CARDS, total
from croupier.prove.plain import dealt, value_of
from croupier.prove.streets import Draw, Solution, solution


def solve(game: Draw, ties: Sequence[int]) -> Solution:
    """Find the best hold of five cards; of holds worth the same the first in the order `ties`.

    A hold is a number: bit i is set where the i-th card in ascending order is held.
    """
    started = time.perf_counter()
    deals = total(game)
    cells = np.zeros((1, len(game.pays), 1, 1), dtype=np.int64)
    plan: dict[tuple[int, ...], tuple[int, ...]] = {}
    for hand, rest in dealt(game.deck, CARDS):
        found: dict[tuple[int, ...], tuple[int, Counter[int]]] = {}
        for hold in ties:
            held = tuple(card for index, card in enumerate(hand) if hold >> index & 1)
            share = deals // comb(len(game.deck), CARDS) // comb(len(rest), CARDS - len(held))
            kinds: Counter[int] = Counter()
            for drawn in combinations(rest, CARDS - len(held)):
                value = value_of(game.ranking, tuple(sorted(held + drawn)))
                kinds[bisect_right(game.own_bands, value)] += share
            found[held] = sum(int(game.pays[kind]) * ways for kind, ways in kinds.items()), kinds
        plan[hand] = max(found, key=lambda held: found[held][0])
        for kind, ways in found[plan[hand]][1].items():
            cells[0, kind, 0, 0] += ways
    return solution(game.pays, cells, deals, (plan,), time.perf_counter() - started)
