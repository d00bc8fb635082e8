"""The proof of lucky draw baccarat, for one box alone at the table.

Every order of the cards of the box and the dealer is weighed. The choice is the best one for each two cards
and card of the dealer. A card counts by its points. Threes are also told apart by suit, because three of
them may be paid by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import perm
from typing import Any

from croupier.equipment.card import SUITS, parse_card
from croupier.equipment.money import Amount
from croupier.families.cards.proving import cards_to_prove, checked, first_wagers, least_even
from croupier.families.luckydraw.boxes import DRAW, ENTER
from croupier.families.luckydraw.hands import (
    DRAW_ROWS,
    DREW_TIE,
    ENDS,
    ENTER_ROWS,
    NO_THREES,
    OFF_SUIT,
    SUITED,
    draws,
    end_of,
)
from croupier.families.luckydraw.round import LuckyDraw
from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.ranking.points import value

LONGEST = 6
"""Cards of the longest round of one box."""
KINDS = 13
"""Kinds of cards: by points 0 to 9, and the threes of the other three suits."""
POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 3, 3)
THREES = (3, 10, 11, 12)
"""The kinds of threes, by suit."""

Seen = tuple[int, int, int]
"""What a player sees: the kinds of his two cards, the smaller first, and of the dealer's card."""


def kind_of(card: str) -> int:
    """Return the kind of a card.

    >>> kind_of("Kd"), kind_of("9c"), kind_of("3c"), kind_of("3s")
    (0, 9, 3, 12)
    """
    rank, suit = parse_card(card)
    return THREES[SUITS.index(suit)] if rank == "3" else value(rank)


def threes_of(one: int, other: int, third: int) -> int:
    """Say whether three kinds are three threes, and of one suit."""
    if POINTS[one] != 3 or POINTS[other] != 3 or POINTS[third] != 3:
        return NO_THREES
    return SUITED if one == other and one == third else OFF_SUIT


