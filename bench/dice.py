"""The craps table that is measured: three seats, five wagers each, kept up on every roll.

It is played by our simulation, by our table in plain Python, and by crapssim.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import croupier
from croupier.families.automaton.kernel import ENDS, OFF, build, simulate
from croupier.simulate.engines import run

GAME = "house/craps"
SEATS: dict[str, dict[str, int]] = {
    "1": {"pass": 10, "pass-odds": 10, "field": 10, "hard-6": 10, "any-seven": 10},
    "2": {"dont-pass": 10, "come": 10, "place-6": 12, "place-8": 12, "hard-8": 10},
    "3": {"dont-come": 10, "place-5": 10, "buy-4": 20, "lay-10": 40, "horn": 4},
}
"""By seat: the wagers and their stakes. A wager that is over is made again as soon as it may be."""
ODDS_POINT = 4
"""The only point at which odds are taken, in all three.

A simulated supplement is laid in the one state of the table that its proof is about.
"""
WAGERS = [wager for wagers in SEATS.values() for wager in wagers]


class CompiledCraps:
    """Our simulation, on one worker."""

    def __init__(self) -> None:
        self.game = croupier.game(GAME)

    def play(self, rolls: int, seed: int) -> float:
        """Return the seconds for this many rolls, with charts, the proofs of their rows and the tallies."""
        started = time.perf_counter()
        found = simulate(self.game.playable, rolls, seed=seed, wagers=WAGERS, workers=1)
        spent = time.perf_counter() - started
        assert found.rounds == rolls == found.wager("field").decided
        return spent

    def average(self, rolls: int = 1 << 20) -> float:
        """Count how many of the wagers lie on the layout at a roll."""
        layout = build(self.game.playable, rolls, 1, WAGERS)
        tally = run(layout.plan, workers=1)
        lying = 0
        for seat, number in zip(layout.seats, layout.numbers, strict=True):
            reading = next((reading for reading in layout.readings if number in reading.codes), None)
            absent = (
                0
                if number is None or reading is None
                else int(reading.counts(number, tally.cells, ENDS + len(seat.rows))[OFF])
            )
            lying += rolls - absent
        return lying / rolls


FIXED, VARIED = 1, 50
"""How many sizes each wager has: always the same stake, or one to fifty times as much by chance."""


class Sizes:
    """Stakes of wagers: a multiple of the least, by chance. Odds are always taken once."""

    def __init__(self, sizes: int) -> None:
        self.sizes = sizes
        self.chance = random.Random(7)

    def of(self, least: int) -> int:
        """Return the stake of the next wager."""
        return least * self.chance.randint(1, self.sizes) if self.sizes > 1 else least


class PlainCraps:
    """The same table through `Table`, as a person would script it.

    Every event is judged, cited and logged. Where the log is `told`, every question is told and every record
    hashed as it happens; else the log tells them when it is read.
    """

    def __init__(self, told: bool, sizes: int = FIXED) -> None:
        self.game = croupier.game(GAME)
        self.told = told
        self.sizes = Sizes(sizes)
        self.dice = random.Random(1)
        self.before: dict[str, Any] = {}
        self.rolls = self.standing = self.events = 0

    def play(self, rolls: int) -> None:
        for _ in range(rolls):
            table = self.game.table(self.before, told=self.told)
            for seat, wagers in SEATS.items():
                held = {standing.wager for standing in table.play.wagers if standing.seat == seat}
                for wager, least in wagers.items():
                    odds = wager == "pass-odds"
                    if wager in held or (odds and self.before.get("point") != ODDS_POINT):
                        continue
                    event = f"{seat} bet {wager} {least if odds else self.sizes.of(least)}"
                    if table.refusal(event) is None:
                        table.apply(event)
            self.standing += len(table.play.wagers)
            table.apply(f"roll {self.dice.randint(1, 6)}-{self.dice.randint(1, 6)}")
            self.events += len(table.happened)
            self.before = table.after
            self.rolls += 1


class Crapssim:
    """crapssim with three players and the same fifteen bets.

    Their strategy is as lean as the library allows: one look at the bets held, then `add_bet`.
    """

    def __init__(self, sizes: int = FIXED) -> None:
        from crapssim.bet import (
            Any7,
            Buy,
            Come,
            DontCome,
            DontPass,
            Field,
            HardWay,
            Horn,
            Lay,
            Odds,
            PassLine,
            Place,
        )
        from crapssim.strategy.tools import Strategy
        from crapssim.table import Table

        Make = Callable[[Any], Any]
        stake = Sizes(sizes).of

        def odds(player: Any) -> Any:
            return (
                Odds(PassLine, ODDS_POINT, 10)
                if player.table.point.number == ODDS_POINT and player.has_bets(PassLine)
                else None
            )

        def line(kind: Any) -> Make:
            return lambda player: None if player.table.point.number else kind(stake(10))

        def come(kind: Any) -> Make:
            return lambda player: kind(stake(10)) if player.table.point.number else None

        def always(kind: Any, *given: Any) -> Make:
            *numbers, least = given
            return lambda player: kind(*numbers, stake(least))

        seats: list[list[tuple[Any, Make]]] = [
            [
                ((PassLine, None), line(PassLine)),
                ((Odds, None), odds),
                ((Field, None), always(Field, 10)),
                ((HardWay, 6), always(HardWay, 6, 10)),
                ((Any7, None), always(Any7, 10)),
            ],
            [
                ((DontPass, None), line(DontPass)),
                ((Come, None), come(Come)),
                ((Place, 6), always(Place, 6, 12)),
                ((Place, 8), always(Place, 8, 12)),
                ((HardWay, 8), always(HardWay, 8, 10)),
            ],
            [
                ((DontCome, None), come(DontCome)),
                ((Place, 5), always(Place, 5, 10)),
                ((Buy, 4), always(Buy, 4, 20)),
                ((Lay, 10), always(Lay, 10, 40)),
                ((Horn, None), always(Horn, 4)),
            ],
        ]
        moving = (Odds, Come, DontCome)

        class KeepUp(Strategy):  # type: ignore[misc]
            def __init__(self, bets: list[tuple[Any, Make]]) -> None:
                self.bets = bets

            def update_bets(self, player: Any) -> None:
                held = {
                    (type(bet), None if isinstance(bet, moving) else getattr(bet, "number", None))
                    for bet in player.bets
                }
                for key, make in self.bets:
                    if key not in held and (bet := make(player)) is not None:
                        player.add_bet(bet)
                bench.standing += len(player.bets)

            def completed(self, player: Any) -> bool:
                return False

        bench = self
        self.standing = 0
        self.table = Table(seed=1)
        for bets in seats:
            self.table.add_player(bankroll=1e12, strategy=KeepUp(bets))

    @property
    def rolls(self) -> int:
        return int(self.table.dice.n_rolls)

    def play(self, rolls: int) -> None:
        self.table.run(max_rolls=rolls, verbose=False)
