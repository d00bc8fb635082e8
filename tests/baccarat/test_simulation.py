"""Simulation equals proof by row where every round is dealt from shuffled cards;
the same integers whoever did the work; and what the cutting card changes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from zlib import crc32

import pytest

from croupier.errors import BadInput
from croupier.families.baccarat.kernel import simulate
from croupier.families.baccarat.odds import prove_all
from croupier.prove.proof import WagerProof
from croupier.simulate.compare import compare
from croupier.simulate.result import Simulation
from tests.baccarat.helpers import EVERY, GOLD, PACKAGED, ROYAL, game

ROUNDS = 6_000_000
MANY = 100_000_000
CHANCE = 1e-3
"""A right game fails with this chance at most, all its wagers together;
and its seed is fixed, so it fails always or never."""
SLIGHT = 0.01
"""How much of a wager's probability is moved from one row to another to show that a wrong row is noticed."""

GAMES: list[tuple[str, dict[str, str], dict[str, str]]] = [
    (EVERY, {}, {}),
    (EVERY, {"decks": "1", "any-two": "yes"}, {}),
    (EVERY, {"decks": "16", "natural-by-margin": "yes", "third-card-only": "yes"}, {}),
    (GOLD, {}, {"four-five": "stand"}),
    (GOLD, {"decks": "4"}, {"four-five": "hit"}),
    (ROYAL, {}, {"opponent": "house-way", "pair-cards": "any-two"}),
    (ROYAL, {"decks": "3", "drawn-pays": "3:1"}, {"opponent": "drawn-total"}),
    *((name, {}, {}) for name in PACKAGED),
]


def moved(proof: WagerProof) -> WagerProof:
    """The proof with a little of its likeliest row moved to another."""
    rows = sorted(proof.rows, key=lambda row: -row.ways)
    part = int(rows[0].total * SLIGHT)
    return replace(
        proof,
        rows=(
            replace(rows[0], ways=rows[0].ways - part),
            replace(rows[1], ways=rows[1].ways + part),
            *rows[2:],
        ),
    )


def seed_of(*names: Any) -> int:
    return crc32(repr(names).encode())


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "readings"), GAMES)
def test_simulation_equals_proof(name: str, options: dict[str, str], readings: dict[str, str]) -> None:
    of = game(name, options, readings)
    found = simulate(of, ROUNDS, seed_of(name, options, readings), fresh=True)
    proofs = prove_all(of)
    assert [tally.wager for tally in found.wagers] == [proof.wager for proof in proofs]
    for proof in proofs:
        assert found.wager(proof.example).decided == ROUNDS
        assert compare(proof, found).p > CHANCE / len(proofs), proof.wager
        assert compare(moved(proof), found).p < 1e-9, f"{proof.wager}: a wrong row was not noticed"


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "readings"), GAMES)
def test_long_simulation_equals_proof(name: str, options: dict[str, str], readings: dict[str, str]) -> None:
    of = game(name, options, readings)
    found = simulate(of, MANY, seed_of("long", name, options, readings), fresh=True)
    proofs = prove_all(of)
    for proof in proofs:
        assert compare(proof, found).p > CHANCE / len(proofs), proof.wager


def test_a_wrong_tableau_is_noticed() -> None:
    """Counts under one reading do not fit the proof under the other."""
    right, wrong = (game(GOLD, readings={"four-five": reading}) for reading in ("stand", "hit"))
    found = simulate(right, 1_000_000, 11, ["base"], fresh=True)
    assert (
        compare(prove_all(right, ["base"])[0], found).p > CHANCE
        and compare(prove_all(wrong, ["base"])[0], found).p < 1e-9
    )


def test_stakes_and_rows_are_the_proofs() -> None:
    found = simulate(game(), 1_000, wagers=["banker", "tie", "banker"], stake=300)
    assert [(tally.wager, tally.stake, tally.standing) for tally in found.wagers] == [
        ("banker", 300, 0),
        ("tie", 300, 0),
    ]
    assert {row.row: row.net for row in found.wager("banker").rows} == {"win": 275, "tie": 0, "lose": -300}
    with pytest.raises(BadInput, match="rounds"):
        simulate(game(), 0)


def same(one: Simulation, other: Simulation) -> bool:
    return one.wagers == other.wagers and one.rounds == other.rounds


@pytest.mark.deep
@pytest.mark.parametrize("fresh", [False, True])
def test_the_integers_do_not_depend_on_who_did_the_work(fresh: bool) -> None:
    of = game()
    one = simulate(of, 1_000_003, 7, workers=1, fresh=fresh)
    assert same(one, simulate(of, 1_000_003, 7, workers=2, fresh=fresh)) and same(
        one, simulate(of, 1_000_003, 7, workers=5, fresh=fresh)
    )
    assert not same(one, simulate(of, 1_000_003, 8, fresh=fresh)) and one.wagers[0].decided == 1_000_003
    assert same(one, simulate(of, 1_000_003, 7, fresh=fresh)), "a simulation is a function of its seed"


@pytest.mark.deep
def test_dask_agrees() -> None:
    pytest.importorskip("dask")
    of = game(ROYAL, readings={"pair-cards": "any-two"})
    assert same(simulate(of, 300_001, 7), simulate(of, 300_001, 7, engine="dask", workers=2))


# The procedure of the shoe.


@pytest.mark.deep
def test_the_cutting_card_favours_rounds_of_more_cards_in_one_deck() -> None:
    """A shoe whose coups took few cards has room for one more round, dealt from what naturals left behind:
    fewer eights and nines. So a round of a shoe is not quite one from shuffled cards.

    Measured with 200 million rounds: with one deck and 14 cards behind the cutting card the edge of a wager
    on four cards (3:2) is 5.085 % and not 4.992 %, ten standard errors more; with eight decks it is 5.298 %
    and not 5.283 %, less than two. Wagers on the hands and on a tie are not moved by as much as can be
    measured.
    """
    wagers = ["player", "banker", "tie", "four-cards", "six-cards"]
    found: dict[str, dict[str, float]] = {}
    for decks in ("1", "8"):
        of = game(options={"decks": decks})
        played = simulate(of, 60_000_000, 4, wagers)
        found[decks] = {}
        for proof in prove_all(of, wagers):
            tally = played.wager(proof.wager)
            found[decks][proof.wager] = (float(tally.edge) - float(proof.edge)) / tally.standard_error
    assert found["1"]["four-cards"] > 4.5 and found["1"]["six-cards"] < -3.5
    assert all(abs(found["8"][wager]) < 3.5 for wager in wagers)
    assert all(abs(found["1"][wager]) < 3.5 for wager in ("player", "banker", "tie"))
