"""What beats what at pai gow with tiles (Queensland sch 6 ss 2 to 8, Britain r 14.7 to 14.13)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from croupier.equipment.tile import KINDS, pack
from croupier.errors import BadInput
from croupier.ranking.tiles import PAIR, POINTS, RANKINGS, TileHand, hand, ranking

BRITISH, QUEENSLAND = RANKINGS["tiles"], RANKINGS["tiles-high-nines"]
EVERYWHERE = [
    "5-5 4-6",
    "2-2 4-6",
    "6-6 4-4",
    "6-6 3-6 = 6-6 4-5",
    "1-4 2-3",
    "2-5 3-4",
    "2-6 3-5",
    "3-6 4-5",
    "1-5 1-5",
    "1-6 1-6",
    "4-6 4-6",
    "5-6 5-6",
    "2-2 2-2",
    "3-3 3-3",
    "5-5 5-5",
    "1-3 1-3",
    "4-4 4-4",
    "1-1 1-1",
    "6-6 6-6",
    "1-2 2-4",
]


def of(law: str, text: str) -> TileHand:
    """Return the hand of two tiles as they are written."""
    one, other = text.split()
    return hand(RANKINGS[law], one, other)


@pytest.mark.parametrize("law", RANKINGS)
def test_pairs_wongs_and_gongs_stand_in_their_order(law: str) -> None:
    """A supreme pair of the two lowest tiles is the highest; then teen, day and the others down to five."""
    lines = [[of(law, text) for text in line.split(" = ")] for line in EVERYWHERE]
    assert all(one == line[0] for line in lines for one in line)
    for (lower, *_), (higher, *_) in pairwise(lines):
        assert lower < higher, f"{lower.name} and {higher.name}"


@pytest.mark.parametrize("law", RANKINGS)
def test_wongs_before_gongs_before_points_and_teen_before_day(law: str) -> None:
    lines = ["4-4 5-6", "1-1 3-5", "1-1 4-4", "6-6 2-6", "1-1 4-5", "6-6 3-6", "1-4 2-3"]
    hands = [of(law, line) for line in lines]
    assert hands[1] == hands[2] and sorted(hands) == hands
    assert hands[0] < hands[1] < hands[3] < hands[4] < hands[5] < hands[6]


def test_a_high_nine_is_a_class_in_queensland_and_nine_points_in_britain() -> None:
    """Sch 6 s 7(2): above every nine by points. Britain r 14.13: its single tile makes it the best nine."""
    nine, best_nine = "1-1 2-5", "4-4 5-6"
    assert (
        of("tiles-high-nines", best_nine) < of("tiles-high-nines", nine) < of("tiles-high-nines", "6-6 1-6")
    )
    assert of("tiles", nine).klass == POINTS and of("tiles", best_nine) < of("tiles", nine) < of(
        "tiles", "6-6 1-6"
    )
    assert (
        of("tiles-high-nines", "6-6 1-6")
        == of("tiles-high-nines", "6-6 3-4")
        < of("tiles-high-nines", "1-1 4-4")
    )


def test_points_are_the_last_digit_and_the_higher_single_tile_decides() -> None:
    """6 + 5 is 11, hence 1 (r 14.12); of equal points the higher tile wins (r 14.13, s 36(4))."""
    for law in RANKINGS:
        assert of(law, "1-5 2-3").within == 1
        assert of(law, "4-4 5-6") > of(law, "1-3 1-4") > of(law, "2-2 2-3")
        assert of(law, "1-4 3-3") == of(law, "2-3 3-3")


def test_a_wild_tile_counts_three_or_six_whichever_is_more() -> None:
    for law in RANKINGS:
        read = RANKINGS[law].read(wild_points=False)
        assert (of(law, "1-2 1-3").within, hand(read, "1-2", "1-3").within) == (7, 7)
        assert (of(law, "2-4 1-3").within, hand(read, "2-4", "1-3").within) == (7, 0)
        assert (of(law, "1-2 4-4").within, hand(read, "1-2", "4-4").within) == (4, 1)
        assert hand(read, "1-2", "2-4").klass == PAIR


def test_by_themselves_the_wild_tiles_are_the_lowest_and_in_britain_the_six_is_higher() -> None:
    """R 14.13 lists one below the other; sch 6 s 7(4) names both together."""
    for law in (BRITISH, QUEENSLAND):
        assert max(law.height("1-2"), law.height("2-4")) < law.height("1-4") == law.height("2-3")
    assert BRITISH.height("2-4") > BRITISH.height("1-2")
    assert QUEENSLAND.height("2-4") == QUEENSLAND.height("1-2")


@pytest.mark.parametrize("law", RANKINGS)
def test_all_hands_of_two_tiles(law: str) -> None:
    """496 ways to choose two of 32: sixteen pairs, and with four teens and days 8 wongs and 16 gongs."""
    tiles = pack()
    found = Counter(
        hand(RANKINGS[law], tiles[one], tiles[other]).klass for one, other in combinations(range(32), 2)
    )
    nines = {1: 16} if law == "tiles-high-nines" else {}
    assert found == {PAIR: 16, 3: 8, 2: 16, **nines, POINTS: 496 - 16 - 8 - 16 - sum(nines.values())}


def test_four_tiles_come_in_4285_kinds_and_a_fifth_of_them_hold_a_pair() -> None:
    """The tiles of one kind play alike but for the two wild ones. 35,960 hands; 6,840 hold a pair, 19 %."""
    tiles = pack()
    kinds, pairs = set(), 0
    for chosen in combinations(tiles, 4):
        kinds.add(tuple(sorted(face if KINDS[face] == "gee-jun" else KINDS[face] for face in chosen)))
        pairs += len({KINDS[face] for face in chosen}) < 4
    assert len(kinds) == 4285
    assert pairs == 35_960 - 1820 * 2**4 == 6840


def test_the_order_of_the_tiles_does_not_matter_and_an_unknown_ranking_is_named() -> None:
    tiles = sorted(set(pack()))
    for law in RANKINGS.values():
        assert all(hand(law, one, other) == hand(law, other, one) for one in tiles for other in tiles)
    with pytest.raises(BadInput, match="did you mean tiles"):
        ranking("tile")
