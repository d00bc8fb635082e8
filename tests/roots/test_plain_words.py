"""What goes without saying need not be said, and what was said once is still understood."""

from __future__ import annotations

import pytest

from croupier.api import game
from croupier.rulebook.load import game_ids

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


def test_a_wager_with_one_place_lies_there() -> None:
    table = game("bahamas/roulette").table()
    table.apply("1 bet five-number 10")
    assert [one.name for one in table.play.wagers] == ["five-number:0-00-1-2-3"]


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
