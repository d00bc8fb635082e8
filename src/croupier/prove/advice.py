"""What one decision is worth: every act that is offered, with its value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Choice:
    """An act, and what it is worth with best play after it, for each unit of the first stake."""

    act: str
    value: Fraction


@dataclass(frozen=True)
class Advice:
    """One decision: what is asked, with which cards seen, and what each act is worth; the best first."""

    asked: str
    seen: dict[str, list[str]]
    done: str
    """What was done before, in words."""
    choices: tuple[Choice, ...]
    clause: str = ""
    error: Fraction = Fraction(0)
    """No value is further from the exact one than this; nothing where they are exact."""
    notes: tuple[str, ...] = ()

    @property
    def best(self) -> Choice:
        """The act to take: of several worth the same the larger bet."""
        return self.choices[0]
