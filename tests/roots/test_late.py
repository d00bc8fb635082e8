"""Late is what was late: a wager made, an increase, or a withdrawal, found before or after the decision."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from croupier.equipment.money import show_amount
from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.events import Event
from croupier.table.table import Table
from tests.automaton import line_of, play
from tests.roots.after import GIVEN_BACK, books, person, rounds_of, told
from tests.tiers import chosen_games, fresh_seed

SEED = 23
MOST = 4
"""Wagers that are tried in a round."""


def has_late(game: str) -> bool:
    """Whether a game rules on late wagers."""
    return "late-wager" in ruleset(game).irregularities


GAMES = [game for game in chosen_games() if has_late(game)]


def bets(table: Table) -> list[Event]:
    """Return the last bet of a round on each wager."""
    found = {
        (event.who, event.what): event
        for event in table.happened
        if event.lays_wager and event.what != "bank" and not event.facts
    }
    return list(found.values())[:MOST]


def ruling(table: Table, late: str, event: Event, amount: str = "") -> Event:
    """Return the ruling that something about a wager was late."""
    row = table.game.ruleset.irregularities["late-wager"]
    facts = {"late": late, "seat": event.who, "box": event.seat}
    if "wager" in row.facts or "wager" in row.takes:
        facts["wager"] = event.what
    if "confirmed" in row.facts:
        facts["confirmed"] = "no"
    if amount:
        facts["amount"] = amount
    return Event("supervisor", "rule", "late-wager", None, tuple(facts.items()))


def by_part(table: Table, rule: Event) -> bool:
    """Whether a ruling is about a part of a wager: one that must have a certain size goes back as a whole."""
    facts = {key: value for key, value in rule.facts if key in ("late", "wager", "confirmed")}
    known = set(table.game.ruleset.irregularities["late-wager"].facts)
    _, row = table.game.ruleset.ruling("late-wager", {key: facts[key] for key in facts if key in known})
    return bool({"void-increase", "undo-withdrawal"} & set(row.ruling))


def fed(table: Table, events: list[Event]) -> Table | None:
    """Play a round again with other events; nothing where they cannot be played."""
    other = Table(table.game, table.before, known=table.before)
    try:
        for event in events:
            other.apply(event)
    except (BadInput, NotAllowed):
        return None
    return other if other.over else None


def with_act(table: Table, verb: str, event: Event, amount: int) -> tuple[list[Event], int]:
    """Return the events of a round with an act on a wager, and on all that equal it, and where they end."""
    events, together = list(table.happened), table.game.together(event.what)
    made = [
        at
        for at, one in enumerate(events)
        if one.who == event.who and one.lays_wager and one.what in together
    ]
    names = {events[at].what for at in made}
    acts = [Event(event.who, verb, name, amount) for name in together if name in names]
    last = made[-1] + 1
    return [*events[:last], *acts, *events[last:]], last + len(acts)


def taken_off_again(table: Table, event: Event) -> tuple[list[Event], int]:
    """Return the events of a round with a wager that is increased and reduced by a part of that at once."""
    events, end = with_act(table, "bet", event, event.amount or 0)
    together = [one for one in events[:end] if one.verb == "bet" and one.who == event.who]
    names = dict.fromkeys(one.what for one in together if one.what in table.game.together(event.what))
    part = (event.amount or 0) // 2
    less = [Event(event.who, "remove", name, part) for name in names]
    return [*events[:end], *less, *events[end:]], end + len(less)


def cases(table: Table, verb: str) -> Iterator[tuple[Event, list[Event], int]]:
    """Go through the wagers of a round that can be increased, or taken back, and give the other round."""
    taken_back = {(one.who, one.what) for one in table.happened if one.verb == "remove"}
    for event in bets(table):
        amount = event.amount or 0
        sizes = (amount, 100) if verb == "bet" else (amount // 2, amount)
        for size in sizes:
            events, end = with_act(table, verb, event, size)
            if size and (event.who, event.what) not in taken_back and fed(table, events) is not None:
                yield event, events, end
                break


def without_parts(table: Table) -> object:
    """Return the lines of a round without those that went back."""
    return {one: many for one, many in told(table).items() if one[4] not in GIVEN_BACK}


def check(game: str, seed: int, rounds: int, late: str, verb: str) -> int:
    """Put acts into rounds, rule them late before and after the decision, and compare with the round."""
    tried = 0
    for table in rounds_of(game, rounds, seed):
        for event, events, after_act in cases(table, verb):
            rule = ruling(table, late, event)
            if not by_part(table, rule):
                continue
            for where in (after_act, len(events)):
                found = ruled_upon(table, [*events[:where], rule, *events[where:]])
                if found is None:
                    continue
                tried += 1
                due = as_laid(table, event, events) if where > after_act else table
                assert books(found) == books(due), (str(event), where)
                assert without_parts(found) == without_parts(due)
                assert found.after == due.after
    return tried


def as_laid(table: Table, wager: Event, events: list[Event]) -> Table:
    """Return the round with what was laid beside a wager while a part of it was away, where that is taken.

    No ruling lays a wager for anybody: an insurance stays as small as it was made.
    """
    while_away = fed(table, events)
    assert while_away is not None
    told = list(table.happened)
    for at, act in enumerate(table.happened):
        stakes = {
            line.stake
            for line in while_away.lines
            if line.wager == act.verb and line.seat + line.bettor == wager.person
        }
        if act.what or act.amount is not None or act.person != wager.person or len(stakes) != 1:
            continue
        said = [*told[:at], replace(act, amount=stakes.pop()), *told[at + 1 :]]
        told = said if fed(table, said) is not None else told
    found = fed(table, told)
    assert found is not None
    return found


def ruled_upon(table: Table, events: list[Event]) -> Table | None:
    """Play events with a ruling; nothing where the cards were dealt without the wager."""
    other = Table(table.game, table.before, known=table.before)
    for event in events:
        try:
            other.apply(event)
        except BadInput as error:
            if "without this wager" in str(error) or "does not fit it as it was" in str(error):
                return None
            # He may have made good himself what he took back (banco); then the round must be the same.
            if "would change nothing" not in str(error):
                raise
    return other


@pytest.mark.parametrize("game", GAMES)
def test_of_a_late_increase_only_the_increase_goes_back(game: str) -> None:
    check(game, SEED, 2, "increased", "bet")


def check_taken_off(game: str) -> int:
    """Take a part of late increases off again, rule the increases late, and compare with the round."""
    tried = 0
    for table in rounds_of(game, 3, SEED):
        taken_back = {(one.who, one.what) for one in table.happened if one.verb == "remove"}
        for event in bets(table):
            events, _ = taken_off_again(table, event)
            rule = ruling(table, "increased", event, show_amount(event.amount or 0))
            if (
                (event.who, event.what) in taken_back
                or not by_part(table, rule)
                or fed(table, events) is None
            ):
                continue
            found = ruled_upon(table, [*events, rule])
            if found is not None:
                tried += 1
                assert books(found) == books(table), str(event)
                assert without_parts(found) == without_parts(table)
    return tried


@pytest.mark.parametrize("game", GAMES)
def test_what_was_taken_off_a_late_increase_again_leaves_the_lawful_wager(game: str) -> None:
    check_taken_off(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_late_withdrawal_did_not_happen(game: str) -> None:
    check(game, SEED, 2, "withdrawn", "remove")


@pytest.mark.parametrize("game", GAMES)
def test_a_late_wager_goes_back(game: str) -> None:
    for table in rounds_of(game, 1, SEED):
        for event in bets(table):
            found = fed(table, [*table.happened, ruling(table, "made", event)])
            if found is None:
                continue  # it was taken back in time, or a hand of chemin de fer stands on it
            mine = [one for one in found.lines if (person(one), one.wager) == (event.who, event.what)]
            assert mine and not any(one.net for one in mine)
            assert any(one.result in GIVEN_BACK for one in mine)


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_late_acts_in_many_rounds(game: str) -> None:
    check(game, fresh_seed(), 25, "increased", "bet")
    if "withdrawn" in ruleset(game).irregularities["late-wager"].facts["late"]:
        check(game, fresh_seed(), 25, "withdrawn", "remove")


def test_enough_is_tried() -> None:
    assert sum(check(game, SEED, 2, "increased", "bet") for game in GAMES) > 100
    assert sum(check(game, SEED, 2, "withdrawn", "remove") for game in GAMES) > 100
    assert sum(check_taken_off(game) for game in GAMES) > 50


def test_every_fact_is_asked_for() -> None:
    for game in GAMES:
        table = Table(build(ruleset(game)))
        with pytest.raises(BadInput, match="late=made"):
            table.apply("supervisor rule late-wager seat=1")


# What the texts say.


def test_sch_7_s_9_4_a_late_withdrawal_of_a_losing_wager_does_not_save_it() -> None:
    events = ["1 bet red 20", "1 remove red 5", "2 bet red 10", "spin 26"]
    rule = "supervisor rule late-wager late=withdrawn seat=1 wager=red"
    table = play("queensland/roulette", *events, rule)
    assert (line_of(table, "red").stake, line_of(table, "red").net) == (2000, -2000)
    whole = play("queensland/roulette", "1 bet red 20", "1 remove red", "2 bet red 10", "spin 26", rule)
    assert line_of(whole, "red").net == -2000
    part = play("queensland/roulette", *events, f"{rule} amount=2")
    assert line_of(part, "red").net == -1700


def test_sch_7_s_9_4_of_a_late_increase_only_the_increase_goes_back() -> None:
    events = ["1 bet red 10", "1 bet red 15", "spin 1"]
    rule = "supervisor rule late-wager late=increased seat=1 wager=red"
    table = play("queensland/roulette", *events, rule)
    assert [(one.stake, one.result, one.net) for one in table.lines] == [
        (1500, "void", 0),
        (1000, "win", 1000),
    ]
    part = play("queensland/roulette", *events, f"{rule} amount=5")
    assert [(one.stake, one.net) for one in part.lines] == [(500, 0), (2000, 2000)]
    with pytest.raises(BadInput, match="all of it"):
        play("queensland/roulette", "1 bet red 10", "spin 1", rule)


def test_reg_8_5_d_a_raise_is_as_large_as_the_lawful_wager_carries() -> None:
    events = ["1 bet original 10", "1 bet original 10", "deal 4h Jd", "1 raise 20", "deal 6c"]
    table = play(
        "bahamas/red-dog", *events, "supervisor rule late-wager late=increased seat=1 wager=original"
    )
    assert {line.wager: line.stake for line in table.lines if line.result == "win"} == {
        "original": 1000,
        "raise": 1000,
    }


def test_sch_4_s_5_2_of_a_wager_that_stands_on_only_the_increase_goes_back() -> None:
    rule = "supervisor rule late-wager confirmed=no late=increased seat=1 wager=win"
    table = play("queensland/craps", "1 bet win 10", "1 bet win 10", "roll 2-4", rule)
    assert table.after["wagers"][0]["stake"] == "10"


def test_reg_5_7_e_a_late_increase_of_the_bank_makes_covers_smaller() -> None:
    game = "bahamas/chemin-de-fer"
    before = {"bank": {"seat": "2", "stake": "100"}}
    events = ["2 bet bank 100", "2 bet bank 100", "3 bet cover 150", "4 bet cover 50"]
    table = play(game, *events, "supervisor rule late-bank late=increased", before=before)
    assert {one.person: one.stake for one in table.play.wagers} == {"2": 10000, "3": 10000}


@pytest.mark.parametrize(("reading", "net"), [("only-what-was-late", 1000), ("whole-wager", 0)])
def test_r_1_5_an_operator_may_give_the_whole_wager_back(reading: str, net: int) -> None:
    rule = "supervisor rule late-wager late=increased seat=1 wager=red amount=15"
    events = ["1 bet red 10", "1 bet red 15", "spin 1", rule]
    table = play("great-britain/roulette", *events, readings={"late-changes": reading})
    assert sum(one.net for one in table.lines) == net


def test_r_3_8_only_what_was_spoken_goes_back() -> None:
    oral = "1 bet red 15 oral=yes covered=yes confirmed=dealer"
    rule = "supervisor rule oral-wager-not-accepted seat=1 wager=red"
    table = play("great-britain/roulette", "1 bet red 10", oral, "spin 1", rule)
    assert [(one.stake, one.result) for one in table.lines] == [(1500, "void"), (1000, "win")]
    whole = play("great-britain/roulette", oral, "spin 1", rule)
    assert [(one.stake, one.result) for one in whole.lines] == [(1500, "void")]


def test_s_10_2_a_a_contravention_may_be_about_an_increase() -> None:
    rule = "supervisor rule contravention sanction=void-the-wager seat=1 wager=red amount=15"
    table = play("queensland/roulette", "1 bet red 10", "1 bet red 15", "spin 1", rule)
    assert [(one.stake, one.result) for one in table.lines] == [(1500, "void"), (1000, "win")]


def test_a_box_that_was_dealt_no_cards_cannot_be_decided() -> None:
    events = ["1 bet blackjack 10", "2 bet blackjack 10", "2 remove blackjack", "deal Th 9c 8d"]
    rule = "supervisor rule late-wager late=withdrawn seat=2 wager=blackjack"
    with pytest.raises(BadInput, match="a box without cards has no hand"):
        play("queensland/blackjack", *events, rule)
    assert play("queensland/blackjack", *events[:3], rule).play.wagers[1].seat == "2"


# What lay there while hands were played, and what stood on it.


def test_reg_3_8_b_and_3_15_a_what_stood_on_a_wager_is_as_large_as_the_rest_carries() -> None:
    game, rule = "bahamas/blackjack", "supervisor rule late-wager late=increased seat=1 wager=main"
    insured = ["1 bet main 10", "1 bet main 10", "deal 5h Ac 6d ??", "1 insurance 10", "1 stand"]
    table = play(game, *insured, "turn dealer#2 Tc", rule)
    assert (line_of(table, "insurance").stake, line_of(table, "insurance").net) == (500, 1000)
    beside = ["1 bet main 15", "1 bet main 10", "1 bet over-13 20", "deal 5h 9c 6d ??"]
    assert line_of(play(game, *beside, rule), "over-13").stake == 1500


BANK = {"bank": {"seat": "1", "stake": "100"}}
COVERED = ["1 bet bank 100", "2 bet cover 10", "2 bet cover 10", "3 bet cover 15", "dealer no-more-bets"]
TAKEN_BACK = ["1 bet bank 100", "2 bet cover 30", "2 remove cover", "3 bet cover 20", "dealer no-more-bets"]
HANDS = "deal 2h Kd 4c 7s"


@pytest.mark.parametrize(
    ("events", "late", "spoke", "dominant"),
    [(COVERED, "increased", "2", "3"), (TAKEN_BACK, "withdrawn", "3", "2")],
)
def test_reg_5_8_c_who_has_played_the_hand_has_played_it(
    events: list[str], late: str, spoke: str, dominant: str
) -> None:
    game, rule = "bahamas/chemin-de-fer", f"supervisor rule late-wager late={late} seat=2"
    over = play(game, *events, HANDS, f"{spoke} stay", rule, before=BANK)
    assert over.over and books(over)["seat 2"] == (-1000 if late == "increased" else -3000)
    waits = play(game, *events, HANDS, rule, before=BANK)
    assert [one.who for one in waits.pending if one.who in ("2", "3")] == [dominant]


def test_reg_3_12_b_who_has_decided_for_a_box_has_decided() -> None:
    game, rule = "bahamas/blackjack", "supervisor rule late-wager late=increased seat=1b"
    bet = ["1b bet main 10", "1b bet main 20", "1c bet main 15", "deal 5h 9c 4d ??"]
    over = play(game, *bet, "1b hit", "deal 5c", "1b stand", "turn dealer#2 Tc", rule)
    assert [(one.bettor, one.stake, one.net) for one in over.lines] == [
        ("b", 2000, 0), ("b", 1000, -1000), ("c", 1500, -1500),
    ]  # fmt: skip
    assert "1c" in [one.who for one in play(game, *bet, rule).pending]


def test_reg_8_5_d_a_wager_taken_back_late_is_lost_without_a_raise() -> None:
    rule = "supervisor rule late-wager late=withdrawn seat=1"
    before = ["1 bet original 10", "1 remove original", "2 bet original 5", "deal 4h 9c", "2 no-raise"]
    table = play("bahamas/red-dog", *before, "deal Kc", rule)
    assert table.over and line_of(table, "original").net == -1000
    asked = play("bahamas/red-dog", *before, rule)
    with pytest.raises(NotAllowed, match="1 may still raise"):
        asked.apply("deal Kc")


def test_an_amount_that_is_said_is_not_ignored() -> None:
    game, rule = "bahamas/punto-banco", "supervisor rule late-wager seat=1 wager=player"
    dealt = ["1 bet player 50", "1 remove player 10", "deal 2h 9c 4d Kc"]
    with pytest.raises(BadInput, match="say late=increased for a part"):
        play(game, *dealt, f"{rule} late=made amount=20")
    with pytest.raises(BadInput, match="no more than that"):
        play(game, *dealt, f"{rule} late=withdrawn amount=20")
    assert not books(play(game, *dealt, f"{rule} late=made amount=40"))


def test_of_several_withdrawals_each_counts_with_what_it_took() -> None:
    events = ["1 bet red 20", "1 remove red", "1 bet red 30", "1 remove red", "2 bet red 10", "spin 1"]
    rule = "supervisor rule late-wager late=withdrawn seat=1 wager=red"
    for said, stake in (("", 3000), (" amount=40", 4000), (" amount=50", 5000), (" amount=5", 500)):
        table = play("queensland/roulette", *events, rule + said)
        assert [one.stake for one in table.lines if one.net and one.seat == "1"] == [stake]
    with pytest.raises(BadInput, match="50 was taken back"):
        play("queensland/roulette", *events, f"{rule} amount=51")


# Late acts of a person on a place that is not his own.


def two_places(game: str) -> tuple[Table, str]:
    """Return a table at which person 1 has the same wager on box 1 and on box 2, and that wager."""
    played = build(ruleset(game))
    for name in played.ruleset.names:
        param = next(iter(played.params(name) or ("",)), "")
        what = f"{name}:{param}" if param else name
        table = Table(played, {})
        try:
            for bet in (f"1 bet {what} 10", f"2 bet {what} 10 player=1", f"3 bet {what} 10"):
                table.apply(bet)
            if table.refusal(f"2 remove {what}") is None:
                return table, what
        except (BadInput, NotAllowed):
            continue
    raise AssertionError("nobody has one wager on two places here, and takes it back")


ON_TWO_PLACES = [
    game
    for game in GAMES
    if "cover" not in ruleset(game).names
    and getattr(next(iter(ruleset(game).wagers.values())), "bettors", None) != 1
]
"""The games at which somebody may bet on another's place, too."""


