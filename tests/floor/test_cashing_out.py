"""Cashing out while wagers stand, and payment by hand: what is not at stake is paid,
what stands is played to its end, and what a terminal cannot pay an attendant or a manager does.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.floor import commands as ask
from croupier.floor.events import Posted, TerminalChanged, VoucherPaid
from croupier.floor.ledger import CASH, VOUCHERS, house, meter, owed, player, stakes
from croupier.floor.views import books, recalled, terminal_view
from tests.floor.house import BETTING, House
from tests.floor.test_schedule_19 import live, spin

OUT: dict[str, tuple[type[ask.Command], str, dict[str, Any]]] = {
    "voucher": (ask.PrintVoucher, "a", {}),
    "account": (ask.ToAccount, "a", {"person": "alice"}),
    "by hand": (ask.PayOut, "helper", {"terminal": "a"}),
}


def cash_out(made: House, how: str) -> dict[str, Any]:
    kind, by, more = OUT[how]
    return made.must(kind, by, **more).given


# Wagers that stand.


@pytest.mark.parametrize("how", OUT)
@pytest.mark.parametrize("stage", ["wagering period", "no more bets"])
def test_etg_31_credits_that_are_not_at_stake_are_paid_and_the_wager_stays(how: str, stage: str) -> None:
    made = live()
    made.round()
    made.play("a", "bet red 10")
    if stage == "no more bets":
        made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    given = cash_out(made, how)
    assert (given["amount"], given["standing"]) == ("990", "10")
    assert made.credits("a") == 0 and made.floor.ledger.balance(stakes("t", "a")) == 1_000
    assert "10 that stands is played to its end" in made.refused(*OUT["voucher"][:2])
    if stage == "wagering period":
        made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    made.must(ask.Deal, "dealer", table="t", act="spin 1")
    assert made.credits("a") == 2_000  # what it brings is on the meter until somebody collects it
    assert terminal_view(made.core, "a")["left"]
    made.must(ask.PayOut, "helper", terminal="a")
    assert made.credits("a") == 0 and not terminal_view(made.core, "a")["left"]
    made.folds()


def test_etg_19_a_wager_is_withdrawn_in_the_wagering_period_after_a_cash_out() -> None:
    made = live()
    made.round()
    made.play("a", "bet red 10")
    cash_out(made, "voucher")
    made.play("a", "remove red")
    assert made.credits("a") == 1_000 and not made.floor.terminals["a"].left
    assert "needed" in made.refused(ask.Play, "a", table="t", act="bet red 20")  # what was paid out is gone


@pytest.mark.parametrize("how", OUT)
def test_etg_31_between_rounds_a_come_wager_stands_and_its_result_goes_to_the_meter(how: str) -> None:
    made = live("house/craps")
    for bet, roll in (("bet pass 10", "roll 3-3"), ("bet come 20", "roll 2-2")):
        made.round()
        made.play("a", bet)
        for act in ("dice-out", roll):
            made.must(ask.Deal, "dealer", table="t", act=act)
    assert made.floor.tables["t"].round is None
    assert cash_out(made, how)["standing"] == "30"
    made.must(ask.Leave, "a", table="t")
    for roll in ("roll 3-1", "roll 4-2"):  # come wins on four, the line on six
        made.round()
        for act in ("dice-out", roll):
            made.must(ask.Deal, "dealer", table="t", act=act)
    assert made.credits("a") == 4_000 + 2_000 and not made.floor.tables["t"].seats
    assert terminal_view(made.core, "a")["left"] and [
        one["left"] for one in books(made.core)["terminals"]
    ] == [True]
    made.must(ask.PayOut, "helper", terminal="a")
    assert made.credits("a") == 0
    made.folds()


def test_etg_31_who_cashed_out_while_he_is_asked_is_answered_for_and_paid() -> None:
    made = House(5)
    made.open("queensland/blackjack")
    made.seat("a")
    made.round()
    made.play("a", "bet blackjack 10")
    made.tick(BETTING / 1000)
    made.tick()
    one = made.floor.tables["t"].round
    assert one is not None and one.phase == "waits"
    cash_out(made, "voucher")
    made.finish()
    assert made.floor.ledger.balance(stakes("t", "a")) == 0 and made.floor.ledger.balance(VOUCHERS) == 99_000
    made.folds()


def test_what_a_wager_brought_after_a_cash_out_is_put_right_on_the_meter_it_lies_on() -> None:
    made = live()
    made.round()
    made.play("a", "bet red 10")
    cash_out(made, "voucher")
    spin(made, "1")
    assert made.credits("a") == 2_000
    number = made.must(
        ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 2",), reason="it was two"
    ).given["correction"]
    made.must(ask.ApproveCorrection, "boss", correction=number)
    assert made.credits("a") == 0 and not made.floor.ledger.balance(owed("a", 1))
    made.folds()


def test_whoever_pays_in_where_nothing_was_left_is_not_asked_for_what_the_one_before_owes() -> None:
    made = live()
    made.round()
    made.play("a", "bet straight:17 10")
    spin(made, "17")
    while made.credits("a"):
        made.round()
        made.play("a", f"bet red {min(500, made.credits('a') // 100)}")
        spin(made, "2")
    session = made.floor.terminals["a"].session
    made.must(ask.TakeCash, "helper", terminal="a", amount=5_000)
    assert made.floor.terminals["a"].session == session + 1
    made.must(ask.TakeCash, "helper", terminal="a", amount=5_000)
    assert made.floor.terminals["a"].session == session + 1
    number = made.must(
        ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 18",), reason="so"
    ).given["correction"]
    made.must(ask.ApproveCorrection, "boss", correction=number)
    assert made.credits("a") == 10_000 and made.floor.ledger.balance(owed("a", session)) == -36_000
    assert books(made.core)["terminals"][0]["owed"] == {str(session): "-360"}
    made.folds()


# By hand.


def won(lock_at: int = 35_000) -> House:
    """A terminal with 990 and a win of 350 that waits for an attendant."""
    made = live()
    made.must(ask.SetTerminal, "boss", terminal="a", lock_at=lock_at)
    made.round()
    made.play("a", "bet straight:17 10")
    spin(made, "17")
    return made


def test_mon_6_a_win_above_the_limit_is_paid_by_hand_and_the_terminal_goes_on() -> None:
    made = won()
    assert made.floor.terminals["a"].win == 35_000 and terminal_view(made.core, "a")["win"] == "350"
    assert "stopped" in made.refused(ask.PrintVoucher, "a")
    assert made.must(ask.HandPay, "helper", terminal="a", cause="win").given == {"amount": "350"}
    one = made.floor.terminals["a"]
    assert made.credits("a") == 100_000 and not one.lock and not one.calls and not one.win
    assert made.floor.ledger.meters(meter("a"))["win-paid"] == (
        0,
        35_000,
    )  # MON-2: apart from credits that were cancelled
    assert made.floor.ledger.balance(CASH) == -100_000 + 35_000
    assert "no win waits" in made.refused(ask.HandPay, "helper", terminal="a", cause="win")
    made.round()
    made.play("a", "bet red 10")
    assert [
        (type(event).__name__, event.by)
        for event in made.journal
        if isinstance(event, Posted | TerminalChanged)
    ][-2:] == [("Posted", "helper"), ("TerminalChanged", "helper")]
    made.folds()


def test_mon_6_the_lock_stays_through_a_fault_and_over_a_restart() -> None:
    made = won()
    made.must(ask.ReportFault, "helper", terminal="a", why="no paper")
    made.core = made.again()
    made.must(ask.ClearFault, "super", terminal="a")
    assert made.floor.terminals["a"].win == 35_000 and "stopped" in made.refused(ask.PrintVoucher, "a")
    made.must(ask.HandPay, "boss", terminal="a", cause="win")
    made.must(ask.PrintVoucher, "a")


def test_mon_2_all_credits_with_a_win_among_them_are_metered_as_what_they_are() -> None:
    made = won()
    assert made.must(ask.PayOut, "helper", terminal="a").given["amount"] == "1350"
    meters = made.floor.ledger.meters(meter("a"))
    assert (meters["win-paid"], meters["hand-paid"]) == (
        (0, 35_000),
        (0, 100_000),
    ) and not made.floor.terminals["a"].lock
    made.folds()


def test_vch_5_credits_above_the_limit_of_a_voucher_are_paid_by_hand_and_that_ends_the_lock() -> None:
    made = live()
    made.must(ask.SetTerminal, "boss", terminal="a", most_voucher=50_000)
    made.must(ask.PrintVoucher, "a")
    assert made.floor.terminals["a"].lock
    made.must(ask.PayOut, "helper", terminal="a")
    assert not made.floor.terminals["a"].lock and not made.floor.terminals["a"].calls
    made.must(ask.TakeCash, "helper", terminal="a", amount=1_000)


def test_etg_33_a_voucher_that_did_not_come_out_is_paid_by_hand_and_never_again() -> None:
    made = live()
    assert "no voucher" in made.refused(ask.HandPay, "helper", terminal="a", cause="voucher")
    number = made.must(ask.PrintVoucher, "a").given["voucher"]
    assert made.must(
        ask.HandPay, "helper", terminal="a", cause="voucher", reason="the paper was torn"
    ).given == {"amount": "1000"}
    event = made.journal[-1]
    assert isinstance(event, VoucherPaid) and event.by == "helper" and "torn" in event.why
    assert "already" in made.refused(ask.RedeemVoucher, "helper", number=number)
    assert "already" in made.refused(ask.HandPay, "helper", terminal="a", cause="voucher")
    assert made.floor.ledger.balance(VOUCHERS) == made.floor.ledger.balance(CASH) == 0
    made.folds()


def test_etg_34_the_credits_of_a_terminal_that_does_not_work_are_paid_by_hand() -> None:
    made = live()
    assert "no fault" in made.refused(ask.HandPay, "helper", terminal="a", cause="malfunction")
    made.must(ask.ReportFault, "helper", terminal="a", why="the screen is dark")
    assert (
        made.must(
            ask.HandPay, "helper", terminal="a", cause="malfunction", reason="as agreed with the player"
        ).given["amount"]
        == "1000"
    )
    assert made.floor.terminals["a"].fault  # it is mended before anybody plays here
    assert "win, a voucher" in made.refused(ask.HandPay, "helper", terminal="a", cause="kindness")
    made.folds()


def test_etg_39_where_the_right_result_cannot_be_shown_the_manager_pays_the_round_rightly() -> None:
    made = live()
    made.round()
    made.play("a", "bet straight:17 10")
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    made.must(ask.ReportFault, "dealer", table="t", why="no result can be entered")
    made.must(ask.ClearFault, "super", table="t", void=True)  # the wager went back; the ball lay in 17
    for who in ("helper", "super", "dealer", "a"):
        made.refused(
            ask.PayRound, who, terminal="a", table="t", round=1, amount=35_000, reason="the ball lay in 17"
        )
    assert "did not play" in made.refused(
        ask.PayRound, "boss", terminal=made.seat("b"), table="t", round=1, amount=35_000, reason="so"
    )
    made.refused(ask.PayRound, "boss", terminal="a", table="t", round=2, amount=35_000, reason="so")
    made.refused(ask.PayRound, "boss", terminal="a", table="t", round=1, amount=35_000, reason=" ")
    cash = made.floor.ledger.balance(CASH)
    made.must(
        ask.PayRound, "boss", terminal="a", table="t", round=1, amount=35_000, reason="the ball lay in 17"
    )
    assert made.floor.ledger.balance(CASH) == cash + 35_000 and made.floor.ledger.meters(house("t")) == {
        "round-paid": (0, 35_000)
    }
    event = made.journal[-1]
    assert isinstance(event, Posted) and (event.table, event.round, event.terminal, event.by, event.why) == (
        "t",
        1,
        "a",
        "boss",
        "the ball lay in 17",
    )
    shown = recalled(made.floor.tables["t"].past[1], "a")
    assert shown is not None and shown["by-hand"] == "350"
    made.folds()


def test_etg_33_an_account_takes_what_is_not_at_stake() -> None:
    made = live()
    made.round()
    made.play("a", "bet red 10")
    assert (
        cash_out(made, "account") == {"amount": "990", "standing": "10"}
        and made.floor.ledger.balance(player("alice")) == 99_000
    )


def test_etg_33_where_a_terminal_gives_no_voucher_an_attendant_or_a_manager_gives_one() -> None:
    for who in ("helper", "boss"):
        made = live()
        made.must(ask.ReportFault, "super", terminal="a", why="no paper")
        assert "stopped" in made.refused(ask.PrintVoucher, "a")
        given = made.must(ask.GiveVoucher, who, terminal="a").given
        assert (
            given["amount"] == "1000"
            and made.credits("a") == 0
            and made.floor.ledger.balance(VOUCHERS) == 100_000
        )
        assert "no credits" in made.refused(ask.GiveVoucher, who, terminal="a")
        made.must(ask.RedeemVoucher, "helper", number=given["voucher"])
        assert made.floor.ledger.balance(VOUCHERS) == made.floor.ledger.balance(CASH) == 0
        made.folds()


def test_vch_5_what_no_voucher_may_hold_and_a_win_that_waits_are_paid_by_hand_alone() -> None:
    made = live()
    made.must(ask.SetTerminal, "boss", terminal="a", most_voucher=50_000, lock_at=10_000)
    assert "at most 500" in made.refused(ask.GiveVoucher, "helper", terminal="a")
    made.must(ask.SetTerminal, "boss", terminal="a", lock_at=10_000)
    made.round()
    made.play("a", "bet straight:17 10")
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    made.must(ask.Deal, "dealer", table="t", act="spin 17")
    assert (
        "waits" in made.refused(ask.GiveVoucher, "helper", terminal="a")
        and made.floor.terminals["a"].win == 35_000
    )
    made.must(ask.HandPay, "helper", terminal="a", cause="win")
    assert made.must(ask.GiveVoucher, "helper", terminal="a").given["amount"] == "1000"
    made.folds()
