"""An automaton game at the table: what is carried into a round, what falls due, what is carried on."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput, short, unknown
from croupier.families.automaton.machine import Draw
from croupier.families.automaton.script import dependants, play_round
from croupier.families.automaton.stakes import Stakes
from croupier.families.common.limits import check_seat, texts_of
from croupier.families.common.pricing import Outcome, join
from croupier.rulebook.condition import condition
from croupier.table.banks import account
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import Play, Script
from croupier.table.questions import Refusal

MOST_STANDING = 2_000
MOST_KEPT = 1_000
"""States of the table and wagers for which a game keeps what it once worked out."""


class AutomatonGame(Stakes):
    """What a family of wheels or dice hands to the table, the prover and the simulator."""

    def keep(self, key: Hashable, acts: Mapping[str, Refusal | None]) -> Mapping[str, Refusal | None]:
        """Keep acts that follow from the rules and the key."""
        if len(self.kept) >= MOST_KEPT:
            self.kept.clear()
        self.kept[key] = acts
        return acts

    def start(self, before: Mapping[str, Any]) -> Play:
        """A fresh round, with the state of the table and the standing wagers carried into it."""
        known = [field.encode_name for field in msgspec.structs.fields(self.TableState)]
        for key in before:
            if key not in (*known, *self.carried, "wagers", "barred", "excluded", "limits", "raised"):
                raise unknown("key", str(key), [*known, *self.carried, "wagers"], "before")
        try:
            table = msgspec.convert(
                {key: value for key, value in before.items() if key in known}, self.TableState
            )
        except msgspec.ValidationError as error:
            raise BadInput(f"before: {error}") from None
        self.check_table(table)
        play = Play(before=dict(before))
        barred = before.get("barred", [])
        if not isinstance(barred, list) or not all(isinstance(one, str) for one in barred):
            raise BadInput("before: barred must be a list like ['1 dont-come']")
        play.phase = "open"
        play.state = {"table": msgspec.to_builtins(table), "barred": list(barred)}
        play.state["excluded"] = texts_of(before, "excluded")
        for key, mark in (("limits", "change-limits"), ("raised", "raise-minimum")):
            if before.get(key):
                play.marks[mark] = texts_of(before, key)
                for bound in ("minimum", "maximum"):
                    parse_amount(play.marks[mark].get(bound) or "0")
        self.begin(play)
        rows = before.get("wagers", [])
        if not isinstance(rows, list) or len(rows) > MOST_STANDING:
            raise BadInput(
                "before: wagers must be a list of wagers, each like {seat = 1, on = 'come:6', stake = '10'}"
            )
        for row in rows:
            standing = self.read_standing(row, table)
            if any(other.key == standing.key for other in play.wagers):
                raise BadInput(f"before: seat {standing.person} carries {standing.name} twice")
            play.put(standing)
        for standing in play.wagers:
            self._check_standing(play, standing, table)
        play.wagers = [self._charged_before(play, standing) for standing in play.wagers]
        play.state["earlier"] = {
            f"{standing.who} {standing.name}": show_amount(standing.charged)
            for standing in play.wagers
            if standing.charged
        }
        return play

    def check_table(self, table: Any) -> None:
        """Whether the carried state of the table can be."""

    def begin(self, play: Play) -> None:
        """What else the family reads from `before`."""

    def read_standing(self, row: Any, table: Any) -> Standing:
        """A carried wager, checked."""
        if (
            not isinstance(row, dict)
            or not {"seat", "on", "stake"} <= set(row)
            or set(row) - {"seat", "on", "stake", "bettor", "hand", "state", "call", "reduced", "charged"}
        ):
            raise BadInput(
                f"before: {short(row)} is not a wager; write it like {{seat = 1, on = 'come:6', stake = '10'}}"
            )
        who = re.fullmatch(r"([0-9]{1,2})([a-z]?)", str(row["seat"]), re.ASCII)
        if not who or not re.fullmatch(r"[a-z]?", str(row.get("bettor", "")), re.ASCII):
            raise BadInput(
                f"before: {short(row['seat'])} is not a seat; write it like 1, or 1a for one of two bettors"
            )
        standing = Standing.parse(
            {"bettor": who[2], **{key: str(value) for key, value in row.items()}, "seat": who[1]}
        )
        check_seat(standing.seat)
        name, param = standing.wager, standing.param
        self.ruleset.wager(name)
        if not self.ruleset.offered(name):
            raise BadInput(f"before: {name} is not offered at this table")
        if self.takes_param(name):
            name, param = self.split(standing.name)
            standing = msgspec.structs.replace(standing, param=param)
        elif param and self.machine(name, param).known_as(param) != param:
            raise BadInput(f"before: the wager {name} takes no parameter; write it as {name}")
        state = standing.state or self.state_of(name, param, table)
        return msgspec.structs.replace(standing, state=state)

    def _check_standing(self, play: Play, standing: Standing, table: Any) -> None:
        """Whether a carried wager can lie on the table as it is said to."""
        row, _ = self.ruleset.wager(standing.wager)
        if (
            row.needs
            and not row.needs_any
            and not self.parent_of(play, standing.seat, standing.bettor, row, standing.param)
        ):
            raise BadInput(
                f"before: {standing.name} supports {' or '.join(row.needs)}, and seat {standing.seat} carries none"
            )
        parent = (
            self.parent_of(play, standing.seat, standing.bettor, row, standing.param) if row.needs else None
        )
        if parent and parent.state != standing.state:
            raise BadInput(f"before: {standing.name} stands on {parent.name}, and its state must be the same")
        cap = self.cap(row, standing.wager, standing.param, parent) if parent else None
        if cap is not None and standing.stake > cap:
            raise BadInput(
                f"before: {standing.name} may be at most {show_amount(cap)} beside {parent.name if parent else ''}"
            )
        most = self.charge(standing.wager, standing.param, row, standing.stake, parent)
        if row.charge and row.charge.refunded and standing.charged > most:
            raise BadInput(f"before: no more than {show_amount(most)} was charged for {standing.name}")
        if row.one_each and any(
            other.seat == standing.seat and other.wager == standing.wager and other.key != standing.key
            for other in play.wagers
        ):
            raise BadInput(f"before: one {standing.wager} wager a box is the most")
        moved = standing.param and not self.takes_param(standing.wager)
        if moved and standing.param != standing.state:
            raise BadInput(f"before: {standing.name} stands on its point, not on {short(standing.state)}")
        if not self.machine(standing.wager, standing.param).holds(standing.state, table):
            raise BadInput(
                f"before: {standing.name} cannot be in the state {short(standing.state)} at this table"
            )
        if standing.stake <= 0 or standing.call not in ("", "on", "off"):
            raise BadInput(f"before: {standing.name} must have a stake, and a call is on or off")

    def _charged_before(self, play: Play, standing: Standing) -> Standing:
        """A carried wager that does not say what was charged for it was charged what the rules say."""
        row, _ = self.ruleset.wager(standing.wager)
        if row.charge is None or standing.charged:
            return standing
        parent = (
            self.parent_of(play, standing.seat, standing.bettor, row, standing.param) if row.needs else None
        )
        return msgspec.structs.replace(
            standing, charged=self.charge(standing.wager, standing.param, row, standing.stake, parent)
        )

    def state_of(self, name: str, param: str, table: Any) -> str:
        """The state of a carried wager that does not say its own."""
        return self.machine(name, param).first(table)

    def table_state(self, play: Play) -> Any:
        """The state of the table."""
        return msgspec.convert(play.state["table"], self.TableState)

    def script(self, play: Play) -> Script:
        """One draw is a round."""
        return play_round(self, play)

    def read_draw(self, event: Event) -> str:
        """A draw in canonical notation."""
        return self.show_draw(self.parse_draw(event.what))

    def after(self, play: Play) -> dict[str, Any]:
        """The state of the table and the wagers that stand."""
        fresh = msgspec.to_builtins(self.TableState())
        carried = {key: value for key, value in play.state["table"].items() if value != fresh.get(key)}
        if play.wagers:
            carried["wagers"] = [standing.value() for standing in play.wagers]
        if play.state["barred"]:
            carried["barred"] = play.state["barred"]
        excluded = self.excluded(play)
        if excluded:
            carried["excluded"] = excluded
        for key, mark in (("limits", "change-limits"), ("raised", "raise-minimum")):
            if mark in play.marks:
                carried[key] = play.marks[mark]
        return {**carried, **self.carry(play)}

    def claims(self, play: Play, standing: Standing, row: str, draw: Draw, over: bool) -> list[Claim]:
        """What falls due on a wager when a draw settles it by a row."""
        outcome = self.outcome(standing.wager, row, standing.param)
        parent = self.parent_of(
            play, standing.seat, standing.bettor, self.ruleset.wager(standing.wager)[0], standing.param
        )
        rounding = self.rounding(standing.wager, standing.stake, parent.stake if parent else None, row)
        won = outcome.won(standing.stake)
        clauses = (
            outcome.clauses
            if rounding.is_even(won) or not rounding.clause
            else join(outcome.clauses, (rounding.clause,))
        )
        contribution = self.contribution(play, standing)
        happened = (*self.happened(standing, row, draw, outcome), *(["contribution"] if contribution else []))
        clauses = join(clauses, (*self.cites(standing.wager, *happened), self.setup.settles))
        return [
            Claim(
                standing=standing,
                result=outcome.result,
                won=won,
                lost=outcome.lost(standing.stake),
                clauses=clauses,
                why=self.why(standing, row, draw, outcome),
                odds=outcome.odds,
                rounding=rounding,
                loss_rounding=self.loss_rounding(standing.wager),
                charge=self.charge_due(play, standing),
                contribution=contribution,
                final=over,
            )
        ]

    def why(self, standing: Standing, row: str, draw: Draw, outcome: Outcome) -> str:
        """The reason of a settlement line, in one sentence."""
        shown = self.say_draw(draw)
        if outcome.result == "win":
            pays = (
                f"pays {outcome.parts[0][1]}" if outcome.odds else "each part is paid as a wager of its own"
            )
            return f"{shown}: {standing.name} wins, {pays}"
        return (
            f"{shown}: {standing.name} "
            + {
                "lose": "loses",
                "void": "is void and goes back",
                "push": "stands off and goes back",
                "half": "loses half",
            }[outcome.result]
        )

    def why_stands(self, standing: Standing, moved: Standing) -> str:
        """Why a wager is not decided yet."""
        return (
            f"not decided: {standing.name} stands"
            if moved.name == standing.name
            else f"{standing.name} moves to {moved.param} and stands"
        )

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """What stood on a wager that a ruling gave back goes back with it."""
        for child in dependants(self, play, standing):
            play.withdraw(child, (clause,), f"{standing.name} is void, and {child.name} goes back with it")
            self.refund(play, child)
        self.refund(play, standing)

    def left(self, play: Play, who: str, clause: str) -> None:
        """Give back what stood on a wager that somebody took back at an offer."""
        for child in [standing for standing in play.wagers if standing.person == who]:
            row, _ = self.ruleset.wager(child.wager)
            others = (other for other in play.wagers if other.who == child.who and other.wager in row.needs)
            stands = any(row.needs_any or other.param == child.param for other in others)
            first = self.machine(child.wager, child.param).first(self.table_state(play))
            runs = row.needs_any and child.state != first
            if row.needs and not stands and not runs:
                why = f"{child.name} goes back with what it stood on"
                play.withdraw(child, (clause,), why, "withdrawn")
                self.refund(play, child)

    def refund(self, play: Play, standing: Standing) -> None:
        """A charge that was paid in an earlier round goes back with the wager, where the rulebook returns it."""
        row, _ = self.ruleset.wager(standing.wager)
        if row.charge and row.charge.refunded:
            paid = parse_amount(play.state["earlier"].get(f"{standing.who} {standing.name}", "0"))
            play.transfer("house", account(standing.seat, standing.bettor), paid)
            play.clauses.add(row.charge.refund_clause)

    def wager_name(self, text: str) -> str:
        """A wager's name with its parameter in canonical form."""
        name = text.partition(":")[0]
        if ":" not in text or name not in self.ruleset.names or not self.takes_param(name):
            return text
        try:
            return ":".join(self.split(text))
        except BadInput:
            return text

    def charge_due(self, play: Play, standing: Standing) -> Amount:
        """What is charged in this round: charges of earlier rounds were settled then."""
        return standing.charged - parse_amount(
            play.state["earlier"].get(f"{standing.who} {standing.name}", "0")
        )

    def stays(self, name: str) -> bool:
        """Whether a winning wager stays on the table."""
        text = self.ruleset.wager(name)[0].stays
        return bool(text) and condition(text)(self.ruleset.facts)
