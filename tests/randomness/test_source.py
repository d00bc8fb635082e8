"""What is drawn is drawn evenly: shown by going through every byte, not by sampling;
and a source that does not work is noticed.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from croupier.errors import BadInput
from croupier.randomness import source
from croupier.randomness.source import (
    Buffered,
    Entropy,
    GeneratorFailed,
    SeededEntropy,
    SystemEntropy,
    below,
    check,
    chosen,
    most_alike,
    shuffled,
    token,
)


class Given:
    """A source that gives what it was given, and says so when there is no more."""

    def __init__(self, data: Iterable[int]) -> None:
        self.data = bytes(data)
        self.at = 0

    def bytes(self, n: int) -> bytes:
        if self.at + n > len(self.data):
            raise EOFError
        self.at += n
        return self.data[self.at - n : self.at]


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 37, 38, 52, 54, 128, 129, 255, 256])
def test_below_is_exactly_uniform_over_every_byte(n: int) -> None:
    counts: Counter[int] = Counter()
    discarded = 0
    for byte in range(256):
        given = Given([byte])
        try:
            counts[below(given, n)] += 1
        except EOFError:
            discarded += 1
    assert set(counts) == set(range(n)) and set(counts.values()) == {256 // n}
    assert discarded == 256 % n


@pytest.mark.parametrize("n", [257, 312, 416, 1000])
def test_below_is_exactly_uniform_over_every_two_bytes(n: int) -> None:
    counts: Counter[int] = Counter()
    for value in range(65536):
        try:
            counts[below(Given(value.to_bytes(2, "big")), n)] += 1
        except EOFError:
            counts[-1] += 1
    discarded = counts.pop(-1, 0)
    assert set(counts) == set(range(n)) and set(counts.values()) == {65536 // n} and discarded == 65536 % n


def test_a_number_outside_the_even_range_is_discarded_and_the_next_taken() -> None:
    assert 256 // 37 * 37 == 222
    assert below(Given([222, 255, 221]), 37) == 36 and below(Given([255, 0]), 37) == 0
    assert below(Given([]), 1) == 0, "nothing to draw, nothing read"
    for n in (0, -3):
        with pytest.raises(ValueError, match="there is no number"):
            below(Given([]), n)


def test_a_source_that_is_stuck_outside_the_even_range_is_no_endless_loop() -> None:
    with pytest.raises(GeneratorFailed, match="outside the even range of 37"):
        below(Given([255] * 2000), 37)


def test_large_numbers() -> None:
    entropy = SeededEntropy(1)
    assert all(0 <= below(entropy, 10**30) < 10**30 for _ in range(100))


def test_shuffled_is_exactly_uniform_for_four_cards() -> None:
    """Every accepted draw of 4, of 3 and of 2, from one byte each: every order comes equally often."""
    counts: Counter[tuple[str, ...]] = Counter()
    first = {below(Given([byte]), 4): byte for byte in range(256)}
    second = {below(Given([byte]), 3): byte for byte in range(255)}
    third = {below(Given([byte]), 2): byte for byte in range(256)}
    for bytes_drawn in product(first.values(), second.values(), third.values()):
        counts[tuple(shuffled(Given(bytes_drawn), "abcd"))] += 1
    assert set(counts) == set(permutations("abcd")) and set(counts.values()) == {1}


def test_a_shuffle_keeps_the_cards_and_leaves_what_it_was_given() -> None:
    cards = list(range(312))
    dealt = shuffled(SeededEntropy(2), cards)
    assert sorted(dealt) == cards == list(range(312)) and dealt != cards
    assert shuffled(SeededEntropy(2), []) == [] and shuffled(SeededEntropy(2), ["As"]) == ["As"]


def test_chosen_follows_the_weights_exactly() -> None:
    weights = (("a", 3), ("never", 0), ("b", 1), ("c", 4))
    assert Counter(chosen(Given([byte]), weights) for byte in range(256)) == {"a": 96, "b": 32, "c": 128}
    for wrong in ((), (("a", 0),), (("a", 2), ("b", -1))):
        with pytest.raises(ValueError, match=r"nothing to choose|negative"):
            chosen(SeededEntropy(1), wrong)


def test_token() -> None:
    assert (
        len(token(SeededEntropy(1), 18)) == 18
        and token(SeededEntropy(1), 18).isdigit()
        and token(SeededEntropy(1), 0) == ""
    )
    assert set(token(SeededEntropy(1), 200, "XY")) == {"X", "Y"}
    system = SystemEntropy()
    assert len({token(system, 18) for _ in range(1000)}) == 1000


def test_seeded_entropy_is_one_stream_however_it_is_read() -> None:
    whole = SeededEntropy(7).bytes(1000)
    for sizes in ([1] * 1000, [31, 33, 500, 436], [999, 1]):
        entropy = SeededEntropy(7)
        assert b"".join(entropy.bytes(size) for size in sizes) == whole
    assert SeededEntropy(8).bytes(1000) != whole and Buffered(SeededEntropy(7), 100).bytes(1000) == whole
    assert whole.hex().startswith("bcca9757"), "the stream of a seed never changes"


def test_a_buffer_gives_every_byte_once_and_forgets_on_demand() -> None:
    data = SeededEntropy(3).bytes(100_000)
    held = Buffered(SeededEntropy(3), 64)
    assert b"".join(held.bytes(size) for size in (1, 63, 1, 200, 0, 64, 3)) == data[:332]
    one = Buffered(Given(range(200)), 100)
    assert one.bytes(1) == b"\0"
    one.fresh()
    assert one.bytes(1) == bytes([100]), "what was drawn before is not used"


def test_a_copy_of_a_buffer_does_not_repeat_it() -> None:
    held = Buffered(SystemEntropy())
    held.bytes(1)
    for other in (copy.copy(held), copy.deepcopy(held), pickle.loads(pickle.dumps(held))):
        assert other.bytes(32) != held.bytes(32)
        held = Buffered(SystemEntropy())
        held.bytes(1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_does_not_repeat_its_parent() -> None:
    code = """
