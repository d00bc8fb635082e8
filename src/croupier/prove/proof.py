"""What a proof says: exact counts by outcome row, and the figures that follow from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from croupier.equipment.money import Amount


@dataclass(frozen=True)
class OutcomeRow:
    """One way in which a wager ends: its name, what it pays and nets, and how many ways lead to it."""

    row: str
    pays: str
    ways: int
    total: int
    net: Amount
    result: str

    @property
    def probability(self) -> Fraction:
        """Ways over total."""
        return Fraction(self.ways, self.total)


@dataclass(frozen=True)
class WagerProof:
    """The exact odds of one wager for one stake, from one state of the table."""

    wager: str
    example: str
    """The wager with its parameter, as it was proved: `straight:17`."""
    stake: Amount
    charge: Amount
    """What is charged on top of the stake when the wager is made."""
    rows: tuple[OutcomeRow, ...]
    start: dict[str, object]
    """What differs from a fresh table when the wager is made."""
    draws: Fraction
    """How many draws the wager lasts on average."""
    seconds: float = 0.0
    notes: tuple[str, ...] = ()
    others: tuple[tuple[str, Fraction], ...] = field(default=())
    """Other parameters or states of the table under which the edge differs, with that edge."""
    strategy: str = ""
    """The strategy that the figures hold for, where the player decides something."""
    later: Fraction = Fraction(0)
    """The mean stake added later in the round, in minor units: a raise, a war; less what is taken back."""
    certificate: str = ""
    """The hash of the problem whose kept proof this is, where one is kept."""
    kept: str = ""
    """What became of the kept proof: `same` or `differs`, where it was computed again; `wrong`, where what
    is kept is not right and was not used. A note says more."""
    hands: Fraction = Fraction(1)
    """The mean number of hands of the wager where hands are split. The rows count hands, not rounds."""
    spread: Fraction | Callable[[], Fraction] | None = None
    """The variance of a round for a stake of one unit, or a function that finds it.

    It is given where several rows may come in one round, so that the rows alone do not tell it.
    """
    error: Fraction = Fraction(0)
    """No figure is further from the exact one than this, for a stake of one unit; 0 if exact."""
    counts: bool = True
    """Whether figures that are not exact can be counted."""

    @property
    def expected(self) -> Fraction:
        """The expected net of the player, in minor units, charges included."""
        return sum((row.probability * row.net for row in self.rows), Fraction(0)) - self.charge

    @property
    def edge(self) -> Fraction:
        """The expected loss for each unit of the first stake, pushes counted."""
        return -self.expected / self.stake

    @property
    def edge_resolved(self) -> Fraction:
        """The expected loss for each unit staked on a wager that is won or lost."""
        resolved = sum(
            (row.probability for row in self.rows if row.result not in ("void", "push")), Fraction(0)
        )
        return self.edge / resolved if resolved else Fraction(0)

    @property
    def edge_outlay(self) -> Fraction:
        """The expected loss for each unit laid out: the stake, its charge, and what is staked later."""
        return -self.expected / (self.stake + self.charge + self.later)

    @property
    def variance(self) -> Fraction:
        """The variance of the net, for a stake of one unit."""
        if self.spread is not None:
            return self.spread() if callable(self.spread) else self.spread
        mean = self.expected
        square = sum((row.probability * (row.net - self.charge) ** 2 for row in self.rows), Fraction(0))
        return (square - mean**2) / self.stake**2

    @property
    def exact(self) -> bool:
        """Whether the figures are exact counts."""
        return not self.error

    @property
    def hit(self) -> Fraction:
        """How often the wager wins."""
        return sum((row.probability for row in self.rows if row.result == "win"), Fraction(0))
