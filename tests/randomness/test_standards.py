"""Rows of the standards on the generator itself, each named after its row."""

from __future__ import annotations

import os
from itertools import combinations

import pytest

from croupier.cli import main
from croupier.floor.events import Setup
from croupier.randomness import uses
from croupier.randomness.battery import (
    LEVELS,
    NUMBER_TESTS,
    PAIR_TESTS,
    SHUFFLE_TESTS,
    Instances,
    Report,
    rows,
    run,
)
from croupier.randomness.source import Buffered, SeededEntropy, SystemEntropy, shuffled
from croupier.server.runner import Runner

SMALL = 20_000
SECOND = (
    "chi-square",
    "equidistribution",
    "gap",
    "poker",
    "coupon collector",
    "permutation",
    "runs",
    "spectral",
    "serial correlation",
    "subsequence",
)
"""What the national standard names."""
THIRD = (
    *SECOND,
    "overlaps",
    "Kolmogorov-Smirnov",
    "adjacency",
    "order statistic",
    "interplay correlation",
    "Poisson",
)
"""What Pennsylvania names besides."""


@pytest.fixture(scope="module")
def sound() -> Report:
    return run(Instances(SeededEntropy("std"), SeededEntropy("std left"), SeededEntropy("std right")), SMALL)


class Tilted(SeededEntropy):
    """The largest bytes come as the smallest: one value in sixteen is twice as likely."""

    def bytes(self, n: int) -> bytes:
        return bytes(byte % 240 for byte in super().bytes(n))


@pytest.mark.deep
def test_rng_1_values_are_even_independent_and_pass_recognised_tests_and_a_tilted_source_does_not(
    sound: Report,
) -> None:
    assert sound.passed
    assert {"chi-square", "serial pairs", "serial correlation"} <= {
        row.name for row in sound.rows if row.use == "wheel of 37" and row.passed
    }
    tilted = run(Instances(Tilted("std"), Tilted("std left"), Tilted("std right")), SMALL)
    assert not tilted.passed


def names_of(use: str) -> list[str]:
    return [row.name for row in rows(SMALL) if row.use == use]


@pytest.mark.parametrize(
    "use",
    [
        "wheel of 37",
        "wheel of 38",
        "two dice",
        "three dice",
        "voucher digits",
        "raw bytes",
        "deck",
        "shoe of 6",
        "shoe of 8",
    ],
)
def test_rng_2_every_test_that_is_named_is_applied_to_every_even_use(use: str) -> None:
    missing = [test for test in SECOND if not any(name.startswith(test) for name in names_of(use))]
    assert not missing
    assert all(
        "RNG-2" in test.requirements
        for test in (*NUMBER_TESTS, *SHUFFLE_TESTS)
        if test.name.startswith(SECOND) and test.name != "serial pairs"
    )


@pytest.mark.deep
def test_rng_3_the_longer_battery_is_judged_at_95_percent(sound: Report) -> None:
    assert {
        test for test in THIRD if not any(name.startswith(test) for name in names_of("wheel of 37"))
    } == set()
    assert dict(LEVELS)["RNG-3"] == pytest.approx(0.05)
    (verdict,) = [verdict for verdict in sound.verdicts if verdict.requirement == "RNG-3"]
    assert verdict.passed and verdict.rows == len(sound.rows) and verdict.level == pytest.approx(0.05)


@pytest.mark.deep
def test_rng_4_chi_square_runs_and_correlations_are_judged_at_99_percent(sound: Report) -> None:
    asked = [row for row in sound.rows if "RNG-4" in row.requirements]
    assert {row.name.split(",")[0].split(" of ")[0] for row in asked} == {
        "chi-square",
        "runs up",
        "runs down",
        "runs",
        "serial correlation",
        "interplay correlation",
    }
    (verdict,) = [verdict for verdict in sound.verdicts if verdict.requirement == "RNG-4"]
    assert verdict.passed and verdict.rows == len(asked) and verdict.level == pytest.approx(0.01)


def test_rng_5_values_are_tested_as_the_games_use_them_and_not_only_as_bits() -> None:
    used = {use.name for use in (*uses.NUMBERS, *uses.SHUFFLES) if not getattr(use, "raw", False)}
    assert used == {
        "wheel of 37",
        "wheel of 38",
        "two dice",
        "three dice",
        "big six wheel",
        "voucher digits",
        "deck",
        "shoe of 6",
        "shoe of 8",
    }
    assert all("RNG-5" in row.requirements for row in rows(SMALL) if row.use in used)
    # A use is drawn by the very function that the floor draws by: the same bytes give the same shuffle.
    (deck,) = [use for use in uses.SHUFFLES if use.name == "deck"]
    assert deck.shuffles(SeededEntropy(5), 2).tolist() == [
        shuffled(source, range(52)) for source in [SeededEntropy(5)] for _ in range(2)
    ]


def test_rng_6_every_use_is_judged_for_itself_and_the_floor_draws_from_the_operating_system(
    sound: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    for use in (*uses.NUMBERS, *uses.SHUFFLES):
        mine = [row for row in sound.rows if row.use == use.name]
        assert len(mine) >= len(PAIR_TESTS) + 10 and {"interplay", "interplay correlation"} <= {
            row.name for row in mine
        }
    assert isinstance(Runner(None).entropy, SystemEntropy)  # type: ignore[arg-type]  # a runner that is not started needs no store
    asked: list[int] = []
    monkeypatch.setattr(os, "urandom", lambda n: asked.append(n) or b"\x07" * n)
    assert SystemEntropy().bytes(5) == b"\x07" * 5 and asked == [5]


@pytest.mark.deep
def test_rng_9_two_instances_never_give_the_same_and_nobody_can_set_a_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    streams = [
        source.bytes(64)
        for source in (SystemEntropy(), SystemEntropy(), Buffered(SystemEntropy()), Buffered(SystemEntropy()))
    ]
    assert all(one != other for one, other in combinations(streams, 2))
    same = Instances(SeededEntropy(9), SeededEntropy("twin"), SeededEntropy("twin"))
    assert not run(same, SMALL).passed, "two instances that give the same are found"
    with pytest.raises(TypeError):
        SystemEntropy(1)  # type: ignore[call-arg]  # it takes no seed
    assert not [name for name in Setup.__struct_fields__ if "seed" in name or "random" in name]
    assert main(["serve", "--help"]) == 0
    assert "seed" not in capsys.readouterr().out
