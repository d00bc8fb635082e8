"""Whose limit: each wager is bound by the limits that its text sets it, by the clause that sets them.

A wager that no text limits is taken at any size, and what bounds one wager by another holds whatever is taken
back. What `odds` proves as a stake may be staked.
"""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.api import Game, check, game
from croupier.equipment.money import parse_amount
from croupier.errors import BadInput, NotAllowed
from croupier.table.table import Table
from tests.tiers import chosen_games

LEAST, MOST = "20", "100"
"""The minimum and maximum of the tables below."""
TABLES: dict[str, str | tuple[str, str]] = {
    "bahamas/big-six": "reg 7(3)",
    "bahamas/blackjack": "reg 3(3)(a)(vi)",
    "bahamas/caribbean-stud": "reg 10(3)(a)",
    "bahamas/casino-war": "reg 13(4)(a)",
    "bahamas/craps": "reg 2(6)(e)",
    "bahamas/let-it-ride": "reg 12(5)(a)",
    "bahamas/money-wheel": "reg 7(3)",
    "bahamas/punto-banco": "reg 4(2)(c)(viii)",
    "bahamas/red-dog": "reg 8(6)",
    "bahamas/roulette": "reg 6(1)(e)",
    "bahamas/single-deck-blackjack": "reg 3(3)(a)(vi)",
    "bahamas/three-card-poker": "reg 16(12)(a)",
    "bahamas/vegas-shootout": "reg 14(4)(a)",
    "california/baccarat-gold": ("GEGA-002078 L70", "GEGA-002078 L76-79(e)"),
    "california/commission-free-baccarat": "GEGA-003317 L2963",
    "california/ez-baccarat": "GEGA-003180 L1461",
    "california/ez-baccarat-panda-8": "GEGA-003396 L2077",
    "california/pure-21-5": ("GEGA-002077 L671", "GEGA-002077 L727"),
    "california/pure-21-5-buster": "GEGA-003353 L1650",
    "california/royal-baccarat": "GEGA-003079 L1279",
    "california/three-card-poker": "GEGA-002459 L2929",
    "california/three-card-poker-6-card": "GEGA-003618 L1851",
    "california/ultimate-hold-em": "GEGA-003879 L2502",
    "great-britain/big-six": "r 10.6",
    "great-britain/blackjack": "r 4.8",
    "great-britain/blackjack-switch": "r 4.8",
    "great-britain/casino-hold-em": "r 11.5",
    "great-britain/casino-stud": "r 7.5",
    "great-britain/casino-war": ("r 1.5", "r 17.3"),
    "great-britain/craps": "r 8.6",
    "great-britain/crazy-4-poker": "r 15.5",
    "great-britain/crown-double-zero-roulette": "r 3.10",
    "great-britain/dice-magic": "r 8.53",
    "great-britain/double-action-roulette": "r 3.10",
    "great-britain/hold-em-bonus": "r 11.5",
    "great-britain/let-it-ride": "r 12.5",
    "great-britain/live-draw-poker": "r 16.9",
    "great-britain/mississippi-stud": "r 11.5",
    "great-britain/neverbust-blackjack": "r 4.8",
    "great-britain/pocket-pairs": "r 18.4",
    "great-britain/punto-banco": "r 6.13",
    "great-britain/rocket-7": "r 8.23",
    "great-britain/roulette": "r 3.10",
    "great-britain/sic-bo": "r 9.5",
    "great-britain/three-card-poker": "r 5.5",
    "great-britain/two-way-hold-em": "r 11.5",
    "great-britain/ultimate-hold-em": "r 11.5",
    "queensland/baccarat": "sch 1 s 9(1)",
    "queensland/blackjack": "sch 2 s 11(1)",
    "queensland/blackjack-challenge": "sch 17 s 11(1)",
    "queensland/blackjack-switch": "sch 15 s 11(1)",
    "queensland/caribbean-stud": "s 12(1)",
    "queensland/casino-war": "sch 14 s 11(1)",
    "queensland/craps": "sch 4 s 8(1)",
    "queensland/hold-em-bonus": "s 12(1)",
    "queensland/lucky-draw-baccarat": "sch 16 s 10(1)",
    "queensland/mississippi-stud": "sch 18 s 19(1)",
    "queensland/roulette": "sch 7 s 15(2)",
    "queensland/sic-bo": "s 12(1)",
    "queensland/spanish-blackjack": "sch 9 s 11(1)",
    "queensland/three-card-poker": "s 12(1)",
    "queensland/wheel-of-fortune": "sch 10 s 11",
}
"""By game: the clause of the table's minimum and maximum, or one for each."""
AUCTIONED = {"bahamas/chemin-de-fer", "house/chemin-de-fer"}
"""Here what is bid and staked bounds the wagers, and no other limit does."""
OF_THE_TABLE: dict[tuple[str, str], str | tuple[str, str]] = {
    ("california/baccarat-gold", "spread"): ("GEGA-002078 L76-79(c)", "GEGA-002078 L76-79(e)"),
    ("california/pure-21-5-buster", "buster"): "GEGA-003353 L1718-1722(5)",
    ("great-britain/casino-stud", "insurance"): "r 7.25",
    ("great-britain/crazy-4-poker", "queens-up"): "r 15.11",
    ("great-britain/let-it-ride", "three-card-bonus"): "r 12.14",
    ("great-britain/punto-banco", "dragon-bonus-banco"): "r 6.34",
    ("great-britain/punto-banco", "dragon-bonus-punto"): "r 6.34",
    **{("great-britain/punto-banco", f"ur-way-{score}"): "r 6.48" for score in range(10)},
    **{
        ("great-britain/punto-banco", f"super-pay-{scores}"): "r 6.67"
        for scores in ("0", "1-2-3", "4-5", "6-7", "8-9")
    },
    ("great-britain/punto-banco", "pair-banco"): "r 6.75",
    ("great-britain/punto-banco", "pair-punto"): "r 6.75",
    ("great-britain/roulette", "rage"): "r 3.18",
    ("great-britain/ultimate-hold-em", "trips"): "r 11.50",
}
"""Wagers that a clause of their own puts within the table's limits."""
SIGNS: dict[tuple[str, str], tuple[str, str]] = {
    ("queensland/baccarat", "perfect-pairs-player"): ("perfect-pairs", "sch 1 s 29(2)"),
    ("queensland/baccarat", "perfect-pairs-banker"): ("perfect-pairs", "sch 1 s 29(2)"),
    ("queensland/baccarat", "dragon-bonus-player"): ("dragon-bonus", "sch 1 s 32(3)"),
    ("queensland/baccarat", "dragon-bonus-banker"): ("dragon-bonus", "sch 1 s 32(3)"),
    ("queensland/baccarat", "player-pair"): ("pairs", "sch 1 s 37(2)"),
    ("queensland/baccarat", "banker-pair"): ("pairs", "sch 1 s 37(2)"),
    ("queensland/blackjack", "perfect-pairs"): ("pairs", "sch 2 s 45(3)"),
    ("queensland/spanish-blackjack", "perfect-pairs"): ("pairs", "sch 9 s 35(4)"),
    ("queensland/blackjack-switch", "super-match"): ("super-match", "sch 15 s 11(2)"),
    ("queensland/blackjack-challenge", "any-pair"): ("any-pair", "sch 17 s 34(4)"),
}  # fmt: skip
"""Wagers with a sign of their own: how its options begin, and the clause."""
UNLIMITED = {("queensland/blackjack", "super-sevens")}
"""Wagers on which no text sets a limit."""
IN_THE_TEXT: dict[tuple[str, str], tuple[str, str, str]] = {
    ("california/commission-free-baccarat", "tie"): ("5", "100", "GEGA-003317 L3060"),
    ("california/commission-free-baccarat", "player-dragon"): ("5", "100", "GEGA-003317 L3060"),
    ("california/commission-free-baccarat", "banker-dragon"): ("5", "100", "GEGA-003317 L3060"),
}
"""Wagers whose limits are written in the text."""
SHARES = {
    ("queensland/baccarat", "tie"): (8, "sch 1 s 9(3)"),
    ("queensland/casino-war", "tie"): (10, "sch 14 s 11(2)"),
}
"""Wagers of which only a part of the table's maximum is allowed."""
SUPPLEMENTS: dict[tuple[str, str], tuple[bool, bool]] = {
    ("bahamas/craps", "pass-odds"): (True, True),
    ("bahamas/craps", "dont-pass-odds"): (False, False),
    ("bahamas/craps", "come-odds"): (True, True),
    ("bahamas/craps", "dont-come-odds"): (False, False),
    ("great-britain/craps", "behind-win-line"): (True, True),
    ("great-britain/craps", "behind-dont-win-line"): (True, True),
    ("great-britain/craps", "behind-come"): (True, True),
    ("great-britain/craps", "behind-dont-come"): (True, True),
    ("queensland/craps", "odds-win"): (True, False),
    ("queensland/craps", "odds-dont-win"): (True, False),
    ("queensland/craps", "odds-come"): (True, False),
    ("queensland/craps", "odds-dont-come"): (True, False),
}
"""Supplements: whether the table's minimum and its maximum bind them."""


