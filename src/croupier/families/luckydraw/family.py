"""The family of lucky draw baccarat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.cards.facts import of_maximum, packed, seating
from croupier.families.family import Display, Family, ToProve, ToSimulate
from croupier.families.luckydraw.round import LuckyDraw
from croupier.families.luckydraw.rules import LuckyDrawSetup, LuckyDrawWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: LuckyDraw, asked: ToProve) -> list[WagerProof]:
    """Prove wagers."""
    from croupier.families.luckydraw.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before)


def kernel(game: LuckyDraw, asked: ToSimulate) -> Simulation:
    """Simulate rounds."""
    from croupier.families.luckydraw.kernel import simulate

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


def felt(game: LuckyDraw, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.cards.felt import boxed
    from croupier.felt.boxes import CardPlaces

    return boxed(game, game.wagers.moments, CardPlaces(2, 2), seats, upright, ("enter",))


FAMILY = Family(
    name="lucky-draw",
    wager=LuckyDrawWager,
    setup=LuckyDrawSetup,
    play=LuckyDraw,
    felt=felt,
    odds=odds,
    kernel=kernel,
    seating=seating,
    of_maximum=of_maximum,
    cards=packed,
    display=Display(sign="♠♥"),
)
