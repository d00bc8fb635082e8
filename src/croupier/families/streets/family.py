"""The family of casino poker: ante, raise and call against a dealer, a pay table or a meter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.cards.facts import of_maximum, packed, seating
from croupier.families.family import Family, OwnChart, ToDecide, ToProve, ToSimulate
from croupier.families.streets.round import Streets
from croupier.families.streets.rules import StreetSetup, StreetWager

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.advice import Advice
    from croupier.prove.charts import StartingHands
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: Streets, asked: ToProve) -> list[WagerProof]:
    """Prove wagers, from kept certificates where there are some."""
    from croupier.families.streets.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before, asked.prove, asked.progress)


def kernel(game: Streets, asked: ToSimulate) -> Simulation:
    """Simulate rounds."""
    from croupier.families.streets.kernel import simulate

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


def advice(game: Streets, asked: ToDecide) -> Advice:
    """Return the value of each act."""
    from croupier.families.streets.advice import advise

    return advise(game, asked.cards, asked.board, asked.up, asked.done, asked.wager)


def charts(game: Streets, own: OwnChart | None) -> StartingHands:
    """Return the chart of the starting hands."""
    from croupier.families.streets.advice import chart

    return chart(game)


def meters(game: Streets) -> dict[str, str]:
    """Return the meters of the offered wagers, with their seeds."""
    seeds = game.jackpots.seeds
    return {
        row.name: seeds[row.name] for wager, row in game.jackpots.rows.items() if game.ruleset.offered(wager)
    }


def felt(game: Streets, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.streets.felt import drawn

    return drawn(game, seats, upright)


FAMILY = Family(
    name="streets",
    wager=StreetWager,
    setup=StreetSetup,
    play=Streets,
    felt=felt,
    odds=odds,
    kernel=kernel,
    advice=advice,
    charts=charts,
    seating=seating,
    of_maximum=of_maximum,
    meters=meters,
    cards=packed,
)
