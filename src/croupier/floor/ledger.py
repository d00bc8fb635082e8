"""The ledger: every credit is somewhere.

Money only moves from one account to another, so all balances together are always nothing. Credits that people
hold, stakes on the tables, jackpots and unpaid vouchers are positive. `cash` is what was taken in, with the
sign turned round. Every meter is a sum of entries by what they were for, and the self-audit compares balances
and meters.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from croupier.equipment.money import MOST, Amount

Kind = Literal[
    "cash-in", "voucher-in", "account-in",
    "voucher-out", "hand-paid", "win-paid", "round-paid", "account-out", "deposit", "withdrawal", "redeemed",
    "stake", "returned", "won", "lost", "laid-out", "collected", "left-on", "jackpot", "contribution",
    "table", "reversed", "corrected", "owed", "paid-off", "waived", "withheld",
]  # fmt: skip
"""What an entry was for."""
NOTHING: dict[str, Amount] = {}
"""The meters of an account that nothing came into or went out of."""
CASH = "cash"
VOUCHERS = "vouchers"
FREE = ("cash", "house", "waived", "owed", "table")
"""Accounts of the operator that may be below nothing. A player's meter never is."""


def meter(terminal: str) -> str:
    """Name the account of a terminal's credits."""
    return f"meter:{terminal}"


def player(person: str) -> str:
    """Name the account of a player with the house."""
    return f"player:{person}"


def stakes(table: str, terminal: str) -> str:
    """Name the account of a terminal's undecided wagers at a table."""
    return f"stakes:{table}:{terminal}"


def layout(table: str, terminal: str) -> str:
    """Name the account of a terminal's winning wagers that lie on the layout until they are collected."""
    return f"layout:{table}:{terminal}"


def house(table: str) -> str:
    """Name the account of what the house has won or lost at a table."""
    return f"house:{table}"


def owed(terminal: str, session: int) -> str:
    """Name the account between the house and whoever played at a terminal from one cash-out to the next.

    Below nothing is what he owes: it was credited wrongly and is gone. Above nothing is due to him.
    """
    return f"owed:{terminal}:{session}"


def correcting(terminal: str, session: int) -> str:
    """Name the account in which a correction is reckoned. It is empty before and after."""
    return f"correcting:{terminal}:{session}"


def own(table: str, name: str) -> str:
    """Name an account that the game itself keeps at a table: a jackpot meter, the pot."""
    return f"table:{table}:{name}"


class Posting(msgspec.Struct, frozen=True, array_like=True):
    """Money that moved."""

    source: str
    target: str
    amount: Amount
    kind: Kind


class Unbalanced(RuntimeError):
    """The books do not agree with themselves, and play stops.

    It is a mistake in the program, never in what somebody asked for.
    """


class Ledger(msgspec.Struct):
    """Balances, and what came into and went out of each account, by kind."""

    balances: dict[str, Amount] = msgspec.field(default_factory=dict)
    came: dict[str, dict[str, Amount]] = msgspec.field(default_factory=dict)
    went: dict[str, dict[str, Amount]] = msgspec.field(default_factory=dict)
    entries: int = 0

    def balance(self, account: str) -> Amount:
        """Return what an account holds."""
        return self.balances.get(account, 0)

    def post(self, postings: Iterable[Posting]) -> None:
        """Enter postings that belong together.

        Accounts of players may be below nothing in between, and not at the end.
        """
        balances, went, came = self.balances, self.went, self.came
        touched = set()
        for one in postings:
            source, target, amount, kind = one.source, one.target, one.amount, one.kind
            if not 0 < amount <= MOST or source == target:
                raise Unbalanced(f"{one} is no posting")
            balances[source] = balances.get(source, 0) - amount
            balances[target] = balances.get(target, 0) + amount
            out = went.get(source)
            if out is None:
                out = went[source] = {}
            out[kind] = out.get(kind, 0) + amount
            into = came.get(target)
            if into is None:
                into = came[target] = {}
            into[kind] = into.get(kind, 0) + amount
            touched.add(source)
            touched.add(target)
            self.entries += 1
        self.check(touched)

    def check(self, accounts: Iterable[str]) -> None:
        """Check that accounts hold what came less what went, and that no player's is below nothing."""
        balances, came, went = self.balances, self.came, self.went
        for account in accounts:
            held = balances.get(account, 0)
            if held != sum(came.get(account, NOTHING).values()) - sum(went.get(account, NOTHING).values()):
                raise Unbalanced(f"{account} holds {held}, which is not what its meters come to")
            if held < 0 and account.partition(":")[0] not in FREE:
                raise Unbalanced(f"{account} would hold {held}")

    def audit(self) -> None:
        """Check every account, and that all together hold nothing."""
        self.check(self.balances)
        if total := sum(self.balances.values()):
            raise Unbalanced(f"all accounts together hold {total}, and must hold nothing")

    def meters(self, account: str) -> dict[str, tuple[Amount, Amount]]:
        """Return by kind what came into an account and what went out of it."""
        came, went = self.came.get(account, {}), self.went.get(account, {})
        return {kind: (came.get(kind, 0), went.get(kind, 0)) for kind in sorted({*came, *went})}


def matched(changes: dict[str, Amount], kind: Kind) -> list[Posting]:
    """Return postings that make these changes, which must cancel out.

    Whoever loses pays those who gain, in the order of their names.
    """
    if sum(changes.values()):
        raise Unbalanced(f"changes that do not cancel out: {changes}")
    payers = [(name, -amount) for name, amount in sorted(changes.items()) if amount < 0]
    found = []
    for name, due in sorted((name, amount) for name, amount in changes.items() if amount > 0):
        while due:
            payer, left = payers.pop()
            part = min(due, left)
            found.append(Posting(payer, name, part, kind))
            due -= part
            if left > part:
                payers.append((payer, left - part))
    return found
