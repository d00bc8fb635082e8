"""The pages as they are tested: console blocks are run, Python blocks too,
and files that a page shows are written where the commands find them.

python -m tests.docs.console    write what the commands print now into README.md, docs/ and docs/readings.md
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
CUT = "…"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"# ([\w./-]+\.(?:toml|py))\n")
_SECONDS = re.compile(r"[0-9]+\.[0-9]{2} s\b( \([0-9,]+ a second\))?")
_CORES = re.compile(r"\([0-9]+ cores?\)")
_HASH = re.compile(r"\b[0-9a-f]{16}\b")
_ONCE = re.compile(r"(?<=http://127\.0\.0\.1:)[0-9]+|\b[a-z2-9]{5}-[a-z2-9]{5}-[a-z2-9]{5}\b")
"""The port of a server that took any, and passwords that are shown once."""
SERVES = "Stop it with ctrl-C"


@dataclass(frozen=True)
class Shown:
    """A command of a page, with what the page says it prints.

    A line `…` stands for lines that are left out.
    """

    page: str
    command: str
    output: str


def blocks(text: str, kind: str) -> list[str]:
    """The fenced blocks of a page of one kind, in order."""
    return [found[2] for found in _BLOCK.finditer(text) if found[1] == kind]


def files(text: str) -> dict[str, str]:
    """The files that a page shows: blocks whose first line is a comment with a name."""
    found: dict[str, str] = {}
    for kind in ("toml", "python"):
        for block in blocks(text, kind):
            if name := _FILE.match(block):
                found[name[1]] = found.get(name[1], "") + block[name.end() :]
    return found


def commands(block: str, page: str = "") -> Iterator[Shown]:
    """The commands of a console block; text for standard input ends with a line END."""
    command, output, inside = "", "", False
    for line in block.splitlines():
        if inside:
            command += f"\n{line}"
            inside = line != "END"
        elif line.startswith("$ "):
            if command:
                yield Shown(page, command, output)
            command, output = line.removeprefix("$ "), ""
            inside = line.endswith("<<'END'")
        else:
            output += f"{line}\n"
    if command:
        yield Shown(page, command, output)


def all_commands() -> list[Shown]:
    """Every command of every page that begins with croupier."""
    found = [
        shown
        for page in PAGES
        for block in blocks(page.read_text(encoding="utf-8"), "console")
        for shown in commands(block, page.name)
    ]
    return [shown for shown in found if shown.command.startswith("croupier ")]


def lay_out(page: Path, folder: Path) -> None:
    """Write the files that a page shows into a folder."""
    for name, text in files(page.read_text(encoding="utf-8")).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def printed(command: str, folder: Path) -> str:
    """What a command prints into a pipe, without spaces at the ends of lines."""
    env = {
        key: value
        for key, value in os.environ.items()
        if key not in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "CROUPIER_DEBUG")
    }
    env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{env['PATH']}"
    with subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        found = ""
        for line in running.stdout:
            found += f"{line.rstrip()}\n"
            if line.startswith(SERVES):
                os.killpg(running.pid, signal.SIGINT)  # a server goes on until somebody stops it
    return found


def plain(text: str, exactly: bool = False) -> list[str]:
    """The lines of an output, with what is never the same left out: seconds, cores, ports, passwords,
    and unless `exactly`, the hash of rules, which every edit of a rulebook changes.
    """
    lines = [
        _ONCE.sub("…", _CORES.sub("(… cores)", _SECONDS.sub("… s", line.rstrip())))
        for line in text.strip("\n").splitlines()
    ]
    return lines if exactly else [_HASH.sub("hash", line) for line in lines]


def agrees(shown: str, real: str, exactly: bool = False) -> bool:
    """Whether a page shows what is printed; each `…` stands for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line.strip() == CUT else re.escape(line) + "\n" for line in plain(shown, exactly)
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in plain(real, exactly))) is not None


def renewed(shown: str, real: str) -> str:
    """The output as it should be shown now: what is cut stays cut, by as many lines before and after."""
    if agrees(shown, real, exactly=True):
        return shown
    lines, now = shown.splitlines(), real.strip("\n").splitlines()
    cuts = [at for at, line in enumerate(lines) if line.strip() == CUT]
    if not cuts:
        return real.strip("\n") + "\n" if now else ""
    if len(cuts) > 1:
        print(f"cut more than once, so it must be renewed by hand:\n{shown}", file=sys.stderr)
        return shown
    head, tail = lines[: cuts[0]], lines[cuts[0] + 1 :]
    kept = [*now[: len(head)], lines[cuts[0]], *now[len(now) - len(tail) :]]
    return "".join(f"{line}\n" for line in kept)


def refresh(page: Path) -> None:
    """Run the commands of a page and write what they print into it."""
    text = page.read_text(encoding="utf-8")

    def renew(found: re.Match[str]) -> str:
        if found[1] != "console":
            return found[0]
        body = "".join(
            f"$ {one.command}\n"
            + (
                renewed(one.output, printed(one.command, folder))
                if one.command.startswith("croupier ")
                else one.output
            )
            for one in commands(found[2])
        )
        return f"```console\n{body}```"

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lay_out(page, folder)
        page.write_text(_BLOCK.sub(renew, text), encoding="utf-8")


if __name__ == "__main__":
    subprocess.run([sys.executable, str(ROOT / "docs" / "make_readings.py")], check=True)
    for one in PAGES:
        if one.name != "readings.md":
            refresh(one)
            print(f"renewed: {one.relative_to(ROOT)}")
