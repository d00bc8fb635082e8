"""Every command, run as a user runs it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import COMMANDS, main

ROULETTE = "great-britain/roulette"
Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *argv: str) -> str:
    assert main(list(argv)) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def value(capsys: Capture, *argv: str) -> Any:
    return json.loads(run(capsys, *argv, "--json"))


@pytest.fixture
def round_file(tmp_path: Path) -> str:
    path = tmp_path / "round.toml"
    path.write_text(f'game = "{ROULETTE}"\nevents = ["1 bet straight:17 10", "! 1 bet rage 5", "spin 17"]\n')
    return str(path)


def test_help_has_an_example_for_every_command(capsys: Capture) -> None:
    top = run(capsys, "--help")
    for command in COMMANDS:
        assert command in top
        text = run(capsys, command, "--help")
        assert "examples:" in text and f"croupier {command}" in text
    assert run(capsys) == top
    assert run(capsys, "--version").startswith("croupier ")


def test_games(capsys: Capture) -> None:
    found = value(capsys, "games")
    assert found["format"] == 1
    entry = next(row for row in found["games"] if row["id"] == ROULETTE)
    assert set(entry) == {"id", "title", "family", "instrument", "settle", "odds", "simulate", "ruling"}
    text = run(capsys, "games")
    assert ROULETTE in text and max(map(len, text.splitlines())) <= 100


def test_rules(capsys: Capture) -> None:
    found = value(capsys, "rules", ROULETTE, "--set", "rage-table=table-2")
    assert found["tables"]["rage"]["in_use"]["5"] == "9:1" and found["tables"]["rage"]["alternatives"]["minimum"]["5"] == "8:1"
    assert next(row for row in found["wagers"] if row["wager"] == "straight")["pays"] == {"win": "35:1"}
    text = run(capsys, "rules", ROULETTE)
    for wanted in ("straight", "35:1", "r 3.2(a)", "rage-table", "odd-half", "no-spin", "lapsed on 16 June 2011", "The text has no rounding rule"):
        assert wanted in text
    assert max(map(len, text.splitlines())) <= 100


def test_rules_of_every_game_print(capsys: Capture) -> None:
    for row in value(capsys, "games")["games"]:
        assert row["title"] in run(capsys, "rules", row["id"])
        assert value(capsys, "rules", row["id"])["game"] == row["id"]


def test_settle(capsys: Capture, round_file: str) -> None:
    found = value(capsys, "settle", round_file)
    assert found["net"] == {"house": "-350", "seat 1": "350"} and found["refused"][0]["clause"] == "r 3.15"
    assert "trace" not in found
    assert len(value(capsys, "settle", round_file, "--trace")["trace"]) == 3
    text = run(capsys, "settle", round_file, "--trace")
    assert "seat 1 +350" in text and "refused: 1 bet rage 5" in text and "asked" in text and "lapsed" in text


def test_settle_reads_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"game": "great-britain/roulette", "draws": "0", "wagers": [{"seat": 1, "on": "red", "stake": "5"}]}')))
    assert value(capsys, "settle", "-")["net"]["seat 1"] == "-2.50"


def test_settle_says_who_may_do_what(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "half.toml"
    path.write_text(f'game = "{ROULETTE}"\nevents = ["1 bet red 10"]')
    assert value(capsys, "settle", str(path))["pending"]
    assert "pending: table: spin" in run(capsys, "settle", str(path))


def test_odds(capsys: Capture) -> None:
    found = value(capsys, "odds", ROULETTE, "--wager", "red", "--wager", "straight:17", "--stake", "10", "--set", "zero-rule=all-lost")
    assert [row["edge"] for row in found["wagers"]] == ["1/37", "1/37"] and found["wagers"][0]["stake"] == "10"
    text = run(capsys, "odds", ROULETTE, "--wager", "red")
    assert "1/74" in text and "18" in text and "no decision" in text and "lapsed" in text
    assert "4.6109 %" in run(capsys, "odds", ROULETTE, "--before", "last=red", "--before", "run=1", "--before", "establishing=true", "--wager", "rage")


@pytest.mark.parametrize("picture", ["edge", "stake", "results", "ruin"])
def test_plots(capsys: Capture, tmp_path: Path, picture: str) -> None:
    path = tmp_path / "picture.png"
    run(capsys, "odds", ROULETTE, "--wager", "red", "--wager", "rage", "--plot", str(path), "--picture", picture, "--bankroll", "20", "--rounds", "20")
    assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 10_000


def test_the_distribution_of_results_is_one() -> None:
    from croupier import game
    from croupier.cli.plots import distribution, ruin

    (red,) = game(ROULETTE).odds(["red"])
    values, chances = distribution(red, 100)
    assert chances.sum() == pytest.approx(1) and (values * chances).sum() == pytest.approx(-100 / 74)
    stakes, lost = ruin(red, 1, 500)
    assert lost[stakes == 0][0] == 1 and lost[stakes == 1][0] == pytest.approx(19 / 37) and lost[stakes == 2][0] == 0


def test_sheets(capsys: Capture, tmp_path: Path) -> None:
    page, sheet = tmp_path / "par.html", tmp_path / "par.csv"
    run(capsys, "odds", ROULETTE, "--wager", "red", "--sheet", str(page))
    run(capsys, "odds", ROULETTE, "--wager", "red", "--sheet", str(sheet))
    digest = value(capsys, "odds", ROULETTE)["ruleset"]
    for text in (page.read_text(), sheet.read_text()):
        for wanted in (digest, "r 3.2(i)", "none: no decision", "98.648649", "48.648649", "0.979547", "90 %", "99 %", "lapsed on 16 June 2011"):
            assert wanted in text


def test_simulate(capsys: Capture) -> None:
    found = value(capsys, "simulate", ROULETTE, "--rounds", "2e4", "--seed", "5", "--wager", "red")
    assert (found["rounds"], found["seed"]) == (20_000, 5)
    (row,) = found["wagers"]
    assert sum(one["count"] for one in row["rows"]) == row["decided"] == 20_000
    assert row["proof"]["edge"] == "1/74" and 1e-4 < row["p"] <= 1
    assert "proved" in run(capsys, "simulate", ROULETTE, "--rounds", "1000", "--wager", "red")


def test_ruling(capsys: Capture) -> None:
    assert "no-spin" in run(capsys, "ruling", ROULETTE)
    assert {row["id"] for row in value(capsys, "ruling", ROULETTE)["irregularities"]} >= {"no-spin", "late-wager"}
    table = value(capsys, "ruling", ROULETTE, "no-spin")
    assert [row["clause"] for row in table["rows"]] == ["r 3.6", "r 1.5"]
    assert "same-direction" in run(capsys, "ruling", ROULETTE, "no-spin")
    found = value(capsys, "ruling", ROULETTE, "no-spin", "reason=same-direction")
    assert (found["ruling"], found["duties"], found["clause"]) == (["void-draw"], ["announce no spin"], "r 3.6")
    assert value(capsys, "ruling", ROULETTE, "no-spin", "reason=other", "--reading", "no-spin-wagers=are-returned")["ruling"] != ["void-draw"]
    assert "ruling  void-draw [r 3.6]" in run(capsys, "ruling", ROULETTE, "no-spin", "reason=same-direction")


def test_every_irregularity_of_every_game_is_a_decision_table(capsys: Capture) -> None:
    for row in value(capsys, "games")["games"]:
        for event in value(capsys, "ruling", row["id"])["irregularities"]:
            found = value(capsys, "ruling", row["id"], event["id"])
            assert found.get("rows") or found.get("clause")
            run(capsys, "ruling", row["id"], event["id"])


def test_compare(capsys: Capture) -> None:
    found = value(capsys, "compare", "queensland/roulette", "queensland/roulette", "--set-b", "wheel=double-zero")
    red = next(row for row in found["wagers"] if row["a"] == "red")
    assert (red["edge_a"]["edge"], red["edge_b"]["edge"]) == ("1/37", "1/19")
    assert any(row["name"] == "first-five" and row["clause_b"] for row in found["differences"])
    text = run(capsys, "compare", ROULETTE, "bahamas/roulette")
    assert "six-line / line" in text and "r 3.28" not in text and max(map(len, text.splitlines())) <= 100
    assert "Nothing differs" in run(capsys, "compare", ROULETTE, ROULETTE)


def test_check(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(f'format = 1\nextends = "{ROULETTE}"\n[wagers.straight]\npays = "35.5:1"\n')
    assert "The file may be used" in run(capsys, "check", str(path))
    found = value(capsys, "check", str(path))
    assert found["allowed"] and found["edges"] == [{"wager": "straight", "base": "1/37", "base_float": pytest.approx(1 / 37), "own": "1/74", "own_float": pytest.approx(1 / 74)}]
    path.write_text(f'format = 1\nextends = "{ROULETTE}"\n[wagers.straight]\npays = "34:1"\n')
    assert main(["check", str(path)]) == 2
    assert "1 departure not allowed" in capsys.readouterr().out


def test_a_round_may_be_played_by_a_file_beside_it(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(f'format = 1\nextends = "{ROULETTE}"\n[wagers.straight]\npays = "36:1"\n')
    played = tmp_path / "round.toml"
    played.write_text('game = "own.toml"\nevents = ["1 bet straight:17 10", "spin 17"]')
    assert value(capsys, "settle", str(played))["net"]["seat 1"] == "360"
    (tmp_path / "own.toml").write_text(f'format = 1\nextends = "{ROULETTE}"\n[wagers.straight]\npays = "3:1"\n')
    assert main(["settle", str(played)]) == 2
    assert "below the minimum odds" in capsys.readouterr().err


def play(capsys: Capture, monkeypatch: pytest.MonkeyPatch, script: str, *argv: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(script))
    return run(capsys, "play", *argv)


def test_play_with_the_generator(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda most: 0)
    text = play(capsys, monkeypatch, "bet straight:0 10\nhelp\npending\nspin 17\nspin\nquit\n", ROULETTE)
    assert "the generator draws here" in text and "spin 0" in text and "+350" in text and "r 3.2(a)" in text
    assert "round 2" in text and "net: house -350 · seat 1 +350" in text


def test_play_live_and_refusals(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    script = "2 bet red 10\n1 bet rage 5\nnonsense\nbet redd 5\nsupervisor rule no-spin reason=other\n" + "x" * 2000 + "\nspin 1\n2 bet rage 5\nspin 3\n"
    text = play(capsys, monkeypatch, script, ROULETTE, "--live")
    assert "refused: it may be made only after a spin that establishes a colour [r 3.15]" in text
    assert "there is no act 'nonsense'" in text and "duty: announce no spin" in text and "longer than" in text
    assert "net: house -10 · seat 2 +10" in text and "still on the table: 2 rage 5" in text


def test_play_goes_on_for_every_game(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for row in value(capsys, "games")["games"]:
        text = play(capsys, monkeypatch, "help\npending\nquit\n", row["id"])
        assert row["title"] in text and "Wagers:" in text


def test_weights_are_drawn_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.cli.play import weighted

    found = []
    for at in range(6):
        monkeypatch.setattr("secrets.randbelow", lambda most, at=at: at if most == 6 else 1 / 0)
        found.append(weighted([("a", 1), ("b", 0), ("c", 5)]))
    assert found == ["a", "c", "c", "c", "c", "c"]
