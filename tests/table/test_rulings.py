"""Rulings and what they leave standing; answers, charges and bounds of the table itself."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.automaton import line_of, play, told
from tests.probes.toys.three_card import ThreeCard
from tests.probes.toys.toy import ruling, toy_rules

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.table.banks import charge_of
from croupier.table.claims import Claim, Standing
from croupier.table.play import Play
from croupier.table.questions import Acts, Refusal
from croupier.table.table import Table
from croupier.table.written import MOST_VALUES, bounded, seated

GB, QUEENSLAND = "great-britain/roulette", "queensland/roulette"
NO_SPIN = "supervisor rule no-spin reason=same-direction"
STAND, RETURNED = {"no-spin-wagers": "stand"}, {"no-spin-wagers": "are-returned"}
ANTES = ["1 bet ante 10", "2 bet ante 20", "3 bet ante 30"]
CARDS = "deal Ah Kd Qs Kc 9s 2h 7c 7d 2c Qh 6d 4c"


# Clauses.


def test_s_5_2_each_order_has_its_own_clause() -> None:
    table = play(
        QUEENSLAND,
        "1 bet red 10",
        "supervisor rule forbidden-device approved-in-writing=no seat=1",
        "! 1 bet red 5 [s 5(2)(b)]",
    )
    assert line_of(table, "red").clauses == ("s 5(2)(a)",)
    assert {"s 5(2)", "s 5(2)(a)", "s 5(2)(b)"} <= table.clauses


def test_r_3_6_the_clause_of_a_ruling_is_told_with_the_round() -> None:
    table = play(GB, "1 bet red 10", "spin 1", NO_SPIN, readings=STAND)
    assert table.rulings[0].clauses == ("r 3.6",) and "r 3.6" in table.clauses


# History.


def test_r_3_9_a_wager_is_moved_for_the_named_seat_alone() -> None:
    # seat 2 stays on 17: 35 x 10
    rule = (
        "supervisor rule wager-misplaced declared=orally-and-confirmed seat=1 from=straight:17 to=straight:20"
    )
    table = play(GB, "1 bet straight:17 10", "2 bet straight:17 10", rule, "spin 17")
    assert sorted(told(table)) == [("1", "straight:20", "lose"), ("2", "straight:17", "win")]
    assert table.net == {"house": -34000, "seat 1": -1000, "seat 2": 35000}


def test_a_settled_wager_that_was_bet_twice_is_void_as_a_whole() -> None:
    table = play(
        GB,
        "1 bet red 10",
        "1 bet red 5",
        "2 bet red 1",
        "spin 1",
        "supervisor rule late-wager late=made seat=1 wager=red",
    )
    line = line_of(table, "red")
    assert (line.stake, line.result, line.net) == (1500, "void", 0)
    assert {name: amount for name, amount in table.net.items() if amount} == {"house": -100, "seat 2": 100}


def test_r_3_6_a_spin_that_does_not_count_opens_the_betting_again() -> None:
    table = play(
        GB,
        "1 bet black 5",
        "dealer no-more-bets",
        "! 1 bet red 5 [r 1.5]",
        "spin 1",
        NO_SPIN,
        "1 bet red 5",
        "spin 1",
        readings=STAND,
    )
    assert sorted(told(table)) == [("1", "black", "lose"), ("1", "red", "win")]


def test_s_10_2_b_an_exclusion_after_the_spin_outlives_the_spin() -> None:
    exclude = "supervisor rule contravention sanction=exclude seat=2"
    play(
        QUEENSLAND,
        "1 bet red 5",
        "spin 1",
        exclude,
        NO_SPIN,
        "! 2 bet red 5 [s 10(2)(b)]",
        "1 bet red 5",
        readings=STAND,
    )


# Payments.


def test_r_2_5_a_right_payment_is_not_put_right() -> None:
    table = play(GB, "1 bet red 10", "spin 1")
    kept = table.record()
    with pytest.raises(BadInput, match="paid rightly: 10 was due"):
        table.apply("supervisor rule wrong-pay-out seat=1 wager=red paid=10")
    assert table.record() == kept and not table.rulings
    table.apply("supervisor rule wrong-pay-out seat=1 wager=red paid=9.99")


@pytest.mark.parametrize(("net", "charge"), [(-10000, 0), (0, 0), (10000, 500)])
def test_no_commission_is_taken_on_a_loss(net: int, charge: int) -> None:
    # 5% of 100
    claim = Claim(
        Standing("1", "banker", 10000),
        "win" if net > 0 else "lose",
        Fraction(max(net, 0)),
        Fraction(max(-net, 0)),
        (),
        "",
        commission=Fraction(1, 20),
    )
    assert charge_of(claim, net) == charge


# The end of a round.


def test_a_void_round_leaves_no_offer_open() -> None:
    table = Table(ThreeCard())
    for event in [*ANTES, CARDS, "supervisor rule machine-fails to=all", "supervisor rule misdeal"]:
        table.apply(event)
    assert table.over and not table.pending and not table.play.offers
    assert told(table) == [(seat, "ante", "void") for seat in "123"]


@pytest.mark.parametrize(
    ("game", "taken", "stood", "draw", "rule"),
    [
        (GB, "red", "black", "spin 1", NO_SPIN),
        ("great-britain/big-six", "symbol-a", "symbol-b", "spin a", "supervisor rule no-spin reason=other"),
    ],
)
def test_what_was_taken_down_before_a_void_round_goes_back_once(
    game: str, taken: str, stood: str, draw: str, rule: str
) -> None:
    table = play(
        game, f"1 bet {taken} 10", f"1 bet {stood} 5", f"1 remove {taken}", draw, rule, readings=RETURNED
    )
    assert told(table) == [("1", taken, "withdrawn"), ("1", stood, "void")] and not any(table.net.values())


def test_a_come_wager_that_moved_goes_back_once_when_the_throw_is_void() -> None:
    rule = "supervisor rule invalid-throw reason=off-the-table"
    table = play(
        "great-britain/craps",
        "1 bet come 10",
        "roll 3-3",
        rule,
        before={"point": 4},
        readings={"invalid-throw": "wagers-returned"},
    )
    (line,) = table.lines
    assert (line.result, line.stake, line.net) == ("void", 1000, 0) and table.after == {"point": 4}


# Answers.


class Forbidding(ThreeCard):
    """Three cards, with a mark that forbids folding."""

    marks = ("no-folding",)

    def __init__(self) -> None:
        self.ruleset = toy_rules("three-card", ruling("no-folding-now", ["no-folding"], "toy s 40", "box"))

    def _acts(self, play: Play, seat: str) -> Acts:
        forbidden = play.marked("no-folding", seat)
        return {
            **super()._acts(play, seat),
            "fold": Refusal("nobody folds now", forbidden) if forbidden else None,
        }


def test_an_answer_that_a_ruling_forbids_is_asked_for_again() -> None:
    table = Table(Forbidding())
    for event in [*ANTES, CARDS, "1 fold", "2 bet"]:
        table.apply(event)
    assert [question.who for question in table.pending] == ["3"]
    table.apply("supervisor rule no-folding-now")
    assert [question.who for question in table.pending] == ["1", "3"]
    refusal = table.refusal("1 fold")
    assert refusal is not None and refusal.clause == "toy s 40"


# Bounds.


@pytest.mark.parametrize("values", [MOST_VALUES, MOST_VALUES + 1])
def test_a_table_carries_a_bounded_number_of_values(values: int) -> None:
    # the table and the list are values too
    before = {"wagers": ["x"] * (values - 2)}
    if values <= MOST_VALUES:
        bounded(before, "before")
        return
    with pytest.raises(BadInput, match=f"more than {MOST_VALUES} values"):
        seated(build(ruleset(GB)), before)
