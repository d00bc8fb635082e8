"""Pocket pairs: the printed edges, the rounds, and the kernel beside the script."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.api import game
from croupier.equipment.card import RANKS, SUITS
from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.families.pocketpairs import kernel
from croupier.families.pocketpairs.odds import prove_all
from croupier.families.pocketpairs.pairs import ROWS
from croupier.simulate.compare import compare
from croupier.simulate.plan import Piece
from croupier.table.table import Table

GAME = "great-britain/pocket-pairs"
STATED = {
    "25-11": "1.96", "24-11": "3.92", "23-11": "5.88", "23-12": "1.96", "22-12": "3.92", "21-12": "5.88",
    "21-13": "1.96", "20-13": "3.92", "19-13": "5.88", "19-14": "1.96", "18-14": "3.92", "17-14": "5.88",
}  # fmt: skip


@pytest.mark.parametrize(("odds", "edge"), STATED.items())
def test_stated_edges(odds: str, edge: str) -> None:
    (proof,) = game(GAME, odds=odds).odds()
    same, mixed = map(int, odds.split("-"))
    assert proof.edge == 1 - Fraction(same + 1 + 2 * (mixed + 1), 51)
    assert f"{float(proof.edge) * 100:.2f}" == edge
    assert {row.row: (row.ways, row.total) for row in proof.rows} == {
        "same-colour": (52, 2652),
        "mixed-colour": (104, 2652),
        "lose": (2496, 2652),
    }


def settled(events: list[str], **setting: Any) -> Any:
    return game(GAME, options=setting.get("options")).settle(
        {"events": events, "before": setting.get("before", {})}
    )


def lines(found: Any) -> list[tuple[str, str, int, str]]:
    return [(line.seat, line.result, line.net, line.clauses[1]) for _, line in found.lines]


def test_a_hand_with_folds_and_forfeits() -> None:
    events = [
        "1 bet pocket-pairs 5",
        "2 bet pocket-pairs 10",
        "3 bet pocket-pairs 2",
        "4 bet pocket-pairs 1",
        "deal Kh 7d 2c 9s Kd 7c 3c 9d",
    ]
    found = settled(
        [
            *events,
            "2 fold",
            "! 2 forfeit",
            "3 forfeit",
            "! 1 bet pocket-pairs 5",
            "dealer pot-settled",
            "1 show",
            "2 show",
            "4 refuse",
        ]
    )
    assert lines(found) == [
        ("3", "lose", -200, "r 18.6"),
        ("1", "win", 12500, "r 18.9"),
        ("2", "win", 11000, "r 18.9"),
        ("4", "lose", -100, "r 18.8"),
    ]
    assert [row["clause"] for row in found.refused] == ["r 18.6", "r 18.5"]


def test_cards_are_turned_where_nobody_has_seen_them() -> None:
    found = settled(
        ["1 bet pocket-pairs 5", "deal ?? ??", "dealer pot-settled", "1 show", "turn 1#1 Kh", "turn 1#2 Qh"]
    )
    assert lines(found) == [("1", "lose", -500, "r 18.8")]


def test_those_who_sit_at_the_table_are_dealt_to_as_well() -> None:
    table = {"players": ["1", "2", "3"]}
    assert (
        lines(
            settled(
                ["2 bet pocket-pairs 5", "deal Kh 7d 2c 9d 7c 3c", "dealer pot-settled", "2 show"],
                before=table,
            )
        )[0][2]
        == 5500
    )
    assert (
        lines(
            settled(
                ["2 bet pocket-pairs 5", "deal Kh 7d 2c 9d 7c 3c", "dealer pot-settled", "2 show"],
                before=table,
                options={"dealing": "two-at-a-time"},
            )
        )[0][2]
        == -500
    )


def test_settlement_waits_for_the_pot_and_goes_seat_by_seat() -> None:
    table = game(GAME).table()
    for event in ("2 bet pocket-pairs 5", "1 bet pocket-pairs 5", "deal Kh 7d Kd 7h"):
        table.apply(event)
    with pytest.raises(BadInput):
        table.apply("1 show")
    table.apply("dealer pot-settled")
    with pytest.raises(BadInput):
        table.apply("2 show")
    table.apply("1 show")
    table.apply("2 show")
    assert table.over and [line.seat for line in table.lines] == ["1", "2"]


@pytest.mark.parametrize(
    ("options", "event", "clause"),
    [
        ({"layout": "no"}, "1 bet pocket-pairs 5", "r 18.2"),
        ({"initial-cards": "4"}, "1 bet pocket-pairs 5", "r 18.2"),
        ({"minimum": "10"}, "1 bet pocket-pairs 5", "r 18.4"),
        ({"maximum": "2"}, "1 bet pocket-pairs 5", "r 18.4"),
        ({"chip": "2"}, "1 bet pocket-pairs 5", "r 18.4"),
        ({}, "1 bet tie 5", "r 18.3"),
        ({}, "deal Kh", "r 18.4"),
        ({}, "dealer no-more-bets", "r 18.4"),
        ({}, "1 bet pocket-pairs 5 oral=yes", "r 18.4"),
    ],
)
def test_refusals(options: dict[str, str], event: str, clause: str) -> None:
    with pytest.raises(NotAllowed) as refused:
        game(GAME, options=options).table().apply(event)
    assert refused.value.clause == clause


@pytest.mark.parametrize(
    ("more", "ruling", "net"),
    [
        (["dealer pot-settled"], "misdeal", [0]),
        (["dealer pot-settled", "1 show"], "misdeal", [0]),
        ([], "late-wager late=made seat=1 wager=pocket-pairs", [0]),
        (["dealer pot-settled", "1 show"], "late-wager late=made seat=1 wager=pocket-pairs", [0]),
        (["dealer pot-settled", "1 show"], "wrong-pay-out seat=1 wager=pocket-pairs paid=20", [2000, 10500]),
        (["dealer pot-settled", "1 show"], "wrong-entry result=Kc", [5500]),
    ],
)
def test_rulings(more: list[str], ruling: str, net: list[int]) -> None:
    found = settled(["1 bet pocket-pairs 5", "deal Kh Kd", *more, f"supervisor rule {ruling}"])
    assert [line.net for _, line in found.lines] == net and not found.pending


def test_every_software_section_is_emitted() -> None:
    seen: set[str] = set()
    table = game(GAME).table()
    for event in (
        "1 bet pocket-pairs 5",
        "2 bet pocket-pairs 5",
        "deal Kh 7d Kd 7h",
        "1 fold",
        "dealer pot-settled",
        "1 show",
        "2 show",
    ):
        table.apply(event)
    seen |= table.clauses | {clause for line in table.lines for clause in line.clauses}
    assert {f"r 18.{number}" for number in (1, 3, 4, 5, 6, 7, 8, 9)} | {"r 2.2"} <= seen


# The kernel.


def test_kernel_equals_script_card_for_card() -> None:
    played = build(ruleset(GAME, {"odds": "23-12"}))
    rounds = 300
    log = np.zeros((rounds, kernel.LOGGED), np.int64)
    tally = kernel.PocketPairsRounds(rounds, 4).run(Piece(2, 1, rounds), log)
    nets = {row.row: row.net for row in prove_all(played)[0].rows}
    for one, other, end in log.tolist():
        cards = " ".join(RANKS[card % 13] + SUITS[card // 13] for card in (one, other))
        table = Table(played, {})
        for event in ("1 bet pocket-pairs 1", f"deal {cards}", "dealer pot-settled", "1 show"):
            table.apply(event)
        assert [line.net for line in table.lines] == [nets[ROWS[end]]]
    assert tally.ends.sum() == rounds and (tally.ends > 0).all()


def test_simulation_equals_proof() -> None:
    played = build(ruleset(GAME))
    found = kernel.simulate(played, 1_000_000, 3)
    (proof,) = prove_all(played)
    assert compare(proof, found).p > 1e-5
    moved = {"same-colour": 60, "mixed-colour": 96}
    assert (
        compare(
            replace(proof, rows=tuple(replace(row, ways=moved.get(row.row, row.ways)) for row in proof.rows)),
            found,
        ).p
        < 1e-5
    )
    assert (
        kernel.simulate(played, 200_000, 3, workers=1).wagers
        == kernel.simulate(played, 200_000, 3, workers=3).wagers
    )


def test_what_cannot_be_proved_is_told() -> None:
    with pytest.raises(BadInput, match="the next card is known"):
        game(GAME).odds(before={"shoe": {"first": ["Kh"]}})
