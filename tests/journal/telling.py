"""Tell what the house makes of a journal, to be kept and compared: the books, the tables, every round."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.floor import views
from croupier.floor.core import Core
from croupier.floor.rooms import game_of
from croupier.floor.state import FloorTable
from croupier.server.checking import audit, verify
from croupier.server.history import History, at_hand, recalled_rounds
from croupier.server.roads import coups, drawn_history, winners
from croupier.server.store import Store

Told = dict[str, Any]
COUNTED = ("balances", "holds", "meters")
"""Where nothing may be found that is not expected. Elsewhere a later house may tell more of a thing than this
one did, but neither something else nor other things."""
MANY = 1_000


def told(store: Store) -> Told:
    """Tell everything that the house makes of a journal."""
    core = Core(store.load()[0])
    ledger, tables = core.floor.ledger, core.floor.tables
    found = {
        "audit": audit(store),
        "holds": holds(store, core),
        "dealt": {name: dealt(store, name) for name in tables},
        "balances": ledger.balances,
        "meters": {account: ledger.meters(account) for account in ledger.balances},
        "vouchers": core.floor.vouchers,
        "corrections": core.floor.corrections,
        "people": core.floor.people,
        "terminals": {name: at_terminal(core, name) for name in core.floor.terminals},
        "tables": {name: at_table(core, name) for name in tables},
        "results": {name: views.results_view(core, name) for name in tables},
        "histories": {name: came(table) for name, table in tables.items()},
        "recalled": {name: recall(store, core, name) for name in core.floor.terminals},
        "corrected": dict(corrected(core)),
        "answers": refusals(store),
    }
    return plain(found)


def plain(value: Told) -> Told:
    """Turn a value into what JSON gives back for it."""
    found: Told = json.loads(msgspec.json.encode(value))
    return found


def holds(store: Store, core: Core) -> Told:
    """Count what is in a journal: entries by kind, and settled rounds by family."""
    families: Counter[str] = Counter()
    for table in core.floor.tables.values():
        families[game_of(table.setup).rules.head.game] += sum(bool(one.lines) for one in table.past.values())
    return {"kinds": Counter(row.kind for row in store.rows()), "families": families}


def dealt(store: Store, table: str) -> Told:
    """Check a table as an inspector does: when its results were drawn, and which shoes were dealt."""
    found = verify(store, table)
    shoes = {one.shoe: {"commitment": one.commitment, "cards": len(one.cards)} for one in found.shoes}
    return {"rounds": found.rounds, "draws": found.draws, "bad": found.bad, "shoes": shoes}


def at_terminal(core: Core, name: str) -> Told:
    """Tell how a terminal stands, and which of those who played there is the last."""
    one = core.terminal(name)
    return {**views.terminal_view(core, name), "session": one.session, "fresh": one.fresh}


def at_table(core: Core, name: str) -> Told:
    """Tell how a table stands; of a round in play who is asked, what may be done, and what each can see."""
    table = core.table(name)
    shown = views.common_view(core, name)
    # Limits and titles are read off the rulebook; they belong to the setup, which the journal holds.
    found = {key: value for key, value in shown.items() if key not in ("title", "minimum", "maximum")}
    found |= {"setup": table.setup, "next-setup": table.next_setup, "leaving": table.leaving}
    found |= {"carried": table.carried, "laid": table.laid}
    if table.round is None:
        return found
    room = core.room(table)
    owners = dict.fromkeys(("", *table.seats.values()))
    return found | {
        "asked": {group: [asked(question) for question in one.pending] for group, one in room.groups.items()},
        "wagers": {group: [wager.value() for wager in one.play.wagers] for group, one in room.groups.items()},
        "places": {owner: [*views.own_view(core, name, owner)["places"].items()] for owner in owners},
    }


def asked(question: Any) -> Told:
    """Tell a question; why an act is refused is told by the clause alone, since words may change."""
    acts: dict[str, Any] = question.acts
    said = [[act, "" if why is None else f"refused: {why.clause}"] for act, why in acts.items()]
    return {"who": question.who, "acts": said}


def came(table: FloorTable) -> Told:
    """Tell what came before at a table, as its histories are drawn from it; drawing them must not fail."""
    family = game_of(table.setup).rules.head.game
    if family in ("baccarat", "chemin-de-fer"):
        assert drawn_history(table, "")().startswith("<svg")
        return {"coups": coups(table), "winners": winners(table, MANY)}
    if family in ("roulette", "craps", "sic-bo", "rocket-7"):
        assert drawn_history(table, "")().startswith("<svg")
    return {"draws": [one.draws() for one in table.past.values()]}


def recall(store: Store, core: Core | None, terminal: str) -> list[Told]:
    """Recall all rounds of a terminal: as the floor has them at hand, or from the journal alone."""
    rounds = store.recall(terminal, views.RECALLED)
    return recalled_rounds(History(store), rounds, at_hand(core, rounds) if core is not None else {})


def corrected(core: Core) -> Iterator[tuple[str, Told]]:
    """Tell rounds that were settled anew, as they were and as they are."""
    for name, table in core.floor.tables.items():
        for number, one in table.past.items():
            if one.corrected:
                yield f"{name} {number}", views.round_history(core, name, number)


def refusals(store: Store) -> Told:
    """Tell what was answered to commands that were refused; of the others how many were done."""
    with store._reading() as connection:
        ids = [row[0] for row in connection.exec_driver_sql("SELECT id FROM commands")]
    answers = {id: one.answer for id, one in store.answers(ids).items()}
    refused = {id: [one.why, one.clause] for id, one in answers.items() if not one.done}
    return {"done": len(answers) - len(refused), "refused": refused}


# Compared.


def differences(expected: Told, found: Told) -> list[str]:
    """Say what differs, a line for each field."""
    lines: list[str] = []
    for section in {**expected, **found}:
        fields, others = expected.get(section, {}), found.get(section, {})
        # The fields of an audit are not things, but what is told of one.
        names = fields if section == "audit" else {**fields, **others}
        for key in names:
            one, other = ({key: some[key]} if key in some else {} for some in (fields, others))
            lines += _differ(one, other, section, section not in COUNTED and key in fields)
    return lines


def _differ(expected: Any, found: Any, where: str, more: bool) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in {**expected, **found}:
            if key not in found:
                yield f"{where} / {key}: it is missing"
            elif key in expected:
                yield from _differ(expected[key], found[key], f"{where} / {key}", more)
            elif not more:
                yield f"{where} / {key}: it was not there"
    elif isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            yield f"{where}: {len(expected)} are expected, and {len(found)} are found"
        for at, (one, other) in enumerate(zip(expected, found, strict=False)):
            yield from _differ(one, other, f"{where} / {at}", more)
    elif expected != found:
        yield f"{where}: {json.dumps(expected)} is expected, and {json.dumps(found)} is found"


def written(found: Told) -> str:
    """Write it down, one line for each field of a section."""
    sections = []
    for section, fields in sorted(found.items()):
        lines = [f"  {json.dumps(key)}: {_compact(value)}" for key, value in sorted(fields.items())]
        sections.append(f"{json.dumps(section)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
