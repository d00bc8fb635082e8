"""Rounds in play: the tables of the games behind a table of the floor, and what they mean in money.

Where wagers of one player mean nothing to another, as with wheels and dice, every terminal has a layout of
its own (a group) on which the same draws fall. At a card table there is one for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from croupier.api import Game, game
from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.floor.events import Happened, Setup
from croupier.floor.ledger import Kind, Posting, house, layout, meter, owed, own, stakes
from croupier.floor.state import Floor, FloorTable, Round
from croupier.table.events import Event, other_name, parse_event, parts_of
from croupier.table.play import Dealt, Play
from croupier.table.rulings import Ordered, rewrite
from croupier.table.run import Run
from croupier.table.table import Mark, Table

COMMON = "common"
"""The group on which nobody bets. It has what the table itself carries from round to round."""
ALL = "*"
ONE = ""
"""The only group of a table at which everybody plays together."""
VOID = "supervisor void-round"
"""The act that voids a round: every wager goes back. A malfunction may end any round so, by any rulebook."""
VOIDING = parse_event(VOID)


@lru_cache(256)
def _game(name: str, options: tuple[tuple[str, str], ...], readings: tuple[tuple[str, str], ...]) -> Game:
    return game(name, options=dict(options), readings=dict(readings))


@lru_cache(256)
def _digest(one: Game) -> str:
    return one.rules.digest()


def game_of(setup: Setup) -> Game:
    """Return the game of a table as it is set up."""
    return _game(setup.game, tuple(sorted(setup.options.items())), tuple(sorted(setup.readings.items())))


def digest_of(setup: Setup) -> str:
    """Return the hash of the rules of a table as it is set up."""
    return _digest(game_of(setup))


def apart(one: Game) -> bool:
    """Whether every terminal has a layout of its own.

    Not so where wagers change what the table itself remembers, as a jackpot that all of them feed.
    """
    return one.built.own_layout


class VoidableTable(Table):
    """A table of the game that the floor can also declare void."""

    def _apply(self, event: Event) -> None:
        if event != VOIDING:
            super()._apply(event)
            return
        if self.over:
            raise BadInput("the round is over: it is put right by a correction")
        asked = self.asked if self.told else ""
        self._run = Run(
            self.game, self.before, rewrite(self._run.history, Ordered("void-round", (), "house"))
        )
        self._log(event, asked)


class Position:
    """One group at a moment: the game's accounts, what stands by person, how much has been settled."""

    def __init__(self, table: Table) -> None:
        self.play, self.happened = table.play, len(table.happened)
        self.lines = len(table.lines)
        moves: dict[tuple[str, str], Amount] = {}
        for move in self.play.moves:
            pair = move.source, move.target
            moves[pair] = moves.get(pair, 0) + move.amount
        standing: dict[str, Amount] = {}
        for wager in self.play.wagers:
            person = wager.person
            standing[person] = standing.get(person, 0) + wager.stake
        self.moves = moves
        """Money moved from one account of the game to another, not set off against the other direction."""
        self.standing = standing

    def is_of(self, table: Table) -> bool:
        """Whether the group stands there still."""
        return table.play is self.play and len(table.happened) == self.happened


