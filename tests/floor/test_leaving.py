"""Who leaves, who does not answer, and a table that closes:
what stands is played to its end, and nobody who is absent stakes more.
"""

from __future__ import annotations

import pytest

from croupier.floor import commands as ask
from croupier.floor.events import Happened, Waits
from croupier.floor.ledger import meter
from tests.floor.house import BETTING, House, Players
from tests.floor.test_schedule_19 import live, spin
from tests.tiers import chosen_games


def test_a_terminal_that_leaves_with_a_wager_standing_keeps_its_place_until_it_is_decided() -> None:
    house = live("house/craps")
    house.round()
    house.play("a", "bet pass 10")
    house.must(ask.Deal, "dealer", table="t", act="dice-out")
    house.must(ask.Deal, "dealer", table="t", act="roll 3-3")
    house.must(ask.Leave, "a", table="t")  # between two rounds, with the point made
    table = house.floor.tables["t"]
    assert table.seats_of("a") and table.leaving == ["a"]
    house.round()
    assert "has left" in house.refused(ask.Play, "a", table="t", act="bet field 10")
    house.must(ask.Deal, "dealer", table="t", act="dice-out")
    house.must(ask.Deal, "dealer", table="t", act="roll 4-2")
    assert not table.seats and house.credits("a") == 101_000
    house.folds()


def test_a_terminal_that_has_left_comes_back_before_it_is_gone() -> None:
    house = live()
    house.round()
    house.must(ask.Leave, "a", table="t")
    house.must(ask.Join, "a", table="t")
    house.play("a", "bet red 10")
    spin(house, "1")
    assert house.floor.tables["t"].seats_of("a") == ["1"]


def test_a_table_that_is_closed_plays_on_what_stands() -> None:
    house = live("house/craps")
    house.round()
    house.play("a", "bet pass 10")
    house.must(ask.Deal, "dealer", table="t", act="dice-out")
    house.must(ask.Deal, "dealer", table="t", act="roll 3-3")
    house.must(ask.ChangeTable, "boss", table="t", open=False)
    house.round()
    assert "closed" in house.refused(ask.Play, "a", table="t", act="bet field 10")
    house.must(ask.Deal, "dealer", table="t", act="dice-out")
    house.must(ask.Deal, "dealer", table="t", act="roll 4-3")
    house.tick(600)
    assert house.floor.tables["t"].round is None and house.credits("a") == 99_000


def test_what_another_does_gives_nobody_more_time() -> None:
    house = House(11)
    house.open("queensland/three-card-poker")
    house.seat("a")
    house.seat("b")
    house.round()
    house.play("a", "bet ante 10")
    house.play("b", "bet ante 10")
    house.tick(BETTING / 1000)
    house.tick()
    one = house.floor.tables["t"].round
    assert one is not None
    deadline = one.deadline
    house.tick(1)
    asked = {question.who for question in house.core.room(house.floor.tables["t"]).main.pending}
    if {"1", "2"} <= asked:
        assert (
            not any(isinstance(event, Waits) for event in house.play("a", "fold").events)
            and one.deadline == deadline
        )


def test_an_absent_player_is_answered_for_as_the_law_says() -> None:
    """Schedule 2 s 61: cards are dealt to his hand as long as it counts eleven or less,
    or sixteen or less with an ace at eleven.
    """
    house = live("queensland/blackjack")
    house.round()
    house.play("a", "bet blackjack 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for card in ("2c", "Tc", "3c"):
        house.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    one = house.floor.tables["t"].round
    assert one is not None and one.phase == "waits"
    house.now = one.deadline
    house.tick()
    house.must(
        ask.Deal, "dealer", table="t", act="deal 6d"
    )  # five, and the table asks for a card all the same
    assert any(event.by == "default" and "player-does-not-act" in event.text for event in one.events)


@pytest.mark.parametrize("name", [name for name in chosen_games()])
def test_nobody_who_is_absent_stakes_more(name: str) -> None:
    house = House(61)
    house.open(name)
    players = Players(house, [house.seat("a", amount=10_000), house.seat("b", amount=10_000)], 61)
    players.decide = lambda: 0  # type: ignore[method-assign]  # nobody answers
    players.rounds(4)
    for event in house.journal:
        if isinstance(event, Happened) and event.by == "default":
            assert not any(posting.kind in ("stake", "owed") for posting in event.postings), event
    assert not any(
        value for account, value in house.floor.ledger.balances.items() if account.startswith("owed")
    )
    assert all(house.floor.ledger.balance(meter(who)) >= 0 for who in "ab")
