"""A wheel or dice game as its rulebook fills it in: machines, prices, and what a wager may be."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import UNIT, Amount, Rounding, parse_amount, show_amount
from croupier.errors import BadInput, short, unknown
from croupier.games.automaton.machine import HALF, LOSE, PUSH, UNPRICED, VOID, Draw, Machine
from croupier.games.automaton.rules import AutomatonWager
from croupier.games.automaton.script import play_round
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Pay, Ruleset, clauses_of
from croupier.table.claims import Claim, Result, Standing
from croupier.table.events import Event
from croupier.table.play import Play, Script
from croupier.table.questions import Refusal

MOST_SEATS = 40
"""No text counts the places at a wheel or a dice table; the engine does."""
MOST_STANDING = 2_000
MOST_KEPT = 1_000
"""States of the table and wagers for which a game keeps what it once worked out."""


@dataclass(frozen=True)
class Outcome:
    """How a row settles: the result, and each share of the stake with what it wins (None: that share is lost)."""

    result: Result
    parts: tuple[tuple[Fraction, Pay | None], ...]
    clauses: tuple[str, ...]

    def won(self, stake: Amount) -> Fraction:
        """The exact winnings on a stake."""
        return sum((pay.winnings(1) * share * stake for share, pay in self.parts if pay), Fraction(0))

    def lost(self, stake: Amount) -> Fraction:
        """The exact loss on a stake."""
        return sum((share * stake for share, pay in self.parts if pay is None), Fraction(0))

    @property
    def odds(self) -> str:
        """The odds, where one price settles the whole stake."""
        return str(self.parts[0][1]) if len(self.parts) == 1 and self.parts[0][1] else ""


class AutomatonGame:
    """What a family of wheels or dice hands to the table, the prover and the simulator."""

    behaviour = 1
    verb = "spin"
    marks: tuple[str, ...] = ("exclude", "change-limits", "raise-minimum")
    TableState: type[msgspec.Struct]
    carried: tuple[str, ...] = ()
    """Keys of `before` that the family's own script reads, besides the table's state and the wagers."""

    def __init__(self, ruleset: Ruleset[Any, Any]) -> None:
        self.ruleset = ruleset
        self.setup = ruleset.setup
        self.betting = ruleset.setup.betting
        self._machines: dict[tuple[str, str], Machine] = {}
        self.kept: dict[Hashable, Mapping[str, Refusal | None]] = {}
        """Acts that follow from the rules and nothing but the key; a round asks for them after every event."""
        self._check_prices()

    @property
    def over_clause(self) -> str:
        """Once the draw has decided, no wager is made or changed."""
        return str(self.betting.closed_clause)

    # What a family says.

    def draws(self) -> list[tuple[Draw, int]]:
        """Every draw, with its weight."""
        raise NotImplementedError

    def parse_draw(self, text: str) -> Draw:
        """Read a draw."""
        raise NotImplementedError

    def show_draw(self, draw: Draw) -> str:
        """Write a draw."""
        return str(draw)

    def say_draw(self, draw: Draw) -> str:
        """Say a draw to a person."""
        return self.show_draw(draw)

    def advance(self, table: Any, draw: Draw) -> Any:
        """The state of the table after a draw."""
        return table

    def build(self, name: str, row: Any, number: str, param: str) -> Machine:
        """The machine of a wager; a parameter that the layout does not have is an error."""
        raise NotImplementedError

    def params(self, name: str) -> list[str]:
        """Every parameter that a wager may have; `['']` when it takes none."""
        return [""]

    def extra_acts(self, play: Play) -> dict[str, dict[str, Refusal | None]]:
        """Acts of the family's own, by person."""
        return {}

    def judge_extra(self, play: Play, event: Event) -> Refusal | None:
        """Why a person may not do an act of the family's own that is open to anybody."""
        return None

    def extra(self, play: Play, event: Event) -> None:
        """Carry out an act of the family's own."""

    def marked(self, play: Play) -> None:
        """What a ruling that marks the round changes at once."""
        play.state["excluded"] |= self._excluded(play)
        play.marks.pop("exclude", None)

    def _excluded(self, play: Play) -> dict[str, str]:
        """The seats that a ruling has just excluded, with its clause."""
        mark = play.marks.get("exclude", {})
        return {seat: mark["clause"] for seat in mark.get("seat", "").split("+") if seat}

    def working(self, name: str) -> str:
        """Whether a wager is in play on every draw."""
        return "always"

    def judge_draw(self, play: Play, event: Event) -> Refusal | None:
        """Why the draw may not come yet."""
        return None

    def judge_leaving(self, play: Play, standing: Standing) -> Refusal | None:
        """Why a person may not take this wager off the table, whatever the wager's own rule."""
        return None

    def contribution(self, play: Play, standing: Standing) -> tuple[str, Fraction] | None:
        """What of the stake goes on to a meter in this round."""
        return None

    def bars(self, play: Play, standing: Standing) -> bool:
        """Whether taking this wager down or reducing it bars it for a while."""
        return self.machine(standing.wager, standing.param).locked(standing.state)

    def finish(self, play: Play, table: Any, draw: Draw) -> None:
        """What else a draw changes."""

    def carry(self, play: Play) -> dict[str, Any]:
        """What else goes into the next round."""
        return {}

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """Orders of the family's own that correct a result."""
        return None

    # Machines and prices.

    def machine(self, name: str, param: str = "") -> Machine:
        """The machine of a wager."""
        key = (name, param)
        if key not in self._machines:
            row, number = self.ruleset.wager(name)
            if param and not self.takes_param(name):
                raise BadInput(f"the wager {name} takes no parameter; write it as {name}")
            self._machines[key] = self.build(name, row, number, param)
        return self._machines[key]

    def takes_param(self, name: str) -> bool:
        """Whether a wager is written with a parameter."""
        return self.params(name) != [""]

    def price(self, name: str, row: str, param: str = "") -> Pay:
        """What a winning row pays."""
        prices = self.ruleset.prices(name)
        number = self.ruleset.wager(name)[1]
        for key in (row, number, "win"):
            if key and key in prices:
                return prices[key]
        raise BadInput(f"{self.ruleset.file}: wager {name} has no price for {row!r}; write a row with on = {row!r}, or pays")

    def outcome(self, name: str, row: str, param: str = "") -> Outcome:
        """How a row settles a wager."""
        clauses = clauses_of(self.ruleset.wager(name)[0])
        if row == LOSE:
            return Outcome("lose", ((Fraction(1), None),), clauses)
        if row in (VOID, PUSH):
            return Outcome("void" if row == VOID else "push", (), clauses)
        if row == HALF:
            return Outcome("half", ((Fraction(1, 2), None),), clauses)
        pay = self.price(name, row, param)
        return Outcome("win", ((Fraction(1), pay),), _join(clauses, (pay.clause,)))

    def cites(self, name: str, *happened: str) -> tuple[str, ...]:
        """The further clauses that a wager cites when something happens to it."""
        said = self.ruleset.wager(name)[0].cites
        found: list[str] = []
        for key in happened:
            more = said.get(key, [])
            found += [more] if isinstance(more, str) else more
        return tuple(found)

    def happened(self, standing: Standing, row: str, draw: Draw, outcome: Outcome) -> tuple[str, ...]:
        """What happened to a wager, as its further clauses name it."""
        return (row,) if row == outcome.result else (row, outcome.result)

    def rounding(self, name: str, stake: Amount, parent: Amount | None = None, row: str = "") -> Rounding:
        """How an uneven payment is settled."""
        return self.ruleset.rounding(name)

    def loss_rounding(self, name: str) -> Rounding:
        """How an uneven loss (half of an odd stake) is settled."""
        return self.ruleset.money.get("half", Rounding())

    def _check_prices(self) -> None:
        used: dict[str, set[str]] = {name: set() for name in self.ruleset.tables}
        for name, (base, number) in self.ruleset.names.items():
            row = self.ruleset.wagers[base]
            places = self.params(name)
            if not places:
                continue
            machine = self.machine(name, places[0])
            rows = self.priced_rows(name, machine)
            prices = self.ruleset.prices(name)
            where = f"{self.ruleset.file}: wagers.{base}"
            if not row.table and not row.pays and rows:
                raise BadInput(f"{where}: has neither pays nor table [{clauses_of(row)[0]}]")
            for wanted in sorted(rows):
                if not {wanted, number, "win"} & set(prices):
                    missing = number or wanted
                    raise BadInput(f"{where}: the pay table {row.table or 'pays'} has no row for {missing!r} [{clauses_of(row)[0]}]")
            if row.table:
                used[row.table] |= rows | machine.all_rows | {number, "win"}
        for table, known in used.items():
            for which in ("", "minimum", *self.ruleset.tables[table].choices):
                for on in self.ruleset.table_rows(table, which):
                    if known and on not in known:
                        raise BadInput(f"{self.ruleset.file}: tables.{table}: " + str(unknown("outcome", on, known - {""})))

    def priced_rows(self, name: str, machine: Machine) -> frozenset[str]:
        """The rows of a wager that its pay table must price."""
        return machine.rows - set(UNPRICED)

    # What a wager may be.

    def split(self, what: str) -> tuple[str, str]:
        """A wager's name and its parameter in canonical form."""
        name, _, param = what.partition(":")
        self.ruleset.wager(name)
        if not self.params(name):
            raise BadInput(f"the layout of this table has no {name}")
        if self.takes_param(name) and not param:
            raise BadInput(f"the wager {name} needs a parameter; write it like {name}:{self.params(name)[0]}")
        return name, self.canonical(name, param) if param else ""

    def canonical(self, name: str, param: str) -> str:
        """A parameter as the layout writes it."""
        if param not in self.params(name):
            raise BadInput(f"{name}:{short(param)} is not on the layout; one that is: {name}:{self.params(name)[0]}")
        return param

    def layout_clause(self, what: str) -> str:
        """The clause that refuses a place which the layout does not have."""
        name = what.partition(":")[0]
        return str(self.betting.only_clause or clauses_of(self.ruleset.wager(name)[0])[0])

    def parent_of(self, play: Play, seat: str, bettor: str, row: AutomatonWager, param: str) -> Standing | None:
        """The wager that a supplement stands on."""
        for parent in row.needs:
            found = play.find(seat, bettor, f"{parent}:{param}" if param else parent)
            if found:
                return found
        return None

    def cap(self, row: AutomatonWager, name: str, param: str, parent: Standing) -> Amount | None:
        """The most that a supplement may be, given the wager it supports."""
        stake = row.stake
        text = stake.at_most or stake.wins_at_most
        if not text:
            return None
        factor = self.factor(text.split(" of ")[0])
        if factor is None:
            return None
        ratio = self.price(name, self.row_for(parent), param).value.ratio
        exact = factor * parent.stake / (ratio if stake.wins_at_most else 1)
        if stake.payable_unit:
            unit = ratio.denominator * UNIT
            return -(-exact // unit) * unit if exact % unit else int(exact)
        return int(exact)

    def factor(self, text: str) -> Fraction | None:
        """A multiple, as a number or as the option that says it; None while the option is open."""
        value = self.ruleset.options.get(text, text)
        return Fraction(value) if value not in ("", "open") else None

    def row_for(self, parent: Standing) -> str:
        """The row on which a supplement of this wager wins."""
        return parent.state

    def judge_stake(self, play: Play, name: str, param: str, row: AutomatonWager, stake: Amount, parent: Standing | None, seat: str = "") -> Refusal | None:
        """Why the whole stake would not be taken."""
        clause = row.stake.clause or clauses_of(row)[0]
        limits = self.betting.limits_clause or self.betting.clause
        if stake <= 0:
            return Refusal("a wager is more than nothing", clause)
        for rule in self.ruleset.limit_rules:
            if condition(rule.when)(self.ruleset.facts):
                if rule.min and stake < parse_amount(rule.min):
                    return Refusal(f"the minimum here is {rule.min}", rule.clause)
                if rule.max and stake > parse_amount(rule.max):
                    return Refusal(f"the maximum here is {rule.max}", rule.clause)
        own = self.ruleset.limits.get(name) or self.ruleset.limits.get(self.ruleset.names[name][0])
        least = parse_amount(own.min) if own and own.min else self.ruleset.option_amount("minimum")
        most = parse_amount(own.max) if own and own.max else self.ruleset.option_amount("maximum")
        changed = play.marks.get("change-limits", {})
        if changed:
            least = parse_amount(changed["minimum"]) if changed.get("minimum") else least
            most = parse_amount(changed["maximum"]) if changed.get("maximum") else most
        raised = play.marks.get("raise-minimum", {})
        if raised.get("minimum") and seat not in raised.get("kept", "").split("+"):
            least = parse_amount(raised["minimum"])
            if stake < least:
                return Refusal(f"the minimum is now {show_amount(least)}", limits)
        if least is not None and stake < least:
            return Refusal(f"the minimum is {show_amount(least)}", limits)
        if most is not None and stake > most and parent is None:
            return Refusal(f"the maximum is {show_amount(most)}", limits)
        chip = self.ruleset.option_amount("chip")
        if chip and stake % chip:
            return Refusal(f"the smallest chip is {show_amount(chip)}", self.ruleset.option_rows["chip"].clause)
        if row.stake.multiple_of and stake % parse_amount(row.stake.multiple_of):
            return Refusal(f"it is made in multiples of {row.stake.multiple_of}", clause)
        if parent is not None:
            cap = self.cap(row, name, param, parent)
            if cap is not None and stake > cap:
                agreed = row.stake.agreed_when and condition(row.stake.agreed_when)(self.ruleset.facts)
                return Refusal(f"with {show_amount(parent.stake)} on {parent.name} it may be at most {show_amount(cap)}", row.stake.agreed_clause if agreed else clause)
        return None

    def charge(self, name: str, param: str, row: AutomatonWager, stake: Amount, parent: Standing | None) -> Amount:
        """What is charged for making a wager of this size."""
        if row.charge is None:
            return 0
        rate = Fraction(self.ruleset.options[row.charge.rate]) / 100
        base = Fraction(stake)
        if row.charge.of.startswith("excess"):
            free = self.factor(row.charge.free)
            if free is None or parent is None:
                return 0
            base = max(Fraction(0), stake - free * parent.stake)
        if row.charge.of.endswith("win"):
            # What could be won is what would be paid, made even as the rulebook pays it.
            number = self.ruleset.wager(name)[1]
            kind = self.row_for(parent) if parent else number
            rounding = self.rounding(name, stake, parent.stake if parent else None, kind)
            base = Fraction(rounding.apply(base * self.price(name, kind, param).value.ratio))
        return self.ruleset.money.get("charge", Rounding()).apply(rate * base)

    # The round.

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
            table = msgspec.convert({key: value for key, value in before.items() if key in known}, self.TableState)
        except msgspec.ValidationError as error:
            raise BadInput(f"before: {error}") from None
        self.check_table(table)
        play = Play(before=dict(before))
        play.state = {"phase": "open", "table": msgspec.to_builtins(table), "barred": list(before.get("barred", []))}
        play.state["excluded"] = _texts(before, "excluded")
        for key, mark in (("limits", "change-limits"), ("raised", "raise-minimum")):
            if before.get(key):
                play.marks[mark] = _texts(before, key)
        self.begin(play)
        rows = before.get("wagers", [])
        if not isinstance(rows, list) or len(rows) > MOST_STANDING:
            raise BadInput("before: wagers must be a list of wagers, each like {seat = 1, on = 'come:6', stake = '10'}")
        for row in rows:
            play.put(self.read_standing(row, table))
        for standing in play.wagers:
            self._check_standing(play, standing, table)
        play.wagers = [self._charged_before(play, standing) for standing in play.wagers]
        play.state["earlier"] = {f"{standing.who} {standing.name}": show_amount(standing.charged) for standing in play.wagers if standing.charged}
        return play

    def check_table(self, table: Any) -> None:
        """Whether the carried state of the table can be."""

    def begin(self, play: Play) -> None:
        """What else the family reads from `before`."""

    def read_standing(self, row: Any, table: Any) -> Standing:
        """A carried wager, checked."""
        if not isinstance(row, dict) or not {"seat", "on", "stake"} <= set(row) or set(row) - {"seat", "on", "stake", "bettor", "hand", "state", "call", "reduced", "charged"}:
            raise BadInput(f"before: {short(row)} is not a wager; write it like {{seat = 1, on = 'come:6', stake = '10'}}")
        letters = str(row["seat"])[len(str(row["seat"]).rstrip("abcdefghijklmnopqrstuvwxyz")) :]
        standing = Standing.parse({"bettor": letters, **{key: str(value) for key, value in row.items()}, "seat": str(row["seat"]).removesuffix(letters)})
        check_seat(standing.seat)
        name, param = standing.wager, standing.param
        self.ruleset.wager(name)
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
        if row.needs and not row.needs_any and not self.parent_of(play, standing.seat, standing.bettor, row, standing.param):
            raise BadInput(f"before: {standing.name} supports {' or '.join(row.needs)}, and seat {standing.seat} carries none")
        if not self.machine(standing.wager, standing.param).holds(standing.state, table):
            raise BadInput(f"before: {standing.name} cannot be in the state {short(standing.state)} at this table")
        if standing.stake <= 0 or standing.call not in ("", "on", "off"):
            raise BadInput(f"before: {standing.name} must have a stake, and a call is on or off")

    def _charged_before(self, play: Play, standing: Standing) -> Standing:
        """A carried wager that does not say what was charged for it was charged what the rules say."""
        row, _ = self.ruleset.wager(standing.wager)
        if row.charge is None or standing.charged:
            return standing
        parent = self.parent_of(play, standing.seat, standing.bettor, row, standing.param) if row.needs else None
        return msgspec.structs.replace(standing, charged=self.charge(standing.wager, standing.param, row, standing.stake, parent))

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
        excluded = play.state["excluded"] | self._excluded(play)
        if excluded:
            carried["excluded"] = excluded
        for key, mark in (("limits", "change-limits"), ("raised", "raise-minimum")):
            if mark in play.marks:
                carried[key] = play.marks[mark]
        return {**carried, **self.carry(play)}

    def claims(self, play: Play, standing: Standing, row: str, draw: Draw, over: bool) -> list[Claim]:
        """What falls due on a wager when a draw settles it by a row."""
        outcome = self.outcome(standing.wager, row, standing.param)
        parent = self.parent_of(play, standing.seat, standing.bettor, self.ruleset.wager(standing.wager)[0], standing.param)
        rounding = self.rounding(standing.wager, standing.stake, parent.stake if parent else None, row)
        won = outcome.won(standing.stake)
        clauses = outcome.clauses if rounding.is_even(won) or not rounding.clause else _join(outcome.clauses, (rounding.clause,))
        clauses = _join(clauses, (*self.cites(standing.wager, *self.happened(standing, row, draw, outcome)), self.setup.settles))
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
                contribution=self.contribution(play, standing),
                final=over,
            )
        ]

    def why(self, standing: Standing, row: str, draw: Draw, outcome: Outcome) -> str:
        """The reason of a settlement line, in one sentence."""
        shown = self.say_draw(draw)
        if outcome.result == "win":
            pays = f"pays {outcome.parts[0][1]}" if outcome.odds else "each part is paid as a wager of its own"
            return f"{shown}: {standing.name} wins, {pays}"
        return f"{shown}: {standing.name} " + {"lose": "loses", "void": "is void and goes back", "push": "stands off and goes back", "half": "loses half"}[outcome.result]

    def charge_due(self, play: Play, standing: Standing) -> Amount:
        """What is charged in this round: charges of earlier rounds were settled then."""
        return standing.charged - parse_amount(play.state["earlier"].get(f"{standing.who} {standing.name}", "0"))

    def stays(self, name: str) -> bool:
        """Whether a winning wager stays on the table."""
        text = self.ruleset.wager(name)[0].stays
        return bool(text) and condition(text)(self.ruleset.facts)


def _texts(before: Mapping[str, Any], key: str) -> dict[str, str]:
    given = before.get(key, {})
    if not isinstance(given, dict):
        raise BadInput(f"before: {key} must be a table")
    return {str(name): str(value) for name, value in given.items()}


def _join(first: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return (*first, *(clause for clause in more if clause and clause not in first))


def check_seat(seat: str) -> None:
    """Seats are numbered from 1."""
    if not seat.isascii() or not seat.isdigit() or not 1 <= int(seat) <= MOST_SEATS:
        raise BadInput(f"there is no seat {short(seat)}; seats are numbered 1 to {MOST_SEATS}")
