"""What a rulebook says of a game of twenty-one.

A text may name an option: `soft-17 = "soft-17"` is the value of the option of that name, `soft-17 = "hit"` is
the value itself.
"""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.provision import Provision
from croupier.rulebook.schema import Row
from croupier.table.parts.bank import BankRow
from croupier.table.parts.boxes import BoxesRow
from croupier.table.parts.cardbetting import CardSetup
from croupier.table.parts.cutting import CutRow
from croupier.table.parts.rows import CardWager


class TwentyOneWager(CardWager, frozen=True, kw_only=True):
    """A wager at twenty-one.

    `main` is made before the deal and carries the hand. `double` and `split` are made by these acts,
    `insurance` on offer. Every other kind is a side wager.
    """

    kind: Literal[
        "main", "double", "split", "insurance",
        "over", "under", "three-card", "royal-match", "pairs", "super-match", "sevens", "bonus", "buster",
        "super-bonus",
    ]  # fmt: skip
    suited_when: str = ""
    """A condition under which cards are alike only if they are of one suit too."""
    controller_clause: str = ""
    """The clause by which only the one who controls the box may make it."""
    split_clause: str = ""
    """The clause by which the first hand of a split decides a side wager."""
    doubled_when: str = ""
    """A condition under which a doubled hand earns a super bonus; it does not without one."""
    shared_with_added: str = ""
    """A condition under which doubles and splits count towards what all on a box bet together."""
    each_box: str = ""
    """A condition under which a player with several boxes gets the gift to all others for each of them."""
    settles_before_offers: bool = True
    """Whether a side wager on the first cards is settled before anything is offered."""


class DealerRow(Row, frozen=True, kw_only=True):
    """The dealer's hand."""

    clause: str
    """The clause by which the dealer draws and stands."""
    soft_17: str = "stand"
    """`stand` or `hit`, or the option that says it."""
    soft_clause: str = ""
    """The clause of soft seventeen, where it is another one."""
    hole: str = "none"
    """`none`, `down`, `peek`, or the option that sets it.

    `none`: the second card comes when all hands are played. `down`: it is dealt face down. `peek`: down, and
    looked at when the first is an ace or a ten.
    """
    hole_clause: str = ""
    peek_clause: str = ""
    """The clause by which the hole card is looked at, and a natural ends the round."""
    second_clause: str = ""
    """The clause by which the second card comes, or is turned."""
    needless_clause: str = ""
    """The clause by which no card is drawn that cannot matter.

    Without one the dealer fills the hand as long as a wager waits for it.
    """
    needless_when: str = ""
    """A condition under which `needless_clause` binds."""
    natural_fills_when: str = ""
    """A condition under which the dealer fills the hand where a natural waited for the second card."""
    surrender_fills_when: str = ""
    """A condition under which the dealer fills the hand before half of a surrendered wager is taken."""
    fills_when: str = ""
    """A condition under which the dealer fills the hand although no wager waits for it."""
    second_always: str = ""
    """A condition under which the second card is dealt although no wager waits for it."""
    natural_clause: str = ""
    """The clause by which a natural of the dealer beats every other hand."""
    push_on: int = 0
    """A total above 21 with which the dealer neither wins nor loses: 22."""
    push_when: str = ""
    """A condition under which `push_on` holds; always without one."""
    void_total: int = 0
    """The total on which a dealer who discarded a card stands, and every hand pushes: 15."""
    eights: bool = False
    """Whether three eights of the dealer save the hands that went over."""


