"""What the proof is told of a game:
even money as the table pays it, suits by the cards that are left, and what may be said of how exact it is.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from croupier.api import game
from croupier.cli import main
from croupier.equipment.money import parse_amount
from croupier.families.twentyone.declared import Declared
from croupier.families.twentyone.odds import AsLeft, TwentyOneOdds
from tests.twentyone.problems import played, rules_of

PURE = ["california/pure-21-5", "california/pure-21-5-buster"]
BY_PARTS = {"even-money-pays": "by-its-parts"}
LOW_GONE = {f"{rank}{suit}": 4 for rank in "23456" for suit in "cdhs"}
"""Eighty low cards of six decks: what is left makes insurance a good wager."""
SPANISH = "house/spanish-21"


# Even money.


def settled(name: str, down: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Fraction:
    """What even money comes to for a wager of one, when the dealer turns a card,
    as the command settles it.
    """
    written = {
        "game": name,
        "readings": BY_PARTS,
        "events": ["8 bank 500", "1 bet base 10", f"deal Ks Ac Ah {down}", "1 even-money"],
    }
    (tmp_path / "round.json").write_text(json.dumps(written))
    assert main(["settle", str(tmp_path / "round.json"), "--json"]) == 0
    (line,) = json.loads(capsys.readouterr().out)["lines"]
    return Fraction(parse_amount(line["net"]), 1000)


@pytest.mark.deep
@pytest.mark.parametrize("name", PURE)
def test_even_money_by_its_parts_is_proved_as_it_is_settled(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a shoe that is rich in tens, where it is taken."""
    (proof,) = game(name, readings=BY_PARTS).odds(["base"], before={"shoe": {"out": LOW_GONE}})
    found = {
        row.row: Fraction(row.net, proof.stake) for row in proof.rows if row.row.startswith("even-money")
    }
    assert found == {
        "even-money": settled(name, "Qd", tmp_path, capsys),
        "even-money-no-natural": settled(name, "7d", tmp_path, capsys),
    }
    assert found == {"even-money": 1, "even-money-no-natural": Fraction(7, 10)}
    # Both naturals under an ace, and the natural under an ace that stays alone: by the cards.
    left = sum(Declared(rules_of(name), 1000).shoe) - 80
    dealt = 2 * Fraction(24 * 96 * 23, left * (left - 1) * (left - 2))
    chances = {row.row: row.probability for row in proof.rows}
    assert float(chances["even-money"]) == pytest.approx(float(dealt * Fraction(95, left - 3)), abs=1e-11)
    assert float(chances["even-money-no-natural"]) == pytest.approx(
        float(dealt * (1 - Fraction(95, left - 3))), abs=1e-11
    )


@pytest.mark.deep
@pytest.mark.parametrize("name", PURE)
def test_even_money_by_its_parts_is_not_taken_from_a_full_shoe(name: str) -> None:
    """It is insurance, which loses; paid one to one it is worth more than a natural at six to five."""
    (parts,) = game(name, readings=BY_PARTS).odds(["base"])
    (whole,) = game(name).odds(["base"])
    assert not [row for row in parts.rows if row.row.startswith("even-money")] and [
        row for row in whole.rows if row.row == "even-money"
    ]
    assert parts.edge > whole.edge
    found = game(name, readings=BY_PARTS).advise(["As", "Kh"], up="Ad")
    assert found.best.act == "decline" and {choice.act for choice in found.choices} == {
        "decline",
        "insurance",
        "even-money",
    }
    worth = {choice.act: choice.value for choice in found.choices}
    assert worth["even-money"] == worth["insurance"], "half a wager of insurance, as it is explained"


# Suits.


def by_dealing(stock: Counter[str], ranks: str) -> dict[str, Fraction]:
    """The suits of some cards, by dealing all of them in every order."""
    found = Counter[str]()
    cards = [card for card, number in stock.items() for _ in range(number) if card[0] in ranks]
    for some in permutations(cards, len(ranks)):
        if [card[0] for card in some] == list(ranks):
            suits = {card[1] for card in some}
            found["mixed" if len(suits) > 1 else "spades" if suits == {"s"} else "suited"] += 1
    return {name: Fraction(number, found.total()) for name, number in found.items()}


