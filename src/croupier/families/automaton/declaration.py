"""What an automaton game is: its draws, the machine of each wager, and how each row settles. Families fill it in."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.errors import BadInput, unknown
from croupier.families.automaton.machine import UNPRICED, Draw, Machine
from croupier.families.common.limits import Limits
from croupier.families.common.pricing import Outcome
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal


class Declaration(Limits):
    """What a family says of its game, and what follows from its pay tables."""

    verb = "spin"
    TableState: type[msgspec.Struct]
    carried: tuple[str, ...] = ()
    """Keys of `before` that the family's own script reads, besides the table's state and the wagers."""

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        super().__init__(ruleset)
        self._machines: dict[tuple[str, str], Machine] = {}
        self.kept: dict[Hashable, Mapping[str, Refusal | None]] = {}
        """Acts that follow from the rules and nothing but the key; a round asks for them after every event."""
        self._check_prices()
        self.check_orders()

    @property
    def over_clause(self) -> str:
        """Once the draw has decided, no wager is made or changed."""
        return str(self.betting.closed_clause)

    @property
    def late_words(self) -> str:
        """Say why no wager is made or taken back once betting is over."""
        return "no more bets has been called: no wager is made or changed now"

    def betting_open(self, play: Play) -> bool:
        """Say whether no draw has decided yet."""
        return bool(play.phase != "over")

    # What a family says.

    def draws(self) -> list[tuple[Draw, int]]:
        """Every draw, with its weight."""
        raise NotImplementedError

    def parse_draw(self, text: str) -> Draw:
        """Read a draw."""
        raise NotImplementedError

    def show_draw(self, draw: Draw) -> str:
        """Write a draw."""
        return str(draw)

    def say_draw(self, draw: Draw) -> str:
        """Say a draw to a person."""
        return self.show_draw(draw)

    def advance(self, table: Any, draw: Draw) -> Any:
        """The state of the table after a draw."""
        return table

    def build(self, name: str, row: Any, number: str, param: str) -> Machine:
        """The machine of a wager; a parameter that the layout does not have is an error."""
        raise NotImplementedError

    def params(self, name: str) -> list[str]:
        """Every parameter that a wager may have; `['']` when it takes none."""
        return [""]

    def extra_acts(self, play: Play) -> dict[str, dict[str, Refusal | None]]:
        """Acts of the family's own, by person."""
        return {}

    def judge_extra(self, play: Play, event: Event) -> Refusal | None:
        """Why a person may not do an act of the family's own that is open to anybody."""
        return None

    def extra(self, play: Play, event: Event) -> None:
        """Carry out an act of the family's own."""

    def marked(self, play: Play) -> None:
        """What a ruling that marks the round changes at once."""

    def working(self, name: str) -> str:
        """Whether a wager is in play on every draw."""
        return "always"

    def judge_draw(self, play: Play, event: Event) -> Refusal | None:
        """Why the draw may not come yet."""
        return None

    def judge_leaving(self, play: Play, standing: Standing) -> Refusal | None:
        """Why a person may not take this wager off the table, whatever the wager's own rule."""
        return None

    def taken_down(self, play: Play, standing: Standing) -> None:
        """Do what else follows when a player has taken a wager down."""

    def contribution(self, play: Play, standing: Standing) -> tuple[str, Fraction] | None:
        """What of the stake goes on to a meter in this round."""
        return None

    def bars(self, play: Play, standing: Standing) -> bool:
        """Whether taking this wager down or reducing it bars it for a while."""
        return self.machine(standing.wager, standing.param).locked(standing.state)

    def finish(self, play: Play, table: Any, draw: Draw) -> None:
        """What else a draw changes."""

    def carry(self, play: Play) -> dict[str, Any]:
        """What else goes into the next round."""
        return {}

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """Orders of the family's own that correct a result."""
        return None

    # Machines and prices.

    def machine(self, name: str, param: str = "") -> Machine:
        """The machine of a wager."""
        key = (name, param)
        if key not in self._machines:
            row, number = self.ruleset.wager(name)
            if param and not self.takes_param(name):
                raise BadInput(f"the wager {name} takes no parameter; write it as {name}")
            self._machines[key] = self.build(name, row, number, param)
        return self._machines[key]

    def takes_param(self, name: str) -> bool:
        """Whether a wager is written with a parameter."""
        return self.params(name) != [""]

    def happened(self, standing: Standing, row: str, draw: Draw, outcome: Outcome) -> tuple[str, ...]:
        """What happened to a wager, as its further clauses name it."""
        return (row,) if row == outcome.result else (row, outcome.result)

    def _check_prices(self) -> None:
        used: dict[str, set[str]] = {name: set() for name in self.ruleset.tables}
        for name, (base, number) in self.ruleset.names.items():
            row = self.ruleset.wagers[base]
            places = self.params(name)
            if not places:
                continue
            machine = self.machine(name, places[0])
            rows = self.priced_rows(name, machine)
            prices = self.ruleset.prices(name)
            where = f"{self.ruleset.file}: wagers.{base}"
            if not row.table and not row.pays and rows:
                raise BadInput(f"{where}: has neither pays nor table [{clauses_of(row)[0]}]")
            for wanted in sorted(rows):
                if not {wanted, number, "win"} & set(prices):
                    missing = number or wanted
                    raise BadInput(
                        f"{where}: the pay table {row.table or 'pays'} has no row for {missing!r} [{clauses_of(row)[0]}]"
                    )
            if row.table:
                used[row.table] |= rows | machine.all_rows | {number, "win"}
        for table, known in used.items():
            row = self.ruleset.tables[table]
            # Rows under options that are not in force now are read too: a name that no wager has is wrong under all of them.
            for written in (*row.rows, *row.minimum, *(one for rows in row.choices.values() for one in rows)):
                for on in map(str, written.on if isinstance(written.on, list) else [written.on]):
                    if known and on not in known:
                        raise BadInput(
                            f"{self.ruleset.file}: tables.{table}: "
                            + str(unknown("outcome", on, known - {""}))
                        )

    def priced_rows(self, name: str, machine: Machine) -> frozenset[str]:
        """The rows of a wager that its pay table must price."""
        return machine.rows - set(UNPRICED)
