"""Every felt against the rulebook it is drawn from:
what is offered has a place, what is not has none, and what is printed is what is paid.
"""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import pytest

from croupier.api import Game, game
from croupier.cli.rules import value
from croupier.felt import Felt, Spot, felt, sprites, styles
from croupier.felt.svg import Point
from tests.felt.tables import TABLES, drawn

SVG = "{http://www.w3.org/2000/svg}"
each_table = pytest.mark.parametrize(
    ("name", "options"),
    TABLES,
    ids=[name + "".join(f",{key}={value}" for key, value in options) for name, options in TABLES],
)
both_ways = pytest.mark.parametrize("upright", [False, True], ids=["lying", "upright"])


def offered(found: Game) -> tuple[set[str], set[str]]:
    """What a player may lay down at the open table, and what is made or moved later,
    from the table's own questions.
    """
    rules, machines = found.rules, bool(found.draws())
    asked = found.table().pending[0].acts
    first, later = set(), set()
    for name in rules.names:
        if not rules.offered(name):
            continue
        row = rules.wager(name)[0]
        names = {f"{name}:{param}" if param else name for param in found.places(name)}
        stands_on = machines and row.needs and not row.needs_any
        (later if stands_on or f"bet {name}" not in asked else first).update(names)
        if row.kind in ("come", "dont-come"):
            later.update(f"{name}:{point}" for point in rules.setup.points)
    return first, later


def boxes(found: Game) -> list[str | None]:
    if found.draws() or found.built.winner is not None:  # a wheel, dice, or two hands that all bet on
        return [None]
    seats = found.rules.options.get("seats", "7")
    return [str(at + 1) for at in range(int(seats) if seats.isdigit() else 7)]


@both_ways
@each_table
def test_every_wager_with_every_parameter_has_exactly_one_spot(
    name: str, options: tuple[tuple[str, str], ...], upright: bool
) -> None:
    found, sheet = drawn(name, options, upright)
    first, later = offered(found)
    seats = boxes(found)
    assert Counter((spot.name, spot.seat) for spot in sheet.spots if not spot.later) == Counter(
        (name, seat) for name in first for seat in seats
    )
    assert Counter((spot.name, spot.seat) for spot in sheet.spots if spot.later) == Counter(
        (name, seat) for name in later for seat in seats
    )
    assert all(
        spot.name == (f"{spot.wager}:{spot.param}" if spot.param else spot.wager) for spot in sheet.spots
    )


@both_ways
@each_table
def test_the_drawing_is_sound(name: str, options: tuple[tuple[str, str], ...], upright: bool) -> None:
    _, sheet = drawn(name, options, upright)
    root = ElementTree.fromstring(sheet.svg)
    assert root.get("viewBox") == f"0 0 {sheet.width:g} {sheet.height:.1f}".removesuffix(".0")
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    groups = [element for element in root.iter(f"{SVG}g") if "spot" in (element.get("class") or "").split()]
    assert [(group.get("data-wager"), group.get("data-seat")) for group in groups] == [
        (spot.name, spot.seat or "") for spot in sheet.spots
    ]
    for group, spot in zip(groups, sheet.spots, strict=True):
        assert len([part for part in group if "hit" in (part.get("class") or "")]) == 1
        chips = [part for part in group if part.get("class") == "chips"]
        x, y = map(float, re.findall(r"[\d.]+", chips[0].get("transform") or ""))
        assert abs(x - spot.centre[0]) < 0.1 and abs(y - spot.centre[1]) < 0.1
        assert (group.get("role"), group.get("tabindex")) == (
            ("img", None) if spot.later else ("button", "0")
        )


@both_ways
@each_table
def test_every_spot_is_on_the_felt_large_enough_and_nowhere_else(
    name: str, options: tuple[tuple[str, str], ...], upright: bool
) -> None:
    _, sheet = drawn(name, options, upright)
    for spot in (*sheet.spots, *sheet.places):
        x, y, w, h = spot.box
        assert x >= 0 and y >= 0 and x + w <= sheet.width and y + h <= sheet.height, spot.name
        assert x <= spot.centre[0] <= x + w and y <= spot.centre[1] <= y + h
        assert spot.cards or spot.later or min(w, h) >= 22, (spot.name, w, h)
    centres = Counter((round(spot.centre[0]), round(spot.centre[1])) for spot in sheet.spots)
    assert max(centres.values()) == 1, [
        spot.name for spot in sheet.spots if centres[round(spot.centre[0]), round(spot.centre[1])] > 1
    ]


