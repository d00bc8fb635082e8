"""What every round of every game must keep to, under every value of every option and reading."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.errors import BadInput
from croupier.games import build, ruleset
from croupier.rulebook.load import game_ids
from croupier.table.events import parse_event
from croupier.table.table import Table, replay
from tests.conformance.players import Tape, play


def settings(game: str) -> list[tuple[dict[str, str], dict[str, str]]]:
    """The default, and every other value of every option and reading by itself."""
    rules = ruleset(game)
    found: list[tuple[dict[str, str], dict[str, str]]] = [({}, {})]
    for name, row in rules.option_rows.items():
        values = ["5"] if row.amount else [str(choice) for choice in row.choices] or [str(bound) for bound in row.between] or ["yes", "no"]
        found += [({name: value}, {}) for value in values if value != rules.options[name]]
    found += [({}, {name: value}) for name, reading in rules.reading_rows.items() for value in reading.choices if value != reading.default]
    return found


CASES = [pytest.param(game, options, readings, id=f"{game} {' '.join(f'{k}={v}' for k, v in {**options, **readings}.items())}") for game in game_ids() for options, readings in settings(game)]


def fits(game: str, options: dict[str, str], readings: dict[str, str]) -> bool:
    try:
        build(ruleset(game, options, readings))
    except BadInput:
        return False
    return True


@pytest.mark.parametrize(("game", "options", "readings"), CASES)
def test_rounds(game: str, options: dict[str, str], readings: dict[str, str]) -> None:
    if not fits(game, options, readings):
        assert options, f"{game} does not load under {readings}"
        return  # a value that needs another option too is refused at load
    for seats in (1, 2, 3):
        tape = play(game, options, readings, seats, rounds=6, seed=seats)
        assert tape.rounds, "no round could be finished"
        conserves_money(tape)
        settles_every_wager_once(tape)
        notation_round_trips(tape)
        replays(game, options, readings, tape)
        resumes_anywhere(game, options, readings, tape)


def conserves_money(tape: Tape) -> None:
    for _, _, table in tape.rounds:
        assert sum(table.net.values()) == 0
        for line in table.lines:
            assert line.clauses and all(line.clauses), f"a line without a clause: {line}"
            assert line.why


def settles_every_wager_once(tape: Tape) -> None:
    """What lay on the table at the draw is in exactly one line, decided or standing; what stands is carried."""
    for _, _, table in tape.rounds:
        decided = Counter((line.seat, line.bettor, line.wager) for line in table.lines if line.result not in ("withdrawn", "stands") and line.net >= -line.stake)
        standing = Counter((line.seat, line.bettor) for line in table.lines if line.result == "stands")
        carried = Counter((wager.seat, wager.bettor) for wager in table.play.wagers)
        assert all(count == 1 for count in decided.values()), decided
        for who, count in standing.items():
            assert carried[who] >= count


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
    """A round that is stopped after any event and taken up again from its log goes on as if nothing had happened."""
    played = build(ruleset(game, options, readings))
    for before, stored, table in tape.rounds[-1:]:
        for cut in range(len(stored) + 1):
            resumed = replay(played, before, stored[:cut])
            for entry in stored[cut:]:
                resumed.apply(entry["event"])
            assert resumed.lines == table.lines and resumed.after == table.after


@pytest.mark.parametrize("game", game_ids())
def test_after_is_the_next_before(game: str) -> None:
    """`after` says all that the next round needs: a table made from it, with nothing done, carries the same on."""
    for seats in (1, 3):
        for _, _, table in play(game, {}, {}, seats, rounds=10, seed=7).rounds:
            again = Table(build(ruleset(game)), table.after)
            assert {**again.after, "dice-after": ""} == {**table.after, "dice-after": ""} if "dice-after" in table.after else again.after == table.after