class FaceDown:
    """Cards of a round that were dealt face down, each followed to where it lies.

    They are followed as the round is played. Whoever takes something back at the table, and does not say so
    here, has lost them: the round must be played again to find them.
    """

    def __init__(self, play: Play) -> None:
        self.play = play
        self.laid: dict[int, Dealt] = {}
        """By the place of the draw among the events of the round."""
        self.lost = False

    def before(self, table: Table, hidden: bool) -> dict[int, Dealt]:
        """Return the cards that lie there before something happens, by what tells one from another.

        They are wanted only if a card is laid face down.
        """
        self.lost = self.lost or table.play is not self.play
        return {id(dealt): dealt for cards in self.play.places.values() for dealt in cards} if hidden else {}

    def after(self, table: Table, at: int, hidden: bool, before: dict[int, Dealt]) -> None:
        """Follow the cards through what has happened: the event at this place of the round."""
        was, self.play = self.play, table.play
        if self.play is not was:
            # A ruling has had the round played again. A card that lies where it lay is the same;
            # one that was moved is no longer followed, and stays unseen.
            now = _lying(self.play)
            where = {id(dealt): key for key, dealt in _lying(was).items()} if self.laid else {}
            self.laid = {
                drawn: now[key]
                for drawn, dealt in self.laid.items()
                if (key := where.get(id(dealt), ("", 0))) in now and now[key].card == dealt.card
            }
        elif hidden:
            new = [dealt for dealt in _lying(self.play).values() if id(dealt) not in before]
            self.laid |= {at: new[0]} if len(new) == 1 else {}

    def turned(self) -> dict[str, tuple[int, ...]]:
        """Return the cards that somebody has seen by now, by who saw them."""
        found: dict[str, list[int]] = {}
        for at, dealt in self.laid.items():
            for who in dealt.seen:
                found.setdefault(who, []).append(at)
        return {who: tuple(places) for who, places in found.items()}


def _lying(play: Play) -> dict[tuple[str, int], Dealt]:
    return {(place, at): dealt for place, cards in play.places.items() for at, dealt in enumerate(cards)}


class Room:
    """A round in play at a table of the floor, with the game's table of each group.

    It is made anew from what was stored whenever it is not at hand.
    """

    def __init__(self, setup: Setup, one: Round) -> None:
        self.setup, self.number = setup, one.number
        self.game = game_of(setup)
        self.apart = apart(self.game)
        self.before = one.before
        self.groups: dict[str, Table] = {}
        self.positions: dict[str, Position] = {}
        """By group: how it stood after the last event. It may have moved on since."""
        for group in one.before:
            self.table(group)
        self.face_down = FaceDown(self.main.play)
        for at, event in enumerate(one.events):
            before = self.face_down.before(self.main, event.hidden)
            for group in self.groups_of(event.group):
                self.table(group).apply(event.text)
            self.face_down.after(self.main, at, event.hidden, before)

    def table(self, group: str) -> Table:
        """Return the table of a group. A terminal that has not bet yet gets one as the round stands now."""
        if group not in self.groups:
            common = self.groups.get(COMMON)
            made = VoidableTable(self.game.playable, self.before.get(group, self.before.get(COMMON, {})))
            for event in common.happened if common is not None else []:
                made.apply(event)
            self.groups[group] = made
        return self.groups[group]

    def position(self, group: str) -> Position:
        """Return how a group stands now."""
        found, table = self.positions.get(group), self.groups[group]
        if found is None or not found.is_of(table):
            found = self.positions[group] = Position(table)
        return found

    def groups_of(self, group: str) -> list[str]:
        """Return the groups that an event is for."""
        if group != ALL:
            return [group]
        return list(self.groups)

    @property
    def main(self) -> Table:
        """Return the table that says what the round waits for. All groups wait for the same draw."""
        return self.groups[COMMON if self.apart else ONE]

    @property
    def over(self) -> bool:
        """Whether every group is settled."""
        return all(table.over for table in self.groups.values())

    @property
    def any_wager(self) -> bool:
        """Whether somebody has a wager on the table."""
        return any(table.play.wagers for table in self.groups.values())


class Trial:
    """An event tried on a room: what it would move, and the way back."""

    def __init__(self, room: Room, group: str, text: str, hidden: bool = False) -> None:
        self.room, self.text, self.hidden = room, text, hidden
        self.groups = room.groups_of(group)
        self.new = [name for name in self.groups if name not in room.groups]
        tables = {name: room.table(name) for name in self.groups}
        self.lying = room.face_down.before(room.main, hidden)
        self.before = {name: room.position(name) for name in self.groups}
        self.marks: dict[str, Mark] = {}
        for name, table in tables.items():
            self.marks[name] = table.mark()
            try:
                table.apply(text)
            except BaseException:
                del self.marks[name]
                self.back()
                raise
        self.after = {name: room.position(name) for name in self.groups}

    def stands(self, at: int) -> None:
        """Let it stand, as the event at this place of the round."""
        self.room.face_down.after(self.room.main, at, self.hidden, self.lying)

    def back(self) -> None:
        """Take it all back."""
        for name, mark in self.marks.items():
            self.room.groups[name].back_to(mark)
        for name in self.new:
            self.room.groups.pop(name, None)
            self.room.positions.pop(name, None)


