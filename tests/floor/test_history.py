"""What is kept of a round and who may see it:
entries of the books before and after a correction, cards that were turned, cards that never were.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.equipment.card import UNSEEN
from croupier.floor import commands as ask
from croupier.floor.events import RoundOver, ShoeOpened
from croupier.floor.rooms import Room
from croupier.floor.state import Round
from croupier.floor.views import recalled, round_history, table_view
from tests.floor.house import House, Players
from tests.floor.test_corrections import Live
from tests.floor.test_schedule_19 import live
from tests.tiers import chosen_games


def postings(version: dict[str, Any]) -> set[tuple[str, str, str, str]]:
    return {(one["from"], one["to"], one["amount"], one["for"]) for one in version["entries"]}


# Corrections.


def test_etg_38_a_corrected_round_keeps_what_was_booked_what_took_it_back_and_what_is_right() -> None:
    live = Live("queensland/roulette")
    live.round("spin 17", a="bet straight:17 10")
    live.correct(1, "spin 18")
    live.correct(1, "spin 17")
    made = live.house
    first, second, third = round_history(made.core, "t", 1)["versions"]
    assert ("house:t", "stakes:t:a", "350", "won") in postings(first) and (
        "meter:a",
        "stakes:t:a",
        "10",
        "stake",
    ) in postings(first)
    assert postings(second) == {
        ("correcting:a:1", "house:t", "350", "reversed"),
        ("correcting:a:1", "house:t", "10", "corrected"),
    }
    assert postings(third) == {
        ("house:t", "correcting:a:1", "10", "reversed"),
        ("house:t", "correcting:a:1", "350", "corrected"),
    }
    assert [event["text"] for event in second["events"]][-1] == "spin 18" and [
        event["text"] for event in first["events"]
    ][-1] == "spin 17"
    assert (second["correction"], second["reason"], second["by"], second["approved"]) == (
        1,
        "as the film shows",
        "super",
        "boss",
    )
    assert [line["result"] for line in first["lines"]["a"]] == ["win"] and [
        line["result"] for line in second["lines"]["a"]
    ] == ["lose"]
    shown = recalled(made.floor.tables["t"].past[1], "a")
    assert (
        shown is not None
        and [(was["correction"], was["won"]) for was in shown["earlier"]] == [(1, "350"), (2, "0")]
        and shown["won"] == "350"
    )
    live.sound()


def test_etg_38_all_entries_of_a_corrected_round_come_to_what_it_is_now() -> None:
    """For each account of the table:
    what was booked, taken back and booked anew is what the last settlement says.
    """
    live = Live("queensland/baccarat", "ab")
    live.round("deal 9c", "deal 2c", "deal Th", "deal 5c", a="bet player 10", b="bet banker 100")
    live.correct(1, "deal 4c", "deal 2c", "deal Th", "deal 5c", "deal 3d")
    one = live.house.floor.tables["t"].past[1]
    booked = [
        posting
        for was in one.earlier
        for posting in (*(posting for event in was.events for posting in event.postings), *was.postings)
    ]
    for account, now in (
        ("house:t", one.net[""].get("house", 0)),
        ("correcting:a:1", -1_000),
        ("correcting:b:1", 10_000),
    ):
        assert (
            sum(
                posting.amount * ((posting.target == account) - (posting.source == account))
                for posting in booked
            )
            == now
        ), account
    assert not any(
        posting.source.startswith("correcting:") and posting.target.startswith("correcting:")
        for posting in booked
    )


def test_his_2_a_round_that_is_not_at_hand_is_not_told() -> None:
    live = Live("queensland/roulette")
    with pytest.raises(Exception, match="not at hand"):
        round_history(live.house.core, "t", 7)


# Cards.


def dealer_of(one: Round) -> list[str]:
    assert one.setup is not None
    return Room(one.setup, one).main.play.view()["dealer"]


def test_dsp_3_a_card_that_the_rules_have_turned_is_in_the_result() -> None:
    made = House(5)
    made.open("bahamas/three-card-poker")
    made.seat("a", amount=10_000_000)
    for _ in range(4):
        made.round()
        made.play("a", "bet ante 10")
        while made.floor.tables["t"].round is not None:
            one = made.floor.tables["t"].round
            if one.phase == "waits":
                made.play(
                    "a",
                    next(
                        act
                        for question in made.core.room(made.floor.tables["t"]).main.pending
                        if question.who == "1"
                        for act in question.allowed()
                        if act != "fold"
                    ),
                )
            else:
                made.now = max(made.now, one.deadline)
                made.tick()
        over = made.floor.tables["t"].past[one.number]
        hidden = [event.text for event in over.events if event.hidden]
        assert (
            hidden
            and UNSEEN not in " ".join(over.draws())
            and over.draws() == [event.text for event in over.events if event.text.startswith("deal ")]
        )
        assert all(card in " ".join(hidden) for card in dealer_of(over))
        assert table_view(made.core, "t")["results"][-1]["draws"] == over.draws()
    made.folds()


def folded() -> tuple[House, Round]:
    made = House(5)
    made.open("bahamas/three-card-poker")
    made.seat("a")
    made.seat("b")
    made.round()
    for who in "ab":
        made.play(who, "bet ante 10")
    one = made.finish()  # nobody answers: both fold
    return made, one


def test_a_card_that_nobody_turned_stays_unseen_until_the_shoe_is_published() -> None:
    made, one = folded()
    assert UNSEEN in " ".join(one.draws())
    mine, other = one.draws(["1"]), one.draws(["2"])
    assert (
        mine != other
        and mine.count(f"deal {UNSEEN}")
        == other.count(f"deal {UNSEEN}")
        == one.draws().count(f"deal {UNSEEN}") - 3
    )
    shown = recalled(one, "a")
    assert shown is not None and shown["draws"] == mine  # his own cards he has seen
    assert table_view(made.core, "t", "a")["results"][-1]["draws"] == one.draws()
    made.round()  # the next shoe is sealed, and the last one published
    assert any(isinstance(event, ShoeOpened) for event in made.journal)
    assert one.draws() == [event.text for event in one.events if event.text.startswith("deal ")]
    made.folds()


@pytest.mark.parametrize("name", chosen_games())
def test_what_a_result_shows_is_what_the_table_showed_at_the_end(name: str) -> None:
    made = House(31)
    made.open(name)
    players = Players(made, [made.seat("a"), made.seat("b")], 31)
    for _ in range(2):
        players.rounds(1)
        one = made.floor.tables["t"].past[made.floor.tables["t"].number]
        assert one.setup is not None
        room = Room(one.setup, one)
        if room.apart:
            continue
        for people in ([], ["1"], ["2"]):
            seen = [
                card
                for cards in room.main.play.view(people[0] if people else "").values()
                for card in cards
                if card != UNSEEN
            ]
            told = [
                text.split()[1]
                for text in one.draws(people)
                if text.startswith("deal ") and UNSEEN not in text
            ]
            assert sorted(told) == sorted(seen), (people, one.draws(people))
    made.folds()


def test_the_cards_just_played_are_in_the_view_of_the_floor() -> None:
    made, _ = folded()
    shown = {who: table_view(made.core, "t", who)["finished"] for who in ("", "a", "b")}
    assert shown[""]["1"] == shown[""]["2"] == [UNSEEN] * 3
    assert UNSEEN not in shown["a"]["1"] and shown["a"]["2"] == [UNSEEN] * 3 and UNSEEN not in shown["b"]["2"]
    again = made.again()
    assert table_view(again, "t", "a")["finished"] == shown["a"]  # after a restart as well
    before = msgspec.json.encode(made.floor)
    made.core.room_over(made.floor.tables["t"])
    assert msgspec.json.encode(made.floor) == before
    made.round()
    assert table_view(made.core, "t", "a")["finished"] == {}


def test_a_card_that_was_never_turned_is_in_no_view_while_its_shoe_is_sealed() -> None:
    made, one = folded()
    secret = {
        event.text.split()[1]
        for at, event in enumerate(one.events)
        if event.hidden and at not in one.turned.get("1", ()) and at not in one.turned.get("all", ())
    }
    text = msgspec.json.encode(
        [
            table_view(made.core, "t", "a"),
            recalled(one, "a"),
            round_history(made.core, "t", 1)["versions"][0]["events"],
        ]
    ).decode()
    assert secret and not any(f'"{card}"' in text or f" {card}" in text for card in secret)
    over = next(event for event in made.journal if isinstance(event, RoundOver))
    assert over.turned == one.turned


def test_a_correction_shows_the_true_cards_of_the_round_just_over() -> None:
    made = live("house/baccarat")
    made.round()
    made.play("a", "bet player 10")
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for card in ("9c", "2c", "Th", "5c"):
        made.must(ask.Deal, "dealer", table="t", act=f"deal {card}")
    assert table_view(made.core, "t", "a")["finished"]["banker"] == ["2c", "5c"]
    made.must(
        ask.ProposeCorrection,
        "super",
        table="t",
        round=1,
        draws=("deal 9c", "deal 2c", "deal Th", "deal 6c"),
        reason="a six was dealt",
    )
    made.must(ask.ApproveCorrection, "boss", correction=1)
    assert table_view(made.core, "t", "a")["finished"]["banker"] == ["2c", "6c"]
