"""What follows from proofs and simulations: results over many rounds, ruin, how well counts fit a proof."""

from __future__ import annotations

from croupier.prove.outlook import chances_of_ruin, loss_per_hour, net_after
from croupier.prove.proof import by_stake
from croupier.simulate.compare import chances_of, compare, keys_of
from croupier.simulate.engines import cores

__all__ = [
    "by_stake",
    "chances_of",
    "chances_of_ruin",
    "compare",
    "cores",
    "keys_of",
    "loss_per_hour",
    "net_after",
]
