"""The store: what was appended is there, is what it was, and says so; secrets are apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import inspect, update

from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.floor import views
from croupier.floor.core import Answer
from croupier.floor.events import Happened, PersonAdded, RoundOver, ShoeOpened, ShoeSealed
from croupier.floor.state import Floor
from croupier.server import journal, schema
from croupier.server import store as stores
from croupier.server.history import History, found_in, recalled_rounds
from croupier.server.journal import Tampered
from croupier.server.schema import COMMANDS, JOURNAL, SNAPSHOTS
from croupier.server.store import Answered, Behind, NewEntry, Store
from tests.floor.house import House
from tests.server.floors import BACCARAT, BLACKJACK, NOW, ROULETTE, answer_to, bad_entry, begin, played, put

GAMES = [ROULETTE, BLACKJACK, BACCARAT, "bahamas/caribbean-stud", "queensland/craps"]


def change(store: Store, where: int, **values: Any) -> None:
    with store._writing() as connection:
        connection.execute(update(JOURNAL).where(JOURNAL.c.seq == where).values(**values))


def builtins(floor: Any) -> Any:
    return msgspec.to_builtins(floor)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_appended_is_loaded(store: Store, name: str) -> None:
    house = played(name)
    put(store, house.journal)
    floor, seq = store.load()
    assert seq == len(house.journal) == store.head().seq and builtins(floor) == builtins(house.floor)
    assert [one.event for one in store.since(0)] == house.journal
    assert [one.seq for one in store.since(seq - 3)] == [seq - 2, seq - 1, seq]
    assert bad_entry(store) is None


def test_it_is_still_there_when_the_store_is_opened_again(
    store: Store, url: str, opened: Callable[[str], Store]
) -> None:
    house = played()
    put(store, house.journal)
    store.close()
    floor, _ = opened(url).load()
    assert builtins(floor) == builtins(house.floor)


def test_only_one_of_two_appends_at_the_same_place(
    store: Store, url: str, opened: Callable[[str], Store]
) -> None:
    begin(store)
    seq, other = store.head().seq, opened(url)
    answer = Answered("b", "boss", "x", Answer(True), seq + 1)
    store.append(seq, [NewEntry(NOW, PersonAdded("a", "A"))], [])
    with pytest.raises(Behind):
        other.append(seq, [NewEntry(NOW, PersonAdded("b", "B"))], [answer])
    assert store.head().seq == seq + 1 and answer_to(other, "b") is None and bad_entry(other) is None
    with pytest.raises(BadInput, match="begun already"):
        begin(store)


def test_an_answer_that_is_there_already_is_not_stored_twice(store: Store) -> None:
    begin(store)
    seq = store.head().seq
    store.append(seq, [], [Answered("same", "boss", "x", Answer(False, why="no"), seq)])
    with pytest.raises(Behind):
        store.append(
            seq,
            [NewEntry(NOW, PersonAdded("a", "A"))],
            [Answered("same", "boss", "y", Answer(True), seq + 1)],
        )
    assert store.head().seq == seq and answer_to(store, "same") == Answer(False, why="no")


def test_answers_come_back_with_their_events(store: Store) -> None:
    begin(store)
    seq = store.head().seq
    events = (PersonAdded("a", "A"), PersonAdded("b", "B"))
    answer = Answer(True, events, given={"voucher": "17"})
    store.append(
        seq,
        [NewEntry(NOW, event) for event in (PersonAdded("z", "Z"), *events, PersonAdded("y", "Y"))],
        [Answered("one", "boss", "d", answer, seq + 3)],
    )
    assert answer_to(store, "one") == answer and answer_to(store, "two") is None


# Secrets.


@pytest.mark.parametrize("name", GAMES)
def test_secrets_do_not_stand_in_the_body(store: Store, name: str) -> None:
    house = played(name, 4)
    put(store, house.journal)
    hidden = shoes = 0
    for row, event in zip(store.rows(), house.journal, strict=True):
        assert journal.read(row.body, row.sealed) == event
        body = msgspec.json.encode(
            {
                key: value
                for key, value in msgspec.json.decode(row.body).items()
                if key not in ("sealed", "commitment")
            }
        ).decode()  # a hash may look like a card
        if isinstance(event, ShoeSealed):
            shoes += 1
            assert (
                row.sealed
                and event.salt not in body
                and event.order[0] not in body
                and event.commitment in row.body
            )
        elif isinstance(event, Happened) and event.hidden:
            hidden += 1
            assert (
                msgspec.json.decode(row.body)["text"].endswith(" ??")
                and event.text.split()[1] not in body
                and row.sealed
                and event.text in row.sealed
            )
        elif isinstance(event, RoundOver):
            assert '"out"' not in row.body  # a burnt card that nobody saw is among those that are out
        elif isinstance(event, ShoeOpened):
            assert row.sealed is None and event.salt in row.body
        else:
            assert '"shoe":{"' not in row.body
    assert (shoes and hidden) or name in (ROULETTE, "queensland/craps", BACCARAT)
    found = "".join(one.body for one in store.search(most=1000))
    assert all(
        event.salt not in found
        for event in house.journal
        if isinstance(event, ShoeSealed)
        and not any(isinstance(one, ShoeOpened) and one.shoe == event.shoe for one in house.journal)
    )


def test_a_hidden_card_cannot_be_guessed_from_the_hash(store: Store) -> None:
    one = Happened("t", 1, "", "deal 6h", "system", hidden=True)
    first, second = journal.written(one), journal.written(one)
    assert (
        first[0] != second[0] and first[1] != second[1]
    )  # a nonce: the same card has another hash every time


def test_the_chain_can_be_verified_without_what_is_sealed(store: Store) -> None:
    put(store, played().journal)
    before = journal.FIRST
    for row in store.rows():
        assert row.hash == journal.hashed(
            before, row.seq, row.at, row.kind, row.place, row.terminal, row.body
        )
        before = row.hash


def test_hidden_cards_of_a_correction_are_sealed_too(store: Store) -> None:
    house = House()
    house.open(BLACKJACK)
    house.seat("terminal-0")
    house.round()
    house.play("terminal-0", "bet main 10") if house.ask(
        ask.Play, "terminal-0", table="t", act="bet main 10"
    ).done else house.play("terminal-0", "bet 10")
    one = house.finish()
    draws = tuple(event.text for event in one.events if event.text.startswith("deal "))
    house.must(
        ask.ProposeCorrection, "super", table="t", round=one.number, draws=draws, reason="looked again"
    )
    house.must(ask.ApproveCorrection, "boss", correction=1)
    put(store, house.journal)
    row = list(store.rows())[-1]
    hidden = [event.text for event in one.events if event.hidden]
    assert (
        row.kind == "CorrectionMade"
        and hidden
        and row.sealed
        and all(card in row.sealed for card in hidden)
        and '"deal ??"' in row.body
    )
    assert journal.read(row.body, row.sealed) == house.journal[-1]
    assert (
        store.recall("terminal-0", 5)[0].summary["corrected"] == 1 and len(store.recall("terminal-0", 5)) == 1
    )


@pytest.mark.parametrize("name", [*GAMES, "house/blackjack"])
def test_what_is_read_is_written_again_with_the_same_letters(name: str) -> None:
    """In the same order too: the snapshot of a floor that was folded is that of the floor that was played."""
    house = played(name, 6)
    read = [journal.read(*journal.written(event)) for event in house.journal]
    assert read == house.journal and list(map(msgspec.json.encode, read)) == list(
        map(msgspec.json.encode, house.journal)
    )
    folded = Floor()
    for event in read:
        folded.apply(event)
    assert msgspec.json.encode(folded) == msgspec.json.encode(house.floor)


def test_the_hash_of_what_is_sealed_is_found_wherever_it_stands() -> None:
    for body, promised in (
        ('{"a":1,"sealed":"x"}', "x"),
        ('{"sealed":"x","a":{"sealed":"y"}}', "x"),
        ('{"a":{"sealed":"y"}}', ""),
        ('{"a":"\\"sealed\\":1"}', ""),
        ('{"sealed":5}', "5"),
        ('["sealed"]', ""),
        ('"sealed"', ""),
    ):
        assert journal._promised(body) == promised


# Tampering.


@pytest.mark.parametrize(
    "column", ["seq", "at", "kind", "place", "terminal", "body", "sealed", "hash", "removed"]
)
def test_a_changed_column_is_found(store: Store, column: str) -> None:
    house = played()
    put(store, house.journal)
    bad = next(
        number
        for number, event in enumerate(house.journal, 1)
        if isinstance(event, Happened) and event.hidden
    )
    row = next(store.rows(bad - 1))
    if column == "removed":
        with store._writing() as connection:
            connection.execute(JOURNAL.delete().where(JOURNAL.c.seq == bad))
    else:
        values = {
            "seq": 10_000,
            "at": row.at + 1,
            "kind": "Closed",
            "place": "u",
            "terminal": "terminal-9",
            "body": row.body.replace("system", "sistem"),
            "hash": "0" * 64,
        }
        values["sealed"] = (row.sealed or "").replace("deal", "dael")
        change(store, bad, **{column: values[column]})
    assert bad_entry(store) == bad
    with pytest.raises(Tampered, match=f"entry {bad} "):
        store.load()


@pytest.mark.parametrize("how", ["sealed-dropped", "sealed-added", "cut", "swapped", "rehashed"])
def test_other_ways_to_tamper_are_found(store: Store, how: str) -> None:
    house = played()
    put(store, house.journal)
    last, bad = (
        len(house.journal),
        next(number for number, event in enumerate(house.journal, 1) if isinstance(event, ShoeSealed)),
    )
    if how == "sealed-dropped":
        change(store, bad, sealed=None)
    elif how == "sealed-added":
        bad += 1
        change(store, bad, sealed='{"parts":[]}')
    elif how == "cut":
        bad = last - 1
        with store._writing() as connection:
            connection.execute(JOURNAL.delete().where(JOURNAL.c.seq >= bad))
            connection.execute(
                COMMANDS.insert().values(id="late", by="boss", digest="d", answer="{}", seq=last)
            )
    elif how == "swapped":
        change(store, bad, seq=-1)
        change(store, bad + 1, seq=bad)
        change(store, -1, seq=bad + 1)
    else:
        row = next(store.rows(bad))
        bad += 2  # the row agrees with itself, and the next one no longer with it
        change(
            store,
            bad - 1,
            at=row.at + 1,
            hash=journal.hashed(
                next(store.rows(bad - 3)).hash,
                row.seq,
                row.at + 1,
                row.kind,
                row.place,
                row.terminal,
                row.body,
            ),
        )
    assert bad_entry(store) == bad


def test_progress_is_told(store: Store) -> None:
    put(store, played(ROULETTE, 30).journal)
    told: list[tuple[int, int]] = []
    assert bad_entry(store, lambda done, total: told.append((done, total))) is None
    assert store.head().seq < 500 or told[0] == (500, store.head().seq)


# Snapshots.


def test_a_snapshot_is_loaded_and_the_rest_is_folded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    house = played(BLACKJACK, 2)
    half = len(house.journal) // 2
    store.snapshot(put(store, house.journal[:half]))
    put(store, house.journal[half:])
    folded: list[str] = []
    read = journal.read
    monkeypatch.setattr(journal, "read", lambda body, sealed: folded.append(body) or read(body, sealed))
    floor, _ = store.load()
    assert builtins(floor) == builtins(house.floor) and len(folded) == len(house.journal) - half


@pytest.mark.parametrize("column", ["state", "hash", "seq"])
def test_a_snapshot_that_was_changed_is_ignored(store: Store, column: str) -> None:
    house = played(BLACKJACK, 2)
    floor = put(store, house.journal)
    store.snapshot(floor)
    state = msgspec.json.encode(floor).decode().replace('"boss"', '"loss"')
    with store._writing() as connection:
        connection.execute(
            update(SNAPSHOTS).values(**{column: {"state": state, "hash": "0", "seq": floor.seq - 1}[column]})
        )
    again, _ = store.load()
    assert builtins(again) == builtins(house.floor)


def test_few_snapshots_are_kept(store: Store) -> None:
    begin(store)
    for number in range(5):
        store.snapshot(put(store, [PersonAdded(f"p-{number}", "P")]))
    assert len(store.snapshots()) == stores.KEPT_SNAPSHOTS and max(store.snapshots()) == store.head().seq
    with pytest.raises(Behind):
        store.snapshot(stores.Floor(seq=store.head().seq + 1))


# Recall and search.


def test_rounds_are_recalled(store: Store) -> None:
    house = played(ROULETTE, 5)
    put(store, house.journal)
    found = store.recall("terminal-1", 3)
    rounds = [
        number
        for number, one in sorted(house.floor.tables["t"].past.items(), reverse=True)
        if any(event.by == "terminal-1" for event in one.events)
    ]
    assert [one.round for one in found] == rounds[:3]
    first, one = found[0], house.floor.tables["t"].past[found[0].round]
    assert (
        first.table == "t"
        and first.summary["game"] == ROULETTE
        and first.summary["draws"] == [event.text for event in one.events if event.text.startswith("spin")]
    )
    assert first.summary["acts"] == [event.text for event in one.events if event.by == "terminal-1"]
    assert (
        first.summary["lines"] == one.lines["terminal-1"]
        and first.summary["net"] == one.net["terminal-1"]["seat 1"]
    )
    assert [
        event.event for event in store.round_events("t", first.round) if isinstance(event.event, Happened)
    ] == one.events
    assert (
        store.recall("nobody") == []
        and [one.terminal for one in store.recall("", 2)] == ["", ""]
        and store.round_events("t", 99) == []
    )


def test_rounds_of_a_card_table_are_recalled_by_terminal(store: Store) -> None:
    house = played(BLACKJACK, 3)
    put(store, house.journal)
    for terminal, seat in (("terminal-0", "1"), ("terminal-2", "3")):
        for one in store.recall(terminal):
            past = house.floor.tables["t"].past[one.round]
            assert all(line["seat"] == seat for line in one.summary["lines"]) and any(
                event.hidden for event in past.events
            )
            assert ("deal ??" in one.summary["draws"]) == (
                not past.turned.get("all")
            )  # a hole card that was turned is told, and no other
            assert one.summary["net"] == house.floor.tables["t"].past[one.round].net[""].get(
                f"seat {seat}", 0
            )


def test_search(store: Store) -> None:
    house = played(ROULETTE, 3)
    put(store, house.journal)
    every = store.search(most=1000)
    assert [one.seq for one in every] == list(range(len(house.journal), 0, -1))[:1000]
    assert {one.kind for one in store.search(kind="Happened")} == {"Happened"}
    assert {one.terminal for one in store.search(terminal="terminal-1")} == {"terminal-1"}
    assert all(one.place == "t" for one in store.search(table="t")) and not store.search(table="u")
    assert store.search(text="BOSS") and not store.search(text="100%") and not store.search(text="_oss")
    assert [one.seq for one in store.search(most=2)] == [len(house.journal), len(house.journal) - 1]


# Opening.


def test_migrations_run_in_order_and_once(
    store: Store, url: str, opened: Callable[[str], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(store)
    known = len(schema.MIGRATIONS)
    assert store.meta("schema") == str(known)
    ran: list[int] = []
    monkeypatch.setattr(
        schema,
        "MIGRATIONS",
        [*schema.MIGRATIONS, lambda connection: ran.append(2), lambda connection: ran.append(3)],
    )
    assert (
        opened(url).meta("schema") == str(known + 2)
        and opened(url).head().seq == store.head().seq
        and ran == [2, 3]
    )
    monkeypatch.undo()
    with pytest.raises(BadInput, match="newer croupier"):
        Store(url)


def test_a_store_of_the_first_version_gets_what_it_lacks(
    store: Store, url: str, opened: Callable[[str], Store]
) -> None:
    begin(store)
    with store._writing() as connection:
        connection.exec_driver_sql("drop index commands_seq")
        connection.exec_driver_sql("update meta set value = '1' where key = 'schema'")
    with pytest.raises(BadInput, match="older croupier"):
        Store(url, make=False)
    again = opened(url)
    assert again.meta("schema") == str(len(schema.MIGRATIONS))
    with again._reading() as connection:
        assert "commands_seq" in {one["name"] for one in inspect(connection).get_indexes("commands")}


def test_answers_are_forgotten_when_nobody_can_ask_for_them_any_more(store: Store) -> None:
    begin(store)
    seq = store.head().seq
    for number in range(6):
        answer = Answered(f"c-{number}", "boss", "d", Answer(True), seq + 1)
        seq = store.append(seq, [NewEntry(NOW + number * 1000, PersonAdded(f"p-{number}", "P"))], [answer])
    assert store.prune(NOW) == 0
    assert (
        store.prune(NOW + 3000, most=2) == 2
        and store.prune(NOW + 3000, most=2) == 1
        and store.prune(NOW + 3000) == 0
    )
    assert set(store.answers([f"c-{number}" for number in range(6)])) == {"c-3", "c-4", "c-5"}
    assert bad_entry(store) is None


@pytest.mark.parametrize("paid", ["never", "before", "after"])
def test_a_round_that_was_corrected_or_paid_by_hand_is_recalled_as_it_was_settled_again(
    store: Store, paid: str
) -> None:
    house = played(ROULETTE, 3)
    last = max(number for number, one in house.floor.tables["t"].past.items() if one.events)
    was = house.floor.tables["t"].past[last].events[-1].text
    payment: dict[str, Any] = {
        "terminal": "terminal-1",
        "table": "t",
        "round": last,
        "amount": 700,
        "reason": "it could not be shown",
    }
    if paid == "before":
        house.must(ask.PayRound, "boss", **payment)
    house.must(
        ask.ProposeCorrection,
        "super",
        table="t",
        round=last,
        draws=("spin 1" if was != "spin 1" else "spin 2",),
        reason="misread",
    )
    house.must(ask.ApproveCorrection, "boss", correction=1)
    if paid == "after":
        house.must(ask.PayRound, "boss", **payment)
    put(store, house.journal)
    history = History(store)
    assert [
        (one or {}).get("by-hand", "") for one in recalled_rounds(history, store.recall("terminal-1", 1), {})
    ] == ["" if paid == "never" else "7"]
    for terminal in ("terminal-0", "terminal-1", "terminal-2"):
        rounds = store.recall(terminal, 10)
        known = [views.recalled(house.floor.tables["t"].past[one.round], terminal) for one in rounds]
        assert [views.recalled(history.played(one), terminal) for one in rounds] == known and known
        # What the floor no longer knows comes from the journal, and is the same.
        assert [{"table": "t", **(one or {})} for one in known] == recalled_rounds(history, rounds, {})
    assert {one["round"] for one in found_in(history, "", "", "t", "", last, 500)} == {last}


def test_what_is_not_a_store(tmp_path: Any) -> None:
    (tmp_path / "text").write_text("no database" * 100)
    for where in ("sqlite://", "mysql://x/y", "http://[", "postgresql://nobody@127.0.0.1:1/none"):
        with pytest.raises(BadInput):
            Store(where)
    for where in ("missing.db", "text"):
        with pytest.raises(BadInput):
            Store(str(tmp_path / where), make=False)
    assert not (tmp_path / "missing.db").exists()


def test_the_lease_is_held_by_one(store: Store, url: str, opened: Callable[[str], Store]) -> None:
    other = opened(url)
    assert store.lease("a", 60) and not other.lease("b", 60) and store.lease("a", 0) and other.lease("b", 60)
    store.release("a")
    assert not store.lease("a", 1)
    other.release("b")
    assert store.lease("a", 1)
