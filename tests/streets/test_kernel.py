"""The kernel of street games:
card for card and act for act what the table plays, and row for row what the proof says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.families.streets import kernel
from croupier.families.streets.counting import reading_of, side_of
from croupier.families.streets.declared import AGAINST
from croupier.families.streets.hands import NOBODY
from croupier.families.streets.kernel import Pass, Planned, pack_of, passes, simulate
from croupier.families.streets.odds import prove_all
from croupier.families.streets.simulation.deals import Played
from croupier.families.streets.simulation.following import CHOOSE, count_pairs
from croupier.families.streets.simulation.hands import Sorts
from croupier.families.streets.solver import holdem
from croupier.families.streets.solver import plans as kept
from croupier.families.streets.solver.certificate import certificate, lowest_terms, problem_of
from croupier.families.streets.solver.solving import method_of
from croupier.prove.hands import all_hands
from croupier.prove.store import plans_at
from croupier.ranking.boards import boards
from croupier.ranking.bulk import rank_many, tables
from croupier.ranking.poker import card
from croupier.rulebook.load import game_ids, packaged
from croupier.simulate.compare import compare
from croupier.simulate.engines import run
from croupier.simulate.result import tallied
from tests.prove.plans import holdem_act, stud_act, table_act
from tests.streets.rounds import Beside, Wild, cells_of, unlikely_cards

GAMES = [name for name in game_ids() if packaged(name).get("game") == "streets"]
Options = dict[str, str]
OTHERWISE: list[tuple[str, Options, Options]] = [
    ("california/three-card-poker", {"decks": "6", "dealing": "three-at-a-time"}, {}),
    ("california/three-card-poker-6-card", {"decks": "1"}, {}),
    (
        "queensland/three-card-poker",
        {"dealing": "three-at-a-time"},
        {"pair-plus-after-fold": "stands", "ante-paid": "twice"},
    ),
    ("great-britain/casino-stud", {"dealing": "one-at-a-time"}, {"progressive-after-fold": "lost"}),
]
"""Settings under which other branches are taken than by default."""
CASES = [pytest.param(name, {}, {}, id=name) for name in GAMES] + [
    pytest.param(name, options, readings, id=" ".join([name, *options.values(), *readings.values()]))
    for name, options, readings in OTHERWISE
    if name in GAMES
]
ROUNDS = 120
"""Rounds by chance that are played again at the table."""
UNLIKELY, PLAYERS = 30_000, 8
"""Rounds among which those are looked for that end by each row, and how many players, each with other plans,
are looked at at most."""
DRAWS, MANY = 2_000_000, 100_000_000


@cache
def street_game(name: str) -> Any:
    return build(ruleset(name))


def is_long(name: str) -> bool:
    """Whether best play takes long to find."""
    game = street_game(name)
    return game.hands.board == 5 or (game.hands.own == 5 and game.prices.ranking.size == 4)


# Kernel equals script.


@pytest.mark.deep(always=("test_the_kernel_plays_what_the_table_plays[queensland/caribbean-stud]",))
@pytest.mark.parametrize(("name", "options", "readings"), CASES)
def test_the_kernel_plays_what_the_table_plays(name: str, options: Options, readings: Options) -> None:
    """Cards by chance, and acts by chance: whatever the player does."""
    game = build(ruleset(name, options, readings))
    beside = Beside(game, Wild(game))
    works = beside.works(ROUNDS, 1)
    played = [work.block(0, ROUNDS) for work in works]
    assert all((one.cards == played[0].cards).all() for one in played)
    counted: dict[tuple[str, str], int] = {}
    for row in range(ROUNDS):
        for wager, on in beside.check(played[0].cards, played, row).items():
            counted[wager, on] = counted.get((wager, on), 0) + 1
    for one, work in zip(beside.passes, works, strict=True):
        counts = list(run(work, workers=1).counts)
        if one.first and one.declared is not None:
            for on, number in kernel.row_counts(beside.odds, one.declared, counts.pop(0)).items():
                assert counted[one.first, on] == number
        for side, tally in zip(one.sides, counts, strict=True):
            assert side.named(tally) == {
                on: number for (wager, on), number in counted.items() if wager == side.wager
            }


@pytest.mark.deep(always=("test_every_row_is_settled_as_the_kernel_counts_it[queensland/hold-em-bonus]",))
@pytest.mark.parametrize(("name", "options", "readings"), CASES)
def test_every_row_is_settled_as_the_kernel_counts_it(name: str, options: Options, readings: Options) -> None:
    """For every row of every wager, and every way to come to it, a round that ends by it."""
    game = build(ruleset(name, options, readings))
    missing = {("", "")}
    checked: set[tuple[str, str]] = set()
    for seed in range(7, 7 + PLAYERS):
        beside = Beside(game, Wild(game, seed=seed))
        works, cards = beside.works(1, 1), unlikely_cards(beside, UNLIKELY, seed)
        wanted, found = rows_of(beside, [work.play(cards) for work in works])
        chosen = np.ascontiguousarray(cards[sorted({at for row, at in found.items() if row not in checked})])
        played = [work.play(chosen) for work in works]
        for at in range(len(chosen)):
            beside.check(chosen, played, at)
        checked |= set(found)
        missing = wanted - checked
        if not missing:
            break
    assert not missing


def rows_of(beside: Beside, played: list[Played]) -> tuple[set[tuple[str, str]], dict[tuple[str, str], int]]:
    """Every row by which a wager may end, in the states that are reached;
    and a round for every row, and for every way in which the wagers of the game end together.
    """
    wanted: set[tuple[str, str]] = set()
    chosen: dict[tuple[str, str], int] = {}
    for one, work, seen in zip(beside.passes, beside.works(1, 1), played, strict=True):
        counters = list(work.counters)
        if one.first and one.declared is not None:
            declared, (states, _), shape = one.declared, one.declared.tree, one.declared.street.pays.shape
            against = AGAINST if beside.game.hands.dealer else (NOBODY,)
            found, first = np.unique(cells_of(counters.pop(0), seen), return_index=True)
            ended = set(np.unique(seen.states).tolist())
            for state, kind, band, column in np.ndindex(shape):
                if state in ended:
                    wanted |= {
                        (wager, on)
                        for wager, on, _ in declared.rows(states[state], kind, band, against[column])
                    }
            for cell, at in zip(found, first, strict=True):
                state, kind, band, column = map(int, np.unravel_index(cell, shape))
                rows = declared.rows(states[state], kind, band, against[column])
                for wager, on in [(wager, on) for wager, on, _ in rows] + [
                    (one.first, beside.odds.label(states[state].name, rows))
                ]:
                    chosen.setdefault((wager, on), int(at))
        for side, counter in zip(one.sides, counters, strict=True):
            found, first = np.unique(cells_of(counter, seen), return_index=True)
            wanted |= {(side.wager, on) for on in side.rows[:-1]}
            for cell, at in zip(found, first, strict=True):
                chosen.setdefault((side.wager, side.rows[cell]), int(at))
    return wanted, chosen


def test_another_card_is_noticed() -> None:
    """Who holds the dealer's cards nets something else."""
    game = street_game("queensland/three-card-poker")
    beside = Beside(game, Wild(game))
    (work,) = beside.works(ROUNDS, 1)
    played = work.block(0, ROUNDS)
    with pytest.raises(AssertionError):
        for row in range(ROUNDS):
            beside.check(np.ascontiguousarray(played.cards[:, [3, 4, 5, 0, 1, 2]]), [played], row)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "options", "readings"), CASES)
