"""The README and the pages under docs/ show what the commands really print; their Python runs;
their links lead somewhere.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.docs.console import (
    PAGES,
    ROOT,
    Shown,
    agrees,
    all_commands,
    blocks,
    commands,
    lay_out,
    plain,
    printed,
    renewed,
)

SHOWN = all_commands()
NAMES = {page.name: page for page in PAGES}


@pytest.mark.turn
@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: f"{shown.page}: {shown.command.splitlines()[0]}")
def test_a_page_shows_what_the_command_prints(shown: Shown, tmp_path: Path) -> None:
    lay_out(NAMES[shown.page], tmp_path)
    real = printed(shown.command, tmp_path)
    if not agrees(shown.output, real):
        assert plain(shown.output) == plain(real), (
            "run python -m tests.docs.console, and look at what changed"
        )


def test_the_readme_shows_every_command() -> None:
    from croupier.cli import COMMANDS

    seen = {shown.command.split()[1] for shown in SHOWN if shown.page == "README.md"}
    assert (
        seen >= set(COMMANDS) - {"tour"}
        and len([shown for shown in SHOWN if shown.page == "README.md"]) >= 10
    )
    assert "make run" in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.turn
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_of_a_page_runs(page: Path) -> None:
    scope: dict[str, object] = {}
    for number, block in enumerate(blocks(page.read_text(encoding="utf-8"), "pycon")):
        test = doctest.DocTestParser().get_doctest(block, scope, f"{page.name} block {number}", str(page), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        told: list[str] = []
        runner.run(test, out=told.append, clear_globs=False)
        scope = test.globs
        assert not told, "".join(told)


MADE_BY_A_PAGE = ("EXAMPLE", "twocoins", "two-coins", "highcards", "high-cards")
"""Files that a page tells how to write."""


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_links_and_files_named_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if not target.startswith(("http:", "https:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
    for named in re.findall(r"`((?:src|tests|docs|bench)/[\w./-]+)`", text):
        if not any(made in named for made in MADE_BY_A_PAGE):
            assert (ROOT / named).exists(), f"{page.name} names {named}"


def test_how_outputs_are_compared() -> None:
    assert (
        agrees("a\n…\nd\n", "a\nb\nc\nd\n")
        and agrees("a\n…\n", "a\n")
        and not agrees("a\nd\n", "a\nb\nd\n")
        and not agrees("…\na\n", "a\nb\n")
    )
    assert agrees("took 0.01 s (5 a second)\n", "took 12.34 s (1,234 a second)\n") and not agrees(
        "a 1\n", "a 2\n"
    )
    assert renewed("a\n…\nd\n", "x\nb\ny\n") == "x\n…\ny\n"
    block = "$ croupier settle - <<'END'\ngame\nEND\nnet\n$ croupier games\n…\n"
    assert [(one.command, one.output) for one in commands(block)] == [
        ("croupier settle - <<'END'\ngame\nEND", "net\n"),
        ("croupier games", "…\n"),
    ]
