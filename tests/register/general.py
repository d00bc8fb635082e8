"""General rules against what the games emit: the matrix of docs/general-rules.md."""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from croupier.families import ruleset, shape_of
from croupier.rulebook import check
from croupier.rulebook.load import game_ids, load_file, packaged
from croupier.rulebook.register import register
from tests.examples.runner import runs

DATA = Path(__file__).with_name("general.toml")
ALL = "*"
"""Stands in `not` for every game that has no place of its own and no reason of its own."""
_ODDS = re.compile(r"(\d+):(\d+)")


@dataclass(frozen=True)
class Rule:
    """A general rule of a rulebook: where each game has it, and why a game has it not."""

    title: str
    places: Mapping[str, tuple[str, ...]]
    reasons: Mapping[str, str]
    clause: str
    refused: bool = False
    """Whether it is a bar: the clause must have refused something."""
    act: str = ""
    """What the rule is about, as a pattern: of the act that was refused, else of an act of the round."""
    after: str = ""
    """A pattern of an act that must have come before in the round, as what closes betting."""

    def place(self, game: str) -> tuple[str, ...]:
        """Return the clauses by which a game would emit the rule."""
        return (self.clause,) if self.clause else _of(self.places, game) or ()

    def reason(self, game: str) -> str:
        """Return why the rule does not apply to a game; nothing where it does."""
        given = _of(self.reasons, game)
        return given or ("" if _of(self.places, game) else self.reasons.get(ALL, ""))


@dataclass(frozen=True)
class Cell:
    """A rule at the games of one family."""

    emitted: tuple[str, ...]
    reasons: Mapping[str, str]
    missing: tuple[str, ...]


def _of(given: Mapping[str, Any], game: str) -> Any:
    """Return what is said of a game by its id, by its name or by its family."""
    return given.get(game) or given.get(game.split("/")[1]) or given.get(family(game))


@cache
def family(game: str) -> str:
    return ruleset(game).head.game


@cache
def rules() -> dict[str, list[Rule]]:
    """Read the general rules of each rulebook."""
    document = tomllib.loads(DATA.read_text(encoding="utf-8"))
    return {rulebook: [_rule(row) for row in rows] for rulebook, rows in document.items()}


def _rule(row: dict[str, Any]) -> Rule:
    stray = set(row) - {"title", "clause", "clauses", "not", "refused", "act", "after"}
    assert not stray and ("clause" in row) != ("clauses" in row), row
    places = {
        key: (value,) if isinstance(value, str) else tuple(value)
        for key, value in row.get("clauses", {}).items()
    }
    return Rule(
        row["title"],
        places,
        row.get("not", {}),
        row.get("clause", ""),
        row.get("refused", False),
        row.get("act", ""),
        row.get("after", ""),
    )


def games(rulebook: str) -> list[str]:
    return [game for game in game_ids() if game.startswith(f"{rulebook}/")]


def families(rulebook: str) -> dict[str, list[str]]:
    """Group the games of a rulebook by family."""
    found: dict[str, list[str]] = {}
    for game in games(rulebook):
        found.setdefault(family(game), []).append(game)
    return found


@cache
def emitted(game: str) -> frozenset[str]:
    """Find every clause that the examples of a game and operators' files for it emit."""
    found = {clause for _, ran in runs(game) for clause in ran.clauses}
    return frozenset(found | departed(game))


def spoken_of(game: str, rule: Rule) -> Iterator[str]:
    """Go through the clauses that a game emits where something happens that the rule is about."""
    if not rule.refused and not rule.act:
        yield from emitted(game)
        return
    for example, ran in runs(game):
        acts = [str(event) for event in example["events"]]
        if not rule.refused and any(re.search(rule.act, one.removeprefix("!").strip()) for one in acts):
            yield from ran.clauses
        for event, clause in ran.refused if rule.refused else ():
            if re.search(rule.act, event) and (not rule.after or came(rule.after, event, acts)):
                yield clause


def came(pattern: str, event: str, acts: list[str]) -> bool:
    """Whether an act came before one that was refused, in the same round."""
    at = next(at for at, one in enumerate(acts) if one.startswith("!") and one[1:].strip() == event)
    fresh = max((before for before in range(at) if acts[before] == "table next-round"), default=0)
    return any(re.search(pattern, one) for one in acts[fresh:at] if not one.startswith("!"))


def emits(game: str, rule: Rule) -> bool:
    """Whether a game emits one of the clauses of a rule, or one deeper in it."""
    return any(
        clause == one or (clause.startswith(one) and clause[len(one)] in " (")
        for clause in spoken_of(game, rule)
        for one in rule.place(game)
    )


def cell(rule: Rule, of: list[str]) -> Cell:
    """Judge a rule at games: those that emit it, those with a reason, those with neither."""
    has = tuple(game for game in of if emits(game, rule))
    why = {game: reason for game in of if game not in has and (reason := rule.reason(game))}
    return Cell(has, why, tuple(game for game in of if game not in has and game not in why))


