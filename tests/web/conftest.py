"""A floor for browsers, whose time a test moves on; and somebody with a browser of his own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from croupier.floor import commands as ask
from croupier.floor.core import Core
from croupier.server import app, rendering
from tests.outside import browser, missing
from tests.server.floors import PATIENCE
from tests.server.running import PASSWORD, Running, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SHOTS = Path(__file__).parents[2] / "out" / "screenshots"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "wide": (1440, 900), "wall": (1920, 1080)}
LONG = 60_000
"""Milliseconds for which a table waits: until the test says that they are over."""


class Clock:
    """The time of a floor: it stands, however slow the machine is, until a test moves it on."""

    def __init__(self) -> None:
        self.began = int(time.time() * 1000)
        self.ahead = 0

    def now(self) -> int:
        return self.began + self.ahead


class House(Running):
    """A floor whose periods are long, and over when a test says so."""

    clock: Clock

    def until(self, function: Callable[[Core], Any], what: str) -> Any:
        """Wait for something to be so at the floor."""
        end = time.monotonic() + PATIENCE
        while not (found := self.read(function)):
            assert time.monotonic() < end, what
            self.tick()
        return found

    def tick(self) -> None:
        """What time moves on is moved on now."""
        self.runner.submit(ask.Tick(id=f"test {time.time_ns()}", by="system")).result(PATIENCE)
        time.sleep(0.01)

    def pass_time(self, table: str) -> None:
        """Let the time run out for which a table waits now:
        for bets, for a decision, or until the next round.
        """
        before = self.read(lambda core: core.table(table).round)
        if before is None:
            last = self.read(lambda core: core.table(table).past.get(core.table(table).number))
            until = last.over_at + self.read(lambda core: core.table(table).setup.pause) if last else 0
        else:
            until = before.deadline
        self.clock.ahead += max(0, until - self.clock.now())
        self.tick()

    def no_more_bets(self, table: str) -> None:
        """The time for bets is over."""
        self.pass_time(table)
        self.until(
            lambda core: core.table(table).round is None or core.table(table).round.phase != "open",
            f"{table} stays open",
        )

    def next_round(self, table: str) -> None:
        """Bets are taken again, whatever was to be decided."""
        for _ in range(60):
            if self.read(
                lambda core: core.table(table).round is not None and core.table(table).round.phase == "open"
            ):
                return
            self.pass_time(table)
        raise AssertionError(f"{table} does not open")

    def finish(self, table: str) -> None:
        """Play the round in hand to its end, with nobody deciding anything any more."""
        number = self.read(lambda core: core.table(table).number)
        for _ in range(200):
            if self.read(lambda core: core.table(table).round is None or core.table(table).number != number):
                return
            self.pass_time(table)
        raise AssertionError(f"{table} does not end its round")


def opened(patch: pytest.MonkeyPatch, seed: int = 11) -> Iterator[House]:
    """A floor that listens to a clock of its own."""
    with running(seed=seed) as one:
        one.__class__ = House
        one.clock = clock = Clock()
        one.runner.now = clock.now
        for module in (app, rendering):
            patch.setattr(module, "now_ms", clock.now)
        yield one


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser. Floors for browsers ask for it first: none is opened where it is missing."""
    if not (program := browser()):
        missing("chromium", "neither chromium nor chromium-browser is in PATH")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        missing("chromium", f"playwright, which starts it, cannot be imported ({error})")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=ARGS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def house(chromium: Browser) -> Iterator[House]:
    patch = pytest.MonkeyPatch()
    for one in opened(patch):
        for name, table in {
            "bahamas/roulette": "roulette",
            "house/baccarat": "baccarat",
            "house/craps": "craps",
            "house/blackjack": "blackjack",
            "house/sic-bo": "sic-bo",
            "house/big-six": "big-six",
        }.items():
            one.table(name, table, betting=LONG, deciding=LONG, pause=LONG)
        one.table("queensland/roulette", "collects", betting=LONG, pause=LONG, collect=True)
        one.table("bahamas/roulette", "live", mode="live", betting=LONG, title="Live roulette", pause=LONG)
        one.table(
            "house/blackjack",
            "live-cards",
            mode="live",
            betting=LONG,
            deciding=LONG,
            title="Live blackjack",
            pause=LONG,
        )
        one.table(
            "great-britain/three-card-poker",
            "live-poker",
            mode="live",
            betting=LONG,
            deciding=LONG,
            title="Live three card poker",
            pause=LONG,
        )
        yield one
    patch.undo()


