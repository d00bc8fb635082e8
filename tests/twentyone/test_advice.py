"""Advice on one decision at twenty-one: acts, splits, insurance, cards that have left the shoe."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from croupier.api import game
from croupier.cli import main
from croupier.errors import BadInput
from croupier.families.twentyone.advice import PLACES, advise
from croupier.families.twentyone.charting import WORDS
from croupier.families.twentyone.solver.problem import IS_BUST
from croupier.families.twentyone.solver.solve import one_hand, solve
from croupier.families.twentyone.solver.states import hand_of, values_of
from croupier.prove.advice import Advice
from croupier.table.table import Table
from tests.twentyone.problems import played

HOUSE = "house/blackjack"
LOW_GONE = {"shoe": {"out": {f"{rank}{suit}": 4 for rank in "23456" for suit in "cdhs"}}}
"""Eighty low cards of six decks have been seen."""


def asked(
    cards: str,
    up: str,
    name: str = HOUSE,
    done: str = "",
    wager: str = "",
    before: dict[str, Any] | None = None,
    **options: str,
) -> Advice:
    return advise(played(name, **options), cards.split(), up=up, done=done, wager=wager, before=before)


def worth(found: Advice) -> dict[str, float]:
    return {choice.act: float(choice.value) for choice in found.choices}


# Acts.


@pytest.mark.deep
@pytest.mark.parametrize(
    ("cards", "up", "options", "best"),
    [
        ("Th 6d", "Tc", {"surrender": "late"}, "surrender"),
        ("Th 6d", "Tc", {}, "hit"),
        ("5h 4d 7c", "Ks", {}, "stand"),
        ("Th 2d", "4c", {}, "hit"),
        ("9h 3d", "4c", {}, "stand"),
        ("6h 5d", "Ac", {}, "hit"),
        ("6h 5d", "Ac", {"soft_17": "hit"}, "double"),
        ("Ah 7d", "9c", {}, "hit"),
        ("8h 8d", "Tc", {"surrender": "late"}, "split"),
        ("8h 7d", "Tc", {"surrender": "late"}, "hit"),
        ("Kh Td", "6c", {}, "stand"),
        ("7h 7d", "Tc", {"decks": "1"}, "stand"),
        ("T 6", "10", {}, "hit"),
    ],
)
def test_what_is_best(cards: str, up: str, options: dict[str, str], best: str) -> None:
    assert asked(cards, up, **options).best.act == best


def dealer(shoe: tuple[int, ...], points: int, soft: bool, cards: int) -> dict[int, Fraction]:
    """The dealer's total, 0 for more than 21, by drawing card after card;
    he stands on every 17, and a natural has been ruled out.
    """
    if points + 10 * soft >= 17:
        return {points + 10 * soft if points <= 21 else 0: Fraction(1)}
    found: dict[int, Fraction] = {}
    barred = {(10, 1): 0, (1, 1): 9}.get((points, cards), -1)
    left = sum(number for value, number in enumerate(shoe) if value != barred)
    for value, number in enumerate(shoe):
        if not number or value == barred:
            continue
        more = points + value + 1
        rest = tuple(there - (other == value) for other, there in enumerate(shoe))
        for end, chance in dealer(rest, more, (soft or value == 0) and more <= 11, cards + 1).items():
            found[end] = found.get(end, Fraction(0)) + chance * number / left
    return found


def stands(shoe: tuple[int, ...], points: int, up: int) -> Fraction:
    """What a total nets against an upcard, by the dealer's totals."""
    return sum(
        (
            chance * ((points > end) - (points < end))
            for end, chance in dealer(shoe, up + 1, up == 0, 1).items()
        ),
        Fraction(0),
    )


def test_sixteen_against_a_ten_by_hand() -> None:
    """Ten and six against a ten, one deck:
    standing, and drawing one card after which everybody stands, counted card by card.

    A card is drawn although the dealer is known not to have an ace in the hole,
    which makes the next card a little more likely to be one.
    """
    shoe = [4] * 9 + [16]
    for value in (9, 5, 9):
        shoe[value] -= 1
    left, aces = sum(shoe), shoe[0]
    hits = Fraction(0)
    for value, number in enumerate(shoe):
        rest = tuple(there - (other == value) for other, there in enumerate(shoe))
        # The hole card is one of those that are no aces: by Bayes, with the card that is drawn set aside.
        chance = Fraction(number, left) * Fraction(left - 1 - rest[0], left - 1) / Fraction(left - aces, left)
        hits += chance * (stands(rest, 17 + value, 9) if 17 + value <= 21 else -1)
    found = asked("Th 6d", "Tc", surrender="late", decks="1")
    assert worth(found) == pytest.approx(
        {
            "surrender": -0.5,
            "stand": float(stands(tuple(shoe), 16, 9)),
            "hit": float(hits),
            "double": 2 * float(hits),
        },
        abs=1e-11,
    )