def departed(game: str) -> set[str]:
    """Find the clauses by which checking answers files that pay more for one wager, or by one pay table."""
    with tempfile.TemporaryDirectory() as folder:
        found = set()
        for number, text in enumerate(own_files(game)):
            path = Path(folder) / f"own-{number}.toml"
            path.write_text(f'format = 1\nextends = "{game}"\n{text}', encoding="utf-8")
            one = check.departures(ruleset(game), load_file(path, shape_of))
            assert one and all(each.allowed for each in one), (game, text, one)
            found |= {each.clause for each in one}
    return found


def own_files(game: str) -> Iterator[str]:
    """Write an operator's file for the first wager with a price of its own, and for the first pay table,
    that pays a little more; only for rulebooks whose odds are the least.
    """
    base = ruleset(game)
    if base.head.odds_are != "minimum":
        return
    for name, row in packaged(game)["wagers"].items():
        if "table" not in row and _plain(row.get("pays")):
            yield f'[wagers.{name}]\npays = "{_more(row["pays"])}"\n'
            break
    used = {base.wager(name)[0].table for name in base.names}
    for name, table in packaged(game).get("tables", {}).items():
        value = str(base.options.get(table.get("chosen-by", ""), ""))
        rows = table["choices"][value] if value else table.get("rows", [])
        at = next((at for at, row in enumerate(rows) if _plain(row["pays"])), None)
        if name in used and at is not None:
            better = [*rows[:at], {**rows[at], "pays": _more(rows[at]["pays"])}, *rows[at + 1 :]]
            key = f"[tables.{name}.choices]\n{value}" if value else f"[tables.{name}]\nrows"
            yield f"{key} = {_toml(better)}\n"
            break


def _plain(pays: Any) -> bool:
    """Whether odds are a number to one, or one number to another."""
    return isinstance(pays, int) or bool(_ODDS.fullmatch(str(pays)))


def _more(pays: Any) -> Any:
    """Raise plain odds by one stake."""
    if isinstance(pays, int):
        return pays + 1
    won, staked = pays.split(":")
    return f"{int(won) + int(staked)}:{staked}"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


NAMES = {
    "twenty-one": "twenty-one",
    "streets": "casino poker",
    "chemin-de-fer": "chemin de fer",
    "casino-war": "casino war",
    "red-dog": "red dog",
    "sic-bo": "sic bo",
    "lucky-draw": "lucky draw",
    "pocket-pairs": "pocket pairs",
    "rocket-7": "rocket 7",
    "live-draw": "live draw",
    "wheel": "wheels",
}
HEAD = """# General rules by family

<!-- Written by docs/make_general_rules.py from tests/register/general.toml. Do not edit it. -->

Some rules hold at every game of a rulebook, or stand in each game's regulation, section or document in much
the same words. Here every such rule stands beside every family of games. A number counts the games of the
family whose worked examples give out the rule's clause, or whose clause answers an operator's file that
departs from the rulebook: it is found by running them, not written down. A letter is the reason, below the
table, why the rule does not apply to a game. `tests/register/test_general.py` is red where a game has
neither.

`python docs/make_general_rules.py` writes this page.
"""


def page() -> str:
    """Return the whole page."""
    return "\n".join([HEAD, *(part(rulebook) for rulebook in rules())])


def part(rulebook: str) -> str:
    """Return the table of one rulebook, its reasons and the places of its rules."""
    columns = families(rulebook)
    letters: dict[str, str] = {}
    lines = [
        f"## {register(rulebook).instrument}\n",
        "| rule | where | "
        + " | ".join(f"{NAMES.get(name, name)} ({len(of)})" for name, of in columns.items())
        + " |",
        "|---|---|" + "---|" * len(columns),
    ]
    for rule in rules()[rulebook]:
        cells = [_shown(cell(rule, of), letters) for of in columns.values()]
        where = rule.clause or _where(rule, columns)
        lines.append(f"| {rule.title} | {where} | " + " | ".join(cells) + " |")
    lines += ["", *(f"- *{letter}*: {reason}." for reason, letter in letters.items()), ""]
    return "\n".join(lines)


def _shown(one: Cell, letters: dict[str, str]) -> str:
    parts = [str(len(one.emitted))] if one.emitted else []
    for reason in dict.fromkeys(one.reasons.values()):
        parts.append(f"*{letters.setdefault(reason, _letter(len(letters)))}*")
    return ", ".join([*parts, *(f"**{game.split('/')[1]}?**" for game in one.missing)])


def _letter(number: int) -> str:
    return (chr(96 + number // 26) if number >= 26 else "") + chr(97 + number % 26)


def _where(rule: Rule, columns: Mapping[str, list[str]]) -> str:
    """List where each game has the rule: the first place of each, each told once."""
    places = (rule.place(game)[:1] for of in columns.values() for game in of)
    return ", ".join(dict.fromkeys(clause for place in places for clause in place))
