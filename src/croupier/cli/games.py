"""`croupier games`: every game and what works for it."""

from __future__ import annotations

import argparse

from croupier.cli.arguments import json_argument

EXAMPLES = """  croupier games
  croupier games --json

what is shown under id is what other commands take as GAME"""
_WORKS = ("settle", "odds", "simulate", "ruling")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add --json; all games are listed."""
    json_argument(
        parser,
        "the list as JSON: id, title, family, instrument, and whether settle, odds, simulate and ruling work",
    )


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
    everywhere = [what for what in _WORKS if all(getattr(entry, what) for entry in found)]
    others = [what for what in _WORKS if what not in everywhere]
    if everywhere:
        show.say(out, f"For every game: {', '.join(everywhere)}.")
    for rulebook, instrument in {entry.id.split("/")[0]: entry.instrument for entry in found}.items():
        show.section(out, instrument)
        rows = [
            (
                entry.id,
                entry.title,
                entry.family,
                ", ".join(what for what in others if not getattr(entry, what)),
            )
            for entry in found
            if entry.id.startswith(f"{rulebook}/")
        ]
        show.table(out, ("id", "title", "family", "not yet"), rows, wrap=("title", "not yet"))
    return 0
