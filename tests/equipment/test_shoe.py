"""The shoe: what has left it, what is left, and what no shoe can hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.equipment.card import pack
from croupier.equipment.shoe import PACK, Shoe, check, left, packs, stock
from croupier.errors import BadInput


@given(
    st.integers(1, 16),
    st.dictionaries(st.sampled_from([str(card) for card in pack()]), st.integers(0, 16)),
    st.integers(0, 60),
)
def test_what_is_left_is_what_the_packs_hold_less_what_has_left(
    decks: int, out: dict[str, int], unseen: int
) -> None:
    shoe = Shoe(out=out, unseen=unseen)
    possible = all(count <= decks for count in out.values()) and sum(out.values()) + unseen <= decks * PACK
    if not possible:
        with pytest.raises(BadInput):
            check(shoe, decks)
        return
    check(shoe, decks)
    assert left(shoe, decks) == decks * PACK - sum(out.values()) - unseen
    assert stock(shoe, decks).total() == left(shoe, decks) + unseen
    assert all(stock(shoe, decks)[card] == decks - out.get(card, 0) for card in packs(decks))


def test_a_fifth_ace_of_spades_cannot_have_left_four_decks() -> None:
    with pytest.raises(BadInput, match="4 decks hold 4 As, and 5 cannot have left the shoe"):
        check(Shoe(out={"As": 5}), 4)


def test_a_joker_is_no_card_of_a_shoe() -> None:
    with pytest.raises(BadInput, match="is not a card"):
        check(Shoe(out={"Xx": 1}), 4)
