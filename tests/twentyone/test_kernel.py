"""The kernel of twenty-one: card for card what the table plays, row for row what the proof says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import erfc, sqrt
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.families import ruleset
from croupier.families.twentyone.charting import best_chart
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.simulation import kernel
from croupier.families.twentyone.simulation.full import (
    LOG_CARDS,
    LOG_FIRST,
    LOG_NET,
    LOG_ROWS,
    LOG_SHUFFLED,
    LOGGED,
)
from croupier.families.twentyone.simulation.kernel import SimulatedGame, TwentyOneRounds, simulate
from croupier.families.twentyone.simulation.running_count import ALL_INSURE
from croupier.families.twentyone.simulation.shuffling import procedure
from croupier.families.twentyone.simulation.sides import CARDS, CODES, READ, Reader, counted
from croupier.families.twentyone.simulation.tables import PAIRS, Strategy
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.problem import DOUBLE, DRAW, SPLITS, STAND, SURRENDER, Problem
from croupier.families.twentyone.solver.states import hand_of, hands
from croupier.rulebook.load import game_ids, packaged
from croupier.simulate.plan import Piece
from tests.twentyone.players import Player

Choices = tuple[tuple[str, str], ...]
GAMES = [name for name in game_ids() if packaged(name).get("game") == "twenty-one"]
SWITCHED = [name for name in GAMES if "switch" in packaged(name)["setup"]]
OTHERWISE: list[tuple[str, dict[str, str], dict[str, str]]] = [
    (
        "house/blackjack",
        {
            "hole": "none",
            "decks": "1",
            "depth": "10",
            "hands": "open",
            "split-aces-again": "yes",
            "split-aces-draw": "yes",
        },
        {},
    ),
    (
        "house/blackjack",
        {
            "hole": "down",
            "original-bets-only": "yes",
            "soft-17": "hit",
            "surrender": "late",
            "even-money": "yes",
            "natural-pays": "6:5",
        },
        {},
    ),
    (
        "house/blackjack",
        {"made-21": "wins", "charlie": "5", "push-22": "yes", "hands": "2", "doubling": "9-11", "decks": "2"},
        {},
    ),
    (
        "house/blackjack",
        {"dealt-from": "continuous", "split-aces-double": "yes", "hands": "3", "surrender": "late"},
        {},
    ),
    ("bahamas/blackjack", {}, {"needless-dealer-hand": "filled"}),
    (
        "great-britain/blackjack",
        {"deal": "parallel", "hole-card": "peek", "most-hands": "4", "split-cards": "one-hand-at-a-time"},
        {},
    ),
    (
        "great-britain/blackjack",
        {"hole-card": "down", "double": "on-9-10-11", "split": "not-4-5-10"},
        {"double-on-ace": "either-total", "aces-again": "refused"},
    ),
    ("queensland/blackjack", {"dealt-from": "card-machine", "decks": "4"}, {"double-on-ace": "not-allowed"}),
]
"""Settings under which hands are played or paid otherwise than by default."""
DECKS = ["A", "T", "J", "Q", "K", "2", "3", "4", "5", "6", "7", "8", "9"]
SHOES = (
    "678",
    "ATJQK",
    "A2345",
    "8TK",
    "7A",
    "23456789",
    "378J",
    "269A",
    "7ATJ",
    "38AJ",
    "2389AT",
    "6T",
    "49Q",
    "5JA",
)
"""Ranks of which unlikely shoes are made, to come to every row."""
RANDOM, SEARCHED, SOME = 16, 10_000, 1_000
"""Random rounds played at the table; rounds of an unlikely shoe searched for every row, some at a time."""
ROUNDS, MANY, BILLION = 2_000_000, 10_000_000, 10**9
CHANCE = 1e-3
"""A right game fails with this chance at most; its seed is fixed, so it fails always or never."""


def case(name: str, options: dict[str, str], readings: dict[str, str]) -> Any:
    return pytest.param(
        name,
        tuple(options.items()),
        tuple(readings.items()),
        id=" ".join([name, *options.values(), *readings.values()]),
    )


CASES = [case(name, {}, {}) for name in GAMES] + [case(*those) for those in OTHERWISE if those[0] in GAMES]
PROVED = [one for one in CASES if one.values[0] not in SWITCHED]
"""What is proved in seconds: to find the best play of two hands takes minutes."""


@cache
def simulated(name: str, options: Choices = (), readings: Choices = ()) -> SimulatedGame:
    """Return a game with its best play."""
    return SimulatedGame(TwentyOneRules(ruleset(name, dict(options), dict(readings))))


@cache
def lively(
    name: str, options: Choices = (), readings: Choices = (), even_money: bool = True
) -> SimulatedGame:
    """Return a game with a bad play that takes no time to find and comes to everything.

    Pairs are split, hands given up and doubled as often as may be.
    """
    rules = TwentyOneRules(ruleset(name, dict(options), dict(readings)))
    return SimulatedGame(rules, strategy=any_plans if rules.setup.switch else any_plan, even_money=even_money)


def any_plans(problem: Problem) -> Strategy:
    """Return plans for two hands: they differ by the cards of the other hand, and switches are random."""
    one, other = any_plan(problem), any_plan(problem, True)
    return Strategy(
        tuple(other if at % 2 else one for at in range(len(PAIRS))),
        (np.random.default_rng(1).random((10,) * 5) < 0.5).astype(np.uint8),
    )


def any_plan(problem: Problem, careful: bool = False) -> Plan:
    every, upcards = hands(), np.arange(10)[None, None, :]
    total, soft = every.total[None, :, None], (every.total > every.hard)[None, :, None]
    may = problem.may[:, :, None]
    gives_up = (
        np.isin(upcards, sorted(problem.rules.surrender_on))
        & (total >= 14)
        & (total < 18)
        & (upcards % 3 == 0)
    )
    wants = {
        SPLITS: (upcards + total // 2) % 4 != 0,
        SURRENDER: gives_up,
        DOUBLE: (upcards % 2 == 1)
        & ((total < 12) | (soft & (total < 19)) | ((every.size[None, :, None] > 2) & (total < 16))),
        DRAW: (total < 12) if careful else (total < 17) | (soft & (total < 18)),
        STAND: total > 0,
    }
    act = np.full((3, len(every.size), 10), DRAW, np.int64)
    for kind in (STAND, DRAW, DOUBLE, SURRENDER, SPLITS):
        act = np.where((may >> kind & 1 == 1) & wants[kind] & np.ones(10, np.bool_), kind, act)
    rescued = np.broadcast_to(
        problem.rules.rescue & (every.total < 16)[None, :, None] & (upcards % 2 == 1),
        (2, len(every.size), 10),
    )
    pair = SPLITS if problem.rules.hands != 1 else DRAW
    varied = {
        (low, high): np.array(
            [
                [DRAW] * 10,
                [DRAW, pair if low == high else STAND] * 5,
                [pair] * 10 if low == high else [STAND, DRAW] * 5,
            ],
            np.int64,
        )
        for low, high in problem.variants
    }
    return Plan(act, rescued.copy(), varied)


def logged(work: TwentyOneRounds) -> tuple[kernel.TwentyOneTally, list[list[int]]]:
    log = np.zeros((work.rounds, LOGGED), np.int64)
    return work.run(Piece(0, 1, work.rounds), log), log.tolist()


def unlikely(work: TwentyOneRounds, ranks: str, least: int = 16) -> TwentyOneRounds | None:
    """Return the same rounds from a shoe of some ranks only, shuffled for every round.

    It holds many of the cards that the rounds are about.
    """
    order = work.order[np.isin(work.order, [CODES[card] for card in CARDS if card[0] in ranks])]
    return (
        replace(work, order=order, how=procedure(len(order), True, at_once=6))
        if len(order) >= least
        else None
    )


def agrees(player: Player, line: list[int], said: str = "") -> Any:
    """Play a round of the log at the table."""
    cards = [CARDS[code] for code in line[LOG_FIRST : LOG_FIRST + line[LOG_CARDS]]]
    table, left = player.play(cards, bool(line[LOG_SHUFFLED]))
    hand: tuple[str, ...] = ("main", "double", "split", "super-bonus")
    if any(player.rules.kinds[one.wager] == "split" for one in table.lines):
        hand = hand[:-1]  # a super bonus on a split hand is so rare that neither proof nor kernel knows it
    net = sum(one.net for one in table.lines if player.rules.kinds[one.wager] in hand)
    assert (net, left) == (line[LOG_NET], 0), (
        f"{said} {' '.join(cards)}: the kernel nets {line[LOG_NET]}, the table {net}: "
        f"{[(one.wager, one.hand, one.net, one.why) for one in table.lines]}"
    )
    return table


# Kernel equals script.


@pytest.mark.deep(always=("test_kernel_equals_script[queensland/blackjack]",))
@pytest.mark.parametrize(("name", "options", "readings"), CASES)
def test_kernel_equals_script(name: str, options: Choices, readings: Choices) -> None:
    """Rounds by chance from the shoe as the rulebook uses it, for one box and for three."""
    one = lively(name, options, readings)
    for boxes, rounds in ((1, RANDOM), (3, RANDOM // 2)):
        _, log = logged(one.rounds(rounds, 7, boxes=boxes, full=True))
        player = Player(one, boxes)
        player.before = {} if one.rules.packs.fresh_every_round else {"shoe": {"new": True}}
        for line in log:
            agrees(player, line, f"{boxes} boxes:")


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "readings"), CASES)
def test_kernel_equals_script_on_every_row(name: str, options: Choices, readings: Choices) -> None:
    """Every row that a hand may end by is looked for in unlikely shoes, and the round played at the table."""
    one = lively(name, options, readings)
    found = every_row(one)
    if name in SWITCHED:
        return
    _, proved = kernel.odds.TwentyOneOdds(one.rules).solved(one.stake)
    missed = {row for row, ways in proved.rows.items() if ways / proved.total > 1e-7 and row not in found}
    assert not missed, f"no round came to {missed}"


@pytest.mark.deep
@pytest.mark.parametrize("name", ["queensland/spanish-blackjack", "house/blackjack"])
def test_kernel_equals_script_with_the_best_play(name: str) -> None:
    one = simulated(name)
    found = every_row(one)
    assert not {row for row, chance in one.expected().items() if chance > 1e-7 and row not in found}


def every_row(one: SimulatedGame) -> set[tuple[str, Fraction]]:
    """Play at the table, for every row, a round that comes to it. Return the rows that were found."""
    usual = one.rounds(SEARCHED, 3, fresh=True, full=True)
    player = Player(one)
    found: set[int] = set()
    for work in (usual, *(unlikely(usual, ranks) for ranks in SHOES)):
        for part in range(SEARCHED // SOME if work is not None else 0):
            log = np.zeros((SOME, LOGGED), np.int64)
            try:
                work.run(Piece(part, 1, SOME), log)
            except BadInput:
                continue  # a shoe of few cards may not suffice for a round with many splits
            rows, places = np.unique(log[:, LOG_ROWS:], return_index=True)
            for row, place in zip(rows.tolist(), places.tolist(), strict=True):
                line = log[place // (LOGGED - LOG_ROWS)].tolist()
                if row >= 0 and row not in found and line[LOG_CARDS] <= LOG_ROWS - LOG_FIRST:
                    found.add(row)
                    player.before = {}
                    agrees(player, line)
    return {one.walk.rows[row] for row in found}


@pytest.mark.deep
def test_an_empty_shoe_is_filled_in_the_midst_of_a_round() -> None:
    one = lively("house/blackjack", (("decks", "1"), ("depth", "10")))
    _, log = logged(one.rounds(60, 5, boxes=4, full=True))
    player = Player(one, 4)
    player.before = {"shoe": {"new": True}}
    filled = 0
    for line in log:
        table = agrees(player, line)
        filled += bool(table.rulings)
    assert filled > 3


@pytest.mark.deep(always=("test_side_wagers_equal_script[queensland/blackjack]",))
@pytest.mark.parametrize("name", GAMES)
def test_side_wagers_equal_script(name: str) -> None:
    one = lively(name)
    rules = one.rules
    usual = [wager for wager, kind in rules.kinds.items() if kind in READ and rules.ruleset.offered(wager)]
    excluded = [wager for wager in usual if rules.kinds[wager] == "under"]
    for wagers in (
        [wager for wager in usual if rules.kinds[wager] not in ("buster", "under")],
        [wager for wager in usual if rules.kinds[wager] == "buster"],
        excluded,
    ):
        if not wagers:
            continue
        reader = Reader(rules, wagers)
        work = one.rounds(RANDOM, 3, fresh=True, sides=reader.tables(one.walk))
        stakes = [(wager, kernel.odds.TwentyOneOdds(rules)._side_stake(wager)) for wager in wagers]
        for ranks in ("".join(DECKS), "678", "7ATJ", "5679"):
            rounds = unlikely(work, ranks, 64)
            if rounds is None:
                continue
            tally, log = logged(rounds)
            player = Player(one, 1, stakes)
            nets = dict.fromkeys(wagers, 0)
            for line in log:
                player.before = {}
                for settled in agrees(player, line, ranks).lines:
                    if settled.wager in nets:
                        nets[settled.wager] += settled.net
            for side, counts in counted(reader, tally.sides):
                assert sum(counts.values()) == RANDOM
                assert (
                    sum(
                        count * paid(rules, side.wager, row, dict(stakes)[side.wager])
                        for row, count in counts.items()
                    )
                    == nets[side.wager]
                ), (side.wager, ranks)


def paid(rules: TwentyOneRules, wager: str, row: str, stake: int) -> int:
    outcome = rules.prices.outcome(wager, row)
    return int(outcome.won(stake) - outcome.lost(stake))


@pytest.mark.deep
@pytest.mark.parametrize(
    "name",
    [name for name in GAMES if "insurance" in packaged(name).get("wagers", {}) and name not in SWITCHED],
)
def test_insurance_equals_script(name: str) -> None:
    one = lively(name)
    if one.ends.even_money:
        one = lively(name, even_money=False)
    if kernel.odds.TwentyOneOdds(one.rules).firsts().count(one.rules.name_of("insurance")) == 0:
        pytest.skip("insurance is an option here")
    for ranks in ("".join(DECKS), "ATJQK"):
        work = unlikely(one.rounds(RANDOM, 3, fresh=True, boxes=2, insures=ALL_INSURE), ranks, 64)
        if work is None:
            continue
        tally, log = logged(work)
        player = Player(one, 2, insures=True)
        won = lost = 0
        for line in log:
            player.before = {}
            lines = [
                settled
                for settled in agrees(player, line, ranks).lines
                if one.rules.kinds[settled.wager] == "insurance"
            ]
            won, lost = (
                won + sum(settled.net > 0 for settled in lines),
                lost + sum(settled.net < 0 for settled in lines),
            )
        assert (won + lost, won) == tuple(tally.sums[-2:])


# The fast dealing equals the full one; workers and engines do not matter.


@pytest.mark.deep(
    always=(
        "test_the_fast_dealing_plays_what_the_full_one_plays[queensland/blackjack]",
        "test_the_fast_dealing_plays_what_the_full_one_plays[bahamas/blackjack",  # one card is burnt
    )
)
@pytest.mark.parametrize(("name", "options", "readings"), PROVED)
def test_the_fast_dealing_plays_what_the_full_one_plays(
    name: str, options: Choices, readings: Choices
) -> None:
    for fresh in (False, True):
        work = lively(name, options, readings).rounds(30_000, 9, fresh)
        fast, full = (one.run(Piece(2, 1, 30_000)) for one in (work, replace(work, full=True)))
        assert (
            fast.shoes == full.shoes
            and (fast.cells == full.cells).all()
            and (fast.sums == full.sums).all()
            and (fast.pairs == full.pairs).all()
        )


@pytest.mark.deep
def test_workers_wagers_and_rounds() -> None:
    rules = simulated("house/blackjack").rules
    one = simulate(rules, 200_000, 7, ["main", "insurance", "any-pair"], workers=1)
    assert one.rounds == 200_000 and [tally.wager for tally in one.wagers] == [
        "main",
        "insurance",
        "any-pair",
    ]
    again = simulate(rules, 200_000, 7, ["main"], workers=2).wagers
    assert again == one.wagers[:1], (
        "a wager has the same integers alone and among the others, whoever does the work"
    )
    assert simulate(rules, 200_000, 8, ["main"]).wagers != again
    for wagers, rounds, boxes, said in (
        (["main"], 0, 1, "rounds"),
        (["double"], 10, 1, "part of the proof"),
        (["main"], 10, 0, "boxes"),
        (["main"], 10, 10, "boxes"),
    ):
        with pytest.raises(BadInput, match=said):
            simulate(rules, rounds, wagers=wagers, boxes=boxes)
    with pytest.raises(BadInput, match="whole cents"):
        simulate(rules, 10, wagers=["main"], stake=101)


@pytest.mark.deep
def test_several_boxes_are_told_together_and_one_by_one() -> None:
    one = simulated("house/blackjack")
    tally = one.tallied(one.rounds(60_000, 3, boxes=5).run(Piece(0, 1, 60_000)), 5)
    assert (tally.rounds, tally.boxes, tally.decided) == (60_000, 5, 300_000)
    assert 1.1 < tally.variance**0.5 < 1.2
    alone = (tally.box_square / tally.decided) ** 0.5 / tally.stake / 300_000**0.5
    assert tally.standard_error > 1.3 * alone, "boxes of a round share the dealer's hand"


# Simulation equals proof.


@pytest.mark.deep
@pytest.mark.parametrize("name", ["house/blackjack", "california/pure-21-5"])
def test_the_variance_of_a_round(name: str) -> None:
    one = simulated(name)
    _, proved = kernel.odds.TwentyOneOdds(one.rules).solved(one.stake)
    assert one.tallied(kernel.run(one.rounds(ROUNDS, 2, fresh=True))).variance == pytest.approx(
        float(proved.rounds().variance), rel=5e-3
    )


def chance_of(deviation: float) -> float:
    """Return the chance of a normal variable as far out on either side."""
    return erfc(abs(deviation) / sqrt(2))


def fits(one: SimulatedGame, rounds: int, seed: int) -> float:
    """Return the least chance of any row, times the number of rows; and of the edge beside the proof's."""
    work = one.rounds(rounds, seed, fresh=True)
    tally, expected = one.tallied(kernel.run(work)), one.expected()
    keys = [(row.row, Fraction(row.net, tally.stake)) for row in tally.rows]
    unknown = [key for key, row in zip(keys, tally.rows, strict=True) if row.count and key not in expected]
    assert not unknown, f"the proof knows nothing of {unknown}"
    assert sum(row.count for row in tally.rows) == tally.hands
    chances = [chance_of((float(tally.edge) + one.proved.value) / tally.standard_error)]
    for at, key in enumerate(keys):
        if expected.get(key, 0.0) * rounds >= 25:
            chances.append(chance_of(tally.deviation(at, expected[key])))
    missing = [key for key, chance in expected.items() if chance * rounds >= 25 and key not in keys]
    assert not missing, f"no hand ended by {missing}"
    return min(chances) * len(chances)


