"""Who banks a card game: the house, or a player-dealer with a cover.

The position goes round the table. Before the deal the player-dealer puts up the most he is ready to lose, and
pays the house a flat fee by the action on the table. Wagers are settled one after the other from the action
position until the cover is spent, won and lost alike. The rest goes back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import AmountWanted, BadInput, unknown
from croupier.rulebook.condition import names_in
from croupier.rulebook.ruleset import Ruleset
from croupier.rulebook.schema import Clauses, Row
from croupier.table.banks import CoverBank, CoverModel, HouseBank, payable
from croupier.table.claims import Claim, Standing
from croupier.table.events import DRAWS, Event
from croupier.table.parts.betting import Closed
from croupier.table.parts.cardbetting import CardBetting
from croupier.table.parts.part import Carried, Moment, Part
from croupier.table.parts.people import (
    Exclusion,
    People,
    around,
    beyond,
    check_carried_seat,
    places_in,
)
from croupier.table.persons import Whom
from croupier.table.play import Play, Slice
from croupier.table.questions import Acts, Refusal
from croupier.table.sights import Sight
from croupier.table.vocabulary import Declared, Form, Key, Takes

FEE = "fee"
BACKLINE = "backline"
"""In a sequence of wagers: those who bet behind a seat."""
COUNTS = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
"""The count of a card that places the action button: the ace one, the king thirteen."""
BANK, DECLINE = "bank", "decline-bank"
BUTTON, POST = "action-button", "post-fee"
NOT_COVERED = "not-covered"
"""What the table shows of a bank that was too small."""


class FeeRow(Row, frozen=True, kw_only=True):
    """One option of a schedule of fees: the player-dealer's fee by the action on the table."""

    limits: list[str]
    """The least and the most of a wager at a table of this option."""
    bands: list[list[str]]
    """The least action and the fee of each band. A third text is the condition for the band."""
    clause: Clauses
    of: list[str] = []
    """The wagers that count. All where none are named."""

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of the option."""
        return (self.clause,) if isinstance(self.clause, str) else tuple(self.clause)


class BankRow(Row, frozen=True, kw_only=True):
    """Who banks the game, and the settlement with him."""

    kind: Literal["house", "player-dealer"] = "house"
    clause: str = ""
    clauses: list[str] = []
    """Further clauses on the position: that it goes round, and that the house neither banks nor shares."""
    deal_clause: str = ""
    """Clause: somebody banks and somebody bets before a card is dealt."""
    no_bank_clause: str = ""
    """Clause: no card is dealt while nobody banks, if it is a separate one."""
    chosen_by: str = ""
    """The option that says the kind, where the rulebook leaves it open."""
    cover_clause: str = ""
    """Clause: the bank stands for no more than was put up."""
    own_clause: str = ""
    """Clause: the player-dealer has no wager against himself."""
    place_clause: str = ""
    """Clause: the player-dealer's place is taken up by his bank, and no hand is dealt to another there."""
    turns: int = 2
    """Rounds in a row that one person may bank before the position is offered to the others."""
    turn_clause: str = ""
    offer_clause: str = ""
    """Clause: the position goes round in order, if it is a separate one."""
    intervening: Literal["required", "offered"] = "offered"
    action: Literal["left-of-bank", "hole-card", "second-card"] = "left-of-bank"
    """Where settlement begins: at the bank's left, or by a card of the bank's hand."""
    counted_from: Literal["bank", "house-dealer"] = "bank"
    short_only: bool = False
    """Whether the card places the button only if the bank does not cover every wager."""
    charted: int = 0
    """The places that the printed chart of the action button reaches; all where it does not say."""
    action_clause: str = ""
    button_by_dealer: bool = False
    """Whether the dealer says where settlement begins, because no text places the action button."""
    posted_clause: str = ""
    """Clause: the player-dealer lays his fee before his circle before the deal, if one says so."""
    order: Literal["by-seat", "by-wager"] = "by-seat"
    """Seat by seat, each with its wagers in sequence; or one wager of all seats after the other."""
    sequence: list[str] = []
    """The wagers in the order of settlement. Those joined by + are settled together.

    At `backline` come the bettors behind a seat with all that stands before it.
    """
    sequences: dict[str, list[str]] = {}
    """The order by the value of a reading, where the text says two."""
    sequence_by: str = ""
    sequence_lost: list[str] = []
    """The order of losing wagers, where it differs from that of payments."""
    order_clause: str = ""
    fees: dict[str, FeeRow] = {}
    """The player-dealer's fees, by the value of the option `schedule`."""
    fee_clauses: list[str] = []
    """Further clauses on when and from whom it is taken."""
    player_fee_clauses: list[str] = []
    """Clauses: every player pays the option `player-fee` for each of his wagers."""


