"""What everybody can use: names, focus, live regions, contrast, motion."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from croupier.felt import styles
from tests.web.conftest import House, Somebody

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WEB = Path(__file__).parents[2] / "src" / "croupier" / "web"

NAMELESS = """() => {
  const text = (id) => document.getElementById(id)?.textContent || "";
  const said = (one) => one.getAttribute("aria-label") || one.getAttribute("title") || one.textContent || "";
  const named = (one) => said(one).trim()
    || [...(one.labels || [])].map((label) => label.textContent.trim()).join("")
    || (one.getAttribute("aria-labelledby") || "").split(" ").map(text).join("");
  const wanted = "button, a[href], input, select, textarea, [role=button], [role=tab], [role=radio], "
    + "[role=img], svg[aria-label], dialog, img";
  return [...document.querySelectorAll(wanted)]
    .filter((one) => !one.closest("[hidden], [aria-hidden=true]"))
    .filter((one) => one.getAttribute("alt") !== "" && !named(one))
    .map((one) => one.outerHTML.slice(0, 120));
}"""
"""What can be pressed or seen, and has no name."""

STRUCTURE = """() => ({
  title: document.title,
  lang: document.documentElement.lang,
  mains: document.querySelectorAll("main").length,
  headings: document.querySelectorAll("h1").length,
  twice: [...document.querySelectorAll("[id]")].map((one) => one.id)
    .filter((id, at, all) => all.indexOf(id) !== at),
  tabindex: [...document.querySelectorAll("[tabindex]")]
    .filter((one) => Number(one.getAttribute("tabindex")) > 0).length,
  live: document.querySelectorAll("[aria-live], [role=status], [role=alert]").length,
})"""


def walked(one: Somebody) -> list[tuple[str, str]]:
    """The accessibility tree as the browser tells it: role and name of everything in it."""
    session = one.context.new_cdp_session(one.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        (node.get("role", {}).get("value", ""), node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored")
    ]


def check(one: Somebody) -> list[tuple[str, str]]:
    """What holds for every page."""
    assert one.page.evaluate(NAMELESS) == []
    found = one.page.evaluate(STRUCTURE)
    assert found["title"] and found["lang"] == "en" and found["mains"] == 1 and found["headings"] == 1, found
    assert found["twice"] == [] and found["tabindex"] == 0, found
    tree = walked(one)
    nameless = [
        role
        for role, name in tree
        if role
        in (
            "button",
            "link",
            "textbox",
            "searchbox",
            "combobox",
            "radio",
            "tab",
            "spinbutton",
            "dialog",
            "image",
            "radiogroup",
        )
        and not name.strip()
    ]
    assert nameless == [], (one.page.url, nameless)
    return tree


def focusable(one: Somebody) -> None:
    """Whatever the tab key reaches shows that it is reached,
    and it goes from the top of the page to its end.
    """
    one.page.evaluate("() => { document.activeElement?.blur(); window.scrollTo(0, 0); }")
    seen: list[str] = []
    for _ in range(12):
        one.page.keyboard.press("Tab")
        found = one.page.evaluate(
            """() => {
              const at = document.activeElement;
              if (!at || at === document.body) return null;
              const hit = at.querySelector(":scope > .hit");
              const style = getComputedStyle(hit || at);
              const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
              const seen = hit ? parseFloat(style.strokeWidth) >= 4 : outlined;
              return { name: at.outerHTML.slice(0, 80), seen };
            }"""
        )
        if found is None:
            break
        assert found["seen"], found["name"]
        seen.append(found["name"])
    assert len(seen) >= 2


@pytest.mark.deep
@pytest.mark.parametrize("table", ["roulette", "blackjack", "craps"])
def test_a_terminal_can_be_used_without_seeing_it(chromium: Browser, house: House, table: str) -> None:
    player = Somebody(chromium, house).terminal(f"ears-{table}").sit(table)
    player.betting()
    tree = check(player)
    focusable(player)
    buttons = {name for role, name in tree if role == "button"}
    assert {"Undo", "Clear", "Repeat", "Double", "Rules", "Recall", "Buy in", "Cash out", "Help"} <= buttons
    wager, said = {
        "roulette": ("straight:17", "Straight up 17, pays 35 to 1"),
        "blackjack": ("main", "Box 1: Main, pays "),
        "craps": ("field", "Field, pays"),
    }[table]
    assert any(name.startswith(said) for name in buttons), sorted(buttons)[:20]
    player.bet(wager)
    assert (player.spot(wager).get_attribute("aria-label") or "").endswith(", 5 bet")
    for region in ("#call", "#outcome", "#told"):
        assert player.page.locator(region).get_attribute("aria-live") == "polite"
    house.no_more_bets(table)
    player.page.wait_for_selector("#call:text-is('No more bets'), #call:text-is('Your decision')")
    if table == "roulette":
        player.page.wait_for_selector("#outcome.seen")
        assert re.search(r"You (won|lost) \d+", player.said("#outcome"))
        assert player.said("#told").startswith("Result: ")
    # House edges of the other games take long to work out, and their panel is the same.
    for name in ("Rules", "Buy in", "Help") if table == "roulette" else ("Buy in", "Help"):
        player.press(name)
        player.page.wait_for_selector("dialog[open]")
        if name == "Rules":
            player.page.wait_for_selector("dialog td.number")
        check(player)
        assert player.page.evaluate("() => document.querySelector('dialog').contains(document.activeElement)")
        player.page.keyboard.press("Escape")
    player.leave()


@pytest.mark.deep
@pytest.mark.parametrize("person", ["dealer", "helper", "boss", "super", "watch"])
def test_a_console_can_be_used_without_seeing_it(chromium: Browser, house: House, person: str) -> None:
    # An attendant's page has a table once there is a terminal, whichever tests came before.
    guest = Somebody(chromium, house).terminal(f"seen-by-{person}")
    staff = Somebody(chromium, house).sign_in(person)
    staff.page.wait_for_selector("#phase:not(:text('…')), table, .verdict .tag")
    check(staff)
    focusable(staff)
    tabs = staff.page.get_by_role("tab")
    for at in range(tabs.count()):
        if at:
            tabs.nth(at - 1).press("ArrowRight")
        assert tabs.nth(at).get_attribute("aria-selected") == "true"
        staff.page.wait_for_timeout(60)
        check(staff)
    staff.leave()
    guest.leave()


@pytest.mark.deep
def test_the_door_the_lobby_and_the_display_can_be_used_without_seeing_them(
    chromium: Browser, house: House
) -> None:
    guest = Somebody(chromium, house)
    guest.page.goto(house.url)
    guest.page.wait_for_selector("[data-table]")
    check(guest)
    focusable(guest)
    guest.page.goto(f"{house.url}/display.html?table=roulette")
    guest.page.wait_for_selector("#title:not(:text('…'))")
    tree = check(guest)
    assert not [name for role, name in tree if role == "button"], "nothing is pressed on a display"
    guest.leave()
    player = Somebody(chromium, house).terminal("lobby-ears").lobby()
    check(player)
    player.leave()


def test_nothing_moves_for_whoever_wants_nothing_to_move() -> None:
    """Every animation and transition stands in a block for those who have no preference,
    or is taken back for those who have.
    """
    for sheet in sorted((WEB / "css").glob("*.css")):
        text = re.sub(
            r"@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}",
            "",
            sheet.read_text(),
        )
        assert not re.findall(r"\b(?:animation|transition)\s*:", text), sheet.name
    assert "@media (prefers-reduced-motion: reduce)" in styles()


# Contrast.


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours(text: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})\b", text))


def house_colours(dark: bool) -> dict[str, str]:
    text = (WEB / "css" / "house.css").read_text()
    light, _, rest = text.partition("@media (prefers-color-scheme: dark)")
    found = colours(light)
    return found | colours(rest.split("\n}\n")[0]) if dark else found


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_wcag_aa_text_on_every_ground(dark: bool) -> None:
    """WCAG 2.2, 1.4.3: text has 4.5 to 1 against what it stands on; 1.4.11: the ring of focus has 3 to 1."""
    found = house_colours(dark)
    for ink, ground in product(("text", "quiet", "gold-text", "win", "lose"), ("ground", "raised", "sunk")):
        assert contrast(found[ink], found[ground]) >= 4.5, (ink, ground, contrast(found[ink], found[ground]))
    assert contrast(found["accent-text"], found["accent"]) >= 4.5
    assert contrast("#ffffff", found["alert"]) >= 4.5
    for ground in ("ground", "raised"):
        assert contrast(found["focus-ring"], found[ground]) >= 3


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_wcag_aa_print_on_every_felt(dark: bool) -> None:
    defaults = {
        "felt": "#0b5d3b",
        "shade": "#094c31",
        "ink": "#fbf6e6",
        "gold": "#e6c56e",
        "line": "#e9dfc3",
        "red": "#b4232e",
        "black": "#181b1f",
        "green": "#0f7a4b",
    }
    # The sheet has it.
    found = defaults | (colours(re.search(r"\.felt-dark \{([^}]*)\}", styles()).group(1)) if dark else {})  # type: ignore[union-attr]
    for ground in ("felt", "shade"):
        for ink in ("ink", "gold", "line"):
            assert contrast(found[ink], found[ground]) >= 4.5, (
                ink,
                ground,
                contrast(found[ink], found[ground]),
            )
    for ground in ("red", "black", "green"):
        assert contrast("#fdfaf0", found[ground]) >= 4.5, (ground, contrast("#fdfaf0", found[ground]))
    assert contrast("#fff3b0", found["felt"]) >= 3
