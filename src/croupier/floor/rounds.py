"""Rounds: the wagering period, no more bets, draws, decisions with their time limits, settlement, collection.

`on_tick` moves everything on that time moves. A result is drawn only once "no more bets" is stored, and cards leave a sealed shoe one by one as the round asks for them.
"""

from __future__ import annotations

from typing import Any

from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput, NotAllowed, short
from croupier.floor import commands as ask
from croupier.floor.events import Closed, Collected, Happened, Joined, Left, RoundOpened, RoundOver, ShoeOpened, ShoeSealed, TableChanged, TerminalChanged, Waits
from croupier.floor.ledger import Posting, layout, meter, stakes
from croupier.floor.rooms import ALL, COMMON, ONE, Room, Trial, apart, common_of, game_of, laid_out, moved, onto_layout
from croupier.floor.sealing import commitment, sealed
from croupier.floor.state import FloorTable, Round
from croupier.floor.work import LONGEST_TEXT, Work
from croupier.games.cards.shoes import Shoes
from croupier.randomness.source import chosen
from croupier.rulebook.electronic import electronic
from croupier.table.events import Event, parse_event, parts_of
from croupier.table.questions import Question

CLOSINGS = ("no-more-bets", "dice-out", "activate")
"""What a dealer says to close the betting, whichever of them the game knows."""
DEFAULTS = ("stand", "check", "decline", "no", "keep", "fold", "pass", "muck", "continue", "refuse", "no-bid", "gone")
"""What is done for a person who does not answer in time: the first of these that is allowed. None of them adds to what is staked."""
MOST_STEPS = 2_000
"""A round that takes more at once does not end."""
MOST_SEATS_AT_ONCE = 7
USUAL_SEATS = 7
"""Boxes of a card table where the rulebook leaves their number open."""
STAFF = ("dealer", "table", "*")


