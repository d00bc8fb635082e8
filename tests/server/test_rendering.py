"""Views as they are sent: what is kept of them is never old, and whoever sees something different is told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from croupier.floor import commands as ask
from croupier.floor import views
from croupier.floor.events import Event
from croupier.server.auth import Session
from croupier.server.feeds import Feed
from croupier.server.rendering import BOOK, FLOOR, Renderer, touched
from tests.floor.house import House, Players

ROULETTE, BLACKJACK, BACCARAT, JACKPOT = (
    "queensland/roulette",
    "house/blackjack",
    "house/baccarat",
    "bahamas/caribbean-stud",
)


def feed(who: str, kind: str, **wanted: Any) -> Feed:
    made = Feed(Session("token", who, kind, "", 0, 0) if who else None)
    made.watch(wanted)
    return made


class Watched(House):
    """A floor that several look at: after every command each view is what a fresh one would be,
    and nobody's view changes without his being told.
    """

    def __init__(self, feeds: Sequence[Feed], seed: int = 1) -> None:
        super().__init__(seed)
        self.renderer, self.feeds = Renderer(), feeds
        self.seen: dict[int, Any] = {}
        self.looked = 0

    def ask(self, kind: type[ask.Command], by: str, **more: Any) -> Any:
        answer = super().ask(kind, by, **more)
        self.check(list(answer.events))
        return answer

    def check(self, events: list[Event]) -> None:
        if not events:
            return
        self.renderer.forget(events)
        keys = touched(events)
        for number, one in enumerate(self.feeds):
            sent, fresh = view(self.renderer, self, one), view(Renderer(), self, one)
            assert sent == fresh
            if self.seen.get(number, fresh) != fresh:
                assert keys & one.keys, (one.who, keys, [type(event).__name__ for event in events])
            self.seen[number] = fresh
            self.looked += 1


def view(renderer: Renderer, house: House, one: Feed) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(renderer.view(house.core, one))["view"]
    found.pop("now")
    return found


@pytest.mark.parametrize("name", [ROULETTE, BLACKJACK, BACCARAT, JACKPOT])
@pytest.mark.parametrize("collect", [False, True])
def test_what_is_kept_of_a_view_is_never_old_and_whoever_sees_a_change_is_told(
    name: str, collect: bool
) -> None:
    feeds = [feed(f"terminal-{number}", "terminal", tables=["t", "u"]) for number in range(3)]
    feeds += [
        feed("", "", tables=["t"], lobby=True),
        feed("dealer", "person", tables=["u"], deals=True),
        feed("watch", "person", books=True, tables=["t"], lobby=True),
    ]
    house = Watched(feeds, 3)
    house.open(name, collect=collect)
    house.open(BLACKJACK if name == ROULETTE else ROULETTE, "u")
    terminals = [house.seat(f"terminal-{number}") for number in range(3)]
    Players(house, terminals, 3).rounds(3)
    chance = random.Random(5)
    house.must(ask.TakeCash, "helper", terminal="terminal-1", amount=500)
    house.ask(ask.PrintVoucher, "terminal-2")
    house.must(ask.ReportFault, "super", table="t", why="smoke")
    house.must(ask.ClearFault, "super", table="t")
    house.must(ask.ReportFault, "super", terminal="terminal-0", why="screen")
    house.must(ask.ClearFault, "super", terminal="terminal-0")
    last = max(number for number, one in house.floor.tables["t"].past.items() if one.events)
    if name == ROULETTE:
        house.must(
            ask.ProposeCorrection,
            "super",
            table="t",
            round=last,
            draws=(f"spin {chance.randrange(1, 36)}",),
            reason="misread",
        )
        house.must(ask.ApproveCorrection, "boss", correction=1)
    house.must(ask.ChangeTable, "boss", table="t", open=False)
    house.ask(ask.Leave, "terminal-1", table="t")
    assert house.looked > 200


def test_a_view_that_is_sent_is_the_view_of_the_floor() -> None:
    house = House(2)
    house.open(BLACKJACK)
    Players(house, [house.seat(f"terminal-{number}") for number in range(3)], 2).rounds(3)
    house.round()
    whole, sent = (
        views.table_view(house.core, "t", "terminal-1"),
        view(Renderer(), house, feed("terminal-1", "terminal", tables=["t"]))["tables"]["t"],
    )
    plain = msgspec.json.decode(msgspec.json.encode(whole))
    assert {key: sent[key] for key in plain} == {**plain, "results": plain["results"][-40:]}
    assert view(Renderer(), house, feed("terminal-1", "terminal", tables=["no-such"]))["tables"] == {}


def test_a_wager_on_a_layout_of_ones_own_is_told_to_that_terminal_alone() -> None:
    house = House()
    house.open(ROULETTE)
    terminals = [house.seat(f"terminal-{number}") for number in range(2)]
    house.next_round()
    keys = touched(house.play(terminals[0], "bet red 10").events)
    assert keys == {"terminal terminal-0", BOOK} and FLOOR not in keys
