"""Root: what a text rules on can be written down. Each of these rounds was bad input once."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.api import game
from croupier.errors import BadInput

BALLOT = "supervisor rule change-of-decks cards=end-of-the-shoe players"
WRITTEN: list[tuple[str, str, dict[str, Any], list[str]]] = [
    (
        "sch 14 s 26",
        "queensland/casino-war",
        {},
        [
            "1 bet casino-war 10",
            "2 bet casino-war 10",
            "deal 9h 5d 7c",
            "supervisor rule misplaced-card dealer-has-acted=no first=1 second=2",
        ],
    ),
    (
        "sch 2 s 59",
        "queensland/blackjack",
        {},
        [
            "1 bet blackjack 10",
            "2 bet blackjack 20",
            "deal Th Kd 2c 9h 3d",
            "1 hit",
            "deal 4c",
            "supervisor rule dealer-no-first-card acting=yes",
        ],
    ),
    (
        "s 10(2)(c)",
        "queensland/roulette",
        {},
        [
            "1 bet red 10",
            "2 bet red 10",
            "supervisor rule contravention sanction=keep-apart seat=2 other=1",
            "! 2 bet black 10",
        ],
    ),
    (
        "r 3.10",
        "great-britain/roulette",
        {"maximum": "100"},
        ["1 bet red 60", "! 2 bet red 60 partner=1", "2 bet red 40 partner=1"],
    ),
    ("r 4.4", "great-britain/blackjack", {}, [f"{BALLOT}=unfair-to-some", f"{BALLOT}=all-agree decks=8"]),
    ("r 6.11", "great-britain/punto-banco", {}, [f"{BALLOT}=all-agree decks=6"]),
    (
        "r 2.4",
        "great-britain/rocket-7",
        {},
        ["supervisor rule meter-fault", "1 bet high 10", "! 1 bet side 2"],
    ),
    ("r 2.4", "great-britain/live-draw-poker", {"jackpot": True}, ["supervisor rule meter-fault"]),
    (
        "reg 11",
        "bahamas/big-six",
        {},
        ["1 bet number-1 10", "supervisor rule person-sent-away seat=1 because=drunk", "! 1 bet number-2 5"],
    ),
    (
        "reg 6(1)(b)",
        "bahamas/roulette",
        {},
        [
            "1 bet red 10 with=non-value-chips colour=blue",
            "! 2 bet red 10 with=non-value-chips colour=blue",
        ],
    ),
    (
        "reg 2(11)(b)",
        "bahamas/craps",
        {},
        ["1 bet pass 10", "1 take-dice", "supervisor rule die-missing left=fewer", "! roll 3-4"],
    ),
    (
        "reg 8(8)(c)",
        "bahamas/red-dog",
        {},
        [
            "1 bet original 10",
            "deal 5h 9d",
            "supervisor rule third-card-too-early shown=Kc",
            "1 continue",
            "1 stand",
            "deal 7c",
        ],
    ),
    (
        "reg 13(6)(o)",
        "bahamas/casino-war",
        {"wagers_for_the_dealer": "taken"},
        ["1 bet initial 10", "1 bet tie 5 for=dealer"],
    ),
    *(
        ("an irregularity", f"california/{name}", {}, ["supervisor rule card-face-up", "deal Kh"])
        for name in (
            "baccarat-gold",
            "commission-free-baccarat",
            "ez-baccarat",
            "ez-baccarat-panda-8",
            "royal-baccarat",
        )
    ),
    ("L672", "california/pure-21-5", {"schedule": "2013-1"}, ["1 bank 500", "1 post-fee 0.50"]),
    ("L1424", "california/royal-baccarat", {"schedule": "2013-1"}, ["1 bank 500", "1 post-fee 1"]),
    ("L267", "california/three-card-poker", {}, ["1 bank 50", "dealer action-button seat=3"]),
]


@pytest.mark.parametrize(
    ("clause", "name", "options", "events"), WRITTEN, ids=[f"{row[1]} {row[0]}" for row in WRITTEN]
)
def test_it_can_be_written(clause: str, name: str, options: dict[str, Any], events: list[str]) -> None:
    table = game(name, **options).table()
    for event in events:
        if event.startswith("! "):
            refusal = table.refusal(event.removeprefix("! "))
            assert refusal is not None and refusal.clause, event
        else:
            table.apply(event)


def test_reg_10_3_j_a_large_jackpot_waits_for_a_signature() -> None:
    table = game("bahamas/caribbean-stud").table({"meters": {"progressive": "30000"}})
    for event in ("1 bet ante 10", "1 bet progressive 1", "deal Ah 9d Kh Qd Qh 2d Jh 7s Th 4d", "1 call"):
        table.apply(event)
    assert not table.over and table.net.get("meter progressive", 0) == 0
    table.apply("dealer jackpot-signed")
    assert table.over and table.net["meter progressive"] == -3_000_000


def test_what_no_text_says_is_still_bad_input() -> None:
    with pytest.raises(BadInput):
        game("queensland/roulette").table().apply("1 bet red 10 partner=2")
