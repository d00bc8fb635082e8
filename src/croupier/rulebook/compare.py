"""Compare two rulesets: what differs, and by which clause on each side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from croupier.equipment.money import Rounding, show_amount
from croupier.rulebook.check import plain
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Pay, Ruleset, clauses_of
from croupier.rulebook.schema import IrregularityRow, OptionRow, ReadingRow, WagerRow

Rules = Ruleset[Any, Any]


class Pair(msgspec.Struct, frozen=True):
    """A wager in both games, under one name or under two that mean the same; empty where a game has none."""

    a: str
    b: str


class Difference(msgspec.Struct, frozen=True):
    """One thing that differs. A side that says nothing of it is empty."""

    part: str
    name: str
    a: str
    b: str
    clause_a: str
    clause_b: str


def pairs(a: Rules, b: Rules) -> list[Pair]:
    """Match the wagers offered in either game, by name or else by what they are.

    They are matched by what they are only where one wager on each side fits.
    """
    mine, theirs = ([name for name in rules.names if rules.offered(name)] for rules in (a, b))
    found = {name: name for name in mine if name in theirs}
    for told in (_signature, _nature):
        alone_a, alone_b = (
            [name for name in mine if name not in found],
            [name for name in theirs if name not in found.values()],
        )
        here, there = (
            {name: told(rules, name) for name in names} for rules, names in ((a, alone_a), (b, alone_b))
        )
        often_a, often_b = Counter(here.values()), Counter(there.values())
        for name, what in here.items():
            if often_a[what] == often_b[what] == 1:
                found[name] = next(other for other, whats in there.items() if whats == what)
    both = [Pair(name, found.get(name, "")) for name in mine]
    return both + [Pair("", name) for name in theirs if name not in found.values()]


def _signature(rules: Rules, name: str) -> str:
    """Say what a wager is apart from name, price and handling: its kind, and what its family says of it."""
    return repr([_nature(rules, name), list(_own(rules, name).items())])


def _nature(rules: Rules, name: str) -> str:
    """Say what a wager is at bottom: its kind, its number, and what it stands on."""
    row, number = rules.wager(name)
    needs = sorted(rules.wager(parent)[0].kind for parent in row.needs if parent in rules.names)
    return repr([row.kind, number, needs if not row.needs_any else []])


def _own(rules: Rules, name: str) -> dict[str, str]:
    """Return what the family says of a wager, such as its winning totals or whether it needs a come-out."""
    row, _ = rules.wager(name)
    shared = {field.name for field in msgspec.structs.fields(WagerRow)} - {"for_"}
    handled = (
        "cites",
        "not_offered",
        "push_when",
        "commission",
        "parts",
        "similar",
        "stays",
        "excess_rounding",
        "binding",
    )
    own = [
        field
        for field in row.__struct_fields__
        if field not in shared and not field.endswith("clause") and field not in (*handled, "for_")
    ]
    facts = rules.facts
    found = {
        field.replace("_", "-"): facts.get(text, text)
        for field in own
        for text in [_plainly(_in_force(rules, field, getattr(row, field)))]
    }
    commission = getattr(row, "commission", None)
    return {**found, "commission": f"{facts.get(commission.rate, '')} %" if commission else ""}


def _in_force(rules: Rules, field: str, value: object) -> object:
    """Evaluate a condition by the options and readings. Of rows with their clauses return the rows alone."""
    if isinstance(value, str) and value and (field.endswith("_when") or field in _CONDITIONS):
        return condition(value)(rules.facts)
    return sorted(value) if isinstance(value, dict) else value


_CONDITIONS = ("natural_margin", "third_card_only", "any_two", "shared_maximum")


def _plainly(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return plain(value)


def differences(a: Rules, b: Rules) -> list[Difference]:
    """List everything that differs, in the order of a rulebook file."""
    return [
        *_head(a, b),
        *_prices(a, b),
        *_ways(a, b),
        *_options(a.option_rows, b.option_rows, a.options, b.options),
        *_readings(a.reading_rows, b.reading_rows, a.readings, b.readings),
        *_money(a.money, b.money),
        *_irregularities(a.irregularities, b.irregularities),
    ]


def _head(a: Rules, b: Rules) -> Iterator[Difference]:
    if a.head.odds_are != b.head.odds_are:
        yield Difference(
            "odds", "the odds are", a.head.odds_are, b.head.odds_are, a.head.odds_clause, b.head.odds_clause
        )


def _prices(a: Rules, b: Rules) -> Iterator[Difference]:
    for pair in pairs(a, b):
        name = (
            pair.a if pair.a == pair.b else f"{pair.a} = {pair.b}" if pair.a and pair.b else pair.a or pair.b
        )
        mine, theirs = (_told(rules, wager) for rules, wager in ((a, pair.a), (b, pair.b)))
        if not pair.a or not pair.b:
            yield Difference(
                "wagers", name, _brief(mine), _brief(theirs), _clause(a, pair.a), _clause(b, pair.b)
            )
            continue
        for row in dict.fromkeys([*mine, *theirs]):
            old, new = (prices.get(row) or prices.get("win") for prices in (mine, theirs))
            if old is None or new is None or (old.kind, old.value) != (new.kind, new.value):
                label = name if row == "win" else f"{name} · {row}"
                yield Difference(
                    "prices",
                    label,
                    str(old or ""),
                    str(new or ""),
                    old.clause if old else "",
                    new.clause if new else "",
                )


def _ways(a: Rules, b: Rules) -> Iterator[Difference]:
    """Yield how wagers that both games have are decided or handled differently."""
    for pair in pairs(a, b):
        if pair.a and pair.b and type(a.wager(pair.a)[0]) is type(b.wager(pair.b)[0]):
            mine, theirs = _own(a, pair.a), _own(b, pair.b)
            name = pair.a if pair.a == pair.b else f"{pair.a} = {pair.b}"
            for field in mine:
                if mine[field] != theirs[field]:
                    yield Difference(
                        "rules",
                        f"{name} · {field}",
                        mine[field],
                        theirs[field],
                        _clause(a, pair.a),
                        _clause(b, pair.b),
                    )


def _told(rules: Rules, wager: str) -> Mapping[str, Pay]:
    if not wager:
        return {}
    prices, number = rules.prices(wager), rules.wager(wager)[1]
    return {"win": prices[number]} if number in prices else prices


def _brief(prices: Mapping[str, Pay]) -> str:
    texts = [str(pay) if row == "win" else f"{row} {pay}" for row, pay in prices.items()]
    return ", ".join(texts[:4]) + (f", … {len(texts)} rows" if len(texts) > 4 else "")


def _clause(rules: Rules, wager: str) -> str:
    return ", ".join(clauses_of(rules.wager(wager)[0])) if wager else ""


def _options(
    a: Mapping[str, OptionRow], b: Mapping[str, OptionRow], here: Mapping[str, str], there: Mapping[str, str]
) -> Iterator[Difference]:
    for name in dict.fromkeys([*a, *b]):
        mine, theirs = (
            _option(rows[name], values[name]) if name in rows else ""
            for rows, values in ((a, here), (b, there))
        )
        if mine != theirs:
            yield Difference(
                "options",
                name,
                mine,
                theirs,
                a[name].clause if name in a else "",
                b[name].clause if name in b else "",
            )


def _option(row: OptionRow, value: str) -> str:
    if row.amount:
        return f"{value or 'open'} (an amount)"
    if row.between:
        return f"{value} (from {row.between[0]} to {row.between[1]})"
    others = [
        choice for choice in (map(plain, row.choices) if row.choices else ("yes", "no")) if choice != value
    ]
    return f"{value} (or {', '.join(others)})" if others else value


def _readings(
    a: Mapping[str, ReadingRow],
    b: Mapping[str, ReadingRow],
    here: Mapping[str, str],
    there: Mapping[str, str],
) -> Iterator[Difference]:
    for name in dict.fromkeys([*a, *b]):
        mine, theirs = here.get(name, ""), there.get(name, "")
        if mine != theirs:
            yield Difference(
                "readings",
                name,
                mine,
                theirs,
                a[name].clause if name in a else "",
                b[name].clause if name in b else "",
            )


def _money(a: Mapping[str, Rounding], b: Mapping[str, Rounding]) -> Iterator[Difference]:
    for name in dict.fromkeys([*a, *b]):
        mine, theirs = (
            f"{rows[name].way} to {show_amount(rows[name].to)}" if name in rows else "" for rows in (a, b)
        )
        if mine != theirs:
            yield Difference(
                "money",
                name,
                mine,
                theirs,
                a[name].clause if name in a else "",
                b[name].clause if name in b else "",
            )


def _irregularities(
    a: Mapping[str, IrregularityRow], b: Mapping[str, IrregularityRow]
) -> Iterator[Difference]:
    for name in dict.fromkeys([*a, *b]):
        mine, theirs = (_rulings(rows[name]) if name in rows else "" for rows in (a, b))
        facts = tuple(
            {fact: sorted(values) for fact, values in rows[name].facts.items()} if name in rows else None
            for rows in (a, b)
        )
        if mine != theirs or facts[0] != facts[1]:
            yield Difference("irregularities", name, mine, theirs, _cited(a.get(name)), _cited(b.get(name)))


def _rulings(row: IrregularityRow) -> str:
    orders = dict.fromkeys(" + ".join(one.ruling) or "nothing is done" for one in row.rows)
    by = f" by {', '.join(row.facts)}" if row.facts else ""
    return " / ".join(orders) + by


def _cited(row: IrregularityRow | None) -> str:
    return ", ".join(dict.fromkeys(one.clause for one in row.rows)) if row else ""
