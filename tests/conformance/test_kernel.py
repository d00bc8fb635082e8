"""Kernel equals script: the real table is driven draw by draw beside the chart that the kernel walks,
and must agree on every one.

The table plays by its script: wagers are made as events, settled in lines, and carried from round to round.
The kernel walks a chart on which an ended wager is made again as soon as it may be. Compared at every draw
are the row, the result, the net in minor units, the charge, and the states of the wager and of the table
afterwards, for three forms of the chart: with its states named, as small as it can be, and packed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from croupier.equipment.money import show_amount
from croupier.families import build, ruleset
from croupier.families.automaton import kernel
from croupier.families.automaton.machine import OneDraw, Step
from croupier.families.automaton.odds import (
    AutomatonOdds,
    Case,
    CasePrices,
    examine,
    offered,
    proof_of,
    written,
)
from croupier.prove.automata import END, StateTable, Transition, tabulate
from croupier.prove.proof import WagerProof
from croupier.simulate.charts import Course, join, pack
from croupier.table.claims import Line, Standing
from croupier.table.table import Table
from tests.conformance.shapes import AUTOMATA
from tests.draws import block_draws

ROUNDS = 60
"""Random draws with every wager of a game on one table."""
CELLS = 2_500
"""Where a chart has more states times draws than this, a short run takes one of the draws that do the same
from a state, not each of them. So it does where the next draw decides whatever the state; but there every
draw is made at least once."""
LONGEST = 2_000
"""Branches of one wager that a short run drives the table through. Only one wager has more;
a deep run drives through all, with every draw."""
HOST = "40z"
"""Whoever keeps a table going on which some throws are made only while a certain wager stands."""

Settings = tuple[str, dict[str, str], dict[str, str], tuple[str, ...]]
OTHERWISE: list[Settings] = [
    (
        "house/craps",
        {"buy-charge": "on-a-win", "dont-bar": "3", "come-out": "always"},
        {},
        ("buy-on-win-4", "buy-on-win-9", "dont-pass", "dont-come", "place-6", "come-odds:4"),
    ),
    ("house/roulette", {"zero-rule": "en-prison-once"}, {}, ("red", "low")),
    (
        "house/roulette",
        {"zero-rule": "en-prison-stays", "wheel": "double-zero"},
        {},
        ("red", "five-number", "split"),
    ),
    (
        "great-britain/roulette",
        {"rage-table": "minimum", "zero-rule": "all-lost"},
        {"first-spin": "does-not-establish", "colours-run": "counts-the-run"},
        ("rage", "colours:red", "red"),
    ),
    ("great-britain/rocket-7", {"free-roll": "no"}, {"side-stake": "returned-when-paid"}, ("side", "low")),
    (
        "bahamas/craps",
        {"odds-commission": "5", "buy-commission": "3"},
        {"place-after-win": "stays"},
        ("place-4", "buy-4", "pass-odds", "dont-pass-odds", "dont-come-odds:5"),
    ),
    ("queensland/craps", {}, {"place-after-win": "stays"}, ("place-8", "hard-6", "odds-come:9")),
]
"""Settings under which some wagers take other branches than by default."""


@dataclass
class Follower:
    """One wager that is made again and again by one person, with its chart and its place on it."""

    who: str
    name: str
    param: str
    case: Case
    proof: WagerProof
    prices: CasePrices
    named: StateTable
    course: Course
    rows: tuple[str, ...]
    at: int = 0
    small: int = 0
    paid: tuple[str, ...] = ()
    net: int = 0
    charge: int = 0
    code: int = kernel.OFF
    ended: dict[str, int] = field(default_factory=dict)
    same: dict[int, int] = field(default_factory=dict)
    """By named state: the state of the small chart that stands for it."""

    @property
    def parent(self) -> str:
        """The wager that this one supports."""
        if not self.case.supplement:
            return ""
        name = self.prices.row.needs[0]
        return f"{name}:{self.param}" if self.param else str(name)

    def restart(self) -> None:
        self.at, self.small, self.paid, self.net, self.charge = 0, self.course.start, (), 0, 0

    def own(self) -> tuple[str | None, tuple[str, ...], int]:
        """What the chart says: the wager's own state, what it was paid so far,
        and the number of the table's state.
        """
        own, paid, table = self.named.states[self.at]
        return own, paid, table


def follow(odds: AutomatonOdds, wager: str, who: str) -> Follower:
    """A wager with the chart that the kernel would walk for it, states and all."""
    name, _, param = wager.partition(":")
    param = param or odds.machines.params(name)[0]
    case = examine(odds, name, param)
    drawn: list[StateTable] = []

    def spy(*given: Any) -> StateTable:
        drawn.append(tabulate(*given))
        return drawn[-1]

    with patch.object(kernel, "tabulate", spy):
        course, rows = kernel.chart(odds, case)
    follower = Follower(
        who, name, param, case, proof_of(odds, case), CasePrices(odds, case), drawn[0], course, rows
    )
    follower.restart()
    return follower


class Packed:
    """The charts of several wagers as the walk reads them: one cell after the other."""

    def __init__(self, odds: AutomatonOdds, followers: list[Follower]) -> None:
        weights = [weight for _, weight in odds.draws]
        courses = [follower.course for follower in followers]
        self.packed, self.readings = pack(join(courses), courses, weights)
        self.outcome = np.cumsum([0, *weights[:-1]])
        """By draw: the first of the equally likely outcomes that it stands for."""
        self.same: dict[tuple[int, ...], int] = {}
        self.restart()

    def restart(self) -> None:
        self.places = [int(start) for start in self.packed.starts]

    def agree(self, named: list[int]) -> None:
        """The same named states are always the same place of a joint chart."""
        for chart, reading in enumerate(self.readings):
            states = chart, *(named[number] for number in sorted(reading.codes))
            assert self.same.setdefault(states, self.places[chart]) == self.places[chart], (
                "the packed chart went elsewhere"
            )

    def step(self, draw: int) -> dict[int, int]:
        """One draw: the code of every wager."""
        found: dict[int, int] = {}
        for chart, reading in enumerate(self.readings):
            cell = self.places[chart] + int(self.packed.classes[chart][self.outcome[draw]])
            found |= {number: int(codes[cell - reading.first]) for number, codes in reading.codes.items()}
            self.places[chart] = int(self.packed.after[cell])
        return found


class Drive:
    """A table driven beside the charts of some wagers. It disagrees by AssertionError."""

    def __init__(self, game: Any, followers: list[Follower], odds: AutomatonOdds) -> None:
        self.game, self.followers, self.odds = game, followers, odds
        self.packed = Packed(odds, followers)
        self.settled: list[tuple[str, str, str, bool]] = []
        self.rounds = 0
        self.holds = "side" in game.ruleset.names and game.ruleset.offered("side")
        self.restart()

    def restart(self) -> None:
        """A fresh table."""
        self.before: dict[str, Any] = {}
        self.packed.restart()
        for follower in self.followers:
            follower.restart()

    def draw(self, at: int) -> None:
        """One round: make what the charts say is made, draw, and compare."""
        table = self._made()
        device = self.game.machines.device
        table.apply(f"{device.verb} {device.show(self.odds.faces[at])}")
        assert table.over
        claims = [claim for batch in table.play.batches for claim in batch.claims if claim.row]
        self.settled = [
            (claim.standing.who, claim.standing.wager, claim.row, claim.final) for claim in claims
        ]
        self.rounds += 1
        codes = self.packed.step(at)
        for number, follower in enumerate(self.followers):
            follower.code = self._compare(follower, table, at)
            assert codes[number] == follower.code, (
                f"{follower.name}: the packed chart says {codes[number]}, the script {follower.code}"
            )
            assert follower.same.setdefault(follower.at, follower.small) == follower.small, (
                f"{follower.name}: the small chart went elsewhere"
            )
        self.packed.agree([follower.at for follower in self.followers])
        self.before = table.after

    def _made(self) -> Table:
        """The table before the draw, with every wager that the charts have on it."""
        before = {**self.before, "wagers": list(self.before.get("wagers", []))}
        if "meters" in before:
            # The proof is for one meter with the wager's own share in it, won by one player: so the table
            # keeps to it, and holds as much for whoever keeps the free roll going.
            sides = [row for row in before["wagers"] if row["on"] == "side"]
            own = max((int(one.prices.holds(one.proof.stake)) for one in self.followers), default=0)
            before["meters"] = {"progressive": show_amount(own * max(1, len(sides)))}
        making = []
        for follower in self.followers:
            own, paid, _ = follower.own()
            standing = self._carried(before["wagers"], follower)
            if own is not None and standing is None:
                assert not paid and not follower.paid
                making.append(follower)
                if follower.parent:
                    seat, bettor = follower.who[:-1], follower.who[-1]
                    before["wagers"].append(
                        {
                            "seat": seat,
                            "bettor": bettor,
                            "on": follower.parent,
                            "stake": show_amount(follower.proof.stake),
                            "state": own,
                        }
                    )
            assert own is not None or standing is None, (
                f"{follower.name} lies on the table, and the chart knows nothing of it"
            )
        table = Table(self.game, before)
        if (
            self.holds
            and not any(standing.who == HOST and standing.wager == "side" for standing in table.play.wagers)
            and table.refusal(f"{HOST} bet low 10") is None
        ):
            table.apply(f"{HOST} bet low 10")
            if table.refusal(f"{HOST} bet side 10") is None:
                table.apply(f"{HOST} bet side 10")
        for follower in making:
            if self.prices_need_another(follower):
                table.apply(f"{follower.who} bet low 10")
            table.apply(f"{follower.who} bet {follower.proof.example} {show_amount(follower.proof.stake)}")
        for follower in self.followers:
            own, paid, at = follower.own()
            assert self.game.memory.now(table.play) == self.odds.tables[at], (
                f"{follower.name}: the table is {self.game.memory.now(table.play)}, "
                f"on the chart it is {self.odds.tables[at]}"
            )
            assert paid == follower.paid
            standing = self._standing(table, follower)
            assert (standing.state if standing else None) == own, (
                f"{follower.name}: the script has it at {standing}, the chart at {own}"
            )
            if (
                own is None
                and not follower.parent
                and at not in {start for _, start in follower.case.starts}
                and not self.prices_need_another(follower)
            ):
                refused = table.refusal(
                    f"{follower.who} bet {follower.proof.example} {show_amount(follower.proof.stake)}"
                )
                assert refused is not None, f"{follower.name} could be made, and the chart does not make it"
        return table

    @staticmethod
    def prices_need_another(follower: Follower) -> bool:
        """Whether the wager may be made only by somebody with another one."""
        return bool(follower.prices.row.needs_any)

    @staticmethod
    def _carried(wagers: list[dict[str, str]], follower: Follower) -> dict[str, str] | None:
        for row in wagers:
            if (
                row["seat"] + row.get("bettor", "") == follower.who
                and row["on"].partition(":")[0] == follower.name
            ):
                return row
        return None

    @staticmethod
    def _standing(table: Table, follower: Follower) -> Standing | None:
        for standing in table.play.wagers:
            if standing.who == follower.who and standing.wager == follower.name:
                return standing
        return None

    def _compare(self, follower: Follower, table: Table, at: int) -> int:
        """Compare one wager after a draw; the code that the script's doings amount to."""
        was, _, _ = follower.own()
        move: Transition = follower.named.moves[follower.at][at]
        small = int(follower.course.codes[follower.small][at])
        follower.at, follower.small = move.to, int(follower.course.after[follower.small][at])
        lines = [
            line
            for line in table.lines
            if (line.seat + line.bettor, line.wager.partition(":")[0]) == (follower.who, follower.name)
        ]
        rows = [
            (row, over)
            for who, wager, row, over in self.settled
            if (who, wager) == (follower.who, follower.name)
        ]
        if was is None:
            assert not lines and not rows and move.row == ""
            assert small == kernel.OFF
            return kernel.OFF
        (line,) = lines
        assert line.uncovered == 0 and line.stake == follower.proof.stake
        over = self._settled(follower, line, rows)
        follower.net += line.net
        follower.charge += line.charge
        own, paid, number = follower.own()
        assert self.game.memory.now(table.play) == self.odds.tables[number], (
            f"{follower.name}: after {line.why!r} the table is not where the chart has it"
        )
        if not over:
            assert move.row is None, f"{follower.name} stands on, and the chart ends it by {move.row!r}"
            assert paid == follower.paid
            standing = self._standing(table, follower)
            assert standing is not None and standing.state == own, (
                f"{follower.name}: after {line.why!r} the script has {standing}, the chart {own!r}"
            )
            code = kernel.ON
        else:
            label = written(follower.paid)
            assert move.row == label, (
                f"{follower.name} ended by {label!r} ({line.why}), on the chart by {move.row!r}"
            )
            (row,) = [row for row in follower.proof.rows if row.row == label]
            assert follower.net == row.net, (
                f"{follower.name} {label}: the script paid {follower.net}, the proof says {row.net}"
            )
            stays = self.game.machines.stays(follower.name) and line.result == "win"
            assert follower.charge == follower.proof.charge or (
                stays and follower.charge in (0, follower.proof.charge)
            )
            assert len(follower.paid) != 1 or line.result == row.result
            assert (self._standing(table, follower) is not None) == stays
            follower.ended[label] = follower.ended.get(label, 0) + 1
            follower.paid, follower.net, follower.charge = (), 0, 0
            code = kernel.ENDS + follower.rows.index(label)
        assert small == code, f"{follower.name}: the small chart says {small}, the script {code}"
        return code

    def _settled(self, follower: Follower, line: Line, rows: list[tuple[str, bool]]) -> bool:
        """Compare what one draw settled; whether the wager is over."""
        if not rows:
            assert line.result == "stands" and line.net == 0
            return False
        ((row, over),) = rows
        follower.paid = (*follower.paid, row)
        assert line.result == follower.prices.outcomes[row].result
        assert line.net == follower.prices.net((row,), follower.proof.stake)
        return over