@pytest.mark.deep
def test_values_are_those_of_the_solver() -> None:
    """Where the dealer looks, his natural is out of it; where he does not, it is in it."""
    from croupier.families.twentyone.declared import Declared

    peek, none = played(HOUSE, decks="2"), played(HOUSE, decks="2", hole="none")
    for table in (peek, none):
        problem = Declared(table.rules, 1000).problem()
        solution = solve(problem)
        for cards, up in (("95", "A"), ("88", "T"), ("A6", "6"), ("TT", "A"), ("53", "2"), ("652", "T")):
            hand, upcard = hand_of(values_of(cards)), values_of(up)[0]
            found = worth(advise(table, list(cards), up=up))
            raw = {
                WORDS[act]: value for act, value in enumerate(solution.worth[hand, upcard]) if value == value
            }
            left = sum(problem.shoe) - len(cards) - 1
            other = {"A": 9, "T": 0}.get(up)
            chance = (
                (problem.shoe[other] - cards.count("TA"[other == 0])) / left
                if other is not None and table is peek
                else 0.0
            )
            cost = float(problem.nets[0, IS_BUST, problem.natural])
            assert found == pytest.approx(
                {act: (value - chance * cost) / (1 - chance) for act, value in raw.items()}, abs=1e-11
            )
            assert one_hand(problem, values_of(cards), upcard) == pytest.approx(
                {("draw" if act == "hit" else act): value for act, value in raw.items()}, abs=1e-12
            )


def test_advice_says_how_exact_it_is() -> None:
    found = asked("Th 6d", "9c")
    assert 0 < found.error <= Fraction(1, 10**11)
    assert all(choice.value.denominator <= 10**PLACES for choice in found.choices)
    assert [choice.value for choice in found.choices] == sorted(
        (choice.value for choice in found.choices), reverse=True
    )
    assert (
        found.seen == {"own": ["Th", "6d"], "up": ["9c"]}
        and found.asked == "hit or stand"
        and found.clause == "house"
    )


@pytest.mark.deep
def test_only_what_is_allowed_is_weighed() -> None:
    assert set(worth(asked("6h 5d", "9c"))) == {"hit", "stand", "double"}
    assert set(worth(asked("6h 5d", "9c", doubling="none"))) == {"hit", "stand"}
    assert set(worth(asked("6h 3d 2c", "9c", surrender="late"))) == {"hit", "stand"}
    assert set(worth(asked("8h 8d", "9c", hands="1", surrender="late"))) == {
        "hit",
        "stand",
        "double",
        "surrender",
    }
    assert "surrender" not in worth(asked("9h 7d", "9c", done="split", surrender="late"))
    assert "double" not in worth(asked("8h 3d", "9c", done="split", double_after_split="no"))
    assert "split" in worth(asked("8h 8d", "9c", done="split")) and "split" not in worth(
        asked("8h 8d", "9c", done="split", hands="2")
    )
    assert set(worth(asked("Ah 5d", "9c", done="split"))) == {"stand"}
    assert set(worth(asked("Ah 5d", "9c", done="split", split_aces_draw="yes"))) == {"hit", "stand"}
    assert asked("9h 7d", "9c", done="split").done == "a hand made by splitting"


# Cards that have left the shoe.


@pytest.mark.deep
def test_cards_that_are_gone_change_the_play() -> None:
    full, rich = worth(asked("Th 6d", "Tc")), worth(asked("Th 6d", "Tc", before=LOW_GONE))
    assert full["hit"] > full["stand"] and rich["stand"] > rich["hit"]
    assert (
        asked("5h 4d", "2c").best.act == "hit" and asked("5h 4d", "2c", before=LOW_GONE).best.act == "double"
    )
    assert asked("Th 6d", "Tc", before={"shoe": {"out": {"5h": 2, "Kd": 1}}}).seen["out"] == ["2x 5h", "Kd"]
    assert worth(asked("Th 6d", "Tc", before={"shoe": {"unseen": 5}})) == full, "a burnt card may be any card"


