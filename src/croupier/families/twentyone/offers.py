"""Offers to all players of twenty-one at once: surrender, insurance and even money."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.families.twentyone.hands import MOST, TENS
from croupier.families.twentyone.holding import NOT_NATURAL, HandSlice, Holding
from croupier.families.twentyone.rules import TwentyOneSetup
from croupier.families.twentyone.settling import Settling
from croupier.families.twentyone.sides import is_ten
from croupier.table.claims import Standing
from croupier.table.events import Event, parts_of
from croupier.table.parts.cardbetting import CardBetting
from croupier.table.parts.firstdeal import DealSlice
from croupier.table.parts.part import Steps
from croupier.table.persons import SEATED
from croupier.table.play import Play
from croupier.table.questions import Acts, Refusal
from croupier.table.vocabulary import PLAIN, Declared, Key, Takes

DECLINE = "decline"
HIT, STAND, DOUBLE, SPLIT, SURRENDER = "hit", "stand", "double", "split", "surrender"
SWITCH, KEEP = "switch", "keep"
FIRST, SECOND = "first", "second"
INSURANCE, EVEN_MONEY, FORFEIT = "insurance", "even-money", "forfeit"
LOOKS = NATURAL, NO_NATURAL = "natural", "no-natural"
"""What the dealer says after a look at the hole card."""
PLAYS = (HIT, STAND, DOUBLE, SPLIT, SURRENDER)
FOLLOW = f"{SURRENDER}-too"
"""The offer to others on a box once its controller has given up."""


def asked(setup: TwentyOneSetup, spoken: tuple[Key, ...]) -> Declared:
    """Return what is done with hands. An act that lays a wager may say how much, and how it is made."""
    wagered = Takes(spoken, amount=True)
    rows = {
        EVEN_MONEY: setup.even_money,
        SWITCH: setup.switch,
        KEEP: setup.switch,
        FIRST: setup.split,
        SECOND: setup.split,
        FORFEIT: setup.double,
    }
    lays = {DOUBLE: setup.double, SPLIT: setup.split, INSURANCE: setup.insurance}
    return {
        **dict.fromkeys((*PLAYS, DECLINE, *(LOOKS if setup.dealer.hole != "none" else ())), PLAIN),
        **{act: PLAIN for act, row in rows.items() if row is not None},
        **{act: wagered for act, row in lays.items() if row is not None},
    }


def judge_further(betting: CardBetting, play: Play, event: Event) -> Refusal | None:
    """Say why a wager made by an act is not taken: by whom, how and with what it is made."""
    return (
        betting.exclusion.bars(play, event)
        or betting.judge_oral(play, event)
        or betting.limits.judge_medium(event)
    )


class Offers:
    """Makes the offers before anybody plays, and carries out the answers."""

    def __init__(self, holding: Holding, betting: CardBetting, settling: Settling) -> None:
        self.holding = holding
        self.rules = holding.rules
        self.setup = holding.setup
        self.betting = betting
        self.settling = settling
        self._asks: Mapping[str, Callable[[Play], dict[str, Acts]]] = {
            SURRENDER: self._may_surrender,
            FOLLOW: self._may_follow,
            INSURANCE: self._may_insure,
        }
        """The offers in order: who may take each, and what he may answer."""

    def next_offer(self, play: Play) -> str:
        """Return the next offer to all who may take it; empty once all have been made."""
        mine = play.of(HandSlice)
        for offer, asked in self._asks.items():
            if offer not in mine.asked:
                if asked(play):
                    return offer
                mine.asked = [*mine.asked, offer]
        return ""

    def make(self, play: Play, offer: str) -> Steps:
        """Ask all at once. The order of the answers does not matter."""
        answers = yield from play.ask(
            offer.removesuffix("-too"),
            lambda: self._asks[offer](play),
            lambda event: self._judge(play, event),
            self._clause_of(offer),
        )
        mine, deal = play.of(HandSlice), play.of(DealSlice)
        mine.asked = [*mine.asked, offer]
        for who, event in answers.items():
            # Who declines or insures has not said how the hand is played.
            deal.acted = deal.acted or event.verb in (SURRENDER, EVEN_MONEY)
            if event.verb == SURRENDER:
                self.give_up(play, who)
            elif event.verb == INSURANCE:
                self._insure(play, event)
            elif event.verb == EVEN_MONEY:
                self.settling.pay_even_money(play, who)

    def _clause_of(self, offer: str) -> str:
        """Return the clause by which an offer is made."""
        surrender, insurance = self.setup.surrender, self.setup.insurance
        if offer == INSURANCE:
            return insurance.clause if insurance else ""
        return surrender.clause if surrender else ""

    # Surrender.

    def _may_surrender(self, play: Play) -> dict[str, Acts]:
        row = self.setup.surrender
        if row is None or not self.rules.holds(row.when):
            return {}
        up = self.holding.upcard(play)
        if row.at != "offers" and not (self.rules.early_surrender and up[:1] in "A" + TENS):
            return {}
        if not up or (row.upcards and up[0] not in row.upcards):
            return {}
        play.clauses |= {row.clause, row.upcards_clause} - {""}
        boxes = sorted({one.seat for one in self.holding.mains(play)}, key=int)
        live = [box for box in boxes if self.holding.count(play, box)[0] < MOST]
        people = [self.holding.controller(play, box) for box in live]
        return {who: {SURRENDER: None, DECLINE: None} for who in people if who}

    def _may_follow(self, play: Play) -> dict[str, Acts]:
        """List the others on a box who may give up because its controller has."""
        row, gone = self.setup.surrender, play.of(HandSlice).surrendered
        if row is None or row.at != "offers" or not row.followers_clause or not gone:
            return {}
        given = {parts_of(who)[0] for who in gone}
        return {
            one.person: {SURRENDER: None, DECLINE: None}
            for one in self.holding.mains(play)
            if one.seat in given and one.person not in gone
        }

    def give_up(self, play: Play, who: str) -> None:
        """Note that a person gives up half of the wager."""
        row, mine = self.setup.surrender, play.of(HandSlice)
        assert row is not None
        mine.surrendered = [*mine.surrendered, who]
        follows = parts_of(who)[1] not in SEATED
        play.clauses |= {row.clause, row.upcards_clause, row.followers_clause if follows else ""} - {""}

    # Insurance and even money.

    def _may_insure(self, play: Play) -> dict[str, Acts]:
        row, even, up = self.setup.insurance, self.setup.even_money, self.holding.upcard(play)
        if row is None or NOT_NATURAL in play.marks:
            return {}
        offered = self.rules.holds(row.when)
        tens = is_ten(up or "?") and self.rules.holds(row.tens, empty=False)
        if (not offered and even is None) or (up[:1] != "A" and not tens):
            return {}
        play.clauses |= {row.tens_clause if tens else row.clause} - {""}
        refused = Refusal("insurance is not offered at this table", row.clause)
        asked: dict[str, Acts] = {}
        for one in self.holding.mains(play):
            mine = play.of(HandSlice)
            # Who has given up before the dealer looks plays this hand no further.
            done = one.person in mine.even_money or (
                self.rules.early_surrender and one.person in mine.surrendered
            )
            if done or (tens and not self.holding.naturals_of(play, one.person)):
                continue
            acts: dict[str, Refusal | None] = {
                INSURANCE: self.betting.wagers.not_offered(row.wager) if offered else refused,
                DECLINE: None,
            }
            if even is not None:
                acts[EVEN_MONEY] = self._no_even_money(play, one)
            if acts[INSURANCE] is None or acts.get(EVEN_MONEY, acts[INSURANCE]) is None:
                asked[one.person] = acts
        return asked

    def _no_even_money(self, play: Play, one: Standing) -> Refusal | None:
        row = self.setup.even_money
        assert row is not None
        if not self.rules.holds(row.when):
            return Refusal("even money is not paid here", row.barred_clause or row.clause)
        natural = self.holding.naturals_of(play, one.person)
        return None if natural else Refusal("even money is for a natural", row.clause)

    def _insured_by(self, play: Play, event: Event) -> tuple[Standing, Amount]:
        """Return the wager that an answer insures, and the amount."""
        one = next(one for one in self.holding.mains(play) if one.person == event.who)
        most = self.betting.limits.in_chips(self.rules.most_insurance(self._insurable(play, one)))
        return one, most if event.amount is None else event.amount

    def _insurable(self, play: Play, one: Standing) -> Amount:
        """Return the stake by which a player's insurance is measured: his wager, or both of two hands."""
        row = self.setup.insurance
        if row is None or not self.rules.holds(row.both_when, empty=False):
            return one.stake
        return sum(
            other.stake for other in play.wagers if (other.person, other.wager) == (one.person, one.wager)
        )

    def _judge(self, play: Play, event: Event) -> Refusal | None:
        if event.verb != INSURANCE:
            return None
        row = self.setup.insurance
        assert row is not None
        one, amount = self._insured_by(play, event)
        insured = self._insurable(play, one)
        most = self.rules.most_insurance(insured)
        if not amount:
            return Refusal("an insurance wager is more than nothing", row.clause)
        over = parse_amount(row.over_by) if row.over_by else 0
        if amount > most:
            exactly = 2 * amount == insured + 2 * over
            near = over and (exactly if row.over_exactly else amount <= most + over)
            if not near or (2 * amount) % 100:
                laid = f"with {show_amount(insured)} on {one.wager}"
                return Refusal(
                    f"{laid} insurance may be at most {show_amount(most)}",
                    row.over_clause if near else row.most_clause,
                )
        return judge_further(self.betting, play, event) or self.betting.limits.judge_chips(amount)

    def _insure(self, play: Play, event: Event) -> None:
        row = self.setup.insurance
        assert row is not None
        one, amount = self._insured_by(play, event)
        play.put(Standing(one.seat, row.wager, amount, one.bettor, player=one.player))
        over = amount > self.rules.most_insurance(self._insurable(play, one))
        play.clauses |= {row.clause, row.most_clause, row.over_clause if over else ""} - {""}
