"""How bettors choose: on which hands, what drawing and standing gain on each, and strategies in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.families.baccarat.cells import Bytes, Drawing, Ints, cell_of, coup_of, open_hands
from croupier.families.baccarat.nets import RowNets
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import NONE, VALUES


@dataclass(frozen=True)
class Strategy:
    """How a bettor chooses, by the values of the first four cards, and in words."""

    takes: Bytes
    words: str


Seen = tuple[tuple[int, ...], tuple[int, ...]]
"""The knowledge of a bettor: the own cards, or only their count, and the bank's open cards."""


def open_cards(game: Baccarat) -> list[int]:
    """Return the places in the deal of the bank's cards that lie open when bettors choose."""
    faces = game.faces
    return [place for place in (1, 3) if faces[place] == "up" or faces == ["down"] * 4]


class Choice:
    """The hands on which bettors choose, and the gains of drawing and standing on each."""

    def __init__(self, game: Baccarat, orders: Ints, rules: Drawing, line: str) -> None:
        self.game, self.rules = game, rules
        self.open = open_hands(game)
        self.hands = np.argwhere(self.open)
        self.seen = open_cards(game)
        prices = RowNets(game, line)
        ways = orders[tuple(self.hands.T)]
        counts = [
            ((int(one) + int(three)) % VALUES, (int(two) + int(four)) % VALUES)
            for one, two, three, four in self.hands
        ]
        cells = {two: self._cells(*two) for two in dict.fromkeys(counts)}
        known = sorted({cell for group in cells.values() for cell in group})
        rows = {cell: game.prices.row_of(line, coup_of(game, cell, True)) for cell in known}
        stake, _ = prices.even_stake(dict.fromkeys(rows.values()))
        nets = {row: prices.net(row, stake) for row in dict.fromkeys(rows.values())}
        self.gains: list[tuple[int, int]] = []
        """By hand: the gains of standing and drawing, times the orders of the cards."""
        tables = {
            two: np.array([nets[rows[cell]] for cell in group], np.int64).reshape(2, VALUES, VALUES)
            for two, group in cells.items()
        }
        for at, two in enumerate(counts):
            self.gains.append((_weighed(ways[at], tables[two][0]), _weighed(ways[at], tables[two][1])))
        self.weights = [int(hand.sum()) for hand in ways]

    def _cells(self, player: int, banker: int) -> list[int]:
        """List the cells after standing, then after drawing, by the next card and the one after it."""
        bank = self.rules.bank[player, banker]
        stood = [
            cell_of(player, banker, NONE, card if bank[NONE] else NONE)
            for card in range(VALUES)
            for _ in range(VALUES)
        ]
        return stood + [
            cell_of(player, banker, card, last if bank[card] else NONE)
            for card in range(VALUES)
            for last in range(VALUES)
        ]

    def key(self, at: int, by_count: bool) -> Seen:
        """Return the bettor's knowledge of a hand."""
        hand = [int(card) for card in self.hands[at]]
        mine = ((hand[0] + hand[2]) % VALUES,) if by_count else tuple(sorted((hand[0], hand[2])))
        return mine, tuple(hand[place] for place in self.seen)

    def best(self, by_count: bool = False) -> Strategy:
        """Return the best choice with the cards seen. Of drawing and standing worth the same, stand."""
        gains: dict[Seen, list[int]] = {}
        for at, (stands, draws) in enumerate(self.gains):
            known = gains.setdefault(self.key(at, by_count), [0, 0, 0])
            known[0] += stands
            known[1] += draws
            known[2] += self.weights[at]
        drawing = {seen: draws > stands for seen, (stands, draws, _) in gains.items()}
        return self._strategy(
            [drawing[self.key(at, by_count)] for at in range(len(self.hands))],
            self._words({seen: drawing[seen] for seen, gain in gains.items() if gain[2]}),
        )

    def always(self, letters: str, words: str) -> Strategy:
        """Draw or stand by the count alone: one letter for each count on which bettors choose."""
        assert self.game.thirds.choice is not None
        by_count = dict(zip(self.game.thirds.choice.on, letters, strict=True))
        return self._strategy(
            [by_count[int(hand[0] + hand[2]) % VALUES] == "D" for hand in self.hands], words
        )

    def _strategy(self, draws: Sequence[bool], words: str) -> Strategy:
        takes = self.rules.takes.copy()
        takes[tuple(self.hands.T)] = draws
        return Strategy(takes, words)

    def _words(self, drawing: Mapping[Seen, bool]) -> str:
        """Tell a strategy count by count: the choice with most of its hands, then the hands that differ."""
        told = []
        by_count: dict[int, dict[Seen, bool]] = {}
        for seen, draws in sorted(drawing.items()):
            by_count.setdefault(sum(seen[0]) % VALUES, {})[seen] = draws
        for count, group in by_count.items():
            hands = list(dict.fromkeys(mine for mine, _ in group))
            patterns = {
                mine: tuple((bank, draws) for (own, bank), draws in group.items() if own == mine)
                for mine in hands
            }
            kinds = list(dict.fromkeys(patterns.values()))
            most = max(kinds, key=lambda kind: sum(pattern == kind for pattern in patterns.values()))
            told.append(f"on {count} {_against(most)}")
            for kind in kinds:
                if kind != most:
                    alike = [
                        "-".join(map(str, mine)) for mine, pattern in patterns.items() if pattern == kind
                    ]
                    told.append(f"on {count} with {' or '.join(alike)} {_against(kind)}")
        return "; ".join(told)


def _weighed(ways: Ints, nets: Ints) -> int:
    """Add nets up by their weights, in whole numbers of any size."""
    return sum(int(net) * int(ways[nets == net].sum()) for net in np.unique(nets))


def _against(pattern: Sequence[tuple[tuple[int, ...], bool]]) -> str:
    """Tell the choice against each card of the bank that lies open."""
    draws = [bank for bank, draw in pattern if draw]
    if len(draws) in (0, len(pattern)):
        return "draws" if draws else "stands"
    stands = [bank for bank, draw in pattern if not draw]
    few, verb, other = (
        (draws, "draws", "stands") if len(draws) <= len(stands) else (stands, "stands", "draws")
    )
    return (
        f"{verb} against {' or '.join('-'.join(map(str, bank)) for bank in few)} and {other} against the rest"
    )
