"""A person is not a box: over all games, a ruling against a person touches his wagers and nobody else's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from croupier.errors import BadInput, FactsWanted, NotAllowed
from croupier.families import build, ruleset
from croupier.rulebook.schema import IrregularityRow
from croupier.table.events import Event
from croupier.table.table import Table
from tests.conformance.players import a_good_bet, bet
from tests.families import deals_cards, no_seat, player_banks
from tests.roots.after import rounds_of
from tests.tiers import chosen_games

PLACES = {"1": "1", "1b": "1b", "2": "1", "3": "3", "3b": "1", "4": "3", "11": "11"}
"""Who plays which place, as far as a table lets him."""
VOIDS = {"void-wager", "void-in-place"}
CLAUSE = "the clause of his exclusion"
GAMES = chosen_games()


def is_auctioned(game: str) -> bool:
    """Say whether the bank is auctioned: who covers it sits there, and nobody plays for another."""
    return "cover" in ruleset(game).names


def said(place: str, player: str, event: Event) -> Event:
    """Say with a bet who plays the place."""
    facts = event.facts if player == place else (*event.facts, ("player", player))
    return Event(place, "bet", event.what, event.amount, facts)


def bets(played: Any, table: Table, places: dict[str, str], tries: int = 40) -> list[tuple[str, str]]:
    """Let everybody make a wager that stands by itself, or several; return what was made, with its person."""
    rng, made = random.Random(1), []
    for place, player in places.items():
        for _ in range(tries):
            event = a_good_bet(played, rng, table, place) if deals_cards(played) else bet(played, rng, place)
            try:
                table.apply(said(place, player, Event(place, "bet", event.what, event.amount)))
            except (NotAllowed, BadInput):
                continue
            made.append((place, player))
            break
    return made


def table_of(game: str, before: dict[str, Any] | None = None) -> tuple[Any, Table]:
    """Return a table with somebody who banks, where a player does."""
    played = build(ruleset(game))
    table = Table(played, before or {})
    if player_banks(played):
        table.apply("7 bank 1000")
    return played, table


def rulings_with(game: str, orders: set[str]) -> Iterator[tuple[IrregularityRow, str]]:
    """Every irregularity with facts by which one of these orders is given on a person."""
    rules = ruleset(game)
    for event in rules.irregularities.values():
        for values in product(*event.facts.values()) if "seat" in event.takes else ():
            facts = dict(zip(event.facts, values, strict=True))
            try:
                row = rules.ruling(event.id, facts)[1]
            except BadInput:
                continue
            if orders & {*row.ruling}:
                yield event, " ".join(f"{name}={value}" for name, value in facts.items())


def against_a_person(game: str) -> Iterator[tuple[IrregularityRow, str]]:
    """Every irregularity that voids all wagers of a person, with facts."""
    for event, facts in rulings_with(game, VOIDS):
        if "wager=" not in facts and "late=" not in facts:
            yield event, facts


@pytest.mark.parametrize("game", [game for game in GAMES if not is_auctioned(game)])
def test_a_ruling_against_a_person_strikes_all_his_wagers_and_no_others(game: str) -> None:
    tried = 0
    for event, facts in against_a_person(game):
        for who in ("1", "1a", "1b", "3"):
            played, table = table_of(game)
            made = bets(played, table, PLACES)
            person = who.removesuffix("a")
            if person not in {player for _, player in made}:
                continue
            before = {one.key: one for one in table.play.wagers}
            try:
                table.apply(f"supervisor rule {event.id} {facts} seat={who}".replace("  ", " "))
            except BadInput:
                continue  # nothing of the kind has happened at this table
            tried += 1
            after = {one.key: one for one in table.play.wagers}
            for key, one in before.items():
                his = PLACES[one.person] == person
                assert (key in after) is not his, f"{event.id} seat={who}: {one.who} {one.name}"
            for line in table.lines:
                assert PLACES[line.seat + line.bettor] == person
                assert line.result == "void"
    if "contravention" in ruleset(game).irregularities:
        assert tried


def refusals(played: Any, table: Table, place: str, player: str) -> set[str]:
    """Return the clauses by which somebody's bets at a place are refused; an empty one for a bet taken."""
    rng, clauses = random.Random(3), set[str]()
    for _ in range(25):
        event = a_good_bet(played, rng, table, place) if deals_cards(played) else bet(played, rng, place)
        if "cover" in played.ruleset.names:
            event = Event(place, "bid", "", 1000)
        elif not played.ruleset.offered(event.what.partition(":")[0]):
            continue
        try:
            refusal = table.refusal(said(place, player, event) if event.what else event)
        except BadInput:
            continue
        clauses.add(refusal.clause if refusal else "")
    return clauses


