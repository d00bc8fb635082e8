"""The felt of craps and its relatives: the numbers on top, the lines below them, and the propositions beside them; of dice games without points, a grid."""

from __future__ import annotations

from typing import Any

from croupier.felt.canvas import Canvas
from croupier.felt.grid import GAP, Section, flow
from croupier.felt.offers import Offer, Offers
from croupier.felt.svg import GOLD, INK, LINE, RED, fitted, rect, text

WIDTH, EDGE, LEFT, TOP = 1200.0, 22.0, 740.0, 46.0
STRIP = 34.0
SPELT = {4: "4", 5: "5", 6: "SIX", 8: "8", 9: "NINE", 10: "10"}


def craps(playable: Any, offered: Offers) -> Canvas:
    """Two halves, where there are wagers on points; else sections."""
    canvas = Canvas(playable.ruleset.head.title, WIDTH)
    canvas.title_at(WIDTH / 2, 26, 20)
    if not any(offer.kind in ("number", "against", "come") for offer in offered.all):
        canvas.height = _sections(canvas, offered, EDGE, TOP, WIDTH - 2 * EDGE, 12) + 8
        return canvas
    bottom = _lines(canvas, playable, offered, _numbers(canvas, playable, offered))
    bottom = flow(canvas, [Section("from throw to throw", offered.kinds("collect", "points"), height=56, size=15)], EDGE, bottom + 4, LEFT)
    right = _sections(canvas, offered, LEFT + 2 * EDGE, TOP, WIDTH - LEFT - 3 * EDGE, 6)
    canvas.height = max(bottom, right) + 12
    return canvas


# The left half.


def _numbers(canvas: Canvas, playable: Any, offered: Offers) -> float:
    """A column for each point: wagers against it on top, come wagers that went to it in the middle, wagers on it below."""
    points = playable.setup.points
    dont = next(iter(offered.kinds("dont-come")), None)
    left = EDGE + (96 + GAP if dont else 0)
    wide = (EDGE + LEFT - left - (len(points) - 1) * GAP) / len(points)
    columns = [_column(playable, offered, point) for point in points]
    tall = [max((len(column[1]) for column in columns), default=0), max((len(column[4]) for column in columns), default=0)]
    waits, heart = (28.0 if any(column[2] for column in columns) else 0.0), 92.0
    height = tall[0] * STRIP + waits + heart + tall[1] * STRIP
    for at, (point, against, above, middle, below) in enumerate(columns):
        x, y = left + at * (wide + GAP), TOP
        canvas.printed(rect(x, y, wide, height).drawn(width=2))
        for offer in against:
            _strip(canvas, offer, x, y, wide)
            y += STRIP
        y = TOP + tall[0] * STRIP
        _side_by_side(canvas, above, x, y, wide, waits)
        y += waits
        said = SPELT.get(point, str(point))
        canvas.printed(text(x + wide / 2, y + 32, said, 38 if len(said) < 3 else 28, GOLD, display=True, weight="700", spacing=1))
        _side_by_side(canvas, middle, x, y + 58, wide, heart - 58)
        y += heart
        for offer in below:
            _strip(canvas, offer, x, y, wide)
            y += STRIP
    if dont:
        canvas.cell(dont, rect(EDGE, TOP, 96, height), 20, said=dont.label.upper(), display=True)
        canvas.printed(text(EDGE + 48, TOP + height * 0.72, _barred(playable, dont).removeprefix(" · ").upper(), 12, LINE, spacing=1))
    return TOP + height + GAP


def _column(playable: Any, offered: Offers, point: int) -> tuple[int, list[Offer], list[Offer], list[Offer], list[Offer]]:
    """What lies in the column of a point: wagers against it, what moved there against it and for it, wagers on it."""
    against = offered.take(lambda offer: offer.kind == "against" and _on(offer) == point)
    above = offered.take(lambda offer: offer.later and offer.param == str(point) and offer.kind in ("dont-come", "lay-odds"))
    middle = offered.take(lambda offer: offer.later and offer.param == str(point))
    below = offered.take(lambda offer: offer.kind == "number" and _on(offer) == point and not _big(playable, offer))
    return point, against, above, middle, below


def _strip(canvas: Canvas, offer: Offer, x: float, y: float, w: float) -> None:
    """A wager on or against a number, in a strip of its column."""
    said = offer.label.removesuffix(f" {offer.number}")
    inside = fitted(said, x + w / 2, y + STRIP * 0.34, w - 8, 15, 12) + fitted(offer.brief, x + w / 2, y + STRIP * 0.73, w - 8, 12, 10, 7, GOLD, "")
    canvas.spot(offer, rect(x, y, w, STRIP), inside, width=1)


def _side_by_side(canvas: Canvas, found: list[Offer], x: float, y: float, w: float, h: float) -> None:
    """Places for chips that went to a number."""
    part = w / max(1, len(found))
    for at, offer in enumerate(found):
        shape = rect(x + at * part + 2, y + 2, part - 4, h - 4, 4)
        canvas.spot(offer, shape, fitted(offer.label.removesuffix(f" {offer.param}"), *shape.centre, part - 10, h - 6, 9, 5.5, LINE, ""), stroke=LINE, width=0.7)


