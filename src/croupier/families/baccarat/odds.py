"""The proof of a game of baccarat: every order of six cards of the shoe is weighed.

Where bettors choose, the best choice is found. Proved is a round dealt from the cards as `before` leaves
them, all orders equally likely; they are freshly shuffled without one. Cards that left the shoe unseen may be
any of those not seen. Nothing is rounded but what the rulebook rounds.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput
from croupier.families.baccarat.cells import (
    Drawing,
    Ints,
    Stock,
    counted,
    coup_of,
    drawing,
    on_the_line,
    pair_rows,
    pairs,
    pairs_of_any,
    reached,
    sequences,
)
from croupier.families.baccarat.choices import Choice, Strategy
from croupier.families.baccarat.nets import RowNets
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import KINDS, LONGEST, Coup
from croupier.families.baccarat.wagers import ON_PAIRS
from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.table.parts.dealing import DealingSlice


def prove_all(
    game: Baccarat,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """Return the exact odds of the named wagers, or of every wager on offer."""
    odds = BaccaratOdds(game, before)
    return [odds.prove(name, stake) for name in (offered(game) if wagers is None else wagers)]


def offered(game: Baccarat) -> list[str]:
    """Return every wager on offer before the deal."""
    return [name for name in game.ruleset.names if game.ruleset.offered(name)]


class BaccaratOdds:
    """The odds of baccarat. All wagers share the orders of the cards, the cells and the play of the line."""

    def __init__(self, game: Baccarat, before: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.start = game.normal(before) if before else {}
        play = game.start(before or {})
        if play.of(DealingSlice).dummy:
            clause = game.setup.dummy_clause or game.betting.row.clause
            raise BadInput(f"before: the next round is a dummy round, and no wager is made in it [{clause}]")
        self.left = game.shoe.cards_left(play)
        if self.left < LONGEST:
            raise BadInput(
                f"before: a round takes up to {LONGEST} cards, and {self.left} are left in the shoe"
            )
        self.stock = Stock.of(play.stock or {}, play.aside)
        self.rules = drawing(game)
        self.cells = reached(game)
        self._strategies: dict[str, tuple[Choice, Strategy]] = {}
        self._counts: dict[bytes, Ints] = {}
        self._coups: dict[bool, list[Coup]] = {}
        self._rows: dict[str, tuple[list[int], list[str]]] = {}

    @cached_property
    def orders(self) -> Ints:
        """In how many orders each sequence of six values comes."""
        return sequences(self.stock)

    # How the line is played.

    def line_of(self, name: str) -> str:
        """Return the line that chooses: the wager itself, one that it needs, or the first offered."""
        choice = self.game.thirds.choice
        if choice is None:
            return ""
        needs = self.game.ruleset.wager(name)[0].needs
        return next(
            (line for line in (name, *needs) if line in choice.lines),
            next((line for line in choice.lines if self.game.ruleset.offered(line)), choice.lines[0]),
        )

    def choice(self, line: str) -> tuple[Choice, Strategy]:
        """Return the open choices on a line, and the best strategy."""
        if line not in self._strategies:
            found = Choice(self.game, self.orders, self.rules, line)
            self._strategies[line] = found, found.best()
        return self._strategies[line]

    def played(self, name: str) -> Drawing:
        """Return the rules of drawing with the choices that a wager is proved under."""
        line = self.line_of(name)
        return self.rules.choosing(self.choice(line)[1].takes) if line else self.rules

    def counts(self, rules: Drawing) -> Ints:
        """Count the orders that end in each cell."""
        key = rules.takes.tobytes()
        if key not in self._counts:
            self._counts[key] = counted(self.orders, rules)
        return self._counts[key]

    # Rows.

    def reads_pairs(self, name: str) -> bool:
        """Whether a wager reads pairs, and not counts."""
        return self.game.ruleset.wager(name)[0].kind in ON_PAIRS

    def any_two(self, name: str) -> bool:
        """Whether any two cards of a hand may pair for a wager."""
        found = "any-two" in self.game.prices.flags(name)
        if found and self.game.ruleset.wager(name)[0].kind != "pair":
            raise BadInput(
                f"{name}: pairs of any two cards are proved by rank, and this wager asks for their suits"
            )
        if found and self.game.thirds.choice and not on_the_line(self.game, name):
            raise BadInput(
                f"{name}: pairs of any two cards are proved for those who choose on the line, "
                "and this wager needs no wager there"
            )
        return found

    def rows(self, name: str) -> tuple[list[int], list[str]]:
        """Return the cells, or pairs of kinds, that a wager reads, and the row that each gives."""
        if name not in self._rows:
            self._rows[name] = self._find_rows(name)
        return self._rows[name]

    def _find_rows(self, name: str) -> tuple[list[int], list[str]]:
        if self.reads_pairs(name):
            return list(range(KINDS * KINDS)), pair_rows(self.game, name)
        own = on_the_line(self.game, name)
        if own not in self._coups:
            self._coups[own] = [coup_of(self.game, cell, own) for cell in self.cells]
        return self.cells, [self.game.prices.row_of(name, coup) for coup in self._coups[own]]

    def weights(self, name: str, rules: Drawing) -> Ints:
        """Return the ways of the cells or pairs that a wager reads."""
        if not self.reads_pairs(name):
            return self.counts(rules)
        return pairs_of_any(self.stock, rules) if self.any_two(name) else pairs(self.stock)

    # The proof.

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """Return the exact odds of one wager, for a stake or the least one that is paid exactly."""
        started = time.perf_counter()
        if asked is not None and asked <= 0:
            raise BadInput(
                f"the odds of a wager are for a stake of more than nothing, not {show_amount(asked)}"
            )
        cells, labels = self.rows(name)
        ways = _added(cells, labels, self.weights(name, self.played(name)))
        prices = RowNets(self.game, name)
        even, notes = prices.even_stake(ways)
        stake = even if asked is None else asked
        found = _rows(prices, ways, stake)
        proof = WagerProof(
            wager=name,
            example=name,
            stake=stake,
            charge=0,
            rows=found,
            start=self.start,
            draws=Fraction(1),
            notes=(
                *(notes if asked is None else ()),
                *self._notes(prices),
                *_rounding_note(prices, ways, stake, even),
            ),
            strategy=self._strategy(name),
        )
        return replace(
            proof, others=self._others(proof, cells, labels), seconds=time.perf_counter() - started
        )

    def _notes(self, prices: RowNets) -> tuple[str, ...]:
        told = []
        rate = self.game.prices.commission(prices.name)
        if rate:
            told.append(f"a commission of {float(rate) * 100:g} % of what it wins is taken off")
        if self.start.get("shoe"):
            told.append(
                f"for the shoe as it stands, with {self.left} cards; "
                f"{sum(self.stock.cards)} have not been seen to leave it"
            )
        return tuple(told)

    def _strategy(self, name: str) -> str:
        line = self.line_of(name)
        if not line:
            return ""
        words = f"{self.choice(line)[1].words}; where both are worth the same, stands"
        if name == line:
            return words
        if self.reads_pairs(name) and not self.any_two(name):
            return ""
        who = "the bettor, who has a wager on" if on_the_line(self.game, name) else "another bettor, on"
        return f"{who} {line}: {words}"

    def _others(
        self, proof: WagerProof, cells: Sequence[int], labels: Sequence[str]
    ) -> tuple[tuple[str, Fraction], ...]:
        """Return the edge if the line is played otherwise."""
        line = self.line_of(proof.wager)
        choice = self.game.thirds.choice
        if not line or choice is None or not proof.strategy:
            return ()
        found, best = self.choice(line)
        if on_the_line(self.game, proof.wager):
            by_count = found.best(by_count=True)
            others = [
                replace(by_count, words=f"by the count and not by the cards: {by_count.words}"),
                found.always(choice.house_way, "by the house way"),
                found.always("D" * len(choice.on), "always drawing"),
                found.always("S" * len(choice.on), "always standing"),
            ]
        else:
            others = [found.always(choice.house_way, "with nobody on the line, by the house way")]
        prices = RowNets(self.game, proof.wager)
        told: dict[str, Fraction] = {}
        known = [best.takes]
        for other in others:
            if any(np.array_equal(other.takes, takes) for takes in known):
                continue
            known.append(other.takes)
            ways = _added(cells, labels, self.weights(proof.wager, self.rules.choosing(other.takes)))
            edge = replace(proof, rows=_rows(prices, ways, proof.stake)).edge
            if edge != proof.edge:
                told[other.words] = edge
        return tuple(told.items())


def _added(cells: Sequence[int], labels: Sequence[str], weights: Ints) -> dict[str, int]:
    """Return the ways of each row that can happen."""
    found: dict[str, int] = {}
    for label, ways in zip(labels, weights[cells].tolist(), strict=True):
        if ways:
            found[label] = found.get(label, 0) + ways
    return found


def _rows(prices: RowNets, ways: Mapping[str, int], stake: Amount) -> tuple[OutcomeRow, ...]:
    total = sum(ways.values())
    rows = []
    for row, number in ways.items():
        outcome = prices.game.prices.outcome(prices.name, row)
        rows.append(OutcomeRow(row, outcome.odds, number, total, prices.net(row, stake), outcome.result))
    return tuple(sorted(rows, key=lambda row: (-row.net, row.row)))


def _rounding_note(prices: RowNets, ways: Mapping[str, int], stake: Amount, even: Amount) -> tuple[str, ...]:
    """Say so where the rounding of payments, and not their odds, makes part of the edge."""
    total = sum(ways.values())
    here, there = (
        -Fraction(sum(number * prices.net(row, one) for row, number in ways.items()), total * one)
        for one in (stake, even)
    )
    if here == there:
        return ()
    return (
        f"payments on {show_amount(stake)} do not come out even: with {show_amount(even)}, "
        f"which is paid exactly, the edge is {float(there) * 100:.4g} %",
    )
