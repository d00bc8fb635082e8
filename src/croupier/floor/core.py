"""The core of the floor: a command, the time and entropy go in, events come out.

A command is taken wholly, or refused with a reason and, where a rule of the game refuses it, its clause. What
the core emits has happened in its own state at once. Whoever runs it stores the events before anybody is
told, and then calls `stored`: no result is drawn before "no more bets" is on disk.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

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
    """What it gives back: the number of a voucher, or an amount to begin with where an act lacked one."""


class Core(Cash, Correcting, Managing):
    """The floor at work."""

    def handle(self, command: ask.Asked, now: int, entropy: Entropy) -> Answer:
        """Carry a command out, or refuse it. What is refused changes nothing."""
        self.begin(now, entropy)
        try:
            self._check(command)
            HANDLERS[type(command)](self, command)
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
        """Return the clause against interference with a table or a terminal."""
        table = self.floor.tables.get(command.table) if isinstance(command, ask.AtTable) else None
        terminal = command.terminal if isinstance(command, ask.AtTerminal) else ""
        if table is not None:
            return law(table.setup.game, "interference-equipment")
        return self.law_at(terminal, "interference-terminal") if terminal in self.floor.terminals else ""

    def roles_of(self, who: str) -> tuple[str, ...]:
        """Return the roles of a terminal, a person or the system."""
        if who == "system":
            return ("system",)
        if who in self.floor.terminals:
            return ("terminal",)
        person = self.floor.people.get(who)
        return tuple(role for role in person.roles if role in ROLES) if person else ()

    def _nothing_happened(self, command: ask.Asked) -> None:
        if self.emitted:
            raise RuntimeError(f"{command.name} was refused after something had happened")


C = TypeVar("C", bound=ask.Command)
Handler = Callable[[Core, Any], None]
"""Carries a command out. `_handles` checks that it fits the kind of command."""


def _handles(kind: type[C], handler: Callable[[Core, C], None]) -> tuple[type[ask.Command], Handler]:
    return kind, handler


HANDLERS: dict[type[ask.Command], Handler] = dict(
    (
        _handles(ask.Join, Core.on_join),
        _handles(ask.Leave, Core.on_leave),
        _handles(ask.Play, Core.on_play),
        _handles(ask.Collect, Core.on_collect),
        _handles(ask.InsertVoucher, Core.on_insert_voucher),
        _handles(ask.PrintVoucher, Core.on_print_voucher),
        _handles(ask.FromAccount, Core.on_from_account),
        _handles(ask.ToAccount, Core.on_to_account),
        _handles(ask.CallAttendant, Core.on_call_attendant),
        _handles(ask.TakeCash, Core.on_take_cash),
        _handles(ask.PayOut, Core.on_pay_out),
        _handles(ask.HandPay, Core.on_hand_pay),
        _handles(ask.GiveVoucher, Core.on_give_voucher),
        _handles(ask.RedeemVoucher, Core.on_redeem_voucher),
        _handles(ask.ClearLock, Core.on_clear_lock),
        _handles(ask.Deposit, Core.on_deposit),
        _handles(ask.Withdraw, Core.on_withdraw),
        _handles(ask.Deal, Core.on_deal),
        _handles(ask.Rule, Core.on_rule),
        _handles(ask.ReportFault, Core.on_report_fault),
        _handles(ask.ClearFault, Core.on_clear_fault),
        _handles(ask.OpenTable, Core.on_open_table),
        _handles(ask.ChangeTable, Core.on_change_table),
        _handles(ask.EnrolTerminal, Core.on_enrol_terminal),
        _handles(ask.SetTerminal, Core.on_set_terminal),
        _handles(ask.AddPerson, Core.on_add_person),
        _handles(ask.ProposeCorrection, Core.on_propose_correction),
        _handles(ask.ApproveCorrection, Core.on_approve_correction),
        _handles(ask.RejectCorrection, Core.on_reject_correction),
        _handles(ask.DecideOwed, Core.on_decide_owed),
        _handles(ask.RefusePay, Core.on_refuse_pay),
        _handles(ask.PayRound, Core.on_pay_round),
        _handles(ask.Tick, Core.on_tick),
    )
)
"""The handler of each kind of command."""
