"""What every round of every game must keep to, under every value of every option and reading."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any
from zlib import crc32

import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.table.events import parse_event
from croupier.table.table import Table, replay
from tests.conformance.players import Tape, play
from tests.conformance.shapes import is_cards
from tests.families import deals_cards
from tests.tiers import chosen_games, fresh_seed

RULINGS = 0.04
"""How often something goes wrong."""


def settings(game: str) -> list[tuple[dict[str, str], dict[str, str]]]:
    """The default, and every other value of every option and reading by itself."""
    rules = ruleset(game)
    found: list[tuple[dict[str, str], dict[str, str]]] = [({}, {})]
    for name, row in rules.option_rows.items():
        values = (
            ["5"]
            if row.amount
            else [str(choice) for choice in row.choices]
            or [str(bound) for bound in row.between]
            or ["yes", "no"]
        )
        found += [({name: value}, {}) for value in values if value != rules.options[name]]
    found += [
        ({}, {name: value})
        for name, reading in rules.reading_rows.items()
        for value in reading.choices
        if value != reading.default
    ]
    return found


def case(game: str, options: dict[str, str], readings: dict[str, str]) -> Any:
    """A game with its settings; what is not the default takes turns."""
    changed = {**options, **readings}
    name = " ".join([game, *(f"{key}={value}" for key, value in changed.items())])
    return pytest.param(game, options, readings, id=name, marks=[pytest.mark.turn] if changed else [])


CASES = [case(game, options, readings) for game in chosen_games() for options, readings in settings(game)]


def fits(game: str, options: dict[str, str], readings: dict[str, str]) -> bool:
    try:
        build(ruleset(game, options, readings))
    except BadInput:
        return False
    return True


def takes_wagers(game: str, options: dict[str, str], readings: dict[str, str]) -> bool:
    """Whether anything can be bet on at this table:
    there are settings under which the only wager of a card game is not offered.
    """
    rules = ruleset(game, options, readings)
    return not is_cards(game) or any(map(rules.offered, rules.names))


@pytest.mark.parametrize(("game", "options", "readings"), CASES)
def test_rounds(game: str, options: dict[str, str], readings: dict[str, str]) -> None:
    if not fits(game, options, readings):
        assert options, f"{game} does not load under {readings}"
        return  # a value that needs another option too is refused at load
    usual = not options and not readings
    number = 1 + crc32(f"{game} {options} {readings}".encode()) % 3
    tables = [(seats, seats) for seats in ((1, 2, 3) if usual else (number,))]
    if fresh_seed():
        tables.append((number, fresh_seed()))
    for seats, seed in tables:
        tape = play(game, options, readings, seats, rounds=8 if usual else 5, seed=seed, rulings=RULINGS)
        if not takes_wagers(game, options, readings):
            assert tape.refused and not any(table.lines for _, _, table in tape.rounds), (
                "no wager is offered, and something was settled"
            )
            continue
        assert tape.rounds, "no round could be finished"
        conserves_money(tape)
        settles_every_wager_once(tape)
        notation_round_trips(tape)
        replays(game, options, readings, tape)
        resumes_anywhere(game, options, readings, tape)
        after_is_the_next_before(game, options, readings, tape)


def conserves_money(tape: Tape) -> None:
    for _, _, table in tape.rounds:
        assert sum(table.net.values()) == 0
        for line in table.lines:
            assert line.clauses and all(line.clauses), f"a line without a clause: {line}"
            assert line.why


def settles_every_wager_once(tape: Tape) -> None:
    """What lay on the table at the draw is in exactly one line, decided or standing; what stands is carried.

    What a ruling gave back may be made again.
    """
    for _, _, table in tape.rounds:
        ruled = {order for ruling in table.rulings for order in ruling.did}
        open_still = ("withdrawn", "stands", "void") if ruled else ("withdrawn", "stands")
        lines = [
            line
            for line in table.lines
            if not (line.why.startswith("the payment is put right") and "correct-payment" in ruled)
        ]
        decided = Counter(
            (line.seat, line.bettor, line.hand, line.wager)
            for line in lines
            if line.result not in open_still and line.net >= -line.stake
        )
        standing = Counter((line.seat, line.bettor) for line in table.lines if line.result == "stands")
        carried = Counter((wager.seat, wager.bettor) for wager in table.play.wagers)
        assert all(count == 1 for count in decided.values()), decided
        if deals_cards(table.game):
            assert not table.play.wagers, "a round of cards is over and a wager lies on the table"
            for who, name in laid(table):
                ends = [line for line in table.lines if (line.seat + line.bettor, line.wager) == (who, name)]
                assert ends or "move-wager" in ruled, (
                    f"{who} bet on {name}, and no line says what became of it"
                )
        for who, count in standing.items():
            assert carried[who] >= count


def laid(table: Table) -> set[tuple[str, str]]:
    """Who laid a wager on what in this round."""
    return {(event.who, event.what) for event in table.happened if event.lays_wager}


def notation_round_trips(tape: Tape) -> None:
    for _, stored, _ in tape.rounds:
        for entry in stored:
            assert str(parse_event(entry["event"])) == entry["event"]


def replays(game: str, options: dict[str, str], readings: dict[str, str], tape: Tape) -> None:
    played = build(ruleset(game, options, readings))
    for before, stored, table in tape.rounds:
        again = replay(played, before, stored)
        assert again.lines == table.lines
        assert again.after == table.after
        assert again.play.digest() == table.play.digest()


def resumes_anywhere(game: str, options: dict[str, str], readings: dict[str, str], tape: Tape) -> None:
    """A round that is stopped after any event and taken up again from its log goes on as if nothing had
    happened: every event of the last round by default, else some.
    """
    played = build(ruleset(game, options, readings))
    for before, stored, table in tape.rounds[-1:]:
        rng = random.Random(f"{game} {options} {readings} {len(stored)}")
        cuts = (
            range(len(stored) + 1)
            if not options and not readings
            else rng.sample(range(len(stored) + 1), min(3, len(stored) + 1))
        )
        for cut in cuts:
            resumed = replay(played, before, stored[:cut])
            for entry in stored[cut:]:
                resumed.apply(entry["event"])
            assert resumed.lines == table.lines and resumed.after == table.after


def after_is_the_next_before(
    game: str, options: dict[str, str], readings: dict[str, str], tape: Tape
) -> None:
    """`after` says all that the next round needs:
    a table made from it, with nothing done, carries the same on.
    """
    played = build(ruleset(game, options, readings))
    for _, _, table in tape.rounds:
        again = Table(played, table.after).after
        # Who has just thrown is told once.
        told = {"dice-after": ""} if "dice-after" in table.after else {}
        assert {**again, **told} == {**table.after, **told}
