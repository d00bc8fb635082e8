"""What every test shares: `--prove` for the long runs, and property tests that draw the same examples every time."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.proved import is_proved, record

settings.register_profile("croupier", derandomize=True, deadline=None)
settings.load_profile("croupier")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--prove", action="store_true", default=False, help="also run the long simulations and exhaustive comparisons")
    parser.addoption("--prove-changed", action="store_true", default=False, help="the same, for games whose rules or sources changed since they were recorded")
    parser.addoption("--record-proved", action="store_true", default=False, help="when all of them pass, record the state in which they did")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "prove: takes minutes; runs only with --prove")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--prove"):
        return
    changed = config.getoption("--prove-changed")
    for item in items:
        if not item.get_closest_marker("prove"):  # not `keywords`: a folder is called prove too
            continue
        game = getattr(item, "callspec", None) and item.callspec.params.get("game")  # type: ignore[attr-defined]  # pytest sets it on parametrized tests
        if not changed:
            item.add_marker(pytest.mark.skip(reason="takes minutes; run it with --prove"))
        elif isinstance(game, str) and is_proved(game):
            item.add_marker(pytest.mark.skip(reason="nothing changed since it was last proved"))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    controls = not hasattr(session.config, "workerinput")
    if controls and session.config.getoption("--record-proved") and exitstatus == 0:
        record()
