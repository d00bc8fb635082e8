"""Side wagers of twenty-one: the rows of each kind, by the cards of a box and the dealer's.

Each reader returns the rows that describe the cards, the most particular first. The last row always decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from croupier.families.twentyone.hands import TENS, VALUES

RED = "hd"
ORDER = "A23456789TJQK"
LOST = ("lose",)
SEVENS = ("777-suited", "777", "77-suited", "77", "7")
BONUS = ("5-5-5-6-suited", "5-5-5-6", "7-7-7-suited", "7-7-7", "6-7-8-suited", "6-7-8", "nominated")

ROWS: dict[str, frozenset[str]] = {
    "over": frozenset({"win", "thirteen", "lose"}),
    "under": frozenset({"win", "thirteen", "lose"}),
    "three-card": frozenset(
        {"three-of-a-kind-suited", "straight-flush", "three-of-a-kind", "straight", "flush", "lose"}
    ),
    "royal-match": frozenset({"royal-match", "suited-pair", "straight-flush", "suited", "lose"}),
    "pairs": frozenset({"perfect", "coloured", "mixed", "pair", "lose"}),
    "super-match": frozenset({"four", "three", "two-pairs", "pair", "lose"}),
    "sevens": frozenset({*SEVENS, "lose"}),
    "bonus": frozenset({*BONUS, "lose"}),
    "buster": frozenset(
        {*(f"bust-{number}{own}" for number in range(3, 9) for own in ("", "-natural")), "lose"}
    ),
}
"""The rows of each kind."""
FIRST_CARDS = ("over", "under", "three-card", "royal-match", "pairs", "super-match")
"""The kinds that the first cards decide."""


def low_sum(cards: Sequence[str]) -> int:
    """Return the sum with aces at one."""
    return sum(VALUES[card[0]] for card in cards)


def over_or_under(kind: str, cards: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of over or under thirteen. Thirteen has a row of its own.

    >>> over_or_under("over", ["As", "Ks"]), over_or_under("under", ["6s", "7s"])
    (('lose',), ('thirteen', 'lose'))
    >>> over_or_under("over", ["9s", "7s"])
    ('win',)
    """
    points = low_sum(cards)
    if points == 13:
        return ("thirteen", "lose")
    return ("win",) if (points > 13) == (kind == "over") else LOST


