"""The life of a bank from the auction to the loss: who has it, what he stakes, who covers it, who is next."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import BadInput
from tests.chemin.play import FIVE, FREE, HELD, game, nets, play, told, why_not

WINS = ["deal 2h 3d Kc 4d", "3 card", "2 under-eight", "deal Kh"]
"""The Player draws to 2 and has 2; the Banker stays with 7: the bank wins, if 2 has it and 3 covers it."""
LOSES = ["deal 9h 3d Kc 4d", "3 natural"]
TIES = ["deal 7h 3d Kc 4d", "3 stay"]
BANCO = ["2 bet bank 200", "3 banco"]


# The auction.


def test_the_highest_offer_has_the_first_bank() -> None:
    table = play(
        FIVE,
        [
            "1 bid 100",
            "4 bid 150",
            "2 no-bid",
            "! 1 bid 100",
            "1 bid 120",
            "! 1 no-bid",
            "dealer award-bank",
            "! 1 bet bank 200",
            "4 bet bank 150",
        ],
    )
    assert table.play.remembered()["bank"]["seat"] == "4" and "reg 5(5)(b)" in table.clauses


def test_of_equal_offers_the_one_closest_to_the_dealer() -> None:
    table = play(FIVE, ["4 bid 150", "3 bid 150", "5 bid 150", "dealer award-bank"])
    assert table.play.remembered()["bank"]["seat"] == "3"


def test_a_bank_of_nothing() -> None:
    assert why_not(FIVE, [], "3 bid 0") == ("a bank of nothing covers nothing", "reg 5(6)(a)")
    assert why_not(HELD, [], "2 bet bank 0") == ("a bank of nothing covers nothing", "reg 5(6)(a)")
    assert why_not({**FIVE, "relinquished": "2"}, [], "3 take-bank 0") == (
        "a bank of nothing covers nothing",
        "reg 5(6)(a)",
    )
    with pytest.raises(BadInput, match="a bank of nothing covers nothing"):
        play({**FIVE, "bank": {"seat": "2", "stake": "0"}}, [])


def test_nothing_is_awarded_to_nobody() -> None:
    play(
        FIVE,
        [
            "! dealer award-bank",
            "! deal 5h",
            "! dealer no-more-bets",
            "! 3 take-bank 50",
            "! 3 pass-bank",
            "! 3 bet bank 50",
            "! 3 bet cover 50",
            "! dealer second-bids",
            "! dealer no-taker",
        ],
    )


def test_the_first_stake_is_not_less_than_the_bid() -> None:
    events = ["4 bid 1000", "dealer award-bank"]
    assert why_not(FIVE, events, "4 bet bank 999.99")[1] == "reg 5(6)(b)"
    play(FIVE, [*events, "4 bet bank 5000"])


def test_the_printed_example_of_the_range() -> None:
    """reg 5(6)(b): a bid of 1,000, then 1,000 to 2,000, then 2,000 to 4,000."""
    first = play(
        FIVE,
        [
            "1 bid 1000",
            "dealer award-bank",
            "1 bet bank 1000",
            "2 banco",
            "deal 2h 3d Kc 4d",
            "2 card",
            "1 under-eight",
            "deal Kh",
        ],
    )
    second = play(
        first.after,
        [
            "! 1 bet bank 999",
            "! 1 bet bank 2001",
            "1 bet bank 2000",
            "2 banco",
            "deal 2h 3d Kc 4d",
            "2 card",
            "1 under-eight",
            "deal Kh",
        ],
    )
    play(second.after, ["! 1 bet bank 1999", "! 1 bet bank 4001", "1 bet bank 4000"])


def test_the_range_goes_by_the_wager_as_placed_or_as_covered() -> None:
    events = ["2 bet bank 200", "3 bet cover 50", "dealer no-more-bets", *WINS]
    first = play(HELD, events)
    assert first.after["bank"] == {"seat": "2", "cover": "50", "stake": "200"}
    play(first.after, ["! 2 bet bank 199", "2 bet bank 200"])
    covered = game(readings={"preceding-wager": "as-covered"})
    again = play({**HELD, "bank": {"seat": "2", "stake": "200", "cover": "200"}}, events, covered)
    play(again.after, ["! 2 bet bank 49", "! 2 bet bank 101", "2 bet bank 100"], covered)
    play(again.after, ["2 pass-bank", "! 3 take-bank 49", "! 3 take-bank 101", "3 take-bank 50"], covered)
    assert first.after.get("suivi") is None and again.after["suivi"] == "3", (
        "what was left of the wager has been equalled"
    )


# Who covers.


def test_banco_is_the_nearest_to_the_banker() -> None:
    table = play(
        HELD,
        [
            "2 bet bank 300",
            "! 2 banco",
            "1 banco",
            "! 1 banco",
            "4 banco",
            "! 5 banco",
            "! 1 banco",
            "3 banco",
            "! 3 bet cover 10",
            "! 4 bet cover 10",
            *WINS,
        ],
    )
    assert told(table) == [
        ("1", "cover", 30000, "withdrawn", 0, 0),
        ("4", "cover", 30000, "withdrawn", 0, 0),
        ("3", "cover", 30000, "lose", -30000, 0),
        ("2", "bank", 30000, "win", 30000, 1500),
    ]
    assert table.after["suivi"] == "3"


def test_suivi_goes_before_banco() -> None:
    before = {**HELD, "suivi": "5"}
    table = play(
        before,
        [
            "2 bet bank 300",
            "3 banco",
            "! 4 suivi",
            "5 suivi",
            "! 3 banco",
            "! 3 bet cover 5",
            "deal 9h 3d Kc 4d",
            "5 natural",
        ],
    )
    assert nets(table) == {"seat 2": -30000, "seat 5": 30000}
    assert table.lines[0].clauses == ("reg 5(7)(b)",) and "seat 5 says suivi" in table.lines[0].why


def test_a_suivi_out_of_turn() -> None:
    assert why_not(HELD, ["2 bet bank 300"], "3 suivi")[1] == "reg 5(7)(b)"
    before = {**HELD, "suivi": "5"}
    assert why_not(before, [], "5 suivi") == ("the Banker has not staked yet", "reg 5(7)(a)")
    assert (
        why_not(before, ["2 bet bank 300", "3 bet cover 50", "dealer no-more-bets"], "5 suivi")[1]
        == "reg 5(7)(e)"
    )
    assert (
        why_not(before, ["2 bet bank 300", "3 bet cover 50", "dealer no-more-bets"], "4 banco")[1]
        == "reg 5(7)(e)"
    )
    assert why_not(before, ["2 bet bank 300", "3 bet cover 50", "5 suivi"], "4 banco") == (
        "seat 5 covers the whole bank by suivi",
        "reg 5(7)(c)",
    )
    assert why_not(before, ["2 bet bank 300"], "5 bet cover 50")[1] == "reg 5(7)(d)"


def test_a_better_right_takes_the_place_of_parts() -> None:
    before = {**HELD, "suivi": "1"}
    start = ["2 bet bank 200", "3 bet cover 10", "4 decline"]
    table = play(
        before,
        [
            *start,
            "5 bet cover 20",
            "4 banco",
            "! 5 bet cover 5",
            "1 suivi",
            "! 3 banco",
            "deal 9h 7d Kc Kd",
            "1 natural",
        ],
    )
    assert told(table) == [
        ("3", "cover", 1000, "withdrawn", 0, 0),
        ("5", "cover", 2000, "withdrawn", 0, 0),
        ("4", "cover", 20000, "withdrawn", 0, 0),
        ("1", "cover", 20000, "win", 20000, 0),
        ("2", "bank", 20000, "lose", -20000, 0),
    ]
    assert [line.clauses for line in table.lines[:3]] == [
        ("reg 5(7)(c)",),
        ("reg 5(7)(c)",),
        ("reg 5(7)(b)",),
    ]
    assert [line.why for line in table.lines[:3]] == [
        "seat 4 says banco",
        "seat 4 says banco",
        "seat 1 says suivi",
    ]
    again = play(before, [*start, "4 banco", "4 remove cover", "! 5 bet cover 5", "3 bet cover 10"])
    assert [(standing.seat, standing.stake) for standing in again.play.wagers] == [
        ("2", 20000),
        ("3", 1000),
    ], "the parts begin again"


def test_who_says_banco_keeps_what_he_has_bet() -> None:
    bounded = game(maximum="200")
    table = play(
        HELD, ["2 bet bank 200", "3 bet cover 150", "3 banco", "deal 9h 7d Kc Kd", "3 natural"], bounded
    )
    assert told(table) == [("3", "cover", 20000, "win", 20000, 0), ("2", "bank", 20000, "lose", -20000, 0)]
    play(HELD, ["2 bet bank 200", "3 bet cover 200", "3 banco", "! 4 banco", "! 4 bet cover 1"], bounded)


def test_a_stand_off_is_skipped() -> None:
    first = play(HELD, [*BANCO, *WINS])
    assert first.after["suivi"] == "3"
    tied = play(first.after, ["2 bet bank 300", "4 banco", "deal 7h 3d Kc 4d", "4 stay"])
    assert [line.result for line in tied.lines] == ["push", "push"] and not nets(tied)
    assert tied.after["suivi"] == "3" and tied.after["bank"]["stake"] == "300"
    play(tied.after, ["2 bet bank 300", "! 4 suivi", "3 suivi"])


def test_who_covered_a_part_has_no_suivi() -> None:
    table = play(HELD, ["2 bet bank 200", "3 bet cover 100", "4 bet cover 100", *WINS])
    assert "suivi" not in table.after


def test_parts_in_turn_until_the_bank_is_covered() -> None:
    events = [
        "2 bet bank 300",
        "! 4 bet cover 50",
        "3 bet cover 100",
        "! 3 bet cover 10",
        "4 decline",
        "! 5 bet cover 200.01",
        "5 bet cover 150",
        "! 1 bet cover 51",
        "1 bet cover 50",
    ]
    table = play(HELD, [*events, "! 3 bet cover 1", "deal 2h 3d Kc 4d", "5 card", "2 under-eight", "deal Kh"])
    assert nets(table) == {
        "house": 1500,
        "seat 1": -5000,
        "seat 2": 28500,
        "seat 3": -10000,
        "seat 5": -15000,
    }
    assert [line.seat for line in table.lines] == ["3", "5", "1", "2"]


def test_a_cover_larger_than_what_is_left() -> None:
    why, clause = why_not(HELD, ["2 bet bank 300", "3 bet cover 250"], "4 bet cover 51")
    assert (why, clause) == ("50 of the bank is left to be covered", "reg 5(7)(a)")
    assert why_not(HELD, ["2 bet bank 300"], "3 bet cover 301")[1] == "reg 5(7)(a)"


def test_when_all_have_been_asked_it_goes_round_again() -> None:
    table = play(
        HELD,
        [
            "2 bet bank 300",
            "3 bet cover 10",
            "4 decline",
            "5 decline",
            "1 decline",
            "! 4 bet cover 5",
            "3 decline",
            "4 bet cover 20",
            "5 decline",
            "1 decline",
            "3 bet cover 30",
        ],
    )
    assert {standing.seat: standing.stake for standing in table.play.wagers} == {
        "2": 30000,
        "3": 4000,
        "4": 2000,
    }


def test_what_is_not_covered_is_withdrawn() -> None:
    table = play(
        HELD,
        [
            "2 bet bank 300",
            "3 bet cover 100",
            "dealer no-more-bets",
            "! 4 bet cover 50",
            "! 3 remove cover",
            *LOSES,
        ],
    )
    assert told(table) == [
        ("2", "bank", 20000, "withdrawn", 0, 0),
        ("3", "cover", 10000, "win", 10000, 0),
        ("2", "bank", 10000, "lose", -10000, 0),
    ]
    assert table.lines[0].clauses == ("reg 5(7)(e)",)


def test_a_bank_that_nobody_covers_is_taken_back() -> None:
    table = play(HELD, ["2 bet bank 300", "! deal 5h", "dealer no-more-bets"])
    assert table.over and told(table) == [("2", "bank", 30000, "withdrawn", 0, 0)]
    assert table.after == {**HELD, "players": ("1", "2", "3", "4", "5")}
    new = play(FIVE, ["4 bid 100", "dealer award-bank", "4 bet bank 120", "dealer no-more-bets"])
    assert new.after["bank"] == {"seat": "4", "bid": "100"}
    play(new.after, ["! 4 bet bank 99", "! 4 pass-bank", "4 bet bank 100"])


def test_a_wager_may_be_taken_back_until_no_more_bets() -> None:
    table = play(
        HELD,
        [
            "2 bet bank 300",
            "3 banco",
            "3 remove cover 100",
            "4 bet cover 100",
            "4 remove cover",
            "dealer no-more-bets",
            *WINS,
        ],
    )
    assert nets(table) == {"house": 1000, "seat 2": 19000, "seat 3": -20000}


def test_the_banker_may_raise_his_stake_until_it_is_covered() -> None:
    play(HELD, ["2 bet bank 200", "2 bet bank 100", "! 2 bet bank 101", "3 bet cover 50", "! 2 bet bank 10"])


def test_the_dominant_player() -> None:
    """Who covers the whole; else who covers most; of those the nearest."""
    for events, dominant in (
        (["3 bet cover 50", "4 bet cover 100", "5 bet cover 100"], "4"),
        (["3 decline", "4 decline", "5 bet cover 10", "1 bet cover 10"], "5"),
        (["1 banco"], "1"),
    ):
        table = play(HELD, ["2 bet bank 300", *events, "deal ?? ?? ?? ??"])
        assert [question.who for question in table.pending] == [dominant]


# Limits and what a wager is made with.


def test_limits_chips_and_cash() -> None:
    small = game(minimum="50", maximum="400", chip="5")
    play(
        FIVE,
        [
            "! 3 bid 45",
            "! 3 bid 405",
            "! 3 bid 52",
            "3 bid 50",
            "dealer award-bank",
            "3 bet bank 400 with=cash",
            "! 4 bet cover 45",
            "4 bet cover 55 with=cash",
        ],
        small,
    )
    with pytest.raises(BadInput, match="with= is cash"):
        play(HELD, ["2 bet bank 200", "3 bet cover 10 with=beans"])
    table = play(HELD, ["2 bet bank 200 with=cash", "3 bet cover 10 with=cash"])
    assert {"reg 5(6)(c)", "reg 5(7)(f)"} <= table.clauses
    assert why_not(FIVE, [], "3 bid 45", small)[1] == "reg 5(2)"
    assert why_not(FIVE, [], "3 bid 52", small)[1] == "reg 5(7)(f)"


def test_the_places_at_the_table() -> None:
    assert why_not({}, [], "7 bid 50", game(seats="6"))[0] == "this table has 6 places"
    play({}, ["! 3b bid 50"])


# Keeping, passing and losing the bank.


def test_a_bank_that_loses_is_offered_from_the_right() -> None:
    lost = play(HELD, [*BANCO, *LOSES])
    assert "bank" not in lost.after and lost.after["relinquished"] == "2"
    assert {"reg 5(11)(a)(i)", "reg 5(11)(b)"} <= lost.clauses
    table = play(
        lost.after,
        [
            "! 4 take-bank",
            "! 2 take-bank",
            "! 3 bid 50",
            "3 decline-bank",
            "! 3 take-bank",
            "4 take-bank 80",
            "! 4 bet bank 79",
            "! 4 pass-bank",
            "4 bet bank 500",
            "5 banco",
        ],
    )
    assert table.play.bank.value()["seat"] == "4"
    table = play(
        lost.after,
        [
            "3 decline-bank",
            "4 decline-bank",
            "5 decline-bank",
            "! 2 take-bank",
            "1 decline-bank",
            "! 1 take-bank",
            "3 take-bank",
            "3 bet bank 1",
        ],
    )
    assert table.play.bank.value()["cover"] == "1"


def test_the_banker_may_pass_after_a_hand() -> None:
    won = play(HELD, [*BANCO, *WINS])
    table = play(
        won.after,
        [
            "! 3 pass-bank",
            "2 pass-bank",
            "! 4 take-bank 200",
            "! 3 take-bank 199",
            "! 3 take-bank 401",
            "? 3 take-bank",
            "3 take-bank 250",
            "! 3 bet bank 249",
            "! 3 bet bank 401",
            "3 bet bank 400",
        ],
    )
    assert table.play.remembered()["passed-by"] == "2" and "reg 5(11)(c)" in table.clauses


def test_a_bank_is_not_passed_once_it_is_staked() -> None:
    assert why_not(HELD, ["2 bet bank 200"], "2 pass-bank")[1] == "reg 5(11)(a)"


def test_a_passed_bank_that_nobody_takes_is_auctioned_without_the_passer() -> None:
    declined = [
        "2 pass-bank",
        "3 decline-bank",
        "! dealer no-taker",
        "4 decline-bank",
        "5 decline-bank",
        "1 decline-bank",
    ]
    assert why_not(HELD, declined, "2 bid 500")[1] == "reg 5(11)(c)"
    play(
        HELD,
        [
            *declined,
            "! dealer second-bids",
            "3 bid 20",
            "4 no-bid",
            "5 no-bid",
            "! 2 bid 500",
            "1 bid 30",
            "2 bid 40",
            "dealer award-bank",
            "! 3 bet bank 40",
            "2 bet bank 40",
        ],
    )
    first = play(
        HELD,
        [
            *declined,
            "3 bid 20",
            "dealer award-bank",
            "3 bet bank 20",
            "4 banco",
            "deal 9h 3d Kc 4d",
            "4 natural",
        ],
    )
    assert first.after["relinquished"] == "2", "it is still the bank that seat 2 passed"


def test_a_passed_bank_that_loses_goes_on_from_who_passed_it() -> None:
    took = play(
        HELD,
        [
            "2 pass-bank",
            "3 decline-bank",
            "4 take-bank 200",
            "4 bet bank 200",
            "5 banco",
            "deal 2h 3d Kc 4d",
            "5 card",
            "4 under-eight",
            "deal Kh",
        ],
    )
    assert took.after["passed-by"] == "2"
    again = play(
        took.after,
        ["4 pass-bank", "5 take-bank 200", "5 bet bank 200", "1 banco", "deal 9h 3d Kc 4d", "1 natural"],
    )
    assert (
        again.after["relinquished"] == "2"
        and "passed-by" not in again.after
        and "reg 5(11)(d)" in again.clauses
    )
    play(again.after, ["! 4 take-bank", "3 take-bank"])


def test_suivi_ends_with_the_banker_or_goes_with_the_bank() -> None:
    events = ["2 pass-bank", "3 decline-bank", "4 take-bank 200", "4 bet bank 200"]
    before = {**HELD, "suivi": "3"}
    play(before, [*events, "! 3 suivi"])
    play(before, [*events, "3 suivi"], game(readings={"suivi-follows": "the-bank"}))
    own = play(
        before,
        ["2 pass-bank", "3 take-bank 200", "3 bet bank 200", "! 4 suivi"],
        game(readings={"suivi-follows": "the-bank"}),
    )
    assert own.play.remembered()["suivi"] == ""


def test_the_banker_is_ordered_to_pass() -> None:
    between = play(
        HELD,
        [
            "? supervisor rule pass-the-bank seat=3",
            "supervisor rule pass-the-bank seat=2",
            "! 2 bet bank 200",
            "3 take-bank",
            "3 bet bank 10",
        ],
    )
    assert between.rulings[0].clauses == ("reg 5(11)(a)(ii)",)
    won = play(HELD, [*BANCO, "supervisor rule pass-the-bank seat=2", *WINS])
    assert won.after["relinquished"] == "2" and "bank" not in won.after and "suivi" not in won.after
    void = play(
        HELD,
        [
            *BANCO,
            "deal 2h 3d",
            "supervisor rule pass-the-bank seat=2",
            "supervisor rule wrong-order rectified=no bank=stays",
        ],
    )
    assert void.after["relinquished"] == "2"


# Changing seats.


def test_who_moves_nearer_to_the_bank_misses_the_turn() -> None:
    """Seat 5 moves to 3, to the Banker's right: the bank passes him by once."""
    before = {"players": ["1", "2", "4", "5"], "bank": {"seat": "2", "stake": "200"}}
    moved = play(
        before, ["! 5 move to=4", "5 move to=3", "2 bet bank 200", "! 1 move to=6", "3 banco", *LOSES]
    )
    assert moved.after["moved"] == {"3": "5"} and moved.after["players"] == ("1", "2", "3", "4")
    assert why_not(moved.after, [], "3 take-bank")[1] == "reg 5(11)(e)"
    took = play(moved.after, ["4 take-bank", "4 bet bank 50", "1 banco", "deal 9h 3d Kc 4d", "1 natural"])
    assert "moved" not in took.after, "he has missed it"
    play(took.after, ["1 decline-bank", "2 decline-bank", "3 take-bank"])