class DrawRow(Row, frozen=True, kw_only=True):
    """Drawing and standing."""

    clause: str
    """The clause by which each box decides about its hands."""
    turn_clause: str = ""
    """The clause by which they do so in turn, where that is another one."""
    acts_clause: str = ""
    """The clause on what a hand may do besides, where that is another one."""
    hit_clause: str
    stand_clause: str
    most_clause: str = ""
    """The clause by which a hand of 21 draws no card."""
    bust_clause: str = ""
    """The clause by which a hand over 21 is lost at once."""
    must_stand: int = 0
    """The least hard total on which a hand must stand."""
    must_hit: int = 0
    """The highest hard total on which a hand must draw."""
    must_clause: str = ""
    soft_most_when: str = ""
    """A condition under which a soft 21 may draw."""
    directed_when: str = ""
    """A condition under which the dealer has every hand draw up to eleven."""
    directed_clause: str = ""
    forced_clause: str = ""
    """The clause by which hands are drawn like the dealer's, without a choice."""
    forced_stands: str = ""
    """A condition under which such a hand stands on soft seventeen where the dealer draws."""
    discard_clause: str = ""
    """The clause by which a card that would take a hand over 21 is discarded, and the hand stands."""


class DoubleRow(Row, frozen=True, kw_only=True):
    """Doubling: one card more for a further wager."""

    when: str = ""
    """A condition under which doubling is offered."""
    clause: str
    natural_clause: str = ""
    """The clause by which a natural of the dealer takes the first wager of a doubled hand alone."""
    totals: list[int] = []
    """The totals that may be doubled; any under 21 if none are named."""
    totals_when: str = ""
    """A condition under which `totals` bind."""
    totals_by: dict[str, list[int]] = {}
    """Totals by the condition under which they bind."""
    totals_clause: str = ""
    either_total: str = ""
    """A condition under which a soft hand may also be doubled on its total with the ace at one.

    The ace counts as usual afterwards.
    """
    cards: tuple[int, ...] = (2,)
    """The numbers of cards on which a hand may be doubled; any number if none are named."""
    cards_when: str = ""
    """A condition under which `cards` bind; always without one."""
    cards_clause: str = ""
    aces_low: str = ""
    """A condition under which the aces held count one, for the total that may be doubled and for good."""
    aces_clause: str = ""
    aces_low_for: str = ""
    """A condition under which they do for who has doubled alone, and not for others on the box."""
    made_21: str = ""
    """A condition under which a hand of 21 may be doubled on its total with the aces at one."""
    less: bool = False
    """Whether the further wager may be less."""
    equal_clause: str
    """The clause by which the further wager is no more than the first, or as much."""
    card_clause: str
    """The clause by which exactly one more card is dealt."""
    split_hands: str = ""
    """A condition under which a hand made by splitting may be doubled; always without one."""
    split_clause: str = ""
    followers_clause: str = ""
    """The clause by which the others on the box may double too."""
    not_standing: str = ""
    """A condition under which a hand that must stand is not doubled either."""
    rescue_clause: str = ""
    """The clause by which a player may take the doubled part back and give up the wager.

    Nobody may where there is none.
    """
    rescue_when: str = ""
    """A condition under which he may; always without one."""

    @property
    def on_totals(self) -> Provision[list[int]]:
        """The totals that may be doubled."""
        return Provision(self.totals, self.totals_when, self.totals_clause)

    @property
    def on_cards(self) -> Provision[tuple[int, ...]]:
        """The numbers of cards on which a hand may be doubled."""
        return Provision(self.cards, self.cards_when, self.cards_clause)


class SplitRow(Row, frozen=True, kw_only=True):
    """Splitting two cards of one value into two hands."""

    when: str = ""
    clause: str
    natural_clause: str = ""
    """The clause by which a natural of the dealer takes the first wager of split hands alone."""
    unlike_clause: str = ""
    """The clause by which the cards must be of one value, where it is another."""
    equal_clause: str
    hands: str = "2"
    """The most hands of one box, `open` for any number, or the option that sets it."""
    hands_when: str = ""
    """A condition under which their number is limited; always without one."""
    hands_clause: str = ""
    not_on: list[str] = []
    """Ranks that may not be split, under a condition."""
    not_when: str = ""
    not_clause: str = ""
    aces_again: str = ""
    """A condition under which aces may be split again."""
    aces_again_clause: str = ""
    aces_one_card: str = ""
    """A condition under which split aces get one card each; always without one."""
    aces_clause: str = ""
    aces_double: str = ""
    """A condition under which split aces that draw may be doubled; always without one."""
    aces_double_only: str = ""
    """A condition under which aces that get one card each may be doubled all the same."""
    both_first: str = ""
    """A condition under which both hands get their second card before the first is played.

    Otherwise the first is finished before.
    """
    both_clause: str = ""
    in_turn_clause: str = ""
    naturals: bool = False
    """Whether an ace and a ten on a split hand are a natural."""
    followers_clause: str = ""
    """The clause by which others on the box bet as much on the new hand.

    They may instead say on which hand their wager lies.
    """
    second_clause: str = ""
    """The clause by which the wager of a person who adds none lies on the first hand."""
    declined_clause: str = ""
    """The clause by which a pair that drew a card may no longer be split."""

    @property
    def most_hands(self) -> Provision[str]:
        """The most hands of one box."""
        return Provision(self.hands, self.hands_when, self.hands_clause)

    @property
    def barred(self) -> Provision[list[str]]:
        """Ranks that may not be split."""
        return Provision(self.not_on, self.not_when, self.not_clause)


