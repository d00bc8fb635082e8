"""The reason of a settlement line, in one sentence."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.families.streets.hands import NOBODY, End
from croupier.families.streets.prices import StreetPrices
from croupier.ranking.poker import name as hand_name
from croupier.table.claims import Standing
from croupier.table.parts.pricing import LOSE


def why(prices: StreetPrices, standing: Standing, row: str, end: End) -> str:
    """Say what the hands were, whether the dealer plays, and what becomes of the wager."""
    kind = prices.kind_of(standing.wager)
    if kind == "either" and end.own is not None and end.dealer is not None:
        end = replace(end, own=max(end.own, end.dealer))
    held = _held(standing, row, end)
    if kind in ("insurance", "insurance-raise") and end.dealer is not None:
        dealers = hand_name(end.dealer)
        held = f"{held}, the dealer {dealers}" if end.own is not None else dealers
    beside = kind in ("side", "bonus", "either")
    plays = "; the dealer does not qualify" if not end.qualified and not beside else ""
    return f"{held}{plays}: {standing.name} {prices.settled_by(standing.wager, row).told}"


def _held(standing: Standing, row: str, end: End) -> str:
    if end.folded:
        return f"seat {standing.seat} has folded"
    if end.forfeited:
        return f"the hand of seat {standing.seat} is forfeited"
    if end.own is not None and end.dealer and end.compare != NOBODY:
        return f"{hand_name(end.own)} against {hand_name(end.dealer)}"
    if end.own is not None:
        return hand_name(end.own)
    if end.fouled:
        return "the dealer's hand is not played"
    return row.replace("-", " ") if row != LOSE else "no such cards"
