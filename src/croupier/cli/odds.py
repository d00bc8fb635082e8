"""`croupier odds`: the exact odds of a game's wagers, as a table, as JSON, as a picture or as a par sheet."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cli.arguments import asked_game, before, chart_file, game_argument, json_argument
from croupier.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.api import Game
    from croupier.api.answers import OutcomeRow, WagerProof

EXAMPLES = """  croupier odds great-britain/roulette
  croupier odds great-britain/roulette --wager red --wager straight:17 --stake 7.50
  croupier odds queensland/roulette --set wheel=double-zero --json
  croupier odds great-britain/roulette --plot edge.png
  croupier odds great-britain/roulette --wager red --wager dozen --plot ruin.png --picture ruin --bankroll 200
  croupier odds california/ez-baccarat --plot bank.png --picture bank --stake 100
  croupier odds great-britain/ultimate-hold-em --plot hands.png --picture hands
  croupier odds house/blackjack --plot chart.png --picture chart
  croupier odds house/blackjack --chart chart.toml
  croupier odds great-britain/roulette --sheet par.html"""
PICTURES = ("edge", "stake", "results", "ruin", "bank", "hands", "chart")
SAID_OF = {"rounds": "results", "bankroll": "ruin", "pace": "ruin"}
"""Flags that say something of pictures and of nothing else, each with one that shows it."""
UNPROVED = ("hands", "chart")
"""Pictures of what to do, which need no proof of what it is worth."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a game, its wagers, the stake, the state of the table; and where to draw or write."""
    game_argument(parser)
    parser.add_argument(
        "--wager",
        action="append",
        metavar="W",
        help="only this wager, like red or straight:17; may be given again",
    )
    parser.add_argument(
        "--stake", metavar="S", help="for this stake; without it, for the least stake that is paid exactly"
    )
    parser.add_argument(
        "--before",
        action="append",
        default=[],
        metavar="K=V",
        help="what the table carried into the round, like point=6; may be given again",
    )
    parser.add_argument(
        "--prove",
        action="store_true",
        help="compute again what a kept proof could answer, and say whether it says the same; "
        "exit code 1 when it does not",
    )
    parser.add_argument(
        "--chart",
        metavar="FILE",
        help="of playing by this chart at twenty-one, and not by the best play "
        "(.toml, as croupier advise --save writes it)",
    )
    json_argument(
        parser,
        "the odds as JSON: for each wager the edge as a fraction, variance, hit rate, "
        "and every outcome row with its ways",
    )
    parser.add_argument(
        "--plot",
        metavar="FILE",
        help="draw a picture into a file (png, svg, pdf) instead of printing the table",
    )
    parser.add_argument(
        "--picture",
        choices=PICTURES,
        help="the edge by wager (the default) or by stake, the results after some rounds, "
        "what an hour costs and the chance of ruin, what a player-dealer's cover is worth by seat, "
        "what to do first with each kind of two cards, or the strategy chart of a game of twenty-one",
    )
    parser.add_argument(
        "--rounds",
        type=int,
        metavar="N",
        help="rounds of the pictures results and ruin (default 100)",
    )
    parser.add_argument(
        "--bankroll", metavar="B", help="largest bankroll of the picture ruin (default 100 stakes)"
    )
    parser.add_argument(
        "--pace", type=int, metavar="N", help="draws an hour in the picture ruin (default 60)"
    )
    parser.add_argument(
        "--sheet",
        metavar="FILE",
        help="write a par sheet into a file (html or csv) instead of printing the table",
    )


