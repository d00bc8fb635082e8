"""Write docs/general-rules.md: the general rules beside the families of games, as running examples finds it.

python docs/make_general_rules.py
"""

from __future__ import annotations

import sys
from pathlib import Path

PAGE = Path(__file__).with_name("general-rules.md")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # the examples are run by the tests' own runner

from tests.register.general import page  # noqa: E402

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"written: {PAGE.name}")
