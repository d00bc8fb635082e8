"""The layout: which numbers may be covered together, by its width and the combinations with zero."""

from __future__ import annotations

from croupier.equipment.wheel import BLACK, RED, RouletteWheel
from croupier.families.roulette.rules import ZeroCombinations

NUMBERS = tuple(str(n) for n in range(1, 37))
SETS: dict[str, frozenset[str]] = {
    "red": RED,
    "black": BLACK,
    "odd": frozenset(str(n) for n in range(1, 37, 2)),
    "even": frozenset(str(n) for n in range(2, 37, 2)),
    "low": frozenset(str(n) for n in range(1, 19)),
    "high": frozenset(str(n) for n in range(19, 37)),
    "red-even": RED & frozenset(str(n) for n in range(2, 37, 2)),
    "black-odd": BLACK & frozenset(str(n) for n in range(1, 37, 2)),
}


def place(number: str) -> int:
    """Return the place of a number in the written order: zero, double zero, 1 to 36."""
    return {"0": -2, "00": -1}.get(number) or int(number)


def written(numbers: list[str] | frozenset[str] | tuple[str, ...]) -> str:
    """Join numbers as a parameter: `5-8`, `0-00-2`."""
    return "-".join(sorted(numbers, key=place))


class Layout:
    """Every combination on the layout, by wager, as parameter -> numbers."""

    def __init__(
        self, wheel: RouletteWheel, zero: ZeroCombinations, width: int, columns: str = "every-third-number"
    ) -> None:
        self.wheel = wheel
        rows = [list(NUMBERS[at : at + width]) for at in range(0, 36, width)]
        straight = [[pocket] for pocket in (*wheel.zeros, *NUMBERS)]
        across = [[row[i], row[i + 1]] for row in rows for i in range(width - 1)]
        down = [[rows[r][i], rows[r + 1][i]] for r in range(len(rows) - 1) for i in range(width)]
        corners = [
            [rows[r][i], rows[r][i + 1], rows[r + 1][i], rows[r + 1][i + 1]]
            for r in range(len(rows) - 1)
            for i in range(width - 1)
        ]
        streets = rows if width == 3 else []
        lines = [rows[r] + rows[r + 1] for r in range(len(rows) - 1)] if width == 3 else rows
        self.by_count: dict[int, dict[str, frozenset[str]]] = {
            1: _named(straight),
            2: _named(across + down, zero.split),
            3: _named(streets, zero.street),
            4: _named(corners, zero.corner),
            6: _named(lines),
        }
        six = {f"{row[0]}-{row[-1]}": frozenset(row) for row in rows}
        twelve = {
            f"{rows[r][0]}-{rows[r + 1][-1]}": frozenset(rows[r] + rows[r + 1]) for r in range(len(rows) - 1)
        }
        column = {str(c + 1): frozenset(_column(c, columns)) for c in range(3)}
        dozen = {str(d + 1): frozenset(NUMBERS[12 * d : 12 * d + 12]) for d in range(3)}
        self.zones: dict[str, dict[str, frozenset[str]]] = {
            "column": column,
            "dozen": dozen,
            "split-columns": _joined(column),
            "split-dozens": _joined(dozen),
            "first-four": _named([], zero.first_four),
            "first-five": _named([], zero.first_five),
            "six": six,
            "twelve": twelve,
        }
        """The zones of each kind, by parameter."""


def _joined(zones: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    """Join neighbours: the first with the second, the second with the third."""
    return {f"{one}-{other}": zones[one] | zones[other] for one, other in (("1", "2"), ("2", "3"))}


def _column(which: int, columns: str) -> list[str]:
    if columns == "two-printed-columns":
        return [str(n) for n in range(1, 37) if (n - 1) % 6 // 2 == which]
    return [str(n) for n in range(1, 37) if (n - 1) % 3 == which]


def _named(combinations: list[list[str]], more: list[str] | None = None) -> dict[str, frozenset[str]]:
    named = {text: frozenset(text.split("-")) for text in (more or [])}
    return named | {written(numbers): frozenset(numbers) for numbers in combinations}
