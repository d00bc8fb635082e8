"""What a street game remembers of a round, the marks of rulings that it reads, and wagers by their seat."""

from __future__ import annotations

from croupier.table.claims import Standing
from croupier.table.play import Play, Slice

DEALER, BOARD = "dealer", "board"
"""The places of the dealer's cards and of community cards."""
FLOP = 3

FOULED = "dealer-fouled"
"""The dealer's hand is not played.

Who had folded is in again, nobody decides any more, and wagers end by the row of that name.
"""
FORFEIT = "forfeit-hand"
"""All wagers of a hand are lost. It takes box=."""
FOUND = "bet-found"
"""A wager was found to be of another size than it must be: too much goes back, too little stands.

It takes seat=, wager= and amount=.
"""
UPCARD = "upcard"
"""Another of the dealer's cards lies face up. It takes position=, counted from one."""
EARLY = "turn-early"
"""Community cards that were turned before their time stay turned.

It takes cards=, how many lie open; or card=, one or several (Jd+8s) that had not been dealt yet.
"""
AGAIN = "decide-again"
"""Those who have decided on this street decide again."""
SWAP = "board-card"
"""A community card that was turned in the place of another is that other. It takes position=, from one."""
FIRST = "decides-first"
"""A player decides before all others. It takes seat=."""


class StreetSlice(Slice, kw_only=True):
    """How far the round is, and what each seat has decided."""

    seats: list[str] = []
    """Those who are dealt a hand, in the order of the deal, once the first card is out."""
    at: int = 0
    """Cards of the deal that are out."""
    street: int = -1
    """The street that was asked last, by number."""
    decided: list[str] = []
    """Who has decided on it."""
    said: dict[str, list[str]] = {}
    """Acts that wait to be carried out: by seat, the act and its amount."""
    folded: list[str] = []
    kept: dict[str, list[str]] = {}
    """By seat: the wagers that a fold left on the table because the player said so."""
    up: int
    """Which of the dealer's cards lies face up, counted from one; none at zero."""
    due: list[str] = []
    """The settled stages: `deal`, `flop`, `dealer`, and an empty text for the end."""


def is_fouled(play: Play) -> bool:
    """Whether the dealer's hand is not played."""
    return FOULED in play.marks


def are_fouled(play: Play) -> bool:
    """Whether a player's hand was dealt wrongly besides the dealer's."""
    return play.marks.get(FOULED, {}).get("wrong") == "both"


def wager_of(play: Play, seat: str, wager: str) -> Standing | None:
    """Return a wager of a seat, whoever has it there."""
    for one in play.wagers:
        if one.seat == seat and one.wager == wager:
            return one
    return None
