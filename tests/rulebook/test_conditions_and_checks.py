"""Conditions, what stops a rulebook file from loading, and what an own file may not change."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.rulebook.check import departures, refuse_departures, wrong_citations
from croupier.rulebook.condition import condition, names_in
from croupier.rulebook.register import RULEBOOKS
from tests.tiers import chosen_games

# Conditions.


@pytest.mark.parametrize(
    ("operator", "below", "equal", "above"),
    [
        ("<", True, False, False),
        ("<=", True, True, False),
        ("=", False, True, False),
        ("!=", True, False, True),
        (">=", False, True, True),
        (">", False, False, True),
    ],
)
def test_comparisons(operator: str, below: bool, equal: bool, above: bool) -> None:
    test = condition(f"n {operator} 10")
    assert [test({"n": n}) for n in ("9", "10", "11")] == [below, equal, above]
    assert operator == "!=" or not (test({}) or test({"n": "x"}))


@pytest.mark.parametrize(("operator", "holds"), [("<", False), ("<=", True), (">", False), (">=", True)])
def test_order_is_of_numbers_not_of_texts(operator: str, holds: bool) -> None:
    assert condition(f"n {operator} 7.5")({"n": "7.50"}) == holds


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("not a = 1 and b = 1", lambda a, b, c: (not a) and b),
        ("not a = 1 or b = 1", lambda a, b, c: (not a) or b),
        ("not (a = 1 and b = 1)", lambda a, b, c: not (a and b)),
        ("not not a = 1", lambda a, b, c: a),
        ("a = 1 or b = 1 and c = 1", lambda a, b, c: a or (b and c)),
        ("a = 1 and b = 1 or c = 1", lambda a, b, c: (a and b) or c),
        ("(a = 1 or b = 1) and c = 1", lambda a, b, c: (a or b) and c),
        ("a = 1 and not b = 1 and c = 1", lambda a, b, c: a and (not b) and c),
        ("a != 1 or b in [1, 2]", lambda a, b, c: (not a) or b),
        ("", lambda a, b, c: True),
    ],
)
def test_truth_tables(text: str, means: Any) -> None:
    for values in product((False, True), repeat=3):
        facts = {name: str(int(value)) for name, value in zip("abc", values, strict=True)}
        assert condition(text)(facts) == means(*values), facts


def test_the_names_in_a_condition() -> None:
    assert (
        names_in("a = 1 and not (b != c or decks in [6, 8])") == {"a", "b", "decks"}
        and names_in(" ") == set()
    )


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "a =",
        "= 1",
        "a = 1 and",
        "a in 1",
        "a in [1",
        "a in []",
        "(a = 1",
        "a = 1)",
        "a = 1 b = 2",
        "a == 1",
        "a = 1; b",
        "not",
        "(" * 30 + "a = 1" + ")" * 30,
    ],
)
def test_conditions_that_cannot_be_read(text: str) -> None:
    with pytest.raises(BadInput, match=r"^condition"):
        condition(text)


# Loading: one thing is wrong in a packaged file, and it is told with the file and the key, and with the
# clause where the row has one.

SIC_BO, CRAPS, ROULETTE, BIG_SIX, ROCKET = (
    "house/sic-bo",
    "house/craps",
    "house/roulette",
    "house/big-six",
    "great-britain/rocket-7",
)
WRONG: list[tuple[str, str, str, str, list[str]]] = [
    (
        "misspelt key in a wager",
        SIC_BO,
        'kind = "small", pays',
        'kind = "small", payz',
        ["wagers.small: ", "'payz'", "did you mean pays"],
    ),
    (
        "misspelt key in an option",
        SIC_BO,
        "triples            = {choices",
        "triples            = {choises",
        ["options.triples: ", "'choises'", "did you mean choices"],
    ),
    (
        "misspelt key in a pay row",
        ROCKET,
        '{on = 2, pays = "2.5"',
        '{onn = 2, pays = "2.5"',
        ["tables.side", "'onn'", "did you mean on"],
    ),
    (
        "misspelt key at the top",
        SIC_BO,
        "odds-are = ",
        "odds-ar = ",
        ["there is no key 'odds-ar'", "did you mean odds-are"],
    ),
    ("misspelt key in the setup", SIC_BO, "closed-clause  =", "close-clause  =", ["setup", "'close-clause'"]),
    (
        "misspelt key in a ruling",
        SIC_BO,
        "rows  = [{ruling",
        "rows  = [{rulling",
        ["irregularities", "'rulling'", "did you mean ruling"],
    ),
    (
        "misspelt key in money",
        SIC_BO,
        'payout = {to = "0.01", way',
        'payout = {to = "0.01", wey',
        ["money.payout", "'wey'", "did you mean way"],
    ),
    (
        "wrong kind of value",
        SIC_BO,
        'kind = "small", pays = "1:1"',
        'kind = "small", pays = 1',
        ["wagers.small.pays: "],
    ),
    ("unknown kind of wager", SIC_BO, 'kind = "small"', 'kind = "smal"', ["wagers.small.kind: ", "smal"]),
    (
        "pay row missing",
        ROCKET,
        '{on = [4, 10], pays = "10:1"}, ',
        "",
        ["wagers.total: ", "the pay table totals has no row for '4'", "[r 8.25(i)]"],
    ),
    (
        "pay row missing under an option in force",
        CRAPS,
        ', {on = 12, pays = "3:1", when = "field-12 = 3:1"}',
        "",
        ["wagers.field: ", "field has no row for '12'", "[house]"],
    ),
    (
        "neither pays nor table",
        ROCKET,
        'pays = "34:1", ',
        "",
        ["wagers.specific-double: ", "neither pays nor table", "[r 8.25(d)]"],
    ),
    (
        "both pays and table",
        ROCKET,
        'table = "low"',
        'table = "low", pays = "1:1"',
        ["wagers.low: ", "both pays and table"],
    ),
    (
        "unknown outcome",
        ROCKET,
        "{on = [3, 4, 5, 6], pays",
        "{on = [3, 4, 5, 6, 13], pays",
        ["tables.low: ", "there is no outcome '13'"],
    ),
    (
        "unknown outcome under an option not in force",
        CRAPS,
        '{on = 2, pays = "3:1", when',
        '{on = "two", pays = "3:1", when',
        ["tables.field: ", "there is no outcome 'two'"],
    ),
    (
        "unknown outcome in a table not chosen",
        ROULETTE,
        "5-9-20-30  = [{on = 4,",
        "5-9-20-30  = [{on = 3,",
        ["tables.rage: ", "there is no outcome '3'"],
    ),
    (
        "row priced twice",
        ROCKET,
        "{on = [3, 4, 5, 6], pays",
        "{on = [2, 3, 4, 5, 6], pays",
        ["tables.low: ", "row '2' is priced twice"],
    ),
    (
        "odds of a wager",
        ROCKET,
        'pays = "34:1"',
        'pays = "34 to 1"',
        ["wagers.specific-double.pays: ", "'34 to 1' is not odds", "[r 8.25(d)]"],
    ),
    (
        "odds of a row",
        ROCKET,
        '{on = 3, pays = "10"}',
        '{on = 3, pays = "ten"}',
        ["tables.side: row 3: ", "'ten:1' is not odds", "[r 8.40]"],
    ),
    (
        "odds out of nothing",
        ROCKET,
        '{on = 12, pays = "1:2"}',
        '{on = 12, pays = "1:0"}',
        ["tables.high: row 12: ", "'1:0' is not odds", "[r 8.25(b)]"],
    ),
    (
        "needs an unknown wager",
        CRAPS,
        'needs = ["pass"]',
        'needs = ["pas"]',
        ["wagers.pass-odds: needs ", "there is no wager 'pas'", "did you mean pass"],
    ),
    (
        "unknown rounding",
        SIC_BO,
        'pays = "30:1", clause',
        'pays = "30:1", rounding = "paiout", clause',
        ["wagers.three-number: ", "there is no rounding 'paiout'", "did you mean payout"],
    ),
    (
        "unknown pay table",
        SIC_BO,
        'table = "triple", clause',
        'table = "tripel", clause',
        ["wagers.triple: ", "there is no pay table 'tripel'", "did you mean triple"],
    ),
    (
        "table chosen by an unknown option",
        SIC_BO,
        'chosen-by = "triples"',
        'chosen-by = "tripels"',
        ["tables.triple: ", "there is no option 'tripels'", "did you mean triples"],
    ),
    (
        "two money rules apply",
        CRAPS,
        'when = "rounding = up-to-the-unit"',
        'when = "rounding != down-to-the-unit"',
        ["money.payout has 2 rows that apply; it must have exactly one"],
    ),
    (
        "no money rule applies",
        CRAPS,
        'when = "rounding = down-to-the-cent"',
        'when = "rounding = up"',
        ["money.payout has 0 rows that apply; it must have exactly one"],
    ),
    ("unknown way of rounding", SIC_BO, 'way = "down"', 'way = "sideways"', ["money.payout", "sideways"]),
    (
        "wrong format",
        SIC_BO,
        "format   = 1",
        "format   = 2",
        ["format 2 is not known; this version reads format 1"],
    ),
    ("no family", SIC_BO, 'game     = "sic-bo"', "", ["the key game must name the family"]),
    (
        "wager written twice",
        SIC_BO,
        "[tables.total]",
        '[wagers.total-4]\nkind = "small"\npays = "1:1"\nclause = "house"\n[tables.total]',
        ["wager total-4 is written twice"],
    ),
]


def load(path: Path, text: str) -> Any:
    file = path / "own.toml"
    file.write_text(text, encoding="utf-8")
    return ruleset(str(file))


@pytest.mark.parametrize(
    ("game", "old", "new", "told"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG]
)
def test_what_is_wrong_in_a_file_is_told_with_file_key_and_clause(
    tmp_path: Path, game: str, old: str, new: str, told: list[str]
) -> None:
    text = (RULEBOOKS / f"{game}.toml").read_text(encoding="utf-8")
    assert old in text and build(load(tmp_path, text)), "the file as it is packaged loads"
    with pytest.raises(BadInput) as wrong:
        build(load(tmp_path, text.replace(old, new, 1)))
    message = str(wrong.value)
    assert message.startswith("own.toml: ") and "\n" not in message
    assert [part for part in told if part not in message] == [], message


EXTENDS = 'format = 1\nextends = "great-britain/rocket-7"\n'
ROULETTE = 'format = 1\nextends = "great-britain/roulette"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'format = 1\nextends = "great-britain/roket-7"',
            "there is no game 'great-britain/roket-7'; did you mean great-britain/rocket-7",
        ),
        ('format = 1\nextends = "great-britain/clauses"', "there is no game 'great-britain/clauses'"),
        (
            'format = 2\nextends = "great-britain/rocket-7"',
            "own.toml: format 2 is not known; write format = 1",
        ),
        ('extends = "great-britain/rocket-7"', "own.toml: its format is not said"),
        (
            EXTENDS + '[money]\npayout = "up"',
            "own.toml: there is no key 'money' in a file that extends a game",
        ),
        (
            EXTENDS + "[options]\ncontributions = 80",
            "there is no option 'contributions' in great-britain/rocket-7; did you mean contribution",
        ),
        (
            EXTENDS + "[options]\ncontribution = 69",
            "option contribution cannot be '69'; it lies between 70 and 100 [r 2.4]",
        ),
        (EXTENDS + "[options]\ncontribution = [70]", "own.toml: options must give each name one value"),
        (
            EXTENDS + '[readings]\njackpot-share = "by-head"',
            "there is no reading 'jackpot-share' in great-britain/rocket-7; did you mean jackpot-shares",
        ),
        (EXTENDS + '[limits.lo]\nmax = "20"', "own.toml: limits.lo: there is no wager 'lo'"),
        (EXTENDS + '[wagers]\nlow = "1:1"', "own.toml: wagers must be tables"),
        (
            EXTENDS + '[wagers.low]\npay = "1:1"',
            "own.toml: wagers.low: there is no key 'pay'; did you mean pays",
        ),
        (
            EXTENDS + '[wagers.seven]\npays = "4-1"',
            "own.toml: wagers.seven.pays: '4-1' is not odds; write them like 35:1, 3:2 or 7.5:1 [r 8.25(f)]",
        ),
        (
            EXTENDS + '[tables.totals]\nrows = [{on = [3, 11], pays = "16:1"}]',
            "own.toml: wagers.total: the pay table totals has no row for '4' [r 8.25(i)]",
        ),
        (
            ROULETTE + '[tables.rage]\nrows = [{on = 4, pays = "7:1"}]',
            "own.toml: tables.rage.rows: the option rage-table always chooses other rows; "
            "change those of one of its values, like tables.rage.choices.table-1",
        ),
        (
            ROULETTE + '[tables.rage.choices]\ntable-3 = [{on = 4, pays = "7:1"}]',
            "own.toml: tables.rage.choices: there is no value 'table-3' in option rage-table; "
            "did you mean table-",
        ),
    ],
)
def test_what_is_wrong_in_a_file_that_extends_a_game(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadInput) as wrong:
        build(load(tmp_path, text))
    assert told in str(wrong.value) and "\n" not in str(wrong.value)


# Clauses that the register does not hold.


@pytest.mark.parametrize("game", chosen_games())
def test_a_packaged_file_cites_only_what_its_register_holds(game: str) -> None:
    assert wrong_citations(ruleset(game)) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[wagers.seven]\nclause = "r 8.99"',
            ["own.toml: wagers.seven: there is no clause 'r 8.99' in the register"],
        ),
        (
            '[wagers.seven]\nclause = ["r 8.25(f)", "r 8.25(z)"]',
            ["own.toml: wagers.seven: clause 'r 8.25(z)' is not in the register: r 8.25 has the parts (a), "],
        ),
        (
            '[wagers.side]\nneeds-clause = "r 8.350"',
            ["own.toml: wagers.side: there is no clause 'r 8.350' in the register"],
        ),
        (
            '[wagers.seven.stake]\nclause = "sch 4 s 8"',
            ["own.toml: wagers.seven.stake: there is no clause 'sch 4 s 8' in the register"],
        ),
        (
            '[tables.low]\nclause = "house"',
            ["own.toml: tables.low: there is no clause 'house' in the register"],
        ),
        (
            '[tables.high]\nrows = [{on = [8, 9, 10, 11, 12], pays = "1:1", clause = "r 8"}]',
            ["own.toml: tables.high.rows: there is no clause 'r 8' in the register"],
        ),
        (
            '[wagers.seven]\nclause = "r 8.98"\n[wagers.craps]\nclause = "r 8.99"',
            [
                "own.toml: wagers.seven: there is no clause 'r 8.98'",
                "own.toml: wagers.craps: there is no clause 'r 8.99'",
            ],
        ),
        ('[wagers.seven]\nclause = "r 8.25(a)"', []),
    ],
)
def test_clauses_that_the_register_does_not_hold(tmp_path: Path, text: str, told: list[str]) -> None:
    found = wrong_citations(load(tmp_path, EXTENDS + text))
    assert len(found) == len(told) and all(
        line.startswith(start) for line, start in zip(found, told, strict=True)
    ), found


# What an own file may not change.


def side(bonus: str = "2.5", jackpot: str = "share") -> str:
    """The rows of the side wager, with one price or one kind changed."""
    fixed = ", ".join(
        f'{{on = "{row}", pays = "{pays}"}}'
        for row, pays in (
            ("2", "2.5"),
            ("3", "10"),
            ("4", "75"),
            ("5", "375"),
            ("bonus-1", "12.5"),
            ("bonus-2", "5"),
            ("bonus-3", bonus),
        )
    )
    return (
        f'rows = [{fixed}, {{on = 6, pays = "1", kind = "share"}}, {{on = "free-jackpot", pays = "1", '
        f'kind = "{jackpot}"}}]'
    )


@pytest.mark.parametrize(
    ("text", "rows", "why"),
    [
        (
            'kind = "to"',
            {"2", "3", "4", "5", "bonus-1", "bonus-2", "bonus-3"},
            "it pays in another way (to) than the rulebook (times)",
        ),
        (
            'kind = "for"',
            {"2", "3", "4", "5", "bonus-1", "bonus-2", "bonus-3"},
            "it pays in another way (for) than the rulebook (times)",
        ),
        (side(bonus="2.4"), {"bonus-3"}, "2.4 times is below the minimum odds of 2.5 times"),
        (side(jackpot="times"), {"free-jackpot"}, "it pays in another way (times) than the rulebook (share)"),
    ],
)
def test_an_own_file_may_not_pay_less_or_in_another_way(
    tmp_path: Path, text: str, rows: set[str], why: str
) -> None:
    base, own = ruleset(ROCKET), load(tmp_path, f"{EXTENDS}[tables.side]\n{text}")
    found = departures(base, own)
    assert {one.row for one in found} == rows and {
        (one.kind, one.name, one.allowed, one.why) for one in found
    } == {("price", "side", False, why)}
    with pytest.raises(BadInput, match=r"^own\.toml: side .* is not allowed"):
        refuse_departures(base, own)


def test_an_own_file_may_pay_more(tmp_path: Path) -> None:
    base, own = ruleset(ROCKET), load(tmp_path, f"{EXTENDS}[tables.side]\n{side(bonus='2.6')}")
    (found,) = departures(base, own)
    assert (found.allowed, found.row, found.base, found.own, found.clause) == (
        True,
        "bonus-3",
        "2.5 times",
        "2.6 times",
        "r 2.6(d)",
    )
    refuse_departures(base, own)


def test_an_own_file_that_changes_nothing_does_not_depart(tmp_path: Path) -> None:
    assert departures(ruleset(ROCKET), load(tmp_path, f"{EXTENDS}[tables.side]\n{side()}")) == []
