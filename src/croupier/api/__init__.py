"""What a program uses: a game with its rules, odds, simulation, settlement, table and rulings.

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
from croupier.families.family import COUPS, Built, Cards, Display, Explained, History, Seating
from croupier.rulebook.ruleset import clauses_of
from croupier.table.events import DRAWS, STAFF, parse_event
from croupier.table.written import LARGEST as LARGEST_ROUND
from croupier.table.written import WrittenRound, read_round, remarks

__all__ = [
    "COUPS",
    "DRAWS",
    "FORMAT",
    "LARGEST_ROUND",
    "STAFF",
    "Built",
    "Cards",
    "Checked",
    "Compared",
    "Display",
    "Entry",
    "Explained",
    "Game",
    "History",
    "Ruling",
    "Seating",
    "WrittenRound",
    "amount_of",
    "check",
    "clauses_of",
    "compare",
    "edge_of",
    "game",
    "games",
    "odds_value",
    "parse_event",
    "ratio",
    "read_round",
    "remarks",
    "strategy_of",
]
