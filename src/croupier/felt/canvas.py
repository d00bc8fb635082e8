"""The sheet that a layout draws on: what is printed, the spots for chips, the places for cards."""

from __future__ import annotations

import re
from html import escape

import msgspec

from croupier.felt.offers import OfferedWager
from croupier.felt.svg import (
    FELT,
    FONT,
    GOLD,
    INK,
    LINE,
    NONE,
    RAIL,
    Box,
    Point,
    Shape,
    breadth,
    fitted,
    number,
    rect,
    text,
)
from croupier.rulebook.schema import WagerRow


class Spot(msgspec.Struct, frozen=True):
    """A place on the felt: of a wager, or for cards."""

    wager: str
    param: str
    name: str
    """As events write it: `straight:17`, `red`, `ante`; of cards, the place as a table names it."""
    label: str
    pays: str
    box: Box
    """The rectangle around it: x, y, width, height."""
    centre: Point
    polygon: tuple[Point, ...] = ()
    seat: str | None = None
    cards: bool = False
    round: bool = False
    """Whether it is a circle."""
    later: bool = False
    """Whether an act in the round makes it. Chips are shown here, but nobody bets here before."""


class Felt(msgspec.Struct, frozen=True):
    """A felt: its drawing, and what is where on it."""

    svg: str
    spots: tuple[Spot, ...]
    places: tuple[Spot, ...]
    """Where cards lie."""
    width: float
    height: float

    def spot(self, name: str, seat: str | None = None) -> Spot:
        """Return the spot of a wager."""
        return next(spot for spot in self.spots if spot.name == name and spot.seat == seat)


def ident(*parts: str) -> str:
    """Make an id of texts. What an id may not hold becomes a hyphen."""
    return "-".join(re.sub(r"[^a-z0-9]+", "-", part.lower()) for part in parts if part)


class Canvas:
    """A felt as it is drawn."""

    def __init__(self, title: str, width: float, height: float = 0) -> None:
        self.title, self.width, self.height = title, width, height
        self.rim: Shape | None = None
        self._printed: list[str] = []
        self._spots: list[Spot] = []
        self._places: list[Spot] = []
        self._drawn: list[str] = []

    def printed(self, *parts: str) -> None:
        """Print what nobody bets on: lines and legends."""
        self._printed += parts

    def spot(
        self,
        offer: OfferedWager[WagerRow],
        shape: Shape,
        inside: str = "",
        fill: str = NONE,
        stroke: str = LINE,
        width: float = 1.6,
        seat: str | None = None,
        centre: Point | None = None,
    ) -> None:
        """Draw the place of a wager."""
        at = centre or shape.centre
        self._spots.append(
            Spot(
                offer.wager,
                offer.param,
                offer.name,
                offer.label,
                offer.pays,
                shape.box,
                at,
                shape.polygon,
                seat,
                False,
                shape.tag == "circle",
                offer.later,
            )
        )
        said = offer.said if seat is None else f"Box {seat}: {offer.said}"
        role = 'class="spot later" role="img"' if offer.later else 'class="spot" role="button" tabindex="0"'
        name = (
            f'id="{ident("spot", seat or "", offer.wager, offer.param)}" '
            f'data-wager="{escape(offer.name)}" data-seat="{seat or ""}"'
        )
        more = ' pointer-events="all"' + (' stroke-dasharray="4 3"' if offer.later else "")
        hit = shape.drawn("hit", fill, stroke, width, more)
        chips = f'<g class="chips" transform="translate({number(at[0])} {number(at[1])})"/>'
        self._drawn.append(
            f'<g {role} {name} aria-label="{escape(said)}">'
            f"<title>{escape(said)}</title>{hit}{inside}{chips}</g>"
        )

    def cell(
        self,
        offer: OfferedWager[WagerRow],
        shape: Shape,
        size: float = 15,
        fill: str = NONE,
        said: str = "",
        seat: str | None = None,
        picture: str = "",
        brief: bool = True,
        display: bool = False,
    ) -> None:
        """Draw the place of a wager with its name and price in it, and perhaps a picture above them."""
        x, y, w, h = shape.box
        narrow = 0.7 if shape.tag != "rect" else 0.92
        label, price = (
            said or offer.label,
            (f"{offer.brief}, {offer.charge}" if offer.charge else offer.brief) if brief else "",
        )
        small = max(9.5, min(12.0, size * 0.66))
        top, bottom = (y + h * 0.5 if picture else y), y + h
        if price:
            bottom -= small * 1.5 if h < 60 else small * 1.9
        mark = (
            ""
            if picture and not said
            else fitted(
                label, x + w / 2, (top + bottom) / 2, w * narrow, (bottom - top) * 0.94, size, display=display
            )
        )
        shown = (
            fitted(
                price,
                x + w / 2,
                bottom + small * 0.4,
                w * narrow,
                small * 1.3,
                small,
                6,
                GOLD,
                "",
            )
            if price
            else ""
        )
        if picture and not said and price:
            shown = fitted(price, x + w / 2, y + h * 0.8, w * narrow, small * 1.3, small, 6, GOLD, "")
        self.spot(offer, shape, picture + mark + shown, fill, seat=seat)

    def cards(
        self,
        name: str,
        label: str,
        x: float,
        y: float,
        count: int,
        tall: float,
        step: float = 0,
        seat: str | None = None,
    ) -> None:
        """Draw a place for cards: outlines of as many as are dealt there at first, around a centre."""
        wide = tall / 1.4
        step = step or wide + 6
        whole = wide + (count - 1) * step
        left = x - whole / 2
        outlines = "".join(
            rect(left + at * step, y - tall / 2, wide, tall, tall * 0.08).drawn(
                stroke=LINE, width=1, more=' stroke-opacity=".55"'
            )
            for at in range(count)
        )
        self._places.append(
            Spot("", "", name, label, "", (left, y - tall / 2, whole, tall), (x, y), (), seat, True)
        )
        where = (
            f'transform="translate({number(left)} {number(y - tall / 2)})" '
            f'data-card="{number(wide)} {number(tall)}" data-step="{number(step)}"'
        )
        self._drawn.append(
            f'<g class="place" id="{ident("place", name)}" data-place="{escape(name)}" '
            f'data-seat="{seat or ""}" role="img" aria-label="{escape(label)}">'
            f'{outlines}<g class="cards" {where}/></g>'
        )

    def title_at(self, x: float, y: float, size: float = 22, fill: str = GOLD) -> None:
        """Print the name of the game."""
        said = self.title.upper()
        size = min(size, size * (self.width - 48) / (breadth(said, size, True) + len(said) * size * 0.16))
        self.printed(text(x, y, said, size, fill, display=True, spacing=size * 0.16))

    def finished(self) -> Felt:
        """Return the felt as drawn."""
        size = f"{number(self.width)} {number(self.height)}"
        ground = self.rim or rect(4, 4, self.width - 8, self.height - 8, 18)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="felt" viewBox="0 0 {size}" role="group" '
            f'aria-label="{escape(self.title)}" font-family="{FONT}" text-anchor="middle" fill="{INK}">'
        )
        base = ground.drawn("cloth", FELT, RAIL, 8)
        body = f'<g class="print" aria-hidden="true">{base}{"".join(self._printed)}</g>' + "".join(
            self._drawn
        )
        return Felt(f"{head}{body}</svg>\n", tuple(self._spots), tuple(self._places), self.width, self.height)
