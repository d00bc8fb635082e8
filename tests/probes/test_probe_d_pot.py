"""Probe d: three players, one all in, a side pot, a bet that nobody called."""

from __future__ import annotations

from tests.probes.conformance import conforms, nets, play
from tests.probes.toys.pot import Pot
from tests.probes.toys.toy import memory

GAME = Pot()
BEFORE = {"stacks": {"1": "20", "2": "100", "3": "60"}, "button": "3"}
ALL_IN = [
    "! 1 call",
    "! 1 raise 21",
    "1 all-in",
    "! 2 check",
    "! 2 raise 30",
    "2 raise 80",
    "! 3 raise 70",
    "3 call",
]


def test_a_side_pot_and_an_uncalled_bet() -> None:
    table = conforms(GAME, BEFORE, ["deal Kc 9d 4h", *ALL_IN])
    # Seat 2 raised to 80 and seat 3 has 60: 20 goes back; the side pot of 80 is paid before the main pot of
    # 60.
    assert [
        (line.seat, line.wager, line.stake // 100, line.result, line.net // 100) for line in table.lines
    ] == [
        ("2", "pot", 20, "withdrawn", 0),
        ("2", "pot:side-1", 40, "win", 40),
        ("3", "pot:side-1", 40, "lose", -40),
        ("1", "pot:main", 20, "win", 40),
        ("2", "pot:main", 20, "lose", -20),
        ("3", "pot:main", 20, "lose", -20),
    ]
    assert nets(table) == {"house": 1, "seat 1": 39, "seat 2": 20, "seat 3": -60}
    assert table.net["pot"] == 0
    assert table.after == {"stacks": {"1": "59", "2": "120", "3": "0"}, "button": "1"}


def test_the_next_hand_begins_with_what_is_left() -> None:
    table = conforms(
        GAME,
        {"stacks": {"1": "59", "2": "120"}, "button": "1"},
        ["deal 2c 3d", "2 raise 10", "! 1 check", "1 fold"],
    )
    assert next((line.seat, line.wager, line.result, line.net) for line in table.lines) == (
        "2",
        "pot",
        "withdrawn",
        0,
    )
    assert table.over and not nets(table) and table.record()["places"] == {"2": ["??"], "1": ["??"]}


def test_a_pot_that_does_not_divide() -> None:
    events = ["deal 9d 9h 4h", "1 raise 1.01", "! 2 raise 1.50", "2 call", "3 call"]
    table = conforms(GAME, {"stacks": {"1": "20.00", "2": "20", "3": "20"}, "button": "3"}, events)
    # 3.03 for two: the odd cent goes to the first from the button's left.
    assert {name: amount for name, amount in table.net.items() if name.startswith("seat")} == {
        "seat 1": 51 - 100,
        "seat 2": 50,
        "seat 3": -101,
    }


def test_a_live_table_names_the_cards_when_they_are_turned() -> None:
    table = play(GAME, BEFORE, ["deal ?? ?? ??", *ALL_IN])
    assert table.asked == "cards; turn 1#1"
    live = conforms(GAME, BEFORE, ["deal ?? ?? ??", *ALL_IN, "turn 1#1 Kc", "turn 2#1 9d", "turn 3#1 4h"])
    assert live.lines == conforms(GAME, BEFORE, ["deal Kc 9d 4h", *ALL_IN]).lines


def test_chips_come_back_when_the_round_is_void_or_taken_back() -> None:
    void = conforms(GAME, BEFORE, ["deal Kc 9d 4h", *ALL_IN, "supervisor rule misdeal"])
    assert (
        not nets(void)
        and void.after["stacks"] == BEFORE["stacks"]
        and memory(void.play)["stacks"]["2"] == 10000
    )
    back = conforms(
        GAME,
        BEFORE,
        ["deal Kc 9d 4h", *ALL_IN, "supervisor rule acted-too-soon box=3", "! 3 check", "3 fold"],
    )
    assert nets(back) == {"house": 1, "seat 1": 19, "seat 2": -20}


def test_a_fouled_hand_is_out_and_answered_for() -> None:
    table = conforms(
        GAME, BEFORE, ["deal Kc 9d 4h", "1 raise 5", "2 raise 10", "supervisor rule fouled box=1"]
    )
    assert [line.result for line in table.lines] == ["void"] and table.pending[0].who == "3"
    table.apply("3 call")
    assert table.over and nets(table) == {"house": 1, "seat 2": 9, "seat 3": -10}
