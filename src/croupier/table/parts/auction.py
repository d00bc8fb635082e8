"""A bank that players bid for: it is auctioned, offered round the table, passed and given up.

It is auctioned when the shoe is new, and goes to the highest bid. A Banker may pass it after a hand. Then it
is offered at once for a stake between once and twice his last one, and after that auctioned. A Banker who
loses must give it up. Then it is offered from his right on, or from the right of the player who passed it to
him.

Seats are numbered in the direction of offers. Where it is not known who sits at the table, nobody can be
asked before another.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import AmountWanted, BadInput
from croupier.rulebook.schema import Row
from croupier.table.carrying import read
from croupier.table.events import Event
from croupier.table.parts.heldbank import (
    AUCTION,
    COVERING,
    NOBODYS,
    OFFER,
    PASS,
    PASSED,
    STAKE,
    TRANSFER,
    BankHolder,
    BankSlice,
    HeldBank,
)
from croupier.table.parts.limits import Limits
from croupier.table.parts.moving import Moving
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import check_seat
from croupier.table.parts.seats import Noted, Notes, SeatChanged, Seats, distance, ended
from croupier.table.persons import person_named
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Refusal
from croupier.table.vocabulary import Declared, Takes

BID, NO_BID, TAKE, DECLINE = "bid", "no-bid", "take-bank", "decline-bank"
AWARD, SECOND, NO_TAKER = "award-bank", "second-bids", "no-taker"
OFFERS = (BID, NO_BID, TAKE, DECLINE, PASS)
"""The players' acts about a bank, in the order of asking."""


class AuctionRow(Row, frozen=True, kw_only=True):
    """The life of a bank: how it is given, kept, passed and lost."""

    auction_clause: str
    stake_clause: str
    cover_clause: str
    """Clause: nobody, nor all together, cover more than the bank."""
    keep_clause: str
    """Clause: the Banker may pass the bank after any round, or keep it."""
    loses_clause: str
    order_clause: str
    """Clause: the Banker may be ordered to pass the bank."""
    offer_clause: str
    """Clause: a bank that had to be given up is offered round the table."""
    pass_clause: str
    """Clause: a bank that was passed is offered, and then auctioned."""
    passed_clause: str
    """Clause: where a bank goes that was passed and then lost."""
    moved_clause: str
    """Clause: a player who moves to bank sooner loses that turn."""


class BankTaken(Moment, frozen=True):
    """Somebody has the bank now."""

    seat: str
    again: bool
    """Whether he himself had passed it."""


class BankGivenUp(Moment, frozen=True):
    """The Banker had to give the bank up before he staked."""


class Offered(Carried, frozen=True):
    """From where a bank is offered."""

    relinquished: str = ""
    """A bank that had to be given up is offered from the right of this seat."""
    passed_by: str = ""
    """The seat that passed the bank to its present holder."""


class AuctionSlice(Slice):
    """The offer of the bank, and the bids for it."""

    relinquished: str
    passed_by: str
    passer: str = ""
    """The seat that has passed the bank in this round."""
    last: str | UnsetType = UNSET
    """His last stake with it."""
    declined: list[str] = []
    bids: dict[str, Amount] = {}
    no_bids: list[str] = []
    bid_round: int = 1


