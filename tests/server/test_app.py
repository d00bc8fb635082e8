"""The application over real HTTP and a real socket:
who may come in, who may do what, and what nobody is ever shown.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from croupier.floor import commands as ask
from croupier.server.auth import Entrance
from croupier.server.guard import MOST_BODY, Pace, Paces
from tests.server.floors import PATIENCE
from tests.server.running import PASSWORD, Browser, Line, Running, running


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(paces=Paces(session=(10_000, 1000.0), sign_in=(1000, 100.0), voucher=(1000, 100.0))) as one:
        one.table("great-britain/roulette", "t")
        one.must(ask.EnrolTerminal, "boss", terminal="x")
        yield one


# Coming in.


def test_a_wrong_password_and_an_unknown_name_are_told_alike(house: Running) -> None:
    one = Browser(house).post("/api/sign-in", person="boss", password="wrong password")
    other = Browser(house).post("/api/sign-in", person="nobody", password="wrong password")
    assert one.status_code == other.status_code == 401
    assert one.json() == other.json()


def test_the_cookie_is_for_the_server_only(house: Running) -> None:
    answer = Browser(house).post("/api/sign-in", person="boss", password=PASSWORD)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "path=/" in cookie
    assert PASSWORD not in answer.text


def test_signed_out_is_out(house: Running) -> None:
    boss = Browser(house).sign_in("boss")
    assert boss.get("/api/books").status_code == 200
    kept = boss.cookie
    assert boss.post("/api/sign-out").status_code == 200
    assert httpx.get(f"{house.url}/api/books", headers={"cookie": kept}).status_code == 401


def test_a_code_works_once_and_a_terminal_is_one_device(house: Running) -> None:
    code = house.terminal("once")
    first = Browser(house).enrol(code)
    assert Browser(house).post("/api/enrol", code=code).status_code == 401
    assert first.get("/api/me").json()["terminal"]["terminal"] == "once"
    Browser(house).enrol(house.entrance.code_for("once"))
    assert first.get("/api/me").json()["who"] == ""


def test_sessions_end_after_inactivity_and_codes_after_an_hour() -> None:
    clock = [0]
    entrance = Entrance(clock=lambda: clock[0])
    entrance.set_password("boss", PASSWORD)
    token, _ = entrance.begin("boss", "person")
    clock[0] += 14 * 60_000
    assert entrance.of(token, acts=True) is not None
    clock[0] += 16 * 60_000
    assert entrance.of(token) is None
    code = entrance.code_for("t1")
    clock[0] += 61 * 60_000
    assert entrance.terminal_of(code) == ""
    assert PASSWORD not in str(
        entrance._engine.raw_connection().cursor().execute("select * from passwords").fetchall()
    )


def test_a_first_password_is_to_be_changed(house: Running) -> None:
    boss = Browser(house).sign_in("boss")
    found = boss.post("/api/people", person="newcomer", title="New Comer", roles=["dealer"]).json()
    comer = Browser(house).sign_in("newcomer", found["password"])
    assert comer.get("/api/me").json()["first-password"] is True
    assert comer.post("/api/password", old=found["password"], new="short").status_code == 400
    answer = comer.post("/api/password", old=found["password"], new="a better password")
    assert answer.status_code == 200
    assert (
        Browser(house).sign_in("newcomer", "a better password").get("/api/me").json()["first-password"]
        is False
    )


# Who may do what: every act and everybody are in test_forbidden.py.


def test_who_asks_is_never_taken_from_the_body(house: Running) -> None:
    terminal = Browser(house).enrol(house.terminal("modest"))
    assert terminal.ask("take-cash", terminal="modest", amount=100, by="boss").status_code == 403
    assert terminal.ask("tick", by="system").status_code == 400
    assert Browser(house).ask("join", table="t").status_code == 401


def test_an_account_is_reached_with_its_password_only(house: Running) -> None:
    house.must(ask.Deposit, "helper", person="alice", amount=5000)
    terminal = Browser(house).enrol(house.terminal("thief", 0))
    assert terminal.ask("from-account", person="alice", amount=5000).status_code == 403
    assert terminal.ask("from-account", person="alice", amount=5000, password=PASSWORD).json()["done"]
    line = Line(house, terminal)
    assert "password" in line.ask("1", "from-account", person="alice", amount=1)["why"]
    line.close()


# What a page of somebody else cannot do.


def test_another_origin_is_refused(house: Running) -> None:
    boss = Browser(house).sign_in("boss")
    body = {"id": "evil", "do": "change-table", "table": "t", "open": False}
    for origin in (
        "https://evil.example",
        "null",
        f"http://localhost:{house.port}",
        f"http://127.0.0.1:{house.port + 1}",
    ):
        assert boss.http.post("/api/commands", json=body, headers={"origin": origin}).status_code == 403
    bare = httpx.post(
        f"{house.url}/api/commands",
        json=body,
        headers={"cookie": boss.cookie, "x-csrf-token": boss.http.headers["x-csrf-token"]},
    )
    assert bare.status_code == 403
    with pytest.raises(Exception, match=r"403|rejected|4403"):
        Line(house, boss, "https://evil.example").send(watch={})


def test_a_request_without_the_token_of_the_session_is_refused(house: Running) -> None:
    boss = Browser(house).sign_in("boss")
    token = boss.http.headers.pop("x-csrf-token")
    assert boss.ask("change-table", table="t", open=True).status_code == 403
    boss.http.headers["x-csrf-token"] = "x" * len(token)
    assert boss.ask("change-table", table="t", open=True).status_code == 403
    boss.http.headers["x-csrf-token"] = token
    assert boss.ask("change-table", table="t", open=True).status_code == 200


def test_a_form_of_another_kind_is_refused(house: Running) -> None:
    answer = httpx.post(f"{house.url}/api/sign-in", data={"person": "boss"}, headers={"origin": house.url})
    assert answer.status_code == 415


def test_an_unknown_host_is_refused(house: Running) -> None:
    assert httpx.get(f"{house.url}/api/lobby", headers={"host": "rebound.example"}).status_code == 421


def test_too_much_at_once_is_refused(house: Running) -> None:
    browser = Browser(house)
    assert browser.post("/api/sign-in", person="x" * MOST_BODY, password="y").status_code == 413

    def unending() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 4096

    answer = browser.http.post(
        "/api/sign-in", content=unending(), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play.html",
        "/js/play.js",
        "/api/lobby",
        "/api/felt/t.svg",
        "/nothing",
        "/api/books",
        "/api/schema",
    ],
)
def test_every_answer_carries_the_headers(house: Running, path: str) -> None:
    headers = Browser(house).get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert "unsafe" not in headers["content-security-policy"]
    assert (
        headers["x-content-type-options"] == "nosniff"
        and headers["x-frame-options"] == "DENY"
        and headers["referrer-policy"] == "no-referrer"
    )


@pytest.mark.parametrize(
    "path", ["/../server/app.py", "/%2e%2e/server/app.py", "/js/../../api.py", "/..%2f..%2fpyproject.toml"]
)
def test_nothing_beside_the_pages_is_served(house: Running, path: str) -> None:
    answer = Browser(house).get(path)
    assert answer.status_code in (400, 404) and "import" not in answer.text


def test_what_is_not_json_or_no_command_is_told_in_a_line(house: Running) -> None:
    boss = Browser(house).sign_in("boss")
    assert (
        boss.http.post(
            "/api/commands", content=b"{", headers={"content-type": "application/json"}
        ).status_code
        == 400
    )
    for body in (
        [],
        {"do": "join"},
        {"id": "1"},
        {"id": "1", "do": "fly"},
        {"id": "x" * 65, "do": "join", "table": "t"},
        {"id": "1", "do": "join", "table": "t", "more": 1},
    ):
        answer = boss.http.post("/api/commands", json=body)
        assert answer.status_code == 400 and answer.json()["why"], body


def test_the_pace_is_limited() -> None:
    with running(paces=Paces(session=(5, 0.1), sign_in=(3, 0.01))) as house:
        browser = Browser(house).enrol(house.terminal("fast"))
        codes = [browser.ask("call-attendant").status_code for _ in range(8)]
        assert codes[:5] == [200] * 5 and codes[-1] == 429
        tries = [
            Browser(house).post("/api/sign-in", person="boss", password="guess number one").status_code
            for _ in range(5)
        ]
        assert tries[-1] == 429


def test_buckets_fill_again_and_are_not_kept_for_ever() -> None:
    pace = Pace()
    assert [pace.allows("a", (2, 1.0), 0.0) for _ in range(3)] == [True, True, False]
    assert pace.allows("a", (2, 1.0), 1.0)
    for number in range(30_000):
        pace.allows(str(number), (1, 1.0), 2.0)
    assert len(pace._buckets) <= 20_000


# Playing.


def test_the_same_id_is_done_once_and_another_terminal_has_ids_of_its_own(house: Running) -> None:
    one, other = (
        Browser(house).enrol(house.terminal("same-1")),
        Browser(house).enrol(house.terminal("same-2")),
    )
    body = {"id": "voucher", "do": "print-voucher"}
    first = one.http.post("/api/commands", json=body).json()
    assert first["done"] and first["given"]["amount"] == "1000"
    assert one.http.post("/api/commands", json=body).json() == first
    assert other.http.post("/api/commands", json=body).json()["given"]["voucher"] != first["given"]["voucher"]


def test_a_voucher_goes_from_one_terminal_to_another_and_is_never_shown_again(house: Running) -> None:
    one, other = Browser(house).enrol(house.terminal("from")), Browser(house).enrol(house.terminal("to", 0))
    number = one.ask("print-voucher").json()["given"]["voucher"]
    watch = Browser(house).sign_in("watch")
    assert (
        number not in watch.get("/api/books").text and number not in watch.get("/api/search?number=500").text
    )
    assert watch.get(f"/api/search?text={number[:6]}").json() == []
    assert other.ask("insert-voucher", number=number).json()["done"]
    assert not other.ask("insert-voucher", number=number).json()["done"]
    assert other.get("/api/me").json()["terminal"]["credits"] == "1000"


def test_hidden_cards_and_the_shoe_are_in_no_answer() -> None:
    with running(seed=5) as house:
        house.table("house/blackjack", "bj", betting=1500, deciding=3000, pause=500)
        terminal, other = (
            Browser(house).enrol(house.terminal("p1")),
            Browser(house).enrol(house.terminal("p2")),
        )
        watch, boss = Browser(house).sign_in("watch"), Browser(house).sign_in("boss")
        line = Line(house, terminal)
        line.send(watch={"tables": ["bj"], "books": True, "lobby": True, "deals": True})
        assert line.ask("j", "join", table="bj")["done"]
        line.until("view", lambda view: view["tables"]["bj"]["phase"] == "open")
        assert line.ask("b", "play", table="bj", act="bet main 10")["done"]
        view = line.until("view", lambda view: view["tables"]["bj"]["phase"] == "waits")
        assert view["tables"]["bj"]["places"]["dealer"][1] == "??"
        assert "books" not in view and "deal" not in view["tables"]["bj"]

        def secrets(core: Any) -> tuple[str, str, tuple[str, ...], str]:
            table = core.floor.tables["bj"]
            hole = next(event.text for event in table.round.events if event.hidden)
            return (
                hole,
                table.shoe.salt,
                table.shoe.order,
                json.dumps(core.room(table).main.play.view("dealer")),
            )

        hole, salt, order, _ = house.runner.read(secrets).result()
        paths = [
            "/api/tables/bj",
            "/api/lobby",
            "/api/recall?terminal=p1",
            "/api/me",
            "/api/books",
            "/api/search?number=500",
            "/api/search?what=ShoeSealed",
            f"/api/search?text={salt[:8]}",
            "/api/audit",
            "/api/people",
        ]
        texts = [json.dumps(view)] + [
            browser.get(path).text
            for browser in (terminal, other, watch, boss, Browser(house))
            for path in paths
        ]
        for text in texts:
            assert salt not in text
            assert json.dumps(order[4:8])[1:-1].replace(" ", "") not in text.replace(" ", "")
            assert f'"{hole}"' not in text
        assert other.get("/api/tables/bj").json()["places"]["dealer"][1] == "??"
        line.close()


def test_a_line_that_breaks_in_the_middle_of_a_bet_loses_nothing() -> None:
    with running() as house:
        house.table("house/roulette", "r", betting=4000)
        browser = Browser(house).enrol(house.terminal("p"))
        line = Line(house, browser)
        line.send(watch={"tables": ["r"]})
        assert line.ask("j", "join", table="r")["done"]
        line.until("view", lambda view: view["tables"]["r"]["phase"] == "open")
        line.send(ask={"id": "bet", "do": "play", "table": "r", "act": "bet red 10"})
        line.close()
        again = Line(house, browser)
        again.send(watch={"tables": ["r"]})
        assert again.ask("bet", "play", table="r", act="bet red 10")["done"]
        view = again.until("view", lambda view: view["tables"]["r"]["wagers"])
        assert view["tables"]["r"]["wagers"] == [{"seat": "1", "on": "red", "stake": "10"}]
        assert view["me"]["credits"] == "990"
        again.until("view", lambda view: view["tables"]["r"]["no-more-bets"])
        late = again.ask("late", "play", table="r", act="bet red 10")
        assert not late["done"] and "no more bets" in late["why"]
        again.close()


def test_two_at_a_table_see_their_own_and_the_same_result() -> None:
    with running() as house:
        house.table("house/roulette", "r", betting=2500)
        lines = [Line(house, Browser(house).enrol(house.terminal(name))) for name in ("a", "b")]
        for line in lines:
            line.send(watch={"tables": ["r"]})
            assert line.ask("j", "join", table="r")["done"]
        for line, act in zip(lines, ("bet red 10", "bet black 20"), strict=True):
            line.until("view", lambda view: view["tables"]["r"]["phase"] == "open")
            assert line.ask("b", "play", table="r", act=act)["done"]
        lasts = [
            line.until("view", lambda view: view["tables"]["r"]["last"])["tables"]["r"]["last"]
            for line in lines
        ]
        assert lasts[0]["draws"] == lasts[1]["draws"]
        assert [[row["wager"] for row in last["lines"]] for last in lasts] == [["red"], ["black"]]
        for line in lines:
            line.close()


def test_a_socket_without_a_session_sees_what_everybody_sees_and_asks_nothing(house: Running) -> None:
    line = Line(house)
    line.send(watch={"tables": ["t"], "lobby": True, "books": True})
    view = line.until("view")
    assert "books" not in view and "me" not in view and view["lobby"] and view["tables"]["t"]["mine"] == []
    assert line.ask("1", "join", table="t") == {"id": "1", "done": False, "why": "sign in first"}
    for text in ("{", "[]", "1", '{"watch": 3}', '{"ask": 4}'):
        line.socket.send(text)
    line.send(watch={"tables": ["t"]})
    assert line.until("view")
    line.close()


def test_rules_and_felt_and_schema(house: Running) -> None:
    browser = Browser(house)
    end = time.monotonic() + PATIENCE
    while (found := browser.get("/api/tables/t/rules").json())["edges"] is None and time.monotonic() < end:
        time.sleep(0.2)
    straight = next(row for row in found["wagers"] if row["wager"] == "straight")
    assert straight["pays"] == {"win": "35:1"} and straight["clauses"] == ["r 3.2(a)"]
    assert found["edges"]["straight"]["edge"] == "2.703 %"
    assert browser.get("/api/felt/t.svg").text.startswith("<svg")
    assert browser.get("/api/felt/none.svg").status_code == 400
    assert "/api/commands" in browser.get("/api/schema").json()["paths"]
