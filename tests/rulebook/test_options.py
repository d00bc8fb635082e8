"""The bounds of every option, by hand from the catalogues of the rulebooks;
and what an option's value may look like.
"""

from __future__ import annotations

from decimal import Decimal

import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.rulebook.load import game_ids
from tests.tiers import chosen_games

BOUNDS = [
    ("bahamas/caribbean-stud", "contribution", 0, 100, "reg 10(3)(l)"),
    ("bahamas/craps", "buy-commission", 0, 5, "reg 2(5)(a)"),
    ("bahamas/craps", "lay-commission", 0, 5, "reg 2(2)(f)"),
    ("bahamas/craps", "odds-commission", 0, 5, "reg 2(3)(e)"),
    ("bahamas/craps", "free-odds", 1, 100, "reg 2(3)(g)"),
    ("bahamas/craps", "odds-multiple", 1, 100, "reg 2(3)(a)"),
    ("bahamas/craps", "lay-odds-limit", 1, 100, "reg 2(3)(b)"),
    ("great-britain/casino-hold-em", "contribution", 70, 100, "r 2.4"),
    ("great-britain/casino-stud", "contribution", 70, 100, "r 2.4"),
    ("great-britain/hold-em-bonus", "contribution", 70, 100, "r 2.4"),
    ("great-britain/live-draw-poker", "five-of-a-kind-odds", 0, 1000, "r 16.25"),
    ("great-britain/live-draw-poker", "grown-odds", 0, 1000000, "r 16.26"),
    ("great-britain/live-draw-poker", "jackpot-share", 0, 100, "r 16.29"),
    ("great-britain/craps", "win-line-odds", 1, 100, "r 8.17(e)"),
    ("great-britain/rocket-7", "contribution", 70, 100, "r 2.4"),
    ("queensland/caribbean-stud", "contribution", 0, 100, "sch 3 s 9(3)"),
    ("queensland/craps", "buy-commission", 0, 5, "sch 4 s 11(1)"),
    ("queensland/craps", "lay-commission", 0, 5, "sch 4 s 12(1)"),
    ("queensland/craps", "odds-multiple", 1, 2, "sch 4 s 14(3)(b)"),
    ("house/craps", "buy-commission", 0, 10, "house"),
    ("house/craps", "lay-commission", 0, 10, "house"),
    ("house/craps", "odds-multiple", 1, 100, "house"),
    ("bahamas/casino-war", "decks", 6, 16, "reg 13(2)(a)"),
    ("bahamas/casino-war", "depth", 78, 416, "reg 13(3)(f)"),
    ("bahamas/chemin-de-fer", "decks", 6, 16, "reg 5(1)(a)"),
    ("bahamas/chemin-de-fer", "fee", 0, 5, "reg 5(10)(c)"),
    ("bahamas/chemin-de-fer", "depth", 14, 200, "reg 5(4)(d)"),
    ("bahamas/chemin-de-fer", "seats", 2, 14, "reg 5(4)(b)"),
    ("bahamas/punto-banco", "decks", 8, 16, "reg 4(1)(a)"),
    ("bahamas/punto-banco", "commission", 0, 5, "reg 4(3)(b)"),
    ("bahamas/punto-banco", "depth", 14, 200, "reg 4(5)(d)"),
    ("bahamas/red-dog", "decks", 6, 16, "reg 8(1)(a)"),
    ("california/baccarat-gold", "depth", 1, 104, "GEGA-002078 L22"),
    ("california/commission-free-baccarat", "depth", 1, 104, "GEGA-003317 L2949"),
    ("california/ez-baccarat", "decks", 3, 8, "GEGA-003180 L1489"),
    ("california/ez-baccarat", "depth", 1, 104, "GEGA-003180 L1489"),
    ("california/ez-baccarat-panda-8", "decks", 3, 8, "GEGA-003396 L2063"),
    ("california/ez-baccarat-panda-8", "depth", 1, 104, "GEGA-003396 L2063"),
    ("california/royal-baccarat", "decks", 3, 8, "GEGA-003079 L1297"),
    ("california/royal-baccarat", "depth", 1, 104, "GEGA-003079 L1297"),
    ("great-britain/casino-war", "decks", 1, 16, "r 17.2"),
    ("great-britain/punto-banco", "decks", 1, 16, "r 1.5"),
    ("great-britain/casino-war", "depth", 10, 416, "r 1.5"),
    ("great-britain/punto-banco", "depth", 14, 400, "r 1.5"),
    ("house/baccarat", "decks", 1, 16, "house"),
    ("house/baccarat", "depth", 14, 400, "house"),
    ("house/baccarat", "commission", 0, 10, "house"),
    ("house/baccarat", "seats", 1, 14, "house"),
    ("house/casino-war", "decks", 1, 16, "house"),
    ("house/casino-war", "depth", 10, 416, "house"),
    ("house/casino-war", "war-burn", 0, 10, "house"),
    ("house/chemin-de-fer", "decks", 1, 16, "house"),
    ("house/chemin-de-fer", "fee", 0, 20, "house"),
    ("house/chemin-de-fer", "depth", 7, 300, "house"),
    ("house/chemin-de-fer", "seats", 2, 14, "house"),
    ("house/lucky-draw-baccarat", "decks", 1, 16, "house"),
    ("house/lucky-draw-baccarat", "seats", 1, 7, "house"),
    ("house/red-dog", "decks", 1, 16, "house"),
    ("house/red-dog", "raise-multiple", 0, 5, "house"),
    ("queensland/baccarat", "depth", 14, 200, "sch 1 s 17(8)"),
    ("queensland/baccarat", "seats", 1, 14, "sch 1 s 3(1)"),
    ("queensland/baccarat", "free-hands", 0, 10, "sch 1 s 10(1)(b)"),
    ("queensland/casino-war", "depth", 52, 208, "sch 14 s 14(7)"),
    ("queensland/lucky-draw-baccarat", "decks", 1, 8, "sch 16 s 4"),
    ("queensland/lucky-draw-baccarat", "seats", 1, 7, "sch 16 s 3(1)"),
    ("queensland/lucky-draw-baccarat", "depth", 52, 277, "sch 16 s 13(8)"),
    ("bahamas/blackjack", "decks", 4, 16, "reg 3(2)(a)"),
    ("bahamas/blackjack", "depth", 52, 416, "reg 3(5)(d)"),
    ("bahamas/single-deck-blackjack", "depth", 13, 39, "reg 3(5)(d)"),
    ("california/pure-21-5", "decks", 1, 8, "GEGA-002077 L649"),
    ("california/pure-21-5", "depth", 1, 208, "GEGA-002077 L669"),
    ("california/pure-21-5-buster", "depth", 1, 208, "GEGA-003353 L1633"),
    ("great-britain/blackjack", "decks", 1, 16, "r 1.5"),
    ("great-britain/blackjack", "depth", 10, 416, "r 1.5"),
    ("great-britain/blackjack-switch", "depth", 10, 416, "r 1.5"),
    ("great-britain/neverbust-blackjack", "decks", 1, 16, "r 1.5"),
    ("great-britain/neverbust-blackjack", "depth", 10, 416, "r 1.5"),
    ("house/blackjack", "decks", 1, 8, "house"),
    ("house/blackjack", "depth", 10, 400, "house"),
    ("house/blackjack", "seats", 1, 9, "house"),
    ("house/blackjack-switch", "depth", 10, 400, "house"),
    ("house/blackjack-switch", "seats", 1, 9, "house"),
    ("house/spanish-21", "decks", 1, 8, "house"),
    ("house/spanish-21", "depth", 10, 384, "house"),
    ("house/spanish-21", "seats", 1, 9, "house"),
    ("queensland/blackjack", "decks", 1, 8, "sch 2 s 4"),
    ("queensland/blackjack", "depth", 52, 277, "sch 2 s 13(8)"),
    ("queensland/blackjack-challenge", "decks", 1, 8, "sch 17 s 4"),
    ("queensland/blackjack-challenge", "depth", 52, 277, "sch 17 s 13(8)"),
    ("queensland/blackjack-switch", "decks", 1, 8, "sch 15 s 4"),
    ("queensland/blackjack-switch", "depth", 52, 277, "sch 15 s 13(7)"),
    ("queensland/spanish-blackjack", "decks", 1, 8, "sch 9 s 4"),
    ("queensland/spanish-blackjack", "depth", 48, 256, "sch 9 s 13(7)"),
]
"""Game, option, least, most, clause. Rates, the share of the meter and Queensland's multiple are bounds of
the texts; multiples from 1 to 100 are ours, for the texts set no most."""
BESIDE = {
    ("queensland/lucky-draw-baccarat", "decks", 1): {"dealt-from": "card-machine"},
    ("bahamas/casino-war", "depth", 416): {"decks": "8"},
    ("queensland/casino-war", "depth", 208): {"decks": "8"},
    ("great-britain/casino-war", "depth", 416): {"decks": "8"},
    ("house/casino-war", "depth", 416): {"decks": "8"},
    ("bahamas/blackjack", "depth", 416): {"decks": "8"},
    ("great-britain/blackjack", "depth", 416): {"decks": "8"},
    ("great-britain/blackjack-switch", "depth", 416): {"decks": "8"},
    ("great-britain/neverbust-blackjack", "depth", 416): {"decks": "8"},
    ("house/blackjack", "depth", 400): {"decks": "8"},
    ("house/blackjack-switch", "depth", 400): {"decks": "8"},
    ("house/spanish-21", "depth", 384): {"decks": "8"},
    ("bahamas/blackjack", "depth", 52): {"decks": "4"},
    **{
        (f"queensland/{game}", "decks", 1): {"dealt-from": "card-machine"}
        for game in ("blackjack", "blackjack-challenge", "blackjack-switch", "spanish-blackjack")
    },
    **{
        (f"queensland/{game}", "depth", 277): {"decks": "8"}
        for game in ("blackjack", "blackjack-challenge", "blackjack-switch")
    },
    ("queensland/spanish-blackjack", "depth", 256): {"decks": "8"},
}
"""What else is set, where a bound can be reached only so: a card machine may hold fewer decks than a shoe,
no shoe holds more cards behind the cutting card than cards, and a quarter of six decks is more than one."""
EACH = pytest.mark.parametrize(("game", "option", "low", "high", "clause"), BOUNDS)


