"""What hands are worth at a street game: how a wager ranks cards, and by which rows it may end."""

from __future__ import annotations

from itertools import product

from croupier.cache import Cache
from croupier.families.streets.hands import (
    COMMON,
    EQUAL,
    HIGHER,
    LOWER,
    NOBODY,
    OF_DEALER,
    READERS,
    End,
    ranking_named,
    reader_rows,
    rows_of,
    threshold,
)
from croupier.families.streets.rules import StreetSetup, StreetWager
from croupier.families.streets.state import FORFEIT, FOULED
from croupier.ranking.poker import Hand, Ranking, at_least
from croupier.rulebook.ruleset import Pay, Ruleset
from croupier.table.parts.pricing import LOSE, CardPrices

SPENDS_STAKE = ("share", "amount", "times")
"""How prizes of a meter are written that are the whole payment."""
SIDES = ("side", "either", "insurance", "insurance-raise")


class StreetPrices(CardPrices):
    """Prices by hands: a wager is settled by the highest row that its hand reaches."""

    def __init__(self, ruleset: Ruleset[StreetWager, StreetSetup]) -> None:
        self.setup = ruleset.setup
        self.hands = ruleset.setup.hands
        named = ruleset.readings.get(self.hands.ranking_by, self.hands.ranking)
        self._instead: dict[str, str] = {}
        """In place of a named ranking, another."""
        for when, others in self.hands.rankings.items():
            self._instead |= others if ruleset.holds(when) else {}
        named = self._instead.get(named, named)
        self.ranking = ranking_named(named, f"{ruleset.file}: setup.hands")
        self.least = threshold(self.ranking, self.hands.qualify) if self.hands.qualify else None
        """The least hand for the dealer to qualify. None where any will do."""
        self._wagers: dict[str, StreetWager] = {name: ruleset.wager(name)[0] for name in ruleset.names}
        self._rankings: Cache[str, Ranking] = Cache()
        self.is_capped = any(wager.cap is not None for wager in self._wagers.values())
        """Whether some wager has a most that is paid."""
        super().__init__(ruleset, self._rows)

    # Wagers.

    def wager(self, name: str) -> StreetWager:
        """Return the row of a wager."""
        found = self._wagers.get(name)
        return self.ruleset.wager(name)[0] if found is None else found

    def kind_of(self, name: str) -> str:
        """Return the kind of a wager: what decides it."""
        return self.wager(name).kind

    def ranking_of(self, name: str) -> Ranking:
        """Return how a wager ranks the hand that it reads."""
        found = self._rankings.get(name)
        if found is None:
            by = self.wager(name).by
            usual = not by or by in READERS
            named = self.ranking if usual else self._by_name(self._instead.get(by, by), name)
            found = self._rankings.keep(name, named)
        return found

    def _by_name(self, ranking: str, name: str) -> Ranking:
        return ranking_named(ranking, f"{self.ruleset.file}: wagers.{name}")

    def spends_stake(self, name: str, pay: Pay) -> bool:
        """Whether a prize of a meter is the whole payment, and the stake does not come back beside it."""
        row = self.wager(name).meter
        back = row is not None and bool(row.stake_back) and self.ruleset.holds(row.stake_back)
        return pay.kind in SPENDS_STAKE and not back

    def survives(self, name: str) -> bool:
        """Whether a wager stands when the hand is folded."""
        text = self.wager(name).survives
        return text == "always" or (bool(text) and self.ruleset.holds(text))

    def qualifies(self, dealer: Hand | None) -> bool:
        """Whether the dealer plays."""
        return dealer is None or self.least is None or dealer.key >= self.least.key

    # Rows.

    def _rows(self, name: str) -> frozenset[str]:
        """Return the rows of every end, and the hands that the wager's own prices name."""
        wager = self.wager(name)
        if wager.by in READERS:
            return COMMON | reader_rows(wager.by)
        ranking, written = self.ranking_of(name), self.ruleset.tables.get(wager.table)
        choices = (row for rows in written.choices.values() for row in rows) if written else ()
        lines = [*written.rows, *written.minimum, *choices] if written else []
        said = {str(on) for line in lines for on in (line.on if isinstance(line.on, list) else [line.on])}
        said |= {*wager.push, *wager.lose}
        return COMMON | {row for row in said if threshold(ranking, row.removeprefix(OF_DEALER)) is not None}

    def row_of(self, name: str, end: End) -> str:
        """Return the row that settles a wager at this end of its hand."""
        known = self.known_rows(name)
        return self.chosen(name, rows_of(self.wager(name), self.ranking_of(name), known, end))

    def settled_rows(self, name: str) -> frozenset[str]:
        """Return the rows that some end comes to.

        Of a wager with a row of its own for every loss, the common one is none of them.
        """
        wager = self.wager(name)
        if wager.by in READERS:
            return super().settled_rows(name)
        found = {self.row_of(name, end) for end in self._ends(name)}
        return frozenset(found - {LOSE} if wager.kind == "bonus" else found)

    def _ends(self, name: str) -> list[End]:
        """List an example of every end that the wager may tell apart."""
        known, ranking, rules = self.known_rows(name), self.ranking_of(name), self.ruleset
        ordered = {order for one in rules.irregularities.values() for row in one.rows for order in row.ruling}
        lowest = at_least(ranking, ranking.order[0])
        of_dealer = [row.removeprefix(OF_DEALER) for row in known if row.startswith(OF_DEALER)]
        hands = [lowest, *(least for row in known if (least := threshold(ranking, row)) is not None)]
        dealers = [lowest, *(least for row in of_dealer if (least := threshold(ranking, row)) is not None)]
        ends = [End(folded=True)] if self._may_be_folded(name) and not self.survives(name) else []
        ends += [End(forfeited=True)] if FORFEIT in ordered else []
        compared = self.kind_of(name) in ("main", "raise") and self.hands.dealer
        for own, dealer, against, qualified, fouled in product(
            hands, dealers, (HIGHER, EQUAL, LOWER), (True, False), (False, True)
        ):
            if (qualified or self.hands.qualify) and (not fouled or FOULED in ordered):
                compare = against if compared else NOBODY
                ends.append(End(compare, qualified, fouled=fouled, own=own, dealer=dealer))
        return ends

    def _may_be_folded(self, name: str) -> bool:
        """Whether a fold can find the wager on the table: a raise only on a later street that asks again."""
        streets = self.setup.streets
        made = [at for at, street in enumerate(streets) if any(act.adds == name for act in street.acts)]
        asked = [
            street
            for at, street in enumerate(streets)
            if street.unless != name and (not made or at > made[0])
        ]
        return any(act.folds for street in asked for act in street.acts)
