"""Probe e: cards dealt unseen at a live table; one hand is folded and never seen, another is turned later."""

from __future__ import annotations

import json

import pytest

from croupier.table.play import HiddenCard
from croupier.table.table import Table
from tests.probes.conformance import conforms, nets, nonsense, play, snapshot
from tests.probes.toys.three_card import Peeking, ThreeCard

GAME = ThreeCard()
ANTES = ["1 bet ante 10", "2 bet ante 20", "3 bet ante 30"]
UNSEEN = "deal ?? ?? ?? ?? ?? ?? ?? ?? ??"
CHOICES = ["1 fold", "2 bet", "3 raise"]
TURNS = [
    "turn dealer#1 Qh",
    "turn dealer#2 6d",
    "turn dealer#3 4c",
    "turn 2#1 Kd",
    "turn 2#2 9s",
    "turn 2#3 2h",
    "turn 3#1 7c",
    "turn 3#2 7d",
    "turn 3#3 2c",
]


def test_a_hand_folded_unseen_is_never_known_and_another_is_turned() -> None:
    table = conforms(GAME, {}, [*ANTES, UNSEEN, "deal ?? ?? ??", *CHOICES, *TURNS])
    assert nets(table) == {"house": -70, "seat 1": -10, "seat 2": 20, "seat 3": 60}
    assert table.record()["places"]["1"] == ["??"] * 3 and table.record()["places"]["2"] == ["Kd", "9s", "2h"]


def test_a_terminal_and_a_live_table_settle_alike() -> None:
    drawn = conforms(GAME, {}, [*ANTES, "deal Ah As Ad Kd 9s 2h 7c 7d 2c Qh 6d 4c", *CHOICES])
    live = play(GAME, {}, [*ANTES, UNSEEN, "deal ?? ?? ??", *CHOICES, *TURNS])
    assert drawn.over and drawn.lines == live.lines
    assert drawn.record()["places"]["1"] == ["??"] * 3


def test_an_act_that_depends_on_cards_not_yet_known_is_judged_at_the_turn() -> None:
    seen = play(GAME, {}, ["1 bet ante 10", "deal Kd 9s 2h Qh 6d 4c", "! 1 raise"])
    assert (
        seen.play.view("1")["1"] == ["Kd", "9s", "2h"]
        and seen.play.view()["1"] == ["??"] * 3
        and seen.play.view("2")["1"] == ["??"] * 3
    )
    table = conforms(
        GAME,
        {},
        [
            "1 bet ante 10",
            "deal ?? ?? ?? ?? ?? ??",
            "1 raise",
            *TURNS[:3],
            "turn 1#1 Kd",
            "turn 1#2 9s",
            "turn 1#3 2h",
        ],
    )
    assert [(line.result, line.stake // 100, line.clauses) for line in table.lines] == [
        ("void", 10, ("toy s 21",)),
        ("win", 10, ("toy s 22",)),
    ]


def test_turns_come_in_order_and_name_cards_that_can_be() -> None:
    table = play(GAME, {}, [*ANTES, UNSEEN, "deal ?? ?? ??", *CHOICES, TURNS[0]])
    nonsense(table, "turn dealer#3 4c")
    nonsense(table, "turn dealer#2 ??")
    assert "dealt already" in nonsense(table, "turn dealer#2 Qh")


def test_reading_a_hidden_card_is_an_error_and_the_table_stands_as_it_was() -> None:
    for cards in ("deal Kd 9s 2h Qh 6d", "deal ?? ?? ?? ?? ??"):
        table = Table(Peeking())
        table.apply("1 bet ante 10")
        table.apply(cards)
        kept = snapshot(table)
        with pytest.raises(HiddenCard):
            table.apply("deal 4c")
        assert snapshot(table) == kept and table.draw_wanted == "deal"


def test_hidden_cards_are_in_the_hash_but_not_in_the_record() -> None:
    one, other = (play(GAME, {}, ["1 bet ante 10", f"deal Kd 9s 2h Qh 6d {last}"]) for last in ("4c", "5c"))
    assert one.record() == other.record() and one.play.digest() != other.play.digest()
    assert "Kd" not in json.dumps(one.record())


def test_cards_dealt_unseen_are_set_aside_unseen() -> None:
    table = conforms(
        GAME,
        {},
        [
            "1 bet ante 10",
            "deal ?? ?? ?? ?? ?? ??",
            "1 bet",
            *TURNS[:3],
            "supervisor rule chose-too-soon box=1",
            "1 fold",
        ],
    )
    assert table.over and nets(table) == {"house": 10, "seat 1": -10}
