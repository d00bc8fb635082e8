"""The roads and the last results as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from croupier.equipment.wheel import BLACK as BLACKS
from croupier.equipment.wheel import RED as REDS
from croupier.felt.roads import (
    ROWS,
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
from croupier.felt.svg import BLACK, FONT, GREEN, NONE, RED, circle, die, number, path, rect, text

SIDE = 20.0
LEAST = 6
"""A strip has room for at least this many results."""
INKS = {
    "banker": "var(--banker, #a8242f)",
    "player": "var(--player, #2456a6)",
    "tie": "var(--tie, #1f8a57)",
    "red": "var(--banker, #a8242f)",
    "blue": "var(--player, #2456a6)",
}
LETTERS = {"banker": "B", "player": "P", "tie": "T"}
PAPER, GRID, TEXT = "var(--road, #fdfcf7)", "var(--road-grid, #d9d4c5)", "var(--road-ink, #22262b)"
ROADS = {
    "bead": "Bead plate",
    "big": "Big road",
    "eye": "Big eye boy",
    "small": "Small road",
    "cockroach": "Cockroach road",
}


def road(kind: str, results: Sequence[str], columns: int = 24, rows: int = ROWS) -> str:
    """Draw the last columns of a road: `bead`, `big`, `eye`, `small` or `cockroach`.

    >>> road("big", ["banker", "tie"]).count("<circle")
    1
    """
    cells = _cells(kind, results, rows)
    first = max(0, max((cell.column for cell in cells), default=0) + 1 - columns)
    drawn = "".join(
        _mark(kind, cell, (cell.column - first + 0.5) * SIDE, (cell.row + 0.5) * SIDE)
        for cell in cells
        if cell.column >= first
    )
    lines = "".join(f"M{number(at * SIDE)} 0V{number(rows * SIDE)}" for at in range(1, columns)) + "".join(
        f"M0 {number(at * SIDE)}H{number(columns * SIDE)}" for at in range(1, rows)
    )
    said = f"{ROADS[kind]}: {', '.join(cell.mark for cell in cells[-12:]) or 'empty'}"
    return _sheet("road", columns * SIDE, rows * SIDE, said, path(lines, stroke=GRID, width=0.6) + drawn)


def _cells(kind: str, results: Sequence[str], rows: int) -> list[Placed]:
    if kind == "bead":
        return bead_plate(results, rows)
    if kind == "big":
        return placed(big_road(results), rows)
    marks = {"eye": big_eye_boy, "small": small_road, "cockroach": cockroach_road}[kind](results)
    return placed(runs(marks), rows)


def _mark(kind: str, cell: Placed, x: float, y: float) -> str:
    """Draw the mark of a road: a disc with a letter, a ring with its ties, a ring, a dot or a stroke."""
    ink = INKS[cell.mark]
    if kind == "bead":
        return circle(x, y, 8.4).drawn(fill=ink, stroke=NONE) + text(
            x, y, LETTERS[cell.mark], 10, "#ffffff", weight="700"
        )
    if kind == "big":
        tie = (
            path(
                f"M{number(x - 6)} {number(y + 6)} L{number(x + 6)} {number(y - 6)}",
                stroke=INKS["tie"],
                width=2,
            )
            if cell.ties
            else ""
        )
        return (
            circle(x, y, 7.4).drawn(stroke=ink, width=2.4)
            + tie
            + (text(x, y, str(cell.ties), 9, TEXT, weight="700") if cell.ties > 1 else "")
        )
    if kind == "eye":
        return circle(x, y, 6).drawn(stroke=ink, width=2)
    if kind == "small":
        return circle(x, y, 6).drawn(fill=ink, stroke=NONE)
    return path(f"M{number(x - 6)} {number(y + 6)} L{number(x + 6)} {number(y - 6)}", stroke=ink, width=2.6)


def numbers_strip(results: Sequence[str], count: int = 16) -> str:
    """Draw the last numbers of a roulette wheel, the newest first and larger."""
    shown = last(results, count)
    drawn, x = "", 4.0
    for at, result in enumerate(shown):
        size = 40.0 if not at else 30.0
        drawn += _pocket(result, x, 24 - size / 2, size, size, size * 0.46)
        x += size + 4
    return _sheet(
        "strip",
        48 + (max(len(shown), LEAST) - 1) * 34,
        48,
        f"Last numbers: {', '.join(shown) or 'none yet'}",
        drawn,
    )


def hot_cold_strip(results: Sequence[str], pockets: Sequence[str], count: int = 5) -> str:
    """Draw the numbers that came most often, and below them those that came least often."""
    drawn, said = "", []
    for at, (title, found) in enumerate(
        zip(("Hot", "Cold"), hot_and_cold(results, pockets, count), strict=True)
    ):
        y = 4.0 + at * 50
        drawn += text(8, y + 14, title, 15, TEXT, "start", "600")
        for step, (name, times) in enumerate(found):
            x = 56 + step * 48
            drawn += _pocket(name, x, y, 40, 28, 14) + text(x + 20, y + 37, f"{times}×", 10, TEXT)
        said.append(f"{title}: " + ", ".join(f"{name} {times} times" for name, times in found))
    return _sheet("strip", 60 + count * 48, 100, "; ".join(said), drawn)


def _pocket(name: str, x: float, y: float, w: float, h: float, size: float) -> str:
    """Draw a number in its colour."""
    fill = RED if name in REDS else BLACK if name in BLACKS else GREEN
    return rect(x, y, w, h, 5).drawn(fill=fill, stroke=GRID, width=0.8) + text(
        x + w / 2, y + h / 2, name, size, "#fdfaf0", weight="700"
    )


def totals_strip(throws: Sequence[Sequence[int]], count: int = 12) -> str:
    """Draw the last throws with their totals, the newest first."""
    shown = list(throws[::-1][:count])
    wide = max((len(throw) for throw in throws), default=2) * 20 + 14.0
    drawn = ""
    for at, (throw, total) in enumerate(zip(shown, totals(shown), strict=True)):
        x = 4 + at * wide
        drawn += "".join(die(x + 11 + step * 20, 14, 18, face) for step, face in enumerate(throw)) + text(
            x + len(throw) * 10 + 1, 36, str(total), 15, TEXT, weight="700"
        )
    return _sheet(
        "strip",
        8 + max(len(shown), LEAST) * wide,
        48,
        f"Last throws: {', '.join(map(str, totals(shown))) or 'none yet'}",
        drawn,
    )


def _sheet(kind: str, width: float, height: float, said: str, drawn: str) -> str:
    size = f"{number(width)} {number(height)}"
    ground = rect(0, 0, width, height, 4).drawn(fill=PAPER, stroke=NONE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="0 0 {size}" role="img" '
        f'aria-label="{escape(said)}" font-family="{FONT}" text-anchor="middle">{ground}{drawn}</svg>\n'
    )
