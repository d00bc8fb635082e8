"""The draws of a stream, one block at a time, as the walk sees them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.simulate.streams import BLOCK, CHUNK, MOST_OUTCOMES, bound_words, fill_words


def block_draws(seed: int, block: int, outcomes: int, count: int = BLOCK) -> NDArray[np.uint16]:
    """Return the first draws of a block."""
    if not 1 <= outcomes <= MOST_OUTCOMES:
        raise ValueError(f"a stream chooses between 1 and {MOST_OUTCOMES} outcomes, not {outcomes}")
    words = np.empty(CHUNK, np.uint32)
    made = np.empty(CHUNK, np.uint16)
    found: list[NDArray[np.uint16]] = []
    have = first = 0
    while have < count:
        fill_words(np.uint64(seed & (2**64 - 1)), np.uint64(block), first, words)
        number = bound_words(words, np.uint64(outcomes), made)
        found.append(made[: min(number, count - have)].copy())
        have += len(found[-1])
        first += CHUNK
    return np.concatenate(found) if found else np.empty(0, np.uint16)
