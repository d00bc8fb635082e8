"""Run a tier of tests: `python -m tests.run test | check GAME | deep [PART] | ci`.

CONTRIBUTING.md says when to run which.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Container, Sequence
from pathlib import Path
from typing import Any

from tests import evidence, tiers

ROOT = Path(__file__).parents[1]
PASSED = ROOT / "out" / "deep.json"
"""Which parts of `make deep` have passed, and for which state of the code."""
PARTS = 24
COUNTS = "CROUPIER_COUNTS"
ABOUT_ONE_GAME = (
    "tests/api",
    "tests/conformance/test_rounds.py",
    "tests/conformance/test_settings_matter.py",
    "tests/docs/test_readings.py",
    "tests/examples",
    "tests/felt/test_felts.py",
    "tests/figures/test_edges.py",
    "tests/floor",
    "tests/register",
    "tests/rulebook",
    "tests/server/test_checking.py",
    "tests/tapes",
    "tests/test_evidence.py",
)
"""Where tests about single games lie; the folder of the game's own family comes on top."""


def pytest(*args: str, jobs: int = 2, **environment: str) -> int:
    """Run pytest on so many workers. Return its exit code; no test to run is no failure."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(jobs), "--dist", "worksteal", *args]
    variables = {**os.environ, **environment}
    variables.pop(
        "PYTHONDONTWRITEBYTECODE", None
    )  # what pytest makes of a test file takes seconds, and is kept
    code = subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode
    return 0 if code == 5 else code


def test(jobs: int) -> int:
    """Run what everybody runs before a commit."""
    return pytest(jobs=jobs)


def check(game: str, jobs: int) -> int:
    """Run everything about one game but the long runs."""
    from croupier.families import FAMILIES
    from croupier.rulebook.load import packaged

    folder = FAMILIES[str(packaged(game)["game"])].split(".")[2]
    own = [f"tests/{folder}"] if (ROOT / "tests" / folder).is_dir() else []
    return pytest("--tier", "check", "--games", game, *ABOUT_ONE_GAME, *own, jobs=jobs, **{tiers.GAME: game})


# Everything, in parts.


def code_as_it_is() -> str:
    """Hash all that a deep run depends on:
    the package and its tests, without what such runs write themselves.
    """
    digest = hashlib.sha256()
    for top in ("src", "tests", "docs", "requirements"):
        for path in sorted((ROOT / top).rglob("*")):
            if (
                path.is_file()
                and path != evidence.FILE
                and "__pycache__" not in path.parts
                and ".egg-info" not in str(path)
            ):
                digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def passed_parts() -> list[int]:
    """List the parts that have passed for the code as it is."""
    told = json.loads(PASSED.read_text(encoding="utf-8")) if PASSED.is_file() else {}
    return sorted(told.get("passed", [])) if told.get("code") == code_as_it_is() else []


def note_passed(part: int) -> None:
    """Remember that a part has passed."""
    passed = sorted({*passed_parts(), part})
    PASSED.parent.mkdir(exist_ok=True)
    PASSED.write_text(
        json.dumps({"code": code_as_it_is(), "of": PARTS, "passed": passed}) + "\n", encoding="utf-8"
    )


def tell_parts() -> None:
    """Print which parts have passed for the code as it is, and which are left."""
    passed = passed_parts()
    left = [part for part in range(1, PARTS + 1) if part not in passed]
    print(
        f"make deep: {len(passed)} of {PARTS} parts have passed for the code as it is ({code_as_it_is()})",
        end="",
    )
    print(f"; left: {' '.join(map(str, left))}" if left else "; nothing is left")


def is_part(text: str) -> bool:
    """Tell whether a text names a part, like 3/24."""
    number, _, parts = text.partition("/")
    return number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts)


def deep(part: str, seed: int, jobs: int) -> int:
    """Run everything, or one part of it, with fresh seeds."""
    if part:
        return deep_part(part, seed, jobs)
    codes = [
        deep_part(f"{one}/{PARTS}", seed, jobs) for one in range(1, PARTS + 1) if one not in passed_parts()
    ]
    if not codes:
        print("every part has passed for the code as it is; PART=1/24 runs one again")
    return max(codes, default=0)


def deep_part(part: str, seed: int, jobs: int) -> int:
    """Run one part; remember it if it passed."""
    print(f"make deep PART={part} SEED={seed} repeats this run")
    started = time.monotonic()
    code = pytest(
        "--tier", "deep", "--part", part, f"--hypothesis-seed={seed}", jobs=jobs, **{tiers.SEED: str(seed)}
    )
    print(f"part {part}: {'passed' if code == 0 else 'failed'} in {time.monotonic() - started:.0f} s")
    number, _, parts = part.partition("/")
    if code == 0 and int(parts) == PARTS:
        note_passed(int(number))
    tell_parts()
    return code


# What CI runs after `make test`.


def ci(until: float, stale: Container[str], jobs: int) -> int:
    """Run what a change made stale, the long runs that are owed,
    and an eighth of what `make test` left out.
    """
    seed = int(_commit()[:8] or "0", 16)
    fresh = (f"--hypothesis-seed={seed}", f"--until={until}")
    print("ci: the tallies of every game that make test left out", flush=True)
    codes = [pytest("--tier", "rest", f"--until={until}", "tests/test_evidence.py", jobs=jobs)]
    owed = [name for name in evidence.game_ids() if name in {*evidence.owed(), *stale}]
    print(f"ci: long runs are owed or stale for: {', '.join(owed) or 'no game'}", flush=True)
    if owed:
        codes.append(
            pytest(
                "--tier",
                "deep",
                "--games",
                ",".join(owed),
                "-m",
                "deep",
                *fresh,
                jobs=jobs,
                **{tiers.SEED: str(seed)},
            )
        )
    part = f"{tiers.turn() + 1}/{tiers.TURNS}"
    print(f"ci: part {part} of what make test left out, seed {seed}", flush=True)
    codes.append(pytest("--tier", "rest", "--part", part, *fresh, jobs=jobs, **{tiers.SEED: str(seed)}))
    return max(codes)


def _commit() -> str:
    found = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return found.stdout.strip() if found.returncode == 0 else ""


# Counts.


def told(path: Path) -> list[dict[str, Any]]:
    """Read what the runs of pytest told when they ended: counts, and games with stale evidence."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def closing(path: Path) -> str:
    """Sum up what all runs counted. A run that counted nothing has failed before its first test."""
    counts: Counter[str] = Counter()
    for run in told(path):
        counts.update(run["counts"])
    if not counts.total():
        counts["failed"] = 1
    return (
        f"{counts['passed']} passed, {counts['failed'] + counts['error']} failed, {counts['skipped']} skipped"
    )


