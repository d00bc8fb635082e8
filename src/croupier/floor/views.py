"""Views: what somebody may see of the floor, as plain values. Hidden cards and what is left in a shoe are in none of them; an inspector's view holds everything else."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import show_amount
from croupier.floor.core import Core
from croupier.floor.jackpots import jackpots
from croupier.floor.ledger import layout, meter, owed, stakes
from croupier.floor.rooms import ONE, Room, game_of
from croupier.floor.state import FloorTable, Round
from croupier.rulebook.electronic import electronic, law
from croupier.table.events import DRAWS
from croupier.table.questions import Question

RECALLED = 100
"""Rounds that a terminal can look back on."""
_DRAWN = tuple(f"{verb} " for verb in DRAWS)


def lobby(core: Core) -> list[dict[str, Any]]:
    """Every table, for everybody."""
    return [table_head(table) for table in core.floor.tables.values()]


def table_head(table: FloorTable) -> dict[str, Any]:
    """What a table is, and whether one can play there."""
    one = game_of(table.setup)
    return {
        "table": table.setup.table,
        "title": table.setup.title or one.rules.head.title,
        "game": one.rules.id,
        "ruleset": table.ruleset,
        "mode": table.setup.mode,
        "open": table.open and not table.fault,
        "fault": table.fault,
        "terminals": len(set(table.seats.values())),
        "most-terminals": table.setup.terminals,
        "minimum": one.rules.options.get("minimum", ""),
        "maximum": one.rules.options.get("maximum", ""),
        "round": table.number,
    }


def law_of(core: Core, name: str) -> dict[str, dict[str, str]]:
    """What the table's rulebook says of electronic tables, by clause: what a terminal shows, and what the floor does or refuses."""
    asked = electronic(core.table(name).setup.game.partition("/")[0])
    return {"shown": {str(what): clause for what, clause in asked.shown.items()}, "done": {str(rule): clause for rule, clause in asked.clauses.items()}}


def table_view(core: Core, name: str, by: str = "") -> dict[str, Any]:
    """A table as a terminal sees it, or without one as everybody does."""
    return {**common_view(core, name), **own_view(core, name, by), "last": last_view(core, name, by), "results": results_view(core, name)}


def common_view(core: Core, name: str) -> dict[str, Any]:
    """What is the same for everybody who looks at a table; wagers that terminals lay on layouts of their own change nothing in it."""
    table = core.table(name)
    one = table.round
    return {
        **table_head(table),
        "phase": one.phase if one is not None else "over",
        "deadline": one.deadline if one is not None and one.phase in ("open", "waits") else None,
        "no-more-bets": one is None or one.phase != "open",
        "no-more-bets-clause": law(table.setup.game, "no-more-bets"),
        "seats": dict(table.seats),
        "commitment": table.shoe.commitment if table.shoe is not None else "",
        **({"draws": _draws(one)} if one is not None else {}),
        "jackpots": jackpots(table, core.room(table) if one is not None else None),
    }


def results_view(core: Core, name: str, number: int = RECALLED) -> list[dict[str, Any]]:
    """What came in the last rounds of a table."""
    return [_result(one) for one in list(core.table(name).past.values())[-number:]]


def own_view(core: Core, name: str, by: str = "") -> dict[str, Any]:
    """What is a terminal's own at a table in the round in play, or what everybody sees of it."""
    table = core.table(name)
    return {
        "mine": table.seats_of(by),
        **(_round(table, core.room(table), by) if table.round is not None else {"places": {}, "wagers": [], "lines": [], "acts": []}),
        "laid": [{"act": act, "stake": show_amount(stake)} for owner, act, stake in table.laid if owner == by],
    }


def _round(table: FloorTable, room: Room, by: str) -> dict[str, Any]:
    group = by if room.apart and by in room.groups else ""
    engine = room.groups[group] if group else room.main
    persons = table.seats_of(by) if not room.apart else ["1"]
    return {
        "places": engine.play.view(persons[0] if persons else ""),
        "wagers": [wager.value() for wager in engine.play.wagers if not room.apart or group],
        "lines": [line.value() for line in engine.lines if not room.apart or group],
        "asked": [question.who for question in engine.pending if question.who not in ("*", "dealer", "table")],
        "acts": [_question(question) for question in engine.pending if by and (question.who == "*" or question.who.partition(".")[0] in persons)],
    }


