"""Where chance comes from: the operating system's bytes, made into fair draws.

A number is made from whole bytes. Their values are divided evenly over the number's range. Values that do not
divide evenly are thrown away and drawn again, so that every number has the same count of byte values behind
it. Nothing here imports NumPy: a server uses it at no cost.

>>> source = SeededEntropy(7)
>>> [below(source, 37) for _ in range(5)], token(source, 6)
([31, 33, 25, 14, 0], '008181')
>>> shuffled(source, "abcdef"), chosen(source, (("joker", 1), ("one", 24), ("two", 15)))
(['d', 'e', 'c', 'f', 'a', 'b'], 'one')
"""

from __future__ import annotations

import builtins
import hashlib
import os
import weakref
from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Protocol, TypeVar

T = TypeVar("T")
DIGITS = "0123456789"
MOST_DISCARDS = 1000
"""Discards in a row after which the source is stuck.

A sound source discards less than half of its values; this many in a row has a chance below 2⁻¹⁰⁰⁰.
"""


class GeneratorFailed(RuntimeError):
    """The source of chance does not work.

    No table that depends on it may deal until it is repaired (RNG-15).
    """


class Entropy(Protocol):
    """A source of bytes, all equally likely and none predictable."""

    def bytes(self, n: int) -> builtins.bytes:
        """Return the next n bytes. None is ever returned twice."""


class SystemEntropy:
    """The operating system's generator: cryptographically strong, seeded and kept by the kernel.

    It is out of an operator's hands (RNG-6, RNG-9).
    """

    def bytes(self, n: int) -> builtins.bytes:
        """Return the next n bytes."""
        try:
            return os.urandom(n)
        except (OSError, NotImplementedError) as error:
            raise GeneratorFailed(f"the operating system gives no random bytes: {error}") from error


class SeededEntropy:
    """The same bytes for the same seed: SHA-256 of the seed and a counter.

    For tests and simulated faults, NEVER for play: who knows the seed knows every card.
    """

    def __init__(self, seed: int | str) -> None:
        self._key = hashlib.sha256(b"croupier seeded entropy: " + str(seed).encode())
        self._count = 0
        self._left = b""

    def bytes(self, n: int) -> builtins.bytes:
        """Return the next n bytes. The stream does not depend on how it is split into calls."""
        parts, have = [self._left], len(self._left)
        while have < n:
            block = self._key.copy()
            block.update(self._count.to_bytes(8, "big"))
            self._count += 1
            parts.append(block.digest())
            have += 32
        held = b"".join(parts)
        self._left = held[n:]
        return held[:n]


class Buffered:
    """A source that is read in larger pieces.

    `fresh` throws away what is held: a table calls it when wagers close, so that nothing was drawn before
    (RNG-7). What is held belongs to one instance (RNG-9): a copy, or the child of a forked process, begins
    with nothing.
    """

    def __init__(self, source: Entropy, size: int = 4096) -> None:
        self._source = source
        self._size = size
        self._held = b""
        self._at = 0
        _HOLDING.add(self)

    def bytes(self, n: int) -> builtins.bytes:
        """Return the next n bytes."""
        at = self._at
        end = at + n
        if end > len(self._held):
            rest = self._held[at:]
            self._held = rest + self._source.bytes(max(self._size, n - len(rest)))
            at, end = 0, n
        self._at = end
        return self._held[at:end]

    def fresh(self) -> None:
        """Throw away what is held, so that the next bytes are drawn after this."""
        self._held = b""
        self._at = 0

    def __reduce__(self) -> tuple[type[Buffered], tuple[Entropy, int]]:
        return Buffered, (self._source, self._size)


_HOLDING: weakref.WeakSet[Buffered] = weakref.WeakSet()


def _forked() -> None:
    """Throw away what is held in a child process, so that it does not repeat its parent's bytes."""
    for one in _HOLDING:
        one.fresh()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


# What the games draw.


