"""What a proof means over many wagers, against plain enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from croupier.errors import BadInput
from croupier.prove.outlook import chances_of_ruin, loss_per_hour, net_after
from croupier.prove.proof import OutcomeRow, WagerProof


def wager(charge: int = 0) -> WagerProof:
    rows = (
        OutcomeRow("win", "3:2", 2, 5, 150, "win"),
        OutcomeRow("half", "", 1, 5, -50, "half"),
        OutcomeRow("lose", "", 2, 5, -100, "lose"),
    )
    return WagerProof("x", "x", 100, charge, rows, {}, Fraction(2))


@pytest.mark.parametrize("charge", [0, 7])
def test_net_after_is_the_convolution(charge: int) -> None:
    proof, wagers = wager(charge), 6
    exact: dict[int, Fraction] = {}
    for rows in product(proof.rows, repeat=wagers):
        chance = Fraction(1)
        for row in rows:
            chance *= row.probability
        net = sum(row.net - charge for row in rows)
        exact[net] = exact.get(net, Fraction(0)) + chance
    found = net_after(proof, wagers)
    for net, chance in zip(found.nets, found.chances, strict=True):
        assert abs(chance - float(exact.get(int(net), 0))) <= found.error < 1e-13
    assert found.least == min(exact) and found.chances.sum() == pytest.approx(1)


def test_loss_per_hour_counts_draws() -> None:
    proof = wager()
    assert loss_per_hour(proof, 60) == -proof.expected * 30


@pytest.mark.parametrize(("bankroll", "charge"), [(100, 0), (250, 0), (330, 7), (900, 0)])
def test_ruin_is_the_sum_over_paths(bankroll: int, charge: int) -> None:
    proof, wagers = wager(charge), 6
    ruined = Fraction(0)
    for rows in product(proof.rows, repeat=wagers):
        chance, held, broke = Fraction(1), bankroll, False
        for row in rows:
            chance *= row.probability
            held += row.net - charge
            broke = broke or held < proof.stake + charge
        ruined += chance if broke else 0
    assert chances_of_ruin(proof, bankroll, wagers)[1][-1] == pytest.approx(float(ruined), abs=1e-14)


@pytest.mark.parametrize("bankroll", [100, 150, 200, 250, 300, 500, 900])
def test_ruin_where_a_round_may_take_more_than_the_bankroll_holds(bankroll: int) -> None:
    """A raise of twice the stake: who holds two stakes and loses three is ruined."""
    rows = (
        OutcomeRow("raise wins", "", 2, 5, 300, "win"),
        OutcomeRow("fold", "", 2, 5, -100, "lose"),
        OutcomeRow("raise loses", "", 1, 5, -300, "lose"),
    )
    proof = WagerProof("x", "x", 100, 0, rows, {}, Fraction(2), later=Fraction(120))
    ruined = Fraction(0)
    for ends in product(proof.rows, repeat=5):
        chance, held, broke = Fraction(1), bankroll, False
        for row in ends:
            chance, held = chance * row.probability, held + row.net
            broke = broke or held < proof.stake
        ruined += chance if broke else 0
    assert chances_of_ruin(proof, bankroll, 5)[1][-1] == pytest.approx(float(ruined), abs=1e-14)


def test_bounds() -> None:
    assert chances_of_ruin(wager(), 99, 10)[1][-1] == 1
    assert chances_of_ruin(wager(), 1100, 10)[1][-1] == 0
    with pytest.raises(BadInput):
        chances_of_ruin(wager(), 10**12, 10)
    with pytest.raises(BadInput):
        net_after(wager(), 10**9)
    with pytest.raises(BadInput):
        net_after(wager(), 0)


def test_a_picture_s_figures_are_those_of_the_proof() -> None:
    from croupier import game

    (red,) = game("great-britain/roulette").odds(["red"])
    after = net_after(red, 100)
    assert after.chances.sum() == pytest.approx(1) and (after.nets * after.chances).sum() == pytest.approx(
        -100 * 100 / 74
    )
    bankrolls, lost = chances_of_ruin(red, 500, 1)
    assert (
        lost[bankrolls == 0][0] == 1
        and lost[bankrolls == 100][0] == pytest.approx(19 / 37)
        and lost[bankrolls == 200][0] == 0
    )
