"""How a street game is settled: the hands, the rows that they come to, what falls due and when."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from croupier.equipment.money import show_amount
from croupier.families.common.pricing import LOSE
from croupier.families.streets.faults import Faults
from croupier.families.streets.hands import (
    COLOURS,
    COMMON,
    EQUAL,
    FORFEITED,
    HIGHER,
    LOWER,
    NOBODY,
    OF_DEALER,
    POCKET,
    READERS,
    End,
    colours,
    compare,
    match,
    pocket,
    ranking_named,
    reader_rows,
    rows_of,
    threshold,
)
from croupier.families.streets.progressive import Due
from croupier.families.streets.rules import StreetWager
from croupier.ranking.poker import Hand, Ranking, at_least, best
from croupier.ranking.poker import name as hand_name
from croupier.rulebook.condition import condition
from croupier.table.claims import Standing
from croupier.table.play import Play
from croupier.table.questions import Wait

DEALER, BOARD = "dealer", "board"
FLOP = 3
SIDES = ("side", "either", "insurance", "insurance-raise")


class Settling(Faults):
    """The hands of a street game, and what they are worth."""

    # Wagers.

    def kind_of(self, name: str) -> str:
        """What decides a wager."""
        return str(self.ruleset.wager(name)[0].kind)

    def ranking_of(self, name: str) -> Ranking:
        """How a wager ranks the hand that it reads."""
        by = self.ruleset.wager(name)[0].by
        return (
            ranking_named(by, f"{self.ruleset.file}: wagers.{name}")
            if by and by not in READERS
            else self.ranking
        )

    def rows(self, name: str) -> frozenset[str]:
        """Rows of every end, and the hands that the wager's own prices name."""
        wager: StreetWager = self.ruleset.wager(name)[0]
        if wager.by in READERS:
            return COMMON | reader_rows(wager.by)
        ranking = self.ranking_of(name)
        written = self.ruleset.tables.get(wager.table)
        lines = (
            [*written.rows, *written.minimum, *(row for rows in written.choices.values() for row in rows)]
            if written
            else []
        )
        said = (
            {str(on) for line in lines for on in (line.on if isinstance(line.on, list) else [line.on])}
            | set(wager.push)
            | set(wager.lose)
        )
        return COMMON | {row for row in said if threshold(ranking, row.removeprefix(OF_DEALER)) is not None}

    def row_of(self, name: str, end: End) -> str:
        """The row that settles a wager whose hand ended so."""
        known = self.known_rows(name)
        return self.chosen(name, rows_of(self.ruleset.wager(name)[0], self.ranking_of(name), known, end))

    def survives(self, name: str) -> bool:
        """Whether a wager stands when the hand is folded."""
        text = self.ruleset.wager(name)[0].survives
        return text == "always" or (bool(text) and condition(text)(self.ruleset.facts))

    # Hands.

    def dealers(self, play: Play) -> Hand | None:
        """The dealer's hand, with the board, once it is turned."""
        if not self.hands.dealer or not play.known(DEALER):
            return None
        if self.hands.board_apart or not self.hands.board:
            return best(self.ranking, play.cards(DEALER))
        if len(play.places.get(BOARD, [])) < self.hands.board or not play.known(BOARD):
            return None
        return best(self.ranking, [*play.cards(DEALER), *play.cards(BOARD)])

    def qualifies(self, dealer: Hand | None) -> bool:
        """Whether the dealer plays."""
        least = threshold(self.ranking, self.hands.qualify) if self.hands.qualify else None
        return dealer is None or least is None or dealer >= least

    def cards_read(self, play: Play, standing: Standing) -> list[str]:
        """The cards that a wager reads."""
        wager: StreetWager = self.ruleset.wager(standing.wager)[0]
        parts: tuple[str, ...] = (
            wager.reads
            if wager.kind in ("side", "bonus")
            else ("own", "board")
            if self.hands.board and not self.hands.board_apart
            else ("own",)
        )
        found: list[str] = []
        for part in parts:
            if part == "own":
                found += play.cards(standing.seat, standing.person)
            elif part == "dealer":
                found += play.cards(DEALER)
            else:
                found += play.cards(BOARD)[: FLOP if part == "flop" else None]
        return found

    def end_of(self, play: Play, standing: Standing, dealer: Hand | None) -> End:
        """How the hand of a wager ended."""
        wager: StreetWager = self.ruleset.wager(standing.wager)[0]
        forfeited, fouled = bool(play.marked("forfeit-hand", standing.seat)), self.is_fouled(play)
        folded = self.is_lost(play, standing)
        if forfeited or folded or wager.by in READERS or (fouled and wager.kind not in ("side", "bonus")):
            return End(folded=folded, forfeited=forfeited, fouled=fouled)
        if not play.known(standing.seat, standing.person):
            # Nobody turned the hand, because nothing turned on it.
            return End(NOBODY, self.qualifies(dealer), dealer=dealer)
        own = best(self.ranking_of(standing.wager), self.cards_read(play, standing))
        against = compare(own, dealer) if dealer is not None and wager.kind in ("main", "raise") else NOBODY
        return End(against, self.qualifies(dealer), own=own, dealer=dealer, fouled=fouled)

    def is_lost(self, play: Play, standing: Standing) -> bool:
        """Whether a fold has lost a wager."""
        return standing.seat in play.state["folded"] and not self.stands_after_fold(play, standing)

    def reading(self, play: Play, standing: Standing) -> tuple[str, ...]:
        """The rows of a wager that reads its cards in another way than by rank."""
        wager: StreetWager = self.ruleset.wager(standing.wager)[0]
        own = play.cards(standing.seat, standing.person)
        if wager.by == POCKET:
            return pocket(own, play.cards(DEALER) if play.known(DEALER) else ())
        return colours(own, play.cards(DEALER)) if wager.by == COLOURS else match(own)

    def settled_rows(self, name: str) -> frozenset[str]:
        """The rows that some end comes to: of a wager that has a row of its own for every loss, the common one is none of them."""
        wager: StreetWager = self.ruleset.wager(name)[0]
        if wager.by in READERS:
            return super().settled_rows(name)
        known, ranking = self.known_rows(name), self.ranking_of(name)
        ordered = {
            order
            for event in self.ruleset.irregularities.values()
            for row in event.rows
            for order in row.ruling
        }
        folds = self._may_be_folded(name) and not self.survives(name)
        hands = [
            at_least(ranking, ranking.order[0]),
            *(least for row in known if (least := threshold(ranking, row)) is not None),
        ]
        dealers = [
            hands[0],
            *(
                least
                for row in known
                if row.startswith(OF_DEALER)
                and (least := threshold(ranking, row.removeprefix(OF_DEALER))) is not None
            ),
        ]
        ends = [End(folded=True)] if folds else []
        ends += [End(forfeited=True)] if "forfeit-hand" in ordered else []
        plain = wager.kind not in ("main", "raise")
        for own, dealer, against, qualified, fouled in product(
            hands, dealers, (HIGHER, EQUAL, LOWER), (True, False), (False, True)
        ):
            if (qualified or self.hands.qualify) and (not fouled or "dealer-fouled" in ordered):
                ends.append(
                    End(
                        NOBODY if plain or not self.hands.dealer else against,
                        qualified,
                        fouled=fouled,
                        own=own,
                        dealer=dealer,
                    )
                )
        found = {self.row_of(name, end) for end in ends}
        return frozenset(found - {LOSE} if wager.kind == "bonus" else found)

    def _may_be_folded(self, name: str) -> bool:
        """Whether a fold can find the wager on the table: a raise only on a later street that still asks who has made it."""
        made = [
            at for at, street in enumerate(self.setup.streets) if any(act.adds == name for act in street.acts)
        ]
        asked = [
            street
            for at, street in enumerate(self.setup.streets)
            if street.unless != name and (not made or at > made[0])
        ]
        return any(act.folds for street in asked for act in street.acts)

    # Settlement.

    def fall_due(self, play: Play, when: str) -> Generator[Wait, Any, None]:
        """Settle what falls due now, once the cards that decide it are turned."""
        if when in play.state["due"]:
            return
        due = [
            standing
            for standing in play.wagers
            if (not when or self.ruleset.wager(standing.wager)[0].due == when)
            and standing.seat in play.state["seats"]
        ]
        if not due:
            return
        dealer = self.dealers(play) if not self.is_fouled(play) else None
        for seat in {standing.seat: 0 for standing in self.paid_in_order(play, due)}:
            if self._hand_matters(play, [standing for standing in due if standing.seat == seat], dealer):
                yield from play.turn(seat)
        self.judge_raises(play)
        # A ruling while cards were turned may have taken a wager away, and a raise that the hand did not allow is smaller now.
        due = [standing for standing in play.wagers if standing.key in {one.key for one in due}]
        play.state["due"] = [*play.state["due"], when]
        falling = [
            one
            for standing in self.paid_in_order(play, due)
            for one in self.claims_of(play, standing, dealer)
        ]
        claims = self.with_meter(play, self.capped(play, falling))
        if claims:
            play.settle(self.in_order(play, claims) if self.player_banked else claims)
        self.reseed(play)

    def settle_again(self, play: Play, due: list[Standing]) -> None:
        """Settle wagers that were settled and stand again."""
        dealer = self.dealers(play) if not self.is_fouled(play) else None
        falling = [
            one
            for standing in self.paid_in_order(play, due)
            for one in self.claims_of(play, standing, dealer)
        ]
        claims = self.with_meter(play, self.capped(play, falling))
        if claims:
            play.settle(claims)
        self.reseed(play)

    def paid_in_order(self, play: Play, due: list[Standing]) -> list[Standing]:
        """From the last seat to the first, or the other way; at one seat in the order of the rulebook file."""
        names = list(self.ruleset.names)
        sign = -1 if self.hands.settle_from == "last-seat" else 1
        return sorted(
            due,
            key=lambda standing: (sign * int(standing.seat), standing.bettor, names.index(standing.wager)),
        )

    def _hand_matters(self, play: Play, mine: list[Standing], dealer: Hand | None) -> bool:
        """Whether anything turns on a player's cards: nobody shows a hand that was folded, or one that the dealer does not play against."""
        for standing in mine:
            if self.is_lost(play, standing) or play.marked("forfeit-hand", standing.seat):
                continue
            kind = self.kind_of(standing.wager)
            if kind in ("insurance", "insurance-raise") and self.qualifies(dealer):
                continue
            if kind not in ("main", "raise") or any(
                self.ruleset.wager(other)[0].on == standing.wager for other in self.ruleset.names
            ):
                return True
            fixed = self.row_of(
                standing.wager, End(NOBODY, self.qualifies(dealer), fouled=self.is_fouled(play))
            )
            if (self.qualifies(dealer) and not self.is_fouled(play)) or fixed in (LOSE, "win"):
                return True
        return False

    def claims_of(self, play: Play, standing: Standing, dealer: Hand | None) -> list[Due]:
        """What falls due on a wager, and what is paid on its stake besides."""
        end = self.end_of(play, standing, dealer)
        wager: StreetWager = self.ruleset.wager(standing.wager)[0]
        rows = (
            (FORFEITED, LOSE)
            if end.forfeited
            else ("folded", LOSE)
            if end.folded
            else self.reading(play, standing)
            if wager.by in READERS
            else ()
        )
        if rows and end.fouled and rows[-1] == LOSE:
            rows = (*rows[:-1], "dealer-fouled", LOSE)
        row = self.chosen(standing.wager, rows) if rows else self.row_of(standing.wager, end)
        claims = [
            (self.claim(play, standing, row, self.why(standing, row, end), self._decided_by(wager, end)), row)
        ]
        if end.folded or end.forfeited:
            return claims
        return claims + [
            bonus for name in self.ruleset.names if (bonus := self._bonus(play, name, standing)) is not None
        ]

    def _decided_by(self, wager: StreetWager, end: End) -> tuple[str, ...]:
        if wager.kind in ("side", "bonus", "either"):
            return ()
        clauses = [
            self.hands.compare_clause if end.compare != NOBODY and end.qualified else "",
            self.hands.qualify_clause if not end.qualified else "",
        ]
        return tuple(clause for clause in clauses if clause)

    def _bonus(self, play: Play, name: str, standing: Standing) -> Due | None:
        """What a hand is paid on the stake of a wager, whatever becomes of the wager."""
        wager: StreetWager = self.ruleset.wager(name)[0]
        if wager.kind != "bonus" or wager.on != standing.wager or not self.ruleset.offered(name):
            return None
        own = best(
            self.ranking_of(name),
            self.cards_read(play, Standing(standing.seat, name, 0, bettor=standing.bettor)),
        )
        row = self.row_of(name, End(own=own))
        if row == LOSE:
            return None
        paid_on = Standing(standing.seat, name, standing.stake, bettor=standing.bettor)
        claim = self.claim(play, paid_on, row, self.why(paid_on, row, End(own=own)))
        return replace(
            claim,
            standing=Standing(standing.seat, name, 0, bettor=standing.bettor),
            lost=Fraction(0),
            why=f"{claim.why} on {show_amount(standing.stake)}",
        ), row

    def why(self, standing: Standing, row: str, end: End) -> str:
        """The reason of a settlement line, in one sentence."""
        outcome = self.outcome(standing.wager, row)
        ends = {
            "lose": "loses",
            "push": "stands off and goes back",
            "void": "is void and goes back",
            "half": "loses half",
            "win": f"wins, pays {outcome.odds}",
        }[outcome.result]
        side = self.kind_of(standing.wager) in ("side", "bonus", "either")
        if self.kind_of(standing.wager) == "either" and end.own is not None and end.dealer is not None:
            end = replace(end, own=max(end.own, end.dealer))
        held = [
            f"{hand_name(hand)} against {hand_name(end.dealer)}"
            if end.dealer and end.compare != NOBODY
            else hand_name(hand)
            for hand in [end.own]
            if hand is not None
        ]
        if end.folded:
            held = [f"seat {standing.seat} has folded"]
        elif end.forfeited:
            held = [f"the hand of seat {standing.seat} is forfeited"]
        elif end.fouled and end.own is None:
            held = ["the dealer's hand is not played"]
        elif not held:
            held = [row.replace("-", " ") if row != LOSE else "no such cards"]
        if self.kind_of(standing.wager) in ("insurance", "insurance-raise") and end.dealer is not None:
            held = (
                [f"{held[0]}, the dealer {hand_name(end.dealer)}"]
                if end.own is not None
                else [hand_name(end.dealer)]
            )
        plays = "; the dealer does not qualify" if not end.qualified and not side else ""
        return f"{held[0]}{plays}: {standing.name} {ends}"
