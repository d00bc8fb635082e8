"""The cards between two hands of chemin de fer: who cuts them, where, and which come first next time."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from croupier.equipment.shoe import PACK, Shoe
from croupier.families.chemin.rules import CheminSetup, CheminWager
from croupier.rulebook.ruleset import Ruleset
from croupier.table.carrying import read
from croupier.table.events import Event
from croupier.table.parts.betting import Closed
from croupier.table.parts.heldbank import BankHolder
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import check_seat
from croupier.table.parts.seats import Seats, distance, ended
from croupier.table.parts.shoe import CUT_BY, CUT_REFUSED, DealingShoe, HiddenShoe, Shuffled
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal
from croupier.table.vocabulary import Declared, Takes

DEALT = "dealt-by"
"""Marks who deals. It stays as it is if the hand is void."""


class CheminShoe(DealingShoe):
    """A shoe from which cards that were set aside come first in the next hand."""

    def after(self, play: Play) -> Shoe:
        """Return the shoe of the next hand. A card that a hand refused comes first."""
        shoe, set_aside = super().after(play), play.of(HiddenShoe).first_next
        first = (*play.aside, *(set_aside if set_aside is not UNSET else ()))
        return shoe if shoe.new or not first else msgspec.structs.replace(shoe, first=first)


class DealtBy(Carried, frozen=True):
    """The seat that dealt the last hand."""

    dealt_by: str = ""


class DealtSlice(Slice):
    """Who dealt the last hand."""

    dealt_by: str


class Cut(Part[DealtBy]):
    """Who cuts, and where: `dealer shuffle at=120 cut-by=5 cut-refused=7+6`."""

    carried = DealtBy
    objects_to = ("shuffle",)
    hears = (Shuffled, Closed)

    def __init__(
        self,
        ruleset: Ruleset[CheminWager, CheminSetup],
        shoe: DealingShoe,
        seats: Seats,
        bank: BankHolder,
    ) -> None:
        setup = ruleset.setup
        self.clause = setup.cutter_clause
        self.control_clause = setup.banker.control_clause
        self.exact = bool(setup.exact_cut) and ruleset.holds(setup.exact_cut)
        """Whether the cards are cut exactly at the least cut, from either end."""
        self.shoe = shoe
        self.seats = seats
        self.bank = bank

    def begin(self, play: Play, carried: DealtBy) -> None:
        """Offer the cut from the seat before the last Banker."""
        if carried.dealt_by:
            check_seat(carried.dealt_by)
        play.add(DealtSlice(carried.dealt_by))

    def carry(self, play: Play) -> DealtBy:
        """Return who dealt the last hand. A round that is not over returns what it found."""
        if not ended(play):
            return read(play.before, DealtBy)
        return DealtBy(play.marks[DEALT]["seat"] if DEALT in play.marks else play.of(DealtSlice).dealt_by)

    def takes(self) -> Declared:
        """Declare who cuts, and who would not."""
        return {"shuffle": Takes((CUT_BY, CUT_REFUSED))}

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why the cards may not be cut there, or not by this person."""
        if event.verb != "shuffle":
            return None
        row, at, by = self.shoe.row, event.fact("at"), event.fact("cut-by")
        ends = (row.least_cut, self.shoe.packs.decks * PACK - row.least_cut)
        if at and self.exact and int(at) not in ends:
            return Refusal(f"the cards are cut {row.least_cut} from either end", row.cut_clause)
        last, refused = play.of(DealtSlice).dealt_by, event.fact("cut-refused").split("+")
        # The cut goes against the seats: from the highest, or from the seat before the last Banker.
        seats = sorted(
            self.seats.players(play), key=lambda seat: distance(seat, last) if last else -int(seat)
        )
        first = next((seat for seat in seats if seat not in refused), "dealer" if seats else by)
        offered = f"the cut is offered to seat {first} first"
        why = offered if first != "dealer" else "nobody cuts, so the dealer does"
        return Refusal(why, self.clause) if by and by != first else None

    def heard(self, play: Play, moment: Moment) -> None:
        """Note who has cut the cards, or who begins to deal."""
        if isinstance(moment, Shuffled) and moment.event.fact("cut-by"):
            play.clauses.add(self.clause)
        elif isinstance(moment, Closed):
            play.marks[DEALT] = {"seat": self.bank.banker(play), "clause": self.control_clause}
