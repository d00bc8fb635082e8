"""`croupier simulate`: play many rounds and compare them with the proof."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from croupier.cli.arguments import asked_game, chart_file, game_argument, json_argument
from croupier.cli.simulate_count import arguments as count_arguments
from croupier.cli.simulate_count import refuse_without_count, run_count

if TYPE_CHECKING:
    from croupier.api import Game
    from croupier.api.answers import Simulation, WagerProof

EXAMPLES = """  croupier simulate great-britain/roulette --rounds 1000000
  croupier simulate queensland/roulette --rounds 1e9 --seed 7 --wager red --json
  croupier simulate queensland/blackjack --rounds 1e7 --wager blackjack --chart chart.toml --boxes 3
  croupier simulate queensland/blackjack --rounds 1e7 --count hi-lo --spread "1:1 2:4 3:8" --insure 3"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add a game, how many rounds, the seed."""
    game_argument(parser)
    parser.add_argument(
        "--rounds", required=True, metavar="N", help="how many draws are made, like 1000000 or 1e6"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="S",
        help="the same seed gives the same sums on any engine (default 1)",
    )
    parser.add_argument("--wager", action="append", metavar="W", help="only this wager; may be given again")
    parser.add_argument(
        "--engine",
        choices=("local", "dask", "ray"),
        default="local",
        help="where it is done: on this machine (local, the default), on Dask or on Ray",
    )
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="shuffle before every round, as the proof supposes, and not by the procedure of the shoe",
    )
    parser.add_argument(
        "--boxes",
        type=int,
        default=1,
        metavar="N",
        help="boxes that play at a table of twenty-one (default 1)",
    )
    parser.add_argument(
        "--chart",
        metavar="FILE",
        help="play by this chart at twenty-one and not by the best play "
        "(.toml, as croupier advise --save writes it)",
    )
    count_arguments(parser)
    json_argument(
        parser,
        "the result as JSON: for each wager the counts by outcome row, the estimate with its error, "
        "the proved edge, and p",
    )


def count(text: str, what: str = "rounds") -> int:
    """Read a number of rounds, or of something else: 1000000, 1_000_000 or 1e6."""
    import re

    from croupier.errors import BadInput, short

    plain = text.replace("_", "")
    match = re.fullmatch(r"([0-9]{1,16})(?:e([0-9]{1,2}))?", plain, re.ASCII)
    if not match:
        raise BadInput(f"{short(text)} is not a number of {what}; write it like 1000000 or 1e6")
    zeros = int(match[2] or 0)
    return int(match[1] + "0" * zeros)


def run(given: argparse.Namespace) -> int:
    """Simulate, prove, compare."""
    asked = asked_game(given)
    rounds = count(given.rounds)
    chart = chart_file(given.chart)
    if given.count is not None:
        return run_count(asked, rounds, given, chart)
    refuse_without_count(given)
    from croupier.cli.show import bar

    with bar("simulating") as progress:
        found = asked.simulate(
            rounds,
            seed=given.seed,
            wagers=given.wager,
            engine=given.engine,
            progress=progress,
            fresh=given.fresh,
            boxes=given.boxes,
            chart=chart,
        )
    proofs = (
        {proof.example: proof for proof in asked.odds([tally.example for tally in found.wagers], chart=chart)}
        if found.wagers
        else {}
    )
    if given.json:
        from croupier.cli import show

        show.as_json(_value(asked, found, proofs))
    else:
        _print(asked, found, proofs)
    return 0


def _value(asked: Game, found: Simulation, proofs: dict[str, WagerProof]) -> dict[str, Any]:
    from croupier.api import FORMAT, ratio, remarks
    from croupier.api.figures import chances_of, compare, keys_of
    from croupier.equipment.money import show_amount

    wagers = []
    for tally in found.wagers:
        proof = proofs[tally.example]
        chances = chances_of(proof)
        fit = compare(proof, tally)
        wagers.append(
            {
                "wager": tally.wager,
                "example": tally.example,
                "stake": show_amount(tally.stake),
                "charge": show_amount(tally.charge),
                "made": tally.made,
                "decided": tally.decided,
                "standing": tally.standing,
                "net": show_amount(tally.net),
                "edge": ratio(tally.edge),
                "edge_float": float(tally.edge),
                "error": tally.standard_error if tally.decided > 1 else None,
                "proof": {"edge": ratio(proof.edge), "edge_float": float(proof.edge)},
                "p": fit.p,
                "rows": [
                    {
                        "row": row.row,
                        "result": row.result,
                        "net": show_amount(row.net),
                        "count": row.count,
                        "expected": float(chances.get(key, 0) * tally.decided),
                    }
                    for row, key in zip(tally.rows, keys_of(proof, tally), strict=True)
                ],
            }
        )
    return {
        "format": FORMAT,
        "game": asked.rules.id,
        "ruleset": asked.rules.digest(),
        "rounds": found.rounds,
        "seed": found.seed,
        "engine": found.engine,
        "seconds": found.seconds,
        "wagers": wagers,
        "notes": [*remarks(asked.rules), *_by_stake(proofs)],
    }


def _by_stake(proofs: dict[str, WagerProof]) -> list[str]:
    """Say which of the proved edges are others for another stake."""
    from croupier.api.figures import by_stake

    return [note for proof in proofs.values() for note in by_stake(proof)]


def _print(asked: Game, found: Simulation, proofs: dict[str, WagerProof]) -> None:
    from croupier.api import remarks
    from croupier.api.figures import compare
    from croupier.cli.show import console, heading, percent, say, table

    out = console()
    speed = found.rounds / found.seconds if found.seconds else 0.0
    heading(
        out,
        f"{asked.rules.head.title} · {asked.rules.id}",
        f"{found.rounds:,} draws from seed {found.seed} {_where(found.engine)} in {found.seconds:.2f} s "
        f"({speed:,.0f} a second)",
        f"rules {asked.rules.digest()}",
        *remarks(asked.rules),
    )
    rows = []
    for tally in found.wagers:
        proof = proofs[tally.example]
        error = tally.standard_error
        off = (float(tally.edge) - float(proof.edge)) / error if 0 < error < float("inf") else 0.0
        rows.append(
            (
                tally.example,
                f"{tally.decided:,}",
                f"{sum(row.count for row in tally.rows if row.result == 'win'):,}",
                percent(tally.edge),
                percent(error) if error < float("inf") else "–",
                percent(proof.edge),
                f"{off:+.2f}",
                f"{compare(proof, tally).p:.3f}",
            )
        )
    columns = ("wager", "decided", "won", "edge", "± error", "proved", "off", "p")
    table(out, columns, rows, right=columns[1:], wrap=("wager",))
    for note in _by_stake(proofs):
        say(out, note, "dim")
    if split := [tally.example for tally in found.wagers if proofs[tally.example].counts_hands]:
        say(out, f"won: of {', '.join(split)} hands, of which a round may have several; else rounds", "dim")
    say(out, "off: errors away from the proof; p: the chance of counts as far from it, if it is right", "dim")


def _where(engine: str) -> str:
    from croupier.api.figures import cores

    if engine != "local":
        return f"on {engine}"
    return f"on this machine ({cores()} core{'s' if cores() > 1 else ''})"