def test_plans_are_followed_as_the_provers_read_them(name: str, options: Options, readings: Options) -> None:
    game = build(ruleset(name, options, readings))
    beside = Beside(game, Wild(game))
    for one, work in zip(beside.passes, beside.works(ROUNDS, 2), strict=True):
        assert one.declared is not None
        street, plans = (
            one.declared.street,
            beside.odds.solved(one.declared.wagers, one.declared.stake)[1].plans,
        )
        method, played = game.setup.method or method_of(street), work.block(0, ROUNDS)
        for cards, state in zip(played.cards.tolist(), played.states, strict=True):
            at, own, board, dealer = (
                0,
                *(
                    cards[: street.own],
                    cards[street.own : street.own + street.board],
                    cards[len(cards) - street.dealer :],
                ),
            )
            for number, ask in enumerate(street.asks):
                if at not in ask.acts:
                    continue
                if method == "stud":
                    at = ask.acts[at][stud_act(street, plans, own, dealer[0] if street.up else None)].to
                elif method == "table":
                    at = ask.acts[at][table_act(street, plans, number, at, [*own, *board[: ask.board]])].to
                else:
                    told = holdem_act(street, plans, own, board[: ask.board], street.states[at])
                    at = next(act.to for act in ask.acts[at] if act.name == told)
            assert at == state, cards


# The last ask of a hold'em game.


