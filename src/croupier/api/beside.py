"""Compare an operator's file with the rulebook it extends, and two games with each other."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from croupier.api.game import Game, base_of
from croupier.errors import BadInput, OptionForbidden, PartOfProof
from croupier.families import ruleset

if TYPE_CHECKING:
    from collections.abc import Container

    from croupier.rulebook.check import Departure
    from croupier.rulebook.compare import Difference, Pair


class Checked(msgspec.Struct, frozen=True):
    """An operator's own file beside the rulebook it extends."""

    file: str
    extends: str
    departures: tuple[Departure, ...]
    citations: tuple[str, ...]
    """One line for every citation that the register does not hold."""
    edges: dict[str, tuple[Fraction | None, Fraction | None]]
    """Each wager whose price departs, or that of one decided with it: its edge by the rulebook, and by the
    file.
    """

    @property
    def allowed(self) -> bool:
        """Whether the file may be used."""
        return not self.citations and all(one.allowed for one in self.departures)


def check(path: str) -> Checked:
    """Check an operator's own file against the rulebook it extends."""
    from croupier.rulebook.check import changed_prices, departures, wrong_citations

    if not path.endswith(".toml"):
        raise BadInput(f"{path} is not the path of a rulebook file; it must end in .toml")
    own = ruleset(path)
    if not own.extends:
        raise BadInput(
            f"{own.file} extends no rulebook, so there is nothing to check it against; "
            'write extends = "great-britain/roulette"'
        )
    base = base_of(own)
    found = departures(base, own)
    edges: dict[str, tuple[Fraction | None, Fraction | None]] = {}
    try:
        sides = Game(base, own.extends), Game(own, path)
    except OptionForbidden as error:
        found = [_forbidden(one, error) for one in found]
    else:
        for name in changed_prices(found):
            first, new = _edge_with(sides[1], name, edges)
            if first not in edges:
                edges[first] = edge_of(sides[0], first), new
    return Checked(own.file, own.extends, tuple(found), tuple(wrong_citations(own)), edges)


def _forbidden(one: Departure, error: OptionForbidden) -> Departure:
    """Return a departure as it is, or as forbidden where it is the option that no game is made of."""
    if one.kind != "option" or one.name != error.option:
        return one
    return msgspec.structs.replace(one, allowed=False, why=error.why, clause=error.clause)


class Compared(msgspec.Struct, frozen=True):
    """Two games side by side."""

    pairs: tuple[Pair, ...]
    differences: tuple[Difference, ...]
    edges: dict[str, Fraction | None]
    """The edge of each wager of the first game, by name. `other` has those of the second."""
    other: dict[str, Fraction | None]


def compare(a: Game, b: Game) -> Compared:
    """Return what differs between two games, by which clause, and the edge of each wager in both."""
    from croupier.rulebook.compare import differences, pairs

    matched = pairs(a.rules, b.rules)
    here = {pair.a: edge_of(a, pair.a) for pair in matched if pair.a}
    there = {pair.b: edge_of(b, pair.b) for pair in matched if pair.b}
    return Compared(tuple(matched), tuple(differences(a.rules, b.rules)), here, there)


def edge_of(side: Game, wager: str) -> Fraction | None:
    """Return the edge of a wager, or None where it is not offered or cannot be proved."""
    try:
        return _edge(side, wager)
    except PartOfProof:
        return None


def _edge(side: Game, wager: str) -> Fraction | None:
    """Return the same, and raise where the wager belongs to the proof of another."""
    if not side.rules.offered(wager):
        return None
    try:
        proofs = side.odds([wager])
    except PartOfProof:
        raise
    except BadInput:
        return None
    return proofs[0].edge if proofs else None


def _edge_with(side: Game, wager: str, known: Container[str]) -> tuple[str, Fraction | None]:
    """Return the wager to whose proof a wager belongs, itself as a rule, and its edge if it is not known."""
    try:
        return wager, None if wager in known else _edge(side, wager)
    except PartOfProof as part:
        return part.first, None if part.first in known else edge_of(side, part.first)
