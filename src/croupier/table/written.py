"""Written rounds: a file of events (TOML, or the same in JSON), settled on a table and told as a record.

>>> read_round('game = "great-britain/roulette"\\nevents = ["1 bet red 10", "! spin 37", "spin 17"]').events
('1 bet red 10', '! spin 37', 'spin 17')
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec

from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput, NotAllowed, Unreadable, short, unknown
from croupier.rulebook.ruleset import Ruleset, clauses_of
from croupier.table.banks import account
from croupier.table.claims import Line
from croupier.table.events import Event, parse_event, parse_events
from croupier.table.questions import Awaited
from croupier.table.table import Playable, Table

FORMAT = 1
LARGEST = 1_000_000
"""Bytes of a file."""
MOST_EVENTS = 10_000
MOST_VALUES = 20_000
"""Values in one file, however they are nested."""
DEEPEST = 8
LARGEST_NUMBER = 10**15
_LONG = ("events",)
_SHORT = ("draws", "decisions", "wagers")
_KEYS = ("format", "game", *_LONG, *_SHORT, "options", "readings", "before")
_WAGER_KEYS = ("seat", "bettor", "on", "stake")
_COLON = re.compile(r'"\s*:')
_BET = '{seat = 1, on = "red", stake = "10"}'
_NEXT = "next-round"
MARK = "\ufeff"
"""The mark that some programs write before UTF-8 text. It says nothing."""
_CHAIN = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){20}")
"""Keys chained by dots without end cost the TOML reader the square of their length."""


class WrittenRound(msgspec.Struct, frozen=True):
    """The contents of a file: the set-up of the game, and the events in the long form or the short one."""

    game: str
    options: dict[str, str] = {}
    readings: dict[str, str] = {}
    before: dict[str, Any] = {}
    events: tuple[str, ...] = ()
    bets: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """One event of a trace: the question it answered, the clauses it touched, and the table after it."""

    round: int
    event: str
    asked: str
    clauses: tuple[str, ...]
    refused: str
    record: dict[str, Any]
    waited: Awaited
    """The wait of the table, as values. `asked` is the same in one line."""


class Settlement(msgspec.Struct, frozen=True):
    """The settled rounds of a file. `value` is the JSON that outsiders rely on."""

    game: str
    ruleset: str
    lines: tuple[tuple[int, Line], ...]
    net: dict[str, Amount]
    after: dict[str, Any]
    pending: tuple[dict[str, Any], ...]
    refused: tuple[dict[str, Any], ...]
    rulings: tuple[dict[str, Any], ...]
    duties: tuple[str, ...]
    notes: tuple[str, ...]
    rounds: int
    trace: tuple[Step, ...] = ()
    audit: dict[str, int] = {}
    """For an auditor alone: the cards that may still be in the shoe. `value` does not tell."""

    def value(self) -> dict[str, Any]:
        """Return the settlement as JSON values. Amounts are decimal strings."""
        return {
            "format": FORMAT,
            "game": self.game,
            "ruleset": self.ruleset,
            "lines": [self._line(number, line) for number, line in self.lines],
            "net": {name: show_amount(amount) for name, amount in sorted(self.net.items())},
            "after": self.after,
            "pending": list(self.pending),
            "refused": list(self.refused),
            "rulings": list(self.rulings),
            "duties": list(self.duties),
            "notes": list(self.notes),
            **({"trace": [msgspec.to_builtins(step) for step in self.trace]} if self.trace else {}),
        }

    def _line(self, number: int, line: Line) -> dict[str, Any]:
        return {"round": number, **line.value()} if self.rounds > 1 else line.value()


def lapsed(rules: Ruleset[Any, Any]) -> tuple[str, ...]:
    """Say that a rulebook is no longer in force, by its own dates."""
    ends = rules.head.in_force[1] if len(rules.head.in_force) > 1 else ""
    return (rules.head.note or f"This rulebook was in force until {ends}.",) if ends else ()


def remarks(rules: Ruleset[Any, Any]) -> tuple[str, ...]:
    """Say what must be known of a table: its rulebook is no longer in force, an option changes nothing."""
    return (*lapsed(rules), *rules.idle)


# Reading.


def document(text: str | bytes, name: str = "the round") -> dict[str, Any]:
    """Return the TOML or JSON of a file. Refuse an unreadable one in one line."""
    try:
        written = (text.decode("utf-8") if isinstance(text, bytes) else text).removeprefix(MARK)
        if len(text) > LARGEST:
            raise BadInput(f"{name} is larger than {LARGEST} bytes")
        if written.lstrip()[:1] == "{":
            found = msgspec.json.decode(written.encode("utf-8"))
            if len(_COLON.findall(written)) > _keys(found):
                _look_for_a_key_given_twice(written)
        elif _CHAIN.search(written):
            raise BadInput(f"{name} is nested too deeply")
        else:
            found = tomllib.loads(written)
    except UnicodeError:
        raise BadInput(f"{name} is not UTF-8 text; save it as UTF-8") from None
    except RecursionError:
        raise BadInput(f"{name} is nested too deeply") from None
    except msgspec.DecodeError as error:
        raise BadInput(f"{name} begins with a brace but is not JSON: {error}") from None
    except BadInput:
        raise
    except ValueError as error:
        raise BadInput(f"{name} is not TOML: {plainly(error)}") from None
    if not found:
        raise BadInput(f'{name} is empty and does not say which game; write game = "great-britain/roulette"')
    return dict(found)


def _keys(value: Any) -> int:
    """Count the keys of all tables of a document."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (len(value) if isinstance(value, dict) else 0) + sum(map(_keys, parts))