def prove_all(
    game: LuckyDraw,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """Prove the enter wager, with the draw wager that follows it."""
    odds = LuckyDrawOdds(game, before)
    names = first_wagers(game.ruleset, game.wagers.moments, wagers, ENTER)
    return [odds.prove(name, stake) for name in names]


class LuckyDrawOdds:
    """The odds of lucky draw, from the shoe as `before` leaves it. All orders of six cards are counted."""

    def __init__(self, game: LuckyDraw, before: Mapping[str, Any] | None = None) -> None:
        self.game, self.before = game, before
        self._hands: dict[tuple[tuple[int, ...], int], list[int]] = {}
        self.counts = [0] * KINDS
        for card, number in cards_to_prove(game, game.shoe, before, LONGEST).items():
            self.counts[kind_of(card)] += number

    # Counting.

    @cached_property
    def ends(self) -> dict[Seen, tuple[list[int], list[int]]]:
        """Count the ways of each end by what the player sees: if he stands, and if he draws."""
        found: dict[Seen, tuple[list[int], list[int]]] = {}
        left = list(self.counts)
        for (one, first), (other, second), (dealer, third) in product(enumerate(self.counts), repeat=3):
            ways = first * (second - (other == one)) * (third - (dealer == one) - (dealer == other))
            if other < one or ways <= 0:
                continue
            ways *= 1 if one == other else 2
            for kind in (one, other, dealer):
                left[kind] -= 1
            found[one, other, dealer] = (
                self._stood(ways, (one, other), dealer),
                self._drew(left, ways, (one, other), dealer),
            )
            for kind in (one, other, dealer):
                left[kind] += 1
        return found

    def _stood(self, ways: int, own: tuple[int, int], dealer: int) -> list[int]:
        found = [0] * ENDS
        mine = (POINTS[own[0]] + POINTS[own[1]]) % 10
        for theirs, orders in enumerate(self._dealer_hands((POINTS[own[0]], POINTS[own[1]]), POINTS[dealer])):
            found[end_of(False, mine, theirs, NO_THREES)] += ways * orders
        return found

    def _drew(self, left: list[int], ways: int, own: tuple[int, int], dealer: int) -> list[int]:
        found = [0] * ENDS
        for kind, number in enumerate(left):
            if not number:
                continue
            points, threes = (POINTS[own[0]], POINTS[own[1]], POINTS[kind]), threes_of(*own, kind)
            for theirs, orders in enumerate(self._dealer_hands(points, POINTS[dealer])):
                found[end_of(True, sum(points) % 10, theirs, threes)] += ways * number * orders
        return found

    def _dealer_hands(self, own: tuple[int, ...], dealer: int) -> list[int]:
        """Count the orders of the other cards of six, by the dealer's final count.

        `own` are the points in the box, `dealer` those of the dealer's first card.
        """
        key = tuple(sorted(own)), dealer
        if key in self._hands:
            return self._hands[key]
        points = [0] * 10
        for kind, number in enumerate(self.counts):
            points[POINTS[kind]] += number
        for one in (*own, dealer):
            points[one] -= 1
        cards, further = sum(points), LONGEST - len(own) - 1
        found = [0] * 10
        for second, ways in enumerate(points):
            two = (dealer + second) % 10
            if ways <= 0:
                continue
            if not draws(two, self.game.draws_to):
                found[two] += ways * perm(cards - 1, further - 1)
                continue
            for third, number in enumerate(points):
                found[(two + third) % 10] += (
                    ways * (number - (third == second)) * perm(cards - 2, further - 2)
                )
        self._hands[key] = found
        return found

    # Money.

    def net(self, end: int, stake: Amount) -> Amount:
        """Return the net of an end on both wagers."""
        return sum(self.game.prices.net(name, row, stake) for name, row in self.paid(end))

    def paid(self, end: int) -> list[tuple[str, str]]:
        """Return the wagers that an end settles, each with its row."""
        draw = [(DRAW, self.game.prices.chosen(DRAW, DRAW_ROWS[end]))] if end >= DREW_TIE else []
        return [(ENTER, ENTER_ROWS[end]), *draw]

    def even_stake(self) -> Amount:
        """Return the least stake in whole units that needs no rounding."""
        paid = [one for end in range(ENDS) for one in self.paid(end)]
        is_even = self.game.prices.is_even
        return least_even(lambda stake: all(is_even(name, row, stake) for name, row in paid))

    def row(self, end: int) -> str:
        """Return the name of an end: the row of the draw wager where one was made."""
        if end < DREW_TIE:
            return ENTER_ROWS[end]
        row = self.game.prices.chosen(DRAW, DRAW_ROWS[end])
        return f"{row}-drawn" if row in ("tie", "lose", "win") else row

    # The proof.

    def best(self, stake: Amount) -> dict[Seen, bool]:
        """Say whether to draw, for all that a player may see. Equal choices stand."""
        nets = [self.net(end, stake) for end in range(ENDS)]

        def worth(ways: list[int]) -> int:
            return sum(number * net for number, net in zip(ways, nets, strict=True))

        return {seen: worth(drew) > worth(stood) for seen, (stood, drew) in self.ends.items()}

    def by_count(self, stake: Amount) -> dict[Seen, bool]:
        """Return the best choice by the player's count and the dealer's points alone."""
        nets = [self.net(end, stake) for end in range(ENDS)]
        gains: dict[tuple[int, int], int] = {}
        for seen, (stood, drew) in self.ends.items():
            gains[_count(seen)] = gains.get(_count(seen), 0) + sum(
                (more - less) * net for less, more, net in zip(stood, drew, nets, strict=True)
            )
        return {seen: gains[_count(seen)] > 0 for seen in self.ends}

    def ways(self, drawing: Callable[[Seen], bool]) -> list[int]:
        """Count the orders of six cards that lead to each end."""
        found = [0] * ENDS
        for seen, sides in self.ends.items():
            for end, number in enumerate(sides[drawing(seen)]):
                found[end] += number
        return found

    def rows(self, stake: Amount, ways: list[int]) -> tuple[OutcomeRow, ...]:
        """Return the rows of the enter wager, with the draw wager added."""
        total = sum(ways)
        found: dict[str, OutcomeRow] = {}
        for end, number in enumerate(ways):
            row = self.row(end)
            outcomes = [self.game.prices.outcome(name, on) for name, on in self.paid(end)]
            pays = " + ".join(outcome.odds for outcome in outcomes if outcome.odds)
            number += found[row].ways if row in found else 0
            if number:
                found[row] = OutcomeRow(row, pays, number, total, self.net(end, stake), outcomes[0].result)
        return tuple(sorted(found.values(), key=lambda row: (-row.net, row.row)))

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """Prove the enter wager, for a stake or the least one that is paid exactly."""
        started = time.perf_counter()
        stake = checked(asked) or self.even_stake()
        best = self.best(stake)
        ways = self.ways(best.__getitem__)
        proof = WagerProof(
            wager=name,
            example=name,
            stake=stake,
            charge=0,
            rows=self.rows(stake, ways),
            start=self.game.normal(self.before) if self.before else {},
            draws=Fraction(1),
            notes=("one box alone at the table: cards of other boxes are not used",),
            strategy=f"{words(best)}; where both are worth the same, stands",
            later=Fraction(stake * sum(ways[DREW_TIE:]), sum(ways)),
        )
        return replace(proof, others=self._others(proof), seconds=time.perf_counter() - started)

    def _others(self, proof: WagerProof) -> tuple[tuple[str, Fraction], ...]:
        """Return the edge under other ways to draw."""
        by_count = self.by_count(proof.stake)
        choices: tuple[tuple[str, Callable[[Seen], bool]], ...] = (
            (f"by the count and not by the cards: {words(by_count)}", by_count.__getitem__),
            ("never draws", lambda seen: False),
            ("always draws", lambda seen: True),
        )
        found: dict[str, Fraction] = {}
        for said, drawing in choices:
            edge = replace(proof, rows=self.rows(proof.stake, self.ways(drawing))).edge
            if edge != proof.edge:
                found[said] = edge
        return tuple(found.items())


def _count(seen: Seen) -> tuple[int, int]:
    one, other, dealer = seen
    return (POINTS[one] + POINTS[other]) % 10, POINTS[dealer]


def words(drawing: Mapping[Seen, bool]) -> str:
    """Return a strategy in words, count by count.

    What most hands of a count do comes first, then the hands that differ.
    """
    told: dict[str, list[int]] = {}
    exceptions = []
    for count in range(10):
        patterns: dict[tuple[int, int], tuple[tuple[int, bool], ...]] = {}
        for (one, other, dealer), draw in sorted(drawing.items()):
            if (POINTS[one] + POINTS[other]) % 10 == count:
                patterns[one, other] = (*patterns.get((one, other), ()), (dealer, draw))
        if not patterns:
            continue
        said: dict[str, list[str]] = {}
        for hand, pattern in patterns.items():
            said.setdefault(_hand(*hand), []).append(_against(pattern))
        texts = {hand: " or ".join(dict.fromkeys(ways)) for hand, ways in said.items()}
        usual = max(dict.fromkeys(texts.values()), key=list(texts.values()).count)
        told.setdefault(usual, []).append(count)
        differing: dict[str, list[str]] = {}
        for name, text in texts.items():
            if text != usual:
                differing.setdefault(text, []).append(name)
        exceptions += [f"with {' or '.join(hands)} {text}" for text, hands in differing.items()]
    return "; ".join(
        [*(f"on {', '.join(map(str, counts))} {text}" for text, counts in told.items()), *exceptions]
    )


def _against(pattern: tuple[tuple[int, bool], ...]) -> str:
    """Say what is done against each card of the dealer."""
    by_points: dict[int, set[bool]] = {}
    for dealer, draw in pattern:
        by_points.setdefault(POINTS[dealer], set()).add(draw)
    drawn, stood, mixed = (
        [points for points, said in sorted(by_points.items()) if said == wanted]
        for wanted in ({True}, {False}, {True, False})
    )
    unclear = f", and against {' or '.join(map(str, mixed))} by its suit" if mixed else ""
    if not stood or not drawn:
        return ("draws" if drawn else "stands") + unclear
    if len(stood) <= len(drawn):
        return f"draws, but stands against {' or '.join(map(str, stood))}{unclear}"
    return f"stands, but draws against {' or '.join(map(str, drawn))}{unclear}"


def _hand(one: int, other: int) -> str:
    if POINTS[one] == POINTS[other] == 3:
        return "3-3 suited" if one == other else "3-3 off-suit"
    return "-".join(map(str, sorted((POINTS[one], POINTS[other]))))
