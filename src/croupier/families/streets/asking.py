"""Who is asked on a street, and what each may do."""

from __future__ import annotations

from collections.abc import Callable

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import AmountWanted, BadInput, unknown
from croupier.families.streets.answering import Answering
from croupier.families.streets.prices import StreetPrices
from croupier.families.streets.rules import ActRow, StreetRow
from croupier.families.streets.sizes import Sizes
from croupier.families.streets.state import DEALER, FIRST, FORFEIT, StreetSlice, is_fouled, wager_of
from croupier.table.events import Event
from croupier.table.parts.bank import TableBank
from croupier.table.parts.cardbetting import CardBetting
from croupier.table.parts.part import Steps
from croupier.table.parts.people import around, beyond
from croupier.table.play import MARKED, Play
from croupier.table.questions import Acts, Question, Refusal


class Asking:
    """The questions of a street game, by its declaration."""

    def __init__(
        self,
        prices: StreetPrices,
        sizes: Sizes,
        answering: Answering,
        betting: CardBetting,
        bank: TableBank,
    ) -> None:
        self.setup = prices.setup
        self.ruleset = prices.ruleset
        self.sizes = sizes
        self.answering = answering
        self.betting = betting
        self.bank = bank
        streets, holds = self.setup.streets, self.ruleset.holds
        self._every = [act for street in streets for act in street.acts]
        """The acts of all streets."""
        self._offered = [{act.act: act for act in street.acts if holds(act.when)} for street in streets]
        """By street: the acts that are offered there."""
        opens_by_card = any(street.upcard_clause for street in streets)
        self._usual = [
            None if opens_by_card else self._listed(number, lambda row: True)
            for number in range(len(streets))
        ]
        """By street: every act, allowed or why not. None where that depends on the dealer's upcard."""

    # Who is asked.

    def ask(self, play: Play, number: int, street: StreetRow) -> Steps:
        """Ask the players of a street: one after the other, or all at once."""
        mine = play.of(StreetSlice)
        if mine.street != number:
            mine.street, mine.decided, mine.said = number, [], {}
        if not self._opens(play, street):
            if street.upcard_clause:
                play.clauses.add(street.upcard_clause)
            return
        while not is_fouled(play) and (waiting := self.waiting(play, street)):
            first = [seat for seat in waiting if play.marked(FIRST, seat)] if play.marks else []
            asked = first or (waiting[:1] if street.in_turn else waiting)
            event = yield from play.open(
                street.name,
                self._questions(play, number, asked),
                clause=street.turn_clause or street.clause,
            )
            if event == MARKED:
                continue
            play.clauses |= {street.clause, street.turn_clause} - {""}
            if event.verb == "gone":
                self.answering.absent(play, street, event.seat)
            elif self.bank.player_banked and not street.in_turn:
                # The bank may not cover everything: what is said at once is carried out from the bank's left,
                # whoever spoke first.
                amount = show_amount(event.amount) if event.amount is not None else ""
                mine.said = {**mine.said, event.seat: [event.verb, amount]}
            else:
                self.answering.carry_out(play, street, event.seat, event.verb, event.amount)
            yield from self.answering.collect(play, street, event.seat)
        said = list(mine.said)
        for seat in around(said, beyond(self.bank.banker(play), self.bank.places)) if said else []:
            act, text = mine.said.pop(seat)
            if any(standing.seat == seat for standing in play.wagers):
                self.answering.carry_out(play, street, seat, act, parse_amount(text) if text else None)
                yield from self.answering.collect(play, street, seat)

    def _opens(self, play: Play, street: StreetRow) -> bool:
        """Whether the dealer's upcard opens the street."""
        if not street.upcard:
            return True
        up = next((dealt.card for dealt in play.places.get(DEALER, []) if dealt.visible()), "")
        return up[:1] in street.upcard

    def waiting(self, play: Play, street: StreetRow) -> list[str]:
        """Return the seats that have not decided on a street yet, in the order of their turn."""
        mine, has = play.of(StreetSlice), street.has or self.setup.base
        found = [
            seat
            for seat in mine.seats
            if wager_of(play, seat, has)
            and (street.has or seat not in mine.folded)
            and not self._done(play, seat, street)
            and seat not in mine.decided
            and seat not in mine.said
        ]
        return list(reversed(found)) if street.in_turn == "last-seat" else found

    def _done(self, play: Play, seat: str, street: StreetRow) -> bool:
        """Whether a person is not asked again: the hand has raised or is forfeited."""
        made = bool(street.unless and wager_of(play, seat, street.unless))
        return (made and seat not in play.of(StreetSlice).decided) or bool(play.marked(FORFEIT, seat))

    def decides_yet(self, play: Play, seat: str) -> bool:
        """Whether a seat is asked on this street, or on one that is to come."""
        now, streets = max(play.of(StreetSlice).street, 0), self.setup.streets
        return seat in self.waiting(play, streets[now]) or any(
            not self._done(play, seat, street) for street in streets[now + 1 :]
        )

    # What each may do.

    def _questions(self, play: Play, number: int, asked: list[str]) -> list[Question]:
        street = self.setup.streets[number]
        found = []
        for seat in asked:
            base = wager_of(play, seat, street.has or self.setup.base)
            assert base is not None
            acts = self._acts(play, number, seat)
            found.append(Question(base.person, acts, lambda event: self._judge(play, street, event)))
        ordered = play.marked(FIRST, asked[0])
        turn = Refusal(
            f"seat {asked[0]} is asked now" if len(asked) == 1 else "this seat has nothing to decide now",
            ordered or street.turn_clause or street.clause,
        )
        others: Acts = {act.act: turn for act in self._every}

        def judge(event: Event) -> Refusal:
            return self._another(event, street) or self._not_asked(play, street, event) or turn

        return [*found, Question("*", others, judge)]

    def _acts(self, play: Play, number: int, seat: str) -> Acts:
        """Return every act of the game: allowed on this street, or why not."""
        acts = self._usual[number] or self._listed(number, lambda row: self._opens(play, row))
        missing: dict[str, Refusal] = {}
        for name, row in self._offered[number].items():
            sizes = self.sizes.of(play, row, seat) if row.adds and self.setup.bound_raises else []
            if sizes and (refusal := self._too_large(play, row, seat, min(sizes))):
                missing[name] = refusal
            if row.takes_back and wager_of(play, seat, row.takes_back) is None:
                missing[name] = Refusal(f"{row.takes_back} is not on the table", row.clause)
            if row.keeps and not any(wager_of(play, seat, wager) for wager in row.keeps):
                missing[name] = Refusal(f"{' or '.join(row.keeps)} is not on the table", row.clause)
        return {**acts, **missing} if missing else acts

    def _listed(self, number: int, opens: Callable[[StreetRow], bool]) -> Acts:
        """List every act of the game: offered on this street, or why not."""
        offered, street = self._offered[number], self.setup.streets[number]
        return {
            act.act: None if act.act in offered else self._no_such_act(street, act, opens)
            for act in self._every
        }

    def _no_such_act(self, street: StreetRow, act: ActRow, opens: Callable[[StreetRow], bool]) -> Refusal:
        """Say why an act of another street is not done here: the upcard closed that, or it has its time."""
        rows = (row for row in self.setup.streets if act in row.acts and row.upcard_clause)
        shut = next((row for row in rows if not opens(row)), None)
        if shut is not None:
            return Refusal(f"the dealer's upcard does not open {shut.name}", shut.upcard_clause)
        return Refusal(f"{street.name} is asked, and {act.act} is no answer to it", street.clause)

    def _another(self, event: Event, street: StreetRow) -> Refusal | None:
        """Say why a wager of the betting is not made by an act of the same name.

        `1 bet ante 10` may come among those who bet on a street.
        """
        acts = [act for act in street.acts if act.act == event.verb]
        made = {wager for act in acts for wager in (act.adds, act.takes_back, *act.keeps)} - {""}
        if not event.what or event.what in made:
            return None
        if event.what not in self.ruleset.names:
            raise unknown("wager", event.what, self.ruleset.names, self.ruleset.id)
        return self.betting.too_late(event.what, event.verb)

    def _not_asked(self, play: Play, street: StreetRow, event: Event) -> Refusal | None:
        """Say why a seat has no say on this street."""
        mine = play.of(StreetSlice)
        if event.seat in mine.folded:
            return Refusal(f"seat {event.seat} has folded", street.clause)
        if event.seat in mine.decided or event.seat in mine.said:
            return Refusal(f"seat {event.seat} has decided already", street.clause)
        if street.unless and wager_of(play, event.seat, street.unless):
            return Refusal(
                f"seat {event.seat} has made the {street.unless} wager already, and no more may be added",
                street.unless_clause or street.clause,
            )
        return None

    # Judging.

    def _judge(self, play: Play, street: StreetRow, event: Event) -> Refusal | None:
        another = self._another(event, street)
        if another:
            return another
        row = self.answering.row_of(street, event.verb)
        if not row.adds:
            if event.amount is not None:
                raise BadInput(f"{str(event)!r}: to {row.act} costs nothing; leave the amount out")
            return None
        return (
            self.betting.exclusion.bars(play, event)
            or self._judge_size(play, row, event)
            or self.betting.judge_oral(play, event)
            or self.betting.limits.judge_medium(event)
        )

    def _judge_size(self, play: Play, row: ActRow, event: Event) -> Refusal | None:
        """Say why the wager that an act makes may not be this large."""
        sizes = self.sizes.of(play, row, event.seat)
        if event.amount is None:
            if len(sizes) > 1 and not row.needs:
                raise AmountWanted(str(event), f"{event.who} {row.act}", show_amount(sizes[0]))
            return self._too_large(play, row, event.seat, sizes[0]) if sizes else None
        if row.any_amount and self.ruleset.holds(row.any_amount):
            return self._judge_limits(play, row, event.seat, event.amount)
        if event.amount in sizes or self._lies_between(row, sizes, event.amount):
            return self._too_large(play, row, event.seat, event.amount)
        base = wager_of(play, event.seat, row.of)
        more = base is not None and event.amount in [number * base.stake for number in row.times]
        needed = f" without {row.needs.replace('-', ' ')} or better" if more else ""
        gated = more or (row.needs and self.sizes.reaches(play, row, event.seat))
        told = " or ".join(show_amount(size) for size in sizes)
        return Refusal(
            f"the {row.adds} wager is {told}{needed}",
            (row.needs_clause if gated else "") or row.size_clause or row.clause,
        )

    def _too_large(self, play: Play, row: ActRow, seat: str, amount: Amount) -> Refusal | None:
        """Say why a wager of a size that the act may have is more than the limits of its circle."""
        bound = self.setup.bound_raises
        return self._judge_limits(play, row, seat, amount) if bound and self.ruleset.holds(bound) else None

    def _judge_limits(self, play: Play, row: ActRow, seat: str, amount: Amount) -> Refusal | None:
        """Say why the limits of the table do not allow a wager of this size."""
        limits, wager = self.betting.limits, self.ruleset.wager(row.adds)[0]
        return limits.judge_amount(play, row.adds, wager, amount, seat) or limits.judge_chips(amount)

    def _lies_between(self, row: ActRow, sizes: list[Amount], amount: Amount) -> bool:
        """Whether an amount between the least and the most will do."""
        if not row.any_between or not self.ruleset.holds(row.any_between):
            return False
        return min(sizes) <= amount <= max(sizes)