def bench(
    game_id: str, options: dict[str, str] | None = None, readings: dict[str, str] | None = None
) -> tuple[Any, AutomatonOdds]:
    game = build(ruleset(game_id, options or {}, readings or {}))
    return game, AutomatonOdds(game)


def seats(number: int) -> list[str]:
    """So many persons, each on a seat of their own or sharing it."""
    return [f"{1 + at % 39}{'abcdefghij'[at // 39]}" for at in range(number)]


def tour(follower: Follower, every_draw: bool, most: int | None) -> Iterator[int | None]:
    """Draws that lead through every branch of a chart:
    to the nearest that was not taken yet, by a shortest sequence. None: a fresh table.

    A branch is a draw in a state, or, where not every draw is wanted,
    all the draws in a state that do the same; then the one that was used least is taken.
    """
    moves = follower.named.moves
    assert not any(move.to == END for row in moves for move in row), "the kernel's chart never ends"
    branches: list[dict[object, list[int]]] = [{} for _ in moves]
    for state, row in enumerate(moves):
        for draw, move in enumerate(row):
            branches[state].setdefault(draw if every_draw else move, []).append(draw)
    left = [dict(found) for found in branches]
    follows = [
        {row[draws[0]].to: draws[0] for draws in found.values()}
        for row, found in zip(moves, branches, strict=True)
    ]
    used = [0] * len(moves[0])
    wanted = sum(map(len, left)) if most is None else min(most, sum(map(len, left)))
    state = 0

    def path(start: int) -> list[int] | None:
        """A shortest sequence of draws to a state with a branch that was not taken."""
        came: dict[int, tuple[int, int]] = {}
        seen, queue = {start}, deque([start])
        while queue:
            here = queue.popleft()
            if left[here]:
                draws: list[int] = []
                while here != start:
                    here, draw = came[here]
                    draws.insert(0, draw)
                return draws
            for to, draw in follows[here].items():
                if to not in seen:
                    seen.add(to)
                    came[to] = here, draw
                    queue.append(to)
        return None

    for _ in range(wanted):
        draws = path(state)
        if draws is None:
            yield None
            state = 0
            draws = path(0)
            assert draws is not None, "a state of the chart cannot be reached"
        for draw in draws:
            yield draw
            state = moves[state][draw].to
        draw = min(left[state].pop(next(iter(left[state]))), key=lambda one: used[one])
        used[draw] += 1
        yield draw
        state = moves[state][draw].to


