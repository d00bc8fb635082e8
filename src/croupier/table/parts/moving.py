"""Who changes his seat at a table where a bank goes round."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.errors import BadInput
from croupier.table.carrying import read
from croupier.table.events import Event
from croupier.table.parts.heldbank import COVERING, BankSlice
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import check_seat
from croupier.table.parts.seats import Noted, Notes, SeatChanged, Seats, distance, ended
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Refusal
from croupier.table.vocabulary import Declared, Form, Key, Takes

MOVE = "move"


class Moves(Carried, frozen=True):
    """Who has changed his seat and not missed a turn for it yet: the new seat, and the old."""

    moved: dict[str, str] = {}


class MovedSlice(Slice):
    """Who has changed his seat: the new one, and the old."""

    moved: dict[str, str]


class Moving(Part[Moves]):
    """Changes of seat. A player who moves to bank sooner loses that turn."""

    carried = Moves
    verbs = (MOVE,)
    hears = (Noted,)

    def __init__(self, clause: str, seats: Seats, notes: Notes) -> None:
        self.clause = clause
        self.seats = seats
        self.notes = notes

    def begin(self, play: Play, carried: Moves) -> None:
        """Begin with the players who still have to miss a turn."""
        for seat in (*carried.moved, *carried.moved.values()):
            check_seat(seat)
        play.add(MovedSlice(dict(carried.moved)))

    def carry(self, play: Play) -> Moves:
        """Carry who misses the next turn. An unfinished round carries its own start."""
        if not ended(play):
            return read(play.before, Moves)
        return Moves(self.notes.left(play, "moved", self.moved(play)))

    def moved(self, play: Play) -> dict[str, str]:
        """Return who has changed his seat: the new one, and the old."""
        return play.of(MovedSlice).moved

    def misses(self, play: Play, start: str, seat: str) -> bool:
        """Whether somebody has moved to a seat that the bank reaches sooner than his old one."""
        old = self.moved(play).get(seat)
        return old is not None and distance(start, seat) < distance(start, old)

    def have_missed(self, play: Play, seats: list[str]) -> None:
        """Forget the moves that have cost a turn."""
        play.of(MovedSlice).moved = {new: old for new, old in self.moved(play).items() if new not in seats}

    def takes(self) -> Declared:
        """Declare that a move says to which seat."""
        return {MOVE: Takes((Key("to", "the new seat", form=Form.PERSON),))}

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Return the open acts: anybody may change his seat between hands."""
        return {seat: {MOVE: self._why_not(play, seat)} for seat in self.seats.asked(play)}

    def _why_not(self, play: Play, seat: str) -> Refusal | None:
        staked = play.of(BankSlice).stage == COVERING
        late = Refusal("the Banker has staked: seats are changed between hands", self.clause)
        return self.seats.excluded(play, seat) or (late if staked else None)

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why somebody may not go to another seat."""
        refusal = self.seats.turned_away(play, event) or self._why_not(play, event.seat)
        refusal = refusal or self.seats.nothing_named(event)
        if refusal:
            return refusal
        if not event.fact("to"):
            raise BadInput(f"{str(event)!r} does not say where to; write it like {event.seat} {MOVE} to=5")
        event = msgspec.structs.replace(event, who=event.seat)
        to, players = event.fact("to"), self.seats.players(play)
        if event.seat not in players:
            raise BadInput(f"{str(event)!r}: before.players does not say that seat {event.seat} is taken")
        check_seat(to)
        refusal = self.seats.no_seat(msgspec.structs.replace(event, who=to))
        return refusal or (Refusal(f"seat {to} is taken", self.clause) if to in players else None)

    def act(self, play: Play, event: Event) -> None:
        """Change a player's seat."""
        seat, to, moved = event.seat, event.fact("to"), self.moved(play)
        old = moved.get(seat, seat)
        kept = {new: was for new, was in moved.items() if new != seat}
        play.of(MovedSlice).moved = kept if old == to else {**kept, to: old}
        play.clauses.add(self.clause)
        self.table.tell(play, SeatChanged(seat, to))
        self.table.tell(play, Noted())

    def heard(self, play: Play, moment: Moment) -> None:
        """Note who has moved."""
        if isinstance(moment, Noted):
            self.notes.write(play, "moved", self.moved(play))
