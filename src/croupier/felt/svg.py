"""The few shapes and texts that a felt is drawn with.

Colours are custom properties with a default, written as attributes, so that no style of the page is needed.

>>> number(3.0), number(2.46)
('3', '2.5')
>>> wrapped("Perfect Pairs Player", 60, 12)
['Perfect', 'Pairs', 'Player']
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

import msgspec

Point = tuple[float, float]
Box = tuple[float, float, float, float]

FELT, LINE, INK, GOLD = (
    "var(--felt, #0b5d3b)",
    "var(--line, #e9dfc3)",
    "var(--ink, #fbf6e6)",
    "var(--gold, #e6c56e)",
)
RED, BLACK, GREEN = "var(--red, #b4232e)", "var(--black, #181b1f)", "var(--green, #0f7a4b)"
SHADE, RAIL, NONE = "var(--shade, #094c31)", "var(--rail, #4b2e1a)", "none"
FONT = "var(--felt-font, 'Avenir Next', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif)"
DISPLAY = "var(--felt-display, 'Palatino Linotype', Palatino, 'Book Antiqua', 'Times New Roman', serif)"
_SANS = {
    ".22": "ijl'|",
    ".28": " ftI.,:;!/",
    ".33": "r-()",
    ".5": "cksvxyzJ",
    ".61": "FTZ",
    ".67": "ABEKPSVXY&",
    ".72": "CDHNRUw",
    ".78": "GOQ",
    ".84": "mM½¼¾%",
    ".95": "W",
}
_SERIF = {
    ".26": " .,ijlt/",
    ".33": "fr'()-I",
    ".39": "sJ",
    ".44": "acez",
    ".56": "FPS",
    ".61": "ELTZ",
    ".67": "BCR",
    ".72": "ADGHKNOQUVXYw",
    ".78": "m",
    ".89": "M",
    ".95": "W",
}
WIDTHS, SERIFS = (
    {letter: float(width) for width, letters in table.items() for letter in letters}
    for table in (_SANS, _SERIF)
)
"""The approximate width of letters that are not as wide as most, in parts of the size."""
USUAL = {False: 0.56, True: 0.5}


class Shape(msgspec.Struct, frozen=True):
    """A shape, with the box around it."""

    tag: str
    geometry: str
    box: Box
    centre: Point
    polygon: tuple[Point, ...] = ()

    def drawn(
        self, kind: str = "", fill: str = NONE, stroke: str = LINE, width: float = 1.6, more: str = ""
    ) -> str:
        """Return the element."""
        name = f' class="{kind}"' if kind else ""
        line = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke != NONE else ""
        return f'<{self.tag}{name} {self.geometry} fill="{fill}"{line}{more}/>'


def number(value: float) -> str:
    """Write a number with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0").replace("-0", "0" if abs(value) < 0.05 else "-0")


def rect(x: float, y: float, w: float, h: float, rounding: float = 0) -> Shape:
    """Return a rectangle."""
    corner = f' rx="{number(rounding)}"' if rounding else ""
    return Shape(
        "rect",
        f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"{corner}',
        (x, y, w, h),
        (x + w / 2, y + h / 2),
    )


def around(cx: float, cy: float, w: float, h: float, rounding: float = 0) -> Shape:
    """Return a rectangle by its centre."""
    return rect(cx - w / 2, cy - h / 2, w, h, rounding)


def circle(cx: float, cy: float, r: float) -> Shape:
    """Return a circle."""
    return Shape(
        "circle",
        f'cx="{number(cx)}" cy="{number(cy)}" r="{number(r)}"',
        (cx - r, cy - r, 2 * r, 2 * r),
        (cx, cy),
    )


