"""The tables of the store, the same for SQLite and PostgreSQL.

Here an old store becomes a new one, and either is opened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from croupier.errors import BadInput, short

METADATA = MetaData()
JOURNAL = Table(
    "journal", METADATA,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("terminal", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("sealed", Text),
    Column("hash", Text, nullable=False),
    Index("journal_place", "place", "seq"),
    Index("journal_terminal", "terminal", "seq"),
    Index("journal_kind", "kind", "seq"),
    Index("journal_at", "at"),
)  # fmt: skip
COMMANDS = Table(
    "commands", METADATA,
    Column("id", Text, primary_key=True),
    Column("by", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Index("commands_seq", "seq"),
)  # fmt: skip
ROUNDS = Table(
    "rounds", METADATA,
    Column("table", Text, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("terminal", Text, primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Index("rounds_terminal", "terminal", "seq"),
)  # fmt: skip
SNAPSHOTS = Table(
    "snapshots", METADATA,
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),
    Column("hash", Text, nullable=False),
)  # fmt: skip
META = Table("meta", METADATA, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

LOCK = 0x63726F7570696572
"""The number under which writers of one PostgreSQL database take turns."""
BUSY = 10_000
"""A writer on SQLite waits this many milliseconds for another."""


def _first(connection: Connection) -> None:
    METADATA.create_all(connection)


def _answers_by_entry(connection: Connection) -> None:
    for index in COMMANDS.indexes:
        index.create(connection, checkfirst=True)


MIGRATIONS: list[Callable[[Connection], None]] = [_first, _answers_by_entry]
"""Each makes its version of the schema out of the one before; the first, out of nothing."""


def url_of(where: str) -> str:
    """Return the URL of a database, given it or the path of a file."""
    if "://" not in where:
        return f"sqlite:///{where}"
    if where.startswith(("postgres://", "postgresql://")):
        return "postgresql+psycopg://" + where.partition("://")[2]
    return where


def engine_of(where: str, make: bool = True) -> Engine:
    """Return an engine for a store. Nothing is opened yet.

    Without `make`, opening it changes nothing.
    """
    try:
        url = make_url(url_of(where))
    except ArgumentError:
        raise BadInput(
            f"{short(where)} is not a store: name a file, or postgresql://user@host/database"
        ) from None
    if url.get_backend_name() == "postgresql":
        # Whoever has waited for his turn sees what was done in it.
        engine = create_engine(url, pool_pre_ping=True, isolation_level="READ COMMITTED")
        event.listen(engine, "connect", _postgresql)
        return engine
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise BadInput(f"{short(where)} is not a store: name a file, or postgresql://user@host/database")
    engine = create_engine(url)
    event.listen(engine, "connect", _sqlite if make else _looked_at)
    event.listen(engine, "begin", _begin)
    return engine


def _sqlite(connection: Any, record: Any) -> None:
    # The driver would begin transactions by itself, and too late.
    # Reading before writing must be one transaction.
    connection.isolation_level = None
    # FULL: what is committed is on disk, also when the power fails.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY}"):
        connection.execute(f"PRAGMA {pragma}").close()


def _postgresql(connection: Any, record: Any) -> None:
    # Whatever the server is set to: what is committed is on disk.
    connection.autocommit = True
    connection.execute("SET synchronous_commit = on")
    connection.autocommit = False


def _looked_at(connection: Any, record: Any) -> None:
    connection.isolation_level = None
    for pragma in ("query_only=ON", f"busy_timeout={BUSY}"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(
        "BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN"
    )


def take_turn(connection: Connection) -> None:
    """Wait until no other writer is at work. The turn lasts until the transaction ends.

    SQLite does so when a transaction that writes begins.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def version(connection: Connection) -> int:
    """Return the version of the tables that are there; 0 where there are none."""
    there = 0
    if inspect(connection).has_table(META.name):
        there = int(connection.execute(select(META.c.value).where(META.c.key == "schema")).scalar_one())
    if there > len(MIGRATIONS):
        raise BadInput(
            f"this store was written by a newer croupier: "
            f"its schema is {there}, and {len(MIGRATIONS)} is known here"
        )
    return there


def migrate(connection: Connection) -> None:
    """Bring the tables to the newest version."""
    there = version(connection)
    for change in MIGRATIONS[there:]:
        change(connection)
    if not there:
        connection.execute(insert(META).values(key="schema", value=str(len(MIGRATIONS))))
    elif there < len(MIGRATIONS):
        connection.execute(update(META).where(META.c.key == "schema").values(value=str(len(MIGRATIONS))))
