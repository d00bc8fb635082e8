"""A ruling after the decision reaches all that hung on the wager, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

from croupier.equipment.money import show_amount
from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.banks import CoverBank
from croupier.table.claims import Line
from croupier.table.events import Event
from croupier.table.rulings import Ordered
from croupier.table.run import Run
from croupier.table.table import Table
from tests.automaton import line_of, play
from tests.families import deals_cards
from tests.roots.after import (
    CLAUSE,
    GIVEN_BACK,
    books,
    decided,
    person,
    put_right,
    replayed_without,
    rounds_of,
    ruled,
    told,
    void,
)
from tests.roots.evening import Evening
from tests.tiers import chosen_games, fresh_seed

MOST = 3
"""Wagers that are ruled upon in a round."""
SEED = 11
GAMES = [game for game in chosen_games() if "chemin" not in game]
"""A hand of chemin de fer stands or goes back as a whole; its covers are tried in its own tests."""


def check_voids(table: Table) -> None:
    """Void wagers of a finished round, each by itself, and look at everybody's lines."""
    for line in decided(table)[:MOST]:
        after, who = ruled(table, void(line)), person(line)
        mine = [one for one in after.lines if (person(one), one.wager) == (who, line.wager)]
        assert mine and all(one.result in GIVEN_BACK and not one.net and not one.charge for one in mine)
        assert not any((one.person, one.name) == (who, line.wager) for one in after.play.wagers)
        assert not sum(after.net.values())
        if not shares(table):
            others = {one: many for one, many in told(table).items() if one[0] != who}
            assert others == {one: many for one, many in told(after).items() if one[0] != who}
        check_without(table, after, who)


def shares(table: Table) -> bool:
    """Whether one player's line may follow from another's wager: a meter, a bank that runs dry, a gift."""
    if isinstance(table.play.bank, CoverBank):
        return True
    return any(line.paid_by.startswith("meter") or line.wager == "super-bonus" for line in table.lines)


def check_without(table: Table, after: Table, who: str) -> None:
    """Compare with the round in which the wagers that went back were never made, where it can be played."""
    gone = {one.wager for one in after.lines if person(one) == who and one.result == "void"}
    carried = [
        one for one in table.before.get("wagers", ()) if f"{one['seat']}{one.get('bettor', '')}" == who
    ]
    if any(one.get("charged") and one["on"] in gone for one in carried):
        return  # what was charged in an earlier round is given back in this one
    laid = {event.what for event in table.happened if event.lays_wager} | {one["on"] for one in carried}
    if not gone <= laid:
        return  # an act of the hand has laid it: a double, a raise
    try:
        other = replayed_without(table, who, gone)
    except (BadInput, NotAllowed):
        return  # the shooter, or who deals, had no other wager
    if other.over and cards(other) == cards(table):
        assert books(after) == books(other)


def cards(table: Table) -> dict[str, list[str]]:
    """Return the cards as they lie."""
    return {place: [one.card for one in lying] for place, lying in table.play.places.items()}


@pytest.mark.parametrize("game", GAMES)
def test_a_wager_that_is_void_after_the_decision_was_never_made(game: str) -> None:
    tables = rounds_of(game, 2, SEED)
    for table in tables:
        check_voids(table)


@pytest.mark.parametrize("game", GAMES)
def test_two_rulings_come_to_the_same_in_both_orders(game: str) -> None:
    check_pairs(game, 1, SEED + 1)


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_two_rulings_on_many_rounds(game: str) -> None:
    check_pairs(game, 30, fresh_seed())


def check_pairs(game: str, rounds: int, seed: int) -> None:
    """Rule twice on finished rounds, in both orders."""
    for table in rounds_of(game, rounds, seed):
        lines = decided(table)[:2]
        if len({(person(line), line.wager) for line in lines}) < 2:
            continue
        first, second = lines
        wrong = put_right(first, paid=show_amount(max(first.net, 0) + 100))
        pairs = [[void(first), void(second)], [wrong, void(first)], [wrong, void(second)]]
        if not deals_cards(table.game):
            device = table.game.betting.device
            drawn = next(event.what for event in reversed(table.happened) if event.is_draw)
            results = (device.show(one) for one, _ in device.draws())
            other = ("replace-draw", {"result": next(one for one in results if one != drawn)})
            pairs += [[void(first), other], [wrong, other]]
        for orders in pairs:
            found = [attempted(table, list(order)) for order in permutations(orders)]
            assert found[0] == found[1], orders


