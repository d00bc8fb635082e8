"""What wheels and dice have in common beyond their rounds: odds, kernel, draws, the strip of last throws."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.automaton.game import AnyDrawGame
from croupier.families.family import History, ToProve, ToSimulate

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: AnyDrawGame, asked: ToProve) -> list[WagerProof]:
    """Prove wagers."""
    from croupier.families.automaton.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before)


def kernel(game: AnyDrawGame, asked: ToSimulate) -> Simulation:
    """Simulate draws."""
    from croupier.families.automaton.kernel import simulate

    return simulate(
        game,
        asked.rounds,
        asked.seed,
        asked.wagers,
        engine=asked.engine,
        workers=asked.workers,
        progress=asked.progress,
    )


def felt(game: AnyDrawGame, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw a grid, as long as a family has no layout of its own."""
    from croupier.families.automaton.felt import grid

    return grid(game, upright)


def draws(game: AnyDrawGame) -> list[tuple[str, int]]:
    """List every result of a draw, with its weight."""
    return [(game.machines.device.show(draw), weight) for draw, weight in game.machines.device.draws()]


def params(game: AnyDrawGame, wager: str) -> list[str]:
    """List the places where a wager may lie."""
    return game.machines.params(wager)


def _throws(results: Sequence[str], every: Sequence[str]) -> str:
    from croupier.felt.histories import totals_strip

    return totals_strip([[int(face) for face in re.findall("[1-6]", text)] for text in results])


THROWS = History("throws", "Last throws", "roll", _throws)
"""The last throws of dice."""
