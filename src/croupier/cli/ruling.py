"""`croupier ruling`: what the rulebook says when something goes wrong."""

from __future__ import annotations

import argparse
import re
from math import prod
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import asked_game, game_argument, json_argument, pairs

if TYPE_CHECKING:
    from croupier.api import Game
    from croupier.api.answers import IrregularityRow

EXAMPLES = """  croupier ruling great-britain/roulette
  croupier ruling great-britain/roulette no-spin
  croupier ruling great-britain/roulette no-spin reason=foreign-object --json"""
_AMOUNTS = ("amount", "paid", "taken")
_SEATS = ("seat", "box")
_SEAT = re.compile(r"[1-9][0-9]?[a-z]?(\.[1-9])*(\+[1-9][0-9]?[a-z]?(\.[1-9])*)*", re.ASCII)
"""How facts are written of which the table alone knows which of them there are."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a game, an event, its facts."""
    game_argument(parser)
    parser.add_argument(
        "event",
        nargs="?",
        metavar="EVENT",
        help="what went wrong; without it, every irregularity is listed",
    )
    parser.add_argument(
        "facts",
        nargs="*",
        default=[],
        metavar="FACT=V",
        help="what is known of it; without facts that are needed, every row is shown",
    )
    json_argument(
        parser,
        "the ruling as JSON: ruling, duties, clause and why; "
        "or the list of irregularities, or the rows that are left to choose from",
    )


def run(given: argparse.Namespace) -> int:
    """List the irregularities, show one as a decision table, or rule."""
    asked = asked_game(given)
    facts = pairs(given.facts, "a fact")
    if given.event is None:
        return _list(asked, given.json)
    row = asked.rules.irregularity(given.event)
    _known(row, facts)
    missing = [fact for fact, values in row.facts.items() if fact not in facts and len(values) > 1]
    if missing:
        return _decisions(asked, row, facts, missing, given)
    return _rule(asked, given.event, facts, given.json)


def _list(asked: Game, as_json: bool) -> int:
    from croupier.cli import show

    rows = list(asked.rules.irregularities.values())
    if as_json:
        listed = [{"id": row.id, "title": row.title, "facts": row.facts, "takes": row.takes} for row in rows]
        show.as_json(
            {"format": 1, "game": asked.rules.id, "ruleset": asked.rules.digest(), "irregularities": listed}
        )
        return 0
    out = show.console()
    show.heading(
        out,
        f"{asked.rules.head.title} · {asked.rules.id}",
        "" if rows else "the rulebook is silent on irregularities",
    )
    if rows:
        show.table(
            out,
            ("event", "what went wrong", "facts"),
            [(row.id, row.title, ", ".join([*row.facts, *row.takes])) for row in rows],
            wrap=("what went wrong", "facts"),
        )
    return 0


def _known(row: IrregularityRow, facts: dict[str, str]) -> None:
    """Refuse facts that the irregularity does not have, or values that they cannot have."""
    from croupier.equipment.money import parse_amount
    from croupier.errors import BadInput, short, unknown

    for fact, value in facts.items():
        if fact not in row.facts and fact not in row.taken:
            raise unknown("fact", fact, [*row.facts, *row.taken], f"the irregularity {row.id}")
        if fact in row.taken and fact in _AMOUNTS:
            parse_amount(value)
        if fact in row.taken and fact in _SEATS and not _SEAT.fullmatch(value):
            raise BadInput(
                f"{row.id}: {fact} cannot be {short(value)}; it is a box, a person or a hand, like 2, 2b, 2.1"
            )
        if fact in row.facts and value not in row.facts[fact]:
            raise BadInput(
                f"{row.id}: {fact} cannot be {short(value)}; it is one of {', '.join(row.facts[fact])}"
            )


