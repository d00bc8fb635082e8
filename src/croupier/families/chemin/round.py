"""Chemin de fer as it is played: a bank that goes round, four cards face down, third cards, the result."""

from __future__ import annotations

from croupier.errors import BadInput
from croupier.families.baccarat.tableau import Tableau, check
from croupier.families.chemin.betting import CheminBetting
from croupier.families.chemin.covering import BANK, COVER, Covering
from croupier.families.chemin.cut import CheminShoe, Cut
from croupier.families.chemin.faults import Faults
from croupier.families.chemin.hand import PLAYER, Hand, cards_wanted
from croupier.families.chemin.rules import CheminSetup, CheminWager
from croupier.families.chemin.settling import TIE, WIN, Settling
from croupier.families.chemin.suivi import Suivi
from croupier.rulebook.ruleset import Ruleset
from croupier.table.banks import Fee
from croupier.table.fitted import Fitted
from croupier.table.parts.auction import Auction
from croupier.table.parts.cardwagers import CardWagers
from croupier.table.parts.heldbank import BankHolder
from croupier.table.parts.limits import Limits
from croupier.table.parts.moving import Moving
from croupier.table.parts.packs import Packs
from croupier.table.parts.part import Steps
from croupier.table.parts.people import Exclusion
from croupier.table.parts.pricing import LOSE, CardPrices
from croupier.table.parts.seats import Notes, Seats
from croupier.table.play import Play

NOW = "bank-now"
"""Marks who has the bank and who sits where. It stays as it is if the hand is void."""


class CheminDeFer(Fitted):
    """Two hands: the Banker's, and that of the players who cover his bank."""

    betting: CheminBetting

    def __init__(self, ruleset: Ruleset[CheminWager, CheminSetup]) -> None:
        setup, facts = ruleset.setup, ruleset.facts
        row = setup.banker
        self.tableau = tableau_of(ruleset)
        self.prices = CardPrices(
            ruleset, lambda name: frozenset({WIN, TIE, LOSE}), lambda name: frozenset({WIN})
        )
        self.fee = fee_of(ruleset, self.prices)
        self.packs = Packs(ruleset, setup.shoe)
        self.limits = Limits(ruleset, setup.betting)
        self.shoe = CheminShoe(self.packs, cards_wanted)
        self.wagers = CardWagers(ruleset, self.prices, self.limits)
        exclusion, notes = Exclusion(), Notes(NOW, row.auction_clause)
        seats = Seats(exclusion, self.wagers.no_seat, row.cover_clause, notes)
        self.bank = BankHolder(
            self.shoe,
            notes,
            BANK,
            self.fee,
            goes_on=facts.get("bank-of-a-new-shoe") == "goes-on",
            as_covered=facts.get("preceding-wager") == "as-covered",
        )
        moving = Moving(row.moved_clause, seats, notes)
        auction = Auction(row, self.bank, seats, moving, self.limits, notes)
        suivi = Suivi(self.bank, notes, follows_bank=facts.get("suivi-follows") == "the-bank")
        self.betting = CheminBetting(self.wagers, exclusion, self.shoe, auction)
        self.covering = Covering(row, self.betting, self.wagers, auction, suivi)
        self.hand = Hand(ruleset, self.tableau, self.shoe, self.covering)
        self.settling = Settling(self.hand, self.covering, self.prices)
        super().__init__(
            ruleset,
            (
                self.betting,
                self.shoe,
                seats,
                self.bank,
                exclusion,
                self.limits,
                auction,
                suivi,
                Cut(ruleset, self.shoe, seats, self.bank),
                moving,
                self.covering,
                self.hand,
                Faults(ruleset, self.hand, self.settling),
            ),
        )

    def round(self, play: Play) -> Steps:
        """Play a hand: the bank, four cards, the announcements, third cards, the result."""
        dealt = yield from self.betting.bets(play, PLAYER, "down")
        if not dealt:
            return
        hand = self.hand
        for steps in (hand.first_cards, hand.announcements, hand.bankers_hand, hand.turn_all):
            yield from steps(play)
            if self.stops(play):
                return
        self.covering.return_struck(play)
        if not self.stops(play):
            self.settling.settle(play)


def tableau_of(ruleset: Ruleset[CheminWager, CheminSetup]) -> Tableau:
    """Return the tableau that the options and readings choose. Refuse a file without it or without wagers."""
    row = ruleset.setup.drawing
    which = ruleset.facts.get(row.chosen_by, "")
    if which not in row.banker:
        raise BadInput(
            f"{ruleset.file}: setup.drawing.banker has no rows for {which!r} [{row.banker_clause}]"
        )
    tableau = check(Tableau(row.player, tuple(row.banker[which])), f"{ruleset.file}: setup.drawing")
    for name in (BANK, COVER):
        if name not in ruleset.wagers or ruleset.wagers[name].kind != name:
            raise BadInput(f"{ruleset.file}: wagers.{name}: chemin de fer has the wagers {BANK} and {COVER}")
    return tableau


def fee_of(ruleset: Ruleset[CheminWager, CheminSetup], prices: CardPrices) -> Fee | None:
    """Return the fee on the winnings of a bank."""
    row = ruleset.wagers[BANK].commission
    return Fee(prices.commission(BANK), row.clause, ruleset.money[row.rounding]) if row else None