def covers(spot: Spot, point: Point) -> bool:
    """Whether a tap on a point would meet a spot, if nothing lay above it."""
    x, y, w, h = spot.box
    if not (x + 0.5 < point[0] < x + w - 0.5 and y + 0.5 < point[1] < y + h - 0.5):
        return False
    if spot.round:
        return math.dist(point, spot.centre) < w / 2 - 0.5
    return not spot.polygon or abs(point[0] - spot.centre[0]) / w + abs(point[1] - spot.centre[1]) / h < 0.5


@both_ways
@each_table
def test_a_tap_on_the_middle_of_a_spot_meets_that_spot(
    name: str, options: tuple[tuple[str, str], ...], upright: bool
) -> None:
    """What is drawn later lies above; only what lies on the lines of roulette lies above anything."""
    _, sheet = drawn(name, options, upright)
    for at, spot in enumerate(sheet.spots):
        met = [
            other.name
            for other in sheet.spots[at + 1 :]
            if other.seat == spot.seat and covers(other, spot.centre)
        ]
        assert not met, (spot.name, met)
    if "roulette" in name:
        return
    for place in sheet.places:
        assert not [spot.name for spot in sheet.spots if covers(spot, place.centre)], place.name
    for one, other in combinations(sheet.spots, 2):
        (x, y, w, h), (a, b, c, d) = one.box, other.box
        apart = x + w <= a + 0.2 or a + c <= x + 0.2 or y + h <= b + 0.2 or b + d <= y + 0.2
        if not apart and (one.round or other.round or one.polygon or other.polygon):
            apart = math.dist(one.centre, other.centre) + 0.2 >= (min(w, h) + min(c, d)) / 2
        assert apart, (one.name, one.seat, other.name, other.seat)


PHONE = 374
"""How many points wide a felt is on a telephone of 390."""
FINGER = 36


@each_table
def test_upright_every_place_is_large_enough_for_a_finger(
    name: str, options: tuple[tuple[str, str], ...]
) -> None:
    _, sheet = drawn(name, options, True)
    assert sheet.width == 400 and all(b[0] >= 0 for b in (spot.box for spot in sheet.spots))
    double = "double-action" in name
    for spot in sheet.spots:
        if spot.later:
            continue
        on_a_line = double and (spot.wager in ("split", "corner", "street", "line") or "-" in spot.param)
        # Six numbers side by side leave the lines between them 20 points; three places share the line of 2
        # where there are two zeros.
        least = 18 if on_a_line else 17 if spot.param in ("0-2", "00-2", "0-00") and not double else FINGER
        assert min(spot.box[2:]) * PHONE / sheet.width >= least, (spot.name, spot.box)


@each_table
def test_nothing_runs_and_nothing_is_fetched(name: str, options: tuple[tuple[str, str], ...]) -> None:
    for text in (drawn(name, options)[1].svg, drawn(name, options, True)[1].svg):
        for element in ElementTree.fromstring(text).iter():
            assert element.tag.removeprefix(SVG) not in (
                "script",
                "style",
                "a",
                "use",
                "image",
                "foreignObject",
            )
            assert not [
                key for key in element.attrib if key.startswith("on") or "href" in key or key == "style"
            ]
        assert "url(" not in text and "javascript:" not in text


def said(text: str) -> str:
    return text.replace(":", " to ") if re.fullmatch(r"[\d.½¼¾]+:[\d.½¼¾]+", text) else text


@both_ways
@each_table
def test_what_is_printed_is_what_the_rules_say(
    name: str, options: tuple[tuple[str, str], ...], upright: bool
) -> None:
    found, sheet = drawn(name, options, upright)
    rules = {row["wager"]: row for row in value(found.rules, list(found.rules.names))["wagers"]}
    labels = dict(re.findall(r'data-wager="([^"]+)" data-seat="1?"[^>]*? aria-label="([^"]+)"', sheet.svg))
    for spot in sheet.spots:
        prices = rules[spot.wager]["pays"]
        number = found.rules.wager(spot.wager)[1]
        paid = re.sub(r"( less [\d.]+% commission|, with a charge of [\d.]+% of [a-z ]+)$", "", spot.pays)
        told = {part.split(" on ")[0] for part in paid.split("; ")}
        if not prices:
            assert spot.pays == "by its parts"
            continue
        assert told <= {said(price) for price in prices.values()}, spot
        if spot.param in prices:
            assert paid == said(prices[spot.param])
        elif number in prices:
            assert paid == said(prices[number])
        elif len(set(prices.values())) == 1:
            assert paid == said(next(iter(prices.values())))
        if spot.seat in (None, "1"):
            label = labels[spot.name].replace("&#x27;", "'")
            assert label.removeprefix("Box 1: ").startswith(f"{spot.label}, pays {spot.pays}")


