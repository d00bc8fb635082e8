"""The exact edge of every wager of every game, as the prover finds it;
`python -m tests.figures.snapshot` writes it to edges.toml.

Write it again only when a rule was changed on purpose, and read what changed:
a changed fraction is a changed game.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from croupier.api import Game
from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.prove.proof import WagerProof
from tests.conformance.shapes import later, offered
from tests.tiers import chosen_games

FILE = Path(__file__).with_name("edges.toml")
HEAD = (
    "# The exact edge of every wager, for each unit of the first stake. Written by `python -m "
    "tests.figures.snapshot`; read what changed.\n"
)


def split(section: str) -> tuple[str, dict[str, str]]:
    """A game and its options: `house/roulette wheel=double-zero`."""
    game, *given = section.split(" ")
    return game, dict(text.split("=", 1) for text in given)


@cache
def table(section: str) -> Any:
    game, options = split(section)
    return build(ruleset(game, options))


@cache
def sections() -> dict[str, list[str]]:
    """Every game with all that it offers by default;
    then, for each wager that it does not, the first option that offers it.
    """
    found: dict[str, list[str]] = {}
    for game in chosen_games():
        found[game] = offered(table(game))
        missing = [
            name
            for name in table(game).ruleset.names
            if name not in found[game] and name not in later(table(game))
        ]
        for option, row in table(game).ruleset.option_rows.items():
            for choice in row.choices or ([] if row.amount or row.between else ["yes", "no"]):
                section = f"{game} {option}={choice}"
                if not missing or str(choice) == table(game).ruleset.options[option]:
                    continue
                try:
                    more = [name for name in offered(table(section)) if name in missing]
                except BadInput:
                    continue
                if more:
                    found[section] = more
                    missing = [name for name in missing if name not in more]
        assert not missing, f"{game}: no option by itself offers {missing}"
    return found


@cache
def proofs(section: str) -> tuple[WagerProof, ...]:
    """Prove everything that a game offers."""
    game, _ = split(section)
    return tuple(Game(table(section).ruleset, game).odds())


def edges(section: str) -> dict[str, str]:
    """By wager, with the places and states of the table under which the edge is another."""
    found: dict[str, str] = {}
    for proof in proofs(section):
        if proof.wager in sections()[section]:
            found[proof.wager] = str(proof.edge)
            found |= {
                other if other.startswith(f"{proof.wager}:") else f"{proof.wager} ({other})": str(edge)
                for other, edge in proof.others
            }
    return found


@cache
def kept() -> dict[str, dict[str, str]]:
    """What edges.toml says."""
    found: dict[str, dict[str, str]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return found


def text() -> str:
    parts = [HEAD]
    for section in sections():
        parts += [
            f'\n["{section}"]\n',
            *(f'"{wager}" = "{edge}"\n' for wager, edge in edges(section).items()),
        ]
    return "".join(parts)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