def attempted(table: Table, orders: list[tuple[str, dict[str, str]]]) -> object:
    """Return what two orders come to; where the second finds nothing any more, what the first does."""
    try:
        after = ruled(table, *orders)
    except BadInput:
        return books(ruled(table, orders[0]))
    return books(after)


@pytest.mark.parametrize("game", GAMES)
def test_a_payment_is_put_right_both_ways(game: str) -> None:
    for table in rounds_of(game, 1, SEED + 2):
        for line in decided(table)[:MOST]:
            wrong = opposite(line)
            after = ruled(table, put_right(line, **wrong))
            assert books(after) == books(table)
            mine = [one for one in after.lines if (person(one), one.wager) == (person(line), line.wager)]
            assert sum(one.net for one in mine) == sum(
                one.net for one in table.lines if (person(one), one.wager) == (person(line), line.wager)
            )
            assert len(after.lines) == len(table.lines) + 1


@pytest.mark.parametrize("game", GAMES)
def test_a_payment_that_was_put_right_early_is_that_of_its_place(game: str) -> None:
    """Who plays several places may be paid wrongly on one before the others are settled."""
    for table, at, rest in paid_early(game, 12):
        line = table.lines[at]
        rule(table, ("correct-payment", {"seat": whose(line), "wager": line.wager, "paid": "977"}))
        for event in rest:
            table.apply(event)
        before = of_person(table, whose(line))
        others = [one for one in table.lines if one.result in ("win", "lose") and whose(one) != whose(line)]
        for other in others[:1]:
            order, facts = put_right(other, paid="978")
            rule(table, (order, {**facts, "seat": whose(other), "box": other.seat + (other.bettor or "a")}))
        assert of_person(table, whose(line)) == before


def rule(table: Table, order: tuple[str, dict[str, str]]) -> None:
    """Give an order at a table, as an irregularity of the game would."""
    ordered = Ordered(order[0], tuple(order[1].items()), CLAUSE)
    table._run = Run(table.game, table.before, table._ordered(table._run, ordered))


def whose(line: Line) -> str:
    """Return the person whose line it is, whichever place it lies at."""
    return line.player or person(line)


def of_person(table: Table, who: str) -> Counter[tuple[object, ...]]:
    """Return the lines of a person at all his places."""
    return Counter(
        (person(line), line.hand, line.wager, line.result, line.net)
        for line in table.lines
        if whose(line) == who
    )


def paid_early(game: str, rounds: int) -> Iterator[tuple[Table, int, list[Event]]]:
    """Find rounds in which a wager of a person is decided while he has the same one elsewhere.

    Return the table then, the place of the line, and what happened afterwards.
    """
    evening = Evening(game, random.Random(game))
    for _ in range(rounds):
        if not evening.play({}, 0):
            continue
        table, events = Table(evening.played, {}), list(evening.table.happened)
        for done, event in enumerate(events, 1):
            table.apply(event)
            early = [(at, line) for at, line in enumerate(table.lines) if line.result == "lose"]
            if not early or table.over:
                continue
            at, line = early[-1]
            alike = [one for one in table.lines if (whose(one), one.wager) == (whose(line), line.wager)]
            waits = any((one.whose, one.name) == (whose(line), line.wager) for one in table.play.wagers)
            if waits and len(alike) == 1:
                yield table, at, events[done:]
                break


def test_every_game_lets_both_be_put_right() -> None:
    """What was paid to a loser and what was taken from a winner can both be said, at every game."""
    rows = {game: ruleset(game).irregularities.get("wrong-pay-out") for game in chosen_games()}
    assert not [game for game, row in rows.items() if row and not {"paid", "taken"} <= set(row.takes)]


def opposite(line: Line) -> dict[str, str]:
    """Return a wrong payment: a losing wager was paid, a winner or one that goes back was taken."""
    amount = show_amount(line.stake)
    return {"paid": amount} if line.net < 0 else {"taken": amount}


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_void_wagers_of_many_rounds(game: str) -> None:
    for table in rounds_of(game, 60, fresh_seed()):
        check_voids(table)


# What the texts say.