class Rounds(Work):
    """Tables at work."""

    # Sitting down.

    def on_join(self, command: ask.Join) -> None:
        """Boxes at a table."""
        terminal, table = self.working(command.by), self.table(command.table)
        self._in_service(table)
        self._one_game(terminal.id, table)
        free = [seat for seat in self._all_seats(table) if seat not in table.seats]
        here = {owner for owner in table.seats.values() if owner != terminal.id}
        if terminal.id not in table.seats.values() and len(here) >= table.setup.terminals:
            raise BadInput(f"table {command.table} takes {table.setup.terminals} terminals, and they are all there")
        wanted = list(command.seats) or ([] if table.seats_of(terminal.id) else free[:1])
        if not wanted:
            raise BadInput(f"terminal {terminal.id} sits there already" if table.seats_of(terminal.id) else f"no box is free at table {command.table}")
        if apart(game_of(table.setup)) and (len(wanted) > 1 or table.seats_of(terminal.id)):
            raise BadInput("one layout is enough here: every wager is on it")
        for seat in wanted:
            if table.seats.get(seat) == terminal.id or wanted.count(seat) > 1:
                raise BadInput(f"box {seat} is named twice or is taken by this terminal already")
            if seat not in free:
                raise BadInput(f"box {short(seat)} is not free; free: {', '.join(free[:12]) or 'none'}")
        if len(wanted) + len(table.seats_of(terminal.id)) > MOST_SEATS_AT_ONCE:
            raise BadInput(f"a terminal plays at most {MOST_SEATS_AT_ONCE} boxes")
        self.emit(Joined(terminal.id, command.table, tuple(wanted)))

    def _one_game(self, terminal: str, table: FloorTable) -> None:
        """Where a terminal plays one game at a time, it leaves the other first."""
        others = [other for other in self.floor.tables.values() if other is not table and other.seats_of(terminal)]
        for one in (table, *others):
            asked = electronic(one.setup.game.partition("/")[0])
            if others and asked.one_game:
                raise NotAllowed(f"join {table.setup.table}", f"a terminal plays one game at a time: leave {others[0].setup.table} first", asked.one_game_clause)

    def on_leave(self, command: ask.Leave) -> None:
        """The boxes are free once nothing stands on them."""
        table = self.table(command.table)
        if not table.seats_of(command.by):
            raise BadInput(f"terminal {command.by} does not sit at table {command.table}")
        self._collect(table, command.by)
        self.emit(Left(command.by, command.table))

    def _all_seats(self, table: FloorTable) -> list[str]:
        one = game_of(table.setup)
        if apart(one):
            return [str(number) for number in range(1, table.setup.terminals + 1)]
        text = one.rules.options.get("seats", "")
        seats = int(text) if text.isdigit() else USUAL_SEATS
        boxes = [str(number) for number in range(1, seats + 1)]
        return [*boxes, *(f"{box}{letter}" for letter in "bc" for box in boxes)] if getattr(one.playable, "several_bettors", False) else boxes

    def _in_service(self, table: FloorTable) -> None:
        if table.fault or not table.open:
            raise BadInput(f"table {table.setup.table} is {'out of order: ' + table.fault if table.fault else 'closed'}")

    # Playing.

    def on_play(self, command: ask.Play) -> None:
        """A wager made, changed or withdrawn, or a decision."""
        terminal, table = self.working(command.by), self.table(command.table)
        mine = table.seats_of(terminal.id)
        if not mine:
            raise BadInput(f"terminal {terminal.id} does not sit at table {command.table}: join it first")
        if table.fault:
            raise BadInput(f"table {command.table} is out of order: {table.fault}")
        one = table.round
        if one is None:
            raise BadInput("no more bets: the next round has not begun")
        room = self.room(table)
        event = self._own_event(command.act, mine, room)
        betting = event.lays_wager or event.verb == "remove" or one.phase == "open"
        # Between streets a wager is a decision like any other; while the round waits for it the game itself judges it.
        decides = one.phase == "waits" and self._is_asked(room, event)
        if betting and not decides and (one.phase != "open" or self.now >= one.deadline):
            raise BadInput("no more bets")
        if one.phase == "waits" and self.now >= one.deadline:
            raise BadInput("the time for this decision is over")
        if event.lays_wager:
            self._own_limits(terminal.id, table, room, event)
        self._happen(table, terminal.id if room.apart else ONE, str(event), terminal.id, can_pay=True)
        if one.phase == "waits":
            self._go_on(table)

    def _own_event(self, text: str, mine: list[str], room: Room) -> Event:
        """What a terminal wrote, with its own box."""
        words = text.split()
        if not words:
            raise BadInput("an act is written like bet red 10")
        seats = ["1"] if room.apart else mine
        event = parse_event(text if words[0][:1].isdigit() else f"{seats[0]} {text}")
        if event.is_draw or not event.seat or event.seat + event.bettor not in seats:
            raise BadInput(f"{short(text)} is not for this terminal: it has {'its own layout' if room.apart else 'box ' + ', '.join(mine)}")
        return event

    def _own_limits(self, terminal: str, table: FloorTable, room: Room, event: Event) -> None:
        """The least and the largest wager of a terminal, which may differ from others at the same table."""
        one, name = self.floor.terminals[terminal], table.setup.table
        laid = next((wager.stake for wager in room.table(terminal if room.apart else ONE).play.wagers if wager.person == event.person and wager.name == event.what), 0)
        whole = laid + (event.amount or 0)
        if whole < one.minimum.get(name, 0):
            raise BadInput(f"the least wager at this terminal is {show_amount(one.minimum[name])}")
        if one.maximum.get(name) and whole > one.maximum[name]:
            raise BadInput(f"the largest wager at this terminal is {show_amount(one.maximum[name])}")

    def _is_asked(self, room: Room, event: Event) -> bool:
        return any(question.lists(event) and question.who in (event.who, event.person) for question in room.main.pending)

    def on_collect(self, command: ask.Collect) -> None:
        """Wagers that have won go from the layout onto the credits."""
        table = self.table(command.table)
        if not self.floor.ledger.balance(layout(command.table, command.by)):
            raise BadInput("nothing lies on the layout that could be collected")
        self._collect(table, command.by)

    def _collect(self, table: FloorTable, terminal: str) -> None:
        name = table.setup.table
        lies = self.floor.ledger.balance(layout(name, terminal))
        if lies:
            self.emit(Collected(name, terminal, (Posting(layout(name, terminal), meter(terminal), lies, "collected"),)))

    # What happens at a table.

    def _happen(self, table: FloorTable, group: str, text: str, by: str, can_pay: bool = False, hidden: bool = False) -> None:
        """Let something happen at the game's table, and move the money that it moves."""
        trial = Trial(self.room(table), group, text)
        postings, lacking = moved(self.floor, table, trial)
        if can_pay and by in lacking:
            trial.back()
            raise BadInput(f"{show_amount(lacking[by])} more credits are needed for {short(text)}")
        laid = laid_out(table, trial) if table.setup.collect and not can_pay else []
        if laid:
            postings, laid = onto_layout(postings, laid, table.setup.table)
        assert table.round is not None
        self.emit(Happened(table.setup.table, table.round.number, group, text, by, hidden, tuple(postings), tuple(laid)))

    # Time.

    def on_tick(self, command: ask.Tick) -> None:
        """Everything that time moves on."""
        for table in list(self.floor.tables.values()):
            if not table.fault:
                try:
                    self._on_time(table)
                except Exception as mistake:
                    # One table that cannot go on stops alone, and says so; what happened there so far stands.
                    self.forget(table.setup.table)
                    self.emit(TableChanged(table.setup.table, table.open, f"{type(mistake).__name__}: {mistake}"[:LONGEST_TEXT]))

    def _on_time(self, table: FloorTable) -> None:
        one = table.round
        if one is None:
            self._open_round(table)
        elif one.phase == "open" and self.now >= one.deadline:
            self._close(table)
        elif one.phase == "closed" and one.closed_seq <= self.on_disk and table.setup.mode == "automatic":
            self._go_on(table)
        elif one.phase == "waits" and self.now >= one.deadline:
            self._defaults(table)

    def _open_round(self, table: FloorTable) -> None:
        """The next wagering period, when the last result has been shown and the pace allows it."""
        last = table.past.get(table.number)
        if not table.open or not table.seats:
            return
        if last is not None and (self.now < last.over_at + table.setup.pause or self.now < last.opened + self._pace(table)):
            return
        name, number = table.setup.table, table.number + 1
        setup = table.next_setup or table.setup
        carried = {} if table.next_setup is not None and not self._stakes_on(table) else table.carried
        own = apart(game_of(setup))
        before: dict[str, dict[str, Any]] = {**carried} if carried else {COMMON if own else ONE: {}}
        self._shoe(table, before)
        self.emit(RoundOpened(name, number, self.now, self.now + setup.betting, before))
        self.forget(name)
        self._begin_shoe(table)

    def _pace(self, table: FloorTable) -> int:
        """The least time between the beginnings of two rounds of an automatic game, where the rulebook has one."""
        return table.setup.pace if table.setup.mode == "automatic" else 0

    def _stakes_on(self, table: FloorTable) -> bool:
        return any(self.floor.ledger.balance(stakes(table.setup.table, owner)) for owner in set(table.seats.values()))

    def _close(self, table: FloorTable) -> None:
        """No more bets. What was left on the layout is a new wager, or goes to the credits if it may not be one."""
        room = self.room(table)
        for owner, act, stake in list(table.laid):
            self._left_on(table, owner, act, stake)
        assert table.round is not None
        self._return_incomplete(table, room)
        if not room.any_wager and not room.apart:
            # Nothing is dealt to nobody: the wagering period begins again.
            self.emit(RoundOver(table.setup.table, table.round.number, self.now, {ONE: dict(room.main.after)}, {}, {}))
            return
        for act in CLOSINGS:
            if self._dealer_may(room, act):
                self._happen(table, ALL if room.apart else ONE, f"dealer {act}", "system")
                break
        self.emit(Closed(table.setup.table, table.round.number, self.now))

    def _return_incomplete(self, table: FloorTable, room: Room) -> None:
        """Wagers with which no card may be dealt go back: those of one person if that is enough, else all of them."""
        if room.apart or not room.any_wager or self._deals(table, room):
            return
        people = list(dict.fromkeys(wager.person for wager in room.main.play.wagers))
        for some in ([[person] for person in people] if len(people) > 1 else []) + [people]:
            mark, whole = room.main.mark(), True
            for text in self._removals(room, some):
                try:
                    room.main.apply(text)
                except BadInput:
                    whole = False
            enough = whole and (self._deals(table, room) or not room.any_wager)
            room.main.back_to(mark)
            if enough:
                for text in self._removals(room, some):
                    self._happen(table, ONE, text, "system")
                return

    def _removals(self, room: Room, people: list[str]) -> list[str]:
        """What takes all wagers of some persons back, those that rest on others first."""
        return [f"{wager.who} remove {wager.name}" for wager in reversed(room.main.play.wagers) if wager.person in people]

    def _deals(self, table: FloorTable, room: Room) -> bool:
        """Whether a card may be dealt now."""
        main = room.main
        return not main.draw_wanted or main.refusal(f"{main.draw_wanted} {self._sample(table, room)}") is None

    def _sample(self, table: FloorTable, room: Room) -> str:
        """A result that could come, to ask whether one may: nothing is drawn by it."""
        stock = room.main.play.stock
        if stock is None:
            playable: Any = room.game.playable
            return str(playable.show_draw(playable.draws()[0][0]))
        return next(card for card, number in stock.items() if number > 0)

    def _left_on(self, table: FloorTable, owner: str, act: str, stake: Amount) -> None:
        """A wager that was not collected: it goes to the credits, and from there onto the layout again if the rules take it."""
        name = table.setup.table
        self.emit(Collected(name, owner, (Posting(layout(name, owner), meter(owner), stake, "left-on"),), act))
        room = self.room(table)
        try:
            self._happen(table, owner if room.apart else ONE, f"{act} {show_amount(stake)}", owner, can_pay=True)
        except BadInput:
            return

    def _dealer_may(self, room: Room, act: str) -> bool:
        return any(question.who == "dealer" and question.acts.get(act, ...) is None for question in room.main.pending)

    # Draws and decisions.

    def _go_on(self, table: FloorTable) -> None:
        """Draw, and do what the dealer does, until somebody must decide or the round is over."""
        room = self.room(table)
        group = ALL if room.apart else ONE
        automatic = table.setup.mode == "automatic"
        for _ in range(MOST_STEPS):
            main = room.main
            if room.over:
                self._over(table, room)
                return
            if main.draw_wanted and self._deals(table, room):
                if not automatic:
                    return
                hidden = main.draw_hidden
                self._happen(table, group, self._draw(table, room), "system", hidden=hidden)
            elif asked := self._asked(room):
                self._wait(table, asked)
                return
            elif act := self._dealers_act(room):
                self._happen(table, group, f"dealer {act}", "system")
            else:
                raise RuntimeError(f"the game waits for nobody: {main.asked}")
        raise RuntimeError("the round does not end")

    def _asked(self, room: Room) -> list[Question]:
        """Persons who must answer."""
        return [question for question in room.main.pending if question.who not in STAFF and question.allowed()]

    def _wait(self, table: FloorTable, asked: list[Question]) -> None:
        one = table.round
        assert one is not None
        whose = {self.floor.terminals[owner].id for question in asked if (owner := self._owner(table, question.who)) in self.floor.terminals}
        self.emit(Waits(table.setup.table, one.number, self.now + table.setup.deciding))
        if not whose:
            self._defaults(table)

    def _owner(self, table: FloorTable, who: str) -> str:
        seat, bettor, _ = parts_of(who)
        return table.seats.get(seat + ("" if bettor == "a" else bettor), "")

    def _dealers_act(self, room: Room) -> str:
        """What only the dealer can do, and does without being asked."""
        for question in room.main.pending:
            if question.who == "dealer":
                for act in question.allowed():
                    if act not in ("cutting-card", "free-hand"):
                        return act
        return ""

    def _defaults(self, table: FloorTable) -> None:
        """Whoever has not answered in time is answered for."""
        room = self.room(table)
        if room.main.draw_wanted and (closing := self._dealers_act(room)):
            # A period in which anybody may still do something: the dealer ends it.
            self._happen(table, ONE, f"dealer {closing}", "default")
            self._go_on(table)
            return
        for question in self._asked(room):
            act = next((act for wanted in DEFAULTS for act in question.allowed() if act.split()[0] == wanted), question.allowed()[0])
            try:
                self._happen(table, ONE, f"{question.who} {act}", "default")
            except BadInput:
                continue  # an answer of another changed what is asked
        self._go_on(table)

    def _draw(self, table: FloorTable, room: Room) -> str:
        """The next result: the next card of the sealed shoe, or a number that is drawn now."""
        main = room.main
        verb = main.draw_wanted
        if verb == "turn":
            raise RuntimeError("a card that the system dealt is known to it")
        if main.play.stock is None:
            playable: Any = room.game.playable
            return f"{verb} {chosen(self.random, [(playable.show_draw(draw), weight) for draw, weight in playable.draws()])}"
        shoe = table.shoe
        if main.play.aside:
            return f"{verb} {main.play.aside[0]}"
        if shoe is None or shoe.dealt >= len(shoe.order):
            raise RuntimeError(f"the shoe of table {table.setup.table} is empty")
        return f"{verb} {shoe.order[shoe.dealt]}"

    # Shoes.

    def _shoe(self, table: FloorTable, before: dict[str, dict[str, Any]]) -> None:
        """A sealed shoe, before the wagering period of the first round that is dealt from it."""
        playable: Any = game_of(table.next_setup or table.setup).playable
        if table.setup.mode != "automatic" or not isinstance(playable, Shoes):
            return
        shoe: dict[str, Any] = before.get(ONE, {}).get("shoe", {})
        fresh = playable.fresh_every_round or playable.shuffled_every_round
        if table.shoe is not None and (fresh or shoe.get("new") or not shoe):
            self._open_shoe(table)
        if table.shoe is None:
            from croupier.equipment.shoe import Shoe

            salt, order = sealed(self.random, playable.fresh_stock(Shoe()).elements())
            self.emit(ShoeSealed(table.setup.table, table.shoes + 1, commitment(salt, order), len(order), salt, order))

    def _open_shoe(self, table: FloorTable) -> None:
        assert table.shoe is not None
        self.emit(ShoeOpened(table.setup.table, table.shoe.id, table.shoe.salt, table.shoe.order))

    def _begin_shoe(self, table: FloorTable) -> None:
        """A shoe that must be shuffled has been: what was sealed is its order."""
        if table.setup.mode != "automatic":
            return
        room = self.room(table)
        while (
            not room.over
            and any(question.who == "dealer" and "shuffle" in question.allowed() for question in room.main.pending)
            and (table.round and table.round.before.get(ONE, {}).get("shoe", {}).get("new"))
        ):
            self._happen(table, ONE, "dealer shuffle", "system")
            if not room.main.draw_wanted or not room.main.play.burns:
                break

    # The end.

    def _over(self, table: FloorTable, room: Room) -> None:
        one = table.round
        assert one is not None
        name = table.setup.table
        after = {group: dict(engine.after) for group, engine in room.groups.items()}
        if room.apart:
            # A terminal with nothing on the layout needs no group of its own.
            after = {group: value for group, value in after.items() if group == COMMON or value.get("wagers")}
            after = {group: {**common_of(after[COMMON]), **({"wagers": value["wagers"]} if value.get("wagers") else {})} for group, value in after.items()}
        lines = {group: [line.value() for line in engine.lines] for group, engine in room.groups.items() if engine.lines}
        net = {group: {key: amount for key, amount in engine.net.items() if amount} for group, engine in room.groups.items()}
        self.emit(RoundOver(name, one.number, self.now, after, lines, net))
        for owner in sorted(set(table.seats.values())):
            self._lock_large_win(one, owner)

    def _lock_large_win(self, one: Round, owner: str) -> None:
        """A large win waits for an attendant."""
        terminal = self.floor.terminals.get(owner)
        if terminal is None or not terminal.lock_at:
            return
        won = sum(posting.amount for event in one.events for posting in event.postings if posting.target == meter(owner) and posting.kind == "won")
        if won >= terminal.lock_at:
            self.emit(TerminalChanged(owner, f"a win of {show_amount(won)} is paid by an attendant", terminal.fault, calls=True))

    # A live table.

    def on_deal(self, command: ask.Deal) -> None:
        """What a dealer does, or sees."""
        table = self.table(command.table)
        if table.setup.mode != "live":
            raise BadInput(f"table {command.table} is automatic: nothing is entered there")
        if table.fault:
            raise BadInput(f"table {command.table} is out of order: {table.fault}")
        one = table.round
        if one is None:
            raise BadInput("no round is open")
        room = self.room(table)
        words = command.act.split()
        if words and words[0] in CLOSINGS and one.phase == "open":
            self._close(table)
            return
        if one.phase == "open":
            raise BadInput("bets are still taken: say no-more-bets first")
        if one.closed_seq > self.on_disk:
            raise BadInput("no more bets is not stored yet")
        event = parse_event(command.act if words[0] in ("dealer", "table") or not _is_dealers(command.act) else f"dealer {command.act}")
        if event.seat or event.who == "supervisor":
            raise BadInput(f"{short(command.act)} is not for the dealer to do")
        hidden = room.main.draw_hidden
        self._happen(table, ALL if room.apart else ONE, str(event), command.by, hidden=hidden and event.is_draw)
        self._go_on(table)

    # Rulings.

    def on_rule(self, command: ask.Rule) -> None:
        """A ruling of the rulebook on the round in play."""
        table = self.table(command.table)
        one = table.round
        if one is None:
            raise BadInput("no round is in play; one that is over is put right by a correction")
        room = self.room(table)
        facts = " ".join(f"{key}={value}" for key, value in sorted(command.facts.items()))
        text = str(parse_event(f"supervisor rule {command.irregularity} {facts}".strip()))
        group: str = ONE
        if room.apart:
            seat = command.facts.get("seat") or command.facts.get("box") or ""
            group = table.seats.get(seat, "") if seat else ALL
            if seat and not group:
                raise BadInput(f"nobody has the layout {short(seat)}")
            text = text.replace(f"seat={seat}", "seat=1").replace(f"box={seat}", "box=1") if seat else text
        self._happen(table, group, text, command.by)
        if one.phase != "open":
            self._go_on(table)


def _is_dealers(act: str) -> bool:
    from croupier.table.events import DRAWS

    return act.split()[0] not in DRAWS
