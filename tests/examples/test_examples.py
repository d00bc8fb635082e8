"""Every worked example settles, refuses and rules as its clause says."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.rulebook.register import register
from tests.examples.runner import amount, example_files, examples, key, run, wagers_of

ALL = [pytest.param(game, example, id=f"{game}: {example['name']}") for path in example_files() for game, example in examples(path)]


@pytest.mark.parametrize(("game", "example"), ALL)
def test_example(game: str, example: dict[str, Any]) -> None:
    ran = run(game, example)
    want = sorted(key(line) for line in example.get("lines", []) if line["result"] != "stands" or line.get("charge"))
    got = sorted(key(line) for line in ran.lines if line["result"] != "stands" or amount(line["charge"]) and any(w.get("result") == "stands" for w in example.get("lines", [])))
    assert got == want, example["because"]
    nonzero = {account: moved for account, moved in ran.net.items() if moved}
    assert nonzero == {account: amount(text) for account, text in example.get("net", {}).items() if amount(text)}, example["because"]
    assert sum(ran.net.values()) == 0
    if "refused" in example:
        assert ran.refused == [(row["event"], row["clause"]) for row in example["refused"]]
    assert ran.rulings == example.get("rulings", [])
    assert ran.over is example.get("over", True)
    if "after" in example:
        after = example["after"]
        if not after:
            assert not {name: value for name, value in ran.after.items() if name not in ("meters",)}, ran.after
        for name, value in after.items():
            if name == "wagers":
                assert wagers_of(ran.after.get("wagers", [])) == wagers_of(value)
            else:
                assert ran.after.get(name, 0 if isinstance(value, int) else "") == value, name


@pytest.mark.parametrize(("game", "example"), ALL)
def test_clauses_of_an_example_are_in_the_register(game: str, example: dict[str, Any]) -> None:
    rows = register(game.split("/")[0])
    for clause in [*example["clause"], *(row["clause"] for row in example.get("refused", []))]:
        rows.require(clause, example["name"])


RULED = [case for case in ALL if any("supervisor rule" in event and not event.startswith("!") for event in case.values[1]["events"])]  # type: ignore[index,union-attr,operator]  # pytest's own types


@pytest.mark.parametrize(("game", "example"), RULED)
def test_an_irregularity_changes_what_is_settled_asked_or_refused(game: str, example: dict[str, Any]) -> None:
    """A ruling that is only printed does not count, unless its row orders nothing: then the round goes on as it would."""
    ran = run(game, example)
    try:
        other = run(game, example, without_rulings=True)
    except Exception:  # without the ruling an event is refused or comes after the end: it changed something
        return
    same = (sorted(map(key, ran.lines)), ran.net, ran.refused, ran.after, ran.over, ran.pending) == (
        sorted(map(key, other.lines)),
        other.net,
        other.refused,
        other.after,
        other.over,
        other.pending,
    )
    orders = _orders(game, example)
    assert same != bool(orders), f"orders {orders}"


def _orders(game: str, example: dict[str, Any]) -> list[str]:
    from croupier.games import ruleset
    from croupier.table.events import parse_event
    from tests.examples.runner import text_values

    rules = ruleset(game, text_values(example.get("options", {})), text_values(example.get("readings", {})))
    orders: list[str] = []
    for text in example["events"]:
        if text.startswith("supervisor rule"):
            event = parse_event(text)
            orders += rules.ruling(event.what, dict(event.facts))[1].ruling
    return orders