def test_cards_that_are_gone_flip_insurance() -> None:
    full, rich = (
        asked("Th 6d", "Ac", wager="insurance"),
        asked("Th 6d", "Ac", wager="insurance", before=LOW_GONE),
    )
    assert full.best.act == "decline" and rich.best.act == "insurance"
    assert full.choices[1].value == Fraction(1, 2) * (3 * Fraction(95, 309) - 1)
    assert rich.best.value == Fraction(1, 2) * (3 * Fraction(95, 229) - 1) and rich.error == 0
    assert full.notes[0] == "95 of the 309 cards that may come make a natural of the dealer"


# Insurance and even money.


def test_a_natural_under_an_ace() -> None:
    found = asked("Ah Kd", "Ac", even_money="yes")
    assert found.asked == "insurance" and worth(found)["even-money"] == worth(found)["insurance"] == 1
    assert found.best.act == "decline" and found.best.value == Fraction(3, 2) * (1 - Fraction(95, 309))
    assert asked("Ah Kd", "Ac", even_money="yes", before=LOW_GONE).best.act in ("even-money", "insurance")
    assert asked("Ah Kd", "Ac", even_money="yes", natural_pays="6:5").best.act == "even-money"
    assert set(worth(asked("Ah Kd", "Ac"))) == {"insurance", "decline"}
    with pytest.raises(BadInput, match="is a natural: nothing is decided any more"):
        asked("Ah Kd", "9c")


def test_the_hand_in_hand_counts() -> None:
    """In one deck two tens in hand make insurance worse, and none make it better."""
    worst, best = (
        asked(cards, "Ac", wager="insurance", decks="1").choices[1].value for cards in ("Th Td", "2h 3d")
    )
    assert worst == Fraction(1, 2) * (3 * Fraction(14, 49) - 1) and best == Fraction(1, 2) * (
        3 * Fraction(16, 49) - 1
    )


# After a double, and suits.


@pytest.mark.deep
def test_a_doubled_hand_may_be_given_up() -> None:
    found = asked("6h 5d 4c", "Ac", "house/spanish-21", done="double")
    assert (
        found.best.act == "forfeit"
        and found.best.value == -1
        and worth(found)["stand"] == pytest.approx(-1.2913, abs=1e-3)
    )
    assert asked("6h 5d 8c", "Ac", "house/spanish-21", done="double").best.act == "stand"


@pytest.mark.deep
def test_suits_where_they_matter() -> None:
    hits = [
        worth(asked(cards, "2c", "house/spanish-21"))["hit"] for cards in ("6h 7d", "6 7", "6h 7h", "6s 7s")
    ]
    assert hits == sorted(hits) and len(set(hits)) == 4
    assert worth(asked("6h 7d", "2c")) == worth(asked("6s 7s", "2c"))


# Bad input.


@pytest.mark.parametrize(
    ("cards", "up", "more", "told"),
    [
        ("Th", "9c", {}, "a hand has two cards or more, and 1 is named"),
        ("Th 6d", "", {}, "the dealer's upcard is seen in this game"),
        ("Th 6d", "9c 8c", {}, "the dealer shows one card"),
        ("Th 6x", "9c", {}, "'6x' is not a card"),
        ("Th 1", "9c", {}, "'1' is not a card"),
        ("Th 6d ??", "9c", {}, "'??' is not a card"),
        ("Th 6d Ks", "9c", {}, "Th 6d Ks is over 21"),
        ("Th 6d 5s", "9c", {}, "is 21: nothing is decided any more"),
        ("Th 6d", "9c", {"done": "spli"}, "did you mean split"),
        ("Th 6d", "9c", {"done": "double"}, "a doubled hand is not given up in this game"),
        (
            "Th 6d",
            "9c",
            {"wager": "insurance"},
            "insurance is not offered at this table when the dealer shows 9c",
        ),
        ("Th 6d", "Ac", {"wager": "insurance", "insurance": "no"}, "insurance is not offered"),
        ("Th 6d", "9c", {"wager": "perfect-pairs"}, "nothing is decided about perfect-pairs once it is made"),
        ("Th 6d", "9c", {"wager": "nothing"}, "there is no wager 'nothing'"),
        ("Th 6d", "9c", {"before": {"sho": {}}}, "did you mean shoe"),
        ("Th 6d", "9c", {"before": {"shoe": {"out": {"9c": 7}}}}, "7 cannot have left the shoe"),
        (
            "Th 6d",
            "9c",
            {"before": {"shoe": {"out": {"9c": 6}}}},
            "every 9c that the shoe may hold has left it already",
        ),
        ("Th Th", "9c", {"decks": "1"}, "every Th that the shoe may hold has left it already"),
        (
            "8 8 2 2",
            "2",
            {"decks": "1", "before": {"shoe": {"out": {"2c": 1, "2d": 1}}}},
            "every 2 that the shoe may hold",
        ),
    ],
)
def test_bad_questions(cards: str, up: str, more: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput) as wrong:
        asked(cards, up, **more)
    assert told in str(wrong.value) and "\n" not in str(wrong.value)


