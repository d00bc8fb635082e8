"""The right of suivi: who covered the whole preceding bank and lost may cover the next first."""

from __future__ import annotations

from croupier.errors import BadInput
from croupier.table.carrying import read
from croupier.table.parts.auction import BankGivenUp, BankTaken
from croupier.table.parts.heldbank import BankHolder
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import check_seat
from croupier.table.parts.seats import Noted, Notes, SeatChanged, ended
from croupier.table.play import Play, Slice


class Followed(Carried, frozen=True):
    """The seat that covered the whole preceding bank and lost."""

    suivi: str = ""


class SuiviSlice(Slice):
    """Who may say suivi."""

    suivi: str


class Suivi(Part[Followed]):
    """Keeps who may say suivi."""

    carried = Followed
    hears = (BankTaken, BankGivenUp, Noted, SeatChanged)

    def __init__(self, bank: BankHolder, notes: Notes, follows_bank: bool) -> None:
        """Set up the right. `follows_bank` says whether it stays when another takes the bank."""
        self.bank = bank
        self.notes = notes
        self.follows_bank = follows_bank

    def begin(self, play: Play, carried: Followed) -> None:
        """Keep the right from the last hand, unless the bank is auctioned."""
        if carried.suivi:
            check_seat(carried.suivi)
        if carried.suivi and carried.suivi == self.bank.found(play).seat:
            raise BadInput("before: the Banker does not cover his own bank")
        play.add(SuiviSlice("" if self.bank.is_new(play) else carried.suivi))

    def carry(self, play: Play) -> Followed:
        """Return who has the right after this hand; it may end with the bank.

        A round that is not over returns what it found.
        """
        if not ended(play):
            return read(play.before, Followed)
        if self.bank.lapses(play):
            return Followed()
        left = self.notes.left(play, "suivi", self.who(play))
        return Followed(self._of_another(left) if self.bank.gives_up(play) else left)

    def who(self, play: Play) -> str:
        """Return the seat that may say suivi."""
        return play.of(SuiviSlice).suivi

    def give(self, play: Play, seat: str) -> None:
        """Give the right to a seat, or to nobody."""
        play.of(SuiviSlice).suivi = seat

    def _of_another(self, seat: str) -> str:
        """Return who may still say suivi when another takes the bank."""
        return seat if self.follows_bank else ""

    def heard(self, play: Play, moment: Moment) -> None:
        """End the right with the bank, or move it with the player who has it."""
        now = self.who(play)
        if isinstance(moment, BankTaken):
            kept = now if moment.again else self._of_another(now)
            self.give(play, "" if kept == moment.seat else kept)
        elif isinstance(moment, BankGivenUp):
            self.give(play, self._of_another(now))
        elif isinstance(moment, SeatChanged):
            self.give(play, moment.now(now))
        elif isinstance(moment, Noted):
            self.notes.write(play, "suivi", now)
