"""Rounds that are over, settled again by the law as it is now, to find what was settled otherwise.

Nothing is booked. Every round is judged by itself, on what it was begun with: what a round would have carried
on otherwise is not followed into the next one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

import msgspec

from croupier.equipment.money import Amount, parse_amount
from croupier.errors import BadInput, FactsWanted, NotAllowed
from croupier.floor.events import Happened, Setup
from croupier.floor.rooms import ALL, COMMON, ONE, Room, as_one_player, owner_of
from croupier.floor.state import Round
from croupier.table.claims import Standing
from croupier.table.events import DRAWS, parse_event, parts_of
from croupier.table.parts.commission import OWED

BY_ITSELF = ("system", "default")
"""Who does what the floor does by itself. It does it as it now must, or not at all."""
MOST_ANSWERS = 100
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
    """A wager with another stake on the layout at the end of the round, or another commission that is marked:
    for the rounds after it."""

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
    terminal: str = ""
    """The terminal with a layout of its own on which it was done, or nothing."""
    at: int = 0
    """Its place among the events of the round."""


class Wanted(msgspec.Struct, frozen=True):
    """A ruling or an act that now needs a fact which nobody stored."""

    event: str
    by: str
    facts: dict[str, tuple[str, ...]]
    """Each fact with the values that it may have; none where only the table can tell."""
    clause: str = ""
    """By which an act needs it."""
    terminal: str = ""
    """The terminal with a layout of its own on which it was said, or nothing."""
    at: int = 0
    """Its place among the events of the round."""


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
        """Whether it is settled as it was, though something in it may be refused now."""
        return not (self.otherwise or self.stands or self.wanted or self.stops)


class Left(NamedTuple):
    """An act that a correction took out of a round, leaving its wager as it was settled."""

    event: str
    by: str


def settled_again(one: Round, setup: Setup, left: Sequence[Left] = ()) -> Again:
    """Settle a round that is over again by the rules as they are now, without wagers that were left in it."""
    one, found, room = _without(one, left), Again(), None
    try:
        room = _played(one, setup, found)
    except BadInput as why:
        found.stops = str(why)
    if found.wanted:
        # Without what it needs the round is another: it is told by each fact that may have been meant.
        return Again(wanted=found.wanted, by_fact=_by_fact(one, setup, found.wanted))
    if room is None:
        return found
    if not room.over and (one.lines or room.any_wager):
        # A round in which nobody bets is left as it stands: nothing is dealt for it.
        found.stops = f"the round is not over {room.main.next_acts}"
        return found
    found.otherwise, found.stands = list(_otherwise(one, room)), list(_stands(one, room))
    return found


def _played(one: Round, setup: Setup, found: Again) -> Room:
    room = Room(setup, msgspec.structs.replace(one, events=[]))
    boxes: dict[str, list[str]] = {}
    absent: list[Happened] = []
    for seat, owner in one.seats.items():
        boxes.setdefault(owner, []).append(seat)
    for at, stored in enumerate(one.events):
        event, terminal = stored, stored.group if room.apart and stored.group not in (ALL, COMMON) else ""
        if not room.apart and len(seats := boxes.get(stored.by, [])) > 1:
            # Whoever had several boxes was one player on all of them, whether that was stored or not.
            event = msgspec.structs.replace(stored, text=str(as_one_player(parse_event(stored.text), seats)))
        if stored.by == "default" and stored.text.startswith("supervisor"):
            absent.append(stored)
        try:
            try:
                _happens(room, event)
            except BadInput:
                if event.text.split()[0] not in DRAWS or not _answered(room, absent):
                    raise
                _happens(room, event)
        except FactsWanted as why:
            found.wanted.append(Wanted(event.text, event.by, why.facts, "", terminal, at))
        except BadInput as why:
            if event.text.split()[0] in DRAWS:
                if room.over:
                    continue  # a card that fell although nobody was left to play for it
                raise
            if event.by in BY_ITSELF:
                continue
            clause, said = (why.clause, why.why) if isinstance(why, NotAllowed) else ("", str(why))
            if isinstance(why, NotAllowed) and why.wants:
                facts: dict[str, tuple[str, ...]] = {}
                facts |= {fact: (value,) for fact, _, value in (one.partition("=") for one in why.wants)}
                found.wanted.append(Wanted(event.text, event.by, facts, clause, terminal, at))
                continue
            found.refused.append(Refused(event.text, event.by, said, clause, terminal, at))
    _answered(room, absent)
    return room


def _answered(room: Room, absent: list[Happened]) -> bool:
    """Decide for all on the boxes of those who did not answer; whether anybody was still asked there.

    An earlier house named the box with its ruling, and meant everybody on it who had not decided.
    """
    found = False
    for event in absent:
        said = parse_event(event.text)
        box = parts_of(said.fact("seat"))[0]
        for question in room.main.pending if box else ():
            if parts_of(question.who)[0] == box and question.allowed():
                text = f"{said.who} {said.verb} {said.what} seat={room.main.play.whose(question.who)}"
                try:
                    _happens(room, msgspec.structs.replace(event, text=text))
                except BadInput:
                    continue
                found = True
    return found


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
    facts = [(one.at, fact, values) for one in wanted for fact, values in one.facts.items()]
    if not 0 < answers(wanted) <= MOST_ANSWERS:
        return {}
    found = {}
    for answer in product(*([f"{fact}={value}" for value in values] for _, fact, values in facts)):
        events = list(one.events)
        for (at, _, _), text in zip(facts, answer, strict=True):
            events[at] = msgspec.structs.replace(events[at], text=f"{events[at].text} {text}")
        again = settled_again(msgspec.structs.replace(one, events=events), setup)
        # What the table refuses was not what happened.
        answered = {at for at, _, _ in facts}
        if not any(refused.at in answered for refused in again.refused):
            found[", ".join(answer)] = again
    return found


def answers(wanted: Iterable[Wanted]) -> int:
    """Return how many answers there are to all facts that are wanted. None where only the table can tell."""
    return prod(len(values) for one in wanted for values in one.facts.values())


def _without(one: Round, left: Sequence[Left]) -> Round:
    """Return a round without the lines of wagers that were left in it by decision, not by the rules."""
    if not left:
        return one
    bets = [(parse_event(act.event), act.by) for act in left]
    lines = {group: list(some) for group, some in one.lines.items()}
    net = {group: dict(some) for group, some in one.net.items()}
    for group, some in lines.items():
        for line in list(some):
            person = f"{line['seat']}{line['bettor']}"
            # With a layout of one's own the first person is another on every one.
            if any(
                group in (ONE, by) and (bet.person, bet.what) == (person, line["wager"]) for bet, by in bets
            ):
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
    """Yield the wagers of which the round carries on another stake, and commission of another amount."""
    for group, table in room.groups.items():
        left = one.after.get(group, {})
        then = _stakes(Standing.parse(row) for row in left.get("wagers", ())) | _marked(left)
        now = _stakes(table.play.wagers) | _marked(table.after)
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


def _marked(after: Mapping[str, Any]) -> dict[tuple[str, str, str], Amount]:
    """Return the commission that is marked and not collected yet."""
    return {(who, OWED, ""): parse_amount(amount) for who, amount in after.get("owed", {}).items()}


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
