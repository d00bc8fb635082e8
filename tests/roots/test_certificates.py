"""A kept proof is checked, not trusted: no digit of it is altered unnoticed, nor are counts moved about."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import croupier
from croupier.api import game
from croupier.cli import main
from croupier.families.streets.solver import certificate as streets
from croupier.families.streets.solver.solving import method_of
from croupier.families.streets.solver.sound import HANDS
from croupier.families.twentyone.declared import Declared
from croupier.families.twentyone.odds import TwentyOneOdds
from croupier.families.twentyone.solver import kept as twentyone
from croupier.prove import store
from tests.streets.problems import GAMES
from tests.streets.problems import declared as posed
from tests.streets.problems import game as street_game
from tests.streets.problems import kept as street_problems
from tests.tiers import in_turn
from tests.twentyone.problems import declared, games, rules_of

PACKAGE = Path(croupier.__file__).parent / "certificates"
FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.json"))
PROOFS = [name for name in FILES if name not in (HANDS, store.LISTED)]
TWENTY_ONE = [name for name in games() if not declared(name).rules.setup.switch]
CRAZY, NEVERBUST = "great-britain/crazy-4-poker", "great-britain/neverbust-blackjack"
"""Games that are proved in seconds."""
MOVED = 10**11
FEW = 6
"""Digits of a file that are altered in `make test`. In deep runs all of a street game's are, and of the long
files of twenty-one one digit of every number."""
Value = dict[str, Any]


@cache
def by_default() -> dict[str, Any]:
    """The problems of street games as they are, of which a proof is kept, by their hashes."""
    return {
        key: one.street
        for name in GAMES
        for one in posed(street_game(name))
        if f"{(key := streets.problem_of(one.street))[: store.NAME]}.json" in FILES
    }


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what is kept, which the house takes for its own."""
    copy = tmp_path / "certificates"
    shutil.copytree(PACKAGE, copy)
    monkeypatch.setattr(store, "FOLDER", str(copy))
    return copy


def altered(path: Path, change: Callable[[Value], None]) -> None:
    """Alter a kept file, and put the digest right, as whoever knows of it would."""
    value = msgspec.json.decode(path.read_bytes())
    change(value)
    if "digest" in value:
        from croupier.prove.store import sealed

        value = sealed(value)
    path.write_bytes(msgspec.json.encode(value))


def moved(value: Value, source: int, target: int, number: int) -> None:
    """Move deals from one cell to another; the total stays."""
    for at, change in ((source, -number), (target, number)):
        cell = value["cells"][at]
        cell[-1] = str(int(cell[-1]) + change) if isinstance(cell[-1], str) else cell[-1] + change


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str]:
    code = main(list(argv))
    out = capsys.readouterr()
    return code, " ".join((out.out + out.err).split())


# One digit.


def another_digit(data: bytes, at: int) -> bytes:
    return data[:at] + str((data[at] - ord("0") + 1 + at % 9) % 10).encode() + data[at + 1 :]


def unnoticed(name: str, places: Iterator[int]) -> list[int]:
    """The digits of a file, as places, that may be altered without its being found."""
    data = (PACKAGE / name).read_bytes()
    found = []
    for at in places:
        other = another_digit(data, at)
        assert other != data
        try:
            _, wrong = store.read(dict, other)
        except store.Altered:
            continue
        # A number may be written in several ways.
        if not wrong and msgspec.json.decode(other) != msgspec.json.decode(data):
            found.append(at)
    return found


def digits(name: str) -> list[int]:
    return [at for at, byte in enumerate((PACKAGE / name).read_bytes()) if chr(byte).isdigit()]


@pytest.mark.parametrize("name", FILES)
def test_a_digit_that_is_altered_is_found(name: str) -> None:
    _, wrong = store.read(dict, (PACKAGE / name).read_bytes())
    assert wrong == "", "python -m tests.certificates"
    assert unnoticed(name, iter(random.Random(name).sample(digits(name), FEW))) == []


