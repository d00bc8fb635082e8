"""What schedule 19 and the standards ask a terminal to show, seen in a real browser:
each test is named after its row.

One round is played by touch at a Queensland wheel whose dealer we are,
and everything that the page shows is noted at each step; the tests look at the notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from croupier.api import game
from croupier.floor import commands as ask
from croupier.floor.events import Happened
from croupier.floor.ledger import stakes
from croupier.server import software
from croupier.server.showing import felt_of
from tests.server.runners import until
from tests.server.running import Running, running
from tests.web.conftest import Somebody

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.deep
LONG = 600_000
"""Milliseconds: nothing happens by itself while the tests look."""
WHEEL = "queensland/roulette"
SHOWN = {
    "call": "#call",
    "countdown": "#countdown .number",
    "limits": "#limits",
    "credits": "#credits",
    "staked": "#staked",
    "last-bet": "#last-bet",
    "last-result": "#last-result",
    "last-won": "#last-won",
    "outcome": "#outcome",
    "last": "#last",
}


@pytest.fixture(scope="module")
def house(chromium: Browser) -> Iterator[Running]:
    with running(seed=19) as one:
        one.table(WHEEL, "wheel", mode="live", betting=LONG, pause=LONG, collect=True)
        one.table("house/blackjack", "cards", mode="live", betting=LONG, deciding=LONG, pause=LONG)
        one.table(
            "bahamas/caribbean-stud",
            "stud",
            mode="live",
            betting=LONG,
            deciding=LONG,
            pause=LONG,
            options={"seed": "1000", "contribution": "50"},
        )
        yield one


def deal(house: Running, table: str, *acts: str) -> None:
    for act in acts:
        house.must(ask.Deal, "dealer", table=table, act=act)


def noted(page: Any) -> dict[str, Any]:
    """What the page shows now: texts of what can be seen, chips by wager, which places have won."""
    found: dict[str, Any] = {}
    for name, place in SHOWN.items():
        one = page.locator(place)
        found[name] = " ".join((one.inner_text() or "").split()) if one.is_visible() else ""
    found["chips"] = page.evaluate(
        "() => [...document.querySelectorAll('.spot')].filter((one) => "
        "one.querySelector('.chip')).map((one) => one.dataset.wager)"
    )
    found["won"] = page.evaluate(
        "() => [...document.querySelectorAll('.spot.won')].map((one) => one.dataset.wager)"
    )
    found["came"] = page.evaluate(
        "() => [...document.querySelectorAll('.spot.came')].map((one) => one.dataset.wager)"
    )
    found["banner"] = page.locator("#stopped").inner_text() if page.locator("#stopped").is_visible() else ""
    found["toasts"] = page.locator(".toast").all_inner_texts()
    return found


class Scene:
    """A round at the wheel, from the first look to the next round."""

    def __init__(self, chromium: Browser, house: Running) -> None:
        self.house = house
        self.player = player = Somebody(chromium, house, "phone").terminal("touched").sit("wheel")
        self.notes: dict[str, dict[str, Any]] = {}
        page = player.page
        page.wait_for_selector("body.betting")
        self.look("open")
        self.felt = page.evaluate(
            "() => [...document.querySelectorAll('.spot')].map((one) => [one.dataset.wager, "
            "one.getAttribute('aria-label')])"
        )
        self.sizes = page.evaluate(
            "() => [...document.querySelectorAll('.dock button:not([hidden]), header "
            "button')].map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, "
            "box.height))"
        )
        page.wait_for_timeout(1100)
        self.look("later")
        self.tap("red")
        page.wait_for_selector('.spot[data-wager="red"] .chip')
        self.tap("black")
        page.wait_for_selector("#staked:text-is('10')")
        self.staked = house.read(lambda core: core.floor.ledger.balance(stakes("wheel", "touched")))
        self.look("bet")
        deal(house, "wheel", "no-more-bets")
        page.wait_for_selector("#call:text-is('No more bets')")
        self.tap("straight:17")
        page.wait_for_selector(".toast")
        self.look("closed")
        deal(house, "wheel", "spin 1")
        page.wait_for_selector("#outcome.seen")
        page.wait_for_selector("#collect:visible")
        self.look("over")
        page.locator("#collect").tap()
        page.wait_for_selector("#collect", state="hidden")
        self.look("collected")
        # The same table with no pause: the next round begins at once.
        house.table(WHEEL, "wheel", mode="live", betting=LONG, pause=0, collect=True)
        page.wait_for_selector("body.betting")
        self.look("next")
        self.tap("black")
        page.wait_for_selector('.spot[data-wager="black"] .chip')
        deal(house, "wheel", "no-more-bets", "spin 3")
        page.wait_for_selector("#last-result:text-is('3')")
        page.wait_for_selector("body.betting")
        self.look("lost")
        self.events = house.read(
            lambda core: [
                event.text
                for event in core.floor.tables["wheel"].past[1].events
                if isinstance(event, Happened) and event.by == "touched"
            ]
        )

    def tap(self, wager: str) -> None:
        """A finger on a place of the layout:
        where another place or the dock lies over it, it touches that.
        """
        place = self.player.page.locator(f'.spot[data-wager="{wager}"]').first
        place.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
        box = place.bounding_box()
        assert box is not None
        self.player.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def look(self, name: str) -> None:
        self.player.page.wait_for_timeout(120)  # what was pushed is drawn
        self.notes[name] = noted(self.player.page)

    def __getitem__(self, name: str) -> dict[str, Any]:
        return self.notes[name]


@pytest.fixture(scope="module")
def scene(chromium: Browser, house: Running) -> Iterator[Scene]:
    made = Scene(chromium, house)
    yield made
    made.player.leave()


# Schedule 19, section 3: what a terminal shows.


def test_etg_05_the_terminal_shows_the_layout_of_the_game(scene: Scene) -> None:
    own = game(WHEEL, options={"minimum": "5", "maximum": "500"})
    drawn = felt_of(scene.house.runner.core.floor.tables["wheel"].setup, (), True)
    wagers = {wager for wager, _ in scene.felt}
    assert wagers == set(re.findall(r'data-wager="([^"]+)"', drawn)) and len(wagers) > 140
    assert {wager.partition(":")[0] for wager in wagers} == {
        wager for wager in own.rules.names if own.rules.offered(wager)
    }


def test_etg_06_the_terminal_shows_the_least_and_the_largest_wager(scene: Scene) -> None:
    assert scene["open"]["limits"] == "Bets from 5 to 500 credits"


def test_etg_07_the_terminal_shows_a_place_for_every_wager_and_says_which(scene: Scene) -> None:
    labels = dict(scene.felt)
    assert (
        all(labels.values())
        and labels["red"].startswith("Red, pays 1 to 1")
        and labels["straight:17"].startswith("Straight up 17, pays 35 to 1")
    )


def test_etg_08_the_terminal_shows_when_bets_may_be_placed(scene: Scene) -> None:
    assert [scene[name]["call"] for name in ("open", "bet", "next")] == ["Place your bets"] * 3


def test_etg_09_the_words_no_more_bets_are_shown_whenever_no_bet_may_be_placed(scene: Scene) -> None:
    assert [scene[name]["call"].lower() for name in ("closed", "over", "collected")] == ["no more bets"] * 3


def test_etg_10_the_terminal_shows_the_credits(scene: Scene) -> None:
    assert [
        scene[name]["credits"].replace("\u202f", " ") for name in ("open", "bet", "over", "collected")
    ] == ["1 000", "990", "995", "1 000"]


def test_etg_11_to_13_the_terminal_shows_what_was_bet_what_came_and_what_was_won_in_the_previous_round(
    scene: Scene,
) -> None:
    assert [
        (scene[name]["last-bet"], scene[name]["last-result"], scene[name]["last-won"])
        for name in ("open", "over", "next", "lost")
    ] == [
        ("–", "–", "–"),
        ("10", "1", "5"),
        ("10", "1", "5"),
        ("5", "3", "0"),
    ]


def test_etg_14_a_touch_after_no_more_bets_lays_nothing_and_the_player_reads_the_clause(scene: Scene) -> None:
    assert scene["closed"]["toasts"] == ["No more bets [sch 19 s 3(3)]"]
    assert "straight:17" not in scene["closed"]["chips"] and not any(
        "straight:17" in text for text in scene.events
    )


# Sections 4 to 7.


def test_etg_15_and_18_a_wager_is_made_by_touching_its_place_on_the_terminal(scene: Scene) -> None:
    assert scene.events == ["1 bet red 5", "1 bet black 5"] and scene.staked == 1_000
    assert sorted(scene["bet"]["chips"]) == ["black", "red"] and scene["bet"]["staked"] == "10"


def test_etg_21_a_countdown_of_the_wagering_period_is_shown(scene: Scene) -> None:
    first, later = int(scene["open"]["countdown"]), int(scene["later"]["countdown"])
    assert 0 < later < first <= LONG / 1000 and scene["closed"]["countdown"] == ""


def test_etg_24_the_winning_result_is_shown(scene: Scene) -> None:
    assert (
        scene["over"]["came"] == ["straight:1"]
        and scene["over"]["outcome"].startswith("1 ")
        and scene["over"]["last-result"] == "1"
    )


def test_etg_25_losing_wagers_are_cleared_from_the_layout_that_is_shown(scene: Scene) -> None:
    assert scene["over"]["chips"] == ["red"] and scene["lost"]["chips"] == []


def test_etg_26_a_winning_wager_and_the_winnings_are_shown(scene: Scene) -> None:
    assert scene["over"]["won"] == ["red"]
    assert re.search(r"Red 5 \+5", scene["over"]["last"]) and re.search(r"Black 5 -5", scene["over"]["last"])


def test_etg_28_and_29_what_is_collected_is_cleared_from_the_layout_and_the_total_is_shown(
    scene: Scene,
) -> None:
    assert (
        scene["over"]["credits"] == "995"
        and scene["collected"]["credits"].endswith("000")
        and scene["next"]["chips"] == []
    )


def test_etg_43_what_is_displayed_is_shown_electronically(scene: Scene) -> None:
    page = scene.player.page
    assert page.locator("img, canvas, object, embed").count() == 0, (
        "everything is text or drawing of the page itself"
    )
    assert all(
        scene["over"][name]
        for name in ("call", "limits", "credits", "last-bet", "last-result", "last-won", "outcome")
    )


def test_etg_47_a_terminal_is_a_touch_screen_and_its_buttons_are_large_enough_for_a_finger(
    scene: Scene,
) -> None:
    assert scene.player.page.evaluate("() => navigator.maxTouchPoints") > 0
    assert scene.sizes and min(scene.sizes) >= 24


def test_etg_48_a_voucher_is_given_for_the_credits_and_stands_for_money_at_another_terminal(
    chromium: Browser, house: Running
) -> None:
    giver = Somebody(chromium, house).terminal("printer", 12_345).sit("wheel")
    giver.page.get_by_role("button", name="Cash out").click()
    giver.page.get_by_role("button", name="Print voucher").click()
    voucher = giver.page.locator(".voucher").inner_text()
    number = (giver.page.locator(".voucher code").text_content() or "").replace(" ", "")
    assert "123.45" in voucher and re.fullmatch(r"\d{18}", number)
    giver.leave()
    taker = Somebody(chromium, house).terminal("taker", 0).sit("wheel")
    taker.page.get_by_role("button", name="Buy in").click()
    taker.page.get_by_label("Voucher number").fill(number)
    taker.page.get_by_role("button", name="Add to credits").click()
    taker.page.wait_for_selector("#credits:text-is('123.45')")
    taker.leave()


# The standards on what is displayed.


@pytest.fixture(scope="module")
def player(chromium: Browser, house: Running) -> Iterator[Somebody]:
    made = Somebody(chromium, house).terminal("reader")
    yield made
    made.leave()


def panel(player: Somebody, button: str) -> str:
    """What a panel says; it is closed again."""
    page = player.page
    page.get_by_role("button", name=button, exact=True).click()
    page.wait_for_selector("dialog .body p")
    if button == "Rules":
        page.wait_for_selector("dialog tbody tr")
        page.evaluate(
            "() => document.querySelectorAll('dialog details').forEach((one) => { one.open = true; })"
        )
    text = " ".join(page.locator("dialog").inner_text().split())
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert "[object" not in text
    return text


def test_dsp_1_stake_prizes_credit_how_to_play_where_to_get_help_and_faults_are_shown(
    player: Somebody, house: Running
) -> None:
    player.sit("wheel")
    seen = noted(player.page)
    assert seen["credits"] and seen["staked"] == "0"
    assert "35:1" in panel(player, "Rules")
    told = panel(player, "Help")
    assert (
        "Pick a chip and tap a place" in told
        and "helpline" in told
        and "Call an attendant" in told
        and "malfunction" in told
    )
    house.must(ask.ReportFault, "helper", terminal="reader", why="the printer has no paper")
    player.page.wait_for_selector("#stopped:visible")
    assert "The printer has no paper. An attendant has been told." in noted(player.page)["banner"]
    house.must(ask.ClearFault, "super", terminal="reader")
    player.page.wait_for_selector("#stopped", state="hidden")


def test_dsp_2_rules_pays_time_units_and_decks_can_be_read_before_a_bet(player: Somebody) -> None:
    player.sit("cards")
    player.page.wait_for_selector("body.betting")
    seen = noted(player.page)
    assert seen["staked"] == "0" and int(seen["countdown"]) > 0 and seen["limits"].endswith("credits")
    told = panel(player, "Rules")
    assert "6 decks, 312 cards" in told and "One credit is worth one unit" in told and "3:2" in told


def test_dsp_3_between_games_the_wager_the_prizes_and_the_result_of_the_last_one_are_shown(
    scene: Scene,
) -> None:
    seen = scene["collected"]
    assert (seen["last-bet"], seen["last-won"], seen["last-result"]) == (
        "10",
        "5",
        "1",
    ) and "Round 1" in seen["last"]


def test_dsp_4_wagers_totals_and_bust_are_shown_and_the_rules_of_the_hand_are_explained(
    player: Somebody, house: Running
) -> None:
    player.sit("cards")
    page = player.page
    told = panel(player, "Rules")
    for words in (
        "Soft 17 The dealer stands on every 17",
        "Double On 2 cards",
        "Split Into 4 hands at most",
        "Insurance When the dealer shows an ace",
        "Surrender Not offered",
    ):
        assert words in told, words
    player.bet("main")
    assert noted(page)["chips"] == ["main"] and noted(page)["staked"] == "5"
    deal(house, "cards", "no-more-bets", "deal Th", "deal 6c", "deal 6d", "deal ??")
    page.wait_for_selector(".decision.hit")
    assert "16" in page.locator(".hand .count").inner_text()
    page.locator(".decision.hit").click()
    until(lambda: house.read(lambda core: core.table("cards").round.events[-1].text == "1 hit"))
    deal(house, "cards", "deal Tc")
    page.wait_for_function("() => document.querySelector('table-felt').textContent.includes('26 bust')")
    page.wait_for_selector("#outcome.seen")
    assert "You lost 5" in noted(page)["outcome"]


def test_dsp_5_the_house_edge_of_every_wager_can_be_read(player: Somebody) -> None:
    player.sit("wheel")
    player.page.get_by_role("button", name="Rules", exact=True).click()
    player.page.wait_for_selector("dialog td.number:text-is('2.703 %')")
    edges = player.page.locator("dialog tbody td.number").all_inner_texts()
    assert len(edges) > 8 and all(re.fullmatch(r"\d+\.\d{3} %", text) for text in edges)
    assert "average loss for each unit" in player.page.locator("dialog").inner_text()
    player.page.keyboard.press("Escape")


def test_dsp_6_and_prg_3_the_rules_of_a_jackpot_are_read_before_a_bet_and_its_meter_moves_at_once(
    player: Somebody, chromium: Browser, house: Running
) -> None:
    wall = Somebody(chromium, house)
    wall.page.goto(f"{house.url}/display.html?table=stud")
    wall.page.wait_for_selector(".jackpot:has-text('1 000')")
    player.sit("stud")
    told = panel(player, "Rules")
    for words in (
        "The jackpot",
        "Whoever makes the wager progressive beside ante",
        "50 % of every such wager",
        "What it begins with 1000",
        "there is no ceiling",
        "Several winners They divide the prize equally",
    ):
        assert words.lower() in told.lower(), words
    player.bet("ante")
    player.page.locator('[data-chip="1"]').click()
    player.bet("progressive")
    deal(house, "stud", "no-more-bets", "deal Ah")
    wall.page.wait_for_selector(".jackpot:has-text('1 000.50')")
    wall.leave()


# History.


def test_his_1_the_last_games_are_recalled_on_the_terminal(scene: Scene) -> None:
    page = scene.player.page
    page.get_by_role("button", name="Recall").click()
    page.wait_for_selector("details.round")
    rounds = page.locator("details.round > summary").all_inner_texts()
    # Each has a number.
    assert [re.search(r"round (\d+)", text)[1] for text in rounds] == ["2", "1"]  # type: ignore[index]
    page.locator("details.round > summary").last.click()
    assert "Bet 10, won 5." in page.locator("details.round").last.inner_text()
    page.keyboard.press("Escape")


def test_his_3_an_inspector_sees_meters_games_terminal_and_software(
    scene: Scene, chromium: Browser, house: Running
) -> None:
    watch = Somebody(chromium, house).sign_in("watch")
    watch.page.wait_for_selector("#software")
    assert watch.text("software") == software.digest()
    watch.page.get_by_role("tab", name="Books").click()
    row = watch.page.locator("tr", has_text="touched").first
    row.locator("summary").click()
    assert "Cash in" in row.inner_text() and "Stake" in row.inner_text()
    row.get_by_role("button", name="Recall").click()
    watch.page.wait_for_selector("details.round")
    watch.leave()


# The law that stands behind it.


def test_etg_02_the_rules_say_by_which_clauses_the_terminal_is_played(player: Somebody) -> None:
    player.sit("wheel")
    player.page.get_by_role("button", name="Rules", exact=True).click()
    player.page.wait_for_selector("dialog summary:has-text('Playing at a terminal')")
    player.page.locator("dialog summary:has-text('Playing at a terminal')").click()
    told = player.page.locator("dialog").inner_text()
    assert "sch 19 s 2(1)" in told and "sch 19 s 3(2)(d)" in told and "sch 19 s 10(4)(b)" in told
    player.page.keyboard.press("Escape")
