"""Twenty-one: boxes with followers, doubles, splits, a dealer who draws to seventeen."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.table.claims import Claim, Result, Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play, Script
from croupier.table.questions import Acts, Question, Refusal, Wait
from tests.probes.toys.toy import VALUES, Toy, one_pack, ruling, toy_rules

DEALER = "dealer"
ROUNDS = Generator[Wait, Any, None]


def total(cards: list[str]) -> int:
    """The best count of a hand."""
    hard = sum(VALUES[card[0]] for card in cards)
    return hard + 10 if hard <= 11 and any(card[0] == "A" for card in cards) else hard


class TwentyOne(Toy):
    """Boxes of twenty-one. The first bettor on a box controls it; the others follow or decline."""

    marks = ("count-is-zero",)
    over_clause = "toy s 13"

    def __init__(self) -> None:
        self.ruleset = toy_rules(
            "twenty-one",
            ruling("last-player-missed", ["rewind"], "toy s 56", "box"),
            ruling("missed-and-may-retract", ["rewind", "offer-retract"], "toy s 57", "box"),
            ruling("card-exposed", ["burn"], "toy s 60"),
            ruling("card-out-of-turn", ["void-draw"], "toy s 61"),
            ruling("wrong-card", ["replace-draw"], "toy s 62", "result"),
            ruling("card-found", ["insert-card"], "toy s 63", "card"),
            ruling("hand-without-cards", ["void-hand"], "toy s 55", "box", "hand"),
            ruling("exposed-and-no-cards", ["burn", "void-hand"], "toy s 58", "box"),
            ruling("late-wager", ["void-wager"], "toy s 12", "seat", "wager"),
            ruling("machine-fails", ["offer-retract"], "toy s 63(2)", "to"),
            ruling("misdeal", ["void-round"], "toy s 64"),
            ruling("too-few-cards", ["count-is-zero"], "toy s 65", "box"),
        )

    def start(self, before: Mapping[str, Any]) -> Play:
        """One pack, less what left it in the rounds before."""
        play = Play(before=before, stock=one_pack())
        assert play.stock is not None
        play.stock.subtract(before.get("out", []))
        return play

    def after(self, play: Play) -> dict[str, Any]:
        """The cards that have left the shoe."""
        assert play.stock is not None
        return {"out": sorted(card for card, left in play.stock.items() if not left)}

    def script(self, play: Play) -> Script:
        """Bets, two cards each, the boxes in turn, the dealer."""
        yield from self._bets(play)
        seats = sorted({standing.seat for standing in play.wagers}, key=int)
        for seat in seats[1:]:
            yield from play.deal(seat)
        yield from play.deal(DEALER)
        for seat in seats:
            yield from play.deal(seat)
        for seat in seats:
            yield from self._box(play, seat)
        if play.wagers:
            while total(play.cards(DEALER)) < 17:
                yield from play.deal(DEALER)
        play.settle(
            [
                self._claim(play, standing)
                for standing in sorted(play.wagers, key=lambda standing: standing.key)
            ]
        )

    def _bets(self, play: Play) -> ROUNDS:
        while True:
            first = min((standing.seat for standing in play.wagers), key=int, default="")
            event = yield from play.open(
                "bets",
                [Question("*", {"bet main": None}, self._judge_bet)],
                draw="deal" if first else "",
                place=first,
            )
            if event.is_draw:
                play.lay(first, event.what)
                return
            if event != MARKED:
                play.put(Standing(event.seat, "main", event.amount or 0, event.bettor))

    def _judge_bet(self, event: Event) -> Refusal | None:
        if event.amount is None:
            raise BadInput(f"{str(event)!r} does not say how much")
        return Refusal("the minimum is 5", "toy s 11") if event.amount < 500 else None

    def _box(self, play: Play, seat: str) -> ROUNDS:
        hands = [""]
        while hands:
            hand = hands.pop(0)
            place = f"{seat}.{hand}" if hand else seat
            yield from self._hand(play, seat, hand, place, hands)

    def _hand(self, play: Play, seat: str, hand: str, place: str, hands: list[str]) -> ROUNDS:
        while True:
            if len(play.places[place]) == 1:
                yield from play.deal(place)
            mine = sorted(
                (standing for standing in play.wagers if standing.seat == seat and standing.hand == hand),
                key=lambda standing: standing.bettor,
            )
            if not mine or self._count(play, place) >= 21:
                break
            event = yield from play.ask_one("the box plays", mine[0].who, lambda: self._acts(play, place))
            if event.verb in ("stand", "gone"):
                break
            if event.verb == "hit":
                yield from play.deal(place)
                continue
            doing = yield from play.ask(
                "the others follow",
                {standing.who: {event.verb: None, "decline": None} for standing in mine[1:]},
            )
            follow = [mine[0], *(standing for standing in mine[1:] if doing[standing.who].verb == event.verb)]
            if event.verb == "double":
                for standing in follow:
                    play.put(msgspec.structs.replace(standing, stake=standing.stake * 2))
                yield from play.deal(place)
                break
            self._split(play, seat, mine, follow)
            hands[:0] = ["1", "2"]
            return
        if self._count(play, place) > 21:
            lost = [standing for standing in play.wagers if standing.seat == seat and standing.hand == hand]
            play.settle([self._claim(play, standing) for standing in lost])

    def _split(self, play: Play, seat: str, mine: list[Standing], follow: list[Standing]) -> None:
        for standing in mine:
            play.take(standing)
            play.put(msgspec.structs.replace(standing, hand="1"))
            if standing in follow:
                play.put(msgspec.structs.replace(standing, hand="2"))
        play.shift(seat, 1, f"{seat}.2")
        play.shift(seat, 0, f"{seat}.1")

    def _count(self, play: Play, place: str) -> int:
        clause = play.marked("count-is-zero", place)
        if clause:
            play.clauses.add(clause)
        return 0 if clause else total(play.cards(place))

    def _acts(self, play: Play, place: str) -> Acts:
        cards = play.cards(place)
        fresh = len(cards) == 2
        pair = fresh and cards[0][0] == cards[1][0] and "." not in place
        return {
            "hit": None,
            "stand": None,
            "double": None
            if fresh and 9 <= total(cards) <= 11
            else Refusal("only two cards that count 9, 10 or 11 may be doubled", "toy s 24"),
            "split": None if pair else Refusal("only a first pair may be split", "toy s 25"),
        }

    def _claim(self, play: Play, standing: Standing) -> Claim:
        place = f"{standing.seat}.{standing.hand}" if standing.hand else standing.seat
        mine = self._count(play, place)
        dealer = total(play.cards(DEALER))
        result: Result = "lose"
        if mine <= 21 and (dealer > 21 or mine > dealer):
            result = "win"
        elif mine <= 21 and mine == dealer:
            result = "push"
        won, lost = (Fraction(standing.stake) if result == one else Fraction(0) for one in ("win", "lose"))
        return Claim(
            standing, result, won, lost, ("toy s 30",), f"{mine} against {dealer}", odds="1:1" if won else ""
        )
