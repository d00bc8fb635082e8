"""`croupier audit` and `croupier verify`:
what is sound is found sound, and whatever was changed is found, by its entry.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from croupier.cli import audit as cli_audit
from croupier.cli import main, show
from croupier.floor.core import Answer
from croupier.floor.events import (
    Closed,
    Happened,
    PersonAdded,
    Posted,
    RoundOpened,
    RoundOver,
    ShoeOpened,
    ShoeSealed,
)
from croupier.floor.ledger import Posting
from croupier.server import checking, journal
from croupier.server import store as stores
from croupier.server.checking import audit, verify
from croupier.server.schema import JOURNAL, ROUNDS, SNAPSHOTS
from croupier.server.store import Answered, NewEntry, Store
from tests.server.floors import BLACKJACK, NOW, ROULETTE, played, put
from tests.server.test_store import change
from tests.tiers import chosen_games

STUD = "bahamas/caribbean-stud"


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    code = main(list(argv))
    out = capsys.readouterr()
    return code, out.out + out.err


def raw(store: Store, events: list[Any]) -> None:
    """Append events as they are, whether or not they can have happened."""
    store.append(store.head().seq, [NewEntry(NOW, event) for event in events], [])


def test_a_sound_journal(store: Store, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    house = played(STUD)
    half = len(house.journal) // 2
    store.snapshot(put(store, house.journal[:half]))
    put(store, house.journal[half:])
    found = audit(store)
    assert (found.bad, found.entries, found.snapshots, found.head) == (
        None,
        len(house.journal),
        1,
        store.head().hash,
    )
    assert found.rounds == sum(isinstance(event, RoundOver) for event in house.journal)
    code, text = said(capsys, "audit", url)
    assert code == 0 and "The chain is whole" in text and found.head in text
    code, text = said(capsys, "audit", url, "--json")
    assert code == 0 and json.loads(text)["bad"] is None and json.loads(text)["entries"] == len(house.journal)


def test_the_first_bad_entry_is_named(store: Store, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    put(store, played(ROULETTE).journal)
    change(store, 30, at=5)
    change(store, 12, place="elsewhere")
    code, text = said(capsys, "audit", url)
    assert code == 1 and "Entry 12 is bad" in text
    code, text = said(capsys, "audit", url, "--json")
    assert code == 1 and json.loads(text)["bad"] == 12
    code, text = said(capsys, "verify", url, "--table", "t")
    assert code == 1 and "Entry 12 of the journal" in text


def test_books_that_do_not_agree_are_found_by_their_entry(store: Store) -> None:
    house = played(ROULETTE)
    put(store, house.journal)
    raw(store, [Posted((Posting("meter:terminal-1", "cash", 10**9, "hand-paid"),), "terminal-1")])
    found = audit(store)
    assert found.bad == len(house.journal) + 1 and "would hold" in found.why


def test_a_snapshot_that_is_not_the_fold_is_found(store: Store) -> None:
    floor = put(store, played(ROULETTE).journal)
    floor.people["boss"].title = "Boss of bosses"
    store.snapshot(floor)  # with a hash that is right
    assert audit(store).bad == floor.seq and "not the fold" in audit(store).why
    with store._writing() as connection:
        connection.execute(update(SNAPSHOTS).values(hash="0"))
    assert audit(store).bad == floor.seq and "hash of the snapshot" in audit(store).why


def test_an_index_that_was_changed_is_found(store: Store) -> None:
    put(store, played(ROULETTE).journal)
    with store._writing() as connection:
        connection.execute(
            update(ROUNDS).where(ROUNDS.c.round == 2, ROUNDS.c.terminal == "").values(summary="{}")
        )
    found = audit(store)
    assert found.bad and "index of rounds" in found.why


def rewritten(store: Store, at: int, **changed: Any) -> None:
    """Change an entry, and make every hash from there on anew, as whoever has the whole file can."""
    rows = list(store.rows())
    before = rows[at - 2].hash
    for row in rows[at - 1 :]:
        now = msgspec.structs.replace(row, **(changed if row.seq == at else {}))
        before = journal.hashed(before, now.seq, now.at, now.kind, now.place, now.terminal, now.body)
        change(store, row.seq, **{**msgspec.structs.asdict(now), "hash": before})


def test_a_wrong_amount_is_found_in_a_chain_that_was_made_anew(store: Store) -> None:
    """Nobody can tell by the hashes: the books do not agree, and the entry is named."""
    house = played(ROULETTE, 6)
    put(store, house.journal)
    rows = list(store.rows())
    at = next(row.seq for row in reversed(rows) if '"won"' in row.body and row.kind == "Happened")
    event = house.journal[at - 1]
    assert isinstance(event, Happened)
    more = [
        msgspec.structs.replace(one, amount=one.amount + 1) if one.target.startswith("meter:") else one
        for one in event.postings
    ]
    body, _ = journal.written(msgspec.structs.replace(event, postings=tuple(more)))
    rewritten(store, at, body=body)
    found = audit(store)
    assert found.bad == at and "would hold -" in found.why
    assert (found.entries, found.head) == (at - 1, rows[at - 2].hash)


@pytest.mark.parametrize("how", ["altered", "swapped", "removed", "repeated"])
def test_an_entry_in_the_middle_is_found_by_the_audit(store: Store, how: str) -> None:
    house = played(ROULETTE, 6)
    put(store, house.journal)
    rows = list(store.rows())
    at = len(rows) // 2
    if how == "altered":
        body = rows[at - 1].body
        change(store, at, body=body.replace('"t"', '"u"', 1))
        assert next(store.rows(at - 1)).body != body
    elif how == "swapped":
        for row, other in ((rows[at - 1], at + 1), (rows[at], at)):
            values = {
                name: getattr(row, name) for name in ("at", "kind", "place", "terminal", "body", "sealed")
            }
            change(store, other, **values)
    elif how == "removed":
        with store._writing() as connection:
            connection.execute(JOURNAL.delete().where(JOURNAL.c.seq == at))
    else:
        values = {name: getattr(rows[at - 2], name) for name in ("at", "kind", "place", "terminal", "body")}
        change(store, at, **values, sealed=rows[at - 2].sealed, hash=rows[at - 2].hash)
    found = audit(store)
    assert found.bad == at and (found.entries, found.head) == (at - 1, rows[at - 2].hash)


@pytest.mark.parametrize("ahead", [0, 1, 7, checking.AHEAD])
@pytest.mark.parametrize("how", ["as it is", "changed", "removed", "added", "moved"])
def test_the_index_of_every_round_is_checked(
    store: Store, how: str, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many entries the index is read ahead."""
    monkeypatch.setattr(checking, "AHEAD", ahead)
    house = played(ROULETTE, 5)
    put(store, house.journal)
    over = [at for at, event in enumerate(house.journal, 1) if isinstance(event, RoundOver)]
    bad = over[3]
    one = ROUNDS.c.seq == bad, ROUNDS.c.terminal == ""
    with store._writing() as connection:
        row = connection.execute(select(ROUNDS).where(*one)).one()
        if how == "changed":
            connection.execute(update(ROUNDS).where(*one).values(summary=row.summary + " "))
        elif how == "removed":
            connection.execute(ROUNDS.delete().where(*one))
        elif how == "added":
            connection.execute(ROUNDS.insert().values(**{**row._mapping, "terminal": "terminal-9"}))
        elif how == "moved":
            connection.execute(update(ROUNDS).where(*one).values(seq=over[4]))
    found = audit(store)
    if how == "as it is":
        assert found.bad is None and found.rounds == len(over)
    else:
        assert found.bad == bad and "index of rounds" in found.why


