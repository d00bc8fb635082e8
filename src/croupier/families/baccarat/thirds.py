"""Third cards: by the tableau, or where the rulebook says so by the choice of each bettor on the line."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from croupier.errors import BadInput
from croupier.families.baccarat.rules import BaccaratSetup, BaccaratWager
from croupier.families.baccarat.tableau import (
    BANKER,
    COMMUNITY,
    LONGEST,
    NATURAL,
    NONE,
    PLAYER,
    Coup,
    Tableau,
    banker_rule,
    check,
    natural,
    pair_of,
    player_rule,
)
from croupier.ranking.points import count, value
from croupier.rulebook.ruleset import Ruleset
from croupier.table.parts.part import Nothing, Part
from croupier.table.parts.shoe import DealingShoe
from croupier.table.play import Play
from croupier.table.questions import Refusal, Wait
from croupier.table.sights import Sight
from croupier.table.vocabulary import PLAIN, Declared

DRAWS, STANDS, HOUSE_WAY = "draw", "stand", "house-way"
LOOKS = ("natural", "no-natural")
"""What the dealer says who has looked at the bank's hidden cards."""
Drew = dict[str, bool]
"""Who chose, and whether they drew."""
Coups = tuple[Coup, Coup]
"""The coup of those who stood, and the coup of those who drew."""


def tableau_of(ruleset: Ruleset[BaccaratWager, BaccaratSetup]) -> Tableau:
    """Return the tableau that the readings choose."""
    row = ruleset.setup.tableau
    which = ruleset.facts.get(row.chosen_by, "drawn") if row.chosen_by else "drawn"
    if which not in row.banker:
        raise BadInput(
            f"{ruleset.file}: setup.tableau.banker has no rows for {which!r} [{row.banker_clause}]"
        )
    return check(Tableau(row.player, tuple(row.banker[which])), f"{ruleset.file}: setup.tableau")