def drive_through(drive: Drive, everything: bool = False) -> None:
    """Drive a table with one wager through every branch of its chart."""
    (follower,) = drive.followers
    cells = len(follower.named.states) * len(follower.named.weights)
    at_once = isinstance(follower.case.machine, OneDraw)
    unused = set(range(len(follower.named.weights)))
    for at in tour(
        follower, everything or (cells <= CELLS and not at_once), None if everything else max(LONGEST, CELLS)
    ):
        if at is None:
            drive.restart()
        else:
            drive.draw(at)
            unused.discard(at)
    while unused and at_once:
        before = follower.own()[0]
        draw = min(unused)
        drive.draw(draw)
        if before is not None:
            unused.remove(draw)


SETTINGS: list[Settings] = [*((game, {}, {}, ()) for game in AUTOMATA), *OTHERWISE]
CASES = [
    pytest.param(
        case, id=" ".join([case[0], *(f"{key}={value}" for key, value in {**case[1], **case[2]}.items())])
    )
    for case in SETTINGS
]


def through_every_branch(case: Settings, everything: bool = False) -> None:
    game, odds = bench(*case[:3])
    for wager in case[3] or offered(game):
        follower = follow(odds, wager, "1a")
        drive_through(Drive(game, [follower], odds), everything)
        assert set(follower.rows) == {row.row for row in follower.proof.rows}
        assert set(follower.ended) == set(follower.rows), (
            f"{wager}: the rows {set(follower.rows) - set(follower.ended)} were never hit"
        )


