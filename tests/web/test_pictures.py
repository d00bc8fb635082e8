"""A picture of every page in three sizes, dark and light, for people to look at: out/screenshots.

No page scrolls sideways in any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.floor import commands as ask
from tests.web.conftest import House, Somebody

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BETS = {
    "roulette": ["red", "straight:17", "straight:20", "split:5-8"],
    "baccarat": ["banker", "tie"],
    "craps": ["pass-line", "field"],
    "sic-bo": ["big", "total-10"],
    "big-six": [],
    "blackjack": ["main"],
}


@pytest.mark.deep
def test_pictures_of_the_door_and_the_lobby(chromium: Browser, house: House) -> None:
    door = Somebody(chromium, house)
    door.page.goto(house.url)
    door.page.wait_for_selector("[data-table]")
    door.shoot_all("door")
    door.leave()
    guest = Somebody(chromium, house).terminal("guest").lobby()
    guest.shoot_all("lobby")
    guest.leave()


@pytest.mark.deep
@pytest.mark.parametrize("table", list(BETS))
def test_pictures_of_a_terminal_and_its_display(chromium: Browser, house: House, table: str) -> None:
    player = Somebody(chromium, house).terminal(f"shot-{table}").sit(table)
    page = player.page

    def bets() -> None:
        player.betting()
        found = [wager for wager in BETS[table] if page.locator(f'.spot[data-wager="{wager}"]').count()]
        for wager in found or [
            page.locator(".spot:not(.later):not(.theirs)").first.get_attribute("data-wager") or ""
        ]:
            player.bet(wager)

    before = {
        "baccarat": (40, "banker"),
        "roulette": (30, "red"),
        "craps": (12, "field"),
        "sic-bo": (12, "big"),
    }.get(table, (0, ""))
    for _ in range(before[0]):
        # Something that came before.
        house.next_round(table)
        house.must(ask.Play, player.who, table=table, act=f"bet {before[1]} 5")
        house.finish(table)
    bets()
    player.shoot_all(f"play-{table}")
    house.no_more_bets(table)
    if table == "blackjack":
        page.wait_for_selector(".decision, #outcome.seen")
        player.shoot_all("play-blackjack-decision")
        player.decide(lambda found: "Stand" if "Stand" in found else found[-1])
    page.wait_for_selector("#outcome.seen")
    page.evaluate(
        "() => { window.later = window.setTimeout; window.setTimeout = () => 0; }"
    )  # what is seen for a while stays
    player.shoot_all(f"play-{table}-after")
    page.evaluate("() => { window.setTimeout = window.later; }")
    if table == "roulette":
        player.press("Rules")
        page.wait_for_selector("dialog td.number:has-text('%')")
        player.shoot_all("rules")
        page.keyboard.press("Escape")
        player.press("Recall")
        page.locator("details.round summary").first.click()
        player.shoot_all("recall")
        page.keyboard.press("Escape")
        player.press("Cash out")
        player.shoot_all("cash-out")
        page.keyboard.press("Escape")
    wall = Somebody(chromium, house)
    wall.page.goto(f"{house.url}/display.html?table={table}")
    wall.page.wait_for_selector("#title:not(:text('…'))")
    wall.page.wait_for_selector(".history svg" if before[0] else ".felt, .pocket")
    wall.shoot_all(f"display-{table}", ("phone", "tablet", "wide", "wall"))
    wall.leave()
    player.leave()


@pytest.mark.deep
@pytest.mark.parametrize(
    ("person", "wanted"),
    [
        ("dealer", "#phase"),
        ("helper", "table"),
        ("boss", "table"),
        ("super", "table"),
        ("watch", ".verdict .tag"),
    ],
)
def test_pictures_of_the_consoles(chromium: Browser, house: House, person: str, wanted: str) -> None:
    name = f"calls-{person}"
    house.terminal(name)
    house.must(ask.CallAttendant, name)
    staff = Somebody(chromium, house).sign_in(person)
    staff.page.wait_for_selector(wanted)
    staff.shoot_all(person)
    for tab in staff.page.get_by_role("tab").all()[1:]:
        tab.click()
        staff.page.wait_for_selector(".tab-body table, .tab-body details, .tab-body p")
        staff.shoot_all(f"{person}-{(tab.text_content() or '').lower()}")
    staff.leave()
