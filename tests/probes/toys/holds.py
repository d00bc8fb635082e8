"""Draw: everybody says at once which cards to keep; the others are replaced in the order of the seats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import Play, Script
from croupier.table.questions import Refusal
from tests.probes.toys.three_card import ThreeCard, has_pair
from tests.probes.toys.toy import one_pack, toy_rules

POSITIONS = re.compile(r"none|p[1-3](\+p[1-3])*")


class Holds(ThreeCard):
    """Wagers are carried in; a pair after the draw is paid two to one."""

    def __init__(self) -> None:
        self.ruleset = toy_rules("holds", *self.retract_rulings)

    def start(self, before: Mapping[str, Any]) -> Play:
        """The antes stand already."""
        return Play(
            before=before, stock=one_pack(), wagers=[Standing.parse(dict(row)) for row in before["wagers"]]
        )

    def script(self, play: Play) -> Script:
        """Three cards each, the holds of all at once, the draw."""
        seats = [standing.seat for standing in play.wagers]
        for seat in seats:
            yield from play.deal(seat, 3)
        held = yield from play.ask(
            "everyone holds",
            {seat: {"hold": None, "stand-pat": Refusal("say hold, and which", "toy d 3")} for seat in seats},
            self._judge,
        )
        for seat in seats:
            kept = held[seat].what.split("+")
            for at in (3, 2, 1):
                if f"p{at}" not in kept:
                    play.shift(seat, at - 1, "discard")
        for seat in seats:
            if held[seat].verb != "gone":
                yield from play.deal(seat, 3 - len(play.places[seat]))
        play.settle([self._paid(play, standing) for standing in play.wagers])

    def _judge(self, event: Event) -> Refusal | None:
        if not POSITIONS.fullmatch(event.what) or len(set(event.what.split("+"))) < len(
            event.what.split("+")
        ):
            raise BadInput(f"{str(event)!r}: say which cards, like hold p1+p3, or hold none")
        return Refusal("at least one card is changed", "toy d 4") if event.what.count("p") == 3 else None

    def _paid(self, play: Play, standing: Standing) -> Claim:
        wins = has_pair(play.cards(standing.seat))
        won, lost = (
            (Fraction(2 * standing.stake), Fraction(0)) if wins else (Fraction(0), Fraction(standing.stake))
        )
        return Claim(
            standing,
            "win" if wins else "lose",
            won,
            lost,
            ("toy d 5",),
            "a pair" if wins else "no pair",
            odds="2:1" if wins else "",
        )
