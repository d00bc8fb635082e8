"""The dealer's hand of twenty-one: looked at, turned, and filled as far as it matters."""

from __future__ import annotations

from typing import Literal

from croupier.equipment.card import UNSEEN
from croupier.errors import BadInput
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.hands import MOST, TENS, dealer_draws, is_natural, total
from croupier.families.twentyone.holding import HandSlice, Holding
from croupier.families.twentyone.offers import LOOKS, NATURAL, NO_NATURAL
from croupier.families.twentyone.settling import Settling
from croupier.families.twentyone.sidewagers import BUSTER
from croupier.table.events import Event
from croupier.table.parts.firstdeal import DEALER
from croupier.table.parts.part import Steps
from croupier.table.play import MARKED, RETURNED, Play
from croupier.table.questions import Question, Refusal, Wait


def action_card(rules: TwentyOneRules, play: Play) -> str:
    """Return the card that places the action button: the dealer's second."""
    card = play.cards(DEALER)[1]
    tens = rules.ruleset.readings.get("button-values") == "bonus-is-ten" and card[0] in TENS
    return "T" if tens else card


class DealersTurn:
    """Plays the dealer's hand."""

    def __init__(self, holding: Holding, settling: Settling) -> None:
        self.holding = holding
        self.rules = holding.rules
        self.setup = holding.setup
        self.row = holding.setup.dealer
        self.settling = settling
        row, holds = self.row, self.rules.holds
        self.shows_always = holds(row.second_always, empty=False)
        """Whether the dealer shows a second card although no wager waits for it,"""
        needless = bool(row.needless_clause) and not holds(row.needless_when)
        self.fills_always = holds(row.fills_when, empty=False) or needless
        """or fills the whole hand."""

    # The second card.

    def look(self, play: Play) -> Steps:
        """Look at the hole card under an ace or a ten. At a live table the dealer says what was seen."""
        up, hole = play.places[DEALER][:2]
        play.clauses |= {self.row.peek_clause} - {""}
        if hole.card != UNSEEN:
            natural = is_natural([up.card, hole.card])
            play.of(HandSlice).looked = NATURAL if natural else NO_NATURAL
            return
        asked = Question(DEALER, dict.fromkeys(LOOKS))
        event = yield from play.open("a look at the hole card", [asked], clause=self.row.peek_clause)
        if event != MARKED:
            play.of(HandSlice).looked = event.verb

    def turn(self, play: Play) -> Steps:
        """Turn the hole card. It must be what the dealer said of it."""
        if play.places[DEALER][1].card == UNSEEN:
            event = yield Wait(
                "cards",
                draw="turn",
                place=f"{DEALER}#2",
                check=lambda drawn: self._not_as_said(play, drawn.what),
            )
            play.places[DEALER][1].card = event.what
        play.places[DEALER][1].seen = ("all",)
        self.second_card(play)

    def _not_as_said(self, play: Play, text: str) -> Refusal | None:
        said = play.of(HandSlice).looked
        if not said:
            return None
        cards = [play.places[DEALER][0].card, self.rules.packs.read(Event("", "deal", text))]
        if (said == NATURAL) != is_natural(cards):
            raise BadInput(f"turn {DEALER}#2 {text}: the dealer looked at this card and said {said}")
        return None

    def second_card(self, play: Play) -> None:
        """Settle insurance, which the second card decides."""
        hole = self.row.hole_clause if self.rules.hole != "none" else ""
        play.clauses |= {self.row.second_clause, hole} - {""}
        self.settling.settle_insurance(play)

    # Further cards.

    def takes_early(self, play: Play) -> bool:
        """Say whether a card taken too early counts as it would have been dealt."""
        held = play.cards(DEALER)
        return len(held) < 2 or dealer_draws(held, self.rules.hits_soft_17)

    def fills(self, play: Play) -> bool:
        """Say whether the dealer shows or fills the hand although no wager waits for it.

        He does where hands have been decided and the rules have it so.
        """
        mine = play.of(HandSlice)
        if not (self.shows_always or self.fills_always) or not mine.started or mine.looked == NATURAL:
            return False
        if not play.struck and all(line.result in RETURNED for line in play.lines):
            return False
        cards = play.places.get(DEALER, [])
        unfinished = len(cards) < 2 or not all(dealt.visible() for dealt in cards)
        if unfinished and self.shows_always:
            return True
        stood = DEALER in mine.stood
        if not unfinished and (stood or not self._draws(play)):
            return False
        return self.fills_always

    def _draws(self, play: Play) -> bool:
        return dealer_draws(self.holding.dealers(play).cards, self.rules.hits_soft_17)

    def next_step(self, play: Play) -> Literal["deal", "turn", "over"]:
        """Return the next step of the dealer's hand once every box has been played."""
        row, kinds = self.row, {self.holding.kind(one) for one in play.wagers}
        cards, live = play.places.get(DEALER, []), self.holding.live_places(play)
        insured, counted = "insurance" in kinds, BUSTER in kinds
        fills = self.fills(play)
        if not live and not insured and not counted and not fills:
            play.clauses |= {row.needless_clause} - {""}
            return "over"
        if len(cards) < 2:
            return "deal"
        if not all([dealt.visible() for dealt in cards]):
            return "turn"
        if insured and not self.rules.late:
            # Cards that the dealer took too early decide insurance as well.
            self.second_card(play)
        hand = self.holding.dealers(play)
        if hand.natural or DEALER in play.of(HandSlice).stood:
            return "over"
        if not counted and not fills and not self._matters(play, live) and not self._waited_for(play, live):
            play.clauses |= {row.needless_clause} - {""}
            return "over"
        soft = hand.points == 17 and total(hand.cards)[1]
        play.clauses |= {row.clause, row.soft_clause if soft else ""} - {""}
        return "deal" if dealer_draws(hand.cards, self.rules.hits_soft_17) else "over"

    def _waited_for(self, play: Play, live: list[str]) -> bool:
        """Say whether the hand is filled because a natural has waited for the second card, or a surrender."""
        if self.rules.holds(self.row.natural_fills_when, empty=False) and any(
            self.holding.natural(play, place) for place in live
        ):
            return True
        given_up = bool(live) and bool(play.of(HandSlice).surrendered)
        return given_up and self.rules.holds(self.row.surrender_fills_when, empty=False)

    def _matters(self, play: Play, live: list[str]) -> bool:
        """Say whether a further card of the dealer could change any hand's result."""
        if not self.row.needless_clause or not self.rules.holds(self.row.needless_when):
            return bool(live)
        holding, gone = self.holding, play.of(HandSlice).surrendered
        for place in live:
            over, natural = holding.count(play, place)[0] > MOST, holding.natural(play, place)
            for one in holding.on_hand_wagers(play, place):
                if holding.kind(one) == "double":
                    continue
                waits = over and "bust-against-push" in self.rules.prices.known_rows(one.wager)
                if waits or not (natural or over or one.person in gone):
                    return True
        return False
