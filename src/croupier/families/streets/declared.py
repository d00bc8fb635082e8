"""A game declared for the provers.

The declaration has the states of the stakes, the kinds of hands, the bands of the dealer's hand, and the net
result of every end. A group of wagers is solved together: the wagers of the game itself with all raises, or
an insurance with its own. Every net comes from the table's own rows and prices.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from croupier.equipment.money import Amount
from croupier.families.streets.caps import Within
from croupier.families.streets.hands import (
    BOTH_FOULED,
    EQUAL,
    FOULED,
    HIGHER,
    LOWER,
    NOBODY,
    OF_DEALER,
    QUALIFIES,
    End,
    threshold,
)
from croupier.families.streets.round import Streets
from croupier.families.streets.rules import ActRow, StreetRow
from croupier.prove.streets import Act, Ask, Street
from croupier.ranking.bulk import Tables, tables
from croupier.ranking.poker import ASCENDING

AGAINST = (LOWER, EQUAL, HIGHER)
"""How the player's hand compares, in the order of the provers."""
Asked = dict[int, list[tuple[ActRow, int, int, str]]]
"""On one street, by state: each act, the multiple that it raises by, the state it leads to, its name."""


@dataclass(frozen=True)
class Stakes:
    """A player's stakes: each wager as a multiple of the first stake, and whether he has folded."""

    laid: tuple[tuple[str, int], ...]
    folded: bool = False
    acts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """How it came about, in words."""
        return ", ".join(self.acts) or "dealt"

    def after(self, row: ActRow, times: int, told: str) -> Stakes:
        """Return the state after an act."""
        laid = dict(self.laid)
        if row.adds:
            laid[row.adds] = times * laid[row.of]
        if row.takes_back:
            laid.pop(row.takes_back, None)
        return Stakes(tuple(laid.items()), self.folded or row.folds, (*self.acts, told))


