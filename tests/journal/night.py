"""A night on a floor, as it is recorded: rounds of every family, and everything that may happen beside them.

It ends in the middle: cards lie on a table and somebody is asked, wagers stand, a result is not drawn yet.
"""

from __future__ import annotations

from typing import Any

from croupier.floor import commands as ask
from croupier.floor.events import PersonAdded
from croupier.floor.state import FloorTable
from croupier.server.store import Store
from tests.floor.house import PEOPLE, Players
from tests.journal.house import StoredHouse

BEGAN = 1_762_000_000_000
"""Milliseconds since 1970: an evening in November 2025."""
SEED = "a night that is kept 62"
"""Of many nights one with a split, insurance, doubles and surrender in it."""
SNAPSHOT_EVERY = 900
"""Entries: so that one state is kept on the way, and much comes after it."""
TERMINALS = ("ash", "birch", "cedar", "elm", "fir")
TABLES: dict[str, tuple[str, dict[str, str]]] = {
    "wheel": ("queensland/roulette", {}),
    "dice": ("house/craps", {}),
    "rocket": ("great-britain/rocket-7", {"seed": "500"}),
    "cubes": ("house/sic-bo", {}),
    "big-six": ("bahamas/big-six", {}),
    "punto": ("queensland/baccarat", {}),
    "war": ("bahamas/casino-war", {}),
    "dog": ("bahamas/red-dog", {}),
    "lucky": ("queensland/lucky-draw-baccarat", {}),
    "jack": ("house/blackjack", {}),
    "pairs": ("great-britain/pocket-pairs", {}),
    "three": ("queensland/three-card-poker", {}),
    "draw": ("great-britain/live-draw-poker", {"seed": "250", "jackpot": "yes", "jackpot-share": "10"}),
}
"""Automatic tables at which terminals do whatever is allowed. What happens at others is written below."""
STUD = {"seed": "1000", "contribution": "50", "coin": "1"}
FLUSH, DEALERS = ("2h", "5h", "7h", "9h", "Kh"), ("Ac", "Kd", "8s", "6c", "3d")
"""A hand that is paid 50 by the meter of the jackpot, and a dealer who qualifies."""
MOST_ROUNDS = 60
LONG = 600_000
"""Milliseconds for a decision: the last one at that table is still asked for when the night ends."""
SAID = {"raise": "10", "hold": "all"}
"""What is said with an act that is nothing by itself."""
FIRST = {"rocket": ("bet low 10", "bet side 5"), "jack": ("bet main 10",), "three": ("bet ante 10",)}
"""What everybody bets first, where it may be bet: a share of it goes to a meter, or other wagers need it."""
ROUNDS = {"jack": 6}
"""How many rounds are played at a table, where they are not three."""


def begin(store: Store) -> None:
    """Begin a floor with the people who work there."""
    added = [PersonAdded(person, person.title(), (role,) if role else ()) for person, role in PEOPLE.items()]
    store.begin(added, BEGAN)


class Guests(Players):
    """Terminals that do whatever is allowed, and say how much where that must be said."""

    def decide(self) -> int:
        """Answers of most of those who are asked."""
        given = 0
        for question in list(self.house.core.room(self.table).main.pending):
            owner = self.table.seats.get(question.who.partition(".")[0], "")
            if question.who in ("dealer", "table", "*") or not question.allowed() or not owner:
                continue
            act = self.random.choice(question.allowed())
            text = f"{question.who} {act} {SAID.get(act, '')}".rstrip()
            if self.random.random() < 0.8:
                given += self.house.ask(ask.Play, owner, table=self.name, act=text).done
        return given


