"""The felt of card games with boxes: boxes in an arc around the dealer, each with its wagers.

It has the dealer's cards, the cards in the middle, and the legends of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from croupier.felt.canvas import Canvas
from croupier.felt.grid import MARGIN, UPRIGHT
from croupier.felt.offers import OfferedWager, Offers, W
from croupier.felt.paytables import paytables
from croupier.felt.svg import (
    GOLD,
    INK,
    LINE,
    NONE,
    RAIL,
    SHADE,
    Shape,
    along,
    bowed,
    breadth,
    circle,
    diamond,
    fitted,
    number,
    path,
    rect,
    text,
)
from croupier.rulebook.schema import WagerRow

Curve = Callable[[float], float]
DEALER = "dealer"
"""Where the dealer's cards lie."""
USUAL, MOST = 7, 14
COLUMN, SAG, CARD, EDGE = 164.0, 104.0, 62.0, 26.0
MOST_IN_A_ROW = 6
"""The most places side by side on an upright felt."""
NARROW = 4
"""With at most this many boxes no pay tables are printed beside the dealer."""


class CardPlaces(msgspec.Struct, frozen=True):
    """How many cards lie where."""

    own: int
    dealer: int
    middle: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Rows in the middle of the table, each of places with their cards."""
    hands: int = 1

    @property
    def widest(self) -> int:
        """Cards in the longest row before the dealer."""
        return max(self.dealer, *(sum(count for _, count in row) for row in self.middle), 0)


class Print(msgspec.Struct, frozen=True):
    """What is printed on the felt of a card game."""

    title: str
    mains: tuple[str, ...]
    """Kinds of wagers that carry a hand. What is laid beside them is a side wager."""
    legends: tuple[str, ...] = ()
    """Rules in arcs above the boxes, the loudest first."""
    without: tuple[str, ...] = ()
    """Kinds of wagers without a pay table, because a legend says what they pay."""


def seats_of(said: str, seats: Sequence[str] | None) -> list[str]:
    """Return the boxes to draw: those asked for, as many as the option `seats` says, or seven."""
    if seats is not None:
        return list(seats)
    return [str(at + 1) for at in range(min(int(said), MOST) if said.isdigit() else USUAL)]


class BoxPlan(msgspec.Struct, frozen=True):
    """One box: each wager with its shape, measured from the middle of the box and its top."""

    mains: tuple[str, ...]
    """Kinds of wagers that carry a hand."""
    spots: tuple[tuple[OfferedWager[WagerRow], float, float, float, str], ...]
    insurance: tuple[OfferedWager[WagerRow], ...]
    height: float
    cards: float
    """How far below the top of the box the middle of its cards lies."""


def boxes(
    printed: Print, offered: Offers[W], dealt: CardPlaces, shown: Sequence[str], upright: bool = False
) -> Canvas:
    """Draw dealer, middle, legends and boxes."""
    if upright:
        return _upright(printed, offered, shown, dealt)
    plan = _plan(offered, dealt, printed.mains)
    width = max(2.3 * COLUMN, len(shown) * COLUMN) + 2 * EDGE
    canvas = Canvas(printed.title, width)
    middle, half = width / 2, width / 2 - EDGE
    sag = SAG * min(1.0, len(shown) / 7)
    top = _dealer(canvas, dealt)
    said = printed.legends
    room = 30.0 * len(said) + (40 if plan.insurance else 0) + 22
    ends = max(top + room - sag * 0.75, 96.0)
    if len(shown) > NARROW:
        reach = max(200.0, dealt.widest * 27 + 80.0)
        tables = paytables(canvas, offered.all, middle - reach, printed.without)
        ends = max(ends, tables + (58 if plan.insurance else 12))

    def curve(x: float) -> float:
        return ends + sag * (1 - ((x - middle) / half) ** 2)

    _legends(canvas, said, plan, curve, middle, half)
    step = (width - 2 * EDGE) / len(shown)
    for at, seat in enumerate(shown):
        # Boxes are numbered from the dealer's left, which is the right of somebody who faces the dealer.
        x = width - EDGE - (at + 0.5) * step
        _box(canvas, plan, dealt, seat, x, curve(x), curve)
    canvas.height = curve(middle) + plan.height + 34
    _rim(canvas, ends + plan.height + 26)
    return canvas


def _upright(printed: Print, offered: Offers[W], shown: Sequence[str], dealt: CardPlaces) -> Canvas:
    """Draw for a telephone: the boxes one below the other, each as wide as the felt."""
    plan = _broad(offered, dealt, printed.mains)
    canvas = Canvas(printed.title, UPRIGHT)
    middle, half = UPRIGHT / 2, UPRIGHT / 2 - MARGIN
    top = _dealer(canvas, dealt)
    said = printed.legends
    top += 28.0 * len(said) + (40 if plan.insurance else 0) + 22
    _legends(canvas, said, plan, lambda _: top, middle, half)
    for at, seat in enumerate(shown):
        y = top + at * (plan.height + (46 if plan.insurance else 18))
        if at:
            canvas.printed(
                path(
                    f"M{number(MARGIN + 8)} {number(y - (50 if plan.insurance else 8))} "
                    f"H{number(UPRIGHT - MARGIN - 8)}",
                    stroke=LINE,
                    width=0.8,
                    more=' stroke-opacity=".5"',
                )
            )
        _box(canvas, plan, dealt, seat, middle, y, _level(y))
        canvas.height = y + plan.height + 14
    return canvas


def _level(y: float) -> Curve:
    """Return a curve that is flat."""
    return lambda _: y


def _broad(offered: Offers[W], dealt: CardPlaces, carry: tuple[str, ...]) -> BoxPlan:
    """Plan a box as wide as the felt, in rows: mains, what is added later, side wagers.

    Each place is large enough for a finger.
    """
    insurance = offered.take(lambda offer: offer.later and offer.kind == "insurance")
    mains = offered.take(
        lambda offer: (
            not offer.later and (offer.kind in carry or (not offer.row.needs and offer.kind != "side"))
        )
    )
    later = offered.take(lambda offer: offer.later)
    found: list[tuple[OfferedWager[WagerRow], float, float, float, str]] = []
    y = 12.0 + (CARD + 14 if dealt.own else 6)
    for some, largest in ((mains, 38.0), (later, 28.0), (offered.rest(), 32.0)):
        rows = -(-len(some) // MOST_IN_A_ROW)
        per = -(-len(some) // max(1, rows))
        r = min(largest, (UPRIGHT - 2 * MARGIN) / max(1, per) / 2 - 2)
        for at, offer in enumerate(some):
            row, column = divmod(at, per)
            count = min(per, len(some) - row * per)
            found.append(
                (
                    offer,
                    (column - (count - 1) / 2) * (2 * r + 4),
                    y + row * (2 * r + 6) + r,
                    r,
                    "diamond" if offer.kind == "progressive" else "circle",
                )
            )
        y += rows * (2 * r + 6) + (4 if some else 0)
    return BoxPlan(carry, tuple(found), tuple(insurance), y, 12.0 + CARD / 2)


def _rim(canvas: Canvas, sides: float) -> None:
    """Draw the edge of the table: straight where the dealer stands, round where the players sit."""
    w, h = canvas.width, canvas.height
    low = 2 * (h - 6) - sides
    d = f"M6 6 H{number(w - 6)} V{number(sides)} Q{number(w / 2)} {number(low)} 6 {number(sides)} Z"
    canvas.rim = Shape("path", f'd="{d}" stroke-linejoin="round"', (6, 6, w - 12, h - 12), (w / 2, h / 2))


def _dealer(canvas: Canvas, dealt: CardPlaces) -> float:
    """Draw the tray, the shoe, the dealer's cards and those in the middle. Return where they end."""
    middle = canvas.width / 2
    tray = 190.0 if canvas.width > 700 else 120.0
    narrow = canvas.width == UPRIGHT
    if not narrow:
        canvas.printed(rect(middle - tray, 10, 2 * tray, 34, 6).drawn(fill=SHADE, stroke=RAIL, width=3))
    for at in range(0 if narrow else 10):
        canvas.printed(
            rect(middle - tray + 8 + at * (2 * tray - 16) / 10, 15, (2 * tray - 16) / 10 - 4, 24, 3).drawn(
                fill=_CHIPS[at % 5], stroke=NONE, more=' fill-opacity=".75"'
            )
        )
    shoe = canvas.width - EDGE - 66
    if canvas.width > 600:
        canvas.printed(
            path(f"M{number(shoe)} 16 h58 l10 16 v26 h-78 v-26 z", "var(--black, #181b1f)", LINE, 1),
            text(shoe + 29, 45, "SHOE", 9, LINE, spacing=2),
        )
    y = 18.0 if narrow else 58.0
    if dealt.dealer:
        canvas.cards(DEALER, "Dealer: cards", middle, y + CARD / 2, dealt.dealer, CARD)
        canvas.printed(
            text(middle - dealt.dealer * 27 - 10, y + CARD / 2, "DEALER", 10, LINE, "end", spacing=2)
        )
        y += CARD + 10
    for row in dealt.middle:
        pitch = CARD / 1.4 + 6
        x = middle - sum(count for _, count in row) * pitch / 2
        for name, count in row:
            canvas.cards(
                name, f"{name.capitalize()}: cards", x + count * pitch / 2, y + CARD / 2, count, CARD
            )
            x += count * pitch
        y += CARD + 10
    canvas.title_at(middle, y + 14, 20)
    return y + 24


