"""More rows of the standards for electronic tables, each named after its row:
chance as the games use it, the rules, interruption, history, jackpots.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise, product

import msgspec
import pytest

from croupier.api import game
from croupier.equipment.money import parse_amount
from croupier.floor import commands as ask
from croupier.floor.commands import Asked
from croupier.floor.events import Happened, Posted, ShoeSealed, TableChanged, TerminalChanged
from croupier.floor.ledger import Kind, Ledger, layout, meter, stakes
from croupier.floor.rooms import COMMON, ONE
from croupier.floor.views import table_view
from croupier.randomness.source import chosen
from tests.floor.house import BETTING, House, Players, recall
from tests.tiers import chosen_games

WHEEL = "queensland/roulette"
MANY = [
    WHEEL,
    "house/craps",
    "queensland/sic-bo",
    "queensland/baccarat",
    "house/blackjack",
    "queensland/three-card-poker",
    "bahamas/caribbean-stud",
    "house/big-six",
]
STUD = {"seed": "1000", "contribution": "50"}


class Given:
    """A source that gives what it was given."""

    def __init__(self, *data: int) -> None:
        self.data = list(data)

    def bytes(self, n: int) -> bytes:
        found, self.data = bytes(self.data[:n]), self.data[n:]
        if len(found) != n:
            raise EOFError
        return found


def draws(made: House) -> list[str]:
    return [
        event.text
        for event in made.journal
        if isinstance(event, Happened) and event.text.split()[0] in ("spin", "deal", "roll")
    ]


# Randomness.


def test_rng_8_a_byte_outside_the_even_range_is_discarded_and_every_pocket_has_as_many_bytes() -> None:
    stops = list(game(WHEEL).draws())
    counts: Counter[str] = Counter()
    for byte in range(256):
        try:
            counts[chosen(Given(byte), stops)] += 1
        except EOFError:
            counts["discarded"] += 1
    assert counts.pop("discarded") == 256 - 6 * 37 and set(counts.values()) == {6} and len(counts) == 37
    made = House()
    made.open(WHEEL)
    made.seat("a")
    one = made.round()
    made.play("a", "bet red 10")
    made.now = one.deadline
    made.tick()
    # Three of them are thrown away, and the fourth is drawn.
    made.entropy = Given(255, 222, 240, 13)  # type: ignore[assignment]
    made.tick()
    assert draws(made) == [f"spin {chosen(Given(13), stops)}"]


@pytest.mark.parametrize("name", [name for name in chosen_games() if game(name).draws()])
def test_rng_13_every_face_and_stop_is_as_likely_as_on_the_real_device(name: str) -> None:
    weights = dict(game(name).draws())
    faces = next(iter(weights))
    if all(set(text) <= set("123456-") and "-" in text for text in weights):
        dice = faces.count("-") + 1
        assert weights == Counter(
            "-".join(map(str, sorted(throw))) for throw in product(range(1, 7), repeat=dice)
        )
    elif game(name).rules.head.game == "roulette":
        assert set(weights.values()) == {1} and len(weights) in (37, 38, 37**2)
    else:
        # A wheel of stops: as many of each symbol as the rulebook counts, and nothing else.
        assert sum(weights.values()) in (50, 52, 54) and all(weight > 0 for weight in weights.values())


def test_rng_13_the_same_bytes_give_the_same_throw_whatever_came_before() -> None:
    thrown = []
    for rounds in (0, 25):
        made = House(13)
        made.open("queensland/sic-bo")
        players = Players(made, [made.seat("a", amount=100_000_000)], 13)
        players.rounds(rounds)
        assert len(draws(made)) == rounds
        found = []
        for byte in (0, 1, 77, 140, 215):
            one = made.round()
            made.now = one.deadline
            made.tick()
            made.entropy = Given(byte)  # type: ignore[assignment]  # bytes that are known
            made.tick()
            found.append(draws(made)[-1])
        thrown.append(found)
    assert thrown[0] == thrown[1] and len(set(thrown[0])) > 3


@pytest.mark.parametrize("name", [WHEEL, "house/craps", "queensland/sic-bo", "house/big-six"])
def test_rng_14_what_comes_depends_on_no_stake_and_no_style_of_play(name: str) -> None:
    few, many = House(14), House(14)
    for made, seats in ((few, "a"), (many, "abc")):
        made.open(name)
        for who in seats:
            made.seat(who, amount=100_000_000)
    players = Players(many, list("abc"), 14)
    for _ in range(8):
        few.round()
        few.finish()
        many.round()
        players.bet()
        many.finish()
    assert draws(few)[:8] == draws(many)[:8] and len(draws(few)) >= 8


def test_rng_14_the_order_of_a_shoe_is_fixed_before_anybody_bets_on_it() -> None:
    orders = []
    for stake in (5, 500):
        made = House(14)
        made.open("queensland/baccarat")
        made.seat("a")
        made.round()
        made.play("a", f"bet player {stake}")
        made.finish()
        orders.append(next(event.order for event in made.journal if isinstance(event, ShoeSealed)))
    assert orders[0] == orders[1]


# The game.


@pytest.mark.parametrize("name", MANY)
def test_gam_1_a_round_on_the_floor_is_settled_as_the_published_rules_settle_it(name: str) -> None:
    made = House(1)
    table = made.open(name)
    Players(made, [made.seat("a"), made.seat("b")], 1).rounds(5)
    plain, compared = game(name, options=dict(table.setup.options)), 0
    for one in table.past.values():
        for group, lines in one.lines.items():
            again = plain.table(one.before.get(group, one.before.get(COMMON, {})))
            for event in one.events:
                if event.group in (group, "*", ONE):
                    again.apply(event.text)
            assert [line.value() for line in again.lines] == lines
            compared += len(lines)
    assert compared


@pytest.mark.parametrize("name", MANY)
def test_gam_2_a_table_plays_the_approved_rules_and_says_which(name: str) -> None:
    made = House(2)
    table = made.open(name)
    assert (
        table.ruleset
        == game(name, options=dict(table.setup.options)).rules.digest()
        == table_view(made.core, "t")["ruleset"]
    )


def test_gam_8_advice_is_the_best_act_by_its_exact_value_and_may_be_refused() -> None:
    three = game("queensland/three-card-poker")
    dealt = random.Random(8).sample([rank + suit for rank in "23456789TJQKA" for suit in "cdhs"], 30)
    advised = set()
    for cards in zip(*[iter(dealt)] * 3, strict=True):
        found = three.advise(list(cards))
        assert found.best.value == max(choice.value for choice in found.choices) and {
            choice.act for choice in found.choices
        } == {"bet", "fold"}
        advised.add(found.best.act)
    assert advised == {"bet", "fold"}
    (ante,) = [proof for proof in three.odds() if proof.wager == "ante"]
    assert 0 < ante.edge < 1 and ante.strategy
    assert three.advise(["Qh", "Qd", "4c"]).best.act == "bet"
    made = House(8)
    made.open("queensland/three-card-poker", mode="live")
    made.seat("a")
    made.round()
    made.play("a", "bet ante 10")
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    cards = iter(("Qh", "2s", "Qd", "3s", "4c", "5d"))
    while made.floor.tables["t"].round is not None and made.floor.tables["t"].round.phase != "waits":
        made.must(ask.Deal, "dealer", table="t", act=f"deal {next(cards)}")
    made.play("a", "fold")  # a pair of queens, against all advice
    assert made.floor.ledger.balance(stakes("t", "a")) == 0


def test_gam_10_a_dealers_error_is_put_right_and_a_complaint_can_be_looked_into() -> None:
    made = House()
    made.open(WHEEL, mode="live")
    made.seat("a")
    made.round()
    made.play("a", "bet straight:17 10")
    for act in ("no-more-bets", "spin 18"):
        made.must(ask.Deal, "dealer", table="t", act=act)
    (told,) = recall(made.core, "a")
    assert (told["bet"], told["won"], told["draws"]) == ("10", "0", ["spin 18"]) and told["lines"][0][
        "clauses"
    ]
    number = made.must(
        ask.ProposeCorrection,
        "super",
        table="t",
        round=1,
        draws=("spin 17",),
        reason="the player complained, and the ball lay in 17",
    ).given["correction"]
    made.must(ask.ApproveCorrection, "boss", correction=number)
    (told,) = recall(made.core, "a")
    assert told["draws"] == ["spin 17"] and told["corrected"] == 1 and made.credits("a") == 100_000 + 35_000


# Money and vouchers.


def test_mon_7_no_tip_is_offered_so_that_none_is_metered() -> None:
    # A union of structs.
    names = {str(one.__struct_config__.tag) for one in Asked.__args__}  # type: ignore[attr-defined]
    # A literal of names.
    assert "print-voucher" in names and "won" in Kind.__args__  # type: ignore[attr-defined]
    assert not any(
        word in name.split("-") for name in (*names, *Kind.__args__) for word in ("tip", "toke", "gratuity")
    )  # type: ignore[attr-defined]  # the same
    made = House()
    made.open(WHEEL)
    made.seat("a")
    made.round()
    made.refused(ask.Play, "a", table="t", act="bet dealer 5")
    made.refused(ask.Play, "a", table="t", act="tip 5")


def test_vch_4_every_misread_digit_and_every_two_that_change_places_are_noticed() -> None:
    made = House(4)
    made.open(WHEEL)
    made.seat("a")
    numbers = []
    for _ in range(20):
        numbers.append(made.must(ask.PrintVoucher, "a").given["voucher"])
        made.must(ask.TakeCash, "helper", terminal="a", amount=100)
    tried = 0
    for number in numbers[:3]:
        wrong = [
            number[:at] + digit + number[at + 1 :] for at in range(len(number)) for digit in "0123456789"
        ]
        wrong += [
            number[:at] + two + one + number[at + 2 :] for at, (one, two) in enumerate(pairwise(number))
        ]
        for text in {*wrong} - {number}:
            tried += 1
            assert "no such voucher" in made.ask(ask.InsertVoucher, "a", number=text).why
    assert tried > 500
    made.must(ask.InsertVoucher, "a", number=numbers[0])


# Interruption.


@pytest.mark.parametrize("name", [WHEEL, "queensland/baccarat"])
def test_int_4_an_interruption_is_against_nobody_whoever_would_have_won(name: str) -> None:
    """The same seed, with and without a fault in the middle: what the players have is the same;
    and where the round is void, every wager goes back, winning or losing.
    """
    bets = (
        {"a": "bet red 10", "b": "bet black 10"}
        if name == WHEEL
        else {"a": "bet player 10", "b": "bet banker 10"}
    )
    after = []
    for how in ("none", "held", "void"):
        made = House(45)
        made.open(name)
        for who in bets:
            made.seat(who)
        one = made.round()
        for who, act in bets.items():
            made.play(who, act)
        made.now = one.deadline
        made.tick()
        assert one.phase == "closed"
        if how != "none":
            made.must(ask.ReportFault, "super", table="t", why="no light")
            made.core = made.again()
            made.must(ask.ClearFault, "super", table="t", void=how == "void")
        if how != "void":
            made.finish()
        after.append({who: made.credits(who) for who in bets})
    assert after[0] == after[1] and set(after[0].values()) != {100_000}
    assert after[2] == dict.fromkeys(bets, 100_000)


@pytest.mark.parametrize("name", ["house/blackjack", "queensland/three-card-poker", "bahamas/caribbean-stud"])
def test_int_5_what_is_recorded_is_enough_to_go_on_in_the_middle_of_a_game(name: str) -> None:
    lines = []
    for broken in (False, True):
        made = House(55)
        made.open(name)
        made.seat("a")
        made.round()
        made.play("a", f"bet {'main' if 'blackjack' in name else 'ante'} 10")
        made.tick(BETTING / 1000)
        made.tick()
        one = made.floor.tables["t"].round
        assert one is not None and one.phase == "waits"
        if broken:
            made.core = made.again()
            made.entropy.bytes(100)
        made.finish()
        lines.append((made.floor.tables["t"].past[1].lines, made.credits("a")))
    assert lines[0] == lines[1] and lines[0][0]


# History and audit.


def test_his_1_at_least_ten_games_can_be_looked_back_on_at_a_terminal() -> None:
    made = House(1)
    made.open(WHEEL)
    made.seat("a")
    for _ in range(12):
        made.round()
        made.play("a", "bet red 10")
        made.finish()
    found = recall(made.core, "a")
    assert [one["round"] for one in found] == [*range(12, 0, -1)]
    assert all(
        one["draws"] and one["bet"] == "10" and [line["wager"] for line in one["lines"]] == ["red"]
        for one in found
    )


def test_aud_1_all_money_that_moved_and_every_fault_is_in_the_journal() -> None:
    made = House(11)
    made.open("house/blackjack", collect=True)
    Players(made, [made.seat("a"), made.seat("b")], 11).rounds(6)
    made.must(ask.ReportFault, "helper", terminal="a", why="the screen is dark")
    made.must(ask.ReportFault, "dealer", table="t", why="no light")
    made.must(ask.PayOut, "helper", terminal="b")
    books = Ledger()
    for event in made.journal:
        books.post(getattr(event, "postings", ()))
    assert books == made.floor.ledger and books.entries > 20
    faults = [
        (event.fault, event.by)
        for event in made.journal
        if isinstance(event, TableChanged | TerminalChanged) and event.fault
    ]
    assert faults == [("the screen is dark", "helper"), ("no light", "dealer")]
    paid = [
        event for event in made.journal if isinstance(event, Posted) and event.postings[0].kind == "hand-paid"
    ]
    assert [(event.terminal, event.by) for event in paid] == [("b", "helper")]
    assert msgspec.to_builtins(made.again().floor.ledger) == msgspec.to_builtins(made.floor.ledger)


# Jackpots.


def shown(made: House) -> int:
    return parse_amount(table_view(made.core, "t")["jackpots"]["progressive"])


def test_prg_3_a_jackpot_is_shown_at_once_as_it_grows_and_after_it_was_won() -> None:
    made = House()
    made.open("bahamas/caribbean-stud", mode="live", options=STUD)
    made.seat("a")
    assert shown(made) == 100_000  # what the house put in, before anybody has bet
    made.round()
    made.play("a", "bet ante 10")
    made.play("a", "bet progressive 1")
    made.must(ask.Deal, "dealer", table="t", act="no-more-bets")
    mine, dealers = iter(("Ah", "Kh", "Qh", "Jh", "Th")), iter(("2c", "3d", "5s", "7c", "9d"))
    table = made.floor.tables["t"]
    for number in range(10):
        made.must(ask.Deal, "dealer", table="t", act=f"deal {next(dealers if number % 2 else mine)}")
    assert table.round is not None and table.round.phase == "waits"
    grown = shown(made)  # the coin has been taken when the cards came
    made.play("a", "call")
    assert table.round is None, "a royal flush, and the round is over"
    assert grown == 100_050
    won = sum(made.floor.ledger.meters(meter("a"))[kind][0] for kind in ("won", "jackpot"))
    assert won >= grown, "the whole meter was won"
    assert shown(made) == 100_000 == parse_amount(table.carried[ONE]["meters"]["progressive"]), (
        "and it begins anew"
    )


@pytest.mark.parametrize(
    "name", ["bahamas/caribbean-stud", "great-britain/rocket-7", "great-britain/live-draw-poker"]
)
def test_prg_3_what_is_shown_is_what_the_game_carries_after_every_step(name: str) -> None:
    made = House(3)
    made.open(
        name,
        options={
            "seed": "1000",
            **({"contribution": "70"} if "draw" not in name else {"jackpot": "yes", "jackpot-share": "10"}),
        },
    )
    players = Players(made, [made.seat("a", amount=10_000_000)], 3)
    label = "jackpot" if "draw" in name else "progressive"
    assert table_view(made.core, "t")["jackpots"] == {label: "1000"}
    players.rounds(15)
    carried = made.floor.tables["t"].carried[ONE].get("meters", {})
    assert table_view(made.core, "t")["jackpots"] == {label: carried.get(label, "1000")}
    assert not made.floor.ledger.balance(layout("t", "a"))
