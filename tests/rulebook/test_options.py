"""The bounds of every option, by hand from the catalogues of the rulebooks; and what an option's value may look like."""

from __future__ import annotations

from decimal import Decimal

import pytest

from croupier.errors import BadInput
from croupier.games import build, ruleset
from croupier.rulebook.load import game_ids

BOUNDS = [
    ("bahamas/craps", "buy-commission", 0, 5, "reg 2(5)(a)"),
    ("bahamas/craps", "lay-commission", 0, 5, "reg 2(2)(f)"),
    ("bahamas/craps", "odds-commission", 0, 5, "reg 2(3)(e)"),
    ("bahamas/craps", "free-odds", 1, 100, "reg 2(3)(g)"),
    ("bahamas/craps", "odds-multiple", 1, 100, "reg 2(3)(a)"),
    ("bahamas/craps", "lay-odds-limit", 1, 100, "reg 2(3)(b)"),
    ("great-britain/craps", "win-line-odds", 1, 100, "r 8.17(e)"),
    ("great-britain/rocket-7", "contribution", 70, 100, "r 2.4"),
    ("queensland/craps", "buy-commission", 0, 5, "sch 4 s 11(1)"),
    ("queensland/craps", "lay-commission", 0, 5, "sch 4 s 12(1)"),
    ("queensland/craps", "odds-multiple", 1, 2, "sch 4 s 14(3)(b)"),
    ("house/craps", "buy-commission", 0, 10, "house"),
    ("house/craps", "lay-commission", 0, 10, "house"),
    ("house/craps", "odds-multiple", 1, 100, "house"),
]
"""Game, option, least, most, clause. Rates, the share of the meter and Queensland's multiple are bounds of the texts; multiples from 1 to 100 are ours, for the texts set no most."""
EACH = pytest.mark.parametrize(("game", "option", "low", "high", "clause"), BOUNDS)


def told(game: str, option: str, value: str) -> str:
    with pytest.raises(BadInput) as wrong:
        ruleset(game, {option: value})
    assert "\n" not in str(wrong.value)
    return str(wrong.value)


@EACH
def test_option_bounds(game: str, option: str, low: int, high: int, clause: str) -> None:
    for value in (low, high):
        rules = ruleset(game, {option: str(value)})
        assert rules.options[option] == str(value) and build(rules)
    for step in ("0.01", "1"):
        for outside in (low - Decimal(step), high + Decimal(step)):
            message = told(game, option, str(outside))
            assert message.startswith(f"{game}: option {option} cannot be '{outside}'") and message.endswith(f"[{clause}]")


@EACH
@pytest.mark.parametrize("value", ["", "many", "nan", "inf", "1e1", "+3", " 3", "3.", "yes", "٣"])
def test_a_bounded_option_is_a_plain_number(game: str, option: str, low: int, high: int, clause: str, value: str) -> None:
    assert told(game, option, value).endswith(f"[{clause}]")


def test_every_bounded_option_is_in_the_table() -> None:
    bounded = {(game, name) for game in game_ids() for name, row in ruleset(game).option_rows.items() if row.between}
    assert bounded | {("queensland/craps", "odds-multiple")} == {row[:2] for row in BOUNDS}


@pytest.mark.parametrize("game", game_ids())
def test_other_options_take_their_choices_and_nothing_else(game: str) -> None:
    for name, row in ruleset(game).option_rows.items():
        if row.amount:
            assert ruleset(game, {name: "7.50"}).options[name] == "7.50"
            assert "is not an amount of money" in told(game, name, "-1")
        elif not row.between:
            for choice in row.choices or ("yes", "no"):
                assert ruleset(game, {name: str(choice)}).options[name] == str(choice)
            message = told(game, name, "perhaps")
            assert name in message and message.endswith(f"[{row.clause}]")


@pytest.mark.parametrize("game", game_ids())
def test_what_does_not_exist_cannot_be_set(game: str) -> None:
    with pytest.raises(BadInput, match=f"there is no option 'maximun' in {game}; did you mean maximum"):
        ruleset(game, {"maximun": "5"})
    with pytest.raises(BadInput, match=f"there is no reading 'nothing' in {game}"):
        ruleset(game, {}, {"nothing": "x"})
    for name, row in ruleset(game).reading_rows.items():
        with pytest.raises(BadInput) as wrong:
            ruleset(game, {}, {name: "perhaps"})
        assert name in str(wrong.value) and str(wrong.value).endswith(f"[{row.clause}]")


@pytest.mark.parametrize(("game", "option"), [("bahamas/craps", "odds-multiple"), ("great-britain/craps", "win-line-odds")])
def test_an_open_option_may_be_left_open(game: str, option: str) -> None:
    assert ruleset(game).options[option] == ruleset(game, {option: "open"}).options[option] == "open"


def test_a_bounded_option_that_is_not_open_cannot_be_left_open() -> None:
    assert "lies between 1 and 100" in told("house/craps", "odds-multiple", "open")