def three_cards(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of two cards of a hand and one of the dealer. An ace may end a straight on either side.

    >>> three_cards(["Qh", "Kd", "Ac"]), three_cards(["Kh", "Ad", "2c"]), three_cards(["7h", "7h", "7h"])
    (('straight',), ('lose',), ('three-of-a-kind-suited', 'three-of-a-kind', 'flush'))
    """
    suited = len({card[1] for card in cards}) == 1
    places = sorted(ORDER.index(card[0]) for card in cards)
    straight = places in ([0, 11, 12], [places[0], places[0] + 1, places[0] + 2])
    if len(set(places)) == 1:
        return ("three-of-a-kind-suited", "three-of-a-kind", "flush") if suited else ("three-of-a-kind",)
    if suited:
        return ("straight-flush", "straight", "flush") if straight else ("flush",)
    return ("straight",) if straight else LOST


def royal_match(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of two suited cards. The ace stands next to the two and next to the king.

    >>> royal_match(["Kh", "Qh"])[0], royal_match(["Ah", "2h"])[0]
    ('royal-match', 'straight-flush')
    >>> royal_match(["Ah", "Kh"])[0], royal_match(["4h", "9h"])[0]
    ('straight-flush', 'suited')
    """
    one, two = cards
    if one[1] != two[1]:
        return LOST
    apart = abs(ORDER.index(one[0]) - ORDER.index(two[0]))
    if {one[0], two[0]} == {"K", "Q"}:
        return ("royal-match", "straight-flush", "suited")
    return (
        ("suited-pair", "suited")
        if apart == 0
        else ("straight-flush", "suited")
        if apart in (1, 12)
        else ("suited",)
    )


def pairs(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the rows of two cards of one rank: suited, of one colour, or mixed.

    >>> pairs(["Kh", "Kd"]), pairs(["Kh", "Qh"])
    (('coloured', 'pair'), ('lose',))
    """
    one, two = cards
    if one[0] != two[0]:
        return LOST
    return (
        "perfect" if one[1] == two[1] else "coloured" if (one[1] in RED) == (two[1] in RED) else "mixed",
        "pair",
    )


def super_match(cards: Sequence[str], suited: bool = False) -> tuple[str, ...]:
    """Return the rows of the four cards of two hands, by rank, or by rank and suit.

    >>> super_match(["Kh", "Kd", "2c", "2d"]), super_match(["Kh", "Qh", "Jh", "Th"])
    (('two-pairs', 'pair'), ('lose',))
    """
    most = sorted(Counter(card if suited else card[0] for card in cards).values(), reverse=True)
    if most[0] == 4:
        return ("four", "three", "pair")
    if most[0] == 3:
        return ("three", "pair")
    return ("two-pairs", "pair") if most[:2] == [2, 2] else ("pair",) if most[0] == 2 else LOST


def sevens(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the rows by how many sevens come first, of the first three cards.

    >>> sevens(["7h", "7h", "7h"])[0], sevens(["7h", "7d", "2c"])[0]
    ('777-suited', '77')
    >>> sevens(["7h", "2c"])[0], sevens(["2c", "7h"])[0]
    ('7', 'lose')
    """
    number = next((at for at, card in enumerate(cards[:3]) if card[0] != "7"), len(cards[:3]))
    suited = len({card[1] for card in cards[:number]}) == 1
    if number < 2:
        return ("7",) if number else LOST
    name = "7" * number
    return (f"{name}-suited", name) if suited else (name,)


def bonus(cards: Sequence[str], nominated: tuple[str, str], natural: bool) -> tuple[str, ...]:
    """Return the rows of a whole hand of named cards, in any order.

    The natural of the two cards that the table has nominated has a row of its own.

    >>> nominated = ("As", "Js")
    >>> bonus(["6h", "8h", "7h"], nominated, False)[0], bonus(["Js", "As"], nominated, True)
    ('6-7-8-suited', ('nominated',))
    >>> bonus(["5h", "5h", "6h", "5h"], nominated, False)[0]
    '5-5-5-6-suited'
    """
    ranks = "-".join(sorted(card[0] for card in cards))
    if natural and sorted(cards) == sorted(nominated):
        return ("nominated",)
    if ranks not in ("5-5-5-6", "7-7-7", "6-7-8"):
        return LOST
    return (f"{ranks}-suited", ranks) if len({card[1] for card in cards}) == 1 else (ranks,)


def buster(cards: int, bust: bool, natural: bool) -> tuple[str, ...]:
    """Return the rows by how many cards the dealer went over with, and whether the box has a natural.

    >>> buster(9, True, True), buster(3, True, False), buster(3, False, True)
    (('bust-8-natural', 'bust-8'), ('bust-3',), ('lose',))
    """
    row = f"bust-{min(cards, 8)}"
    return LOST if not bust else (f"{row}-natural", row) if natural else (row,)


def first_cards(kind: str, cards: Sequence[str], upcard: str, suited: bool = False) -> tuple[str, ...]:
    """Return the rows of a wager that the first cards decide."""
    if kind == "super-match":
        return super_match(cards, suited)
    if kind in ("over", "under"):
        return over_or_under(kind, cards)
    if kind == "three-card":
        return three_cards([*cards, upcard])
    return {"royal-match": royal_match, "pairs": pairs}[kind](cards)


def is_ten(card: str) -> bool:
    """Say whether a card is a ten or a picture."""
    return card[0] in TENS
