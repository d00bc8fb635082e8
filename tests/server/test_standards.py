"""Rows of the standards that need a server or a store to be shown, each named after its row."""

from __future__ import annotations

import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import event

from croupier.api import game
from croupier.cli import main
from croupier.cli import serve as serving
from croupier.cli.play import weighted
from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.floor.commands import Asked
from croupier.floor.rooms import digest_of, game_of
from croupier.randomness.source import SeededEntropy
from croupier.rulebook.ruleset import Ruleset
from croupier.server import software
from croupier.server.auth import MINUTE, Entrance
from croupier.server.explaining import SHARED, explained
from croupier.server.runner import NotStored, Runner
from croupier.server.showing import edges, felt_of
from croupier.server.store import Store
from tests.families import deals_cards
from tests.floor.house import House
from tests.server.floors import NOW, PATIENCE, Asking, bad_entry, begin
from tests.server.running import PASSWORD, Browser, Running, running
from tests.tiers import chosen_games

DAY = 24 * 60 * MINUTE


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running() as one:
        one.table("queensland/roulette", "t", betting=1000, pause=0)
        yield one


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'floor.db'}")
    begin(store)
    yield store
    store.close()


@pytest.fixture
def run() -> Iterator[Callable[..., Asking]]:
    runners: list[Runner] = []

    def make(store: Store, prefix: str = "c", clock: Callable[[], int] = lambda: NOW) -> Asking:
        runners.append(Runner(store, clock, SeededEntropy(1), tick=0.02))
        return Asking(runners[-1].start(), prefix)

    yield make
    for one in runners:
        one.stop()


# The game.


@pytest.mark.deep
@pytest.mark.parametrize(
    "name", ["queensland/roulette", "great-britain/roulette", "house/baccarat", "house/craps"]
)
def test_gam_2_the_felt_has_every_wager_of_the_rules_and_the_return_is_that_of_the_rules(name: str) -> None:
    made = House()
    setup = made.open(name).setup
    plain = game(name, options=dict(setup.options))
    assert digest_of(setup) == plain.rules.digest()
    drawn = felt_of(setup)
    wagers = {wager for wager in plain.rules.names if plain.rules.offered(wager)}
    assert {
        wager
        for wager in wagers
        if f'data-wager="{wager}"' not in drawn and f'data-wager="{wager}:' not in drawn
    } == set()
    assert {
        wager: row["edge"]
        for wager, row in edges(setup.game, dict(setup.options), dict(setup.readings)).items()
    } == {proof.wager: f"{float(proof.edge) * 100:.3f} %" for proof in plain.odds()}


