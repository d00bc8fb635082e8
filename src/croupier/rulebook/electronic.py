"""What a jurisdiction asks of electronic tables, apart from the rules of any game, and by which clauses.

Such as how fast a table without a dealer may run, and whether winning wagers wait to be collected.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from croupier.rulebook.load import RULEBOOKS, read_toml
from croupier.rulebook.schema import Row

HOUR = 3_600_000
"""Milliseconds."""

Rule = Literal[
    "approved-system", "most-terminals", "play", "several-games", "one-game", "pace", "wagering-period",
    "closing", "no-more-bets", "limits", "own-minimum", "interference-terminal", "interference-equipment",
    "result", "losing", "winnings", "large-jackpot", "collect",
    "buy-in", "voucher-out", "voucher-by-hand", "account-out", "hand-pay", "redeem",
    "no-result", "wrong-result", "recalculation", "paid-right", "malfunction", "before-repair",
]  # fmt: skip
"""What a floor does or refuses, for which a jurisdiction may have a clause."""
Display = Literal[
    "rules-of-the-game", "resemblance", "layout", "limits", "boxes", "open", "no-more-bets", "credits",
    "last-bet", "last-result", "last-won", "touch", "countdown", "result", "winning-wager", "total",
]  # fmt: skip
"""What a terminal shows, for which a jurisdiction may have a clause."""


class Electronic(Row, frozen=True, kw_only=True):
    """What one jurisdiction asks. Where it says nothing, nothing is asked."""

    cites: str = ""
    instrument: str = ""
    """What the clauses belong to, if not to the rulebook's own register."""
    games_per_hour: int = 0
    """The most rounds of a fully automated game in an hour; 0 for no limit."""
    collect: bool = False
    """Whether a winning wager is credited only once the player collects it."""
    one_game: bool = False
    """Whether a terminal plays one game at a time."""
    patron_limits: dict[str, str] = msgspec.field(default_factory=dict)
    """Games whose limits hold for each player and not for each box, with the clause.

    All boxes of a terminal together keep to them.
    """
    options: dict[str, dict[str, str]] = msgspec.field(default_factory=dict)
    """By game: the options of a table played from terminals, unless its setup says otherwise."""
    jackpot_lock: str = ""
    """A jackpot of at least this is not paid before an inspector has signed for it."""
    clauses: dict[Rule, str] = msgspec.field(default_factory=dict)
    """By what the floor does or refuses: the clause for it."""
    shown: dict[Display, str] = msgspec.field(default_factory=dict)
    """By what a terminal shows: the clause that asks for it."""

    @property
    def pace(self) -> int:
        """The least milliseconds from the beginning of one automatic round to the next.

        >>> Electronic(games_per_hour=50).pace
        72000
        """
        return -(-HOUR // self.games_per_hour) if self.games_per_hour else 0


@lru_cache(32)
def electronic(rulebook: str) -> Electronic:
    """Return what is asked under a rulebook."""
    path = RULEBOOKS / rulebook / "electronic.toml"
    return msgspec.convert(dict(read_toml(path, path.name)), Electronic) if path.is_file() else Electronic()


def law(game: str, rule: Rule) -> str:
    """Return the clause of a game's rulebook for something a floor does; empty where it has none.

    >>> law("queensland/roulette", "no-more-bets"), law("bahamas/roulette", "no-more-bets")
    ('sch 19 s 3(3)', '')
    """
    return electronic(game.partition("/")[0]).clauses.get(rule, "")
