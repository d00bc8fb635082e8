"""A terminal with several boxes is one player on all of them, and nobody plays in another's name."""

from __future__ import annotations

import pytest

from croupier.floor import commands as ask
from croupier.floor import rounds
from croupier.floor.again import settled_again
from croupier.floor.rooms import apart, game_of
from croupier.floor.state import Round
from croupier.rulebook.load import game_ids
from croupier.table.claims import Standing
from tests.floor.house import House
from tests.tiers import in_turn

BLACKJACK = "queensland/blackjack"
EVERY_TIME = {BLACKJACK, "bahamas/caribbean-stud", "queensland/baccarat"}
CARDS = ("Th", "Td", "7c", "9h", "8d")
"""Boxes 1 and 2 have nineteen and eighteen; the dealer draws to a seven and goes over."""


def two_boxes(name: str) -> House:
    """One terminal on boxes 1 and 2, where it may have both, and another behind the first."""
    house = House()
    house.open(name, mode="live")
    house.seat("one", seats=("1", "2"))
    house.seat("two", seats=("1b",))
    house.round()
    return house


@pytest.mark.parametrize("name", in_turn(game_ids(), EVERY_TIME))
def test_a_terminal_is_one_player_on_all_of_its_boxes(name: str) -> None:
    house = House()
    table = house.open(name)
    if apart(game_of(table.setup)):
        return
    house.seat("one", seats=("1",))
    if not house.ask(ask.Join, "one", table="t", seats=("2",)).done:
        return
    house.seat("two", seats=("3",))
    house.round()
    room = house.core.room(table)
    wagers = [
        act for one in room.main.pending if one.who == "*" for act in one.allowed() if act[:4] == "bet "
    ]
    for act in wagers[:1]:
        for box in ("1", "2"):
            answer = house.ask(ask.Play, "one", table="t", act=f"{box} {act} 20")
            # Some games give a player one position, and say by which clause.
            assert answer.done or answer.clause, (name, answer.why)
        assert {_player(one) for one in room.main.play.wagers} <= {"1"}


def _player(wager: Standing) -> str:
    return str(wager.value().get("player", wager.person))


def test_a_ruling_on_a_player_takes_his_wagers_on_every_box_and_nobody_elses() -> None:
    house = two_boxes(BLACKJACK)
    one = contravened(house)
    results = {f"{line['seat']}{line['bettor']}": line["result"] for line in one.lines[""]}
    assert results == {"1": "void", "2": "void", "1b": "win"}
    assert settled_again(one, house.floor.tables["t"].setup).same


def contravened(house: House) -> Round:
    """Void the wagers of who sits at box 1, in a round that everybody wins."""
    for terminal, act in (("one", "1"), ("one", "2"), ("two", "1b")):
        house.play(terminal, f"{act} bet blackjack 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for card in CARDS:
        house.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    house.play("one", "1 stand")
    facts = {"sanction": "void-the-wager", "seat": "1", "wager": "blackjack"}
    house.must(ask.Rule, "super", table="t", irregularity="contravention", facts=facts)
    return ended(house)


def test_that_a_box_was_another_mans_on_an_earlier_floor_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier house did not store who played a further box: a ruling took his wager on one of them."""
    with monkeypatch.context() as earlier:
        earlier.setattr(rounds, "as_one_player", lambda event, seats: event)
        house = two_boxes(BLACKJACK)
        one = contravened(house)
    assert {line["seat"] + line["bettor"]: line["result"] for line in one.lines[""]} == {
        "1": "void", "2": "win", "1b": "win",
    }  # fmt: skip
    (other,) = settled_again(one, house.floor.tables["t"].setup).otherwise
    assert (other.who, other.terminal, other.then.net, other.now.results) == ("2", "one", 1_000, ("void",))


def ended(house: House) -> Round:
    """Deal and answer until the round is over."""
    table = house.floor.tables["t"]
    for _ in range(20):
        if table.round is None:
            break
        room = house.core.room(table)
        asked = [one for one in room.main.pending if one.who not in ("*", "dealer", "table")]
        if asked:
            house.play(table.seats[asked[0].who.partition(".")[0]], f"{asked[0].who} stand")
        else:
            house.must(ask.Deal, "dealer", table="t", act="deal 9s")
    return table.past[1]


@pytest.mark.parametrize("player", ["3", "1b", "9"])
def test_nobody_bets_in_the_name_of_another(player: str) -> None:
    house = two_boxes(BLACKJACK)
    why = house.refused(ask.Play, "one", table="t", act=f"1 bet blackjack 10 player={player}")
    assert "is somebody else" in why and "[sch 19" in why
    house.play("one", "2 bet blackjack 10 player=2")
    (wager,) = house.core.room(house.floor.tables["t"]).main.play.wagers
    assert _player(wager) == "1"


def test_nobody_bets_in_the_name_of_another_on_a_layout_of_his_own() -> None:
    house = House()
    house.open("queensland/roulette")
    house.seat("one")
    house.round()
    why = house.refused(ask.Play, "one", table="t", act="bet red 10 player=2")
    assert "is somebody else" in why
