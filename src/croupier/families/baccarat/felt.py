"""The felt of baccarat and its relatives, for one seat.

Both hands on top, the wagers on them below, and side wagers at the side of the hand they read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.rules import BaccaratSetup, BaccaratWager
from croupier.families.baccarat.tableau import BANKER, COMMUNITY, PLAYER
from croupier.families.cards.felt import laid_out
from croupier.felt.canvas import Canvas, Felt
from croupier.felt.grid import GAP, MARGIN, UPRIGHT, Section, flow
from croupier.felt.offers import OfferedWager, Offers, W
from croupier.felt.svg import GOLD, INK, LINE, rect, text
from croupier.rulebook.ruleset import Ruleset
from croupier.rulebook.schema import WagerRow

Side = Sequence[OfferedWager[WagerRow]]
Mains = Sequence[tuple[OfferedWager[WagerRow], str]]
"""Wagers on a hand, each with the hand that it is on."""
WIDTH, EDGE, TOP = 1200.0, 24.0, 44.0
SMALL = 76.0
"""How tall a card is on a felt that stands upright."""
HANDS, TIE = (PLAYER, BANKER), "tie"
OF_A_HAND = ("pair", "perfect-pairs", "dragon", "made")
"""Kinds of side wagers that read one hand, and lie at its side."""
HUES = {"player": "var(--player, #2456a6)", "banker": "var(--banker, #a8242f)", "tie": "var(--tie, #1f8a57)"}
INKS = {"player": "var(--player-ink, #a9caff)", "banker": "var(--banker-ink, #ffb0ac)"}


def drawn(game: Baccarat, upright: bool) -> Felt:
    """Draw the hands, the wagers on them, the ties and the side wagers."""
    rules: Ruleset[BaccaratWager, BaccaratSetup] = game.ruleset
    offered = laid_out(rules, game.wagers.moments)
    canvas = titled(rules.head.title, upright)
    names: dict[str, str] = {offer.row.hand: offer.label for offer in offered.all if offer.kind == "hand"}
    bottom = hands(canvas, names)
    if game.thirds.choice is not None:
        x, y, tall = (canvas.width / 2, bottom + 40, SMALL) if upright else (WIDTH / 2, TOP + 100, 118.0)
        canvas.cards(COMMUNITY, "Third card of those who draw by choice", x, y, 1, tall)
        bottom += 88 if upright else 0
    mains = [(offer, str(offer.row.hand)) for offer in offered.kinds("hand")]
    ties = offered.take(lambda offer: offer.kind == "tie" and not offer.number and not offer.row.scores)
    beside = offered.take(lambda offer: offer.kind in OF_A_HAND and offer.row.hand in HANDS)
    sides = {hand: [offer for offer in beside if offer.row.hand == hand] for hand in HANDS}
    return below(canvas, offered, mains, ties, beside, sides, bottom).finished()


def titled(title: str, upright: bool) -> Canvas:
    """Return a sheet with the name of the game."""
    canvas = Canvas(title, UPRIGHT if upright else WIDTH)
    canvas.title_at(canvas.width / 2, 28, 22)
    return canvas


def hands(canvas: Canvas, names: dict[str, str]) -> float:
    """Draw three cards for each hand. The third lies beside the hand here, not across it."""
    narrow = canvas.width < WIDTH
    tall, size = (SMALL, 15.0) if narrow else (118.0, 22.0)
    for hand, part in zip(HANDS, (0.255, 0.745) if narrow else (0.27, 0.73), strict=True):
        label, x = names.get(hand, hand.capitalize()), canvas.width * part
        canvas.printed(
            text(
                x, TOP + 18, label.upper(), size, INKS[hand], display=True, weight="700", spacing=size * 0.27
            )
        )
        canvas.cards(hand, f"{label}: cards", x, TOP + 41 + tall / 2, 3, tall)
    return TOP + tall + 60


def below(
    canvas: Canvas,
    offered: Offers[W],
    mains: Mains,
    ties: Side,
    beside: Side,
    sides: Mapping[str, Side],
    y: float,
) -> Canvas:
    """Draw side wagers of the player's hand on the left, of the banker's on the right, the mains between.

    What is left of the offers goes below. `beside` are the wagers of `sides` in the order of the rulebook.
    """
    if canvas.width < WIDTH:
        return _upright(canvas, offered, mains, ties, beside, sides, y)
    most = max(len(found) for found in sides.values())
    wide = 190.0 if most else 0.0
    tall = max(228.0, most * 52.0)
    for hand, x in zip(HANDS, (EDGE, WIDTH - EDGE - wide), strict=True):
        found = sides[hand]
        each = (tall - (len(found) - 1) * GAP) / max(1, len(found))
        for at, offer in enumerate(found):
            canvas.cell(offer, rect(x, y + at * (each + GAP), wide, each, 6), 16)
    left, right = (EDGE + (wide + GAP if sides[hand] else 0) for hand in HANDS)
    room = WIDTH - left - right
    _mains(canvas, mains, ties, left, y, room, tall)
    numbered = offered.take(lambda offer: offer.kind == "tie" and bool(offer.number))
    scored = offered.take(lambda offer: offer.kind == "tie")
    pairs = offered.kinds("pair", "perfect-pairs")
    sections = [
        Section("égalité by its points" if numbered else "", numbered, len(numbered) or 1, 58),
        Section("", scored, height=54),
        Section("", [*pairs, *offered.rest()], height=56, least=118),
    ]
    canvas.height = flow(canvas, sections, EDGE, y + tall + 12, WIDTH - 2 * EDGE) + 6
    return canvas


def _upright(
    canvas: Canvas,
    offered: Offers[W],
    mains: Mains,
    ties: Side,
    beside: Side,
    sides: Mapping[str, Side],
    y: float,
) -> Canvas:
    """Draw the main wagers in bands, then the side wagers of both hands in pairs, then the rest."""
    room = UPRIGHT - 2 * MARGIN
    tall = 52.0 * len(ties) + 72.0 * len(mains)
    _mains(canvas, mains, ties, MARGIN, y, room, tall)
    left, right = (sides[hand] for hand in HANDS)
    paired = (
        [offer for both in zip(left, right, strict=True) for offer in both]
        if len(left) == len(right)
        else beside
    )
    numbered = offered.take(lambda offer: offer.kind == "tie" and bool(offer.number))
    sections = [
        Section("", paired, 2, 50),
        Section("égalité by its points" if numbered else "", numbered, 5, 54),
        Section("", offered.take(lambda offer: offer.kind == "tie"), height=54, least=110),
        Section("", [*offered.kinds("pair", "perfect-pairs"), *offered.rest()], height=56, least=110),
    ]
    canvas.height = flow(canvas, sections, MARGIN, y + tall + 12, room) + 6
    return canvas


def _mains(canvas: Canvas, mains: Mains, ties: Side, x: float, y: float, w: float, h: float) -> None:
    """Draw bands across the felt, tie on top, as they lie before a player."""
    order = [*((tie, TIE) for tie in ties), *sorted(mains, key=lambda main: main[1] != BANKER)]
    weight = [0.7 if hand == TIE else 1.0 for _, hand in order]
    unit = (h - (len(order) - 1) * GAP) / sum(weight or [1])
    for (offer, hand), part in zip(order, weight, strict=True):
        shape = rect(x, y, w, unit * part, 10)
        hue = HUES.get(hand, HUES[PLAYER])
        size = min(40.0, unit * part * 0.46, w / 12)
        # The price stands beside the name, or below it where there is no room.
        below = w < 500
        inside = text(
            shape.centre[0],
            y + unit * part * (0.38 if below else 0.5),
            offer.label.upper(),
            size,
            INK,
            display=True,
            weight="700",
            spacing=size * 0.2,
        )
        price = (
            text(shape.centre[0], y + unit * part * 0.76, f"pays {offer.brief}", 12, GOLD)
            if below
            else text(x + w - 16, y + unit * part / 2, f"pays {offer.brief}", 13, GOLD, "end")
        )
        canvas.spot(offer, shape, inside + price, hue, LINE, 2)
        y += unit * part + GAP
