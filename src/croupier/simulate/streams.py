"""Streams of draws that belong to a block of work, not to a process: Philox4x32-10.

A counter-based generator has no state: word `n` of a stream is a function of the key and of `n`. Here the key
is the seed, and the counter holds the number of the block and the place inside it. So block 7 of seed 1 is
the same on one core, on two, on Dask, on Ray or on a GPU, whoever computed block 6.

Philox: J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
SC11, 2011. Bounded numbers: D. Lemire, "Fast random integer generation in an interval", 2019: multiply, keep
the high half, and reject the words that would bring a bias.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled

BLOCK = 1 << 18
"""Draws in a block, the unit of work."""
CHUNK = 4096
"""Words that are made at a time. They stay in the nearest cache."""
MOST_OUTCOMES = 1 << 16
"""The most equally likely outcomes of one draw."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MUL0, _MUL1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL0, _WEYL1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


@compiled
def philox(
    c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Apply ten rounds of Philox4x32 to a counter of four words and a key of two.

    Every word is 32 bits in 64.
    """
    for _ in range(10):
        p0 = _MUL0 * c0
        p1 = _MUL1 * c2
        c0, c1, c2, c3 = (p1 >> _HALF) ^ c1 ^ k0, p1 & _LOW, (p0 >> _HALF) ^ c3 ^ k1, p0 & _LOW
        k0 = (k0 + _WEYL0) & _LOW
        k1 = (k1 + _WEYL1) & _LOW
    return c0, c1, c2, c3


@compiled
def fill_words(seed: np.uint64, block: np.uint64, first: int, out: NDArray[np.uint32]) -> None:
    """Write the words from `first` on of a block's stream.

    `first` and the length of `out` are multiples of four.
    """
    k0, k1 = seed & _LOW, seed >> _HALF
    c2, c3 = block & _LOW, block >> _HALF
    start = first // 4
    for i in range(len(out) // 4):
        w0, w1, w2, w3 = philox(np.uint64(start + i), np.uint64(0), c2, c3, k0, k1)
        out[4 * i] = np.uint32(w0)
        out[4 * i + 1] = np.uint32(w1)
        out[4 * i + 2] = np.uint32(w2)
        out[4 * i + 3] = np.uint32(w3)


@compiled
def bound_words(words: NDArray[np.uint32], outcomes: np.uint64, out: NDArray[np.uint16]) -> int:
    """Write numbers from 0 to outcomes - 1, all equally likely. Return how many were made.

    A few words are rejected.
    """
    floor = (_LOW + np.uint64(1) - outcomes) % outcomes
    made = 0
    for i in range(len(words)):
        product = np.uint64(words[i]) * outcomes
        out[made] = np.uint16(product >> _HALF)
        if product & _LOW >= floor:
            made += 1
    return made
