"""Partners: players who stake together may not exceed the maximum together."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput
from croupier.table.claims import Standing
from croupier.table.events import Event, parts_of
from croupier.table.parts.betting import Wagered
from croupier.table.parts.limits import Limits
from croupier.table.parts.part import Moment, Nothing, Part
from croupier.table.parts.people import check_seat
from croupier.table.persons import person_named
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal
from croupier.table.rulings import GOES_BACK, Back
from croupier.table.striking import fallen_due
from croupier.table.vocabulary import Declared, Form, Key, Takes

FOUND = "partners-found"
"""It is found out that two players staked together: what exceeds the maximum goes back to the later one.

It takes seat=, partner= and wager=.
"""


class PartnerSlice(Slice):
    """Who stakes together with whom."""

    partners: list[list[str]] | UnsetType = UNSET


class Partnerships(Part[Nothing]):
    """Adds up what partners stake on one wager: `2 bet red 60 partner=1`."""

    carried = Nothing
    marks = (FOUND,)
    objects_to = ("bet",)
    hears = (Wagered,)

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.ruleset = limits.ruleset
        self.clause = limits.row.partnership_clause
        """Clause: partners may not exceed the maximum together; empty where none says so."""

    def begin(self, play: Play, carried: Nothing) -> None:
        """Begin without partners."""
        play.add(PartnerSlice())

    def takes(self) -> Declared:
        """Declare that a bet may name a partner, where the rulebook says what partners may do."""
        partner = Key("partner", "who stakes together with the player", form=Form.PERSON)
        return {"bet": Takes((partner,))} if self.clause else {}

    def partners_of(self, play: Play, *people: str) -> set[str]:
        """Return all who stake together with one of these people, them included."""
        groups = [set(group) for group in play.of(PartnerSlice).partners or []]
        return set(people).union(*(group for group in groups if group & set(people)))

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a wager that takes partners above the maximum together."""
        named = event.fact("partner")
        if event.verb != "bet" or (not named and play.of(PartnerSlice).partners is UNSET):
            return None
        who = play.player_of(event)
        together = self.partners_of(play, *self._named(who, named)) if named else set()
        together = together or self.partners_of(play, who)
        if len(together) < 2:
            return None
        staked = sum(one.stake for one in self._wagers(play, together, event.what))
        most = self._most(play, event.what, who)
        if most is None or staked + (event.amount or 0) <= most:
            return None
        return Refusal(
            f"{' and '.join(sorted(together))} stake together and hold {show_amount(staked)} "
            f"on {event.what}: the maximum is {show_amount(most)}",
            self.clause,
        )

    def _named(self, who: str, partner: str) -> set[str]:
        """Return a person and the partner that he names."""
        seat = parts_of(partner)[0]
        people = {person_named(who), person_named(partner)}
        if not seat or len(people) < 2:
            raise BadInput("say with partner= who stakes together with him, like partner=2")
        check_seat(seat)
        return people

    def _wagers(self, play: Play, people: set[str], name: str) -> list[Standing]:
        """List the wagers of several people on one thing."""
        return [one for one in play.wagers if one.name == name and one.whose in people]

    def _most(self, play: Play, name: str, who: str) -> Amount | None:
        """Return the maximum that binds a wager; None while none is set."""
        row = self.ruleset.wager(name.partition(":")[0])[0]
        return self.limits.most(play, name.partition(":")[0], row, who)

    def heard(self, play: Play, moment: Moment) -> None:
        """Note who stakes together with whom."""
        if isinstance(moment, Wagered) and (named := moment.event.fact("partner")):
            self._join(play, self._named(play.player_of(moment.event), named))
            play.clauses.add(self.clause)

    def _join(self, play: Play, people: set[str]) -> None:
        mine = play.of(PartnerSlice)
        apart = []
        for group in mine.partners or []:
            if people & set(group):
                people |= set(group)
            else:
                apart.append(group)
        mine.partners = [*apart, sorted(people)]

    def gives_back(self, play: Play, mark: str, facts: Mapping[str, str]) -> Back:
        """Say what of a wager goes back, and of those that equal it, whether it stands or was decided."""
        who, partner, name = facts.get("seat", ""), facts.get("partner", ""), facts.get("wager", "")
        people = self.partners_of(play, *self._named(who, partner))
        if not name:
            raise BadInput("say on which wager they stake together: wager=NAME")
        held = [one for one in (*play.wagers, *fallen_due(play)) if one.name == name and one.whose in people]
        # One wager may lie on several hands of a box: it was made once.
        held = list({one.person: one for one in held}.values())
        more = self._excess(play, name, who, people, sum(one.stake for one in held))
        mine = next((one for one in held if one.whose == person_named(who) and one.stake >= more), None)
        if mine is None:
            raise BadInput(
                f"{who} holds less on {name} than the {show_amount(more)} that exceed the maximum; "
                "name the partner who does with seat="
            )
        names = tuple(self.table.together(name))
        return Back(names, more, mine.stake == more, mine.seat + mine.bettor, tuple(sorted(people)))

    def _excess(self, play: Play, name: str, who: str, people: set[str], staked: Amount) -> Amount:
        """Return by how much partners exceed the maximum together. It is an error if they do not."""
        most = self._most(play, name, person_named(who))
        if most is None:
            raise BadInput("no maximum is shown at this table that partners could exceed")
        if staked <= most:
            raise BadInput(
                f"{' and '.join(sorted(people))} hold {show_amount(staked)} on {name}, "
                f"and the maximum is {show_amount(most)}: nothing exceeds it"
            )
        return staked - most

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Give back what exceeds the maximum, and go on with the two as partners."""
        who, partner, clause = facts["seat"], facts["partner"], facts["clause"]
        more = parse_amount(facts.get(GOES_BACK, "0"))
        why = f"{show_amount(more)} more than {who} and {partner} may stake together go back"
        for name in self.table.together(facts["wager"]) if more else ():
            named = self._wagers(play, {person_named(who)}, name)
            mine = next((one for one in named if one.stake >= more), None)
            if mine is None:
                continue
            whole = mine.stake == more
            play.withdraw(mine, (clause,), why, amount=None if whole else more)
            if whole:
                self.table.returned(play, mine, clause)
        self._join(play, self._named(who, partner))