@pytest.mark.deep
@pytest.mark.parametrize("name", FILES)
def test_any_digit_that_is_altered_is_found(name: str) -> None:
    if not name.startswith(twentyone.SHELF):
        assert unnoticed(name, iter(digits(name))) == []
        return
    chance, numbers = random.Random(name), re.finditer(rb"\d+", (PACKAGE / name).read_bytes())
    assert unnoticed(name, (chance.randrange(*one.span()) for one in numbers)) == []


def test_every_kept_proof_is_right_and_says_more_than_its_digest() -> None:
    assert len(by_default()) > 9
    for key, street in by_default().items():
        is_right(key, street)
    for name in TWENTY_ONE:
        found = twentyone.look(declared(name).problem())
        assert found.kept is not None and found.kept.nearly and found.wrong == "", (name, found.wrong)


@pytest.mark.turn
def test_every_kept_proof_of_another_setting_is_right() -> None:
    for key, (_, _, one) in street_problems().items():
        is_right(key, one.street)
    for name in games():
        if name not in TWENTY_ONE:
            plain = declared(name, switched=True).problem()
            two = twentyone.switch_look(declared(name).problem(), plain)
            assert two.kept is not None and two.wrong == "", (name, two.wrong)


def is_right(key: str, street: Any) -> None:
    looked = streets.look(street)
    assert looked.kept is not None and looked.wrong == "", (key, looked.wrong)
    assert looked.kept.expected is not None


# Counts that are moved about, and the digest put right.


def street_moves(key: str, street: Any, how_many: int) -> Iterator[str]:
    """What is said of a kept proof in which deals were moved between two cells."""
    path, chance = PACKAGE / f"{key[: store.NAME]}.json", random.Random(key)
    value = msgspec.json.decode(path.read_bytes())
    large = [at for at, cell in enumerate(value["cells"]) if cell[-1] > MOVED]
    for _ in range(how_many):
        source, target = chance.choice(large), chance.randrange(len(value["cells"]))
        if source != target:
            changed = msgspec.json.decode(path.read_bytes())
            number = chance.choice((MOVED, 1, 990 * 4, chance.randrange(1, MOVED)))
            moved(changed, source, target, number)
            said = wrong_street(street, changed)
            yield said or unheard(street, value["cells"], source, target)


def wrong_street(street: Any, value: Value) -> str:
    del value["digest"]
    from croupier.families.streets.solver.sound import wrong_with

    return wrong_with(street, msgspec.convert(value, streets.Certificate))


def unheard(street: Any, cells: list[list[int]], source: int, target: int) -> str:
    """Two cells that pay the same may be taken for one another where only folds tell them apart."""
    pays = {int(street.pays[tuple(cells[at][:-1])]) for at in (source, target)}
    same = cells[source][1:-1] == cells[target][1:-1]
    return "they pay the same" if same and len(pays) == 1 else ""


def test_deals_that_are_moved_between_cells_of_a_street_game_are_found() -> None:
    for key, street in by_default().items():
        assert all(street_moves(key, street, 40)), key


@pytest.mark.deep
def test_deals_that_are_moved_between_cells_are_found_in_every_proof() -> None:
    for key, (_, _, one) in street_problems().items():
        assert all(street_moves(key, one.street, 1_000)), key