@pytest.mark.deep(
    always=(
        "test_every_row_branch_and_limit[house/craps]",
        "test_every_row_branch_and_limit[house/sic-bo]",
        "test_every_row_branch_and_limit[great-britain/rocket-7]",
    )
)
@pytest.mark.parametrize("case", CASES)
def test_every_row_branch_and_limit(case: Settings) -> None:
    through_every_branch(case)


@pytest.mark.deep
@pytest.mark.parametrize("case", CASES)
def test_every_state_with_every_draw(case: Settings) -> None:
    through_every_branch(case, everything=True)


def at_random(case: Settings, rounds: int) -> None:
    """Every wager of a game on one table, on the very draws that the kernel makes;
    then the kernel's own counts are compared.
    """
    game, odds = bench(*case[:3])
    wagers = list(case[3]) or offered(game)
    followers = [follow(odds, wager, who) for wager, who in zip(wagers, seats(len(wagers)), strict=True)]
    drive = Drive(game, followers, odds)
    weights = [weight for _, weight in odds.draws]
    draw_of = np.repeat(np.arange(len(weights)), weights)
    for outcome in block_draws(17, 0, int(draw_of.size), rounds):
        drive.draw(int(draw_of[outcome]))
    simulation = kernel.simulate(game, rounds, 17, wagers)
    for follower in followers:
        tally = simulation.wager(follower.proof.example)
        assert {row.row: row.count for row in tally.rows if row.count} == follower.ended
        assert tally.standing == (follower.code == kernel.ON)
        assert tally.net == sum(
            count * (row.net - follower.proof.charge)
            for row in follower.proof.rows
            if (count := follower.ended.get(row.row, 0))
        )


