"""What a proof means over an evening: the net after many wagers, the loss in an hour, the chance of ruin. For pictures and par sheets.

The chances of one wager are exact; those of many are worked out in floating point, and the largest possible error is said with them.
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
"""How many different nets a distribution may have."""
_EPSILON = 2.0**-52


@dataclass(frozen=True)
class NetAfter:
    """The distribution of the net after some wagers: `chances[i]` is the chance of `least + i * step` minor units."""

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

    def at_most(self, net: Amount) -> float:
        """The chance of a net no better than this."""
        if net < self.least:
            return 0.0
        return float(self.chances[: (net - self.least) // self.step + 1].sum())

    def quantile(self, share: float) -> Amount:
        """The least net that is reached or fallen short of with this chance."""
        import numpy as np

        at = int(np.searchsorted(np.cumsum(self.chances), share))
        return self.least + self.step * min(at, len(self.chances) - 1)


def net_after(proof: WagerProof, wagers: int) -> NetAfter:
    """The distribution of the net after so many wagers of the same stake, one after the other.

    The generating function is raised to a power at the roots of unity. Its values there are at most one in size, so a relative error e
    of each becomes at most wagers * e; e is bounded by the error of a Fourier transform of this length.
    """
    import numpy as np

    nets, chances = _lattice(proof)
    step = _step(nets)
    least = min(nets)
    size = (max(nets) - least) // step * wagers + 1
    if wagers < 1 or size > MOST_POINTS:
        raise BadInput(f"the net after {wagers} wagers has {size} values; at least one wager, and at most {MOST_POINTS} values, can be worked out")
    length = 1 << max(1, (size - 1).bit_length())
    once = np.zeros(length)
    for net, chance in zip(nets, chances, strict=True):
        once[(net - least) // step] += float(chance)
    many = np.fft.irfft(np.fft.rfft(once) ** wagers, length)[:size]
    error = (wagers + 2) * 4 * _EPSILON * max(1.0, log2(length))
    return NetAfter(wagers, least * wagers, step, np.clip(many, 0.0, 1.0), error)


def loss_per_hour(proof: WagerProof, draws_per_hour: int) -> Fraction:
    """The expected loss in an hour, in minor units, of a player who makes the wager again as soon as it is over."""
    return -proof.expected * draws_per_hour / proof.draws


def chance_of_ruin(proof: WagerProof, bankroll: Amount, wagers: int) -> float:
    """The chance that a bankroll no longer covers the next stake and its charge within so many wagers.

    Exact but for floating point: an error of at most `wagers` times the number of rows roundings of 2**-53.
    """
    import numpy as np

    nets, chances = _lattice(proof)
    outlay = proof.stake + proof.charge
    if bankroll < outlay:
        return 1.0
    worst = -min(nets)
    if worst <= 0 or wagers < 1:
        return 0.0
    step = _step([*nets, 0])
    # Heights are counted in steps above the least bankroll that still covers a wager; whoever is higher than all that can be lost is safe.
    top = worst // step * wagers
    if top > MOST_POINTS:
        raise BadInput(f"ruin within {wagers} wagers needs {top} different bankrolls; at most {MOST_POINTS} can be worked out")
    height = (bankroll - outlay) // step
    if height >= top:
        return 0.0
    held = np.zeros(top)
    held[height] = 1.0
    ruined = 0.0
    for _ in range(wagers):
        after = np.zeros(top)
        for net, chance in zip(nets, chances, strict=True):
            move, part = net // step, held * float(chance)
            if move >= 0:
                after[move:] += part[: max(0, top - move)]
            else:
                ruined += float(part[:-move].sum())
                after[:move] += part[-move:]
        held = after
    return min(1.0, ruined)


def _lattice(proof: WagerProof) -> tuple[list[Amount], list[Fraction]]:
    """The nets of one wager, charges included, and their chances."""
    found: dict[Amount, Fraction] = {}
    for row in proof.rows:
        net = row.net - proof.charge
        found[net] = found.get(net, Fraction(0)) + row.probability
    return list(found), list(found.values())


def _step(nets: list[Amount]) -> Amount:
    return gcd(*(net - nets[0] for net in nets)) or 1
