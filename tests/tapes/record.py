"""`python -m tests.tapes.record [GAME ..]` feeds the events of the tapes again and writes what they come to.

Only where a game has no tape, or with `--anew`, are events made by chance. With `--check` nothing is written.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from zlib import crc32

from croupier.rulebook.load import game_ids
from tests.conformance.players import play
from tests.conformance.test_rounds import fits, settings
from tests.tapes.tape import (
    Recording,
    Round,
    Seating,
    Try,
    hash_of,
    keep_hash,
    kept_hashes,
    load,
    path_of,
    read,
    replayed,
    store,
    written,
)

EVENTS = 700
"""Of a game under its usual settings, about."""
MORE_EVENTS = 6000
"""Of a game under all other settings, about."""
LEAST_EVENTS = 80
"""Under one of them."""
ROUNDS = 20
"""At one table, at most."""
SHORT = 6
"""At a table that is one of many to choose from."""
CANDIDATES = 12
"""How many times as many tables as are wanted there are to choose from."""
SETTLED = re.compile(r"\S+ ([^ :]+)\S* \S+: (\w+) \S+ (?:odds (\S+) )?.*?\[(.*?)\]")
"""The wager, the result, the odds and the clauses of a line."""
ANYTHING = re.compile(r"'.*?'|[0-9]+")
"""What is quoted and counted in a refusal."""
MOST_TABLES = 500
"""Under one setting, before a fault is no longer passed over."""
RULINGS = 0.1
"""How often something goes wrong."""
LATE_RULINGS = 0.3
"""How often a round that is over is looked at again."""
REFUSED = 6
"""How much is kept of what people try in vain while nothing changes."""
Case = tuple[dict[str, str], dict[str, str]]
"""Options and readings."""
WHO = {1: "one seat", 2: "two seats, one of them shared", 3: "the most seats"}


def kept(tried: Sequence[tuple[str, bool]]) -> Iterator[str]:
    """Keep the events of a round; of those that were refused, the first after each that was accepted."""
    refused = 0
    for event, accepted in tried:
        refused = 0 if accepted else refused + 1
        if refused <= REFUSED:
            yield event


def by_chance(game: str, seats: int, events: int, case: Case, rounds: int = ROUNDS) -> Iterator[Seating]:
    """Make tables at which so many events are tried, without answers yet."""
    seed, (options, readings) = 0, case
    while events > 0:
        seed += 1
        table = Seating(WHO[seats], options, readings)
        try:
            tape = play(game, options, readings, seats, rounds, seed, RULINGS, LATE_RULINGS)
        except Exception as error:
            if seed >= MOST_TABLES:
                raise
            # A fault of the program is none of its answers: it is told, and no tape holds it.
            fault = f"{type(error).__name__}: {error}"
            print(f"{game}: {table}, seed {seed}, is left out: {fault}", file=sys.stderr)
            continue
        for tried in tape.tried:
            if events <= 0:
                break
            table.rounds.append(Round([Try("", event) for event in kept(tried)]))
            events -= len(table.rounds[-1].tries)
        yield table


def other_settings(game: str) -> list[Case]:
    """List every other value of every option and reading by itself, if the game loads with it."""
    return [one for one in settings(game)[1:] if fits(game, *one)]


def fresh(game: str, more: bool) -> Recording:
    """Make all tables of a tape by chance, without answers yet."""
    if not more:
        return Recording(game, most_telling(game))
    cases = other_settings(game)
    each = max(LEAST_EVENTS, MORE_EVENTS // max(1, len(cases)))
    return Recording(game, [table for case in cases for table in under(game, case, each)])


def most_telling(game: str) -> list[Seating]:
    """Make many more tables than are wanted, and take those that tell most that is not told yet."""
    taken: list[Seating] = []
    told: set[str] = set()
    for seats in WHO:
        wanted = EVENTS // len(WHO)
        tables = by_chance(game, seats, wanted * CANDIDATES, ({}, {}), SHORT)
        made = replayed(Recording(game, list(tables))).tables
        left = {at: set().union(*map(tells, table.rounds)) for at, table in enumerate(made)}
        while wanted > 0 and left:
            best = max(left, key=lambda at: len(left[at] - told) / made[at].events)
            table = made[best]
            del table.rounds[_last_that_tells(table, told) + 1 :]
            told |= left.pop(best)
            taken.append(table)
            wanted -= table.events
    return taken


def _last_that_tells(table: Seating, told: set[str]) -> int:
    """Find the last round that adds anything to what is told already."""
    known, last = {*told}, 0
    for at, round_ in enumerate(table.rounds):
        last = last if tells(round_) <= known else at
        known |= tells(round_)
    return last


def tells(round_: Round) -> set[str]:
    """List what a round tells: ways to be settled, refused, misread and ruled on, and clauses."""
    settled = (SETTLED.match(line) for line in round_.lines)
    found = {*round_.clauses, *(" ".join(map(str, one.groups())) for one in settled if one)}
    for one in round_.tries:
        found.add(one.said.partition("ruled ")[2] if one.mark == "+" else ANYTHING.sub("", one.said))
    return found


def under(game: str, case: Case, events: int) -> Iterator[Seating]:
    """Make tables under other settings, with seats that differ from case to case."""
    options, readings = case
    return by_chance(game, 1 + crc32(f"{game} {options} {readings}".encode()) % len(WHO), events, case)


def brought_up(recording: Recording) -> Recording:
    """Keep the tables of a long tape whose settings there still are, and make some for new settings."""
    game, cases = recording.game, other_settings(recording.game)
    tables = [table for table in recording.tables if (table.options, table.readings) in cases]
    known = [(table.options, table.readings) for table in tables]
    new = [table for case in cases if case not in known for table in under(game, case, LEAST_EVENTS)]
    return Recording(game, [*tables, *new])


def made(game: str, more: bool, anew: bool = False) -> Recording:
    """Return a tape as it comes to now."""
    path = path_of(game, more)
    if anew or not path.is_file():
        return replayed(fresh(game, more))
    recording = read(load(path))
    return replayed(brought_up(recording) if more else recording)


def recorded(game: str, more: bool, anew: bool = False) -> str:
    """Write a tape as it comes to now."""
    return written(made(game, more, anew))


def told(game: str, more: bool, old: str, new: str) -> str:
    """Tell in one line what has become of a tape."""
    now = read(new)
    marks = Counter(one.mark for one in now.tries)
    rulings = sum("ruled " in one.said for one in now.tries if one.mark == "+")
    name = f"{game}{' (more)' if more else ''}"
    counts = f"{len(now.tries)} events, {rulings} rulings, {marks['-']} refusals, {marks['!']} bad inputs"
    if old == new:
        return f"{name}: unchanged; {counts}"
    if not old:
        return f"{name}: new; {counts}"
    raised = read(old).behaviour != now.behaviour
    note = f"`behaviour` is {'now' if raised else 'still'} {now.behaviour}"
    return f"{name}: changed; {counts}; {note}{'' if raised else ', raise it if this is meant'}"


def main(args: Sequence[str]) -> int:
    """Record, and say for each tape whether anything has changed; 1 if something has that was not written."""
    parser = argparse.ArgumentParser(prog="python -m tests.tapes.record", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all games unless some are named")
    parser.add_argument("--anew", action="store_true", help="make the events by chance again")
    parser.add_argument("--check", action="store_true", help="write nothing")
    asked = parser.parse_args(args)
    stray = [game for game in asked.games if game not in game_ids()]
    if stray:
        parser.error(f"there is no game {stray[0]}")
    changed = False
    for game in asked.games or game_ids():
        for more in (False, True):
            path = path_of(game, more)
            now = made(game, more, asked.anew)
            old, new = load(path) if path.is_file() else "", written(now)
            hashed = kept_hashes().get(game, {}).get("more" if more else "plain")
            changed = changed or old != new or hashed != hash_of(now)
            if old != new and not asked.check:
                store(path, new)
            if hashed != hash_of(now) and not asked.check:
                keep_hash(game, more, hash_of(now))
            print(told(game, more, old, new), flush=True)
    return 1 if changed and asked.check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
