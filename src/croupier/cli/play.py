"""`croupier play`: a table in the terminal.

The generator of the operating system draws, or a dealer enters the draws.
"""

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
    from croupier.api.answers import Event, Line, Standing, Table

EXAMPLES = """  croupier play great-britain/roulette
  croupier play great-britain/roulette --live
  croupier play bahamas/punto-banco
  printf '1 bet red 10\\nspin\\nquit\\n' | croupier play great-britain/roulette

at the table:
  1 bet red 10     an event, as in a written round; without a box it is box 1
  spin             the draw: the generator makes it (with --live: spin 17)
  pending          who may do what
  supervisor rule EVENT fact=value
                   a ruling; the round just settled can be ruled on until the next act
  help, quit

play has no --json: croupier settle --json tells a written round to a program"""
LONGEST = 400


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a game, what the table carries, and who draws."""
    game_argument(parser)
    parser.add_argument(
        "--before",
        action="append",
        default=[],
        metavar="K=V",
        help="what the table carried into the first round, like point=6; may be given again",
    )
    parser.add_argument(
        "--live", action="store_true", help="the draws are entered, like spin 17, and not made"
    )


def run(given: argparse.Namespace) -> int:
    """Play until quit or the end of the input."""
    from croupier.cli.show import console

    asked = asked_game(given)
    sitting = Sitting(asked, asked.table(before(given.before)), console(), given.live)
    sitting.welcome()
    while not sitting.left:
        sitting.prompt()
        try:
            line = sys.stdin.readline(LONGEST)
        except UnicodeDecodeError:
            raise BadInput("standard input is not UTF-8 text; save it as UTF-8") from None
        if not line:
            break
        if len(line) == LONGEST and not line.endswith("\n"):
            while (more := sys.stdin.readline(LONGEST)) and not more.endswith("\n"):
                continue
            line = f"{line[:20]}… is longer than {LONGEST} characters"
        sitting.hear(line.strip())
    sitting.farewell()
    return 0


def weighted(weights: Iterable[tuple[str, int]]) -> str:
    """Draw one of several results by weight, from the operating system with rejection."""
    rows = list(weights)
    at = secrets.randbelow(sum(weight for _, weight in rows))
    for result, weight in rows:
        if at < weight:
            return result
        at -= weight
    raise AssertionError("the weights were counted")


class Sitting:
    """One person at the keyboard, and the table they play at.

    A round that is over stays until the next act that is no ruling, so that it can still be ruled on. `table`
    is that round, `next` the one to come.
    """

    def __init__(self, asked: Game, table: Table, out: Console, live: bool) -> None:
        self.asked, self.table, self.out, self.live = asked, table, out, live
        self.next: Table | None = None
        self.round = 1
        self.lines: list[Line] = []
        self.ruled = 0
        self.net: dict[str, int] = {}
        self.left = False

    @property
    def at(self) -> Table:
        """The table at which the next act is made."""
        return self.next or self.table

    @property
    def carried(self) -> dict[str, Any]:
        """What the table remembers, wagers apart; of the shoe no more than anybody may know."""
        from croupier.cli.lines import shoe

        after = self.at.after
        known = {key: value for key, value in after.items() if key not in ("wagers", "shoe")}
        said = [text for text in shoe(after.get("shoe", {})) if "out of the shoe" not in text]
        return {**known, "shoe:": ", ".join(said)} if said else known

    def welcome(self) -> None:
        """Say what game this is."""
        from croupier.api import remarks
        from croupier.cli.show import glued, heading, say

        rules = self.asked.rules
        heading(
            self.out,
            f"{rules.head.title} · {self.asked.name}",
            f"{rules.head.cites}; {glued(f'rules {rules.digest()}')}",
            *remarks(rules),
        )
        say(
            self.out,
            "help says what can be written here; quit leaves the table."
            + (" Draws are entered." if self.live else " Draws come from the operating system."),
        )

    def prompt(self) -> None:
        """Print the round, what the table remembers, and who must answer where not everybody may act."""
        from croupier.cli.show import told

        facts = told(
            {
                key: value
                for key, value in self.carried.items()
                if isinstance(value, (str, int)) and not isinstance(value, bool)
            }
        )
        asked = [question.who for question in self.at.pending if question.who not in ("table", "dealer")]
        waits = [] if "*" in asked or not asked else [f"waits for {', '.join(asked)}"]
        self.out.print(
            " · ".join([f"round {self.round + (self.next is not None)}", *facts, *waits]) + " > ",
            end="",
            soft_wrap=True,
        )
        sys.stdout.flush()

    def hear(self, line: str) -> None:
        """Take one line from the keyboard."""
        from croupier.cli.show import cited, say

        if not sys.stdin.isatty():
            self.out.print(line)
        words = line.split()
        if not words:
            return
        before = dict(self.carried)
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
                say(self.out, f"refused: {refused.why} [{cited(refused.clause)}]", "yellow")
            except BadInput as wrong:
                say(self.out, f"{wrong}", "yellow")
        self._forward(before)

    def _event(self, words: list[str]) -> None:
        from croupier.api import DRAWS, STAFF, parse_event
        from croupier.cli.show import say

        if words[0] in DRAWS:
            self._draw(words)
            return
        at_once = " ".join(words)
        event = parse_event(at_once if words[0][:1].isdigit() or words[0] in STAFF else f"1 {at_once}")
        if event.who == "supervisor" and event.verb == "rule":
            self._rule(event)
            return
        self._apply(event)
        if event.seat:
            lies = (
                next(
                    (
                        one
                        for one in self.table.play.wagers
                        if one.person == event.who and event.what in (one.name, one.wager)
                    ),
                    None,
                )
                if event.verb == "bet"
                else None
            )
            say(self.out, f"taken: {_taken(lies, event)}" if lies else f"done: {event.act}")

    def _apply(self, event: Event | str) -> None:
        """Apply an event. The round that is over is left only once the next one has taken it."""
        self.at.apply(event)
        if self.next is not None:
            self._close()

    def _close(self) -> None:
        assert self.next is not None
        for name, amount in self.table.net.items():
            self.net[name] = self.net.get(name, 0) + amount
        self.table, self.next, self.lines, self.ruled = self.next, None, [], 0
        self.round += 1

    def _rule(self, event: Event) -> None:
        """Rule on the round on the table, or on the one that is just over."""
        from croupier.cli.show import say

        was_over = self.table.over
        self.table.apply(event)
        self.next = None
        self._rulings()
        if was_over and not self.table.over:
            say(self.out, f"round {self.round} goes on")

    def _draw(self, words: list[str]) -> None:
        if self.live:
            self._apply(" ".join(words))
        elif len(words) > 1:
            raise BadInput(f"the generator draws here: write {words[0]} alone, or play with --live")
        elif words[0] != self.at.draw_wanted:
            raise BadInput(f"{words[0]!r} is out of turn {self.at.next_acts}")
        else:
            self._make_draw()

    def _make_draw(self) -> None:
        verb = self.at.draw_wanted
        stock = self.at.play.stock
        results = list(stock.items()) if stock is not None else list(self.asked.draws())
        result = weighted(results)
        hidden = self.at.draw_hidden
        self._apply(f"{verb} {result}")
        self.out.print(f"{verb} {'a card face down' if hidden else result}", style="bold")

    def _forward(self, before: dict[str, Any]) -> None:
        """Go on after an act.

        Let the generator draw where nobody is asked, show what was settled and what changed, and make the
        next round ready.
        """
        while (
            not self.table.over
            and not self.live
            and self.table.draw_wanted
            and {question.who for question in self.table.pending} <= {"table", "dealer"}
        ):
            self._make_draw()
        self._rulings()
        if self.table.lines != self.lines:
            self._settled()
        if self.table.over and self.next is None:
            self.next = self.asked.table(self.table.after)
        self._changed(before)

    def _settled(self) -> None:
        from croupier.cli import lines
        from croupier.cli.show import say

        hands = [
            f"{place} {' '.join(cards)}"
            for place, cards in self.table.play.view().items()
            if cards and place != "burnt"
        ]
        if hands:
            say(self.out, " · ".join(hands), "bold")
        known, now = len(self.lines), list(self.table.lines)
        lines.settled(
            self.out, [line.value() for line in (now[known:] if now[:known] == self.lines else now)]
        )
        self.lines = now

    def _changed(self, before: dict[str, Any]) -> None:
        """Say what the table remembers now that it did not, and what it has forgotten."""
        from croupier.cli.show import say, told

        now = self.carried
        new = [
            text
            for key, value in now.items()
            if before.get(key) != value
            for text in told(value, key) or [f"no {key}"]
        ]
        gone = [f"no {key}" for key in before if key not in now]
        if new or gone:
            say(self.out, f"now: {' · '.join([*new, *gone])}", "cyan")

    def _rulings(self) -> None:
        from croupier.cli.show import cited, say

        for ruled in self.table.rulings[self.ruled :]:
            say(
                self.out,
                f"ruled: {ruled.id}: {', '.join(ruled.did) or 'nothing is done'} [{cited(ruled.clauses)}]",
            )
            for duty in ruled.duties:
                say(self.out, f"duty: {duty}")
        self.ruled = len(self.table.rulings)

    def _pending(self) -> None:
        from croupier.cli.show import cited, glued, say

        for question in self.at.pending:
            who = "anyone" if question.who == "*" else question.who
            if question.acts:
                say(self.out, f"{who}: {', '.join(map(glued, question.allowed())) or 'nothing'}")
            for act, refusal in question.acts.items():
                if refusal is not None:
                    say(self.out, f"  not {act}: {refusal.why} [{cited(refusal.clause)}]", "dim", 6)

    def _help(self) -> None:
        from croupier.cli.show import say

        say(
            self.out,
            "An event is WHO VERB [WHAT] [AMOUNT] [key=value ..], as in a written round; "
            "without WHO it is box 1.",
        )
        shown = []
        for name in list(self.asked.rules.names):
            if self.asked.rules.offered(name):
                places = self.asked.places(name)
                shown.append(f"{name}:{places[0]}" if places and places[0] else name)
        say(self.out, f"Wagers: {', '.join(shown)}")
        verb = self.at.draw_wanted or "the draw"
        say(
            self.out,
            f"bet {shown[0] if shown else 'WAGER'} 10 · {verb}{' RESULT' if self.live else ''} · pending "
            "· supervisor rule EVENT fact=value · quit",
        )
        say(self.out, f"Facts: {'; '.join(self._facts())}")
        if self.asked.rules.irregularities:
            say(self.out, f"What may go wrong: {', '.join(self.asked.rules.irregularities)}")
            say(self.out, "The round just settled can be ruled on until the next act.")

    def _facts(self) -> list[str]:
        """List the facts that may be said, with the acts that take them."""
        takers: dict[tuple[str, ...], list[str]] = {}
        for verb, takes in self.asked.playable.vocabulary.verbs.items():
            takers.setdefault(tuple(f"{key.name}=" for key in takes.keys), []).append(verb)
        return [f"{', '.join(verbs)} {', '.join(facts)}" for facts, verbs in takers.items() if facts]

    def farewell(self) -> None:
        """Say what everyone won or lost."""
        from croupier.cli.lines import wagers
        from croupier.cli.show import say, signed
        from croupier.equipment.money import show_amount

        if not sys.stdin.isatty():
            self.out.print()
        for name, amount in self.table.net.items():
            self.net[name] = self.net.get(name, 0) + amount
        say(
            self.out,
            "net: "
            + (
                " · ".join(
                    f"{name} {signed(show_amount(amount))}" for name, amount in sorted(self.net.items())
                )
                or "nothing was settled"
            ),
        )
        if self.at.play.wagers:
            say(
                self.out,
                "still on the table: "
                + wagers([one.value() for one in self.at.play.wagers], self.carried.get("point", "")),
            )


def _taken(lies: Standing, event: Event) -> str:
    from croupier.equipment.money import show_amount

    whole = "" if lies.stake == event.amount else f", {show_amount(lies.stake)} in all"
    return f"{lies.name} {show_amount(event.amount or 0)}{whole}"
