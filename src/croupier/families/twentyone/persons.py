"""Who may bet at twenty-one: on a box with others, and after the first round of a shoe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from croupier.errors import BadInput, FactsWanted
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.parts.betting import Closed
from croupier.table.parts.boxes import Boxes
from croupier.table.parts.cardbetting import CardBetting
from croupier.table.parts.part import Carried, Moment, Nothing, Part, Returned
from croupier.table.parts.people import People, check_seat
from croupier.table.parts.shoe import DealingShoe, Shuffled
from croupier.table.persons import SEATED, Whom, person_named
from croupier.table.play import Play, Slice
from croupier.table.questions import Refusal
from croupier.table.sights import Sight

OTHERS = "bcdefghijklmnopqrstuvwxyz"


class Followers(Part[Nothing]):
    """Handles several persons on a box: who may bet on it, and who leaves with another."""

    carried = Nothing
    sights = ("came-later",)
    objects_to = ("bet",)
    hears = (Returned,)

    def __init__(self, rules: TwentyOneRules, people: People, boxes: Boxes, betting: CardBetting) -> None:
        self.rules = rules
        self.row = rules.setup.followers
        self.people = people
        self.boxes = boxes
        self.betting = betting

    def on_box(self, play: Play, box: str) -> list[Standing]:
        """Return the main wagers on a box."""
        return [one for one in play.wagers if one.seat == box and one.wager == self.rules.main]

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a person may not bet on a box beside those who have."""
        if event.verb != "bet":
            return None
        return (
            self._judge_taken(play, event)
            or self._judge_follower(play, event)
            or self._judge_controller(play, event)
        )

    def _judge_taken(self, play: Play, event: Event) -> Refusal | None:
        """Say why a box is taken: somebody sits there, or another has bet on it.

        Who bets behind it takes nobody's box: he says so with a letter of his own.
        """
        clause = self.rules.setup.taken_clause
        if not clause or not event.fact("player") or event.bettor not in SEATED:
            return None
        player = play.player_of(event)
        if player == person_named(event.seat):
            return None
        others = any(one.seat == event.seat and one.whose != player for one in play.wagers)
        if not others and event.seat not in self.people.players(play):
            return None
        return Refusal(
            f"box {event.seat} is taken, and player {player} bets at his own and at empty ones", clause
        )

    def _judge_follower(self, play: Play, event: Event) -> Refusal | None:
        """Say why a person may not follow: too many do, or the person who sits there has not bet."""
        row, rules = self.row, self.rules
        if event.what != rules.main:
            return None
        mine = self.on_box(play, event.seat)
        seated = any(one.bettor in SEATED for one in mine)
        if row is not None and row.seated_clause and event.bettor not in SEATED and not seated:
            return Refusal(f"nobody who sits at box {event.seat} has bet on it yet", row.seated_clause)
        others = {one.person for one in mine} - {event.who}
        if not others:
            return None
        alone = "one person bets on a box here"
        if row is None:
            # Where the wager itself says how many persons may make it, its own clause refuses.
            counted = rules.ruleset.wager(rules.main)[0].bettors
            return None if counted else Refusal(alone, rules.setup.draw.clause)
        if not rules.holds(row.when):
            return Refusal(alone, row.one_clause or row.clause)
        if not row.most or len(others) < row.most:
            return None
        return Refusal(alone if row.most == 1 else f"at most {row.most} persons bet on a box", row.clause)

    def _judge_controller(self, play: Play, event: Event) -> Refusal | None:
        """Refuse a wager that only the controller of the box may make."""
        clause = self.rules.ruleset.wager(event.what)[0].controller_clause
        others = sorted((one.bettor, one.person) for one in self.on_box(play, event.seat))
        if clause and others and others[0][1] != event.who:
            return Refusal(f"only {others[0][1]}, who controls box {event.seat}, may make this wager", clause)
        return None

    def heard(self, play: Play, moment: Moment) -> None:
        """Give back wagers behind a seated player who leaves before the deal, where they need him."""
        row = self.row
        if not isinstance(moment, Returned) or row is None or not row.seated_clause:
            return
        standing = moment.standing
        if standing.wager != self.rules.main or standing.bettor not in SEATED or play.phase == "closed":
            return
        for one in self.on_box(play, standing.seat):
            why = f"nobody who sits at box {one.seat} bets on it any more, and the wager behind goes back"
            play.withdraw(one, (row.seated_clause,), why, "withdrawn")
            self.betting.wagers.returned(play, one, row.seated_clause)

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say whether another bet first on the box of a person, as far as the order of bets is known.

        It is lost once a wager has been decided: then another on the box may have been the first. Who has
        wagers on further boxes, too, is asked which is meant: what he laid there needs nobody's consent.
        """
        claims = [claim for batch in play.batches for claim in batch.claims]
        settled = [one.standing for one in claims if one.result not in ("void", "withdrawn")]
        seat, box = facts.get("seat", ""), facts.get("box", "")
        people: dict[str, list[str]] = {}
        for one in (*play.wagers, *settled):
            if one.wager == self.rules.main:
                people[one.seat] = list(dict.fromkeys([*people.get(one.seat, ()), one.whose]))
        if not seat:
            later = [who for there in people.values() for who in there[0 if settled and there[1:] else 1 :]]
            raise FactsWanted("say with seat= who came later, like seat=1b", {"seat": later})
        person = person_named(seat)
        boxes = [where for where, there in people.items() if person in there and box in ("", where)]
        shared = [where for where in boxes if people[where][1:] and (settled or people[where][0] != person)]
        if not boxes:
            return Sight(False, f"{Whom.of(facts)} has no wager in this round")
        if not shared:
            where = " and ".join(boxes)
            return Sight(False, f"nobody has bet on box {where} before {person}: no consent is asked for")
        if len(boxes) > 1:
            raise FactsWanted(
                f"{person} bets on boxes {' and '.join(boxes)}: say box={'|'.join(shared)}", {"box": shared}
            )
        return Sight(True, f"{person} came later to box {shared[0]}")


class Entered(Carried, frozen=True):
    """Who has bet since the cards were shuffled, where a later entry is restricted."""

    entered: tuple[str, ...] = ()
    sat_out: tuple[str, ...] = ()
    """Those who did not bet in some later round."""
    latecomers: tuple[str, ...] = ()
    """Those who did not bet in the first round."""


class EntrySlice(Slice):
    """Who had bet before this round, and who plays in it."""

    entered: list[str]
    sat_out: list[str]
    latecomers: list[str]
    people: list[str] = []
    """Who has a hand in this round, once the first card is out."""


class Entry(Part[Entered]):
    """Restricts entry after the first round of a shoe, and re-entry after sitting a round out."""

    carried = Entered
    objects_to = ("bet",)
    hears = (Closed, Shuffled)

    def __init__(self, rules: TwentyOneRules, boxes: Boxes, betting: CardBetting, shoe: DealingShoe) -> None:
        self.rules = rules
        self.setup = rules.setup
        self.boxes = boxes
        self.limits = betting.limits
        self.shoe = shoe
        options = rules.ruleset.options
        self.late = options.get("late-entry", "allowed")
        self.again = options.get("sat-out", "allowed")
        """What the rules do with a person who sat a round out."""

    def begin(self, play: Play, carried: Entered) -> None:
        """Take over who has bet from this shoe."""
        for who in (*carried.entered, *carried.sat_out, *carried.latecomers):
            if not re.fullmatch(r"[0-9]{1,2}[b-z]?", who, re.ASCII):
                raise BadInput(
                    f"before: {who!r} is not a person at this table; persons are boxes, like 2, "
                    "or others on them, like 2b"
                )
            check_seat(who.rstrip(OTHERS))
        play.add(EntrySlice(list(carried.entered), list(carried.sat_out), list(carried.latecomers)))

    def carry(self, play: Play) -> Entered:
        """Return who has bet from this shoe, with this round, where that matters."""
        if self.late == "allowed" and self.again == "allowed":
            return Entered()
        mixed = self.shoe.packs.fresh_every_round
        restricted = not mixed or self.rules.holds(self.setup.entry_when, empty=False)
        if self.shoe.is_new_after(play) or not restricted:
            return Entered()
        mine = play.of(EntrySlice)
        people, entered = set(mine.people), set(mine.entered)
        return Entered(
            _in_order(entered | people),
            _in_order(set(mine.sat_out) | (entered - people if people else set())),
            _in_order(set(mine.latecomers) | (people - entered if entered else set())),
        )

    def heard(self, play: Play, moment: Moment) -> None:
        """Note who plays when betting is closed. From a new shoe everybody may enter."""
        mine = play.of(EntrySlice)
        if isinstance(moment, Closed):
            mine.people = sorted({one.whose for one in play.wagers if one.wager == self.rules.main})
        elif isinstance(moment, Shuffled):
            mine.entered, mine.sat_out, mine.latecomers = [], [], []

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why somebody waits for a new shoe, or bets no more than the minimum."""
        mine, setup = play.of(EntrySlice), self.setup
        if event.verb != "bet" or event.what != self.rules.main or not mine.entered:
            return None
        who = play.player_of(event)
        if who in mine.sat_out and self.again == "refused":
            return Refusal(f"{who} sat a round out and waits for a new shoe", setup.reentry_clause)
        if who in mine.entered and who not in mine.latecomers:
            return None
        if self.late == "refused":
            return Refusal(
                f"{who} did not bet in the first round of this shoe, and waits for the next",
                setup.entry_clause,
            )
        least, _ = self.limits.now(play, who)
        if self.late == "minimum" and least is not None and self.boxes.staked(play, event) > least:
            return Refusal(
                f"{who} came in after the first round and bets the minimum until the cards are shuffled",
                setup.entry_minimum_clause or setup.entry_clause,
            )
        return None


def _in_order(people: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(people, key=lambda one: (len(one.rstrip(OTHERS)), one)))
