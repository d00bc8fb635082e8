"""What a program uses."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.families import one_of_each_family
from tests.tiers import chosen_games

import croupier
from croupier import BadInput
from croupier.api import amount_of, odds_value
from croupier.rulebook.compare import differences
from croupier.rulebook.load import RULEBOOKS


def test_importing_croupier_is_light() -> None:
    heavy = "numpy numba rich matplotlib msgspec"
    code = f"import sys, croupier; print([name for name in {heavy.split()!r} if name in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )


def test_playing_needs_no_numbers_and_no_tables_of_rich() -> None:
    code = (
        "import sys, croupier; g = croupier.game('great-britain/roulette'); g.settle({'events': "
        "['spin 1']}); g.table(); croupier.games(); g.ruling('late-wager', late='made')\n"
        "print([name for name in ('numpy', 'numba', 'rich', 'matplotlib') if name in sys.modules])"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )


def test_games_is_a_function_and_a_package() -> None:
    import croupier.families.roulette.round

    ids = [entry.id for entry in croupier.games()]
    assert "great-britain/roulette" in ids and ids == sorted(ids)
    entry = next(entry for entry in croupier.games() if entry.id == "great-britain/roulette")
    assert (entry.title, entry.family, entry.settle, entry.odds, entry.ruling) == (
        "Roulette",
        "roulette",
        True,
        True,
        True,
    )


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'gmae'"):
        croupier.gmae  # noqa: B018


def test_options_with_hyphens_are_written_with_underscores_or_in_options() -> None:
    one = croupier.game("great-britain/roulette", zero_rule="all-lost", rage=False)
    other = croupier.game("great-britain/roulette", options={"zero-rule": "all-lost", "rage": "no"})
    assert (
        one.rules.digest() == other.rules.digest() != croupier.game("great-britain/roulette").rules.digest()
    )
    assert one.rules.options["rage"] == "no"


def test_odds_are_exact_and_follow_options_and_stake() -> None:
    game = croupier.game("great-britain/roulette")
    (red,) = game.odds(["red"])
    assert red.edge == Fraction(1, 74)
    assert croupier.game("great-britain/roulette", zero_rule="all-lost").odds(["red"])[0].edge == Fraction(
        1, 37
    )
    assert croupier.game("queensland/roulette", wheel="double-zero").odds(["first-five"])[0].edge == Fraction(
        3, 38
    )
    assert game.odds("red", stake="0.01")[0].edge == 0
    assert len(game.odds()) > 10


def test_the_json_of_odds_has_the_keys_that_outsiders_rely_on() -> None:
    game = croupier.game("great-britain/roulette")
    value = odds_value(game, game.odds(["straight:17"]))
    assert {"format", "game", "ruleset", "wagers"} <= set(value)
    (row,) = value["wagers"]
    assert {
        "wager",
        "edge",
        "edge_float",
        "of",
        "stake",
        "variance",
        "hit",
        "rows",
        "strategy",
        "exact",
        "certificate",
        "seconds",
        "edge_resolved",
        "edge_outlay",
    } <= set(row)
    assert row["edge"] == "1/37" and row["edge_float"] == pytest.approx(1 / 37)
    assert {"row", "pays", "ways", "total"} <= set(row["rows"][0]) and sum(
        one["ways"] for one in row["rows"]
    ) == row["rows"][0]["total"] == 37


def test_odds_from_a_state_of_the_table() -> None:
    game = croupier.game("great-britain/roulette")
    assert (
        game.odds(["rage"], before={"last": "red", "run": 1, "establishing": True})[0].edge
        == game.odds(["rage"])[0].edge
    )
    with pytest.raises(BadInput, match="before"):
        game.odds(["rage"], before={"last": "pink"})


def test_simulate_gives_the_same_sums_for_the_same_seed() -> None:
    game = croupier.game("great-britain/roulette")
    one, two = (game.simulate(20_000, seed=3, wagers=["red"]) for _ in range(2))
    assert one.wagers == two.wagers and one.rounds == 20_000
    assert abs(float(one.wagers[0].edge) - 1 / 74) < 5 * one.wagers[0].standard_error


@pytest.mark.parametrize(
    "wrong",
    [
        {"rounds": 0},
        {"rounds": True},
        {"rounds": 10, "seed": -1},
        {"rounds": 10, "engine": "loca"},
        {"rounds": 10, "wagers": ["redd"]},
    ],
)
def test_simulate_refuses_what_it_cannot_do(wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        croupier.game("great-britain/roulette").simulate(**wrong)  # type: ignore[arg-type]


def test_a_live_table_tells_asks_and_refuses() -> None:
    table = croupier.game("great-britain/roulette").table({"last": "red", "run": 1, "establishing": True})
    assert table.refusal("1 bet rage 5") is None
    table.apply("1 bet rage 5")
    assert table.refusal("1 remove rage") is None
    refusal = table.refusal("1 bet come 5")
    assert refusal is not None and refusal.clause == "r 3.4"
    assert "1" in [question.who for question in table.pending]
    table.apply("spin 1")
    assert table.over and table.after["wagers"][0]["state"] == "red-1"


def test_a_round_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="not of great-britain/roulette"):
        croupier.game("great-britain/roulette").settle({"game": "queensland/roulette", "events": []})


def test_rulings_take_facts_with_underscores() -> None:
    ruling = croupier.game("queensland/roulette").ruling("forbidden-device", approved_in_writing="no")
    assert (ruling.ruling, ruling.clause) == (("void-wager", "exclude"), "s 5(2)")
    assert ruling == croupier.game("queensland/roulette").ruling(
        "forbidden-device", {"approved-in-writing": "no"}
    )


def test_amounts() -> None:
    assert (amount_of("7.50"), amount_of(10), amount_of(None)) == (750, 1000, None)
    for wrong in ("0", "-1", "1.234", "x"):
        with pytest.raises(BadInput):
            amount_of(wrong)


# Files of one's own.


def own(tmp_path: Path, text: str, extends: str = "great-britain/roulette") -> str:
    path = tmp_path / "own.toml"
    path.write_text(f'format = 1\nextends = "{extends}"\n{text}')
    return str(path)


def test_better_odds_than_the_minimum_may_be_used_and_must_be_shown(tmp_path: Path) -> None:
    path = own(
        tmp_path,
        '[wagers.straight]\npays = "35.5:1"\n[options]\nminimum = "5"\n[limits.red]\nmin = "10"\nmax = "500"',
    )
    found = croupier.check(path)
    assert found.allowed
    price = next(one for one in found.departures if one.kind == "price")
    assert (price.name, price.base, price.own, price.clause) == ("straight", "35:1", "35.5:1", "r 2.5")
    assert any("display" in duty for duty in price.duties) and any(
        "house edge" in duty for duty in price.duties
    )
    assert found.edges == {"straight": (Fraction(1, 37), Fraction(1, 74))}
    assert {(one.kind, one.name, one.clause) for one in found.departures} == {
        ("price", "straight", "r 2.5"),
        ("option", "minimum", "r 3.10"),
        ("limit", "red", "r 3.10"),
    }
    game = croupier.game(path)
    assert game.odds(["straight"])[0].edge == Fraction(1, 74)
    with pytest.raises(BadInput, match="the minimum is 10"):
        game.settle({"events": ["1 bet red 6"]})


def test_odds_below_the_minimum_are_refused_everywhere(tmp_path: Path) -> None:
    path = own(tmp_path, '[wagers.straight]\npays = "34:1"')
    found = croupier.check(path)
    assert (
        not found.allowed
        and found.departures[0].clause == "r 2.5"
        and "below the minimum" in found.departures[0].why
    )
    assert found.edges["straight"] == (Fraction(1, 37), Fraction(2, 37))
    with pytest.raises(
        BadInput, match=r"straight is not allowed: 34:1 is below the minimum odds of 35:1 \[r 2.5\]"
    ):
        croupier.game(path)


@pytest.mark.parametrize(("text", "allowed"), [('pays = "5:1"', True), ('pays = "4:1"', False)])
def test_the_minimum_of_a_pay_table_is_its_floor(tmp_path: Path, text: str, allowed: bool) -> None:
    rows = ", ".join(
        f'{{on = {on}, pays = "{pays}"}}'
        for on, pays in zip(
            range(5, 15),
            ("8:1", "15:1", "20:1", "40:1", "60:1", "100:1", "200:1", "400:1", "1000:1", "2000:1"),
            strict=True,
        )
    )
    found = croupier.check(own(tmp_path, f"[tables.rage.choices]\ntable-1 = [{{on = 4, {text}}}, {rows}]\n"))
    prices = {one.row: one for one in found.departures if one.kind == "price"}
    assert prices["4"].allowed is allowed
    assert prices["5"].allowed and prices["5"].base == "10:1"


def test_where_the_odds_are_exact_even_better_ones_are_refused(tmp_path: Path) -> None:
    found = croupier.check(own(tmp_path, '[wagers.straight]\npays = "36:1"', "queensland/roulette"))
    assert (
        not found.allowed
        and "fixes the odds at 35:1" in found.departures[0].why
        and found.departures[0].clause == "sch 7 s 16(1)"
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('[wagers.lucky]\nkind = "numbers"\nnumbers = 1\npays = "99:1"\nclause = "r 3.2(a)"', "wager"),
        ('[wagers.rage]\noffered = ""\n[options]\nrage = false', "wager"),
        ("[wagers.straight]\nnumbers = 2", "rule"),
        ('[wagers.rage]\nremoval = "free"', "rule"),
        ('[limits.red]\nmin = "10"\nmax = "5"', "limit"),
    ],
)
def test_what_an_operator_may_not_change(tmp_path: Path, text: str, kind: str) -> None:
    path = own(tmp_path, text)
    wrong = [one for one in croupier.check(path).departures if not one.allowed]
    assert [one.kind for one in wrong] == [kind] and wrong[0].clause
    with pytest.raises(BadInput):
        croupier.game(path)


def test_a_citation_that_the_register_does_not_hold_is_told(tmp_path: Path) -> None:
    found = croupier.check(own(tmp_path, '[wagers.straight]\nclause = "r 33.2"'))
    assert not found.allowed and "r 33.2" in found.citations[0]


def test_a_file_that_changes_nothing_departs_in_nothing(tmp_path: Path) -> None:
    for extends in ("great-britain/roulette", "queensland/roulette", "bahamas/roulette"):
        found = croupier.check(own(tmp_path, "", extends))
        assert found.allowed and not found.departures and not found.citations


def test_compare_matches_wagers_by_name_and_by_what_they_are() -> None:
    a, b = croupier.game("great-britain/roulette"), croupier.game("bahamas/roulette")
    found = croupier.compare(a, b)
    matched = {(pair.a, pair.b) for pair in found.pairs}
    assert (
        ("red", "red") in matched
        and ("six-line", "line") in matched
        and ("rage", "") in matched
        and ("", "five-number") in matched
    )
    assert found.edges["red"] == Fraction(1, 74) and found.other["red"] == Fraction(1, 19)
    assert {one.part for one in found.differences} >= {
        "odds",
        "wagers",
        "options",
        "readings",
        "irregularities",
    }


@pytest.mark.parametrize("name", chosen_games())
def test_the_rules_of_a_game_differ_in_nothing_from_themselves(name: str) -> None:
    rules = croupier.game(name).rules
    assert not differences(rules, rules)


@pytest.mark.deep(always=("test_a_game_compared_with_itself_differs_in_nothing[house",))
@pytest.mark.parametrize("name", one_of_each_family())
def test_a_game_compared_with_itself_differs_in_nothing(name: str) -> None:
    game = croupier.game(name)
    found = croupier.compare(game, game)
    assert (
        not found.differences and found.edges == found.other and all(pair.a == pair.b for pair in found.pairs)
    )


def test_compare_tells_prices_with_both_clauses(tmp_path: Path) -> None:
    a, b = croupier.game("great-britain/roulette"), croupier.game(own(tmp_path, '[wagers.red]\npays = "3:2"'))
    (one,) = croupier.compare(a, b).differences
    assert (one.part, one.name, one.a, one.b, one.clause_a) == ("prices", "red", "1:1", "3:2", "r 3.2(i)")


_PIECES = [
    "",
    '"x"',
    "5",
    "-1",
    "[]",
    "{}",
    "true",
    '"0:0"',
    '"1:0"',
    '"9999999:1"',
    "1e400",
    "1979-05-27",
    '"r 3.2(a)"',
    "[[]]",
    '"wheel = x"',
    '"("',
    '"numbers"',
    '"2:1"',
    "\n",
    "[",
    "\0",
]

_EDITS = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 12), st.sampled_from(_PIECES)), min_size=1, max_size=3
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["great-britain/roulette", "queensland/roulette", "bahamas/roulette"]),
    _EDITS,
    st.booleans(),
)
def test_only_bad_input_escapes_from_rulebook_files(
    tmp_path_factory: pytest.TempPathFactory, name: str, edits: list[tuple[int, int, str]], extends: bool
) -> None:
    text = (
        f'format = 1\nextends = "{name}"\n[options]\nminimum = "5"\n[wagers.straight]\npays = '
        '"35:1"\n[limits.red]\nmin = "5"\n'
        if extends
        else (RULEBOOKS / f"{name}.toml").read_text()
    )
    for at, cut, piece in edits:
        at %= len(text) + 1
        text = text[:at] + piece + text[at + cut :]
    path = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    path.write_text(text)
    try:
        croupier.game(str(path)).table()
    except BadInput as error:
        assert "\n" not in str(error)
