"""Keep the whole store of a floor as text, as it was written, and make it a store again.

A line is a table of the store, with the statements that made it, or a row of the table above it. The house is
asked for none of it: a later one may store differently, and must open a store that was written so.
"""

from __future__ import annotations

import json
import lzma
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from croupier.server.schema import url_of

FOLDER = Path(__file__).parent
JOURNAL, EXPECTED = FOLDER / "journal.jsonl.xz", FOLDER / "expected.json"
PASSING = ("lease",)
"""What the store keeps about whoever runs it now."""

Rows = dict[str, list[list[Any]]]


class Kept:
    """All rows of a store, by table, in the order of their keys; and the statements that make the tables."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self.made: dict[str, list[str]] = {}
        self.columns: dict[str, list[str]] = {}
        self.keys: dict[str, list[int]] = {}
        """By table: the places of the columns by which a row is known."""
        self.rows: Rows = {}
        for line in lines:
            found = json.loads(line)
            if isinstance(found, dict):
                name = found["table"]
                self.made[name], self.columns[name] = found["made"], found["columns"]
                self.keys[name], self.rows[name] = found["keys"], []
            else:
                self.rows[name].append(found)

    def lines(self) -> Iterator[str]:
        """Write it all down."""
        for name, made in self.made.items():
            columns, keys = self.columns[name], self.keys[name]
            yield json.dumps({"table": name, "columns": columns, "keys": keys, "made": made})
            yield from (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in self.rows[name])

    def load(self, url: str) -> None:
        """Make the store that it was, in an empty SQLite file or PostgreSQL database."""
        engine = create_engine(url_of(url))
        with engine.begin() as connection:
            for name, statements in self.made.items():
                for statement in statements:
                    connection.execute(text(statement))
                places = [f"c{at}" for at in range(len(self.columns[name]))]
                values = ", ".join(f":{place}" for place in places)
                into = text(f'INSERT INTO "{name}" ({self._named(name)}) VALUES ({values})')
                if self.rows[name]:
                    connection.execute(into, [dict(zip(places, row, strict=True)) for row in self.rows[name]])
        engine.dispose()

    def found_in(self, url: str) -> Rows:
        """Read the same tables and columns of a store, in the same order."""
        engine, found = create_engine(url_of(url)), {}
        with engine.connect() as connection:
            for name in self.columns:
                rows = connection.execute(text(f'SELECT {self._named(name)} FROM "{name}"'))
                found[name] = self.sorted(name, [list(row) for row in rows])
        engine.dispose()
        return found

    def sorted(self, name: str, rows: Iterable[list[Any]]) -> list[list[Any]]:
        """Put rows in the order of their keys, which databases do not agree on where they are words."""
        return sorted(rows, key=lambda row: [row[at] for at in self.keys[name]])

    def _named(self, name: str) -> str:
        return ", ".join(f'"{column}"' for column in self.columns[name])


def taken_from(path: Path) -> Kept:
    """Take down everything in a store on SQLite."""
    kept = Kept()
    with closing(sqlite3.connect(path)) as connection:
        order = "ORDER BY type DESC, tbl_name, name"  # tables come before their indexes
        made = f"SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL {order}"
        for kind, name, sql in connection.execute(made).fetchall():
            kept.made.setdefault(name, []).append(sql)
            if kind == "table":
                columns = connection.execute(f'PRAGMA table_info("{name}")').fetchall()
                kept.columns[name] = [column[1] for column in columns]
                kept.keys[name] = [at for at, column in enumerate(columns) if column[5]]
                rows = connection.execute(f'SELECT * FROM "{name}"').fetchall()
                kept.rows[name] = kept.sorted(name, [list(row) for row in rows if row[0] not in PASSING])
    return kept


def read(path: Path = JOURNAL) -> Kept:
    """Read a journal that is kept."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return Kept(file)


def write(kept: Kept, path: Path = JOURNAL) -> None:
    """Keep a journal."""
    data = "".join(f"{line}\n" for line in kept.lines()).encode()
    path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