def all_offered(name: str, **options: str) -> Game:
    """A game with every wager that an option offers."""
    rows = game(name).rules.option_rows
    yes = {key for key, row in rows.items() if not (row.amount or row.choices or row.between)}
    offers = {
        key: "yes"
        for key in yes - {"teaching", "terminals"}
        if any(key in row.offered for row in game(name).rules.wagers.values())
    }
    return game(name, options={**offers, **options})


def wagers(one: Game) -> list[str]:
    """Every wager that is made before the draw or the deal, with one place where it may lie."""
    gate = one.playable.betting.wagers
    found = [
        (name, one.built.params(name))
        for name in one.rules.names
        if gate.is_listed(name) and one.rules.offered(name)
    ]
    return [f"{name}:{params[0]}" if params and params[0] else name for name, params in found]


def answered(table: Table, act: str) -> str:
    """Return the clause by which an act is refused; `taken` where it is not."""
    try:
        refusal = table.refusal(act)
    except BadInput as wrong:
        return str(wrong)
    return "taken" if refusal is None else refusal.clause


def beside(one: Game, wager: str) -> Table:
    """A table with a wager of the most on all that this one needs."""
    table = Table(one.playable)
    for need in one.rules.wager(wager.partition(":")[0])[0].needs:
        try:
            table.apply(f"1 bet {need} {MOST}")
        except (BadInput, NotAllowed):
            continue
    return table


