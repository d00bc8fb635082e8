"""Rounds that are over, settled again by the law as it is now, to find what was settled otherwise.

Nothing is booked. Every round is judged by itself, on what it was begun with: what a round would have carried
on otherwise is not followed into the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount
from croupier.errors import BadInput, FactsWanted, NotAllowed
from croupier.floor.events import Happened, Setup
from croupier.floor.rooms import ALL, Room, as_one_player, owner_of
from croupier.floor.state import Round
from croupier.table.claims import Standing
from croupier.table.events import DRAWS, parse_event

BY_ITSELF = ("system", "default")
"""Who does what the floor does by itself. It does it as it now must, or not at all."""
MOST_ANSWERS = 12
"""So many answers are tried where facts are wanted."""
Nets = Mapping[str, Mapping[str, Amount]]
"""By group: the gain or loss of each account of the game."""


class Said(msgspec.Struct, frozen=True):
    """How a wager was settled: its results and clauses in their order, and the sum of its lines."""

    net: Amount = 0
    results: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    why: str = ""


class Otherwise(msgspec.Struct, frozen=True):
    """A wager or an account that is settled otherwise now."""

    who: str
    """The person of the game, as `1b`; or an account, as `meter jackpot`."""
    wager: str
    """The wager, or nothing where it is an account as a whole."""
    hand: str
    terminal: str
    """The terminal whose money it was, or nothing."""
    then: Said
    now: Said


class Stands(msgspec.Struct, frozen=True):
    """A wager with another stake on the layout at the end of the round, for the rounds after it."""

    who: str
    wager: str
    hand: str
    terminal: str
    then: Amount
    now: Amount


class Refused(msgspec.Struct, frozen=True):
    """Something that was done then and that the rules refuse now."""

    event: str
    by: str
    why: str
    clause: str = ""


class Wanted(msgspec.Struct, frozen=True):
    """A ruling that now needs a fact which nobody stored."""

    event: str
    by: str
    facts: dict[str, tuple[str, ...]]
    """Each fact with the values that it may have; none where only the table can tell."""


class Again(msgspec.Struct):
    """A round settled again."""

    otherwise: list[Otherwise] = []
    stands: list[Stands] = []
    refused: list[Refused] = []
    wanted: list[Wanted] = []
    stops: str = ""
    """Why it cannot be played to its end by the rules as they are now."""
    by_fact: dict[str, Again] = {}
    """Where facts are wanted: what the round comes to by each answer that fits it, as `late=made`."""

    @property
    def same(self) -> bool:
        """Whether it is settled as it was."""
        return not (self.otherwise or self.stands or self.refused or self.wanted or self.stops)


def settled_again(one: Round, setup: Setup, left: Sequence[str] = ()) -> Again:
    """Settle a round that is over again, by the rules as they are now.

    `left` are acts that a correction took out of the round and whose wagers it left as they were settled.
    """
    one, found = _without(one, left), Again()
    try:
        room = _played(one, setup, found)
    except BadInput as why:
        found.stops = str(why)
        return found
    if found.wanted:
        # Without its ruling the round is another: it is told by each fact that may have been meant.
        found.by_fact = _by_fact(one, setup, found.wanted)
        return found
    if not room.over and (one.lines or room.any_wager):
        # A round in which nobody bets is left as it stands: nothing is dealt for it.
        found.stops = f"the table waits for {room.main.asked}"
        return found
    found.otherwise, found.stands = list(_otherwise(one, room)), list(_stands(one, room))
    return found


def _played(one: Round, setup: Setup, found: Again) -> Room:
    room = Room(setup, msgspec.structs.replace(one, events=[]))
    boxes: dict[str, list[str]] = {}
    for seat, owner in one.seats.items():
        boxes.setdefault(owner, []).append(seat)
    for stored in one.events:
        event = stored
        if not room.apart and len(seats := boxes.get(stored.by, [])) > 1:
            # Whoever had several boxes was one player on all of them, whether that was stored or not.
            event = msgspec.structs.replace(stored, text=str(as_one_player(parse_event(stored.text), seats)))
        try:
            _happens(room, event)
        except FactsWanted as why:
            found.wanted.append(Wanted(event.text, event.by, why.facts))
        except BadInput as why:
            if event.text.split()[0] in DRAWS:
                raise
            if event.by in BY_ITSELF:
                continue
            clause, said = (why.clause, why.why) if isinstance(why, NotAllowed) else ("", str(why))
            found.refused.append(Refused(event.text, event.by, said, clause))
    return room


def _happens(room: Room, event: Happened) -> None:
    """Let an event happen for every group that it is for, or for none."""
    tables = [room.table(group) for group in room.groups_of(event.group)]
    marks = [table.mark() for table in tables] if event.group == ALL else []
    for at, table in enumerate(tables):
        try:
            table.apply(event.text)
        except BadInput:
            for done, mark in zip(tables[:at], marks, strict=False):
                done.back_to(mark)
            raise


def _by_fact(one: Round, setup: Setup, wanted: list[Wanted]) -> dict[str, Again]:
    """Return the round by each answer that may have been meant; none where there are too many to try."""
    facts = [(ruling.event, fact, values) for ruling in wanted for fact, values in ruling.facts.items()]
    if not 0 < prod(len(values) for _, _, values in facts) <= MOST_ANSWERS:
        return {}
    found = {}
    for answer in product(*([f"{fact}={value}" for value in values] for _, fact, values in facts)):
        said: dict[str, str] = {}
        for (event, _, _), text in zip(facts, answer, strict=True):
            said[event] = f"{said.get(event, event)} {text}"
        events = [
            msgspec.structs.replace(event, text=said.get(event.text, event.text)) for event in one.events
        ]
        again = settled_again(msgspec.structs.replace(one, events=events), setup)
        # What the table refuses was not what happened.
        if not any(refused.event in said.values() for refused in again.refused):
            found[", ".join(answer)] = again
    return found


def _without(one: Round, left: Sequence[str]) -> Round:
    """Return a round without the lines of wagers that were left in it by decision, not by the rules."""
    if not left:
        return one
    bets = [parse_event(text) for text in left]
    lines = {group: list(some) for group, some in one.lines.items()}
    net = {group: dict(some) for group, some in one.net.items()}
    for group, some in lines.items():
        for line in list(some):
            person = f"{line['seat']}{line['bettor']}"
            if any(bet.person == person and bet.what == line["wager"] for bet in bets):
                some.remove(line)
                for name, change in ((f"seat {person}", -1), (str(line["paid_by"]), 1)):
                    net[group][name] = net[group].get(name, 0) + change * _amount(line["net"])
    return msgspec.structs.replace(one, lines=lines, net=net)


# Then and now.


def _otherwise(one: Round, room: Room) -> Iterator[Otherwise]:
    """Yield the wagers that come to another amount, and the accounts that do so apart from any wager."""
    lines = {group: [line.value() for line in table.lines] for group, table in room.groups.items()}
    nets: Nets = {group: table.net for group, table in room.groups.items()}
    for group in {**one.lines, **one.net, **lines}:
        then, now = told(one.lines.get(group, ())), told(lines.get(group, ()))
        moved: dict[str, Amount] = {}
        for key in {**then, **now}:
            before, after = then.get(key, Said()), now.get(key, Said())
            if before.net == after.net:
                continue
            who, wager, hand = key
            moved[f"seat {who}"] = moved.get(f"seat {who}", 0) + after.net - before.net
            yield Otherwise(who, wager, hand, _terminal(one, room, group, who), before, after)
        was, became = one.net.get(group, {}), nets.get(group, {})
        for account in {**was, **became}:
            change = became.get(account, 0) - was.get(account, 0) - moved.get(account, 0)
            if change and account != "house":
                person = account.removeprefix("seat ") if account.startswith("seat ") else ""
                yield Otherwise(
                    person or account,
                    "",
                    "",
                    _terminal(one, room, group, person) if person else "",
                    Said(was.get(account, 0)),
                    Said(became.get(account, 0)),
                )


def _stands(one: Round, room: Room) -> Iterator[Stands]:
    """Yield the wagers of which the round carries on another stake."""
    for group, table in room.groups.items():
        rows = one.after.get(group, {}).get("wagers", ())
        then = _stakes(Standing.parse(row) for row in rows)
        now = _stakes(table.play.wagers)
        for key in {**then, **now}:
            before, after = then.get(key, 0), now.get(key, 0)
            if before != after:
                who, wager, hand = key
                yield Stands(who, wager, hand, _terminal(one, room, group, who), before, after)


def _stakes(wagers: Iterable[Standing]) -> dict[tuple[str, str, str], Amount]:
    found: dict[tuple[str, str, str], Amount] = {}
    for wager in wagers:
        key = wager.person, wager.name, wager.hand
        found[key] = found.get(key, 0) + wager.stake
    return found


def _terminal(one: Round, room: Room, group: str, person: str) -> str:
    try:
        return owner_of(one, room.apart, group, person)
    except BadInput:
        return ""


def told(lines: Iterable[Mapping[str, Any]]) -> dict[tuple[str, str, str], Said]:
    """Return what settlement lines say of each wager, by person, wager and hand."""
    found: dict[tuple[str, str, str], Said] = {}
    for line in lines:
        key = f"{line['seat']}{line['bettor']}", str(line["wager"]), str(line["hand"])
        before = found.get(key, Said())
        found[key] = Said(
            before.net + _amount(line["net"]) - _amount(line["charge"]),
            (*before.results, str(line["result"])),
            tuple(dict.fromkeys((*before.clauses, *line["clauses"]))),
            str(line["why"]),
        )
    return found


def _amount(text: Any) -> Amount:
    shown = str(text)
    return parse_amount(shown.lstrip("-")) * (-1 if shown.startswith("-") else 1)
