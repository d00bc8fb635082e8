"""What a jurisdiction asks of electronic tables, apart from the rules of any game: how fast one without a dealer may run, whether wagers that won wait to be collected."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from croupier.rulebook.load import RULEBOOKS, read_toml
from croupier.rulebook.schema import Row

HOUR = 3_600_000
"""Milliseconds."""


class Electronic(Row, frozen=True, kw_only=True):
    """One jurisdiction; where it says nothing, nothing is asked."""

    cites: str = ""
    games_per_hour: int = 0
    """The most rounds of a fully automated game in an hour; nothing: no limit."""
    pace_clause: str = ""
    collect: bool = False
    """Whether a wager that has won is added to the credits only once the player collects it."""
    collect_clause: str = ""
    one_game: bool = False
    """Whether a terminal plays one game at a time."""
    one_game_clause: str = ""

    @property
    def pace(self) -> int:
        """Milliseconds from the beginning of one automatic round to that of the next, at least.

        >>> Electronic(games_per_hour=50).pace
        72000
        """
        return -(-HOUR // self.games_per_hour) if self.games_per_hour else 0


@lru_cache(32)
def electronic(rulebook: str) -> Electronic:
    """What is asked under a rulebook."""
    path = RULEBOOKS / rulebook / "electronic.toml"
    return msgspec.convert(dict(read_toml(path, path.name)), Electronic) if path.is_file() else Electronic()