def _decisions(
    asked: Game, row: IrregularityRow, facts: dict[str, str], missing: list[str], given: argparse.Namespace
) -> int:
    from itertools import islice, product

    from croupier.cli import show

    free = [name for name, values in row.facts.items() if name not in facts and len(values) > 1]
    cases: dict[int, list[dict[str, str]]] = {}
    for values in islice(product(*(row.facts[name] for name in free)), 5_000):
        case = dict(zip(free, values, strict=True))
        ruled = asked.rules.ruling(row.id, {**facts, **case})[1]
        cases.setdefault(row.rows.index(ruled), []).append(case)
    if given.json:
        rows = [
            {
                "when": _when(found, free, row, at),
                "ruling": row.rows[at].ruling,
                "duties": row.rows[at].duties,
                "clause": row.rows[at].clause,
                "why": row.rows[at].why,
            }
            for at, found in sorted(cases.items())
        ]
        show.as_json(
            {
                "format": 1,
                "game": asked.rules.id,
                "ruleset": asked.rules.digest(),
                "id": row.id,
                "title": row.title,
                "needs": {name: row.facts[name] for name in missing},
                "takes": row.takes,
                "rows": rows,
            }
        )
        return 0
    out = show.console()
    show.heading(out, f"{row.id}: {row.title}", "what is done depends on:")
    for name in missing:
        show.labelled(out, name, ", ".join(row.facts[name]), "dim", wide=max(map(len, missing)) + 2)
    out.print()
    show.table(
        out,
        ("when", "ruling", "duties and reason", "clause"),
        [
            (
                _told(found, free, row, at),
                _orders(row.rows[at].ruling),
                "; ".join(part for part in (*row.rows[at].duties, row.rows[at].why) if part),
                show.cited(row.rows[at].clause),
            )
            for at, found in sorted(cases.items())
        ],
        wrap=("when", "ruling", "duties and reason"),
    )
    out.print()
    out.print(
        "for one of them: "
        f"{_command(asked, row, {**facts, **{name: row.facts[name][0] for name in missing}}, given)}",
        soft_wrap=True,
    )
    return 0


def _command(asked: Game, row: IrregularityRow, facts: dict[str, str], given: argparse.Namespace) -> str:
    """Return a line that asks for one ruling, to be copied."""
    import shlex

    chosen = [
        part
        for flag, pairs in (("--set", given.set), ("--reading", given.reading))
        for pair in pairs
        for part in (flag, pair)
    ]
    return shlex.join(
        [
            "croupier",
            "ruling",
            asked.name,
            row.id,
            *(f"{name}={value}" for name, value in facts.items()),
            *chosen,
        ]
    )


def _when(cases: list[dict[str, str]], free: list[str], row: IrregularityRow, at: int) -> str:
    """Describe the cases of a row, without facts that can be anything.

    Where that is not so simple, it is the rulebook's own condition.
    """
    seen = {name: list(dict.fromkeys(case[name] for case in cases)) for name in free}
    count = 1
    for values in seen.values():
        count *= len(values)
    if count == len(cases):
        told = [
            f"{name} = {' or '.join(values)}"
            for name, values in seen.items()
            if len(values) < len(row.facts[name])
        ]
        return " and ".join(told) or "always"
    return row.rows[at].when


def _told(cases: list[dict[str, str]], free: list[str], row: IrregularityRow, at: int) -> str:
    """Describe the same for people: several values of a fact in brackets, each fact on a line of its own."""
    seen = {name: list(dict.fromkeys(case[name] for case in cases)) for name in free}
    if prod(map(len, seen.values())) != len(cases):
        return row.rows[at].when
    said = [
        f"{name} = {values[0]}" if len(values) == 1 else f"{name} in [{', '.join(values)}]"
        for name, values in seen.items()
        if len(values) < len(row.facts[name])
    ]
    return "\nand ".join(said) or "always"


def _orders(ruling: list[str]) -> str:
    return ", ".join(ruling) or "nothing is done"


def _rule(asked: Game, event: str, facts: dict[str, str], as_json: bool) -> int:
    from croupier.api import remarks
    from croupier.cli import show

    ruled = asked.ruling(event, facts)
    if as_json:
        value: dict[str, Any] = {
            "format": 1,
            "game": asked.rules.id,
            "ruleset": asked.rules.digest(),
            "id": ruled.id,
            "title": ruled.title,
            "facts": ruled.facts,
        }
        show.as_json(
            {
                **value,
                "ruling": list(ruled.ruling),
                "duties": list(ruled.duties),
                "clause": ruled.clause,
                "why": ruled.why,
                "notes": list(remarks(asked.rules)),
            }
        )
        return 0
    out = show.console()
    show.heading(out, f"{ruled.id}: {ruled.title}", *remarks(asked.rules))
    rows = [
        ("ruling", f"{_orders(list(ruled.ruling))} [{show.cited(ruled.clause)}]"),
        *(("duty", duty) for duty in ruled.duties),
        *([("why", ruled.why)] if ruled.why else []),
    ]
    for label, text in rows:
        show.labelled(out, label, text, indent=0, wide=8)
    return 0
