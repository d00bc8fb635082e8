"""Bad input: one clear line on standard error, exit code 2, no traceback; and what else may go wrong."""

from __future__ import annotations

import io
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main

ROULETTE = "great-britain/roulette"
Capture = pytest.CaptureFixture[str]


COMMON = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text(encoding="utf-8"))["mistakes"]
"""The commonest mistakes, each with the line that answers it: looked at by people, and held to the letter."""


@pytest.mark.parametrize("mistake", COMMON, ids=lambda mistake: mistake["name"])
def test_the_commonest_mistakes_are_answered_by_one_clear_line(
    mistake: dict[str, Any], capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(mistake.get("text", "").encode())))
    assert main(mistake["argv"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err == f"croupier: {mistake['told']}\n"
    assert not list(tmp_path.iterdir()), "something was written"


PAGE = Path(__file__).parents[2] / "docs" / "mistakes.md"


def test_there_are_forty_of_them_on_a_page() -> None:
    assert len({mistake["name"] for mistake in COMMON}) == len(COMMON)
    answers = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("croupier:")]
    assert len(set(answers)) >= 40
    assert {*answers} <= {f"croupier: {mistake['told']}" for mistake in COMMON}


def refused(capsys: Capture, *argv: str) -> str:
    assert main(list(argv)) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("croupier: ") and told.err.count("\n") == 1
    return told.err


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("rules", "great-britain/roulete"), "did you mean great-britain/roulette"),
        (("rules", "../../etc/passwd"), "there is no game"),
        (("rules", "great-britain/clauses"), "there is no game"),
        (("rules", "nothing.toml"), "cannot be read"),
        (("odds", ROULETTE, "--wager", "redd"), "did you mean red"),
        (("odds", ROULETTE, "--wager", "straight:37"), "straight"),
        (("odds", ROULETTE, "--set", "wheel=triple-zero"), "single-zero, double-zero [r 3.5]"),
        (("odds", ROULETTE, "--set", "whel=single-zero"), "did you mean wheel"),
        (("odds", ROULETTE, "--set", "wheel"), "is not NAME=VALUE"),
        (("odds", ROULETTE, "--set", "rage=no", "--set", "rage=yes"), "twice"),
        (("odds", ROULETTE, "--reading", "odd-half=nobody"), "the-player-keeps-it"),
        (("odds", ROULETTE, "--stake", "ten"), "is not an amount of money"),
        (("odds", ROULETTE, "--stake", "0"), "more than nothing"),
        (("odds", ROULETTE, "--before", "lst=red"), "did you mean last"),
        (("odds", ROULETTE, "--before", "last=red", "--before", "last.x=1"), "both a value and parts"),
        (("odds", ROULETTE, "--sheet", "par.doc"), "html or csv"),
        (("odds", ROULETTE, "--sheet", "/nowhere/par.csv"), "cannot be written"),
        (("odds", ROULETTE, "--wager", "red", "--plot", "/nowhere/x.png"), "cannot be drawn"),
        (("odds", ROULETTE, "--wager", "red", "--plot", "x.nonsense"), "cannot be drawn"),
        (("odds", ROULETTE, "--picture", "cat"), "--picture cannot be 'cat'; it is one of edge"),
        (("odds",), "required"),
        (("simulate", ROULETTE, "--rounds", "many"), "is not a number of rounds"),
        (("simulate", ROULETTE, "--rounds", "0"), "1 to"),
        (("simulate", ROULETTE, "--rounds", "9e99"), "1 to"),
        (("simulate", ROULETTE, "--rounds", "10", "--seed", "-1"), "a seed is"),
        (("ruling", ROULETTE, "no-spn"), "did you mean no-spin"),
        (("ruling", ROULETTE, "no-spin", "reasn=other"), "did you mean reason"),
        (("ruling", ROULETTE, "no-spin", "reason=boredom"), "same-direction"),
        (("ruling", ROULETTE, "no-spin", "reason"), "is not NAME=VALUE"),
        (("compare", ROULETTE, "great-britain/nothing"), "there is no game"),
        (("compare", ROULETTE, ROULETTE, "--set-b", "x=1"), "there is no option"),
        (("check", "own.txt"), "must end in .toml"),
        (("check", "missing.toml"), "cannot be read"),
        (("settle", "missing.toml"), "cannot be read"),
        (("settle", "/"), "cannot be read"),
        (("settle",), "required"),
        (("play", "nothing/here"), "there is no game"),
        (("sette", "x"), "did you mean settle"),
        (("settle", "x", "--jsn"), "there is no flag --jsn; did you mean --json?"),
    ],
)
def test_bad_arguments(capsys: Capture, argv: tuple[str, ...], told: str) -> None:
    assert told in refused(capsys, *argv)