def run(given: argparse.Namespace) -> int:
    """Prove the odds, and print, draw or write them."""
    from croupier.api import odds_value
    from croupier.cli import show

    asked = asked_game(given)
    _said_of_the_picture(given)
    proofs: list[WagerProof] = []
    if not given.plot or given.picture not in UNPROVED or given.json or given.sheet:
        with show.bar("proving") as progress:
            proofs = asked.odds(
                given.wager,
                stake=given.stake,
                before=before(given.before),
                prove=given.prove,
                progress=progress,
                chart=chart_file(given.chart),
            )
    if given.sheet:
        from croupier.cli.sheets import write

        write(asked, proofs, given.sheet)
    if given.plot:
        from croupier.cli.plots import draw

        draw(asked, proofs, given)
    if given.json:
        show.as_json(odds_value(asked, proofs))
    elif given.plot or given.sheet:
        for path in filter(None, (given.plot, given.sheet)):
            print(f"written: {path}")
    else:
        _print(asked, proofs, detailed=bool(given.wager))
    return 1 if given.prove and any(proof.kept not in ("", "same") for proof in proofs) else 0


def _said_of_the_picture(given: argparse.Namespace) -> None:
    """Refuse what is said of a picture that is not drawn, and fill in what is not said."""
    if given.picture is not None and not given.plot:
        raise BadInput(f"--picture is drawn into a file: name it as well, like --plot {given.picture}.png")
    given.picture = given.picture or "edge"
    for flag, of in SAID_OF.items():
        if getattr(given, flag) is not None and not given.plot:
            raise BadInput(f"--{flag} is for a picture: draw it, like --plot {of}.png --picture {of}")
    given.rounds = 100 if given.rounds is None else given.rounds
    given.pace = 60 if given.pace is None else given.pace


def _print(asked: Game, proofs: list[WagerProof], detailed: bool) -> None:
    from math import sqrt

    from croupier.api import remarks
    from croupier.cli.show import (
        LONG,
        chance,
        console,
        exact,
        glued,
        heading,
        percent,
        say,
        section,
        table,
        told,
    )
    from croupier.equipment.money import show_amount

    out = console()
    heading(
        out,
        f"{asked.rules.head.title} · {asked.rules.id}",
        f"{asked.rules.head.cites}; {glued(f'rules {asked.rules.digest()}')}",
        *remarks(asked.rules),
    )
    rows = [
        (
            proof.example,
            percent(proof.edge),
            exact(proof.edge),
            percent(proof.edge_outlay) if proof.charge or proof.later or proof.beside else "",
            chance(proof.hit, 2),
            f"{sqrt(proof.variance):.3f}",
            show_amount(proof.stake),
            f"{float(proof.draws):.2f}",
            ", ".join(told(proof.start)),
        )
        for proof in proofs
    ]
    columns = ("wager", "edge", "exactly", "all paid", "wins", "deviation", "stake", "draws", "made at")
    section(out, "The house edge: expected loss for each unit of the first stake, pushes counted")
    table(out, columns, rows, right=columns[1:-1], wrap=("wager", "made at"))
    if detailed:
        for proof in proofs:
            _detail(out, proof)
    out.print()
    for proof in proofs:
        for note in proof.notes:
            say(out, f"{proof.example}: {note}")
        if proof.others:
            shown = "; ".join(f"{name} {percent(edge)}" for name, edge in proof.others[:6]) + (
                "; …" if len(proof.others) > 6 else ""
            )
            say(out, f"{proof.example}: otherwise {shown}", "dim")
    if any(row[2] == LONG for row in rows):
        say(out, f"{LONG}: a fraction of many digits; --json writes it out", "dim")
    if any(row[3] for row in rows):
        say(
            out,
            "all paid: the edge for each unit of all that is staked and charged, later stakes included",
            "dim",
        )
    say(out, f"{_strategy(proofs)} · {_how(proofs)} · {sum(proof.seconds for proof in proofs):.2f} s", "dim")


def _how(proofs: list[WagerProof]) -> str:
    """Say whether the figures are exact, or how far they may be off."""
    error = max((proof.error for proof in proofs), default=0)
    counts = all(proof.counts for proof in proofs if proof.error)
    rounds = max((proof.rounds.error for proof in proofs if proof.counts_hands), default=0)
    said = (
        f"within {float(error):.0e} of the exact figures{'; --prove counts them' if counts else ''}"
        if error
        else "exact"
    )
    return f"{said}; wins within {float(rounds):.0e}" if rounds > error else said


