"""A ruling's facts are judged against the table.

What the table shows decides which facts may be said; a ruling that orders something does something, or is
refused with a line that says why.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.rulebook.load import game_ids
from croupier.rulebook.schema import IrregularityRow
from croupier.table.events import Event, parse_event
from croupier.table.table import Table
from tests.conformance import players
from tests.families import deals_cards
from tests.tiers import chosen_games, fresh_seed

GAMES = chosen_games()
MOST_CASES = 3
"""How many combinations of an irregularity's facts are tried at one moment."""

# Random rounds: everything that may be ruled is tried at random moments, and nothing of it happens.


def given(game: Any, rng: random.Random, table: Table, people: list[str]) -> dict[str, str]:
    """Return values for the facts that say who, which and how many; some fit, and some do not."""
    seat = rng.choice(people)
    boxes = [*dict.fromkeys(who.rstrip("ab") for who in people), "dealer"]
    wagers = [*(one.name for one in table.play.wagers), *(line.wager for line in table.lines)]
    if deals_cards(game):
        drawn = list(table.audit()) or ["??"]
    else:
        drawn = [game.machines.device.show(one) for one, _ in game.machines.device.draws()]
    lying = [dealt.card for cards in table.play.places.values() for dealt in cards]
    names = wagers or list(game.ruleset.names)
    return {
        "seat": seat,
        "box": seat.rstrip("ab"),
        "kept": seat,
        "other": rng.choice(people),
        "partner": rng.choice(people),
        "wager": rng.choice(names),
        "from": rng.choice(names),
        "to": "all" if deals_cards(game) else rng.choice(list(game.ruleset.names)),
        "card": rng.choice(drawn),
        "result": rng.choice(drawn),
        "cards": "+".join(rng.sample(drawn, min(len(drawn), 2))),
        "order": "+".join(rng.sample(lying, len(lying))) or "2c",
        "first": rng.choice(boxes),
        "second": rng.choice(boxes),
        "paid": "5",
        "minimum": "2",
        "maximum": "50",
        "amount": "10",
        "decks": "8",
        "passed": rng.choice(drawn),
        "oncoming": rng.choice(drawn),
        "position": str(rng.randint(1, 5)),
        "number": str(rng.randint(1, 3)),
    }


def cases(row: IrregularityRow) -> Iterator[dict[str, str]]:
    """Yield every combination of the facts of an irregularity."""
    for values in product(*row.facts.values()):
        yield dict(zip(row.facts, values, strict=True))


Seen = Callable[[Any, Table, IrregularityRow, dict[str, str], Event], None]


def at_random_moments(game_id: str, seed: int, look: Seen, rounds: int = 2) -> None:
    """Play rounds of a game. At random moments, and when a round is over, look at what may be ruled."""
    rng = random.Random(f"{game_id} {seed}")
    game = build(ruleset(game_id))
    cards = deals_cards(game)
    people = players.card_people(game, rng.choice([1, 2, 2])) if cards else players.people_at(2, rng)
    rows = list(game.ruleset.irregularities.values())

    def tried(table: Table, number: int) -> None:
        for row in rng.sample(rows, min(number, len(rows))):
            every = list(cases(row))
            for case in rng.sample(every, min(MOST_CASES, len(every))):
                more = given(game, rng, table, people)
                facts = {**case, **{one: more[one] for one in row.takes if one in more}}
                said = " ".join(f"{fact}={value}" for fact, value in facts.items())
                look(game, table, row, facts, parse_event(f"supervisor rule {row.id} {said}"))

    def something(game: Any, rng: random.Random, table: Table, people: list[str], tape: Any) -> None:
        if rng.random() < 0.25:
            tried(table, 3)

    before: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "sometimes_a_ruling", something)
        one_round = players.card_round if cards else players.draw_round
        for _ in range(rounds):
            table = Table(game, before)
            one_round(game, rng, table, people, players.Tape())
            tried(table, 8)
            if not table.over:
                return
            before = json.loads(json.dumps(table.after))


def accepted(table: Table, event: Event) -> bool:
    """Say whether a ruling may be made now."""
    try:
        return table.refusal(event) is None
    except BadInput:
        return False