def as_one_player(event: Event, seats: Sequence[str]) -> Event:
    """Return a wager with the player who makes it. Whoever has several boxes is one player on all of them."""
    if not event.lays_wager or (len(seats) < 2 and not event.fact("player")):
        return event
    facts = tuple((key, value) for key, value in event.facts if key != "player")
    if event.person not in (seats[0], other_name(seats[0])):
        facts = (*facts, ("player", seats[0]))
    return msgspec.structs.replace(event, facts=facts)


def owner_of(one: Round, own_layouts: bool, group: str, person: str) -> str:
    """Return the terminal behind a person of the game. A layout of one's own is its group."""
    if own_layouts:
        return group
    if person in one.seats:
        return one.seats[person]
    seat, bettor, _ = parts_of(person)
    for name in (seat + ("" if bettor == "a" else bettor), seat):
        if name in one.seats:
            return one.seats[name]
    raise BadInput(f"nobody sits at {person}")


def account_of(here: str, name: str) -> str:
    """Return the floor's account for an account of the game that belongs to nobody at the table."""
    return house(here) if name == "house" else own(here, name)


def moved(floor: Floor, table: FloorTable, trial: Trial) -> tuple[list[Posting], dict[str, Amount]]:
    """Return the postings of an event that was tried, and what each terminal lacks for it."""
    here, one = table.setup.table, table.round
    assert one is not None
    flows: dict[tuple[str, str], Amount] = {}
    """Between two accounts, gross. One terminal's loss is never set off against another's win."""
    due: dict[str, Amount] = {}
    """By terminal: what must lie on the layout afterwards, less what lies there now."""
    won: dict[str, Amount] = {}
    for group in trial.groups:
        before, after = trial.before[group], trial.after[group]
        for pair in {**before.moves, **after.moves} if after.moves != before.moves else ():
            change = after.moves.get(pair, 0) - before.moves.get(pair, 0)
            ends = []
            for name, sign in zip(pair, (-1, 1), strict=True) if change else ():
                ends.append(account_of(here, name))
                if name.startswith("seat "):
                    owner = owner_of(one, trial.room.apart, group, name.removeprefix("seat "))
                    won[owner] = won.get(owner, 0) + sign * change
                    ends[-1] = stakes(here, owner)
            if change and ends[0] != ends[1]:
                # What a ruling takes back goes the other way.
                way = (ends[0], ends[1]) if change > 0 else (ends[1], ends[0])
                flows[way] = flows.get(way, 0) + abs(change)
        for person in {**before.standing, **after.standing}:
            owner = owner_of(one, trial.room.apart, group, person)
            due[owner] = due.get(owner, 0) + after.standing.get(person, 0) - before.standing.get(person, 0)
    postings: list[Posting] = []
    lacking: dict[str, Amount] = {}
    owners = sorted({*won, *due})
    for owner in owners:
        # What goes onto the layout comes from the credits first: a loss must have something to be taken from.
        more = due.get(owner, 0) - won.get(owner, 0)
        if more > 0:
            credits, staked = meter(owner), stakes(here, owner)
            there = floor.ledger.balance(credits)
            if there < more:
                lacking[owner] = more - there
            if min(there, more) > 0:
                postings.append(Posting(credits, staked, min(there, more), "stake"))
            if there < more:
                session = one.sessions.get(owner, floor.terminals[owner].session)
                postings.append(Posting(owed(owner, session), staked, more - there, "owed"))
    gained: dict[str, Amount] = {}
    jackpots: dict[str, Amount] = {}
    """By account: what came in with this event, and what of it was a jackpot."""
    for (source, target), amount in sorted(flows.items()):
        kind = _kind(here, source, target)
        postings.append(Posting(source, target, amount, kind))
        gained[target] = gained.get(target, 0) + amount
        if kind == "jackpot":
            jackpots[target] = jackpots.get(target, 0) + amount
    for owner in owners:
        more = due.get(owner, 0) - won.get(owner, 0)
        if more < 0:
            credits, staked = meter(owner), stakes(here, owner)
            gain = min(-more, gained.get(staked, 0))
            jackpot = min(gain, jackpots.get(staked, 0))
            if jackpot:
                postings.append(Posting(staked, credits, jackpot, "jackpot"))
            if gain > jackpot:
                postings.append(Posting(staked, credits, gain - jackpot, "won"))
            if -more > gain:
                postings.append(Posting(staked, credits, -more - gain, "returned"))
    return postings, lacking


