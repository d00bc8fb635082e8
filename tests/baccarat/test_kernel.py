"""Kernel equals script: shoes as the kernel shuffles them, and rounds built to hit every row,
are dealt at the table, card for card and cent for cent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from croupier.equipment.card import pack
from croupier.errors import BadInput
from croupier.families.baccarat.cells import Drawing, may_choose, parts_of, reached
from croupier.families.baccarat.kernel import Procedure, Shoes, procedure
from croupier.families.baccarat.kernel_deal import CARDS, CODES, KINDS_BY
from croupier.families.baccarat.odds import BaccaratOdds
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import COLOURED, KINDS, MIXED, NONE, PERFECT, UNPAIRED, pair_of
from croupier.simulate.plan import Piece
from croupier.simulate.streams import CHUNK, fill_words
from croupier.table.table import Table
from tests.baccarat.helpers import EVERY, GOLD, PACKAGED, ROYAL, deal, game, points
from tests.baccarat.shoes import Played, orders, play

STAKE = 900
"""Nine units: commission does not come out even on them."""


class Beside:
    """A game at the table beside the kernel:
    what the kernel counted is settled by the proof's rows and must be what the table's lines say.
    """

    def __init__(self, of: Baccarat, wagers: list[str] | None = None, fresh: bool = False) -> None:
        self.game = of
        self.odds = BaccaratOdds(of)
        self.wagers = wagers or [name for name in of.ruleset.names if of.ruleset.offered(name)]
        self.proofs = {name: self.odds.prove(name, STAKE) for name in self.wagers}
        self.line = next(
            (name for name in self.wagers if of.thirds.choice and name in of.thirds.choice.lines), ""
        )
        rules = self.odds.played(self.line or self.wagers[0])
        self.plan = Shoes(
            procedure(of, fresh),
            rules,
            1000,
            5,
            any_two=any("any-two" in of.prices.flags(name) for name in self.wagers),
        )
        self.labels = {name: dict(zip(*self.odds.rows(name), strict=True)) for name in self.wagers}
        self.met: set[tuple[str, str]] = set()

    def row(self, wager: str, played: Played) -> str:
        found = played.cell
        if self.odds.reads_pairs(wager):
            found = played.any_pairs if self.odds.any_two(wager) else played.pairs
        return self.labels[wager][found]

    def round(self, before: dict[str, Any], cards: list[str], played: Played) -> dict[str, Any]:
        """Deal one round at the table. What the table carries on."""
        table = Table(self.game, before)
        if before.get("shoe", {}).get("new"):
            table.apply(
                "dealer shuffle"
                + (f" depth={self.plan.how.depth}" if self.game.ruleset.options.get("depth") == "0" else "")
            )
            for card in cards[: played.first]:
                table.apply(f"deal {card}")
        if self.game.bank.player_banked:
            table.apply("7 bank 1000000")
        for wager in self.wagers:
            bet = f"bet {wager} {STAKE // 100}"
            who = self.who(wager)
            # Some wagers may not lie beside each other: then they are somebody else's.
            table.apply(f"{who if table.refusal(f'{who} {bet}') is None else 3} {bet}")
        dealt = cards[played.first : played.after]
        takes = bool(self.plan.rules.takes[tuple(points(card) for card in dealt[:4])])
        deal(table, dealt, {"1": "draw" if takes else "stand"})
        assert table.over, f"the table waits: {table.asked}"
        lines = {line.wager: line for line in table.lines}
        owed = table.after.get("owed", {})
        assert set(lines) == set(self.wagers)
        for wager in self.wagers:
            row = self.row(wager, played)
            expected = next(one for one in self.proofs[wager].rows if one.row == row)
            line = lines[wager]
            marked = float(owed.get("1", "0")) * 100 if wager == "banker" else 0
            assert (line.result, line.net - line.charge - marked) == (expected.result, expected.net), (
                wager,
                row,
                dealt,
            )
            self.met.add((wager, row))
        after = table.after
        return {"shoe": after["shoe"]} if "shoe" in after else {}

    def who(self, wager: str) -> str:
        """Who has a wager on the line makes those that need it; the others are somebody else's."""
        choice = self.game.thirds.choice
        on_line = choice is None or wager in choice.lines or self.game.ruleset.wager(wager)[0].needs
        return "1" if on_line else "2"

    def shoe(self, cards: list[str]) -> int:
        """Deal a whole shoe at the table; it must be new again exactly when the kernel is through with it."""
        rounds = play(self.plan, cards)
        before: dict[str, Any] = {"shoe": {"new": True}}
        for at, played in enumerate(rounds):
            before = self.round(before, cards, played)
            assert bool(before.get("shoe", {}).get("new")) == (at == len(rounds) - 1)
        return len(rounds)