import os
from croupier.randomness.source import Buffered, SystemEntropy
held = Buffered(SystemEntropy())
held.bytes(1)
read, write = os.pipe()
if not os.fork():
    os.write(write, held.bytes(32))
    os._exit(0)
os.wait()
print(os.read(read, 32) != held.bytes(32))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_drawing_imports_no_numpy() -> None:
    code = (
        "import sys; import croupier.randomness.source, croupier.randomness.tails; print([name for name "
        "in ('numpy', 'numba', 'rich') if name in sys.modules])"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )


# Health.


class Bits:
    """A source whose bits are one with a chance of so many in 256."""

    def __init__(self, ones: int) -> None:
        self.ones = ones
        self.entropy = Buffered(SeededEntropy("bits"))

    def bytes(self, n: int) -> bytes:
        drawn = self.entropy.bytes(8 * n)
        return bytes(sum((drawn[8 * at + bit] < self.ones) << bit for bit in range(8)) for at in range(n))


class Bytes:
    """A source that gives one byte too often."""

    def bytes(self, n: int) -> bytes:
        return bytes(65 if byte < 40 else byte for byte in SeededEntropy("bytes").bytes(n))


class Again:
    """A source that gives the same block again and again."""

    def bytes(self, n: int) -> bytes:
        return (SeededEntropy("again").bytes(1024) * (n // 1024 + 1))[:n]


class Dead:
    def bytes(self, n: int) -> bytes:
        return b""


@pytest.mark.parametrize(
    ("entropy", "told"),
    [
        (Given([0] * 10_000), "stuck"),
        (Given([255] * 10_000), "stuck"),
        (Given([*SeededEntropy(1).bytes(8000), *[7] * 2000]), "stuck"),
        (Given(b"\xaa" * 10_000), "stuck"),
        (Given(b"\xaa\x55" * 5_000), "biased"),
        (Bits(160), "biased"),
        (Bits(90), "biased"),
        (Bytes(), "biased"),
        (Again(), "repeats itself"),
        (Dead(), "gave 0 bytes"),
    ],
)
def test_health_checks_notice_what_is_broken(entropy: Entropy, told: str) -> None:
    with pytest.raises(GeneratorFailed, match=told):
        check(entropy)


@pytest.mark.deep
def test_health_checks_pass_what_is_sound() -> None:
    check(SystemEntropy())
    for seed in range(100):
        check(SeededEntropy(seed))
    check(Bits(128))


def test_a_failed_generator_is_no_mistake_of_the_user() -> None:
    assert issubclass(GeneratorFailed, RuntimeError) and not issubclass(GeneratorFailed, BadInput)


def test_an_operating_system_without_random_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(n: int) -> bytes:
        raise OSError("no entropy")

    monkeypatch.setattr(source.os, "urandom", nothing)
    with pytest.raises(GeneratorFailed, match="no entropy"):
        below(SystemEntropy(), 37)


@pytest.mark.parametrize(("window", "values"), [(512, 256), (1024, 2)])
def test_cutoffs_are_the_smallest_that_are_rare_enough(window: int, values: int) -> None:
    def tail(hits: int) -> Fraction:
        return sum(
            (
                Fraction(comb(window, k) * (values - 1) ** (window - k), values**window)
                for k in range(hits, window + 1)
            ),
            Fraction(0),
        )

    most = most_alike(window, values)
    assert tail(most) <= Fraction(1, 2**40) < tail(most - 1)