def test_a_snapshot_that_is_written_in_another_way_is_sound(store: Store) -> None:
    """Another version may write its fields in another order."""
    floor = put(store, played(BLACKJACK).journal)
    store.snapshot(floor)
    with store._writing() as connection:
        row = connection.execute(select(SNAPSHOTS)).one()
        state = json.dumps(dict(reversed(json.loads(row.state).items())))
        connection.execute(
            update(SNAPSHOTS).values(state=state, hash=stores._snapshot_hash(store.head().hash, state))
        )
    found = audit(store)
    assert state != row.state and (found.bad, found.snapshots) == (None, 1)


def test_progress_is_shown_on_a_terminal_alone(
    store: Store, url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, [PersonAdded(f"person-{number}", "Somebody") for number in range(1_200)])
    told: list[tuple[int, int]] = []

    @contextmanager
    def bar(doing: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, total: told.append((done, total))

    monkeypatch.setattr(cli_audit, "patient", lambda progress: progress)
    code, text = said(capsys, "audit", url)
    assert code == 0 and "━" not in text  # this is no terminal
    monkeypatch.setattr(show, "bar", bar)
    code, text = said(capsys, "audit", url)
    assert code == 0 and told == [(500, 1_200), (1_000, 1_200)]
    code, text = said(capsys, "audit", url, "--json")
    assert code == 0 and json.loads(text)["entries"] == 1_200 and len(told) == 2


# Shoes and wheels.


def test_a_finished_shoe_is_verified(store: Store, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    house = played(STUD, 4)
    put(store, house.journal)
    found = verify(store, "t", 2)
    sealed = next(event for event in house.journal if isinstance(event, ShoeSealed) and event.shoe == 2)
    assert (
        not found.bad
        and len(found.shoes) == 1
        and found.shoes[0].commitment == sealed.commitment
        and found.shoes[0].order == sealed.order
    )
    assert (
        found.shoes[0].cards == list(sealed.order[: len(found.shoes[0].cards)])
        and len(found.shoes[0].cards) >= 5
    )
    assert found.shoes[0].sealed < found.shoes[0].first < found.shoes[0].opened
    code, text = said(capsys, "verify", url, "--table", "t", "--shoe", "2")
    assert code == 0 and sealed.commitment in text and sealed.salt in text
    code, text = said(capsys, "verify", url, "--table", "t")
    assert code == 0 and "as committed" in text and "Every card is the one" in text
    code, text = said(capsys, "verify", url, "--table", "t", "--json")
    assert code == 0 and json.loads(text)["bad"] == []


def test_what_cannot_be_verified_is_told_in_one_line(
    store: Store, url: str, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    put(store, played(BLACKJACK, 1).journal)
    for argv, words in (
        (("verify", url, "--table", "t", "--shoe", "1"), "still in play"),
        (("verify", url, "--table", "t", "--shoe", "9"), "no shoe 9"),
        (("verify", url, "--table", "tt"), "did you mean t?"),
        (("verify", url), "--table"),
        (("audit", str(tmp_path / "none.db")), "there is no store"),
        (("audit", "mysql://x"), "is not a store"),
    ):
        code, text = said(capsys, *argv)
        assert code == 2 and words in text and text.count("\n") == 1, text


def tampered(store: Store, name: str, how: Callable[[Any], Any]) -> checking.Verified:
    house = played(name, 4)
    raw(
        store,
        [
            made
            for event in house.journal
            for made in ([how(event)] if not isinstance(how(event), list) else how(event))
        ],
    )
    return verify(store, "t")


def test_another_order_than_was_committed_to_is_found(store: Store) -> None:
    def swap(event: Any) -> Any:
        return (
            msgspec.structs.replace(event, order=(event.order[1], event.order[0], *event.order[2:]))
            if isinstance(event, ShoeOpened) and event.shoe == 2
            else event
        )

    found = tampered(store, STUD, swap)
    assert len(found.bad) == 1 and "not the one that was committed to" in found.bad[0]


def test_another_card_than_the_next_is_found(store: Store) -> None:
    seen: list[Happened] = []

    def other(event: Any) -> Any:
        if isinstance(event, Happened) and event.text.startswith("deal ") and event.round == 2:
            seen.append(event)
            if event is seen[0]:
                return msgspec.structs.replace(
                    event, text="deal 2c" if event.text != "deal 2c" else "deal 2d"
                )
        return event

    house = played(STUD, 4)
    raw(store, [other(event) for event in house.journal])
    found = verify(store, "t")
    assert len(found.bad) == 1 and "card 1 was dealt as 2" in found.bad[0]


def test_a_shoe_that_was_sealed_after_the_wagers_is_found(store: Store) -> None:
    house = played(STUD, 2)
    events = list(house.journal)
    at = next(at for at, event in enumerate(events) if isinstance(event, ShoeSealed))
    closed = next(at for at, event in enumerate(events) if isinstance(event, Closed))
    events.insert(closed, events.pop(at))
    raw(store, events)
    assert any("sealed after wagers" in line for line in verify(store, "t").bad)


def test_a_draw_before_no_more_bets_is_found(store: Store) -> None:
    house = played(ROULETTE, 2)
    assert any(isinstance(event, RoundOpened) for event in house.journal)
    raw(store, house.journal)
    assert not verify(store, "t").bad and verify(store, "t").draws == 2
    events = [event for event in house.journal if not (isinstance(event, Closed) and event.round == 2)]
    late = next(
        event
        for event in events
        if isinstance(event, Happened) and event.by == "terminal-0" and "bet" in event.text
    )
    spun = next(
        at for at, event in enumerate(events) if isinstance(event, Happened) and event.text.startswith("spin")
    )
    events.insert(spun + 1, late)
    with store._writing() as connection:
        connection.exec_driver_sql("delete from journal")
    raw(store, events)
    bad = verify(store, "t").bad
    assert len(bad) == 2 and "after its result was drawn" in bad[0] and "before no more bets" in bad[1]


@pytest.mark.turn
@pytest.mark.parametrize("name", chosen_games())
def test_every_game_can_be_audited_and_verified(name: str, tmp_path: Any) -> None:
    store = Store(str(tmp_path / "floor.db"))
    put(store, played(name, 3).journal)
    assert audit(store).bad is None and verify(store, "t").bad == []
    store.close()


def test_what_is_appended_during_an_audit_is_no_mistake(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(store, played(ROULETTE, 2).journal)
    named, audited = Store._named, []

    def later(one: Store) -> None:
        seq = one.head().seq
        one.append(
            seq,
            [NewEntry(NOW, PersonAdded("new", "New"))],
            [Answered("c", "boss", "d", Answer(True), seq + 1)],
        )
        audited.append(seq)
        named(one)

    monkeypatch.setattr(Store, "_named", later)
    found = audit(store)
    assert found.bad is None and audited == [found.entries]