@pytest.mark.deep
@pytest.mark.parametrize(
    "name", ["house/blackjack", "queensland/spanish-blackjack", "great-britain/neverbust-blackjack"]
)
def test_simulation_equals_proof(name: str) -> None:
    assert fits(simulated(name), ROUNDS, crc32(name.encode())) > CHANCE


@pytest.mark.deep
@pytest.mark.parametrize("name", ["queensland/blackjack", "house/spanish-21"])
def test_any_play_equals_its_proof(name: str) -> None:
    """A play that is no good comes to rows that the best one hardly knows."""
    assert fits(lively(name), ROUNDS, crc32(name.encode())) > CHANCE


@pytest.mark.deep
def test_a_chart_equals_its_proof() -> None:
    best = simulated("house/blackjack")
    assert best.solution is not None
    chart = best_chart(best.problem, best.solution)
    one = SimulatedGame(best.rules, strategy=chart.plan)
    assert one.proved.value < best.solution.value and fits(one, ROUNDS, 3) > CHANCE
    assert simulate(best.rules, 100_000, 3, ["main"], strategy=chart.plan).wagers[0] == one.tallied(
        kernel.run(one.rounds(100_000, 3))
    )


@pytest.mark.deep
@pytest.mark.parametrize(("game", "options", "readings"), PROVED)
def test_long_simulation_equals_proof(game: str, options: Choices, readings: Choices) -> None:
    for one in (simulated(game, options, readings), lively(game, options, readings)):
        if one.solution is not None or one.problem.rules.hands:
            # Who splits tens without a limit comes to more than the nine hands that a table has names for;
            # the proof goes on.
            assert fits(one, MANY, crc32(f"{game} {options}".encode())) > CHANCE


