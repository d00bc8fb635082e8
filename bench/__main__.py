"""Measure, print, exit with 0: a timing never decides a test."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.plain import core, craps_tables, tables
from bench.row import BenchRow, say, timed

ROULETTE = [
    "straight:17",
    "split:5-8",
    "corner:1-2-4-5",
    "column:2",
    "dozen:1",
    "red",
    "odd",
    "low",
    "rage",
    "colours:red",
]
ROUND = 'game = "great-britain/roulette"\nevents = ["1 bet straight:17 10", "2 bet red 5", "spin 17"]\n'


def craps() -> list[BenchRow]:
    from bench import dice

    say("craps: compiling and warming the kernels")
    compiled, rounds = dice.CompiledCraps(), 100_000_000
    compiled.play(1 << 18, seed=1)
    say("craps: our simulation")
    rate = rounds / statistics.median(compiled.play(rounds, seed) for seed in range(1, 6))
    say("craps: crapssim")
    theirs = dice.Crapssim()
    peer = timed(theirs.play, 2_000, 5.0)
    plain = dice.PlainCraps(told=False)
    plain.play(2_000)
    version = importlib.metadata.version("crapssim")
    seats = "; ".join(f"seat {seat}: {', '.join(wagers)}" for seat, wagers in dice.SEATS.items())
    lying = (
        f"simulation {compiled.average():.2f}, crapssim {theirs.standing / theirs.rolls:.2f}, "
        f"our table {plain.standing / plain.rolls:.2f}"
    )
    note = (
        f"{dice.GAME}, {seats}; odds at the point {dice.ODDS_POINT} only, "
        f"in all three. Wagers on the layout at a roll, on average: {lying}"
    )
    return [
        BenchRow(
            "craps, 3 seats with 5 wagers each",
            "rolls/s",
            rate,
            peer,
            f"crapssim {version}",
            rate / peer,
            "1,000 times or more",
            rate / peer >= 1_000,
            note,
        ),
        *craps_tables(version),
    ]


def roulette() -> list[BenchRow]:
    import numpy as np

    import croupier
    from croupier.families.automaton.kernel import simulate

    say("roulette: ten wagers, and NumPy drawing the spins alone")
    game, count = croupier.game("great-britain/roulette").playable, 20_000_000
    draws = np.random.default_rng(1)
    simulate(game, 1 << 18, wagers=ROULETTE, workers=1)
    draws.integers(0, 37, 1 << 18)
    ours, peer = [], []
    for seed in range(1, 8):
        ours.append(simulate(game, count, seed=seed, wagers=ROULETTE, workers=1).seconds)
        started = time.perf_counter()
        draws.integers(0, 37, count)
        peer.append(time.perf_counter() - started)
    rate, bare = count / statistics.median(ours), count / statistics.median(peer)
    note = f"great-britain/roulette: {', '.join(ROULETTE)}; against Generator.integers(0, 37, n)"
    return [
        BenchRow(
            "roulette with 10 wagers, against the draws alone",
            "spins/s",
            rate,
            bare,
            f"NumPy {np.__version__}",
            rate / bare,
            "a fifth or more",
            rate / bare >= 0.2,
            note,
        )
    ]


def baccarat() -> list[BenchRow]:
    from bench import coups

    say("baccarat: compiling and warming the kernel")
    compiled, rounds = coups.CompiledBaccarat(), 100_000_000
    compiled.play(1 << 18, seed=1)
    say("baccarat: our simulation")
    rate = rounds / statistics.median(compiled.play(rounds, seed) for seed in range(1, 6))
    say("baccarat: the same dealing loop in plain Python")
    plain = coups.PlainBaccarat()
    peer = plain.rate(5.0)
    shoe = (
        f"{coups.GAME}, {plain.how.decks} decks with the cutting card before the last {plain.how.depth}: "
        f"{', '.join(coups.WAGERS)}"
    )
    note = f"{shoe}; {coups.GENERATOR}; against random.shuffle and the tableau's own functions"
    say("baccarat: the largest table proved")
    proof = coups.BaccaratProof()
    ours = statistics.median(proof.ours() for _ in range(5))
    say("baccarat: the same in plain Python")
    theirs = proof.plain()
    told = (
        f"{proof.name} with {len(proof.wagers)} wagers; "
        "in plain Python every sequence of six values for the counts, "
        "and for the pairs by suit one first card of fifty-two, times fifty-two"
    )
    return [
        BenchRow(
            "baccarat, 8 decks to the cutting card, 5 wagers",
            "rounds/s",
            rate,
            peer,
            "plain Python",
            rate / peer,
            "20 million a second or more",
            rate >= 20e6,
            note,
        ),
        BenchRow(
            "the largest baccarat table proved, all wagers",
            "s",
            ours,
            theirs,
            "plain Python",
            theirs / ours,
            "less than 2 s",
            ours < 2,
            told,
        ),
    ]


KNOWN = {
    "high-card": 23294460,
    "pair": 58627800,
    "two-pairs": 31433400,
    "three-of-a-kind": 6461620,
    "straight": 6180020,
    "flush": 4047644,
}
KNOWN |= {"full-house": 3473184, "four-of-a-kind": 224848, "straight-flush": 37260, "royal-flush": 4324}


def ranking() -> list[BenchRow]:
    from bench import poker

    say("poker: seven-card hands in bulk")
    rate = poker.ours()
    note = (
        f"{poker.BULK:,} random hands in one array; the peers rank one hand after the other from Python, "
        "as their documentation has it, cards made beforehand"
    )
    rows = []
    say("poker: eval7, phevaluator, treys, PokerKit")
    for name, peer in poker.peers().items() or [("no peer installed", 0.0)]:
        rows.append(
            BenchRow(
                "seven-card hands ranked",
                "hands/s",
                rate,
                peer or None,
                name,
                rate / peer if peer else None,
                "100 million a second or more",
                rate >= 100e6,
                note,
            )
        )
    say("poker: every seven-card hand")
    spent, classes = poker.counted()
    assert classes == KNOWN
    rows.append(
        BenchRow(
            "all 133,784,560 seven-card hands counted by class",
            "s",
            spent,
            target="less than 3 s",
            met=spent < 3,
            note="the ten known counts come out",
        )
    )
    return rows


def casino_poker() -> list[BenchRow]:
    from bench import poker

    say("poker: three card poker and ultimate hold'em with best play")
    three = poker.rounds("queensland/three-card-poker", "ante", 20_000_000)
    plain = poker.plain_rounds()
    ultimate = poker.rounds("great-britain/ultimate-hold-em", "ante", 2_000_000)
    return [
        BenchRow(
            "three card poker with best play",
            "rounds/s",
            three,
            plain,
            "plain Python",
            three / plain,
            note="ante and bet; against random.sample and the plain ranking with the rule Q-6-4",
        ),
        BenchRow(
            "ultimate hold'em with best play",
            "rounds/s",
            ultimate,
            note="great-britain/ultimate-hold-em: flop decided by the proved plan, "
            "river by counting the dealer's 990 hands",
        ),
    ]


def blackjack() -> list[BenchRow]:
    from bench import twentyone

    say("blackjack: rounds with best play")
    rate = twentyone.rounds()
    told = ", ".join(f"{name} = {value}" for name, value in twentyone.OPTIONS.items())
    note = (
        f"{twentyone.GAME}: {told}; shuffled to the cutting card, "
        "played by composition. The peers have hits and stands only, from an endless deck or one pack"
    )
    rows = []
    say("blackjack: Gymnasium and OpenSpiel")
    for name, peer in twentyone.peers().items() or [("no peer installed", 0.0)]:
        rows.append(
            BenchRow(
                "blackjack, 6 decks to the cutting card",
                "rounds/s",
                rate,
                peer or None,
                name,
                rate / peer if peer else None,
                "12 million a second or more",
                rate >= 12e6,
                note,
            )
        )
    for hands, target in (("2", 1), ("4", 3)):
        say(f"blackjack: best play with up to {hands} hands")
        spent = max(twentyone.solved(decks, hands) for decks in ("6", "8"))
        told = "value and strategy by composition, the slower of six and eight decks"
        rows.append(
            BenchRow(
                f"blackjack solved, up to {hands} hands a box",
                "s",
                spent,
                target=f"less than {target} s",
                met=spent < target,
                note=told,
            )
        )
    return rows


def start() -> list[BenchRow]:
    command = Path(sys.executable).with_name("croupier")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "round.toml"
        file.write_text(ROUND)
        settle = [str(command)] if command.exists() else [sys.executable, "-m", "croupier"]
        settle += ["settle", str(file), "--json"]
        say("start: croupier settle and python -c pass, 30 times each in turn")
        ours, peer, fastest = _in_turn(settle, [sys.executable, "-c", "pass"], 30, dict(os.environ))
        say("start: the same with bytecode kept")
        kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | {
            "PYTHONPYCACHEPREFIX": str(Path(folder) / "bytecode")
        }
        ours_kept, peer_kept, fastest_kept = _in_turn(settle, [sys.executable, "-c", "pass"], 30, kept)
    note = (
        "as the environment is: "
        + (
            "PYTHONDONTWRITEBYTECODE is set, so what has no bytecode yet is compiled at every start"
            if sys.dont_write_bytecode
            else "bytecode is kept"
        )
        + f"; {fastest}"
    )
    return [
        BenchRow(
            "croupier settle FILE --json",
            "ms",
            ours,
            peer,
            "python -c pass",
            ours - peer,
            "150 ms more or less",
            ours - peer <= 150,
            note,
        ),
        BenchRow(
            "croupier settle FILE --json, bytecode kept",
            "ms",
            ours_kept,
            peer_kept,
            "python -c pass",
            ours_kept - peer_kept,
            note=f"what an ordinary installation has after its first start; {fastest_kept}",
        ),
    ]


def _in_turn(
    one: list[str], other: list[str], times: int, environment: dict[str, str]
) -> tuple[float, float, str]:
    """Return the median milliseconds of each command, and the fastest in words.

    Other work on the machine slows the median, hardly the fastest.
    """
    spent: tuple[list[float], list[float]] = ([], [])
    for turn in range(times + 2):
        for which, command in enumerate((one, other)):
            started = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
            if turn >= 2:
                spent[which].append(1000 * (time.perf_counter() - started))
    fastest = (
        f"the fastest took {min(spent[0]):.1f} ms against {min(spent[1]):.1f} ms, "
        f"{min(spent[0]) - min(spent[1]):.1f} ms more"
    )
    return statistics.median(spent[0]), statistics.median(spent[1]), fastest


def proofs() -> list[BenchRow]:
    import croupier

    say("proofs: every wager of every game")
    seconds = {}
    for entry in croupier.games():
        if entry.odds and entry.family not in ("streets", "live-draw", "twenty-one"):
            game = croupier.game(entry.id)
            started = time.perf_counter()
            game.odds(prove=True)
            seconds[entry.id] = time.perf_counter() - started
    slowest = max(seconds, key=seconds.__getitem__)
    note = f"{len(seconds)} games, {sum(seconds.values()):.2f} s together; the slowest is {slowest}"
    rows = [
        BenchRow(
            "all wagers of a game proved, the slowest game",
            "s",
            seconds[slowest],
            target="less than 1 s",
            met=seconds[slowest] < 1,
            note=f"{note}; casino poker is below",
        )
    ]
    for name, target in (
        ("great-britain/ultimate-hold-em", 120),
        ("great-britain/crazy-4-poker", 120),
        ("bahamas/caribbean-stud", 60),
        ("queensland/mississippi-stud", 20),
    ):
        say(f"proofs: {name}")
        game = croupier.game(name)
        started = time.perf_counter()
        game.odds(["ante"], prove=True)
        spent = time.perf_counter() - started
        told = (
            "best play and every end counted, from nothing kept, kernels compiled; "
            "here on one core, the target is for two"
        )
        rows.append(
            BenchRow(
                f"{name} proved", "s", spent, target=f"less than {target} s", met=spent < target, note=told
            )
        )
    return rows


def floor() -> list[BenchRow]:
    """Measure the electronic floor under load, on all cores.

    The server has one process, the terminals another.
    """
    from bench import server

    cores = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else set()
    if cores:
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        say("floor: 500 terminals, 20 commands each in 10 seconds")
        found, missing = server.all_stores()
    finally:
        if cores:
            os.sched_setaffinity(0, cores)
    rows, whole = [], server.TERMINALS * server.COMMANDS
    for one in found:
        answers = (
            f"{len(one.waits):,} of {whole:,} commands answered, {one.done:,} done; "
            f"answers in {server.at(one.waits, 0.99):.0f} ms for 99 of 100, "
            f"{server.at(one.waits, 1):.0f} ms at most"
        )
        told = (
            f"{one.rounds} rounds, told in {server.at(one.told, 0.99):.0f} ms for 99 of 100; "
            f"{one.cpu:.1f} s of processor time; load {one.load:.1f} before; "
            f"the journal is {one.wrong or 'sound'}"
        )
        target = f"{whole / server.SECONDS:,.0f}"
        rows.append(
            BenchRow(
                f"floor on {one.store}: commands a second",
                "",
                one.rate,
                one.commits,
                "bare commits",
                one.rate / one.commits,
                target,
                one.rate > 0.95 * whole / server.SECONDS,
                answers,
            )
        )
        rows.append(
            BenchRow(
                f"floor on {one.store}: the last to be told a settlement",
                "s",
                server.at(one.told, 1) / 1000,
                target="1 s after the result",
                met=one.met,
                note=told,
            )
        )
    return rows + ([BenchRow("floor on postgresql", "", note=missing)] if missing else [])


def one_core() -> str:
    """Stay on one core, and say which."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned: this system cannot"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core}"


