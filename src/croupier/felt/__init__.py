"""Felts: the layout of a table as SVG, drawn from the rulebook, for a browser.

What draws one family's layout lies with the family; here is what several share. It knows no family.

>>> from croupier.api import game
>>> from croupier.felt import felt
>>> found = felt(game("great-britain/roulette"))
>>> found.spot("straight:17").pays, found.svg[:4]
('35 to 1', '<svg')
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from croupier.felt.canvas import Felt, Spot
from croupier.felt.sprites import sprites
from croupier.felt.styles import styles


class Drawable(Protocol):
    """A game that draws its felt."""

    def felt(self, seats: Sequence[str] | None = None, upright: bool = False) -> Felt:
        """Draw the felt."""


def felt(game: Drawable, seats: Sequence[str] | None = None, upright: bool = False) -> Felt:
    """Draw the felt of a game.

    `seats` says which boxes of a card game are drawn, like `["3"]` for a telephone; without it, all.
    `upright` draws the same wagers for a telephone held upright: narrow and tall, with every place large
    enough for a finger.
    """
    return game.felt(seats, upright)


__all__ = ["Drawable", "Felt", "Spot", "felt", "sprites", "styles"]