def _look_for_a_key_given_twice(written: str) -> None:
    """Refuse a JSON text with a key that stands twice in one table.

    The reader that names it is slow to import: it is asked only where the text has more keys than were read.
    """
    import json

    json.loads(written, object_pairs_hook=_each_once, parse_int=str, parse_float=str)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a key that stands twice: one of the two would be ignored."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise BadInput(f"the key {short(twice)} is given twice; write it once")
    return found


def plainly(error: ValueError) -> str:
    """Say what a file's text breaks, with the commonest cause."""
    told = str(error)[:120].replace("'", '"')
    hint = "; text stands in quotes, and lists in [ ]" if "Invalid value" in told else ""
    return f"{told[:1].lower()}{told[1:]}{hint}"


def bounded(value: Any, where: str) -> None:
    """Refuse values nested too deeply, with too many parts, or other than text, whole numbers, yes and no."""
    waiting, seen = [(value, 0, "")], 1
    while waiting:
        one, depth, key = waiting.pop()
        parts: Collection[tuple[str, Any]] = ()
        if isinstance(one, (dict, Mapping)):
            if not all([isinstance(name, str) for name in one]):
                raise BadInput(f"{where}: every key must be text")
            parts = one.items()
        elif isinstance(one, (list, tuple)):
            parts = [(key, part) for part in one]
        elif not isinstance(one, (bool, str)) and (not isinstance(one, int) or abs(one) > LARGEST_NUMBER):
            raise BadInput(
                f"{where}: {short('null' if one is None else one)}{f' at {short(key)}' if key else ''} "
                'is neither text, a whole number, true nor false; write decimals as text, like "7.50"'
            )
        seen += len(parts)
        if seen > MOST_VALUES or (parts and depth >= DEEPEST):
            raise BadInput(f"{where} is nested too deeply or has more than {MOST_VALUES} values")
        # Text is neither nested nor too large.
        waiting += [(part, depth + 1, name) for name, part in parts if type(part) is not str]


