"""A run: a script driven through a history, and where it stands. A rewritten history gets a new run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import gcd
from typing import Any

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import BadInput, NotAllowed, unknown
from croupier.table.claims import Standing
from croupier.table.events import Event, other_name, person_of
from croupier.table.late import LAY, PART, UNASKED, as_large, note_as_it_lay, note_smaller, smaller, tell_part
from croupier.table.parts.part import Leaving, Left, Refunded
from croupier.table.payments import put_right
from croupier.table.persons import Whom, person_named
from croupier.table.play import MARKED, Offer, RoundOffer, clause_in, clause_key
from croupier.table.playable import Playable
from croupier.table.questions import Question, Refusal, Wait
from croupier.table.rulings import GOES_BACK, NOTHING_YET, OFFER, PUT_RIGHT, History, Item, Kept, Ordered
from croupier.table.striking import STRIKES, strike

FROM_STOCK = ("deal", "turn", "tiles")
"""Draws that take something out of the stock; dice and wheels take nothing."""
MOST_BURNT = 52
"""No ruling burns more cards than a pack has."""
CALLED_A = re.compile(r"[0-9]a\b", re.ASCII)
"""Somebody who is named as the first bettor on a box: `1a`."""
NAMELESS = ("wagers", "shoe")
"""What is carried and names nobody, or is looked at as it lies on the table."""
EVERYBODY = Whom()
"""A ruling that names neither a person nor a box."""
MOST_GONE = 10_000
"""No script asks those who have left more often than this in a row; one that does never ends."""


class Run:
    """A round as far as its history goes. `judge` changes nothing; `apply` judges and lets it happen."""

    def __init__(self, game: Playable, before: Mapping[str, Any], history: History = NOTHING_YET) -> None:
        self.game = game
        self.before = before
        self.play = game.start(before)
        self.script = game.script(self.play)
        self.wait: Wait | None = None
        self.burns_meanwhile = False
        """Whether a card may be burnt before an offer is answered: the ruling came after the offer."""
        self.burnt_by = ""
        """The clause of the last ruling by which a card is burnt."""
        self.touched = False
        """Whether an event has begun to happen since the run was made or last found whole."""
        if history is NOTHING_YET and self.play.aside:
            # Cards that an earlier round drew too early come first.
            history = History((), tuple(Event("", "deal", card) for card in self.play.aside))
        self.items: list[Item] = []
        """What the script has been fed, in order."""
        self.aside: tuple[Event, ...] = history.aside
        """Draws set aside that come first."""
        self._letters: bool | None = None
        self._unasked: set[str] = set()
        """Who seemed to have taken a wager back when cards fell: they fell without his decision."""
        self._part: Amount = 0
        """The greatest measure of parts of wagers that went back: what stood on those may be smaller, too."""
        self._judged: tuple[Event, Event, Refusal | None] | None = None
        if self.play.stock is not None and history.aside:
            self.play.stock.subtract(event.what for event in history.aside if event.what != UNSEEN)
        self._send(None)
        for item in history.items:
            self._again(item)
        acted = ""
        for item in history.then:
            if isinstance(item, Event):
                self._draw_aside()
                acted = item.seat
            elif isinstance(item, Ordered) and item.order in OFFER and acted:
                # The card that was asked for last may have taken a hand over: then nothing can be retracted.
                self._draw_aside(acted)
            self._again(item)
        self._draw_aside()
        self.touched = False

    # Where the round stands.

    @property
    def history(self) -> History:
        """What has happened, as far as the script was fed it."""
        return History(tuple(self.items), self.aside)

    @property
    def over(self) -> bool:
        """Whether nothing more can happen."""
        return self.wait is None and not self.play.offers and not self.play.burns

    @property
    def awaited(self) -> Wait:
        """The wait of the table: answers to an offer, a card to burn, else the wait of the script."""
        if self.play.offers:
            return Wait("offer", tuple(self.pending()))
        if self.play.burns:
            return Wait("a card is burnt", tuple(self._open()), draw="deal", clause=self.burnt_by)
        return self.wait or Wait("the round is over")

    @property
    def asked(self) -> str:
        """What the table waits for, in one line."""
        return self.awaited.describe()

    @property
    def next_acts(self) -> str:
        """What may come now, for people who did something else."""
        return self.awaited.next_acts()

    @property
    def draw_place(self) -> str:
        """Where the draw that may come now goes; empty where it has no place."""
        return self.awaited.place if self.draw_wanted else ""

    @property
    def draw_wanted(self) -> str:
        """The verb of the draw that may come now, if any."""
        if self.play.offers and not (self.play.burns and self.burns_meanwhile):
            return ""
        return "deal" if self.play.burns else self.wait.draw if self.wait else ""

    def pending(self) -> list[Question]:
        """Return who may do what now."""
        if self.play.offers:
            burnt = [Question("table", {"deal": None})] if self.play.burns and self.burns_meanwhile else []
            return [*(self._offered(who, offer) for who, offer in self.play.offers.items()), *burnt]
        waiting = self._open()
        if self.draw_wanted:
            waiting.append(Question("table", {self.draw_wanted: None}))
        return waiting

    @property
    def _bets_meanwhile(self) -> bool:
        """Whether a ruling has a card burnt at the betting: no card of the round is out, so it is open."""
        return self.wait is not None and self.wait.bets is not None and not self.play.offers

    def _open(self) -> list[Question]:
        questions = self.wait.questions if self.wait else ()
        if self.play.burns:
            questions = tuple(one for one in questions if one.who != "dealer") if self._bets_meanwhile else ()
        return [
            question
            for question in questions
            if question.who not in self.play.answers and not self.play.is_gone(question.who)
        ]

    def _offered(self, who: str, offer: Offer) -> Question:
        acts: dict[str, Refusal | None] = {"retract": None}
        mine = {standing.name: standing for standing in self.play.wagers if standing.person == who}
        if offer.take_back:
            other = Refusal(f"only {offer.wager} may be taken back", offer.clause) if offer.wager else None
            acts |= {f"take-back {name}": None if name == offer.wager else other for name in mine}

        def check(event: Event) -> Refusal | None:
            if (
                event.verb == "take-back"
                and event.amount is not None
                and not 0 < event.amount <= mine[event.what].stake
            ):
                return Refusal(f"{event.what} holds {show_amount(mine[event.what].stake)}", offer.clause)
            return None

        return Question(who, {**acts, "continue": None}, check)

    # Judging.

    def named(self, event: Event) -> Event:
        """Return the event with the name that the table uses: who controls a box is `1` and `1a` at once."""
        if not event.seat:
            return event
        event, other = self._wager_named(event), other_name(event.who)
        if not (self.wait and self.wait.each) and not (other and self._lettered(event.who)):
            return event
        known = {question.who for question in self.wait.questions} if self.wait else set()
        if self.wait and self.wait.each and event.who not in known and other not in known:
            # Somebody who is asked about one of his hands only need not name it.
            hands = [
                question.who
                for question in self.wait.questions
                if person_of(question.who) in (event.who, other)
            ]
            if len(hands) == 1 and not self.play.offers:
                return msgspec.structs.replace(event, who=hands[0])
        known |= set(self.play.offers) | {standing.person for standing in self.play.wagers}
        return (
            msgspec.structs.replace(event, who=other) if other in known and event.who not in known else event
        )

    def _wager_named(self, event: Event) -> Event:
        """Return an act with the wager's name as the table writes it."""
        name = self.game.wager_name(event.what) if event.what else ""
        return event if name == event.what else msgspec.structs.replace(event, what=name)

    def _lettered(self, who: str) -> bool:
        """Whether anybody at the table may be called `1a`.

        Such a name comes from outside alone: with an event, a ruling, or what was carried into the round.
        """
        if self._letters is None:
            rest = {key: value for key, value in self.before.items() if key not in NAMELESS}
            self._letters = (
                any(standing.bettor == "a" for standing in self.play.wagers)
                or CALLED_A.search(repr(rest)) is not None
            )
        if not self._letters and "a" in who:
            self._letters = True
        return self._letters

    def judge(self, event: Event) -> Refusal | None:
        """Say why an event may not happen now. None if it may. One that makes no sense now is an error."""
        if not event.is_draw:
            self.game.vocabulary.check(event)
        wait = self.wait
        if (
            wait is not None
            and wait.bets is not None
            and event.verb == "bet"
            and event.seat
            and not self.play.offers
            and not self.play.is_gone(event.who)
        ):
            return wait.bets(event)
        if self.play.offers and not (event.is_draw and self.play.burns and self.burns_meanwhile):
            asked = [
                question for question in self.pending() if question.who == event.who and question.lists(event)
            ]
            if not asked:
                return Refusal(
                    f"an offer is open to {', '.join(self.play.offers)} and is answered first",
                    next(iter(self.play.offers.values())).clause,
                )
        elif self.wait is None and not self.play.burns:
            after = "the round is over; begin the next one with 'table next-round'"
            if (
                not event.is_draw
                and event.seat
                and self.game.over_clause
                and (self.play.stock is None or event.verb in ("bet", "remove"))
            ):
                return Refusal(after, self.game.over_clause)
            raise BadInput(f"{str(event)!r} comes too late: {after}")
        elif event.is_draw:
            return self._judge_draw(event)
        else:
            everyone = event.seat and not self.play.is_gone(event.who)
            asked = [
                question
                for question in self._open()
                if question.who == event.who or (question.who == "*" and everyone)
            ]
        for question in asked:
            if question.lists(event):
                return question.judge(event)
        if event.seat and event.verb in ("bet", "remove") and not self.play.offers:
            refusal = self._judge_wager(event)
            if refusal is not None:
                return refusal
        verbs = {act.partition(" ")[0] for question in asked for act in question.acts}
        if event.verb not in verbs and (refusal := self._out_of_turn()) is not None:
            return refusal
        if event.verb in verbs:
            raise unknown(
                "act",
                event.act,
                list(dict.fromkeys(act for question in asked for act in question.acts)),
                f"what {event.who} may do now",
            )
        raise BadInput(f"{str(event)!r} is out of turn {self.next_acts}")

    def _out_of_turn(self) -> Refusal | None:
        """Return the refusal of what is not done now, by the clause that says what is. None without one."""
        if self.wait is None or self.play.offers:
            return None
        setup = self.game.ruleset.setup
        due = self.burnt_by if self.play.burns else self.wait.clause
        clause = due or (setup.drawn_by if setup is not None else "")
        return Refusal(f"it is out of turn {self.next_acts}", clause) if clause else None

    def _judge_wager(self, event: Event) -> Refusal | None:
        """Say why an unasked wager is not made or taken back. None if there is no such wager."""
        wager, names = event.what.partition(":")[0], self.game.ruleset.names
        if wager not in names:
            return None
        anybody = [question.acts for question in self._open() if question.who == "*"]
        asked = any(f"bet {name}" in acts for acts in anybody for name in names)
        if asked and self.game.betting_open(self.play):
            # Nothing is late: somebody takes back what he never laid, or has left and comes back.
            if event.verb == "remove":
                raise BadInput(f"{event.who} has no wager {event.what} on the table")
            raise BadInput(f"{str(event)!r} comes too late: {event.who} has left the round")
        if event.what not in names or not self.game.over_clause:
            return None
        # Where no card is out yet, nothing is late: something else comes first.
        early = None if asked or not self.game.betting_open(self.play) else self._out_of_turn()
        return early or self.game.too_late(event.what, event.verb)

    def _judge_draw(self, event: Event) -> Refusal | None:
        if self.draw_wanted != event.verb:
            if (refusal := self._out_of_turn()) is not None:
                return refusal
            raise BadInput(f"{str(event)!r} is out of turn {self.next_acts}")
        text = self.game.read_draw(event)
        first = self.aside[0].what if self.aside and event.verb == "deal" else UNSEEN
        if first not in (UNSEEN, text):
            raise BadInput(f"{str(event)!r}: a card was set aside and comes first")
        if (
            self.play.stock is not None
            and event.verb in FROM_STOCK
            and text != UNSEEN
            and first == UNSEEN
            and self.play.stock[text] <= 0
        ):
            raise BadInput(f"{str(event)!r}: every {text} that the table holds has been dealt already")
        if self.play.burns:
            return None
        assert self.wait is not None
        if event.verb == "turn" and event.fact("place") != self.wait.place:
            raise BadInput(f"{str(event)!r} is out of turn: the card at {self.wait.place} is turned now")
        if text == UNSEEN and (event.verb == "turn" or (self.wait.place and self.wait.face == "up")):
            raise BadInput(f"{str(event)!r}: the card at {self.wait.place} lies face up; say which it is")
        return self.wait.check(event)

    # Letting things happen.

    def apply(self, event: Event) -> Event:
        """Judge an event and let it happen; the event in the table's own notation comes back."""
        event, refusal = self.judged(event)
        if refusal is not None:
            raise NotAllowed(str(event), refusal.why, refusal.clause, refusal.wants)
        if not event.who:
            what = self.game.read_draw(event)
            if what != event.what:
                event = msgspec.structs.replace(event, what=what)
        self.touched = True
        if self.aside and event.verb == "deal" and event.is_draw:
            self._from_aside()
        self._take(event)
        self._out_of_a_fresh_shoe(event)
        self._draw_aside()
        self.touched = False
        return event

    def judged(self, event: Event) -> tuple[Event, Refusal | None]:
        """Name an event as the table does, and judge it: once, if it is asked about before it happens."""
        if self._judged is None or self._judged[0] is not event:
            named = self.named(event)
            self._judged = (event, named, self.judge(named))
        return self._judged[1], self._judged[2]

    def _out_of_a_fresh_shoe(self, event: Event) -> None:
        """Take cards that are set aside out of a stock that a shuffle has filled."""
        if event.verb == "shuffle" and not event.is_draw and self.play.stock is not None:
            self.play.stock.subtract(one.what for one in self.aside if one.what != UNSEEN)

    def _again(self, item: Item) -> None:
        """Let an item of a history happen that was rewritten: it may no longer fit."""
        if isinstance(item, Ordered):
            if self.wait is not None:
                # The question as it was put before the ruling: it may stand until an offer is answered.
                self.wait.questions  # noqa: B018
            self._letters = True
            self._carry_out(item)
            self.items.append(item)
            return
        event = item.event if isinstance(item, Kept) else item
        lower = smaller(event, self._part, self._fits) if self._part else event
        note_smaller(self.play, event, lower)
        if lower is None:
            return
        event = lower
        if person_of(event.who) in {person_of(who) for who in self._unasked}:
            event = as_large(event, self._fits)
        self._letters = self._letters or ("a" in event.who or None)
        if event.verb in self.game.lapsing and not self._fits(event):
            return  # the ruling has left nothing for it to answer
        aside, self.aside = self.aside, ()
        try:
            refusal = self.judge(event)
        except BadInput as error:
            raise BadInput(f"the ruling cannot be carried out, for then {error}") from None
        if refusal is not None and event.is_draw and self._unasked and self.wait and not self.wait.bets:
            refusal = self._without_unasked(event)
        if refusal is not None:
            raise NotAllowed(str(event), f"after the ruling, {refusal.why}", refusal.clause)
        self._take(event)
        self.aside = aside
        self._out_of_a_fresh_shoe(event)

    def _without_unasked(self, draw: Event) -> Refusal | None:
        """Judge a draw again after those who were not asked when it fell have let their decision go by."""
        for question in self._open():
            decides = {act.partition(" ")[0] for act in question.allowed()} - {"bet", "remove"}
            if question.who in self._unasked and decides:
                gone = Event(question.who, "gone")
                if self.wait is not None and self.wait.each:
                    self.play.answers[question.who] = gone
                else:
                    self._send(gone)
                self._go_on()
        return self.judge(draw)

    def _fits(self, event: Event) -> bool:
        """Whether an act is taken now."""
        try:
            return self.judge(event) is None
        except BadInput:
            return False

    def _from_aside(self) -> Event:
        event, *rest = self.aside
        self.aside = tuple(rest)
        if self.play.stock is not None and event.what != UNSEEN:
            self.play.stock[event.what] += 1
        return event

    def _draw_aside(self, box: str = "") -> None:
        """Draw the cards that were set aside, wherever only a card is waited for; those of one box, if said.

        A card that nobody has seen is named first where it will lie face up.
        """
        if not self.aside and not self.play.aside:
            return
        while self.aside and self.draw_wanted == "deal" and self._goes_to(box):
            blind = self.aside[0].what == UNSEEN
            ready = self.wait is None or not self.wait.prepares
            asked = [
                question
                for question in self._open()
                if ready and question.who != "dealer" and question.allowed()
            ]
            if not self.play.burns and (
                asked or (blind and self.wait is not None and self.wait.face == "up")
            ):
                break
            self._take(self._from_aside())
        self.play.aside = [event.what for event in self.aside]

    def _goes_to(self, box: str) -> bool:
        """Whether the next card goes to a box; anywhere will do where none is said."""
        return not box or self.draw_place.partition(".")[0] == box

    def _take(self, event: Event) -> None:
        self._judged = None
        play, draw = self.play, event.is_draw
        burnt = play.burns > 0 and draw and (self.burns_meanwhile or not play.offers)
        kept = bool(play.offers) or burnt
        if draw and event.verb in FROM_STOCK and play.stock is not None and event.what != UNSEEN:
            play.stock[event.what] -= 1
        if burnt:
            play.burns -= 1
            # A card that a ruling burns was exposed, if anybody can name it.
            play.lay("burnt", event.what, "down" if event.what == UNSEEN else "up")
        elif play.offers:
            self._answer_offer(event)
        elif self.wait is not None and self.wait.each:
            play.answers[event.who] = event
        else:
            self._send(event)
        self._go_on()
        self.items.append(Kept(event) if kept else event)

    def _send(self, answer: Any) -> None:
        try:
            self.wait = next(self.script) if answer is None else self.script.send(answer)
        except StopIteration:
            self.wait = None
        if self.play.answers:
            self.play.answers = {}
        if answer is None:
            self._go_on()

    def _go_on(self) -> None:
        """Go on as long as nobody present has to be waited for. Those who have left answer `gone`."""
        play = self.play
        for _ in range(MOST_GONE):
            wait = self.wait
            if wait is None or wait.draw or play.offers or play.burns or not wait.questions or self._open():
                return
            gone = {question.who: Event(question.who, "gone") for question in wait.questions}
            self._send(
                {who: play.answers.get(who, gone[who]) for who in gone}
                if wait.each
                else next(iter(gone.values()))
            )
        raise RuntimeError(f"the script asks nobody but those who have left: {self.asked}")

    # Rulings.

    def _carry_out(self, ordered: Ordered) -> None:
        if ordered.order in ("void-round", "void-fresh"):
            why = (
                "the round is void"
                if ordered.order == "void-round"
                else "the draw is void, and wagers made for it go back"
            )
            self.play.void(
                self.game.start(self.before),
                (ordered.clause,),
                why,
                keep_carried=ordered.order == "void-fresh",
            )
            self.play.offers, self.play.burns, self.play.answers, self.wait = {}, 0, {}, None
        elif ordered.order in ("void-wager", "void-hand"):
            self._void(ordered)
        elif ordered.order == PART:
            self._part = gcd(self._part, tell_part(self.play, ordered))
        elif ordered.order == UNASKED:
            self._unasked.add(ordered.fact("who"))
        elif ordered.order == LAY:
            note_as_it_lay(self.play, ordered)
        elif ordered.order in STRIKES:
            strike(self.play, ordered)
        elif ordered.order == PUT_RIGHT:
            put_right(self.play, ordered)
        elif ordered.order == "burn":
            self.play.burns += _number_of(ordered.fact("number"))
            self.burns_meanwhile = bool(self.play.offers)
            self.burnt_by = ordered.clause
        elif ordered.order in OFFER:
            self._offer(ordered)
        else:
            said = {**dict(ordered.facts), "clause": ordered.clause}
            self._part = gcd(self._part, parse_amount(said.get(GOES_BACK, "0")))
            self.game.judge_mark(self.play, ordered.order, said)
            previous = self.play.marks.get(ordered.order, {})
            joined = {
                key: "+".join(dict.fromkeys([*previous[key].split("+"), ordered.fact(key)]))
                for key in ("box", "seat")
                if previous.get(key) and ordered.fact(key)
            }
            self.play.marks[ordered.order] = {
                **previous,
                **said,
                **joined,
                **_earlier_clauses(previous, said),
            }
            if self.play.voided:
                self.play.answers, self.wait = {}, None
            else:
                self._ask_again()

    def _ask_again(self) -> None:
        """Let a waiting script ask again, because a ruling may change what is allowed.

        Valid answers are kept.
        """
        self.play.offers = {
            who: offer
            for who, offer in self.play.offers.items()
            if any(standing.person == who for standing in self.play.wagers)
        }
        if self.play.offers:
            return  # they are answered first; then the script looks again
        if self.wait is not None and self.wait.questions:
            answers = dict(self.play.answers)
            self._send(MARKED)
            if self.wait is not None and self.wait.each:
                self.play.answers = {
                    one.who: answers[one.who]
                    for one in self.wait.questions
                    if one.who in answers and one.lists(answers[one.who]) and not one.judge(answers[one.who])
                }
        self._go_on()

    def _void(self, ordered: Ordered) -> None:
        name, whom = ordered.fact("wager"), ordered.whom
        mine = [one for one in self.play.wagers if whom.holds(one) and (not name or one.name == name)]
        if not mine and self.play.struck:
            return  # all of it had been settled, and was struck from the round
        if not mine:
            raise BadInput(
                f"{whom} has no wager {name} on the table; say seat=N and wager=NAME".replace("  ", " ")
            )
        for standing in mine:
            if not any(other.key == standing.key for other in self.play.wagers):
                continue  # it went back with another already
            self.play.withdraw(
                standing,
                (ordered.clause,),
                "the wager is declared void" if ordered.order == "void-wager" else "the hand is void",
            )
            self.game.returned(self.play, standing, ordered.clause)
        if ordered.order == "void-hand":
            self.play.gone |= {standing.who for standing in mine}
        self._ask_again()

    def _offer(self, ordered: Ordered) -> None:
        to, whom = ordered.fact("to"), ordered.whom
        named = {person_named(one) for one in to.split("+")} if to else set()
        everybody = to == "all" or (not to and whom == EVERYBODY)
        there = [standing for standing in self.play.wagers if not self.play.is_gone(standing.person)]
        meant = (one for one in there if everybody or (one.whose in named if to else whom.holds_place(one)))
        offered = list(dict.fromkeys(one.person for one in meant))
        if not offered and self.wait is None:
            return  # the round is over, and there is nothing left to retract
        if not offered:
            raise BadInput(
                f"{to or (whom if whom != EVERYBODY else 'nobody')} has no wager on the table "
                "that could be retracted; say to=N, to=N+M or to=all"
            )
        kind = RoundOffer if ordered.order == "offer-void-round" else Offer
        offer = kind(ordered.clause, ordered.order == "offer-take-back", ordered.fact("wager"))
        self.play.offers |= dict.fromkeys(sorted(offered), offer)

    def _answer_offer(self, event: Event) -> None:
        offer, play = self.play.offers[event.who], self.play
        answered = [event.who]
        if isinstance(offer, RoundOffer):
            answered = [who for who in play.offers if play.whose(who) == play.whose(event.who)]
        for who in answered:
            if event.verb == "continue":
                del play.offers[who]
            else:
                self._take_offer(who, offer, event)
        self._ask_again()

    def _take_offer(self, who: str, offer: Offer, event: Event) -> None:
        if event.verb == "retract":
            self.game.tell(self.play, Leaving(who))
        for standing in [standing for standing in self.play.wagers if standing.person == who]:
            there = any(one.key == standing.key for one in self.play.wagers)
            if there and (event.verb == "retract" or standing.name == event.what):
                self._give_back(standing, offer, event.amount)
        self.game.tell(self.play, Left(who, offer.clause))
        if not any(standing.person == who for standing in self.play.wagers):
            self.play.gone.add(who)
            del self.play.offers[who]

    def _give_back(self, standing: Standing, offer: Offer, amount: int | None = None) -> None:
        self.play.withdraw(
            standing, (offer.clause,), "the player took the offer to retract", "withdrawn", amount=amount
        )
        if amount is None:
            self.game.tell(self.play, Refunded(standing))


def _earlier_clauses(previous: Mapping[str, str], said: Mapping[str, str]) -> dict[str, str]:
    """Return the clauses of those whom a mark named before, where the ruling that adds to it has another."""
    if previous.get("clause", said["clause"]) == said["clause"]:
        return {}
    now = {said.get("box"), said.get("seat")}
    named = [*previous.get("box", "").split("+"), *previous.get("seat", "").split("+")]
    return {clause_key(one): clause_in(previous, one) for one in named if one and one not in now}


def _number_of(text: str) -> int:
    """Return how many cards a ruling burns: one, unless it says another number."""
    if text and (not text.isdigit() or not 1 <= int(text) <= MOST_BURNT):
        raise BadInput(f"number= says how many cards are burnt, from 1 to {MOST_BURNT}")
    return int(text or 1)
