"""The kernel of red dog: card for card what the table plays, and row for row what the proof says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from croupier.equipment.money import show_amount
from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.families.reddog import kernel
from croupier.families.reddog.odds import RedDogOdds, prove_all
from croupier.families.reddog.spread import ENDS, row_of
from croupier.ranking.points import HEIGHTS
from croupier.simulate.compare import compare
from croupier.simulate.plan import Piece
from croupier.table.table import Table

RANKS = {height: rank for rank, height in HEIGHTS.items()}
ROUNDS = 400
SETTINGS: list[tuple[str, dict[str, str]]] = [
    ("bahamas/red-dog", {}),
    ("bahamas/red-dog", {"decks": "16"}),
    ("house/red-dog", {"decks": "1", "burn": "no", "pair": "loses"}),
    ("house/red-dog", {"decks": "2", "raise-multiple": "3", "spreads": "4-3-2-1"}),
    ("house/red-dog", {"shuffling": "every-round"}),
]


def table_of(game: str, options: dict[str, str]) -> Any:
    return build(ruleset(game, options))


def card(table: Table, height: int) -> str:
    """A card of that height that the shoe may still hold."""
    return next(name for name in table.audit() if name[0] == RANKS[height])


@pytest.mark.deep(always=("test_the_kernel_plays_what_the_table_plays[1-house/red-dog-options4",))
@pytest.mark.parametrize(("game", "options"), SETTINGS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_kernel_plays_what_the_table_plays(game: str, options: dict[str, str], seed: int) -> None:
    played = table_of(game, options)
    work = kernel.build(played, ROUNDS, seed)
    log = np.zeros((ROUNDS, kernel.KERNEL.logged), np.int64)
    tally = work.run(Piece(0, 1, ROUNDS), log)
    odds = RedDogOdds(played)
    stake = odds.even_stake()
    nets = {row.row: row.net for row in prove_all(played)[0].rows}
    before: dict[str, Any] = {} if played.packs.fresh_every_round else {"shoe": {"new": True}}
    shuffles, counted = 0, np.zeros((ENDS, 2), np.int64)
    for shuffled, burnt, one, other, third, end, raised in log.tolist():
        table = Table(played, before)
        asked = bool(before.get("shoe", {}).get("new"))
        assert asked == bool(shuffled) or played.packs.fresh_every_round
        if asked:
            shuffles += 1
            table.apply("dealer shuffle")
        if burnt >= 0:
            table.apply(f"deal {card(table, burnt)}")
        table.apply(f"1 bet original {show_amount(stake)}")
        table.apply(f"deal {card(table, one)}")
        table.apply(f"deal {card(table, other)}")
        if any(question.who == "1" for question in table.pending):
            table.apply(f"1 raise {show_amount(odds.largest_raise(stake))}" if raised else "1 stand")
        if third:
            table.apply(f"deal {card(table, third)}")
        assert table.over, table.asked
        row = row_of(end) + ("-raised" if raised else "")
        assert sum(line.net for line in table.lines) == nets[row], (one, other, third, row)
        counted[end, raised] += 1
        before = table.after
    assert (counted == tally.ends).all()
    assert shuffles > 1 or played.packs.fresh_every_round or played.packs.decks > 4


@pytest.mark.deep
def test_every_end_is_settled_as_the_leaf_rule_says() -> None:
    """All pairs of heights, with a third card of each kind: below, on either end, between, above."""
    played = table_of("bahamas/red-dog", {})
    for one in range(2, 15):
        for other in range(2, 15):
            for third in {2, one, other, (one + other) // 2, 14}:
                table = Table(played, {})
                table.apply("1 bet original 1")
                table.apply(f"deal {RANKS[one]}c")
                table.apply(f"deal {RANKS[other]}d")
                if any(question.who == "1" for question in table.pending):
                    table.apply("1 raise 1")
                if not table.over:
                    table.apply(f"deal {RANKS[third]}h")
                row = row_of(kernel.end_of(one, other, third if abs(one - other) != 1 else 0))
                assert [line.net for line in table.lines if line.wager == "original"] == [
                    played.prices.net("original", row, 100)
                ]


@pytest.mark.deep
@pytest.mark.parametrize(("game", "options"), SETTINGS)
def test_the_simulation_fits_the_proof(game: str, options: dict[str, str]) -> None:
    played = table_of(game, options)
    (proof,) = prove_all(played)
    found = kernel.simulate(played, 2_000_000, 5, fresh=True)
    assert found.rounds == 2_000_000 and compare(proof, found).p > 1e-4
    assert {row.row: row.net for row in found.wagers[0].rows} == {row.row: row.net for row in proof.rows}


def test_the_comparison_has_teeth() -> None:
    """Two decks instead of six are noticed."""
    played = table_of("bahamas/red-dog", {})
    (proof,) = prove_all(played)
    other = table_of("house/red-dog", {"decks": "2"})
    assert compare(proof, kernel.simulate(other, 2_000_000, 5, fresh=True)).p < 1e-6


def test_workers_and_rounds() -> None:
    played = table_of("bahamas/red-dog", {})
    one = kernel.simulate(played, 300_000, 7, workers=1)
    assert (
        one.wagers
        == kernel.simulate(played, 300_000, 7, workers=2).wagers
        != kernel.simulate(played, 300_000, 8).wagers
    )
    with pytest.raises(BadInput, match="rounds"):
        kernel.simulate(played, 0)
    with pytest.raises(BadInput, match="part of the proof"):
        kernel.simulate(played, 10, wagers=["raise"])
