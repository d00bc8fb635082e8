"""What a rulebook says of a game of twenty-one.

A text that may name an option is read through it: `soft-17 = "soft-17"` is the value of the option of that
name, `soft-17 = "hit"` is the value itself.
"""

from __future__ import annotations

from typing import Literal

from croupier.rulebook.schema import Row
from croupier.table.parts.bank import BankRow
from croupier.table.parts.boxes import BoxesRow
from croupier.table.parts.cardbetting import CardSetup
from croupier.table.parts.cutting import CutRow
from croupier.table.parts.rows import CardWager


class TwentyOneWager(CardWager, frozen=True, kw_only=True):
    """A wager at a table of twenty-one.

    `main` is laid before the deal and carries the hand; `double` and `split` are laid by these acts,
    `insurance` on offer; every other kind is a side wager.
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
    """A condition under which a doubled hand earns a super bonus; without one it does not."""
    each_box: str = ""
    """A condition under which a player with several boxes gets a gift to all others for each of them."""
    own_limits: list[str] = []
    """The options that say its own minimum and maximum, which bind in place of the table's."""
    settles_before_offers: bool = True
    """Whether a side wager on the first cards is settled before anything is offered to the players."""


class DealerRow(Row, frozen=True, kw_only=True):
    """The dealer's hand."""

    clause: str
    """The clause by which the dealer draws and stands."""
    soft_17: str = "stand"
    """`stand` or `hit`, or the option that says it."""
    soft_clause: str = ""
    """The clause of soft seventeen, where it is another."""
    hole: str = "none"
    """`none` (the second card comes when all hands are played), `down`, `peek` (down, and looked at under
    an ace or a ten), or the option that says it."""
    hole_clause: str = ""
    peek_clause: str = ""
    """The clause by which the hole card is looked at, and a natural ends the round."""
    second_clause: str = ""
    """The clause by which the second card comes, or is turned."""
    needless_clause: str = ""
    """The clause by which no card is drawn that cannot matter; without one the dealer fills the hand as
    long as a wager waits for it."""
    needless_when: str = ""
    """A condition under which it binds."""
    fills_when: str = ""
    """A condition under which the dealer fills the hand although no wager waits for it any more."""
    second_always: str = ""
    """A condition under which the second card is dealt although no wager waits for it."""
    natural_clause: str = ""
    """The clause by which a natural of the dealer beats every other hand."""
    push_on: int = 0
    """A total above 21 with which the dealer neither wins nor loses: 22."""
    push_when: str = ""
    """A condition under which it does; without one it always does."""
    void_total: int = 0
    """The total on which a dealer who has thrown a card away stands, and every hand goes back: 15."""
    eights: bool = False
    """Whether three eights of the dealer save the hands that went over."""


class DrawRow(Row, frozen=True, kw_only=True):
    """Drawing and standing."""

    clause: str
    """The clause by which each box decides in turn."""
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
    directed_when: str = ""
    """A condition under which the dealer has every hand draw up to eleven."""
    directed_clause: str = ""
    forced_clause: str = ""
    """The clause by which hands are drawn like the dealer's, without a choice."""
    forced_stands: str = ""
    """A condition under which such a hand stands on soft seventeen where the dealer draws."""
    discard_clause: str = ""
    """The clause by which a card that would take a hand over 21 is thrown away, and the hand stands."""


