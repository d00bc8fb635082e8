"""Probe c: an auctioned bank over several rounds; what one round leaves is what the next begins with."""

from __future__ import annotations

from croupier.table.table import replay
from tests.probes.conformance import conforms, nets, play, snapshot
from tests.probes.toys.auction import Auction
from tests.probes.toys.toy import memory

GAME = Auction()
FIRST = [
    "1 bid 50",
    "! 2 bid 50",
    "2 bid 100",
    "! 2 pass",
    "3 pass",
    "1 pass",
    "dealer knock-down",
    "1 bet punto 60",
    "! 3 banco",
    "! 3 bet punto 50",
    "3 bet punto 40",
    "deal 9c Kh",
]


def test_two_rounds_of_one_bank() -> None:
    first = conforms(GAME, {}, FIRST)
    assert nets(first) == {"house": 5, "seat 1": -60, "seat 2": 95, "seat 3": -40}
    assert first.after == {"bank": {"seat": "2", "cover": "195"}}
    assert [(line.wager, line.charge, line.paid_by) for line in first.lines][-1] == ("bank", 500, "house")
    second = conforms(GAME, first.after, ["! 2 reduce", "2 keep", "3 banco", "deal Ah 2h"])
    assert nets(second) == {"seat 2": -195, "seat 3": 195}
    assert second.after == {"turn": "3"}
    third = conforms(GAME, second.after, ["1 pass", "2 pass", "3 pass"])
    assert third.over and not third.lines and third.after == {"turn": "1"}


def test_the_bank_is_passed_and_auctioned_among_the_others() -> None:
    before = {"bank": {"seat": "2", "cover": "195"}}
    table = conforms(
        GAME, before, ["2 pass-bank", "3 bid 20", "dealer knock-down", "2 bet punto 20", "deal 5c 5d"]
    )
    assert table.lines[0].result == "push" and table.after == {"bank": {"seat": "3", "cover": "20"}}
    assert before == {"bank": {"seat": "2", "cover": "195"}}


def test_the_bank_is_part_of_the_record() -> None:
    table = play(GAME, {}, FIRST[:7])
    assert table.record()["bank"] == {"seat": "2", "cover": "100", "used": "0", "gained": "0"}
    assert table.play.digest() != play(GAME, {}, [*FIRST[:4], "2 bid 101", *FIRST[4:7]]).play.digest()


def test_a_void_round_leaves_the_bank_as_it_was() -> None:
    table = conforms(
        GAME,
        {"bank": {"seat": "2", "cover": "195"}},
        ["2 keep", "3 banco", "deal Ah 2h", "supervisor rule misdeal"],
    )
    assert not nets(table) and table.after == {"bank": {"seat": "2", "cover": "195"}}


def test_the_auction_is_taken_back_with_the_bank_that_it_made() -> None:
    table = conforms(GAME, {}, [*FIRST, "supervisor rule bid-again box=2"])
    assert (
        table.record()["bank"]["cover"] == "0"
        and memory(table.play)["bids"] == {"1": 5000}
        and table.play.aside == ["9c", "Kh"]
    )
    on = conforms(
        GAME,
        {},
        [
            *FIRST,
            "supervisor rule bid-again box=2",
            "dealer knock-down",
            "2 bet punto 10",
            "! 2 bet punto 60",
            "deal 9c",
        ],
    )
    assert on.net == {"seat 2": -1000, "seat 1": 950, "house": 50}
    assert snapshot(replay(GAME, {}, on.stored())) == snapshot(on)
