"""Rooms: what they keep from one event to the next is what a round played again gives."""

from __future__ import annotations

import msgspec
import pytest

from croupier.floor import commands as ask
from croupier.floor.events import Setup
from croupier.floor.ledger import Ledger, Posting, Unbalanced, meter, stakes
from croupier.floor.rooms import Position, Room, turned_in
from croupier.floor.state import Layouts, Round
from croupier.floor.views import last_view, recalled
from croupier.table.play import Dealt
from tests.floor.house import House, Players
from tests.tiers import chosen_games

BLACKJACK, STUD, ROULETTE = "house/blackjack", "bahamas/caribbean-stud", "house/roulette"


def seen_in(setup: Setup, one: Round) -> dict[str, tuple[int, ...]]:
    """Say who has seen which card that was dealt face down: look at the whole table after each event."""
    room = Room(setup, msgspec.structs.replace(one, events=[]))

    def lying() -> dict[tuple[str, int], Dealt]:
        return {
            (place, at): dealt
            for place, cards in room.main.play.places.items()
            for at, dealt in enumerate(cards)
        }

    play, known = room.main.play, lying()
    laid: dict[int, Dealt] = {}
    for number, event in enumerate(one.events):
        for group in room.groups_of(event.group):
            room.table(group).apply(event.text)
        anew, play, now = room.main.play is not play, room.main.play, lying()
        if anew:
            where = {id(dealt): key for key, dealt in known.items()}
            kept = {drawn: where.get(id(dealt)) for drawn, dealt in laid.items()}
            laid = {
                drawn: now[key]
                for drawn, key in kept.items()
                if key is not None and key in now and now[key].card == laid[drawn].card
            }
        elif event.hidden:
            old = {id(dealt) for dealt in known.values()}
            new = [dealt for dealt in now.values() if id(dealt) not in old]
            laid |= {number: new[0]} if len(new) == 1 else {}
        known = now
    found: dict[str, list[int]] = {}
    for number, dealt in laid.items():
        for who in dealt.seen:
            found.setdefault(who, []).append(number)
    return {who: tuple(places) for who, places in found.items()}


@pytest.mark.parametrize("name", chosen_games())
def test_cards_dealt_face_down_are_followed_as_they_are_played(name: str) -> None:
    house = House(3)
    house.open(name)
    Players(house, [house.seat(f"terminal-{number}") for number in range(3)], 3).rounds(4)
    for one in house.floor.tables["t"].past.values():
        assert one.setup is not None and one.turned == seen_in(one.setup, one)
        assert one.turned == turned_in(one.setup, one, one.events)


@pytest.mark.parametrize("broken", ["taken back", "ruled", "room made anew"])
def test_they_are_found_whatever_happens_to_the_room(broken: str) -> None:
    house = House(2)
    house.open(BLACKJACK)
    for terminal, amount in (("a", 1_000), ("b", 100_000)):
        house.seat(terminal, amount=amount)
    table = house.floor.tables["t"]
    house.round()
    for terminal in ("a", "b"):
        house.play(terminal, "bet main 10")
    while table.round is not None and table.round.phase != "waits":
        house.now = max(house.now, table.round.deadline)
        house.tick()
    assert table.round is not None and any(event.hidden for event in table.round.events)
    room = house.core.room(table)
    if broken == "taken back":
        # It is lawful, and there are no credits for it.
        assert "credits are needed" in house.refused(ask.Play, "a", table="t", act="double")
        assert house.core.room(table) is room
    elif broken == "ruled":
        facts = {"box": "1", "played": "as-it-stands"}
        house.must(ask.Rule, "super", table="t", irregularity="player-does-not-act", facts=facts)
        assert room.face_down.laid and not room.face_down.lost
    else:
        house.core.forget("t")
    one = house.finish()
    assert one.setup is not None and one.turned == seen_in(one.setup, one) and one.turned["all"]
    house.folds()


def test_a_room_in_which_something_was_taken_back_has_lost_its_cards() -> None:
    house = House(2)
    house.open(BLACKJACK)
    house.seat("a")
    table = house.floor.tables["t"]
    house.round()
    house.play("a", "bet main 10")
    room = house.core.room(table)
    room.main.back_to(room.main.mark())
    one = house.finish()
    assert room.face_down.lost and one.turned and one.setup is not None
    assert one.turned == seen_in(one.setup, one)


def test_a_default_is_tried_out_first_and_taken_back() -> None:
    house = House(4)
    house.open(STUD)
    house.seat("a")
    house.round()
    house.play("a", "bet ante 10")
    one = house.finish()
    assert one.setup is not None and any(event.by == "default" for event in one.events)
    assert one.turned == seen_in(one.setup, one)


