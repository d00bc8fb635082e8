"""Betting at a card table: wagers are made, changed and taken back until the first card, or until the dealer closes it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from fractions import Fraction
from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import AmountWanted, BadInput, unknown
from croupier.families.cards.rules import CardWager, LateRow
from croupier.families.cards.shoes import AGAIN, Shoes
from croupier.families.common.limits import MOST_SEATS, check_seat
from croupier.families.common.rules import TableWager
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import clauses_of
from croupier.table.claims import Result, Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play
from croupier.table.questions import Question, Refusal, Wait

Acts = dict[str, Refusal | None]
LATE = "late"
"""The first card is out and wagers are still taken."""
TAKEN = ("open", LATE)


class Betting(Shoes):
    """Who may bet what before the cards are dealt."""

    voids_children = False
    """Whether what goes back with a wager once cards are dealt is void like it, rather than taken back."""
    moments: tuple[str, ...] = ()
    """Wagers, by kind, that are not made with `bet` before the deal but by an act later in the round."""

    # The open table.

    def bets(
        self, play: Play, place: str | Callable[[], str], face: str = "up"
    ) -> Generator[Wait, Any, bool]:
        """Any number of acts, until the first card falls to its place, which may depend on them; whether it did."""
        while True:
            self.watch(play)
            at = place() if callable(place) else place
            event = yield from play.open(
                self.betting_text(play),
                self.questions(play),
                draw="deal",
                check=lambda drawn: self.judge_deal(play, drawn),
                place=at,
                face=face,
            )
            if event.is_draw:
                break
            if event != MARKED:
                self.act(play, event)
                yield from self.burn(play)
                if self.stops(play):
                    return False
        if play.phase == "open" and self.goes_on(face):
            play.phase = LATE
            play.clauses.add(self.setup.late.clause)
        else:
            self.close(play)
        play.lay(at, event.what, face)
        return True

    def goes_on(self, face: str) -> bool:
        """Whether wagers are still taken when the first card has left the shoe."""
        row: LateRow | None = self.setup.late
        return (
            row is not None
            and condition(row.when)(self.ruleset.facts)
            and (face == "down" or self._beside_one_card())
        )

    def _beside_one_card(self) -> bool:
        """Whether late betting does not mind an exposed card, and ends with the second."""
        row: LateRow | None = self.setup.late
        return row is not None and bool(row.one_card) and condition(row.one_card)(self.ruleset.facts)

    def next_card(self, play: Play, place: str, face: str = "up") -> Generator[Wait, Any, None]:
        """One of the cards after the first; where betting goes on, acts are taken until it falls."""
        while play.phase == LATE:
            self.watch(play)
            event = yield from play.open(
                self.betting_text(play), self.questions(play), draw="deal", place=place, face=face
            )
            if event.is_draw:
                if face == "up" or self._beside_one_card():
                    self.close(play)
                play.lay(place, event.what, face)
                return
            if event != MARKED:
                self.act(play, event)
        yield from self.draw(play, place, face)

    def end_late(self, play: Play) -> None:
        """A card is about to be exposed: betting that went on ends now."""
        if play.phase == LATE:
            self.close(play)

    def stops(self, play: Play) -> bool:
        """Whether the round ends before a card is dealt."""
        return False

    def betting_text(self, play: Play) -> str:
        """What is going on before the cards are dealt."""
        return "betting" if play.phase in TAKEN else "the deal"

    def close(self, play: Play) -> None:
        """The first card is out: nothing may be made, changed or taken back."""
        play.phase = "closed"
        play.clauses.update(
            clause for clause in (self.betting.clause, self.cards.clause, *self.setup.deal_clauses) if clause
        )

    def questions(self, play: Play) -> list[Question]:
        """Everyone may bet; whoever has a wager may take it back; the dealer may close the betting."""
        if play.marked("bets-stand"):
            # The round is dealt again, and its cards have been seen: the wagers stand as they were.
            return self.cutting_question(play)
        table: Acts = {}
        for name in self.ruleset.names:
            row = self.ruleset.wager(name)[0]
            if row.kind not in self.moments:
                table[f"bet {name}"] = self._not_offered(name) or self.closed(play)
        more = self.table_acts(play) if play.phase != LATE else {}
        asked = [
            Question(
                "*",
                {**table, "bet": None, **more},
                lambda event: (
                    self.judge_bet(play, event) if event.verb == "bet" else self.judge_act(play, event)
                ),
            )
        ]
        people: dict[str, Acts] = {}
        for standing in play.wagers:
            people.setdefault(standing.person, {})[f"remove {standing.name}"] = self.judge_remove(
                play, standing, None
            )
        asked += [
            Question(who, acts, lambda event: self._judge_own(play, event), general=True)
            for who, acts in people.items()
        ]
        dealer = {
            act: refusal
            for act, refusal in self.dealer_acts(play).items()
            if play.phase != LATE or act in ("no-more-bets", "cutting-card")
        }
        return [
            *asked,
            Question("dealer", dealer, lambda event: self.judge_dealer(play, event), general=True),
        ]

    def table_acts(self, play: Play) -> Acts:
        """Acts that anybody at the table may try: taking the shoe, banking."""
        return {}

    def judge_act(self, play: Play, event: Event) -> Refusal | None:
        """Why such an act is refused."""
        return None

    def dealer_acts(self, play: Play) -> Acts:
        """What the dealer may do before the first card."""
        closed = (
            None if play.phase in TAKEN else Refusal("betting is closed already", self.betting.closed_clause)
        )
        acts: Acts = {
            "no-more-bets": closed,
            "cutting-card": None if self.cutting_question(play) else self.no_cutting,
        }
        if not self.fresh_every_round or self.cards.shuffle:
            acts["shuffle"] = self.judge_shuffle(play, Event("dealer", "shuffle"))
        if not self.fresh_every_round and self.cards.new_dealer_burns:
            acts["new-dealer"] = None
        return acts

    def judge_dealer(self, play: Play, event: Event) -> Refusal | None:
        """Why the dealer may not."""
        if event.verb == "shuffle":
            if (
                play.wagers
                and not self.shoe_of(play).new
                and event.fact("reason") not in self.cards.unused_only
            ):
                return Refusal(
                    "the cards are shuffled between rounds, and wagers have been made for this one",
                    self.cards.shuffle_clause or self.cards.clause,
                )
            return self.judge_shuffle(play, event)
        return self.dealer_acts(play).get(event.verb)

    def act(self, play: Play, event: Event) -> None:
        """Carry out what somebody did."""
        if event.verb == "no-more-bets" and play.phase == LATE:
            self.close(play)
        elif event.verb == "no-more-bets":
            play.phase = "called"
            play.clauses.add(self.betting.clause)
        elif event.verb == "bet":
            self._bet(play, event)
        elif event.verb == "remove":
            self._remove(play, event)
        elif event.verb == "shuffle":
            self.shuffled(play, event)
            self.collect(play)
        elif event.verb == "cutting-card":
            self.reach(play)
        elif event.verb == "new-dealer":
            play.state["burn"] = "dealer"
        else:
            self.carry_out(play, event)

    def carry_out(self, play: Play, event: Event) -> None:
        """An act of the family's own, or of a role at the table."""
        raise NotImplementedError

    # Judging.

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """Why the first card may not be dealt yet."""
        again = play.marked(AGAIN)
        return (
            Refusal("the cards are shuffled or cut again first: dealer shuffle", again)
            if again and self.shoe_of(play).new
            else None
        )

    def closed(self, play: Play) -> Refusal | None:
        """Why no wager is made or changed any more."""
        if play.phase in TAKEN:
            return None
        called = play.phase == "called"
        return Refusal(
            "no more bets has been called",
            (self.betting.called_clause if called else "") or self.betting.closed_clause,
        )

    def _not_offered(self, name: str) -> Refusal | None:
        row = self.ruleset.wager(name)[0]
        if self.ruleset.offered(name):
            return None
        for reason, clause in row.not_offered.items():
            if condition(reason)(self.ruleset.facts):
                return Refusal(f"{name} is not offered at this table", clause)
        return Refusal(f"{name} is not offered at this table", row.offered_clause or clauses_of(row)[0])

    def judge_bet(self, play: Play, event: Event) -> Refusal | None:
        """Why a wager is not taken."""
        if not event.what:
            raise BadInput(
                f"{str(event)!r} does not say what is bet on; write it like {event.who} bet {next(iter(self.ruleset.names))} 10"
            )
        if event.what not in self.ruleset.names:
            return Refusal(
                str(unknown("wager", event.what, self.ruleset.names, self.ruleset.id)),
                self.betting.only_clause or self.betting.clause,
            )
        row: CardWager = self.ruleset.wager(event.what)[0]
        if row.kind in self.moments:
            return Refusal(f"{event.what} is not made before the deal", clauses_of(row)[0])
        refusal = self._not_offered(event.what) or self.judge_seat(event)
        if refusal:
            return refusal
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} bet {event.what}", "10")
        refusal = (
            self.barred_by(play, event)
            or self.judge_oral(play, event)
            or self.closed(play)
            or self.judge_medium(event)
            or self.judge_person(play, event)
        )
        if refusal:
            return refusal
        return self._judge_beside(play, event, row) or self.judge_stake(
            play, event.seat, event.bettor, event.what, event.amount, chips=not self.pays_in_coins(event)
        )

    def judge_seat(self, event: Event) -> Refusal | None:
        """Why there is no such place."""
        text = self.ruleset.options.get("seats", "open")
        most = (
            MOST_SEATS
            if text == "open" or not condition(self.setup.seats_when)(self.ruleset.facts)
            else int(text)
        )
        if int(event.seat) > most:
            return Refusal(f"this table has {most} places", self.setup.seats_clause or self.betting.clause)
        check_seat(event.seat)
        return None

    def judge_person(self, play: Play, event: Event) -> Refusal | None:
        """Why this person may not bet: he banks the game, or the round is dealt without wagers."""
        return None

    def _judge_beside(self, play: Play, event: Event, row: CardWager) -> Refusal | None:
        """Why a wager may not lie beside the others of the same person, or of the same box."""
        clause = clauses_of(row)[0]
        mine = [standing for standing in play.wagers if standing.person == event.who]
        around = (
            [standing for standing in play.wagers if standing.seat == event.seat]
            if row.needs_on_box
            else mine
        )
        if (
            row.needs
            and condition(row.needs_when)(self.ruleset.facts)
            and not any(standing.wager in row.needs for standing in around)
        ):
            whose = "on the box" if row.needs_on_box else "of the same player"
            return Refusal(
                f"{event.what} needs a wager {whose} on {' or '.join(row.needs)}", row.needs_clause or clause
            )
        for standing in mine:
            if standing.wager in row.apart_from and condition(row.apart_when)(self.ruleset.facts):
                return Refusal(
                    f"{event.what} may not be made beside {standing.name}", row.apart_clause or clause
                )
        others = {
            standing.person
            for standing in play.wagers
            if standing.seat == event.seat and standing.name == event.what
        } - {event.who}
        if row.bettors and len(others) >= row.bettors and condition(row.bettors_when)(self.ruleset.facts):
            most = (
                "one wager a box is the most"
                if row.bettors == 1
                else f"{row.bettors} wagers a box are the most"
            )
            return Refusal(most, row.bettors_clause or clause)
        if row.one_each and any(
            standing.seat == event.seat and standing.name == event.what for standing in play.wagers
        ):
            return Refusal(f"one {event.what} wager a box is the most", row.one_each_clause or clause)
        return None

    def judge_stake(
        self, play: Play, seat: str, bettor: str, name: str, more: Amount, chips: bool = True
    ) -> Refusal | None:
        """Why the whole stake would not be taken."""
        row: CardWager = self.ruleset.wager(name)[0]
        clause = row.stake.clause or clauses_of(row)[0]
        standing = play.find(seat, bettor, name)
        stake = more + (standing.stake if standing else 0)
        if not more:
            return Refusal("a wager is more than nothing", clause)
        refusal = self.judge_amount(play, name, row, stake, seat) or (
            self.judge_chips(more) if chips and not row.stake.exactly else None
        )
        if refusal:
            return refusal
        _, most = self.limits_now(play, seat)
        ruled = [
            parse_amount(rule.max)
            for rule in self.ruleset.limit_rules
            if rule.max and condition(rule.when)(self.ruleset.facts)
        ]
        top = min([*ruled, *([most] if most is not None else [])], default=None)
        if top is not None and row.of_maximum and stake > Fraction(row.of_maximum) * top:
            return Refusal(
                f"{name} may be at most {row.of_maximum} of the maximum of {show_amount(top)}",
                row.of_maximum_clause or clause,
            )
        if most is not None and row.shared_maximum and condition(row.shared_maximum)(self.ruleset.facts):
            box = (
                sum(other.stake for other in play.wagers if other.seat == seat and other.name == name) + more
            )
            if box > most:
                return Refusal(
                    f"all who bet on a box may together bet at most {show_amount(most)}",
                    row.shared_clause or clause,
                )
        if row.stake.at_most:
            factor, _, parent = row.stake.at_most.partition(" of ")
            base = play.find(seat, bettor, parent)
            times = self.ruleset.options.get(factor, factor)
            if base is not None and times != "open" and stake > Fraction(times) * base.stake:
                return Refusal(
                    f"with {show_amount(base.stake)} on {parent} it may be at most {show_amount(int(Fraction(times) * base.stake))}",
                    clause,
                )
        return self.judge_total(play, name, more)

    def judge_amount(
        self, play: Play, name: str, row: TableWager, stake: Amount, seat: str = "", supplement: bool = False
    ) -> Refusal | None:
        """A wager with limits of its own is refused by the clause that gives it them."""
        refusal = super().judge_amount(play, name, row, stake, seat, supplement)
        own = row.limits_clause if isinstance(row, CardWager) else ""
        return (
            Refusal(refusal.why, own)
            if refusal and own and refusal.clause == (self.betting.limits_clause or self.betting.clause)
            else refusal
        )

    def judge_total(self, play: Play, name: str, more: Amount) -> Refusal | None:
        """Why the wagers of all together would be too much."""
        return None

    def judge_remove(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Why a wager may not be taken back or made smaller."""
        refusal = self.closed(play)
        if refusal:
            return refusal
        if amount is not None and not 0 < amount <= standing.stake:
            raise BadInput(
                f"{standing.name} holds {show_amount(standing.stake)}; no more than that can be taken back"
            )
        if amount is not None and amount < standing.stake:
            row = self.ruleset.wager(standing.wager)[0]
            return self.judge_amount(play, standing.wager, row, standing.stake - amount, standing.seat) or (
                None if self.judge_chips(standing.stake) else self.judge_chips(amount)
            )
        return None

    def _judge_own(self, play: Play, event: Event) -> Refusal | None:
        standing = play.find(event.seat, event.bettor, event.what)
        if standing is None:
            raise BadInput(f"{event.who} has no wager {event.what} on the table")
        return self.judge_remove(play, standing, event.amount)

    # Letting it happen.

    def _bet(self, play: Play, event: Event) -> None:
        assert event.amount is not None
        standing = play.find(event.seat, event.bettor, event.what)
        stake = event.amount + (standing.stake if standing else 0)
        play.put(Standing(seat=event.seat, bettor=event.bettor, wager=event.what, stake=stake))
        play.clauses.update(self.cites(event.what, "made"))
        if event.bettor not in ("", "a") and self.setup.backline_clause:
            play.clauses.add(self.setup.backline_clause)

    def _remove(self, play: Play, event: Event) -> None:
        standing = play.find(event.seat, event.bettor, event.what)
        assert standing is not None
        clause = self.betting.removal_clause or self.betting.clause
        if event.amount is not None and event.amount < standing.stake:
            play.put(msgspec.structs.replace(standing, stake=standing.stake - event.amount, reduced=True))
            return
        play.withdraw(standing, (clause,), f"{standing.name} was taken back by the player", "withdrawn")
        self.returned(play, standing, clause)

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """What needed a wager that has gone back goes back with it, unless another carries it."""
        self.refund(play, standing)
        for child in list(play.wagers):
            row: CardWager = self.ruleset.wager(child.wager)[0]
            near = child.seat == standing.seat if row.needs_on_box else child.person == standing.person
            if (
                not near
                or standing.wager not in row.needs
                or not condition(row.needs_when)(self.ruleset.facts)
            ):
                continue
            if not any(
                (other.person == child.person or (row.needs_on_box and other.seat == child.seat))
                and other.wager in row.needs
                for other in play.wagers
            ):
                result: Result = "void" if self.voids_children and play.phase == "closed" else "withdrawn"
                play.withdraw(
                    child, (clause,), f"{standing.name} went back, and {child.name} goes back with it", result
                )
                self.refund(play, child)

    def refund(self, play: Play, standing: Standing) -> None:
        """What a wager had paid to a fund comes back with it."""
