"""Red dog as it is played: two cards, the spread, raises, and a third card that wins between the two."""

from __future__ import annotations

from croupier.families.reddog.raises import (
    LEFT,
    MIDDLE,
    ORIGINAL,
    RAISE,
    RIGHT,
    RaiseLimits,
    Raises,
    RaiseSlice,
    ShownBurn,
)
from croupier.families.reddog.rules import RedDogSetup, RedDogWager
from croupier.families.reddog.spread import CONSECUTIVE, PAIR, WIDEST, end_of, row_of, spread_of
from croupier.ranking.points import HEIGHTS
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.fitted import Fitted
from croupier.table.parts.bank import losses_first
from croupier.table.parts.boxes import Boxes
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Steps
from croupier.table.parts.people import Exclusion, People
from croupier.table.parts.pricing import LOSE, CardPrices, Outcome
from croupier.table.parts.shoe import DealingShoe
from croupier.table.parts.undo import VoidInPlace
from croupier.table.play import Play

SPREADS = frozenset(f"spread-{number}" for number in range(1, WIDEST + 1))
NO_SPREADS = frozenset({"consecutive", "pair", "three-of-a-kind"})
ROWS = {ORIGINAL: SPREADS | NO_SPREADS | {LOSE}, RAISE: SPREADS | {LOSE}}
"""By the kind of the wager: a raise is made only when there is a spread."""
MUST_PRICE = {ORIGINAL: SPREADS | {"three-of-a-kind"}, RAISE: SPREADS}


class RedDog(Fitted):
    """One layout for the whole table; each bettor raises by himself."""

    betting: CardBetting

    def __init__(self, ruleset: Ruleset[RedDogWager, RedDogSetup]) -> None:
        setup = ruleset.setup
        self.setup = setup
        self.prices = CardPrices(
            ruleset,
            lambda name: ROWS[kind_of(ruleset, name)],
            lambda name: MUST_PRICE[kind_of(ruleset, name)],
        )
        self.packs = Packs(ruleset, setup.shoe)
        self.people = People()
        exclusion = Exclusion()
        self.limits = RaiseLimits(ruleset, setup.betting, setup.raises)
        self.shoe = DealingShoe(self.packs, cards_wanted, refills=True)
        self.wagers = CardWagers(ruleset, self.prices, self.limits, moments=(RAISE,))
        self.betting = CardBetting(self.wagers, exclusion, self.shoe)
        self.raises = Raises(setup.raises, self.betting, self.wagers, self.shoe)
        self.cutting = Cutting(setup.cut, self.people, self.shoe, self.raises.boxes, by_place=False)
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
                ShownBurn(setup.shoe.burn_shown, self.shoe),
                self.raises,
            ),
        )

    def round(self, play: Play) -> Steps:
        """Play a round: bets, two cards, raises on a spread, the third card, settlement."""
        setup = self.setup
        self.cutting.deals_to(play, LEFT)
        dealt = yield from self.betting.bets(play, LEFT)
        if not dealt:
            return
        play.of(RaiseSlice).boxes = sorted({standing.seat for standing in play.wagers}, key=int)
        self.cutting.deals_to(play, RIGHT)
        yield from self.shoe.draw(play, RIGHT)
        play.clauses |= {setup.values_clause, setup.second_clause}
        one, other = (HEIGHTS[play.cards(place)[0][0]] for place in (LEFT, RIGHT))
        spread = spread_of(one, other)
        self.cutting.deals_to(play, MIDDLE)
        third = 0
        if spread == CONSECUTIVE:
            play.clauses.add(setup.consecutive_clause)
        elif spread == PAIR:
            play.clauses.add(setup.pair_clause)
            yield from self.shoe.draw(play, MIDDLE)
        else:
            play.clauses.add(setup.spread_clause)
            decided = yield from self.raises.take(play)
            if not decided:
                return
        if play.places.get(MIDDLE):
            play.clauses.add(setup.third_clause)
            third = HEIGHTS[play.cards(MIDDLE)[0][0]]
        self._settle(play, row_of(end_of(one, other, third)))

    def _settle(self, play: Play, row: str) -> None:
        claims = [
            self.prices.claim(one, row, why(play, one, self.prices.settled_by(one.wager, row)))
            for one in play.wagers
        ]
        play.settle(losses_first(claims))


def kind_of(ruleset: Ruleset[RedDogWager, RedDogSetup], name: str) -> str:
    """Return the kind of a wager: the first, or the raise."""
    return ruleset.wager(name)[0].kind


def cards_wanted(play: Play) -> int:
    """Count the cards that the round still takes: it has three."""
    return sum(not play.places.get(place) for place in (LEFT, RIGHT, MIDDLE))


def why(play: Play, standing: Standing, outcome: Outcome) -> str:
    """Give the reason of a settlement line, in one sentence."""
    cards = " ".join(play.cards(place)[0] for place in (LEFT, MIDDLE, RIGHT) if play.places.get(place))
    return f"{cards}: {standing.name} {outcome.told}"
