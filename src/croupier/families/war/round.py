"""Casino war as it is played.

One card each. On equal cards each bettor surrenders half or goes to war, and one more card each decides.
"""

from __future__ import annotations

from fractions import Fraction

from croupier.equipment.money import show_amount
from croupier.errors import BadInput
from croupier.families.war.choices import Choices
from croupier.families.war.contest import DEALER, FIRST, SECOND, Contest
from croupier.families.war.deals import Deals
from croupier.families.war.ends import HIGH, LOW, ROWS, compare, end_of
from croupier.families.war.prices import (
    MAIN,
    OF_WAR,
    SURRENDER,
    TIE,
    WAR,
    WAR_TIE,
    WarPrices,
    is_met,
    named_wagers,
)
from croupier.families.war.rules import WarSetup, WarWager
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.fitted import Fitted
from croupier.table.parts.boxes import Boxes
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.device import ShufflingDevice
from croupier.table.parts.limits import Limits
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.people import Exclusion, People
from croupier.table.parts.pricing import LOSE, Outcome
from croupier.table.parts.shoe import DealingShoe
from croupier.table.parts.tips import ForTheDealer
from croupier.table.parts.undo import VoidInPlace
from croupier.table.play import Play
from croupier.table.questions import Refusal


class BoundedWagers(Part[Nothing]):
    """Refuses to make a wager too small for another that it bounds."""

    carried = Nothing
    objects_to = ("remove",)

    def __init__(self, ruleset: Ruleset[WarWager, WarSetup]) -> None:
        self.ruleset = ruleset

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a part of a wager may not be taken back."""
        if event.verb != "remove" or event.amount is None:
            return None
        standing = play.find(event.seat, event.bettor, event.what)
        if standing is None or event.amount >= standing.stake:
            return None
        for child in play.wagers:
            rule = self.ruleset.wager(child.wager)[0].stake
            times, _, parent = rule.at_most.partition(" of ")
            if parent != standing.wager or child.person != standing.person:
                continue
            if child.stake > Fraction(times) * (standing.stake - event.amount):
                return Refusal(
                    f"{child.wager} of {show_amount(child.stake)} "
                    f"would be more than {times} times what is left",
                    rule.clause,
                )
        return None


class War(Fitted):
    """One card for every box and one for the dealer."""

    betting: CardBetting

    def __init__(self, ruleset: Ruleset[WarWager, WarSetup]) -> None:
        setup = ruleset.setup
        self.setup = setup
        self.named = named_wagers(ruleset)
        """The wagers by kind."""
        self.packs = Packs(ruleset, setup.shoe)
        self.prices = WarPrices(ruleset, self.named)
        self.people = People()
        exclusion = Exclusion()
        self.limits = Limits(ruleset, setup.betting)
        tips = setup.for_dealer_clause
        self.contest = Contest(ruleset, self.named[MAIN])
        self.shoe = DealingShoe(
            self.packs,
            self.contest.cards_wanted,
            refills=True,
            reshuffles=True,
            discarded=self.contest.discarded,
        )
        self.wagers = CardWagers(
            ruleset,
            self.prices,
            self.limits,
            moments=(WAR, WAR_TIE),
            locked=(setup.locked, setup.locked_clause),
        )
        self.betting = CardBetting(self.wagers, exclusion, self.shoe, nobody=self._nobody, ready=self._ready)
        self.choices = Choices(setup.choice, self.contest, self.prices, self.betting, self.wagers)
        self.cutting = Cutting(setup.cut, self.people, self.shoe, self.contest.dealt_to)
        self.deals = Deals(setup, self.contest, self.choices, self.shoe, self.cutting)
        super().__init__(
            ruleset,
            (
                self.betting,
                self.shoe,
                self.people,
                exclusion,
                self.limits,
                # A cut is objected to before the way in which the cards were shuffled.
                ShufflingDevice(setup.device, ruleset),
                self.cutting,
                Boxes(setup.boxes, self.betting),
                VoidInPlace(settled_too=True),
                *((ForTheDealer(ruleset.holds(setup.for_dealer), tips),) if tips else ()),
                BoundedWagers(ruleset),
                self.choices,
                self.deals,
            ),
        )
        self._check_file()
        self.ranks = LOW if is_met(ruleset, setup.ace_low) else HIGH

    def _check_file(self) -> None:
        """Refuse a file that leaves the war unpriced."""
        rules, name = self.ruleset, self.named[MAIN]
        first = rules.wagers[name]
        for on in ("war-win", "war-tie"):
            if not {on} & {*first.push, *first.void, *rules.prices(name)}:
                raise BadInput(
                    f"{rules.file}: wagers.{name}: what becomes of it on {on} is not said "
                    f"[{clauses_of(first)[0]}]"
                )

    # Before the deal.

    def _nobody(self, play: Play) -> bool:
        """Say whether there is no wager to deal for."""
        return not self.contest.boxes(play, FIRST)

    def _ready(self, play: Play) -> Refusal | None:
        """Refuse a card without a wager, or from an empty shoe."""
        if self._nobody(play):
            why = f"nobody has made the {self.named[MAIN]} wager for which a card is dealt"
            return Refusal(why, self.setup.deal_clauses[0])
        return self.deals.judge_card(play)

    def _first_place(self, play: Play) -> str:
        """Return the place of the first card. Reopen closed betting if no wager is left."""
        if play.phase == "called" and self._nobody(play):
            play.phase = "open"
        return self.contest.next_place(play, FIRST)

    # The round.

    def round(self, play: Play) -> Steps:
        """Play a round: bets, one card each, settlement, surrender or war, one more card each, settlement."""
        setup = self.setup
        yield from self.betting.bets(play, lambda: self._first_place(play))
        self.deals.opened(play)
        play.clauses |= {setup.ranks_clause, setup.compare_clause}
        yield from self.deals.deal(play, FIRST)
        self._settle_first(play)
        yield from self.choices.take(play)
        self._settle_surrender(play)
        if not self.contest.boxes(play, SECOND):
            return
        play.clauses |= {setup.war.clause, setup.war.burn_clause, setup.war.compare_clause} - {""}
        yield from self.deals.deal(play, SECOND)
        self._settle_war(play)

    # Settlement.

    def _compared(self, play: Play, seat: str, level: int) -> int:
        """Return 1, 0 or -1 as a box's card in a deal is higher than the dealer's, equal or lower."""
        mine, dealers = (play.cards(place)[level - 1][0] for place in (seat, DEALER))
        return compare(self.ranks.index(mine), self.ranks.index(dealers))

    def _settle_first(self, play: Play) -> None:
        """Settle tie wagers, and the wagers of those whose card is higher or lower."""
        claims, tied = [], []
        for standing in play.wagers:
            first = self._compared(play, standing.seat, FIRST)
            if standing.wager != self.named[MAIN]:
                claims.append(self._claim(play, standing, LOSE if first else "win", FIRST))
            elif first:
                claims.append(self._claim(play, standing, ROWS[end_of(first, False, 0)], FIRST))
            else:
                tied.append(standing.person)
        self.choices.tie(play, tied)
        self._pay(play, claims, self.setup.order.clause)

    def _settle_surrender(self, play: Play) -> None:
        """Take half of the wager of everyone who surrendered."""
        given_up = [
            one
            for one in play.wagers
            if one.wager == self.named[MAIN] and self.contest.chosen(play, one.person) == SURRENDER
        ]
        claims = [self._claim(play, one, SURRENDER, FIRST) for one in given_up]
        self._pay(play, claims, self.setup.order.clause)

    def _settle_war(self, play: Play) -> None:
        """Settle the wagers on the boxes that went to war."""
        claims = []
        for standing in play.wagers:
            row = ROWS[end_of(0, True, self._compared(play, standing.seat, SECOND))]
            kind = self.prices.kind(standing.wager)
            if kind == WAR:
                row = OF_WAR[row]
            elif kind == WAR_TIE:
                row = "win" if row == "war-tie" else LOSE
            claims.append(self._claim(play, standing, row, SECOND))
        self._pay(play, claims, self.setup.order.war_clause)

    def _claim(self, play: Play, standing: Standing, row: str, level: int) -> Claim:
        cards = " against ".join(play.cards(place)[level - 1] for place in (standing.seat, DEALER))
        where = " in the war" if level == SECOND else ""
        end = told(self.prices.settled_by(standing.wager, row))
        more = self.ruleset.wager(standing.wager)[0].row_clauses.get(row, [])
        return self.prices.claim(
            standing,
            row,
            f"{cards}{where}: {standing.name} {end}",
            (more,) if isinstance(more, str) else tuple(more),
        )

    def _pay(self, play: Play, claims: list[Claim], clause: str) -> None:
        """Settle a batch in the order of the rulebook."""
        row, names = self.setup.order, list(self.ruleset.names)

        def place(claim: Claim) -> tuple[int, int, str, int]:
            standing = claim.standing
            seat = int(standing.seat) if row.begins == "left" else -int(standing.seat)
            later = row.ties_first and self.prices.kind(standing.wager) != TIE
            return int(later), seat, standing.bettor, names.index(standing.wager)

        if claims:
            play.settle(sorted(claims, key=place))
            play.clauses.add(clause)


def told(outcome: Outcome) -> str:
    """Return an outcome in this game's words."""
    words = {"push": "goes back", "half": "is surrendered, and half of it is lost"}
    return words.get(outcome.result, outcome.told)
