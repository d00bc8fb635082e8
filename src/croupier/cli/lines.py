"""Print settlement lines, and what a table carries on. `settle` and `play` print them alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from croupier.cli.show import cited, glued, labelled, say, signed, table, told

if TYPE_CHECKING:
    from rich.console import Console

NARROW = 90
"""On fewer columns each line is a block of its own."""
_MOVED = re.compile(r"(\S+) moves to (\S+) and stands")


def settled(out: Console, lines: Sequence[Mapping[str, Any]], rounds: bool = False) -> None:
    """Print what was decided, line by line; then in one line a round what stands."""
    decided = [line for line in lines if not _merely_stands(line)]
    if decided and out.width < NARROW:
        _blocks(out, decided, rounds)
    elif decided:
        rows = [
            (
                line["round"] if rounds else "",
                person(line),
                line["wager"],
                line["stake"],
                line["result"],
                line["odds"],
                signed(line["net"]),
                reason(line),
                cited(line["clauses"]),
            )
            for line in decided
        ]
        columns = ("round", "seat", "wager", "stake", "result", "odds", "net", "why", "clauses")
        start = 0 if rounds else 1
        table(
            out,
            columns[start:],
            [row[start:] for row in rows],
            right=("round", "stake", "net"),
            wrap=("why", "clauses", "wager"),
        )
    for line in lines:
        if line["charge"] != "0":
            say(out, f"charged to seat {person(line)} on {line['wager']}: {line['charge']}")
    standing: dict[Any, list[Mapping[str, Any]]] = {}
    for line in lines:
        if _merely_stands(line):
            standing.setdefault(line.get("round", 1), []).append(line)
    for number, some in standing.items():
        texts = [{"seat": person(line), "on": _stands_as(line), "stake": line["stake"]} for line in some]
        say(out, (f"round {number} " if rounds else "") + f"stand: {wagers(texts)}")


def _merely_stands(line: Mapping[str, Any]) -> bool:
    return bool(line["result"] == "stands" and line["net"] == "0")


def _stands_as(line: Mapping[str, Any]) -> str:
    """Return the wager as it lies now: a come wager that moved has its number."""
    moved = _MOVED.fullmatch(line["why"])
    return f"{moved[1]}:{moved[2]}" if moved else str(line["wager"])


def _blocks(out: Console, lines: Iterable[Mapping[str, Any]], rounds: bool) -> None:
    for line in lines:
        head = [f"round {line['round']}"] if rounds else []
        result = f"{line['result']} at {line['odds']}" if line["odds"] else line["result"]
        say(
            out,
            " · ".join(
                [
                    *head,
                    f"seat {person(line)}",
                    f"{line['wager']} {line['stake']}",
                    result,
                    signed(line["net"]),
                ]
            ),
            "bold",
        )
        labelled(out, "why", reason(line), indent=4)
        labelled(out, "clauses", cited(line["clauses"]), indent=4)


def person(row: Mapping[str, Any]) -> str:
    """Return who made a wager: the seat, the bettor, the hand."""
    return str(row["seat"]) + str(row.get("bettor", "")) + (f".{row['hand']}" if row.get("hand") else "")


def reason(line: Mapping[str, Any]) -> str:
    """Say why a wager was settled, and what the bank did not cover.

    Leave out what the line says beside it: its name, its result, its price.
    """
    uncovered = line.get("uncovered", "0")
    return _reason(line) + (f"; {uncovered} is not covered" if uncovered != "0" else "")


def _reason(line: Mapping[str, Any]) -> str:
    why, name, odds = str(line["why"]), line["wager"], line["odds"]
    for said in (
        f"wins, pays {odds}",
        "loses half",
        "loses",
        "is void and goes back",
        "stands off and goes back",
        f"is paid {odds}",
    ):
        text = f": {name} {said}"
        at = why.find(text)
        if at >= 0 and why[at + len(text) : at + len(text) + 1] in ("", ";", ","):
            return why[:at] + why[at + len(text) :]
    return why.replace(f": {name} wins, ", ": ", 1).removeprefix(f"{name} was ").removeprefix(f"{name} ")


def wagers(rows: Iterable[Mapping[str, Any]], point: Any = "") -> str:
    """List the wagers on the table, those of a seat together.

    Like `seat 1 come:6 10, win 10 · seat 2b field 5`.
    """
    seats: dict[str, list[str]] = {}
    for row in rows:
        name, state = str(row["on"]), str(row.get("state", ""))
        known = ("", "0", name.partition(":")[2], str(point))
        notes = [
            text
            for text in (
                row.get("call", ""),
                "reduced" if row.get("reduced") else "",
                "" if state in known else f"state {state}",
            )
            if text
        ]
        seats.setdefault(person(row), []).append(
            glued(f"{name} {row['stake']}" + (f" ({', '.join(notes)})" if notes else ""))
        )
    return " · ".join(f"seat {who} {', '.join(texts)}" for who, texts in seats.items())


def carried(after: Mapping[str, Any]) -> str:
    """Say in one line what a table carries into the next round."""
    lying = wagers(after.get("wagers", []), after.get("point", ""))
    return " · ".join(
        [
            *([lying] if lying else []),
            *shoe(after.get("shoe", {})),
            *told({key: value for key, value in after.items() if key not in ("wagers", "shoe")}),
        ]
    )


def shoe(value: Mapping[str, Any]) -> list[str]:
    """Say what anybody at the table may know of the shoe.

    That is how many cards have left it, and whether the cutting card is out.
    """
    out = sum(value.get("out", {}).values()) + value.get("unseen", 0)
    said = [f"{out} card{'s' if out > 1 else ''} out of the shoe"] if out else []
    if value.get("new"):
        said.append("the cards are shuffled next")
    if value.get("reached"):
        said.append(f"the cutting card is out, {value.get('last', 0)} more to play")
    return said + (
        [
            "a card was drawn too early and comes first"
            if len(value["first"]) == 1
            else f"{len(value['first'])} cards were drawn too early and come first"
        ]
        if value.get("first")
        else []
    )


def record(value: Mapping[str, Any]) -> str:
    """Describe the table after an event: wagers, cards, what it remembers, and who has won what."""
    state = {key: part for key, part in value["state"].items() if key != "table"} | dict(
        value["state"].get("table", {})
    )
    places = [f"{place}: {' '.join(cards)}" for place, cards in value["places"].items() if cards]
    net = [f"{name} {signed(amount)}" for name, amount in value["net"].items() if amount != "0"]
    parts = [
        wagers(value["wagers"], state.get("point", "")) or "no wagers",
        *places,
        *told(state),
        *([f"net {', '.join(net)}"] if net else []),
    ]
    return " · ".join(parts)
