"""What commands print: JSON, and tables that read well in eighty columns and better in more.

Rich is imported here and only here.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 100
GAP = 2
"""Spaces between the columns of a table."""
LEAST = 16
"""The least width of a column whose text is wrapped, if its text is as wide."""
_GLUE = "\ue000"
"""A space at which no line is broken.

It is printed as an ordinary one, so that what is copied can be searched for.
"""
_SPACES = re.compile(r" +(?=\n)")


def as_json(value: Any) -> None:
    """Print JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


class _Stream:
    """A stream that prints glue as spaces, and no spaces at the ends of lines."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, and return how much was given."""
        self._stream.write(_SPACES.sub("", text.replace(_GLUE, " ")))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def console(stderr: bool = False) -> Console:
    """Return where tables are printed: as wide as the terminal, or a hundred columns into a pipe.

    There is no colour when NO_COLOR says so.
    """
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else WIDTH
    file: Any = _Stream(stream)
    return Console(
        file=file,
        width=width,
        markup=False,
        highlight=False,
        emoji=False,
        no_color=True if os.environ.get("NO_COLOR") else None,
    )


# Lines.


def wrapped(text: str, width: int) -> list[str]:
    """Break a text into lines of at most this width. Only a word that alone is wider is broken."""
    from textwrap import wrap

    return [
        line
        for part in text.split("\n")
        for line in wrap(part, max(1, width), break_on_hyphens=False) or [""]
    ]


def say(out: Console, text: str, style: str | None = None, indent: int = 4) -> None:
    """Print a line of text. What does not fit goes on below, indented."""
    for at, line in enumerate(_hanging(text, out.width, indent)):
        out.print(" " * (indent if at else 0) + line, style=style, soft_wrap=True)


def _hanging(text: str, width: int, indent: int) -> list[str]:
    first, *rest = wrapped(text, width)
    return [first, *(wrapped(" ".join(rest), width - indent) if rest else [])]


def labelled(
    out: Console, label: str, text: str, style: str | None = None, indent: int = 2, wide: int = 9
) -> None:
    """Print a label and its text. What does not fit goes on below the text, not below the label."""
    wide = max(wide, len(label) + 1)
    for at, line in enumerate(wrapped(text, out.width - indent - wide)):
        out.print(" " * indent + (label if at == 0 else "").ljust(wide) + line, style=style, soft_wrap=True)


def heading(out: Console, title: str, *more: str) -> None:
    """Print a title line, and what is said below it."""
    say(out, title, "bold")
    for line in more:
        if line:
            say(out, line, "dim")


def section(out: Console, title: str) -> None:
    """Print the title of a part."""
    out.print()
    say(out, title, "bold cyan")


# Tables.


def table(
    out: Console,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    right: Iterable[str] = (),
    wrap: Iterable[str] = (),
) -> None:
    """Print a table. Columns with nothing in them are left out.

    Columns in `right` are aligned right, those in `wrap` give way when it is too wide. Words are not broken.
    Where a table cannot be made narrow enough, what gives way is written below each row; where that is not
    enough, each row becomes a block.
    """
    body = [[str(cell) for cell in row] for row in rows]
    kept = [at for at in range(len(columns)) if at == 0 or any(row[at] for row in body)]
    names, body = [columns[at] for at in kept], [[row[at] for at in kept] for row in body]
    soft, edge = set(wrap), set(right)
    widths = _widths(out.width, names, body, soft)
    if widths is not None:
        _drawn(out, names, body, widths, edge)
        return
    beside = [at for at, name in enumerate(names) if at == 0 or name not in soft]
    few, short = [names[at] for at in beside], [[row[at] for at in beside] for row in body]
    below = [
        [(names[at], row[at]) for at in range(len(names)) if at not in beside and row[at]] for row in body
    ]
    for gap in (GAP, 1) if len(few) > 2 else ():
        if (widths := _widths(out.width, few, short, soft, gap)) is not None:
            _drawn(out, few, short, widths, edge, below, gap)
            return
    _blocks(out, names, body)


