"""A strategy chart: what to do with each kind of hand against each card of the dealer.

A chart goes by the total of a hand, by whether an ace in it counts eleven, and by whether it is a pair. It
does not look at single cards. It is written as TOML:

    format  = 1
    upcards = "2  3  4  5  6  7  8  9  T  A"

    [hard]
    "5-8" = "H  H  H  H  H  H  H  H  H  H"
    ...
    [soft]
    A2    = "H  H  H  D  D  H  H  H  H  H"
    ...
    [pairs]
    AA    = "P  P  P  P  P  P  P  P  P  P"
    ...

Rows may be joined (`5-8`, `A2-A3`, `22-33`), and the columns may stand in any order that `upcards` says.
Where the number of cards matters, as for five cards that win whatever they count, parts like `hard-4` and
`soft-4` say what is done from that many cards on. They hold only the rows that differ. Only what the game
allows is done: the first allowed act of a cell.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, short, unknown
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.problem import DOUBLE, DRAW, SPLITS, STAND, SURRENDER, Problem
from croupier.families.twentyone.solver.states import LETTERS, MOST, VALUES, counts_at, hands
from croupier.prove.charts import LARGEST_CHART

FORMAT = 1
UPCARDS = "23456789TA"
"""The columns as they are shown."""
HARD = tuple(str(total) for total in range(5, MOST))
SOFT = tuple(f"A{other}" for other in range(2, 10))
PAIRS = tuple(value + value for value in "A23456789T")
DOUBLED = ("16", "17", "18", "19", "20")
"""Totals after the card of a double, where it may be given up; 16 stands for all lower ones too."""
SECTIONS = {"hard": HARD, "soft": SOFT, "pairs": PAIRS}
SIZES = range(3, 8)
"""The numbers of cards from which a chart may have rows of their own."""
LONGER = {f"{part}-{size}": SECTIONS[part] for size in SIZES for part in ("hard", "soft")}

CODES = {
    "H": (DRAW,),
    "S": (STAND,),
    "D": (DOUBLE, DRAW),
    "Ds": (DOUBLE, STAND),
    "P": (SPLITS,),
    "Rh": (SURRENDER, DRAW),
    "Rs": (SURRENDER, STAND),
    "Rp": (SURRENDER, SPLITS),
}
"""The codes of a cell: acts, of which the first that is allowed is done.

A pair that cannot be split is played by its total.
"""
MEANINGS = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "Rh": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rp": "surrender, else split",
}
KEEPS, GIVES_UP = "S", "R"
"""The codes of a doubled hand."""

Cells = tuple[str, ...]
"""A code for each upcard, in the order of `UPCARDS`."""
Rows = Mapping[str, Cells]


@dataclass(frozen=True)
class Chart:
    """A chart: rows by hand, a cell for each upcard."""

    hard: Rows
    soft: Rows
    pairs: Rows
    doubled: Rows = field(default_factory=dict)
    """Doubled hands that are given up, where that is allowed; empty where the chart does not say."""
    longer: Mapping[str, Rows] = field(default_factory=dict)
    """The rows that differ from some number of cards on, by the names of `LONGER`."""
    title: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the dealer's cards, in the order of the cells."""
        return tuple(UPCARDS)

    @property
    def meanings(self) -> dict[str, str]:
        """Return the meanings of the codes that occur, in the order of explanation."""
        return {code: MEANINGS[code] for code in self.codes()}

    def cell(self, row: str, upcard: str, size: int = 2) -> str:
        """Return one cell, for a hand of `size` cards.

        The row is a total (`16`), a soft hand (`A7`) or a pair (`88`), the upcard a rank.

        >>> from croupier.families.twentyone.chart import HARD, PAIRS, SOFT, Chart
        >>> chart = Chart(*({row: ("H",) * 10 for row in rows} for rows in (HARD, SOFT, PAIRS)))
        >>> chart.cell("A7", "9"), chart.cell("16", "K")
        ('H', 'H')
        """
        for rows in (*self._longer(size), self.hard, self.soft, self.pairs):
            if row in rows:
                return rows[row][column(upcard)]
        raise unknown("row", row, (*HARD, *SOFT, *PAIRS), "the chart")

    def _longer(self, size: int) -> list[Rows]:
        """Return the rows for hands of `size` cards, the most particular first."""
        return [
            self.longer[name] for name in reversed(LONGER) if name in self.longer and int(name[-1]) <= size
        ]

    def acts(self, rows: Iterable[str], upcard: str, size: int) -> tuple[int, ...]:
        """Return the acts that some rows name, one row after the other."""
        return tuple(act for row in rows for act in CODES[self.cell(row, upcard, size)])

    def sections(self) -> dict[str, Rows]:
        """Return the parts of the chart that are filled in."""
        every = {
            "hard": self.hard,
            "soft": self.soft,
            "pairs": self.pairs,
            **self.longer,
            "doubled": self.doubled,
        }
        return {name: rows for name, rows in every.items() if rows}

    def text(self) -> str:
        """Return the chart as the text that `read_chart` reads."""
        lines = ["# What to do: hands are rows, the dealer's cards are columns."]
        lines += [
            f"# {code.ljust(2)} {meaning}" for code, meaning in MEANINGS.items() if code in self.codes()
        ]
        lines += [
            f"format  = {FORMAT}",
            *([f"title   = {_quoted(self.title)}"] if self.title else []),
            f"upcards = {_quoted(_spaced(UPCARDS))}",
        ]
        for name, rows in self.sections().items():
            lines += ["", f"[{name}]"]
            if name == "doubled":
                lines.append("# after the card of a double: R give up, S stand; 16 is 16 or less")
            elif name in LONGER:
                lines.append(f"# with {name[-1]} cards or more")
            lines += [f"{row.ljust(2)} = {_quoted(_spaced(cells))}" for row, cells in rows.items()]
        return "\n".join(lines) + "\n"

    def codes(self) -> list[str]:
        """Return the codes that occur, in the order of explanation."""
        used = {
            code
            for rows in (self.hard, self.soft, self.pairs, *self.longer.values())
            for cells in rows.values()
            for code in cells
        }
        return [code for code in CODES if code in used]

    def plan(self, problem: Problem, rescued: NDArray[np.bool_] | None = None) -> Plan:
        """Return the plan of the chart: an act for every hand, and only acts that are allowed.

        `rescued` says which doubled hands are given up where the chart does not; without it none is.
        """
        return Plan(
            _acts(problem, self),
            _rescued(self)
            if self.doubled
            else rescued
            if rescued is not None
            else np.zeros((2, len(hands().size), VALUES), np.bool_),
            {},
        )