SETTINGS: list[tuple[str, dict[str, str], dict[str, str]]] = [
    (EVERY, {"depth": "390"}, {}),
    (
        EVERY,
        {"depth": "400", "burn": "no", "marked": "yes", "natural-by-margin": "yes", "third-card-only": "yes"},
        {},
    ),
    (EVERY, {"decks": "1", "depth": "30", "any-two": "yes"}, {}),
    (EVERY, {"decks": "1", "depth": "14"}, {}),
    ("bahamas/punto-banco", {"depth": "200"}, {}),
    (GOLD, {"depth": "380"}, {"four-five": "stand"}),
    (GOLD, {"depth": "380"}, {"four-five": "hit"}),
    (ROYAL, {"depth": "380"}, {"opponent": "house-way", "pair-cards": "any-two"}),
    (ROYAL, {"depth": "380"}, {"opponent": "drawn-total"}),
]


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "readings"), SETTINGS)
def test_shuffled_shoes_are_dealt_alike(name: str, options: dict[str, str], readings: dict[str, str]) -> None:
    """Whole shoes as the kernel shuffles them, from the burnt card to the last round behind the
    cutting card.
    """
    beside = Beside(game(name, options, readings))
    played = [beside.shoe(cards) for cards in orders(beside.plan, block=3, shoes=6)]
    assert sum(played) >= 20


@pytest.mark.deep
@pytest.mark.parametrize("name", PACKAGED)
def test_every_game_is_dealt_alike(name: str) -> None:
    """The first rounds of a shoe with every wager of the game on the table."""
    beside = Beside(game(name))
    cards = orders(beside.plan, block=4, shoes=1)[0]
    before: dict[str, Any] = {} if beside.plan.how.fresh else {"shoe": {"new": True}}
    for played in play(beside.plan, cards)[:8]:
        before = beside.round(before, cards, played)


@pytest.mark.deep
def test_what_a_block_counts_is_its_shoes_played_one_by_one() -> None:
    beside = Beside(game(options={"decks": "1", "any-two": "yes"}))
    tally = beside.plan.run(Piece(3, 1, 500))
    cells, pairs, any_pairs = (
        np.zeros_like(counted) for counted in (tally.cells, tally.pairs, tally.any_pairs)
    )
    played = [one for cards in orders(beside.plan, 3, tally.shoes) for one in play(beside.plan, cards)][:500]
    for one in played:
        cells[one.cell] += 1
        pairs[one.pairs] += 1
        any_pairs[one.any_pairs] += 1
    assert len(played) == tally.draws == 500
    assert (
        (cells == tally.cells).all() and (pairs == tally.pairs).all() and (any_pairs == tally.any_pairs).all()
    )


@pytest.mark.deep
def test_a_fresh_shoe_for_every_round() -> None:
    beside = Beside(game(options={"machine": "yes"}))
    assert beside.plan.how == Procedure(8, True)
    tally = beside.plan.run(Piece(2, 1, 60))
    cells = np.zeros_like(tally.cells)
    for cards in orders(beside.plan, 2, 60):
        played = play(beside.plan, cards[:6], burn=0)[0]
        cells[played.cell] += 1
        assert beside.round({}, cards, played) == {}
    assert tally.shoes == 60 and (cells == tally.cells).all()


def test_a_wrong_kernel_is_noticed() -> None:
    """The comparison has teeth: one letter of the tableau, one card of the deal, one pair."""
    beside = Beside(game(options={"depth": "390"}))
    cards = ["Kc", "Kd", "2c", "3c", "8h", "2h"]
    played = play(beside.plan, cards, burn=0)[0]
    beside.round({}, cards, played)
    assert played.after == 5
    bank = beside.plan.rules.bank.copy()
    bank[2, 3, 8] = 1
    wrong = play(replace(beside.plan, rules=Drawing(beside.plan.rules.takes, bank)), cards, burn=0)[0]
    with pytest.raises((AssertionError, BadInput)):
        beside.round({}, cards, wrong)
    for other in (
        played._replace(cell=played.cell + 11),
        played._replace(pairs=played.pairs + 1),
        played._replace(after=4),
    ):
        with pytest.raises((AssertionError, KeyError)):
            beside.round({}, cards, other)


