"""The felt of baccarat and its relatives, for one seat: both hands on top, the wagers on them below, and side wagers at the side of the hand they read."""

from __future__ import annotations

from typing import Any

from croupier.felt.canvas import Canvas
from croupier.felt.grid import GAP, Section, flow
from croupier.felt.offers import Offer, Offers
from croupier.felt.svg import GOLD, INK, LINE, rect, text
from croupier.games.baccarat.round import BANKER, COMMUNITY, PLAYER

WIDTH, EDGE, TOP = 1200.0, 24.0, 44.0
HANDS = (PLAYER, BANKER)
OF_A_HAND = ("pair", "perfect-pairs", "dragon", "made")
"""Kinds of side wagers that read one hand, and lie at its side."""
HUES = {"player": "var(--player, #2456a6)", "banker": "var(--banker, #a8242f)", "tie": "var(--tie, #1f8a57)"}
INKS = {"player": "var(--player-ink, #a9caff)", "banker": "var(--banker-ink, #ffb0ac)"}


def baccarat(playable: Any, offered: Offers) -> Canvas:
    """The hands, the wagers on them, the ties, and what is offered beside them."""
    canvas = Canvas(playable.ruleset.head.title, WIDTH)
    canvas.title_at(WIDTH / 2, 28, 22)
    names = {offer.row.hand: offer.label for offer in offered.all if offer.kind == "hand"}
    bottom = _hands(canvas, names)
    if playable.choice is not None:
        canvas.cards(COMMUNITY, "Third card of those who draw by choice", WIDTH / 2, TOP + 100, 1, 118)
    mains, ties = offered.kinds("hand"), offered.take(lambda offer: offer.kind == "tie" and not offer.number and not offer.row.scores)
    return _below(canvas, offered, mains, ties, bottom)


def chemin(playable: Any, offered: Offers) -> Canvas:
    """Chemin de fer: the bank, and what covers it."""
    canvas = Canvas(playable.ruleset.head.title, WIDTH)
    canvas.title_at(WIDTH / 2, 28, 22)
    bottom = _hands(canvas, {})
    return _below(canvas, offered, offered.kinds("cover", "bank"), [], bottom)


def _hands(canvas: Canvas, names: dict[str, str]) -> float:
    """Three cards for each hand; the third lies across in the hand, and beside it here."""
    for hand, x in zip(HANDS, (WIDTH * 0.27, WIDTH * 0.73), strict=True):
        label = names.get(hand, hand.capitalize())
        canvas.printed(text(x, TOP + 18, label.upper(), 22, INKS[hand], display=True, weight="700", spacing=6))
        canvas.cards(hand, f"{label}: cards", x, TOP + 100, 3, 118)
    return TOP + 178


def _below(canvas: Canvas, offered: Offers, mains: list[Offer], ties: list[Offer], y: float) -> Canvas:
    """Side wagers of the player's hand on the left, of the banker's on the right, the main wagers between them, the rest below."""
    beside = offered.take(lambda offer: offer.kind in OF_A_HAND and offer.row.hand in HANDS)
    sides = {hand: [offer for offer in beside if offer.row.hand == hand] for hand in HANDS}
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
    sections = [Section("égalité by its points" if numbered else "", numbered, len(numbered) or 1, 58), Section("", scored, height=54), Section("", [*pairs, *offered.rest()], height=56, least=118)]
    canvas.height = flow(canvas, sections, EDGE, y + tall + 12, WIDTH - 2 * EDGE) + 6
    return canvas


def _mains(canvas: Canvas, mains: list[Offer], ties: list[Offer], x: float, y: float, w: float, h: float) -> None:
    """Bands across the felt, tie on top, as they lie before a player."""
    order = [*ties, *sorted(mains, key=lambda offer: getattr(offer.row, "hand", offer.kind) not in ("banker", "bank"))]
    weight = [0.7 if offer in ties else 1.0 for offer in order]
    unit = (h - (len(order) - 1) * GAP) / sum(weight or [1])
    for offer, part in zip(order, weight, strict=True):
        shape = rect(x, y, w, unit * part, 10)
        hue = HUES["tie"] if offer in ties else HUES.get(getattr(offer.row, "hand", ""), HUES["banker" if offer.kind == "bank" else "player"])
        size = min(40.0, unit * part * 0.46)
        inside = text(*shape.centre, offer.label.upper(), size, INK, display=True, weight="700", spacing=size * 0.2)
        canvas.spot(offer, shape, inside + text(x + w - 16, y + unit * part / 2, f"pays {offer.brief}", 13, GOLD, "end"), hue, LINE, 2)
        y += unit * part + GAP