def test_r_16_22_and_r_16_30_the_fund_is_not_paid_on_a_void_wager() -> None:
    options = {"jackpot": "yes", "jackpot-share": "5", "seed": "100"}
    events = ["1 bet hand 10", "2 bet hand 10", "deal Ah Kh Qh Jh Th", "1 hold all", "2 hold all"]
    game = "great-britain/live-draw-poker"
    table = play(game, *events, options=options, before={"meters": {"jackpot": "1000"}})
    assert table.over and books(table)["meter jackpot"] < 0
    for seat, other in (("2", "1"), ("1", "2")):
        after = ruled(table, ("void-wager", {"seat": seat}))
        assert books(after)[f"seat {other}"] > 100000 and f"seat {seat}" not in books(after)
    both = ruled(table, ("void-wager", {"seat": "1"}), ("void-wager", {"seat": "2"}))
    assert not books(both) and both.after["meters"] == {"jackpot": "1000"}


def test_r_5_20_no_ante_bonus_is_paid_on_a_void_ante() -> None:
    events = ["1 bet ante 10", "deal 9h 8h 7h Qs 9d 2c", "1 play"]
    table = play("great-britain/three-card-poker", *events)
    assert any(line.wager == "ante-bonus" and line.net for line in table.lines)
    after = ruled(table, ("void-wager", {"seat": "1", "wager": "ante"}))
    assert not books(after) and not any(line.net for line in after.lines)


@pytest.mark.parametrize(
    ("game", "events", "seat", "wager"),
    [
        ("great-britain/craps", ["1 bet win-line 10", "2 bet any-seven 5", "roll 3-4"], "1", "win-line"),
        ("great-britain/dice-magic", ["1 bet over-7 5", "2 bet box-10 5", "roll 4-6"], "1", "over-7"),
        ("great-britain/rocket-7", ["1 bet low 5", "1 bet side 5", "2 bet seven 5", "roll 1-2"], "1", "low"),
    ],
)
def test_r_8_7_r_8_24_r_8_35_r_8_54_others_are_paid_when_the_shooter_had_no_wager(
    game: str, events: list[str], seat: str, wager: str
) -> None:
    options = {"rocket-jackpot": "yes"} if "rocket" in game else None
    table = play(game, *events, options=options)
    after = ruled(table, ("void-wager", {"seat": seat, "wager": wager}))
    assert after.over and not any(line.net for line in after.lines if line.seat == seat)
    assert [line for line in after.lines if line.seat == "2"] == [
        line for line in table.lines if line.seat == "2"
    ]
    assert "meter progressive" not in books(after)


def test_r_8_7_what_a_decided_wager_carried_goes_back_with_it() -> None:
    before = {"point": 6, "wagers": [{"seat": "1", "on": "win-line", "stake": "10"}]}
    table = play("great-britain/craps", "1 bet behind-win-line 10", "roll 3-3", before=before)
    assert line_of(table, "behind-win-line").net > 0
    after = ruled(table, ("void-wager", {"seat": "1", "wager": "win-line"}))
    assert {line.wager: line.result for line in after.lines} == {
        "win-line": "void",
        "behind-win-line": "void",
    }
    assert not books(after) and not after.after.get("wagers")


@pytest.mark.parametrize("seat", ["1", "2"])
def test_r_8_42_a_jackpot_is_shared_by_those_whose_wagers_are_good(seat: str) -> None:
    wagers = [{"seat": one, "on": "side", "stake": "10", "state": "5"} for one in ("1", "2")]
    before = {"meters": {"progressive": "1000"}, "sevens": 5, "shooter": "1", "wagers": wagers}
    table = play("great-britain/rocket-7", "roll 3-4", before=before)
    after, other = ruled(table, ("void-wager", {"seat": seat, "wager": "side"})), "12".replace(seat, "")
    # The share of the void wager, 7, is not in the fund; the stake of the other, 10, is spent.
    assert books(after)[f"seat {other}"] == 99300 - 1000 and f"seat {seat}" not in books(after)
    assert after.after["meters"] == {"progressive": "0"}


@pytest.mark.parametrize(
    ("game", "wager", "stake"),
    [
        ("bahamas/caribbean-stud", "progressive", "1"),
        ("great-britain/casino-stud", "progressive", "1"),
        ("queensland/caribbean-stud", "jackpot", "1"),
        ("great-britain/casino-hold-em", "progressive", "1"),
        ("great-britain/hold-em-bonus", "progressive", "1"),
    ],
)
def test_a_meter_is_as_if_a_void_wager_had_never_been_made(game: str, wager: str, stake: str) -> None:
    table = two_royals(game, wager, stake)
    assert sum(line.wager == wager and line.result == "win" for line in table.lines) == 2
    for name in (wager, "ante"):
        for seat in ("1", "2"):
            after = ruled(table, ("void-wager", {"seat": seat, "wager": name}))
            check_without(table, after, seat)
            assert not any(line.net for line in after.lines if line.seat == seat and line.wager == wager)
    orders = [("void-wager", {"seat": seat, "wager": wager}) for seat in ("1", "2")]
    found = [ruled(table, *order) for order in permutations(orders)]
    assert books(found[0]) == books(found[1])
    assert "meter progressive" not in books(found[0])


