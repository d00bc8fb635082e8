"""Corrections: a round that was settled on a wrong result is settled again with the true draws.

It is played again from what was stored, and so is every later round into which it carried something. Wagers
that were accepted stay accepted. One that could not have been made on the true state is listed; it goes back
or is left as it was settled, as the manager decides.

Nothing is erased. What was booked is reversed and booked anew. What a player no longer has is owed, and never
taken from a meter on which somebody else may be playing.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.equipment.money import Amount, parse_amount
from croupier.errors import BadInput, short
from croupier.floor import commands as ask
from croupier.floor.events import CorrectionMade, CorrectionProposed, CorrectionRejected, Happened
from croupier.floor.ledger import Kind, Posting, correcting, house, matched, meter, owed, stakes
from croupier.floor.rooms import Room, account_of, apart, carried_on, game_of, owner_of, turned_in
from croupier.floor.rounds import Playing
from croupier.floor.shoes import is_sealed
from croupier.floor.state import Correction, FloorTable, Round
from croupier.floor.work import text_of
from croupier.rulebook.electronic import law
from croupier.table.events import DRAWS, parse_event

MOST_DRAWS = 500
IMPOSSIBLE = ("returned", "left")


class Anew(msgspec.Struct):
    """A round settled again."""

    round: Round
    before: dict[str, dict[str, Any]]
    after: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    lines: dict[str, list[dict[str, Any]]] = msgspec.field(default_factory=dict)
    net: dict[str, dict[str, Amount]] = msgspec.field(default_factory=dict)
    events: list[Happened] = msgspec.field(default_factory=list)
    turned: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    postings: list[Posting] = msgspec.field(default_factory=list)
    """Reversals of what was booked for it, and the right entries."""
    standing: dict[str, Amount] = msgspec.field(default_factory=dict)
    """By terminal: stakes on the layout at its end."""
    listed: list[str] = msgspec.field(default_factory=list)

    def kept(self) -> dict[str, Any]:
        """Return what the journal keeps of it."""
        return {
            "before": self.before,
            "after": self.after,
            "lines": self.lines,
            "net": self.net,
            "events": self.events,
            "turned": self.turned,
            "postings": self.postings,
        }


class Correcting(Playing):
    """Putting a result right."""

    def on_propose_correction(self, command: ask.ProposeCorrection) -> None:
        """Propose what the draws of a round really were."""
        table, reason = self.table(command.table), text_of(command.reason, "a reason")
        one = table.find(command.round)
        if one is None:
            last = ", ".join(map(str, list(table.past)[-5:])) or "none"
            raise BadInput(
                f"round {command.round} of table {command.table} is not at hand; the last are {last}"
            )
        if command.impossible not in IMPOSSIBLE:
            raise BadInput(
                f"a wager that could not have been made is {' or '.join(IMPOSSIBLE)}, "
                f"not {short(command.impossible)}"
            )
        if not 1 <= len(command.draws) <= MOST_DRAWS:
            raise BadInput(f"name all draws of the round, like spin 17; 1 to {MOST_DRAWS} of them")
        for draw in command.draws:
            if not parse_event(draw).is_draw:
                raise BadInput(f"{short(draw)} is not a draw; write it like spin 17 or deal 6h")
        if is_sealed(table) and list(command.draws) != [
            event.text for event in one.events if _is_draw(event)
        ]:
            raise BadInput(
                "the cards of this table are those of its sealed shoe, which nobody entered: "
                "they cannot have been others"
            )
        # It is worked out now, so that what cannot be carried out is refused before anybody approves it.
        self._anew(table, one, command.draws, command.impossible)
        number = len(self.floor.corrections) + 1
        self.given = {"correction": number}
        self.emit(
            CorrectionProposed(
                number,
                command.table,
                command.round,
                command.draws,
                reason,
                command.impossible,
                command.by,
                law(table.setup.game, "wrong-result"),
            )
        )

    def on_reject_correction(self, command: ask.RejectCorrection) -> None:
        """Drop a proposed correction."""
        self._proposed(command.correction)
        self.emit(CorrectionRejected(command.correction, command.by, text_of(command.reason, "a reason")))

    def on_approve_correction(self, command: ask.ApproveCorrection) -> None:
        """Settle the rounds again and book the difference. It takes a second person."""
        made = self._proposed(command.correction)
        if made.by == command.by:
            raise BadInput("whoever proposed a correction does not approve it: it takes two people")
        table = self.table(made.table)
        one = table.find(made.round)
        if one is None:
            raise BadInput(f"round {made.round} is no longer at hand")
        anew = self._anew(table, one, made.draws, made.impossible)
        for owner in sorted(set(table.seats.values())):
            self.collect(table, owner)
        postings = self._difference(table, anew)
        # As it is read back from the journal: plain lists, whatever it was made of.
        rounds = msgspec.json.decode(
            msgspec.json.encode({str(each.round.number): each.kept() for each in anew})
        )
        listed = tuple(text for each in anew for text in each.listed)
        self.given = {"listed": list(listed)}
        self.emit(
            CorrectionMade(
                command.correction,
                command.by,
                rounds,
                tuple(postings),
                listed,
                law(table.setup.game, "recalculation"),
            )
        )
        self.forget(made.table)
        self._move_on(table)  # a round in play may be over with it

    def _proposed(self, number: int) -> Correction:
        made = self.floor.corrections.get(number)
        if made is None or made.status != "proposed":
            raise BadInput(f"there is no correction {number} that waits for approval")
        return made

    # Settling again.

    def _anew(self, table: FloorTable, first: Round, draws: tuple[str, ...], impossible: str) -> list[Anew]:
        """Settle the round again, and those after it as long as something of it is carried on."""
        found: list[Anew] = []
        carried: dict[str, dict[str, Any]] | None = None
        for number in range(first.number, table.number + 1):
            one = table.find(number)
            if one is None:
                raise BadInput(f"round {number} is no longer at hand")
            if carried is not None and (carried == one.before or one.setup != first.setup):
                break  # nothing of it is carried on; under other rules a table begins afresh
            before = carried if carried is not None else one.before
            found.append(self._played(table, one, before, draws if one is first else None, impossible))
            carried = found[-1].after
        return found

    def _played(
        self,
        table: FloorTable,
        one: Round,
        before: dict[str, dict[str, Any]],
        draws: tuple[str, ...] | None,
        impossible: str,
    ) -> Anew:
        empty = msgspec.structs.replace(one, before=before, events=[])
        room, made = Room(one.setup or table.setup, empty), Anew(one, before)
        queue = list(draws) if draws is not None else [event.text for event in one.events if _is_draw(event)]
        refused: list[Happened] = []
        for event in one.events:
            if not _is_draw(event):
                if not self._again(room, event, made):
                    refused.append(event)
            elif queue and not room.over:
                self._drawn(room, queue.pop(0), event, made)
        last = next((event for event in reversed(one.events) if _is_draw(event)), None)
        while queue and not room.over and last is not None:
            self._drawn(room, queue.pop(0), last, made)
        if one.phase == "over" and not room.over:
            raise BadInput(f"with these draws round {one.number} is not over {room.main.next_acts}")
        if queue:
            raise BadInput(f"{queue[0]} is left over: round {one.number} was over before it")
        self._end(one, room, made)
        for event in refused:
            made.listed.append(f"round {one.number}: {event.text} ({event.by})")
            if impossible == "left":
                self._leave(one, event, made)
        return made

    def _again(self, room: Room, event: Happened, made: Anew) -> bool:
        """Make an act again that was accepted then. Return whether it could be made."""
        for group in room.groups_of(event.group):
            try:
                room.table(group).apply(event.text)
            except BadInput:
                # What the system did by itself it does as it now must.
                return event.by in ("system", "default")
        made.events.append(msgspec.structs.replace(event, postings=(), laid=(), clause=""))
        return True

    def _drawn(self, room: Room, text: str, event: Happened, made: Anew) -> None:
        for group in room.groups_of(event.group):
            room.table(group).apply(text)
        made.events.append(msgspec.structs.replace(event, text=text, postings=(), laid=(), clause=""))

    def _end(self, one: Round, room: Room, made: Anew) -> None:
        """Fill in the result of a round played again."""
        made.after = carried_on(room)
        made.lines = {
            group: [line.value() for line in played.lines]
            for group, played in room.groups.items()
            if played.lines
        }
        made.net = {
            group: {key: amount for key, amount in played.net.items() if amount}
            for group, played in room.groups.items()
        }
        made.standing = standing_of(one, room)
        made.turned = (
            turned_in(room.setup, msgspec.structs.replace(one, before=made.before), made.events)
            if one.phase == "over"
            else {}
        )

    def _leave(self, one: Round, event: Happened, made: Anew) -> None:
        """Leave a wager that could not have been made as it was settled in its round.

        One that was not settled there goes back all the same.
        """
        act = parse_event(event.text)
        lines = [
            line
            for line in one.lines.get(event.group, [])
            if line["wager"] == act.what and f"{line['seat']}{line['bettor']}" == act.person
        ]
        for line in lines:
            amount = parse_amount(str(line["net"]).lstrip("-")) * (
                -1 if str(line["net"]).startswith("-") else 1
            )
            net = made.net.setdefault(event.group, {})
            for name, change in ((f"seat {act.person}", amount), (str(line["paid_by"]), -amount)):
                net[name] = net.get(name, 0) + change
            made.lines.setdefault(event.group, []).append(line)

    # The books.

    def _difference(self, table: FloorTable, anew: list[Anew]) -> list[Posting]:
        """Return the postings that reverse what was booked and book what is right."""
        postings: list[Posting] = []
        due: dict[tuple[str, int], Amount] = {}
        for each in anew:
            old = each.round.net if each.round.phase == "over" else self._so_far(table, each.round)
            for sign, nets, kind in ((-1, old, "reversed"), (1, each.net, "corrected")):
                changes: dict[str, Amount] = {}
                for group, net in nets.items():
                    for name, amount in net.items():
                        account = account_of(table.setup.table, name)
                        if name.startswith("seat "):
                            who = self._who(table, each.round, group, name.removeprefix("seat "))
                            due[who] = due.get(who, 0) + sign * amount
                            account = correcting(*who)
                        changes[account] = changes.get(account, 0) + sign * amount
                each.postings += gross(
                    changes, house(table.setup.table), each, "reversed" if kind == "reversed" else "corrected"
                )
            postings += each.postings
        last = anew[-1]
        if last.round.number == table.number:
            postings += self._standing(table, last, due)
        for (terminal, session), amount in sorted(due.items()):
            postings += self._squared(terminal, session, amount)
        return postings

    def _so_far(self, table: FloorTable, one: Round) -> dict[str, dict[str, Amount]]:
        return {
            group: {key: amount for key, amount in played.net.items() if amount}
            for group, played in Room(one.setup or table.setup, one).groups.items()
        }

    def _who(self, table: FloorTable, one: Round, group: str, person: str) -> tuple[str, int]:
        owner = owner_of(one, apart(game_of(one.setup or table.setup)), group, person)
        return owner, one.sessions.get(owner, self.floor.terminals[owner].session)

    def _standing(self, table: FloorTable, last: Anew, due: dict[tuple[str, int], Amount]) -> list[Posting]:
        """Return postings for the change in what stands on the layout."""
        found = []
        for owner in sorted({*last.standing, *last.round.sessions}):
            account = stakes(table.setup.table, owner)
            change = last.standing.get(owner, 0) - self.floor.ledger.balance(account)
            who = owner, last.round.sessions.get(owner, self.floor.terminals[owner].session)
            if change:
                due[who] = due.get(who, 0) - change
                ends = (correcting(*who), account) if change > 0 else (account, correcting(*who))
                found.append(Posting(*ends, abs(change), "corrected"))
        return found

    def _squared(self, terminal: str, session: int, amount: Amount) -> list[Posting]:
        """Return the postings that settle what is due to a player, or by him.

        They use his meter while he is still there, else his account of what is owed.
        """
        if not amount:
            return []
        here = self.floor.terminals[terminal].session == session
        place, debt = correcting(terminal, session), owed(terminal, session)
        if amount > 0:
            off = min(amount, max(0, -self.floor.ledger.balance(debt))) if here else amount
            entries = [(place, debt, off, "paid-off"), (place, meter(terminal), amount - off, "corrected")]
        else:
            there = min(-amount, self.floor.ledger.balance(meter(terminal))) if here else 0
            entries = [(meter(terminal), place, there, "corrected"), (debt, place, -amount - there, "owed")]
        return [
            Posting(
                source,
                target,
                part,
                "owed" if kind == "owed" else "paid-off" if kind == "paid-off" else "corrected",
            )
            for source, target, part, kind in entries
            if part
        ]


def gross(changes: dict[str, Amount], bank: str, each: Anew, kind: Kind) -> list[Posting]:
    """Return postings that make these changes.

    Where the house pays everything, each terminal settles with the house alone: one's loss is not set off
    against another's win.
    """
    if any(
        line["paid_by"] != "house"
        for lines in (*each.round.lines.values(), *each.lines.values())
        for line in lines
    ) or not all(name == bank or name.startswith("correcting:") for name in changes):
        return matched({name: amount for name, amount in changes.items() if amount}, kind)
    return [
        Posting(*((bank, name) if amount > 0 else (name, bank)), abs(amount), kind)
        for name, amount in sorted(changes.items())
        if amount and name != bank
    ]


def _is_draw(event: Happened) -> bool:
    return event.text.split()[0] in DRAWS


def standing_of(one: Round, room: Room) -> dict[str, Amount]:
    """Return by terminal what stands on the layout."""
    found: dict[str, Amount] = {}
    for group, played in room.groups.items():
        for wager in played.play.wagers:
            owner = owner_of(one, room.apart, group, wager.person)
            found[owner] = found.get(owner, 0) + wager.stake
    return found
