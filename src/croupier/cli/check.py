"""`croupier check`: an operator's own file against the rulebook it extends."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import json_argument

if TYPE_CHECKING:
    from croupier.api import Checked

EXAMPLES = """  croupier check our-roulette.toml

a file of one's own says which game it extends, and what differs:
  format  = 1
  extends = "great-britain/roulette"
  [options]
  minimum = "5"
  [wagers.straight]
  pays = "36:1"

exit code 2 when anything in it is not allowed"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a file."""
    parser.add_argument("file", metavar="FILE", help="an operator's own file (.toml) that extends a game")
    json_argument(
        parser,
        "the findings as JSON: every departure with its clause and duties, citations that do not exist, "
        "and the edges that changed",
    )


def run(given: argparse.Namespace) -> int:
    """Check the file."""
    from croupier.api import check
    from croupier.cli import show

    found = check(given.file)
    if given.json:
        show.as_json(_value(found))
    else:
        _print(found)
    return 0 if found.allowed else 2


def _value(found: Checked) -> dict[str, Any]:
    import msgspec

    from croupier.api import FORMAT, ratio

    return {
        "format": FORMAT,
        "file": found.file,
        "extends": found.extends,
        "allowed": found.allowed,
        "departures": [msgspec.to_builtins(one) for one in found.departures],
        "citations": list(found.citations),
        "edges": [
            {
                "wager": name,
                "base": None if old is None else ratio(old),
                "base_float": None if old is None else float(old),
                "own": None if new is None else ratio(new),
                "own_float": None if new is None else float(new),
            }
            for name, (old, new) in found.edges.items()
        ],
        "notes": list(found.notes),
    }


def _print(found: Checked) -> None:
    from croupier.cli.show import cited, console, exact, heading, percent, say, section, table

    out = console()
    heading(out, f"{found.file} extends {found.extends}")
    if found.departures:
        section(out, "Departures from the rulebook")
        rows = [
            (
                "yes" if one.allowed else "NO",
                one.kind,
                f"{one.name} {one.row}".strip(),
                one.base or "–",
                one.own or "–",
                "\n".join([one.why, *(f"duty: {duty}" for duty in one.duties)]),
                cited(one.clause),
            )
            for one in found.departures
        ]
        table(
            out,
            ("allowed", "what", "name", "rulebook", "here", "why", "clause"),
            rows,
            wrap=("name", "rulebook", "here", "why", "clause"),
        )
    else:
        say(out, "It departs from the rulebook in nothing.")
    if found.edges:
        section(out, "The house edge of every wager whose odds changed")
        table(
            out,
            ("wager", "by the rulebook", "here", "exactly"),
            [
                (
                    name,
                    "–" if old is None else percent(old),
                    "–" if new is None else percent(new),
                    "" if new is None else exact(new),
                )
                for name, (old, new) in found.edges.items()
            ],
            right=("by the rulebook", "here", "exactly"),
        )
        for note in found.notes:
            say(out, note, "dim")
    if found.citations:
        section(out, "Citations that the register does not hold")
    for line in found.citations:
        say(out, line)
    wrong = sum(not one.allowed for one in found.departures)
    told = [f"{wrong} departure{'s' if wrong > 1 else ''} not allowed"] if wrong else []
    told += (
        [f"{len(found.citations)} citation{'s' if len(found.citations) > 1 else ''} not in the register"]
        if found.citations
        else []
    )
    out.print()
    say(out, " and ".join(told) if told else "The file may be used.", "bold red" if told else "bold green")