_CHIPS = (
    "var(--chip-1, #e9e4d6)",
    "var(--chip-5, #b4232e)",
    "var(--chip-25, #2f7d4f)",
    "var(--chip-100, #23272d)",
    "var(--chip-500, #6b3fa0)",
)


def _legends(
    canvas: Canvas, said: Sequence[str], plan: BoxPlan, curve: Curve, middle: float, half: float
) -> None:
    """Draw the rules in arcs above the boxes, and the band of the insurance."""
    up = 14.0
    if plan.insurance:
        offer = plan.insurance[0]
        reach = half * 0.96
        for off in (up, up + 34):
            canvas.printed(
                path(bowed(middle - reach, middle + reach, _above(curve, off)), stroke=LINE, width=1.4)
            )
        size = 15.0 if half > 400 else 11.0
        canvas.printed(
            along(
                f"{offer.label.upper()} PAYS {offer.brief.upper()}",
                middle,
                _above(curve, up + 12),
                size,
                GOLD,
                3,
            )
        )
        up += 40
    for at, line in enumerate(said):
        size = (19.0, 15.0, 13.0)[min(at, 2)]
        room = 2 * half * 0.8
        size = min(size, size * room / (breadth(line if at else line.upper(), size, True) + 2.4 * len(line)))
        fill = GOLD if not at else INK
        canvas.printed(
            along(
                line.upper() if not at else line,
                middle,
                _above(curve, up + 10 + 28 * (len(said) - 1 - at)),
                size,
                fill,
                2.4 if not at else 1,
            )
        )


