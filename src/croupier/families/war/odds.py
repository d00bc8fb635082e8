"""The proof of casino war.

Every order of two cards is weighed, and of two more after a tie, with the better choice for each rank.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from croupier.equipment.money import Amount, show_amount
from croupier.errors import PartOfProof
from croupier.families.cards.proving import cards_to_prove, checked, least_even
from croupier.families.war.ends import LOSE, ROWS, SURRENDER, WAR_LOSE, WAR_TIE, WAR_WIN, WIN, compare, end_of
from croupier.families.war.prices import MAIN, TIE, WAR
from croupier.families.war.round import War
from croupier.prove.proof import OutcomeRow, WagerProof

CARDS = 4
"""Cards of a round that goes to war, without burnt ones."""
OF_WAR = {WAR_WIN: "win", WAR_TIE: "tie", WAR_LOSE: "lose"}
"""The row of the war wager, by the end of the first wager."""

Goes = tuple[bool, ...]
"""Whether a tie of each rank goes to war."""


def prove_all(
    game: War,
    wagers: Iterable[str] | None = None,
    stake: Amount | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[WagerProof]:
    """Prove the first wager, with the war that may follow it, and the tie wager."""
    odds = WarOdds(game, before)
    return [odds.prove(name, stake) for name in (offered(game) if wagers is None else wagers)]


def offered(game: War) -> list[str]:
    """List the wagers that are made before the deal."""
    return [
        game.named[kind]
        for kind in (MAIN, TIE)
        if kind in game.named and game.ruleset.offered(game.named[kind])
    ]


def longest(game: War) -> int:
    """Count the cards of the longest round of one box."""
    contest = game.contest
    return CARDS + contest.burns * (2 if contest.burns_each else 1)


@dataclass(frozen=True)
class WarOdds:
    """The odds of casino war for one box, from the shoe as `before` leaves it."""

    game: War
    before: Mapping[str, Any] | None = None

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Count the cards that may be in the shoe, by rank from the lowest.

        Any of them may have left it unseen.
        """
        game = self.game
        found = [0] * len(game.ranks)
        for card, number in cards_to_prove(game, game.shoe, self.before, longest(game)).items():
            found[game.ranks.index(card[0])] += number
        return tuple(found)

    @cached_property
    def firsts(self) -> dict[int, int]:
        """Count the orders of two cards in which the player's card is higher, or lower."""
        found = {1: 0, -1: 0}
        for player, many in enumerate(self.counts):
            for dealer, more in enumerate(self.counts):
                if player != dealer:
                    found[compare(player, dealer)] += many * more
        return found

    @cached_property
    def ties(self) -> tuple[int, ...]:
        """Count the orders of two cards in which both are of a rank, for each rank."""
        return tuple(count * (count - 1) for count in self.counts)

    @cached_property
    def wars(self) -> tuple[dict[int, int], ...]:
        """Count the orders of two more cards that lead to each end of a war, by the rank of the tie."""
        found = []
        for tied in range(len(self.counts)):
            left = [count - 2 * (rank == tied) for rank, count in enumerate(self.counts)]
            ends = {WAR_WIN: 0, WAR_TIE: 0, WAR_LOSE: 0}
            for player, many in enumerate(left):
                for dealer, more in enumerate(left):
                    ends[end_of(0, True, compare(player, dealer))] += many * (more - (player == dealer))
            found.append(ends)
        return tuple(found)

    @property
    def seconds(self) -> int:
        """Count the orders of the two cards that follow."""
        left = sum(self.counts) - 2
        return left * (left - 1)

    # Money.

    def net(self, end: int, stake: Amount) -> Amount:
        """Return the net of an end on the first wager and the war wager together."""
        named, prices = self.game.named, self.game.prices
        first = prices.net(named[MAIN], ROWS[end], stake)
        return first + prices.net(named[WAR], OF_WAR[end], stake) if end in OF_WAR else first

    def even_stake(self, name: str) -> Amount:
        """Return the least stake in whole units that needs no rounding."""
        named, prices = self.game.named, self.game.prices
        names = [name, named[WAR]] if name == named[MAIN] else [name]

        def is_even(stake: Amount) -> bool:
            paid = all(prices.is_even(one, row, stake) for one in names for row in prices.settled_rows(one))
            return paid and (name != named[MAIN] or prices.half_rounding().is_even(Fraction(stake, 2)))

        return least_even(is_even)

    # The choice.

    def best(self, stake: Amount) -> Goes:
        """Say for a tie of each rank whether war beats surrender. Equal choices surrender."""
        if not self.game.prices.may_surrender:
            return (True,) * len(self.counts)
        half = self.seconds * self.net(SURRENDER, stake)
        return tuple(
            sum(ways * self.net(end, stake) for end, ways in ends.items()) > half for ends in self.wars
        )

    def _words(self, goes: Goes) -> str:
        if not self.game.prices.may_surrender:
            return "go to war on every tie: there is no surrender"
        known = [(rank, go) for rank, go, ways in zip(self.game.ranks, goes, self.ties, strict=True) if ways]
        if all(go for _, go in known):
            return "go to war on every tie"
        if not any(go for _, go in known):
            return "surrender on every tie"
        ranks = ", ".join(rank for rank, go in reversed(known) if go)
        return f"go to war on a tie of {ranks}; surrender on every other"

    # The proof.

    def ways(self, goes: Goes) -> dict[int, int]:
        """Count the orders of four cards that lead to each end."""
        found = {
            WIN: self.firsts[1] * self.seconds,
            LOSE: self.firsts[-1] * self.seconds,
            SURRENDER: 0,
            WAR_WIN: 0,
            WAR_TIE: 0,
            WAR_LOSE: 0,
        }
        for go, tied, ends in zip(goes, self.ties, self.wars, strict=True):
            if not go:
                found[SURRENDER] += tied * self.seconds
            else:
                for end, ways in ends.items():
                    found[end] += tied * ways
        return {end: ways for end, ways in found.items() if ways}

    def main_rows(self, goes: Goes, stake: Amount) -> tuple[OutcomeRow, ...]:
        """Return the rows of the first wager, with the war added."""
        named, outcome, ways = self.game.named, self.game.prices.outcome, self.ways(goes)
        total = sum(ways.values())
        rows = []
        for end, number in ways.items():
            net, first = self.net(end, stake), outcome(named[MAIN], ROWS[end])
            result: str = first.result
            pays = first.odds
            if end in OF_WAR:
                result = "win" if net > 0 else "lose" if net < 0 else "push"
                pays = " + ".join(filter(None, (pays, outcome(named[WAR], OF_WAR[end]).odds)))
            rows.append(OutcomeRow(ROWS[end], pays, number, total, net, result))
        return tuple(sorted(rows, key=lambda row: (-row.net, row.row)))

    def tie_rows(self, name: str, stake: Amount) -> tuple[OutcomeRow, ...]:
        """Return the rows of a wager on a tie of the first cards."""
        prices = self.game.prices
        won, lost = sum(self.ties), sum(self.firsts.values())
        found = (("win", won), ("lose", lost))
        return tuple(
            OutcomeRow(
                row, prices.outcome(name, row).odds, ways, won + lost, prices.net(name, row, stake), row
            )
            for row, ways in found
            if ways
        )

    def prove(self, name: str, asked: Amount | None = None) -> WagerProof:
        """Prove a wager, for a stake or the least one that is paid exactly."""
        started = time.perf_counter()
        game = self.game
        kind = game.prices.kind(name)
        if kind not in (MAIN, TIE):
            raise PartOfProof(name, game.named[MAIN], "is made later in the round")
        stake = checked(asked) or self.even_stake(name)
        goes = self.best(stake)
        proof = WagerProof(
            wager=name,
            example=name,
            stake=stake,
            charge=0,
            rows=self.main_rows(goes, stake) if kind == MAIN else self.tie_rows(name, stake),
            start=game.normal(self.before) if self.before else {},
            draws=Fraction(1),
            notes=self._notes(kind, stake),
        )
        if kind == MAIN:
            ways = self.ways(goes)
            later = Fraction(stake * sum(ways.get(end, 0) for end in OF_WAR), sum(ways.values()))
            proof = replace(proof, strategy=self._words(goes), later=later, others=self._others(proof, goes))
        return replace(proof, seconds=time.perf_counter() - started)

    def _others(self, proof: WagerProof, goes: Goes) -> tuple[tuple[str, Fraction], ...]:
        """Return the edge of always choosing the same."""
        found = []
        always: tuple[tuple[str, bool], ...] = (
            ("surrendering on every tie", False),
            ("going to war on every tie", True),
        )
        for words, go in always if self.game.prices.may_surrender else ():
            edge = replace(proof, rows=self.main_rows((go,) * len(goes), proof.stake)).edge
            if edge != proof.edge:
                found.append((f"{proof.wager}, {words}", edge))
        return tuple(found)

    def _notes(self, kind: str, stake: Amount) -> tuple[str, ...]:
        """Say what the rounding of an odd half does, and what a wager on a tie in the war costs."""
        game, prices, notes = self.game, self.game.prices, []
        even = prices.half_rounding().is_even(Fraction(stake, 2))
        if kind == MAIN and prices.may_surrender and not even:
            lost = show_amount(-self.net(SURRENDER, stake))
            notes.append(f"half of {show_amount(stake)} does not come out even: {lost} is lost on surrender")
        more = game.named.get("war-tie", "")
        if kind == MAIN and more and game.ruleset.offered(more):
            again = sum(tied * ends[WAR_TIE] for tied, ends in zip(self.ties, self.wars, strict=True))
            chance = Fraction(again, sum(self.ties) * self.seconds)
            edge = 1 - chance * (1 + prices.price(more, "win").winnings(1))
            notes.append(
                f"a {more} wager made with the war is a wager of its own: "
                f"it wins {chance}, an edge of {float(edge) * 100:.4f} %"
            )
        return tuple(notes)
