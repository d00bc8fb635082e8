"""A way to play, the best or not: an act for every hand against every upcard, and where it ends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.families.twentyone.solver.leaves import Leaves, leaves
from croupier.families.twentyone.solver.problem import (
    AT_ORIGINAL,
    AT_SPLIT,
    AT_SPLIT_ACES,
    DRAW,
    SPLITS,
    Problem,
)
from croupier.families.twentyone.solver.splitting import Paths
from croupier.families.twentyone.solver.states import ACE, VALUES, hand_of, hands


def two_cards() -> Iterator[tuple[int, int]]:
    """Yield every two values, the lower first."""
    return ((low, high) for high in range(VALUES) for low in range(high + 1))


@dataclass(frozen=True, eq=False)
class Plan:
    """An act for every hand."""

    act: NDArray[np.int64]
    """[stage, hand, upcard]: the act; stages are original, split, split aces.

    For a pair in a split stage it is the act when it cannot be split again.
    """
    rescued: NDArray[np.bool_]
    """[way, hand, upcard]: whether a doubled hand is given up.

    Way 1 is of hands whose aces are frozen and that drew no ace.
    """
    varied_act: dict[tuple[int, int], NDArray[np.int64]]
    """[variant, upcard]: the act, for two cards of which there are variants."""

    def against(self, problem: Problem, upcard: int) -> PlanAgainst:
        """Return the plan for one upcard."""
        return PlanAgainst(
            problem,
            upcard,
            self.act[:, :, upcard],
            self.rescued[:, :, upcard],
            {pair: those[:, upcard] for pair, those in self.varied_act.items()},
        )

    @property
    def hash(self) -> str:
        """Return the hash that a certificate keeps."""
        digest = hashlib.sha256(self.act.astype(np.int8).tobytes() + self.rescued.astype(np.int8).tobytes())
        for pair in sorted(self.varied_act):
            digest.update(bytes(pair) + self.varied_act[pair].astype(np.int8).tobytes())
        return digest.hexdigest()


@dataclass
class PlanAgainst:
    """A plan for one upcard, possibly unfinished."""

    problem: Problem
    upcard: int
    act: NDArray[np.int64]
    """[stage, hand]."""
    rescued: NDArray[np.bool_]
    """[way, hand]."""
    varied_act: dict[tuple[int, int], NDArray[np.int64]]
    """[variant]."""

    def possible(self, hand: int) -> bool:
        """Say whether the shoe holds a hand beside the upcard."""
        held = hands().held[hand]
        return all(
            held[value] + (value == self.upcard) <= there for value, there in enumerate(self.problem.shoe)
        )

    def split_share(self, value: int) -> Fraction:
        """Return the share of a pair that is split: all, nothing, or some of its variants."""
        if not self.possible(hand_of((value, value))):
            return Fraction(0)
        if (value, value) in self.varied_act:
            return sum(
                (
                    one.weight
                    for one, act in zip(
                        self.problem.variants[value, value], self.varied_act[value, value], strict=True
                    )
                    if act == SPLITS
                ),
                Fraction(0),
            )
        return Fraction(int(self.act[AT_ORIGINAL, hand_of((value, value))] == SPLITS))

    def split_paths(self, value: int, visited: NDArray[np.bool_] | None = None) -> Paths:
        """Return where the hands of a split end."""
        stage = AT_SPLIT_ACES if value == ACE else AT_SPLIT
        odd = {hand_of((value, second)): 1 for second in range(VALUES) if second != value}
        return Paths(
            self._leaves(stage, odd, visited), self._leaves(stage, {hand_of((value, value)): 1}, visited)
        )

    def _leaves(self, stage: int, start: Mapping[int, int], visited: NDArray[np.bool_] | None) -> Leaves:
        return leaves(self.problem, self.act[stage], self.rescued, stage, start, visited)

    def original_leaves(self, visited: NDArray[np.bool_] | None = None) -> list[tuple[Fraction, Leaves]]:
        """Return where hands that are not split end, each with its share: 1 except for variants."""
        start: dict[int, int] = {}
        act, found = self.act[AT_ORIGINAL].copy(), []
        for low, high in two_cards():
            hand, orders = hand_of((low, high)), 1 if low == high else 2
            if not self.possible(hand):
                continue
            if (low, high) not in self.varied_act:
                if act[hand] != SPLITS:
                    start[hand] = orders
                continue
            usual = act[hand]
            for one, chosen in zip(self.problem.variants[low, high], self.varied_act[low, high], strict=True):
                act[hand] = chosen
                if chosen != SPLITS:
                    ends = leaves(self.problem, act, self.rescued, AT_ORIGINAL, {hand: orders}, visited)
                    found.append(
                        (one.weight, self._reclassed(ends, hand, one.classes) if chosen == DRAW else ends)
                    )
            act[hand] = usual
        return [(Fraction(1), self._leaves(AT_ORIGINAL, start, visited)), *found]

    def _reclassed(self, ends: Leaves, hand: int, classes: Mapping[int, str]) -> Leaves:
        """Return the leaves of a variant that draws: the classes of some three-card hands are replaced."""
        kind = ends.kind.copy()
        for card, name in classes.items():
            after = hands().next[hand, card]
            kind[(ends.hand == after) & (kind == self.problem.kinds[0, 0, after])] = (
                self.problem.classes.index(name)
            )
        return ends._replace(kind=kind)