# Rounds built to hit every row.


def cards_of(cell: int) -> list[str]:
    """Cards that make a cell, without pairs."""
    player, banker, third, last = parts_of(cell)
    first, other = ("Kc", "Qd") if player != 9 else ("Ac", "Ad")
    rest = (player - points(first)) % 10, (banker - points(other)) % 10
    cards = [
        first,
        other,
        *(("Tc" if number == 0 else "Ac" if number == 1 else f"{number}c") for number in rest),
    ]
    return cards + [
        ("Th" if number == 0 else "Ah" if number == 1 else f"{number}h")
        for number in (third, last)
        if number != NONE
    ]


def chosen_cells(of: Baccarat, takes: Any) -> Iterator[int]:
    """One cell for every count, count and third card, with the bank's third card changing;
    and for each of these that ends each wager otherwise.
    """
    seen: set[Any] = set()
    names = [name for name in of.ruleset.names if of.ruleset.offered(name)]
    odds = BaccaratOdds(of)
    labels = [odds.rows(name)[1] for name in names if not odds.reads_pairs(name)]
    for at, cell in enumerate(reached(of)):
        player, banker, third, last = parts_of(cell)
        cards = cards_of(cell)
        if may_choose(of, player, banker) and bool(takes[tuple(map(points, cards[:4]))]) != (third != NONE):
            continue
        spots: list[Any] = [
            (player, banker, third),
            (banker, third, last),
            *((number, label[at]) for number, label in enumerate(labels)),
        ]
        if not set(spots) <= seen:
            seen |= set(spots)
            yield cell


@pytest.mark.deep
@pytest.mark.parametrize("name", PACKAGED)
def test_every_row_and_branch_of_every_game(name: str) -> None:
    every_row_and_branch(game(name))


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "options", "readings"),
    [
        (EVERY, {}, {}),
        (EVERY, {"natural-by-margin": "yes", "third-card-only": "yes"}, {}),
        (GOLD, {}, {}),
        (ROYAL, {}, {}),
    ],
)
def test_every_row_and_branch(name: str, options: dict[str, str], readings: dict[str, str]) -> None:
    every_row_and_branch(game(name, options, readings))


def every_row_and_branch(of: Baccarat) -> None:
    beside = Beside(of)
    number = 0
    for cell in chosen_cells(of, beside.plan.rules.takes):
        cards = cards_of(cell)
        played = play(beside.plan, cards, burn=0)
        assert [one.cell for one in played] == [cell] and played[0].after == len(cards)
        beside.round({}, cards, played[0])
        number += 1
    for mine, theirs in product(range(KINDS), repeat=2):
        cards = paired(mine, theirs)
        played = play(beside.plan, cards, burn=0)
        assert played[0].pairs == mine * KINDS + theirs
        beside.round({}, cards, played[0])
    wanted = {(wager, row.row) for wager, found in beside.proofs.items() for row in found.rows}
    assert beside.met == wanted and number > 300


def paired(mine: int, theirs: int) -> list[str]:
    """Four cards of naturals, so that nobody draws, which pair as asked for."""
    second = {UNPAIRED: "{0}{1}", MIXED: "{0}d", COLOURED: "{0}s", PERFECT: "{0}c"}
    player = ["4c", second[mine].format("4", "c")] if mine else ["Kc", "8c"]
    bank = ["9c", second[theirs].format("9", "c")] if theirs else ["Kc", "9s"]
    return [player[0], bank[0], player[1], bank[1]]


# Ends of a shoe.


def test_the_last_rounds_of_a_shoe() -> None:
    """Rounds of four cards each, with the cutting card in every place:
    in the middle of a round, as the first thing out, and with too few cards behind it.
    """
    for more, first_out, depth, expected in (
        (1, True, 3, 10),  # out in the tenth round; no cards are left for one more, so that one is void
        (1, True, 8, 9),  # the first thing out of the ninth round: that is the last
        (1, False, 8, 10),
        (1, True, 7, 10),
        (0, False, 8, 9),
        (2, False, 12, 10),
        (2, False, 6, 10),
    ):
        how = Procedure(1, False, 0, 52 - 40 + depth, more, first_out)
        plan = Shoes(how, BaccaratOdds(game()).rules, 10, 1)
        cards = ["9c", "8d", "Kc", "Kd"] * 10
        # Only forty cards are in the shoe, so the table of the kernel is told where the cutting card lies.
        assert how.cut == 40 - depth
        assert len(play(plan, cards)) == expected, (more, first_out, depth)