class SurrenderRow(Row, frozen=True, kw_only=True):
    """Giving up half of the wager."""

    clause: str
    when: str = ""
    """A condition under which surrender is offered."""
    upcards: str = ""
    """The dealer's ranks against which it is offered, `AJQK`; any if none are named."""
    upcards_clause: str = ""
    at: Literal["offers", "turn"] = "turn"
    """When it is offered: to all before anybody plays, or to a hand at its turn, on its first two cards."""
    cards_clause: str = ""
    """The clause by which it is taken on the first two cards alone."""
    no_cards_clause: str = ""
    """The clause by which a hand that was given up gets no more cards."""
    followers_clause: str = ""
    """The clause by which others on a box may give up only if its controller does."""

    early_when: str = ""
    """A condition under which it is offered to all before the dealer looks at the hole card.

    Half is lost then even against a natural.
    """


class InsuranceRow(Row, frozen=True, kw_only=True):
    """A wager that the dealer's second card makes a natural, offered when the first is an ace."""

    wager: str = "insurance"
    both_when: str = ""
    """A condition under which it is measured by both wagers of a player with two hands, not by one."""
    when: str = ""
    """A condition under which insurance is offered."""
    clause: str
    before_hands: str = ""
    """A condition under which insurance is settled before all hands, from the bank's left.

    It matters where everything else waits for the end.
    """
    late_clause: str = ""
    """The clause by which nobody insures once hands are played, or against another card.

    Without one it is an act that nobody is asked for.
    """
    one_clause: str = ""
    """The clause by which a box has only one such wager."""
    most: str = "1/2"
    most_clause: str
    over_by: str = ""
    """The excess allowed where it makes the payment whole units: 0.25."""
    over_exactly: bool = False
    """Whether the excess must be exactly that much."""
    over_clause: str = ""
    tens: str = ""
    """A condition under which a natural is offered insurance against a ten, too."""
    tens_clause: str = ""
    back_when: str = ""
    """A condition under which insurance goes back when a ruling says that the dealer has no natural.

    Without one it is settled by the second card.
    """
    lost_clause: str = ""
    """The clause by which it is collected before the dealer draws on."""


class EvenMoneyRow(Row, frozen=True, kw_only=True):
    """One to one at once for a natural, when the dealer's first card is an ace."""

    clause: str
    when: str = ""
    barred_clause: str = ""
    """The clause by which even money is not offered where the condition does not hold."""


class NaturalRow(Row, frozen=True, kw_only=True):
    """A natural of a player."""

    clause: str
    """The clause by which an ace and a ten are a natural."""
    at_once_clause: str = ""
    """The clause by which a natural is paid at once when the dealer cannot have one.

    Without one it waits for the end.
    """
    waits_clause: str = ""
    early: str = ""
    """A condition under which a natural is paid at once although hands wait for the end.

    It is paid in order from the bank's left.
    """
    always_at_once: bool = False
    """Whether a natural is paid at once whatever the dealer shows."""


