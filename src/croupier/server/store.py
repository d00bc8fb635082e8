"""The store: the journal and what is made from it, on SQLite or PostgreSQL.

What is appended together is there together or not at all.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from croupier.errors import BadInput, short
from croupier.floor.core import Answer
from croupier.floor.events import CorrectionMade, Event, Happened
from croupier.floor.state import Floor
from croupier.server import journal, schema
from croupier.server.journal import FIRST, Row, Tampered, row_of
from croupier.server.recall import Indexed
from croupier.server.schema import (
    COMMANDS,
    JOURNAL,
    META,
    ROUNDS,
    SNAPSHOTS,
    engine_of,
    migrate,
    take_turn,
    url_of,
    version,
)

Progress = Callable[[int, int], None]
PIECE = 2_000
"""Rows that are read at a time."""
KEPT_SNAPSHOTS = 3
MOST_FOUND = 1_000
_state = msgspec.json.Decoder(Floor).decode


class Behind(Exception):
    """Somebody else has appended first: what was worked out rests on an old state."""


class NewEntry(msgspec.Struct, frozen=True):
    """An event to be appended, and the rounds that it has settled."""

    at: int
    event: Event
    rounds: Sequence[Indexed] = ()


class Answered(msgspec.Struct, frozen=True):
    """What became of a command: its answer, and with which entry of the journal it ended."""

    id: str
    by: str
    digest: str
    answer: Answer
    seq: int


class Head(msgspec.Struct, frozen=True):
    """The last entry of the journal."""

    seq: int = 0
    at: int = 0
    hash: str = FIRST


class Stored(msgspec.Struct, frozen=True):
    """An event of the journal."""

    seq: int
    at: int
    event: Event


class Found(msgspec.Struct, frozen=True):
    """An entry of the journal as an inspector may see it."""

    seq: int
    at: int
    kind: str
    place: str
    terminal: str
    body: str


class Recalled(msgspec.Struct, frozen=True):
    """A round as one terminal had it."""

    table: str
    round: int
    terminal: str
    seq: int
    at: int
    summary: dict[str, Any]


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as it is stored. Its events stand in the journal."""

    done: bool
    why: str = ""
    clause: str = ""
    given: dict[str, Any] = {}
    events: int = 0


