"""A hand: what those who see their cards announce, who draws, who wins, and what is ruled on cards astray."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.rulebook.register import register
from croupier.table.table import Table
from tests.chemin.play import FIVE, FREE, HELD, LAW, game, nets, play, told, why_not

BANCO = ["2 bet bank 200", "3 banco"]


def dealt(player: int, banker: int, before: dict[str, Any] = HELD, played: Any = None) -> Table:
    """A table at which the first four cards make these counts."""
    cards = [
        f"{player}h" if player > 1 else "Ah" if player else "Qh",
        f"{banker}d" if banker > 1 else "Ad" if banker else "Qd",
        "Kc",
        "Kd",
    ]
    return play(before, [*BANCO, f"deal {' '.join(cards)}"], played)


def card(number: int) -> str:
    return "Ts" if number == 0 else "As" if number == 1 else f"{number}s"


# Announcements.


@pytest.mark.parametrize("count", range(10))
def test_what_the_dominant_player_says(count: int) -> None:
    table = dealt(count, 0)
    (question,) = table.pending
    assert question.allowed() == ["card", "stay", "natural"], (
        "what is asked does not tell the others what he holds"
    )
    clause = {act: refusal.clause if (refusal := table.refusal(f"3 {act}")) else "" for act in question.acts}
    if count < 5:
        assert clause == {"card": "", "stay": "reg 5(9)(a)(i)", "natural": "reg 5(9)(a)(iv)"}
    elif count == 5:
        assert clause == {"card": "", "stay": "", "natural": "reg 5(9)(a)(iv)"}
    elif count < 8:
        assert clause == {"card": "reg 5(9)(a)(iii)", "stay": "", "natural": "reg 5(9)(a)(iv)"}
    else:
        assert clause == {"card": "reg 5(9)(a)(iv)", "stay": "reg 5(9)(a)(iv)", "natural": ""}


def test_drawing_on_six_and_staying_on_three() -> None:
    assert dealt(6, 0).refusal("3 card").why == "with 6 no card may be asked for"  # type: ignore[union-attr]
    assert dealt(3, 0).refusal("3 stay").why == "with 3 a card must be asked for"  # type: ignore[union-attr]


def test_a_card_that_the_shoe_cannot_hold() -> None:
    before = {**HELD, "shoe": {"out": {"5h": 6}}}
    with pytest.raises(BadInput, match="every 5h that the table holds has been dealt already"):
        play(before, [*BANCO, "deal 5h"])
    with pytest.raises(BadInput, match="every 5h"):
        play(before, [*BANCO, "deal 4h 3d Kc Kd", "supervisor rule player-got-three excess-known=no card=5h"])
    with pytest.raises(BadInput, match="is not a card"):
        play(HELD, [*BANCO, "deal 1x"])


@pytest.mark.parametrize("count", range(10))
def test_what_the_banker_says(count: int) -> None:
    table = dealt(4, count)
    table.apply("3 card")
    assert "deal" not in table.draw_wanted, "no card is given before the Banker has looked"
    (question,) = table.pending
    assert question.who == "2" and question.allowed() == ["natural", "under-eight"]
    wrong = table.refusal("2 natural" if count < 8 else "2 under-eight")
    assert (
        wrong is not None
        and wrong.clause == "reg 5(9)(b)"
        and table.refusal("2 natural" if count > 7 else "2 under-eight") is None
    )


def test_each_sees_his_own_cards_and_nobody_else() -> None:
    table = dealt(5, 3)
    assert table.play.view("3")["player"] == ["5h", "Kc"] and table.play.view("3")["banker"] == ["??", "??"]
    assert table.play.view("2") == table.play.view() == {"player": ["??", "??"], "banker": ["??", "??"]}
    table.apply("3 card")
    assert table.play.view("2")["banker"] == ["3d", "Kd"] and table.play.view("2")["player"] == ["??", "??"]


def test_naturals_end_the_hand() -> None:
    player = play(HELD, [*BANCO, "deal 8h 4d Kc 5d", "3 natural"])
    assert player.over and nets(player) == {"house": 1000, "seat 2": 19000, "seat 3": -20000}
    banker = play(HELD, [*BANCO, "deal 4h 8d Kc Kd", "3 card", "2 natural"])
    assert banker.over and nets(banker) == {"house": 1000, "seat 2": 19000, "seat 3": -20000}
    stays = play(HELD, [*BANCO, "deal 7h 8d Kc Kd", "3 stay"])
    assert stays.over and told(stays)[-1] == ("2", "bank", 20000, "win", 20000, 1000)


# The tableau.

PRINTED = ["DDDDDDDDDDD"] * 3 + ["DDDDDDDDDOD", "SSDDDDDDSSD", "SSSSODDDSSD", "SSSSSDDDSSS", "SSSSSSSSSSS"]
TRADITIONAL = ["DDDDDDDDDDD"] * 3 + [
    "DDDDDDDDSOD",
    "SSDDDDDDSSD",
    "SSSSODDDSSD",
    "SSSSSSDDSSS",
    "SSSSSSSSSSS",
]


@pytest.mark.deep
@pytest.mark.parametrize(("reading", "rows"), [("as-printed", PRINTED), ("traditional", TRADITIONAL)])
def test_every_cell_of_table_3(reading: str, rows: list[str]) -> None:
    played = game(readings={"table-3": reading})
    for banker, third in product(range(8), range(11)):
        table = dealt(6 if third == 10 else 4, banker, played=played)
        for event in ["3 stay"] if third == 10 else ["3 card", "2 under-eight", f"deal {card(third)}"]:
            table.apply(event)
        letter = "S" if table.over else "O" if not table.draw_wanted else "D"
        assert letter == rows[banker][third], (banker, third)
        if letter == "D":
            assert table.refusal("2 stay") is not None and table.refusal("2 stay").clause == "reg 5(9)(c)"  # type: ignore[union-attr]


def test_the_banker_chooses_in_an_open_cell() -> None:
    start = [*BANCO, "deal 4h 3d Kc Kd", "3 card", "2 under-eight", "deal 9h", "! 3 draw", "! deal 2c"]
    stays = play(HELD, [*start, "2 stay"])
    assert stays.over and stays.lines[-1].why == "player 3, banker 3: the bank stands off and goes back"
    draws = play(HELD, [*start, "2 draw", "2 draw", "deal 5c"])
    assert draws.lines[-1].why == "player 3, banker 8: the bank wins, pays 1:1"


# A live table.


def test_a_live_table_deals_cards_that_nobody_names() -> None:
    start = [*BANCO, "deal ?? ?? ?? ??", "3 card", "2 under-eight", "? deal ??", "deal 7h"]
    table = play(
        HELD,
        [
            *start,
            "turn banker#1 3d",
            "turn banker#2 Kd",
            "deal 2c",
            "turn player#1 Kh",
            "! turn player#2 6h",
            "turn player#2 4h",
        ],
    )
    assert table.over and table.lines[-1].why == "player 1, banker 5: the bank wins, pays 1:1"
    assert table.play.view()["player"] == ["Kh", "4h", "7h"]


def test_what_was_announced_is_judged_when_the_cards_are_turned() -> None:
    assert (
        why_not(HELD, [*BANCO, "deal ?? ?? ?? ??", "3 natural", "turn player#1 3h"], "turn player#2 4h")[1]
        == "reg 5(9)(a)(iv)"
    )
    assert why_not(
        HELD,
        [*BANCO, "deal ?? ?? ?? ??", "3 card", "2 under-eight", "deal 2h", "turn banker#1 3h"],
        "turn banker#2 5h",
    ) == ("the Banker's two cards count 8", "reg 5(9)(b)")
    stuck = [
        *BANCO,
        "deal ?? ?? ?? ??",
        "3 stay",
        "turn banker#1 3h",
        "turn banker#2 4h",
        "turn player#1 Kh",
        "! turn player#2 3c",
    ]
    table = play(
        HELD,
        [
            *stuck,
            "supervisor rule misheard seat=3",
            "3 card",
            "2 under-eight",
            "deal 5h",
            "turn banker#1 3h",
            "turn banker#2 4h",
            "turn player#1 Kh",
            "turn player#2 3c",
        ],
    )
    assert table.lines[-1].why == "player 8, banker 7: the bank loses" and table.rulings[0].clauses == (
        "reg 5(9)(h)",
    )
    play(
        HELD,
        [
            "? supervisor rule misheard seat=2",
            *BANCO,
            "? supervisor rule misheard seat=3",
            "deal 4h 3d Kc Kd",
            "? supervisor rule misheard seat=2",
            "? supervisor rule misheard seat=4",
        ],
    )
    again = play(
        HELD,
        [
            *BANCO,
            "deal 5h 3d Kc Kd",
            "supervisor rule banker-took-too-many rectified=yes",
            "3 card",
            "supervisor rule misheard seat=3",
            "3 stay",
            "supervisor rule misheard seat=3",
            "3 card",
        ],
    )
    assert [question.who for question in again.pending] == ["2"]


def test_nothing_is_said_again_once_a_card_has_been_dealt_on_it() -> None:
    start = [
        *BANCO,
        "deal 5h 3d Kc Kd",
        "? supervisor rule misheard seat=3",
        "3 card",
        "? supervisor rule misheard seat=2",
        "2 under-eight",
        "supervisor rule misheard seat=2",
        "2 under-eight",
    ]
    given = [*start, "deal 9h", "? supervisor rule misheard seat=2", "? supervisor rule misheard seat=3"]
    chosen = play(
        HELD,
        [*given, "2 draw", "? supervisor rule misheard seat=3", "supervisor rule misheard seat=2", "2 stay"],
    )
    assert chosen.lines[-1].why == "player 4, banker 3: the bank loses"
    play(
        HELD,
        [
            *given,
            "2 draw",
            "deal 4c",
            "? supervisor rule misheard seat=2",
            "? supervisor rule misheard seat=3",
        ],
    )
    play(
        HELD,
        [
            *BANCO,
            "deal 6h 3d Kc Kd",
            "3 stay",
            "? supervisor rule misheard seat=2",
            "deal 4c",
            "? supervisor rule misheard seat=3",
        ],
    )
    bidder = play(
        FIVE,
        [
            "2 bid 200",
            "dealer award-bank",
            *BANCO,
            "deal 6h 3d Kc Kd",
            "3 stay",
            "? supervisor rule misheard seat=2",
        ],
    )
    assert bidder.draw_wanted == "deal"


# The fee.


@pytest.mark.parametrize(
    ("fee", "rounding", "stake", "taken"),
    [
        ("5", "none", "200", 1000),
        ("5", "none", "0.50", 2),
        ("5", "up-to-a-quarter", "200", 1000),
        ("5", "up-to-a-quarter", "201", 1025),
        ("2.5", "none", "200", 500),
        ("0", "none", "200", 0),
    ],
)
def test_the_fee_on_what_the_bank_wins(fee: str, rounding: str, stake: str, taken: int) -> None:
    before = {**FIVE, "bank": {"seat": "2", "bid": "0.10"}}
    table = play(
        before,
        [f"2 bet bank {stake}", "3 banco", "deal 7h 8d Kc Kd", "3 stay"],
        game(fee=fee, fee_rounding=rounding),
    )
    assert table.lines[-1].charge == table.net.get("house", 0) == taken
    assert ("reg 5(10)(c)" in table.lines[-1].clauses) == bool(taken)
    assert table.lines[-1].paid_by == "seat 3" and table.lines[0].paid_by == "seat 2"


def test_there_is_no_fee_on_what_the_bank_loses_or_keeps() -> None:
    for cards in ("deal 9h 8d Kc Kd", "deal 8h 8d Kc Kd"):
        table = play(HELD, [*BANCO, cards, "3 natural"])
        assert "house" not in table.net and "reg 5(10)(c)" not in table.lines[-1].clauses


# Irregularities.


@pytest.mark.parametrize("moved", [False, True])
def test_12a_wrong_order(moved: bool) -> None:
    rule = f"supervisor rule wrong-order rectified=no bank={'is-transferred' if moved else 'stays'}"
    table = play(HELD, [*BANCO, "deal 4h 3d Kc", rule])
    assert table.over and not nets(table) and [line.result for line in table.lines] == ["void", "void"]
    assert table.after["shoe"] == {"unseen": 3}, "the three cards lie face down"
    assert table.after.get("relinquished") == ("2" if moved else None) and ("bank" in table.after) != moved
    new = play(FIVE, ["4 bid 70", "dealer award-bank", "4 bet bank 80", "5 banco", "deal 4h 3d Kc", rule])
    assert new.after.get("relinquished") == ("4" if moved else None) and new.after.get("bank") == (
        None if moved else {"seat": "4", "bid": "70"}
    )
    assert new.after["players"] == ("1", "2", "3", "4", "5")


def test_12a_rectified() -> None:
    table = play(
        HELD, [*BANCO, "deal 4h 3d Kc", "supervisor rule wrong-order rectified=yes bank=stays", "deal Kd"]
    )
    assert table.rulings[0].duties and table.pending[0].who == "3"


def test_12b_a_banker_with_too_many_cards_counts_zero() -> None:
    start = [
        *BANCO,
        "deal 4h 8d Kc Kd",
        "supervisor rule banker-took-too-many rectified=no card=2c+3c",
        "3 card",
        "! 2 natural",
        "2 under-eight",
        "deal 2h",
    ]
    draws = play(HELD, [*start, "deal 5c"])
    assert draws.lines[-1].why == "player 6, banker 5: the bank loses"
    assert {"2c", "3c"} <= set(draws.after["shoe"]["out"])
    stays = play(HELD, start, game(readings={"count-of-zero": "stays"}))
    assert stays.over and stays.lines[-1].why == "player 6, banker 0: the bank loses"
    unseen = play(
        HELD,
        [
            *BANCO,
            "deal ?? ?? ?? ??",
            "supervisor rule banker-took-too-many rectified=no",
            "3 stay",
            "turn banker#1 8h",
            "turn banker#2 Kh",
            "deal 7h",
            "turn player#1 7d",
            "turn player#2 Kd",
        ],
    )
    assert unseen.lines[-1].result == "push" and unseen.after["shoe"]["unseen"] == 1
    play(
        HELD,
        [*BANCO, "deal 7h 3d Kc Kd", "3 stay", "? supervisor rule banker-took-too-many rectified=no card=2c"],
    )
    play(HELD, [*BANCO, "? supervisor rule banker-took-too-many rectified=no card=2c"])
    assert (
        play(
            HELD, [*BANCO, "deal 7h 8d Kc Kd", "supervisor rule banker-took-too-many rectified=yes", "3 stay"]
        )
        .lines[-1]
        .result
        == "win"
    )


def test_12c_three_cards_for_the_dominant_player_count_the_highest() -> None:
    """Of 4, 2 and 7 the highest is 9 (2 and 7); of K, 2 and 2 it is 4."""
    nine = play(
        HELD,
        [
            *BANCO,
            "deal 4h 3d 2c Kd",
            "supervisor rule player-got-three excess-known=no card=7s",
            "! 3 card",
            "3 natural",
        ],
    )
    assert nine.lines[-1].why == "player 9, banker 3: the bank loses"
    early = play(
        HELD,
        [
            *BANCO,
            "deal 4h",
            "supervisor rule player-got-three excess-known=no card=7s",
            "deal 3d 2c Kd",
            "3 natural",
        ],
    )
    assert early.lines[-1].why == nine.lines[-1].why
    four = [
        *BANCO,
        "deal Kh 7d 2c Kd",
        "supervisor rule player-got-three excess-known=no card=2s",
        "! 3 natural",
    ]
    on = play(HELD, [*four, "! 3 stay", "3 card", "2 under-eight", "deal 3s"])
    assert on.lines[-1].why == "player 7, banker 7: the bank stands off and goes back"
    filled = play(HELD, [*four, "! 3 card", "3 stay"], game(readings={"three-first-cards": "hand-is-filled"}))
    assert filled.lines[-1].why == "player 4, banker 7: the bank wins, pays 1:1"
    live = play(
        HELD,
        [
            *BANCO,
            "deal ?? ?? ?? ??",
            "supervisor rule player-got-three excess-known=no",
            "3 natural",
            "turn player#1 4h",
            "turn player#2 2h",
            "! turn player#3 As",
            "turn player#3 7s",
            "turn banker#1 Kh",
            "turn banker#2 Kd",
        ],
    )
    assert live.lines[-1].result == "lose"
    play(HELD, [*BANCO, "deal 4h 3d 2c Kd", "supervisor rule player-got-three excess-known=yes", "3 stay"])
    play(
        HELD,
        [*BANCO, "deal 5h 3d Kc Kd", "3 card", "? supervisor rule player-got-three excess-known=no card=2c"],
    )


def test_12d_a_banker_who_draws_two_cards_counts_the_lowest() -> None:
    """The Banker has 3 and K and draws 5 and 9: any two make 2 at the lowest (3 and 9).

    His 3 with the 9 makes 2 as well, with the 5 it makes 8.
    """
    start = [*BANCO, "deal 6h 3d Kc Kd", "3 stay"]
    two = "supervisor rule banker-drew-two rectified=no card=5s"
    lowest = play(HELD, [*start, two, "deal 9s"])
    assert lowest.lines[-1].why == "player 6, banker 2: the bank loses"
    other = [
        *BANCO,
        "deal 6h 3d Kc 2d",
        "3 stay",
        "supervisor rule banker-drew-two rectified=no card=9s",
        "deal 8c",
    ]
    assert play(HELD, other).lines[-1].why.startswith("player 6, banker 0"), "2 and 8"
    assert (
        play(HELD, other, game(readings={"two-cards-drawn": "one-counts"}))
        .lines[-1]
        .why.startswith("player 6, banker 3")
    ), "3, 2 and 8"
    live = play(
        HELD,
        [
            *BANCO,
            "deal ?? ?? ?? ??",
            "3 stay",
            "turn banker#1 3d",
            "turn banker#2 Kd",
            "deal 9s",
            two,
            "turn player#1 Kh",
            "turn player#2 6h",
        ],
    )
    assert live.lines[-1].why == lowest.lines[-1].why
    play(HELD, [*start, "? supervisor rule banker-drew-two rectified=no"])
    play(HELD, [*BANCO, "deal 6h 3d Kc Kd", "? " + two])


def test_12d_is_ruled_after_the_hand_is_settled_too() -> None:
    """3, K and 5 make 8 against 6: the bank won and was charged. With the 9 it counts 2, and has lost."""
    start = [*BANCO, "deal 6h 3d Kc Kd", "3 stay", "deal 5s"]
    won = play(HELD, start)
    assert nets(won) == {"house": 1000, "seat 2": 19000, "seat 3": -20000} and won.after["suivi"] == "3"
    two = "supervisor rule banker-drew-two rectified=no card=9s"
    lost = play(HELD, [*start, two])
    assert (
        told(lost) == [("3", "cover", 20000, "win", 20000, 0), ("2", "bank", 20000, "lose", -20000, 0)]
        and lost.lines[-1].why == "player 6, banker 2: the bank loses"
    )
    assert nets(lost) == {"seat 2": -20000, "seat 3": 20000}
    assert (
        lost.after["relinquished"] == "2"
        and "bank" not in lost.after
        and "suivi" not in lost.after
        and lost.after["shoe"]["out"]["9s"] == 1
    )
    void = play(HELD, [*start, two, "supervisor rule late-bank late=made"])
    assert not nets(void) and void.after["bank"] == {"seat": "2", "stake": "200"}
    play(
        HELD,
        [
            *BANCO,
            "deal 9h 7d Kc Kd",
            "3 natural",
            "? " + two,
            "supervisor rule wrong-pay-out seat=3 wager=cover paid=150",
        ],
    )
    part = ["2 bet bank 200", "3 bet cover 50", "deal 6h 3d Kc Kd", "3 stay", "deal 7s"]
    tied = play(HELD, [*part, two])
    assert [line[:4] for line in told(tied)] == [
        ("2", "bank", 15000, "withdrawn"),
        ("3", "cover", 5000, "win"),
        ("2", "bank", 5000, "lose"),
    ]
    play(
        HELD,
        [
            *BANCO,
            "deal 7h 3d Kc Kd",
            "3 stay",
            "deal 2s",
            "supervisor rule wrong-order rectified=no bank=stays",
            "? " + two,
        ],
    )
    put_right = [*BANCO, "deal 9h 3d Kc Kd", "3 natural"]
    play(HELD, [*put_right, "? supervisor rule banker-took-too-many rectified=no card=2c"])
    paid = [
        *BANCO,
        "deal 7h 3d Kc Kd",
        "3 stay",
        "deal 2s",
        "supervisor rule wrong-pay-out seat=3 wager=cover paid=150",
        two,
    ]
    assert nets(play(HELD, paid)) == nets(play(HELD, [*paid[:-2], two]))


@pytest.mark.parametrize("said", ["no", "yes"])
def test_12e_and_f_a_card_after_stay(said: str) -> None:
    rule = f"supervisor rule card-after-stay dealer-said-card={said} card=5s"
    clause = "reg 5(12)(e)" if said == "no" else "reg 5(12)(f)"
    must = play(HELD, [*BANCO, "deal 6h 3d Kc Kd", "3 stay", rule])
    assert (
        must.over
        and must.lines[-1].why == "player 6, banker 8: the bank wins, pays 1:1"
        and must.rulings[0].clauses == (clause,)
    )
    stays = play(HELD, [*BANCO, "deal 6h 7d Kc Kd", "3 stay", rule])
    assert (
        stays.lines[-1].why == "player 6, banker 7: the bank wins, pays 1:1"
        and stays.after["shoe"]["out"]["5s"] == 1
    )
    live = play(
        HELD,
        [
            *BANCO,
            "deal ?? ?? ?? ??",
            "3 stay",
            rule,
            "turn banker#1 7d",
            "turn banker#2 Kd",
            "turn player#1 6h",
            "turn player#2 Kh",
        ],
    )
    assert live.lines[-1].why == stays.lines[-1].why and live.play.view()["discard"] == ["5s"]
    free = game(FREE, tableau="free")
    may = play(
        HELD, [*BANCO, "deal 6h 3d Kc Kd", "3 stay", rule, *([] if said == "no" else ["2 stay"])], free
    )
    assert may.lines[-1].why.startswith("player 6, banker 8" if said == "no" else "player 6, banker 3")
    play(HELD, [*BANCO, "deal 5h 3d Kc Kd", "? " + rule, "3 card", "? " + rule])
    play(
        HELD,
        [
            *BANCO,
            "deal 6h 3d Kc Kd",
            "3 stay",
            f"? supervisor rule card-after-stay dealer-said-card={said}",
            "deal 9c",
            "? " + rule,
        ],
    )


def test_12g_an_excess_card_is_the_first_of_the_next_hand() -> None:
    table = play(
        HELD,
        [
            *BANCO,
            "deal 6h 7d Kc Kd",
            "supervisor rule excess-card cutting-card=in-the-shoe card=9c",
            "3 stay",
        ],
    )
    assert table.after["shoe"]["first"] == ("9c",)
    following = play(table.after, [*BANCO, "? deal 8c", "deal 9c 3d Kc Kd", "3 natural"])
    assert following.play.view()["player"] == ["9c", "Kc"] and "first" not in following.after["shoe"]
    unseen = play(
        HELD, [*BANCO, "deal 6h 7d Kc Kd", "supervisor rule excess-card cutting-card=in-the-shoe", "3 stay"]
    )
    assert unseen.after["shoe"]["first"] == ("??",)
    waits = play(unseen.after, ["2 bet bank 200", "dealer no-more-bets"])
    assert waits.after["shoe"]["first"] == ("??",), "no hand was dealt"
    play(unseen.after, [*BANCO, "deal 8c 3d Kc Kd", "3 natural"])
    single = {**HELD, "shoe": {"out": {"9c": 5}}}
    play(
        single,
        [
            *BANCO,
            "deal 6h 7d Kc",
            "supervisor rule excess-card cutting-card=in-the-shoe card=9c",
            "? deal 9c",
            "? supervisor rule excess-card cutting-card=in-the-shoe card=9c",
        ],
    )
    last = {**HELD, "shoe": {"reached": True, "last": 2}}
    out = play(last, [*BANCO, "deal 6h 7d Kc Kd", "supervisor rule excess-card cutting-card=out", "3 stay"])
    assert "first" not in out.after["shoe"] and out.after["shoe"]["unseen"] == 1


def test_12h_a_card_that_the_banker_drew_for_himself_goes_to_the_player() -> None:
    rule = "supervisor rule banker-drew-for-himself card=4s"
    for events in ([rule, "2 under-eight"], ["2 under-eight", rule]):
        table = play(HELD, [*BANCO, "deal 4h 3d Kc Kd", "3 card", *events])
        assert table.play.view()["player"][2:] == ["4s"] and table.draw_wanted == "deal"
        table.apply("deal 5c")
        assert table.lines[-1].why == "player 8, banker 8: the bank stands off and goes back"
    natural = play(HELD, [*BANCO, "deal 4h 8d Kc Kd", "3 card", rule, "2 natural"])
    assert natural.after["shoe"]["first"] == ("4s",), "nobody has taken it"
    stays = [
        *BANCO,
        "? " + rule,
        "deal 6h 3d",
        "? " + rule,
        "deal Kc Kd",
        "? " + rule,
        "3 stay",
        "? " + rule,
        "deal 2c",
        "? " + rule,
    ]
    assert play(HELD, stays).play.view()["banker"] == ["3d", "Kd", "2c"]
    play(HELD, [*BANCO, "deal 4h 3d Kc Kd", "3 card", "2 under-eight", "deal 9h", "? " + rule])


def test_12i_a_card_face_up_in_the_shoe() -> None:
    table = play(
        HELD,
        [
            *BANCO,
            "deal 4h 3d",
            "supervisor rule card-face-up last-hand=no",
            "deal 9s",
            "deal Kc Kd",
            "3 card",
        ],
    )
    assert table.play.view()["burnt"] == ["9s"] and table.rulings[0].duties
    last = play(HELD, [*BANCO, "deal 4h 3d", "supervisor rule card-face-up last-hand=yes"])
    assert last.over and not nets(last) and last.after["shoe"] == {"new": True} and "bank" not in last.after


def test_12j_too_few_cards() -> None:
    short = {**HELD, "shoe": {"unseen": 307}}
    play({**HELD, "shoe": {"unseen": 306}}, [*BANCO, "deal 4h 3d", "? supervisor rule too-few-cards"])
    table = play(short, [*BANCO, "deal 4h 3d", "supervisor rule too-few-cards"])
    assert (
        table.over
        and [line.result for line in table.lines] == ["void", "void"]
        and table.after["shoe"] == {"new": True}
    )
    kept = play(
        short,
        [*BANCO, "deal 4h 3d", "supervisor rule too-few-cards"],
        game(readings={"bank-of-a-new-shoe": "goes-on"}),
    )
    assert kept.after["bank"] == {"seat": "2", "stake": "200"}


def test_a_late_wager_is_void_and_so_much_of_the_bank_goes_back() -> None:
    parts = ["2 bet bank 200", "3 bet cover 150", "4 bet cover 50", "deal 6h 7d Kc Kd"]
    table = play(HELD, [*parts, "supervisor rule late-wager late=made seat=4 wager=cover", "3 stay"])
    assert told(table) == [
        ("4", "cover", 5000, "void", 0, 0),
        ("2", "bank", 5000, "withdrawn", 0, 0),
        ("3", "cover", 15000, "lose", -15000, 0),
        ("2", "bank", 15000, "win", 15000, 750),
    ]
    after = play(
        HELD,
        [
            *parts,
            "3 stay",
            "supervisor rule late-wager late=made seat=4 wager=cover",
        ],
    )
    assert nets(after) == nets(table)
    played = play(HELD, [*parts, "3 stay", "supervisor rule late-wager late=made seat=3 wager=cover"])
    assert nets(played) == {"house": 250, "seat 2": 4750, "seat 4": -5000}


def test_another_plays_the_hand_when_a_cover_is_void() -> None:
    parts = ["2 bet bank 200", "3 bet cover 100", "4 bet cover 50", "deal 2h Kd"]
    late = "supervisor rule late-wager late=made seat=3 wager=cover"
    for events in ([late, "deal Kc 7d"], ["deal Kc 7d", late]):
        table = play(HELD, [*parts, *events, "! 3 card", "4 card", "2 under-eight", "deal Kh"])
        assert nets(table) == {"house": 250, "seat 2": 4750, "seat 4": -5000}
        assert table.after["bank"] == {"seat": "2", "stake": "200", "cover": "50"}
    said = play(HELD, [*parts, "deal Kc 7d", "3 card", late, "supervisor rule misheard seat=3", "4 card"])
    assert [question.who for question in said.pending] == ["2"]


@pytest.mark.parametrize("acts", range(9))
def test_without_a_cover_the_hand_ends(acts: int) -> None:
    """Wherever it stands: after no more bets, in the deal, at the announcements, when cards are turned.

    Also when the cutting card is out.
    """
    events = [
        "dealer no-more-bets",
        "deal ??",
        "deal ?? ?? ??",
        "3 card",
        "2 under-eight",
        "deal 4h",
        "turn banker#1 3d",
        "turn banker#2 Kd",
        "deal 2c",
    ]
    for before in (HELD, {**HELD, "shoe": {"unseen": 300}}):
        table = play(
            before,
            [
                "2 bet bank 200",
                "3 bet cover 100",
                *events[: acts + 1],
                "supervisor rule late-wager late=made seat=3 wager=cover",
            ],
        )
        assert (
            table.over and not nets(table) and {line.result for line in table.lines} == {"void", "withdrawn"}
        )
        assert sum(line.stake for line in table.lines if line.wager == "bank") == 20000
        if before is HELD:
            assert table.after["bank"] == {"seat": "2", "stake": "200"} and "relinquished" not in table.after
            play(table.after, [*BANCO, "deal ??"])


def test_before_no_more_bets_a_void_cover_leaves_the_bank_to_others() -> None:
    table = play(
        HELD,
        [
            "2 bet bank 200",
            "3 bet cover 100",
            "supervisor rule late-wager late=made seat=3 wager=cover",
            "4 bet cover 20",
            "deal ??",
        ],
    )
    assert table.play.remembered()["dominant"] == "4"


def test_a_late_bank_is_void_with_every_cover() -> None:
    cards = ["deal 2h Kd", "deal Kc 7d", "3 card", "2 under-eight", "deal Kh"]
    refused = [
        "? supervisor rule late-wager late=made seat=2 wager=bank",
        "? supervisor rule late-wager late=made seat=2",
    ]
    for number in range(len(cards) + 1):
        table = play(
            {**HELD, "suivi": "4"}, [*BANCO, *cards[:number], *refused, "supervisor rule late-bank late=made"]
        )
        assert (
            table.over
            and not nets(table)
            and {(line.seat, line.result) for line in table.lines} == {("2", "void"), ("3", "void")}
        )
        assert (
            table.after["bank"] == {"seat": "2", "stake": "200"}
            and table.after["suivi"] == "4"
            and table.rulings[0].clauses == ("reg 5(7)(e)",)
        )
        play(table.after, ["2 bet bank 200", "4 suivi"])
    covered = {**HELD, "bank": {"seat": "2", "stake": "200", "cover": "50"}}
    assert play(covered, [*BANCO, "supervisor rule late-bank late=made"]).after["bank"] == covered["bank"]


def test_a_wrong_pay_out_is_put_right() -> None:
    table = play(
        HELD,
        [
            *BANCO,
            "deal 9h 7d Kc Kd",
            "3 natural",
            "supervisor rule wrong-pay-out seat=3 wager=cover paid=150",
        ],
    )
    assert nets(table) == {"seat 2": -20000, "seat 3": 20000} and len(table.lines) == 3
    single = play(
        HELD,
        [*BANCO, "deal 6h 7d Kc Kd", "3 stay", "supervisor rule wrong-pay-out seat=2 wager=bank paid=150"],
    )
    assert nets(single) == {"house": 1000, "seat 2": 19000, "seat 3": -20000}


def test_money_moves_between_real_accounts_alone() -> None:
    parts = ["2 bet bank 200", "3 bet cover 100", "4 bet cover 100"]
    table = play(
        HELD,
        [*parts, "deal 6h 7d Kc Kd", "3 stay", "? supervisor rule wrong-pay-out seat=2 wager=bank paid=150"],
    )
    assert table.lines[-1].paid_by == "pot" and set(table.net) == {"house", "seat 2", "seat 3", "seat 4"}
    won = play(
        HELD,
        [
            *parts,
            "deal 9h 7d Kc Kd",
            "3 natural",
            "supervisor rule wrong-pay-out seat=4 wager=cover paid=120",
        ],
    )
    assert nets(won) == {"seat 2": -20000, "seat 3": 10000, "seat 4": 10000}


# The rulebook.

EVERYTHING: list[tuple[dict[str, Any], list[str]]] = [
    (
        FIVE,
        [
            "4 bid 70",
            "dealer award-bank",
            "4 bet bank 80",
            "5 banco",
            "deal 5h 3d Kc Kd",
            "5 card",
            "4 under-eight",
            "deal 9h",
            "4 draw",
            "deal 2c",
        ],
    ),
    (
        HELD,
        [
            "2 pass-bank",
            "3 take-bank 200",
            "3 bet bank 200",
            "4 bet cover 20",
            "dealer no-more-bets",
            "deal 9h 3d Kc Kd",
            "4 natural",
        ],
    ),
    ({**FIVE, "shoe": {"new": True}}, ["dealer shuffle at=100 depth=20 cut-by=5"]),
    (HELD, [*BANCO, "deal 6h 3d Kc Kd", "supervisor rule wrong-order rectified=no bank=stays"]),
]


def test_every_software_section_is_emitted() -> None:
    rows = register("bahamas")
    emitted = {"reg 5(2)"} if why_not(FIVE, [], "1 bid 1", game(minimum="5"))[1] == "reg 5(2)" else set()
    for before, events in EVERYTHING:
        table = play(before, events)
        clauses = {*table.clauses, *(clause for line in table.lines for clause in line.clauses)}
        emitted |= {section for clause in clauses if (section := rows.section(clause))}
    wanted = {
        clause
        for clause, row in rows.clauses.items()
        if row.kind == "software" and "chemin-de-fer" in row.for_
    }
    assert wanted <= emitted and len(wanted) == 11


def test_every_irregularity_has_a_ruling_for_all_facts() -> None:
    for name in (LAW, FREE):
        rules = game(name).ruleset
        for event in rules.irregularities.values():
            for facts in product(*event.facts.values()):
                assert rules.ruling(event.id, dict(zip(event.facts, facts, strict=True)))[1].clause