def shown(table: Table) -> dict[str, Any]:
    """Return all that a round is, without the marks of rulings."""
    found = {key: value for key, value in table.record().items() if key not in ("marks", "asked")}
    asked = [(one.who, sorted(one.allowed())) for one in table.pending]
    play, history = table.play, table.mark().history
    drawn = [str(item) for item in history.items if isinstance(item, Event) and item.is_draw]
    return {
        **found,
        "pending": asked,
        "aside": list(play.aside),
        "stock": dict(play.stock or {}),
        "drawn": drawn,
    }


# A ruling that orders something does something.


def check_that_it_does_something(
    game: Any, table: Table, row: IrregularityRow, facts: dict[str, str], event: Event
) -> None:
    """Let a ruling happen, look at what became of the round, and take it back."""
    orders = game.ruleset.ruling(row.id, facts)[1].ruling
    if not orders or not accepted(table, event):
        return
    draw = set(orders) - set(game.marks)
    if not deals_cards(game) and (draw & {"void-draw", *game.corrections}):
        return  # a throw may be void, or be read rightly, before it is entered
    mark, before, marks, after = table.mark(), shown(table), dict(table.play.marks), table.after
    drawn = [str(one) for one in table.happened]
    try:
        table.apply(event)
        changed = {name for name, said in table.play.marks.items() if marks.get(name) != said}
        lasts = table.after != after
        same = shown(table) == before
        over = table.over
    except (BadInput, NotAllowed) as error:  # pragma: no cover - `refusal` said that it may be made
        raise AssertionError(f"{event} was allowed and failed: {error}") from error
    finally:
        table.back_to(mark)
    assert [str(one) for one in table.happened] == drawn
    if same and not lasts:
        assert changed & set(game.marks), f"{event} did {orders}, and changed nothing"
        # From a new shoe the bank is offered anew, whoever was to have it.
        anew = after.get("shoe", {}).get("new")
        gone = "exclude" in orders and bool(after.get("excluded"))
        assert not over or anew or gone, (
            f"{event} did {orders} after the round, and changed nothing that lasts"
        )


# What a rulebook requires is what the table shows: told here anew, from the events alone.

PLAYED = ("hit", "stand", "double", "split", "draw", "switch", "keep")


def is_dealt(table: Table) -> bool:
    return any(cards for place, cards in table.play.places.items() if place != "burnt")


def is_over(table: Table) -> bool:
    return table.over or table.play.voided


SHOWS: dict[str, Callable[[Table], bool]] = {
    "over": is_over,
    "dealt": is_dealt,
    "settled": lambda table: any(line.result not in ("void", "withdrawn") for line in table.lines),
    "wagers": lambda table: bool(table.play.wagers),
    "begun": lambda table: bool(table.play.wagers) or is_dealt(table),
    "acted": lambda table: any(event.seat and event.verb in PLAYED for event in table.happened),
    "dealers-turned": lambda table: (
        all(one.visible() for one in table.play.places.get("dealer", ()))
        and bool(table.play.places.get("dealer"))
    ),
    "chosen": lambda table: any(event.verb in ("war", "surrender") for event in table.happened),
}


def check_what_is_required(
    game: Any, table: Table, row: IrregularityRow, facts: dict[str, str], event: Event
) -> None:
    """See that a ruling is refused that requires what is not so."""
    ruled = game.ruleset.ruling(row.id, facts)[1]
    for wanted in (*row.requires, *ruled.requires):
        so = SHOWS.get(wanted.removeprefix("not "))
        given_up = any(one.verb == "surrender" for one in table.happened)
        if wanted.endswith("acted") and given_up:
            continue  # a hand may be given up at an offer to all, or at its turn
        if so is not None and so(table) == wanted.startswith("not "):
            assert not accepted(table, event), f"{event} was allowed, and requires {wanted}"


def check_both(game: Any, table: Table, row: IrregularityRow, facts: dict[str, str], event: Event) -> None:
    check_what_is_required(game, table, row, facts, event)
    check_that_it_does_something(game, table, row, facts, event)


@pytest.mark.parametrize("game", GAMES)
def test_a_ruling_fits_the_table_and_does_something(game: str) -> None:
    at_random_moments(game, 1, check_both)


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_a_ruling_fits_the_table_and_does_something_in_many_rounds(game: str) -> None:
    for seed in range(12):
        at_random_moments(game, 2 + fresh_seed() + seed, check_both, rounds=4)


