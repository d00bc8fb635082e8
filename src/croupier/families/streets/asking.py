"""Who is asked on a street, what each may do, and what becomes of it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import AmountWanted, BadInput, unknown
from croupier.families.cards.betting import Acts
from croupier.families.cards.game import CardGame
from croupier.families.cards.roles import around, beyond
from croupier.families.streets.hands import threshold
from croupier.families.streets.rules import ActRow, StreetRow
from croupier.ranking.poker import Ranking, best
from croupier.rulebook.condition import condition
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import MARKED, Play
from croupier.table.questions import Question, Refusal, Wait


class Asking(CardGame):
    """The decisions of a street game, by its declaration."""

    ranking: Ranking
    hands: Any

    def is_fouled(self, play: Play) -> bool:
        """Whether the dealer's hand is not played: then nobody decides anything any more."""
        raise NotImplementedError

    def survives(self, name: str) -> bool:
        """Whether a wager stands when the hand is folded."""
        raise NotImplementedError

    def claims_of(self, play: Play, standing: Standing, dealer: Any) -> list[tuple[Claim, str]]:
        """What falls due on a wager, with the row that settled it."""
        raise NotImplementedError

    def paid_in_order(self, play: Play, due: list[Standing]) -> list[Standing]:
        """Wagers in the order in which they are settled."""
        raise NotImplementedError

    def undo_shifts(self, play: Play) -> None:
        """What meters gave and took when they were settled is undone: all is settled again."""
        raise NotImplementedError

    # Who is asked.

    def ask(self, play: Play, number: int, street: StreetRow) -> Generator[Wait, Any, None]:
        """Ask everybody whom the street asks: one after the other, or all at once."""
        if play.state["street"] != number:
            play.state |= {"street": number, "decided": [], "said": {}}
        if not self._opens(play, street):
            if street.upcard_clause:
                play.clauses.add(street.upcard_clause)
            return
        while not self.is_fouled(play) and (waiting := self._waiting(play, street)):
            first = [seat for seat in waiting if play.marked("decides-first", seat)]
            asked = first or (waiting[:1] if street.in_turn else waiting)
            event = yield from play.open(street.name, self._questions(play, street, asked))
            if event == MARKED:
                continue
            play.clauses |= {street.clause, street.turn_clause} - {""}
            if event.verb == "gone":
                self._absent(play, street, event.seat)
            elif self.player_banked and not street.in_turn:
                # The bank may not cover everything: what is said at once is carried out from the bank's left, whoever spoke first.
                play.state["said"] = {
                    **play.state["said"],
                    event.seat: [event.verb, show_amount(event.amount) if event.amount is not None else ""],
                }
            else:
                self._carry(play, street, event.seat, event.verb, event.amount)
            yield from self._collect(play, street, event.seat)
        said = list(play.state["said"])
        for seat in around(said, beyond(self.banker(play), self.places())) if said else []:
            act, text = play.state["said"].pop(seat)
            if any(standing.seat == seat for standing in play.wagers):
                self._carry(play, street, seat, act, parse_amount(text) if text else None)
                yield from self._collect(play, street, seat)

    def _opens(self, play: Play, street: StreetRow) -> bool:
        """Whether the dealer's upcard opens the street."""
        if not street.upcard:
            return True
        cards = play.places.get("dealer", [])
        up = next((dealt.card for dealt in cards if dealt.visible()), "")
        return up[:1] in street.upcard

    def deciding(self, play: Play, street: StreetRow) -> list[str]:
        """The seats that a street asks, in the order of their turn."""
        has = street.has or self.setup.base
        found = [
            seat
            for seat in play.state["seats"]
            if self._one(play, seat, has)
            and (street.has or seat not in play.state["folded"])
            and not self._done(play, seat, street)
        ]
        return list(reversed(found)) if street.in_turn == "last-seat" else found

    def _done(self, play: Play, seat: str, street: StreetRow) -> bool:
        """Who has raised already is not asked again; nor who forfeited the hand."""
        made = (
            bool(street.unless and self._one(play, seat, street.unless)) and seat not in play.state["decided"]
        )
        return made or bool(play.marked("forfeit-hand", seat))

    def _waiting(self, play: Play, street: StreetRow) -> list[str]:
        return [
            seat
            for seat in self.deciding(play, street)
            if seat not in play.state["decided"] and seat not in play.state["said"]
        ]

    def _one(self, play: Play, seat: str, wager: str) -> Standing | None:
        return next(
            (standing for standing in play.wagers if standing.seat == seat and standing.wager == wager), None
        )

    def _questions(self, play: Play, street: StreetRow, asked: list[str]) -> list[Question]:
        has = street.has or self.setup.base
        found = []
        for seat in asked:
            base = self._one(play, seat, has)
            assert base is not None
            found.append(
                Question(
                    base.person, self.acts(play, street, seat), lambda event: self._judge(play, street, event)
                )
            )
        ordered = play.marked("decides-first", asked[0])
        turn = Refusal(
            f"seat {asked[0]} is asked now" if len(asked) == 1 else "this seat has nothing to decide now",
            ordered or street.turn_clause or street.clause,
        )
        others: Acts = {act.act: turn for row in self.setup.streets for act in row.acts}
        return [
            *found,
            Question(
                "*",
                others,
                lambda event: self._another(event, street) or self._not_asked(play, street, event) or turn,
            ),
        ]

    def _another(self, event: Event, street: StreetRow) -> Refusal | None:
        """Why a wager that was to be made before the deal is not made by an act of the same name: `1 bet ante 10` among those who bet on a street."""
        made = {
            wager
            for act in street.acts
            if act.act == event.verb
            for wager in (act.adds, act.takes_back, *act.keeps)
        } - {""}
        if not event.what or event.what in made:
            return None
        if event.what not in self.ruleset.names:
            raise unknown("wager", event.what, self.ruleset.names, self.ruleset.id)
        return Refusal(self.late_words, self.late_clause(event.what, event.verb))

    def _not_asked(self, play: Play, street: StreetRow, event: Event) -> Refusal | None:
        """Why a seat has no say on this street."""
        if event.seat in play.state["folded"]:
            return Refusal(f"seat {event.seat} has folded", street.clause)
        if event.seat in play.state["decided"] or event.seat in play.state["said"]:
            return Refusal(f"seat {event.seat} has decided already", street.clause)
        if street.unless and self._one(play, event.seat, street.unless):
            return Refusal(
                f"seat {event.seat} has made the {street.unless} wager already, and no more may be added",
                street.unless_clause or street.clause,
            )
        return None

    # What each may do.

    def acts(self, play: Play, street: StreetRow, seat: str) -> Acts:
        """Every act of the game: allowed on this street, or why not."""
        mine = {act.act: act for act in street.acts if condition(act.when)(self.ruleset.facts)}
        every = [act for row in self.setup.streets for act in row.acts]
        acts: Acts = {
            act.act: None if act.act in mine else self._no_such_act(play, street, act) for act in every
        }
        for name, row in mine.items():
            if row.takes_back and self._one(play, seat, row.takes_back) is None:
                acts[name] = Refusal(f"{row.takes_back} is not on the table", row.clause)
            if row.keeps and not any(self._one(play, seat, wager) for wager in row.keeps):
                acts[name] = Refusal(f"{' or '.join(row.keeps)} is not on the table", row.clause)
        return acts

    def _no_such_act(self, play: Play, street: StreetRow, act: ActRow) -> Refusal:
        """Why an act of another street is not done here: the dealer's upcard kept that street closed, or it is not its turn."""
        shut = next(
            (
                row
                for row in self.setup.streets
                if act in row.acts and row.upcard_clause and not self._opens(play, row)
            ),
            None,
        )
        if shut is not None:
            return Refusal(f"the dealer's upcard does not open {shut.name}", shut.upcard_clause)
        return Refusal(f"there is no {act.act} on {street.name}", street.clause)

    def sizes(self, play: Play, row: ActRow, seat: str) -> list[Amount]:
        """How much the wager that an act makes may be."""
        base = self._one(play, seat, row.of)
        if base is None:
            return []
        times = row.times if self._reaches(play, row, seat) else row.times[:1]
        return [number * base.stake for number in times]

    def _reaches(self, play: Play, row: ActRow, seat: str) -> bool:
        """Whether the cards that the player sees are good enough; cards that nobody has named are judged when they are turned."""
        base = self._one(play, seat, self.setup.base)
        if not row.needs or base is None or not play.known(seat, base.person):
            return True
        least = threshold(self.ranking, row.needs)
        return least is None or best(self.ranking, play.cards(seat, base.person)) >= least

    def _judge(self, play: Play, street: StreetRow, event: Event) -> Refusal | None:
        another = self._another(event, street)
        if another:
            return another
        row = next(
            act for act in street.acts if act.act == event.verb and condition(act.when)(self.ruleset.facts)
        )
        if not row.adds:
            if event.amount is not None:
                raise BadInput(f"{str(event)!r}: to {row.act} costs nothing; leave the amount out")
            return None
        sizes = self.sizes(play, row, event.seat)
        told = " or ".join(show_amount(size) for size in sizes)
        if event.amount is None:
            if len(sizes) > 1 and not row.needs:
                raise AmountWanted(str(event), f"{event.who} {row.act}", show_amount(sizes[0]))
            return self.judge_oral(play, event) or self.judge_medium(event)
        between = (
            bool(row.any_between)
            and condition(row.any_between)(self.ruleset.facts)
            and min(sizes) <= event.amount <= max(sizes)
        )
        if event.amount not in sizes and not between:
            base = self._one(play, event.seat, row.of)
            more = base is not None and event.amount in [number * base.stake for number in row.times]
            needed = f" without {row.needs.replace('-', ' ')} or better" if more else ""
            gated = row.needs_clause if more or (row.needs and self._reaches(play, row, event.seat)) else ""
            return Refusal(f"the {row.adds} wager is {told}{needed}", gated or row.size_clause or row.clause)
        return self.judge_oral(play, event) or self.judge_medium(event)

    # What becomes of it.

    def _absent(self, play: Play, street: StreetRow, seat: str) -> None:
        """What the text says of who does not answer; without a word nothing is added, and the hand is folded only where it cannot be left as it is."""
        plain = [act for act in street.acts if not act.adds and not act.takes_back]
        act = (
            next((row for row in street.acts if row.act == street.absent), None)
            or next((row for row in plain if not row.folds), None)
            or next(iter(plain), None)
        )
        if act is not None:
            play.clauses |= {street.absent_clause} - {""}
            self._carry(play, street, seat, act.act, None)

    def _carry(self, play: Play, street: StreetRow, seat: str, act: str, amount: Amount | None) -> None:
        """Carry out what a seat said."""
        play.state["decided"] = [*play.state["decided"], seat]
        row = next(one for one in street.acts if one.act == act and condition(one.when)(self.ruleset.facts))
        play.clauses |= {row.clause, row.size_clause} - {""}
        base = self._one(play, seat, row.of if row.adds else street.has or self.setup.base)
        if row.adds and base is not None:
            stake = amount if amount is not None else self.sizes(play, row, seat)[0]
            play.put(Standing(seat=seat, bettor=base.bettor, wager=row.adds, stake=stake))
            play.clauses.update(self.cites(row.adds, "made"))
        if row.takes_back:
            back = self._one(play, seat, row.takes_back)
            if back is not None:
                play.withdraw(back, (row.clause,), f"{row.takes_back} is taken back", "withdrawn")
        if row.folds:
            self._fold(play, seat, row)

    def stands_after_fold(self, play: Play, standing: Standing) -> bool:
        """Whether a wager stands although the hand was folded: by the rules, or because the player said so."""
        return self.survives(standing.wager) or standing.wager in play.state["kept"].get(standing.seat, [])

    def judge_raises(self, play: Play) -> None:
        """A raise that only a better hand allows is cut to what was allowed, once the cards are known."""
        for street in self.setup.streets:
            for row in (act for act in street.acts if act.needs):
                for standing in [one for one in play.wagers if one.wager == row.adds]:
                    sizes = self.sizes(play, row, standing.seat)
                    if sizes and standing.stake > max(sizes):
                        play.withdraw(
                            standing,
                            (row.needs_clause or row.clause,),
                            f"{standing.name} was more than the hand allows, and the rest goes back",
                            amount=standing.stake - max(sizes),
                        )

    def _fold(self, play: Play, seat: str, row: ActRow) -> None:
        """The hand is folded: what does not stand is lost at once."""
        play.state["folded"] = [*play.state["folded"], seat]
        play.state["kept"] = {**play.state["kept"], seat: list(row.keeps)}
        lost = [
            standing
            for standing in play.wagers
            if standing.seat == seat and not self.stands_after_fold(play, standing)
        ]
        claims = [
            claim
            for standing in self.paid_in_order(play, lost)
            for claim, _ in self.claims_of(play, standing, None)
        ]
        claims = [
            _by(claim, (row.clause, self.ruleset.wager(claim.standing.wager)[0].fold_clause))
            for claim in claims
        ]
        if claims:
            play.settle(self.in_order(play, claims) if self.player_banked else claims)
        for standing in play.wagers:
            if standing.seat == seat:
                play.clauses |= {self.ruleset.wager(standing.wager)[0].survives_clause} - {""}

    def _collect(self, play: Play, street: StreetRow, seat: str) -> Generator[Wait, Any, None]:
        """What stands after a fold and is lost already is collected with the rest of the hand, where the text says so."""
        if seat not in play.state["folded"] or street.board < self.hands.board:
            return
        if not any(
            one.seat == seat and self.ruleset.wager(one.wager)[0].lost_with_fold for one in play.wagers
        ):
            return
        yield from play.turn(seat)
        mine = [
            one for one in play.wagers if one.seat == seat and self.ruleset.wager(one.wager)[0].lost_with_fold
        ]
        claims = [
            claim
            for standing in mine
            for claim, _ in self.claims_of(play, standing, None)
            if claim.result == "lose"
        ]
        claims = [_by(claim, (self.ruleset.wager(claim.standing.wager)[0].fold_clause,)) for claim in claims]
        if claims:
            play.settle(self.in_order(play, claims) if self.player_banked else claims)

    def undo_decisions(self, play: Play) -> None:
        """Those who have decided on this street decide again: what they added is taken off, and a fold is none."""
        street = self.setup.streets[play.state["street"]]
        for seat in play.state["decided"]:
            for row in street.acts:
                made = self._one(play, seat, row.adds) if row.adds else None
                if made is not None:
                    play.take(made)
            if seat in play.state["folded"]:
                self.unfold(play, seat)
        play.state["decided"] = []

    def unfold(self, play: Play, seat: str) -> None:
        """A folded hand is played again."""
        raise NotImplementedError


def _by(claim: Claim, clauses: tuple[str, ...]) -> Claim:
    """A claim with the clauses of the act that made it fall due."""
    return replace(
        claim,
        clauses=(*claim.clauses, *(clause for clause in clauses if clause and clause not in claim.clauses)),
    )
