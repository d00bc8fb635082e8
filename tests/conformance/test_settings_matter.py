"""Every option and every reading changes a settlement, a refusal, an edge, a price or a duty;
else it is marked as shown only.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import pytest

from croupier.api import Game
from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.rulebook.condition import condition
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.table import Table
from tests.conformance.players import Tape, card_people, card_round, draw
from tests.conformance.scenes import SCENES, SEVERAL, comes_to, scenes_of
from tests.conformance.shapes import is_cards
from tests.families import deals_cards
from tests.tiers import chosen_games

KINDS = [
    (game, kind, name)
    for game in chosen_games()
    for kind, rows in (("option", ruleset(game).option_rows), ("reading", ruleset(game).reading_rows))
    for name in rows
]


def values(game: str, kind: str, name: str) -> list[str]:
    rules = ruleset(game)
    if kind == "reading":
        return list(rules.reading_rows[name].choices)
    row = rules.option_rows[name]
    return (
        ["", "5", "20"]
        if row.amount
        else [str(choice) for choice in row.choices] or [str(bound) for bound in row.between] or ["yes", "no"]
    )


STAKES = (100, 350, 101, 733, 5000)


def signature(game: str, options: dict[str, str], readings: dict[str, str]) -> Any:
    """All that a setting could change without a round:
    what is offered, taken, charged, paid and ruled, and how wagers live.
    """
    try:
        played = build(ruleset(game, options, readings))
    except BadInput as refused:
        return str(refused)
    if deals_cards(played):
        return card_signature(played)
    rules = played.ruleset
    offered = {name: rules.offered(name) for name in rules.names}
    rulings = all_rulings(rules)
    weights = sorted((played.machines.device.show(one), ways) for one, ways in played.machines.device.draws())
    media = [(row.with_, row.when != "never" and condition(row.when)(rules.facts)) for row in rules.media]
    limits = [(rule.min, rule.max) for rule in rules.limit_rules if condition(rule.when)(rules.facts)]
    wagers = [wager(played, name, param) for name in rules.names for param in played.params(name)[:2]]
    dice = attempt(lambda: played.machines.device.parse("1-2-3-4"))
    return offered, rulings, weights, media, limits, wagers, dice


def attempt(do: Any) -> str:
    try:
        return str(do())
    except BadInput as error:
        return str(error)


def wager(played: Any, name: str, param: str) -> Any:
    """How a wager lives and what it pays, in every state of the table."""
    machine = played.machines.machine(name, param)
    row = played.ruleset.wager(name)[0]
    play = played.start({})
    tables = [played.machines.fresh]
    every = played.machines.device.draws()
    draws = [one for one, _ in every[:: max(1, len(every) // 40)]]
    for table in tables:
        for one in draws:
            after = played.machines.advance(table, one)
            if after not in tables and len(tables) < 12:
                tables.append(after)
    life: list[Any] = []
    for table in tables:
        refused = machine.opens(table)
        life.append((str(table), refused.clause if refused else ""))
        starts = machine.supplement_states(table) or [(machine.first(table), table)]
        for state, at in starts[:3]:
            for one in draws:
                step = machine.step(state, at, one)
                life.append(step)
                if step.state is not None:
                    life += [machine.step(step.state, at, other) for other in draws]
    paid: list[Any] = []
    rows = sorted(machine.rows | {"lose", "void", "half"})
    for stake in STAKES:
        refused = played.wagers.stakes.judge(play, name, param, row, stake, None)
        paid.append(refused.clause if refused else "")
        for kind in rows:
            outcome = played.prices.outcome(name, kind, param)
            for parent in (None, stake // 2):
                rounding = played.prices.rounding(name, stake, parent, kind)
                paid.append(
                    (
                        kind,
                        rounding.apply(outcome.won(stake)),
                        played.prices.loss_rounding(name).apply(outcome.lost(stake)),
                        str(outcome.odds),
                    )
                )
        if row.needs and not row.needs_any:
            for parent_stake in (100, 250):
                parent = Standing(
                    seat="1",
                    wager=row.needs[0],
                    stake=parent_stake,
                    state=param or rows[0] if rows[0].isdigit() else "4",
                    param=param,
                )
                paid += [
                    played.wagers.stakes.cap(row, name, param, parent),
                    played.wagers.stakes.charge(name, param, row, stake, parent),
                ]
        else:
            paid.append(played.wagers.stakes.charge(name, param, row, stake, None))
    return (
        name,
        param,
        life,
        paid,
        played.machines.stays(name),
        played.machines.working(name),
        condition(row.binding)(played.ruleset.facts),
    )


def has_meter(played: Any) -> bool:
    """Say whether a table of dice keeps the meter of a jackpot."""
    return "side" in played.ruleset.names


def side_games(played: Any) -> list[Any]:
    """What random rounds hardly reach:
    a jackpot shared by two, and a double that opens a free roll for nobody.
    """
    seen: list[Any] = []
    sides = [
        {"seat": "1", "on": "side", "stake": "1", "state": "5"},
        {"seat": "2", "on": "side", "stake": "2", "state": "5"},
    ]
    for before, throw in (
        ({"sevens": 5, "meters": {"progressive": "300"}, "wagers": sides}, "3-4"),
        ({}, "1-1"),
    ):
        table = Table(played, before)
        seen.append(outcome(table, Event("", "roll", throw)))
        seen.append(([line.value() for line in table.lines], table.after))
    return seen


def taken_down(played: Any) -> list[Any]:
    """What becomes of a wager that is taken down, at once and after the table's next decision."""
    seen: list[Any] = []
    table = Table(played, {})
    for name in played.ruleset.names:
        if played.params(name) == [""]:
            for act in (
                Event("1", "bet", name, 1000),
                Event("1", "remove", name),
                Event("1", "bet", name, 1000),
            ):
                seen.append(outcome(table, act))
    for name, (base, _) in played.ruleset.names.items():
        if played.ruleset.wagers[base].kind == "dont-line":
            table = Table(played, {"point": 6, "wagers": [{"seat": "1", "on": name, "stake": "10"}]})
            seen += [outcome(table, Event("1", "remove", name)), outcome(table, Event("", "roll", "3-3"))]
            seen.append(outcome(Table(played, table.after), Event("1", "bet", name, 1000)))
    return seen