def read_round(
    source: str | bytes | Mapping[str, Any], name: str = "the round", game: str = ""
) -> WrittenRound:
    """Read a written round; `game` is the game of a round that does not name its own."""
    found = document(source, name) if isinstance(source, (str, bytes)) else source
    if not isinstance(found, Mapping):
        raise BadInput(
            f'{name} is not a round: it must be a table of keys, like game = "great-britain/roulette"'
        )
    bounded(found, name)
    for key in found:
        if key not in _KEYS:
            raise unknown("key", key, _KEYS, name)
    if found.get("format", FORMAT) != FORMAT or isinstance(found.get("format"), bool):
        raise BadInput(f"{name}: format {short(found['format'])} is not known; write format = {FORMAT}")
    named = found.get("game", game)
    if not isinstance(named, str) or not named:
        raise BadInput(f'{name} does not say which game; write game = "great-britain/roulette"')
    if not any(key in found for key in (*_LONG, *_SHORT)):
        raise BadInput(
            f'{name} says nothing that happened; write events = ["1 bet … 10", …], or draws and wagers'
        )
    if "events" in found and any(key in found for key in _SHORT):
        raise BadInput(
            f"{name} mixes events with {', '.join(key for key in _SHORT if key in found)}; "
            "write one or the other"
        )
    before = found.get("before", {})
    if not isinstance(before, Mapping):
        raise BadInput(f"{name}: before must be a table of keys, like before = {{point = 6}}")
    return WrittenRound(
        game=named,
        options=choices(found.get("options", {}), f"{name}: options"),
        readings=choices(found.get("readings", {}), f"{name}: readings"),
        before=dict(before),
        events=_texts(found.get("events", []), f"{name}: events", '["1 bet … 10", …]'),
        bets=tuple(
            _bet(row, f"{name}: wagers")
            for row in _list(found.get("wagers", []), f"{name}: wagers", f"[{_BET}]")
        ),
        draws=tuple(_draws(found.get("draws", ""), name)),
        decisions=_texts(found.get("decisions", []), f"{name}: decisions", '["1:bet", …]'),
    )


def choices(rows: Any, where: str) -> dict[str, str]:
    """Return options or readings as text: yes and no for true and false."""
    if not isinstance(rows, Mapping) or any(not isinstance(value, (str, int)) for value in rows.values()):
        raise BadInput(f'{where} must give each name one value, like wheel = "double-zero"')
    return {
        key: ("yes" if value else "no") if isinstance(value, bool) else str(value)
        for key, value in rows.items()
    }


