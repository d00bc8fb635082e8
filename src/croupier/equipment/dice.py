"""Dice and their notation: faces from low to high, joined by hyphens.

>>> parse_dice("4-3", 2)
(3, 4)
>>> show_dice((3, 4)), len(throws(2)), sum(ways for _, ways in throws(3))
('3-4', 21, 216)
"""

from __future__ import annotations

from collections import Counter
from itertools import product

from croupier.errors import Unreadable, short

Throw = tuple[int, ...]
FACES = (1, 2, 3, 4, 5, 6)


def parse_dice(text: str, count: int) -> Throw:
    """Read a throw. The order of the faces does not matter."""
    example = "-".join("3451"[:count])
    parts = text.split("-")
    if len(parts) != count or not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise Unreadable(f"{short(text)} is not a throw of {count} dice; write it like {example}")
    faces = tuple(int(part) for part in parts)
    for face in faces:
        if face not in FACES:
            raise Unreadable(f"a die cannot show {face}: its faces are 1 to 6; write a throw like {example}")
    return tuple(sorted(faces))


def show_dice(throw: Throw) -> str:
    """Write a throw."""
    return "-".join(map(str, throw))


def throws(count: int) -> list[tuple[Throw, int]]:
    """Return every throw of this many dice, with the number of ways it can fall."""
    return sorted(Counter(tuple(sorted(faces)) for faces in product(FACES, repeat=count)).items())
