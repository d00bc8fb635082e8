"""Lucky draw baccarat at the table:
every wager, row, refusal, option, reading and irregularity, from the schedule.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.rulebook.register import register
from croupier.table.table import Table, replay
from tests.examples.runner import Ran
from tests.reddog import scripted, told

GAME = "queensland/lucky-draw-baccarat"
S = "sch 16 s"
RULE = "supervisor rule"
TWO = ["1 bet enter 10", "2 bet enter 10"]
THREE = [*TWO, "3 bet enter 10"]
DEALT = [*THREE, "deal 4h 7d 5c Kd 2s 8h 9h"]
"""Boxes 1, 2 and 3 have 6, 5 and 4; the dealer shows nothing."""
STAND = ["1 stand", "2 stand", "3 stand"]


@pytest.mark.parametrize(
    ("cards", "third", "net"),
    [
        ("2h 3d", "Ac", 10),
        ("2h 2d", "3c", 15),
        ("2h 2d", "4c", 20),
        ("2h 2d", "5c", 30),
        ("3h 4d", "2c", 30),
        ("3h 3d", "3c", 90),
        ("3h 3h", "3d", 90),
        ("3h 3h", "3h", 300),
    ],
)
def test_draw_wagers_that_win(cards: str, third: str, net: int) -> None:
    one, other = cards.split()
    ran = scripted(GAME, ["1 bet enter 10", f"deal {one} Kc {other}", "1 draw", f"deal {third}", "deal 5c"])
    assert told(ran) == ["1 enter win 10", f"1 draw win {net}"]


def test_ties_and_losses() -> None:
    assert told(scripted(GAME, ["1 bet enter 10", "deal 3h Kc 3h", "1 draw", "deal 3h", "deal 9c"])) == [
        "1 enter push 0",
        "1 draw push 0",
    ]
    assert told(scripted(GAME, ["1 bet enter 10", "deal 3h Kc 3h", "1 draw", "deal 2h", "deal 9c"])) == [
        "1 enter lose -10",
        "1 draw lose -10",
    ]
    assert told(scripted(GAME, ["1 bet enter 10", "deal 3h Kc 3h", "1 stand", "deal 4c", "deal 5c"])) == [
        "1 enter lose -10"
    ]
    assert told(scripted(GAME, ["1 bet enter 10", "deal 3h Kc 3h", "1 stand", "deal 6c"])) == [
        "1 enter push 0"
    ]
    assert told(scripted(GAME, ["1 bet enter 10", "deal 3h Kc 3h", "1 stand", "deal 5c"])) == [
        "1 enter win 10"
    ]


def test_readings_change_what_is_paid() -> None:
    suited = ["1 bet enter 10", "deal 3h Kc 3h", "1 draw", "deal 3h", "deal 5c"]
    assert told(scripted(GAME, suited, readings={"three-threes": "rows-add-up"}))[1] == "1 draw win 330"
    odd = ["1 bet enter 0.05", "deal 2h Kc 2d", "1 draw", "deal 3h", "deal 5c"]
    assert told(scripted(GAME, odd))[1] == "1 draw win 0.07"
    assert told(scripted(GAME, odd, readings={"uneven-payment": "up-to-the-cent"}))[1] == "1 draw win 0.08"


def test_permissions() -> None:
    options = {"minimum": "5", "maximum": "100", "chip": "1", "seats": 3}
    bets = [
        f"! deal Kh [{S} 7(4)]",
        f"! dealer no-more-bets [{S} 7(4)]",
        f"! 1 bet enter 4 [{S} 10(1)]",
        f"! 1 bet enter 101 [{S} 10(1)]",
        f"! 1 bet enter 5.50 [{S} 7(1)]",
        f"! 1 bet draw 5 [{S} 6(3)]",
    ]
    bets += [
        f"! 1 bet enter 5 oral=yes [{S} 7(2)]",
        f"! 4 bet enter 5 [{S} 3(1)]",
        "1 bet enter 10",
        f"! 1b bet enter 10 [{S} 7(3)]",
        "2a bet enter 10",
    ]
    play = [
        f"! 2 draw [{S} 17(2)]",
        f"! 1 remove enter [{S} 8(1)]",
        f"! 3 bet enter 5 [{S} 8(1)]",
        f"! 1 draw 5 [{S} 6(3)]",
        "1 draw 10",
        f"! 1 remove draw [{S} 8(2)]",
        "deal Ah",
        "2 stand",
        "deal 9h",
    ]
    ran = scripted(GAME, [*bets, "deal 4h 7d Kd 2s 8h", *play, f"! 1 bet enter 5 [{S} 8(1)]"], options)
    assert told(ran) == ["1 enter lose -10", "2a enter lose -10", "1 draw lose -10"]


def test_a_player_on_several_boxes() -> None:
    bets = ["1 bet enter 10", f"! 2 bet enter 2 player=1 [{S} 9(2)]", "2 bet enter 10 player=1"]
    ran = scripted(GAME, [*bets, "deal 4h 7d Kd 2s 8h", "1 stand", "2 stand", "deal 9h"], {"minimum": "5"})
    assert told(ran) == ["1 enter lose -10", "2 enter lose -10"]
    give = [
        *bets,
        f"{RULE} player-on-several-boxes seats=wanted-by-others box=2",
        f"! 2 bet enter 10 player=1 [{S} 9(1)]",
        "2 bet enter 6",
        "deal 4h 7d Kd 2s 8h",
        "1 stand",
        "2 stand",
        "deal 9h",
    ]
    ran = scripted(
        GAME, [*give, "table next-round", f"! 2 bet enter 10 player=1 [{S} 9(1)]"], {"minimum": "5"}
    )
    assert told(ran) == ["2 enter void 0", "1 enter lose -10", "2 enter lose -6"] and ran.after[
        "given-up"
    ] == {"2": f"{S} 9(1)"}
    one = [
        "1 bet enter 10",
        f"! 2 bet enter 10 player=1 [{S} 9(1)]",
        "2 bet enter 10",
        f"{RULE} player-on-several-boxes seats=enough box=2",
        "deal 4h Kd 2s",
        "1 stand",
        "deal 9h",
    ]
    assert told(scripted(GAME, one, {"several-boxes": False})) == ["2 enter void 0", "1 enter lose -10"]
    assert told(
        scripted(
            GAME,
            [
                *TWO,
                f"{RULE} player-on-several-boxes seats=enough box=2",
                "deal 4h 7d Kd 2s 8h",
                "1 stand",
                "2 stand",
                "deal 9h",
            ],
        )
    ) == ["1 enter lose -10", "2 enter lose -10"]


def test_a_player_who_affects_the_randomness() -> None:
    held = [
        f"{RULE} randomness seat=1",
        f"! 1 bet enter 6 [{S} 10(2)(b)]",
        "1 bet enter 5",
        f"! 2 bet enter 5 player=1 [{S} 10(2)(a)]",
        "2 bet enter 50",
        "deal 4h 7d Kd 2s 8h",
        "1 draw",
        "deal Ah",
        "2 stand",
        "deal 9h",
    ]
    ran = scripted(GAME, [*held, "table next-round", f"! 1 bet enter 6 [{S} 10(2)(b)]"], {"minimum": "5"})
    assert told(ran) == ["1 enter lose -5", "2 enter lose -50", "1 draw lose -5"] and ran.after["held"] == {
        "1": f"{S} 10(2)"
    }


SHOE = [
    f"! dealer shuffle [{S} 12(3)]",
    f"! dealer shuffle reason=directed at=9 [{S} 13(4)]",
    f"! dealer shuffle reason=directed depth=51 [{S} 13(8)]",
    f"! dealer shuffle reason=directed depth=278 [{S} 13(8)]",
    "dealer shuffle reason=directed at=100 depth=60 cut-by=3 cut-for=1",
    "1 bet enter 10",
    "dealer no-more-bets",
    "deal 4h Kd",
    "dealer cutting-card",
    "deal 2s",
    "1 stand",
    "deal 9h",
    "table next-round",
    f"! dealer shuffle cut-by=2 [{S} 14(1)]",
    f"! dealer shuffle cut-by=dealer [{S} 14(4)]",
    "dealer shuffle cut-by=dealer cut-refused=1",
    "dealer shuffle reason=requested-and-approved",
    "1 bet enter 10",
    "deal 4h Kd 2s",
    "1 stand",
    "deal 9h",
    "table next-round",
    f"! dealer shuffle reason=requested-and-approved [{S} 12(4)]",
    "dealer shuffle reason=replaced",
]


def test_the_shoe() -> None:
    assert scripted(GAME, SHOE).after == {}
    assert scripted(
        GAME,
        ["1 bet enter 10", "deal 4h Kd 2s", "1 stand", "deal 9h"],
        {"depth": "277"},
        before={"shoe": {"unseen": 139}},
    ).after["shoe"] == {"new": True}


def test_a_card_machine() -> None:
    machine = {"dealt-from": "card-machine", "decks": 4}
    assert (
        scripted(
            GAME,
            [
                *TWO,
                "deal 4h 7d Kd 2s 8h",
                "! dealer cutting-card [sch 16 s 17(2)]",
                "1 stand",
                "2 stand",
                "deal 9h",
            ],
            machine,
        ).after
        == {}
    )
    with pytest.raises(BadInput, match="4 decks"):
        scripted(GAME, TWO, {"decks": 4})
    broken = [
        *TWO,
        "deal 4h 7d Kd 2s 8h",
        "1 draw",
        f"{RULE} machine-malfunction disadvantaged=yes",
        "1 retract",
        "2 continue",
        "2 stand",
        "deal 9h",
    ]
    assert told(scripted(GAME, broken, machine)) == [
        "1 enter withdrawn 0",
        "1 draw withdrawn 0",
        "2 enter lose -10",
    ]
    for options in (machine, {}):
        fine = scripted(
            GAME,
            [
                "1 bet enter 10",
                "deal 4h Kd 2s",
                f"{RULE} machine-malfunction disadvantaged=no",
                "1 stand",
                "deal 9h",
            ],
            options,
        )
        assert told(fine) == ["1 enter lose -10"]


CASES: dict[str, tuple[list[str], list[str]]] = {
    "a card face up": (
        [*THREE, "deal 4h", f"{RULE} card-face-up", "deal 9s", "deal 7d 5c Kd 2s 8h 9h", *STAND, "deal 5h"],
        ["3 enter lose -10", "2 enter push 0", "1 enter win 10"],
    ),
    "drawn in error, not seen": (
        [
            *THREE,
            "deal 4h 7d 5c",
            f"{RULE} card-drawn-in-error exposed=no refused=no card=Kd",
            "deal 2s 8h 9h",
            *STAND,
            "deal 5h",
        ],
        ["3 enter lose -10", "2 enter push 0", "1 enter win 10"],
    ),
    "exposed, and taken": (
        [
            *DEALT,
            f"{RULE} card-drawn-in-error exposed=yes refused=no card=3c",
            "1 draw",
            "2 stand",
            "3 stand",
            "deal 5h",
        ],
        ["3 enter lose -10", "2 enter push 0", "1 enter win 10", "1 draw win 30"],
    ),
    "exposed, refused, taken by the next": (
        [
            *DEALT,
            f"{RULE} card-drawn-in-error exposed=yes refused=yes box=1 card=3c",
            f"! 1 draw [{S} 23(3)]",
            "2 draw",
            "3 stand",
            "deal 5h",
        ],
        ["3 enter lose -10", "1 enter win 10", "2 enter win 10", "2 draw win 20"],
    ),
    "exposed, refused after a draw wager, the dealer's": (
        [
            *DEALT,
            "1 draw",
            f"{RULE} card-drawn-in-error exposed=yes refused=yes box=1 card=5h",
            "2 stand",
            "3 stand",
        ],
        ["1 draw void 0", "3 enter lose -10", "2 enter push 0", "1 enter win 10"],
    ),
    "the dealer's surplus card, seen": (
        [*DEALT, *STAND, "deal 5h", f"{RULE} surplus-dealer-card exposed=yes", "deal 9d"],
        ["3 enter lose -10", "2 enter push 0", "1 enter win 10"],
    ),
    "the dealer's surplus card, not seen": (
        [
            *DEALT,
            *STAND,
            "deal 5h",
            f"{RULE} surplus-dealer-card exposed=no card=9d",
            "table next-round",
            "1 bet enter 10",
            "! deal 8d []",
            "deal 9d Kc Qc",
            "1 stand",
            "deal 8c",
        ],
        ["3 enter lose -10", "2 enter push 0", "1 enter win 10", "1 enter win 10"],
    ),
    "cards in the wrong places": (
        [
            *TWO,
            "deal 4h 7d 5c",
            f"{RULE} misplaced-card acted=no order=7d+4h+5c",
            "deal 2s 8h",
            "1 stand",
            "2 stand",
            "deal 3h",
        ],
        ["2 enter lose -10", "1 enter win 10"],
    ),
    "the dealer with too many cards": (
        [
            *TWO,
            "deal 4h 7d 5c 2s 8h",
            "1 stand",
            f"{RULE} dealer-too-many-cards acting=yes cards=9h+Kc+2d",
            "1 continue",
            "2 retract",
        ],
        ["2 enter withdrawn 0", "1 enter win 10"],
    ),
    "the dealer with two cards": (
        [
            *TWO,
            "deal 4h 7d 5c 2s 8h",
            "1 stand",
            f"{RULE} dealer-too-many-cards acting=yes cards=9h",
            "1 continue",
            "2 continue",
            "2 stand",
            "deal Ad",
        ],
        ["1 enter win 10", "2 enter push 0"],
    ),
    "the dealer with too many cards and nobody left": (
        [
            *TWO,
            "deal 4h 7d 5c 2s 8h",
            "1 stand",
            f"{RULE} dealer-too-many-cards acting=yes cards=9h",
            "1 retract",
            "2 retract",
        ],
        ["1 enter withdrawn 0", "2 enter withdrawn 0"],
    ),
    "the dealer with too many cards, before anybody acts": (
        [
            *TWO,
            "deal 4h 7d 5c",
            f"{RULE} dealer-too-many-cards acting=no cards=2s+8h",
            "1 stand",
            "2 stand",
            "deal Kd",
        ],
        ["1 enter win 10", "2 enter push 0"],
    ),
    "an extra hand, before anybody acts": (
        [
            *TWO,
            "deal 4h 7d",
            f"{RULE} extra-hand acting=no cards=5c",
            "deal 2s 8h",
            "1 stand",
            "2 stand",
            "deal Kd",
        ],
        ["1 enter win 10", "2 enter push 0"],
    ),
    "no cards for a box": (
        [*THREE, "deal 4h 5c Kd 2s 9h", f"{RULE} no-cards acting=yes box=2", "1 stand", "3 stand", "deal 5h"],
        ["2 enter void 0", "3 enter lose -10", "1 enter win 10"],
    ),
    "one card for a box": (
        [
            *THREE,
            "deal 4h 7d 5c Kd 2s 9h",
            f"{RULE} one-card found=acting-on-another box=2",
            "2 continue",
            "1 stand",
            "deal 8h",
            "2 draw",
            "deal 2d",
            "3 stand",
            "deal 5h",
        ],
        ["3 enter lose -10", "1 enter win 10", "2 enter win 10", "2 draw win 15"],
    ),
    "one card for a box that retracts": (
        [
            *THREE,
            "deal 4h 7d 5c Kd 2s 9h",
            f"{RULE} one-card found=acting-on-another box=2",
            "2 retract",
            "1 stand",
            "3 stand",
            "deal 5h",
        ],
        ["2 enter withdrawn 0", "3 enter lose -10", "1 enter win 10"],
    ),
    "one card for the last box": (
        [
            *THREE,
            "deal 4h 7d 5c Kd 2s 8h 9h",
            "1 stand",
            "2 stand",
            f"{RULE} one-card found=others-done box=3",
            "3 continue",
            "3 draw",
            "deal 3d",
            "deal 5h",
        ],
        ["2 enter push 0", "1 enter win 10", "3 enter win 10", "3 draw win 15"],
    ),
    "a player passed over": (
        [
            *DEALT,
            f"{RULE} player-passed-over card=nobody-has-it box=1",
            "1 continue",
            "2 draw",
            "deal 4c",
            "3 stand",
            "1 draw",
            "deal As",
            "deal 5h",
        ],
        ["3 enter lose -10", "1 enter win 10", "2 enter win 10", "2 draw win 30", "1 draw win 15"],
    ),
    "a player passed over whose card went to another": (
        [
            *DEALT,
            "1 draw",
            "deal 4c",
            f"{RULE} player-passed-over card=entered-for-him box=1",
            "1 continue",
            "2 draw",
            "3 stand",
            "deal As",
            "deal 5h",
        ],
        ["3 enter lose -10", "1 enter win 10", "2 enter win 10", "2 draw win 30", "1 draw win 15"],
    ),
    "a player passed over who retracts": (
        [
            *DEALT,
            "1 draw",
            f"{RULE} player-passed-over card=nobody-has-it box=1",
            "1 retract",
            "2 stand",
            "3 stand",
            "deal 5h",
        ],
        ["1 enter withdrawn 0", "1 draw withdrawn 0", "3 enter lose -10", "2 enter push 0"],
    ),
    "the last player was not offered a card": (
        [
            *DEALT,
            *STAND,
            "deal 2h 3h",
            f"{RULE} last-player-missed missing=third-card box=3",
            "3 draw",
            "deal 9c",
        ],
        ["1 enter win 10", "2 enter win 10", "3 enter win 10", "3 draw win 10"],
    ),
    "the last player had no second card": (
        [
            *THREE,
            "deal 4h 7d 5c Kd 2s 8h",
            f"{RULE} last-player-missed missing=second-card box=3",
            "1 stand",
            "2 stand",
            "deal 9h",
            "3 stand",
            "deal 2h 3h",
        ],
        ["3 enter lose -10", "2 enter push 0", "1 enter win 10"],
    ),
    "the dealer without a first card": (
        [
            *THREE,
            "deal 4h 7d 5c 2s 8h 9h",
            f"{RULE} dealer-no-first-card acting=yes",
            "1 continue",
            "2 continue",
            "3 retract",
            "1 stand",
            "2 stand",
            "deal Kd 2h 3h",
        ],
        ["3 enter withdrawn 0", "2 enter push 0", "1 enter win 10"],
    ),
    "an extra hand": (
        [
            "1 bet enter 10",
            "deal 4h Kd 2s",
            f"{RULE} extra-hand acting=yes cards=5c+9h",
            "1 stand",
            "deal 5h",
        ],
        ["1 enter win 10"],
    ),
    "a player who does not act": (
        [
            *TWO,
            "deal 4h 7d Kd 2s 8h",
            f"{RULE} player-does-not-act box=1",
            f"{RULE} player-does-not-act box=2",
            "deal 5h",
        ],
        ["2 enter push 0", "1 enter win 10"],
    ),
    "a late wager": (
        [
            *TWO,
            "deal 4h 7d Kd",
            f"{RULE} late-wager late=made seat=2 wager=enter",
            "deal 2s",
            "1 stand",
            "deal 5h",
        ],
        ["2 enter void 0", "1 enter win 10"],
    ),
    "a late wager found afterwards": (
        [
            *TWO,
            "deal 4h 7d Kd 2s 8h",
            "1 draw",
            "deal 3c",
            "2 stand",
            "deal 5h",
            f"{RULE} late-wager late=made seat=1 wager=enter",
        ],
        ["2 enter push 0", "1 enter void 0", "1 draw void 0"],
    ),
    "a wrong payment": (
        [
            "1 bet enter 10",
            "deal 4h Kd 5s",
            "1 stand",
            "deal 6h",
            f"{RULE} wrong-pay-out seat=1 wager=enter paid=5",
        ],
        ["1 enter win 5", "1 enter win 5"],
    ),
    "too few cards": (
        [
            "1 bet enter 10",
            "deal 4h Kd 2s",
            "1 draw",
            f"! deal 3c [{S} 25]",
            f"{RULE} too-few-cards",
            "deal 3c 5h",
        ],
        ["1 enter win 10", "1 draw win 30"],
    ),
}
BEFORE: dict[str, dict[str, Any]] = {"too few cards": {"shoe": {"unseen": 413}}}


def case(name: str) -> Ran:
    events, _ = CASES[name]
    return scripted(GAME, events, before=BEFORE.get(name))


@pytest.mark.parametrize("name", CASES)
def test_irregularities(name: str) -> None:
    ran = case(name)
    assert ran.over and sorted(told(ran)) == sorted(CASES[name][1])
    assert sum(ran.net.values()) == 0


@pytest.mark.parametrize("name", CASES)
def test_a_round_with_a_ruling_is_replayed(name: str) -> None:
    played = build(ruleset(GAME))
    table = Table(played, BEFORE.get(name, {}))
    for event in CASES[name][0]:
        if event == "table next-round":
            break
        if not event.startswith("!"):
            table.apply(event)
    again = replay(played, BEFORE.get(name, {}), table.stored())
    assert again.lines == table.lines and again.after == table.after


def test_what_has_left_the_shoe() -> None:
    assert case("an extra hand").after["shoe"]["out"] == {
        "2s": 1,
        "4h": 1,
        "5c": 1,
        "5h": 1,
        "9h": 1,
        "Kd": 1,
    }
    assert case("the dealer with too many cards").after["shoe"]["out"]["2d"] == 1, (
        "the fourth card of the dealer goes out of play"
    )
    assert (
        case("a card face up").after["shoe"]["out"]["9s"]
        == case("the dealer's surplus card, seen").after["shoe"]["out"]["9d"]
        == 1
    )
    assert case("too few cards").after["shoe"] == {"new": True}


NOTHING = [
    "misplaced-card acted=first-box-signalled order=4h+7d+5c+2s+8h",
]
CONTRADICTS = {
    "misplaced-card acted=first-box-drew order=4h+7d+5c+2s+8h": "has not drawn",
    "misplaced-card acted=wager-settled order=4h+7d+5c+2s+8h": "no wager has been settled",
    "no-cards acting=no box=2": "has been acted on",
    "one-card found=before-acting box=2": "has been acted on",
    "dealer-no-first-card acting=no": "has been acted on",
}
"""What the table itself shows to be otherwise, once the first box has stood."""


@pytest.mark.parametrize("said", CONTRADICTS)
def test_what_the_table_shows_is_not_ruled_otherwise(said: str) -> None:
    with pytest.raises(BadInput, match=CONTRADICTS[said]):
        scripted(GAME, [*TWO, "deal 4h 7d 5c 2s 8h", "1 stand", f"{RULE} {said}"])


@pytest.mark.parametrize("said", NOTHING)
def test_where_nothing_changes(said: str) -> None:
    ran = scripted(GAME, [*TWO, "deal 4h 7d 5c 2s 8h", "1 stand", f"{RULE} {said}", "2 stand", "deal Kd"])
    assert told(ran) == ["1 enter win 10", "2 enter push 0"]


@pytest.mark.parametrize(
    ("events", "said", "why"),
    [
        (DEALT, "too-few-cards", "enough"),
        (DEALT, "player-passed-over card=nobody-has-it box=3", "last before the dealer"),
        ([*DEALT, "1 stand"], "player-passed-over card=nobody-has-it box=1", "played already"),
        ([*DEALT, "1 stand"], "player-does-not-act box=1", "played already"),
        ([*DEALT, "1 stand"], "misplaced-card acted=no order=4h", "has been acted on"),
        ([*DEALT, "1 stand"], "dealer-too-many-cards acting=no cards=9h", "has been acted on"),
        ([*DEALT, "1 stand"], "extra-hand acting=no cards=9h", "has been acted on"),
        (DEALT, "player-passed-over card=entered-for-him box=1", "last card"),
        (
            [*DEALT, "1 draw", "deal 4c", "2 draw", "deal 4d"],
            "player-passed-over card=entered-for-him box=1",
            "last card",
        ),
        ([*DEALT, *STAND, "deal 5h"], "player-passed-over card=entered-for-him box=1", "played already"),
        (THREE, "misplaced-card acted=no order=4h", "no card has been dealt"),
        (DEALT, "misplaced-card acted=no order=4h", "in the order"),
        (DEALT, "misplaced-card acted=no", "say which cards"),
        (DEALT, "player-does-not-act box=5", "no hand"),
        (DEALT, "card-drawn-in-error exposed=yes refused=yes card=5h", "box="),
        (
            ["1 bet enter 10", "deal 4h"],
            "dealer-too-many-cards acting=yes cards=9h",
            "every box has its cards",
        ),
        (DEALT, "player-on-several-boxes seats=wanted-by-others box=2", "is the only one of 2"),
    ],
)
def test_rulings_that_make_no_sense(events: list[str], said: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        scripted(GAME, [*events, f"{RULE} {said}"])


def test_betting_is_open_again_when_no_wager_is_left() -> None:
    ran = scripted(
        GAME,
        [
            "1 bet enter 10",
            "dealer no-more-bets",
            f"{RULE} late-wager late=made seat=1 wager=enter",
            "2 bet enter 10",
            "deal 4h Kd 2s",
            "2 stand",
            "deal 5h",
        ],
    )
    assert told(ran) == ["1 enter void 0", "2 enter win 10"]


def test_contraventions_send_a_player_away() -> None:
    ran = scripted(
        GAME,
        [
            *TWO,
            "deal 4h 7d Kd 2s 8h",
            f"{RULE} contravention sanction=both seat=1",
            "2 stand",
            "deal 5h",
            "table next-round",
            "! 1 bet enter 5 [s 10(2)(b)]",
        ],
    )
    assert told(ran) == ["1 enter void 0", "2 enter push 0"]


def test_every_section_is_used() -> None:
    rows = register("queensland")
    runs = [case(name) for name in CASES]
    runs.append(scripted(GAME, SHOE))
    runs.append(
        scripted(
            GAME,
            [
                f"! 8 bet enter 5 [{S} 3(1)]",
                f"! 1 bet enter 1 [{S} 10(1)]",
                "1 bet enter 5",
                "2 bet enter 5 player=1",
                "deal 4h 7d Kd 2s 8h",
            ],
            {"minimum": "5"},
        )
    )
    runs.append(
        scripted(
            GAME,
            ["1 bet enter 5", "deal 4h Kd 2s", f"{RULE} machine-malfunction disadvantaged=yes", "1 retract"],
            {"dealt-from": "card-machine"},
        )
    )
    used = {rows.section(clause) for ran in runs for clause in ran.clauses}
    missing = {
        name
        for name, row in rows.clauses.items()
        if row.kind == "software" and row.for_ == ["lucky-draw-baccarat"]
    } - used
    assert not missing


# The free rulebook.


def test_house_options() -> None:
    house = "house/lucky-draw-baccarat"
    seven = ["1 bet enter 10", "deal 2h Kc 2d", "1 draw", "deal 3h", "deal 6h"]
    assert told(scripted(house, seven, {"lucky-7": "2:1"})) == ["1 enter win 10", "1 draw win 20"]
    assert told(scripted(house, [*seven[:-1], "deal 5h", "deal Kh"], {"dealer-draws-to": 5})) == [
        "1 enter win 10",
        "1 draw win 15",
    ]
    threes = ["1 bet enter 10", "deal 3h Kc 3h", "1 draw", "deal 3h", "deal 5c"]
    assert told(scripted(house, threes)) == ["1 enter win 10", "1 draw win 30"]
    assert told(scripted(house, threes, {"three-threes": "9-and-30"})) == ["1 enter win 10", "1 draw win 300"]
    assert scripted(house, seven, {"shuffling": "every-round"}).after == {}
