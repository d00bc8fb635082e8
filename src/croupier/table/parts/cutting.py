"""Who cuts the cards where a player does.

The player of the box where the cutting card came cuts, then the others in turn, and the house if nobody will.
A shuffle says it: `dealer shuffle cut-by=3`, with `cut-refused=1+2` for those who would not and `cut-for=1`
for a player who asked another.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET, UnsetType

from croupier.rulebook.schema import Row
from croupier.table.events import Event, parts_of
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import People, around, check_carried_seat
from croupier.table.parts.shoe import CUT_BY, CUT_FOR, CUT_REFUSED, DealingShoe, Reached, Shuffled
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal
from croupier.table.vocabulary import Declared, Takes

STAFF = ("dealer", "supervisor")


class CutRow(Row, frozen=True, kw_only=True):
    """Who cuts."""

    clause: str
    refused_clause: str
    """Clause: the cut is offered on when somebody refuses it."""
    asked_clause: str = ""
    """Clause: the player who is to cut may ask another to do it. Empty where nobody may."""
    staff_clause: str
    supervisor: bool = False
    """Whether the supervisor may cut as well as the dealer when no player will."""


class Cutter(Carried, frozen=True):
    """The seat that cuts next, once it is known."""

    cutter: str = ""


class CutSlice(Slice):
    """Who cuts next, and the place of the card dealt now."""

    cutter: str
    dealing: str | UnsetType = UNSET
    """The place that the next card goes to: the cutting card may come there."""


class Cutting(Part[Cutter]):
    """Who cuts. The script says with `deals_to` where the next card goes."""

    carried = Cutter
    objects_to = ("shuffle",)
    hears = (Reached, Shuffled)

    def __init__(
        self,
        row: CutRow | None,
        people: People,
        shoe: DealingShoe,
        boxes: Callable[[Play], list[str]],
        by_place: bool = True,
    ) -> None:
        """Take `by_place`: the box with the cutting card cuts, else the player farthest to the right."""
        self.row = row
        self.people = people
        self.shoe = shoe
        self.boxes = boxes
        """Those dealt to in this round; none before the deal."""
        self.by_place = by_place

    def begin(self, play: Play, carried: Cutter) -> None:
        """Begin with the player who was to cut."""
        if carried.cutter:
            check_carried_seat(carried.cutter)
        play.add(CutSlice(carried.cutter))

    def deals_to(self, play: Play, place: str) -> None:
        """Note where the next card goes."""
        play.of(CutSlice).dealing = place

    def carry(self, play: Play) -> Cutter:
        """Carry who cuts next: the box where the cutting card came, else the player farthest to the right."""
        boxes, cutter = self.boxes(play), play.of(CutSlice).cutter
        if self.shoe.is_new_after(play) and boxes:
            mark = play.marks.get("cutting-card", {})
            place = boxes[0] if mark.get("first") == "yes" else mark.get("place", "")
            players = self.people.players(play)
            farthest = sorted(players, key=int)[-1] if players else boxes[-1]
            cutter = place if self.by_place and place in boxes else farthest
        return Cutter(cutter)

    def takes(self) -> Declared:
        """Declare who cuts, who would not, and for whom."""
        return {"shuffle": Takes((CUT_BY, CUT_REFUSED, CUT_FOR))} if self.row is not None else {}

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why the cards may not be cut by this person."""
        row, by = self.row, event.fact("cut-by")
        if row is None or not by or event.verb != "shuffle":
            return None
        refused = [seat for seat in event.fact("cut-refused").split("+") if seat]
        due, players = play.of(CutSlice).cutter, list(self.people.players(play))
        asked = around(players, due or "1") if players else [due] if due else []
        waiting = [seat for seat in asked if seat not in refused]
        if by in STAFF:
            if waiting:
                return Refusal(f"the cut is offered to seat {waiting[0]} first", row.staff_clause)
            barred = by == "supervisor" and not row.supervisor
            return Refusal("the dealer cuts where no player does", row.staff_clause) if barred else None
        whose = event.fact("cut-for") or by
        seat = parts_of(whose)[0]
        if whose != by and not row.asked_clause:
            return Refusal(f"seat {seat} may not leave the cut to another player", row.clause)
        if due and waiting and seat != waiting[0]:
            return Refusal(
                f"seat {waiting[0]} is to cut the cards", row.refused_clause if due in refused else row.clause
            )
        return None

    def heard(self, play: Play, moment: Moment) -> None:
        """Note the place where the cutting card comes, which decides who cuts. Note the cut of a shuffle."""
        row, mine = self.row, play.of(CutSlice)
        if isinstance(moment, Reached):
            if "cutting-card" in play.marks:
                play.marks["cutting-card"]["place"] = mine.dealing or ""
            if row is not None:
                play.clauses.add(row.clause)
        elif isinstance(moment, Shuffled):
            mine.cutter = ""
            event = moment.event
            if row is None or not event.fact("cut-by"):
                return
            staff, asked = event.fact("cut-by") in STAFF, event.fact("cut-for")
            clauses = {
                row.clause,
                row.refused_clause if event.fact("cut-refused") else "",
                row.staff_clause if staff else "",
                row.asked_clause if asked else "",
            }
            play.clauses |= clauses - {""}
