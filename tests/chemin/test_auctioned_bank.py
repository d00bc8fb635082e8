"""A bank that was bid for, whatever is played: it stands for its stake, and pays a fee on what it wins."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.equipment.money import Rounding
from croupier.families import ruleset
from croupier.families.baccarat.round import Baccarat
from croupier.table.banks import AuctionedBank, Fee
from croupier.table.claims import Claim, Standing
from croupier.table.play import Play
from croupier.table.table import Table, replay

FEE = Fee(Fraction(1, 20), "fee", Rounding(25, "up"))


def claim(seat: str, wager: str, stake: int, won: int, result: Any = None, bettor: str = "") -> Claim:
    said = result or ("win" if won > 0 else "lose" if won < 0 else "push")
    return Claim(
        Standing(seat, wager, stake, bettor=bettor),
        said,
        Fraction(max(won, 0)),
        Fraction(max(-won, 0)),
        ("c",),
        "why",
    )


def moved(bank: AuctionedBank, *claims: Claim) -> tuple[list[tuple[str, str, int, int, str]], dict[str, int]]:
    lines, moves = bank.settle(claims)
    totals: dict[str, int] = {}
    for move in moves:
        totals[move.source] = totals.get(move.source, 0) - move.amount
        totals[move.target] = totals.get(move.target, 0) + move.amount
    assert sum(totals.values()) == 0
    return [(line.seat, line.wager, line.net, line.charge, line.paid_by) for line in lines], totals


def test_the_bank_wins() -> None:
    bank = AuctionedBank("3", 30000, fee=FEE)
    lines, net = moved(
        bank,
        claim("3", "bank", 30000, 30000),
        claim("4", "cover", 20000, -20000),
        claim("5", "cover", 10010, -10010, bettor="b"),
    )
    assert lines == [
        ("4", "cover", -20000, 0, "seat 3"),
        ("5", "cover", -10000, 0, "seat 3"),
        ("3", "bank", 30000, 1500, "pot"),
    ], "10 cents were not covered"
    assert (
        net == {"seat 3": 28500, "seat 4": -20000, "seat 5b": -10000, "house": 1500}
        and bank.value()["gained"] == "300"
    )


def test_the_bank_loses_or_stands_off() -> None:
    lines, net = moved(
        AuctionedBank("3", 30000, fee=FEE),
        claim("4", "cover", 20000, 20000),
        claim("3", "bank", 20000, -20000),
    )
    assert lines[-1] == ("3", "bank", -20000, 0, "seat 4") and net == {"seat 3": -20000, "seat 4": 20000}
    lines, net = moved(
        AuctionedBank("3", 30000, fee=FEE), claim("4", "cover", 20000, 0), claim("3", "bank", 20000, 0)
    )
    assert lines[-1] == ("3", "bank", 0, 0, "seat 3") and not net


def test_what_goes_back_moves_nothing() -> None:
    lines, net = moved(AuctionedBank("3", 30000, fee=FEE), claim("3", "bank", 10000, 0, "withdrawn"))
    assert lines == [("3", "bank", 0, 0, "seat 3")] and not net
    assert moved(AuctionedBank("", 0), claim("4", "cover", 5, 0, "void"))[0] == [("4", "cover", 0, 0, "bank")]


def test_a_bank_without_a_wager_of_its_own_is_charged_all_the_same() -> None:
    lines, net = moved(
        AuctionedBank("3", 30000, fee=FEE),
        claim("4", "cover", 20000, -20000),
        claim("5", "cover", 9000, 9000),
    )
    assert lines[-1] == ("3", "bank", 11000, 550, "seat 4") and net["house"] == 550
    assert not moved(AuctionedBank("3", 30000), claim("4", "cover", 20000, -20000))[1].get("house")


class Shared(Baccarat):
    """Punto banco with a bank that seat 7 has bid for in the place of the house."""

    def start(self, before: Mapping[str, Any]) -> Play:
        play = super().start(before)
        play.bank = AuctionedBank("7", 100_00, "net", fee=Fee(Fraction(1, 20), "reg 5(10)(c)"))
        return play


def test_punto_banco_under_an_auctioned_bank() -> None:
    """Any coup game can be settled under any bank:
    the same claims, met by a participant as far as his stake goes.
    """
    game = Shared(ruleset("bahamas/punto-banco"))
    table = Table(game)
    for event in ("1 bet player 60", "2 bet banker 20", "3 bet tie 10", "deal 9h 7d Kc Kd"):
        table.apply(event)
    assert table.over and table.net == {"seat 1": 6000, "seat 2": -2000, "seat 3": -1000, "seat 7": -3000}
    assert {line.wager: line.paid_by for line in table.lines} == {
        "player": "seat 7",
        "banker": "seat 7",
        "tie": "seat 7",
    }
    won = Table(game)
    for event in ("1 bet player 60", "2 bet banker 20", "deal 6h 7d Kc Kd"):
        won.apply(event)
    assert won.net == {"seat 1": -6000, "seat 2": 1900, "seat 7": 3800, "house": 300}, (
        "5 % of what the banker wager won, and 5 % of what the bank did"
    )
    last = won.lines[-1]
    assert (last.seat, last.wager, last.stake, last.net, last.charge, last.clauses) == (
        "7",
        "bank",
        10000,
        4000,
        200,
        ("reg 5(10)(c)",),
    )
    short = Table(game)
    for event in ("1 bet player 160", "deal 9h 7d Kc Kd"):
        short.apply(event)
    assert short.net == {"seat 1": 10000, "seat 7": -10000} and short.lines[0].uncovered == 6000
    assert replay(game, {}, won.stored()).lines == won.lines