@dataclass(frozen=True)
class Declared:
    """One group of wagers of a game, for a first stake."""

    game: Streets
    wagers: tuple[str, ...]
    """Those made before the deal."""
    stake: Amount
    deck: tuple[int, ...] = tuple(range(52))

    # Wagers.

    @cached_property
    def streets(self) -> list[StreetRow]:
        """The streets on which these wagers decide something."""
        return [
            row
            for row in self.game.setup.streets
            if self.game.ruleset.holds(row.when)
            and (row.has or self.game.setup.base) in self.wagers
            and any(act.adds or act.takes_back or act.folds for act in row.acts)
        ]

    @cached_property
    def later(self) -> tuple[str, ...]:
        """Wagers that an act makes."""
        return tuple(dict.fromkeys(act.adds for street in self.streets for act in street.acts if act.adds))

    @cached_property
    def bonuses(self) -> tuple[str, ...]:
        """Bonuses paid on the stakes of these wagers."""
        rules = self.game.ruleset
        return tuple(
            name
            for name in rules.names
            if rules.wager(name)[0].kind == "bonus"
            and rules.wager(name)[0].on in (*self.wagers, *self.later)
            and rules.offered(name)
        )

    def _thresholds(self, prefix: str = "") -> set[str]:
        """Return the hands that the rows of these wagers name."""
        found = set()
        for name in (*self.wagers, *self.later, *self.bonuses):
            rows = (
                row
                for row in self.game.prices.known_rows(name)
                if row.startswith(OF_DEALER) == bool(prefix) and row not in (FOULED, BOTH_FOULED, QUALIFIES)
            )
            found |= {
                row.removeprefix(prefix)
                for row in rows
                if threshold(self.game.prices.ranking, row.removeprefix(prefix)) is not None
            }
        return found

    @cached_property
    def table(self) -> Tables:
        """How hands are ranked, as numbers."""
        return tables(self.game.prices.ranking, self.game.hands.own + self.board, self.game.packs.decks)

    @property
    def board(self) -> int:
        """The community cards that belong to the hands."""
        return 0 if self.game.hands.board_apart else self.game.hands.board

    def _bands(self, texts: Iterable[str]) -> list[tuple[int, str]]:
        """Return the thresholds by value, ascending, one for each value."""
        by_value = {self.table.value_of(text): text for text in texts}
        return sorted((value, text) for value, text in by_value.items() if 0 < value < self.table.count)

    @cached_property
    def kinds(self) -> list[tuple[int, str]]:
        """The thresholds between own hands."""
        return self._bands(self._thresholds())

    @cached_property
    def bands(self) -> list[tuple[int, str]]:
        """The thresholds between the dealer's hands: to qualify, and those that a wager reads."""
        if not self.game.hands.dealer:
            return []
        either = {
            row
            for name in self.wagers
            if self.game.prices.kind_of(name) == "either"
            for row in self.game.prices.known_rows(name)
            if threshold(self.game.prices.ranking, row) is not None
        }
        qualify = {self.game.hands.qualify} - {""}
        return self._bands({*qualify, *either, *self._thresholds(OF_DEALER)})

    # The tree of the stakes.

    @cached_property
    def tree(self) -> tuple[list[Stakes], list[Asked]]:
        """Every state of the stakes; and for each street, by state, the acts and where they lead."""
        states = [Stakes(tuple((name, 1) for name in self.wagers))]
        asks: list[Asked] = []
        here = [0]
        for street in self.streets:
            asked: Asked = {}
            next_: list[int] = []
            for at in here:
                now = states[at]
                if now.folded or (street.unless and street.unless in dict(now.laid)):
                    next_.append(at)
                    continue
                for row, times in self._acts(street):
                    told = f"{row.act} {times}x" if row.adds and len(row.times) > 1 else row.act
                    after = now.after(row, times, told)
                    if after not in states:
                        states.append(after)
                    asked.setdefault(at, []).append((row, times, states.index(after), told))
                    next_.append(states.index(after))
            asks.append(asked)
            here = list(dict.fromkeys(next_))
        return states, asks

    def _acts(self, street: StreetRow) -> list[tuple[ActRow, int]]:
        """Return the acts of a street, the largest bet first.

        Of acts worth the same the solver takes the first.
        """
        found = []
        for row in street.acts:
            # A fold that keeps a side wager is, for the game itself, a fold like another.
            if self.game.ruleset.holds(row.when) and not row.keeps:
                found += [(row, times) for times in self._sizes(row)] if row.adds else [(row, 0)]
        # What is put up, then what lies, then what is given up.
        return sorted(found, key=lambda act: (-act[1], bool(act[0].takes_back), act[0].folds))

    def _sizes(self, row: ActRow) -> list[int]:
        """Return the multiples that a raise may be, the largest first: none that the limits refuse."""
        rules, bound = self.game.ruleset, self.game.setup.bound_raises
        sizes = sorted(row.times, reverse=True)
        if not bound or not rules.holds(bound):
            return sizes
        wager = rules.wager(row.adds)[0]
        return [size for size in sizes if self.game.limits.allow(row.adds, wager, size * self.stake)]

    # What every end nets.

    def end(self, state: Stakes, kind: int, band: int, against: str) -> End:
        """Return an end as the table knows it."""
        own = self.table.hands[self.kinds[kind - 1][0] if kind else 0]
        dealer = self.table.hands[self.bands[band - 1][0] if band else 0]
        if not self.game.hands.dealer:
            return End(NOBODY, folded=state.folded, own=own)
        return End(against, self.game.prices.qualifies(dealer), folded=state.folded, own=own, dealer=dealer)

    def rows(self, state: Stakes, kind: int, band: int, against: str) -> tuple[tuple[str, str, Amount], ...]:
        """Return the wagers that lie there, each with the row that settles it and its stake."""
        prices, end = self.game.prices, self.end(state, kind, band, against)
        found = []
        for name, times in state.laid:
            stands = state.folded and prices.survives(name)
            mine = End(
                end.compare if prices.kind_of(name) in ("main", "raise") else NOBODY,
                end.qualified,
                end.folded and not stands,
                own=end.own,
                dealer=end.dealer,
            )
            found.append((name, prices.row_of(name, mine), times * self.stake))
        if not state.folded:
            for name in self.bonuses:
                times = dict(state.laid).get(prices.wager(name).on, 0)
                row = prices.row_of(name, End(own=end.own))
                if times and row != "lose":
                    found.append((name, row, times * self.stake))
        return tuple(found)

    def net(self, rows: Iterable[tuple[str, str, Amount]]) -> Amount:
        """Return the net of these rows together: each one rounded, none above the table's maximum payment."""
        within = Within(self.game.prices)
        return sum(within.net(name, row, stake) for name, row, stake in rows)

    @cached_property
    def pays(self) -> NDArray[np.int64]:
        """The net of every end, as the provers read it."""
        states, _ = self.tree
        against = AGAINST if self.game.hands.dealer else (NOBODY,)
        found = np.zeros((len(states), len(self.kinds) + 1, len(self.bands) + 1, len(against)), np.int64)
        for at, state in enumerate(states):
            for kind, band, column in product(
                range(found.shape[1]), range(found.shape[2]), range(found.shape[3])
            ):
                found[at, kind, band, column] = self.net(self.rows(state, kind, band, against[column]))
        return found

    # The declaration.

    @cached_property
    def street(self) -> Street:
        """The problem for the provers."""
        hands = self.game.hands
        states, tree = self.tree
        asks = []
        for row, asked in zip(self.streets, tree, strict=True):
            acts = {
                at: tuple(
                    self._act(row, street_act, times, to, told) for street_act, times, to, told in found
                )
                for at, found in asked.items()
            }
            asks.append(Ask(own=hands.own, board=row.board, up=int(bool(hands.up)), acts=acts))
        return Street(
            own=hands.own,
            board=self.board,
            dealer=hands.dealer,
            up=int(bool(hands.up)),
            asks=tuple(asks),
            states=tuple(state.name for state in states),
            ranking=self.game.prices.ranking.name,
            own_bands=tuple(value for value, _ in self.kinds),
            bands=tuple(value for value, _ in self.bands),
            pays=self.pays,
            deck=self.deck,
            decks=self.game.packs.decks,
        )

    def _act(self, street: StreetRow, row: ActRow, times: int, to: int, told: str) -> Act:
        needs = self.table.value_of(row.needs) if row.needs and row.adds and times > row.times[0] else 0
        up = (
            frozenset(ASCENDING.index(rank) for rank in street.upcard) if street.upcard and row.adds else None
        )
        return Act(told, to, needs, up)


def groups(game: Streets) -> list[tuple[str, ...]]:
    """Return the wagers that are solved together: those of the game itself, then each insurance."""
    rules = game.ruleset
    mine = [
        name
        for name in rules.names
        if rules.offered(name) and game.prices.kind_of(name) in ("main", "either")
    ]
    together = {name for row in game.setup.equal for name in row.wagers}
    base = [
        name for name in mine if name == game.setup.base or name in together or rules.wager(name)[0].equal_to
    ]
    found = [tuple(base)] if base else []
    alone = [(name,) for name in mine if name not in base]
    return [
        *found,
        *alone,
        *(
            (name,)
            for name in rules.names
            if game.prices.kind_of(name) == "insurance" and rules.offered(name)
        ),
    ]
