"""What every test shares:
which tier it belongs to, and property tests that draw the same examples unless asked for fresh ones.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import settings

from tests import evidence, once, tiers

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("fresh", derandomize=False, deadline=None, print_blob=True)
NO_TIME = "no time is left for it"
EVIDENCE = ("tests/test_evidence.py", "tests/figures/test_edges.py")
"""Tests that fail for a game whose row in tests/evidence.toml is stale."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("croupier")
    group.addoption(
        "--tier",
        choices=("test", "check", "deep", "rest"),
        default="test",
        help="which tests run: tests/tiers.py",
    )
    group.addoption("--part", default="", help="only this part of the tests, like 3/24")
    group.addoption("--games", default="", help="only tests about these games, with commas between them")
    group.addoption(
        "--until", type=float, default=0.0, help="skip what has not begun at this time, in seconds since 1970"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "turn: runs in `make test` at every eighth commit, and in `make deep`")
    config.addinivalue_line(
        "markers", "deep: takes long; runs only in `make deep`, and in its turn in `.ci/run`"
    )
    settings.load_profile("fresh" if config.getoption("hypothesis_seed") is not None else "same")
    if not hasattr(config, "workerinput") and once.folder() is None:
        made = tempfile.mkdtemp(prefix="croupier-tests-")
        os.environ[once.FOLDER] = made
        config.add_cleanup(lambda: _forget(made))


def _forget(made: str) -> None:
    os.environ.pop(once.FOLDER, None)
    shutil.rmtree(made, ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tier, part, games = config.getoption("--tier"), config.getoption("--part"), config.getoption("--games")
    asked = set(games.split(",")) if games else set()
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        wanted = tiers.is_of_tier(item, tier) and (not part or tiers.is_of_part(item, part))
        (kept if wanted and (not asked or tiers.game_of(item) in asked) else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def pytest_runtest_setup(item: pytest.Item) -> None:
    until = item.config.getoption("--until")
    if until and time.time() > until:
        pytest.skip(NO_TIME)


# What a run leaves behind: counts, the names of what had no time, and long simulations that passed.

_failed: set[str] = set()
_no_time: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.add(report.nodeid)
    if report.skipped and isinstance(report.longrepr, tuple) and NO_TIME in report.longrepr[2]:
        _no_time.append(report.nodeid)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _no_time:
        terminalreporter.section("no time was left for these; make deep runs them")
        for name in sorted(_no_time):
            terminalreporter.write_line(name)
    counts = os.environ.get("CROUPIER_COUNTS")
    if counts and not hasattr(terminalreporter.config, "workerinput"):
        found = {
            kind: len(terminalreporter.stats.get(kind, []))
            for kind in ("passed", "failed", "error", "skipped")
        }
        stale = [
            game
            for game in evidence.game_ids()
            if any(f"[{game}]" in name for name in _failed if name.startswith(EVIDENCE))
        ]
        with Path(counts).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"counts": found, "stale": stale}) + "\n")


def pytest_sessionfinish(session: pytest.Session) -> None:
    shared = once.folder()
    if hasattr(session.config, "workerinput") or shared is None:
        return
    made = evidence.noted_long_runs(shared)
    passed = {game: row for game, row in made.items() if not any(game in name for name in _failed)}
    if passed:
        evidence.write(passed)