@pytest.mark.parametrize("game", GAMES)
def test_an_exclusion_is_a_persons_at_every_box_and_nobody_elses(game: str) -> None:
    far = "6" if no_seat(build(ruleset(game)), 11) else "11"
    places = {place: who for place, who in PLACES.items() if place not in ("3b", "11")} | {far: far}
    if is_auctioned(game):
        places = {"1": "1", far: far}
    for who in ("1", "1b", far):
        played, table = table_of(game, {"excluded": {who: CLAUSE}})
        for place, player in places.items():
            clauses = refusals(played, table, place, player)
            barred = player == who
            assert (CLAUSE in clauses) is barred, f"{place} played by {player}: {clauses}"
            assert not barred or "" not in clauses, f"{place} played by {player} may bet"


@pytest.mark.parametrize("game", GAMES)
def test_each_is_excluded_by_the_clause_of_his_own_ruling(game: str) -> None:
    """A second ruling of a round names another person and another clause; so it does if the round is void."""
    rules, by_clause = ruleset(game), dict[str, str]()
    for event, facts in rulings_with(game, {"exclude"}):
        row = rules.ruling(event.id, dict(fact.split("=") for fact in facts.split()))[1]
        by_clause[row.order_clauses.get("exclude", row.clause)] = f"supervisor rule {event.id} {facts}"
    played, table = table_of(game)
    bets(played, table, {"1": "1", "2": "2", "3": "3"})
    given = dict[str, str]()
    for seat, (clause, text) in zip(("1", "2", "3"), by_clause.items(), strict=False):
        try:
            table.apply(f"{text} seat={seat}")
        except BadInput:
            continue  # nothing of the kind has happened at this table
        given[seat] = clause
    assert table.after.get("excluded", {}) == given
    for seat, clause in given.items():
        assert is_auctioned(game) or refusals(played, table, seat, seat) == {clause}


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_a_place_is_kept_or_refused_and_never_ignored(game: str) -> None:
    if is_auctioned(game):
        _, table = table_of(game)
        with pytest.raises((NotAllowed, BadInput)):
            table.apply("1 bid 100 player=2")
        return
    played, table = table_of(game)
    made = bets(played, table, PLACES)
    assert made
    standing = {one.person: one.value().get("player", "") for one in table.play.wagers}
    for place, player in made:
        assert standing[place] == ("" if player == place else player)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_is_a_person(game: str) -> None:
    played, table = table_of(game)
    event = a_good_bet(played, random.Random(1), table, "1", next(iter(played.ruleset.names)))
    for player in ("0", "dealer", "99", "x"):
        with pytest.raises(BadInput):
            table.apply(Event("2", "bet", event.what, event.amount, (("player", player),)))


DICE = [game for game in GAMES if "shooter" in str(ruleset(game).setup)]


@pytest.mark.parametrize("game", DICE)
def test_to_exclude_seat_11_does_not_take_the_dice_from_seat_1(game: str) -> None:
    _, table = table_of(game, {"excluded": {"11": CLAUSE}, "shooter": "1"})
    assert table.after.get("shooter") == "1"
    _, table = table_of(game, {"excluded": {"1b": CLAUSE}, "shooter": "1"})
    assert table.after.get("shooter") == "1"
    _, table = table_of(game, {"excluded": {"1": CLAUSE}, "shooter": "1"})
    assert "shooter" not in table.after


BY_PERSON = [game for game in GAMES if game == "queensland/baccarat" or not deals_cards(build(ruleset(game)))]


@pytest.mark.parametrize("game", BY_PERSON)
def test_limits_are_a_persons_where_there_are_no_boxes_or_the_text_says_so(game: str) -> None:
    played = build(ruleset(game, {"minimum": "10", "maximum": "100"}))
    named = 0
    for name in played.ruleset.names:
        for param in played.params(name)[:1] if played.params(name) else ():
            what = f"{name}:{param}" if param else name
            table = Table(played, {})
            try:
                table.apply(f"1 bet {what} 60")
                if table.refusal(f"2 bet {what} 60"):
                    continue
            except (NotAllowed, BadInput):
                continue
            refusal = table.refusal(f"2 bet {what} 60 player=1")
            own = played.ruleset.wager(name)[0].own_limits
            if own or Table(played, {}).refusal(f"1 bet {what} 120") is None:
                assert refusal is None
                continue
            assert refusal is not None and "another place" in refusal.why, what
            assert table.refusal(f"2 bet {what} 40 player=1") is None
            named += 1
    assert named