def _above(curve: Curve, by: float) -> Curve:
    """Return the curve, raised by this much."""
    return lambda x: curve(x) - by


# One box.


def _plan(offered: Offers[W], dealt: CardPlaces, carry: tuple[str, ...]) -> BoxPlan:
    """Plan a box: mains in a row, later wagers around or below them, side wagers in rows of four."""
    insurance = offered.take(lambda offer: offer.later and offer.kind == "insurance")
    mains = offered.take(
        lambda offer: (
            not offer.later and (offer.kind in carry or (not offer.row.needs and offer.kind != "side"))
        )
    )
    bonuses = offered.take(lambda offer: offer.later and offer.kind in ("bonus", "super-bonus"))
    later = offered.take(lambda offer: offer.later)
    sides = offered.rest()
    found: list[tuple[OfferedWager[WagerRow], float, float, float, str]] = []
    top = 12.0
    cards = top + CARD / 2
    y = (top + CARD + 12) if dealt.own else top
    if (
        len(later) in (1, 2)
        and len(mains) == 1
        and later[0].kind in ("double", "split", "war", "war-tie", "draw")
    ):
        found += [(later[0], 57, y + 36, 19, "circle")] + [
            (offer, -57, y + 36, 19, "circle") for offer in later[1:]
        ]
        later = []
    r = (34.0, 30.0, 22.0)[min(len(mains), 3) - 1] if mains else 0.0
    pitch = 2 * r + (10 if len(mains) < 3 else 5)
    for at, offer in enumerate(mains):
        found.append((offer, (at - (len(mains) - 1) / 2) * pitch, y + r + 2, r, "circle"))
    y += 2 * r + 12
    if bonuses and mains:
        beside = len(mains) == 1 and not any(dx > 0 for _, dx, *_ in found)
        for offer in bonuses:
            found.append((offer, 54 if beside else 0, y - r - 10 if beside else y + 14, 19, "circle"))
        y += 0 if beside else 40
    r = 26.0 if len(later) < 3 else 22.0
    for at, offer in enumerate(later):
        found.append((offer, (at - (len(later) - 1) / 2) * (2 * r + 6), y + r, r, "circle"))
    y += 2 * r + 10 if later else 0
    per = 4 if len(sides) > 3 else 3
    r = 18.0 if per == 4 else 23.0
    rows = [sides[at : at + per] for at in range(0, len(sides), per)]
    for row in rows:
        for at, offer in enumerate(row):
            found.append(
                (
                    offer,
                    (at - (len(row) - 1) / 2) * (2 * r + 2),
                    y + r,
                    r,
                    "circle" if offer.kind != "progressive" else "diamond",
                )
            )
        y += 2 * r + 5
    return BoxPlan(carry, tuple(found), tuple(insurance), y + 12, cards)


