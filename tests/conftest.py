"""What every test shares: `--prove` for the long runs, and property tests that draw the same examples every time."""

from __future__ import annotations

import pytest
from hypothesis import settings

from croupier.rulebook.load import game_ids
from tests.proved import TESTS, is_proved, record

settings.register_profile("croupier", derandomize=True, deadline=None)
settings.load_profile("croupier")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--prove", action="store_true", default=False, help="also run the long simulations and exhaustive comparisons")
    parser.addoption("--prove-changed", action="store_true", default=False, help="the same, for games and folders of tests whose rules or sources changed since they were recorded")
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
        if not changed:
            item.add_marker(pytest.mark.skip(reason="takes minutes; run it with --prove"))
        elif is_proved(game_of(item) or folder_of(item)):
            item.add_marker(pytest.mark.skip(reason="nothing changed since it was last proved"))


def game_of(item: pytest.Item) -> str:
    """The game that a parametrized test is about: a parameter that is its id or has it, or a row of settings that begins with it."""
    params = item.callspec.params.values() if hasattr(item, "callspec") else ()
    firsts = (param[0] if isinstance(param, tuple) and param else getattr(param, "id", param) for param in params)
    return next((one for one in firsts if isinstance(one, str) and one in game_ids()), "")


def folder_of(item: pytest.Item) -> str:
    """The folder of tests that an item lies in."""
    return f"tests/{item.path.relative_to(TESTS).parts[0]}"


def subjects_of(config: pytest.Config) -> list[str]:
    """What a run records: all games and folders, or one folder if it was run alone. A run that is cut down in another way records nothing."""
    folders = [f"tests/{path.name}" for path in sorted(TESTS.iterdir()) if any("mark.prove" in one.read_text(encoding="utf-8") for one in path.glob("test_*.py"))]
    asked = [str(arg).rstrip("/") for arg in config.args]
    if config.getoption("keyword") or config.getoption("ignore") or config.getoption("deselect"):
        return []
    return [*game_ids(), *folders] if asked == ["tests"] else [folder for folder in folders if folder in asked and folder in ("tests/floor", "tests/server")]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    controls = not hasattr(session.config, "workerinput")
    if controls and session.config.getoption("--record-proved") and exitstatus == 0:
        record(subjects_of(session.config))
