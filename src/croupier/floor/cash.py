"""Money in and out of terminals: cash, vouchers, accounts, payment by hand."""

from __future__ import annotations

from croupier.equipment.money import MOST, Amount, show_amount
from croupier.errors import BadInput
from croupier.floor import commands as ask
from croupier.floor.events import Posted, TerminalChanged, VoucherIssued, VoucherPaid
from croupier.floor.ledger import CASH, VOUCHERS, Posting, house, layout, meter, owed, player
from croupier.floor.work import Work, text_of
from croupier.randomness.source import token

DIGITS = 18
"""Of the number of a voucher: with a million of them outstanding one guess in 10^12 hits one."""
MOST_AT_ONCE = 10**9
"""No single movement of cash is larger."""


def amount_of(amount: Amount) -> Amount:
    """An amount that may be moved at once."""
    if isinstance(amount, bool) or not 0 < amount <= MOST_AT_ONCE:
        raise BadInput(f"an amount is more than nothing and at most {show_amount(MOST_AT_ONCE)}")
    return amount


class Cash(Work):
    """Buying in and cashing out."""

    def on_take_cash(self, command: ask.TakeCash) -> None:
        """Cash becomes credits."""
        terminal = self.working(command.terminal)
        amount = amount_of(command.amount)
        if self.floor.ledger.balance(meter(terminal.id)) + amount > MOST // 1000:
            raise BadInput("no more credits fit on this meter")
        self.emit(Posted((Posting(CASH, meter(terminal.id), amount, "cash-in"),), terminal.id, by=command.by, clause=self.law_at(terminal.id, "buy-in")))

    def on_insert_voucher(self, command: ask.InsertVoucher) -> None:
        """A voucher becomes credits."""
        terminal = self.working(command.by)
        amount = self._unpaid(command.number)
        self.emit(VoucherPaid(command.number, terminal.id, (Posting(VOUCHERS, meter(terminal.id), amount, "voucher-in"),), self.law_at(terminal.id, "buy-in")))

    def on_print_voucher(self, command: ask.PrintVoucher) -> None:
        """All credits become a voucher."""
        terminal = self.working(command.by)
        amount = self._credits(terminal.id)
        if terminal.most_voucher and amount > terminal.most_voucher:
            self.given = {"locked": f"{show_amount(amount)} is paid by an attendant: a voucher is at most {show_amount(terminal.most_voucher)}"}
            self.emit(TerminalChanged(terminal.id, self.given["locked"], terminal.fault, calls=True, by=command.by))
            return
        number = token(self.random, DIGITS)
        while number in self.floor.vouchers:
            number = token(self.random, DIGITS)
        self._collect_all(terminal.id)
        amount = self._credits(terminal.id)
        self.given = {"voucher": number, "amount": show_amount(amount), "terminal": terminal.id, "at": self.now}
        self.emit(VoucherIssued(number, amount, terminal.id, (Posting(meter(terminal.id), VOUCHERS, amount, "voucher-out"),), self.now, self.law_at(terminal.id, "voucher-out")))

    def on_redeem_voucher(self, command: ask.RedeemVoucher) -> None:
        """A voucher is paid in cash, once."""
        amount = self._unpaid(command.number)
        self.given = {"amount": show_amount(amount)}
        self.emit(VoucherPaid(command.number, command.by, (Posting(VOUCHERS, CASH, amount, "redeemed"),), self.law_at(self.floor.vouchers[command.number].terminal, "redeem")))

    def on_pay_out(self, command: ask.PayOut) -> None:
        """All credits are paid by hand."""
        terminal = self.terminal(command.terminal)
        self._credits(terminal.id)
        self._collect_all(terminal.id)
        amount = self._credits(terminal.id)
        self.given = {"amount": show_amount(amount)}
        self.emit(Posted((Posting(meter(terminal.id), CASH, amount, "hand-paid"),), terminal.id, by=command.by, clause=self.law_at(terminal.id, "hand-pay")))

    def on_from_account(self, command: ask.FromAccount) -> None:
        """Credits from a player's account."""
        terminal, amount = self.working(command.by), amount_of(command.amount)
        self._account(command.person, amount)
        self.emit(Posted((Posting(player(command.person), meter(terminal.id), amount, "account-in"),), terminal.id, by=command.by, clause=self.law_at(terminal.id, "buy-in")))

    def on_to_account(self, command: ask.ToAccount) -> None:
        """All credits to a player's account."""
        terminal = self.working(command.by)
        self._account(command.person, 0)
        self._credits(terminal.id)
        self._collect_all(terminal.id)
        amount = self._credits(terminal.id)
        self.emit(Posted((Posting(meter(terminal.id), player(command.person), amount, "account-out"),), terminal.id, by=command.by, clause=self.law_at(terminal.id, "account-out")))

    def on_deposit(self, command: ask.Deposit) -> None:
        """Cash into an account."""
        self._account(command.person, 0)
        self.emit(Posted((Posting(CASH, player(command.person), amount_of(command.amount), "deposit"),), by=command.by))

    def on_withdraw(self, command: ask.Withdraw) -> None:
        """Cash out of an account."""
        self._account(command.person, amount_of(command.amount))
        self.emit(Posted((Posting(player(command.person), CASH, command.amount, "withdrawal"),), by=command.by))

    def on_call_attendant(self, command: ask.CallAttendant) -> None:
        """Somebody is wanted."""
        one = self.terminal(command.by)
        self.emit(TerminalChanged(one.id, one.lock, one.fault, calls=True, by=command.by))

    def on_clear_lock(self, command: ask.ClearLock) -> None:
        """An attendant has been there."""
        one = self.terminal(command.terminal)
        was = one.stopped
        self.emit(TerminalChanged(one.id, "", one.fault, calls=False, by=command.by))
        if was:
            self.works_again(one.id)

    def on_decide_owed(self, command: ask.DecideOwed) -> None:
        """What is owed after a correction is collected, or waived; what is due to a player is paid."""
        terminal, reason = self.terminal(command.terminal), text_of(command.reason, "a reason")
        account = owed(terminal.id, command.session)
        due = self.floor.ledger.balance(account)
        if not due:
            raise BadInput(f"nothing is owed at terminal {terminal.id} from before cash-out {command.session}")
        if due > 0 and not command.collected:
            raise BadInput(f"{show_amount(due)} is due to the player: it cannot be waived")
        other = CASH if command.collected else "waived"
        entry = Posting(other, account, -due, "paid-off" if command.collected else "waived") if due < 0 else Posting(account, CASH, due, "paid-off")
        self.emit(Posted((entry,), terminal.id, reason, command.by))

    def on_refuse_pay(self, command: ask.RefusePay) -> None:
        """What a malfunction credited is not paid."""
        terminal, amount, reason = self.terminal(command.terminal), amount_of(command.amount), text_of(command.reason, "a reason")
        if amount > self.floor.ledger.balance(meter(terminal.id)):
            raise BadInput(f"terminal {terminal.id} has {show_amount(self.floor.ledger.balance(meter(terminal.id)))}, and no more can be refused")
        broken = terminal.fault or any(table.fault for table in self.floor.tables.values() if table.seats_of(terminal.id))
        clause = self.law_at(terminal.id, "before-repair" if broken else "malfunction")
        self.emit(Posted((Posting(meter(terminal.id), house("malfunction"), amount, "withheld"),), terminal.id, reason, command.by, clause))

    # What must hold.

    def _collect_all(self, terminal: str) -> None:
        """Whoever cashes out takes what he has won with him: nothing of his is wagered again by whoever comes next."""
        for table in self.floor.tables.values():
            self.collect(table, terminal)

    def _lies(self, terminal: str) -> Amount:
        return sum(self.floor.ledger.balance(layout(name, terminal)) for name in self.floor.tables)

    def _credits(self, terminal: str) -> Amount:
        amount = self.floor.ledger.balance(meter(terminal)) + self._lies(terminal)
        if not amount:
            raise BadInput(f"terminal {terminal} has no credits")
        return amount

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
