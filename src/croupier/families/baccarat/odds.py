"""The proof of a game of baccarat: every order of six cards of the shoe is weighed, and where bettors choose, the best choice is found.

Proved is a round dealt from the cards as `before` leaves them, all orders equally likely: freshly shuffled without one. Cards that left the shoe unseen may be any of those
not seen. Nothing is rounded but what the rulebook rounds.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from croupier.equipment.money import UNIT, Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.families.baccarat.cells import (
    KINDS,
    LONGEST,
    VALUES,
    Bytes,
    Drawing,
    Ints,
    Stock,
    cell_of,
    counted,
    coup_of,
    drawing,
    on_the_line,
    open_hands,
    pair_rows,
    pairs,
    pairs_of_any,
    reached,
    sequences,
)
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import NONE, Coup
from croupier.families.baccarat.wagers import ON_PAIRS
from croupier.prove.proof import OutcomeRow, WagerProof
from croupier.table.banks import charge_of, payable
from croupier.table.claims import Claim, Standing

MOST_UNITS = 10_000
"""The largest stake, in units of currency, that is tried for one that is paid exactly."""
SEATED = "1"
"""The seat for which a wager is proved."""


def prove_all(
    game: Baccarat,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """The exact odds of the wagers named, or of every wager on offer."""
    ground = Ground(game, before)
    return [ground.prove(name, stake) for name in (offered(game) if wagers is None else wagers)]


def offered(game: Baccarat) -> list[str]:
    """Every wager that the options offer before the deal."""
    return [
        name
        for name in game.ruleset.names
        if game.ruleset.offered(name) and game.ruleset.wager(name)[0].kind not in game.moments
    ]


# Money.


class Prices:
    """What the rows of a wager net for a stake: the table's own claims, with the commission taken off."""

    def __init__(self, game: Baccarat, name: str) -> None:
        self.game, self.name = game, name
        self.row = game.ruleset.wager(name)[0]
        self._play = game.start({})

    def claim(self, row: str, stake: Amount) -> tuple[Claim, Amount]:
        """What falls due, and the commission that is marked to be collected later."""
        self._play.state["owed"] = {}
        claim = self.game.claim(self._play, Standing(SEATED, self.name, stake), row, "")
        return claim, parse_amount(self._play.state["owed"].get(SEATED, "0"))

    def net(self, row: str, stake: Amount) -> Amount:
        """What a row nets."""
        claim, owed = self.claim(row, stake)
        paid = payable(claim)
        return paid - charge_of(claim, paid) - owed

    def even_stake(self, rows: Iterable[str]) -> tuple[Amount, tuple[str, ...]]:
        """The least stake in whole units for which nothing has to be rounded, within what the rulebook says of the stake."""
        rule = self.row.stake
        if rule.exactly:
            return parse_amount(rule.exactly), ()
        step = lcm(parse_amount(rule.multiple_of), UNIT) if rule.multiple_of else UNIT
        least = -(-max(parse_amount(rule.min) if rule.min else 0, step) // step) * step
        needs = lcm(step, *(self._divisor(row) for row in rows))
        stake = -(-least // needs) * needs
        if stake <= MOST_UNITS * UNIT:
            return stake, ()
        return least, (
            f"no stake up to {MOST_UNITS} is paid exactly: this is for {show_amount(least)}, rounded as the rulebook says",
        )

    def _divisor(self, row: str) -> int:
        """What a stake must be a multiple of for a row to be settled without rounding."""
        claim, _ = self.claim(row, UNIT)
        won, lost = claim.won / UNIT, claim.lost / UNIT
        parts = [
            (won, claim.rounding),
            (lost, claim.loss_rounding),
            (won * self.game.commission(self.name) if won else Fraction(0), claim.commission_rounding),
        ]
        return lcm(*((ratio / unit.to).denominator for ratio, unit in parts))


# Choices.


@dataclass(frozen=True)
class Strategy:
    """How a bettor chooses, by the values of the first four cards, and in words."""

    takes: Bytes
    words: str


Seen = tuple[tuple[int, ...], tuple[int, ...]]
"""What somebody who chooses goes by: his own cards, or only their count, and the bank's cards that lie open."""


def open_cards(game: Baccarat) -> list[int]:
    """The places in the deal of the bank's cards that lie open when bettors choose."""
    faces = game.faces()
    return [place for place in (1, 3) if faces[place] == "up" or faces == ["down"] * 4]


class Choice:
    """The hands on which bettors choose, and what drawing and standing gain on each."""

    def __init__(self, game: Baccarat, orders: Ints, rules: Drawing, line: str) -> None:
        self.game, self.rules = game, rules
        self.open = open_hands(game)
        self.hands = np.argwhere(self.open)
        self.seen = open_cards(game)
        prices = Prices(game, line)
        ways = orders[tuple(self.hands.T)]
        counts = [
            ((int(one) + int(three)) % VALUES, (int(two) + int(four)) % VALUES)
            for one, two, three, four in self.hands
        ]
        cells = {two: self._cells(*two) for two in dict.fromkeys(counts)}
        known = sorted({cell for group in cells.values() for cell in group})
        rows = {cell: game.row_of(line, coup_of(game, cell, True)) for cell in known}
        stake, _ = prices.even_stake(dict.fromkeys(rows.values()))
        nets = {row: prices.net(row, stake) for row in dict.fromkeys(rows.values())}
        self.gains: list[tuple[int, int]] = []
        """By hand: what standing and drawing gain, times the orders of the cards."""
        tables = {
            two: np.array([nets[rows[cell]] for cell in group], np.int64).reshape(2, VALUES, VALUES)
            for two, group in cells.items()
        }
        for at, two in enumerate(counts):
            self.gains.append((_weighed(ways[at], tables[two][0]), _weighed(ways[at], tables[two][1])))
        self.weights = [int(hand.sum()) for hand in ways]

    def _cells(self, player: int, banker: int) -> list[int]:
        """The cells after standing, then after drawing, by the next card and the one after it."""
        bank = self.rules.bank[player, banker]
        stood = [
            cell_of(player, banker, NONE, card if bank[NONE] else NONE)
            for card in range(VALUES)
            for _ in range(VALUES)
        ]
        return stood + [
            cell_of(player, banker, card, last if bank[card] else NONE)
            for card in range(VALUES)
            for last in range(VALUES)
        ]

    def key(self, at: int, by_count: bool) -> Seen:
        """What whoever chooses knows of a hand."""
        hand = [int(card) for card in self.hands[at]]
        mine = ((hand[0] + hand[2]) % VALUES,) if by_count else tuple(sorted((hand[0], hand[2])))
        return mine, tuple(hand[place] for place in self.seen)

    def best(self, by_count: bool = False) -> Strategy:
        """The best choice with what is seen; where drawing and standing are worth the same, the bettor stands."""
        gains: dict[Seen, list[int]] = {}
        for at, (stands, draws) in enumerate(self.gains):
            known = gains.setdefault(self.key(at, by_count), [0, 0, 0])
            known[0] += stands
            known[1] += draws
            known[2] += self.weights[at]
        drawing = {seen: draws > stands for seen, (stands, draws, _) in gains.items()}
        return self._strategy(
            [drawing[self.key(at, by_count)] for at in range(len(self.hands))],
            self._words({seen: drawing[seen] for seen, gain in gains.items() if gain[2]}),
        )

    def always(self, letters: str, words: str) -> Strategy:
        """Draw or stand by the count alone: one letter for each count on which bettors choose."""
        assert self.game.choice is not None
        by_count = dict(zip(self.game.choice.on, letters, strict=True))
        return self._strategy(
            [by_count[int(hand[0] + hand[2]) % VALUES] == "D" for hand in self.hands], words
        )

    def _strategy(self, draws: Sequence[bool], words: str) -> Strategy:
        takes = self.rules.takes.copy()
        takes[tuple(self.hands.T)] = draws
        return Strategy(takes, words)

    def _words(self, drawing: Mapping[Seen, bool]) -> str:
        """A strategy in words, count by count: what is done with every hand of that count, then the hands that differ."""
        told = []
        by_count: dict[int, dict[Seen, bool]] = {}
        for seen, draws in sorted(drawing.items()):
            by_count.setdefault(sum(seen[0]) % VALUES, {})[seen] = draws
        for count, group in by_count.items():
            hands = list(dict.fromkeys(mine for mine, _ in group))
            patterns = {
                mine: tuple((bank, draws) for (own, bank), draws in group.items() if own == mine)
                for mine in hands
            }
            kinds = list(dict.fromkeys(patterns.values()))
            most = max(kinds, key=lambda kind: sum(pattern == kind for pattern in patterns.values()))
            told.append(f"on {count} {_against(most)}")
            for kind in kinds:
                if kind != most:
                    told.append(
                        f"on {count} with {' or '.join('-'.join(map(str, mine)) for mine, pattern in patterns.items() if pattern == kind)} {_against(kind)}"
                    )
        return "; ".join(told)


def _weighed(ways: Ints, nets: Ints) -> int:
    """Nets added up by their weights, in whole numbers of any size."""
    return sum(int(net) * int(ways[nets == net].sum()) for net in np.unique(nets))


def _against(pattern: Sequence[tuple[tuple[int, ...], bool]]) -> str:
    """What is done against each card of the bank that lies open."""
    draws = [bank for bank, draw in pattern if draw]
    if len(draws) in (0, len(pattern)):
        return "draws" if draws else "stands"
    stands = [bank for bank, draw in pattern if not draw]
    few, verb, other = (
        (draws, "draws", "stands") if len(draws) <= len(stands) else (stands, "stands", "draws")
    )
    return (
        f"{verb} against {' or '.join('-'.join(map(str, bank)) for bank in few)} and {other} against the rest"
    )


# Proofs.


class Ground:
    """What all wagers of a game share: the orders of the cards, the cells of a coup, and how the line is played."""

    def __init__(self, game: Baccarat, before: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.start = game.normal(before) if before else {}
        play = game.start(before or {})
        if play.state["dummy"]:
            raise BadInput(
                f"before: the next round is a dummy round, and no wager is made in it [{game.setup.dummy_clause or game.betting.clause}]"
            )
        if game.cards_left(play) < LONGEST:
            raise BadInput(
                f"before: a round takes up to {LONGEST} cards, and {game.cards_left(play)} are left in the shoe"
            )
        self.left = game.cards_left(play)
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
        """The line whose bettor chooses, when a wager is proved: the wager itself, one that it needs, or the first on offer."""
        choice = self.game.choice
        if choice is None:
            return ""
        needs = self.game.ruleset.wager(name)[0].needs
        return next(
            (line for line in (name, *needs) if line in choice.lines),
            next((line for line in choice.lines if self.game.ruleset.offered(line)), choice.lines[0]),
        )

    def choice(self, line: str) -> tuple[Choice, Strategy]:
        """What may be chosen on a line, and the best way to choose."""
        if line not in self._strategies:
            found = Choice(self.game, self.orders, self.rules, line)
            self._strategies[line] = found, found.best()
        return self._strategies[line]

    def played(self, name: str) -> Drawing:
        """The rules of drawing with the choices under which a wager is proved."""
        line = self.line_of(name)
        return self.rules.choosing(self.choice(line)[1].takes) if line else self.rules

    def counts(self, rules: Drawing) -> Ints:
        """In how many orders each cell comes."""
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
        found = "any-two" in self.game.flags(name)
        if found and self.game.ruleset.wager(name)[0].kind != "pair":
            raise BadInput(
                f"{name}: pairs of any two cards are proved by rank, and this wager asks for their suits"
            )
        if found and self.game.choice and not on_the_line(self.game, name):
            raise BadInput(
                f"{name}: pairs of any two cards are proved for those who choose on the line, and this wager needs no wager there"
            )
        return found

    def rows(self, name: str) -> tuple[list[int], list[str]]:
        """The cells, or pairs of kinds, that a wager reads, and the row by which each settles it."""
        if name not in self._rows:
            self._rows[name] = self._find_rows(name)
        return self._rows[name]

    def _find_rows(self, name: str) -> tuple[list[int], list[str]]:
        if self.reads_pairs(name):
            return list(range(KINDS * KINDS)), pair_rows(self.game, name)
        own = on_the_line(self.game, name)
        if own not in self._coups:
            self._coups[own] = [coup_of(self.game, cell, own) for cell in self.cells]
        return self.cells, [self.game.row_of(name, coup) for coup in self._coups[own]]

    def weights(self, name: str, rules: Drawing) -> Ints:
        """The ways of what a wager reads."""
        if not self.reads_pairs(name):
            return self.counts(rules)
        return pairs_of_any(self.stock, rules) if self.any_two(name) else pairs(self.stock)

    # The proof.

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """The exact odds of one wager, for a stake or the least one that is paid exactly."""
        started = time.perf_counter()
        if asked is not None and asked <= 0:
            raise BadInput(
                f"the odds of a wager are for a stake of more than nothing, not {show_amount(asked)}"
            )
        cells, labels = self.rows(name)
        ways = _added(cells, labels, self.weights(name, self.played(name)))
        prices = Prices(self.game, name)
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

    def _notes(self, prices: Prices) -> tuple[str, ...]:
        told = []
        rate = self.game.commission(prices.name)
        if rate:
            told.append(f"a commission of {float(rate) * 100:g} % of what it wins is taken off")
        if self.start.get("shoe"):
            told.append(
                f"for the shoe as it stands, with {self.left} cards; {sum(self.stock.cards)} have not been seen to leave it"
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
        """The edge if the line is played otherwise."""
        line = self.line_of(proof.wager)
        choice = self.game.choice
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
        prices = Prices(self.game, proof.wager)
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
    """The ways of each row that can happen, and how often."""
    found: dict[str, int] = {}
    for label, ways in zip(labels, weights[cells].tolist(), strict=True):
        if ways:
            found[label] = found.get(label, 0) + ways
    return found


def _rows(prices: Prices, ways: Mapping[str, int], stake: Amount) -> tuple[OutcomeRow, ...]:
    total = sum(ways.values())
    rows = []
    for row, number in ways.items():
        outcome = prices.game.outcome(prices.name, row)
        rows.append(OutcomeRow(row, outcome.odds, number, total, prices.net(row, stake), outcome.result))
    return tuple(sorted(rows, key=lambda row: (-row.net, row.row)))


def _rounding_note(prices: Prices, ways: Mapping[str, int], stake: Amount, even: Amount) -> tuple[str, ...]:
    """Where the rounding of payments, and not their odds, makes part of the edge."""
    total = sum(ways.values())
    here, there = (
        -Fraction(sum(number * prices.net(row, one) for row, number in ways.items()), total * one)
        for one in (stake, even)
    )
    if here == there:
        return ()
    return (
        f"payments on {show_amount(stake)} do not come out even: with {show_amount(even)}, which is paid exactly, the edge is {float(there) * 100:.4g} %",
    )