@pytest.mark.parametrize("name", in_turn(TWENTY_ONE, ("queensland/blackjack", NEVERBUST)))
def test_hands_that_are_moved_between_cells_of_twenty_one_are_found(name: str) -> None:
    from croupier.families.twentyone.solver.sound import wrong_with

    problem, chance = declared(name).problem(), random.Random(name)
    path = PACKAGE / twentyone.SHELF / f"{problem.key[: store.NAME]}.json"
    data = path.read_bytes()
    cells = msgspec.json.decode(data)["cells"]
    total = int(msgspec.json.decode(data)["total"])
    large = [at for at, cell in enumerate(cells) if int(cell[-1]) > total // 1000]
    tried = 0
    while tried < 40:
        source, target = chance.choice(large), chance.randrange(len(cells))
        nets = [
            sum((pay.weight * pay.net for pay in paid(problem, cells[at])), Fraction(0))
            for at in (source, target)
        ]
        alike = [int(cells[at][0]) < 2 for at in (source, target)]
        if nets[0] == nets[1] and alike[0] == alike[1] and cells[source][2] == cells[target][2]:
            continue  # a class of hands for another that is paid the same
        changed = msgspec.json.decode(data)
        moved(changed, source, target, total // 5000)
        del changed["digest"]
        assert wrong_with(problem, msgspec.convert(changed, twentyone.Certificate)), (source, target)
        tried += 1


def test_rounds_that_are_moved_about_are_found() -> None:
    """What a round nets is proved by other sums than what its hands net."""
    from croupier.families.twentyone.solver.sound import wrong_with

    for name in TWENTY_ONE:
        problem = declared(name).problem()
        path = PACKAGE / twentyone.SHELF / f"{problem.key[: store.NAME]}.json"
        value = msgspec.json.decode(path.read_bytes())
        del value["digest"]
        rows, part = value["rounds"], int(value["rounds-total"]) // 10**6
        large = [row for row in rows if int(row[1]) > part]
        for row, change in ((large[0], -part), (large[-1], part)):
            row[1] = str(int(row[1]) + change)
        assert "its rounds net" in wrong_with(problem, msgspec.convert(value, twentyone.Certificate))


def paid(problem: Any, cell: list[str]) -> Any:
    role, kind, outcome = map(int, cell[:3])
    return problem.pays[role][kind][outcome]


def test_first_acts_and_folds_that_are_altered_are_found() -> None:
    openings = sides = 0
    for key, street in by_default().items():
        value = msgspec.json.decode((PACKAGE / f"{key[: store.NAME]}.json").read_bytes())
        for rows in value.get("sides", {}).values():
            sides += 1
            other = msgspec.json.decode(msgspec.json.encode(value))
            next(some for some in other["sides"].values() if some == rows)["folded"] += 1
            assert "side wager" in wrong_street(street, other)
        if value.get("openings"):
            openings += 1
            best = max(range(len(value["openings"])), key=lambda act: value["openings"][act][168])
            value["openings"][best][168] += 1
            assert "two cards are worth" in wrong_street(street, value)
    assert openings > 2 and sides > 1


def test_stakes_that_are_altered_are_found() -> None:
    """Hands that were doubled have a class of their own, so the stakes of a round follow from the counts."""
    from croupier.families.twentyone.solver.sound import wrong_with

    for name in TWENTY_ONE:
        problem = declared(name).problem()
        path = PACKAGE / twentyone.SHELF / f"{problem.key[: store.NAME]}.json"
        value = msgspec.json.decode(path.read_bytes())
        del value["digest"]
        value["stakes"] = str(Fraction(value["stakes"]) + Fraction(1, 10**9))
        assert "other stakes" in wrong_with(problem, msgspec.convert(value, twentyone.Certificate)), name


# Whatever is altered, and the digest put right.


def changed(part: Any, chance: random.Random) -> Any:
    """Return something of the same type that says another thing."""
    if isinstance(part, dict) and part:
        key = chance.choice(sorted(part))
        return {**part, key: changed(part[key], chance)}
    if isinstance(part, list) and part:
        at = chance.randrange(len(part))
        return [*part[:at], changed(part[at], chance), *part[at + 1 :]]
    if isinstance(part, (int, float)):
        return part + 1
    if isinstance(part, str) and part[-1:].isdigit():
        return part[:-1] + str((int(part[-1]) + 1) % 10)
    return "other" if isinstance(part, str) else [*part, 1] if isinstance(part, list) else {"other": 1}


@pytest.mark.parametrize("name", PROOFS)
def test_whatever_is_altered_in_a_kept_proof_is_found(name: str, folder: Path) -> None:
    """The hash of a play, the name of a state, a rule of thumb: all that no sum checks."""
    path, chance = folder / name, random.Random(name)
    data, shelf = path.read_bytes(), str(Path(name).parent).strip(".")
    value = msgspec.json.decode(data)

    def looked() -> store.Looked[store.KeptProof]:
        return store.look(store.KeptProof, value["problem"], lambda kept: "", shelf)

    assert looked().kept is not None
    for key in [key for key in value if key != store.DIGEST]:
        other = {**value, key: changed(value[key], chance)}
        path.write_bytes(msgspec.json.encode(store.sealed(other)))
        assert looked().kept is None and looked().wrong, key
    path.write_bytes(data)
    assert looked().kept is not None


def test_the_list_of_kept_proofs_is_complete(folder: Path) -> None:
    from tests.certificates import digests

    assert store.listed(store.FOLDER) == digests().digests, "python -m tests.certificates"
    assert set(store.listed(store.FOLDER)) == {*PROOFS, HANDS}


def test_a_proof_that_nobody_listed_is_not_used(folder: Path) -> None:
    """A file for a game of which no proof is kept, made of one that is."""
    rules = rules_of("house/blackjack", decks="7")
    odds = TwentyOneOdds(rules)
    problem = Declared(rules, odds.even_stake(*odds.hand_wagers())).problem()
    path = folder / twentyone.SHELF / f"{problem.key[: store.NAME]}.json"
    assert not path.exists()
    kept = next(path.parent.glob("*.json")).read_bytes()
    value = {**msgspec.json.decode(kept), "problem": problem.key}
    path.write_bytes(msgspec.json.encode(store.sealed(value)))
    looked = twentyone.look(problem)
    assert looked.kept is None and "does not list it" in looked.wrong


def test_without_the_list_no_proof_is_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / store.LISTED).unlink()
    store.listed.cache_clear()
    try:
        looked = streets.look(next(iter(by_default().values())))
        assert looked.kept is None and store.LISTED in looked.wrong
    finally:
        store.listed.cache_clear()


NO_FIGURES = (None, -1, 0, 10**30, 1.5, "x", "1e999", "1/0", "nan", [], {}, [[]], "", True)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where something stands: the first and the last of each list."""
    yield at
    inside: Any = value if isinstance(value, dict) else ()
    if isinstance(value, list) and value:
        inside = sorted({0, len(value) - 1})
    for key in inside:
        yield from places(value[key], (*at, key))


def with_part(value: Any, at: tuple[Any, ...], part: Any) -> Any:
    if not at:
        return part
    key, *rest = at
    new = with_part(value[key], tuple(rest), part)
    if isinstance(value, dict):
        return {**value, key: new}
    return [*value[:key], new, *value[key + 1 :]]


@pytest.mark.parametrize("which", ["stud", "hold-em", "twenty-one", "switch"])
def test_figures_that_are_none_end_no_program(
    which: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where somebody has put the list right, too."""
    if which in ("stud", "hold-em"):
        key, street = next(
            (key, one) for key, one in by_default().items() if (method_of(one) == which) and one.asks
        )
        path, look = folder / f"{key[: store.NAME]}.json", lambda: streets.look(street)
    else:
        name = NEVERBUST if which == "twenty-one" else "house/blackjack-switch"
        problem = declared(name).problem()
        key = problem.key
        look = lambda: twentyone.look(problem)  # noqa: E731
        if which == "switch":
            plain = declared(name, switched=True).problem()
            key = twentyone.switch_key(problem, plain)
            look = lambda: twentyone.switch_look(problem, plain)  # noqa: E731
        path = folder / twentyone.SHELF / f"{key[: store.NAME]}.json"
    monkeypatch.setattr(store, "unlisted", lambda path, text: "")
    value = msgspec.json.decode(path.read_bytes())
    for at in places(value):
        for part in NO_FIGURES:
            other = with_part(value, at, part)
            sealed = store.sealed(other) if isinstance(other, dict) else other
            path.write_bytes(json.dumps(sealed).encode())
            looked = look()
            assert looked.kept is None or not looked.wrong, (at, part)


def test_a_file_that_no_end_closes_is_told() -> None:
    for text in (b"[" * 100_000, b"\xff\xfe", b"", b"7"):
        with pytest.raises(store.Altered):
            store.opened(text)


# What odds says.


def of_crazy_4(folder: Path) -> Path:
    (proof,) = game(CRAZY).odds(["ante"])
    return folder / f"{proof.certificate[: store.NAME]}.json"


def test_odds_does_not_answer_from_a_proof_with_moved_counts(folder: Path) -> None:
    """As the reader of the third issue did: many deals from one cell to another, the total kept."""
    (right,) = game(CRAZY).odds(["ante"])
    altered(of_crazy_4(folder), lambda value: moved(value, 0, 1, MOVED // 100))
    (proof,) = game(CRAZY).odds(["ante"])
    assert proof.edge == right.edge and not proof.certificate
    assert proof.kept == "wrong" and any("is not used, for" in note for note in proof.notes)


@pytest.mark.deep
def test_caribbean_stud_with_moved_counts(folder: Path) -> None:
    (right,) = game("bahamas/caribbean-stud").odds(["ante"])
    path = folder / f"{right.certificate[: store.NAME]}.json"
    value = msgspec.json.decode(path.read_bytes())
    large = [at for at, cell in enumerate(value["cells"]) if cell[-1] > MOVED]
    altered(path, lambda value: moved(value, large[0], large[-1], MOVED))
    (proof,) = game("bahamas/caribbean-stud").odds(["ante"])
    assert proof.edge == right.edge and f"{float(100 * proof.edge):.4f}" == "5.2243"
    assert proof.kept == "wrong"


def test_odds_of_twenty_one_does_not_answer_from_an_altered_proof(folder: Path) -> None:
    (right,) = game("queensland/blackjack").odds(["blackjack"])
    path = folder / "twenty-one" / f"{right.certificate[: store.NAME]}.json"
    total = int(msgspec.json.decode(path.read_bytes())["total"])
    altered(path, lambda value: moved(value, 0, 1, total // 10_000))
    (proof,) = game("queensland/blackjack").odds(["blackjack"])
    assert abs(proof.edge - right.edge) <= Fraction(1, 10**10) and not proof.certificate
    assert proof.kept == "wrong" and any("croupier again" in note for note in proof.notes)


def test_a_digest_alone_that_is_wrong_is_enough(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = of_crazy_4(folder)
    data = path.read_bytes()
    at = data.index(b'"seconds"') + len(b'"seconds": ')
    path.write_bytes(another_digit(data, at))
    code, text = said(capsys, "odds", CRAZY, "--wager", "ante")
    assert code == 0 and f"the kept proof {path.stem} is not used, for its digest" in text


def test_proving_compares_and_says_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wager = "main"
    (right,) = game(NEVERBUST).odds([wager])
    code, text = said(capsys, "odds", NEVERBUST, "--wager", wager, "--prove")
    name = right.certificate[: store.NAME]
    assert code == 0 and f"computed again: the kept proof {name} says the same" in text
    altered(folder / "twenty-one" / f"{name}.json", lambda value: value.update(variance="0.5"))
    code, text = said(capsys, "odds", NEVERBUST, "--wager", wager, "--prove", "--json")
    assert code == 1 and "variance: 0.5 is kept" in text and '"kept": "differs"' in text


def test_proving_says_which_counts_differ(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    altered(of_crazy_4(folder), lambda value: moved(value, 0, 1, MOVED // 100))
    code, text = said(capsys, "odds", CRAZY, "--wager", "ante", "--prove")
    assert code == 1 and "the counts differ, in 2 of 34 cells: play 3x" in text and "and not" in text


def test_games_in_other_words_share_a_proof() -> None:
    """Ultimate hold'em is bet at in Great Britain and played at in California: one problem, one proof."""
    worded: dict[str, set[str]] = {}
    for name in GAMES:
        for one in posed(street_game(name)):
            kept = streets.look_up(one.street)
            if kept is not None:
                again = streets.certificate(one.street, streets.solved(one.street, kept), kept.method)
                again = msgspec.structs.replace(again, plans=kept.plans, rule=[])
                assert streets.differences(kept, again) == [], name
                worded.setdefault(kept.problem, set()).add(str(one.street.states))
    assert any(len(words) > 1 for words in worded.values())


def test_a_proof_that_is_gone_or_unreadable_is_computed(folder: Path) -> None:
    path = of_crazy_4(folder)
    (right,) = game(CRAZY).odds(["ante"])
    path.write_bytes(path.read_bytes()[:-10])
    (proof,) = game(CRAZY).odds(["ante"])
    assert proof.edge == right.edge and proof.kept == "wrong"
    path.unlink()
    (proof,) = game(CRAZY).odds(["ante"])
    assert proof.edge == right.edge and proof.kept == ""


# What it is checked by.


def test_hands_are_counted_by_hand() -> None:
    """Five cards, by how many choices of suits a choice of ranks has."""
    from croupier.families.streets.solver.sound import hands
    from croupier.ranking.bulk import tables

    table = tables("five-card", 5)
    ways = {
        "high-card": 1020, "pair": 384, "two-pairs": 144, "three-of-a-kind": 64, "straight": 1020, "flush": 4,
        "full-house": 24, "four-of-a-kind": 4, "straight-flush": 4, "royal-flush": 4,
    }  # fmt: skip
    counts = [ways[table.ranking.order[klass]] for klass in table.klass.tolist()]
    assert sum(counts) == 2_598_960
    for value, number in hands().rankings["five-card"][5].items():
        assert sum(counts[value:]) == number


@pytest.mark.turn
def test_hands_are_counted_one_by_one() -> None:
    from croupier.families.streets.solver.sound import counted, hands

    wanted: dict[tuple[str, int], dict[int, int]] = {}
    for _, _, one in street_problems().values():
        for key, values in counted(one.street).items():
            wanted.setdefault(key, {}).update(values)
    kept = {
        (name, cards): values for name, sizes in hands().rankings.items() for cards, values in sizes.items()
    }
    assert kept == wanted, "python -m tests.certificates"


def test_without_the_hands_no_proof_is_used(folder: Path) -> None:
    from croupier.families.streets.solver import sound

    sound.hands.cache_clear()
    try:
        altered_hands = (folder / "hands.json").read_bytes().replace(b"664", b"665")
        (folder / "hands.json").write_bytes(altered_hands)
        street = next(iter(by_default().values()))
        assert "hands.json" in streets.look(street).wrong
    finally:
        sound.hands.cache_clear()


# Plans in the user's cache.


def test_plans_that_were_altered_in_the_cache_are_not_used(tmp_path: Path) -> None:
    arrays = {"plan-0": np.arange(50, dtype=np.int8), "cells": np.arange(9, dtype=np.int64).reshape(3, 3)}
    place = tmp_path / "plans.npz"
    store.write_arrays(place, arrays)
    found = store.read_arrays(place)
    assert found is not None and set(found) == set(arrays)
    assert all(np.array_equal(found[name], array) for name, array in arrays.items())
    with np.load(place) as stored:
        everything = {name: stored[name] for name in stored.files}
    for name in arrays:
        other = {**everything, name: everything[name].copy()}
        other[name].reshape(-1)[3] += 1
        np.savez_compressed(place, allow_pickle=False, **other)
        assert store.read_arrays(place) is None
    np.savez_compressed(place, allow_pickle=False, **arrays)
    assert store.read_arrays(place) is None, "plans of an earlier version have no digest"
