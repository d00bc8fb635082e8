"""One game of every family, for what is the same for all games of a family and takes long."""

from __future__ import annotations

from functools import cache

from croupier.families import family
from croupier.rulebook.load import game_ids, packaged
from croupier.table.run import Playable


@cache
def one_of_each_family() -> tuple[str, ...]:
    """The first game of every family; how to switch takes half a minute to find, so a game with a switch is none of them."""
    found: dict[str, str] = {}
    for name in game_ids():
        if "switch" not in name:
            found.setdefault(str(packaged(name)["game"]), name)
    return tuple(found.values())


def deals_cards(played: Playable) -> bool:
    """Whether a game is dealt from a shoe; the others have a wheel or dice."""
    return family(played.ruleset.head.game).cards is not None