@pytest.mark.deep(
    always=(
        "test_random_draws[great-britain/roulette]",
        "test_random_draws[queensland/wheel-of-fortune]",
    )
)
@pytest.mark.parametrize("case", CASES)
def test_random_draws(case: Settings) -> None:
    at_random(case, ROUNDS)


@pytest.mark.deep
@pytest.mark.parametrize("case", CASES)
def test_many_random_draws(case: Settings) -> None:
    at_random(case, 1_000)


# Teeth: a wrong chart, and a wrong script.

TEETH = [
    "great-britain/roulette rage",
    "house/craps pass",
    "house/craps come-odds:4",
    "house/craps place-6",
    "house/craps fire",
    "great-britain/rocket-7 side",
    "house/sic-bo single-1",
]


def driven(text: str, wrong: Any = None) -> None:
    """Drive a table through the branches of a wager whose chart may have been spoilt."""
    game_id, _, wager = text.partition(" ")
    game, odds = bench(game_id)
    follower = follow(odds, wager, "1a")
    if wrong is not None:
        follower = wrong(follower)
    drive_through(Drive(game, [follower], odds))


@pytest.mark.deep
@pytest.mark.parametrize("text", TEETH)
def test_a_right_chart_passes(text: str) -> None:
    driven(text)


def wrong_row(follower: Follower) -> Follower:
    """One draw in one state ends the wager by another row."""
    state, draw = next(
        (s, d)
        for s, row in reversed(list(enumerate(follower.named.moves)))
        for d, move in enumerate(row)
        if move.row
    )
    moves = [list(row) for row in follower.named.moves]
    move = moves[state][draw]
    other = next(row for row in follower.rows if row != move.row)
    moves[state][draw] = Transition(move.to, other)
    return replace(follower, named=replace(follower.named, moves=tuple(map(tuple, moves))))


