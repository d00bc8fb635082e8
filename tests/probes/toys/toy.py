"""What every toy has: a ruleset made by hand, cards from one pack, and no orders of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from croupier.equipment.card import UNSEEN, pack, parse_card
from croupier.errors import Unreadable
from croupier.rulebook.ruleset import Ruleset
from croupier.rulebook.schema import Head, IrregularityRow, RulingRow
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play, Script, Slice
from croupier.table.questions import Refusal
from croupier.table.vocabulary import Vocabulary

VALUES = {rank: min(at + 1, 10) for at, rank in enumerate("A23456789TJQK")}
HEIGHT = {rank: at for at, rank in enumerate("23456789TJQKA", 2)}


class Memory(Slice):
    """What a toy remembers: whatever JSON holds."""

    memory: dict[str, Any]


def remember(memory: dict[str, Any]) -> dict[type[msgspec.Struct], Slice]:
    """Begin a round that remembers this."""
    return {Memory: Memory(memory)}


def memory(play: Play) -> dict[str, Any]:
    """What a toy remembers of a round."""
    if Memory not in play.slices:
        play.add(Memory({}))
    return play.of(Memory).memory


def ruling(name: str, ruling: list[str], clause: str, *takes: str) -> IrregularityRow:
    """An irregularity with one row."""
    return IrregularityRow(
        id=name,
        title=name,
        rows=[RulingRow(ruling=ruling, clause=clause, duties=["tell the supervisor"])],
        takes=list(takes),
    )


def toy_rules(name: str, *irregularities: IrregularityRow) -> Ruleset[Any, Any]:
    """A ruleset with nothing in it but irregularities."""
    head = Head(format=1, game=name, title=name, cites="toy law", in_force=["2000-01-01", ""])
    none: dict[str, Any] = {}
    return Ruleset(
        id=f"toy/{name}",
        head=head,
        options=none,
        readings=none,
        option_rows=none,
        reading_rows=none,
        wagers=none,
        tables=none,
        money=none,
        irregularities={row.id: row for row in irregularities},
        limits=none,
        setup=None,
        file=f"toy/{name}.toml",
    )


def one_pack() -> Counter[str]:
    """How many of each card are in one pack."""
    return Counter(str(card) for card in pack())


class Unchecked(Vocabulary):
    """A toy takes whatever its questions list."""

    def check(self, event: Event) -> None:
        """Refuse nothing."""


class Toy:
    """What a toy hands to the table."""

    def together(self, wager: str) -> list[str]:
        """No wager of a toy must equal another."""
        return [wager]

    def hangs_on(self, play: Play, child: Standing, parent: Standing, among: Sequence[Standing]) -> bool:
        """No wager of a toy needs another."""
        return False

    def tell(self, play: Play, moment: object) -> None:
        """A toy has no parts that would hear of it."""

    marks: tuple[str, ...] = ()
    closings = ("no-more-bets",)
    lapsing: frozenset[str] = frozenset()
    over_clause = ""

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """A toy takes every fact on trust."""

    vocabulary: Vocabulary = Unchecked([])

    def betting_open(self, play: Play) -> bool:
        """A toy asks for bets only while it takes them."""
        return True

    def too_late(self, wager: str, verb: str = "bet") -> Refusal:
        """A toy closes its bets by no clause of its own."""
        return Refusal("betting is over", self.over_clause)

    ruleset: Ruleset[Any, Any]
    dice: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")

    def start(self, before: Mapping[str, Any]) -> Play:
        """A fresh round with a full pack."""
        return Play(before=before, stock=one_pack())

    def script(self, play: Play) -> Script:
        """How the round is played."""
        raise NotImplementedError

    def after(self, play: Play) -> dict[str, Any]:
        """Nothing, unless the toy says more."""
        return {}

    def read_draw(self, event: Event) -> str:
        """A card, or the number of one die."""
        if event.verb == "roll":
            if event.what not in self.dice:
                raise Unreadable(f"{event.what!r} is not one die")
            return event.what
        return UNSEEN if event.what == UNSEEN else str(parse_card(event.what))

    def wager_name(self, text: str) -> str:
        """As it is written."""
        return text

    def reaches_back(self, play: Play, mark: str) -> bool:
        """No mark of a toy changes a deal."""
        return False

    def gives_back(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """No mark gives a part of a wager back."""

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Every mark makes sense."""

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """Nothing stands on another wager."""

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """No orders of its own."""
        return None
