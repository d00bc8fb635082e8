"""Values from a file, read as the records that the house wants. What is wrong is said in one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from croupier.errors import BadInput, unknown

KINDS = {
    "object": "a table of keys",
    "array": "a list",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "null": "nothing",
}
"""How the kinds of values are called."""


def converted(value: Any, kind: Any, where: str, strict: bool = True) -> Any:
    """Return a value as a record. Refuse one that does not fit, with its place and what would be right."""
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        message, _, at = str(error).partition(" - at `")
        inside = at.rstrip("`").removeprefix("$").lstrip(".").replace("[...]", "")
        place = f"{where}.{inside}" if inside else where
        path = [step for step in re.sub(r"\[[0-9]+\]", "", inside).split(".") if step]
        stray = re.fullmatch(r"Object contains unknown field `(.*)`", message)
        if stray:
            keys = sorted({key for one in _at(kind, path) for key in _keys(one)})
            raise BadInput(f"{place}: {unknown('key', stray[1], keys)}") from None
        wrong = re.fullmatch(r"Expected `([^`]*)`, got `([^`]*)`", message)
        if wrong:
            wanted = " or ".join(KINDS.get(one, one) for one in wrong[1].split(" | ") if one != "null")
            raise BadInput(f"{place}: {wanted} is wanted here, not {KINDS.get(wrong[2], wrong[2])}") from None
        bounded = re.fullmatch(r"Expected `([^`]*)` >= ([0-9]+)", message)
        if bounded:
            kind_of = KINDS.get(bounded[1], bounded[1])
            raise BadInput(f"{place}: {kind_of} is wanted here, {bounded[2]} at least") from None
        lacks = re.fullmatch(r"Object missing required field `(.*)`", message)
        if lacks:
            raise BadInput(f"{place} does not say {lacks[1]}") from None
        raise BadInput(f"{place}: {message.replace('`', chr(39))}") from None
    except RecursionError:
        raise BadInput(f"{where}: nested too deeply") from None


def _structs(kind: Any) -> Iterator[type[msgspec.Struct]]:
    """Find the records that a type may be, inside lists, tables and unions too."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        return
    for part in get_args(kind):
        yield from _structs(part)


def _keys(kind: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def _at(kind: Any, path: list[str]) -> list[type[msgspec.Struct]]:
    """Return the records that may stand at a place inside another."""
    found = list(_structs(kind))
    for step in path:
        inner = [
            one
            for record in found
            for field in msgspec.structs.fields(record)
            if field.encode_name == step
            for one in _structs(field.type)
        ]
        # A step into a table of names is no key: the records are those already found.
        found = inner or found
    return found
