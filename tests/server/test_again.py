"""`croupier audit --settle-again`: rounds that the law as it is now settles otherwise, and no other."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import croupier
from croupier.cli import main
from croupier.equipment.money import parse_amount, show_amount
from croupier.families import ruleset
from croupier.floor import commands as ask
from croupier.floor.events import Event, Happened, Posted, RoundOver
from croupier.floor.ledger import Posting
from croupier.server.again import Listed, settle_again
from croupier.server.checking import audit
from croupier.server.store import Store
from croupier.table.events import DRAWS
from tests.conformance.players import a_card, draw
from tests.families import deals_cards, player_banks
from tests.floor.house import House, Players
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


# What an earlier house did in other words, or did not have to say.


def changed(events: list[Event], change: Callable[[Happened], str]) -> int:
    """Write acts in other words; how many."""
    number = 0
    for at, one in enumerate(events):
        if isinstance(one, Happened) and (text := change(one)) != one.text:
            events[at], number = msgspec.structs.replace(one, text=text), number + 1
    return number


def offered_first() -> dict[str, str]:
    """Games with a wager to which others on the box come first, and that wager."""
    found: dict[str, str] = {}
    for name in chosen_games():
        rules = ruleset(name)
        for wager in rules.names:
            row = rules.wager(wager)[0]
            if not hasattr(row, "offered_first_clause"):
                continue
            shared = row.needs and rules.wager(row.needs[0])[0].bettors != 1
            if shared and row.offered_first_clause and rules.offered(wager):
                found.setdefault(name, wager)
    return found


@pytest.mark.parametrize("name", offered_first())
def test_a_fact_that_an_act_needs_by_now_is_asked_for(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody had to say that those who come first to a side wager could make it."""
    wager = offered_first()[name]
    house = House()
    house.open(name)
    for terminal, seat in (("one", "1"), ("two", "1b"), ("three", "2")):
        house.seat(terminal, seats=(seat,))
    house.round()
    house.play("one", f"bet {ruleset(name).wager(wager)[0].needs[0]} 10")
    for _ in range(2):
        house.play("two", f"1b bet {wager} 5 offered=yes")
    house.finish()
    events = list(house.journal)
    assert changed(events, lambda one: one.text.removesuffix(" offered=yes")) == 2
    store = Store(url := str(tmp_path / "floor.db"))
    (found,) = listed(store, events)
    clause = ruleset(name).wager(wager)[0].offered_first_clause
    told = [(one.by, one.facts, one.clause) for one in found.found.wanted]
    assert told == [("two", {"offered": ("yes",)}, clause)] * 2
    assert not (found.found.refused or found.found.otherwise or found.found.stops)
    assert {answer: one.same for answer, one in found.found.by_fact.items()} == {
        "offered=yes, offered=yes": True
    }
    store.close()
    code, text = said(capsys, "audit", url, "--settle-again")
    assert code == 1 and f"(two) now needs offered=yes, which nobody stored [{clause}]" in text
    assert "with offered=yes, offered=yes: it is settled as it was" in text


@pytest.mark.parametrize("name", in_turn(chosen_games(), {*EVERY_TIME, "queensland/mississippi-stud"}))
def test_what_is_refused_now_and_changed_nothing_is_not_listed(name: str, tmp_path: Path) -> None:
    """A ruling without effect, and a card more than is dealt now: at Mississippi stud when all had folded."""
    events = list(played(name, 2).journal)
    for at in reversed(over(events)):
        end = events[at]
        assert isinstance(end, RoundOver)
        drawn = [
            one
            for one in events[:at]
            if isinstance(one, Happened) and one.round == end.round and one.text.split()[0] in DRAWS
        ]
        more = Happened(end.table, end.round, drawn[-1].group, drawn[-1].text, "dealer")
        none = msgspec.structs.replace(more, text="supervisor rule what-no-rulebook-knows", by="super")
        events[at:at] = [none, more]
    store = Store(str(tmp_path / "floor.db"))
    assert [one.found for one in listed(store, events)] == []
    store.close()


