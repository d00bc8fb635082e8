"""`croupier rules`: what a rulebook says of a game."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import asked_game, game_argument, json_argument

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.rulebook.ruleset import Ruleset

EXAMPLES = """  croupier rules great-britain/roulette
  croupier rules queensland/roulette --set wheel=double-zero --json"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """A game with its options and readings."""
    game_argument(parser)
    json_argument(parser)


def run(given: argparse.Namespace) -> int:
    """Show the rules."""
    from croupier.cli import show

    rules = asked_game(given).rules
    if given.json:
        show.as_json(value(rules))
        return 0
    out = show.console()
    _print(out, rules)
    return 0


def value(rules: Ruleset[Any, Any]) -> dict[str, Any]:
    """The rules as JSON values."""
    import msgspec

    from croupier.equipment.money import show_amount
    from croupier.rulebook.ruleset import clauses_of
    from croupier.table.written import lapsed

    return {
        "format": 1,
        "game": rules.id,
        "title": rules.head.title,
        "family": rules.head.game,
        "cites": rules.head.cites,
        "in_force": rules.head.in_force,
        "ruleset": rules.digest(),
        "odds": {"are": rules.head.odds_are, "clause": rules.head.odds_clause},
        "wagers": [
            {
                "wager": name,
                "kind": rules.wager(name)[0].kind,
                "offered": rules.offered(name),
                "pays": {row: str(pay) for row, pay in rules.prices(name).items()},
                "table": rules.wager(name)[0].table,
                "needs": rules.wager(name)[0].needs,
                "stake": {key: part for key, part in msgspec.to_builtins(rules.wager(name)[0].stake).items() if part},
                "charge": msgspec.to_builtins(rules.wager(name)[0].charge),
                "clauses": list(clauses_of(rules.wager(name)[0])),
            }
            for name in rules.names
        ],
        "tables": {
            name: {
                "kind": table.kind,
                "chosen_by": table.chosen_by,
                "clause": table.clause,
                "in_use": {row: str(pay) for row, pay in rules.table_rows(name).items()},
                "alternatives": {which: {row: str(pay) for row, pay in rules.table_rows(name, which).items()} for which in _alternatives(rules, name)},
            }
            for name, table in rules.tables.items()
        },
        "options": {name: {"value": rules.options[name], **msgspec.to_builtins(row)} for name, row in rules.option_rows.items()},
        "readings": {name: {"value": rules.readings[name], **msgspec.to_builtins(row)} for name, row in rules.reading_rows.items()},
        "irregularities": [msgspec.to_builtins(row) for row in rules.irregularities.values()],
        "money": {name: {"to": show_amount(rounding.to), "way": rounding.way, "clause": rounding.clause} for name, rounding in rules.money.items()},
        "limits": {name: msgspec.to_builtins(row) for name, row in rules.limits.items()},
        "limit_rules": [msgspec.to_builtins(row) for row in rules.limit_rules],
        "media": [msgspec.to_builtins(row) for row in rules.media],
        "notes": list(lapsed(rules)),
    }


def _alternatives(rules: Ruleset[Any, Any], name: str) -> list[str]:
    table = rules.tables[name]
    return [*(["minimum"] if table.minimum else []), *table.choices]


def _print(out: Console, rules: Ruleset[Any, Any]) -> None:
    from rich.padding import Padding

    from croupier.cli.show import heading, section, table
    from croupier.equipment.money import show_amount
    from croupier.rulebook.check import plain
    from croupier.rulebook.ruleset import clauses_of
    from croupier.table.written import lapsed

    force = " to ".join(day or "today" for day in rules.head.in_force)
    heading(out, f"{rules.head.title} · {rules.id}", f"{rules.head.cites}; in force {force}; rules {rules.digest()}", *lapsed(rules))
    if rules.head.odds_clause:
        out.print(f"The odds are {rules.head.odds_are} odds [{rules.head.odds_clause}].")
    section(out, "Wagers")
    rows = []
    for name in rules.names:
        row = rules.wager(name)[0]
        rows.append((name, _pays(rules, name), _conditions(rules, name), ", ".join(clauses_of(row))))
    table(out, ("wager", "pays", "conditions", "clauses"), rows, wrap=("pays", "conditions", "clauses"))
    for name, pay_table in rules.tables.items():
        chosen = f", chosen by the option {pay_table.chosen_by} = {rules.options.get(pay_table.chosen_by, '')}" if pay_table.chosen_by else ""
        section(out, f"Pay table {name} [{pay_table.clause}]{chosen}")
        tables = _alternatives(rules, name)
        used = rules.table_rows(name)
        every = {which: rules.table_rows(name, which) for which in tables}
        names = list(dict.fromkeys([*used, *(on for found in every.values() for on in found)]))
        if not tables:
            out.print(" · ".join(f"{on} {used[on]}" for on in names))
        elif len(tables) > len(names):
            table(out, ("table", *names), [(which, *(str(every[which].get(on, "")) for on in names)) for which in tables], right=names)
        else:
            table(out, ("outcome", "in use", *tables), [(on, str(used.get(on, "")), *(str(every[which].get(on, "")) for which in tables)) for on in names], right=("in use", *tables))
    if rules.option_rows:
        section(out, "Options: what the operator or the regulator may choose")
        table(
            out,
            ("option", "value", "choices", "clause", "why"),
            [(name, rules.options[name] or "open", _choices(row), row.clause, row.why) for name, row in rules.option_rows.items()],
            wrap=("choices", "why", "clause"),
        )
    if rules.reading_rows:
        section(out, "Readings: where the text is unclear")
        for name, reading in rules.reading_rows.items():
            others = ", ".join(one for one in reading.choices if one != rules.readings[name])
            out.print(f"{name} = {rules.readings[name]}, not {others} [{reading.clause}]")
            out.print(Padding(reading.why, (0, 0, 0, 4)), style="dim")
    if rules.irregularities:
        section(out, f"Irregularities: croupier ruling {rules.id} EVENT")
        table(
            out,
            ("event", "what went wrong", "clauses"),
            [(row.id, row.title, ", ".join(dict.fromkeys(one.clause for one in row.rows))) for row in rules.irregularities.values()],
            wrap=("what went wrong", "clauses"),
        )
    section(out, "Money")
    table(out, ("payment", "uneven amounts", "clause"), [(name, f"{rounding.way} to {show_amount(rounding.to)}", rounding.clause) for name, rounding in rules.money.items()])
    for limit in rules.limit_rules:
        out.print(f"Limits {limit.min or 'open'} to {limit.max or 'open'} where {plain(limit.when) or 'always'} [{limit.clause}].")


def _pays(rules: Ruleset[Any, Any], name: str) -> str:
    prices, number = rules.prices(name), rules.wager(name)[1]
    if number in prices:
        return str(prices[number])
    texts = [str(pay) if row == "win" else f"{row} {pay}" for row, pay in prices.items()]
    if not texts:
        return "by its parts"
    return ", ".join(texts) if len(texts) <= 3 else f"table {rules.wager(name)[0].table}"


def _conditions(rules: Ruleset[Any, Any], name: str) -> str:
    row = rules.wager(name)[0]
    said = [] if rules.offered(name) else ["not offered"]
    if row.offered:
        said.append(f"where {row.offered}")
    if row.needs:
        said.append(f"needs {' or '.join(row.needs)}")
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
        said.append(f"charge: {rules.options.get(row.charge.rate, row.charge.rate)} % of the {row.charge.of.replace('-', ' ')}")
    return "; ".join(said)


def _choices(row: Any) -> str:
    if row.amount:
        return "an amount"
    if row.between:
        return f"{row.between[0]} to {row.between[1]}"
    return ", ".join(str(choice) for choice in row.choices) or "yes, no"
