"""Who cuts the cards where a player does: the one on whose box the cutting card came, then the others in turn, and the house if nobody will."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.families.cards.game import CardGame
from croupier.families.cards.roles import around
from croupier.families.cards.rules import CardSetup
from croupier.families.cards.state import CardTable
from croupier.families.common.limits import check_seat
from croupier.table.events import Event, parts_of
from croupier.table.parts.cutting import CutRow
from croupier.table.play import Play
from croupier.table.questions import Refusal

STAFF = ("dealer", "supervisor")


class CutSetup(CardSetup, frozen=True, kw_only=True):
    """A card table at which a player cuts."""

    cut: CutRow | None = None


class CutTable(CardTable, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """What such a table carries."""

    cutter: str = ""
    """The seat that cuts next, once it is known."""


class Cutting(CardGame):
    """A card game at which a player cuts. The family writes the place that a card goes to in `state["dealing"]`, and those dealt to in `state["boxes"]`."""

    TableState: type[CardTable] = CutTable
    cut_by_place = True
    """Whether the box on which the cutting card came cuts; else it is always the player farthest to the right."""

    def begin(self, play: Play, table: Any) -> None:
        """Who cuts next."""
        super().begin(play, table)
        if table.cutter:
            if not table.cutter.isascii() or not table.cutter.isdigit():
                raise BadInput(f"before: {table.cutter!r} is not a seat; seats are numbers")
            check_seat(table.cutter)
        play.state["cutter"] = table.cutter

    def reach(self, play: Play) -> None:
        """The cutting card comes on a box, or on the dealer's hand: that decides who cuts."""
        super().reach(play)
        if "cutting-card" in play.marks:
            play.marks["cutting-card"]["place"] = play.state.get("dealing", "")
        if self.setup.cut is not None:
            play.clauses.add(self.setup.cut.clause)

    def table_after(self, play: Play) -> CardTable:
        """The one on whose box the cutting card came cuts next; else the one farthest to the right of those who were dealt to."""
        table = super().table_after(play)
        boxes = play.state.get("boxes", [])
        cutter = play.state["cutter"]
        if table.shoe.new and boxes:
            mark = play.marks.get("cutting-card", {})
            place = boxes[0] if mark.get("first") == "yes" else mark.get("place", "")
            farthest = sorted(play.state["players"], key=int)[-1] if play.state["players"] else boxes[-1]
            cutter = place if self.cut_by_place and place in boxes else farthest
        return msgspec.structs.replace(table, cutter=cutter)

    def judge_shuffle(self, play: Play, event: Event) -> Refusal | None:
        """Why the cards may not be shuffled now, or not be cut by this person."""
        return super().judge_shuffle(play, event) or self._judge_cut(play, event)

    def _judge_cut(self, play: Play, event: Event) -> Refusal | None:
        row: CutRow | None = self.setup.cut
        by, refused = event.fact("cut-by"), [seat for seat in event.fact("cut-refused").split("+") if seat]
        if row is None or not by:
            return None
        due, players = play.state["cutter"], list(play.state["players"])
        waiting = [
            seat
            for seat in (around(players, due or "1") if players else [due] if due else [])
            if seat not in refused
        ]
        if by in STAFF:
            if waiting:
                return Refusal(f"the cut is offered to seat {waiting[0]} first", row.staff_clause)
            return (
                Refusal("the dealer cuts where no player does", row.staff_clause)
                if by == "supervisor" and not row.supervisor
                else None
            )
        whose = event.fact("cut-for") or by
        seat = parts_of(whose)[0]
        if not seat or not parts_of(by)[0]:
            raise BadInput(
                f"{str(event)!r}: cut-by= and cut-for= name a seat, like cut-by=3; cut-by=dealer where no player cuts"
            )
        if whose != by and not row.asked_clause:
            return Refusal(f"seat {seat} may not leave the cut to another player", row.clause)
        if due and waiting and seat != waiting[0]:
            return Refusal(
                f"seat {waiting[0]} is to cut the cards", row.refused_clause if due in refused else row.clause
            )
        return None

    def shuffled(self, play: Play, event: Event) -> None:
        """The cards are shuffled, and cut by somebody."""
        super().shuffled(play, event)
        play.state["cutter"] = ""
        row: CutRow | None = self.setup.cut
        if row is None or not event.fact("cut-by"):
            return
        staff, asked = event.fact("cut-by") in STAFF, event.fact("cut-for")
        play.clauses |= {
            row.clause,
            row.refused_clause if event.fact("cut-refused") else "",
            row.staff_clause if staff else "",
            row.asked_clause if asked else "",
        } - {""}
