"""Who throws: the dice are offered around the table, thrown by a shooter, and pass on."""

from __future__ import annotations

from typing import Any

from croupier.equipment.dice import parse_dice, show_dice, throws
from croupier.errors import BadInput, short
from croupier.families.automaton.game import AutomatonGame
from croupier.families.automaton.rules import AutomatonSetup
from croupier.families.common.limits import check_seat
from croupier.rulebook.schema import Row
from croupier.table.claims import Standing
from croupier.table.events import Event, parts_of
from croupier.table.play import Play
from croupier.table.questions import Refusal


class Shooter(Row, frozen=True, kw_only=True):
    """What the rulebook says of the person who throws."""

    offer_clause: str
    first_clause: str
    wagers: list[str] = []
    """The shooter must have one of these wagers; empty: any wager."""
    wager_clause: str
    first_wager_clause: str = ""
    """The clause that asks for it before the first throw, where that is another."""
    take_needs_wager: bool = False
    """Whether it must be there before the dice are taken."""
    bound: bool = False
    """Whether the shooter may not take that wager down."""
    maintain: bool = True
    """Whether the wager must be there for every throw, or only before the first of a come-out."""
    lose_clause: str
    option_clause: str = ""
    bound_clause: str = ""
    """The clause that keeps the shooter from passing the dice once a point is set, if there is one."""


class DiceSetup(AutomatonSetup, frozen=True, kw_only=True):
    """Dice and the shooter."""

    dice: int = 2
    shooter: Shooter


