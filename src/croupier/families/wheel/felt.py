"""The felt of a wheel of symbols: the wheel with its stops as the rulebook counts them, and every wager."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from croupier.families.automaton.felt import laid_out
from croupier.families.wheel.round import Wheel, symbol_of
from croupier.families.wheel.rules import WheelWager
from croupier.felt.canvas import Canvas, Felt
from croupier.felt.grid import GAP, MARGIN, UPRIGHT
from croupier.felt.offers import OfferedWager
from croupier.felt.svg import BLACK, GOLD, INK, LINE, circle, die, fitted, number, path, polygon, rect, text

HUES = ("#2f6f8f", "#c2703d", "#5b8c3e", "#8a5a9e", "#b5394b", "#8c7a2b", "#3d5a9e", "#5f6670")
"""The colours of the pictures that `odds` draws."""
WIDTH, RADIUS = 1200.0, 220.0
SMALL, TALL = 150.0, 84.0
"""The wheel and a place on a felt that stands upright."""
MOST_NAMED = 60


def drawn(game: Wheel, upright: bool) -> Felt:
    """Draw the wheel on the left, the wagers on the right; or the wheel above them."""
    symbols = list(dict.fromkeys(game.machines.stops))
    rules = game.machines.ruleset
    shown = sorted(laid_out(game, rules).rest(), key=lambda offer: _place(game, offer, symbols))
    columns = 2 if upright or len(shown) <= 8 else 3
    rows = -(-len(shown) // columns)
    if upright:
        canvas = Canvas(game.ruleset.head.title, UPRIGHT, 2 * SMALL + 82 + rows * (TALL + GAP))
        _wheel(canvas, game, symbols, UPRIGHT / 2, 56 + SMALL, SMALL)
        left, room, top, tall = MARGIN, UPRIGHT - 2 * MARGIN, 2 * SMALL + 70, TALL
    else:
        canvas = Canvas(game.ruleset.head.title, WIDTH, 2 * RADIUS + 100)
        _wheel(canvas, game, symbols, 30 + RADIUS + 10, 60 + RADIUS, RADIUS)
        left, room, top, tall = (
            2 * RADIUS + 90,
            WIDTH - 2 * RADIUS - 120,
            56.0,
            (2 * RADIUS + 14 - (rows - 1) * GAP) / max(1, rows),
        )
    canvas.title_at(canvas.width / 2, 28, 20)
    wide = (room - (columns - 1) * GAP) / columns
    for at, offer in enumerate(shown):
        count = columns if at < (rows - 1) * columns else len(shown) - (rows - 1) * columns
        each = wide if count == columns else (room - (count - 1) * GAP) / count
        _cell(
            canvas,
            game,
            offer,
            symbols,
            rect(left + at % columns * (each + GAP), top + at // columns * (tall + GAP), each, tall, 8),
        )
    return canvas.finished()


def _place(game: Wheel, offer: OfferedWager[WheelWager], symbols: list[Any]) -> int:
    symbol = symbol_of(offer.row, offer.number)
    return symbols.index(symbol) if symbol in symbols else int(symbol) if symbol.isdigit() else len(symbols)


def hue(symbols: list[Any], symbol: Any) -> str:
    """Return the colour of a symbol."""
    at = symbols.index(symbol) if symbol in symbols else 0
    return f"var(--hue-{at % len(HUES) + 1}, {HUES[at % len(HUES)]})"


def spread(stops: Mapping[Any, int]) -> list[Any]:
    """Spread the stops around the rim, each symbol as evenly as it goes: a rulebook only counts them.

    >>> "".join(spread({"a": 4, "b": 2}))
    'abaaba'
    """
    whole = sum(stops.values())
    places = [
        ((at + 0.5) * whole / count, index, symbol)
        for index, (symbol, count) in enumerate(stops.items())
        for at in range(count)
    ]
    return [symbol for _, _, symbol in sorted(places, key=lambda place: (place[0], place[1]))]


def _wheel(canvas: Canvas, game: Wheel, symbols: list[Any], cx: float, cy: float, radius: float) -> None:
    """Draw the rim with its stops, the hub and the pointer."""
    around = spread(game.machines.stops)
    step = 2 * math.pi / len(around)
    canvas.printed(circle(cx, cy, radius).drawn(fill="var(--rail, #4b2e1a)", stroke=GOLD, width=3))
    outer, inner = radius - 10, radius * 0.62
    for at, stop in enumerate(around):
        low, high = (at - 0.5) * step - math.pi / 2, (at + 0.5) * step - math.pi / 2
        ends = [
            (cx + r * math.cos(a), cy + r * math.sin(a))
            for r, a in ((outer, low), (outer, high), (inner, high), (inner, low))
        ]
        shown = HUES[at % 2 * 6] if game.machines.three else ""
        wide, narrow = number(outer), number(inner)
        wedge = (
            f"M{_point(ends[0])} A{wide} {wide} 0 0 1 {_point(ends[1])} "
            f"L{_point(ends[2])} A{narrow} {narrow} 0 0 0 {_point(ends[3])} Z"
        )
        canvas.printed(
            path(wedge, shown or hue(symbols, stop), LINE, 0.8 if len(around) <= MOST_NAMED else 0.3)
        )
        if len(around) <= MOST_NAMED:
            middle, r = at * step - math.pi / 2, (outer + inner) / 2
            said = (
                game.machines.device.show(stop).upper()
                if len(game.machines.device.show(stop)) < 6
                else game.machines.device.show(stop)[0].upper()
            )
            turn = math.degrees(middle) + 90
            canvas.printed(
                text(
                    cx + (r + radius * 0.08) * math.cos(middle),
                    cy + (r + radius * 0.08) * math.sin(middle),
                    said,
                    min(15.0, step * r * 0.8 if len(said) < 3 else step * r * 0.34),
                    INK,
                    weight="700",
                    turn=turn,
                )
            )
    canvas.printed(
        circle(cx, cy, inner).drawn(fill="var(--shade, #094c31)", stroke=GOLD, width=2),
        circle(cx, cy, radius * 0.073).drawn(fill=GOLD, stroke=LINE),
        text(cx, cy - inner * 0.32, f"{len(around)} stops", 17, GOLD, display=True),
        polygon([(cx - 12, cy - radius - 12), (cx + 12, cy - radius - 12), (cx, cy - radius + 16)]).drawn(
            fill=GOLD, stroke=BLACK, width=1
        ),
    )


def _point(at: tuple[float, float]) -> str:
    return f"{number(at[0])} {number(at[1])}"


def _cell(
    canvas: Canvas, game: Wheel, offer: OfferedWager[WheelWager], symbols: list[Any], shape: Any
) -> None:
    """Draw a symbol in its colour, or a die, with its price and the stops that show it."""
    x, y, w, h = shape.box
    symbol = symbol_of(offer.row, offer.number)
    aside = 22.0 if w > 220 else 8.0
    r = min(34.0, h * 0.36, w * 0.14)
    cx, cy = x + r + aside, y + h / 2
    if game.machines.three:
        picture = die(cx, cy, 2 * r * 0.9, int(symbol))
        stops = sum(count for stop, count in game.machines.stops.items() if int(symbol) in stop)
    else:
        said = symbol.upper() if len(symbol) < 4 else "".join(word[0] for word in symbol.split("-")).upper()
        picture = circle(cx, cy, r).drawn(fill=hue(symbols, symbol), stroke=LINE, width=2) + text(
            cx, cy, said, r * 0.85, INK, weight="700"
        )
        stops = game.machines.stops.get(symbol, 0)
    room = w - 2 * r - 2 * aside - 8
    lines = fitted(offer.label, cx + r + 6 + room / 2, cy - 20, room, 30, 20) + fitted(
        f"pays {offer.brief}", cx + r + 6 + room / 2, cy + 5, room, 20, 15, 8, GOLD
    )
    count = fitted(
        f"on {stops} of {sum(game.machines.stops.values())} stops",
        cx + r + 6 + room / 2,
        cy + 27,
        room,
        16,
        11.5,
        8,
        LINE,
        "",
    )
    # Chips lie on the picture: its words stay readable.
    canvas.spot(offer, shape, picture + lines + count, centre=(cx, cy))
