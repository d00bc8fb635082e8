"""A sheet of symbols: 52 cards with their back and the joker, the faces of a die, and chips.

A page shows one with `<use href="#card-Ah">`.
"""

from __future__ import annotations

import math

from croupier.felt.svg import DISPLAY, FONT, NONE, circle, die, number, path, rect, text

SUITS = {
    "h": "M0 9C-10 1-10-9-4.6-9-2-9-.6-7 0-5 .6-7 2-9 4.6-9 10-9 10 1 0 9Z",
    "d": "M0-10 7.4 0 0 10-7.4 0Z",
    "s": (
        "M0-10C8-2 10 1 10 4 10 9 3.6 9.4 1.2 5 1.4 8 2.4 9.4 4 10"
        "H-4C-2.4 9.4-1.4 8-1.2 5-3.6 9.4-10 9-10 4-10 1-8-2 0-10Z"
    ),
    "c": (
        "M0-10A4.6 4.6 0 0 1 3.3-2.2 4.6 4.6 0 1 1 1.2 4.4C1.4 7.6 2.4 9.4 4 10"
        "H-4C-2.4 9.4-1.4 7.6-1.2 4.4A4.6 4.6 0 1 1-3.3-2.2 4.6 4.6 0 0 1 0-10Z"
    ),
}
"""The suits, each in a square of twenty around its middle."""
COLOURS = {
    suit: f"var(--suit-{suit}, {default})"
    for suit, default in (("h", "#c0222c"), ("d", "#c0222c"), ("s", "#1a1d21"), ("c", "#1a1d21"))
}
RANKS = "A23456789TJQK"
PICTURES = {"J": "J", "Q": "Q", "K": "K"}
CHIPS = {
    1: "#e9e4d6",
    5: "#b4232e",
    10: "#2456a6",
    25: "#2f7d4f",
    100: "#23272d",
    500: "#6b3fa0",
    1000: "#c98a1b",
}
"""What each chip is worth, and its colour."""
WIDE, TALL = 100.0, 140.0
_LEFT, _RIGHT, _MIDDLE = 31.0, 69.0, 50.0
_ROWS = {1: (70.0,), 2: (32.0, 108.0), 3: (32.0, 70.0, 108.0), 4: (32.0, 57.3, 82.7, 108.0)}
_PIPS: dict[str, tuple[int, tuple[float, ...]]] = {
    "A": (0, (70.0,)),
    "2": (0, (32.0, 108.0)),
    "3": (0, (32.0, 70.0, 108.0)),
    "4": (2, ()),
    "5": (2, (70.0,)),
    "6": (3, ()),
    "7": (3, (51.0,)),
    "8": (3, (51.0, 89.0)),
    "9": (4, (70.0,)),
    "T": (4, (44.6, 95.4)),
}
"""The pips of a card: rows at both sides, and those in the middle."""


def sprites() -> str:
    """Return the sheet, to be put once into a page. It takes no room of its own."""
    cards = "".join(_card(rank, suit) for suit in "shdc" for rank in RANKS)
    faces = "".join(_symbol(f"die-{face}", "0 0 40 40", die(20, 20, 38, face)) for face in range(1, 7))
    chips = "".join(_chip(value, colour) for value, colour in CHIPS.items())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="sprites" width="0" height="0" aria-hidden="true">'
        f"{cards}{_back()}{_joker()}{faces}{chips}</svg>\n"
    )


def _symbol(name: str, size: str, drawn: str) -> str:
    """Return a symbol with its own font, because what uses it may stand under any other."""
    return f'<symbol id="{name}" viewBox="{size}" font-family="{FONT}" text-anchor="middle">{drawn}</symbol>'


def _paper() -> str:
    return rect(1, 1, WIDE - 2, TALL - 2, 9).drawn(
        "paper", "var(--card, #fdfcf7)", "var(--card-edge, #a9a493)", 1
    )


def _suit(suit: str, x: float, y: float, size: float, over: bool = False) -> str:
    turn = " rotate(180)" if over else ""
    return (
        f'<path class="suit-{suit}" d="{SUITS[suit]}" fill="{COLOURS[suit]}" '
        f'transform="translate({number(x)} {number(y)}){turn} scale({size:.2f})"/>'
    )


