"""The felt of craps and its relatives: numbers on top, the lines below, and the propositions beside them.

A dice game without points has a grid.
"""

from __future__ import annotations

import msgspec

from croupier.families.automaton.felt import laid_out
from croupier.families.automaton.game import AnyDrawGame
from croupier.families.craps.rules import CrapsSetup, CrapsWager
from croupier.felt.canvas import Canvas, Felt
from croupier.felt.grid import GAP, MARGIN, TOUCH, UPRIGHT, Section, flow
from croupier.felt.offers import OfferedWager, Offers
from croupier.felt.svg import GOLD, INK, LINE, RED, Shape, fitted, rect, text
from croupier.rulebook.ruleset import Ruleset

Rules = Ruleset[CrapsWager, CrapsSetup]
Offered = Offers[CrapsWager]
WIDTH, EDGE, LEFT, TOP = 1200.0, 22.0, 740.0, 46.0
SPELT = {4: "4", 5: "5", 6: "SIX", 8: "8", 9: "NINE", 10: "10"}


class Sizes(msgspec.Struct, frozen=True):
    """The measures of the half with the lines."""

    x: float
    width: float
    strip: float
    """How tall a wager is in the column of its number."""
    odds: float
    """How wide the place of a supplement is."""
    narrow: bool = False
    """Whether the wager against come lies above the numbers, and not beside them."""


LYING = Sizes(EDGE, LEFT, 34, 130)
STANDING = Sizes(MARGIN, UPRIGHT - 2 * MARGIN, TOUCH, 92, True)


def drawn(game: AnyDrawGame, upright: bool) -> Felt:
    """Draw the table of craps or of one of its relatives."""
    rules: Rules = game.ruleset
    points = [str(point) for point in rules.setup.points]

    def moves_to(row: CrapsWager) -> list[str]:
        # A come wager goes to its point: its chips are shown there.
        return points if row.kind in ("come", "dont-come") else []

    return _table(rules, laid_out(game, rules, moves_to), upright).finished()


def _table(rules: Rules, offered: Offered, upright: bool) -> Canvas:
    """Draw two halves where there are wagers on points, upright one below the other; else sections."""
    canvas = Canvas(rules.head.title, UPRIGHT if upright else WIDTH)
    canvas.title_at(canvas.width / 2, 26, 20)
    sized = STANDING if upright else LYING
    if not any(offer.kind in ("number", "against", "come") for offer in offered.all):
        canvas.height = _sections(canvas, offered, sized.x, TOP, canvas.width - 2 * sized.x, 12) + 8
        return canvas
    bottom = _lines(canvas, rules, offered, _numbers(canvas, rules, offered, sized), sized)
    bottom = flow(
        canvas,
        [Section("from throw to throw", offered.kinds("collect", "points"), height=56, size=15)],
        sized.x,
        bottom + 4,
        sized.width,
    )
    if upright:
        canvas.height = _sections(canvas, offered, sized.x, bottom + 4, sized.width, 6) + 6
        return canvas
    right = _sections(canvas, offered, LEFT + 2 * EDGE, TOP, WIDTH - LEFT - 3 * EDGE, 6)
    canvas.height = max(bottom, right) + 12
    return canvas


# The half with the lines.


def _numbers(canvas: Canvas, rules: Rules, offered: Offered, sized: Sizes) -> float:
    """Draw a column a point: wagers against it on top, come wagers that went to it, wagers on it below."""
    points = rules.setup.points
    dont = next(iter(offered.kinds("dont-come")), None)
    top, gap = TOP, 2.0 if sized.narrow else GAP
    if dont and sized.narrow:
        _dont_come(canvas, rules, dont, rect(sized.x, TOP, sized.width, 46))
        top += 46 + GAP
    left = sized.x + (96 + GAP if dont and not sized.narrow else 0)
    wide = (sized.x + sized.width - left - (len(points) - 1) * gap) / len(points)
    columns = [_column(rules, offered, point) for point in points]
    tall = [
        max((len(column[1]) for column in columns), default=0),
        max((len(column[4]) for column in columns), default=0),
    ]
    waits, heart = (28.0 if any(column[2] for column in columns) else 0.0), 92.0
    height = tall[0] * sized.strip + waits + heart + tall[1] * sized.strip
    for at, (point, against, above, middle, below) in enumerate(columns):
        x, y = left + at * (wide + gap), top
        canvas.printed(rect(x, y, wide, height).drawn(width=2))
        for offer in against:
            _strip(canvas, offer, x, y, wide, sized.strip)
            y += sized.strip
        y = top + tall[0] * sized.strip
        _side_by_side(canvas, above, x, y, wide, waits)
        y += waits
        said = SPELT.get(point, str(point))
        canvas.printed(
            text(
                x + wide / 2,
                y + 32,
                said,
                38 if len(said) < 3 else min(28.0, wide * 0.32),
                GOLD,
                display=True,
                weight="700",
                spacing=1,
            )
        )
        _side_by_side(canvas, middle, x, y + 58, wide, heart - 58)
        y += heart
        for offer in below:
            _strip(canvas, offer, x, y, wide, sized.strip)
            y += sized.strip
    if dont and not sized.narrow:
        canvas.cell(dont, rect(sized.x, top, 96, height), 20, said=dont.label.upper(), display=True)
        canvas.printed(
            text(
                sized.x + 48,
                top + height * 0.72,
                _barred(rules, dont).removeprefix(" · ").upper(),
                12,
                LINE,
                spacing=1,
            )
        )
    return top + height + GAP