def polygon(points: Sequence[Point], centre: Point | None = None) -> Shape:
    """Return a closed shape with straight sides."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    text = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return Shape(
        "polygon",
        f'points="{text}"',
        box,
        centre or (box[0] + box[2] / 2, box[1] + box[3] / 2),
        tuple(points),
    )


def diamond(cx: float, cy: float, rx: float, ry: float | None = None) -> Shape:
    """Return a square on its corner."""
    tall = rx if ry is None else ry
    return polygon([(cx, cy - tall), (cx + rx, cy), (cx, cy + tall), (cx - rx, cy)])


def path(d: str, fill: str = NONE, stroke: str = LINE, width: float = 1.6, more: str = "") -> str:
    """Draw a free line."""
    line = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke != NONE else ""
    return f'<path d="{d}" fill="{fill}"{line}{more}/>'


# Texts.


def breadth(text: str, size: float, display: bool = False) -> float:
    """Return about how wide a text is."""
    table = SERIFS if display else WIDTHS
    return sum(table.get(letter, USUAL[display]) for letter in text) * size * (1 if display else 1.05)


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Break a text into lines no wider than this, if its words allow it."""
    lines: list[str] = []
    for word in text.split():
        if lines and breadth(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def text(
    x: float,
    y: float,
    said: str,
    size: float,
    fill: str = INK,
    anchor: str = "middle",
    weight: str = "",
    display: bool = False,
    turn: float = 0,
    spacing: float = 0,
) -> str:
    """Draw one line of text, centred on its height."""
    more = f' font-weight="{weight}"' if weight else ""
    more += f' font-family="{DISPLAY}"' if display else ""
    more += f' letter-spacing="{number(spacing)}"' if spacing else ""
    more += f' transform="rotate({number(turn)} {number(x)} {number(y)})"' if turn else ""
    end = "" if anchor == "middle" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{number(x)}" y="{number(y)}" dy=".35em" '
        f'font-size="{number(size)}" fill="{fill}"{end}{more}>{escape(said)}</text>'
    )


def fitted(
    said: str,
    cx: float,
    cy: float,
    w: float,
    h: float,
    size: float,
    least: float = 6,
    fill: str = INK,
    weight: str = "600",
    display: bool = False,
) -> str:
    """Draw a text in as many lines as fit a box, as large as they fit it."""
    while True:
        lines = wrapped(said, w, size)
        if size <= least or (
            len(lines) * size * 1.12 <= h and all(breadth(line, size) <= w for line in lines)
        ):
            break
        size -= 0.5
    top = cy - (len(lines) - 1) * size * 0.56
    return "".join(
        text(cx, top + at * size * 1.12, line, size, fill, weight=weight, display=display)
        for at, line in enumerate(lines)
    )


def along(
    said: str, cx: float, curve: Callable[[float], float], size: float, fill: str = GOLD, spacing: float = 2
) -> str:
    """Draw a text whose letters stand on a curve, without a reference to a path."""
    steps = [breadth(letter, size, True) + spacing for letter in said]
    x = cx - sum(steps) / 2
    xs, ys, turns = [], [], []
    for step in steps:
        middle = x + step / 2
        angle = math.atan2(curve(middle + 1) - curve(middle - 1), 2)
        xs.append(number(x))
        ys.append(number(curve(x)))
        turns.append(number(math.degrees(angle)))
        x += step
    return (
        f'<text x="{" ".join(xs)}" y="{" ".join(ys)}" rotate="{" ".join(turns)}" '
        f'font-size="{number(size)}" fill="{fill}" text-anchor="start" font-family="{DISPLAY}">'
        f"{escape(said)}</text>"
    )


def bowed(left: float, right: float, curve: Callable[[float], float], steps: int = 24) -> str:
    """Return the path of a curve between two points."""
    xs = [left + (right - left) * at / steps for at in range(steps + 1)]
    return "M" + " L".join(f"{number(x)} {number(curve(x))}" for x in xs)


PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a die lie."""


def die(cx: float, cy: float, side: float, face: int) -> str:
    """Draw the face of a die."""
    step, r = side * 0.27, side * 0.095
    pips = "".join(
        f'<circle cx="{number(cx + dx * step)}" cy="{number(cy + dy * step)}" '
        f'r="{number(r)}" fill="var(--pip, #22262b)"/>'
        for dx, dy in PIPS[face]
    )
    return (
        around(cx, cy, side, side, side * 0.18).drawn(
            fill="var(--die, #f8f5ec)", stroke="var(--die-edge, #8b8677)", width=0.8
        )
        + pips
    )


def dice(cx: float, cy: float, side: float, faces: Sequence[int], gap: float = 3) -> str:
    """Draw dice side by side."""
    first = cx - (len(faces) - 1) * (side + gap) / 2
    return "".join(die(first + at * (side + gap), cy, side, face) for at, face in enumerate(faces))
