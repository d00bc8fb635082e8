"""The consoles in a real browser: what each role sees and does, and what the inspector cannot do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.floor import commands as ask
from tests.web.conftest import LONG, House, Somebody

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def staff(chromium: Browser, house: House, person: str) -> Somebody:
    one = Somebody(chromium, house).sign_in(person)
    one.page.on("dialog", lambda shown: shown.accept())
    return one


@pytest.mark.deep
def test_a_dealer_enters_what_came_and_two_others_put_a_wrong_entry_right(
    chromium: Browser, house: House
) -> None:
    player = Somebody(chromium, house).terminal("watcher").sit("live")
    dealer = staff(chromium, house, "dealer")
    player.bet("straight:17")
    dealer.page.wait_for_selector("#phase.open")
    assert "No more bets" in dealer.said("#enter")
    dealer.press("No more bets")
    dealer.page.locator('[data-draw="20"]').click()
    player.page.wait_for_selector("#outcome.seen")
    assert player.text("last-won") == "0" and player.text("credits") == "995"
    number = house.read(lambda core: core.table("live").number)
    dealer.press(f"Round {number} was entered wrong")
    assert "supervisor" in dealer.said("dialog") and "spin 20" in dealer.said("dialog")
    dealer.leave()

    supervisor = staff(chromium, house, "super")
    supervisor.page.goto(f"{house.url}/dealer.html?table=live")
    supervisor.page.get_by_role("link", name=f"Round {number} was entered wrong").click()
    supervisor.page.wait_for_selector("dialog")
    assert (
        supervisor.page.get_by_label("Round").input_value() == str(number)
        and supervisor.page.locator("dialog select").first.input_value() == "live"
    )
    supervisor.page.get_by_label("All that really came").fill("spin 17")
    supervisor.page.get_by_label("Reason").fill("read from the wheel")
    supervisor.press("Propose")
    supervisor.page.get_by_role("tab", name="Corrections").click()
    supervisor.page.wait_for_selector("td:has-text('read from the wheel')")
    assert not supervisor.page.get_by_role("button", name="Approve").count(), "a supervisor does not approve"
    supervisor.leave()

    boss = staff(chromium, house, "boss")
    boss.page.get_by_role("tab", name="Corrections").click()
    boss.press("Approve")
    boss.page.wait_for_selector(".tag:text-is('made')")
    player.page.wait_for_function(
        "() => document.querySelector('#credits').textContent.replace(/\\D/g, '') === '1175'"
    )
    player.page.wait_for_selector("#last-won:text-is('175')")
    boss.leave()
    player.leave()

    inspector = staff(chromium, house, "watch")
    inspector.page.get_by_role("tab", name="Rounds").click()
    inspector.page.get_by_role("combobox", name="Table").select_option("live")
    inspector.page.get_by_role("spinbutton", name="Round").fill(str(number))
    inspector.press("Look")
    inspector.page.wait_for_selector(".version >> nth=1")
    was, now = (inspector.page.locator(".version").nth(at).text_content() or "" for at in (0, 1))
    assert (
        "spin 20" in was
        and "lose" in was
        and "spin 17" in now
        and "read from the wheel (proposed by super, approved by boss)" in now
    )
    inspector.leave()


@pytest.mark.deep
def test_a_win_is_paid_by_hand_where_the_terminal_waits_for_it_and_a_round_by_a_manager(
    chromium: Browser, house: House
) -> None:
    player = Somebody(chromium, house).terminal("winner").sit("live")
    house.must(ask.SetTerminal, "boss", terminal="winner", lock_at=10_000)
    house.next_round("live")
    player.bet("straight:17")
    house.must(ask.Deal, "dealer", table="live", act="no-more-bets")
    house.must(ask.Deal, "dealer", table="live", act="spin 17")
    player.page.wait_for_selector("#stopped:not([hidden])")
    helper = staff(chromium, house, "helper")
    row = helper.page.locator("tr:has(strong:text-is('winner'))")
    row.get_by_role("button", name="Pay win of 175").click()
    helper.page.wait_for_selector(".toast:has-text('Paid: 175')")
    row.locator("text=ready").wait_for()
    player.page.wait_for_selector("#stopped", state="hidden")
    player.page.wait_for_function(
        "() => document.querySelector('#credits').textContent.replace(/\\D/g, '') === '1000'"
    )
    house.must(ask.ReportFault, "super", terminal="winner", why="the screen is dark")
    row.get_by_role("button", name="Pay credits").click()
    helper.page.wait_for_selector(".toast:has-text('1000')")
    helper.leave()
    house.must(ask.ClearFault, "super", terminal="winner")

    boss = staff(chromium, house, "boss")
    boss.page.get_by_role("tab", name="Terminals").click()
    boss.page.locator("tr:has(strong:text-is('winner'))").get_by_role("button", name="Pay a round").click()
    box = boss.page.locator("dialog")
    box.get_by_label("Table").select_option("live")
    box.get_by_label("Round").fill(str(house.read(lambda core: core.table("live").number)))
    box.get_by_label("Amount").fill("12.50")
    box.get_by_label("Reason").fill("the right result cannot be shown")
    boss.press("Pay")
    boss.page.wait_for_selector(".toast:has-text('Pay 12.50 in cash')")
    boss.leave()
    player.leave()
    inspector = staff(chromium, house, "watch")
    inspector.page.get_by_role("tab", name="Books").click()
    assert "12.50" in (inspector.page.locator("#house-meters").text_content() or "")
    inspector.leave()


@pytest.mark.deep
def test_a_correction_of_ones_own_is_not_approved_by_oneself(chromium: Browser, house: House) -> None:
    player = Somebody(chromium, house).terminal("alone").sit("roulette")
    player.bet("red")
    house.finish("roulette")
    number = house.read(lambda core: core.table("roulette").number)
    house.must(
        ask.ProposeCorrection,
        "boss",
        table="roulette",
        round=number,
        draws=("spin 1",),
        reason="by the boss himself",
    )
    boss, chief = staff(chromium, house, "boss"), staff(chromium, house, "chief")
    for one in (boss, chief):
        one.page.get_by_role("tab", name="Corrections").click()
        one.page.wait_for_selector("td:has-text('by the boss himself')")
    mine = "tr:has-text('by the boss himself')"
    assert boss.page.locator(f"{mine} button:text-is('Approve')").count() == 0
    assert chief.page.locator(f"{mine} button:text-is('Approve')").count() == 1
    chief.page.locator(f"{mine} button:text-is('Reject')").click()
    chief.page.get_by_label("Reason").fill("the film shows what was entered")
    chief.page.locator("dialog").get_by_role("button", name="Reject").click()
    boss.page.wait_for_selector(f"{mine} .tag:text-is('rejected')")
    boss.leave()
    chief.leave()
    player.leave()


@pytest.mark.deep
def test_what_is_owed_after_a_correction_is_waived_by_a_manager_with_a_reason(
    chromium: Browser, house: House
) -> None:
    player = Somebody(chromium, house).terminal("gone").sit("live")
    player.bet("red")
    house.must(ask.Deal, "dealer", table="live", act="no-more-bets")
    house.must(ask.Deal, "dealer", table="live", act="spin 1")
    number = house.read(lambda core: core.table("live").number)
    player.page.wait_for_selector("#credits:text-matches('1.005')")
    house.must(ask.PrintVoucher, "gone")
    house.must(
        ask.ProposeCorrection, "super", table="live", round=number, draws=("spin 2",), reason="it was black"
    )
    house.must(ask.ApproveCorrection, "boss", correction=house.read(lambda core: max(core.floor.corrections)))
    boss = staff(chromium, house, "boss")
    boss.page.get_by_role("tab", name="Owed").click()
    row = boss.page.locator("tr:has-text('gone')")
    row.get_by_role("button", name="Waive").click()
    box = boss.page.locator("dialog")
    box.get_by_role("button", name="Waive").click()
    assert house.read(lambda core: core.floor.ledger.balance("waived")) == 0, (
        "nothing is waived without a reason"
    )
    box.get_by_label("Reason").fill("our mistake")
    box.get_by_role("button", name="Waive").click()
    row.wait_for(state="detached")
    assert house.read(lambda core: core.floor.ledger.balance("waived")) == -1_000
    boss.leave()
    player.leave()


@pytest.mark.deep
def test_a_dealer_enters_cards_throws_and_turns_what_lies_face_down(chromium: Browser, house: House) -> None:
    player = Somebody(chromium, house).terminal("at-cards").sit("live-cards")
    dealer = staff(chromium, house, "dealer")
    page = dealer.page
    page.select_option("#choose", "live-cards")
    player.bet("main")
    dealer.press("No more bets")
    page.wait_for_selector(".deck")
    dealer.shoot("dealer-cards-1440-dark")
    assert "box 1" in dealer.said("#wanted")
    for number, card in enumerate(("Th", "6c", "9d"), 1):
        page.locator(f'.deck [data-draw="{card}"]').click()
        page.wait_for_selector(f"#so-far .card:nth-child({number})")
    player.page.wait_for_selector('.place[data-place="dealer"] use')
    player.leave()

    player = Somebody(chromium, house).terminal("hole-player").sit("live-poker")
    page.reload()
    page.wait_for_selector(".bar")
    page.select_option("#choose", "live-poker")
    player.bet("ante")
    page.wait_for_selector("#phase.open")
    dealer.press("No more bets")
    entered = 0
    cards = iter(["Ah", "Kd", "7c", "9s", "4d", "2h", "Jc", "Qs"])
    turned: list[str] = []
    for _ in range(40):
        house.until(
            lambda core: (
                core.table("live-poker").round is None
                or core.room(core.table("live-poker")).main.draw_wanted
                or core.table("live-poker").round.phase == "waits"
            ),
            "the round stands still",
        )
        state = house.read(
            lambda core: (
                "over"
                if core.table("live-poker").round is None
                else core.room(core.table("live-poker")).main.draw_wanted
            )
        )
        if state == "over":
            break
        if not state:
            player.page.wait_for_selector(".decision:enabled")
            found = player.page.locator(".decision:enabled").all_text_contents()
            player.page.locator(".decision:enabled").nth(
                next((at for at, one in enumerate(found) if one.startswith(("Play", "Raise"))), 0)
            ).click()
            house.until(
                lambda core: (
                    core.table("live-poker").round is None
                    or core.room(core.table("live-poker")).main.draw_wanted
                ),
                "the player is not heard",
            )
            continue
        seen = house.read(lambda core: len(core.table("live-poker").round.events))
        place = house.read(
            lambda core: core.room(core.table("live-poker")).main.asked.split("; ")[1].split()[-1]
        )
        page.wait_for_function(
            "(seen) => document.querySelectorAll('#so-far .card').length === seen",
            arg=house.read(
                lambda core: sum(
                    e.text.split()[0] in ("deal", "turn") for e in core.table("live-poker").round.events
                )
            ),
        )
        page.wait_for_selector(f'#wanted[data-place="{place}"]')
        if state == "turn":
            page.wait_for_selector("#wanted:has-text('Turn the card of')")
            turned.append(dealer.said("#wanted"))
            page.locator(f'.deck [data-draw="{next(cards)}"]').click()
        else:
            page.wait_for_selector("#wanted:has-text('Card for')")
            down = page.locator('.deck [data-draw="??"]')
            (down if down.count() else page.locator(f'.deck [data-draw="{next(cards)}"]')).click()
            entered += 1
        house.until(
            lambda core, seen=seen: (
                core.table("live-poker").round is None or len(core.table("live-poker").round.events) > seen
            ),
            "nothing came of an entry",
        )  # type: ignore[misc]  # mypy does not infer a default
    assert entered >= 6 and len(turned) >= 3, (entered, turned)
    player.page.wait_for_selector("#outcome.seen")
    assert not any(
        "?" in card
        for cards in house.read(
            lambda core: [
                str(event.text)
                for event in list(core.table("live-poker").past.values())[-1].events
                if event.text.startswith("turn")
            ]
        )
        for card in cards
    )
    player.leave()
    dealer.leave()


@pytest.mark.deep
def test_a_dealer_enters_dice(chromium: Browser, house: House) -> None:
    house.table("queensland/sic-bo", "live-dice", mode="live", betting=LONG, pause=LONG, title="Live sic bo")
    player = Somebody(chromium, house).terminal("dice-player").sit("live-dice")
    dealer = staff(chromium, house, "dealer")
    dealer.page.select_option("#choose", "live-dice")
    player.bet("small")
    dealer.press("No more bets")
    for die, face in enumerate((1, 2, 4), 1):
        dealer.page.get_by_role("radiogroup", name=f"Die {die}").get_by_role("radio", name=str(face)).click()
    dealer.press("Enter the throw")
    player.page.wait_for_selector("#outcome.seen .win")
    assert player.text("last-won") == "5"
    player.leave()
    dealer.leave()


@pytest.mark.deep
def test_an_attendant_takes_cash_pays_a_voucher_and_pays_out(chromium: Browser, house: House) -> None:
    player = Somebody(chromium, house).terminal("cash", 0).sit("roulette")
    player.press("Help")
    player.press("Call an attendant")
    helper = staff(chromium, house, "helper")
    row = helper.page.locator("tr:has(strong:text-is('cash'))")
    row.locator("text=calls").wait_for()
    helper.page.get_by_role("button", name="Clear the call of cash").click()
    row.locator("text=ready").wait_for()
    row.get_by_role("button", name="Take cash").click()
    helper.page.locator("dialog").get_by_label("Amount").fill("120.50")
    helper.press("Add to credits")
    player.page.keyboard.press("Escape")
    player.page.wait_for_selector("#credits:text-is('120.50')")
    player.press("Cash out")
    player.press("Print voucher")
    number = (player.page.locator(".voucher code").text_content() or "").replace(" ", "")
    helper.page.get_by_label("Voucher number").fill(number)
    helper.press("Pay voucher")
    helper.page.wait_for_selector(".toast:has-text('Pay 120.50 in cash')")
    helper.page.get_by_label("Voucher number").fill(number)
    helper.press("Pay voucher")
    helper.page.wait_for_selector(".toast.wrong")
    row.get_by_role("button", name="Take cash").click()
    helper.page.locator("dialog").get_by_label("Amount").fill("30")
    helper.press("Add to credits")
    row.locator("td:has-text('30')").first.wait_for()
    row.get_by_role("button", name="Pay out").click()
    helper.page.wait_for_selector(".toast:has-text('Paid: 30')")
    player.page.wait_for_selector("#credits:text-is('0')")
    house.must(ask.TakeCash, "helper", terminal="cash", amount=4_000)
    row.get_by_role("button", name="Give voucher").click()
    number = (helper.page.locator("dialog .voucher code").text_content() or "").replace(" ", "")
    player.page.wait_for_selector("#credits:text-is('0')")
    assert house.read(lambda core: core.floor.vouchers[number].amount) == 4_000
    helper.leave()
    player.leave()


def test_a_supervisor_rules_by_the_clause_and_a_manager_holds_and_releases_a_table(
    chromium: Browser, house: House
) -> None:
    player = Somebody(chromium, house).terminal("ruled").sit("roulette")
    player.bet("red")
    boss = staff(chromium, house, "boss")
    row = boss.page.locator("tr:has(strong:text-is('Roulette'))").first
    row.get_by_role("button", name="Fault").click()
    boss.page.get_by_label("What does not work").fill("the wheel is not level")
    boss.press("Report")
    player.page.wait_for_selector("#stopped:has-text('The wheel is not level')")
    row.get_by_role("button", name="Clear fault").click()
    player.page.wait_for_selector("#stopped", state="hidden")
    boss.leave()
    supervisor = staff(chromium, house, "super")
    assert not supervisor.page.get_by_role("button", name="Open a table").count()
    supervisor.page.get_by_role("tab", name="Rulings").click()
    supervisor.page.select_option("#ruling-table", "collects")
    supervisor.page.wait_for_selector(".tab-body details")
    details = supervisor.page.locator(".tab-body details").filter(has=supervisor.page.locator(".clause"))
    details.first.locator("summary").click()
    assert details.first.locator(".clause").first.text_content()
    supervisor.leave()
    player.leave()


@pytest.mark.deep
def test_a_ruling_voids_a_wager_that_came_too_late(chromium: Browser, house: House) -> None:
    """Queensland schedule 7 section 9(4), ruled from the console that shows the clause."""
    house.table(
        "queensland/roulette",
        "live-q",
        mode="live",
        betting=LONG,
        pause=LONG,
        title="Live roulette by Queensland's rules",
    )
    player = Somebody(chromium, house).terminal("voided").sit("live-q")
    player.bet("red")
    house.must(ask.Deal, "dealer", table="live-q", act="no-more-bets")
    supervisor = staff(chromium, house, "super")
    page = supervisor.page
    page.get_by_role("tab", name="Rulings").click()
    page.select_option("#ruling-table", "live-q")
    late = page.locator(".tab-body details").filter(has=page.locator(".clause:text-is('sch 7 s 9(4)')")).first
    late.locator("summary").click()
    assert late.locator(".clause").first.is_visible()
    late.get_by_label("Seat").fill("1")
    late.get_by_label("Wager").fill("red")
    late.get_by_role("button", name="Rule on the round in play").click()
    page.wait_for_selector(".toast:has-text('Ruled')")
    player.page.wait_for_selector("#staked:text-is('0')")
    assert player.text("credits").replace("\u00a0", "").replace("\u202f", "") == "1000"
    supervisor.leave()
    player.leave()


@pytest.mark.deep
def test_a_manager_opens_a_table_enrols_a_terminal_and_adds_somebody(chromium: Browser, house: House) -> None:
    boss = staff(chromium, house, "boss")
    page = boss.page
    boss.press("Open a table")
    page.get_by_label("Game").select_option("house/red-dog")
    page.get_by_label("Name: small letters").fill("dogs")
    boss.press("Open")
    page.wait_for_selector("td:has-text('house/red-dog')")
    page.get_by_role("tab", name="Terminals").click()
    boss.press("Enrol a terminal")
    page.get_by_label("Name: small letters").fill("fresh")
    boss.press("Give a code")
    code = page.locator("#code").text_content() or ""
    page.keyboard.press("Escape")
    device = Somebody(chromium, house)
    device.page.goto(house.url)
    device.page.get_by_label("One-time code").fill(code)
    device.press("Enrol")
    device.page.wait_for_selector("#credits")
    device.leave()
    page.get_by_role("tab", name="People").click()
    boss.press("Add somebody")
    page.get_by_label("Name for signing in").fill("newcomer")
    page.get_by_label("Full name").fill("New Comer")
    boss.press("Add")
    page.wait_for_selector("dialog .voucher .amount")
    boss.leave()


@pytest.mark.deep
def test_an_inspector_sees_everything_and_changes_nothing(chromium: Browser, house: House) -> None:
    player = Somebody(chromium, house).terminal("seen").sit("roulette")
    player.bet("red")
    house.finish("roulette")
    before = house.read(lambda core: core.floor.seq)
    inspector = staff(chromium, house, "watch")
    page = inspector.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method != "GET" else None)
    page.wait_for_selector(".verdict .tag.good:has-text('The books are right')")
    assert page.locator(".verdict .tag.good").count() == 2
    page.get_by_role("tab", name="Books").click()
    page.wait_for_selector("td:has-text('seen')")
    page.locator("tr:has-text('seen')").get_by_role("button", name="Recall").first.click()
    page.wait_for_selector("details.round")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Vouchers").click()
    page.get_by_role("tab", name="Journal").click()
    page.get_by_label("Text").fill("seen")
    inspector.press("Search")
    page.wait_for_selector("td:has-text('Happened')")
    # Every button of every part is pressed: nothing is asked of the floor but to be shown something.
    for tab in ("Audit", "Books", "Vouchers", "Rounds", "Journal"):
        page.get_by_role("tab", name=tab).click()
        for at in range(page.locator(".tab-body button").count()):
            page.locator(".tab-body button").nth(at).click()
            page.keyboard.press("Escape")
    assert asked == [] and house.read(lambda core: core.floor.seq) == before
    for address in ("manager.html", "dealer.html", "attendant.html"):
        page.goto(f"{house.url}/{address}")
        page.wait_for_url(f"{house.url}/")
    inspector.leave()
    player.leave()


@pytest.mark.deep
def test_the_display_shows_every_coup_that_was_dealt(chromium: Browser, house: House) -> None:
    """A coup on which only side wagers lay belongs on the road like any other."""
    player = Somebody(chromium, house).terminal("sider").sit("baccarat")
    dealt = house.read(lambda core: len(core.table("baccarat").past))
    for wager in ("player-pair", "tie", "banker", "banker-pair"):
        player.bet(wager)
        house.finish("baccarat")
    wall = Somebody(chromium, house, "wall")
    wall.page.goto(f"{house.url}/display.html?table=baccarat")
    wall.page.wait_for_selector(".history.big svg")
    found = house.read(
        lambda core: [
            [event.text for event in one.events if event.text.startswith("deal")]
            for one in core.table("baccarat").past.values()
        ]
    )
    assert len(found) == dealt + 4
    from croupier.server.roads import coups

    results = house.read(lambda core: coups(core.table("baccarat")))
    assert len(results) == len(found)
    rings = wall.page.locator(".history.big circle").count()
    assert rings == sum(one != "tie" for one in results)
    wall.leave()
    player.leave()


@pytest.mark.deep
def test_the_display_shows_numbers_throws_and_the_terminal_too(chromium: Browser, house: House) -> None:
    player = Somebody(chromium, house).terminal("strips")
    for table, wager, kind in (("roulette", "red", "numbers"), ("craps", "field", "throws")):
        player.sit(table)
        player.bet(wager)
        house.finish(table)
        player.page.wait_for_selector("#history svg")
        wall = Somebody(chromium, house)
        wall.page.goto(f"{house.url}/display.html?table={table}")
        wall.page.wait_for_selector(f".history.{kind} svg")
        newest = house.read(
            lambda core, table=table: list(core.table(table).past.values())[-1].events[-1].text
        )  # type: ignore[misc]  # the same
        label = wall.page.locator(f".history.{kind} svg").get_attribute("aria-label") or ""
        if table == "roulette":
            assert label.startswith(f"Last numbers: {newest.split()[-1]}")
        else:
            assert label.startswith(f"Last throws: {sum(int(face) for face in newest if face in '123456')}")
        wall.leave()
    player.leave()
