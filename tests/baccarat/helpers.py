"""Games for tests, built from the files beside this one; rounds dealt by hand;
and baccarat written down a second time, plainly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from croupier.equipment.shoe import packs
from croupier.families import build, ruleset
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import NONE, Coup, pair_of
from croupier.rulebook.load import game_ids, packaged
from croupier.table.table import Table

FOLDER = Path(__file__).parent / "games"
EVERY, GOLD, ROYAL = "every-wager", "gold", "royal"
PACKAGED = [name for name in game_ids() if packaged(name).get("game") == "baccarat"]


@cache
def _game(name: str, options: tuple[tuple[str, str], ...], readings: tuple[tuple[str, str], ...]) -> Baccarat:
    found = build(
        ruleset(name if "/" in name else str(FOLDER / f"{name}.toml"), dict(options), dict(readings))
    )
    assert isinstance(found, Baccarat)
    return found


def game(
    name: str = EVERY, options: Mapping[str, str] | None = None, readings: Mapping[str, str] | None = None
) -> Baccarat:
    """A game by its id, or one that was written for tests."""
    return _game(name, tuple((options or {}).items()), tuple((readings or {}).items()))


# A small shoe, and every order of it.

SMALL = ["As", "Ah", "3d", "5h", "6s", "6s", "9d", "Kc", "Ks"]
"""Nine cards in which every kind of pair, every draw and both naturals can come."""


def left_with(cards: Sequence[str], decks: int, **more: Any) -> dict[str, Any]:
    """A table whose shoe holds these cards and no others."""
    out = packs(decks)
    out.subtract(cards)
    assert min(out.values()) >= 0
    return {"shoe": {"out": {card: count for card, count in out.items() if count}, **more}}


def points(*cards: str) -> int:
    return sum(0 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0]) for card in cards) % 10


BANKER_HITS = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
"""By the bank's count: the third cards of the player's hand on which it draws."""
GOLD_HITS = {**{count: "0123456789" for count in range(4)}, 4: "34567", 5: "34567", 6: "", 7: ""}


def plain(
    cards: Sequence[str],
    draws: bool | None = None,
    hits: Mapping[int, str] = BANKER_HITS,
    stood_below: int = 6,
) -> tuple[list[str], list[str]]:
    """Both hands of a coup, by rules written down a second time.

    `draws` overrides what the player's hand does.
    """
    player, bank, rest = [cards[0], cards[2]], [cards[1], cards[3]], list(cards[4:])
    mine, theirs = points(*player), points(*bank)
    stopped = mine >= 8 or theirs >= 8
    if (mine <= 5 and not stopped) if draws is None else draws:
        player.append(rest.pop(0))
    if not stopped:
        hit = str(points(player[2])) in hits[theirs] if len(player) == 3 else theirs < stood_below
        if hit:
            bank.append(rest.pop(0))
    return player, bank


def coup(player: Sequence[str], bank: Sequence[str], any_two: bool = False, drew: bool = False) -> Coup:
    """A coup as wagers read it."""
    pairs = []
    for hand in (player, bank):
        looked = (
            [(one, other) for at, one in enumerate(hand) for other in hand[at + 1 :]]
            if any_two
            else [(hand[0], hand[1])]
        )
        pairs.append(max(pair_of(one, other) for one, other in looked))
    thirds = [points(hand[2]) if len(hand) == 3 else NONE for hand in (player, bank)]
    return Coup(points(*player[:2]), points(*bank[:2]), thirds[0], thirds[1], pairs[0], pairs[1], drew)


def orders(cards: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every order of six of the cards."""
    return permutations(cards, 6)


def shares(rows: Mapping[str, int]) -> dict[str, Fraction]:
    total = sum(rows.values())
    return {row: Fraction(count, total) for row, count in rows.items() if count}


# Rounds at the table.


def deal(table: Table, cards: Sequence[str], choices: Mapping[str, str] | None = None) -> None:
    """Deal cards one after the other, and answer for everybody who is asked whether to draw."""
    for card in cards:
        table.apply(f"deal {card}")
        while not table.over and not table.draw_wanted:
            asked = [question.who for question in table.pending]
            assert choices is not None and asked, table.asked
            for who in asked:
                table.apply(f"{who} {choices[who]}")