def rounds(game: str, options: dict[str, str], readings: dict[str, str]) -> list[Any]:
    """What some rounds come to in which two people bet on everything,
    with and without a closing call and an activated tumbler.
    """
    try:
        played = build(ruleset(game, options, readings))
    except BadInput as refused:
        return [str(refused)]
    if deals_cards(played):
        return card_rounds(played)
    rng = random.Random(game)
    seen: list[Any] = [*(side_games(played) if has_meter(played) else []), *taken_down(played)]
    before: dict[str, Any] = {}
    for number in range(14):
        if number == 3 and has_meter(played):
            before = {**before, "meters": {"progressive": "10000"}}
        table = Table(played, before)
        place = next(
            f"{name}:{played.params(name)[0]}".rstrip(":")
            for name in played.ruleset.names
            if played.params(name)
        )
        spoken = (
            ("oral", "yes"),
            ("covered", "yes"),
            ("confirmed", "+".join(played.betting.row.oral_by) or "dealer"),
        )
        seen.append(outcome(table, Event("3", "bet", place, 500, spoken)))
        if number % 4 == 3:
            seen.append(outcome(table, Event("dealer", "activate")))
        for who, stake in (("1", 500), ("2", 1001)):
            for name in played.ruleset.names:
                places = played.params(name)
                if places:
                    seen.append(
                        outcome(table, Event(who, "bet", f"{name}:{places[0]}" if places[0] else name, stake))
                    )
        for _ in range(3):
            seen.append(outcome(table, draw(played, rng)))
        if not table.over:
            seen.append(outcome(table, Event("dealer", played.betting.row.closing)))
            seen.append(outcome(table, draw(played, rng)))
        seen.append([line.value() for line in table.lines])
        before = table.after if table.over else {}
        seen.append(before)
    return seen


def outcome(table: Table, event: Event) -> str:
    try:
        table.apply(event)
    except NotAllowed as refused:
        return f"{event}: {refused.clause}"
    except BadInput as error:
        return f"{event}: {error}"
    return "done"


# Card tables.

NEAR_THE_END = {"shoe": {"reached": True, "last": 1}}
SITTING = {"players": ["1", "2", "3"]}
BEFORES: list[dict[str, Any]] = [
    {},
    SITTING,
    {"shoe": {"unseen": 300}},
    {**SITTING, "holder": "1"},
    {"shoe": {"new": True}},
    NEAR_THE_END,
    {**SITTING, "bank": {"seat": "1", "turns": 2}},
    {"bank": {"seat": "2", "cover": "30"}},
]
"""What a card table may carry into the first of some rounds."""
CARD_ROUNDS = 6


def all_rulings(rules: Any) -> list[Any]:
    """What every combination of facts of every irregularity leads to."""
    found = []
    for name, event in rules.irregularities.items():
        for combination in product(*event.facts.values()):
            row = rules.ruling(name, dict(zip(event.facts, combination, strict=True)))[1]
            found.append((name, combination, row.ruling, row.duties, row.clause))
    return found


def card_signature(played: Any) -> Any:
    """What is offered, taken, paid and ruled at a card table."""
    rules = played.ruleset
    offered = {name: rules.offered(name) for name in rules.names}
    media = [(row.with_, row.when != "never" and condition(row.when)(rules.facts)) for row in rules.media]
    limits = [(rule.min, rule.max) for rule in rules.limit_rules if condition(rule.when)(rules.facts)]
    play = played.start({})
    paid: list[Any] = []
    for name in rules.names:
        row = rules.wager(name)[0]
        for stake in STAKES:
            refused = played.limits.judge_amount(play, name, row, stake)
            paid.append((name, refused.clause if refused else ""))
            for kind in sorted(played.prices.settled_rows(name)):
                outcome = played.prices.outcome(name, kind)
                if row.commission:
                    paid.append(
                        rules.money[row.commission.rounding].apply(
                            played.prices.commission(name) * outcome.won(stake)
                        )
                    )
                paid.append(
                    (
                        kind,
                        outcome.result,
                        played.prices.rounding(name, stake, None, kind).apply(outcome.won(stake)),
                        played.prices.loss_rounding(name).apply(outcome.lost(stake)),
                    )
                )
    return offered, all_rulings(rules), media, limits, played.packs.decks, paid


