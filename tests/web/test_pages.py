"""The pages in a real browser: somebody buys in, plays and cashes out; two at one table; a line that breaks; and a picture of every page.

The pictures go to out/screenshots, for people to look at.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.floor import commands as ask
from tests.server.running import PASSWORD, Running, running

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
SHOTS = Path(__file__).parents[2] / "out" / "screenshots"
SIZES = {"phone": (390, 844), "wide": (1440, 900)}

try:
    from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, WebSocketRoute, sync_playwright
except ImportError:
    sync_playwright = None  # type: ignore[assignment]

if not CHROMIUM or sync_playwright is None:
    if os.environ.get("CROUPIER_CI") == "1":
        raise RuntimeError("the pages are tested in Chromium with playwright, and one of them is missing")
    pytest.skip("no Chromium, or no playwright: the pages are not tested here", allow_module_level=True)


@pytest.fixture(scope="module")
def house() -> Iterator[Running]:
    with running(seed=11) as one:
        one.table("bahamas/roulette", "roulette", betting=5000, pause=2500)
        one.table("queensland/roulette", "collects", betting=5000, pause=2500, collect=True)
        one.table("house/blackjack", "blackjack", betting=3000, deciding=8000, pause=3000)
        one.table("house/baccarat", "baccarat", betting=4000, pause=2000)
        one.table("house/craps", "craps", betting=4000, pause=2000)
        one.table("bahamas/roulette", "live", mode="live", betting=4000, title="Live roulette")
        one.table("house/blackjack", "live-cards", mode="live", betting=4000, title="Live blackjack")
        yield one


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


class Somebody:
    """A browser of somebody's own; whatever it complains about is a failure."""

    def __init__(self, chromium: Browser, house: Running, size: str = "wide", dark: bool = True) -> None:
        wide, tall = SIZES[size]
        self.house, self.name = house, f"{size}-{'dark' if dark else 'light'}"
        self.context: BrowserContext = chromium.new_context(viewport={"width": wide, "height": tall}, color_scheme="dark" if dark else "light", has_touch=size == "phone")
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type == "error" else None)

    def terminal(self, name: str, amount: int = 100_000) -> Somebody:
        self.page.goto(f"{self.house.url}/#enrol={self.house.terminal(name, amount)}")
        self.page.wait_for_selector("#credits")
        self.page.wait_for_selector("[data-table]")
        return self

    def sign_in(self, person: str) -> Somebody:
        self.page.goto(self.house.url)
        self.page.get_by_label("Name").fill(person)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign in").last.click()
        self.page.wait_for_url("**/*.html")
        return self

    def sit(self, table: str) -> Somebody:
        self.page.goto(f"{self.house.url}/play.html?table={table}")
        self.page.wait_for_selector(".spot")
        return self

    def bet(self, wager: str) -> None:
        """A bet that comes too late for one round is made in the next."""
        for _ in range(4):
            self.page.wait_for_selector("body.betting")
            self.page.locator(f'.spot[data-wager="{wager}"]:not(.theirs)').first.dispatch_event("click")
            try:
                self.page.wait_for_selector(f'.spot[data-wager="{wager}"] .chip:not(.theirs)', timeout=2500)
                return
            except TimeoutError:
                continue
        raise AssertionError(f"no bet on {wager} was taken")

    def shoot(self, name: str, whole: bool = False) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.wait_for_timeout(250)
        self.page.screenshot(path=SHOTS / f"{name}-{self.name}.png", full_page=whole)

    def fits(self) -> None:
        """Nothing makes the page scroll sideways."""
        assert self.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), f"{self.page.url} is wider than its window"

    def text(self, name: str) -> str:
        return (self.page.locator(f"#{name}").text_content() or "").replace(" ", "")

    def leave(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints


def test_a_person_buys_in_plays_roulette_and_blackjack_and_cashes_out(chromium: Browser, house: Running) -> None:
    giver = Somebody(chromium, house).terminal("giver").sit("roulette")
    giver.page.get_by_role("button", name="Cash out").click()
    giver.page.get_by_role("button", name="Print voucher").click()
    number = (giver.page.locator(".voucher code").text_content() or "").replace(" ", "")
    giver.leave()
    player = Somebody(chromium, house).terminal("player", 0).sit("roulette")
    assert player.text("credits") == "0"
    player.page.get_by_role("button", name="Buy in").click()
    player.page.get_by_label("Voucher number").fill(number)
    player.page.get_by_role("button", name="Add to credits").click()
    player.page.wait_for_selector("dialog", state="detached")
    player.bet("red")
    player.bet("straight:17")
    player.page.wait_for_selector("#staked:text('10')")
    assert player.text("credits") == "990"
    player.page.get_by_role("button", name="Undo").click()
    player.page.wait_for_selector("#staked:text-is('5')")
    player.page.get_by_role("button", name="Double").click()
    player.page.wait_for_selector("#staked:text-is('10')")
    player.page.wait_for_selector("text=No more bets")
    player.page.wait_for_selector("#outcome.seen")
    player.page.locator("#last summary").first.click()
    assert "reg 6(2)" in (player.page.locator("#last").text_content() or "")
    assert player.text("last-bet") == "10"
    player.page.wait_for_selector("body.betting")
    player.page.get_by_role("button", name="Repeat").click()
    player.page.wait_for_selector("#staked:text-is('10')")
    player.page.get_by_role("button", name="Clear").click()
    player.page.wait_for_selector("#staked:text-is('0')")
    player.page.get_by_role("button", name="Rules").click()
    player.page.wait_for_selector("text=5.263 %")
    player.page.keyboard.press("Escape")
    player.sit("blackjack")
    for _ in range(6):
        player.bet("main")
        player.page.wait_for_selector("body:not(.betting)")
        player.page.wait_for_selector(".decision, #outcome.seen")
        if player.page.locator(".decision.stand").count():
            player.page.locator(".decision.stand").first.click()
            player.page.wait_for_selector("#outcome.seen")
            break
        player.page.wait_for_selector("body.betting")
    player.page.wait_for_selector(".place[data-place=dealer] use")
    player.page.get_by_role("button", name="Recall").click()
    player.page.wait_for_selector("details.round")
    player.page.keyboard.press("Escape")
    player.page.get_by_role("button", name="Cash out").click()
    player.page.get_by_role("button", name="Print voucher").click()
    player.page.wait_for_selector(".voucher code")
    player.page.wait_for_selector("#credits:text-is('0')")
    player.leave()


def test_two_people_at_one_table(chromium: Browser, house: Running) -> None:
    one, two = Somebody(chromium, house).terminal("left").sit("blackjack"), Somebody(chromium, house).terminal("right").sit("blackjack")
    one.page.wait_for_selector(".spot.theirs")
    one.bet("main")
    two.page.wait_for_selector(".chip.theirs")
    two.bet("main")
    one.page.wait_for_selector(".chip.theirs")
    assert one.text("staked") == two.text("staked") == "5"
    one.leave()
    two.leave()


def test_a_line_that_breaks_in_the_middle_of_a_bet(chromium: Browser, house: Running) -> None:
    player = Somebody(chromium, house).terminal("broken")
    broken: list[str] = []

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def sent(message: str | bytes) -> None:
            server.send(message)
            if '"play"' in str(message) and not broken:
                # The bet is on its way, and its answer never comes back.
                broken.append(str(message))
                socket.close()

        socket.on_message(sent)

    player.page.route_web_socket("**/api/feed", line)
    player.sit("roulette")
    player.bet("red")
    player.bet("black")
    assert broken
    assert player.text("staked") == "10"
    player.page.reload()
    player.page.wait_for_selector('.spot[data-wager="red"] .chip')
    assert player.text("staked") == "10"
    player.leave()


def test_a_wager_is_collected(chromium: Browser, house: Running) -> None:
    player = Somebody(chromium, house, "phone").terminal("collector").sit("collects")
    for _ in range(8):
        player.bet("red")
        player.bet("black")
        player.page.wait_for_selector("#outcome.seen")
        if player.page.locator("#collect:visible").count():
            player.page.locator("#collect").click()
            player.page.wait_for_selector("#collect", state="hidden")
            break
        player.page.wait_for_selector("#outcome:not(.seen)", state="attached")
    else:
        raise AssertionError("nothing was ever won")
    player.leave()


def test_the_keyboard_is_enough(chromium: Browser, house: Running) -> None:
    player = Somebody(chromium, house).terminal("keys").sit("roulette")
    player.page.wait_for_selector("body.betting")
    spot = player.page.locator('.spot[data-wager="red"]')
    spot.focus()
    player.page.keyboard.press("Enter")
    player.page.wait_for_selector('.spot[data-wager="red"] .chip')
    assert "my bet 5" in (spot.get_attribute("aria-label") or "")
    player.page.keyboard.press("Delete")
    player.page.wait_for_selector("#staked:text-is('0')")
    player.leave()


def test_a_dealer_enters_what_came(chromium: Browser, house: Running) -> None:
    player = Somebody(chromium, house).terminal("watcher").sit("live")
    dealer = Somebody(chromium, house).sign_in("dealer")
    dealer.page.on("dialog", lambda shown: shown.accept())
    player.bet("straight:17")
    dealer.page.get_by_role("button", name="No more bets").click()
    dealer.page.locator('[data-draw="17"]').click()
    player.page.wait_for_selector("#outcome.seen .win")
    assert player.text("last-won") == "175"
    player.leave()
    dealer.leave()


def test_a_dealer_enters_cards(chromium: Browser, house: Running) -> None:
    player = Somebody(chromium, house).terminal("at-cards").sit("live-cards")
    dealer = Somebody(chromium, house).sign_in("dealer")
    dealer.page.select_option("#choose", "live-cards")
    player.bet("main")
    dealer.page.get_by_role("button", name="No more bets").click()
    dealer.page.wait_for_selector(".deck")
    dealer.shoot("dealer-cards")
    for number, card in enumerate(("Th", "6c", "9d"), 1):
        dealer.page.locator(f'.deck [data-draw="{card}"]').click()
        dealer.page.wait_for_selector(f"#so-far .card:nth-child({number})")
    player.page.wait_for_selector('.place[data-place="dealer"] use')
    player.leave()
    dealer.leave()


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
@pytest.mark.parametrize("size", list(SIZES))
def test_a_picture_of_every_page(chromium: Browser, house: Running, size: str, dark: bool) -> None:
    door = Somebody(chromium, house, size, dark)
    door.page.goto(house.url)
    door.page.wait_for_selector("[data-table]")
    door.fits()
    door.shoot("door")
    for table in ("roulette", "baccarat"):
        door.page.goto(f"{house.url}/display.html?table={table}")
        door.page.wait_for_selector("#title:not(:text('…'))")
        door.fits()
        door.shoot(f"display-{table}")
    door.leave()
    player = Somebody(chromium, house, size, dark).terminal(f"shot-{size}-{'d' if dark else 'l'}")
    player.shoot("lobby")
    for table, wagers in {"roulette": ["red", "straight:17", "straight:20"], "baccarat": ["banker", "tie"], "craps": ["pass-line", "field"], "blackjack": ["main"]}.items():
        player.sit(table)
        for wager in wagers:
            if player.page.locator(f'.spot[data-wager="{wager}"]').count():
                player.bet(wager)
        player.fits()
        player.shoot(f"play-{table}")
        player.page.wait_for_selector("#outcome.seen, .decision")
        player.page.wait_for_timeout(400)
        player.shoot(f"play-{table}-after")
    player.page.get_by_role("button", name="Rules").click()
    player.page.wait_for_selector("dialog td.number")
    player.shoot("rules")
    player.page.keyboard.press("Escape")
    player.page.get_by_role("button", name="Recall").click()
    player.page.wait_for_selector("details.round")
    player.page.locator("details.round summary").first.click()
    player.shoot("recall")
    player.context.close()
    house.must(ask.CallAttendant, f"shot-{size}-{'d' if dark else 'l'}")
    for person, wanted in {"dealer": "#phase", "helper": "table", "boss": "table", "watch": ".verdict"}.items():
        staff = Somebody(chromium, house, size, dark).sign_in(person)
        staff.page.wait_for_selector(wanted)
        staff.fits()
        staff.shoot(person)
        for tab in staff.page.get_by_role("tab").all()[1:]:
            tab.click()
            staff.page.wait_for_timeout(300)
            staff.fits()
            staff.shoot(f"{person}-{(tab.text_content() or '').lower()}")
        staff.leave()
