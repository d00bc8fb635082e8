"""What falls due at a table of twenty-one, and when."""

from __future__ import annotations

from fractions import Fraction

from croupier.equipment.money import Amount, show_amount
from croupier.families.cards.firstdeal import DEALER
from croupier.families.cards.roles import around, beyond
from croupier.families.common.pricing import LOSE, VOID
from croupier.families.twentyone.asking import Asking
from croupier.families.twentyone.hands import (
    MAIN_ROWS,
    MOST,
    WAITING,
    Mine,
    at_once_rows,
    is_natural,
    rows_of,
)
from croupier.families.twentyone.holding import NOT_NATURAL, ON_HAND
from croupier.families.twentyone.rules import TwentyOneWager
from croupier.families.twentyone.sides import FIRST_CARDS, ROWS, bonus, buster, first_cards, sevens
from croupier.table.claims import Claim, Standing
from croupier.table.play import Play

SUPER = ("large", "between", "small", "others")
FORFEIT, EVEN_MONEY, NATURAL = "forfeit", "even-money", "natural"
NATURALS = {NATURAL, "both-natural", "natural-over", "natural-level", "natural-under"}


class Settling(Asking):
    """Wagers are settled: at once where the rules say so, the rest when the dealer's hand is done."""

    def rows(self, name: str) -> frozenset[str]:
        """By the kind of the wager."""
        kind = self.kinds[name]
        if kind in ON_HAND:
            return MAIN_ROWS
        return (
            frozenset({"win", LOSE})
            if kind == "insurance"
            else frozenset(SUPER)
            if kind == "super-bonus"
            else ROWS[kind]
        )

    def must_price(self, name: str) -> frozenset[str]:
        """A winning hand has a price."""
        return frozenset({"win"}) if self.kinds[name] in (*ON_HAND, "insurance") else frozenset()

    def settled_rows(self, name: str) -> frozenset[str]:
        """The rows that some end comes to: not all that a table prices.

        A wager that tells every way of losing apart does not end by the general row, a hand made by splitting may be no natural, and one doubled on eleven or less does not go over.
        """
        rows, kind = super().settled_rows(name), self.kinds[name]
        if kind == "super-bonus":
            return rows - {LOSE}
        # A hand that is doubled on eleven or less never goes over.
        safe = (
            kind == "double"
            and self.setup.double is not None
            and max(self.double_totals(), default=MOST) <= 11
        )
        ways = {
            "under",
            *(() if safe else ("bust",)),
            *(("dealer-natural",) if kind == "main" or self.hole != "peek" else ()),
        }
        rescue = self.setup.double is not None and self.setup.double.rescue_clause and kind != "double"
        never = {LOSE} if kind in ON_HAND and ways | ({FORFEIT} if rescue else set()) <= rows else set()
        if kind == "split" and self.setup.split is not None and not self.setup.split.naturals:
            never |= NATURALS
        if (
            kind == "double"
            and self.setup.double is not None
            and max(self.double_totals(), default=MOST) <= 11
        ):
            never |= {"bust", *WAITING}
        return rows - never

    @property
    def late(self) -> bool:
        """Whether everything waits for the end."""
        return str(self.setup.collects) == "at-the-end"

    # Claims.

    def hand_claim(
        self, play: Play, standing: Standing, rows: tuple[str, ...], why: str, more: tuple[str, ...] = ()
    ) -> Claim:
        """What falls due on a wager on a hand, by the first row that it knows."""
        row = self.chosen(standing.wager, rows)
        # How the hand ended is cited even where a more general row has the price.
        cited = self.cites(standing.wager, *(name for name in rows if name != row))
        return self.claim(
            play,
            standing,
            row,
            f"{why}: {self._said(standing, row)}",
            tuple(clause for clause in (*cited, *more, self.setup.compare_clause) if clause),
        )

    def _said(self, standing: Standing, row: str) -> str:
        outcome = self.outcome(standing.wager, row)
        if outcome.result == "win":
            return f"{standing.name} wins, pays {outcome.odds}"
        return (
            f"{standing.name} "
            + {"lose": "loses", "push": "goes back", "void": "goes back", "half": "loses half"}[
                outcome.result
            ]
        )

    def pay(self, play: Play, claims: list[Claim]) -> None:
        """Settle what falls due together."""
        if claims:
            play.settle(self.in_order(play, claims))

    def pay_from_bank(self, play: Play, claims: list[Claim]) -> None:
        """Settle in order from the bank's left, where the action button is not placed yet, or does not matter."""
        seats = (
            around(
                [str(seat) for seat in range(1, self.places() + 1)], beyond(self.banker(play), self.places())
            )
            if self.player_banked
            else []
        )
        play.settle(
            sorted(
                claims,
                key=lambda claim: (
                    seats.index(claim.standing.seat) if claim.standing.seat in seats else 0,
                    claim.standing.bettor,
                ),
            )
        )

    # The first cards.

    def first_sides(self, play: Play, early: bool) -> None:
        """Wagers that the first cards decide, before or after the offers."""
        claims = []
        for standing in play.wagers:
            kind = self.kinds.get(standing.wager, "")
            if (
                kind in FIRST_CARDS
                and self.ruleset.wager(standing.wager)[0].settles_before_offers == early
                and self._dealt(play, standing.seat)
            ):
                claims.append(self._first_claim(play, standing))
            if kind == "sevens" and early and self._dealt(play, standing.seat):
                cards = self.cards_of(play, self.places_of(play, standing.seat)[0])
                if len(cards) == 2 and len(sevens(cards)[-1]) != 2:
                    claims.append(self._sevens_claim(play, standing, cards))
        if self.late:
            # Where the bank may run dry everything waits for its turn; the cards that decide do not change any more.
            return
        self.pay(play, claims)

    def _first_claim(self, play: Play, standing: Standing) -> Claim:
        own: TwentyOneWager = self.ruleset.wager(standing.wager)[0]
        cards = [
            card for place in self.places_of(play, standing.seat) for card in self.cards_of(play, place)[:2]
        ]
        row = self.chosen(
            standing.wager,
            first_cards(own.kind, cards, self.upcard(play), self.holds(own.suited_when, empty=False)),
        )
        return self.claim(play, standing, row, f"{' '.join(cards)}: {self._said(standing, row)}")

    def _dealt(self, play: Play, box: str) -> bool:
        places = self.places_of(play, box)
        return bool(places) and all(self.number(play, place) >= 2 for place in places)

    def _sevens_claim(self, play: Play, standing: Standing, cards: list[str]) -> Claim:
        row = self.chosen(standing.wager, sevens(cards))
        return self.claim(
            play,
            standing,
            row,
            f"{' '.join(cards[:3])}: {self._said(standing, row)}",
            self._by_split(play, standing),
        )

    def _by_split(self, play: Play, standing: Standing) -> tuple[str, ...]:
        """The clause by which the first hand of a split decides a side wager, where the box has split."""
        clause = self.ruleset.wager(standing.wager)[0].split_clause
        return (clause,) if clause and len(play.state["hands"].get(standing.seat, [])) > 1 else ()

    def naturals_at_once(self, play: Play, places: list[str]) -> None:
        """A natural is paid at once if the dealer cannot have one, or whatever the dealer has."""
        row = self.setup.natural
        if not row.at_once_clause or (self.late and not self.holds(row.early, empty=False)):
            return
        for place in places:
            if self.number(play, place) != 2 or not self.natural(play, place) or place in play.state["done"]:
                continue
            if row.always_at_once or (self.upcard(play) and not self.may_be_natural(play)):
                self.settle_now(play, place, (NATURAL, "win"), (row.clause, row.at_once_clause))
                self.done(play, place)
            else:
                play.clauses |= {row.clause, row.waits_clause} - {""}

    def even_money(self, play: Play, who: str) -> None:
        """A natural is paid one to one; where everything waits for the end, in its turn."""
        row = self.setup.even_money
        assert row is not None
        play.state["even-money"] = [*play.state["even-money"], who]
        play.clauses.add(row.clause)
        for standing in [] if self.late else self.naturals_of(play, who):
            place = self.place(standing.seat, standing.hand)
            if self.setup.switch:
                # The hand is paid and its cards are gone: nothing is left to change places with.
                play.state["kept"] = [*play.state["kept"], standing.seat]
            self.pay(
                play,
                [
                    self.hand_claim(
                        play, standing, self.even_money_rows(), "even money for a natural", (row.clause,)
                    )
                ],
            )
            if not self.on_hand_wagers(play, place):
                self.done(play, place)

    def even_money_rows(self, natural: bool = False) -> tuple[str, ...]:
        """The rows by which a natural that took even money is paid: where it waits for the end, by what the dealer has then."""
        return (
            *((f"even-money-{'natural' if natural else 'no-natural'}",) if self.late else ()),
            EVEN_MONEY,
            "win",
        )

    # Hands that are decided.

    def done(self, play: Play, place: str) -> None:
        """A hand takes no more cards, and its side wagers that waited for them are settled."""
        if place not in play.state["done"]:
            play.state["done"] = [*play.state["done"], place]
        self.sides_of(play, place)

    def settle_now(self, play: Play, place: str, rows: tuple[str, ...], clauses: tuple[str, ...]) -> None:
        """Settle all wagers on a hand by the same rows."""
        cards = " ".join(self.cards_of(play, place))
        claims = [
            self.hand_claim(play, one, rows, f"box {place} has {cards}", clauses)
            for one in self.on_hand_wagers(play, place)
        ]
        if self.late:
            self.pay_from_bank(play, claims)
        else:
            self.pay(play, claims)

    def finish(self, play: Play, place: str) -> None:
        """A hand takes no more cards; where the rules say so it is settled now."""
        points = self.count(play, place)[0]
        row = self.setup.at_once
        if self.late:
            self.done(play, place)
            return
        if points <= MOST:
            self.done(play, place)
        if points > MOST:
            clauses = tuple(filter(None, (self.setup.draw.bust_clause,)))
            lost = [one for one in self.on_hand_wagers(play, place) if not self.waits_over(one)]
            self.pay(
                play,
                [
                    self.hand_claim(
                        play,
                        one,
                        ("bust", LOSE),
                        f"box {place} has {' '.join(self.cards_of(play, place))}",
                        clauses,
                    )
                    for one in lost
                ],
            )
            self.done(play, place)
        elif row is not None and self.on_hand_wagers(play, place) and not self.natural(play, place):
            cards = " ".join(self.cards_of(play, place))
            found = [
                (one, at_once_rows(self.mine(play, place, one), self.pays_21, self.trick))
                for one in self.on_hand_wagers(play, place)
            ]
            if found[0][1]:
                self.super_bonus(play, place, [one for one, _ in found])
                clauses = tuple(
                    filter(None, (row.clause if points == MOST and self.pays_21 else row.trick_clause,))
                )
                self.pay(
                    play,
                    [
                        self.hand_claim(play, one, rows, f"box {place} has {cards}", clauses)
                        for one, rows in found
                    ],
                )

    def waits_over(self, standing: Standing) -> bool:
        """Whether a wager on a hand that went over waits for the dealer all the same."""
        return bool(WAITING & self.known_rows(standing.wager))

    def forfeit(self, play: Play, place: str, double: Standing) -> None:
        """The further wager goes back and the first is lost."""
        row = self.setup.double
        assert row is not None
        base = self.base_of(play, place, double.person)
        play.withdraw(
            double,
            (row.rescue_clause,),
            "the doubled part is taken back, and the wager given up",
            "withdrawn",
        )
        if base is not None:
            play.state["forfeited"] = [*play.state["forfeited"], base.who]
            self.pay(
                play,
                [self.hand_claim(play, base, (FORFEIT, LOSE), f"box {place} gives up", (row.rescue_clause,))],
            )

    # Side wagers that wait.

    def sides_of(self, play: Play, place: str) -> None:
        """Sevens and bonus wagers are settled when the hand that decides them takes no more cards."""
        box = self.box_of(place)
        if self.late or place != self.places_of(play, box)[0]:
            return
        cards = self.cards_of(play, place)
        claims = [
            self._sevens_claim(play, one, cards)
            for one in play.wagers
            if one.seat == box and self.kinds.get(one.wager) == "sevens"
        ]
        for one in [one for one in play.wagers if one.seat == box and self.kinds.get(one.wager) == "bonus"]:
            row = self._bonus_row(play, place, one)
            if row == LOSE or (self.natural(play, place) and not self.on_hand_wagers(play, place)):
                claims.append(
                    self.claim(
                        play,
                        one,
                        row,
                        f"{' '.join(cards)}: {self._said(one, row)}",
                        self._by_split(play, one),
                    )
                )
        self.pay(play, claims)

    def third_seven(self, play: Play, place: str) -> None:
        """A wager on sevens is settled as soon as the third card lies."""
        box = self.box_of(place)
        if place != self.places_of(play, box)[0]:
            return
        cards = self.cards_of(play, place)
        if place in play.state["split"]:
            other = self.places_of(play, box)[1]
            cards = [cards[0], self.cards_of(play, other)[0], *cards[1:2]]
        if len(cards) >= 3:
            self.pay(
                play,
                [
                    self._sevens_claim(play, one, cards)
                    for one in play.wagers
                    if one.seat == box and self.kinds.get(one.wager) == "sevens"
                ],
            )

    def _bonus_row(self, play: Play, place: str, standing: Standing) -> str:
        cards = self.cards_of(play, place)
        suit, rank = (
            self.ruleset.options.get("nominated-suit", "s"),
            self.ruleset.options.get("nominated-card", "J"),
        )
        nominated = (f"A{suit}", f"{rank}{suit}")
        rows = bonus(cards, nominated, self.natural(play, place))
        return self.chosen(standing.wager, rows)

    def super_bonus(self, play: Play, place: str, standings: list[Standing]) -> None:
        """Three sevens of one suit against a seven of the dealer: a fixed amount, and one for everybody else in the round."""
        name = self.name_of("super-bonus")
        cards = self.cards_of(play, place)
        sevened = (
            len(cards) == 3
            and all(card[0] == "7" for card in cards)
            and len({card[1] for card in cards}) == 1
        )
        split_suited = place in play.state["split"] and self._split_suited(play, place)
        if (
            not name
            or not self.ruleset.offered(name)
            or not sevened
            or split_suited
            or self.upcard(play)[:1] != "7"
        ):
            return
        own: TwentyOneWager = self.ruleset.wager(name)[0]
        doubled = {one.person for one in standings if self.kinds[one.wager] == "double"}
        winners = [
            one
            for one in standings
            if self.kinds[one.wager] != "double"
            and (one.person not in doubled or self.holds(own.doubled_when, empty=False))
        ]
        if not winners:
            return
        claims = [self._gift(one, name, self.super_size(name, one.stake)) for one in winners]
        owner, each = play.state["owner"], self.holds(own.each_box, empty=False)
        given = {self.player_of(one.seat, one.bettor, {} if each else owner) for one in winners}
        for text in play.state["players-in"]:
            seat, bettor = text.partition(":")[::2]
            player = self.player_of(seat, bettor, {} if each else owner)
            if player not in given:
                given.add(player)
                claims.append(
                    self._gift(Standing(seat=seat, bettor=bettor, wager=self.main, stake=0), name, "others")
                )
        self.pay(play, [claim for claim in claims if claim.won])

    def super_size(self, name: str, stake: Amount) -> str:
        """The row of a super bonus by the wager: up to 24, from 25 on, or between them."""
        size = "large" if stake >= 2500 else "between" if stake > 2400 else "small"
        return size if size in self.ruleset.prices(name) else "small"

    def _split_suited(self, play: Play, place: str) -> bool:
        firsts = [self.cards_of(play, other)[0] for other in self.places_of(play, self.box_of(place))]
        return len({card[1] for card in firsts[:2]}) == 1

    def _gift(self, standing: Standing, name: str, row: str) -> Claim:
        outcome = self.outcome(name, row)
        won = outcome.won(0)
        made = Standing(seat=standing.seat, bettor=standing.bettor, wager=name, stake=0)
        return Claim(
            made,
            "win",
            won,
            Fraction(0),
            outcome.clauses,
            f"three suited sevens against a seven: {show_amount(int(won))}",
            odds=outcome.odds,
        )

    # The end.

    def insurance_settled(self, play: Play) -> None:
        """Insurance is decided by the dealer's second card, before the dealer draws on."""
        row = self.setup.insurance
        cards = play.cards(DEALER)
        if row is None or self.late or len(cards) < 2:
            return
        self.pay(play, self._insurance(play))

    def _insurance(self, play: Play) -> list[Claim]:
        row = self.setup.insurance
        cards = play.cards(DEALER)
        claims = []
        for one in [one for one in play.wagers if row is not None and one.wager == row.wager]:
            assert row is not None
            name = "win" if is_natural(cards[:2]) else LOSE
            if NOT_NATURAL in play.marks and self.holds(row.back_when, empty=False):
                claims.append(
                    self.claim(
                        play,
                        one,
                        VOID,
                        "the dealer cannot have a natural in this round: insurance goes back",
                        (play.marks[NOT_NATURAL]["clause"],),
                    )
                )
                continue
            claims.append(
                self.claim(
                    play,
                    one,
                    name,
                    f"the dealer's second card is {cards[1]}: {self._said(one, name)}",
                    () if name == "win" else tuple(filter(None, (row.lost_clause,))),
                )
            )
        return claims

    def settle_all(self, play: Play) -> None:
        """Everything that is left."""
        dealers = self.dealers(play)
        claims = self._insurance(play) if self.late and len(dealers.cards) > 1 else []
        if claims and self.setup.insurance and self.holds(self.setup.insurance.before_hands, empty=False):
            self.pay_from_bank(play, claims)
            claims = []
        shown = " ".join(dealers.cards) or "nothing"
        clauses = tuple(filter(None, (self.setup.dealer.natural_clause,))) if dealers.natural else ()
        for standing in list(play.wagers):
            kind = self.kinds.get(standing.wager, "")
            if kind in ON_HAND:
                place = self.place(standing.seat, standing.hand)
                rows = self._end_rows(play, standing, self.mine(play, place, standing))
                claims.append(
                    self.hand_claim(
                        play,
                        standing,
                        rows,
                        f"box {place} has {' '.join(self.cards_of(play, place))}, the dealer {shown}",
                        clauses,
                    )
                )
            elif kind == "buster":
                natural = any(self.natural(play, place) for place in self.places_of(play, standing.seat))
                row = self.chosen(standing.wager, buster(len(dealers.cards), dealers.points > MOST, natural))
                claims.append(
                    self.claim(play, standing, row, f"the dealer has {shown}: {self._said(standing, row)}")
                )
            elif kind == "bonus":
                place = self.places_of(play, standing.seat)[0]
                row = self._bonus_row(play, place, standing)
                claims.append(
                    self.claim(
                        play,
                        standing,
                        row,
                        f"{' '.join(self.cards_of(play, place))}: {self._said(standing, row)}",
                        self._by_split(play, standing),
                    )
                )
            elif kind in FIRST_CARDS and self.late and self._dealt(play, standing.seat):
                claims.append(self._first_claim(play, standing))
        self.pay(play, claims)

    def _end_rows(self, play: Play, standing: Standing, mine: Mine) -> tuple[str, ...]:
        dealers = self.dealers(play)
        if standing.person in play.state["even-money"] and mine.natural:
            return self.even_money_rows(dealers.natural)
        rows = rows_of(mine, dealers)
        if (
            "dealer-natural" in rows
            and self.kinds[standing.wager] == "split"
            and self._stands_in(play, standing)
        ):
            return ("replaces", *rows)
        return rows

    def _stands_in(self, play: Play, standing: Standing) -> bool:
        """Whether a hand made by splitting is the one that a natural of the dealer takes: the first has won already, or was given up."""
        if not self.setup.replaces_clause or not self.holds(self.setup.replaces_when):
            return False
        mine = [
            one
            for one in play.wagers
            if one.seat == standing.seat
            and one.bettor == standing.bettor
            and self.kinds.get(one.wager) in ("main", "split")
        ]
        if any(self.kinds[one.wager] == "main" for one in mine):
            return False
        over = ("win", "lose") if self.holds(self.setup.replaces_lost, empty=False) else ("win",)
        won = any(
            line.seat == standing.seat
            and line.bettor == standing.bettor
            and line.wager == self.main
            and line.result in over
            for line in play.lines
        )
        given = any(who.partition(".")[0] == standing.person for who in play.state["forfeited"])
        return (won or given) and mine[0].key == standing.key
