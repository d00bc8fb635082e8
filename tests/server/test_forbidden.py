"""Every act that is forbidden, tried by everybody to whom it is: all commands and all routes, over HTTP and
over the socket. What is tried is made from the table of roles and from the description of the interface: a
new command or route that nobody thought of here fails the test until it is tried too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.floor import commands as ask
from croupier.floor.roles import ALLOWED, ROLES
from croupier.server.describing import command_schemas
from croupier.server.guard import Paces
from croupier.server.rendering import BOOKS, DEALS
from tests.server.floors import PATIENCE
from tests.server.running import PASSWORD, PEOPLE, Browser, Line, Running, running

EVERYBODY = ("nobody", "", *ROLES[:-1])
"""Roles, somebody who has none, and a visitor who has not signed in; the system itself signs in nowhere."""
SIGNED_IN = tuple(role for role in EVERYBODY if role != "nobody")
ACCESS: dict[tuple[str, str], tuple[str, ...]] = {
    ("post", "/api/sign-in"): EVERYBODY,
    ("post", "/api/enrol"): EVERYBODY,
    ("post", "/api/sign-out"): SIGNED_IN,
    ("post", "/api/password"): tuple(role for role in SIGNED_IN if role != "terminal"),
    ("get", "/api/me"): EVERYBODY,
    ("post", "/api/commands"): SIGNED_IN,
    ("post", "/api/terminals"): ("manager",),
    ("post", "/api/people"): ("manager",),
    ("get", "/api/people"): ("manager", "inspector"),
    ("get", "/api/lobby"): EVERYBODY,
    ("get", "/api/tables/{table}"): EVERYBODY,
    ("get", "/api/tables/{table}/rules"): EVERYBODY,
    ("get", "/api/felt/{name}"): EVERYBODY,
    ("get", "/api/roads/{name}"): EVERYBODY,
    ("get", "/api/recall"): ("terminal", *BOOKS),
    ("get", "/api/books"): BOOKS,
    ("get", "/api/games"): ("manager",),
    ("get", "/api/search"): ("inspector", "manager"),
    ("get", "/api/tables/{name}/rounds/{number}"): ("inspector", "manager", "supervisor"),
    ("get", "/api/audit"): ("inspector", "manager"),
}
"""Who may use which route at all."""
OPEN = {
    ("post", "/api/sign-in"): 401,
    ("post", "/api/enrol"): 401,
    ("post", "/api/password"): 403,
    ("get", "/api/tables/{name}/rounds/{number}"): 400,
}
"""Routes that are open to those above and refuse what is sent below:
a password or a code that is wrong, a round that has not been played."""
BODIES: dict[str, dict[str, Any]] = {
    "/api/sign-in": {"person": "boss", "password": "not the password"},
    "/api/enrol": {"code": "AAAAA-AAAAA"},
    "/api/password": {"old": "not the password", "new": "another password"},
    "/api/commands": {"id": "x", "do": "call-attendant"},
    "/api/terminals": {"terminal": "x"},
    "/api/people": {"person": "alice", "title": "Alice"},
}


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(
        paces=Paces(
            session=(10**6, 10**6), address=(10**6, 10**6), sign_in=(10**6, 10**6), voucher=(10**6, 10**6)
        )
    ) as one:
        one.table("great-britain/roulette", "t")
        one.must(ask.EnrolTerminal, "boss", terminal="x")
        yield one


def somebody(house: Running, role: str) -> Browser:
    """A browser of somebody with this role."""
    browser = Browser(house)
    if role == "terminal":
        if "mine" not in house.runner.read(lambda core: [*core.floor.terminals]).result(PATIENCE):
            house.must(ask.EnrolTerminal, "boss", terminal="mine")
        return browser.enrol(house.entrance.code_for("mine"))
    if role == "nobody":
        return browser
    return browser.sign_in(next(person for person, has in PEOPLE.items() if has == role))


def example(schema: dict[str, Any]) -> Any:
    """Something of the right shape."""
    if "enum" in schema:
        return schema["enum"][0]
    kind = schema.get("type")
    return {"string": "x", "integer": 1, "boolean": True, "array": [], "object": {}}[
        kind if isinstance(kind, str) else "string"
    ]


def every_command() -> dict[str, dict[str, Any]]:
    """A body for each command, made from its description."""
    whole, parts = command_schemas()
    found = {}
    for name, place in whole["discriminator"]["mapping"].items():
        part = parts[place.rpartition("/")[2]]
        found[name] = {
            key: example(part["properties"][key]) for key in part["required"] if key not in ("id", "do")
        }
    found["from-account"] |= {"person": "alice", "password": PASSWORD}
    return found


def happened(house: Running) -> int:
    found: int = house.runner.read(lambda core: core.floor.seq).result(PATIENCE)
    return found


def test_everybody_and_every_command_is_tried() -> None:
    assert set(every_command()) == set(ALLOWED) - {"tick"}
    assert {*PEOPLE.values(), "terminal", "nobody"} == {*EVERYBODY}
    assert {ask.Tick.__struct_config__.tag} == {
        name for name, roles in ALLOWED.items() if roles == ("system",)
    }


@pytest.mark.parametrize("role", EVERYBODY)
def test_nobody_does_over_http_what_his_role_may_not(house: Running, role: str) -> None:
    browser = somebody(house, role)
    for name, body in every_command().items():
        before = happened(house)
        answer = browser.ask(name, **body)
        if role in ALLOWED[name]:
            assert answer.status_code == 200, (name, answer.text)
            continue
        assert answer.status_code == (401 if role == "nobody" else 403), (name, answer.text)
        assert happened(house) == before, name
    assert browser.ask("tick").status_code == (401 if role == "nobody" else 400)


@pytest.mark.parametrize("role", EVERYBODY)
def test_nobody_does_over_the_socket_what_his_role_may_not(house: Running, role: str) -> None:
    browser = somebody(house, role)
    line = Line(house, None if role == "nobody" else browser)
    for number, (name, body) in enumerate(every_command().items()):
        before = happened(house)
        answer = line.ask(f"s{number}", name, **body)
        why = (
            "sign in first"
            if role == "nobody"
            else "password only"
            if name == "from-account"
            else f"may not {name.replace('-', ' ')}"
        )
        if role in ALLOWED[name] and name != "from-account":
            assert "may not" not in answer.get("why", ""), (name, answer)
            continue
        assert not answer["done"] and why in answer["why"], (name, answer)
        assert happened(house) == before, name
    answer = line.ask("t", "tick")
    assert not answer["done"] and answer["why"] == (
        "sign in first" if role == "nobody" else "time passes by itself"
    )
    line.close()


@pytest.mark.parametrize("role", EVERYBODY)
def test_nobody_sees_over_the_socket_what_his_role_may_not(house: Running, role: str) -> None:
    line = Line(house, None if role == "nobody" else somebody(house, role))
    line.send(watch={"tables": ["t"], "books": True, "deals": True, "lobby": True})
    view = line.until("view")
    assert (
        ("books" in view) == (role in BOOKS)
        and ("deal" in view["tables"]["t"]) == (role in DEALS)
        and ("me" in view) == (role == "terminal")
    )
    line.close()


def test_every_route_is_tried(house: Running) -> None:
    paths = Browser(house).get("/api/schema").json()["paths"]
    assert {(method, path) for path, methods in paths.items() for method in methods} == set(ACCESS)
    served = {route.path for route in house.app.app.routes if route.path.startswith("/api/")}
    hidden = {path for path in served if path.replace(":str", "").replace(":int", "") not in paths}
    assert hidden <= {
        "/api/feed",
        "/api/schema",
        "/api/schema/openapi.json",
        "/api/schema/{path}",
        "/api/schema/{path:str}",
    }, hidden


@pytest.mark.deep
@pytest.mark.parametrize("role", EVERYBODY)
def test_nobody_uses_a_route_that_is_not_his(house: Running, role: str) -> None:
    for (method, path), allowed in sorted(ACCESS.items(), key=lambda one: one[0][1] == "/api/sign-out"):
        browser = somebody(house, role)  # anew: signing in ends a session
        where = path.replace("{table}", "t").replace("{name}", "t").replace("{number}", "999") + (
            "?terminal=x" if path == "/api/recall" else ""
        )
        before = happened(house)
        answer = browser.get(where) if method == "get" else browser.post(where, **BODIES.get(path, {}))
        if role in allowed:
            wanted = OPEN.get((method, path), 403 if path == "/api/commands" and role != "terminal" else 200)
        else:
            wanted = 401 if role == "nobody" else 403
            assert happened(house) == before
        assert answer.status_code == wanted, (method, path, answer.text)
        house.entrance.set_password("alice", PASSWORD)
