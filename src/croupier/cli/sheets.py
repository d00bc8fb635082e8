"""The par sheet that a laboratory files.

It has the rules hash, clauses, return by row, hit frequency, variance, intervals by rounds played, and
strategy.
"""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import write_file
from croupier.equipment.money import show_amount
from croupier.errors import BadInput, short

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.api import Game
    from croupier.api.answers import WagerProof

LEVELS = (("90 %", 1.6448536269514722), ("95 %", 1.959963984540054), ("99 %", 2.5758293035489004))
"""Confidence, and how many deviations it reaches to either side."""
ROUNDS = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)

_STYLE = """
body { font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif; color: #1c2733; max-width: 62rem; \
margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .2rem; } \
h2 { font-size: 1.1rem; margin: 2.2rem 0 .3rem; border-bottom: 2px solid #2f6f8f; padding-bottom: .2rem; }
p { margin: .2rem 0; } .muted { color: #66727f; } \
.note { background: #fbf3ec; border-left: 4px solid #c2703d; padding: .4rem .8rem; margin: .8rem 0; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; } \
th, td { padding: .22rem .8rem .22rem 0; text-align: left; vertical-align: top; }
th { color: #66727f; font-weight: 600; border-bottom: 1px solid #cfd6dc; } \
td { border-bottom: 1px solid #eef1f4; } .n { text-align: right; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.2rem; } \
dt { color: #66727f; } dd { margin: 0; }
section { break-inside: avoid; } @media print { body { margin: 0; max-width: none; } }
"""


def write(asked: Game, proofs: list[WagerProof], path: str) -> None:
    """Write the sheet. The ending of the name says whether as html or csv."""
    if path.endswith((".html", ".htm")):
        write_file(path, as_html(asked, proofs))
    elif path.endswith(".csv"):
        write_file(path, as_csv(asked, proofs))
    else:
        raise BadInput(f"a par sheet is html or csv: end the name {short(path)} in .html or .csv")


def intervals(proof: WagerProof) -> list[tuple[int, list[tuple[float, float]]]]:
    """Return, by wagers played, the bounds of the return in percent at each level of confidence.

    They are a normal approximation.
    """
    share = proof.stake / (proof.stake + proof.beside)
    mean, deviation = 100 * float(proof.returned), 100 * sqrt(float(proof.variance)) * share
    return [
        (
            rounds,
            [
                (mean - reach * deviation / sqrt(rounds), mean + reach * deviation / sqrt(rounds))
                for _, reach in LEVELS
            ],
        )
        for rounds in ROUNDS
    ]


EXACTLY = "exact counts; no sampling"
NEARLY = "exact counts, or computed in floating point, where a wager says so; no sampling"


def _head(asked: Game, proofs: Sequence[WagerProof]) -> list[tuple[str, str]]:
    from croupier import __version__

    rules = asked.rules
    return [
        ("game", rules.id),
        ("title", rules.head.title),
        ("instrument", rules.head.cites),
        *(
            [("in force", " to ".join(day or "today" for day in rules.head.in_force))]
            if any(rules.head.in_force)
            else []
        ),
        *([("of the dates", rules.head.dates)] if rules.head.dates else []),
        ("rules hash", rules.digest()),
        ("family", f"{rules.head.game}, behaviour {rules.head.behaviour}"),
        (
            "options",
            ", ".join(f"{name} = {value or 'open'}" for name, value in rules.options.items()) or "none",
        ),
        ("readings", ", ".join(f"{name} = {value}" for name, value in rules.readings.items()) or "none"),
        (
            "uneven amounts",
            ", ".join(
                f"{name}: {rounding.way} to {show_amount(rounding.to)} [{rounding.clause}]"
                for name, rounding in rules.money.items()
            ),
        ),
        ("method", EXACTLY if not any(map(_off, proofs)) else NEARLY),
        ("made by", f"croupier {__version__}"),
    ]


def _off(proof: WagerProof) -> list[str]:
    """Say how far the figures of a wager may be from the exact ones; nothing where they are exact."""
    rounds = proof.rounds.error if proof.counts_hands else 0
    return [
        *([f"within {float(proof.error):.0e} for a stake of one"] if proof.error else []),
        *([f"chances of what a round nets, and of a hit, within {float(rounds):.0e}"] if rounds else []),
    ]


