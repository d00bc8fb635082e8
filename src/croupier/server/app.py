"""The application: what a browser may ask of the floor, over HTTP and over one socket.

Its answers come from the views of the floor and from nowhere else. The docstrings of handlers and of what
they are sent are the descriptions in the OpenAPI schema.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from traceback import format_tb
from typing import Annotated, Any, Literal

import msgspec
from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import (
    ClientException,
    HTTPException,
    NotAuthorizedException,
    PermissionDeniedException,
    TooManyRequestsException,
)
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.static_files import create_static_files_router

from croupier import __version__
from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.floor import views
from croupier.floor.core import Core
from croupier.floor.roles import may
from croupier.floor.rooms import game_of
from croupier.server import software
from croupier.server.auth import LONGEST, LONGEST_PASSWORD, Entrance, Session, same
from croupier.server.clock import now_ms
from croupier.server.describing import Described
from croupier.server.explaining import explained
from croupier.server.feeds import Feeds, Runs, answer_of, command_of
from croupier.server.guard import COOKIE, Guard, Paces, address_of
from croupier.server.history import Journal, at_hand, found_in, recalled_rounds
from croupier.server.rendering import BOOKS
from croupier.server.roads import drawn_history
from croupier.server.runner import NotStored
from croupier.server.showing import Edges, felt_of, rules_of
from croupier.server.sockets import feed_handler

_LOG = logging.getLogger("croupier.server")
WEB = Path(__file__).parent.parent / "web"
EDGES_WAIT = 1.5
"""Seconds that an answer waits for house edges. Whoever gets none asks again."""
Asking = Request[Any, Any, Any]


Name = Annotated[str, msgspec.Meta(max_length=64)]
Title = Annotated[str, msgspec.Meta(max_length=200)]
Password = Annotated[str, msgspec.Meta(max_length=LONGEST_PASSWORD)]


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody who works here."""

    person: Name
    password: Password


class Enrol(msgspec.Struct, forbid_unknown_fields=True):
    """A terminal with the code that a manager gave it."""

    code: Name


class NewTerminal(msgspec.Struct, forbid_unknown_fields=True):
    """A terminal that is to be enrolled, or enrolled again."""

    terminal: Name
    title: Title = ""


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody new; the first password is made here and shown once."""

    person: Name
    title: Title
    roles: Annotated[list[Name], msgspec.Meta(max_length=20)] = []


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A password of one's own choice."""

    old: Password
    new: Password


class Services:
    """What the handlers work with."""

    def __init__(self, runner: Runs, entrance: Entrance, journal: Journal | None, secure: bool) -> None:
        self.runner, self.entrance, self.journal, self.secure = runner, entrance, journal, secure
        self.feeds, self.edges = Feeds(runner, entrance), Edges()

    async def read(self, function: Callable[[Core], Any]) -> Any:
        """Run a function on the core and return its result."""
        return await asyncio.wrap_future(self.runner.read(function))

    async def roles(self, session: Session) -> tuple[str, ...]:
        """Return the roles of whoever is signed in."""
        found: tuple[str, ...] = await self.read(lambda core: core.roles_of(session.who))
        return found

    async def as_one_of(self, request: Asking, *roles: str) -> Session:
        """Return the session if it has one of these roles, else refuse."""
        session = session_of(request)
        if not set(roles) & set(await self.roles(session)):
            raise PermissionDeniedException(f"only for: {', '.join(roles)}")
        return session

    async def carry_out(self, command: ask.Asked) -> dict[str, Any]:
        """Give a command to the core, and return what became of it."""
        return answer_of(await asyncio.shield(asyncio.wrap_future(self.runner.submit(command))))


def floor_of(request: Asking) -> Services:
    """Return the services behind a request."""
    found: Services = request.app.state.floor
    return found


def session_of(request: Asking) -> Session:
    """Return the session of whoever asks, else refuse."""
    session: Session | None = request.scope["state"].get("session")
    if session is None:
        raise NotAuthorizedException("sign in first")
    return session


