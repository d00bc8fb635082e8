"""Limits of the rulebooks, as they hold on terminals: those of a wager, of a player with several boxes,
and of all who bet on a box from terminals of their own. A refusal names its clause.
"""

from __future__ import annotations

import pytest

from croupier.floor import commands as ask
from croupier.floor.ledger import stakes
from croupier.floor.rooms import game_of
from croupier.floor.seating import all_seats
from tests.floor.house import House, Players

BOX = {"a": ("1",), "b": ("1b",)}
"""Two terminals that bet on one box."""
APART = {"a": ("1",), "b": ("2",)}


def at(name: str, seats: dict[str, tuple[str, ...]], **options: str) -> House:
    made = House(1)
    made.open(name, options={key.replace("_", "-"): value for key, value in options.items()})
    for who, boxes in seats.items():
        made.seat(who, seats=boxes, amount=10_000_000)
    made.round()
    return made


@pytest.mark.parametrize(
    ("name", "acts", "act", "clause"),
    [
        ("queensland/baccarat", (), "bet tie 63", "sch 1 s 9(3)"),  # an eighth of 500
        (
            "queensland/casino-war",
            ("bet casino-war 10",),
            "bet tie 31",
            "sch 14 s 7(5)",
        ),  # three times the wager
        ("queensland/casino-war", ("bet casino-war 500",), "bet tie 51", "sch 14 s 11(2)"),  # a tenth of 500
        ("great-britain/craps", (), "bet win-line 501", "r 8.6"),
        ("great-britain/roulette", (), "bet red 4", "r 3.10"),
        (
            "bahamas/blackjack",
            ("bet main 10",),
            "bet over-13 11",
            "reg 3(15)(a)",
        ),  # no more than the first wager
        ("bahamas/roulette", (), "bet red 501", "reg 6(1)(e)"),
        ("house/roulette", (), "bet red 501", "house"),
    ],
)
def test_etg_20_a_wager_beyond_the_limit_of_its_rulebook_is_refused_with_the_clause(
    name: str, acts: tuple[str, ...], act: str, clause: str
) -> None:
    made = at(name, {"a": ("1",)})
    for one in acts:
        made.play("a", one)
    before = made.credits("a")
    why = made.refused(ask.Play, "a", table="t", act=act)
    assert f"[{clause}]" in why and made.credits("a") == before
    less = act.rsplit(" ", 1)[0]
    made.play("a", f"{less} {int(act.rsplit(' ', 1)[1]) + (1 if 'red 4' in act else -1)}")


@pytest.mark.parametrize(
    ("name", "acts", "act", "clause"),
    [
        ("california/commission-free-baccarat", ("bet player 100",), "bet tie 101", "GEGA-003317 L3060"),
        ("california/royal-baccarat", ("bet player 100",), "bet player-pair 301", "GEGA-003079 L1319-1332"),
        ("california/baccarat-gold", ("bet base 400",), "bet base 101", "GEGA-002078 L76-79(e)"),
    ],
)
def test_etg_20_against_a_player_who_banks_the_limits_hold_as_well(
    name: str, acts: tuple[str, ...], act: str, clause: str
) -> None:
    made = at(name, APART)
    made.play("b", "bank 5000")
    for one in acts:
        made.play("a", one)
    assert f"[{clause}]" in made.refused(ask.Play, "a", table="t", act=act)


@pytest.mark.parametrize(
    ("name", "main", "options", "clause"),
    [
        ("bahamas/blackjack", "main", {}, "reg 3(12)(g)"),
        ("great-britain/blackjack", "main", {"box_maximum": "together"}, "r 4.8"),
        ("great-britain/casino-war", "bet", {}, "r 17.3"),
        ("queensland/casino-war", "casino-war", {"box_maximum": "the-box"}, "sch 14 s 8(2)(a)"),
    ],
)
def test_all_who_bet_on_a_box_from_their_terminals_keep_to_its_maximum_together(
    name: str, main: str, options: dict[str, str], clause: str
) -> None:
    made = at(name, BOX, **options)
    made.play("a", f"bet {main} 400")
    assert f"[{clause}]" in made.refused(ask.Play, "b", table="t", act=f"1b bet {main} 101")
    made.play("b", f"1b bet {main} 100")
    made.play("a", f"remove {main}")
    made.folds()