def _lines(canvas: Canvas, playable: Any, offered: Offers, y: float) -> float:
    """Come, field with the big numbers before it, and the line wagers with their supplements."""
    for offer in offered.kinds("come"):
        canvas.cell(offer, rect(EDGE, y, LEFT, 68), 36, said=offer.label.upper(), display=True)
        y += 68 + GAP
    big = offered.take(lambda offer: offer.kind == "number")
    field = offered.take(lambda offer: offer.kind == "roll" and len(offer.row.wins) > 4)
    each = 78.0
    for at, offer in enumerate(big):
        canvas.cell(offer, rect(EDGE + at * (each + GAP), y, each, 84), 18, RED, said=offer.label.upper())
    left = EDGE + len(big) * (each + GAP)
    part = (EDGE + LEFT - left - (len(field) - 1) * GAP) / max(1, len(field))
    for at, offer in enumerate(field):
        _field(canvas, offer, left + at * (part + GAP), y, part)
    if big or field:
        y += 84 + GAP
    for offer in offered.kinds("dont-line"):
        y = _line(canvas, offered, offer, y, 46, _barred(playable, offer))
    for offer in offered.kinds("line"):
        y = _line(canvas, offered, offer, y, 60, "")
    return y


def _line(canvas: Canvas, offered: Offers, offer: Offer, y: float, tall: float, more: str) -> float:
    """A line across the felt, with the place of its supplement at the end."""
    odds = offered.take(lambda other: other.later and offer.wager in other.row.needs)
    wide = LEFT - len(odds) * 130
    shape = rect(EDGE, y, wide, tall)
    inside = text(EDGE + wide / 2, y + tall / 2, f"{offer.label}{more}".upper(), 25 if tall > 50 else 19, INK, display=True, weight="600", spacing=5)
    canvas.spot(offer, shape, inside + text(EDGE + wide - 12, y + tall / 2, f"pays {offer.brief}", 11, GOLD, "end"), width=2)
    for at, other in enumerate(odds):
        canvas.cell(other, rect(EDGE + wide + GAP + at * 130, y, 130 - GAP, tall), 13)
    return y + tall + GAP


def _field(canvas: Canvas, offer: Offer, x: float, y: float, w: float) -> None:
    """The totals of the field, those that pay more in rings."""
    wins = sorted(offer.row.wins)
    step = (w - 40) / len(wins)
    plain = offer.pays.split(" on ")[0].split(";")[0]
    shown = text(x + w / 2, y + 18, offer.label.upper(), 18, INK, display=True, weight="600", spacing=6)
    for at, total in enumerate(wins):
        cx = x + 20 + (at + 0.5) * step
        more = _more(offer, total, plain)
        shown += f'<circle cx="{cx:.1f}" cy="{y + 47:.1f}" r="17" fill="none" stroke="{GOLD}" stroke-width="1.6"/>' if more else ""
        shown += text(cx, y + 47, str(total), 20, GOLD if more else INK, weight="700") + (text(cx, y + 74, more, 9.5, GOLD) if more else "")
    canvas.spot(offer, rect(x, y, w, 84), shown + text(x + w - 10, y + 18, f"pays {plain}", 10, GOLD, "end"), width=2)


def _more(offer: Offer, total: int, plain: str) -> str:
    """What a total of the field pays, where that is not what most pay."""
    for part in offer.pays.split("; "):
        price, _, rows = part.partition(" on ")
        if str(total) in rows.split(", "):
            return "" if price == plain else price
    return ""


def _on(offer: Offer) -> int:
    """The total that a wager is on."""
    return int(offer.number or offer.row.wins[0])


def _big(playable: Any, offer: Offer) -> bool:
    """A wager on a number at even money, which has a corner of its own."""
    found = playable.ruleset.prices(offer.wager)
    return set(found) == {"win"}


def _barred(playable: Any, offer: Offer) -> str:
    """The total that sends a wager against the line back."""
    said = [playable.ruleset.options.get(str(entry), str(entry)) for entry in offer.row.void]
    return f" · bar {' '.join(said)}" if said else ""


# Propositions.


def _sections(canvas: Canvas, offered: Offers, x: float, y: float, width: float, columns: int) -> float:
    """Wagers on one throw, hardways and the rest, each kind under its heading."""
    half = columns > 6
    lines = offered.kinds("line", "dont-line") if half else []
    many = offered.take(lambda offer: offer.kind == "roll" and (len(offer.row.wins) > 1 or not offer.number or offer.number == "7"))
    single = offered.kinds("roll")
    sections = [
        Section("", lines, height=64, size=24),
        Section("hardways", offered.kinds("hardway"), 4, 66, True, size=12),
        Section("the next throw", many, columns=0, height=58, least=104 if half else 88),
        Section("totals", single, height=58, least=92, size=24 if half else 13, numbers=half),
        Section("one of the dice", offered.kinds("die"), 6, 66, True),
        Section("horn", offered.kinds("horn"), height=44, least=78, size=12),
        Section("a throw", hops := offered.kinds("combination"), min(7, max(1, len(hops))) if not half else 6, 46, True, size=10),
        Section("", offered.kinds("combinations"), height=52),
        Section("from throw to throw", offered.kinds("collect", "points", "side"), height=52, least=78, size=13),
        Section("", offered.rest(), height=46),
    ]
    return flow(canvas, sections, x, y, width)
