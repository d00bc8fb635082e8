"""Lists what each game says of each thing that happens: settlements, refusals and rulings with their clauses.

    python -m tests.roots.citing             print what differs from the reviewed tables, and change nothing
    python -m tests.roots.citing --write     write the tables anew: then read the difference against the text
    python -m tests.roots.citing GAME ..     the same for some games

A table is a file a rulebook, `citations/RULEBOOK.toml`. For each game it has what happened in the examples
and in the rounds of its tapes, as a short line, and the clauses that were named for it:

    settled  main dealer-natural: lose      a wager, the row that decided it, the result
    refused  bet main: the words            an act, the reason with every number and name left out
    ruled    late-wager confirmed=no        an irregularity with its facts
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.rulebook.load import game_ids
from croupier.table.events import parse_event
from croupier.table.play import Batch
from croupier.table.table import Table
from tests.examples import runner
from tests.tapes import tape

FOLDER = Path(__file__).parent / "citations"
Pairs = dict[str, set[str]]
"""What happened, and the clauses that were named for it. Several sets of clauses are several entries."""


def pairs_of(game: str, more: bool = False) -> dict[str, list[str]]:
    """Return what happened in a game's examples and tapes, each with every list of clauses named for it."""
    found: Pairs = {}
    for built, before, events in _played(game, more):
        _listen(built, before, events, found)
    return {what: sorted(clauses) for what, clauses in sorted(found.items())}


def _played(game: str, more: bool) -> Iterator[tuple[Any, dict[str, Any], list[str]]]:
    path = runner.FOLDER / f"{game}.toml"
    for example in runner.examples(game) if path.is_file() else ():
        built = runner.table_game(game, example)
        yield (
            built,
            example.get("before", {}),
            [str(event).removeprefix("!").strip() for event in example["events"]],
        )
    for long in (False, True) if more else (False,):
        lies = tape.path_of(game, long)
        for seating in tape.read(tape.load(lies)).tables if lies.is_file() else ():
            built = build(ruleset(game, seating.options, seating.readings))
            events = []
            for round_ in seating.rounds:
                events += [*(one.event for one in round_.tries), "table next-round"]
            yield built, {}, events


def _listen(game: Any, before: dict[str, Any], events: list[str], found: Pairs) -> None:
    """Play events, and note what is settled, refused and ruled."""
    try:
        table = Table(game, before)
    except BadInput:
        return
    for text in events:
        if text == "table next-round":
            _settled(table, found)
            table = Table(game, table.after)
            continue
        ruled = len(table.rulings)
        try:
            table.apply(text)
        except NotAllowed as refused:
            _note(found, f"refused  {_act(refused.event)}: {_plain(refused.why)}", [refused.clause])
        except BadInput:
            continue
        for one in table.rulings[ruled:]:
            event = parse_event(text)
            known = game.ruleset.irregularities[one.id].facts
            said = " ".join(f"{key}={value}" for key, value in sorted(event.facts) if key in known)
            _note(found, f"ruled    {one.id} {said}".strip(), one.clauses)
    _settled(table, found)


def _settled(table: Table, found: Pairs) -> None:
    for batch in table.play.batches:
        _batch(table, batch, found)


def _batch(table: Table, batch: Batch, found: Pairs) -> None:
    for claim in batch.claims:
        wager = table.game.ruleset.names.get(claim.standing.wager, (claim.standing.wager, ""))[0]
        row = claim.row or _plain(claim.why)
        state = f" {claim.standing.state}" if claim.result == "stands" and claim.standing.state else ""
        _note(found, f"settled  {wager}{state} {row}: {claim.result}", claim.clauses)


def _note(found: Pairs, what: str, clauses: Any) -> None:
    found.setdefault(re.sub(r"\s+$", "", what), set()).add("; ".join(clauses))


def _act(text: str) -> str:
    if text.startswith("supervisor rule"):
        return " ".join(text.split()[1:3])
    event = parse_event(text.split(" ; ")[0])
    return f"{event.verb} {event.what.partition(':')[0]}".strip() if event.who else event.verb


CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk|\?\?)(?: (?:[2-9TJQKA][cdhs]|Jk|\?\?))*")
NUMBER = re.compile(r"\d+(?:[.,/:-]\d+)*[a-z]?(?:\.\d+)?")


def _plain(why: str) -> str:
    """Leave out cards, numbers and amounts, and of what is out of turn all but what is waited for."""
    if why.startswith("it is out of turn"):
        return why.partition(";")[0]
    return re.sub(r"(?:# ?,? ?(?:and )?)+#", "#", NUMBER.sub("#", CARD.sub("#", why)))


# The tables.


def path_of(rulebook: str) -> Path:
    """Return where the reviewed table of a rulebook lies."""
    return FOLDER / f"{rulebook}.toml"


def reviewed(game: str) -> dict[str, list[str]]:
    """Return the reviewed pairs of a game."""
    rulebook, name = game.split("/")
    path = path_of(rulebook)
    return dict(tomllib.loads(path.read_text()).get(name, {})) if path.is_file() else {}


def difference(game: str, known: bool = False) -> list[str]:
    """List what a game now says otherwise than its reviewed table; `known`: of what is in it already."""
    was, now = reviewed(game), pairs_of(game)
    rows = []
    for what in sorted({*was} & {*now} if known else {*was, *now}):
        gone = [clauses for clauses in was.get(what, []) if clauses not in now.get(what, [])]
        new = [clauses for clauses in now.get(what, []) if clauses not in was.get(what, [])]
        rows += [f"- {what} [{clauses}]" for clauses in gone] + [f"+ {what} [{clauses}]" for clauses in new]
    return rows


def write(games: list[str]) -> None:
    """Write the tables of some games anew."""
    for rulebook in sorted({game.split("/")[0] for game in games}):
        path = path_of(rulebook)
        tables = tomllib.loads(path.read_text()) if path.is_file() else {}
        for game in games:
            if game.startswith(f"{rulebook}/"):
                tables[game.split("/")[1]] = pairs_of(game)
        rows = [
            f"# What each game of {rulebook} says of what happens.",
            "# Written by `python -m tests.roots.citing --write`; every change is read against the text.",
        ]
        for name, pairs in sorted(tables.items()):
            rows += ["", f"[{name}]"]
            rows += [
                f"{json.dumps(what, ensure_ascii=False)} = {json.dumps(said, ensure_ascii=False)}"
                for what, said in sorted(pairs.items())
            ]
        FOLDER.mkdir(exist_ok=True)
        path.write_text("\n".join(rows) + "\n")


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main(arguments: list[str]) -> None:
    """Print the differences, or write the tables."""
    games = [name for name in arguments if not name.startswith("--")] or list(game_ids())
    for game in games:
        for row in difference(game):
            print(f"{game}: {row}")
    if "--write" in arguments:
        write(games)


if __name__ == "__main__":
    main(sys.argv[1:])
