"""Queensland's Schedule 19, requirement by requirement:
what an electronic table game does, as far as it needs no screen.
"""

from __future__ import annotations

import pytest

from croupier.floor import commands as ask
from croupier.floor.events import Closed, Collected, Happened, RoundOver
from croupier.floor.ledger import CASH, VOUCHERS, layout, player, stakes
from croupier.floor.roles import ALLOWED
from tests.floor.house import BETTING, DECIDING, House, Players
from tests.tiers import chosen_games

WHEEL = "queensland/roulette"


def live(name: str = WHEEL, **more: object) -> House:
    """A live table `t` with a terminal `a` that has 1,000."""
    house = House()
    house.open(name, mode="live", **more)
    house.seat("a")
    return house


def spin(house: House, result: str, table: str = "t") -> None:
    """Close the betting and enter a result."""
    house.must(ask.Deal, "dealer", table=table, act="no-more-bets")
    house.must(ask.Deal, "dealer", table=table, act=f"spin {result}")


def test_etg_01_a_table_is_opened_by_a_manager_and_by_nobody_else() -> None:
    house = House()
    for who in ("super", "helper", "dealer", "watch", "alice"):
        house.refused(ask.OpenTable, who, setup={"table": "t", "game": WHEEL})
    house.open(WHEEL)
    assert house.floor.tables["t"].setup.game == WHEEL


@pytest.mark.parametrize("name", [name for name in chosen_games() if name.startswith("queensland/")])
def test_etg_02_a_terminal_plays_by_the_games_own_rules(name: str) -> None:
    house = House(19)
    house.open(name)
    players = Players(house, [house.seat("a"), house.seat("b")], 19)
    players.rounds(3)
    clauses = {
        clause
        for one in house.floor.tables["t"].past.values()
        for lines in one.lines.values()
        for line in lines
        for clause in line["clauses"]
    }
    assert clauses and all(clause for clause in clauses)


def test_etg_03_and_20_the_rule_and_the_limits_of_the_game_hold_on_a_terminal() -> None:
    house = live()
    house.round()
    house.refused(ask.Play, "a", table="t", act="bet red 1")
    house.refused(ask.Play, "a", table="t", act="bet straight:37 10")
    house.refused(ask.Play, "a", table="t", act="bet red 1000")
    house.play("a", "bet red 10")
    assert house.credits("a") == 99_000


def test_etg_04_no_more_terminals_than_approved_join_a_table() -> None:
    house = House()
    house.open(WHEEL, terminals=2)
    house.seat("a")
    house.seat("b")
    house.must(ask.EnrolTerminal, "boss", terminal="c")
    assert "2 terminals" in house.refused(ask.Join, "c", table="t")
    house.must(ask.Leave, "a", table="t")
    house.must(ask.Join, "c", table="t")