def not_too_often(request: Asking, key: str, pace: Literal["sign_in", "voucher"]) -> None:
    """Refuse attempts that come too fast: somebody may be guessing."""
    guard: Guard = request.scope["state"]["guard"]
    allowed = guard.paces.sign_in if pace == "sign_in" else guard.paces.voucher
    if not guard.pace.allows(f"{pace} {key}", allowed):
        raise TooManyRequestsException("too many attempts; wait a minute")


# Coming in.


def _welcome(floor: Services, who: str, kind: str) -> Response[dict[str, Any]]:
    token, session = floor.entrance.begin(who, kind)
    cookie = Cookie(
        COOKIE,
        value=token,
        max_age=LONGEST[kind] // 1000,
        path="/",
        httponly=True,
        secure=floor.secure,
        samesite="strict",
    )
    return Response({"who": who, "kind": kind, "csrf": session.csrf}, cookies=[cookie])


@post("/api/sign-in", status_code=200)
async def sign_in(request: Asking, data: JSONBody[SignIn]) -> Response[dict[str, Any]]:
    """Sign in with a password."""
    floor = floor_of(request)
    not_too_often(request, address_of(request.scope), "sign_in")
    not_too_often(request, f"name {data.person}", "sign_in")
    right = await asyncio.to_thread(floor.entrance.knows, data.person, data.password)
    if not right or not await floor.read(lambda core: data.person in core.floor.people):
        raise NotAuthorizedException("name or password is wrong")
    return _welcome(floor, data.person, "person")


@post("/api/enrol", status_code=200)
async def enrol(request: Asking, data: JSONBody[Enrol]) -> Response[dict[str, Any]]:
    """Make this browser a terminal, with a code that works once."""
    floor = floor_of(request)
    not_too_often(request, address_of(request.scope), "sign_in")
    terminal = floor.entrance.terminal_of(data.code)
    if not terminal:
        raise NotAuthorizedException("this code is not valid; ask a manager for a new one")
    # A terminal is one device: enrolled again, the old one is out.
    floor.entrance.end_all(terminal)
    return _welcome(floor, terminal, "terminal")


@post("/api/sign-out", status_code=200)
async def sign_out(request: Asking) -> Response[dict[str, Any]]:
    """End this session."""
    floor_of(request).entrance.end(session_of(request))
    return Response(
        {"done": True},
        cookies=[Cookie(COOKIE, value="", max_age=0, path="/", httponly=True, samesite="strict")],
    )


@post("/api/password", status_code=200)
async def change_password(request: Asking, data: JSONBody[NewPassword]) -> Response[dict[str, Any]]:
    """Choose a password; every other session of this person ends."""
    floor, session = floor_of(request), session_of(request)
    not_too_often(request, f"name {session.who}", "sign_in")
    if session.kind != "person" or not await asyncio.to_thread(floor.entrance.knows, session.who, data.old):
        raise PermissionDeniedException("the old password is wrong")
    if same(data.new, data.old):
        raise BadInput("the new password is the old one")
    await asyncio.to_thread(floor.entrance.set_password, session.who, data.new)
    return _welcome(floor, session.who, "person")


@get("/api/me")
async def me(request: Asking) -> dict[str, Any]:
    """Who this browser is signed in as."""
    session: Session | None = request.scope["state"].get("session")
    if session is None:
        return {"who": "", "kind": "", "roles": [], "now": now_ms()}
    floor = floor_of(request)

    def looked(core: Core) -> dict[str, Any]:
        roles = core.roles_of(session.who)
        person = core.floor.people.get(session.who)
        view = views.terminal_view(core, session.who) if "terminal" in roles else None
        return {
            "roles": roles,
            "title": person.title if person else view["title"] if view else session.who,
            "terminal": view,
        }

    first = session.kind == "person" and floor.entrance.has_first_password(session.who)
    return {
        "who": session.who,
        "kind": session.kind,
        "csrf": session.csrf,
        "first-password": first,
        "now": now_ms(),
        **await floor.read(looked),
    }


# Asking.


