"""The proof of a wheel or dice game: the pair of wager and table is written out and solved.

A proof is for one stake, or for the least that is paid exactly.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

import msgspec

from croupier.equipment.money import UNIT, Amount, Exact, Rounding, parse_amount, show_amount
from croupier.errors import BadInput, short
from croupier.families.automaton.game import AnyDrawGame
from croupier.families.automaton.machine import UNPRICED, Machine, OneDraw
from croupier.families.automaton.rules import AutomatonWager
from croupier.prove.automata import Label, MachineSolution, solve_all, tabulate
from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.rulebook.ruleset import Pay
from croupier.table.claims import Standing
from croupier.table.parts.pricing import Outcome, named

MOST_TABLES = 200
"""The most states of the table to look at for one that allows a wager, or gives it another edge."""
MOST_UNITS = 10_000
"""The largest stake to try, in units of currency, in the search for an exact payment."""
_PROBE = UNIT * lcm(*range(1, 25)) * 10**6
"""A stake that makes any charge of a rulebook even."""

Start = tuple[str, int]
"""The state of a wager that has just been made, and the number of the table's state."""


def prove_all(
    game: AnyDrawGame,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """Return the exact odds of the named wagers, or of every wager on offer."""
    odds = AutomatonOdds(game, before)
    return [_prove(odds, wager, stake) for wager in (offered(game) if wagers is None else wagers)]


def offered(game: AnyDrawGame) -> list[str]:
    """Return every wager that the options offer and the layout has a place for."""
    return [name for name in game.ruleset.names if game.ruleset.offered(name) and game.machines.params(name)]


class AutomatonOdds:
    """The odds of a draw game. All wagers share its draws and the numbered states of the table."""

    def __init__(self, game: AnyDrawGame, before: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.given = bool(before)
        self.machines = game.machines
        self.draws = game.machines.device.draws()
        self.faces = [draw for draw, _ in self.draws]
        play = game.start(before or {})
        self.meter = game.settlement.meter(play)
        self.standing = list(play.wagers)
        """The wagers that stand on the table."""
        fresh = game.memory.now(play)
        self.tables: list[Any] = [fresh]
        self._numbers: dict[Hashable, int] = {fresh: 0}
        self._after: list[list[int]] = []
        while len(self._after) < min(len(self.tables), MOST_TABLES):
            self._advance(len(self._after))
        self.reached = range(len(self.tables))
        """The states of the table in the order of reaching them, as far as they were looked at."""

    def _advance(self, at: int) -> None:
        table = self.tables[at]
        self._after.append([self.number(self.machines.advance(table, draw)) for draw in self.faces])

    def number(self, table: Hashable) -> int:
        """Return the number of a state of the table."""
        if table not in self._numbers:
            self._numbers[table] = len(self.tables)
            self.tables.append(table)
        return self._numbers[table]

    def after(self, at: int) -> list[int]:
        """Return the state of the table after each draw."""
        while len(self._after) <= at:
            self._advance(len(self._after))
        return self._after[at]

    def differs(self, at: int) -> dict[str, object]:
        """Return the differences from a fresh table."""
        fresh = msgspec.to_builtins(self.machines.fresh)
        return {
            key: value
            for key, value in msgspec.to_builtins(self.tables[at]).items()
            if value != fresh.get(key)
        }


@dataclass(frozen=True)
class Case:
    """A wager in one of its places, solved from every state of the table that allows it.

    The first state is the main one.
    """

    name: str
    param: str
    machine: Machine
    starts: tuple[Start, ...]
    solutions: tuple[MachineSolution, ...]
    supplement: bool

    @property
    def example(self) -> str:
        """The wager with its parameter."""
        return f"{self.name}:{self.param}" if self.param else self.name

    @property
    def labels(self) -> set[Label]:
        """Every possible end of the wager, from any start."""
        return {label for solution in self.solutions for label in solution.ends}

    def alike(self) -> list[Start]:
        """Return the starts with the same ends as the main one."""
        return [
            start
            for start, solution in zip(self.starts, self.solutions, strict=True)
            if solution.ends == self.solutions[0].ends
        ]


def examine(odds: AutomatonOdds, name: str, param: str) -> Case:
    """Find where a wager may be made, and solve it from there."""
    machine = odds.machines.machine(name, param)
    row = odds.game.ruleset.wager(name)[0]
    supplement = bool(row.needs) and not row.needs_any
    starts: list[Start]
    made = machine.supplement_states(odds.tables[0])
    held = _supported(odds, row, param)
    if made:
        wanted = param or (held.state if held else "")
        made = [pair for pair in made if pair[0] == wanted] or made
        starts = [(state, odds.number(table)) for state, table in made]
        refused = None
    else:
        looked = [0] if odds.given else odds.reached
        starts = [
            (machine.first(odds.tables[at]), at) for at in looked if machine.opens(odds.tables[at]) is None
        ]
        refused = machine.opens(odds.tables[0])
    if not starts:
        why = f": {refused.why} [{refused.clause}]" if refused else ""
        where = "in this state" if odds.given else "in any state"
        raise BadInput(f"{name} cannot be made {where} of the table{why}")
    if _one_draw(machine):
        ways = _ways(odds, machine)
        total = sum(ways.values())
        one = MachineSolution(
            {(label,): Fraction(count, total) for label, count in ways.items()}, Fraction(1)
        )
        return Case(name, param, machine, tuple(starts), (one,) * len(starts), supplement)
    faces, tables = odds.faces, odds.tables

    def step(pair: Start, at: int) -> tuple[Start | None, str | None]:
        state, table = pair
        after, row = machine.step(state, tables[table], faces[at])
        return (None if after is None else (after, odds.after(table)[at])), row

    chart = tabulate(starts, step, [(at, weight) for at, (_, weight) in enumerate(odds.draws)])
    numbers = {start: at for at, start in enumerate(dict.fromkeys(starts))}
    solved = solve_all(chart, numbers.values())
    return Case(
        name, param, machine, tuple(starts), tuple(solved[numbers[start]] for start in starts), supplement
    )


def _supported(odds: AutomatonOdds, row: AutomatonWager, param: str) -> Standing | None:
    """Return the wager on the table that a supplement would support, if one lies there."""
    if row.needs_any:
        return None
    return next(
        (
            standing
            for standing in odds.standing
            if standing.wager in row.needs and (not param or standing.param == param)
        ),
        None,
    )


def _one_draw(machine: Machine) -> bool:
    return isinstance(machine, OneDraw) and type(machine).step is OneDraw.step


def _ways(odds: AutomatonOdds, machine: Machine) -> dict[str, int]:
    """Return the ways of each row of a wager that the next draw decides."""
    assert isinstance(machine, OneDraw)
    if all(weight == 1 for _, weight in odds.draws):
        return dict(Counter(map(machine.row_of, odds.faces)))
    ways: dict[str, int] = {}
    for draw, weight in odds.draws:
        label = machine.row_of(draw)
        ways[label] = ways.get(label, 0) + weight
    return ways


# Money.


class CasePrices:
    """The payments of a case's ends for a stake."""

    def __init__(self, odds: AutomatonOdds, case: Case) -> None:
        game = odds.game
        self.game, self.case, self.meter = game, case, odds.meter
        self.row: AutomatonWager = game.ruleset.wager(case.name)[0]
        self.supported = _supported(odds, self.row, case.param)
        self.outcomes: dict[str, Outcome] = {
            row: game.prices.outcome(case.name, row, case.param)
            for label in sorted(case.labels)
            for row in label
        }

    def rounding(self, stake: Amount, row: str = "") -> Rounding:
        """Return the rounding of an uneven payment of a row."""
        return self.game.prices.rounding(self.case.name, stake, self.parent(stake), row)

    def parent(self, stake: Amount) -> Amount | None:
        """Return what lies on the wager that a supplement supports.

        Where no such wager is on the table it is as much as the supplement, or, where the operator agreed to
        a larger one, no more than makes it allowed.
        """
        if not self.case.supplement:
            return None
        if self.supported is not None:
            return self.supported.stake
        rule = self.row.stake
        factor = self.game.wagers.stakes.factor((rule.at_most or rule.wins_at_most).split(" of ")[0])
        if not rule.agreed_when or not self.game.ruleset.holds(rule.agreed_when) or not factor:
            return stake
        points = [row for row in self.outcomes if row not in UNPRICED]
        most = max((self.outcomes[row].won(stake) for row in points), default=stake)
        return int(Fraction(most if rule.wins_at_most else stake) / factor)

    def charge(self, stake: Amount, state: str) -> Amount:
        """Return the charge for making the wager."""
        on = self.parent(stake)
        parent = (
            None
            if on is None
            else Standing(seat="1", wager=self.row.needs[0], stake=on, param=self.case.param, state=state)
        )
        return self.game.wagers.stakes.charge(self.case.name, self.case.param, self.row, stake, parent)

    def net(self, label: Label, stake: Amount) -> Amount:
        """Return the net of an end, charges apart."""
        losses = self.game.prices.loss_rounding(self.case.name)
        return sum(
            self.rounding(stake, row).apply(self.won(self.outcomes[row], stake))
            - losses.apply(self.outcomes[row].lost(stake))
            for row in label
        )

    def won(self, outcome: Outcome, stake: Amount) -> Fraction:
        """Return the exact winnings. A row that pays the meter pays all of it, whatever the stake."""
        plain = (
            msgspec.structs.replace(
                outcome, parts=tuple(part for part in outcome.parts if not _metered(part))
            )
            if any(map(_metered, outcome.parts))
            else outcome
        )
        return plain.won(stake) + sum(
            (
                share * pay.value.ratio * self.holds(stake)
                for share, pay in filter(_metered, outcome.parts)
                if pay
            ),
            Fraction(0),
        )

    def holds(self, stake: Amount) -> Exact:
        """Return what the meter holds when it is won, with what the stake itself has put into it."""
        made = Standing("1", self.case.name, stake, state=self.case.starts[0][0])
        own = self.game.settlement.contribution(made)
        return self.meter + (own[1] if own else 0)

    def meter_notes(self, solution: MachineSolution, stake: Amount) -> tuple[str, ...]:
        """Note the meter that a wager can win: its amount, its worth, and where the wager breaks even."""
        worth = Fraction(0)
        for label, chance in solution.ends.items():
            worth += sum(
                (
                    chance * share * pay.value.ratio
                    for row in label
                    for share, pay in self.outcomes[row].parts
                    if pay and pay.kind == "share"
                ),
                Fraction(0),
            )
        if not worth:
            return ()
        even = self.meter - self.expected(solution, stake, self.case.starts[0][0]) / worth
        slope = f"every {show_amount(UNIT)} more lowers the edge by {float(worth * UNIT / stake):.3g}"
        return (
            f"the meter holds {show_amount(self.meter)} and one player wins it; {slope}; "
            f"the wager breaks even at {show_amount(round(even))}",
        )

    def expected(self, solution: MachineSolution, stake: Amount, state: str) -> Fraction:
        """Return the expected net, charges included."""
        return sum(
            (chance * self.net(label, stake) for label, chance in solution.ends.items()), Fraction(0)
        ) - self.charge(stake, state)

    def even_stake(self) -> tuple[Amount, tuple[str, ...]]:
        """Return the least stake in whole units that the rulebook allows and pays without rounding."""
        rule = self.row.stake
        if rule.exactly:
            return parse_amount(rule.exactly), ()
        step = parse_amount(rule.multiple_of) if rule.multiple_of else UNIT
        step = lcm(step, UNIT) if step else UNIT
        least = max(parse_amount(rule.min) if rule.min else 0, step)
        first = -(-least // step) * step
        stake, needs = first, 1
        charges = [
            Fraction(self.charge(_PROBE, state), _PROBE) for state in {state for state, _ in self.case.starts}
        ]
        while stake <= MOST_UNITS * UNIT:
            needs = lcm(step, *(self._divisor(stake, charge) for charge in charges))
            if stake % needs == 0:
                return stake, ()
            stake = -(-(stake + 1) // needs) * needs
        return first, (
            f"no stake up to {MOST_UNITS} is paid exactly: "
            f"this is for {show_amount(first)}, rounded as the rulebook says",
        )

    def _divisor(self, stake: Amount, charge: Fraction) -> int:
        """Return the number that divides every stake settled without rounding."""
        losses = self.game.prices.loss_rounding(self.case.name)
        charged = self.game.ruleset.money.get("charge", Rounding())
        parts = [(charge, charged)]
        for row, outcome in self.outcomes.items():
            fixed = self.won(outcome, 0)
            parts += [
                (self.won(outcome, 1) - fixed, self.rounding(stake, row)),
                (outcome.lost(1), losses),
            ]
        return lcm(*((ratio / unit.to).denominator for ratio, unit in parts))


def _prove(odds: AutomatonOdds, wager: str, stake: Amount | None) -> WagerProof:
    started = time.perf_counter()
    game = odds.game
    name, colon, param = wager.partition(":")
    if colon and not param:
        raise BadInput(
            f"{short(wager)} says nothing after its colon; write it like {name}, or with its place"
        )
    game.ruleset.wager(name)
    places = game.machines.params(name)
    if param or not places:
        places = [game.machines.split(wager)[1]]
    proof = proof_of(odds, examine(odds, name, places[0]), stake, places[1:])
    return replace(proof, seconds=time.perf_counter() - started)


def proof_of(
    odds: AutomatonOdds, case: Case, asked: Amount | None = None, others: Iterable[str] = ()
) -> WagerProof:
    """Return the proof of a wager that has been solved, compared with its other places.

    It is for a stake, or for the least that is paid exactly.
    """
    prices = CasePrices(odds, case)
    stake, notes = (asked, ()) if asked is not None else prices.even_stake()
    if stake <= 0:
        raise BadInput(f"the odds of a wager are for a stake of more than nothing, not {show_amount(stake)}")
    main = case.solutions[0]
    state, at = case.starts[0]
    return WagerProof(
        wager=case.name,
        example=case.example,
        stake=stake,
        charge=prices.charge(stake, state),
        rows=_rows(prices, main, stake, sum(weight for _, weight in odds.draws)),
        start=odds.differs(at),
        draws=main.draws,
        notes=(
            *notes,
            *_supplement_note(case),
            *_parent_note(prices, stake),
            *_rounding_note(prices, stake),
            *prices.meter_notes(main, stake),
        ),
        others=(*_other_starts(odds, prices, stake), *_other_places(odds, prices, others, stake, asked)),
    )


def _supplement_note(case: Case) -> tuple[str, ...]:
    """Note a supplement's chances on its other points: it is proved on one."""
    if not case.supplement:
        return ()
    chances: dict[Fraction, list[str]] = {}
    for (state, _), solution in zip(case.starts, case.solutions, strict=True):
        won = sum(
            (chance for label, chance in solution.ends.items() if label and label[-1] not in UNPRICED),
            Fraction(0),
        )
        chances.setdefault(won, []).append(state)
    told = "; ".join(f"{' or '.join(dict.fromkeys(states))} it wins {won}" for won, states in chances.items())
    return (f"the rows are for {case.starts[0][0]}: on {told}",)


def _parent_note(prices: CasePrices, stake: Amount) -> tuple[str, ...]:
    """Say how much lies on the wager of a supplement, where it is not as much as the supplement."""
    parent = prices.parent(stake)
    if parent in (None, stake) or parent is None:
        return ()
    return (f"with {show_amount(parent)} on {prices.row.needs[0]}",)


def _rounding_note(prices: CasePrices, stake: Amount) -> tuple[str, ...]:
    """Say so where the rounding of payments, and not their odds, makes part of the edge."""
    even, _ = prices.even_stake()
    solution, state = prices.case.solutions[0], prices.case.starts[0][0]
    here, there = (-prices.expected(solution, one, state) / one for one in (stake, even))
    if here == there:
        return ()
    return (
        f"payments on {show_amount(stake)} do not come out even: "
        f"with {show_amount(even)}, which is paid exactly, the edge is {float(there) * 100:.4g} %",
    )


def _rows(prices: CasePrices, solution: MachineSolution, stake: Amount, ways: int) -> tuple[OutcomeRow, ...]:
    total = lcm(*(chance.denominator for chance in solution.ends.values()))
    total = ways if ways % total == 0 else total
    rows = []
    for label, chance in solution.ends.items():
        net = prices.net(label, stake)
        outcomes = [prices.outcomes[row] for row in label]
        result: str = outcomes[0].result_on(net) if len(label) == 1 else named(net)
        pays = " + ".join(text for text in map(_pays, outcomes) if text)
        rows.append(OutcomeRow(written(label), pays, int(chance * total), total, net, result))
    return tuple(sorted(rows, key=lambda row: (-row.net, row.row)))


def written(label: Label) -> str:
    """Return the paid rows as one word."""
    return " + ".join(label) or "nothing"


def _pays(outcome: Outcome) -> str:
    if outcome.odds or outcome.result != "win":
        return outcome.odds
    return ", ".join(str(pay) if share == 1 else f"{pay} on {share}" for share, pay in outcome.parts if pay)


def _metered(part: tuple[Fraction, Pay | None]) -> bool:
    return part[1] is not None and part[1].kind == "share"


# Where the edge is another.


def _other_starts(odds: AutomatonOdds, prices: CasePrices, stake: Amount) -> list[tuple[str, Fraction]]:
    """Return the states of the table that give another edge, those with the same one together."""
    case = prices.case
    main = -prices.expected(case.solutions[0], stake, case.starts[0][0]) / stake
    found: dict[Fraction, list[str]] = {}
    for (state, at), solution in zip(case.starts[1:], case.solutions[1:], strict=True):
        if solution is case.solutions[0] and not case.supplement:
            continue
        edge = -prices.expected(solution, stake, state) / stake
        if edge != main:
            where = _table_text(odds, at)
            found.setdefault(edge, []).append(
                f"{case.example} {state}".rstrip() + f" ({where})" if case.supplement else where
            )
    return [
        (
            texts[0]
            if len(texts) == 1
            else " or ".join(texts)
            if len(texts) <= 3
            else f"{texts[0]} and {len(texts) - 1} others",
            edge,
        )
        for edge, texts in found.items()
    ]


def _table_text(odds: AutomatonOdds, at: int) -> str:
    shown = odds.differs(at)
    return (
        ", ".join(f"{key}={'yes' if value is True else value}" for key, value in shown.items())
        or "a fresh table"
    )


def _other_places(
    odds: AutomatonOdds, prices: CasePrices, places: Iterable[str], stake: Amount, asked: Amount | None
) -> list[tuple[str, Fraction]]:
    """Return the parameters that give another edge, one for each way to differ."""
    case, machines = prices.case, odds.machines
    seen = {_signature(odds, case.name, case.param, case.machine)}
    edges = {-prices.expected(case.solutions[0], stake, case.starts[0][0]) / stake}
    found = []
    for param in places:
        machine = machines.machine(case.name, param)
        signature = _signature(odds, case.name, param, machine)
        if signature in seen and signature:
            continue
        seen.add(signature)
        other = examine(odds, case.name, param)
        own = CasePrices(odds, other)
        size = own.even_stake()[0] if asked is None else asked
        edge = -own.expected(other.solutions[0], size, other.starts[0][0]) / size
        if edge not in edges:
            edges.add(edge)
            found.append((other.example, edge))
    return found


def _signature(odds: AutomatonOdds, name: str, param: str, machine: Machine) -> Hashable:
    """Return what decides the edge of a wager on the next draw: the ways and payments of each row.

    Empty for other wagers.
    """
    if not _one_draw(machine):
        return ()
    return frozenset(
        (label, ways, odds.game.prices.outcome(name, label, param).parts)
        for label, ways in _ways(odds, machine).items()
    )
