"""Find the programs from outside that some tests need, Chromium and PostgreSQL; and do without them.

A test that needs one which is missing is skipped, with one line that says so; with `CROUPIER_CI=1` it fails.
`CROUPIER_WITHOUT="chromium postgresql"` hides them: the tests then run as on a machine that has neither.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

WITHOUT, COMPLETE = "CROUPIER_WITHOUT", "CROUPIER_CI"
TITLES = {"chromium": "Chromium", "postgresql": "PostgreSQL"}
"""What may be hidden, and what it is called."""
PACKAGED = Path("/usr/lib/postgresql")
"""Where Debian puts PostgreSQL: a folder for each version, which are not in PATH."""


def hidden(program: str) -> bool:
    """Tell whether a program is hidden on purpose."""
    words = os.environ.get(WITHOUT, "").split()
    if wrong := [word for word in words if word not in TITLES]:
        raise ValueError(f"{WITHOUT} hides {' and '.join(TITLES)}; it knows no {', '.join(wrong)}")
    return program in words


def browser() -> str:
    """Find Chromium; nothing where there is none."""
    return "" if hidden("chromium") else shutil.which("chromium") or shutil.which("chromium-browser") or ""


def database_program(name: str) -> str:
    """Find a program of PostgreSQL, that of the newest version; nothing where there is none."""
    if hidden("postgresql"):
        return ""
    versions = sorted(int(path.name) for path in PACKAGED.glob("*") if path.name.isdigit())
    found = [str(path) for one in versions if os.access(path := PACKAGED / str(one) / "bin" / name, os.X_OK)]
    return found[-1] if found else shutil.which(name) or ""


def missing(program: str, why: str) -> NoReturn:
    """Skip a test that needs a program; fail it where everything must be there."""
    if hidden(program):
        pytest.skip(f"{TITLES[program]} is hidden by {WITHOUT}")
    said = f"{TITLES[program]} is missing: {why}"
    if os.environ.get(COMPLETE) == "1":
        pytest.fail(f"{said}, and with {COMPLETE}=1 it must be there", pytrace=False)
    pytest.skip(said)
