"""What the pages show beside the views of the floor.

That is rules with their clauses and prices, house edges, felts, past results, what a dealer may enter, and
the journal.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from typing import Any

import msgspec

from croupier.api import Game, game
from croupier.floor.core import Core
from croupier.floor.events import Setup
from croupier.floor.rooms import apart, game_of
from croupier.floor.state import shown
from croupier.floor.views import results_view
from croupier.server.journal import last_digits
from croupier.server.roads import winners
from croupier.table.written import lapsed

# Rules.


def rules_of(one: Game) -> dict[str, Any]:
    """Return the rules of a game as a panel shows them.

    They have wagers with pays and clauses, options, readings, and what happens when something goes wrong.
    """
    from croupier.rulebook.ruleset import clauses_of

    rules = one.rules
    return {
        "game": rules.id,
        "title": rules.head.title,
        "cites": rules.head.cites,
        "ruleset": rules.digest(),
        "wagers": [
            {
                "wager": name,
                "title": rules.wager(name)[0].title or name.replace("-", " "),
                "pays": {row: str(pay) for row, pay in rules.prices(name).items()},
                "needs": rules.wager(name)[0].needs,
                "clauses": list(clauses_of(rules.wager(name)[0])),
            }
            for name in rules.names
            if rules.offered(name)
        ],
        "options": [
            {"name": name, "value": rules.options[name], "why": row.why, "clause": row.clause}
            for name, row in rules.option_rows.items()
            if rules.options.get(name)
        ],
        "readings": [
            {"name": name, "value": rules.readings[name], "why": row.why, "clause": row.clause}
            for name, row in rules.reading_rows.items()
        ],
        "irregularities": [
            {
                "id": row.id,
                "title": row.title,
                "facts": {fact: list(values) for fact, values in row.facts.items()},
                "takes": list(row.takes),
                "rulings": [
                    {
                        "ruling": list(ruled.ruling),
                        "duties": list(ruled.duties),
                        "clause": ruled.clause,
                        "why": ruled.why,
                    }
                    for ruled in row.rows
                ],
            }
            for row in rules.irregularities.values()
        ],
        "limits": {name: msgspec.to_builtins(row) for name, row in rules.limits.items()},
        "notes": list(lapsed(rules)),
    }


class Edges:
    """House edges, proved in a process of their own: what takes long holds no bet up."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._found: dict[str, Future[dict[str, dict[str, str]]]] = {}

    def of(self, setup: Setup, digest: str) -> dict[str, dict[str, str]] | None:
        """Return the edge of each wager, or None while it is worked out."""
        if digest not in self._found:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
            self._found[digest] = self._pool.submit(
                edges, setup.game, dict(setup.options), dict(setup.readings)
            )
        future = self._found[digest]
        if not future.done():
            return None
        return {} if future.exception() is not None else future.result()

    def stop(self) -> None:
        """End the process."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def edges(name: str, options: dict[str, str], readings: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the edge of every wager of a game, as a percentage, with the strategy it holds for.

    >>> edges("great-britain/roulette", {}, {})["straight"]["edge"]
    '2.703 %'
    """
    return {
        proof.wager: {"edge": f"{float(proof.edge) * 100:.3f} %", "strategy": proof.strategy}
        for proof in game(name, options=options, readings=readings).odds()
    }


# Felts.


@lru_cache(512)
def _felt(
    name: str,
    options: tuple[tuple[str, str], ...],
    readings: tuple[tuple[str, str], ...],
    seats: tuple[str, ...],
    upright: bool,
) -> str:
    from croupier.felt import felt

    return felt(game(name, options=dict(options), readings=dict(readings)), list(seats) or None, upright).svg


def felt_of(setup: Setup, seats: Sequence[str] = (), upright: bool = False) -> str:
    """Return the felt of a table; with seats, only those boxes."""
    return _felt(
        setup.game,
        tuple(sorted(setup.options.items())),
        tuple(sorted(setup.readings.items())),
        tuple(seats),
        upright,
    )


# Cards and draws.

RESULTS = 40
"""Rounds whose results a page shows."""


def table_setup(core: Core, name: str) -> dict[str, Any]:
    """Return how a table is set up and shown, as far as a page needs it."""
    table = core.table(name)
    one = game_of(table.setup)
    shown = one.built.display
    return {
        "apart": apart(one),
        "family": one.built.family,
        "boxes": shown.boxes,
        "cloth": shown.felt,
        "holds-cards": shown.holds_cards,
        "spot": shown.spot,
        "histories": [{"kind": drawn.kind, "title": drawn.title} for drawn in shown.histories if drawn.shown],
        "times": {"betting": table.setup.betting, "deciding": table.setup.deciding},
        "collects": table.setup.collect,
    }


def table_past(core: Core, name: str) -> dict[str, Any]:
    """Return what came at a table, for displays."""
    return {"results": results_view(core, name, RESULTS), "winners": winners(core.table(name), RESULTS)}


def dealer_view(core: Core, name: str) -> dict[str, Any]:
    """Return what a dealer at a live table may enter now.

    That is which draw is awaited, what may come of it, and what the dealer may do.
    """
    table = core.table(name)
    if table.round is None:
        return {"wanted": "", "place": "", "draws": [], "acts": {}, "asked": []}
    main = core.room(table).main
    dealer = {
        act: msgspec.to_builtins(refusal)
        for question in main.pending
        if question.who == "dealer"
        for act, refusal in question.acts.items()
    }
    return {
        "wanted": main.draw_wanted or "",
        "hidden": bool(main.draw_wanted) and main.draw_hidden,
        "place": main.draw_place,
        "draws": [text for text, _ in game_of(table.setup).draws()],
        "acts": dealer,
        "asked": [question.who for question in main.pending if question.who not in ("*", "dealer", "table")],
    }


# The journal.


def told(what: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return an entry of the journal as an inspector may read it.

    It has no sealed shoe, no card that lies face down, and no number by which a voucher could be paid.
    """
    found = {
        key: value
        for key, value in body.items()
        if key not in ("salt", "order", "before", "after") or what == "ShoeOpened"
    }
    if what == "Happened":
        found["text"] = shown(str(body.get("text", "")), bool(body.get("hidden")))
    if what in ("VoucherIssued", "VoucherPaid"):
        found["number"] = last_digits(str(body.get("number", "")))
    if what == "CorrectionMade":
        found["rounds"] = sorted(body.get("rounds", {}))
    return found
