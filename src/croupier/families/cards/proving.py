"""What the proofs of card games share: the shoe that is proved, the least stake that is paid exactly, and wagers that belong to another's proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from croupier.equipment.money import UNIT, Amount, show_amount
from croupier.equipment.shoe import Shoe
from croupier.errors import BadInput
from croupier.rulebook.ruleset import Ruleset
from croupier.table.play import Play
from croupier.table.run import Playable

MOST_UNITS = 10_000
"""The largest stake, in units of currency, that is tried for one that is paid exactly."""


class ShoeInPlay(Protocol):
    """The shoe of a round."""

    def now(self, play: Play) -> Shoe:
        """Return the shoe as it is."""

    def cards_left(self, play: Play) -> int:
        """Count the cards in it."""


def cards_to_prove(
    game: Playable, shoe: ShoeInPlay, before: Mapping[str, Any] | None, longest: int
) -> Counter[str]:
    """Return the cards that may be in the shoe, as `before` leaves it.

    A card that is known to come next, or too few cards for a round, is an error.
    """
    play = game.start(before or {})
    if shoe.now(play).new:
        play = game.start({})
    if play.aside:
        raise BadInput("before: the next card is known; the odds are for cards that nobody has seen")
    left = shoe.cards_left(play)
    if left < longest:
        raise BadInput(f"before: a round takes up to {longest} cards, and {left} are left in the shoe")
    return Counter(play.stock or {})


def first_wagers(
    rules: Ruleset[Any, Any], moments: Sequence[str], wagers: Iterable[str] | None, first: str
) -> list[str]:
    """Return the wagers to be proved: those made before the deal.

    A wager that is made later in the round is part of the proof of the first.
    """
    names = [first] if wagers is None else list(wagers)
    for name in names:
        if rules.wager(name)[0].kind in moments:
            raise BadInput(f"{name} is made later in the round: it is part of the proof of {first}")
    return names


def least_even(is_even: Callable[[Amount], bool]) -> Amount:
    """The least stake in whole units for which nothing has to be rounded."""
    return next((units * UNIT for units in range(1, MOST_UNITS + 1) if is_even(units * UNIT)), UNIT)


def checked(asked: Amount | None) -> Amount | None:
    """A stake that odds may be asked for: more than nothing, or none in particular."""
    if asked is not None and asked <= 0:
        raise BadInput(f"the odds of a wager are for a stake of more than nothing, not {show_amount(asked)}")
    return asked
