"""How wagers read a coup.

Each reader names the result in rows from the most particular to the most general; the wager takes the first
it knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from croupier.cache import Cache
from croupier.families.baccarat.rules import BaccaratSetup, BaccaratWager
from croupier.families.baccarat.tableau import COLOURED, MIXED, NATURAL, NONE, PERFECT, UNPAIRED, Coup
from croupier.rulebook.ruleset import Ruleset
from croupier.table.parts.pricing import LOSE, NO_ROWS, CardPrices

Rows = tuple[str, ...]
LEAST_MARGIN = 4
COUNTS = range(10)
ON = tuple(f"on-{count}" for count in COUNTS)
"""By count: a win with it."""
THREE_CARD = tuple(f"three-card-{count}" for count in COUNTS)
"""By count: a win with it in three cards."""
PAIRS = {MIXED: "mixed", COLOURED: "coloured", PERFECT: "perfect"}


def sides(coup: Coup, hand: str) -> tuple[int, int, int, int]:
    """Return a hand's final count, its cards, its count of two cards, and the other hand's final count."""
    if hand == "player":
        return coup.player_count, 2 + (coup.player_third != NONE), coup.player, coup.banker_count
    return coup.banker_count, 2 + (coup.banker_third != NONE), coup.banker, coup.player_count


def read_hand(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read whether the hand wins, ties or loses. How it won may have a price of its own."""
    count, cards, _, other = sides(coup, wager.hand)
    if count == other:
        return "tie", LOSE
    if count < other:
        return (LOSE,)
    won = (THREE_CARD[count], ON[count], "win") if cards == 3 else (ON[count], "win")
    return ("drawn", *won) if coup.drew else won