def measure() -> list[BenchRow]:
    rows: list[BenchRow] = []
    for part in (
        craps,
        tables,
        roulette,
        baccarat,
        ranking,
        casino_poker,
        blackjack,
        start,
        proofs,
        core,
        floor,
    ):
        try:
            rows += part()
        except Exception as error:
            rows.append(
                BenchRow(part.__name__, "", note=f"could not be measured: {type(error).__name__}: {error}")
            )
    return rows


def figure(value: float | None) -> str:
    return (
        ""
        if value is None
        else f"{value:,.0f}"
        if value >= 1_000
        else f"{value:.3g}"
        if value < 10
        else f"{value:.1f}"
    )


def told(row: BenchRow) -> list[str]:
    ratio = (
        "" if row.ratio is None else f"+{row.ratio:.1f} ms" if row.unit == "ms" else f"x {figure(row.ratio)}"
    )
    return [
        row.what,
        f"{figure(row.ours)} {row.unit}",
        f"{figure(row.peer)} {row.unit}" if row.peer else "",
        row.peer_name,
        ratio,
        row.target,
        {True: "met", False: "MISSED", None: ""}[row.met],
    ]


def show(rows: list[BenchRow], where: dict[str, Any]) -> None:
    lines = [["what", "ours", "the peer's", "peer", "ratio", "target", ""], *map(told, rows)]
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    print(", ".join(str(value) for value in where.values()))
    print()
    for line in lines:
        print(
            "  ".join(
                cell.rjust(width) if at in (1, 2, 4) else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
        )
    print()
    for row in rows:
        if row.note:
            print(f"{row.what}: {row.note}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    given = parser.parse_args()
    where = {
        "python": f"Python {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        "core": one_core(),
        "load": f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before the run"
        if hasattr(os, "getloadavg")
        else "",
    }
    started = time.perf_counter()
    rows = measure()
    say(f"done in {time.perf_counter() - started:.0f} s")
    if given.json:
        print(
            json.dumps(
                {
                    "format": 1,
                    **where,
                    "seconds": time.perf_counter() - started,
                    "rows": [asdict(row) for row in rows],
                },
                indent=2,
            )
        )
    else:
        if sys.stderr.isatty():
            print(file=sys.stderr)
        show(rows, where)
    return 0


if __name__ == "__main__":
    sys.exit(main())
