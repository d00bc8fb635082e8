"""The pages in a real browser, for whoever plays: somebody buys in, plays and cashes out; two at one table;
a line that breaks; the keyboard alone; a game of every family.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.floor import commands as ask
from croupier.floor.ledger import stakes
from tests.web.conftest import LONG, House, Somebody

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocketRoute


def test_a_person_buys_in_plays_roulette_and_blackjack_and_cashes_out(
    chromium: Browser, house: House
) -> None:
    giver = Somebody(chromium, house)
    giver.page.goto(f"{house.url}/#enrol={house.terminal('giver')}")
    giver.page.locator("[data-table=roulette]").click()
    giver.page.wait_for_selector("#credits:not(:text-is('–'))")
    giver.press("Cash out")
    giver.press("Print voucher")
    number = (giver.page.locator(".voucher code").text_content() or "").replace(" ", "")
    giver.leave()
    player = Somebody(chromium, house).terminal("player", 0).sit("roulette")
    assert player.text("credits") == "0"
    player.press("Buy in")
    player.page.get_by_label("Voucher number").fill(number)
    player.press("Add to credits")
    player.page.wait_for_selector("dialog", state="detached")
    player.bet("red")
    player.bet("straight:17")
    player.page.wait_for_selector("#staked:text-is('10')")
    assert player.text("credits") == "990"
    player.press("Undo")
    player.page.wait_for_selector("#staked:text-is('5')")
    player.press("Double")
    player.page.wait_for_selector("#staked:text-is('10')")
    house.no_more_bets("roulette")
    player.page.wait_for_selector("text=No more bets")
    player.page.wait_for_selector("#outcome.seen")
    player.page.locator("#last summary").first.click()
    assert "reg 6(2)" in player.said("#last") and "red" in player.said("#last .why").lower()
    assert player.text("last-bet") == "10"
    player.betting()
    player.press("Repeat")
    player.page.wait_for_selector("#staked:text-is('10')")
    player.press("Clear")
    player.page.wait_for_selector("#staked:text-is('0')")
    player.press("Rules")
    player.page.wait_for_selector("text=5.263 %")
    assert "35:1" in player.said("dialog")
    player.page.keyboard.press("Escape")
    player.sit("blackjack")
    player.bet("main")
    house.no_more_bets("blackjack")
    player.decide(lambda found: "Stand" if "Stand" in found else found[-1])
    player.page.wait_for_selector(".place[data-place=dealer] use")
    player.press("Recall")
    player.page.wait_for_selector("details.round")
    player.page.keyboard.press("Escape")
    player.press("Cash out")
    player.press("Print voucher")
    player.page.wait_for_selector(".voucher code")
    player.page.wait_for_selector("#credits:text-is('0')")
    player.leave()


@pytest.mark.deep
def test_two_people_at_one_table(chromium: Browser, house: House) -> None:
    one, two = (
        Somebody(chromium, house).terminal("left").sit("blackjack"),
        Somebody(chromium, house).terminal("right").sit("blackjack"),
    )
    one.page.wait_for_selector(".spot.theirs")
    one.bet("main")
    two.page.wait_for_selector(".chip.theirs")
    two.bet("main")
    one.page.wait_for_selector(".chip.theirs")
    assert one.text("staked") == two.text("staked") == "5"
    house.no_more_bets("blackjack")
    # What both are dealt, both see.
    one.page.wait_for_selector(".place[data-place='2'] use")
    two.page.wait_for_selector(".place[data-place='1'] use")
    one.leave()
    two.leave()


@pytest.mark.deep
def test_where_all_play_on_one_layout_nobody_touches_the_chips_of_another(
    chromium: Browser, house: House
) -> None:
    """At rocket 7 every wager feeds one meter, so there is one layout, and still no boxes on it."""
    house.table("great-britain/rocket-7", "rocket", betting=LONG, pause=LONG)
    one, two = (
        Somebody(chromium, house).terminal("first").sit("rocket"),
        Somebody(chromium, house, "phone").terminal("second").sit("rocket"),
    )
    one.bet("low")
    two.page.wait_for_selector('.spot[data-wager="low"] .chip.theirs')
    assert not two.page.locator(".chip:not(.theirs)").count()
    assert (one.text("staked"), two.text("staked")) == ("5", "0")
    for name in ("undo", "clear", "double"):
        assert two.page.locator(f"#{name}").is_disabled()
    two.bet("high")
    two.page.wait_for_selector("#staked:text-is('5')")
    two.press("Double")
    two.page.wait_for_selector("#staked:text-is('10')")
    two.press("Clear")
    two.page.wait_for_selector("#staked:text-is('0')")
    bets = house.read(
        lambda core: [(event.by, event.text) for event in core.table("rocket").round.events if event.by]
    )
    assert bets == [
        ("first", "1 bet low 5"),
        ("second", "2 bet high 5"),
        ("second", "2 bet high 5"),
        ("second", "2 remove high"),
    ]
    house.no_more_bets("rocket")
    one.page.wait_for_selector("#results .dice")  # what came is told as at any table of dice
    one.leave()
    two.leave()


@pytest.mark.deep
def test_a_line_that_breaks_in_the_middle_of_a_bet(chromium: Browser, house: House) -> None:
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
    player.page.wait_for_selector("#staked:text-is('10')")
    bets = house.read(
        lambda core: [event.text for event in core.table("roulette").round.events if event.by == "broken"]
    )
    assert bets == ["1 bet red 5", "1 bet black 5"]
    player.page.reload()
    player.page.wait_for_selector('.spot[data-wager="red"] .chip')
    assert player.text("staked") == "10"
    player.leave()


@pytest.mark.deep
def test_a_wager_is_collected(chromium: Browser, house: House) -> None:
    player = Somebody(chromium, house, "phone").terminal("collector").sit("collects")
    for _ in range(8):
        player.bet("red")
        player.bet("black")
        house.no_more_bets("collects")
        player.page.wait_for_selector("#outcome.seen")
        if player.page.locator("#collect:visible").count():
            player.page.locator("#collect").click()
            player.page.wait_for_selector("#collect", state="hidden")
            break
    else:
        raise AssertionError("nothing was ever won")
    player.leave()


@pytest.mark.deep
def test_the_keyboard_is_enough(chromium: Browser, house: House) -> None:
    player = Somebody(chromium, house).terminal("keys").sit("roulette")
    player.betting()
    page = player.page
    page.locator("#leave").focus()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.matches('.spot')"):
            break
    # One tab stop for the whole felt, and arrows within it: from 1 down is 4 and its lines, as they are
    # drawn.
    page.evaluate("() => document.querySelector('[data-wager=\"straight:5\"]').focus()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.dataset.wager") == "split:5-8"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.dataset.wager") == "straight:8"
    page.keyboard.press("Enter")
    page.wait_for_selector('.spot[data-wager="straight:8"] .chip')
    assert player.spot("straight:8").get_attribute("aria-label") == "Straight up 8, pays 35 to 1, 5 bet"
    assert (
        page.evaluate("() => getComputedStyle(document.activeElement.querySelector('.hit')).strokeWidth")
        == "4px"
    )
    page.keyboard.press("Delete")
    page.wait_for_selector("#staked:text-is('0')")
    assert player.spot("straight:8").get_attribute("aria-label") == "Straight up 8, pays 35 to 1"
    assert page.evaluate("() => document.querySelectorAll('.spot[tabindex=\"0\"]').length") == 1
    page.keyboard.press("Tab")
    assert not page.evaluate("() => document.activeElement.matches('.spot')")
    page.locator(".pick[aria-checked=true]").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Chip of 10"
    player.leave()


SMALL = """() => [...document.querySelectorAll('.spot:not(.later) .hit')]
    .map((one) => [one.parentElement.dataset.wager, one.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 35.9)
    .map(([name]) => name)"""
"""The places that are too small for a finger."""


@pytest.mark.deep
def test_a_felt_stands_upright_on_a_telephone_and_turns_with_it(chromium: Browser, house: House) -> None:
    player = Somebody(chromium, house, "phone").terminal("turner")
    for table in ("craps", "roulette", "sic-bo", "big-six", "baccarat", "blackjack"):
        player.sit(table)
        player.page.wait_for_selector("table-felt.upright .felt")
        player.fits()
        tall, wide = player.page.evaluate(
            "() => { const box = document.querySelector('.felt').getBoundingClientRect(); return "
            "[box.height, box.width]; }"
        )
        assert tall > wide > 360
        small = player.page.evaluate(SMALL)
        assert [name for name in small if name not in ("split:0-2", "split:00-2")] == []
    player.page.set_viewport_size({"width": 1024, "height": 768})
    player.page.wait_for_selector("table-felt:not(.upright):not(.drawing) .felt")
    player.leave()


FAMILIES = {
    "roulette": ("house/roulette", ["red", "straight:17"]),
    "double-action": ("great-britain/double-action-roulette", []),
    "craps": ("bahamas/craps", []),
    "rocket-7": ("great-britain/rocket-7", []),
    "sic-bo": ("queensland/sic-bo", []),
    "wheel": ("bahamas/money-wheel", []),
    "baccarat": ("great-britain/punto-banco", ["punto"]),
    "war": ("queensland/casino-war", []),
    "red-dog": ("house/red-dog", []),
    "blackjack": ("queensland/blackjack", []),
    "switch": ("great-britain/blackjack-switch", []),
    "pairs": ("great-britain/pocket-pairs", []),
    "live-draw": ("great-britain/live-draw-poker", []),
    "lucky-draw": ("house/lucky-draw-baccarat", []),
    "three-card": ("bahamas/three-card-poker", []),
    "stud": ("bahamas/caribbean-stud", []),
    "hold-em": ("great-britain/ultimate-hold-em", []),
    "let-it-ride": ("bahamas/let-it-ride", []),
}


@pytest.mark.deep
@pytest.mark.parametrize("family", list(FAMILIES))
def test_a_round_of_every_family_from_buy_in_to_cash_out(
    chromium: Browser, house: House, family: str
) -> None:
    """Through the page's own buttons: credits go in by a voucher, chips onto the felt, decisions are taken,
    payments explained, and a voucher comes out.
    """
    name, wagers = FAMILIES[family]
    house.table(name, family, betting=LONG, deciding=LONG, pause=LONG)
    house.terminal(f"lender-{family}")
    number = house.must(ask.PrintVoucher, f"lender-{family}").given["voucher"]
    player = (
        Somebody(chromium, house, "phone" if len(family) % 2 else "wide")
        .terminal(f"plays-{family}", 0)
        .sit(family)
    )
    page = player.page
    player.press("Buy in")
    page.get_by_label("Voucher number").fill(number)
    player.press("Add to credits")
    page.wait_for_selector("#credits:not(:text-is('0')):not(:text-is('–'))")
    player.betting()
    for chip in ("10", "25", "100"):
        # The least wager of some games is larger than the smallest chip.
        page.get_by_role("radio", name=f"Chip of {chip}", exact=True).click()
        for wager in (
            wagers
            or page.evaluate(
                "() => [...document.querySelectorAll('.spot:not(.later):not(.theirs)')].map((one) => "
                "one.dataset.wager)"
            )[:3]
        ):
            spot = player.spot(wager)
            spot.focus()
            page.keyboard.press("Enter")
            page.wait_for_function("() => !document.querySelector('.spot.asking')")
        if house.read(lambda core: core.floor.ledger.balance(stakes(family, player.who))):
            break
    else:
        raise AssertionError(player.said(".toasts"))
    page.wait_for_selector("#staked:not(:text-is('0')):not(:text-is('–'))")
    for _ in range(12):
        house.no_more_bets(family)
        if family == "live-draw":
            page.locator(".held").nth(1).click()
            page.locator(".held").nth(3).click()
        player.decide(
            lambda found: next(
                (
                    one
                    for one in ("Hold 2", "Stand", "Check", "Fold", "Decline", "Pass", "No", "Keep")
                    if one in found
                ),
                found[0],
            )
        )
        if page.locator("#last summary").count():
            break
        player.betting()  # dice and wagers that stand for several throws
    page.wait_for_selector("#last summary")
    page.locator("#last summary").first.click()
    if family == "baccarat":
        assert player.said("#last-result") in (
            "Punto",
            "Banco",
            "Egalite",
        )  # schedule 19 section 3(2)(g): what came, and not whether the bet won
    assert len(player.said("#last .why")) > 4 and page.locator("#last .clause").count() >= (
        0 if name.startswith("house") else 1
    )
    player.betting()
    page.evaluate(
        "() => document.querySelector('#clear').disabled || document.querySelector('#clear').click()"
    )
    for _ in range(30):
        if not house.read(lambda core: core.floor.ledger.balance(stakes(family, player.who))):
            break
        house.finish(family)
        house.next_round(family)
    player.press("Cash out")
    player.press("Print voucher")
    page.wait_for_selector(".voucher code, dialog .wrong")
    assert page.locator(".voucher code").count(), player.said("dialog")
    player.leave()


@pytest.mark.deep
def test_two_people_play_chemin_de_fer_one_bids_for_the_bank_and_the_other_covers_it(
    chromium: Browser, house: House
) -> None:
    house.table("bahamas/chemin-de-fer", "chemin", betting=LONG, deciding=LONG, pause=LONG)
    banker, punter = (
        Somebody(chromium, house).terminal("banker").sit("chemin"),
        Somebody(chromium, house, "phone").terminal("punter").sit("chemin"),
    )
    banker.betting()
    banker.page.get_by_role("button", name="Bid", exact=True).click()
    banker.page.get_by_label("Another amount").fill("25")
    banker.page.locator("dialog").get_by_role("button", name="Bet", exact=True).click()
    house.until(
        lambda core: any("bid" in one.text for one in core.table("chemin").round.events), "no bid came"
    )
    house.pass_time("chemin")  # the bank is awarded
    for one, wager, chip in ((banker, "bank", "25"), (punter, "cover", "10")):
        one.page.get_by_role("radio", name=f"Chip of {chip}", exact=True).click()
        one.spot(wager).focus()
        one.page.keyboard.press("Enter")
        one.page.wait_for_selector(f'.spot[data-wager="{wager}"] .chip:not(.theirs)')
    house.finish("chemin")
    for one in (banker, punter):
        one.page.wait_for_selector("#last summary")
    net = {
        who: house.read(lambda core, who=who: core.floor.ledger.balance(f"meter:{who}")) - 100_000
        for who in ("banker", "punter")
    }  # type: ignore[misc]  # mypy does not infer a default
    assert (
        abs(net["punter"]) in (0, 1_000)
        and (net["punter"] == 0) is (net["banker"] == 0)
        and net["punter"] * net["banker"] <= 0
    )
    for one in (banker, punter):
        one.leave()
