"""Hands of twenty-one: totals, naturals, and the rows by which a hand ends against the dealer's.

>>> total(["As", "6d"]), total(["As", "6d", "Kc"]), total(["As", "As", "9c"])
((17, True), (17, False), (21, True))
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

VALUES = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10, **{str(number): number for number in range(2, 10)}}
"""The value of a rank, an ace as one."""
TENS = "TJQK"
HEIGHTS = {rank: height for height, rank in enumerate(TENS)}
"""The order of the tens, where two naturals are compared."""
MOST = 21


def total(cards: Sequence[str], low: int = 0) -> tuple[int, bool]:
    """Return the total of a hand, and whether an ace in it counts eleven.

    The aces among the first `low` cards count one for good.
    """
    points = 0
    for card in cards:
        points += VALUES[card[0]]
    if points + 10 <= MOST:
        for card in cards[low:] if low else cards:
            if card[0] == "A":
                return points + 10, True
    return points, False


def told(cards: Sequence[str]) -> str:
    """Return the total of a hand as displays show it.

    >>> told(["As", "6d"]), told(["As", "Kd"]), told(["As", "5d", "5c"]), told(["Ts", "6d", "8c"])
    ('soft 17', '21', 'soft 21', '24 bust')
    """
    points, soft = total(cards)
    if points > MOST:
        return f"{points} bust"
    return f"soft {points}" if soft and not is_natural(cards) else str(points)


def is_natural(cards: Sequence[str]) -> bool:
    """Say whether two cards are an ace and a ten or picture.

    >>> is_natural(["As", "Qd"]), is_natural(["As", "5d", "5c"])
    (True, False)
    """
    return len(cards) == 2 and total(cards)[0] == MOST


def alike(cards: Sequence[str]) -> bool:
    """Say whether two cards are of one value.

    >>> alike(["Ts", "Qd"]), alike(["As", "Ad"]), alike(["9s", "8d"])
    (True, True, False)
    """
    return len(cards) == 2 and VALUES[cards[0][0]] == VALUES[cards[1][0]]


def dealer_draws(cards: Sequence[str], hits_soft_17: bool) -> bool:
    """Say whether the dealer must take another card.

    >>> dealer_draws(["As", "6d"], True), dealer_draws(["As", "6d"], False), dealer_draws(["Ts", "6d"], False)
    (True, False, True)
    """
    points, soft = total(cards)
    return points < 17 or (points == 17 and soft and hits_soft_17)


class Mine(msgspec.Struct, frozen=True):
    """A finished hand."""

    cards: tuple[str, ...]
    points: int
    natural: bool = False
    doubled: bool = False
    surrendered: bool = False
    early: bool = False
    """Whether it was given up before the dealer looked for a natural."""
    two_card_21: bool = False
    """Whether it is a 21 of two cards that is no natural: split, or switched."""
    split: bool = False

    @property
    def bust(self) -> bool:
        """Say whether it went over."""
        return self.points > MOST


class Dealers(msgspec.Struct, frozen=True):
    """The dealer's hand so far."""

    cards: tuple[str, ...]
    points: int
    natural: bool = False
    push_on: int = 0
    void_total: int = 0
    discarded: bool = False
    eights: bool = False
    """Whether it is three eights at a table where they save hands that went over."""


def bonus_rows(cards: Sequence[str]) -> tuple[str, ...]:
    """Return the names of a 21 by its cards, the most particular first.

    >>> bonus_rows(["6s", "7s", "8s"]), bonus_rows(["7h", "7d", "7c"])
    (('6-7-8-spades', '6-7-8-suited', '6-7-8'), ('7-7-7',))
    >>> bonus_rows(["2h", "3h", "5d", "6c", "5s"])
    ('21-in-5',)
    """
    ranks = "".join(sorted(card[0] for card in cards))
    if ranks in ("678", "777"):
        name = "-".join(ranks)
        suits = {card[1] for card in cards}
        if len(suits) > 1:
            return (name,)
        return (f"{name}-spades", f"{name}-suited", name) if suits == {"s"} else (f"{name}-suited", name)
    return (f"21-in-{min(len(cards), 7)}",) if len(cards) >= 5 else ()


