"""Rounds of chemin de fer, written down and played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.table import Table, replay

LAW, FREE = "bahamas/chemin-de-fer", "house/chemin-de-fer"
FIVE = {"players": ["1", "2", "3", "4", "5"]}
HELD = {**FIVE, "bank": {"seat": "2", "stake": "200"}}
"""Seat 2 has the bank and last staked 200."""


def game(name: str = LAW, readings: Mapping[str, str] | None = None, **options: str) -> Any:
    return build(
        ruleset(name, {key.replace("_", "-"): value for key, value in options.items()}, readings or {})
    )


def play(before: Mapping[str, Any], events: Sequence[str], played: Any = None) -> Table:
    """Play a round.

    `! EVENT` must be refused by the rules with a clause, `? EVENT` must be an error,
    and neither changes anything.
    """
    table = Table(played or game(), before)
    for text in events:
        kept = table.play.digest()
        if text[:2] in ("! ", "? "):
            try:
                table.apply(text[2:])
            except NotAllowed as refused:
                assert text[0] == "!" and refused.clause and refused.why, f"{text}: {refused}"
            except BadInput as error:
                assert text[0] == "?" and "\n" not in str(error), f"{text}: {error}"
            else:
                raise AssertionError(f"{text} was accepted")
            assert table.play.digest() == kept
            continue
        assert text.startswith("deal ") or table.refusal(text) is None, f"{text}: {table.refusal(text)}"
        table.apply(text)
        assert sum(table.net.values()) == 0
    again = replay(table.game, before, table.stored())
    assert (again.lines, again.after, again.play.digest()) == (table.lines, table.after, table.play.digest())
    return table


def why_not(
    before: Mapping[str, Any], events: Sequence[str], event: str, played: Any = None
) -> tuple[str, str]:
    """The reason and the clause by which something is refused."""
    refusal = play(before, events, played).refusal(event)
    assert refusal is not None, f"{event} would be accepted"
    return refusal.why, refusal.clause


def nets(table: Table) -> dict[str, int]:
    """What every account gained or lost, in minor units."""
    return {name: amount for name, amount in sorted(table.net.items()) if amount}


def told(table: Table) -> list[tuple[str, str, int, str, int, int]]:
    """Seat, wager, stake, result, net and charge of every line."""
    return [(line.seat, line.wager, line.stake, line.result, line.net, line.charge) for line in table.lines]
