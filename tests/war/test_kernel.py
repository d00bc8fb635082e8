"""Casino war: the kernel deals what the script deals, card for card,
and a simulation tells the same story as the proof.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from croupier.equipment.money import show_amount
from croupier.equipment.shoe import packs
from croupier.families import build, ruleset
from croupier.families.war import kernel
from croupier.families.war.ends import ROWS
from croupier.families.war.odds import prove_all
from croupier.simulate.compare import compare
from croupier.simulate.plan import Piece
from croupier.simulate.shoes import BLOCK
from croupier.table.table import Table

CASES: list[tuple[str, dict[str, str], dict[str, str]]] = [
    ("bahamas/casino-war", {}, {}),
    (
        "bahamas/casino-war",
        {"decks": "7", "chip": "1"},
        {"war-burn": "before-every-card", "war-odds": "initial-paid-too"},
    ),
    ("bahamas/casino-war", {}, {"shuffle-after": "each-round", "war-odds": "initial-pushes"}),
    ("great-britain/casino-war", {"depth": "10", "decks": "1"}, {"ace": "low"}),
    ("queensland/casino-war", {"decks": "8", "depth": "100"}, {}),
    ("queensland/casino-war", {"machine": "yes", "decks": "2"}, {}),
    ("house/casino-war", {"decks": "2", "war-tie-earns": "twice-the-ante", "war-burn": "1"}, {}),
    ("house/casino-war", {"surrender": "no", "decks": "1", "war-burn": "0", "tie-pays": "11"}, {}),
]
ROUNDS = 400


def dealt(game: Any, stock: Counter[str], rank: int) -> str:
    """Any card of a rank that the shoe still holds."""
    card = next(card for card, count in stock.items() if count > 0 and card[0] == game.ranks[rank])
    stock[card] -= 1
    return str(card)


@pytest.mark.deep(always=("test_kernel_equals_script_card_for_card[None-queensland/casino-war-options5",))
@pytest.mark.parametrize(("name", "options", "readings"), CASES)
@pytest.mark.parametrize("stake", [None, 100])
def test_kernel_equals_script_card_for_card(
    name: str, options: dict[str, str], readings: dict[str, str], stake: int | None
) -> None:
    game = build(ruleset(name, options, readings))
    work = kernel.build(game, ROUNDS, seed=11, stake=stake)
    log = np.zeros((ROUNDS, kernel.KERNEL.logged), np.int64)
    tally = work.run(Piece(3, 1, ROUNDS), log)
    proofs = {proof.wager: proof for proof in prove_all(game, stake=stake)}
    main, tie, war = game.named["main"], game.named["tie"], game.named["war"]
    nets = {row.row: row.net for row in proofs[main].rows}
    before: dict[str, Any] = {} if game.packs.fresh_every_round else {"shoe": {"new": True}}
    stock: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for shuffled, burnt, player, dealer, lost, one, other, end in log.tolist():
        table = Table(game, before)
        asked = table.asked.startswith("the cards are shuffled")
        assert asked == bool(shuffled) or game.packs.fresh_every_round
        assert (burnt >= 0) == (asked and work.shoe.burn > 0)
        if asked:
            table.apply("dealer shuffle")
            stock = packs(game.packs.decks)
            for _ in range(work.shoe.burn):
                table.apply("deal ??")
        if game.packs.fresh_every_round:
            stock = packs(game.packs.decks)
        table.apply(f"1 bet {main} {show_amount(proofs[main].stake)}")
        table.apply(f"1 bet {tie} {show_amount(proofs[tie].stake)}")
        table.apply(f"deal {dealt(game, stock, player)} {dealt(game, stock, dealer)}")
        if player == dealer:
            table.apply("1 war" if one >= 0 else "1 surrender")
        if one >= 0:
            first, second = work.plan[0].tolist()
            assert lost == first + second
            table.apply(
                " ".join(
                    [
                        "deal",
                        *["??"] * first,
                        dealt(game, stock, one),
                        *["??"] * second,
                        dealt(game, stock, other),
                    ]
                )
            )
        assert table.over, table.asked
        ends[ROWS[end]] += 1
        paid = {line.wager: line.net for line in table.lines}
        assert paid[main] + paid.get(war, 0) == nets[ROWS[end]]
        row = "win" if player == dealer else "lose"
        assert paid[tie] == next(one.net for one in proofs[tie].rows if one.row == row)
        before = table.after
    assert ends == Counter({row: int(tally.ends[at]) for at, row in enumerate(ROWS) if tally.ends[at]})
    assert sum(ends[row] for row in ROWS[2:]) > 0, "no tie in all these rounds"


@pytest.mark.parametrize(("name", "options", "readings"), CASES)
def test_simulation_equals_proof(name: str, options: dict[str, str], readings: dict[str, str]) -> None:
    game = build(ruleset(name, options, readings))
    found = kernel.simulate(game, 1_000_000, 5, fresh=True)
    for proof in prove_all(game):
        told = compare(proof, found)
        assert told.p > 1e-5, f"{proof.wager}: {told}"
        one, other = sorted(proof.rows, key=lambda row: -row.ways)[:2]
        moved = one.total // 100
        altered = {one.row: one.ways - moved, other.row: other.ways + moved}
        wrong = replace(
            proof, rows=tuple(replace(row, ways=altered.get(row.row, row.ways)) for row in proof.rows)
        )
        assert compare(wrong, found).p < 1e-5, f"{proof.wager}: one row was altered and nobody noticed"


def test_a_choice_that_is_not_the_proofs_is_noticed() -> None:
    game = build(ruleset("bahamas/casino-war", {"chip": "1"}))
    found = kernel.simulate(game, 100_000, 5, ["initial"], stake=100, fresh=True)
    assert compare(prove_all(game, ["initial"], 100)[0], found).p > 1e-5
    assert compare(prove_all(game, ["initial"], 200)[0], found).p == 0, (
        "the bettor surrenders with one and goes to war with two"
    )


def test_the_same_integers_for_any_number_of_workers() -> None:
    game = build(ruleset("queensland/casino-war"))
    rounds = 3 * BLOCK + 999
    one, two = kernel.simulate(game, rounds, 7, workers=1), kernel.simulate(game, rounds, 7, workers=3)
    assert one.wagers == two.wagers and one.rounds == rounds
    assert kernel.simulate(game, rounds, 8).wagers != one.wagers
    assert sum(row.count for row in one.wagers[0].rows) == rounds


def test_a_shoe_that_is_dealt_deep_ends_much_as_a_fresh_one() -> None:
    game = build(ruleset("house/casino-war", {"decks": "1", "depth": "10"}))
    proof = prove_all(game, ["ante"])[0]
    tally = kernel.simulate(game, 1_000_000, 2, ["ante"]).wagers[0]
    assert abs(float(tally.edge - proof.edge)) < 5 * tally.standard_error
