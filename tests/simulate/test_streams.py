"""The generator against its published answers, and the cache against edits that Numba would not see."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.draws import block_draws

from croupier import compiled
from croupier.simulate.streams import BLOCK, MOST_OUTCOMES, bound_words, fill_words, philox

# Random123's kat_vectors for philox4x32 with ten rounds: counter, key, answer.
KNOWN = [
    ("00000000 00000000 00000000 00000000", "00000000 00000000", "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    ("ffffffff ffffffff ffffffff ffffffff", "ffffffff ffffffff", "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    ("243f6a88 85a308d3 13198a2e 03707344", "a4093822 299f31d0", "d16cfe09 94fdcceb 5001e420 24126ea1"),
]


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN)
def test_philox_known_answers(counter: str, key: str, answer: str) -> None:
    c0, c1, c2, c3, k0, k1 = (np.uint64(int(word, 16)) for word in f"{counter} {key}".split())
    assert [int(word) for word in philox(c0, c1, c2, c3, k0, k1)] == [
        int(word, 16) for word in answer.split()
    ]


def test_words_are_the_counter_in_order() -> None:
    seed, block = 0x299F31D0A4093822, 0x0370734413198A2E
    words = np.empty(8, np.uint32)
    fill_words(np.uint64(seed), np.uint64(block), 4, words)
    low, high = np.uint64(0xFFFFFFFF), np.uint64(32)
    for at in range(2):
        expected = philox(
            np.uint64(1 + at),
            np.uint64(0),
            np.uint64(block) & low,
            np.uint64(block) >> high,
            np.uint64(seed) & low,
            np.uint64(seed) >> high,
        )
        assert list(words[4 * at : 4 * at + 4]) == [int(word) for word in expected]


def test_bounded_numbers_have_no_bias() -> None:
    """A word is rejected exactly when keeping it would make some number more likely than another."""
    outcomes = 3 * 2**14
    floor = 2**32 % outcomes
    words = np.array([0, 1, 2**31, 2**32 - 1], np.uint32)
    out = np.empty(4, np.uint16)
    made = bound_words(words, np.uint64(outcomes), out)
    kept = [word * outcomes >> 32 for word in map(int, words) if (word * outcomes) % 2**32 >= floor]
    assert list(out[:made]) == kept and made < 4
    assert bound_words(words, np.uint64(64), out) == 4


@pytest.mark.parametrize("outcomes", [1, 2, 6, 36, 37, 216, 1369, MOST_OUTCOMES])
def test_draws_are_in_range_and_even(outcomes: int) -> None:
    drawn = block_draws(1, 0, outcomes)
    assert len(drawn) == BLOCK and int(drawn.max()) < outcomes
    if outcomes <= 1369:
        counts = np.bincount(drawn, minlength=outcomes)
        expected = BLOCK / outcomes
        statistic = float(((counts - expected) ** 2 / expected).sum())
        assert abs(statistic - (outcomes - 1)) < 5 * (2 * outcomes) ** 0.5


def test_blocks_and_seeds_differ_and_a_prefix_is_a_prefix() -> None:
    assert (block_draws(1, 0, 37, 5000) == block_draws(1, 0, 37)[:5000]).all()
    assert (block_draws(1, 0, 37) != block_draws(1, 1, 37)).any() and (
        block_draws(1, 0, 37) != block_draws(2, 0, 37)
    ).any()
    assert (block_draws(2**64 + 1, 0, 37, 100) == block_draws(1, 0, 37, 100)).all()
    with pytest.raises(ValueError, match="between 1 and"):
        block_draws(1, 0, 0)


def test_the_cache_is_named_by_all_sources(tmp_path: Path) -> None:
    (tmp_path / "families").mkdir()
    kernel, leaf, deep = (
        tmp_path / "kernel.py",
        tmp_path / "families" / "leaf.py",
        tmp_path / "families" / "deep.py",
    )
    kernel.write_text("from croupier.families import leaf\n")
    leaf.write_text("import croupier.families.deep\n")
    deep.write_text("PAYS = 35\n")
    first = compiled.source_hash(kernel, tmp_path)
    assert compiled.source_hash(kernel, tmp_path) == first
    deep.write_text("PAYS = 36\n")
    assert compiled.source_hash(kernel, tmp_path) != first


def test_without_a_folder_kernels_work_uncached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("CROUPIER_CACHE", str(blocked))
    compiled.cache_folder.cache_clear()
    try:
        assert compiled.cache_folder(Path(__file__)) is None

        @compiled.compiled
        def double(number: int) -> int:
            return 2 * number

        assert double(21) == 42
        monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "cache"))
        compiled.cache_folder.cache_clear()
        folder = compiled.cache_folder(Path(__file__))
        assert folder is not None and folder.is_dir() and folder.is_relative_to(tmp_path)
    finally:
        compiled.cache_folder.cache_clear()
