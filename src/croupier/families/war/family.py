"""The family of casino war."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.cards.facts import of_maximum, packed, seating
from croupier.families.family import Family, ToProve, ToSimulate
from croupier.families.war.round import War
from croupier.families.war.rules import WarSetup, WarWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: War, asked: ToProve) -> list[WagerProof]:
    """Prove wagers."""
    from croupier.families.war.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before)


def kernel(game: War, asked: ToSimulate) -> Simulation:
    """Simulate rounds."""
    from croupier.families.war.kernel import simulate

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


def felt(game: War, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.cards.felt import boxed
    from croupier.felt.boxes import CardPlaces

    return boxed(game, game.wagers.moments, CardPlaces(1, 1), seats, upright)


FAMILY = Family(
    name="casino-war",
    wager=WarWager,
    setup=WarSetup,
    play=War,
    felt=felt,
    odds=odds,
    kernel=kernel,
    seating=seating,
    of_maximum=of_maximum,
    cards=packed,
)
