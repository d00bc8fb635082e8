"""Rounds of a simulation, played again at the real table:
the same cards in the order of the deal, the same acts, settled in lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.money import show_amount
from croupier.families.cards.proving import least_even
from croupier.families.streets.caps import Within
from croupier.families.streets.declared import AGAINST, Declared
from croupier.families.streets.hands import FOLDED, NOBODY
from croupier.families.streets.kernel import Pass, Planned, pack_of, passes
from croupier.families.streets.round import Streets
from croupier.families.streets.simulation.deals import Played
from croupier.families.streets.simulation.hands import Counter, Ends, Rows, Sorts, StreetRounds
from croupier.families.streets.solver.solving import method_of
from croupier.families.streets.state import BOARD, DEALER
from croupier.prove.hands import alike, values
from croupier.prove.streets import Solution
from croupier.ranking.poker import card
from croupier.table.table import Table

BANKER = "7"


@dataclass
class Wild(Planned):
    """A player who does anything that is allowed: every state is reached, and with every hand.

    Players of other seeds do otherwise.
    """

    seed: int = 7

    def solved(self, group: tuple[str, ...], stake: int) -> Any:
        if (group, stake) not in self._solved:
            declared = self.declared(group, stake)
            self._solved[group, stake] = (
                declared,
                Solution(
                    np.zeros(declared.street.pays.shape, np.int64),
                    1,
                    0,
                    wild_plans(declared, self.game, self.seed),
                    0.0,
                ),
                None,
            )
        return self._solved[group, stake]


def wild_plans(declared: Declared, game: Streets, seed: int) -> tuple[Any, ...]:
    """Plans by chance, of the shapes that the provers give them."""
    street, chance = declared.street, np.random.default_rng(seed)
    method = game.setup.method or method_of(street)
    found: list[Any] = []
    for ask in street.asks:
        states = sorted(ask.acts)
        most = {state: len(ask.acts[state]) for state in states}
        if method == "stud":
            again = street.decks > 1
            classes = alike(street.deck, street.own, again)
            own = values(street.ranking, street.deck, street.own, street.decks)[classes.first]
            plan = np.zeros((len(own), len(street.deck) if street.up else 1), np.int8)
            acts = ask.acts[0]
            worth = chance.random((len(acts), *plan.shape))
            for number, act in enumerate(acts):
                worth[number, own < act.needs] = -1
                if act.upcards is not None:
                    worth[
                        number, :, [at for at, one in enumerate(street.deck) if one // 4 not in act.upcards]
                    ] = -1
            found.append(worth.argmax(axis=0).astype(np.int8))
        elif method == "table":
            sets = len(values(street.ranking, street.deck, 5)) if ask.own + ask.board == 5 else None
            number = sets or int(
                np.prod(range(52 - ask.own - ask.board + 1, 53)) // np.prod(range(1, ask.own + ask.board + 1))
            )
            plan = np.full((len(street.states), number), -1, np.int8)
            for state in states:
                plan[state] = chance.integers(0, most[state], number)
            found.append(plan)
        else:
            boards = len(alike(street.deck, ask.board).hands) if ask.board else 1
            found.append(
                np.stack([chance.integers(0, most[state], (boards, 1326), dtype=np.int8) for state in states])
            )
    return tuple(found)


def cells_of(counter: Counter, played: Played) -> NDArray[np.int64]:
    """Return the place of the count that each round adds to."""
    if isinstance(counter, Ends):
        own, (_, kinds, bands, compares) = played.values(counter.own).astype(np.int64), counter.shape
        found: NDArray[np.int64] = played.states.astype(np.int64) * kinds + counter.kind_of[own]
        if counter.dealer is None:
            return found
        dealer = played.values(counter.dealer).astype(np.int64)
        found = (found * bands + counter.band_of[dealer]) * compares + 1 + np.sign(own - dealer)
        return found
    if isinstance(counter, Rows):
        rows = counter.row_of[played.values(counter.hand)]
        return np.where(counter.folded[played.states], counter.rows, rows).astype(np.int64)
    assert isinstance(counter, Sorts)
    return counter.cells(played)


@dataclass
class Beside:
    """A simulation of all wagers of a game beside its table."""

    game: Streets
    odds: Planned

    def __post_init__(self) -> None:
        self.pack = pack_of(self.game)
        self.names = self.odds.firsts()
        self.passes: list[Pass] = passes(self.odds, self.names, None, self.pack)
        self.stakes = {name: self._stake(name) for name in self.names}

    def _stake(self, name: str) -> int:
        group, game = self.odds.group_of(name), self.game
        if group:
            return self.odds.even_stake(group)
        return least_even(
            lambda stake: all(game.prices.is_even(name, row, stake) for row in game.prices.settled_rows(name))
        )

    def works(self, rounds: int, seed: int) -> list[StreetRounds]:
        """What the simulation runs."""
        return [one.work(self.pack, rounds, seed) for one in self.passes]

    def check(self, cards: NDArray[np.uint8], played: list[Played], row: int) -> dict[str, str]:
        """Play one round at the table; every wager must net what the simulation counts it as.

        The row of each wager.
        """
        acts: dict[str, tuple[str, bool]] = {}
        expected: dict[str, int] = {}
        rows: dict[str, str] = {}
        for one, work, seen in zip(self.passes, self.works(1, 1), played, strict=True):
            counters = list(work.counters)
            if one.first and one.declared is not None:
                cell = np.unravel_index(
                    int(cells_of(counters.pop(0), seen)[row]), one.declared.street.pays.shape
                )
                state, kind, band, column = map(int, cell)
                against = AGAINST if self.game.hands.dealer else (NOBODY,)
                ends = one.declared.rows(one.declared.tree[0][state], kind, band, against[column])
                within = Within(one.declared.game.prices)
                for name, on, stake in ends:
                    expected[name] = expected.get(name, 0) + within.net(name, on, stake)
                rows[one.first] = self.odds.label(one.declared.tree[0][state].name, ends)
            if one.declared is not None:
                acts |= acts_of(one.declared, int(seen.states[row]), self.names)
            for side, counter in zip(one.sides, counters, strict=True):
                on = side.rows[int(cells_of(counter, seen)[row])]
                rows[side.wager] = on
                expected[side.wager] = self.odds.prize(side.wager, on, self.stakes[side.wager])[0]
        self._settles(cards[row], acts, expected, rows)
        return rows

    def _settles(
        self,
        cards: NDArray[np.uint8],
        acts: dict[str, tuple[str, bool]],
        expected: dict[str, int],
        rows: dict[str, str],
    ) -> None:
        game = self.game
        table = Table(game, {})
        if game.bank.player_banked:
            table.apply(f"{BANKER} bank 100000000")
        for name in self.names:
            for wager in self.odds.group_of(name) or (name,):
                table.apply(f"1 bet {wager} {show_amount(self.stakes[name])}")
        hands = {
            part: [card(int(cards[column])) for column in self.pack.columns(part)]
            for part in ("own", "board", "dealer")
        }
        if game.hands.up:  # the first column of the dealer's is the card that is shown
            first = hands["dealer"].pop(0)
            hands["dealer"].insert(game.hands.up - 1, first)
        left = {"1": hands["own"], DEALER: hands["dealer"], BOARD: hands["board"]}
        spare = [one for one in table.audit() if one not in {card(int(number)) for number in cards}]
        for place, _ in game.deal.sequence(table.play, ["1"]):
            table.apply(f"deal {left[place].pop(0) if place in left else spare.pop()}")
        while not table.over:
            asked = table.asked
            street = next((name for name in acts if asked.startswith(name)), None)
            if any(question.who == "1" and question.allowed() for question in table.pending) and street:
                table.apply(acts.pop(street)[0])
            else:
                assert table.draw_wanted, (asked, acts)
                table.apply(f"deal {left[BOARD].pop(0)}")
        shown = " ".join(
            f"{part} {' '.join(card(int(cards[column])) for column in self.pack.columns(part))}"
            for part in ("own", "board", "dealer")
        )
        assert not any(adds for _, adds in acts.values()), (shown, acts, "was not asked")
        nets: dict[str, int] = {}
        for line in table.lines:
            if line.seat == "1":
                nets[line.wager] = nets.get(line.wager, 0) + line.net
        told = "; ".join(map(str, table.happened))
        for name in {*nets, *expected}:
            if name in game.jackpots.rows and rows.get(name) not in ("lose", FOLDED):
                assert nets.get(name, 0) >= expected.get(name, 0), (
                    shown,
                    told,
                    name,
                    nets,
                    expected,
                    rows,
                )  # the meter has this round's own stake in it
                continue
            assert nets.get(name, 0) == expected.get(name, 0), (shown, told, name, nets, expected, rows)


def acts_of(declared: Declared, leaf: int, made: list[str]) -> dict[str, tuple[str, bool]]:
    """The acts that lead to a state: by street the event, and whether it adds or takes anything.

    Who folds says so in the way that keeps most.
    """
    states, asks = declared.tree
    found: dict[str, tuple[str, bool]] = {}
    at, wanted = 0, states[leaf].acts
    for street, asked in zip(declared.streets, asks, strict=True):
        for row, times, to, _ in asked.get(at, []):
            if (
                states[to].acts == wanted[: len(states[to].acts)]
                and len(states[to].acts) == len(states[at].acts) + 1
            ):
                amount = (
                    f" {show_amount(times * dict(states[at].laid)[row.of] * declared.stake)}"
                    if row.adds
                    else ""
                )
                keeping = [
                    other
                    for other in street.acts
                    if row.folds and other.folds and set(other.keeps) & set(made)
                ]
                found[street.name] = (
                    f"1 {(keeping or [row])[0].act}{amount}",
                    bool(row.adds or row.takes_back or row.folds),
                )
                at = to
                break
    assert at == leaf
    return found


def unlikely_cards(beside: Beside, rounds: int, seed: int) -> NDArray[np.uint8]:
    """Cards of which few ranks or few suits are left on either side, so that what is rare comes often;
    no card comes twice.
    """
    chance = np.random.default_rng(seed)
    pack, size = beside.pack, len(beside.pack.cards)
    ranks, suits = pack.cards // 4, pack.cards % 4

    def fewer() -> NDArray[np.float64]:
        """[round, place]: what comes last in the order of the deal."""
        some_ranks = (
            chance.random((rounds, 14)).argsort(axis=1).argsort(axis=1)
            < chance.integers(1, 14, rounds)[:, None]
        )
        royal = chance.random(rounds) < 0.15
        some_ranks[royal] = np.arange(14) >= 8
        some_suits = (
            chance.random((rounds, 4)).argsort(axis=1).argsort(axis=1)
            < np.where(royal, 1, chance.integers(1, 5, rounds))[:, None]
        )
        found: NDArray[np.float64] = 2.0 * ~(
            some_ranks[:, ranks] & (some_suits[:, suits] | (pack.cards == 52))
        )
        return found

    order = chance.random((rounds, size))
    few = fewer()
    mine = order + np.where(chance.random(rounds) < 0.9, 1, 0)[:, None] * few
    own = mine.argsort(axis=1)[:, : pack.own + pack.board]
    own = np.take_along_axis(own, chance.random(own.shape).argsort(axis=1), axis=1)
    theirs = order[:, ::-1] + np.where(chance.random(rounds)[:, None] < 0.4, few, fewer())
    np.put_along_axis(theirs, own, 9.0, axis=1)
    return pack.cards[np.concatenate([own, theirs.argsort(axis=1)[:, : pack.dealer]], axis=1)]
