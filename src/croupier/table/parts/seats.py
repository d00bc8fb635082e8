"""Seats at a table where a bank goes round: who sits where, and what stays if a round is void."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from croupier.table.carrying import read
from croupier.table.events import Event
from croupier.table.parts.part import Moment
from croupier.table.parts.people import Exclusion, People, Players, Seated
from croupier.table.play import Play
from croupier.table.questions import Refusal

ROUND_TABLE = 100
"""More than there are seats."""
T = TypeVar("T")


class Noted(Moment, frozen=True):
    """Every part that keeps notes writes down the facts that survive a void round."""


class SeatChanged(Moment, frozen=True):
    """Somebody has changed his seat; whatever was his goes with him."""

    seat: str
    to: str

    def now(self, seat: str) -> str:
        """Return where somebody sits now."""
        return self.to if seat == self.seat else seat


def distance(start: str, seat: str) -> int:
    """Return how far a seat is from another in the direction of an offer; a seat is farthest from itself.

    >>> [distance("3", seat) for seat in ("4", "12", "1", "3")]
    [1, 9, 98, 100]
    """
    return (int(seat) - int(start)) % ROUND_TABLE or ROUND_TABLE


def ended(play: Play) -> bool:
    """Whether the round is over or void."""
    return play.phase == "over" or play.voided


class Notes:
    """Facts that survive a void round. A mark keeps them, because every slice goes back."""

    def __init__(self, mark: str, clause: str) -> None:
        self.mark = mark
        self.clause = clause

    def write(self, play: Play, key: str, value: object) -> None:
        """Write a value down."""
        noted = play.marks.get(self.mark, {"clause": self.clause})
        play.marks[self.mark] = {**noted, key: msgspec.json.encode(value).decode()}

    def left(self, play: Play, key: str, now: T) -> T:
        """Return a value as a void round leaves it; otherwise as it is now."""
        noted = play.marks.get(self.mark) if play.voided else None
        return msgspec.json.decode(noted[key], type=type(now)) if noted else now


class Seats(People):
    """Who sits at the table, in the order of the seats. An unfinished round carries its own start."""

    hears = (Noted, SeatChanged)

    def __init__(
        self,
        exclusion: Exclusion,
        no_seat: Callable[[Event], Refusal | None],
        cover_clause: str,
        notes: Notes,
    ) -> None:
        """Take `no_seat`, why there is no such seat, and `cover_clause`, on players who cover a bank."""
        self.exclusion = exclusion
        self.no_seat = no_seat
        self.cover_clause = cover_clause
        self.notes = notes

    def begin(self, play: Play, carried: Seated) -> None:
        """Seat those who were there."""
        super().begin(play, carried)
        self._seat(play, list(dict.fromkeys(carried.players)))

    def _seat(self, play: Play, players: list[str]) -> None:
        play.of(Players).players = sorted(players, key=int)

    def carry(self, play: Play) -> Seated:
        """Carry the players on in their seats."""
        if not ended(play):
            return read(play.before, Seated)
        return Seated(tuple(self.notes.left(play, "players", self.players(play))))

    def heard(self, play: Play, moment: Moment) -> None:
        """Move a player who changes his seat."""
        if isinstance(moment, SeatChanged):
            self._seat(play, [moment.now(seat) for seat in self.players(play)])
        elif isinstance(moment, Noted):
            self.notes.write(play, "players", self.players(play))

    def asked(self, play: Play) -> list[str]:
        """Return who is asked: the seated players, or anybody where they are not known."""
        return self.players(play) or ["*"]

    def order(self, play: Play, start: str) -> list[str]:
        """Return who sits at the table from the right of a seat on, that seat itself left out."""
        barred = self.exclusion.excluded(play)
        others = [seat for seat in self.players(play) if seat != start and seat not in barred]
        return sorted(others, key=lambda seat: distance(start, seat))

    def excluded(self, play: Play, seat: str) -> Refusal | None:
        """Say why somebody who is excluded may do nothing, for the list of acts."""
        clause = self.exclusion.excluded(play).get(seat)
        return Refusal(f"{seat} is excluded from the game", clause) if clause else None

    def turned_away(self, play: Play, event: Event) -> Refusal | None:
        """Say why somebody takes no part: there is no such seat, he is excluded, or he stands."""
        refusal = self.no_seat(event) or self.exclusion.bars(play, event)
        if not refusal and play.player_of(event) != event.seat:
            return Refusal("only who sits at the table takes part", self.cover_clause)
        return refusal

    def nothing_named(self, event: Event) -> Refusal | None:
        """Say why an act that is about the bank alone names no wager: there is nothing to bet on yet."""
        return Refusal("the Banker has not staked yet", self.cover_clause) if event.what else None
