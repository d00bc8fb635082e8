"""When side wagers of twenty-one are settled: by the first cards, a whole hand, or the dealer's."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier.equipment.money import show_amount
from croupier.families.twentyone.hands import MOST, Dealers
from croupier.families.twentyone.holding import HandSlice, Holding, box_of, place_of
from croupier.families.twentyone.paying import Paying
from croupier.families.twentyone.rules import TwentyOneWager
from croupier.families.twentyone.sides import FIRST_CARDS, bonus, buster, first_cards, sevens
from croupier.table.claims import Claim, Standing
from croupier.table.parts.boxes import Boxes
from croupier.table.parts.part import Leaving, Left, Moment, Nothing, Part
from croupier.table.parts.pricing import LOSE
from croupier.table.parts.undo import IN_PLACE
from croupier.table.persons import person_named
from croupier.table.play import Play

SEVENS, BONUS, BUSTER, GIFT = "sevens", "bonus", "buster", "super-bonus"
"""The kinds that further cards decide, and the gift for three sevens."""
BY_HANDS = (SEVENS, BONUS)
"""The kinds that a whole hand decides."""
BY_FIRST_CARDS = (*FIRST_CARDS, SEVENS)
"""The kinds that the first cards may decide."""


class SideWagers(Part[Nothing]):
    """Settles side wagers. A side wager on a box without a hand is returned."""

    carried = Nothing
    marks = (IN_PLACE,)
    hears = (Leaving, Left)

    def __init__(self, holding: Holding, paying: Paying, boxes: Boxes) -> None:
        self.holding = holding
        self.rules = holding.rules
        self.ruleset = holding.rules.ruleset
        self.prices = holding.rules.prices
        self.paying = paying
        self.boxes = boxes
        kinds = frozenset(self.rules.kinds.values())
        self.by_first_cards = not kinds.isdisjoint(BY_FIRST_CARDS)
        """Whether some wagers may be decided by the first cards."""

    def _row(self, standing: Standing) -> TwentyOneWager:
        return self.ruleset.wager(standing.wager)[0]

    def _of_kind(self, play: Play, box: str, kind: str) -> list[Standing]:
        kinds = self.rules.kinds
        return [one for one in play.wagers if one.seat == box and kinds.get(one.wager) == kind]

    # The first cards.

    def settle_first(self, play: Play, early: bool) -> None:
        """Settle what the first cards decide, before or after the offers."""
        if not self.by_first_cards:
            return
        if self.rules.late:
            # Where the bank may run dry everything waits for its turn; the cards that decide do not change.
            return
        claims = []
        for one in play.wagers:
            kind = self.holding.kind(one)
            if kind not in BY_FIRST_CARDS or not self.is_dealt(play, one.seat):
                continue
            if kind != SEVENS:
                if self._row(one).settles_before_offers == early:
                    claims.append(self.first_claim(play, one))
            elif early:
                cards = self.holding.cards_of(play, self.holding.places_of(play, one.seat)[0])
                if len(cards) == 2 and len(sevens(cards)[-1]) != 2:
                    claims.append(self._sevens_claim(play, one, cards))
        self.paying.pay(play, claims)

    def is_dealt(self, play: Play, box: str) -> bool:
        """Say whether every hand of a box has its first two cards."""
        places = self.holding.places_of(play, box)
        return bool(places) and all(self.holding.number(play, place) >= 2 for place in places)

    def first_claim(self, play: Play, standing: Standing) -> Claim:
        """Return what falls due on a wager that the first cards decide."""
        own, holding = self._row(standing), self.holding
        places = holding.places_of(play, standing.seat)
        cards = [card for place in places for card in holding.cards_of(play, place)[:2]]
        suited = self.rules.holds(own.suited_when, empty=False)
        row = self.prices.chosen(standing.wager, first_cards(own.kind, cards, holding.upcard(play), suited))
        return self.paying.claim(standing, row, " ".join(cards))

    # Cards of a whole hand.

    def settle_done(self, play: Play, place: str) -> None:
        """Settle sevens and bonus wagers when their hand takes no more cards."""
        box, holding = box_of(place), self.holding
        kinds = self.rules.kinds
        waiting = any([one.seat == box and kinds.get(one.wager) in BY_HANDS for one in play.wagers])
        if self.rules.late or not waiting or place != holding.places_of(play, box)[0]:
            return
        cards = holding.cards_of(play, place)
        claims = [self._sevens_claim(play, one, cards) for one in self._of_kind(play, box, SEVENS)]
        for one in self._of_kind(play, box, BONUS):
            claim = self.bonus_claim(play, place, one)
            paid = holding.natural(play, place) and not holding.on_hand_wagers(play, place)
            if claim.row == LOSE or paid:
                claims.append(claim)
        self.paying.pay(play, claims)

    def settle_third_seven(self, play: Play, place: str) -> None:
        """Settle a wager on sevens as soon as the third card is dealt, unless the hand goes over with it."""
        box, holding = box_of(place), self.holding
        wagers, places = self._of_kind(play, box, SEVENS), holding.places_of(play, box)
        if not wagers or place != places[0] or holding.count(play, place)[0] > MOST:
            return
        cards = holding.cards_of(play, place)
        if place in play.of(HandSlice).split:
            cards = [cards[0], holding.cards_of(play, places[1])[0], *cards[1:2]]
        if len(cards) >= 3:
            self.paying.pay(play, [self._sevens_claim(play, one, cards) for one in wagers])

    def _sevens_claim(self, play: Play, standing: Standing, cards: list[str]) -> Claim:
        row = self.prices.chosen(standing.wager, sevens(cards))
        return self.paying.claim(standing, row, " ".join(cards[:3]), self._by_split(play, standing))

    def bonus_claim(self, play: Play, place: str, standing: Standing) -> Claim:
        """Return what falls due on a wager on a whole hand of named cards."""
        cards, options = self.holding.cards_of(play, place), self.ruleset.options
        suit, rank = options.get("nominated-suit", "s"), options.get("nominated-card", "J")
        rows = bonus(cards, (f"A{suit}", f"{rank}{suit}"), self.holding.natural(play, place))
        row = self.prices.chosen(standing.wager, rows)
        return self.paying.claim(standing, row, " ".join(cards), self._by_split(play, standing))

    def _by_split(self, play: Play, standing: Standing) -> tuple[str, ...]:
        """Return the clause by which the first hand decides a side wager, where the box has split."""
        clause = self._row(standing).split_clause
        return (clause,) if clause and len(play.of(HandSlice).hands.get(standing.seat, [])) > 1 else ()

    # The dealer's cards.

    def claims_at_end(self, play: Play, standing: Standing, dealers: Dealers, shown: str) -> list[Claim]:
        """Return what falls due on a side wager when the dealer's hand is done; nothing if it stays."""
        kind, holding, box = self.holding.kind(standing), self.holding, standing.seat
        if kind == BUSTER:
            natural = any(holding.natural(play, place) for place in holding.places_of(play, box))
            rows = buster(len(dealers.cards), dealers.points > MOST, natural)
            row = self.prices.chosen(standing.wager, rows)
            more = self.prices.cites(standing.wager, "alone") if self._is_alone(play) else ()
            return [self.paying.claim(standing, row, f"the dealer has {shown}", more)]
        if kind == BONUS:
            return [self.bonus_claim(play, holding.places_of(play, box)[0], standing)]
        if kind in FIRST_CARDS and self.rules.late and self.is_dealt(play, box):
            return [self.first_claim(play, standing)]
        return []

    def _is_alone(self, play: Play) -> bool:
        """Say whether the dealer's cards decide nothing else: every hand that is left is a natural."""
        holding = self.holding
        hands = [one for one in play.wagers if holding.is_on_hand(one)]
        return all(holding.natural(play, place_of(one.seat, one.hand)) for one in hands)

    # Three sevens.

    def give_super_bonus(self, play: Play, place: str, standings: list[Standing]) -> None:
        """Pay a fixed amount for three suited sevens against a seven, and one to all others in the round."""
        name = self.rules.name_of(GIFT)
        if not name or not self.ruleset.offered(name) or not self._earns_super_bonus(play, place):
            return
        own: TwentyOneWager = self.ruleset.wager(name)[0]
        doubled = {one.person for one in standings if self.holding.kind(one) == "double"}
        spared = self.rules.holds(own.doubled_when, empty=False)
        bases = [one for one in standings if self.holding.kind(one) != "double"]
        winners = [one for one in bases if (spared or one.person not in doubled) and not play.struck_by(one)]
        if not winners:
            return
        claims = [self._gift(one, name, self.rules.super_size(name, one.stake)) for one in winners]
        each_box = self.rules.holds(own.each_box, empty=False)
        given = {person_named(one.person) if each_box else one.whose for one in winners}
        for text in play.of(HandSlice).players_in or []:
            seat, _, bettor = text.partition(":")
            place = person_named(seat + bettor)
            whose = play.whose(seat + bettor)
            person = place if each_box else whose
            if person not in given:
                given.add(person)
                player = "" if whose == place else whose
                other = Standing(seat, self.rules.main, 0, bettor, player=player)
                claims.append(self._gift(other, name, "others"))
        self.paying.pay(play, [claim for claim in claims if claim.won])

    def _earns_super_bonus(self, play: Play, place: str) -> bool:
        holding = self.holding
        cards = holding.cards_of(play, place)
        sevened = len(cards) == 3 and all(card[0] == "7" for card in cards)
        if not sevened or len({card[1] for card in cards}) > 1 or holding.upcard(play)[:1] != "7":
            return False
        if place not in play.of(HandSlice).split:
            return True
        # Two sevens of one suit were split: only those of two suits may still earn it.
        firsts = [holding.cards_of(play, other)[0] for other in holding.places_of(play, box_of(place))]
        return len({card[1] for card in firsts[:2]}) > 1

    def _gift(self, standing: Standing, name: str, row: str) -> Claim:
        outcome = self.prices.outcome(name, row)
        won = outcome.won(0)
        made = Standing(standing.seat, name, 0, standing.bettor, player=standing.player)
        why = f"three suited sevens against a seven: {show_amount(int(won))}"
        return Claim(made, "win", won, Fraction(0), outcome.clauses, why, odds=outcome.odds, row=row)

    # Boxes without a hand.

    def heard(self, play: Play, moment: Moment) -> None:
        """Settle sevens for a player who is leaving. Give back what is alone on a box once he has left."""
        if isinstance(moment, Leaving):
            self._settle_sevens_of(play, moment.who)
        elif isinstance(moment, Left):
            self._give_back_alone(play, moment.clause)

    def _settle_sevens_of(self, play: Play, who: str) -> None:
        for one in [one for one in play.wagers if one.person == who and self.holding.kind(one) == SEVENS]:
            places = self.holding.places_of(play, one.seat)
            if places and self.holding.number(play, places[0]) >= 2:
                cards = self.holding.cards_of(play, places[0])
                self.paying.pay(play, [self._sevens_claim(play, one, cards)])

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Give back the side wagers left alone on a box by a voided wager."""
        self._give_back_alone(play, facts["clause"])

    def _give_back_alone(self, play: Play, clause: str) -> None:
        """Give back side wagers that need a wager on a hand, from boxes without one."""
        for one in list(play.wagers):
            dealt = bool(self.holding.boxes(play))
            if self._row(one).needs_on_box and dealt and not self.holding.is_carried(play, one.seat):
                play.withdraw(one, (clause,), "no hand is left on the box, and the wager goes back")