def test_queensland_baccarat_a_players_boxes_keep_to_the_limits_together() -> None:
    """Schedule 1 s 9(4): the limits are each patron's, and not each box's."""
    made = at("queensland/baccarat", {"a": ("1", "2"), "b": ("3",)})
    made.play("a", "1 bet player 400")
    assert "[sch 1 s 9(4)]" in made.refused(ask.Play, "a", table="t", act="2 bet player 101")
    made.play("a", "2 bet player 100")
    made.play("a", "2 bet banker 400")
    made.play("b", "bet player 500")  # another player has his own
    made.play("a", "1 bet tie 40")
    assert "62.50" in made.refused(ask.Play, "a", table="t", act="2 bet tie 23")
    made.folds()


def test_queensland_baccarat_side_wagers_keep_to_their_own_signs_and_to_no_other_limit() -> None:
    """Schedule 1 ss 29(2) and 37(2): the limits of table and terminal are for other wagers."""
    made = at("queensland/baccarat", {"a": ("1", "2")}, **{"pairs-maximum": "50"})
    made.must(ask.SetTerminal, "boss", terminal="a", minimum={"t": 2_000}, maximum={"t": 30_000})
    assert "least wager" in made.refused(ask.Play, "a", table="t", act="1 bet player 10")
    made.play("a", "1 bet perfect-pairs-player 1")
    made.play("a", "2 bet perfect-pairs-player 600")
    assert "[sch 1 s 37(2)]" in made.refused(ask.Play, "a", table="t", act="1 bet player-pair 51")
    made.play("a", "1 bet player-pair 50")
    made.folds()


def test_queensland_baccarat_all_wagers_of_a_table_keep_to_its_differential() -> None:
    made = at("queensland/baccarat", APART, differential="300")
    made.play("a", "bet player 200")
    assert "[sch 1 s 9(2)]" in made.refused(ask.Play, "b", table="t", act="bet player 101")
    made.play("b", "bet banker 500")
    made.folds()


def test_elsewhere_the_limits_are_those_of_a_box() -> None:
    made = at("great-britain/punto-banco", {"a": ("1", "2")})
    made.play("a", "1 bet punto 400")
    made.play("a", "2 bet punto 400")


@pytest.mark.parametrize(
    ("name", "main"), [("bahamas/blackjack", "main"), ("great-britain/blackjack", "main")]
)
def test_others_bet_on_a_box_of_blackjack_from_terminals_of_their_own(name: str, main: str) -> None:
    made = at(name, BOX)
    assert "1c" in all_seats(game_of(made.floor.tables["t"].setup), 50)
    players = Players(made, ["a"], 4)
    for _ in range(6):
        made.round()
        made.play("a", f"bet {main} 10")
        made.play("b", f"1b bet {main} 20")
        number = made.floor.tables["t"].number
        while number not in made.floor.tables["t"].past:
            one = made.floor.tables["t"].round
            assert one is not None and not made.floor.tables["t"].fault, made.floor.tables["t"].fault
            if one.phase == "waits":
                players.decide()
            if number not in made.floor.tables["t"].past:
                made.now = max(made.now, one.deadline)
                made.tick()
        assert {line["bettor"] for line in made.floor.tables["t"].past[number].lines[""]} == {"", "b"}
    assert not any(made.floor.ledger.balance(stakes("t", who)) for who in "ab")
    made.folds()


def test_bahamas_a_jackpot_of_25000_waits_for_an_inspector() -> None:
    """Regulation 10(3)(j): whatever the terminal's own limit is."""
    from tests.floor.test_corrections import DEALER

    royal = ("Th", "Jh", "Qh", "Kh", "Ah")
    made = House()
    made.open(
        "bahamas/caribbean-stud", mode="live", options={"seed": "30000", "contribution": "50", "coin": "1"}
    )
    made.seat("a")
    made.round()
    made.play("a", "bet ante 10")
    made.play("a", "bet progressive 1")
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for mine, theirs in zip(royal, DEALER, strict=True):
        made.must(ask.Deal, "dealer", table="t", act=f"deal {mine}")
        made.must(ask.Deal, "dealer", table="t", act=f"deal {theirs}")
    made.play("a", "call")
    one = made.floor.terminals["a"]
    assert "inspector (reg 10(3)(j))" in one.lock and one.calls and one.win > 3_000_000
    assert "stopped" in made.refused(ask.PrintVoucher, "a")
    made.must(ask.HandPay, "helper", terminal="a", cause="win", reason="signed by the inspector")
    assert not one.lock
    made.folds()