def test_a_round_without_enough_cards_is_void() -> None:
    plan = Shoes(Procedure(1, False, 0, 1, 5), BaccaratOdds(game()).rules, 10, 1)
    enough = ["2c", "2d", "3c", "Kd", "2s", "3s"]
    for number in range(4, 6):
        assert not play(plan, enough[:number])
    assert [one.after for one in play(plan, enough)] == [6]
    assert [one.after for one in play(plan, [*enough, "9c", "8d", "Kc"])] == [6]


def test_the_procedure_is_the_rulebooks() -> None:
    assert procedure(game()) == Procedure(8, False, 1, 14, 1, True)
    assert procedure(game(options={"burn": "no", "depth": "52"})) == Procedure(8, False, 0, 52, 1, True)
    assert procedure(game(GOLD, {"depth": "0"})) == Procedure(8, False, 0, 6, 0, False)
    assert procedure(game("bahamas/punto-banco")) == Procedure(8, False, 0, 14, 2, False)
    assert procedure(game(), fresh=True) == Procedure(8, True)


# Cards and places.


def test_cards_are_bytes_whose_difference_tells_the_pair() -> None:
    assert len(CARDS) == 52 and set(CODES) == set(map(str, pack()))
    for one, other in product(CODES, CODES):
        assert KINDS_BY[CODES[one] ^ CODES[other]] == pair_of(one, other)


def test_three_places_of_a_word_are_as_likely_as_any_others() -> None:
    """The three products are the digits of one.

    It is the high half of word times left times left - 1 times left - 2,
    and what is left over decides as for one number.
    """
    words = np.empty(CHUNK, np.uint32)
    fill_words(np.uint64(9), np.uint64(9), 0, words)
    for left in (6, 52, 416, 831):
        number = left * (left - 1) * (left - 2)
        floor = 2**32 % number
        # Words on the edge between two numbers, and those that must be rejected.
        edges = [
            -(-(at << 32) // number) + step for at in (0, 1, number // 2, number - 1) for step in (-1, 0, 1)
        ]
        for word in [*map(int, words[:200]), *(word for word in edges if 0 <= word < 2**32)]:
            digits, low = [], word
            for bound in (left, left - 1, left - 2):
                digits.append(low * bound >> 32)
                low = low * bound & 0xFFFFFFFF
            whole = word * number
            assert (digits[0] * (left - 1) + digits[1]) * (left - 2) + digits[
                2
            ] == whole >> 32 and low == whole & 0xFFFFFFFF
        # So many words are kept for each of the numbers: as many for one as for another.
        assert (2**32 - floor) % number == 0
    plan = Shoes(Procedure(8, False, 0, 1, 2), BaccaratOdds(game()).rules, 10, 1)
    bounds, floors = plan.bounds()
    assert bounds[0] == 416 and floors[0] == 2**32 % (416 * 415 * 414) and bounds[-1] == 2 and floors[-1] == 0


def test_every_card_comes_as_often_at_every_place() -> None:
    """A shoe of one deck, over and over; each place is looked at by itself."""
    plan = Shoes(Procedure(1, False, 0, 1, 5), BaccaratOdds(game()).rules, 10, 17)
    shoes = 5_200
    found = orders(plan, 0, shoes)
    assert all(sorted(cards) == sorted(CODES) for cards in found[:50])
    for place in (0, 1, 2, 3, 25, 50, 51):
        counts = np.array([sum(cards[place] == card for cards in found) for card in CODES])
        statistic = float(((counts - shoes / 52) ** 2 / (shoes / 52)).sum())
        assert abs(statistic - 51) < 4.5 * (2 * 51) ** 0.5, place
    # Neighbours: the second card does not know the first.
    same = sum(cards[0][0] == cards[1][0] for cards in found)
    assert abs(same - shoes * 3 / 51) < 4.5 * (shoes * 3 / 51) ** 0.5
