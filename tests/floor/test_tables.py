"""Tables at their edges: playing behind, rulings on one layout, shoes that are shuffled,
a jackpot that all feed, terminals that break down.
"""

from __future__ import annotations

import pytest

from croupier.equipment.money import parse_amount
from croupier.floor import commands as ask
from croupier.floor.events import Happened, ShoeOpened, ShoeSealed
from croupier.floor.ledger import own, stakes
from croupier.floor.rooms import apart, game_of
from croupier.floor.seating import all_seats
from tests.floor.house import BETTING, DECIDING, House, Players
from tests.tiers import chosen_games


def test_several_persons_bet_on_a_box_where_the_rulebook_lets_them() -> None:
    house = House(3)
    house.open("great-britain/casino-war")
    boxes = all_seats(game_of(house.floor.tables["t"].setup), 50)
    assert {"1", "1b", "1c"} <= set(boxes) and "1d" not in boxes
    house.seat("a", seats=("1",))
    house.seat("b", seats=("1b",))
    house.round()
    house.play("a", "bet bet 10")
    house.play("b", "1b bet bet 20")
    assert (
        house.floor.ledger.balance(stakes("t", "a")) == 1_000
        and house.floor.ledger.balance(stakes("t", "b")) == 2_000
    )
    house.finish()
    house.folds()
    assert not house.floor.ledger.balance(stakes("t", "a")) and not house.floor.ledger.balance(
        stakes("t", "b")
    )


@pytest.mark.deep
@pytest.mark.parametrize(
    "name",
    ["queensland/blackjack", "queensland/spanish-blackjack", "queensland/casino-war", "queensland/baccarat"],
)
def test_who_bets_behind_and_never_answers_stops_nobody(name: str) -> None:
    house = House(5)
    house.open(name)
    for who, seat in (("a", "1"), ("b", "1b"), ("c", "2")):
        house.seat(who, seats=(seat,), amount=10_000_000)
    table, players = house.floor.tables["t"], Players(house, ["a", "c"], 5)
    main = next(iter(game_of(table.setup).rules.wagers))
    for _ in range(25):
        house.round()
        for who in "abc":
            house.play(who, f"{table.seats_of(who)[0]} bet {main} 10")
        while table.round is not None:
            assert not table.fault, table.fault
            if table.round.phase == "waits":
                players.decide()
            if table.round is not None:
                house.now = max(house.now, table.round.deadline)
                house.tick()
                if table.round is not None and table.round.phase == "open":
                    break
    assert not any(
        value for account, value in house.floor.ledger.balances.items() if account.startswith("owed")
    )
    house.folds()


def test_where_one_person_bets_on_a_box_there_is_no_place_behind() -> None:
    house = House()
    house.open("great-britain/three-card-poker")
    assert all(seat.isdigit() for seat in all_seats(game_of(house.floor.tables["t"].setup), 50))


def test_a_ruling_on_one_layout_touches_no_other() -> None:
    house = House()
    house.open("queensland/roulette", mode="live")
    house.seat("a")
    house.seat("b")
    house.round()
    house.play("a", "bet red 10")
    house.play("b", "bet red 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    house.must(
        ask.Rule,
        "super",
        table="t",
        irregularity="late-wager",
        facts={"late": "made", "seat": "2", "wager": "red"},
    )
    assert house.credits("a") == 99_000 and house.credits("b") == 100_000
    assert "nobody has the layout" in house.refused(
        ask.Rule,
        "super",
        table="t",
        irregularity="late-wager",
        facts={"late": "made", "seat": "31", "wager": "red"},
    )
    house.must(ask.Deal, "dealer", table="t", act="spin 1")
    assert house.credits("a") == 101_000 and house.credits("b") == 100_000
    house.folds()


def test_after_a_spin_that_does_not_count_there_is_another() -> None:
    house = House(9)
    house.open("queensland/roulette")
    house.seat("a")
    one = house.round()
    house.play("a", "bet red 10")
    house.now = one.deadline
    house.tick()
    house.must(ask.Rule, "super", table="t", irregularity="no-spin", facts={"reason": "foreign-object"})
    house.finish()
    house.folds()
    assert house.floor.ledger.balance(stakes("t", "a")) == 0