def makes_now(table: Table, wager: str) -> bool:
    """Whether a wager may be made in the state of a fresh table, at some size."""
    name = wager.partition(":")[0]
    return any(asked.who == "*" and asked.acts.get(f"bet {name}") is None for asked in table.pending)


RULED = [name for name in chosen_games() if not name.startswith("house/") and name not in AUCTIONED]


def test_every_game_of_a_rulebook_is_in_the_table() -> None:
    assert {name for name in chosen_games() if not name.startswith("house/")} - AUCTIONED == set(TABLES)


@pytest.mark.parametrize("name", RULED)
def test_the_limits_of_the_table_bind_the_wagers_that_the_text_binds(name: str) -> None:
    one = all_offered(name, minimum=LEAST, maximum=MOST)
    for wager in wagers(one):
        kind, table = wager.partition(":")[0], beside(one, wager)
        key, row = (name, kind), one.rules.wager(kind)[0]
        if key in SUPPLEMENTS or not makes_now(table, wager):
            continue
        sizes = {
            size: answered(table, f"1 bet {wager} {size}") for size in ("0.50", "19", "20", "101", "5000")
        }
        if row.stake.exactly:
            assert set(sizes.values()) == {row.stake.clause}, (wager, sizes)
        elif key in SIGNS or key in UNLIMITED:
            assert set(sizes.values()) == {"taken"}, (wager, sizes)
        elif key in IN_THE_TEXT:
            least, most, clause = IN_THE_TEXT[key]
            assert sizes["0.50"] == clause == sizes["101"], (wager, sizes)
            assert {answered(table, f"1 bet {wager} {size}") for size in (least, most)} == {"taken"}
        else:
            clauses = OF_THE_TABLE.get(key, TABLES[name])
            low, high = (clauses, clauses) if isinstance(clauses, str) else clauses
            assert sizes["0.50"] == sizes["19"] == low, (wager, sizes)
            assert sizes["101"] == high, (wager, sizes)
            assert sizes["20"] == (SHARES[key][1] if key in SHARES else "taken"), (wager, sizes)


