"""Caches: answers that are worked out once for a key, and never more than a stated number of them.

A value may be kept if it follows from its key and from what the owner of the cache was made of: a part of a
table from its rules, a rulebook from its options. The cache lives as long as its owner.

>>> squares: Cache[int, int] = Cache(most=2)
>>> [squares.keep(number, number * number) for number in (1, 2, 3)], squares
([1, 4, 9], {3: 9})
"""

from __future__ import annotations

import marshal
from collections.abc import Hashable
from typing import Any, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
USUAL = 4_096
"""The most answers of one kind, unless a cache says otherwise. Texts from outside are among the keys."""
WITHOUT_REFERENCES = 2
"""The version of the writing in which equal values have equal bytes, whoever else holds them."""


class Cache(dict[K, V]):
    """Answers by key. A full cache is emptied, and fills again with what is asked now.

    Keys that compare equal are one key, as `1` and `True` are: an owner whose keys come from outside makes
    text or `exact` bytes of them first.
    """

    __slots__ = ("__weakref__", "most")

    def __init__(self, most: int = USUAL) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: K, value: V) -> V:
        """Keep a value, and return it."""
        if len(self) >= self.most:
            self.clear()
        self[key] = value
        return value


def exact(value: Any) -> bytes | None:
    """Return bytes that no other value has: `1`, `True` and `1.0` differ. None if it is no plain value.

    >>> exact({"point": 1}) == exact({"point": 1}), exact({"point": 1}) == exact({"point": True})
    (True, False)
    """
    try:
        return marshal.dumps(value, WITHOUT_REFERENCES)
    except ValueError:
        return None


def copied(written: bytes) -> Any:
    """Return the value that `exact` wrote, made anew."""
    return marshal.loads(written)
