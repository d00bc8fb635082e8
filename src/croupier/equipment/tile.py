"""The thirty-two tiles of pai gow and their notation: two ends joined by a hyphen, the lower one first.

Eleven faces come twice and ten once. Each tile has a mate: the same face, or for the last five kinds another
face that counts the same.

>>> parse_tile("3-1"), points("6-6"), KINDS["4-5"] == KINDS["3-6"]
('1-3', 2, True)
>>> len(pack()), len(FACES)
(32, 21)
"""

from __future__ import annotations

from croupier.errors import Unreadable, short

KINDS_IN_ORDER = {
    "teen": ("6-6",),
    "day": ("1-1",),
    "yun": ("4-4",),
    "gor": ("1-3",),
    "mooy": ("5-5",),
    "chong": ("3-3",),
    "bon": ("2-2",),
    "foo": ("5-6",),
    "ping": ("4-6",),
    "tit": ("1-6",),
    "look": ("1-5",),
    "chop-gow": ("3-6", "4-5"),
    "chop-bot": ("2-6", "3-5"),
    "chop-chit": ("2-5", "3-4"),
    "chop-ng": ("1-4", "2-3"),
    "gee-jun": ("2-4", "1-2"),
}
"""The sixteen kinds by their names, and the faces of each. A kind of one face has two tiles of it."""
KINDS = {face: kind for kind, faces in KINDS_IN_ORDER.items() for face in faces}
"""By face."""
FACES = tuple(KINDS)
"""The twenty-one faces, in the order of their kinds."""


def parse_tile(text: str) -> str:
    """Read one tile, whichever end is named first."""
    low, _, high = text.partition("-")
    face = "-".join(sorted((low, high)))
    if face not in KINDS:
        raise Unreadable(f"{short(text)} is not a tile of pai gow; write its two ends, like 1-3 or 6-6")
    return face


def copies(face: str) -> int:
    """Return how many tiles show a face."""
    return 2 // len(KINDS_IN_ORDER[KINDS[face]])


def pack() -> list[str]:
    """Return the thirty-two tiles, the two of a kind beside each other."""
    return [face for face in FACES for _ in range(copies(face))]


def points(face: str) -> int:
    """Return the spots of a tile without their tens."""
    return sum(map(int, face.split("-"))) % 10
