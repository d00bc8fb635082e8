"""A provision of a rulebook: a value, the condition under which it holds, and its clause.

A file writes the three side by side (`needs`, `needs-when`, `needs-clause`); a row gives them as one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec

from croupier.rulebook.condition import condition

T = TypeVar("T")


class Provision(msgspec.Struct, Generic[T], frozen=True):
    """What a clause provides.

    >>> needs = Provision(["ante"], "mode = live", "r 3")
    >>> needs.holds({"mode": "live"}), needs.holds({"mode": "electronic"}), Provision([]).holds({})
    (True, False, False)
    """

    value: T
    when: str = ""
    """A condition; without one it always holds."""
    clause: str = ""

    def holds(self, facts: Mapping[str, str]) -> bool:
        """Whether it says anything, and its condition is met."""
        return bool(self.value) and (not self.when or condition(self.when)(facts))