class DiceGame(AutomatonGame):
    """A game in which players throw in turn. No text needs a shooter to be named: without one, anybody throws."""

    verb = "roll"
    marks = (*AutomatonGame.marks, "pass-the-dice")
    corrections = ("opposite-face",)
    carried: tuple[str, ...] = ("shooter", "dice-after", "dice-waived", "dice-seats")
    setup: DiceSetup

    def draws(self) -> list[tuple[Any, int]]:
        """Every throw, with the ways it can fall."""
        return list(throws(self.setup.dice))

    def parse_draw(self, text: str) -> Any:
        """A throw."""
        return parse_dice(text, self.setup.dice)

    def show_draw(self, draw: Any) -> str:
        """The notation of a throw."""
        return show_dice(draw)

    def say_draw(self, draw: Any) -> str:
        """The total, then the dice."""
        return f"{sum(draw)} ({show_dice(draw)})"

    # The shooter.

    def begin(self, play: Play) -> None:
        """Who holds the dice, or after whom they are offered."""
        shooter, after = str(play.before.get("shooter", "")), str(play.before.get("dice-after", ""))
        for seat in filter(None, (shooter, after)):
            check_seat(seat)
        seats = play.before.get("dice-seats", [])
        if not isinstance(seats, list):
            raise BadInput("before: dice-seats must be a list of seats")
        for seat in map(str, seats):
            check_seat(seat)
        play.state["dice"] = {
            "seats": [str(seat) for seat in seats],
            "shooter": shooter,
            "after": after,
            "declined": [],
            "waived": bool(play.before.get("dice-waived", False)),
        }

    def carry(self, play: Play) -> dict[str, Any]:
        """Who holds the dice, or after whom they are offered."""
        dice = play.state["dice"]
        shooter, after = dice["shooter"], dice["after"]
        if shooter and (
            "pass-the-dice" in play.marks
            or {shooter, *(who for who in self.excluded(play) if who.startswith(shooter))}
            & set(self.excluded(play))
        ):
            shooter, after = "", shooter  # ordered, or sent away, after the throw was settled
        if not shooter and not after:
            return {}
        seen = {
            *dice["seats"],
            *(line.seat for line in play.lines),
            *(standing.seat for standing in play.wagers),
        }
        seats = {"dice-seats": sorted(seen, key=int)} if seen - {shooter or after} else {}
        if shooter:
            return {"shooter": shooter, **({"dice-waived": True} if dice["waived"] else {}), **seats}
        return {"dice-after": after, **seats}

    def offered_to(self, play: Play, asking: str = "") -> str:
        """The seat to which the dice are offered now: clockwise from the last shooter, past those who declined."""
        dice = play.state["dice"]
        seats = sorted(
            {
                int(seat)
                for seat in (
                    *dice["seats"],
                    *(standing.seat for standing in play.wagers),
                    *([asking] if asking else []),
                )
            }
        )
        after = int(dice["after"] or 0)
        order = [seat for seat in seats if seat > after] + [seat for seat in seats if seat <= after]
        return next((str(seat) for seat in order if str(seat) not in dice["declined"]), "")

    def extra_acts(self, play: Play) -> dict[str, dict[str, Refusal | None]]:
        """Anybody may be offered the dice; who holds them may pass them."""
        acts: dict[str, dict[str, Refusal | None]] = {
            "*": dict.fromkeys(("take-dice", "decline-dice", "pass-dice"))
        }
        shooter = play.state["dice"]["shooter"]
        if shooter:
            acts[shooter] = {"pass-dice": self.judge_pass(play)}
        return acts

    def judge_extra(self, play: Play, event: Event) -> Refusal | None:
        """Why a person may not take, decline or pass the dice."""
        dice = play.state["dice"]
        rules = self.setup.shooter
        check_seat(event.seat)
        barred = self.barred_by(play, event)
        if barred:
            return barred
        if play.phase != "open":
            return Refusal("the dice are out", rules.offer_clause)
        if event.verb == "pass-dice":
            return (
                self.judge_pass(play)
                if event.seat == dice["shooter"]
                else Refusal(
                    f"seat {event.seat} does not hold the dice", rules.option_clause or rules.lose_clause
                )
            )
        if dice["shooter"]:
            return Refusal(f"seat {dice['shooter']} holds the dice", rules.offer_clause)
        first = self.offered_to(play, event.seat)
        if event.seat != first:
            return Refusal(
                f"the dice are offered to seat {first} first" if first else "the dice went round",
                rules.offer_clause if dice["after"] else rules.first_clause,
            )
        if (
            event.verb == "take-dice"
            and rules.take_needs_wager
            and not any(
                standing.seat == event.seat and self.makes_shooter(standing) for standing in play.wagers
            )
        ):
            return Refusal(
                "a player must have a wager on the table to become the shooter", rules.wager_clause
            )
        return None

    def makes_shooter(self, standing: Standing) -> bool:
        """Whether a wager is one of those that the shooter must have."""
        wanted = self.setup.shooter.wagers
        return not wanted or standing.wager in wanted

    def point_set(self, play: Play) -> bool:
        """Whether the game has points and one is set."""
        table: Any = self.table_state(play)
        return bool(getattr(table, "point", 0))

    def judge_pass(self, play: Play) -> Refusal | None:
        """Why the shooter may not pass the dice."""
        rules = self.setup.shooter
        if play.phase != "open":
            return Refusal("the dice are out", rules.offer_clause)
        if rules.bound_clause and self.point_set(play):
            return Refusal(
                "a point is set: the shooter keeps the dice until it is decided", rules.bound_clause
            )
        if not rules.option_clause:
            return Refusal("the shooter throws once the dice are handed over", rules.lose_clause)
        return None

    def extra(self, play: Play, event: Event) -> None:
        """Hand the dice over."""
        dice = play.state["dice"]
        rules = self.setup.shooter
        if event.verb == "take-dice":
            play.clauses.add(rules.offer_clause if dice["after"] else rules.first_clause)
            # Who takes the dice over while a point is set can make no line wager before the next come-out.
            dice.update(shooter=event.seat, declined=[], waived=self.point_set(play))
        elif event.verb == "decline-dice":
            dice["declined"] = [*dice["declined"], event.seat]
        elif event.verb == "pass-dice":
            play.clauses.add(rules.option_clause)
            self.pass_dice(play)

    def pass_dice(self, play: Play) -> None:
        """The dice leave the shooter and are offered to his left."""
        dice = play.state["dice"]
        dice.update(after=dice["shooter"] or dice["after"], shooter="", declined=[], waived=False)

    def judge_leaving(self, play: Play, standing: Standing) -> Refusal | None:
        """Where the shooter must maintain his wager, he may not take the last of it down."""
        rules = self.setup.shooter
        if (
            not rules.bound
            or standing.seat != play.state["dice"]["shooter"]
            or standing.wager not in rules.wagers
        ):
            return None
        others = [
            other
            for other in play.wagers
            if other.seat == standing.seat and other.wager in rules.wagers and other.key != standing.key
        ]
        return None if others else Refusal("the shooter must keep a wager there", rules.wager_clause)

    def taken_down(self, play: Play, standing: Standing) -> None:
        """A shooter who must go on betting and has taken the wager down is no longer the shooter."""
        dice, rules = play.state["dice"], self.setup.shooter
        kept = [other for other in play.wagers if other.seat == standing.seat and self.makes_shooter(other)]
        if standing.seat == dice["shooter"] and rules.maintain and self.point_set(play) and not kept:
            play.clauses.add(rules.wager_clause)
            self.pass_dice(play)

    def left(self, play: Play, who: str, clause: str) -> None:
        """Pass the dice when a shooter took an offer to retract: he has left, or has not the wager he must keep."""
        super().left(play, who, clause)
        dice, seat = play.state["dice"], parts_of(who)[0]
        mine = [standing for standing in play.wagers if standing.seat == seat]
        bound = self.setup.shooter.maintain and self.point_set(play)
        if seat == dice["shooter"] and not (any(map(self.makes_shooter, mine)) if bound else mine):
            play.clauses.add(clause)
            self.pass_dice(play)

    def marked(self, play: Play) -> None:
        """The shooter has been ordered to pass the dice."""
        super().marked(play)
        shooter = play.state["dice"]["shooter"]
        if shooter and shooter in self.excluded(play):
            self.pass_dice(play)
            return
        if play.marks.pop("pass-the-dice", None) is not None:
            if not play.state["dice"]["shooter"]:
                raise BadInput("nobody holds the dice who could be ordered to pass them")
            self.pass_dice(play)

    def judge_draw(self, play: Play, event: Event) -> Refusal | None:
        """The shooter must have the wager that the rules ask of him."""
        shooter = play.state["dice"]["shooter"]
        rules = self.setup.shooter
        # A bound wager cannot have been taken down by the shooter: if it is gone while a point is set, a ruling took it.
        if not shooter or (
            self.point_set(play) and (not rules.maintain or rules.bound or play.state["dice"]["waived"])
        ):
            return None
        mine = [
            standing for standing in play.wagers if standing.seat == shooter and self.makes_shooter(standing)
        ]
        wanted = " or ".join(rules.wagers) or "any wager"
        return (
            None
            if mine
            else Refusal(
                f"the shooter, seat {shooter}, must have {wanted} on the table",
                (not self.point_set(play) and rules.first_wager_clause) or rules.wager_clause,
            )
        )

    def correct(self, order: str, event: Event | None, facts: Any) -> str | None:
        """A die that leans shows the face opposite to the one it rests on."""
        if order != "opposite-face":
            return None
        called, resting = str(facts.get("called", "")), str(facts.get("resting", ""))
        faces = list(self.parse_draw(event.what)) if event else []
        if called not in map(str, faces) or resting not in tuple("123456"):
            raise BadInput(
                f"say what was called for the die that leans and on which face it rests, like called=6 resting=3; got {short(facts)}"
            )
        faces[faces.index(int(called))] = 7 - int(resting)
        return show_dice(tuple(sorted(faces)))
