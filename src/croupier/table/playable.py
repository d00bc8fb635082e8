"""A game as the table drives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play, Script
from croupier.table.questions import Refusal
from croupier.table.rulings import Back
from croupier.table.vocabulary import Vocabulary


class Playable(Protocol):
    """What the table asks of a game, and tells it."""

    @property
    def ruleset(self) -> Ruleset[Any, Any]:
        """The resolved rules."""

    def with_options(self, options: Mapping[str, str]) -> Playable:
        """Return the same game with options that a ruling has changed."""

    @property
    def marks(self) -> tuple[str, ...]:
        """The marks that the script reads."""

    @property
    def closings(self) -> tuple[str, ...]:
        """The dealer's acts that close the betting for one draw. They are done again for the next."""

    @property
    def lapsing(self) -> frozenset[str]:
        """The acts that fall away where a ruling has left nothing for them to answer."""

    @property
    def vocabulary(self) -> Vocabulary:
        """What may be said at this table."""

    @property
    def over_clause(self) -> str:
        """The clause that forbids acts once the round is decided; empty where none does."""

    def too_late(self, wager: str, verb: str = "bet") -> Refusal:
        """Say why a wager is not made, or taken back, once the round is under way."""

    def betting_open(self, play: Play) -> bool:
        """Say whether the round is still at its betting: nothing has been dealt or drawn that closes it."""

    def wager_name(self, text: str) -> str:
        """Return a wager's name as the table writes it. A text that names none comes back as it is."""

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Check the facts of a ruling against what the table knows. A contradiction is an error."""

    def reaches_back(self, play: Play, mark: str) -> bool:
        """Say whether a mark changes a deal on which hands have been played since."""

    def gives_back(self, play: Play, mark: str, facts: Mapping[str, str]) -> Back | None:
        """Say what of a wager goes back by a mark; None where it gives nothing back."""

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Check that a mark makes sense at this table."""

    def together(self, wager: str) -> list[str]:
        """Return a wager with those that always equal it; none for none."""

    def hangs_on(self, play: Play, child: Standing, parent: Standing, among: Sequence[Standing]) -> bool:
        """Whether a wager cannot lie without another, and none of those that are left carries it."""

    def returned(self, play: Play, standing: Standing, clause: str) -> None:
        """Give back the rest of a returned wager: its dependants, and its payment to a meter."""

    def tell(self, play: Play, moment: Any) -> None:
        """Tell a moment to every part that wants to hear it."""

    def recall(self, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return a copy of carried values if the very same are known to be sound. None if they are new."""

    def start(self, before: Mapping[str, Any]) -> Play:
        """Return a fresh round with a bank of its own, from the carried values.

        It is called once a run: nothing may be shared.
        """

    def script(self, play: Play) -> Script:
        """Return the script of the round."""

    def after(self, play: Play) -> dict[str, Any]:
        """Return the values carried into the next round, for `start`. The bank's are `play.bank.value()`."""

    def read_draw(self, event: Event) -> str:
        """Return a draw in the notation of the equipment. Refuse one that cannot be read."""

    def correct(self, order: str, event: Event | None, facts: Mapping[str, str]) -> str | None:
        """Return the last draw as an order of the family's own corrects it. None if it knows no such one."""
