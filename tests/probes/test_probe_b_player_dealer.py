"""Probe b: a player-dealer whose cover runs out, settled from the action position,
with a wager paid before that is known.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.errors import BadInput
from croupier.table.banks import HouseBank
from croupier.table.claims import Claim, Standing
from croupier.table.table import Table
from tests.probes.conformance import conforms, nets, nonsense, play
from tests.probes.toys.player_dealer import PlayerDealer

BEFORE = {"bank": {"seat": "3", "cover": "100"}}
BETS = ["1 bet line 50", "2 bet line 40", "4 bet line 60", "4 bet red 10", "! 3 bet line 5", "5 bet line 30"]
CARDS = "deal Kh 2c Qd 9c Tc"
"""Dealt from the bank's left: seat 4 has a king, 5 a two, 1 a queen, 2 a nine; the bank a ten."""


def test_the_cover_is_spent_in_order_and_the_rest_is_uncovered() -> None:
    table = conforms(PlayerDealer(), BEFORE, [*BETS, CARDS, "roll 3"])
    # Cover 100: red takes 10 of it; from seat 1 (three places further) 50 is paid, 40 is taken, nothing is
    # left for 4 and 5.
    assert [
        (line.seat, line.wager, line.result, line.net // 100, line.uncovered // 100, line.paid_by)
        for line in table.lines
    ] == [
        ("4", "red", "win", 10, 0, "seat 3"),
        ("1", "line", "win", 50, 0, "seat 3"),
        ("2", "line", "lose", -40, 0, "seat 3"),
        ("4", "line", "win", 0, 60, "seat 3"),
        ("5", "line", "lose", 0, 30, "seat 3"),
    ]
    assert (
        sum(table.net.values()) == 0
        and table.net["seat 3"] == -2000
        and table.play.bank.value()["used"] == "100"
    )


def test_a_claim_is_paid_in_part_and_the_commission_is_on_what_was_paid() -> None:
    table = conforms(PlayerDealer(), BEFORE, [*BETS, CARDS, "roll 1"])
    first, king, *rest = table.lines
    assert (first.wager, king.seat, king.net, king.uncovered, king.charge) == ("red", "4", 6000, 0, 300)
    # 30 is left: the losing 30 of seat 5 uses it up.
    assert [(line.seat, line.net, line.uncovered) for line in rest] == [
        ("5", -3000, 0),
        ("1", 0, 5000),
        ("2", 0, 4000),
    ]
    short = conforms(PlayerDealer(), {"bank": {"seat": "3", "cover": "50"}}, [*BETS, CARDS, "roll 1"])
    assert (short.lines[1].net, short.lines[1].uncovered, short.lines[1].charge) == (4000, 2000, 200)
    assert nets(short) == {"house": 2, "seat 3": -50, "seat 4": 48}


def test_the_wager_paid_early_is_settled_while_the_round_waits() -> None:
    table = play(PlayerDealer(), BEFORE, [*BETS, "deal Kh 2c Qd 9c"])
    assert (
        [line.wager for line in table.lines] == ["red"]
        and table.record()["bank"]["used"] == "10"
        and not table.over
    )
    nonsense(table, "roll 3")


def test_under_the_other_reading_what_is_won_can_be_paid_out_again() -> None:
    table = conforms(PlayerDealer("net"), {"bank": {"seat": "3", "cover": "40"}}, [*BETS, CARDS, "roll 2"])
    # From seat 5: red -10, takes 30, pays 50, takes 40, pays 50 of 60.
    assert [(line.seat, line.net // 100, line.uncovered // 100) for line in table.lines] == [
        ("4", 10, 0),
        ("5", -30, 0),
        ("1", 50, 0),
        ("2", -40, 0),
        ("4", 50, 10),
    ]
    assert table.play.bank.value()["gained"] == "-40"


def test_a_ruling_gives_back_the_cover_that_a_void_wager_had_used() -> None:
    table = conforms(
        PlayerDealer(), BEFORE, [*BETS, CARDS, "roll 3", "supervisor rule late seat=4 wager=red"]
    )
    assert [
        (line.seat, line.wager, line.result, line.net // 100, line.uncovered // 100) for line in table.lines
    ][-2:] == [("4", "line", "win", 10, 50), ("5", "line", "lose", 0, 30)]
    void = conforms(PlayerDealer(), BEFORE, [*BETS, CARDS, "roll 3", "supervisor rule misdeal"])
    assert not nets(void) and void.play.bank.value()["used"] == "0" and len(void.lines) == 5


def test_the_bank_moves_on_and_is_read_again() -> None:
    table = conforms(PlayerDealer(), BEFORE, [*BETS, CARDS, "roll 3"])
    assert table.after == {"bank": {"seat": "4", "cover": "0"}}
    assert Table(PlayerDealer(), table.after).play.bank.value()["seat"] == "4"
    with pytest.raises(BadInput, match="stake"):
        Table(PlayerDealer(), {"bank": {"seat": "3", "stake": "5"}})


def test_a_meter_pays_what_it_holds_and_remembers_it() -> None:
    bank = HouseBank({"meter progressive": "100"})
    win = Claim(
        Standing("1", "side", 500),
        "win",
        Fraction(8000),
        Fraction(0),
        ("toy m 1",),
        "a share",
        against="meter progressive",
    )
    lose = Claim(
        Standing("2", "side", 500),
        "lose",
        Fraction(0),
        Fraction(500),
        ("toy m 2",),
        "lost",
        contribution=("meter progressive", Fraction(100)),
    )
    lines, moves = bank.settle([win, win, lose])
    assert [(line.net, line.uncovered, line.paid_by) for line in lines] == [
        (8000, 0, "meter progressive"),
        (2000, 6000, "meter progressive"),
        (-500, 0, "house"),
    ]
    assert (
        bank.value() == {"meter progressive": "1"}
        and sum(move.amount for move in moves if move.target == "house") == 500
    )
