"""The proof of pocket pairs: every order of two cards of one pack."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from croupier.equipment.money import UNIT, Amount
from croupier.families.cards.proving import cards_to_prove, checked
from croupier.families.pocketpairs.pairs import ROWS, number_of, pair_of
from croupier.families.pocketpairs.round import CARDS, PocketPairs
from croupier.prove.proof import OutcomeRow, WagerProof


def offered(game: PocketPairs) -> list[str]:
    """List the wagers on offer."""
    return [name for name in game.ruleset.names if game.ruleset.offered(name)]


def prove_all(
    game: PocketPairs,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """Prove the wager. The bettor always shows the cards at the end."""
    return [prove(game, name, stake, before) for name in (offered(game) if wagers is None else wagers)]


def ways_of(game: PocketPairs, before: Mapping[str, Any] | None = None) -> dict[str, int]:
    """Count the orders of two cards that lead to each row."""
    held = cards_to_prove(game, game.shoe, before, CARDS)
    stock = {number_of(card): count for card, count in held.items()}
    found = dict.fromkeys(ROWS, 0)
    for one, many in stock.items():
        for other, more in stock.items():
            found[ROWS[pair_of(one, other)]] += many * (more - (one == other))
    return found


def prove(
    game: PocketPairs, name: str, asked: Amount | None = None, before: Mapping[str, Any] | None = None
) -> WagerProof:
    """Prove the wager, for a stake or the least one that is paid exactly."""
    started = time.perf_counter()
    game.ruleset.wager(name)
    prices = game.prices
    outcomes = {row: prices.outcome(name, row) for row in ROWS}
    unit = prices.rounding(name, UNIT).to
    exact = ((outcome.won(UNIT) / unit).denominator * UNIT for outcome in outcomes.values())
    stake = checked(asked) or lcm(UNIT, *exact)
    ways = ways_of(game, before)
    total = sum(ways.values())
    rows = [
        OutcomeRow(row, outcome.odds, ways[row], total, prices.net(name, row, stake), outcome.result)
        for row, outcome in outcomes.items()
    ]
    return WagerProof(
        wager=name,
        example=name,
        stake=stake,
        charge=0,
        rows=tuple(sorted(rows, key=lambda row: -row.net)),
        start=game.normal(before) if before else {},
        draws=Fraction(1),
        seconds=time.perf_counter() - started,
        strategy="never give the wager up: show the cards at the end, folded or not",
    )
