"""The core of the floor: a command, the time and entropy go in, events come out.

A command is taken wholly or refused with a reason and, where a rule of the game refuses it, its clause. What the core emits has happened in its own state at once; whoever runs it stores the events
before anybody is told, and says `stored`: no result is drawn before "no more bets" is on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.errors import AmountWanted, BadInput, NotAllowed
from croupier.floor import commands as ask
from croupier.floor.cash import Cash
from croupier.floor.correcting import Correcting
from croupier.floor.events import Event
from croupier.floor.managing import Managing
from croupier.floor.roles import ROLES, may
from croupier.floor.work import refusal
from croupier.randomness.source import Entropy, GeneratorFailed
from croupier.rulebook.electronic import law


class Answer(msgspec.Struct, frozen=True, rename="kebab", omit_defaults=True):
    """What became of a command."""

    done: bool
    events: tuple[Event, ...] = ()
    why: str = ""
    """Why it was refused."""
    clause: str = ""
    given: dict[str, Any] = {}
    """What it gives back: the number of a voucher; of an act that lacked an amount, one to begin with."""


class Core(Cash, Correcting, Managing):
    """The floor at work."""

    def handle(self, command: ask.Asked, now: int, entropy: Entropy) -> Answer:
        """Carry a command out, or refuse it; what is refused changes nothing."""
        self.begin(now, entropy)
        try:
            self._check(command)
            handler: Callable[[Any], None] = getattr(self, "on_" + command.name.replace("-", "_"))
            handler(command)
        except NotAllowed as refused:
            self._nothing_happened(command)
            return Answer(False, why=refused.why, clause=refused.clause)
        except AmountWanted as wrong:
            self._nothing_happened(command)
            return Answer(False, why=str(wrong), given={"wanted": wrong.amount})
        except BadInput as wrong:
            self._nothing_happened(command)
            return Answer(False, why=str(wrong))
        except GeneratorFailed as failed:
            self._nothing_happened(command)
            return Answer(False, why=f"the generator does not work: {failed}")
        self.settle_books()
        return Answer(True, tuple(self.emitted), given=self.given)

    def _check(self, command: ask.Asked) -> None:
        roles = self.roles_of(command.by)
        if not any(may(role, command.name) for role in roles):
            known = roles or command.by in self.floor.people
            why = (
                f"{command.by} may not {command.name.replace('-', ' ')}"
                if known
                else f"nobody here is called {command.by}"
            )
            raise refusal(command.name, why, self._interference(command))

    def _interference(self, command: ask.Asked) -> str:
        """The clause against whoever has nothing to do at a table or at a terminal."""
        table, terminal = (
            self.floor.tables.get(getattr(command, "table", "")),
            getattr(command, "terminal", ""),
        )
        if table is not None:
            return law(table.setup.game, "interference-equipment")
        return self.law_at(terminal, "interference-terminal") if terminal in self.floor.terminals else ""

    def roles_of(self, who: str) -> tuple[str, ...]:
        """What somebody may be asked as."""
        if who == "system":
            return ("system",)
        if who in self.floor.terminals:
            return ("terminal",)
        person = self.floor.people.get(who)
        return tuple(role for role in person.roles if role in ROLES) if person else ()

    def _nothing_happened(self, command: ask.Asked) -> None:
        if self.emitted:
            raise RuntimeError(f"{command.name} was refused after something had happened")
