"""Every worked example settles, refuses and rules as its clause says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.games import ruleset
from croupier.rulebook.register import register
from croupier.table.events import parse_event
from tests.examples.runner import amount, example_files, examples, key, run, text_values, wagers_of

ALL = [pytest.param(game, example, id=f"{game}: {example['name']}") for path in example_files() for game, example in examples(path)]


@pytest.mark.parametrize(("game", "example"), ALL)
def test_example(game: str, example: dict[str, Any]) -> None:
    ran = run(game, example)
    want = sorted(key(line) for line in example.get("lines", []) if line["result"] != "stands" or line.get("charge"))
    got = sorted(key(line) for line in ran.lines if line["result"] != "stands" or (amount(line["charge"]) and any(w.get("result") == "stands" for w in example.get("lines", []))))
    assert got == want, example["because"]
    nonzero = {account: moved for account, moved in ran.net.items() if moved}
    assert nonzero == {account: amount(text) for account, text in example.get("net", {}).items() if amount(text)}, example["because"]
    assert sum(ran.net.values()) == 0
    if "refused" in example:
        assert [event for event, _ in ran.refused] == [row["event"] for row in example["refused"]]
        for (event, clause), row in zip(ran.refused, example["refused"], strict=True):
            assert same_clause(clause, row["clause"]), f"{event}: refused by {clause}, and should be by {row['clause']}"
    cited = example["clause"]
    for ruled in ran.ruled:
        assert any(same_clause(clause, wanted) or same_clause(wanted, clause) for wanted in cited for clause in ruled), f"ruled by {ruled}, and the example says {cited}"
    if "rulings" in example:
        assert ran.rulings == example["rulings"]
    assert ran.over is example.get("over", True)
    if "after" in example:
        after = example["after"]
        if not after:
            assert not {name: value for name, value in ran.after.items() if name not in ("meters",)}, ran.after
        for name, value in after.items():
            if name == "meters":
                assert {meter: amount(text) for meter, text in ran.after["meters"].items()} == {meter: amount(text) for meter, text in value.items()}
            elif name == "wagers":
                assert wagers_of(ran.after.get("wagers", [])) == wagers_of(value)
            else:
                assert ran.after.get(name, type(value)()) == value, name


@pytest.mark.parametrize("path", example_files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_clauses_of_an_example_are_in_the_register(path: Path) -> None:
    for game, example in examples(path):
        rows = register(game.split("/")[0])
        for clause in [*example["clause"], *(row["clause"] for row in example.get("refused", []) if row["clause"])]:
            rows.require(clause, example["name"])


def same_clause(one: str, other: str) -> bool:
    """What is emitted is what was wanted, or goes deeper: the text's own paragraph where the example names the section."""
    return one == other or one.startswith(other + "(")


def changed(game: str, example: dict[str, Any]) -> bool:
    """Whether leaving the rulings out settles, asks or refuses differently."""
    ran = run(game, example)
    try:
        other = run(game, example, without_rulings=True)
    except (AssertionError, BadInput):
        return True  # without the ruling an event is refused, accepted, or comes after the end
    return (sorted(map(key, ran.lines)), ran.net, ran.refused, ran.after, ran.over, ran.pending) != (
        sorted(map(key, other.lines)),
        other.net,
        other.refused,
        other.after,
        other.over,
        other.pending,
    )


def ruled(game: str, example: dict[str, Any]) -> list[tuple[str, int, bool]]:
    """The irregularities that an example raises: id, row, and whether the row orders anything."""
    rules = ruleset(game, text_values(example.get("options", {})), text_values(example.get("readings", {})))
    found = []
    for text in example["events"]:
        if text.startswith("supervisor rule"):
            event = parse_event(text)
            irregularity, row = rules.ruling(event.what, dict(event.facts))
            found.append((irregularity.id, irregularity.rows.index(row), bool(row.ruling)))
    return found


@pytest.mark.parametrize("path", example_files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_ruling_that_orders_something_changes_what_is_settled_asked_or_refused(path: Path) -> None:
    """A ruling that is only printed does not count; one that orders nothing leaves the round as it would be."""
    effective: dict[tuple[str, int], bool] = {}
    for game, example in examples(path):
        raised = ruled(game, example)
        if not raised:
            continue
        differs = changed(game, example)
        for name, row, orders in raised:
            if orders:
                effective[name, row] = effective.get((name, row), False) or differs
        if not any(orders for _, _, orders in raised):
            assert not differs, f"{example['name']}: a ruling that orders nothing changed the round"
    printed = sorted(name for name, works in effective.items() if not works)
    assert not printed, f"rulings that are only printed: {printed}"
