"""`croupier audit --settle-again`: rounds that the law as it is now settles otherwise, and no other."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from croupier.cli import main
from croupier.equipment.money import parse_amount, show_amount
from croupier.floor import commands as ask
from croupier.floor.events import Event, Happened, Posted, RoundOver
from croupier.floor.ledger import Posting
from croupier.server.again import Listed, settle_again
from croupier.server.checking import audit
from croupier.server.store import Store
from tests.floor.house import House
from tests.server.floors import BLACKJACK, ROULETTE, played, put
from tests.server.test_store import change
from tests.tiers import chosen_games, in_turn

EVERY_TIME = {BLACKJACK, ROULETTE, "queensland/baccarat", "house/craps", "bahamas/caribbean-stud"}
"""Games that are tried always; the others take turns."""


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    """The exit code of a command, and its words without the ends of its lines."""
    code = main(list(argv))
    out = capsys.readouterr()
    return code, " ".join((out.out + out.err).split())


def listed(store: Store, events: list[Event]) -> list[Listed]:
    """Store a floor; the rounds that come out otherwise."""
    put(store, events)
    return settle_again(store).listed


def paid_more(event: RoundOver, amount: str = "1") -> RoundOver:
    """Settle a round by another law, by which the first wager of it was paid more."""
    value = msgspec.to_builtins(event, str_keys=True)
    group, line = next((group, some[0]) for group, some in value["lines"].items())
    sign = -1 if line["net"].startswith("-") else 1
    line["net"] = signed(sign * parse_amount(line["net"].lstrip("-")) + parse_amount(amount))
    for name, way in ((f"seat {line['seat']}{line['bettor']}", 1), (line["paid_by"], -1)):
        net = value["net"].setdefault(group, {})
        net[name] = net.get(name, 0) + way * parse_amount(amount)
    return msgspec.convert(value, RoundOver)


def signed(amount: int) -> str:
    return ("-" if amount < 0 else "") + show_amount(abs(amount))


def over(events: list[Event]) -> list[int]:
    """The places of the ends of rounds in which something was settled."""
    return [at for at, event in enumerate(events) if isinstance(event, RoundOver) and event.lines]


@pytest.mark.parametrize("name", in_turn(chosen_games(), EVERY_TIME))
def test_rounds_played_by_this_law_come_out_as_they_did(name: str, tmp_path: Any) -> None:
    store = Store(str(tmp_path / "floor.db"))
    events = list(played(name, 3).journal)
    places = over(events)
    if not places:
        assert listed(store, events) == []  # somebody has the bank, or bets more than was tried
        return
    at = places[len(places) // 2]
    other = paid_more(events[at])  # type: ignore[arg-type]
    events[at] = other
    (found,) = listed(store, events)
    assert (found.table, found.game, found.round, found.seq) == ("t", name, other.round, at + 1)
    assert not (found.found.refused or found.found.wanted or found.found.stops)
    (wager,) = [one for one in found.found.otherwise if one.wager]
    assert wager.then.net - wager.now.net == 100 and wager.now.clauses
    assert audit(store).entries == len(events)
    store.close()


def test_what_is_refused_now_is_listed_with_its_clause(store: Store) -> None:
    events = list(played(ROULETTE, 3).journal)
    at = next(at for at, one in enumerate(events) if isinstance(one, Happened) and " bet " in one.text)
    bet = events[at]
    assert isinstance(bet, Happened)
    who, _, rest = bet.text.partition(" ")
    wager = rest.split()[1]
    events[at] = msgspec.structs.replace(bet, text=f"{who} bet {wager} 100000")
    (found,) = listed(store, events)
    (refused,) = found.found.refused
    assert refused.by == bet.by and "maximum" in refused.why and refused.clause


def test_a_card_that_does_not_fit_says_where_the_round_stops(store: Store) -> None:
    house = played(BLACKJACK, 2)
    events = list(house.journal)
    at = next(
        at for at, one in enumerate(events) if isinstance(one, Happened) and one.text.startswith("deal")
    )
    events[at] = msgspec.structs.replace(events[at], text="spin 17")
    (found,) = listed(store, events)
    assert "out of turn" in found.found.stops


def contravened(*, stored: str) -> list[Event]:
    """Two people at roulette, and a ruling on one of them; the ruling is stored as somebody once wrote it."""
    house = House()
    house.open(ROULETTE, mode="live")
    for terminal in ("one", "two"):
        house.seat(terminal)
    house.round()
    for terminal in ("one", "two"):
        house.play(terminal, "bet red 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    facts = {"sanction": "void-the-wager", "seat": "1", "wager": "red"}
    house.must(ask.Rule, "super", table="t", irregularity="contravention", facts=facts)
    house.must(ask.Deal, "dealer", table="t", act="spin 1")
    return [
        msgspec.structs.replace(one, text=f"supervisor rule contravention {stored}".strip())
        if isinstance(one, Happened) and one.text.startswith("supervisor")
        else one
        for one in house.journal
    ]


def test_a_fact_that_nobody_stored_is_asked_for(
    store: Store, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = listed(store, contravened(stored="seat=1 wager=red"))
    (wanted,) = found.found.wanted
    assert wanted.by == "super" and {*wanted.facts["sanction"]} >= {"void-the-wager", "exclude", "both"}
    assert not found.found.otherwise and not found.found.refused and not found.found.stops
    by_fact = found.found.by_fact
    assert by_fact["sanction=void-the-wager"].same
    (decided,) = by_fact["sanction=exclude"].otherwise
    assert (decided.terminal, decided.then.results, decided.now.results) == ("one", ("void",), ("win",))
    code, text = said(capsys, "audit", url, "--settle-again")
    assert code == 1 and "now needs sanction=void-the-wager|exclude|both" in text
    assert "with sanction=void-the-wager: it is settled as it was" in text


def test_who_is_meant_is_asked_for_where_it_was_not_stored(store: Store) -> None:
    (found,) = listed(store, contravened(stored="sanction=void-the-wager"))
    (wanted,) = found.found.wanted
    assert [*wanted.facts] == ["seat"]


def test_nothing_is_paid_and_nothing_written_by_it(store: Store, url: str) -> None:
    events = list(played(BLACKJACK, 3).journal)
    at = over(events)[0]
    events[at] = paid_more(events[at])  # type: ignore[arg-type]
    put(store, events)
    before = list(store.rows()), audit(store)
    assert len(settle_again(store).listed) == 1
    assert (list(store.rows()), audit(store)) == before


def test_what_was_paid_by_hand_stands_beside_it(store: Store) -> None:
    events = list(played(BLACKJACK, 3).journal)
    at = over(events)[0]
    one = paid_more(events[at])  # type: ignore[arg-type]
    events[at] = one
    paid = Posting("house:t", "cash", 100, "hand-paid")
    events.append(Posted((paid,), "terminal-1", "our mistake", "boss", "t", one.round))
    (found,) = listed(store, events)
    assert found.by_hand == {"terminal-1": 100}


def test_the_command_tells_text_and_json(store: Store, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    events = list(played(BLACKJACK, 3).journal)
    put(store, events)
    code, text = said(capsys, "audit", url, "--settle-again")
    assert code == 0 and "Every round is settled now as it was." in text and "otherwise 0" in text
    code, text = said(capsys, "audit", url, "--settle-again", "--json")
    told = json.loads(text)
    assert code == 0 and told["otherwise"] == [] and told["hash"] == store.head().hash
    assert told["rounds"] == sum(isinstance(event, RoundOver) for event in events)


def test_the_command_tells_each_wager_then_and_now(
    store: Store, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    events = list(played(BLACKJACK, 3).journal)
    at = over(events)[0]
    other = paid_more(events[at], "2.50")  # type: ignore[arg-type]
    events[at] = other
    put(store, events)
    code, text = said(capsys, "audit", url, "--settle-again")
    assert code == 1 and f"t, round {other.round} ({BLACKJACK})" in text and "Nothing is paid by this" in text
    code, text = said(capsys, "audit", url, "--settle-again", "--json")
    (one,) = json.loads(text)["otherwise"]
    (wager,) = one["settled"]
    then, now = (float(wager[when]["net"]) for when in ("then", "now"))
    assert code == 1 and then - now == 2.5 and wager["now"]["clauses"]
    assert wager["wager"] == "main" and wager["terminal"].startswith("terminal-")


def test_a_journal_that_was_changed_is_not_settled_again(
    store: Store, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(store, played(ROULETTE).journal)
    change(store, 12, place="elsewhere")
    code, text = said(capsys, "audit", url, "--settle-again")
    assert code == 2 and "entry 12 of the journal" in text and "--settle-again" not in text
