"""Arguments that several commands share, and what is read from them."""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier.errors import BadInput, short

if TYPE_CHECKING:
    from croupier.api import Game


def game_argument(parser: argparse.ArgumentParser) -> None:
    """Add GAME, with its options and readings."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help="an id like great-britain/roulette, or the path of an operator's own file (.toml)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="K=V",
        help="set an option of the game; may be given again (croupier rules GAME lists them)",
    )
    parser.add_argument(
        "--reading",
        action="append",
        default=[],
        metavar="K=V",
        help="choose a reading, where the text is unclear; may be given again",
    )


def json_argument(parser: argparse.ArgumentParser, gives: str) -> None:
    """Add --json, with what it gives."""
    parser.add_argument("--json", action="store_true", help=gives)


def pairs(given: Sequence[str], flag: str) -> dict[str, str]:
    """Read K=V, each name once."""
    found: dict[str, str] = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals or not key:
            if equals:
                raise BadInput(f"{flag} {short(text)} names nothing before the =; write it like NAME{text}")
            raise BadInput(f"{flag} {short(text)} is not NAME=VALUE; write it like {key or 'NAME'}=VALUE")
        if key in found:
            raise BadInput(f"{flag} gives {key} twice")
        found[key] = value
    return found


def asked_game(given: argparse.Namespace) -> Game:
    """Return the game that the arguments name."""
    from croupier.api import game

    return game(given.game, options=pairs(given.set, "--set"), readings=pairs(given.reading, "--reading"))


def before(given: Sequence[str]) -> dict[str, Any]:
    """Read what the table carried into the round.

    Whole numbers, true and false are as TOML writes them, anything else is text. Dots go into tables.
    """
    found: dict[str, Any] = {}
    for key, text in pairs(given, "--before").items():
        *path, last = key.split(".")
        place = found
        for part in path:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise BadInput(f"--before gives {part} both a value and parts")
        place[last] = _value(text)
    return found


def _value(text: str) -> Any:
    try:
        value = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    return (
        value["value"]
        if list(value) == ["value"] and isinstance(value["value"], (bool, int, str, list, dict))
        else text
    )


def read_file(path: str, most: int) -> bytes:
    """Read the bytes of a file, or of standard input for `-`.

    One byte more than the most is enough to refuse it.
    """
    try:
        if path == "-":
            stream = getattr(sys.stdin, "buffer", sys.stdin)
            raw = stream.read(most + 1)
            return raw if isinstance(raw, bytes) else raw.encode()
        with open(path, "rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{short(path)} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def chart_file(path: str | None) -> bytes | None:
    """Read the text of a strategy chart, if one is named."""
    if path is None:
        return None
    from croupier.api.answers import LARGEST_CHART

    return read_file(path, LARGEST_CHART)


def write_file(path: str, text: str) -> None:
    """Write a text file. Refuse in one line a place that cannot be written."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise BadInput(
            f"{short(path)} cannot be written: {getattr(error, 'strerror', None) or error}"
        ) from None
