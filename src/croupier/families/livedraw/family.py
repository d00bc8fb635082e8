"""The family of live draw poker."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.cards.facts import of_maximum, packed, seating
from croupier.families.family import Display, Family, ToDecide, ToProve, ToSimulate
from croupier.families.livedraw.round import BOARD, DRAWN, LiveDraw
from croupier.families.livedraw.rules import DrawSetup, DrawWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.advice import Advice
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: LiveDraw, asked: ToProve) -> list[WagerProof]:
    """Prove wagers."""
    from croupier.families.livedraw.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before)


def kernel(game: LiveDraw, asked: ToSimulate) -> Simulation:
    """Simulate rounds."""
    from croupier.families.livedraw.kernel import simulate

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


def advice(game: LiveDraw, asked: ToDecide) -> Advice:
    """Return the value of each way to hold."""
    from croupier.families.livedraw.advice import advise

    return advise(game, asked.cards, asked.board, asked.up, asked.done, asked.wager)


def meters(game: LiveDraw) -> dict[str, str]:
    """List the jackpot, where the table has it, with its seed."""
    return game.fund.meters.seeds if game.fund.is_paid else {}


def felt(game: LiveDraw, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.cards.felt import boxed
    from croupier.felt.boxes import CardPlaces

    cards = CardPlaces(0, 0, (((BOARD, 5),), ((DRAWN, 5),)))
    return boxed(game, game.wagers.moments, cards, seats, upright, ("hand",))


FAMILY = Family(
    name="live-draw",
    wager=DrawWager,
    setup=DrawSetup,
    play=LiveDraw,
    felt=felt,
    odds=odds,
    kernel=kernel,
    advice=advice,
    seating=seating,
    of_maximum=of_maximum,
    meters=meters,
    cards=packed,
    display=Display(holds_cards=True),
)
