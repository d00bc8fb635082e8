"""Check an operator's file against the rulebook it extends: each departure, allowed or not, by its clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from croupier.equipment.money import parse_amount
from croupier.errors import BadInput
from croupier.rulebook.register import register
from croupier.rulebook.ruleset import Pay, Ruleset, clauses_of
from croupier.rulebook.schema import ApprovalRow, LimitRow, LimitRule

Kind = Literal["price", "wager", "rule", "limit", "option", "reading"]
SHOW = ("display the odds at the table", "make the house edge that results available to players")
"""The duties that go with odds better than the rulebook's."""
_PRICE_KEYS = ("pays", "table", "title", "offered", "approved-by")


class Departure(msgspec.Struct, frozen=True):
    """One thing that the operator's file says and the rulebook does not."""

    kind: Kind
    name: str
    base: str
    own: str
    allowed: bool
    why: str
    clause: str
    duties: tuple[str, ...] = ()
    row: str = ""
    """The outcome whose price departs."""


def plain(value: object) -> str:
    """Return an option's value as text."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def departures(base: Ruleset[Any, Any], own: Ruleset[Any, Any]) -> list[Departure]:
    """List everything in which `own` departs from `base`, the rulebook with the same options and readings."""
    found: list[Departure] = []
    for name in own.names:
        if name not in base.names:
            found.append(_added(base, own, name))
            continue
        found += _rule(base, own, name)
        found += _offered(base, own, name)
        found += _prices(base, own, name)
    return [*found, *_limits(base, own), *_options(base, own)]


def _added(base: Ruleset[Any, Any], own: Ruleset[Any, Any], name: str) -> Departure:
    """Judge a wager that the rulebook does not have."""
    said, approval, text = own.wager(name)[0].approved_by, base.head.wager_approval, _shown(own, name)
    if not said or approval is None:
        why = "the rulebook has no such wager, and its wagers are all that there are"
        clause = base.head.variation_clause or _names_all(base) or _general(base)
        return Departure("wager", name, "", text, False, why, clause)
    by = _by(own, name, said, approval)
    return Departure(
        "wager",
        name,
        "",
        text,
        True,
        f"approved by {by}, as the file says",
        approval.clause,
        (f"keep the approval of {by} for this wager",),
    )


def refuse_departures(base: Ruleset[Any, Any], own: Ruleset[Any, Any]) -> None:
    """Refuse a file that departs from its rulebook where it may not."""
    wrong = [one for one in departures(base, own) if not one.allowed]
    if wrong:
        first = wrong[0]
        more = f"; {len(wrong) - 1} more: see croupier check" if len(wrong) > 1 else ""
        what = f"{first.name} {first.row}".strip()
        raise BadInput(f"{own.file}: {what} is not allowed: {first.why} [{first.clause}]{more}")


def changed_prices(found: list[Departure]) -> list[str]:
    """List the wagers whose prices depart. Their edge must be computed again."""
    return list(dict.fromkeys(one.name for one in found if one.kind == "price"))


def _general(base: Ruleset[Any, Any]) -> str:
    return base.head.odds_clause or base.head.cites


def _names_all(base: Ruleset[Any, Any]) -> str:
    """Return the clause by which no other wagers are made, where the rulebook has one."""
    return base.setup.betting.only_clause if base.setup is not None else ""


def _shown(rules: Ruleset[Any, Any], name: str) -> str:
    return ", ".join(f"{pay}" if row == "win" else f"{row} {pay}" for row, pay in rules.prices(name).items())


def _rule(base: Ruleset[Any, Any], own: Ruleset[Any, Any], name: str) -> list[Departure]:
    here, there = (msgspec.to_builtins(rules.wager(name)[0]) for rules in (base, own))
    clause = clauses_of(base.wager(name)[0])[0]
    return [
        Departure(
            "rule",
            name,
            f"{key} = {plain(here.get(key, ''))}",
            f"{key} = {plain(there.get(key, ''))}",
            False,
            f"{key} of a wager is the rulebook's to say",
            clause,
        )
        for key in {**here, **there}
        if key not in _PRICE_KEYS and here.get(key) != there.get(key)
    ]


def _offered(base: Ruleset[Any, Any], own: Ruleset[Any, Any], name: str) -> list[Departure]:
    before, now = base.offered(name), own.offered(name)
    if before == now:
        return []
    clause = clauses_of(base.wager(name)[0])[0]
    if before:
        return [
            Departure("wager", name, "offered", "not offered", True, "a wager need not be offered", clause)
        ]
    return [
        Departure(
            "wager",
            name,
            "not offered",
            "offered",
            False,
            f"the rulebook offers it only where {base.wager(name)[0].offered}",
            clause,
        )
    ]


def _prices(base: Ruleset[Any, Any], own: Ruleset[Any, Any], name: str) -> list[Departure]:
    row, number = base.wager(name)
    stated, mine = base.prices(name), own.prices(name)
    floors = base.prices(name, "minimum") if row.table and base.tables[row.table].minimum else stated
    found = []
    approved = _approved(base, own, name)
    for outcome in dict.fromkeys([*stated, *mine]):
        old, new = (_priced(prices, outcome, number) for prices in (stated, mine))
        floor = _priced(floors, outcome, number) or old
        if old is not None and new is not None and old.kind == new.kind and old.value == new.value:
            continue
        departure = _price(base, name, "" if outcome == "win" else outcome, old, new, floor)
        same = old is not None and new is not None and old.kind == new.kind
        if approved and same and not departure.allowed and (old is None or _may_be(base, name, old)):
            departure = msgspec.structs.replace(
                departure,
                allowed=True,
                why=f"approved beforehand by {approved}, as the file says",
                clause=base.head.approval.clause if base.head.approval else departure.clause,
                duties=(f"keep the prior approval of {approved} for these odds",),
            )
        found.append(departure)
    return found


def _approved(base: Ruleset[Any, Any], own: Ruleset[Any, Any], name: str) -> str:
    """Return who has approved the prices of a wager; refuse a name whose approval the rulebook ignores."""
    row = own.wager(name)[0]
    said = row.approved_by or (own.tables[row.table].approved_by if row.table else "")
    approval = base.head.approval
    if not said:
        return ""
    if approval is None:
        raise BadInput(
            f"{own.file}: approved-by of {name}: no approval lets {base.id} pay other odds [{_general(base)}]"
        )
    return _by(own, name, said, approval)


def _by(own: Ruleset[Any, Any], name: str, said: str, approval: ApprovalRow) -> str:
    """Return who has approved something of a wager; refuse somebody whose approval does not count."""
    if said != approval.by:
        raise BadInput(
            f"{own.file}: approved-by of {name} is {approval.by!r}, not {said!r} [{approval.clause}]"
        )
    return f"the {said.replace('-', ' ')}"


def _may_be(base: Ruleset[Any, Any], name: str, price: Pay) -> bool:
    """Whether a price is one of those that may be another with approval."""
    approval = base.head.approval
    clauses = {price.clause, *clauses_of(base.wager(name)[0])}
    return approval is not None and (not approval.of or bool(clauses & set(approval.of)))


def _priced(prices: Mapping[str, Pay], outcome: str, number: str) -> Pay | None:
    for key in (outcome, number, "win"):
        if key and key in prices:
            return prices[key]
    return None


def _price(
    base: Ruleset[Any, Any], name: str, row: str, old: Pay | None, new: Pay | None, floor: Pay | None
) -> Departure:
    clause = base.head.odds_clause or (old.clause if old else _general(base))
    texts = (str(old or ""), str(new or ""))
    odds = base.head.odds_are
    if old is None or new is None or floor is None:
        return Departure(
            "price", name, *texts, odds == "free", "the rulebook prices other outcomes", clause, row=row
        )
    if odds == "free":
        return Departure("price", name, *texts, True, "the rulebook leaves the odds open", clause, row=row)
    if new.kind != old.kind:
        return Departure(
            "price",
            name,
            *texts,
            False,
            f"it pays in another way ({new.kind}) than the rulebook ({old.kind})",
            clause,
            row=row,
        )
    if odds == "exact":
        return Departure(
            "price", name, *texts, False, f"the rulebook fixes the odds at {old}", clause, row=row
        )
    if odds == "usual":
        return Departure(
            "price", name, *texts, True, f"the rulebook gives {old} as usual, not as fixed", clause, SHOW, row
        )
    # One price is changed by itself, or a pay table is replaced: the law has a clause for each.
    tabled = bool(base.wager(name)[0].table) and base.head.tables_clause
    if new.value.ratio < floor.value.ratio:
        return Departure(
            "price",
            name,
            *texts,
            False,
            f"{new} is below the minimum odds of {floor}",
            f"{tabled}(a)" if tabled else clause,
            row=row,
        )
    return Departure(
        "price",
        name,
        *texts,
        True,
        f"not below the minimum odds of {floor}",
        f"{tabled}(d)" if tabled else clause,
        SHOW,
        row,
    )


def _limits(base: Ruleset[Any, Any], own: Ruleset[Any, Any]) -> Iterator[Departure]:
    for name, limit in own.limits.items():
        if base.limits.get(name) == limit:
            continue
        old = base.limits.get(name)
        wrong, clause = _no_limit(base, name, limit)
        yield Departure(
            "limit",
            name,
            f"{old.min or 'open'} to {old.max or 'open'}" if old else "open",
            f"{limit.min or 'open'} to {limit.max or 'open'}",
            not wrong,
            wrong or "limits are the operator's to set",
            clause,
        )


def _no_limit(base: Ruleset[Any, Any], name: str, limit: LimitRow) -> tuple[str, str]:
    """Say why a wager may not have these limits, and by which clause; nothing where it may."""
    option = base.option_rows.get("minimum") or base.option_rows.get("maximum")
    clause = option.clause if option else _general(base)
    row = base.wagers[name] if name in base.wagers else base.wager(name)[0]
    rule = next((rule for rule in base.limit_rules if _breaks(base, rule, limit)), None)
    if rule:
        return f"the limits here are {rule.min} to {rule.max}", rule.clause
    bound = base.holds(row.limits_when)
    if row.stake.wins_at_most and not bound:
        return "it is limited by what it wins, and by nothing else", row.stake.clause or clauses_of(row)[0]
    low, high = row.own_limits or ("minimum", "maximum")
    usual = bound or bool(row.own_limits)
    least = limit.min or (base.options.get(low, "") if usual else "")
    most = limit.max or (base.options.get(high, "") if usual else "")
    if least and most and parse_amount(least) > parse_amount(most):
        return f"the minimum of {least} is above the maximum of {most}", clause
    return "", clause


def _breaks(base: Ruleset[Any, Any], rule: LimitRule, limit: LimitRow) -> bool:
    """Whether limits are others than the rulebook itself sets under a condition that holds."""
    pairs = ((rule.min, limit.min), (rule.max, limit.max))
    others = any(ours and theirs and parse_amount(ours) != parse_amount(theirs) for ours, theirs in pairs)
    return others and base.holds(rule.when)


def _options(base: Ruleset[Any, Any], own: Ruleset[Any, Any]) -> Iterator[Departure]:
    for name, value in own.options.items():
        row = base.option_rows[name]
        if value != plain(row.default):
            yield Departure(
                "option",
                name,
                plain(row.default) or "open",
                value,
                True,
                row.why or "the rulebook leaves it to the operator",
                row.clause,
            )
    for name, value in own.readings.items():
        reading = base.reading_rows[name]
        if value != reading.default:
            yield Departure("reading", name, reading.default, value, True, reading.why, reading.clause)


def citations(rules: Ruleset[Any, Any]) -> list[tuple[str, str]]:
    """List every clause that a ruleset cites, with the place where it does."""
    parts: dict[str, Any] = {
        "head": rules.head,
        "options": dict(rules.option_rows),
        "readings": dict(rules.reading_rows),
        "wagers": dict(rules.wagers),
        "tables": dict(rules.tables),
        "money": dict(rules.money),
        "irregularities": dict(rules.irregularities),
        "media": rules.media,
        "limit-rules": rules.limit_rules,
        "setup": rules.setup,
    }
    return [pair for part, value in parts.items() for pair in _cited(msgspec.to_builtins(value), part)]


def _cited(value: Any, where: str, inside: bool = False) -> Iterator[tuple[str, str]]:
    """Yield everything under a key that names clauses, however deep."""
    if isinstance(value, dict):
        for key, part in value.items():
            names = (
                key == "settles"
                or (
                    key in ("cites", "push", "lose", "shuffle")
                    and isinstance(part, dict)
                    and "default" not in part
                )
                or key.endswith(("clause", "clauses", "-cites"))
            )
            yield from _cited(part, where if names else f"{where}.{key}", inside or names)
    elif isinstance(value, list):
        for part in value:
            yield from _cited(part, where, inside)
    elif inside and isinstance(value, str) and value:
        yield where, value


def wrong_citations(rules: Ruleset[Any, Any]) -> list[str]:
    """Return one line for every citation that the rulebook's clause register does not hold."""
    held = register(rules.rulebook)
    wrong: dict[str, None] = {}
    for where, citation in citations(rules):
        try:
            held.require(citation, f"{rules.file}: {where}")
        except BadInput as error:
            wrong[str(error)] = None
    return list(wrong)
