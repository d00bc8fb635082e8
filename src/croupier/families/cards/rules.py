"""What every card game reads from its rulebook, besides what its family adds."""

from __future__ import annotations

from typing import Literal

from croupier.families.common.rules import TableSetup, TableWager
from croupier.rulebook.schema import Clauses, Row


class CommissionRow(Row, frozen=True, kw_only=True):
    """What is taken of what a wager wins."""

    rate: str
    """The option that says how many per cent."""
    when: str = ""
    """A condition under which it is taken; without one it always is."""
    clause: str
    rounding: str = "commission"
    deferred: str = ""
    """A condition under which it is marked and collected before the next shuffle."""
    deferred_clause: str = ""


class CardWager(TableWager, frozen=True, kw_only=True):
    """A wager at a card table."""

    late_clause: str = ""
    """The clause by which it is made before the first card, where it has its own."""
    not_offered: dict[str, str] = {}
    """The clause by which it is not offered, by the condition under which that is the reason."""
    push: dict[str, str] = {}
    """Rows on which the wager goes back, each with its clause."""
    push_when: dict[str, str] = {}
    """A condition for such a row; without one it always goes back."""
    lose: dict[str, str] = {}
    """Rows on which the wager loses by a clause of their own."""
    commission: CommissionRow | None = None
    apart_from: list[str] = []
    """Wagers that the same person may not make beside it."""
    apart_when: str = ""
    """A condition under which they are apart; without one they always are."""
    apart_clause: str = ""
    needs_when: str = ""
    """A condition under which `needs` binds; without one it always does."""
    of_maximum: str = ""
    """The largest share of the table's maximum that it may be: 1/8."""
    of_maximum_clause: str = ""
    bettors: int = 0
    """Persons who may make it on one box; no limit if none is written."""
    bettors_when: str = ""
    bettors_clause: str = ""
    shared_maximum: str = ""
    """A condition under which the maximum is one for all who bet on a box together."""
    shared_clause: str = ""
    limits_clause: str = ""
    """The clause that gives the wager a minimum and a maximum of its own."""
    needs_on_box: bool = False
    """Whether the wager of anybody on the box does for what it needs."""


class ShoeRow(Row, frozen=True, kw_only=True):
    """The cards and how they are shuffled, cut, burnt and used up. The number of decks is the option `decks`."""

    clause: str
    decks_when: str = ""
    """A condition that the number of decks must meet."""
    shuffle: dict[str, str] = {}
    """Why the cards may be shuffled before the cutting card has come out, each with its clause."""
    unused_only: list[str] = []
    """Those of these reasons that hold only while no card has left the shoe."""
    shuffle_clause: str = ""
    """The clause by which they are shuffled when it has."""
    least_cut: int = 0
    """A cut leaves at least so many cards on either side."""
    cut_clause: str = ""
    cut_from: Literal["", "first-seat", "last-seat"] = ""
    """Whom the cut is offered first: the first seat and then upwards, or the last, or at a new shuffle the last who dealt, and then downwards."""
    cut_offer_clause: str = ""
    cutter_clause: str = ""
    """The clause by which no standing player cuts."""
    least_depth: int = 0
    """The cutting card has at least so many cards behind it."""
    least_share: str = ""
    """or this share of all cards; it lies there while the option `depth` is open."""
    most_depth: str = ""
    """and at most this share of all cards, where the text says so."""
    most_depth_when: str = ""
    """A condition under which that share is the most; without one it always is."""
    depth_clause: str = ""
    burn: int = 0
    """Cards burnt from a fresh shoe."""
    burn_clause: str = ""
    burn_when: str = ""
    burn_shown: str = ""
    """The clause by which a burnt card is shown on request."""
    more_burns_clause: str = ""
    """The clause by which as many cards more are burnt as the first one shows, if everybody agrees."""
    more_burns_when: str = ""
    """A condition under which they may be; without one they always may."""
    no_more_burns_clause: str = ""
    """The clause by which they may not, where that condition does not hold."""
    new_dealer_burns: int = 0
    new_dealer_clause: str = ""
    more_rounds: int = 0
    """Rounds that are played after the one in which the cutting card came out."""
    more_clause: str = ""
    first_out_clause: str = ""
    """The clause by which a round is the last one if the cutting card is the first thing out of the shoe in it."""
    first_out_shuffles: str = ""
    """The clause by which the cards are shuffled at once, before the round is dealt, if the cutting card is the first thing out of the shoe in it."""
    no_more_when: str = ""
    """A condition under which no further round is played after the one in which the cutting card came out."""
    no_more_clause: str = ""
    every_round: str = ""
    """A condition under which the cards are shuffled for every round: a machine, or one pack."""
    every_round_clause: str = ""
    by_hand: bool = False
    """Whether the dealer does it, so that the next round waits for the shuffle, the cut and the burnt card."""
    no_cutting_clause: str = ""
    """The clause by which no cutting card is used where they are."""