def test_gam_7_free_play_has_the_same_rules_and_a_generator_that_is_as_good(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = House()
    setup = made.open("great-britain/roulette").setup
    stops = list(game_of(setup).draws())
    # Free play takes one number of so many from the operating system, none of them twice as often: shown by
    # going through all of them.
    drawn = Counter()
    asked: list[int] = []
    for number in range(37):
        monkeypatch.setattr(secrets, "randbelow", lambda n, number=number: asked.append(n) or number)
        drawn[weighted(stops)] += 1
    assert drawn == dict(stops) and set(asked) == {37}
    monkeypatch.undo()
    import io
    import sys

    monkeypatch.setattr(sys, "stdin", io.StringIO("1 bet red 10\nspin\nquit\n"))
    assert main(["play", "great-britain/roulette", "--set", "minimum=5", "--set", "maximum=500"]) == 0
    assert f"rules {digest_of(setup)}" in " ".join(capsys.readouterr().out.split())


# Money.


def test_mon_5_a_demonstration_is_never_made_where_meters_are_kept(
    kept: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = kept.head()
    assert main(["serve", "--file", str(tmp_path / "floor.db"), "--demo", "--port", "0"]) == 2
    assert "a demonstration needs a new file" in capsys.readouterr().err
    assert kept.head() == before
    # And free play at the keyboard knows no floor: it has no meter that it could change.
    source = Path(serving.__file__).with_name("play.py").read_text(encoding="utf-8")
    assert "croupier.floor" not in source and "croupier.server" not in source


# Interruption.


def test_int_3_nothing_is_taken_and_nobody_is_listened_to_before_the_checks_have_passed(
    kept: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = Runner(kept, lambda: NOW, SeededEntropy(1), tick=0.02)
    early = runner.submit(ask.EnrolTerminal(id="early", by="boss", terminal="a"))
    time.sleep(0.2)
    assert not early.done() and kept.head().seq == len(kept.load()[0].people)
    runner.start()
    assert early.result(PATIENCE).done
    runner.stop()

    def fails(self: Runner) -> Runner:
        raise NotStored("a check failed")

    listened: list[bool] = []
    monkeypatch.setattr(Runner, "start", fails)
    monkeypatch.setattr(serving, "_serve", lambda *given: listened.append(True))
    with pytest.raises(NotStored):
        serving.run(_given(file=str(tmp_path / "other.db")))
    assert not listened


def _given(**more: Any) -> Any:
    import argparse

    parser = argparse.ArgumentParser()
    serving.arguments(parser)
    given = parser.parse_args([])
    for name, value in more.items():
        setattr(given, name, value)
    return given


# History and audit.


@pytest.mark.deep
def test_his_3_audit_shows_meters_the_last_game_and_which_terminal_and_software_it_is(house: Running) -> None:
    house.terminal("audited")
    house.must(ask.Join, "audited", table="t")
    watch = Browser(house).sign_in("watch")
    end = time.monotonic() + PATIENCE
    while not (rounds := watch.get("/api/recall?terminal=audited").json()) and time.monotonic() < end:
        body = ask.Play(id=f"p{time.time_ns()}", by="audited", table="t", act="bet red 10")
        house.runner.submit(body).result(PATIENCE)
        time.sleep(0.2)
    assert rounds[0]["draws"] and rounds[0]["lines"][0]["wager"] == "red"
    (row,) = [row for row in watch.get("/api/books").json()["terminals"] if row["terminal"] == "audited"]
    assert row["meters"]["cash-in"] == ["1000", "0"] and row["title"] == "audited"
    audit = watch.get("/api/audit").json()
    assert (
        audit["version"]
        and audit["software"] == software.digest()
        and audit["rulesets"]["t"]
        and audit["right"]
    )


def test_aud_2_events_have_time_device_and_kind_and_are_searched_online(house: Running) -> None:
    house.terminal("searched")
    house.must(ask.ReportFault, "helper", terminal="searched", why="a smell of burning")
    watch = Browser(house).sign_in("watch")
    (row,) = watch.get("/api/search?text=smell").json()
    assert (
        row["what"] == "TerminalChanged"
        and row["terminal"] == "searched"
        and row["by"] == "helper"
        and abs(row["at"] - time.time() * 1000) < 60_000
    )
    kinds = {row["what"] for row in watch.get("/api/search?terminal=searched").json()}
    assert {"TerminalEnrolled", "Posted", "TerminalChanged"} <= kinds
    assert {row["what"] for row in watch.get("/api/search?what=TableOpened&table=t").json()} == {
        "TableOpened"
    }
    assert watch.get("/api/search?text=nothing-of-the-kind").json() == []


def test_aud_3_who_changed_the_rules_of_a_table_is_kept_for_good_and_nobody_can_take_it_out(
    kept: Store, run: Callable[..., Asking]
) -> None:
    asking = run(kept)
    asking.open("t")
    asking.runner.stop()
    later = run(kept, "d", lambda: NOW + 100 * DAY)
    later.open("u")
    found = kept.search(kind="TableOpened")
    assert [(row.at, msgspec.json.decode(row.body)["by"]) for row in found] == [
        (NOW + 100 * DAY, "boss"),
        (NOW, "boss"),
    ]
    # A union of structs.
    names = {str(one.__struct_config__.tag) for one in Asked.__args__}  # type: ignore[attr-defined]
    assert not [
        name for name in names if any(word in name for word in ("delete", "erase", "purge", "journal", "log"))
    ]
    later.runner.stop()
    assert bad_entry(kept) is None
    with kept._writing() as connection:
        connection.exec_driver_sql(
            "DELETE FROM journal WHERE kind = 'TableOpened' AND seq = (SELECT MIN(seq) FROM journal "
            "WHERE kind = 'TableOpened')"
        )
    assert bad_entry(kept) is not None, "an entry that was taken out is missed"


def test_aud_4_when_the_journal_is_full_nothing_more_is_taken_and_an_error_is_raised(
    kept: Store, run: Callable[..., Asking]
) -> None:
    asking = run(kept)
    asking.open("t")
    asking.enrol("terminal-1")

    @event.listens_for(kept._engine, "connect")
    def full(connection: Any, _: Any) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # SQLite takes it as: not one page more than there is

    kept._engine.dispose()
    before, refused = asking.credits("terminal-1"), ""
    taken = 0
    for number in range(3000):
        try:
            taken += (
                asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=100, id=f"cash {number}")
                .result(30)
                .done
            )
        except NotStored as error:
            refused = str(error)
            break
    assert "full" in refused and "full" in asking.runner.failed
    with pytest.raises(NotStored):
        asking.ask(ask.TakeCash, "helper", terminal="terminal-1", amount=100).result(30)
    assert (
        bad_entry(kept) is None and kept.load()[0].ledger.balance("meter:terminal-1") == before + 100 * taken
    )


# Security.


@pytest.mark.deep
def test_sec_2_what_goes_between_browser_and_server_is_authenticated_checked_and_kept_to_https(
    house: Running,
) -> None:
    boss = Browser(house).sign_in("boss")
    body = {"id": "1", "do": "change-table", "table": "t", "open": True}
    assert boss.http.post("/api/commands", json=body, headers={"x-csrf-token": "wrong"}).status_code == 403
    assert (
        boss.http.post("/api/commands", json=body, headers={"origin": "https://evil.example"}).status_code
        == 403
    )
    assert (
        boss.http.post(
            "/api/commands",
            content=b'{"id": "1", "do": "change-ta',
            headers={"content-type": "application/json"},
        ).status_code
        == 400
    )
    assert Browser(house).post("/api/commands", **body).status_code == 401
    assert boss.http.post("/api/commands", json=body).json()["done"]
    cookies = {}
    for secure in (False, True):
        from litestar.testing import TestClient

        from croupier.server.app import application

        entrance = Entrance()
        entrance.set_password("boss", PASSWORD)
        with TestClient(
            application(house.runner, entrance, house.runner, (), None, secure),
            base_url="https://floor.example",
        ) as client:  # type: ignore[arg-type]  # the guard is an application too
            answer = client.post(
                "/api/sign-in",
                json={"person": "boss", "password": PASSWORD},
                headers={"origin": "https://floor.example"},
            )
            assert answer.status_code == 200, answer.text
            cookies[secure] = answer.headers["set-cookie"].lower()
    assert "; secure" in cookies[True] and "; secure" not in cookies[False]


def test_sec_3_software_has_a_digest_other_rules_stop_play_and_the_last_ten_changes_are_known(
    kept: Store, run: Callable[..., Asking], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(software.digest()) * 4 >= 128
    asking = run(kept)
    asking.open("t")
    asking.runner.stop()
    monkeypatch.setattr(Ruleset, "digest", lambda self: "other")
    stopped = run(kept, "d")
    assert stopped.floor()["tables"]["t"]["fault"].startswith("its rules are not those")
    stopped.enrol("terminal-1")
    assert not stopped.ask(ask.Join, "terminal-1", table="t").result(PATIENCE).done
    monkeypatch.undo()
    for number in range(12):
        monkeypatch.setattr(software, "digest", lambda number=number: f"{number}")
        assert software.record(kept, number)
    assert [one.digest for one in software.changes(kept)] == [str(number) for number in range(2, 12)]


def test_sec_4_a_session_that_nobody_uses_ends() -> None:
    with running() as house:
        boss = Browser(house).sign_in("boss")
        assert boss.get("/api/books").status_code == 200
        clock = house.entrance._clock
        house.entrance._clock = lambda: clock() + 14 * MINUTE
        assert boss.get("/api/books").status_code == 200
        house.entrance._clock = lambda: clock() + 30 * MINUTE
        assert boss.get("/api/books").status_code == 401


def test_gam_2_a_game_that_is_no_approved_one_is_not_opened(house: Running) -> None:
    with pytest.raises(BadInput):
        game("queensland/no-such-game")
    boss = Browser(house).sign_in("boss")
    for name in ("queensland/no-such-game", "/tmp/own.toml", "../roulette"):
        assert not boss.ask("open-table", setup={"table": "x", "game": name}).json()["done"]


@pytest.mark.parametrize("name", [name for name in chosen_games() if "seed" in game(name).rules.option_rows])
def test_dsp_6_every_jackpot_is_explained_in_full(name: str) -> None:
    options = {"jackpot": "yes"} if "draw" in name else {}
    lines = explained(game(name, options={"seed": "1000", **options}))["jackpot"]
    assert [line["name"] for line in lines] == [
        "who takes part",
        "what feeds it",
        "what it begins with",
        "how high it grows",
        "several winners",
    ]
    assert all(line["value"] and ":" not in line["value"] for line in lines) and lines[2]["value"] == "1000"
    assert lines[4]["value"] in SHARED.values()


@pytest.mark.parametrize(
    "name", [name for name in chosen_games() if game(name).rules.head.game == "twenty-one"]
)
def test_dsp_4_every_game_of_twenty_one_says_what_a_hand_may_do(name: str) -> None:
    lines = {line["name"]: line["value"] for line in explained(game(name))["play"]}
    assert list(lines) == ["decks", "soft-17", "double", "split", "insurance", "surrender"] and all(
        lines.values()
    )


@pytest.mark.parametrize("name", chosen_games())
def test_dsp_2_every_card_game_says_how_many_decks_it_is_played_with(name: str) -> None:
    lines = explained(game(name))["play"]
    assert bool(lines) == deals_cards(game(name).playable)
    assert not lines or (
        lines[0]["name"] == "decks" and re.fullmatch(r"\d+ decks?, \d+ cards", lines[0]["value"])
    )
