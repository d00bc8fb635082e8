"""How a hand settles a wager: the rows that describe an end, from the most particular to the most general.

Play and proof both read them here. A row that names a hand is a threshold. The highest threshold that the
hand reaches settles the wager.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from croupier.errors import BadInput
from croupier.families.streets.rules import StreetWager
from croupier.ranking.poker import RANKINGS, Hand, Ranking, at_least
from croupier.table.parts.pricing import LOSE

FOLDED, FOULED, FORFEITED = "folded", "dealer-fouled", "forfeited"
BOTH_FOULED = "both-fouled"
"""The dealer's hand is not played, and neither is that of a player who has been sent his wagers back."""
NOT_QUALIFIED, QUALIFIES = "not-qualified", "dealer-qualifies"
HIGHER, EQUAL, LOWER, NOBODY = "higher", "equal", "lower", ""
"""The player's hand against the dealer's; against nobody where only a pay table decides."""
OF_DEALER = "dealer-"
"""Before a threshold: it is the dealer's hand that reaches it."""
WIN = "win"
COMMON = frozenset(
    {
        FOLDED,
        FOULED,
        BOTH_FOULED,
        FORFEITED,
        NOT_QUALIFIED,
        QUALIFIES,
        HIGHER,
        EQUAL,
        LOWER,
        WIN,
        LOSE,
        *(f"{NOT_QUALIFIED}-{cmp}" for cmp in (HIGHER, EQUAL, LOWER)),
    }
    - {NOBODY}
)
"""Rows that name no hand."""

POCKET, COLOURS, MATCH = "pocket", "colours", "match"
READERS = (POCKET, COLOURS, MATCH)
"""Ways to read cards that are no ranking of poker hands."""
WORDS = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
MANY = {rank: word + ("es" if word == "six" else "s") for rank, word in WORDS.items()}
HEIGHTS = "AKQJT98765432"
BOTH_ACES = "aces-both"
ONE_COLOUR, BOTH_COLOURED = "one-colour", "both-one-colour"
ROYAL_MATCH, SUITED = "royal-match", "suited"


class End(msgspec.Struct, frozen=True):
    """How a hand ended: the comparison with the dealer's, and both hands where they are known."""

    compare: str = NOBODY
    qualified: bool = True
    folded: bool = False
    fouled: bool = False
    both: bool = False
    """Whether a player's hand is fouled besides the dealer's."""
    forfeited: bool = False
    own: Hand | None = None
    dealer: Hand | None = None


@cache
def threshold(ranking: Ranking, text: str) -> Hand | None:
    """Return the least hand that a row names. None where it names none."""
    try:
        return at_least(ranking, text)
    except BadInput:
        return None


@lru_cache(maxsize=1024)
def _ladder(
    ranking: Ranking, known: frozenset[str], prefix: str
) -> tuple[tuple[tuple[int, tuple[int, ...]], ...], tuple[str, ...]]:
    """Return the thresholds among the rows of a wager, and their rows, both from the highest."""
    found = [
        (least, row)
        for row in known
        if row.startswith(prefix) and (least := threshold(ranking, row.removeprefix(prefix))) is not None
    ]
    found.sort(key=lambda one: one[0], reverse=True)
    return tuple(least.key for least, _ in found), tuple(row for _, row in found)


def reached(ranking: Ranking, known: frozenset[str], hand: Hand | None, prefix: str = "") -> tuple[str, ...]:
    """Return the rows of a wager with a threshold that this hand reaches, the highest first."""
    if hand is None:
        return ()
    thresholds, rows = _ladder(ranking, known, prefix)
    key = hand.key
    for at, least in enumerate(thresholds):
        if key >= least:
            return rows[at:]
    return ()


def compare(own: Hand, dealer: Hand) -> str:
    """Compare the player's hand with the dealer's."""
    mine, others = own.key, dealer.key
    return HIGHER if mine > others else EQUAL if mine == others else LOWER


def fouled_rows(end: End) -> tuple[str, ...]:
    """Return the rows of a hand against which the dealer's is not played."""
    return (BOTH_FOULED, FOULED) if end.both else (FOULED,)


