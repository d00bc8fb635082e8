"""`croupier compare`: two games side by side."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import json_argument, pairs

if TYPE_CHECKING:
    from croupier.api import Compared, Game
    from croupier.api.answers import Difference, IrregularityRow, Pair

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

_ODDS = {"exact": "fixed", "usual": "usual, not fixed", "free": "left to the operator"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add two games, each with its options and readings."""
    for side in ("a", "b"):
        parser.add_argument(side, metavar="GAME", help=f"the {'first' if side == 'a' else 'second'} game")
    for side in ("a", "b"):
        parser.add_argument(
            f"--set-{side}",
            action="append",
            default=[],
            metavar="K=V",
            help=f"set an option of the {'first' if side == 'a' else 'second'} game; may be given again",
        )
        parser.add_argument(
            f"--reading-{side}",
            action="append",
            default=[],
            metavar="K=V",
            help=f"choose a reading of the {'first' if side == 'a' else 'second'} game; may be given again",
        )
    json_argument(
        parser,
        "the comparison as JSON: each pair of wagers with both edges, "
        "and every difference with the clause on each side",
    )


def run(given: argparse.Namespace) -> int:
    """Compare the games."""
    from croupier.api import compare, game
    from croupier.cli import show

    a = game(given.a, options=pairs(given.set_a, "--set-a"), readings=pairs(given.reading_a, "--reading-a"))
    b = game(given.b, options=pairs(given.set_b, "--set-b"), readings=pairs(given.reading_b, "--reading-b"))
    found = compare(a, b)
    if given.json:
        show.as_json(_value(a, b, found))
    else:
        _print(a, b, found, [[*given.set_a, *given.reading_a], [*given.set_b, *given.reading_b]])
    return 0


def _edge(edge: Fraction | None) -> dict[str, Any] | None:
    from croupier.api import ratio

    return None if edge is None else {"edge": ratio(edge), "edge_float": float(edge)}


def _value(a: Game, b: Game, found: Compared) -> dict[str, Any]:
    import msgspec

    from croupier.api import FORMAT, remarks

    return {
        "format": FORMAT,
        **{
            letter: {
                "game": side.name,
                "ruleset": side.rules.digest(),
                "notes": [*remarks(side.rules), *notes],
            }
            for letter, side, notes in zip("ab", (a, b), found.notes, strict=True)
        },
        "wagers": [
            {
                "a": pair.a or None,
                "b": pair.b or None,
                "edge_a": _edge(found.edges.get(pair.a)),
                "edge_b": _edge(found.other.get(pair.b)),
            }
            for pair in found.pairs
        ],
        "differences": [msgspec.to_builtins(one) for one in found.differences],
    }


def _print(a: Game, b: Game, found: Compared, chosen: Sequence[Sequence[str]]) -> None:
    from croupier.api import remarks
    from croupier.cli.show import cited, console, heading, say, section, table

    out = console()
    for letter, side, options in zip("AB", (a, b), chosen, strict=True):
        heading(
            out, " · ".join([f"{letter}: {side.rules.head.title}", side.name, *options]), *remarks(side.rules)
        )
    if not found.differences:
        say(out, "Nothing differs.")
    numbers = _numbers(a, b)
    for part, title in _PARTS.items():
        rows = [
            (one.name, *_sides(a, b, one), cited(one.clause_a), cited(one.clause_b))
            for one in found.differences
            if one.part == part
        ]
        if rows:
            section(out, title)
            table(
                out,
                ("", "A", "B", "clause A", "clause B"),
                _folded(rows, numbers),
                wrap=("", "A", "B", "clause A", "clause B"),
            )
    section(out, "House edge")
    edges = [
        (
            pair.a if pair.a == pair.b else " / ".join(filter(None, (pair.a, pair.b))),
            *_gap(found.edges.get(pair.a), found.other.get(pair.b), pair),
        )
        for pair in found.pairs
    ]
    table(
        out,
        ("wager", "A", "B", "B costs more by"),
        _folded(edges, numbers),
        right=("A", "B", "B costs more by"),
    )
    for letter, notes in zip("AB", found.notes, strict=True):
        for note in notes:
            say(out, f"{letter}, {note}", "dim")


def _gap(mine: Fraction | None, theirs: Fraction | None, pair: Pair) -> tuple[str, str, str]:
    """Return both edges and their difference. A wager that only one side has says which."""
    from croupier.cli.show import percent, signed

    here, there = ("–" if edge is None else percent(edge) for edge in (mine, theirs))
    if mine is None or theirs is None:
        return here, there, "" if pair.a and pair.b else "only A" if pair.a else "only B"
    return here, there, "=" if mine == theirs else signed(percent(theirs - mine))


def _sides(a: Game, b: Game, one: Difference) -> tuple[str, str]:
    """Return what each side says; of an irregularity, what may be done and on which facts it depends."""
    if one.part == "odds":
        return _ODDS.get(one.a, one.a), _ODDS.get(one.b, one.b)
    if one.part != "irregularities":
        return one.a or "–", one.b or "–"
    return _ruled(a.rules.irregularities.get(one.name)), _ruled(b.rules.irregularities.get(one.name))


def _ruled(row: IrregularityRow | None) -> str:
    if row is None:
        return "–"
    orders = dict.fromkeys(" + ".join(one.ruling) or "nothing is done" for one in row.rows)
    return " / ".join(orders) + (f"\ndepending on: {', '.join(row.facts)}" if row.facts else "")


_NUMBER = re.compile(r"(?<=-)\d+(?=$| )")


def _numbers(a: Game, b: Game) -> dict[str, list[str]]:
    """Return the numbers of every numbered wager: `place` stands for place-4, place-5 and so on."""
    found: dict[str, list[str]] = {}
    for side in (a, b):
        for name in side.rules.names:
            if _NUMBER.search(name):
                numbers = found.setdefault(_NUMBER.sub("#", name), [])
                numbers += [number for number in _NUMBER.findall(name) if number not in numbers]
    return found


def _folded(rows: Sequence[tuple[str, ...]], every: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Fold rows of numbered wagers that say the same into one: `double-1 … 6`."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, *rest in rows:
        numbers = set(_NUMBER.findall(name))
        # A row that names two wagers is folded where both have the same number.
        alike = len(numbers) == 1
        groups.setdefault((_NUMBER.sub("#", name) if alike else name, *rest), []).extend(
            numbers if alike else []
        )
    return [
        (name.replace("#", _span(numbers, every.get(re.split(r" [=/·] ", name)[0], []))), *rest)
        for (name, *rest), numbers in groups.items()
    ]


def _span(numbers: Sequence[str], every: Sequence[str]) -> str:
    """Write `4 … 10` where these are all there are, or follow one another; else each of them."""
    follow = [str(int(numbers[0]) + at) for at in range(len(numbers))] if numbers else []
    return (
        f"{numbers[0]} … {numbers[-1]}"
        if len(numbers) > 2 and (list(numbers) == follow or set(numbers) >= set(every))
        else ", ".join(numbers)
    )
