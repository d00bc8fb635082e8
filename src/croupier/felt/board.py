"""The numbers of roulette as they are printed: cells in rows, the zeros, the lines and crossings."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.felt.svg import Box, Shape, rect

MARK = 24.0
"""The side of a place on a crossing, and the breadth of one on a line."""


class Board(msgspec.Struct, frozen=True):
    """A grid of the numbers 1 to 36 that runs away from the zeros.

    Lengths are measured `along` the way from zero to 36 and `across` it from the side of 1. On a board that
    lies, along is to the right and across is upwards. On an upright board, along is down and across is to the
    right.
    """

    x: float
    y: float
    cell: float
    """The length of a cell along the board."""
    row: float
    """The breadth of a cell across the board."""
    zero: float
    """The length of the zeros."""
    zeros: Sequence[str]
    width: int = 3
    upright: bool = False
    touch: float = MARK
    """The breadth of a place on a line."""

    @property
    def staggered(self) -> bool:
        """Whether places are too broad for three beside each other on the line of one number.

        The one for both zeros then lies between these.
        """
        return self.touch > MARK

    @property
    def length(self) -> float:
        """From the far end of the zeros to the end of the numbers."""
        return self.zero + 36 / self.width * self.cell

    @property
    def breadth(self) -> float:
        """Across all rows."""
        return self.width * self.row

    def area(self, along: float, across: float, long: float, broad: float, rounding: float = 0) -> Shape:
        """Return a rectangle of the board, wherever the board lies."""
        if self.upright:
            return rect(self.x + across, self.y + along, broad, long, rounding)
        return rect(self.x + along, self.y + self.breadth - across - broad, long, broad, rounding)

    def mark(self, along: float, across: float, long: float, broad: float) -> Shape:
        """Return a small rectangle around a point of the board."""
        return self.area(along - long / 2, across - broad / 2, long, broad)

    def cell_of(self, number: str) -> Box:
        """Return where a number is: along, across, length and breadth."""
        if number in self.zeros:
            part = self.breadth / len(self.zeros)
            return 0, self.zeros.index(number) * part, self.zero, part
        at = int(number) - 1
        return self.zero + at // self.width * self.cell, at % self.width * self.row, self.cell, self.row

    def straight(self, number: str) -> Shape:
        """Return the cell of a number."""
        return self.area(*self.cell_of(number))

    def combination(self, numbers: Sequence[str]) -> Shape:
        """Return the place that touches all of these numbers.

        It is the line between two, the crossing of four, or the outer line of a street.
        """
        plain = [self.cell_of(number) for number in numbers if number not in self.zeros]
        zeros = [number for number in numbers if number in self.zeros]
        if zeros:
            return self._with_zero(zeros, plain)
        a = sum(cell[0] + cell[2] / 2 for cell in plain) / len(plain)
        c = sum(cell[1] + cell[3] / 2 for cell in plain) / len(plain)
        rows, lanes = len({cell[0] for cell in plain}), len({cell[1] for cell in plain})
        if lanes == self.width and lanes > 2:
            # A street lies on the outer line, a six line where that line meets the one between two streets.
            return self.mark(
                a,
                self.breadth,
                self.touch if rows > 1 else self.cell - self.touch - (0 if self.staggered else 4),
                self.touch,
            )
        if len(plain) == 2:
            return (
                self.mark(a, c, self.touch, self.row - self.touch)
                if rows == 2
                else self.mark(a, c, self.cell - self.touch, self.touch)
            )
        return self.mark(a, c, self.touch, self.touch)

    def _with_zero(self, zeros: Sequence[str], plain: Sequence[Box]) -> Shape:
        """Return a place on the line between the zeros and the numbers."""
        if not plain:
            if self.staggered:
                end = self.zero - 1.5 * self.touch - 4
                return self.mark(end / 2, self.breadth / 2, end, self.touch)
            return self.mark(self.zero / 2, self.breadth / 2, self.zero - self.touch, self.touch)
        lanes = len({cell[1] for cell in plain})
        if lanes > 2:
            if len(zeros) == len(self.zeros):
                return self.mark(self.zero, self.breadth, self.touch, self.touch)
            # Of two zeros, each has the end of the line that it touches.
            # The far one stays clear of the mark of both.
            return (
                self.mark(self.zero, 0, self.touch, self.touch)
                if zeros[0] == self.zeros[0]
                else self.mark(self.zero - self.touch - 2, self.breadth, self.touch, self.touch)
            )
        c = sum(cell[1] + cell[3] / 2 for cell in plain) / len(plain)
        if lanes == 2:
            return self.mark(self.zero, c, self.touch, self.touch)
        low, high = plain[0][1], plain[0][1] + plain[0][3]
        borders = [index * self.breadth / len(self.zeros) for index in range(1, len(self.zeros))]
        if len(zeros) > 1:
            return self.mark(
                self.zero - (self.touch + 2 if self.staggered else 0), borders[0], self.touch, self.touch
            )
        split = next((border for border in borders if low < border < high), None)
        if split is None:
            return self.mark(self.zero, c, self.touch, self.row - self.touch)
        # Two zeros share this number: each has the half of its line that it touches,
        # and between them both have a mark.
        taken = 0.0 if self.staggered else self.touch / 2
        part = (self.row - self.touch) / 2 - taken
        side = -1 if self.zeros.index(zeros[0]) == 0 else 1
        return self.mark(self.zero, split + side * (taken + part / 2), self.touch, part)