def wrong_state(follower: Follower) -> Follower:
    """One draw leads to another state."""
    moves = [list(row) for row in follower.named.moves]
    move = moves[-1][0]
    moves[-1][0] = Transition((move.to + 1) % len(moves), move.row)
    return replace(follower, named=replace(follower.named, moves=tuple(map(tuple, moves))))


def wrong_code(follower: Follower) -> Follower:
    """One branch of the small chart has another code: the packed chart then has it too."""
    codes, after = follower.course.codes.copy(), follower.course.after
    alike = (codes[-1] == codes[-1, 0]) & (after[-1] == after[-1, 0])
    codes[-1, alike] += 1 if codes[-1, 0] < codes.max() else -1
    return replace(follower, course=replace(follower.course, codes=codes))


def wrong_next(follower: Follower) -> Follower:
    """One cell of the small chart leads elsewhere."""
    after = follower.course.after.copy()
    after[follower.course.start, 0] = (after[follower.course.start, 0] + 1) % len(after)
    return replace(follower, course=replace(follower.course, after=after))


def wrong_net(follower: Follower) -> Follower:
    """A winning row nets one minor unit more."""
    rows = list(follower.proof.rows)
    rows[0] = replace(rows[0], net=rows[0].net + 1)
    return replace(follower, proof=replace(follower.proof, rows=tuple(rows)))


@pytest.mark.deep(always=("test_a_wrong_chart_is_noticed[house/craps pass",))
@pytest.mark.parametrize("wrong", [wrong_row, wrong_state, wrong_code, wrong_next, wrong_net])
@pytest.mark.parametrize("text", TEETH)
def test_a_wrong_chart_is_noticed(text: str, wrong: Any) -> None:
    if text.startswith("house/sic-bo") and wrong in (wrong_state, wrong_next):
        return  # sic bo has one state, and nowhere else to lead to
    with pytest.raises(AssertionError):
        driven(text, wrong)


@pytest.mark.parametrize(("game_id", "wager", "when", "instead"), [
    ("house/craps", "pass", lambda state, draw: not state and sum(draw) == 11, Step(None, "lose")),
    ("house/craps", "place-6", lambda state, draw: sum(draw) == 6, Step("")),
    ("house/craps", "hard-8", lambda state, draw: draw == (2, 6), Step("")),
    (
        "great-britain/roulette", "rage",
        lambda state, draw: state == "red-4" and draw == "0", Step(None, "lose"),
    ),
    ("great-britain/rocket-7", "side", lambda state, draw: state == "3" and sum(draw) == 7, Step("4", None)),
])  # fmt: skip
def test_a_wrong_script_is_noticed(game_id: str, wager: str, when: Any, instead: Step) -> None:
    """The other direction: the chart is right, and the table plays one branch otherwise."""
    game, odds = bench(game_id)
    follower = follow(odds, wager, "1a")
    machine = game.machines.machine(wager)
    right = machine.step

    def step(state: str, table: Any, draw: Any, call: str = "") -> Step:
        return instead if when(state, draw) else right(state, table, draw, call)

    machine.step = step
    with pytest.raises(AssertionError):
        drive_through(Drive(game, [follower], odds))


def test_a_wrong_price_at_the_table_is_noticed() -> None:
    """Seven to six on 1 is paid 1.16 where payments go down to the cent,
    and 2 where they go up to the unit.
    """
    for rounding, right in (("down-to-the-cent", True), ("up-to-the-unit", False)):
        _, odds = bench("house/craps")
        follower = follow(odds, "place-6", "1a")
        follower.proof = proof_of(odds, follower.case, 100)
        drive = Drive(build(ruleset("house/craps", {"rounding": rounding})), [follower], odds)
        if right:
            drive_through(drive)
        else:
            with pytest.raises(AssertionError):
                drive_through(drive)