def test_etg_14_after_no_more_bets_the_terminal_takes_no_wager_no_change_no_withdrawal() -> None:
    house = live()
    house.round()
    house.play("a", "bet red 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for act in ("bet black 10", "bet red 10", "remove red", "remove red 5"):
        assert "no more bets" in house.refused(ask.Play, "a", table="t", act=act)
    assert house.floor.ledger.balance(stakes("t", "a")) == 1_000


def test_etg_14_at_the_end_of_the_wagering_period_nothing_is_taken_even_before_the_clock_has_closed_it() -> (
    None
):
    house = live()
    house.now = house.round().deadline
    assert "no more bets" in house.refused(ask.Play, "a", table="t", act="bet red 10")
    house.now -= 1
    house.play("a", "bet red 10")


@pytest.mark.parametrize("name", ["queensland/craps", "house/craps", "great-britain/craps"])
def test_etg_14_nothing_at_all_is_changed_between_no_more_bets_and_the_result(name: str) -> None:
    house = House()
    house.open(name)
    house.seat("a")
    one = house.round()
    acts = [
        act
        for question in house.core.room(house.floor.tables["t"]).main.pending
        if question.who == "*"
        for act in question.allowed()
    ]
    house.now = one.deadline
    house.tick()
    assert one.phase == "closed"
    for act in acts:
        assert "no more bets" in house.refused(ask.Play, "a", table="t", act=f"{act} 10")


def test_etg_14_while_decisions_are_asked_no_wager_of_the_round_is_made_or_withdrawn() -> None:
    house = House(5)
    house.open("queensland/three-card-poker")
    house.seat("a")
    house.round()
    house.play("a", "bet ante 10")
    house.now += BETTING
    house.tick()
    house.tick()
    one = house.floor.tables["t"].round
    assert one is not None and one.phase == "waits"
    assert "no more bets" in house.refused(ask.Play, "a", table="t", act="remove ante")
    assert "sch 13 s 15(4)" in house.refused(ask.Play, "a", table="t", act="bet pair-plus 10")


def test_etg_16_cash_and_vouchers_become_credits_at_once() -> None:
    house = live()
    assert house.credits("a") == 100_000
    number = house.must(ask.PrintVoucher, "a").given["voucher"]
    assert house.credits("a") == 0
    house.seat("b", amount=0)
    house.must(ask.InsertVoucher, "b", number=number)
    assert house.credits("b") == 100_000
    house.must(ask.Deposit, "helper", person="alice", amount=5_000)
    house.must(ask.FromAccount, "b", person="alice", amount=2_000)
    assert house.credits("b") == 102_000 and house.floor.ledger.balance(player("alice")) == 3_000


def test_etg_17_a_terminal_bets_on_all_its_games_at_once() -> None:
    house = live()
    house.open("queensland/baccarat", "u", mode="live")
    house.must(ask.Join, "a", table="u")
    house.round("t")
    house.round("u")
    house.play("a", "bet red 10")
    house.play("a", "bet player 20", "u")
    assert house.credits("a") == 97_000
    spin(house, "1")
    assert house.credits("a") == 99_000 and house.floor.ledger.balance(stakes("u", "a")) == 2_000


def test_etg_19_wagers_are_made_changed_and_withdrawn_freely_until_no_more_bets() -> None:
    house = live()
    house.round()
    house.play("a", "bet red 10")
    house.play("a", "bet red 15")
    assert house.floor.ledger.balance(stakes("t", "a")) == 2_500
    house.play("a", "remove red")
    assert house.credits("a") == 100_000
    house.play("a", "bet split:17-20 5")
    house.play("a", "remove split:20-17")
    house.play("a", "bet straight:0 20")
    assert house.credits("a") == 98_000


def test_etg_21_there_is_a_wagering_period_and_it_closes_by_itself() -> None:
    house = live()
    one = house.round()
    assert one.deadline == one.opened + BETTING
    house.tick(BETTING / 1000 - 1)
    assert one.phase == "open"
    house.tick(1)
    assert one.phase == "closed"


@pytest.mark.parametrize(
    "kind", [ask.Deal, ask.Rule, ask.ClearFault, ask.ClearLock, ask.ReportFault, ask.SetTerminal]
)
def test_etg_22_and_23_nobody_but_the_staff_interferes(kind: type[ask.Command]) -> None:
    house = live()
    more: dict[str, object] = {
        ask.Deal: {"table": "t", "act": "no-more-bets"},
        ask.Rule: {"table": "t", "irregularity": "no-spin"},
        ask.ClearFault: {"table": "t"},
        ask.ClearLock: {"terminal": "a"},
        ask.ReportFault: {"terminal": "a", "why": "x"},
        ask.SetTerminal: {"terminal": "a"},
    }[kind]  # type: ignore[assignment]  # the kinds of the commands differ
    for who in ("a", "alice", "nobody"):
        house.refused(kind, who, **more)


def test_etg_22_a_terminal_does_nothing_at_a_box_of_another() -> None:
    house = House(5)
    house.open("queensland/blackjack")
    house.seat("a")
    house.seat("b")
    house.round()
    assert "not for this terminal" in house.refused(ask.Play, "b", table="t", act="1 bet main 10")
    assert "join it first" in house.refused(
        ask.Play, house.must(ask.EnrolTerminal, "boss", terminal="c") and "c", table="t", act="bet main 10"
    )


def test_etg_25_and_27_losing_wagers_are_cleared_and_winnings_are_credited() -> None:
    house = live()
    house.round()
    house.play("a", "bet straight:17 10")
    house.play("a", "bet red 20")
    spin(house, "17")  # black: 35 to 1 on 10, and 20 is lost
    assert house.floor.ledger.balance(stakes("t", "a")) == 0
    assert house.credits("a") == 100_000 + 35_000 - 2_000


def test_etg_28_and_29_a_winning_wager_stays_on_the_layout_until_it_is_collected() -> None:
    house = live(collect=True)
    house.round()
    house.play("a", "bet straight:17 10")
    house.play("a", "bet red 20")
    spin(house, "17")
    # The winnings are credits already; the wager itself lies there.
    assert (
        house.credits("a") == 100_000 - 3_000 + 35_000
        and house.floor.ledger.balance(layout("t", "a")) == 1_000
    )
    house.must(ask.Collect, "a", table="t")
    assert (
        house.credits("a") == 100_000 - 2_000 + 35_000 and house.floor.ledger.balance(layout("t", "a")) == 0
    )
    house.refused(ask.Collect, "a", table="t")
    house.folds()


def test_etg_28_what_is_not_collected_is_a_new_wager_at_the_next_no_more_bets() -> None:
    house = live(collect=True)
    house.round()
    house.play("a", "bet red 20")
    spin(house, "1")
    house.round()
    spin(house, "3")  # red again: the wager that was left wins once more
    assert (
        house.credits("a") == 100_000 - 2_000 + 2_000 + 2_000
        and house.floor.ledger.balance(layout("t", "a")) == 2_000
    )
    house.round()
    spin(house, "2")  # black: what was left is lost
    assert house.credits("a") == 102_000 and house.floor.ledger.balance(layout("t", "a")) == 0
    house.folds()


def test_etg_28_what_may_not_be_wagered_again_goes_to_the_credits() -> None:
    house = live(collect=True)
    house.round()
    house.play("a", "bet red 300")
    spin(house, "1")
    house.round()
    house.play("a", "bet red 300")  # 600 would be above the maximum of 500
    before = house.credits("a")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    assert house.credits("a") == before + 30_000 and house.floor.ledger.balance(stakes("t", "a")) == 30_000


@pytest.mark.parametrize("why", ["fault", "lock", "gone"])
def test_etg_28_at_a_terminal_that_does_not_play_nothing_is_wagered_again(why: str) -> None:
    house = live(collect=True)
    if why == "lock":
        house.must(ask.SetTerminal, "boss", terminal="a", lock_at=2_000)
    house.round()
    house.play("a", "bet red 20")
    spin(house, "1")
    if why == "fault":
        house.must(ask.ReportFault, "helper", terminal="a", why="the screen is dark")
    house.seat("b")
    house.round()
    if why == "gone":
        house.must(ask.Leave, "a", table="t")
    spin(house, "2")
    assert house.credits("a") == 102_000


def test_etg_28_what_lies_there_belongs_to_the_player_who_cashes_out() -> None:
    house = live(collect=True)
    house.round()
    house.play("a", "bet red 20")
    spin(house, "1")
    assert house.must(ask.PrintVoucher, "a").given["amount"] == "1020"
    house.round()
    spin(house, "2")
    assert house.credits("a") == 0


def test_etg_30_the_least_wager_differs_from_terminal_to_terminal() -> None:
    house = live()
    house.seat("b")
    house.must(ask.SetTerminal, "boss", terminal="b", minimum={"t": 2_000}, maximum={"t": 10_000})
    house.round()
    house.play("a", "bet red 5")
    assert "least wager at this terminal is 20" in house.refused(ask.Play, "b", table="t", act="bet red 15")
    house.play("b", "bet split:17-20 20")
    house.play("b", "bet split:20-17 5")  # the same wager, written otherwise
    assert "largest" in house.refused(ask.Play, "b", table="t", act="bet split:20-17 80")


def test_etg_30_a_change_may_not_leave_less_than_the_least() -> None:
    house = live()
    house.must(ask.SetTerminal, "boss", terminal="a", minimum={"t": 2_000})
    house.round()
    house.play("a", "bet red 30")
    before = house.floor.ledger.balance(stakes("t", "a"))
    answer = house.ask(ask.Play, "a", table="t", act="remove red 20")
    assert not answer.done and house.floor.ledger.balance(stakes("t", "a")) == before
    house.play("a", "remove red")


def test_etg_31_and_32_credits_become_a_voucher() -> None:
    house = live()
    house.round()
    house.play("a", "bet red 10")
    answer = house.must(ask.PrintVoucher, "a")
    assert answer.given["amount"] == "990" and house.credits("a") == 0
    assert house.floor.ledger.balance(VOUCHERS) == 99_000
    spin(house, "1")  # the wager that stood is played to its end
    assert house.credits("a") == 2_000
    house.refused(ask.PrintVoucher, house.seat("b", amount=0))


def test_etg_33_and_34_where_no_voucher_comes_out_an_attendant_or_a_manager_pays() -> None:
    for who in ("helper", "boss"):
        house = live()
        house.must(ask.ReportFault, "helper", terminal="a", why="no paper")
        assert "stopped" in house.refused(ask.PrintVoucher, "a")
        assert house.must(ask.PayOut, who, terminal="a").given["amount"] == "1000"
        assert house.credits("a") == 0 and house.floor.ledger.balance(CASH) == 0


def test_etg_33_credits_go_to_an_account_instead() -> None:
    house = live()
    house.must(ask.ToAccount, "a", person="alice")
    assert house.floor.ledger.balance(player("alice")) == 100_000 and house.credits("a") == 0
    house.must(ask.Withdraw, "helper", person="alice", amount=100_000)
    assert house.floor.ledger.balance(CASH) == 0


def test_etg_35_a_voucher_is_redeemed_for_its_stated_value_and_once() -> None:
    house = live()
    number = house.must(ask.PrintVoucher, "a").given["voucher"]
    assert house.must(ask.RedeemVoucher, "helper", number=number).given["amount"] == "1000"
    assert "paid already" in house.refused(ask.RedeemVoucher, "helper", number=number)
    assert "paid already" in house.refused(ask.InsertVoucher, "a", number=number)
    assert "no such voucher" in house.refused(ask.InsertVoucher, "a", number="1" * 18)
    assert house.floor.ledger.balance(CASH) == 0


def test_etg_36_to_38_a_wrong_result_is_put_right_on_the_actual_outcome() -> None:
    house = live()
    house.round()
    house.play("a", "bet straight:17 10")
    spin(house, "18")
    assert house.credits("a") == 99_000
    number = house.must(
        ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 17",), reason="the ball lay in 17"
    ).given["correction"]
    house.must(ask.ApproveCorrection, "boss", correction=number)
    assert house.credits("a") == 100_000 + 35_000
    house.folds()


def test_etg_38_the_round_in_play_is_put_right_as_well() -> None:
    house = live("queensland/baccarat")
    house.round()
    house.play("a", "bet player 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for card in ("9c", "2c"):
        house.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    number = house.must(
        ask.ProposeCorrection,
        "super",
        table="t",
        round=1,
        draws=("deal 8c", "deal 2c"),
        reason="it was the eight",
    ).given["correction"]
    house.must(ask.ApproveCorrection, "boss", correction=number)
    for card in ("Th", "5c"):
        house.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    assert house.floor.tables["t"].round is None and house.credits("a") == 101_000  # 8 against 7, a natural
    house.folds()


def test_etg_39_a_round_that_cannot_be_shown_is_void_and_every_wager_goes_back() -> None:
    house = live()
    house.round()
    house.play("a", "bet straight:17 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    house.must(ask.ReportFault, "dealer", table="t", why="the wheel stands still")
    assert "out of order" in house.refused(ask.Deal, "dealer", table="t", act="spin 17")
    house.must(ask.ClearFault, "super", table="t", void=True)
    assert house.credits("a") == 100_000 and house.floor.tables["t"].round is None
    assert [line["result"] for line in house.floor.tables["t"].past[1].lines["a"]] == ["void"]
    house.folds()


@pytest.mark.parametrize(
    "name",
    [
        "queensland/craps",
        "queensland/baccarat",
        "house/blackjack",
        "bahamas/caribbean-stud",
        "house/chemin-de-fer",
    ],
)
def test_etg_39_a_round_of_any_game_can_be_void_at_any_moment(name: str) -> None:
    house = House(39)
    house.open(name)
    players = Players(house, [house.seat("a"), house.seat("b")], 39)
    table = house.floor.tables["t"]
    for steps in range(6):
        house.round()
        players.bet()
        for _ in range(steps):
            if table.round is not None and table.round.phase in ("open", "waits"):
                house.now = table.round.deadline
            house.tick()
            if table.round is None or table.round.phase == "open":
                break
        if table.round is not None:
            house.must(ask.ReportFault, "super", table="t", why="no light")
            house.must(ask.ClearFault, "super", table="t", void=True)
            assert table.round is None and not any(
                house.floor.ledger.balance(stakes("t", who)) for who in "ab"
            )
    house.folds()


def test_etg_40_and_41_what_a_malfunction_credited_is_not_paid() -> None:
    house = live()
    house.must(ask.RefusePay, "boss", terminal="a", amount=40_000, reason="credited twice after the fault")
    assert house.credits("a") == 60_000
    house.refused(ask.RefusePay, "boss", terminal="a", amount=60_001, reason="more than there is")
    house.refused(ask.RefusePay, "boss", terminal="a", amount=100, reason=" ")
    for who in ("super", "helper", "dealer"):
        house.refused(ask.RefusePay, who, terminal="a", amount=100, reason="no")


def test_etg_40_a_fault_can_hold_a_round_which_then_goes_on() -> None:
    house = House(4)
    house.open("queensland/three-card-poker")
    house.seat("a")
    house.round()
    house.play("a", "bet ante 10")
    house.tick(BETTING / 1000)
    house.tick()
    one = house.floor.tables["t"].round
    assert one is not None and one.phase == "waits"
    house.must(ask.ReportFault, "super", table="t", why="no light")
    house.tick(60)
    assert one.phase == "waits"
    assert "out of order" in house.refused(ask.Play, "a", table="t", act="fold")
    house.must(ask.ClearFault, "super", table="t")
    assert one.deadline == house.now + DECIDING  # his time begins again
    house.play("a", "fold")


def test_etg_40_nobody_is_folded_because_his_terminal_broke_down() -> None:
    house = House(4)
    house.open("queensland/three-card-poker")
    house.seat("a")
    house.seat("b")
    house.round()
    house.play("a", "bet ante 10")
    house.play("b", "bet ante 10")
    house.tick(BETTING / 1000)
    house.tick()
    house.must(ask.ReportFault, "helper", terminal="a", why="the screen is dark")
    one = house.floor.tables["t"].round
    assert one is not None
    for _ in range(5):
        house.tick(60)
    assert one.phase == "waits" and not any(
        event.by == "default" and event.text.startswith("1 ") for event in one.events
    )
    house.must(ask.ClearFault, "super", terminal="a")
    house.finish()


def test_etg_42_the_attendant_pays_and_neither_deals_nor_rules() -> None:
    assert "attendant" in ALLOWED["pay-out"] and "attendant" in ALLOWED["redeem-voucher"]
    assert not {"deal", "rule", "approve-correction", "open-table"} & {
        name for name, roles in ALLOWED.items() if "attendant" in roles
    }


def test_etg_44_alone_or_linked_to_a_live_table() -> None:
    automatic, linked = House(), live()
    automatic.open(WHEEL)
    automatic.seat("a")
    automatic.round()
    automatic.play("a", "bet red 10")
    assert automatic.finish().lines["a"]
    assert "automatic" in automatic.refused(ask.Deal, "dealer", table="t", act="spin 17")
    linked.round()
    linked.play("a", "bet red 10")
    linked.tick(BETTING / 1000)
    for _ in range(5):
        linked.tick(60)
    assert linked.floor.tables["t"].round is not None  # it waits for the dealer
    linked.must(ask.Deal, "dealer", table="t", act="spin 1")
    assert linked.credits("a") == 101_000


def test_the_terminal_goes_from_open_to_no_more_bets_to_the_result_to_collected() -> None:
    house = live(collect=True)
    house.round()
    house.play("a", "bet red 10")
    spin(house, "1")
    house.must(ask.Collect, "a", table="t")
    order = [type(event) for event in house.journal if isinstance(event, Closed | RoundOver | Collected)]
    assert order == [Closed, RoundOver, Collected]
    draws = [
        at for at, event in enumerate(house.journal) if isinstance(event, Happened) and event.text == "spin 1"
    ]
    assert draws[0] > next(at for at, event in enumerate(house.journal) if isinstance(event, Closed))


SHOWN_BY_THE_PAGES = {
    **{
        f"ETG-{number:02}": "shown by the pages: tests/web/test_shown_by_pages.py"
        for number in (*range(5, 14), 15, 18, 24, 26, 43, 47)
    },
    "ETG-45": "the cameras of the house; no software",
    "ETG-46": "a definition",
    "ETG-48": "a definition; what is printed is shown by the pages: tests/web/test_shown_by_pages.py",
}
"""Requirements that are about what a person sees or touches."""


def test_every_requirement_is_proved_here_or_left_to_the_pages() -> None:
    tests = [name for name in globals() if name.startswith("test_etg_")]
    proved: set[int] = set()
    for name in tests:
        words = name.split("_")[2:]
        numbers = [int(words[0])]
        if words[1] in ("and", "to") and words[2].isdigit():
            numbers = (
                [*range(numbers[0], int(words[2]) + 1)] if words[1] == "to" else [*numbers, int(words[2])]
            )
        proved |= set(numbers)
    proved |= {int(name.removeprefix("ETG-")) for name in SHOWN_BY_THE_PAGES}
    assert proved == set(range(1, 49))
