"""Felts: the layout of a table as SVG, drawn from the rulebook, for a browser.

>>> from croupier.api import game
>>> from croupier.felt import felt
>>> found = felt(game("great-britain/roulette"))
>>> found.spot("straight:17").pays, found.svg[:4]
('35 to 1', '<svg')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.families.baccarat.round import Baccarat
from croupier.families.cards.game import CardGame
from croupier.families.chemin.round import CheminDeFer
from croupier.families.craps.round import Craps
from croupier.families.roulette.round import Roulette
from croupier.families.sicbo.round import SicBo
from croupier.families.wheel.round import Wheel
from croupier.felt.canvas import Canvas, Felt, Spot
from croupier.felt.offers import Offers, offers
from croupier.felt.sprites import sprites
from croupier.felt.styles import styles


def felt(game: Any, seats: Sequence[str] | None = None, upright: bool = False) -> Felt:
    """The felt of a game, or of what a family hands to the table.

    `seats` says which boxes of a card game are drawn, like `["3"]` for a telephone; without it, all. `upright` draws the same wagers for a telephone held
    upright: narrow and tall, with every place large enough for a finger.
    """
    playable = getattr(game, "playable", game)
    offered = offers(playable)
    return _drawn(playable, offered, seats, upright).finished()


def _drawn(playable: Any, offered: Offers, seats: Sequence[str] | None, upright: bool) -> Canvas:
    """By the shape of the game; what has no shape of its own is a grid."""
    if isinstance(playable, Roulette):
        from croupier.felt.rings import rings
        from croupier.felt.roulette import roulette

        return (
            rings(playable, offered, upright) if playable.rings == 2 else roulette(playable, offered, upright)
        )
    if isinstance(playable, Craps):
        from croupier.felt.craps import craps

        return craps(playable, offered, upright)
    if isinstance(playable, SicBo):
        from croupier.felt.sicbo import sicbo

        return sicbo(playable, offered, upright)
    if isinstance(playable, Wheel):
        from croupier.felt.wheel import wheel

        return wheel(playable, offered, upright)
    if isinstance(playable, CheminDeFer):
        from croupier.felt.baccarat import chemin

        return chemin(playable, offered, upright)
    if isinstance(playable, Baccarat):
        from croupier.felt.baccarat import baccarat

        return baccarat(playable, offered, upright)
    if isinstance(playable, CardGame):
        from croupier.felt.boxes import boxes

        return boxes(playable, offered, seats, upright)
    from croupier.felt.grid import plain

    return plain(playable, offered, upright)


__all__ = ["Felt", "Spot", "felt", "sprites", "styles"]