class Somebody:
    """A browser of somebody's own; whatever it complains about is a failure."""

    def __init__(self, chromium: Browser, house: Running, size: str = "wide", dark: bool = True) -> None:
        wide, tall = SIZES[size]
        self.house, self.who, self.table = house, "", ""
        self.context: BrowserContext = chromium.new_context(
            viewport={"width": wide, "height": tall},
            color_scheme="dark" if dark else "light",
            has_touch=size == "phone",
            reduced_motion="reduce",
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console",
            lambda message: self.complaints.append(message.text) if message.type == "error" else None,
        )

    # Coming and going.

    def terminal(self, name: str, amount: int = 100_000) -> Somebody:
        """Become a terminal, as its link does it; the page comes when somebody sits down."""
        self.who = name
        answer = self.context.request.post(
            f"{self.house.url}/api/enrol",
            data={"code": self.house.terminal(name, amount)},
            headers={"origin": self.house.url},
        )
        assert answer.ok, answer.text()
        return self

    def lobby(self) -> Somebody:
        self.page.goto(self.house.url)
        self.page.wait_for_selector("#credits:not(:empty)")
        self.page.wait_for_selector("[data-table]")
        return self

    def sign_in(self, person: str) -> Somebody:
        self.page.goto(self.house.url)
        self.page.get_by_label("Name").fill(person)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").last.click()
        self.page.wait_for_url("**/*.html")
        self.page.wait_for_selector(".bar")
        return self

    def sit(self, table: str) -> Somebody:
        if self.table:
            self.up()
        self.table = table
        self.page.goto(f"{self.house.url}/play.html?table={table}")
        self.page.wait_for_selector(".spot")
        return self

    def up(self) -> None:
        """Leave the table, once the round in hand is over."""
        table, self.table = self.table, ""
        if isinstance(self.house, House) and self.house.read(
            lambda core: core.table(table).seats_of(self.who)
        ):
            if self.house.read(
                lambda core: (
                    core.table(table).setup.mode == "automatic"
                    and core.table(table).round is not None
                    and any(one.by == self.who for one in core.table(table).round.events)
                )
            ):
                self.house.finish(table)
            self.house.must(ask.Leave, self.who, table=table)

    def leave(self) -> None:
        self.context.close()
        if self.table:
            self.up()
        assert not self.complaints, self.complaints

    # Playing.

    def spot(self, wager: str) -> Locator:
        return self.page.locator(f'.spot[data-wager="{wager}"]:not(.theirs)').first

    def bet(self, wager: str) -> None:
        """Lay a chip."""
        self.betting()
        self.spot(wager).dispatch_event("click")
        self.page.wait_for_selector(f'.spot[data-wager="{wager}"] .chip:not(.theirs)')

    def betting(self) -> None:
        """Wait until bets are taken."""
        if isinstance(self.house, House):
            self.house.next_round(self.table)
        self.page.wait_for_selector("body.betting")

    def decide(self, answer: Callable[[list[str]], str]) -> None:
        """Answer whatever is asked until the round is over."""
        end = time.monotonic() + PATIENCE
        while not self.house.read(lambda core: core.table(self.table).round is None):
            assert time.monotonic() < end, "the round does not end"
            buttons = self.page.locator(".decision:visible:enabled")
            if not buttons.count():
                self.page.wait_for_timeout(20)
                continue
            found = buttons.all_text_contents()
            asked = self.house.read(
                lambda core: len(core.table(self.table).round.events) if core.table(self.table).round else -1
            )
            self.page.locator(".decision:visible:enabled").nth(found.index(answer(found))).click()
            self.house.until(
                lambda core, asked=asked: (
                    core.table(self.table).round is None or len(core.table(self.table).round.events) != asked
                ),
                "nothing came of a decision",
            )  # type: ignore[misc]  # mypy does not infer a default
            self.page.wait_for_timeout(80)
        number = self.house.read(lambda core: core.table(self.table).number)
        self.page.wait_for_selector(f'body[data-phase="over"][data-round="{number}"]')

    # Looking.

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def text(self, name: str) -> str:
        return (self.page.locator(f"#{name}").text_content() or "").replace(" ", "")

    def said(self, selector: str) -> str:
        return " ".join((self.page.locator(selector).first.text_content() or "").split())

    def shoot(self, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png", animations="disabled")

    def shoot_all(self, name: str, sizes: tuple[str, ...] = ("phone", "tablet", "wide")) -> None:
        """A picture in every size, dark and light; in none of them the page scrolls sideways."""
        for size in sizes:
            wide, tall = SIZES[size]
            self.page.set_viewport_size({"width": wide, "height": tall})
            self.page.wait_for_function("() => !document.querySelector('table-felt.drawing')")
            self.fits()
            for scheme in ("dark", "light"):
                self.page.emulate_media(color_scheme=scheme)
                self.shoot(f"{name}-{wide}-{scheme}")
        wide, tall = SIZES["wide"]
        self.page.set_viewport_size({"width": wide, "height": tall})

    def fits(self) -> None:
        """Nothing makes the page scroll sideways."""
        assert self.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (
            f"{self.page.url} is wider than its window of {self.page.viewport_size}"
        )
