"""`croupier test-generator`: what it prints, what it writes, what it refuses, and dieharder."""

from __future__ import annotations

import csv
import json
import stat
from pathlib import Path

import pytest

from croupier.cli import main
from croupier.randomness import source
from croupier.randomness.battery import rows

Capture = pytest.CaptureFixture[str]
SHORT = ("test-generator", "--values", "20000", "--seed", "7")


@pytest.mark.deep
def test_output(capsys: Capture) -> None:
    assert main(list(SHORT)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == "the seeded generator, seed 7: passed" and max(map(len, lines)) <= 100
    assert any(line.split() == ["test", "use", "p", "verdict"] for line in lines)
    assert sum(line.endswith("passed") and "  " in line for line in lines) >= len(rows(20_000))


@pytest.mark.deep
def test_json(capsys: Capture) -> None:
    assert main([*SHORT, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["format"], found["generator"], found["seed"], found["passed"]) == (1, "seeded", "7", True)
    assert len(found["rows"]) == len(rows(20_000)) and set(found["rows"][0]) == {
        "test",
        "use",
        "requirements",
        "values",
        "statistic",
        "p",
        "first_p",
        "passed",
    }
    assert [(one["requirement"], one["level"]) for one in found["verdicts"]] == [
        ("RNG-4", 0.99),
        ("RNG-3", 0.95),
    ]
    assert "dieharder" not in found


@pytest.mark.deep
def test_the_generator_of_the_system(capsys: Capture) -> None:
    code = main(["test-generator", "--values", "1e4", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["generator"] == "system" and code == (0 if found["passed"] else 1), (
        "what is right fails once in some hundred times, so that is not asked"
    )
    assert min(row["p"] for row in found["rows"]) > 1e-9


@pytest.mark.deep
def test_reports(capsys: Capture, tmp_path: Path) -> None:
    for name in ("report.html", "report.csv"):
        assert main([*SHORT, "--report", str(tmp_path / name)]) == 0
        assert "written: " in capsys.readouterr().out
        text = (tmp_path / name).read_text()
        for wanted in (
            "the seeded generator, seed 7",
            "RNG-4 at 99 %",
            "wheel of 37",
            "Kolmogorov-Smirnov",
            "fails only if it fails again",
        ):
            assert wanted in text
    with open(tmp_path / "report.csv", encoding="utf-8") as file:
        found = [line for line in csv.reader(file) if line[0] == "row"]
    assert len(found) == len(rows(20_000)) and all(0 < float(line[5]) <= 1 for line in found)


def test_a_generator_that_fails_ends_with_one(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source.SystemEntropy, "bytes", lambda self, n: bytes(n))
    assert main(["test-generator", "--values", "20000"]) == 1
    assert "NOT passed: the source is stuck" in capsys.readouterr().out
    assert main(["test-generator", "--values", "20000", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["passed"] is False


@pytest.mark.deep
def test_a_generator_that_is_biased_ends_with_one(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = source.SeededEntropy.bytes
    monkeypatch.setattr(
        source.SeededEntropy,
        "bytes",
        lambda self, n: bytes(
            byte & 0xFE if at % 3 == 0 else byte for at, byte in enumerate(honest(self, n))
        ),
    )
    assert main(list(SHORT)) == 1
    out = capsys.readouterr().out
    assert (
        out.splitlines()[-1] == "the seeded generator, seed 7: NOT passed"
        and "FAILED, repeated: first" in out
    )


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--values", "many"), "is not a number of values"),
        (("--values", "9999"), "--values is 10000 to 1000000000"),
        (("--values", "1e99"), "--values is"),
        (("--report", "report.doc"), "html or csv"),
        (("--values", "20000", "--seed", "1", "--report", "/nowhere/report.csv"), "cannot be written"),
        (("--seed", "x" * 101), "at most 100"),
        (("--sed", "1"), "there is no flag --sed; did you mean --seed?"),
        (("extra",), "is more than test-generator takes"),
    ],
)
def test_bad_input(capsys: Capture, more: tuple[str, ...], told: str) -> None:
    assert main(["test-generator", *more]) == 2
    heard = capsys.readouterr()
    assert heard.out == "" and heard.err.count("\n") == 1 and told in heard.err


def test_the_name_has_a_dash(capsys: Capture) -> None:
    assert main(["test_generator"]) == 2
    assert "did you mean test-generator" in capsys.readouterr().err


def put_dieharder(folder: Path, monkeypatch: pytest.MonkeyPatch, verdict: str, code: int = 0) -> None:
    script = folder / "dieharder"
    script.write_text(
        "#!/bin/sh\nhead -c 100000 | wc -c >&2\necho '#   test_name   |ntup| tsamples |psamples|  "
        "p-value |Assessment'\n"
        f"echo '   diehard_birthdays|   0|       100|     100|0.43219876|  {verdict}  '\nexit {code}\n"
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.mark.deep
def test_dieharder(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_dieharder(tmp_path, monkeypatch, "PASSED")
    assert main([*SHORT, "--dieharder"]) == 0
    assert "diehard_birthdays" in capsys.readouterr().out
    put_dieharder(tmp_path, monkeypatch, "FAILED")
    assert main([*SHORT, "--dieharder", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (
        found["dieharder"] == [["diehard_birthdays", "0", "100", "100", "0.43219876", "FAILED"]]
        and not found["passed"]
    )
    put_dieharder(tmp_path, monkeypatch, "PASSED", code=3)
    assert main([*SHORT, "--dieharder"]) == 0
    assert "dieharder stopped with exit code 3 after 1 rows" in capsys.readouterr().out


@pytest.mark.deep
def test_dieharder_that_is_not_there(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main([*SHORT, "--dieharder"]) == 0
    assert "dieharder is not installed: its tests were left out\n" in capsys.readouterr().out
