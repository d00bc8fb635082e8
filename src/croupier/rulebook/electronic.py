"""What a jurisdiction asks of electronic tables, apart from the rules of any game: how fast one without a dealer may run, whether wagers that won wait to be collected; and by which clauses."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from croupier.rulebook.load import RULEBOOKS, read_toml
from croupier.rulebook.schema import Row

HOUR = 3_600_000
"""Milliseconds."""

Rule = Literal[
    "approved-system", "most-terminals", "play", "several-games", "one-game", "pace", "wagering-period", "closing", "no-more-bets", "limits", "own-minimum",
    "interference-terminal", "interference-equipment", "result", "losing", "winnings", "large-jackpot", "collect",
    "buy-in", "voucher-out", "voucher-by-hand", "account-out", "hand-pay", "redeem",
    "no-result", "wrong-result", "recalculation", "paid-right", "malfunction", "before-repair",
]  # fmt: skip
"""What a floor does or refuses, for which a jurisdiction may have a clause."""
Display = Literal[
    "rules-of-the-game", "resemblance", "layout", "limits", "boxes", "open", "no-more-bets", "credits", "last-bet", "last-result", "last-won", "touch", "countdown", "result", "winning-wager", "total",
]  # fmt: skip
"""What a terminal shows, for which a jurisdiction may have a clause."""


class Electronic(Row, frozen=True, kw_only=True):
    """One jurisdiction; where it says nothing, nothing is asked."""

    cites: str = ""
    instrument: str = ""
    """Where the clauses are not those of the rulebook's own register: what they are clauses of."""
    games_per_hour: int = 0
    """The most rounds of a fully automated game in an hour; nothing: no limit."""
    collect: bool = False
    """Whether a wager that has won is added to the credits only once the player collects it."""
    one_game: bool = False
    """Whether a terminal plays one game at a time."""
    patron_limits: dict[str, str] = msgspec.field(default_factory=dict)
    """Games whose limits are each player's and not each box's, with the clause: all boxes of a terminal together keep to them."""
    options: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    """By game: the options of a table that is played from terminals, where its setup does not say otherwise."""
    jackpot_lock: str = ""
    """A jackpot of this much or more is not paid before an inspector has signed for it."""
    clauses: dict[Rule, str] = msgspec.field(default_factory=dict)
    """By what the floor does or refuses: the clause for it."""
    shown: dict[Display, str] = msgspec.field(default_factory=dict)
    """By what a terminal shows: the clause that asks for it."""

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


def law(game: str, rule: Rule) -> str:
    """The clause that the rulebook of a game has for something a floor does; nothing where it has none.

    >>> law("queensland/roulette", "no-more-bets"), law("bahamas/roulette", "no-more-bets")
    ('sch 19 s 3(3)', '')
    """
    return electronic(game.partition("/")[0]).clauses.get(rule, "")
