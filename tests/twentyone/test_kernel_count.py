"""Counting cards in the kernel of twenty-one: every count and bet as computed by watching the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import floor, trunc
from typing import Any

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.families.twentyone.simulation import counting_player as kernel_count
from croupier.families.twentyone.simulation.counting_player import (
    WIDEST,
    System,
    count,
    insurance_nets,
    systems,
)
from croupier.families.twentyone.simulation.full import LOG_CARDS, LOG_FIRST, LOG_NET, LOG_SHUFFLED, LOGGED
from croupier.families.twentyone.simulation.kernel import SimulatedGame
from croupier.families.twentyone.simulation.running_count import BY_COUNT, C_BETS, C_NET, C_ROUNDS, C_SQUARES
from croupier.families.twentyone.simulation.sides import CARDS
from croupier.simulate.plan import Piece
from tests.twentyone.players import Player
from tests.twentyone.problems import rules_of
from tests.twentyone.test_kernel import lively

SPREAD = {0: 1, 1: 2, 3: 5, 6: 9}
ROUNDS = 120
GAME = {"decks": "2", "depth": "26"}


def units_at(point: int) -> int:
    return SPREAD[max((from_ for from_ in SPREAD if from_ <= point), default=min(SPREAD))]


def point_of(system: System, running: int, left: int, halves: bool, truncated: bool) -> int:
    """Return the count that sets the bet, in fractions."""
    exact = Fraction(running, system.scale)
    if system.balanced:
        decks = (
            Fraction(max(1, floor(Fraction(left, 26) + Fraction(1, 2))), 2) if halves else Fraction(left, 52)
        )
        exact /= decks
    return trunc(exact) if truncated else floor(exact)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "hole", "halves", "truncated", "boxes"),
    [
        ("hi-lo", "peek", False, False, 1),
        ("ko", "none", False, False, 1),
        ("halves", "peek", True, True, 2),
        ("omega-ii", "down", True, False, 1),
        ("zen", "none", False, True, 1),
    ],
)
def test_the_kernel_counts_what_is_seen_at_the_table(
    name: str, hole: str, halves: bool, truncated: bool, boxes: int
) -> None:
    """Count again the cards shown by the end of each round, and bet and insure again by that count."""
    game: SimulatedGame = lively("house/blackjack", (*GAME.items(), ("hole", hole)), even_money=False)
    rules = game.rules
    system = systems()[name]
    least = 2
    made = kernel_count._counting(
        rules,
        system,
        SPREAD,
        least,
        "half-decks" if halves else "exact",
        "truncate" if truncated else "floor",
    )
    work = game.rounds(
        ROUNDS,
        5,
        boxes=boxes,
        counting=made,
        insures=BY_COUNT,
        insurance=insurance_nets(rules, game.stake),
        full=True,
    )
    log = np.zeros((ROUNDS, LOGGED), np.int64)
    tally = work.run(Piece(0, 1, ROUNDS), log)
    player = Player(game, boxes)
    player.before = {"shoe": {"new": True}}
    sums = np.zeros((2 * WIDEST + 1, 4), np.int64)
    running = left = insured = 0
    for line in log.tolist():
        cards = [CARDS[code] for code in line[LOG_FIRST : LOG_FIRST + line[LOG_CARDS]]]
        if line[LOG_SHUFFLED]:
            running = (
                0
                if system.balanced
                else (system.first + system.first_by_deck * rules.packs.decks) * system.scale
            )
            left = rules.packs.all_cards
        point = point_of(system, running, left, halves, truncated)
        first = 2 * boxes + 1 + (hole != "none")
        seen = running + sum(system.tag(card[0]) for card in cards[: 2 * boxes + 1])
        player.insures = (
            cards[boxes][0] == "A" and point_of(system, seen, left - first, halves, truncated) >= least
        )
        table, over = player.play(cards, bool(line[LOG_SHUFFLED]))
        assert not over
        net = sum(one.net for one in table.lines)
        assert net == line[LOG_NET]
        insured += sum(rules.kinds[one.wager] == "insurance" for one in table.lines)
        units = units_at(point)
        sums[point + WIDEST] += (1, units * boxes, units * net, (units * net) ** 2)
        running += sum(
            system.tag(dealt.card[0])
            for place, laid in table.play.places.items()
            if place != "burnt"
            for dealt in laid
            if dealt.visible()
        )
        left -= len(cards)
    assert (tally.by_count[:, [C_ROUNDS, C_BETS, C_NET, C_SQUARES]] == sums).all()
    assert insured == tally.sums[-2] > 0
    assert np.count_nonzero(sums[:, 0]) > 5


@pytest.mark.deep
def test_the_fast_dealing_counts_what_the_full_one_counts() -> None:
    game = lively("house/blackjack", tuple(GAME.items()), even_money=False)
    for insurance in (None, 3):
        made = kernel_count._counting(game.rules, systems()["hi-lo"], SPREAD, insurance, "exact", "floor")
        work = game.rounds(
            30_000,
            5,
            counting=made,
            insures=BY_COUNT if insurance else 0,
            insurance=insurance_nets(game.rules, game.stake),
        )
        fast, full = (one.run(Piece(0, 1, 30_000)) for one in (work, replace(work, full=True)))
        assert (
            work.fast
            and (fast.by_count == full.by_count).all()
            and (fast.sums == full.sums).all()
            and (fast.cells == full.cells).all()
        )


@pytest.mark.deep
def test_what_counting_wins() -> None:
    """High counts win more than low ones.

    Betting by the count wins where flat betting loses. Insurance is worth taking from +3 on.
    """
    rules = rules_of("house/blackjack", depth="78")
    found = count(rules, "hi-lo", {1: 1, 2: 4, 3: 8, 4: 12}, 2_000_000, insurance=3)
    assert found.rounds == sum(row.rounds for row in found.rows) == 2_000_000 and found.bets == sum(
        row.bets for row in found.rows
    )
    low = sum((row.net for row in found.rows if row.count < 0), Fraction(0)) / sum(
        row.bets for row in found.rows if row.count < 0
    )
    high = sum((row.net for row in found.rows if row.count > 2), Fraction(0)) / sum(
        row.bets for row in found.rows if row.count > 2
    )
    assert low < -0.005 and high > 0.01
    assert found.win_per_100 > 2 * found.standard_error and found.edge > 0.003
    assert found.insurance_won / found.insured > 1 / 3
    assert found.n0 * found.score == pytest.approx(100) and found.deviation > 2
    flat = count(rules, "hi-lo", {0: 1}, 2_000_000)
    assert flat.edge < -0.002 and flat.to_dict()["insurance"] is None
    assert {"win_per_100", "deviation", "edge", "n0", "score", "rows", "bets"} <= set(found.to_dict())


def test_systems() -> None:
    """A balanced system comes to nothing over a pack, and Knock-Out to four."""
    for name, system in systems().items():
        pack = sum(system.tag(card[0]) for card in CARDS)
        assert (pack == 0) == system.balanced and (
            system.balanced or pack == -system.first_by_deck * system.scale
        ), name


@pytest.mark.parametrize(
    ("system", "spread", "more", "said"),
    [
        ("lo-hi", {0: 1}, {}, "counting system"),
        ("hi-lo", {}, {}, "spread"),
        ("hi-lo", {0: 0}, {}, "spread"),
        ("hi-lo", {0: -1}, {}, "spread"),
        ("hi-lo", {0: 1}, {"decks_left": "about"}, "half-decks"),
        ("hi-lo", {0: 1}, {"rounding": "up"}, "floor"),
    ],
)
def test_refusals(system: str, spread: dict[int, int], more: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        count(lively("house/blackjack").rules, system, spread, 100, **more)


def test_nothing_to_count() -> None:
    with pytest.raises(BadInput, match="nothing to count"):
        count(rules_of("house/blackjack", dealt_from="continuous"), "hi-lo", {0: 1}, 100)
    with pytest.raises(BadInput, match="insurance"):
        count(rules_of("house/blackjack", insurance="no"), "hi-lo", {0: 1}, 100, insurance=3)
