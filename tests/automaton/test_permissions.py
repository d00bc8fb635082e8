"""What may be bet, changed, taken down and thrown, and what is charged for it:
each test is named after what it proves.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.rulebook.register import RULEBOOKS
from croupier.table.table import Table
from tests.automaton import line_of, own_file, play, told

BAHAMAS, QUEENSLAND, MAGIC = "bahamas/craps", "queensland/craps", "great-britain/dice-magic"


def carried(*wagers: tuple[str, str], point: int = 0) -> dict[str, Any]:
    """A table on which seat 1 has wagers."""
    return {"point": point, "wagers": [{"seat": "1", "on": on, "stake": stake} for on, stake in wagers]}


# Charges.


def test_reg_2_3_f_commission_on_excess_lay_odds() -> None:
    # 40 - 10 = 30 in excess, which wins 30 x 1/2 = 15; 5% of 15 = 0.75 (5% of the excess itself would be
    # 1.50)
    before = carried(("dont-come:4", "10"), point=6)
    table = play(
        BAHAMAS,
        "1 bet dont-come-odds:4 40",
        "roll 1-2",
        before=before,
        options={"odds-commission": "5", "lay-odds-limit": "2"},
    )
    assert line_of(table, "dont-come-odds:4").charge == 75


def test_reg_2_3_e_no_commission_below_the_free_multiple() -> None:
    # 10 - 2 x 10 = -10 in excess: 5% of nothing, never -0.50
    before = carried(("pass", "10"), point=4)
    table = play(
        BAHAMAS,
        "1 bet pass-odds 10",
        "roll 1-2",
        before=before,
        options={"odds-commission": "5", "free-odds": "2"},
    )
    assert line_of(table, "pass-odds").charge == 0 and not any(table.net.values())


def test_reg_2_2_f_a_charge_that_is_not_refunded_stays_that_of_the_whole_lay() -> None:
    # 40 x 1/2 = 20, 5% = 1.00 charged; 20 are left and win 10
    table = play(BAHAMAS, "1 bet lay-4 40", "1 remove lay-4 20", "roll 3-4")
    line = line_of(table, "lay-4")
    assert (line.stake, line.net, line.charge) == (2000, 1000, 100) and table.net["seat 1"] == 900


def test_sch_4_s_13_1_a_refunded_charge_is_that_of_the_lay_that_is_left() -> None:
    # 20 x 1/2 = 10, 5% = 0.50
    table = play(QUEENSLAND, "1 bet lay-4 40", "1 remove lay-4 20", "roll 3-4")
    assert line_of(table, "lay-4").charge == 50


def test_reg_2_4_f_an_uneven_win_is_paid_up_and_cites_the_rounding() -> None:
    # 10 x 7/6 = 11.67, paid 12; 12 x 7/6 = 14 comes out even
    uneven, even = (
        play(BAHAMAS, f"1 bet place-6 {stake}", "roll 3-3", before={"point": 8}).lines[0]
        for stake in (10, 12)
    )
    assert uneven.net == 1200 and "reg 2(4)(f)" in uneven.clauses
    assert even.net == 1400 and "reg 2(4)(f)" not in even.clauses


# Supplements.


def test_reg_2_3_d_lay_odds_win_no_more_than_the_wager_to_the_cent() -> None:
    # 10.10 x 6/5 = 12.12; 18, which would be paid in whole units, is not allowed above it
    before = carried(("dont-come:6", "10.10"), point=8)
    play(
        BAHAMAS,
        "! 1 bet dont-come-odds:6 18 [reg 2(3)(d)]",
        "! 1 bet dont-come-odds:6 12.13 [reg 2(3)(d)]",
        "1 bet dont-come-odds:6 12.12",
        before=before,
    )


def test_sch_4_s_6_3_a_dont_win_is_reduced_at_any_time_and_its_first_amount_supports_its_odds() -> None:
    # 12 wins 10 at 5:6, which is what was wagered in the first place
    play(
        QUEENSLAND,
        "1 bet odds-dont-win 12",
        "1 remove dont-win 5",
        "! 1 bet odds-dont-win 6 [sch 4 s 15(2)]",
        "1 remove odds-dont-win 6",
        "1 bet odds-dont-win 6",
        before=carried(("dont-win", "10"), point=6),
    )


@pytest.mark.parametrize(
    ("game", "before"),
    [
        (BAHAMAS, carried(("pass-odds", "10"), point=6)),
        (BAHAMAS, carried(("come-odds:6", "10"), point=8)),
        (BAHAMAS, {"point": 6, "wagers": [{"seat": "1", "on": "come", "stake": "10", "state": "7"}]}),
        ("house/craps", {"wagers": [{"seat": "1", "on": "small", "stake": "10", "state": "7"}]}),
    ],
)
def test_a_table_carries_no_wager_that_could_not_lie_there(game: str, before: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="before"):
        Table(build(ruleset(game)), before)


# Raising and taking down.


def test_r_3_34_a_colours_wager_is_not_increased_once_its_run_has_begun() -> None:
    play(
        "great-britain/roulette",
        "1 bet colours:red 5",
        "1 bet colours:red 5",
        "spin 1",
        "table next-round",
        "! 1 bet colours:red 5 [r 3.34]",
    )


@pytest.mark.parametrize("remove", ["1 remove shooters-spot", "1 remove shooters-spot 10"])
@pytest.mark.parametrize("also", [(), ("1 bet under-7 5",)])
def test_r_8_57_the_shooter_maintains_the_shooters_spot(remove: str, also: tuple[str, ...]) -> None:
    table = play(MAGIC, "1 bet shooters-spot 10", *also, "1 take-dice", f"! {remove} [r 8.57]")
    spot = table.play.wagers[0]
    game: Any = table.game
    judged = [game.betting.judge_removal(table.play, spot, amount) for amount in (None, spot.stake)]
    assert [refusal and refusal.clause for refusal in judged] == ["r 8.57", "r 8.57"]


def test_sch_4_s_6_3_dont_come_that_was_reduced_is_not_increased_in_the_next_round() -> None:
    before = carried(("dont-come:6", "10"), point=8)
    play(
        QUEENSLAND,
        "1 remove dont-come:6 4",
        "roll 2-2",
        "table next-round",
        "! 1 bet dont-come:6 5 [sch 4 s 6(3)]",
        before=before,
    )


def test_reg_2_6_d_for_a_come_out_roll_dont_pass_may_be_made_again() -> None:
    table = play(BAHAMAS, "1 bet dont-pass 10", "1 remove dont-pass", "1 bet dont-pass 10", "roll 3-4")
    assert table.net["seat 1"] == -1000


def test_losers_are_collected_before_winners_are_paid() -> None:
    assert told(play(QUEENSLAND, "1 bet win 10", "2 bet dont-win 10", "roll 3-4")) == [
        ("2", "dont-win", "lose"),
        ("1", "win", "win"),
    ]


# The shooter.


def test_reg_2_8_the_shooter_need_not_maintain_the_wager_after_the_point() -> None:
    before = {"shooter": "1", **carried(("dont-pass", "10"), point=6)}
    table = play(BAHAMAS, "1 remove dont-pass", "roll 3-3", before=before)
    assert table.over and table.after["shooter"] == "1"


def test_sch_4_s_22_1_the_dice_go_out_only_with_a_shooter_who_has_bet() -> None:
    play(QUEENSLAND, "1 take-dice", "! dealer dice-out [sch 4 s 22(1)]", "1 bet win 10", "dealer dice-out")


def test_sch_4_s_26_3_nobody_takes_dice_that_are_out() -> None:
    play(QUEENSLAND, "dealer dice-out", "! 2 take-dice [sch 4 s 26(3)]")


# Limits.


def test_s_12_2_only_the_players_named_keep_the_old_minimum() -> None:
    rule = (
        "supervisor rule limits-changed hands-of-notice=fewer sign-changed=yes minimum-goes=up "
        "sign-twenty-minutes-before=no players-keep-the-old-minimum=yes kept=11 minimum=10"
    )
    play(
        QUEENSLAND,
        rule,
        "! 1 bet win 5 [sch 4 s 8(1)]",
        "11 bet win 5",
        "1 bet win 10",
        options={"minimum": "5"},
    )


def test_an_own_limit_of_a_row_holds_for_each_of_its_numbers(tmp_path: Path) -> None:
    play(
        own_file(tmp_path, QUEENSLAND, '[limits.place]\nmax = "20"\n'),
        "! 1 bet place-6 30 [sch 4 s 8(1)]",
        "1 bet place-6 20",
        "1 bet buy-6 30",
    )


# Devices.


def test_r_3_11_four_dice_that_are_left_over_are_tumbled_again() -> None:
    # 6^4 = 1296 throws; 35 x 37 = 1295 tell a pocket, the last one none
    table = play("great-britain/roulette", "1 bet red 5", options={"device": "four-dice"})
    with pytest.raises(BadInput, match="tumble the dice again"):
        table.apply("spin 6-6-6-6")
    table.apply("spin 6-6-6-5")
    assert table.over


def test_r_3_44_a_newar_bonus_is_a_number_of_the_wheel() -> None:
    with pytest.raises(BadInput, match=r"newar-bonus .* \[r 3\.44\]"):
        build(ruleset("great-britain/roulette", {"newar-bonus": "00"}))


def test_the_stops_of_a_printed_wheel_are_not_the_houses_to_give(tmp_path: Path) -> None:
    path = own_file(tmp_path, "queensland/wheel-of-fortune", "[wagers.symbol]\nstops = {a = 23}\n")
    with pytest.raises(BadInput, match="stops may not be given here"):
        build(ruleset(path))


# The call that closes the betting.


def with_a_call(folder: Path, game: str, line: str) -> str:
    """Write a whole file of one's own whose betting says one thing more."""
    text = (RULEBOOKS / f"{game}.toml").read_text(encoding="utf-8")
    rest = re.sub(r"(?m)^closing .*\n", "", text)
    path = folder / "own.toml"
    path.write_text(rest.replace("[setup.betting]\n", f"[setup.betting]\n{line}\n"), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("game", "line", "said"),
    [
        ("house/craps", 'closing = "dice-ouut"', "setup.betting.closing: .*'dice-ouut'.*dice-out"),
        ("house/craps", 'oral-when = "at-times"', "setup.betting.oral-when: .*'at-times'.*any-time"),
        ("house/red-dog", 'closing = "dice-out"', "setup.betting.closing: .*'dice-out'.*no-more-bets"),
    ],
)
def test_a_call_that_the_table_does_not_know_stops_the_load(
    tmp_path: Path, game: str, line: str, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        build(ruleset(with_a_call(tmp_path, game, line)))
