"""The felt of roulette on two rings: a board for each ring, and between and below them the wagers on both."""

from __future__ import annotations

from typing import Any

from croupier.felt.board import MARK, Board
from croupier.felt.canvas import Canvas
from croupier.felt.grid import GAP, Section, flow
from croupier.felt.offers import Offers
from croupier.felt.roulette import COLOURS, cells, marks
from croupier.felt.svg import GOLD, INK, LINE, NONE, fitted, rect, text
from croupier.games.roulette.round import RINGS

CELL, ROW, ZERO, SIX = 58.0, 74.0, 46.0, 74.0


def rings(playable: Any, offered: Offers) -> Canvas:
    """Two boards side by side, each upright with its zero on top."""
    width = playable.setup.width
    wide = width * ROW + SIX
    canvas = Canvas(playable.ruleset.head.title, 2 * wide + 90)
    canvas.title_at(canvas.width / 2, 28, 20)
    for at, ring in enumerate(RINGS):
        board = Board(30 + at * (wide + 30) + SIX, 76, CELL, ROW, ZERO, playable.wheel.zeros, width, True)
        canvas.printed(text(board.x + board.breadth / 2, 58, f"{ring} ring".upper(), 13, GOLD, display=True, spacing=3))
        cells(canvas, playable, board, offered, f"{ring}/")
        _beside(canvas, board, offered, ring)
        marks(canvas, board, offered, f"{ring}/")
    bottom = 76 + ZERO + 36 / width * CELL + 16
    doubles = offered.kinds("double")
    for at, offer in enumerate(sorted(doubles, key=lambda offer: int(offer.param))):
        _double(canvas, playable, offer, at, len(doubles), bottom + 22)
    if doubles:
        canvas.printed(text(canvas.width / 2, bottom + 8, f"the same number on both rings pays {doubles[0].brief}".upper(), 11, GOLD, display=True, spacing=2))
        bottom += 22 + 2 * 44
    pairs = Section("on both rings", offered.take(lambda offer: offer.kind.startswith("dual")), height=52, least=86)
    canvas.height = flow(canvas, [pairs, Section("", offered.rest())], 30, bottom + 6, canvas.width - 60) + 10
    return canvas


def _beside(canvas: Canvas, board: Board, offered: Offers, ring: str) -> None:
    """Rows of the board at its side, two rows where they meet, and the star."""
    for offer in offered.take(lambda offer: offer.kind == "zone" and offer.row.zone == "six" and offer.param.startswith(ring)):
        first = board.cell_of(offer.param.split("/")[1].split("-")[0])
        shape = board.area(first[0], -SIX, board.cell, SIX - 8, 4)
        canvas.spot(
            offer, shape, fitted(offer.param.split("/")[1], shape.centre[0] - 8, shape.centre[1] - 6, 50, 20, 13, fill=INK) + text(shape.centre[0] - 8, shape.centre[1] + 9, offer.brief, 9, GOLD)
        )
    for offer in offered.take(lambda offer: offer.kind == "zone" and offer.row.zone == "twelve" and offer.param.startswith(ring)):
        low, high = offer.param.split("/")[1].split("-")
        border = (board.cell_of(low)[0] + board.cell_of(high)[0] + board.cell) / 2
        canvas.spot(offer, board.mark(border, -SIX / 2 - 4, MARK, 46), fill="transparent", stroke=NONE)
    for offer in offered.take(lambda offer: offer.kind == "star" and offer.param.startswith(ring)):
        canvas.cell(offer, board.area(0, -SIX, ZERO - 4, SIX - 8, 4), 11, said=offer.label.removesuffix(f" {ring}"))


def _double(canvas: Canvas, playable: Any, offer: Any, at: int, count: int, top: float) -> None:
    """A number on both rings."""
    columns = -(-count // 2)
    wide = (canvas.width - 60 - (columns - 1) * GAP / 2) / columns
    shape = rect(30 + at % columns * (wide + GAP / 2), top + at // columns * 42, wide, 38, 4)
    canvas.spot(offer, shape, text(*shape.centre, offer.param, 17, "var(--on-colour, #fdfaf0)", weight="700"), COLOURS[playable.wheel.colour(offer.param)], LINE)
