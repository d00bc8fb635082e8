"""What a simulation says: integer counts by outcome row, and the estimates that follow from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Protocol

from croupier.equipment.money import Amount
from croupier.errors import unknown


@dataclass(frozen=True)
class TallyRow:
    """One way in which a wager ended: what it nets without charges, and how often it came."""

    row: str
    result: str
    net: Amount
    count: int


@dataclass(frozen=True)
class WagerTally:
    """One wager, made again and again with the same stake."""

    wager: str
    example: str
    stake: Amount
    charge: Amount
    rows: tuple[TallyRow, ...]
    standing: int
    """Wagers not yet decided when their block of draws was over. They are in no row."""

    @property
    def decided(self) -> int:
        """Wagers that ended."""
        return sum(row.count for row in self.rows)

    @property
    def made(self) -> int:
        """Wagers that were made."""
        return self.decided + self.standing

    @property
    def net(self) -> Amount:
        """What the player won or lost on the wagers decided, charges included."""
        return sum(row.count * (row.net - self.charge) for row in self.rows)

    @property
    def edge(self) -> Fraction:
        """The loss for each unit staked on the wagers decided: an estimate of the edge."""
        return Fraction(-self.net, self.stake * self.decided) if self.decided else Fraction(0)

    @property
    def standard_error(self) -> float:
        """How far the estimate is likely to be off."""
        n = self.decided
        if n < 2:
            return float("inf")
        square = sum(row.count * (row.net - self.charge) ** 2 for row in self.rows)
        variance = (Fraction(square, n) - Fraction(self.net, n) ** 2) / self.stake**2
        return sqrt(variance / n)


class ProvedRow(Protocol):
    """An outcome row of a proof."""

    @property
    def row(self) -> str:
        """Its name."""

    @property
    def result(self) -> str:
        """How it settles."""

    @property
    def net(self) -> Amount:
        """What it nets."""


class ProvedWager(Protocol):
    """What a simulation takes from a proof: the wager, its stake and its rows."""

    @property
    def wager(self) -> str:
        """The wager."""

    @property
    def example(self) -> str:
        """The wager with its parameter."""

    @property
    def stake(self) -> Amount:
        """The stake that it was proved for."""

    @property
    def charge(self) -> Amount:
        """What is charged on top."""

    @property
    def rows(self) -> Sequence[ProvedRow]:
        """Its outcome rows."""


def tallied(proof: ProvedWager, counts: Mapping[str, int], rounds: int) -> WagerTally:
    """Return the counts of a wager by the rows of its proof. Every round must have ended by one of them."""
    rows = tuple(TallyRow(row.row, row.result, row.net, counts.get(row.row, 0)) for row in proof.rows)
    assert sum(row.count for row in rows) == rounds, (
        f"{proof.example}: a round ended by a row that the proof does not know"
    )
    return WagerTally(proof.wager, proof.example, proof.stake, proof.charge, rows, 0)


@dataclass(frozen=True)
class Simulation:
    """Draws from one seed, and what became of each wager."""

    rounds: int
    seed: int
    block: int
    """Draws after which the table is a fresh one again."""
    engine: str
    seconds: float
    wagers: tuple[WagerTally, ...]

    def wager(self, example: str) -> WagerTally:
        """Return the tally of a wager, by its name or its name with parameter."""
        for tally in self.wagers:
            if example in (tally.example, tally.wager):
                return tally
        raise unknown("wager", example, [tally.example for tally in self.wagers], "this simulation")
