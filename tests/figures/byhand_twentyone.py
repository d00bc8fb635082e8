"""Side wagers of twenty-one counted by hand, by formulas in the number of decks;
nothing of the prover is used.

The main wager needs the best play, and has two other witnesses:
the plain solver in tests/prove/twentyone and the published figures.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb

Edge = Callable[[str], Fraction]
PLAY = (
    "the best play needs a solver: the plain one in tests/prove/twentyone and the published figures hold it"
)


def lost(*won: tuple[Fraction, Fraction | int]) -> Edge:
    """The edge of a wager that wins with these chances at these odds, and loses otherwise."""
    return lambda _: 1 - sum((chance * (odds + 1) for chance, odds in won), Fraction(0))


def insurance(decks: int, pack: int = 52, tens: int = 16) -> Edge:
    """An ace lies there: of the other cards so many are tens."""
    return lost((Fraction(tens * decks, pack * decks - 1), 2))


def pairs(decks: int, mixed: int, coloured: int, perfect: int, pack: int = 52) -> Edge:
    """Beside the first card there are decks - 1 like it, decks of the other suit of its colour,
    and twice as many of the other colour.
    """
    rest = pack * decks - 1
    return lost(
        (Fraction(decks - 1, rest), perfect),
        (Fraction(decks, rest), coloured),
        (Fraction(2 * decks, rest), mixed),
    )


def any_pair(decks: int, odds: int) -> Edge:
    return lost((Fraction(4 * decks - 1, 52 * decks - 1), odds))


def thirteen(decks: int, over: bool) -> Edge:
    """Two cards by their values, the ace at one."""
    held = {value: 4 * decks for value in range(1, 10)} | {10: 16 * decks}
    ways = sum(
        held[one] * (held[two] - (one == two))
        for one in held
        for two in held
        if (one + two > 13 if over else one + two < 13)
    )
    return lost((Fraction(ways, 52 * decks * (52 * decks - 1)), 1))


def three_cards(decks: int, odds: int) -> Edge:
    """Flushes, threes of a kind and twelve runs, each hand once."""
    flushes, threes, runs = 4 * comb(13 * decks, 3), 13 * comb(4 * decks, 3), 12 * (4 * decks) ** 3
    twice = 52 * comb(decks, 3) + 48 * decks**3
    return lost((Fraction(flushes + threes + runs - twice, comb(52 * decks, 3)), odds))


def royal_match(
    decks: int, royal: Fraction | int, like: Fraction | int, beside: Fraction | int, suited: Fraction | int
) -> Edge:
    """Two cards of one suit:
    king and queen, twice the same, next to each other (the ace at both ends), any others.
    """
    total = comb(52 * decks, 2)
    kings, same, near = 4 * decks**2, 52 * comb(decks, 2), 12 * 4 * decks**2
    rest = 4 * comb(13 * decks, 2) - kings - same - near
    return lost(
        (Fraction(kings, total), royal),
        (Fraction(same, total), like),
        (Fraction(near, total), beside),
        (Fraction(rest, total), suited),
    )


def super_match(decks: int, pair: int, two: int, three: int, four: int) -> Edge:
    """Four cards by their ranks."""
    like = 4 * decks
    total = comb(52 * decks, 4)
    ways = {
        pair: 13 * comb(like, 2) * comb(12, 2) * like**2,
        two: comb(13, 2) * comb(like, 2) ** 2,
        three: 13 * comb(like, 3) * 12 * like,
        four: 13 * comb(like, 4),
    }
    return lost(*((Fraction(number, total), odds) for odds, number in ways.items()))


def super_sevens(decks: int) -> Edge:
    """The first three cards in order; two sevens always take a third."""
    cards, sevens = 52 * decks, 4 * decks
    three = Fraction(sevens * (sevens - 1) * (sevens - 2), cards * (cards - 1) * (cards - 2))
    suited_three = Fraction(4 * decks * (decks - 1) * (decks - 2), cards * (cards - 1) * (cards - 2))
    two = Fraction(sevens * (sevens - 1), cards * (cards - 1))
    suited_two = Fraction(4 * decks * (decks - 1) * (cards - sevens), cards * (cards - 1) * (cards - 2))
    # Two suited sevens and a third that is not of their suit pay as three sevens; so only thirds that are no
    # seven leave two.
    return lost(
        (suited_three, 5000),
        (three - suited_three, 500),
        (suited_two, 100),
        (two * Fraction(cards - sevens, cards - 2) - suited_two, 50),
        (Fraction(sevens, cards) - two, 3),
    )


ROYAL_1 = (30, 9, 5, Fraction(3, 2))
GAMES: dict[str, Callable[[], dict[str, Edge]]] = {
    "bahamas/blackjack": lambda: {
        "insurance": insurance(6),
        "over-13": thirteen(6, True),
        "under-13": thirteen(6, False),
    },
    "bahamas/single-deck-blackjack": lambda: {
        "insurance": insurance(1),
        "over-13": thirteen(1, True),
        "under-13": thirteen(1, False),
    },
    "california/pure-21-5": lambda: {"insurance": insurance(6)},
    "california/pure-21-5-buster": lambda: {"insurance": insurance(6)},
    "great-britain/blackjack": lambda: {
        "insurance": insurance(6),
        "21-plus-3": three_cards(6, 9),
        "royal-match": royal_match(6, *ROYAL_1),
        "perfect-pairs": pairs(6, 5, 10, 30),
    },
    "great-britain/blackjack-switch": lambda: {
        "insurance": insurance(6),
        "super-match": super_match(6, 1, 8, 5, 40),
    },
    "great-britain/neverbust-blackjack": lambda: {"insurance": insurance(6)},
    "house/blackjack": lambda: {
        "insurance": insurance(6),
        "21-plus-3": three_cards(6, 9),
        "perfect-pairs": pairs(6, 6, 12, 25),
        "any-pair": any_pair(6, 11),
        "royal-match": royal_match(6, 25, Fraction(5, 2), Fraction(5, 2), Fraction(5, 2)),
        "super-sevens": super_sevens(6),
        "over-13": thirteen(6, True),
        "under-13": thirteen(6, False),
    },
    "house/blackjack-switch": lambda: {"insurance": insurance(6), "super-match": super_match(6, 1, 8, 5, 40)},
    "house/spanish-21": lambda: {"insurance": insurance(6, 48, 12), "perfect-pairs": pairs(6, 5, 10, 25, 48)},
    "queensland/blackjack": lambda: {
        "insurance": insurance(6),
        "super-sevens": super_sevens(6),
        "perfect-pairs": pairs(6, 5, 10, 30),
    },
    "queensland/blackjack-challenge": lambda: {"any-pair": any_pair(6, 11)},
    "queensland/blackjack-switch": lambda: {
        "insurance": insurance(6),
        "super-match": super_match(6, 1, 8, 5, 40),
    },
    "queensland/spanish-blackjack": lambda: {
        "insurance": insurance(6, 48, 12),
        "perfect-pairs": pairs(6, 5, 10, 25, 48),
    },
}
BUSTER = "every hand of the dealer must be listed; the published chances of six decks hold it"
LEFT_OUT: dict[str, dict[str, str]] = {
    "bahamas/blackjack": {"main": PLAY},
    "bahamas/single-deck-blackjack": {"main": PLAY},
    "california/pure-21-5": {"base": PLAY},
    "california/pure-21-5-buster": {"base": PLAY, "buster": BUSTER},
    "great-britain/blackjack": {"main": PLAY},
    "great-britain/blackjack-switch": {"main": PLAY},
    "great-britain/neverbust-blackjack": {"main": PLAY},
    "house/blackjack": {"main": PLAY, "buster": BUSTER},
    "house/blackjack-switch": {"main": PLAY},
    "house/spanish-21": {"main": PLAY},
    "queensland/blackjack": {
        "blackjack": PLAY,
        "bonus": "it is won as the best play of the main wager has it",
    },
    "queensland/blackjack-challenge": {"blackjack-challenge": PLAY},
    "queensland/blackjack-switch": {"blackjack-switch": PLAY},
    "queensland/spanish-blackjack": {"spanish": PLAY},
}
