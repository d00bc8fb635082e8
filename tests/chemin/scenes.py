"""Rounds of chemin de fer that the conformance suite may play: people who hold a bank and cover it.

In the scenes every setting matters.
"""

from __future__ import annotations

import random
from typing import Any

from croupier.equipment.money import UNIT, show_amount
from croupier.errors import BadInput, NotAllowed
from croupier.families.chemin.covering import uncovered
from croupier.table.events import Event, parse_event
from croupier.table.table import Table
from tests.conformance.players import Tape, a_card, attempt

FIVE = ["1", "2", "3", "4", "5"]
HELD: dict[str, Any] = {"players": FIVE, "bank": {"seat": "2", "stake": "200"}}
TAKEN = ["2 bet bank 200", "3 banco"]
WINS = ["deal 2h 3d Kc 4d", "3 card", "2 under-eight", "deal Kh"]

SCENES: list[tuple[dict[str, Any], list[str]]] = [
    (
        {"players": FIVE},
        [
            "7 bid 60",
            "4 bid 3",
            "1 bid 12",
            "1 bid 100",
            "dealer award-bank",
            "1 bet bank 100",
            "2 bet cover 51",
            "dealer no-more-bets",
            *WINS,
        ],
    ),
    ({}, ["30 bid 60", "dealer award-bank", "30 bet bank 60.50", "2 banco", "deal 6h 7d Kc Kd", "2 stay"]),
    (
        {**HELD, "bank": {"seat": "2", "stake": "200", "cover": "50"}},
        ["2 bet bank 100", "2 bet bank 250", "3 banco"],
    ),
    (
        {**HELD, "suivi": "3"},
        ["2 pass-bank", "3 decline-bank", "4 take-bank 200", "4 bet bank 200", "3 suivi"],
    ),
    ({**HELD, "shoe": {"unseen": 296}}, [*TAKEN, *WINS]),
    ({**HELD, "shoe": {"unseen": 150}}, [*TAKEN, *WINS]),
    ({"players": FIVE, "shoe": {"new": True}}, ["dealer shuffle at=100", "deal 5h", "1 bid 10"]),
    (HELD, [*TAKEN, "deal 4h 3d Kc Kd", "3 card", "2 under-eight", "deal 8s", "deal 2c"]),
    (
        HELD,
        [
            *TAKEN,
            "deal 4h 8d Kc Kd",
            "supervisor rule banker-took-too-many rectified=no card=2c",
            "3 card",
            "2 under-eight",
            "deal 2h",
            "deal 5c",
        ],
    ),
    (
        HELD,
        [
            *TAKEN,
            "deal Kh 7d 2c Kd",
            "supervisor rule player-got-three excess-known=no card=2s",
            "3 card",
            "2 under-eight",
            "deal 3s",
        ],
    ),
    (
        HELD,
        [
            *TAKEN,
            "deal 6h 3d Kc 2d",
            "3 stay",
            "supervisor rule banker-drew-two rectified=no card=9s",
            "deal 8c",
        ],
    ),
    (HELD, [*TAKEN, *WINS]),
    (HELD, ["2 bet bank 201", "3 banco", *WINS]),
    (
        HELD,
        [
            "2 bet bank 200",
            "3 bet cover 50",
            "4 bet cover 50",
            "supervisor rule person-sent-away seat=3 because=drunk",
            "dealer no-more-bets",
            *WINS,
        ],
    ),
]
"""What each of these comes to depends on a setting."""


def scene(game: Any, before: dict[str, Any], events: list[str]) -> list[Any]:
    """What becomes of a scene: what was refused and why, the lines, and what is carried on."""
    try:
        table = Table(game, before)
    except BadInput as error:
        return [str(error)]
    said: list[Any] = []
    for text in events:
        try:
            table.apply(text)
        except NotAllowed as refused:
            said.append((text, refused.clause))
        except BadInput as error:
            said.append((text, str(error)))
    return [
        *said,
        [line.value() for line in table.lines],
        table.after,
        [(question.who, question.allowed()) for question in table.pending],
    ]


def amount_for(game: Any, rng: random.Random, table: Table, verb: str, what: str) -> int | None:
    """An amount that is often right."""
    if verb in ("bid", "take-bank") or what == "bank":
        least, most = game.bank.bounds(table.play)
        last = table.play.remembered().get("last", "0")
        return rng.choice(
            [
                UNIT * 10,
                UNIT * 37,
                least or UNIT * 20,
                most or UNIT * 5,
                int(float(last)) * UNIT or UNIT * 3,
                1,
            ]
        )
    left = uncovered(table.play)
    return rng.choice([UNIT * 2, UNIT * 5, max(1, left), left + 1]) if what == "cover" else None


def a_ruling(game: Any, rng: random.Random, table: Table) -> Event:
    """Something that goes wrong."""
    event = rng.choice(list(game.ruleset.irregularities.values()))
    facts = [f"{fact}={rng.choice(values)}" for fact, values in event.facts.items()]
    given = {
        "card": rng.choice([*table.audit(), "??"]),
        "seat": rng.choice(FIVE),
        "wager": "cover",
        "paid": show_amount(100),
        "taken": show_amount(100),
        "amount": "5",
    }
    facts += [f"{name}={given[name]}" for name in event.takes if rng.random() < 0.9]
    return parse_event(f"supervisor rule {event.id} {' '.join(facts)}")


def bank_round(game: Any, rng: random.Random, table: Table, tape: Tape, rulings: float = 0.03) -> None:
    """A round by people who mostly do what they may, and sometimes what they may not."""
    for _ in range(300):
        if table.over:
            return
        chance = rng.random()
        if chance < rulings:
            attempt(table, a_ruling(game, rng, table), tape)
            continue
        if table.draw_wanted and chance < 0.5 and attempt(table, a_card(rng, table), tape):
            continue
        asked = [
            (question.who, act)
            for question in table.pending
            if question.who != "table"
            for act in (question.allowed() if chance < 0.9 else question.acts)
        ]
        if not asked:
            continue
        # Few ever have the right to say suivi, so whoever has it often does.
        suivi = [one for one in asked if one[1] == "suivi" and one[0] == table.play.remembered()["suivi"]]
        who, act = rng.choice(suivi if suivi and rng.random() < 0.3 else asked)
        verb, _, what = act.partition(" ")
        if verb in ("move", "cutting-card") and rng.random() < 0.95:
            continue
        facts = (("to", str(rng.randint(1, 9))),) if verb == "move" else ()
        attempt(
            table,
            Event(
                rng.choice(FIVE) if who == "*" else who,
                verb,
                what,
                amount_for(game, rng, table, verb, what),
                facts,
            ),
            tape,
        )
