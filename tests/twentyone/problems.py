"""The games of twenty-one whose proofs are kept:
every game of every rulebook with its options as they are by default.
"""

from __future__ import annotations

from functools import cache

from croupier.families import build, ruleset
from croupier.families.twentyone.declared import Declared
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.odds import TwentyOneOdds
from croupier.families.twentyone.round import TwentyOne
from croupier.rulebook.load import game_ids


@cache
def games() -> tuple[str, ...]:
    """Every game of the family."""
    return tuple(game for game in game_ids() if isinstance(build(ruleset(game)), TwentyOne))


def played(game: str, **options: str) -> TwentyOne:
    """A game at the table."""
    table = build(ruleset(game, {key.replace("_", "-"): value for key, value in options.items()}))
    assert isinstance(table, TwentyOne)
    return table


def rules_of(game: str, **options: str) -> TwentyOneRules:
    """The rules of a game, without a table."""
    return TwentyOneRules(ruleset(game, {key.replace("_", "-"): value for key, value in options.items()}))


def declared(game: str, switched: bool = False) -> Declared:
    """What is proved of a game with its options as they are by default."""
    rules = rules_of(game)
    odds = TwentyOneOdds(rules)
    return Declared(rules, odds.even_stake(*odds.hand_wagers()), switched=switched)
