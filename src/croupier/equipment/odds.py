"""Odds: what is won for what is staked, as a ratio of whole numbers.

>>> Odds.parse("19:20").ratio * 200
Fraction(190, 1)
>>> str(Odds.parse("7.5:1")), Odds.parse("7.5:1") == Odds.parse("15:2")
('7.5:1', True)
>>> Odds.parse("9½:5").ratio
Fraction(19, 10)
"""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from croupier.errors import Unreadable, short

_SIDE = re.compile(r"([0-9]{1,7})(\.[0-9]{1,3}|½|¼|¾)?", re.ASCII)
_PART = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def _side(text: str) -> Fraction:
    match = _SIDE.fullmatch(text)
    if not match:
        raise ValueError(text)
    part = match[2] or ""
    return Fraction(int(match[1])) + (_PART[part] if part in _PART else Fraction("0" + part) if part else 0)


class Odds(msgspec.Struct, frozen=True, eq=False):
    """What is won for what is staked ("a to b"); the stake is returned as well."""

    ratio: Fraction
    text: str
    """The odds as written. Odds are equal when their ratios are."""

    def __eq__(self, other: object) -> bool:
        return self.ratio == other.ratio if isinstance(other, Odds) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.ratio)

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Read "a:b". Halves may be written 7.5 or 7½."""
        try:
            win, stake = (_side(side) for side in str(text).split(":"))
            return cls(Fraction(win, stake), str(text))
        except (ValueError, ZeroDivisionError):
            raise Unreadable(f"{short(text)} is not odds; write them like 35:1, 3:2 or 7.5:1") from None

    def __str__(self) -> str:
        return self.text