def _strategy(proofs: list[WagerProof]) -> str:
    from croupier.api import strategy_of

    named = sorted({strategy_of(proof) for proof in proofs})
    return "no decisions" if named in ([], ["none: no decision"]) else f"strategy: {'; '.join(named)}"


MOST_PAYS = 40
"""Different pays of folded rows are written out up to this length."""
MOST_DIGITS = 15
"""Counts with more digits are not printed: the chance beside them says as much."""


def _detail(out: Console, proof: WagerProof) -> None:
    from croupier.cli.show import chance, section, table
    from croupier.equipment.money import show_amount

    counted = bool(proof.rows) and len(str(proof.rows[0].total)) <= MOST_DIGITS
    charged = f" and paying {show_amount(proof.charge)} for it" if proof.charge else ""
    section(
        out,
        f"{proof.example}, staking {show_amount(proof.stake)}{charged}"
        + (f" · ways of {proof.rows[0].total:,}" if counted else ""),
    )
    rows = []
    for some in _folded(proof.rows):
        ways, total = sum(row.ways for row in some), some[0].total
        pays = _in_common([_summed(row.pays) for row in some])
        rows.append(
            (
                _either([row.row for row in some]),
                some[0].result,
                pays,
                show_amount(some[0].net),
                f"{ways:,}" if counted else "",
                chance(Fraction(ways, total)),
            )
        )
    table(
        out,
        ("row", "result", "pays", "net", "ways", "hands a round" if proof.counts_hands else "chance"),
        rows,
        right=("net", "ways", "hands a round", "chance"),
        wrap=("row", "pays"),
    )
    if proof.counts_hands:
        _by_round(out, proof)


def _by_round(out: Console, proof: WagerProof) -> None:
    """Print what a round nets, all its hands together."""
    from croupier.cli.show import chance, section, table
    from croupier.equipment.money import show_amount

    found = proof.rounds
    near = f" · within {float(found.error):.0e} of the exact chances" if found.error else ""
    section(out, f"{proof.example}: what a round nets, all its hands together{near}")
    table(
        out,
        ("net", "chance"),
        [(show_amount(one.net), chance(one.probability)) for one in found.nets],
        right=("net", "chance"),
    )


def _folded(rows: Iterable[OutcomeRow]) -> list[list[OutcomeRow]]:
    """Group rows of the same net and result, the best first; rows of one net are sorted by number."""
    from croupier.cli.show import natural

    groups: dict[tuple[int, str], list[OutcomeRow]] = {}
    for row in sorted(rows, key=lambda row: (-row.net, natural(row.row))):
        groups.setdefault((row.net, row.result), []).append(row)
    return list(groups.values())


def _either(names: list[str]) -> str:
    """Write several rows as one: `2, 12`; `2 + (6 or lose)` where they begin alike."""
    parts = [name.split(" + ") for name in names]
    alike = 0
    while (
        len(names) > 1
        and alike < min(map(len, parts)) - 1
        and len({tuple(part[: alike + 1]) for part in parts}) == 1
    ):
        alike += 1
    if not alike:
        return ", ".join(names)
    return f"{' + '.join(parts[0][:alike])} + ({' or '.join(' + '.join(part[alike:]) for part in parts)})"


def _summed(pays: str) -> str:
    """Write `2.5 times + 10 times` as `2.5 + 10 times`."""
    parts = pays.split(" + ")
    return (
        pays
        if not all(part.endswith(" times") for part in parts)
        else f"{' + '.join(part.removesuffix(' times') for part in parts)} times"
    )


def _in_common(pays: list[str]) -> str:
    """Say what several rows pay, with dots in place of a long list."""
    if len(set(pays)) == 1:
        return pays[0]
    said = " or ".join(dict.fromkeys(pays))
    return said if len(said) <= MOST_PAYS else "…"
