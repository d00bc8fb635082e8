"""One person on several boxes: whether it is permitted, when a box is given up, and who is held to one box and the minimum.

A player who bets on a box besides his own says so: `2 bet ... 10 player=1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.equipment.money import show_amount
from croupier.errors import BadInput
from croupier.families.cards.cutting import CutSetup, CutTable, Cutting
from croupier.families.cards.game import CardGame
from croupier.families.cards.state import CardTable
from croupier.families.common.limits import check_seat
from croupier.rulebook.condition import condition
from croupier.table.events import Event
from croupier.table.parts.boxes import BoxesRow
from croupier.table.play import Play
from croupier.table.questions import Refusal

HOLD, GIVE_UP = "hold-to-minimum", "give-up-box"


class BoxSetup(CutSetup, frozen=True, kw_only=True):
    """A table at which one player may bet on several boxes."""

    boxes: BoxesRow | None = None


class BoxTable(CutTable, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """What such a table carries."""

    held: dict[str, str] = msgspec.field(default_factory=dict)
    """Who is held to one box and the minimum, each with the clause."""
    given_up: dict[str, str] = msgspec.field(default_factory=dict)
    """Boxes that a player who had several has given up."""


class Boxes(Cutting):
    """A card game at which one player may bet on several boxes."""

    TableState: type[CardTable] = BoxTable
    marks = (*CardGame.marks, HOLD, GIVE_UP)

    def begin(self, play: Play, table: Any) -> None:
        """Whose boxes are limited."""
        super().begin(play, table)
        for seat in (*table.held, *table.given_up):
            check_seat(seat)
        play.state |= {"held": dict(table.held), "given-up": dict(table.given_up), "owner": {}}

    def _marked(self, play: Play, mark: str, carried: str, key: str) -> dict[str, str]:
        found = play.marks.get(mark, {})
        return {
            **play.state[carried],
            **{seat: found["clause"] for seat in found.get(key, "").split("+") if seat},
        }

    def held(self, play: Play) -> dict[str, str]:
        """Who is held to one box and the minimum, with the clause."""
        return self._marked(play, HOLD, "held", "seat")

    def given_up(self, play: Play) -> dict[str, str]:
        """The boxes that were given up, with the clause."""
        return self._marked(play, GIVE_UP, "given-up", "box")

    def table_after(self, play: Play) -> CardTable:
        """A direction holds until the table is made anew."""
        return msgspec.structs.replace(
            super().table_after(play), held=self.held(play), given_up=self.given_up(play)
        )

    def judge_person(self, play: Play, event: Event) -> Refusal | None:
        """Why this person may not bet on this box, or not so much."""
        player = event.fact("player") or play.state["owner"].get(event.seat, event.seat)
        check_seat(player)
        least, _ = self.limits_now(play, event.seat)
        held = self.held(play).get(player)
        row: BoxesRow | None = self.setup.boxes
        if player != event.seat:
            clause = row.clause if row else self.betting.clause
            if row is None or not condition(row.when)(self.ruleset.facts):
                return Refusal("a player bets on one box here", clause)
            if held:
                return Refusal(f"player {player} is held to one box", row.held_clause or held)
            if event.seat in self.given_up(play):
                return Refusal(
                    f"player {player} gave box {event.seat} up to others", self.given_up(play)[event.seat]
                )
            beside = bool(self.ruleset.wager(event.what)[0].needs)
            if (
                least is not None
                and event.amount is not None
                and row.minimum_clause
                and not beside
                and event.amount + self._laid(play, event) < least
            ):
                return Refusal(
                    f"who bets on several boxes bets at least the minimum of {show_amount(least)} on each",
                    row.minimum_clause,
                )
        if (
            held
            and least is not None
            and event.amount is not None
            and event.amount + self._laid(play, event) > least
        ):
            return Refusal(
                f"player {player} is held to the minimum of {show_amount(least)}",
                (row.held_minimum_clause if row else "") or held,
            )
        return super().judge_person(play, event)

    def _laid(self, play: Play, event: Event) -> int:
        standing = play.find(event.seat, event.bettor, event.what)
        return standing.stake if standing else 0

    def act(self, play: Play, event: Event) -> None:
        """A bet may say whose box it is."""
        super().act(play, event)
        if event.verb == "bet" and event.fact("player") and self.setup.boxes is not None:
            play.state["owner"] = {**play.state["owner"], event.seat: event.fact("player")}
            play.clauses.add(self.setup.boxes.clause)

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """A box is given up between rounds, and a wager made on it already goes back; who is held must be named."""
        super().judge_mark(play, mark, facts)
        if mark == HOLD:
            check_seat(facts.get("seat", ""))
        if mark == GIVE_UP:
            check_seat(facts.get("box", ""))
            if any(play.places.values()) and play.phase != "over":
                raise BadInput("a box is given up between rounds, and this one is being dealt")
            for standing in [one for one in play.wagers if one.seat == facts["box"]]:
                play.withdraw(
                    standing,
                    (self.setup.boxes.clause if self.setup.boxes else self.betting.clause,),
                    f"box {facts['box']} is given up, and the wager on it goes back",
                )
            play.state["owner"] = {
                seat: player for seat, player in play.state["owner"].items() if seat != facts["box"]
            }
