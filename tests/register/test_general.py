"""No general rule is emitted by one game of several where it applies to all."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from croupier.rulebook.register import register
from tests.register import general

ROOT = Path(__file__).resolve().parents[2]
RULES = [
    pytest.param(rulebook, rule, id=f"{rulebook}-{rule.title}")
    for rulebook, rows in general.rules().items()
    for rule in rows
]


@pytest.mark.parametrize(("rulebook", "rule"), RULES)
def test_every_game_emits_the_rule_or_has_a_reason(rulebook: str, rule: general.Rule) -> None:
    missing = general.cell(rule, general.games(rulebook)).missing
    assert not missing, f"{rule.title}: neither emitted nor excused at {missing}"


@pytest.mark.parametrize(("rulebook", "rule"), RULES)
def test_no_reason_stands_where_the_rule_is_emitted(rulebook: str, rule: general.Rule) -> None:
    games = general.games(rulebook)
    known = {*games, *map(general.family, games), *(game.split("/")[1] for game in games), general.ALL}
    assert {*rule.places, *rule.reasons} <= known
    used = {rule.reason(game) for game in games if not general.emits(game, rule)}
    assert set(rule.reasons.values()) <= used, "a reason that no game has"
    both = [game for game in games if rule.reason(game) and rule.place(game) and general.emits(game, rule)]
    allowed = rule.clause and general.ALL in rule.reasons
    assert allowed or not both, f"{rule.title}: a reason stands at {both}, which emit it"


@pytest.mark.parametrize(("rulebook", "rule"), RULES)
def test_every_place_is_in_the_register_as_software_or_has_a_reason_at_every_game(
    rulebook: str, rule: general.Rule
) -> None:
    rows, games = register(rulebook), general.games(rulebook)
    excused = rule.clause and not any(general.emits(game, rule) for game in games)
    for clause in {clause for game in games for clause in rule.place(game)}:
        section = rows.section(clause)
        kind = rows.clauses[section].kind if section else "in no register"
        people = excused and kind in ("people", "premises")
        assert kind == "software" or people or (rule.refused and kind == "definition"), f"{clause}: {kind}"


def test_the_page_is_what_the_script_makes() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "make_general_rules.py"))
    page = made["PAGE"].read_text(encoding="utf-8")
    assert page == made["page"](), "run python docs/make_general_rules.py"
