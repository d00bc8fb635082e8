from __future__ import annotations

from functools import cache

from croupier.api import Game, game, games
from croupier.felt import Felt, felt

OTHERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("great-britain/roulette", {"wheel": "double-zero"}),
    ("great-britain/roulette", {"rage": "no", "colours": "no", "newar": "no", "split-zones": "no"}),
    ("queensland/roulette", {"wheel": "double-zero"}),
    ("house/roulette", {"wheel": "double-zero"}),
    ("great-britain/craps", {"one-throw-wagers": "no"}),
    ("house/craps", {"buy-charge": "on-a-win"}),
    ("bahamas/craps", {"buy-bets": "no"}),
    ("great-britain/rocket-7", {"free-roll": "no", "rocket-jackpot": "no"}),
    ("great-britain/sic-bo", {"layout": "50"}),
    (
        "great-britain/punto-banco",
        {"dragon-bonus": "no", "ur-way": "no", "super-pay": "no", "baccarat-pairs": "no"},
    ),
    ("queensland/baccarat", {"no-commission": "yes", "super-6": "no"}),
    ("great-britain/blackjack", {"21-plus-3": "no", "royal-match": "no"}),
    ("house/blackjack", {"insurance": "no", "seats": "5", "soft-17": "hit"}),
    ("house/spanish-21", {"super-bonus": "yes"}),
    ("great-britain/three-card-poker", {"prime": "no"}),
    ("great-britain/casino-stud", {"progressive": "no", "bonus-insurance": "no"}),
    ("queensland/wheel-of-fortune", {"wheel": "52"}),
    ("house/casino-war", {"tie-on-the-war": "yes"}),
)
"""Tables with other options than the usual ones."""


@cache
def drawn(name: str, options: tuple[tuple[str, str], ...] = (), upright: bool = False) -> tuple[Game, Felt]:
    found = game(name, options=dict(options))
    return found, felt(found, upright=upright)


TABLES = [(entry.id, ()) for entry in games()] + [(name, tuple(options.items())) for name, options in OTHERS]
