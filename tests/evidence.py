"""What is known of every game by proof and by simulation: `evidence.toml` beside this file, a row a game.

A row holds the hash of the exact odds of every wager and the hash of the integer tallies of a few fixed
blocks of rounds. Comments, names and refactoring change neither; a changed payment changes them at once. A
row is *stale* when the code gives another hash now: `make test` is red until `make evidence` writes it anew.
`long` says what the last long simulation was, and for which two hashes it was made; when those are not the
row's, it is *owed*, and `.ci/run` and `make deep` pay it.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.api import Game, game
from croupier.rulebook.load import game_ids
from tests import once

if TYPE_CHECKING:
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation

FILE = Path(__file__).with_name("evidence.toml")
ROUNDS, SEED = 1 << 18, 5
"""Four blocks of the card kernels, one of the others."""
HEAD = (
    "# What is known of every game by proof and by simulation. "
    "Written by `make evidence` and by long simulations.\n"
    "# proof: the exact rows of every wager. tallies: integer counts of 2^18 rounds from seed 5. "
    "long: the last long\n"
    "# simulation, its least p (times the number of wagers), "
    "and the proof and tallies that it was made for.\n"
)


class Long(msgspec.Struct, frozen=True):
    """A long simulation that agreed with its proof."""

    rounds: int
    p: float
    version: str
    proof: str
    tallies: str


class Row(msgspec.Struct, frozen=True):
    """What is known of one game."""

    proof: str
    tallies: str
    long: Long | None = None

    @property
    def owes_long_run(self) -> bool:
        """Whether no long simulation was made for the game as it is."""
        return self.long is None or (self.long.proof, self.long.tallies) != (self.proof, self.tallies)


def _hash(value: object) -> str:
    return hashlib.sha256(json.dumps(value, separators=(",", ":")).encode()).hexdigest()[:16]


def proof_hash(proofs: Sequence[WagerProof]) -> str:
    """Hash the odds of a game. Where they are not exact, the problem that was solved stands for its rows."""
    return _hash([_proved(proof) for proof in proofs])


def _proved(proof: WagerProof) -> list[object]:
    rows: object = [(row.row, row.result, row.ways, row.total, row.net) for row in proof.rows]
    if not proof.exact:
        assert proof.certificate, (
            f"{proof.example} is neither exact nor certified: python -m tests.twentyone.certify"
        )
        rows = proof.certificate
    return [
        proof.example,
        proof.stake,
        proof.charge,
        rows,
        [(other, str(edge)) for other, edge in proof.others],
    ]


def tallies_hash(found: Simulation) -> str:
    """Hash the counts of a simulation and what they net."""
    return _hash(
        [
            (
                tally.example,
                tally.stake,
                tally.charge,
                tally.standing,
                [(row.row, row.result, row.net, row.count) for row in tally.rows],
            )
            for tally in found.wagers
        ]
    )


def tallies_now(asked: Game) -> str:
    """Simulate the fixed blocks of a game, by the shoe procedure of its rulebook."""
    return tallies_hash(asked.simulate(ROUNDS, seed=SEED))


@cache
def kept() -> dict[str, Row]:
    """Read the file."""
    text = FILE.read_text(encoding="utf-8") if FILE.is_file() else ""
    return msgspec.convert(tomllib.loads(text), dict[str, Row])


def owed() -> list[str]:
    """List the games that have had no long simulation as they are."""
    return [name for name in game_ids() if name not in kept() or kept()[name].owes_long_run]


def write(rows: dict[str, Row]) -> None:
    """Write rows into the file; rows of games that are no more go."""
    kept.cache_clear()
    found = {**kept(), **rows}
    text = HEAD + "".join(_text(name, found[name]) for name in game_ids() if name in found)
    FILE.write_text(text, encoding="utf-8")
    kept.cache_clear()


def _text(name: str, row: Row) -> str:
    lines = [f'\n["{name}"]', f'proof   = "{row.proof}"', f'tallies = "{row.tallies}"']
    if (one := row.long) is not None:
        made_for = f'proof = "{one.proof}", tallies = "{one.tallies}"'
        lines.append(
            f'long    = {{rounds = {one.rounds:_}, p = {one.p:.3g}, version = "{one.version}", {made_for}}}'
        )
    return "\n".join(lines) + "\n"


def note_long_run(asked: Game, rounds: int, p: float) -> None:
    """Note for the end of this test run that a long simulation passed;
    for a stale row it counts for nothing.
    """
    shared, row = once.folder(), kept().get(asked.name)
    if (
        shared is not None
        and row is not None
        and (row.proof, row.tallies) == (proof_hash(asked.odds()), tallies_now(asked))
    ):
        made = msgspec.structs.replace(row, long=Long(rounds, p, version("croupier"), row.proof, row.tallies))
        noted = shared / f"long-{asked.name.replace('/', '--')}.json"
        noted.write_bytes(msgspec.json.encode({asked.name: made}))


def noted_long_runs(shared: Path) -> dict[str, Row]:
    """Read what was noted in a folder."""
    found: dict[str, Row] = {}
    for path in shared.glob("long-*.json"):
        found |= msgspec.json.decode(path.read_bytes(), type=dict[str, Row])
    return found


def row_now(name: str) -> Row:
    """Prove and simulate a game as it is now."""
    asked = game(name)
    before = kept().get(name)
    return Row(proof_hash(asked.odds()), tallies_now(asked), before.long if before else None)


def main(names: Iterable[str]) -> None:
    """Write the rows of these games, or of all, as they are now; print what changed."""
    asked = list(names) or list(game_ids())
    with ProcessPoolExecutor(2) as pool:
        for name, row in zip(asked, pool.map(row_now, asked), strict=True):
            before = kept().get(name)
            changed = [
                part
                for part in ("proof", "tallies")
                if before is None or getattr(before, part) != getattr(row, part)
            ]
            print(f"{name}: {', '.join(changed) + ' written anew' if changed else 'as it was'}", flush=True)
            if changed:
                write({name: row})
    print(f"{len(owed())} of {len(game_ids())} games owe a long simulation: .ci/run and make deep make them")


if __name__ == "__main__":
    main(sys.argv[1:])
