"""An evening on a floor, as a house before several rules were mended played it: `before.jsonl.xz`.

It was recorded by the house of commit 60981c3, whose sources must come first on the path to record it again.
`SETTLED_WRONGLY` says what that house did that the law does not; everything else it settled by the law.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from croupier.families import FAMILIES
from croupier.floor import commands as ask
from croupier.floor.events import PersonAdded
from croupier.floor.rooms import game_of
from croupier.server.store import Store
from tests.floor.house import PEOPLE
from tests.journal.house import StoredHouse
from tests.journal.keeping import FOLDER, Kept, taken_from, write
from tests.journal.night import BEGAN, TABLES, Guests

BEFORE = FOLDER / "before.jsonl.xz"
SEED = "an evening before the mending"
TERMINALS = ("ash", "birch", "cedar", "elm", "fir")
MOST_ROUNDS = 60
STRUCK, FUND, LATE = ("struck", 1), ("fund", 1), ("late", 1)
"""A ruling on one person that took another's wager too; a fund paid on a void wager; a ruling on a late
wager, which did not say what had been late."""
SETTLED_WRONGLY = {STRUCK, FUND, LATE}
FIRST = {"rocket": ("bet low 10",), "jack": ("bet main 10",), "three": ("bet ante 10",)}
"""What everybody bets first, where other wagers need it."""


class Evening:
    """The evening, table by table."""

    def __init__(self, store: Store) -> None:
        self.house = StoredHouse(store, SEED, "evening")
        self.must = self.house.must

    def play(self) -> None:
        """Play it to its end. Nothing is in play then."""
        for terminal in TERMINALS:
            self.must(ask.EnrolTerminal, "boss", terminal=terminal)
            self.must(ask.TakeCash, "helper", terminal=terminal, amount=500_000)
        for name, (game, options) in TABLES.items():
            self.ordinary(name, game, options)
        self.bank_is_auctioned()
        self.player_has_the_bank()
        self.right_rulings()
        self.struck_two()
        self.fund_on_a_void_wager()
        self.late_wager()

    # What is done again and again.

    def sits(self, table: str, **places: str) -> None:
        """Seat terminals on the boxes that are named for them, or on any."""
        for terminal, place in places.items():
            self.must(ask.Join, terminal, table=table, **({"seats": (place,)} if place else {}))

    def live(self, game: str, table: str, options: dict[str, str] | None = None, **places: str) -> None:
        """Open a table at which a dealer enters what he sees, and let terminals sit down."""
        self.house.open(game, table, mode="live", options=options or {})
        self.sits(table, **places)
        self.house.round(table)

    def rules(self, table: str, irregularity: str, **facts: str) -> None:
        """Let a supervisor rule on the round in play."""
        self.must(ask.Rule, "super", table=table, irregularity=irregularity, facts=facts)

    def ends(self, table: str) -> None:
        """Let the round be over, nothing be left on the table, and everybody go."""
        floor = self.house.floor.tables[table]
        assert floor.round is None and not floor.fault, (table, floor.round, floor.fault)
        for owner in dict.fromkeys(floor.seats.values()):
            assert not self.house.floor.stands(floor, owner), (table, owner)
            self.must(ask.Leave, owner, table=table)

    # Ordinary rounds.

    def ordinary(self, name: str, game: str, options: dict[str, str]) -> None:
        """Play rounds in which terminals do what is allowed, and nobody rules on anything."""
        table = self.house.open(game, name, options=options)
        self.sits(name, ash="", birch="", cedar="")
        players = Guests(self.house, ["ash", "birch", "cedar"], len(name), name)
        for _ in range(4):
            number = self.house.round(name).number
            for terminal in players.terminals:
                for act in FIRST.get(name, ()):
                    self.house.ask(ask.Play, terminal, table=name, act=act)
            while not players.bet():
                pass
            self.played_out(players, number)
        for _ in range(MOST_ROUNDS):
            if not any(self.house.floor.stands(table, owner) for owner in players.terminals):
                break
            self.house.round(name)
            self.house.finish(name)
        if table.round is not None:
            self.house.finish(name)
        self.ends(name)

    def played_out(self, players: Guests, number: int) -> None:
        """Play a round to its end: most of the answers, defaults for the others."""
        for _ in range(200):
            one, self.house.at = players.table.round, players.name
            if one is None or one.number != number:
                return
            if one.phase != "waits" or not players.decide():
                if one.phase in ("open", "waits"):
                    self.house.now = max(self.house.now, one.deadline)
                self.house.tick()
        raise AssertionError(f"round {number} at {players.name} does not end")

    def bank_is_auctioned(self) -> None:
        """Play chemin de fer."""
        self.house.open("bahamas/chemin-de-fer", "chemin")
        self.sits("chemin", ash="", birch="", cedar="")
        self.house.round("chemin")
        self.house.play("ash", "bid 50", "chemin")
        for _ in range(2):
            self.house.now = self.house.floor.tables["chemin"].round.deadline  # type: ignore[union-attr]
            self.house.tick()
        self.house.play("birch", "take-bank", "chemin")
        self.house.play("birch", "bet bank 50", "chemin")
        self.house.play("ash", "bet cover 20", "chemin")
        self.house.play("cedar", "bet cover 30", "chemin")
        self.house.finish("chemin")
        self.ends("chemin")

    def player_has_the_bank(self) -> None:
        """Play where one player pays the others."""
        self.house.open("california/ez-baccarat", "bank")
        self.sits("bank", ash="", birch="", cedar="")
        for _ in range(2):
            self.house.round("bank")
            self.house.play("ash", "bank 200", "bank")
            self.house.play("birch", "bet player 20", "bank")
            self.house.play("cedar", "bet dealer 30", "bank")
            self.house.finish("bank")
        self.ends("bank")

    # Rulings that were right.

    def right_rulings(self) -> None:
        """Rule where one person alone is meant, or nobody."""
        self.live("great-britain/roulette", "entry", elm="", fir="")
        self.house.play("elm", "bet straight:17 10", "entry")
        self.house.play("fir", "bet red 20", "entry")
        self.house.deal("entry", "no-more-bets", "spin 17")
        self.ends("entry")

        self.live("queensland/roulette", "rude", elm="", fir="")
        self.house.play("elm", "bet red 10", "rude")
        self.house.play("fir", "bet black 10", "rude")
        self.house.deal("rude", "no-more-bets")
        seat = self.house.floor.tables["rude"].seats_of("elm")[0]
        self.rules("rude", "contravention", sanction="void-the-wager", seat=seat, wager="red")
        self.house.deal("rude", "spin 1")
        self.ends("rude")

        self.live("house/blackjack", "misdealt", ash="1", birch="2")
        for terminal in ("ash", "birch"):
            self.house.play(terminal, "bet main 10", "misdealt")
        self.house.deal("misdealt", "no-more-bets", "deal Th", "deal Td", "deal 7c", "deal 6h", "deal 5d")
        self.rules("misdealt", "misdeal")
        self.ends("misdealt")

        self.live("queensland/blackjack", "alone", ash="1", birch="2")
        for terminal in ("ash", "birch"):
            self.house.play(terminal, "bet blackjack 10", "alone")
        self.house.deal("alone", "no-more-bets", *(f"deal {card}" for card in ("Th", "Td", "7c", "9h", "8d")))
        self.rules("alone", "contravention", sanction="void-the-wager", seat="2", wager="blackjack")
        self.answers("alone", "stand")
        self.dealt("alone", "9s")
        self.ends("alone")

        self.live("great-britain/three-card-poker", "exposed", ash="1", birch="2")
        for terminal in ("ash", "birch"):
            self.house.play(terminal, "bet ante 10", "exposed")
        self.house.deal("exposed", "no-more-bets", "deal 2h", "deal 3h")
        self.rules("exposed", "misdeal")
        self.ends("exposed")

        self.live(
            "great-britain/live-draw-poker", "void", {"seed": "250", "jackpot": "yes"}, ash="1", birch="2"
        )
        self.house.play("ash", "bet hand 10", "void")
        self.house.deal("void", "no-more-bets", "deal 2h", "deal 3h")
        self.rules("void", "misdeal")
        self.ends("void")

    def answers(self, table: str, act: str) -> None:
        """Let whoever is asked give one answer, until nobody is."""
        for _ in range(20):
            if self.house.floor.tables[table].round is None:
                return
            room = self.house.core.room(self.house.floor.tables[table])
            asked = [one for one in room.main.pending if one.who not in ("*", "dealer", "table")]
            if not asked:
                return
            owner = self.house.floor.tables[table].seats[asked[0].who.partition(".")[0]]
            self.house.play(owner, f"{asked[0].who} {act}", table)

    def dealt(self, table: str, *cards: str) -> None:
        """Deal cards as long as the round wants them, the last one again and again."""
        left = list(cards)
        while self.house.floor.tables[table].round is not None:
            self.house.deal(table, f"deal {left.pop(0) if len(left) > 1 else left[0]}")

    # Rulings that were not.

    def struck_two(self) -> None:
        """Void the wager of who sits at a box: that of another who bets on the same box is taken too."""
        table, round = STRUCK
        self.live("queensland/blackjack", table, ash="1", birch="1b", cedar="2")
        for terminal in ("ash", "birch", "cedar"):
            self.house.play(terminal, "bet blackjack 10", table)
        cards = ("Th", "Td", "7c", "9h", "8d")
        self.house.deal(table, "no-more-bets", *(f"deal {card}" for card in cards))
        self.house.play("ash", "1 stand", table)
        self.rules(table, "contravention", sanction="void-the-wager", seat="1", wager="blackjack")
        self.house.play("cedar", "2 stand", table)
        self.dealt(table, "9s")
        assert self.house.floor.tables[table].number == round
        self.ends(table)

    def fund_on_a_void_wager(self) -> None:
        """Void a wager when the fund has been paid on it: the table had a fault, and was not cleared yet."""
        table, round = FUND
        options = {"seed": "250", "jackpot": "yes", "jackpot-share": "10"}
        self.live("great-britain/live-draw-poker", table, options, ash="1", birch="2")
        for terminal in ("ash", "birch"):
            self.house.play(terminal, "bet hand 10", table)
        cards = ("Ah", "Kh", "Qh", "Jh", "Th")
        self.house.deal(table, "no-more-bets", *(f"deal {card}" for card in cards))
        self.house.play("ash", "1 hold all", table)
        self.must(ask.ReportFault, "super", table=table, why="no light")
        self.rules(table, "late-wager", seat="2", wager="hand")
        self.rules(table, "late-wager", seat="1", wager="hand")
        self.must(ask.ClearFault, "super", table=table)
        self.house.finish(table)
        assert self.house.floor.tables[table].number == round
        self.ends(table)

    def late_wager(self) -> None:
        """Rule on a late wager without saying what was late: nobody was asked then."""
        table, round = LATE
        self.live("queensland/roulette", table, elm="", fir="")
        self.house.play("elm", "bet red 10", table)
        self.house.play("fir", "bet red 10", table)
        self.house.deal(table, "no-more-bets")
        seat = self.house.floor.tables[table].seats_of("fir")[0]
        self.rules(table, "late-wager", seat=seat, wager="red")
        self.house.deal(table, "spin 1")
        assert self.house.floor.tables[table].number == round
        self.ends(table)


def recorded(path: Path) -> Kept:
    """Play the evening on a new store."""
    store = Store(f"sqlite:///{path}")
    people = [PersonAdded(person, person.title(), (role,) if role else ()) for person, role in PEOPLE.items()]
    store.begin(people, BEGAN)
    evening = Evening(store)
    try:
        evening.play()
        played: dict[str, Any] = {
            game_of(table.setup).rules.head.game: 1 for table in evening.house.floor.tables.values()
        }
    finally:
        evening.house.stop()
    store.close()
    assert set(played) == set(FAMILIES), set(FAMILIES) - set(played)
    return taken_from(path)


if __name__ == "__main__":
    if BEFORE.exists():
        sys.exit(f"{BEFORE.name} is kept: the house that wrote it is gone")
    with tempfile.TemporaryDirectory() as name:
        write(recorded(Path(name) / "evening.db"), BEFORE)
