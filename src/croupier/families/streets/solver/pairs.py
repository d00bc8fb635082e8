"""A few own cards against as many of the dealer's, without decisions: every pair of hands is compared.

Packs with a joker are welcome here.
"""

from __future__ import annotations

import time
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.prove.streets import Progress, Solution, Street, solution
from croupier.ranking.bulk import rank_many, tables

MOST_HANDS = 3000


def solve(street: Street, progress: Progress | None = None) -> Solution:
    """Count the ends. There is only one way to play."""
    started = time.perf_counter()
    if street.asks or street.board or street.up or street.own != street.dealer or street.decks > 1:
        raise BadInput("this method is for hands of equal size from one pack, with nothing to decide")
    hands = np.array(list(combinations(street.deck, street.own)), dtype=np.uint8)
    if len(hands) > MOST_HANDS:
        raise BadInput(f"{len(hands)} hands are too many to be compared one by one")
    value = rank_many(hands, tables(street.ranking, street.own)).astype(np.int64)
    kinds, bands = (
        np.searchsorted(np.array(limits, dtype=np.int64), value, side="right")
        for limits in (street.own_bands, street.bands)
    )
    held = np.zeros((len(hands), 64), dtype=bool)
    np.put_along_axis(held, hands.astype(np.int64), True, axis=1)
    apart = ~(held.astype(np.int32) @ held.T.astype(np.int32)).astype(bool)
    cells: NDArray[np.int64] = np.zeros(street.pays.shape, np.int64)
    for at in range(len(hands)):
        others = np.flatnonzero(apart[at])
        compared = 1 + np.sign(value[at] - value[others])
        np.add.at(cells[0, kinds[at]], (bands[others], compared), 1)
    return solution(street.pays, cells, street.total, (), time.perf_counter() - started)


def count(street: Street, plans: tuple[()] = (), progress: Progress | None = None) -> Solution:
    """Count the ends. Nothing is decided, so it equals `solve`."""
    return solve(street, progress)
