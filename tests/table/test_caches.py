"""Caches are bounded and go with their rules; none confuses 1 with True, or one stake with another."""

from __future__ import annotations

import functools
import gc
import sys
import weakref
from collections import deque
from collections.abc import Iterator, Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest
from tests.families import one_of_each_family
from tests.tapes.tape import as_json, load, path_of, read
from tests.tiers import chosen_games, in_turn

from croupier.cache import Cache, copied, exact
from croupier.errors import BadInput, NotAllowed
from croupier.families import build, ruleset
from croupier.table.events import parse_events
from croupier.table.playable import Playable
from croupier.table.table import Table

TABLES = 3
"""Tables of a tape that are played here."""
BY_CLASS = {
    "croupier.table.parts.part._fresh",
    "croupier.table.carrying._types",
    "croupier.table.carrying._names",
}
"""Kept for classes, of which there are as many as are written."""
PLAIN_PATH = ("croupier.table", "croupier.equipment", "croupier.rulebook", "croupier.floor", "croupier.cache")
"""What a round is played with, beside the family."""


GAMES = in_turn(chosen_games(), always=one_of_each_family())


# Playing the same rounds at a game that has played before and at one that has not.


def rounds_of(game: str) -> list[list[list[str]]]:
    """Return the events of some tables of a tape, by table and round."""
    tables = read(load(path_of(game))).tables[:TABLES]
    return [[[one.event for one in round_.tries] for round_ in table.rounds] for table in tables]


def scaled(event: str, times: int) -> str:
    """Return an event with another amount."""
    if times == 1:
        return event
    (one, *more) = parse_events(event)
    if more or one.amount is None:
        return event
    words = event.split()
    at = next(at for at, word in enumerate(words) if word.replace(".", "").isdigit() and at)
    return " ".join([*words[:at], str(int(float(words[at]) * times) or times), *words[at + 1 :]])


def told(playable: Playable, tables: Sequence[Sequence[Sequence[str]]], times: int = 1) -> list[str]:
    """Play rounds, with other stakes, and tell everything: questions, refusals, hashes, lines and `after`."""
    said: list[str] = []
    for rounds in tables:
        before: dict[str, Any] = {}
        for events in rounds:
            table = Table(playable, before, told=True)
            for event in events:
                try:
                    table.apply(scaled(event, times))
                except NotAllowed as refused:
                    said.append(f"{refused.event} {refused.why} {refused.clause}")
                except BadInput as error:
                    said.append(str(error))
            said += [f"{entry.event} {entry.asked} {entry.digest}" for entry in table.log]
            said += [line.text for line in table.lines]
            before = table.after
            said.append(as_json(before))
    return said


# What lies in a game.

PASSED_OVER = (ModuleType, type, BuiltinFunctionType, str, bytes, int, float, weakref.ref)


def within(root: object) -> Iterator[object]:
    """Walk over everything that a game holds: its parts, their containers, its rules."""
    seen, waiting = {id(root)}, deque([root])
    while waiting:
        one = waiting.popleft()
        yield one
        inside = gc.get_referents(one)
        if isinstance(one, FunctionType):
            # Not its globals, which are everybody's.
            inside = [*(one.__closure__ or ()), *(one.__defaults__ or ())]
        for part in inside:
            if id(part) not in seen and not isinstance(part, PASSED_OVER):
                seen.add(id(part))
                waiting.append(part)


def sizes(root: object) -> dict[int, tuple[Sized, int]]:
    """Return the size of every container within a game."""
    return {id(one): (one, len(one)) for one in within(root) if isinstance(one, dict | list | set)}


