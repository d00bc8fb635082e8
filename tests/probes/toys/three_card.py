"""Hidden cards: three cards face down, a bet, a raise that only a pair allows, or a fold;
the dealer's hand is turned and compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.table.claims import Claim, Result, Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play, Script
from croupier.table.questions import Acts, Question, Refusal
from tests.probes.toys.toy import HEIGHT, Toy, one_pack, ruling, toy_rules

DEALER = "dealer"


def strength(cards: list[str]) -> tuple[bool, list[int]]:
    """A pair beats none; then the heights in order."""
    return has_pair(cards), sorted((HEIGHT[card[0]] for card in cards), reverse=True)


def has_pair(cards: list[str]) -> bool:
    """Whether two cards have the same rank."""
    return len({card[0] for card in cards}) < len(cards)


class ThreeCard(Toy):
    """Antes, three cards each face down, all choose at once."""

    peeks = False
    """A script that reads what it may not; it must be caught."""
    retract_rulings = (
        ruling("machine-fails", ["offer-retract"], "toy s 16", "to"),
        ruling("wrong-area", ["offer-take-back"], "toy s 17", "to", "wager"),
        ruling("card-exposed", ["burn"], "toy s 18"),
        ruling("hand-void-all-may-retract", ["void-hand", "offer-retract"], "toy s 28", "box", "to"),
        ruling("misdeal", ["void-round"], "toy s 30"),
        ruling("chose-too-soon", ["rewind"], "toy s 31", "box"),
    )

    def __init__(self) -> None:
        self.ruleset = toy_rules("three-card", *self.retract_rulings)

    def start(self, before: Mapping[str, Any]) -> Play:
        """One pack."""
        return Play(before=before, stock=one_pack())

    def script(self, play: Play) -> Script:
        """How the round is played."""
        first = ""
        while True:
            first = play.wagers[0].seat if play.wagers else ""
            event = yield from play.open(
                "bets",
                [Question("*", {"bet ante": None, "bet bonus": None}, _amount)],
                draw="deal" if first else "",
                place=first,
                face="down",
            )
            if event.is_draw:
                break
            if event != MARKED:
                play.put(Standing(event.seat, event.what, event.amount or 0))
        seats = list(dict.fromkeys(standing.seat for standing in play.wagers if standing.wager == "ante"))
        play.lay(first, event.what, "down")
        for seat in seats:
            yield from play.deal(seat, 2 if seat == first else 3, face="down")
            play.show(seat, seat)
        yield from play.deal(DEALER, 3, face="down")
        if self.peeks:
            play.cards(DEALER)
        choices = yield from play.ask(
            "everyone chooses", lambda: {seat: self._acts(play, seat) for seat in seats}
        )
        staying = []
        for seat in seats:
            ante = play.find(seat, "", "ante")
            if choices[seat].verb == "gone" or ante is None:
                continue
            if choices[seat].verb == "fold":
                play.settle([Claim(ante, "lose", Fraction(0), Fraction(ante.stake), ("toy s 20",), "folded")])
                continue
            if choices[seat].verb == "raise":
                play.put(msgspec.structs.replace(ante, stake=ante.stake * 2))
            staying.append(seat)
        if not staying:
            return
        dealer = yield from play.turn(DEALER)
        for seat in staying:
            mine = yield from play.turn(seat)
            ante = play.find(seat, "", "ante")
            if ante is not None and choices[seat].verb == "raise" and not has_pair(mine):
                play.withdraw(
                    ante, ("toy s 21",), "the raise was made without a pair", amount=ante.stake // 2
                )
        play.settle([self._claim(play, standing, dealer) for standing in play.wagers])

    def _acts(self, play: Play, seat: str) -> Acts:
        needs = Refusal("only a pair may raise", "toy s 21")
        unknown = not play.known(seat, by=seat)
        return {
            "bet": None,
            "raise": None if unknown or has_pair(play.cards(seat, by=seat)) else needs,
            "fold": None,
        }

    def _claim(self, play: Play, standing: Standing, dealer: list[str]) -> Claim:
        mine = strength(play.cards(standing.seat)) if standing.wager == "ante" else (False, [])
        result: Result = "lose" if mine < strength(dealer) else "win" if mine > strength(dealer) else "push"
        won, lost = (Fraction(standing.stake) if result == one else Fraction(0) for one in ("win", "lose"))
        return Claim(standing, result, won, lost, ("toy s 22",), "compared with the dealer")


def _amount(event: Event) -> Refusal | None:
    if event.amount is None:
        raise BadInput(f"{str(event)!r} does not say how much")
    return None


class Peeking(ThreeCard):
    """Reads the dealer's cards before the rules turn them."""

    peeks = True
