"""The index of rounds, for recall on a terminal and for inspectors.

All that happened stands in the journal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.equipment.money import Amount
from croupier.floor.events import CorrectionMade, Event, Posted, RoundOver
from croupier.floor.ledger import meter
from croupier.floor.state import Floor, FloorTable, Round
from croupier.floor.views import lines_of


class Indexed(msgspec.Struct, frozen=True):
    """A round as one terminal had it, or, with no terminal, as the table had it."""

    table: str
    round: int
    terminal: str
    summary: str


def indexed(floor: Floor, event: Event) -> list[Indexed]:
    """Return the rounds that an event has settled, settled anew or paid by hand.

    Call it right after the event.
    """
    if isinstance(event, RoundOver) or (isinstance(event, Posted) and event.round):
        rounds = [(event.table, event.round)]
    elif isinstance(event, CorrectionMade):
        table = floor.corrections[event.correction].table
        rounds = [(table, int(number)) for number in event.rounds]
    else:
        return []
    found = []
    for name, number in rounds:
        table_of = floor.tables[name]
        one = table_of.find(number)
        if one is not None and one.events and one.phase == "over":
            found += [
                Indexed(name, number, terminal, msgspec.json.encode(summary, order="sorted").decode())
                for terminal, summary in _summaries(floor, table_of, one)
            ]
    return found


def _summaries(floor: Floor, table: FloorTable, one: Round) -> Iterator[tuple[str, dict[str, Any]]]:
    shared = {
        "game": table.setup.game,
        "opened": one.opened,
        "over": one.over_at,
        "draws": one.draws(),
        **({"corrected": one.corrected} if one.corrected else {}),
    }
    lines: dict[str, list[dict[str, Any]]] = {}
    net: dict[str, Amount] = {}
    for group, some in one.lines.items():
        for line in some:
            lines.setdefault(_owner(floor, one, group, f"{line['seat']}{line['bettor']}"), []).append(line)
    for group, accounts in one.net.items():
        for account, amount in accounts.items():
            owner = (
                _owner(floor, one, group, account.removeprefix("seat "))
                if account.startswith("seat ")
                else ""
            )
            net[owner] = net.get(owner, 0) + amount
    acts: dict[str, list[str]] = {}
    for event in one.events:
        if event.by in floor.terminals:
            acts.setdefault(event.by, []).append(event.text)
    staked, boxes = _staked(one), _boxes(one)
    for terminal in sorted({*lines, *net, *acts} - {""}):
        own = {
            "acts": acts.get(terminal, []),
            "lines": lines.get(terminal, []),
            "net": net.get(terminal, 0),
            "staked": staked.get(meter(terminal), 0),
        }
        yield terminal, {**shared, **own, **_seen_by(one, terminal, boxes.get(terminal, []))}
    yield "", {**shared, "terminals": len({*lines, *acts} - {""}), "net": net.get("", 0)}


def _boxes(one: Round) -> dict[str, list[str]]:
    """Return by terminal the boxes that it had."""
    found: dict[str, list[str]] = {}
    for seat, owner in one.seats.items():
        found.setdefault(owner, []).append(seat)
    return found


def _seen_by(one: Round, terminal: str, seats: list[str]) -> dict[str, Any]:
    """Return what a terminal saw beyond what happened.

    That is the cards turned to it, how the round was settled before it was corrected, and what was paid for
    it by hand.
    """
    turned = {who: places for who in ("all", *seats) if (places := one.turned.get(who))}
    earlier = [
        {"correction": was.correction, "lines": lines_of(was.lines, {*seats}, terminal)}
        for was in one.earlier
    ]
    by_hand = one.by_hand.get(terminal, 0)
    return {
        "seats": seats,
        **({"turned": turned} if turned else {}),
        **({"earlier": earlier} if earlier else {}),
        **({"by-hand": by_hand} if by_hand else {}),
    }


def _owner(floor: Floor, one: Round, group: str, person: str) -> str:
    """Return the terminal behind a person of the game. A group of its own is a terminal's."""
    if group in floor.terminals:
        return group
    box = person.partition(".")[0]
    return one.seats.get(box, one.seats.get(box.rstrip("abc"), ""))


def _staked(one: Round) -> dict[str, Amount]:
    """Return by account what was staked from it."""
    # A round that was corrected is booked as it was first played.
    events = one.earlier[0].events if one.earlier else one.events
    found: dict[str, Amount] = {}
    for event in events:
        for posting in event.postings:
            if posting.kind == "stake":
                found[posting.source] = found.get(posting.source, 0) + posting.amount
    return found
