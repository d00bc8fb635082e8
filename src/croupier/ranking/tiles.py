"""What beats what at pai gow with tiles: hands of two.

A ranking is data: which classes there are beside pairs and points, whether the two tiles of three and six
stand for each other in points too, and which single tile is the lowest. Equal hands are equal here; who has
copies is for the rules of a game to say.

>>> british, queensland = RANKINGS["tiles"], RANKINGS["tiles-high-nines"]
>>> hand(british, "2-4", "1-2") > hand(british, "6-6", "6-6") > hand(british, "6-6", "4-5")
True
>>> hand(queensland, "1-1", "1-6") > hand(queensland, "3-6", "5-5"), hand(queensland, "1-1", "1-6").name
(True, 'day high nine')
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache

from croupier.equipment.tile import KINDS, KINDS_IN_ORDER, points
from croupier.errors import unknown

POINTS, HIGH_NINE, GONG, WONG, PAIR = range(5)
"""The classes of hands, lowest first."""
BESIDE = {9: WONG, 8: GONG, 7: HIGH_NINE}
"""What a tile of so many points makes beside a teen or a day."""
WILD = "gee-jun"
"""The kind whose tiles, a three and a six, stand for each other; together they are the highest pair."""
WORDS = {HIGH_NINE: "high nine", GONG: "gong", WONG: "wong"}
_KINDS = tuple(KINDS_IN_ORDER)
_PAIRS = (WILD, *_KINDS[:-1])


@dataclass(frozen=True)
class TileRanking:
    """One order of hands of two tiles, as data."""

    name: str
    singles: tuple[tuple[str, ...], ...]
    """The faces by which equal points are decided, highest first; those that are equal together."""
    classes: tuple[int, ...] = (GONG, WONG)
    """The classes that a teen or a day makes with a nine, an eight or a seven. Else points count."""
    wild_points: bool = True
    """Whether a three counts six, and a six three, in points as well as in a pair."""

    def read(self, wild_points: bool) -> TileRanking:
        """Return this ranking as a text is read: whether the wild tiles count either way in points."""
        told = self.name if wild_points == self.wild_points else f"{self.name}+wild-{wild_points}".lower()
        return replace(self, name=told, wild_points=wild_points)

    def height(self, face: str) -> int:
        """Return the height of a single tile, from 0."""
        return next(len(self.singles) - at for at, faces in enumerate(self.singles, 1) if face in faces)


@dataclass(frozen=True, order=True)
class TileHand:
    """Two tiles, ranked."""

    klass: int
    within: int
    """The place in the class: the number of points, of a pair, or whether it has a teen."""
    single: int
    """The height of its higher tile, which decides between equal points."""
    name: str = field(compare=False)


def ranking(name: str) -> TileRanking:
    """Return a ranking by its name."""
    if name not in RANKINGS:
        raise unknown("ranking of tiles", name, RANKINGS)
    return RANKINGS[name]


@lru_cache(maxsize=1 << 12)
def hand(ranking: TileRanking, one: str, other: str) -> TileHand:
    """Return the hand of two tiles."""
    kinds = KINDS[one], KINDS[other]
    single = max(ranking.height(one), ranking.height(other))
    if kinds[0] == kinds[1]:
        return TileHand(PAIR, len(_PAIRS) - _PAIRS.index(kinds[0]), single, f"pair of {kinds[0]}")
    for leading, beside in ((kinds[0], other), (kinds[1], one)):
        klass = BESIDE.get(points(beside), POINTS) if KINDS[beside] != WILD else POINTS
        if leading in ("teen", "day") and klass in ranking.classes:
            return TileHand(klass, int(leading == "teen"), single, f"{leading} {WORDS[klass]}")
    counted = max(
        (first + second) % 10 for first in counts(ranking, one) for second in counts(ranking, other)
    )
    return TileHand(POINTS, counted, single, f"{counted} points")


def counts(ranking: TileRanking, face: str) -> tuple[int, ...]:
    """Return the points that a tile may count."""
    return (3, 6) if ranking.wild_points and KINDS[face] == WILD else (points(face),)


_SINGLES = tuple(faces for kind, faces in KINDS_IN_ORDER.items() if kind != WILD)
RANKINGS: dict[str, TileRanking] = {
    ranking.name: ranking
    for ranking in (
        TileRanking("tiles", (*_SINGLES, ("2-4",), ("1-2",))),
        TileRanking("tiles-high-nines", (*_SINGLES, ("2-4", "1-2")), classes=(HIGH_NINE, GONG, WONG)),
    )
}
"""The rankings by name.

In `tiles` a teen or a day with a seven is nine points, and of the wild tiles the six is higher. In
`tiles-high-nines` it is a class of its own, and the wild tiles are equal by themselves.
"""
