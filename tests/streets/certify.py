"""Compute the certificates anew: `python -m tests.streets.certify` writes them beside the sources,
and removes those of problems that nobody poses any more.
"""

from __future__ import annotations

import time
from dataclasses import replace
from math import lcm
from pathlib import Path

import msgspec

import croupier
from croupier.families.streets.declared import Declared
from croupier.families.streets.sides import needs_plans, side_key, side_ways
from croupier.families.streets.solver.certificate import Certificate, certificate, look_up, lowest_terms
from croupier.families.streets.solver.solving import by_kind, fresh, method_of, module
from croupier.families.streets.solver.sound import HANDS, counted, hands
from croupier.families.streets.strategy import rule_of_thumb
from croupier.prove.store import LISTED, NAME, sealed
from croupier.prove.streets import Solution, Street
from tests.certificates import list_all, put, write
from tests.streets.problems import kept

FOLDER = Path(croupier.__file__).parent / "certificates"


def prove_again(street: Street, found: Solution) -> Certificate:
    """Make a fresh certificate of a solution."""
    kept = certificate(street, found, method_of(street))
    if kept.method != "hold-em" or not street.asks or street.asks[0].board:
        return kept
    lowest = replace(street, pays=street.pays // lowest_terms(street))
    values = list(module(street).openings(lowest).values())
    ways = lcm(*(value.denominator for worth in values for value in worth))
    openings = [[int(ways * value) for value in by_kind(worth)] for worth in values]
    return msgspec.structs.replace(kept, openings=openings, opening_ways=ways)


def side_names(declared: Declared) -> dict[str, str]:
    """The side wagers whose ways are kept with a proof, by the names that they are kept under."""
    game = declared.game
    return {
        side_key(game, name): name
        for name in game.ruleset.names
        if game.setup.base in declared.wagers
        and game.prices.kind_of(name) == "side"
        and game.ruleset.offered(name)
        and needs_plans(game, name, declared)
    }


def certificate_of(declared: Declared) -> Certificate:
    """A fresh certificate, with the rule of thumb where there is one."""
    found, rule = fresh(declared.street), rule_of_thumb(declared)
    kept = prove_again(declared.street, found)
    sides = {
        key: dict(sorted(side_ways(declared.game, name, declared, lambda: found).items()))
        for key, name in side_names(declared).items()
    }
    kept = msgspec.structs.replace(kept, sides=sides)
    return (
        msgspec.structs.replace(
            kept, rule=[list(start) for start in rule.starts], rule_expected=rule.expected
        )
        if rule
        else kept
    )


def count_hands() -> None:
    """Count the hands by which kept proofs are checked, and keep them."""
    rankings: dict[str, dict[str, dict[str, int]]] = {}
    for _, _, declared in kept().values():
        for (name, cards), values in counted(declared.street).items():
            rankings.setdefault(name, {}).setdefault(str(cards), {}).update(
                {str(value): number for value, number in values.items()}
            )
    ordered = {
        name: {
            cards: dict(sorted(values.items(), key=lambda one: int(one[0])))
            for cards, values in sorted(sizes.items())
        }
        for name, sizes in sorted(rankings.items())
    }
    put(sealed({"rankings": ordered}), FOLDER / HANDS)


def main() -> None:
    """Prove what has no certificate yet."""
    wanted = kept()
    count_hands()
    hands.cache_clear()
    for name, told, declared in wanted.values():
        if look_up(declared.street) is None:
            began = time.perf_counter()
            path = write(certificate_of(declared), FOLDER)
            print(f"{path.name} {name} {told}: {time.perf_counter() - began:.1f} s", flush=True)
    for path in FOLDER.glob("*.json"):
        if path.name not in (HANDS, LISTED) and path.stem not in {key[:NAME] for key in wanted}:
            path.unlink()
            print(f"{path.name}: removed")
    list_all()


if __name__ == "__main__":
    main()
