"""A coup banked by a player-dealer:
the higher card wins, the bank stands for what was put up, a die says where settlement begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput
from croupier.table.banks import CoverBank, CoverModel
from croupier.table.claims import Claim, Result, Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play, Script
from croupier.table.questions import Question, Refusal
from tests.probes.toys.toy import HEIGHT, Toy, memory, one_pack, ruling, toy_rules

BANK = "bank"
SEATS = 6


class PlayerDealer(Toy):
    """`line` is decided against the bank's card;
    `red` by the player's own card, and paid before the action position is known.
    """

    def __init__(self, model: CoverModel = "consume") -> None:
        self.model: CoverModel = model
        self.ruleset = toy_rules(
            "player-dealer",
            ruling("misdeal", ["void-round"], "toy L30"),
            ruling("late", ["void-wager"], "toy L31", "seat", "wager"),
        )

    def start(self, before: Mapping[str, Any]) -> Play:
        """The bank with what was put up."""
        return Play(before=before, stock=one_pack(), bank=CoverBank.parse(before["bank"], self.model))

    def after(self, play: Play) -> dict[str, Any]:
        """The bank moves on to the left; what the next player-dealer puts up is his own affair."""
        assert isinstance(play.bank, CoverBank)
        return {"bank": {"seat": str(int(play.bank.seat) % SEATS + 1), "cover": "0"}}

    def script(self, play: Play) -> Script:
        """Bets, a card each, the red wagers, the bank's card, the die,
        the line wagers from the action position.
        """
        while True:
            event = yield from play.open(
                "bets",
                self._questions(play),
                draw="deal" if play.wagers else "",
                place=next(iter(self._clockwise(play, 1)), ""),
            )
            if event.is_draw:
                break
            if event != MARKED:
                play.put(Standing(event.seat, event.what, event.amount or 0))
        seats = self._clockwise(play, 1)
        play.lay(seats[0], event.what)
        for seat in seats[1:]:
            yield from play.deal(seat)
        play.settle(
            [
                self._red(play, standing)
                for seat in seats
                for standing in play.wagers
                if (standing.seat, standing.wager) == (seat, "red")
            ]
        )
        yield from play.deal(BANK)
        die = yield from play.open("the action position", [], draw="roll")
        memory(play)["action"] = die.what
        due = [
            standing
            for seat in self._clockwise(play, int(die.what))
            for standing in play.wagers
            if standing.seat == seat
        ]
        play.settle([self._line(play, standing) for standing in due])

    def _clockwise(self, play: Play, steps: int) -> list[str]:
        """The seats with wagers, from so many places to the left of the bank."""
        assert isinstance(play.bank, CoverBank)
        order = [str((int(play.bank.seat) - 1 + steps + place) % SEATS + 1) for place in range(SEATS)]
        betting = {standing.seat for standing in play.wagers}
        return [seat for seat in order if seat in betting]

    def _questions(self, play: Play) -> list[Question]:
        assert isinstance(play.bank, CoverBank)
        banker = play.bank.seat

        def check(event: Event) -> Refusal | None:
            if event.amount is None:
                raise BadInput(f"{str(event)!r} does not say how much")
            return (
                Refusal("the player-dealer does not bet against himself", "toy L12")
                if event.seat == banker
                else None
            )

        return [Question("*", {"bet line": None, "bet red": None}, check)]

    def _red(self, play: Play, standing: Standing) -> Claim:
        red = play.cards(standing.seat)[0][1] in "hd"
        won, lost = (
            (Fraction(standing.stake), Fraction(0)) if red else (Fraction(0), Fraction(standing.stake))
        )
        return Claim(standing, "win" if red else "lose", won, lost, ("toy L20",), "the first card decides")

    def _line(self, play: Play, standing: Standing) -> Claim:
        mine, bank = (HEIGHT[play.cards(place)[0][0]] for place in (standing.seat, BANK))
        result: Result = "win" if mine > bank else "lose" if mine < bank else "push"
        won, lost = (Fraction(standing.stake) if result == one else Fraction(0) for one in ("win", "lose"))
        return Claim(
            standing,
            result,
            won,
            lost,
            ("toy L22",),
            f"{mine} against {bank}",
            odds="1:1" if won else "",
            commission=Fraction(1, 20),
        )