class SwitchRow(Row, frozen=True, kw_only=True):
    """Two hands for each box, whose second cards may be switched."""

    clause: str
    first_clause: str
    """The clause by which a switch comes before anything else on the box."""
    natural_clause: str
    """The clause by which an ace and a ten brought together by a switch are no natural."""
    equal_clause: str
    """The clause by which both hands have the same wager."""


class FollowersRow(Row, frozen=True, kw_only=True):
    """More than one person on a box."""

    when: str = ""
    """A condition under which others may bet on a box; always without one."""
    most: int = 3
    """The most persons on one box; any number if 0."""
    clause: str
    one_clause: str = ""
    """The clause by which only one person bets on a box where it is not permitted."""
    control_clause: str
    """The clause by which only the controller of the box decides."""
    seated_clause: str = ""
    """The clause by which others bet on a box only once the person who sits there has."""
    highest_clause: str = ""
    """The clause by which the person with the highest wager decides where nobody sits at the box."""


class AtOnceRow(Row, frozen=True, kw_only=True):
    """Hands that win before the dealer plays."""

    clause: str
    when: str = ""
    """A condition under which 21 is paid at once; always without one."""
    trick: int | str = 0
    """The number of cards that win without going over 21, whatever their total.

    It may be the option or reading that sets it.
    """
    trick_when: str = ""
    """A condition under which they win; always without one."""
    trick_clause: str = ""

    @property
    def tricks(self) -> Provision[int | str]:
        """The number of cards that win without going over 21."""
        return Provision(self.trick, self.trick_when, self.trick_clause)


class AbsentRow(Row, frozen=True, kw_only=True):
    """What is done with the hand of a player who does not act, when it is directed."""

    hard: int = 11
    """The highest hard total on which a card is dealt."""
    soft: int = 16


class TwentyOneSetup(CardSetup, frozen=True, kw_only=True):
    """How the game is played."""

    cut: CutRow | None = None
    boxes: BoxesRow | None = None
    bank: BankRow = BankRow()
    main: str
    """The wager that carries a hand."""
    values_clause: str
    taken_clause: str = ""
    """The clause by which a player bets on another's box only where nobody sits."""
    own_total_clause: str = ""
    refused_by_player: bool = False
    """Whether who refuses a card gets none on any of his boxes; else on that hand alone."""
    no_tens: bool = False
    """Whether the tens are taken out of the decks; pictures stay."""
    no_tens_clause: str = ""
    compare_clause: str = ""
    collects: Literal["at-once", "at-the-end"] = "at-once"
    """Whether decided hands are settled at once, or all in order at the end."""
    dealer: DealerRow
    draw: DrawRow
    natural: NaturalRow
    double: DoubleRow | None = None
    split: SplitRow | None = None
    surrender: SurrenderRow | None = None
    insurance: InsuranceRow | None = None
    even_money: EvenMoneyRow | None = None
    switch: SwitchRow | None = None
    followers: FollowersRow | None = None
    at_once: AtOnceRow | None = None
    absent: AbsentRow = AbsentRow()
    parallel_clause: str = ""
    """The clause by which two cards are shared by all players, where the option `deal` is `parallel`."""
    empty_clause: str = ""
    """The clause for a shoe that does not hold enough cards."""
    limits_when: str = ""
    """A condition under which the table's minimum and maximum bind; always without one."""
    replaces_when: str = ""
    """A condition under which `replaces_clause` binds; always without one."""
    replaces_lost: str = ""
    """A condition under which it binds also where the first hand went over."""
    replaces_clause: str = ""
    """The clause by which a natural of the dealer takes another hand's wager.

    It does where the first hand has won or was given up.
    """
    entry_when: str = ""
    """A condition under which entry is restricted even where the cards are shuffled every round.

    Without one it is not.
    """
    entry_minimum_clause: str = ""
    """The clause by which a late entrant bets the minimum, where it is another one."""
    entry_clause: str = ""
    """The clause on a person who did not bet in the first round of a shoe.

    He waits, or bets the minimum, as the option `late-entry` says.
    """
    reentry_clause: str = ""
    """The clause by which a person who sat a round out waits for a new shoe.

    It binds where the option `sat-out` says so.
    """
