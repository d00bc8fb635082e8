"""Wagers in a neat grid: the felt of a game without a layout of its own, and the rest of one that has."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from croupier.felt.canvas import Canvas
from croupier.felt.offers import OfferedWager, Offers, W
from croupier.felt.svg import BLACK, GOLD, NONE, RED, dice, rect, text
from croupier.rulebook.schema import WagerRow

GAP = 6.0
UPRIGHT, MARGIN = 400.0, 11.0
"""The width of an upright felt, and the margin at its sides.

On a telephone a unit is a little less than a point.
"""
TOUCH = 40.0
"""The least side of a place on an upright felt."""


class Section(msgspec.Struct, frozen=True):
    """Cells under a heading."""

    title: str
    offers: Sequence[OfferedWager[WagerRow]]
    columns: int = 0
    """Cells in a row; 0 for as many as fit."""
    height: float = 56
    faces: bool = False
    """Whether the dice that a wager names are drawn in place of its name."""
    least: float = 92
    """The narrowest that a cell may be, if the number of columns is not given."""
    size: float = 15
    numbers: bool = False
    """Whether a cell says its number alone."""


def flow(canvas: Canvas, sections: Sequence[Section], x: float, y: float, width: float) -> float:
    """Draw sections one below the other. Return where they end."""
    for section in sections:
        if not section.offers:
            continue
        if section.title:
            canvas.printed(
                text(x + width / 2, y + 8, section.title.upper(), 11, GOLD, spacing=2, display=True)
            )
            y += 20
        columns = section.columns or max(
            1, min(len(section.offers), int((width + GAP) // (section.least + GAP)))
        )
        rows = -(-len(section.offers) // columns)
        columns = -(-len(section.offers) // rows) if not section.columns else columns
        wide = (width - (columns - 1) * GAP) / columns
        for at, offer in enumerate(section.offers):
            row = at // columns
            # A last row that is not full stands in the middle.
            short = columns - min(columns, len(section.offers) - row * columns)
            left, top = x + (at % columns + short / 2) * (wide + GAP), y + row * (section.height + GAP)
            draw(
                canvas,
                offer,
                left,
                top,
                wide,
                section.height,
                section.faces,
                section.size,
                offer.number if section.numbers else "",
            )
        y += rows * (section.height + GAP) + 4
    return y


def draw(
    canvas: Canvas,
    offer: OfferedWager[WagerRow],
    x: float,
    y: float,
    w: float,
    h: float,
    faces: bool = False,
    size: float = 15,
    said: str = "",
) -> None:
    """Draw one cell."""
    shown = faces_of(offer) if faces else []
    fill = {"red": RED, "black": BLACK}.get((offer.param or offer.wager).split("-")[0], NONE)
    if not shown:
        canvas.cell(offer, rect(x, y, w, h, 5), size, fill, said)
        return
    side = min(32.0, (w - 8) / len(shown) - 3, h * 0.46)
    canvas.cell(offer, rect(x, y, w, h, 5), size, fill, picture=dice(x + w / 2, y + h * 0.36, side, shown))


def faces_of(offer: OfferedWager[WagerRow]) -> list[int]:
    """Return the dice that a wager names.

    They are those of its parameter, or its number as often as its kind says.
    """
    if re.fullmatch(r"[1-6](-[1-6])+", offer.param):
        return [int(face) for face in offer.param.split("-")]
    times = {"triple": 3, "double": 2, "single": 1, "die": 1}.get(offer.kind, 0)
    if offer.number in tuple("123456") and times:
        return [int(offer.number)] * times
    if offer.kind == "hardway" and offer.number.isdigit():
        return [int(offer.number) // 2] * 2
    return []


def plain(title: str, offered: Offers[W], upright: bool = False) -> Canvas:
    """Draw the felt of a game that has no layout of its own."""
    width, edge, least = (UPRIGHT, MARGIN, 110.0) if upright else (1200.0, 24.0, 150.0)
    canvas = Canvas(title, width)
    canvas.title_at(width / 2, 28, 20)
    first = Section("", offered.take(lambda offer: not offer.later), height=64, least=least)
    canvas.height = (
        flow(
            canvas,
            [first, Section("later in the round", offered.rest(), height=52, least=least)],
            edge,
            52,
            width - 2 * edge,
        )
        + 8
    )
    return canvas
