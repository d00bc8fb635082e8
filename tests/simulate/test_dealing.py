"""The one loop that deals rounds: its cards are those of the plain stream; kernels are kept and travel."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from croupier.compiled import completed
from croupier.errors import BadInput
from croupier.families import build, ruleset
from croupier.families.chemin import kernel as chemin
from croupier.families.luckydraw import kernel as lucky
from croupier.families.reddog import kernel as reddog
from croupier.families.war import kernel as war
from croupier.simulate import dealing, shoes
from croupier.simulate.dealing import RESERVE, DealtRounds, shoe_in_use
from croupier.simulate.plan import Piece
from croupier.simulate.streams import CHUNK

SEED, STREAM = np.uint64(9), np.uint64(4)


@pytest.mark.parametrize("bound", [1, 2, 52, 416, 3 << 30, (1 << 32) - 1])
def test_numbers_are_those_of_the_plain_stream(bound: int) -> None:
    """Over several refills, and with a bound that rejects a quarter of the words."""
    words, cursor = np.empty(CHUNK, np.uint32), np.array([CHUNK, 0], np.int64)
    ready, place = np.empty(RESERVE + CHUNK, np.uint32), np.array([RESERVE + CHUNK, 0], np.int64)
    for at in range(3 * CHUNK):
        if at % 20 == 0 and place[0] > len(ready) - RESERVE:
            dealing.make_ready(SEED, STREAM, ready, place)
        plain = shoes.below(bound, SEED, STREAM, words, cursor)
        assert dealing.below(bound, ready, place) == plain


def test_cards_are_those_of_the_plain_shoe() -> None:
    words, cursor = np.empty(CHUNK, np.uint32), np.array([CHUNK, 0], np.int64)
    ready, place = np.empty(RESERVE + CHUNK, np.uint32), np.array([RESERVE + CHUNK, 0], np.int64)
    dealing.make_ready(SEED, STREAM, ready, place)
    one, other = np.arange(52).astype(np.int8), np.arange(52).astype(np.int8)
    for dealt in range(52):
        plain = shoes.next_card(one, dealt, SEED, STREAM, words, cursor)
        assert dealing.draw(other, dealt, ready, place) == plain
    assert (one == other).all() and sorted(one) == list(range(52))


Deal = Callable[[Any, int], DealtRounds[Any]]
DEALT: list[tuple[str, Deal]] = [
    ("bahamas/red-dog", reddog.build),
    ("bahamas/casino-war", war.build),
    ("queensland/lucky-draw-baccarat", lucky.build),
    ("bahamas/chemin-de-fer", chemin.build),
]


@pytest.mark.parametrize(("name", "deal"), DEALT)
def test_work_travels_by_the_name_of_its_kernel(name: str, deal: Deal) -> None:
    work = deal(build(ruleset(name)), 1000)
    again = pickle.loads(pickle.dumps(work))
    assert again.kernel is work.kernel
    assert (again.run(Piece(0, 2, 500)).ends == work.run(Piece(0, 2, 500)).ends).all()


@pytest.mark.parametrize(("name", "deal"), DEALT)
def test_a_log_holds_the_first_rounds_of_the_last_block(name: str, deal: Deal) -> None:
    work = deal(build(ruleset(name)), 1000)
    log, longer = (np.full((number, work.kernel.logged), -7, np.int64) for number in (3, 9))
    tally = work.run(Piece(5, 2, 500), log)
    assert tally.draws == 1000 == tally.ends.sum() and (log != -7).all()
    assert (work.run(Piece(6, 1, 500), longer).ends <= tally.ends).all() and (longer[:3] == log).all()
    assert log[0, 0] == 1 and (log[1:, 0] == 0).all(), "a block begins with a fresh shoe"


def test_a_round_finds_all_its_words_ready() -> None:
    """A round that might take more cards than words are kept ready for is not compiled into a table."""
    packs = build(ruleset("bahamas/red-dog")).packs
    with pytest.raises(AssertionError):
        shoe_in_use(packs, reddog.PACK, RESERVE)
    with pytest.raises(BadInput, match="rounds"):
        reddog.build(build(ruleset("bahamas/red-dog")), 0)


# Kernels that are put together of two functions.


def answer() -> int:
    raise NotImplementedError


def asks(times: int) -> int:
    return times * answer()


def one() -> int:
    return 1


def two() -> int:
    return 2


def test_kernels_of_one_frame_are_kept_apart_and_found_again() -> None:
    assert [completed(asks, answer, part)(5) for part in (one, two)] == [5, 10]
    for part, answered in ((one, 5), (two, 10)):
        again: Any = completed(asks, answer, part)
        assert again(5) == answered and sum(again.stats.cache_hits.values()) == 1
