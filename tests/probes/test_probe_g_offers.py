"""Probe g: a ruling offers to retract while questions are open."""

from __future__ import annotations

from croupier.table.table import Table
from tests.probes.conformance import conforms, nets, nonsense, play, refused
from tests.probes.toys.three_card import ThreeCard
from tests.probes.toys.twenty_one import TwentyOne

GAME = ThreeCard()
ANTES = ["1 bet ante 10", "2 bet ante 20", "2 bet bonus 5", "3 bet ante 30"]
CARDS = "deal Ah Kd Qs Kc 9s 2h 7c 7d 2c Qh 6d 4c"
FAILS = "supervisor rule machine-fails to=all"


def test_one_seat_retracts_while_its_question_is_open() -> None:
    events = [*ANTES, CARDS, "1 bet", FAILS]
    table = play(GAME, {}, events)
    assert table.asked == "offer; 1: retract, continue; 2: retract, continue; 3: retract, continue"
    assert (
        refused(table, "2 fold") == "toy s 16"
        and refused(table, "deal 2s") == "toy s 16"
        and refused(table, "dealer hurry") == "toy s 16"
    )
    on = conforms(GAME, {}, [*events, "1 continue", "2 retract", "3 continue", "3 bet"])
    assert [(line.seat, line.wager, line.result, line.clauses) for line in on.lines][:2] == [
        ("2", "ante", "withdrawn", ("toy s 16",)),
        ("2", "bonus", "withdrawn", ("toy s 16",)),
    ]
    assert nets(on) == {"house": -40, "seat 1": 10, "seat 3": 30} and on.record()["gone"] == ["2"]


def test_the_round_waits_for_every_offer_before_it_goes_on() -> None:
    table = play(GAME, {}, [*ANTES, CARDS, "1 bet", "3 bet", FAILS, "2 retract"])
    assert [question.who for question in table.pending] == ["1", "3"] and not any(
        line.result == "win" for line in table.lines
    )
    refused(table, "2 retract")
    table.apply("3 continue")
    table.apply("1 retract")
    assert table.over and nets(table) == {"house": -30, "seat 3": 30}


def test_the_order_of_the_answers_to_an_offer_changes_nothing() -> None:
    ends = set()
    for order in (
        ["1 continue", "2 retract", "3 continue"],
        ["3 continue", "2 retract", "1 continue"],
        ["2 retract", "3 continue", "1 continue"],
    ):
        ends.add(conforms(GAME, {}, [*ANTES, CARDS, FAILS, *order, "3 bet", "1 bet"]).play.digest())
    assert len(ends) == 1


def test_everybody_retracts() -> None:
    table = conforms(GAME, {}, [*ANTES, CARDS, FAILS, "1 retract", "2 retract", "3 retract"])
    assert table.over and not nets(table) and {line.result for line in table.lines} == {"withdrawn"}


def test_a_wager_is_taken_back_wholly_or_in_part() -> None:
    events = [*ANTES, CARDS, "supervisor rule wrong-area to=2"]
    table = conforms(
        GAME,
        {},
        [
            *events,
            "! 2 take-back ante 21",
            "2 take-back ante 15",
            "2 take-back bonus",
            "2 continue",
            "1 fold",
            "3 fold",
            "2 bet",
        ],
    )
    assert [(line.wager, line.stake // 100, line.result) for line in table.lines][:2] == [
        ("ante", 15, "withdrawn"),
        ("bonus", 5, "withdrawn"),
    ]
    assert nets(table) == {"house": 35, "seat 1": -10, "seat 2": 5, "seat 3": -30}
    one = play(
        GAME,
        {},
        [
            *ANTES,
            CARDS,
            "supervisor rule wrong-area to=2 wager=bonus",
            "! 2 take-back ante",
            "2 take-back bonus",
            "2 continue",
        ],
    )
    assert [question.who for question in one.pending] == ["1", "2", "3"]


def test_a_single_question_to_somebody_who_retracts_is_answered_for() -> None:
    game = TwentyOne()
    events = ["1 bet main 10", "2 bet main 20", "deal 6h 8d 9c 5c 8s", "supervisor rule machine-fails to=1"]
    table = conforms(game, {}, [*events, "1 retract", "2 stand", "deal 8c"])
    assert nets(table) == {"house": 20, "seat 2": -20}


def test_offers_add_up_and_an_offer_to_nobody_is_an_error() -> None:
    table = play(GAME, {}, [*ANTES, CARDS])
    assert "no wager" in nonsense(table, "supervisor rule machine-fails to=7")
    table.apply("supervisor rule machine-fails to=2")
    table.apply("supervisor rule wrong-area to=1+3")
    assert [question.who for question in table.pending] == ["2", "1", "3"]


def test_answers_to_an_offer_outlive_a_rewind_and_a_burn_waits_for_the_offer() -> None:
    table = conforms(
        GAME,
        {},
        [
            *ANTES,
            CARDS,
            "1 bet",
            FAILS,
            "1 continue",
            "2 retract",
            "3 continue",
            "3 bet",
            "supervisor rule chose-too-soon box=1",
            "1 fold",
            "3 bet",
        ],
    )
    assert nets(table) == {"house": -20, "seat 1": -10, "seat 3": 30}
    burning = Table(GAME)
    for event in [
        *ANTES,
        CARDS,
        FAILS,
        "supervisor rule card-exposed",
        "1 continue",
        "2 continue",
        "3 continue",
    ]:
        burning.apply(event)
    assert burning.asked == "a card is burnt; deal"
    burning.apply("deal 2s")
    assert burning.asked.startswith("everyone chooses")
