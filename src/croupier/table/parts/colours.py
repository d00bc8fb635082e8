"""The colours of chips without a printed value: what they look like says whose they are."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from croupier.errors import BadInput
from croupier.rulebook.schema import Row
from croupier.table.events import Event
from croupier.table.parts.betting import Wagered
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.persons import person_named
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Refusal
from croupier.table.vocabulary import Declared, Form, Key, Takes

WITH = "non-value-chips"
"""What a wager is made with that has a colour of its own."""


class ColourRow(Row, frozen=True, kw_only=True):
    """Whether two players may have chips of the same look."""

    clause: str
    by_agreement: bool = False
    """Whether they may if all who have them agree (agreed=yes)."""


class Issued(Carried, frozen=True):
    """The colours that are in use, each with the players who have such chips."""

    colours: dict[str, str] = {}


class ColourSlice(Slice):
    """The colours that are in use."""

    colours: dict[str, str]
    laid: list[tuple[str, str, str, str]] | UnsetType = UNSET
    """Wagers that were made with such chips: colour, box, letter of the bettor, name."""


class ChipColours(Part[Issued]):
    """Gives each player chips of his own colour.

    `1 bet red 10 with=non-value-chips colour=blue` says which; `1 return-chips blue` gives them back.
    """

    carried = Issued
    verbs = ("return-chips",)
    objects_to = ("bet",)
    hears = (Wagered,)

    def __init__(self, row: ColourRow) -> None:
        self.row = row

    def begin(self, play: Play, carried: Issued) -> None:
        """Begin with the colours that players have."""
        play.add(ColourSlice(dict(carried.colours)))

    def carry(self, play: Play) -> Issued:
        """Carry the colours on until they are given back."""
        return Issued(play.of(ColourSlice).colours)

    def takes(self) -> Declared:
        """Declare the colour of chips, and whether those agree who have it."""
        colour = Key("colour", "what chips without a value look like", form=Form.WORD, beside=("with", WITH))
        agreed = Key("agreed", "whether all who have it agree", ("yes", "no"), beside=("colour", "blue"))
        keys = (colour, agreed) if self.row.by_agreement else (colour,)
        return {"bet": Takes(keys), "return-chips": Takes(what="blue")}

    def holders(self, play: Play, colour: str) -> list[str]:
        """List the players who have chips of a colour."""
        return [who for who in play.of(ColourSlice).colours.get(colour, "").split("+") if who]

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager cannot be made with chips of this look."""
        colour = event.fact("colour")
        if event.verb != "bet" or not colour:
            return None
        if event.fact("with") != WITH:
            raise BadInput(f"colour= says whose chips they are that have no value: add with={WITH}")
        others = [who for who in self.holders(play, colour) if who != play.player_of(event)]
        if not others or (self.row.by_agreement and event.fact("agreed") == "yes"):
            return None
        agree = ", unless all who have them agree (agreed=yes)" if self.row.by_agreement else ""
        return Refusal(f"{colour} chips are those of {', '.join(others)}{agree}", self.row.clause)

    def heard(self, play: Play, moment: Moment) -> None:
        """Note whose chips lie on the layout."""
        if isinstance(moment, Wagered) and (colour := moment.event.fact("colour")):
            mine, event, who = play.of(ColourSlice), moment.event, play.player_of(moment.event)
            mine.laid = [*(mine.laid or []), (colour, event.seat, event.bettor, event.what)]
            if who not in self.holders(play, colour):
                holders = "+".join([*self.holders(play, colour), who])
                mine.colours = {**mine.colours, colour: holders}
                play.clauses.add(self.row.clause)

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Let whoever has such chips give them back."""
        found: dict[str, dict[str, Refusal | None]] = {}
        for colour in play.of(ColourSlice).colours:
            for who in self.holders(play, colour):
                found.setdefault(who, {})[f"return-chips {colour}"] = self._why_not(play, who, colour)
        return found

    def _why_not(self, play: Play, who: str, colour: str) -> Refusal | None:
        """Say why chips are not given back: some of them lie on the layout."""
        for laid, seat, bettor, name in play.of(ColourSlice).laid or []:
            standing = play.find(seat, bettor, name) if laid == colour else None
            if standing is not None and standing.whose == who:
                return Refusal(f"{colour} chips of {who} lie on {name}", self.row.clause)
        return None

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Refuse chips that the player does not have, and those that he plays with."""
        who = person_named(event.who)
        if who not in self.holders(play, event.what):
            raise BadInput(
                f"{event.who} has no {event.what or 'such'} chips; say which, like return-chips blue"
            )
        return self._why_not(play, who, event.what)

    def act(self, play: Play, event: Event) -> None:
        """Take the chips back: another player may have the colour now."""
        mine = play.of(ColourSlice)
        left = "+".join(who for who in self.holders(play, event.what) if who != person_named(event.who))
        mine.colours = {name: whose for name, whose in mine.colours.items() if name != event.what}
        if left:
            mine.colours[event.what] = left
        play.clauses.add(self.row.clause)
