"""Views: what somebody may see of the floor, as plain values.

Hidden cards and what is left in a shoe are in none of them. An inspector's view holds everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from croupier.api import Game
from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.floor.core import Core
from croupier.floor.events import Happened
from croupier.floor.ledger import CASH, VOUCHERS, Posting, house, layout, meter, stakes
from croupier.floor.rooms import ALL, ONE, Room, game_of
from croupier.floor.state import Earlier, FloorTable, Layouts, Round, told_in
from croupier.rulebook.electronic import electronic, law
from croupier.table.events import other_name, parse_event, person_of
from croupier.table.questions import Question

UNDECIDED = ("withdrawn",)
"""Results of a wager that was not bet after all: it was taken back before anything was decided."""
RECALLED = 100
"""Rounds that a terminal can look back on."""


def lobby(core: Core) -> list[dict[str, Any]]:
    """Return every table, for everybody."""
    return [table_head(table) for table in core.floor.tables.values()]


def table_head(table: FloorTable) -> dict[str, Any]:
    """Return what a table is, and whether one can play there."""
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
        "sign": one.built.display.sign,
        "round": table.number,
    }


def law_of(core: Core, name: str) -> dict[str, dict[str, str]]:
    """Return what the table's rulebook says of electronic tables, by clause.

    `shown` is what a terminal shows, `done` what the floor does or refuses.
    """
    asked = electronic(core.table(name).setup.game.partition("/")[0])
    return {
        "shown": {str(what): clause for what, clause in asked.shown.items()},
        "done": {str(rule): clause for rule, clause in asked.clauses.items()},
    }


def table_view(core: Core, name: str, by: str = "") -> dict[str, Any]:
    """Return a table as a terminal sees it, or without one as everybody does."""
    return {
        **common_view(core, name),
        **own_view(core, name, by),
        "last": last_view(core, name, by),
        "results": results_view(core, name),
    }


def common_view(core: Core, name: str) -> dict[str, Any]:
    """Return what is the same for everybody who looks at a table.

    Wagers that terminals lay on layouts of their own change nothing in it.
    """
    table = core.table(name)
    one = table.round
    draws = one.draws() if one is not None else []
    return {
        **table_head(table),
        "phase": one.phase if one is not None else "over",
        "deadline": one.deadline if one is not None and one.phase in ("open", "waits") else None,
        "no-more-bets-clause": law(table.setup.game, "no-more-bets"),
        "seats": dict(table.seats),
        "commitment": table.shoe.commitment if table.shoe is not None else "",
        **({"draws": draws, "drawn": drawn(draws)} if one is not None else {}),
        "jackpots": jackpots(table, core.room(table) if one is not None else None),
    }


def jackpots(table: FloorTable, room: Room | None) -> dict[str, str]:
    """Return by name what a winner of the whole meter would be paid now.

    That is what was carried into the round, or the seed, with what wagers have added and prizes have taken
    since.
    """
    before = table.round.before if table.round is not None else table.carried
    meters = {**game_of(table.setup).built.meters(), **before.get(ONE, {}).get("meters", {})}
    net = room.main.net if meters and room is not None else {}
    return {
        name: show_amount(parse_amount(str(amount)) + net.get(f"meter {name}", 0))
        for name, amount in meters.items()
    }


def results_view(core: Core, name: str, number: int = RECALLED) -> list[dict[str, Any]]:
    """Return what came in the last rounds of a table."""
    return [_result(one) for one in rounds_here(core.table(name))[-number:]]


def rounds_here(table: FloorTable) -> list[Round]:
    """Return the rounds at hand of the game that a table has now, the oldest first.

    The table may have had another game before.
    """
    return [one for one in table.past.values() if one.setup is None or one.setup.game == table.setup.game]


def own_view(core: Core, name: str, by: str = "") -> dict[str, Any]:
    """Return what is a terminal's own at a table in the round in play, or what everybody sees of it."""
    table = core.table(name)
    one = table.round
    room, finished = core.room(table) if one is not None else None, _finished(core, table, by)
    return {
        "mine": table.seats_of(by),
        "no-more-bets": one is None or (one.phase != "open" and not _may_still_bet(table, room, by)),
        **(
            _round(table, room, by)
            if room is not None
            else {"places": {}, "totals": {}, "wagers": [], "lines": [], "acts": []}
        ),
        "laid": [_laid(act, stake) for owner, act, stake in table.laid if owner == by],
        "finished": finished,
        "finished-totals": totals(game_of(table.setup), finished) if finished else {},
    }


