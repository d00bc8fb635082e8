"""The page of readings is what the rulebooks say."""

from __future__ import annotations

import runpy

from tests.docs.console import ROOT


def test_the_page_of_readings_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_readings.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), "run python docs/make_readings.py"
