"""Who sits at the table, and who is sent away from it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from croupier.errors import BadInput, FactsWanted, short
from croupier.table.events import Event
from croupier.table.parts.part import Carried, Part
from croupier.table.persons import check_person, person_named
from croupier.table.play import Play, Slice, clause_in
from croupier.table.questions import Refusal

MOST_SEATS = 40
"""Where a text does not count the places at a table, the engine does."""
USUAL_PLACES = 14
"""Places that an order of seats goes round where the rulebook leaves their number open."""


SEATS = frozenset(str(number) for number in range(1, MOST_SEATS + 1))


def check_seat(seat: str) -> None:
    """Refuse a seat that is no number from 1 on."""
    if not seat:
        raise BadInput("the seat or the box is not said; say which, like seat=2 or box=2")
    if seat not in SEATS:
        raise BadInput(f"there is no seat {short(seat)}; seats are numbered 1 to {MOST_SEATS}")


def without_hand(box: str) -> str:
    """Say that a box has no hand, or that none is named."""
    return f"box {box} has no hand in this round" if box else "no box is named; say which, like box=2"


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


def bettors(play: Play) -> set[str]:
    """Return the persons who have made a wager in this round."""
    claims = [claim for batch in play.batches for claim in batch.claims]
    settled = {claim.standing.whose for claim in claims if claim.result != "withdrawn"}
    return settled | {one.whose for one in play.wagers}


EXCLUDE, KEEP_APART = "exclude", "keep-apart"
"""The marks that send a person away: from the game, or from a table at which another plays."""


class Excluded(Carried, frozen=True):
    """Who is excluded from the game, with the clause, and who does not play where another plays."""

    excluded: dict[str, str] = {}
    apart: dict[str, dict[str, str]] = {}
    """By person: those at whose table he does not play, each with the clause."""
    away: tuple[str, ...] = ()
    """Those of them who made no wager in the last round."""


NOBODY = Excluded()


class SentAway(Slice):
    """Who was excluded before the round."""

    excluded: dict[str, str]


class Apart(Slice):
    """Who does not play where another plays. A void round leaves it as it is."""

    hidden = True

    apart: dict[str, dict[str, str]] | UnsetType = UNSET
    away: list[str] | UnsetType = UNSET


class Exclusion(Part[Excluded]):
    """Who is excluded from the game: a person, at whatever box he plays, and nobody else."""

    carried = Excluded
    marks = (EXCLUDE, KEEP_APART)

    def begin(self, play: Play, carried: Excluded) -> None:
        """Begin with those excluded before."""
        gone = {check_person(who, "excluded"): clause for who, clause in carried.excluded.items()}
        play.add(SentAway(gone), Apart())
        if carried.apart:
            kept = play.of(Apart)
            kept.apart = {
                check_person(who, "apart"): {
                    check_person(one, "apart"): clause for one, clause in rows.items()
                }
                for who, rows in carried.apart.items()
            }
            kept.away = [check_person(who, "away") for who in carried.away]

    def carry(self, play: Play) -> Excluded:
        """Carry exclusions on until the table is made anew."""
        found, kept = self.excluded(play), play.of(Apart)
        if not kept.apart:
            return Excluded(found) if found else NOBODY
        others = {other for rows in kept.apart.values() for other in rows}
        away = kept.away or []
        if play.phase == "over" or play.voided:
            away = sorted(others - bettors(play))
        return Excluded(found, kept.apart, tuple(away))

    def excluded(self, play: Play) -> dict[str, str]:
        """Return the persons who are excluded, with the clause."""
        mark = play.marks.get(EXCLUDE)
        if mark is None:
            return play.of(SentAway).excluded
        named = {person_named(who): clause_in(mark, who) for who in mark.get("seat", "").split("+") if who}
        return {**play.of(SentAway).excluded, **named}

    def bars(self, play: Play, event: Event) -> Refusal | None:
        """Say why a person may do nothing at this table, or make no wager beside another."""
        kept = play.of(Apart)
        if EXCLUDE not in play.marks and not play.of(SentAway).excluded and not kept.apart:
            return None
        person = play.player_of(event)
        clause = self.excluded(play).get(person)
        if clause:
            return Refusal(f"{person} is excluded from the game", clause)
        return self._beside(play, person) if kept.apart and event.lays_wager else None

    def _beside(self, play: Play, person: str) -> Refusal | None:
        """Say why a person makes no wager while another plays at this table."""
        kept = play.of(Apart)
        for other, clause in (kept.apart or {}).get(person, {}).items():
            if other not in (kept.away or []) or other in bettors(play):
                return Refusal(f"{person} does not play at a table at which {other} plays", clause)
        return None

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Refuse to name another person in a ruling that is not about two."""
        event, row = self.table.ruleset.ruling(irregularity, facts)
        if "other" in event.takes and facts.get("other") and KEEP_APART not in row.ruling:
            raise BadInput(f"{irregularity}: other= names whom a player is kept apart from; leave it out")

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse a sanction that names nobody. Keep a person apart from another at once."""
        who = re.fullmatch(r"([0-9]{1,2})[a-z]?", facts.get("seat", ""), re.ASCII)
        if not who:
            raise BadInput("say who is excluded, like seat=2 or seat=2b")
        check_seat(who[1])
        if mark == EXCLUDE:
            return
        if not facts.get("other"):
            raise FactsWanted("say whom he is kept apart from, like other=1", {"other": ()})
        person, other = person_named(facts["seat"]), check_person(facts["other"], "other")
        if person == other:
            raise BadInput(f"{person} is kept apart from somebody else; say other=N")
        kept = play.of(Apart)
        rows = kept.apart or {}
        kept.apart = {**rows, person: {**rows.get(person, {}), other: facts["clause"]}}
        kept.away = [one for one in kept.away or [] if one != other]
