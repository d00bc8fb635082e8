"""The batteries of tests that regulators ask of a generator (RNG-2, RNG-3, RNG-4).

They test values as the games use them (RNG-5). Every row is one test of one use, on values of its own, so
that the p-values are independent. Hundreds of p-values contain small ones by chance. So the verdict of a
level asks two things: that the smallest p, times the number of rows, is not below the level (Bonferroni); and
that all p-values together are spread evenly (Kolmogorov and Smirnov). What fails is drawn once more on fresh
values, and fails only if it fails again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from croupier.randomness import numbers as n
from croupier.randomness import shuffles as s
from croupier.randomness.counting import Fit, Ints, kolmogorov
from croupier.randomness.source import Buffered, Entropy
from croupier.randomness.uses import NUMBERS, SHUFFLES, NumberUse, ShuffleUse

VALUES = 1_000_000
"""Values drawn for each use, shared among its rows, unless asked otherwise."""
FEWEST, MOST = 10_000, 10**9
LEAST_NUMBERS, LEAST_SHUFFLES = 2_000, 60
"""The fewest draws a row looks at. With fewer the distributions do not hold."""
YEARS, SETS = 20, 60
"""The fewest years of birthdays, and the fewest sets of coupons."""
PATIENCE = 2.0
"""Report no progress for this many seconds."""
Progress = Callable[[int, int], None]

BOTH, LATER, FOURTH = ("RNG-2", "RNG-3"), ("RNG-3",), ("RNG-2", "RNG-3", "RNG-4")


@dataclass(frozen=True)
class NumberTest:
    """A test of a sequence of values."""

    name: str
    requirements: tuple[str, ...]
    looks: Callable[[n.Numbers], Fit]
    even: bool = False
    """Whether it applies only to equally likely values."""
    several: bool = False
    """Whether it applies only to more than two values."""


@dataclass(frozen=True)
class ShuffleTest:
    """A test of shuffles."""

    name: str
    requirements: tuple[str, ...]
    looks: Callable[[Ints], Fit]


@dataclass(frozen=True)
class PairTest:
    """A test of two instances of the generator side by side."""

    name: str
    requirements: tuple[str, ...]
    numbers: Callable[[n.Numbers, n.Numbers], Fit]
    shuffles: Callable[[Ints, Ints], Fit]


NUMBER_TESTS = (
    NumberTest("chi-square", FOURTH, n.frequency),
    NumberTest("equidistribution", BOTH, n.equidistribution),
    NumberTest("gap", BOTH, n.gap),
    NumberTest("poker", BOTH, n.poker, even=True, several=True),
    NumberTest("coupon collector", BOTH, n.coupon, even=True),
    NumberTest("permutation", BOTH, n.permutation, several=True),
    NumberTest("runs up", FOURTH, n.runs_up, several=True),
    NumberTest("runs down", FOURTH, n.runs_down, several=True),
    NumberTest("runs of halves", FOURTH, n.runs_of_halves),
    NumberTest("spectral peak", BOTH, n.spectral_peak),
    NumberTest("spectral flatness", BOTH, n.spectral_flatness),
    NumberTest("serial correlation", FOURTH, n.serial_correlation),
    NumberTest("serial correlation, 2 to 16 later", FOURTH, n.serial_correlations),
    NumberTest("serial pairs", ("RNG-1", "RNG-3"), n.pairs),
    NumberTest("subsequence, every 3rd", BOTH, n.every_third),
    NumberTest("subsequence, every 7th", BOTH, n.every_seventh),
    NumberTest("overlaps", LATER, n.overlaps),
    NumberTest("Kolmogorov-Smirnov", LATER, n.evenly),
    NumberTest("adjacency", LATER, n.adjacency, several=True),
    NumberTest("order statistic, largest", LATER, n.largest, several=True),
    NumberTest("order statistic, middle", LATER, n.middle, several=True),
    NumberTest("Poisson, birthdays", LATER, n.birthdays, even=True),
)
SHUFFLE_TESTS = (
    ShuffleTest("chi-square, places of cards", FOURTH, s.positions),
    ShuffleTest("chi-square, first two cards", FOURTH, s.first_two),
    ShuffleTest("equidistribution, first cards", BOTH, s.first_cards),
    ShuffleTest("equidistribution, over time", BOTH, s.stretches),
    ShuffleTest("gap between aces", BOTH, s.gaps),
    ShuffleTest("poker, first hand", BOTH, s.hands),
    ShuffleTest("coupon collector, suits", BOTH, s.collected),
    ShuffleTest("permutation, four cards", BOTH, s.permutations),
    ShuffleTest("permutation, two given cards", BOTH, s.two_cards),
    ShuffleTest("runs", FOURTH, s.rises),
    ShuffleTest("spectral", BOTH, s.spectral),
    ShuffleTest("serial correlation", FOURTH, s.serial_correlation),
    ShuffleTest("subsequence, next shuffle", BOTH, s.successive),
    ShuffleTest("adjacency, neighbours kept", LATER, s.neighbours_kept),
    ShuffleTest("adjacency, neighbours alike", LATER, s.neighbours_alike),
    ShuffleTest("order statistic, first ace", LATER, s.first_ace),
)
PAIR_TESTS = (
    PairTest("interplay", ("RNG-3", "RNG-6", "RNG-9"), n.together, s.moved),
    PairTest("interplay correlation", ("RNG-3", "RNG-4", "RNG-6", "RNG-9"), n.correlation, s.correlated),
)


@dataclass(frozen=True)
class Result:
    """The result of one row: a test of a use."""

    name: str
    requirements: tuple[str, ...]
    use: str
    values: int
    statistic: float
    p: float
    before: float | None = None
    """The p of the first try, if it failed and the row was repeated."""
    passed: bool = True


@dataclass(frozen=True)
class Verdict:
    """What the rows of a requirement come to at its level."""

    requirement: str
    level: float
    """The chance of refusing a sound generator, without repeats: 0.01 at the level of 99 %."""
    rows: int
    smallest: float
    """The smallest p, times the number of rows."""
    evenness: float
    """The p of the p-values, against the even distribution."""
    again: float | None
    """The first p of the evenness, if it failed and was repeated."""
    passed: bool


@dataclass(frozen=True)
class Report:
    """All rows, and the verdicts on them."""

    rows: tuple[Result, ...]
    verdicts: tuple[Verdict, ...]
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether every requirement is met."""
        return all(verdict.passed for verdict in self.verdicts)


