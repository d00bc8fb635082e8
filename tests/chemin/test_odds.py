"""The proof by the solution, the simulation by the proof, the kernel by the table, hand for hand."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from croupier.api import game as api_game
from croupier.errors import BadInput
from croupier.families.baccarat.tableau import NATURAL, NONE
from croupier.families.chemin import kernel
from croupier.families.chemin.odds import CheminOdds, prove_all
from croupier.families.chemin.solution import Shoe, played
from croupier.prove.proof import WagerProof
from croupier.simulate.compare import compare
from croupier.simulate.plan import Piece
from croupier.table.table import Table
from tests.chemin.play import FREE, HELD, LAW, game

ENDS = {0: "win", 1: "lose", 2: "push"}
"""What a hand's end is for the bank."""
CASES: list[tuple[str, dict[str, str], dict[str, str]]] = [
    (LAW, {}, {}),
    (LAW, {}, {"table-3": "traditional"}),
    (LAW, {"decks": "8", "fee": "0"}, {}),
    (FREE, {"tableau": "four-open"}, {}),
    (FREE, {"tableau": "free", "decks": "1"}, {}),
    (FREE, {"tableau": "punto-banco"}, {}),
]
SETTINGS = [
    pytest.param(
        *case, id=" ".join([case[0], *(f"{key}={value}" for key, value in {**case[1], **case[2]}.items())])
    )
    for case in CASES
]


@cache
def built(name: str, options: tuple[tuple[str, str], ...], readings: tuple[tuple[str, str], ...]) -> Any:
    return api_game(name, options=dict(options), readings=dict(readings)).playable


def table_of(name: str, options: dict[str, str], readings: dict[str, str]) -> Any:
    return built(name, tuple(options.items()), tuple(readings.items()))


# The proof.


@pytest.mark.deep
@pytest.mark.parametrize(
    ("readings", "bank", "cover"),
    [({}, "1.1201", "1.1725"), ({"table-3": "traditional"}, "1.0558", "1.2374")],
)
def test_the_edges_of_six_decks(readings: dict[str, str], bank: str, cover: str) -> None:
    """The traditional table played out as punto banco is has its edges: 1.0558 % and 1.2374 %.

    They are those of multiplayerbaccarat.com/odds.html.
    """
    found = prove_all(game(readings=readings))
    assert [f"{float(100 * proof.edge):.4f}" for proof in found] == [bank, cover]
    assert [proof.wager for proof in found] == ["bank", "cover"] and all(
        proof.stake == 100 for proof in found
    )


@pytest.mark.deep
def test_the_strategy_is_told_in_words() -> None:
    for proof in prove_all(game()):
        assert proof.strategy == (
            "each side goes by the total of its two cards; where the Player may choose, with 5 he draws; "
            "where the Banker may choose, with 3 he draws against 9; with 5 he draws against 4"
        )
    (free, _) = prove_all(game(FREE, tableau="four-open"))
    assert (
        "with 5 he draws with chance 799863/964528 (0.8293)" in free.strategy
        and "with 6 he draws with chance 546971813/1444075196 (0.3788) against none" in free.strategy
    )
    assert "with 0 he draws; " in prove_all(game(FREE, tableau="free"))[0].strategy
    (fixed, _) = prove_all(game(FREE, tableau="punto-banco"))
    assert "the Banker" not in fixed.strategy


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "readings"), SETTINGS)
def test_a_proof_is_an_equilibrium(name: str, options: dict[str, str], readings: dict[str, str]) -> None:
    """Neither side would do better by departing alone, and the rows are the chances of the solution."""
    played_game = table_of(name, options, readings)
    odds = CheminOdds(played_game)
    bank, cover = prove_all(played_game)
    found, tableau = odds.solved(100), played_game.tableau
    assert (
        sum(row.ways for row in bank.rows) == bank.rows[0].total
        and bank.edge == -found.bank
        and cover.edge == -found.cover
    )
    fee = played_game.prices.commission("bank")
    for spot in found.banker:
        for chance in (Fraction(0), Fraction(1)):
            other = played(
                odds.shoe, tableau.banker, found.player, {**found.banker, spot: chance}, tableau.player
            )
            assert other.bank(fee) <= -bank.edge
        if len(found.banker) > 20:
            break
    for held in found.player:
        for chance in (Fraction(0), Fraction(1)):
            assert (
                played(
                    odds.shoe, tableau.banker, {**found.player, held: chance}, found.banker, tableau.player
                ).cover
                <= -cover.edge
            )


