"""What parts carry from round to round: read from `before`, handed to the next round, written to `after`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from threading import Lock
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from croupier.cache import Cache, copied, exact
from croupier.errors import unknown
from croupier.rulebook.reading import converted
from croupier.table.parts.part import Carried, Part
from croupier.table.play import OVER, Play

C = TypeVar("C", bound=Carried)
MOST_KNOWN = 512
"""The most values of `before` whose reading a game keeps."""


class Carrying:
    """The carried values of a game's parts, each with its own keys.

    Values are read once, and those that a finished round wrote are not read at all: the next round is handed
    what the parts gave. So parts may not write into what they are handed.
    """

    def __init__(self, parts: Sequence[Part[Any]]) -> None:
        self._keys: list[str] = []
        self._readers: list[tuple[Part[Any], frozenset[str]]] = []
        """Each part with its keys."""
        self._writers: list[tuple[Part[Any], Carried | None]] = []
        """Each part, with the values of one that never carries anything."""
        for part in parts:
            fields = [field.encode_name for field in msgspec.structs.fields(part.carried)]
            assert not {*fields} & {*self._keys}, f"two parts carry {fields}"
            self._keys += fields
            _make_ready(part.carried)
            self._readers.append((part, frozenset(fields)))
            self._writers.append((part, part.carried() if type(part).carry is Part.carry else None))
        self.known: Cache[bytes, tuple[Carried, ...]] = Cache(MOST_KNOWN)
        """What each part reads in `before`: by what was given, and by what a finished round carried on."""
        self._recalled: tuple[Mapping[str, Any], tuple[Carried, ...]] = ({}, ())
        """The last `before` that was known, and what each part reads in it."""

    def start(self, before: Mapping[str, Any]) -> Play:
        """Return a fresh round, which every part has begun."""
        for key in before:
            if key not in self._keys:
                raise unknown("key", str(key), self._keys, "before")
        play = Play(before=dict(before), phase="open")
        for (part, _), carried in zip(self._readers, self._read(before), strict=True):
            part.begin(play, carried)
        return play

    def recall(self, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return a copy of `before` if the very same was read or carried on already. None if it is new."""
        key = exact(before)
        carried = None if key is None else self.known.get(key)
        if key is None or carried is None:
            return None
        known: Mapping[str, Any] = copied(key)
        self._recalled = known, carried
        return known

    def _read(self, before: Mapping[str, Any]) -> tuple[Carried, ...]:
        """Read `before`, once for each that differs."""
        recalled, carried = self._recalled
        if before is recalled:
            return carried
        key = exact(before)
        found = None if key is None else self.known.get(key)
        if found is None:
            found = tuple(
                part.carried() if keys.isdisjoint(before) else read(before, part.carried)
                for part, keys in self._readers
            )
            if key is not None:
                self.known.keep(key, found)
        return found

    def normal(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return carried values as the table writes them."""
        found: dict[str, Any] = {}
        for part, _ in self._readers:
            found |= read(before, part.carried).written()
        return found

    def after(self, play: Play) -> dict[str, Any]:
        """Return the values carried into the next round."""
        carried = tuple([fresh or part.carry(play) for part, fresh in self._writers])
        found: dict[str, Any] = {}
        for (_, fresh), one in zip(self._writers, carried, strict=True):
            if one is not fresh:
                found |= one.written()
        if play.phase == OVER and not play.offers and not play.burns:
            # Nothing writes into a finished round any more.
            key = exact(found)
            if key is not None:
                self.known.keep(key, carried)
        return found


# Carried values in notation.

_ONE_AT_A_TIME = Lock()


def _make_ready(kind: type[Carried]) -> None:
    """Read nothing as a struct once. msgspec crashes if several threads read the first of a kind at once."""
    with _ONE_AT_A_TIME:
        msgspec.convert({}, kind)


def read(before: Mapping[str, Any], kind: type[C]) -> C:
    """Read the keys of one part."""
    types = _types(kind)
    given = {key: _texts(before[key], types[name]) for key, name in _names(kind).items() if key in before}
    found: C = converted(given, kind, "before", strict=False)
    return found


@cache
def _types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _names(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the fields of a struct by the key that each is written with."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(kind)}


def _texts(value: Any, kind: Any) -> Any:
    """Return seats and amounts as text. They may be written as numbers: bank = {seat = 3, cover = 50}."""
    if kind is str and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    origin, of = get_origin(kind), get_args(kind)
    if origin is tuple and isinstance(value, list | tuple):
        return [_texts(one, of[0]) for one in value]
    if origin is dict and isinstance(value, Mapping):
        return {key: _texts(one, of[1]) for key, one in value.items()}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, Mapping):
        names, types = _names(kind), _types(kind)
        return {key: _texts(one, types.get(names.get(key, ""))) for key, one in value.items()}
    return value
