"""The felt of roulette: numbers in their colours, and the wagers around them.

A chip may lie on every line and crossing that the rulebook names.
"""

from __future__ import annotations

import msgspec

from croupier.families.automaton.felt import laid_out
from croupier.families.roulette.round import Roulette
from croupier.families.roulette.rules import RouletteWager
from croupier.felt.board import MARK, Board
from croupier.felt.canvas import Canvas, Felt
from croupier.felt.grid import MARGIN, TOUCH, UPRIGHT, Section, flow
from croupier.felt.offers import OfferedWager, Offers
from croupier.felt.svg import BLACK, GOLD, GREEN, INK, LINE, NONE, RED, Shape, diamond, fitted, text

Offered = Offers[RouletteWager]
EDGE = 30.0


class Sizes(msgspec.Struct, frozen=True):
    """The measures of a layout."""

    cell: float
    row: float
    zero: float
    side: float
    """The breadth of the dozens, and of the even chances."""
    end: float
    """The length of the columns at the end of the board."""
    touch: float


LYING = Sizes(80, 96, 80, 58, 80, MARK)
STANDING = Sizes(2 * TOUCH, 90, 84, 44, 56, TOUCH - 1)
TWO_ZEROS = msgspec.structs.replace(STANDING, zero=3 * TOUCH)
COLOURS = {"red": RED, "black": BLACK, "green": GREEN}
EVENS = ("low", "even", "red", "black", "odd", "high")
SPANS = {"low": "1 to 18", "high": "19 to 36"}


def laid(game: Roulette) -> Offered:
    """List the offered wagers."""
    return laid_out(game, game.machines.ruleset)


def one_wheel(game: Roulette, upright: bool) -> Felt:
    """Draw the board of one wheel; of two rings, see `rings`."""
    offered = laid(game)
    sized = (STANDING if len(game.machines.wheel.zeros) < 2 else TWO_ZEROS) if upright else LYING
    length, breadth = sized.zero + 12 * sized.cell + sized.end, 3 * sized.row + 2 * sized.side
    size = (UPRIGHT, length + 2 * EDGE + 14) if upright else (length + 2 * EDGE, breadth + 2 * EDGE + 26)
    canvas = Canvas(game.ruleset.head.title, *size)
    canvas.title_at(size[0] / 2, 24, 17)
    x, y = (MARGIN + 2 * sized.side, EDGE + 14) if upright else (EDGE, EDGE + 22)
    board = Board(x, y, sized.cell, sized.row, sized.zero, game.machines.wheel.zeros, 3, upright, sized.touch)
    cells(canvas, game, board, offered)
    zones(canvas, board, offered, sized)
    marks(canvas, board, offered)
    rest = offered.rest()
    if rest:
        bottom = canvas.height - 12
        edge = MARGIN if upright else EDGE
        canvas.height = (
            flow(
                canvas,
                [Section("", rest, height=54, least=110 if upright else 150)],
                edge,
                bottom,
                canvas.width - 2 * edge,
            )
            + 8
        )
    return canvas.finished()


def cells(canvas: Canvas, game: Roulette, board: Board, offered: Offered, ring: str = "") -> None:
    """Draw the numbers in their colours."""
    for offer in offered.take(
        lambda offer: offer.kind == "numbers" and offer.row.numbers == 1 and offer.param.startswith(ring)
    ):
        on = offer.param.removeprefix(ring)
        shape = board.straight(on)
        canvas.spot(
            offer,
            shape,
            text(*shape.centre, on, 30, "var(--on-colour, #fdfaf0)", weight="700"),
            COLOURS[game.machines.wheel.colour(on)],
            LINE,
            2,
        )


def marks(canvas: Canvas, board: Board, offered: Offered, ring: str = "") -> None:
    """Draw the places on lines and crossings, last: a click hits them before the cells beneath."""
    mine = offered.take(
        lambda offer: (
            offer.param.startswith(ring)
            and (
                offer.kind == "numbers"
                or (offer.kind == "zone" and offer.row.zone in ("first-four", "first-five"))
            )
        )
    )
    for offer in sorted(mine, key=lambda offer: offer.param.count("-")):
        canvas.spot(
            offer,
            board.combination(offer.param.removeprefix(ring).split("-")),
            fill="transparent",
            stroke=NONE,
        )


def zones(canvas: Canvas, board: Board, offered: Offered, sized: Sizes) -> None:
    """Draw columns at the end of the board, dozens and even chances beside it, and the places between."""
    end = board.length
    for offer in _zone(offered, "column"):
        shape = board.area(end, (int(offer.param) - 1) * board.row, sized.end, board.row)
        canvas.spot(offer, shape, fitted(offer.brief, *shape.centre, shape.box[2] - 8, 30, 17, fill=INK))
    for offer in _zone(offered, "split-columns"):
        border = int(offer.param.split("-")[0]) * board.row
        canvas.spot(
            offer,
            board.mark(end + sized.end / 2, border, sized.end - (8 if board.upright else 30), sized.touch),
            fill="transparent",
            stroke=NONE,
        )
    for offer in _zone(offered, "dozen"):
        at = int(offer.param) - 1
        shape = board.area(board.zero + at * 4 * board.cell, -sized.side, 4 * board.cell, sized.side)
        canvas.spot(offer, shape, _turned(board, shape, f"{_ORDINALS[at]} twelve", offer.brief))
    for offer in _zone(offered, "split-dozens"):
        border = board.zero + int(offer.param.split("-")[0]) * 4 * board.cell
        canvas.spot(
            offer,
            board.mark(border, -sized.side / 2, sized.touch, sized.side - (4 if board.upright else 14)),
            fill="transparent",
            stroke=NONE,
        )
    evens = {
        offer.wager: offer
        for offer in offered.take(lambda offer: offer.kind in ("even-chance", "set") and offer.wager in EVENS)
    }
    shown = [evens[name] for name in EVENS if name in evens]
    part = 12 * board.cell / max(1, len(shown))
    for at, offer in enumerate(shown):
        _even(canvas, board, offer, board.area(board.zero + at * part, -2 * sized.side, part, sized.side))


def _even(canvas: Canvas, board: Board, offer: OfferedWager[RouletteWager], shape: Shape) -> None:
    cx, cy = shape.centre
    if offer.wager in COLOURS:
        long, broad = (
            (shape.box[2] * 0.38, shape.box[3] * 0.3)
            if board.upright
            else (shape.box[2] * 0.34, shape.box[3] * 0.38)
        )
        picture = diamond(cx, cy, long, broad).drawn(fill=COLOURS[offer.wager], stroke=LINE)
        canvas.spot(offer, shape, picture)
        return
    canvas.spot(offer, shape, _turned(board, shape, SPANS.get(offer.wager, offer.label), ""))


def _turned(board: Board, shape: Shape, said: str, brief: str) -> str:
    """Return a text along the board: upwards where the board stands."""
    cx, cy = shape.centre
    if board.upright:
        off = 10 if brief else 0
        return text(cx - off, cy, said.upper(), 16, INK, weight="600", turn=90, spacing=1) + (
            text(cx + 13, cy, f"pays {brief}", 11, GOLD, turn=90) if brief else ""
        )
    off = 9 if brief else 0
    return text(cx, cy - off, said.upper(), 16, INK, weight="600", spacing=1) + (
        text(cx, cy + 14, f"pays {brief}", 11, GOLD) if brief else ""
    )


def _zone(offered: Offered, name: str) -> list[OfferedWager[RouletteWager]]:
    return offered.take(lambda offer: offer.kind == "zone" and offer.row.zone == name)


_ORDINALS = ("1st", "2nd", "3rd")
