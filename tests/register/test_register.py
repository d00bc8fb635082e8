"""The clause register: rows are sound, every citation of a rulebook is in it,
and every software section is emitted by a run.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.families import ruleset, shape_of
from croupier.rulebook import check
from croupier.rulebook.load import game_ids, load_file
from croupier.rulebook.register import RULEBOOKS, register
from tests.register import general

REGISTERS = sorted(path.parent.name for path in RULEBOOKS.glob("*/clauses.toml"))
GAMES = game_ids()


@pytest.mark.parametrize("rulebook", REGISTERS)
def test_rows_are_sound(rulebook: str) -> None:
    for clause, row in register(rulebook).clauses.items():
        assert row.title and len(row.title.split()) <= 16, clause
        assert row.lines[0] <= row.lines[1], clause
        assert len(set(row.parts)) == len(row.parts), clause


def cited(value: Any) -> set[str]:
    """Every clause that a rulebook file names, wherever a key ends in `clause`,
    `clauses` or is one of `cites`.
    """
    found: set[str] = set()

    def walk(node: Any, inside: bool) -> None:
        if isinstance(node, dict):
            for key, child in node.items():
                named = key == "cites" or (
                    key in ("push", "lose", "shuffle") and isinstance(child, dict) and "default" not in child
                )
                walk(child, inside or str(key).endswith(("clause", "clauses")) or named)
        elif isinstance(node, list):
            for child in node:
                walk(child, inside)
        elif isinstance(node, str) and inside and node:
            found.add(node)

    walk(value, False)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_citation_is_in_the_register(game: str) -> None:
    rules = ruleset(game)
    rows = register(game.split("/")[0])
    document = {
        "wagers": msgspec.to_builtins(dict(rules.wagers)),
        "tables": msgspec.to_builtins(dict(rules.tables)),
        "setup": msgspec.to_builtins(rules.setup),
        "options": msgspec.to_builtins(dict(rules.option_rows)),
        "readings": msgspec.to_builtins(dict(rules.reading_rows)),
        "irregularities": msgspec.to_builtins(dict(rules.irregularities)),
        "media": msgspec.to_builtins(rules.media),
        "limits": msgspec.to_builtins(rules.limit_rules),
        "money": {name: {"clause": rule.clause} for name, rule in rules.money.items()},
        "odds": {"clause": rules.head.odds_clause},
    }
    for citation in cited(document):
        rows.require(citation, game)


LANDED = sorted({game.split("/")[0] for game in GAMES} - {"house"})


@pytest.mark.parametrize("rulebook", LANDED)
def test_no_software_section_is_left_unemitted(rulebook: str, tmp_path: Path) -> None:
    """What implements a section is not written down but found: the clauses emitted while examples run."""
    rows = register(rulebook)
    games = [game for game in GAMES if game.startswith(f"{rulebook}/")]
    emitted: set[str] = set()
    for game in games:
        emitted |= {section for clause in general.emitted(game) if (section := rows.section(clause))}
    emitted |= departures(rulebook, tmp_path)
    landed = {game.split("/")[1] for game in games}
    missing = [
        clause
        for clause, row in rows.clauses.items()
        if row.kind == "software" and (not row.for_ or set(row.for_) & landed) and clause not in emitted
    ]
    assert not missing, f"{rulebook}: {len(missing)} software sections that no run emitted: {missing}"


@pytest.mark.parametrize("rulebook", LANDED)
def test_what_is_done_by_a_clause_is_not_left_to_people(rulebook: str) -> None:
    """A clause by which something is ruled, refused, offered or settled is software's, whoever keeps it."""
    rows = register(rulebook)
    games = [game for game in GAMES if game.startswith(f"{rulebook}/")]
    wrong = {
        (game, clause)
        for game in games
        for clause in general.emitted(game)
        if (section := rows.section(clause)) and rows.clauses[section].kind in ("people", "premises")
    }
    assert not wrong, sorted(wrong)


OWN = {
    "great-britain/roulette": (
        '[wagers.straight]\npays = "36:1"\n[tables.rage]\nminimum = []\nrows = '
        "[]\n[tables.rage.choices]\ntable-1 = [{on = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], pays = "
        '"9:1"}]\n'
    ),
    "great-britain/craps": '[wagers.lucky]\nkind = "roll"\nwins = [8]\npays = "5:1"\nclause = "r 8.17"\n',
    "great-britain/dice-magic": '[wagers.lucky]\nkind = "roll"\nwins = [8]\npays = "5:1"\n'
    'clause = "r 8.64"\n',
    "great-britain/sic-bo": '[wagers.lucky]\nkind = "any-triple"\npays = "30:1"\nclause = "r 9.12(g)"\n',
    "great-britain/big-six": '[wagers.lucky]\nkind = "symbol"\nfor = '
    '["a"]\npays = "50:1"\nclause = "r 10.9"\n',
    "great-britain/hold-em-bonus": '[wagers.lucky]\nkind = "side"\nby = '
    '"pocket"\npays = "5:1"\nclause = "r 11.2"\n',
    "great-britain/ultimate-hold-em": '[wagers.lucky]\nkind = "side"\nby = '
    '"pocket"\npays = "5:1"\nclause = "r 11.2"\n',
    "great-britain/casino-hold-em": '[wagers.lucky]\nkind = "side"\nby = '
    '"pocket"\npays = "5:1"\nclause = "r 11.2"\n',
    "great-britain/mississippi-stud": '[wagers.lucky]\nkind = "side"\nby = '
    '"pocket"\npays = "5:1"\nclause = "r 7.38"\n',
    "great-britain/let-it-ride": '[wagers.lucky]\nkind = "side"\npays = "5:1"\nclause = "r 12.2"\n',
    "great-britain/crazy-4-poker": '[wagers.lucky]\nkind = "side"\npays = "5:1"\nclause = "r 15.2"\n',
    "great-britain/two-way-hold-em": '[wagers.lucky]\nkind = "side"\nby = '
    '"pocket"\npays = "5:1"\nclause = "r 11.2"\n',
}
"""Operators' files that depart from their rulebooks."""


def departures(rulebook: str, folder: Path) -> set[str]:
    """The sections that checking operators' own files emits."""
    rows = register(rulebook)
    found: set[str] = set()
    for game, text in OWN.items():
        if game.startswith(f"{rulebook}/"):
            path = folder / f"{game.replace('/', '-')}.toml"
            path.write_text(f'format = 1\nextends = "{game}"\n{text}', encoding="utf-8")
            departed = check.departures(ruleset(game), load_file(path, shape_of))
            assert departed, game
            found |= {section for one in departed if (section := rows.section(one.clause))}
    return found


def test_no_name_of_a_rulebook_occurs_in_games() -> None:
    names = re.compile(r"bahamas|great.britain|queensland|california|\bact/", re.IGNORECASE)
    for path in (RULEBOOKS.parent / "games").rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not names.search(line), f"{path.name}:{number}: {line.strip()}"
