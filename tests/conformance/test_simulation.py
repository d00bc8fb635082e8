"""Simulation equals proof, by outcome row, for every wager of every game;
whatever the number of workers and the engine, the integers are the same.

While proof and tallies are those of tests/evidence.toml, neither kernels nor proofs have changed:
so these tests take turns.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any
from zlib import crc32

import pytest

from croupier.api import Game
from croupier.families import build, ruleset
from croupier.families.craps.machines import Line
from croupier.prove.proof import WagerProof
from croupier.simulate.compare import compare
from croupier.simulate.result import Simulation
from tests import evidence
from tests.conformance.shapes import prove_all, simulate
from tests.families import deals_cards, one_of_each_family
from tests.odds import prove
from tests.tiers import chosen_games

DRAWS = 4_000_000
MANY = {"automaton": 400_000_000, "baccarat": 100_000_000, "streets": 100_000_000, "cards": 20_000_000}
"""Draws of the long simulations, by how fast a shape is simulated."""
CHANCE = 1e-3
"""A right game fails with this chance at most, all its wagers together;
and its seed is fixed, so it fails always or never."""
SLIGHT = 0.01
"""How much of a wager's probability is moved from one row to another to show that a wrong row is noticed."""

OTHERWISE: list[tuple[str, dict[str, str]]] = [
    ("house/craps", {"buy-charge": "on-a-win", "dont-bar": "3", "come-out": "always"}),
    ("house/craps", {"buy-charge": "none", "dont-bar": "2", "field-12": "2:1"}),
    ("house/roulette", {"wheel": "double-zero"}),
    ("house/roulette", {"zero-rule": "half-lost"}),
    ("house/roulette", {"zero-rule": "en-prison-once"}),
    ("house/roulette", {"zero-rule": "en-prison-stays", "rage-table": "5-9-20-30"}),
    ("house/big-six", {"wheel": "australian-52"}),
    ("house/big-six", {"wheel": "atlantic-city-54"}),
    ("house/sic-bo", {"double-on-a-triple": "exactly-two"}),
    ("queensland/roulette", {"wheel": "double-zero"}),
    ("queensland/wheel-of-fortune", {"wheel": "52"}),
    ("queensland/wheel-of-fortune", {"wheel": "54"}),
    ("great-britain/roulette", {"wheel": "double-zero", "zero-rule": "all-lost"}),
    ("great-britain/rocket-7", {"free-roll": "no"}),
    ("great-britain/rocket-7", {"rocket-jackpot": "no"}),
]
"""Settings under which other wagers are offered, or other branches taken, than by default."""

Options = tuple[tuple[str, str], ...]


def case(game: str, options: dict[str, str]) -> Any:
    """A game and its seed, which depends on nothing but its name and settings."""
    text = " ".join([game, *(f"{key}={value}" for key, value in options.items())])
    return pytest.param(game, tuple(options.items()), crc32(text.encode()), id=text)


CASES = [case(game, options) for game, options in [*((game, {}) for game in chosen_games()), *OTHERWISE]]


@cache
def table(game: str, options: Options = ()) -> Any:
    return build(ruleset(game, dict(options)))


@cache
def proofs(game: str, options: Options = ()) -> tuple[WagerProof, ...]:
    return tuple(prove_all(table(game, options)))


def fits(game: str, options: Options, seed: int, draws: int) -> tuple[Simulation, float]:
    """Simulate a game and compare every wager with its proof, row by row.

    Return the least p, times the number of wagers.
    """
    found = simulate(table(game, options), draws, seed)
    expected = proofs(game, options)
    least = 1.0
    assert found.rounds == draws and [tally.example for tally in found.wagers] == [
        proof.example for proof in expected
    ]
    for proof in expected:
        tally = found.wager(proof.example)
        assert tally.decided > 0 and (tally.stake, tally.charge) == (proof.stake, proof.charge)
        assert {row.row: row.net for row in tally.rows} == {row.row: row.net for row in proof.rows}
        told = compare(proof, found)
        assert told.p > CHANCE / len(expected), f"{proof.example}: {told}"
        assert abs(float(tally.edge - proof.edge)) < 6 * tally.standard_error + 1e-12, proof.example
        least = min(least, told.p * len(expected))
    return found, least


