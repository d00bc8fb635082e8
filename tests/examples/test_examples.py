"""Every worked example settles, refuses and rules as its clause says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from croupier.rulebook.register import register
from tests.examples.runner import Ran, amount, examples, games_with_examples, key, runs, wagers_of

GAMES = games_with_examples()


@pytest.mark.parametrize("game", GAMES)
def test_every_example_settles_refuses_and_rules_as_its_clause_says(game: str) -> None:
    wrong = [
        f"{example['name']}: {what}" for example, ran in runs(game) for what in differences(example, ran)
    ]
    assert not wrong, f"{game}: {len(wrong)} examples differ:\n" + "\n".join(wrong)


def differences(example: dict[str, Any], ran: Ran) -> Iterator[str]:
    """Say what an example wants and did not get."""
    if ran.stopped:
        yield ran.stopped
        return
    stands = any(line.get("result") == "stands" for line in example.get("lines", []))
    want = sorted(
        key(line) for line in example.get("lines", []) if line["result"] != "stands" or line.get("charge")
    )
    got = sorted(
        key(line) for line in ran.lines if line["result"] != "stands" or (amount(line["charge"]) and stands)
    )
    if got != want:
        yield f"settled {got}, and should be {want}: {example['because']}"
    net = {account: moved for account, moved in ran.net.items() if moved}
    wanted = {account: amount(text) for account, text in example.get("net", {}).items() if amount(text)}
    if net != wanted:
        yield f"net {net}, and should be {wanted}: {example['because']}"
    if sum(ran.net.values()) != 0:
        yield f"money is not conserved: {ran.net}"
    yield from differences_of_lines(example, ran)
    yield from differences_of_clauses(example, ran)
    if "rulings" in example and ran.rulings != example["rulings"]:
        yield f"ruled {ran.rulings}, and should be {example['rulings']}"
    if ran.over is not example.get("over", True):
        yield f"the round is {'over' if ran.over else 'not over'}"
    yield from differences_after(example, ran)


def differences_of_lines(example: dict[str, Any], ran: Ran) -> Iterator[str]:
    """Say which line has another stake or rests on other clauses than the example says,
    and what was settled in another order.
    """
    for line in example.get("lines", []):
        said = [got for got in ran.lines if key(got) == key(line) and same_stake(got, line)]
        wanted, never = line.get("cites", []), line.get("never", [])
        if not said and "stake" in line:
            yield f"no line is {line}: {example['because']}"
        elif (wanted or never) and not any(
            cites(got["clauses"], wanted) and not cites_any(got["clauses"], never) for got in said
        ):
            yield f"{line}: rests on {[got['clauses'] for got in said]}"
    if "order" in example:
        order = [f"{key(got)[0]} {got['wager']}" for got in ran.lines]
        if [row for row in order if row in example["order"]] != example["order"]:
            yield f"settled in the order {order}, and should be {example['order']}"


def same_stake(got: dict[str, Any], line: dict[str, Any]) -> bool:
    return "stake" not in line or amount(got["stake"]) == amount(line["stake"])


def cites(clauses: Sequence[str], wanted: list[str]) -> bool:
    return all(any(same_clause(clause, one) for clause in clauses) for one in wanted)


def cites_any(clauses: Sequence[str], never: list[str]) -> bool:
    return any(same_clause(clause, one) for clause in clauses for one in never)


def differences_of_clauses(example: dict[str, Any], ran: Ran) -> Iterator[str]:
    """Say which refusal or ruling rests on another clause than the example says."""
    if "refused" in example:
        events = [row["event"] for row in example["refused"]]
        if [event for event, _ in ran.refused] != events:
            yield f"refused {ran.refused}, and should be {events}"
        for (event, clause), row in zip(ran.refused, example["refused"], strict=False):
            # Where the example names no clause, that it is refused is all that it says.
            if row["clause"] and not same_clause(clause, row["clause"]):
                yield f"{event}: refused by {clause}, and should be by {row['clause']}"
    cited = example["clause"]
    for ruled in ran.ruled:
        if not any(
            same_clause(clause, wanted) or same_clause(wanted, clause) for wanted in cited for clause in ruled
        ):
            yield f"ruled by {ruled}, and the example says {cited}"


def differences_after(example: dict[str, Any], ran: Ran) -> Iterator[str]:
    """Say what the table should carry into the next round and does not."""
    after = example.get("after")
    if after == {} and {name for name in ran.after if name != "meters"}:
        yield f"after is {ran.after}, and should be empty"
    for name, value in (after or {}).items():
        got, want = ran.after.get(name, type(value)()), value
        if name == "meters":
            got, want = (
                {meter: amount(text) for meter, text in one.items()} for one in (ran.after["meters"], value)
            )
        elif name == "wagers":
            got, want = wagers_of(ran.after.get("wagers", [])), wagers_of(value)
        if got != want:
            yield f"after: {name} is {got}, and should be {want}"


def same_clause(one: str, other: str) -> bool:
    """What is emitted is what was wanted, or goes deeper:
    the text's own paragraph where the example names the section.
    """
    return one == other or one.startswith(other + "(")


@pytest.mark.parametrize("game", GAMES)
def test_clauses_of_an_example_are_in_the_register(game: str) -> None:
    rows = register(game.split("/")[0])
    for example in examples(game):
        for clause in [
            *example["clause"],
            *(row["clause"] for row in example.get("refused", []) if row["clause"]),
        ]:
            rows.require(clause, example["name"])


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_that_orders_something_changes_what_is_settled_asked_or_refused(game: str) -> None:
    """A ruling that is only printed does not count;
    one that orders nothing leaves the round as it would be.
    """
    effective: dict[tuple[str, int], bool] = {}
    for example, ran in runs(game):
        for name, row, orders in ran.irregularities:
            if orders:
                effective[name, row] = effective.get((name, row), False) or ran.rulings_matter
        if ran.irregularities and not any(orders for _, _, orders in ran.irregularities):
            assert not ran.rulings_matter, (
                f"{example['name']}: a ruling that orders nothing changed the round"
            )
    printed = sorted(name for name, works in effective.items() if not works)
    assert not printed, f"rulings that are only printed: {printed}"


# Teeth: an example that asks for something else is noticed, whatever it is.


def test_an_example_that_is_wrong_in_one_place_is_noticed() -> None:
    game = "queensland/blackjack"
    found = {kind: False for kind in ("lines", "net", "refused", "rulings", "clause", "after", "over")}
    for example, ran in runs(game):
        if [*differences(example, ran)]:
            continue
        for kind in found:
            other = {**example, kind: spoilt(kind, example)}
            found[kind] = found[kind] or bool([*differences(other, ran)])
    assert all(found.values()), found


def test_an_example_that_says_another_stake_clause_or_order_is_noticed() -> None:
    game = "bahamas/three-card-poker"
    example, ran = next((one, ran) for one, ran in runs(game) if "order" in one)
    assert not [*differences(example, ran)]
    line = example["lines"][0]
    clauses = next(got["clauses"] for got in ran.lines if key(got) == key(line))
    for said in ({"stake": "12345"}, {"cites": ["reg 99"]}, {"never": [clauses[0]]}):
        other = {**example, "lines": [{**line, **said}, *example["lines"][1:]]}
        assert [*differences(other, ran)], said
    assert [*differences({**example, "order": example["order"][::-1]}, ran)]


def spoilt(kind: str, example: dict[str, Any]) -> Any:
    """Say something else of one kind."""
    if kind == "net":
        return {account: "12345.67" for account in example.get("net", {"house": "0"})}
    if kind == "clause":
        return ["sch 99 s 1"]
    if kind == "after":
        return {"shoe": {"nothing": "like it"}}
    return not example.get("over", True) if kind == "over" else [*example.get(kind, [])][:-1]
