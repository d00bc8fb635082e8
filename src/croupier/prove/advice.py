"""What one decision is worth: every act offered, with its value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Choice:
    """An act, and its value with best play after it, for each unit of the first stake."""

    act: str
    value: Fraction


@dataclass(frozen=True)
class Advice:
    """One decision: the question, the cards seen, and the value of each act, the best first."""

    asked: str
    seen: dict[str, list[str]]
    done: str
    """What was done before, in words."""
    choices: tuple[Choice, ...]
    clause: str = ""
    error: Fraction = Fraction(0)
    """No value is further from the exact one than this; 0 where they are exact."""
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> Choice:
        """The act to take. Of several worth the same it is the larger bet."""
        return self.choices[0]