def test_a_wager_after_one_that_could_not_be_paid_is_booked_right() -> None:
    house = House()
    house.open(ROULETTE)
    house.seat("a", amount=5_000)
    house.round()
    house.play("a", "bet red 20")
    assert "10 more credits" in house.refused(ask.Play, "a", table="t", act="bet black 40")
    house.play("a", "bet black 10")
    house.play("a", "remove red 5")
    assert house.floor.ledger.balance(stakes("t", "a")) == 2_500 and house.credits("a") == 2_500
    house.folds()
    room = house.core.room(house.floor.tables["t"])
    for group, table in room.groups.items():
        fresh = Position(table)
        assert room.position(group).standing == fresh.standing and room.position(group).moves == fresh.moves
    house.finish()
    house.folds()


def test_a_layout_that_nothing_came_of_is_gone() -> None:
    house = House()
    house.open(ROULETTE)
    house.seat("a", amount=500)
    house.round()
    room = house.core.room(house.floor.tables["t"])
    house.refused(ask.Play, "a", table="t", act="bet red 10")
    house.refused(ask.Play, "a", table="t", act="bet red 1")
    assert list(room.groups) == ["common"] and "a" not in room.positions


# Looking back.


@pytest.mark.parametrize("name", [ROULETTE, BLACKJACK, STUD, "queensland/baccarat", "house/craps"])
def test_every_terminal_recalls_its_own_from_what_all_share(name: str) -> None:
    house = House(5)
    house.open(name)
    terminals = [house.seat(f"terminal-{number}") for number in range(4)]
    Players(house, terminals, 5).rounds(4)
    table, told = house.floor.tables["t"], 0
    for one in table.past.values():
        shared = Layouts(one.events)
        for terminal in terminals:
            found = recalled(one, terminal, lambda _, shared=shared: shared)
            assert found == recalled(one, terminal)
            if found is None:
                continue
            told += 1
            seats = [seat for seat, owner in one.seats.items() if owner == terminal]
            whole = list(zip(one.told(seats), one.events, strict=True))
            assert found["events"] == [text for text, event in whole if event.group in (terminal, "", "*")]
            assert found["draws"] == one.draws(seats)
    assert told


def test_what_is_kept_of_a_round_goes_when_it_is_corrected() -> None:
    house = House()
    house.open(ROULETTE, mode="live")
    for terminal in ("a", "b"):
        house.seat(terminal)
    house.round()
    for terminal in ("a", "b"):
        house.play(terminal, f"bet {'red' if terminal == 'a' else 'black'} 10")
    for act in ("no-more-bets", "spin 2"):
        house.must(ask.Deal, "dealer", table="t", act=act)
    table = house.floor.tables["t"]
    before = house.core.layouts(table, table.past[1])
    assert house.core.layouts(table, table.past[1]) is before
    assert [(last_view(house.core, "t", who) or {})["won"] for who in "ab"] == ["0", "10"]
    house.must(ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 1",), reason="misread")
    house.must(ask.ApproveCorrection, "boss", correction=1)
    for who, won in (("a", "10"), ("b", "0")):
        found = last_view(house.core, "t", who)
        assert found is not None and (found["won"], found["draws"]) == (won, ["spin 1"])
        assert "spin 1" in found["events"] and "spin 2" not in found["events"]
    assert house.core.layouts(table, table.past[1]) is not before


# The ledger.


def test_entries_that_cannot_be_are_refused() -> None:
    for wrong in (
        Posting("cash", "cash", 5, "cash-in"),
        Posting("cash", meter("a"), 0, "cash-in"),
        Posting("cash", meter("a"), -5, "cash-in"),
    ):
        with pytest.raises(Unbalanced, match="is no posting"):
            Ledger().post([wrong])
    with pytest.raises(Unbalanced, match="would hold -5"):
        Ledger().post([Posting(meter("a"), "cash", 5, "hand-paid")])


def test_a_balance_that_its_meters_do_not_come_to_is_found() -> None:
    ledger = Ledger()
    ledger.post([Posting("cash", meter("a"), 500, "cash-in"), Posting("cash", meter("b"), 700, "cash-in")])
    assert ledger.balances == {"cash": -1_200, "meter:a": 500, "meter:b": 700} and ledger.entries == 2
    assert ledger.went == {"cash": {"cash-in": 1_200}} and ledger.came["meter:b"] == {"cash-in": 700}
    ledger.audit()
    ledger.balances["meter:a"] += 1
    with pytest.raises(Unbalanced, match="not what its meters come to"):
        ledger.post([Posting(meter("a"), "cash", 5, "hand-paid")])
    with pytest.raises(Unbalanced, match="not what its meters come to"):
        ledger.audit()
