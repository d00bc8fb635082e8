"""Who is asking: passwords, sessions, and the one-time codes by which a terminal is enrolled.

Roles are the floor's. Here is only what proves that somebody is who he says. Nothing that opens a door is
kept: passwords are kept as argon2 hashes, tokens and codes as their SHA-256.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Connection, Engine

from croupier.errors import BadInput
from croupier.server.clock import now_ms
from croupier.server.schema import take_turn, url_of

MINUTE = 60_000
IDLE = {"person": 15 * MINUTE, "terminal": 30 * 24 * 60 * MINUTE}
"""A session ends after this many milliseconds without an act. A terminal is a device: whoever sits there
signs in nowhere."""
LONGEST = {"person": 12 * 60 * MINUTE, "terminal": 400 * 24 * 60 * MINUTE}
CODE_LASTS = 60 * MINUTE
LOOK_EVERY = 5_000
"""Look for sessions that other processes have ended every this many milliseconds."""
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 200
_CODE = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters that nobody takes for another."""

_META = MetaData()
_PASSWORDS = Table(
    "passwords",
    _META,
    Column("person", String(64), primary_key=True),
    Column("hash", String(300), nullable=False),
    Column("first", Boolean, nullable=False),
)
_SESSIONS = Table(
    "sessions",
    _META,
    Column("token", String(64), primary_key=True),
    Column("who", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
_CODES = Table(
    "codes",
    _META,
    Column("code", String(64), primary_key=True),
    Column("terminal", String(64), nullable=False),
    Column("until", BigInteger, nullable=False),
)


class Session(msgspec.Struct):
    """Somebody who has come in."""

    token: str
    """The hash of the token that the browser holds."""
    who: str
    kind: str
    csrf: str
    began: int
    seen: int


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Entrance:
    """Keeps passwords, sessions and codes in tables of its own.

    Several processes may use them. A session that began in one is known to the others, and ends in all of
    them within seconds.
    """

    def __init__(
        self, url: str = "sqlite://", clock: Callable[[], int] = now_ms, hasher: PasswordHasher | None = None
    ) -> None:
        from sqlalchemy.pool import StaticPool

        memory = (
            {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
            if url == "sqlite://"
            else {}
        )
        self._engine: Engine = create_engine(url_of(url), pool_pre_ping=True, **memory)
        self._clock, self._hasher = clock, hasher or PasswordHasher()
        self._lock = threading.Lock()
        # Somebody unknown takes as long as somebody known.
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        with self._db() as db:
            take_turn(db)
            _META.create_all(db)
        self._sessions: dict[str, Session] = {}
        self._looked = 0
        self._look()

    @contextmanager
    def _db(self) -> Iterator[Connection]:
        """Open a transaction, one at a time."""
        with self._lock, self._engine.begin() as db:
            yield db

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _look(self) -> None:
        """Take over which sessions other processes have begun and ended."""
        self._looked = self._clock()
        with self._db() as db:
            there = {
                row.token: Session(row.token, row.who, row.kind, row.csrf, row.began, row.seen)
                for row in db.execute(select(_SESSIONS))
            }
            for token in [one for one in self._sessions if one not in there]:
                del self._sessions[token]
            for token, one in there.items():
                mine = self._sessions.setdefault(token, one)
                mine.seen = max(mine.seen, one.seen)

    def _known(self, token: str) -> Session | None:
        if self._clock() - self._looked > LOOK_EVERY:
            self._look()
        found = self._sessions.get(token)
        if found is None:
            with self._db() as db:
                row = db.execute(select(_SESSIONS).where(_SESSIONS.c.token == token)).first()
            if row is not None:
                found = self._sessions.setdefault(
                    token, Session(row.token, row.who, row.kind, row.csrf, row.began, row.seen)
                )
        return found

    # Passwords.

    def set_password(self, person: str, password: str, first: bool = False) -> None:
        """Give somebody a password, and end his sessions. He must change a `first` one."""
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise BadInput(f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
        if password.strip().lower() == person:
            raise BadInput("a password is not the name of its owner")
        made = self._hasher.hash(password)
        with self._db() as db:
            db.execute(delete(_PASSWORDS).where(_PASSWORDS.c.person == person))
            db.execute(insert(_PASSWORDS).values(person=person, hash=made, first=first))
        self.end_all(person)

    def first_password(self, person: str) -> str:
        """Give somebody a new password and return it. It is shown once."""
        made = "-".join("".join(secrets.choice(_CODE.lower()) for _ in range(5)) for _ in range(3))
        self.set_password(person, made, first=True)
        return made

    def knows(self, person: str, password: str) -> bool:
        """Whether the password is right. It takes as long for an unknown name."""
        row = None
        if person.isprintable():  # no database is asked for what it could not hold
            with self._db() as db:
                row = db.execute(select(_PASSWORDS.c.hash).where(_PASSWORDS.c.person == person)).first()
        try:
            right = self._hasher.verify(row.hash if row else self._nobody, password[: LONGEST_PASSWORD + 1])
        except (VerificationError, InvalidHashError, UnicodeError):
            return False
        return bool(row) and right

    def has_first_password(self, person: str) -> bool:
        """Whether somebody else has seen his password."""
        with self._db() as db:
            row = db.execute(select(_PASSWORDS.c.first).where(_PASSWORDS.c.person == person)).first()
        return bool(row and row.first)

    @property
    def people(self) -> list[str]:
        """Return everybody who has a password."""
        with self._db() as db:
            return [row.person for row in db.execute(select(_PASSWORDS.c.person))]

    # Sessions.

    def begin(self, who: str, kind: str) -> tuple[str, Session]:
        """Begin a session. Return the token for the browser, and the session."""
        token = secrets.token_urlsafe(32)
        made = Session(_hash(token), who, kind, secrets.token_urlsafe(24), self._clock(), self._clock())
        with self._db() as db:
            db.execute(insert(_SESSIONS).values(**msgspec.to_builtins(made)))
            self._sessions[made.token] = made
        return token, made

    def of(self, token: str, acts: bool = False) -> Session | None:
        """Return the session of a token, or None if it is over. An act keeps it alive."""
        found = self._known(_hash(token)) if token else None
        if found is None:
            return None
        now = self._clock()
        if now - found.seen > IDLE[found.kind] or now - found.began > LONGEST[found.kind]:
            self.end(found)
            return None
        if acts:
            if now - found.seen > MINUTE:
                with self._db() as db:
                    db.execute(update(_SESSIONS).where(_SESSIONS.c.token == found.token).values(seen=now))
                found.seen = now
            elif found.kind == "person":
                found.seen = now
        return found

    def alive(self, session: Session) -> bool:
        """Whether a session has neither ended nor timed out."""
        now = self._clock()
        if now - self._looked > LOOK_EVERY:
            self._look()
        return (
            session.token in self._sessions
            and now - session.seen <= IDLE[session.kind]
            and now - session.began <= LONGEST[session.kind]
        )

    def touch(self, session: Session) -> None:
        """Note that somebody has done something."""
        session.seen = self._clock()

    def end(self, session: Session) -> None:
        """End a session."""
        with self._db() as db:
            db.execute(delete(_SESSIONS).where(_SESSIONS.c.token == session.token))
            self._sessions.pop(session.token, None)

    def end_all(self, who: str) -> None:
        """End all sessions of somebody."""
        with self._db() as db:
            db.execute(delete(_SESSIONS).where(_SESSIONS.c.who == who))
            for token in [one.token for one in self._sessions.values() if one.who == who]:
                del self._sessions[token]

    # Terminals.

    def code_for(self, terminal: str) -> str:
        """Return a one-time code for a terminal. An older one is no longer valid."""
        code = "".join(secrets.choice(_CODE) for _ in range(10))
        with self._db() as db:
            db.execute(
                delete(_CODES).where((_CODES.c.terminal == terminal) | (_CODES.c.until < self._clock()))
            )
            db.execute(
                insert(_CODES).values(code=_hash(code), terminal=terminal, until=self._clock() + CODE_LASTS)
            )
        return f"{code[:5]}-{code[5:]}"

    def terminal_of(self, code: str) -> str:
        """Use a code up and return its terminal, or nothing if it is not valid."""
        plain = "".join(letter for letter in code.upper() if letter in _CODE)
        with self._db() as db:
            row = db.execute(select(_CODES).where(_CODES.c.code == _hash(plain))).first()
            if row is None:
                return ""
            # Whoever deletes it has it: two at once cannot both.
            taken = db.execute(delete(_CODES).where(_CODES.c.code == _hash(plain))).rowcount
        return str(row.terminal) if taken and row.until >= self._clock() else ""


def same(given: str, kept: str) -> bool:
    """Whether two tokens are the same. The time it takes does not tell where they differ."""
    return bool(kept) and hmac.compare_digest(given.encode(), kept.encode())
