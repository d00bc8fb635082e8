"""What a proof says: exact counts by outcome row, and the figures that follow from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from croupier.equipment.money import Amount


@dataclass(frozen=True)
class OutcomeRow:
    """One way in which a wager ends: what it is called, what it pays, how many ways of how many lead to it, what it nets."""

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
    """What the player stakes later in the round on average, in minor units: a raise, a war; less what he takes back."""
    certificate: str = ""
    """The hash of the problem whose kept proof this is, where one is kept."""
    hands: Fraction = Fraction(1)
    """How many hands the wager comes to on average, where hands are split: the rows count hands, not rounds."""
    spread: Fraction | Callable[[], Fraction] | None = None
    """The variance of a round for a stake of one unit, where the rows alone do not give it because several of them may come in one round; or what finds it."""
    error: Fraction = Fraction(0)
    """The figures are no further from the exact ones than this, for a stake of one unit; nothing where they are exact."""
    counts: bool = True
    """Whether there is a way to count what is not exact."""

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
        """The expected loss for each unit laid out: the stake, what is charged with it, and what is staked later."""
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
