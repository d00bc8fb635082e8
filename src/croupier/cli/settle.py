"""`croupier settle`: settle a written round."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import json_argument, read_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from croupier.api.answers import Awaited, Settlement, Step

EXAMPLES = """  croupier settle round.toml
  croupier settle round.toml --json --trace
  croupier settle round.toml --audit
  echo '{"game": "great-britain/roulette", "events": ["1 bet straight:17 10", "spin 17"]}' | croupier settle -

a round is TOML, or the same in JSON:
  game   = "great-britain/roulette"
  events = ["1 bet straight:17 10", "! 1 bet rage 5", "spin 17"]     # ! = must be refused
or, in short:
  draws  = "17"
  wagers = [{seat = 1, on = "straight:17", stake = "10"}]
with [options], [readings] and [before] where they differ from the default"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a file."""
    parser.add_argument("file", metavar="FILE", help="a written round, or - for standard input")
    json_argument(
        parser,
        "the settlement as JSON: lines, net, after, pending, refused, rulings, duties, "
        "and with --trace every event",
    )
    parser.add_argument(
        "--audit",
        action="store_true",
        help="tell an auditor which cards may still be in the shoe; players are never told",
    )
    parser.add_argument(
        "--trace",
        action="store_true",
        help="show every event, what the table waited for, the clauses, and the table after it",
    )


def run(given: argparse.Namespace) -> int:
    """Settle the file."""
    from croupier.api import LARGEST_ROUND, game, read_round
    from croupier.cli import show

    name = "standard input" if given.file == "-" else os.path.basename(given.file)
    written = read_round(read_file(given.file, LARGEST_ROUND), name)
    asked = game(_placed(written.game, given.file), options=written.options, readings=written.readings)
    settled = asked.settle(written, trace=given.trace)
    if given.json:
        show.as_json({**settled.value(), **({"audit": settled.audit} if given.audit else {})})
    else:
        _print(settled, asked.rules.head.title)
        if given.audit:
            _audit(settled)
    return 0


def _placed(game: str, file: str) -> str:
    """Find an operator's own file here, then beside the round."""
    if game.endswith(".toml") and not os.path.exists(game) and file != "-":
        return os.path.join(os.path.dirname(file), game)
    return game


def _print(settled: Settlement, title: str) -> None:
    from croupier.cli import lines
    from croupier.cli.show import cited, console, heading, say, section, signed

    out = console()
    value = settled.value()
    several = settled.rounds > 1
    heading(out, f"{title} · {settled.game}", f"rules {settled.ruleset}", *settled.notes)
    _trace(out, settled.trace, several)
    if value["lines"]:
        section(out, "Settlement")
        lines.settled(out, value["lines"], several)
    out.print()
    say(out, "net: " + " · ".join(f"{name} {signed(amount)}" for name, amount in value["net"].items()))
    for row in value["refused"]:
        say(
            out,
            f"refused: {row['event']}: {row['why']}"
            + (f" [{cited(row['clause'])}]" if row["clause"] else ""),
        )
    for row in value["rulings"]:
        say(
            out, f"ruled: {row['id']}: {', '.join(row['did']) or 'nothing is done'} [{cited(row['clauses'])}]"
        )
    for duty in value["duties"]:
        say(out, f"duty: {duty}")
    if told := lines.carried(value["after"]):
        say(out, f"carried on: {told}")
    for question in value["pending"]:
        allowed = [act for act, refusal in question["acts"].items() if refusal is None]
        if allowed:
            say(
                out,
                f"pending: {'anyone' if question['who'] == '*' else question['who']}: {', '.join(allowed)}",
            )


def _audit(settled: Settlement) -> None:
    """Print what is left, by rank and suit."""
    from croupier.cli.show import console, say, section, table
    from croupier.equipment.card import RANKS, SUITS

    out = console()
    section(out, "For the auditor: what may still be in the shoe")
    if not settled.audit:
        say(out, "no cards: this game has no shoe")
        return
    left = settled.audit
    rows = [
        [suit, *(left.get(rank + suit, 0) for rank in RANKS), sum(left.get(rank + suit, 0) for rank in RANKS)]
        for suit in SUITS
    ]
    rows.append(
        ["all", *(sum(left.get(rank + suit, 0) for suit in SUITS) for rank in RANKS), sum(left.values())]
    )
    table(out, ("suit", *RANKS, "all"), rows, right=(*RANKS, "all"))


def _trace(out: Console, steps: Sequence[Step], several: bool) -> None:
    from croupier.cli import lines
    from croupier.cli.show import cited, labelled, section

    seen: list[Any] = []
    number = 0
    for step in steps:
        if step.round != number:
            number, seen = step.round, []
        mark = "! " if step.refused else ""
        section(out, f"{number}. {mark}{step.event}" if several else f"{mark}{step.event}")
        labelled(out, "asked", _shortly(step.waited), "dim")
        if step.refused:
            labelled(out, "refused", step.refused)
        if step.clauses:
            labelled(out, "clauses", cited(step.clauses))
        for line in step.record["lines"]:
            if line not in seen:
                labelled(out, "settled", f"seat {lines.person(line)}: {line['why']}")
        seen = step.record["lines"]
        labelled(out, "table", lines.record(step.record))


def _shortly(waited: Awaited) -> str:
    """Tell a wait without those who may do nothing, and without the long list of wagers on offer."""
    from croupier.cli.show import glued

    said = [waited.text, *([f"{waited.draw} {waited.place}".strip()] if waited.draw else [])]
    for asked in waited.asked:
        others = [act for act in asked.acts if not _is_bet(act)]
        bets = ["bet on what is offered"] if len(others) < len(asked.acts) else []
        if bets or others:
            first, *more = [*bets, *map(glued, others)]
            who = "anybody" if asked.who == "*" else asked.who
            said.append(", ".join([glued(f"{who}: {first}"), *more]))
    return "; ".join(said)


def _is_bet(act: str) -> bool:
    return act == "bet" or act.startswith("bet ")