def _list(value: Any, where: str, example: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        raise BadInput(f"{where} must be a list, like {example}")
    if len(value) > MOST_EVENTS:
        raise BadInput(f"{where} has more than {MOST_EVENTS} entries")
    return list(value)


def _texts(value: Any, where: str, example: str) -> tuple[str, ...]:
    rows = _list(value, where, example)
    for row in rows:
        if not isinstance(row, str):
            raise BadInput(f"{where}: {short(row)} is not text; write each entry in quotes")
    return tuple(rows)


def _draws(value: Any, name: str) -> list[str]:
    example = '"6h Td 9c", or ["6h", "Td 9c"]'
    words = (
        value.split()
        if isinstance(value, str)
        else [word for text in _texts(value, f"{name}: draws", example) for word in text.split()]
    )
    return [str(word) for word in _list(words, f"{name}: draws", example)]


def _bet(row: Any, where: str) -> str:
    example = _BET
    if not isinstance(row, Mapping):
        raise BadInput(f"{where}: {short(row)} is not a wager; write it like {example}")
    for key in row:
        if key not in _WAGER_KEYS:
            raise unknown("key", key, _WAGER_KEYS, where)
    values = {key: row.get(key, "") for key in _WAGER_KEYS}
    if any(isinstance(value, bool) or not isinstance(value, (str, int)) for value in values.values()) or any(
        values[key] == "" for key in ("seat", "on", "stake")
    ):
        missing = [key for key in ("seat", "on", "stake") if values[key] == ""]
        told = (
            f"does not say {missing[0]}" if missing else "has a value that is neither text nor a whole number"
        )
        raise BadInput(f"{where}: a row {told}, and is not a wager; write it like {example}")
    text = f"{values['seat']}{values['bettor']} bet {values['on']} {values['stake']}"
    event = parse_event(text)
    if event.verb != "bet" or event.amount is None or not event.what or event.facts:
        raise Unreadable(f"{where}: {short(text)} is not a wager; write it like {example}")
    return text


# Settling.


def settle(game: Playable, written: WrittenRound, trace: bool = False) -> Settlement:
    """Run the rounds of a file through the table. Return their settlement."""
    try:
        return _settle(game, written, trace)
    except BadInput:
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        if not written.before:
            raise
        raise BadInput(_not_carried(written.before, error)) from error


def _settle(game: Playable, written: WrittenRound, trace: bool) -> Settlement:
    run = _Run(game, written.before, trace)
    for bet in written.bets:
        run.happen(bet)
    if written.draws or written.decisions:
        run.feed(list(written.draws), list(written.decisions))
    for text in written.events:
        run.happen(text)
    return run.told()


class _Run:
    def __init__(self, game: Playable, before: Mapping[str, Any], trace: bool) -> None:
        self.game = game
        self.tracing = trace
        self.table = seated(game, before)
        self.earlier: list[tuple[int, Table]] = []
        self.refused: list[tuple[int, dict[str, Any]]] = []
        self.trace: list[Step] = []

    @property
    def number(self) -> int:
        return len(self.earlier) + 1

    def happen(self, text: str) -> None:
        """Let one written event happen. It may be one that must be refused."""
        refuse = text.lstrip().startswith("!")
        said = text.lstrip().removeprefix("!").strip() if refuse else text
        if refuse:
            self._must_be_refused(said)
            return
        for event in parse_events(said):
            if event.who == "table" and event.verb == _NEXT:
                if str(event) != f"table {_NEXT}":
                    raise BadInput(f"{str(event)!r}: nothing is said with {_NEXT}; write table {_NEXT}")
                self._next(event)
            else:
                self._apply(event)

    def _apply(self, event: Event) -> None:
        if not self.tracing:
            self.table.apply(event)
            return
        waited, known = self._waited(), set(self.table.clauses)
        lines, ruled = list(self.table.lines), len(self.table.rulings)
        self.table.apply(event)
        clauses = [
            *self._bet_clauses(event),
            *(clause for line in self.table.lines if line not in lines for clause in line.clauses),
        ]
        clauses += [clause for ruling in self.table.rulings[ruled:] for clause in ruling.clauses]
        self._step(event, waited, [*clauses, *sorted(self.table.clauses - known)], "")

    def _waited(self) -> tuple[str, Awaited] | None:
        """Return what the table waits for, in one line and as values. None unless it is traced."""
        return (self.table.asked, self.table.awaited) if self.tracing else None

    def _step(
        self, event: Event, waited: tuple[str, Awaited] | None, clauses: Sequence[str], refused: str
    ) -> None:
        if waited is None:
            return
        asked, values = waited
        record = _copied(self.table.record())
        told = tuple(dict.fromkeys(clauses))
        self.trace.append(Step(self.number, str(event), asked, told, refused, record, values))

    def _bet_clauses(self, event: Event) -> tuple[str, ...]:
        return (
            clauses_of(self.game.ruleset.wager(event.what.partition(":")[0])[0])
            if event.verb == "bet" and event.what
            else ()
        )

    def _must_be_refused(self, said: str) -> None:
        event = parse_event(said)
        rests_on = self._bet_clauses(event)
        waited, known = self._waited(), set(self.table.clauses)
        try:
            self.table.apply(event)
        except NotAllowed as error:
            why, clause = error.why, error.clause
        except BadInput as error:
            why, clause = str(error), ""
        else:
            clauses = (
                ", ".join([*rests_on, *sorted(self.table.clauses - known)]) or self.game.ruleset.head.cites
            )
            raise BadInput(f"'! {event}' must be refused, but the rules allow it [{clauses}]")
        self.refused.append((self.number, {"event": str(event), "why": why, "clause": clause}))
        self._step(event, waited, [clause] if clause else [], why)

    def _next(self, event: Event) -> None:
        if not self.table.over:
            raise BadInput(
                f"{str(event)!r} comes too early: round {self.number} is not over {self.table.next_acts}"
            )
        self.earlier.append((self.number, self.table))
        self.table = seated(self.game, self.table.after)

    def feed(self, draws: list[str], decisions: list[str]) -> None:
        """Feed the short form: draws and decisions as the table asks for them."""
        waiting = [_decision(text) for text in decisions]
        while not self.table.over:
            open_to = [question for question in self.table.pending if question.who != "table"]
            verb = self.table.draw_wanted
            answer = next(
                (
                    event
                    for event in waiting
                    if any(question.who == event.who and question.lists(event) for question in open_to)
                ),
                None,
            )
            if answer is not None:
                waiting.remove(answer)
                self._apply(answer)
            elif verb and draws:
                place = self.table.draw_place if verb == "turn" else ""
                self.happen(f"{verb} {place} {draws.pop(0)}")
            else:
                break
        if draws or waiting:
            left = f"draw {draws[0]!r}" if draws else f"decision {str(waiting[0])!r}"
            raise BadInput(
                f"the {left} is left over {self.table.next_acts}"
                if not self.table.over
                else f"the {left} is left over: the round is over"
            )

    def _numbered(self, rows: list[tuple[int, dict[str, Any]]]) -> tuple[dict[str, Any], ...]:
        return tuple({"round": number, **row} if self.earlier else row for number, row in rows)

    def told(self) -> Settlement:
        """Return the record of all rounds."""
        tables = [*self.earlier, (self.number, self.table)]
        net: dict[str, Amount] = {"house": 0}
        for _, table in tables:
            for line in table.lines:
                net.setdefault(account(line.seat, line.bettor), 0)
            for name, amount in table.net.items():
                net[name] = net.get(name, 0) + amount
        rulings = [
            (number, {"id": one.id, "clauses": list(one.clauses), "did": list(one.did)})
            for number, table in tables
            for one in table.rulings
        ]
        duties = dict.fromkeys(duty for _, table in tables for one in table.rulings for duty in one.duties)
        pending = (
            {
                "who": question.who,
                "acts": {act: msgspec.to_builtins(refusal) for act, refusal in question.acts.items()},
            }
            for question in self.table.pending
        )
        return Settlement(
            game=self.game.ruleset.id,
            ruleset=self.game.ruleset.digest(),
            lines=tuple((number, line) for number, table in tables for line in table.lines),
            net=net,
            after=self.table.after,
            pending=tuple(pending),
            refused=self._numbered(self.refused),
            rulings=self._numbered(rulings),
            duties=tuple(duties),
            notes=remarks(self.game.ruleset),
            rounds=len(tables),
            trace=tuple(self.trace),
            audit=self.table.audit(),
        )


def seated(game: Playable, before: Mapping[str, Any], told: bool = False) -> Table:
    """Return a table with its carried values. Refuse in one line what no table of this game carries."""
    known = game.recall(before)
    if known is None:
        bounded(before, "before")
    try:
        return Table(game, before, told, known)
    except BadInput:
        raise
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        raise BadInput(_not_carried(before, error)) from error


def _not_carried(before: Mapping[str, Any], error: Exception) -> str:
    return (
        f"before: {short(dict(before))} is not what a table of this game carries "
        f"({type(error).__name__}: {short(error)})"
    )


def _copied(record: dict[str, Any]) -> dict[str, Any]:
    """Copy the record as it is now: the table goes on writing in its own."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record))
    return found


def _decision(text: str) -> Event:
    who, colon, act = text.partition(":")
    verb, equals, amount = act.rpartition("=")
    if not colon or not act.strip():
        raise Unreadable(
            f"{short(text)} is not a decision; write seat:act or seat:act=amount, like 1:raise=20"
        )
    return parse_event(f"{who} {verb} {amount}" if equals else f"{who} {act}")
