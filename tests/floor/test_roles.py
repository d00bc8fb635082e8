"""Who may do what: every role times every command, row by row.

What is forbidden is refused and changes nothing.
"""

from __future__ import annotations

from typing import Any, get_args

import pytest

from croupier.floor import commands as ask
from croupier.floor.roles import ALLOWED, ROLES
from tests.floor.house import House

WHEEL = "queensland/roulette"
BY = {
    "terminal": "a",
    "dealer": "dealer",
    "attendant": "helper",
    "supervisor": "super",
    "manager": "boss",
    "inspector": "watch",
    "system": "system",
    "": "alice",
}
"""For each role somebody who has it, and a player with an account, who has none."""
KINDS: dict[str, type[ask.Command]] = {kind.__struct_config__.tag: kind for kind in get_args(ask.Asked)}


EXPECTED = {
    "terminal": "join leave play collect insert-voucher print-voucher from-account to-account call-attendant",
    "dealer": "deal report-fault",
    "attendant": "take-cash pay-out hand-pay give-voucher "
    "redeem-voucher clear-lock deposit withdraw report-fault",
    "supervisor": "deal rule clear-lock report-fault clear-fault propose-correction",
    "manager": (
        "take-cash pay-out hand-pay give-voucher redeem-voucher clear-lock deposit withdraw rule "
        "report-fault clear-fault open-table change-table enrol-terminal set-terminal add-person "
        "propose-correction approve-correction reject-correction decide-owed refuse-pay pay-round"
    ),
    "inspector": "",
    "system": "report-fault tick",
}
"""What each role may do, written down by itself: a right that is given away by mistake is noticed here."""


def test_the_rights_of_each_role_are_these() -> None:
    assert {role: {name for name, roles in ALLOWED.items() if role in roles} for role in ROLES} == {
        role: {*names.split()} for role, names in EXPECTED.items()
    }