@post("/api/commands", status_code=200)
async def commands(request: Asking) -> dict[str, Any]:
    """Give a command. The same id gives the same answer; who asks is who is signed in."""
    floor, session = floor_of(request), session_of(request)
    try:
        body = msgspec.json.decode(await request.body())
    except msgspec.DecodeError:
        raise ClientException("this is not JSON") from None
    if isinstance(body, dict) and body.get("do") == "from-account":
        # An account is somebody's own: a terminal alone cannot reach into it.
        password, person = str(body.pop("password", "")), str(body.get("person", ""))
        not_too_often(request, f"name {person[:64]}", "sign_in")
        if not await asyncio.to_thread(floor.entrance.knows, person, password):
            raise PermissionDeniedException("name or password of the account is wrong")
    command = command_of(body, session.who)
    if not any(may(role, command.name) for role in await floor.roles(session)):
        raise PermissionDeniedException(f"{session.who} may not {command.name.replace('-', ' ')}")
    if isinstance(command, ask.InsertVoucher | ask.RedeemVoucher):
        not_too_often(request, session.token, "voucher")
    return await floor.carry_out(command)


@post("/api/terminals", status_code=200)
async def new_terminal(request: Asking, data: JSONBody[NewTerminal]) -> dict[str, Any]:
    """Enrol a terminal, or give a known one a new code. The code works once, within the hour."""
    floor = floor_of(request)
    session = await floor.as_one_of(request, "manager")
    known = await floor.read(lambda core: data.terminal in core.floor.terminals)
    if not known:
        answer = await floor.carry_out(
            ask.EnrolTerminal(
                f"{session.who}:enrol:{data.terminal}:{time.time_ns()}",
                session.who,
                data.terminal,
                data.title,
            )
        )
        if not answer["done"]:
            raise BadInput(answer["why"])
    return {"terminal": data.terminal, "code": floor.entrance.code_for(data.terminal)}


@post("/api/people", status_code=200)
async def new_person(request: Asking, data: JSONBody[NewPerson]) -> dict[str, Any]:
    """Somebody who works here or has an account.

    The password is shown once; asked for again, there is a new one.
    """
    floor = floor_of(request)
    session = await floor.as_one_of(request, "manager")
    answer = await floor.carry_out(
        ask.AddPerson(
            f"{session.who}:person:{data.person}:{time.time_ns()}",
            session.who,
            data.person,
            data.title,
            tuple(data.roles),
        )
    )
    if not answer["done"]:
        raise BadInput(answer["why"])
    return {
        "person": data.person,
        "password": await asyncio.to_thread(floor.entrance.first_password, data.person),
    }


# Looking.


@get("/api/lobby")
async def lobby(request: Asking) -> list[dict[str, Any]]:
    """Every table."""
    found: list[dict[str, Any]] = await floor_of(request).read(views.lobby)
    return found


@get("/api/tables/{table:str}")
async def table_view(request: Asking, table: FromPath[str]) -> dict[str, Any]:
    """A table as whoever asks may see it."""
    session: Session | None = request.scope["state"].get("session")
    by = session.who if session is not None and session.kind == "terminal" else ""
    found: dict[str, Any] = await floor_of(request).read(lambda core: views.table_view(core, table, by))
    return {"now": now_ms(), **found}


@get("/api/tables/{table:str}/rules")
async def table_rules(request: Asking, table: FromPath[str]) -> dict[str, Any]:
    """The rules of a table: wagers, what they pay, the house edge, clauses.

    Edges that are still worked out are null.
    """
    floor = floor_of(request)
    setup, digest, law = await floor.read(
        lambda core: (core.table(table).setup, core.table(table).ruleset, views.law_of(core, table))
    )
    found = await asyncio.to_thread(
        lambda: {**rules_of(game_of(setup)), "explained": explained(game_of(setup))}
    )
    until = time.monotonic() + EDGES_WAIT
    while (edges := floor.edges.of(setup, digest)) is None and time.monotonic() < until:
        await asyncio.sleep(0.05)
    return {"table": table, **found, "edges": edges, "electronic": law}


@get("/api/felt/{name:str}", media_type="image/svg+xml")
async def felt(
    request: Asking, name: FromPath[str], seats: FromQuery[str] = "", upright: FromQuery[bool] = False
) -> Response[str]:
    """The felt of a table as SVG; `seats` names the boxes that are drawn."""
    table = name.removesuffix(".svg")
    boxes = tuple(one for one in seats.split(",") if one)[:7]
    if any(not one.isalnum() or len(one) > 3 for one in boxes):
        raise BadInput("seats are named like 1,2")
    setup = await floor_of(request).read(lambda core: core.table(table).setup)
    return Response(await asyncio.to_thread(felt_of, setup, boxes, upright), media_type="image/svg+xml")


