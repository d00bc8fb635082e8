"""Whether a kept proof of twenty-one can be right, found at once by what can be counted otherwise.

Every round has one hand with the original wager, whether it was split or not. What the player draws is as
good a part of the shoe as any other. So over those hands the dealer's outcomes come exactly as they do when
nobody draws, whatever the play. Neither does the play change how often the first two cards are a natural.
Hands and stakes follow from the counts; and what a round nets by the counts must be what the solver in
floating point finds, which shares no sum with them. The distribution of a round is proved by other sums
still: it must come to one, to the same net, and to the variance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import TYPE_CHECKING, NamedTuple

from croupier.families.twentyone.solver.problem import (
    ADDED,
    DOUBLED,
    IS_DOUBLED_BUST,
    IS_RESCUED,
    PLAIN,
    ROLES,
    SPECIAL,
    Problem,
)
from croupier.families.twentyone.solver.states import ACE, TEN, VALUES, hand_of

if TYPE_CHECKING:
    from croupier.families.twentyone.solver.kept import Certificate, SwitchCertificate

OFF = Fraction(1, 10**9)
"""What the solver in floating point may be off."""
ROUNDED = Fraction(1, 10**11)
"""What a decimal that is kept may be off."""


MOST_OFF = Fraction(1, 10_000)
"""The most that a chance of what a round nets may be off."""


class Off(NamedTuple):
    """What a distribution may be off: its sum and its average, and its variance."""

    average: Fraction
    variance: Fraction


COUNTED = Off(Fraction(0), Fraction(1, 10**10))
"""Of counted rounds; their variance is a decimal."""
NEARLY = Off(Fraction(1, 10**10), Fraction(1, 10**8))
"""Of rounds whose chances are found in floating point."""
NEARLY_TWO = Off(Fraction(1, 10**8), Fraction(1, 10**5))
"""Of two hands, whose figures are decimals."""


def wrong_with(problem: Problem, kept: Certificate) -> str:
    """Say what is wrong with a kept proof, or nothing."""
    return next(_mistakes(problem, kept), "")


def _mistakes(problem: Problem, kept: Certificate) -> Iterator[str]:
    cells = [tuple(map(int, cell)) for cell in kept.cells]
    shape = len(ROLES), len(problem.classes), len(problem.outcomes)
    if len({cell[:3] for cell in cells}) != len(cells) or not all(
        len(cell) == 4 and cell[3] > 0 and all(0 <= at < most for at, most in zip(cell, shape, strict=False))
        for cell in cells
    ):
        yield "a cell is not among those that there are, or is there twice"
        return
    total = int(kept.total)
    yield from _wrong_outcomes(problem, cells, total)
    yield from _wrong_naturals(problem, cells, total)
    hands = Fraction(sum(cell[3] for cell in cells), total)
    if hands != Fraction(kept.hands):
        yield "its counts come to another number of hands"
    doubled = _doubled(problem)
    if Fraction(kept.stakes) != hands + Fraction(sum(cell[3] for cell in cells if cell[1] in doubled), total):
        yield "its counts come to other stakes"
    net = Fraction(0)
    for role, kind, outcome, ways in cells:
        for pay in problem.pays[role][kind][outcome]:
            net += pay.weight * pay.net * ways
    if abs(net / total - Fraction(kept.nearly)) > OFF:
        yield f"its counts net {float(net / total):.9f} a round, and in floating point it is {kept.nearly}"
    parts = int(kept.rounds_total)
    rounds = [(Fraction(won), Fraction(int(ways), parts)) for won, ways in kept.rounds]
    if not 0 <= Fraction(kept.rounds_error) <= MOST_OFF:
        yield "its rounds may be off by more than they ever are"
    exactly = not Fraction(kept.rounds_error)
    yield from _wrong_rounds(rounds, net / total, Fraction(kept.variance), COUNTED if exactly else NEARLY)


def _wrong_rounds(
    rounds: list[tuple[Fraction, Fraction]], net: Fraction, variance: Fraction, off: Off
) -> Iterator[str]:
    """Yield what is wrong with the distribution of a round: its sum, its average, its variance."""
    whole = sum((chance for _, chance in rounds), Fraction(0))
    mean = sum((won * chance for won, chance in rounds), Fraction(0))
    spread = sum((won**2 * chance for won, chance in rounds), Fraction(0)) - mean**2
    if len({won for won, _ in rounds}) != len(rounds) or abs(whole - 1) > off.average:
        yield "the chances of what a round nets do not come to one"
    elif abs(mean - net) > off.average:
        yield f"its rounds net {float(mean):.9f} on average, and its counts {float(net):.9f}"
    elif abs(spread - variance) > off.variance:
        yield f"the variance of its rounds is {float(spread):.9f}, and {float(variance):.9f} is kept"


def _wrong_outcomes(problem: Problem, cells: list[tuple[int, ...]], total: int) -> Iterator[str]:
    """Yield the dealer's outcomes that come too often or too seldom."""
    found: Counter[int] = Counter()
    for role, _, outcome, ways in cells:
        found[outcome] += ways if ROLES[role] != ADDED else 0
    for outcome, chance in enumerate(outcomes(problem)):
        # Where a natural takes one hand of a split or the other, it is not told which had the wager.
        told_apart = not problem.fallback or outcome != problem.natural
        if told_apart and found[outcome] != chance * total:
            yield f"the dealer's outcome {problem.outcomes[outcome]} is counted otherwise"
            return


