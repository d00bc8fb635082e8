"""A table fitted with parts. It asks them in order, in place of a chain of classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from croupier.cache import Cache, copied, exact
from croupier.equipment.card import UNSEEN, parse_card
from croupier.errors import BadInput, unknown
from croupier.rulebook.ruleset import Ruleset
from croupier.table.company import AnyPart, Company
from croupier.table.events import Event
from croupier.table.parts.part import Carried, Part, Steps
from croupier.table.play import Play, Script
from croupier.table.questions import Acts, Question, Refusal
from croupier.table.rulings import END, HISTORY, OFFER

if TYPE_CHECKING:
    from croupier.table.parts.betting import Betting

C = TypeVar("C", bound=Carried)
OVER = "over"
"""The phase of a finished round."""
MOST_KNOWN = 512
"""The most values of `before` whose reading a game keeps."""


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
        company = Company(self.parts, self.parts[::-1] if objectors is None else tuple(objectors))
        # Parts speak to the company, which is no concern of the script.
        self.objection, self.may_object, self.tell = company.objection, company.may_object, company.tell
        self.returned, self.refund = company.returned, company.refund
        self.leaving, self.left = company.leaving, company.left
        # Most parts say nothing of most things, and are not asked.
        self._first = [part for part in self.parts if type(part).prelude is not Part.prelude]
        self._last = [part for part in self.parts if type(part).wind_up is not Part.wind_up]
        self._dealing = [part for part in self.parts if type(part).due is not Part.due]
        self._stopping = [part for part in self.parts if type(part).stops is not Part.stops]
        self._acting = [part for part in self.parts if type(part).acts is not Part.acts]
        self._owner: dict[str, AnyPart] = {}
        self._readers: dict[str, list[AnyPart]] = {}
        self._keys: list[str] = []
        self._carriers: list[tuple[AnyPart, frozenset[str]]] = []
        """Each part with its keys of `before`."""
        self._carry: list[tuple[AnyPart, Carried | None]] = []
        """Each part, with the values of a part that never carries anything."""
        self._known: Cache[bytes, tuple[Carried, ...]] = Cache(MOST_KNOWN)
        """What each part reads in `before`: by what was given, and by what a finished round carried on."""
        self._cards: Cache[str, str] = Cache()
        self._recalled: tuple[Mapping[str, Any], tuple[Carried, ...]] = ({}, ())
        """The last `before` that was known, and what each part reads in it."""
        for part in self.parts:
            part.table = self
            for verb in part.verbs:
                assert verb not in self._owner, f"two parts own {verb}"
                self._owner[verb] = part
            for mark in part.marks:
                self._readers.setdefault(mark, []).append(part)
            fields = [field.encode_name for field in msgspec.structs.fields(part.carried)]
            assert not {*fields} & {*self._keys}, f"two parts carry {fields}"
            self._keys += fields
            self._carriers.append((part, frozenset(fields)))
            self._carry.append((part, part.carried() if type(part).carry is Part.carry else None))
        self._check_orders()

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that some part reads."""
        return tuple(self._readers)

    @property
    def closings(self) -> tuple[str, ...]:
        """The dealer's acts that close the betting for one draw. They are done again for the next."""
        return tuple(verb for part in self.parts for verb in part.closings)

    # What a game says.

    def round(self, play: Play) -> Steps:
        """Play the round, once the table is ready."""
        raise NotImplementedError

    def wager_name(self, text: str) -> str:
        """Return a wager's name as the table writes it; a text that names none comes back as it is."""
        return text

    def read_draw(self, event: Event) -> str:
        """Return a draw in the notation of the equipment: a card, or one that nobody has seen."""
        found = self._cards.get(event.what)
        if found is None:
            text = UNSEEN if event.what == UNSEEN else str(parse_card(event.what))
            found = self._cards.keep(event.what, text)
        return found

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

    def late_clause(self, wager: str, verb: str = "bet") -> str:
        """Return the clause that forbids to make or take back a wager once the round is under way."""
        return self.betting.late_clause(wager, verb)

    @property
    def late_words(self) -> str:
        """Why no wager is made or taken back once betting is over."""
        return self.betting.late_words

    def betting_open(self, play: Play) -> bool:
        """Whether the round is still at its betting: nothing has been dealt or drawn that closes it."""
        return self.betting.is_on(play)

    # The round.

    def start(self, before: Mapping[str, Any]) -> Play:
        """Return a fresh round with its carried values."""
        for key in before:
            if key not in self._keys:
                raise unknown("key", str(key), self._keys, "before")
        play = Play(before=dict(before), phase="open")
        for part, carried in zip(self.parts, self._carried(before), strict=True):
            part.begin(play, carried)
        return play

    def recall(self, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return a copy of `before` if the very same was read or carried on already. None if it is new."""
        key = exact(before)
        carried = None if key is None else self._known.get(key)
        if key is None or carried is None:
            return None
        self._recalled = copied(key), carried
        return self._recalled[0]

    def _carried(self, before: Mapping[str, Any]) -> tuple[Carried, ...]:
        """Read `before`, once for each that differs. Parts may not write into what they are handed."""
        if before is self._recalled[0]:
            return self._recalled[1]
        key = exact(before)
        found = None if key is None else self._known.get(key)
        if found is None:
            found = tuple(
                part.carried() if keys.isdisjoint(before) else read(before, part.carried)
                for part, keys in self._carriers
            )
            if key is not None:
                self._known.keep(key, found)
        return found

    def normal(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Return the carried values as the table writes them."""
        found: dict[str, Any] = {}
        for part in self.parts:
            found |= read(before, part.carried).written()
        return found

    def script(self, play: Play) -> Script:
        """Make the table ready, play the round, wind it up."""
        for part in self._first:
            yield from part.prelude(play)
        yield from self.round(play)
        for part in self._last:
            part.wind_up(play)
        play.phase = OVER

    def after(self, play: Play) -> dict[str, Any]:
        """Return the values carried into the next round."""
        carried = tuple(fresh or part.carry(play) for part, fresh in self._carry)
        found: dict[str, Any] = {}
        for (_, fresh), one in zip(self._carry, carried, strict=True):
            if one is not fresh:
                found |= one.written()
        if play.phase == OVER and not play.offers and not play.burns:
            # Nothing writes into a finished round any more, so the next one need not read what it wrote.
            key = exact(found)
            if key is not None:
                self._known.keep(key, carried)
        return found

    # What parts ask of each other.

    def stops(self, play: Play) -> bool:
        """Whether some part ends the round before a card is dealt."""
        return any(part.stops(play) for part in self._stopping)

    def due(self, play: Play) -> Steps:
        """Deal the cards that fall before anything else is asked."""
        for part in self._dealing:
            yield from part.due(play)

    def acts(self, play: Play, without: AnyPart | None = None) -> dict[str, Acts]:
        """List all acts before the first draw, by person; `without` those of one part."""
        found: dict[str, Acts] = {}
        for part in self._acting:
            if part is not without:
                for who, acts in part.acts(play).items():
                    found[who] = {**found[who], **acts} if who in found else acts
        return found

    def questions(self, play: Play, acts: Mapping[str, Acts]) -> list[Question]:
        """Ask anybody, those with acts of their own, and the dealer; the owner of each act judges it."""

        def check(event: Event) -> Refusal | None:
            return self.judge(play, event)

        asked = [Question("*", acts["*"], check)] if "*" in acts else []
        asked += [
            Question(who, mine, check, general=True)
            for who, mine in acts.items()
            if who not in ("*", "dealer")
        ]
        return [*asked, Question("dealer", acts.get("dealer", {}), check, general=True)]

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Let the owner of an act judge it."""
        owner = self._owner.get(event.verb)
        return owner.judge(play, event) if owner else None

    def act(self, play: Play, event: Event) -> None:
        """Let the owner of an act carry it out."""
        self._owner[event.verb].act(play, event)

    # Rulings.

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Check the facts of a ruling against what the table itself knows."""
        for part in self.parts:
            part.ruled(play, irregularity, facts)

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Let every part that reads a mark check it and act on it."""
        for part in self._readers.get(mark, ()):
            part.marked(play, mark, facts)

    def _check_orders(self) -> None:
        """Refuse a file with an order that nothing carries out."""
        known = {*HISTORY, *END, *OFFER, *self.marks, *self.corrections}
        for event in self.ruleset.irregularities.values():
            for row in event.rows:
                for order in row.ruling:
                    if order not in known:
                        raise BadInput(
                            f"{self.ruleset.file}: irregularities.{event.id}: "
                            f"{unknown('order', order, known)} [{row.clause}]"
                        )


# What is carried, in notation.


def read(before: Mapping[str, Any], kind: type[C]) -> C:
    """Read the keys of one part."""
    types = _types(kind)
    given = {key: _texts(before[key], types[name]) for key, name in _names(kind).items() if key in before}
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(f"before: {error}") from None


@cache
def _types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _names(kind: type[msgspec.Struct]) -> dict[str, str]:
    """Return the fields of a struct by the key that each is written with."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(kind)}


def _texts(value: Any, kind: Any) -> Any:
    """Return seats and amounts as text. They may be written as numbers: bank = {seat = 3, cover = 50}."""
    if kind is str and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    origin, of = get_origin(kind), get_args(kind)
    if origin is tuple and isinstance(value, list | tuple):
        return [_texts(one, of[0]) for one in value]
    if origin is dict and isinstance(value, Mapping):
        return {key: _texts(one, of[1]) for key, one in value.items()}
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and isinstance(value, Mapping):
        names, types = _names(kind), _types(kind)
        return {key: _texts(one, types.get(names.get(key, ""))) for key, one in value.items()}
    return value