def below(entropy: Entropy, n: int) -> int:
    """Draw a whole number from 0 to n - 1, all equally likely.

    Bytes outside the even range are discarded (RNG-8).
    """
    if n < 2:
        if n < 1:
            raise ValueError(f"there is no number from 0 to {n} - 1")
        return 0
    size = ((n - 1).bit_length() + 7) // 8
    share = (1 << 8 * size) // n
    even = share * n
    for _ in range(MOST_DISCARDS):
        value = int.from_bytes(entropy.bytes(size), "big")
        if value < even:
            return value // share
    raise GeneratorFailed(
        f"{MOST_DISCARDS} draws in a row were outside the even range of {n}: the source is stuck"
    )


def chosen(entropy: Entropy, weights: Sequence[tuple[str, int]]) -> str:
    """Draw one of the names, as often as its weight says."""
    total = 0
    for name, weight in weights:
        if weight < 0:
            raise ValueError(f"the weight of {name} is negative")
        total += weight
    if not total:
        raise ValueError("there is nothing to choose from")
    at = below(entropy, total)
    for name, weight in weights:
        if at < weight:
            return name
        at -= weight
    raise AssertionError("the weights do not add up")


def shuffled(entropy: Entropy, cards: Sequence[T]) -> list[T]:
    """Return the cards in a random order, all orders equally likely (Fisher and Yates)."""
    order = list(cards)
    for left in range(len(order), 1, -1):
        at = below(entropy, left)
        order[left - 1], order[at] = order[at], order[left - 1]
    return order


def token(entropy: Entropy, letters: int, alphabet: str = DIGITS) -> str:
    """Draw the number of a voucher: this many letters, each drawn by itself."""
    return "".join([alphabet[below(entropy, len(alphabet))] for _ in range(letters)])


# Whether a source works at all, asked when a server starts and from time to time.

CHECKED = 8192
"""Bytes that a check reads."""
_RARE = 40
"""A sound source fails a check once in 2⁴⁰ samples."""
_BYTE_WINDOW, _BIT_WINDOW = 512, 1024
"""The windows of SP 800-90B for samples of many values and of two."""
_BLOCK = 16


def check(entropy: Entropy, size: int = CHECKED) -> None:
    """Run the health tests of NIST SP 800-90B (4.4.1 and 4.4.2) on bytes and on bits.

    Check also that no block comes twice. `GeneratorFailed` says which test failed.
    """
    data = entropy.bytes(size)
    if len(data) != size:
        raise GeneratorFailed(f"the source gave {len(data)} bytes and not {size}")
    bits = "".join(f"{byte:08b}" for byte in data).encode()
    for what, samples, bits_each, window in (("byte", data, 8, _BYTE_WINDOW), ("bit", bits, 1, _BIT_WINDOW)):
        _repetition(what, samples, 1 + -(-_RARE // bits_each))
        _proportion(what, samples, window, most_alike(window, 2**bits_each))
    blocks = Counter(data[at : at + _BLOCK] for at in range(0, size - _BLOCK + 1, _BLOCK))
    if max(blocks.values(), default=0) > 1:
        raise GeneratorFailed(f"the source repeats itself: the same {_BLOCK} bytes came twice")


def _repetition(what: str, samples: bytes, most: int) -> None:
    """Run the repetition count test: one value, too often in a row."""
    run, before = 0, -1
    for sample in samples:
        run = run + 1 if sample == before else 1
        before = sample
        if run >= most:
            raise GeneratorFailed(f"the source is stuck: the same {what} came {most} times in a row")


def _proportion(what: str, samples: bytes, window: int, most: int) -> None:
    """Run the adaptive proportion test: the first value of a window, too often within it."""
    for at in range(0, len(samples) - window + 1, window):
        count = samples.count(samples[at], at, at + window)
        if count >= most:
            raise GeneratorFailed(f"the source is biased: one {what} came {count} times among {window}")


@cache
def most_alike(window: int, values: int) -> int:
    """Return the cutoff of SP 800-90B for the adaptive proportion.

    The first of a window of equally likely samples comes this often with a chance below 2⁻⁴⁰.
    """
    total = values**window
    tail, hits = 0, window
    while hits and (tail + comb(window, hits) * (values - 1) ** (window - hits)) << _RARE <= total:
        tail += comb(window, hits) * (values - 1) ** (window - hits)
        hits -= 1
    return hits + 1