# One by one. The last event is the ruling; `says` is part of the refusal, or empty where it may be made.

ONE_HAND = {
    "queensland/blackjack": ("blackjack", "further-cards"),
    "queensland/spanish-blackjack": ("spanish", "further-cards"),
    "queensland/blackjack-challenge": ("blackjack-challenge", "further-cards"),
    "queensland/lucky-draw-baccarat": ("enter", "third-card"),
}
"""Tables with a hand for each box: the first wager, and what the last box may have missed."""
Scene = tuple[str, list[str], str, str]


def scenes_of_twenty_one() -> Iterator[Scene]:
    """Yield what holds at all hands games of Queensland whose boxes have one hand."""
    for game, (wager, missing) in ONE_HAND.items():
        lucky = "lucky" in game
        two = [f"1 bet {wager} 10", f"2 bet {wager} 20"]
        dealt = [*two, "deal 2h 2d 2c 3h 3d"]
        stood = [*dealt, "1 stand", "2 stand"]
        five, four = ("3s", "2s") if lucky else ("Ks", "5s")
        surplus = "surplus-dealer-card exposed="
        yield game, dealt, surplus + "yes", "no second card yet"
        yield game, [*stood, f"deal {four}"], surplus + "yes", "draws: a further card is its own"
        yield game, [*stood, f"deal {four}"], surplus + "no card=9h", "draws: a further card is its own"
        yield game, [*stood, f"deal {five}", *([] if lucky else ["deal 5h"])], surplus + "yes", ""
        last = "last-player-missed missing="
        yield game, [*stood, f"deal {four}"], f"{last}{missing} box=2", "was not hit"
        yield game, [*stood, f"deal {four}"], f"{last}second-card box=2", "was not hit"
        yield game, [*stood, f"deal {four} 9s"], f"{last}{missing} box=1", "box 2 is the last"
        yield game, [*dealt, "1 stand"], f"{last}second-card box=2", "has 1 card, and was not hit"
        filled = [*stood, f"deal {four} {'2h' if lucky else 'Ks'}"]
        yield game, filled, f"{last}{missing} box=2", ""
        yield game, filled, f"{last}second-card box=2", ""
        one = "one-card found="
        yield game, dealt, f"{one}others-done box=2", "box 1 is still to be played; say found="
        yield game, [*dealt, "1 stand"], f"{one}before-acting box=2", "a hand has been acted on; say found="
        yield game, [*dealt, "1 stand"], f"{one}acting-on-another box=2", ""
        yield game, [*dealt, "1 stand"], f"{one}others-done box=2", ""
        yield game, stood, f"{one}acting-on-another box=1", "box 1 has been played"
        no_first = "dealer-no-first-card acting="
        yield game, [*dealt, "1 stand"], f"{no_first}no", "a hand has been acted on; say acting=yes"
        yield game, [*dealt, "1 stand"], f"{no_first}yes", ""
        yield game, filled, f"{no_first}yes", "the round is over"
        yield game, [*dealt, "1 stand"], "no-cards acting=no box=2", "say acting=yes"
        yield game, [*dealt, "1 stand"], "extra-hand acting=no cards=9h", "say acting=yes"
        yield game, [*dealt, "1 stand"], "dealer-too-many-cards acting=no cards=9h", "say acting=yes"
        yield (
            game,
            [*dealt, "1 stand"],
            "misplaced-card acted=no order=2d+2h+2c+3h+3d",
            "acted on; say acted=",
        )
        yield game, dealt, "misplaced-card acted=first-box-signalled order=2d", "no hand has been acted on"
        yield game, dealt, "misplaced-card acted=wager-settled order=2d", "no wager has been settled yet"
        early = "card-drawn-in-error exposed=yes refused=no card=9h"
        yield game, [*two, "deal 2h 2d 2c"], early, "the first deal is not complete"


WAR = ("1 bet casino-war 10", "2 bet casino-war 20")


def scenes_of_file() -> Iterator[tuple[str, list[str], str, str, dict[str, str]]]:
    """Yield the scenes of all other games."""
    for scene in tomllib.loads((Path(__file__).parent / "facts.toml").read_text())["scenes"]:
        said = scene["ruling"], scene.get("says", "")
        yield scene["game"], scene["events"], *said, scene.get("options", {})


