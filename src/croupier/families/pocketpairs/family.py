"""The family of pocket pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.families.cards.facts import cards, seating
from croupier.families.family import Family, ToProve, ToSimulate
from croupier.families.pocketpairs.round import PocketPairs
from croupier.families.pocketpairs.rules import PocketSetup, PocketWager

if TYPE_CHECKING:
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: PocketPairs, asked: ToProve) -> list[WagerProof]:
    """Prove wagers."""
    from croupier.families.pocketpairs.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before)


def kernel(game: PocketPairs, asked: ToSimulate) -> Simulation:
    """Simulate rounds."""
    from croupier.families.pocketpairs.kernel import simulate

    return simulate(
        game,
        asked.rounds,
        asked.seed,
        asked.wagers,
        engine=asked.engine,
        progress=asked.progress,
        fresh=asked.fresh,
    )


FAMILY = Family(
    name="pocket-pairs",
    wager=PocketWager,
    setup=PocketSetup,
    play=PocketPairs,
    odds=odds,
    kernel=kernel,
    seating=seating,
    cards=cards,
)