def test_the_fee_on_a_stake_that_does_not_come_out_even() -> None:
    rounded = game(fee_rounding="up-to-a-quarter")
    assert [proof.stake for proof in prove_all(rounded)] == [500, 500]
    bank, _ = prove_all(rounded, stake=100)
    assert bank.rows[0].net == 75 and any(
        "does not come out even: 0.25 is taken" in note for note in bank.notes
    )
    assert bank.edge > prove_all(rounded)[0].edge
    with pytest.raises(BadInput, match="more than nothing"):
        prove_all(rounded, stake=0)


def test_the_odds_of_a_shoe_that_has_been_used() -> None:
    before = {"shoe": {"out": {"9h": 6, "9d": 6, "8h": 6}}}
    used = CheminOdds(game(), before)
    assert used.shoe == Shoe((96, *[24] * 7, 18, 12))
    assert prove_all(game(), ["cover"], before=before)[0].edge != prove_all(game(), ["cover"])[0].edge
    with pytest.raises(BadInput, match="next card is known"):
        prove_all(game(), before={"shoe": {"first": ["9h"]}})
    with pytest.raises(BadInput, match="5 are left"):
        prove_all(game(), before={"shoe": {"unseen": 307}})


# The simulation.


def seed_of(name: str, options: dict[str, str], readings: dict[str, str]) -> int:
    return random.Random(f"{name} {options} {readings}").getrandbits(32)


def altered(proof: WagerProof) -> WagerProof:
    """The proof with a hundredth of winning moved to losing."""
    scale, ways = 100, {row.row: row.ways * 100 for row in proof.rows}
    moved = ways["win"] // scale
    ways["win"] -= moved
    ways["lose"] += moved
    return replace(
        proof, rows=tuple(replace(row, ways=ways[row.row], total=row.total * scale) for row in proof.rows)
    )


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "readings"), SETTINGS)
def test_simulation_equals_proof(name: str, options: dict[str, str], readings: dict[str, str]) -> None:
    played_game = table_of(name, options, readings)
    found = kernel.simulate(played_game, 2_000_000, seed_of(name, options, readings), fresh=True)
    for proof in prove_all(played_game):
        tally = found.wager(proof.wager)
        assert {row.row: row.net for row in tally.rows} == {
            row.row: row.net for row in proof.rows
        } and tally.decided == 2_000_000
        assert compare(proof, found).p > 1e-3 and compare(altered(proof), found).p < 1e-6
        assert abs(float(tally.edge - proof.edge)) < 5 * tally.standard_error


def test_the_same_integers_with_any_number_of_workers() -> None:
    one, two = (kernel.simulate(game(), 5 * (1 << 16) + 77, 7, workers=workers) for workers in (1, 2))
    assert one.wagers == two.wagers and one.rounds == 5 * (1 << 16) + 77
    assert kernel.simulate(game(), 1000, 8).wagers != kernel.simulate(game(), 1000, 9).wagers
    assert [tally.wager for tally in kernel.simulate(game(), 1000, 8, ["cover"]).wagers] == ["cover"]


def test_a_chance_in_parts() -> None:
    assert (
        kernel.parts(Fraction(0)) == 0
        and kernel.parts(Fraction(1)) == kernel.CHANCES
        and kernel.parts(Fraction(1, 3)) == round(kernel.CHANCES / 3)
    )


# Kernel equals script.

FACES = {0: "TJQK", 1: "A", **{number: str(number) for number in range(2, 10)}}


class Dealer:
    """Names a card for each value that the kernel drew, as long as the shoe holds one."""

    def __init__(self) -> None:
        self.rng = random.Random(5)

    def card(self, number: int, table: Table) -> str:
        stock = table.play.stock
        assert stock is not None
        return self.rng.choice(
            [face + suit for face in FACES[number] for suit in "cdhs" if stock[face + suit] > 0]
        )