def main(args: Sequence[str] | None = None) -> int:
    """Run what was asked for and close with the counts of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.run", description=__doc__)
    parser.add_argument("tier", choices=("test", "check", "deep", "ci", "closing"))
    parser.add_argument(
        "what",
        nargs="?",
        default="",
        help="the game to check, like queensland/roulette; the part of a deep run, like 3/24",
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0, help="repeat the deep run with this seed")
    parser.add_argument(
        "--until",
        type=float,
        default=0.0,
        help="what CI has not begun by then is skipped (seconds since 1970)",
    )
    given = parser.parse_args(args)
    if given.tier == "closing":
        print(closing(Path(os.environ[COUNTS])))
        return 0
    if given.tier == "check" and given.what not in evidence.game_ids():
        print(f"check which game? {given.what or 'nothing'} is none; write GAME=queensland/roulette")
        return 2
    if given.tier == "deep" and given.what and not is_part(given.what):
        print(
            f"{given.what} is no part; write PART=3/{PARTS}, from 1/{PARTS} to {PARTS}/{PARTS}, or "
            "nothing for all of them"
        )
        return 2
    seed = given.seed or random.SystemRandom().randrange(1, 1 << 32)
    runs = {
        "test": lambda: test(given.jobs),
        "check": lambda: check(given.what, given.jobs),
        "deep": lambda: deep(given.what, seed, given.jobs),
        "ci": lambda: ci(given.until, stale, given.jobs),
    }
    outer = os.environ.get(COUNTS, "")
    stale = {name for run in (told(Path(outer)) if outer else []) for name in run["stale"]}
    with tempfile.NamedTemporaryFile(prefix="croupier-counts-", suffix=".jsonl") as own:
        os.environ[COUNTS] = own.name
        code = runs[given.tier]()
        counted = Path(own.name).read_text(encoding="utf-8")
        if outer:
            with Path(outer).open("a", encoding="utf-8") as file:
                file.write(counted)
        print(closing(Path(own.name)))
    return code


if __name__ == "__main__":
    raise SystemExit(main())