def _question(question: Question) -> dict[str, Any]:
    return {"who": question.who, "acts": {act: msgspec.to_builtins(refusal) for act, refusal in question.acts.items()}}


def shown(text: str, hidden: bool) -> str:
    """An event as everybody may read it."""
    return f"{text.rpartition(' ')[0]} {UNSEEN}" if hidden else text


def _result(one: Round) -> dict[str, Any]:
    """What came in a round, for the display."""
    return {"round": one.number, "at": one.over_at, "draws": _draws(one), "corrected": one.corrected}


def _draws(one: Round) -> list[str]:
    return [shown(event.text, event.hidden) for event in one.events if event.text.startswith(_DRAWN)]


def last_view(core: Core, name: str, by: str) -> dict[str, Any] | None:
    """The last round of a terminal at a table: what it bet, what came, what it won."""
    for one in reversed(core.table(name).past.values()):
        found = recalled(one, by)
        if found is not None:
            return found
    return None


def recalled(one: Round, by: str) -> dict[str, Any] | None:
    """A round as one terminal played it, with every card and clause; None if it had nothing in it."""
    seats = {seat for seat, owner in one.seats.items() if owner == by}
    lines = one.lines.get(by, []) if by in one.lines else [line for line in one.lines.get(ONE, []) if f"{line['seat']}{line['bettor']}" in seats]
    if not lines:
        return None
    credited = [posting for event in one.events for posting in event.postings if posting.target == meter(by)]
    return {
        **_result(one),
        "lines": lines,
        "bet": show_amount(sum(_amount(line["stake"]) for line in lines)),
        "won": show_amount(sum(posting.amount for posting in credited if posting.kind == "won")),
        "events": [shown(event.text, event.hidden) for event in one.events if event.group in (by, ONE, "*")],
    }


def _amount(text: str) -> int:
    from croupier.equipment.money import parse_amount

    return parse_amount(text)


def terminal_view(core: Core, name: str) -> dict[str, Any]:
    """A terminal: its credits, what it waits for, the tables it sits at."""
    one = core.terminal(name)
    ledger = core.floor.ledger
    at = [table.setup.table for table in core.floor.tables.values() if name in table.seats.values()]
    return {
        "terminal": name,
        "title": one.title,
        "credits": show_amount(ledger.balance(meter(name))),
        "staked": show_amount(sum(ledger.balance(stakes(table, name)) for table in at)),
        "laid": show_amount(sum(ledger.balance(layout(table, name)) for table in at)),
        "lock": one.lock,
        "fault": one.fault,
        "calls": one.calls,
        "minimum": {table: show_amount(amount) for table, amount in one.minimum.items()},
        "maximum": {table: show_amount(amount) for table, amount in one.maximum.items()},
        "tables": at,
    }


def recall(core: Core, name: str, number: int = RECALLED) -> list[dict[str, Any]]:
    """The last rounds of a terminal that are at hand, the latest first."""
    rounds = [(one.over_at, table.setup.table, found) for table in core.floor.tables.values() for one in table.past.values() if (found := recalled(one, name)) is not None]
    return [{"table": table, **found} for _, table, found in sorted(rounds, key=lambda row: (row[0], row[2]["round"]), reverse=True)[:number]]


def books(core: Core) -> dict[str, Any]:
    """For staff and inspectors: every terminal with its meters, vouchers outstanding, what is owed, what the house has won."""
    ledger = core.floor.ledger
    return {
        "terminals": [{**terminal_view(core, name), "meters": _meters(core, meter(name)), "owed": _owed(core, name)} for name in core.floor.terminals],
        "vouchers": [{"number": f"…{number[-4:]}", "amount": show_amount(one.amount), "terminal": one.terminal, "paid-by": one.paid_by} for number, one in core.floor.vouchers.items()],
        "accounts": {name: show_amount(amount) for name, amount in sorted(ledger.balances.items()) if amount},
        "corrections": {str(number): msgspec.to_builtins(one) for number, one in core.floor.corrections.items()},
    }


def _meters(core: Core, account: str) -> dict[str, list[str]]:
    return {kind: [show_amount(came), show_amount(went)] for kind, (came, went) in core.floor.ledger.meters(account).items()}


def _owed(core: Core, name: str) -> dict[str, str]:
    found = {}
    for session in range(1, core.floor.terminals[name].session + 1):
        amount = core.floor.ledger.balance(owed(name, session))
        if amount:
            found[str(session)] = show_amount(amount)
    return found