def _dont_come(canvas: Canvas, rules: Rules, offer: OfferedWager[CrapsWager], shape: Shape) -> None:
    """Draw the wager against come, as a line across the felt."""
    x, y, w, h = shape.box
    said = text(
        x + w / 2,
        y + h * 0.38,
        f"{offer.label}{_barred(rules, offer)}".upper(),
        16,
        INK,
        display=True,
        weight="600",
        spacing=3,
    )
    canvas.spot(offer, shape, said + text(x + w / 2, y + h * 0.76, f"pays {offer.brief}", 11, GOLD), width=2)


def _column(
    rules: Rules, offered: Offered, point: int
) -> tuple[
    int,
    list[OfferedWager[CrapsWager]],
    list[OfferedWager[CrapsWager]],
    list[OfferedWager[CrapsWager]],
    list[OfferedWager[CrapsWager]],
]:
    """List the wagers in the column of a point, from those against it to those on it."""
    against = offered.take(lambda offer: offer.kind == "against" and _on(offer) == point)
    above = offered.take(
        lambda offer: offer.later and offer.param == str(point) and offer.kind in ("dont-come", "lay-odds")
    )
    middle = offered.take(lambda offer: offer.later and offer.param == str(point))
    below = offered.take(
        lambda offer: offer.kind == "number" and _on(offer) == point and not _big(rules, offer)
    )
    return point, against, above, middle, below


def _strip(canvas: Canvas, offer: OfferedWager[CrapsWager], x: float, y: float, w: float, h: float) -> None:
    """Draw a wager on or against a number, in a strip of its column."""
    said = offer.label.removesuffix(f" {offer.number}")
    if offer.charge:
        at = (0.24, 0.55, 0.82)
        inside = fitted(said, x + w / 2, y + h * at[0], w - 8, 12, 11) + text(
            x + w / 2, y + h * at[2], offer.charge, 8, LINE
        )
    else:
        at = (0.34, 0.73, 0.0)
        inside = fitted(said, x + w / 2, y + h * at[0], w - 8, 15, 12)
    inside += fitted(offer.brief, x + w / 2, y + h * at[1], w - 8, 12, 10, 7, GOLD, "")
    canvas.spot(offer, rect(x, y, w, h), inside, width=1)


def _side_by_side(
    canvas: Canvas, found: list[OfferedWager[CrapsWager]], x: float, y: float, w: float, h: float
) -> None:
    """Draw the places for chips that went to a number."""
    part = w / max(1, len(found))
    for at, offer in enumerate(found):
        shape = rect(x + at * part + 2, y + 2, part - 4, h - 4, 4)
        canvas.spot(
            offer,
            shape,
            fitted(
                offer.label.removesuffix(f" {offer.param}"), *shape.centre, part - 10, h - 6, 9, 5.5, LINE, ""
            ),
            stroke=LINE,
            width=0.7,
        )


def _lines(canvas: Canvas, rules: Rules, offered: Offered, y: float, sized: Sizes) -> float:
    """Draw come, the field after the big numbers, and the line wagers with their supplements."""
    for offer in offered.kinds("come"):
        canvas.cell(offer, rect(sized.x, y, sized.width, 68), 36, said=offer.label.upper(), display=True)
        y += 68 + GAP
    big = offered.take(lambda offer: offer.kind == "number")
    field = offered.take(lambda offer: offer.kind == "roll" and len(offer.row.wins) > 4)
    each = 78.0
    if sized.narrow:
        y = flow(canvas, [Section("", big, len(big), 46, size=18)], sized.x, y, sized.width)
        big = []
    for at, offer in enumerate(big):
        canvas.cell(offer, rect(sized.x + at * (each + GAP), y, each, 84), 18, RED, said=offer.label.upper())
    left = sized.x + len(big) * (each + GAP)
    part = (sized.x + sized.width - left - (len(field) - 1) * GAP) / max(1, len(field))
    for at, offer in enumerate(field):
        _field(canvas, offer, left + at * (part + GAP), y, part)
    if big or field:
        y += 84 + GAP
    for offer in offered.kinds("dont-line"):
        y = _line(canvas, offered, offer, y, 46, _barred(rules, offer), sized)
    for offer in offered.kinds("line"):
        y = _line(canvas, offered, offer, y, 60, "", sized)
    return y