class FeeSchedule:
    """The schedule of fees that a table is on: facts of the rules."""

    def __init__(self, ruleset: Ruleset[Any, Any], row: BankRow) -> None:
        self.ruleset = ruleset
        self.bank = row
        self.row = row.fees.get(ruleset.options.get("schedule", "open"))
        """The option in force, if there is one."""

    @property
    def clause(self) -> str:
        """The clause of the schedule in force."""
        return self.row.clauses[0] if self.row else ""

    def bounds(self) -> tuple[Amount, Amount] | None:
        """Return the least and the most of a wager; None where no schedule is in force."""
        return self._bounds if self.row else None

    @cached_property
    def _bounds(self) -> tuple[Amount, Amount]:
        assert self.row is not None
        return parse_amount(self.row.limits[0]), parse_amount(self.row.limits[1])

    @cached_property
    def _bands(self) -> list[tuple[Amount, Amount]]:
        """The least action and the fee of each band in force."""
        bands = self.row.bands if self.row else []
        holds = self.ruleset.holds
        return [
            (parse_amount(least), parse_amount(fee)) for least, fee, *when in bands if holds("".join(when))
        ]

    def fee(self, play: Play) -> Amount:
        """Return the player-dealer's fee for this round, by the action on the table."""
        row = self.row
        if row is None:
            return 0
        action = sum(
            standing.stake
            for standing in play.wagers
            if (not row.of or standing.wager in row.of) and not play.struck_by(standing)
        )
        due = 0
        for least, fee in self._bands:
            if action >= least:
                due = fee
        return due

    def check(self) -> None:
        """Refuse bands under unknown conditions, and options that do not fit the schedule."""
        rules = self.ruleset
        for name, fees in self.bank.fees.items():
            for band in (fees.limits, *fees.bands):
                for text in band[:2]:
                    parse_amount(text)
                for fact in names_in("".join(band[2:])) - set(rules.facts):
                    where = f"{rules.file}: setup.bank.fees.{name}: "
                    raise BadInput(where + str(unknown("option or reading", fact, rules.facts)))
        bounds = self.bounds()
        if bounds is None or self.row is None:
            return
        for bound in ("minimum", "maximum"):
            set_to = rules.option_amount(bound)
            if set_to is not None and not bounds[0] <= set_to <= bounds[1]:
                raise BadInput(
                    f"{rules.id}: option {bound} is {show_amount(set_to)}, and a table of this schedule "
                    f"has limits of {' to '.join(self.row.limits)} [{self.clause}]"
                )
        if rules.option_amount("player-fee"):
            raise BadInput(
                f"{rules.id}: option player-fee: players pay no fee at a table of this schedule "
                f"[{self.clause}]"
            )


class BankState(Carried, frozen=True):
    """Who banks, or banked last: the seat, the cover of this round, and the number of rounds in a row."""

    seat: str = ""
    cover: str = ""
    turns: int = 0


class BankHeld(Carried, frozen=True):
    """Who banks, and whether the game is stopped because nobody does."""

    bank: BankState = BankState()
    broken: bool = False