@pytest.mark.parametrize("sevens", [{"s": 3}, {"s": 2, "h": 1}, {"s": 1, "h": 3, "d": 1}, {"c": 4, "d": 3}])
@pytest.mark.parametrize("ranks", ["777", "678"])
def test_suits_are_those_of_the_cards_that_are_left(sevens: dict[str, int], ranks: str) -> None:
    stock = Counter(
        {f"7{suit}": number for suit, number in sevens.items()}
        | {"6s": 2, "6h": 1, "8s": 1, "8h": 2, "8c": 1}
    )
    shares = dict(Declared(rules_of(SPANISH), 1000, stock).shares(ranks))
    assert {name: share for name, share in shares.items() if share} == by_dealing(stock, ranks)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("left", "rows"),
    [
        ((0, 0), set()),
        ((1, 0), set()),
        ((2, 0), set()),
        ((1, 1), set()),
        ((3, 0), set()),
        ((3, 2), set()),
        ((6, 0), {"7-7-7-spades"}),
        ((0, 6), {"7-7-7-suited"}),
    ],
)
def test_few_sevens_or_none(left: tuple[int, int], rows: set[str]) -> None:
    """So many sevens of spades and of hearts are left: no chance is negative, and no row comes that cannot.

    With three to five sevens nobody draws to two of them.
    """
    out = {"7s": 6 - left[0], "7h": 6 - left[1], "7d": 6, "7c": 6}
    before = {"shoe": {"out": {card: number for card, number in out.items() if number}}}
    table = played(SPANISH)
    declared = TwentyOneOdds(table.rules, AsLeft(table, before)).declared(5000)
    problem = declared.problem()
    assert all(0 <= one.weight <= 1 for those in problem.variants.values() for one in those)
    assert all(0 <= chance <= 1 for kind in declared.kinds.values() for _, chance in kind.shares)
    (proof,) = game(SPANISH).odds(["main"], before=before)
    assert {row.row for row in proof.rows if row.row.startswith("7-7-7") and row.ways} == rows
    assert all(row.ways >= 0 for row in proof.rows)


@pytest.mark.deep
@pytest.mark.parametrize("gone", ["9TJQK", "TJQ"])
def test_few_tens(gone: str) -> None:
    """Naturals are compared by the ranks of their tens; where one rank is left they are level."""
    before = {"shoe": {"out": {f"{rank}{suit}": 6 for rank in gone for suit in "cdhs"}}}
    (proof,) = game("queensland/blackjack-challenge").odds(["blackjack-challenge"], before=before)
    rows = {row.row for row in proof.rows if row.ways}
    assert all(row.ways >= 0 for row in proof.rows) and not rows & {"natural-over", "natural-under"}
    assert ("natural" in rows) == (gone == "TJQ")


# What is said of it.


@pytest.mark.deep
def test_only_what_can_be_counted_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    for asked, counted in (("queensland/blackjack-switch", False), ("queensland/blackjack", True)):
        assert (
            main(
                [
                    "odds",
                    asked,
                    "--wager",
                    asked.partition("/")[2],
                    *(["--set", "decks=7"] if counted else []),
                ]
            )
            == 0
        )
        said = " ".join(capsys.readouterr().out.split())
        assert "of the exact figures" in said and ("--prove counts them" in said) == counted


@pytest.mark.deep
def test_a_simulation_expects_each_of_two_rows_of_one_name(capsys: pytest.CaptureFixture[str]) -> None:
    """A dealer's natural takes the wager of the first hand of a split, and the others go back."""
    (proof,) = game("queensland/blackjack").odds(["blackjack"])
    chances = {(row.row, Fraction(row.net, proof.stake)): float(row.probability) for row in proof.rows}
    assert (
        main(
            [
                "simulate",
                "queensland/blackjack",
                "--rounds",
                "200000",
                "--wager",
                "blackjack",
                "--fresh",
                "--json",
            ]
        )
        == 0
    )
    (told,) = json.loads(capsys.readouterr().out)["wagers"]
    found = {(row["row"], Fraction(row["net"]) / Fraction(told["stake"])): row for row in told["rows"]}
    assert (
        {("split dealer-natural", Fraction(0)), ("split dealer-natural", Fraction(-1))}
        <= set(found)
        == set(chances)
    )
    assert all(row["expected"] == pytest.approx(200_000 * chances[key]) for key, row in found.items())
    assert told["p"] > 1e-4