def column(upcard: str) -> int:
    """Return the column of an upcard.

    >>> column("2"), column("K"), column("A")
    (0, 8, 9)
    """
    rank = "T" if upcard in ("J", "Q", "K", "10") else upcard
    if len(rank) != 1 or rank not in UPCARDS:
        raise BadInput(f"{short(upcard)} is no card of the dealer; the columns are {' '.join(UPCARDS)}")
    return UPCARDS.index(rank)


def rows_of(hand: int) -> tuple[str, ...]:
    """Return the rows of a hand by its number: the pair first, then the total.

    A hand that decides nothing has none. The least pairs have no total of their own: two twos that are not
    split are played like a five, two aces like an ace and a two.

    >>> from croupier.families.twentyone.solver.states import hand_of, values_of
    >>> [rows_of(hand_of(values_of(cards))) for cards in ("88", "T6", "A33", "22", "AT")]
    [('88', '16'), ('16',), ('A6',), ('22', '5'), ()]
    """
    every = hands()
    size, total = int(every.size[hand]), int(every.total[hand])
    if size < 2 or total >= MOST:
        return ()
    counts = counts_at(hand)
    pair = (LETTERS[counts.index(2)] * 2,) if size == 2 and max(counts) == 2 else ()
    soft = total > every.hard[hand]
    return (*pair, f"A{max(total - 11, 2)}" if soft else str(max(total, 5)))


def _acts(problem: Problem, chart: Chart) -> NDArray[np.int64]:
    """Return [stage, hand, upcard]: the first allowed act of its rows, else draw or stand."""
    found = np.full((3, len(hands().size), VALUES), DRAW, np.int64)
    known: dict[tuple[tuple[str, ...], int, int], list[int]] = {}
    for hand in range(len(hands().size)):
        rows, size = rows_of(hand), int(hands().size[hand])
        for stage in range(3):
            may = int(problem.may[stage, hand])
            if (rows, size, may) not in known:
                known[rows, size, may] = [
                    _first(
                        (*chart.acts(rows, LETTERS[up], size), DRAW, STAND),
                        may,
                        up in problem.rules.surrender_on,
                    )
                    for up in range(VALUES)
                ]
            found[stage, hand] = known[rows, size, may]
    return found


def _first(acts: tuple[int, ...], may: int, surrender: bool) -> int:
    """Return the first act that is allowed."""
    return next((act for act in acts if may >> act & 1 and (act != SURRENDER or surrender)), STAND)


