"""Compare a simulation with a proof: chi-square where 25 hits are expected, a Poisson bound below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from croupier.equipment.money import Amount
from croupier.randomness.tails import chi_square_tail, poisson_tail
from croupier.simulate.result import Simulation, WagerTally

ENOUGH = 25
"""Hits that a row must expect to be part of the chi-square."""
Key = tuple[str, Fraction | None]
"""A row: its name, and what it nets for a stake of one unit where the proof has several of that name."""


class ComparedRow(Protocol):
    """A row of a proof, as far as it is compared."""

    @property
    def row(self) -> str:
        """Its name."""

    @property
    def net(self) -> Amount:
        """What it nets."""

    @property
    def probability(self) -> Fraction:
        """Its exact chance."""


class ComparedProof(Protocol):
    """A proof, as far as it is compared."""

    @property
    def example(self) -> str:
        """The wager with its parameter."""

    @property
    def stake(self) -> Amount:
        """The stake that it was proved for."""

    @property
    def rows(self) -> Sequence[ComparedRow]:
        """Its outcome rows."""


@dataclass(frozen=True)
class Comparison:
    """How well counts fit exact chances."""

    statistic: float
    degrees: int
    p_common: float
    """The chance of a statistic at least this large, if the proof is right."""
    p_rare: float
    """The smallest chance of a count as far out, over all rare rows."""
    p: float
    """The chance that any of these is as small (Bonferroni); 0 if a row is unknown to the proof."""


def compare(proof: ComparedProof, simulation: Simulation | WagerTally) -> Comparison:
    """Compare the counts of a wager with its proof, row by row."""
    tally = simulation.wager(proof.example) if isinstance(simulation, Simulation) else simulation
    chances = chances_of(proof)
    counts: Counter[Key] = Counter()
    for row, key in zip(tally.rows, keys_of(proof, tally), strict=True):
        counts[key] += row.count
    if any(count and not chances.get(key) for key, count in counts.items()):
        return Comparison(float("inf"), 0, 0.0, 0.0, 0.0)
    n = tally.decided
    common = [key for key, chance in chances.items() if n * chance >= ENOUGH]
    rare = [key for key in chances if key not in common]
    seen = sum(counts[key] for key in common)
    share = sum((chances[key] for key in common), Fraction(0))
    statistic = sum(
        (counts[key] - expected) ** 2 / expected
        for key in common
        if (expected := float(seen * chances[key] / share))
    )
    degrees = max(0, len(common) - 1)
    p_common = chi_square_tail(statistic, degrees)
    tails = [poisson_tail(counts[key], float(n * chances[key])) for key in rare]
    p_rare = min([1.0, *tails])
    return Comparison(
        statistic, degrees, p_common, p_rare, min(1.0, (len(tails) + 1) * min(p_common, *tails, 1.0))
    )


def keys_of(proof: ComparedProof, tally: ComparedProof | WagerTally) -> list[Key]:
    """Return the rows of a tally, or of the proof itself, as the proof tells them apart.

    The stakes of both may differ.
    """
    number = Counter(row.row for row in proof.rows)
    return [(row.row, Fraction(row.net, tally.stake) if number[row.row] > 1 else None) for row in tally.rows]


def chances_of(proof: ComparedProof) -> dict[Key, Fraction]:
    """Return the chance of every row that the proof tells apart."""
    found: dict[Key, Fraction] = {}
    for row, key in zip(proof.rows, keys_of(proof, proof), strict=True):
        found[key] = found.get(key, Fraction(0)) + row.probability
    return found