def read_tie(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read a tie, and whether its count is one that the wager names."""
    count = coup.player_count
    if count != coup.banker_count:
        return (LOSE,)
    if wager.scores and count not in wager.scores:
        return "other-tie", LOSE
    return f"tie-{count}", "win"


def read_dragon(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read a natural that wins, or a win by four or more."""
    count, cards, two, other = sides(coup, wager.hand)
    is_natural = cards == 2 and two >= NATURAL
    margin = count - other
    if not margin:
        return ("natural-tie", LOSE) if is_natural else ("tie", LOSE)
    if margin < 0:
        return (
            ("other-natural", LOSE)
            if (coup.banker if wager.hand == "player" else coup.player) >= NATURAL
            else (LOSE,)
        )
    if is_natural and not ("natural-margin" in flags and margin >= LEAST_MARGIN):
        return ("natural",)
    if margin < LEAST_MARGIN:
        return "narrow", LOSE
    if cards == 2 and not is_natural and "third-card-only" in flags:
        return (LOSE,)
    return (f"by-{margin}",)


def read_pair(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read a pair by rank in one hand, or in either."""
    mine, other = (
        (coup.player_pair, coup.banker_pair)
        if wager.hand == "player"
        else (coup.banker_pair, coup.player_pair)
    )
    return ("win",) if mine != UNPAIRED or (wager.hand == "either" and other != UNPAIRED) else (LOSE,)


def read_perfect_pairs(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read a pair by rank, paid by colour and suit."""
    pair = coup.player_pair if wager.hand == "player" else coup.banker_pair
    return (PAIRS[pair],) if pair in PAIRS else (LOSE,)


def read_three_giving_eight(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read a banker's three of two cards against a player's draw: an eight, or another card."""
    if coup.banker != 3 or coup.player_third == NONE:
        return (LOSE,)
    return ("eight",) if coup.player_third == 8 else ("other", LOSE)


def read_made(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read a win with a named count, in as many cards as the wager says."""
    count, cards, _, other = sides(coup, wager.hand)
    made = count > other and count == wager.count and wager.cards in (0, cards)
    return ("win",) if made else (LOSE,)


def read_naturals(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read an eight or nine in both hands, in any number of cards or in as many as the wager names."""
    made = min(coup.player_count, coup.banker_count) >= NATURAL
    return (
        ("win",)
        if made
        and all(wager.cards in (0, 2 + (third != NONE)) for third in (coup.player_third, coup.banker_third))
        else (LOSE,)
    )


def read_bad_beat(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read a natural nine that beats a natural eight."""
    return ("win",) if {coup.player, coup.banker} == {8, 9} else (LOSE,)


def read_cards(coup: Coup, wager: BaccaratWager, flags: frozenset[str]) -> Rows:
    """Read whether both hands together have as many cards as the wager says."""
    return (
        ("win",) if 4 + (coup.player_third != NONE) + (coup.banker_third != NONE) == wager.cards else (LOSE,)
    )


Reader = Callable[[Coup, BaccaratWager, frozenset[str]], Rows]
READERS: dict[str, Reader] = {
    "hand": read_hand,
    "tie": read_tie,
    "dragon": read_dragon,
    "pair": read_pair,
    "perfect-pairs": read_perfect_pairs,
    "three-giving-eight": read_three_giving_eight,
    "made": read_made,
    "naturals": read_naturals,
    "bad-beat": read_bad_beat,
    "cards": read_cards,
}
ON_PAIRS = ("pair", "perfect-pairs")
"""Kinds that read the pairs; all others read counts and third cards."""
_MARGINS = frozenset(f"by-{margin}" for margin in range(LEAST_MARGIN, 10))
ROWS: dict[str, frozenset[str]] = {
    "hand": frozenset(
        {
            "win",
            "tie",
            "drawn",
            LOSE,
            *(f"on-{count}" for count in range(1, 10)),
            *(f"three-card-{count}" for count in range(1, 10)),
        }
    ),
    "tie": frozenset({"win", "other-tie", LOSE, *(f"tie-{count}" for count in range(10))}),
    "dragon": frozenset({"natural", "natural-tie", "tie", "narrow", "other-natural", LOSE}) | _MARGINS,
    "perfect-pairs": frozenset({*PAIRS.values(), LOSE}),
    "three-giving-eight": frozenset({"eight", "other", LOSE}),
}
"""Every possible row of a kind. A kind not named here wins or loses."""
MUST_PRICE: dict[str, frozenset[str]] = {
    "dragon": frozenset({"natural"}) | _MARGINS,
    "perfect-pairs": frozenset(PAIRS.values()),
    "three-giving-eight": frozenset({"eight"}),
}
"""The rows that win whatever the rulebook says; a kind not named here has one price for winning."""


class Reading(NamedTuple):
    """How a wager reads a coup, by the rules in force."""

    reader: Reader
    wager: BaccaratWager
    flags: frozenset[str]
    tie: str
    """The row of the one tie that it names; empty for any other wager."""
    known: frozenset[str]
    """The rows that its prices and clauses tell apart."""


class CoupPrices(CardPrices):
    """Prices of wagers on a coup, and the rows they read."""

    ruleset: Ruleset[BaccaratWager, BaccaratSetup]

    def __init__(self, ruleset: Ruleset[BaccaratWager, BaccaratSetup]) -> None:
        self._flags: Cache[str, frozenset[str]] = Cache()
        self._readings: Cache[str, Reading] = Cache()
        super().__init__(ruleset, self._rows, self._must_price)

    def _rows(self, name: str) -> frozenset[str]:
        return ROWS.get(self.ruleset.wager(name)[0].kind, frozenset({"win", LOSE}))

    def _must_price(self, name: str) -> frozenset[str]:
        """Return the rows that must have a price. A wager that is not offered needs none."""
        if not self.ruleset.offered(name):
            return NO_ROWS
        return MUST_PRICE.get(self.ruleset.wager(name)[0].kind, frozenset({"win"}))

    def flags(self, name: str) -> frozenset[str]:
        """Return the readings of a wager that are in force."""
        found = self._flags.get(name)
        if found is None:
            row = self.ruleset.wager(name)[0]
            texts = {
                "natural-margin": row.natural_margin,
                "third-card-only": row.third_card_only,
                "any-two": row.any_two,
            }
            found = self._flags.keep(
                name, frozenset(flag for flag, text in texts.items() if text and self.ruleset.holds(text))
            )
        return found

    def row_of(self, name: str, coup: Coup) -> str:
        """Return the row of a wager on a coup."""
        read = self._readings.get(name)
        if read is None:
            wager, number = self.ruleset.wager(name)
            tie = f"tie-{number}" if wager.kind == "tie" and number else ""
            read = Reading(READERS[wager.kind], wager, self.flags(name), tie, self.known_rows(name))
            self._readings.keep(name, read)
        rows = read.reader(coup, read.wager, read.flags)
        if read.tie and rows[0] not in (LOSE, read.tie):
            rows = "other-tie", LOSE
        for row in rows:
            if row in read.known:
                return row
        return rows[-1]
