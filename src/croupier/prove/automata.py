"""Machines fed by draws: tabulated from their step, and solved exactly.

What the states and the rows mean is up to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

END = -1
"""The state after the machine is over."""
MOST_STATES = 100_000
"""A machine with more states than this is taken for one that counts without bound."""

Label = tuple[str, ...]
"""The rows that were paid, in order, from the start to the end."""
State = TypeVar("State", bound=Hashable)


class Endless(ValueError):
    """A machine that is never over, pays without bound, or has too many states to be tabulated."""


class Transition(NamedTuple):
    """What one draw does: the state it leads to, or END, and the row paid on the way."""

    to: int
    row: str | None


@dataclass(frozen=True)
class StateTable:
    """A machine written out: one transition for every state and every draw."""

    states: tuple[Any, ...]
    weights: tuple[int, ...]
    """How many of the equally likely outcomes each draw stands for."""
    moves: tuple[tuple[Transition, ...], ...]
    """By state and by draw."""

    @property
    def total(self) -> int:
        """The number of equally likely outcomes of one draw."""
        return sum(self.weights)

    def merged(self, at: int) -> dict[Transition, int]:
        """Return the transitions of a state, with the weights of draws that act alike added up."""
        found: dict[Transition, int] = {}
        for move, weight in zip(self.moves[at], self.weights, strict=True):
            found[move] = found.get(move, 0) + weight
        return found


class MachineSolution(NamedTuple):
    """How a machine ends: the chance of every sequence of rows paid, and the mean number of draws."""

    ends: dict[Label, Fraction]
    draws: Fraction


def tabulate(
    start_states: Iterable[State],
    step: Callable[[State, Any], tuple[State | None, str | None]],
    draws: Sequence[tuple[Any, int]],
) -> StateTable:
    """Write a machine out, state by state, from where it may start.

    `step(state, draw)` gives the next state, or None when the machine is over, and the row paid, if any.
    """
    numbers: dict[State, int] = {}
    for state in start_states:
        numbers.setdefault(state, len(numbers))
    queue = list(numbers)
    table: list[tuple[Transition, ...]] = []
    known: dict[tuple[int, str | None], Transition] = {}
    faces = [draw for draw, _ in draws]
    while len(table) < len(queue):
        state = queue[len(table)]
        moves = []
        for draw in faces:
            after, row = step(state, draw)
            if after is None:
                to = END
            else:
                to = numbers.setdefault(after, len(numbers))
                if to == len(queue):
                    queue.append(after)
            key = (to, row)
            move = known.get(key)
            if move is None:
                move = known[key] = Transition(to, row)
            moves.append(move)
        table.append(tuple(moves))
        if len(queue) > MOST_STATES:
            raise Endless(
                f"the machine has more than {MOST_STATES} states: something in it counts without bound"
            )
    return StateTable(tuple(queue), tuple(weight for _, weight in draws), tuple(table))


def solve_all(machine: StateTable, starts: Iterable[int] | None = None) -> dict[int, MachineSolution]:
    """Solve a machine from every state that can be reached from the starts, by default from all.

    States that reach each other form a block. Blocks are solved from the end of the machine backwards, so
    that only the states of one block are ever eliminated together.

    >>> step = lambda state, face: (None, "win") if face == "head" else (state, None)
    >>> solve_all(tabulate(["on"], step, [("head", 1), ("tail", 2)]))
    {0: MachineSolution(ends={('win',): Fraction(1, 1)}, draws=Fraction(3, 1))}
    """
    moves = [machine.merged(at) for at in range(len(machine.states))]
    solved: dict[int, MachineSolution] = {}
    for block in _blocks(moves, range(len(moves)) if starts is None else starts):
        _solve_block(block, moves, machine, solved)
    return solved


def _solve_block(
    block: list[int],
    moves: list[dict[Transition, int]],
    machine: StateTable,
    solved: dict[int, MachineSolution],
) -> None:
    inside = set(block)
    total = machine.total
    exits: list[dict[tuple[int, str | None], int]] = []
    faces: dict[int, int] = {}
    for at in block:
        leaving: dict[tuple[int, str | None], int] = {}
        for (to, row), weight in moves[at].items():
            if to in inside:
                if row is not None:
                    raise Endless(
                        f"the machine may pay {row!r} again and again without an end, "
                        f"from the state {machine.states[at]!r}"
                    )
                continue
            face = END if to == END else faces.setdefault(id(solved[to]), to)
            leaving[face, row] = leaving.get((face, row), 0) + weight
        exits.append(leaving)
    if not any(exits):
        raise Endless(f"the machine is never over once it is in the state {machine.states[block[0]]!r}")
    if all(leaving == exits[0] for leaving in exits[1:]):
        # Whatever happens inside, the chances of leaving are the same from each state.
        # So the block is one state.
        gone = sum(exits[0].values())
        one = _mix(exits[0], solved, gone, Fraction(total, gone))
        for at in block:
            solved[at] = one
        return
    place = {at: i for i, at in enumerate(block)}
    rows: list[dict[int, Fraction]] = []
    right: list[dict[Label | None, Fraction]] = []
    for i, at in enumerate(block):
        row_of: dict[int, Fraction] = {i: Fraction(total)}
        for (to, _), weight in moves[at].items():
            if to in inside:
                row_of[place[to]] = row_of.get(place[to], Fraction(0)) - weight
        mixed = _mix(exits[i], solved, 1, Fraction(total))
        rows.append(row_of)
        side: dict[Label | None, Fraction] = dict(mixed.ends.items())
        side[None] = mixed.draws
        right.append(side)
    _eliminate(rows, right)
    for i, at in enumerate(block):
        draws = right[i].pop(None)
        solved[at] = MachineSolution(
            {label: chance for label, chance in right[i].items() if label is not None}, draws
        )


def _mix(
    exits: dict[tuple[int, str | None], int], solved: dict[int, MachineSolution], out_of: int, draws: Fraction
) -> MachineSolution:
    """Return what follows the transitions out of a block, each by its weight out of `out_of`."""
    ends: dict[Label, Fraction] = {}
    for (to, row), weight in exits.items():
        share = Fraction(weight, out_of)
        prefix: Label = () if row is None else (row,)
        if to == END:
            ends[prefix] = ends.get(prefix, Fraction(0)) + share
            continue
        after = solved[to]
        draws += share * after.draws
        for label, chance in after.ends.items():
            label = prefix + label
            ends[label] = ends.get(label, Fraction(0)) + share * chance
    return MachineSolution(ends, draws)


def _eliminate(rows: list[dict[int, Fraction]], right: list[dict[Label | None, Fraction]]) -> None:
    """Solve sparse rows of fractions (Gauss and Jordan). The right-hand sides become the solutions.

    The matrix is a weakly dominant one with a way out of every state, so every pivot on the diagonal is
    positive.
    """
    for k in range(len(rows)):
        pivot = rows[k].pop(k)
        rows[k] = {j: value / pivot for j, value in rows[k].items() if value}
        right[k] = {label: value / pivot for label, value in right[k].items() if value}
        for i in range(len(rows)):
            factor = rows[i].pop(k, None) if i != k else None
            if not factor:
                continue
            for j, value in rows[k].items():
                rows[i][j] = rows[i].get(j, Fraction(0)) - factor * value
            for label, value in right[k].items():
                right[i][label] = right[i].get(label, Fraction(0)) - factor * value


def _blocks(moves: list[dict[Transition, int]], starts: Iterable[int]) -> list[list[int]]:
    """Return the states that reach each other, each block after all that it leads to (Tarjan)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    waiting: list[int] = []
    held: set[int] = set()
    found: list[list[int]] = []
    follow = [tuple({move.to for move in row if move.to != END}) for row in moves]
    for start in starts:
        if start in order:
            continue
        path = [(start, iter(follow[start]))]
        order[start] = low[start] = len(order)
        waiting.append(start)
        held.add(start)
        while path:
            at, rest = path[-1]
            for to in rest:
                if to not in order:
                    order[to] = low[to] = len(order)
                    waiting.append(to)
                    held.add(to)
                    path.append((to, iter(follow[to])))
                    break
                if to in held:
                    low[at] = min(low[at], order[to])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[at])
                if low[at] == order[at]:
                    block = []
                    while True:
                        state = waiting.pop()
                        held.discard(state)
                        block.append(state)
                        if state == at:
                            break
                    found.append(block)
    return found
