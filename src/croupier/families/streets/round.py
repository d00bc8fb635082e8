"""A street game as it is played.

Bets, the deal, the streets that the declaration names, the dealer's hand, settlement.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from croupier.families.streets.answering import Answering
from croupier.families.streets.asking import Asking
from croupier.families.streets.checking import check_declaration
from croupier.families.streets.deal import Deal
from croupier.families.streets.entitlement import Positions
from croupier.families.streets.faults import Faults
from croupier.families.streets.hands import BOTH_ACES
from croupier.families.streets.jackpots import Jackpots
from croupier.families.streets.prices import SIDES, StreetPrices
from croupier.families.streets.rules import StreetSetup, StreetWager
from croupier.families.streets.settling import Settling
from croupier.families.streets.sizes import Sizes
from croupier.families.streets.state import BOARD, DEALER, FLOP, FORFEIT, StreetSlice, is_fouled
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.fitted import Fitted
from croupier.table.parts.asked import Asked
from croupier.table.parts.bank import FeeSchedule, TableBank
from croupier.table.parts.cardbetting import CardBetting, CardWagers
from croupier.table.parts.cutting import Cutting
from croupier.table.parts.device import ShufflingDevice
from croupier.table.parts.limits import Limits
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Steps
from croupier.table.parts.partnership import Partnerships
from croupier.table.parts.people import Exclusion, People
from croupier.table.parts.shoe import DealingShoe
from croupier.table.parts.suspension import Suspension
from croupier.table.play import Play
from croupier.table.vocabulary import Takes

MOMENTS = ("raise", "insurance-raise", "bonus")
"""Kinds of wagers that are made in the course of the round."""


class Streets(Fitted):
    """A hand for each player, one for the dealer or none, and cards in the middle."""

    betting: CardBetting

    def __init__(self, ruleset: Ruleset[StreetWager, StreetSetup]) -> None:
        setup = ruleset.setup
        self.setup = setup
        self.hands = setup.hands
        self.prices = StreetPrices(ruleset)
        way = ruleset.options.get("dealing", next(iter(setup.hands.ways)))
        self.packs = Packs(ruleset, setup.shoe, joker=setup.hands.joker)
        people, exclusion, schedule = People(), Exclusion(), FeeSchedule(ruleset, setup.bank)
        self.limits = Limits(ruleset, setup.betting, schedule)
        self.shoe = DealingShoe(self.packs, reshuffles=True)
        self.wagers = CardWagers(
            ruleset,
            self.prices,
            self.limits,
            moments=MOMENTS,
            voids_children=True,
            unplayed_clause=setup.bank.turn_clause,
        )
        self.betting = CardBetting(self.wagers, exclusion, self.shoe)
        self.bank = TableBank(setup.bank, schedule, people, exclusion, self.betting)
        self.jackpots = Jackpots(self.prices)
        sizes = Sizes(self.prices)
        self.settling = Settling(self.prices, sizes, self.bank, self.jackpots)
        answering = Answering(self.prices, sizes, self.settling)
        self.asking = Asking(self.prices, sizes, answering, self.betting, self.bank)
        self.deal = Deal(self.prices, way, self.betting, self.bank, self.shoe)
        wagered = Takes(self.betting.spoken, amount=True, what=setup.base)
        acts = {
            act.act: wagered if act.adds else Takes(what=setup.base)
            for street in setup.streets
            for act in street.acts
        }
        """An act that makes a wager may say how much, and how it is made."""
        # The whole deck is shuffled for each round: no cutting card comes that would give anybody the cut.
        cutting = (Cutting(setup.cut, people, self.shoe, lambda _: []),) if setup.cut else ()
        device = (ShufflingDevice(setup.device, ruleset),) if setup.device else ()
        super().__init__(
            ruleset,
            (
                self.betting,
                self.shoe,
                *cutting,
                *device,
                people,
                self.bank,
                exclusion,
                self.limits,
                self.jackpots,
                Partnerships(self.limits),
                Positions(self.prices),
                Suspension(ruleset),
                Faults(self.prices, sizes, self.settling, answering, self.asking, self.jackpots, self.limits),
                self.deal,
                Asked(acts),
            ),
        )
        check_declaration(self.prices, way)

    def read_draw(self, event: Event) -> str:
        """Return a card in notation; a joker where the pack has one."""
        return self.packs.read(event)

    def together(self, wager: str) -> list[str]:
        """Return a wager with those that lie together with it in equal amounts; none for none."""
        found = super().together(wager)
        for row in self.setup.equal:
            found += [name for name in row.wagers if wager in row.wagers and name not in found]
        found += [name for name in self.ruleset.names if self.prices.wager(name).equal_to in found]
        return list(dict.fromkeys(found))

    def hangs_on(self, play: Play, child: Standing, parent: Standing, among: Sequence[Standing]) -> bool:
        """Whether a wager needs another, or lies together with it in a set of which too few are left."""
        if super().hangs_on(play, child, parent, among):
            return True
        left = {one.wager for one in among if one.person == parent.person}
        return child.person == parent.person and any(
            {child.wager, parent.wager} <= set(row.wagers) and len(left & set(row.wagers)) < row.least
            for row in self.setup.equal
        )

    # The round.

    def round(self, play: Play) -> Steps:
        """Play a round: bets, cards, streets, the dealer's hand, settlement."""
        hands, deal = self.hands, self.deal
        dealt = yield from self.betting.bets(play, partial(deal.first_place, play), deal.first_face)
        if not dealt:
            return
        yield from deal.deal(play)
        play.clauses |= {hands.clause, hands.ranking_clause, hands.order_clause, hands.up_clause} - {""}
        yield from self.settling.fall_due(play, "deal")
        for number, street in enumerate(self.setup.streets):
            if is_fouled(play) or not self.ruleset.holds(street.when):
                continue
            if not deal.anybody_plays(play):
                break
            yield from deal.board(play, street.board, street.board_clause, still=True)
            yield from self.asking.ask(play, number, street)
            if len(play.places.get(BOARD, [])) >= FLOP:
                yield from self.settling.fall_due(play, "flop")
        seats = play.of(StreetSlice).seats
        if any(standing.seat in seats for standing in play.wagers):
            yield from self._showdown(play)

    def _showdown(self, play: Play) -> Steps:
        """Show the rest of the board, the dealer's cards and the players'. Then settle everything."""
        hands, prices, fall_due = self.hands, self.prices, self.settling.fall_due
        fouled = is_fouled(play)
        compared = self.deal.anybody_plays(play) or any(self._reads_dealer(play, one) for one in play.wagers)
        if not fouled and not compared:
            # Only wagers on own cards stand: no board is turned for them, and the dealer's cards only where
            # they pay more for a pair of aces.
            if any(BOTH_ACES in prices.known_rows(one.wager) for one in play.wagers):
                yield from play.turn(DEALER)
            yield from fall_due(play, "")
            return
        if hands.board_apart and not fouled:
            yield from play.turn(DEALER)
            yield from fall_due(play, "dealer")
        beside = [one for one in play.wagers if prices.kind_of(one.wager) in SIDES]
        if not fouled or any(BOARD in prices.wager(one.wager).reads for one in beside):
            yield from self.deal.board(play, hands.board)
        if not fouled:
            yield from play.turn(DEALER)
            play.clauses |= {
                hands.reveal_clause,
                hands.qualify_clause,
                hands.compare_clause,
                hands.settle_clause,
            } - {""}
        yield from fall_due(play, "dealer")
        yield from fall_due(play, "")

    def _reads_dealer(self, play: Play, standing: Standing) -> bool:
        """Whether the dealer's cards decide a wager that stands after a fold."""
        if play.marked(FORFEIT, standing.seat):
            return False
        wager = self.prices.wager(standing.wager)
        return DEALER in wager.reads or wager.kind in ("either", "insurance", "insurance-raise")
