"""What falls due on wagers when a draw has come."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.families.automaton.machine import Draw
from croupier.families.automaton.wagers import MachineWagers
from croupier.rulebook.ruleset import clauses_of
from croupier.table.claims import Claim, Standing
from croupier.table.parts.pricing import Outcome, join
from croupier.table.play import Play

ORDER = {"lose": 0, "half": 0, "stands": 2}
"""Losing wagers are collected before winning ones are paid. Standing ones are told last."""


class Settlement:
    """How a draw settles the wagers on the table."""

    def __init__(self, wagers: MachineWagers) -> None:
        self.ruleset = wagers.ruleset
        self.machines = wagers.machines
        self.prices = wagers.prices
        self.stakes = wagers.stakes
        self.standing = wagers.standing
        self.memory = wagers.memory

    def decide(self, play: Play, draw: Draw) -> None:
        """Let the draw decide: losing wagers are collected, winning ones paid, the others stand."""
        table, setup = self.memory.now(play), self.machines.setup
        due: list[Claim] = []
        standing_on: list[Standing] = []
        again: list[Standing] = []
        for standing in play.wagers:
            machine = self.machines.machine(standing.wager, standing.param)
            step = machine.step(standing.state, table, draw, standing.call)
            if step.row is not None:
                claim = self.claim(play, standing, step.row, draw, step.state is None)
                due.append(claim)
                if claim.final and claim.result == "win" and self.machines.stays(standing.wager):
                    again.append(msgspec.structs.replace(standing, state=machine.first(table), charged=0))
            if step.state is not None:
                known = machine.known_as(step.state)
                param = standing.param if known is None else known
                moved = msgspec.structs.replace(standing, state=step.state, param=param)
                standing_on.append(moved)
                if step.row is None:
                    due.append(self._stands(play, standing, moved))
        due.sort(key=lambda claim: ORDER.get(claim.result, 1))
        play.settle(due)
        clauses = (setup.bank_clause, setup.betting.order_clause)
        play.clauses.update(clause for clause in clauses if clause)
        play.wagers = standing_on + again
        self.memory.set(play, self.machines.advance(table, draw))

    def claim(self, play: Play, standing: Standing, row: str, draw: Draw, over: bool) -> Claim:
        """Return the claim of a wager that a draw settles by a row."""
        name, stake = standing.wager, standing.stake
        outcome = self.prices.outcome(name, row, standing.param)
        wager = self.ruleset.wager(name)[0]
        parent = self.stakes.parent_of(play, standing.seat, standing.bettor, wager, standing.param)
        rounding = self.prices.rounding(name, stake, parent.stake if parent else None, row)
        won = outcome.won(stake)
        clauses = outcome.clauses
        if rounding.clause and not rounding.is_even(won):
            clauses = join(clauses, (rounding.clause,))
        contribution = self.contribution(standing)
        happened: tuple[str, ...] = (row,) if row == outcome.result else (row, outcome.result)
        happened += self.machines.also_happened(draw, outcome.result)
        happened += ("contribution",) if contribution else ()
        return Claim(
            standing=standing,
            result=outcome.result,
            won=won,
            lost=outcome.lost(stake),
            clauses=join(clauses, (*self.prices.cites(name, *happened), self.machines.setup.settles)),
            why=self._why(standing, draw, outcome),
            odds=outcome.odds,
            rounding=rounding,
            loss_rounding=self.prices.loss_rounding(name),
            charge=self.standing.charge_due(play, standing),
            contribution=contribution,
            final=over,
            row=row,
        )

    def _stands(self, play: Play, standing: Standing, moved: Standing) -> Claim:
        """Say that a wager is not decided yet."""
        contribution = self.contribution(standing)
        parts = dict.fromkeys(moved.state.split("-"))
        happened = ("stands", *(f"stands-{part}" for part in parts))
        happened += ("contribution",) if contribution else ()
        cited = self.prices.cites(standing.wager, *happened)
        return Claim(
            standing,
            "stands",
            Fraction(0),
            Fraction(0),
            (*clauses_of(self.ruleset.wager(standing.wager)[0]), *cited),
            self.why_stands(standing, moved),
            charge=self.standing.charge_due(play, standing),
            contribution=contribution,
            final=False,
        )

    def contribution(self, standing: Standing) -> tuple[str, Fraction] | None:
        """Return the part of the stake that goes to a meter in this round."""
        return None

    def _why(self, standing: Standing, draw: Draw, outcome: Outcome) -> str:
        """Give the reason of a settlement line, in one sentence."""
        told = outcome.told
        if outcome.result == "win" and not outcome.odds:
            told = "wins, each part is paid as a wager of its own"
        return f"{self.machines.device.say(draw)}: {standing.name} {told}"

    def why_stands(self, standing: Standing, moved: Standing) -> str:
        """Say why a wager is not decided yet."""
        if moved.name == standing.name:
            return f"not decided: {standing.name} stands"
        return f"{standing.name} moves to {moved.param} and stands"
