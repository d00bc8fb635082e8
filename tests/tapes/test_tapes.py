"""Tapes replay as they were recorded; and a tape that does not is noticed, whatever of it differs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from croupier.families import ruleset
from croupier.rulebook.load import game_ids
from tests.tapes import record, tape
from tests.tapes.tape import FOLDER, Recording, complaint, difference, load, path_of, read, replayed, written
from tests.tiers import chosen_games


def replays(game: str, more: bool) -> Recording:
    """Replay a tape, and hand it over for more questions."""
    text = load(path_of(game, more))
    recording = read(text)
    assert recording.game == game and written(recording) == text, f"{game}: this is not how a tape is written"
    now = replayed(recording)
    wrong = complaint(recording, now)
    assert not wrong, wrong
    kept = tape.kept_hashes()[game]["more" if more else "plain"]
    assert tape.hash_of(now) == kept, f"{game}: the hashes in stored logs would differ"
    return recording


@pytest.mark.parametrize("game", chosen_games())
def test_tape(game: str) -> None:
    recording = replays(game, more=False)
    assert {table.who for table in recording.tables} == {*record.WHO.values()}
    assert {one.mark for one in recording.tries} == {*tape.MARKS}
    ruled = any("ruled " in one.said for one in recording.tries if one.mark == "+")
    assert ruled or not ruleset(game).irregularities, "no ruling on the whole tape"


@pytest.mark.deep
@pytest.mark.parametrize("game", chosen_games())
def test_tape_under_other_settings(game: str) -> None:
    recording = replays(game, more=True)
    played = [(table.options, table.readings) for table in recording.tables]
    missing = [case for case in record.other_settings(game) if case not in played]
    assert not missing, f"no table of the tape is for {missing}: run python -m tests.tapes.record {game}"


def test_every_game_has_its_tapes_and_there_are_no_others() -> None:
    assert {*tape.kept_hashes()} == {*game_ids()}
    wanted = {path_of(game, more) for game in game_ids() for more in (False, True)}
    assert {path for path in FOLDER.glob("*/*") if path.parent.name != "__pycache__"} == wanted


# Whatever differs is noticed. Tapes are altered here as a change of the program would alter them.

ONE_OF_EACH = [
    "great-britain/roulette",
    "queensland/craps",
    "queensland/baccarat",
    "house/blackjack",
    "california/three-card-poker",
    "queensland/casino-war",
]

Alter = Callable[[str], str]
ALTERATIONS: dict[str, tuple[str, Alter]] = {
    "what is asked": (r"\? ", lambda row: row.replace("? ", "? something else; ")),
    "who is asked": (r"\? ", lambda row: f"{row}; 9: bet"),
    "accepted, not refused": (r"- ", lambda row: "+" + row.partition(" | ")[0].removeprefix("-")),
    "refused, not accepted": (r"\+ ", lambda row: f"-{row[1:]} | it is not allowed [s 1]"),
    "the reason of a refusal": (r"- .*\[", lambda row: row.replace(" | ", " | perhaps ")),
    "the clause of a refusal": (r"- .*\[", lambda row: f"{row[:-1]}(z)]"),
    "the message of bad input": (r"! ", lambda row: f"{row}."),
    "what a ruling did": (r"\+ .*ruled ", lambda row: re.sub(r"(ruled [^ ]+: )", r"\1void-round, ", row)),
    "the clause of a ruling": (r"\+ .*ruled ", lambda row: row.replace("[", "[s 1; ")),
    "the money of a line": (r"= ", lambda row: re.sub(r": ([a-z]+) ", r": \1 1", row, count=1)),
    "the result of a line": (r"= ", lambda row: re.sub(r": [a-z]+ ", ": half ", row, count=1)),
    "the clause of a line": (r"= ", lambda row: row.replace("]", "(z)]", 1)),
    "the reason of a line": (r"= ", lambda row: f"{row}, they say"),
    "the net of an account": (r"net ", lambda row: f"{row}0"),
    "a clause that was emitted": (r"clauses \+ ", lambda row: row.replace("+ ", "+ s 1(z); ")),
    "what is carried on": (r"after ", lambda row: row.replace("{", '{"stray": true, ', 1)),
}


@cache
def now(game: str) -> Recording:
    """Replay the tape of a game, once for all tests that ask."""
    return replayed(read(load(path_of(game))))


@pytest.mark.parametrize("game", ONE_OF_EACH)
@pytest.mark.parametrize("what", ALTERATIONS)
def test_what_differs_is_noticed(game: str, what: str) -> None:
    pattern, alter = ALTERATIONS[what]
    rows = load(path_of(game)).splitlines()
    fit = [at for at, row in enumerate(rows) if re.match(pattern, row)]
    at = fit[len(fit) // 2]
    altered = alter(rows[at])
    assert altered != rows[at]
    found = difference(read("\n".join([*rows[:at], altered, *rows[at + 1 :]])), now(game))
    table = [row for row in rows[:at] if row.startswith("table ")][-1].replace(": ", " (")
    number = [row for row in rows[:at] if row.startswith("round ")][-1]
    place = re.escape(f"{game}, {table}), {number}, ")
    assert re.match(rf"{place}(after )?event [0-9]+.*\n  recorded: .*\n  now: ", found)


@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_a_line_that_is_missing_or_too_many_is_noticed(game: str) -> None:
    rows = load(path_of(game)).splitlines()
    last = next(at for at, row in enumerate(rows) if row.startswith("net "))
    missing = difference(read("\n".join(rows[: last - 1] + rows[last:])), now(game))
    twice = difference(read("\n".join(rows[:last] + rows[last - 1 :])), now(game))
    assert "line\n  recorded: no line\n" in missing and twice.endswith("\n  now:      no line")


def test_a_complaint_says_what_to_do() -> None:
    game = "house/big-six"
    was = now(game)
    meant = read(load(path_of(game)).replace("\n= ", "\n= 9"))
    file = f"src/croupier/rulebooks/{game}.toml"
    assert f"raise `behaviour` in {file} and run python -m tests.tapes.record {game}" in complaint(meant, was)
    raised = complaint(was, replace(was, behaviour=was.behaviour + 1))
    kept = was.behaviour
    assert raised.startswith(
        f"{game} has behaviour {kept + 1}, and its tape was recorded with {kept}: run python"
    )
    assert not complaint(was, was)


# Recording.


def test_recording_keeps_events_and_writes_answers_anew(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = "bahamas/money-wheel"
    texts, kept = {more: load(path_of(game, more)) for more in (False, True)}, tape.kept_hashes()
    monkeypatch.setattr(tape, "FOLDER", tmp_path)
    other = texts[False].replace("\n= ", "\n= 9").replace(" [reg", " [r")
    tape.store(path_of(game), other)
    tape.store(path_of(game, more=True), texts[True])
    assert record.main(["--check", game]) == 1 and load(path_of(game)) == other
    assert record.main([game]) == 0 and load(path_of(game)) == texts[False]
    assert record.main(["--check", game]) == 0
    said = capsys.readouterr().out.splitlines()
    now = replayed(read(texts[True]))
    assert tape.kept_hashes()[game]["more"] == tape.hash_of(now) == kept[game]["more"]
    changed = [": changed;" in line for line in said]
    assert changed == [True, False] * 2 + [False] * 2 and "`behaviour` is still " in said[0]


def test_events_are_made_by_chance_only_where_there_is_no_tape(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = "bahamas/money-wheel"
    recorded = load(path_of(game))
    monkeypatch.setattr(tape, "FOLDER", tmp_path)
    monkeypatch.setattr(record, "EVENTS", 60)
    made = record.recorded(game, more=False)
    assert made == record.recorded(game, more=False, anew=True) and 60 <= len(read(made).tries) < 180
    tape.store(path_of(game), recorded)
    assert record.recorded(game, more=False) == recorded