def _card(rank: str, suit: str) -> str:
    """Draw the index in two corners, and pips or a picture between them."""
    said = "10" if rank == "T" else rank
    corner = text(13, 17, said, 19, COLOURS[suit], weight="700", spacing=-1) + _suit(suit, 13, 36, 0.62)
    index = f'<g class="suit-{suit}">{corner}<g transform="rotate(180 50 70)">{corner}</g></g>'
    if rank in PICTURES:
        frame = rect(26, 18, 48, 104, 5).drawn(
            fill="var(--picture, #f3ead0)", stroke=COLOURS[suit], width=1.2
        )
        half = _suit(suit, 39, 33, 0.66) + _crown(rank, suit)
        middle = (
            frame
            + half
            + f'<g transform="rotate(180 50 70)">{half}</g>'
            + path("M26 70H74", stroke=COLOURS[suit], width=0.8)
        )
    else:
        sides, centre = _PIPS[rank]
        size = 2.1 if rank == "A" else 0.85
        places = [(x, y) for x in (_LEFT, _RIGHT) for y in _ROWS.get(sides, ())] + [
            (_MIDDLE, y) for y in centre
        ]
        middle = "".join(
            _suit(suit, 50 + (x - 50) * 0.9, y, size, y > 71)
            for x, y in sorted(places, key=lambda place: (place[1], place[0]))
        )
    return _symbol(f"card-{rank}{suit}", "0 0 100 140", _paper() + middle + index)


def _crown(rank: str, suit: str) -> str:
    """Draw the crown of a king or queen or the cap of a jack, and the letter."""
    points = {
        "K": "M38 60V44l5 7 3.5-10 3.5 9 3.5-9 3.5 10 5-7V60Z",
        "Q": "M38 60l-1-15 7 8 6-12 6 12 7-8-1 15Z",
        "J": "M38 60C38 44 62 44 62 60Z",
    }[rank]
    letter = text(58, 33, rank, 19, COLOURS[suit], weight="700", display=True)
    return path(points, "var(--gold, #e6c56e)", COLOURS[suit], 1) + letter


def _back() -> str:
    lines = "".join(
        path(
            f"M{x} 8V132M8 {y}H92", stroke="var(--back-line, #d7e2f5)", width=0.5, more=' stroke-opacity=".5"'
        )
        for x, y in zip(range(15, 92, 7), range(15, 126, 10), strict=False)
    )
    rings = "".join(
        circle(50, 70, r).drawn(stroke="var(--back-line, #d7e2f5)", width=1) for r in (10, 18, 26)
    )
    return _symbol(
        "card-back",
        "0 0 100 140",
        _paper() + rect(7, 7, 86, 126, 6).drawn(fill="var(--back, #27418a)", stroke=NONE) + lines + rings,
    )


def _joker() -> str:
    star = " ".join(
        f"{number(50 + r * math.sin(at * math.pi / 5))},{number(66 - r * math.cos(at * math.pi / 5))}"
        for at in range(10)
        for r in [26 if at % 2 == 0 else 11]
    )
    picture = f'<polygon points="{star}" fill="var(--gold, #e6c56e)" stroke="#8a6d22" stroke-width="1"/>'
    letters = "".join(
        f'<text x="13" y="{18 + at * 14}" font-size="13" font-weight="700" fill="#6b3fa0" '
        f'font-family="{DISPLAY}">{letter}</text>'
        for at, letter in enumerate("JOKER")
    )
    return _symbol(
        "card-Jk",
        "0 0 100 140",
        _paper() + picture + letters + f'<g transform="rotate(180 50 70)">{letters}</g>',
    )


def _chip(value: int, colour: str) -> str:
    """Draw a disc with eight inserts and its value."""
    fill = f"var(--chip-{value}, {colour})"
    edge = "".join(
        '<rect x="46" y="2" width="8" height="14" fill="var(--chip-edge, #f7f3e6)" '
        f'transform="rotate({at * 45} 50 50)"/>'
        for at in range(8)
    )
    if value == 1:
        edge = edge.replace("--chip-edge, #f7f3e6", "--chip-edge-1, #2b5a9b")
    said = text(
        50, 51, str(value), 27 if value < 100 else 22 if value < 1000 else 18, "#1d2126", weight="700"
    )
    disc = circle(50, 50, 48).drawn(fill=fill, stroke="#00000055", width=2) + edge
    return _symbol(
        f"chip-{value}",
        "0 0 100 100",
        disc + circle(50, 50, 33).drawn(fill="var(--chip-face, #fbf8ee)", stroke=fill, width=3) + said,
    )
