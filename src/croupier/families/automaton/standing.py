"""Wagers that stand from round to round, and what a player may not make again for a while."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.cache import Cache
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput, short, unknown
from croupier.families.automaton.machine import TableState
from croupier.families.automaton.machines import AnyMachines
from croupier.families.automaton.memory import AnyMemory
from croupier.families.automaton.rules import AutomatonWager
from croupier.families.automaton.stakes import Stakes
from croupier.table.claims import Standing
from croupier.table.events import parts_of
from croupier.table.parts.part import Carried, Part
from croupier.table.parts.people import check_seat
from croupier.table.play import Play, Slice

MOST_STANDING = 2_000
MOST_TABLES = 64
"""The most states of the table for which wagers on it are kept."""
MOST_WAGERS = 500
"""The most wagers of each."""
NONE: frozenset[str] = frozenset()
WagerKey = tuple[str, str, str, str]
"""A wager, its parameter, its state and its call."""
NEEDED = {"seat", "on", "stake"}
KNOWN = {*NEEDED, "bettor", "hand", "state", "call", "reduced", "charged", "original", "player"}
EXAMPLE = '{seat = 1, on = "come:6", stake = "10"}'


class Lying(Carried, frozen=True):
    """The wagers on the layout. Both fields are read by hand, so that an error says how to write them."""

    wagers: object = ()
    """Wagers, each like {seat = 1, on = 'come:6', stake = '10'}."""
    barred: object = ()
    """Wagers that a person may not make again, like `1 dont-come`."""


class LyingStill(Lying, frozen=True):
    """The wagers on the layout as a round left them."""

    laid: tuple[Standing, ...] = ()
    barred: tuple[str, ...] = ()

    def written(self) -> dict[str, Any]:
        """Return the wagers and bars, as JSON holds them."""
        found: dict[str, Any] = {}
        if self.laid:
            found["wagers"] = [standing.value() for standing in self.laid]
        if self.barred:
            found["barred"] = list(self.barred)
        return found


class StandingSlice(Slice):
    """Further memory about wagers."""

    barred: list[str]
    """Wagers that a person may not make again, like `1 dont-come`."""
    earlier: dict[str, str] = {}
    """The charges of earlier rounds, by person and wager."""


class StandingWagers(Part[Lying]):
    """Wagers that a draw did not decide stand on into the next round."""

    carried = Lying
    hears = ()

    def __init__(self, machines: AnyMachines, stakes: Stakes, memory: AnyMemory) -> None:
        self.ruleset = machines.ruleset
        self.machines = machines
        self.stakes = stakes
        self.memory = memory
        self._found: Cache[TableState, Cache[tuple[str, str, str, str], tuple[str, bool]]] = Cache(
            MOST_TABLES
        )
        """By the state of the table and what a wager is but its stake: its state, and if it lies alone."""

    def begin(self, play: Play, carried: Lying) -> None:
        """Lay out the carried wagers. Refuse one that cannot lie on this table."""
        barred, rows = carried.barred, carried.wagers
        if not isinstance(barred, list | tuple) or not all(isinstance(one, str) for one in barred):
            raise BadInput("before: barred must be a list like ['1 dont-come']")
        mine = StandingSlice(list(barred))
        play.add(mine)
        if not isinstance(rows, list | tuple) or len(rows) > MOST_STANDING:
            raise BadInput(f"before: wagers must be a list of wagers, each like {EXAMPLE}")
        table = self.memory.now(play)
        if isinstance(carried, LyingStill):
            self._lay_again(play, carried.laid, table)
        else:
            self._read_all(play, rows, table)
        mine.earlier = {
            f"{standing.who} {standing.name}": show_amount(standing.charged)
            for standing in play.wagers
            if standing.charged
        }

    def _read_all(self, play: Play, rows: Sequence[object], table: TableState) -> None:
        """Read carried wagers as they are written, and check them."""
        keys = set()
        for row in rows:
            standing = self._read_row(row, table)
            if standing.key in keys:
                raise BadInput(f"before: seat {standing.person} carries {standing.name} twice")
            keys.add(standing.key)
            play.wagers.append(standing)
        for standing in play.wagers:
            self._check_beside(play, standing)
            self._check_state(standing, table)
        play.wagers = [self._charged_before(play, standing) for standing in play.wagers]

    def _lay_again(self, play: Play, laid: Sequence[Standing], table: TableState) -> None:
        """Lay out wagers as a round left them. They are checked like those that are read."""
        known = self._found.get(table)
        if known is None:
            known = self._found.keep(table, Cache(MOST_WAGERS))
        beside: list[int] = []
        for at, standing in enumerate(laid):
            key = (standing.wager, standing.param, standing.state, standing.call)
            found = known.get(key)
            if found is None:
                found = known.keep(key, self._find(standing, table))
            state, alone = found
            if state != standing.state:
                standing = msgspec.structs.replace(standing, state=state)
            play.wagers.append(standing)
            if not alone:
                beside.append(at)
        for at in beside:
            self._check_beside(play, play.wagers[at])
        for at in beside:
            play.wagers[at] = self._charged_before(play, play.wagers[at])

    def _find(self, standing: Standing, table: TableState) -> tuple[str, bool]:
        """Return the state of a wager in a state of the table, and whether it lies there by itself."""
        standing, row = self._stated(standing, table), self.ruleset.wager(standing.wager)[0]
        self.machines.check_lying(standing, table)
        self._check_state(standing, table)
        return standing.state, not (row.needs or row.charge or row.one_each)

    def carry(self, play: Play) -> Lying:
        """Carry wagers on until they are decided."""
        return LyingStill(laid=tuple(play.wagers), barred=tuple(play.of(StandingSlice).barred))

    # Bars.

    def is_barred(self, play: Play, who: str, wager: str) -> bool:
        """Whether a person may not make a wager again."""
        barred = play.of(StandingSlice).barred
        return bool(barred) and f"{who} {wager}" in barred

    def bar(self, play: Play, who: str, wager: str) -> None:
        """Keep a person from making a wager again."""
        mine = play.of(StandingSlice)
        mine.barred = sorted({*mine.barred, f"{who} {wager}"})

    def lift_bars(self, play: Play) -> None:
        """Let everybody make every wager again."""
        play.of(StandingSlice).barred = []

    # Charges.

    def charged_earlier(self, play: Play, standing: Standing) -> Amount:
        """Return the charge for a wager in earlier rounds, which was settled then."""
        return parse_amount(play.of(StandingSlice).earlier.get(f"{standing.who} {standing.name}", "0"))

    def charged_wagers(self, play: Play) -> frozenset[str]:
        """Return the wagers for which somebody was charged in earlier rounds."""
        earlier = play.of(StandingSlice).earlier
        return frozenset([label.split()[1].partition(":")[0] for label in earlier]) if earlier else NONE

    def charge_due(self, play: Play, standing: Standing) -> Amount:
        """Return the charge for a wager in this round."""
        return standing.charged - self.charged_earlier(play, standing)

    def _charged_before(self, play: Play, standing: Standing) -> Standing:
        """Return a carried wager with its charge. Where it does not say, the rules do, if still the same."""
        row, _ = self.ruleset.wager(standing.wager)
        if row.charge is None or standing.charged or "options" in play.before:
            return standing
        parent = self._parent(play, standing)
        return msgspec.structs.replace(
            standing,
            charged=self.stakes.charge(standing.wager, standing.param, row, standing.stake, parent),
        )

    # Reading.

    def _read_row(self, row: object, table: TableState) -> Standing:
        if not isinstance(row, dict):
            raise BadInput(f"before.wagers: {short(row)} is not a wager; write it like {EXAMPLE}")
        for key in row:
            if key not in KNOWN:
                raise unknown("key", str(key), KNOWN, "before.wagers")
        for key in sorted(NEEDED):
            if key not in row:
                raise BadInput(f"before.wagers: a wager does not say {key}; write it like {EXAMPLE}")
        who = re.fullmatch(r"([0-9]{1,2})([a-z]?)", str(row["seat"]), re.ASCII)
        if not who or not re.fullmatch(r"[a-z]?", str(row.get("bettor", "")), re.ASCII):
            raise BadInput(
                f"before: {short(row['seat'])} is not a seat; write it like 1, or 1a for one of two bettors"
            )
        texts = {str(key): str(value) for key, value in row.items()}
        standing = Standing.parse({"bettor": who[2], **texts, "seat": who[1]})
        check_seat(standing.seat)
        if standing.player:
            check_seat(parts_of(standing.player)[0])
        name, param = standing.wager, standing.param
        self.ruleset.wager(name)
        if not self.ruleset.offered(name):
            raise BadInput(f"before: {name} is not offered at this table")
        if self.machines.takes_param(name):
            name, param = self.machines.split(standing.name)
            standing = msgspec.structs.replace(standing, param=param)
        elif param and self.machines.machine(name, param).known_as(param) != param:
            raise BadInput(f"before: the wager {name} takes no parameter; write it as {name}")
        standing = self._stated(standing, table)
        self.machines.check_lying(standing, table)
        return standing

    def _stated(self, standing: Standing, table: TableState) -> Standing:
        """Return a wager in its state. One that does not say has the state that the table gives it."""
        if standing.state:
            return standing
        state = self.machines.state_of(standing.wager, standing.param, table)
        return msgspec.structs.replace(standing, state=state) if state else standing

    def _check_beside(self, play: Play, standing: Standing) -> None:
        """Refuse a carried wager that does not fit those beside it."""
        row: AutomatonWager = self.ruleset.wager(standing.wager)[0]
        if not (row.needs or row.charge or row.one_each):
            return
        parent = self._parent(play, standing)
        if row.needs and not row.needs_any and not parent:
            raise BadInput(
                f"before: {standing.name} supports {' or '.join(row.needs)}, "
                f"and seat {standing.seat} carries none"
            )
        if parent and parent.state != standing.state:
            raise BadInput(f"before: {standing.name} stands on {parent.name}, and its state must be the same")
        cap = self.stakes.cap(row, standing.wager, standing.param, parent) if parent else None
        if parent and cap is not None and standing.stake > cap:
            raise BadInput(f"before: {standing.name} may be at most {show_amount(cap)} beside {parent.name}")
        # Before a ruling changed the rate, any that the rulebook allows may have been taken.
        most = self.stakes.charge(standing.wager, standing.param, row, standing.stake, parent)
        most = standing.stake if "options" in play.before else most
        if row.charge and row.charge.refunded and standing.charged > most:
            raise BadInput(f"before: no more than {show_amount(most)} was charged for {standing.name}")
        if row.one_each and any(
            other.seat == standing.seat and other.wager == standing.wager and other.key != standing.key
            for other in play.wagers
        ):
            raise BadInput(f"before: one {standing.wager} wager a box is the most")

    def _check_state(self, standing: Standing, table: TableState) -> None:
        """Refuse a carried wager in a state that it cannot have, or with a call that there is not."""
        moved = standing.param and not self.machines.takes_param(standing.wager)
        if moved and standing.param != standing.state:
            raise BadInput(f"before: {standing.name} stands on its point, not on {short(standing.state)}")
        if not self.machines.machine(standing.wager, standing.param).holds(standing.state, table):
            if not standing.state:
                raise BadInput(
                    f"before: {standing.name} does not say on what it stands; "
                    f"write its point after a colon, like {standing.name}:6"
                )
            raise BadInput(
                f"before: {standing.name} cannot be in the state {short(standing.state)} at this table"
            )
        if standing.original and standing.original <= standing.stake:
            raise BadInput(
                f"before: {standing.name} was reduced from more than {show_amount(standing.stake)}, "
                f"not from {show_amount(standing.original)}"
            )
        if standing.stake <= 0 or standing.call not in ("", "on", "off"):
            raise BadInput(f"before: {standing.name} must have a stake, and a call is on or off")

    def _parent(self, play: Play, standing: Standing) -> Standing | None:
        """Return the wager that a carried one supports."""
        return self.stakes.supported_by(play, standing)
