"""The command line as a process: what it imports, what it costs, pipes that close."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROULETTE = "great-britain/roulette"
ROUND = '{"game": "great-britain/roulette", "events": ["1 bet straight:17 10", "spin 17"]}'


def croupier(*argv: str, given: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *argv],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **more},
    )


def test_settle_as_a_module() -> None:
    done = croupier("settle", "-", "--json", given=ROUND)
    assert done.returncode == 0 and done.stderr == "" and json.loads(done.stdout)["net"]["seat 1"] == "350"


def test_bad_input_exits_with_two() -> None:
    done = croupier("settle", "-", given="nonsense")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (
        2,
        "",
        1,
    ) and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("settle", "-", "--json"),
        ("games", "--json"),
        ("rules", ROULETTE, "--json"),
        ("ruling", ROULETTE, "--json"),
        ("odds", ROULETTE, "--json"),
    ],
)
def test_answers_in_json_import_nothing_heavy(command: tuple[str, ...]) -> None:
    heavy = ("numpy", "numba", "rich", "matplotlib")
    code = (
        f"import sys; from croupier.cli import main; code = main({list(command)!r}); print([name for "
        f"name in {heavy!r} if name in sys.modules], code, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=ROUND, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[] 0"


MOST_IMPORTS = 160
"""Modules that a settlement at roulette imports beyond what Python itself does: 134 when this was written."""


def test_settle_imports_little_more_than_python(tmp_path: Path) -> None:
    """The first second counts. `make bench` prints how long it takes; what it imports is what it costs."""
    path = tmp_path / "round.json"
    path.write_text(ROUND)

    def imported(*argv: str) -> int:
        done = subprocess.run(
            [sys.executable, "-X", "importtime", *argv], capture_output=True, text=True, check=True
        )
        return done.stderr.count("import time:")

    assert imported("-m", "croupier", "settle", str(path), "--json") - imported("-c", "pass") < MOST_IMPORTS


def test_a_closed_pipe_is_no_traceback() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "croupier", "rules", ROULETTE, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None and child.stderr is not None
    child.stdout.close()
    assert child.stderr.read() == b""
    child.stderr.close()
    assert child.wait() in (0, 141)


def test_no_colour_and_plain_ascii_terminals() -> None:
    assert "\x1b" not in croupier("games", NO_COLOR="1").stdout
    done = croupier("rules", ROULETTE, PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and done.stdout.isascii()


def test_play_from_a_pipe() -> None:
    done = croupier("play", ROULETTE, given="1 bet red 10\nspin\n1 bet black 5\nspin\nquit\n")
    assert done.returncode == 0 and "round 3" in done.stdout and "net: house" in done.stdout
