"""Baccarat as it is played.

Four cards, the naturals, a third card for each hand by the tableau, and wagers that read the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from croupier.families.baccarat.differential import Differential
from croupier.families.baccarat.rules import BaccaratSetup, BaccaratWager
from croupier.families.baccarat.tableau import (
    BANKER,
    COMMUNITY,
    NONE,
    PLAYER,
    UNPAIRED,
    Coup,
    pair_of,
)
from croupier.families.baccarat.thirds import Coups, Drew, ThirdCards, cards_wanted
from croupier.families.baccarat.wagers import CoupPrices
from croupier.rulebook.ruleset import Ruleset
from croupier.table.fitted import Fitted
from croupier.table.parts.bank import FeeSchedule, TableBank
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.changing import OptionChange, Versions
from croupier.table.parts.commission import Commission
from croupier.table.parts.dealing import Dealing
from croupier.table.parts.limits import Limits
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Steps
from croupier.table.parts.partnership import Partnerships
from croupier.table.parts.people import Exclusion, People
from croupier.table.parts.shoe import DealingShoe
from croupier.table.parts.undo import VoidInPlace
from croupier.table.play import Play


class Baccarat(Fitted):
    """Two hands for the whole table."""

    betting: CardBetting

    def __init__(self, ruleset: Ruleset[BaccaratWager, BaccaratSetup]) -> None:
        setup = ruleset.setup
        self.setup = setup
        self.packs = Packs(ruleset, setup.shoe)
        self.prices = CoupPrices(ruleset)
        self.schedule = FeeSchedule(ruleset, setup.bank)
        people, exclusion = People(), Exclusion()
        self.limits = Limits(ruleset, setup.betting, self.schedule)
        self.shoe = DealingShoe(self.packs, cards_wanted, reshuffles=True)
        self.differential = Differential(ruleset)
        self.wagers = CardWagers(
            ruleset,
            self.prices,
            self.limits,
            judge_total=self.differential.judge_total,
            unplayed_clause=setup.bank.turn_clause,
        )
        self.betting = CardBetting(self.wagers, exclusion, self.shoe, late=setup.late)
        self.dealing = Dealing(
            ruleset,
            setup.dealing,
            setup.free_hands,
            setup.dummy_clause,
            people,
            exclusion,
            self.betting,
            self.shoe,
        )
        self.commission = Commission(self.prices)
        self.bank = TableBank(setup.bank, self.schedule, people, exclusion, self.betting, action_card)
        self.thirds = ThirdCards(ruleset, self.shoe)
        self.faces = faces_of(ruleset)
        """How the first four cards are dealt: up or down."""
        rules = setup.tableau
        self.counting = {rules.values_clause, rules.count_clause, *rules.more_clauses} - {""}
        """Clauses: the cards are counted."""
        self.versions = Versions(ruleset, Baccarat)
        super().__init__(
            ruleset,
            (
                self.betting,
                self.shoe,
                people,
                self.dealing,
                self.commission,
                self.bank,
                exclusion,
                self.limits,
                Partnerships(self.limits),
                VoidInPlace(),
                *((OptionChange(ruleset, self.versions, self.shoe),) if "decks" in ruleset.options else ()),
                self.thirds,
                self.differential,
            ),
        )

    def with_options(self, options: Mapping[str, str]) -> Baccarat:
        """Return the same game with another number of decks."""
        return self.versions.of(options)

    def round(self, play: Play) -> Steps:
        """Play a round: bets, four cards, third cards, settlement."""
        faces = self.faces
        dealt = yield from self.betting.bets(play, PLAYER, faces[0])
        if not dealt:
            return
        for place, face in zip((BANKER, PLAYER, BANKER), faces[1:], strict=True):
            yield from self.betting.next_card(play, place, face)
        self.betting.end_late(play)
        play.clauses |= self.counting
        if faces[0] == "down":
            yield from play.turn(PLAYER)
            play.clauses |= {self.setup.turn_clause} - {""}
        if faces == ["down"] * 4:
            yield from play.turn(BANKER)
        drew, coups = yield from self.thirds.fill(play)
        self._settle(play, drew, coups)

    def _settle(self, play: Play, drew: Drew, coups: Coups) -> None:
        # Whom the holder of the shoe backs, before the wagers are settled and gone.
        holder = self.dealing.holder(play)
        own = self.differential.backed_by(play, holder) if holder else BANKER
        prices, compared = self.prices, (self.setup.compare_clause,)
        house = self.thirds.coup_for("", drew, coups)
        counts = {PLAYER: house.player_count, BANKER: house.banker_count}
        # Nobody has chosen at most tables: all bettors meet one coup, whose counts are told to each.
        counted = told_counts(house)
        claims = []
        for standing in play.wagers:
            coup = self.thirds.coup_for(standing.person, drew, coups) if drew else house
            if "any-two" in prices.flags(standing.wager):
                coup = self._with_any_pair(play, coup)
            row = prices.row_of(standing.wager, coup)
            told = prices.settled_by(standing.wager, row).told
            why = f"{told_counts(coup) if drew else counted}: {standing.name} {told}"
            claims.append(self.commission.claim(play, standing, row, why, compared))
        play.settle(self.bank.in_order(play, claims))
        dealing = self.dealing.row
        loses = self.ruleset.facts.get(dealing.loses_by, dealing.loses_when) if dealing else ""
        hand = own if loses == "own-hand-loses" else BANKER
        lost = bool(hand) and counts[hand] < counts[PLAYER if hand == BANKER else BANKER]
        self.dealing.hand_is_over(play, lost)

    def _with_any_pair(self, play: Play, coup: Coup) -> Coup:
        """Give the coup the best pairs, under the reading that any two cards of a hand may pair."""
        drawn = coup.player_third != NONE
        shared = play.cards(COMMUNITY) if drawn else []
        hands = [*play.cards(PLAYER), *shared][: 2 + drawn], play.cards(BANKER)
        mine, theirs = (
            max((pair_of(one, other) for one, other in combinations(hand, 2)), default=UNPAIRED)
            for hand in hands
        )
        return coup._replace(player_pair=mine, banker_pair=theirs)


def faces_of(ruleset: Ruleset[BaccaratWager, BaccaratSetup]) -> list[str]:
    """Return how the first four cards are dealt."""
    setup = ruleset.setup
    if setup.faces_by:
        return [ruleset.options[setup.faces_by]] * 4
    return list(setup.faces) or ["up"] * 4


def action_card(play: Play) -> str:
    """Return the card that places the action button: the second of the bank's hand."""
    return play.cards(BANKER)[1]


def told_counts(coup: Coup) -> str:
    """Say how a coup ended, for the reason of a settlement line."""
    return f"player {coup.player_count}, banker {coup.banker_count}"