ROULETTES = [(name, options) for name, options in TABLES if "roulette" in name]


@pytest.mark.parametrize(("name", "options"), ROULETTES)
def test_splits_lie_on_the_line_and_corners_on_the_crossing(
    name: str, options: tuple[tuple[str, str], ...]
) -> None:
    _, sheet = drawn(name, options)
    _check_roulette(sheet)


@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
def test_a_standing_roulette_has_the_same_places(wheel: str) -> None:
    found = game("great-britain/roulette", wheel=wheel)
    lying, standing = felt(found), felt(found, upright=True)
    assert {spot.name for spot in lying.spots} == {spot.name for spot in standing.spots}
    assert standing.height > standing.width
    _check_roulette(standing)


def _check_roulette(sheet: Felt) -> None:
    cells = {spot.param: spot.box for spot in sheet.spots if spot.wager == "straight"}
    assert len(cells) in (37, 38, 74)
    seen = 0
    for spot in sheet.spots:
        ring, _, numbers = spot.param.rpartition("/")
        on = [f"{ring}/{number}" if ring else number for number in numbers.split("-")]
        if spot.wager not in ("split", "corner", "street", "three", "line", "six-line"):
            continue
        seen += 1
        x, y = spot.centre
        # The point touches every number that it covers, but for streets: those touch the outer line of their
        # row.
        touching = [
            number
            for number in on
            if (box := cells[number])[0] - 0.1 <= x <= box[0] + box[2] + 0.1
            and box[1] - 0.1 <= y <= box[1] + box[3] + 0.1
        ]
        if spot.wager in ("split", "corner") and set(on) != {"0", "1", "2", "3"}:
            assert touching == on, spot.name
            others = [
                number
                for number, box in cells.items()
                if number not in on
                and box[0] + 1 < x < box[0] + box[2] - 1
                and box[1] + 1 < y < box[1] + box[3] - 1
            ]
            assert not others, spot.name
        else:
            assert touching, spot.name
    assert seen > 90


@pytest.mark.parametrize("name", ["great-britain/roulette", "house/blackjack", "house/craps", "house/sic-bo"])
def test_a_felt_is_drawn_alike_every_time(name: str) -> None:
    code = (
        "from croupier.api import game; from croupier.felt import felt; import hashlib; "
        f"print(hashlib.sha256(felt(game({name!r})).svg.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_a_felt_is_drawn_without_numpy() -> None:
    code = (
        "import sys; from croupier.api import game; from croupier.felt import felt; "
        "felt(game('house/blackjack')); felt(game('house/roulette')); print('numpy' in sys.modules)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONPATH": ":".join(sys.path)},
        ).stdout
        == "False\n"
    )


def test_boxes_are_those_asked_for_and_run_from_the_dealers_left() -> None:
    found = game("house/blackjack")
    one = felt(found, seats=["3"])
    assert {spot.seat for spot in one.spots} == {"3"} and one.width < 600
    xs = [felt(found).spot("main", str(seat)).centre[0] for seat in range(1, 8)]
    assert xs == sorted(xs, reverse=True)
    assert {place.name for place in felt(game("house/blackjack-switch")).places} == {
        "dealer",
        *(f"{seat}.{hand}" for seat in range(1, 8) for hand in (1, 2)),
    }


@pytest.mark.parametrize(("soft", "line"), [("stand", "stand on all 17s"), ("hit", "hit soft 17")])
def test_the_legend_says_what_the_dealer_does(soft: str, line: str) -> None:
    assert line in felt(game("house/blackjack", soft_17=soft)).svg


def test_the_legend_says_what_a_natural_pays() -> None:
    assert "BLACKJACK PAYS 6 TO 5" in felt(game("house/blackjack", natural_pays="6:5")).svg
    assert "INSURANCE PAYS 2 TO 1" in felt(game("house/blackjack")).svg
    assert "INSURANCE" not in felt(game("house/blackjack", insurance="no")).svg


