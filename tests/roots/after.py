"""Rounds by chance, and rulings on them once they are over, by a table of any game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.table.claims import Line
from croupier.table.events import other_name
from croupier.table.rulings import Ordered
from croupier.table.run import Run
from croupier.table.table import Table
from tests.conformance.players import play

CLAUSE = "the ruling"
GIVEN_BACK = ("void", "withdrawn")


def rounds_of(game: str, rounds: int, seed: int) -> list[Table]:
    """Play finished rounds by chance, with two seats of which one is shared."""
    return [table for _, _, table in play(game, {}, {}, seats=2, rounds=rounds, seed=seed).rounds]


def ruled(table: Table, *orders: tuple[str, dict[str, str]]) -> Table:
    """Return another table at the same point, after orders that no irregularity of the game need give."""
    other = Table(table.game, table.before, known=table.before)
    for event in table.happened:
        other.apply(event)
    run = other._run
    for order, facts in orders:
        ordered = Ordered(order, tuple(facts.items()), CLAUSE)
        run = Run(other.game, other.before, other._ordered(run, ordered))
    other._run = run
    return other


def decided(table: Table) -> list[Line]:
    """Return the lines of wagers that were decided, one of each wager of a person."""
    names = table.game.ruleset.names
    found = {
        (line.seat, line.bettor, line.wager): line
        for line in table.lines
        if line.result not in (*GIVEN_BACK, "stands") and line.wager.partition(":")[0] in names and line.stake
    }
    return list(found.values())


def void(line: Line) -> tuple[str, dict[str, str]]:
    """Return the order that voids the wager of a line."""
    return "void-wager", {"seat": person(line), "wager": line.wager}


def put_right(line: Line, **paid: str) -> tuple[str, dict[str, str]]:
    """Return the order that puts the payment of a line right."""
    hand = {"hand": line.hand} if line.hand else {}
    return "correct-payment", {"seat": person(line), "wager": line.wager, **hand, **paid}


def person(line: Line) -> str:
    """Return whose line it is."""
    return line.seat + line.bettor


def books(table: Table) -> Counter[str]:
    """Return what every account gained or lost, but those that neither gained nor lost."""
    return Counter({name: amount for name, amount in table.net.items() if amount})


def told(table: Table) -> Counter[tuple[Any, ...]]:
    """Return the lines, each as often as there are."""
    return Counter(
        (line.seat + line.bettor, line.hand, line.wager, line.stake, line.result, line.net, line.charge)
        for line in table.lines
    )


def replayed_without(table: Table, who: str, wagers: set[str]) -> Table:
    """Play a round again from its events, without one person's wagers."""
    names = {who, other_name(who)}
    fresh = Table(table.game, table.before, known=table.before)
    for standing in [one for one in fresh.play.wagers if one.person in names and one.name in wagers]:
        fresh.play.take(standing)
    for event in table.happened:
        if not (event.who in names and event.what in wagers):
            fresh.apply(event)
    return fresh
