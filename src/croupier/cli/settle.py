"""`croupier settle`: settle a written round."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import json_argument, read_file

if TYPE_CHECKING:
    from croupier.table.written import Settlement

EXAMPLES = """  croupier settle round.toml
  croupier settle round.toml --json --trace
  echo '{"game": "great-britain/roulette", "events": ["1 bet straight:17 10", "spin 17"]}' | croupier settle -

a round is TOML, or the same in JSON:
  game   = "great-britain/roulette"
  events = ["1 bet straight:17 10", "! 1 bet rage 5", "spin 17"]     # ! = must be refused
or, in short:
  draws  = "17"
  wagers = [{seat = 1, on = "straight:17", stake = "10"}]
with [options], [readings] and [before] where they differ from the default"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """A file."""
    parser.add_argument("file", metavar="FILE", help="a written round, or - for standard input")
    json_argument(parser)
    parser.add_argument("--trace", action="store_true", help="show every event, the question it answered, its clauses and the table after it")


def run(given: argparse.Namespace) -> int:
    """Settle the file."""
    from croupier.api import game
    from croupier.cli import show
    from croupier.table.written import LARGEST, read_round, settle

    name = "standard input" if given.file == "-" else os.path.basename(given.file)
    written = read_round(read_file(given.file, LARGEST), name)
    asked = game(_placed(written.game, given.file), options=written.options, readings=written.readings)
    settled = settle(asked.playable, written, trace=given.trace)
    if given.json:
        show.as_json(settled.value())
    else:
        _print(settled, asked.rules.head.title)
    return 0


def _placed(game: str, file: str) -> str:
    """An operator's own file is looked for here, then beside the round."""
    if game.endswith(".toml") and not os.path.exists(game) and file != "-":
        return os.path.join(os.path.dirname(file), game)
    return game


def _print(settled: Settlement, title: str) -> None:
    from croupier.cli.show import console, heading, section, signed, table

    out = console()
    value = settled.value()
    heading(out, f"{title} · {settled.game}", f"rules {settled.ruleset}", *settled.notes)
    for step in value.get("trace", []):
        section(out, f"{step['round']}. {step['event']}" if settled.rounds > 1 else step["event"])
        out.print(f"  asked    {_shortly(str(step['asked']))}", style="dim")
        if step["refused"]:
            out.print(f"  refused  {step['refused']}")
        out.print(f"  clauses  {', '.join(step['clauses']) or 'none'}")
        out.print(f"  table    {_record(step['record'])}")
    if value["lines"]:
        section(out, "Settlement")
        first = ("round",) if settled.rounds > 1 else ()
        rows = [
            (
                *([line["round"]] if first else []),
                line["seat"] + line["bettor"] + (f".{line['hand']}" if line["hand"] else ""),
                line["wager"],
                line["stake"],
                line["result"],
                line["odds"],
                signed(line["net"]),
                line["why"],
                ", ".join(line["clauses"]),
            )
            for line in value["lines"]
        ]
        table(out, (*first, "seat", "wager", "stake", "result", "odds", "net", "why", "clauses"), rows, right=("round", "stake", "net"), wrap=("why", "clauses", "wager"))
        charges = [line for line in value["lines"] if line["charge"] != "0"]
        for line in charges:
            out.print(f"charged to seat {line['seat']}{line['bettor']} on {line['wager']}: {line['charge']}")
    out.print()
    out.print("net: " + " · ".join(f"{name} {signed(amount)}" for name, amount in value["net"].items()))
    for row in value["refused"]:
        out.print(f"refused: {row['event']}: {row['why']}" + (f" [{row['clause']}]" if row["clause"] else ""))
    for row in value["rulings"]:
        out.print(f"ruled: {row['id']}: {', '.join(row['did']) or 'nothing is done'} [{', '.join(row['clauses'])}]")
    for duty in value["duties"]:
        out.print(f"duty: {duty}")
    if value["after"]:
        out.print(f"after: {_told(value['after'])}")
    for question in value["pending"]:
        allowed = [act for act, refusal in question["acts"].items() if refusal is None]
        out.print(f"pending: {'anyone' if question['who'] == '*' else question['who']}: {', '.join(allowed) or 'nothing'}")


def _record(record: dict[str, Any]) -> str:
    wagers = ", ".join(_told(row) for row in record["wagers"]) or "no wagers"
    places = " ".join(f"{place}: {' '.join(cards)}" for place, cards in record["places"].items())
    return "; ".join(part for part in (wagers, places, _told(record["state"]), _told(record["net"])) if part)


def _told(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_told(part)}" for key, part in value.items() if part not in ("", [], {}))
    if isinstance(value, list):
        return "(" + "; ".join(_told(part) for part in value) + ")"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _shortly(asked: str) -> str:
    """A question without the long list of every wager that could be made."""
    said, bets = [], 0
    for part in asked.replace("*: ", "anybody: ").split(", "):
        head, colon, act = part.rpartition(": ")
        if act.startswith("bet"):
            bets += 1
            if bets == 1:
                said.append(f"{head}{colon}bet on what is offered")
        else:
            said.append(part)
    return ", ".join(said)
