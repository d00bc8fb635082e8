"""Setting the floor up: tables, terminals, people; and what does not work."""

from __future__ import annotations

import re

import msgspec

from croupier.api import Game
from croupier.errors import BadInput, short
from croupier.floor import commands as ask
from croupier.floor.events import (
    PersonAdded,
    Setup,
    TableChanged,
    TableOpened,
    TerminalChanged,
    TerminalEnrolled,
    TerminalSet,
)
from croupier.floor.roles import ROLES
from croupier.floor.rooms import ONE, digest_of, game_of
from croupier.floor.rounds import Playing
from croupier.floor.work import text_of
from croupier.rulebook.electronic import electronic, law
from croupier.table.written import seated

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}", re.ASCII)
LIMITS = {
    "terminals": (1, 2_000),
    "betting": (1_000, 600_000),
    "deciding": (1_000, 600_000),
    "pause": (0, 600_000),
    "pace": (0, 3_600_000),
}


def name_of(name: str, what: str) -> str:
    """Return a name for a table, a terminal or a person, or refuse it."""
    if not _NAME.fullmatch(name) or name in ("system", "default"):
        raise BadInput(
            f"{short(name)} is not a name for a {what}; use small letters, digits and dashes, like {what}-1"
        )
    return name


def _numbers(setup: Setup) -> dict[str, int]:
    """Return the numbers of a setup that have limits."""
    return {
        "terminals": setup.terminals,
        "betting": setup.betting,
        "deciding": setup.deciding,
        "pause": setup.pause,
        "pace": setup.pace,
    }


class Managing(Playing):
    """What a manager does."""

    def on_open_table(self, command: ask.OpenTable) -> None:
        """Open a table, or change the setup of one that is there."""
        try:
            setup = msgspec.convert(command.setup, Setup)
        except msgspec.ValidationError as error:
            raise BadInput(f"the setup of a table: {error}") from None
        name_of(setup.table, "table")
        for key, number in _numbers(setup).items():
            least, most = LIMITS[key]
            if not least <= number <= most:
                raise BadInput(f"{key} is from {least} to {most}, not {number}")
        if setup.mode not in ("automatic", "live"):
            raise BadInput(f"a table is automatic or live, not {short(setup.mode)}")
        if setup.game.endswith(".toml"):
            raise BadInput("a table has a game of a rulebook, named by its id")
        asked = electronic(setup.game.partition("/")[0])
        if given := asked.options.get(setup.game.partition("/")[2]):
            setup = msgspec.structs.replace(setup, options={**given, **setup.options})
        one = game_of(setup)
        for bound in ("minimum", "maximum"):
            if bound in one.rules.option_rows and not one.rules.options.get(bound):
                raise BadInput(f"a table on the floor says its limits: set the option {bound}")
        clause = law(setup.game, "approved-system")
        if setup.mode == "automatic" and setup.pace < asked.pace:
            # A fully automated game runs no faster than the law lets it, whatever the setup says.
            setup, clause = msgspec.structs.replace(setup, pace=asked.pace), asked.clauses.get("pace", "")
        if asked.collect and "collect" not in command.setup:
            setup = msgspec.structs.replace(setup, collect=True)
        self._jackpots_fit(setup, one)
        event, table = (
            TableOpened(setup, digest_of(setup), command.by, clause),
            self.floor.tables.get(setup.table),
        )
        if table is not None and self.floor.idle(table):
            self.take_setup(table, event)
        else:
            self.emit(event)

    def _jackpots_fit(self, setup: Setup, one: Game) -> None:
        """Refuse to set the same game up without a jackpot into which players have paid."""
        table = self.floor.tables.get(setup.table)
        if table is not None and table.setup.game == setup.game:
            seated(
                one.playable,
                {"meters": meters} if (meters := table.carried.get(ONE, {}).get("meters")) else {},
            )

    def on_change_table(self, command: ask.ChangeTable) -> None:
        """Open or close a table for further rounds."""
        table = self.table(command.table)
        self.emit(TableChanged(command.table, command.open, table.fault, command.by))

    def on_enrol_terminal(self, command: ask.EnrolTerminal) -> None:
        """Add a terminal."""
        name = name_of(command.terminal, "terminal")
        if name in self.floor.terminals or name in self.floor.people:
            raise BadInput(f"{name} is there already")
        self.emit(TerminalEnrolled(name, command.title[:80] or name))

    def on_set_terminal(self, command: ask.SetTerminal) -> None:
        """Set a terminal's own limits."""
        self.terminal(command.terminal)
        for bounds in (command.minimum, command.maximum):
            for table, amount in bounds.items():
                self.table(table)
                if amount < 0:
                    raise BadInput("a limit is not below nothing")
        laws = dict.fromkeys(law(self.table(table).setup.game, "own-minimum") for table in command.minimum)
        self.emit(
            TerminalSet(
                command.terminal,
                command.minimum,
                command.maximum,
                max(0, command.lock_at),
                max(0, command.most_voucher),
                command.by,
                ", ".join(filter(None, laws)),
            )
        )

    def on_add_person(self, command: ask.AddPerson) -> None:
        """Add somebody who works here, or a player."""
        name = name_of(command.person, "person")
        if name in self.floor.terminals:
            raise BadInput(f"{name} is a terminal")
        for role in command.roles:
            if role not in ROLES or role in ("terminal", "system"):
                raise BadInput(f"{short(role)} is no role of a person")
        self.emit(PersonAdded(name, command.title[:80] or name, command.roles, command.by))

    def on_report_fault(self, command: ask.ReportFault) -> None:
        """Put a terminal or a table out of order."""
        why = text_of(command.why, "a fault")
        if bool(command.terminal) == bool(command.table):
            raise BadInput("a fault is at a terminal or at a table: name one of them")
        if command.terminal:
            one = self.terminal(command.terminal)
            self.emit(
                TerminalChanged(
                    one.id, one.lock, why, calls=True, by=command.by, clause=self.law_at(one.id, "no-result")
                )
            )
        else:
            table = self.table(command.table)
            self.emit(
                TableChanged(command.table, table.open, why, command.by, law(table.setup.game, "no-result"))
            )

    def on_clear_fault(self, command: ask.ClearFault) -> None:
        """Put a terminal or a table back to work. A round that was interrupted goes on, or is void."""
        if command.terminal:
            one = self.terminal(command.terminal)
            if not one.fault:
                raise BadInput(f"terminal {one.id} has no fault")
            self.emit(TerminalChanged(one.id, one.lock, "", one.calls, command.by))
            self.works_again(one.id)
            return
        table = self.table(command.table)
        if not table.fault:
            raise BadInput(f"table {command.table} has no fault")
        if command.void and table.round is None:
            raise BadInput(
                f"no round is in play at table {command.table} that could be void; "
                "one that is over is put right by a correction"
            )
        self.emit(TableChanged(command.table, table.open, "", command.by))
        if command.void:
            self.void(table, command.by)
        else:
            self.time_again(table)
