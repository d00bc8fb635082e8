"""The meter of Rocket 7: side wagers feed it on their first throw, and it pays the jackpots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from croupier.equipment.dice import Throw
from croupier.equipment.money import Amount, Exact
from croupier.errors import BadInput
from croupier.families.automaton.game import Drawn
from croupier.families.automaton.settlement import Settlement, Verdict
from croupier.families.automaton.wagers import MachineWagers
from croupier.families.rocket.rules import RocketSetup, RocketWager
from croupier.families.rocket.side import KEPT, RUN_FOR_JACKPOT
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Claim, Standing
from croupier.table.parts.meters import HOUSE, Meters, PaidIn, account_of
from croupier.table.parts.part import Moment, Refunded, Returned
from croupier.table.parts.pricing import join
from croupier.table.play import Play

Rules = Ruleset[RocketWager, RocketSetup]

METER = "progressive"
ACCOUNT = account_of(METER)
UNTHROWN = "0"
"""The state of a side wager before its first throw."""


class Jackpot(Meters):
    """The meter that all side wagers share."""

    hears = (Drawn, Returned)

    def __init__(self, ruleset: Rules) -> None:
        self.ruleset = ruleset
        seeds = {METER: ruleset.options["seed"] or "0"}
        super().__init__(
            seeds, self.share_of, alone=True, at_close=False, always_carried=True, has_paid=_has_paid
        )

    def stray(self, name: str) -> BadInput:
        """Say that the table has no such meter."""
        return BadInput(f"before: meters has one meter, {METER}; write meters.{METER} = '10000'")

    def share_of(self, standing: Standing) -> PaidIn | None:
        """Return the part of a side wager that goes to the meter on its first throw."""
        if self.ruleset.wager(standing.wager)[0].kind != "side":
            return None
        exact = Fraction(self.ruleset.options["contribution"]) / 100 * standing.stake
        rounding = self.ruleset.money["contribution"]
        return PaidIn(METER, rounding.apply(exact), rounding.clause)

    def held(self, play: Play) -> Amount:
        """Return the meter before this throw is settled: shares of wagers that went back are gone from it."""
        return self.now(play, METER)

    def heard(self, play: Play, moment: Moment) -> None:
        """Take out the share of a wager that a ruling gives back. The house seeds an empty meter."""
        if isinstance(moment, Returned):
            super().heard(play, Refunded(moment.standing))
        elif any(line.paid_by == ACCOUNT and "jackpot" in line.why for line in play.lines):
            seed = self.ruleset.option_amount("seed") or 0
            if seed:
                play.transfer(HOUSE, ACCOUNT, seed)
                play.clauses.add(self.ruleset.setup.seed_clause)


def _has_paid(play: Play, standing: Standing) -> bool:
    """Whether a side wager has paid into the meter: once it has seen a throw."""
    return standing.state != UNTHROWN


class RocketSettlement(Settlement):
    """Settles a side wager from the house or from the meter, by the throws."""

    def __init__(self, wagers: MachineWagers, jackpot: Jackpot) -> None:
        super().__init__(wagers)
        self.rules: Rules = wagers.ruleset
        self.jackpot = jackpot

    def meter(self, play: Play) -> Amount:
        """Return the jackpot as the round begins."""
        return self.jackpot.held(play)

    def is_side(self, standing: Standing) -> bool:
        """Whether a wager is the side wager."""
        return self.rules.wager(standing.wager)[0].kind == "side"

    def contribution(self, standing: Standing) -> tuple[str, Exact] | None:
        """Return the share of a side wager that goes to the meter on its first throw."""
        share = self.jackpot.share_of(standing) if standing.state == UNTHROWN else None
        return (ACCOUNT, Fraction(share.amount)) if share else None

    def claim(
        self,
        play: Play,
        standing: Standing,
        verdict: Verdict,
        draw: Throw,
        charge: Amount,
        contribution: tuple[str, Exact] | None,
    ) -> Claim:
        """Share a jackpot among all side wagers; pay a bonus by the house or, as read, by the meter."""
        claim = super().claim(play, standing, verdict, draw, charge, contribution)
        row = verdict.row
        assert row is not None
        if not self.is_side(standing) or claim.result != "win":
            return claim
        pay = self.rules.prices(standing.wager)[row]
        spent = ", and the stake is spent" if claim.lost else ""
        reached = self._reached(standing, row, draw)
        sides = [
            other for other in play.wagers if other.wager == standing.wager and other.state == standing.state
        ]
        changes: dict[str, Any] = {
            "odds": str(pay),
            "why": f"{reached}: {standing.name} is paid {pay}{spent}",
        }
        if pay.kind == "share":
            by_head = self.rules.readings["jackpot-shares"] == "by-head"
            people = list(dict.fromkeys(other.whose for other in sides))
            # A player who has several side wagers has one share by head: it is paid on the first of them.
            first = next(other for other in sides if other.whose == standing.whose).key == standing.key
            mine, all_ = (
                (int(first), len(people))
                if by_head
                else (standing.stake, sum(other.stake for other in sides))
            )
            told = "equally" if by_head else "by their stakes"
            setup = self.rules.setup
            changes |= {
                # What does not come out even stays in the fund.
                "won": Fraction(self.jackpot.held(play) * mine // all_),
                "against": ACCOUNT,
                "clauses": join(
                    claim.clauses,
                    (setup.share_clause if row == str(RUN_FOR_JACKPOT) else "", setup.meter_clause),
                ),
                "why": f"{reached}: the jackpot, shared {told} by {len(people)}{spent}",
            }
        elif self.rules.readings["bonus-paid-by"] == "meter":
            if self.jackpot.held(play) >= sum(pay.winnings(other.stake) for other in sides):
                changes |= {"against": ACCOUNT}
            else:
                changes["why"] += "; the meter does not hold enough, and the house pays"
        if claim.lost and "against" in changes:
            # The meter pays the prize; the spent stake is the house's.
            changes |= {"contribution": (HOUSE, claim.lost)}
        return replace(claim, **changes)

    def _reached(self, standing: Standing, row: str, draw: Throw) -> str:
        """Say how far the side wager is: sevens in a row, or the sum of the free throws."""
        said = self.machines.device.say(draw)
        if standing.state.startswith("free-"):
            return f"{said}, free roll total {int(standing.state.split('-')[2]) + sum(draw)}"
        return f"{said}, {row} sevens in a row"

    def why_stands(self, standing: Standing, moved: Standing) -> str:
        """Say where a side wager has got to."""
        if not self.is_side(standing):
            return super().why_stands(standing, moved)
        if moved.state.startswith("free-"):
            _, left, score = moved.state.split("-")
            return f"free roll: {score} so far, {left} throws to come"
        return f"{standing.name} stands after {0 if moved.state == KEPT else moved.state} sevens in a row"
