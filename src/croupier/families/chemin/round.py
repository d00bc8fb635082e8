"""A hand of chemin de fer: four cards face down, announcements by those who see them, third cards, and the wagers against the bank."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.shoe import Shoe
from croupier.errors import BadInput
from croupier.families.baccarat.tableau import NATURAL, NONE, Tableau, check
from croupier.families.chemin.covering import Covering
from croupier.families.chemin.hands import highest_of_three, lowest_of_two, lowest_with_one
from croupier.families.chemin.rules import CheminSetup, CheminWager, DrawingRow
from croupier.families.chemin.seats import BANK, COVER, PASS, STAKE, STAYS, TRANSFER, distance
from croupier.families.common.pricing import LOSE
from croupier.ranking.points import count, value
from croupier.rulebook.ruleset import Ruleset
from croupier.table.banks import POT
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Acts, Question, Refusal, Wait

PLAYER, BANKER = "player", "banker"
EXCESS, DISCARD = "excess", "discard"
"""Where a card lies that was dealt to the Player's Hand after he stayed, and where cards lie that are out of play."""
CARD, STAY, ANNOUNCED_NATURAL, UNDER_EIGHT, DRAW = "card", "stay", "natural", "under-eight", "draw"
TIE, WIN = "tie", "win"
DEALING, PLAYERS, LOOKS, GIVES, FILLS, RESULT = (
    "dealing",
    "player",
    "banker-looks",
    "banker-gives",
    "banker-fills",
    "result",
)
"""How far a hand is: the first four cards, the Dominant Player's announcement, the Banker's look, the Player's third card, the Banker's, the result."""
TOO_LATE = "the Banker's cards lie face up already: this is ruled before they are turned, and afterwards the hand can only be annulled"


