"""The law of casino table games as software: played, proved, simulated, ruled on and compared.

>>> import croupier
>>> roulette = croupier.game("queensland/roulette", wheel="double-zero")
>>> roulette.settle({"events": ["1 bet straight:17 10", "spin 17"]}).net["seat 1"]
35000
>>> "queensland/roulette" in [entry.id for entry in croupier.games()]
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.api import Game as Game
    from croupier.api import check as check
    from croupier.api import compare as compare
    from croupier.api import game as game
    from croupier.api import games as games
    from croupier.errors import BadInput as BadInput
    from croupier.errors import NotAllowed as NotAllowed

__version__ = "0.1.0"
_FROM = {
    "BadInput": "croupier.errors",
    "NotAllowed": "croupier.errors",
    "Game": "croupier.api",
    "check": "croupier.api",
    "compare": "croupier.api",
    "game": "croupier.api",
    "games": "croupier.api",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used."""
    if name in _FROM:
        return getattr(import_module(_FROM[name]), name)
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_FROM})