class BankSlice(Slice):
    """Whose turn it is to bank."""

    last_bank: str
    bank_turns: int
    declined: list[str]
    broken: bool
    action: str | UnsetType = UNSET
    """The seat where settlement began."""
    button: str | UnsetType = UNSET
    """The seat where the dealer laid the action button."""
    posted: str | UnsetType = UNSET
    """The fee that the player-dealer has laid before his circle."""


def no_action_card(play: Play) -> str:
    """Refuse to name a card: no card begins the settlement of this game."""
    raise NotImplementedError


class TableBank(Part[BankHeld]):
    """The bank of a table, by its rulebook: the house, or a player-dealer."""

    carried = BankHeld
    verbs: tuple[str, ...] = (BANK, DECLINE)
    hears = (Closed,)
    sights = (NOT_COVERED,)

    def __init__(
        self,
        row: BankRow,
        schedule: FeeSchedule,
        people: People,
        exclusion: Exclusion,
        betting: CardBetting,
        action_card: Callable[[Play], str] = no_action_card,
    ) -> None:
        """Take `action_card`, the card that places the action button."""
        rules = betting.ruleset
        self.ruleset = rules
        self.row = row
        self.schedule = schedule
        self.people = people
        self.exclusion = exclusion
        self.betting = betting
        self.action_card = action_card
        self.player_banked = rules.options.get(row.chosen_by, row.kind) == "player-dealer"
        """Whether a player-dealer banks."""
        self.cover_model: CoverModel = "net" if rules.readings.get("cover-model") == "net" else "consume"
        """Whether every payment uses cover, or only a net loss."""
        self.intervening = rules.readings.get("intervening-bank", row.intervening)
        """Whether another must bank between, or only be asked."""
        self.places = places_in(rules.options)
        # A house that stands for every wager objects to none, unless the game was stopped before.
        self.objects_to = ("bet", betting.row.closing, *DRAWS) if self.player_banked else ("bet",)
        self._turns = {name: turn for turn, name in enumerate(row.sequence, -len(row.sequence))}
        """When the house settles a wager, among the others."""
        sequence = row.sequences.get(rules.facts.get(row.sequence_by, ""), row.sequence)
        self._groups = _groups(sequence)
        """The order in which a player-dealer's wagers are settled; those of a group go together."""
        self._groups_lost = _groups(row.sequence_lost) if row.sequence_lost else self._groups
        self._by_wager = rules.readings.get("settlement", row.order) == "by-wager"
        never = Refusal("the house never banks", row.cover_clause or row.clause)
        posts = {POST: None} if row.posted_clause else {}
        lays = {BUTTON: None} if row.button_by_dealer else {}
        self.verbs = (BANK, DECLINE, *posts, *lays)
        self._acts: Mapping[str, Acts] = (
            {"*": {BANK: None, DECLINE: None, **posts}, "dealer": {BANK: never, **lays}}
            if self.player_banked
            else {}
        )
        self._check()

    # What is carried.

    def begin(self, play: Play, carried: BankHeld) -> None:
        """Open the bank as the round finds it."""
        bank = carried.bank
        if bank.seat:
            check_carried_seat(bank.seat)
        play.bank = self._opened(bank) if self.player_banked else self._of_house(bank)
        play.add(BankSlice(bank.seat if bank.turns else "", bank.turns, [], carried.broken))

    def _of_house(self, carried: BankState) -> HouseBank:
        if carried != BankState():
            raise BadInput("before: the house banks this game; leave the bank out")
        return HouseBank()

    def _opened(self, carried: BankState) -> CoverBank:
        if carried.cover and not carried.seat:
            raise BadInput("before: a bank is written like bank = {seat = 3, cover = '50'}")
        cover = parse_amount(carried.cover) if carried.cover else 0
        if carried.cover and not cover:
            raise BadInput("before: a bank of nothing covers nothing; put something up, like cover = '50'")
        if carried.seat and "seats" in self.ruleset.options and int(carried.seat) > self.places:
            raise BadInput(
                f"before: this table has {self.places} places, and seat {carried.seat} cannot bank"
            )
        if cover and carried.turns >= self.row.turns and self.intervening == "required":
            raise BadInput(
                f"before: seat {carried.seat} has banked {carried.turns} rounds in a row, "
                "and another must bank now"
            )
        return CoverBank(carried.seat if cover else "", cover, self.cover_model)

    def carry(self, play: Play) -> BankHeld:
        """Carry who banked, how often in a row, and whether the game is stopped."""
        over = play.phase == "over" or play.voided
        stopped = self.stops(play) or (play.of(BankSlice).broken and not self.banker(play))
        return BankHeld(self._after(play) if over else self._now(play), stopped)

    def _now(self, play: Play) -> BankState:
        """Return the bank of a round that is not over."""
        seat, cover, mine = self.banker(play), self.cover(play), play.of(BankSlice)
        if not cover:
            return self._after(play)
        return BankState(seat, show_amount(cover), mine.bank_turns if seat == mine.last_bank else 0)

    def _after(self, play: Play) -> BankState:
        if not self.player_banked:
            return BankState()
        seat, mine = self.banker(play), play.of(BankSlice)
        last, turns = mine.last_bank, mine.bank_turns
        if not seat:
            return BankState(seat=last, turns=turns)
        asked = seat == last and turns >= self.row.turns
        return BankState(seat=seat, turns=1 if seat != last or asked else turns + 1)

    def banker(self, play: Play) -> str:
        """Return the seat of the player-dealer of this round, if there is one yet."""
        return play.bank.seat if isinstance(play.bank, CoverBank) else ""

    def cover(self, play: Play) -> Amount:
        """Return the player-dealer's cover."""
        return play.bank.cover if isinstance(play.bank, CoverBank) else 0

    def takes(self) -> Declared:
        """Declare the cover of a player-dealer, his fee, and where the dealer lays the button."""
        button = Key("seat", "where settlement begins", form=Form.NUMBER)
        declared = {BANK: Takes(amount=True), POST: Takes(amount=True), BUTTON: Takes((button,))}
        return {verb: takes for verb, takes in declared.items() if verb in self.verbs}

    # The position goes round.

    def acts(self, play: Play) -> Mapping[str, Acts]:
        """Return the open acts: an offered player may bank or decline. The house never banks."""
        return self._acts

    def judge(self, play: Play, event: Event) -> Refusal | None:
        """Say why somebody may not bank."""
        row, banker = self.row, self.banker(play)
        if event.who == "dealer":
            return self._judge_button(event) if event.verb == BUTTON else self._acts["dealer"][BANK]
        if event.verb == POST:
            return self._judge_posted(play, event)
        refusal = (
            self.betting.wagers.no_seat(event)
            or self.exclusion.bars(play, event)
            or self.betting.closed(play)
        )
        if refusal:
            return refusal
        if event.bettor not in ("", "a"):
            return Refusal("only a seated player may bank", row.clause)
        if banker and banker != event.seat:
            return Refusal(f"seat {banker} is the player-dealer of this round", row.turn_clause)
        if event.verb == DECLINE:
            again = "has declined the bank already" if event.seat in play.of(BankSlice).declined else ""
            done = "banks this round already" if banker else again
            return Refusal(f"seat {event.seat} {done}", row.turn_clause) if done else None
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} bank", "100")
        if not event.amount:
            return Refusal("a bank of nothing covers nothing", row.cover_clause)
        if any(one.whose == event.seat for one in play.wagers):
            return Refusal(
                "the player-dealer has no wager against himself; take it back first",
                row.own_clause or row.clause,
            )
        if any(one.seat == event.seat and self._is_his_place(one.bettor) for one in play.wagers):
            return Refusal(
                f"another's wager lies at seat {event.seat}; it is taken back first",
                row.place_clause or row.own_clause or row.clause,
            )
        return None if banker else self._judge_turn(play, event.seat)

    def _is_his_place(self, bettor: str) -> bool:
        """Whether a place at the player-dealer's seat is his alone: his own, or any where hands are dealt."""
        return bettor in ("", "a") or bool(self.row.place_clause)

    def _judge_button(self, event: Event) -> Refusal | None:
        """Refuse a place that the table has not."""
        seat = event.fact("seat")
        if not seat.isdigit() or not 1 <= int(seat) <= self.places:
            raise BadInput(f"say where the button lies, like dealer {BUTTON} seat=3; {self.places} places")
        return None

    def _judge_posted(self, play: Play, event: Event) -> Refusal | None:
        """Say why somebody lays no fee before his circle."""
        if event.seat != self.banker(play) or event.bettor not in ("", "a"):
            return Refusal(
                f"{event.who} does not bank this round, and owes no such fee", self.row.posted_clause
            )
        if not event.amount:
            raise AmountWanted(str(event), f"{event.who} {POST}", "5")
        return None

    def _judge_turn(self, play: Play, seat: str) -> Refusal | None:
        """Say why it is not this seat's turn to bank.

        The position is offered clockwise. A player who has had his rounds leaves it to others who would take
        it.
        """
        row, mine, players = self.row, play.of(BankSlice), self.people.players(play)
        last, turns, declined = mine.last_bank, mine.bank_turns, mine.declined
        others = [player for player in players if player != last and player not in declined]
        if seat in declined:
            return Refusal(f"seat {seat} has declined the bank", row.turn_clause)
        if seat == last:
            if turns < row.turns:
                return None
            told = f"seat {seat} has banked {turns} rounds in a row"
            if self.intervening == "required":
                return Refusal(f"{told}: another must bank now", row.turn_clause)
            if others or not (players or declined):
                return Refusal(f"{told}: the bank is offered to the others first", row.turn_clause)
            return None
        if last and last in players and turns < row.turns and last not in declined:
            return Refusal(f"seat {last} may bank a second round, and has not declined", row.turn_clause)
        offered = around(others, beyond(last, self.places))[0] if last and others else ""
        if not offered or seat == offered:
            return None
        return Refusal(f"the bank is offered to seat {offered} first", row.offer_clause or row.turn_clause)

    def act(self, play: Play, event: Event) -> None:
        """Take the player-dealer's cover, or note that he declines."""
        row = self.row
        if event.verb == BANK:
            assert event.amount is not None
            play.bank = CoverBank(event.seat, event.amount + self.cover(play), self.cover_model)
            play.clauses |= {row.clause, row.turn_clause, row.cover_clause, *row.clauses} - {""}
        elif event.verb == BUTTON:
            play.of(BankSlice).button = event.fact("seat")
            play.clauses.add(row.action_clause)
        elif event.verb == POST:
            assert event.amount is not None
            play.of(BankSlice).posted = show_amount(event.amount + (self._posted(play) or 0))
            play.clauses.add(row.posted_clause)
        else:
            mine = play.of(BankSlice)
            mine.declined = [*mine.declined, event.seat]
            play.clauses |= {row.turn_clause} - {""}

    def _posted(self, play: Play) -> Amount | None:
        """Return the fee that lies before the player-dealer's circle; None where nobody has counted it."""
        posted = play.of(BankSlice).posted
        return parse_amount(posted) if posted else None

    def stops(self, play: Play) -> bool:
        """Whether the game stops because nobody who may bank would."""
        if not self.player_banked or self.banker(play):
            return False
        mine = play.of(BankSlice)
        spent = self.intervening == "required" and mine.bank_turns >= self.row.turns
        asked = {seat for seat in self.people.players(play) if not spent or seat != mine.last_bank}
        return bool(asked) and asked <= set(mine.declined)

    # Before the deal.

    def objects(self, play: Play, event: Event) -> Refusal | None:
        """Say why a person may not bet, no card is dealt, or betting is not closed."""
        row = self.row
        if event.verb == "bet":
            if self.player_banked and (refusal := self._at_the_bank(play, event)):
                return refusal
            if play.of(BankSlice).broken and not self.banker(play):
                return Refusal(
                    "nobody has taken the bank, and the game is stopped until somebody does", row.turn_clause
                )
        if not self.player_banked:
            return None
        if event.who == "dealer" and event.verb == self.betting.row.closing and play.phase == "open":
            # Betting is not closed before somebody banks and somebody has bet: nothing could be dealt.
            return self.betting.judge_draw(play, Event("", "deal"))
        return self._objects_to_deal(play) if event.is_draw else None

    def _at_the_bank(self, play: Play, event: Event) -> Refusal | None:
        """Say why a wager is not made: it is the player-dealer's own, or lies where his bank does."""
        row, banker = self.row, self.banker(play)
        if not banker:
            return None
        if play.player_of(event) == banker:
            return Refusal("the player-dealer has no wager against himself", row.own_clause or row.clause)
        if event.seat == banker and self._is_his_place(event.bettor):
            return Refusal(
                f"seat {banker} is the player-dealer's, and nobody else's wager lies there",
                row.place_clause or row.own_clause or row.clause,
            )
        return None

    def _objects_to_deal(self, play: Play) -> Refusal | None:
        row = self.row
        clause = row.deal_clause or row.clause
        if not self.banker(play):
            return Refusal("nobody banks this round yet: N bank AMOUNT", row.no_bank_clause or clause)
        if not play.wagers:
            return Refusal("nobody has made a wager against the bank yet", clause)
        # The fee does not come out of the bank: no text asks for a bank as large as its fee.
        fee, posted = self.schedule.fee(play), self._posted(play)
        if posted is not None and posted < fee:
            return Refusal(
                f"the fee for the action on the table is {show_amount(fee)}, "
                f"and {show_amount(posted)} lies before the player-dealer: {self.banker(play)} {POST} "
                f"{show_amount(fee - posted)}",
                row.posted_clause,
            )
        return None

    def heard(self, play: Play, moment: Moment) -> None:
        """Take the fees before the first card: the player-dealer's by action, the players' by wager."""
        if not isinstance(moment, Closed) or not self.player_banked:
            return
        row, fee = self.schedule.row, self.schedule.fee(play)
        if row is not None and fee:
            why = f"the fee of the player-dealer for this round is {show_amount(fee)}"
            payer = Standing(self.banker(play), FEE, 0)
            self._take_fee(play, payer, fee, (*row.clauses, *self.row.fee_clauses), why)
        each = self.ruleset.option_amount("player-fee") or 0
        good = [standing for standing in play.wagers if not play.struck_by(standing)] if each else []
        for standing in {standing.person: standing for standing in good}.values():
            wagers = sum(other.person == standing.person for other in good)
            why = f"a fee of {show_amount(each)} is taken for each of {wagers} wagers"
            payer = Standing(standing.seat, FEE, 0, standing.bettor, player=standing.player)
            self._take_fee(play, payer, each * wagers, tuple(self.row.player_fee_clauses), why)

    def _take_fee(self, play: Play, payer: Standing, fee: Amount, clauses: tuple[str, ...], why: str) -> None:
        nothing = Fraction(0)
        play.settle([Claim(payer, "withdrawn", nothing, nothing, clauses, why, against="house", charge=fee)])

    # The order of settlement.

    def _action_seat(self, play: Play, claims: list[Claim]) -> str:
        """Return the seat where settlement begins."""
        row, banker, readings = self.row, self.banker(play), self.ruleset.readings
        laid = play.of(BankSlice).button
        if laid:
            return laid
        left = beyond(banker, self.places)
        house_left = left if banker == "1" else "1"
        if row.action == "left-of-bank":
            return left
        every = readings.get("action-button") == "every-round"
        if row.short_only and not every and self._covers_all(play, claims):
            return house_left
        number = COUNTS[self.action_card(play)[0]]
        # The bank's own place is not counted, unless a count that goes on past the last place counts it too.
        over = readings.get("button-wraps") == "over-the-bank"
        places = [seat for seat in map(str, range(1, self.places + 1)) if seat != banker or over]
        order = around(places, left if row.counted_from == "bank" else house_left)
        if row.charted and readings.get("action-chart") == "as-printed":
            order = order[: row.charted]
        return order[(number - 1) % len(order)]

    def _covers_all(self, play: Play, claims: list[Claim]) -> bool:
        """Whether the bank covers the action on the table: all wagers, or all claims."""
        due = self.ruleset.readings.get("short-bank") == "amount-due"
        action = sum(abs(payable(claim)) if due else claim.standing.stake for claim in claims)
        return action <= self.cover(play)

    def sees(self, play: Play, sight: str, facts: Mapping[str, str]) -> Sight:
        """Say whether the bank left a wager uncovered, of the person named if one is."""
        whom, who = Whom.of(facts), facts.get("seat", "")
        whose = f"a wager of {who}" if who else "a wager"
        if not any(line.uncovered and (not who or whom.holds(line)) for line in play.lines):
            return Sight(False, f"the bank has not left {whose} uncovered")
        return Sight(True, f"the bank has left {whose} uncovered")

    def in_order(self, play: Play, claims: list[Claim]) -> list[Claim]:
        """Return the claims in the order of settlement."""
        row = self.row
        if not self.player_banked:
            return losses_first(claims, self._turns)
        if not claims:
            return []
        claims = list(play.without_struck(claims))
        start = self._action_seat(play, claims)
        play.of(BankSlice).action = start
        play.clauses |= {row.action_clause, row.order_clause, row.cover_clause, *row.clauses} - {""}
        places = {*map(str, range(1, self.places + 1)), *(claim.standing.seat for claim in claims)}
        seats = around(list(places), start)
        at = {seat: number for number, seat in enumerate(seats)}

        def turn(claim: Claim) -> tuple[int, ...]:
            groups = self._groups_lost if claim.result == "lose" else self._groups
            first, *then = _turn(groups, claim.standing)
            seat = at[claim.standing.seat]
            return (first, seat, *then) if self._by_wager else (seat, first, *then)

        return sorted(claims, key=turn)

    # The file.

    def _check(self) -> None:
        """Refuse a sequence of wagers that there are not."""
        row, rules = self.row, self.ruleset
        sequences = (*row.sequence, *(entry for sequence in row.sequences.values() for entry in sequence))
        for entry in sequences:
            for name in entry.split("+"):
                if name not in rules.names and name != BACKLINE:
                    raise BadInput(f"{rules.file}: setup.bank: " + str(unknown("wager", name, rules.names)))
        self.schedule.check()


def losses_first(claims: list[Claim], turns: Mapping[str, int] | None = None) -> list[Claim]:
    """Return the claims as the house settles them: wagers that have a turn by it, losses first."""
    lost = [claim for claim in claims if claim.result in ("lose", "half")]
    found = [*lost, *(claim for claim in claims if claim.result not in ("lose", "half"))]
    if turns:
        found.sort(key=lambda claim: turns.get(claim.standing.wager, 0))
    return found


def _groups(sequence: Sequence[str]) -> list[list[str]]:
    """Read a sequence of wagers; those joined by + are settled together."""
    return [entry.split("+") for entry in sequence]


def _turn(groups: list[list[str]], standing: Standing) -> tuple[int, ...]:
    """Return when a wager is settled among those of its seat."""
    at = next((at for at, group in enumerate(groups) if standing.wager in group), len(groups))
    inside = groups[at].index(standing.wager) if at < len(groups) else 0
    bettor = ord(standing.bettor or "a")
    behind = groups.index([BACKLINE]) if [BACKLINE] in groups else -1
    if at < behind and standing.bettor not in ("", "a"):
        return behind, bettor, at, inside
    return at, inside, bettor, 0
