"""A demonstration floor: a table of every game, terminals with credits, and somebody in every role."""

from __future__ import annotations

from typing import Any

from croupier.api import games
from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.floor.core import Answer
from croupier.floor.events import PersonAdded
from croupier.rulebook.load import game_ids
from croupier.server.auth import Entrance
from croupier.server.feeds import Runs

MANAGER = "manager"
SECOND = "second-manager"
STAFF = {
    "dealer": "dealer",
    "attendant": "attendant",
    "supervisor": "supervisor",
    "inspector": "inspector",
    SECOND: "manager",
}
TERMINALS = 4
CREDITS = 100_000
FIRST_IN_LOBBY = ("house/roulette", "house/blackjack", "house/baccarat", "house/craps")
"""Games whose tables stand first in the lobby."""
COLLECTS = ("queensland/roulette",)
LIVE = "house/roulette"
WAIT = 60.0


def first_events() -> list[PersonAdded]:
    """Return the events that a new floor begins with."""
    return [PersonAdded(MANAGER, "Manager", ("manager",))]


class Demonstration:
    """Sets a new floor up through commands, as a manager would."""

    def __init__(self, runner: Runs, entrance: Entrance) -> None:
        self.runner, self.entrance, self._asked = runner, entrance, 0

    def asked(self, kind: type[ask.Command], by: str, **more: Any) -> Answer:
        """Give one command and return its answer."""
        self._asked += 1
        return self.runner.submit(kind(id=f"demo:{self._asked}", by=by, **more)).result(WAIT)  # type: ignore[arg-type]  # every command is one of those asked

    def build(self) -> tuple[dict[str, str], dict[str, str]]:
        """Set everything up. Return first passwords by person and codes by terminal."""
        passwords = {}
        for person, role in STAFF.items():
            self._must(
                ask.AddPerson, MANAGER, person=person, title=person.replace("-", " ").title(), roles=(role,)
            )
            passwords[person] = self.entrance.first_password(person)
        titles = {entry.id: entry.title for entry in games()}
        for name in [*FIRST_IN_LOBBY, *(one for one in sorted(game_ids()) if one not in FIRST_IN_LOBBY)]:
            self._table(name, titles[name])
        self._must(
            ask.OpenTable,
            MANAGER,
            setup={
                **self._setup(LIVE, f"{titles[LIVE]} (live)"),
                "table": "live-roulette",
                "mode": "live",
                "betting": 60_000,
            },
        )
        codes = {}
        for number in range(1, TERMINALS + 1):
            name = f"terminal-{number}"
            self._must(ask.EnrolTerminal, MANAGER, terminal=name, title=f"Terminal {number}")
            self._must(ask.TakeCash, MANAGER, terminal=name, amount=CREDITS)
            codes[name] = self.entrance.code_for(name)
        return passwords, codes

    def _setup(self, name: str, title: str) -> dict[str, Any]:
        from croupier.api import game

        rows = game(name).rules.option_rows
        options = {key: value for key, value in (("minimum", "5"), ("maximum", "500")) if key in rows}
        return {
            "table": name.replace("/", "-")[:32].strip("-"),
            "game": name,
            "title": title,
            "options": options,
            "collect": name in COLLECTS,
        }

    def _table(self, name: str, title: str) -> None:
        # A game that cannot be set up with these limits is left out: it is a demonstration.
        self.asked(ask.OpenTable, MANAGER, setup=self._setup(name, title))

    def _must(self, kind: type[ask.Command], by: str, **more: Any) -> None:
        answer = self.asked(kind, by, **more)
        if not answer.done:
            raise BadInput(f"the demonstration floor: {answer.why}")


__all__ = ["MANAGER", "Demonstration", "first_events"]
