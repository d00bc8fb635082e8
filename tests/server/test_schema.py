"""The interface does what its description says, whatever is sent:
no mistakes of ours, only answers that are described, for a visitor and for every role.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, reject, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from croupier.floor import commands as ask
from croupier.floor.roles import ALLOWED
from croupier.server.guard import Paces
from tests.server.cluster import Cluster
from tests.server.floors import PATIENCE
from tests.server.running import Running

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
EXAMPLES = 5
MANY = 25
"""For commands, of which there are many kinds."""
WHO = ("", "terminal", "alice", "dealer", "helper", "super", "boss", "watch")
ROLE = {
    "terminal": "terminal",
    "dealer": "dealer",
    "helper": "attendant",
    "super": "supervisor",
    "boss": "manager",
}
PACES = Paces(session=(10**6, 10**6), address=(10**6, 10**6), sign_in=(10**6, 10**6), voucher=(10**6, 10**6))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A floor that is stored: what a database does not take is found too."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('schema') / 'floor.db'}"
    else:
        cluster: Cluster = request.getfixturevalue("cluster")
        url = cluster.database()
    one = Running(PACES, store=url)
    one.start()
    one.table("great-britain/roulette", "t")
    one.table("house/baccarat", "b")
    one.terminal("terminal")
    yield one
    one.stop()


class Api:
    """The description, and everything in it tried as one person."""

    def __init__(self, house: Running, who: str) -> None:
        self.house, self.who = house, who
        self.schema: Any = schemathesis.openapi.from_url(f"{house.url}/api/schema/openapi.json")
        self.statuses: set[tuple[str, int]] = set()
        self.numbers = itertools.count()

    def operations(self) -> Iterator[Any]:
        for found in self.schema.get_all_operations():
            yield found.ok()

    def headers(self) -> dict[str, str]:
        """Of a session that begins now: an operation may have ended the last one."""
        found = {"origin": self.house.url}
        if self.who:
            token, session = self.house.entrance.begin(
                self.who, "terminal" if self.who == "terminal" else "person"
            )
            found |= {"cookie": f"croupier={token}", "x-csrf-token": session.csrf}
        return found

    def attempt(self, operation: Any, number: int) -> None:
        headers = self.headers()

        @seed(1)
        @settings(
            max_examples=number,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def tried(case: Any) -> None:
            if isinstance(case.body, dict) and "id" in case.body and operation.path == "/api/commands":
                case.body["id"] = f"n{next(self.numbers)}"
                # Half of them are commands that this person may give.
                if (
                    next(self.numbers) % 2
                    and self.who in ROLE
                    and ROLE[self.who] not in ALLOWED.get(str(case.body.get("do")), ())
                ):
                    reject()
            for name in ("table", "name"):
                if name in case.path_parameters and next(self.numbers) % 2:
                    case.path_parameters[name] = "t"
            response = case.call(headers=headers, timeout=PATIENCE)
            self.statuses.add((operation.path, response.status_code))
            case.validate_response(response, checks=CHECKS)

        tried()


@pytest.mark.deep
@pytest.mark.parametrize("who", WHO)
def test_whatever_is_sent_is_answered_as_described(house: Running, who: str) -> None:
    if (
        house.store is not None
        and house.store.dialect == "postgresql"
        and who not in ("", "boss", "terminal")
    ):
        pytest.skip("three of them are enough on a second database")
    api = Api(house, who)
    paths = set()
    for operation in api.operations():
        if operation.path == "/api/audit" and who not in ("", "watch"):
            continue  # it takes a process of its own each time
        paths.add(operation.path)
        api.attempt(
            operation,
            MANY
            if operation.path == "/api/commands"
            else 1
            if not operation.query and operation.method == "get"
            else EXAMPLES,
        )
    assert len(paths) >= 17
    assert not {status for _, status in api.statuses} - {200, 400, 401, 403}
    # What is described can be done: not everything is refused.
    assert ("/api/lobby", 200) in api.statuses and (("/api/commands", 200) in api.statuses) == (
        who not in ("", "alice", "watch")
    )


def test_every_command_is_described_and_who_asks_is_not_said(house: Running) -> None:
    schema = Api(house, "").schema.raw_schema
    body = schema["paths"]["/api/commands"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(body["discriminator"]["mapping"]) == set(ALLOWED) - {"tick"}
    for one in body["oneOf"]:
        part = schema["components"]["schemas"][one["$ref"].rpartition("/")[2]]
        assert "by" not in part["properties"] and part["properties"]["id"]["maxLength"] == 64


def test_words_that_a_database_does_not_take_are_refused(house: Running) -> None:
    import httpx

    api = Api(house, "boss")
    http = httpx.Client(base_url=house.url, headers=api.headers(), timeout=PATIENCE)
    for path in (
        "/api/search?text=%00",
        "/api/search?table=%00",
        "/api/search?terminal=%00&what=%00",
        "/api/recall?terminal=%00",
        "/api/search?table=%00&round=1",
        "/api/tables/%00",
    ):
        assert http.get(path).status_code == 400, path
    assert (
        httpx.post(
            f"{house.url}/api/sign-in", json={"person": "\0", "password": "\0"}, headers={"origin": house.url}
        ).status_code
        == 401
    )
    assert not house.entrance.knows("\ud800", "x") and not house.entrance.knows("boss", "\ud800")
    assert http.post("/api/people", json={"person": "\0", "title": "\0"}).status_code == 400
    assert http.post("/api/terminals", json={"terminal": "\0", "title": "x"}).status_code == 400
    answer = http.post(
        "/api/commands", json={"id": "\0", "do": "take-cash", "terminal": "terminal", "amount": 5}
    )
    assert answer.status_code == 200 and not answer.json()["done"]
    assert http.post(
        "/api/commands",
        content=b'{"id": "\\ud800", "do": "take-cash", "terminal": "terminal", "amount": 5}',
        headers={"content-type": "application/json"},
    ).status_code in (200, 400)
    assert house.runner.submit(ask.CallAttendant(id="still", by="terminal")).result(PATIENCE).done


def test_a_refusal_says_which_field_is_wrong(house: Running) -> None:
    import httpx

    found = httpx.post(
        f"{house.url}/api/sign-in", json={"person": "x" * 65, "password": "y"}, headers={"origin": house.url}
    )
    assert found.status_code == 400 and "person" in found.json()["why"]
