"""Random rounds with random rulings:
whatever happens, replay equals play, money is conserved and what fails changes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.table.table import Playable, Table, replay
from tests.probes.conformance import holds, snapshot
from tests.probes.toys.auction import Auction
from tests.probes.toys.holds import Holds
from tests.probes.toys.player_dealer import PlayerDealer
from tests.probes.toys.pot import Pot
from tests.probes.toys.three_card import ThreeCard
from tests.probes.toys.twenty_one import TwentyOne

WHO = ("1", "2", "3", "1a", "1b", "2.1", "2.2")
GAMES: dict[str, tuple[Playable, Mapping[str, Any]]] = {
    "twenty-one": (TwentyOne(), {}),
    "three-card": (ThreeCard(), {}),
    "holds": (Holds(), {"wagers": [{"seat": str(seat), "on": "ante", "stake": "10"} for seat in (1, 2, 3)]}),
    "pot": (Pot(), {"stacks": {"1": "20", "2": "100", "3": "60"}}),
    "auction": (Auction(), {"bank": {"seat": "2", "cover": "100"}}),
    "player-dealer": (PlayerDealer(), {"bank": {"seat": "3", "cover": "40"}}),
}


def a_ruling(table: Table, rng: random.Random) -> str:
    rows = [
        row
        for row in table.game.ruleset.irregularities.values()
        if row.rows[0].ruling != ["void-round"] or rng.random() < 0.1
    ]
    row = rng.choice(rows or list(table.game.ruleset.irregularities.values()))
    acted = [event.who for event in table.happened if event.seat] or list(WHO)
    values = {
        "to": ["all", "1", "2+3"],
        "hand": ["1", "2"],
        "wager": ["main", "ante", "line", "red"],
        "result": [a_card(table, rng)],
        "card": [a_card(table, rng)],
    }
    facts = [
        f"{name}={rng.choice(values.get(name, acted))}"
        for name in row.takes
        if rng.random() < (0.3 if name in ("hand", "wager") else 0.95)
    ]
    return " ".join(["supervisor", "rule", row.id, *facts])


def a_card(table: Table, rng: random.Random) -> str:
    assert table.play.stock is not None
    return rng.choice([card for card, left in sorted(table.play.stock.items()) if left])


def an_event(table: Table, rng: random.Random) -> str:
    if rng.random() < 0.12 and len(table.rulings) < 8:
        return a_ruling(table, rng)
    if not table.pending:
        return "1 stand"
    question = rng.choice(table.pending)
    if question.who == "table":
        verb = table.draw_wanted
        if verb == "roll":
            return f"roll {rng.randint(1, 6)}"
        card = "??" if rng.random() < 0.2 else a_card(table, rng)
        return f"turn {table.asked.rpartition(' ')[2]} {card}" if verb == "turn" else f"deal {card}"
    act = rng.choice(list(question.acts))
    who = rng.choice(WHO[:5]) if question.who == "*" else question.who
    if act == "hold":
        return f"{who} hold {rng.choice(['none', 'p1', 'p1+p3', 'p1+p2+p3'])}"
    amount = (
        f" {rng.randint(1, 60)}"
        if (act.startswith(("bet ", "raise", "bid")) and rng.random() < 0.95)
        or (act.startswith("take-back") and rng.random() < 0.5)
        else ""
    )
    return f"{who} {act}{amount}"


def cards_are_where_they_are(table: Table) -> None:
    """Every card of the pack is in the shoe, set aside or in one place, unless nobody has seen it."""
    out = [dealt.card for cards in table.play.places.values() for dealt in cards] + table.play.aside
    assert table.play.stock is not None
    assert all(left == 1 - out.count(card) for card, left in table.play.stock.items())


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("name", GAMES)
def test_random_rounds(name: str, seed: int) -> None:
    game, before = GAMES[name]
    rng = random.Random(f"{name} {seed}")
    table = Table(game, before, told=True)
    for _ in range(60):
        event = an_event(table, rng)
        kept = snapshot(table)
        try:
            table.apply(event)
        except BadInput:
            assert snapshot(table) == kept, event
        holds(table)
        cards_are_where_they_are(table)
        if table.over and rng.random() < 0.5:
            break
    stored = table.stored()
    assert snapshot(replay(game, before, stored)) == snapshot(table)
    stop = rng.randint(0, len(stored))
    resumed = replay(game, before, stored[:stop])
    for entry in stored[stop:]:
        resumed.apply(entry["event"])
    assert snapshot(resumed) == snapshot(table) and resumed.after == table.after
    if table.over:
        keys = [
            (line.seat, line.bettor, line.hand, line.wager)
            for line in table.lines
            if line.result not in ("withdrawn", "void") and line.wager != "bank"
        ]
        assert len(keys) == len(set(keys)), "a wager is settled twice"
