"""Sealed shoes: committed to before the first bet on them, opened when they are finished.

The commitment is the hash of the salt and of all cards in their order. Whoever has kept it can check at the
end that nothing was changed: `matches`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from croupier.randomness.source import Entropy, shuffled

SALT = 32
"""Bytes of the salt: more than anybody can guess, so that the commitment says nothing of the order."""


def commitment(salt: str, order: Sequence[str]) -> str:
    """Return the hash that is shown."""
    return hashlib.sha256(f"{salt} {' '.join(order)}".encode()).hexdigest()


def sealed(entropy: Entropy, cards: Iterable[str]) -> tuple[str, tuple[str, ...]]:
    """Return a salt, and the cards in the order in which they will come."""
    order = tuple(shuffled(entropy, sorted(cards)))
    return entropy.bytes(SALT).hex(), order


def matches(shown: str, salt: str, order: Sequence[str]) -> bool:
    """Whether a shoe that was opened is the one that was committed to."""
    return shown == commitment(salt, order)
