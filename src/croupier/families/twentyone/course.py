"""The order of a round of twenty-one.

The next step always follows from the cards on the table and the rulings made, so a ruling may change it at
any time.
"""

from __future__ import annotations

from typing import Literal

from croupier.families.twentyone.allowed import Allowed
from croupier.families.twentyone.dealer import DealersTurn
from croupier.families.twentyone.dealing import ABSENT, OUT_OF_PLAY, HandsDealt
from croupier.families.twentyone.hands import MOST, dealer_draws
from croupier.families.twentyone.holding import HandSlice, Holding, box_of
from croupier.families.twentyone.offers import DOUBLE, HIT, NATURAL, SPLIT, SURRENDER, Offers
from croupier.families.twentyone.settling import Settling
from croupier.table.parts.firstdeal import DEALER, LATER, REFUSES, DealSlice
from croupier.table.play import Play

What = Literal[
    "deal", "start", "offer", "late-sides", "look", "switch", "ask", "rescue", "finish", "turn", "over"
]
Step = tuple[What, str]
"""A step, and its place, box or offer."""
LATE_SIDES: What = "late-sides"


class Course:
    """The order of a round."""

    def __init__(
        self,
        holding: Holding,
        deal: HandsDealt,
        offers: Offers,
        allowed: Allowed,
        settling: Settling,
        dealer: DealersTurn,
    ) -> None:
        self.holding = holding
        self.rules = holding.rules
        self.setup = holding.setup
        self.deal = deal
        self.offers = offers
        self.allowed = allowed
        self.settling = settling
        self.dealer = dealer

    def next_step(self, play: Play) -> Step:
        """Return the next step, by the cards on the table."""
        mine, holding = play.of(HandSlice), self.holding
        if not play.wagers and not self.dealer.fills(play):
            return "over", ""
        if place := self.deal.first_step(play):
            return "deal", place
        if not mine.started:
            return "start", ""
        if LATE_SIDES not in mine.asked:
            # They come when all offers have been made.
            offer = self.offers.next_offer(play)
            return ("offer", offer) if offer else (LATE_SIDES, "")
        looks = self.rules.hole == "peek" and not mine.looked
        if looks and holding.upcard(play) and holding.may_be_natural(play):
            return "look", ""
        if mine.looked != NATURAL:
            # A box without a wager on a hand has no step.
            for box in holding.turns(play) if LATER in play.marks else holding.boxes(play):
                places = holding.open_places(play, box)
                if places and (step := self._box_step(play, box, places)):
                    return step
        then = self.dealer.next_step(play)
        return then, "" if then == "over" else DEALER

    def cards_wanted(self, play: Play) -> int:
        """Count a few cards for each hand still in play, and for the dealer."""
        holding, done = self.holding, play.of(HandSlice).done
        boxes = holding.boxes(play) or holding.dealt_for(play)
        places = [place for box in boxes for place in (holding.places_of(play, box) or holding.areas(box))]
        held = [holding.number(play, place) for place in places if place not in done]
        return sum(max(1, 3 - number) for number in (*held, len(play.places.get(DEALER, []))))

    # The boxes in turn.

    def _box_step(self, play: Play, box: str, places: list[str]) -> Step | None:
        mine = play.of(HandSlice)
        number = self.holding.number
        short = [place for place in places if number(play, place) < 2]
        if REFUSES in play.marks:
            short = [place for place in short if not self._takes_none(play, place)]
        if short and not any(place in mine.split for place in short):
            # A card that the first deal left out comes when the box is reached.
            return "deal", short[0]
        if self.setup.switch and box not in mine.kept:
            if len(places) == 2 and not play.marked(ABSENT, box):
                return "switch", box
            # Nothing is left to change places with, because one of the hands is dead or settled; or nobody is
            # there who could switch.
            mine.kept = [*mine.kept, box]
            self.settling.pay_naturals(play, places)
            places = self.holding.open_places(play, box)
            return self._box_step(play, box, places) if places else None
        if short and self.rules.both_first():
            return "deal", short[0]
        return self._hand_step(play, places[0])

    def _hand_step(self, play: Play, place: str) -> Step:
        mine, holding = play.of(HandSlice), self.holding
        if REFUSES in play.marks and self._takes_none(play, place):
            mine.hit = "" if mine.hit == place else mine.hit or ""
            return "finish", place
        number = holding.number(play, place)
        if number < 2 or mine.hit == place:
            return "deal", place
        if place in mine.doubled:
            return ("rescue", place) if self._asks_rescue(play, place) else ("finish", place)
        natural = number == 2 and holding.natural(play, place)
        if natural or place in mine.stood or self._ended(play, place, number):
            return "finish", place
        return self._choice(play, place)

    def _choice(self, play: Play, place: str) -> Step:
        """Return the step of a hand that may draw: by rule where nobody decides, else ask."""
        rules, box = self.rules, box_of(place)
        if rules.forced:
            draw = self.setup.draw
            play.clauses |= {draw.forced_clause}
            hits = rules.hits_soft_17 and not rules.holds(draw.forced_stands, empty=False)
            draws = dealer_draws(self.holding.cards_of(play, place), hits)
            return "deal" if draws else "finish", place
        gone = play.of(HandSlice).surrendered
        if self.holding.controller(play, box) in gone or play.marked(OUT_OF_PLAY, place):
            return "finish", place
        if clause := play.marked(ABSENT, box):
            rule = self.setup.absent
            points, soft = self.holding.count(play, place)
            play.clauses.add(clause)
            play.of(DealSlice).acted = True
            return "deal" if points <= (rule.soft if soft else rule.hard) else "finish", place
        return "ask", place

    def _takes_none(self, play: Play, place: str) -> bool:
        """Say whether a hand gets no more cards because the player refused one.

        A hand made by splitting does not even get its second card.
        """
        if not self.holding.refuses(play, place):
            return False
        return place in play.of(HandSlice).split or self.holding.number(play, place) >= 2

    def _asks_rescue(self, play: Play, place: str) -> bool:
        """Say whether to ask now whether a doubled hand is given up."""
        row, asked = self.setup.double, play.of(HandSlice).rescued or []
        if row is None or not row.rescue_clause or not self.rules.holds(row.rescue_when):
            return False
        return place not in asked and self.holding.count(play, place)[0] < MOST

    def _ended(self, play: Play, place: str, number: int) -> bool:
        """Say whether a hand of so many cards has no choice left."""
        draw = self.setup.draw
        points, acts, one_card = self.allowed.judged(play, place)
        if points == MOST and number == 2 and acts[DOUBLE] is None:
            return False
        soft = points == MOST and self.holding.count(play, place)[1]
        if soft and self.rules.holds(draw.soft_most_when, empty=False):
            return acts[HIT] is not None
        if points >= MOST:
            play.clauses |= {draw.most_clause} - {""} if points == MOST else set()
            return True
        if self.rules.trick and number >= self.rules.trick:
            return True
        if None in (acts[HIT], acts[SPLIT], acts[DOUBLE], acts[SURRENDER]):
            return False
        # A hand that must stand has nothing to decide.
        if one_card is None:
            play.clauses |= {draw.must_clause} - {""}
        return True