class DoubleRow(Row, frozen=True, kw_only=True):
    """Doubling: one card more for a further wager."""

    when: str = ""
    """A condition under which it is offered."""
    clause: str
    totals: list[int] = []
    """The totals on which it may be done; any under 21 if none are named."""
    totals_when: str = ""
    """A condition under which they bind."""
    totals_by: dict[str, list[int]] = {}
    """Totals by the condition under which they bind."""
    totals_clause: str = ""
    either_total: str = ""
    """A condition under which a soft hand may be doubled on its total with the ace at one, too; the ace
    counts as usual afterwards."""
    cards: tuple[int, ...] = (2,)
    """The numbers of cards on which it may be done; none named: any number."""
    cards_when: str = ""
    """A condition under which they bind; without one they do."""
    cards_clause: str = ""
    aces_low: str = ""
    """A condition under which the aces held count one, for the total that may be doubled and for good."""
    aces_clause: str = ""
    made_21: str = ""
    """A condition under which a hand that makes 21 may be doubled where its aces at one make a total that
    may."""
    less: bool = False
    """Whether the further wager may be less."""
    equal_clause: str
    """The clause by which it is no more than the wager, or as much."""
    card_clause: str
    """The clause by which one card more is dealt, and no other."""
    split_hands: str = ""
    """A condition under which a hand made by splitting may be doubled; without one it may."""
    split_clause: str = ""
    followers_clause: str = ""
    """The clause by which the others on the box may double too."""
    not_standing: str = ""
    """A condition under which a hand that must stand is not doubled either."""
    rescue_clause: str = ""
    """The clause by which a player may take the doubled part back and give up the wager; nobody may where
    there is none."""
    rescue_when: str = ""
    """A condition under which he may; without one he may."""


class SplitRow(Row, frozen=True, kw_only=True):
    """Splitting two cards of one value into two hands."""

    when: str = ""
    clause: str
    unlike_clause: str = ""
    """The clause by which the cards must be of one value, where it is another."""
    equal_clause: str
    hands: str = "2"
    """Hands that one box may have, `open` for any number, or the option that says it."""
    hands_when: str = ""
    """A condition under which their number is limited; without one it always is."""
    hands_clause: str = ""
    not_on: list[str] = []
    """Ranks that may not be split, under a condition."""
    not_when: str = ""
    not_clause: str = ""
    aces_again: str = ""
    """A condition under which aces may be split again."""
    aces_again_clause: str = ""
    aces_one_card: str = ""
    """A condition under which split aces get one card each; without one they do."""
    aces_clause: str = ""
    aces_double: str = ""
    """A condition under which split aces that draw may be doubled; without one they may."""
    aces_double_only: str = ""
    """A condition under which aces that get one card each may be doubled all the same."""
    both_first: str = ""
    """A condition under which both hands get their second card before the first is played; else the first
    is finished before."""
    both_clause: str = ""
    in_turn_clause: str = ""
    naturals: bool = False
    """Whether an ace and a ten on a split hand are a natural."""
    followers_clause: str = ""
    """The clause by which the others on the box lay as much on the new hand, or say on which hand their
    wager lies."""
    second_clause: str = ""
    """The clause by which the wager of somebody who does not add one lies on the first hand."""
    declined_clause: str = ""
    """The clause by which a pair that drew a card may not be split any more."""


class SurrenderRow(Row, frozen=True, kw_only=True):
    """Giving up half of the wager."""

    clause: str
    when: str = ""
    """A condition under which it is offered."""
    upcards: str = ""
    """Ranks of the dealer's card under which it is offered, `AJQK`; any if none are named."""
    upcards_clause: str = ""
    at: Literal["offers", "turn"] = "turn"
    """Offered to all at once before anybody plays, or taken by a hand at its turn, on its first two cards."""
    cards_clause: str = ""
    """The clause by which it is taken on the first two cards alone."""
    no_cards_clause: str = ""
    """The clause by which a hand that was given up gets no more cards."""
    followers_clause: str = ""
    """The clause by which the others on a box may give up only if the one who controls it does."""


class InsuranceRow(Row, frozen=True, kw_only=True):
    """A wager that the dealer's second card makes a natural, offered when the first is an ace."""

    wager: str = "insurance"
    when: str = ""
    """A condition under which it is offered."""
    clause: str
    before_hands: str = ""
    """A condition under which it is settled before all hands where everything waits for the end, in order
    from the bank's left."""
    late_clause: str = ""
    """The clause by which nobody insures once hands are played, or under another card; without one it is
    an act that nobody is asked for."""
    one_clause: str = ""
    """The clause by which a box has only one such wager, where a second one is refused by it."""
    most: str = "1/2"
    most_clause: str
    over_by: str = ""
    """By how much it may be more, where that gives a payment in whole units: 0.25."""
    over_exactly: bool = False
    """Whether it may be more by just as much, and not by a part of it."""
    over_clause: str = ""
    tens: str = ""
    """A condition under which those who hold a natural are offered it under a ten, too."""
    tens_clause: str = ""
    back_when: str = ""
    """A condition under which it goes back where a ruling says that the dealer has no natural; without one
    it is settled by the second card."""
    lost_clause: str = ""
    """The clause by which it is collected before the dealer draws on."""


