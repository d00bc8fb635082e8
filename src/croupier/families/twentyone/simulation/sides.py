"""Side wagers of twenty-one as tables over cards, made by the functions that read them at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, permutations, product

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.card import pack
from croupier.errors import BadInput
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.hands import is_natural
from croupier.families.twentyone.rules import TwentyOneWager
from croupier.families.twentyone.sides import bonus, buster, first_cards, sevens
from croupier.families.twentyone.simulation.full import BONUS, BUSTER, MATCH, SEVENS, THREE, TWO, Sides
from croupier.families.twentyone.simulation.tables import Walk

CARDS = [str(card) for card in pack()]
CODES = {card: code for code, card in enumerate(CARDS)}
READ = {
    "over": TWO,
    "under": TWO,
    "royal-match": TWO,
    "pairs": TWO,
    "three-card": THREE,
    "super-match": MATCH,
    "sevens": SEVENS,
    "bonus": BONUS,
    "buster": BUSTER,
}
"""How each kind of wager is read."""
ALIKE = {0: "2c 3c 4c 5c", 1: "2c 2c 4c 5c", 2: "2c 2c 4c 4c", 3: "2c 2c 2c 5c", 6: "2c 2c 2c 2c"}
"""Four cards for each possible number of pairs of like cards."""
NAMED = "5678"
OTHER = len(NAMED) * 4
NOT_A_SEVEN, NO_CARD = "2c", ""


@dataclass(frozen=True)
class Side:
    """A side wager and its rows."""

    wager: str
    kind: str
    rows: list[str]

    def number(self, row: str) -> int:
        """Return the number of a row, a new one if need be."""
        if row not in self.rows:
            self.rows.append(row)
        return self.rows.index(row)


class Reader:
    """Makes the tables of some side wagers."""

    def __init__(self, rules: TwentyOneRules, wagers: Sequence[str]) -> None:
        self.rules = rules
        for wager in wagers:
            if rules.kinds[wager] not in READ:
                raise BadInput(f"{wager} is no side wager that is read from the cards")
        self.sides = [Side(wager, rules.kinds[wager], []) for wager in wagers]

    def tables(self, walk: Walk) -> Sides:
        """Return the kernel's tables."""
        by = {kind: [side for side in self.sides if READ[side.kind] == kind] for kind in range(6)}
        line = [by[READ[side.kind]].index(side) for side in self.sides]
        return Sides(
            kind=np.array([READ[side.kind] for side in self.sides], np.int64),
            line=np.array(line, np.int64),
            two=_stacked([self._two(side) for side in by[TWO]], (52, 52)),
            three=_stacked([self._three(side) for side in by[THREE]], (52, 52, 52)),
            match=_stacked([self._match(side) for side in by[MATCH]], (7,)),
            by_card=np.array([int(self._suited(side)) for side in by[MATCH]] or [0], np.int64),
            sevens=_stacked([self._sevens(side) for side in by[SEVENS]], (6, 6, 6)),
            bonus_two=_stacked([self._bonus_two(side) for side in by[BONUS]], (52, 52)),
            bonus_three=_stacked([self._bonus(side, 3) for side in by[BONUS]], (OTHER + 1,) * 3),
            bonus_four=_stacked([self._bonus(side, 4) for side in by[BONUS]], (OTHER + 1,) * 4),
            named=np.array(
                [
                    NAMED.find(card[0]) * 4 + "cdhs".index(card[1]) if card[0] in NAMED else OTHER
                    for card in CARDS
                ],
                np.int64,
            ),
            lost=np.array([self._row(side, ("lose",)) for side in by[BONUS]] or [0], np.int64),
            buster=_stacked([self._buster(side) for side in by[BUSTER]], (9, 2)),
            kept=np.array([self._row(side, buster(3, False, False)) for side in by[BUSTER]] or [0], np.int64),
            over=np.array([walk.ends.dealers[end.name].points > 21 for end in walk.outcomes], np.int64),
            plays_on=int(bool(by[BUSTER])),
        )

    def _row(self, side: Side, rows: tuple[str, ...]) -> int:
        return side.number(self.rules.prices.chosen(side.wager, rows))

    def _suited(self, side: Side) -> bool:
        own: TwentyOneWager = self.rules.ruleset.wager(side.wager)[0]
        return self.rules.holds(own.suited_when, empty=False)

    def _two(self, side: Side) -> NDArray[np.uint8]:
        found = np.zeros((52, 52), np.uint8)
        for one, two in product(CARDS, repeat=2):
            found[CODES[one], CODES[two]] = self._row(side, first_cards(side.kind, (one, two), ""))
        return found

    def _three(self, side: Side) -> NDArray[np.uint8]:
        found = np.zeros((52, 52, 52), np.uint8)
        for three in combinations_with_replacement(CARDS, 3):
            row = self._row(side, first_cards(side.kind, three[:2], three[2]))
            for order in permutations([CODES[card] for card in three]):
                found[order] = row
        return found

    def _match(self, side: Side) -> NDArray[np.uint8]:
        found = np.zeros(7, np.uint8)
        for alike, cards in ALIKE.items():
            found[alike] = self._row(side, first_cards(side.kind, cards.split(), "", self._suited(side)))
        return found

    def _sevens(self, side: Side) -> NDArray[np.uint8]:
        found = np.zeros((6, 6, 6), np.uint8)
        cards = [NOT_A_SEVEN, *(f"7{suit}" for suit in "cdhs"), NO_CARD]
        for place in product(range(6), repeat=3):
            held = [cards[at] for at in place]
            if NO_CARD not in held[:2]:
                # The third card is looked at only after two sevens.
                read = (
                    held[:2]
                    if not all(card[0] == "7" for card in held[:2])
                    else [card for card in held if card]
                )
                found[place] = self._row(side, sevens(read))
        return found

    def _nominated(self) -> tuple[str, str]:
        options = self.rules.ruleset.options
        suit, rank = options.get("nominated-suit", "s"), options.get("nominated-card", "J")
        return f"A{suit}", f"{rank}{suit}"

    def _bonus_two(self, side: Side) -> NDArray[np.uint8]:
        found = np.zeros((52, 52), np.uint8)
        for one, two in product(CARDS, repeat=2):
            found[CODES[one], CODES[two]] = self._row(
                side, bonus((one, two), self._nominated(), is_natural((one, two)))
            )
        return found

    def _bonus(self, side: Side, size: int) -> NDArray[np.uint8]:
        found = np.full((OTHER + 1,) * size, self._row(side, ("lose",)), np.uint8)
        cards = [rank + suit for rank in NAMED for suit in "cdhs"]
        for held in combinations_with_replacement(range(OTHER), size):
            row = self._row(side, bonus([cards[at] for at in held], self._nominated(), False))
            for order in set(permutations(held)):
                found[order] = row
        return found

    def _buster(self, side: Side) -> NDArray[np.uint8]:
        found = np.zeros((9, 2), np.uint8)
        for cards, natural in product(range(3, 9), (0, 1)):
            found[cards, natural] = self._row(side, buster(cards, True, bool(natural)))
        return found


def _stacked(tables: Iterable[NDArray[np.uint8]], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """Stack tables; return an empty one where there are none, because the kernel needs one."""
    found = list(tables)
    return np.stack(found) if found else np.zeros((1, *(0 for _ in shape)), np.uint8)


def counted(reader: Reader, counts: NDArray[np.int64]) -> Iterator[tuple[Side, dict[str, int]]]:
    """Yield the counts of each wager by row."""
    for at, side in enumerate(reader.sides):
        yield side, {row: int(counts[at, number]) for number, row in enumerate(side.rows)}