def odds(game: str, options: dict[str, str], readings: dict[str, str]) -> Any:
    """The exact odds of what is bet on before the deal.

    They take longest, so they are asked for where nothing else differs.
    """
    try:
        rules = ruleset(game, options, readings)
        return (
            [(proof.wager, proof.stake, proof.strategy, proof.rows) for proof in Game(rules, rules.id).odds()]
            if is_cards(game)
            else []
        )
    except BadInput as refused:
        return str(refused)


def card_rounds(played: Any) -> list[Any]:
    """What some rounds of the same people come to, who try everything, from several beginnings."""
    seen: list[Any] = []
    for number, first in enumerate(BEFORES):
        for shared in (2, 3):
            rng = random.Random(f"{played.ruleset.id} {number} {shared}")
            before = first
            for _ in range(CARD_ROUNDS):
                try:
                    table = Table(played, before)
                except BadInput as refused:
                    seen.append(str(refused))
                    break
                tape = Tape()
                card_round(played, rng, table, card_people(played, shared), tape)
                seen.append(
                    (
                        [entry["event"] for entry in table.stored()],
                        [line.value() for line in table.lines],
                        table.after,
                        tape.refused,
                        tape.clauses,
                    )
                )
                if not table.over:
                    break
                before = table.after
    return seen


@cache
def default(game: str) -> Any:
    return signature(game, {}, {})


@cache
def default_odds(game: str) -> Any:
    return odds(game, {}, {})


@cache
def default_rounds(game: str) -> list[Any]:
    return rounds(game, {}, {})


@cache
def signature_beside(game: str, other: str, setting: str) -> Any:
    return signature(game, {other: setting}, {})


@pytest.mark.turn
@pytest.mark.parametrize(("game", "kind", "name"), KINDS, ids=lambda value: str(value))
def test_setting_matters(game: str, kind: str, name: str) -> None:
    rules = ruleset(game)
    row = rules.option_rows[name] if kind == "option" else rules.reading_rows[name]
    for value in values(game, kind, name):
        if value == started(game, kind, name):
            continue
        options, readings = told(kind, name, value)
        differs = signature(game, options, readings) != default(game) or any(
            scene_differs(game, kind, name, value, *scene) for scene in scenes_of(game, name)
        )
        differs = differs or odds(game, options, readings) != default_odds(game)
        if not differs and not row.shown_only:
            differs = rounds(game, options, readings) != default_rounds(game)
        if not differs and not row.shown_only:
            differs = any(
                differs_with(game, kind, name, value, other, setting)
                for other in rules.option_rows
                if other != name
                for setting in values(game, "option", other)
            )
        assert differs != row.shown_only, f"{game}: {kind} {name}={value} " + (
            "changes something and is marked shown-only" if differs else "changes nothing"
        )


@pytest.mark.turn
@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, scenes in SCENES.items() for name in scenes if name != SEVERAL]
)
def test_a_scene_depends_on_the_setting_that_it_is_about(game: str, name: str) -> None:
    """So that a scene cannot rot: an act that is refused for another reason, a table that cannot be."""
    kind = "option" if name in ruleset(game).option_rows else "reading"
    others = [value for value in values(game, kind, name) if value != started(game, kind, name)]
    for number in range(len(SCENES[game][name])):
        assert any(scene_differs(game, kind, name, value, name, number) for value in others), (
            f"{game}: the scene about {name} ends the same under every value of it"
        )


def started(game: str, kind: str, name: str) -> str:
    """The value that a setting has by default."""
    rules = ruleset(game)
    return rules.options[name] if kind == "option" else rules.readings[name]


def told(kind: str, name: str, value: str) -> tuple[dict[str, str], dict[str, str]]:
    """One setting as options and readings."""
    return ({name: value}, {}) if kind == "option" else ({}, {name: value})


def scene_differs(game: str, kind: str, name: str, value: str, about: str, number: int) -> bool:
    """Whether a scene ends otherwise under a value of a setting than under its default."""
    return bool(
        comes_to(game, about, number, *told(kind, name, value))
        != comes_to(game, about, number, *told(kind, name, started(game, kind, name)))
    )


def differs_with(game: str, kind: str, name: str, value: str, other: str, setting: str) -> bool:
    """Some settings matter only beside another one (a rounding that only one wheel needs)."""
    if setting == ruleset(game).options[other]:
        return False
    options, readings = told(kind, name, value)
    return bool(
        signature(game, {other: setting, **options}, readings) != signature_beside(game, other, setting)
    )
