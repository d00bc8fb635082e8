"""Odds as others read them: fractions as text, and the JSON that outsiders rely on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.api.game import Game
from croupier.equipment.money import show_amount

if TYPE_CHECKING:
    from croupier.prove.proof import Rounds, WagerProof

FORMAT = 1
"""The format of what is written for others. A change that would break a reader raises it."""


def ratio(value: Fraction) -> str:
    """Write a fraction as "a/b"."""
    return f"{value.numerator}/{value.denominator}"


def odds_value(asked: Game, proofs: Sequence[WagerProof]) -> dict[str, Any]:
    """Return the JSON of `odds` that outsiders rely on."""
    from croupier.table.written import remarks

    return {
        "format": FORMAT,
        "game": asked.rules.id,
        "ruleset": asked.rules.digest(),
        "wagers": [_proof_value(proof) for proof in proofs],
        "notes": list(remarks(asked.rules)),
    }


def _proof_value(proof: WagerProof) -> dict[str, Any]:
    return {
        "wager": proof.wager,
        "example": proof.example,
        "edge": ratio(proof.edge),
        "edge_float": float(proof.edge),
        "of": "first stake",
        "edge_resolved": ratio(proof.edge_resolved),
        "edge_outlay": ratio(proof.edge_outlay),
        "stake": show_amount(proof.stake),
        "charge": show_amount(proof.charge),
        **({"beside": show_amount(proof.beside)} if proof.beside else {}),
        "variance": float(proof.variance),
        "variance_exact": ratio(proof.variance),
        "hit": float(proof.hit),
        "hit_exact": ratio(proof.hit),
        "draws": float(proof.draws),
        "rows": [
            {
                "row": row.row,
                "pays": row.pays,
                "ways": row.ways,
                "total": row.total,
                "net": show_amount(row.net),
                "result": row.result,
            }
            for row in proof.rows
        ],
        **({"rounds": _rounds_value(proof.rounds)} if proof.counts_hands else {}),
        "start": proof.start,
        "others": [{"example": name, "edge": ratio(edge)} for name, edge in proof.others],
        "strategy": strategy_of(proof),
        "exact": proof.exact,
        **({} if proof.exact else {"error": float(proof.error)}),
        **({"hands": float(proof.hands)} if proof.hands != 1 else {}),
        "certificate": proof.certificate or None,
        **({"kept": proof.kept} if proof.kept else {}),
        "seconds": proof.seconds,
        "notes": list(proof.notes),
    }


def _rounds_value(rounds: Rounds) -> dict[str, Any]:
    return {
        "nets": [{"net": show_amount(one.net), "ways": one.ways, "total": one.total} for one in rounds.nets],
        "error": float(rounds.error),
    }


def strategy_of(proof: WagerProof) -> str:
    """Return the strategy that a figure holds for."""
    return proof.strategy or "none: no decision"
