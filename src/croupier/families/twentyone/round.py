"""Twenty-one as it is played: two cards to each box, one to the dealer, every hand, the dealer's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from croupier.families.twentyone.allowed import Allowed
from croupier.families.twentyone.asking import Asking
from croupier.families.twentyone.course import LATE_SIDES, Course
from croupier.families.twentyone.dealer import DealersTurn, action_card
from croupier.families.twentyone.dealing import SHARED, HandsDealt
from croupier.families.twentyone.facts import MOMENTS, TwentyOneRules
from croupier.families.twentyone.hands import MOST, total
from croupier.families.twentyone.holding import HandSlice, Holding, box_of
from croupier.families.twentyone.lastrounds import LastRounds, LastShoe, are_announced
from croupier.families.twentyone.limits import BindingLimits
from croupier.families.twentyone.offers import PLAYS, Offers, asked
from croupier.families.twentyone.paying import Paying
from croupier.families.twentyone.persons import Entry, Followers
from croupier.families.twentyone.rules import TwentyOneSetup, TwentyOneWager
from croupier.families.twentyone.seeing import Seeing
from croupier.families.twentyone.settling import Settling
from croupier.families.twentyone.sidewagers import SideWagers
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import Event
from croupier.table.fitted import Fitted
from croupier.table.parts.asked import Asked
from croupier.table.parts.bank import FeeSchedule, TableBank
from croupier.table.parts.boxes import Boxes
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.changing import OptionChange, Versions
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.firstdeal import DEALER, DISCARDED
from croupier.table.parts.part import Steps
from croupier.table.parts.partnership import Partnerships
from croupier.table.parts.people import Exclusion, People
from croupier.table.parts.undo import VoidInPlace
from croupier.table.persons import SEATED
from croupier.table.play import Play
from croupier.table.questions import Question, Refusal


class TwentyOne(Fitted):
    """One hand or two for each box, and one for the dealer."""

    betting: CardBetting

    def __init__(self, ruleset: Ruleset[TwentyOneWager, TwentyOneSetup]) -> None:
        rules, setup = TwentyOneRules(ruleset), ruleset.setup
        self.rules, self.setup = rules, setup
        self.prices, self.packs = rules.prices, rules.packs
        people, exclusion = People(), Exclusion()
        schedule = FeeSchedule(ruleset, setup.bank)
        self.limits = BindingLimits(rules, schedule)
        self.shoe = LastShoe(
            rules.packs,
            lambda play: self.course.cards_wanted(play),
            refills=True,
            no_shuffle=are_announced,
            empty_clause=setup.empty_clause,
        )
        self.wagers = CardWagers(
            ruleset, rules.prices, self.limits, MOMENTS, unplayed_clause=setup.bank.turn_clause
        )
        self.betting = CardBetting(
            self.wagers,
            exclusion,
            self.shoe,
            nobody=lambda play: not play.wagers,
            ready=lambda play: self.deal.ready(play),
        )
        bank = TableBank(setup.bank, schedule, people, exclusion, self.betting, partial(action_card, rules))
        boxes = Boxes(setup.boxes, self.betting)
        self.holding = Holding(rules, bank)
        cutting = Cutting(setup.cut, people, self.shoe, self.holding.boxes)
        paying = Paying(rules, bank)
        self.sides = SideWagers(self.holding, paying, boxes)
        self.settling = Settling(self.holding, paying, self.sides)
        self.dealer = DealersTurn(self.holding, self.settling)
        self.deal = HandsDealt(self.holding, self.shoe, cutting, self.dealer.takes_early)
        self.offers = Offers(self.holding, self.betting, self.settling)
        self.allowed = Allowed(self.holding)
        self.asking = Asking(self.holding, self.betting, self.allowed, self.offers, self.settling)
        self.course = Course(self.holding, self.deal, self.offers, self.allowed, self.settling, self.dealer)
        followers = Followers(rules, people, boxes, self.betting)
        entry = Entry(rules, boxes, self.betting, self.shoe)
        closing = LastRounds(ruleset, self.shoe)
        partnerships = Partnerships(self.limits)
        self.versions = Versions(ruleset, TwentyOne)
        super().__init__(
            ruleset,
            (
                self.betting,
                self.shoe,
                people,
                bank,
                exclusion,
                self.limits,
                cutting,
                boxes,
                self.deal,
                VoidInPlace(),
                *((OptionChange(ruleset, self.versions, self.shoe),) if "decks" in ruleset.options else ()),
                entry,
                closing,
                followers,
                self.sides,
                Seeing(self.holding, self.deal),
                Asked(asked(setup, self.betting.spoken)),
                partnerships,
            ),
            objectors=(closing, boxes, bank, self.shoe, cutting, followers, entry, partnerships),
        )

    def read_draw(self, event: Event) -> str:
        """Return a card that these decks hold, or one that nobody has seen."""
        return self.packs.read(event)

    def too_late(self, wager: str, verb: str = "bet") -> Refusal:
        """Say why a wager is late. Wagers made in the round have a clause of their own."""
        late, clause = super().too_late(wager, verb), str(self.ruleset.wager(wager)[0].late_clause)
        own = verb == "remove" and clause and self.rules.kinds[wager] in MOMENTS
        return Refusal(late.why, clause) if own else late

    def with_options(self, options: Mapping[str, str]) -> TwentyOne:
        """Return the same game with another number of decks."""
        return self.versions.of(options)

    # The round.

    def round(self, play: Play) -> Steps:
        """Play a round: bets, the first deal, offers, every hand, the dealer's hand, settlement."""
        dealt = yield from self.betting.bets(play, lambda: self.deal.first_place(play))
        if not dealt:
            return
        self.deal.opened(play)
        setup, followers = self.setup, self.setup.followers
        parallel = setup.parallel_clause if self.rules.parallel else ""
        play.clauses |= {
            setup.values_clause,
            setup.own_total_clause,
            setup.no_tens_clause,
            parallel,
        } - {""}
        if followers and any(one.bettor not in SEATED for one in play.wagers):
            play.clauses |= {followers.clause, followers.control_clause}
        while True:
            self.deal.arrange(play)
            what, who = self.course.next_step(play)
            if what == "over":
                break
            steps = self._take(play, what, who)
            if steps is not None:
                yield from steps
        self.settling.settle_all(play)

    def _take(self, play: Play, what: str, who: str) -> Steps | None:
        """Carry out a step, or return what is still to be waited for in it."""
        if what == "deal":
            return self._deal(play, who)
        if what == "ask":
            return self.asking.ask_hand(play, who)
        if what == "finish":
            self.settling.finish(play, who)
        elif what == "start":
            self._start(play)
        elif what == LATE_SIDES:
            mine = play.of(HandSlice)
            mine.asked = [*mine.asked, what]
            self.sides.settle_first(play, early=False)
        elif what == "offer":
            return self.offers.make(play, who)
        elif what == "look":
            return self.dealer.look(play)
        elif what == "switch":
            return self._switch(play, who)
        elif what == "rescue":
            return self.asking.ask_rescue(play, who)
        else:
            return self.dealer.turn(play)
        return None

    def _switch(self, play: Play, box: str) -> Steps:
        """Ask whether to switch. Naturals are paid once a box has decided."""
        yield from self.asking.ask_switch(play, box)
        if box in play.of(HandSlice).kept:
            self.settling.pay_naturals(play, self.holding.places_of(play, box))

    def _start(self, play: Play) -> None:
        """Settle what the first deal decides, once it is complete."""
        mine, holding, boxes = play.of(HandSlice), self.holding, self.holding.boxes(play)
        mine.started = True
        mains = [one for one in play.wagers if one.wager == self.rules.main]
        mine.players_in = list(dict.fromkeys(f"{one.seat}:{one.bettor}" for one in mains))
        if self.rules.parallel:
            shared = play.cards(SHARED)
            mine.heads = {box: list(shared) for box in boxes}
        self.sides.settle_first(play, early=True)
        if self.setup.switch is None:
            self.settling.pay_naturals(play, holding.live_places(play))

    # Cards.

    def _deal(self, play: Play, place: str) -> Steps:
        """Deal a card to a place. Where hands never go over, a card that would is discarded."""
        mine, setup, before = play.of(HandSlice), self.setup, len(play.places.get(place, ()))
        card = self.deal.card(play, place, self.deal.face_now(play, place))
        yield from self._undecided(card) if self.rules.forced else card
        if len(play.places.get(place, ())) == before:
            return
        if mine.hit == place:
            mine.hit = ""
        if not mine.started:
            return
        if setup.draw.discard_clause and self._is_over(play, place):
            play.shift(place, len(play.places[place]) - 1, DISCARDED)
            mine.stood = [*mine.stood, place]
            play.clauses.add(setup.draw.discard_clause)
        number = self.holding.number(play, place)
        if place == DEALER:
            if before == 1:
                self.dealer.second_card(play)
        elif number >= 2:
            if number == 2:
                if place not in mine.split:
                    # The second card that the first deal left out decides what the others decided before.
                    self.sides.settle_first(play, early=True)
                if setup.switch is None or box_of(place) in mine.kept:
                    self.settling.pay_naturals(play, [place])
            self.sides.settle_third_seven(play, place)

    def _is_over(self, play: Play, place: str) -> bool:
        points = total(play.cards(DEALER))[0] if place == DEALER else self.holding.count(play, place)[0]
        return points > MOST

    def _undecided(self, steps: Steps) -> Steps:
        """Refuse any decision while hands are drawn without a choice."""
        refusal = Refusal(
            "hands are drawn like the dealer's, and nobody decides anything", self.setup.draw.forced_clause
        )
        nobody = Question("*", dict.fromkeys(PLAYS, refusal), lambda event: refusal)
        answer = None
        while True:
            try:
                wait = steps.send(answer)
            except StopIteration:
                return
            answer = yield wait.also(nobody)
