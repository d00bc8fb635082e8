"""Betting is open while the cards are made ready.

Whenever the table waits for a shuffle, a cut or a burnt card before the first card of a round, a lawful bet
is taken and taken back, and it settles as if it had come later.

At wheels and dice it is open until the call or the draw, whatever is done before that.
"""

from __future__ import annotations

from itertools import product

import pytest

from croupier.api import Game, game
from croupier.errors import BadInput, NotAllowed
from croupier.families import FAMILIES
from croupier.table.table import Table
from tests.tiers import chosen_games

AMOUNTS = ("10", "5", "1", "25", "100")
MOST_STEPS = 40
AUCTIONED = ("chemin-de-fer",)
"""Here the bank is auctioned when the cards have been shuffled, and bets are made against it."""
BEFORE = {"shoe": {"new": True}}


def made_ready(table: Table) -> bool:
    """Whether the cards are only shuffled or burnt."""
    if table.draw_wanted:
        return table.draw_place == "burnt"
    shuffles = any("shuffle" in asked.allowed() for asked in table.pending if asked.who == "dealer")
    return shuffles and not table.play.places


def go_on(table: Table) -> None:
    """Let the dealer go on by one step: shuffle, or burn a card that nobody sees."""
    if table.draw_wanted:
        hidden = "??" if table.draw_hidden else next(iter(table.audit()))
        table.apply(f"deal {hidden}")
    else:
        table.apply("dealer shuffle")


def family_of(one: Game) -> str:
    return str(one.rules.head.game)


def shuffled() -> list[str]:
    """Every card game at which the dealer shuffles."""
    found = []
    for name in chosen_games():
        one = game(name)
        if one.built.cards is not None and family_of(one) not in AUCTIONED:
            found.append(name)
    return found


def wagers(one: Game) -> list[str]:
    """Every wager of a game, with one place where it may lie."""
    found = [(name, one.built.params(name)) for name in one.rules.names]
    return [f"{name}:{params[0]}" if params and params[0] else name for name, params in found]


def told(table: Table, act: str) -> str:
    """Say how an act would be answered, or how it was where it is bad input."""
    try:
        refusal = table.refusal(act)
    except BadInput as wrong:
        return str(wrong)
    return "taken" if refusal is None else f"{refusal.why} [{refusal.clause}]"


def told_acts(name: str) -> set[str]:
    """Return the acts that are open to anybody at the betting of a game."""
    return {act for asked in ready(game(name)).pending for act in asked.acts}


def applied(table: Table, act: str) -> bool:
    try:
        table.apply(act)
    except (NotAllowed, BadInput):
        return False
    return True


def ready(one: Game) -> Table:
    """A table with a fresh shoe, at its betting."""
    table = Table(one.playable, BEFORE)
    for _ in range(MOST_STEPS):
        if not made_ready(table):
            return table
        go_on(table)
    raise AssertionError(f"{one.name} is never ready: {table.asked}")


def laid_at(one: Game, table: Table) -> list[str]:
    """Lay what can be laid by two persons, with a bank where players bank, and say which acts did."""
    acts = [bank for bank in ("3 bank 500",) if applied(table, bank)]
    for who in ("1", "2"):
        for wager in wagers(one):
            acts += [
                act
                for amount in AMOUNTS
                if f"{who} bet {wager}" not in " ".join(acts)
                and applied(table, act := f"{who} bet {wager} {amount}")
            ]
    return acts


@pytest.mark.parametrize("name", shuffled())
def test_a_bet_is_judged_alike_before_and_after_the_cards_are_ready(name: str) -> None:
    one = game(name)
    later, table = ready(one), Table(one.playable, BEFORE)
    asked = 0
    for relieved in (False, True):
        if relieved and not applied(table, "dealer new-dealer"):
            break
        while made_ready(table):
            for wager in wagers(one):
                for act in (f"1 bet {wager} {amount}" for amount in AMOUNTS):
                    assert told(table, act) == told(later, act), act
                asked += 1
            go_on(table)
    assert asked or one.playable.packs.fresh_every_round, f"{name} never waits for a shuffle"


@pytest.mark.parametrize("name", shuffled())
def test_bets_made_and_taken_back_meanwhile_leave_the_same_table(name: str) -> None:
    one = game(name)
    waits = 0
    while True:
        later, table = ready(one), Table(one.playable, BEFORE)
        for _ in range(waits):
            go_on(table)
        if not made_ready(table):
            return
        acts = laid_at(one, later)
        if acts:
            # One of them is taken back and made again.
            last = acts[-1].replace(" bet ", " remove ")
            acts += [last, acts[-1]] if applied(later, last) and applied(later, acts[-1]) else []
        for act in acts:
            table.apply(act)
        while made_ready(table):
            go_on(table)
        assert table.play.wagers == later.play.wagers
        assert table.net == later.net and table.after == later.after
        assert table.play.remembered() == later.play.remembered()
        waits += 1