def _drawn(
    out: Console,
    names: Sequence[str],
    body: Sequence[Sequence[str]],
    widths: Sequence[int],
    right: set[str],
    below: Sequence[Sequence[tuple[str, str]]] = (),
    gap: int = GAP,
) -> None:
    def line(texts: Iterable[str]) -> str:
        return (" " * gap).join(
            text.rjust(wide) if name in right else text.ljust(wide)
            for text, wide, name in zip(texts, widths, names, strict=True)
        )

    out.print(line(names), style="bold", soft_wrap=True)
    out.print("─" * (sum(widths) + gap * (len(widths) - 1)), soft_wrap=True)
    for number, row in enumerate(body):
        cells = [wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
        for at in range(max(map(len, cells))):
            out.print(line(cell[at] if at < len(cell) else "" for cell in cells), soft_wrap=True)
        for name, text in below[number] if below else ():
            labelled(out, name, text, indent=4)


def _widths(
    width: int, names: Sequence[str], body: Sequence[Sequence[str]], wrap: set[str], gap: int = GAP
) -> list[int] | None:
    """Return how wide each column is, or None where the table does not fit.

    The widest that may give way does so first, down to its longest word.
    """
    most = [
        max([len(name), *(len(line) for row in body for line in row[at].split("\n"))])
        for at, name in enumerate(names)
    ]
    least = [
        max([len(name), min(most[at], LEAST), *(len(word) for row in body for word in row[at].split())])
        if name in wrap
        else most[at]
        for at, name in enumerate(names)
    ]
    widths, room = list(most), width - gap * (len(names) - 1)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widths[
            max((at for at in range(len(widths)) if widths[at] > least[at]), key=lambda at: widths[at])
        ] -= 1
    return widths


def _blocks(out: Console, names: Sequence[str], body: Sequence[Sequence[str]]) -> None:
    wide = max(map(len, names)) + GAP
    for row in body:
        out.print(" ".join(wrapped(row[0], out.width)), style="bold", soft_wrap=True)
        for name, cell in zip(names[1:], row[1:], strict=True):
            if cell:
                labelled(out, name, cell, wide=wide)


# Texts.


def cited(clauses: str | Iterable[str]) -> str:
    """Return clauses, none of which is broken over two lines."""
    texts = (
        clauses.split(", ")
        if isinstance(clauses, str)
        else [part for clause in clauses for part in clause.split(", ")]
    )
    return ", ".join(text.replace(" ", _GLUE) for text in texts)


def glued(text: str) -> str:
    """Return a text that is not broken over two lines."""
    return text.replace(" ", _GLUE)


def percent(value: Fraction | float, places: int = 4) -> str:
    """Write a share as a percentage."""
    return f"{float(value) * 100:.{places}f} %"


def chance(value: Fraction, places: int = 4) -> str:
    """Write a chance as a percentage, or as `1 in 12,345` where that would show little but zeros."""
    return (
        percent(value, places) if not value or value >= Fraction(1, 10**4) else f"1 in {round(1 / value):,}"
    )


LONG = "long"


def exact(value: Fraction, most: int = 18) -> str:
    """Write a fraction. One that nobody would read is called long."""
    text = str(value)
    return text if len(text) <= most else LONG


def signed(text: str) -> str:
    """Write an amount with its sign."""
    return text if text.startswith("-") or text == "0" else f"+{text}"


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts numbers inside a text by size: 2 before 10."""
    return tuple(
        (0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", text) if part
    )


def told(value: Any, key: str = "") -> list[str]:
    """Return facts as short texts, `point 6`. What is empty, nought or no is left out."""
    if isinstance(value, dict):
        return [text for name, part in value.items() for text in told(part, f"{key} {name}".strip())]
    if isinstance(value, (list, tuple)):
        texts = [", ".join(told(part)) if isinstance(part, dict) else str(part) for part in value]
        return [f"{key} {', '.join(texts)}".strip()] if texts else []
    if value is True:
        return [f"{key} yes"]
    return [f"{key} {value}".strip()] if value not in ("", None, False, 0, "0") else []


@contextmanager
def bar(doing: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show a bar on a terminal, from the first report of progress on."""
    if not sys.stderr.isatty():
        yield None
        return
    bars: list[Any] = []

    def tell(done: int, total: int) -> None:
        if not bars:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            shown = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=console(stderr=True),
                transient=True,
            )
            shown.start()
            bars.extend((shown, shown.add_task(doing, total=total)))
        bars[0].update(bars[1], completed=done)

    try:
        yield tell
    finally:
        if bars:
            bars[0].stop()
