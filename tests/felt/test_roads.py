"""The roads of baccarat, worked by hand on squared paper from the published definition,
and the strips of wheels and dice.
"""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from croupier.errors import BadInput
from croupier.felt.histories import hot_cold_strip, numbers_strip, road, totals_strip
from croupier.felt.roads import (
    Cell,
    Placed,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_road,
    hot_and_cold,
    last,
    placed,
    runs,
    small_road,
    totals,
)

B, P, T = "banker", "player", "tie"


def coups(text: str) -> list[str]:
    return [{"B": B, "P": P, "T": T}[letter] for letter in text if letter != " "]


def marks(found: list[str]) -> str:
    return "".join(mark[0].upper() for mark in found)


def test_columns_of_the_big_road_carry_their_ties() -> None:
    assert big_road(coups("T B B T P TT B")) == [[Cell(B, 1), Cell(B, 1)], [Cell(P, 2)], [Cell(B, 0)]]
    assert big_road(coups("TT")) == []


# Depths 3 2 1 4. Rows are counted from one.
#   eye:       column 2, row 2: column 1 has a row 2: red
#              column 3, row 1: columns 2 and 1 are 2 and 3 deep: blue
#              column 4, row 1: columns 3 and 2 are 1 and 2 deep: blue
#                        row 2: column 3 ends just above: blue
#                        row 3: column 3 ended two above: red
#                        row 4: it ended three above: red
#   small:     column 4, row 1: columns 3 and 1 are 1 and 3 deep: blue
#                        row 2: column 2 has a row 2: red
#                        row 3: column 2 ends just above: blue
#                        row 4: column 2 ended two above: red
#   cockroach: column 4, row 2: column 1 has it: red
#                        row 3: column 1 has a row 3: red
#                        row 4: column 1 ends just above: blue
def test_derived_roads_of_three_two_one_four() -> None:
    found = coups("BBB PP B PPPP")
    assert marks(big_eye_boy(found)) == "RBBBRR"
    assert marks(small_road(found)) == "BRBR"
    assert marks(cockroach_road(found)) == "RRB"


# Every column one deep: each new column finds those before it alike, so every mark is red;
# they begin with columns 3, 4 and 5.
def test_derived_roads_of_a_shoe_that_alternates() -> None:
    found = coups("BPBPBPB")
    assert marks(big_eye_boy(found)) == "RRRRR"
    assert marks(small_road(found)) == "RRRR"
    assert marks(cockroach_road(found)) == "RRR"


# Depths 2 2 2 1 1 2, with ties that change nothing.
#   column 2 row 2: eye R
#   column 3 row 1: 2 and 2: eye R.            row 2: eye R; small (column 1): R
#   column 4 row 1: 2 and 2: eye R;            small 2 and 2 (columns 3, 1): R
#   column 5 row 1: 1 and 2: eye B;            small 1 and 2 (columns 4, 2): B;
#                                              cockroach 1 and 2 (columns 4, 1): B
#   column 6 row 1: 1 and 1: eye R;            small 1 and 2 (columns 5, 3): B;
#                                              cockroach 1 and 2 (columns 5, 2): B
#            row 2: column 5 ends just above: eye B;  small column 4 likewise: B;
#                                              cockroach column 3 has a row 2: R
def test_derived_roads_of_pairs_that_break() -> None:
    found = coups("BB T PP BB T P B T PP")
    assert marks(big_eye_boy(found)) == "RRRRBRB"
    assert marks(small_road(found)) == "RRBBB"
    assert marks(cockroach_road(found)) == "BBR"


# One long column beside a short one: depths 1 6. Row 2 ends just below column 1: blue;
# rows 3 to 6 lie two or more below it: red.
def test_the_big_eye_boy_of_a_long_run() -> None:
    assert marks(big_eye_boy(coups("P BBBBBB"))) == "BRRRR"
    assert small_road(coups("P BBBBBB")) == []


def test_a_run_that_reaches_the_bottom_turns_to_the_right() -> None:
    found = placed(big_road(coups("BBBBBBBB P")))
    assert [(cell.column, cell.row) for cell in found] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (0, 5),
        (1, 5),
        (2, 5),
        (1, 0),
    ]


def test_a_run_that_meets_a_tail_turns_above_it() -> None:
    found = placed(big_road(coups("BBBBBBB PPPPPP")))
    assert [(cell.column, cell.row) for cell in found][7:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4)]


def test_the_bead_plate_holds_every_coup() -> None:
    assert bead_plate(coups("BPTBPBP"))[5:] == [Placed(0, 5, B), Placed(1, 0, P)]


def test_marks_change_columns_with_their_colour() -> None:
    assert [len(column) for column in runs(["red", "red", "blue", "red"])] == [2, 1, 1]


def test_a_wrong_result_is_told() -> None:
    with pytest.raises(BadInput, match="banker, player or tie"):
        big_road(["bank"])


@pytest.mark.parametrize("kind", ["bead", "big", "eye", "small", "cockroach"])
def test_roads_are_drawn_within_their_sheet(kind: str) -> None:
    found = coups("BBB PP B PPPP T BPBPBP BB PP BBBBBBBBB" * 4)
    root = ElementTree.fromstring(road(kind, found, columns=18))
    assert root.get("viewBox") == "0 0 360 120"
    for circle in root.iter("{http://www.w3.org/2000/svg}circle"):
        assert 0 < float(circle.get("cx") or 0) < 360 and 0 < float(circle.get("cy") or 0) < 120
    assert road(kind, found) == road(kind, found)


def test_last_numbers_and_how_often_they_came() -> None:
    assert last(["1", "2", "3"], 2) == ["3", "2"]
    hot, cold = hot_and_cold(["5", "5", "8", "0"], ["0", "1", "5", "8"], 2)
    assert hot == [("5", 2), ("0", 1)] and cold == [("1", 0), ("0", 1)]
    assert totals([(1, 2, 3), (6, 6, 6)]) == [6, 18]


def test_strips_say_what_they_show() -> None:
    assert "Last numbers: 17, 00" in numbers_strip(["00", "17"])
    assert "Hot: 17 1 times" in hot_cold_strip(["17"], ["17", "0"], 1)
    assert "Last throws: 7, 2" in totals_strip([(1, 1), (3, 4)])
    for text in (numbers_strip([]), totals_strip([]), hot_cold_strip([], ["0", "1"], 1)):
        ElementTree.fromstring(text)