def test_who_moves_away_misses_nothing() -> None:
    before = {"players": ["1", "2", "3", "4"], "relinquished": "2"}
    table = play(before, ["3 move to=5", "4 decline-bank", "5 take-bank 10"])
    assert table.play.remembered()["bank"]["seat"] == "5"


def test_a_turn_is_missed_when_the_offer_has_gone_round() -> None:
    before = {"players": ["1", "2", "4", "5"], "relinquished": "2"}
    play(before, ["5 move to=3", "! 3 take-bank", "4 decline-bank", "1 decline-bank", "3 take-bank"])


def test_a_move_takes_everything_along() -> None:
    before = {
        "players": ["1", "2", "3"],
        "bank": {"seat": "2", "stake": "200"},
        "suivi": "3",
        "passed-by": "1",
    }
    table = play(
        before,
        [
            "3 move to=6",
            "2 move to=7",
            "1 move to=4",
            "4 move to=1",
            "? 1 move",
            "? 1 move to=x",
            "! 1 move to=7",
            "7 bet bank 200",
            "6 suivi",
            "deal 9h 3d Kc 4d",
            "6 natural",
        ],
    )
    assert table.after["relinquished"] == "1" and table.after["moved"] == {"6": "3", "7": "2"}


# A new shoe.


LAST = {**HELD, "shoe": {"unseen": 296}}
"""Sixteen cards are left of six decks: the cutting card comes out in this hand."""


