"""Corrections, worked by hand:
what every player has in the end is what the rules of the game give on the actual outcome.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.floor import commands as ask
from croupier.floor.ledger import CASH, correcting, meter, owed, own, stakes
from tests.floor.house import House

BEGUN = 100_000
"""Credits of a terminal at the start: 1,000."""


class Live:
    """A live table with terminals, and a dealer who enters what he sees."""

    def __init__(self, name: str, terminals: str = "a", closing: str = "no-more-bets", **more: Any) -> None:
        self.house, self.closing = House(), closing
        self.house.open(name, mode="live", **more)
        for who in terminals:
            self.house.seat(who)

    def round(self, *draws: str, **bets: str) -> None:
        """One round: `a="bet red 10, bet black 5"`."""
        self.house.round()
        for who, acts in bets.items():
            for act in acts.split(", "):
                self.house.play(who, act)
        for act in (self.closing, *draws):
            self.house.must(ask.Deal, "dealer", table="t", act=act)

    def correct(self, number: int, *draws: str, impossible: str = "returned") -> list[str]:
        """Two people put a round right; what is listed."""
        house = self.house
        made = house.must(
            ask.ProposeCorrection,
            "super",
            table="t",
            round=number,
            draws=draws,
            reason="as the film shows",
            impossible=impossible,
        ).given["correction"]
        before = house.floor.ledger.balance(CASH)
        listed = house.must(ask.ApproveCorrection, "boss", correction=made).given["listed"]
        assert house.floor.ledger.balance(CASH) == before  # a correction moves no cash by itself
        self.sound()
        return list(listed)

    def sound(self) -> None:
        """The books balance, no meter is below nothing, nothing is left where a correction is reckoned,
        and the journal folds to the same state.
        """
        ledger = self.house.floor.ledger
        ledger.audit()
        assert all(ledger.balance(meter(who)) >= 0 for who in self.house.floor.terminals)
        assert not any(
            value
            for account, value in ledger.balances.items()
            if account.startswith(correcting("", 0).partition(":")[0])
        )
        self.house.folds()

    def has(self, who: str = "a") -> int:
        """What is more, or less, on a meter than at the start, in whole units."""
        return (self.house.credits(who) - BEGUN) // 100

    def owes(self, who: str = "a", session: int = 1) -> int:
        return self.house.floor.ledger.balance(owed(who, session)) // 100

    def again(self, number: int) -> dict[str, Any]:
        return self.house.floor.tables["t"].past[number].before


def wheel(terminals: str = "a", **more: Any) -> Live:
    return Live("queensland/roulette", terminals, **more)


# A wheel.


def test_after_two_further_rounds_bet_with_the_money() -> None:
    live = wheel()
    live.round("spin 17", a="bet straight:17 10")  # 35 to 1: +350
    live.round("spin 2", a="bet red 200")  # black: -200
    live.round("spin 1", a="bet red 200")  # red: +200
    assert live.has() == 350
    live.correct(1, "spin 18")  # -10 instead of +350
    assert live.has() == -10 and live.owes() == 0
    assert (
        live.house.floor.tables["t"].past[1].corrected == 1
        and not live.house.floor.tables["t"].past[2].corrected
    )


def test_what_is_no_longer_there_is_owed() -> None:
    live = wheel()
    live.round("spin 17", a="bet straight:17 10")
    for _ in range(3):
        live.round("spin 2", a="bet red 400")  # 1,350 less 1,200
    assert live.house.credits("a") == 15_000
    live.correct(1, "spin 18")  # 360 are to come back, 150 are there
    assert live.house.credits("a") == 0 and live.owes() == -210
    live.house.must(
        ask.DecideOwed, "boss", terminal="a", session=1, collected=True, reason="he paid at the desk"
    )
    assert live.owes() == 0 and live.house.floor.ledger.balance(CASH) == -BEGUN - 21_000
    live.house.refused(ask.DecideOwed, "boss", terminal="a", session=1, collected=True, reason="again")
    live.sound()


def test_what_is_owed_can_be_waived() -> None:
    live = wheel()
    live.round("spin 17", a="bet straight:17 10")
    live.house.must(ask.PayOut, "helper", terminal="a")
    live.correct(1, "spin 18")
    assert live.owes() == -360
    live.house.must(ask.DecideOwed, "boss", terminal="a", session=1, collected=False, reason="our mistake")
    assert live.owes() == 0 and live.house.floor.ledger.balance("waived") == -36_000
    live.sound()


def test_after_a_cash_out_the_next_player_pays_nothing() -> None:
    live = wheel()
    live.round("spin 17", a="bet straight:17 10")
    live.house.must(ask.PrintVoucher, "a")
    live.house.must(ask.TakeCash, "helper", terminal="a", amount=5_000)
    live.round("spin 1", a="bet red 20")
    assert live.house.credits("a") == 7_000
    live.correct(1, "spin 18")
    assert live.house.credits("a") == 7_000 and live.owes() == -360 and live.owes(session=2) == 0


def test_what_is_due_to_a_player_who_has_left_is_paid_to_him_and_not_waived() -> None:
    live = wheel()
    live.round("spin 18", a="bet straight:17 10")
    live.house.must(ask.PrintVoucher, "a")
    live.house.must(ask.TakeCash, "helper", terminal="a", amount=5_000)
    live.correct(1, "spin 17")
    assert live.house.credits("a") == 5_000 and live.owes() == 360
    assert "cannot be waived" in live.house.refused(
        ask.DecideOwed, "boss", terminal="a", session=1, collected=False, reason="no"
    )
    cash = live.house.floor.ledger.balance(CASH)
    live.house.must(ask.DecideOwed, "boss", terminal="a", session=1, collected=True, reason="he came back")
    assert live.owes() == 0 and live.house.floor.ledger.balance(CASH) == cash + 36_000
    live.sound()


def test_a_correction_of_a_correction() -> None:
    live = wheel()
    live.round("spin 17", a="bet straight:17 10, bet red 20")  # +350 - 20
    live.correct(1, "spin 1")  # red: +20 - 10
    assert live.has() == 10
    live.correct(1, "spin 2")  # black: -30
    assert live.has() == -30
    live.correct(1, "spin 17")
    assert live.has() == 330 and live.house.floor.tables["t"].past[1].corrected == 3


def test_a_debt_is_paid_off_when_it_turns_out_to_be_none() -> None:
    live = wheel()
    live.round("spin 17", a="bet straight:17 10")
    for _ in range(3):
        live.round("spin 2", a="bet red 400")
    live.correct(1, "spin 18")
    assert live.owes() == -210
    live.correct(1, "spin 17")
    assert live.owes() == 0 and live.house.credits("a") == 15_000


def test_several_players_each_get_what_is_theirs() -> None:
    live = wheel("abc")
    live.round("spin 17", a="bet straight:17 10", b="bet red 50", c="bet black 30")
    assert (live.has("a"), live.has("b"), live.has("c")) == (350, -50, 30)
    live.house.must(ask.PrintVoucher, "c")
    live.correct(1, "spin 1")
    assert (live.has("a"), live.has("b"), live.owes("c")) == (-10, 50, -60)


def test_while_the_next_round_is_open_its_wagers_stand() -> None:
    live = wheel()
    live.round("spin 17", a="bet straight:17 10")
    live.house.round()
    live.house.play("a", "bet red 100")
    live.correct(1, "spin 18")
    assert live.has() == -110 and live.house.floor.ledger.balance(stakes("t", "a")) == 10_000
    for act in ("no-more-bets", "spin 1"):
        live.house.must(ask.Deal, "dealer", table="t", act=act)
    assert live.has() == 90
    live.sound()


def test_what_lies_uncollected_is_collected_first() -> None:
    live = wheel(collect=True)
    live.round("spin 1", a="bet red 20")
    live.correct(1, "spin 2")
    assert live.has() == -20 and not live.house.floor.tables["t"].laid


def test_a_round_that_a_later_setup_has_overtaken_is_settled_by_its_own_rules() -> None:
    live = Live("great-britain/roulette", options={"zero-rule": "all-lost"})
    live.round("spin 1", a="bet red 20")
    live.house.must(
        ask.OpenTable,
        "boss",
        setup={
            "table": "t",
            "game": "queensland/roulette",
            "mode": "live",
            "collect": False,
            "options": {"minimum": "5", "maximum": "500"},
        },
    )
    live.round("spin 1", a="bet red 20")
    assert live.has() == 40
    live.correct(1, "spin 0")  # all is lost on zero, as it was agreed then
    assert live.has() == 0


@pytest.mark.parametrize(
    ("draws", "why"),
    [
        ((), "name all draws"),
        (("spin 37",), ""),
        (("roll 3-4",), ""),
        (("deal 6h",), ""),
        (("spin 1", "spin 2"), "left over"),
        (("1 bet red 5",), "not a draw"),
        (("spin 1",) * 501, "name all draws"),
    ],
)
def test_what_cannot_have_been_is_refused_before_anybody_approves_it(
    draws: tuple[str, ...], why: str
) -> None:
    live = wheel()
    live.round("spin 17", a="bet red 10")
    assert why in live.house.refused(
        ask.ProposeCorrection, "super", table="t", round=1, draws=draws, reason="so"
    )
    live.house.refused(
        ask.ProposeCorrection, "super", table="t", round=2, draws=("spin 1",), reason="no such round"
    )
    live.house.refused(
        ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 1",), reason="so", impossible="kept"
    )


# A shoe.


def shoe() -> Live:
    """Player and banker are dealt in turn. Punto: 9 and 10, a natural nine; banco: 2 and 5, seven."""
    live = Live("queensland/baccarat", "ab")
    live.round("deal 9c", "deal 2c", "deal Th", "deal 5c", a="bet player 10", b="bet banker 100")
    live.round("deal 2d", "deal 9d", "deal 2h", "deal Tc", b="bet banker 100")  # nine against four: 19 to 20
    return live


def test_a_card_of_a_shoe_still_in_play() -> None:
    live = shoe()
    assert (live.has("a"), live.has("b")) == (10, -100 + 95)
    assert "9c" in live.again(2)[""]["shoe"]["out"]
    # It was the four: punto had four and drew a three, seven against seven.
    live.correct(1, "deal 4c", "deal 2c", "deal Th", "deal 5c", "deal 3d")
    assert (live.has("a"), live.has("b")) == (0, 95)  # a tie: both wagers go back
    out = live.again(2)[""]["shoe"]["out"]
    assert "9c" not in out and out["4c"] == out["3d"] == 1
    assert live.house.floor.tables["t"].past[2].corrected == 1
    carried = live.house.floor.tables["t"].carried[""]["shoe"]["out"]
    assert sum(carried.values()) == 5 + 4 and "9c" not in carried


def test_a_card_that_cannot_be_in_the_shoe_any_more_is_refused() -> None:
    live = Live("queensland/baccarat", options={"decks": "6"})
    live.round("deal 9c", "deal 9c", "deal 9c", "deal 9c", a="bet player 10")
    live.round("deal 9c", "deal 2d", "deal Tc", "deal 5c", a="bet player 10")  # the fifth of six
    live.house.refused(
        ask.ProposeCorrection, "super", table="t", round=1, draws=tuple(["deal 9c"] * 7), reason="so"
    )


def test_the_cards_of_a_sealed_shoe_are_what_they_are() -> None:
    house = House()
    house.open("queensland/baccarat")
    house.seat("a")
    house.round()
    house.play("a", "bet player 10")
    one = house.finish()
    draws = tuple(event.text for event in one.events if event.text.startswith("deal "))
    other = ("deal 2c" if draws[0] != "deal 2c" else "deal 2d", *draws[1:])
    assert "sealed shoe" in house.refused(
        ask.ProposeCorrection, "super", table="t", round=1, draws=other, reason="so"
    )


# A jackpot.

STUD = {"minimum": "5", "maximum": "500", "seed": "1000", "contribution": "50", "coin": "1"}
FLUSH, HIGH = ("2h", "5h", "7h", "9h", "Kh"), ("2h", "5h", "7h", "9h", "Kc")
DEALER = ("Ac", "Kd", "8s", "6c", "3d")
"""An ace and a king: the dealer qualifies, with ace high."""


def stud(hand: tuple[str, ...]) -> Live:
    live = Live("bahamas/caribbean-stud", options=STUD)
    live.house.round()
    live.house.play("a", "bet ante 10")
    live.house.play("a", "bet progressive 1")
    live.house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for mine, theirs in zip(hand, DEALER, strict=True):
        live.house.must(ask.Deal, "dealer", table="t", act=f"deal {mine}")
        live.house.must(ask.Deal, "dealer", table="t", act=f"deal {theirs}")
    live.house.play("a", "call")
    assert live.house.floor.tables["t"].round is None, live.house.core.room(
        live.house.floor.tables["t"]
    ).main.asked
    return live


def dealt(hand: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"deal {card}" for pair in zip(hand, DEALER, strict=True) for card in pair)


def test_a_jackpot_that_was_paid_wrongly_goes_back_to_the_meter() -> None:
    live = stud(FLUSH)
    pot = own("t", "meter progressive")
    # Ante 10 at 1 to 1; the call of 20 at 5 to 1; the coin, which never comes back, brings 50 from the meter,
    # to which half of it went.
    assert live.has() == 10 + 100 + 50 - 1
    assert live.house.floor.ledger.balance(pot) == 50 - 5_000
    assert live.house.floor.tables["t"].carried[""]["meters"] == {"progressive": "950.50"}
    live.correct(1, *dealt(HIGH))  # king high loses to ace high: ante, call and coin
    assert live.has() == -10 - 20 - 1
    assert live.house.floor.ledger.balance(pot) == 50
    assert live.house.floor.tables["t"].carried[""]["meters"] == {"progressive": "1000.50"}


def test_a_jackpot_that_was_not_paid_is_paid_from_the_meter() -> None:
    live = stud(HIGH)
    assert live.has() == -31
    live.house.must(ask.PrintVoucher, "a")
    live.correct(1, *dealt(FLUSH))
    assert (
        live.owes() == 159 + 31
        and live.house.floor.ledger.balance(own("t", "meter progressive")) == 50 - 5_000
    )


# Wagers that stand, and what could not have been.


def craps(impossible: str) -> tuple[Live, list[str]]:
    """A six is entered where a seven was thrown;
    on that point a come wager was made, which wins with the next seven.
    """
    live = Live("house/craps", closing="dice-out")
    live.round("roll 3-3", a="bet pass 10")
    live.round("roll 4-3", a="bet come 10")
    assert live.has() == 0  # the line has lost, and come has won
    return live, live.correct(1, "roll 3-4", impossible=impossible)


def test_craps_a_wager_that_could_not_have_been_made_goes_back() -> None:
    live, listed = craps("returned")
    # The line won with the first seven; the second is a come-out roll, on which there is no come wager.
    assert live.has() == 10 and len(listed) == 1 and "bet come 10 (a)" in listed[0]
    assert live.house.floor.ledger.balance(stakes("t", "a")) == 0


def test_craps_a_wager_that_could_not_have_been_made_is_left_as_it_was_settled() -> None:
    live, listed = craps("left")
    assert live.has() == 10 + 10 and len(listed) == 1


@pytest.mark.parametrize("impossible", ["returned", "left"])
def test_craps_what_was_not_settled_in_its_round_goes_back_in_any_case(impossible: str) -> None:
    live = Live("house/craps", closing="dice-out")
    live.round("roll 3-3", a="bet pass 10")
    live.round("roll 3-2", a="bet come 10")  # come moves to five
    live.round("roll 4-1")  # and wins there
    assert live.has() == 10 - 10  # the line still stands on six
    assert len(live.correct(1, "roll 3-4", impossible=impossible)) == 1
    # The line won with the seven; no come wager could be made.
    assert live.has() == 10 and live.house.floor.ledger.balance(stakes("t", "a")) == 0


def test_craps_the_point_that_is_carried_on_changes() -> None:
    live = Live("house/craps", closing="dice-out")
    live.round("roll 3-3", a="bet pass 10")  # six
    live.round("roll 4-2", a="bet field 10")  # six again: the line wins; field loses
    assert live.has() == 0 and not live.house.floor.tables["t"].carried.get("a")
    live.correct(1, "roll 4-4")  # the point was eight: the line is not decided
    assert live.has() == -20 and live.house.floor.ledger.balance(stakes("t", "a")) == 1_000
    live.round("roll 5-3")
    assert live.has() == 0
    live.sound()


def test_craps_a_wager_that_was_lost_stands_again() -> None:
    live = Live("house/craps", closing="dice-out")
    live.round("roll 3-3", a="bet pass 10")
    live.round("roll 3-4")
    assert live.has() == -10
    live.house.round()
    live.correct(2, "roll 3-5")
    assert live.has() == -10 and live.house.floor.ledger.balance(stakes("t", "a")) == 1_000
    for act in ("dice-out", "roll 5-1"):
        live.house.must(ask.Deal, "dealer", table="t", act=act)
    assert live.has() == 10
    live.sound()


def colours() -> Live:
    live = Live("great-britain/roulette")
    live.round("spin 1", a="bet colours:red 10")
    live.round("spin 3")
    live.round("spin 5")  # three reds: 7 to 1
    assert live.has() == 70
    return live


def test_colours_a_run_that_was_broken_loses_in_the_round_that_broke_it() -> None:
    live = colours()
    live.correct(2, "spin 2")
    assert live.has() == -10
    assert [line["result"] for line in live.house.floor.tables["t"].past[2].lines["a"]] == ["lose"]
    assert not live.house.floor.tables["t"].past[3].lines


def test_colours_a_run_that_went_on_is_paid() -> None:
    live = Live("great-britain/roulette")
    live.round("spin 1", a="bet colours:red 10")
    live.round("spin 2")
    live.round("spin 5")
    assert live.has() == -10
    live.correct(2, "spin 3")
    assert live.has() == 70


def test_colours_a_correction_leaves_the_wager_standing() -> None:
    live = Live("great-britain/roulette")
    live.round("spin 1", a="bet colours:red 10")
    live.round("spin 0")  # zero takes it
    assert live.has() == -10 and not live.house.floor.ledger.balance(stakes("t", "a"))
    live.correct(2, "spin 3")
    assert live.house.floor.ledger.balance(stakes("t", "a")) == 1_000 and live.has() == -10
    live.round("spin 5")
    assert live.has() == 70
    live.sound()


@pytest.mark.parametrize(("impossible", "has"), [("returned", 0), ("left", -10)])
def test_rage_a_wager_on_a_run_that_had_begun_before(impossible: str, has: int) -> None:
    live = Live("great-britain/roulette")
    live.round("spin 1")
    live.round("spin 2")  # entered black: a run begins, and rage is open
    live.round("spin 5", a="bet rage 10")  # red: the run is broken
    assert live.has() == -10
    listed = live.correct(
        2, "spin 3", impossible=impossible
    )  # it was red: the run was two long, and rage was closed
    assert len(listed) == 1 and "rage" in listed[0] and live.has() == has


def test_a_void_round_stays_void() -> None:
    live = wheel()
    live.house.round()
    live.house.play("a", "bet red 10")
    live.house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    live.house.must(ask.ReportFault, "super", table="t", why="no light")
    live.house.must(ask.ClearFault, "super", table="t", void=True)
    live.house.refused(ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 1",), reason="so")
    assert live.has() == 0
    live.sound()
