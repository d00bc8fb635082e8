"""Every command, run as a user runs it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from tests.families import one_of_each_family
from tests.tiers import chosen_games, in_turn

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
        assert command in ("play", "serve") or " as JSON" in text
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
    assert (
        found["tables"]["rage"]["in_use"]["5"] == "9:1"
        and found["tables"]["rage"]["alternatives"]["minimum"]["5"] == "8:1"
    )
    assert next(row for row in found["wagers"] if row["wager"] == "straight")["pays"] == {"win": "35:1"}
    text = run(capsys, "rules", ROULETTE)
    for wanted in (
        "straight",
        "35:1",
        "r 3.2(a)",
        "rage-table",
        "odd-half",
        "no-spin",
        "lapsed on 16 June 2011",
        "The text has no rounding rule",
    ):
        assert wanted in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.turn
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
    monkeypatch.setattr(
        "sys.stdin",
        io.TextIOWrapper(
            io.BytesIO(
                b'{"game": "great-britain/roulette", "draws": "0", "wagers": [{"seat": 1, "on": '
                b'"red", "stake": "5"}]}'
            )
        ),
    )
    assert value(capsys, "settle", "-")["net"]["seat 1"] == "-2.50"


def test_settle_says_who_may_do_what(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "half.toml"
    path.write_text(f'game = "{ROULETTE}"\nevents = ["1 bet red 10"]')
    assert value(capsys, "settle", str(path))["pending"]
    assert "pending: table: spin" in run(capsys, "settle", str(path))


def test_odds(capsys: Capture) -> None:
    found = value(
        capsys,
        "odds",
        ROULETTE,
        "--wager",
        "red",
        "--wager",
        "straight:17",
        "--stake",
        "10",
        "--set",
        "zero-rule=all-lost",
    )
    assert [row["edge"] for row in found["wagers"]] == ["1/37", "1/37"] and found["wagers"][0][
        "stake"
    ] == "10"
    text = run(capsys, "odds", ROULETTE, "--wager", "red")
    assert "1/74" in text and "18" in text and "no decision" in text and "lapsed" in text
    assert "4.6109 %" in run(
        capsys,
        "odds",
        ROULETTE,
        "--before",
        "last=red",
        "--before",
        "run=1",
        "--before",
        "establishing=true",
        "--wager",
        "rage",
    )


@pytest.mark.parametrize("picture", ["edge", "stake", "results", "ruin"])
def test_plots(capsys: Capture, tmp_path: Path, picture: str) -> None:
    path = tmp_path / "picture.png"
    run(
        capsys,
        "odds",
        ROULETTE,
        "--wager",
        "red",
        "--wager",
        "rage",
        "--plot",
        str(path),
        "--picture",
        picture,
        "--bankroll",
        "20",
        "--rounds",
        "20",
    )
    assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 10_000


def test_sheets(capsys: Capture, tmp_path: Path) -> None:
    page, sheet = tmp_path / "par.html", tmp_path / "par.csv"
    run(capsys, "odds", ROULETTE, "--wager", "red", "--sheet", str(page))
    run(capsys, "odds", ROULETTE, "--wager", "red", "--sheet", str(sheet))
    digest = value(capsys, "odds", ROULETTE)["ruleset"]
    for text in (page.read_text(), sheet.read_text()):
        for wanted in (
            digest,
            "r 3.2(i)",
            "none: no decision",
            "98.648649",
            "48.648649",
            "0.979547",
            "90 %",
            "99 %",
            "lapsed on 16 June 2011",
        ):
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
    assert {row["id"] for row in value(capsys, "ruling", ROULETTE)["irregularities"]} >= {
        "no-spin",
        "late-wager",
    }
    table = value(capsys, "ruling", ROULETTE, "no-spin")
    assert [row["clause"] for row in table["rows"]] == ["r 3.6", "r 1.5"]
    assert "same-direction" in run(capsys, "ruling", ROULETTE, "no-spin")
    found = value(capsys, "ruling", ROULETTE, "no-spin", "reason=same-direction")
    assert (found["ruling"], found["duties"], found["clause"]) == (
        ["void-draw"],
        ["announce no spin"],
        "r 3.6",
    )
    assert value(
        capsys, "ruling", ROULETTE, "no-spin", "reason=other", "--reading", "no-spin-wagers=are-returned"
    )["ruling"] != ["void-draw"]
    assert "ruling  void-draw [r 3.6]" in run(capsys, "ruling", ROULETTE, "no-spin", "reason=same-direction")


@pytest.mark.parametrize("name", in_turn(chosen_games(), one_of_each_family()))
def test_every_irregularity_of_a_game_is_a_decision_table(capsys: Capture, name: str) -> None:
    for event in value(capsys, "ruling", name)["irregularities"]:
        found = value(capsys, "ruling", name, event["id"])
        assert found.get("rows") or found.get("clause")
        run(capsys, "ruling", name, event["id"])


def test_compare(capsys: Capture) -> None:
    found = value(
        capsys, "compare", "queensland/roulette", "queensland/roulette", "--set-b", "wheel=double-zero"
    )
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
    assert found["allowed"] and found["edges"] == [
        {
            "wager": "straight",
            "base": "1/37",
            "base_float": pytest.approx(1 / 37),
            "own": "1/74",
            "own_float": pytest.approx(1 / 74),
        }
    ]
    path.write_text(f'format = 1\nextends = "{ROULETTE}"\n[wagers.straight]\npays = "34:1"\n')
    assert main(["check", str(path)]) == 2
    assert "1 departure not allowed" in capsys.readouterr().out


def test_a_round_may_be_played_by_a_file_beside_it(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        f'format = 1\nextends = "{ROULETTE}"\n[wagers.straight]\npays = "36:1"\n'
    )
    played = tmp_path / "round.toml"
    played.write_text('game = "own.toml"\nevents = ["1 bet straight:17 10", "spin 17"]')
    assert value(capsys, "settle", str(played))["net"]["seat 1"] == "360"
    (tmp_path / "own.toml").write_text(
        f'format = 1\nextends = "{ROULETTE}"\n[wagers.straight]\npays = "3:1"\n'
    )
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
    script = (
        "2 bet red 10\n1 bet rage 5\nnonsense\nbet redd 5\nsupervisor rule no-spin reason=other\n"
        + "x" * 2000
        + "\nspin 1\n2 bet rage 5\nspin 3\n"
    )
    text = play(capsys, monkeypatch, script, ROULETTE, "--live")
    assert "refused: it may be made only after a spin that establishes a colour [r 3.15]" in text
    assert "there is no act 'nonsense'" in text and "duty: announce no spin" in text and "longer than" in text
    assert "net: house -10 · seat 2 +10" in text and "still on the table: seat 2 rage 5" in text


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


CRAPS = "queensland/craps"
POINT = """
game = "queensland/craps"
events = [
  "1 bet win 10", "roll 2-4", "table next-round",
  "1 bet odds-win 10", "! 1 bet odds-win 10", "1 bet come 10", "2b bet field 5", "roll 3-3",
]
"""


@pytest.fixture
def craps_file(tmp_path: Path) -> str:
    path = tmp_path / "craps.toml"
    path.write_text(POINT)
    return str(path)


@pytest.mark.parametrize("columns", ["80", "100", "140"])
def test_what_stands_is_one_line_and_what_is_decided_a_short_one(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, craps_file: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    text = run(capsys, "settle", craps_file)
    assert (
        "round 1 stand: seat 1 win 10\nround 2 stand: seat 1 come:6 10\n" in text
        and "carried on: seat 1 come:6 10\n" in text
    )
    assert "6 (3-3)" in text and "win wins" not in text and "not decided" not in text
    assert "sch 4 s 4(2), sch 4 s 10(1), sch 4 s 25(5)" in text and max(map(len, text.splitlines())) <= int(
        columns
    )
    assert ("round 2 · seat 1 · odds-win 10 · win at 6:5 · +12" in text) is (columns == "80")
    assert all(line == line.rstrip() and "\ue000" not in line for line in text.splitlines())


def test_a_charge_on_what_stands_is_said(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sys.stdin",
        io.StringIO(
            'game = "queensland/craps"\nbefore = {point = 8}\nevents = ["1 bet buy-5 20", "roll 1-2"]'
        ),
    )
    assert "charged to seat 1 on buy-5: 1\nstand: seat 1 buy-5 20\n" in run(capsys, "settle", "-")


def test_a_trace_is_indented_and_has_no_empty_question(capsys: Capture, craps_file: str) -> None:
    text = run(capsys, "settle", craps_file, "--trace")
    assert "2. ! 1 bet odds-win 10\n" in text and "1: ;" not in text and "dice \n" not in text
    assert (
        "settled  seat 1: 6 (3-3): win wins, pays 1:1" in text
        and "seat 1 win 10, odds-win 10, come 10 · seat 2b field 5" in text
    )
    before = text.partition("\nSettlement\n")[0].splitlines()
    assert all(line.startswith("  ") or line[:1].isdigit() or not line for line in before[2:])


def test_reasons_are_short_where_the_line_says_the_rest() -> None:
    from croupier.cli.lines import reason

    for why, odds, said in (
        ("6 (3-3): win wins, pays 1:1", "1:1", "6 (3-3)"),
        ("6 (3-3): win loses half", "", "6 (3-3)"),
        (
            "6 (3-3): win wins, pays 1:1; 5 was paid where 10 was due",
            "1:1",
            "6 (3-3); 5 was paid where 10 was due",
        ),
        (
            "6 (3-3): win wins, each part is paid as a wager of its own",
            "",
            "6 (3-3): each part is paid as a wager of its own",
        ),
        ("win was taken down by the player", "", "taken down by the player"),
        ("the round is void", "", "the round is void"),
    ):
        assert reason({"why": why, "wager": "win", "odds": odds}) == said


def test_odds_are_told_for_people(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    text = run(capsys, "odds", CRAPS)
    assert "made at" in text and "point 4" in text and "0/1" not in text and "no decisions · exact · " in text
    assert "2, 12 " in run(capsys, "odds", CRAPS, "--wager", "field")
    rage = run(capsys, "odds", ROULETTE, "--wager", "rage")
    assert "establishing yes" in rage and "long" in rage and "1 in 24,044" in rage
    monkeypatch.setenv("COLUMNS", "140")
    side = run(capsys, "odds", "great-britain/rocket-7", "--wager", "side")
    assert "0.0000 %" not in side and "2 + (3 + bonus-3 or bonus-1)" in side


def test_a_picture_or_a_sheet_is_all_that_was_asked(capsys: Capture, tmp_path: Path) -> None:
    path = str(tmp_path / "par.csv")
    assert run(capsys, "odds", ROULETTE, "--wager", "red", "--sheet", path) == f"written: {path}\n"
    assert value(capsys, "odds", ROULETTE, "--wager", "red", "--sheet", path)["wagers"]


def test_rules_of_one_wager(capsys: Capture) -> None:
    text = run(capsys, "rules", CRAPS, "--wager", "place")
    assert (
        "place-4" in text
        and "place-10" in text
        and "buy-4" not in text
        and "Options" not in text
        and "The odds are fixed" in text
    )
    found = value(capsys, "rules", ROULETTE, "--wager", "rage")
    assert [row["wager"] for row in found["wagers"]] == ["rage"] and list(found["tables"]) == ["rage"]
    side = run(capsys, "rules", "great-britain/rocket-7")
    assert (
        "offered = yes" not in side and "any other wager" in " ".join(side.split()) and "minimum odds" in side
    )
    assert main(["rules", CRAPS, "--wager", "plce"]) == 2


def test_compare_folds_and_breaks_no_word(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("80", "100", "140"):
        monkeypatch.setenv("COLUMNS", columns)
        text = run(capsys, "compare", "great-britain/craps", CRAPS)
        for wanted in (
            "off-on-come-out",
            "on-unless-called-off",
            "players-keep-the-old-minimum",
            "approved-in-writing",
            "depending on: called-by,",
            "buy-4 … 10",
            "only A",
            "=",
        ):
            assert wanted in text
        assert (
            " by by" not in text and " / –" not in text and max(map(len, text.splitlines())) <= int(columns)
        )
    heads = run(capsys, "compare", ROULETTE, ROULETTE, "--set-b", "zero-rule=all-lost").splitlines()
    assert f"B: Roulette · {ROULETTE} · zero-rule=all-lost" in heads


def test_a_ruling_ends_with_a_line_to_copy(capsys: Capture) -> None:
    text = run(capsys, "ruling", CRAPS, "no-roll")
    assert "reason in" in text and " or " not in text.partition("when")[2].partition("for one of them")[0]
    line = text.splitlines()[-1].removeprefix("for one of them: croupier ")
    assert "ruling  void-draw" in run(capsys, *line.split())


def test_play_says_what_changed_and_rules_on_the_round_just_settled(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling = "supervisor rule wrong-call called-by=stickperson overruled-by=boxperson result=4-5"
    script = (
        f"bet win 10\nbet win 5\nroll 2-4\n{ruling}\nsupervisor rule no-roll reason=improper "
        f"called=yes\nroll 3-3\nbet nothing 1\n{ruling}\nbet field 5\nquit\n"
    )
    text = play(capsys, monkeypatch, script, CRAPS, "--live")
    assert (
        "taken: win 10\n" in text
        and "taken: win 5, 15 in all\n" in text
        and "now: point 6\n" in text
        and "round 2 · point 6 > " in text
    )
    assert text.count("now: point 9\n") == 2 and "round 1 goes on\nnow: no point\nround 1 > " in text.replace(
        "duty: call it, where possible, before both dice rest\n", ""
    )
    assert (
        "waits for" not in text
        and "taken: field 5" in text
        and "still on the table: seat 1 win 15, field 5" in text
    )


def test_names_that_are_far_from_what_was_written_are_not_offered() -> None:
    from croupier.errors import unknown

    assert str(
        unknown("game", "queensland/roulet", ["queensland/roulette", "queensland/craps", "queensland/sic-bo"])
    ).endswith("did you mean queensland/roulette?")
    assert "place-5, place-4?" in str(unknown("wager", "place-7", ["place-4", "place-5", "lay-5"]))