class Instances(NamedTuple):
    """Instances of one generator: one used alone, and two that are compared.

    These two draw in step, so that equal streams are seen (RNG-9).
    """

    alone: Entropy
    left: Entropy
    right: Entropy


@dataclass(frozen=True)
class BatteryRow:
    """A row to be drawn: its name, and how to make it from instances of the generator."""

    name: str
    requirements: tuple[str, ...]
    use: str
    values: int
    make: Callable[[Instances], Fit]

    def result(self, drawn: Instances) -> Result:
        """Draw the values and test them."""
        fit = self.make(drawn)
        return Result(self.name, self.requirements, self.use, self.values, fit.statistic, fit.p)


LEVELS = (("RNG-4", 0.01), ("RNG-3", 0.05))
"""Chi-square, runs and correlations at 99 %; everything at 95 %."""


def rows(values: int = VALUES) -> list[BatteryRow]:
    """Return every row, for this many values of each use."""
    found = []
    for use in NUMBERS:
        tests = [
            test
            for test in NUMBER_TESTS
            if (use.even or not test.even) and (len(use.chances) > 2 or not test.several)
        ]
        each = max(LEAST_NUMBERS, values // (len(tests) + len(PAIR_TESTS)))
        found += [_number_row(use, test, max(each, _least(use, test))) for test in tests]
        found += [_pair_row(use, pair, each) for pair in PAIR_TESTS]
    for shoe in SHUFFLES:
        number = max(LEAST_SHUFFLES, values // (len(SHUFFLE_TESTS) + len(PAIR_TESTS)) // shoe.cards)
        found += [_shuffle_row(shoe, one, number) for one in SHUFFLE_TESTS]
        found += [_shuffles_row(shoe, pair, number) for pair in PAIR_TESTS]
    return found


def _least(use: NumberUse, test: NumberTest) -> int:
    """Return how many values a test of rare things needs to see any of them."""
    d = len(use.chances)
    if test.looks is n.birthdays:
        t, people = n.year(d)
        return YEARS * t * people
    if test.looks is n.coupon:
        return round(
            SETS * d * sum(1 / k for k in range(1, (d if d <= n.COUPONS else n.FIRST_COUPONS) + 1)) * 1.1
        )
    return 0


def _ids(requirements: tuple[str, ...], raw: bool = False) -> tuple[str, ...]:
    return tuple(sorted({*requirements, *(() if raw else ("RNG-5",))}))


def _number_row(use: NumberUse, test: NumberTest, count: int) -> BatteryRow:
    return BatteryRow(
        test.name,
        _ids(test.requirements, use.raw),
        use.name,
        count,
        lambda drawn: test.looks(use.numbers(drawn.alone, count)),
    )


def _pair_row(use: NumberUse, test: PairTest, count: int) -> BatteryRow:
    return BatteryRow(
        test.name,
        _ids(test.requirements, use.raw),
        use.name,
        count,
        lambda drawn: test.numbers(use.numbers(drawn.left, count), use.numbers(drawn.right, count)),
    )


def _shuffle_row(use: ShuffleUse, test: ShuffleTest, count: int) -> BatteryRow:
    return BatteryRow(
        test.name,
        _ids(test.requirements),
        use.name,
        count * use.cards,
        lambda drawn: test.looks(use.shuffles(drawn.alone, count)),
    )


def _shuffles_row(use: ShuffleUse, test: PairTest, count: int) -> BatteryRow:
    return BatteryRow(
        test.name,
        _ids(test.requirements),
        use.name,
        count * use.cards,
        lambda drawn: test.shuffles(use.shuffles(drawn.left, count), use.shuffles(drawn.right, count)),
    )


def run(instances: Instances, values: int = VALUES, progress: Progress | None = None) -> Report:
    """Run the whole battery on a generator."""
    if not FEWEST <= values <= MOST:
        raise ValueError(f"a battery looks at {FEWEST} to {MOST} values of each use, not {values}")
    started = time.perf_counter()
    drawn = Instances(*map(Buffered, instances))
    asked = rows(values)
    told = _quiet(progress, started)
    results = [told(at, len(asked), row.result(drawn)) for at, row in enumerate(asked)]
    judged = _repeated(asked, results, drawn)
    verdicts = [_verdict(requirement, level, results, judged) for requirement, level in LEVELS]
    if any(verdict.evenness < verdict.level for verdict in verdicts):
        again = [told(at, len(asked), row.result(drawn)) for at, row in enumerate(asked)]
        verdicts = [_verdict(requirement, level, results, judged, again) for requirement, level in LEVELS]
    return Report(tuple(judged), tuple(verdicts), time.perf_counter() - started)


def _quiet(progress: Progress | None, started: float) -> Callable[[int, int, Result], Result]:
    def told(at: int, total: int, result: Result) -> Result:
        if progress and time.perf_counter() - started > PATIENCE:
            progress(at + 1, total)
        return result

    return told


def _of(requirement: str, results: Sequence[Result]) -> list[Result]:
    """Return the rows of a requirement. All rows belong to RNG-3."""
    return [result for result in results if requirement in result.requirements]


def _repeated(asked: Sequence[BatteryRow], results: Sequence[Result], drawn: Instances) -> list[Result]:
    """Return the rows, with each that fails drawn once more on fresh values."""
    bars = {requirement: level / len(_of(requirement, results)) for requirement, level in LEVELS}

    def fails(result: Result) -> bool:
        return any(result.p < bar for requirement, bar in bars.items() if requirement in result.requirements)

    judged = []
    for row, result in zip(asked, results, strict=True):
        if fails(result):
            fresh = row.result(drawn)
            result = replace(fresh, before=result.p, passed=not fails(fresh))
        judged.append(result)
    return judged


def _verdict(
    requirement: str,
    level: float,
    results: Sequence[Result],
    judged: Sequence[Result],
    again: Sequence[Result] = (),
) -> Verdict:
    mine = _of(requirement, judged)
    smallest = min(1.0, len(mine) * min(result.p for result in mine))
    evenness, before = _evenness(_of(requirement, results)), None
    if again and evenness < level:
        evenness, before = _evenness(_of(requirement, again)), evenness
    return Verdict(
        requirement, level, len(mine), smallest, evenness, before, smallest >= level and evenness >= level
    )


def _evenness(results: Sequence[Result]) -> float:
    return kolmogorov(np.array([result.p for result in results])).p
