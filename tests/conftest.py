"""What every test shares: `--prove` for the long runs, and property tests that draw the same examples every time."""

from __future__ import annotations

import pytest
from hypothesis import settings

settings.register_profile("croupier", derandomize=True, deadline=None)
settings.load_profile("croupier")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--prove", action="store_true", default=False, help="also run the long simulations and exhaustive comparisons")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "prove: takes minutes; runs only with --prove")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--prove"):
        return
    skip = pytest.mark.skip(reason="takes minutes; run it with --prove")
    for item in items:
        if item.get_closest_marker("prove"):  # not `keywords`: a folder is called prove too
            item.add_marker(skip)
