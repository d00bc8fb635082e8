"""What a proof says: exact counts by outcome row, and the figures that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from croupier.equipment.money import Amount, show_amount


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
class NetOfRound:
    """What a round may net, all hands of the wager together, and how many ways lead to it."""

    net: Amount
    ways: int
    total: int

    @property
    def probability(self) -> Fraction:
        """Ways over total."""
        return Fraction(self.ways, self.total)


@dataclass(frozen=True)
class Rounds:
    """The distribution of the net of a round."""

    nets: tuple[NetOfRound, ...]
    """The largest first. Their chances come to one."""
    error: Fraction = Fraction(0)
    """No chance is further from the exact one than this; 0 if exact."""


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
    beside: Amount = 0
    """What must be staked besides from the outset: at switch, on the second hand."""
    kept: str = ""
    """What became of the kept proof: `same` or `differs`, where it was computed again; `wrong`, where what
    is kept is not right and was not used. A note says more."""
    hands: Fraction = Fraction(1)
    """The mean number of hands of the wager where hands are split. The rows count hands, not rounds."""
    by_round: Rounds | Callable[[], Rounds] | None = None
    """What a round nets, or a function that finds it.

    It is given where several rows may come in one round: then the rows count hands, and are no chances.
    """
    error: Fraction = Fraction(0)
    """No figure is further from the exact one than this, for a stake of one unit; 0 if exact."""
    counts: bool = True
    """Whether figures that are not exact can be counted."""

    @property
    def rounds(self) -> Rounds:
        """What a round nets, the charge apart: the rows, unless they count hands."""
        if self.by_round is not None:
            return self.by_round() if callable(self.by_round) else self.by_round
        found: dict[Amount, Fraction] = {}
        for row in self.rows:
            found[row.net] = found.get(row.net, Fraction(0)) + row.probability
        return rounds_of(found)

    @property
    def counts_hands(self) -> bool:
        """Whether the rows count hands, of which a round may have several."""
        return self.by_round is not None

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
        if self.counts_hands:
            resolved = sum((one.probability for one in self.rounds.nets if one.net), Fraction(0))
        else:
            resolved = sum(
                (row.probability for row in self.rows if row.result not in ("void", "push")), Fraction(0)
            )
        return self.edge / resolved if resolved else Fraction(0)

    @property
    def edge_outlay(self) -> Fraction:
        """The expected loss for each unit laid out: all stakes, the charge, and what is staked later."""
        return -self.expected / (self.stake + self.beside + self.charge + self.later)

    @property
    def returned(self) -> Fraction:
        """What comes back, on average, of each unit staked at the outset."""
        return 1 + self.expected / (self.stake + self.beside)

    @property
    def variance(self) -> Fraction:
        """The variance of the net of a round, for a stake of one unit."""
        mean = self.expected
        square = sum(
            (one.probability * (one.net - self.charge) ** 2 for one in self.rounds.nets), Fraction(0)
        )
        return (square - mean**2) / self.stake**2

    @property
    def exact(self) -> bool:
        """Whether the figures are exact counts."""
        return not self.error

    @property
    def hit(self) -> Fraction:
        """How often a round wins: by its row, or more than it loses where it has several hands."""
        if self.counts_hands:
            return sum((one.probability for one in self.rounds.nets if one.net > 0), Fraction(0))
        return sum((row.probability for row in self.rows if row.result == "win"), Fraction(0))


def rounds_of(chances: Mapping[Amount, Fraction], error: Fraction = Fraction(0)) -> Rounds:
    """Return the distribution of the net of a round, in whole numbers."""
    chances = {net: chance for net, chance in chances.items() if chance}
    total = lcm(*(chance.denominator for chance in chances.values()))
    return Rounds(
        tuple(NetOfRound(net, int(chances[net] * total), total) for net in sorted(chances, reverse=True)),
        error,
    )


DEPENDS = "so the edge depends on"
"""What every note has that tells of an edge which is another for another stake."""


def by_stake(proof: WagerProof) -> tuple[str, ...]:
    """Return what must be said wherever the edge is: that it is another for another stake."""
    return tuple(f"{proof.example}: {note}" for note in proof.notes if DEPENDS in note)


def fixed_prizes(prizes: Iterable[str], stake: Amount) -> str:
    """Say that an edge depends on the stake, because some prizes do not."""
    told = " or ".join(dict.fromkeys(prizes))
    return (
        f"{told} is paid whatever the stake, {DEPENDS} it: this is for a stake of "
        f"{show_amount(stake)}, and the picture stake shows it for others"
    )