@pytest.mark.deep
@pytest.mark.parametrize(("game", "options", "seed"), CASES)
def test_simulation_equals_proof(game: str, options: Options, seed: int) -> None:
    found, _ = fits(game, options, seed, DRAWS)
    for proof in proofs(game, options):
        altered = _altered(proof)
        told = compare(altered, found)
        assert told.p < CHANCE / len(proofs(game, options)), (
            f"{proof.example}: one row was altered and nobody noticed: {told}"
        )


@pytest.mark.deep
@pytest.mark.parametrize(("game", "options", "seed"), CASES)
def test_long_simulation_equals_proof(game: str, options: Options, seed: int) -> None:
    played = table(game, options)
    slower = {"baccarat": "baccarat", "streets": "streets", "live-draw": "streets"}
    shape = slower.get(played.ruleset.head.game) or ("cards" if deals_cards(played) else "automaton")
    _, p = fits(game, options, seed + 1, MANY[shape])
    if not options:
        evidence.note_long_run(Game(played.ruleset, game), MANY[shape], p)


def _altered(proof: WagerProof) -> WagerProof:
    """The proof with a little of the likeliest row's probability moved to the next likeliest row."""
    first, second = sorted(proof.rows, key=lambda row: -row.ways)[:2]
    scale = 100
    moved = int(first.total * scale * SLIGHT)
    ways = {row.row: row.ways * scale for row in proof.rows}
    ways[first.row] -= moved
    ways[second.row] += moved
    return replace(
        proof, rows=tuple(replace(row, ways=ways[row.row], total=row.total * scale) for row in proof.rows)
    )


# Teeth: a machine with one wrong branch.

POINTS = (4, 5, 6, 8, 9, 10)


def wrong_pass(**wrong: Any) -> Any:
    """House craps in which the pass line has one wrong branch."""
    game = build(ruleset("house/craps"))
    parts = {
        "points": POINTS,
        "wins": (7, 11),
        "loses": (2, 3, 12),
        "void": (),
        "against": False,
        "moves": False,
        "clause": "house",
        **wrong,
    }
    game.machines._made["pass", ""] = Line(**parts)
    return game


def test_a_machine_with_one_wrong_branch_is_noticed() -> None:
    right = prove(table("house/craps"), "pass")

    def p(game: Any) -> float:
        return compare(right, simulate(game, DRAWS, 1, ["pass"])).p

    assert p(wrong_pass()) > CHANCE
    assert p(wrong_pass(wins=(7,), loses=(2, 3, 11, 12))) < 1e-9, "eleven loses"
    assert p(wrong_pass(wins=(7, 11, 12), loses=(2, 3))) < 1e-9, "twelve wins"
    assert p(wrong_pass(loses=(3, 12), void=(2,))) == 0, "two is void: a row that the proof does not know"


def test_a_count_that_is_too_good_to_be_true_on_a_rare_row_is_noticed() -> None:
    proof = prove(table("house/craps"), "fire")
    found = simulate(table("house/craps"), 200_000, 3, ["fire"])
    (tally,) = found.wagers
    rare = min(proof.rows, key=lambda row: row.ways).row
    assert compare(proof, found).p > CHANCE
    more = replace(
        tally, rows=tuple(replace(row, count=row.count + 30 * (row.row == rare)) for row in tally.rows)
    )
    assert compare(proof, more).p < 1e-6


# The same integers everywhere.


@pytest.mark.turn
@pytest.mark.parametrize("game", one_of_each_family())
def test_one_worker_two_workers_and_dask_give_the_same_integers(game: str) -> None:
    pytest.importorskip("dask")
    draws = 5 * (1 << 18) + 12_345
    one = simulate(table(game), draws, 7, workers=1)
    two = simulate(table(game), draws, 7, workers=2)
    dask = simulate(table(game), draws, 7, engine="dask", workers=2)
    assert one.wagers == two.wagers == dask.wagers and one.rounds == two.rounds == dask.rounds == draws
    assert all(row.count == int(row.count) for tally in one.wagers for row in tally.rows)
    assert simulate(table(game), draws, 8, workers=2).wagers != one.wagers


def test_a_wager_has_the_same_integers_alone_and_among_the_others() -> None:
    """A wager walks on the same draws whoever else is simulated:
    charts that are joined give what each gives by itself.
    """
    together = simulate(table("great-britain/craps"), 600_000, 11)
    for tally in together.wagers:
        assert simulate(table("great-britain/craps"), 600_000, 11, [tally.example]).wagers == (tally,)
