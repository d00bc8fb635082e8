"""Dice, and who throws them: they are offered around the table, thrown by a shooter, and pass on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from croupier.equipment.dice import Throw, parse_dice, show_dice, throws
from croupier.errors import BadInput
from croupier.families.automaton.betting import DICE_OUT, OUT, RuledUpon, TakenDown
from croupier.families.automaton.device import Device
from croupier.families.automaton.rules import AutomatonSetup
from croupier.rulebook.schema import Row
from croupier.table.claims import Standing
from croupier.table.events import DRAWS, Event, parts_of
from croupier.table.parts.betting import never
from croupier.table.parts.closing import OPEN
from croupier.table.parts.part import Carried, Left, Moment, Part
from croupier.table.parts.people import Exclusion, check_seat
from croupier.table.persons import person_named
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Refusal

PASS = "pass-the-dice"
"""Mark: the shooter is ordered to pass the dice."""
OPPOSITE = "opposite-face"
"""Order: a leaning die shows the face opposite to the one it rests on."""


class ShooterRow(Row, frozen=True, kw_only=True):
    """The rulebook on the person who throws."""

    offer_clause: str
    first_clause: str
    wagers: list[str] = []
    """The shooter must have one of these wagers; empty: any wager."""
    wager_clause: str
    first_wager_clause: str = ""
    """The clause that asks for it before the first throw, if it is a separate one."""
    take_needs_wager: bool = False
    """Whether it must be there before the dice are taken."""
    bound: bool = False
    """Whether the shooter may not take that wager down."""
    maintain: bool = True
    """Whether the wager must be there for every throw, or only before the first of a come-out."""
    lose_clause: str
    own_seven_when: str = ""
    """Condition: a seven passes the dice when it loses the shooter's own wager, and only then."""
    option_clause: str = ""
    bound_clause: str = ""
    """The clause that keeps the shooter from passing the dice once a point is set, if there is one."""


class DiceSetup(AutomatonSetup, frozen=True, kw_only=True):
    """Dice and the shooter."""

    dice: int = 2
    shooter: ShooterRow


class Dice(Device):
    """Dice that are thrown together."""

    verb = "roll"
    corrections = (OPPOSITE,)

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def draws(self) -> Sequence[tuple[Throw, int]]:
        """List every throw, with the ways it can fall."""
        return list(throws(self.number))

    def parse(self, text: str) -> Throw:
        """Read a throw."""
        return parse_dice(text, self.number)

    def show(self, draw: Throw) -> str:
        """Write a throw."""
        return show_dice(draw)

    def say(self, draw: Throw) -> str:
        """Say the total, then the dice."""
        return f"{sum(draw)} ({show_dice(draw)})"

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """Turn a die that leans to the face opposite to the one it rests on."""
        if order != OPPOSITE:
            return None
        called, resting = str(facts.get("called", "")), str(facts.get("resting", ""))
        faces = list(self.parse(event.what)) if event else []
        if called not in map(str, faces) or resting not in tuple("123456"):
            raise BadInput(
                "say what was called for the die that leans and on which face it rests, "
                "like called=6 resting=3"
            )
        faces[faces.index(int(called))] = 7 - int(resting)
        return show_dice(tuple(sorted(faces)))


class Turn(Carried, frozen=True):
    """Who holds the dice, or after whom they are offered."""

    shooter: str = ""
    dice_after: str = ""
    """The last shooter, where nobody holds them now."""
    dice_waived: bool = False
    dice_seats: tuple[str, ...] = ()
    """Seats that play, with a wager now or without."""


WITH_NOBODY = Turn()


class Held(msgspec.Struct):
    """Where the dice are."""

    seats: list[str]
    shooter: str
    after: str
    declined: list[str]
    waived: bool
    """Whether the shooter took the dice over while a point was set, and can make no line wager now."""


class DiceSlice(Slice):
    """Where the dice are."""

    dice: Held