def two_royals(game: str, wager: str, stake: str) -> Table:
    """Play a round in which two players hold a royal or a straight flush, with wagers on the meter."""
    table = Table(build(ruleset(game, {"contribution": "70"})), {"meters": {"progressive": "10000"}})
    for event in [f"{seat} bet {name}" for seat in ("1", "2") for name in ("ante 10", f"{wager} {stake}")]:
        table.apply(event)
    board = ["Th", "Jh", "Qh", "Kh", "2c"]
    owned = {"1": ["Ah", "3c"], "2": ["9h", "4c"], "board": board}
    if "hold-em" not in game:
        owned = {"1": ["Th", "Jh", "Qh", "Kh", "Ah"], "2": ["Ts", "Js", "Qs", "Ks", "As"]}
    rest = ["7d", "5d", "8c", "6s", "9d", "3d", "4d"]
    while not table.over:
        if table.draw_wanted:
            place = table.draw_place.partition("#")[0]
            table.apply(f"deal {(owned.get(place) or rest).pop(0)}")
            continue
        asked = next(one for one in table.pending if one.who in ("1", "2"))
        verb = next(act for act in asked.allowed() if act not in ("fold", "decline", "check"))
        try:
            table.apply(f"{asked.who} {verb}")
        except BadInput:
            table.apply(f"{asked.who} {verb} 20")
    return table


def test_a_winner_that_stays_on_the_table_is_void_with_what_it_won() -> None:
    before = {"point": 4, "wagers": [{"seat": "1", "on": "win", "stake": "10"}]}
    table = play("queensland/craps", "2 bet place-6 12", "roll 3-3", before=before)
    assert line_of(table, "place-6", "2").net > 0
    after = ruled(table, ("void-wager", {"seat": "2", "wager": "place-6"}))
    assert not books(after) and [one.wager for one in after.play.wagers] == ["win"]


def test_what_was_taken_is_said_in_place_of_what_was_paid() -> None:
    table = play("great-britain/roulette", "1 bet red 10", "spin 1")
    table.apply("supervisor rule wrong-pay-out seat=1 wager=red taken=10")
    assert [line.net for line in table.lines] == [-1000, 2000]
    with pytest.raises(BadInput, match="not both"):
        table.apply("supervisor rule wrong-pay-out seat=1 wager=red taken=10 paid=10")


@pytest.mark.parametrize("found", [("3 call", ""), ("", "3 call")])
def test_reg_10_3_c_a_hand_that_was_declared_dead_stays_dead_with_the_next(found: tuple[str, str]) -> None:
    antes = ["1 bet ante 5", "2 bet ante 20", "3 bet ante 10"]
    cards = "deal 2h 3c Kc As 4h 3d Qd Kd 6h 3s 7s 9d 8h 3h 5h 7d Th 9c 2c 4c"
    dead = "supervisor rule information-exchanged hand=declared-dead box="
    events = [*antes, cards, "1 call", "2 call", found[0], f"{dead}1", found[1], f"{dead}2"]
    table = play("bahamas/caribbean-stud", *filter(None, events))
    assert {name: amount for name, amount in table.net.items() if name != "house"} == {
        "seat 1": -1500, "seat 2": -6000, "seat 3": -3000,
    }  # fmt: skip


def test_cards_drawn_in_error_are_used_in_the_order_in_which_they_were_drawn() -> None:
    rule = "supervisor rule card-drawn-in-error exposed=no refused=no"
    table = play(
        "bahamas/blackjack",
        "1 bet main 10", "2 bet main 20", "deal 5h 6h 9c 4d 3s ??",
        f"{rule} card=Ks", f"{rule} card=Qs", "1 hit", "1 stand", "2 hit", "2 stand",
    )  # fmt: skip
    assert (table.play.cards("1")[-1], table.play.cards("2")[-1]) == ("Ks", "Qs")
