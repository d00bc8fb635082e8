"""Lucky draw baccarat as it is played.

Each box gets two cards and the dealer one. A box may take a third card for a further wager. Then the
dealer's hand is filled. The next step always follows from the cards on the table and the rulings made, so a
ruling may change it at any time: see `LuckyDraw.next_step`.
"""

from __future__ import annotations

from typing import Literal

from croupier.families.luckydraw.boxes import (
    DRAW,
    ENTER,
    STANDS,
    Draws,
    cards_wanted,
    entered,
    has_entered,
    wager_of,
)
from croupier.families.luckydraw.hands import (
    DRAW_ROWS,
    ENTER_ROWS,
    NO_THREES,
    OFF_SUIT,
    SUITED,
    draws,
    end_of,
)
from croupier.families.luckydraw.rules import LuckyDrawSetup, LuckyDrawWager
from croupier.ranking.points import count
from croupier.rulebook.ruleset import Ruleset
from croupier.table.fitted import Fitted
from croupier.table.parts.bank import losses_first
from croupier.table.parts.boxes import Boxes
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.firstdeal import DEALER, DealSlice, FirstDeal
from croupier.table.parts.limits import Limits
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Steps
from croupier.table.parts.people import Exclusion, People
from croupier.table.parts.pricing import LOSE, CardPrices
from croupier.table.parts.shoe import DealingShoe
from croupier.table.parts.undo import VoidInPlace
from croupier.table.play import Play
from croupier.table.questions import Refusal

ROWS = {
    ENTER: frozenset({"win", "tie", LOSE}),
    DRAW: frozenset(row for rows in DRAW_ROWS for row in rows),
}
"""The rows, by the kind of the wager."""
MUST_PRICE = {ENTER: frozenset({"win"}), DRAW: frozenset({"win", "lucky-7", "lucky-8", "lucky-9"})}
"""The rows that must have a price, by the kind of the wager."""

Step = tuple[Literal["deal", "ask", "over"], str]
"""What comes next: a card to a place, the question to a box, or nothing."""


