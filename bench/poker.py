"""Poker as it is measured: seven-card hands ranked beside four other evaluators, and casino poker."""

from __future__ import annotations

import importlib.metadata
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import croupier
from croupier.families.streets.kernel import simulate
from croupier.ranking.bulk import count_all, rank_many, tables
from croupier.ranking.poker import card

CARDS = 7
BULK = 10_000_000


def hands(number: int, seed: int = 1) -> Any:
    """Return random hands of seven different cards."""
    draws = np.random.default_rng(seed)
    return (
        np.argsort(draws.random((number, 52), dtype=np.float32), axis=1)[:, :CARDS].astype(np.uint8)
        if number <= 100_000
        else _many(number, draws)
    )


def _many(number: int, draws: np.random.Generator) -> Any:
    """Return the same in parts, so that memory stays small."""
    return np.concatenate(
        [
            np.argpartition(draws.random((250_000, 52), dtype=np.float32), CARDS, axis=1)[:, :CARDS].astype(
                np.uint8
            )
            for _ in range(number // 250_000)
        ]
    )


def ours(number: int = BULK) -> float:
    """Return hands a second, ranked in bulk."""
    table, dealt = tables("five-card", CARDS), hands(number)
    rank_many(dealt[:1000], table)
    spent = []
    for _ in range(5):
        started = time.perf_counter()
        rank_many(dealt, table)
        spent.append(time.perf_counter() - started)
    return number / sorted(spent)[2]


def counted() -> tuple[float, dict[str, int]]:
    """Return the seconds for every seven-card hand there is, and how many of each class they are."""
    table = tables("five-card", CARDS)
    count_all(table, tuple(range(12)))
    started = time.perf_counter()
    counts = count_all(table)
    return time.perf_counter() - started, table.by_class(counts)


def peers(number: int = 20_000) -> dict[str, float]:
    """Return hands a second of each evaluator that is installed, called as its own documentation does."""
    dealt = [[card(int(one)) for one in hand] for hand in hands(number)]
    found = {}
    for name, make in (
        ("eval7", _eval7),
        ("phevaluator", _phevaluator),
        ("treys", _treys),
        ("pokerkit", _pokerkit),
    ):
        try:
            rank, prepared = make(dealt)
        except ImportError:
            continue
        started = time.perf_counter()
        for hand in prepared:
            rank(hand)
        found[f"{name} {importlib.metadata.version(name)}"] = len(prepared) / (time.perf_counter() - started)
    return found


Prepared = tuple[Callable[[Any], Any], list[Any]]


def _eval7(dealt: list[list[str]]) -> Prepared:
    import eval7

    return eval7.evaluate, [[eval7.Card(one) for one in hand] for hand in dealt]


def _phevaluator(dealt: list[list[str]]) -> Prepared:
    from phevaluator import Card, evaluate_cards

    return lambda hand: evaluate_cards(*hand), [[Card(one) for one in hand] for hand in dealt]


def _treys(dealt: list[list[str]]) -> Prepared:
    from treys import Card, Evaluator

    rank = Evaluator().evaluate
    return lambda hand: rank(hand[:2], hand[2:]), [[Card.new(one) for one in hand] for hand in dealt]


def _pokerkit(dealt: list[list[str]]) -> Prepared:
    from pokerkit import StandardHighHand

    return StandardHighHand.from_game, ["".join(hand) for hand in dealt[: len(dealt) // 20]]


def rounds(name: str, wager: str, number: int) -> float:
    """Return rounds a second with best play, on one worker. The plan is found before the clock starts."""
    game = croupier.game(name).playable
    simulate(game, 1 << 17, wagers=[wager], workers=1)
    started = time.perf_counter()
    simulate(game, number, seed=2, wagers=[wager], workers=1)
    return number / (time.perf_counter() - started)


def plain_rounds(seconds: float = 3.0) -> float:
    """Return rounds a second of three card poker with the same rule, written plainly in Python.

    It uses our own plain ranking.
    """
    from croupier.equipment.card import pack
    from croupier.ranking.poker import RANKINGS, at_least, best

    ranking = RANKINGS["three-card"]
    rule, queen = at_least(ranking, "queen-six-four"), at_least(ranking, "queen-high")
    cards, draws, done, net = [str(one) for one in pack()], random.Random(1), 0, 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        dealt = draws.sample(cards, 6)
        mine, dealers = best(ranking, dealt[:3]), best(ranking, dealt[3:])
        if mine < rule:
            net -= 1
        elif dealers < queen:
            net += 1
        else:
            net += 2 * ((mine > dealers) - (mine < dealers))
        done += 1
    return done / spent
