"""What a proof means over an evening: the net after many wagers, the hourly loss, the chance of ruin.

For pictures and par sheets. The chances of one wager are exact. Those of many are worked out in floating
point, with the largest possible error.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, log2
from typing import TYPE_CHECKING

from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.prove.proof import WagerProof

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_POINTS = 1 << 24
"""The most different nets a distribution may have."""
MOST_STEPS = 1 << 32
"""The most additions a chance of ruin may take."""
_EPSILON = 2.0**-52


@dataclass(frozen=True)
class NetAfter:
    """The distribution of the net after some wagers.

    `chances[i]` is the chance of `least + i * step` minor units.
    """

    wagers: int
    least: Amount
    step: Amount
    chances: NDArray[np.float64]
    error: float
    """No chance is further from the exact one than this."""

    @property
    def nets(self) -> NDArray[np.int64]:
        """The nets, in minor units."""
        import numpy as np

        return self.least + self.step * np.arange(len(self.chances), dtype=np.int64)


def net_after(proof: WagerProof, wagers: int) -> NetAfter:
    """Return the distribution of the net after several wagers of the same stake, one after the other.

    The generating function is raised to a power at the roots of unity. Its values there are at most one in
    size, so a relative error e of each becomes at most wagers * e; e is bounded by the error of a Fourier
    transform of this length.
    """
    import numpy as np

    nets, chances = _lattice(proof)
    step = _step(nets)
    least = min(nets)
    size = (max(nets) - least) // step * wagers + 1
    if wagers < 1 or size > MOST_POINTS:
        raise BadInput(
            f"the net after {wagers} wagers has {size} values; "
            f"at least one wager, and at most {MOST_POINTS} values, can be worked out"
        )
    length = 1 << max(1, (size - 1).bit_length())
    once = np.zeros(length)
    for net, chance in zip(nets, chances, strict=True):
        once[(net - least) // step] += float(chance)
    many = np.fft.irfft(np.fft.rfft(once) ** wagers, length)[:size]
    error = (wagers + 2) * 4 * _EPSILON * max(1.0, log2(length)) + wagers * _far(proof)
    return NetAfter(wagers, least * wagers, step, np.clip(many, 0.0, 1.0), error)


def loss_per_hour(proof: WagerProof, draws_per_hour: int) -> Fraction:
    """Return the expected loss in an hour, in minor units, of a player who always makes the wager again."""
    return -proof.expected * draws_per_hour / proof.draws


def chances_of_ruin(
    proof: WagerProof, largest: Amount, wagers: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return, for every bankroll up to the largest, the chance of ruin within this many wagers.

    A bankroll is ruined when it no longer covers the next stake and its charge, or when a round takes more
    than it holds, which may be where stakes are added later. Exact but for floating point: an error of at
    most `wagers` times the number of rows roundings of 2**-53.
    """
    import numpy as np

    nets, chances = _lattice(proof)
    outlay = proof.stake + proof.beside + proof.charge
    step = gcd(outlay, *nets)
    need, top = outlay // step, largest // step
    # Bankrolls are looked at only as far as they can still be lost; whoever is higher is safe.
    size = min(top, need + max(0, -min(nets)) // step * wagers) + 1 + max(0, max(nets)) // step * wagers
    if max(size, top) * max(1, wagers) * len(nets) > MOST_STEPS:
        raise BadInput(
            f"ruin of {proof.example} within {wagers} wagers takes too many steps to work out; "
            "ask for fewer wagers or a smaller bankroll"
        )
    lost = np.zeros(max(size, top + 1))
    lost[:need] = 1.0
    for _ in range(wagers):
        after = np.zeros(len(lost))
        for net, chance in zip(nets, chances, strict=True):
            move = net // step
            if move >= 0:
                after[: len(lost) - move] += float(chance) * lost[move:]
            else:
                after[-move:] += float(chance) * lost[:move]
                after[:-move] += float(chance)
        after[:need] = 1.0
        lost = after
    return np.arange(top + 1, dtype=np.int64) * step, np.clip(lost[: top + 1], 0.0, 1.0)


def _lattice(proof: WagerProof) -> tuple[list[Amount], list[Fraction]]:
    """Return the nets of one round, charges included, and their chances."""
    nets = proof.rounds.nets
    return [one.net - proof.charge for one in nets], [one.probability for one in nets]


def _far(proof: WagerProof) -> float:
    """Return how far the distribution of one round may be from the exact one, over all events."""
    near = max(proof.rounds.error if proof.counts_hands else 0, proof.error)
    return float(near * len(proof.rounds.nets) / 2)


def _step(nets: list[Amount]) -> Amount:
    return gcd(*(net - nets[0] for net in nets)) or 1