def drive(table: Table, cards: list[int], dealer: Dealer) -> None:
    """One hand at the table with the cards that the kernel drew. Unused cards are an error.

    Where somebody may choose, he does what the kernel's cards say he did.
    """
    banker, other = "1", "2"
    table.apply(f"{banker} bet bank 10")
    table.apply(f"{other} banco")
    first, third, fourth = cards[:4], cards[4], cards[5]
    for number in first:
        table.apply(f"deal {dealer.card(number, table)}")
    while not table.over:
        questions = [question for question in table.pending if question.who in (banker, other)]
        if questions and "card" in questions[0].acts:
            allowed = [act for act in questions[0].acts if table.refusal(f"{other} {act}") is None]
            table.apply(f"{other} {allowed[0] if len(allowed) == 1 else 'card' if third >= 0 else 'stay'}")
        elif questions and "under-eight" in questions[0].acts:
            table.apply(
                next(
                    f"{banker} {act}" for act in questions[0].acts if table.refusal(f"{banker} {act}") is None
                )
            )
        elif questions and questions[0].acts.get("stay", 1) is None:
            table.apply(f"{banker} {'draw' if fourth >= 0 else 'stay'}")
        elif table.asked.startswith("cards; deal player"):
            assert third >= 0
            table.apply(f"deal {dealer.card(third, table)}")
        else:
            assert fourth >= 0, table.asked
            table.apply(f"deal {dealer.card(fourth, table)}")
    used = [len(table.play.places[place]) for place in ("player", "banker")]
    assert used == [2 + (third >= 0), 2 + (fourth >= 0)], (cards, used)


@pytest.mark.deep(always=("test_kernel_equals_script[traditional]",))
@pytest.mark.parametrize(
    ("name", "options", "readings"),
    [
        (LAW, {}, {}),
        (LAW, {"burn": "yes", "depth": "20"}, {"table-3": "traditional"}),
        (FREE, {"tableau": "free", "decks": "2", "depth": "9"}, {}),
    ],
    ids=["as-printed", "traditional", "free"],
)
def test_kernel_equals_script(name: str, options: dict[str, str], readings: dict[str, str]) -> None:
    """The table deals the hands that the kernel dealt, shoe after shoe.

    It agrees on who wins, on every cent, and on when the cards are shuffled.
    """
    played_game = table_of(name, options, readings)
    hands = kernel.build(played_game, 400, 11)
    log = np.zeros((400, kernel.KERNEL.logged), np.int64)
    tally = hands.run(Piece(0, 1, 400), log)
    dealer, bank, cover = Dealer(), *prove_all(played_game, stake=1000)
    nets = {
        "bank": {row.result: row.net for row in bank.rows},
        "cover": {row.result: row.net for row in cover.rows},
    }
    before: dict[str, Any] = {"shoe": {"new": True}}
    counts = [0, 0, 0]
    for shuffled, burnt, *cards, end in log.tolist():
        assert bool(shuffled) == bool(before["shoe"].get("new"))
        table = Table(
            played_game, {"players": ["1", "2"], "shoe": before["shoe"], "bank": {"seat": "1", "bid": "10"}}
        )
        if shuffled:
            table.apply("dealer shuffle")
            if burnt >= 0:
                table.apply(f"deal {dealer.card(burnt, table)}")
        drive(table, cards, dealer)
        line = {one.wager: one for one in table.lines}
        assert line["bank"].result == ENDS[end]
        assert (
            line["bank"].net - line["bank"].charge == nets["bank"][line["bank"].result]
            and line["cover"].net == nets["cover"][line["cover"].result]
        )
        counts[end] += 1
        before = table.after
    assert counts == tally.ends.tolist()


def test_kernel_equals_script_in_every_cell() -> None:
    """Every pair of totals, every third card, either choice: the kernel's tables beside the table's."""
    for name, options in ((LAW, {}), (FREE, {"tableau": "free"})):
        played_game = table_of(name, options, {})
        player, banker = kernel.tables(played_game, CheminOdds(played_game).solved(100))
        tableau = played_game.tableau
        for one, other in product(range(10), repeat=2):
            total = (one + other) % 10
            if total >= NATURAL:
                assert not player[one, other] and not banker[one, other].any()
                continue
            assert (player[one, other] > 0) == (tableau.player[total] != "S")
            for third in range(NONE + 1):
                letter, parts = tableau.banker[total][third], banker[one, other, third]
                assert letter == "O" or parts == {"D": kernel.CHANCES, "S": 0}[letter]
    for mine, theirs in product(range(10), repeat=2):
        assert ENDS[kernel.end_of(mine, theirs)] == (
            "win" if theirs > mine else "lose" if theirs < mine else "push"
        )


def test_by_its_id() -> None:
    law = api_game(LAW)
    assert law.odds(["bank"])[0].wager == "bank" and law.simulate(1000).rounds == 1000
    assert law.settle(
        {"events": ["2 bet bank 200", "3 banco", "deal 9h 7d Kc Kd", "3 natural"], "before": HELD}
    ).value()["net"] == {"house": "0", "seat 2": "-200", "seat 3": "200"}
    assert law.ruling("card-after-stay", dealer_said_card="yes").clause == "reg 5(12)(f)"