def told(game: str, option: str, value: str) -> str:
    with pytest.raises(BadInput) as wrong:
        ruleset(game, {option: value})
    assert "\n" not in str(wrong.value)
    return str(wrong.value)


@EACH
def test_option_bounds(game: str, option: str, low: int, high: int, clause: str) -> None:
    for value in (low, high):
        rules = ruleset(game, {option: str(value), **BESIDE.get((game, option, value), {})})
        assert rules.options[option] == str(value) and build(rules)
    for step in ("0.01", "1"):
        for outside in (low - Decimal(step), high + Decimal(step)):
            message = told(game, option, str(outside))
            assert message.startswith(f"{game}: option {option} cannot be '{outside}'") and message.endswith(
                f"[{clause}]"
            )


@EACH
@pytest.mark.parametrize("value", ["", "many", "nan", "inf", "1e1", "+3", " 3", "3.", "yes", "٣"])
def test_a_bounded_option_is_a_plain_number(
    game: str, option: str, low: int, high: int, clause: str, value: str
) -> None:
    assert told(game, option, value).endswith(f"[{clause}]")


def test_every_bounded_option_is_in_the_table() -> None:
    bounded = {
        (game, name) for game in game_ids() for name, row in ruleset(game).option_rows.items() if row.between
    }
    assert bounded | {("queensland/craps", "odds-multiple")} == {row[:2] for row in BOUNDS}


@pytest.mark.parametrize("game", chosen_games())
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


@pytest.mark.parametrize("game", chosen_games())
def test_what_does_not_exist_cannot_be_set(game: str) -> None:
    with pytest.raises(BadInput, match=f"there is no option 'maximun' in {game}; did you mean maximum"):
        ruleset(game, {"maximun": "5"})
    with pytest.raises(BadInput, match=f"there is no reading 'nothing' in {game}"):
        ruleset(game, {}, {"nothing": "x"})
    for name, row in ruleset(game).reading_rows.items():
        with pytest.raises(BadInput) as wrong:
            ruleset(game, {}, {name: "perhaps"})
        assert name in str(wrong.value) and str(wrong.value).endswith(f"[{row.clause}]")


@pytest.mark.parametrize(
    ("game", "option"), [("bahamas/craps", "odds-multiple"), ("great-britain/craps", "win-line-odds")]
)
def test_an_open_option_may_be_left_open(game: str, option: str) -> None:
    assert ruleset(game).options[option] == ruleset(game, {option: "open"}).options[option] == "open"


def test_a_bounded_option_that_is_not_open_cannot_be_left_open() -> None:
    assert "lies between 1 and 100" in told("house/craps", "odds-multiple", "open")