def _figures(asked: Game, proof: WagerProof) -> list[tuple[str, str]]:
    from croupier.api import clauses_of, ratio, strategy_of

    edge = proof.edge

    def also(value: Fraction, by_rounds: bool = False) -> str:
        """Write a figure as a fraction, too, where it is exact."""
        near = proof.error or (by_rounds and proof.counts_hands and proof.rounds.error)
        return "" if near else f" = {ratio(value)}"

    figures = [
        ("clauses", ", ".join(clauses_of(asked.rules.wager(proof.wager)[0]))),
        ("stake", show_amount(proof.stake)),
        *([("staked besides, from the outset", show_amount(proof.beside))] if proof.beside else []),
        ("charge", show_amount(proof.charge)),
        ("return to player", f"{100 * float(proof.returned):.6f} %"),
        ("house edge, of the first stake", f"{100 * float(edge):.6f} %{also(edge)}"),
        (
            "house edge, of stakes won or lost",
            f"{100 * float(proof.edge_resolved):.6f} %{also(proof.edge_resolved, by_rounds=True)}",
        ),
        (
            "house edge, of all laid out",
            f"{100 * float(proof.edge_outlay):.6f} %{also(proof.edge_outlay)}",
        ),
        (
            "hit frequency",
            f"{100 * float(proof.hit):.6f} %{also(proof.hit, by_rounds=True)}"
            + (f", once in {1 / float(proof.hit):.2f}" if proof.hit else ""),
        ),
        *([("hands a round", f"{float(proof.hands):.6f}")] if proof.counts_hands else []),
        ("variance, for a stake of one", f"{float(proof.variance):.6f}"),
        ("standard deviation", f"{sqrt(float(proof.variance)):.6f}"),
        ("volatility index (90 %)", f"{LEVELS[0][1] * sqrt(float(proof.variance)):.4f}"),
        ("draws a wager lasts", f"{float(proof.draws):.4f}"),
        ("strategy", strategy_of(proof)),
        *(("not exact", told) for told in _off(proof)),
    ]
    if proof.start:
        figures.append(
            (
                "made when",
                ", ".join(
                    f"{key} = {'yes' if value is True else value}" for key, value in proof.start.items()
                ),
            )
        )
    figures += [
        ("edge otherwise", f"{name}: {100 * float(other):.6f} %{also(other)}") for name, other in proof.others
    ]
    return figures + [("note", note) for note in proof.notes]


def _rows(proof: WagerProof) -> Sequence[tuple[str, ...]]:
    """Return each row with what it gives back of a stake, and what is charged for the wager."""
    charge = (
        [
            (
                "charge",
                "",
                "",
                show_amount(-proof.charge),
                "",
                "",
                "",
                f"{-100 * proof.charge / proof.stake:.6f}",
            )
        ]
        if proof.charge
        else []
    )
    if proof.counts_hands:
        staked = proof.stake + proof.beside
        return charge + [
            (
                "a round",
                "win" if one.net > 0 else "lose" if one.net < 0 else "push",
                "",
                show_amount(one.net),
                str(one.ways),
                str(one.total),
                f"{100 * float(one.probability):.6f}",
                f"{100 * float(one.probability * (staked + one.net) / staked):.6f}",
            )
            for one in proof.rounds.nets
        ]
    return charge + [
        (
            row.row,
            row.result,
            row.pays,
            show_amount(row.net),
            str(row.ways),
            str(row.total),
            f"{100 * float(row.probability):.6f}",
            f"{100 * float(row.probability * (proof.stake + row.net) / proof.stake):.6f}",
        )
        for row in proof.rows
    ]


def _hands(proof: WagerProof) -> Sequence[tuple[str, ...]]:
    """Return how many hands end by each row, where a round may have several."""
    return [
        (
            row.row,
            row.result,
            row.pays,
            show_amount(row.net),
            str(row.ways),
            str(row.total),
            f"{100 * float(row.probability):.6f}",
        )
        for row in (proof.rows if proof.counts_hands else ())
    ]


