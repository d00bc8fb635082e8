"""States that reach each other, solved by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.prove.automata import solve_all, tabulate

# Each state with what its six equally likely draws do: w wins, l loses, a capital letter is the next state.
Machine = dict[str, str]


def ends(machine: Machine, start: str) -> tuple[Fraction, Fraction]:
    """The chance of winning, and the draws until the end."""

    def step(state: str, face: int) -> tuple[str | None, str | None]:
        to = machine[state][face]
        return (to, None) if to.isupper() else (None, {"w": "win", "l": "lose"}[to])

    found = solve_all(tabulate([start], step, [(face, 1) for face in range(6)]), [0])[0]
    assert sum(found.ends.values()) == 1
    return found.ends.get(("win",), Fraction(0)), found.draws


@pytest.mark.parametrize(
    ("machine", "start", "wins", "draws"),
    [
        # a = 1/6 + b/2 and b = 2/6 + a/2.
        ({"A": "wllBBB", "B": "wwlAAA"}, "A", Fraction(4, 9), Fraction(2)),
        ({"A": "wllBBB", "B": "wwlAAA"}, "B", Fraction(5, 9), Fraction(2)),
        # The same exits with the same weights: the block is one state.
        ({"A": "wllBBB", "B": "wllAAB"}, "A", Fraction(1, 3), Fraction(2)),
        # The same exits in the same ratio, but left at another pace: a = 1/6 + b/2, b = 2/6; draws 1 + 1/2.
        ({"A": "wllBBB", "B": "wwllll"}, "A", Fraction(1, 3), Fraction(3, 2)),
        ({"A": "wlBBBB", "B": "wwllAA"}, "A", Fraction(1, 2), Fraction(15, 7)),
        # Equal weights into different states beyond the block: c = 1/3, d = 2/3, a = c/6 + 5b/6, b = d/6 +
        # 5a/6.
        ({"A": "CBBBBB", "B": "DAAAAA", "C": "wwllll", "D": "wwwwll"}, "A", Fraction(16, 33), Fraction(7)),
        ({"A": "CBBBBB", "B": "DAAAAA", "C": "wwllll", "D": "wwwwll"}, "B", Fraction(17, 33), Fraction(7)),
        # Three states in a ring: a = 1/6 + 5b/6, b = 5c/6, c = 5a/6.
        ({"A": "wBBBBB", "B": "lCCCCC", "C": "lAAAAA"}, "A", Fraction(36, 91), Fraction(6)),
    ],
)
def test_a_block_by_hand(machine: Machine, start: str, wins: Fraction, draws: Fraction) -> None:
    assert ends(machine, start) == (wins, draws)
