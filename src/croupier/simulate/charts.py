"""State charts as arrays: reduced, joined while they stay small, and packed for the walk.

A chart here never ends: when a wager is over, it is made again as soon as it may be. Every cell, a state with
a draw, has a code. What the codes mean is up to the caller. Only the counts of cells are kept; the count of a
code is the sum over its cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

MOST_STATES = 512
"""The most states of a joint chart. With no more it stays in the near caches."""


@dataclass(frozen=True)
class Course:
    """One chart: the next state and the code of the cell, by state and draw."""

    after: Ints
    codes: Ints
    start: int = 0

    @property
    def states(self) -> int:
        """How many states it has."""
        return len(self.after)


@dataclass(frozen=True)
class Joint:
    """Several charts walked as one: for each joint state, the state of every member."""

    after: Ints
    start: int
    members: tuple[int, ...]
    of: Ints


@dataclass(frozen=True)
class Packed:
    """Joint charts as the walk reads them.

    A cell is a joint state with a class of draws that act alike in all of them.
    """

    outcomes: int
    """Equally likely outcomes of one draw."""
    classes: NDArray[np.uint16]
    """By joint chart and outcome: the class of the outcome."""
    after: NDArray[np.uint32]
    """By cell: the first cell of the next state."""
    starts: NDArray[np.uint32]
    """By joint chart: the first cell of the state it starts in."""


def reduce(course: Course) -> Course:
    """Return the smallest chart with the same codes, by Moore's refinement.

    States that act alike for ever become one.
    """
    after, codes, start = course.after, course.codes, course.start
    block = _numbered(codes)
    while True:
        finer = _numbered(np.column_stack([block, block[after]]))
        if finer.max() == block.max():
            break
        block = finer
    found, first = np.unique(block, return_index=True)
    assert len(found) == found[-1] + 1
    return _reachable(Course(block[after[first]], codes[first], int(block[start])))


def _numbered(rows: Ints) -> Ints:
    """Number the rows so that equal rows get equal numbers."""
    return np.asarray(np.unique(rows, axis=0, return_inverse=True)[1], dtype=np.int64).reshape(-1)


def _reachable(course: Course) -> Course:
    """Return the chart without the states that are never reached."""
    known = _closure(
        np.array([course.start], np.int64), lambda states: course.after[states].reshape(-1), course.states
    )
    assert known is not None
    return Course(
        np.searchsorted(known, course.after[known]),
        course.codes[known],
        int(np.searchsorted(known, course.start)),
    )


def _closure(start: Ints, follow: object, most: int) -> Ints | None:
    """Return everything reached from the start, in order; None when that is more than `most`."""
    assert callable(follow)
    known = fresh = start
    while len(fresh):
        fresh = np.setdiff1d(follow(fresh), known)
        known = np.union1d(known, fresh)
        if len(known) > most:
            return None
    return known


def join(courses: Sequence[Course], most: int = MOST_STATES) -> list[Joint]:
    """Join charts one after the other while the joint states that can be reached stay few.

    A chart that does not fit starts a new joint one.
    """
    joints: list[Joint] = []
    for number in sorted(range(len(courses)), key=lambda at: courses[at].states):
        course = courses[number]
        for at, joint in enumerate(joints):
            wider = _product(joint, course, number, most)
            if wider is not None:
                joints[at] = wider
                break
        else:
            joints.append(Joint(course.after, course.start, (number,), np.arange(course.states)[:, None]))
    return joints


def _product(joint: Joint, course: Course, number: int, most: int) -> Joint | None:
    size = course.states
    start = joint.start * size + course.start
    known = _closure(
        np.array([start], np.int64),
        lambda pairs: np.unique(joint.after[pairs // size] * size + course.after[pairs % size]),
        most,
    )
    if known is None:
        return None
    left, right = known // size, known % size
    after = np.searchsorted(known, joint.after[left] * size + course.after[right])
    return Joint(
        after,
        int(np.searchsorted(known, start)),
        (*joint.members, number),
        np.column_stack([joint.of[left], right]),
    )


@dataclass(frozen=True)
class Reading:
    """How to read the counts of a joint chart's cells: the codes of each member by cell."""

    first: int
    """The first cell of the joint chart."""
    codes: dict[int, Ints]
    """By member: the code of each cell."""

    def counts(self, member: int, cells: Ints, length: int) -> Ints:
        """Count how often each code of a member occurred."""
        codes = self.codes[member]
        found = np.zeros(length, np.int64)
        np.add.at(found, codes, cells[self.first : self.first + len(codes)])
        return found


def pack(
    joints: Sequence[Joint], courses: Sequence[Course], weights: Sequence[int]
) -> tuple[Packed, list[Reading]]:
    """Write joint charts out for the walk.

    Draws that act alike are taken together, and weights become equally likely outcomes.
    """
    draw_of = np.repeat(np.arange(len(weights)), weights)
    classes, after, starts, readings = [], [], [], []
    first = 0
    for joint in joints:
        codes = {number: courses[number].codes[joint.of[:, at]] for at, number in enumerate(joint.members)}
        _, sample, class_of = np.unique(
            np.concatenate([joint.after, *codes.values()]), axis=1, return_index=True, return_inverse=True
        )
        width = len(sample)
        after.append((joint.after[:, sample] * width + first).reshape(-1))
        starts.append(joint.start * width + first)
        classes.append(np.asarray(class_of).reshape(-1)[draw_of])
        readings.append(
            Reading(first, {number: rows[:, sample].reshape(-1) for number, rows in codes.items()})
        )
        first += joint.after.shape[0] * width
    return (
        Packed(
            outcomes=len(draw_of),
            classes=np.array(classes, np.uint16).reshape(len(joints), len(draw_of)),
            after=np.concatenate([np.empty(0, np.int64), *after]).astype(np.uint32),
            starts=np.array(starts, np.uint32),
        ),
        readings,
    )