class CheminDeFer(Covering):
    """Two hands, one of a Banker and one of those who cover his bank."""

    marks = (
        *Covering.marks,
        PASS,
        TRANSFER,
        "count-is-zero",
        "highest-of-three",
        "lowest-of-two",
        "bankers-card-if-he-may-draw",
        "bankers-card-if-he-must-draw",
        "discard-card",
        "announce-again",
    )

    def __init__(self, ruleset: Ruleset[CheminWager, CheminSetup]) -> None:
        """The tableau that the options and readings choose."""
        row = ruleset.setup.drawing
        which = ruleset.facts.get(row.chosen_by, "")
        if which not in row.banker:
            raise BadInput(
                f"{ruleset.file}: setup.drawing.banker has no rows for {which!r} [{row.banker_clause}]"
            )
        self.tableau = check(Tableau(row.player, tuple(row.banker[which])), f"{ruleset.file}: setup.drawing")
        for name, kind in ((BANK, BANK), (COVER, COVER)):
            if name not in ruleset.wagers or ruleset.wagers[name].kind != kind:
                raise BadInput(
                    f"{ruleset.file}: wagers.{name}: chemin de fer has the wagers {BANK} and {COVER}"
                )
        super().__init__(ruleset)

    @property
    def drawing(self) -> DrawingRow:
        """The clauses of the drawing rules."""
        found: DrawingRow = self.setup.drawing
        return found

    def rows(self, name: str) -> frozenset[str]:
        """A hand wins, loses or ties."""
        return frozenset({WIN, TIE, LOSE})

    def must_price(self, name: str) -> frozenset[str]:
        """Winning."""
        return frozenset({WIN})

    # The hand.

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """The bank, four cards, the announcements, third cards, the result."""
        dealt = yield from self.bets(play, PLAYER, "down")
        if not dealt:
            return
        for part in (self._first_cards, self._announcements, self._bankers_hand, self._result):
            yield from part(play)
            if self.stops(play):
                return
        self._settle(play)

    def _first_cards(self, play: Play) -> Generator[Wait, Any, None]:
        """The three that follow the first."""
        rules = self.drawing
        play.state |= {"step": DEALING, "initial": 2}
        play.clauses |= {rules.values_clause, rules.count_clause}
        for place in (BANKER, PLAYER, BANKER):
            yield from self._draw(play, place, "down")

    def _announcements(self, play: Play) -> Generator[Wait, Any, None]:
        """Both look at their cards and say what they must, or may."""
        state, rules = play.state, self.drawing
        state["step"] = PLAYERS
        said = yield from self._ask(
            play,
            "the Dominant Player looks at his cards",
            lambda: str(state["dominant"]),
            PLAYER,
            self._player_acts,
        )
        if said == CARD:
            state["step"] = LOOKS
            said = yield from self._ask(
                play, "the Banker looks at his cards", lambda: self.banker(play), BANKER, self._banker_acts
            )
            play.clauses.add(rules.look_clause)
            if said == UNDER_EIGHT:
                state["step"] = GIVES
                yield from self._draw(play, PLAYER, "up")

    def _bankers_hand(self, play: Play) -> Generator[Wait, Any, None]:
        """The Banker turns his cards and fills his hand, unless somebody has a natural."""
        if ANNOUNCED_NATURAL not in (play.state.get(f"said-{PLAYER}"), play.state.get(f"said-{BANKER}")):
            play.state["step"] = FILLS
            yield from self._turn(play, BANKER)
            yield from self._fill(play)

    def _result(self, play: Play) -> Generator[Wait, Any, None]:
        """All cards are turned."""
        play.state["step"] = RESULT
        yield from self._turn(play, PLAYER)
        yield from self._turn(play, BANKER)

    def _dealer(self, play: Play) -> list[Question]:
        """The dealer says when the cutting card comes. He is asked when it is out as well: only where somebody is asked does a ruling reach the hand."""
        return self.cutting_question(play) or [Question("dealer", {"cutting-card": self.no_cutting})]

    def _draw(self, play: Play, place: str, face: str) -> Generator[Wait, Any, None]:
        """Deal one card to a hand, if the hand goes on."""
        while not self.stops(play):
            self.watch(play)
            event = yield from play.open(
                "cards",
                self._dealer(play),
                draw="deal",
                place=place,
                face=face,
                check=lambda _: self.judge_card(play),
            )
            if event.is_draw:
                play.lay(place, event.what, face)
                return
            if event.verb == "cutting-card":
                self.reach(play)

    def _ask(
        self,
        play: Play,
        text: str,
        who: Callable[[], str],
        place: str,
        acts_of: Callable[[Play, int | None], Acts],
    ) -> Generator[Wait, Any, str]:
        """What somebody announces who alone sees his cards. Every act is listed as open, because those that are not would tell the others what he holds."""

        def acts() -> dict[str, Acts]:
            if self.stops(play):
                return {}
            play.show(place, who())
            return {who(): dict.fromkeys(acts_of(play, None))}

        def judge(event: Event) -> Refusal | None:
            return acts_of(play, self.two(play, place, who())).get(event.verb)

        answers = yield from play.ask(text, acts, judge)
        if not answers:
            return ""
        said = answers[who()].verb
        if said == "gone":
            said = next(act for act in acts_of(play, None) if judge(Event(who(), act)) is None)
        play.state |= {f"said-{place}": said, f"said-by-{place}": who()}
        play.clauses |= {self.drawing.announce_clause} - {""}
        return said

    def two(self, play: Play, place: str, by: str = "") -> int | None:
        """What the first cards of a hand count, as far as somebody may see them; None while they are not known."""
        if place == BANKER and "count-is-zero" in play.marks:
            return 0
        first = [
            dealt.card for dealt in play.places[place][: self._initial(play, place)] if dealt.visible(by)
        ]
        return (
            self.counted(play, place, first)
            if len(first) == self._initial(play, place) and UNSEEN not in first
            else None
        )

    def _initial(self, play: Play, place: str) -> int:
        return int(play.state["initial"]) if place == PLAYER else 2

    def counted(self, play: Play, place: str, first: list[str]) -> int:
        """What the first cards of a hand count, with what was ruled about them."""
        if place == PLAYER:
            return highest_of_three(first) if len(first) > 2 else count(first)
        return 0 if "count-is-zero" in play.marks else count(first)

    def _player_acts(self, play: Play, two: int | None) -> Acts:
        """What the Dominant Player may say; anything while his cards are not known to the table."""
        acts: dict[str, Refusal | None] = {CARD: None, STAY: None, ANNOUNCED_NATURAL: None}
        if two is None:
            return acts
        rules = self.drawing
        if two >= NATURAL:
            say = Refusal(f"{two} is a natural, and is announced", rules.natural_clause)
            return {CARD: say, STAY: say, ANNOUNCED_NATURAL: None}
        filled = (
            play.marked("highest-of-three") if self.reads("three-first-cards") == "hand-is-filled" else ""
        )
        letter = "S" if filled else self.tableau.player[two]
        if letter == "D":
            acts[STAY] = Refusal(f"with {two} a card must be asked for", rules.draw_clause)
        if letter == "S":
            acts[CARD] = Refusal(f"with {two} no card may be asked for", filled or rules.stay_clause)
        acts[ANNOUNCED_NATURAL] = Refusal(f"{two} is not a natural", rules.natural_clause)
        return acts

    def _banker_acts(self, play: Play, two: int | None) -> Acts:
        """What the Banker may say when he looks."""
        clause = self.drawing.look_clause
        acts: dict[str, Refusal | None] = {ANNOUNCED_NATURAL: None, UNDER_EIGHT: None}
        if two is not None:
            wrong = UNDER_EIGHT if two >= NATURAL else ANNOUNCED_NATURAL
            acts[wrong] = Refusal(f"the Banker's two cards count {two}", clause)
        return acts

    def _turn(self, play: Play, place: str) -> Generator[Wait, Any, None]:
        """Turn a hand for all to see. A card that the table did not know is named now, and must bear out what was announced."""

        def bears_out(at: int, turned: Event) -> Refusal | None:
            card = self.read_draw(turned)
            first = [card if number == at else dealt.card for number, dealt in enumerate(play.places[place])][
                : self._initial(play, place)
            ]
            said = play.state.get(f"said-{place}")
            if UNSEEN in first or not said:
                return None
            two = self.counted(play, place, first)
            return (self._player_acts(play, two) if place == PLAYER else self._banker_acts(play, two)).get(
                said
            )

        for at, dealt in enumerate(play.places[place]):
            while dealt.card == UNSEEN and not self.stops(play):
                event = yield from play.open(
                    "cards",
                    self._dealer(play),
                    draw="turn",
                    place=f"{place}#{at + 1}",
                    check=partial(bears_out, at),
                )
                if event.is_draw:
                    dealt.card = event.what
                elif event.verb == "cutting-card":
                    self.reach(play)
            if self.stops(play):
                return
            dealt.seen = ("all",)

    def _fill(self, play: Play) -> Generator[Wait, Any, None]:
        """The Banker's third card: as his table says, and where it leaves it open as he likes."""
        if self.stops(play):
            return
        rules, banker, third = self.drawing, self.banker(play), self.third(play)
        two = self.two(play, BANKER)
        assert two is not None
        letter = "S" if two >= NATURAL else self.tableau.banker[two][third]
        if "count-is-zero" in play.marks and self.reads("count-of-zero") == "stays":
            letter = "S"
        play.clauses |= {rules.banker_clause, *rules.table_clauses}
        must = Refusal(
            f"with {two} against {'no third card' if third == NONE else third} the Banker must draw",
            rules.banker_clause,
        )
        while not self.stops(play):
            if play.places.get(EXCESS):
                his = letter == "D" or (letter == "O" and "bankers-card-if-he-may-draw" in play.marks)
                play.shift(EXCESS, 0, BANKER if his else DISCARD)
                if his:
                    return
            if letter == "S":
                return
            if letter == "O":
                event = yield from play.open(
                    "the Banker draws or stays", [Question(banker, {DRAW: None, STAY: None})]
                )
                if event.verb in (STAY, "gone"):
                    return
                if event.verb == DRAW:
                    letter = "D"
                    play.state["chosen"] = DRAW
                continue
            asked = [Question(banker, {DRAW: None, STAY: must}), *self._dealer(play)]
            self.watch(play)
            event = yield from play.open("cards", asked, draw="deal", place=BANKER)
            if event.is_draw:
                play.lay(BANKER, event.what)
                return
            if event.verb == "cutting-card":
                self.reach(play)

    # The result.

    def third(self, play: Play) -> int:
        """The value of the Player's third card, or none."""
        cards = play.places[PLAYER][self._initial(play, PLAYER) :]
        return value(cards[0].card[0]) if cards else NONE

    def final_counts(self, play: Play) -> tuple[int, int]:
        """What the two hands count in the end."""
        mine, theirs = play.cards(PLAYER), play.cards(BANKER)
        initial = self._initial(play, PLAYER)
        player = (self.counted(play, PLAYER, mine[:initial]) + count(mine[initial:])) % 10
        drawn = theirs[2:]
        if "count-is-zero" in play.marks:
            return player, min((count([card]) for card in drawn), default=0)
        if "lowest-of-two" in play.marks:
            return player, lowest_of_two(theirs) if self.reads(
                "two-cards-drawn"
            ) != "one-counts" else lowest_with_one(theirs[:2], drawn)
        return player, count(theirs)

    def _settle(self, play: Play) -> None:
        player, banker = self.final_counts(play)
        rules = self.drawing
        row = {
            BANK: WIN if banker > player else LOSE if banker < player else TIE,
            COVER: WIN if player > banker else LOSE if player < banker else TIE,
        }
        claims = [
            self._claim(play, standing, row[standing.wager], f"player {player}, banker {banker}")
            for standing in self._settled_in_order(play)
        ]
        play.state["result"] = {"player": player, "banker": banker, "bank": row[BANK]}
        play.clauses.add(rules.compare_clause)
        play.state["found"] = {key: play.state[key] for key in STAYS}
        # What the next hand needs is read off the wagers before they leave the table.
        self.outcome_of_hand(play, row[BANK])
        play.settle(claims)

    def _settle_again(self, play: Play) -> None:
        """Settle a hand anew that was settled before all its cards were known."""
        batch = play.batches[-1]
        if any(line not in play.lines for line in batch.lines):
            raise BadInput("a payment of this hand was put right already: say first which cards were drawn")
        play.batches.pop()
        play.lines = [line for line in play.lines if line not in batch.lines]
        for move in batch.moves:
            play.moves.remove(move)
        for claim in batch.claims:
            play.put(claim.standing)
        play.state |= play.state["found"]
        play.bank = self.bank_of(self.banker(play), self.staked(play))
        self._settle(play)

    def _settled_in_order(self, play: Play) -> list[Standing]:
        """The covers from the Banker's right on, then the bank."""
        banker = self.banker(play)
        return sorted(
            play.wagers, key=lambda standing: (standing.wager == BANK, distance(banker, standing.seat))
        )

    def _claim(self, play: Play, standing: Standing, row: str, counts: str) -> Claim:
        outcome = self.outcome(standing.wager, row)
        what = "the bank" if standing.wager == BANK else "the cover"
        why = (
            f"{counts}: {what} "
            + {"win": f"wins, pays {outcome.odds}", "lose": "loses", "push": "stands off and goes back"}[
                outcome.result
            ]
        )
        # The fee is the bank's to take, on what it has actually won.
        return replace(
            self.claim(play, standing, row, why, (self.drawing.compare_clause,)), commission=Fraction(0)
        )

    # What goes wrong.

    def cards_wanted(self, play: Play) -> int:
        """Two hands of two cards, and a third for each that has not had its say yet."""
        step = play.state.get("step", DEALING)
        if step == DEALING:
            return 6 - sum(min(2, len(play.places.get(place, []))) for place in (PLAYER, BANKER))
        return {FILLS: 1, RESULT: 0}.get(step, 2)

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Whether a ruling makes sense where the hand stands now."""
        super().judge_ruling(play, irregularity, facts)
        orders, seat, name = (
            self.ruleset.ruling(irregularity, facts)[1].ruling,
            facts.get("seat", ""),
            facts.get("wager", ""),
        )
        if "void-wager" in orders:
            self._judge_void(play, seat, name)
        if "correct-payment" in orders and name == BANK and any(line.paid_by == POT for line in play.lines):
            raise BadInput(
                "the bank was paid out of several covers, and no one account has paid too much or too little: put the covers right, each by itself"
            )
        if "insert-card" in orders and (play.voided or play.state.get("step") not in (LOOKS, GIVES)):
            raise BadInput(
                "the Dominant Player has not asked for a card in this hand, or has got it: no card of the Banker's goes to him"
            )
        if "announce-again" in orders:
            self._judge_taken_back(play, seat)

    def _judge_void(self, play: Play, seat: str, name: str) -> None:
        """A bank is not void alone; nor is, once a hand is settled, the cover of who played it."""
        his = [
            *(standing.name for standing in play.wagers if standing.seat == seat),
            *(line.wager for line in play.lines if line.seat == seat),
        ]
        if BANK in ([name] if name else his):
            raise BadInput(
                "without the bank there is no hand, and every cover goes back with it: rule late-bank"
            )
        if COVER in his and play.state.get("result") and seat == play.state["dominant"]:
            raise BadInput(
                f"seat {seat} has played the Player's Hand to its end, which stands or goes back as a whole: rule late-bank, by which every wager goes back"
            )

    def _judge_taken_back(self, play: Play, seat: str) -> None:
        """An announcement is taken back only until a card has been dealt on it; so is the Banker's choice to draw."""
        state = play.state
        chose = bool(state.get("chosen")) and seat == self.banker(play)
        if (
            play.voided
            or not seat
            or not (chose or seat in (state.get(f"said-by-{PLAYER}"), state.get(f"said-by-{BANKER}")))
        ):
            raise BadInput(f"seat {seat or '?'} has announced nothing in this hand that could be said again")
        filled = len(play.places[BANKER]) > 2 or bool(play.places.get(EXCESS))
        if filled or (not chose and len(play.places[PLAYER]) > state["initial"]):
            raise BadInput(
                "a card has been dealt on what was announced: it is not said again. A hand that cannot stand is annulled"
            )

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """Whether a ruling makes sense now, and the cards that it is about."""
        if mark == "first-card-of-next-round":
            facts = {**facts, "card": facts.get("card") or UNSEEN}
        super().judge_mark(play, mark, facts)
        if mark == PASS:
            self._judge_pass(play, facts.get("seat", ""))
        elif mark == "count-is-zero":
            self._judge_step(play, (DEALING, PLAYERS, LOOKS, GIVES), TOO_LATE)
            self._lay_excess(play, facts, DISCARD, "up")
        elif mark == "highest-of-three":
            self._judge_step(play, (DEALING, PLAYERS), "the Dominant Player has announced his hand already")
            play.state["initial"] += self._lay_excess(play, facts, PLAYER, "down")
        elif mark == "lowest-of-two":
            settled = bool(play.state.get("result")) and not play.voided
            if settled and len(play.places[BANKER]) < 3:
                raise BadInput("the Banker has drawn no card in this hand")
            if not settled:
                self._judge_step(play, (FILLS, RESULT), "the Banker is not at his third card")
            self._named(facts)
            self._lay_excess(play, facts, BANKER, "up")
            if settled:
                play.marks[mark] = dict(facts)
                self._settle_again(play)
        elif mark in ("bankers-card-if-he-may-draw", "bankers-card-if-he-must-draw"):
            self._judge_stayed(play)
            self._named(facts)
            # A hand that is settled by now is one in which the Banker had to stay.
            self._lay_excess(play, facts, EXCESS if play.state.get("step") == FILLS else DISCARD, "up")
        elif mark == "discard-card":
            self._lay_excess(play, facts, DISCARD, "up")

    def _judge_pass(self, play: Play, seat: str) -> None:
        if not seat or seat != self.banker(play):
            raise BadInput(
                f"say who has to pass the bank, like seat={self.banker(play) or 'N'}: it must be the Banker"
            )
        if play.state["stage"] == STAKE and play.phase == "open":
            self.relinquish(play, self.row.order_clause)

    def _judge_step(self, play: Play, steps: tuple[str, ...], late: str) -> None:
        if play.state.get("result") and not play.voided:
            raise BadInput(late)
        if play.phase != "closed" or play.voided:
            raise BadInput("no hand is being dealt that this could be about")
        if play.state["step"] not in steps:
            raise BadInput(late)

    def _judge_stayed(self, play: Play) -> None:
        filled = len(play.places.get(BANKER, [])) > 2
        if (
            play.state.get(f"said-{PLAYER}") != STAY
            or play.voided
            or (filled and play.state["step"] == RESULT)
        ):
            raise BadInput("the Dominant Player has not said stay in this hand, or it is over")

    def _named(self, facts: Mapping[str, str]) -> None:
        if not facts.get("card") or UNSEEN in facts["card"].split("+"):
            raise BadInput("say which card it is, like card=7h")

    def _lay_excess(self, play: Play, facts: Mapping[str, str], place: str, face: str) -> int:
        """Lay down the cards that a ruling is about, which have left the shoe; how many there are."""
        cards = [self.read_draw(Event("", "deal", card)) for card in (facts.get("card") or UNSEEN).split("+")]
        for card in cards:
            if play.stock is not None and card != UNSEEN:
                if play.stock[card] <= 0:
                    raise BadInput(f"card={card}: every {card} that the table holds has been dealt already")
                play.stock[card] -= 1
            play.lay(place, card, face)
        return len(cards)

    def shoe_after(self, play: Play) -> Shoe:
        """The shoe that the next hand is dealt from; a card that was to be given to a hand which took none comes first."""
        shoe = super().shoe_after(play)
        first = (*play.aside, *play.secret.get("first-next", ()))
        return shoe if shoe.new or not first else msgspec.structs.replace(shoe, first=first)