@pytest.mark.deep
@pytest.mark.parametrize(
    "game",
    [
        "great-britain/neverbust-blackjack",
        "queensland/blackjack-challenge",
        "california/pure-21-5",
        "california/pure-21-5-buster",
    ],
)
def test_a_billion_rounds_equal_a_proof_that_nobody_has_published(game: str) -> None:
    assert fits(simulated(game), BILLION, crc32(game.encode())) > CHANCE


@pytest.mark.deep
@pytest.mark.parametrize(
    "game", [name for name in SWITCHED if name != "great-britain/blackjack-switch"]
)  # without a limit to splits that takes ten minutes to solve
def test_long_simulation_of_two_hands_equals_its_certificate(game: str) -> None:
    one = SimulatedGame(TwentyOneRules(ruleset(game)))
    tally = one.tallied(kernel.run(one.rounds(MANY, 1, fresh=True)))
    _, proved = kernel.odds.TwentyOneOdds(one.rules).solved(one.stake)
    for at, row in enumerate(tally.rows):
        chance = proved.rows.get((row.row, Fraction(row.net, tally.stake)), 0) / proved.total
        assert chance * MANY < 25 or chance_of(tally.deviation(at, chance)) > CHANCE / len(tally.rows), row


@pytest.mark.deep
def test_the_comparison_has_teeth() -> None:
    """Notice a dealer who draws on soft seventeen, and a player who always stands on ten and six."""
    right = simulated("house/blackjack")
    soft = SimulatedGame(
        TwentyOneRules(ruleset("house/blackjack", {"soft-17": "hit"})), strategy=right.solution
    )
    act = right.strategy.plans[0].act.copy()
    act[0, hand_of((9, 5))] = STAND
    stands = SimulatedGame(right.rules, strategy=Plan(act, right.strategy.plans[0].rescued, {}))
    for wrong in (soft, stands):
        wrong.problem, wrong.proved = right.problem, right.proved
        assert fits(wrong, 3 * ROUNDS, 5) < 1e-6