def outcomes(problem: Problem) -> list[Fraction]:
    """Return the chance of each of the dealer's outcomes from the whole shoe."""
    shoe, dealer, most = problem.shoe, problem.dealer, len(problem.outcomes)
    cards = sum(shoe)
    found = [Fraction(0)] * most
    for upcard in range(VALUES):
        left = [number - (value == upcard) for value, number in enumerate(shoe)]
        up, known = Fraction(shoe[upcard], cards), Fraction(0)
        for outcome in range(most if up else 0):
            first, end = (int(dealer.first[upcard * most + outcome + more]) for more in (0, 1))
            ways: Counter[int] = Counter()
            for at in range(first, end):
                orders = int(dealer.orders[at])
                for value in range(VALUES):
                    orders *= perm(left[value], int(dealer.drawn[at, value]))
                ways[int(dealer.depth[at])] += orders
            chance = sum((Fraction(way, perm(cards - 1, drawn)) for drawn, way in ways.items()), Fraction(0))
            found[outcome] += up * chance
            known += chance
        found[int(dealer.rest[upcard])] += up * (1 - known)
    return found


def _wrong_naturals(problem: Problem, cells: list[tuple[int, ...]], total: int) -> Iterator[str]:
    """Yield a natural that comes too often or too seldom, where its class has no other hand."""
    natural = hand_of((ACE, TEN))
    kind = int(problem.kinds[0, PLAIN, natural])
    if kind < 0 or int((problem.kinds == kind).sum()) != 1:
        return
    shoe, cards = problem.shoe, sum(problem.shoe)
    chance = Fraction(2 * shoe[ACE] * shoe[TEN], cards * (cards - 1))
    if sum(cell[3] for cell in cells if cell[1] == kind) != chance * total:
        yield "the player's naturals are counted otherwise"


def _doubled(problem: Problem) -> set[int]:
    """Return the classes of hands that were doubled."""
    named = {problem.classes.index(SPECIAL[at]) for at in (IS_DOUBLED_BUST, IS_RESCUED)}
    return named | {int(kind) for kind in problem.kinds[:, DOUBLED:].ravel() if kind >= 0}


def wrong_with_two(kept: SwitchCertificate) -> str:
    """Say what is wrong with a kept proof of two hands, or nothing."""
    hands = sum((Fraction(number) for _, _, number in kept.rows), Fraction(0))
    off = abs(hands - Fraction(kept.hands))
    if off > ROUNDED * len(kept.rows):
        return "its rows come to another number of hands"
    if not 2 <= hands <= Fraction(kept.stakes) <= 2 * hands:
        return "more is staked on its hands than they can hold, or less"
    if not 0 <= Fraction(kept.switched) <= 1 or Fraction(kept.variance) < 0:
        return "a figure of it cannot be"
    if not 0 <= Fraction(kept.error) <= OFF or not 0 <= Fraction(kept.rounds_error) <= MOST_OFF:
        return "its figures may be off by more than they ever are"
    net = sum((Fraction(won) * Fraction(number) for _, won, number in kept.rows), Fraction(0))
    rounds = [(Fraction(won), Fraction(chance)) for won, chance in kept.rounds]
    return next(_wrong_rounds(rounds, net, Fraction(kept.variance), NEARLY_TWO), "")
