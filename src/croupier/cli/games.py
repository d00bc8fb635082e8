"""`croupier games`: every game and what works for it."""

from __future__ import annotations

import argparse

from croupier.cli.arguments import json_argument

EXAMPLES = """  croupier games
  croupier games --json"""
_WORKS = ("settle", "odds", "simulate", "ruling")


def arguments(parser: argparse.ArgumentParser) -> None:
    """No game: all of them."""
    json_argument(parser)


def run(given: argparse.Namespace) -> int:
    """List the games."""
    import msgspec

    from croupier.api import FORMAT, games
    from croupier.cli import show

    found = games()
    if given.json:
        show.as_json({"format": FORMAT, "games": [msgspec.to_builtins(entry) for entry in found]})
        return 0
    out = show.console()
    instruments = {entry.id.split("/")[0]: entry.instrument for entry in found}
    for rulebook, instrument in instruments.items():
        show.section(out, instrument)
        rows = [(entry.id, entry.title, entry.family, ", ".join(what for what in _WORKS if getattr(entry, what)) or "nothing yet") for entry in found if entry.id.startswith(f"{rulebook}/")]
        show.table(out, ("id", "title", "family", "what works"), rows, wrap=("title", "what works"))
    return 0
