"""Every test of the battery has teeth: what is broken in its way fails it, and what is right passes it;
and p-values are spread evenly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from croupier.randomness import battery, numbers, shuffles, source, uses
from croupier.randomness.battery import (
    NUMBER_TESTS,
    PAIR_TESTS,
    SHUFFLE_TESTS,
    BatteryRow,
    Instances,
    Report,
    Result,
    rows,
    run,
)
from croupier.randomness.counting import Fit, classes, kolmogorov
from croupier.randomness.numbers import Numbers, grouped
from croupier.randomness.source import Buffered, Entropy, SeededEntropy
from tests.randomness import broken

NOTHING = 1e-6
SMALL = 20_000


def seeded(seed: int) -> Instances:
    return Instances(SeededEntropy(seed), SeededEntropy(f"{seed} left"), SeededEntropy(f"{seed} right"))


def cases(tests: Any, generators: dict[str, list[Any]]) -> list[Any]:
    named = {test.name: test for test in tests}
    assert set(named) == set(generators), "a test without a generator that it refuses, or the other way round"
    return [
        pytest.param(named[name], make, id=f"{name}-{number}")
        for name, makes in generators.items()
        for number, make in enumerate(makes)
    ]


@pytest.mark.parametrize(("test", "make"), cases(NUMBER_TESTS, broken.NUMBERS))
def test_numbers_that_are_broken_fail(test: battery.NumberTest, make: Callable[[Any], Numbers]) -> None:
    assert test.looks(make(np.random.default_rng(1))).p < NOTHING


@pytest.mark.parametrize(("test", "make"), cases(SHUFFLE_TESTS, broken.SHUFFLES))
def test_shuffles_that_are_broken_fail(test: battery.ShuffleTest, make: Callable[[Any], Any]) -> None:
    assert test.looks(make(np.random.default_rng(1))).p < NOTHING


@pytest.mark.parametrize(("test", "make"), cases(PAIR_TESTS, broken.PAIRS))
def test_instances_that_go_together_fail(
    test: battery.PairTest, make: Callable[[Any], tuple[Numbers, Numbers]]
) -> None:
    assert test.numbers(*make(np.random.default_rng(1))).p < NOTHING


@pytest.mark.parametrize(("test", "make"), cases(PAIR_TESTS, broken.SHUFFLED_PAIRS))
def test_shuffles_that_go_together_fail(test: battery.PairTest, make: Callable[[Any], Any]) -> None:
    assert test.shuffles(*make(np.random.default_rng(1))).p < NOTHING


@pytest.fixture(scope="module")
def sound() -> Report:
    return run(seeded(7), SMALL)


@pytest.mark.deep
def test_the_right_generator_passes_every_row(sound: Report) -> None:
    assert (
        sound.passed
        and all(row.passed for row in sound.rows)
        and [verdict.requirement for verdict in sound.verdicts] == ["RNG-4", "RNG-3"]
    )
    assert all(0 < row.p <= 1 and np.isfinite(row.statistic) for row in sound.rows), (
        "a row that looks at nothing"
    )
    assert sum(row.p == 1 for row in sound.rows) < 3
    assert all(
        f"RNG-{number}" in {id for row in sound.rows for id in row.requirements}
        for number in (1, 2, 3, 4, 5, 6, 9)
    )
    assert {row.use for row in sound.rows} == {use.name for use in (*uses.NUMBERS, *uses.SHUFFLES)} and len(
        {(row.name, row.use) for row in sound.rows}
    ) == len(sound.rows) > 200
    assert all("RNG-3" in row.requirements for row in sound.rows), "the level of 95 % is asked of every row"


@pytest.mark.deep
def test_a_seed_gives_the_same_report(sound: Report) -> None:
    assert run(seeded(7), SMALL).rows == sound.rows


def looks_of_use(look: Callable[..., Fit], use: str, count: int, entropy: Entropy) -> float:
    if any(shoe.name == use for shoe in uses.SHUFFLES):
        (shoe,) = [shoe for shoe in uses.SHUFFLES if shoe.name == use]
        return look(shoe.shuffles(entropy, count)).p
    (one,) = [one for one in uses.NUMBERS if one.name == use]
    return look(one.numbers(entropy, count)).p


@pytest.mark.deep
@pytest.mark.parametrize(
    ("look", "use", "count"),
    [
        (numbers.frequency, "wheel of 37", 1000),
        (numbers.frequency, "big six wheel", 1000),
        (numbers.gap, "two dice", 1000),
        (numbers.runs_up, "three dice", 1000),
        (numbers.pairs, "voucher digits", 1000),
        (numbers.overlaps, "raw bits", 2000),
        (numbers.spectral_peak, "raw bytes", 2000),
        (numbers.evenly, "wheel of 38", 1000),
        (shuffles.positions, "deck", 20),
        (shuffles.neighbours_kept, "deck", 50),
        (shuffles.first_ace, "deck", 60),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_p_is_spread_evenly_under_the_right_generator(look: Callable[..., Fit], use: str, count: int) -> None:
    found = [looks_of_use(look, use, count, Buffered(SeededEntropy(f"evenly {seed}"))) for seed in range(200)]
    assert kolmogorov(np.array(found)).p > 0.001


# The whole battery on generators that are broken below the games.


def by_modulo(entropy: Entropy, n: int) -> int:
    return entropy.bytes(1)[0] % n if n <= 256 else int.from_bytes(entropy.bytes(2), "big") % n


@pytest.mark.deep
def test_scaling_by_modulo_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (source, uses):
        monkeypatch.setattr(module, "below", by_modulo)
    report = run(seeded(7), 200_000)
    failed = [row.use for row in report.rows if not row.passed]
    assert not report.passed and failed and not any(use.startswith("raw") for use in failed), (
        "the bits are sound, only what is made of them is not"
    )
    assert shuffles.positions(uses.SHUFFLES[0].shuffles(Buffered(SeededEntropy(7)), 4000)).p < NOTHING
    assert numbers.frequency(uses.NUMBERS[0].numbers(Buffered(SeededEntropy(7)), 60_000)).p < NOTHING


@pytest.mark.deep
def test_two_instances_with_one_seed_are_found() -> None:
    report = run(Instances(SeededEntropy(8), SeededEntropy(7), SeededEntropy(7)), SMALL)
    failed = [row for row in report.rows if not row.passed]
    assert not report.passed and failed and all(row.name.startswith("interplay") for row in failed)
    assert {row.use for row in failed} == {row.use for row in report.rows}, "in every use"


class Lazy:
    """A source in which every twentieth byte repeats the one before."""

    def __init__(self) -> None:
        self.entropy = SeededEntropy("lazy")

    def bytes(self, n: int) -> bytes:
        drawn = np.frombuffer(self.entropy.bytes(n), np.uint8).copy()
        drawn[1::20] = drawn[:-1:20][: len(drawn[1::20])]
        return drawn.tobytes()


@pytest.mark.deep
def test_raw_bytes_that_repeat_are_found() -> None:
    report = run(Instances(Lazy(), SeededEntropy(1), SeededEntropy(2)), SMALL)
    assert not report.passed and any(not row.passed and row.use == "raw bytes" for row in report.rows)


# Repetition and verdicts.


def fixed(name: str, ps: list[float], requirements: tuple[str, ...] = ("RNG-3", "RNG-4")) -> BatteryRow:
    given = iter(ps)
    return BatteryRow(name, requirements, "wheel", 1, lambda drawn: Fit(0.0, next(given)))


def spread(count: int, *more: float) -> list[list[float]]:
    drawn = np.random.default_rng(5).random(count) * 0.98 + 0.01
    return [[p, *more] for p in drawn.tolist()]


def judged(monkeypatch: pytest.MonkeyPatch, ps: list[list[float]]) -> Report:
    monkeypatch.setattr(battery, "rows", lambda values: [fixed(str(at), some) for at, some in enumerate(ps)])
    return run(seeded(1), SMALL)


def test_a_row_that_fails_once_is_repeated_and_may_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    ps = spread(40)
    report = judged(monkeypatch, [[1e-9, 0.4], *ps[1:]])
    assert report.passed and report.rows[0] == Result(
        "0", ("RNG-3", "RNG-4"), "wheel", 1, 0.0, 0.4, before=1e-9
    )
    again = judged(monkeypatch, [[1e-9, 1e-8], *spread(40)[1:]])
    assert (
        not again.passed and not again.rows[0].passed and again.verdicts[0].smallest == pytest.approx(40e-8)
    )


def test_a_small_p_among_many_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    report = judged(monkeypatch, [[0.003], *spread(40)[1:]])
    assert report.passed and report.rows[0].before is None


def test_p_values_that_are_not_even_fail_only_if_they_are_so_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    lean = [0.9 + 0.002 * at for at in range(40)]
    report = judged(monkeypatch, [[p, *fresh] for p, fresh in zip(lean, spread(40), strict=True)])
    assert report.passed and report.verdicts[0].again is not None and report.verdicts[0].again < 0.01
    report = judged(monkeypatch, [[p, p] for p in lean])
    assert not report.passed and all(row.passed for row in report.rows), "no row is wrong alone"


def test_bounds_of_a_battery() -> None:
    for values in (0, 9_999, 10**10):
        with pytest.raises(ValueError, match="a battery looks at"):
            run(seeded(1), values)
    assert all(row.values >= SMALL // 30 for row in rows(SMALL)) and sum(
        row.values for row in rows(10**6)
    ) == pytest.approx(11e6, rel=0.2)


def test_progress_is_told_only_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(
        battery, "rows", lambda values: [fixed(str(at), some) for at, some in enumerate(spread(40))]
    )
    tell = partial(run, seeded(1), SMALL)
    tell(progress=lambda done, total: told.append((done, total)))
    assert told == []
    monkeypatch.setattr(battery, "PATIENCE", 0.0)
    monkeypatch.setattr(
        battery, "rows", lambda values: [fixed(str(at), some) for at, some in enumerate(spread(40))]
    )
    tell(progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (40, 40)


# What the tests are made of.


def test_groups_have_their_share() -> None:
    weights = np.array([24, 15, 7, 4, 2, 1, 1]) / 54
    some = grouped(Numbers(np.arange(7), weights), 0.1)
    assert some.values.tolist() == [0, 1, 2, 3, 3, 3, 3] and some.chances.tolist() == pytest.approx(
        [24 / 54, 15 / 54, 7 / 54, 8 / 54]
    )
    assert grouped(Numbers(np.arange(7), weights), 0.01).values.tolist() == list(range(7))
    even = grouped(Numbers(np.arange(37), np.full(37, 1 / 37)), 0.1)
    assert even.chances.min() >= 0.1 and even.chances.sum() == pytest.approx(1)
    low = grouped(Numbers(np.arange(256), np.full(256, 1 / 256)), 0.1, low=True)
    assert low.values[:12].tolist() == [
        0,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        9,
        0,
        1,
    ] and low.chances.sum() == pytest.approx(1)


def test_rare_classes_are_joined() -> None:
    fit = classes(np.array([0] * 50 + [1] * 30 + [2] * 15 + [3] * 5), np.array([0.5, 0.3, 0.15, 0.04, 0.005]))
    assert fit == pytest.approx((0.0, 1.0)), "of three classes: 2 and more together"


def test_results_are_values() -> None:
    assert replace(Result("a", (), "b", 1, 0.0, 0.5), p=0.25).p == 0.25