def caches(root: object) -> list[Cache[Any, Any]]:
    """Return the caches within a game."""
    return [one for one in within(root) if isinstance(one, Cache)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_has_played_plays_as_a_new_one(game: str) -> None:
    """Kept answers are those that would be given anew: for the same stakes and for others."""
    tables = rounds_of(game)
    warm = build(ruleset(game))
    first = told(warm, tables)
    assert told(warm, tables) == first
    for times in (7, 2):
        assert told(warm, tables, times) == told(build(ruleset(game)), tables, times)
    assert told(warm, tables) == first


@pytest.mark.parametrize("game", GAMES)
def test_only_caches_grow_and_no_answer_is_kept_by_stake(game: str) -> None:
    tables = rounds_of(game)
    playable = build(ruleset(game))
    for times in (1, 1, 3):
        told(playable, tables, times)
    known, before = playable._carrying.known, sizes(playable)
    times_more = (11, 13, 17, 19)
    for times in times_more:
        told(playable, tables, times)
    grown = 0
    for one, size in before.values():
        now = len(one)
        assert not isinstance(one, Cache) or now <= one.most
        if now > size and one is not known:
            assert isinstance(one, Cache), f"{type(one).__name__} grew from {size} to {now}: {short(one)}"
            grown += now - size
    # Larger stakes are refused in other places, so other things may happen; but nothing at every stake anew.
    bets = {
        scaled(event, times)
        for times in times_more
        for rounds in tables
        for events in rounds
        for event in events
        if " bet " in event
    }
    assert grown * 10 <= len(bets), f"{grown} more answers for {len(bets)} bets"
    assert 1 <= len(known) <= known.most


def short(container: object) -> str:
    return repr(container)[:200]


def test_a_full_cache_is_emptied() -> None:
    cache: Cache[int, int] = Cache(most=3)
    for number in range(10):
        assert cache.keep(number, -number) == -number and len(cache) <= 3
    assert cache == {9: -9}


@pytest.mark.parametrize("game", GAMES)
def test_with_the_smallest_caches_everything_is_as_it_was(game: str) -> None:
    """Answers that are thrown away at once are worked out again, and are the same."""
    tables = rounds_of(game)[:1]
    small = build(ruleset(game))
    usual = told(build(ruleset(game)), tables)
    for cache in caches(small):
        cache.most = 1
    assert told(small, tables) == usual
    for cache in caches(small):
        cache.most = min(cache.most, 1)
    assert told(small, tables) == usual


@pytest.mark.parametrize("game", GAMES)
def test_threads_that_share_a_game_do_not_disturb_each_other(game: str) -> None:
    """A page draws a felt while the floor plays: caches that others empty all the time mislead nobody."""
    tables = rounds_of(game)[:2]
    usual, shared = told(build(ruleset(game)), tables), build(ruleset(game))
    for cache in caches(shared):
        cache.most = 2
    pause = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            for found in threads.map(lambda _: told(shared, tables), range(4)):
                assert found == usual
    finally:
        sys.setswitchinterval(pause)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_goes_with_its_game(game: str) -> None:
    rules = ruleset(game)
    playable = build(rules)
    told(playable, rounds_of(game)[:1])
    kept = [weakref.ref(cache) for cache in caches(playable)]
    assert len(kept) > 1
    del playable, rules
    gc.collect()
    alive = [cache() for cache in kept if cache() is not None]
    assert not alive, f"{len(alive)} caches outlive their game: {short(alive[0])}"


def test_every_other_cache_is_bounded() -> None:
    """What a function keeps follows from plain values alone, and there is a most of it."""
    build(ruleset("house/blackjack")), build(ruleset("great-britain/roulette"))
    for module in [module for name, module in sorted(sys.modules.items()) if name.startswith(PLAIN_PATH)]:
        for name, one in vars(module).items():
            if isinstance(one, functools._lru_cache_wrapper) and one.__module__ == module.__name__:
                where = f"{module.__name__}.{name}"
                assert (one.cache_parameters()["maxsize"] is not None) != (where in BY_CLASS), where


# One and true.


def other_types(value: Any) -> Iterator[Any]:
    """Make values that compare equal, or read alike, and are of another type."""
    if isinstance(value, dict):
        for key, part in value.items():
            for other in other_types(part):
                yield {**value, key: other}
    elif isinstance(value, list):
        yield tuple(value)
        for at, part in enumerate(value):
            for other in other_types(part):
                yield [*value[:at], other, *value[at + 1 :]]
    elif isinstance(value, bool):
        yield int(value)
    elif isinstance(value, int):
        yield from (float(value), str(value), bool(value))
    elif isinstance(value, str) and value.isdigit():
        yield int(value)


def opened(playable: Playable, before: Any) -> str:
    """Open a table, and tell its record or the error."""
    try:
        table = Table(playable, before)
        return f"{table.asked} {table.play.digest()}"
    except (TypeError, ValueError, LookupError, AttributeError) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("game", GAMES)
def test_carried_values_of_another_type_are_read_by_themselves(game: str) -> None:
    """`point = true` is not `point = 1`, whether `point = 1` was read before or not."""
    warm, tried = build(ruleset(game)), 0
    told(warm, rounds_of(game)[:1])
    for key in list(warm._carrying.known):
        before = copied(key)
        assert opened(warm, before) == opened(build(ruleset(game)), before)
        for other in [*other_types(before)][:12]:
            tried += 1
            assert opened(warm, other) == opened(build(ruleset(game)), other), other
        if tried > 60:
            break


def test_exact_bytes_tell_types_apart() -> None:
    alike = [1, True, 1.0, "1", b"1", [1], (1,), [True], {"a": 1}, {"a": True}, {"a": [1]}, {"a": (1,)}, None]
    found = [exact(value) for value in alike]
    assert None not in found and len({*found}) == len(alike)
    assert [copied(one) for one in found if one] == alike
    assert exact({"a": object()}) is None and exact(Odd("a")) is None
    text = "".join(["po", "int"])
    assert exact({text: 1}) == exact({sys.intern("point"): 1})


class Odd(str):
    """Text that could be more than its letters."""


@pytest.mark.parametrize("game", GAMES)
def test_what_a_round_carried_on_is_read_as_it_was_written(game: str) -> None:
    """A round that begins with what the last one left, unread, is the round that reads it."""
    playable = build(ruleset(game))
    told(playable, rounds_of(game))
    for key in list(playable._carrying.known):
        before = copied(key)
        kept = playable._carrying.known[key]
        values: dict[str, Any] = {}
        for one in kept:
            values |= one.written()
        assert as_json(playable.normal(before)) == as_json(values), "somebody wrote into what is kept"
        assert opened(playable, before) == opened(build(ruleset(game)), before)
