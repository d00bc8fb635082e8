"""Rounds: the wagering period, no more bets, draws, decisions with their time limits, settlement, collection.

`on_tick` moves on everything that time moves. A result is drawn only once "no more bets" is stored, and cards
leave a sealed shoe one by one as the round asks for them.
"""

from __future__ import annotations

from typing import Any

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput, NotAllowed, short
from croupier.floor import commands as ask
from croupier.floor.deciding import CLOSINGS, Deciding
from croupier.floor.events import (
    Closed,
    Collected,
    Extended,
    Happened,
    Left,
    RoundOpened,
    RoundOver,
    TableChanged,
    TableOpened,
    TerminalChanged,
    Waits,
)
from croupier.floor.ledger import Posting, layout, meter
from croupier.floor.rooms import (
    ALL,
    COMMON,
    ONE,
    VOID,
    Room,
    Trial,
    apart,
    as_one_player,
    carried_on,
    game_of,
    laid_out,
    moved,
    onto_layout,
    turned_in,
)
from croupier.floor.seating import all_seats
from croupier.floor.shoes import next_card
from croupier.floor.state import FloorTable, Round, Terminal
from croupier.floor.work import LONGEST_TEXT, refusal
from croupier.randomness.source import GeneratorFailed, chosen
from croupier.rulebook.electronic import Rule, electronic, law
from croupier.rulebook.ruleset import Ruleset
from croupier.table.events import DRAWS, Event, other_name, parse_event, parts_of, person_of
from croupier.table.questions import Question

UNSETTLED = {"stake", "returned"}
"""What is booked while nothing is decided."""
MOST_STEPS = 2_000
"""A round that takes more steps at once does not end."""


