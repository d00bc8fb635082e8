"""The family of red dog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.cards.facts import of_maximum, packed, seating
from croupier.families.family import Family, ToProve, ToSimulate
from croupier.families.reddog.raises import LEFT, MIDDLE, RIGHT
from croupier.families.reddog.round import RedDog
from croupier.families.reddog.rules import RedDogSetup, RedDogWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
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
        workers=asked.workers,
        progress=asked.progress,
        fresh=asked.fresh,
    )


def felt(game: RedDog, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.cards.felt import boxed
    from croupier.felt.boxes import CardPlaces

    return boxed(
        game,
        game.wagers.moments,
        CardPlaces(0, 0, (((LEFT, 1), (MIDDLE, 1), (RIGHT, 1)),)),
        seats,
        upright,
        ("original",),
    )


FAMILY = Family(
    name="red-dog",
    wager=RedDogWager,
    setup=RedDogSetup,
    play=RedDog,
    felt=felt,
    odds=odds,
    kernel=kernel,
    seating=seating,
    of_maximum=of_maximum,
    cards=packed,
)