@pytest.mark.parametrize(("name", "wager"), SHARES)
def test_a_tie_is_a_part_of_the_maximum(name: str, wager: str) -> None:
    part, clause = SHARES[name, wager]
    one = all_offered(name, maximum=MOST)
    table, bound = beside(one, wager), Fraction(int(MOST), part)
    assert answered(table, f"1 bet {wager} {float(bound):g}") == "taken"
    assert answered(table, f"1 bet {wager} {float(bound) + 0.5:g}") == clause


@pytest.mark.parametrize(("name", "wager"), SIGNS)
def test_a_sign_of_its_own_binds_a_wager_by_its_clause(name: str, wager: str) -> None:
    sign, clause = SIGNS[name, wager]
    low, high = f"{sign}-minimum", f"{sign}-maximum"
    one = all_offered(name, minimum=LEAST, maximum=MOST, **{low: "2", high: "300"})
    table = beside(one, wager)
    sizes = [answered(table, f"1 bet {wager} {size}") for size in ("1", "2", "19", "300", "301")]
    assert sizes == [clause, "taken", "taken", "taken", clause]
    with pytest.raises(BadInput, match="above the maximum"):
        all_offered(name, **{low: "3", high: "2"})


@pytest.mark.parametrize("name", ["queensland/blackjack", "queensland/baccarat", "queensland/craps"])
def test_a_teaching_table_has_its_limits_by_the_rule_on_teaching(name: str) -> None:
    one = all_offered(name, teaching="yes")
    wager = wagers(one)[0]
    table = Table(one.playable)
    sizes = [answered(table, f"1 bet {wager} {size}") for size in ("1", "2", "10", "11")]
    assert sizes == ["s 7(a)", "taken", "taken", "s 7(a)"]
    for option in ({"minimum": "5"}, {"maximum": "50"}):
        with pytest.raises(BadInput, match=r"s 7\(a\)"):
            all_offered(name, teaching="yes", **option)
    assert all_offered(name, teaching="yes", minimum="2", maximum="10")


# Craps.

LINES = ("pass", "win", "win-line")


def with_point(one: Game, parent: str, stake: str, *more: str) -> Table:
    """A table at which a wager has its point, which is six, after a come-out for the shooter's own."""
    names = one.rules.names
    line = next(name for name in names if name in LINES)
    first = [f"1 bet {line} {stake}", "roll 2-2"] if "come" in parent else []
    carried: dict[str, Any] = {}
    for acts in (first, [f"1 bet {parent} {stake}", "roll 2-4"]):
        table = Table(one.playable, carried)
        for act in acts:
            table.apply(act)
        carried = table.after if acts else carried
    table = Table(one.playable, carried)
    for act in more:
        table.apply(act)
    return table


@pytest.mark.parametrize(("name", "supplement"), SUPPLEMENTS)
def test_a_supplement_is_limited_as_its_own_clause_says(name: str, supplement: str) -> None:
    below, above = SUPPLEMENTS[name, supplement]
    one = game(name, options={"minimum": LEAST, "maximum": MOST})
    row = one.rules.wager(supplement)[0]
    parent = row.needs[0]
    table = with_point(one, parent, MOST)
    place = supplement + (":6" if ":" in next(w for w in wagers(one) if w.startswith(supplement)) else "")
    clause = TABLES[name]
    small, large = (answered(table, f"1 bet {place} {size}") for size in ("6", "120"))
    assert small == (clause if below else "taken")
    if row.stake.wins_at_most:
        # 120 on six wins the hundred that the wager is.
        assert large == (clause if above else "taken")
        assert answered(table, f"1 bet {place} 126") == (clause if above else row.stake.clause)
    else:
        assert (large == clause) == above


