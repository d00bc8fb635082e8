"""A strategy chart in the terminal: coloured letters, what it costs beside best play, where it is wrong."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cli import show
from croupier.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.api import Game
    from croupier.api.answers import Charted, Deviation

STYLES = {
    "H": "black on light_goldenrod2",
    "S": "black on grey82",
    "D": "black on sky_blue2",
    "P": "black on dark_sea_green3",
    "R": "black on light_coral",
}
"""By the first letter of a cell. On a screen without colours the letters say it all."""
PARTS = {
    "hard": "hard totals",
    "soft": "soft hands",
    "pairs": "pairs",
    "doubled": "doubled hands, R: give up (16: or less)",
}
MOST_SHOWN = 12
"""Deviations beyond these are left to --json."""
BESIDE = 76
"""From this width on two parts stand beside each other."""


def show_chart(asked: Game, given: argparse.Namespace) -> int:
    """Print the chart of a game, or judge a chart of one's own."""
    from croupier.api.answers import LARGEST_CHART, Charted
    from croupier.cli.arguments import read_file, write_file

    found = asked.chart(read_file(given.chart, LARGEST_CHART), given.chart) if given.chart else asked.chart()
    if not isinstance(found, Charted):
        raise BadInput(
            "name your cards: --cards 'Qh 6d'; the chart of starting hands is drawn by croupier odds "
            f"{asked.name} --plot FILE --picture hands"
        )
    if given.save:
        write_file(given.save, found.chart.text())
    if given.json:
        show.as_json(chart_value(asked, found))
    elif given.save:
        print(f"written: {given.save}")
    else:
        _print(asked, found)
    return 0


def chart_value(asked: Game, found: Charted) -> dict[str, Any]:
    """Return a chart as JSON."""
    from croupier.api import remarks

    return {
        "format": 1,
        "game": asked.rules.id,
        "ruleset": asked.rules.digest(),
        "upcards": list(found.chart.columns),
        "codes": dict(found.chart.meanings),
        **{
            part: {row: list(cells) for row, cells in rows.items()}
            for part, rows in found.chart.sections().items()
        },
        "of": "first stake",
        "value_float": found.value,
        "best_float": found.best,
        "cost_float": found.cost,
        "error": found.error,
        "strategy": found.strategy,
        "deviations": [
            {
                "cards": one.cards,
                "up": one.upcard,
                "chart": one.charted,
                "best": one.best,
                "gain": one.gain,
                "chance": one.chance,
            }
            for one in found.deviations
        ],
        "notes": [*found.notes, *remarks(asked.rules)],
    }


def _print(asked: Game, found: Charted) -> None:
    from croupier.api import remarks

    out = show.console()
    show.heading(
        out,
        f"{asked.rules.head.title} · {asked.rules.id}",
        f"what to do, by hand and by the dealer's card; {show.glued(f'rules {asked.rules.digest()}')}",
        *remarks(asked.rules),
    )
    parts, upcards = list(found.chart.sections().items()), found.chart.columns
    first, rest = parts[:1], parts[1:3]
    out.print()
    if out.width >= BESIDE:
        _columns(out, upcards, first, rest)
    else:
        _columns(out, upcards, parts[:3], [])
    for at in range(3, len(parts), 2 if out.width >= BESIDE else 1):
        out.print()
        _columns(out, upcards, parts[at : at + 1], parts[at + 1 : at + 2] if out.width >= BESIDE else [])
    out.print()
    show.say(
        out, " · ".join(show.glued(f"{code} {meaning}") for code, meaning in found.chart.meanings.items())
    )
    _judgement(out, found)


ChartPart = tuple[str, Mapping[str, tuple[str, ...]]]
StyledLine = list[tuple[str, str | None]]
"""Texts with their styles."""


def _columns(out: Console, upcards: Sequence[str], left: list[ChartPart], right: list[ChartPart]) -> None:
    """Print parts below each other, in one column or two."""
    one, two = _lines(left, upcards), _lines(right, upcards)
    for at in range(max(len(one), len(two))):
        line: StyledLine = one[at] if at < len(one) else []
        wide = sum(len(text) for text, _ in line)
        more = two[at] if at < len(two) else []
        whole = [*line, *([(" " * (WIDE + 3 - wide), None), *more] if more else [])]
        if out.color_system is None:
            out.print("".join(text for text, _ in whole), soft_wrap=True)
            continue
        for text, style in whole:
            out.print(text, style=style, end="", soft_wrap=True)
        out.print()


def _lines(parts: list[ChartPart], upcards: Sequence[str]) -> list[StyledLine]:
    found: list[StyledLine] = []
    for name, rows in parts:
        if found:
            found.append([])
        found.append([(_title(name), "bold cyan")])
        found.append([("".ljust(LABEL), None), *((f" {upcard} ", "bold") for upcard in upcards)])
        for row, cells in rows.items():
            found.append(
                [
                    (row.rjust(LABEL - 1) + " ", "bold"),
                    *((f" {cell.ljust(2)}", STYLES[cell[0]]) for cell in cells),
                ]
            )
    return found


LABEL = 4
WIDE = LABEL + 30


def _title(name: str) -> str:
    part, _, size = name.partition("-")
    return f"{PARTS[part]}, {size} cards or more" if size else PARTS[part]


def _judgement(out: Console, found: Charted) -> None:
    show.section(out, "What it comes to for each unit of the first stake")
    rows = [
        ("by the chart", f"{found.value * 100:+.4f} %"),
        (f"by the best play ({found.strategy})", f"{found.best * 100:+.4f} %"),
        ("the chart costs", f"{found.cost * 100:.4f} %"),
    ]
    show.table(out, ("", "a round"), rows, right=("a round",))
    for note in found.notes:
        show.say(out, note)
    first = [one for one in found.deviations if one.first]
    later = [one for one in found.deviations if not one.first]
    if first:
        show.section(out, "Two cards that are played better otherwise")
        _deviations(out, first)
    if later:
        show.section(
            out,
            f"Hands of more cards that are played better otherwise: {len(later)}, of which these matter most",
        )
        _deviations(out, later[: max(3, MOST_SHOWN - len(first))])
    if len(first) > MOST_SHOWN or len(later) > max(3, MOST_SHOWN - len(first)):
        show.say(out, "all of them: --json", "dim")


def _deviations(out: Console, some: list[Deviation]) -> None:
    columns = ("cards", "against", "chart", "better", "gains", "one round in", "costs")
    rows = [
        (
            one.cards,
            one.upcard,
            one.charted,
            one.best,
            f"{one.gain:.6f}",
            f"{round(1 / one.chance):,}",
            f"{one.weight * 100:.6f} %",
        )
        for one in some[:MOST_SHOWN]
    ]
    show.table(out, columns, rows, right=("gains", "one round in", "costs"))