_COLUMNS = ("row", "result", "pays", "net", "ways", "total", "chance %", "return %")
_OF_HANDS = ("row", "result", "pays", "net", "ways", "total", "hands in 100 rounds")


def as_csv(asked: Game, proofs: list[WagerProof]) -> str:
    """Return the sheet as csv: one table after another. The first column says what a line is."""
    from croupier.api import remarks

    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(("par sheet", f"{asked.rules.head.title} ({asked.rules.id})"))
    for name, value in _head(asked, proofs):
        sheet.writerow(("head", name, value))
    for note in remarks(asked.rules):
        sheet.writerow(("note", note))
    for proof in proofs:
        for name, value in _figures(asked, proof):
            sheet.writerow(("figure", proof.example, name, value))
        sheet.writerow(("rows", proof.example, *_COLUMNS))
        for row in _rows(proof):
            sheet.writerow(("row", proof.example, *row))
        if proof.counts_hands:
            sheet.writerow(("hands", proof.example, *_OF_HANDS))
            sheet.writerows(("hand", proof.example, *row) for row in _hands(proof))
        sheet.writerow(
            (
                "intervals",
                proof.example,
                "wagers",
                *(f"{level} {side}" for level, _ in LEVELS for side in ("from", "to")),
            )
        )
        for rounds, bounds in intervals(proof):
            sheet.writerow(
                ("interval", proof.example, rounds, *(f"{value:.4f}" for bound in bounds for value in bound))
            )
    return out.getvalue()


def as_html(asked: Game, proofs: list[WagerProof]) -> str:
    """Return the sheet as one html page that needs nothing else."""
    from croupier.api import remarks

    title = f"{asked.rules.head.title} · {asked.rules.id}"
    parts = [
        f"<h1>Par sheet: {_text(title)}</h1>",
        *(f'<p class="note">{_text(note)}</p>' for note in remarks(asked.rules)),
        listed(_head(asked, proofs)),
    ]
    summary = [
        (
            proof.example,
            f"{100 * float(proof.returned):.4f}",
            f"{100 * float(proof.edge):.4f}",
            f"{100 * float(proof.hit):.4f}",
            f"{float(proof.variance):.4f}",
            show_amount(proof.stake),
        )
        for proof in proofs
    ]
    parts += [
        "<h2>All wagers</h2>",
        tabled(("wager", "return %", "edge %", "hits %", "variance", "stake"), summary, 1),
    ]
    for proof in proofs:
        parts.append(f"<section><h2>{_text(proof.example)}</h2>")
        parts.append(listed(_figures(asked, proof)))
        parts.append(tabled(_COLUMNS, _rows(proof), 3))
        if proof.counts_hands:
            parts.append('<p class="muted">Hands: a round has several after a split</p>')
            parts.append(tabled(_OF_HANDS, _hands(proof), 3))
        parts.append('<p class="muted">Return in percent by wagers played (normal approximation)</p>')
        lines = [
            (f"{rounds:,}", *(f"{low:.3f} to {high:.3f}" for low, high in bounds))
            for rounds, bounds in intervals(proof)
        ]
        parts.append(tabled(("wagers", *(level for level, _ in LEVELS)), lines, 0))
        parts.append("</section>")
    return page(f"Par sheet: {title}", parts)


def page(title: str, parts: Sequence[str]) -> str:
    """Return one html page that needs nothing else."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{_text(title)}</title><style>{_STYLE}</style></head><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _text(value: Any) -> str:
    return html.escape(str(value))


def listed(rows: list[tuple[str, str]]) -> str:
    """Return names and what they say, as an html list."""
    return (
        "<dl>" + "".join(f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in rows) + "</dl>"
    )


def tabled(columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], numbers: int) -> str:
    """Return an html table. Columns from `numbers` on are numbers."""
    mark = ['class="n"' if at >= numbers else "" for at in range(len(columns))]
    head = "".join(f"<th {mark[at]}>{_text(name)}</th>" for at, name in enumerate(columns))
    body = "".join(
        "<tr>" + "".join(f"<td {mark[at]}>{_text(value)}</td>" for at, value in enumerate(row)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
