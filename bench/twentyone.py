"""Blackjack as it is measured: rounds a second beside Gymnasium and OpenSpiel, and how fast it is solved."""

from __future__ import annotations

import importlib.metadata
import random
import time

from croupier.families import ruleset
from croupier.families.twentyone.declared import Declared
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.simulation.kernel import simulate
from croupier.families.twentyone.solver.solve import solve

GAME = "house/blackjack"
OPTIONS = {"decks": "6", "soft-17": "hit", "surrender": "late", "hands": "4", "dealt-from": "shoe"}
"""Six decks with the cutting card, splits to four hands, surrender."""


def rounds(number: int = 100_000_000) -> float:
    """Return rounds a second on one worker. The play is found before the clock starts."""
    rules = TwentyOneRules(ruleset(GAME, OPTIONS))
    simulate(rules, 1 << 18, wagers=["main"], workers=1)
    spent = []
    for seed in range(1, 4):
        started = time.perf_counter()
        simulate(rules, number, seed=seed, wagers=["main"], workers=1)
        spent.append(time.perf_counter() - started)
    return number / sorted(spent)[1]


def gymnasium(seconds: float = 3.0) -> tuple[str, float]:
    """Return its name and rounds a second of its Blackjack-v1, drawing to 17.

    It has an endless deck, hits and stands.
    """
    import gymnasium as peer

    table, done = peer.make("Blackjack-v1"), 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        (total, _, _), _ = table.reset()
        over = False
        while not over:
            (total, _, _), _, over, _, _ = table.step(int(total < 17))
        done += 1
    return f"gymnasium {importlib.metadata.version('gymnasium')}", done / spent


def open_spiel(seconds: float = 3.0) -> tuple[str, float]:
    """Return its name and rounds a second of its blackjack, with any legal act.

    It has one deck, hits and stands.
    """
    import pyspiel

    game, draws, done = pyspiel.load_game("blackjack"), random.Random(1), 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(
                    draws.choices([one for one, _ in outcomes], weights=[chance for _, chance in outcomes])[0]
                )
            else:
                state.apply_action(draws.choice(state.legal_actions()))
        done += 1
    return f"open-spiel {importlib.metadata.version('open-spiel')}", done / spent


def peers() -> dict[str, float]:
    """Return rounds a second of each peer that is installed."""
    found = {}
    for play in (gymnasium, open_spiel):
        try:
            name, rate = play()
        except ImportError:
            continue
        found[name] = rate
    return found


def solved(decks: str, hands: str) -> float:
    """Return the seconds for the value and the strategy of a game, with the kernels compiled."""
    rules = TwentyOneRules(ruleset(GAME, {"decks": decks, "hands": hands}))
    problem = Declared(rules, 200).problem()
    solve(problem)
    spent = []
    for _ in range(3):
        started = time.perf_counter()
        solve(problem)
        spent.append(time.perf_counter() - started)
    return sorted(spent)[1]
