"""What every part may say. A part says a few of these, and the table asks all parts in order."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Acts, Refusal, Wait
from croupier.table.rulings import Back
from croupier.table.sights import Sight
from croupier.table.vocabulary import Declared

if TYPE_CHECKING:
    from croupier.table.fitted import Fitted

Steps = Generator[Wait, Any, None]
"""A piece of a script: it waits, and is sent what happened."""


class Carried(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """The values that a part carries from round to round: its keys of `before` and `after`."""

    def written(self) -> dict[str, Any]:
        """Return the differences from a fresh table, as JSON holds them."""
        usual, fresh = _fresh(type(self))
        if self is usual or self == usual:
            return {}
        found: dict[str, Any] = msgspec.to_builtins(self)
        return {
            key: value
            for key, value in found.items()
            if value not in ({}, [], (), "", None) and (key not in fresh or value != fresh[key])
        }


@cache
def _fresh(kind: type[Carried]) -> tuple[Carried, dict[str, Any]]:
    """Return the values of a fresh table, and as JSON holds them."""
    usual = kind()
    return usual, msgspec.to_builtins(usual)


class Nothing(Carried, frozen=True):
    """The carried values of a part that forgets everything between rounds."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """Something that happened at the table, told to every part."""


class Returned(Moment, frozen=True):
    """A wager went back: its dependants go back too."""

    standing: Standing
    clause: str


class Refunded(Moment, frozen=True):
    """A wager goes back, with its payment into a fund."""

    standing: Standing


class Leaving(Moment, frozen=True):
    """A person is about to take all wagers back."""

    who: str


class Left(Moment, frozen=True):
    """A person took wagers back by an offer."""

    who: str
    clause: str


C = TypeVar("C", bound=Carried)


class Part(Generic[C]):
    """A part of a table. `table` is set when the table is fitted."""

    carried: type[C]
    verbs: tuple[str, ...] = ()
    """Acts that it owns: it judges them and carries them out."""
    closings: tuple[str, ...] = ()
    """Acts of the dealer that close the betting for one draw; they are done again when the draw is void."""
    lapsing: tuple[str, ...] = ()
    """Acts that fall away where a ruling has left nothing for them to answer."""
    marks: tuple[str, ...] = ()
    """Marks of rulings that it reads; several parts may read one mark."""
    sights: tuple[str, ...] = ()
    """What it can see of the table: a rulebook names these as what a ruling requires."""
    objects_to: tuple[str, ...] | None = None
    """Verbs of the acts and draws that it may object to; any where none are named."""
    hears: tuple[type[Moment], ...] | None = None
    """Moments that it is told; all where none are named."""
    table: Fitted

    def takes(self) -> Declared:
        """Declare what may be said with the acts that it asks for, and which facts of others' acts it reads.

        With a verb of its own that is not declared, nothing else is said.
        """
        return {}

    def begin(self, play: Play, carried: C) -> None:
        """Take over the carried values."""

    def carry(self, play: Play) -> C:
        """Return the values carried into the next round."""
        return self.carried()

    def prelude(self, play: Play) -> Steps:
        """Run the steps before the round: a new shoe is shuffled."""
        yield from ()

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """List the acts before the first draw: of anybody (`*`), of the dealer, of a person."""
        return {}

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why an act of its own is refused."""
        return None

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why an act of another part, or the first draw, is refused."""
        return None

    def act(self, play: Play, event: Event) -> None:
        """Carry out an act of its own."""

    def due(self, play: Play) -> Steps:
        """Deal the cards that fall before anything else is asked."""
        yield from ()

    def stops(self, play: Play) -> bool:
        """Whether the round ends before a card is dealt."""
        return False

    def heard(self, play: Play, moment: Moment) -> None:
        """Do what follows from a moment."""

    def wind_up(self, play: Play) -> None:
        """Finish up when the script of the round has ended."""

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check a mark that it reads, and do what the mark changes at once."""

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say whether one of its sights is so at the table, for the box or the person of a ruling."""
        raise NotImplementedError(sight)

    def reaches_back(self, play: Play, mark: str) -> bool:
        """Whether a mark of its own changes how the cards were dealt, and hands have been played since.

        The round is then played again with the mark before the last card of that deal: the acts stand in
        their order, and cards fall as they left the shoe.
        """
        return False

    def gives_back(self, play: Play, mark: str, facts: Mapping[str, str]) -> Back | None:
        """Say what of a wager goes back by a mark of its own, whether it stands or was decided.

        The mark then stands behind the last bet on it, and what was done on the wager since is done on what
        is left of it; one that goes back whole is struck from the round.
        """
        return None

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Check the facts of a ruling against what the table knows. A contradiction is an error."""
