"""Money in and out of terminals: cash, vouchers, accounts, payment by hand."""

from __future__ import annotations

from croupier.equipment.money import MOST, Amount, show_amount
from croupier.errors import BadInput, short
from croupier.floor import commands as ask
from croupier.floor.events import Posted, TerminalChanged, VoucherIssued, VoucherPaid
from croupier.floor.ledger import CASH, VOUCHERS, Kind, Posting, house, layout, meter, owed, player
from croupier.floor.work import Work, text_of
from croupier.randomness.source import token
from croupier.rulebook.electronic import Rule, law

DIGITS = 18
"""Digits of a voucher's number. With a million vouchers outstanding, one guess in 10^12 hits one."""
CAUSES = ("win", "voucher", "malfunction")
"""Why something is paid by hand."""
MOST_AT_ONCE = 10**9
"""The largest single movement of cash."""


def amount_of(amount: Amount) -> Amount:
    """Return an amount if it may be moved at once, else refuse it."""
    if isinstance(amount, bool) or not 0 < amount <= MOST_AT_ONCE:
        raise BadInput(f"an amount is more than nothing and at most {show_amount(MOST_AT_ONCE)}")
    return amount


class Cash(Work):
    """Buying in and cashing out."""

    def on_take_cash(self, command: ask.TakeCash) -> None:
        """Turn cash into credits."""
        terminal = self.working(command.terminal)
        amount = amount_of(command.amount)
        if self.floor.ledger.balance(meter(terminal.id)) + amount > MOST // 1000:
            raise BadInput("no more credits fit on this meter")
        self.emit(
            Posted(
                (Posting(CASH, meter(terminal.id), amount, "cash-in"),),
                terminal.id,
                by=command.by,
                clause=self.law_at(terminal.id, "buy-in"),
            )
        )

    def on_insert_voucher(self, command: ask.InsertVoucher) -> None:
        """Turn a voucher into credits."""
        terminal = self.working(command.by)
        amount = self._unpaid(command.number)
        self.emit(
            VoucherPaid(
                command.number,
                terminal.id,
                (Posting(VOUCHERS, meter(terminal.id), amount, "voucher-in"),),
                clause=self.law_at(terminal.id, "buy-in"),
            )
        )

    def on_print_voucher(self, command: ask.PrintVoucher) -> None:
        """Turn all credits into a voucher, or call an attendant where they are too many for one."""
        terminal = self.working(command.by)
        amount = self._credits(terminal.id)
        if terminal.most_voucher and amount > terminal.most_voucher:
            self.given = {
                "locked": f"{show_amount(amount)} is paid by an attendant: "
                f"a voucher is at most {show_amount(terminal.most_voucher)}"
            }
            self.emit(
                TerminalChanged(terminal.id, self.given["locked"], terminal.fault, calls=True, by=command.by)
            )
            return
        self._issue(terminal.id, "voucher-out")

    def on_give_voucher(self, command: ask.GiveVoucher) -> None:
        """Issue a voucher for a terminal that prints none itself.

        A win that waits for a signature is refused: it is paid by hand.
        """
        terminal = self.terminal(command.terminal)
        if terminal.most_voucher and self._credits(terminal.id) > terminal.most_voucher:
            raise BadInput(
                f"a voucher is at most {show_amount(terminal.most_voucher)}: "
                f"the credits of terminal {terminal.id} are paid by hand"
            )
        if terminal.win:
            raise BadInput(
                f"a win of {show_amount(terminal.win)} waits at terminal {terminal.id} to be paid by hand"
            )
        self._issue(terminal.id, "voucher-by-hand")
        self._unlock(terminal.id, command.by)

    def _issue(self, name: str, rule: Rule) -> None:
        """Issue a voucher for all credits of a terminal."""
        number = token(self.random, DIGITS)
        while number in self.floor.vouchers:
            number = token(self.random, DIGITS)
        self._collect_all(name)
        amount = self._credits(name)
        self.given = {
            "voucher": number,
            "amount": show_amount(amount),
            "terminal": name,
            "at": self.now,
            **self._still_stands(name),
        }
        self.emit(
            VoucherIssued(
                number,
                amount,
                name,
                (Posting(meter(name), VOUCHERS, amount, "voucher-out"),),
                self.now,
                self.law_at(name, rule),
            )
        )

    def on_redeem_voucher(self, command: ask.RedeemVoucher) -> None:
        """Pay a voucher in cash, once."""
        amount = self._unpaid(command.number)
        self.given = {"amount": show_amount(amount)}
        self.emit(
            VoucherPaid(
                command.number,
                command.by,
                (Posting(VOUCHERS, CASH, amount, "redeemed"),),
                clause=self.law_at(self.floor.vouchers[command.number].terminal, "redeem"),
            )
        )

    def on_pay_out(self, command: ask.PayOut) -> None:
        """Pay all credits by hand."""
        self._pay_all(command.terminal, "", command.by)

    def _pay_all(self, name: str, why: str, by: str) -> None:
        """Pay all credits by hand and clear the lock.

        A win that waited for it is metered apart. A fault stays until somebody has mended it.
        """
        terminal = self.terminal(name)
        self._credits(name)
        self._collect_all(name)
        amount = self._credits(name)
        win = min(terminal.win, amount)
        self.given = {"amount": show_amount(amount), **self._still_stands(name)}
        parts: tuple[tuple[Amount, Kind], ...] = ((win, "win-paid"), (amount - win, "hand-paid"))
        self.emit(
            Posted(
                tuple(Posting(meter(name), CASH, part, kind) for part, kind in parts if part),
                name,
                why,
                by,
                clause=self.law_at(name, "hand-pay"),
            )
        )
        self._unlock(name, by)

    def on_hand_pay(self, command: ask.HandPay) -> None:
        """Pay what the terminal cannot.

        That is a win above its limit, a voucher that did not come out, or all credits after a fault.
        """
        terminal = self.terminal(command.terminal)
        why = f"{command.cause}: {text_of(command.reason, 'a reason')}" if command.reason else command.cause
        if command.cause == "win":
            win = min(terminal.win, self.floor.ledger.balance(meter(terminal.id)))
            if not win:
                raise BadInput(f"no win waits at terminal {terminal.id} to be paid by hand")
            self.given = {"amount": show_amount(win)}
            self.emit(
                Posted(
                    (Posting(meter(terminal.id), CASH, win, "win-paid"),),
                    terminal.id,
                    why,
                    command.by,
                    clause=self.law_at(terminal.id, "hand-pay"),
                )
            )
            self._unlock(terminal.id, command.by)
        elif command.cause == "voucher":
            number = next(
                (
                    number
                    for number, one in reversed(self.floor.vouchers.items())
                    if one.terminal == terminal.id
                ),
                None,
            )
            if number is None:
                raise BadInput(f"terminal {terminal.id} has made no voucher")
            amount = self._unpaid(number)
            self.given = {"amount": show_amount(amount)}
            self.emit(
                VoucherPaid(
                    number,
                    command.by,
                    (Posting(VOUCHERS, CASH, amount, "hand-paid"),),
                    why,
                    self.law_at(terminal.id, "hand-pay"),
                )
            )
        elif command.cause == "malfunction":
            if not terminal.fault:
                raise BadInput(f"terminal {terminal.id} has no fault: its credits are paid out as usual")
            self._pay_all(terminal.id, why, command.by)
        else:
            raise BadInput(f"what is paid by hand is a {', a '.join(CAUSES)}, not {short(command.cause)}")

    def _unlock(self, name: str, by: str) -> None:
        """Clear the lock once what it waited for is done."""
        one = self.terminal(name)
        if one.lock:
            self.emit(TerminalChanged(name, "", one.fault, calls=bool(one.fault), by=by))
            self.works_again(name)

    def on_pay_round(self, command: ask.PayRound) -> None:
        """Pay by hand for a round that could not be shown rightly."""
        terminal, table, reason = (
            self.terminal(command.terminal),
            self.table(command.table),
            text_of(command.reason, "a reason"),
        )
        one = table.find(command.round)
        if one is None or terminal.id not in one.seats.values():
            raise BadInput(
                f"terminal {terminal.id} did not play round {command.round} of table {command.table}, "
                "or it is not at hand"
            )
        self.given = {"amount": show_amount(amount_of(command.amount))}
        self.emit(
            Posted(
                (Posting(house(command.table), CASH, command.amount, "round-paid"),),
                terminal.id,
                reason,
                command.by,
                command.table,
                one.number,
                law(table.setup.game, "paid-right"),
            )
        )

    def on_from_account(self, command: ask.FromAccount) -> None:
        """Turn money of a player's account into credits."""
        terminal, amount = self.working(command.by), amount_of(command.amount)
        self._account(command.person, amount)
        self.emit(
            Posted(
                (Posting(player(command.person), meter(terminal.id), amount, "account-in"),),
                terminal.id,
                by=command.by,
                clause=self.law_at(terminal.id, "buy-in"),
            )
        )

    def on_to_account(self, command: ask.ToAccount) -> None:
        """Move all credits to a player's account."""
        terminal = self.working(command.by)
        self._account(command.person, 0)
        self._credits(terminal.id)
        self._collect_all(terminal.id)
        amount = self._credits(terminal.id)
        self.given = {"amount": show_amount(amount), **self._still_stands(terminal.id)}
        self.emit(
            Posted(
                (Posting(meter(terminal.id), player(command.person), amount, "account-out"),),
                terminal.id,
                by=command.by,
                clause=self.law_at(terminal.id, "account-out"),
            )
        )

    def on_deposit(self, command: ask.Deposit) -> None:
        """Pay cash into an account."""
        self._account(command.person, 0)
        self.emit(
            Posted(
                (Posting(CASH, player(command.person), amount_of(command.amount), "deposit"),), by=command.by
            )
        )

    def on_withdraw(self, command: ask.Withdraw) -> None:
        """Pay cash out of an account."""
        self._account(command.person, amount_of(command.amount))
        self.emit(
            Posted((Posting(player(command.person), CASH, command.amount, "withdrawal"),), by=command.by)
        )

    def on_call_attendant(self, command: ask.CallAttendant) -> None:
        """Call an attendant to a terminal."""
        one = self.terminal(command.by)
        self.emit(TerminalChanged(one.id, one.lock, one.fault, calls=True, by=command.by))

    def on_clear_lock(self, command: ask.ClearLock) -> None:
        """Clear a lock: an attendant has been there."""
        one = self.terminal(command.terminal)
        was = one.stopped
        self.emit(TerminalChanged(one.id, "", one.fault, calls=False, by=command.by))
        if was:
            self.works_again(one.id)

    def on_decide_owed(self, command: ask.DecideOwed) -> None:
        """Collect or waive what is owed after a correction; pay what is due to a player."""
        terminal, reason = self.terminal(command.terminal), text_of(command.reason, "a reason")
        account = owed(terminal.id, command.session)
        due = self.floor.ledger.balance(account)
        if not due:
            raise BadInput(
                f"nothing is owed at terminal {terminal.id} from before cash-out {command.session}"
            )
        if due > 0 and not command.collected:
            raise BadInput(f"{show_amount(due)} is due to the player: it cannot be waived")
        self.given = {
            "amount": show_amount(abs(due)),
            "way": "paid" if due > 0 else "collected" if command.collected else "waived",
        }
        other = CASH if command.collected else "waived"
        entry = (
            Posting(other, account, -due, "paid-off" if command.collected else "waived")
            if due < 0
            else Posting(account, CASH, due, "paid-off")
        )
        self.emit(Posted((entry,), terminal.id, reason, command.by))

    def on_refuse_pay(self, command: ask.RefusePay) -> None:
        """Withhold what a malfunction credited."""
        terminal, amount, reason = (
            self.terminal(command.terminal),
            amount_of(command.amount),
            text_of(command.reason, "a reason"),
        )
        there = self.floor.ledger.balance(meter(terminal.id))
        if amount > there:
            raise BadInput(f"terminal {terminal.id} has {show_amount(there)}, and no more can be refused")
        broken = terminal.fault or any(
            table.fault for table in self.floor.tables.values() if table.seats_of(terminal.id)
        )
        clause = self.law_at(terminal.id, "before-repair" if broken else "malfunction")
        self.emit(
            Posted(
                (Posting(meter(terminal.id), house("malfunction"), amount, "withheld"),),
                terminal.id,
                reason,
                command.by,
                clause=clause,
            )
        )

    # What must hold.

    def _collect_all(self, terminal: str) -> None:
        """Collect all wagers of a terminal that have won.

        Whoever cashes out takes them with him: the next player does not wager them again.
        """
        for table in self.floor.tables.values():
            self.collect(table, terminal)

    def _lies(self, terminal: str) -> Amount:
        return sum(self.floor.ledger.balance(layout(name, terminal)) for name in self.floor.tables)

    def _credits(self, terminal: str) -> Amount:
        amount = self.floor.ledger.balance(meter(terminal)) + self._lies(terminal)
        if not amount:
            stands = self.floor.standing(terminal)
            raise BadInput(
                f"terminal {terminal} has no credits"
                + (f"; the {show_amount(stands)} that stands is played to its end first" if stands else "")
            )
        return amount

    def _still_stands(self, terminal: str) -> dict[str, str]:
        """Return the stakes that stay on the tables at a cash-out.

        They are still at stake. What they bring goes to the credits of the terminal.
        """
        stands = self.floor.standing(terminal)
        return {"standing": show_amount(stands)} if stands else {}

    def _unpaid(self, number: str) -> Amount:
        voucher = self.floor.vouchers.get(number)
        if voucher is None:
            raise BadInput("there is no such voucher")
        if voucher.paid_by:
            raise BadInput("this voucher has been paid already")
        return voucher.amount

    def _account(self, person: str, amount: Amount) -> None:
        if person not in self.floor.people:
            raise BadInput("there is no such account")
        there = self.floor.ledger.balance(player(person))
        if there < amount:
            raise BadInput(f"the account of {person} holds {show_amount(there)}")
