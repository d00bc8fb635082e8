"""`croupier simulate` with boxes, charts and counts: what it says, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.api import game
from croupier.cli import main
from croupier.errors import BadInput

ONE = ["simulate", "house/blackjack", "--rounds", "20000"]


@pytest.mark.deep
def test_a_count_is_told_by_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ONE, "--count", "hi-lo", "--spread", "0:1, 2:8", "--insure", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["system"], told["spread"], told["insurance"]) == (
        "house/blackjack",
        "hi-lo",
        {"0": 1, "2": 8},
        3,
    )
    assert sum(row["rounds"] for row in told["rows"]) == told["rounds"] == 20_000
    assert all(row["bets"] == row["rounds"] * (8 if row["count"] >= 2 else 1) for row in told["rows"])
    found = game("house/blackjack").count("hi-lo", {0: 1, 2: 8}, 20_000, insurance=3)
    assert (str(found.net), found.shoes) == (told["net"], told["shoes"])


@pytest.mark.deep
def test_a_count_is_shown_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ONE, "--count", "ko", "--boxes", "2"]) == 0
    shown = capsys.readouterr().out
    assert "counted by ko, 2 boxes" in shown and "won in 100 rounds" in shown and "and less" in shown


@pytest.mark.deep
def test_a_round_that_is_sat_out_wins_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ONE, "--count", "hi-lo", "--spread", "-60:0 2:1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert all(row["net"] == "0" and row["bets"] == 0 for row in told["rows"] if row["count"] < 2)
    assert any(row["bets"] for row in told["rows"] if row["count"] >= 2)


@pytest.mark.deep
def test_boxes_and_a_chart_are_simulated_and_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chart = str(tmp_path / "chart.toml")
    assert main(["advise", "house/blackjack", "--save", chart]) == 0
    capsys.readouterr()
    assert main([*ONE, "--wager", "main", "--boxes", "3", "--chart", chart, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["wagers"]
    assert told["made"] == 60_000
    assert main(["odds", "house/blackjack", "--wager", "main", "--chart", chart, "--json"]) == 0
    (proof,) = json.loads(capsys.readouterr().out)["wagers"]
    assert proof["edge"] == told["proof"]["edge"] and "chart" in proof["strategy"]


@pytest.mark.deep
@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--count", "high-low"], "hi-lo"),
        (["--count", "hi-lo", "--spread", "two:1"], "like '1:1 2:2 3:4 4:8'"),
        (["--count", "hi-lo", "--spread", ""], "from 1 to 40 counts"),
        (["--count", "hi-lo", "--spread", "1:1 1:2"], "names the count 1 twice"),
        (["--count", "hi-lo", "--spread", "1:0"], "at least one that is more than nothing"),
        (["--count", "hi-lo", "--spread", "1:999999"], "from 0 to 100000 units"),
        (["--count", "hi-lo", "--wager", "main"], "leave out --wager and --fresh"),
        (["--count", "hi-lo", "--boxes", "0"], "from 1 to 9 boxes play, not 0"),
        (["--spread", "1:1"], "--count hi-lo"),
        (["--insure", "3"], "--count hi-lo"),
        (["--boxes", "10"], "from 1 to 9 boxes play, not 10"),
        (["--chart", "nowhere.toml"], "cannot be read"),
    ],
)
def test_what_cannot_be_counted_is_said_in_one_line(
    more: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*ONE, *more]) == 2
    out, error = capsys.readouterr()
    assert not out and error.count("\n") == 1 and said in error


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("great-britain/roulette", ["--count", "hi-lo"]),
        ("great-britain/roulette", ["--boxes", "2"]),
        ("queensland/baccarat", ["--chart", "CHART"]),
        ("great-britain/blackjack-switch", ["--chart", "CHART"]),
    ],
)
def test_other_games_are_not_counted(
    name: str, more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chart = tmp_path / "chart.toml"
    assert main(["advise", "house/blackjack", "--save", str(chart)]) == 0
    capsys.readouterr()
    assert (
        main(["simulate", name, "--rounds", "1000", *(str(chart) if one == "CHART" else one for one in more)])
        == 2
    )
    assert capsys.readouterr().err.count("\n") == 1


def test_a_shoe_shuffled_for_every_round_is_not_counted() -> None:
    with pytest.raises(BadInput, match="nothing to count"):
        game("house/blackjack", dealt_from="continuous").count("hi-lo", {1: 1}, 1000)