def _box(
    canvas: Canvas, plan: BoxPlan, dealt: CardPlaces, seat: str, x: float, top: float, curve: Curve
) -> None:
    """Draw a box at its place on the arc."""
    if dealt.own:
        for hand in range(dealt.hands):
            cx = x + (hand - (dealt.hands - 1) / 2) * COLUMN * 0.48
            name = f"{seat}.{hand + 1}" if dealt.hands > 1 else seat
            step = min(20.0, (COLUMN - 40) / dealt.hands / max(1, dealt.own))
            canvas.cards(name, f"Box {name}: cards", cx, top + plan.cards, dealt.own, CARD, step, seat)
    canvas.printed(text(x, top + 2, seat, 13, GOLD, weight="700"))
    for offer in plan.insurance:
        canvas.spot(offer, rect(x - 40, curve(x) - 44, 80, 26, 6), "", NONE, NONE, seat=seat)
    for offer, dx, dy, r, kind in plan.spots:
        shape = circle(x + dx, top + dy, r) if kind == "circle" else diamond(x + dx, top + dy, r)
        _draw(canvas, offer, shape, r, seat, offer.kind in plan.mains)


def _draw(
    canvas: Canvas, offer: OfferedWager[WagerRow], shape: Shape, r: float, seat: str, carries: bool
) -> None:
    """Draw a wager of a box: its name, and below it the price where there is room."""
    cx, cy = shape.centre
    main = not offer.later and (r >= 24 or carries)
    price = (
        offer.brief
        if r > 22 and len(offer.brief) < 12 and offer.brief[0].isdigit() and not offer.later
        else ""
    )
    room = r * (1.62 if shape.tag == "circle" else 1.3)
    label = fitted(
        offer.label,
        cx,
        cy - (5 if price else 0),
        room,
        r * (1.0 if price else 1.3),
        13 if main else 10.5,
        5.5,
        INK if not offer.later else LINE,
        "600" if main else "",
    )
    small = fitted(price, cx, cy + r * 0.58, r * 1.35, 10, 8.5, 5.5, GOLD, "") if price else ""
    canvas.spot(
        offer,
        shape,
        label + small,
        SHADE if main else NONE,
        LINE,
        2.2 if main else 1.3 if not offer.later else 0.9,
        seat,
    )