@get("/api/roads/{name:str}", media_type="image/svg+xml")
async def roads(request: Asking, name: FromPath[str], kind: FromQuery[str] = "") -> Response[str]:
    """What came before at a table as SVG: a road of baccarat, the last numbers of a wheel or how often each
    came, the last throws of dice; without a kind, the first that the table has.
    """
    table = name.removesuffix(".svg")
    draw = await floor_of(request).read(lambda core: drawn_history(core.table(table), kind))
    return Response(await asyncio.to_thread(draw), media_type="image/svg+xml")


@get("/api/recall")
async def recall(
    request: Asking, terminal: FromQuery[str] = "", number: FromQuery[int] = 20
) -> list[dict[str, Any]]:
    """The last rounds of this terminal; staff name one."""
    floor, session = floor_of(request), session_of(request)
    who = session.who
    if session.kind != "terminal":
        await floor.as_one_of(request, *BOOKS)
        who = await floor.read(lambda core: core.terminal(terminal).id)
    if floor.journal is None:
        return []
    journal = floor.journal
    rounds = await asyncio.to_thread(journal.recall, who, max(1, min(number, views.RECALLED)))
    known = await floor.read(lambda core: at_hand(core, rounds))
    return await asyncio.to_thread(recalled_rounds, journal, rounds, known)


@get("/api/books")
async def books(request: Asking) -> dict[str, Any]:
    """Terminals with their meters, vouchers, accounts, corrections."""
    floor = floor_of(request)
    await floor.as_one_of(request, *BOOKS)
    found: dict[str, Any] = await floor.read(views.books)
    return found


@get("/api/people")
async def people(request: Asking) -> list[dict[str, Any]]:
    """Who works here."""
    floor = floor_of(request)
    await floor.as_one_of(request, "manager", "inspector")
    able = set(floor.entrance.people)
    found: list[dict[str, Any]] = await floor.read(
        lambda core: [
            {**msgspec.to_builtins(one), "signs-in": one.id in able} for one in core.floor.people.values()
        ]
    )
    return found


@get("/api/games")
async def games(request: Asking) -> list[dict[str, Any]]:
    """Every game of every rulebook, for whoever opens a table."""
    await floor_of(request).as_one_of(request, "manager")
    from croupier.api import games as every

    return [
        {"id": one.id, "title": one.title, "family": one.family}
        for one in await asyncio.to_thread(every)
        if one.settle
    ]


@get("/api/search")
async def search(
    request: Asking,
    text: FromQuery[str] = "",
    what: FromQuery[str] = "",
    table: FromQuery[str] = "",
    terminal: FromQuery[str] = "",
    round: FromQuery[int | None] = None,
    number: FromQuery[int] = 100,
) -> list[dict[str, Any]]:
    """The journal, the latest first: events of a kind, of a table, of a terminal, with a text in them; or all
    of one round of a table.
    """
    floor = floor_of(request)
    await floor.as_one_of(request, "inspector", "manager")
    return (
        await asyncio.to_thread(found_in, floor.journal, text, what, table, terminal, round, number)
        if floor.journal is not None
        else []
    )


@get("/api/tables/{name:str}/rounds/{number:int}")
async def one_round(request: Asking, name: FromPath[str], number: FromPath[int]) -> dict[str, Any]:
    """A round with every entry of the books; one that was corrected as it was and as it is."""
    floor = floor_of(request)
    await floor.as_one_of(request, "inspector", "manager", "supervisor")
    found: dict[str, Any] = await floor.read(lambda core: views.round_history(core, name, number))
    return found


