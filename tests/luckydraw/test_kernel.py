"""The kernel of lucky draw baccarat:
card for card what the table plays, and row for row what the proof says.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.families.luckydraw import kernel
from croupier.families.luckydraw.hands import ENDS
from croupier.families.luckydraw.odds import LuckyDrawOdds, kind_of, prove_all, words
from croupier.simulate.compare import compare
from croupier.simulate.plan import Piece
from croupier.table.table import Table

ROUNDS = 300
HOUSE, QUEENSLAND = "house/lucky-draw-baccarat", "queensland/lucky-draw-baccarat"
SETTINGS: list[tuple[str, dict[str, str]]] = [
    (QUEENSLAND, {}),
    (QUEENSLAND, {"decks": "6", "depth": "200"}),
    (QUEENSLAND, {"decks": "3", "dealt-from": "card-machine"}),
    (HOUSE, {"decks": "1", "lucky-7": "2:1", "dealer-draws-to": "5"}),
]


def table_of(game: str, options: dict[str, str]) -> Any:
    return build(ruleset(game, options))


def card(table: Table, kind: int) -> str:
    """A card of that kind that the shoe may still hold."""
    return next(name for name in table.audit() if kind_of(name) == kind)


@pytest.mark.deep(
    always=("test_the_kernel_plays_what_the_table_plays[1-queensland/lucky-draw-baccarat-options0",)
)
@pytest.mark.parametrize(("game", "options"), SETTINGS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_kernel_plays_what_the_table_plays(game: str, options: dict[str, str], seed: int) -> None:
    played = table_of(game, options)
    work = kernel.build(played, ROUNDS, seed)
    log = np.zeros((ROUNDS, kernel.KERNEL.logged), np.int64)
    tally = work.run(Piece(0, 1, ROUNDS), log)
    odds = LuckyDrawOdds(played)
    before: dict[str, Any] = {} if played.packs.fresh_every_round else {"shoe": {"new": True}}
    shuffles, counted = 0, np.zeros(ENDS, np.int64)
    for shuffled, burnt, one, dealer, other, third, second, last, end in log.tolist():
        assert burnt == -1
        table = Table(played, before)
        asked = bool(before.get("shoe", {}).get("new"))
        assert asked == bool(shuffled) or played.packs.fresh_every_round
        if asked:
            shuffles += 1
            table.apply("dealer shuffle")
        table.apply("1 bet enter 1")
        for kind in (one, dealer, other):
            table.apply(f"deal {card(table, kind)}")
        table.apply("1 draw" if third >= 0 else "1 stand")
        for kind in (third, second, last):
            if kind >= 0:
                table.apply(f"deal {card(table, kind)}")
        assert table.over, table.asked
        assert sum(line.net for line in table.lines) == odds.net(end, 100)
        counted[end] += 1
        before = table.after
    assert (counted == tally.ends).all()
    assert shuffles > 1 or played.packs.fresh_every_round


CARDS = {0: "Kd", 1: "Ah", 2: "2h", 3: "3h", 4: "4h", 5: "5h", 6: "6h", 7: "7h", 8: "8h", 9: "9h"}


@pytest.mark.parametrize("drew", [False, True])
def test_every_count_against_every_count(drew: bool) -> None:
    """All counts of the box and of the dealer, with and without a third card; and the three threes."""
    played = table_of(QUEENSLAND, {})
    odds = LuckyDrawOdds(played)
    for mine, theirs in product(range(10), repeat=2):
        table = Table(played, {})
        dealers = ("Kc", CARDS[theirs]) if theirs > 4 else ("Kc", "Ks", CARDS[theirs])
        for event in (
            "1 bet enter 1",
            f"deal {CARDS[0]}",
            f"deal {dealers[0]}",
            f"deal {CARDS[mine]}",
            "1 draw" if drew else "1 stand",
            *(["deal Qs"] if drew else []),
            *(f"deal {one}" for one in dealers[1:]),
        ):
            table.apply(event)
        assert table.over and sum(line.net for line in table.lines) == odds.net(
            kernel.end_of(drew, mine, theirs, 0), 100
        ), (mine, theirs)


@pytest.mark.parametrize(
    ("cards", "threes"), [("3h 3h 3h", 2), ("3h 3h 3d", 1), ("3h 3d 3h", 1), ("3c 3d 3s", 1)]
)
@pytest.mark.parametrize("theirs", [8, 9])
def test_three_threes(cards: str, threes: int, theirs: int) -> None:
    played = table_of(QUEENSLAND, {})
    one, other, third = cards.split()
    table = Table(played, {})
    for event in (
        "1 bet enter 1",
        f"deal {one} Kc {other}",
        "1 draw",
        f"deal {third}",
        f"deal {CARDS[theirs]}",
    ):
        table.apply(event)
    assert sum(line.net for line in table.lines) == LuckyDrawOdds(played).net(
        kernel.end_of(True, 9, theirs, threes), 100
    )


@pytest.mark.deep
@pytest.mark.parametrize(("game", "options"), SETTINGS)
def test_the_simulation_fits_the_proof(game: str, options: dict[str, str]) -> None:
    played = table_of(game, options)
    (proof,) = prove_all(played)
    found = kernel.simulate(played, 2_000_000, 5, fresh=True)
    assert found.rounds == 2_000_000 and compare(proof, found).p > 1e-4
    assert {row.row: row.net for row in found.wagers[0].rows} == {row.row: row.net for row in proof.rows}


def test_the_comparison_has_teeth() -> None:
    """A dealer who draws on five too is noticed."""
    (proof,) = prove_all(table_of(HOUSE, {}))
    assert (
        compare(proof, kernel.simulate(table_of(HOUSE, {"dealer-draws-to": "5"}), 1_000_000, 5, fresh=True)).p
        < 1e-6
    )


@pytest.mark.deep
def test_workers_and_rounds() -> None:
    played = table_of(QUEENSLAND, {})
    one = kernel.simulate(played, 200_000, 7, workers=1)
    assert (
        one.wagers
        == kernel.simulate(played, 200_000, 7, workers=2).wagers
        != kernel.simulate(played, 200_000, 8).wagers
    )
    with pytest.raises(BadInput, match="rounds"):
        kernel.simulate(played, 0)
    with pytest.raises(BadInput, match="part of the proof"):
        kernel.simulate(played, 10, wagers=["draw"])


def test_words_tell_a_strategy() -> None:
    assert (
        words({(0, 0, 9): True, (0, 0, 1): False, (0, 1, 1): True})
        == "on 0 draws, but stands against 1; on 1 draws"
    )
