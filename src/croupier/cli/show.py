"""What commands print: JSON, and tables that read well in a hundred columns. Rich is imported here and only here."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 100


def as_json(value: Any) -> None:
    """Print JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def console(stderr: bool = False) -> Console:
    """Where tables are printed: as wide as the terminal, a hundred columns into a pipe; without colour when NO_COLOR says so."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or os.environ.get("COLUMNS") else WIDTH
    return Console(file=stream, width=width, markup=False, highlight=False, emoji=False, no_color=True if os.environ.get("NO_COLOR") else None)


def heading(out: Console, title: str, *more: str) -> None:
    """A title line, and what is said below it."""
    out.print(title, style="bold")
    for line in more:
        if line:
            out.print(line, style="dim")


def section(out: Console, title: str) -> None:
    """The title of a part."""
    out.print()
    out.print(title, style="bold cyan")


def table(out: Console, columns: Sequence[str], rows: Iterable[Sequence[object]], right: Iterable[str] = (), wrap: Iterable[str] = ()) -> None:
    """A table; columns in `right` are aligned right, those in `wrap` give way when it is too wide."""
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False, padding=(0, 1), collapse_padding=True)
    wide = set(wrap)
    for name in columns:
        drawn.add_column(name, justify="right" if name in set(right) else "left", no_wrap=bool(wide) and name not in wide, overflow="fold", min_width=6 if name in wide else None)
    for row in rows:
        drawn.add_row(*(str(cell) for cell in row))
    out.print(drawn)


def percent(value: Fraction | float, places: int = 4) -> str:
    """A share as a percentage."""
    return f"{float(value) * 100:.{places}f} %"


def exact(value: Fraction, most: int = 18) -> str:
    """A fraction, where it is short enough to be read."""
    text = f"{value.numerator}/{value.denominator}"
    return text if len(text) <= most else ""


def signed(text: str) -> str:
    """An amount with its sign."""
    return text if text.startswith("-") or text == "0" else f"+{text}"