SCENES = [*((*scene, {}) for scene in scenes_of_twenty_one()), *scenes_of_file()]


@pytest.mark.parametrize(("game", "events", "ruling", "says", "options"), SCENES)
def test_the_facts_of_a_ruling_are_those_of_the_table(
    game: str, events: list[str], ruling: str, says: str, options: dict[str, str]
) -> None:
    table = Table(build(ruleset(game, options)))
    for event in events:
        table.apply(event)
    if not says:
        table.apply(f"supervisor rule {ruling}")
        return
    with pytest.raises(BadInput) as refused:
        table.apply(f"supervisor rule {ruling}")
    assert says in str(refused.value)


# What is not at the table does not fail.

SHOOT = ["1 bet two-card 10", "1 bet five-card 10"]
RIDE = ["1 bet bet-3 10", "1 bet bet-1 10", "1 bet bet-2 10"]
DEVICES = [
    (game, events, f"{failed}{facts}")
    for game, events, failed, rows in (
        ("bahamas/casino-war", ["1 bet initial 10"], "shuffler-fails", (" cards-dealt=no",)),
        ("bahamas/casino-war", ["1 bet initial 10", "deal 9h"], "shuffler-fails", (" cards-dealt=yes",)),
        ("bahamas/let-it-ride", RIDE, "shuffler-fails", ("",)),
        ("bahamas/let-it-ride", RIDE, "shuffler-counts-wrong", ("",)),
        ("bahamas/three-card-poker", ["1 bet ante 10"], "shuffler-fails", (" cards-dealt=no",)),
        ("bahamas/three-card-poker", ["1 bet ante 10", "deal Kh"], "dealing-shoe-fails", ("",)),
        (
            "bahamas/three-card-poker",
            ["1 bet ante 10"],
            "shuffler-counts-wrong",
            (" cards-dealt=no deck=52", " cards-dealt=no deck=other"),
        ),
        ("bahamas/vegas-shootout", SHOOT, "shuffler-fails", ("",)),
        ("bahamas/vegas-shootout", SHOOT, "shuffler-counts-wrong", ("",)),
        *(
            (game, events, "machine-malfunction", (" disadvantaged=no", " disadvantaged=yes"))
            for game, events in (
                ("queensland/baccarat", ["1 bet player 10", "deal Th"]),
                ("queensland/blackjack", ["1 bet blackjack 10", "deal Th"]),
                ("queensland/blackjack-challenge", ["1 bet blackjack-challenge 10", "deal Th"]),
                ("queensland/blackjack-switch", ["1 bet blackjack-switch 10", "deal Th"]),
                ("queensland/casino-war", ["1 bet casino-war 10", "2 bet casino-war 10", "deal Th"]),
                ("queensland/lucky-draw-baccarat", ["1 bet enter 10", "deal Th"]),
                ("queensland/spanish-blackjack", ["1 bet spanish 10", "deal Kh"]),
            )
        ),
    )
    for facts in rows
]


@pytest.mark.parametrize(("game", "events", "ruling"), DEVICES)
def test_a_device_that_is_not_at_the_table_does_not_fail(game: str, events: list[str], ruling: str) -> None:
    table = Table(build(ruleset(game)))
    for event in events:
        table.apply(event)
    before = table.asked, [line.value() for line in table.lines], table.over
    table.apply(f"supervisor rule {ruling}")
    assert (table.asked, [line.value() for line in table.lines], table.over) == before
    assert not table.rulings[-1].did


@pytest.mark.parametrize("reason", ["same-direction", "ball-left-the-wheel", "foreign-object"])
def test_no_ball_is_spun_wrongly_where_dice_tell_the_number(reason: str) -> None:
    table = Table(build(ruleset("great-britain/roulette", {"device": "four-dice"})))
    for event in ("1 bet red 10", "spin 3-1-5-2"):
        table.apply(event)
    settled = [line.value() for line in table.lines]
    table.apply(f"supervisor rule no-spin reason={reason}")
    assert table.over and [line.value() for line in table.lines] == settled


def test_every_device_that_may_fail_is_among_them() -> None:
    among = {(game, ruling.split()[0]) for game, _, ruling in DEVICES}
    devices = {
        (game, name)
        for game in game_ids()
        for name in ruleset(game).irregularities
        if name.startswith(("shuffler-", "machine-", "dealing-shoe-"))
    }
    assert among == devices


