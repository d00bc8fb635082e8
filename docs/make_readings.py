"""Write docs/readings.md from the rulebooks: every reading, its default, the other choices, the clause, the reason and what it does to an edge.

python docs/make_readings.py
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from croupier.api import Entry, Game, game, games
from croupier.equipment.money import parse_amount
from croupier.errors import BadInput
from croupier.families.twentyone.round import TwentyOne
from croupier.rulebook.load import packaged
from croupier.rulebook.schema import ReadingRow

SLIGHT = Fraction(1, 10**10)
"""Edges that differ by less are the same: one may be counted, the other reckoned in floating point."""
PAGE = Path(__file__).with_name("readings.md")
_KNOWN: dict[tuple[str, str, str | None], dict[str, dict[str, Fraction]]] = {}
"""What has been proved already: by game, by the hash of its rules, by stake. Some proofs take long."""
HEAD = """# Readings

<!-- Written by docs/make_readings.py from the rulebook files. Do not edit: change the rulebook and run the script again. -->

A reading is a choice that a judge might make, because the text of an instrument is unclear, damaged, silent or contradicts itself.
It is not an option: no operator is given the choice. Each has a default, which is what the project takes the text to mean, and
every other choice that a careful reader could defend. Every one of them can be played, proved and simulated:

    croupier odds great-britain/sic-bo --reading double-on-a-triple=exactly-two
    croupier settle round.toml                     # with [readings] in the round

*Effect* says what becomes of the house edge when the other choice is made, for the stake that is paid exactly; where only uneven
amounts are touched, for the stake that is named; where only another option shows it, with that option. A negative edge is the
player's. "No edge changes" means that the reading decides something else: what is refused, asked, given back or ruled.

That every reading changes something is tested (`tests/conformance/test_settings_matter.py`), and every choice but the default has
a worked example (`tests/examples/`).

"""


def page(part: Callable[[Entry], str] | None = None) -> str:
    """The whole page; the part of a game is made here, or told by `part`."""
    parts, count = [], 0
    instrument = ""
    for entry in games():
        rows = game(entry.id).rules.reading_rows
        if not rows:
            continue
        if entry.instrument != instrument:
            instrument = entry.instrument
            parts.append(f"## {instrument}\n")
        parts.append((part or part_of)(entry))
        count += len(rows)
    return f"{HEAD}There are {count} readings.\n\n" + "\n".join(parts)


def part_of(entry: Entry) -> str:
    """The readings of one game."""
    one = game(entry.id)
    return "\n".join([f"### {entry.title} (`{entry.id}`)\n", *(_reading(one, name, row) for name, row in one.rules.reading_rows.items())])


def _reading(one: Game, name: str, row: ReadingRow) -> str:
    lines = [f"#### `{name}` · {row.clause}\n", f"{row.why}\n", f"- Default: `{row.default}`."]
    for choice in row.choices:
        if choice != row.default:
            lines.append(f"- Otherwise: `{choice}`. Effect: {_effect(one, {name: choice})}")
    return "\n".join(lines) + "\n"


def _effect(one: Game, readings: dict[str, str]) -> str:
    """What becomes of the edges under the options as they are; if nothing does, under the first other option by itself that shows a difference."""
    money = str(packaged(one.rules.id).get("money", {}))
    # Only how an uneven amount is settled can depend on a price that another option brings.
    for options in _settings(one) if any(name in money for name in readings) else [{}]:
        try:
            before, after = game(one.name, options=options), game(one.name, options=options, readings=readings)
        except BadInput:
            continue  # an option that needs another one too
        for stake in _stakes(before):
            try:
                changed = _changed(_edges(before, stake), _edges(after, stake))
            except BadInput as error:
                return f"{error}."
            if changed:
                where = [f"with `{name} = {value}`" for name, value in options.items()] + ([f"at a stake of {stake}"] if stake else [])
                return ", ".join([*where, ""]) + "; ".join(_told(keys, pair) for pair, keys in _alike(changed).items()) + "."
    return "no edge changes."


def _settings(one: Game) -> list[dict[str, str]]:
    found: list[dict[str, str]] = [{}]
    if isinstance(one.playable, TwentyOne):
        return found  # its best play is found for every setting anew, and an uneven payment is no part of it
    for name, row in one.rules.option_rows.items():
        values = [str(choice) for choice in row.choices] or ([] if row.amount or row.between else ["yes", "no"])
        found += [{name: value} for value in values if value != one.rules.options[name]]
    return found


def _stakes(side: Game) -> list[str | None]:
    """The stake that is paid exactly; then stakes on which a payment may not come out even, none of them smaller than what is rounded to."""
    if isinstance(side.playable, TwentyOne):
        return [None]
    unit = max(rounding.to for rounding in side.rules.money.values())
    return [stake for stake, amount in ((None, unit), ("1", 100), ("0.05", 5)) if amount >= unit]


def _edges(side: Game, stake: str | None) -> dict[str, dict[str, Fraction]]:
    """The edge of each wager that may have this stake; and of the same wager made in another state of the table where it has another edge there."""
    key = side.name, side.rules.digest(), stake
    if key not in _KNOWN:
        _KNOWN[key] = _proved(side, stake)
    return _KNOWN[key]


def _proved(side: Game, stake: str | None) -> dict[str, dict[str, Fraction]]:
    found = {}
    for proof in side.odds(stake=stake):
        multiple = side.rules.wager(proof.wager)[0].stake.multiple_of
        if not stake or not multiple or proof.stake % parse_amount(multiple) == 0:
            found[proof.wager] = {"": proof.edge, **{text: edge for text, edge in proof.others if "=" in text and "(" not in text}}
    return found


def _changed(before: dict[str, dict[str, Fraction]], after: dict[str, dict[str, Fraction]]) -> dict[str, tuple[Fraction, Fraction]]:
    found = {}
    for wager in before.keys() & after.keys():
        old, new = before[wager], after[wager]
        for state in {**old, **new}:
            pair = old.get(state, old[""]), new.get(state, new[""])
            if abs(pair[0] - pair[1]) > SLIGHT:
                found[f"`{wager}`" + (f" made with {state}" if state else "")] = pair
    return dict(sorted(found.items(), key=lambda row: (list(before).index(row[0].split("`")[1]), row[0])))


def _alike(changed: dict[str, tuple[Fraction, Fraction]]) -> dict[tuple[Fraction, Fraction], list[str]]:
    groups: dict[tuple[Fraction, Fraction], list[str]] = {}
    for key, pair in changed.items():
        groups.setdefault(pair, []).append(key)
    return groups


def _told(keys: list[str], pair: tuple[Fraction, Fraction]) -> str:
    names = ", ".join(keys[:-1]) + f" and {keys[-1]}" if len(keys) > 1 else keys[0]
    return f"{names} from {_percent(pair[0])} to {_percent(pair[1])}"


def _percent(edge: Fraction) -> str:
    text = f"{edge.numerator}/{edge.denominator}"
    return f"{float(edge) * 100:.4f} %" + (f" ({text})" if edge and len(text) <= 9 else "")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"written: {PAGE.name}")