@pytest.mark.parametrize(
    ("name", "parent", "supplement"),
    [
        ("bahamas/craps", "dont-pass", "dont-pass-odds"),
        ("bahamas/craps", "dont-come", "dont-come-odds:6"),
        ("queensland/craps", "dont-win", "odds-dont-win"),
        ("queensland/craps", "dont-come", "odds-dont-come:6"),
    ],
)
def test_a_dont_wager_is_reduced_at_any_time_and_its_supplement_stays(
    name: str, parent: str, supplement: str
) -> None:
    one = game(name)
    lies = f"{parent}:6" if ":" in supplement else parent
    table = with_point(one, parent, "30", f"1 bet {supplement} 30", f"1 remove {lies} 20")
    # The first amount bounds the supplement still, in this round and in the next.
    clause = one.rules.wager(supplement.partition(":")[0])[0].stake.clause
    assert answered(table, f"1 bet {supplement} 6") == "taken"
    assert answered(table, f"1 bet {supplement} 12") == clause
    table.apply("roll 5-6")
    again = Table(one.playable, table.after)
    assert answered(again, f"1 bet {supplement} 6") == "taken"
    assert answered(again, f"1 bet {supplement} 12") == clause
    again.apply("roll 3-4")
    won = {line.wager.partition(":")[0]: line.net for line in again.lines if line.result == "win"}
    assert won[parent] == 1000 and won[supplement.partition(":")[0]] == 2500


@pytest.mark.parametrize(
    ("name", "wager", "clause"),
    [
        ("bahamas/craps", "horn", ""),
        ("bahamas/craps", "world", ""),
        ("queensland/craps", "horn", ""),
        ("queensland/craps", "horn-high-2", "sch 4 s 4(2)"),
    ],
)
def test_a_horn_has_any_size_that_no_text_forbids(name: str, wager: str, clause: str) -> None:
    table = Table(game(name).playable)
    for size in range(1, 23):
        free = not clause or size % 5 == 0
        assert answered(table, f"1 bet {wager} {size}") == ("taken" if free else clause)


def test_a_horn_pays_its_parts_on_any_stake() -> None:
    table = Table(game("bahamas/craps").playable)
    for act in ("1 bet horn 10", "1 bet world 11", "roll 5-6"):
        table.apply(act)
    # A quarter of 10 at 15 to 1 is 37.50, which is paid as 38; a fifth of 11 at 15 to 1 is 33.
    assert {line.wager: line.net for line in table.lines} == {"horn": 3050, "world": 2420}


# What bounds one wager by another.


def bounds(one: Game) -> list[tuple[str, Fraction, str]]:
    """Wagers that another bounds: which, how many times, and the other."""
    found = []
    for name in one.rules.names:
        text = one.rules.wager(name)[0].stake.at_most
        factor, _, parent = text.partition(" of ")
        times = one.rules.options.get(factor, factor)
        if text and times not in ("", "open"):
            found.append((name, Fraction(times), parent))
    return found


BOUND = [name for name in chosen_games() if bounds(game(name))]


@pytest.mark.parametrize("name", BOUND)
@pytest.mark.parametrize("seed", range(3))
def test_what_bounds_a_wager_by_another_holds_after_every_change(name: str, seed: int) -> None:
    one, rng = game(name), random.Random(f"{name} {seed}")
    gate = one.playable.betting.wagers
    listed = [(child, times, parent) for child, times, parent in bounds(one) if gate.is_listed(child)]
    acts = sorted({wager for child, _, parent in listed for wager in (child, parent)})
    carried: dict[str, Any] = {}
    if "craps" in name and acts:
        line = next(wager for wager in one.rules.names if wager in LINES)
        first = Table(one.playable)
        for act in (f"1 bet {line} 30", f"2 bet {line} 20", "roll 2-4"):
            first.apply(act)
        carried = first.after
    table = Table(one.playable, carried)
    for _ in range(120):
        verb, wager = rng.choice(("bet", "remove")), rng.choice(acts or ["none"])
        act = f"{rng.choice('12')} {verb} {wager} {rng.randint(1, 40)}"
        try:
            table.apply(act)
        except (BadInput, NotAllowed):
            continue
        laid = {(one.person, one.wager): one for one in table.play.wagers}
        for child, times, parent in listed:
            for who in "12":
                small, large = laid.get((who, child)), laid.get((who, parent))
                if small is not None:
                    assert large is not None, f"{act}: {child} lies there without {parent}"
                    assert small.stake <= times * large.first, f"{act}: {small.stake} beside {large.stake}"


# Odds.

PROVED = [
    name
    for name in chosen_games()
    if game(name).built.cards is None or game(name).rules.head.game in ("baccarat", "lucky-draw")
]