def rows_of(mine: Mine, dealers: Dealers) -> tuple[str, ...]:
    """Return the rows that describe how a hand ends, the most particular first.

    The wager is settled by the first row that it knows.
    """
    if mine.natural and dealers.natural:
        own, other = (
            next(HEIGHTS[card[0]] for card in cards if card[0] in TENS)
            for cards in (mine.cards, dealers.cards)
        )
        return (
            "natural-over" if own > other else "natural-under" if own < other else "natural-level",
            "both-natural",
        )
    if mine.natural:
        return ("natural", "win")
    if mine.bust:
        against = (
            "eights"
            if dealers.eights
            else "natural"
            if dealers.natural
            else "push"
            if dealers.push_on and dealers.points == dealers.push_on
            else ""
        )
        both = ("both-bust",) if dealers.points > MOST else ()
        return (f"bust-against-{against}", *both, "bust", "lose") if against else (*both, "bust", "lose")
    if mine.surrendered and mine.early:
        return ("half",)
    if dealers.natural:
        if mine.surrendered:
            return ("dealer-natural-surrendered", "dealer-natural", "lose")
        # A hand of 21 is as high as a natural, and a text may say that they are level.
        same = ("dealer-natural-two-card-21",) if mine.two_card_21 else ()
        return (
            (*same, "dealer-natural-21", "dealer-natural", "lose")
            if mine.points == MOST
            else ("dealer-natural", "lose")
        )
    if mine.surrendered:
        return ("half",)
    if dealers.discarded and dealers.points == dealers.void_total:
        return ("dealer-void",)
    if dealers.points > MOST:
        return ("dealer-push",) if dealers.points == dealers.push_on else ("dealer-bust", "win")
    if mine.points > dealers.points:
        return ("over", "win")
    if mine.points < dealers.points:
        return ("under", "lose")
    return (
        ("two-card-21", "level")
        if mine.two_card_21 and len(dealers.cards) > 2
        else ("level-21", "level")
        if mine.points == MOST
        else ("level",)
    )


def wins_at_once(points: int, cards: int, pays_21: bool, trick: int) -> bool:
    """Say whether a hand wins before the dealer plays: a 21, or `trick` cards that are not over."""
    return (points == MOST and pays_21) or (bool(trick) and cards >= trick and points <= MOST)


def at_once_rows(mine: Mine, pays_21: bool, trick: int) -> tuple[str, ...]:
    """Return the rows of a hand that wins before the dealer plays; empty where it does not."""
    if mine.points == MOST and pays_21:
        bonus = () if mine.doubled else bonus_rows(mine.cards)
        return (*bonus, "twenty-one", "win")
    return ("trick", "win") if trick and len(mine.cards) >= trick and not mine.bust else ()


WAITING = frozenset({"bust-against-eights", "bust-against-natural", "bust-against-push"})
"""Ends of a hand that went over which the dealer's hand still decides.

A wager that knows one of them waits for it.
"""
MAIN_ROWS = frozenset(
    {
        "natural-over", "natural-under", "natural-level", "both-natural", "natural", "win", *WAITING,
        "bust", "lose", "half", "both-bust", "dealer-natural-surrendered", "dealer-natural-two-card-21",
        "dealer-natural-21", "dealer-natural", "replaces", "even-money-natural", "even-money-no-natural",
        "dealer-void", "dealer-push", "dealer-bust", "over", "under", "two-card-21", "level-21", "level",
        "twenty-one", "trick", "even-money", "forfeit",
        *(f"{name}{suits}" for name in ("6-7-8", "7-7-7") for suits in ("", "-suited", "-spades")),
        "21-in-5", "21-in-6", "21-in-7",
    }
)  # fmt: skip
"""Every row that may settle a wager on a hand."""
