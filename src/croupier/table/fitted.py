"""A table fitted with parts. It asks them in order, in place of a chain of classes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.equipment.card import UNSEEN, parse_card
from croupier.errors import BadInput, unknown
from croupier.rulebook.ruleset import Ruleset
from croupier.table.carrying import Carrying
from croupier.table.claims import Standing
from croupier.table.company import AnyPart, Company
from croupier.table.events import Event
from croupier.table.parts.part import Steps
from croupier.table.play import OVER, Play, Script
from croupier.table.questions import Refusal
from croupier.table.roster import Roster
from croupier.table.rulings import END, HISTORY, OFFER
from croupier.table.vocabulary import PLAIN, Vocabulary

if TYPE_CHECKING:
    from croupier.table.parts.betting import Betting


class Fitted:
    """A game at the table: its parts in one list, and the script of its round.

    The order of the list is the order of acts, moments, marks and carried values. Objections are asked the
    other way round, unless a game gives a second list for them.
    """

    betting: Betting
    """The gate for wagers."""
    corrections: tuple[str, ...] = ()
    """Orders of the game's own that `correct` carries out."""

    def __init__(
        self, ruleset: Ruleset[Any, Any], parts: Sequence[AnyPart], objectors: Sequence[AnyPart] | None = None
    ) -> None:
        self.ruleset = ruleset
        self.parts = tuple(parts)
        for part in self.parts:
            part.table = self
        self._roster = roster = Roster(ruleset, self.parts)
        self._carrying = Carrying(self.parts)
        company = Company(self.parts, self.parts[::-1] if objectors is None else tuple(objectors))
        # Parts speak to the company, which is no concern of the script.
        self.objection, self.may_object, self.tell = company.objection, company.may_object, company.tell
        self.returned = company.returned
        self.stops, self.due = roster.stops, roster.due
        self.acts, self.questions = roster.acts, roster.questions
        self.judge, self.act = roster.judge, roster.act
        self.judge_ruling, self.judge_mark = roster.judge_ruling, roster.judge_mark
        self.reaches_back, self.gives_back = roster.reaches_back, roster.gives_back
        own = [dict.fromkeys(part.verbs, PLAIN) for part in self.parts]
        self.vocabulary = Vocabulary([*own, *(part.takes() for part in self.parts)])
        """What may be said at this table."""
        _check_orders(ruleset, {*HISTORY, *END, *OFFER, *self.marks, *self.corrections})

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that some part reads."""
        return tuple(self._roster.readers)

    @property
    def closings(self) -> tuple[str, ...]:
        """The dealer's acts that close the betting for one draw. They are done again for the next."""
        return tuple(verb for part in self.parts for verb in part.closings)

    @cached_property
    def lapsing(self) -> frozenset[str]:
        """The acts that fall away where a ruling has left nothing for them to answer."""
        return frozenset(verb for part in self.parts for verb in part.lapsing)

    def with_options(self, options: Mapping[str, str]) -> Fitted:
        """Return the same game with options that a ruling has changed. Most have none that changes."""
        raise BadInput(f"before: no option of {self.ruleset.id} changes at an open table")

    # What a game says.

    def round(self, play: Play) -> Steps:
        """Play the round, once the table is ready."""
        raise NotImplementedError

    def wager_name(self, text: str) -> str:
        """Return a wager's name as the table writes it; a text that names none comes back as it is."""
        return text

    def read_draw(self, event: Event) -> str:
        """Return a draw in the notation of the equipment: a card, or one that nobody has seen."""
        return UNSEEN if event.what == UNSEEN else str(parse_card(event.what))

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """Return the last draw as an order of the game's own corrects it. None if it knows no such order."""
        return None

    def params(self, name: str) -> list[str]:
        """List the parameters that a wager may have; `['']` when it takes none."""
        return [""]

    # When wagers are made.

    @property
    def over_clause(self) -> str:
        """The clause that forbids acts once the round is decided; empty where none does."""
        return self.betting.row.closed_clause

    def too_late(self, wager: str, verb: str = "bet") -> Refusal:
        """Say why a wager is not made, or taken back, once the round is under way."""
        return self.betting.too_late(wager, verb)

    def betting_open(self, play: Play) -> bool:
        """Whether the round is still at its betting: nothing has been dealt or drawn that closes it."""
        return self.betting.is_on(play)

    def together(self, wager: str) -> list[str]:
        """Return a wager with those that always equal it; none for none."""
        return [wager] if wager else []

    def hangs_on(self, play: Play, child: Standing, parent: Standing, among: Sequence[Standing]) -> bool:
        """Whether a wager cannot lie without another, and none of those that are left carries it."""
        return self.betting.wagers.hangs_on(play, child, parent, among)

    # The round.

    def start(self, before: Mapping[str, Any]) -> Play:
        """Return a fresh round with its carried values."""
        return self._carrying.start(before)

    def recall(self, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return a copy of `before` if the very same was read or carried on already. None if it is new."""
        return self._carrying.recall(before)

    def normal(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return the carried values as the table writes them."""
        return self._carrying.normal(before)

    def script(self, play: Play) -> Script:
        """Make the table ready, play the round, wind it up."""
        yield from self._roster.prelude(play)
        yield from self.round(play)
        self._roster.wind_up(play)
        play.phase = OVER

    def after(self, play: Play) -> dict[str, Any]:
        """Return the values carried into the next round."""
        return self._carrying.after(play)


def _check_orders(ruleset: Ruleset[Any, Any], known: Collection[str]) -> None:
    """Refuse a file with an order that nothing carries out."""
    for event in ruleset.irregularities.values():
        for row in event.rows:
            for order in row.ruling:
                if order not in known:
                    raise BadInput(
                        f"{ruleset.file}: irregularities.{event.id}: "
                        f"{unknown('order', order, known)} [{row.clause}]"
                    )
