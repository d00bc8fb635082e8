"""`croupier simulate --count`: what a player wins who counts cards and bets by the count."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

from croupier.cli import show
from croupier.errors import BadInput, short

if TYPE_CHECKING:
    from croupier.api import Game
    from croupier.api.answers import Counted, CountRow

USUAL = "1:1 2:2 3:4 4:8"
MOST_STEPS = 40
SHOWN = 0.005
"""Counts with a lesser share of the rounds are put together at the ends of the table."""
BAR = 20
"""The widest bar of the table."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add who counts, and how it is bet."""
    some = parser.add_argument_group("counting cards at twenty-one")
    some.add_argument(
        "--count",
        metavar="SYSTEM",
        help="bet by a count: hi-lo, ko, hi-opt-i, hi-opt-ii, omega-ii, zen or halves",
    )
    some.add_argument(
        "--spread",
        metavar="'C:U ...'",
        help=f"from which count on how many units are bet (default '{USUAL}'); 0 units sit the round out",
    )
    some.add_argument(
        "--insure", type=int, metavar="C", help="take insurance from this count on; without it never"
    )
    some.add_argument(
        "--decks-left",
        choices=("exact", "half-decks"),
        help="how well the counter sees what is left in the shoe (default exact)",
    )
    some.add_argument(
        "--rounding",
        choices=("floor", "truncate"),
        help="how a true count is made a whole number: down, the default, or towards nothing",
    )


def spread_of(text: str) -> dict[int, int]:
    """Read counts and bets: `1:1 2:4`, with spaces or commas between them.

    >>> spread_of("-1:0, 1:1 2:8")
    {-1: 0, 1: 1, 2: 8}
    """
    found: dict[int, int] = {}
    for part in text.replace(",", " ").split():
        match = re.fullmatch(r"([+-]?[0-9]{1,3}):([0-9]{1,6})", part, re.ASCII)
        if not match:
            raise BadInput(
                f"{short(part)} is not a count and the units bet from it on; write them like '{USUAL}'"
            )
        if int(match[1]) in found:
            raise BadInput(f"the spread names the count {match[1]} twice")
        found[int(match[1])] = int(match[2])
    if not 1 <= len(found) <= MOST_STEPS:
        raise BadInput(f"a spread has from 1 to {MOST_STEPS} counts; write them like '{USUAL}'")
    return found


def refuse_without_count(given: argparse.Namespace) -> None:
    """Refuse arguments that say how a counter bets, where nobody counts."""
    for flag, value in (
        ("--spread", given.spread),
        ("--insure", given.insure),
        ("--decks-left", given.decks_left),
        ("--rounding", given.rounding),
    ):
        if value is not None:
            raise BadInput(f"{flag} is for a bet by the count: name the system as well, like --count hi-lo")


def run_count(asked: Game, rounds: int, given: argparse.Namespace, chart: bytes | None) -> int:
    """Simulate a counter, and print the result."""
    if given.wager or given.fresh:
        raise BadInput(
            "a count is for the main wager and goes through whole shoes: leave out --wager and --fresh"
        )
    spread = spread_of(given.spread if given.spread is not None else USUAL)
    with show.bar("simulating") as progress:
        found = asked.count(
            given.count,
            spread,
            rounds,
            given.seed,
            given.insure,
            given.decks_left or "exact",
            given.rounding or "floor",
            boxes=given.boxes,
            chart=chart,
            engine=given.engine,
            progress=progress,
        )
    if given.json:
        show.as_json(count_value(asked, found))
    else:
        _print(asked, found)
    return 0


def count_value(asked: Game, found: Counted) -> dict[str, Any]:
    """Return what a counter wins, as JSON."""
    from croupier.api import FORMAT, remarks
    from croupier.equipment.money import show_amount

    value = found.to_dict()
    return {
        "format": FORMAT,
        "ruleset": asked.rules.digest(),
        **value,
        "stake": show_amount(found.stake),
        "notes": list(remarks(asked.rules)),
    }


