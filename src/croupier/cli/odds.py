"""`croupier odds`: the exact odds of a game's wagers, as a table, as JSON, as a picture or as a par sheet."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from croupier.cli.arguments import asked_game, before, game_argument, json_argument

if TYPE_CHECKING:
    from croupier.api import Game
    from croupier.prove.proof import WagerProof

EXAMPLES = """  croupier odds great-britain/roulette
  croupier odds great-britain/roulette --wager red --wager straight:17 --stake 7.50
  croupier odds queensland/roulette --set wheel=double-zero --json
  croupier odds great-britain/roulette --plot edge.png
  croupier odds great-britain/roulette --wager red --wager dozen --plot ruin.png --picture ruin --bankroll 200
  croupier odds great-britain/roulette --sheet par.html"""
PICTURES = ("edge", "stake", "results", "ruin")


def arguments(parser: argparse.ArgumentParser) -> None:
    """A game, its wagers, the stake, the state of the table; and where to draw or write."""
    game_argument(parser)
    parser.add_argument("--wager", action="append", metavar="W", help="only this wager, like red or straight:17; may be given again")
    parser.add_argument("--stake", metavar="S", help="for this stake; without it, for the least stake that is paid exactly")
    parser.add_argument("--before", action="append", default=[], metavar="K=V", help="what the table carried into the round, like point=6; may be given again")
    parser.add_argument("--prove", action="store_true", help="compute again what a kept certificate could answer")
    json_argument(parser)
    parser.add_argument("--plot", metavar="FILE", help="draw a picture (png, svg, pdf)")
    parser.add_argument("--picture", choices=PICTURES, default="edge", help="edge by wager; edge by stake, where rounding matters; results after so many rounds; loss an hour and ruin")
    parser.add_argument("--rounds", type=int, default=100, metavar="N", help="rounds of the pictures results and ruin (default 100)")
    parser.add_argument("--bankroll", metavar="B", help="largest bankroll of the picture ruin (default 100 stakes)")
    parser.add_argument("--pace", type=int, default=60, metavar="N", help="draws an hour in the picture ruin (default 60)")
    parser.add_argument("--sheet", metavar="FILE", help="write a par sheet (html or csv)")


def run(given: argparse.Namespace) -> int:
    """Prove, and tell."""
    from croupier.api import odds_value
    from croupier.cli import show

    asked = asked_game(given)
    proofs = asked.odds(given.wager, stake=given.stake, before=before(given.before), prove=given.prove)
    if given.sheet:
        from croupier.cli.sheets import write

        write(asked, proofs, given.sheet)
    if given.plot:
        from croupier.cli.plots import draw

        draw(asked, proofs, given)
    if given.json:
        show.as_json(odds_value(asked, proofs))
    else:
        _print(asked, proofs, detailed=bool(given.wager))
        for path in (given.plot, given.sheet):
            if path:
                print(f"written: {path}")
    return 0


def _print(asked: Game, proofs: list[WagerProof], detailed: bool) -> None:
    from math import sqrt

    from croupier.api import strategy_of
    from croupier.cli.show import console, exact, heading, percent, section, table
    from croupier.equipment.money import show_amount
    from croupier.table.written import lapsed

    out = console()
    heading(out, f"{asked.rules.head.title} · {asked.rules.id}", f"{asked.rules.head.cites}; rules {asked.rules.digest()}", *lapsed(asked.rules))
    rows: list[tuple[str, ...]] = [
        (
            proof.example,
            percent(proof.edge),
            exact(proof.edge),
            percent(proof.edge_outlay) if proof.charge else "",
            percent(proof.hit, 2),
            f"{sqrt(proof.variance):.3f}",
            show_amount(proof.stake),
            f"{float(proof.draws):.2f}",
        )
        for proof in proofs
    ]
    columns: tuple[str, ...] = ("wager", "edge", "exactly", "of all laid out", "wins", "deviation", "stake", "draws")
    if not any(proof.charge for proof in proofs):
        rows = [(*row[:3], *row[4:]) for row in rows]
        columns = (*columns[:3], *columns[4:])
    section(out, "The house edge: expected loss for each unit of the first stake, pushes counted")
    table(out, columns, rows, right=columns[1:], wrap=("wager",))
    if detailed:
        for proof in proofs:
            _detail(out, proof)
    for proof in proofs:
        for note in proof.notes:
            out.print(f"{proof.example}: {note}")
        if proof.start:
            out.print(f"{proof.example}: made when {', '.join(f'{key} = {value}' for key, value in proof.start.items())}", style="dim")
        if proof.others:
            shown = "; ".join(f"{name} {percent(edge)}" for name, edge in proof.others[:6]) + ("; …" if len(proof.others) > 6 else "")
            out.print(f"{proof.example}: otherwise {shown}", style="dim")
    strategies = sorted({strategy_of(proof) for proof in proofs})
    out.print(f"strategy: {'; '.join(strategies)} · exact · {sum(proof.seconds for proof in proofs):.2f} s", style="dim")


def _detail(out: object, proof: WagerProof) -> None:
    from rich.console import Console

    from croupier.cli.show import percent, section, table
    from croupier.equipment.money import show_amount

    assert isinstance(out, Console)
    section(out, f"{proof.example}, staking {show_amount(proof.stake)}" + (f" and paying {show_amount(proof.charge)} for it" if proof.charge else ""))
    table(
        out,
        ("row", "result", "pays", "net", "ways", "of", "chance"),
        [(row.row, row.result, row.pays, show_amount(row.net), row.ways, row.total, percent(row.probability)) for row in proof.rows],
        right=("net", "ways", "of", "chance"),
        wrap=("row", "pays", "ways", "of"),
    )
