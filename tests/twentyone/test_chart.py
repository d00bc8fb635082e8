"""Strategy charts: made from a solution, judged, read, written and played."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.api import game
from croupier.cli import main
from croupier.errors import BadInput
from croupier.families.twentyone import advice
from croupier.families.twentyone.chart import (
    CODES,
    HARD,
    PAIRS,
    SECTIONS,
    SOFT,
    UPCARDS,
    Chart,
    read_chart,
    rows_of,
)
from croupier.families.twentyone.charting import (
    best_chart,
    charted,
    in_order,
    judged,
    reached,
)
from croupier.families.twentyone.declared import Declared
from croupier.families.twentyone.solver.problem import DRAW, SPLITS, STAND, SURRENDER, Problem, Rules
from croupier.families.twentyone.solver.solve import Solution, count, solve
from croupier.families.twentyone.solver.states import LETTERS, VALUES, hand_of, hands, values_of
from croupier.prove.charts import Charted, Deviation
from croupier.simulate.compare import compare
from tests.prove.twentyone.usual import blackjack
from tests.twentyone.problems import rules_of

HOUSE = "house/blackjack"


@cache
def solved(name: str = HOUSE, **options: str) -> tuple[Problem, Solution]:
    problem = Declared(rules_of(name, **options), 1000).problem()
    return problem, solve(problem)


@cache
def made(name: str = HOUSE, **options: str) -> Charted:
    return charted(*solved(name, **options), sizes=advice.sizes_of(rules_of(name, **options)))


def says(found: Charted, row: str, upcard: str) -> str:
    return found.chart.cell(row, upcard)


# What is known of charts.


SIX_DECKS = """
    16 9 Rh, 16 A Rh, 15 T Rh, 15 9 H, 12 4 S, 12 3 H, 13 2 S, 11 T D,
    11 A H, 10 T H, 9 2 H, 9 3 D, 8 6 H, 17 A S, A7 9 H, A7 2 S, A7 3 Ds,
    A6 3 D, A4 4 D, A2 5 D, A2 4 H, A8 6 S,
    88 T P, 88 A P, TT 6 S, AA A P, 99 7 S, 44 5 P, 55 9 D, 22 2 P, 77 8 H, 66 2 P
