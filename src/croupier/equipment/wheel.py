"""Roulette wheels, with the printed order and the colours of their pockets.

>>> SINGLE_ZERO.colour("32"), SINGLE_ZERO.colour("0"), len(DOUBLE_ZERO.pockets)
('red', 'green', 38)
>>> SINGLE_ZERO.parse("17")
'17'
"""

from __future__ import annotations

import msgspec

from croupier.errors import Unreadable, short

RED = frozenset(map(str, (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)))
BLACK = frozenset(str(n) for n in range(1, 37)) - RED
ZEROS = ("0", "00")


class RouletteWheel(msgspec.Struct, frozen=True):
    """A wheel, with its pockets in the order around the rim."""

    name: str
    pockets: tuple[str, ...]

    def colour(self, pocket: str) -> str:
        """Return `red`, `black` or `green`."""
        return "red" if pocket in RED else "black" if pocket in BLACK else "green"

    @property
    def zeros(self) -> tuple[str, ...]:
        """The green pockets."""
        return tuple(zero for zero in ZEROS if zero in self.pockets)

    def parse(self, text: str) -> str:
        """Read the number of a pocket."""
        if text not in self.pockets:
            zeros = " and ".join(self.zeros)
            raise Unreadable(f"there is no pocket {short(text)} on this wheel: it has {zeros} and 1 to 36")
        return text


def _order(text: str) -> tuple[str, ...]:
    return tuple(text.split())


SINGLE_ZERO = RouletteWheel(
    "single-zero",
    _order(
        "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
    ),
)
DOUBLE_ZERO = RouletteWheel(
    "double-zero",
    _order(
        "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 "
        "00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
    ),
)
WHEELS = {wheel.name: wheel for wheel in (SINGLE_ZERO, DOUBLE_ZERO)}
