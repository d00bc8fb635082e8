"""What a program uses: a game with its rules, its odds, its simulation, its settlement, its table and its rulings.

>>> from croupier.api import game
>>> britain = game("great-britain/roulette", zero_rule="all-lost")
>>> britain.rules.options["zero-rule"]
'all-lost'
>>> table = britain.table()
>>> table.apply("1 bet red 10")
>>> table.apply("spin 0")
>>> [(line.wager, line.result, line.net) for line in table.lines]
[('red', 'lose', -1000)]
>>> britain.ruling("no-spin", reason="foreign-object").clause
'r 1.5'
"""

from __future__ import annotations

from croupier.api.beside import Checked, Compared, check, compare, edge_of
from croupier.api.game import Entry, Game, Ruling, amount_of, game, games
from croupier.api.odds import FORMAT, odds_value, ratio, strategy_of

__all__ = [
    "FORMAT",
    "Checked",
    "Compared",
    "Entry",
    "Game",
    "Ruling",
    "amount_of",
    "check",
    "compare",
    "edge_of",
    "game",
    "games",
    "odds_value",
    "ratio",
    "strategy_of",
]