def _round(table: FloorTable, room: Room, by: str) -> dict[str, Any]:
    group = by if room.apart and by in room.groups else ""
    played = room.groups[group] if group else room.main
    persons = table.seats_of(by) if not room.apart else ["1"]
    places = played.play.view(persons[0] if persons else "")
    pending = played.pending
    return {
        "places": places,
        "totals": totals(room.game, places),
        "wagers": [wager.value() for wager in played.play.wagers if not room.apart or group],
        "lines": [line.value() for line in played.lines if not room.apart or group],
        "asked": [question.who for question in pending if question.who not in ("*", "dealer", "table")],
        "acts": [
            _question(question)
            for question in pending
            if by and (question.who == "*" or question.who.partition(".")[0] in persons)
        ],
    }


def totals(one: Game, places: dict[str, list[str]]) -> dict[str, str]:
    """Return by place what a hand comes to, where everybody counts it and all its cards are seen."""
    counts = one.built.display.counts
    if counts is None:
        return {}
    return {place: counts(cards) for place, cards in places.items() if cards and UNSEEN not in cards}


class Drawn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A draw, taken apart: `spin 17`, `roll 4-3`, `deal 6h`, `turn 2#1 Kd`."""

    verb: str
    what: str
    place: str = ""


def drawn(draws: Iterable[str]) -> list[Drawn]:
    """Return draws, taken apart."""
    return [_drawn(text) for text in draws]


@lru_cache(4096)
def _drawn(text: str) -> Drawn:
    event = parse_event(text)
    return Drawn(event.verb, event.what, event.fact("place"))


def _laid(act: str, stake: Amount) -> dict[str, str]:
    """Return a wager that won and lies on the layout."""
    event = parse_event(act)
    return {
        "act": act,
        "seat": event.seat,
        "bettor": event.bettor,
        "on": event.what,
        "stake": show_amount(stake),
    }


def _may_still_bet(table: FloorTable, room: Room | None, by: str) -> bool:
    """Whether a terminal may lay a wager between two cards, as on a tie in a war."""
    if room is None or room.apart or table.round is None or table.round.phase != "waits":
        return False
    return any(
        act.startswith("bet ")
        for question in room.main.pending
        if table.seats.get(question.who.partition(".")[0]) == by != ""
        for act in question.allowed()
    )


def _question(question: Question) -> dict[str, Any]:
    """Return a question with its acts, each with None or why not, and the verb of each."""
    return {
        "who": question.who,
        "acts": {
            act: None if refusal is None else msgspec.to_builtins(refusal)
            for act, refusal in question.acts.items()
        },
        "verbs": _verbs(tuple(question.acts)),
    }


@lru_cache(1024)
def _verbs(acts: tuple[str, ...]) -> dict[str, str]:
    """Return the verb of each act. Hundreds of terminals are asked the same."""
    return {act: act.partition(" ")[0] for act in acts}


def _finished(core: Core, table: FloorTable, by: str) -> dict[str, list[str]]:
    """Return the cards of the round just over, as the game itself shows them to a terminal."""
    room, last = core.room_over(table), table.past.get(table.number)
    if room is None or last is None:
        return {}
    return room.main.play.view(
        next((seat for seat, owner in last.seats.items() if owner == by), "") if by else ""
    )


def _result(one: Round) -> dict[str, Any]:
    """Return what came in a round, for the display."""
    return _came(one, one.draws())


def _came(one: Round, draws: list[str]) -> dict[str, Any]:
    return {
        "round": one.number,
        "at": one.over_at,
        "draws": draws,
        "drawn": drawn(draws),
        "corrected": one.corrected,
    }


def last_view(core: Core, name: str, by: str) -> dict[str, Any] | None:
    """Return the last round of a terminal at a table: what it bet, what came, what it won."""
    table = core.table(name)
    for one in reversed(table.past.values()):
        found = recalled(one, by, lambda one: core.layouts(table, one))
        if found is not None:
            return found
    return None


def recalled(
    one: Round, by: str, layouts: Callable[[Round], Layouts] = lambda one: Layouts(one.events)
) -> dict[str, Any] | None:
    """Return a round as one terminal played it, with every card and clause; None if it had nothing in it.

    Whoever asks for many terminals has the events by layout already.
    """
    seats = {seat for seat, owner in one.seats.items() if owner == by}
    lines = lines_of(one.lines, seats, by)
    if not lines:
        return None
    sorted_out = layouts(one)
    bet, won = told_in(lines, UNDECIDED)
    charged = sum(parse_amount(line["charge"]) for line in lines)
    return {
        **_came(one, one.told(seats, sorted_out.draws)),
        "lines": lines,
        "bet": show_amount(bet),
        "won": show_amount(won),
        **({"charged": show_amount(charged)} if charged else {}),
        "events": one.told(seats, sorted_out.of((by, ONE, ALL))),
        "bets": _bets(sorted_out, seats, by),
        **({"earlier": [_earlier(was, seats, by) for was in one.earlier]} if one.earlier else {}),
        **({"by-hand": show_amount(one.by_hand[by])} if by in one.by_hand else {}),
    }


def _bets(layouts: Layouts, seats: set[str], by: str) -> list[dict[str, str]]:
    """Return what a terminal laid down in a round, less what was taken back: what it would bet again."""
    found: dict[tuple[str, str, str], Amount] = {}
    people = {*seats, *map(other_name, seats)}
    # Hundreds of terminals look at a round: only what is its own is read.
    groups = [group for group, named in layouts.named.items() if group == by or not named.isdisjoint(people)]
    for at in layouts.of(groups):
        happened = layouts.events[at]
        if happened.group != by and person_of(happened.text.partition(" ")[0]) not in people:
            continue
        act = parse_event(happened.text)
        key = act.seat, act.bettor, act.what
        if act.lays_wager:
            found[key] = found.get(key, 0) + (act.amount or 0)
        elif act.verb == "remove":
            found[key] = found.get(key, 0) - (act.amount or found.get(key, 0))
    return [
        {"seat": seat, "bettor": bettor, "on": on, "stake": show_amount(stake)}
        for (seat, bettor, on), stake in found.items()
        if stake > 0
    ]


def lines_of(lines: dict[str, list[dict[str, Any]]], seats: set[str], by: str) -> list[dict[str, Any]]:
    """Return the settlement lines of a terminal."""
    return (
        lines[by]
        if by in lines
        else [line for line in lines.get(ONE, []) if f"{line['seat']}{line['bettor']}" in seats]
    )


def _earlier(was: Earlier, seats: set[str], by: str) -> dict[str, Any]:
    """Return a round of a terminal as it was settled before a correction."""
    lines = lines_of(was.lines, seats, by)
    bet, won = told_in(lines, UNDECIDED)
    return {"correction": was.correction, "lines": lines, "bet": show_amount(bet), "won": show_amount(won)}


def round_history(core: Core, name: str, number: int) -> dict[str, Any]:
    """Return a round with every entry of the books, for staff and inspectors.

    A corrected round is there as it was and as it is, with the entries that took back what was booked and
    booked it anew.
    """
    one = core.table(name).find(number)
    if one is None:
        raise BadInput(f"round {number} of table {name} is not at hand")
    versions = [(was.events, was.lines, was.net, was.turned) for was in one.earlier]
    found = [_version(one, *was) for was in (*versions, (one.events, one.lines, one.net, one.turned))]
    for was, after in zip(one.earlier, found[1:], strict=True):
        made = core.floor.corrections[was.correction]
        after |= {
            "correction": was.correction,
            "reason": made.reason,
            "by": made.by,
            "approved": made.approved,
            "entries": [*_entries(was.postings), *after["entries"]],
        }
    return {"table": name, "round": number, "opened": one.opened, "over": one.over_at, "versions": found}


def _version(
    one: Round,
    events: list[Happened],
    lines: dict[str, list[dict[str, Any]]],
    net: dict[str, dict[str, int]],
    turned: dict[str, tuple[int, ...]],
) -> dict[str, Any]:
    told = msgspec.structs.replace(one, events=events, turned=turned).told()
    return {
        "events": [
            {"text": text, "by": event.by, "group": event.group}
            for text, event in zip(told, events, strict=True)
        ],
        "lines": lines,
        "net": {
            group: {account: show_amount(amount) for account, amount in some.items()}
            for group, some in net.items()
        },
        "entries": [entry for event in events for entry in _entries(event.postings)],
    }


def _entries(postings: Iterable[Posting]) -> list[dict[str, str]]:
    return [
        {"from": one.source, "to": one.target, "amount": show_amount(one.amount), "for": one.kind}
        for one in postings
    ]


def terminal_view(core: Core, name: str) -> dict[str, Any]:
    """Return a terminal: its credits, what it waits for, the tables it sits at."""
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
        "win": show_amount(one.win) if one.win else "",
        "left": one.left,
        "minimum": {table: show_amount(amount) for table, amount in one.minimum.items()},
        "maximum": {table: show_amount(amount) for table, amount in one.maximum.items()},
        "tables": at,
    }


def books(core: Core) -> dict[str, Any]:
    """Return the books, for staff and inspectors.

    They hold every terminal with its meters, vouchers, what is owed, and what the house has won.
    """
    ledger, debts = core.floor.ledger, _owed(core)
    return {
        "terminals": [
            {**terminal_view(core, name), "meters": _meters(core, meter(name)), "owed": debts.get(name, {})}
            for name in core.floor.terminals
        ],
        "house": _house(core),
        "vouchers": [
            {
                "number": f"…{number[-4:]}",
                "amount": show_amount(one.amount),
                "terminal": one.terminal,
                "paid-by": one.paid_by,
            }
            for number, one in core.floor.vouchers.items()
        ],
        "accounts": {name: show_amount(amount) for name, amount in sorted(ledger.balances.items()) if amount},
        "corrections": {
            str(number): msgspec.to_builtins(one) for number, one in core.floor.corrections.items()
        },
    }


def _meters(core: Core, account: str) -> dict[str, list[str]]:
    return {
        kind: [show_amount(came), show_amount(went)]
        for kind, (came, went) in core.floor.ledger.meters(account).items()
    }


def _owed(core: Core) -> dict[str, dict[str, str]]:
    """Return by terminal and session what is owed after corrections, or due."""
    found: dict[str, dict[str, str]] = {}
    for account, amount in sorted(core.floor.ledger.balances.items()):
        if amount and account.startswith("owed:"):
            _, terminal, session = account.split(":")
            found.setdefault(terminal, {})[session] = show_amount(amount)
    return found


def _house(core: Core) -> dict[str, Any]:
    """Return the meters of the house, gross.

    They tell what was put in and paid out, and by table what was wagered and decided, what was won, and what
    the house has kept.
    """
    ledger = core.floor.ledger
    cash, vouchers = ledger.meters(CASH), ledger.meters(VOUCHERS)
    return {
        "drop": show_amount(cash.get("cash-in", (0, 0))[1]),
        "vouchers-in": show_amount(vouchers.get("voucher-in", (0, 0))[1]),
        "vouchers-out": show_amount(vouchers.get("voucher-out", (0, 0))[0]),
        "paid-by-hand": {
            kind: show_amount(cash.get(kind, (0, 0))[0]) for kind in ("hand-paid", "win-paid", "round-paid")
        },
        "tables": {
            name: {
                "rounds": one.number,
                "turnover": show_amount(one.turnover),
                "wins": show_amount(one.wins),
                "held": show_amount(ledger.balance(house(name))),
            }
            for name, one in core.floor.tables.items()
        },
    }
