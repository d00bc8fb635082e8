"""The felt of roulette on two rings: a board for each ring, and between and below them the wagers on both."""

from __future__ import annotations

from croupier.families.roulette.felt import COLOURS, Offered, cells, laid, marks
from croupier.families.roulette.round import RINGS, Roulette
from croupier.families.roulette.rules import RouletteWager
from croupier.felt.board import MARK, Board
from croupier.felt.canvas import Canvas, Felt
from croupier.felt.grid import GAP, MARGIN, TOUCH, UPRIGHT, Section, flow
from croupier.felt.offers import OfferedWager
from croupier.felt.svg import GOLD, INK, LINE, NONE, fitted, rect, text

CELL, ROW, ZERO, SIX = 58.0, 74.0, 46.0, 74.0


def rings(game: Roulette, upright: bool) -> Felt:
    """Draw two boards, each with its zero on top: side by side, or upright one below the other."""
    offered, width = laid(game), game.machines.setup.width
    edge, six = (MARGIN, 52.0) if upright else (30.0, SIX)
    row = (UPRIGHT - 2 * edge - six) / width if upright else ROW
    wide, tall = width * row + six, ZERO + 36 / width * CELL
    canvas = Canvas(game.ruleset.head.title, UPRIGHT if upright else 2 * wide + 90)
    canvas.title_at(canvas.width / 2, 28, 20)
    for at, ring in enumerate(RINGS):
        x, y = (edge + six, 76 + at * (tall + 40)) if upright else (edge + at * (wide + 30) + six, 76.0)
        board = Board(x, y, CELL, row, ZERO, game.machines.wheel.zeros, width, True, 22 if upright else MARK)
        canvas.printed(
            text(
                board.x + board.breadth / 2, y - 18, f"{ring} ring".upper(), 13, GOLD, display=True, spacing=3
            )
        )
        cells(canvas, game, board, offered, f"{ring}/")
        _beside(canvas, board, offered, ring, six)
        marks(canvas, board, offered, f"{ring}/")
    bottom = 76 + tall + 16 + (tall + 40 if upright else 0)
    doubles = sorted(offered.kinds("double"), key=lambda offer: int(offer.param))
    if doubles:
        columns = 7 if upright else -(-len(doubles) // 2)
        canvas.printed(
            fitted(
                f"the same number on both rings pays {doubles[0].brief}".upper(),
                canvas.width / 2,
                bottom + 8,
                canvas.width - 2 * edge,
                14,
                11,
                6,
                GOLD,
                "",
                True,
            )
        )
        for at, offer in enumerate(doubles):
            _double(canvas, game, offer, at, columns, bottom + 22, edge)
        bottom += 22 + -(-len(doubles) // columns) * 44
    pairs = Section(
        "on both rings", offered.take(lambda offer: offer.kind.startswith("dual")), height=52, least=86
    )
    canvas.height = (
        flow(canvas, [pairs, Section("", offered.rest())], edge, bottom + 6, canvas.width - 2 * edge) + 10
    )
    return canvas.finished()


def _beside(canvas: Canvas, board: Board, offered: Offered, ring: str, six: float) -> None:
    """Draw the rows of the board at its side, two rows where they meet, and the star."""
    for offer in offered.take(
        lambda offer: offer.kind == "zone" and offer.row.zone == "six" and offer.param.startswith(ring)
    ):
        first = board.cell_of(offer.param.split("/")[1].split("-")[0])
        shape = board.area(first[0], -six, board.cell, six - 8, 4)
        canvas.spot(
            offer,
            shape,
            fitted(
                offer.param.split("/")[1],
                shape.centre[0] - 4,
                shape.centre[1] - 6,
                six - 20,
                20,
                13,
                fill=INK,
            )
            + text(shape.centre[0] - 4, shape.centre[1] + 9, offer.brief, 9, GOLD),
        )
    for offer in offered.take(
        lambda offer: offer.kind == "zone" and offer.row.zone == "twelve" and offer.param.startswith(ring)
    ):
        low, high = offer.param.split("/")[1].split("-")
        border = (board.cell_of(low)[0] + board.cell_of(high)[0] + board.cell) / 2
        canvas.spot(
            offer, board.mark(border, -six / 2 - 4, board.touch, six - 28), fill="transparent", stroke=NONE
        )
    for offer in offered.take(lambda offer: offer.kind == "star" and offer.param.startswith(ring)):
        canvas.cell(
            offer, board.area(0, -six, ZERO - 4, six - 8, 4), 11, said=offer.label.removesuffix(f" {ring}")
        )


def _double(
    canvas: Canvas,
    game: Roulette,
    offer: OfferedWager[RouletteWager],
    at: int,
    columns: int,
    top: float,
    edge: float,
) -> None:
    """Draw a number on both rings."""
    wide = (canvas.width - 2 * edge - (columns - 1) * GAP / 2) / columns
    shape = rect(edge + at % columns * (wide + GAP / 2), top + at // columns * 44, wide, TOUCH, 4)
    canvas.spot(
        offer,
        shape,
        text(*shape.centre, offer.param, 17, "var(--on-colour, #fdfaf0)", weight="700"),
        COLOURS[game.machines.wheel.colour(offer.param)],
        LINE,
    )
