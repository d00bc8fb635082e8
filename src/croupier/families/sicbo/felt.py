"""The felt of sic bo: even chances at the sides, doubles and triples between them, the rest below."""

from __future__ import annotations

from croupier.families.automaton.felt import laid_out
from croupier.families.sicbo.round import SicBo
from croupier.families.sicbo.rules import SicBoWager
from croupier.felt.canvas import Canvas, Felt
from croupier.felt.grid import GAP, MARGIN, UPRIGHT, Section, draw, flow
from croupier.felt.offers import OfferedWager, Offers
from croupier.felt.svg import GOLD, Shape, dice, rect, text

Offered = Offers[SicBoWager]
WIDTH, EDGE, TOP = 1200.0, 24.0, 46.0
TALL = 150.0


def drawn(game: SicBo, upright: bool) -> Felt:
    """Draw the rows of the layout, those that the rulebook offers."""
    rules = game.machines.ruleset
    offered, title = laid_out(game, rules), rules.head.title
    return (_upright(title, offered) if upright else _lying(title, offered)).finished()


def _lying(title: str, offered: Offered) -> Canvas:
    canvas = Canvas(title, WIDTH)
    canvas.title_at(WIDTH / 2, 26, 20)
    bottom = _head(canvas, offered)
    totals = offered.kinds("total")
    sections = [
        Section("totals", totals, len(totals), 74, size=30, numbers=True),
        Section("two of the dice", pairs := offered.kinds("combination"), len(pairs), 62, True),
        Section("single dice: one, two or three of them", offered.kinds("single"), 6, 72, True),
        Section("any three of four numbers", offered.kinds("four-number"), 4, 62, True),
        Section("three different numbers", offered.kinds("three-number"), 10, 56, True),
        Section("a double and a single", offered.kinds("double-and-single"), 15, 52, True),
        Section("", offered.rest()),
    ]
    canvas.height = flow(canvas, sections, EDGE, bottom, WIDTH - 2 * EDGE) + 10
    return canvas


def _upright(title: str, offered: Offered) -> Canvas:
    """Draw the same rows, each broken at the width of a telephone."""
    canvas = Canvas(title, UPRIGHT)
    canvas.title_at(UPRIGHT / 2, 26, 18)
    sections = [
        Section("", offered.kinds("small", "big"), 2, 64, size=26),
        Section("", offered.kinds("odd", "even"), 2, 52, size=20),
        Section("totals", offered.kinds("total"), 5, 56, size=22, numbers=True),
        Section("single dice: one, two or three of them", offered.kinds("single"), 6, 66, True),
        Section("doubles", offered.kinds("double"), 3, 58, True),
        Section("triples", offered.kinds("triple"), 3, 58, True),
        Section("", offered.kinds("any-triple"), 1, 46),
        Section("two of the dice", offered.kinds("combination"), 5, 56, True),
        Section("any three of four numbers", offered.kinds("four-number"), 2, 56, True),
        Section("three different numbers", offered.kinds("three-number"), 4, 54, True),
        Section("a double and a single", offered.kinds("double-and-single"), 5, 52, True),
        Section("", offered.rest(), least=110),
    ]
    canvas.height = flow(canvas, sections, MARGIN, TOP, UPRIGHT - 2 * MARGIN) + 6
    return canvas


def _head(canvas: Canvas, offered: Offered) -> float:
    """Draw small, doubles, triples, doubles, big; odd and even under small and big."""
    sides = {offer.kind: offer for offer in offered.kinds("small", "big", "odd", "even")}
    doubles, triples, any_triple = (
        offered.kinds("double"),
        offered.kinds("triple"),
        offered.kinds("any-triple"),
    )
    wide = 190.0
    for kinds, left in ((("small", "even"), EDGE), (("big", "odd"), WIDTH - EDGE - wide)):
        mine = [sides[kind] for kind in kinds if kind in sides]
        tall = (TALL - (len(mine) - 1) * GAP) / max(1, len(mine))
        for at, offer in enumerate(mine):
            canvas.cell(
                offer,
                rect(left, TOP + at * (tall + GAP), wide, tall, 6),
                30,
                said=offer.label.upper(),
                display=True,
            )
    left, room = EDGE + wide + GAP, WIDTH - 2 * (EDGE + wide + GAP)
    middle = 300.0 if triples or any_triple else 0.0
    half = (len(doubles) + 1) // 2
    part = (room - middle) / 2
    for at, offer in enumerate(doubles):
        second = at >= half
        count = len(doubles) - half if second else half
        each = (part - count * GAP) / max(1, count)
        x = (left + part + middle + GAP if second else left) + (at - half * second) * (each + GAP)
        _faces(canvas, offer, rect(x, TOP, each, TALL, 6), 2)
    _triples(canvas, triples, any_triple, left + part, middle)
    return TOP + TALL + 12


def _faces(canvas: Canvas, offer: OfferedWager[SicBoWager], shape: Shape, times: int) -> None:
    """Draw a double, its dice one above the other."""
    (x, y, w, h), face = shape.box, int(offer.number)
    side = min(34.0, w - 16)
    picture = "".join(dice(x + w / 2, y + h * 0.28 + at * (side + 5), side, [face]) for at in range(times))
    canvas.spot(offer, shape, picture + text(x + w / 2, y + h - 14, offer.brief, 11, GOLD))


def _triples(
    canvas: Canvas,
    triples: list[OfferedWager[SicBoWager]],
    any_triple: list[OfferedWager[SicBoWager]],
    left: float,
    width: float,
) -> None:
    """Draw six triples in two rows, and any triple below them."""
    low = 38.0 if any_triple else 0.0
    tall = (TALL - low - GAP * (2 if any_triple else 1)) / 2
    each = (width - 2 * GAP) / 3
    for at, offer in enumerate(triples):
        draw(canvas, offer, left + at % 3 * (each + GAP), TOP + at // 3 * (tall + GAP), each, tall, True, 11)
    for offer in any_triple:
        shape = rect(left, TOP + TALL - low, width, low, 6)
        canvas.spot(
            offer,
            shape,
            text(
                left + width / 2,
                shape.centre[1],
                f"{offer.label} pays {offer.brief}".upper(),
                13,
                spacing=1,
                weight="600",
            ),
        )
