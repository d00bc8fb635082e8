"""Players for the conformance suite: they bet, change their minds, break rules and call for rulings, from a seed."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import BadInput, NotAllowed
from croupier.games import build, ruleset
from croupier.games.common.limits import MOST_SEATS
from croupier.table.events import Event
from croupier.table.table import Table


@dataclass
class Tape:
    """What happened over some rounds: for each, what was carried in, the stored log, and the table at its end."""

    rounds: list[tuple[dict[str, Any], list[dict[str, str]], Table]] = field(default_factory=list)
    refused: int = 0


def bet(game: Any, rng: random.Random, who: str) -> Event:
    """A wager on something that the table may or may not take."""
    names = [name for name in game.ruleset.names if game.params(name)]
    name = rng.choice(names)
    param = rng.choice(game.params(name))
    stake = game.ruleset.wager(name)[0].stake
    unit = int(float(stake.multiple_of or 1) * 100) if rng.random() < 0.9 else 37
    amount = unit * rng.choice([1, 2, 3, 5, 6, 7, 10, 11, 20, 33])
    facts: tuple[tuple[str, str], ...] = ()
    if rng.random() < 0.05:
        facts = (("oral", "yes"),) if rng.random() < 0.5 else (("oral", "yes"), ("covered", "yes"), ("confirmed", "+".join(game.betting.oral_by) or "dealer"))
    return Event(who, "bet", f"{name}:{param}" if param else name, amount, facts)


def act(game: Any, rng: random.Random, table: Table, people: list[str]) -> Event:
    """Something that a person at the table might try."""
    who = rng.choice(people)
    if rng.random() < 0.7:
        return bet(game, rng, who)
    mine = [question for question in table.pending if question.who == who]
    acts = [name for question in mine for name in question.acts]
    if not acts or rng.random() < 0.1:
        return Event("dealer", game.betting.closing)
    verb, _, what = rng.choice(acts).partition(" ")
    return Event(who, verb, what, 100 if verb == "remove" and rng.random() < 0.3 else None)


def draw(game: Any, rng: random.Random) -> Event:
    draws = game.draws()
    chosen = rng.choices([one for one, _ in draws], weights=[ways for _, ways in draws])[0]
    return Event("", game.verb, game.show_draw(chosen))


def people_at(seats: int, rng: random.Random) -> list[str]:
    """So many seats; at some of them two bettors."""
    chosen = range(1, seats + 1) if seats < 3 else sorted({1, MOST_SEATS, *rng.sample(range(2, MOST_SEATS), 3)})
    return [f"{seat}{letter}" for seat in chosen for letter in (("a", "b") if seat == 1 and seats > 1 else ("",))]


def play(game_id: str, options: dict[str, str], readings: dict[str, str], seats: int, rounds: int, seed: int) -> Tape:
    """Some rounds by people who do not always keep to the rules."""
    rng = random.Random(f"{game_id} {sorted(options.items())} {sorted(readings.items())} {seats} {seed}")
    game = build(ruleset(game_id, options, readings))
    people = people_at(seats, rng)
    tape = Tape()
    before: dict[str, Any] = {}
    for _ in range(rounds):
        table = Table(game, before)
        for _ in range(rng.randint(1, 8)):
            attempt(table, act(game, rng, table, people), tape)
        for _ in range(50):
            if attempt(table, draw(game, rng), tape):
                break
            attempt(table, bet(game, rng, rng.choice(people)), tape)
            attempt(table, Event("dealer", game.betting.closing), tape)
            if rng.random() < 0.2:
                attempt(table, Event(rng.choice(people), "pass-dice"), tape)
        if not table.over:
            break
        tape.rounds.append((before, table.stored(), table))
        before = json.loads(json.dumps(table.after))
    return tape


def attempt(table: Table, event: Event, tape: Tape) -> bool:
    """Try an event. What is refused or unreadable must change nothing, and `refusal` must have said so."""
    digest, log, asked = table.play.digest(), len(table.log), table.asked
    try:
        said = table.refusal(event)
    except BadInput:
        said = None
        judged = False
    else:
        judged = True
    assert table.play.digest() == digest, "asking whether an act is allowed changed the table"
    try:
        table.apply(event)
    except NotAllowed as refused:
        tape.refused += 1
        assert judged and said is not None and said.clause == refused.clause and refused.clause, f"{event}: {refused}"
    except BadInput:
        assert not judged or said is None
    else:
        assert judged and said is None, f"{event} was accepted although {said}"
        return True
    assert (table.play.digest(), len(table.log), table.asked) == (digest, log, asked), f"{event} was refused and changed the table"
    return False