@pytest.mark.parametrize("game", BY_PERSON)
def test_what_a_person_leaves_elsewhere_is_not_below_his_minimum(game: str) -> None:
    played = build(ruleset(game, {"minimum": "10", "maximum": "100"}))
    tried = 0
    for name in played.ruleset.names:
        what = f"{name}:{params[0]}" if (params := played.params(name)) and params[0] else name
        table = Table(played, {})
        try:
            table.apply(f"1 bet {what} 10")
            table.apply(f"2 bet {what} 5 player=1")
            table.apply(f"1b bet {what} 10")
            if Table(played, {}).refusal(f"1 bet {what} 5") is None or table.refusal(f"2 remove {what}"):
                continue
        except (NotAllowed, BadInput):
            continue  # it is made in other sizes, or beside something
        for amount in ("", " 10"):
            refusal = table.refusal(f"1 remove {what}{amount}")
            assert refusal is not None and "the minimum is 10" in refusal.why
        for act in (f"1b remove {what}", f"2 remove {what}", f"1 remove {what}"):
            table.apply(act)
        tried += 1
    assert tried


# Single rulings, at tables that have them.


def played_to(game: str, *events: str) -> Table:
    """Return a table at which something has happened."""
    table = Table(build(ruleset(game)), {})
    for event in events:
        table.apply(event)
    return table


