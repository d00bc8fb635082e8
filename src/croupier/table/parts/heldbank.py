"""The bank that a player holds: its holder, his last stake, and the covered part of it."""

from __future__ import annotations

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.table.banks import AuctionedBank, Fee
from croupier.table.carrying import read
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import Seated, check_carried_seat
from croupier.table.parts.seats import Noted, Notes, SeatChanged, ended
from croupier.table.parts.shoe import DealingShoe
from croupier.table.play import Play, Slice

AUCTION, OFFER, PASSED, STAKE, COVERING = "auction", "offer", "passed", "stake", "covering"
"""The stages of a bank before the first card.

Up for bids, offered because it was lost, offered because it was passed, waiting for its stake, being covered.
"""
PASS, TRANSFER = "pass-bank", "transfer-bank"
"""Marks: the Banker is ordered to give the bank up; it goes on from a round that was annulled."""


class CarriedBank(Carried, frozen=True):
    """Who has the bank, and his preceding wager."""

    seat: str = ""
    cover: str = ""
    """As much of the stake as was covered, where that is less."""
    stake: str = ""
    """The wager as he placed it."""
    bid: str = ""
    """His bid for the bank. His first wager is not less."""
    most: str = ""
    """The largest first wager on a passed bank."""


class BankCarried(Carried, frozen=True):
    """Who has the bank."""

    bank: CarriedBank = CarriedBank()


class HeldBank(msgspec.Struct, frozen=True):
    """A bank in play: as it is carried, with all that was staked of it covered unless `cover` says less."""

    seat: str = ""
    stake: str = ""
    cover: str = ""
    bid: str = ""
    most: str = ""

    def written(self) -> CarriedBank:
        """Return the bank in notation, as short as it can be written."""
        if not self.seat:
            return CarriedBank()
        cover = self.cover if self.cover != self.stake else ""
        return CarriedBank(self.seat, cover, self.stake, self.bid, self.most)


NOBODYS = HeldBank()
"""A bank that nobody has."""


class BankSlice(Slice):
    """Who has the bank, and where it is before the first card."""

    bank: HeldBank
    stage: str


class BankHolder(Part[BankCarried]):
    """The holder of the bank, and the stakes open to him."""

    carried = BankCarried
    hears = (Noted, SeatChanged)

    def __init__(
        self,
        shoe: DealingShoe,
        notes: Notes,
        wager: str,
        fee: Fee | None,
        goes_on: bool = False,
        as_covered: bool = False,
    ) -> None:
        """Take the rules of the bank.

        `wager`: the name of the Banker's wager. `fee`: the house's part of the bank's winnings. `goes_on`:
        whether a bank goes on when the cards are shuffled, and is not auctioned. `as_covered`: whether the
        Banker's preceding wager counts as it was covered, and not as he placed it.
        """
        self.shoe = shoe
        self.notes = notes
        self.wager = wager
        self.fee = fee
        self.goes_on = goes_on
        self.as_covered = as_covered

    # What is carried.

    def begin(self, play: Play, carried: BankCarried) -> None:
        """Let who had the bank have it still; nothing is at stake yet."""
        bank = carried.bank
        self._check(play, bank)
        play.bank = AuctionedBank("", 0)
        held = HeldBank(bank.seat, bank.stake, bank.cover or bank.stake, bank.bid, bank.most)
        held = NOBODYS if self.is_new(play) else held
        play.add(BankSlice(held, STAKE if held.seat else AUCTION))

    def _check(self, play: Play, bank: CarriedBank) -> None:
        if bank.seat:
            check_carried_seat(bank.seat)
        for name in ("stake", "cover", "bid", "most"):
            text = msgspec.structs.asdict(bank)[name]
            if text and not parse_amount(text):
                raise BadInput(
                    f"before: a bank of nothing covers nothing; bank.{name} is more than 0, or is left out"
                )
            if text and not bank.seat:
                raise BadInput("before: a bank belongs to a seat, like bank = {seat = 3, stake = '1000'}")
        if bank.cover and parse_amount(bank.cover) > parse_amount(bank.stake or "0"):
            raise BadInput(
                "before: no more of a bank is covered than was staked; "
                "bank.cover says how much of bank.stake was"
            )
        players = read(play.before, Seated).players
        if players and bank.seat and bank.seat not in players:
            raise BadInput(
                f"before: seat {bank.seat} has the bank, but nobody sits there "
                f"(players = {', '.join(players)})"
            )

    def carry(self, play: Play) -> BankCarried:
        """Carry the bank on, unless it is given up or auctioned.

        An unfinished round carries its own start.
        """
        if not ended(play):
            return BankCarried(self.found(play))
        gone = self.gives_up(play) or self.lapses(play)
        return BankCarried((NOBODYS if gone else self.left(play)).written())

    def found(self, play: Play) -> CarriedBank:
        """Return the bank as the round found it."""
        return read(play.before, BankCarried).bank

    def left(self, play: Play) -> HeldBank:
        """Return the bank as the round leaves it."""
        return self.notes.left(play, "bank", self.held(play))

    def is_new(self, play: Play) -> bool:
        """Whether the round begins with an auction, because its shoe is new.

        Who has bid and not staked yet has the bank from the auction of this very shoe.
        """
        return not self.found(play).bid and self.shoe.now(play).new and not self.goes_on

    def lapses(self, play: Play) -> bool:
        """Whether the bank is auctioned in the next round, because its shoe will be new."""
        return self.shoe.is_new_after(play) and not self.goes_on

    def gives_up(self, play: Play) -> bool:
        """Whether the Banker was ordered to give the bank up when the round is over."""
        seat = self.left(play).seat
        ordered = play.marked(PASS, seat) or (play.voided and play.marked(TRANSFER))
        return bool(seat and ordered) and ended(play)

    def heard(self, play: Play, moment: Moment) -> None:
        """Move the bank along with a Banker who changes his seat."""
        bank = self.held(play)
        if isinstance(moment, SeatChanged):
            play.of(BankSlice).bank = msgspec.structs.replace(bank, seat=moment.now(bank.seat))
        elif isinstance(moment, Noted):
            self.notes.write(play, "bank", bank)

    # In play.

    def held(self, play: Play) -> HeldBank:
        """Return the bank."""
        return play.of(BankSlice).bank

    def banker(self, play: Play) -> str:
        """Return the seat of the Banker, if there is one yet."""
        return self.held(play).seat

    def preceding(self, play: Play) -> Amount:
        """Return the Banker's preceding wager, as it counts here; nothing before his first."""
        bank = self.held(play)
        text = bank.cover if self.as_covered else bank.stake
        return parse_amount(text) if text else 0

    def bounds(self, play: Play) -> tuple[Amount, Amount | None]:
        """Return the least and the most that the Banker may stake on this hand."""
        bank, last = self.held(play), self.preceding(play)
        if last:
            return last, 2 * last
        return parse_amount(bank.bid or "0"), parse_amount(bank.most) if bank.most else None

    def stand_for(self, play: Play, stake: Amount) -> None:
        """Let the bank stand for a stake: it settles the hand, and pays the fee on its winnings."""
        play.bank = AuctionedBank(self.banker(play), stake, fee=self.fee, wager=self.wager)

    def keep(self, play: Play, staked: Amount, covered: Amount) -> None:
        """Leave the bank with the Banker after a hand."""
        stake, cover = show_amount(staked), show_amount(covered)
        play.of(BankSlice).bank = HeldBank(self.banker(play), stake, cover)
