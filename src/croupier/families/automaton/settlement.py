"""What falls due on wagers when a draw has come."""

from __future__ import annotations

import msgspec

from croupier.cache import Cache
from croupier.equipment.money import Amount, Exact, Rounding
from croupier.families.automaton.machine import Draw, TableState
from croupier.families.automaton.wagers import MachineWagers
from croupier.table.claims import EVEN, Claim, Standing
from croupier.table.parts.pricing import Outcome, join
from croupier.table.play import Play

COLLECTED = ("lose", "half")
"""Losing wagers are collected before winning ones are paid. Standing ones are told last."""
MOST_DRAWS = 256
"""The most states of the table with a draw whose verdicts a game keeps."""
MOST_VERDICTS = 200
"""The most verdicts of each."""
VerdictKey = tuple[str, str, str, str, bool]
"""A wager, its parameter, its state and its call, and whether a part of it goes to a meter."""


class Verdict(msgspec.Struct, frozen=True):
    """What a draw makes of a wager in its state, whatever its stake."""

    state: str | None
    """The next state; None if the wager is over."""
    param: str
    row: str | None
    """The row that settles it, if one does."""
    again: str | None
    """The state in which it is laid down again, if a winning wager stays."""
    outcome: Outcome
    rounding: Rounding
    loss_rounding: Rounding
    clauses: tuple[str, ...]
    uneven: tuple[str, ...]
    """The clauses where the winnings have to be rounded."""
    why: str
    supplement: bool = False
    """Whether it stands on another wager, which may decide how its winnings are rounded."""


STANDS = Outcome("stands", (), ())
"""The outcome of a wager that is not decided."""
AS_IT_IS = Rounding()