class Playing(Deciding):
    """Tables at work."""

    # Playing.

    def on_play(self, command: ask.Play) -> None:
        """Make, change or withdraw a wager, or take a decision."""
        terminal, table = self.working(command.by), self.table(command.table)
        if terminal.id not in table.seats.values():
            raise BadInput(f"terminal {terminal.id} does not sit at table {command.table}: join it first")
        if table.fault:
            raise BadInput(f"table {command.table} is out of order: {table.fault}")
        one = table.round
        if one is None:
            raise self._too_late(table, "no more bets: the next round has not begun")
        room = self.room(table)
        event = self._own_event(command.act, terminal.id, room, table)
        known = {question.who for question in self._asked(room)} if one.phase == "waits" else None
        self._in_time(terminal.id, table, one, event, room)
        if event.lays_wager or event.verb == "remove":
            self._own_limits(terminal.id, table, room, event)
        closes, before = (True, set[str]()) if room.apart or one.phase != "open" else self._open_to(room)
        self._happen(table, terminal.id if room.apart else ONE, str(event), terminal.id, can_pay=True)
        if one.phase == "waits":
            self._move_on(table, known)
        elif not closes:
            closes, after = self._open_to(room)
            if closes and after - before:
                self._give_time(table)  # others may bet only now: they have a whole period for it

    def _in_time(self, terminal: str, table: FloorTable, one: Round, event: Event, room: Room) -> None:
        """Refuse wagers after no more bets, and decisions that are not asked for any more."""
        if one.phase == "waits":
            # Between streets a wager is a decision like any other.
            # While the round waits for it the game itself judges it.
            if (event.lays_wager or event.verb == "remove") and not self._is_asked(room, event):
                raise self._too_late(table)
            if self.now >= one.deadline:
                raise BadInput("the time for this decision is over")
        elif one.phase != "open" or self.now >= one.deadline:
            raise self._too_late(table)
        elif event.lays_wager and (terminal in table.leaving or not table.open):
            why = f"terminal {terminal} has left" if table.open else f"table {table.setup.table} is closed"
            raise BadInput(f"{why}: wagers that stand are played to their end")

    def _too_late(self, table: FloorTable, why: str = "no more bets") -> BadInput:
        return refusal("play", why, law(table.setup.game, "no-more-bets"))

    def _own_event(self, text: str, terminal: str, room: Room, table: FloorTable) -> Event:
        """Return what a terminal wrote as an event of its own box."""
        words = text.split()
        if not words:
            raise BadInput("an act is written like bet red 10")
        seats = ["1"] if room.apart else table.seats_of(terminal)
        event = parse_event(text if words[0][:1].isdigit() else f"{seats[0]} {text}")
        if (
            event.is_draw
            or not event.seat
            or (event.person not in seats and other_name(event.person) not in seats)
        ):
            has = "its own layout" if room.apart else f"box {', '.join(seats)}"
            why = f"{short(text)} is not for this terminal: it has {has}"
            raise refusal("play", why, law(table.setup.game, "interference-terminal"))
        said = event.fact("player")
        if said and said not in seats and other_name(said) not in seats:
            why = f"player={short(said)} is somebody else: this terminal has {', '.join(seats)}"
            raise refusal("play", why, law(table.setup.game, "interference-terminal"))
        return as_one_player(event, seats)

    def _own_limits(self, terminal: str, table: FloorTable, room: Room, event: Event) -> None:
        """Refuse a wager outside the terminal's own limits. Terminals at one table may differ."""
        one = self.floor.terminals[terminal]
        what = room.game.playable.wager_name(event.what)
        bound = _limited_by_table(room.game.rules, what)
        if bound and (one.minimum or one.maximum or not event.lays_wager):
            self._terminals_limits(one, table, room, event, what)
        if event.lays_wager and bound:
            self._patron_limit(terminal, table, room, event, what)

    def _terminals_limits(
        self, one: Terminal, table: FloorTable, room: Room, event: Event, what: str
    ) -> None:
        """Refuse a wager outside the limits that a terminal has."""
        name, people = table.setup.table, {event.person, other_name(event.person)}
        group = one.id if room.apart else ONE
        standing = room.groups[group].play.wagers if group in room.groups else []
        laid = sum(wager.stake for wager in standing if wager.person in people and wager.name == what)
        whole = laid + (event.amount or 0) if event.lays_wager else laid - (event.amount or laid)
        if whole < one.minimum.get(name, 0) and (whole or event.lays_wager):
            raise refusal(
                "play",
                f"the least wager at this terminal is {show_amount(one.minimum[name])}",
                law(table.setup.game, "own-minimum"),
            )
        if event.lays_wager and one.maximum.get(name) and whole > one.maximum[name]:
            raise refusal(
                "play",
                f"the largest wager at this terminal is {show_amount(one.maximum[name])}",
                law(table.setup.game, "limits"),
            )

    def _patron_limit(self, terminal: str, table: FloorTable, room: Room, event: Event, what: str) -> None:
        """Refuse a wager that takes all boxes of one player together over the maximum.

        It applies where the limits of a table are each player's and not each box's. The game cannot know
        whose boxes they are.
        """
        if room.apart:
            return
        rules = room.game.rules
        book, _, name = rules.id.partition("/")
        clause = electronic(book).patron_limits.get(name, "")
        if not clause or what not in rules.names or not rules.options.get("maximum"):
            return
        most = room.game.built.of_maximum(what) * parse_amount(rules.options["maximum"])
        people = {other for seat in table.seats_of(terminal) for other in (seat, other_name(seat))}
        laid = {
            wager.person: wager.stake
            for wager in room.main.play.wagers
            if wager.person in people and wager.name == what
        }
        if {*laid} - {event.person, other_name(event.person)} and sum(laid.values()) + (
            event.amount or 0
        ) > most:
            raise NotAllowed(
                str(event),
                f"all boxes of one player together may bet at most {show_amount(int(most))} on {what}",
                clause,
            )

    def _is_asked(self, room: Room, event: Event) -> bool:
        names = {event.who, other_name(event.who), event.person, other_name(event.person)} - {""}
        return any(
            question.lists(event) and {question.who, person_of(question.who)} & names
            for question in room.main.pending
        )

    def on_collect(self, command: ask.Collect) -> None:
        """Move winning wagers from the layout onto the credits."""
        table = self.table(command.table)
        if not self.floor.ledger.balance(layout(command.table, self.working(command.by).id)):
            raise BadInput("nothing lies on the layout that could be collected")
        self.collect(table, command.by)

    # What happens at a table.

    def _happen(
        self,
        table: FloorTable,
        group: str,
        text: str,
        by: str,
        can_pay: bool = False,
        hidden: bool = False,
        from_shoe: bool = False,
    ) -> None:
        """Let something happen at the game's table, and move the money that it moves."""
        trial = Trial(self.room(table), group, text, hidden)
        postings, lacking = moved(self.floor, table, trial)
        if can_pay and by in lacking:
            trial.back()
            raise BadInput(f"{show_amount(lacking[by])} more credits are needed for {short(text)}")
        laid = laid_out(table, trial) if table.setup.collect and not can_pay else []
        if laid:
            postings, laid = onto_layout(postings, laid, table.setup.table)
        assert table.round is not None
        trial.stands(len(table.round.events))
        self.emit(
            Happened(
                table.setup.table,
                table.round.number,
                group,
                text,
                by,
                hidden,
                tuple(postings),
                tuple(laid),
                from_shoe,
                _settled_by(table, text, postings),
            )
        )

    # Time.

    def on_tick(self, command: ask.Tick) -> None:
        """Move on everything that time moves."""
        for table in [self.table(command.table)] if command.table else list(self.floor.tables.values()):
            if not table.fault:
                try:
                    self._on_time(table)
                except Exception as mistake:
                    self._stop(table, mistake)

    def _stop(self, table: FloorTable, mistake: Exception) -> None:
        """Stop one table that cannot go on, and say so. What happened there so far stands."""
        self.forget(table.setup.table)
        fault = f"{type(mistake).__name__}: {mistake}"[:LONGEST_TEXT]
        if isinstance(mistake, GeneratorFailed):
            self.generator_failure = self.generator_failure or fault
        self.emit(TableChanged(table.setup.table, table.open, fault, "system"))

    def _move_on(self, table: FloorTable, known: set[str] | None = None) -> None:
        """Go on after something that was asked for has happened. Whatever goes wrong now, that stands."""
        if table.fault or table.round is None:
            return
        try:
            self._go_on(table, known)
        except Exception as mistake:
            self._stop(table, mistake)

    def _on_time(self, table: FloorTable) -> None:
        one = table.round
        if one is None:
            self._open_round(table)
        elif one.phase == "open" and self.now >= one.deadline:
            if table.setup.mode == "automatic" or not self._before_betting(self.room(table)):
                self._close(table)
        elif one.phase == "closed":
            self._go_on(table)
        elif one.phase == "waits" and self.now >= one.deadline:
            self._defaults(table)

    def _open_round(self, table: FloorTable) -> None:
        """Open the next wagering period when the last result has been shown and the pace allows it."""
        last = table.past.get(table.number)
        if not table.seats or (not table.open and not self._any_stands(table)):
            return
        if last is not None and (
            self.now < last.over_at + table.setup.pause or self.now < last.opened + self._pace(table)
        ):
            return
        if table.next_setup is not None and self.floor.idle(table):
            self.take_setup(
                table,
                TableOpened(
                    table.next_setup,
                    table.next_ruleset,
                    "system",
                    law(table.next_setup.game, "approved-system"),
                ),
            )
            if not table.seats:
                return
        name, number = table.setup.table, table.number + 1
        own = apart(game_of(table.setup))
        before: dict[str, dict[str, Any]] = (
            {**table.carried} if table.carried else {COMMON if own else ONE: {}}
        )
        self.shoe_for(table, before)
        self.emit(
            RoundOpened(
                name,
                number,
                self.now,
                self.now + table.setup.betting,
                before,
                law(table.setup.game, "wagering-period"),
            )
        )
        self.forget(name)
        if table.setup.mode == "automatic":
            self._begin_shoe(table)

    def take_setup(self, table: FloorTable, event: TableOpened) -> None:
        """Give other rules to a table at which nothing stands.

        Its shoe is finished, and boxes that it no longer has are given back.
        """
        self.open_shoe(table)
        boxes = all_seats(game_of(event.setup), event.setup.terminals)
        for owner in sorted({owner for seat, owner in table.seats.items() if seat not in boxes}):
            self.emit(Left(owner, table.setup.table))
        self.emit(event)
        self.forget(table.setup.table)

    def _pace(self, table: FloorTable) -> int:
        """Return the least time between the beginnings of two rounds of an automatic game."""
        return table.setup.pace if table.setup.mode == "automatic" else 0

    def _any_stands(self, table: FloorTable) -> bool:
        return any(self.floor.stands(table, owner) for owner in {*table.seats.values()})

    def _before_betting(self, room: Room) -> bool:
        """Whether the cards are still being shuffled or burnt before the round."""
        main = room.main
        return main.preparing or (
            not room.over
            and not room.any_wager
            and not any(question.who == "*" for question in main.pending)
            and (bool(main.draw_wanted) or bool(self._dealers_act(room)))
        )

    def _begin_shoe(self, table: FloorTable) -> None:
        """Begin a fresh shoe: its order is the sealed one. Its first cards are burnt before anybody bets."""
        room = self.room(table)
        for _ in range(MOST_STEPS):
            if not self._before_betting(room):
                return
            if room.main.draw_wanted:
                self._draw(table, room)
            else:
                self._happen(table, ONE, f"dealer {self._dealers_act(room)}", "system")

    def _close(self, table: FloorTable) -> None:
        """Close the betting.

        A wager left on the layout is made again, or goes to the credits where it may not be.
        """
        room = self.room(table)
        for owner, act, stake in list(table.laid):
            self._left_on(table, owner, act, stake)
        assert table.round is not None
        if text := self._next_stage(table, room):
            self._happen(table, ONE, text, "system" if text.startswith("dealer") else "default")
            self._give_time(table)
            return
        self._return_incomplete(table, room)
        if not room.any_wager and not room.apart:
            # Nothing is dealt to nobody: the wagering period begins again.
            self.emit(
                RoundOver(
                    table.setup.table, table.round.number, self.now, {ONE: dict(room.main.after)}, {}, {}
                )
            )
            return
        for act in CLOSINGS:
            if self._dealer_may(room, act):
                self._happen(table, ALL if room.apart else ONE, f"dealer {act}", "system")
                break
        self.emit(Closed(table.setup.table, table.round.number, self.now, law(table.setup.game, "closing")))

    def _give_time(self, table: FloorTable) -> None:
        """Extend the wagering period: there is something else to decide."""
        assert table.round is not None
        self.emit(Extended(table.setup.table, table.round.number, self.now + table.setup.betting))

    def _return_incomplete(self, table: FloorTable, room: Room) -> None:
        """Return wagers with which no card may be dealt.

        Those of one person go back if that is enough, else all of them.
        """
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
        """Return the acts that take all wagers of some persons back, dependent wagers first."""
        return [
            f"{wager.who} remove {wager.name}"
            for wager in reversed(room.main.play.wagers)
            if wager.person in people
        ]

    def _left_on(self, table: FloorTable, owner: str, act: str, stake: Amount) -> None:
        """Deal with a wager that was not collected.

        It goes to the credits. From there it is laid again if the rules take it and the terminal works.
        """
        name, terminal = table.setup.table, self.floor.terminals[owner]
        self.emit(
            Collected(name, owner, (Posting(layout(name, owner), meter(owner), stake, "left-on"),), act)
        )
        if terminal.stopped or owner in table.leaving or not table.open:
            return
        room, text = self.room(table), f"{act} {show_amount(stake)}"
        try:
            self._own_limits(owner, table, room, parse_event(text))
            self._happen(table, owner if room.apart else ONE, text, owner, can_pay=True)
        except BadInput:
            return

    # Draws and decisions.

    def _go_on(self, table: FloorTable, known: set[str] | None = None, had_time: bool = False) -> None:
        """Draw, and do what the dealer does, until somebody must decide or the round is over.

        `known` names those who were asked before and have their time already. With `had_time` it is over.
        """
        room = self.room(table)
        group = ALL if room.apart else ONE
        automatic = table.setup.mode == "automatic"
        one = table.round
        assert one is not None
        for step in range(MOST_STEPS):
            main = room.main
            if room.over:
                self._over(table, room)
                return
            if one.closed_seq > self.on_disk or one.phase == "open":
                return  # nothing is drawn before no more bets is stored
            if main.draw_wanted and self._deals(table, room):
                if not room.apart and not (had_time and not step) and (asked := self._may_bet(room)):
                    self._wait(table, asked, known if not step else None)
                    return
                if not automatic:
                    return
                self._draw(table, room)
            elif asked := self._asked(room):
                self._wait(table, asked, known if not step else None)
                return
            elif act := self._dealers_act(room):
                if act == "shuffle":
                    if not automatic:
                        return
                    self.shuffled_anew(table)
                self._happen(table, group, f"dealer {act}", "system")
            else:
                raise RuntimeError(f"the game waits for nobody: {main.asked}")
        raise RuntimeError("the round does not end")

    def _wait(self, table: FloorTable, asked: list[Question], known: set[str] | None) -> None:
        one = table.round
        assert one is not None
        if (
            one.phase == "waits"
            and known is not None
            and {question.who for question in asked} <= known
            and self.now < one.deadline
        ):
            return  # what another does gives nobody more time
        self.emit(Waits(table.setup.table, one.number, self.now + table.setup.deciding))

    def _owner(self, table: FloorTable, who: str) -> str:
        seat, bettor, _ = parts_of(who)
        return table.seats.get(seat + ("" if bettor == "a" else bettor), "")

    def _defaults(self, table: FloorTable) -> None:
        """Answer for whoever has not answered in time.

        Nobody answers for a player whose terminal does not work: the round waits until a person has seen to
        it.
        """
        room = self.room(table)
        closing = self._dealers_act(room)
        if room.main.draw_wanted and closing:
            # A period in which anybody may still do something: the dealer ends it.
            self._happen(table, ONE, f"dealer {closing}", "default")
            self._go_on(table)
            return
        drawn = bool(room.main.draw_wanted) and self._deals(table, room)
        asked = [] if drawn else self._asked(room)
        waiting = asked if not drawn or room.apart else self._may_bet(room)
        if any(
            (owner := self.floor.terminals.get(self._owner(table, question.who))) and owner.stopped
            for question in waiting
        ):
            return
        answered = False
        for question in asked:
            if text := self._answer_for(room, question):
                self._happen(table, ONE, text, "default")
                answered = True
        if not answered and closing:
            self._happen(table, ONE, f"dealer {closing}", "default")
        elif not answered and asked:
            raise RuntimeError(f"nobody answers: {room.main.asked}")
        self._go_on(table, had_time=not answered)

    def _draw(self, table: FloorTable, room: Room) -> None:
        """Draw the next result: the next card of the sealed shoe, or a number that is drawn now."""
        main, verb, from_shoe = room.main, room.main.draw_wanted, False
        if verb == "turn":
            raise RuntimeError("a card that the system dealt is known to it")
        if main.play.stock is None:
            result = chosen(self.random, room.game.draws())
        else:
            result, from_shoe = next_card(table, room)
        self._happen(
            table,
            ALL if room.apart else ONE,
            f"{verb} {result}",
            "system",
            hidden=main.draw_hidden,
            from_shoe=from_shoe,
        )

    # The end.

    def _over(self, table: FloorTable, room: Room) -> None:
        one = table.round
        assert one is not None
        name = table.setup.table
        lines = {
            group: [line.value() for line in played.lines]
            for group, played in room.groups.items()
            if played.lines
        }
        net = {
            group: {key: amount for key, amount in played.net.items() if amount}
            for group, played in room.groups.items()
        }
        turned = (
            turned_in(one.setup or table.setup, one, one.events)
            if room.face_down.lost
            else room.face_down.turned()
        )
        self.emit(
            RoundOver(
                name,
                one.number,
                self.now,
                carried_on(room),
                lines,
                net,
                turned,
                law(table.setup.game, "result"),
            )
        )
        paid: dict[tuple[str, str], Amount] = {}
        for event in one.events:
            for posting in event.postings:
                if posting.kind in ("won", "jackpot"):
                    key = posting.target, posting.kind
                    paid[key] = paid.get(key, 0) + posting.amount
        for owner in sorted({*one.seats.values()}):
            jackpot = paid.get((meter(owner), "jackpot"), 0)
            self._lock_large_win(one, owner, paid.get((meter(owner), "won"), 0) + jackpot, jackpot)

    def _lock_large_win(self, one: Round, owner: str, won: Amount, jackpot: Amount) -> None:
        """Lock a terminal after a large win, until an attendant comes."""
        terminal, asked = (
            self.floor.terminals.get(owner),
            electronic(one.setup.game.partition("/")[0] if one.setup else ""),
        )
        if terminal is None:
            return
        clause = asked.clauses.get("large-jackpot", "")
        if asked.jackpot_lock and jackpot >= parse_amount(asked.jackpot_lock):
            why = f"a jackpot of {show_amount(jackpot)} waits for the signature of an inspector ({clause})"
            self.emit(
                TerminalChanged(owner, why, terminal.fault, calls=True, win=terminal.win + won, clause=clause)
            )
        elif terminal.lock_at and won >= terminal.lock_at:
            self.emit(
                TerminalChanged(
                    owner,
                    f"a win of {show_amount(won)} is paid by an attendant",
                    terminal.fault,
                    calls=True,
                    win=terminal.win + won,
                )
            )

    # A live table.

    def on_deal(self, command: ask.Deal) -> None:
        """Enter what a dealer does or sees."""
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
        if not words:
            raise BadInput("say what happened, like spin 17 or no-more-bets")
        first = one.phase == "open" and self._before_betting(room)
        if words[0] in CLOSINGS and one.phase == "open" and not first:
            self._close(table)
            return
        closes, before = self._open_to(room)
        stage = (
            one.phase == "open" and not first and not closes and not room.apart and _is_dealers(command.act)
        )
        if one.phase == "open" and not first and not stage:
            raise BadInput("bets are still taken: say no-more-bets first")
        if one.closed_seq > self.on_disk:
            raise BadInput("no more bets is not stored yet")
        event = parse_event(
            command.act
            if words[0] in ("dealer", "table") or not _is_dealers(command.act)
            else f"dealer {command.act}"
        )
        if event.seat or event.who == "supervisor":
            raise BadInput(f"{short(command.act)} is not for the dealer to do")
        hidden = room.main.draw_hidden
        self._happen(
            table, ALL if room.apart else ONE, str(event), command.by, hidden=hidden and event.is_draw
        )
        if stage and self._open_to(room)[1] - before:
            self._give_time(table)
        self._move_on(table)

    # Rulings.

    def on_rule(self, command: ask.Rule) -> None:
        """Rule on the round in play, by the rulebook."""
        table = self.table(command.table)
        one = table.round
        if one is None:
            raise BadInput("no round is in play; one that is over is put right by a correction")
        room = self.room(table)
        facts, group = dict(command.facts), ALL if room.apart else ONE
        for key in ("seat", "box"):
            if room.apart and facts.get(key):
                # Who is meant has a layout of his own, on which he is the only one.
                group = table.seats.get(facts[key], "")
                if not group:
                    raise BadInput(f"nobody has the layout {short(facts[key])}")
                facts[key] = "1"
        said = " ".join(f"{key}={value}" for key, value in sorted(facts.items()))
        self._happen(
            table,
            group,
            str(parse_event(f"supervisor rule {command.irregularity} {said}".strip())),
            command.by,
        )
        self._move_on(table)

    def void(self, table: FloorTable, by: str) -> None:
        """Declare a round void that a malfunction has interrupted: every wager goes back.

        One that had come to its end by itself is settled as it is.
        """
        if not self.room(table).over:
            self._happen(table, ALL if self.room(table).apart else ONE, VOID, by)
        self._move_on(table)


def _settled_by(table: FloorTable, text: str, postings: list[Posting]) -> str:
    """Return the clause by which money moved.

    A void round is paid right, winnings are credited, losing wagers are cleared.
    """
    kinds = {posting.kind for posting in postings}
    if kinds <= UNSETTLED and text != VOID:
        return ""
    rules: tuple[tuple[bool, Rule], ...] = (
        (text == VOID, "paid-right"),
        (bool(kinds & {"won", "jackpot"}), "winnings"),
        ("lost" in kinds, "losing"),
    )
    return next((law(table.setup.game, rule) for holds, rule in rules if holds), "")


def _limited_by_table(rules: Ruleset[Any, Any], what: str) -> bool:
    """Whether the limits of a table or a terminal bind a wager: it may have its own, or none."""
    name = what.partition(":")[0]
    row = rules.wager(name)[0] if name in rules.names else None
    return row is None or (not row.own_limits and rules.holds(row.limits_when))


def _is_dealers(act: str) -> bool:
    return act.split()[0] not in DRAWS
