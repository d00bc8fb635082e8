"""What the games draw, by the very functions that draw it for them.

Tests apply to values as they are used, not only to raw bits (RNG-5).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from croupier.randomness.counting import Floats, Ints
from croupier.randomness.numbers import Numbers
from croupier.randomness.source import DIGITS, Entropy, below, chosen, shuffled, token

BIG_SIX = (("one", 24), ("two", 15), ("five", 7), ("ten", 4), ("twenty", 2), ("joker", 1), ("star", 1))
"""The fifty-four stops of the wheel in use in Las Vegas."""
VOUCHER = 18
"""Digits of a validation number."""


@dataclass(frozen=True)
class NumberUse:
    """A use that draws one value after another."""

    name: str
    chances: Floats
    draw: Callable[[Entropy, int], list[int]]
    raw: bool = False
    """Whether it is not a game's value, but what such values are made from."""

    def numbers(self, entropy: Entropy, count: int) -> Numbers:
        """Draw this many values as the game draws them."""
        return Numbers(np.array(self.draw(entropy, count), np.int64), self.chances)

    @property
    def even(self) -> bool:
        """Whether all values are equally likely."""
        return bool(np.ptp(self.chances) == 0)


@dataclass(frozen=True)
class ShuffleUse:
    """A use that shuffles packs."""

    name: str
    decks: int

    @property
    def cards(self) -> int:
        """Cards in the deck or shoe."""
        return 52 * self.decks

    def shuffles(self, entropy: Entropy, count: int) -> Ints:
        """Make this many shuffles."""
        packs = range(self.cards)
        return np.array([shuffled(entropy, packs) for _ in range(count)], np.int64)


def _even(n: int) -> Floats:
    return np.full(n, 1 / n)


def _pockets(n: int) -> Callable[[Entropy, int], list[int]]:
    return lambda entropy, count: [below(entropy, n) for _ in range(count)]


def _throws(dice: int) -> Callable[[Entropy, int], list[int]]:
    def draw(entropy: Entropy, count: int) -> list[int]:
        found = []
        for _ in range(count):
            throw = 0
            for _ in range(dice):
                throw = throw * 6 + below(entropy, 6)
            found.append(throw)
        return found

    return draw


def _stops(entropy: Entropy, count: int) -> list[int]:
    place = {name: at for at, (name, _) in enumerate(BIG_SIX)}
    return [place[chosen(entropy, BIG_SIX)] for _ in range(count)]


def _digits(entropy: Entropy, count: int) -> list[int]:
    text = "".join([token(entropy, VOUCHER) for _ in range(-(-count // VOUCHER))])
    return [DIGITS.index(sign) for sign in text[:count]]


def _bytes(entropy: Entropy, count: int) -> list[int]:
    return list(entropy.bytes(count))


def _bits(entropy: Entropy, count: int) -> list[int]:
    bits: list[int] = np.unpackbits(np.frombuffer(entropy.bytes(-(-count // 8)), np.uint8))[:count].tolist()
    return bits


NUMBERS = (
    NumberUse("wheel of 37", _even(37), _pockets(37)),
    NumberUse("wheel of 38", _even(38), _pockets(38)),
    NumberUse("two dice", _even(36), _throws(2)),
    NumberUse("three dice", _even(216), _throws(3)),
    NumberUse(
        "big six wheel",
        np.array([weight for _, weight in BIG_SIX]) / sum(weight for _, weight in BIG_SIX),
        _stops,
    ),
    NumberUse("voucher digits", _even(10), _digits),
    NumberUse("raw bytes", _even(256), _bytes, raw=True),
    NumberUse("raw bits", _even(2), _bits, raw=True),
)
SHUFFLES = (ShuffleUse("deck", 1), ShuffleUse("shoe of 6", 6), ShuffleUse("shoe of 8", 8))
