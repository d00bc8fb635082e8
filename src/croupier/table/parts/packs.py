"""The packs of a table, and how the rulebook has them used up: facts of the rules, without memory."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from croupier.equipment.card import JOKER, KNOWN, UNSEEN, parse_card
from croupier.equipment.shoe import MOST_DECKS, PACK, Shoe, check, packs, stock
from croupier.errors import BadInput, OptionForbidden
from croupier.rulebook.provision import Provision
from croupier.rulebook.ruleset import Ruleset
from croupier.rulebook.schema import Row
from croupier.table.events import Event


class ShoeRow(Row, frozen=True, kw_only=True):
    """The cards: how they are shuffled, cut, burnt and used up. The number of decks is the option `decks`."""

    clause: str
    decks_when: str = ""
    """A condition that the number of decks must meet,"""
    decks_clause: str = ""
    """and the clause that sets it, where that is not `clause`."""
    shuffle: dict[str, str] = {}
    """Why the cards may be shuffled before the cutting card has come out, each with its clause."""
    unused_only: list[str] = []
    """Those of these reasons that hold only while no card has left the shoe."""
    shuffle_clause: str = ""
    """Clause: they are shuffled when it has."""
    least_cut: int = 0
    """The fewest cards that a cut leaves on either side."""
    cut_clause: str = ""
    cut_from: Literal["", "last-seat"] = ""
    """The first to be offered the cut, and then downwards. After a player has dealt it is that player."""
    cut_offer_clause: str = ""
    cutter_clause: str = ""
    """Clause: no standing player cuts."""
    least_depth: int = 0
    """The fewest cards behind the cutting card."""
    least_share: str = ""
    """or this share of all cards; it lies there while the option `depth` is open."""
    most_depth: str = ""
    """and at most this share of all cards, where the text says so."""
    most_depth_when: str = ""
    """Condition: that share is the most. Without one it always is."""
    depth_clause: str = ""
    burn: int = 0
    """Cards burnt from a fresh shoe."""
    burn_clause: str = ""
    burn_when: str = ""
    burn_shown: str = ""
    """Clause: a burnt card is shown on request."""
    more_burns_clause: str = ""
    """Clause: as many cards more are burnt as the first one shows, if everybody agrees."""
    more_burns_when: str = ""
    """Condition: they may be. Without one they always may."""
    no_more_burns_clause: str = ""
    """Clause: they may not, where that condition does not hold."""
    new_dealer_burns: int = 0
    new_dealer_clause: str = ""
    more_rounds: int = 0
    """Rounds that are played after the one with the cutting card."""
    more_clause: str = ""
    first_out_clause: str = ""
    """Clause: a round is the last one if the cutting card is the first thing out of the shoe in it."""
    first_out_shuffles: str = ""
    """Clause: the cards are shuffled at once in that case, before the round is dealt."""
    no_more_when: str = ""
    """Condition: no further round is played after the one with the cutting card."""
    no_more_clause: str = ""
    every_round: str = ""
    """Condition: the cards are shuffled for every round: a machine, or one pack."""
    every_round_clause: str = ""
    by_hand: bool = False
    """Whether the dealer does it. The next round then waits for the shuffle, the cut and the burnt card."""
    no_cutting_clause: str = ""
    """Clause: no cutting card is used where they are."""

    @property
    def burns(self) -> Provision[int]:
        """Cards burnt from a fresh shoe."""
        return Provision(self.burn, self.burn_when, self.burn_clause)

    @property
    def further_burns(self) -> Provision[bool]:
        """As many cards more as the first one shows."""
        return Provision(bool(self.more_burns_clause), self.more_burns_when, self.more_burns_clause)


class Packs:
    """The packs of a table and their use: facts of the rules, which kernels and provers get."""

    def __init__(
        self,
        ruleset: Ruleset[Any, Any],
        row: ShoeRow,
        joker: bool = False,
        without: str = "",
        longest: int = 0,
    ) -> None:
        self.ruleset = ruleset
        self.row = row
        self.joker = joker
        """Whether the pack has a joker."""
        self.without = without
        """A rank that the packs do not hold."""
        self.longest = longest
        """The most cards that a round can take, where the game knows it."""
        self.cards = frozenset(card for card in KNOWN if card[0] != without)
        """The cards that the packs hold, in notation, a joker left out."""
        self.decks = int(ruleset.options.get("decks", "1"))
        if not 1 <= self.decks <= MOST_DECKS:
            raise BadInput(
                f"{ruleset.id}: a shoe has 1 to {MOST_DECKS} decks, not {self.decks} [{row.clause}]"
            )
        if not ruleset.holds(row.decks_when):
            raise BadInput(
                f"{ruleset.id}: {self.decks} decks cannot be used here; "
                f"the number must meet: {row.decks_when} [{row.decks_clause or row.clause}]"
            )
        rows = ruleset.option_rows
        chosen = "depth" in rows and ruleset.options["depth"] != str(rows["depth"].default)
        if chosen and self.house_depth > self.deepest:
            raise self._forbidden(f"with {self.decks} decks it is at most {self.deepest}")
        if chosen and 0 < self.house_depth < self.share(row.least_share):
            raise self._forbidden(f"with {self.decks} decks it is at least {self.share(row.least_share)}")
        every = bool(row.every_round) and ruleset.holds(row.every_round)
        self.fresh_every_round = every and not row.by_hand
        self.shuffled_every_round = every and row.by_hand

    def _forbidden(self, why: str) -> OptionForbidden:
        """Return the error for a cutting card that would lie in the wrong place."""
        clause = self.row.depth_clause or self.row.clause
        return OptionForbidden(self.ruleset.id, "depth", str(self.house_depth), why, clause)

    @cached_property
    def all_cards(self) -> int:
        """Cards that a full shoe holds, a joker left out."""
        return self.decks * (PACK - 4 if self.without else PACK)

    @cached_property
    def usual_depth(self) -> int:
        """Cards behind the cutting card where nobody counted them."""
        text = self.ruleset.options.get("depth", "open")
        return self.share(self.row.least_share) if text == "open" else int(text)

    @cached_property
    def house_depth(self) -> int:
        """Cards behind the cutting card that this table has fixed for itself."""
        text = self.ruleset.options.get("depth", "open")
        return 0 if text == "open" else int(text)

    @cached_property
    def deepest(self) -> int:
        """The most cards that may lie behind the cutting card."""
        bound = self.row.most_depth if self.ruleset.holds(self.row.most_depth_when) else ""
        return self.share(bound) if bound else self.all_cards

    @property
    def burnt(self) -> int:
        """Cards burnt from a fresh shoe at this table."""
        return self.row.burn if self.row.burns.holds(self.ruleset.facts) else 0

    def share(self, text: str) -> int:
        """Count the cards in a share of all, like 1/4."""
        return int(Fraction(text) * self.all_cards) if text else 0

    @cached_property
    def no_more(self) -> bool:
        """Whether no further round follows the one with the cutting card."""
        return bool(self.row.no_more_when) and self.ruleset.holds(self.row.no_more_when)

    def fresh(self) -> Counter[str]:
        """Return all cards of the packs."""
        return self.stock(Shoe())

    def stock(self, shoe: Shoe) -> Counter[str]:
        """Return the cards that may be dealt at the beginning of a round."""
        found = packs(self.decks) if self.fresh_every_round else stock(shoe, self.decks)
        if self.without:
            found = Counter({card: number for card, number in found.items() if card[0] != self.without})
        if self.joker:
            found[JOKER] += 1
        return found

    def check(self, shoe: Shoe) -> None:
        """Refuse a shoe that has dealt cards which these packs do not hold."""
        check(shoe, self.decks)
        if not self.without:
            return
        for card in (*shoe.out, *shoe.first):
            self.refuse_missing(card, "before: ")
        if sum(shoe.out.values()) + shoe.unseen > self.all_cards:
            raise BadInput(
                f"before: {self.decks} decks without tens hold {self.all_cards} cards, "
                "and no more can have left the shoe"
            )

    def refuse_missing(self, card: str, where: str = "") -> None:
        """Refuse a card of the rank that the packs do not hold."""
        if self.without and card[:1] == self.without:
            raise BadInput(f"{where}there is no {card} in these decks, which hold no tens")

    def read(self, event: Event) -> str:
        """Return a card in notation, or one that nobody has seen; a joker where the pack has one."""
        if event.what in self.cards or event.what == UNSEEN:
            return event.what
        card = str(parse_card(event.what, joker=self.joker))
        self.refuse_missing(card)
        return card