@pytest.mark.parametrize("asked", [pytest.param(None, marks=pytest.mark.deep), "7"])
@pytest.mark.parametrize("name", PROVED)
def test_what_odds_proves_as_a_stake_may_be_staked(name: str, asked: str | None) -> None:
    one = game(name)
    limits = one.playable.limits
    play = Table(one.playable).play
    for proof in one.odds(stake=asked):
        row = one.rules.wager(proof.wager)[0]
        assert limits.judge_amount(play, proof.wager, row, proof.stake, "1") is None, proof.example


def test_a_stake_that_a_text_forbids_is_not_proved() -> None:
    with pytest.raises(BadInput, match=r"multiples of 5 \[sch 4 s 4\(2\)\]"):
        game("queensland/craps").odds(["horn-high-2"], 7)
    with pytest.raises(BadInput, match=r"the maximum is 100 \[GEGA-003317 L3060\]"):
        game("california/commission-free-baccarat").odds(["tie"], 700)


# An operator's file.


def checked(folder: Path, extends: str, text: str) -> list[tuple[str, bool, str]]:
    """Check a file, and return what departs: its name, whether it is allowed, by which clause."""
    path = folder / "own.toml"
    path.write_text(f'format = 1\nextends = "{extends}"\n{text}')
    return [(one.name, one.allowed, one.clause) for one in check(str(path)).departures]


TEACHING = "[options]\nteaching = true\n"
SEVEN = '[wagers.any-seven]\npays = "5:1"\n'


@pytest.mark.parametrize(
    ("extends", "text", "name", "clause"),
    [
        ("queensland/roulette", f'{TEACHING}minimum = "5"', "minimum", "s 7(a)"),
        ("queensland/roulette", f'{TEACHING}maximum = "50"', "maximum", "s 7(a)"),
        ("queensland/roulette", f'{TEACHING}[limits.red]\nmax = "50"', "red", "s 7(a)"),
        ("bahamas/roulette", '[options]\nminimum = "50"\nmaximum = "10"', "minimum", "reg 6(1)(e)"),
        ("bahamas/blackjack", "[options]\ndecks = 8\ndepth = 52", "depth", "reg 3(5)(d)"),
        ("bahamas/casino-war", "[options]\ndecks = 8\ndepth = 78", "depth", "reg 13(3)(f)"),
        ("bahamas/roulette", '[options]\nmaximum = "10"\n[limits.red]\nmin = "50"', "red", "reg 6(1)(e)"),
        ("bahamas/craps", '[limits.dont-pass-odds]\nmax = "50"', "dont-pass-odds", "reg 2(3)(b)"),
        ("bahamas/craps", SEVEN, "any-seven", "reg 2(4)(b)"),
    ],
)
def test_a_file_with_limits_that_the_text_forbids_is_not_allowed(
    tmp_path: Path, extends: str, text: str, name: str, clause: str
) -> None:
    wrong = [(what, by) for what, allowed, by in checked(tmp_path, extends, text) if not allowed]
    assert wrong == [(name, clause)]


@pytest.mark.parametrize(
    ("extends", "text", "wrong"),
    [
        (
            "queensland/roulette",
            f'{TEACHING}minimum = "5"\nmaximum = "50"',
            {"minimum": "s 7(a)", "maximum": "s 7(a)"},
        ),
        (
            "bahamas/blackjack",
            '[options]\nminimum = "50"\nmaximum = "10"\ndecks = 8\ndepth = 52',
            {"minimum": "reg 3(3)(a)(vi)", "depth": "reg 3(5)(d)"},
        ),
    ],
)
def test_every_limit_that_the_text_forbids_is_told_at_once(
    tmp_path: Path, extends: str, text: str, wrong: dict[str, str]
) -> None:
    assert {what: by for what, allowed, by in checked(tmp_path, extends, text) if not allowed} == wrong


@pytest.mark.parametrize(
    ("extends", "text", "name", "clause"),
    [
        ("queensland/roulette", f'{TEACHING}minimum = "2"', "minimum", "sch 7 s 15(2)"),
        ("bahamas/blackjack", "[options]\ndecks = 8\ndepth = 104", "depth", "reg 3(5)(d)"),
        ("bahamas/craps", f'{SEVEN}approved-by = "gaming-board"', "any-seven", "reg 2(4)(b)"),
    ],
)
def test_a_file_within_them_is_allowed(
    tmp_path: Path, extends: str, text: str, name: str, clause: str
) -> None:
    assert (name, True, clause) in checked(tmp_path, extends, text)


