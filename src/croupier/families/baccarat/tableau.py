"""The drawing rules, and a coup as they leave it.

Written once: the table plays by these functions, the prover and the kernel count by them.

A tableau says for a count of two cards whether a third is drawn: D draws, S stands, O leaves it open. The
player's has eight letters, for counts 0 to 7; the banker's has eight rows of eleven letters each, for the
value of the player's third card from 0 to 9 and for none.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.errors import BadInput

PLAYER, BANKER = "player", "banker"
"""The two hands, and the places of their cards."""
COMMUNITY = "third"
"""The place of a third card that some bettors draw by choice and share."""
NONE = 10
"""The place of `no third card` among the values 0 to 9."""
NATURAL = 8
"""Two cards of this count or more end the drawing."""
UNPAIRED, MIXED, COLOURED, PERFECT = 0, 1, 2, 3
"""How the first two cards of a hand pair: not, in two colours, in one colour, in one suit."""
KINDS = PERFECT + 1
"""The ways that two cards may pair, no pair among them."""
VALUES, THIRDS = 10, NONE + 1
"""How many values a card or a count may have, and a third card with none."""
LONGEST = 6
"""Cards of the longest coup."""
RED = "dh"


class Tableau(NamedTuple):
    """Who draws when."""

    player: str
    banker: tuple[str, ...]


class Coup(NamedTuple):
    """The result of a coup, as wagers read it.

    Counts of two cards, values of third cards or `NONE`, pairs, and whether the bettor drew by choice.
    """

    player: int
    banker: int
    player_third: int = NONE
    banker_third: int = NONE
    player_pair: int = UNPAIRED
    banker_pair: int = UNPAIRED
    drew: bool = False

    @property
    def player_count(self) -> int:
        """The player's final count."""
        return final(self.player, self.player_third)

    @property
    def banker_count(self) -> int:
        """The banker's final count."""
        return final(self.banker, self.banker_third)


def final(two: int, third: int) -> int:
    """Return the count of a hand after its third card, if it took one."""
    return two if third == NONE else (two + third) % 10


def natural(player: int, banker: int) -> bool:
    """Whether two cards of either hand end the drawing."""
    return player >= NATURAL or banker >= NATURAL


def player_rule(tableau: Tableau, player: int, banker: int) -> str:
    """Whether the player's hand takes a third card."""
    return "S" if natural(player, banker) else tableau.player[player]


def banker_rule(tableau: Tableau, player: int, banker: int, third: int) -> str:
    """Whether the banker's hand takes a third card, given the player's, or none."""
    return "S" if natural(player, banker) else tableau.banker[banker][third]


def check(tableau: Tableau, where: str) -> Tableau:
    """Return the tableau, if it has the right size."""
    rows = (tableau.player, *tableau.banker)
    if (
        len(tableau.banker) != NATURAL
        or len(tableau.player) != NATURAL
        or any(len(row) != NONE + 1 for row in tableau.banker)
        or set("".join(rows)) - set("DSO")
    ):
        raise BadInput(
            f"{where}: a tableau has 8 letters for the player and 8 rows of 11 for the banker, of D, S and O"
        )
    return tableau


def pair_of(first: str, second: str) -> int:
    """Tell how two cards pair: ten, jack, queen and king are four different ranks.

    >>> pair_of("Kd", "Qd"), pair_of("Kd", "Kc"), pair_of("Kd", "Kh"), pair_of("Kd", "Kd")
    (0, 1, 2, 3)
    """
    if first[0] != second[0]:
        return UNPAIRED
    if first[1] == second[1]:
        return PERFECT
    return COLOURED if (first[1] in RED) == (second[1] in RED) else MIXED