@pytest.mark.deep
def test_decks_without_tens() -> None:
    assert worth(asked("T 6", "T", "house/spanish-21")) == worth(asked("Kh 6d", "Qc", "house/spanish-21"))
    with pytest.raises(
        BadInput, match="there is no Tc in these decks, which hold no tens; write T for any picture"
    ):
        asked("8h 8d", "Tc", "house/spanish-21")


def test_nothing_is_decided_where_hands_are_drawn_by_rule() -> None:
    with pytest.raises(BadInput, match="hands are drawn by rule"):
        asked("Th 6d", "9c", "great-britain/neverbust-blackjack")
    with pytest.raises(BadInput, match="no community cards"):
        advise(played(HOUSE), ["Th", "6d"], ["Ts"], up="9c")


# As users ask.


def test_the_interface() -> None:
    found = game(HOUSE).advise(["Th", "6d"], up="Ac", wager="insurance", before=LOW_GONE)
    assert found.best.act == "insurance"
    with pytest.raises(BadInput, match="changes no advice"):
        game("queensland/three-card-poker").advise(["Qh", "6d", "4c"], before=LOW_GONE)


@pytest.mark.deep
def test_the_command(capsys: Any) -> None:
    assert main(["advise", HOUSE, "--cards", "Th 6d", "--up", "Tc", "--set", "surrender=late"]) == 0
    out = capsys.readouterr().out
    assert (
        "hit or stand: own Th 6d; up Tc\n" in out
        and "best  surrender  -0.500000        +0.000000\n" in out
        and "exactly" not in out
    )
    assert (
        main(
            [
                "advise",
                HOUSE,
                "--cards",
                "Th 6d",
                "--up",
                "Tc",
                "--seen",
                "5h 5h 4d",
                "--before",
                "shoe.out.5h=1",
                "--json",
            ]
        )
        == 0
    )
    value = json.loads(capsys.readouterr().out)
    assert (
        value["seen"]["out"] == ["3x 5h", "4d"]
        and value["best"] == "stand"
        and value["exact"] is False
        and value["acts"][0]["value"] is None
        and value["error"] < 1e-11
    )
    assert main(["advise", HOUSE, "--cards", "Th 6d", "--up", "Ac", "--wager", "insurance", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["exact"] is True and value["acts"][1] == {
        "act": "insurance",
        "value": "-4/103",
        "value_float": -4 / 103,
    }
    assert (
        main(["advise", HOUSE, "--cards", "Th 6d", "--up", "Tc", "--before", "shoe=3", "--seen", "5h"]) == 2
    )
    assert "--seen counts cards" in capsys.readouterr().err


# Two hands whose second cards may change places.


SWITCH = "queensland/blackjack-switch"
BOXES = (
    ("T56T", "9"),
    ("ATT6", "6"),
    ("A6TT", "7"),
    ("8888", "T"),
    ("A8TA", "A"),
    ("2A95", "T"),
    ("5544", "2"),
)


@pytest.mark.deep
def test_a_switch_is_worth_what_the_solver_finds() -> None:
    from croupier.families.twentyone.declared import Declared
    from croupier.families.twentyone.solver.switch import solve_switch

    table = played(SWITCH)
    rules = table.rules
    found = solve_switch(Declared(rules, 1000).problem(), Declared(rules, 1000, switched=True).problem())
    for cards, up in BOXES:
        one, two, other, another = values_of(cards)
        kept, changed = found.worth[one, other, two, another, values_of(up)[0]]
        advice = advise(table, list(cards), up=up)
        assert advice.asked == "switch or keep" and not advice.done and 0 < advice.error < 1e-11
        assert worth(advice) == pytest.approx({"keep": kept, "switch": changed}, abs=1e-11)
        assert (advice.best.act == "switch") == found.switches[one, other, two, another, values_of(up)[0]]


@pytest.mark.deep
@pytest.mark.parametrize(("cards", "up"), [("T56T", "9"), ("8888", "T"), ("5544", "A"), ("A694", "T")])
@pytest.mark.parametrize("hole", ["peek", "none"])
def test_both_hands_together_are_the_two_by_themselves(cards: str, up: str, hole: str) -> None:
    """Each with the cards of the other out of the shoe;
    where the dealer looks, his natural is out of all of them.
    """
    both = worth(asked(" ".join(cards), up, "house/blackjack-switch", hole=hole))
    one, two, other, another = cards
    for act, hands in (("keep", (one + two, other + another)), ("switch", (one + another, other + two))):
        alone = 0.0
        for own, beside in (hands, hands[::-1]):
            out = {f"{card}{suit}": 1 for card, suit in zip(beside, "cd", strict=True)}
            alone += float(
                asked(
                    " ".join(own),
                    up,
                    "house/blackjack-switch",
                    done="keep",
                    before={"shoe": {"out": out}},
                    hole=hole,
                ).best.value
            )
        assert both[act] == pytest.approx(alone, abs=1e-11)


@pytest.mark.deep
def test_the_table_asks_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    seat = Table(played(SWITCH), {})
    for event in ("1 bet blackjack-switch 10", "deal Th 6c 9s 5d Tc"):
        seat.apply(event)
    (question,) = [question for question in seat.pending if question.who == "1"]
    assert main(["advise", SWITCH, "--cards", "Th 5d 6c Tc", "--up", "9s", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert {act["act"] for act in said["acts"]} == set(question.allowed()) == {"switch", "keep"} and said[
        "best"
    ] == "switch"
    assert said["clause"] and "Th Tc and 6c 5d" in said["notes"][0] and not said["exact"]


@pytest.mark.deep
def test_four_cards_are_one_hand_once_it_is_said() -> None:
    for done in ("keep", "switch", "split"):
        assert set(worth(asked("2s 3h 4h 5d", "6s", SWITCH, done=done))) == {"hit", "stand"}
    with pytest.raises(BadInput, match="keep"):
        asked("2s 3h 4h 5d", "6s", done="keep")
    with pytest.raises(BadInput, match="is 21"):
        asked("As Kh", "6s", SWITCH, done="switch")


# A hand of 21 that may be doubled as eleven.


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "reading", "done", "events"),
    [
        (
            "queensland/blackjack",
            "double-split-21",
            "split",
            ["1 bet blackjack 10", "deal Tc {}d Kc", "1 split", "deal Ac"],
        ),
        (
            SWITCH,
            "double-made-21",
            "switch",
            ["1 bet blackjack-switch 10", "deal Tc Kc {}d 5c Ad", "1 switch"],
        ),
    ],
)
def test_a_hand_of_21_that_may_be_doubled_stands(
    name: str, reading: str, done: str, events: list[str]
) -> None:
    """It is never best, so the solver may leave it out."""
    table = game(name, readings={reading: "allowed"})
    for up in "A23456789T":
        found = table.advise(["Tc", "Ac"], up=up, done=done)
        assert found.best.act == "stand" and worth(found)["double"] < worth(found)["stand"] - 0.1
    seat = Table(table.playable, {})
    for event in events:
        seat.apply(event.format("7"))
    (question,) = [question for question in seat.pending if question.who == "1.1"]
    assert (
        set(question.allowed())
        == {"stand", "double"}
        == set(worth(table.advise(["Tc", "Ac"], up="7", done=done)))
    )
    with pytest.raises(BadInput, match="is 21"):
        game(name).advise(["Tc", "Ac"], up="7", done=done)


def test_doubling_21_as_eleven_by_hand() -> None:
    """Ten and ace against a seven, one deck, no look:
    the double gets one card on eleven, the dealer draws to the end.
    """
    shoe = [4] * 9 + [16]
    for value in (9, 0, 6):
        shoe[value] -= 1
    double = Fraction(0)
    for value, number in enumerate(shoe):
        rest = tuple(there - (other == value) for other, there in enumerate(shoe))
        double += 2 * Fraction(number, sum(shoe)) * stands(rest, 12 + value, 6)
    found = game(
        "queensland/blackjack",
        options={"decks": 1, "dealt-from": "card-machine"},
        readings={"double-split-21": "allowed"},
    ).advise(["Tc", "Ac"], up="7d", done="split")
    assert worth(found) == pytest.approx(
        {"stand": float(stands(tuple(shoe), 21, 6)), "double": float(double)}, abs=1e-11
    )
