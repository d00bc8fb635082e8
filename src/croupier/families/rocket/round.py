"""Rocket 7 as it is played: one throw a round, runs of sevens, free rolls, and the jackpot that both share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.families.automaton.dice import DiceGame
from croupier.families.automaton.machine import LOSE, PUSH, Draw, Machine, OneDraw, Step
from croupier.families.common.pricing import Outcome
from croupier.families.craps.machines import SEVEN
from croupier.families.craps.round import Craps
from croupier.families.rocket.rules import RocketSetup
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal

METER = "progressive"
ACCOUNT = f"meter {METER}"
FREE_THROWS = 3
RUN_FOR_JACKPOT = 6
OPENS_FREE_ROLL = ((1, 1), (6, 6))
KEPT = "kept"
"""The state of a side wager that a throw neither won nor lost, because only the other feature was offered."""


class RocketState(msgspec.Struct, frozen=True, rename="kebab"):
    """How many sevens the shooter has thrown in a row, and how many free throws are to come."""

    sevens: int = 0
    free: int = 0


class SideWager(Machine):
    """Paid at each seven from the second on; a double one or double six opens three free throws whose sum is paid."""

    def __init__(
        self,
        features: dict[str, bool],
        bands: dict[int, str],
        clause: str,
        hold: str,
        readings: Mapping[str, str],
    ) -> None:
        self.sevens, self.free_roll = features.get("sevens", False), features.get("free-roll", False)
        self.bands, self.clause, self.hold = bands, clause, hold
        self.spent = readings["side-stake"] == "spent"
        self.joins_any_time = readings["side-joins"] == "any-throw"
        self.single_seven_loses = readings["single-seven"] == "loses"
        self.stays_at_once = readings["side-removal"] == "stays"
        self.stands_for_the_other = readings["other-feature"] == "stands"
        runs = {str(n) for n in range(2, RUN_FOR_JACKPOT)} | {str(RUN_FOR_JACKPOT)} if self.sevens else set()
        self._every = frozenset({str(n) for n in range(2, RUN_FOR_JACKPOT + 1)} | set(bands.values()))
        self.rows = frozenset(runs | (set(bands.values()) if self.free_roll else set()))

    @property
    def all_rows(self) -> frozenset[str]:
        """Both features' rows, offered or not."""
        return self._every

    def opens(self, table: Any) -> Refusal | None:
        """Before the shooter's first throw."""
        if table.free:
            return Refusal("a free roll is being thrown and no further wagers are taken", self.hold)
        if table.sevens and not self.joins_any_time:
            return Refusal("it is made before the shooter's first throw", self.clause)
        return None

    def holds(self, state: str, table: Any) -> bool:
        """As many sevens as the table counts, or as many free throws to come."""
        if table.free:
            scores = range(2 * (FREE_THROWS - table.free), 12 * (FREE_THROWS - table.free) + 1)
            return state in {f"free-{table.free}-{score}" for score in scores}
        if state == KEPT:
            return self.stands_for_the_other
        return (
            state in map(str, range(table.sevens + 1)) if self.joins_any_time else state == str(table.sevens)
        )

    def locked(self, state: str) -> bool:
        """From its first throw on; or, as it may be read, as soon as it is made."""
        return self.stays_at_once or state != "0"

    def first(self, table: Any) -> str:
        """No seven yet."""
        return "0"

    def step(self, state: str, table: Any, draw: Draw, call: str = "") -> Step:
        """A free throw, another seven, a double that opens the free roll, or the end."""
        total = sum(draw)
        if state.startswith("free-"):
            _, left, so_far = state.split("-")
            score = int(so_far) + total
            return Step(f"free-{int(left) - 1}-{score}") if int(left) > 1 else Step(None, self.bands[score])
        run = 0 if state == KEPT else int(state)
        if total == SEVEN and self.sevens:
            run += 1
            if run == RUN_FOR_JACKPOT:
                return Step(None, str(run))
            return Step(str(run), str(run) if run >= 2 else None)
        if draw in OPENS_FREE_ROLL and self.free_roll:
            return Step(f"free-{FREE_THROWS}-0")
        if not run and (total == SEVEN or draw in OPENS_FREE_ROLL) and self.stands_for_the_other:
            return Step(KEPT)
        if run == 1:
            return Step(None, LOSE if self.single_seven_loses else PUSH)
        return Step(None, LOSE if self.spent or not run else PUSH)