def _kind(here: str, source: str, target: str) -> Kind:
    """Return what money that moved at a table was for.

    A jackpot has meters of its own, so that what it pays is never taken for an ordinary win.
    """
    jackpots, players = own(here, "meter "), stakes(here, "")
    if source.startswith(jackpots):
        return "jackpot"
    if target.startswith(jackpots):
        return "contribution"
    return "lost" if source.startswith(players) and not target.startswith(players) else "won"


def laid_out(table: FloorTable, trial: Trial) -> list[tuple[str, str, Amount]]:
    """Return the wagers that an event decided for the player and that lie until they are collected.

    Each is a terminal, an act and a stake.
    """
    found = []
    one = table.round
    assert one is not None
    for group in trial.groups:
        played = trial.room.groups[group].play
        still = {(wager.person, wager.name) for wager in played.wagers}
        for line in played.lines[trial.before[group].lines :]:
            person = line.seat + line.bettor
            if line.result == "win" and not line.hand and line.stake and (person, line.wager) not in still:
                found.append(
                    (owner_of(one, trial.room.apart, group, person), f"{person} bet {line.wager}", line.stake)
                )
                still.add((person, line.wager))  # paid twice, it was laid down once
    return found


def onto_layout(
    postings: list[Posting], laid: list[tuple[str, str, Amount]], here: str
) -> tuple[list[Posting], list[tuple[str, str, Amount]]]:
    """Return the same postings, with winning wagers going to the layout and not to the credits.

    Return with them the wagers that come back at all: the others do not lie there.
    """
    back: dict[str, Amount] = {}
    for one in postings:
        if one.kind == "returned":
            back[one.target] = back.get(one.target, 0) + one.amount
    left: dict[str, Amount] = {}
    whole = []
    for owner, act, stake in laid:
        if left.get(owner, 0) + stake <= back.get(meter(owner), 0):
            left[owner] = left.get(owner, 0) + stake
            whole.append((owner, act, stake))
    found = []
    for one in postings:
        owner = one.target.removeprefix("meter:")
        part = (
            min(left.get(owner, 0), one.amount)
            if one.target == meter(owner) and one.kind == "returned"
            else 0
        )
        if part:
            left[owner] -= part
            found.append(Posting(one.source, layout(here, owner), part, "laid-out"))
        if one.amount > part:
            found.append(Posting(one.source, one.target, one.amount - part, one.kind))
    return found, whole


def turned_in(setup: Setup, one: Round, events: Sequence[Happened]) -> dict[str, tuple[int, ...]]:
    """Return the cards dealt face down that somebody has seen at the end of a round, by who saw them.

    The round is played again, and every card is followed to where it lies.
    """
    if not any(event.hidden for event in events):
        return {}
    return Room(setup, msgspec.structs.replace(one, events=list(events))).face_down.turned()


def carried_on(room: Room) -> dict[str, dict[str, Any]]:
    """Return what every group carries into the next round.

    A terminal needs no group of its own where nothing is remembered of it but what the table itself
    remembers.
    """
    after = {group: dict(played.after) for group, played in room.groups.items()}
    return (
        {group: value for group, value in after.items() if group == COMMON or value != after[COMMON]}
        if room.apart
        else after
    )
