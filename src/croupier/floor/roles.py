"""Who may do what: one table, and nothing else decides it.

A terminal acts for whoever sits at it. Everybody else is a person who has signed in. An inspector reads
everything and changes nothing.
"""

from __future__ import annotations

from typing import Literal

Role = Literal["terminal", "dealer", "attendant", "supervisor", "manager", "inspector", "system"]
ROLES: tuple[Role, ...] = ("terminal", "dealer", "attendant", "supervisor", "manager", "inspector", "system")

ALLOWED: dict[str, tuple[Role, ...]] = {
    "join": ("terminal",),
    "leave": ("terminal",),
    "play": ("terminal",),
    "collect": ("terminal",),
    "insert-voucher": ("terminal",),
    "print-voucher": ("terminal",),
    "from-account": ("terminal",),
    "to-account": ("terminal",),
    "call-attendant": ("terminal",),
    "take-cash": ("attendant", "manager"),
    "pay-out": ("attendant", "manager"),
    "hand-pay": ("attendant", "manager"),
    "give-voucher": ("attendant", "manager"),
    "redeem-voucher": ("attendant", "manager"),
    "clear-lock": ("attendant", "supervisor", "manager"),
    "deposit": ("attendant", "manager"),
    "withdraw": ("attendant", "manager"),
    "deal": ("dealer", "supervisor"),
    "rule": ("supervisor", "manager"),
    "report-fault": ("dealer", "attendant", "supervisor", "manager", "system"),
    "clear-fault": ("supervisor", "manager"),
    "open-table": ("manager",),
    "change-table": ("manager",),
    "enrol-terminal": ("manager",),
    "set-terminal": ("manager",),
    "add-person": ("manager",),
    "propose-correction": ("supervisor", "manager"),
    "approve-correction": ("manager",),
    "reject-correction": ("manager",),
    "decide-owed": ("manager",),
    "refuse-pay": ("manager",),
    "pay-round": ("manager",),
    "tick": ("system",),
}
"""The roles that may give a command, by its name."""


def may(role: str, command: str) -> bool:
    """Whether a role may give a command."""
    return role in ALLOWED.get(command, ())
