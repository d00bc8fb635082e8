"""Wheels against a second list of their pockets, and rounding at the half."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.equipment.money import Rounding
from croupier.equipment.wheel import BLACK, DOUBLE_ZERO, RED, SINGLE_ZERO, RouletteWheel

# Written against the clock, from zero, so that no list is a copy of the other.
SINGLE_BACKWARDS = [
    0,
    26,
    3,
    35,
    12,
    28,
    7,
    29,
    18,
    22,
    9,
    31,
    14,
    20,
    1,
    33,
    16,
    24,
    5,
    10,
    23,
    8,
    30,
    11,
    36,
    13,
    27,
    6,
    34,
    17,
    25,
    2,
    21,
    4,
    19,
    15,
    32,
]
# Great Britain, line 153, read as two halves of the rim: what lies right and left of zero.
FROM_ZERO = "28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1"
FROM_DOUBLE_ZERO = "27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"


def test_the_printed_order_of_the_single_zero_wheel() -> None:
    assert list(SINGLE_ZERO.pockets) == ["0", *map(str, reversed(SINGLE_BACKWARDS[1:]))]


def test_the_printed_order_of_the_double_zero_wheel() -> None:
    assert " ".join(DOUBLE_ZERO.pockets) == f"0 {FROM_ZERO} 00 {FROM_DOUBLE_ZERO}"


def test_on_the_double_zero_wheel_an_odd_number_faces_the_next_even_one() -> None:
    rim = DOUBLE_ZERO.pockets
    facing = {pocket: rim[(at + 19) % 38] for at, pocket in enumerate(rim)}
    assert facing["0"] == "00" and all(facing[str(n)] == str(n + 1) for n in range(1, 36, 2))


@pytest.mark.parametrize("wheel", [SINGLE_ZERO, DOUBLE_ZERO], ids=lambda wheel: wheel.name)
def test_red_and_black_take_turns_around_the_rim(wheel: RouletteWheel) -> None:
    colours = [wheel.colour(pocket) for pocket in wheel.pockets]
    assert colours.count("red") == colours.count("black") == len(RED) == len(BLACK) == 18
    assert all(one != other for one, other in zip(colours, colours[1:] + colours[:1], strict=True))


@pytest.mark.parametrize(
    ("exact", "down", "nearest", "up"),
    [
        (Fraction(0), 0, 0, 0),
        (Fraction(49), 0, 0, 100),
        (Fraction(99, 2), 0, 0, 100),
        (Fraction(50), 0, 100, 100),
        (Fraction(101, 2), 0, 100, 100),
        (Fraction(100), 100, 100, 100),
        (Fraction(150), 100, 200, 200),
        (Fraction(449, 3), 100, 100, 200),
    ],
)
def test_rounding_to_the_unit(exact: Fraction, down: int, nearest: int, up: int) -> None:
    assert [Rounding(100, way).apply(exact) for way in ("down", "nearest", "up")] == [down, nearest, up]
    assert Rounding(100).is_even(exact) == (down == up)
