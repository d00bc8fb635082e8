"""How a box ends against the dealer. Table, proof and kernel all use these functions."""

from __future__ import annotations

(
    STOOD_TIE,
    STOOD_LOSE,
    STOOD_WIN,
    DREW_TIE,
    DREW_LOSE,
    DREW_WIN,
    DREW_7,
    DREW_8,
    DREW_9,
    DREW_OFF_SUIT,
    DREW_SUITED,
) = range(11)
"""The ends by number: first of a hand of two cards, then of a hand that drew."""
ENDS = 11
ENTER_ROWS = ("tie", "lose", "win", "tie", "lose", "win", "win", "win", "win", "win", "win")
"""The row of the first wager, by end."""
DRAW_ROWS: tuple[tuple[str, ...], ...] = (
    (),
    (),
    (),
    ("tie",),
    ("lose",),
    ("win",),
    ("lucky-7",),
    ("lucky-8",),
    ("lucky-9",),
    ("3-3-3-off-suit", "lucky-9"),
    ("3-3-3-suited", "lucky-9"),
)
"""The rows of the draw wager by end, the most particular first; none if none was made."""
NO_THREES, OFF_SUIT, SUITED = 0, 1, 2


def draws(count: int, most: int) -> bool:
    """Say whether the dealer's two cards take a third.

    >>> draws(4, 4), draws(5, 4)
    (True, False)
    """
    return count <= most


def end_of(drew: bool, mine: int, dealer: int, threes: int) -> int:
    """Return how a box ends: whether it drew, both counts, and whether it has three threes decide.

    >>> end_of(False, 7, 6, 0) == STOOD_WIN, end_of(True, 9, 9, 2) == DREW_TIE
    (True, True)
    >>> end_of(True, 8, 3, 0) == DREW_8, end_of(True, 9, 3, 2) == DREW_SUITED
    (True, True)
    """
    order = 0 if mine == dealer else 1 if mine < dealer else 2
    if not drew or order < 2:
        return order + (3 if drew else 0)
    if threes > 0:
        return DREW_9 + threes
    return DREW_WIN + max(0, mine - 6)
