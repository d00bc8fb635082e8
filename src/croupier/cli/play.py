"""`croupier play`: a table in the terminal. The generator of the operating system draws, or a dealer enters the draws."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import asked_game, before, game_argument
from croupier.errors import BadInput, NotAllowed

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.api import Game
    from croupier.table.table import Table

EXAMPLES = """  croupier play great-britain/roulette
  croupier play great-britain/roulette --live
  printf '1 bet red 10\\nspin\\nquit\\n' | croupier play great-britain/roulette

at the table:
  1 bet red 10     an event, as in a written round; without a box it is box 1
  spin             the draw: the generator makes it (with --live: spin 17)
  pending          who may do what
  help, quit"""
LONGEST = 400


def arguments(parser: argparse.ArgumentParser) -> None:
    """A game, what the table carries, and who draws."""
    game_argument(parser)
    parser.add_argument("--before", action="append", default=[], metavar="K=V", help="what the table carried into the first round; may be given again")
    parser.add_argument("--live", action="store_true", help="the draws are entered, like spin 17, and not made")


def run(given: argparse.Namespace) -> int:
    """Play until quit or the end of the input."""
    from croupier.cli.show import console

    asked = asked_game(given)
    room = Room(asked, asked.table(before(given.before)), console(), given.live)
    room.welcome()
    while not room.left:
        room.prompt()
        line = sys.stdin.readline(LONGEST)
        if not line:
            break
        if len(line) == LONGEST and not line.endswith("\n"):
            while (more := sys.stdin.readline(LONGEST)) and not more.endswith("\n"):
                continue
            line = f"{line[:20]}… is longer than {LONGEST} characters"
        room.hear(line.strip())
    room.farewell()
    return 0


def weighted(weights: Iterable[tuple[str, int]]) -> str:
    """One of several results by weight, drawn from the operating system with rejection."""
    rows = list(weights)
    at = secrets.randbelow(sum(weight for _, weight in rows))
    for result, weight in rows:
        if at < weight:
            return result
        at -= weight
    raise AssertionError("the weights were counted")


class Room:
    """One person at the keyboard, and the table they play at."""

    def __init__(self, asked: Game, table: Table, out: Console, live: bool) -> None:
        self.asked, self.table, self.out, self.live = asked, table, out, live
        self.round = 1
        self.told = self.ruled = 0
        self.net: dict[str, int] = {}
        self.left = False

    def welcome(self) -> None:
        """What game this is."""
        from croupier.cli.show import heading
        from croupier.table.written import lapsed

        rules = self.asked.rules
        heading(self.out, f"{rules.head.title} · {self.asked.name}", f"{rules.head.cites}; rules {rules.digest()}", *lapsed(rules))
        self.out.print("help says what can be written here; quit leaves the table." + (" Draws are entered." if self.live else " Draws come from the operating system."))

    def prompt(self) -> None:
        """What is waited for."""
        people = ["anyone" if question.who == "*" else question.who for question in self.table.pending if question.who != "table"]
        waits = ", ".join(dict.fromkeys([*people, *([self.table.draw_wanted] if self.table.draw_wanted else [])]))
        self.out.print(f"round {self.round} · waits for {waits} > ", end="")
        sys.stdout.flush()

    def hear(self, line: str) -> None:
        """One line from the keyboard."""
        if not sys.stdin.isatty():
            self.out.print(line)
        words = line.split()
        if not words:
            return
        if words[0] in ("quit", "exit", "q"):
            self.left = True
        elif words[0] in ("help", "?"):
            self._help()
        elif words[0] == "pending":
            self._pending()
        else:
            try:
                self._event(words)
            except NotAllowed as refused:
                self.out.print(f"refused: {refused.why} [{refused.clause}]", style="yellow")
            except BadInput as wrong:
                self.out.print(f"{wrong}", style="yellow")
        self._forward()

    def _event(self, words: list[str]) -> None:
        from croupier.table.events import DRAWS, STAFF

        if words[0] in DRAWS:
            self._draw(words)
            return
        at_once = " ".join(words)
        self.table.apply(at_once if words[0][:1].isdigit() or words[0] in STAFF else f"1 {at_once}")

    def _draw(self, words: list[str]) -> None:
        if self.live:
            self.table.apply(" ".join(words))
        elif len(words) > 1:
            raise BadInput(f"the generator draws here: write {words[0]} alone, or play with --live")
        elif words[0] != self.table.draw_wanted:
            raise BadInput(f"{words[0]!r} is out of turn: the table waits for {self.table.asked}")
        else:
            self._make_draw()

    def _make_draw(self) -> None:
        verb = self.table.draw_wanted
        stock = self.table.play.stock
        playable: Any = self.asked.playable
        results = list(stock.items()) if stock is not None else [(playable.show_draw(draw), weight) for draw, weight in playable.draws()]
        result = weighted(results)
        self.out.print(f"{verb} {result}", style="bold")
        self.table.apply(f"{verb} {result}")

    def _forward(self) -> None:
        """Let the generator draw where nobody is asked, show what was settled, and begin the next round."""
        from croupier.table.written import seated

        while not self.table.over and not self.live and self.table.draw_wanted and [question.who for question in self.table.pending] == ["table"]:
            self._make_draw()
        self._rulings()
        if len(self.table.lines) != self.told:
            self._settled()
        if self.table.over:
            for name, amount in self.table.net.items():
                self.net[name] = self.net.get(name, 0) + amount
            self.table, self.told, self.ruled = seated(self.asked.playable, self.table.after), 0, 0
            self.round += 1

    def _settled(self) -> None:
        from croupier.cli.show import signed, table
        from croupier.equipment.money import show_amount

        new = self.table.lines[self.told :] if len(self.table.lines) > self.told else self.table.lines
        rows = [(line.seat + line.bettor, line.wager, show_amount(line.stake), line.result, signed(show_amount(line.net)), line.why, ", ".join(line.clauses)) for line in new]
        table(self.out, ("seat", "wager", "stake", "result", "net", "why", "clauses"), rows, right=("stake", "net"), wrap=("why", "clauses"))
        self.told = len(self.table.lines)

    def _rulings(self) -> None:
        for ruled in self.table.rulings[self.ruled :]:
            self.out.print(f"ruled: {ruled.id}: {', '.join(ruled.did) or 'nothing is done'} [{', '.join(ruled.clauses)}]")
            for duty in ruled.duties:
                self.out.print(f"duty: {duty}")
        self.ruled = len(self.table.rulings)

    def _pending(self) -> None:
        for question in self.table.pending:
            who = "anyone" if question.who == "*" else question.who
            self.out.print(f"{who}: {', '.join(question.allowed()) or 'nothing'}")
            for act, refusal in question.acts.items():
                if refusal is not None:
                    self.out.print(f"  not {act}: {refusal.why} [{refusal.clause}]", style="dim")

    def _help(self) -> None:
        self.out.print("An event is WHO VERB [WHAT] [AMOUNT] [key=value ..], as in a written round; without WHO it is box 1.")
        playable: Any = self.asked.playable
        shown = []
        for name in list(self.asked.rules.names):
            if self.asked.rules.offered(name):
                places = playable.params(name) if hasattr(playable, "params") else [""]
                shown.append(f"{name}:{places[0]}" if places and places[0] else name)
        self.out.print(f"Wagers: {', '.join(shown)}")
        verb = self.table.draw_wanted or "the draw"
        self.out.print(f"bet {shown[0] if shown else 'WAGER'} 10 · {verb}{' RESULT' if self.live else ''} · pending · supervisor rule EVENT fact=value · quit")
        if self.asked.rules.irregularities:
            self.out.print(f"What may go wrong: {', '.join(self.asked.rules.irregularities)}")

    def farewell(self) -> None:
        """What everyone won or lost."""
        from croupier.cli.show import signed
        from croupier.equipment.money import show_amount

        if not sys.stdin.isatty():
            self.out.print()
        standing = self.table.play.wagers
        self.out.print("net: " + (" · ".join(f"{name} {signed(show_amount(amount))}" for name, amount in sorted(self.net.items())) or "nothing was settled"))
        if standing:
            self.out.print("still on the table: " + ", ".join(f"{one.who} {one.name} {show_amount(one.stake)}" for one in standing))
