"""Claims and settlement lines. The game raises claims; the bank says what moves."""

from __future__ import annotations

from functools import cached_property
from json.encoder import encode_basestring_ascii as quoted
from typing import Literal

import msgspec

from croupier.equipment.money import Amount, Exact, Rounding, parse_amount, show_amount
from croupier.table.persons import check_person, person_named

EVEN = Rounding()
"""Down to the minor unit."""
Result = Literal["win", "lose", "push", "void", "half", "withdrawn", "stands"]


class Standing(msgspec.Struct, frozen=True, dict=True):
    """A wager that lies on the table, with its memory."""

    seat: str
    wager: str
    stake: Amount
    bettor: str = ""
    hand: str = ""
    param: str = ""
    state: str = ""
    call: str = ""
    reduced: bool = False
    charged: Amount = 0
    original: Amount = 0
    """What was wagered before a reduction, where that still counts; 0 where the stake says it."""
    player: str = ""
    """The person who plays this place; empty where it is who the place says."""

    @property
    def first(self) -> Amount:
        """What was wagered in the first place."""
        return self.original or self.stake

    @property
    def name(self) -> str:
        """The wager with its parameter: `straight:17`, `come:6`."""
        return f"{self.wager}:{self.param}" if self.param else self.wager

    @property
    def who(self) -> str:
        """The place that it was made at, with the hand that it lies on: `2.1`."""
        return self.person + (f".{self.hand}" if self.hand else "")

    @property
    def label(self) -> str:
        """The wager with its person and hand: `2.1 double`."""
        return f"{self.who} {self.name}"

    @property
    def person(self) -> str:
        """The place that it was made at, whichever hand it lies on: the name that acts and accounts have."""
        return self.seat + self.bettor

    @property
    def whose(self) -> str:
        """The person who made it, whichever box it lies on."""
        return self.player or person_named(self.seat + self.bettor)

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """Its identity among the wagers on the table."""
        return self.seat, self.bettor, self.hand, self.wager, self.param

    def value(self) -> dict[str, str]:
        """Return the wager in notation, as `before` and `after` carry it."""
        row = {"seat": self.seat, "on": self.name, "stake": show_amount(self.stake)}
        if self.bettor:
            row["bettor"] = self.bettor
        if self.hand:
            row["hand"] = self.hand
        if self.state:
            row["state"] = self.state
        if self.call:
            row["call"] = self.call
        if self.reduced:
            row["reduced"] = "yes"
        if self.charged:
            row["charged"] = show_amount(self.charged)
        if self.original:
            row["original"] = show_amount(self.original)
        if self.player:
            row["player"] = self.player
        return row

    @cached_property
    def text(self) -> str:
        """The wager as a record holds it: `value` in JSON, with its keys in order."""
        bettor = f'"bettor": {quoted(self.bettor)}, ' if self.bettor else ""
        call = f'"call": {quoted(self.call)}, ' if self.call else ""
        charged = f'"charged": "{show_amount(self.charged)}", ' if self.charged else ""
        hand = f'"hand": {quoted(self.hand)}, ' if self.hand else ""
        original = f'"original": "{show_amount(self.original)}", ' if self.original else ""
        player = f'"player": {quoted(self.player)}, ' if self.player else ""
        reduced = '"reduced": "yes", ' if self.reduced else ""
        state = f', "state": {quoted(self.state)}' if self.state else ""
        return (
            f'{{{bettor}{call}{charged}{hand}"on": {quoted(self.name)}, {original}{player}{reduced}'
            f'"seat": {quoted(self.seat)}, "stake": "{show_amount(self.stake)}"{state}}}'
        )

    @classmethod
    def parse(cls, row: dict[str, str]) -> Standing:
        """Read a wager carried over from the round before."""
        wager, _, param = row["on"].partition(":")
        return cls(
            seat=row["seat"],
            wager=wager,
            param=param,
            stake=parse_amount(row["stake"]),
            bettor=row.get("bettor", ""),
            hand=row.get("hand", ""),
            state=row.get("state", ""),
            call=row.get("call", ""),
            reduced=row.get("reduced", "") == "yes",
            charged=parse_amount(row.get("charged", "0")),
            original=parse_amount(row.get("original", "0")),
            player=_played_by(row),
        )


def _played_by(row: dict[str, str]) -> str:
    """Return who plays the place of a carried wager, where that is another."""
    if not row.get("player"):
        return ""
    player = check_person(row["player"])
    return "" if player == person_named(row["seat"] + row.get("bettor", "")) else player


class Claim(msgspec.Struct, frozen=True, gc=False):
    """A due settlement of a wager: the exact winnings and losses, the clauses, the reason, and who owes it.

    Claims are settled in the order of their batch, and batches in the order of the game.
    """

    standing: Standing
    result: Result
    won: Exact
    lost: Exact
    clauses: tuple[str, ...]
    why: str
    odds: str = ""
    rounding: Rounding = EVEN
    loss_rounding: Rounding = EVEN
    against: str = ""
    """Who owes it, where that is not the bank of the table: `house`, `meter progressive`, `pot`."""
    charge: Amount = 0
    commission: Exact = 0
    """The rate charged on the actual payment, which only the bank knows. `charge` is fixed by the game."""
    commission_rounding: Rounding = EVEN
    contribution: tuple[str, Exact] | None = None
    """The share of the house's takings that goes to a meter."""
    final: bool = True
    """Whether the wager leaves the table with it."""
    row: str = ""
    """The row of the pay table that settles it, where one does."""


class Line(msgspec.Struct, frozen=True, dict=True):
    """One settlement line, as everyone outside sees it."""

    seat: str
    bettor: str
    hand: str
    wager: str
    stake: Amount
    result: Result
    odds: str
    net: Amount
    charge: Amount
    uncovered: Amount
    paid_by: str
    clauses: tuple[str, ...]
    why: str
    player: str = ""
    """The person who plays this place, where it is not who the place says."""

    @property
    def whose(self) -> str:
        """The person whose wager it settles."""
        return self.player or person_named(self.seat + self.bettor)

    def value(self) -> dict[str, object]:
        """Return the line with its amounts in notation."""
        row = msgspec.to_builtins(self)
        if not self.player:
            del row["player"]
        for key in ("stake", "net", "charge", "uncovered"):
            row[key] = show_amount(row[key])
        row["clauses"] = list(self.clauses)
        return dict(row)

    @cached_property
    def text(self) -> str:
        """The line as a record holds it: `value` in JSON, with its keys in order."""
        player = f'"player": {quoted(self.player)}, ' if self.player else ""
        return (
            f'{{"bettor": {quoted(self.bettor)}, "charge": "{show_amount(self.charge)}", '
            f'"clauses": [{", ".join(map(quoted, self.clauses))}], "hand": {quoted(self.hand)}, '
            f'"net": "{show_amount(self.net)}", "odds": {quoted(self.odds)}, '
            f'"paid_by": {quoted(self.paid_by)}, {player}"result": "{self.result}", '
            f'"seat": {quoted(self.seat)}, '
            f'"stake": "{show_amount(self.stake)}", "uncovered": "{show_amount(self.uncovered)}", '
            f'"wager": {quoted(self.wager)}, "why": {quoted(self.why)}}}'
        )


class Move(msgspec.Struct, frozen=True, gc=False):
    """Money that moves from one account to another."""

    source: str
    target: str
    amount: Amount
