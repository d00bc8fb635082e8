"""Runs worked examples: rounds written from the clause by someone who has not seen the code."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from croupier.equipment.money import parse_amount
from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.events import parse_event
from croupier.table.table import Table
from tests.once import once
from tests.tiers import chosen_games

FOLDER = Path(__file__).parent
KEYS = {
    "name",
    "clause",
    "because",
    "events",
    "lines",
    "net",
    "options",
    "readings",
    "before",
    "after",
    "refused",
    "rulings",
    "over",
    "order",
}
LINE_KEYS = {"who", "seat", "bettor", "hand", "wager", "stake", "result", "net", "charge", "cites", "never"}


def games_with_examples() -> list[str]:
    return [game for game in chosen_games() if (FOLDER / f"{game}.toml").is_file()]


def examples(game: str) -> Iterator[dict[str, Any]]:
    """Read the worked examples of a game."""
    for example in tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))["examples"]:
        stray = set(example) - KEYS
        stray |= {name for line in example.get("lines", []) for name in set(line) - LINE_KEYS}
        assert not stray, f"{game}: {example.get('name')}: unknown keys {stray}"
        yield example


def amount(text: str) -> int:
    return -parse_amount(text[1:]) if text.startswith("-") else parse_amount(text)


@dataclass
class Ran:
    """What a run of an example gave."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    net: dict[str, int] = field(default_factory=dict)
    refused: list[tuple[str, str]] = field(default_factory=list)
    rulings: list[str] = field(default_factory=list)
    ruled: list[tuple[str, ...]] = field(default_factory=list)
    """The clauses of the rulings."""
    clauses: set[str] = field(default_factory=set)
    after: dict[str, Any] = field(default_factory=dict)
    over: bool = False
    pending: str = ""
    outcomes: set[tuple[str, str, str]] = field(default_factory=set)
    """Every wager that was settled, with the row and what the row paid."""
    stopped: str = ""
    """Why the example could not be played to its end."""
    irregularities: list[tuple[str, int, bool]] = field(default_factory=list)
    """The irregularities that were raised: id, number of the row, whether the row orders anything."""
    rulings_matter: bool = False
    """Whether leaving the rulings out settles, asks or refuses differently."""

    def ends(self) -> tuple[object, ...]:
        """All that a ruling could change."""
        return sorted(map(key, self.lines)), self.net, self.refused, self.after, self.over, self.pending


def runs(game: str) -> list[tuple[dict[str, Any], Ran]]:
    """Play every example of a game, once for all tests that ask."""
    return once(f"examples of {game}", lambda: [(example, _ran(game, example)) for example in examples(game)])


def _ran(game: str, example: dict[str, Any]) -> Ran:
    try:
        ran = run(game, example)
    except (AssertionError, BadInput) as error:
        return Ran(stopped=f"{type(error).__name__}: {error}")
    ran.irregularities = raised(game, example)
    ran.rulings_matter = bool(ran.irregularities) and _rulings_matter(game, example, ran)
    return ran


def _rulings_matter(game: str, example: dict[str, Any], ran: Ran) -> bool:
    try:
        return run(game, example, without_rulings=True).ends() != ran.ends()
    except (AssertionError, BadInput):
        return True  # without the ruling an event is refused, accepted, or comes after the end


def raised(game: str, example: dict[str, Any]) -> list[tuple[str, int, bool]]:
    """List the irregularities that an example raises."""
    rules = table_game(game, example).ruleset
    found = []
    for text in example["events"]:
        if text.startswith("supervisor rule"):
            event = parse_event(text)
            irregularity, row = rules.ruling(event.what, dict(event.facts))
            found.append((irregularity.id, irregularity.rows.index(row), bool(row.ruling)))
    return found


def paid(outcome: Any) -> str:
    return " ".join(str(pay) for _, pay in outcome.parts if pay)


def text_values(given: dict[str, Any]) -> dict[str, str]:
    return {
        key: ("yes" if value else "no") if isinstance(value, bool) else str(value)
        for key, value in given.items()
    }


def table_game(game: str, example: dict[str, Any]) -> Any:
    """Build the game that an example is played at."""
    options, readings = text_values(example.get("options", {})), text_values(example.get("readings", {}))
    return _built(game, tuple(options.items()), tuple(readings.items()))


@lru_cache(maxsize=64)
def _built(game: str, options: tuple[tuple[str, str], ...], readings: tuple[tuple[str, str], ...]) -> Any:
    return build(ruleset(game, dict(options), dict(readings)))


def run(game_id: str, example: dict[str, Any], without_rulings: bool = False) -> Ran:
    """Play an example through the table; `without_rulings` leaves out what the supervisor ruled."""
    game = table_game(game_id, example)
    rules = game.ruleset
    ran = Ran()
    prices = game.prices
    plain = type(prices).outcome.__get__(prices)

    def recorded(name: str, row: str, param: str = "") -> Any:
        outcome = plain(name, row, param)
        ran.outcomes.add((name, row, paid(outcome)))
        return outcome

    prices.outcome = recorded
    table = Table(game, example.get("before", {}))

    def close() -> None:
        for line in table.lines:
            ran.lines.append(line.value())
            ran.clauses |= set(line.clauses)
        for account, moved in table.net.items():
            ran.net[account] = ran.net.get(account, 0) + moved
        ran.clauses |= table.clauses
        ran.rulings.extend(ruled.id for ruled in table.rulings)
        ran.ruled.extend(ruled.clauses for ruled in table.rulings)

    for text in example["events"]:
        must_refuse = text.startswith("!")
        event = text.removeprefix("!").strip()
        if without_rulings and event.startswith("supervisor rule"):
            continue
        if event == "table next-round":
            close()
            table = Table(game, table.after)
            continue
        try:
            table.apply(event)
        except NotAllowed as refused:
            ran.refused.append((event, refused.clause))
            ran.clauses.add(refused.clause)
            if not must_refuse:
                raise
            continue
        except BadInput:
            if not must_refuse:
                raise
            ran.refused.append((event, ""))
            continue
        assert not must_refuse, f"{event!r} was accepted and should have been refused"
    close()
    for name, value in {**text_values(example.get("options", {}))}.items():
        ran.clauses.add(rules.option_rows[name].clause) if value != _default(
            rules.option_rows[name].default
        ) else None
    for name in example.get("readings", {}):
        ran.clauses.add(rules.reading_rows[name].clause)
    ran.after, ran.over, ran.pending = table.after, table.over, table.asked
    return ran


def _default(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def key(line: dict[str, Any]) -> tuple[str, str, str, int, int]:
    who = line.get("who") or f"{line['seat']}{line['bettor']}" + (
        f".{line['hand']}" if line.get("hand") else ""
    )
    return who, line["wager"], line["result"], amount(line.get("net", "0")), amount(line.get("charge", "0"))


def wagers_of(rows: list[dict[str, Any]]) -> list[tuple[str, str, int]]:
    return sorted(
        (str(row["seat"]) + str(row.get("bettor", "")), str(row["on"]), amount(str(row["stake"])))
        for row in rows
    )
