"""Which tests run when: every test has its tier and its part, counts are summed up,
and what has no time is named.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import run, tiers


def item(name: str, game: str = "", marks: Sequence[pytest.MarkDecorator] = ()) -> Any:
    """As much of a test as a tier looks at."""
    named = {one.mark.name: one.mark for one in marks}
    return SimpleNamespace(
        name=name,
        nodeid=f"tests/some/test_file.py::{name}",
        path=tiers.TESTS / "some" / "test_file.py",
        callspec=SimpleNamespace(params={"game": game}),
        get_closest_marker=named.get,
    )


def test_a_test_without_a_mark_runs_in_every_tier_but_the_rest() -> None:
    one = item("test_it")
    assert [tiers.is_of_tier(one, tier) for tier in ("test", "check", "deep", "rest")] == [
        True,
        True,
        True,
        False,
    ]


def test_a_deep_test_runs_in_make_test_only_where_its_mark_says_so() -> None:
    mark = pytest.mark.deep(always=("test_it[a]",))
    assert not tiers.in_make_test(item("test_it[b]", marks=[mark])) and tiers.in_make_test(
        item("test_it[a]", marks=[mark])
    )
    one = item("test_it[b]", marks=[mark])
    assert [tiers.is_of_tier(one, tier) for tier in ("test", "check", "deep", "rest")] == [
        False,
        False,
        True,
        True,
    ]


def test_in_eight_turns_every_test_has_had_its_turn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    items = [item(f"test_it[{number}]", marks=[pytest.mark.turn]) for number in range(400)]
    runs: list[list[str]] = []
    for number in range(tiers.TURNS):
        monkeypatch.setenv("CROUPIER_TURN", str(number))
        tiers.turn.cache_clear()
        runs.append([one.name for one in items if tiers.in_make_test(one)])
    tiers.turn.cache_clear()
    assert all(runs) and sorted(name for names in runs for name in names) == sorted(one.name for one in items)


def test_every_test_is_in_one_part_and_tests_about_one_game_are_together() -> None:
    for name, game in (
        ("test_it[a]", "queensland/roulette"),
        ("test_other[a]", "queensland/roulette"),
        ("test_it", ""),
    ):
        parts = [number for number in range(1, 25) if tiers.is_of_part(item(name, game), f"{number}/24")]
        eighths = [number for number in range(1, 9) if tiers.is_of_part(item(name, game), f"{number}/8")]
        assert len(parts) == len(eighths) == 1 and (parts[0] - eighths[0]) % 8 == 0
    assert tiers.place_of(item("test_it[a]", "queensland/roulette")) == tiers.place_of(
        item("test_b", "queensland/roulette")
    )


@pytest.mark.parametrize(
    ("text", "right"),
    [("1/24", True), ("24/24", True), ("0/24", False), ("25/24", False), ("3", False), ("a/b", False)],
)
def test_a_part_is_a_number_of_a_number(text: str, right: bool) -> None:
    assert run.is_part(text) is right


def test_counts_are_summed_up_over_all_runs_and_nothing_counted_is_a_failure(tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    counts.write_text("")
    assert run.closing(counts) == "0 passed, 1 failed, 0 skipped"
    lines = [
        {"counts": {"passed": 5, "failed": 1, "error": 2, "skipped": 3}, "stale": []},
        {"counts": {"passed": 4}, "stale": []},
    ]
    counts.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run.closing(counts) == "9 passed, 3 failed, 3 skipped"


def test_what_has_no_time_left_is_skipped_counted_and_named(tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("CROUPIER_", "PYTEST_"))}
    command = [sys.executable, "-m", "pytest", "-q", "tests/equipment/test_shoe.py", "--until=1"]
    done = subprocess.run(
        command,
        cwd=run.ROOT,
        env={**kept, run.COUNTS: str(counts)},
        capture_output=True,
        text=True,
        check=True,
    )
    (told,) = run.told(counts)
    assert told["counts"]["skipped"] >= 3 and not told["counts"]["passed"]
    assert done.stdout.count("tests/equipment/test_shoe.py::") == told["counts"]["skipped"]
