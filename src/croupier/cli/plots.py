"""Pictures of odds: edge by wager and by stake, results, loss an hour and ruin, charts of what to do.

Floats live here: nothing is settled by them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from math import isnan, nan, sqrt
from typing import TYPE_CHECKING, Any

from croupier.api.figures import chances_of_ruin, loss_per_hour, net_after
from croupier.cli.odds import UNPROVED
from croupier.equipment.money import UNIT, Amount, parse_amount, show_amount
from croupier.errors import BadInput, short

if TYPE_CHECKING:
    from croupier.api import Game
    from croupier.api.answers import WagerProof

INK, MUTED, GRID = "#1c2733", "#66727f", "#e3e7eb"
HOUSE, PLAYER = "#2f6f8f", "#c2703d"
LINES = ("#2f6f8f", "#c2703d", "#5b8c3e", "#8a5a9e", "#b5394b", "#8c7a2b", "#3d5a9e", "#777777")
MOST_LINES = 6
LABEL = 46
"""The longest line of names beside a bar."""
STAKES, FAR = 60, 5
"""How many stakes the picture of edge by stake looks at, and how far apart where each takes long."""


def draw(asked: Game, proofs: list[WagerProof], given: argparse.Namespace) -> None:
    """Draw the picture asked for into the file asked for."""
    if not proofs and given.picture not in UNPROVED:
        raise BadInput("there is no wager to draw")
    if not 1 <= given.rounds <= 100_000 or not 1 <= given.pace <= 100_000:
        raise BadInput("--rounds and --pace lie between 1 and 100000")
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    style = {
        "font.size": 10,
        "text.color": INK,
        "axes.labelcolor": MUTED,
        "xtick.color": MUTED,
        "ytick.color": INK,
        "axes.edgecolor": GRID,
        "font.family": "DejaVu Sans",
        "axes.axisbelow": True,
        "svg.hashsalt": "croupier",
    }
    with plt.rc_context(style):
        figure = _PICTURES[given.picture](plt, asked, proofs, given)
        try:
            figure.savefig(given.plot, dpi=150, facecolor="white", format=_format(given.plot))
        except (OSError, ValueError) as error:
            raise BadInput(
                f"{short(given.plot)} cannot be drawn: "
                f"{getattr(error, 'strerror', None) or os.linesep.join(str(error).splitlines()[:1])}"
            ) from None
        finally:
            plt.close(figure)


def _format(path: str) -> str | None:
    """Return png for a name that does not say what it is, so that nothing is added to the name."""
    return None if os.path.splitext(path)[1] else "png"


def _titled(figure: Any, asked: Game, title: str, below: str) -> float:
    """Write title, subtitle and source. Return the height of the figure in inches."""
    from croupier.api import remarks

    height = figure.get_size_inches()[1]
    figure.text(0.02, 1 - 0.16 / height, title, fontsize=14, fontweight="bold", va="top")
    figure.text(0.02, 1 - 0.48 / height, below, fontsize=10, color=MUTED, va="top")
    source = f"{asked.rules.head.cites} · {asked.rules.id} · rules {asked.rules.digest()}" + "".join(
        f"\n{note}" for note in remarks(asked.rules)
    )
    figure.text(0.02, 0.08 / height, source, fontsize=8, color=MUTED, va="bottom")
    return float(height)


def _framed(figure: Any, height: float, left: float = 0.09, above: float = 0.86, below: float = 0.85) -> None:
    figure.subplots_adjust(left=left, right=0.97, top=1 - above / height, bottom=below / height)


def _bare(axes: Any, grid: str = "x") -> None:
    for side in ("top", "right", "left" if grid == "x" else "right"):
        axes.spines[side].set_visible(False)
    axes.grid(axis=grid, color=GRID, linewidth=0.8)
    axes.tick_params(length=0)


def _chosen(proofs: list[WagerProof], most: int = MOST_LINES) -> list[WagerProof]:
    """Choose wagers that differ: one for each edge, spread over the edges, then more by their deviation."""
    first = [group[0] for group in _alike(proofs)]
    if len(first) >= most:
        return [first[round(at * (len(first) - 1) / (most - 1))] for at in range(most)]
    seen = {(proof.edge, proof.variance) for proof in first}
    more: dict[Any, WagerProof] = {}
    for proof in proofs:
        if (proof.edge, proof.variance) not in seen:
            more.setdefault((proof.edge, proof.variance), proof)
    return first + sorted(more.values(), key=lambda proof: -proof.variance)[: most - len(first)]


def _alike(proofs: list[WagerProof]) -> list[list[WagerProof]]:
    groups: dict[Any, list[WagerProof]] = {}
    for proof in proofs:
        groups.setdefault(proof.edge, []).append(proof)
    return sorted(groups.values(), key=lambda group: group[0].edge)


# Edge by wager.


def _edge(plt: Any, asked: Game, proofs: list[WagerProof], given: argparse.Namespace) -> Any:
    """Draw one bar for each edge, with every wager that has it."""
    from textwrap import wrap

    groups = _alike(proofs)
    labels = [
        wrap(
            ", ".join(_listed([_named(proof, given) for proof in group])),
            LABEL,
            break_on_hyphens=False,
            break_long_words=False,
        )
        for group in groups
    ]
    tall = [1 + 0.72 * (len(label) - 1) for label in labels]
    figure = plt.figure(figsize=(10, 2.0 + 0.3 * sum(tall)))
    height = _titled(
        figure,
        asked,
        f"{asked.rules.head.title}: the house edge of each wager",
        f"expected loss for each unit of the first stake, pushes counted; {_how_exact(proofs)}"
        + ("; fixed prizes as for the stake in the table" if _has_fixed_prizes(proofs) else ""),
    )
    axes = figure.add_subplot()
    values = [float(group[0].edge) * 100 for group in groups]
    places = [sum(tall[:at]) + tall[at] / 2 for at in range(len(groups))]
    axes.barh(places, values, height=0.72, color=[HOUSE if value >= 0 else PLAYER for value in values])
    axes.set_yticks(places, ["\n".join(label) for label in labels])
    axes.set_ylim(sum(tall) + 0.1, -0.1)
    least, most = min(0.0, *values), max(0.0, *values)
    span = (most - least) or 1.0
    axes.set_xlim(least - (0.05 * span if least < 0 else 0), most + 0.34 * span)
    for place, group, value in zip(places, groups, values, strict=True):
        text = str(group[0].edge)
        label = f"{value:.3f} %" + (f"  =  {text}" if group[0].edge and len(text) <= 13 else "")
        axes.text(
            max(value, 0) + 0.01 * span,
            place,
            label,
            va="center",
            fontsize=8.5,
            color=INK,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )
    axes.axvline(0, color=MUTED, linewidth=0.8)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    _bare(axes)
    longest = max(len(line) for label in labels for line in label)
    _framed(figure, height, left=min(0.42, 0.03 + 0.0078 * longest))
    return figure


def _how_exact(proofs: list[WagerProof]) -> str:
    """Say that the edges are exact, or how far they may be off."""
    error = max(proof.error for proof in proofs)
    return f"within {float(error):.0e}" if error else "exact"


def _named(proof: WagerProof, given: argparse.Namespace) -> str:
    """Name a wager without its place, where any place is as good and none was asked for."""
    return proof.example if proof.others or proof.example in (given.wager or ()) else proof.wager


def _listed(names: list[str]) -> list[str]:
    """List names, those of one numbered wager together: `place-6, 8`."""
    found: dict[str, list[str]] = {}
    for name in names:
        base, dash, number = name.rpartition("-")
        found.setdefault(base if dash and number.isdigit() and ":" not in name else name, []).append(
            number if dash and number.isdigit() and ":" not in name else ""
        )
    return [base if numbers == [""] else f"{base}-{', '.join(numbers)}" for base, numbers in found.items()]


# Edge by stake.


def _has_fixed_prizes(proofs: list[WagerProof]) -> bool:
    """Say whether an edge depends on the stake because a prize does not."""
    return any("whatever the stake" in note for proof in proofs for note in proof.notes)


def _edges_at(
    asked: Game, names: list[str], stake: Amount, state: dict[str, Any], chart: bytes | None
) -> dict[str, WagerProof]:
    """Return the proofs of those wagers that may have this stake."""

    def proved(some: list[str]) -> list[WagerProof]:
        return asked.odds(some, stake=show_amount(stake), before=state, chart=chart)

    try:
        return {proof.example: proof for proof in proved(names)}
    except BadInput:
        if len(names) == 1:
            return {}
    return {
        key: proof for name in names for key, proof in _edges_at(asked, [name], stake, state, chart).items()
    }


def _stakes(asked: Game, names: list[str], state: dict[str, Any], chart: bytes | None) -> list[Amount]:
    """Return whole units of money, as chips come; minor units where whole ones are all paid evenly."""
    low, high = (_edges_at(asked, names, stake, state, chart) for stake in (UNIT * 7, UNIT * 53))
    matters = any(proof.edge != high[name].edge for name, proof in low.items() if name in high)
    step = min(rounding.to for rounding in asked.rules.money.values())
    if matters or len(_edges_at(asked, names, step, state, chart)) < len(low):
        step = UNIT
    # Where each stake is a game to be solved, some are enough.
    apart = 1 if all(one.exact for one in low.values()) else FAR
    return [step * at for at in range(1, STAKES + 1) if at == 1 or at % apart == 0]


def _stake(plt: Any, asked: Game, proofs: list[WagerProof], given: argparse.Namespace) -> Any:
    from croupier.cli.arguments import before, chart_file

    state, chart = before(given.before), chart_file(given.chart)
    names = [proof.example for proof in proofs]
    stakes = _stakes(asked, names, state, chart)
    found: dict[str, list[float]] = {name: [] for name in names}
    for stake in stakes:
        at = _edges_at(asked, names, stake, state, chart)
        for name in names:
            found[name].append(float(at[name].edge) * 100 if name in at else nan)
    exact = {proof.example: float(proof.edge) * 100 for proof in proofs}
    known = {name: [edge for edge in edges if not isnan(edge)] for name, edges in found.items()}
    moved = {
        name: edges
        for name, edges in found.items()
        if known[name] and max(known[name]) - min(known[name]) > 1e-9
    }
    distinct: dict[tuple[float, ...], list[str]] = {}
    for name, edges in moved.items():
        distinct.setdefault(tuple(edges), []).append(name)
    shown = sorted(distinct.items(), key=lambda row: min(known[row[1][0]]) - max(known[row[1][0]]))[
        :MOST_LINES
    ]
    rows = max(1, len(shown))
    figure = plt.figure(figsize=(10, 2.1 + 1.55 * rows))
    dashed = f"a stake of {given.stake}" if given.stake else "a stake that is paid exactly"
    below = f"what does not come out even is rounded as the rulebook says; dashed: {dashed}"
    if _has_fixed_prizes(proofs):
        below = f"a fixed prize does not grow with it; {below}"
    height = _titled(figure, asked, f"{asked.rules.head.title}: the house edge by stake", below)
    if not shown:
        axes = figure.add_subplot()
        axes.axis("off")
        axes.text(
            0.5,
            0.5,
            f"No wager's edge depends on the stake\n({show_amount(stakes[0])} to "
            f"{show_amount(stakes[-1])} looked at).",
            ha="center",
            va="center",
            fontsize=12,
        )
        _framed(figure, height)
        return figure
    panels = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
    ticks = [stake / 100 for stake in stakes]
    for axes, (line, alike), colour in zip(panels, shown, LINES, strict=False):
        axes.axhline(exact[alike[0]], color=MUTED, linewidth=0.9, linestyle=(0, (4, 3)))
        axes.plot(ticks, line, color=colour, linewidth=1.0, alpha=0.5)
        axes.plot(ticks, line, "o", color=colour, markersize=3.2)
        label = ", ".join(alike[:4]) + (f" and {len(alike) - 4} more" if len(alike) > 4 else "")
        axes.set_title(label, loc="left", fontsize=9.5, color=colour, pad=3)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        axes.margins(y=0.18, x=0.015)
        _bare(axes, "y")
    panels[-1].set_xlabel("stake")
    if stakes[0] % 100:
        panels[-1].xaxis.set_major_formatter(lambda value, _: f"{value:.2f}")
    _framed(figure, height, above=1.08, below=1.05)
    figure.subplots_adjust(hspace=0.45)
    return figure


# Distributions.


def _results(plt: Any, asked: Game, proofs: list[WagerProof], given: argparse.Namespace) -> Any:
    import numpy as np

    chosen = _chosen(proofs, 5)
    figure = plt.figure(figsize=(10, 1.9 + 1.5 * len(chosen)))
    below = f"in stakes, after {given.rounds} wagers each; shaded: nine results in ten; line: the mean"
    height = _titled(
        figure, asked, f"{asked.rules.head.title}: what is won or lost after {given.rounds} wagers", below
    )
    panels = figure.subplots(len(chosen), 1, sharex=True, squeeze=False)[:, 0]
    low = high = 0.0
    for axes, proof, colour in zip(panels, chosen, LINES, strict=False):
        after = net_after(proof, given.rounds)
        values, chances = after.nets / proof.stake, after.chances
        running = np.cumsum(chances)
        five, ninety_five = (float(values[np.searchsorted(running, share)]) for share in (0.05, 0.95))
        reach = 0.5 * (ninety_five - five)
        low, high = (
            min(low, max(five - reach, float(values[0]))),
            max(high, min(ninety_five + reach, float(values[-1]))),
        )
        kept = chances > chances.max() * 1e-5
        axes.vlines(values[kept], 0, chances[kept], color=colour, linewidth=_thick(values[kept]), alpha=0.28)
        inside = kept & (values >= five) & (values <= ninety_five)
        axes.vlines(
            values[inside], 0, chances[inside], color=colour, linewidth=_thick(values[kept]), alpha=0.85
        )
        axes.axvline(-float(proof.edge) * given.rounds, color=INK, linewidth=1.1)
        ahead = float(chances[values > 1e-12].sum())
        axes.set_title(proof.example, loc="left", fontsize=9.5, color=colour, pad=3)
        axes.set_title(
            f"ahead {100 * ahead:.1f} % · mean {_plus(-float(proof.edge) * given.rounds)} · 5 % "
            f"{_plus(five)} · 95 % {_plus(ninety_five)}",
            loc="right",
            fontsize=8.5,
            color=MUTED,
            pad=3,
        )
        axes.set_yticks([])
        axes.set_ylim(bottom=0)
        _bare(axes)
    margin = 0.03 * (high - low)
    panels[-1].set_xlim(low - margin, high + margin)
    panels[-1].set_xlabel("result in stakes")
    _framed(figure, height, left=0.04, above=1.08, below=1.05)
    figure.subplots_adjust(hspace=0.42)
    return figure


def _plus(value: float) -> str:
    """Write a result with its sign, to two places at most."""
    return f"{round(value, 2) + 0.0:+.2f}".rstrip("0").rstrip(".")


def _thick(values: Any) -> float:
    return float(max(0.6, min(4.0, 260 / max(1, len(values)))))


# Loss an hour, and ruin.


def _ruin(plt: Any, asked: Game, proofs: list[WagerProof], given: argparse.Namespace) -> Any:
    chosen = _chosen(proofs)
    figure = plt.figure(figsize=(10, 5.6))
    below = (
        f"one stake on each wager again and again, {given.pace} draws an hour; ruin: "
        f"the bankroll cannot pay the next of {given.rounds} wagers"
    )
    height = _titled(
        figure, asked, f"{asked.rules.head.title}: what an hour costs, and how long a bankroll lasts", below
    )
    left, right = figure.subplots(1, 2)
    ordered = sorted(chosen, key=lambda proof: proof.edge / proof.draws)
    colours = {proof.example: LINES[at % len(LINES)] for at, proof in enumerate(ordered)}
    losses = [float(loss_per_hour(proof, given.pace) / proof.stake) for proof in ordered]
    left.barh(range(len(ordered)), losses, height=0.6, color=[colours[proof.example] for proof in ordered])
    left.set_yticks(range(len(ordered)), [proof.example for proof in ordered])
    left.invert_yaxis()
    span = max(abs(loss) for loss in losses) or 1.0
    for at, (proof, loss) in enumerate(zip(ordered, losses, strict=True)):
        swing = sqrt(float(proof.variance / proof.draws) * given.pace)
        left.text(max(loss, 0) + 0.02 * span, at, f"{loss:.2f} ± {swing:.1f}", va="center", fontsize=8.5)
    left.set_xlim(min(0.0, *losses), span * 1.42)
    left.set_title(
        "expected loss an hour, in stakes (± one deviation)", loc="left", fontsize=9.5, color=INK, pad=6
    )
    _bare(left)
    for proof in ordered:
        largest = parse_amount(given.bankroll) if given.bankroll else 100 * proof.stake
        if not largest:
            raise BadInput("a bankroll is more than nothing; write it like --bankroll 200")
        bankrolls, chances = chances_of_ruin(proof, largest, given.rounds)
        right.plot(
            bankrolls / proof.stake,
            chances * 100,
            color=colours[proof.example],
            linewidth=1.8,
            label=proof.example,
        )
    right.set_title(
        f"chance of ruin within {given.rounds} wagers", loc="left", fontsize=9.5, color=INK, pad=6
    )
    right.set_xlabel("bankroll in stakes")
    right.set_ylim(0, 101)
    right.margins(x=0.01)
    right.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    right.legend(frameon=False, fontsize=8.5)
    _bare(right, "y")
    longest = max(len(proof.example) for proof in ordered)
    _framed(figure, height, left=min(0.3, 0.03 + 0.0085 * longest), above=1.15, below=1.05)
    figure.subplots_adjust(wspace=0.16)
    return figure


# A player-dealer's bank by its cover.


COVERS = 24
"""How many covers the picture of a bank looks at."""


def _bank(plt: Any, asked: Game, proofs: list[WagerProof], given: argparse.Namespace) -> Any:
    """Draw the share of each seat's stake that finds cover, and the bank's gain, by what it puts up.

    Every other seat stakes the same.
    """
    stake = parse_amount(given.stake) if given.stake else 100 * UNIT
    names = given.wager or [proofs[0].wager]
    places = int(asked.rules.options.get("seats", "8"))
    seats = [str(seat) for seat in range(2, places + 1)]
    bets = {seat: {name: show_amount(stake) for name in names} for seat in seats}
    most = sum(
        max(proof.stake, *(abs(row.net) for row in proof.rows)) * stake // proof.stake
        for proof in proofs
        if proof.wager in names
    ) * len(seats)
    covers = [most * step // COVERS for step in range(1, COVERS + 1)]
    values = asked.bank_values([show_amount(cover) for cover in covers], bets)
    figure = plt.figure(figsize=(10, 5.2))
    height = _titled(
        figure,
        asked,
        f"{asked.rules.head.title}: what a player-dealer's cover is worth",
        f"seat 1 banks; seats 2 to {places} stake {show_amount(stake)} each on {' and '.join(names)}; exact",
    )
    left, right = figure.subplots(1, 2)
    x = [cover / UNIT for cover in covers]
    for at, seat in enumerate(seats):
        shade = plt.get_cmap("viridis")(0.08 + 0.8 * at / max(1, len(seats) - 1))
        left.plot(
            x,
            [100 * float(value.shares[seat]) for value in values],
            color=shade,
            linewidth=1.7,
            label=f"seat {seat}",
        )
    left.set_title("expected share of the stake that has action", loc="left", fontsize=9.5, color=INK, pad=6)
    left.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    left.set_ylim(0, 103)
    left.legend(frameon=False, fontsize=8.5, ncols=2 if len(seats) > 8 else 1)
    right.plot(
        x,
        [float(value.expected) / UNIT for value in values],
        color=HOUSE,
        linewidth=2,
        label="before the fee",
    )
    if any(value.fee for value in values):
        right.plot(
            x,
            [float(value.expected - value.fee) / UNIT for value in values],
            color=PLAYER,
            linewidth=2,
            label="after the fee",
        )
        right.legend(frameon=False, fontsize=8.5)
    right.axhline(0, color=MUTED, linewidth=0.8)
    right.set_title("what the bank gains a round on average", loc="left", fontsize=9.5, color=INK, pad=6)
    for axes in (left, right):
        axes.set_xlabel("cover put up")
        axes.margins(x=0.01)
        _bare(axes, "y")
    _framed(figure, height, left=0.07, above=1.15, below=1.05)
    figure.subplots_adjust(wspace=0.16)
    return figure


def _hands(plt: Any, asked: Game, proofs: list[WagerProof], given: argparse.Namespace) -> Any:
    """Draw thirteen ranks by thirteen, suited above the diagonal, each with the best act and its value."""
    from croupier.api.answers import StartingHands

    chart = asked.chart()
    if not isinstance(chart, StartingHands):
        raise BadInput(
            f"{asked.name} has no chart of starting hands; --picture chart draws its strategy chart"
        )
    figure = plt.figure(figsize=(9.5, 10.2))
    told = (
        "suited hands above the diagonal, others below; "
        "in each square what the best act is worth for each unit of the first stake"
    )
    height = _titled(figure, asked, f"{asked.rules.head.title}: {chart.asked}, by starting hand", told)
    axes = figure.add_subplot()
    ranks = range(12, -1, -1)
    for down, row in enumerate(ranks):
        for across, column in enumerate(ranks):
            high, low, suited = max(row, column), min(row, column), across > down
            act, kind = chart.best(high, low, suited), chart.kind(high, low, suited)
            axes.add_patch(
                plt.Rectangle(
                    (across, down),
                    1,
                    1,
                    facecolor=LINES[act],
                    alpha=0.28 if act else 0.42,
                    edgecolor="white",
                    linewidth=1.6,
                )
            )
            name = chart.name(high, low, suited)
            axes.text(
                across + 0.5, down + 0.42, name, ha="center", va="center", fontsize=10, fontweight="bold"
            )
            axes.text(
                across + 0.5,
                down + 0.76,
                f"{float(chart.values[act][kind]):+.2f}",
                ha="center",
                va="center",
                fontsize=7.5,
                color=MUTED,
            )
    axes.set_xlim(0, 13)
    axes.set_ylim(13, 0)
    axes.set_aspect("equal")
    axes.axis("off")
    used = sorted(
        {
            chart.best(max(one, other), min(one, other), suited)
            for one in ranks
            for other in ranks
            for suited in (True, False)
            if one != other or not suited
        }
    )
    figure.legend(
        handles=[
            plt.Rectangle((0, 0), 1, 1, facecolor=LINES[act], alpha=0.42, label=chart.acts[act])
            for act in used
        ],
        loc="lower right",
        bbox_to_anchor=(0.97, 0.1 / height),
        ncols=len(used),
        frameon=False,
    )
    _framed(figure, height, left=0.02, above=0.8, below=0.6)
    return figure


# Strategy charts.


CELLS = {"H": "#f2dfb0", "S": "#dde4ea", "D": "#94bcd6", "P": "#b7d1a1", "R": "#e3a79c"}
"""By the first letter of a cell."""
PARTS = {
    "hard": "hard totals",
    "soft": "soft hands",
    "pairs": "pairs",
    "doubled": "doubled hands, R: give up (16: or less)",
}
MOST_DEVIATIONS = 8
"""How many two-card deviations are named below a chart."""
CELL, LINE, ACROSS = 0.36, 0.29, 12.4
"""Inches of a cell, across and down; and cells from the left of one part to the left of the next."""
KEYS = 4
"""Explanations of cells in one line."""


def _strategy(plt: Any, asked: Game, proofs: list[WagerProof], given: argparse.Namespace) -> Any:
    """Draw what to do with every total, soft hand and pair against every upcard, and what that costs."""
    from textwrap import wrap

    from croupier.api.answers import Charted

    found = asked.chart()
    if not isinstance(found, Charted):
        raise BadInput(f"{asked.name} has no strategy chart; --picture hands draws its starting hands")
    first = [one for one in found.deviations if one.first][:MOST_DEVIATIONS]
    said = "; ".join(f"{one.cards} against {one.upcard} {one.best} (gains {one.gain:.4f})" for one in first)
    below = [
        line
        for text in (*found.notes, f"two cards that are played better otherwise: {said}" if first else "")
        if text
        for line in wrap(text, 145)
    ]
    depths, placed = [0.0, 0.0], []
    for name, rows in found.chart.sections().items():
        shown = {row: cells for row, cells in rows.items() if name != "doubled" or "R" in cells}
        side = depths.index(min(depths)) if name == "doubled" else 0 if name.startswith("hard") else 1
        placed.append((name, shown, side, depths[side]))
        depths[side] += len(shown) + 2.5
    tall = max(depths) - 1
    codes = found.chart.meanings
    keys = 0.26 * -(-len(codes) // KEYS)
    bottom = 0.75 + 0.17 * len(below) + keys
    width = (2 * ACROSS + 0.1) * CELL
    figure = plt.figure(figsize=(width, 0.85 + tall * LINE + bottom))
    told = (
        f"a round nets {100 * found.value:+.4f} % of the first stake by the chart and "
        f"{100 * found.best:+.4f} % by the best play: the chart costs {100 * found.cost:.4f} %"
    )
    height = _titled(
        figure, asked, f"{asked.rules.head.title}: what to do, by hand and by the dealer's card", told
    )
    axes = figure.add_axes((0.0, bottom / height, 1.0, tall * LINE / height))
    for name, rows, side, depth in placed:
        _part(plt, axes, name, found.chart.columns, rows, 1.55 + side * ACROSS, depth)
    axes.set_xlim(0, width / CELL)
    axes.set_ylim(tall, 0)
    axes.axis("off")
    _keys(plt, figure, codes, bottom - 0.3)
    figure.text(
        0.02,
        (bottom - keys - 0.28) / height,
        "\n".join(below),
        fontsize=8,
        color=MUTED,
        va="top",
        linespacing=1.45,
    )
    return figure


def _keys(plt: Any, figure: Any, codes: Mapping[str, str], top: float) -> None:
    """Draw what the letters in the cells mean."""
    width, height = figure.get_size_inches()
    for at, (code, meaning) in enumerate(codes.items()):
        x, y = 0.2 + at % KEYS * (width - 0.2) / KEYS, top - 0.26 * (at // KEYS)
        figure.add_artist(
            plt.Rectangle(
                (x / width, (y - 0.1) / height),
                0.3 / width,
                0.2 / height,
                facecolor=CELLS[code[0]],
                transform=figure.transFigure,
            )
        )
        figure.text(
            (x + 0.15) / width, y / height, code, fontsize=8, fontweight="bold", ha="center", va="center"
        )
        figure.text((x + 0.38) / width, y / height, meaning, fontsize=8.5, va="center")


def _part(plt: Any, axes: Any, name: str, upcards: Sequence[str], rows: Any, left: float, top: float) -> None:
    part, _, size = name.partition("-")
    axes.text(
        left,
        top + 0.3,
        PARTS[part] + (f", {size} cards or more" if size else ""),
        fontsize=10,
        fontweight="bold",
        va="center",
    )
    for across, upcard in enumerate(upcards):
        axes.text(left + across + 0.5, top + 1.1, upcard, ha="center", va="center", fontsize=9, color=MUTED)
    for down, (row, cells) in enumerate(rows.items()):
        y = top + 1.5 + down
        axes.text(left - 0.25, y + 0.52, row, ha="right", va="center", fontsize=9)
        for across, cell in enumerate(cells):
            axes.add_patch(
                plt.Rectangle(
                    (left + across, y), 1, 1, facecolor=CELLS[cell[0]], edgecolor="white", linewidth=1.4
                )
            )
            axes.text(
                left + across + 0.5, y + 0.53, cell, ha="center", va="center", fontsize=8.5, fontweight="bold"
            )


_PICTURES = {
    "edge": _edge,
    "stake": _stake,
    "results": _results,
    "ruin": _ruin,
    "bank": _bank,
    "hands": _hands,
    "chart": _strategy,
}