def rows_of(wager: StreetWager, ranking: Ranking, known: frozenset[str], end: End) -> tuple[str, ...]:
    """Return the rows that describe an end. The first one that the wager knows settles it."""
    if end.forfeited:
        return FORFEITED, LOSE
    if end.folded:
        return FOLDED, LOSE
    if wager.kind in ("insurance", "insurance-raise"):
        if end.qualified:
            return QUALIFIES, LOSE
        return (*reached(ranking, known, end.own), *reached(ranking, known, end.dealer, OF_DEALER), LOSE)
    if wager.kind == "either":
        better = max((hand for hand in (end.own, end.dealer) if hand is not None), default=None)
        return (*reached(ranking, known, better), LOSE)
    if wager.kind in ("side", "bonus"):
        hand = reached(ranking, known, end.own)
        if end.fouled:
            # The stake goes back with a hand that does not win, whatever row would have lost it.
            return (*(row for row in hand if row not in wager.lose), *fouled_rows(end), LOSE)
        return (*hand, LOSE)
    rows = [*reached(ranking, known, end.own)] if wager.hand_first else []
    against = end.compare
    if end.fouled:
        rows += fouled_rows(end)
    if not end.qualified and wager.unqualified:
        against = HIGHER
    elif not end.qualified:
        rows += [f"{NOT_QUALIFIED}-{against}", NOT_QUALIFIED]
    if against == EQUAL:
        return (*rows, EQUAL, "push")
    if against == LOWER:
        return (*rows, LOWER, LOSE)
    hand = reached(ranking, known, end.own)
    return (*rows, *hand, HIGHER, WIN) if against == HIGHER else (*rows, *hand, LOSE)


# Cards read by themselves.


def pocket(cards: Sequence[str], dealers: Sequence[str] = ()) -> tuple[str, ...]:
    """Name two cards by their ranks and suits: `aces`, `ace-king-suited`, `pair`."""
    first, second = sorted(cards, key=lambda card: HEIGHTS.index(card[0]))
    high, low = first[0], second[0]
    if high == low:
        both = (BOTH_ACES,) if high == "A" and [card[0] for card in dealers] == ["A", "A"] else ()
        return (*both, MANY[high], "pair", LOSE)
    plain = f"{WORDS[high]}-{WORDS[low]}"
    return (f"{plain}-suited", LOSE) if first[1] == second[1] else (plain, LOSE)


def colours(cards: Sequence[str], dealers: Sequence[str]) -> tuple[str, ...]:
    """Whether the cards are of one colour, and the dealer's of the same."""
    mine, others = {card[1] in "dh" for card in cards}, {card[1] in "dh" for card in dealers}
    if len(mine) > 1:
        return (LOSE,)
    return (BOTH_COLOURED, ONE_COLOUR) if mine == others else (ONE_COLOUR,)


def match(cards: Sequence[str]) -> tuple[str, ...]:
    """Whether two cards are of one suit, and king and queen; a joker has any suit, but no royal match."""
    jokers = [card for card in cards if card == "Jk"]
    if not jokers and cards[0][1] != cards[1][1]:
        return (LOSE,)
    royal = (ROYAL_MATCH,) if sorted(card[0] for card in cards) == ["K", "Q"] else ()
    return (*royal, SUITED)


def reader_rows(reader: str) -> frozenset[str]:
    """Return every row that a reader may name."""
    if reader == COLOURS:
        return frozenset({ONE_COLOUR, BOTH_COLOURED})
    if reader == MATCH:
        return frozenset({ROYAL_MATCH, SUITED})
    pairs = {*MANY.values(), "pair", BOTH_ACES}
    plain = {f"{WORDS[high]}-{WORDS[low]}" for at, high in enumerate(HEIGHTS) for low in HEIGHTS[at + 1 :]}
    return frozenset({*pairs, *plain, *(f"{row}-suited" for row in plain)})


def ranking_named(name: str, where: str) -> Ranking:
    """Return the ranking that a rulebook file names."""
    if name not in RANKINGS:
        raise BadInput(
            f"{where}: {name!r} is no ranking; there are {', '.join(sorted(RANKINGS))}, "
            f"and for side wagers {', '.join(READERS)}"
        )
    return RANKINGS[name]