def test_a_new_shoe_is_auctioned() -> None:
    table = play(LAST, [*BANCO, *WINS])
    assert table.after == {
        **FIVE,
        "shoe": {"new": True},
        "players": ("1", "2", "3", "4", "5"),
        "dealt-by": "2",
    }
    play(
        table.after,
        [
            "! 3 bid 10",
            "! dealer shuffle at=9",
            "! dealer shuffle depth=13",
            "dealer shuffle at=120 depth=20",
            "3 bid 10",
            "dealer award-bank",
        ],
    )


def test_or_the_bank_goes_on() -> None:
    on = game(readings={"bank-of-a-new-shoe": "goes-on"})
    table = play(LAST, [*BANCO, *WINS], on)
    assert table.after["bank"] == {"seat": "2", "stake": "200"} and table.after["suivi"] == "3"
    play(table.after, ["dealer shuffle", "2 bet bank 400", "3 suivi"], on)


def test_where_the_cards_are_cut_and_by_whom() -> None:
    before = {**FIVE, "shoe": {"new": True}}
    exactly = game(readings={"cut": "exactly-ten"})
    play(before, ["! dealer shuffle at=120", "dealer shuffle at=302"], exactly)
    play(
        before,
        [
            "! dealer shuffle cut-by=1",
            "! dealer shuffle cut-by=dealer",
            "! dealer shuffle cut-by=3 cut-refused=5",
            "dealer shuffle cut-by=4 cut-refused=5",
        ],
    )
    table = play(
        {**before, "dealt-by": "2"},
        [
            "! dealer shuffle cut-by=5",
            "! dealer shuffle cut-by=3 cut-refused=1+5+4+3+2",
            "dealer shuffle cut-by=1",
        ],
    )
    assert "reg 5(4)(b)" in table.clauses
    play(before, ["dealer shuffle cut-by=dealer cut-refused=5+4+3+2+1"])


