"""A clause that is named says what happened: every settlement, refusal and ruling of the examples and tapes.

What each game says lies in `citations/`, read against the text; `citing.py` tells how it is made and changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset, shape_of
from croupier.rulebook import check
from croupier.rulebook.load import game_ids, load_file
from croupier.rulebook.register import register
from croupier.table.table import Table
from tests.examples.runner import examples, run, table_game
from tests.roots.citing import difference


def played(game: str, options: dict[str, str], events: list[str]) -> Table:
    """Play events at one table; a round ends at `next`."""
    table = Table(build(ruleset(game, options)))
    for text in events:
        if text == "next":
            table = Table(table.game, table.after)
        else:
            table.apply(text)
    return table


def clauses(table: Table, seat: str, wager: str) -> set[str]:
    """Return the clauses of the last line on a wager."""
    return set([line for line in table.lines if (line.seat, line.wager) == (seat, wager)][-1].clauses)


HOLE = ["turn dealer#2 Ad"]
ROCKET = ["1 bet seven 5", "1 bet side 2", "dealer dice-out", "roll 3-4", "next", "1 bet low 5"]
LINES: list[tuple[str, list[str], str, str, set[str], set[str]]] = [
    # The dealer's natural takes a hand that was not doubled or split by no rule on doubles.
    ("bahamas/blackjack", ["1 bet main 10", "deal 9c Ts 8d ??", "1 stand", *HOLE], "1", "main",
     {"reg 3(3)(a)(ii)"}, {"reg 3(9)(b)", "reg 3(10)(e)"}),
    ("bahamas/blackjack", ["1 bet main 10", "deal 6c Ts 5d ??", "1 double 10", "deal 2c", *HOLE], "1", "main",
     {"reg 3(9)(b)"}, {"reg 3(10)(e)"}),
    ("bahamas/blackjack",
     ["1 bet main 10", "deal 8c Ts 8d ??", "1 split 10", "deal 2c", "1.1 stand", "deal 3c", "1.2 stand",
      *HOLE],
     "1", "main", {"reg 3(10)(e)"}, {"reg 3(9)(b)"}),
    ("bahamas/blackjack", ["1 bet main 10", "deal 6c Ts 5d ??", "1 hit", "deal Tc", *HOLE], "1", "main",
     {"reg 3(7)(b)"}, {"reg 3(9)(b)"}),
    # A ruling's line rests on the clause of that ruling, whatever other rulings void wagers too.
    *[
        ("great-britain/punto-banco", ["1 bet punto 10", "2 bet banco 10", "deal 9c 3c Tc 4c", ruled], "1",
         "punto", {clause}, {"r 6.30"})
        for ruled, clause in (
            ("supervisor rule late-wager late=made seat=1 wager=punto", "r 1.5"),
            ("supervisor rule oral-wager-not-accepted seat=1 wager=punto", "r 6.14"),
        )
    ],
    # A side wager is lost on the first throw by one rule, and after a seven by the table of sequences.
    ("great-britain/rocket-7", [*ROCKET[:3], "roll 1-2"], "1", "side", {"r 8.48"}, {"r 8.40"}),
    ("great-britain/rocket-7", [*ROCKET, "dealer dice-out", "roll 1-2"], "1", "side", {"r 8.40"}, {"r 8.48"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "events", "seat", "wager", "named", "not_named"), LINES)
def test_a_line_names_the_clause_that_decided_it(
    game: str, events: list[str], seat: str, wager: str, named: set[str], not_named: set[str]
) -> None:
    found = clauses(played(game, {}, events), seat, wager)
    assert named <= found, found
    assert not not_named & found, found


STUD = "deal Ac 3d 5h 7s 9c Ad 3h 5s 8c Tc Ks Qs 2d 2c 7h"
STREETS = [
    "1 bet ante 10",
    "deal 2c 7d ?? ?? ??",
    "1 bet 10",
    "turn board#1 Kd",
    "1 bet 10",
    "turn board#2 9s",
]
WHATEVER = ["1 bet ante 10", "1 bet blind 10", "1 bet two-way 10", "deal Ah 9c Kd 9d Ac 2h 5s", "1 check"]
BANKED = ["1 bank 500", "2 bet base 10"]
ENDS: list[tuple[str, dict[str, str], list[str], str, str, set[str], set[str]]] = [
    # What is said of a hand that stays to the end is not said of one that was given up, nor the other way.
    *[
        ("great-britain/casino-stud", {"bonus-insurance": "yes"},
         ["1 bet ante 10", "2 bet ante 10", "2 bet insurance 10", STUD, "1 fold", "2 fold"], *more)
        for more in (
            ("1", "ante", {"r 7.12", "r 7.30"}, {"r 7.31"}),
            ("2", "ante", {"r 7.12", "r 7.31"}, {"r 7.30"}),
            ("2", "insurance", {"r 7.32"}, {"r 7.33", "r 7.34"}),
        )
    ],
    ("great-britain/casino-hold-em", {}, ["1 bet ante 10", "1 bet aa-bonus 5", "deal 2c 7d Qh 9s Ks 4d 4h",
     "1 fold"], "1", "aa-bonus", {"r 11.82"}, {"r 11.84"}),
    ("california/three-card-poker-6-card", {}, ["1 bank 500", "2 bet ante 10", "2 bet pair-plus 10",
     "deal 2c 7d 9h Kc Qs 4d", "2 fold"], "2", "pair-plus",
     {"GEGA-003618 L1873-1875(a)"}, {"GEGA-003618 L1905-1907(6)"}),
    ("great-britain/mississippi-stud", {}, [*STREETS, "1 fold"], "1", "ante",
     {"r 7.46"}, {"r 7.42", "r 7.44"}),
    ("great-britain/mississippi-stud", {}, [*STREETS, "1 fold"], "1", "3rd-street", {"r 7.46"}, {"r 7.44"}),
    # The dealer's colour, a tie, a natural that was looked for, the dealer's bust: only where they were.
    *[
        ("great-britain/three-card-poker", {},
         ["1 bet ante 10", "1 bet prime 5", f"deal As 8d 4c {dealer}", "1 play"], *more)
        for dealer, more in (
            ("Kc Qs 2c", ("1", "prime", {"r 5.29", "r 5.30"}, {"r 5.27"})),
            ("Kc Qd 2c", ("1", "prime", {"r 5.29"}, {"r 5.30"})),
            ("Kc Qd 2c", ("1", "ante", {"r 5.18"}, {"r 5.17"})),
            ("Ac 8s 4d", ("1", "ante", {"r 5.21", "r 5.17"}, {"r 5.18"})),
        )
    ],
    *[
        (f"great-britain/{name}", {"hole-card": hole}, ["1 bet main 10", *deal], "1", "main", *more)
        for name, hole, deal, more in (
            ("blackjack", "none", ("deal 9c Ts 8d", "1 stand", "deal As"), ({"r 4.19"}, {"r 4.17"})),
            ("blackjack", "down", ("deal 9c Ts 8d As", "1 stand"), ({"r 4.19"}, {"r 4.17"})),
            ("blackjack", "peek", ("deal 9c Ts 8d As",), ({"r 4.17"}, set[str]())),
            ("neverbust-blackjack", "none", ("deal 9c Ts 8d As",), ({"r 4.75"}, {"r 4.17"})),
            ("neverbust-blackjack", "peek", ("deal 9c Ts 8d As",), ({"r 4.17"}, set[str]())),
        )
    ],
    *[
        (f"california/{name}", {}, [*BANKED, f"deal 9c Ts 9d {dealer[0]}", "2 stand", *dealer[1:]],
         "2", "base", *more)
        for name, bust, over in (
            ("pure-21-5", "GEGA-002077 L720", "GEGA-002077 L723"),
            ("pure-21-5-buster", "GEGA-003353 L1689", "GEGA-003353 L1692"),
        )
        for dealer, more in ((("6d", "deal Kh"), ({bust}, {over})), (("7d",), ({over}, {bust})))
    ],
    *[
        ("california/pure-21-5-buster", {}, [*BANKED, "2 bet buster 10", *deal, "deal Kh"],
         "2", "buster", *more)
        for deal, more in (
            (("deal 9c Ts 9d 6d", "2 stand"), ({"GEGA-003353 L1725-1727(a)"}, {"GEGA-003353 L1731"})),
            (("deal Ac 9s Kd 6d",), ({"GEGA-003353 L1725-1727(a)", "GEGA-003353 L1731"}, set[str]())),
        )
    ],
    # A price decides nothing of what goes back or loses, and a win nothing of what does not.
    *[
        ("queensland/casino-war", {}, ["1 bet casino-war 10", "deal 9c 9d", "1 war", f"deal {cards}"],
         "1", "casino-war", {"sch 14 s 6(2)"}, {"sch 14 s 12(1)"})
        for cards in ("Kc 2d", "Kc Kd")
    ],
    ("great-britain/two-way-hold-em", {}, [*WHATEVER, "deal 7d Jc", "1 check"], "1", "two-way",
     {"r 11.115"}, {"r 11.116", "r 11.117"}),
    ("california/ez-baccarat", {}, ["1 bank 500", "2 bet player 10", "2 bet dragon-7 5", "deal 9c 2d Kc 3d"],
     "2", "dragon-7", {"GEGA-003180 L1463-1465"}, {"GEGA-003180 L1467"}),
    ("great-britain/live-draw-poker", {}, ["1 bet hand 10", "deal 2c 7d 9h Ks 4d", "1 hold all"], "1", "hand",
     {"r 16.20"}, {"r 16.23"}),
    ("california/ultimate-hold-em", {}, ["1 bank 900", "2 bet ante 10", "2 bet blind 10", "2 bet trips 10",
     "deal Ac Ad 2c 7d 9h Ks 4d 3s 8s", "2 play 40"], "2", "trips",
     {"GEGA-003879 L2431"}, {"GEGA-003879 L2580-2583(b)"}),
    ("great-britain/rocket-7", {}, ["1 bet low 5", "dealer dice-out", "roll 1-2"], "1", "low",
     {"r 8.25(a)"}, {"r 8.26"}),
    ("great-britain/rocket-7", {}, ["1 bet high 5", "dealer dice-out", "roll 1-2"], "1", "high",
     {"r 8.25(b)", "r 8.26"}, set()),
    # What is said of a hand against the dealer's says nothing of a wager on the cards alone.
    *[
        (f"queensland/{name}", {}, ["1 bet ante 10", f"1 bet {side} {stake}", *rest], "1", side, named, other)
        for name, side, stake, rest, named, other in (
            ("caribbean-stud", "jackpot", "1", ["deal Ah Ks 9h 7h 4h 2h Qd 8c 5h 3s", "1 bet"],
             {"sch 3 s 24(1)"}, {"sch 3 s 21"}),
            ("three-card-poker", "pair-plus", "5", ["deal Ah Ad Ac 7d 4h 2c", "1 bet"],
             {"sch 13 s 26"}, {"sch 13 s 22"}),
            ("hold-em-bonus", "bonus", "5", ["deal Ah Ks Kd 7d", "1 fold"],
             {"sch 12 s 17(3)"}, {"sch 12 s 23"}),
        )
    ],
    # A wager that is taken back in time goes back by what says until when, or what leaves it free.
    *[
        (f"queensland/{name}", {}, [f"1 bet {wager} 10", f"1 remove {wager}"], "1", wager, {named}, {other})
        for name, wager, named, other in (
            ("blackjack", "blackjack", "sch 2 s 9(1)", "sch 2 s 6(1)"),
            ("spanish-blackjack", "spanish", "sch 9 s 9(1)", "sch 9 s 6(1)"),
            ("craps", "win", "sch 4 s 6(1)", "sch 4 s 6(2)"),
        )
    ],
]  # fmt: skip


@pytest.mark.parametrize(("game", "options", "events", "seat", "wager", "named", "not_named"), ENDS)
def test_a_line_names_no_clause_of_another_end(
    game: str,
    options: dict[str, str],
    events: list[str],
    seat: str,
    wager: str,
    named: set[str],
    not_named: set[str],
) -> None:
    table = played(game, options, events)
    found = clauses(table, seat, wager)
    assert named <= found, found
    assert not not_named & found, found
    assert all(len(line.clauses) == len({*line.clauses}) for line in table.lines)


def test_only_shares_of_the_meter_are_paid_in_the_order_of_seats() -> None:
    """Fixed awards of several winners need no order (r 11.46); two straight flushes do."""
    shown = {
        "two straight flushes": ("deal 4h 9h Ac 3h 8h Kd", True),
        "two flushes": ("deal 4h 9h Ac 2h Jh Kd", False),
    }
    for name, (deal, ordered) in shown.items():
        events = ["1 bet ante 10", "1 bet progressive 1", "2 bet ante 10", "2 bet progressive 1", deal]
        events += [
            "1 bet",
            "2 bet",
            "deal 7h 6h 5h",
            *("1 check", "2 check", "deal 2c"),
            *("1 check", "2 check", "deal Qd"),
        ]
        table = Table(build(ruleset("great-britain/hold-em-bonus")), {"meters": {"progressive": "9998.60"}})
        for event in events:
            table.apply(event)
        while table.draw_wanted == "turn":
            table.apply(
                {"1": f"turn 1 {deal[5:7]} {deal[14:16]}"}.get(
                    table.draw_place, f"turn {table.draw_place} Ac Kd"
                )
            )
        won = [line for line in table.lines if line.wager == "progressive" and line.result == "win"]
        assert len(won) == 2, name
        assert all(("r 11.46" in line.clauses) is ordered for line in won), (name, won)


SECTIONS = {
    "queensland/hold-em-bonus": "sch 12 s 31", "queensland/three-card-poker": "sch 13 s 30",
    "queensland/caribbean-stud": "sch 3 s 30",
}  # fmt: skip


@pytest.mark.parametrize("game", SECTIONS)
def test_two_wrong_hands_are_settled_by_their_own_subsection(game: str) -> None:
    section, seen = SECTIONS[game], set[str]()
    for example in examples(game):
        if any("looked=yes deck=52 wrong=both" in event for event in example["events"]):
            ran = run(game, example)
            seen |= {clause for line in ran.lines for clause in line["clauses"] if clause.startswith(section)}
    assert seen, game
    assert all(clause.startswith(f"{section}(6)") for clause in seen), seen


def test_decks_and_prices_are_refused_by_the_clause_that_sets_them(tmp_path: Path) -> None:
    """Decks that no clause counts are free, and a price is bounded by the clause that states it."""
    assert build(ruleset("great-britain/punto-banco", {"decks": "4"}))
    with pytest.raises(BadInput, match=re.escape("[r 4.21(a)]")):
        build(ruleset("great-britain/blackjack", {"decks": "6", "blackjack-pays": "6:5"}))
    own = tmp_path / "own.toml"
    own.write_text('format = 1\nextends = "california/ez-baccarat"\n[wagers.tie]\npays = "9:1"\n')
    found = check.departures(ruleset("california/ez-baccarat"), load_file(own, shape_of))
    assert [one.clause for one in found] == ["GEGA-003180 L1503"]


REFUSED = [
    ("great-britain/blackjack", {}, ["1 bet main 10", "deal 9c Ts 7d"], "1 surrender", "r 1.5"),
    ("california/pure-21-5", {}, ["1 bank 100"], "1 bet base 10", "GEGA-002077 L674"),
    (
        "california/baccarat-gold",
        {"minimum": "10"},
        ["1 bank 100", "2 bet base 10"],
        "2 bet spread 5",
        "GEGA-002078 L76-79(c)",
    ),
]


@pytest.mark.parametrize(("game", "options", "events", "event", "clause"), REFUSED)
def test_a_refusal_names_the_clause_that_forbids(
    game: str, options: dict[str, str], events: list[str], event: str, clause: str
) -> None:
    refusal = played(game, options, events).refusal(event)
    assert refusal is not None
    assert refusal.clause == clause, refusal


# All that a game says.


@pytest.mark.turn
@pytest.mark.parametrize("game", game_ids())
def test_what_was_read_against_the_text_is_still_said(game: str) -> None:
    """Compare with the reviewed tables. `python -m tests.roots.citing GAME` prints what is to be read."""
    changed = [row for row in difference(game, known=True) if row.startswith("+")]
    assert not changed, f"{game}: {len(changed)} other clauses than were reviewed:\n" + "\n".join(changed)


@pytest.mark.deep
@pytest.mark.parametrize("game", game_ids())
def test_all_that_a_game_says_was_read_against_the_text(game: str) -> None:
    """Nothing that examples and tapes bring forth is left unread, and nothing is kept that is not said."""
    changed = difference(game)
    assert not changed, f"{game}: {len(changed)} differ from the reviewed table:\n" + "\n".join(changed)


# Acts out of turn.

CARDS = [game for game in game_ids() if getattr(ruleset(game).setup, "turns_clause", "")]
"""Card games whose text says in which order cards come and people decide."""


def out_of_turn(table: Table) -> Iterator[str]:
    """Yield what is done at this table, and what it does not wait for now: a card, and acts of its script."""
    if table.over or table.play.offers or table.play.burns or "betting" in table.asked:
        return
    if table.draw_wanted == "":
        yield "deal 2c"
    asked = {act.partition(" ")[0] for question in table.pending for act in question.acts}
    for verb in sorted(table.game.vocabulary.verbs):
        if verb not in {*asked, "bet", "remove", "retract", "take-back", "continue"}:
            yield f"{'dealer' if verb in DEALERS else '1'} {verb}"


DEALERS = ("natural", "no-natural", "raises-closed")


@pytest.mark.parametrize("game", CARDS)
def test_what_is_done_out_of_turn_is_refused_by_the_clause_that_says_whose_turn_it_is(game: str) -> None:
    rows, seen = register(game.split("/")[0]), 0
    for example in list(examples(game))[:12]:
        table = Table(table_game(game, example), example.get("before", {}))
        for event in example["events"]:
            try:
                table.apply(event.removeprefix("!").strip())
            except BadInput:
                continue
            for act in out_of_turn(table):
                try:
                    refusal = table.refusal(act)
                except BadInput as wrong:
                    assert "out of turn" not in str(wrong), (act, table.asked)
                    continue
                if refusal is not None and "out of turn" in refusal.why:
                    rows.require(refusal.clause, act)
                    seen += 1
    assert seen or game.endswith(("baccarat", "baccarat-panda-8", "punto-banco", "vegas-shootout")), game
