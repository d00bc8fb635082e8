"""Options that a ruling changes while the table is open: the number of decks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from croupier.cache import Cache
from croupier.errors import BadInput, FactsWanted
from croupier.rulebook.load import with_options
from croupier.rulebook.ruleset import Ruleset
from croupier.table.parts.part import Carried, Part
from croupier.table.parts.shoe import DealingShoe
from croupier.table.play import Play

DECKS = "change-decks"
"""The table goes on with another number of decks from the next shuffle on. It takes decks=."""


G = TypeVar("G")
MOST_CHANGED = 8
"""The most versions of a game with changed options that are kept."""


class Versions(Generic[G]):
    """A game with changed options, made once for each number that its table has gone over to."""

    def __init__(self, ruleset: Ruleset[Any, Any], make: Callable[[Ruleset[Any, Any]], G]) -> None:
        self.ruleset = ruleset
        self.make = make
        self._made: Cache[tuple[tuple[str, str], ...], G] = Cache(MOST_CHANGED)

    def of(self, options: Mapping[str, str]) -> G:
        """Return the game with these options."""
        key = tuple(sorted(options.items()))
        known = self._made.get(key)
        return (
            self._made.keep(key, self.make(with_options(self.ruleset, options))) if known is None else known
        )


class Changed(Carried, frozen=True):
    """Options in force that a ruling has changed."""

    options: dict[str, str] = {}


class DeckChange(Part[Changed]):
    """Changes the number of decks between two shoes.

    The round that carries it in is played by a table made for the new number.
    """

    carried = Changed
    marks = (DECKS,)

    def __init__(self, ruleset: Ruleset[Any, Any], shoe: DealingShoe) -> None:
        self.ruleset = ruleset
        self.shoe = shoe

    def begin(self, play: Play, carried: Changed) -> None:
        """Refuse a table that was not made for what it carries."""
        for name, value in carried.options.items():
            if self.ruleset.options.get(name) != value:
                raise BadInput(
                    f"before: the table goes on with {name} = {value}, and was opened with another number"
                )

    def carry(self, play: Play) -> Changed:
        """Carry the changed number on."""
        decks = play.marks.get(DECKS, {}).get("decks", "")
        return Changed({"decks": decks}) if decks else Changed(dict(play.before.get("options", {})))

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Refuse a change that says the shoe is at its end where it is not."""
        if irregularity != "change-of-decks" or "cards" not in facts:
            return
        if facts["cards"] != "end-of-the-shoe":
            return
        if not self._is_over(play) and any(play.places.values()):
            raise BadInput("a round is being dealt: the shoe is not at its end (cards=during-the-shoe)")
        if not self.shoe.at_end(play):
            raise BadInput(
                "the cutting card is still in the shoe, and cards have been dealt from it: "
                "it is not at its end (cards=during-the-shoe)"
            )

    @staticmethod
    def _is_over(play: Play) -> bool:
        return play.phase == "over" or play.voided

    def marked(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Refuse a number that the rulebook does not allow, or that is in use already.

        A round in which nothing has been dealt ends: the next one is dealt from the new number.
        """
        row, now = self.ruleset.option_rows["decks"], self.ruleset.options["decks"]
        decks = facts.get("decks", "")
        if not decks:
            raise FactsWanted(
                f"say with decks= how many decks the table goes on with; it has {now}", {"decks": ()}
            )
        with_options(self.ruleset, {"decks": decks})
        if decks == now:
            raise BadInput(f"the table has {now} decks already [{row.clause}]")
        if self._is_over(play):
            return
        if play.wagers:
            raise BadInput(
                f"wagers lie on the table that were made for {now} decks: "
                "they are taken back first, or the number changes after the round"
            )
        play.voided = True
