"""Options that a ruling changes while the table is open: the number of decks, the commission."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from croupier.cache import Cache
from croupier.errors import BadInput, FactsWanted
from croupier.rulebook.load import with_options
from croupier.rulebook.ruleset import Ruleset
from croupier.table.parts.part import Carried, Part
from croupier.table.play import Play

DECKS = "change-decks"
"""The table goes on with another number of decks from the next shuffle on. It takes decks=."""
COMMISSION = "change-commission"
"""The table takes another commission from the next round on. It takes the options that say which."""


G = TypeVar("G")
MOST_CHANGED = 8
"""The most versions of a game with changed options that are kept."""


class Ending(Protocol):
    """A shoe that knows when it is at its end. Wheels and dice have none, and import none."""

    def at_end(self, play: Play) -> bool:
        """Whether the next round comes from a new shoe."""


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


def changes(ruleset: Ruleset[Any, Any]) -> bool:
    """Whether a ruling of the rulebook changes options of an open table."""
    orders = {
        order for event in ruleset.irregularities.values() for row in event.rows for order in row.ruling
    }
    return bool({DECKS, COMMISSION} & orders)


class OptionChange(Part[Changed]):
    """Changes the number of decks between two shoes, and the commission between two rounds.

    The round that carries it in is played by a table made for the new options.
    """

    carried = Changed
    marks = (DECKS, COMMISSION)

    def __init__(
        self, ruleset: Ruleset[Any, Any], versions: Versions[Any], shoe: Ending | None = None
    ) -> None:
        self.ruleset = ruleset
        self.versions = versions
        """Makes the table of the next round, and refuses one that cannot be."""
        self.shoe = shoe
        self.commissions = [
            name
            for event in ruleset.irregularities.values()
            if any(COMMISSION in row.ruling for row in event.rows)
            for name in event.takes
            if name in ruleset.options
        ]

    def begin(self, play: Play, carried: Changed) -> None:
        """Refuse a table that was not made for what it carries."""
        for name, value in carried.options.items():
            if self.ruleset.options.get(name) != value:
                raise BadInput(f"before: the table goes on with {name} = {value}, not as it was opened")

    def carry(self, play: Play) -> Changed:
        """Carry the changed options on."""
        changed = {"decks": play.marks.get(DECKS, {}).get("decks", "")}
        changed |= self._said(play.marks.get(COMMISSION, {}))
        return Changed(
            {**play.before.get("options", {}), **{key: now for key, now in changed.items() if now}}
        )

    def _said(self, facts: Mapping[str, str]) -> dict[str, str]:
        """Return what a ruling says of the commission."""
        return {name: facts[name] for name in self.commissions if facts.get(name)}

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Refuse a change that says the shoe is at its end where it is not."""
        if irregularity != "change-of-decks" or "cards" not in facts or self.shoe is None:
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
        """Refuse what the rulebook does not allow, or what is in use already.

        A round without cards ends with a new number of decks: the next one is dealt from it.
        """
        if mark == COMMISSION:
            self._check_commission(facts)
            return
        row, now = self.ruleset.option_rows["decks"], self.ruleset.options["decks"]
        decks = facts.get("decks", "")
        if not decks:
            raise FactsWanted(
                f"say with decks= how many decks the table goes on with; it has {now}", {"decks": ()}
            )
        self.versions.of({"decks": decks})
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

    def _check_commission(self, facts: Mapping[str, str]) -> None:
        """Refuse a commission that the rulebook does not allow, or that is taken already."""
        said, known = self._said(facts), self.ruleset.options
        if not said:
            now = ", ".join(f"{name}={known[name]}" for name in self.commissions)
            raise FactsWanted(
                f"say which commission the table goes on with; it has {now}",
                dict.fromkeys(self.commissions, ()),
            )
        self.versions.of(said)
        for name, value in said.items():
            if value == known[name]:
                raise BadInput(f"{name} is {value} already [{self.ruleset.option_rows[name].clause}]")