def test_a_live_shoe_is_shuffled_and_burnt_while_bets_are_made() -> None:
    house = House()
    house.open("queensland/baccarat", mode="live")
    house.seat("a")
    house.round()
    house.play("a", "bet player 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    house.must(ask.Deal, "dealer", table="t", act="cutting-card")
    for card in ("9c", "2c", "Th", "5c"):
        house.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    table = house.floor.tables["t"]
    for _ in range(5):  # rounds until the shoe is finished
        if table.carried[""]["shoe"].get("new"):
            break
        house.round()
        house.play("a", "bet player 10")
        house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
        for card in ("9c", "2c", "Th", "5c"):
            house.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    assert table.carried[""]["shoe"]["new"]
    house.round()
    house.play("a", "bet player 10")
    house.tick(60)
    assert table.round is not None and table.round.phase == "open"  # it waits for the dealer
    house.must(ask.Deal, "dealer", table="t", act="shuffle")
    house.must(ask.Deal, "dealer", table="t", act="deal ??")
    assert table.round is not None and table.round.phase == "open"
    house.tick()  # its time was over long ago
    assert table.round is not None and table.round.phase != "open"
    for card in ("9c", "2c", "Th", "5c"):
        house.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    assert table.round is None
    house.folds()


@pytest.mark.deep
@pytest.mark.parametrize(
    "name",
    [
        "queensland/baccarat",
        "bahamas/single-deck-blackjack",
        "great-britain/neverbust-blackjack",
        "house/red-dog",
    ],
)
def test_every_shoe_gives_way_to_a_shuffled_one_and_no_wagering_period_is_lost(name: str) -> None:
    house = House(5)
    house.open(name)
    players = Players(house, [house.seat("a", amount=100_000_000)], 5)
    cards = game_of(house.floor.tables["t"].setup).built.cards
    assert cards is not None
    while sum(isinstance(event, ShoeOpened) for event in house.journal) < 2:
        players.rounds(1)
    sealed = [event for event in house.journal if isinstance(event, ShoeSealed)]
    assert len({event.commitment for event in sealed}) == len(sealed) == 3
    shuffled = {
        event.round
        for event in house.journal
        if isinstance(event, Happened) and event.text == "dealer shuffle"
    }
    for number in shuffled:
        one = house.floor.tables["t"].past.get(number)
        assert (
            one is None
            or any(" bet " in event.text for event in one.events)
            or not any(event.by == "a" for event in one.events)
        )
    house.folds()


def test_a_jackpot_that_every_terminal_feeds_belongs_to_the_table() -> None:
    """Where wagers change what the table remembers, nobody has a layout of his own."""
    house = House(7)
    house.open("great-britain/rocket-7")
    assert not apart(game_of(house.floor.tables["t"].setup))
    players = Players(house, [house.seat("a", amount=10_000_000), house.seat("b", amount=10_000_000)], 7)
    shown = []
    for _ in range(25):
        players.rounds(1)
        shown.append(
            parse_amount(
                house.floor.tables["t"].carried.get("", {}).get("meters", {}).get("progressive", "0")
            )
        )
    assert max(shown) > 0 and shown[-1] - shown[0] <= house.floor.ledger.balance(
        own("t", "meter progressive")
    )
    house.folds()


@pytest.mark.parametrize(
    "name", [name for name in chosen_games() if name.startswith(("queensland/", "house/", "bahamas/"))]
)
def test_a_live_table_that_is_void_at_any_moment_begins_again(name: str) -> None:
    house = House(8)
    house.open(name, mode="live")
    players = Players(house, [house.seat("a"), house.seat("b")], 8)
    table = house.floor.tables["t"]
    for _ in range(3):
        house.round()
        players.bet()
        if table.round is not None:
            house.now = table.round.deadline
            house.tick()
        if table.round is not None:
            house.must(ask.ReportFault, "dealer", table="t", why="no light")
            house.must(ask.ClearFault, "super", table="t", void=True)
        assert table.round is None and not table.fault
        assert not any(
            value for account, value in house.floor.ledger.balances.items() if account.startswith("stakes:")
        )
    house.folds()


def test_a_locked_terminal_is_not_answered_for_at_its_other_table() -> None:
    house = House(4)
    house.open("queensland/three-card-poker")
    house.open("queensland/roulette", "u", mode="live")
    house.seat("a")
    house.must(ask.Join, "a", table="u")
    house.must(ask.SetTerminal, "boss", terminal="a", lock_at=30_000)
    house.round("t")
    house.play("a", "bet ante 10")
    house.play("a", "bet straight:17 10", "u")
    house.tick(BETTING / 1000)
    house.tick()
    one = house.floor.tables["t"].round
    assert one is not None and one.phase == "waits"
    house.must(ask.Deal, "dealer", table="u", act="spin 17")
    assert house.floor.terminals["a"].lock
    house.tick(60)
    assert one.phase == "waits" and not any(event.by == "default" for event in one.events)
    house.must(ask.ClearLock, "helper", terminal="a")
    assert one.deadline == house.now + DECIDING  # he has his time from now on
    house.play("a", "fold")