GOLD, EZ, CHEMIN = "california/baccarat-gold", "california/ez-baccarat", "bahamas/chemin-de-fer"
SEATED = {"players": ["1", "2", "3", "4"], "bank": {"seat": "2", "stake": "100"}, "suivi": "3"}


@pytest.mark.parametrize(
    ("game", "events", "more", "told"),
    [
        (
            GOLD,
            ["2 bank 100", "1 bet base 5", "deal As As As As", "deal As"],
            {"options": {"decks": 4}},
            "every As that the table holds has been dealt already",
        ),
        (
            GOLD,
            ["2 bank 100"],
            {"options": {"decks": 4}, "before": {"shoe": {"out": {"As": 5}}}},
            "4 decks hold 4 As, and 5 cannot have left the shoe",
        ),
        (GOLD, ["2 bank 100", "1 bet base 5", "deal Jk"], {}, "'Jk' is not a card"),
        (
            GOLD,
            ["2 bank 100", "1 bet base 5", "deal ??"],
            {},
            "the card at player lies face up; say which it is",
        ),
        (EZ, ["3 bank 0"], {}, "a bank of nothing covers nothing"),
        (EZ, [], {"before": {"bank": {"seat": "3", "cover": "0"}}}, "a bank of nothing covers nothing"),
        (EZ, ["1 bet player 300", "deal 5h"], {}, "nobody banks this round yet"),
        (
            CHEMIN,
            ["2 bet bank 100", "4 suivi"],
            {"before": SEATED},
            "only who covered the whole preceding bank and lost may say suivi [reg 5(7)(b)]",
        ),
        (CHEMIN, ["1 bid 0"], {}, "a bank of nothing covers nothing"),
        ("bahamas/punto-banco", ["1 draw"], {}, "there is no act 'draw' in this game"),
        ("bahamas/punto-banco", [], {"before": {"shoe": {"gone": 3}}}, "before.shoe: there is no key 'gone'"),
        ("bahamas/punto-banco", [], {"options": {"decks": "8.5"}}, "it is a whole number between 8 and 16"),
        ("bahamas/red-dog", ["1 bet original 10", "deal 5h 9d", "1 raise 11"], {}, "reg 8(5)(j)"),
    ],
)
def test_bad_rounds_of_cards(
    capsys: Capture, tmp_path: Path, game: str, events: list[str], more: dict[str, object], told: str
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"game": game, "events": events, **more}), encoding="utf-8")
    assert told in refused(capsys, "settle", str(file), "--json")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "is not TOML"),
        ("{nonsense", "is not JSON"),
        ('game = "great-britain/roulete"\nevents = []', "did you mean great-britain/roulette"),
        ('game = "GAME"\nevnts = []', "did you mean events"),
        (
            'game = "GAME"\nevents = ["spin 37"]',
            "there is no pocket '37' on this wheel: it has 0 and 1 to 36",
        ),
        ('game = "GAME"\nevents = ["1 bet straigt:17 10"]', "did you mean straight"),
        ('game = "GAME"\nevents = ["1 bet straight:37 10"]', "is not on the layout"),
        ('game = "GAME"\nevents = ["1 bet red 10"]\n[options]\nmaximum = "5"', "the maximum is 5 [r 3.10]"),
        ('game = "GAME"\nevents = ["! 1 bet red 10"]', "must be refused, but the rules allow it [r 3.2(i)]"),
        (
            'game = "GAME"\nevents = ["1 bet red ten"]',
            "'ten' after red is not an amount; write it like red 10",
        ),
        ('game = "GAME"\nevents = ["spin 1", "spin 2"]', "table next-round"),
        ('game = "GAME"\nevents = ["supervisor rule no-spn"]', "did you mean no-spin"),
        ('game = "GAME"\nevents = ["41 bet red 10"]', "seats are numbered"),
        ('game = "GAME"\nevents = []\n[options]\nwheel = "tripple"', "single-zero, double-zero"),
        ('game = "GAME"\nevents = []\n[readings]\nod-half = "x"', "did you mean odd-half"),
        ('game = "GAME"\nevents = []\n[before]\nlst = "red"', "did you mean last"),
        ('game = "GAME"\ndraws = "1 2"', "left over"),
    ],
)
def test_bad_rounds(capsys: Capture, tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "round.toml"
    path.write_text(text.replace("GAME", ROULETTE))
    assert told in refused(capsys, "settle", str(path))
    assert told in refused(capsys, "settle", str(path), "--json", "--trace")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nonsense", "is not TOML"),
        ("format = 1", "game"),
        ('format = 1\nextends = "great-britain/nothing"', "there is no game"),
        ('format = 1\nextends = "GAME"\nwager = 1', "did you mean wagers"),
        ('format = 1\nextends = "GAME"\n[wagers.straight]\npay = "35:1"', "pay"),
        ('format = 1\nextends = "GAME"\n[wagers.straight]\npays = "35"', "is not odds"),
        ('format = 1\nextends = "GAME"\n[limits.redd]\nmin = "1"', "did you mean red"),
    ],
)
def test_bad_files_of_an_operator(capsys: Capture, tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text.replace("GAME", ROULETTE))
    assert told in refused(capsys, "check", str(path))
    assert told in refused(capsys, "odds", str(path))


