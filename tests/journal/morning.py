"""What comes after the night: the rounds that the journal left in the middle are played to their end."""

from __future__ import annotations

from itertools import chain, repeat
from typing import Any

from croupier.equipment.money import parse_amount
from croupier.floor import commands as ask
from croupier.floor.ledger import CASH, house, own
from croupier.floor.state import Round
from tests.journal.house import StoredHouse

CHANGED = "its rules are not those with which it was opened"
"""How the runner begins to say that a table is out of order because its rulebook is another than it was."""
SEALED = {"jack": ("hit", "stand"), "three": ("bet",)}
"""Tables whose cards were sealed at night: what comes of these answers, the last repeated, is decided."""
DRAWN = ("cubes", "wheel", "dice")
"""Tables whose results are drawn only now."""
MOST_ROUNDS = 60
LINE = ("seat", "bettor", "hand", "wager", "stake", "result", "net")
"""What must be the same of a line that is settled by a later house; its words may be others."""


def won(lines: dict[str, list[dict[str, Any]]]) -> int:
    """What players have won by these lines, or lost."""
    nets = [str(line["net"]) for some in lines.values() for line in some if line["result"] != "stands"]
    return sum(parse_amount(net.lstrip("-")) * (-1 if net.startswith("-") else 1) for net in nets)


class Morning(StoredHouse):
    """The floor of the night, opened again."""

    def put_in_order(self) -> list[str]:
        """Let a supervisor release tables that are stopped because their rulebook has changed; name them."""
        stopped = [name for name, table in self.floor.tables.items() if table.fault.startswith(CHANGED)]
        for name in stopped:
            self.must(ask.ClearFault, "super", table=name)
        return stopped

    def play_on(self) -> dict[str, Any]:
        """Play every round to its end, and check the money at each table; what came of the sealed cards."""
        cash = self.floor.ledger.balance(CASH)
        found = {}
        for name, answers in SEALED.items():
            one = self.settles(name, *answers)
            lines = [{key: line[key] for key in LINE} for some in one.lines.values() for line in some]
            meters = self.floor.ledger.meters(house(name))
            found[name] = {"draws": one.draws(), "lines": lines, "house": meters}
        for name in DRAWN:
            for _ in range(MOST_ROUNDS):
                self.settles(name)
                owners = {*self.floor.tables[name].seats.values()}
                if not any(self.floor.ledger.balance(f"stakes:{name}:{owner}") for owner in owners):
                    break
        assert not self.held("stakes:")
        assert self.floor.ledger.balance(CASH) == cash
        self.floor.ledger.audit()
        return found

    def settles(self, name: str, *answers: str) -> Round:
        """Play a round to its end: what the players then have more or less is what its lines say."""
        table = self.floor.tables[name]
        if table.round is None:
            self.round(name)
        groups = self.core.room(table).groups
        so_far = {group: [line.value() for line in engine.lines] for group, engine in groups.items()}
        number, players, bank = table.number, self.players_have(), self.table_has(name)
        given = chain(answers, repeat(answers[-1])) if answers else ()
        for answer in given:
            if table.round is None or not (asked := self.waits_for(name)):
                break
            self.play(table.seats[asked[0].who.partition(".")[0]], f"{asked[0].who} {answer}", name)
        one = self.finish(name)
        assert one.number == number and not table.fault
        due = won(one.lines) - won(so_far)
        assert self.players_have() - players == due == bank - self.table_has(name), (name, number, one.lines)
        return one

    def waits_for(self, name: str) -> list[Any]:
        """Those who are asked at a table now."""
        pending = self.core.room(self.floor.tables[name]).main.pending
        return [question for question in pending if question.who not in ("*", "dealer", "table")]

    def players_have(self) -> int:
        """Credits, stakes and what lies won on the layouts."""
        return self.held("meter:") + self.held("stakes:") + self.held("layout:")

    def table_has(self, name: str) -> int:
        """What the house has at a table, with what the game keeps there itself."""
        return self.floor.ledger.balance(house(name)) + self.held(own(name, ""))

    def held(self, kind: str) -> int:
        """What all accounts together hold whose names begin so."""
        balances = self.floor.ledger.balances
        return sum(amount for account, amount in balances.items() if account.startswith(kind))
