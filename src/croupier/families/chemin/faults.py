"""What can go wrong with a hand of chemin de fer, and what a ruling does about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.equipment.card import UNSEEN
from croupier.errors import BadInput
from croupier.families.chemin.covering import BANK
from croupier.families.chemin.hand import (
    BANKER,
    DEALING,
    DISCARD,
    EXCESS,
    FILLS,
    GIVES,
    IF_MAY,
    IF_MUST,
    LOOKS,
    PLAYER,
    PLAYERS,
    RESULT,
    STAY,
    THREE,
    TWO_DRAWN,
    ZERO,
    Hand,
    HandSlice,
)
from croupier.families.chemin.settling import Settling
from croupier.rulebook.ruleset import Ruleset
from croupier.table.banks import POT
from croupier.table.events import Event
from croupier.table.parts.part import Nothing, Part
from croupier.table.persons import Whom
from croupier.table.play import Play

OUT, AGAIN = "discard-card", "announce-again"
TOO_LATE = (
    "the Banker's cards lie face up already: this is ruled before they are turned, "
    "and afterwards the hand can only be annulled"
)


class Faults(Part[Nothing]):
    """Handles excess cards, late wagers and misheard announcements."""

    carried = Nothing
    marks = (ZERO, THREE, TWO_DRAWN, IF_MAY, IF_MUST, OUT, AGAIN)

    def __init__(self, ruleset: Ruleset[Any, Any], hand: Hand, settling: Settling) -> None:
        self.ruleset = ruleset
        self.covering = hand.covering
        self.bank = hand.bank
        self.settling = settling

    # Whether a ruling makes sense.

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Refuse a ruling that makes no sense at this point of the hand."""
        orders = self.ruleset.ruling(irregularity, facts)[1].ruling
        whom, name = Whom.of(facts), facts.get("wager", "")
        seat = whom.person or whom.box
        if "void-wager" in orders:
            self._check_void(play, seat, name)
        if "correct-payment" in orders and name == BANK and any(line.paid_by == POT for line in play.lines):
            raise BadInput(
                "the bank was paid out of several covers, and no one account has paid too much or too "
                "little: put the covers right, each by itself"
            )
        if "insert-card" in orders and (play.voided or play.of(HandSlice).step not in (LOOKS, GIVES)):
            raise BadInput(
                "the Dominant Player has not asked for a card in this hand, or has got it: "
                "no card of the Banker's goes to him"
            )
        if AGAIN in orders:
            self._check_taken_back(play, seat)

    def _check_void(self, play: Play, seat: str, name: str) -> None:
        """Refuse to void a bank alone."""
        his = [
            *(standing.name for standing in play.wagers if standing.seat == seat),
            *(line.wager for line in play.lines if line.seat == seat),
        ]
        if BANK in ([name] if name else his):
            raise BadInput(
                "without the bank there is no hand, and every cover goes back with it: rule late-bank"
            )

    def _check_taken_back(self, play: Play, seat: str) -> None:
        """Refuse to withdraw an announcement, or the choice to draw, once a card is dealt on it."""
        mine = play.of(HandSlice)
        chose = bool(mine.chosen) and seat == self.bank.banker(play)
        announced = chose or seat in (mine.said_by_player, mine.said_by_banker)
        if play.voided or not seat or not announced:
            who = f"seat {seat}" if seat else "nobody named"
            raise BadInput(f"{who} has announced nothing in this hand that could be said again")
        filled = len(play.places[BANKER]) > 2 or bool(play.places.get(EXCESS))
        if filled or (not chose and len(play.places[PLAYER]) > (mine.initial or 2)):
            raise BadInput(
                "a card has been dealt on what was announced: it is not said again. "
                "A hand that cannot stand is annulled"
            )

    # What it changes at once.

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check whether a ruling makes sense now, and lay its cards."""
        mine = play.of(HandSlice)
        if mark == ZERO:
            self._check_step(play, (DEALING, PLAYERS, LOOKS, GIVES), TOO_LATE)
            self._lay(play, facts, DISCARD)
        elif mark == THREE:
            self._check_step(play, (DEALING, PLAYERS), "the Dominant Player has announced his hand already")
            mine.initial = (mine.initial or 2) + self._lay(play, facts, PLAYER, "down")
        elif mark == TWO_DRAWN:
            self._two_drawn(play, facts)
        elif mark in (IF_MAY, IF_MUST):
            self._check_stayed(play)
            self._check_named(facts)
            # A hand that is settled by now is one in which the Banker had to stay.
            self._lay(play, facts, EXCESS if mine.step == FILLS else DISCARD)
        elif mark == OUT:
            self._lay(play, facts, DISCARD)

    def _two_drawn(self, play: Play, facts: Mapping[str, str]) -> None:
        """Handle two cards drawn by the Banker. A settled hand is settled again."""
        settled = bool(play.of(HandSlice).result) and not play.voided
        if settled and len(play.places[BANKER]) < 3:
            raise BadInput("the Banker has drawn no card in this hand")
        if not settled:
            self._check_step(play, (FILLS, RESULT), "the Banker is not at his third card")
        self._check_named(facts)
        self._lay(play, facts, BANKER)
        if settled:
            play.marks[TWO_DRAWN] = dict(facts)
            self.settling.settle_again(play)

    def _check_step(self, play: Play, steps: tuple[str, ...], late: str) -> None:
        mine = play.of(HandSlice)
        if mine.result and not play.voided:
            raise BadInput(late)
        if play.phase != "closed" or play.voided:
            raise BadInput("no hand is being dealt that this could be about")
        if mine.step not in steps:
            raise BadInput(late)

    def _check_stayed(self, play: Play) -> None:
        mine, filled = play.of(HandSlice), len(play.places.get(BANKER, [])) > 2
        if mine.said(PLAYER) != STAY or play.voided or (filled and mine.step == RESULT):
            raise BadInput("the Dominant Player has not said stay in this hand, or it is over")

    def _check_named(self, facts: Mapping[str, str]) -> None:
        if not facts.get("card") or UNSEEN in facts["card"].split("+"):
            raise BadInput("say which card it is, like card=7h")

    def _lay(self, play: Play, facts: Mapping[str, str], place: str, face: str = "up") -> int:
        """Lay the cards of a ruling, which have left the shoe. Return how many there are."""
        named = (facts.get("card") or UNSEEN).split("+")
        cards = [self.table.read_draw(Event("", "deal", card)) for card in named]
        for card in cards:
            if play.stock is not None and card != UNSEEN:
                if play.stock[card] <= 0:
                    raise BadInput(f"card={card}: every {card} that the table holds has been dealt already")
                play.stock[card] -= 1
            play.lay(place, card, face)
        return len(cards)
