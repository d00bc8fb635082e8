"""Red dog at the table: every wager, row, refusal, option, reading and irregularity, from the regulation."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.rulebook.register import register
from croupier.table.table import Table
from tests.reddog import scripted, told

GAME = "bahamas/red-dog"
SPREADS = {
    1: ("6h 8d", "7c", 5),
    2: ("4h 7d", "6c", 4),
    3: ("9h Kd", "Tc", 2),
    4: ("2h 7d", "3c", 1),
    5: ("2h 8d", "3c", 1),
    6: ("2h 9d", "3c", 1),
    7: ("2h Td", "3c", 1),
}
SPREADS |= {8: ("2h Jd", "3c", 1), 9: ("2h Qd", "3c", 1), 10: ("2h Kd", "3c", 1), 11: ("Ah 2d", "Kc", 1)}
BETS = ["1 bet original 10", "2 bet original 20"]


@pytest.mark.parametrize("spread", SPREADS)
def test_every_spread(spread: int) -> None:
    two, third, odds = SPREADS[spread]
    won = scripted(GAME, ["1 bet original 10", f"deal {two}", "1 raise 4", f"deal {third}"])
    assert told(won) == [f"1 original win {10 * odds}", f"1 raise win {4 * odds}"]
    for end in two.split():
        lost = scripted(GAME, ["1 bet original 10", f"deal {two}", "1 raise 4", f"deal {end[0]}s"])
        assert told(lost) == ["1 original lose -10", "1 raise lose -4"]


def test_no_spread() -> None:
    assert told(scripted(GAME, [*BETS, "deal Kh Ad"])) == ["1 original push 0", "2 original push 0"]
    assert told(scripted(GAME, [*BETS, "deal 5h 5d", "! 1 raise 10 [reg 8(5)]", "deal 5d"])) == [
        "1 original win 110",
        "2 original win 220",
    ]
    assert told(scripted(GAME, [*BETS, "deal 5h 5d 6d"])) == ["1 original push 0", "2 original push 0"]


def test_raises() -> None:
    refused = [
        "! 1 raise 11 [reg 8(5)(j)]",
        "! 3 raise 5 [reg 8(5)(j)]",
        "! 3 bet original 5 [reg 8(5)(a)]",
        "! 1 remove original [reg 8(5)(d)]",
        "! 2 raise 5 oral=yes [reg 8(5)(b)]",
    ]
    ran = scripted(
        GAME,
        [
            *BETS,
            "deal 4h Jd",
            *refused,
            "1 raise 10",
            "! 1 raise 1 [reg 8(5)(d)]",
            "! deal 6c [reg 8(5)(k)]",
            "dealer raises-closed",
            "! 2 raise 5 [reg 8(5)(k)]",
            "deal 6c",
        ],
    )
    assert told(ran) == ["1 original win 10", "2 original win 20", "1 raise win 10"]
    assert ran.net == {"seat 1": 2000, "seat 2": 2000, "house": -4000}
    for said in ("stand", "no-raise"):
        assert told(
            scripted(
                GAME, [*BETS, "deal 4h Jd", f"1 {said}", f"2 {said}", "! 1 raise 5 [reg 8(5)]", "deal 6c"]
            )
        ) == ["1 original win 10", "2 original win 20"]
    assert (
        told(
            scripted(
                GAME,
                [
                    *BETS,
                    "deal 4h Jd",
                    "1 stand",
                    "2 stand",
                    "dealer raises-closed",
                    "! dealer raises-closed [reg 8(5)(k)]",
                    "deal 4c",
                ],
            )
        )[0]
        == "1 original lose -10"
    )


def test_limits() -> None:
    options = {"minimum": "5", "maximum": "100", "chip": "1"}
    bets = [
        "! 1 bet original 4 [reg 8(6)]",
        "! 1 bet original 101 [reg 8(6)]",
        "! 1 bet original 7.50 [reg 8(5)(b)]",
        "! 1 bet raise 5 [reg 8(5)(j)]",
        "! 1 bet original 10 oral=yes [reg 8(5)(b)]",
    ]
    ran = scripted(
        GAME,
        [*bets, "1 bet original 10", "deal 4h Jd", "! 1 raise 0.50 [reg 8(5)(b)]", "1 raise 3", "deal 6c"],
        options,
    )
    assert told(ran) == ["1 original win 10", "1 raise win 3"]
    holds = scripted(
        GAME,
        ["1 bet original 10", "deal 4h Jd", "! 1 raise 3 [reg 8(6)]", "1 raise 5", "deal 6c"],
        options,
        {"raise-minimum": "holds"},
    )
    assert told(holds) == ["1 original win 10", "1 raise win 5"]


def test_several_areas() -> None:
    assert told(scripted(GAME, ["1 bet original 10", "2 bet original 5 player=1", "deal Kh Ad"])) == [
        "1 original push 0",
        "2 original push 0",
    ]
    events = [
        "1 bet original 10",
        "! 2 bet original 5 player=1 [reg 8(9)]",
        "2 bet original 5",
        "supervisor rule player-on-several-areas seat=2 wager=original",
        "deal 5h 5d 5s",
    ]
    assert told(scripted(GAME, events, {"several-areas": False})) == [
        "2 original void 0",
        "1 original win 110",
    ]
    assert told(
        scripted(GAME, [*BETS, "supervisor rule player-on-several-areas seat=2 wager=original", "deal Kh Ad"])
    ) == ["1 original push 0", "2 original push 0"]


def test_a_third_card_too_early() -> None:
    early = [
        *BETS,
        "3 bet original 5",
        "deal 4h Jd",
        "1 raise 10",
        "2 stand",
        "supervisor rule third-card-too-early",
        "! 2 raise 5 [reg 8(8)(c)]",
        "1 retract",
        "2 continue",
        "3 continue",
        "deal 7h",
    ]
    ran = scripted(GAME, [*early, "2 raise 20", "3 stand", "deal 2c"])
    assert told(ran) == [
        "1 original withdrawn 0",
        "1 raise withdrawn 0",
        "2 original lose -20",
        "3 original lose -5",
        "2 raise lose -20",
    ]
    assert ran.after["shoe"]["out"]["7h"] == 1
    closed = scripted(
        GAME,
        [*early, "! 2 raise 20 [reg 8(5)(k)]", "deal 2c"],
        readings={"raise-after-early-card": "not-allowed"},
    )
    assert told(closed) == [
        "1 original withdrawn 0",
        "1 raise withdrawn 0",
        "2 original lose -20",
        "3 original lose -5",
    ]
    nobody = scripted(
        GAME,
        [*BETS, "deal 4h Jd", "supervisor rule third-card-too-early", "1 retract", "2 retract", "deal 7h"],
    )
    assert nobody.over and told(nobody) == ["1 original withdrawn 0", "2 original withdrawn 0"]
    kept = scripted(
        GAME,
        [
            *BETS,
            "deal 4h Jd",
            "1 raise 5",
            "2 stand",
            "supervisor rule third-card-too-early",
            "1 continue",
            "2 continue",
            "deal 7h",
            "! 1 raise 5 [reg 8(5)(d)]",
            "2 raise 1",
            "deal 6c",
        ],
    )
    assert told(kept) == ["1 original win 10", "2 original win 20", "1 raise win 5", "2 raise win 1"]


@pytest.mark.parametrize(
    "events",
    [
        [*BETS, "deal 5h 5d"],
        [*BETS, "deal 4h"],
        [*BETS, "deal 4h Jd", "dealer raises-closed"],
        [*BETS, "deal 4h Jd", "1 stand", "2 stand", "deal 5c"],
    ],
)
def test_a_third_card_that_is_not_too_early(events: list[str]) -> None:
    with pytest.raises(BadInput, match="raises are not open"):
        scripted(GAME, [*events, "supervisor rule third-card-too-early"])


def test_other_irregularities() -> None:
    rule = "supervisor rule"
    face_up = scripted(GAME, [*BETS, "deal 4h", f"{rule} card-face-up", "deal 9c", "deal 5d"])
    assert told(face_up) == ["1 original push 0", "2 original push 0"] and face_up.after["shoe"]["out"] == {
        "4h": 1,
        "5d": 1,
        "9c": 1,
    }
    drawn = scripted(
        GAME,
        [*BETS, "deal 4h Jd", f"{rule} card-drawn-in-error round=goes-on card=6c", "1 stand", "2 raise 5"],
    )
    assert told(drawn) == ["1 original win 10", "2 original win 20", "2 raise win 5"]
    after = scripted(
        GAME,
        [
            *BETS,
            "deal 4h 5d",
            f"{rule} card-drawn-in-error round=is-over card=9c",
            "table next-round",
            "1 bet original 5",
            "! deal 8c []",
            "deal 9c 9d 9h",
        ],
    )
    assert told(after)[-1] == "1 original win 55"
    late = scripted(
        GAME,
        [
            *BETS,
            "deal 4h Jd",
            "1 raise 5",
            "2 stand",
            "deal 6c",
            f"{rule} late-wager late=made seat=1 wager=original",
        ],
    )
    assert (
        sorted(told(late)) == ["1 original void 0", "1 raise void 0", "2 original win 20"]
        and late.net["house"] == -2000
    )
    paid = scripted(
        GAME,
        [
            "1 bet original 10",
            "deal 4h Jd",
            "1 stand",
            "deal 6c",
            f"{rule} wrong-pay-out seat=1 wager=original paid=8",
        ],
    )
    assert told(paid) == ["1 original win 8", "1 original win 2"]


SHOE = [
    "dealer cutting-card",
    "1 bet original 10",
    "deal Kh Ad",
    "table next-round",
    "! dealer shuffle at=9 [reg 8(3)(c)]",
    "! dealer shuffle depth=20 [reg 8(3)(c)]",
    "! dealer shuffle cut-by=dealer [reg 8(3)(b)]",
    "dealer shuffle at=100 depth=80 cut-by=1",
    "deal ??",
    "1 show-burn",
    "turn burnt#1 9h",
    "! dealer shuffle [reg 8(3)(a)]",
    "dealer new-dealer",
    "deal ??",
    "1 bet original 5",
    "deal Kh Ad",
]


def test_the_shoe() -> None:
    ran = scripted(GAME, SHOE)
    assert ran.after["shoe"] == {"out": {"9h": 1, "Ad": 1, "Kh": 1}, "unseen": 1, "depth": 80}
    near = scripted(GAME, ["1 bet original 5", "deal Kh Ad"], before={"shoe": {"unseen": 233}})
    assert near.after["shoe"] == {"new": True}, (
        "with a quarter of the cards behind it the cutting card comes before the second card"
    )
    assert (
        "new"
        not in scripted(GAME, ["1 bet original 5", "deal Kh Ad"], before={"shoe": {"unseen": 232}}).after[
            "shoe"
        ]
    )
    with pytest.raises(BadInput, match="no card has been burnt"):
        scripted(GAME, ["1 show-burn"])


def test_every_section_is_used() -> None:
    rows = register("bahamas")
    runs: list[Any] = [
        scripted(GAME, SHOE),
        scripted(
            GAME,
            [
                "! 1 bet original 4 [reg 8(6)]",
                "1 bet original 10",
                "2 bet original 5 player=1",
                "3 bet original 5",
                "deal 4h Jd",
                "supervisor rule third-card-too-early",
                "1 continue",
                "3 retract",
            ],
            {"minimum": "5"},
        ),
    ]
    used = {rows.section(clause) for ran in runs for clause in ran.clauses}
    assert used >= {
        name for name, row in rows.clauses.items() if row.kind == "software" and row.for_ == ["red-dog"]
    }


# The free rulebook.


def test_house_options() -> None:
    house = "house/red-dog"
    assert told(scripted(house, ["1 bet original 10", "deal 5h 5d 6d"], {"pair": "loses"})) == [
        "1 original lose -10"
    ]
    assert told(
        scripted(
            house,
            ["1 bet original 10", "deal 4h Jd", "! 1 raise 31 [house]", "1 raise 30", "deal 6c"],
            {"raise-multiple": 3},
        )
    ) == ["1 original win 10", "1 raise win 30"]
    assert told(
        scripted(
            house,
            ["1 bet original 10", "deal 4h Jd", "! 1 raise 1 [house]", "deal 6c"],
            {"raise-multiple": 0},
        )
    ) == ["1 original win 10"]
    assert told(
        scripted(house, ["1 bet original 10", "deal 4h 6d", "1 stand", "deal 5c"], {"spreads": "6-4-2-1"})
    ) == ["1 original win 60"]
    assert scripted(house, ["1 bet original 10", "deal 4h 5d"], {"shuffling": "every-round"}).after == {}
    few = ["1 bet original 10", "deal 4h 6d", "supervisor rule too-few-cards", "1 stand", "deal 5c"]
    assert scripted(house, few, before={"shoe": {"unseen": 310}}).after["shoe"] == {"new": True}
    with pytest.raises(BadInput, match="enough"):
        scripted(house, few)


def test_what_a_table_waits_for() -> None:
    table = Table(build(ruleset(GAME)), {})
    for event in (*BETS, "deal 4h Jd", "2 raise 20"):
        table.apply(event)
    acts = {question.who: question.allowed() for question in table.pending}
    assert (
        acts["1"] == ["raise", "stand", "no-raise"]
        and acts["2"] == []
        and acts["dealer"] == ["raises-closed", "cutting-card"]
    )