@pytest.mark.deep
def test_the_dealers_pairs_are_counted() -> None:
    """All 990 of them, one by one, on boards of which many hold three cards of a suit or more."""
    game = street_game(next(name for name in GAMES if street_game(name).hands.board == 5))
    beside = Beside(game, Wild(game))
    cards = np.concatenate([unlikely_cards(beside, 300, 3), beside.pack.deal(1, 0, 100)])
    table = tables("five-card", 7)
    band_of = np.searchsorted([1000, 3000, 6000], np.arange(table.count), side="right").astype(np.uint8)
    own = rank_many(np.ascontiguousarray(cards[:, :7]), table)
    pairs, scratch, counts = all_hands(52, 2), np.empty(26, np.int64), np.empty((4, 3), np.int64)
    for row in range(len(cards)):
        count_pairs(cards, row, int(own[row]), band_of, boards("five-card"), CHOOSE, scratch, counts)
        free = pairs[~np.isin(pairs, cards[row, :7]).any(axis=1)]
        theirs = rank_many(
            np.ascontiguousarray(np.column_stack([free, np.tile(cards[row, 2:7], (len(free), 1))])), table
        ).astype(np.int64)
        expected = np.zeros((4, 3), np.int64)
        np.add.at(expected, (band_of[theirs], 1 + np.sign(int(own[row]) - theirs)), 1)
        assert (counts == expected).all(), cards[row]


