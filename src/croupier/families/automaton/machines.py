"""The wagers of a wheel or dice game as machines: where each may lie, and how it lives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from croupier.cache import Cache
from croupier.errors import BadInput, unknown
from croupier.families.automaton.device import Device
from croupier.families.automaton.machine import UNPRICED, Draw, Machine, TableState
from croupier.families.automaton.rules import AutomatonSetup, AutomatonWager
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Result, Standing

W = TypeVar("W", bound=AutomatonWager)
S = TypeVar("S", bound=AutomatonSetup)
T = TypeVar("T", bound=TableState)

ALWAYS, OFF_ON_COME_OUT, UNLESS_CALLED_OFF = "always", "off-on-come-out", "on-unless-called-off"


class Working(msgspec.Struct, frozen=True):
    """Whether a wager is in play on every draw, and who is heard about it."""

    when: str = ALWAYS
    """`always`, `off-on-come-out` or `on-unless-called-off`."""
    clause: str = ""
    """The clause that says so, where it is not the wager's own."""
    similar: bool = False
    """Whether one wager called on speaks for all similar ones of the player."""


class Machines(Generic[W, S, T]):
    """The machines of a game, made from the rules alone: table, prover and simulator are handed them."""

    def __init__(self, ruleset: Ruleset[W, S], device: Device, fresh: T) -> None:
        """Take `fresh`, the memory of a new table."""
        self.ruleset = ruleset
        self.setup: S = ruleset.setup
        self.device = device
        self.fresh = fresh
        self._made: Cache[tuple[str, str], Machine] = Cache()
        self._params: Cache[str, list[str]] = Cache()
        self._working: Cache[str, Working] = Cache()
        self._split: Cache[str, tuple[str, str]] = Cache()
        self._written: Cache[str, str] = Cache()

    # What a family says.

    def build(self, name: str, row: W, number: str, param: str) -> Machine:
        """Make the machine of a wager; a parameter that the layout does not have is an error."""
        raise NotImplementedError

    def places(self, name: str, row: W) -> Sequence[str]:
        """List every parameter that a wager may have; `['']` when it takes none."""
        return [""]

    def advance(self, table: T, draw: Draw) -> T:
        """Return the state of the table after a draw."""
        return table

    def check_table(self, table: T) -> None:
        """Refuse a carried state of the table that cannot be."""

    def check_lying(self, standing: Standing, table: T) -> None:
        """Refuse a carried wager that cannot lie on the table now, whatever its own state."""

    def canonical(self, name: str, param: str) -> str:
        """Return a parameter as the layout writes it."""
        places = self.params(name)
        if places == [""]:
            raise BadInput(f"the wager {name} takes no parameter; write it as {name}")
        if param not in places:
            raise BadInput(f"{name}:{param} is not on the layout; one that is: {name}:{places[0]}")
        return param

    def layout_clause(self, what: str) -> str:
        """Return the clause that refuses a place outside the layout."""
        name = what.partition(":")[0]
        return self.setup.betting.only_clause or clauses_of(self.ruleset.wager(name)[0])[0]

    def find_working(self, name: str) -> Working:
        """Find whether a wager is in play on every draw."""
        return Working()

    def machine_param(self, name: str, param: str) -> str:
        """Return the parameter by which wagers have machines of their own."""
        return param

    def bars(self, standing: Standing, table: T) -> bool:
        """Whether taking this wager down or reducing it bars it for a while."""
        return self.machine(standing.wager, standing.param).locked(standing.state)

    def state_of(self, name: str, param: str, table: T) -> str:
        """Return the state of a carried wager that does not say its own."""
        return self.machine(name, param).first(table)

    def also_happened(self, draw: Draw, result: Result) -> tuple[str, ...]:
        """Return further happenings of a wager at a draw, for its further clauses."""
        return ()

    def priced_rows(self, name: str, machine: Machine) -> frozenset[str]:
        """Return the rows of a wager that its pay table must price."""
        return machine.rows - set(UNPRICED)

    @property
    def draw_clauses(self) -> Sequence[str]:
        """The clauses under which a draw is made."""
        return self.setup.draw_clauses

    # What follows from it.

    def machine(self, name: str, param: str = "") -> Machine:
        """Return the machine of a wager."""
        found = self._made.get((name, param))
        return found or self._made.keep((name, param), self._make(name, self.machine_param(name, param)))

    def _make(self, name: str, param: str) -> Machine:
        row, number = self.ruleset.wager(name)
        if param and not self.takes_param(name):
            raise BadInput(f"the wager {name} takes no parameter; write it as {name}")
        return self._made.get((name, param)) or self.build(name, row, number, param)

    def working(self, name: str) -> Working:
        """Say whether a wager is in play on every draw."""
        found = self._working.get(name)
        return found or self._working.keep(name, self.find_working(name))

    def params(self, name: str) -> list[str]:
        """List every parameter that a wager may have; `['']` when it takes none."""
        found = self._params.get(name)
        if found is None:
            found = self._params.keep(name, list(self.places(name, self.ruleset.wager(name)[0])))
        return found

    def takes_param(self, name: str) -> bool:
        """Whether a wager is written with a parameter."""
        return self.params(name) != [""]

    def split(self, what: str) -> tuple[str, str]:
        """Return a wager's name, and its parameter in canonical form."""
        found = self._split.get(what)
        return found or self._split.keep(what, self._parted(what))

    def _parted(self, what: str) -> tuple[str, str]:
        name, _, param = what.partition(":")
        self.ruleset.wager(name)
        if not self.params(name):
            raise BadInput(f"the layout of this table has no {name}")
        if self.takes_param(name) and not param:
            places = self.params(name)
            if len(places) > 1:
                raise BadInput(f"the wager {name} must say where it lies; write it like {name}:{places[0]}")
            param = places[0]  # there is no other place
        return name, self.canonical(name, param) if param else ""

    def written(self, text: str) -> str:
        """Return a wager's name with its parameter in canonical form; a text that names none as it is."""
        return self._written.get(text) or self._written.keep(text, self._rewritten(text))

    def _rewritten(self, text: str) -> str:
        name = text.partition(":")[0]
        if name not in self.ruleset.names or not self.takes_param(name):
            return text
        try:
            return ":".join(self.split(text))
        except BadInput:
            return text

    def stays(self, name: str) -> bool:
        """Whether a winning wager stays on the table."""
        text = self.ruleset.wager(name)[0].stays
        return bool(text) and self.ruleset.holds(text)

    # The file.

    def check_prices(self) -> None:
        """Refuse a file that leaves a row unpriced, or prices one that no wager has."""
        rules = self.ruleset
        used: dict[str, set[str]] = {name: set() for name in rules.tables}
        for name, (base, number) in rules.names.items():
            row = rules.wagers[base]
            places = self.params(name)
            if not places:
                continue
            machine = self.machine(name, places[0])
            rows = self.priced_rows(name, machine)
            prices = rules.prices(name)
            where = f"{rules.file}: wagers.{base}"
            clause = clauses_of(row)[0]
            if not row.table and not row.pays and rows:
                raise BadInput(f"{where}: has neither pays nor table [{clause}]")
            for wanted in sorted(rows):
                if not {wanted, number, "win"} & set(prices):
                    table = row.table or "pays"
                    raise BadInput(
                        f"{where}: the pay table {table} has no row for {number or wanted!r} [{clause}]"
                    )
            if row.table:
                used[row.table] |= rows | machine.all_rows | {number, "win"}
        for table, known in used.items():
            self._check_rows(table, known)

    def _check_rows(self, name: str, known: set[str]) -> None:
        """Check rows under options that are not in force too: a name that no wager has is always wrong."""
        table = self.ruleset.tables[name]
        choices = (one for rows in table.choices.values() for one in rows)
        for written in (*table.rows, *table.minimum, *choices):
            for on in map(str, written.on if isinstance(written.on, list) else [written.on]):
                if known and on not in known:
                    raise BadInput(
                        f"{self.ruleset.file}: tables.{name}: {unknown('outcome', on, known - {''})}"
                    )


AnyMachines = Machines[Any, Any, Any]