@pytest.mark.parametrize("answered", [True, False])
def test_who_did_not_answer_was_once_called_by_his_box(answered: bool, tmp_path: Path) -> None:
    """At casino war, the one game that asks all on a box and rules on who is away."""
    house = House()
    house.open("queensland/casino-war", mode="live")
    for terminal, seat in (("one", "1"), ("two", "1b")):
        house.seat(terminal, seats=(seat,))
    house.round()
    for terminal in ("one", "two"):
        house.play(terminal, "bet casino-war 10")
    for act in ("no-more-bets", "deal Kh", "deal Kd"):
        house.must(ask.Deal, "dealer", table="t", act=act)
    if answered:
        house.play("one", "1 war")
    one = house.floor.tables["t"].round
    assert one is not None
    house.now = one.deadline
    house.tick()
    for act in ("deal 9h", "deal 6s") if answered else ():
        house.must(ask.Deal, "dealer", table="t", act=act)
    # One ruling on the box was on all who shared it.
    events = [one for one in house.journal if not (isinstance(one, Happened) and one.text.endswith("seat=1"))]
    assert changed(events, lambda one: one.text.replace("seat=1b", "seat=1")) == 1
    store = Store(str(tmp_path / "floor.db"))
    assert listed(store, events) == []
    store.close()


LATE = [
    name
    for name in chosen_games()
    if "late-wager" in (rules := ruleset(name)).irregularities
    and not player_banks(croupier.game(name).built.playable)
    and not getattr(rules.setup, "equal", [])
    and "cover" not in rules.names
]
"""Games at which whoever sits down may make any of the first wagers by itself."""
UNCONFIRMED = {
    name: {"confirmed": "no"}
    for name in LATE
    if ruleset(name).irregularities["late-wager"].facts.get("confirmed")
}


def with_a_late_wager(name: str, seed: int) -> list[Event]:
    """A round at a live table in which one of the first wagers is found to have been late."""
    house, chance = House(seed), random.Random(f"{name} {seed}")
    house.open(name, mode="live")
    players = Players(house, [house.seat(terminal) for terminal in ("one", "two")], seed)
    table, ruled = players.table, False
    house.round()
    players.bet()
    for _ in range(300):
        one = table.round
        if one is None:
            return list(house.journal) if ruled else []
        room = house.core.room(table)
        at = room.groups.get("one", room.main)
        if not ruled and one.phase != "open" and at.play.wagers:
            late = at.play.wagers[0]
            facts = {"late": "made", "seat": late.whose, "wager": late.name, **UNCONFIRMED.get(name, {})}
            if not room.apart:
                facts["box"] = late.seat
            for told in (facts, {key: value for key, value in facts.items() if key != "box"}):
                ruled = (
                    ruled
                    or house.ask(ask.Rule, "super", table="t", irregularity="late-wager", facts=told).done
                )
            if not ruled:
                return []
        elif one.phase == "open":
            if not house.ask(ask.Deal, "dealer", table="t", act="no-more-bets").done:
                house.now = one.deadline
                house.tick()
        elif not (one.phase == "waits" and players.decide()):
            playable = room.game.playable
            if not deals_cards(playable):
                act = str(draw(playable, chance))
            elif room.main.draw_wanted:
                act = str(a_card(chance, room.main, 0))
            else:
                act = ""
            if not (act and house.ask(ask.Deal, "dealer", table="t", act=act).done):
                house.now = max(house.now + 1000, one.deadline)
                house.tick()
    return []


@pytest.mark.parametrize("name", in_turn(LATE, EVERY_TIME | {"house/red-dog"}))
def test_a_late_wager_of_a_house_that_did_not_say_what_was_late(name: str, tmp_path: Path) -> None:
    """Without its ruling the cards may fit no more. It is told all the same what each answer comes to."""
    for seed in range(8):
        events = with_a_late_wager(name, seed)
        if events:
            break
    else:
        raise AssertionError("nothing was bet")
    assert changed(events, lambda one: one.text.replace(" late=made", "")) == 1
    store = Store(str(tmp_path / "floor.db"))
    (found,) = listed(store, events)
    (wanted,) = found.found.wanted
    assert wanted.facts == {"late": ("made", "increased", "withdrawn")}
    assert found.found.by_fact["late=made"].same, found.found.by_fact["late=made"]
    store.close()


