"""Rows of the standards for electronic tables that the core can show without a screen or a network,
each named after its row.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from croupier.equipment.money import parse_amount
from croupier.floor import commands as ask
from croupier.floor.events import (
    Closed,
    Happened,
    Posted,
    RoundOpened,
    ShoeOpened,
    TableChanged,
    TableOpened,
    TerminalChanged,
    TerminalSet,
    VoucherIssued,
)
from croupier.floor.ledger import CASH, house, meter, own, stakes
from croupier.floor.rooms import Room, game_of
from tests.floor.house import PAUSE, House, Players

WHEEL = "queensland/roulette"
STUD = {"seed": "1000", "contribution": "50"}


def wheel(**more: Any) -> House:
    made = House()
    made.open(WHEEL, mode="live", **more)
    made.seat("a")
    return made


def spin(made: House, result: str) -> None:
    for act in ("no-more-bets", f"spin {result}"):
        made.must(ask.Deal, "dealer", table="t", act=act)


# The game.


def test_gam_3_only_wagers_named_in_the_rules_are_taken() -> None:
    made = wheel()
    made.round()
    for act in (
        "bet hardway:6 10",
        "bet player 10",
        "bet red",
        "bet 10",
        "spin 17",
        "",
        "   ",
        "rule no-spin",
        "2 bet red 10",
        "bet red -5",
        "bet red 1e3",
        "x" * 400,
    ):
        made.refused(ask.Play, "a", table="t", act=act)
    for act in ("", " ", "1 bet red 10", "supervisor rule no-spin", "dance"):
        made.refused(ask.Deal, "dealer", table="t", act=act)


def test_gam_4_a_fully_automatic_game_in_great_britain_runs_at_most_fifty_times_an_hour() -> None:
    made = House(4)
    made.open("great-britain/roulette")
    made.seat("a")
    begun = made.now
    while made.now < begun + 3_600_000:
        made.tick(1)
    opened = [event.at for event in made.journal if isinstance(event, RoundOpened)]
    assert sum(at < opened[0] + 3_600_000 for at in opened) <= 50
    assert all(later - earlier >= 72_000 for earlier, later in pairwise(opened))


def test_gam_4_elsewhere_the_pace_is_as_it_is_set_up() -> None:
    made = House(4)
    made.open(WHEEL, pace=30_000)
    made.seat("a")
    for _ in range(120):
        made.tick(1)
    opened = [event.at for event in made.journal if isinstance(event, RoundOpened)]
    assert len(opened) == 4 and all(later - earlier >= 30_000 for earlier, later in pairwise(opened))


def test_gam_5_bets_are_committed_before_the_outcome() -> None:
    made = House(5)
    made.open(WHEEL)
    players = Players(made, [made.seat("a"), made.seat("b")], 5)
    players.rounds(5)
    closed = 0
    for event in made.journal:
        if isinstance(event, Closed):
            closed = event.round
        if isinstance(event, Happened) and " bet " in event.text:
            assert event.round > closed


def test_gam_6_terms_change_only_between_rounds_and_never_under_a_wager() -> None:
    made = House()
    made.open("house/craps", mode="live")
    made.seat("a")
    made.round()
    made.play("a", "bet pass 10")
    for act in ("dice-out", "roll 3-3"):
        made.must(ask.Deal, "dealer", table="t", act=act)
    made.open("house/craps", mode="live", options={"minimum": "50"})
    table = made.floor.tables["t"]
    assert table.next_setup is not None and table.setup.options["minimum"] == "5"
    made.round()  # the line stands: the old terms hold
    made.play("a", "bet field 5")
    for act in ("dice-out", "roll 4-2"):
        made.must(ask.Deal, "dealer", table="t", act=act)
    made.round()
    assert table.next_setup is None and table.setup.options["minimum"] == "50"
    made.refused(ask.Play, "a", table="t", act="bet field 5")
    assert made.credits("a") == 100_000 + 1_000 - 500
    made.folds()


def test_gam_6_another_game_takes_the_table_over_between_rounds() -> None:
    made = House(6)
    made.open(WHEEL)
    for number in range(9):
        made.seat(f"t{number}")
    made.round()
    made.play("t0", "bet red 10")
    made.open("house/blackjack")
    assert made.floor.tables["t"].setup.game == WHEEL
    made.finish()
    made.round()
    table = made.floor.tables["t"]
    assert table.setup.game == "house/blackjack" and sorted(table.seats) == [
        str(number) for number in range(1, 8)
    ]
    made.play("t0", "bet main 10")
    made.finish()
    made.open("queensland/baccarat")
    made.round()
    assert any(isinstance(event, ShoeOpened) for event in made.journal)
    made.folds()


def test_gam_6_a_jackpot_outlives_a_change_of_terms() -> None:
    made = House(6)
    made.open("bahamas/caribbean-stud", options=STUD)
    made.seat("a")
    made.round()
    made.play("a", "bet ante 10")
    made.play("a", "bet progressive 1")
    made.finish()
    shown = made.floor.tables["t"].carried[""]["meters"]
    made.open("bahamas/caribbean-stud", options={**STUD, "minimum": "10"})
    assert made.floor.tables["t"].carried[""]["meters"] == shown == {"progressive": "1000.50"}
    made.round()
    made.folds()


def test_gam_9_inputs_in_any_order_do_no_harm() -> None:
    made = House(9)
    made.open("queensland/blackjack")
    for who in "abc":
        made.seat(who)
    made.round()
    for _ in range(3):
        for who in "cab":
            for act in (
                "bet blackjack 10",
                "remove blackjack",
                "hit",
                "stand",
                "bet blackjack 10",
                "split",
                "double",
                "insurance",
                "bet blackjack 1000",
            ):
                made.ask(ask.Play, who, table="t", act=act)
    made.finish()
    made.folds()


# Money.


def test_mon_1_buying_in_credits_losing_collects_winning_credits_cashing_out_debits() -> None:
    made = wheel()
    made.round()
    made.play("a", "bet red 10")
    made.play("a", "bet straight:2 10")
    spin(made, "1")
    assert made.credits("a") == 100_000 + 1_000 - 1_000
    made.must(ask.PayOut, "helper", terminal="a")
    assert (
        made.credits("a") == 0
        and made.floor.ledger.balance(CASH) == 0
        and made.floor.ledger.balance(house("t")) == 0
    )


def test_mon_2_what_came_and_went_is_metered_by_what_it_was_for() -> None:
    made = wheel()
    made.round()
    made.play("a", "bet red 10")
    made.play("a", "bet black 20")
    made.play("a", "remove black")
    spin(made, "1")
    made.must(ask.PrintVoucher, "a")
    shown = made.floor.ledger.meters(meter("a"))
    assert shown == {
        "cash-in": (100_000, 0),
        "stake": (0, 3_000),
        "returned": (3_000, 0),
        "won": (1_000, 0),
        "voucher-out": (0, 101_000),
    }
    assert made.floor.ledger.meters(house("t")) == {"won": (0, 1_000)}


def test_mon_2_what_is_lost_is_metered_as_lost() -> None:
    made = wheel()
    made.round()
    made.play("a", "bet red 10")
    spin(made, "2")
    assert made.floor.ledger.meters(house("t")) == {"lost": (1_000, 0)}


@pytest.mark.parametrize("name", [WHEEL, "house/craps", "queensland/blackjack", "bahamas/caribbean-stud"])
def test_mon_3_the_credit_is_what_the_meters_come_to(name: str) -> None:
    made = House(3)
    made.open(name)
    players = Players(made, [made.seat("a"), made.seat("b")], 3)
    players.rounds(6)
    for who in "ab":
        shown = made.floor.ledger.meters(meter(who))
        assert made.credits(who) == sum(came - went for came, went in shown.values())


def test_mon_4_money_that_somebody_moves_names_him() -> None:
    made = wheel()
    made.must(ask.RefusePay, "boss", terminal="a", amount=100, reason="a malfunction")
    made.must(ask.PayOut, "helper", terminal="a")
    assert [(event.by, event.why) for event in made.journal if isinstance(event, Posted)] == [
        ("helper", ""),
        ("boss", "a malfunction"),
        ("helper", ""),
    ]


def test_mon_6_a_large_win_locks_the_terminal_until_an_attendant_clears_it() -> None:
    made = wheel()
    made.must(ask.SetTerminal, "boss", terminal="a", lock_at=35_000)
    made.round()
    made.play("a", "bet straight:17 10")
    spin(made, "17")
    one = made.floor.terminals["a"]
    assert "350" in one.lock and one.calls
    made.round()
    for kind, more in (
        (ask.Play, {"table": "t", "act": "bet red 10"}),
        (ask.PrintVoucher, {}),
        (ask.InsertVoucher, {"number": "1"}),
        (ask.ToAccount, {"person": "alice"}),
    ):
        assert "stopped" in made.refused(kind, "a", **more)
    made.must(ask.ClearLock, "helper", terminal="a")
    made.play("a", "bet red 10")


def test_mon_6_also_when_the_player_has_just_left_the_table() -> None:
    made = wheel()
    made.must(ask.SetTerminal, "boss", terminal="a", lock_at=35_000)
    made.round()
    made.play("a", "bet straight:17 10")
    made.must(ask.Leave, "a", table="t")
    spin(made, "17")
    assert made.floor.terminals["a"].lock and not made.floor.tables["t"].seats


def test_vch_1_a_voucher_says_its_value_time_number_and_terminal() -> None:
    made = wheel()
    given = made.must(ask.PrintVoucher, "a").given
    assert (given["amount"], given["terminal"], given["at"]) == ("1000", "a", made.now) and len(
        given["voucher"]
    ) == 18
    event = next(event for event in made.journal if isinstance(event, VoucherIssued))
    assert (event.amount, event.terminal, event.at, event.number) == (
        100_000,
        "a",
        made.now,
        given["voucher"],
    )


def test_vch_2_numbers_do_not_repeat_and_do_not_follow_one_another() -> None:
    made = wheel()
    numbers = []
    for _ in range(200):
        numbers.append(made.must(ask.PrintVoucher, "a").given["voucher"])
        made.must(ask.TakeCash, "helper", terminal="a", amount=100)
    assert len(set(numbers)) == 200 and all(len(number) == 18 and number.isdigit() for number in numbers)
    for place in range(18):
        assert len({number[place] for number in numbers}) == 10


def test_vch_3_a_copied_voucher_is_paid_once() -> None:
    made = wheel()
    made.seat("b", amount=0)
    number = made.must(ask.PrintVoucher, "a").given["voucher"]
    made.must(ask.InsertVoucher, "b", number=number)
    for kind, who in ((ask.InsertVoucher, "b"), (ask.InsertVoucher, "a"), (ask.RedeemVoucher, "helper")):
        assert "already" in made.refused(kind, who, number=number)
    assert made.credits("b") == 100_000


def test_vch_5_above_the_limit_the_terminal_locks_for_an_attendant() -> None:
    made = wheel()
    made.must(ask.SetTerminal, "boss", terminal="a", most_voucher=50_000)
    answer = made.must(ask.PrintVoucher, "a")
    assert "attendant" in answer.given["locked"] and not made.floor.vouchers and made.credits("a") == 100_000
    assert "stopped" in made.refused(ask.PrintVoucher, "a")
    made.must(ask.PayOut, "helper", terminal="a")
    made.must(ask.ClearLock, "helper", terminal="a")
    made.folds()


# Interruption.


@pytest.mark.parametrize(
    "name",
    [WHEEL, "house/craps", "queensland/baccarat", "queensland/blackjack", "queensland/three-card-poker"],
)
def test_int_1_after_every_event_the_floor_recovers_to_the_same_state_and_goes_on(name: str) -> None:
    made = House(1)
    made.open(name)
    players = Players(made, [made.seat("a"), made.seat("b")], 1)
    for _ in range(12):
        made.core = made.again()
        one = players.table.round
        if one is not None and one.phase == "open":
            players.bet()
            made.now = one.deadline
        elif one is not None and one.phase == "waits":
            players.decide()
        made.core = made.again()
        made.tick(PAUSE / 1000)
        made.folds()
    assert players.table.number > 1 and not players.table.fault


def test_int_2_a_fault_is_still_there_after_the_power_was_lost() -> None:
    made = wheel()
    made.must(ask.ReportFault, "helper", terminal="a", why="the screen is dark")
    made.must(ask.ReportFault, "dealer", table="t", why="the wheel is crooked")
    made.core = made.again()
    assert "the screen is dark" in made.refused(ask.PrintVoucher, "a")
    assert "the wheel is crooked" in made.refused(ask.Deal, "dealer", table="t", act="no-more-bets")


def test_int_6_no_play_and_no_credit_in_while_in_fault_or_lock_up() -> None:
    made = wheel()
    made.round()
    number = made.must(ask.PrintVoucher, "a").given["voucher"]
    made.must(ask.Deposit, "helper", person="alice", amount=1_000)
    made.must(ask.ReportFault, "system", terminal="a", why="the screen is dark")
    for kind, who, more in (
        (ask.Play, "a", {"table": "t", "act": "bet red 10"}),
        (ask.InsertVoucher, "a", {"number": number}),
        (ask.FromAccount, "a", {"person": "alice", "amount": 100}),
        (ask.TakeCash, "helper", {"terminal": "a", "amount": 100}),
        (ask.Join, "a", {"table": "t"}),
        (ask.Collect, "a", {"table": "t"}),
    ):
        assert "stopped" in made.refused(kind, who, **more)


# History and audit.


def test_his_2_a_past_round_tells_wagers_result_and_prize() -> None:
    made = wheel()
    made.round()
    made.play("a", "bet straight:17 10")
    spin(made, "17")
    one = made.floor.tables["t"].past[1]
    assert [event.text for event in one.events] == ["1 bet straight:17 10", "dealer no-more-bets", "spin 17"]
    assert [(line["wager"], line["stake"], line["net"], line["odds"]) for line in one.lines["a"]] == [
        ("straight:17", "10", "350", "35:1")
    ]
    assert one.setup is not None
    again = Room(one.setup, one)
    assert [line.value() for line in again.groups["a"].lines] == one.lines["a"]
    assert game_of(one.setup).rules.digest() == made.floor.tables["t"].ruleset


def test_aud_5_opening_closing_and_changing_is_recorded_with_who_did_it() -> None:
    made = wheel()
    made.must(ask.ChangeTable, "boss", table="t", open=False)
    made.must(ask.SetTerminal, "chief", terminal="a", minimum={"t": 1_000})
    made.must(ask.ReportFault, "helper", terminal="a", why="no paper")
    made.must(ask.ClearFault, "super", terminal="a")
    found = [
        (type(event).__name__, event.by)
        for event in made.journal
        if isinstance(event, TableOpened | TableChanged | TerminalSet | TerminalChanged)
    ]
    assert found == [
        ("TableOpened", "boss"),
        ("TableChanged", "boss"),
        ("TerminalSet", "chief"),
        ("TerminalChanged", "helper"),
        ("TerminalChanged", "super"),
    ]


def test_sec_1_a_result_is_changed_by_two_people_only() -> None:
    made = wheel()
    made.round()
    made.play("a", "bet red 10")
    spin(made, "1")
    number = made.must(
        ask.ProposeCorrection, "boss", table="t", round=1, draws=("spin 2",), reason="so"
    ).given["correction"]
    made.refused(ask.ApproveCorrection, "boss", correction=number)
    made.refused(ask.ApproveCorrection, "super", correction=number)
    made.must(ask.ApproveCorrection, "chief", correction=number)


# Jackpots.


def test_prg_1_and_2_the_meter_grows_with_wagers_and_reconciles_with_its_account() -> None:
    made = House(2)
    made.open("bahamas/caribbean-stud", options=STUD)
    for who in "ab":
        made.seat(who, amount=10_000_000)
    table, pot = made.floor.tables["t"], own("t", "meter progressive")
    shown = parse_amount(STUD["seed"])
    for _ in range(30):
        made.round()
        for who in "ab":
            made.play(who, "bet ante 10")
            made.play(who, "bet progressive 1")
        for _ in range(3):
            one = table.round
            if one is not None and one.phase in ("open", "waits"):
                for who in "ab" if one.phase == "waits" else "":
                    made.ask(ask.Play, who, table="t", act="call")
                made.now = max(made.now, one.deadline)
            if table.round is not None:
                made.tick()
        made.finish()
        now = parse_amount(table.carried.get("", {}).get("meters", {}).get("progressive", STUD["seed"]))
        assert now - parse_amount(STUD["seed"]) == made.floor.ledger.balance(pot)
        shown = max(shown, now)
    meters = made.floor.ledger.meters(pot)
    assert shown > parse_amount(STUD["seed"]) and meters["contribution"][0] > 0
    paid = sum(made.floor.ledger.meters(meter(who)).get("jackpot", (0, 0))[0] for who in "ab")
    assert paid <= meters.get("jackpot", (0, 0))[1]
    assert not made.floor.ledger.balance(stakes("t", "a"))