def _rescued(chart: Chart) -> NDArray[np.bool_]:
    """Return [way, hand, upcard]: doubled hands given up. With frozen aces, all of them count one."""
    every = hands()
    found = np.zeros((2, len(every.size), VALUES), np.bool_)
    for way, totals in enumerate((every.total, every.hard)):
        for hand in np.flatnonzero((every.size > 2) & (totals < MOST)):
            cells = chart.doubled[str(max(int(totals[hand]), 16))]
            found[way, hand] = [cells[column(LETTERS[up])] == GIVES_UP for up in range(VALUES)]
    return found


# Notation.


def read_chart(source: str | bytes, name: str = "the chart") -> Chart:
    """Read a chart. Errors are told in one line."""
    value = _toml(source, name)
    known = ("format", "title", "upcards", *SECTIONS, "doubled", *LONGER)
    for key in value:
        if key not in known:
            raise unknown("key", key, known, name)
    if value.get("format", FORMAT) != FORMAT:
        raise BadInput(f"{name}: format {short(value['format'])} is not known; this is format {FORMAT}")
    if not isinstance(value.get("title", ""), str):
        raise BadInput(f"{name}: title is a text")
    order = _columns(value.get("upcards", _spaced(UPCARDS)), name)
    parts = {
        part: _rows(value.get(part), rows, tuple(CODES), order, f"{name}: {part}")
        for part, rows in SECTIONS.items()
    }
    doubled = (
        _rows(value["doubled"], DOUBLED, (KEEPS, GIVES_UP), order, f"{name}: doubled")
        if "doubled" in value
        else {}
    )
    longer = {
        part: _rows(value[part], rows, tuple(CODES), order, f"{name}: {part}", whole=False)
        for part, rows in LONGER.items()
        if part in value
    }
    return Chart(parts["hard"], parts["soft"], parts["pairs"], doubled, longer, value.get("title", ""))


def _toml(source: str | bytes, name: str) -> dict[str, Any]:
    if len(source) > LARGEST_CHART:
        raise BadInput(f"{name} is longer than {LARGEST_CHART} bytes, which no chart is")
    try:
        return tomllib.loads(source if isinstance(source, str) else source.decode())
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name} is not TOML: {error}") from None


def _columns(text: object, name: str) -> list[int]:
    """Return where each shown column stands in the file."""
    given = text.replace(",", " ").replace("10", "T").split() if isinstance(text, str) else []
    if sorted(given) != sorted(UPCARDS):
        raise BadInput(f"{name}: upcards names each of {' '.join(UPCARDS)} once, not {short(text)}")
    return [given.index(upcard) for upcard in UPCARDS]


def _rows(
    given: object,
    rows: tuple[str, ...],
    codes: tuple[str, ...],
    order: list[int],
    where: str,
    whole: bool = True,
) -> dict[str, Cells]:
    """Read one part of a chart: every row once, or some of them."""
    if not isinstance(given, dict):
        raise BadInput(
            f"{where} is missing; it has the rows {rows[0]} to {rows[-1]}"
            if given is None
            else f"{where} is a table of rows, not {short(given)}"
        )
    found: dict[str, Cells] = {}
    for key, text in given.items():
        cells = text.replace(",", " ").split() if isinstance(text, str) else []
        if len(cells) != len(order):
            raise BadInput(
                f"{where}: row {key} has {len(order)} cells, one for each upcard, "
                f"not {len(cells) if isinstance(text, str) else short(text)}"
            )
        for cell in cells:
            if cell not in codes:
                raise BadInput(f"{where}: row {key}: {short(cell)} is no act; write one of {' '.join(codes)}")
        for row in _named(key, rows, where):
            if row in found:
                raise BadInput(f"{where}: row {row} is given twice")
            found[row] = tuple(cells[at] for at in order)
    missing = [row for row in rows if row not in found]
    if missing and whole:
        raise BadInput(
            f"{where}: row {missing[0]} is missing"
            + (f", and {len(missing) - 1} more" if missing[1:] else "")
        )
    return {row: found[row] for row in rows if row in found}


def _named(key: str, rows: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Return the rows that a key names: one, or all from one to another."""
    ends = [part.strip().replace("10,10", "TT").replace(",", "") for part in key.split("-")]
    for end in ends:
        if end not in rows:
            raise unknown("row", end, rows, where)
    if len(ends) > 2:
        raise BadInput(
            f"{where}: {short(key)} is not a row, nor two rows with all between them, "
            f"like {rows[0]}-{rows[2]}"
        )
    low, high = sorted((rows.index(ends[0]), rows.index(ends[-1])))
    return rows[low : high + 1]


def _quoted(text: str) -> str:
    return (
        '"'
        + "".join(f"\\{sign}" if sign in '"\\' else sign if sign.isprintable() else " " for sign in text)
        + '"'
    )


def _spaced(cells: Iterable[str]) -> str:
    return " ".join(cell.ljust(2) for cell in cells).rstrip()
