"""One recorded playthrough a game: what was done, what it came to. `python -m tests.playthroughs.record` writes them anew.

When a playthrough changes, rounds that are in somebody's store would settle, ask or refuse differently: read the difference,
and if it is meant, raise the family's `behaviour` and record again.
"""

from __future__ import annotations

from pathlib import Path

from croupier.games import build, ruleset
from croupier.rulebook.load import game_ids
from tests.conformance.players import play

FOLDER = Path(__file__).parent
ROUNDS = 12


def path_of(game: str) -> Path:
    return FOLDER / f"{game.replace('/', '--')}.txt"


def playthrough(game: str) -> str:
    """Some rounds of two seats, one of them shared, in words that a person can review."""
    tape = play(game, {}, {}, seats=2, rounds=ROUNDS, seed=2026)
    said = [f"game {game}", f"behaviour {build(ruleset(game)).behaviour}"]
    for number, (_, stored, table) in enumerate(tape.rounds, 1):
        said.append(f"\nround {number}")
        said += [f"  {entry['event']}" for entry in stored]
        for line in table.lines:
            row = line.value()
            charge = f" charge {row['charge']}" if row["charge"] != "0" else ""
            said.append(f"    {row['seat']}{row['bettor']} {row['wager']} {row['stake']}: {row['result']} {row['net']}{charge} [{', '.join(line.clauses)}]")
        said.append(f"  after {table.after}")
    said.append(f"\nrefused {tape.refused}\n")
    return "\n".join(said)


if __name__ == "__main__":
    for one in game_ids():
        path_of(one).write_text(playthrough(one), encoding="utf-8")
