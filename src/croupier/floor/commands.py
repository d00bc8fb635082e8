"""Commands: what may be asked of the floor.

Whoever asks makes the id; the same id gets the same answer. The docstrings of commands are the descriptions
in the OpenAPI schema.
"""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from croupier.equipment.money import Amount


def _dashed(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).strip("-")


class AtTable:
    """Mixed into what is asked of one table."""

    __slots__ = ()
    table: str


class AtTerminal:
    """Mixed into what is asked about one terminal."""

    __slots__ = ()
    terminal: str


class Command(
    msgspec.Struct, frozen=True, tag_field="do", tag=_dashed, rename="kebab", forbid_unknown_fields=True
):
    """Something that a terminal or a person asks for."""

    id: str
    """Made by whoever asks; never used twice for anything else."""
    by: str
    """The terminal, or the person who has signed in."""

    @property
    def name(self) -> str:
        """Return the name of the command on the wire."""
        return str(self.__struct_config__.tag)


# At a terminal.


class Join(Command, AtTable, frozen=True):
    """Take boxes at a table; one is given if none is named."""

    table: str
    seats: tuple[str, ...] = ()


class Leave(Command, AtTable, frozen=True):
    """Give the boxes back; wagers that stand are played to their end."""

    table: str


class Play(Command, AtTable, frozen=True):
    """An act at the table: a wager made, changed or withdrawn, a decision.

    The box may be left out where there is only one.
    """

    table: str
    act: str


class Collect(Command, AtTable, frozen=True):
    """Clear wagers that have won from the layout onto the credits."""

    table: str


class InsertVoucher(Command, frozen=True):
    """Buy in with a voucher."""

    number: str


class PrintVoucher(Command, frozen=True):
    """Cash out: all credits become a voucher."""


class FromAccount(Command, frozen=True):
    """Buy in from a player's account."""

    person: str
    amount: Amount


class ToAccount(Command, frozen=True):
    """Cash out to a player's account."""

    person: str


class CallAttendant(Command, frozen=True):
    """Ask for somebody to come."""


# The attendant.


class TakeCash(Command, AtTerminal, frozen=True):
    """Cash was put into a terminal, or handed over for it."""

    terminal: str
    amount: Amount


class PayOut(Command, AtTerminal, frozen=True):
    """The credits of a terminal are paid by hand, in chips or cash."""

    terminal: str


class HandPay(Command, AtTerminal, frozen=True):
    """What a terminal cannot pay is paid by hand, and a lock that waited for it is gone with it."""

    terminal: str
    cause: str
    """`win`: a win that waits for an attendant. `voucher`: the last voucher of the terminal, which did not
    come out. `malfunction`: all credits of a terminal that does not work."""
    reason: str = ""


class GiveVoucher(Command, AtTerminal, frozen=True):
    """All credits of a terminal that gives no voucher itself become one, which an attendant hands over."""

    terminal: str


class RedeemVoucher(Command, frozen=True):
    """A voucher is paid."""

    number: str


class ClearLock(Command, AtTerminal, frozen=True):
    """A terminal that waits for an attendant may go on."""

    terminal: str


class Deposit(Command, frozen=True):
    """Cash is paid into a player's account."""

    person: str
    amount: Amount


class Withdraw(Command, frozen=True):
    """Cash is paid out of a player's account."""

    person: str
    amount: Amount


# The dealer, the supervisor, the manager.


class Deal(Command, AtTable, frozen=True):
    """What a dealer does or sees at a live table:
    `no-more-bets`, `spin 17`, `deal 6h`, `dealer cutting-card`.
    """

    table: str
    act: str


class Rule(Command, AtTable, frozen=True):
    """A ruling on the round at a table."""

    table: str
    irregularity: str
    facts: dict[str, str] = {}


class ReportFault(Command, AtTable, AtTerminal, frozen=True):
    """A terminal or a table does not work; nothing is taken there until it is cleared."""

    why: str
    terminal: str = ""
    table: str = ""


class ClearFault(Command, AtTable, AtTerminal, frozen=True):
    """It works again. A round that was interrupted goes on, or is void."""

    terminal: str = ""
    table: str = ""
    void: bool = False


class OpenTable(Command, frozen=True):
    """Set a table up; an existing one takes the new setup from its next round on."""

    setup: dict[str, Any]


class ChangeTable(Command, AtTable, frozen=True):
    """Open or close a table for further rounds."""

    table: str
    open: bool


class EnrolTerminal(Command, AtTerminal, frozen=True):
    """A new terminal."""

    terminal: str
    title: str = ""


class SetTerminal(Command, AtTerminal, frozen=True):
    """The least and the largest wager of a terminal, by table;
    from which win on it waits for an attendant; and the largest voucher that it prints.
    """

    terminal: str
    minimum: dict[str, Amount] = {}
    maximum: dict[str, Amount] = {}
    lock_at: Amount = 0
    most_voucher: Amount = 0


class AddPerson(Command, frozen=True):
    """Somebody who works here, or a player with an account."""

    person: str
    title: str
    roles: tuple[str, ...] = ()


class ProposeCorrection(Command, AtTable, frozen=True):
    """The draws of a round as they really were; another person must approve."""

    table: str
    round: int
    draws: tuple[str, ...]
    reason: str
    impossible: str = "returned"
    """What becomes of a wager that could not have been made: `returned`, or `left` as it was settled."""


class ApproveCorrection(Command, frozen=True):
    """Carry a proposed correction out."""

    correction: int


class RejectCorrection(Command, frozen=True):
    """Drop a proposed correction."""

    correction: int
    reason: str


class DecideOwed(Command, AtTerminal, frozen=True):
    """What is owed after a correction is collected in cash, or waived; what is due to a player is paid."""

    terminal: str
    session: int
    collected: bool
    reason: str


class RefusePay(Command, AtTerminal, frozen=True):
    """An amount that was credited because of a malfunction, or after it, is not paid."""

    terminal: str
    amount: Amount
    reason: str


class PayRound(Command, AtTable, AtTerminal, frozen=True):
    """What a round owes a player is paid by hand,
    because the right result cannot be shown to bring the right payment.
    """

    terminal: str
    table: str
    round: int
    amount: Amount
    reason: str


# Nobody.


class Tick(Command, AtTable, frozen=True):
    """Time has passed, at one table or at all of them."""

    table: str = ""


Asked = (
    Join | Leave | Play | Collect | InsertVoucher | PrintVoucher | FromAccount | ToAccount | CallAttendant
    | TakeCash | PayOut | HandPay | GiveVoucher | RedeemVoucher | ClearLock | Deposit | Withdraw
    | Deal | Rule | ReportFault | ClearFault | OpenTable | ChangeTable
    | EnrolTerminal | SetTerminal | AddPerson
    | ProposeCorrection | ApproveCorrection | RejectCorrection | DecideOwed | RefusePay | PayRound
    | Tick
)  # fmt: skip
"""Every command."""
KINDS: dict[str, Any] = {str(kind.__struct_config__.tag): kind for kind in get_args(Asked)}
"""The kinds of command by their name: one is read much faster as what it is than as any of them."""