class Settlement:
    """How a draw settles the wagers on the table."""

    def __init__(self, wagers: MachineWagers) -> None:
        self.ruleset = wagers.ruleset
        self.machines = wagers.machines
        self.prices = wagers.prices
        self.stakes = wagers.stakes
        self.standing = wagers.standing
        self.memory = wagers.memory
        setup = self.machines.setup
        self._contributes = type(self).contribution is not Settlement.contribution
        """Whether a part of some stakes goes to a meter."""
        self._clauses = {clause for clause in (setup.bank_clause, setup.betting.order_clause) if clause}
        self._verdicts: Cache[tuple[TableState, Draw], Cache[VerdictKey, Verdict]] = Cache(MOST_DRAWS)
        """Verdicts by the state of the table and the draw, and by what a wager is but its stake."""

    def meter(self, play: Play) -> Amount:
        """Return the jackpot as the round begins: nothing, where the table has none."""
        return 0

    def decide(self, play: Play, draw: Draw) -> None:
        """Let the draw decide: losing wagers are collected, winning ones paid, the others stand."""
        table = self.memory.now(play)
        taken: list[Claim] = []
        paid: list[Claim] = []
        told: list[Claim] = []
        standing_on: list[Standing] = []
        again: list[Standing] = []
        known, charged = self._known(table, draw), self.standing.charged_wagers(play)
        contribution = self.contribution if self._contributes else None
        for standing in play.wagers:
            paid_in, charge = contribution(standing) if contribution else None, standing.charged
            if standing.wager in charged:
                charge = self.standing.charge_due(play, standing)
            key = (standing.wager, standing.param, standing.state, standing.call, paid_in is not None)
            verdict = known.get(key)
            if verdict is None:
                verdict = known.keep(key, self._judge(table, draw, standing, paid_in is not None))
            state = verdict.state
            if verdict.row is not None:
                claim = self.claim(play, standing, verdict, draw, charge, paid_in)
                (taken if claim.result in COLLECTED else paid).append(claim)
                if verdict.again is not None and claim.result == "win":
                    again.append(msgspec.structs.replace(standing, state=verdict.again, charged=0))
            elif state is not None:
                told.append(self._stands(standing, verdict, charge, paid_in))
            if state is not None:
                same = state == standing.state and verdict.param == standing.param
                standing_on.append(
                    standing if same else msgspec.structs.replace(standing, state=state, param=verdict.param)
                )
        play.settle([*taken, *paid, *told], taken=False)
        play.clauses |= self._clauses
        play.wagers = standing_on + again
        self.memory.set(play, self.machines.advance(table, draw))

    def _known(self, table: TableState, draw: Draw) -> Cache[VerdictKey, Verdict]:
        """Return the verdicts of a draw in a state of the table, as far as they have been found."""
        found = self._verdicts.get((table, draw))
        return self._verdicts.keep((table, draw), Cache(MOST_VERDICTS)) if found is None else found

    def _judge(self, table: TableState, draw: Draw, standing: Standing, contributes: bool) -> Verdict:
        """Find what a draw makes of a wager."""
        name, param = standing.wager, standing.param
        machine = self.machines.machine(name, param)
        step = machine.step(standing.state, table, draw, standing.call)
        paid_in = ("contribution",) if contributes else ()
        if step.state is not None:
            known = machine.known_as(step.state)
            param = param if known is None else known
        if step.row is None:
            moved = msgspec.structs.replace(standing, state=step.state or "", param=param)
            parts = dict.fromkeys(moved.state.split("-"))
            cited = self.prices.cites(name, "stands", *(f"stands-{part}" for part in parts), *paid_in)
            clauses = (*self.prices.unpaid_clauses(name), *cited)
            why = self.why_stands(standing, moved)
            return Verdict(step.state, param, None, None, STANDS, AS_IT_IS, AS_IT_IS, clauses, clauses, why)
        outcome = self.prices.outcome(name, step.row, standing.param)
        happened: tuple[str, ...] = (step.row,) if step.row == outcome.result else (step.row, outcome.result)
        if standing.state:
            happened += (f"{outcome.result}-{standing.state}",)
        happened += (*self.machines.also_happened(draw, outcome.result), *paid_in)
        cited = (*self.prices.cites(name, *happened), self.machines.setup.settles)
        stays = step.state is None and self.machines.stays(name)
        rounding = self.prices.rounding(name, row=step.row)
        return Verdict(
            step.state,
            param,
            step.row,
            machine.first(table) if stays else None,
            outcome,
            rounding,
            self.prices.loss_rounding(name),
            join(outcome.clauses, cited),
            join(join(outcome.clauses, (rounding.clause,)), cited),
            self._why(standing, draw, outcome),
            bool(self.ruleset.wager(name)[0].needs),
        )

    def claim(
        self,
        play: Play,
        standing: Standing,
        verdict: Verdict,
        draw: Draw,
        charge: Amount,
        contribution: tuple[str, Exact] | None,
    ) -> Claim:
        """Return the claim of a wager that a draw settles."""
        row = verdict.row
        assert row is not None
        stake, outcome = standing.stake, verdict.outcome
        rounding, uneven = verdict.rounding, verdict.uneven
        parent = self.stakes.supported_by(play, standing) if verdict.supplement else None
        if parent is not None:
            measure = self.stakes.measure(self.ruleset.wager(standing.wager)[0], parent)
            other = self.prices.rounding(standing.wager, stake, measure, row)
            if other != rounding:
                rounding = other
                uneven = self._uneven(verdict, rounding)
        won, lost = outcome.wins.on(stake), outcome.loses.on(stake)
        even = not rounding.clause or rounding.is_even(won)
        result, why = outcome.result, verdict.why
        if result == "push" and outcome.parts:
            result = outcome.result_on(rounding.apply(won) - verdict.loss_rounding.apply(lost))
            if result == "push":
                won = lost = 0
            else:
                why = self._why(standing, draw, msgspec.structs.replace(outcome, result=result))
        return Claim(
            standing,
            result,
            won,
            lost,
            verdict.clauses if even else uneven,
            why,
            outcome.odds,
            rounding,
            verdict.loss_rounding,
            "",
            charge,
            0,
            EVEN,
            contribution,
            verdict.state is None,
            row,
        )

    def _stands(
        self, standing: Standing, verdict: Verdict, charge: Amount, contribution: tuple[str, Exact] | None
    ) -> Claim:
        """Return the claim of a wager that stands on."""
        return Claim(
            standing,
            "stands",
            0,
            0,
            verdict.clauses,
            verdict.why,
            charge=charge,
            contribution=contribution,
            final=False,
        )

    def _uneven(self, verdict: Verdict, rounding: Rounding) -> tuple[str, ...]:
        """Return the clauses of uneven winnings that are rounded by another rule."""
        outcome = verdict.outcome
        cited = [clause for clause in verdict.clauses if clause not in outcome.clauses]
        return join(join(outcome.clauses, (rounding.clause,)), tuple(cited))

    def contribution(self, standing: Standing) -> tuple[str, Exact] | None:
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