def busy() -> House:
    """A floor on which every command could be given:
    a live round is open, something lies on a layout, is locked, faulty, proposed, owed.
    """
    house = House()
    house.open(WHEEL, mode="live", collect=True)
    house.open(WHEEL, "u")
    for who in "abc":
        house.seat(who)
    house.must(ask.Deposit, "helper", person="alice", amount=10_000)
    house.round()
    for who in "ac":
        house.play(who, "bet red 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    house.must(ask.Deal, "dealer", table="t", act="spin 1")
    house.must(ask.Collect, "c", table="t")
    house.must(ask.PrintVoucher, "c")
    house.must(ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 2",), reason="it was two")
    house.must(ask.ApproveCorrection, "boss", correction=1)  # the player at c has gone with 20 too much
    house.must(ask.ProposeCorrection, "super", table="t", round=1, draws=("spin 4",), reason="it was four")
    house.must(ask.ReportFault, "super", table="u", why="no light")
    house.must(ask.ReportFault, "super", terminal="b", why="no light")
    house.round()
    house.play("a", "bet red 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    house.must(ask.Deal, "dealer", table="t", act="spin 1")
    house.round()
    return house


def more(house: House) -> dict[str, dict[str, Any]]:
    number = next(iter(house.floor.vouchers))
    return {
        "join": {"table": "u"},
        "leave": {"table": "t"},
        "play": {"table": "t", "act": "bet red 10"},
        "collect": {"table": "t"},
        "insert-voucher": {"number": number},
        "print-voucher": {},
        "from-account": {"person": "alice", "amount": 1_000},
        "to-account": {"person": "alice"},
        "call-attendant": {},
        "take-cash": {"terminal": "a", "amount": 1_000},
        "pay-out": {"terminal": "a"},
        "hand-pay": {"terminal": "c", "cause": "voucher"},
        "give-voucher": {"terminal": "b"},
        "redeem-voucher": {"number": number},
        "clear-lock": {"terminal": "a"},
        "deposit": {"person": "alice", "amount": 1_000},
        "withdraw": {"person": "alice", "amount": 1_000},
        "deal": {"table": "t", "act": "no-more-bets"},
        "rule": {"table": "t", "irregularity": "no-spin", "facts": {}},
        "report-fault": {"terminal": "a", "why": "no light"},
        "clear-fault": {"table": "u"},
        "open-table": {"setup": {"table": "v", "game": WHEEL, "options": {"minimum": "5", "maximum": "500"}}},
        "change-table": {"table": "t", "open": False},
        "enrol-terminal": {"terminal": "d"},
        "set-terminal": {"terminal": "a", "minimum": {"t": 1_000}},
        "add-person": {"person": "bob", "title": "Bob"},
        "propose-correction": {"table": "t", "round": 1, "draws": ("spin 6",), "reason": "it was six"},
        "approve-correction": {"correction": 2},
        "reject-correction": {"correction": 2, "reason": "it was not"},
        "decide-owed": {"terminal": "c", "session": 1, "collected": True, "reason": "paid at the desk"},
        "refuse-pay": {"terminal": "a", "amount": 1_000, "reason": "a malfunction"},
        "pay-round": {
            "terminal": "a",
            "table": "t",
            "round": 1,
            "amount": 1_000,
            "reason": "no result could be shown",
        },
        "tick": {},
    }


def test_the_table_names_every_command_and_nothing_else() -> None:
    assert set(ALLOWED) == set(KINDS) == set(more(busy()))
    assert {role for roles in ALLOWED.values() for role in roles} <= set(ROLES)


def test_an_inspector_changes_nothing() -> None:
    assert not [name for name, roles in ALLOWED.items() if "inspector" in roles]


@pytest.mark.parametrize("role", BY)
def test_a_role_may_do_its_own_and_nothing_else(role: str) -> None:
    house = busy()
    for name in KINDS:
        if role not in ALLOWED[name]:
            why = house.refused(KINDS[name], BY[role], **more(house)[name])
            assert "may not" in why or "nobody here" in why, (name, why)


@pytest.mark.parametrize(
    ("name", "role"), [(name, role) for name, roles in ALLOWED.items() for role in roles]
)
def test_what_a_role_may_do_is_done(name: str, role: str) -> None:
    house = busy()
    if name == "rule":
        house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
        rows = house.core.room(house.floor.tables["t"]).game.rules.irregularities["no-spin"]
        house.must(
            KINDS[name],
            BY[role],
            table="t",
            irregularity="no-spin",
            facts={key: values[0] for key, values in rows.facts.items()},
        )
        return
    if name == "join":
        house.must(ask.ClearFault, "boss", table="u")
        house.must(ask.Leave, "a", table="t")
    house.must(KINDS[name], BY[role], **more(house)[name])
    house.folds()


@pytest.mark.parametrize("name", KINDS)
def test_a_stranger_does_nothing(name: str) -> None:
    house = busy()
    assert "nobody here" in house.refused(KINDS[name], "stranger", **more(house)[name])


def test_a_correction_takes_two_people() -> None:
    house = busy()
    number = house.must(
        ask.ProposeCorrection, "boss", table="t", round=1, draws=("spin 6",), reason="it was six"
    ).given["correction"]
    assert "two people" in house.refused(ask.ApproveCorrection, "boss", correction=number)
    house.must(ask.ApproveCorrection, "chief", correction=number)
    assert "no correction" in house.refused(ask.ApproveCorrection, "chief", correction=number)


def test_a_rejected_correction_is_not_made() -> None:
    house = busy()
    house.must(ask.RejectCorrection, "boss", correction=2, reason="the film shows otherwise")
    house.refused(ask.ApproveCorrection, "chief", correction=2)


def test_nobody_is_named_like_the_system_or_like_a_terminal() -> None:
    house = busy()
    for name in ("system", "default", "a", "A", "", "x" * 40):
        house.refused(ask.AddPerson, "boss", person=name, title="X")
    for name in ("system", "default", "boss", "a", "1 2"):
        house.refused(ask.EnrolTerminal, "boss", terminal=name)
    for role in ("terminal", "system", "owner"):
        house.refused(ask.AddPerson, "boss", person="bob", title="Bob", roles=(role,))


def test_several_roles_are_several_rights() -> None:
    house = busy()
    house.must(ask.AddPerson, "boss", person="both", title="Both", roles=("dealer", "attendant"))
    house.must(ask.TakeCash, "both", terminal="a", amount=1_000)
    house.must(ask.Deal, "both", table="t", act="no-more-bets")
    house.refused(ask.OpenTable, "both", setup={})
