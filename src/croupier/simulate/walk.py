"""The kernel of wheels and dice: draw, move along the charts, count cells.

It does no arithmetic on money and decides nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled
from croupier.simulate.streams import CHUNK, bound_words, fill_words


@compiled
def walk_blocks(
    seed: np.uint64,
    first: int,
    number: int,
    draws: int,
    outcomes: int,
    classes: NDArray[np.uint16],
    after: NDArray[np.uint32],
    starts: NDArray[np.uint32],
    faces_seen: NDArray[np.int64],
    cells_seen: NDArray[np.int64],
    cells_last: NDArray[np.int64],
) -> None:
    """Walk every chart over `number` blocks of `draws` draws each, from block `first` on.

    A block starts from a fresh table. Counted are the outcomes of the draws, the cells that each chart
    passes, and the cell in which each chart ends a block.
    """
    words = np.empty(CHUNK, np.uint32)
    faces = np.empty(CHUNK, np.uint16)
    places = np.empty(len(starts), np.uint32)
    last = np.zeros(len(starts), np.uint32)
    for block in range(first, first + number):
        for chart in range(len(starts)):
            places[chart] = starts[chart]
        have = 0
        word = 0
        while have < draws:
            fill_words(seed, np.uint64(block), word, words)
            word += CHUNK
            made = min(bound_words(words, np.uint64(outcomes), faces), draws - have)
            have += made
            for i in range(made):
                faces_seen[faces[i]] += 1
            for chart in range(len(starts)):
                row = classes[chart]
                place = places[chart]
                cell = place
                for i in range(made):
                    cell = place + row[faces[i]]
                    cells_seen[cell] += 1
                    place = after[cell]
                places[chart] = place
                last[chart] = cell
        if draws:
            for chart in range(len(starts)):
                cells_last[last[chart]] += 1
