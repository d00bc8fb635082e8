"""Streams of draws that belong to a unit of work, not to a process: Philox4x32-10, a counter-based generator.

A counter-based generator has no state: word `n` of a stream is a function of the key and of `n`. Here the key is the seed, and the counter holds
the number of the block and the place inside it. So block 7 of seed 1 is the same on one core, on two, on Dask, on Ray or on a GPU, whoever
computed block 6.

Philox: J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC11, 2011. Bounded numbers: D. Lemire,
"Fast random integer generation in an interval", 2019, by multiplying and keeping the high half, with the words that would bring a bias rejected.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.compiled import compiled

BLOCK = 1 << 18
"""Draws in a unit of work."""
CHUNK = 4096
"""Words that are made at a time; they stay in the nearest cache."""
MOST_OUTCOMES = 1 << 16
"""Equally likely outcomes of one draw that a stream can choose from."""

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_MUL0, _MUL1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL0, _WEYL1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)


@compiled
def philox(
    c0: np.uint64, c1: np.uint64, c2: np.uint64, c3: np.uint64, k0: np.uint64, k1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """Ten rounds of Philox4x32 on a counter of four words and a key of two; every word is 32 bits in 64."""
    for _ in range(10):
        p0 = _MUL0 * c0
        p1 = _MUL1 * c2
        c0, c1, c2, c3 = (p1 >> _HALF) ^ c1 ^ k0, p1 & _LOW, (p0 >> _HALF) ^ c3 ^ k1, p0 & _LOW
        k0 = (k0 + _WEYL0) & _LOW
        k1 = (k1 + _WEYL1) & _LOW
    return c0, c1, c2, c3


@compiled
def fill_words(seed: np.uint64, block: np.uint64, first: int, out: NDArray[np.uint32]) -> None:
    """Words `first` and on of a block's stream; `first` and the length of `out` are multiples of four."""
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
    """Numbers from 0 to outcomes - 1, each as likely as the others; how many came of the words (a few are rejected)."""
    floor = (_LOW + np.uint64(1) - outcomes) % outcomes
    made = 0
    for i in range(len(words)):
        product = np.uint64(words[i]) * outcomes
        out[made] = np.uint16(product >> _HALF)
        if product & _LOW >= floor:
            made += 1
    return made


def block_draws(seed: int, block: int, outcomes: int, count: int = BLOCK) -> NDArray[np.uint16]:
    """The first draws of a block, as the walk sees them; for tests and for looking at a stream."""
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
