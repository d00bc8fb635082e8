"""Rounds of people who do not always keep to the rules:
what every round must keep to, under every value of every option and reading.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from croupier.families import build, ruleset
from croupier.table.table import Table
from tests.chemin.play import FREE, LAW
from tests.chemin.scenes import FIVE, SCENES, bank_round, scene
from tests.conformance.players import Tape
from tests.conformance.test_rounds import (
    conserves_money,
    notation_round_trips,
    replays,
    resumes_anywhere,
    settings,
    settles_every_wager_once,
)

CASES = [
    pytest.param(
        game,
        options,
        readings,
        id=f"{game} {' '.join(f'{key}={value}' for key, value in {**options, **readings}.items())}",
    )
    for game in (LAW, FREE)
    for options, readings in settings(game)
]


def tape_of(
    game: str,
    options: dict[str, str],
    readings: dict[str, str],
    people: list[str],
    rounds: int = 4,
    seed: int = 0,
    rulings: float = 0.03,
) -> Tape:
    rng = random.Random(f"{game} {options} {readings} {people} {seed}")
    played = build(ruleset(game, options, readings))
    tape = Tape()
    before: dict[str, Any] = {"players": people} if people else {}
    for _ in range(rounds):
        table = Table(played, before)
        bank_round(played, rng, table, tape, rulings)
        if not table.over:
            break
        tape.rounds.append((before, table.stored(), table))
        before = json.loads(json.dumps(table.after))
    return tape


@pytest.mark.deep
@pytest.mark.parametrize(("game", "options", "readings"), CASES)
def test_rounds(game: str, options: dict[str, str], readings: dict[str, str]) -> None:
    finished = 0
    for people in ([], FIVE) if options or readings else ([], ["1", "2"], FIVE):
        tape = tape_of(game, options, readings, people)
        finished += len(tape.rounds)
        conserves_money(tape)
        settles_every_wager_once(tape)
        notation_round_trips(tape)
        replays(game, options, readings, tape)
        resumes_anywhere(game, options, readings, tape)
        for before, _, table in tape.rounds:
            assert not table.play.wagers, "a round is over and a wager lies on the table"
            hands = [
                line
                for line in table.lines
                if line.result in ("win", "lose", "push")
                and not line.why.startswith("the payment is put right")
            ]
            banks, covers = (
                [line for line in hands if line.wager == "bank"],
                [line for line in hands if line.wager == "cover"],
            )
            assert sum(line.stake for line in covers) == sum(line.stake for line in banks), (
                "what is covered is what is at stake"
            )
            assert len(banks) == bool(covers)
            again = Table(table.game, table.after)
            assert again.after == table.after, before
    assert finished > 1


@pytest.mark.deep
def test_the_random_rounds_reach_every_part_of_a_banks_life() -> None:
    seen: set[str] = set()
    for seed in range(6):
        tape = tape_of(LAW, {}, {}, FIVE, rounds=12, seed=seed, rulings=0.004)
        for _, _, table in tape.rounds:
            seen |= {event.verb for event in table.happened}
    wanted = {
        "bid",
        "no-bid",
        "take-bank",
        "decline-bank",
        "pass-bank",
        "move",
        "suivi",
        "banco",
        "decline",
        "card",
        "stay",
        "natural",
        "under-eight",
        "draw",
        "award-bank",
        "no-more-bets",
    }
    assert wanted <= seen, wanted - seen


# Every setting matters.


def signature(game: str, options: dict[str, str], readings: dict[str, str]) -> list[Any]:
    from croupier.families.chemin.odds import prove_all

    played = build(ruleset(game, options, readings))
    proofs = [(proof.stake, proof.rows, proof.strategy) for proof in prove_all(played)]
    return [proofs, *(scene(played, before, events) for before, events in SCENES)]


@pytest.mark.deep
@pytest.mark.parametrize("game", [LAW, FREE])
def test_every_setting_matters(game: str) -> None:
    usual = signature(game, {}, {})
    for options, readings in settings(game)[1:]:
        assert signature(game, options, readings) != usual, f"{options or readings} changes nothing"