class EvenMoneyRow(Row, frozen=True, kw_only=True):
    """One to one at once for a natural, when the dealer's first card is an ace."""

    clause: str
    when: str = ""
    barred_clause: str = ""
    """The clause by which it is not offered where the condition does not hold."""


class NaturalRow(Row, frozen=True, kw_only=True):
    """A natural of a player."""

    clause: str
    """The clause by which an ace and a ten are one."""
    at_once_clause: str = ""
    """The clause by which it is paid at once when the dealer cannot have one; without one it waits for the
    end."""
    waits_clause: str = ""
    early: str = ""
    """A condition under which it is paid at once although hands wait for the end, in order from the bank's
    left."""
    always_at_once: bool = False
    """Whether it is paid at once whatever the dealer shows."""


class SwitchRow(Row, frozen=True, kw_only=True):
    """Two hands for each box, whose second cards may change places."""

    clause: str
    first_clause: str
    """The clause by which it is done before anything else on the box."""
    natural_clause: str
    """The clause by which an ace and a ten that came together so are no natural."""
    equal_clause: str
    """The clause by which both hands have the same wager."""


class FollowersRow(Row, frozen=True, kw_only=True):
    """More than one person on a box."""

    when: str = ""
    """A condition under which it is permitted; without one it is."""
    most: int = 3
    """Persons on one box; any number if 0."""
    clause: str
    one_clause: str = ""
    """The clause by which only one person bets on a box where it is not permitted."""
    control_clause: str
    """The clause by which only the one who controls the box decides."""
    seated_clause: str = ""
    """The clause by which others bet on a box only once the one who sits there has."""
    highest_clause: str = ""
    """The clause by which the one with the highest wager decides where nobody sits at the box."""


class AtOnceRow(Row, frozen=True, kw_only=True):
    """Hands that win before the dealer plays."""

    clause: str
    when: str = ""
    """A condition under which 21 is paid at once; without one it always is."""
    trick: int | str = 0
    """Cards, or the option or reading that says how many, that win without going over 21, whatever their
    total."""
    trick_when: str = ""
    """A condition under which they do; without one they always do."""
    trick_clause: str = ""


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
    """The clause by which a player bets on another box than his own only where nobody else sits."""
    own_total_clause: str = ""
    no_tens: bool = False
    """Whether the tens are taken out of the decks; pictures stay."""
    no_tens_clause: str = ""
    compare_clause: str = ""
    collects: Literal["at-once", "at-the-end"] = "at-once"
    """Whether hands that are decided are settled at once, or all in order at the end."""
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
    """The clause by which two cards are dealt for all players together, where the option `deal` is
    `parallel`."""
    empty_clause: str = ""
    """The clause that says what happens when the shoe does not hold enough cards."""
    limits_when: str = ""
    """A condition under which the table's minimum and maximum bind; without one they do."""
    replaces_when: str = ""
    """A condition under which the next key binds; without one it does."""
    replaces_lost: str = ""
    """A condition under which it binds also where the first hand went over."""
    replaces_clause: str = ""
    """The clause by which a natural of the dealer takes another hand's wager where the first hand has won
    or was given up."""
    entry_when: str = ""
    """A condition under which entry is restricted even where the cards are mixed anew for every round;
    without one it is not."""
    entry_minimum_clause: str = ""
    """The clause by which such a person bets the minimum, where it is another."""
    entry_clause: str = ""
    """The clause by which somebody who did not bet in the first round of a shoe waits, or bets the
    minimum, as the option `late-entry` says."""
    reentry_clause: str = ""
    """The clause by which somebody who sat a round out waits for a new shoe, where the option `sat-out`
    says so."""
