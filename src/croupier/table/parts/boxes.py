"""One person on several boxes: whether it is permitted, and the boxes given up or limited.

A player who bets on a box besides his own says so: `2 bet ... 10 player=1`.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.equipment.money import show_amount
from croupier.errors import BadInput
from croupier.rulebook.schema import Row
from croupier.table.claims import Standing
from croupier.table.events import Event, parts_of
from croupier.table.parts.betting import Wagered
from croupier.table.parts.cardbetting import CardBetting
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import check_seat
from croupier.table.persons import check_person, person_named
from croupier.table.play import Play, Slice, clause_in
from croupier.table.questions import Refusal
from croupier.table.sights import Sight

HOLD, GIVE_UP = "hold-to-minimum", "give-up-box"


class BoxesRow(Row, frozen=True, kw_only=True):
    """Whether one player may bet on more than one box."""

    when: str = ""
    """Condition: he may. Without one he always may."""
    clause: str
    minimum_clause: str = ""
    """Clause: he bets at least the minimum on each."""
    held_clause: str = ""
    """Clause: a player is held to one box, where his ruling cites both clauses at once."""
    held_minimum_clause: str = ""
    """Clause: he is held to the minimum, likewise."""


class BoxesHeld(Carried, frozen=True):
    """Directions about boxes."""

    held: dict[str, str] = {}
    """Who is held to one box and the minimum, each with the clause."""
    given_up: dict[str, str] = {}
    """Boxes that a player who had several has given up."""


class BoxSlice(Slice):
    """Whose boxes are limited."""

    held: dict[str, str]
    given_up: dict[str, str]


class Boxes(Part[BoxesHeld]):
    """One player's bets on several boxes."""

    carried = BoxesHeld
    marks = (HOLD, GIVE_UP)
    sights = ("one-of-several",)
    objects_to = ("bet",)
    hears = (Wagered,)

    def __init__(self, row: BoxesRow | None, betting: CardBetting) -> None:
        self.row = row
        self.betting = betting
        self.ruleset = betting.ruleset

    def begin(self, play: Play, carried: BoxesHeld) -> None:
        """Begin with the directions of earlier rounds."""
        for seat in (*carried.held, *carried.given_up):
            check_seat(parts_of(seat)[0] or seat)
        held = {person_named(who): clause for who, clause in carried.held.items()}
        play.add(BoxSlice(held, dict(carried.given_up)))

    def carry(self, play: Play) -> BoxesHeld:
        """Carry directions on until the table is made anew."""
        return BoxesHeld(self.held(play), self.given_up(play))

    def held(self, play: Play) -> dict[str, str]:
        """Return who is held to one box and the minimum, with the clause."""
        now = {person_named(who): clause for who, clause in _marked(play, HOLD, "seat").items()}
        return {**play.of(BoxSlice).held, **now}

    def given_up(self, play: Play) -> dict[str, str]:
        """Return the boxes that were given up, with the clause."""
        return {**play.of(BoxSlice).given_up, **_marked(play, GIVE_UP, "box")}

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why this person may not bet on this box, or not that much."""
        if event.verb != "bet":
            return None
        player = play.player_of(event)
        least, _ = self.betting.limits.now(play, player)
        held = self.held(play).get(player)
        row = self.row
        stake = self.staked(play, event)
        if held and any(one.whose == player and one.seat != event.seat for one in play.wagers):
            return Refusal(f"player {player} is held to one box", (row.held_clause if row else "") or held)
        if player != person_named(event.who):
            if row is None or not self.ruleset.holds(row.when):
                return Refusal(
                    "a player bets on one box here", row.clause if row else self.betting.row.clause
                )
            if event.seat in self.given_up(play):
                clause = self.given_up(play)[event.seat]
                return Refusal(f"player {player} gave box {event.seat} up to others", clause)
            beside = bool(self.ruleset.wager(event.what)[0].needs)
            if least is not None and row.minimum_clause and not beside and stake < least:
                return Refusal(
                    f"who bets on several boxes bets at least the minimum of {show_amount(least)} on each",
                    row.minimum_clause,
                )
        if held and least is not None and stake > least:
            clause = (row.held_minimum_clause if row else "") or held
            return Refusal(f"player {player} is held to the minimum of {show_amount(least)}", clause)
        return None

    def staked(self, play: Play, event: Event) -> int:
        """Return the whole stake that a bet makes."""
        standing = play.find(event.seat, event.bettor, event.what)
        return (event.amount or 0) + (standing.stake if standing else 0)

    def heard(self, play: Play, moment: Moment) -> None:
        """Note the clause by which a player bets on a further box."""
        if not isinstance(moment, Wagered):
            return
        event = moment.event
        if event.fact("player") and self.row is not None:
            play.clauses.add(self.row.clause)

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say whether a box is one of several of a player, as far as bets have been made on it."""
        box = facts.get("box", "")
        claims = [claim for batch in play.batches for claim in batch.claims]
        made = [*play.wagers, *(one.standing for one in claims if one.result not in ("void", "withdrawn"))]
        people = {one.whose for one in made if one.seat == box}
        several = [who for who in people if len({one.seat for one in made if one.whose == who}) > 1]
        if several or not people:
            return Sight(True, f"box {box} may be one of several" if box else "a box may be one of several")
        return Sight(False, f"box {box} is the only one of {' and '.join(sorted(people))}")

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Hold a named player, or give up a box between rounds. A wager on it goes back."""
        if mark == HOLD:
            check_person(facts.get("seat", ""), "seat")
            return
        box = facts.get("box", "")
        check_seat(box)
        if any(play.places.values()) and play.phase != "over":
            raise BadInput("a box is given up between rounds, and this one is being dealt")
        clause = self.row.clause if self.row else self.betting.row.clause
        for standing in _given_up(play, box):
            why = f"box {box} is given up, and the wager on it goes back"
            play.withdraw(standing, (clause,), why)


def _given_up(play: Play, box: str) -> list[Standing]:
    """List the wagers on a box of those who have another; of all on it where nobody is known to."""
    here = [one for one in play.wagers if one.seat == box]
    elsewhere = {one.whose for one in play.wagers if one.seat != box}
    return [one for one in here if one.whose in elsewhere] or [one for one in here if one.player] or here


def _marked(play: Play, mark: str, key: str) -> dict[str, str]:
    found = play.marks.get(mark, {})
    return {seat: clause_in(found, seat) for seat in found.get(key, "").split("+") if seat}
