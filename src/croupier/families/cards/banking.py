"""Who banks a card game: the house, or a player-dealer who stands only for what he put up.

The position goes round the table. Before the deal the player-dealer puts up what he is ready to lose, and pays the house a flat fee by the action on the
table. Wagers are settled one after the other from the action position until what he put up is spent, won and lost alike; the rest goes back.
"""

from __future__ import annotations

from fractions import Fraction

from croupier.equipment.money import Amount, parse_amount, show_amount
from croupier.errors import AmountWanted, BadInput, unknown
from croupier.families.cards.betting import Acts
from croupier.families.cards.roles import Roles, around, beyond
from croupier.families.cards.rules import BankRow, FeeRow
from croupier.families.cards.state import BankState
from croupier.families.common.rules import TableWager
from croupier.rulebook.condition import condition, names_in
from croupier.rulebook.ruleset import clauses_of
from croupier.table.banks import Bank, CoverBank, CoverModel, HouseBank, payable
from croupier.table.claims import Claim, Standing
from croupier.table.events import Event
from croupier.table.play import Play
from croupier.table.questions import Refusal

FEE = "fee"
BACKLINE = "backline"
"""In a sequence of wagers: those who bet behind a seat."""
COUNTS = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
"""What a card counts when it places the action button: the ace one, the king thirteen."""


