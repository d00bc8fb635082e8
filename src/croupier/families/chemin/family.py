"""The family of chemin de fer, at which a player banks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.baccarat.coups import roads, told, winner
from croupier.families.cards.facts import of_maximum, packed, seating
from croupier.families.chemin.round import CheminDeFer
from croupier.families.chemin.rules import CheminSetup, CheminWager
from croupier.families.family import Display, Family, ToProve, ToSimulate, Winning

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: CheminDeFer, asked: ToProve) -> list[WagerProof]:
    """Prove wagers."""
    from croupier.families.chemin.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before)


def kernel(game: CheminDeFer, asked: ToSimulate) -> Simulation:
    """Simulate coups."""
    from croupier.families.chemin.kernel import simulate

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


def called(game: CheminDeFer) -> dict[str, str]:
    """Name no wagers: the hands are called Player and Banker."""
    return {}


def felt(game: CheminDeFer, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.chemin.felt import drawn

    return drawn(game, upright)


FAMILY = Family(
    name="chemin-de-fer",
    wager=CheminWager,
    setup=CheminSetup,
    play=CheminDeFer,
    felt=felt,
    odds=odds,
    kernel=kernel,
    seating=seating,
    of_maximum=of_maximum,
    cards=packed,
    winning=Winning(winner, called),
    display=Display(sign="♠♥", counts=told, histories=roads(shown=("big", "bead"))),
)