def test_a_burnt_card() -> None:
    table = play(
        {**FIVE, "shoe": {"new": True}},
        ["dealer shuffle", "! 1 bid 5", "deal ??", "1 bid 5"],
        game(burn="yes"),
    )
    assert table.play.view()["burnt"] == ["??"]


# A table at which it is not known who sits there.


def test_nobody_is_known_to_come_before_another() -> None:
    first = play(
        {},
        [
            "4 bid 10",
            "dealer award-bank",
            "4 bet bank 10",
            "2 bet cover 2",
            "1 bet cover 3",
            "2 remove cover",
            "2 decline",
            "5 bet cover 7",
            "deal 2h 3d Kc 4d",
            "5 card",
            "4 under-eight",
            "deal Kh",
        ],
    )
    assert first.after["bank"] == {"seat": "4", "stake": "10"}
    passed = play(
        first.after,
        [
            "! 4a take-bank 10",
            "4a pass-bank",
            "! 4 take-bank 10",
            "1 decline-bank",
            "! 1 take-bank 10",
            "dealer no-taker",
            "! 4 bid 5",
            "1 bid 3",
            "dealer second-bids",
            "4 bid 5",
            "dealer award-bank",
        ],
    )
    assert passed.play.remembered()["bank"]["seat"] == "4"
    lost = play(
        {"bank": {"seat": "4", "stake": "10"}},
        [
            "4 bet bank 10",
            "1 banco",
            "! 2 banco",
            "9 banco",
            "! 1 banco",
            "9 remove cover",
            "2 banco",
            "deal 9h 3d Kc 4d",
            "2 natural",
        ],
    )
    assert lost.after["relinquished"] == "4"
    play(lost.after, ["! 4 take-bank", "3 decline-bank", "7 take-bank", "? 7 move to=8", "7 bet bank 4"])


@pytest.mark.parametrize(
    ("before", "wrong"),
    [
        ({"bank": {"stake": "10"}}, "a bank belongs to a seat"),
        ({"bank": {"seat": "9", "stake": "10"}, **FIVE}, "nobody sits there"),
        ({"bank": {"seat": "2", "stake": "10", "cover": "11"}}, "no more of a bank is covered"),
        ({"bank": {"seat": "2", "stake": "10"}, "suivi": "2"}, "does not cover his own bank"),
        ({"bank": {"seat": "2", "turn": "10"}}, "turn"),
        ({"suivi": "99"}, "no seat"),
        ({"moved": {"x": "2"}}, "no seat"),
        ({"bancker": "2"}, "there is no key"),
    ],
)
def test_what_no_table_carries(before: dict[str, Any], wrong: str) -> None:
    with pytest.raises(BadInput, match=wrong):
        play(before, [])


def test_the_free_rulebook_plays_too() -> None:
    table = play(
        HELD,
        ["2 bet bank 200", "3 banco", "deal 2h 3d Kc Kd", "3 card", "2 under-eight", "deal Kh", "2 stay"],
        game(FREE, tableau="free", fee="0"),
    )
    assert nets(table) == {"seat 2": 20000, "seat 3": -20000}
