"""A ruleset: one game of one rulebook with options, readings, prices and rulings resolved, and its hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from croupier.equipment.money import Amount, Rounding, parse_amount, show_amount
from croupier.equipment.odds import Odds
from croupier.errors import BadInput, FactsWanted, unknown
from croupier.rulebook.condition import condition
from croupier.rulebook.schema import (
    Head,
    IrregularityRow,
    LimitRow,
    LimitRule,
    MediaRow,
    OptionRow,
    PayRow,
    ReadingRow,
    RulingRow,
    TableRow,
    WagerRow,
)

MOST_HELD = 4_096
"""The most conditions whose answer a ruleset keeps: more than any rulebook file has."""
S = TypeVar("S")
W = TypeVar("W", bound=WagerRow)


class Pay(msgspec.Struct, frozen=True):
    """What one row of a pay table pays."""

    kind: str
    value: Odds
    clause: str
    least: Amount = 0
    """The least that a share of a meter comes to."""

    def winnings(self, stake: Amount | Fraction) -> Fraction:
        """Return the exact profit: `to` leaves the stake as well, `for` includes it, `amount` is fixed."""
        if self.kind == "for":
            return self.value.ratio * stake - stake
        if self.kind == "amount":
            return self.value.ratio * 100
        return self.value.ratio * stake

    def __str__(self) -> str:
        if self.kind == "to":
            return str(self.value)
        text = self.value.text.removesuffix(":1")
        return {
            "for": f"{text} for 1",
            "amount": text,
            "times": f"{text} times",
            "share": f"{self.value.ratio * 100}% of the meter",
        }[self.kind]


def clauses_of(row: WagerRow) -> tuple[str, ...]:
    """Return the clauses that a wager rests on."""
    return (row.clause,) if isinstance(row.clause, str) else tuple(row.clause)


def odds_at(text: str, where: str, clause: str) -> Odds:
    """Read odds from a rulebook file. Refuse wrong ones with file, key and clause."""
    try:
        return Odds.parse(text)
    except BadInput as error:
        raise BadInput(f"{where}: {error} [{clause}]") from None


def priced(
    rows: list[PayRow], kind: str, clause: str, facts: Mapping[str, str], where: str
) -> dict[str, Pay]:
    """Return the rows of a pay table that apply, by outcome. Refuse a row priced twice."""
    found: dict[str, Pay] = {}
    for row in rows:
        if not condition(row.when)(facts):
            continue
        names = row.on if isinstance(row.on, list) else [row.on]
        text = facts.get(str(row.pays), str(row.pays)) or "0"
        value = odds_at(
            text if ":" in text else text + ":1",
            f"{where}: row {', '.join(map(str, names))}",
            row.clause or clause,
        )
        for name in map(str, names):
            if name in found:
                raise BadInput(f"{where}: row {name!r} is priced twice")
            found[name] = Pay(
                row.kind or kind, value, row.clause or clause, parse_amount(row.least) if row.least else 0
            )
    return found


def written(value: Any) -> Any:
    """Return a value as its file says it, without what was left to a default.

    So a new key of the schema changes no hash of a file that does not use it.
    """
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(value)
        said = {field.encode_name: getattr(value, field.name) for field in fields}
        usual = {
            field.encode_name: field.default_factory()
            if field.default_factory is not msgspec.NODEFAULT
            else field.default
            for field in fields
        }
        return {
            key: written(item)
            for key, item in said.items()
            if usual[key] is msgspec.NODEFAULT or item != usual[key]
        }
    if isinstance(value, Mapping):
        return {str(key): written(item) for key, item in value.items()}
    return [written(item) for item in value] if isinstance(value, (list, tuple)) else value


def default_of(row: OptionRow) -> str:
    """Return the value of an option that nobody sets."""
    value = ("yes" if row.default else "no") if isinstance(row.default, bool) else str(row.default)
    return show_amount(parse_amount(value)) if row.amount and value else value


class Ruleset(msgspec.Struct, Generic[W, S], frozen=True, dict=True):
    """Everything that decides a round, apart from what the table carried into it and its events.

    It never changes, so what follows from it is worked out once and kept beside its fields.
    """

    id: str
    head: Head
    options: Mapping[str, str]
    readings: Mapping[str, str]
    option_rows: Mapping[str, OptionRow]
    reading_rows: Mapping[str, ReadingRow]
    wagers: Mapping[str, W]
    tables: Mapping[str, TableRow]
    money: Mapping[str, Rounding]
    irregularities: Mapping[str, IrregularityRow]
    limits: Mapping[str, LimitRow]
    setup: S
    file: str
    media: tuple[MediaRow, ...] = ()
    limit_rules: tuple[LimitRule, ...] = ()
    names: Mapping[str, tuple[str, str]] = msgspec.field(default_factory=dict)
    """Every wager id with the row it comes from and its number: `place-6` -> (`place`, `6`)."""
    extends: str = ""

    @cached_property
    def facts(self) -> Mapping[str, str]:
        """Options and readings together, as conditions read them."""
        return {**self.options, **self.readings}

    @cached_property
    def _held(self) -> dict[str, bool]:
        return {}

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """Say which options were set that change nothing under the others."""
        return tuple(
            f"The option {name} = {self.options[name] or 'open'} changes nothing here: "
            f"it matters only where {row.matters_when}."
            for name, row in self.option_rows.items()
            if row.matters_when and self.options[name] != default_of(row) and not self.holds(row.matters_when)
        )

    def holds(self, text: str) -> bool:
        """Whether a condition of the rulebook is met by the options and readings; an empty one always is."""
        known = self._held.get(text)
        if known is None:
            if len(self._held) >= MOST_HELD:
                self._held.clear()
            known = self._held[text] = condition(text)(self.facts)
        return known

    @cached_property
    def _offered(self) -> dict[str, bool]:
        return {}

    @cached_property
    def _priced(self) -> dict[tuple[str, str], Mapping[str, Pay]]:
        return {}

    @property
    def rulebook(self) -> str:
        """The instrument that the game belongs to."""
        return (self.extends or self.id).split("/")[0]

    def wager(self, name: str) -> tuple[W, str]:
        """Return the row and the number of a wager."""
        try:
            row, number = self.names[name]
        except KeyError:
            raise unknown("wager", name, self.names, self.id) from None
        return self.wagers[row], number

    def offered(self, name: str) -> bool:
        """Whether the options in force offer this wager."""
        if name not in self._offered:
            row, number = self.wager(name)
            self._offered[name] = self.holds(row.offered) and self.holds(row.offered_for.get(number, ""))
        return self._offered[name]

    def table_rows(self, name: str, which: str = "") -> Mapping[str, Pay]:
        """Return a pay table as the options choose it, or one of its alternatives."""
        if (name, which) not in self._priced:
            self._priced[name, which] = self._table_rows(name, which)
        return self._priced[name, which]

    def _table_rows(self, name: str, which: str) -> Mapping[str, Pay]:
        table = self.tables[name]
        where = f"{self.file}: tables.{name}"
        choice = which or (self.options.get(table.chosen_by, "") if table.chosen_by else "")
        rows = table.choices.get(choice) or (table.minimum if choice == "minimum" else table.rows)
        return priced(rows, table.kind, table.clause, self.facts, where)

    def prices(self, name: str, which: str = "") -> Mapping[str, Pay]:
        """Return what a wager pays by outcome. A single price stands under `win`."""
        row, _ = self.wager(name)
        if row.table:
            return self.table_rows(row.table, which)
        if row.pays:
            last = row.pays_clause or clauses_of(row)[-1]
            return {
                "win": Pay(
                    "to", odds_at(row.pays, f"{self.file}: wagers.{self.names[name][0]}.pays", last), last
                )
            }
        return {}

    def rounding(self, name: str) -> Rounding:
        """Return how an uneven payment on this wager is settled."""
        return self.money[self.wager(name)[0].rounding]

    def option_amount(self, name: str) -> Amount | None:
        """Return an option that is an amount of money, or None while it is open."""
        text = self.options.get(name, "")
        return parse_amount(text) if text else None

    def irregularity(self, name: str) -> IrregularityRow:
        """Return what the rulebook says when something goes wrong."""
        if not name:
            known = ", ".join(self.irregularities)
            raise BadInput(f"say what has gone wrong: supervisor rule EVENT; known: {known or 'nothing'}")
        try:
            return self.irregularities[self._names_now.get(name, name)]
        except KeyError:
            if not self.irregularities:
                raise BadInput(f"{self.id} rules on no irregularity: its rulebook is silent") from None
            raise unknown("irregularity", name, self.irregularities, self.id) from None

    @cached_property
    def _names_now(self) -> Mapping[str, str]:
        """Irregularities by names that they had once."""
        return {once: row.id for row in self.irregularities.values() for once in row.formerly}

    def digest(self) -> str:
        """Return the hash of the resolved rules. A stored round carries it."""
        content: dict[str, Any] = {
            "id": self.id,
            "options": dict(self.options),
            "readings": dict(self.readings),
            "wagers": written(self.wagers),
            "tables": written(self.tables),
            "money": written(self.money),
            "irregularities": written(self.irregularities),
            "media": written(self.media),
            "limit-rules": written(self.limit_rules),
            "limits": written(self.limits),
            "setup": written(self.setup),
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]

    def ruling(self, name: str, given: Mapping[str, str]) -> tuple[IrregularityRow, RulingRow]:
        """Return the one row of an irregularity that the facts meet."""
        event = self.irregularity(name)
        name, takes = event.id, event.taken
        given = {event.facts_formerly.get(fact, fact): value for fact, value in given.items()}
        for fact, value in given.items():
            if fact in event.facts:
                if value not in event.facts[fact]:
                    raise BadInput(
                        f"{name}: {fact} cannot be {value!r}; it is one of {', '.join(event.facts[fact])}"
                    )
            elif fact not in takes:
                raise unknown("fact", fact, [*event.facts, *takes], f"the irregularity {name}")
        missing = [fact for fact, values in event.facts.items() if fact not in given and len(values) > 1]
        if missing:
            wanted = "; ".join(f"{fact}={'|'.join(event.facts[fact])}" for fact in missing)
            raise FactsWanted(f"{name}: say {wanted}", {fact: event.facts[fact] for fact in missing})
        facts = {**self.facts, **{fact: values[0] for fact, values in event.facts.items()}, **given}
        found = [row for row in event.rows if condition(row.when)(facts)]
        if len(found) != 1:
            raise BadInput(
                f"{self.file}: irregularity {name} has {len(found)} rows for {dict(given)}; "
                "it must have exactly one"
            )
        return event, found[0]