def _print(asked: Game, found: Counted) -> None:
    from croupier.api import remarks
    from croupier.equipment.money import show_amount

    out = show.console()
    speed = found.rounds / found.seconds if found.seconds else 0.0
    show.heading(
        out,
        f"{asked.rules.head.title} · {asked.rules.id}",
        f"{found.rounds:,} rounds in {found.shoes:,} shoes from seed {found.seed} in {found.seconds:.2f} "
        f"s ({speed:,.0f} a second)",
        f"counted by {found.system}, {found.boxes} box{'es' if found.boxes > 1 else ''}, "
        f"hands played {_played(found)}; {show.glued(f'rules {asked.rules.digest()}')}",
        *remarks(asked.rules),
    )
    show.section(out, "By the count at which a round began")
    rows = _lines(found)
    widest = max((abs(row[-1]) for row in rows), default=0.0) or 1.0
    body = [(*row[:-1], _bar(row[-1] / widest)) for row in rows]
    columns = ("count", "rounds", "bet", "for each unit bet", "± error", "won in 100 rounds", "")
    show.table(out, columns, body, right=columns[:-1])
    show.section(
        out,
        "What it comes to, in units of the least bet"
        if 1 in found.spread.values()
        else "What it comes to, in units",
    )
    insured = (
        [("insurance taken", f"{found.insured:,} times, won {found.insurance_won:,}")]
        if found.insurance is not None
        else []
    )
    totals = [
        ("won in 100 rounds", f"{found.win_per_100:+.4f} ± {found.standard_error:.4f}"),
        ("bet in a round", f"{found.bets / found.rounds:.4f}"),
        ("for each unit bet", f"{found.edge * 100:+.4f} %"),
        ("deviation of a round", f"{found.deviation:.4f}"),
        (
            "rounds to be one deviation ahead",
            f"{found.n0:,.0f}" if found.win_per_100 > 0 else "never: it loses",
        ),
        *insured,
    ]
    show.table(out, ("", "all counts"), totals, right=("all counts",))
    show.say(
        out,
        f"one unit is {show_amount(found.stake)}; the bet is made before the deal, "
        "doubles and splits come on top of it; + is won by the counter and lost by the house",
        "dim",
    )


def _played(found: Counted) -> str:
    return "by the chart given" if found.strategy == "as given" else "as is best for a full shoe"


def _lines(found: Counted) -> list[tuple[Any, ...]]:
    """Return a line for each count. Those at the ends that hardly come up are put together."""
    rows = list(found.rows)
    least = SHOWN * found.rounds
    low, high = 0, len(rows)
    while low < high - 1 and sum(row.rounds for row in rows[: low + 1]) < least:
        low += 1
    while high > low + 1 and sum(row.rounds for row in rows[high - 1 :]) < least:
        high -= 1
    groups = [
        rows[: low + 1],
        *([row] for row in rows[low + 1 : high - 1]),
        *([rows[high - 1 :]] if high - 1 > low else []),
    ]
    return [_line(found, group, at) for at, group in enumerate(groups)]


def _line(found: Counted, group: list[CountRow], at: int) -> tuple[Any, ...]:
    from math import sqrt

    rounds, bets = sum(row.rounds for row in group), sum(row.bets for row in group)
    net, square = sum(row.net for row in group), sum(row.square for row in group)
    first, last = group[0].count, group[-1].count
    label = (
        (f"{first:+d}" if first else "0")
        if len(group) == 1
        else f"{last:+d} and less"
        if at == 0
        else f"{first:+d} and more"
    )
    mean = float(net / rounds)
    error = sqrt(max(float(square / rounds) - mean**2, 0.0) * rounds)
    won = 100 * float(net) / found.rounds
    return (
        label,
        f"{rounds / found.rounds:.3%}",
        f"{bets / rounds / found.boxes:.2f}".rstrip("0").rstrip("."),
        f"{float(net / bets) * 100:+.2f} %" if bets else "–",
        show.percent(error / bets, 2) if bets else "–",
        f"{won:+.4f}",
        won,
    )


def _bar(share: float) -> str:
    """Return a bar, with a plus before it for what is won and a minus for what is lost."""
    long = round(abs(share) * BAR)
    return ("−" if share < 0 else "+") + "█" * long if long else ""
