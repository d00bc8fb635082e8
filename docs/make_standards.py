"""Writes the last column of docs/standards.md: the tests that carry the id of a row in their names, found in the source of the tests.

python docs/make_standards.py
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "standards.md"
FAMILIES = ("etg", "rng", "gam", "dsp", "mon", "vch", "int", "his", "aud", "sec", "prg")
NONE = "–"
_ROW = re.compile(r"^\| ([A-Z]{3}-\d+) \|")
_FIRST = re.compile(rf"test_({'|'.join(FAMILIES)})_(\d+)(?=_)")
_MORE = re.compile(rf"_(and|to)_(?:({'|'.join(FAMILIES)})_)?(\d+)(?=_)")


def name_of(family: str, number: int) -> str:
    """An id as the page writes it."""
    return f"{family.upper()}-{number:02}" if family == "etg" else f"{family.upper()}-{number}"


def ids_of(test: str) -> list[str]:
    """The ids that the name of a test begins with.

    >>> ids_of("test_etg_36_to_38_a_wrong_result"), ids_of("test_dsp_6_and_prg_3_the_rules"), ids_of("test_rows_are_sound")
    (['ETG-36', 'ETG-37', 'ETG-38'], ['DSP-6', 'PRG-3'], [])
    """
    first = _FIRST.match(test)
    if first is None:
        return []
    family, number, at = first[1], int(first[2]), first.end()
    found = [name_of(family, number)]
    while more := _MORE.match(test, at):
        start = number + 1 if more[1] == "to" else int(more[3])
        family, number, at = more[2] or family, int(more[3]), more.end()
        found += [name_of(family, one) for one in range(start, number + 1)]
    return found


@cache
def tests() -> dict[str, dict[str, list[str]]]:
    """By id and file: the tests that are named after it."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                for one in ids_of(node.name):
                    found.setdefault(one, {}).setdefault(path.relative_to(ROOT).as_posix(), []).append(node.name)
    return found


def cells(line: str) -> list[str]:
    """The columns of a row."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows(text: str) -> dict[str, list[str]]:
    """The rows of the page by id: id, source, what is asked, where it is built, what is left to others, tests."""
    return {match[1]: cells(line) for line in text.splitlines() if (match := _ROW.match(line))}


def page(text: str) -> str:
    """The page with the tests as they are."""
    known = tests()
    made = []
    for line in text.splitlines():
        if match := _ROW.match(line):
            files = known.get(match[1], {})
            shown = "<br>".join(f"{path.removeprefix('tests/')}: {', '.join(f'`{name}`' for name in sorted(names))}" for path, names in files.items())
            line = "| " + " | ".join([*cells(line)[:-1], shown or NONE]) + " |"
        made.append(line)
    return "\n".join(made) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
