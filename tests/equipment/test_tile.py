"""The tiles of pai gow (Queensland sch 6 ss 6 and 7, Britain r 14.5)."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.equipment.tile import FACES, KINDS, KINDS_IN_ORDER, copies, pack, parse_tile, points
from croupier.errors import Unreadable


def test_there_are_thirty_two_of_which_eleven_faces_come_twice() -> None:
    held = Counter(pack())
    assert sum(held.values()) == 32 and len(held) == len(FACES) == 21
    assert sorted(held.values()) == [1] * 10 + [2] * 11
    assert all(held[face] == copies(face) for face in FACES)
    assert all(sum(held[face] for face in faces) == 2 for faces in KINDS_IN_ORDER.values())


def test_the_spots_of_all_tiles_together() -> None:
    """Each kind twice by its own points: 2 2 8 4 0 6 4 1 0 7 6 9 8 7 5, and a three and a six."""
    assert Counter(points(face) for face in pack()) == Counter(
        [2, 2, 8, 4, 0, 6, 4, 1, 0, 7, 6, 9, 8, 7, 5] * 2 + [3, 6]
    )


@pytest.mark.parametrize(("text", "face"), [("3-1", "1-3"), ("1-3", "1-3"), ("6-6", "6-6"), ("4-2", "2-4")])
def test_either_end_may_be_named_first(text: str, face: str) -> None:
    assert parse_tile(text) == face and KINDS[face]


@pytest.mark.parametrize("text", ["", "6", "1-7", "0-1", "6-6-6", "2-", "Kh", "1_3", "１-3", "4-4 "])
def test_what_is_no_tile_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(Unreadable, match="write its two ends, like 1-3 or 6-6"):
        parse_tile(text)
