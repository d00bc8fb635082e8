"""When wagers on hands are settled: at once where the rules say so, else when the dealer's hand is done."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.families.twentyone.facts import FORFEIT, NATURAL
from croupier.families.twentyone.hands import (
    MOST,
    WAITING,
    Dealers,
    Mine,
    at_once_rows,
    is_natural,
    rows_of,
    wins_at_once,
)
from croupier.families.twentyone.holding import NOT_NATURAL, HandSlice, Holding, place_of
from croupier.families.twentyone.paying import Paying
from croupier.families.twentyone.sidewagers import SideWagers
from croupier.table.claims import Claim, Line, Standing
from croupier.table.parts.firstdeal import DEALER
from croupier.table.parts.pricing import LOSE, VOID
from croupier.table.play import Play


class Settling:
    """Settles wagers on hands, and insurance. Side wagers are settled beside them."""

    def __init__(self, holding: Holding, paying: Paying, sides: SideWagers) -> None:
        self.holding = holding
        self.rules = holding.rules
        self.setup = holding.setup
        self.paying = paying
        self.sides = sides
        dealer = self.setup.dealer
        looks = dealer.natural_clause == dealer.peek_clause and self.rules.hole != "peek"
        self._natural_clauses = () if looks else _cited(dealer.natural_clause)
        """By which a natural of the dealer decides; of a look at the hole card only where there is one."""

    # Naturals.

    def pay_naturals(self, play: Play, places: list[str]) -> None:
        """Pay a natural at once if the dealer cannot have one, or whatever the dealer has."""
        row, holding = self.setup.natural, self.holding
        if not row.at_once_clause or (self.rules.late and not self.rules.holds(row.early, empty=False)):
            return
        for place in places:
            if not holding.natural(play, place) or place in play.of(HandSlice).done:
                continue
            if row.always_at_once or (holding.upcard(play) and not holding.may_be_natural(play)):
                self._settle_now(play, place, (NATURAL, "win"), (row.clause, row.at_once_clause))
                self._is_done(play, place)
            else:
                play.clauses |= {row.clause, row.waits_clause} - {""}

    def _settle_now(self, play: Play, place: str, rows: tuple[str, ...], clauses: tuple[str, ...]) -> None:
        """Settle all wagers on a hand by the same rows."""
        why = self._shown(play, place)
        wagers = self.holding.on_hand_wagers(play, place)
        claims = [self.paying.hand_claim(one, rows, why, clauses) for one in wagers]
        if self.rules.late:
            self.paying.pay_from_bank(play, claims)
        else:
            self.paying.pay(play, claims)

    def pay_even_money(self, play: Play, who: str) -> None:
        """Pay a natural one to one; where everything waits for the end, in its turn."""
        row, holding, mine = self.setup.even_money, self.holding, play.of(HandSlice)
        assert row is not None
        mine.even_money = [*mine.even_money, who]
        play.clauses.add(row.clause)
        for standing in [] if self.rules.late else holding.naturals_of(play, who):
            place = place_of(standing.seat, standing.hand)
            if self.setup.switch:
                # The hand is paid and its cards are gone: nothing is left to change places with.
                mine.kept = [*mine.kept, standing.seat]
            rows = self.rules.even_money_rows()
            claim = self.paying.hand_claim(standing, rows, "even money for a natural", (row.clause,))
            self.paying.pay(play, [claim])
            if not holding.on_hand_wagers(play, place):
                self._is_done(play, place)

    # Hands that are decided.

    def _shown(self, play: Play, place: str) -> str:
        return _has(place, self.holding.cards_of(play, place))

    def _is_done(self, play: Play, place: str) -> None:
        """Note that a hand takes no more cards, and settle its side wagers that waited."""
        mine = play.of(HandSlice)
        if place not in mine.done:
            mine.done = [*mine.done, place]
        self.sides.settle_done(play, place)

    def finish(self, play: Play, place: str) -> None:
        """End a hand, and settle it now where the rules say so."""
        points = self.holding.count(play, place)[0]
        if self.rules.late:
            self._is_done(play, place)
        elif points > MOST:
            wagers = self.holding.on_hand_wagers(play, place)
            why, clauses = self._shown(play, place), _cited(self.setup.draw.bust_clause)
            lost = [one for one in wagers if not self._waits_over(one)]
            self.paying.pay(play, [self.paying.hand_claim(one, ("bust", LOSE), why, clauses) for one in lost])
            self._is_done(play, place)
        else:
            self._is_done(play, place)
            self._pay_at_once(play, place)

    def _pay_at_once(self, play: Play, place: str) -> None:
        """Pay a hand that wins before the dealer plays; an ace may not count alike for all who bet on it."""
        row, rules, holding = self.setup.at_once, self.rules, self.holding
        if row is None or holding.natural(play, place):
            return
        number, claims, won = holding.number(play, place), list[Claim](), list[Standing]()
        why = self._shown(play, place)
        for one in holding.on_hand_wagers(play, place):
            mine = holding.mine(play, place, one)
            if not wins_at_once(mine.points, number, rules.pays_21, rules.trick):
                continue
            clauses = _cited(row.clause if mine.points == MOST and rules.pays_21 else row.trick_clause)
            rows = at_once_rows(mine, rules.pays_21, rules.trick)
            claims.append(self.paying.hand_claim(one, rows, why, clauses))
            won.append(one)
        if won:
            self.sides.give_super_bonus(play, place, won)
            self.paying.pay(play, claims)

    def _waits_over(self, standing: Standing) -> bool:
        """Say whether a wager on a hand that went over still waits for the dealer."""
        return bool(WAITING & self.rules.prices.known_rows(standing.wager))

    def forfeit(self, play: Play, place: str, double: Standing) -> None:
        """Give the further wager back and take the first."""
        row, mine = self.setup.double, play.of(HandSlice)
        assert row is not None
        base = self.holding.base_of(play, place, double.person)
        why = "the doubled part is taken back, and the wager given up"
        play.withdraw(double, (row.rescue_clause,), why, "withdrawn")
        if base is not None:
            mine.forfeited = [*mine.forfeited, base.who]
            clauses = (row.rescue_clause,)
            claim = self.paying.hand_claim(base, (FORFEIT, LOSE), f"box {place} gives up", clauses)
            self.paying.pay(play, [claim])

    # The end.

    def settle_insurance(self, play: Play) -> None:
        """Settle insurance by the dealer's second card, before the dealer draws on."""
        if self.setup.insurance is not None and not self.rules.late and len(play.cards(DEALER)) > 1:
            self.paying.pay(play, self._insurance(play))

    def _insurance(self, play: Play) -> list[Claim]:
        row, cards = self.setup.insurance, play.cards(DEALER)
        if row is None:
            return []
        wagers = [one for one in play.wagers if one.wager == row.wager]
        if NOT_NATURAL in play.marks and self.rules.holds(row.back_when, empty=False):
            why = "the dealer cannot have a natural in this round: insurance goes back"
            ruled = (play.marks[NOT_NATURAL]["clause"],)
            return [self.rules.prices.claim(one, VOID, why, ruled) for one in wagers]
        won = is_natural(cards[:2])
        clauses, why = () if won else _cited(row.lost_clause), f"the dealer's second card is {cards[1]}"
        return [self.paying.claim(one, "win" if won else LOSE, why, clauses) for one in wagers]

    def settle_all(self, play: Play) -> None:
        """Settle everything that is left."""
        dealers, insurance = self.holding.dealers(play), self.setup.insurance
        claims = self._insurance(play) if self.rules.late and len(dealers.cards) > 1 else []
        if claims and insurance and self.rules.holds(insurance.before_hands, empty=False):
            self.paying.pay_from_bank(play, claims)
            claims = []
        shown = " ".join(dealers.cards) or "nothing"
        clauses = self._natural_clauses if dealers.natural else ()
        for standing in list(play.wagers):
            if not self.holding.is_on_hand(standing):
                claims += self.sides.claims_at_end(play, standing, dealers, shown)
                continue
            place = place_of(standing.seat, standing.hand)
            mine = self.holding.mine(play, place, standing)
            rows = self._end_rows(play, standing, mine, dealers)
            why = f"{_has(place, mine.cards)}, the dealer {shown}"
            cited = (*clauses, *self._first_alone(play, place, standing)) if dealers.natural else clauses
            claims.append(self.paying.hand_claim(standing, rows, why, cited))
        self.paying.pay(play, claims)

    def _first_alone(self, play: Play, place: str, standing: Standing) -> tuple[str, ...]:
        """Return the clauses by which a natural of the dealer takes no more than somebody's first wager.

        They speak of who doubled or split, and not of others on his box who laid nothing further.
        """
        double, split, mine = self.setup.double, self.setup.split, play.of(HandSlice)
        doubled = place in mine.doubled and self._further(play, standing, "double", standing.hand)
        parted = place in mine.split and self._further(play, standing, "split")
        return (
            *(_cited(double.natural_clause) if double and doubled else ()),
            *(_cited(split.natural_clause) if split and parted else ()),
        )

    def _further(self, play: Play, standing: Standing, kind: str, hand: str | None = None) -> bool:
        """Say whether who made a wager laid another of a kind on his box, still there or decided."""
        laid: list[Standing | Line] = [*play.wagers, *play.lines]
        return any(
            (one.seat, one.bettor) == (standing.seat, standing.bettor)
            and self.rules.kinds.get(one.wager) == kind
            and hand in (None, one.hand)
            for one in laid
        )

    def _end_rows(self, play: Play, standing: Standing, mine: Mine, dealers: Dealers) -> tuple[str, ...]:
        if standing.person in play.of(HandSlice).even_money and mine.natural:
            return self.rules.even_money_rows(dealers.natural)
        rows = rows_of(mine, dealers)
        split = self.holding.kind(standing) == "split"
        if "dealer-natural" in rows and split and self._stands_in(play, standing):
            return ("replaces", *rows)
        return rows

    def _stands_in(self, play: Play, standing: Standing) -> bool:
        """Say whether a hand made by splitting is the one that a natural of the dealer takes.

        It is where the first has won already, or was given up.
        """
        setup, rules, holding = self.setup, self.rules, self.holding
        if not setup.replaces_clause or not rules.holds(setup.replaces_when):
            return False
        here = [one for one in play.wagers if (one.seat, one.bettor) == (standing.seat, standing.bettor)]
        mine = [one for one in here if holding.kind(one) in ("main", "split")]
        if any(holding.kind(one) == "main" for one in mine):
            return False
        over = ("win", "lose") if rules.holds(setup.replaces_lost, empty=False) else ("win",)
        won = any(
            (line.seat, line.bettor, line.wager) == (standing.seat, standing.bettor, rules.main)
            and line.result in over
            for line in play.lines
        )
        given = any(who.partition(".")[0] == standing.person for who in play.of(HandSlice).forfeited)
        return (won or given) and mine[0].key == standing.key


def _has(place: str, cards: Sequence[str]) -> str:
    return f"box {place} has {' '.join(cards)}"


def _cited(clause: str) -> tuple[str, ...]:
    return (clause,) if clause else ()