# A deal that is put right after hands have been played on it.


def cards_of(table: Table, *places: str) -> list[list[str]]:
    return [[dealt.card for dealt in table.play.places.get(place, [])] for place in places]


def after(game: str, *events: str) -> Table:
    table = Table(build(ruleset(game)))
    for event in events:
        table.apply(event)
    return table


TWO = ("1 bet blackjack 10", "2 bet blackjack 20", "deal Th Kd 2c 6h 3d", "1 hit", "deal 4c")


def test_cards_lie_in_the_order_they_left_the_shoe_where_the_dealer_was_passed_over() -> None:
    table = after("queensland/blackjack", *TWO, "supervisor rule dealer-no-first-card acting=yes")
    assert [one.who for one in table.pending] == ["1", "2"] and table.play.offers
    for event in ("1 continue", "2 continue"):
        table.apply(event)
    assert cards_of(table, "1", "2", "dealer") == [["Th", "2c", "3d"], ["Kd", "6h"], []]
    assert table.play.aside == ["4c"], "the card that is over comes next"
    table.apply("1 hit")
    assert cards_of(table, "1") == [["Th", "2c", "3d", "4c"]]


def test_a_box_with_one_card_chooses_before_it_is_given_the_next() -> None:
    table = after("queensland/blackjack", *TWO, "1 stand", "supervisor rule one-card found=others-done box=2")
    assert cards_of(table, "1", "2") == [["Th", "6h", "3d"], ["Kd"]]
    assert sorted(table.pending[0].allowed()) == ["continue", "retract"]
    table.apply("2 continue")
    assert cards_of(table, "2") == [["Kd", "4c"]]


def test_the_last_box_takes_the_cards_of_a_dealer_who_has_drawn() -> None:
    table = after("queensland/blackjack", *TWO, "1 stand", "2 stand", "deal 5d Ts")
    assert table.over
    table.apply("supervisor rule last-player-missed missing=second-card box=2")
    assert cards_of(table, "1", "2", "dealer") == [["Th", "6h", "3d"], ["Kd", "4c"], ["2c"]]
    table.apply("2 stand")
    assert cards_of(table, "dealer") == [["2c", "5d", "Ts"]], "the rest is the dealer's again"
    assert table.over


def test_exchanged_cards_settle_the_first_deal_anew() -> None:
    table = after("queensland/casino-war", *WAR, "deal 9h 5d 7c")
    assert table.net == {"house": 1000, "seat 1": 1000, "seat 2": -2000}
    table.apply("supervisor rule misplaced-card dealer-has-acted=no first=1 second=2")
    assert table.net == {"house": -1000, "seat 1": -1000, "seat 2": 2000}


def test_no_card_is_asked_for_where_no_hand_is_left() -> None:
    for events in ([], ["1 bet 10"], ["1 bet 10", "deal 4d"]):
        table = after("queensland/mississippi-stud", "1 bet ante 10", "deal Jh 9h", *events)
        table.apply("supervisor rule player-absent box=1")
        assert table.over and all(line.result == "lose" for line in table.lines)


# A player who is kept from a table at which another plays.


KEPT = [game for game in GAMES if "contravention" in ruleset(game).irregularities]


@pytest.mark.parametrize("game", KEPT)
def test_a_player_is_kept_from_a_table_at_which_another_plays(game: str) -> None:
    played = build(ruleset(game))
    rng = random.Random(game)
    table = Table(played)
    mine, others = (
        (players.a_good_bet(played, rng, table, who) for who in "21")
        if deals_cards(played)
        else (players.bet(played, rng, who) for who in "21")
    )
    table.apply("supervisor rule contravention sanction=keep-apart seat=2 other=1")
    with pytest.raises(NotAllowed) as refused:
        table.apply(mine)
    assert refused.value.clause == "s 10(2)(c)"
    assert table.after["apart"] == {"2": {"1": "s 10(2)(c)"}}
    away = Table(played, {**table.after, "away": ["1"]})
    refusal = away.refusal(mine)
    assert refusal is None or refusal.clause != "s 10(2)(c)"
    if away.refusal(others) is None:
        away.apply(others)
        back = away.refusal(mine)
        assert back is not None and back.clause == "s 10(2)(c)"
