"""The tour shows commands with what they really print."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest

from croupier.cli import main
from croupier.cli.tour import STEPS, TourStep

Capture = pytest.CaptureFixture[str]


def told(capsys: Capture, *argv: str) -> list[dict[str, object]]:
    assert main(["tour", *argv, "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["format"] == 1
    steps: list[dict[str, object]] = value["steps"]
    return steps


def test_every_step_is_told(capsys: Capture) -> None:
    steps = told(capsys)
    assert [step["title"] for step in steps] == [step.title for step in STEPS]
    assert all(
        step["exit"] == 0 and step["output"] and str(step["command"]).startswith("croupier ")
        for step in steps
    )


def test_the_tour_settles_proves_rules_and_simulates(capsys: Capture) -> None:
    point, seven_out, odds, ruling, carried_out, bank, simulated = (
        str(step["output"]) for step in told(capsys)
    )
    for text in ("seat 1 +22", "sch 4 s 14(5)", "carried on: seat 1 come:6 10", "refused: 1 bet odds-win 10"):
        assert text in point
    assert "seat 1 -30" in seven_out and "odds-come:6" in seven_out
    assert "3/38" in odds and "1/19" in odds
    assert "opposite-face" in ruling and "sch 4 s 25(3)" in ruling
    assert "ruled: wrong-call: replace-draw [sch 4 s 24(1)]" in carried_out and "seat 1 +10" in carried_out
    assert "200 is" in bank and "seat 3 +100" in bank
    assert "1,000,000 draws" in simulated


@pytest.mark.deep
@pytest.mark.parametrize("at", range(6))
def test_a_command_typed_by_hand_prints_what_the_tour_shows(capsys: Capture, at: int) -> None:
    shown = told(capsys, "--quick")[at]
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(
        ["bash", "-c", str(shown["command"])],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    typed = [line.rstrip().rpartition(" · exact · ")[0] or line.rstrip() for line in done.stdout.splitlines()]
    assert typed == [line.rpartition(" · exact · ")[0] or line for line in str(shown["output"]).splitlines()]


def test_into_a_pipe_it_is_plain_text_and_soon_over() -> None:
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "croupier", "tour", "--quick"],
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    # Two seconds is the promise; a machine that is busy with other tests is given more.
    assert time.perf_counter() - started < 6
    assert "\x1b" not in done.stdout and done.stderr == ""
    for number, step in enumerate(STEPS[:-1], 1):
        assert f"{number} of {len(STEPS) - 1} · {step.title}" in done.stdout
        assert f"$ {step.command}\n" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines() if not line.startswith(("$", "events"))) <= 100


def test_no_colour_on_a_terminal_either(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(["tour", "--quick"]) == 0
    assert "\x1b[3" not in capsys.readouterr().out


def test_it_stops_where_a_command_fails(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "croupier.cli.tour.STEPS", (TourStep("wrong", "", ("odds", "nowhere/nothing")), *STEPS)
    )
    assert main(["tour"]) == 2
    assert "there is no game 'nowhere/nothing'" in capsys.readouterr().err
    assert main(["tour", "--json"]) == 2
    assert len(json.loads(capsys.readouterr().out)["steps"]) == 1
