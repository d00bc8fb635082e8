"""Baccarat as it is played: four cards, the naturals, a third card for each hand by the tableau, and wagers that read the result."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from itertools import combinations
from typing import Any

from croupier.equipment.money import Amount, show_amount
from croupier.errors import BadInput
from croupier.families.baccarat.rules import BaccaratSetup, BaccaratWager
from croupier.families.baccarat.tableau import (
    NATURAL,
    NONE,
    UNPAIRED,
    Coup,
    Tableau,
    banker_rule,
    check,
    final,
    natural,
    pair_of,
    player_rule,
)
from croupier.families.baccarat.wagers import MUST_PRICE, READERS, ROWS
from croupier.families.cards.game import CardGame
from croupier.families.cards.shoes import AGAIN
from croupier.families.cards.undo import IN_PLACE, void_in_place
from croupier.families.common.pricing import LOSE, Outcome
from croupier.ranking.points import count, value
from croupier.rulebook.condition import condition
from croupier.rulebook.ruleset import Ruleset
from croupier.table.claims import Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal, Wait

PLAYER, BANKER = "player", "banker"
COMMUNITY = "third"
"""The place of a third card that some bettors draw by choice and share."""
DRAWS, STANDS, HOUSE_WAY = "draw", "stand", "house-way"


class Baccarat(CardGame):
    """Two hands for the whole table."""

    marks = (*CardGame.marks, "bets-stand", AGAIN, IN_PLACE)

    def __init__(self, ruleset: Ruleset[BaccaratWager, BaccaratSetup]) -> None:
        """The tableau that the readings choose."""
        row = ruleset.setup.tableau
        which = ruleset.facts.get(row.chosen_by, "drawn") if row.chosen_by else "drawn"
        if which not in row.banker:
            raise BadInput(
                f"{ruleset.file}: setup.tableau.banker has no rows for {which!r} [{row.banker_clause}]"
            )
        self.tableau = check(Tableau(row.player, tuple(row.banker[which])), f"{ruleset.file}: setup.tableau")
        self.choice = ruleset.setup.choice
        self._flags: dict[str, frozenset[str]] = {}
        super().__init__(ruleset)

    # Wagers.

    def rows(self, name: str) -> frozenset[str]:
        """By the kind of the wager."""
        return ROWS.get(self.ruleset.wager(name)[0].kind, frozenset({"win", LOSE}))

    def must_price(self, name: str) -> frozenset[str]:
        """By the kind of the wager; one that is not offered needs no prices."""
        if not self.ruleset.offered(name):
            return frozenset()
        return MUST_PRICE.get(self.ruleset.wager(name)[0].kind, frozenset({"win"}))

    def flags(self, name: str) -> frozenset[str]:
        """The readings of a wager that are in force."""
        if name not in self._flags:
            row: BaccaratWager = self.ruleset.wager(name)[0]
            texts = {
                "natural-margin": row.natural_margin,
                "third-card-only": row.third_card_only,
                "any-two": row.any_two,
            }
            self._flags[name] = frozenset(
                flag for flag, text in texts.items() if text and condition(text)(self.ruleset.facts)
            )
        return self._flags[name]

    def row_of(self, name: str, coup: Coup) -> str:
        """The row by which a coup settles a wager."""
        row, number = self.ruleset.wager(name)
        wager: BaccaratWager = row
        rows = READERS[wager.kind](coup, wager, self.flags(name))
        if wager.kind == "tie" and number and rows[0] not in (LOSE, f"tie-{number}"):
            rows = "other-tie", LOSE
        return self.chosen(name, rows)

    def backs(self, name: str) -> str:
        """The hand that a wager on a hand backs, whatever the rulebook calls it."""
        row: BaccaratWager = self.ruleset.wager(name)[0]
        return row.hand if row.kind == "hand" else ""

    def judge_total(self, play: Play, name: str, more: Amount) -> Refusal | None:
        """The wagers on the two hands may differ by no more than the table differential."""
        most = self.ruleset.option_amount("differential")
        side = self.backs(name)
        if most is None or side not in (PLAYER, BANKER):
            return None
        sides = {
            hand: self.on_hand(play.wagers, hand) + (more if hand == side else 0) for hand in (PLAYER, BANKER)
        }
        if abs(sides[PLAYER] - sides[BANKER]) > most and sides[side] == max(sides.values()):
            return Refusal(
                f"the wagers on the two hands may differ by at most {show_amount(most)}",
                self.setup.differential,
            )
        return None

    def judge_remove(self, play: Play, standing: Standing, amount: Amount | None) -> Refusal | None:
        """Nor may a wager be made smaller where that would leave the two hands further apart."""
        refusal = super().judge_remove(play, standing, amount)
        most, side = self.ruleset.option_amount("differential"), self.backs(standing.wager)
        if refusal or amount is None or most is None or side not in (PLAYER, BANKER):
            return refusal
        sides = {
            hand: self.on_hand(play.wagers, hand) - (amount if hand == side else 0)
            for hand in (PLAYER, BANKER)
        }
        apart = abs(sides[PLAYER] - sides[BANKER])
        return (
            Refusal(
                f"the wagers on the two hands may differ by at most {show_amount(most)}",
                self.setup.differential,
            )
            if apart > most and sides[side] < max(sides.values())
            else None
        )

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """Wagers that were taken back may have left the two hands further apart than the table differential."""
        most = self.ruleset.option_amount("differential")
        apart = abs(self.on_hand(play.wagers, PLAYER) - self.on_hand(play.wagers, BANKER))
        if most is not None and apart > most and not play.marked("bets-stand"):
            return Refusal(
                f"the wagers on the two hands differ by {show_amount(apart)}, and may by at most {show_amount(most)}",
                self.setup.differential,
            )
        return super().judge_deal(play, event)

    # Rulings.

    def cards_wanted(self, play: Play) -> int:
        """Six cards a round are the most."""
        return 6 - sum(len(play.places.get(place, [])) for place in (PLAYER, BANKER, COMMUNITY))

    def judge_ruling(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Whether the banker must draw is for the cards to say, once they are known."""
        super().judge_ruling(play, irregularity, facts)
        said = facts.get("banker", "")
        if said not in ("must-draw", "must-stay") or any(
            len(play.places.get(place, [])) < 2 or not play.known(place) for place in (PLAYER, BANKER)
        ):
            return
        two, bank = (count(play.cards(place)[:2]) for place in (PLAYER, BANKER))
        if player_rule(self.tableau, two, bank) == "D":
            raise BadInput(f"the player's hand counts {two} and draws: a third card is authorised")
        must = banker_rule(self.tableau, two, bank, NONE) == "D"
        if must != (said == "must-draw"):
            raise BadInput(
                f"with {bank} against a hand that stands on {two} the banker {'must draw' if must else 'must stay'}: say banker={'must-draw' if must else 'must-stay'}"
            )

    def judge_mark(self, play: Play, mark: str, facts: Mapping[str, str]) -> None:
        """A settled wager may be void where it lies."""
        super().judge_mark(play, mark, facts)
        if mark == IN_PLACE:
            void_in_place(self, play, facts)

    # The round.

    def faces(self) -> list[str]:
        """How the first four cards are dealt."""
        if self.setup.faces_by:
            return [self.ruleset.options[self.setup.faces_by]] * 4
        return list(self.setup.faces) or ["up"] * 4

    def round(self, play: Play) -> Generator[Wait, Any, None]:
        """Bets, four cards, third cards, settlement."""
        faces = self.faces()
        dealt = yield from self.bets(play, PLAYER, faces[0])
        if not dealt:
            return
        for place, face in zip((BANKER, PLAYER, BANKER), faces[1:], strict=True):
            yield from self.next_card(play, place, face)
        self.end_late(play)
        rules = self.setup.tableau
        play.clauses |= {
            clause for clause in (rules.values_clause, rules.count_clause, *rules.more_clauses) if clause
        }
        if faces[0] == "down":
            yield from play.turn(PLAYER)
            play.clauses |= {self.setup.turn_clause} - {""}
        if faces == ["down"] * 4:
            yield from play.turn(BANKER)
        drew, coups = yield from self._third_cards(play)
        self._settle(play, drew, coups)

    def _third_cards(self, play: Play) -> Generator[Wait, Any, tuple[dict[str, bool], tuple[Coup, Coup]]]:
        """Fill both hands. Who drew by choice, and the coup for those who did and for those who did not."""
        rules = self.setup.tableau
        two = count(play.cards(PLAYER))
        hidden = not play.known(BANKER)
        # Where the bank's cards lie hidden, the dealer looks for a natural only if that would keep somebody from drawing.
        stopped = (
            two < NATURAL
            and (self.tableau.player[two] == "D" or self.may_choose(two, 0))
            and not self.may_choose(two, NATURAL)
        )
        looks = hidden and stopped
        bank_natural = (yield from self._peek(play)) if looks else False
        bank = NATURAL if bank_natural else 0 if hidden else count(play.cards(BANKER))
        drew: dict[str, bool] = {}
        third = NONE
        rule = player_rule(self.tableau, two, bank)
        play.clauses.add(rules.natural_clause if natural(two, bank) else rules.player_clause)
        if self.may_choose(two, bank):
            drew = yield from self._choices(play, two)
            if any(drew.values()):
                yield from self.draw(play, COMMUNITY)
                third = value(play.cards(COMMUNITY)[0][0])
        elif rule == "D":
            yield from self.draw(play, PLAYER)
            third = value(play.cards(PLAYER)[2][0])
        if hidden:
            yield from play.turn(BANKER)
            play.clauses |= {self.setup.turn_clause} - {""}
        bank = count(play.cards(BANKER))
        if looks and (bank >= NATURAL) != bank_natural:
            raise BadInput(
                f"the dealer looked and said {'natural' if bank_natural else 'no natural'}, but the bank's two cards count {bank}"
            )
        met, bank_third = third if self._meets_third(drew) else NONE, NONE
        ruled = rules.stood_clause if met == NONE and rules.stood_clause else rules.banker_clause
        play.clauses.add(rules.natural_clause if natural(two, bank) else ruled)
        if banker_rule(self.tableau, two, bank, met) == "D":
            yield from self.draw(play, BANKER)
            bank_third = value(play.cards(BANKER)[2][0])
        pairs = [pair_of(*play.cards(place)[:2]) for place in (PLAYER, BANKER)]
        stood = Coup(two, bank, NONE if drew else third, bank_third, pairs[0], pairs[1])
        return drew, (stood, stood._replace(player_third=third, drew=True))

    def _peek(self, play: Play) -> Generator[Wait, Any, bool]:
        """Whether the bank's hidden cards are a natural: the dealer looks and says no more than that."""
        play.show(BANKER, "dealer")
        if play.known(BANKER, "dealer"):
            return count(play.cards(BANKER, "dealer")) >= NATURAL
        answer = yield from play.ask_one(
            "the dealer looks at the bank's cards", "dealer", {"natural": None, "no-natural": None}
        )
        return bool(answer.verb == "natural")

    # Choices.

    def may_choose(self, two: int, bank: int) -> bool:
        """Whether each bettor chooses for himself on this count."""
        choice = self.choice
        return choice is not None and two in choice.on and (choice.despite_natural or not natural(two, bank))

    def _choices(self, play: Play, two: int) -> Generator[Wait, Any, dict[str, bool]]:
        """Each bettor on the line draws, stands, or leaves it to the house way."""
        choice = self.choice
        assert choice is not None
        people = [standing.person for standing in play.wagers if standing.wager in choice.lines]
        acts: dict[str, Refusal | None] = {DRAWS: None, STANDS: None, HOUSE_WAY: None}
        answers = yield from play.ask("draw or stand", dict.fromkeys(dict.fromkeys(people), acts))
        way = choice.house_way[choice.on.index(two)] == "D"
        play.clauses |= {choice.clause} | (
            {choice.despite_clause} - {""} if choice.despite_natural else set()
        )
        if any(answer.verb == HOUSE_WAY for answer in answers.values()):
            play.clauses.add(choice.house_way_clause)
        drew = {
            who: way if answer.verb == HOUSE_WAY else answer.verb == DRAWS
            for who, answer in answers.items()
            if answer.verb != "gone"
        }
        if any(drew.values()):
            play.clauses.add(choice.shared_clause)
        return drew or {"": way}

    def _meets_third(self, drew: dict[str, bool]) -> bool:
        """Whether the bank plays against a third card that some drew and others did not."""
        mixed = self.choice.mixed_by if self.choice else ""
        return not mixed or self.ruleset.facts[mixed] == "any-third-card" or all(drew.values())

    def coup_for(self, person: str, drew: dict[str, bool], coups: tuple[Coup, Coup]) -> Coup:
        """The coup as one bettor meets it: by his own choice; without one, by the house way or as most met it."""
        stood, drawn = coups
        choice = self.choice
        if not drew or choice is None:
            return stood
        if person in drew:
            return drawn if drew[person] else stood
        if choice.opponent_by and self.ruleset.facts[choice.opponent_by] == "drawn-total":
            return drawn._replace(drew=False) if any(drew.values()) else stood
        way = choice.house_way[choice.on.index(stood.player)] == "D" and any(drew.values())
        return drawn._replace(drew=False) if way else stood

    # Settlement.

    def _settle(self, play: Play, drew: dict[str, bool], coups: tuple[Coup, Coup]) -> None:
        holder = play.state["holder"]
        own = self.own_hand(play, holder) if holder else BANKER
        claims = []
        for standing in play.wagers:
            coup = self._with_any_pair(play, standing, self.coup_for(standing.person, drew, coups))
            row = self.row_of(standing.wager, coup)
            claims.append(
                self.claim(
                    play,
                    standing,
                    row,
                    self.why(standing, coup, self.outcome(standing.wager, row)),
                    (self.setup.compare_clause,),
                )
            )
        play.settle(self.in_order(play, claims))
        coup = self.coup_for("", drew, coups)
        counts = {PLAYER: coup.player_count, BANKER: coup.banker_count}
        dealing = self.dealing
        loses = self.ruleset.facts.get(dealing.loses_by, dealing.loses_when) if dealing else ""
        hand = own if loses == "own-hand-loses" else BANKER
        self.holder_lost(play, bool(hand) and counts[hand] < counts[PLAYER if hand == BANKER else BANKER])

    def _with_any_pair(self, play: Play, standing: Standing, coup: Coup) -> Coup:
        """Under the reading that any two cards of a hand may pair, the best pair that they make."""
        if "any-two" not in self.flags(standing.wager):
            return coup
        mine = [*play.cards(PLAYER), *(play.cards(COMMUNITY) if coup.player_third != NONE else [])][
            : 2 + (coup.player_third != NONE)
        ]
        hands = mine, play.cards(BANKER)
        pairs = [
            max((pair_of(one, other) for one, other in combinations(hand, 2)), default=UNPAIRED)
            for hand in hands
        ]
        return coup._replace(player_pair=pairs[0], banker_pair=pairs[1])

    def action_card(self, play: Play) -> str:
        """The second card of the bank's hand places the action button."""
        return play.cards(BANKER)[1]

    def why(self, standing: Standing, coup: Coup, outcome: Outcome) -> str:
        """The reason of a settlement line, in one sentence."""
        counts = (
            f"player {final(coup.player, coup.player_third)}, banker {final(coup.banker, coup.banker_third)}"
        )
        if outcome.result == "win":
            return f"{counts}: {standing.name} wins, pays {outcome.odds}"
        return (
            f"{counts}: {standing.name} "
            + {
                "lose": "loses",
                "push": "stands off and goes back",
                "void": "is void and goes back",
                "half": "loses half",
            }[outcome.result]
        )