class Night:
    """The night, hour by hour."""

    def __init__(self, store: Store) -> None:
        self.house = StoredHouse(store, SEED, "night", snapshot_every=SNAPSHOT_EVERY)
        self.must, self.refused = self.house.must, self.house.refused

    def play(self) -> None:
        """Play it from the first terminal to the round at which it ends."""
        self.sets_up()
        for name in TABLES:
            self.family(name)
        self.bank_is_auctioned()
        self.player_has_the_bank()
        self.meter_is_won()
        self.result_is_put_right()
        self.point_is_put_right()
        self.round_is_dealt_wrongly()
        self.money_is_moved()
        self.something_breaks()
        self.ends_in_the_middle()

    # What is done again and again.

    def table(self, name: str) -> FloorTable:
        return self.house.floor.tables[name]

    def sits(self, table: str, *terminals: str) -> list[str]:
        for terminal in terminals:
            self.must(ask.Join, terminal, table=table)
        return list(terminals)

    def round(self, players: Guests) -> None:
        """Play a round to its end: wagers of everybody, most of the answers, defaults for the others."""
        name, number = players.name, self.house.round(players.name).number
        for terminal in players.terminals:
            for act in FIRST.get(name, ()):
                self.house.ask(ask.Play, terminal, table=name, act=act)
        while not players.bet():
            pass
        for _ in range(200):
            if number in self.table(name).past:
                return
            one = self.table(name).round
            assert one is not None and not self.table(name).fault, self.table(name).fault
            if one.phase != "waits" or not players.decide():
                self.runs_out(name)
        raise AssertionError(f"round {number} at {name} does not end")

    def runs_out(self, table: str) -> None:
        """Let the time run out for which a round waits, and go on."""
        one, self.house.at = self.table(table).round, table
        if one is not None and one.phase in ("open", "waits"):
            self.house.now = max(self.house.now, one.deadline)
        self.house.tick()

    def leave(self, table: str) -> None:
        """Let everybody go once nothing of theirs stands on the table."""
        for _ in range(MOST_ROUNDS):
            owners = dict.fromkeys(self.table(table).seats.values())
            if not any(self.house.floor.stands(self.table(table), owner) for owner in owners):
                break
            self.house.round(table)
            self.house.finish(table)
        for owner in owners:
            self.must(ask.Leave, owner, table=table)
        if self.table(table).round is not None:
            self.house.finish(table)
        assert not self.table(table).seats

    # Hour by hour.

    def sets_up(self) -> None:
        """Enrol terminals, and buy in."""
        for terminal in TERMINALS:
            self.must(ask.EnrolTerminal, "boss", terminal=terminal, title=f"Terminal {terminal.title()}")
            self.must(ask.TakeCash, "helper", terminal=terminal, amount=200_000)
        self.refused(ask.EnrolTerminal, "helper", terminal="yew")
        self.refused(ask.TakeCash, "helper", terminal="ash", amount=0)
        self.must(ask.AddPerson, "boss", person="robin", title="Robin, an attendant", roles=("attendant",))

    def family(self, name: str) -> None:
        """Play some rounds of a game."""
        game, options = TABLES[name]
        time = {"deciding": LONG} if name == "three" else {}
        self.house.open(game, name, collect=None, options=options, **time)
        seats = self.sits(name, "ash", "birch", "cedar")
        self.refused(ask.Play, "elm", table=name, act="bet red 10")
        players = Guests(self.house, seats, len(name), name)
        for _ in range(ROUNDS.get(name, 3)):
            self.round(players)
        self.refused(ask.Play, "ash", table=name, act="bet red 1")
        if game.startswith("great-britain/"):
            self.refused(ask.Join, "ash", table="wheel")
        if name == "wheel" and self.table(name).laid:
            self.must(ask.Collect, self.table(name).laid[0][0], table=name)
        self.leave(name)

    def bank_is_auctioned(self) -> None:
        """Play chemin de fer: the bank goes to a bid, passes on from who says nothing, and is covered."""
        self.house.open("bahamas/chemin-de-fer", "chemin", collect=None)
        self.sits("chemin", "ash", "birch", "cedar")
        self.house.round("chemin")
        self.house.play("ash", "bid 50", "chemin")
        for _ in range(2):
            self.runs_out("chemin")
        self.house.play("birch", "take-bank", "chemin")
        self.house.play("birch", "bet bank 50", "chemin")
        self.house.play("ash", "bet cover 20", "chemin")
        self.house.play("cedar", "bet cover 30", "chemin")
        self.house.finish("chemin")
        self.leave("chemin")

    def player_has_the_bank(self) -> None:
        """Play at a table where the house banks nothing: one player pays the others."""
        self.house.open("california/ez-baccarat", "bank", collect=None)
        self.sits("bank", "ash", "birch", "cedar")
        for _ in range(2):
            self.house.round("bank")
            self.house.play("ash", "bank 200", "bank")
            self.house.play("birch", "bet player 20", "bank")
            self.house.play("cedar", "bet dealer 30", "bank")
            self.house.finish("bank")
        self.leave("bank")

    def meter_is_won(self) -> None:
        """Pay a prize out of the meter of a jackpot; the win is large enough to wait for an attendant."""
        self.house.open("bahamas/caribbean-stud", "stud", collect=None, mode="live", options=STUD)
        self.sits("stud", "elm", "fir")
        limits: dict[str, Any] = {"minimum": {"stud": 100}, "maximum": {"stud": 10_000}, "lock_at": 10_000}
        self.must(ask.SetTerminal, "boss", terminal="elm", **limits)
        self.house.round("stud")
        self.refused(ask.Play, "elm", table="stud", act="bet ante 200")
        for terminal in ("elm", "fir"):
            self.house.play(terminal, "bet ante 10", "stud")
        self.house.play("elm", "bet progressive 1", "stud")
        self.refused(ask.Deal, "dealer", table="stud", act="deal 2h")
        self.house.deal("stud", "no-more-bets")
        for own, other, dealers in zip(FLUSH, ("3h", "4d", "8c", "Ts", "Js"), DEALERS, strict=True):
            self.house.deal("stud", f"deal {own}", f"deal {other}", f"deal {dealers}")
        self.house.play("fir", "fold", "stud")
        self.house.play("elm", "call", "stud")
        self.refused(ask.PrintVoucher, "elm")
        self.must(ask.HandPay, "helper", terminal="elm", cause="win", reason="it was shown to a supervisor")
        self.must(ask.SetTerminal, "boss", terminal="elm", most_voucher=500_000)
        self.leave("stud")

    def result_is_put_right(self) -> None:
        """Enter a wrong result; two people put it right, and one who has cashed out owes what he was paid."""
        self.house.open("queensland/roulette", "entered", collect=None, mode="live", title="By the door")
        self.sits("entered", "elm", "fir", "ash")
        self.house.round("entered")
        self.house.play("elm", "bet straight:17 10", "entered")
        self.house.play("fir", "bet red 20", "entered")
        self.house.play("ash", "bet black 20", "entered")
        self.house.play("ash", "remove black 5", "entered")
        self.house.deal("entered", "no-more-bets")
        self.refused(ask.Play, "fir", table="entered", act="bet red 20")
        self.house.deal("entered", "spin 17")
        voucher = self.must(ask.PrintVoucher, "elm").given["voucher"]
        self.must(ask.RedeemVoucher, "helper", number=voucher)
        self.refused(ask.RedeemVoucher, "helper", number=voucher)
        self.house.round("entered")
        self.house.play("fir", "bet dozen:1 10", "entered")
        self.house.deal("entered", "no-more-bets", "spin 5")
        made = self.proposes("boss", table="entered", round=1, draws=("spin 18",))
        self.refused(ask.ApproveCorrection, "boss", correction=made)
        self.must(ask.ApproveCorrection, "chief", correction=made)
        assert self.house.floor.ledger.balance("owed:elm:1") < 0
        self.must(ask.DecideOwed, "boss", terminal="elm", session=1, collected=False, reason="our mistake")
        other = self.proposes("super", table="entered", round=2, draws=("spin 6",))
        self.must(ask.RejectCorrection, "chief", correction=other, reason="the film shows a five")
        due: dict[str, Any] = {"terminal": "fir", "table": "entered", "round": 2, "amount": 1_250}
        self.must(ask.PayRound, "boss", **due, reason="no light")
        self.house.round("entered")
        self.house.play("fir", "bet red 10", "entered")
        self.house.play("ash", "bet red 10", "entered")
        self.house.deal("entered", "no-more-bets")
        late = {"seat": self.table("entered").seats_of("ash")[0], "wager": "red"}
        self.must(ask.Rule, "super", table="entered", irregularity="late-wager", facts=late)
        self.house.deal("entered", "spin 1")
        self.must(ask.Collect, "fir", table="entered")
        self.leave("entered")

    def proposes(self, by: str, **what: Any) -> int:
        """Propose a correction; its number."""
        found = self.must(ask.ProposeCorrection, by, reason="as the film shows", **what)
        return int(found.given["correction"])

    def point_is_put_right(self) -> None:
        """Correct a throw that set a point: the next round is settled again, without that point."""
        self.house.open("house/craps", "thrown", collect=None, mode="live")
        self.sits("thrown", "birch", "cedar")
        self.house.round("thrown")
        for terminal in ("birch", "cedar"):
            self.house.play(terminal, "bet pass 10", "thrown")
        self.house.deal("thrown", "dice-out", "roll 3-3")
        self.house.round("thrown")
        self.house.play("birch", "bet come 10", "thrown")
        self.house.deal("thrown", "dice-out", "roll 4-3")
        made = self.proposes("super", table="thrown", round=1, draws=("roll 3-4",), impossible="left")
        assert len(self.must(ask.ApproveCorrection, "boss", correction=made).given["listed"]) == 1
        self.leave("thrown")

    def round_is_dealt_wrongly(self) -> None:
        """Rule on a round of blackjack that was dealt wrongly, after a box has lost; then close the table."""
        self.house.open("house/blackjack", "dealt", collect=None, mode="live")
        self.sits("dealt", "ash", "birch")
        self.house.round("dealt")
        for terminal in ("ash", "birch"):
            self.house.play(terminal, "bet main 10", "dealt")
        cards = ("Th", "Td", "7c", "6h", "5d", "??")
        self.house.deal("dealt", "no-more-bets", *(f"deal {card}" for card in cards))
        self.house.play("ash", "1 hit", "dealt")
        self.house.deal("dealt", "deal Ks")
        self.refused(ask.Rule, "dealer", table="dealt", irregularity="misdeal")
        self.must(ask.Rule, "super", table="dealt", irregularity="misdeal")
        self.leave("dealt")
        self.must(ask.ChangeTable, "boss", table="dealt", open=False)
        self.refused(ask.Join, "ash", table="dealt")

    def money_is_moved(self) -> None:
        """Move money in every way that no round is needed for."""
        self.must(ask.Deposit, "helper", person="alice", amount=30_000)
        self.must(ask.FromAccount, "elm", person="alice", amount=10_000)
        self.refused(ask.FromAccount, "elm", person="alice", amount=50_000)
        self.must(ask.Withdraw, "robin", person="alice", amount=5_000)
        self.must(ask.ToAccount, "elm", person="alice")
        self.must(ask.TakeCash, "robin", terminal="elm", amount=12_345)
        voucher = self.must(ask.GiveVoucher, "helper", terminal="elm").given["voucher"]
        self.must(ask.InsertVoucher, "fir", number=voucher)
        self.refused(ask.InsertVoucher, "elm", number=voucher)
        self.must(ask.TakeCash, "robin", terminal="elm", amount=60_000)
        self.must(ask.CallAttendant, "elm")
        self.must(ask.ClearLock, "robin", terminal="elm")
        self.must(ask.PayOut, "helper", terminal="birch")
        self.must(ask.TakeCash, "helper", terminal="birch", amount=80_000)
        # One voucher does not come out and is paid by hand; one is still unpaid in the end.
        self.must(ask.PrintVoucher, "cedar")
        self.must(ask.HandPay, "helper", terminal="cedar", cause="voucher", reason="no paper")
        self.must(ask.TakeCash, "helper", terminal="cedar", amount=43_210)
        self.must(ask.PrintVoucher, "cedar")
        self.must(ask.TakeCash, "helper", terminal="cedar", amount=70_000)

    def something_breaks(self) -> None:
        """Break a table in a round, which is void, and a terminal, whose credits are refused in part."""
        self.sits("wheel", "fir")
        self.house.round("wheel")
        self.house.play("fir", "bet red 10", "wheel")
        self.must(ask.ReportFault, "super", table="wheel", why="no light")
        self.refused(ask.Play, "fir", table="wheel", act="bet red 10")
        self.must(ask.ClearFault, "super", table="wheel", void=True)
        self.must(ask.ReportFault, "helper", terminal="fir", why="no paper")
        self.must(ask.RefusePay, "boss", terminal="fir", amount=1_000, reason="credited by mistake")
        self.must(ask.ClearFault, "super", terminal="fir")

    # The end.

    def ends_in_the_middle(self) -> None:
        """Leave tables as a night may leave them when the power fails."""
        self.betting_is_open()
        self.wager_stands_on_a_point()
        self.result_is_not_drawn()
        self.hands_are_asked("three", "ash", "birch")
        self.hands_are_asked("jack", "ash", "birch", "cedar")

    def betting_is_open(self) -> None:
        """Stop while wagers are taken; other limits wait for the next round."""
        self.sits("wheel", "elm")
        self.house.round("wheel")
        self.house.play("fir", "bet straight:8 10", "wheel")
        self.house.play("elm", "bet split:5-8 20", "wheel")
        options = {"minimum": "10", "maximum": "300"}
        self.house.open("queensland/roulette", "wheel", collect=None, options=options)

    def wager_stands_on_a_point(self) -> None:
        """Stop between two rounds, with a wager that is not decided."""
        self.sits("dice", "elm")
        for _ in range(MOST_ROUNDS):
            self.house.round("dice")
            # It is refused on a point that somebody else has left there.
            self.house.ask(ask.Play, "elm", table="dice", act="bet pass 10")
            self.house.finish("dice")
            if self.house.floor.stands(self.table("dice"), "elm"):
                return
        raise AssertionError("no point was ever made")

    def result_is_not_drawn(self) -> None:
        """Stop between no more bets, which is stored, and the throw."""
        self.sits("cubes", "fir")
        one = self.house.round("cubes")
        self.house.play("fir", "bet big 20", "cubes")
        self.runs_out("cubes")
        assert one.phase == "closed" and not one.draws()

    def hands_are_asked(self, name: str, *terminals: str) -> None:
        """Stop when one hand is decided and another is asked; wagers stand."""
        players = Guests(self.house, self.sits(name, *terminals), len(name), name)
        for _ in range(MOST_ROUNDS):
            one = self.house.round(name)
            for terminal in terminals:
                self.house.play(terminal, "bet ante 10" if name == "three" else "bet main 20", name)
            self.runs_out(name)
            self.house.tick()
            act = "1 fold" if name == "three" else "1 stand"
            done = self.house.ask(ask.Play, terminals[0], table=name, act=act).done
            if done and self.asked(name)[:1] == ["2"]:
                return
            while self.table(name).round is one:
                if not players.decide():
                    self.runs_out(name)
        raise AssertionError(f"nobody was asked at {name}")

    def asked(self, name: str) -> list[str]:
        """Tell who is asked at a table now."""
        if self.table(name).round is None:
            return []
        pending = self.house.core.room(self.table(name)).main.pending
        return [question.who for question in pending if question.who not in ("*", "dealer", "table")]