def nets(table: Table) -> dict[str, int]:
    """Return what every account won or lost, in units."""
    return {name: amount // 100 for name, amount in table.net.items() if amount}


def leaning(game: str) -> list[str]:
    """Return the wagers that a player may make only beside another of his, wherever it lies."""
    rules = ruleset(game)
    rows = {name: rules.wager(name)[0] for name in rules.names}
    return [name for name, row in rows.items() if getattr(row, "needs_everywhere", False)]


LEANING = {
    game: {"ur-way-needs-wager": "yes", "three-giving-eight-needs-wager": "yes"} if "punto" in game else {}
    for game in GAMES
    if leaning(game)
}


@pytest.mark.parametrize("game", LEANING)
def test_what_a_wager_needs_is_the_players_and_not_the_places(game: str) -> None:
    played = build(ruleset(game, LEANING[game]))
    bank = ["7 bank 1000"] if player_banks(played) else []
    tried = 0
    for name in leaning(game):
        if not played.ruleset.offered(name):
            continue
        for need in played.ruleset.wager(name)[0].needs:
            table = Table(played, {})
            for event in (*bank, f"1 bet {need} 10", f"3 bet {need} 10", f"2 bet {name} 10 player=1"):
                table.apply(event)
            refusal = table.refusal(f"1b bet {name} 10")
            assert refusal is not None and "of the same player" in refusal.why
            # It goes back with his last wager, and not with a neighbour's or with one of two.
            table.apply(f"4 bet {need} 10 player=1")
            table.apply(f"3 remove {need}")
            table.apply(f"1 remove {need}")
            assert table.play.find("2", "", name) is not None
            table.apply(f"4 remove {need}")
            assert table.play.find("2", "", name) is None
            tried += 1
    assert tried


HIGHEST = [
    game
    for game in GAMES
    if (row := getattr(ruleset(game).setup, "followers", None)) is not None and row.highest_clause
]


@pytest.mark.parametrize("game", HIGHEST)
@pytest.mark.parametrize(("amounts", "decides"), [((10, 20), "2b"), ((20, 10), "2"), ((10, 10), "2")])
def test_who_plays_a_box_besides_his_own_does_not_sit_at_it(
    game: str, amounts: tuple[int, int], decides: str
) -> None:
    wager, deal = next(iter(ruleset(game).names)), "deal Th 9h 7c Kd 3d Ts"
    for player in ("1", "2"):
        table = Table(build(ruleset(game, {"several-boxes": "yes"})), {})
        said = "" if player == "2" else " player=1"
        for event in (
            f"1 bet {wager} 10",
            f"2 bet {wager} {amounts[0]}{said}",
            f"2b bet {wager} {amounts[1]}",
        ):
            table.apply(event)
        for event in (deal, "1 stand"):
            table.apply(event)
        for who in ("2", "2b"):
            refused = table.refusal(f"{who} stand") is not None
            assert refused is (who != (decides if said else "2")), f"{who} of {decides}, played by {player}"


@pytest.mark.parametrize(
    "game", [game for game in GAMES if "consent-to-share-a-box" in ruleset(game).irregularities]
)
def test_a_consent_is_asked_of_the_first_and_concerns_one_box(game: str) -> None:
    wager = next(iter(ruleset(game).names))
    table = Table(build(ruleset(game, {"several-boxes": "yes"})), {})
    for event in ("1 bet", "2b bet", "2 bet", "3 bet"):
        said = {"2b bet": " player=1", "2 bet": " player=3"}.get(event, "")
        table.apply(f"{event} {wager} 10{said}")
    ruling = "supervisor rule consent-to-share-a-box consent=refused"
    for facts in ("seat=1", "seat=1 box=2", "seat=3", "seat=3 box=3", "seat=4"):
        with pytest.raises(BadInput):
            table.apply(f"{ruling} {facts}")
    table.apply(f"{ruling} seat=3 box=2")
    assert [one.person for one in table.play.wagers] == ["1", "2b", "3"]


MOVED = [game for game in GAMES if "move-wager" in str(ruleset(game).irregularities)]


@pytest.mark.parametrize("game", MOVED)
def test_a_chip_is_moved_for_a_person_and_not_for_his_neighbour(game: str) -> None:
    rules = ruleset(game)
    names = [name for name in rules.names if rules.offered(name)]
    played = build(rules)
    event, facts = next(rulings_with(game, {"move-wager"}))
    for old in names:
        for new in names:
            params = played.params(old)[:1], played.params(new)[-1:]
            source, target = (
                f"{name}:{one[0]}" if one and one[0] else name
                for name, one in zip((old, new), params, strict=True)
            )
            try:
                table = played_to(
                    game, f"1 bet {source} 10", f"1b bet {source} 10", f"2 bet {source} 10 player=1"
                )
                if old == new or Table(played, {}).refusal(f"1 bet {target} 10"):
                    continue
            except (NotAllowed, BadInput):
                continue
            table.apply(f"supervisor rule {event.id} {facts} seat=1 from={source} to={target}")
            lie = {one.person: one.name for one in table.play.wagers}
            assert (lie["1"], lie["1b"], lie["2"]) == (target, source, target)
            return
    raise AssertionError("no chip could be moved")


REDS = ("1 bet red 10", "1b bet red 20", "2 bet red 20 player=1", "3 bet black 20")
WRONGLY_PAID = [
    game
    for game in GAMES
    if "red" in ruleset(game).names
    and "wrong-pay-out" in ruleset(game).irregularities
    and "double" not in game
]


@pytest.mark.parametrize("game", WRONGLY_PAID)
def test_a_wrong_payment_is_put_right_for_the_person_who_got_it(game: str) -> None:
    table = played_to(game, *REDS, "spin 7")
    before = nets(table)
    table.apply("supervisor rule wrong-pay-out seat=1b wager=red paid=5")
    assert {line.seat + line.bettor for line in table.lines if "put right" in line.why} == {"1b"}
    assert nets(table) == before
    with pytest.raises(BadInput):
        table.apply("supervisor rule wrong-pay-out seat=2 wager=red paid=5")
    with pytest.raises(FactsWanted, match="settled on 1 and 2: say with box="):
        table.apply("supervisor rule wrong-pay-out seat=1 wager=red paid=5")
    table.apply("supervisor rule wrong-pay-out seat=1 box=2 wager=red paid=5")
    assert {line.seat + line.bettor for line in table.lines if "put right" in line.why} == {"1b", "2"}


def test_an_offer_is_made_to_a_person_at_all_his_boxes() -> None:
    table = played_to(
        "queensland/blackjack-switch",
        "1 bet blackjack-switch 10", "2 bet blackjack-switch 10",
        "3 bet blackjack-switch 10 player=1", "deal 5c 6c 7c 8c 9c Tc Jc",
    )  # fmt: skip
    table.apply("supervisor rule one-wager-only box=2 to=1")
    assert sorted(table.play.offers) == ["1", "3"]


def test_a_persons_wagers_are_void_in_the_midst_of_a_round_and_the_others_play_on() -> None:
    table = played_to(
        "queensland/blackjack",
        "1 bet blackjack 10", "1b bet blackjack 20", "2 bet blackjack 10 player=1", "3 bet blackjack 10",
        "deal 5c 6c 7c 8c", "deal 5d 6d 7d",
        "supervisor rule contravention sanction=both seat=1",
        "1b stand", "3 stand", "deal Td",
    )  # fmt: skip
    assert table.over
    assert nets(table) == {"house": 30, "seat 1b": -20, "seat 3": -10}
    assert {line.player for line in table.lines if line.seat == "2"} == {"1"}


def test_who_is_sent_away_keeps_the_clause_by_which_he_was() -> None:
    rule = "supervisor rule person-sent-away"
    table = played_to("bahamas/roulette", f"{rule} because=violent seat=1", f"{rule} because=drunk seat=2b")
    assert table.after["excluded"] == {"1": "reg 11(3)", "2b": "reg 11(1)"}
    for who, clause in (("1", "reg 11(3)"), ("2b", "reg 11(1)")):
        with pytest.raises(NotAllowed) as error:
            table.apply(f"{who} bet red 10")
        assert error.value.clause == clause


# Sanctions and limits of a person, whatever was ruled before.


RAISED = [game for game in GAMES if "raise-minimum" in str(ruleset(game).irregularities)]


def raised(minimum: int, kept: str = "") -> str:
    """Return the ruling that the minimum goes up at once."""
    said = "hands-of-notice=fewer sign-changed=no minimum-goes=up sign-twenty-minutes-before=no"
    rule = f"supervisor rule limits-changed {said} players-keep-the-old-minimum=yes minimum={minimum}"
    return f"{rule} kept={kept}" if kept else rule


def main_wager(played: Any) -> str:
    """Return a wager of which anybody may make the first of a round, at the limits of the table."""
    for name in played.ruleset.names:
        param = next(iter(played.params(name) or ("",)), "")
        what = f"{name}:{param}" if param else name
        table = Table(played, {})
        try:
            refusals = [table.refusal(f"1 bet {what} {size}") for size in (5, 10)]
        except BadInput:
            continue
        if refusals[0] is not None and refusals[1] is None:
            return what
    raise AssertionError("nothing can be bet on")


def least_of(table: Table, name: str, who: str) -> int:
    """Return the least bet of a person on something, of the sizes tried."""
    sizes = (size for size in (10, 20, 30) if table.refusal(f"{who} bet {name} {size}") is None)
    return next(sizes)


@pytest.mark.parametrize("game", RAISED)
def test_who_plays_already_keeps_the_minimum_that_was_his(game: str) -> None:
    played = build(ruleset(game, {"minimum": "10", "maximum": "100"}))
    name = main_wager(played)
    table = Table(played, {})
    with pytest.raises(FactsWanted, match="kept"):
        table.apply(raised(20))  # nobody has bet yet: who plays already cannot be seen
    table.apply(f"1 bet {name} 10")
    with pytest.raises(BadInput, match="1 play already"):
        table.apply(raised(20, "nobody"))
    table.apply(raised(20))
    assert [least_of(table, name, who) for who in ("2", "3")] == [20, 20]
    table.apply(f"2 bet {name} 20")
    table.apply(raised(30, "4"))
    again = Table(played, {key: value for key, value in table.after.items() if key != "wagers"})
    assert [least_of(again, name, who) for who in ("1", "2", "3", "4")] == [10, 20, 30, 20]


@pytest.mark.parametrize("game", RAISED)
def test_what_is_said_of_the_minimum_is_so(game: str) -> None:
    table = Table(build(ruleset(game, {"minimum": "10", "maximum": "100"})), {})
    rule = (
        "supervisor rule limits-changed hands-of-notice=three-or-more sign-changed=yes "
        "sign-twenty-minutes-before=no players-keep-the-old-minimum=no"
    )
    for said, why in (
        ("minimum-goes=not-up minimum=20", "goes up from 10"),
        ("minimum-goes=up minimum=5", "does not go up from 10"),
        ("minimum-goes=not-up minimum=5 kept=1", "nobody keeps"),
    ):
        with pytest.raises(BadInput, match=why):
            table.apply(f"{rule} {said}")
    table.apply(f"{rule} minimum-goes=not-up minimum=5")
    assert table.after["limits"]["minimum"] == "5"


HELD = [game for game in GAMES if "hold-to-minimum" in str(ruleset(game).irregularities)]


@pytest.mark.parametrize("game", HELD)
def test_who_is_held_to_one_box_has_any_one_of_them(game: str) -> None:
    played = build(ruleset(game, {"minimum": "10", "maximum": "100"}))
    name = main_wager(played)
    event, facts = next(rulings_with(game, {"hold-to-minimum"}))
    table = Table(played, {})
    table.apply(f"supervisor rule {event.id} {facts} seat=1".replace("  ", " "))
    table.apply(f"2 bet {name} 10 player=1")
    for again in (f"1 bet {name} 10", f"3 bet {name} 10 player=1"):
        refusal = table.refusal(again)
        assert refusal is not None and "held to one box" in refusal.why
    assert table.refusal(f"3 bet {name} 20") is None


BARRED = [
    one
    for one in GAMES
    if any(getattr(ruleset(one).wager(name)[0], "bars_return", False) for name in ruleset(one).names)
]
"""Games in which a wager that was taken down is not made again."""


@pytest.mark.parametrize("game", BARRED)
def test_who_took_a_dont_come_down_makes_none_at_another_place(game: str) -> None:
    rules = ruleset(game)
    names = [name for name in rules.names if getattr(rules.wager(name)[0], "kind", "") == "dont-come"]
    for name in names:
        for taken in (f"1 remove {name}:6", f"1 remove {name}:6 5"):
            before = {"point": 4, "wagers": [{"seat": 1, "on": f"{name}:6", "stake": "10"}]}
            table = Table(build(rules), before)
            table.apply(taken)
            for act in (f"1 bet {name} 10", f"1a bet {name} 10", f"2 bet {name} 10 player=1"):
                with pytest.raises(NotAllowed, match="may not be made again"):
                    table.apply(act)
            for act in (f"1b bet {name} 10", f"2 bet {name} 10"):
                table.apply(act)
    assert names


def _excluding(game: str) -> dict[str, str]:
    """By clause, a ruling that excludes a person."""
    rules, found = ruleset(game), dict[str, str]()
    for event, facts in rulings_with(game, {"exclude"}):
        values = dict(one.partition("=")[::2] for one in facts.split())
        row = rules.ruling(event.id, values)[1]
        if not VOIDS & {*row.ruling}:
            found.setdefault(row.order_clauses.get("exclude", row.clause), f"{event.id} {facts}")
    return found


EXCLUDING = [game for game in GAMES if len(_excluding(game)) > 1]


@pytest.mark.parametrize("game", EXCLUDING)
def test_each_of_two_who_are_sent_away_is_sent_away_by_his_own_clause(game: str) -> None:
    (one, first), (other, second), *_ = _excluding(game).items()
    _, table = table_of(game)
    table.apply(f"supervisor rule {first} seat=1")
    table.apply(f"supervisor rule {second} seat=3b")
    assert table.after["excluded"] == {"1": one, "3b": other}
    table.apply(f"supervisor rule {second} seat=1a")
    assert table.after["excluded"] == {"1": other, "3b": other}


# A person is excluded from every wager, and has one place on a box.


def _excluded_by(game: str) -> Iterator[str]:
    """Every ruling that sends a person away and leaves his wagers."""
    for event, facts in rulings_with(game, {"exclude"}):
        values = dict(one.partition("=")[::2] for one in facts.split())
        if not VOIDS & {*ruleset(game).ruling(event.id, values)[1].ruling}:
            yield f"supervisor rule {event.id} {facts}".strip()


def _staked(table: Table, who: str) -> int:
    return sum(one.stake for one in table.play.wagers if one.whose == who)


def _further(table: Table) -> Iterator[tuple[int, str]]:
    """Go through the acts of a round by which a person had more on the table than before."""
    again = Table(table.game, table.before, known=table.before)
    for at, event in enumerate(table.happened):
        who = again.play.player_of(event) if event.seat else ""
        had = _staked(again, who)
        again.apply(event)
        if who and _staked(again, who) > had:
            yield at, who


SENDS_AWAY = [game for game in GAMES if any(_excluded_by(game))]


@pytest.mark.parametrize("game", SENDS_AWAY)
def test_who_is_excluded_makes_no_wager_by_any_act(game: str) -> None:
    text = next(_excluded_by(game))
    tried: dict[str, int] = {}
    for table in rounds_of(game, 12, 5):
        for at, who in _further(table):
            act = table.happened[at]
            if tried.get(act.verb, 0) > 2:
                continue
            again = Table(table.game, table.before, known=table.before)
            for event in table.happened[:at]:
                again.apply(event)
            try:
                again.apply(f"{text} seat={who}")
            except BadInput:
                continue  # nothing of the kind has happened at this table
            with pytest.raises(NotAllowed, match="is excluded from the game"):
                again.apply(act)
            tried[act.verb] = tried.get(act.verb, 0) + 1
    assert tried


def test_further_wagers_of_who_is_excluded_are_looked_at() -> None:
    verbs = {game: {table.happened[at].verb for table in rounds_of(game, 12, 5) for at, _ in _further(table)}
             for game in SENDS_AWAY}  # fmt: skip
    assert {"bet", "double", "split", "insurance", "raise", "play", "call"} <= set().union(*verbs.values())


@pytest.mark.parametrize("game", [game for game in GAMES if not is_auctioned(game)])
def test_a_person_has_one_place_on_a_box(game: str) -> None:
    played, table = table_of(game)
    (place, _), *_ = bets(played, table, {"1": "1"})
    what = next(one.name for one in table.play.wagers if one.person == place)
    for act in (f"1b bet {what} 10 player=1", f"1c bet {what} 10 player=1a"):
        with pytest.raises((BadInput, NotAllowed)):
            table.apply(act)
    assert {one.person for one in table.play.wagers if one.whose == "1"} == {"1"}
    for first, second in (("2b", "2c"), ("2c", "2b")):
        _, table = table_of(game)
        bets(played, table, {"2": "2"})
        try:
            table.apply(f"{first} bet {what} 10 player=4")
        except (BadInput, NotAllowed):
            continue  # a box has one player here
        with pytest.raises(BadInput, match=f"4 has one place on box 2, and it is {first}"):
            table.apply(f"{second} bet {what} 10 player=4")


CALLS_SIMILAR = [
    game
    for game in GAMES
    if any(getattr(ruleset(game).wager(name)[0], "similar", False) for name in ruleset(game).names)
]


@pytest.mark.parametrize("game", CALLS_SIMILAR)
def test_a_call_speaks_for_the_similar_wagers_of_a_person_wherever_they_lie(game: str) -> None:
    rules = ruleset(game)
    by_row: dict[str, list[str]] = {}
    for name, (base, _) in rules.names.items():
        if getattr(rules.wager(name)[0], "similar", False):
            by_row.setdefault(base, []).append(name)
    rows = [names for names in by_row.values() if len(names) > 2]
    assert rows
    for one, other, *more in rows:
        table = Table(build(rules), {})
        for act in (f"1 bet {one} 60", f"1b bet {one} 60", f"2 bet {other} 60 player=1", f"3 bet {one} 60"):
            table.apply(act)
        table.apply(f"1 call-on {one}")
        table.apply(f"4 bet {more[0]} 60 player=1")
        assert {one.person: one.call for one in table.play.wagers} == {
            "1": "on", "1b": "", "2": "on", "3": "", "4": "on",
        }  # fmt: skip


GIVES_UP = [game for game in GAMES if "give-up-box" in str(ruleset(game).irregularities)]


@pytest.mark.parametrize("game", GIVES_UP)
def test_a_box_is_given_up_by_who_has_another_and_by_nobody_else(game: str) -> None:
    rules = ruleset(game)
    played = build(rules)
    name = main_wager(build(ruleset(game, {"minimum": "10", "maximum": "100"})))
    text = next(
        f"supervisor rule {event.id} {' '.join(f'{fact}={value}' for fact, value in facts.items())}".strip()
        for event in rules.irregularities.values()
        for facts in (
            dict(zip(event.facts, values, strict=True)) for values in product(*event.facts.values())
        )
        if "give-up-box" in rules.ruling(event.id, facts)[1].ruling
    )
    table = Table(played, {})
    for act in (f"1 bet {name} 10", f"2 bet {name} 10 player=1", f"3 bet {name} 10"):
        table.apply(act)
    shared = table.refusal(f"2b bet {name} 10") is None
    if shared:
        table.apply(f"2b bet {name} 10")
    table.apply(f"{text} box=2")
    assert {one.person for one in table.play.wagers} == {"1", "3"} | ({"2b"} if shared else set())
    with pytest.raises(NotAllowed):
        table.apply(f"2 bet {name} 10 player=1")
    table.apply(f"2 bet {name} 10")
