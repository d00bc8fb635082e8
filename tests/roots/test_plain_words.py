"""What goes without saying need not be said, and what was said once is still understood."""

from __future__ import annotations

import pytest

from croupier.api import game
from croupier.rulebook.load import game_ids
from croupier.table.fitted import Fitted

ONCE = [
    (name, once, row.id)
    for name in game_ids()
    for row in game(name).rules.irregularities.values()
    for once in row.formerly
]


def test_insurance_without_an_amount_is_the_most_that_chips_make() -> None:
    table = game("house/blackjack", options={"chip": "5"}).table()
    for event in ("1 bet main 15", "deal 9s Ad 8s ??", "1 insurance"):
        table.apply(event)
    assert {one.wager: one.stake for one in table.play.wagers} == {"main": 1_500, "insurance": 500}


def places(name: str, wager: str) -> list[str]:
    """List where a wager may lie."""
    built = game(name).built.playable
    return built.params(wager) if isinstance(built, Fitted) else [""]


ONE_PLACE = [
    (name, wager, found[0])
    for name in game_ids()
    for wager in game(name).rules.names
    if len(found := places(name, wager)) == 1 and found != [""]
]


@pytest.mark.parametrize(("name", "wager", "place"), ONE_PLACE)
def test_a_wager_with_one_place_lies_there(name: str, wager: str, place: str) -> None:
    """Whatever is done with it, and whatever is ruled about it."""
    table = game(name).table()
    table.apply(f"1 bet {wager} 20")
    assert [one.name for one in table.play.wagers] == [f"{wager}:{place}"]
    table.apply(f"1 remove {wager} 10")
    assert [one.stake for one in table.play.wagers] == [1_000]
    table.apply("spin 17")
    table.apply(f"supervisor rule late-wager seat=1 wager={wager} late=made")
    assert [(line.wager, line.result) for line in table.lines] == [(f"{wager}:{place}", "void")]


@pytest.mark.parametrize(
    ("name", "wager"), [(name, wager) for name, wager, _ in ONE_PLACE if name.startswith("great-britain")]
)
def test_partners_may_leave_out_the_only_place(name: str, wager: str) -> None:
    table = game(name, options={"maximum": "100"}).table()
    table.apply(f"1 bet {wager} 60")
    refusal = table.refusal(f"2 bet {wager} 60 partner=1")
    assert refusal is not None and "stake together" in refusal.why


@pytest.mark.parametrize(("name", "once", "now"), ONCE)
def test_an_irregularity_is_understood_by_a_name_that_it_had(name: str, once: str, now: str) -> None:
    assert game(name).rules.irregularity(once).id == now


def test_one_thing_has_one_name_in_all_games() -> None:
    """What was renamed anywhere has its new name everywhere."""
    used = {row.id for name in game_ids() for row in game(name).rules.irregularities.values()}
    assert ONCE and not used & {once for _, once, _ in ONCE}


@pytest.mark.parametrize(
    ("wager", "option"), [("ur-way-0", "ur-way-needs-wager"), ("three-giving-eight-single", None)]
)
def test_the_rules_tell_no_need_that_does_not_hold(wager: str, option: str | None) -> None:
    from croupier.cli.rules import value

    rules = game("great-britain/punto-banco").rules
    assert value(rules, [wager])["wagers"][0]["needs"] == []
    asked = game(
        "great-britain/punto-banco", options={option or "three-giving-eight-needs-wager": "yes"}
    ).rules
    assert value(asked, [wager])["wagers"][0]["needs"]


@pytest.mark.parametrize(
    "name", [one for one in game_ids() if one.startswith(("great-britain", "california"))]
)
def test_dates_that_are_ours_say_so(name: str) -> None:
    assert "ours" in game(name).rules.head.dates
