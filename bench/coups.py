"""Baccarat as it is measured: shoes dealt and a whole table proved, by us and by plain Python."""

from __future__ import annotations

import random
import time
from collections import Counter
from math import perm
from typing import Any

import croupier
from croupier.equipment.card import pack
from croupier.families.baccarat.kernel import procedure, simulate
from croupier.families.baccarat.odds import offered, prove_all
from croupier.families.baccarat.tableau import NONE, Coup, banker_rule, pair_of, player_rule
from croupier.families.baccarat.wagers import ON_PAIRS
from croupier.ranking.points import VALUES
from croupier.rulebook.load import game_ids, packaged

GAME = "queensland/baccarat"
WAGERS = ["player", "banker", "tie", "dragon-bonus-banker", "perfect-pairs-player"]
"""The wagers, on eight decks.

One card is burnt, fourteen lie behind the cutting card, and one round follows the one in which it comes out.
"""
GENERATOR = "Philox4x32-10, three places of the shoe by a word"


class CompiledBaccarat:
    """Our simulation, on one worker."""

    def __init__(self) -> None:
        self.game = croupier.game(GAME).playable

    def play(self, rounds: int, seed: int) -> float:
        """Return the seconds for this many rounds, with the proofs of the rows and the tallies."""
        started = time.perf_counter()
        found = simulate(self.game, rounds, seed=seed, wagers=WAGERS, workers=1)
        spent = time.perf_counter() - started
        assert found.rounds == rounds == found.wager("tie").decided
        return spent


class PlainBaccarat:
    """The same dealing loop as a person would write it in Python.

    Shuffle, burn, deal by the tableau's own functions until the cutting card is out, and count coups.
    """

    def __init__(self) -> None:
        self.game = croupier.game(GAME).playable
        self.how = procedure(self.game)
        self.cards = list(map(str, pack())) * self.how.decks
        self.draws = random.Random(1)
        self.coups: Counter[Coup] = Counter()

    def shoe(self) -> int:
        """Play one shoe. Return how many rounds it gave."""
        self.draws.shuffle(self.cards)
        cards, how, tableau = self.cards, self.how, self.game.thirds.tableau
        at, played, left = how.burn, 0, -1
        while left:
            first = at
            one, two, three, four = cards[at : at + 4]
            at += 4
            player, bank = (VALUES[one[0]] + VALUES[three[0]]) % 10, (VALUES[two[0]] + VALUES[four[0]]) % 10
            third = last = NONE
            if player_rule(tableau, player, bank) == "D":
                third = VALUES[cards[at][0]]
                at += 1
            if banker_rule(tableau, player, bank, third) == "D":
                last = VALUES[cards[at][0]]
                at += 1
            self.coups[Coup(player, bank, third, last, pair_of(one, three), pair_of(two, four))] += 1
            played += 1
            if left > 0:
                left -= 1
            elif at > how.cut:
                left = 0 if first >= how.cut and how.first_out else how.more
        return played

    def rate(self, seconds: float) -> float:
        """Return rounds a second."""
        played, started = 0, time.perf_counter()
        while (spent := time.perf_counter() - started) < seconds:
            played += self.shoe()
        return played / spent


class BaccaratProof:
    """The table with the most wagers, proved by the prover and by loops over every sequence of values."""

    def __init__(self) -> None:
        games = {
            name: croupier.game(name).playable
            for name in game_ids()
            if packaged(name).get("game") == "baccarat"
        }
        self.name = max(games, key=lambda name: len(offered(games[name])))
        self.game: Any = games[self.name]
        self.wagers = offered(self.game)

    def ours(self) -> float:
        """Return the seconds for all wagers, the second time."""
        prove_all(self.game)
        started = time.perf_counter()
        found = prove_all(self.game)
        spent = time.perf_counter() - started
        assert len(found) == len(self.wagers)
        return spent

    def plain(self) -> float:
        """Return the seconds for the same in plain Python.

        Six cards are dealt by value for the counts, and four cards by rank and suit for the pairs. Of these
        one first card in fifty-two is dealt, and the time is taken fifty-two times.
        """
        pairs = [name for name in self.wagers if self.game.ruleset.wager(name)[0].kind in ON_PAIRS]
        started = time.perf_counter()
        counts = self._counts([name for name in self.wagers if name not in pairs])
        spent = time.perf_counter() - started
        assert sum(counts.values()) == perm(52 * self.game.packs.decks, 6)
        started = time.perf_counter()
        self._pairs(pairs)
        return spent + 52 * (time.perf_counter() - started)

    def _counts(self, wagers: list[str]) -> Counter[Coup]:
        left = Counter(VALUES[str(card)[0]] for card in pack() * self.game.packs.decks)
        tableau = self.game.thirds.tableau
        found: Counter[Coup] = Counter()
        size = sum(left.values())

        def drawn(ways: int, dealt: list[int]) -> None:
            """Deal on from here, with `ways` orders behind it."""
            if len(dealt) < 4:
                for card in range(10):
                    if left[card]:
                        left[card] -= 1
                        drawn(ways * (left[card] + 1), [*dealt, card])
                        left[card] += 1
                return
            player, bank = (dealt[0] + dealt[2]) % 10, (dealt[1] + dealt[3]) % 10
            thirds = (
                [(card, left[card]) for card in range(10)]
                if player_rule(tableau, player, bank) == "D"
                else [(NONE, 1)]
            )
            for third, number in thirds:
                if third != NONE:
                    left[third] -= 1
                rest = size - 4 - (third != NONE)
                if banker_rule(tableau, player, bank, third) == "D":
                    for card in range(10):
                        found[Coup(player, bank, third, card)] += (
                            ways * number * left[card] * (1 if third != NONE else rest - 1)
                        )
                else:
                    found[Coup(player, bank, third)] += (
                        ways * number * (rest if third != NONE else rest * (rest - 1))
                    )
                if third != NONE:
                    left[third] += 1

        drawn(1, [])
        for name in wagers:
            rows: Counter[str] = Counter()
            for coup, ways in found.items():
                rows[self.game.prices.row_of(name, coup)] += ways
        return found

    def _pairs(self, wagers: list[str]) -> None:
        cards = list(map(str, pack()))
        left = Counter({card: self.game.packs.decks for card in cards})
        found: Counter[tuple[int, int]] = Counter()
        one = cards[0]
        left[one] -= 1
        for two in cards:
            ways = left[two]
            left[two] -= 1
            for three in cards:
                number = ways * left[three]
                left[three] -= 1
                kind = pair_of(one, three)
                for four in cards:
                    found[kind, pair_of(two, four)] += number * left[four]
                left[three] += 1
            left[two] += 1
        for name in wagers:
            for mine, theirs in found:
                self.game.prices.row_of(name, Coup(0, 0, player_pair=mine, banker_pair=theirs))
