"""`croupier tour`: the house in a minute.

Every step is a command that can be typed as it stands, with what it really prints.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import Any

from croupier.cli.arguments import json_argument

EXAMPLES = """  croupier tour
  croupier tour --quick
  croupier tour --json"""


@dataclass(frozen=True)
class TourStep:
    """A command, what it is given on standard input, and what is said before it."""

    title: str
    said: str
    argv: tuple[str, ...]
    given: str = ""

    @property
    def command(self) -> str:
        """What a user would type."""
        line = " ".join(("croupier", *self.argv))
        return f"{line} <<'END'\n{self.given}END" if self.given else line


POINT = """\
game   = "queensland/craps"
events = [
  "1 bet win 10",
  "roll 2-4",
  "table next-round",
  "1 bet odds-win 10",
  "! 1 bet odds-win 10",
  "1 bet come 10",
  "roll 3-3",
]
"""
SEVEN_OUT = """\
game   = "queensland/craps"
before = {wagers = [{seat = 1, on = "come:6", stake = "10"}]}
events = ["1 bet win 10", "1 bet odds-come:6 10", "roll 4-5", "table next-round", "roll 3-4"]
"""
WRONG_CALL = """\
game   = "queensland/craps"
before = {point = 9, wagers = [{seat = 1, on = "win", stake = "10"}]}
events = ["roll 3-4", "supervisor rule wrong-call called-by=stickperson overruled-by=boxperson result=4-5"]
"""
SHORT_BANK = """\
game   = "california/ez-baccarat"
events = [
  "3 bank 100",
  "1 bet player 60", "1 bet dragon-7 5", "2 bet dealer 30", "4 bet player 40",
  "deal Kh 2d 4c Kd 2s 5c",
]
"""
STEPS = (
    TourStep(
        "A point is set, supported and made",
        "Craps in Queensland; a round is one roll. Seat 1 bets ten on the win line and rolls a six, "
        "which becomes the point. Then it adds odds, tries to add more than it may "
        "(! marks what must be refused), bets come, and rolls the six again. "
        "Every line names the clauses that it rests on.",
        ("settle", "-"),
        POINT,
    ),
    TourStep(
        "A seven-out",
        "A table is what it carries into a round: here the come wager that went to six. "
        "It gets odds of its own, the next come-out sets a nine, and a seven takes everything.",
        ("settle", "-"),
        SEVEN_OUT,
    ),
    TourStep(
        "The odds of a roulette table",
        "Not sampled: counted. One wager on this layout is dearer than every other.",
        ("odds", "bahamas/roulette"),
    ),
    TourStep(
        "A ruling",
        "A die leans against a chip. What went wrong is data too: "
        "which facts matter, what is done, by which clause.",
        ("ruling", "queensland/craps", "die-leaning"),
    ),
    TourStep(
        "A ruling is carried out",
        "The stickperson called seven, but the dice show nine, the point. The boxperson overrules, "
        "and the round is settled again from the same events.",
        ("settle", "-"),
        WRONG_CALL,
    ),
    TourStep(
        "A bank that runs dry",
        "EZ baccarat in a California cardroom: seat 3 banks with 100. "
        "The banker hand wins with seven in three cards. "
        "The lines are settled first and use the cover up, won or lost alike, "
        "so nothing is left for the dragon 7 at 40 to 1.",
        ("settle", "-"),
        SHORT_BANK,
    ),
    TourStep(
        "A million rolls",
        "The simulator walks the machines that the table plays with, "
        "and is compared with the proof by outcome row.",
        (
            "simulate",
            "queensland/craps",
            "--rounds",
            "1e6",
            "--wager",
            "win",
            "--wager",
            "dont-win",
            "--wager",
            "place-6",
            "--wager",
            "field",
            "--wager",
            "any7",
        ),
    ),
)
LAST = "Next: croupier games · croupier rules GAME · croupier play GAME · croupier --help"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add --quick and --json; the tour chooses the games."""
    parser.add_argument("--quick", action="store_true", help="leave the simulation out")
    json_argument(
        parser,
        "the tour as JSON: every command with its input, what it prints, its exit code and its seconds",
    )


def run(given: argparse.Namespace) -> int:
    """Take the tour. It stops at the first command that fails."""
    steps = [step for step in STEPS if not (given.quick and step.argv[0] == "simulate")]
    return _told(steps) if given.json else _shown(steps)


def _told(steps: list[TourStep]) -> int:
    from croupier.cli import main, show

    found: list[dict[str, Any]] = []
    for step in steps:
        printed = io.StringIO()
        started = time.perf_counter()
        with redirect_stdout(printed), _on_input(step.given):
            code = main(step.argv)
        found.append(
            {
                "title": step.title,
                "said": step.said,
                "command": step.command,
                "argv": ["croupier", *step.argv],
                "stdin": step.given,
                "exit": code,
                "output": "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines()),
                "seconds": time.perf_counter() - started,
            }
        )
        if code:
            break
    show.as_json({"format": 1, "steps": found})
    return int(found[-1]["exit"])


def _shown(steps: list[TourStep]) -> int:
    from croupier.cli import main, show

    out = show.console()
    out.print("croupier: the law of casino table games as software", style="bold")
    for number, step in enumerate(steps, 1):
        out.print()
        out.rule(f"{number} of {len(steps)} · {step.title}", align="left", style="cyan")
        out.print(step.said)
        out.print()
        # The command is printed as it is typed: on a narrow terminal it may run on, but it is never broken.
        out.print(f"$ {step.command}", style="green", soft_wrap=True)
        sys.stdout.flush()
        with _on_input(step.given):
            code = main(step.argv)
        if code:
            return code
    out.print()
    out.print(LAST, style="bold")
    return 0


@contextmanager
def _on_input(text: str) -> Iterator[None]:
    """Put this text on standard input, where there is any."""
    kept = sys.stdin
    if text:
        sys.stdin = io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = kept