"""
ONE_DECK = "11 A D, 8 6 D, 9 2 D, 77 T S, 66 7 P, A8 6 Ds, A7 A S, 33 8 P, 44 4 P"
CHANGED = "11 A H D, A8 6 S Ds, A7 2 S Ds, 15 A H Rh, 17 A S Rs, 88 A P Rp"
CLOSE = "16 T Rh, 12 4 H, 15 T H, 11 A D, A7 2 Ds, 12 3 S, 88 A Rp, 10 9 H"


def listed(text: str) -> list[tuple[str, ...]]:
    return [tuple(one.split()) for one in text.split(",")]


@pytest.mark.deep
@pytest.mark.parametrize(("row", "upcard", "code"), listed(SIX_DECKS))
def test_six_decks_where_the_dealer_stands_on_soft_seventeen(row: str, upcard: str, code: str) -> None:
    assert says(made(surrender="late"), row, upcard) == code


@pytest.mark.deep
def test_sixteen_against_a_ten_is_given_up_and_stands_when_it_has_more_cards() -> None:
    """Where two cards are given up, only hands of more cards are left for the second act:
    they hold small cards, and stand.
    """
    assert says(made(surrender="late"), "16", "T") == "Rs"
    assert says(made(), "16", "T") == "H"


@pytest.mark.deep
@pytest.mark.parametrize(("row", "upcard", "stands", "hits"), listed(CHANGED))
def test_what_a_hit_on_soft_seventeen_changes(row: str, upcard: str, stands: str, hits: str) -> None:
    assert (
        says(made(surrender="late"), row, upcard),
        says(made(surrender="late", soft_17="hit"), row, upcard),
    ) == (stands, hits)


@pytest.mark.deep
@pytest.mark.parametrize(("row", "upcard", "code"), listed(ONE_DECK))
def test_one_deck(row: str, upcard: str, code: str) -> None:
    assert says(made(decks="1"), row, upcard) == code


@pytest.mark.deep
def test_one_deck_has_exceptions() -> None:
    found = {(one.cards, one.upcard): one for one in made(decks="1").deviations if one.first}
    known = {
        ("T2", "4"): "hit",
        ("T2", "6"): "hit",
        ("T3", "2"): "hit",
        ("75", "3"): "stand",
        ("84", "3"): "stand",
        ("62", "5"): "hit",
        ("62", "6"): "hit",
    }
    assert {key: one.best for key, one in found.items()} == known
    assert found["T2", "4"].gain == pytest.approx(0.0178834, abs=1e-7)
    assert found["T2", "4"].chance == pytest.approx(2 * 16 * 4 * 4 / (52 * 51 * 50))


@pytest.mark.deep
def test_rules_that_forbid_an_act_are_seen_in_the_chart() -> None:
    """What may not be done is not in the chart, and neither is standing where a hand must draw."""
    chart = made(doubling="none", hands="1").chart
    assert set(chart.codes()) == {"H", "S"}
    problem = blackjack(6, Rules(draws_on_hard=11, hands=1))
    chart = best_chart(problem, solve(problem))
    assert {chart.cell(row, upcard) for row in ("5", "8") for upcard in UPCARDS} == {"H"}


# What a chart comes to.


@pytest.mark.deep
def test_what_deviations_cost_is_what_the_chart_costs() -> None:
    """Without splits every decision is listed, so nothing is left over."""
    for options in (
        {"hands": "1"},
        {"hands": "1", "decks": "1", "surrender": "late"},
        {"hands": "1", "hole": "none", "soft_17": "hit"},
    ):
        found = made(**options)
        assert found.cost > 0
        assert sum(one.weight for one in found.deviations) == pytest.approx(found.cost, abs=1e-8)


@pytest.mark.deep
def test_with_splits_little_more() -> None:
    found = made(surrender="late")
    assert 0 < found.cost < 2e-5
    assert 0 < found.cost - sum(one.weight for one in found.deviations) < 1e-6
    assert found.best == solved(surrender="late")[1].value


@pytest.mark.deep
@pytest.mark.parametrize(("row", "upcard", "other"), listed(CLOSE))
def test_no_other_cell_does_better(row: str, upcard: str, other: str) -> None:
    problem, solution = solved(surrender="late")
    found = made(surrender="late")
    part = next(name for name, rows in SECTIONS.items() if row in rows)
    rows = getattr(found.chart, part)
    cells = list(rows[row])
    cells[UPCARDS.index(upcard)] = other
    changed = replace(found.chart, **{part: {**rows, row: tuple(cells)}})
    assert judged(problem, solution, changed).value < found.value


@pytest.mark.deep
def test_any_chart_is_judged() -> None:
    """To stand on everything costs what the hands that should not have stood lost."""
    problem, solution = solved(hands="1", decks="1")
    stands = Chart(*({row: ("S",) * 10 for row in rows} for rows in (HARD, SOFT, PAIRS)))
    found = judged(problem, solution, stands)
    assert found.value == pytest.approx(-0.1566, abs=5e-4)
    assert sum(one.weight for one in found.deviations) == pytest.approx(found.cost, abs=1e-8)
    assert found.deviations[0].charted == "stand"


@pytest.mark.deep
def test_a_chart_of_ones_own_is_proved_as_it_is_judged() -> None:
    """`odds --chart` counts the rows of the chart, with --prove exactly;
    their sum is what `advise --chart` says.
    """
    one = game("house/blackjack", decks="1")
    text = "\n".join(
        (
            "[hard]",
            *(f'"{row}" = "{" ".join(["H" if int(row) < 17 else "S"] * 10)}"' for row in HARD),
            "[soft]",
            *(f'{row} = "{" ".join(["S" if row > "A7" else "H"] * 10)}"' for row in SOFT),
            "[pairs]",
            *(
                f'{row} = "{" ".join(["P" if row in ("AA", "88") else "H" if row < "9" else "S"] * 10)}"'
                for row in PAIRS
            ),
        )
    )
    told: Any = one.chart(text)
    (near,), (exact,), (best,) = (
        one.odds(["main"], chart=text),
        one.odds(["main"], chart=text, prove=True),
        one.odds(["main"]),
    )
    assert exact.exact and not near.exact
    assert float(-exact.edge) == pytest.approx(told.value, abs=1e-11) and float(-near.edge) == pytest.approx(
        told.value, abs=1e-11
    )
    assert exact.edge > best.edge + Fraction(1, 100)
    assert "chart" in exact.strategy and float(exact.variance) == pytest.approx(
        float(near.variance), abs=1e-9
    )
    found = one.simulate(4_000_000, 3, ["main"], fresh=True, chart=text)
    assert compare(exact, found).p > 1e-4 > compare(best, found).p


def test_chances_of_hands() -> None:
    problem, solution = solved(decks="1")
    chance, doubled = reached(problem.shoe, solution.act[0])
    assert chance[hands().size == 2].sum() == pytest.approx(1)
    hand, upcard = hand_of(values_of("T6")), LETTERS.index("T")
    assert chance[hand, upcard] == pytest.approx(2 * 16 * 4 * 15 / (52 * 51 * 50))
    assert in_order(problem.shoe)[hand, upcard] == pytest.approx(chance[hand, upcard] / 2)
    assert doubled.sum() > 0 and not doubled[:, hands().size < 3].any()


# Charts that count cards.


@pytest.mark.deep
def test_five_cards_that_win_need_rows_of_their_own() -> None:
    problem, solution = solved(charlie="5")
    found = made(charlie="5")
    assert advice.sizes_of(rules_of(HOUSE, charlie="5")) == (3, 4)
    assert found.chart.cell("17", "T") == "S" and found.chart.cell("17", "T", size=4) == "H"
    assert found.cost < 5e-5 < charted(problem, solution).cost
    assert read_chart(found.chart.text()) == found.chart


@pytest.mark.deep
def test_doubled_hands_that_are_given_up() -> None:
    problem, solution = solved("house/spanish-21")
    found = made("house/spanish-21")
    assert found.chart.doubled["16"] == tuple("SSSSSSRRRR") and found.chart.doubled["17"] == tuple(
        "SSSSSSSSSR"
    )
    plan = found.chart.plan(problem)
    assert (
        plan.rescued[0, hand_of(values_of("542")), LETTERS.index("A")]
        and not plan.rescued[0, hand_of(values_of("T62")), LETTERS.index("A")]
    )
    without = replace(found.chart, doubled={})
    assert count(problem, without.plan(problem)).value < judged(problem, solution, without).value
    assert judged(problem, solution, without).value == pytest.approx(found.value, abs=2e-6)
    assert any(one.cards == "87 suited" for one in found.deviations)


# Playing a chart.


RULES = (
    Rules(),
    Rules(hands=1, double_sizes=frozenset()),
    Rules(draws_on_hard=11, stands_on_hard=19),
    Rules(surrender_on=frozenset({0})),
    Rules(trick=5, double_after_split=False),
)


@pytest.mark.deep
@pytest.mark.parametrize("rules", RULES)
def test_only_what_is_allowed_is_done(rules: Rules) -> None:
    problem = blackjack(6, rules)
    codes = list(CODES)
    for shift in range(len(codes)):
        rows = [
            {
                row: tuple(codes[(at + shift + number) % len(codes)] for at in range(10))
                for number, row in enumerate(part)
            }
            for part in (HARD, SOFT, PAIRS)
        ]
        act = Chart(*rows).plan(problem).act
        assert act.shape == (3, len(hands().size), VALUES)
        assert ((problem.may[:, :, None] >> act & 1) == 1).all()
        assert set(np.argwhere(act == SURRENDER)[:, 2].tolist()) <= rules.surrender_on


@pytest.mark.deep
def test_pairs_are_played_by_their_total_where_they_cannot_be_split() -> None:
    problem, _ = solved()
    act = made().chart.plan(problem).act
    eights, ten = hand_of(values_of("88")), LETTERS.index("T")
    assert act[0, eights, ten] == SPLITS and act[1, eights, ten] == DRAW
    assert act[2, hand_of(values_of("A7")), ten] == STAND, "split aces get one card"
    assert rows_of(hand_of(values_of("A235"))) == () and rows_of(hand_of(values_of("AA"))) == ("AA", "A2")


# Notation.


def text(**changes: str) -> str:
    lines = (
        {f"hard {row}": "H " * 10 for row in HARD}
        | {f"soft {row}": "H " * 10 for row in SOFT}
        | {f"pairs {row}": "P " * 10 for row in PAIRS}
    )
    lines |= changes
    parts: dict[str, list[str]] = {"hard": [], "soft": [], "pairs": []}
    for key, cells in lines.items():
        part, row = key.split(" ")
        if cells:
            parts[part].append(f'"{row}" = "{cells.strip()}"')
    return "\n".join(f"[{part}]\n" + "\n".join(rows) for part, rows in parts.items())


@pytest.mark.deep
def test_a_chart_is_read_as_it_is_written() -> None:
    for found in (made(), made(surrender="late", soft_17="hit"), made("house/spanish-21")):
        assert read_chart(found.chart.text()) == found.chart
        assert read_chart(found.chart.text().encode()) == found.chart
    titled = replace(made().chart, title='a "chart" \\ of mine')
    assert read_chart(titled.text()).title == titled.title


def test_rows_and_columns_as_people_write_them() -> None:
    rows = (
        {f"hard {row}": "" for row in HARD[:4]}
        | {"hard 5-8": "H,S H H H H H H H H"}
        | {"pairs TT": "", "pairs 10,10": "S " * 10}
        | {"pairs 88": "", "pairs 8,8": "P " * 10}
    )
    chart = read_chart('upcards = "A 2 3 4 5 6 7 8 9 10"\n' + text(**rows))
    assert chart.cell("7", "A") == "H" and chart.cell("7", "2") == "S" and chart.cell("8", "Q") == "H"
    assert chart.cell("TT", "A") == "S" and chart.cell("88", "2") == "P"
    with pytest.raises(BadInput, match="there is no row '21'"):
        chart.cell("21", "A")
    with pytest.raises(BadInput, match="'1' is no card of the dealer"):
        chart.cell("20", "1")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("[hard", "the chart is not TOML"),
        (b"\xff", "the chart is not TOML"),
        ("x" * 100_001, "longer than 100000 bytes"),
        ("format = 2\n" + text(), "format '2' is not known"),
        ("title = 3\n" + text(), "title is a text"),
        ("[hart]\n", "there is no key 'hart' in the chart; did you mean hard"),
        ("[hard]\n", "hard: row 5 is missing, and 15 more"),
        ('hard = "H"\n', "hard is a table of rows"),
        (text() + "\n[soft-9]\n", "there is no key 'soft-9'"),
        (text() + '\n[doubled]\n16 = "R"\n', "row 16 has 10 cells"),
        (text() + '\n[doubled]\n"16-20" = "R R R R R R R R R H"\n', "'H' is no act; write one of S R"),
        ('upcards = "2 3 4"\n' + text(), "upcards names each of 2 3 4 5 6 7 8 9 T A once"),
        (text(**{"hard 16": "H " * 9}), "hard: row 16 has 10 cells, one for each upcard, not 9"),
        (
            text(**{"hard 16": "H " * 9 + "X"}),
            "hard: row 16: 'X' is no act; write one of H S D Ds P Rh Rs Rp",
        ),
        (text(**{"hard 21": "H " * 10}), "there is no row '21' in the chart: hard"),
        (text(**{"hard 5-8": "H " * 10}), "row 5 is given twice"),
        (text(**{"hard 5-8-9": "H " * 10}), "nor two rows"),
        (text(**{"soft A7": ""}), "soft: row A7 is missing"),
        ("[hard]\n16 = 3\n", "row 16 has 10 cells"),
    ],
)
def test_bad_charts(source: str | bytes, told: str) -> None:
    with pytest.raises(BadInput) as wrong:
        read_chart(source)
    assert told in str(wrong.value) and "\n" not in str(wrong.value)


# The command line, and the picture.


def run(capsys: Any, *argv: str) -> str:
    assert main(argv) == 0, capsys.readouterr().err
    return str(capsys.readouterr().out)


@pytest.mark.deep
def test_without_a_hand_the_chart_is_shown(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    out = run(capsys, "advise", HOUSE, "--set", "surrender=late")
    assert "\n 15  S  S  S  S  S  H  H  H  Rh H" in out and " A7  S  Ds Ds Ds Ds S  S  H  H  H\n" in out
    assert "decline insurance" in out and "the chart costs           0.0014 %" in out and "\x1b" not in out
    monkeypatch.setenv("COLUMNS", "60")
    assert all(
        len(line) <= 60
        for line in run(capsys, "advise", HOUSE, "--set", "hands=1", "--set", "charlie=5").splitlines()
    )


@pytest.mark.deep
def test_a_chart_of_one_s_own(capsys: Any, tmp_path: Path) -> None:
    file = tmp_path / "chart.toml"
    assert run(capsys, "advise", HOUSE, "--save", str(file)) == f"written: {file}\n"
    assert read_chart(file.read_bytes()).title == "Blackjack (house)"
    costs = [
        run(capsys, "advise", HOUSE, "--chart", str(file), "--set", f"decks={decks}")
        .split("the chart costs")[1]
        .split()[0]
        for decks in (6, 1)
    ]
    assert costs[0] == "0.0031" and 0.05 < float(costs[1]) < 0.2
    for argv, told in (
        (("--chart", "nowhere.toml"), "cannot be read"),
        (("--cards", "Th 6d", "--chart", str(file)), "a chart is for all hands"),
        (("--up", "Th"), "name your cards as well"),
    ):
        assert main(["advise", HOUSE, *argv]) == 2
        assert told in capsys.readouterr().err
    for wrong, told in (("[hard]\n", "row 5 is missing"), ("", "hard is missing")):
        file.write_text(wrong)
        assert main(["advise", HOUSE, "--chart", str(file)]) == 2
        assert told in capsys.readouterr().err


@pytest.mark.deep
def test_a_chart_as_json(capsys: Any) -> None:
    import json

    value = json.loads(run(capsys, "advise", HOUSE, "--set", "hands=2", "--json"))
    assert (
        value["hard"]["12"] == list("HHSSSHHHHH")
        and value["upcards"] == list(UPCARDS)
        and value["codes"]["Ds"] == "double, else stand"
    )
    assert value["cost_float"] == pytest.approx(value["best_float"] - value["value_float"])
    assert {"cards", "up", "chart", "best", "gain", "chance"} == set(value["deviations"][0])


@pytest.mark.deep
def test_games_without_a_chart(capsys: Any) -> None:
    for argv, told in (
        (
            ("advise", "great-britain/neverbust-blackjack"),
            "there is no chart: nothing is decided in this game",
        ),
        (("advise", "queensland/mississippi-stud"), "name your cards"),
        (("advise", "great-britain/roulette"), "has no chart"),
        (
            ("odds", HOUSE, "--set", "hands=1", "--plot", "x.png", "--picture", "hands"),
            "--picture chart draws its strategy chart",
        ),
        (
            ("odds", "queensland/mississippi-stud", "--plot", "x.png", "--picture", "chart"),
            "--picture hands draws its starting hands",
        ),
    ):
        assert main(list(argv)) == 2
        error = capsys.readouterr().err
        assert told in error and error.count("\n") == 1
    with pytest.raises(BadInput, match="no chart of one's own is read"):
        game("queensland/mississippi-stud").chart("x")


@pytest.mark.deep
def test_the_picture_of_a_chart(capsys: Any, tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    assert (
        run(capsys, "odds", "house/spanish-21", "--set", "hands=2", "--plot", str(path), "--picture", "chart")
        == f"written: {path}\n"
    )
    assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 40_000


@pytest.mark.deep
def test_every_game_that_decides_something_has_a_chart() -> None:
    found = game("queensland/blackjack").chart()
    assert isinstance(found, Charted)
    assert all(isinstance(one, Deviation) and one.gain > 0 and 0 < one.chance < 1 for one in found.deviations)
    assert found.notes and found.chart.title