class Auction(Part[Offered]):
    """The auction, the offers and the giving up of the bank."""

    carried = Offered
    verbs = (*OFFERS, AWARD, SECOND, NO_TAKER)
    marks = (PASS, TRANSFER)
    hears = (Noted, SeatChanged)

    def __init__(
        self,
        row: AuctionRow,
        bank: BankHolder,
        seats: Seats,
        moving: Moving,
        limits: Limits,
        notes: Notes,
    ) -> None:
        self.row = row
        self.bank = bank
        self.seats = seats
        self.moving = moving
        self.limits = limits
        self.notes = notes

    # What is carried.

    def begin(self, play: Play, carried: Offered) -> None:
        """Go on with an offer that was not taken."""
        for seat in filter(None, (carried.relinquished, carried.passed_by)):
            check_seat(seat)
        found = Offered() if self.bank.is_new(play) else carried
        play.add(AuctionSlice(found.relinquished, found.passed_by))
        if found.relinquished and not self.bank.banker(play):
            self._enter(play, OFFER)

    def carry(self, play: Play) -> Offered:
        """Carry the offer of a bank that was lost or given up. An unfinished round carries its own start."""
        mine = play.of(AuctionSlice)
        if not ended(play):
            return read(play.before, Offered)
        if self.bank.lapses(play):
            return Offered()
        if self.bank.gives_up(play):
            return Offered(self.bank.left(play).seat)
        return Offered(
            self.notes.left(play, "relinquished", mine.relinquished),
            self.notes.left(play, "passed-by", mine.passed_by),
        )

    # Where the bank is.

    def stage(self, play: Play) -> str:
        """Return where the bank is: up for bids, on offer, waiting for its stake, being covered."""
        return play.of(BankSlice).stage

    def _enter(self, play: Play, stage: str) -> None:
        play.of(BankSlice).stage = stage

    def offered_from(self, play: Play) -> str:
        """Return the seat that the offer starts from. Its right is asked first."""
        mine = play.of(AuctionSlice)
        return mine.relinquished if self.stage(play) == OFFER else mine.passer

    def offered_to(self, play: Play) -> str:
        """Return the seat that is offered the bank now, where it is known who sits at the table."""
        start, declined = self.offered_from(play), play.of(AuctionSlice).declined
        waiting = [seat for seat in self.seats.order(play, start) if seat not in declined]
        return next((seat for seat in waiting if not self.moving.misses(play, start, seat)), "")

    def to_bid(self, play: Play) -> list[str]:
        """Return who has not answered in a round of bids that the passer takes no part in."""
        mine = play.of(AuctionSlice)
        order = self.seats.order(play, mine.passer or "1")
        return [seat for seat in order if seat not in mine.bids and seat not in mine.no_bids]

    def _offers(self, play: Play) -> dict[str, Amount]:
        """Return the bids that count: who has been excluded since takes no bank."""
        bids = play.of(AuctionSlice).bids
        return {seat: bid for seat, bid in bids.items() if not self.seats.excluded(play, seat)}

    # Why not.

    def takes(self) -> Declared:
        """Declare that a bid and a taking of the bank say how much."""
        return dict.fromkeys((BID, TAKE), Takes(amount=True))

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Return the open acts.

        Everyone may bid, take, decline or pass. The dealer says who has the bank.
        """
        found: dict[str, Acts] = {}
        for seat in self.seats.asked(play):
            barred = self.seats.excluded(play, seat)
            found[seat] = {act: barred or self._why_not_now(play, seat, act) for act in OFFERS}
        return {**found, "dealer": self._dealer_acts(play)}

    def _dealer_acts(self, play: Play) -> dict[str, Refusal | None]:
        """Return the dealer's acts: award the bank, open second bids, or say that nobody takes it."""
        mine, row, stage = play.of(AuctionSlice), self.row, self.stage(play)
        closed = Refusal("the bank is not up for bids", row.auction_clause)
        nobody = Refusal("nobody has made an offer", row.auction_clause)
        first = stage == AUCTION and mine.passer and mine.bid_round == 1
        unfinished = Refusal("no first round of bids is over", row.pass_clause)
        taker = self.offered_to(play) if stage == PASSED else ""
        words = f"the bank is offered to seat {taker}" if taker else "no bank that was passed is on offer"
        return {
            AWARD: closed if stage != AUCTION else None if self._offers(play) else nobody,
            SECOND: None if first and not self.to_bid(play) else unfinished,
            NO_TAKER: None if stage == PASSED and not taker else Refusal(words, row.pass_clause),
        }

    def _why_not(self, play: Play, seat: str, act: str) -> Refusal | None:
        """Say why somebody may not do something, whatever the amount.

        The seat is `*` at a table where it is not known who sits there.
        """
        return self.seats.excluded(play, seat) or self._why_not_now(play, seat, act)

    def _why_not_now(self, play: Play, seat: str, act: str) -> Refusal | None:
        """Say why nobody there may do something as the bank stands."""
        if act in (BID, NO_BID):
            return self._why_no_bid(play, seat, act)
        return self._why_no_pass(play, seat) if act == PASS else self._why_not_offered(play, seat)

    def _why_no_bid(self, play: Play, seat: str, act: str) -> Refusal | None:
        mine, row = play.of(AuctionSlice), self.row
        if self.stage(play) != AUCTION:
            return Refusal("the bank is not up for bids", row.auction_clause)
        if mine.passer and seat == mine.passer and mine.bid_round == 1:
            return Refusal(
                f"seat {seat} passed the bank and takes no part in the first round of bids", row.pass_clause
            )
        if act == NO_BID and seat in mine.bids:
            return Refusal(f"seat {seat} has made an offer and stands by it", row.auction_clause)
        return None

    def _why_not_offered(self, play: Play, seat: str) -> Refusal | None:
        row, stage = self.row, self.stage(play)
        if stage not in (OFFER, PASSED):
            return Refusal("the bank is not on offer", row.offer_clause)
        clause = row.offer_clause if stage == OFFER else row.pass_clause
        start = self.offered_from(play)
        if seat == start:
            return Refusal(f"seat {seat} had the bank, and it is offered to the others", clause)
        if seat != "*" and self.moving.misses(play, start, seat):
            old = self.moving.moved(play)[seat]
            return Refusal(
                f"seat {seat} came there from seat {old}, which the bank reaches later, and misses this turn",
                row.moved_clause,
            )
        if seat in play.of(AuctionSlice).declined:
            return Refusal(f"seat {seat} has declined the bank", clause)
        to = self.offered_to(play)
        return Refusal(f"the bank is offered to seat {to} first", clause) if to and seat != to else None

    def _why_no_pass(self, play: Play, seat: str) -> Refusal | None:
        banker, clause = self.bank.banker(play), self.row.keep_clause
        if seat not in (banker, "*") or not banker:
            return Refusal(f"seat {banker} has the bank" if banker else "nobody has the bank yet", clause)
        if self.stage(play) != STAKE:
            return Refusal("the Banker has staked on this hand; the bank is passed after it", clause)
        unplayed = Refusal("the bank is passed after a hand has been played with it", clause)
        return None if self.bank.held(play).stake else unplayed

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why an act about the bank is refused."""
        if event.who == "dealer":
            return self._dealer_acts(play)[event.verb]
        refusal = self.seats.turned_away(play, event) or self._why_not(play, event.seat, event.verb)
        refusal = refusal or self.seats.nothing_named(event)
        if refusal or event.verb not in (BID, TAKE):
            return refusal
        event = msgspec.structs.replace(event, who=event.seat)
        if event.verb == TAKE and event.amount is None and self.stage(play) == OFFER:
            return None
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} {event.act}", "100")
        return self._judge_amount(play, event, event.amount)

    def _judge_amount(self, play: Play, event: Event, amount: Amount) -> Refusal | None:
        """Judge a bid, or a wager to take a passed bank."""
        row, name, limits = self.row, self.bank.wager, self.limits
        if not amount:
            return Refusal("a bank of nothing covers nothing", row.stake_clause)
        wager = limits.ruleset.wagers[name]
        refusal = limits.judge_amount(play, name, wager, amount, event.seat) or limits.judge_chips(amount)
        if refusal:
            return refusal
        if event.verb == BID:
            own = play.of(AuctionSlice).bids.get(event.seat, 0)
            offered = Refusal(f"seat {event.seat} has offered {show_amount(own)} already", row.auction_clause)
            return offered if amount <= own else None
        last = self._last(play) if self.stage(play) == PASSED else 0
        if last and not last <= amount <= 2 * last:
            return Refusal(
                f"a bank that was passed is taken for {show_amount(last)} to {show_amount(2 * last)}",
                row.pass_clause,
            )
        return None

    def _last(self, play: Play) -> Amount:
        return parse_amount(play.of(AuctionSlice).last or "0")

    # Letting it happen.

    def act(self, play: Play, event: Event) -> None:
        """Carry out a bid, a taking, a refusal or a pass, or the dealer's decision."""
        mine, row, seat = play.of(AuctionSlice), self.row, event.seat
        if event.verb == BID:
            assert event.amount is not None
            mine.bids = {**mine.bids, seat: event.amount}
            mine.no_bids = [other for other in mine.no_bids if other != seat]
            play.clauses |= {row.auction_clause, row.pass_clause} if mine.passer else {row.auction_clause}
        elif event.verb == NO_BID:
            mine.no_bids = [*mine.no_bids, seat]
        elif event.verb == SECOND:
            mine.bid_round = 2
            play.clauses.add(row.pass_clause)
        elif event.verb == AWARD:
            offers = self._offers(play)
            best = max(offers.values())
            # Of equal offers the one closest to the dealer, who sits before the first seat.
            self._take(play, min((one for one, bid in offers.items() if bid == best), key=int), best)
            play.clauses.add(row.auction_clause)
        elif event.verb == TAKE:
            self._take_offer(play, event)
        elif event.verb == DECLINE:
            self._decline_offer(play, seat)
        elif event.verb == NO_TAKER:
            self._auction_passed(play)
        else:
            self._pass(play)
        self._end_first_bids(play)

    def _end_first_bids(self, play: Play) -> None:
        """Let the passer bid as soon as everybody else has answered."""
        mine = play.of(AuctionSlice)
        first = self.stage(play) == AUCTION and mine.passer and mine.bid_round == 1
        if first and self.seats.players(play) and not self.to_bid(play):
            mine.bid_round = 2

    def _take(self, play: Play, seat: str, bid: Amount, most: str = "") -> None:
        """Give the bank to a seat."""
        mine = play.of(AuctionSlice)
        play.of(BankSlice).bank = HeldBank(seat, bid=show_amount(bid) if bid else "", most=most)
        self._enter(play, STAKE)
        mine.relinquished, mine.bids, mine.no_bids, mine.declined = "", {}, [], []
        self.table.tell(play, BankTaken(seat, seat == mine.passer))
        self.table.tell(play, Noted())

    def _take_offer(self, play: Play, event: Event) -> None:
        row, start, seat = self.row, self.offered_from(play), event.seat
        passed = self.stage(play) == PASSED
        missed = [
            one
            for one in self.moving.moved(play)
            if self.moving.misses(play, start, one) and distance(start, one) < distance(start, seat)
        ]
        self.moving.have_missed(play, missed)
        play.clauses |= {row.pass_clause if passed else row.offer_clause}
        play.clauses |= {row.moved_clause} if missed else set()
        self._take(play, seat, event.amount or 0, show_amount(2 * self._last(play)) if passed else "")

    def _decline_offer(self, play: Play, seat: str) -> None:
        mine, passed = play.of(AuctionSlice), self.stage(play) == PASSED
        mine.declined = [*mine.declined, seat]
        play.clauses.add(self.row.pass_clause if passed else self.row.offer_clause)
        if not self.seats.players(play) or self.offered_to(play):
            return
        # It has gone round the table: whoever had to miss a turn has missed it, and the offer begins again.
        start = self.offered_from(play)
        missed = [one for one in self.moving.moved(play) if self.moving.misses(play, start, one)]
        self.moving.have_missed(play, missed)
        mine.declined = []
        if passed:
            self._auction_passed(play)

    def _auction_passed(self, play: Play) -> None:
        mine = play.of(AuctionSlice)
        self._enter(play, AUCTION)
        mine.bids, mine.no_bids, mine.bid_round, mine.declined = {}, [], 1, []
        play.clauses.add(self.row.pass_clause)

    def _pass(self, play: Play) -> None:
        """Pass the bank. It is offered at once for the Banker's last stake, up to twice that."""
        mine, seat = play.of(AuctionSlice), self.bank.banker(play)
        mine.passer, mine.passed_by = seat, mine.passed_by or seat
        mine.last, mine.declined = show_amount(self.bank.preceding(play)), []
        self._enter(play, PASSED)
        play.of(BankSlice).bank = NOBODYS
        play.clauses |= {self.row.keep_clause, self.row.pass_clause}
        if self.seats.players(play) and not self.offered_to(play):
            self._auction_passed(play)

    def staked(self, play: Play) -> None:
        """Open the covering of the bank: the Banker has staked."""
        self._enter(play, COVERING)

    def lose(self, play: Play) -> None:
        """Lose the bank.

        It is offered from the right of the loser, or of the player who had passed it to him.
        """
        mine, row = play.of(AuctionSlice), self.row
        play.clauses |= {row.loses_clause, row.offer_clause}
        play.clauses |= {row.passed_clause} if mine.passed_by else set()
        mine.relinquished, mine.passed_by = mine.passed_by or self.bank.banker(play), ""
        play.of(BankSlice).bank = NOBODYS

    def heard(self, play: Play, moment: Moment) -> None:
        """Move offers and bids along with a player who changes his seat."""
        mine = play.of(AuctionSlice)
        if isinstance(moment, SeatChanged):
            now = moment.now
            mine.relinquished, mine.passed_by = now(mine.relinquished), now(mine.passed_by)
            mine.passer = now(mine.passer)
            mine.bids = {now(seat): amount for seat, amount in mine.bids.items()}
            mine.no_bids = [now(seat) for seat in mine.no_bids]
            mine.declined = [now(seat) for seat in mine.declined]
            self._end_first_bids(play)
        elif isinstance(moment, Noted):
            self.notes.write(play, "relinquished", mine.relinquished)
            self.notes.write(play, "passed-by", mine.passed_by)

    # Rulings.

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Order the Banker to pass the bank: at once before he stakes, else after the hand."""
        if mark != PASS:
            return
        seat, banker = facts.get("seat", ""), self.bank.banker(play)
        if not seat or person_named(seat) != banker:
            raise BadInput(f"say who has to pass the bank, like seat={banker or 'N'}: it must be the Banker")
        if self.stage(play) == STAKE and play.phase == "open":
            self._give_up(play)

    def _give_up(self, play: Play) -> None:
        """Give the bank up before the Banker stakes. It is offered from his right."""
        mine = play.of(AuctionSlice)
        mine.relinquished, mine.passed_by, mine.declined = self.bank.banker(play), "", []
        self._enter(play, OFFER)
        play.of(BankSlice).bank = NOBODYS
        play.clauses |= {self.row.order_clause, self.row.offer_clause}
        self.table.tell(play, BankGivenUp())
        self.table.tell(play, Noted())
