"""Four tables that are played event by event: as many events a second, with the log told at once and not.

Rounds are made by chance first. Then the same events are fed to tables again and again, and only that is
timed. The module imports nothing of ours but `croupier`, so it can be run with the source of an earlier
version on the path: `python bench/tables.py`.
"""

from __future__ import annotations

import inspect
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import croupier

ROUNDS = 60
"""Rounds of each game that are played over and over, as one goes into the next."""
CRAPS: dict[str, dict[str, int]] = {
    "1": {"pass": 10, "pass-odds": 10, "field": 10, "hard-6": 10, "any-seven": 10},
    "2": {"dont-pass": 10, "come": 10, "place-6": 12, "place-8": 12, "hard-8": 10},
    "3": {"dont-come": 10, "place-5": 10, "buy-4": 20, "lay-10": 40, "horn": 4},
}
"""By seat: the wagers and their stakes. A wager that is over is made again as soon as it may be."""
ODDS_POINT = 4
"""The only point at which odds are taken."""
COUP = ("player", "banker", "tie", "player-pair", "banker-pair", "dragon-bonus-player")
TELLS = "told" in inspect.signature(croupier.Game.table).parameters
"""Whether a table can be opened without a log that is told at once."""


def opened(game: croupier.Game, before: Any, told: bool) -> Any:
    """Open a table; an earlier version always tells its log at once."""
    return game.table(before, told=told) if TELLS else game.table(before)


def a_roll(table: Any, chance: random.Random) -> Iterator[str]:
    """Keep up five wagers on each of three seats, and throw."""
    point = table.after.get("point")
    for seat, wagers in CRAPS.items():
        held = {standing.wager for standing in table.play.wagers if standing.seat == seat}
        for wager, stake in wagers.items():
            event = f"{seat} bet {wager} {stake}"
            if wager in held or (wager == "pass-odds" and point != ODDS_POINT):
                continue
            if table.refusal(event) is None:
                yield event
    yield f"roll {chance.randint(1, 6)}-{chance.randint(1, 6)}"


def a_card(table: Any, chance: random.Random) -> str:
    """Deal a card that the shoe may hold."""
    left = table.audit()
    card = chance.choices(list(left), weights=list(left.values()))[0]
    return f"turn {table.draw_place} {card}" if table.draw_wanted == "turn" else f"deal {card}"


def _made_ready(table: Any, chance: random.Random) -> Iterator[str]:
    """Shuffle and burn cards until wagers are taken."""
    while True:
        allowed = [act for question in table.pending for act in question.allowed()]
        if any(act.startswith("bet ") for act in allowed) or not {"shuffle", "deal"} & {*allowed}:
            return
        yield a_card(table, chance) if table.draw_wanted else "dealer shuffle"


def a_deal(bets: tuple[str, ...], acts: tuple[str, ...]) -> Callable[[Any, random.Random], Iterator[str]]:
    """Make the bets, then let chance choose among some acts until the round is over."""

    def played(table: Any, chance: random.Random) -> Iterator[str]:
        yield from _made_ready(table, chance)
        yield from bets
        while not table.over:
            if table.draw_wanted:
                yield a_card(table, chance)
                continue
            # Wagers are taken while a shuffle is due; all of them lie already.
            asked = next(one for one in table.pending if one.who != "*" and _to_do(one))
            allowed = [act for act in _to_do(asked) if act.partition(" ")[0] in acts] or _to_do(asked)
            yield _sized(table, f"{asked.who} {chance.choice(allowed)}")

    return played


def _to_do(asked: Any) -> list[str]:
    """List what somebody may do but for what belongs to the betting."""
    return [act for act in asked.allowed() if act.partition(" ")[0] not in ("remove", "no-more-bets")]


def _sized(table: Any, act: str) -> str:
    """Give an act the size that it must have now: at hold'em four, two or one times the ante."""
    if not act.endswith(" bet"):
        return act
    return next(sized for sized in (f"{act} 40", f"{act} 20", f"{act} 10") if _taken(table, sized))


def _taken(table: Any, act: str) -> bool:
    try:
        return table.refusal(act) is None
    except croupier.BadInput:
        return False


GAMES: dict[str, tuple[str, Callable[[Any, random.Random], Iterator[str]]]] = {
    "craps": ("house/craps", a_roll),
    "blackjack": (
        "house/blackjack",
        a_deal(tuple(f"{box} bet main 10" for box in "123"), ("hit", "stand", "double", "no-insurance")),
    ),
    "baccarat": (
        "queensland/baccarat",
        a_deal(tuple(f"{at % 3 + 1} bet {wager} 10" for at, wager in enumerate(COUP)), ()),
    ),
    "ultimate": (
        "great-britain/ultimate-hold-em",
        a_deal(
            tuple(f"{box} bet {wager} 10" for box in "123" for wager in ("ante", "blind", "trips")),
            ("check", "bet", "fold"),
        ),
    ),
}


class Tape:
    """Rounds of one game, in which nothing is left to chance."""

    def __init__(self, name: str, seed: int = 1) -> None:
        self.name, (game, played) = name, GAMES[name]
        self.game = croupier.game(game)
        self.rounds: list[list[str]] = []
        chance, before = random.Random(seed), {}
        for _ in range(ROUNDS):
            table = opened(self.game, before, told=False)
            self.rounds.append([])
            for event in played(table, chance):
                table.apply(event)
                self.rounds[-1].append(event)
            before = table.after
        self.events = sum(map(len, self.rounds))

    def play(self, told: bool) -> str:
        """Feed all rounds once; return what the log ends with, or what the last round carries on."""
        before: Any = {}
        for events in self.rounds:
            table = opened(self.game, before, told)
            for event in events:
                table.apply(event)
            before = table.after
        return str(table.log[-1].digest) if told else str(before)

    def rate(self, told: bool, seconds: float) -> float:
        """Return events a second, in the fastest quarter of many short slices: others use the machine too."""
        self.play(told)
        slices: list[float] = []
        until = time.perf_counter() + seconds
        while time.perf_counter() < until or len(slices) < 4:
            started = time.process_time()
            self.play(told)
            slices.append(time.process_time() - started)
        fastest = sorted(slices)[: max(1, len(slices) // 4)]
        return self.events * len(fastest) / sum(fastest)


def main(names: list[str]) -> None:
    """Print the rates of tables, by name, with the log and without."""
    seconds = 1.5
    for name in names or list(GAMES):
        tape = Tape(name)
        found = {"game": name, "told": tape.rate(True, seconds), "not-told": tape.rate(False, seconds)}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