def test_the_wheel_shows_as_many_stops_as_the_rulebook_counts() -> None:
    found = game("house/big-six")
    assert f"{sum(found.playable.machines.stops.values())} stops" in felt(found).svg
    from croupier.families.wheel.felt import spread

    assert Counter(spread(found.playable.machines.stops)) == Counter(found.playable.machines.stops)


def test_the_sheet_of_symbols_is_whole() -> None:
    root = ElementTree.fromstring(sprites())
    ids = [symbol.get("id") for symbol in root.iter(f"{SVG}symbol")]
    cards = {f"card-{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"}
    assert len(ids) == len(set(ids)) == 52 + 2 + 6 + 7
    assert set(ids) == cards | {"card-back", "card-Jk"} | {f"die-{face}" for face in range(1, 7)} | {
        f"chip-{value}" for value in (1, 5, 10, 25, 100, 500, 1000)
    }
    for rank, pips in {"A": 1, "7": 7, "T": 10}.items():
        symbol = next(one for one in root.iter(f"{SVG}symbol") if one.get("id") == f"card-{rank}h")
        assert len([path for path in symbol if path.tag == f"{SVG}path"]) == pips
    assert not [
        key
        for element in root.iter()
        for key in element.attrib
        if "href" in key or key.startswith("on") or key == "style"
    ]
    assert ".four-colour" in styles()


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("house/red-dog", {"left", "middle", "right"}),
        ("great-britain/live-draw-poker", {"board", "draw"}),
        ("great-britain/ultimate-hold-em", {"dealer", "board", *map(str, range(1, 8))}),
        ("queensland/baccarat", {"player", "banker"}),
        ("house/casino-war", {"dealer", *map(str, range(1, 8))}),
    ],
)
def test_cards_lie_where_the_table_says(name: str, places: set[str]) -> None:
    found = drawn(name)[1]
    assert {place.name for place in found.places} == places and all(place.cards for place in found.places)


@pytest.mark.parametrize(
    ("name", "events"),
    [
        ("house/red-dog", ["1 bet original 10", "deal 3h 9d"]),
        ("house/casino-war", ["1 bet ante 10", "2 bet ante 10", "deal 3h 9d 5c"]),
        ("house/blackjack", ["1 bet main 10", "deal 3h 9d 5c"]),
        ("queensland/baccarat", ["1 bet player 10", "deal 3h 9d 5c Kc"]),
        ("house/lucky-draw-baccarat", ["1 bet enter 10", "deal 3h"]),
        ("great-britain/pocket-pairs", ["1 bet pocket-pairs 10", "deal 3h"]),
        ("great-britain/live-draw-poker", ["1 bet hand 10", "deal 3h"]),
    ],
)
def test_a_card_that_is_dealt_has_a_place(name: str, events: list[str]) -> None:
    found, sheet = drawn(name)
    table = found.table()
    for event in events:
        head, *rest = event.split()
        for card in rest if head == "deal" else [""]:
            table.apply(f"deal {card}" if card else event)
    laid = {place for place, cards in table.play.places.items() if cards}
    assert laid and laid <= {place.name for place in sheet.places}


def test_a_commission_is_printed_where_it_is_charged() -> None:
    assert felt(game("house/baccarat")).spot("banker").pays == "1 to 1 less 5% commission"
    assert "commission" not in felt(game("house/baccarat", banker="half-on-six")).spot("banker").pays
    assert felt(game("house/baccarat", commission=0)).spot("banker").pays == "1 to 1"
    assert [spot.name for spot in felt(game("house/baccarat")).spots if "commission" in spot.pays] == [
        "banker"
    ]


def test_a_charge_is_printed_where_it_is_made() -> None:
    """Queensland schedule 4 sections 11 and 12:
    five per cent at most of a buy wager's stake, and of what a lay wager can win.
    """
    sheet = felt(game("queensland/craps"))
    assert sheet.spot("buy-4").pays == "2 to 1, with a charge of 5% of the stake"
    assert sheet.spot("lay-4").pays == "1 to 2, with a charge of 5% of what it can win"
    assert "5% charge" in sheet.svg
    assert "charge" not in felt(game("queensland/craps", buy_commission=0, lay_commission=0)).svg
    assert "3% charge" in felt(game("queensland/craps", lay_commission=3)).svg
    assert (
        felt(game("bahamas/craps", odds_commission=4, free_odds=2))
        .spot("pass-odds")
        .pays.endswith("with a charge of 4% of what exceeds free odds")
    )
    assert felt(game("bahamas/chemin-de-fer")).spot("bank").pays.endswith("less 5% commission")