class Turn:
    """A transaction during which nobody else appends."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def append(self, expected_seq: int, rows: Sequence[NewEntry], answers: Sequence[Answered] = ()) -> int:
        """Append events and answers to the journal. Return the number of the last entry."""
        head = _head(self.connection)
        if head.seq != expected_seq:
            raise Behind(f"the journal is at {head.seq}, not at {expected_seq}")
        made: list[Row] = []
        seq, before = head.seq, head.hash
        for entry in rows:
            seq += 1
            made.append(row_of(entry.event, seq, entry.at, before))
            before = made[-1].hash
        rounds = [
            {
                "table": one.table,
                "round": one.round,
                "terminal": one.terminal,
                "seq": head.seq + at,
                "at": entry.at,
                "summary": one.summary,
            }
            for at, entry in enumerate(rows, 1)
            for one in entry.rounds
        ]
        kept = [
            {"id": one.id, "by": one.by, "digest": one.digest, "answer": _kept(one.answer), "seq": one.seq}
            for one in answers
        ]
        try:
            for table, values in (
                (JOURNAL, [msgspec.structs.asdict(row) for row in made]),
                (ROUNDS, rounds),
                (COMMANDS, kept),
            ):
                if values:
                    self.connection.execute(insert(table), values)
        except IntegrityError as error:
            raise Behind(str(error.orig)) from error
        return seq


class Store:
    """A journal in a file, or in a PostgreSQL database."""

    def __init__(self, url: str, make: bool = True) -> None:
        """Open a store; with `make`, create it where there is none.

        Without, it must be there, and is not changed.
        """
        self.url = url_of(url)
        self._engine = engine_of(url, make)
        self.dialect = self._engine.dialect.name
        if self.dialect == "sqlite" and not make and not Path(str(make_url(self.url).database)).is_file():
            raise BadInput(f"there is no store {short(url)}")
        try:
            if make:
                with self._writing() as connection:
                    take_turn(connection)
                    migrate(connection)
            else:
                with self._reading() as connection:
                    there = version(connection)
                if there < len(schema.MIGRATIONS):
                    raise BadInput(
                        f"{short(url)} holds no journal"
                        if not there
                        else f"{short(url)} was written by an older croupier: start its server once"
                    )
        except OperationalError as error:
            raise BadInput(
                f"the store {short(url)} cannot be opened: {str(error.orig).splitlines()[0]}"
            ) from error
        except DatabaseError as error:
            if "file is not a database" in str(error):
                raise BadInput(f"{short(url)} is not a store") from None
            raise

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._engine.connect() as plain:
            connection = plain.execution_options(writes=True)
            with connection.begin():
                yield connection

    # Appending.

    @contextmanager
    def alone(self) -> Iterator[Turn]:
        """Keep everybody else from appending until this is left. What was appended is stored then."""
        with self._writing() as connection:
            take_turn(connection)
            yield Turn(connection)

    def append(self, expected_seq: int, rows: Sequence[NewEntry], answers: Sequence[Answered] = ()) -> int:
        """Append in one transaction. Return the number of the last entry.

        Raise `Behind` if the journal is not where it is expected to be.
        """
        with self.alone() as turn:
            return turn.append(expected_seq, rows, answers)

    def begin(self, events: Sequence[Event], at: int) -> None:
        """Append what a new floor begins with, as its first manager.

        Refuse where something has happened already.
        """
        try:
            self.append(0, [NewEntry(at, event) for event in events])
        except Behind:
            raise BadInput("this floor has begun already") from None

    # Reading.

    def head(self) -> Head:
        """Return the last entry."""
        with self._reading() as connection:
            return _head(connection)

    def rows(self, after: int = 0) -> Iterator[Row]:
        """Yield the rows of the journal after an entry, as they are stored."""
        while True:
            with self._reading() as connection:
                some = connection.execute(
                    select(JOURNAL).where(JOURNAL.c.seq > after).order_by(JOURNAL.c.seq).limit(PIECE)
                ).all()
            for one in some:
                yield Row(*one)
            if len(some) < PIECE:
                return
            after = some[-1].seq

    def since(self, seq: int) -> Iterator[Stored]:
        """Yield the events after an entry. They hold secrets: whoever shows them shows views of them."""
        return (Stored(row.seq, row.at, journal.read(row.body, row.sealed)) for row in self.rows(seq))

    def load(self) -> tuple[Floor, int]:
        """Return the floor as it stands, and the number of the last entry.

        It is folded from the newest sound snapshot and the events after it.
        """
        floor, before = self._newest()
        for row in self.rows(floor.seq):
            if why := journal.wrong(row, floor.seq + 1, before):
                raise Tampered(floor.seq + 1, why)
            floor.apply(journal.read(row.body, row.sealed))
            before = row.hash
        return floor, floor.seq

    def _newest(self) -> tuple[Floor, str]:
        with self._reading() as connection:
            for seq in (
                connection.execute(select(SNAPSHOTS.c.seq).order_by(SNAPSHOTS.c.seq.desc())).scalars().all()
            ):
                joined = (
                    select(SNAPSHOTS.c.state, SNAPSHOTS.c.hash, JOURNAL.c.hash)
                    .join(JOURNAL, JOURNAL.c.seq == SNAPSHOTS.c.seq)
                    .where(SNAPSHOTS.c.seq == seq)
                )
                row = connection.execute(joined).first()
                if row is None or row[1] != _snapshot_hash(row[2], row[0]):
                    continue
                floor = _state(row[0])
                if floor.seq == seq:
                    return floor, row[2]
        return Floor(), FIRST

    def answers(self, ids: Iterable[str]) -> dict[str, Answered]:
        """Return what became of commands, by their ids. Those that never came are left out."""
        found = {}
        with self._reading() as connection:
            for one in connection.execute(select(COMMANDS).where(COMMANDS.c.id.in_(list(ids)))).all():
                kept = msgspec.json.decode(one.answer, type=_Kept)
                events: tuple[Event, ...] = ()
                if kept.events:
                    rows = connection.execute(
                        select(JOURNAL.c.body, JOURNAL.c.sealed)
                        .where(JOURNAL.c.seq.between(one.seq - kept.events + 1, one.seq))
                        .order_by(JOURNAL.c.seq)
                    )
                    events = tuple(journal.read(row.body, row.sealed) for row in rows)
                found[one.id] = Answered(
                    one.id,
                    one.by,
                    one.digest,
                    Answer(kept.done, events, kept.why, kept.clause, kept.given),
                    one.seq,
                )
        return found

    def recall(self, terminal: str, number: int = 10) -> list[Recalled]:
        """Return the last rounds of a terminal, the newest first; with no terminal, those of all tables.

        A corrected round is there once, as it is now. It is left out for a terminal that the correction left
        with nothing in it.
        """
        rounds, others = ROUNDS.alias(), ROUNDS.alias()
        same_round = others.c.table == rounds.c.table, others.c.round == rounds.c.round
        same = *same_round, others.c.terminal == rounds.c.terminal
        first = ~select(others.c.seq).where(*same, others.c.seq < rounds.c.seq).exists()
        # An entry that settles a round anew has a row for each terminal that it concerns.
        newest = select(func.max(others.c.seq)).where(*same_round).scalar_subquery()
        stands = select(func.max(others.c.seq)).where(*same).scalar_subquery() == newest
        with self._reading() as connection:
            wanted = (
                select(rounds.c.table, rounds.c.round, newest)
                .where(rounds.c.terminal == terminal, first, stands)
                .order_by(rounds.c.seq.desc())
                .limit(number)
            )
            found = [
                connection.execute(
                    select(ROUNDS).where(
                        ROUNDS.c.table == table,
                        ROUNDS.c.round == round,
                        ROUNDS.c.terminal == terminal,
                        ROUNDS.c.seq == seq,
                    )
                ).one()
                for table, round, seq in connection.execute(wanted).all()
            ]
        return [
            Recalled(one.table, one.round, one.terminal, one.seq, one.at, msgspec.json.decode(one.summary))
            for one in found
        ]

    def round_events(self, table: str, round: int) -> list[Stored]:
        """Return all that happened in a round, from the journal.

        It holds secrets: a card that nobody saw stays unseen in what is shown of it.
        """
        wanted = select(JOURNAL).where(JOURNAL.c.place == table)
        with self._reading() as connection:
            opened = connection.execute(
                select(func.max(JOURNAL.c.seq)).where(
                    JOURNAL.c.place == table,
                    JOURNAL.c.kind == "RoundOpened",
                    JOURNAL.c.body.contains(f'"round":{int(round)},"at":', autoescape=True),
                )
            ).scalar()
            if opened is None:
                return []
            rows = []
            for one in connection.execute(wanted.where(JOURNAL.c.seq >= opened).order_by(JOURNAL.c.seq)):
                rows.append(Row(*one))
                if one.kind == "RoundOver":
                    break
        return [Stored(row.seq, row.at, journal.read(row.body, row.sealed)) for row in rows]

    def events_of(self, one: Recalled) -> list[Happened]:
        """Return what happened at the table in a recalled round, as it was settled last."""
        this_round = (
            ROUNDS.c.table == one.table,
            ROUNDS.c.round == one.round,
            ROUNDS.c.terminal == one.terminal,
            ROUNDS.c.seq <= one.seq,
        )
        corrections = (
            select(JOURNAL.c.body, JOURNAL.c.sealed)
            .join(ROUNDS, ROUNDS.c.seq == JOURNAL.c.seq)
            .where(*this_round, JOURNAL.c.kind == CorrectionMade.__name__)
        )
        with self._reading() as connection:
            row = connection.execute(corrections.order_by(JOURNAL.c.seq.desc()).limit(1)).first()
        if row is not None:
            made = journal.read(row.body, row.sealed)
            assert isinstance(made, CorrectionMade)
            return [msgspec.convert(event, Happened) for event in made.rounds[str(one.round)]["events"]]
        return [
            stored.event
            for stored in self.round_events(one.table, one.round)
            if isinstance(stored.event, Happened)
        ]

    def search(
        self, *, table: str = "", terminal: str = "", kind: str = "", text: str = "", most: int = 200
    ) -> list[Found]:
        """Return entries of the journal for an inspector, the newest first. Nothing in them is secret.

        They are found by table, terminal or person, kind, and words in the body.
        """
        wanted: Select[Any] = select(
            JOURNAL.c.seq, JOURNAL.c.at, JOURNAL.c.kind, JOURNAL.c.place, JOURNAL.c.terminal, JOURNAL.c.body
        )
        equal = ((JOURNAL.c.place, table), (JOURNAL.c.terminal, terminal), (JOURNAL.c.kind, kind))
        conditions = [column == value for column, value in equal if value]
        conditions += [JOURNAL.c.body.icontains(text, autoescape=True)] if text else []
        wanted = wanted.where(*conditions)
        with self._reading() as connection:
            return [
                Found(*one)
                for one in connection.execute(
                    wanted.order_by(JOURNAL.c.seq.desc()).limit(max(1, min(most, MOST_FOUND)))
                )
            ]

    # The chain.

    def checked(self, progress: Progress | None = None) -> Iterator[Row]:
        """Yield all rows from the first on, each of them verified.

        Raise `Tampered` at the first that is not what was stored.
        """
        total = self.head().seq
        before = FIRST
        for seq, row in enumerate(self.rows(-1), 1):
            if why := journal.wrong(row, seq, before):
                raise Tampered(seq, why)
            before = row.hash
            yield row
            if progress is not None and seq % 500 == 0:
                progress(seq, total)
        self._named()

    def _named(self) -> None:
        """Check that nothing refers to an entry after the last.

        A journal that was cut short would be whole otherwise. The last entry is looked for last: meanwhile
        others may append.
        """
        with self._reading() as connection:
            names = {
                table.name: connection.execute(select(func.max(table.c.seq))).scalar() or 0
                for table in (COMMANDS, ROUNDS, SNAPSHOTS)
            }
            end = _head(connection).seq
        for name, last in names.items():
            if last > end:
                raise Tampered(end + 1, f"the journal ends at {end}, and {name} names {last}")

    # Snapshots and the rest.

    def snapshot(self, floor: Floor) -> None:
        """Keep the state as it is after its last event, which must be stored. The oldest snapshots go."""
        state = msgspec.json.encode(floor).decode()
        with self._writing() as connection:
            chain = connection.execute(select(JOURNAL.c.hash).where(JOURNAL.c.seq == floor.seq)).scalar()
            if chain is None:
                raise Behind(f"entry {floor.seq} is not stored")
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.seq == floor.seq))
            connection.execute(
                insert(SNAPSHOTS).values(seq=floor.seq, state=state, hash=_snapshot_hash(chain, state))
            )
            kept = (
                connection.execute(
                    select(SNAPSHOTS.c.seq).order_by(SNAPSHOTS.c.seq.desc()).limit(KEPT_SNAPSHOTS)
                )
                .scalars()
                .all()
            )
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.seq < kept[-1]))

    def snapshots(self) -> dict[int, str]:
        """Return the states that are kept, by their last entry, whether or not their hash is right."""
        with self._reading() as connection:
            return {
                seq: state
                for seq, state in connection.execute(
                    select(SNAPSHOTS.c.seq, SNAPSHOTS.c.state).order_by(SNAPSHOTS.c.seq)
                )
            }

    def snapshot_is_sound(self, seq: int, chain: str) -> bool:
        """Whether the hash of a snapshot is right.

        One that newer ones have replaced meanwhile is taken for sound.
        """
        with self._reading() as connection:
            row = connection.execute(
                select(SNAPSHOTS.c.state, SNAPSHOTS.c.hash).where(SNAPSHOTS.c.seq == seq)
            ).first()
        return row is None or bool(row.hash == _snapshot_hash(chain, row.state))

    def indexed(self, first: int, last: int) -> dict[int, list[Indexed]]:
        """Return what the index of rounds has from some entries, by entry.

        It is not sorted by them: whoever asks for one after the other reads all of it each time.
        """
        wanted = select(ROUNDS.c.seq, ROUNDS.c.table, ROUNDS.c.round, ROUNDS.c.terminal, ROUNDS.c.summary)
        found: dict[int, list[Indexed]] = {}
        with self._reading() as connection:
            for seq, *row in connection.execute(wanted.where(ROUNDS.c.seq.between(first, last))).all():
                found.setdefault(seq, []).append(Indexed(*row))
        return found

    def prune(self, before: int, most: int = 10_000) -> int:
        """Delete answers older than `before` (ms), at most `most`. Return how many were deleted.

        What the commands did stands in the journal and stays.
        """
        with self._writing() as connection:
            take_turn(connection)
            last = connection.execute(select(func.max(JOURNAL.c.seq)).where(JOURNAL.c.at < before)).scalar()
            if last is None:
                return 0
            old = (
                connection.execute(
                    select(COMMANDS.c.id).where(COMMANDS.c.seq <= last).order_by(COMMANDS.c.seq).limit(most)
                )
                .scalars()
                .all()
            )
            if old:
                connection.execute(delete(COMMANDS).where(COMMANDS.c.id.in_(old)))
            return len(old)

    def lease(self, holder: str, seconds: float) -> bool:
        """Ask to tell the time for some seconds. Return whether it is granted.

        Of several processes on one store only one tells the time.
        """
        with self._writing() as connection:
            take_turn(connection)
            now = (
                float(connection.execute(text("select extract(epoch from clock_timestamp())")).scalar_one())
                if self.dialect == "postgresql"
                else time.time()
            )
            there = connection.execute(select(META.c.value).where(META.c.key == "lease")).scalar()
            mine = msgspec.json.encode([holder, now + seconds]).decode()
            if there is None:
                connection.execute(insert(META).values(key="lease", value=mine))
                return True
            other, until = msgspec.json.decode(there)
            if other != holder and until > now:
                return False
            connection.execute(update(META).where(META.c.key == "lease").values(value=mine))
            return True

    def release(self, holder: str) -> None:
        """Let another process tell the time at once."""
        with self._writing() as connection:
            take_turn(connection)
            there = connection.execute(select(META.c.value).where(META.c.key == "lease")).scalar()
            if there is not None and msgspec.json.decode(there)[0] == holder:
                connection.execute(delete(META).where(META.c.key == "lease"))

    def meta(self, key: str) -> str | None:
        """Return a value that the store keeps about itself."""
        with self._reading() as connection:
            return connection.execute(select(META.c.value).where(META.c.key == key)).scalar()

    def set_meta(self, key: str, value: str) -> None:
        """Keep a value about the store."""
        with self._writing() as connection:
            take_turn(connection)
            connection.execute(delete(META).where(META.c.key == key))
            connection.execute(insert(META).values(key=key, value=value))


def _head(connection: Connection) -> Head:
    row = connection.execute(
        select(JOURNAL.c.seq, JOURNAL.c.at, JOURNAL.c.hash).order_by(JOURNAL.c.seq.desc()).limit(1)
    ).first()
    return Head(*row) if row is not None else Head()


def _kept(answer: Answer) -> str:
    return msgspec.json.encode(
        _Kept(answer.done, answer.why, answer.clause, answer.given, len(answer.events))
    ).decode()


def _snapshot_hash(chain: str, state: str) -> str:
    return hashlib.sha256((chain + state).encode()).hexdigest()