def test_an_approval_is_a_duty_and_reaches_no_price_that_needs_another_clause(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(
        'format = 1\nextends = "bahamas/red-dog"\n[tables.odds]\napproved-by = "gaming-board"\nrows = [\n'
        '{on = "three-of-a-kind", pays = "12:1"}, {on = "spread-1", pays = "6:1"},\n'
        '{on = "spread-2", pays = "4:1"}, {on = "spread-3", pays = "2:1"},\n'
        f'{{on = {[f"spread-{number}" for number in range(4, 12)]}, pays = "1:1"}}]\n'
    )
    found = [one for one in check(str(path)).departures if one.kind == "price"]
    assert found and all(one.allowed and one.duties for one in found)
    assert {one.clause for one in found} == {"reg 8(5)(k)(iii)"}


PAIR = '[wagers.player-pair]\nkind = "pair"\nhand = "player"\npays = "11:1"\nclause = "reg 4(2)(c)(v)"\n'


def test_a_wager_that_the_text_does_not_name_is_taken_where_the_board_approves_it(tmp_path: Path) -> None:
    """Only punto banco of the Bahamas has such an approval (reg 4(2)(c)(v))."""
    assert checked(tmp_path, "bahamas/punto-banco", PAIR) == [("player-pair", False, "reg 4(2)(c)(v)")]
    approved = f'{PAIR}approved-by = "gaming-board"\n'
    assert checked(tmp_path, "bahamas/punto-banco", approved) == [("player-pair", True, "reg 4(2)(c)(v)")]
    assert [one.duties for one in check(str(tmp_path / "own.toml")).departures] == [
        ("keep the approval of the gaming board for this wager",)
    ]
    table = Table(game(str(tmp_path / "own.toml")).playable)
    for act in ("1 bet player-pair 5", "deal 2c 3d 2d 4d Th"):
        table.apply(act)
    assert [(line.wager, line.net) for line in table.lines] == [("player-pair", 5500)]
    own = approved.replace("player-pair", "second-pair").replace("reg 4(2)(c)(v)", "GEGA-003180 L1461")
    assert [allowed for _, allowed, _ in checked(tmp_path, "california/ez-baccarat", own)] == [False]


@pytest.mark.parametrize(
    ("extends", "text"),
    [
        ("bahamas/roulette", '[wagers.red]\npays = "2:1"\napproved-by = "gaming-board"'),
        ("bahamas/craps", f'{SEVEN}approved-by = "the-manager"'),
        ("bahamas/punto-banco", f'{PAIR}approved-by = "the-manager"'),
    ],
)
def test_an_approval_that_does_not_count_is_refused(tmp_path: Path, extends: str, text: str) -> None:
    with pytest.raises(BadInput, match="approved-by"):
        checked(tmp_path, extends, text)


def test_a_supervisor_does_not_put_the_minimum_above_the_maximum() -> None:
    one = game("queensland/roulette", options={"minimum": "5", "maximum": "50"})
    table = Table(one.playable)
    said = "supervisor rule limits-changed players-keep-the-old-minimum=no hands-of-notice=three-or-more"
    facts = "sign-changed=yes minimum-goes=up sign-twenty-minutes-before=yes"
    with pytest.raises(BadInput, match="above the maximum"):
        table.apply(f"{said} {facts} minimum=60")
    table.apply(f"{said} {facts} minimum=60 maximum=100")
    assert answered(table, "1 bet red 59") == "sch 7 s 15(2)" and parse_amount("60") == 6000


@pytest.mark.parametrize("name", sorted(AUCTIONED))
def test_a_bank_is_made_smaller_until_somebody_covers_it_and_never_below_its_bid(name: str) -> None:
    table = Table(game(name).playable, {"players": ["1", "2", "3"], "bank": {"seat": "1", "stake": "100"}})
    row = game(name).rules.setup.banker
    for act in ("1 bet bank 150", "1 remove bank 30"):
        table.apply(act)
    assert answered(table, "2 bet cover 130") == row.cover_clause
    assert answered(table, "1 remove bank 30") == answered(table, "1 remove bank") == row.range_clause
    table.apply("2 bet cover 110")
    assert answered(table, "1 remove bank 5") == row.uncovered_clause