class ThirdCards(Part[Nothing]):
    """Who takes a third card, and the coup that each bettor meets by it."""

    carried = Nothing
    sights = ("two-cards-each",)

    def __init__(self, ruleset: Ruleset[BaccaratWager, BaccaratSetup], shoe: DealingShoe) -> None:
        self.ruleset = ruleset
        self.row = ruleset.setup.tableau
        self.turn_clause = ruleset.setup.turn_clause
        self.shoe = shoe
        self.tableau = tableau_of(ruleset)
        self.choice = ruleset.setup.choice
        """On which counts bettors choose, if they do."""

    # Facts of the rules.

    def may_choose(self, two: int, bank: int) -> bool:
        """Whether each bettor chooses for himself on this count."""
        choice = self.choice
        return choice is not None and two in choice.on and (choice.despite_natural or not natural(two, bank))

    def coup_for(self, person: str, drew: Drew, coups: Coups) -> Coup:
        """Return the coup as a bettor meets it: by an own choice, else by the house way or as most met it."""
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

    def _meets_third(self, drew: Drew) -> bool:
        """Whether the bank plays against a third card that some drew and others did not."""
        mixed = self.choice.mixed_by if self.choice else ""
        return not mixed or self.ruleset.facts[mixed] == "any-third-card" or all(drew.values())

    # At the table.

    def takes(self) -> Declared:
        """Declare what bettors choose, and what the dealer says after a look at hidden cards."""
        choices = (DRAWS, STANDS, HOUSE_WAY) if self.choice is not None else ()
        return dict.fromkeys((*choices, *LOOKS), PLAIN)

    def fill(self, play: Play) -> Generator[Wait, Any, tuple[Drew, Coups]]:
        """Fill both hands. Return who drew by choice, and the coups of those who stood and those who drew."""
        two = count(play.cards(PLAYER))
        hidden = not play.known(BANKER)
        # Where the bank's cards lie hidden, the dealer looks for a natural only if one would keep somebody
        # from drawing.
        draws = two < NATURAL and (self.tableau.player[two] == "D" or self.may_choose(two, 0))
        looks = hidden and draws and not self.may_choose(two, NATURAL)
        bank_natural = (yield from self._peek(play)) if looks else False
        bank = NATURAL if bank_natural else 0 if hidden else count(play.cards(BANKER))
        drew, third = yield from self._of_player(play, two, bank)
        if hidden:
            yield from play.turn(BANKER)
            play.clauses |= {self.turn_clause} - {""}
        bank = count(play.cards(BANKER))
        if looks and (bank >= NATURAL) != bank_natural:
            said = "natural" if bank_natural else "no natural"
            raise BadInput(f"the dealer looked and said {said}, but the bank's two cards count {bank}")
        met = third if self._meets_third(drew) else NONE
        bank_third = yield from self._of_bank(play, two, bank, met)
        mine, theirs = play.cards(PLAYER), play.cards(BANKER)
        pairs = pair_of(mine[0], mine[1]), pair_of(theirs[0], theirs[1])
        stood = Coup(two, bank, NONE if drew else third, bank_third, *pairs)
        return drew, (stood, Coup(two, bank, third, bank_third, *pairs, drew=True))

    def _of_player(self, play: Play, two: int, bank: int) -> Generator[Wait, Any, tuple[Drew, int]]:
        """Give the player's hand, or those who choose it, a third card. Return who chose, and its value."""
        row = self.row
        play.clauses.add(row.natural_clause if natural(two, bank) else row.player_clause)
        if self.may_choose(two, bank):
            drew = yield from self._choices(play, two)
            if not any(drew.values()):
                return drew, NONE
            yield from self.shoe.draw(play, COMMUNITY)
            return drew, value(play.cards(COMMUNITY)[0][0])
        if player_rule(self.tableau, two, bank) != "D":
            return {}, NONE
        yield from self.shoe.draw(play, PLAYER)
        return {}, value(play.cards(PLAYER)[2][0])

    def _of_bank(self, play: Play, two: int, bank: int, met: int) -> Generator[Wait, Any, int]:
        """Give the bank's hand its third card; return the card's value."""
        row = self.row
        ruled = row.stood_clause if met == NONE and row.stood_clause else row.banker_clause
        play.clauses.add(row.natural_clause if natural(two, bank) else ruled)
        if banker_rule(self.tableau, two, bank, met) != "D":
            return NONE
        yield from self.shoe.draw(play, BANKER)
        return value(play.cards(BANKER)[2][0])

    def _peek(self, play: Play) -> Generator[Wait, Any, bool]:
        """Whether the bank's hidden cards are a natural: the dealer looks and says no more than that."""
        play.show(BANKER, "dealer")
        if play.known(BANKER, "dealer"):
            return count(play.cards(BANKER, "dealer")) >= NATURAL
        answer = yield from play.ask_one(
            "the dealer looks at the bank's cards",
            "dealer",
            dict.fromkeys(LOOKS),
            clause=self.choice.clause if self.choice else "",
        )
        return bool(answer.verb == LOOKS[0])

    def _choices(self, play: Play, two: int) -> Generator[Wait, Any, Drew]:
        """Let each bettor on the line draw, stand, or leave it to the house way."""
        choice = self.choice
        assert choice is not None
        people = [standing.person for standing in play.wagers if standing.wager in choice.lines]
        acts: dict[str, Refusal | None] = {DRAWS: None, STANDS: None, HOUSE_WAY: None}
        answers = yield from play.ask(
            "draw or stand", dict.fromkeys(dict.fromkeys(people), acts), clause=choice.clause
        )
        way = choice.house_way[choice.on.index(two)] == "D"
        despite = {choice.despite_clause} - {""} if choice.despite_natural else set()
        play.clauses |= {choice.clause} | despite
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

    # Rulings.

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say whether each hand has its first two cards."""
        dealt = all(len(play.places.get(place, [])) >= 2 for place in (PLAYER, BANKER))
        return Sight(
            dealt,
            f"the first four cards are {'dealt' if dealt else 'not dealt yet: a card is the next of them'}",
        )

    def ruled(self, play: Play, irregularity: str, facts: Mapping[str, str]) -> None:
        """Whether the banker must draw is for the cards to say, once they are known."""
        said = facts.get("banker", "")
        hands = [play.places.get(place, []) for place in (PLAYER, BANKER)]
        if said not in ("must-draw", "must-stay") or min(map(len, hands)) < 2:
            return
        if not play.known(PLAYER) or not play.known(BANKER):
            return
        two, bank = (count(play.cards(place)[:2]) for place in (PLAYER, BANKER))
        if player_rule(self.tableau, two, bank) == "D":
            raise BadInput(f"the player's hand counts {two} and draws: a third card is authorised")
        must = "draw" if banker_rule(self.tableau, two, bank, NONE) == "D" else "stay"
        if said != f"must-{must}":
            raise BadInput(
                f"with {bank} against a hand that stands on {two} the banker must {must}: "
                f"say banker=must-{must}"
            )


def cards_wanted(play: Play) -> int:
    """Count the cards that the round may still take."""
    return LONGEST - sum(len(play.places.get(place, [])) for place in (PLAYER, BANKER, COMMUNITY))
