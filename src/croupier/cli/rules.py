"""`croupier rules`: what a rulebook says of a game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import asked_game, game_argument, json_argument

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.api import Game
    from croupier.api.answers import Ruleset, TableRow

EXAMPLES = """  croupier rules great-britain/roulette
  croupier rules great-britain/roulette --wager rage --wager straight
  croupier rules queensland/roulette --set wheel=double-zero --json"""
_ODDS = {
    "exact": "The odds are fixed",
    "minimum": "The odds are minimum odds: better ones may be offered",
    "usual": "The odds are the usual ones, and others may be offered",
    "free": "The odds are left to the operator",
}
MOST_NAMES = 4
"""A wager that stands on more kinds of others does not list them, unless it was asked for."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a game with its options and readings, and the wagers asked for."""
    game_argument(parser)
    parser.add_argument(
        "--wager",
        action="append",
        default=[],
        metavar="W",
        help="only this wager and its pay table, like rage or place-6, or place for all of them; "
        "may be given again",
    )
    json_argument(
        parser,
        "the rules as JSON: wagers, tables, options, readings, irregularities, money and limits, "
        "each with its clauses",
    )


def run(given: argparse.Namespace) -> int:
    """Print the rules."""
    from croupier.cli import show

    asked = asked_game(given)
    rules = asked.rules
    names = _named(rules, given.wager)
    if given.json:
        show.as_json({**value(rules, names), "acts": _acts(asked)})
        return 0
    _print(show.console(), rules, names, bool(given.wager))
    return 0


def _acts(asked: Game) -> list[dict[str, Any]]:
    """Return what may be said at a table of the game, by act."""
    return [
        {
            "act": verb,
            "amount": takes.amount,
            "names": takes.what,
            "facts": [{"fact": key.name, "says": key.says, "is": key.told} for key in takes.keys],
        }
        for verb, takes in asked.playable.vocabulary.verbs.items()
    ]


def _named(rules: Ruleset[Any, Any], asked: Sequence[str]) -> list[str]:
    """Return the wagers asked for, or all: by name, or all that share a row of the rulebook."""
    found: list[str] = []
    for text in asked:
        name = text.partition(":")[0]
        alike = [one for one, (base, _) in rules.names.items() if base == name]
        if name not in rules.names and not alike:
            rules.wager(name)
        found += [name] if name in rules.names else alike
    return list(dict.fromkeys(found)) or list(rules.names)


