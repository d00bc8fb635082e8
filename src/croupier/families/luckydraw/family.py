"""The family of lucky draw baccarat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.families.cards.facts import cards, seating
from croupier.families.family import Display, Family, ToProve, ToSimulate
from croupier.families.luckydraw.round import LuckyDraw
from croupier.families.luckydraw.rules import LuckyDrawSetup, LuckyDrawWager

if TYPE_CHECKING:
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
        progress=asked.progress,
        fresh=asked.fresh,
    )


FAMILY = Family(
    name="lucky-draw",
    wager=LuckyDrawWager,
    setup=LuckyDrawSetup,
    play=LuckyDraw,
    odds=odds,
    kernel=kernel,
    seating=seating,
    cards=cards,
    display=Display(sign="♠♥"),
)