class DealingRow(Row, frozen=True, kw_only=True):
    """Who deals from the shoe, where players may: a role without money."""

    when: str = ""
    """A condition under which players deal; else the house does."""
    house_clause: str = ""
    """The clause by which the house dealer keeps the shoe where players do not deal."""
    house_clauses: dict[str, str] = {}
    """Another clause by which he keeps it, by the condition under which that is the reason."""
    clause: str
    seated_clause: str = ""
    """The clause by which only a seated player may deal, where it is another."""
    first: str = "1"
    """The seat to which the shoe is offered first."""
    first_clause: str = ""
    """The clause of that first offer, where it is another than that of the offers that follow."""
    offer_clause: str
    refused_clause: str = ""
    """The clause by which a dealer of the house deals once everybody has refused."""
    next_clause: str = ""
    """The clause by which it is offered on once somebody has given it up."""
    pass_clause: str
    """The clause by which the holder may pass the shoe."""
    loses_when: Literal["banker-loses", "own-hand-loses"] = "banker-loses"
    loses_by: str = ""
    """The reading that says which of the two, where the text is unclear."""
    loses_clause: str
    order_clause: str = ""
    """The clause by which the holder may be ordered to pass it."""
    must_bet: list[str] = []
    """The wagers of which the holder must have one to keep the shoe: no card is dealt before he has one, or has passed it."""
    must_bet_clause: str = ""
    declines_clause: str = ""
    """The clause by which a holder who makes none gives the shoe up."""
    holder_bets: list[str] = []
    """The only wagers that the holder may make, under a condition."""
    holder_bets_when: str = ""
    holder_bets_clause: str = ""


class FreeHandsRow(Row, frozen=True, kw_only=True):
    """Rounds that are dealt without wagers."""

    clause: str
    needed_when: str = ""
    """A condition under which a round without wagers must be announced as one."""
    agreed_clause: str
    """The clause by which all players at the table must agree."""
    most: int
    """Rounds that may be dealt with nobody at the table, unless more are authorised."""
    most_clause: str
    directed_clause: str = ""
    """The clause by which the supervisor must direct it where players agree."""
    authorised_clause: str = ""
    """The clause by which the supervisor must authorise even the first with nobody at the table."""
    limit_clause: str = ""
    """The clause by which the supervisor limits their number: the option `free-hands`."""
    wagers_clause: str = ""
    """The clause by which no wager is made in them, where it is another."""


class FeeRow(Row, frozen=True, kw_only=True):
    """One option of a schedule of fees: what the player-dealer pays by the action on the table."""

    limits: list[str]
    """The least and the most of a wager at a table of this option."""
    bands: list[list[str]]
    """From how much action on, and the fee; a third text is a condition under which the band is read."""
    clause: Clauses
    of: list[str] = []
    """The wagers whose stakes are counted; all where none are named."""


class BankRow(Row, frozen=True, kw_only=True):
    """Who banks the game, and how it is settled with him."""

    kind: Literal["house", "player-dealer"] = "house"
    clause: str = ""
    clauses: list[str] = []
    """Further clauses on the position: that it goes round, and that the house neither banks nor shares."""
    deal_clause: str = ""
    no_bank_clause: str = ""
    """The clause by which no card is dealt while nobody banks, where it is another."""
    """The clause by which somebody banks and somebody bets before a card is dealt."""
    chosen_by: str = ""
    """The option that says the kind, where the rulebook leaves it open."""
    cover_clause: str = ""
    """The clause by which the bank stands for no more than was put up."""
    own_clause: str = ""
    """The clause by which the player-dealer has no wager against himself."""
    turns: int = 2
    """Rounds in a row that one person may bank before the position is offered to the others."""
    turn_clause: str = ""
    offer_clause: str = ""
    """The clause by which the position goes round in order, where it is another."""
    intervening: Literal["required", "offered"] = "offered"
    action: Literal["left-of-bank", "hole-card", "second-card"] = "left-of-bank"
    """Where settlement begins: at the bank's left, or by a card of the bank's hand."""
    counted_from: Literal["bank", "house-dealer"] = "bank"
    short_only: bool = False
    """Whether the card places the button only if the bank does not cover every wager."""
    charted: int = 0
    """The places that the printed chart of the action button reaches; all where it does not say."""
    action_clause: str = ""
    order: Literal["by-seat", "by-wager"] = "by-seat"
    """Seat by seat, each with its wagers in sequence; or one wager of all seats after the other."""
    sequence: list[str] = []
    """The wagers in the order in which they are settled. Those joined by + are settled together; at `backline` come the bettors behind a seat with all that stands before it."""
    sequences: dict[str, list[str]] = {}
    """The order by the value of a reading, where the text says two."""
    sequence_by: str = ""
    sequence_lost: list[str] = []
    """The order of what is lost, where it is another than that of what is paid."""
    order_clause: str = ""
    fees: dict[str, FeeRow] = {}
    """What the player-dealer pays, by the value of the option `schedule`."""
    fee_clauses: list[str] = []
    """Further clauses on when and from whom it is taken."""
    player_fee_clauses: list[str] = []
    """The clauses by which every player pays the option `player-fee` for each of his wagers."""


class LateRow(Row, frozen=True, kw_only=True):
    """Betting that goes on although the first card has left the shoe: as long as no card is exposed."""

    when: str
    clause: str
    one_card: str = ""
    """A condition under which it goes on even beside a card that is exposed, and ends with the second card."""


class CardSetup(TableSetup, frozen=True, kw_only=True):
    """What every card game says of its table."""

    shoe: ShoeRow
    seats_clause: str = ""
    """The clause that counts the places; the option `seats` says how many there are at this table."""
    seats_when: str = ""
    """A condition under which the places are counted; without one they always are."""
    late: LateRow | None = None
    dealing: DealingRow | None = None
    free_hands: FreeHandsRow | None = None
    bank: BankRow = BankRow()
    dummy_clause: str = ""
    """The clause by which no wager is made in a dummy round."""
    deal_clauses: list[str] = []
    """The clauses by which cards are dealt."""
    backline_clause: str = ""
