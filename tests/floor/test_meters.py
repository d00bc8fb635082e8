"""What a terminal is told of its last round, and the meters of the house:
gross, and never one player's loss set off against another's win.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.equipment.money import parse_amount
from croupier.floor import commands as ask
from croupier.floor.events import Happened
from croupier.floor.ledger import house, meter, stakes
from croupier.floor.views import books, recalled, table_view
from tests.floor.house import House, Players
from tests.floor.test_schedule_19 import live, spin
from tests.tiers import chosen_games


def last(made: House, who: str = "a") -> dict[str, Any]:
    found: dict[str, Any] = table_view(made.core, "t", who)["last"]
    return found


def test_etg_11_what_was_withdrawn_was_not_bet() -> None:
    made = live("queensland/baccarat")
    made.round()
    made.play("a", "bet player 10")
    made.play("a", "bet tie 20")
    made.play("a", "remove tie")
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for card in ("9c", "2c", "Th", "5c"):
        made.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    assert any(line["result"] == "withdrawn" for line in last(made)["lines"])
    assert (last(made)["bet"], last(made)["won"]) == ("10", "10")


@pytest.mark.parametrize("collect", [False, True])
def test_etg_13_what_was_won_is_told_whatever_was_lost_beside_it(collect: bool) -> None:
    made = live(collect=collect)
    made.round()
    made.play("a", "bet red 10")
    made.play("a", "bet straight:2 5")
    made.play("a", "bet black 20")
    spin(made, "1")
    assert (last(made)["bet"], last(made)["won"]) == ("35", "10")
    shown = made.floor.ledger.meters(meter("a"))
    assert shown["won"] == (1_000, 0) and made.floor.ledger.meters(house("t")) == {
        "won": (0, 1_000),
        "lost": (2_500, 0),
    }
    assert made.credits("a") == 100_000 - 2_500 + 1_000 - (1_000 if collect else 0)
    made.folds()


def test_etg_11_a_wager_that_stands_over_several_rolls_is_bet_in_each_of_them() -> None:
    made = live("house/craps")
    for roll in ("roll 3-3", "roll 2-3", "roll 5-1"):
        made.round()
        if made.floor.tables["t"].number == 1:
            made.play("a", "bet pass 10")
        for act in ("dice-out", roll):
            made.must(ask.Deal, "dealer", table="t", act=act)
        assert last(made)["round"] == made.floor.tables["t"].number and last(made)["bet"] == "10"
    assert last(made)["won"] == "10" and books(made.core)["house"]["tables"]["t"]["turnover"] == "10"


def test_etg_13_a_corrected_round_tells_what_is_right() -> None:
    made = live()
    made.round()
    made.play("a", "bet red 10")
    spin(made, "2")
    assert last(made)["won"] == "0"
    number = made.must(
        ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 1",), reason="so"
    ).given["correction"]
    made.must(ask.ApproveCorrection, "boss", correction=number)
    assert (last(made)["bet"], last(made)["won"], last(made)["corrected"]) == ("10", "10", 1)
    table = books(made.core)["house"]["tables"]["t"]
    assert (table["turnover"], table["wins"], table["held"]) == ("10", "10", "-10")
    made.folds()


def test_mon_2_the_house_meters_what_one_lost_and_another_won_in_one_spin() -> None:
    made = live()
    for who in "bc":
        made.seat(who)
    made.round()
    for who, act in (("a", "bet red 10"), ("b", "bet black 40"), ("c", "bet straight:1 5")):
        made.play(who, act)
    spin(made, "1")
    assert made.floor.ledger.meters(house("t")) == {"won": (0, 1_000 + 17_500), "lost": (4_000, 0)}
    for event in made.journal:
        for posting in getattr(event, "postings", ()):
            assert not (posting.source.startswith("stakes:") and posting.target.startswith("stakes:"))
    table = books(made.core)["house"]["tables"]["t"]
    assert (table["rounds"], table["turnover"], table["wins"], table["held"]) == (1, "55", "185", "-145")
    made.folds()


def test_mon_2_drop_and_payments_by_hand_are_metered_for_the_house() -> None:
    made = live()
    made.must(ask.TakeCash, "helper", terminal="a", amount=5_000)
    number = made.must(ask.PrintVoucher, "a").given["voucher"]
    made.must(ask.InsertVoucher, "a", number=number)
    made.must(ask.PayOut, "helper", terminal="a")
    shown = books(made.core)["house"]
    assert (shown["drop"], shown["vouchers-in"], shown["vouchers-out"]) == ("1050", "1050", "1050")
    assert shown["paid-by-hand"] == {"hand-paid": "1050", "win-paid": "0", "round-paid": "0"}


@pytest.mark.parametrize("name", chosen_games())
def test_mon_2_meters_of_every_game_are_gross_and_come_to_what_was_settled(name: str) -> None:
    made = House(21)
    made.open(name)
    players = Players(made, [made.seat(who) for who in "abc"], 21)
    players.rounds(3)
    table = made.floor.tables["t"]
    won = lost = 0
    for event in made.journal:
        if isinstance(event, Happened):
            won += sum(one.amount for one in event.postings if one.source == house("t"))
            lost += sum(one.amount for one in event.postings if one.target == house("t"))
    assert made.floor.ledger.balance(house("t")) == lost - won
    bet = sum(
        parse_amount(found["bet"])
        for one in table.past.values()
        for who in "abc"
        if (found := recalled(one, who)) is not None
    )
    assert table.turnover <= bet
    shown = sum(
        parse_amount(found["won"])
        for one in table.past.values()
        for who in "abc"
        if (found := recalled(one, who)) is not None
    )
    assert table.wins == shown
    assert all(made.floor.ledger.balance(stakes("t", who)) >= 0 for who in "abc")
    made.folds()


def test_what_a_ruling_takes_back_goes_the_other_way() -> None:
    """A box that is over loses at once; when the whole round is void after that, the house gives it back."""
    made = live("house/blackjack")
    made.seat("b")
    made.round()
    for who in "ab":
        made.play(who, "bet main 10")
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for card in ("Th", "Td", "7c", "6h", "5d", "??"):
        made.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    made.play("a", "1 hit")
    made.must(ask.Deal, "dealer", table="t", act="deal Ks")
    assert made.floor.ledger.balance(house("t")) == 1_000 and made.credits("a") == 99_000
    made.must(ask.Rule, "super", table="t", irregularity="misdeal")
    back = [
        posting
        for event in made.journal
        if isinstance(event, Happened)
        for posting in event.postings
        if posting.source == house("t")
    ]
    assert [(one.target, one.amount) for one in back] == [(stakes("t", "a"), 1_000)]
    assert made.credits("a") == made.credits("b") == 100_000 and made.floor.ledger.balance(house("t")) == 0
    made.folds()