def value(rules: Ruleset[Any, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return the rules as JSON values, with the wagers named and their pay tables."""
    import msgspec

    from croupier.api import clauses_of, remarks
    from croupier.equipment.money import show_amount

    return {
        "format": 1,
        "game": rules.id,
        "title": rules.head.title,
        "family": rules.head.game,
        "cites": rules.head.cites,
        "in_force": rules.head.in_force,
        "dates": rules.head.dates,
        "ruleset": rules.digest(),
        "odds": {"are": rules.head.odds_are, "clause": rules.head.odds_clause},
        "wagers": [
            {
                "wager": name,
                "kind": rules.wager(name)[0].kind,
                "offered": rules.offered(name),
                "pays": {row: str(pay) for row, pay in rules.prices(name).items()},
                "table": rules.wager(name)[0].table,
                "needs": _binding(rules, name),
                "stake": {
                    key: part for key, part in msgspec.to_builtins(rules.wager(name)[0].stake).items() if part
                },
                "charge": msgspec.to_builtins(rules.wager(name)[0].charge),
                "clauses": list(clauses_of(rules.wager(name)[0])),
            }
            for name in names
        ],
        "tables": {
            name: {
                "kind": table.kind,
                "chosen_by": table.chosen_by,
                "clause": table.clause,
                "in_use": {row: str(pay) for row, pay in rules.table_rows(name).items()},
                "alternatives": {
                    which: {row: str(pay) for row, pay in rules.table_rows(name, which).items()}
                    for which in _alternatives(rules, name)
                },
            }
            for name, table in _tables(rules, names).items()
        },
        "options": {
            name: {"value": rules.options[name], **msgspec.to_builtins(row)}
            for name, row in rules.option_rows.items()
        },
        "readings": {
            name: {"value": rules.readings[name], **msgspec.to_builtins(row)}
            for name, row in rules.reading_rows.items()
        },
        "irregularities": [msgspec.to_builtins(row) for row in rules.irregularities.values()],
        "money": {
            name: {"to": show_amount(rounding.to), "way": rounding.way, "clause": rounding.clause}
            for name, rounding in rules.money.items()
        },
        "limits": {name: msgspec.to_builtins(row) for name, row in rules.limits.items()},
        "limit_rules": [msgspec.to_builtins(row) for row in rules.limit_rules],
        "media": [msgspec.to_builtins(row) for row in rules.media],
        "notes": list(remarks(rules)),
    }


def _tables(rules: Ruleset[Any, Any], names: Sequence[str]) -> dict[str, TableRow]:
    """Return the pay tables of these wagers; all of them where all wagers are asked for."""
    used = {rules.wager(name)[0].table for name in names}
    return {name: row for name, row in rules.tables.items() if name in used or len(names) == len(rules.names)}


def _alternatives(rules: Ruleset[Any, Any], name: str) -> list[str]:
    table = rules.tables[name]
    return [*(["minimum"] if table.minimum else []), *table.choices]


def _print(out: Console, rules: Ruleset[Any, Any], names: Sequence[str], asked: bool) -> None:
    from croupier.api import clauses_of, remarks
    from croupier.cli.show import cited, glued, heading, say, section, table

    head = rules.head
    force = f"in force {' to '.join(day or 'today' for day in head.in_force)}; " if any(head.in_force) else ""
    heading(
        out,
        f"{rules.head.title} · {rules.id}",
        f"{rules.head.cites}; {force}{glued(f'rules {rules.digest()}')}",
        *([f"Of the dates: {rules.head.dates}."] if rules.head.dates else []),
        *remarks(rules),
    )
    if rules.head.odds_clause:
        say(out, f"{_ODDS[rules.head.odds_are]} [{cited(rules.head.odds_clause)}].")
    section(out, "Wagers")
    rows = [
        (name, _pays(rules, name), _conditions(rules, name, asked), cited(clauses_of(rules.wager(name)[0])))
        for name in names
    ]
    table(out, ("wager", "pays", "conditions", "clauses"), rows, wrap=("pays", "conditions", "clauses"))
    for name, pay_table in _tables(rules, names).items():
        _pay_table(out, rules, name, pay_table)
    if not asked:
        _settings(out, rules)
        _rest(out, rules)


def _pay_table(out: Console, rules: Ruleset[Any, Any], name: str, row: TableRow) -> None:
    from croupier.cli.show import cited, glued, say, section, table

    chosen = (
        f", chosen by the option {row.chosen_by} = {rules.options.get(row.chosen_by, '')}"
        if row.chosen_by
        else ""
    )
    section(out, f"Pay table {name} [{cited(row.clause)}]{chosen}")
    tables = _alternatives(rules, name)
    used = rules.table_rows(name)
    every = {which: rules.table_rows(name, which) for which in tables}
    names = list(dict.fromkeys([*used, *(on for found in every.values() for on in found)]))
    if not tables:
        say(
            out,
            " · ".join(glued(f"{on}{'' if used[on].kind == 'to' else ':'} {used[on]}") for on in names),
            indent=0,
        )
    elif len(tables) > len(names):
        table(
            out,
            ("table", *names),
            [(which, *(str(every[which].get(on, "")) for on in names)) for which in tables],
            right=names,
        )
    else:
        table(
            out,
            ("outcome", "in use", *tables),
            [
                (on, str(used.get(on, "")), *(str(every[which].get(on, "")) for which in tables))
                for on in names
            ],
            right=("in use", *tables),
        )


def _settings(out: Console, rules: Ruleset[Any, Any]) -> None:
    from rich.padding import Padding

    from croupier.cli.show import cited, say, section, table

    if rules.option_rows:
        section(out, "Options: what the operator or the regulator may choose")
        table(
            out,
            ("option", "value", "choices", "clause", "why"),
            [
                (name, rules.options[name] or "open", _choices(row), cited(row.clause), row.why)
                for name, row in rules.option_rows.items()
            ],
            wrap=("choices", "why", "clause"),
        )
    if rules.reading_rows:
        section(out, "Readings: where the text is unclear")
        for name, reading in rules.reading_rows.items():
            others = ", ".join(one for one in reading.choices if one != rules.readings[name])
            say(out, f"{name} = {rules.readings[name]}, not {others} [{cited(reading.clause)}]")
            out.print(Padding(reading.why, (0, 0, 0, 4)), style="dim")


def _rest(out: Console, rules: Ruleset[Any, Any]) -> None:
    from croupier.cli.show import cited, say, section, table
    from croupier.equipment.money import show_amount

    if rules.irregularities:
        section(out, f"Irregularities: croupier ruling {rules.id} EVENT")
        table(
            out,
            ("event", "what went wrong", "clauses"),
            [
                (row.id, row.title, cited(dict.fromkeys(one.clause for one in row.rows)))
                for row in rules.irregularities.values()
            ],
            wrap=("what went wrong", "clauses"),
        )
    section(out, "Money")
    table(
        out,
        ("payment", "uneven amounts", "clause"),
        [
            (name, f"{rounding.way} to {show_amount(rounding.to)}", cited(rounding.clause))
            for name, rounding in rules.money.items()
        ],
    )
    for limit in rules.limit_rules:
        say(
            out,
            f"Limits {limit.min or 'open'} to {limit.max or 'open'} where {limit.when or 'always'} "
            f"[{cited(limit.clause)}].",
        )


def _pays(rules: Ruleset[Any, Any], name: str) -> str:
    prices, number = rules.prices(name), rules.wager(name)[1]
    if number in prices:
        return str(prices[number])
    texts = [str(pay) if row == "win" else f"{row} {pay}" for row, pay in prices.items()]
    if not texts:
        return "by its parts"
    return ", ".join(texts) if len(texts) <= 3 else f"table {rules.wager(name)[0].table}"


def _conditions(rules: Ruleset[Any, Any], name: str, asked: bool) -> str:
    row = rules.wager(name)[0]
    said = [] if rules.offered(name) else ["not offered"]
    where = row.offered
    if rules.offered(name):
        # That the whole game is offered goes without saying: it is not looked up where it is not.
        where = _bare(where.removeprefix("offered = yes").removeprefix(" and "))
    if where:
        said.append(f"where {where}")
    if _binding(rules, name):
        said.append(f"needs {_needs(rules, name, asked)}")
    stake = row.stake
    for label, text in (
        ("exactly", stake.exactly),
        ("from", stake.min),
        ("up to", stake.max),
        ("in multiples of", stake.multiple_of),
        ("at most", stake.at_most),
        ("wins at most", stake.wins_at_most),
    ):
        if text:
            said.append(f"{label} {text}")
    if row.charge:
        said.append(
            f"charge: {rules.options.get(row.charge.rate, row.charge.rate)} % of the "
            f"{row.charge.of.replace('-', ' ')}"
        )
    return "; ".join(said)


def _bare(condition: str) -> str:
    """Return a condition without brackets around the whole of it."""
    inner = condition[1:-1]
    return (
        inner
        if condition.startswith("(") and condition.endswith(")") and "(" not in inner and ")" not in inner
        else condition
    )


def _binding(rules: Ruleset[Any, Any], name: str) -> list[str]:
    """Return the wagers that this one stands on, where the options and readings ask for one."""
    import msgspec

    row = rules.wager(name)[0]
    when = msgspec.to_builtins(row).get("needs-when", "")
    return row.needs if not when or rules.holds(when) else []


def _needs(rules: Ruleset[Any, Any], name: str, asked: bool) -> str:
    """Say which wagers this one stands on; in words where they are all the others."""
    row = rules.wager(name)[0]
    if row.needs_any and set(row.needs) >= {
        other for other in rules.names if other != name and not rules.wager(other)[0].needs_any
    }:
        return "any other wager"
    return (
        " or ".join(row.needs)
        if asked or len(row.needs) <= MOST_NAMES
        else f"one of {len(row.needs)} other wagers"
    )


def _choices(row: Any) -> str:
    if row.amount:
        return "an amount"
    if row.between:
        return f"{row.between[0]} to {row.between[1]}"
    return ", ".join(str(choice) for choice in row.choices) or "yes, no"