class Shooting(Part[Turn]):
    """Players throw in turn. No text needs a shooter to be named: without one, anybody throws."""

    carried = Turn
    verbs = ("take-dice", "decline-dice", "pass-dice")
    marks = (PASS,)
    hears = (TakenDown, Left, RuledUpon)

    def __init__(
        self,
        row: ShooterRow,
        exclusion: Exclusion,
        point_set: Callable[[Play], bool] = never,
        excused: Callable[[Play], bool] = never,
        counts: Callable[[Standing], bool] | None = None,
        same_first: Callable[[Play], bool] = never,
    ) -> None:
        """Take four questions about the game.

        `point_set`: whether the game has points and one is set. `excused`: whether the shooter need not bet
        now. `counts`: whether a wager is one of those that the shooter must have, where the row does not name
        them. `same_first`: whether who had the dice last is offered them first.
        """
        self.row = row
        self.same_first = same_first
        self.exclusion = exclusion
        self.point_set = point_set
        self.excused = excused
        self.objects_to = (DICE_OUT, *DRAWS, *(("remove",) if row.bound else ()))
        self.counts = counts or (lambda standing: not row.wagers or standing.wager in row.wagers)

    def begin(self, play: Play, carried: Turn) -> None:
        """Begin with the shooter of the round before."""
        if carried.shooter:
            check_seat(parts_of(carried.shooter)[0] or carried.shooter)
        for seat in (*filter(None, (carried.dice_after,)), *carried.dice_seats):
            check_seat(seat)
        play.add(
            DiceSlice(
                Held(
                    list(carried.dice_seats),
                    person_named(carried.shooter),
                    carried.dice_after,
                    [],
                    carried.dice_waived,
                )
            )
        )

    def held(self, play: Play) -> Held:
        """Return where the dice are."""
        return play.of(DiceSlice).dice

    def carry(self, play: Play) -> Turn:
        """Carry the shooter over, unless a ruling came after the throw was settled."""
        dice, excluded = self.held(play), self.exclusion.excluded(play)
        shooter, after = dice.shooter, dice.after
        if not shooter and not after:
            return WITH_NOBODY
        if shooter and (PASS in play.marks or shooter in excluded):
            shooter, after = "", parts_of(shooter)[0]
        lines, wagers = (line.seat for line in play.lines), (standing.seat for standing in play.wagers)
        seen = {*dice.seats, *lines, *wagers}
        own = parts_of(shooter)[0] or after
        seats = tuple(sorted(seen, key=int)) if seen - {own} else ()
        if shooter:
            return Turn(shooter, dice_waived=dice.waived, dice_seats=seats)
        return Turn(dice_after=after, dice_seats=seats)

    # Acts.

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Return the open acts: anybody may be offered the dice, and their holder may pass them."""
        acts: dict[str, Acts] = {"*": dict.fromkeys(self.verbs)}
        shooter = self.held(play).shooter
        if shooter:
            acts[shooter] = {"pass-dice": self._judge_pass(play)}
        return acts

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why a person may not take, decline or pass the dice."""
        dice, row = self.held(play), self.row
        check_seat(event.seat)
        barred = self.exclusion.bars(play, event)
        if barred:
            return barred
        if play.phase != OPEN:
            return Refusal(OUT, row.offer_clause)
        if event.verb == "pass-dice":
            if person_named(event.who) == dice.shooter:
                return self._judge_pass(play)
            return Refusal(
                f"seat {event.person} does not hold the dice", row.option_clause or row.lose_clause
            )
        if dice.shooter:
            return Refusal(f"seat {dice.shooter} holds the dice", row.offer_clause)
        first = self._offered_to(play, event.seat)
        if event.seat != first:
            return Refusal(
                f"the dice are offered to seat {first} first" if first else "the dice went round",
                row.offer_clause if dice.after else row.first_clause,
            )
        if (
            event.verb == "take-dice"
            and row.take_needs_wager
            and not self._bets(play, person_named(event.who))
        ):
            return Refusal("a player must have a wager on the table to become the shooter", row.wager_clause)
        return None

    def _offered_to(self, play: Play, asking: str) -> str:
        """Return the seat that is offered the dice now: clockwise, past those who declined."""
        dice = self.held(play)
        wagers = (standing.seat for standing in play.wagers)
        seats = sorted({int(seat) for seat in (*dice.seats, *wagers, asking)})
        after = int(dice.after or 0)
        order = [seat for seat in seats if seat > after] + [seat for seat in seats if seat <= after]
        if after in order and self.same_first(play):
            order = [after, *order]
        return next((str(seat) for seat in order if str(seat) not in dice.declined), "")

    def _bets(self, play: Play, who: str) -> bool:
        """Whether a person has one of the wagers that a shooter must have."""
        return any(standing.whose == who and self.counts(standing) for standing in play.wagers)

    def _judge_pass(self, play: Play) -> Refusal | None:
        """Say why the shooter may not pass the dice."""
        row = self.row
        if play.phase != OPEN:
            return Refusal(OUT, row.offer_clause)
        if row.bound_clause and self.point_set(play):
            return Refusal("a point is set: the shooter keeps the dice until it is decided", row.bound_clause)
        if not row.option_clause:
            return Refusal("the shooter throws once the dice are handed over", row.lose_clause)
        return None

    def act(self, play: Play, event: Event) -> None:
        """Hand the dice over."""
        dice, row = self.held(play), self.row
        if event.verb == "take-dice":
            play.clauses.add(row.offer_clause if dice.after else row.first_clause)
            # Who takes the dice over while a point is set can make no line wager before the next come-out.
            dice.shooter, dice.declined, dice.waived = person_named(event.who), [], self.point_set(play)
        elif event.verb == "decline-dice":
            dice.declined = [*dice.declined, event.seat]
        else:
            play.clauses.add(row.option_clause)
            self.pass_on(play)

    def pass_on(self, play: Play) -> None:
        """Take the dice from the shooter: they are offered to his left."""
        dice = self.held(play)
        dice.after = parts_of(dice.shooter)[0] or dice.after
        dice.shooter, dice.declined, dice.waived = "", [], False

    # The shooter's wager.

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a throw without the shooter's wager, or its removal where it is bound."""
        if event.is_draw or event.verb == DICE_OUT:
            return self._judge_throw(play)
        return self._judge_leaving(play, event) if event.verb == "remove" else None

    def _judge_throw(self, play: Play) -> Refusal | None:
        """Say why the shooter may not throw yet."""
        dice, row = self.held(play), self.row
        if not dice.shooter or self.excused(play):
            return None
        point = self.point_set(play)
        # The shooter cannot take a bound wager down: if it is gone while a point is set, a ruling took it.
        if point and (not row.maintain or row.bound or dice.waived):
            return None
        if self._bets(play, dice.shooter):
            return None
        wanted = " or ".join(row.wagers) or "any wager"
        return Refusal(
            f"the shooter, seat {dice.shooter}, must have {wanted} on the table",
            (not point and row.first_wager_clause) or row.wager_clause,
        )

    def _judge_leaving(self, play: Play, event: Event) -> Refusal | None:
        """Say why a shooter who must maintain his wager may not take the last of it down."""
        row = self.row
        if not row.bound or event.what.partition(":")[0] not in row.wagers:
            return None
        who = play.whose(event.who)
        if who != self.held(play).shooter:
            return None
        leaving = play.find(event.seat, event.bettor, event.what)
        others = [
            other
            for other in play.wagers
            if other.whose == who and other.wager in row.wagers and other is not leaving
        ]
        return None if others else Refusal("the shooter must keep a wager there", row.wager_clause)

    # What happens besides.

    def heard(self, play: Play, moment: Moment) -> None:
        """Take the dice from a shooter who has left or lacks the wager to keep."""
        if isinstance(moment, TakenDown):
            self._taken_down(play, moment.standing.whose)
        elif isinstance(moment, Left):
            self._left(play, play.whose(moment.who), moment.clause)
        elif isinstance(moment, RuledUpon):
            self._ordered(play)

    def _taken_down(self, play: Play, who: str) -> None:
        """Take the dice from a shooter who must go on betting and has taken the wager down."""
        must = self.row.maintain and self.point_set(play)
        if who == self.held(play).shooter and must and not self._bets(play, who):
            play.clauses.add(self.row.wager_clause)
            self.pass_on(play)

    def _left(self, play: Play, who: str, clause: str) -> None:
        """Take the dice from a shooter who took an offer to retract and has no wager left to hold them."""
        if who != self.held(play).shooter:
            return
        if self.row.maintain and self.point_set(play):
            stays = self._bets(play, who)
        else:
            stays = any(standing.whose == who for standing in play.wagers)
        if not stays:
            play.clauses.add(clause)
            self.pass_on(play)

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse to order the dice from nobody."""
        if mark == PASS and not self.held(play).shooter:
            raise BadInput("nobody holds the dice who could be ordered to pass them")

    def _ordered(self, play: Play) -> None:
        """Take the dice from a shooter who was sent away or ordered to pass them."""
        shooter = self.held(play).shooter
        sent_away = bool(shooter) and shooter in self.exclusion.excluded(play)
        if sent_away or play.marks.pop(PASS, None) is not None:
            self.pass_on(play)
