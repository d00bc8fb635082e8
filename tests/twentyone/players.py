"""A player of twenty-one for tests: the real table is driven with given cards,
and every decision is taken from a strategy, by the cards that lie on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from croupier.equipment.money import show_amount
from croupier.families.twentyone.declared import value_of
from croupier.families.twentyone.hands import MOST
from croupier.families.twentyone.holding import HandSlice, box_of, place_of
from croupier.families.twentyone.offers import (
    DECLINE,
    DOUBLE,
    EVEN_MONEY,
    FORFEIT,
    HIT,
    INSURANCE,
    KEEP,
    SPLIT,
    STAND,
    SURRENDER,
    SWITCH,
)
from croupier.families.twentyone.round import TwentyOne
from croupier.families.twentyone.simulation.kernel import LEAST_DEPTH, SimulatedGame
from croupier.families.twentyone.simulation.shapes import MOST_HANDS
from croupier.families.twentyone.simulation.tables import PAIRS
from croupier.families.twentyone.solver.plan import Plan
from croupier.families.twentyone.solver.states import hand_of
from croupier.table.parts.people import places_in
from croupier.table.table import Table
from tests.families import player_banks

ACTS = (STAND, HIT, DOUBLE, SPLIT, SURRENDER)


class Player:
    """Plays some boxes of one round after the other by the strategy of a simulated game."""

    def __init__(
        self,
        simulated: SimulatedGame,
        boxes: int = 1,
        sides: Sequence[tuple[str, int]] = (),
        insures: bool = False,
    ) -> None:
        self.simulated, self.rules, self.boxes, self.sides, self.insures = (
            simulated,
            simulated.rules,
            boxes,
            sides,
            insures,
        )
        self.game = TwentyOne(simulated.rules.ruleset)
        self.holding = self.game.holding
        self.banked = player_banks(self.game)
        self.before: dict[str, Any] = {}
        self.began: dict[str, tuple[int, int]] = {}
        """By hand: the two cards with which it began, once a box has said whether it switches."""
        self.shuffle = (
            "dealer shuffle" if self.rules.packs.usual_depth else f"dealer shuffle depth={LEAST_DEPTH}"
        )
        """Where the rulebook says nothing of the cutting card, it is placed where the kernel has it."""

    def play(self, cards: Iterable[str], shuffled: bool) -> tuple[Table, int]:
        """One round from these cards, and how many of them were left over."""
        game = self.game
        table = Table(game, self.before)
        if table.asked.startswith("the cards are shuffled"):
            assert shuffled
            table.apply(self.shuffle)
            while table.draw_wanted and table.asked.startswith("a card is burnt"):
                table.apply("deal ??")
        if self.banked:
            table.apply(f"{places_in(self.rules.ruleset.options)} bank 100000000")
        for box in range(1, self.boxes + 1):
            table.apply(f"{box} bet {self.rules.main} {show_amount(self.simulated.stake)}")
            for wager, stake in self.sides:
                table.apply(f"{box} bet {wager} {show_amount(stake)}")
        left = list(cards)
        if (
            shuffled
            and self.before
            and game.deal.first_place(table.play)
            and table.refusal(f"deal {left[0]}")
        ):
            # The cutting card was the first thing out.
            table.apply(self.shuffle)
        for _ in range(1_000):
            if table.over:
                break
            if event := self.answer(table):
                table.apply(event)
            else:
                self.refill(table)
                table.apply(f"deal {left.pop(0)}")
        assert table.over, table.asked
        self.before = {"shoe": table.after.get("shoe", {})} if self.banked else table.after
        return table, len(left)

    def refill(self, table: Table) -> None:
        """An empty shoe is filled with the discards, by the ruling that the rulebook has for it."""
        if not self.rules.packs.fresh_every_round and self.game.shoe.cards_left(table.play) == 0:
            event = next(
                event
                for event in self.game.ruleset.irregularities.values()
                if any("shuffle-discards" in row.ruling for row in event.rows)
            )
            facts = " ".join(f"{fact}={values[0]}" for fact, values in event.facts.items())
            table.apply(f"supervisor rule {event.id} {facts}".strip())

    def answer(self, table: Table) -> str:
        """What is decided now; nothing where a card is wanted."""
        game, play = self.game, table.play
        asked = [question for question in table.pending if question.who not in ("*", "dealer")]
        for question in asked:
            acts = set(question.acts)
            if INSURANCE in acts or EVEN_MONEY in acts:
                return f"{question.who} {self._insurance(table, question.who)}"
            if question.acts.get(DECLINE, True) is None and SURRENDER in acts:
                gives_up = self._act(table, question.who.partition(".")[0]) == SURRENDER
                return f"{question.who} {SURRENDER if gives_up else DECLINE}"
            if FORFEIT in acts:
                place = place_of(question.who.partition(".")[0].rstrip("a"), self._doubled(table))
                return f"{question.who} {FORFEIT if self._rescued(table, place) else STAND}"
            if SWITCH in acts and question.acts[SWITCH] is None:
                return f"{question.who} {self._switch(table, question.who)}"
            if HIT in acts:
                what, place = game.course.next_step(play)
                assert what == "ask", what
                return f"{question.who} {self._act(table, place)}"
        return ""

    def _insurance(self, table: Table, who: str) -> str:
        if self.simulated.ends.even_money and self.holding.natural(table.play, who):
            return EVEN_MONEY
        return INSURANCE if self.insures else DECLINE

    def _act(self, table: Table, place: str) -> str:
        holding, play, made = self.holding, table.play, table.play.of(HandSlice)
        cards = holding.cards_of(play, place)
        values = sorted(value_of(card[0]) for card in cards)
        if holding.count(play, place)[0] == MOST:
            return STAND
        hand, up = hand_of(values), value_of(holding.upcard(play)[0])
        stage = 2 if place in made.aces else 1 if place in made.split else 0
        if (
            stage
            and len(cards) == 2
            and values[0] == values[1]
            and self.game.allowed.no_split(play, place) is None
            and self._room(table, place)
        ):
            return SPLIT
        plan = self._plan(table, place)
        act = int(plan.act[stage, hand, up])
        if stage == 0 and len(values) == 2 and tuple(values) in plan.varied_act:
            suits = {card[1] for card in cards}
            act = int(
                plan.varied_act[values[0], values[1]][2 if len(suits) > 1 else 0 if suits == {"s"} else 1, up]
            )
        return ACTS[act]

    def _room(self, table: Table, place: str) -> bool:
        """Whether the table has a name for a further hand;
        where a box has two, the first leaves room to split the second.
        """
        box, play = box_of(place), table.play
        roots = play.of(HandSlice).roots or {}
        own = sum(
            roots.get(other, other) == roots.get(place, place) for other in self.holding.places_of(play, box)
        )
        if self.rules.setup.switch and roots.get(place, place).endswith(".1"):
            return own < MOST_HANDS - 2
        return len(self.holding.places_of(play, box)) < MOST_HANDS

    def _rescued(self, table: Table, place: str) -> bool:
        holding, play = self.holding, table.play
        cards = holding.cards_of(play, place)
        hand, up = hand_of(value_of(card[0]) for card in cards), value_of(holding.upcard(play)[0])
        way = 1 if self.simulated.problem.options[0] and cards[-1][0] != "A" else 0
        return bool(self._plan(table, place).rescued[way, hand, up])

    def _plan(self, table: Table, place: str) -> Plan:
        """The plan for a hand, by the two cards with which the other hand of the box began."""
        plans = self.simulated.strategy.plans
        if len(plans) == 1:
            return plans[0]
        root = (table.play.of(HandSlice).roots or {}).get(place, place)
        return plans[PAIRS.index(self.began[f"{box_of(place)}.{'1' if root.endswith('.2') else '2'}"])]

    def _switch(self, table: Table, who: str) -> str:
        holding, play = self.holding, table.play
        if self.simulated.strategy.switch is None:
            return KEEP
        one, other = (
            [value_of(card[0]) for card in holding.cards_of(play, place)]
            for place in holding.areas(who.rstrip("a"))
        )
        switches = bool(
            self.simulated.strategy.switch[
                one[0], other[0], one[1], other[1], value_of(holding.upcard(play)[0])
            ]
        )
        if switches:
            one[1], other[1] = other[1], one[1]
        self.began |= {
            place: (min(two), max(two))
            for place, two in zip(holding.areas(who.rstrip("a")), (one, other), strict=True)
        }
        return SWITCH if switches else KEEP

    def _doubled(self, table: Table) -> str:
        """The hand that was doubled last."""
        _, place = self.game.course.next_step(table.play)
        return str(place.partition(".")[2])
