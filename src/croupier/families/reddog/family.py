"""The family of red dog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.families.cards.facts import cards, seating
from croupier.families.family import Family, ToProve, ToSimulate
from croupier.families.reddog.round import RedDog
from croupier.families.reddog.rules import RedDogSetup, RedDogWager

if TYPE_CHECKING:
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: RedDog, asked: ToProve) -> list[WagerProof]:
    """Prove wagers."""
    from croupier.families.reddog.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before)


def kernel(game: RedDog, asked: ToSimulate) -> Simulation:
    """Simulate rounds."""
    from croupier.families.reddog.kernel import simulate

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
    name="red-dog",
    wager=RedDogWager,
    setup=RedDogSetup,
    play=RedDog,
    odds=odds,
    kernel=kernel,
    seating=seating,
    cards=cards,
)
