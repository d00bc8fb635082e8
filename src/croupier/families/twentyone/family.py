"""The family of twenty-one: blackjack, Spanish blackjack, blackjack switch and their kin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.families.cards import facts
from croupier.families.cards.facts import of_maximum, packed
from croupier.families.family import (
    Display,
    Explained,
    Family,
    OwnChart,
    Seating,
    ToCount,
    ToDecide,
    ToProve,
    ToSimulate,
)
from croupier.families.twentyone.hands import told
from croupier.families.twentyone.round import TwentyOne
from croupier.families.twentyone.rules import TwentyOneSetup, TwentyOneWager

if TYPE_CHECKING:
    from croupier.families.twentyone.chart import Chart
    from croupier.felt.canvas import Felt
    from croupier.prove.advice import Advice
    from croupier.prove.charts import Charted
    from croupier.prove.proof import WagerProof
    from croupier.simulate.counted import Counted
    from croupier.simulate.result import Simulation


def _read(own: OwnChart | None) -> Chart | None:
    from croupier.families.twentyone.chart import read_chart

    return read_chart(own.text, own.name) if own is not None else None


def odds(game: TwentyOne, asked: ToProve) -> list[WagerProof]:
    """Prove wagers, from kept certificates where there are some."""
    from croupier.families.twentyone.odds import prove_all

    return prove_all(
        game, asked.wagers, asked.stake, asked.before, asked.prove, asked.progress, _read(asked.chart)
    )


def kernel(game: TwentyOne, asked: ToSimulate) -> Simulation:
    """Simulate rounds."""
    from croupier.families.twentyone.simulation.kernel import simulate

    return simulate(
        game.rules,
        asked.rounds,
        asked.seed,
        asked.wagers,
        engine=asked.engine,
        workers=asked.workers,
        progress=asked.progress,
        fresh=asked.fresh,
        boxes=asked.boxes,
        strategy=_read(asked.chart),
    )


def counting(game: TwentyOne, asked: ToCount) -> Counted:
    """Simulate a bet that follows a count."""
    from croupier.families.twentyone.simulation.counting_player import count

    return count(
        game.rules,
        asked.system,
        asked.spread,
        asked.rounds,
        asked.seed,
        asked.insurance,
        asked.decks_left,
        asked.rounding,
        boxes=asked.boxes,
        engine=asked.engine,
        progress=asked.progress,
        strategy=_read(asked.chart),
    )


def advice(game: TwentyOne, asked: ToDecide) -> Advice:
    """Return the value of each act."""
    from croupier.families.twentyone.advice import advise

    return advise(game, asked.cards, asked.board, asked.up, asked.done, asked.wager, asked.before)


def charts(game: TwentyOne, own: OwnChart | None) -> Charted:
    """Chart the best play by totals, or judge a chart of one's own."""
    from croupier.families.twentyone.advice import chart

    return chart(game.rules, _read(own))


def seating(game: TwentyOne) -> Seating:
    """Seat people as at every card table; others may follow the player of a box."""
    found, row = facts.seating(game), game.setup.followers
    if row is None or not game.rules.holds(row.when):
        return found
    return replace(found, bettors=max(found.bettors or 0, row.most) if row.most else None)


def explains(game: TwentyOne) -> Sequence[Explained]:
    """Explain what a hand may do."""
    from croupier.families.twentyone.explaining import explained

    return explained(game.rules)


def felt(game: TwentyOne, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.twentyone.felt import drawn

    return drawn(game, seats, upright)


FAMILY = Family(
    name="twenty-one",
    wager=TwentyOneWager,
    setup=TwentyOneSetup,
    play=TwentyOne,
    felt=felt,
    odds=odds,
    kernel=kernel,
    advice=advice,
    advice_by_shoe=True,
    charts=charts,
    reads_charts=True,
    counting=counting,
    seating=seating,
    of_maximum=of_maximum,
    cards=packed,
    explains=explains,
    display=Display(sign="A♠ K♥", counts=told),
)
