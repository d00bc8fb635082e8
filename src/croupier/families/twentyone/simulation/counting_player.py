"""Counting cards at twenty-one: what a bet that follows the count wins, by simulation.

The hands are played by the best play for a full shoe or by a chart. The bet follows the count, and so does
insurance if that is asked for. Cards count once they are seen: a burnt card never is, and neither is a hole
card that nobody turns. A bet of no units sits the round out. The box is then played by somebody else, so the
cards come as they would.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from croupier.equipment.money import UNIT, Amount
from croupier.errors import BadInput, unknown
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.hands import TENS
from croupier.families.twentyone.simulation.kernel import Play, SimulatedGame, TwentyOneTally
from croupier.families.twentyone.simulation.running_count import (
    BY_COUNT,
    C_BETS,
    C_NET,
    C_ROUNDS,
    C_SQUARES,
    C_STAKES,
    NOBODY_INSURES,
    Counting,
)
from croupier.families.twentyone.simulation.sides import CARDS
from croupier.simulate.counted import Counted, CountRow
from croupier.simulate.engines import Progress, run

SYSTEMS = Path(__file__).with_name("counts.toml")
WIDEST = 60
"""Larger counts on either side are treated as this one."""
MOST_UNITS = 100_000


class System(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A counting system."""

    title: str
    tags: dict[str, int]
    """What a card of each rank adds, in parts of a point; 0 for a rank that is not named."""
    balanced: bool = True
    scale: int = 1
    """The parts of a point."""
    first: int = 0
    """The running count at the start of a shoe, in points."""
    first_by_deck: int = 0
    """The points added to it for every deck."""
    by: str = ""

    def tag(self, rank: str) -> int:
        """Return what a rank adds."""
        return self.tags.get("T" if rank in TENS else rank, 0)


@cache
def systems() -> dict[str, System]:
    """Return the counting systems by name."""
    return msgspec.toml.decode(SYSTEMS.read_bytes(), type=dict[str, System])


def count(
    rules: TwentyOneRules,
    system: str | System,
    spread: Mapping[int, int],
    rounds: int,
    seed: int = 1,
    insurance: int | None = None,
    decks_left: Literal["exact", "half-decks"] = "exact",
    rounding: Literal["floor", "truncate"] = "floor",
    stake: Amount | None = None,
    boxes: int = 1,
    engine: str = "local",
    workers: int | None = None,
    progress: Progress | None = None,
    strategy: Play | None = None,
) -> Counted:
    """Play rounds and bet by the count.

    `spread` says from which count on how many units are bet, `{1: 1, 2: 4, 3: 8}`. The lowest bet is also
    made below the lowest count named. `insurance` is the least count at which it is taken, None for never.
    """
    named = _system(system)
    counting = _counting(rules, named, spread, insurance, decks_left, rounding)
    if rules.packs.fresh_every_round or rules.packs.shuffled_every_round:
        raise BadInput("the cards are shuffled for every round here: there is nothing to count")
    if insurance is not None:
        insurance_nets(rules, UNIT)
    game = SimulatedGame(rules, stake, strategy, even_money=insurance is None)
    more: dict[str, Any] = {"counting": counting, "insures": NOBODY_INSURES}
    if insurance is not None:
        more |= {"insures": BY_COUNT, "insurance": insurance_nets(rules, game.stake)}
    work = game.rounds(rounds, seed, False, boxes, **more)
    started = time.perf_counter()
    tally = run(work, engine, workers, progress)
    seconds = time.perf_counter() - started
    return Counted(
        rules.ruleset.id, system if isinstance(system, str) else named.title, dict(sorted(spread.items())),
        insurance, decks_left, rounding, "as given" if game.solution is None else game.solution.strategy,
        rounds, seed, tally.shoes, boxes, game.stake, int(tally.sums[-2]), int(tally.sums[-1]),
        _rows(tally, game.stake), seconds,
    )  # fmt: skip


def _system(system: str | System) -> System:
    if isinstance(system, System):
        return system
    if system not in systems():
        raise unknown("counting system", system, systems())
    return systems()[system]


def _counting(
    rules: TwentyOneRules,
    system: System,
    spread: Mapping[int, int],
    insurance: int | None,
    decks_left: str,
    rounding: str,
) -> Counting:
    if (
        not spread
        or not all(0 <= units <= MOST_UNITS for units in spread.values())
        or not any(spread.values())
    ):
        raise BadInput(
            f"a spread names counts with bets from 0 to {MOST_UNITS} units, "
            "and at least one that is more than nothing"
        )
    if decks_left not in ("exact", "half-decks") or rounding not in ("floor", "truncate"):
        raise BadInput(
            "decks are counted exact or in half-decks, and a count is rounded by floor or truncate"
        )
    lowest = min(spread)
    units = [
        spread[max((count for count in spread if count <= at), default=lowest)]
        for at in range(-WIDEST, WIDEST + 1)
    ]
    first = 0 if system.balanced else (system.first + system.first_by_deck * rules.packs.decks) * system.scale
    return Counting(
        tags=np.array([system.tag(card[0]) for card in CARDS], np.int64),
        scale=system.scale,
        initial=first,
        running=int(not system.balanced),
        halves=int(decks_left == "half-decks"),
        truncate=int(rounding == "truncate"),
        units=np.array(units, np.int64),
        insures_at=insurance if insurance is not None else 0,
    )


def insurance_nets(rules: TwentyOneRules, stake: Amount) -> tuple[Amount, Amount]:
    """Return what the highest insurance nets when it is lost and when it is won."""
    name = rules.name_of("insurance")
    if (
        not name
        or not rules.ruleset.offered(name)
        or rules.setup.insurance is None
        or not rules.holds(rules.setup.insurance.when)
    ):
        raise BadInput("insurance is not offered here")
    most = rules.most_insurance(stake)
    return -most, int(rules.prices.outcome(name, "win").won(most))


def _rows(tally: TwentyOneTally, stake: Amount) -> tuple[CountRow, ...]:
    rows = []
    for at, line in enumerate(tally.by_count):
        if line[C_ROUNDS]:
            net, square = Fraction(int(line[C_NET]), stake), Fraction(int(line[C_SQUARES]), stake**2)
            rows.append(
                CountRow(
                    at - WIDEST, int(line[C_ROUNDS]), int(line[C_BETS]), int(line[C_STAKES]), net, square
                )
            )
    return tuple(rows)
