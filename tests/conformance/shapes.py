"""Where a game is proved and simulated, whatever its shape."""

from __future__ import annotations

from functools import cache
from typing import Any

from croupier.families import build, family, ruleset
from croupier.families.automaton import odds as automaton_odds
from croupier.families.family import ToProve, ToSimulate
from croupier.families.streets.declared import groups
from croupier.families.streets.odds import StreetOdds
from croupier.families.streets.round import Streets
from croupier.families.twentyone.odds import TwentyOneOdds
from croupier.families.twentyone.round import TwentyOne
from croupier.prove.proof import WagerProof
from croupier.simulate.result import Simulation
from tests.families import deals_cards, moments
from tests.tiers import chosen_games


@cache
def is_cards(game: str) -> bool:
    return deals_cards(build(ruleset(game)))


AUTOMATA = [game for game in chosen_games() if not is_cards(game)]
CARDS = [game for game in chosen_games() if is_cards(game)]


def offered(played: Any) -> list[str]:
    """Every wager that may be made before the draw or the deal."""
    if isinstance(played, Streets):
        return StreetOdds(played).firsts()
    if isinstance(played, TwentyOne):
        return TwentyOneOdds(played.rules).firsts()
    if deals_cards(played):
        return [
            name
            for name in played.ruleset.names
            if played.ruleset.offered(name) and played.ruleset.wager(name)[0].kind not in moments(played)
        ]
    return automaton_odds.offered(played)


def later(played: Any) -> set[str]:
    """Wagers that have no proof of their own: made later in the round, or decided together with another."""
    kinds = moments(played) if deals_cards(played) else ()
    made = {name for name in played.ruleset.names if played.ruleset.wager(name)[0].kind in kinds}
    if isinstance(played, TwentyOne):
        made -= {name for name in made if played.rules.kinds[name] == "insurance"}
    if isinstance(played, Streets):
        first = set(StreetOdds(played).firsts())
        made |= {name for group in groups(played) for name in group} - first
    return made


def prove_all(played: Any, wagers: list[str] | None = None) -> list[WagerProof]:
    prove = family(played.ruleset.head.game).odds
    assert prove is not None
    return prove(played, ToProve(wagers))


def simulate(played: Any, rounds: int, seed: int, wagers: list[str] | None = None, **more: Any) -> Simulation:
    """A proof of a card game is for freshly shuffled cards, so every round is dealt from them."""
    kernel = family(played.ruleset.head.game).kernel
    assert kernel is not None
    return kernel(played, ToSimulate(rounds, seed, wagers, **{"fresh": True, **more}))