@pytest.mark.parametrize(
    "name", [name for name in chosen_games() if family_of(game(name)) in AUCTIONED and game(name).built.cards]
)
def test_where_the_bank_is_auctioned_a_bet_before_the_shuffle_is_early_and_not_late(name: str) -> None:
    one = game(name)
    for before in (BEFORE, {**BEFORE, "bank": {"seat": "1", "stake": "100"}}):
        table = Table(one.playable, before)
        assert made_ready(table)
        due = table.refusal("1 bid 100")
        assert due is not None and due.clause
        for act in ("1 bet bank 100", "2 bet cover 10", "1 remove bank", "2 remove cover"):
            assert table.refusal(act) == due, act


def burning(one: Game) -> list[str]:
    """Every ruling that burns a card and orders nothing else."""
    found = []
    for event in one.rules.irregularities.values():
        for values in product(*event.facts.values()):
            facts = dict(zip(event.facts, values, strict=True))
            try:
                row = one.rules.ruling(event.id, facts)[1]
            except BadInput:
                continue
            if row.ruling == ["burn"]:
                said = " ".join(f"{fact}={value}" for fact, value in facts.items())
                found.append(f"supervisor rule {event.id} {said}".strip())
    return found


@pytest.mark.parametrize("name", [name for name in shuffled() if burning(game(name))])
def test_a_bet_is_judged_alike_while_a_ruling_has_a_card_burnt(name: str) -> None:
    one = game(name)
    tried = 0
    for ruling in burning(one):
        later, table = ready(one), ready(one)
        if not applied(table, ruling) or table.asked.startswith("betting"):
            continue  # nothing of the kind has happened before the cards are dealt
        for wager in wagers(one):
            for act in (f"1 bet {wager} {amount}" for amount in AMOUNTS):
                assert told(table, act) == told(later, act), f"{ruling}: {act}"
        acts = laid_at(one, later)
        for act in acts:
            table.apply(act)
        with pytest.raises(NotAllowed) as wrong:
            table.apply("dealer no-more-bets")
        assert wrong.value.clause, "what is out of turn is refused by the clause of the ruling"
        go_on(table)
        assert table.play.wagers == later.play.wagers and table.net == later.net
        tried += 1
    refuses = {"card-face-up"} & {event.id for event in one.rules.irregularities.values()}
    assert tried or not refuses


@pytest.mark.parametrize("name", [name for name in shuffled() if "show-burn" in told_acts(name)])
def test_a_bet_is_taken_while_a_burnt_card_is_named_for_a_player_who_asked(name: str) -> None:
    one = game(name)
    table = ready(one)
    table.apply("1 show-burn")
    wager = wagers(one)[0]
    table.apply(f"1 bet {wager} 10")
    table.apply(f"1 remove {wager} 5")
    table.apply("turn burnt#1 Kd")
    assert [standing.stake for standing in table.play.wagers] == [500]


@pytest.mark.parametrize("name", [name for name in chosen_games() if game(name).built.cards is None])
def test_at_wheels_and_dice_betting_is_open_whatever_comes_before_the_call(name: str) -> None:
    one = game(name)
    first = Table(one.playable)
    acts = {(asked.who, act) for asked in first.pending for act in asked.allowed()}
    closing = one.rules.setup.betting.closing
    others = sorted(
        f"{'1' if who == '*' else who} {act}"
        for who, act in acts
        if not act.startswith(("bet", "remove")) and act != closing
    )
    for done in others:
        table = Table(one.playable)
        if not applied(table, done):
            continue
        for wager in wagers(one):
            act = f"2 bet {wager} 10"
            assert told(table, act) == told(first, act), f"after {done!r}: {act}"


OFFERS_BANK = [name for name in shuffled() if "decline-bank" in told_acts(name)]


@pytest.mark.parametrize("name", OFFERS_BANK)
def test_the_bank_is_offered_alike_before_and_after_the_cards_are_ready(name: str) -> None:
    one = game(name)
    before = {"bank": {"seat": "3", "turns": 1}, "players": ["1", "3", "4"]}
    table = Table(one.playable, {**BEFORE, **before})
    later = Table(one.playable, {**BEFORE, **before})
    while made_ready(later):
        go_on(later)
    for again in (table, later):
        with pytest.raises(NotAllowed, match="seat 3 may bank a second round"):
            again.apply("4 bank 500")
        for act in ("3 decline-bank", "4 bank 500"):
            again.apply(act)
    while made_ready(table):
        go_on(table)
    assert table.after == later.after and table.play.remembered() == later.play.remembered()


def test_every_family_with_cards_is_looked_at() -> None:
    seen = {family_of(game(name)) for name in shuffled()} | set(AUCTIONED)
    with_cards = {name for name in FAMILIES if name not in seen}
    assert with_cards == {"craps", "rocket-7", "roulette", "sic-bo", "wheel"}
