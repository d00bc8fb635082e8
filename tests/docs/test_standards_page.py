"""The page of standards: every requirement is there, with tests that exist or a reason;
and every test that is named after one is listed.
"""

from __future__ import annotations

import runpy
from functools import cache
from typing import Any

import pytest

from tests.docs.console import ROOT

COUNTED = {
    "ETG": 48,
    "RNG": 15,
    "GAM": 10,
    "DSP": 6,
    "MON": 7,
    "VCH": 5,
    "INT": 6,
    "HIS": 3,
    "AUD": 5,
    "SEC": 4,
    "PRG": 3,
}
"""The requirements, by family: how many there are."""
IDS = [
    f"{family}-{number:02}" if family == "ETG" else f"{family}-{number}"
    for family, most in COUNTED.items()
    for number in range(1, most + 1)
]
WITHOUT = {"ETG-45", "ETG-46"}
"""Requirements that no test can show: cameras, and what a word means."""


@cache
def made() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "docs" / "make_standards.py"))


@cache
def rows() -> dict[str, list[str]]:
    found: dict[str, list[str]] = made()["rows"](made()["PAGE"].read_text(encoding="utf-8"))
    return found


def test_every_requirement_has_one_row_and_no_other_has() -> None:
    lines = [
        line
        for line in made()["PAGE"].read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and line[2:5] in COUNTED
    ]
    assert [made()["cells"](line)[0] for line in lines] == IDS


@pytest.mark.parametrize("id", IDS)
def test_a_requirement_has_tests_named_after_it_or_a_reason(id: str) -> None:
    _, source, asked, where, left, shown = rows()[id]
    assert source and asked and where
    known = made()["tests"]().get(id, {})
    if id in WITHOUT:
        assert len(left) > 20 and not known
        return
    assert known, f"no test is named after {id}"
    names = {name for tests in known.values() for name in tests}
    assert names == {
        name.strip("`") for part in shown.split("<br>") for name in part.partition(": ")[2].split(", ")
    }, "run python docs/make_standards.py"


@pytest.mark.parametrize("id", IDS)
def test_where_a_requirement_is_built_there_are_files(id: str) -> None:
    where = rows()[id][3]
    if where == made()["NONE"]:
        assert id in WITHOUT
        return
    for place in where.split(": ")[0].split(", "):
        path = ROOT / "src" / "croupier" / place
        assert path.exists(), f"{id}: there is no {place}"


def test_a_test_that_is_named_after_a_requirement_names_one_that_exists() -> None:
    assert set(made()["tests"]()) <= set(IDS)


def test_names_of_tests_are_read() -> None:
    ids_of = made()["ids_of"]
    assert ids_of("test_etg_36_to_38_a_wrong_result") == ["ETG-36", "ETG-37", "ETG-38"]
    assert ids_of("test_dsp_6_and_prg_3_the_rules") == ["DSP-6", "PRG-3"] and ids_of(
        "test_etg_03_and_20_the_rule"
    ) == ["ETG-03", "ETG-20"]
    assert ids_of("test_spanish_21") == ids_of("test_int") == ids_of("test_gam_x_4_y") == []


def test_the_page_is_up_to_date() -> None:
    text = made()["PAGE"].read_text(encoding="utf-8")
    assert made()["page"](text) == text, "run python docs/make_standards.py"
