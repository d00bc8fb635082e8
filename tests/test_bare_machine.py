"""A machine without Chromium and PostgreSQL passes: tests that need them are skipped, and say why."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests import outside

ROOT = Path(__file__).parents[1]
PATIENCE = 120
"""Seconds: where nothing is skipped, browsers are started, and it would take minutes to find out."""
WHICH = ["tests/web", "tests/server", "-k", "web or postgresql", "--tier=deep"]
"""All tests of the pages, and those of the server that need PostgreSQL."""


def test_what_needs_a_program_is_skipped_without_it(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    # What this run was asked for, and what it counts, is none of that one's business.
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("CROUPIER_", "PYTEST_"))}
    env = {**kept, outside.WITHOUT: "chromium postgresql"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", f"--junitxml={report}", *WHICH]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    ends = [end for case in ElementTree.parse(report).iter("testcase") for end in case]
    assert not [end.text for end in ends if end.tag in ("error", "failure")]
    skipped = Counter(end.get("message", "") for end in ends if end.tag == "skipped")
    for title in outside.TITLES.values():
        assert skipped[f"{title} is hidden by {outside.WITHOUT}"] >= 10, skipped


def without(program: str) -> str:
    """Tell what becomes of a test that needs a program which is not there."""
    try:
        outside.missing(program, "it is not in PATH")
    except pytest.skip.Exception as skipped:
        return f"skipped: {skipped}"
    except pytest.fail.Exception as failed:
        return f"failed: {failed}"


@pytest.mark.parametrize(("program", "title"), outside.TITLES.items())
def test_in_ci_a_missing_one_is_an_error(program: str, title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(outside.WITHOUT, raising=False)
    monkeypatch.delenv(outside.COMPLETE, raising=False)
    assert without(program) == f"skipped: {title} is missing: it is not in PATH"
    monkeypatch.setenv(outside.COMPLETE, "1")
    assert without(program).startswith(f"failed: {title} is missing: it is not in PATH")
    monkeypatch.setenv(outside.WITHOUT, program)
    assert without(program) == f"skipped: {title} is hidden by {outside.WITHOUT}"


def test_programs_are_found_where_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(outside.WITHOUT, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(outside, "PACKAGED", tmp_path / "postgresql")
    assert outside.browser() == "" and outside.database_program("initdb") == ""
    for version in ("9", "15", "common"):
        made = tmp_path / "postgresql" / version / "bin" / "initdb"
        made.parent.mkdir(parents=True)
        made.touch(0o755)
    (tmp_path / "chromium").touch(0o755)
    assert outside.browser() == str(tmp_path / "chromium")
    assert outside.database_program("initdb") == str(tmp_path / "postgresql" / "15" / "bin" / "initdb")
    monkeypatch.setenv(outside.WITHOUT, "postgresql chromium")
    assert outside.browser() == "" and outside.database_program("initdb") == ""
    monkeypatch.setenv(outside.WITHOUT, "postgres")
    with pytest.raises(ValueError, match="knows no postgres"):
        outside.browser()
