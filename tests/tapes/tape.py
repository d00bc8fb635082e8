"""A tape: rounds of one game, played by chance once, with all that was asked, answered and settled.

Nothing is left to chance when a tape is replayed: its events are fed to tables as they are now. It is text:

    game G           the game
    table N: WHO     a fresh table, who plays at it, and each `option` and `reading` that is not the usual one
    round N          a round; what it carries in is what the last round of the table carried on
    ? ASKED          what the table asks now; of each person `=` is what he was asked last, `==` what before
                     that, `=, ..` that and more, and `-` nothing
    + EVENT | ..     accepted; with the event as the table wrote it, if otherwise, and the ruling that it was
    - EVENT | WHY    refused, with the reason and [the clause]; `=` is what was said last in the round
    ! EVENT | WHY    bad input, with the message
    = LINE           a settlement line
    net ..           what every account gained or lost
    clauses + .. - ..   the clauses that the table emitted, by what the round before had not, and had besides
    after ..         what is carried on, by what differs from what was carried in; null is what is gone
    behaviour N      the number of the game's file with which the tape was recorded

`? `, `clauses` and `after` are left out where nothing differs from the last ones of the table.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.claims import Line
from croupier.table.table import Ruled, Table, totals

FOLDER = Path(__file__).parent
MARKS = ("+", "-", "!")
"""Accepted, refused, bad input."""


@dataclass
class Try:
    """An event, what was asked before it, and its answer."""

    asked: str
    event: str
    mark: str = ""
    said: str = ""

    @property
    def answer(self) -> str:
        """Return the answer with its mark, as the tape has it."""
        return f"{self.mark} {self.said}".strip()


@dataclass
class Round:
    """A round: what was tried, what was asked at its end, and what it came to."""

    tries: list[Try] = field(default_factory=list)
    asked: str = ""
    lines: list[str] = field(default_factory=list)
    net: str = ""
    clauses: tuple[str, ...] = ()
    after: str = "{}"
    """As JSON with sorted keys, so that `1` and `true` differ."""
    hashes: list[str] = field(default_factory=list, compare=False)
    """Of a replay: each event of the log with the hash after it, and the hash at the end."""


@dataclass
class Seating:
    """A table: who plays, what is chosen for it, and its rounds."""

    who: str
    options: dict[str, str] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)

    @property
    def events(self) -> int:
        """Count the events of all rounds."""
        return sum(len(round_.tries) for round_ in self.rounds)

    def __str__(self) -> str:
        options = [f"option {name}={value}" for name, value in self.options.items()]
        readings = [f"reading {name}={value}" for name, value in self.readings.items()]
        return "; ".join([self.who, *options, *readings])


@dataclass
class Recording:
    """All that a tape holds."""

    game: str
    tables: list[Seating] = field(default_factory=list)
    behaviour: int = 1

    @property
    def tries(self) -> list[Try]:
        """List every event with its answer."""
        return [one for table in self.tables for round_ in table.rounds for one in round_.tries]


# Where tapes lie.


def path_of(game: str, more: bool = False) -> Path:
    """Return where the tape of a game lies: under its usual settings, or the long one under all others."""
    return FOLDER / f"{game}.more.tape.xz" if more else FOLDER / f"{game}.tape"


def load(path: Path) -> str:
    """Read the text of a tape."""
    raw = path.read_bytes()
    return (lzma.decompress(raw) if path.suffix == ".xz" else raw).decode("utf-8")


def store(path: Path, text: str) -> None:
    """Write a tape."""
    path.parent.mkdir(exist_ok=True)
    raw = text.encode("utf-8")
    path.write_bytes(lzma.compress(raw, preset=9 | lzma.PRESET_EXTREME) if path.suffix == ".xz" else raw)


def hashes_path() -> Path:
    """Return where the hashes in the logs of all tapes lie."""
    return FOLDER / "digests.toml"


def kept_hashes() -> dict[str, dict[str, str]]:
    """Return the hash of all logs of each tape, by game and volume."""
    return tomllib.loads(hashes_path().read_text()) if hashes_path().is_file() else {}


def keep_hash(game: str, more: bool, value: str) -> None:
    """Write down the hash of all logs of a tape."""
    kept = kept_hashes()
    kept.setdefault(game, {})["more" if more else "plain"] = value
    heading = [row for row in _lines(hashes_path()) if row.startswith("#")]
    rows = []
    for name, both in sorted(kept.items()):
        pairs = [f'{volume} = "{both[volume]}"' for volume in ("plain", "more") if volume in both]
        rows.append(f'"{name}" = {{{", ".join(pairs)}}}')
    hashes_path().write_text("\n".join([*heading, *rows, ""]))


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.is_file() else []


# Writing and reading.


class Spoken:
    """What each person at a table was asked last and before that, so that it need not be written again."""

    def __init__(self) -> None:
        self._last: dict[str, list[str]] = {}

    def _heard(self, who: str, acts: str) -> None:
        last = self._last.get(who, [])[:1]
        if acts and last != [acts]:
            self._last[who] = [acts, *last]

    def shortened(self, asked: str) -> str:
        """Write what is asked by what was asked before."""
        said = []
        for part in asked.split("; "):
            who, colon, acts = part.partition(": ")
            said.append(f"{who}: {self._short(who, acts)}" if colon else part)
            self._heard(who, acts)
        return "; ".join(said)

    def _short(self, who: str, acts: str) -> str:
        assert not acts.startswith(("=", "-")), acts
        for sign, last in zip(("=", "=="), self._last.get(who, []), strict=False):
            if acts == last or acts.startswith(f"{last}, "):
                return sign + acts.removeprefix(last)
        return acts or "-"

    def in_full(self, short: str) -> str:
        """Return what `shortened` was given."""
        asked = []
        for part in short.split("; "):
            who, colon, acts = part.partition(": ")
            if colon:
                sign, more = ("==", acts[2:]) if acts.startswith("==") else (acts[:1], acts[1:])
                if sign in ("=", "=="):
                    acts = self._last[who][len(sign) - 1] + more
                acts = "" if acts == "-" else acts
                self._heard(who, acts)
                part = f"{who}: {acts}"
            asked.append(part)
        return "; ".join(asked)


def as_json(value: Any) -> str:
    """Write a value as one text, whatever the order in which it was made."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def changes(old: Any, new: Any) -> Any:
    """Find what makes `new` of `old`, with None where something is gone; `new` holds no None itself."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        assert new is not None
        return new
    differ = [key for key, value in new.items() if as_json(old.get(key)) != as_json(value)]
    gone = dict.fromkeys(old.keys() - new.keys())
    return {**gone, **{key: changes(old.get(key), new[key]) for key in differ}}


def changed(old: Any, change: Any) -> Any:
    """Return what `changes` was given as `new`."""
    if not isinstance(old, dict) or not isinstance(change, dict):
        return change
    kept = {key: value for key, value in old.items() if key not in change}
    new = {key: changed(old.get(key), value) for key, value in change.items() if value is not None}
    return {**kept, **new}


def written(recording: Recording) -> str:
    """Write a recording as the text of a tape."""
    rows = [f"game {recording.game}"]
    for number, table in enumerate(recording.tables, 1):
        rows += ["", f"table {number}: {table}", *_rows(table)]
    return "\n".join([*rows, "", f"behaviour {recording.behaviour}", ""])


def _rows(table: Seating) -> Iterator[str]:
    spoken, asked, clauses = Spoken(), "", set[str]()
    before: dict[str, Any] = {}
    for number, round_ in enumerate(table.rounds, 1):
        yield f"round {number}"
        said = ""
        for one in [*round_.tries, Try(round_.asked, "")]:
            if one.asked != asked:
                yield f"? {spoken.shortened(one.asked)}"
                asked = one.asked
            if one.event:
                answer = "=" if one.said == said else one.said
                yield f"{one.mark} {one.event}" + (f" | {answer}" if one.said else "")
                said = one.said or said
        yield from (f"= {line}" for line in round_.lines)
        if round_.net:
            yield f"net {round_.net}"
        now, after = {*round_.clauses}, json.loads(round_.after)
        parts = [(sign, sorted(some)) for sign, some in (("+", now - clauses), ("-", clauses - now)) if some]
        if parts:
            yield "clauses " + " ".join(f"{sign} {'; '.join(some)}" for sign, some in parts)
        if as_json(before) != round_.after:
            yield f"after {as_json(changes(before, after))}"
        clauses, before = now, after


def read(text: str) -> Recording:
    """Read the recording that a text holds."""
    recording = Recording("")
    table, round_ = Seating(""), Round()
    spoken, last = Spoken(), ""
    for row in text.splitlines():
        mark, _, rest = row.partition(" ")
        if mark in MARKS:
            event, _, said = rest.partition(" | ")
            last = last if said in ("", "=") else said
            round_.tries.append(Try(round_.asked, event, mark, last if said else ""))
        elif mark == "?":
            round_.asked = spoken.in_full(rest)
        elif mark == "=":
            round_.lines.append(rest)
        elif mark == "round":
            last, round_ = "", Round(asked=round_.asked, clauses=round_.clauses, after=round_.after)
            table.rounds.append(round_)
        elif mark == "net":
            round_.net = rest
        elif mark == "clauses":
            round_.clauses = _clauses(round_.clauses, rest)
        elif mark == "after":
            round_.after = as_json(changed(json.loads(round_.after), json.loads(rest)))
        elif mark == "table":
            table, round_, spoken = _seating(rest.partition(": ")[2]), Round(), Spoken()
            recording.tables.append(table)
        elif mark == "game":
            recording.game = rest
        elif mark == "behaviour":
            recording.behaviour = int(rest)
        elif row:
            raise BadInput(f"{row!r} is no row of a tape")
    return recording


def _clauses(before: Sequence[str], change: str) -> tuple[str, ...]:
    more, _, less = f" {change}".partition(" - ")
    gone, new = less.split("; "), more.removeprefix(" + ").split("; ")
    return tuple(sorted({*before} - {*gone} | {*new} - {""}))


def _seating(text: str) -> Seating:
    who, *chosen = text.split("; ")
    table = Seating(who)
    for part in chosen:
        kind, _, setting = part.partition(" ")
        name, _, value = setting.partition("=")
        (table.options if kind == "option" else table.readings)[name] = value
    return table


# Replaying.


def replayed(recording: Recording) -> Recording:
    """Feed the same events to tables as they are now."""
    games: dict[str, Any] = {}
    now = Recording(recording.game, behaviour=ruleset(recording.game).head.behaviour)
    for table in recording.tables:
        key = as_json([table.options, table.readings])
        if key not in games:
            games[key] = build(ruleset(recording.game, table.options, table.readings))
        again = Seating(table.who, table.options, table.readings)
        now.tables.append(again)
        for round_ in table.rounds:
            before = again.rounds[-1].after if again.rounds else "{}"
            try:
                again.rounds.append(_round_again(games[key], before, [one.event for one in round_.tries]))
            except Exception as fault:
                at = f"table {len(now.tables)} ({table}), round {len(again.rounds) + 1}"
                fault.add_note(f"{now.game}, {at}")
                raise
    return now


def _round_again(game: Any, before: str, events: Sequence[str]) -> Round:
    try:
        table = Table(game, json.loads(before), told=True)
    except BadInput as error:
        why = f"the round cannot begin: {error}"
        return Round([Try("", event, "!", why) for event in events], after=before, hashes=["no round"])
    tries = [_tried(table, event) for event in events]
    lines = [line_text(line) for line in table.lines]
    net = ", ".join(f"{account} {amount}" for account, amount in totals(table.net).items())
    hashes = [*(f"{entry.event}|{entry.digest}" for entry in table.log), table.play.digest()]
    clauses = tuple(sorted(table.clauses))
    return Round(tries, table.asked, lines, net, clauses, as_json(table.after), hashes)


def _tried(table: Table, event: str) -> Try:
    asked, ruled = table.asked, len(table.rulings)
    try:
        table.apply(event)
    except NotAllowed as refused:
        other = "" if refused.event == event else f"{refused.event!r}: "
        return Try(asked, event, "-", f"{other}{refused.why} [{refused.clause}]")
    except BadInput as error:
        return Try(asked, event, "!", str(error))
    except Exception as fault:
        fault.add_note(f"the event was {event!r}, and the table asked {asked!r}")
        raise
    logged = str(table.happened[-1])
    said = [f"written {logged}"] if logged != event else []
    return Try(asked, event, "+", " ".join([*said, *map(_ruling_text, table.rulings[ruled:])]))


def _ruling_text(ruled: Ruled) -> str:
    """Tell what a ruling did; duties are for people, and their wording is no part of a stored round."""
    return f"ruled {ruled.id}: {', '.join(ruled.did) or 'nothing'} [{'; '.join(ruled.clauses)}]"


USUAL = {"charge": "0", "uncovered": "0", "paid_by": "house"}
"""What need not be written of a line."""


def line_text(line: Line) -> str:
    """Write everything that a settlement line says; what is not named here stands under its own name."""
    row = line.value()
    who = f"{line.seat}{line.bettor}{'.' if line.hand else ''}{line.hand}"
    parts = [who, line.wager, f"{row['stake']}:", line.result, str(row["net"])]
    for key in ("seat", "bettor", "hand", "wager", "stake", "result", "net", "clauses", "why"):
        del row[key]
    parts += [f"{key} {said}" for key, said in row.items() if said != USUAL.get(key, "")]
    return " ".join([*parts, f"[{'; '.join(line.clauses)}]", line.why])


def hash_of(now: Recording) -> str:
    """Return all hashes in the logs of a replay as one."""
    rows = [row for table in now.tables for round_ in table.rounds for row in round_.hashes]
    return hashlib.sha256("".join(f"{row}\n" for row in rows).encode()).hexdigest()[:16]


# Comparing.


def difference(recorded: Recording, now: Recording) -> str:
    """Tell where a replay first differs from its tape, with both texts; nothing if it does not."""
    for number, (was, is_now) in enumerate(zip(recorded.tables, now.tables, strict=True), 1):
        for at, (old, new) in enumerate(zip(was.rounds, is_now.rounds, strict=True), 1):
            if old != new:
                return f"{recorded.game}, table {number} ({was}), round {at}, {_in_round(old, new)}"
    return ""


def _in_round(old: Round, new: Round) -> str:
    for number, (was, now) in enumerate(zip(old.tries, new.tries, strict=True), 1):
        for what in ("asked", "answer"):
            texts = getattr(was, what), getattr(now, what)
            if texts[0] != texts[1]:
                return _both(f"event {number} ({was.event}): {what}", *texts)
    end = f"after event {len(old.tries)}: "
    for line, other in zip_longest(old.lines, new.lines, fillvalue="no line"):
        if line != other:
            return _both(f"{end}line", line, other)
    named = [(what, str(getattr(old, what)), str(getattr(new, what))) for what in ("asked", "net", "after")]
    named.append(("clauses", "; ".join(old.clauses), "; ".join(new.clauses)))
    return next(_both(end + what, was, now) for what, was, now in named if was != now)


def _both(where: str, was: str, now: str) -> str:
    return f"{where}\n  recorded: {was}\n  now:      {now}"


def complaint(recorded: Recording, now: Recording) -> str:
    """Tell what is wrong with a tape and what to do; nothing if it is as it was recorded."""
    game = recorded.game
    again = f"run python -m tests.tapes.record {game}"
    found = difference(recorded, now)
    if recorded.behaviour != now.behaviour:
        old = f"its tape was recorded with {recorded.behaviour}"
        return f"{found}\n{game} has behaviour {now.behaviour}, and {old}: {again}".strip()
    raised = f"if this is meant, raise `behaviour` in src/croupier/rulebooks/{game}.toml and {again}"
    return f"{found}\n{raised}" if found else ""