@pytest.mark.deep
@pytest.mark.parametrize("name", [name for name in GAMES if street_game(name).hands.board == 5])
def test_the_river_is_decided_as_the_prover_does(name: str) -> None:
    game = street_game(name)
    odds = Wild(game)
    declared, found, _ = odds.solved(
        odds.group_of(game.setup.base), odds.even_stake(odds.group_of(game.setup.base))
    )
    ask = declared.street.asks[-1]
    if ask.board < 5:
        pytest.skip("nothing is asked at the river")
    street = replace(declared.street, pays=declared.street.pays // lowest_terms(declared.street))
    plans = (*found.plans[:-1], holdem.BEST)
    work = Pass(declared, kernel.steps_of(declared, plans, pack_of(game)), game.setup.base).work(
        pack_of(game), 400, 2
    )
    before = (
        Pass(declared, kernel.steps_of(declared, plans, pack_of(game))[:-1], game.setup.base)
        .work(pack_of(game), 400, 2)
        .block(0, 400)
    )
    after, checked = work.block(0, 400), 0
    for row in np.flatnonzero(np.isin(before.states, list(ask.acts)))[:12]:
        state = int(before.states[row])
        worth = holdem.advise(
            street, before.cards[row, :2].tolist(), before.cards[row, 2:7].tolist(), street.states[state]
        )
        assert next(act.name for act in ask.acts[state] if act.to == after.states[row]) == max(
            worth, key=lambda act: worth[act]
        )
        checked += 1
    assert checked == 12


# Wagers that read cards in another way.


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_sorts_of_hands_give_the_rows_of_the_plain_reader(name: str) -> None:
    game = street_game(name)
    pack = pack_of(game)
    for wager in [one for one in Planned(game).firsts() if game.prices.kind_of(one) == "side"]:
        side = side_of(game, wager, None, pack)
        if isinstance(side.counter, Sorts):
            played = (
                Pass(None, sides=[side])
                .work(pack, 500, 3)
                .play(unlikely_cards(Beside(game, Wild(game)), 500, 9))
            )
            reading = reading_of(game, wager)
            for row, cell in enumerate(cells_of(side.counter, played)):
                own, dealer = (
                    [card(int(played.cards[row, column])) for column in pack.columns(part)]
                    for part in ("own", "dealer")
                )
                assert side.rows[cell] == reading(own, dealer)


# Simulation equals proof.


@pytest.mark.deep
@pytest.mark.parametrize("name", [name for name in GAMES if not is_long(name)])
def test_the_simulation_fits_the_proof(name: str) -> None:
    game = street_game(name)
    odds, found = Planned(game), simulate(game, DRAWS, 5)
    for proof in map(odds.prove, odds.firsts()):
        assert compare(proof, found).p > 1e-4
        assert {row.row: row.net for row in found.wager(proof.example).rows} == {
            row.row: row.net for row in proof.rows
        }


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_a_long_simulation_of_best_play_fits_the_proof(game: str) -> None:
    odds, found = Planned(street_game(game)), simulate(street_game(game), MANY, 11)
    for proof in map(odds.prove, odds.firsts()):
        assert compare(proof, found).p > 1e-4


@pytest.mark.deep
def test_several_packs_fit_the_proof() -> None:
    game = build(ruleset("california/three-card-poker", {"decks": "6"}))
    found = simulate(game, DRAWS, 5)
    assert all(compare(proof, found).p > 1e-4 for proof in prove_all(game))
    one = street_game("california/three-card-poker")
    assert compare(prove_all(one, ["ante"])[0], found).p < 1e-6


@dataclass
class Careless(Planned):
    """Best play, but for one decision in fifty."""

    def solved(self, group: tuple[str, ...], stake: int) -> Any:
        declared, found, kept = super().solved(group, stake)
        chance, plans = np.random.default_rng(1), []
        for ask, plan in zip(declared.street.asks, found.plans, strict=True):
            wrong = plan.copy()
            changed = (chance.random(plan.shape) < 0.02) & (plan >= 0)
            wrong[changed] = (plan[changed] + 1) % max(map(len, ask.acts.values()))
            plans.append(wrong)
        return declared, replace(found, plans=tuple(plans)), kept


@pytest.mark.deep
@pytest.mark.parametrize("name", ["queensland/three-card-poker", "california/three-card-poker"])
def test_the_comparison_has_teeth(name: str) -> None:
    """Who plays a little worse than the proof is noticed."""
    game = street_game(name)
    proof = prove_all(game, [game.setup.base])[0]
    for player, right in ((Planned(game), True), (Careless(game), False)):
        (one,) = passes(player, [game.setup.base], None, pack_of(game))
        assert one.declared is not None
        tally = run(one.work(pack_of(game), DRAWS, 5))
        found = tallied(proof, kernel.row_counts(player, one.declared, tally.counts[0]), DRAWS)
        assert compare(proof, found).p > 1e-4 if right else compare(proof, found).p < 1e-6


# Work, workers, wagers.


def test_workers_wagers_and_rounds() -> None:
    game = street_game("queensland/three-card-poker")
    one = simulate(game, 300_000, 7, workers=1)
    assert one.wagers == simulate(game, 300_000, 7, workers=2).wagers != simulate(game, 300_000, 8).wagers
    assert simulate(game, 300_000, 7, wagers=["pair-plus"]).wagers == one.wagers[1:]
    assert simulate(game, 300_000, 7, wagers=["ante"], stake=700).wagers[0].net == 7 * one.wagers[0].net
    with pytest.raises(BadInput, match="rounds"):
        simulate(game, 0)
    with pytest.raises(BadInput, match="part of the proof"):
        simulate(game, 10, wagers=["bet"])
    with pytest.raises(BadInput, match="wager"):
        simulate(game, 10, wagers=["no-such"])


# Plans that are kept.


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A cache of its own, in which every solution is kept; called, it forgets what is in memory."""
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    monkeypatch.setattr(kept, "LONG", 0.0)
    monkeypatch.setattr(kept, "_recent", {})
    return kept._recent.clear


def test_plans_are_kept_and_checked(folder: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    game = street_game("queensland/three-card-poker")
    street = Planned(game).declared(("ante",), 100).street
    assert method_of(street) == "stud"
    solved: list[int] = []
    real = kept.fresh
    monkeypatch.setattr(kept, "fresh", lambda *given: solved.append(1) or real(*given))
    found = kept.planned(street)
    folder()
    again = kept.planned(street)
    assert (
        len(solved) == 1
        and (again.plans[0] == found.plans[0]).all()
        and (again.cells == found.cells).all()
        and again.value == found.value
    )
    twice = kept.planned(replace(street, pays=2 * street.pays))
    assert len(solved) == 1 and twice.expected == 2 * found.expected
    # A certificate that says otherwise, sources that have changed, a file that is none.
    good = certificate(street, found, "stud")
    wrong = type(good)(**{**{name: getattr(good, name) for name in good.__struct_fields__}, "plans": ["0"]})
    monkeypatch.setattr(kept, "look_up", lambda *_: good)
    folder()
    kept.planned(street)
    assert len(solved) == 1
    monkeypatch.setattr(kept, "look_up", lambda *_: wrong)
    folder()
    with pytest.raises(BadInput, match="certificate"):
        kept.planned(street)
    assert len(solved) == 2
    monkeypatch.setattr(kept, "look_up", lambda *_: None)
    monkeypatch.setattr(kept, "_made_by", lambda *_: "other sources")
    folder()
    kept.planned(street)
    assert len(solved) == 3
    plans_at(problem_of(street)).write_bytes(b"no archive")
    folder()
    kept.planned(street)
    assert len(solved) == 4
    assert [path.suffix for path in plans_at(problem_of(street)).parent.iterdir()] == [".npz"]
