"""Evenings of two to four people over several boxes: random legal play, and random rulings in random order.

After every ruling it is looked at whether somebody else's wager was touched.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.banks import CoverBank
from croupier.table.claims import Line, Standing
from croupier.table.events import Event
from croupier.table.table import Table
from tests.conformance.players import a_bank, a_card, a_good_bet, a_ruling, an_act, draw, put_right
from tests.families import banker, dealing, deals_cards, player_banks

PLACES = (("1", ""), ("1b", ""), ("2", "1"), ("3", ""), ("3b", "1"), ("4", "3"), ("2b", "3"), ("5", ""))
"""Places with who plays them; without one, who the place says."""
AGAINST_A_PERSON = frozenset(
    (
        "void-wager",
        "void-in-place",
        "exclude",
        "hold-to-minimum",
        "correct-payment",
        "bet-found",
        "void-increase",
        "void-spoken",
        "undo-withdrawal",
    )
)
"""Orders that are about the wagers of one person, or about him alone."""
MOST_STEPS = 160


@dataclass
class Evening:
    """A game, its people, and what was found out about them."""

    game: str
    rng: random.Random
    options: dict[str, str] = field(default_factory=dict)
    played: Any = None
    tried: list[str] = field(default_factory=list)
    """The events of the round, in order; those that were refused begin with a mark."""
    counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.played = build(ruleset(self.game, self.options))
        wanted, people = self.rng.randint(2, 4), set[str]()
        self.places: list[tuple[str, str]] = []
        for place, player in self.rng.sample(PLACES, len(PLACES)):
            if len(people | {player or place}) <= wanted:
                people.add(player or place)
                self.places.append((place, player))
        self.table = Table(self.played, {})

    # Trying.

    def attempt(self, event: Event) -> bool:
        """Let an event happen if it may. Only a refusal with a clause, or bad input, is no error."""
        try:
            self.table.apply(event)
        except NotAllowed as refused:
            assert refused.clause, f"{event} is refused without a clause: {refused.why}"
            self.tried.append(f"! {event}")
            return False
        except BadInput:
            self.tried.append(f"? {event}")
            return False
        self.tried.append(str(event))
        return True

    def named(self, event: Event) -> Event:
        """Say with a bet who plays the place."""
        player = dict(self.places).get(event.who, "")
        if event.verb != "bet" or not player:
            return event
        return Event(event.who, event.verb, event.what, event.amount, (*event.facts, ("player", player)))

    # A round.

    def play(self, before: dict[str, Any], rulings: float) -> bool:
        """Play a round, with rulings now and then. Return whether it came to its end."""
        self.table, self.tried = Table(self.played, before), []
        (self._cards if deals_cards(self.played) else self._draws)(rulings)
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            if self.table.over and self.rule() and not self.table.over:
                (self._cards if deals_cards(self.played) else self._draws)(0)
        assert not sum(self.table.net.values()), self.said()
        return self.table.over

    def _bets(self) -> None:
        for place, _ in self.rng.choices(self.places, k=self.rng.randint(3, 9)):
            self.attempt(self._a_bet(place))

    def _a_bet(self, place: str) -> Event:
        """A wager on something, that keeps to the limits of the table as far as it may."""
        played, rng = self.played, self.rng
        if deals_cards(played):
            return self.named(a_good_bet(played, rng, self.table, place))
        name = rng.choice([name for name in played.ruleset.names if played.params(name)])
        param = rng.choice(played.params(name))
        amount = a_good_bet(played, rng, self.table, place, name).amount
        return self.named(Event(place, "bet", f"{name}:{param}" if param else name, amount))

    def _draws(self, rulings: float) -> None:
        rng, played = self.rng, self.played
        if not self.table.lines:
            for _ in range(rng.randint(4, 12)):
                self.attempt(self._a_bet(rng.choice(self.places)[0]))
                if rng.random() < rulings:
                    self.rule()
        for _ in range(40):
            if self.table.over:
                return
            if rng.random() < rulings:
                self.rule()
            if self.table.play.offers:
                self._answer()
            elif not self.attempt(draw(played, rng)):
                self._bets()
                self.attempt(Event(rng.choice(self.places)[0], "take-dice"))
                self.attempt(Event("dealer", played.ruleset.setup.betting.closing))

    def _answer(self) -> None:
        question = self.rng.choice(self.table.pending)
        said = self.rng.choice(question.allowed() or ["continue"])
        if question.who == "table":
            self.attempt(a_card(self.rng, self.table, 0.1))
        else:
            self.attempt(an_act(self.rng, [place for place, _ in self.places], question.who, said))

    def _cards(self, rulings: float) -> None:
        if "cover" in self.played.ruleset.names:
            self._bank(rulings)
            return
        rng = self.rng
        if player_banks(self.played):
            self.attempt(a_bank(self.played, rng, self.table, "7"))
        if not any(self.table.play.places.values()):
            self._bets()
        for _ in range(MOST_STEPS):
            if self.table.over:
                return
            if rng.random() < rulings:
                self.rule()
                continue
            asked = [one for one in self.table.pending if one.who not in ("*", "table", "dealer")]
            acting = [
                one for one in asked if any(not act.startswith(("bet", "remove")) for act in one.allowed())
            ]
            if self.table.play.offers:
                self._answer()
            elif self.table.draw_wanted and (not acting or rng.random() < 0.5):
                if not self.attempt(a_card(rng, self.table, 0.3 if self.table.draw_hidden else 0.02)):
                    self._what_is_missing()
            elif acting:
                question = rng.choice(acting)
                people = [place for place, _ in self.places]
                self.attempt(an_act(rng, people, question.who, rng.choice(question.allowed())))
            else:
                self._what_is_missing()

    def _bank(self, rulings: float) -> None:
        from tests.chemin.scenes import amount_for

        rng = self.rng
        for _ in range(300):
            if self.table.over:
                return
            if rng.random() < rulings:
                self.rule()
            elif self.table.draw_wanted and rng.random() < 0.5:
                self.attempt(a_card(rng, self.table))
            else:
                asked = [(one.who, act) for one in self.table.pending for act in one.allowed()]
                asked = [one for one in asked if one[0] != "table" and not one[1].startswith("move")]
                if asked:
                    who, act = rng.choice(asked)
                    verb, _, what = act.partition(" ")
                    who = rng.choice("12345") if who == "*" else who
                    amount = amount_for(self.played, rng, self.table, verb, what)
                    self.attempt(Event(who, verb, what, amount))

    def _what_is_missing(self) -> None:
        """No card may be dealt yet: somebody banks, bets, deals, or the dealer does what is his."""
        rng, table, played = self.rng, self.table, self.played
        seats = [place for place, _ in self.places]
        tries: list[Event] = [Event("dealer", "shuffle"), Event("dealer", "raises-closed")]
        if player_banks(played) and not banker(table.play):
            tries += [a_bank(played, rng, table, who) for who in ("7", "6")]
        if dealing(played):
            holder = table.play.remembered()["holder"]
            tries += [Event(who, "take-shoe") for who in seats]
            if holder:
                tries += [a_good_bet(played, rng, table, holder, name) for name in dealing(played).must_bet]
                tries.append(Event(holder, "pass-shoe"))
        tries += [self.named(a_good_bet(played, rng, table, who)) for who in (*seats, "6")]
        tries += [
            Event("dealer", act)
            for one in table.pending
            if one.who == "dealer"
            for act in one.allowed()
            if act not in ("cutting-card", "new-dealer", "free-hand")
        ]
        rng.shuffle(tries)
        # Wagers that must equal each other are made equal first.
        for event in [*map(self.named, put_right(played, table.play)), *tries]:
            if self.attempt(event):
                return

    # Rulings.

    def rule(self) -> bool:
        """Let something go wrong, and look whether anybody is touched whom it does not concern."""
        if not self.played.ruleset.irregularities:
            return False
        people = [*dict.fromkeys(player or place for place, player in self.places)]
        event = a_ruling(self.played, self.rng, self.table, people)
        before = Seen(self.table, {place: player or place for place, player in self.places})
        if not self.attempt(event):
            return False
        self.counts["rulings"] += 1
        ruled = self.table.rulings[-1]
        assert not sum(self.table.net.values()), self.said()
        facts = dict(event.facts)
        if facts.get("seat") and ruled.did and AGAINST_A_PERSON.issuperset(ruled.did):
            self.counts["against a person"] += 1
            touched = before.touched(self.table, facts["seat"])
            assert not touched, f"{self.said()}\n{event} touched {touched}"
            voids = {"void-wager", "void-in-place"} & {*ruled.did}
            if voids and not {"wager", "box", "hand", "late", "amount"} & {*facts}:
                left = before.left(self.table, facts["seat"])
                assert not left, f"{self.said()}\n{event} left {left}"
                self.counts["all of his"] += 1
        return True

    def said(self) -> str:
        """Return the round, to be told when something is wrong with it."""
        places = " ".join(f"{place}={player}" if player else place for place, player in self.places)
        return f"{self.game}, {places}, before {json.dumps(self.table.before)}\n" + "\n".join(self.tried)


class Seen:
    """Whose wagers lay where, and what was settled, before a ruling."""

    def __init__(self, table: Table, players: dict[str, str]) -> None:
        self.players = players
        self.standing = list(table.play.wagers)
        self.lines = list(table.lines)

    def his(self, one: Standing | Line, who: str) -> bool:
        """Whether a wager or a line is somebody's, by who plays the place."""
        place = one.seat + one.bettor
        return self.players.get(place, place) == who

    def touched(self, table: Table, who: str) -> list[str]:
        """Return the wagers of others that went back by a ruling, or were settled otherwise."""
        # A bank that is not covered any more goes back by itself.
        others = [one for one in self.standing if not self.his(one, who) and one.wager != "bank"]
        found = {one.key: one for one in table.play.wagers}
        later = Counter(_key(line) for line in table.lines if line.result in ("void", "withdrawn"))
        earlier = Counter(_key(line) for line in self.lines if line.result in ("void", "withdrawn"))
        gone = later - earlier
        hangs = {one.key for one in others if self.hangs(table, one, who)}
        said = [
            f"{one.who} {one.name}"
            for one in others
            if one.key not in found and one.key not in hangs and gone[_of(one)]
        ]
        ruled = table.rulings[-1].clauses
        for line in table.lines:
            back = line.result in ("void", "withdrawn") and gone[_key(line)] and line.wager != "bank"
            if (
                back
                and line.wager != "bank"
                and not self.his(line, who)
                and {*line.clauses} & {*ruled}
                and not hangs
            ):
                said.append(f"{line.seat}{line.bettor} {line.wager} {line.result}")
        if not isinstance(table.play.bank, CoverBank) and not _shares(table):
            before = Counter(_told(line) for line in self.lines if not self.his(line, who))
            after = Counter(_told(line) for line in table.lines if not self.his(line, who))
            lost = before - after
            said += [str(one) for one in lost if not hangs]
        return said

    def left(self, table: Table, who: str) -> list[str]:
        """Return what somebody still has of wagers that are all void."""
        standing = [f"{one.who} {one.name}" for one in table.play.wagers if self.his(one, who)]
        lines = [line for line in table.lines if self.his(line, who)]
        decided = [line for line in lines if line.result not in ("void", "withdrawn", "stands")]
        return [*standing, *(f"{line.seat}{line.bettor} {line.wager} {line.result}" for line in decided)]

    def hangs(self, table: Table, one: Standing, who: str) -> bool:
        """Whether a wager lies on a box beside somebody's and by the law goes with what lies there."""
        rules = table.game.ruleset
        beside = any(self.his(other, who) and other.seat == one.seat for other in self.standing)
        followers = getattr(rules.setup, "followers", None)
        behind = followers is not None and bool(followers.seated_clause) and one.bettor not in ("", "a")
        return beside and (getattr(rules.wager(one.wager)[0], "needs_on_box", False) or behind)


def _key(line: Line) -> tuple[str, ...]:
    return line.seat, line.bettor, line.hand, line.wager


def _of(one: Standing) -> tuple[str, ...]:
    return one.seat, one.bettor, one.hand, one.name


def _told(line: Line) -> tuple[object, ...]:
    return (*_key(line), line.stake, line.result, line.net)


def _shares(table: Table) -> bool:
    """Whether something is shared between players: a meter, a fund."""
    return bool(table.after.get("meters")) or any(line.paid_by.startswith("meter") for line in table.lines)


def evenings(game: str, rounds: int, seed: int, rulings: float = 0.12) -> Counter[str]:
    """Play so many rounds; every few of them other people sit down at a fresh table."""
    found: Counter[str] = Counter()
    rng = random.Random(f"{game} {seed}")
    while found["rounds"] < rounds:
        evening, before = Evening(game, rng), dict[str, Any]()
        for _ in range(rng.randint(1, 4)):
            found["rounds"] += 1
            if not evening.play(before, rulings):
                found["unfinished"] += 1
                break
            before = json.loads(json.dumps(evening.table.after))
        found += evening.counts
    return found


__all__ = ["Evening", "evenings"]
