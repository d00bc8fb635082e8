"""The round of a wheel or dice game: wagers are made, changed and taken down; betting closes; one draw decides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import AmountWanted, BadInput, unknown
from croupier.families.common.limits import check_seat
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import clauses_of
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import Play, Script
from croupier.table.questions import Question, Refusal

if TYPE_CHECKING:
    from croupier.families.automaton.game import AutomatonGame
    from croupier.families.automaton.rules import AutomatonWager


def play_round(game: AutomatonGame, play: Play) -> Script:
    """One round: any number of acts, then the draw."""
    while True:
        event = yield from play.open(
            "betting" if play.phase == "open" else "the draw",
            questions(game, play),
            game.verb,
            lambda drawn: game.judge_draw(play, drawn),
        )
        if event.is_draw:
            break
        if event.who == "table":
            game.marked(play)
        else:
            _act(game, play, event)
    draw = game.parse_draw(event.what)
    play.clauses.update(game.setup.draw_clauses)
    decide(game, play, draw)


def questions(game: AutomatonGame, play: Play) -> list[Question]:
    """Everyone may bet; whoever has a wager may change it; the dealer may close the betting."""
    bets = _bets(game, play)
    extra = game.extra_acts(play)
    asked = [
        Question(
            "*",
            {**bets, "bet": None, **extra.get("*", {})},
            lambda event: (
                judge_bet(game, play, event) if event.verb == "bet" else game.judge_extra(play, event)
            ),
        )
    ]
    people: dict[str, dict[str, Refusal | None]] = {}
    for standing in play.wagers:
        acts = people.setdefault(standing.who, {})
        acts[f"remove {standing.name}"] = judge_remove(game, play, standing, None)
        acts |= _calls(game, standing)
    for who, more in extra.items():
        if who not in ("dealer", "*"):
            people[who] = {**more, **people.get(who, {})}
    asked += [
        Question(who, acts, lambda event: _judge_own(game, play, event), general=True)
        for who, acts in people.items()
    ]
    closing = (
        None if play.phase == "open" else Refusal("betting is closed already", game.betting.closed_clause)
    )
    if closing is None and game.betting.closing == "dice-out":
        # The dice are out once they are thrown, and only a shooter who may throw can throw them.
        closing = game.judge_draw(play, Event("", game.verb))
    asked.append(Question("dealer", {game.betting.closing: closing, **extra.get("dealer", {})}))
    return asked


def _bets(game: AutomatonGame, play: Play) -> Mapping[str, Refusal | None]:
    """Every wager, and why it may not be made: it follows from the rules, the state of the table and whether betting is closed, and is worked out once for each."""
    table, phase = game.table_state(play), play.phase
    if ("bets", table, phase) in game.kept:
        return game.kept["bets", table, phase]
    bets: dict[str, Refusal | None] = {}
    for name, (base, _) in game.ruleset.names.items():
        row = game.ruleset.wagers[base]
        if not game.ruleset.offered(name):
            bets[f"bet {name}"] = Refusal(
                f"{name} is not offered at this table", row.offered_clause or clauses_of(row)[0]
            )
        else:
            parameter = game.params(name)[0]
            bets[f"bet {name}"] = _closed(game, play, None) or (
                None if row.needs else game.machine(name, parameter).opens(table)
            )
    return game.keep(("bets", table, phase), bets)


def _calls(game: AutomatonGame, standing: Standing) -> Mapping[str, Refusal | None]:
    """Why a wager may not be called on or off: it follows from the rules and the last call."""
    key = ("calls", standing.wager, standing.param, standing.call)
    return (
        game.kept[key]
        if key in game.kept
        else game.keep(
            key,
            {f"{verb} {standing.name}": game_call(game, standing, verb) for verb in ("call-on", "call-off")},
        )
    )


def _judge_own(game: AutomatonGame, play: Play, event: Event) -> Refusal | None:
    """Why somebody may not change a wager of his, or do what his place at the table lets him do."""
    if event.verb not in ("remove", "call-on", "call-off"):
        return game.judge_extra(play, event)
    standing = play.find(event.seat, event.bettor, event.what)
    if standing is None:
        raise BadInput(f"{event.who} has no wager {event.what} on the table")
    if event.verb == "remove":
        return judge_remove(game, play, standing, event.amount)
    if play.phase != "open":
        return Refusal("the dice are out: a wager is called on or off before", game.betting.closed_clause)
    return game_call(game, standing, event.verb)


def _closed(game: AutomatonGame, play: Play, event: Event | None) -> Refusal | None:
    """Why no wager may be made or changed at this moment."""
    betting = game.betting
    if play.phase == "open":
        return None
    if betting.late == "confirmed":
        if event is None:
            return None
        confirmed = set(event.fact("confirmed").split("+")) if event.fact("confirmed") else set()
        if set(betting.late_by) <= confirmed:
            return None
        if not confirmed:
            return Refusal(
                f"the dice are out: the wager needs the word of {' and '.join(betting.late_by)} (confirmed={'+'.join(betting.late_by)})",
                betting.closed_clause,
            )
        return Refusal(
            f"the dice are out: the wager needs the word of {' and '.join(betting.late_by)} (confirmed={'+'.join(betting.late_by)})",
            betting.late_clause,
        )
    return Refusal("no more bets has been called", betting.closed_clause)


def judge_bet(game: AutomatonGame, play: Play, event: Event) -> Refusal | None:
    """Why a wager is not taken."""

    if not event.what:
        raise BadInput(
            f"{str(event)!r} does not say what is bet on; write it like {event.who} bet {next(iter(game.ruleset.names))} 10"
        )
    if event.what.partition(":")[0] not in game.ruleset.names:
        return Refusal(
            str(unknown("wager", event.what, game.ruleset.names, game.ruleset.id)),
            game.betting.only_clause or game.betting.clause,
        )
    row, _ = game.ruleset.wager(event.what.partition(":")[0])
    if not game.ruleset.offered(event.what.partition(":")[0]):
        return Refusal(f"{event.what} is not offered at this table", row.offered_clause or clauses_of(row)[0])
    moved = _judge_moved(game, play, event, row)
    if moved:
        return moved
    try:
        name, param = game.split(event.what)
    except BadInput as error:
        return Refusal(str(error), game.layout_clause(event.what))
    check_seat(event.seat)
    if event.amount is None:
        raise AmountWanted(str(event), f"{event.who} bet {event.what}", "10")
    clause = clauses_of(row)[0]
    barred = game.barred_by(play, event)
    if barred:
        return barred
    refusal = game.judge_oral(play, event) or _closed(game, play, event) or game.judge_medium(event)
    if refusal:
        return refusal
    machine = game.machine(name, param)
    table = game.table_state(play)
    standing = play.find(event.seat, event.bettor, event.what if not param else f"{name}:{param}")
    parent = game.parent_of(play, event.seat, event.bettor, row, param) if row.needs else None
    refusal = machine.opens(table) if row.needs_any and standing is None else None
    if refusal:
        return refusal
    if (
        row.needs
        and (parent is None or not game.machine(parent.wager, parent.param).locked(parent.state))
        and not row.needs_any
    ):
        wanted = " or ".join(f"{need}:{param}" if param else need for need in row.needs)
        return Refusal(
            f"{name} supports a wager on {wanted} whose point is set, and {event.who} has none",
            row.needs_clause or clause,
        )
    if row.needs_any and not any(
        other.who == event.who and other.wager in row.needs for other in play.wagers
    ):
        return Refusal(
            f"{name} needs another wager of the same player on the table", row.needs_clause or clause
        )
    if f"{event.who} {name}" in play.state["barred"]:
        return Refusal(
            f"{name} was reduced or taken down and may not be made again or increased", row.removal_clause
        )
    if standing is None:
        refusal = machine.opens(table) if parent is None else None
        if refusal:
            return refusal
        if row.one_each and any(other.seat == event.seat and other.wager == name for other in play.wagers):
            return Refusal(f"one {name} wager a box is the most", row.one_each_clause or clause)
    elif row.raise_until_set and machine.locked(standing.state):
        return Refusal(f"{standing.name} may not be increased now", row.raise_clause or clause)
    elif row.one_each:
        return Refusal(f"one {name} wager a box is the most", row.one_each_clause or clause)
    if not event.amount:
        return Refusal("a wager is more than nothing", clause)
    stake = event.amount + (standing.stake if standing else 0)
    return game.judge_stake(play, name, param, row, stake, parent, event.seat)


def _judge_moved(game: AutomatonGame, play: Play, event: Event, row: AutomatonWager) -> Refusal | None:
    """A wager that has gone to its point is not made or increased there."""
    standing = play.find(event.seat, event.bettor, event.what)
    if standing is None or not standing.param or game.takes_param(standing.wager):
        return None
    if f"{event.who} {standing.wager}" in play.state["barred"]:
        return Refusal(f"{standing.name} was reduced and may not be increased", row.removal_clause)
    return Refusal(
        f"{standing.name} has gone to its point and may not be increased",
        row.raise_clause or clauses_of(row)[0],
    )


def judge_remove(game: AutomatonGame, play: Play, standing: Standing, amount: int | None) -> Refusal | None:
    """Why a wager may not be taken down or reduced."""
    row, _ = game.ruleset.wager(standing.wager)
    clause = row.removal_clause or game.betting.removal_clause or game.betting.clause
    if play.phase != "open":
        said, closed = (
            ("no more bets has been called", game.betting.closed_clause)
            if game.betting.closing == "no-more-bets"
            else ("the dice are out", clause)
        )
        return Refusal(said, closed)
    if amount is not None and not 0 < amount <= standing.stake:
        raise BadInput(
            f"{standing.name} holds {standing.value()['stake']}; no more than that can be taken down"
        )
    refusal = game.judge_leaving(play, standing) if amount is None or amount == standing.stake else None
    if refusal:
        return refusal
    if not condition(row.binding)(game.ruleset.facts):
        return None
    if row.removal == "never":
        return Refusal(f"{standing.name} stays until it is won or lost", clause)
    if row.removal == "until-set" and game.machine(standing.wager, standing.param).locked(standing.state):
        return Refusal(f"the point of {standing.name} is set: it may not be removed or reduced", clause)
    if amount is not None and amount < standing.stake:
        left = msgspec.structs.replace(standing, stake=standing.stake - amount)
        parent = (
            game.parent_of(play, standing.seat, standing.bettor, row, standing.param) if row.needs else None
        )
        refusal = game.judge_stake(
            play, standing.wager, standing.param, row, left.stake, parent, standing.seat
        )
        if refusal:
            return refusal
        for child in play.wagers:
            needs, _ = game.ruleset.wager(child.wager)
            if (
                child.who == standing.who
                and standing.wager in needs.needs
                and not needs.needs_any
                and child.param == standing.param
            ):
                cap = game.cap(needs, child.wager, child.param, left)
                if cap is not None and child.stake > cap:
                    return Refusal(
                        f"{child.name} would be more than {standing.name} could support; take that down first",
                        needs.stake.clause or clause,
                    )
    return None


def game_call(game: AutomatonGame, standing: Standing, verb: str) -> Refusal | None:
    """Why a wager may not be called on or off."""
    row, _ = game.ruleset.wager(standing.wager)
    working = game.working(standing.wager)
    if standing.call and standing.call != verb.removeprefix("call-"):
        return None
    if working == ("off-on-come-out" if verb == "call-on" else "on-unless-called-off"):
        return None
    said = (
        "is always in play"
        if working == "always"
        else "is in play whenever a point is set, and rests on a come-out roll"
        if working == "off-on-come-out"
        else "is in play already"
    )
    return Refusal(f"{standing.name} {said}", getattr(row, "working_clause", "") or clauses_of(row)[0])


def _act(game: AutomatonGame, play: Play, event: Event) -> None:
    if event.verb == game.betting.closing:
        play.phase = "closed"
        play.clauses.add(game.betting.clause)
    elif event.verb == "bet":
        _bet(game, play, event)
    elif event.verb == "remove":
        _remove(game, play, event)
    elif event.verb in ("call-on", "call-off"):
        call(game, play, event)
    else:
        game.extra(play, event)


def _bet(game: AutomatonGame, play: Play, event: Event) -> None:
    name, param = game.split(event.what)
    row, _ = game.ruleset.wager(name)
    assert event.amount is not None
    full = f"{name}:{param}" if param else name
    standing = play.find(event.seat, event.bettor, full)
    parent = game.parent_of(play, event.seat, event.bettor, row, param) if row.needs else None
    stake = event.amount + (standing.stake if standing else 0)
    charged = game.charge(name, param, row, stake, parent)
    if standing and row.charge and not row.charge.refunded:
        # What was charged is not given back when a wager is reduced: an increase is charged by itself.
        charged = standing.charged + max(0, charged - game.charge(name, param, row, standing.stake, parent))
    if standing:
        play.put(msgspec.structs.replace(standing, stake=stake, charged=charged))
        return
    play.clauses.update(game.cites(name, "made"))
    table = game.table_state(play)
    state = parent.state if parent else game.machine(name, param).first(table)
    called = _called_already(game, play, event, name) if getattr(row, "similar", False) else ""
    play.put(
        Standing(
            seat=event.seat,
            bettor=event.bettor,
            wager=name,
            param=param,
            stake=stake,
            state=state,
            charged=charged,
            call=called,
        )
    )


def _called_already(game: AutomatonGame, play: Play, event: Event, name: str) -> str:
    """The call of a similar wager of the same player: one button speaks for all of them, those made later too."""
    base = game.ruleset.names[name][0]
    return next(
        (
            other.call
            for other in play.wagers
            if other.person == event.who and other.call and game.ruleset.names[other.wager][0] == base
        ),
        "",
    )


def _remove(game: AutomatonGame, play: Play, event: Event) -> None:
    standing = play.find(event.seat, event.bettor, event.what)
    assert standing is not None
    row, _ = game.ruleset.wager(standing.wager)
    clause = row.removal_clause or game.betting.removal_clause or game.betting.clause
    if row.bars_return and game.bars(play, standing):
        play.state["barred"] = sorted({*play.state["barred"], f"{event.who} {standing.wager}"})
    if event.amount is not None and event.amount < standing.stake:
        left = standing.stake - event.amount
        parent = game.parent_of(play, event.seat, event.bettor, row, standing.param) if row.needs else None
        charged = (
            game.charge(standing.wager, standing.param, row, left, parent)
            if row.charge and row.charge.refunded
            else standing.charged
        )
        play.put(msgspec.structs.replace(standing, stake=left, charged=charged, reduced=True))
        return
    for child in dependants(game, play, standing):
        _give_back(
            game,
            play,
            child,
            (clause,),
            f"{standing.name} was taken down, and {child.name} goes back with it",
        )
    _give_back(game, play, standing, (clause,), f"{standing.name} was taken down by the player")
    game.taken_down(play, standing)


def dependants(game: AutomatonGame, play: Play, standing: Standing) -> list[Standing]:
    """The wagers that go back with another: its supplements, and those that need some wager of the player and are not running yet."""
    found = []
    for child in play.wagers:
        row, _ = game.ruleset.wager(child.wager)
        if child.who != standing.who or child.key == standing.key or standing.wager not in row.needs:
            continue
        if not row.needs_any:
            if child.param == standing.param:
                found.append(child)
        elif child.state == game.machine(child.wager, child.param).first(game.table_state(play)):
            others = [
                other
                for other in play.wagers
                if other.who == child.who and other.wager in row.needs and other.key != standing.key
            ]
            found += [] if others else [child]
    return found


def _give_back(
    game: AutomatonGame, play: Play, standing: Standing, clauses: tuple[str, ...], why: str
) -> None:
    row, _ = game.ruleset.wager(standing.wager)
    charge = game.charge_due(play, standing)
    if row.charge and row.charge.refunded:
        clauses = (*clauses, row.charge.refund_clause)
        charge -= standing.charged
    play.withdraw(standing, clauses, why, "withdrawn", charge)


def call(game: AutomatonGame, play: Play, event: Event) -> None:
    """Call a wager on or off; one button speaks for all similar wagers of the player unless he says otherwise."""
    standing = play.find(event.seat, event.bettor, event.what)
    if standing is None:
        raise BadInput(f"{event.who} has no wager {event.what} on the table")
    said = event.verb.removeprefix("call-")
    row, _ = game.ruleset.wager(standing.wager)
    similar = getattr(row, "similar", False) and event.fact("only") != "yes"
    base = game.ruleset.names[standing.wager][0]
    for other in list(play.wagers):
        alike = similar and other.who == standing.who and game.ruleset.names[other.wager][0] == base
        if other.key == standing.key or alike:
            play.put(msgspec.structs.replace(other, call=said))
    play.clauses.add(getattr(row, "working_clause", "") or clauses_of(row)[0])


def decide(game: AutomatonGame, play: Play, draw: Any) -> None:
    """Let the draw decide: losing wagers are collected, winning ones paid, the others stand."""
    table = game.table_state(play)
    due: list[Claim] = []
    standing_on: list[Standing] = []
    again: list[Standing] = []
    for standing in play.wagers:
        machine = game.machine(standing.wager, standing.param)
        step = machine.step(standing.state, table, draw, standing.call)
        over = step.state is None
        if step.row is not None:
            claims = game.claims(play, standing, step.row, draw, over)
            due += claims
            if over and claims[0].result == "win" and game.stays(standing.wager):
                again.append(msgspec.structs.replace(standing, state=machine.first(table), charged=0))
        if not over:
            known = machine.known_as(step.state or "")
            moved = msgspec.structs.replace(
                standing, state=step.state, param=standing.param if known is None else known
            )
            standing_on.append(moved)
            if step.row is None:
                due.append(_stands(game, play, standing, moved))
    due.sort(key=lambda claim: {"lose": 0, "half": 0, "stands": 2}.get(claim.result, 1))
    play.settle(due)
    play.clauses.update(clause for clause in (game.setup.bank_clause, game.betting.order_clause) if clause)
    play.wagers = standing_on + again
    after = game.advance(table, draw)
    play.state["table"] = msgspec.to_builtins(after)
    play.phase = "over"
    game.finish(play, table, draw)


def _stands(game: AutomatonGame, play: Play, standing: Standing, moved: Standing) -> Claim:
    parts = dict.fromkeys((moved.state or "").split("-"))
    contribution = game.contribution(play, standing)
    cited = game.cites(
        standing.wager,
        "stands",
        *(f"stands-{part}" for part in parts),
        *(["contribution"] if contribution else []),
    )
    clauses = (*clauses_of(game.ruleset.wager(standing.wager)[0]), *cited)
    return Claim(
        standing,
        "stands",
        Fraction(0),
        Fraction(0),
        clauses,
        game.why_stands(standing, moved),
        charge=game.charge_due(play, standing),
        contribution=contribution,
        final=False,
    )