class Banking(Roles):
    """The bank of a table, by its rulebook."""

    @property
    def bank(self) -> BankRow:
        """Who banks, and how it is settled with him."""
        row: BankRow = self.setup.bank
        return row

    @property
    def bank_kind(self) -> str:
        """The house, or a player-dealer."""
        return self.ruleset.options.get(self.bank.chosen_by, self.bank.kind)

    @property
    def player_banked(self) -> bool:
        """Whether a player-dealer banks."""
        return self.bank_kind == "player-dealer"

    @property
    def cover_model(self) -> CoverModel:
        """Whether all that moves uses cover, or only what the bank is down."""
        return "net" if self.ruleset.readings.get("cover-model") == "net" else "consume"

    def open_bank(self, carried: BankState) -> Bank:
        """The bank as the round finds it."""
        if not self.player_banked:
            if carried != BankState():
                raise BadInput("before: the house banks this game; leave the bank out")
            return HouseBank()
        if carried.cover and not carried.seat:
            raise BadInput("before: a bank is written like bank = {seat = 3, cover = '50'}")
        cover = parse_amount(carried.cover) if carried.cover else 0
        if carried.cover and not cover:
            raise BadInput("before: a bank of nothing covers nothing; put something up, like cover = '50'")
        if carried.seat and "seats" in self.ruleset.options and int(carried.seat) > self.places():
            raise BadInput(
                f"before: this table has {self.places()} places, and seat {carried.seat} cannot bank"
            )
        if cover and carried.turns >= self.bank.turns and self.intervening == "required":
            raise BadInput(
                f"before: seat {carried.seat} has banked {carried.turns} rounds in a row, and another must bank now"
            )
        return CoverBank(carried.seat if cover else "", cover, self.cover_model)

    def banker(self, play: Play) -> str:
        """The seat of the player-dealer of this round, if there is one yet."""
        return play.bank.seat if isinstance(play.bank, CoverBank) else ""

    def cover(self, play: Play) -> Amount:
        """What the player-dealer put up."""
        return play.bank.cover if isinstance(play.bank, CoverBank) else 0

    # The position goes round.

    def table_acts(self, play: Play) -> Acts:
        """Anyone to whom the position is offered may bank or decline."""
        acts = super().table_acts(play)
        if self.player_banked:
            acts |= {"bank": None, "decline-bank": None}
        return acts

    def judge_act(self, play: Play, event: Event) -> Refusal | None:
        """Why somebody may not bank."""
        if event.verb not in ("bank", "decline-bank"):
            return super().judge_act(play, event)
        row, banker = self.bank, self.banker(play)
        refusal = self.judge_seat(event) or self.barred_by(play, event) or self.closed(play)
        if refusal:
            return refusal
        if event.bettor not in ("", "a"):
            return Refusal("only a seated player may bank", row.clause)
        if banker and banker != event.seat:
            return Refusal(f"seat {banker} is the player-dealer of this round", row.turn_clause)
        if event.verb == "decline-bank":
            done = (
                "banks this round already"
                if banker
                else "has declined the bank already"
                if event.seat in play.state["declined"]
                else ""
            )
            return Refusal(f"seat {event.seat} {done}", row.turn_clause) if done else None
        if event.amount is None:
            raise AmountWanted(str(event), f"{event.who} bank", "100")
        if not event.amount:
            return Refusal("a bank of nothing covers nothing", row.cover_clause)
        if any(standing.seat == event.seat and standing.bettor in ("", "a") for standing in play.wagers):
            return Refusal(
                "the player-dealer has no wager against himself; take it back first",
                row.own_clause or row.clause,
            )
        return None if banker else self._judge_turn(play, event.seat)

    def _judge_turn(self, play: Play, seat: str) -> Refusal | None:
        """The position is offered clockwise, and nobody has it longer than the rulebook allows while others would take it."""
        row = self.bank
        last, turns, declined = play.state["last-bank"], play.state["bank-turns"], play.state["declined"]
        others = [player for player in play.state["players"] if player != last and player not in declined]
        if seat in declined:
            return Refusal(f"seat {seat} has declined the bank", row.turn_clause)
        if seat == last:
            if turns < row.turns:
                return None
            if self.intervening == "required":
                return Refusal(
                    f"seat {seat} has banked {turns} rounds in a row: another must bank now", row.turn_clause
                )
            if others or not (play.state["players"] or declined):
                return Refusal(
                    f"seat {seat} has banked {turns} rounds in a row: the bank is offered to the others first",
                    row.turn_clause,
                )
            return None
        if last and last in play.state["players"] and turns < row.turns and last not in declined:
            return Refusal(f"seat {last} may bank a second round, and has not declined", row.turn_clause)
        offered = around(others, beyond(last, self.places()))[0] if last and others else ""
        return (
            Refusal(f"the bank is offered to seat {offered} first", row.offer_clause or row.turn_clause)
            if offered and seat != offered
            else None
        )

    @property
    def intervening(self) -> str:
        """Whether another must bank between, or only be asked."""
        return self.ruleset.readings.get("intervening-bank", self.bank.intervening)

    def carry_out(self, play: Play, event: Event) -> None:
        """A player-dealer puts up his money, or declines."""
        if event.verb == "bank":
            assert event.amount is not None
            cover = event.amount + self.cover(play)
            play.bank = CoverBank(event.seat, cover, self.cover_model)
            play.clauses |= {
                self.bank.clause,
                self.bank.turn_clause,
                self.bank.cover_clause,
                *self.bank.clauses,
            } - {""}
        elif event.verb == "decline-bank":
            play.state["declined"] = [*play.state["declined"], event.seat]
            play.clauses |= {self.bank.turn_clause} - {""}
        else:
            super().carry_out(play, event)

    def judge_person(self, play: Play, event: Event) -> Refusal | None:
        """The player-dealer does not bet against himself, and nobody bets while the game is stopped."""
        if self.player_banked and event.seat == self.banker(play) and event.bettor in ("", "a"):
            return Refusal(
                "the player-dealer has no wager against himself", self.bank.own_clause or self.bank.clause
            )
        if play.state.get("broken") and not self.banker(play):
            return Refusal(
                "nobody has taken the bank, and the game is stopped until somebody does",
                self.bank.turn_clause,
            )
        return super().judge_person(play, event)

    # Before the deal.

    def fee_row(self) -> FeeRow | None:
        """The option of the schedule that is in force at this table."""
        return self.bank.fees.get(self.ruleset.options.get("schedule", "open"))

    def fee(self, play: Play) -> Amount:
        """What the player-dealer pays for this round, by the action on the table."""
        row = self.fee_row()
        if row is None:
            return 0
        action = sum(standing.stake for standing in play.wagers if not row.of or standing.wager in row.of)
        due = "0"
        for least, fee, *when in row.bands:
            if action >= parse_amount(least) and condition("".join(when))(self.ruleset.facts):
                due = fee
        return parse_amount(due)

    def limits_now(self, play: Play, seat: str) -> tuple[Amount | None, Amount | None]:
        """A table of a schedule has the limits of its option."""
        least, most = super().limits_now(play, seat)
        row = self.fee_row()
        if row is None:
            return least, most
        return least if least is not None else parse_amount(
            row.limits[0]
        ), most if most is not None else parse_amount(row.limits[1])

    def judge_amount(
        self, play: Play, name: str, row: TableWager, stake: Amount, seat: str = "", supplement: bool = False
    ) -> Refusal | None:
        """What the rulebook itself says a wager must be, and the limits of a schedule, each have their own clause."""
        own = row.stake
        if own.min and 0 < stake < parse_amount(own.min):
            return Refusal(f"the minimum of {name} is {own.min}", own.clause or clauses_of(row)[0])
        if own.max and stake > parse_amount(own.max):
            return Refusal(f"the maximum of {name} is {own.max}", own.clause or clauses_of(row)[0])
        refusal = super().judge_amount(play, name, row, stake, seat, supplement)
        fees = self.fee_row()
        if (
            refusal is None
            or fees is None
            or refusal.clause
            not in (self.betting.limits_clause or self.betting.clause, self.betting.maximum_clause)
        ):
            return refusal
        least, most = map(parse_amount, fees.limits)
        return refusal if least <= stake <= most else Refusal(refusal.why, _named(fees)[0])

    def judge_deal(self, play: Play, event: Event) -> Refusal | None:
        """No card is dealt before somebody banks and somebody has bet against him."""
        if not self.player_banked:
            return super().judge_deal(play, event)
        clause = self.bank.deal_clause or self.bank.clause
        if not self.banker(play):
            return Refusal("nobody banks this round yet: N bank AMOUNT", self.bank.no_bank_clause or clause)
        if not play.wagers:
            return Refusal("nobody has made a wager against the bank yet", clause)
        row, fee, cover = self.fee_row(), self.fee(play), self.cover(play)
        if row is not None and cover < fee:
            return Refusal(
                f"a bank of {show_amount(cover)} is below the fee of {show_amount(fee)} for the action on the table: put up more",
                _named(row)[0],
            )
        return super().judge_deal(play, event)

    def dealer_acts(self, play: Play) -> Acts:
        """Betting is not closed before somebody banks and somebody has bet against him: nothing could be dealt."""
        acts = super().dealer_acts(play)
        if self.player_banked and play.phase == "open":
            acts["no-more-bets"] = self.judge_deal(play, Event("", "deal"))
        if self.player_banked:
            acts["bank"] = Refusal("the house never banks", self.bank.cover_clause or self.bank.clause)
        return acts

    def close(self, play: Play) -> None:
        """Fees are taken before the first card: the player-dealer's by the action on the table, the players' by the wager."""
        super().close(play)
        if not self.player_banked:
            return
        row, fee = self.fee_row(), self.fee(play)
        if row is not None and fee:
            why = f"the fee of the player-dealer for this round is {show_amount(fee)}"
            self._take_fee(
                play, Standing(self.banker(play), FEE, 0), fee, (*_named(row), *self.bank.fee_clauses), why
            )
        each = self.ruleset.option_amount("player-fee") or 0
        for standing in {standing.person: standing for standing in play.wagers if each}.values():
            wagers = sum(other.person == standing.person for other in play.wagers)
            why = f"a fee of {show_amount(each)} is taken for each of {wagers} wagers"
            self._take_fee(
                play,
                Standing(standing.seat, FEE, 0, bettor=standing.bettor),
                each * wagers,
                tuple(self.bank.player_fee_clauses),
                why,
            )

    def _take_fee(self, play: Play, payer: Standing, fee: Amount, clauses: tuple[str, ...], why: str) -> None:
        play.settle(
            [Claim(payer, "withdrawn", Fraction(0), Fraction(0), clauses, why, against="house", charge=fee)]
        )

    # The order of settlement.

    def action_seat(self, play: Play, claims: list[Claim]) -> str:
        """Where settlement begins."""
        row, banker, readings = self.bank, self.banker(play), self.ruleset.readings
        left = beyond(banker, self.places())
        house_left = left if banker == "1" else "1"
        if row.action == "left-of-bank":
            return left
        if (
            row.short_only
            and readings.get("action-button") != "every-round"
            and self._covers_all(play, claims)
        ):
            return house_left
        number = COUNTS[self.action_card(play)[0]]
        # The bank's own place is none of those that are counted, unless a count that goes on past the last of them counts it too.
        places = [
            seat
            for seat in map(str, range(1, self.places() + 1))
            if seat != banker or readings.get("button-wraps") == "over-the-bank"
        ]
        order = around(places, left if row.counted_from == "bank" else house_left)
        if row.charted and readings.get("action-chart") == "as-printed":
            order = order[: row.charted]
        return order[(number - 1) % len(order)]

    def action_card(self, play: Play) -> str:
        """The card that places the action button."""
        raise NotImplementedError

    def _covers_all(self, play: Play, claims: list[Claim]) -> bool:
        """Whether the bank covers the action on the table: all that is wagered, or all that falls due."""
        due = self.ruleset.readings.get("short-bank") == "amount-due"
        return sum(abs(payable(claim)) if due else claim.standing.stake for claim in claims) <= self.cover(
            play
        )

    def in_order(self, play: Play, claims: list[Claim]) -> list[Claim]:
        """The claims in the order in which they are settled."""
        row = self.bank
        if not self.player_banked:
            turns = {name: turn for turn, name in enumerate(row.sequence, -len(row.sequence))}
            return sorted(
                claims,
                key=lambda claim: (
                    turns.get(claim.standing.wager, 0),
                    0 if claim.result in ("lose", "half") else 1,
                ),
            )
        if not claims:
            return []
        start = self.action_seat(play, claims)
        play.state["action"] = start
        play.clauses |= {row.action_clause, row.order_clause, row.cover_clause, *row.clauses} - {""}
        seats = around(
            list({*map(str, range(1, self.places() + 1)), *(claim.standing.seat for claim in claims)}), start
        )
        sequence = row.sequences.get(self.ruleset.facts.get(row.sequence_by, ""), row.sequence)
        by_wager = self.ruleset.readings.get("settlement", row.order) == "by-wager"

        def turn(claim: Claim) -> tuple[int, ...]:
            first, *then = _turn(
                row.sequence_lost if row.sequence_lost and claim.result == "lose" else sequence,
                claim.standing,
            )
            seat = seats.index(claim.standing.seat)
            return (first, seat, *then) if by_wager else (seat, first, *then)

        return sorted(claims, key=turn)

    def bank_after(self, play: Play) -> BankState:
        """Who banked, and how often in a row."""
        if not self.player_banked:
            return BankState()
        seat, last, turns = self.banker(play), play.state["last-bank"], play.state["bank-turns"]
        if not seat:
            return BankState(seat=last, turns=turns)
        asked = seat == last and turns >= self.bank.turns
        return BankState(seat=seat, turns=1 if seat != last or asked else turns + 1)

    def stops(self, play: Play) -> bool:
        """Whether the game stops because nobody who may bank would."""
        if not self.player_banked or self.banker(play):
            return False
        spent = (
            play.state["last-bank"]
            if self.intervening == "required" and play.state["bank-turns"] >= self.bank.turns
            else ""
        )
        asked = {seat for seat in play.state["players"] if seat != spent}
        return bool(asked) and asked <= set(play.state["declined"])

    # The file.

    def check_bank(self) -> None:
        """What a file says of the bank names wagers and conditions that there are, and the options fit the schedule."""
        row, rules = self.bank, self.ruleset
        where = f"{rules.file}: setup.bank"
        for entry in (*row.sequence, *(entry for sequence in row.sequences.values() for entry in sequence)):
            for name in entry.split("+"):
                if name not in rules.names and name != BACKLINE:
                    raise BadInput(f"{where}: " + str(unknown("wager", name, rules.names)))
        for name, fees in row.fees.items():
            for band in (fees.limits, *fees.bands):
                for text in band[:2]:
                    parse_amount(text)
                for fact in names_in("".join(band[2:])) - set(rules.facts):
                    raise BadInput(
                        f"{where}.fees.{name}: " + str(unknown("option or reading", fact, rules.facts))
                    )
        schedule = self.fee_row()
        if schedule is None:
            return
        least, most = map(parse_amount, schedule.limits)
        for bound in ("minimum", "maximum"):
            set_to = rules.option_amount(bound)
            if set_to is not None and not least <= set_to <= most:
                raise BadInput(
                    f"{rules.file}: option {bound} is {show_amount(set_to)}, and a table of this schedule has limits of {' to '.join(schedule.limits)} [{_named(schedule)[0]}]"
                )
        if rules.option_amount("player-fee"):
            raise BadInput(
                f"{rules.file}: option player-fee: players pay no fee at a table of this schedule [{_named(schedule)[0]}]"
            )


def _named(row: FeeRow) -> tuple[str, ...]:
    return (row.clause,) if isinstance(row.clause, str) else tuple(row.clause)


def _turn(sequence: list[str], standing: Standing) -> tuple[int, ...]:
    """When a wager is settled among those of its seat."""
    groups = [entry.split("+") for entry in sequence]
    at = next((at for at, group in enumerate(groups) if standing.wager in group), len(groups))
    inside = groups[at].index(standing.wager) if at < len(groups) else 0
    bettor = ord(standing.bettor or "a")
    behind = groups.index([BACKLINE]) if [BACKLINE] in groups else -1
    if at < behind and standing.bettor not in ("", "a"):
        return behind, bettor, at, inside
    return at, inside, bettor, 0
