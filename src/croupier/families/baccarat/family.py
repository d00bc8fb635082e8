"""The family of baccarat: punto banco, and baccarat with a player who banks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.families.baccarat.coups import roads, told, winner
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.rules import BaccaratSetup, BaccaratWager
from croupier.families.baccarat.tableau import BANKER, PLAYER
from croupier.families.cards.facts import of_maximum, packed, seating
from croupier.families.family import Display, Family, ToBank, ToProve, ToSimulate, Winning
from croupier.rulebook.ruleset import Ruleset

if TYPE_CHECKING:
    from croupier.felt.canvas import Felt
    from croupier.prove.covers import BankValue
    from croupier.prove.proof import WagerProof
    from croupier.simulate.result import Simulation


def odds(game: Baccarat, asked: ToProve) -> list[WagerProof]:
    """Prove wagers."""
    from croupier.families.baccarat.odds import prove_all

    return prove_all(game, asked.wagers, asked.stake, asked.before)


def kernel(game: Baccarat, asked: ToSimulate) -> Simulation:
    """Simulate coups."""
    from croupier.families.baccarat.kernel import simulate

    return simulate(
        game,
        asked.rounds,
        asked.seed,
        asked.wagers,
        engine=asked.engine,
        workers=asked.workers,
        progress=asked.progress,
        fresh=asked.fresh,
    )


def bank(game: Baccarat, asked: ToBank) -> list[BankValue]:
    """Return the value of covers to the player-dealer."""
    from croupier.families.baccarat.bank import bank_values

    return bank_values(game, asked.covers, asked.stakes, asked.bank)


def called(game: Baccarat) -> dict[str, str]:
    """Name the wagers on the two hands and on the tie."""
    rules: Ruleset[BaccaratWager, BaccaratSetup] = game.ruleset
    found: dict[str, str] = {
        row.hand if row.kind == "hand" else row.kind: wager
        # The plain tie comes before those of one count.
        for wager, row in reversed([*rules.wagers.items()])
        if row.kind in ("hand", "tie")
    }
    return found if {PLAYER, BANKER} <= {*found} else {}


def felt(game: Baccarat, seats: Sequence[str] | None, upright: bool) -> Felt:
    """Draw the layout."""
    from croupier.families.baccarat.felt import drawn

    return drawn(game, upright)


FAMILY = Family(
    name="baccarat",
    wager=BaccaratWager,
    setup=BaccaratSetup,
    play=Baccarat,
    felt=felt,
    odds=odds,
    kernel=kernel,
    banked=lambda game: game.bank.player_banked,
    bank=bank,
    seating=seating,
    of_maximum=of_maximum,
    cards=packed,
    winning=Winning(winner, called),
    display=Display(sign="♠♥", counts=told, histories=roads()),
)
