"""What displays remember of a coup between Player and Banker: who won, and the roads drawn of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from croupier.families.baccarat.tableau import BANKER, COMMUNITY, PLAYER
from croupier.families.family import COUPS, History
from croupier.ranking.points import count
from croupier.table.play import Play

TIE = "tie"


def winner(play: Play) -> str:
    """Say who won a coup by its cards; nothing as long as they are not all known."""
    hands = [[dealt.card for dealt in play.places.get(place, [])] for place in (PLAYER, BANKER)]
    hands[0] += [dealt.card for dealt in play.places.get(COMMUNITY, [])]
    if not all(len(hand) > 1 and not any("?" in card for card in hand) for hand in hands):
        return ""
    player, banker = (count(hand) for hand in hands)
    return TIE if player == banker else PLAYER if player > banker else BANKER


def told(cards: Sequence[str]) -> str:
    """Tell the count of a hand as displays show it.

    >>> told(["7h", "8d", "Kc"])
    '5'
    """
    return str(count(cards))


def _road(kind: str, results: Sequence[str], every: Sequence[str]) -> str:
    from croupier.felt.histories import road

    return road(kind, results)


_TITLES = {
    "big": "Big road",
    "bead": "Bead plate",
    "eye": "Big eye boy",
    "small": "Small road",
    "cockroach": "Cockroach road",
}


def roads(shown: Sequence[str] = tuple(_TITLES)) -> tuple[History, ...]:
    """Return the roads. Pages show some of them unasked."""
    return tuple(
        History(kind, title, COUPS, partial(_road, kind), kind in shown) for kind, title in _TITLES.items()
    )
