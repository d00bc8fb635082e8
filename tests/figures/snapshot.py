"""The exact edge of every wager of every game, as the prover finds it; `python -m tests.figures.snapshot` writes it to edges.toml.

Write it again only when a rule was changed on purpose, and read what changed: a changed fraction is a changed game.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from croupier.errors import BadInput
from croupier.games import build, ruleset
from croupier.prove.proof import WagerProof
from croupier.rulebook.load import game_ids
from tests.conformance.shapes import later, offered, prove_all

FILE = Path(__file__).with_name("edges.toml")
HEAD = "# The exact edge of every wager, for each unit of the first stake. Written by `python -m tests.figures.snapshot`; read what changed.\n"


def split(section: str) -> tuple[str, dict[str, str]]:
    """A game and its options: `house/roulette wheel=double-zero`."""
    game, *given = section.split(" ")
    return game, dict(text.split("=", 1) for text in given)


@cache
def table(section: str) -> Any:
    game, options = split(section)
    return build(ruleset(game, options))


def sections() -> dict[str, list[str]]:
    """Every game with all that it offers by default; then, for each wager that it does not, the first option that offers it."""
    found: dict[str, list[str]] = {}
    for game in game_ids():
        found[game] = offered(table(game))
        missing = [name for name in table(game).ruleset.names if name not in found[game] and name not in later(table(game))]
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
    return tuple(prove_all(table(section), sections()[section]))


def edges() -> dict[str, dict[str, str]]:
    """By game and wager, with the places and states of the table under which the edge is another."""
    found: dict[str, dict[str, str]] = {}
    for section in sections():
        found[section] = {}
        for proof in proofs(section):
            found[section][proof.wager] = str(proof.edge)
            found[section] |= {other if other.startswith(f"{proof.wager}:") else f"{proof.wager} ({other})": str(edge) for other, edge in proof.others}
    return found


def kept() -> dict[str, dict[str, str]]:
    """What edges.toml says."""
    found: dict[str, dict[str, str]] = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return found


def text() -> str:
    parts = [HEAD]
    for section, rows in edges().items():
        parts += [f'\n["{section}"]\n', *(f'"{wager}" = "{edge}"\n' for wager, edge in rows.items())]
    return "".join(parts)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
