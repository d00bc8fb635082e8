"""How a street game is settled: the hands, the rows that they come to, what falls due and when."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from croupier.equipment.money import show_amount
from croupier.errors import BadInput
from croupier.families.streets.caps import capped
from croupier.families.streets.hands import (
    COLOURS,
    FOLDED,
    FORFEITED,
    NOBODY,
    POCKET,
    READERS,
    End,
    colours,
    compare,
    fouled_rows,
    match,
    pocket,
)
from croupier.families.streets.jackpots import Jackpots
from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.rules import StreetWager
from croupier.families.streets.sizes import Sizes
from croupier.families.streets.state import BOARD, DEALER, FLOP, FORFEIT, StreetSlice, are_fouled, is_fouled
from croupier.families.streets.telling import why
from croupier.ranking.poker import Hand, Ranking, best
from croupier.table.claims import Claim, Standing
from croupier.table.parts.bank import TableBank, losses_first
from croupier.table.parts.part import Steps
from croupier.table.parts.pricing import LOSE
from croupier.table.play import Play

Ends = dict[tuple[str, str, tuple[str, ...], bool], End]
"""Ends by the person, the ranking, the cards read, and whether they are compared with the dealer's."""


class Settling:
    """Values the hands of a street game and settles their wagers."""

    def __init__(self, prices: StreetPrices, sizes: Sizes, bank: TableBank, jackpots: Jackpots) -> None:
        self.prices = prices
        self.ruleset = prices.ruleset
        self.hands = prices.hands
        self.sizes = sizes
        self.bank = bank
        self.jackpots = jackpots
        rules = self.ruleset
        self._order = {name: at for at, name in enumerate(rules.names)}
        bonuses = [name for name in rules.names if prices.kind_of(name) == "bonus"]
        self._paid_on = {prices.wager(name).on for name in rules.names}
        """The wagers that another is paid on."""
        self._bonuses = {
            name: [bonus for bonus in bonuses if prices.wager(bonus).on == name and rules.offered(bonus)]
            for name in rules.names
        }
        """By wager: the bonuses on offer that are paid on its stake."""
        self._reads = {name: self._parts_read(name) for name in rules.names}
        """By wager: the cards that it reads."""
        self._compared = {name: prices.kind_of(name) in ("main", "raise") for name in rules.names}
        """By wager: whether its hand is compared with the dealer's."""

    def _parts_read(self, name: str) -> tuple[str, ...]:
        wager = self.prices.wager(name)
        if wager.kind in ("side", "bonus"):
            return wager.reads
        return ("own", BOARD) if self.hands.board and not self.hands.board_apart else ("own",)

    # Hands.

    def dealers(self, play: Play) -> Hand | None:
        """Return the dealer's hand, with the board, once it is turned; None where it is not played."""
        hands, ranking = self.hands, self.prices.ranking
        if is_fouled(play) or not hands.dealer or not play.known(DEALER):
            return None
        if hands.board_apart or not hands.board:
            return best(ranking, play.cards(DEALER))
        if len(play.places.get(BOARD, [])) < hands.board or not play.known(BOARD):
            return None
        return best(ranking, [*play.cards(DEALER), *play.cards(BOARD)])

    def cards_read(self, play: Play, standing: Standing) -> list[str]:
        """Return the cards that a wager reads."""
        found: list[str] = []
        for part in self._reads[standing.wager]:
            if part == "own":
                found += play.cards(standing.seat, standing.person)
            elif part == DEALER:
                found += play.cards(DEALER)
            else:
                found += play.cards(BOARD)[: FLOP if part == "flop" else None]
        return found

    def end_of(self, play: Play, standing: Standing, dealer: Hand | None, ends: Ends) -> End:
        """Return how the hand of a wager ended.

        `ends` are those found so far of this settlement: most wagers of a seat read its hand alike.
        """
        wager = self.prices.wager(standing.wager)
        forfeited, fouled = bool(play.marked(FORFEIT, standing.seat)), is_fouled(play)
        both = are_fouled(play)
        folded = self.is_lost(play, standing)
        if forfeited or folded or wager.by in READERS or (fouled and wager.kind not in ("side", "bonus")):
            return End(folded=folded, forfeited=forfeited, fouled=fouled, both=both)
        ranking, compared = self.prices.ranking_of(standing.wager), self._compared[standing.wager]
        key = (standing.person, ranking.name, self._reads[standing.wager], compared)
        if key not in ends:
            ends[key] = self._shown(play, standing, dealer, ranking)
        return ends[key]

    def _shown(self, play: Play, standing: Standing, dealer: Hand | None, ranking: Ranking) -> End:
        """Return the end of a hand that counts: what it is, and how it compares with the dealer's."""
        qualified = self.prices.qualifies(dealer)
        if not play.known(standing.seat, standing.person):
            # Nobody turned the hand, because nothing turned on it.
            return End(NOBODY, qualified, dealer=dealer)
        own = best(ranking, self.cards_read(play, standing))
        against = compare(own, dealer) if dealer is not None and self._compared[standing.wager] else NOBODY
        fouled, both = is_fouled(play), are_fouled(play)
        return End(against, qualified, own=own, dealer=dealer, fouled=fouled, both=both)

    def stands_after_fold(self, play: Play, standing: Standing) -> bool:
        """Whether a wager stands although the hand was folded: by the rules, or by the player's word."""
        kept = play.of(StreetSlice).kept.get(standing.seat, [])
        return self.prices.survives(standing.wager) or standing.wager in kept

    def is_lost(self, play: Play, standing: Standing) -> bool:
        """Whether a fold has lost a wager."""
        folded = standing.seat in play.of(StreetSlice).folded
        return folded and not self.stands_after_fold(play, standing)

    def _reading(self, play: Play, standing: Standing) -> tuple[str, ...]:
        """Return the rows of a wager that reads its cards in another way than by rank."""
        by, own = self.prices.wager(standing.wager).by, play.cards(standing.seat, standing.person)
        if by == POCKET:
            return pocket(own, play.cards(DEALER) if play.known(DEALER) else ())
        return colours(own, play.cards(DEALER)) if by == COLOURS else match(own)

    # When.

    def fall_due(self, play: Play, when: str) -> Steps:
        """Settle the due wagers, once the cards that decide them are turned."""
        mine = play.of(StreetSlice)
        if when in mine.due:
            return
        due = [
            one
            for one in play.wagers
            if (not when or self.prices.wager(one.wager).due == when) and one.seat in mine.seats
        ]
        if not due:
            return
        dealer = self.dealers(play)
        for seat in dict.fromkeys(one.seat for one in self.paid_in_order(due)):
            if self._hand_matters(play, [one for one in due if one.seat == seat], dealer):
                yield from play.turn(seat)
        self.sizes.cut_back(play)
        # A ruling while cards were turned may have taken a wager away, and a raise that the hand did not
        # allow is smaller now.
        keys = {one.key for one in due}
        mine.due = [*mine.due, when]
        falling = self._due(play, [one for one in play.wagers if one.key in keys], dealer)
        claims = self.jackpots.with_prizes(play, falling)
        waiting = unsigned = self.jackpots.unsigned(play, claims)
        while unsigned:
            # Who is paid after one that waits has no part of that prize before it is signed for.
            claims = self.jackpots.paid_now(play, falling, waiting)
            unsigned = self.jackpots.unsigned(play, claims)
            waiting |= unsigned
        if claims:
            self.settle(play, claims)
        if waiting and (signed := (yield from self.jackpots.signed(play, falling, waiting))):
            self.settle(play, signed)
        self.jackpots.reseed(play)

    def settle_again(self, play: Play, due: list[Standing]) -> None:
        """Settle wagers that were settled and stand again."""
        claims = self.jackpots.with_prizes(play, self._due(play, due, self.dealers(play)))
        if claims:
            play.settle(claims)
        self.jackpots.reseed(play)

    def settle(self, play: Play, claims: list[Claim]) -> None:
        """Hand claims to the bank, in its order where a cover may not suffice for all."""
        if self.bank.player_banked:
            claims = self.bank.in_order(play, claims)
        elif self.hands.losers_first:
            claims = losses_first(claims)
            play.clauses.add(self.hands.losers_first)
        play.settle(claims)

    def _due(self, play: Play, due: list[Standing], dealer: Hand | None) -> list[Claim]:
        """Return the claims on wagers that fall due, without the prizes of meters."""
        ends: Ends = {}
        claims = [
            claim for one in self.paid_in_order(due) for claim in self.claims_of(play, one, dealer, ends)
        ]
        return capped(self.prices, list(play.without_struck(claims)))

    def paid_in_order(self, due: list[Standing]) -> list[Standing]:
        """Sort wagers from the last seat to the first, or the other way; at a seat as in the file."""
        sign, order = -1 if self.hands.settle_from == "last-seat" else 1, self._order
        return sorted(due, key=lambda one: (sign * int(one.seat), one.bettor, order[one.wager]))

    def _hand_matters(self, play: Play, mine: list[Standing], dealer: Hand | None) -> bool:
        """Whether anything turns on a player's cards.

        Nobody shows a hand that was folded, or one that the dealer does not play against.
        """
        prices, qualified = self.prices, self.prices.qualifies(dealer)
        for standing in mine:
            if self.is_lost(play, standing) or play.marked(FORFEIT, standing.seat):
                continue
            kind = prices.kind_of(standing.wager)
            if kind in ("insurance", "insurance-raise") and qualified:
                continue
            if kind not in ("main", "raise") or standing.wager in self._paid_on:
                return True
            if qualified and not is_fouled(play):
                return True
            fixed = prices.row_of(standing.wager, End(NOBODY, qualified, fouled=is_fouled(play)))
            if fixed in (LOSE, "win"):
                return True
        return False

    # Claims.

    def claims_of(
        self, play: Play, standing: Standing, dealer: Hand | None, ends: Ends | None = None
    ) -> list[Claim]:
        """Return the claims on a wager, with those of the bonuses paid on its stake."""
        prices, end = self.prices, self.end_of(play, standing, dealer, {} if ends is None else ends)
        wager = prices.wager(standing.wager)
        rows: tuple[str, ...] = ()
        if end.forfeited:
            rows = (FORFEITED, LOSE)
        elif end.folded:
            rows = (FOLDED, LOSE)
        elif wager.by in READERS:
            rows = self._reading(play, standing)
        if rows and end.fouled and rows[-1] == LOSE:
            rows = (*rows[:-1], *fouled_rows(end), LOSE)
        row = prices.chosen(standing.wager, rows) if rows else prices.row_of(standing.wager, end)
        told = why(prices, standing, row, end)
        seen = self._seen(play, standing, row) if wager.by == COLOURS and rows else ()
        claims = [prices.claim(standing, row, told, (*self._decided_by(wager, end), *seen))]
        if end.folded or end.forfeited or play.struck_by(standing):
            return claims
        for name in self._bonuses[standing.wager]:
            bonus = self._bonus(play, name, standing)
            if bonus is not None:
                claims.append(bonus)
        return claims

    def _seen(self, play: Play, standing: Standing, row: str) -> tuple[str, ...]:
        """Return what is said of a wager on colours that loses against a dealer with one colour."""
        if row != LOSE or not play.known(DEALER) or len({card[1] in "dh" for card in play.cards(DEALER)}) > 1:
            return ()
        return self.prices.cites(standing.wager, "dealer-one-colour")

    def _decided_by(self, wager: StreetWager, end: End) -> tuple[str, ...]:
        if wager.kind in ("side", "bonus", "either"):
            return ()
        if not end.qualified:
            clause = self.hands.qualify_clause
        else:
            clause = self.hands.compare_clause if end.compare != NOBODY else ""
        return (clause,) if clause else ()

    def _bonus(self, play: Play, name: str, standing: Standing) -> Claim | None:
        """Return the bonus of a hand on the stake of a wager, whatever its result."""
        prices = self.prices
        nothing = Standing(standing.seat, name, 0, standing.bettor, player=standing.player)
        if not play.known(standing.seat, standing.person):
            raise BadInput(f"the cards of box {standing.seat} were folded unseen, and {name} hangs on them")
        end = End(own=best(prices.ranking_of(name), self.cards_read(play, nothing)))
        row = prices.row_of(name, end)
        if row == LOSE:
            return None
        paid_on = replace(standing, wager=name)
        claim = prices.claim(paid_on, row, why(prices, paid_on, row, end))
        on = f"{claim.why} on {show_amount(standing.stake)}"
        return replace(claim, standing=nothing, lost=Fraction(0), why=on)
