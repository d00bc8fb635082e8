"""`croupier compare`: two games side by side."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import json_argument, pairs

if TYPE_CHECKING:
    from croupier.api import Compared, Game

EXAMPLES = """  croupier compare great-britain/roulette queensland/roulette
  croupier compare queensland/roulette queensland/roulette --set-b wheel=double-zero --json"""
_PARTS = {
    "odds": "What the odds are",
    "wagers": "Wagers that only one of them has",
    "prices": "Prices",
    "rules": "How wagers are decided and handled",
    "options": "Options",
    "readings": "Readings",
    "money": "Uneven amounts",
    "irregularities": "Irregularities",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Two games, each with its options and readings."""
    for side in ("a", "b"):
        parser.add_argument(side, metavar="GAME", help=f"the {'first' if side == 'a' else 'second'} game")
    for side in ("a", "b"):
        parser.add_argument(f"--set-{side}", action="append", default=[], metavar="K=V", help=f"set an option of the {'first' if side == 'a' else 'second'} game")
        parser.add_argument(f"--reading-{side}", action="append", default=[], metavar="K=V", help=f"choose a reading of the {'first' if side == 'a' else 'second'} game")
    json_argument(parser)


def run(given: argparse.Namespace) -> int:
    """Compare."""
    from croupier.api import compare, game
    from croupier.cli import show

    a = game(given.a, options=pairs(given.set_a, "--set-a"), readings=pairs(given.reading_a, "--reading-a"))
    b = game(given.b, options=pairs(given.set_b, "--set-b"), readings=pairs(given.reading_b, "--reading-b"))
    found = compare(a, b)
    if given.json:
        show.as_json(_value(a, b, found))
    else:
        _print(a, b, found)
    return 0


def _edge(edge: Fraction | None) -> dict[str, Any] | None:
    from croupier.api import ratio

    return None if edge is None else {"edge": ratio(edge), "edge_float": float(edge)}


def _value(a: Game, b: Game, found: Compared) -> dict[str, Any]:
    import msgspec

    from croupier.api import FORMAT
    from croupier.table.written import lapsed

    return {
        "format": FORMAT,
        "a": {"game": a.name, "ruleset": a.rules.digest(), "notes": list(lapsed(a.rules))},
        "b": {"game": b.name, "ruleset": b.rules.digest(), "notes": list(lapsed(b.rules))},
        "wagers": [{"a": pair.a or None, "b": pair.b or None, "edge_a": _edge(found.edges.get(pair.a)), "edge_b": _edge(found.other.get(pair.b))} for pair in found.pairs],
        "differences": [msgspec.to_builtins(one) for one in found.differences],
    }


def _print(a: Game, b: Game, found: Compared) -> None:
    from croupier.cli.show import console, heading, percent, section, table
    from croupier.table.written import lapsed

    out = console()
    heading(out, f"A: {a.rules.head.title} · {a.name}", *lapsed(a.rules))
    heading(out, f"B: {b.rules.head.title} · {b.name}", *lapsed(b.rules))
    if not found.differences:
        out.print("Nothing differs.")
    for part, title in _PARTS.items():
        rows = [(one.name, one.a or "–", one.b or "–", one.clause_a, one.clause_b) for one in found.differences if one.part == part]
        if rows:
            section(out, title)
            table(out, ("", "A", "B", "clause A", "clause B"), rows, wrap=("A", "B", "clause A", "clause B"))
    section(out, "House edge")
    rows_of_edges = []
    for pair in found.pairs:
        mine, theirs = found.edges.get(pair.a), found.other.get(pair.b)
        name = pair.a if pair.a == pair.b else f"{pair.a or '–'} / {pair.b or '–'}"
        gap = percent(theirs - mine) if mine is not None and theirs is not None and mine != theirs else ""
        rows_of_edges.append((name, "–" if mine is None else percent(mine), "–" if theirs is None else percent(theirs), gap))
    table(out, ("wager", "A", "B", "B costs more by"), rows_of_edges, right=("A", "B", "B costs more by"))
