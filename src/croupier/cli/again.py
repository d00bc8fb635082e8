"""`croupier audit --settle-again`: which rounds of a floor the law as it is now settles otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from croupier.equipment.money import Amount, show_amount

if TYPE_CHECKING:
    from croupier.floor.again import Again, Otherwise, Refused, Said, Stands, Wanted
    from croupier.server.again import Listed, SettledAgain


def value_of(found: SettledAgain) -> dict[str, Any]:
    """Return the findings as JSON has them: amounts in notation, and only what there is."""
    return {
        "entries": found.entries,
        "hash": found.head,
        "rounds": found.rounds,
        "otherwise": [
            {
                "table": one.table,
                "game": one.game,
                "round": one.round,
                "over": _when(one.over),
                "entry": one.seq,
                **({"corrected": one.corrected} if one.corrected else {}),
                **(
                    {"by-hand": {who: show_amount(amount) for who, amount in one.by_hand.items()}}
                    if one.by_hand
                    else {}
                ),
                **_found(one.found),
            }
            for one in found.listed
        ],
    }


def _found(again: Again) -> dict[str, Any]:
    told: dict[str, Any] = {
        "settled": [
            {**_whose(one), "then": _said(one.then), "now": _said(one.now)} for one in again.otherwise
        ],
        "stands": [
            {**_whose(one), "then": show_amount(one.then), "now": show_amount(one.now)}
            for one in again.stands
        ],
        "refused": [{**_done(one), "why": one.why, "clause": one.clause} for one in again.refused],
        "asks": [
            {
                **_done(one),
                "facts": {fact: list(values) for fact, values in one.facts.items()},
                **({"clause": one.clause} if one.clause else {}),
            }
            for one in again.wanted
        ],
        "by-fact": {fact: _found(one) or {"as": "then"} for fact, one in again.by_fact.items()},
        "stops": again.stops,
    }
    return {key: value for key, value in told.items() if value}


def _done(one: Refused | Wanted) -> dict[str, str]:
    return {"event": one.event, "by": one.by, **({"terminal": one.terminal} if one.terminal else {})}


def _whose(one: Otherwise | Stands) -> dict[str, str]:
    told = {"who": one.who, "hand": one.hand, "wager": one.wager, "terminal": one.terminal}
    return {key: value for key, value in told.items() if value}


def _said(said: Said) -> dict[str, Any]:
    told: dict[str, Any] = {"net": show_amount(said.net)}
    if said.results:
        told |= {"results": list(said.results), "clauses": list(said.clauses), "why": said.why}
    return told


def _when(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")


def print_again(found: SettledAgain) -> None:
    """Print the findings: each round that comes out otherwise, and what of it."""
    from croupier.cli.show import console, labelled, say

    out = console()
    for label, text in (
        ("entries", f"{found.entries:,}"),
        ("rounds", f"{found.rounds:,}"),
        ("otherwise", f"{len(found.listed):,}"),
        ("hash", found.head),
    ):
        labelled(out, label, text, indent=0, wide=10)
    for one in found.listed:
        out.print()
        say(out, f"{one.table}, round {one.round} ({one.game}), over {_when(one.over)} UTC", "bold")
        for line in _lines(one):
            say(out, f"  {line}", indent=6)
    out.print()
    if found.listed:
        say(out, "Nothing is paid by this: a manager decides, by a correction or by hand.", "bold yellow")
    else:
        say(out, "Every round is settled now as it was.", "bold green")


def _lines(one: Listed) -> Iterator[str]:
    if one.corrected:
        yield f"it was put right {_times(one.corrected)} and is judged as it was left"
    yield from _again(one.found)
    for terminal, amount in one.by_hand.items():
        yield f"paid by hand for it: {show_amount(amount)} to {terminal}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _again(again: Again) -> Iterator[str]:
    from croupier.floor.again import MOST_ANSWERS, answers

    for change in again.otherwise:
        yield f"{_named(change)}: then {_told(change.then)}; now {_told(change.now)}"
    for other in again.stands:
        stood = f"{_laid(other.then)} stood after the round; now {_laid(other.now)} would stand"
        yield f"{_named(other)}: {stood}"
    for refused in again.refused:
        clause = f" [{refused.clause}]" if refused.clause else ""
        yield f"{_event(refused)} is refused now: {refused.why}{clause}"
    for wanted in again.wanted:
        facts = ", ".join(
            f"{fact}={'|'.join(values)}" if values else f"{fact}=" for fact, values in wanted.facts.items()
        )
        clause = f" [{wanted.clause}]" if wanted.clause else ""
        yield f"{_event(wanted)} now needs {facts}, which nobody stored{clause}"
    tried = answers(again.wanted) if again.wanted else 0
    if tried and not again.by_fact:
        yield "too many answers may be meant to try them" if tried > MOST_ANSWERS else "no answer fits it"
    for fact, one in again.by_fact.items():
        told = list(_again(one)) or ["it is settled as it was"]
        how = f"only {fact} fits" if len(again.by_fact) == 1 < tried else f"with {fact}"
        yield from (f"{how}: {line}" for line in told)
    if again.stops:
        yield f"it cannot be settled now: {again.stops}"


def _event(one: Refused | Wanted) -> str:
    at = f" at terminal {one.terminal}" if one.terminal and one.terminal != one.by else ""
    return f"{one.event} ({one.by}){at}"


def _named(one: Otherwise | Stands) -> str:
    account = not one.wager and not one.terminal
    who = one.who if account else f"seat {one.who}" + (f" hand {one.hand}" if one.hand else "")
    return ", ".join(filter(None, (who, one.wager, f"terminal {one.terminal}" if one.terminal else "")))


def _told(said: Said) -> str:
    if not said.results:
        return signed(said.net) if said.net else "nothing"
    how = f"{', '.join(said.results)} {signed(said.net)}"
    return how + (f" [{', '.join(said.clauses)}]" if said.clauses else "")


def _laid(amount: Amount) -> str:
    return show_amount(amount) if amount else "nothing"


def signed(amount: Amount) -> str:
    """Return an amount with its sign, where it is not nothing."""
    return ("+" if amount > 0 else "") + show_amount(amount)
