"""Views as values: what a page needs of a draw, a wager or an answer stands in a field of its own."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.floor import commands as ask
from croupier.floor.views import lobby, table_view
from croupier.server.showing import table_setup
from tests.floor.house import House

ROULETTE = "queensland/roulette"


def seen(house: House, by: str = "a") -> dict[str, Any]:
    """A view as it is sent."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table_view(house.core, "t", by)))
    return found


def test_a_draw_is_told_as_text_and_as_values() -> None:
    house = House()
    house.open(ROULETTE, mode="live")
    house.seat("a")
    house.round()
    house.play("a", "bet red 10")
    for act in ("no-more-bets", "spin 18"):
        house.must(ask.Deal, "dealer", table="t", act=act)
    for one in (seen(house)["results"][-1], seen(house)["last"]):
        assert (one["draws"], one["drawn"]) == (["spin 18"], [{"verb": "spin", "what": "18"}])


def test_an_act_is_told_with_its_verb() -> None:
    house = House()
    house.open(ROULETTE)
    house.seat("a")
    house.round()
    (question,) = seen(house)["acts"]
    assert (question["verbs"]["bet red"], question["acts"]["bet red"]) == ("bet", None)
    assert question["verbs"].keys() == question["acts"].keys()


def test_what_was_bet_in_the_last_round_is_told_less_what_was_taken_back() -> None:
    house = House()
    house.open(ROULETTE)
    house.seat("a")
    house.round()
    for act in ("bet red 10", "bet red 5", "remove red 5", "bet low 5", "remove low", "bet straight:17 5"):
        house.play("a", act)
    house.finish()
    assert seen(house)["last"]["bets"] == [
        {"seat": "1", "bettor": "", "on": "red", "stake": "10"},
        {"seat": "1", "bettor": "", "on": "straight:17", "stake": "5"},
    ]


def test_at_a_table_for_all_only_ones_own_bets_are_told() -> None:
    house = House()
    house.open("great-britain/casino-war")
    house.seat("a", seats=("1",))
    house.seat("b", seats=("1b",))
    house.round()
    house.play("a", "bet bet 10")
    house.play("b", "1b bet bet 20")
    house.finish()
    assert seen(house, "a")["last"]["bets"] == [{"seat": "1", "bettor": "", "on": "bet", "stake": "10"}]
    assert seen(house, "b")["last"]["bets"] == [{"seat": "1", "bettor": "b", "on": "bet", "stake": "20"}]


def test_a_wager_that_lies_on_the_layout_says_where() -> None:
    house = House()
    house.open(ROULETTE, mode="live", collect=True)
    house.seat("a")
    house.round()
    house.play("a", "bet straight:17 5")
    for act in ("no-more-bets", "spin 17"):
        house.must(ask.Deal, "dealer", table="t", act=act)
    laid = {"act": "1 bet straight:17", "seat": "1", "bettor": "", "on": "straight:17", "stake": "5"}
    assert seen(house)["laid"] == [laid]


def test_a_hand_is_told_with_its_total_where_everybody_counts() -> None:
    house = House()
    house.open("house/blackjack", mode="live")
    house.seat("a")
    house.round()
    house.play("a", "bet main 10")
    for act in ("no-more-bets", "deal As", "deal 7d", "deal 6c", "deal ??"):
        house.must(ask.Deal, "dealer", table="t", act=act)
    one = seen(house)
    assert one["places"] == {"1": ["As", "6c"], "dealer": ["7d", "??"]}
    assert one["totals"] == {"1": "soft 17"}
    house.play("a", "stand")
    house.must(ask.Deal, "dealer", table="t", act="turn dealer#2 Kh")
    one = seen(house)
    assert one["finished-totals"] == {"1": "soft 17", "dealer": "17"} and one["totals"] == {}


def test_nobody_counts_at_poker() -> None:
    house = House()
    house.open("great-britain/three-card-poker")
    house.seat("a")
    house.round()
    house.play("a", "bet ante 10")
    house.finish()
    assert seen(house)["finished"] and seen(house)["finished-totals"] == {}


def test_a_table_says_how_it_is_shown() -> None:
    house = House()
    shown = {}
    for name in (ROULETTE, "great-britain/rocket-7", "great-britain/big-six", "house/baccarat"):
        house.open(name, name.partition("/")[2])
        setup = table_setup(house.core, name.partition("/")[2])
        kinds = [one["kind"] for one in setup["histories"]]
        shown[name] = [setup["apart"], setup["boxes"], setup["cloth"], setup["spot"], kinds]
    assert shown == {
        ROULETTE: [True, False, False, "straight", ["numbers", "hot-cold"]],
        # Its wagers feed one meter: one layout for all, and still no boxes on it.
        "great-britain/rocket-7": [False, False, False, "", ["throws"]],
        "great-britain/big-six": [True, False, True, "", []],
        "house/baccarat": [False, True, True, "", ["big", "bead", "eye", "small", "cockroach"]],
    }
    assert [row["sign"] for row in lobby(house.core)] == ["◉", "⚅⚀", "✺", "♠♥"]


def test_where_all_play_on_one_layout_a_terminal_can_tell_its_own_wagers() -> None:
    house = House()
    house.open("great-britain/rocket-7")
    house.seat("a")
    house.seat("b")
    house.round()
    house.play("a", "bet low 10")
    one = seen(house, "b")
    assert one["mine"] == ["2"] and [wager["seat"] for wager in one["wagers"]] == ["1"]
    assert not table_setup(house.core, "t")["apart"]


@pytest.mark.parametrize(
    ("name", "act", "wanted"),
    [
        (ROULETTE, "bet red", "10"),
        ("great-britain/casino-war", "bet bet", "10"),
        ("bahamas/chemin-de-fer", "bid", "100"),
    ],
)
def test_an_act_without_its_amount_is_answered_with_one_to_begin_with(
    name: str, act: str, wanted: str
) -> None:
    house = House()
    house.open(name)
    house.seat("a")
    house.round()
    found = house.ask(ask.Play, "a", table="t", act=act)
    assert not found.done and found.given == {"wanted": wanted}
    assert found.why.endswith(f"does not say how much; write it like 1 {act} {wanted}")
