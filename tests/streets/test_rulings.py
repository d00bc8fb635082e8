"""Rulings that come late or touch a meter:
what was settled is settled again, and every unit of money is where it belongs.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier.api import game
from croupier.errors import BadInput

STUD, BAHAMAS, CASINO_STUD = (
    "queensland/caribbean-stud",
    "bahamas/caribbean-stud",
    "great-britain/casino-stud",
)
HOLD_EM, ULTIMATE = "great-britain/casino-hold-em", "great-britain/ultimate-hold-em"
TWO_SEATS = ["1 bet ante 10", "2 bet ante 10", "deal 7c 7d Ad 7h 6c 5c 4c 7s 6d 5d 4d Kc 9s 6h 3c"]
"""Seats 1 and 2 hold a pair of sevens, the dealer ace and king."""


def settled(name: str, events: list[str], **more: Any) -> dict[str, Any]:
    return game(name).settle({"events": events, **more}).value()


def test_sch_3_s_26_no_jackpot_wager_is_let_in_once_cards_are_dealt() -> None:
    with pytest.raises(BadInput, match="cards have been dealt"):
        settled(STUD, [*TWO_SEATS, "1 bet", "supervisor rule coin-in-too-early"])


def test_sch_3_s_23_6_the_deck_is_counted_only_for_a_large_prize() -> None:
    with pytest.raises(BadInput, match="there is none"):
        settled(
            STUD,
            [
                "1 bet ante 10",
                "deal Jh Ad 7d 5c 4s 2h Kc 9s 6h 3c",
                "1 bet",
                "supervisor rule jackpot-count-wrong",
            ],
        )


def test_r_7_17_a_late_jackpot_wager_that_won_leaves_the_meter_as_it_was() -> None:
    events = [
        "1 bet ante 10",
        "1 bet progressive 1",
        "deal Ts Js Qs Ks As 2c 3c 4d 5d 9c",
        "1 raise",
        "supervisor rule late-wager late=made wager=progressive seat=1",
    ]
    found = settled(CASINO_STUD, events, before={"meters": {"progressive": "1000"}}, options={"seed": "500"})
    assert found["after"]["meters"] == {"progressive": "1000"} and found["net"]["house"] == "-10"


def test_sch_3_s_30_4_e_a_jackpot_wager_goes_back_with_its_share_of_the_meter() -> None:
    """Three of a kind is between the dead man's hand and a flush, and wins nothing: the stake goes back."""
    events = [
        "1 bet ante 10",
        "1 bet jackpot 1",
        "deal 7h Ad 7d 7c 4s 2h Kc 9s 6h 3c",
        "supervisor rule wrong-number-of-cards looked=yes deck=52 wrong=dealer",
    ]
    found = settled(STUD, events, options={"contribution": "50"}, before={"meters": {"progressive": "100"}})
    assert [(line["wager"], line["result"]) for line in found["lines"]] == [
        ("ante", "win"),
        ("jackpot", "push"),
    ]
    assert found["after"]["meters"] == {"progressive": "100"} and found["net"]["house"] == "-10"


@pytest.mark.parametrize(
    ("holder", "deal"),
    [("3", "deal 2c 2d Th Kc 3c 3d Ac Kd 5h 6h 7h"), ("1", "deal Th 2d 2c Kc Ac 3d 3c Kd 5h 6h 7h")],
)
def test_r_11_99_a_better_straight_flush_than_the_boards_is_paid_by_itself(holder: str, deal: str) -> None:
    bets = [
        f"{seat} bet {wager} {stake}"
        for seat in (1, 2, 3)
        for wager, stake in (("ante", 10), ("progressive", 1))
    ]
    found = settled(
        HOLD_EM,
        [*bets, deal, "1 call", "2 call", "3 call", "deal 8h 9h"],
        before={"meters": {"progressive": "1000"}},
    )
    prizes = {
        line["seat"]: float(line["net"]) + 1 for line in found["lines"] if line["wager"] == "progressive"
    }
    others = [prize for seat, prize in prizes.items() if seat != holder]
    assert others[0] == others[1] < prizes[holder] / 1.5


def test_reg_10_3_j_the_lesser_amount_is_paid_first_whatever_its_kind() -> None:
    """Four of a kind is 500 and the royal flush the whole meter of 400:
    the royal flush comes first and is paid.
    """
    bets = ["1 bet ante 10", "1 bet progressive 1", "2 bet ante 10", "2 bet progressive 1"]
    events = [*bets, "deal 8h Ts 2c 8d Js 3c 8s Qs 4d 8c Ks 5d 2h As 9c", "1 call", "2 call"]
    found = settled(BAHAMAS, events, before={"meters": {"progressive": "400"}})
    assert [(line["seat"], line["net"]) for line in found["lines"] if line["wager"] == "progressive"] == [
        ("2", "399"),
        ("1", "499"),
    ]


def test_r_11_49_a_late_blind_takes_the_ante_along_even_after_the_settlement() -> None:
    bets = [
        "1 bet ante 10",
        "1 bet blind 10",
        "1 bet trips 5",
        "deal Qh Kh Qd Kd",
        "1 bet 40",
        "deal 2c 3c 7s 8s 9h",
    ]
    assert settled(ULTIMATE, bets)["net"]["seat 1"] == "-65"
    found = settled(ULTIMATE, [*bets, "supervisor rule late-wager late=made wager=blind seat=1"])
    assert {line["result"] for line in found["lines"]} == {"void"} and found["net"]["seat 1"] == "0"


def test_sch_3_s_30_5_a_hand_of_the_wrong_number_is_void_after_the_settlement_too() -> None:
    found = settled(
        STUD,
        [
            *TWO_SEATS,
            "1 bet",
            "2 bet",
            "supervisor rule wrong-number-of-cards looked=yes deck=52 wrong=player box=1 to=all",
        ],
    )
    assert found["net"] == {"house": "-30", "seat 1": "0", "seat 2": "30"}


def test_reg_10_3_c_a_hand_declared_dead_after_the_settlement_is_lost() -> None:
    events = [
        "1 bet ante 10",
        "deal 8h 2c 8d 3c 8s 4d 8c 5d 2h 9c",
        "1 call",
        "supervisor rule information-exchanged hand=declared-dead box=1",
    ]
    assert settled(BAHAMAS, events)["net"] == {"house": "30", "seat 1": "-30"}


def test_sch_12_s_31_4_no_community_card_is_waited_for_once_the_dealers_hand_is_not_played() -> None:
    events = [
        "1 bet ante 10",
        "1 bet bonus 5",
        "deal Qh Kh Qd Kd",
        "1 bet",
        "supervisor rule wrong-number-of-cards looked=yes deck=52 wrong=dealer",
    ]
    found = settled("queensland/hold-em-bonus", events)
    assert found["pending"] == [] and found["net"]["seat 1"] == "60"
