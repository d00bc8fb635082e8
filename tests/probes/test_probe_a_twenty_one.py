"""Probe a: three boxes of twenty-one, a follower, a split, and rulings that take the round back."""

from __future__ import annotations

import json

from croupier.table.table import Table, replay
from tests.probes.conformance import conforms, nets, nonsense, play, refused, snapshot
from tests.probes.toys.twenty_one import TwentyOne

BETS = ["1a bet main 10", "1b bet main 20", "2 bet main 10", "! 3 bet main 4", "3 bet main 30"]
CARDS = "deal 6h 8d Td 9c 5c 8s 7c"
"""Box 1 has 11, box 2 a pair of eights, box 3 has 17; the dealer shows a nine."""
BOX_1 = ["! 1a split", "1a double", "1b decline", "deal Kc"]
BOX_2 = ["2 split", "deal 3h", "! 2.1 split", "2.1 double", "deal Th", "deal Ts", "! 2.2 double", "2.2 stand"]
PLAYED = [*BETS, CARDS, *BOX_1, *BOX_2, "3 stand"]
"""Box 1 makes 21; hands 2.1 and 2.2 make 21 and 18."""
GAME = TwentyOne()


def test_a_follower_declines_and_a_split_hand_doubles() -> None:
    table = conforms(GAME, {}, [*PLAYED, "deal 5d 4d", "! 3 bet main 10"])
    assert table.over
    assert [
        (line.seat + line.bettor, line.hand, line.stake // 100, line.result, line.net // 100)
        for line in table.lines
    ] == [
        ("1a", "", 20, "win", 20),
        ("1b", "", 20, "win", 20),
        ("2", "1", 20, "win", 20),
        ("2", "2", 10, "push", 0),
        ("3", "", 30, "lose", -30),
    ]
    assert nets(table) == {"house": -30, "seat 1a": 20, "seat 1b": 20, "seat 2": 20, "seat 3": -30}


def test_the_same_person_by_either_name() -> None:
    table = play(
        GAME,
        {},
        [
            "1 bet main 10",
            "2a bet main 10",
            "deal 6h 8d 9c 5c 7s",
            "1a double",
            "deal Kc",
            "2 stand",
            "deal Th",
        ],
    )
    assert [str(event) for event in table.happened if not event.is_draw] == [
        "1 bet main 10",
        "2a bet main 10",
        "1 double",
        "2a stand",
    ]


def test_rewind_sets_the_cards_aside_and_draws_them_again_first_in_order() -> None:
    missed = [*PLAYED, "deal 5d 4d", "supervisor rule last-player-missed box=3"]
    table = conforms(GAME, {}, missed)
    assert (
        not table.over and table.pending[0].who == "3" and not any(line.seat == "3" for line in table.lines)
    )
    assert table.play.aside == ["5d", "4d"]
    assert table.record()["aside"] == ["??", "??"]
    refused(table, "3 double")
    hit = conforms(GAME, {}, [*missed, "3 hit"])
    assert (
        hit.play.cards("3") == ["Td", "7c", "5d"]
        and hit.play.cards("dealer") == ["9c", "4d"]
        and not hit.play.aside
    )
    stood = conforms(GAME, {}, [*missed, "3 stand"])
    assert stood.over and stood.play.cards("dealer") == ["9c", "5d", "4d"]
    straight = play(GAME, {}, [*PLAYED, "deal 5d 4d"])
    assert stood.lines == straight.lines and stood.after == straight.after


def test_rewind_to_one_hand_of_a_split() -> None:
    table = conforms(GAME, {}, [*PLAYED, "supervisor rule last-player-missed box=2.1"])
    assert table.pending[0].who == "2.1" and table.play.aside == ["Th", "Ts"]
    table.apply("2.1 stand")
    # The first card set aside goes to the second hand now, as the next card from the shoe would.
    assert table.play.cards("2.2") == ["8s", "Th"] and table.pending[0].who == "2.2"


def test_a_set_aside_card_that_is_never_drawn_has_left_the_shoe() -> None:
    table = conforms(
        GAME,
        {},
        [
            "1 bet main 10",
            "deal Th 9c 6c",
            "1 stand",
            "deal 6d 4d",
            "supervisor rule last-player-missed box=1",
            "1 hit",
        ],
    )
    assert table.over and nets(table) == {"house": 10, "seat 1": -10} and table.play.aside == ["4d"]
    assert {"6d", "4d"} <= set(table.after["out"])
    second = Table(GAME, table.after)
    second.apply("1 bet main 10")
    assert "dealt already" in nonsense(second, "deal 4d")


def test_burn_comes_at_once_and_the_burnt_card_stays_burnt_when_the_round_is_taken_back() -> None:
    events = [*PLAYED[:-1], "supervisor rule card-exposed"]
    table = conforms(GAME, {}, events)
    assert table.asked == "a card is burnt; deal" and [question.who for question in table.pending] == [
        "table"
    ]
    nonsense(table, "3 stand")
    burnt = conforms(
        GAME,
        {},
        [*events, "deal ??", "3 stand", "deal 5d 4d", "supervisor rule last-player-missed box=3", "3 stand"],
    )
    assert burnt.play.cards("dealer") == ["9c", "5d", "4d"] and burnt.record()["places"]["burnt"] == ["??"]


def test_a_void_draw_is_burnt_and_the_place_filled_again() -> None:
    table = conforms(GAME, {}, [*PLAYED, "deal 5d 4d", "supervisor rule card-out-of-turn", "deal 2d Tc"])
    assert table.play.cards("dealer") == ["9c", "5d", "2d", "Tc"] and "4d" in table.after["out"]


def test_a_result_put_right_must_leave_a_round_that_could_be() -> None:
    events = ["1 bet main 10", "deal 5h 9c 5c", "1 hit", "deal 2c", "1 stand", "deal 8d"]
    table = conforms(GAME, {}, [*events, "supervisor rule wrong-card result=Td"])
    assert nets(table) == {"house": 10, "seat 1": -10}
    stuck = play(GAME, {}, events[:-1])
    assert "cannot be carried out" in nonsense(
        stuck, "supervisor rule wrong-card result=Ah"
    ) and "cannot be read" not in nonsense(stuck, "supervisor rule wrong-card result=Zz")


def test_a_card_is_inserted() -> None:
    table = conforms(
        GAME,
        {},
        [
            "1 bet main 10",
            "deal 5h 9c 5c",
            "supervisor rule card-found card=9d",
            "1 hit",
            "1 stand",
            "deal 9h",
        ],
    )
    assert table.play.cards("1") == ["5h", "5c", "9d"]


def test_void_hand_returns_one_hand_and_the_script_goes_on() -> None:
    table = conforms(GAME, {}, [*PLAYED[:-2], "supervisor rule hand-without-cards box=2 hand=2"])
    assert table.pending[0].who == "3" and [(line.hand, line.result) for line in table.lines] == [
        ("2", "void")
    ]
    whole = conforms(GAME, {}, [*BETS, CARDS, "supervisor rule hand-without-cards box=1"])
    assert whole.pending[0].who == "2" and [line.bettor for line in whole.lines] == ["a", "b"]


def test_void_round_undoes_what_was_settled() -> None:
    table = conforms(GAME, {}, [*PLAYED, "deal 5d 4d", "supervisor rule misdeal"])
    assert (
        table.over
        and not nets(table)
        and {line.result for line in table.lines} == {"void"}
        and len(table.lines) == 5
    )
    assert "5d" in table.after["out"]


def test_a_wager_that_has_been_settled_is_void_as_if_it_had_not_been_made() -> None:
    table = conforms(
        GAME,
        {},
        [
            "1a bet main 10",
            "1b bet main 20",
            "deal 5h 9c Tc",
            "1a stand",
            "deal 9d",
            "supervisor rule late-wager seat=1b wager=main",
        ],
    )
    assert [(line.bettor, line.result) for line in table.lines] == [("a", "lose"), ("b", "void")]


def test_a_mark_is_read_by_the_script_and_what_is_open_is_asked_again() -> None:
    table = conforms(
        GAME,
        {},
        [
            *BETS,
            CARDS,
            "supervisor rule too-few-cards box=2",
            "supervisor rule too-few-cards box=3",
            "1a stand",
            "2 stand",
            "3 stand",
            "deal Tc",
        ],
    )
    assert table.play.marks["count-is-zero"]["box"] == "2+3" and "toy s 65" in table.clauses
    assert [line.result for line in table.lines] == ["lose"] * 4


def test_a_ruling_that_fails_midway_changes_nothing() -> None:
    table = play(GAME, {}, [*BETS, CARDS])
    assert "no wager" in nonsense(table, "supervisor rule exposed-and-no-cards box=9")
    nonsense(table, "supervisor rule last-player-missed box=3")
    nonsense(table, "supervisor rule last-player-missed")
    kept = snapshot(table)
    assert table.refusal("supervisor rule exposed-and-no-cards box=3") is None and snapshot(table) == kept


def test_several_cards_in_one_line_are_all_dealt_or_none() -> None:
    table = play(GAME, {}, BETS)
    assert "dealt already" in nonsense(table, "deal 6h 8d Td 9c 5c 6h")
    nonsense(table, f"{CARDS} 2c")
    nonsense(table, "deal ??")


def test_missed_and_may_retract() -> None:
    events = [*PLAYED, "deal 5d 4d", "supervisor rule missed-and-may-retract box=3"]
    kept = conforms(GAME, {}, [*events, "! 3 stand", "! deal 2d", "3 continue", "3 hit", "deal 2d"])
    assert kept.play.cards("3")[-1] == "5d"
    left = conforms(GAME, {}, [*events, "3 retract"])
    assert left.over and "seat 3" not in nets(left) and left.play.cards("dealer") == ["9c", "5d", "4d"]


def test_the_record_is_a_value_and_tells_hidden_things_to_nobody() -> None:
    table = play(GAME, {}, [*PLAYED, "deal 5d 4d", "supervisor rule last-player-missed box=3"])
    text = json.dumps(table.record())
    assert "5d" not in text and "4d" not in text
    other = replay(GAME, {}, table.stored())
    assert other.play.digest() == table.play.digest() and other.play.value() == table.play.value()