def test_rulings_that_read_alike_are_told_apart_by_their_terminals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each terminal has a layout of its own, on which it is the first person."""
    house = House()
    house.open(ROULETTE, mode="live")
    terminals = [house.seat(terminal) for terminal in ("one", "two", "three", "four")]
    house.round()
    for terminal in terminals:
        house.play(terminal, "bet red 10")
    house.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    for seat in "1234":
        facts = {"seat": seat, "wager": "red", "late": "made"}
        house.must(ask.Rule, "super", table="t", irregularity="late-wager", facts=facts)
    house.must(ask.Deal, "dealer", table="t", act="spin 1")
    events = list(house.journal)
    assert changed(events, lambda one: one.text.replace(" late=made", "")) == 4
    store = Store(url := str(tmp_path / "floor.db"))
    (found,) = listed(store, events)
    assert [one.terminal for one in found.found.wanted] == terminals
    ((answer, settled),) = found.found.by_fact.items()
    assert answer == ", ".join(["late=made"] * 4) and settled.same
    store.close()
    code, text = said(capsys, "audit", url, "--settle-again")
    assert code == 1 and "(super) at terminal four now needs late=" in text
    code, text = said(capsys, "audit", url, "--settle-again", "--json")
    assert [one["terminal"] for one in json.loads(text)["otherwise"][0]["asks"]] == terminals


def test_a_wager_that_a_correction_left_is_that_of_its_terminal(store: Store) -> None:
    """Two layouts, and the same wager on both: by the right throw one could not have been made."""
    house = House()
    house.open("queensland/craps", mode="live")
    for terminal in ("one", "two"):
        house.seat(terminal)
    for one, two, throw in (
        ("win", "win", "2-2"),
        ("field", "come", "4-4"),
        ("come", "come", "5-3"),
        ("odds-come:8", "odds-come:8", "4-4"),
    ):
        house.round()
        house.play("one", f"bet {one} 10")
        house.play("two", f"bet {two} 10")
        for act in ("dice-out", f"roll {throw}"):
            house.must(ask.Deal, "dealer", table="t", act=act)
    right = {"table": "t", "round": 3, "draws": ("roll 5-6",), "reason": "the film", "impossible": "left"}
    made = house.must(ask.ProposeCorrection, "super", **right).given["correction"]
    told = house.must(ask.ApproveCorrection, "boss", correction=made).given["listed"]
    assert told == ["round 4: 1 bet odds-come:8 10 (one)"]
    assert listed(store, list(house.journal)) == []


def test_commission_that_is_marked_is_money(
    store: Store, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is collected before a later shuffle, with what was marked."""
    house = House()
    house.open("bahamas/punto-banco", mode="live", options={"commission-taken": "before-the-shuffle"})
    house.seat("one")
    for bet in (True, False):
        house.round()
        if bet:
            house.play("one", "bet banker 100")
            for act in ("no-more-bets", "deal Th", "deal Jd", "deal 3c", "deal 9s"):
                house.must(ask.Deal, "dealer", table="t", act=act)
        else:
            house.finish()
    events = list(house.journal)
    at = next(at for at, event in enumerate(events) if isinstance(event, RoundOver))
    end = events[at]
    assert isinstance(end, RoundOver) and end.after[""]["owed"] == {"1": "5"}
    events[at] = msgspec.structs.replace(end, after={"": {**end.after[""], "owed": {"1": "6"}}})
    (found,) = [one for one in listed(store, events) if one.round == end.round]
    (marked,) = found.found.stands
    assert (marked.who, marked.wager, marked.terminal) == ("1", "commission", "one")
    assert (marked.then, marked.now) == (600, 500) and not found.found.otherwise
    code, text = said(capsys, "audit", url, "--settle-again")
    assert code == 1 and "seat 1, commission, terminal one: 6 stood after the round; now 5 would" in text