def _line(
    canvas: Canvas,
    offered: Offered,
    offer: OfferedWager[CrapsWager],
    y: float,
    tall: float,
    more: str,
    sized: Sizes,
) -> float:
    """Draw a line across the felt, with the place of its supplement at the end."""
    odds = offered.take(lambda other: other.later and offer.wager in other.row.needs)
    wide = sized.width - len(odds) * sized.odds
    shape = rect(sized.x, y, wide, tall)
    said, size = f"{offer.label}{more}".upper(), 25.0 if tall > 50 else 19.0
    if sized.narrow:
        inside = fitted(
            said, sized.x + wide / 2, y + tall * 0.4, wide - 12, tall * 0.5, size * 0.8, 9, INK, "600", True
        ) + text(sized.x + wide / 2, y + tall * 0.78, f"pays {offer.brief}", 11, GOLD)
    else:
        inside = text(
            sized.x + wide / 2, y + tall / 2, said, size, INK, display=True, weight="600", spacing=5
        ) + text(sized.x + wide - 12, y + tall / 2, f"pays {offer.brief}", 11, GOLD, "end")
    canvas.spot(offer, shape, inside, width=2)
    for at, other in enumerate(odds):
        canvas.cell(other, rect(sized.x + wide + GAP + at * sized.odds, y, sized.odds - GAP, tall), 13)
    return y + tall + GAP


def _field(canvas: Canvas, offer: OfferedWager[CrapsWager], x: float, y: float, w: float) -> None:
    """Draw the totals of the field, those that pay more in rings."""
    wins = sorted(offer.row.wins)
    step = (w - 40) / len(wins)
    plain = offer.pays.split(" on ")[0].split(";")[0]
    shown = text(x + w / 2, y + 18, offer.label.upper(), 18, INK, display=True, weight="600", spacing=6)
    for at, total in enumerate(wins):
        cx = x + 20 + (at + 0.5) * step
        more = _more(offer, total, plain)
        shown += (
            f'<circle cx="{cx:.1f}" cy="{y + 47:.1f}" r="17" fill="none" stroke="{GOLD}" stroke-width="1.6"/>'
            if more
            else ""
        )
        shown += text(cx, y + 47, str(total), 20, GOLD if more else INK, weight="700") + (
            text(cx, y + 74, more, 9.5, GOLD) if more else ""
        )
    canvas.spot(
        offer, rect(x, y, w, 84), shown + text(x + w - 10, y + 18, f"pays {plain}", 10, GOLD, "end"), width=2
    )


def _more(offer: OfferedWager[CrapsWager], total: int, plain: str) -> str:
    """Return the price of a field total where it differs from that of most."""
    for part in offer.pays.split("; "):
        price, _, rows = part.partition(" on ")
        if str(total) in rows.split(", "):
            return "" if price == plain else price
    return ""


def _on(offer: OfferedWager[CrapsWager]) -> int:
    """Return the total that a wager is on."""
    return int(offer.number or offer.row.wins[0])


def _big(rules: Rules, offer: OfferedWager[CrapsWager]) -> bool:
    """Whether a wager is on a number at even money. It has a corner of its own."""
    found = rules.prices(offer.wager)
    return set(found) == {"win"}


def _barred(rules: Rules, offer: OfferedWager[CrapsWager]) -> str:
    """Return the total that sends a wager against the line back."""
    said = [rules.options.get(str(entry), str(entry)) for entry in offer.row.void]
    return f" · bar {' '.join(said)}" if said else ""


# Propositions.


def _sections(canvas: Canvas, offered: Offered, x: float, y: float, width: float, columns: int) -> float:
    """Draw wagers on one throw, hardways and the rest, each kind under its heading."""
    half = columns > 6
    lines = offered.kinds("line", "dont-line") if half else []
    many = offered.take(
        lambda offer: (
            offer.kind == "roll" and (len(offer.row.wins) > 1 or not offer.number or offer.number == "7")
        )
    )
    single = offered.kinds("roll")
    sections = [
        Section("", lines, height=64, size=24),
        Section("hardways", offered.kinds("hardway"), 4, 66, True, size=12),
        Section("the next throw", many, columns=0, height=58, least=104 if half else 88),
        Section("totals", single, height=58, least=92, size=24 if half else 13, numbers=half),
        Section("one of the dice", offered.kinds("die"), 6, 66, True),
        Section("horn", offered.kinds("horn"), height=44, least=78, size=12),
        Section(
            "a throw",
            hops := offered.kinds("combination"),
            min(7, max(1, len(hops))) if not half else 6,
            46,
            True,
            size=10,
        ),
        Section("", offered.kinds("combinations"), height=52),
        Section(
            "from throw to throw", offered.kinds("collect", "points", "side"), height=52, least=78, size=13
        ),
        Section("", offered.rest(), height=46),
    ]
    return flow(canvas, sections, x, y, width)