class LuckyDraw(Fitted):
    """A hand for each box, and one for the dealer."""

    betting: CardBetting

    def __init__(self, ruleset: Ruleset[LuckyDrawWager, LuckyDrawSetup]) -> None:
        setup = ruleset.setup
        self.setup = setup
        text = setup.dealer.draws_to
        self.draws_to = int(ruleset.options.get(text, text))
        """The highest count on which the dealer draws."""
        self.packs = Packs(ruleset, setup.shoe)
        self.prices = CardPrices(
            ruleset,
            lambda name: ROWS[kind_of(ruleset, name)],
            lambda name: MUST_PRICE[kind_of(ruleset, name)],
        )
        self.people = People()
        exclusion = Exclusion()
        self.limits = Limits(ruleset, setup.betting)
        self.shoe = DealingShoe(self.packs, cards_wanted, refills=True, empty_clause=setup.empty_clause)
        self.cutting = Cutting(setup.cut, self.people, self.shoe, lambda play: play.of(DealSlice).boxes)
        self.first_deal = FirstDeal(
            self.shoe, self.cutting, entered, has_entered, self._dealer_takes, self._note_card
        )
        self.wagers = CardWagers(ruleset, self.prices, self.limits, moments=(DRAW,))
        self.betting = CardBetting(
            self.wagers,
            exclusion,
            self.shoe,
            nobody=lambda play: not play.wagers,
            ready=self.first_deal.ready,
        )
        self.draws = Draws(setup.draw, self.betting, self.first_deal, self.draws_to)
        super().__init__(
            ruleset,
            (
                self.betting,
                self.shoe,
                self.people,
                exclusion,
                self.limits,
                self.cutting,
                Boxes(setup.boxes, self.betting),
                VoidInPlace(),
                self.first_deal,
                self.draws,
            ),
        )

    def too_late(self, wager: str, verb: str = "bet") -> Refusal:
        """Say why a wager is late. A draw wager has a clause of its own."""
        late = super().too_late(wager, verb)
        own = verb == "remove" and kind_of(self.ruleset, wager) == DRAW
        return Refusal(late.why, self.setup.draw.made_clause) if own else late

    # The round.

    def round(self, play: Play) -> Steps:
        """Play a round: bets, cards, draws, the dealer's hand, settlement."""
        dealt = yield from self.betting.bets(play, lambda: self.first_deal.first_place(play))
        if not dealt:
            return
        self.first_deal.opened(play)
        play.clauses |= {self.setup.values_clause, self.setup.count_clause}
        while True:
            self.first_deal.arrange(play)
            self.draws.give_back(play)
            what, who = self.next_step(play)
            if what == "over":
                break
            yield from self.first_deal.card(play, who) if what == "deal" else self.draws.ask(play, who)
        self._settle(play)

    def next_step(self, play: Play) -> Step:
        """Return the next step, by the cards on the table."""
        if not play.wagers:
            return "over", ""
        if place := self.first_deal.first_step(play):
            return "deal", place
        for box in self.draws.turns(play):
            if self.draws.is_finished(play, box):
                continue
            if len(play.places.get(box, [])) < 2 or wager_of(play, box, DRAW):
                return "deal", box
            if clause := play.marked(STANDS, box):
                self.draws.decide(play, box, clause)
                continue
            return "ask", box
        return self._dealer_step(play)

    def _dealer_step(self, play: Play) -> Step:
        """Fill the dealer's hand once every box has been played."""
        row = self.setup.dealer
        play.clauses |= {row.clause, row.third_clause}
        cards = len(play.places.get(DEALER, []))
        if cards < 2 or (cards == 2 and draws(count(play.cards(DEALER)), self.draws_to)):
            return "deal", DEALER
        play.clauses.add(row.only_clause)
        return "over", ""

    # The first deal asks.

    def _dealer_takes(self, play: Play) -> bool:
        """Say whether a card that came too early is the dealer's: a second always, a third by the count."""
        held = play.cards(DEALER)
        return len(held) == 1 or (len(held) == 2 and draws(count(held), self.draws_to))

    def _note_card(self, play: Play, place: str, first: bool) -> None:
        """Note the clause of a third card, which the draw wager was made for."""
        if not first and place != DEALER and len(play.places[place]) == 3:
            play.clauses.add(self.setup.draw.card_clause)

    # Settlement.

    def _settle(self, play: Play) -> None:
        claims = []
        dealers = count(play.cards(DEALER)) if play.wagers else 0
        for standing in play.wagers:
            name, cards = standing.wager, play.cards(standing.seat)
            mine = count(cards)
            end = end_of(len(cards) == 3, mine, dealers, threes_in(cards))
            row = ENTER_ROWS[end] if name == ENTER else self.prices.chosen(name, DRAW_ROWS[end])
            counts = f"box {standing.seat} has {mine}, the dealer {dealers}"
            why = f"{counts}: {standing.name} {self.prices.settled_by(name, row).told}"
            claims.append(self.prices.claim(standing, row, why, (self.setup.compare_clause,)))
        if claims:
            play.settle(losses_first(claims))


def kind_of(ruleset: Ruleset[LuckyDrawWager, LuckyDrawSetup], name: str) -> str:
    """Return the kind of a wager: the first, or the one for a third card."""
    return ruleset.wager(name)[0].kind


def threes_in(cards: list[str]) -> int:
    """Say whether a hand is three threes, and of one suit.

    >>> threes_in(["3c", "3d", "3c"]), threes_in(["3h", "3h", "3h"])
    (1, 2)
    >>> threes_in(["3h", "3h"]), threes_in(["3h", "3h", "Kh"])
    (0, 0)
    """
    if len(cards) != 3 or any(card[0] != "3" for card in cards):
        return NO_THREES
    return SUITED if len({card[1] for card in cards}) == 1 else OFF_SUIT
