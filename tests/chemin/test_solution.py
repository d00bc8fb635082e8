"""Chemin de fer as a game of two: published solutions, the law's rules in both readings, coups dealt out."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.errors import BadInput
from croupier.families.chemin.duel import solve
from croupier.families.chemin.solution import (
    ENDLESS,
    Chances,
    Held,
    Model,
    Shoe,
    Spot,
    Third,
    played,
    solution,
)
from tests.chemin.written_out import answer_of_banker, answer_of_player, plays, shoe_of

FREE = ("OOOOOOOOOOO",) * 8
# The columns are the Player's third card 0 to 9, then none.
DRAWS, STAYS = "DDDDDDDDDDD", "SSSSSSSSSSS"
AS_PRINTED = (DRAWS, DRAWS, DRAWS, "DDDDDDDDDOD", "SSDDDDDDSSD", "SSSSODDDSSD", "SSSSSDDDSSS", STAYS)
TRADITIONAL = (DRAWS, DRAWS, DRAWS, "DDDDDDDDSOD", "SSDDDDDDSSD", "SSSSODDDSSD", "SSSSSSDDSSS", STAYS)
READINGS = {"as-printed": AS_PRINTED, "traditional": TRADITIONAL}
FEE = Fraction(1, 20)
ALWAYS, NEVER = Fraction(1), Fraction(0)
DRAW_BOTH: dict[Spot, Fraction] = {(3, 9): ALWAYS, (5, 4): ALWAYS}


def test_kemeny_and_snell() -> None:
    """Cards put back, both sides by totals, the Banker free everywhere: a 2 x 2^88 matrix.

    J. G. Kemeny and J. L. Snell, "Game-theoretic solution of baccarat", American Mathematical Monthly 64
    (1957) 465-469: the Player draws to 5 with chance 9/11, the Banker draws to 6 with chance 859/2288 when
    the Player stays, and the Player gains -679,568 / (11 * 13^6).
    """
    found = solution(ENDLESS, FREE)
    assert found.player == {5: Fraction(9, 11)}
    assert len(found.banker) == 88
    assert {spot: chance for spot, chance in found.banker.items() if 0 < chance < 1} == {
        (6, None): Fraction(859, 2288)
    }
    assert found.cover == -found.bank == Fraction(-679568, 11 * 13**6)
    assert found.cover == found.chances.cover == found.cover_floor and not found.only
    # All else is the tableau that the law prints, in the traditional reading: the Banker draws to 3 against 9
    # and to 5 against 4.
    for (total, third), chance in found.banker.items():
        cell = TRADITIONAL[int(str(total))][10 if third is None else third]
        assert (total, third) == (6, None) or chance == (cell in "DO"), (total, third)


@pytest.mark.deep
def test_the_players_forced_moves_cost_him_nothing() -> None:
    """Kemeny and Snell begin with a Player who may draw or stay on any total from 0 to 7."""
    found = solution(ENDLESS, FREE, rule="OOOOOOOO")
    assert found.cover == Fraction(-679568, 11 * 13**6)
    assert found.player == {total: ALWAYS for total in range(5)} | {5: Fraction(9, 11), 6: NEVER, 7: NEVER}


@pytest.mark.deep
@pytest.mark.parametrize(
    ("model", "of_player", "of_banker"), [("totals", 1, 88), ("banker-cards", 1, 484), ("cards", 5, 484)]
)
def test_the_size_of_the_free_game(model: Model, of_player: int, of_banker: int) -> None:
    """S. N. Ethier and C. Gámez, Games 4 (2013) 711, doi 10.3390/g4040711, abstract.

    2 x 2^88, 2 x 2^484 (Downton and Lockwood's) and 2^5 x 2^484 matrices.
    """
    found = solution(shoe_of(6), FREE, model)
    assert (len(found.player), len(found.banker)) == (of_player, of_banker)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        (4, 34_543_624_867_840, 33_608_344_225_792, None),
        (6, 403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
        (8, 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
    ],
)
def test_punto_banco_is_one_way_to_play(decks: int, banker: int, player: int, tie: int | None) -> None:
    """M. Shackleford, wizardofodds.com, Baccarat, appendix 1 (8 decks).

    The same tables for 4 and 6 decks are at casinoexploit.com/baccarat.html. Punto Banco is the traditional
    tableau with a Player who always draws to 5 and a Banker who draws in both optional cells.
    """
    found = played(shoe_of(decks), TRADITIONAL, {5: ALWAYS}, DRAW_BOTH)
    deals = 1
    for at in range(6):
        deals *= 52 * decks - at
    assert (found.banker * deals, found.player * deals) == (banker, player)
    assert found.tie * deals == deals - banker - player and tie in (None, found.tie * deals)


def test_punto_banco_at_five_per_cent() -> None:
    """multiplayerbaccarat.com/odds.html: 1.0558 % and 1.2374 % with 6 decks, 1.0579 % and 1.2351 % with 8."""
    for decks, bank, cover in ((6, "-1.0558", "-1.2374"), (8, "-1.0579", "-1.2351")):
        found = played(shoe_of(decks), TRADITIONAL, {5: ALWAYS}, DRAW_BOTH)
        assert (f"{float(100 * found.bank(FEE)):.4f}", f"{float(100 * found.cover):.4f}") == (bank, cover)


# Ours, for the record: the free game without replacement (the papers' models B1, B2 and B3).
@pytest.mark.deep
@pytest.mark.parametrize(
    ("decks", "model", "cover", "player", "mixed"),
    [
        (
            6,
            "totals",
            Fraction(-23174205422119131, 1794292354051081885),
            {5: Fraction(7631761, 9407656)},
            {(6, None): Fraction(546971813, 1444075196)},
        ),
        (
            8,
            "totals",
            Fraction(-64303047165877652, 4990061103379766505),
            {5: Fraction(1662203, 2044584)},
            {(6, None): Fraction(1746774929, 4621782132)},
        ),
        (
            6,
            "banker-cards",
            Fraction(-974653793197999, 75340147272374985),
            {5: Fraction(477191, 592524)},
            {((0, 6), None): Fraction(77143741, 121269912)},
        ),
        (
            8,
            "banker-cards",
            Fraction(-1059778909061461, 82154663322498585),
            {5: Fraction(163305, 201968)},
            {((0, 6), None): Fraction(490310615, 774749248)},
        ),
        (
            6,
            "cards",
            Fraction(-73356216203119, 5712649844821920),
            {(0, 5): ALWAYS, (1, 4): Fraction(35003, 74880), (2, 3): NEVER, (6, 9): ALWAYS, (7, 8): ALWAYS},
            {((0, 6), None): Fraction(18885571, 36781056)},
        ),
        (
            8,
            "cards",
            Fraction(-2789416947665657, 217430324984396160),
            {(0, 5): ALWAYS, (1, 4): Fraction(86735, 178176), (2, 3): NEVER, (6, 9): ALWAYS, (7, 8): ALWAYS},
            {((0, 6), None): Fraction(316815305, 585842688)},
        ),
    ],
)
def test_the_free_game(
    decks: int, model: Model, cover: Fraction, player: dict[Held, Fraction], mixed: dict[Spot, Fraction]
) -> None:
    found = solution(shoe_of(decks), FREE, model)
    assert (found.cover, found.player) == (cover, player)
    assert {spot: chance for spot, chance in found.banker.items() if 0 < chance < 1} == mixed


@pytest.mark.deep
def test_a_fee_moves_the_player_and_not_the_banker() -> None:
    """The Player mixes so that the Banker, who now wins less, does not mind.

    The Banker mixes as before, and so the Player gains as before.
    """
    without, with_fee = (solution(shoe_of(6), FREE, "banker-cards", fee) for fee in (NEVER, FEE))
    assert with_fee.player == {5: Fraction(2372272, 2881749)} and with_fee.player != without.player
    assert with_fee.banker == without.banker and with_fee.cover == without.cover == with_fee.cover_floor
    assert with_fee.bank == with_fee.bank_floor == Fraction(-211928003523064, 21038347771318605)
    assert with_fee.cover + with_fee.bank + with_fee.house == 0


@pytest.mark.deep
@pytest.mark.parametrize("fee", [Fraction(0), Fraction(1, 100), FEE, Fraction(1, 10)])
def test_the_endless_shoe_with_a_fee(fee: Fraction) -> None:
    """Kemeny and Snell's game with the fee: ours, but simple enough to be seen at once in exact numbers."""
    found = solution(ENDLESS, FREE, fee=fee)
    assert found.player == {5: (9 - fee) / (11 - 6 * fee)} and found.banker[6, None] == Fraction(859, 2288)
    assert found.cover == Fraction(-679568, 11 * 13**6)


# The text's own rules. The cover's gain does not depend on the fee; the bank's is after 5 %.
LAW = {
    ("as-printed", 6, "totals"): (
        Fraction(-17889704152, 1525814595305),
        Fraction(-85452272702, 7629072976525),
    ),
    ("as-printed", 6, "cards"): (Fraction(-1376307924, 117370353485), Fraction(-85432405952, 7629072976525)),
    ("as-printed", 8, "totals"): (
        Fraction(-228402604576, 19524993263685),
        Fraction(-121757210648, 10847218479825),
    ),
    ("as-printed", 8, "cards"): (
        Fraction(-228402604576, 19524993263685),
        Fraction(-121757210648, 10847218479825),
    ),
    ("traditional", 6, "totals"): (Fraction(-18880657128, 1525814595305), Fraction(-460294100, 43594702723)),
    ("traditional", 6, "cards"): (Fraction(-1452535076, 117370353485), Fraction(-3221264030, 305162919061)),
    ("traditional", 8, "totals"): (
        Fraction(-241149546272, 19524993263685),
        Fraction(-114753351728, 10847218479825),
    ),
    ("traditional", 8, "cards"): (
        Fraction(-241149546272, 19524993263685),
        Fraction(-114753351728, 10847218479825),
    ),
}


@pytest.mark.deep
@pytest.mark.parametrize(("reading", "decks", "model"), LAW)
def test_the_law(reading: str, decks: int, model: Model) -> None:
    cover, bank = LAW[reading, decks, model]
    without, with_fee = (solution(shoe_of(decks), READINGS[reading], model, fee) for fee in (NEVER, FEE))
    assert (without.cover, without.bank) == (cover, -cover)
    assert (with_fee.cover, with_fee.bank, with_fee.house) == (cover, bank, -cover - bank)
    for found in (without, with_fee):
        # Drawing to 5 is better whatever the Banker does, and then one answer is better than the other in
        # every cell: no other equilibrium is possible.
        assert found.only and (found.cover_floor, found.bank_floor) == (found.cover, found.bank)
        assert found.player == dict.fromkeys(
            [5] if model == "totals" else [(0, 5), (1, 4), (2, 3), (6, 9), (7, 8)], ALWAYS
        )
        # By cards, with six decks, the Banker stays on 1-4 and 2-3 against a 4: he holds two of the cards
        # that would help him.
        assert [spot for spot, chance in found.banker.items() if chance == 0] == (
            [((1, 4), 4), ((2, 3), 4)] if (decks, model) == (6, "cards") else []
        )
        assert len(found.banker) == (2 if model == "totals" else 10)


@pytest.mark.deep
def test_the_law_by_totals_is_a_matrix_of_two_by_four() -> None:
    for tableau in READINGS.values():
        written = plays(shoe_of(6), tableau)
        assert (
            written.player == ({5: NEVER}, {5: ALWAYS})
            and len(written.banker) == 4
            and written.banker[-1] == DRAW_BOTH
        )
        assert all(draw > stay for stay, draw in zip(*written.cover, strict=True))
        found = solve(written.cover)
        assert found.value == written.cover[1][3] == solution(shoe_of(6), tableau).cover
        for player, line in zip(written.player, written.cover, strict=True):
            assert line == tuple(
                played(shoe_of(6), tableau, player, banker).cover for banker in written.banker
            )


@pytest.mark.deep
def test_what_the_two_printed_cells_are_worth() -> None:
    def gain(reading: tuple[str, ...], decks: int) -> Fraction:
        return solution(shoe_of(decks), reading).cover

    both_cells, only_3_against_8, only_6_against_5 = (
        AS_PRINTED,
        (*TRADITIONAL[:3], AS_PRINTED[3], *TRADITIONAL[4:]),
        (*TRADITIONAL[:6], AS_PRINTED[6], STAYS),
    )
    worth = {
        decks: [
            gain(reading, decks) - gain(TRADITIONAL, decks)
            for reading in (only_3_against_8, only_6_against_5, both_cells)
        ]
        for decks in (6, 8)
    }
    assert [part * 1525814595305 for part in worth[6]] == [12079260, 978873716, 990952976]
    assert [part * 19524993263685 for part in worth[8]] == [197188400, 12549753296, 12746941696]
    # No coup meets both cells and all else is played as before, so their worths add up. Both cells cost the
    # Banker: free, he would stay in either.
    assert all(third == first + second and min(first, second) > 0 for first, second, third in worth.values())
    free = answer_of_banker(shoe_of(6), FREE, {5: ALWAYS})
    assert free[3, 8] == free[6, 5] == 0


def test_fixed_play_against_a_best_answer() -> None:
    shoe = shoe_of(6)
    stays = answer_of_banker(shoe, AS_PRINTED, {5: NEVER})
    assert stays == {(3, 9): NEVER, (5, 4): NEVER}
    assert played(shoe, AS_PRINTED, {5: NEVER}, stays).cover < solution(shoe, AS_PRINTED).cover
    assert answer_of_banker(shoe, AS_PRINTED, {5: ALWAYS}, fee=FEE) == DRAW_BOTH
    assert answer_of_player(shoe, AS_PRINTED, DRAW_BOTH) == {5: ALWAYS}
    # A way by totals answers for cards, and a way by cards comes before it.
    by_cards = answer_of_banker(shoe, AS_PRINTED, {5: ALWAYS}, "cards")
    assert by_cards[(1, 4), 4] == 0 and by_cards[(0, 5), 4] == 1
    assert played(
        shoe, AS_PRINTED, {5: ALWAYS}, DRAW_BOTH | {((1, 4), 4): NEVER, ((2, 3), 4): NEVER}
    ) == played(shoe, AS_PRINTED, {5: ALWAYS}, by_cards)


def dealt(
    cards: tuple[int, ...],
    tableau: tuple[str, ...],
    player: dict[Held, Fraction],
    banker: dict[Spot, Fraction],
) -> list[Fraction]:
    """Deal a coup by the rules. Return the chances that the Player wins, the Banker wins, or neither."""
    found = [NEVER, NEVER, NEVER]
    ours, theirs = [cards[0], cards[2]], [cards[1], cards[3]]

    def total(hand: list[int]) -> int:
        return sum(hand) % 10

    def end(ours: list[int], theirs: list[int], chance: Fraction) -> None:
        found[0 if total(ours) > total(theirs) else 1 if total(ours) < total(theirs) else 2] += chance

    if total(ours) > 7 or total(theirs) > 7:
        end(ours, theirs, ALWAYS)
        return found
    drawing = ALWAYS if total(ours) < 5 else player[5] if total(ours) == 5 else NEVER
    for chance, third in ((drawing, [cards[4]]), (1 - drawing, [])):
        seen: Third = third[0] if third else None
        cell = tableau[total(theirs)][10 if seen is None else seen]
        banks = ALWAYS if cell == "D" else NEVER if cell == "S" else banker[total(theirs), seen]
        end(ours + third, [*theirs, cards[4 + len(third)]], chance * banks)
        end(ours + third, theirs, chance * (1 - banks))
    return found


@settings(max_examples=12)
@given(
    st.lists(st.integers(0, 9), min_size=6, max_size=7),
    st.sampled_from((AS_PRINTED, TRADITIONAL, FREE)),
    st.data(),
)
def test_small_shoes_dealt_out_one_by_one(
    cards: list[int], tableau: tuple[str, ...], data: st.DataObject
) -> None:
    parts = st.sampled_from((NEVER, Fraction(1, 3), ALWAYS))
    player: dict[Held, Fraction] = {5: data.draw(parts)}
    seen: list[Third] = [*range(10), None]
    banker: dict[Spot, Fraction] = {(total, third): data.draw(parts) for total in range(8) for third in seen}
    coups = [dealt(order, tableau, player, banker) for order in permutations(cards, 6)]
    shoe = Shoe(tuple(cards.count(value) for value in range(10)))
    assert played(shoe, tableau, player, banker) == Chances(
        *(sum(chances, NEVER) / len(coups) for chances in zip(*coups, strict=True))
    )


@pytest.mark.deep
@settings(max_examples=8)
@given(
    st.lists(st.integers(0, 6), min_size=10, max_size=10).filter(lambda counts: sum(counts) >= 6),
    st.sampled_from((AS_PRINTED, TRADITIONAL, FREE)),
    st.sampled_from((NEVER, FEE)),
)
def test_any_shoe_has_a_solution(counts: list[int], tableau: tuple[str, ...], fee: Fraction) -> None:
    """Solve any shoe that may be left.

    Knowing his cards never makes the Banker worse off against a Player who knows only his total.
    """
    shoe = Shoe(tuple(counts))
    for model in ("totals", "banker-cards", "cards"):
        found = solution(shoe, tableau, model, fee)
        assert (found.chances.cover, found.chances.bank(fee)) == (found.cover, found.bank)
        assert found.cover >= found.cover_floor and found.bank >= found.bank_floor
    assert (
        solution(shoe, tableau, "banker-cards", fee).bank_floor
        >= solution(shoe, tableau, "totals", fee).bank_floor
    )


def test_what_is_no_chemin_de_fer() -> None:
    shoe = shoe_of(6)
    for counts in ((1,) * 9, (-1,) * 10, (0,) * 9 + (5,)):
        with pytest.raises(BadInput):
            Shoe(counts)
    for tableau in (AS_PRINTED[:7], (*AS_PRINTED[:7], "S" * 10), (*AS_PRINTED[:7], "S" * 10 + "X")):
        with pytest.raises(BadInput, match="a tableau is 8 lines"):
            solution(shoe, tableau)
    with pytest.raises(BadInput, match="rule is 8 letters"):
        solution(shoe, AS_PRINTED, rule="DDDDDO")
    with pytest.raises(BadInput, match="the fee is a part"):
        solution(shoe, AS_PRINTED, fee=Fraction(1))
    with pytest.raises(BadInput, match="no model 'card'"):
        solution(shoe, AS_PRINTED, "card")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="what the Player does with 0-5"):
        played(shoe, AS_PRINTED, {}, DRAW_BOTH)
    with pytest.raises(BadInput, match="what the Banker does with 0-5 against 4"):
        played(shoe, AS_PRINTED, {5: ALWAYS}, {(3, 9): ALWAYS})
    with pytest.raises(BadInput, match="from 0 to 1"):
        played(shoe, AS_PRINTED, {5: Fraction(2)}, DRAW_BOTH)
    with pytest.raises(BadInput, match="too many to write out"):
        plays(shoe, FREE)
