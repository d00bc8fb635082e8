"""Pocket pairs as it is played.

Bets are made before the deal. Each player gets two cards face down.
After the pot the hands are shown from seat 1 on.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.families.pocketpairs.pairs import ROWS, number_of, pair_of
from croupier.families.pocketpairs.rules import PocketSetup, PocketWager
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import DRAWS, Event
from croupier.table.fitted import Fitted
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.closing import CALLED, OPEN
from croupier.table.parts.limits import Limits
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Nothing, Part, Steps
from croupier.table.parts.people import Exclusion, People
from croupier.table.parts.pricing import LOSE, CardPrices
from croupier.table.parts.shoe import DealingShoe
from croupier.table.parts.undo import VoidInPlace
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Question, Refusal
from croupier.table.vocabulary import PLAIN, Declared

CARDS = 2
FOLD, FORFEIT, POT = "fold", "forfeit", "pot-settled"
SHOW, REFUSE = "show", "refuse"
FORFEITED, REFUSED = "forfeited", "refused"
ALL_ROWS = frozenset({*ROWS, FORFEITED, REFUSED})
"""Every row: a pair of either kind, none, a hand given up, or one not shown."""
PAIRS = frozenset(ROWS) - {LOSE}


class HandSlice(Slice):
    """The poker hand, once the first card is out."""

    seats: list[str] | UnsetType = UNSET
    """Who is dealt cards."""
    folded: list[str] | UnsetType = UNSET


class PokerHand(Part[Nothing]):
    """The poker hand around the wager: who is dealt cards, and who folds."""

    carried = Nothing
    objects_to = DRAWS

    def __init__(
        self, ruleset: Ruleset[PocketWager, PocketSetup], people: People, prices: CardPrices
    ) -> None:
        self.setup = ruleset.setup
        self.people = people
        self.prices = prices
        both = self.setup.two_at_a_time
        self.two_at_a_time = bool(both) and ruleset.holds(both)

    def begin(self, play: Play, carried: Nothing) -> None:
        """Start with no cards dealt."""
        play.add(HandSlice())

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse to deal while nobody has made the wager."""
        if not event.is_draw or play.wagers:
            return None
        return Refusal(
            "nobody has made the wager; the poker hand is dealt without it", self.setup.betting.clause
        )

    def takes(self) -> Declared:
        """Declare the acts of the poker hand and after it, with which nothing else is said."""
        return dict.fromkeys((FOLD, FORFEIT, POT, SHOW, REFUSE), PLAIN)

    def seats(self, play: Play) -> list[str]:
        """Return the seats that get cards: those at the table and those with a wager."""
        betting = (standing.seat for standing in play.wagers)
        return sorted({*self.people.players(play), *betting}, key=int)

    def first_place(self, play: Play) -> str:
        """Return the place of the first card. Reopen closed betting if no wager is left."""
        if play.phase == CALLED and not play.wagers:
            play.phase = OPEN
        return next(iter(self.seats(play)), "")

    def order(self, play: Play) -> list[str]:
        """Return the places of all cards in order, and note who gets cards.

        It is called when the first card is out.
        """
        mine = play.of(HandSlice)
        seats = mine.seats = self.seats(play)
        mine.folded = []
        return [seat for seat in seats for _ in range(CARDS)] if self.two_at_a_time else seats * CARDS

    def until_pot(self, play: Play) -> Steps:
        """Play the poker hand until its pot is settled.

        A player who folds leaves his cards in his area, or gives up the wager with them.
        """
        row, mine = self.setup, play.of(HandSlice)
        while play.wagers:
            asked = [Question(standing.person, self._acts(play, standing.person)) for standing in play.wagers]
            event = yield from play.open(
                "the poker hand", [*asked, Question("dealer", {POT: None})], clause=row.pot_clause
            )
            if event.verb == POT:
                play.clauses.add(row.pot_clause)
                return
            if event.verb in (FOLD, FORFEIT):
                play.clauses.add(row.fold_clause)
            if event.verb == FOLD:
                mine.folded = [*(mine.folded or []), event.who]
            elif event.verb == FORFEIT:
                given = next(standing for standing in play.wagers if standing.person == event.who)
                why = "the hand is folded into the muck, and the wager is given up with it"
                play.settle([self.prices.claim(given, FORFEITED, why)])

    def _acts(self, play: Play, person: str) -> Acts:
        shut = Refusal(
            "no wager is made or altered once the deal has begun", self.setup.betting.closed_clause
        )
        folded = None
        if person in (play.of(HandSlice).folded or []):
            folded = Refusal(
                f"{person} has folded, and the cards lie in the area until the end of the hand",
                self.setup.fold_clause,
            )
        return {FOLD: folded, FORFEIT: folded, "bet": shut, "remove": shut}


class PocketPairs(Fitted):
    """Two cards for every player, and a pay table."""

    betting: CardBetting

    def __init__(self, ruleset: Ruleset[PocketWager, PocketSetup]) -> None:
        setup = ruleset.setup
        self.setup = setup
        self.prices = CardPrices(ruleset, lambda name: ALL_ROWS, lambda name: PAIRS)
        self.packs = Packs(ruleset, setup.shoe)
        people, exclusion = People(), Exclusion()
        self.limits = Limits(ruleset, setup.betting)
        self.shoe = DealingShoe(self.packs)
        self.wagers = CardWagers(ruleset, self.prices, self.limits)
        self.betting = CardBetting(self.wagers, exclusion, self.shoe, nobody=lambda play: not play.wagers)
        self.hand = PokerHand(ruleset, people, self.prices)
        super().__init__(
            ruleset,
            (self.betting, self.shoe, people, exclusion, self.limits, VoidInPlace(), self.hand),
        )

    def round(self, play: Play) -> Steps:
        """Play a round: bets, the deal, the poker hand, then each seat's wager."""
        yield from self.betting.bets(play, lambda: self.hand.first_place(play), "down")
        for seat in self.hand.order(play)[1:]:
            yield from self.shoe.draw(play, seat, "down")
        yield from self.hand.until_pot(play)
        while play.wagers:
            yield from self._settle(play, min(play.wagers, key=lambda standing: int(standing.seat)))

    def _settle(self, play: Play, standing: Standing) -> Steps:
        """Let one bettor show the cards and be paid, or lose the wager."""
        setup = self.setup
        asked = Question(standing.person, {SHOW: None, REFUSE: None})
        event = yield from play.open("the hands are shown", [asked], clause=setup.show_clause)
        play.clauses.add(setup.show_clause)
        if event.verb == REFUSE:
            why = "the cards are not shown, and the wager is forfeited"
            play.settle([self.prices.claim(standing, REFUSED, why)])
        elif event.verb == SHOW:
            one, other = yield from play.turn(standing.seat)
            row = ROWS[pair_of(number_of(one), number_of(other))]
            outcome = self.prices.settled_by(standing.wager, row)
            won = f"{row.replace('-', ' ')} pair wins, pays {outcome.odds}"
            why = f"{one} {other}: {won if outcome.result == 'win' else 'no pair, the wager loses'}"
            more = (setup.pair_clause, setup.show_clause)
            play.settle([self.prices.claim(standing, row, why, more)])
