"""The proof: the published orders of eight decks, every order of a small shoe gone through one by one,
the best choices, money, and what `before` says of the shoe.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import perm
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.families.baccarat.bank import bank_values
from croupier.families.baccarat.cells import MOST_CARDS, Stock, parts_of, reached
from croupier.families.baccarat.choices import open_cards
from croupier.families.baccarat.nets import RowNets
from croupier.families.baccarat.odds import BaccaratOdds, offered, prove_all
from croupier.families.baccarat.round import Baccarat
from croupier.families.baccarat.tableau import Coup
from croupier.prove.covers import BankValue
from croupier.prove.proof import WagerProof
from croupier.table.table import Table
from tests.baccarat.helpers import (
    BANKER_HITS,
    EVERY,
    GOLD,
    GOLD_HITS,
    ROYAL,
    SMALL,
    coup,
    deal,
    game,
    left_with,
    orders,
    plain,
    points,
    shares,
)


def proof(of: Baccarat, wager: str, **given: Any) -> WagerProof:
    return prove_all(of, [wager], **given)[0]


def ways(found: WagerProof) -> dict[str, int]:
    return {row.row: row.ways for row in found.rows}


def chances(found: WagerProof) -> dict[str, Fraction]:
    return {row.row: row.probability for row in found.rows}


# Eight decks.


def bank_value(of: Any, cover: int, stakes: Any) -> BankValue:
    (found,) = bank_values(of, [cover], stakes)
    return found


def test_the_orders_of_eight_decks() -> None:
    """The counts that every book on baccarat prints."""
    found = proof(game(), "player")
    assert ways(found) == {
        "win": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
        "lose": 2_292_252_566_437_888,
    }
    assert {row.total for row in found.rows} == {4_998_398_275_503_360}
    assert ways(proof(game(), "banker")) == {
        "win": 2_292_252_566_437_888,
        "tie": 475_627_426_473_216,
        "lose": 2_230_518_282_592_256,
    }
    assert ways(proof(game("bahamas/punto-banco"), "tie"))["win"] == 475_627_426_473_216


def test_every_total_fits_in_63_bits() -> None:
    for decks in (1, 6, 16):
        for found in prove_all(game(options={"decks": str(decks)})):
            totals = {row.total for row in found.rows}
            assert totals in ({perm(52 * decks, 6)}, {perm(52 * decks, 4)}) and sum(
                row.ways for row in found.rows
            ) == max(totals)
    assert perm(MOST_CARDS, 6) < 2**63 < perm(MOST_CARDS + 4, 6)
    with pytest.raises(BadInput, match="up to 1448"):
        Stock.of({"As": MOST_CARDS + 1})
    with pytest.raises(BadInput, match="up to 6 cards"):
        Stock.of({"As": 5})


def test_pairs_of_eight_decks() -> None:
    assert (
        chances(proof(game(), "player-pair"))["win"]
        == chances(proof(game(), "banker-pair"))["win"]
        == Fraction(31, 415)
    )
    found = chances(proof(game(), "perfect-player"))
    assert (found["perfect"], found["coloured"], found["mixed"]) == (
        Fraction(7, 415),
        Fraction(8, 415),
        Fraction(16, 415),
    )


# A small shoe, order by order.


@pytest.mark.deep
@pytest.mark.parametrize("any_two", ["no", "yes"])
@pytest.mark.parametrize("by_margin", ["no", "yes"])
def test_every_order_of_a_small_shoe(any_two: str, by_margin: str) -> None:
    """Every wager, by rules written a second time.

    Two of the cards are equal and two pairs are mixed, so that weights and suits matter.
    """
    of = game(
        options={
            "decks": "2",
            "any-two": any_two,
            "natural-by-margin": by_margin,
            "third-card-only": by_margin,
        }
    )
    counts: dict[str, Counter[str]] = {wager: Counter() for wager in offered(of)}
    seen: Counter[tuple[Coup, Coup]] = Counter()
    for order in orders(SMALL):
        hands = plain(order)
        seen[coup(*hands), coup(*hands, any_two=True)] += 1
    for (usual, wide), number in seen.items():
        for wager, count in counts.items():
            count[of.prices.row_of(wager, wide if "any-two" in of.prices.flags(wager) else usual)] += number
    for found in prove_all(of, before=left_with(SMALL, 2)):
        assert chances(found) == shares(counts[found.wager]), found.wager
    assert sum(len(count) for count in counts.values()) > 55


@pytest.mark.deep
def test_a_wrong_tableau_is_noticed() -> None:
    """The comparison has teeth:
    with one letter of the tableau changed, the small shoe comes out otherwise.
    """
    counts = Counter(
        (points(*mine) > points(*bank)) - (points(*mine) < points(*bank))
        for mine, bank in (plain(order) for order in orders(SMALL))
    )
    wrong = Counter(
        (points(*mine) > points(*bank)) - (points(*mine) < points(*bank))
        for mine, bank in (plain(order, stood_below=7) for order in orders(SMALL))
    )
    found = ways(proof(game(options={"decks": "2"}), "player", before=left_with(SMALL, 2)))
    assert found == {"win": counts[1], "tie": counts[0], "lose": counts[-1]} and counts != wrong


@pytest.mark.deep
def test_cards_that_left_unseen_are_averaged() -> None:
    of = game(options={"decks": "2"})
    wagers = ["player", "tie", "perfect-banker", "either-pair"]
    counts: dict[str, Counter[str]] = {wager: Counter() for wager in wagers}
    cards = SMALL[1:]
    for order in permutations(cards, 8):
        met = coup(*plain(order[2:]))
        for wager in wagers:
            counts[wager][of.prices.row_of(wager, met)] += 1
    before = left_with(cards, 2, unseen=2)
    for found in prove_all(of, wagers, before=before):
        assert chances(found) == shares(counts[found.wager])
        assert (
            found.start["shoe"] == before["shoe"]
            and found.notes[-1] == "for the shoe as it stands, with 6 cards; 8 have not been seen to leave it"
        )


@pytest.mark.deep
@pytest.mark.parametrize("first", [["Kc"], ["6s", "Ah"], ["??", "Kc"], ["As", "9d", "6s", "Kc", "??", "3d"]])
def test_cards_that_come_first_are_known(first: list[str]) -> None:
    of = game(options={"decks": "2", "any-two": "yes"})
    wagers = ["player", "dragon-banker", "perfect-player", "player-pair", "either-pair"]
    counts: dict[str, Counter[str]] = {wager: Counter() for wager in wagers}
    for order in orders(SMALL):
        if all(card in ("??", order[at]) for at, card in enumerate(first)):
            hands = plain(order)
            for wager in wagers:
                counts[wager][
                    of.prices.row_of(wager, coup(*hands, any_two="any-two" in of.prices.flags(wager)))
                ] += 1
    for found in prove_all(of, wagers, before=left_with(SMALL, 2, first=first)):
        assert chances(found) == shares(counts[found.wager]), found.wager


def test_what_cannot_be_proved_says_why() -> None:
    of = game(options={"decks": "2"})
    with pytest.raises(BadInput, match="a round takes up to 6 cards, and 5 are left"):
        prove_all(of, before=left_with(SMALL[:5], 2))
    with pytest.raises(BadInput, match="dummy round"):
        prove_all(of, before={"dummy": True})
    with pytest.raises(BadInput, match="more than nothing"):
        prove_all(of, stake=0)
    with pytest.raises(BadInput, match="no wager"):
        prove_all(of, ["nothing"])


def test_only_what_is_offered_is_proved() -> None:
    names = [found.wager for found in prove_all(game(options={"offer-tie-9": "no"}))]
    assert "tie-nine" not in names and len(names) == len(prove_all(game())) - 1
    assert proof(game(options={"offer-tie-9": "no"}), "tie-nine").edge == proof(game(), "tie-on-9").edge


def test_a_machine_deals_from_all_cards() -> None:
    of = game(options={"machine": "yes"})
    assert ways(proof(of, "player", before=left_with(SMALL, 8))) == ways(proof(game(), "player"))
    assert ways(proof(game(), "player", before={"shoe": {"new": True}})) == ways(proof(game(), "player"))


# Money.


def test_the_least_stake_that_is_paid_exactly() -> None:
    """Five per cent in quarters come out even on five; a half of one is a whole number of cents."""
    found = proof(game(), "banker")
    assert found.stake == 500 and {row.row: row.net for row in found.rows} == {
        "win": 475,
        "tie": 0,
        "lose": -500,
    }
    assert "a commission of 5 % of what it wins is taken off" in found.notes
    assert proof(game(), "banker-6").stake == 100
    seven = proof(game(options={"commission": "7"}), "banker")
    assert seven.stake == 2500 and seven.rows[0].net == 2325


def test_commission_is_rounded_as_the_rulebook_says() -> None:
    found = proof(game(), "banker", stake=300)
    assert found.rows[0].net == 275 and found.edge > proof(game(), "banker").edge
    assert any(
        "do not come out even: with 5, which is paid exactly, the edge is 1.058 %" in note
        for note in found.notes
    )
    marked = proof(game(options={"marked": "yes"}), "banker", stake=300)
    assert marked.rows == found.rows
    free = proof(game(options={"commission": "0"}), "banker")
    assert free.stake == 100 and not free.notes


def test_a_net_is_what_the_table_pays() -> None:
    of = game()
    for row, cards in {
        "win": ["2c", "9d", "2d", "Kc"],
        "tie": ["9c", "9d", "Kh", "Kc"],
        "lose": ["9c", "8d", "Kh", "Kc"],
    }.items():
        table = Table(of, {})
        table.apply("1 bet banker 3")
        deal(table, cards)
        assert table.lines[0].net - table.lines[0].charge == RowNets(of, "banker").net(row, 300)


# Choices.


def best_by_hand(
    of: Baccarat,
    line: str,
    cards: list[str],
    on: tuple[int, ...],
    hits: dict[int, str],
    stood_below: int,
    despite_natural: bool,
) -> tuple[Fraction, dict[Any, bool]]:
    """The best gain on the line with one unit staked, and the choices, found order by order.

    Whoever chooses knows his two cards and the bank's that lie open.
    """
    prices = RowNets(of, line)
    nets: dict[Coup, int] = {}

    def net(found: Coup) -> int:
        if found not in nets:
            nets[found] = prices.net(of.prices.row_of(line, found), 100)
        return nets[found]

    gains: dict[Any, list[int]] = {}
    sure, total = 0, 0
    for order in orders(cards):
        total += 1
        mine, theirs = points(order[0], order[2]), points(order[1], order[3])
        if mine not in on or not (despite_natural or theirs < 8):
            sure += net(coup(*plain(order, None, hits, stood_below)))
            continue
        seen = (
            tuple(sorted((points(order[0]), points(order[2])))),
            tuple(points(order[place]) for place in open_cards(of)),
        )
        gain = gains.setdefault(seen, [0, 0])
        for choice in (False, True):
            gain[choice] += net(coup(*plain(order, choice, hits, stood_below), drew=choice))
    return Fraction(sure + sum(map(max, gains.values())), 100 * total), {
        seen: draws > stands for seen, (stands, draws) in gains.items()
    }


@pytest.mark.deep
@pytest.mark.parametrize(("reading", "stood_below"), [("stand", 4), ("hit", 6)])
def test_choices_on_nought_and_five(reading: str, stood_below: int) -> None:
    of = game(GOLD, {"decks": "4"}, {"four-five": reading})
    assert open_cards(of) == [1]
    cards = ["As", "2h", "4d", "5c", "5d", "6s", "7s", "Td", "Kc"]
    gain, choices = best_by_hand(of, "base", cards, (0, 5), GOLD_HITS, stood_below, False)
    before = left_with(cards, 4)
    found = proof(of, "base", before=before)
    assert found.edge == -gain and len(set(choices.values())) == 2
    takes = BaccaratOdds(of, before).choice("base")[1].takes
    for (mine, bank), draws in choices.items():
        hidden = next(card for card in range(10) if (bank[0] + card) % 10 < 8)
        assert bool(takes[mine[0], bank[0], mine[1], hidden]) == draws
    assert all(edge > found.edge for _, edge in found.others) and len(found.others) >= 3


@pytest.mark.deep
@pytest.mark.parametrize("pays", ["1:1", "1.5:1", "3:1"])
def test_choices_on_six(pays: str) -> None:
    of = game(ROYAL, {"decks": "4", "drawn-pays": pays})
    assert open_cards(of) == []
    cards = ["As", "2h", "3d", "4d", "5c", "6s", "8s", "9d", "Kc"]
    gain, choices = best_by_hand(of, "player", cards, (6,), BANKER_HITS, 6, True)
    found = proof(of, "player", before=left_with(cards, 4))
    assert found.edge == -gain
    assert {seen[0] for seen in choices} == {(1, 5), (2, 4), (0, 6), (8, 8)} & {
        tuple(sorted((points(a), points(b)))) for a, b in product(cards, cards) if a != b
    }


def test_the_best_choices_with_eight_decks() -> None:
    """In words, with the edge."""
    found = proof(game(GOLD), "base")
    assert (
        found.strategy
        == "on 0 draws; on 5 draws against 6 or 7 and stands against the rest; where both are worth the "
        "same, stands"
    )
    assert float(found.edge) == pytest.approx(-0.0094825, abs=1e-7)
    hits = proof(game(GOLD, readings={"four-five": "hit"}), "base")
    assert hits.strategy.startswith(
        "on 0 draws; on 5 stands against 1 or 2 or 3 or 5 and draws against the rest; on 5 with 6-9 "
        "or 7-8 stands against 1 or 2 or 3 and draws"
    )
    assert float(hits.edge) == pytest.approx(0.0111600, abs=1e-7)
    royal = proof(game(ROYAL), "player")
    assert royal.strategy == "on 6 draws; where both are worth the same, stands" and float(
        royal.edge
    ) == pytest.approx(0.000262434, abs=1e-9)
    assert dict(royal.others)["by the house way"] == proof(game(), "player").edge
    even = proof(game(ROYAL, {"drawn-pays": "1:1"}), "player")
    assert even.strategy.startswith("on 6 stands") and even.edge == proof(game(), "player").edge


def test_what_others_meet_is_a_reading() -> None:
    """A bettor on the bank's hand, while another draws on six:
    he meets the six that stood, or the count that was drawn.
    """
    six, drawn = (
        proof(game(ROYAL, readings={"opponent": reading}), "banker")
        for reading in ("house-way", "drawn-total")
    )
    assert six.edge != drawn.edge and six.others == drawn.others == (
        (
            "with nobody on the line, by the house way",
            proof(game(ROYAL, {"drawn-pays": "1:1"}), "banker").edge,
        ),
    )
    assert six.strategy.startswith("another bettor, on player: on 6 draws")
    assert proof(game(ROYAL), "player-pair").strategy == ""
    wide = proof(game(ROYAL, readings={"pair-cards": "any-two"}), "player-pair")
    assert (
        wide.strategy.startswith("the bettor, who has a wager on player")
        and wide.hit > proof(game(ROYAL), "player-pair").hit
    )


def test_cells_are_those_of_the_tableau() -> None:
    for of in (game(), game(GOLD), game(ROYAL)):
        for player, banker, third, last in map(parts_of, reached(of)):
            natural = max(player, banker) >= 8
            assert not natural or (
                last == 10 and (third == 10 or (of.thirds.choice is not None and player == 6))
            )


# A bank that covers only part.


def settled(
    of: Baccarat, cards: tuple[str, ...], cover: str, bets: dict[str, dict[str, int]], draws: str
) -> Table:
    table = Table(of, {"bank": {"seat": "1", "cover": cover}})
    for seat, wagers in bets.items():
        for wager, stake in wagers.items():
            table.apply(f"{seat} bet {wager} {stake / 100:g}")
    at = 0
    while not table.over:
        deal(table, [cards[at]], dict.fromkeys(bets, draws))
        at += 1
    return table


@pytest.mark.deep
@pytest.mark.parametrize("name", [GOLD, ROYAL])
@pytest.mark.parametrize("model", ["consume", "net"])
def test_the_value_of_a_bank_is_what_the_table_settles(name: str, model: str) -> None:
    """Order by order of a small shoe, through the table itself."""
    of = game(name, {"decks": "4", "seats": "8"}, {"cover-model": model})
    line, other = ("base", "spread") if name == GOLD else ("player", "banker-pair")
    bets = {"2": {line: 1000, "tie": 300}, "5": {line: 500, other: 700}, "8": {line: 200}}
    cards = ["As", "As", "4d", "5c", "6s", "Kc"]
    before = left_with(cards, 4)
    takes = BaccaratOdds(of, before).choice(line)[1].takes
    found = bank_values(of, [1200, 2500], bets, before=before)
    for value, cover in zip(found, ("12", "25"), strict=True):
        known: dict[Any, tuple[int, dict[str, Fraction], dict[str, int]]] = {}
        gained, total = 0, 0
        decided = Counter[str]()
        exact: dict[str, Fraction] = {}
        for order in orders(cards):
            total += 1
            if order not in known:
                draws = "draw" if takes[tuple(points(card) for card in order[:4])] else "stand"
                table = settled(of, order, cover, bets, draws)
                part: dict[str, Fraction] = {}
                whole: dict[str, int] = {}
                for row in table.lines:
                    if due := abs(row.net) + row.uncovered:
                        part[row.seat] = part.get(row.seat, Fraction(0)) + Fraction(
                            row.stake * abs(row.net), due
                        )
                        whole[row.seat] = whole.get(row.seat, 0) + row.stake
                known[order] = table.net.get("seat 1", 0), part, whole
            result, part, whole = known[order]
            gained += result
            for seat in whole:
                exact[seat] = exact.get(seat, Fraction(0)) + part[seat]
                decided[seat] += whole[seat]
        assert value.expected == Fraction(gained, total)
        assert value.shares == {seat: exact[seat] / decided[seat] for seat in bets}
        assert value.share == sum(exact.values()) / sum(decided.values())


@pytest.mark.deep
def test_full_cover_is_the_proof() -> None:
    of = game(ROYAL)
    bets = {"3": {"player": 1000, "tie": 400, "player-pair": 600, "either-pair": 200}}
    edges = {found.wager: found.edge for found in prove_all(of)}
    value = bank_value(of, 10**8, bets)
    assert (
        value.expected == sum(edges[wager] * stake for wager, stake in bets["3"].items())
        and value.share == 1
        and value.fee == 0
    )
    assert value.ratio == value.expected / value.action
    short = [bank_value(of, cover, bets) for cover in (500, 1000, 2000)]
    assert [one.share for one in short] == sorted(one.share for one in short) and short[-1].share < 1


def test_who_sits_left_of_the_button_is_covered_first() -> None:
    """Seven places are counted by thirteen ranks: six of them come twice, the seventh once."""
    value = bank_value(game(GOLD), 1000, {str(seat): {"base": 1000} for seat in range(2, 9)})
    assert all(value.shares[str(seat)] > Fraction(1, 7) for seat in range(2, 8)) and value.shares[
        "8"
    ] < Fraction(1, 12)
    assert value.share == sum(value.shares.values()) / 7 == Fraction(1, 7)


def test_what_a_bank_cannot_be_worth() -> None:
    with pytest.raises(BadInput, match="the house banks"):
        bank_value(game(EVERY), 100, {"2": {"player": 100}})
    of = game(GOLD)
    for bets, message in (
        ({}, "nothing is staked"),
        ({"1": {"base": 100}}, "against himself"),
        ({"9": {"base": 100}}, "8 places"),
        ({"2": {"base": 0}}, "more than nothing"),
    ):
        with pytest.raises(BadInput, match=message):
            bank_value(of, 100, bets)
    with pytest.raises(BadInput, match="covers nothing"):
        bank_value(of, 0, {"2": {"base": 100}})
    with pytest.raises(BadInput, match="any two cards"):
        bank_value(
            game(ROYAL, readings={"pair-cards": "any-two"}), 100, {"2": {"player": 100, "player-pair": 100}}
        )