@pytest.mark.parametrize("game", ON_TWO_PLACES)
def test_what_a_person_took_back_too_late_on_another_place_is_his(game: str) -> None:
    table, what = two_places(game)
    row = table.game.ruleset.irregularities["late-wager"]
    assert "withdrawn" in row.facts["late"]
    there = {one.key: one.stake for one in table.play.wagers}
    confirmed = " confirmed=no" if "confirmed" in row.facts else ""
    named = f" wager={what}" if "wager" in {*row.facts, *row.takes} else ""
    rule = f"supervisor rule late-wager late=withdrawn{confirmed}{named}"
    table.apply(f"2 remove {what}")
    with pytest.raises(BadInput, match="taken back no"):
        table.apply(f"{rule} seat=2")
    with pytest.raises(BadInput, match="no more than that"):
        table.apply(f"{rule} seat=1 amount=10.50")
    table.apply(f"{rule} seat=1")
    assert {one.key: one.stake for one in table.play.wagers} == there
    table.apply(f"1 remove {what}")
    table.apply(f"2 remove {what}")
    with pytest.raises(BadInput, match="say with box="):
        table.apply(f"{rule} seat=1")
    table.apply(f"{rule} seat=1 box=2")
    assert {one.person for one in table.play.wagers} == {"2", "3"}
    assert {one.whose for one in table.play.wagers} == {"1", "3"}


def test_a_place_is_his_who_bet_there_last() -> None:
    rule = "supervisor rule late-wager late=withdrawn wager=red"
    events = ["2 bet red 10 player=1", "2 remove red", "2 bet red 5", "2 remove red", "3 bet red 10"]
    table = play("queensland/roulette", *events, f"{rule} seat=2", "spin 1")
    assert [(line.seat, line.stake, line.player) for line in table.lines if line.net] == [
        ("2", 500, ""),
        ("3", 1000, ""),
    ]


@pytest.mark.parametrize("game", [game for game in GAMES if "cover" not in ruleset(game).names])
def test_of_a_wager_that_was_made_too_late_no_part_is_named(game: str) -> None:
    rows = ruleset(game).irregularities["late-wager"].takes
    table = next(iter(rounds_of(game, 1, SEED)))
    lies = {(line.seat + line.bettor, line.wager) for line in table.lines if line.result not in GIVEN_BACK}
    for event in [one for one in bets(table) if (one.who, one.what) in lies and "amount" in rows][:1]:
        with pytest.raises(BadInput, match="all of it goes back"):
            table.apply(ruling(table, "made", event, "0.01"))
