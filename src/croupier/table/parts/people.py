"""Who sits at the table, and who is sent away from it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from croupier.errors import BadInput, short
from croupier.table.events import Event
from croupier.table.parts.part import Carried, Part
from croupier.table.persons import person_named
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal

MOST_SEATS = 40
"""Where a text does not count the places at a table, the engine does."""
USUAL_PLACES = 14
"""Places that an order of seats goes round where the rulebook leaves their number open."""


SEATS = frozenset(str(number) for number in range(1, MOST_SEATS + 1))


def check_seat(seat: str) -> None:
    """Refuse a seat that is no number from 1 on."""
    if seat not in SEATS:
        raise BadInput(f"there is no seat {short(seat)}; seats are numbered 1 to {MOST_SEATS}")


def check_carried_seat(seat: str) -> None:
    """Refuse a seat in `before` that is no number from 1 on."""
    if not seat.isascii() or not seat.isdigit():
        raise BadInput(f"before: {seat!r} is not a seat; seats are numbers")
    check_seat(seat)


def around(seats: list[str], start: str) -> list[str]:
    """Return the seats in the order of an offer, from the one at or after `start`.

    Places are numbered in the direction of play: from the dealer's left clockwise, or at a baccarat table
    from the dealer's right anti-clockwise.

    >>> around(["1", "3", "12"], "4")
    ['12', '1', '3']
    """
    ordered = sorted(seats, key=int)
    ahead = [seat for seat in ordered if int(seat) >= int(start)]
    return ahead + [seat for seat in ordered if int(seat) < int(start)]


def beyond(seat: str, places: int) -> str:
    """Return the place after a seat."""
    return str(int(seat) % places + 1)


def places_in(options: Mapping[str, str]) -> int:
    """Count the places of a table, as far as an order of seats needs it."""
    text = options.get("seats", "open")
    return USUAL_PLACES if text == "open" else int(text)


class Seated(Carried, frozen=True):
    """Who sits at the table, where that matters: in the order of the seats."""

    players: tuple[str, ...] = ()


class Players(Slice):
    """Who sits at the table."""

    players: list[str]


class People(Part[Seated]):
    """Who sits at the table."""

    carried = Seated

    def begin(self, play: Play, carried: Seated) -> None:
        """Seat those who were there."""
        for seat in carried.players:
            check_carried_seat(seat)
        play.add(Players(list(carried.players)))

    def carry(self, play: Play) -> Seated:
        """Carry the players on."""
        return Seated(tuple(self.players(play)))

    def players(self, play: Play) -> list[str]:
        """Return who sits at the table."""
        return play.of(Players).players


class Excluded(Carried, frozen=True):
    """Who is excluded from the game, with the clause."""

    excluded: dict[str, str] = {}


NOBODY = Excluded()


class SentAway(Slice):
    """Who was excluded before the round."""

    excluded: dict[str, str]


class Exclusion(Part[Excluded]):
    """Who is excluded from the game: a person, at whatever box he plays, and nobody else."""

    carried = Excluded
    marks = ("exclude",)

    def begin(self, play: Play, carried: Excluded) -> None:
        """Begin with those excluded before."""
        play.add(SentAway({person_named(who): clause for who, clause in carried.excluded.items()}))

    def carry(self, play: Play) -> Excluded:
        """Carry exclusions on until the table is made anew."""
        found = self.excluded(play)
        return Excluded(found) if found else NOBODY

    def excluded(self, play: Play) -> dict[str, str]:
        """Return the persons who are excluded, with the clause."""
        mark = play.marks.get("exclude")
        if mark is None:
            return play.of(SentAway).excluded
        named = {person_named(who): mark["clause"] for who in mark.get("seat", "").split("+") if who}
        return {**play.of(SentAway).excluded, **named}

    def bars(self, play: Play, event: Event) -> Refusal | None:
        """Say why a person who is excluded may do nothing at this table."""
        if "exclude" not in play.marks and not play.of(SentAway).excluded:
            return None
        person = play.player_of(event)
        clause = self.excluded(play).get(person)
        return Refusal(f"{person} is excluded from the game", clause) if clause else None

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse an exclusion that names nobody."""
        who = re.fullmatch(r"([0-9]{1,2})[a-z]?", facts.get("seat", ""), re.ASCII)
        if not who:
            raise BadInput("say who is excluded, like seat=2 or seat=2b")
        check_seat(who[1])
