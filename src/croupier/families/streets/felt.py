"""The felt of casino poker: as many cards as the rulebook deals, and with which hand the dealer plays."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.families.cards.felt import boxed
from croupier.families.streets.round import Streets
from croupier.families.streets.state import BOARD
from croupier.felt.boxes import CardPlaces
from croupier.felt.canvas import Felt


def drawn(game: Streets, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the boxes, the dealer's cards and the community cards."""
    hands = game.hands
    dealt = CardPlaces(hands.own, hands.dealer, (((BOARD, hands.board),),) if hands.board else ())
    said = [f"Dealer plays with {hands.qualify.replace('-', ' ')} or better"] if hands.qualify else []
    return boxed(game, game.wagers.moments, dealt, seats, upright, ("main", "either"), said)