def test_a_whole_rulebook_has_nothing_to_be_checked_against(capsys: Capture, tmp_path: Path) -> None:
    from croupier.rulebook.load import RULEBOOKS

    path = tmp_path / "whole.toml"
    path.write_text((RULEBOOKS / f"{ROULETTE}.toml").read_text())
    assert "extends no rulebook" in refused(capsys, "check", str(path))
    assert main(["odds", str(path), "--wager", "red", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wagers"][0]["edge"] == "1/74"


def test_text_that_is_not_utf_8(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'extends = "GAME" # caf\xe9')
    for command in ("settle", "check", "odds"):
        assert "latin.toml is not UTF-8 text; save it as UTF-8" in refused(capsys, command, str(path))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n"), encoding="utf-8"))
    assert main(["play", ROULETTE]) == 2
    assert capsys.readouterr().err == "croupier: standard input is not UTF-8 text; save it as UTF-8\n"


def test_a_mark_before_utf_8_text_says_nothing(capsys: Capture, tmp_path: Path) -> None:
    """Some programs write it before every file."""
    path = tmp_path / "marked.toml"
    path.write_text(f'\ufeffgame = "{ROULETTE}"\nevents = ["1 bet red 10"]', encoding="utf-8")
    assert main(["settle", str(path)]) == 0
    path.write_text(f'\ufeff{{"game": "{ROULETTE}", "events": ["1 bet red 10"]}}', encoding="utf-8")
    assert main(["settle", str(path)]) == 0
    path.write_text(f'\ufeffformat = 1\nextends = "{ROULETTE}"', encoding="utf-8")
    assert main(["check", str(path)]) == 0
    path.write_text("", encoding="utf-8")
    capsys.readouterr()
    assert "does not say what it extends" in refused(capsys, "check", str(path))
    path.write_text(f'{{"format": 1, "extends": "{ROULETTE}"}}', encoding="utf-8")
    assert "is TOML, and not JSON" in refused(capsys, "check", str(path))


def test_nothing_in_a_message_moves_the_terminal(capsys: Capture) -> None:
    assert "\x1b" not in refused(capsys, "rules", "x\x1b[2J\n\x07")


def test_a_mistake_of_ours_is_one_line_and_seventy(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(given: object) -> int:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("croupier.cli.games.run", broken)
    assert main(["games"]) == 70
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and "RuntimeError: two lines" in told and "CROUPIER_DEBUG=1" in told
    monkeypatch.setenv("CROUPIER_DEBUG", "1")
    with pytest.raises(RuntimeError):
        main(["games"])


def test_stopping_is_not_a_mistake(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(given: object) -> int:
        raise KeyboardInterrupt

    import croupier.cli.games

    monkeypatch.setattr(croupier.cli.games, "run", stopped)
    assert main(["games"]) == 130
