"""Wagers at a wheel or dice table behind the gate: made, changed, called on and off, taken down."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.cache import Cache
from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.families.automaton.machine import Machine
from croupier.families.automaton.machines import (
    ALWAYS,
    OFF_ON_COME_OUT,
    UNLESS_CALLED_OFF,
    AnyMachines,
)
from croupier.families.automaton.memory import AnyMemory
from croupier.families.automaton.rules import AutomatonWager
from croupier.families.automaton.stakes import Stakes
from croupier.families.automaton.standing import StandingWagers
from croupier.rulebook.ruleset import clauses_of
from croupier.table.banks import account
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.closing import not_offered
from croupier.table.parts.people import check_seat
from croupier.table.parts.rows import BettingRow, TableWager
from croupier.table.play import Play
from croupier.table.questions import Refusal

CALLS = ("call-on", "call-off")


class Listed(msgspec.Struct, frozen=True):
    """A wager as it is named in a bet, by the rules alone."""

    name: str
    param: str
    row: AutomatonWager
    machine: Machine
    full_name: str
    clause: str
    bound: bool
    """Whether wagers beside it matter: it needs one, or is the only one of its box."""
    cites: tuple[str, ...]
    """Further clauses that are cited when it is made."""
    similar: bool
    """Whether a call speaks for all similar wagers of a player."""


class MachineWagers:
    """Wagers that are machines: the gate of the betting hands them over."""

    def __init__(
        self,
        machines: AnyMachines,
        stakes: Stakes,
        memory: AnyMemory,
        standing: StandingWagers,
        row: BettingRow,
    ) -> None:
        self.ruleset = machines.ruleset
        self.machines = machines
        self.prices = stakes.prices
        self.limits = stakes.limits
        self.stakes = stakes
        self.memory = memory
        self.standing = standing
        self.row = row
        self._listed: Cache[str, Listed] = Cache()
        rows = [self.row_of(name) for name in self.ruleset.names]
        self._remembered = {need for row in rows if row.stake.of_original for need in row.needs}
        """Wagers whose first amount bounds another, even when they have been reduced."""

    def row_of(self, name: str) -> AutomatonWager:
        """Return the row of a wager."""
        row: AutomatonWager = self.ruleset.wager(name)[0]
        return row

    # The list of acts.

    def is_listed(self, name: str) -> bool:
        """Whether a wager is listed before the draw: every one is."""
        return True

    def not_offered(self, name: str) -> Refusal | None:
        """Say why a wager is not offered at this table."""
        return not_offered(self.ruleset, name)

    def refused(self, play: Play, name: str) -> Refusal | None:
        """Say why a wager cannot be made in this state of the table; a supplement is judged by its wager."""
        return None if self.row_of(name).needs else self._opens(play, name, self.machines.params(name)[0])

    def late_clause(self, wager: str, verb: str) -> str:
        """Return the clause that forbids to make or take back a wager once the round is under way."""
        return (verb == "remove" and self.row.removal_clause) or self.row.closed_clause

    # Making a wager.

    def misplaced(self, play: Play, event: Event, row: TableWager) -> Refusal | None:
        """Say why the layout has no such place, or the wager has gone to its point and stays as it is."""
        assert isinstance(row, AutomatonWager)
        moved = play.find(event.seat, event.bettor, event.what) if ":" in event.what else None
        if moved and moved.param and not self.machines.takes_param(moved.wager):
            if self.standing.is_barred(play, moved.whose, moved.wager):
                return Refusal(f"{moved.name} was reduced and may not be increased", row.removal_clause)
            if self._made_whole(moved, row):
                return None
            return Refusal(
                f"{moved.name} has gone to its point and may not be increased",
                row.raise_clause or clauses_of(row)[0],
            )
        if event.what in self._listed:
            return None
        try:
            self.machines.split(event.what)
        except BadInput as error:
            return Refusal(str(error), self.machines.layout_clause(event.what))
        return None

    def no_seat(self, event: Event) -> Refusal | None:
        """Let anybody within reach bet. Refuse a seat that is no number."""
        check_seat(event.seat)
        return None

    def judge(self, play: Play, event: Event, row: TableWager) -> Refusal | None:
        """Say why a wager that passed the gate is not taken."""
        assert event.amount is not None
        if ":" in event.what and (moved := self._moved(play, event)) is not None:
            stake, row = event.amount + moved.stake, self.row_of(moved.wager)
            return self.stakes.judge(play, moved.wager, "", row, stake, None, event.seat)
        listed = self._listed.get(event.what) or self._list(event.what)
        name, param, row = listed.name, listed.param, listed.row
        standing = play.find(event.seat, event.bettor, listed.full_name)
        parent = self._parent(play, event.seat, event.bettor, row, param) if listed.bound else None
        refusal = (
            (self._judge_needs(play, event, row, name, param, standing, parent) if listed.bound else None)
            or self._judge_again(play, event, row, name)
            or self._judge_beside(play, event, listed, standing, parent)
        )
        if refusal:
            return refusal
        if not event.amount:
            return Refusal("a wager is more than nothing", listed.clause)
        stake = event.amount + (standing.stake if standing else 0)
        who = play.player_of(event)
        elsewhere = self.limits.elsewhere(play, listed.full_name, row, who, event.person)
        return self.stakes.judge(play, name, param, row, stake, parent, who, elsewhere)

    def _made_whole(self, standing: Standing, row: AutomatonWager) -> bool:
        """Whether a wager that has gone to its point and was reduced there may be increased again."""
        return standing.reduced and bool(row.again_when) and self.ruleset.holds(row.again_when)

    def _moved(self, play: Play, event: Event) -> Standing | None:
        """Return the wager that a bet increases where it has gone to."""
        standing = play.find(event.seat, event.bettor, event.what)
        takes = standing is not None and self.machines.takes_param(standing.wager)
        return None if takes else standing

    def _list(self, what: str) -> Listed:
        """Find the wager that a bet names, once for each that is on the layout."""
        name, param = self.machines.split(what)
        row = self.row_of(name)
        listed = Listed(
            name,
            param,
            row,
            self.machines.machine(name, param),
            f"{name}:{param}" if param else name,
            clauses_of(row)[0],
            bool(row.needs or row.needs_any or row.one_each),
            self.prices.cites(name, "made"),
            self.machines.working(name).similar,
        )
        return self._listed.keep(what, listed)

    def _parent(self, play: Play, seat: str, bettor: str, row: AutomatonWager, param: str) -> Standing | None:
        """Return the wager that another stands on."""
        return self.stakes.parent_of(play, seat, bettor, row, param) if row.needs else None

    def _judge_needs(
        self,
        play: Play,
        event: Event,
        row: AutomatonWager,
        name: str,
        param: str,
        standing: Standing | None,
        parent: Standing | None,
    ) -> Refusal | None:
        """Say why a wager that needs another is not made without it."""
        if not row.needs and not row.needs_any:
            return None
        clause = row.needs_clause or clauses_of(row)[0]
        if not row.needs_any:
            if parent and self.machines.machine(parent.wager, parent.param).locked(parent.state):
                return None
            wanted = " or ".join(f"{need}:{param}" if param else need for need in row.needs)
            return Refusal(
                f"{name} supports a wager on {wanted} whose point is set, and {event.who} has none", clause
            )
        closed = self._opens(play, name, param) if standing is None else None
        if closed:
            return closed
        if any(other.who == event.who and other.wager in row.needs for other in play.wagers):
            return None
        return Refusal(f"{name} needs another wager of the same player on the table", clause)

    def _opens(self, play: Play, name: str, param: str) -> Refusal | None:
        """Say why a wager is not made in this state of the table."""
        return self.machines.machine(name, param).opens(self.memory.now(play))

    def _judge_again(self, play: Play, event: Event, row: AutomatonWager, name: str) -> Refusal | None:
        """Say why a wager that was reduced or taken down is not made again."""
        if not self.standing.is_barred(play, play.player_of(event), name):
            return None
        return Refusal(
            f"{name} was reduced or taken down and may not be made again or increased", row.removal_clause
        )

    def _judge_beside(
        self, play: Play, event: Event, listed: Listed, standing: Standing | None, parent: Standing | None
    ) -> Refusal | None:
        """Say why a wager is not made now, or not beside another on the box, or not increased."""
        name, row = listed.name, listed.row
        if standing is None and parent is None:
            refusal = listed.machine.opens(self.memory.now(play))
            if refusal:
                return refusal
        if standing and row.raise_until_set and listed.machine.locked(standing.state):
            return Refusal(f"{standing.name} may not be increased now", row.raise_clause or listed.clause)
        if not row.one_each:
            return None
        seat = event.seat
        if standing or any(other.seat == seat and other.wager == name for other in play.wagers):
            return Refusal(f"one {name} wager a box is the most", row.one_each_clause or listed.clause)
        return None

    def lay(self, play: Play, event: Event) -> None:
        """Lay a wager down, or increase one."""
        assert event.amount is not None
        if ":" in event.what and (moved := self._moved(play, event)) is not None:
            more = moved.stake + event.amount
            first = moved.original if moved.original > more else 0
            play.put(msgspec.structs.replace(moved, stake=more, original=first))
            play.clauses.add(self.removal_clause(moved))
            return
        listed = self._listed.get(event.what) or self._list(event.what)
        name, param, row = listed.name, listed.param, listed.row
        seat, bettor, stake = event.seat, event.bettor, event.amount
        standing = play.find(seat, bettor, listed.full_name)
        parent = self._parent(play, seat, bettor, row, param) if listed.bound else None
        if standing:
            stake += standing.stake
            charged = self.stakes.charge(name, param, row, stake, parent)
            if row.charge:
                # An increase is charged by itself: what was charged before may not have been given back when
                # the wager was reduced, or taken at another rate.
                before = self.stakes.charge(name, param, row, standing.stake, parent)
                charged = standing.charged + max(0, charged - before)
            original = standing.original if standing.original > stake else 0
            play.put(msgspec.structs.replace(standing, stake=stake, charged=charged, original=original))
            return
        play.clauses.update(listed.cites)
        charged = self.stakes.charge(name, param, row, stake, parent) if row.charge else 0
        state = parent.state if parent else listed.machine.first(self.memory.now(play))
        call = self._called_already(play, event, name) if listed.similar else ""
        player = play.player_at(event)
        # Nothing of its name lies there yet.
        play.wagers = [
            *play.wagers,
            Standing(seat, name, stake, bettor, "", param, state, call, False, charged, player=player),
        ]

    # Calling a wager on and off.

    def judge_call(self, standing: Standing, verb: str) -> Refusal | None:
        """Say why a wager may not be called on or off."""
        working = self.machines.working(standing.wager)
        if standing.call and standing.call != verb.removeprefix("call-"):
            return None
        if working.when == (OFF_ON_COME_OUT if verb == "call-on" else UNLESS_CALLED_OFF):
            return None
        said = {
            ALWAYS: "is always in play",
            OFF_ON_COME_OUT: "is in play whenever a point is set, and rests on a come-out roll",
        }.get(working.when, "is in play already")
        return Refusal(f"{standing.name} {said}", self._working_clause(standing))

    def _working_clause(self, standing: Standing) -> str:
        """Return the clause that says when a wager is in play."""
        return self.machines.working(standing.wager).clause or clauses_of(self.row_of(standing.wager))[0]

    def call(self, play: Play, event: Event) -> None:
        """Call a wager on or off, and all similar ones of the player where one button speaks for them.

        They are his wherever they lie.
        """
        standing = play.find(event.seat, event.bettor, event.what)
        assert standing is not None
        said = event.verb.removeprefix("call-")
        similar = self.machines.working(standing.wager).similar and event.fact("only") != "yes"
        base = self.ruleset.names[standing.wager][0]
        for other in list(play.wagers):
            alike = similar and other.whose == standing.whose and self.ruleset.names[other.wager][0] == base
            if other.key == standing.key or alike:
                play.put(msgspec.structs.replace(other, call=said))
        play.clauses.add(self._working_clause(standing))

    def _called_already(self, play: Play, event: Event, name: str) -> str:
        """Return the call of a similar wager of the same player: it speaks for those made later too."""
        names, who = self.ruleset.names, play.player_of(event)
        return next(
            (
                other.call
                for other in play.wagers
                if other.whose == who and other.call and names[other.wager][0] == names[name][0]
            ),
            "",
        )

    # Taking a wager down.

    def removal_clause(self, standing: Standing) -> str:
        """Return the clause on taking a wager down. What binds one with a point says nothing of another."""
        row, usual = self.row_of(standing.wager), self.row.removal_clause
        if usual and row.removal == "until-set" and not self._is_locked(standing):
            return usual
        return row.removal_clause or usual or self.row.clause

    def _is_locked(self, standing: Standing) -> bool:
        return self.machines.machine(standing.wager, standing.param).locked(standing.state)

    def judge_removal(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Say why a wager may not be taken down or reduced, by its own rule."""
        refusal = self.judge_leaving(standing)
        row = self.row_of(standing.wager)
        if refusal or not self.ruleset.holds(row.binding):
            return refusal
        if amount is None or amount == standing.stake:
            return self.limits.judge_rest(play, standing, row)
        left = msgspec.structs.replace(standing, stake=standing.stake - amount)
        parent = self._parent(play, standing.seat, standing.bettor, row, standing.param)
        elsewhere = self.limits.elsewhere(play, standing.name, row, standing.whose, standing.person)
        return self.stakes.judge(
            play, standing.wager, standing.param, row, left.stake, parent, standing.whose, elsewhere
        ) or self._judge_support(play, left)

    def judge_leaving(self, standing: Standing) -> Refusal | None:
        """Say why a wager may not be touched in its state."""
        row = self.row_of(standing.wager)
        if row.removal == "free" or not self.ruleset.holds(row.binding):
            return None
        if row.removal == "never":
            return Refusal(f"{standing.name} stays until it is won or lost", self.removal_clause(standing))
        machine = self.machines.machine(standing.wager, standing.param)
        if not machine.locked(standing.state):
            return None
        return Refusal(
            f"{standing.name} may not be removed or reduced: {machine.bound_because}",
            self.removal_clause(standing),
        )

    def _judge_support(self, play: Play, left: Standing) -> Refusal | None:
        """Say why a smaller wager could not support its supplements."""
        for child in play.wagers:
            row = self.row_of(child.wager)
            supports = left.wager in row.needs and not row.needs_any and child.param == left.param
            if child.who != left.who or not supports or row.stake.of_original:
                continue
            cap = self.stakes.cap(row, child.wager, child.param, left)
            if cap is not None and child.stake > cap:
                return Refusal(
                    f"{child.name} would be more than {left.name} could support; take that down first",
                    row.stake.clause or self.removal_clause(left),
                )
        return None

    def take_back(self, play: Play, event: Event) -> None:
        """Take a wager down with its dependants, or reduce it."""
        standing = play.find(event.seat, event.bettor, event.what)
        assert standing is not None
        row, clause = self.row_of(standing.wager), self.removal_clause(standing)
        if row.bars_return and self.machines.bars(standing, self.memory.now(play)):
            self.standing.bar(play, standing.whose, standing.wager)
        if event.amount is not None and event.amount < standing.stake:
            left = standing.stake - event.amount
            parent = self._parent(play, event.seat, event.bettor, row, standing.param)
            charged = standing.charged
            if row.charge and row.charge.refunded:
                charged = self.stakes.charge_left(standing, row, left, parent)
            original = standing.first if standing.wager in self._remembered else 0
            play.put(
                msgspec.structs.replace(
                    standing, stake=left, charged=charged, reduced=True, original=original
                )
            )
            return
        for child in self._dependants(play, standing):
            why = f"{standing.name} was taken down, and {child.name} goes back with it"
            self._give_back(play, child, clause, why)
        self._give_back(play, standing, clause, f"{standing.name} was taken down by the player")

    def _give_back(self, play: Play, standing: Standing, clause: str, why: str) -> None:
        """Give a wager back to the player, and its charge where that is refunded."""
        row = self.row_of(standing.wager)
        clauses, charge = (clause,), self.standing.charge_due(play, standing)
        if row.charge and row.charge.refunded:
            play.withdraw(
                standing,
                (*clauses, row.charge.refund_clause),
                why,
                "withdrawn",
                charge - standing.charged,
            )
            return
        play.withdraw(standing, clauses, why, "withdrawn", charge)

    def _dependants(self, play: Play, standing: Standing) -> list[Standing]:
        """List the dependants of a wager: its supplements, and waiting wagers that need it."""
        others = [other for other in play.wagers if other.key != standing.key]
        return [child for child in others if self.hangs_on(play, child, standing, others)]

    def hangs_on(self, play: Play, child: Standing, parent: Standing, among: Sequence[Standing]) -> bool:
        """Whether a wager is a supplement of another, or waits and has no other that it needs."""
        row = self.row_of(child.wager)
        if child.who != parent.who or parent.wager not in row.needs:
            return False
        if not row.needs_any:
            return child.param == parent.param
        others = [one for one in among if one.who == child.who and one.wager in row.needs]
        return not self._runs(play, child) and not others

    def _runs(self, play: Play, standing: Standing) -> bool:
        """Whether a wager has left its first state."""
        first = self.machines.machine(standing.wager, standing.param).first(self.memory.now(play))
        return standing.state != first

    # Wagers that go back by a ruling.

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """Give back the dependants of a wager that a ruling gave back."""
        for child in self._dependants(play, standing):
            play.withdraw(child, (clause,), f"{standing.name} is void, and {child.name} goes back with it")
            self.refund(play, child)
        self.refund(play, standing)

    def left(self, play: Play, who: str, clause: str) -> None:
        """Give back the dependants of a wager that was taken back at an offer."""
        for child in [standing for standing in play.wagers if standing.person == who]:
            row = self.row_of(child.wager)
            others = (other for other in play.wagers if other.who == child.who and other.wager in row.needs)
            stands = any(row.needs_any or other.param == child.param for other in others)
            runs = row.needs_any and self._runs(play, child)
            if row.needs and not stands and not runs:
                play.withdraw(child, (clause,), f"{child.name} goes back with what it stood on", "withdrawn")
                self.refund(play, child)

    def refund(self, play: Play, standing: Standing) -> None:
        """Return a charge that was paid in an earlier round with the wager, where the rulebook returns it."""
        charge = self.row_of(standing.wager).charge
        if charge and charge.refunded:
            paid = self.standing.charged_earlier(play, standing)
            play.transfer("house", account(standing.seat, standing.bettor), paid)
            play.clauses.add(charge.refund_clause)

    def wind_up(self, play: Play) -> None:
        """Leave a wager that the draw has not decided."""
