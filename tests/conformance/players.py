"""Players for the conformance suite:
they bet, change their minds, break rules and call for rulings, from a seed.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from math import lcm
from typing import Any

from croupier.equipment.money import parse_amount
from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.events import Event, parse_event
from croupier.table.parts.people import MOST_SEATS
from croupier.table.questions import Refusal
from croupier.table.table import Table
from tests.families import banker, dealing, deals_cards, moments, player_banks


@dataclass
class Tape:
    """What happened over some rounds:
    for each, what was carried in, the stored log, and the table at its end.
    """

    rounds: list[tuple[dict[str, Any], list[dict[str, str]], Table]] = field(default_factory=list)
    refused: int = 0
    clauses: list[str] = field(default_factory=list)
    """The clauses by which something was refused, in order."""
    rulings: float = 0.0
    """How often something goes wrong for which the supervisor is called."""
    tried: list[list[tuple[str, bool]]] = field(default_factory=list)
    """What was tried in each round that was begun, finished or not, and whether it was accepted."""


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
        facts = (
            (("oral", "yes"),)
            if rng.random() < 0.5
            else (
                ("oral", "yes"),
                ("covered", "yes"),
                ("confirmed", "+".join(game.ruleset.setup.betting.oral_by) or "dealer"),
            )
        )
    return Event(who, "bet", f"{name}:{param}" if param else name, amount, facts)


def act(game: Any, rng: random.Random, table: Table, people: list[str]) -> Event:
    """Something that a person at the table might try."""
    who = rng.choice(people)
    if rng.random() < 0.7:
        return bet(game, rng, who)
    mine = [question for question in table.pending if question.who == who]
    acts = [name for question in mine for name in question.acts]
    if not acts or rng.random() < 0.1:
        return Event("dealer", game.ruleset.setup.betting.closing)
    verb, _, what = rng.choice(acts).partition(" ")
    return Event(who, verb, what, 100 if verb == "remove" and rng.random() < 0.3 else None)


def draw(game: Any, rng: random.Random) -> Event:
    draws = game.machines.device.draws()
    chosen = rng.choices([one for one, _ in draws], weights=[ways for _, ways in draws])[0]
    return Event("", game.machines.device.verb, game.machines.device.show(chosen))


def people_at(seats: int, rng: random.Random) -> list[str]:
    """So many seats; at some of them two bettors."""
    chosen = (
        range(1, seats + 1) if seats < 3 else sorted({1, MOST_SEATS, *rng.sample(range(2, MOST_SEATS), 3)})
    )
    return [
        f"{seat}{letter}" for seat in chosen for letter in (("a", "b") if seat == 1 and seats > 1 else ("",))
    ]


def play(
    game_id: str,
    options: dict[str, str],
    readings: dict[str, str],
    seats: int,
    rounds: int,
    seed: int,
    rulings: float = 0.0,
    late_rulings: float = 0.0,
) -> Tape:
    """Some rounds by people who do not always keep to the rules.

    `rulings` says how often the supervisor is called, `late_rulings` how often once a round is over; if it
    is not over then any more, it is played on.
    """
    rng = random.Random(f"{game_id} {sorted(options.items())} {sorted(readings.items())} {seats} {seed}")
    game = build(ruleset(game_id, options, readings))
    tape = Tape(rulings=rulings)
    before: dict[str, Any] = {}
    one_round = card_round if deals_cards(game) else draw_round
    people = card_people(game, seats) if deals_cards(game) else people_at(seats, rng)
    for _ in range(rounds):
        table = Table(game, before, told=True)
        tape.tried.append([])
        one_round(game, rng, table, people, tape)
        if table.over and game.ruleset.irregularities and late_rulings and rng.random() < late_rulings:
            attempt(table, a_ruling(game, rng, table, people), tape)
            if not table.over:
                one_round(game, rng, table, people, tape)
        if not table.over:
            break
        tape.rounds.append((before, table.stored(), table))
        before = json.loads(json.dumps(table.after))
    return tape


def draw_round(game: Any, rng: random.Random, table: Table, people: list[str], tape: Tape) -> None:
    """A round at a wheel or with dice."""
    for _ in range(rng.randint(1, 8)):
        attempt(table, act(game, rng, table, people), tape)
        sometimes_a_ruling(game, rng, table, people, tape)
    for _ in range(50):
        if attempt(table, draw(game, rng), tape):
            break
        for question in table.pending:
            if "continue" in question.acts:
                attempt(table, an_act(rng, people, question.who, rng.choice(list(question.acts))), tape)
        attempt(table, bet(game, rng, rng.choice(people)), tape)
        attempt(table, Event("dealer", game.ruleset.setup.betting.closing), tape)
        if rng.random() < 0.2:
            attempt(table, Event(rng.choice(people), "pass-dice"), tape)


# Rulings.


def sometimes_a_ruling(game: Any, rng: random.Random, table: Table, people: list[str], tape: Tape) -> None:
    """Something goes wrong now and then;
    whether it can have gone wrong so, at this moment, the table says.
    """
    if tape.rulings and game.ruleset.irregularities and rng.random() < tape.rulings:
        attempt(table, a_ruling(game, rng, table, people), tape)


def a_ruling(game: Any, rng: random.Random, table: Table, people: list[str]) -> Event:
    """Any irregularity of the rulebook, with facts that may fit."""
    event = rng.choice(list(game.ruleset.irregularities.values()))
    seat = rng.choice(people)
    boxes = [*dict.fromkeys(who.rstrip("ab") for who in people), "dealer"]
    drawn = (
        list(table.audit()) or ["??"]
        if deals_cards(game)
        else [game.machines.device.show(one) for one, _ in game.machines.device.draws()]
    )
    wagers = [
        *(standing.name for standing in table.play.wagers),
        *(line.wager for line in table.lines),
    ] or list(game.ruleset.names)
    given = {
        "seat": seat,
        "box": seat.rstrip("ab"),
        "kept": seat,
        "wager": rng.choice(wagers),
        "from": rng.choice(wagers),
        "to": rng.choice(list(game.ruleset.names)),
        "card": rng.choice([*rng.sample(drawn, 1), "??"]),
        "result": rng.choice(drawn),
        "cards": "+".join(rng.choices(drawn, k=rng.randint(1, 3))),
        "order": "+".join(rng.choices(drawn, k=2)),
        "first": rng.choice(boxes),
        "second": rng.choice(boxes),
        "paid": rng.choice(["1", "5", "10"]),
        "minimum": "2",
        "maximum": "50",
    }
    facts = [f"{fact}={rng.choice(values)}" for fact, values in event.facts.items()]
    facts += [f"{name}={given.get(name, '1')}" for name in event.takes if rng.random() < 0.9]
    return parse_event(f"supervisor rule {event.id} {' '.join(facts)}")


# Card tables.


def card_people(game: Any, seats: int) -> list[str]:
    """One seat, two of which one is shared, or every place of the table;
    at a table that a player banks, somebody banks besides.
    """
    text = game.ruleset.options.get("seats", "open")
    most = 7 if text == "open" else int(text)
    last = {1: 1, 2: 2, 3: most}[seats] + (1 if seats < 3 and player_banks(game) else 0)
    return [
        f"{seat}{letter}"
        for seat in range(1, last + 1)
        for letter in (("a", "b") if seat == 1 and seats > 1 else ("",))
    ]


MOST_TRIES = 120
"""What people try in a round before it is given up; who plays at all sensibly needs far less."""


def card_round(game: Any, rng: random.Random, table: Table, people: list[str], tape: Tape) -> None:
    """A round of cards: everything that is asked is answered, rightly or wrongly,
    and cards fall whenever they are wanted.
    """
    if "cover" in game.ruleset.names:
        # The bank of chemin de fer has a life of its own, and its people play it.
        from tests.chemin.scenes import bank_round

        bank_round(game, rng, table, tape)
        return
    if player_banks(game) and rng.random() < 0.9:
        attempt(table, a_bank(game, rng, table, rng.choice(people[-2:])), tape)
    for _ in range(rng.randint(2, 9)):
        attempt(table, card_act(game, rng, table, people), tape)
    for _ in range(MOST_TRIES):
        sometimes_a_ruling(game, rng, table, people, tape)
        if table.over:
            return
        people_asked = [
            question for question in table.pending if question.who not in ("*", "table", "dealer")
        ]
        if table.draw_wanted and all(
            act.startswith(("bet", "remove")) for question in people_asked for act in question.allowed()
        ):
            if (
                not attempt(table, a_card(rng, table, 0.3 if table.draw_hidden else 0.02), tape)
                and not table.over
            ):
                what_is_missing(game, rng, table, people, tape)
            continue
        asked = (
            people_asked
            or [question for question in table.pending if question.who not in ("*", "table")]
            or table.pending
        )
        question = rng.choice(asked)
        wanted = question.allowed() or list(question.acts)
        attempt(
            table,
            an_act(
                rng, people, question.who, rng.choice(wanted if rng.random() < 0.9 else list(question.acts))
            ),
            tape,
        )
        if rng.random() < 0.2:
            attempt(table, card_act(game, rng, table, people), tape)


def what_is_missing(game: Any, rng: random.Random, table: Table, people: list[str], tape: Tape) -> None:
    """No card may be dealt yet:
    somebody banks, bets, takes the shoe or leaves it, or the dealer does what is his.
    """
    play = table.play
    seats = rng.sample(people, len(people))
    banked = not player_banks(game) or bool(banker(play))
    # Where everybody has declined, somebody who comes to the table may bank.
    comer = str(int(people[-1].rstrip("ab")) + 1)
    tries = [Event("dealer", "shuffle"), Event("dealer", "raises-closed")]
    tries += put_right(game, play) if banked else []
    tries += (
        [a_bank(game, rng, table, who) for who in (*seats, comer)]
        if player_banks(game) and (play.wagers or not banked)
        else []
    )
    if not banked:
        # Where everybody has bet, somebody takes it back to bank.
        able = [
            who
            for who in people
            if not who.endswith("b") and who.rstrip("a") not in play.remembered()["declined"]
        ]
        tries += [
            Event(standing.person, "remove", standing.name)
            for standing in play.wagers
            if standing.person in able[-1:]
        ]
    if dealing(game):
        tries += [Event(who, verb) for who in seats for verb in rng.sample(["take-shoe", "refuse-shoe"], 2)]
        holder = play.remembered()["holder"]
        if holder and play.wagers:
            # Whoever deals may have to bet himself.
            tries += [a_good_bet(game, rng, table, holder, name) for name in dealing(game).must_bet] + [
                Event(holder, "pass-shoe")
            ]
    tries += [a_good_bet(game, rng, table, who) for who in seats for _ in range(2)]
    dealer = [
        act
        for question in table.pending
        if question.who == "dealer"
        for act in question.allowed()
        if act not in ("cutting-card", "new-dealer")
    ]
    tries += [
        Event(
            "dealer", act, "", None, (("agreed", "all"), ("authorised", "yes")) if act == "free-hand" else ()
        )
        for act in dealer
    ]
    tries += [Event(who, "pass-shoe") for who in seats] if dealing(game) else []
    if all(is_excluded(table, who) for who in people):
        # Where everybody has been excluded, somebody else comes to the table.
        tries += [a_good_bet(game, rng, table, comer) for _ in range(3)]
    for event in tries:
        if not hopeless(table, event):
            attempt(table, event, tape)
            return
    attempt(table, card_act(game, rng, table, people), tape)


def put_right(game: Any, play: Any) -> list[Event]:
    """Wagers that must equal each other are made equal, or taken back."""
    tries = []
    for row in getattr(game.setup, "equal", []):
        for who in sorted({standing.person for standing in play.wagers if standing.wager in row.wagers}):
            mine = {
                standing.wager: standing.stake
                for standing in play.wagers
                if standing.person == who and standing.wager in row.wagers
            }
            most = max(mine.values())
            tries += [
                Event(who, "bet", name, most - mine.get(name, 0))
                for name in row.wagers
                if mine.get(name, 0) < most and (name in mine or len(mine) < row.least)
            ]
            tries += [
                Event(who, "remove", name)
                for name in mine
                if len(set(mine.values())) > 1 or len(mine) < row.least
            ]
    for standing in play.wagers:
        parent = getattr(game.ruleset.wager(standing.wager)[0], "equal_to", "")
        if parent and not any(
            other.person == standing.person and other.wager == parent and other.stake == standing.stake
            for other in play.wagers
        ):
            tries.append(Event(standing.person, "remove", standing.wager))
    return tries


def hopeless(table: Table, event: Event) -> bool:
    try:
        return table.refusal(event) is not None
    except BadInput:
        return True


def card_act(game: Any, rng: random.Random, table: Table, people: list[str]) -> Event:
    """Something that somebody might try before the deal, or in the midst of it."""
    chance = rng.random()
    if chance < 0.6:
        return (
            a_good_bet(game, rng, table, rng.choice(people))
            if chance < 0.45
            else bet(game, rng, rng.choice(people))
        )
    questions = [question for question in table.pending if question.who != "table"]
    if not questions:
        return bet(game, rng, rng.choice(people))
    question = rng.choice(questions)
    return an_act(rng, people, question.who, rng.choice(list(question.acts)))


def a_good_bet(game: Any, rng: random.Random, table: Table, who: str, name: str = "") -> Event:
    """A wager that is offered, and that keeps to the limits of the table as far as it may."""
    rules = game.ruleset
    name = name or rng.choice(
        [
            name
            for name in rules.names
            if rules.offered(name) and rules.wager(name)[0].kind not in moments(game)
        ]
        or list(rules.names)
    )
    stake = rules.wager(name)[0].stake
    chip = rules.option_amount("chip") or 0
    unit = lcm(parse_amount(stake.multiple_of or "1"), chip or 1)
    least, most = game.limits.now(table.play, who.rstrip("ab"))
    low = max(least or unit, parse_amount(stake.min or "0"))
    low = -(-low // unit) * unit
    high = min(most or 50 * low, parse_amount(stake.max) if stake.max else 50 * low)
    amount = min(low + unit * rng.choice([0, 0, 1, 2, 4, 9, 32]), max(low, high // unit * unit))
    return Event(who, "bet", name, amount)


def a_bank(game: Any, rng: random.Random, table: Table, who: str) -> Event:
    """What somebody puts up: sometimes too little for the fee, sometimes more than can be lost."""
    least, _ = game.limits.now(table.play, "")
    return Event(who, "bank", "", (least or 1000) * rng.choice([1, 2, 3, 10, 30, 100]))


def an_act(rng: random.Random, people: list[str], who: str, said: str) -> Event:
    verb, _, what = said.partition(" ")
    amount = (
        100 * rng.choice([1, 2, 3, 5, 8, 10, 20, 50, 200])
        if verb in ("bet", "bank", "bid", "stake", "cover", "raise") or rng.random() < 0.05
        else None
    )
    return Event(rng.choice(people) if who == "*" else who, verb, what, amount)


def a_card(rng: random.Random, table: Table, unseen: float = 0.15) -> Event:
    """A card that the shoe may hold, or now and then one that nobody sees."""
    first = table.play.aside[:1]
    if first and first != ["??"] and table.draw_wanted == "deal" and rng.random() < 0.75:
        # It was set aside, and no other card is taken before it.
        return Event("", "deal", first[0])
    left = table.audit()
    if not left:
        return Event("", table.draw_wanted, "??")
    card = rng.choices(list(left), weights=list(left.values()))[0]
    place = table.asked.partition("; turn ")[2].partition(";")[0] if table.draw_wanted == "turn" else ""
    if table.draw_wanted == "turn":
        return Event("", "turn", card, None, (("place", place),))
    return Event("", "deal", "??" if rng.random() < unseen else card)


def attempt(table: Table, event: Event, tape: Tape) -> bool:
    """Try an event, and keep it on the tape of a round that was begun there."""
    accepted = _accepted(table, event, tape)
    if tape.tried:
        tape.tried[-1].append((str(event), accepted))
    return accepted


def _accepted(table: Table, event: Event, tape: Tape) -> bool:
    """Let an event happen if it may.
    What is refused or unreadable must change nothing, and `refusal` must have said so.

    The log holds the record as it was after the last event, so a question or a refusal that changed it since
    is noticed here; before an event that is accepted nothing is hashed, because a replay, in which nothing is
    asked, would then lead to other records.
    """
    digest, log, asked = (
        table.log[-1].digest if table.log else table.play.digest(),
        len(table.log),
        table.asked,
    )
    said: Refusal | None = None
    judged = True
    try:
        said = table.refusal(event)
    except BadInput:
        judged = False
    try:
        table.apply(event)
    except NotAllowed as refused:
        tape.refused += 1
        tape.clauses.append(refused.clause)
        assert judged and said is not None and said.clause == refused.clause and refused.clause, (
            f"{event}: {refused}"
        )
    except BadInput:
        assert not judged or said is None
    else:
        assert judged and said is None, f"{event} was accepted although {said}"
        return True
    assert (table.play.digest(), len(table.log), table.asked) == (digest, log, asked), (
        f"{event} was refused and changed the table"
    )
    return False


def is_excluded(table: Table, who: str) -> bool:
    """Say whether a person is excluded from the game."""
    return who.removesuffix("a") in table.after.get("excluded", {})
