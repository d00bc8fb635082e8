"""Compare an operator's file with the rulebook it extends, and two games with each other."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.api.game import Game, base_of
from croupier.errors import BadInput, OptionForbidden, PartOfProof
from croupier.families import ruleset

if TYPE_CHECKING:
    from collections.abc import Container

    from croupier.prove.proof import WagerProof
    from croupier.rulebook.check import Departure
    from croupier.rulebook.compare import Difference, Pair
    from croupier.rulebook.ruleset import Ruleset


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
    notes: tuple[str, ...] = ()
    """Which of these edges are others for another stake."""

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
    told: dict[str, None] = {}
    try:
        sides = Game(base, own.extends), Game(own, path)
    except OptionForbidden as error:
        for each in _all_forbidden(own, error):
            found = [_forbidden(one, each) for one in found]
    else:
        for name in changed_prices(found):
            first, new = _proof_with(sides[1], name, edges)
            if first not in edges:
                old = _proof_of(sides[0], first)
                edges[first] = _edge(old), _edge(new)
                told |= dict.fromkeys(_notes(old) + _notes(new))
    return Checked(own.file, own.extends, tuple(found), tuple(wrong_citations(own)), edges, tuple(told))


def _all_forbidden(own: Ruleset[Any, Any], first: OptionForbidden) -> list[OptionForbidden]:
    """Find every option that no game is made of: each is put back, until the others make one."""
    from croupier.rulebook.check import plain

    found, options = [first], dict(own.options)
    while options[found[-1].option] != (usual := plain(own.option_rows[found[-1].option].default)):
        options[found[-1].option] = usual
        try:
            Game(ruleset(own.extends, options, own.readings), own.extends)
        except OptionForbidden as error:
            found.append(error)
        except BadInput:
            break
        else:
            break
    return found


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
    notes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Of both games, which of these edges are others for another stake."""


def compare(a: Game, b: Game) -> Compared:
    """Return what differs between two games, by which clause, and the edge of each wager in both."""
    from croupier.rulebook.compare import differences, pairs

    matched = pairs(a.rules, b.rules)
    here = {pair.a: _proof_of(a, pair.a) for pair in matched if pair.a}
    there = {pair.b: _proof_of(b, pair.b) for pair in matched if pair.b}
    mine, theirs = (
        tuple(note for proof in side.values() for note in _notes(proof)) for side in (here, there)
    )
    return Compared(
        tuple(matched),
        tuple(differences(a.rules, b.rules)),
        {name: _edge(proof) for name, proof in here.items()},
        {name: _edge(proof) for name, proof in there.items()},
        (mine, theirs),
    )


def edge_of(side: Game, wager: str) -> Fraction | None:
    """Return the edge of a wager, or None where it is not offered or cannot be proved."""
    return _edge(_proof_of(side, wager))


def _edge(proof: WagerProof | None) -> Fraction | None:
    return None if proof is None else proof.edge


def _notes(proof: WagerProof | None) -> tuple[str, ...]:
    """Return that an edge is another for another stake, where it is."""
    from croupier.prove.proof import by_stake

    return () if proof is None else by_stake(proof)


def _proof_of(side: Game, wager: str) -> WagerProof | None:
    """Return the proof of a wager, or None where it is not offered or cannot be proved."""
    try:
        return _proof(side, wager)
    except PartOfProof:
        return None


def _proof(side: Game, wager: str) -> WagerProof | None:
    """Return the same, and raise where the wager belongs to the proof of another."""
    if not side.rules.offered(wager):
        return None
    try:
        proofs = side.odds([wager])
    except PartOfProof:
        raise
    except BadInput:
        return None
    return proofs[0] if proofs else None


def _proof_with(side: Game, wager: str, known: Container[str]) -> tuple[str, WagerProof | None]:
    """Return the wager to whose proof a wager belongs, itself as a rule, and its proof if it is not known."""
    try:
        return wager, None if wager in known else _proof(side, wager)
    except PartOfProof as part:
        return part.first, None if part.first in known else _proof_of(side, part.first)