class Rocket(Craps):
    """Rocket 7: a round is one throw."""

    TableState = RocketState
    carried = (*DiceGame.carried, "meters")
    setup: RocketSetup

    def advance(self, table: Any, draw: Any) -> Any:
        """Sevens in a row, or a free roll that goes on."""
        if table.free:
            return RocketState(0, table.free - 1)
        if draw in OPENS_FREE_ROLL and self.ruleset.options["free-roll"] == "yes":
            return RocketState(0, FREE_THROWS)
        return RocketState(
            table.sevens + 1 if sum(draw) == SEVEN and table.sevens + 1 < RUN_FOR_JACKPOT else 0
        )

    def check_table(self, table: Any) -> None:
        """A carried run is shorter than the jackpot's."""
        if (
            not 0 <= table.sevens < RUN_FOR_JACKPOT
            or not 0 <= table.free <= FREE_THROWS
            or (table.sevens and table.free)
        ):
            raise BadInput(
                f"before: sevens is 0 to {RUN_FOR_JACKPOT - 1} and free is 0 to {FREE_THROWS}, and only one of them is set"
            )

    # Machines.

    def build(self, name: str, row: Any, number: str, param: str) -> Machine:
        """Wagers on one throw rest while a free roll is thrown."""
        if row.kind == "side":
            offered = {
                feature: self.ruleset.options[option] == "yes" for feature, option in row.features.items()
            }
            bands = {
                score: band
                for band, spans in row.bands.items()
                for low, high in spans
                for score in range(low, high + 1)
            }
            return SideWager(
                offered, bands, self.setup.join_clause, self.setup.hold_clause, self.ruleset.readings
            )
        held = Refusal("a free roll is being thrown and the standard game is on hold", self.setup.hold_clause)
        if row.kind == "die":
            face = int(number)
            shown = {0: LOSE, 1: "one", 2: "two"}
            return OneDraw(
                lambda draw: shown[draw.count(face)],
                frozenset({"one", "two"}),
                lambda table: held if table.free else None,
            )
        machine = self._one_throw(row, number, param)
        assert isinstance(machine, OneDraw)
        return OneDraw(machine.row_of, machine.rows, lambda table: held if table.free else None)

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """A payment of the side wager; what becomes of its stake is a reading."""
        wager, _ = self.ruleset.wager(name)
        plain = super().outcome(name, row, param)
        if wager.kind != "side" or row in (LOSE, PUSH) or row in ("2", "3", "4", "5"):
            return plain
        lost = ((Fraction(1), None),) if self.ruleset.readings["side-stake"] == "spent" else ()
        return Outcome("win", (*plain.parts, *lost), plain.clauses)

    # The meter.

    def begin(self, play: Play) -> None:
        """The meter as it was carried."""
        super().begin(play)
        meters = play.before.get("meters", {})
        if not isinstance(meters, dict) or set(meters) - {METER}:
            raise BadInput(f"before: meters has one meter, {METER}; write meters.{METER} = '10000'")
        play.state["meter"] = show_amount(
            parse_amount(str(meters.get(METER, self.ruleset.options["seed"] or "0")))
        )

    def carry(self, play: Play) -> dict[str, Any]:
        """The meter with what it gained and paid."""
        amount = parse_amount(play.state["meter"]) + play.net().get(ACCOUNT, 0)
        return {**super().carry(play), "meters": {METER: show_amount(amount)}}

    def contribution(self, play: Play, standing: Standing) -> tuple[str, Fraction] | None:
        """A share of every side wager goes to the meter on its first throw."""
        if self.ruleset.wager(standing.wager)[0].kind != "side" or standing.state != "0":
            return None
        exact = Fraction(self.ruleset.options["contribution"]) / 100 * standing.stake
        return ACCOUNT, Fraction(self.ruleset.money["contribution"].apply(exact))

    def is_jackpot(self, name: str, row: str) -> bool:
        """Whether a row pays the meter."""
        prices = self.ruleset.prices(name)
        return row in prices and prices[row].kind == "share"

    def meter_now(self, play: Play) -> Amount:
        """What the meter holds before this throw is settled."""
        return parse_amount(play.state["meter"])

    def claims(self, play: Play, standing: Standing, row: str, draw: Draw, over: bool) -> list[Claim]:
        """A jackpot is shared equally by all who have a side wager; a bonus is paid by the house or, as read, by the meter."""
        (claim,) = super().claims(play, standing, row, draw, over)
        if self.ruleset.wager(standing.wager)[0].kind != "side" or claim.result != "win":
            return [claim]
        pay = self.ruleset.prices(standing.wager)[row]
        spent = ", and the stake is spent" if claim.lost else ""
        reached = self._reached(standing, row, draw)
        sides = [
            other for other in play.wagers if other.wager == standing.wager and other.state == standing.state
        ]
        changes: dict[str, Any] = {
            "odds": str(pay),
            "why": f"{reached}: {standing.name} is paid {pay}{spent}",
        }
        if self.is_jackpot(standing.wager, row):
            clauses = tuple(dict.fromkeys((*claim.clauses, self.setup.share_clause, self.setup.meter_clause)))
            by_head = self.ruleset.readings["jackpot-shares"] == "by-head"
            mine, all_ = (1, len(sides)) if by_head else (standing.stake, sum(other.stake for other in sides))
            # What does not come out even stays in the fund.
            share = Fraction(self.meter_now(play) * mine // all_)
            told = "equally" if by_head else "by their stakes"
            changes |= {
                "won": share,
                "against": ACCOUNT,
                "clauses": clauses,
                "why": f"{reached}: the jackpot, shared {told} by {len(sides)}{spent}",
            }
        elif self.ruleset.readings["bonus-paid-by"] == "meter":
            if self.meter_now(play) >= sum(pay.winnings(other.stake) for other in sides):
                changes |= {"against": ACCOUNT}
            else:
                changes["why"] += "; the meter does not hold enough, and the house pays"
        if claim.lost and "against" in changes:
            # The meter pays the prize; the spent stake is the house's.
            changes |= {"contribution": ("house", claim.lost)}
        return [replace(claim, **changes)]

    def _reached(self, standing: Standing, row: str, draw: Draw) -> str:
        """What the throw brought the side wager to: so many sevens, or the sum of the free throws."""
        if standing.state.startswith("free-"):
            return f"{self.say_draw(draw)}, free roll total {int(standing.state.split('-')[2]) + sum(draw)}"
        return f"{self.say_draw(draw)}, {row} sevens in a row"

    def why_stands(self, standing: Standing, moved: Standing) -> str:
        """Where a side wager has got to."""
        if self.ruleset.wager(standing.wager)[0].kind != "side":
            return super().why_stands(standing, moved)
        if moved.state.startswith("free-"):
            _, left, score = moved.state.split("-")
            return f"free roll: {score} so far, {left} throws to come"
        return f"{standing.name} stands after {0 if moved.state == KEPT else moved.state} sevens in a row"

    def makes_shooter(self, standing: Standing) -> bool:
        """A side wager alone makes nobody the shooter."""
        return bool(self.ruleset.wager(standing.wager)[0].kind != "side")

    def judge_draw(self, play: Play, event: Event) -> Refusal | None:
        """A shooter who keeps the dice, or throws a free roll, need not have bet again."""
        table = self.table_state(play)
        return None if table.sevens or table.free else super().judge_draw(play, event)

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """A side wager that goes back after its first throw takes its contribution out of the meter again."""
        super().returned(play, standing, clause)
        if self.ruleset.wager(standing.wager)[0].kind == "side" and standing.state != "0":
            paid = self.contribution(play, msgspec.structs.replace(standing, state="0"))
            if paid:
                play.transfer(ACCOUNT, "house", int(paid[1]))

    def read_standing(self, row: Any, table: Any) -> Standing:
        """While a free roll is thrown, only side wagers lie on the table."""
        standing = super().read_standing(row, table)
        if table.free and self.makes_shooter(standing):
            raise BadInput(
                f"before: a free roll is being thrown, and {standing.name} cannot lie on the table"
            )
        return standing

    def finish(self, play: Play, table: Any, draw: Any) -> None:
        """Without a side wager there is no free roll; after a jackpot the house seeds the meter; the dice pass."""
        state = self.table_state(play)
        standing = any(self.ruleset.wager(other.wager)[0].kind == "side" for other in play.wagers)
        if (
            state.free == FREE_THROWS
            and not standing
            and self.ruleset.readings["empty-free-roll"] == "not-thrown"
        ):
            play.state["table"] = msgspec.to_builtins(RocketState())
        if any(line.paid_by == ACCOUNT and "jackpot" in line.why for line in play.lines):
            seed = self.ruleset.option_amount("seed") or 0
            if seed:
                play.transfer("house", ACCOUNT, seed)
                play.clauses.add(self.setup.seed_clause)
        if table.free == 1:
            play.clauses.add(self.setup.resume_clause)
        dice = play.state["dice"]
        goes_on = self.table_state(play).free or (sum(draw) == SEVEN and not table.free)
        if dice["shooter"] and not goes_on:
            play.clauses.add(self.setup.shooter.lose_clause)
            self.pass_dice(play)