@get("/api/audit")
async def audit(request: Asking) -> dict[str, Any]:
    """Everything checked now: every account is what its meters come to, all together hold nothing, and the
    journal from its first entry on gives just that.
    """
    floor = floor_of(request)
    await floor.as_one_of(request, "inspector", "manager")

    def checked(core: Core) -> dict[str, Any]:
        try:
            core.floor.ledger.audit()
        except Exception as wrong:
            return {"right": False, "why": str(wrong)}
        ledger = core.floor.ledger
        return {
            "right": True,
            "accounts": len(ledger.balances),
            "entries": ledger.entries,
            "events": core.floor.seq,
            "rulesets": {name: table.ruleset for name, table in core.floor.tables.items()},
        }

    found = {
        "now": now_ms(),
        "version": __version__,
        "software": await asyncio.to_thread(software.digest),
        **await floor.read(checked),
        "journal": "nothing is stored",
        "chain": True,
    }
    if floor.journal is not None:
        journal = floor.journal
        stored = await asyncio.shield(asyncio.wrap_future(await asyncio.to_thread(journal.audited)))
        told = (
            f"{stored.entries} entries: every one follows from the one before, and the books agree after it"
            if stored.bad is None
            else f"entry {stored.bad} is wrong: {stored.why}"
        )
        found |= {
            "journal": told,
            "chain": stored.bad is None,
            "head": stored.head,
            "changes": msgspec.to_builtins(await asyncio.to_thread(journal.changes)),
        }
    return found


@get("/felt/sprites.svg", media_type="image/svg+xml", include_in_schema=False, sync_to_thread=False)
def sprite_sheet() -> str:
    """Return the sprites of cards, dice and chips."""
    from croupier.felt import sprites

    return sprites()


@get("/felt/styles.css", media_type="text/css", include_in_schema=False, sync_to_thread=False)
def felt_styles() -> str:
    """Return how a felt behaves under the pointer."""
    from croupier.felt import styles

    return styles()


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def front() -> str:
    """Return the page of the lobby."""
    return (WEB / "index.html").read_text()


# What went wrong.


def _refused(request: Asking, wrong: BadInput) -> Response[dict[str, str]]:
    return Response({"why": str(wrong)}, status_code=400)


def _mistake(request: Asking, wrong: Exception) -> Response[dict[str, str]]:
    # The path and where it broke, and nothing of what was sent.
    _LOG.error(
        "a mistake at %s %s: %s",
        request.method,
        request.url.path,
        "".join(format_tb(wrong.__traceback__)[-3:]) + type(wrong).__name__,
    )
    return Response({"why": "a mistake of ours; it has been noted"}, status_code=500)


def _not_stored(request: Asking, wrong: NotStored) -> Response[dict[str, Any]]:
    return Response({"why": str(wrong), "again": True}, status_code=503)


def _http(request: Asking, wrong: HTTPException) -> Response[dict[str, str]]:
    more = (
        [
            f"{one.get('key', '')}: {one.get('message', '')}".strip(": ")
            for one in wrong.extra
            if isinstance(one, dict)
        ]
        if isinstance(wrong.extra, list)
        else []
    )
    return Response({"why": "; ".join(more) or wrong.detail}, status_code=wrong.status_code)


def application(
    runner: Runs,
    entrance: Entrance,
    journal: Journal | None = None,
    hosts: Collection[str] = (),
    paces: Paces | None = None,
    secure: bool = False,
) -> Guard:
    """Return the application behind its guard. Whoever made the runner starts and stops it."""
    floor = Services(runner, entrance, journal, secure)

    @asynccontextmanager
    async def listening(_: Litestar) -> AsyncIterator[None]:
        floor.feeds.start()
        try:
            yield
        finally:
            floor.feeds.stop()
            floor.edges.stop()

    handlers: list[Any] = [
        sign_in, enrol, sign_out, change_password, me, commands, new_terminal, new_person,
        lobby, table_view, table_rules, felt, roads, recall, books, people, games, search, one_round, audit,
        sprite_sheet, felt_styles, front, feed_handler,
        create_static_files_router("/", [WEB], name="web", include_in_schema=False),
    ]  # fmt: skip
    app = Litestar(
        handlers,
        lifespan=[listening],
        exception_handlers={
            BadInput: _refused,
            NotStored: _not_stored,
            HTTPException: _http,
            Exception: _mistake,
        },
        logging_config=None,
        request_max_body_size=64 * 1024,
        openapi_config=OpenAPIConfig(
            title="croupier floor", version=__version__, path="/api/schema", render_plugins=[Described()]
        ),
    )
    app.state.floor = floor
    return Guard(app, entrance, hosts, paces)
