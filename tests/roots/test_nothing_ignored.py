"""Nothing that is said at a table is ignored: each fact, amount and word of an act is known or refused."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from croupier.api import game
from croupier.errors import BadInput, FactsWanted
from croupier.table.table import Table
from croupier.table.vocabulary import Key, Takes
from tests.tiers import chosen_games

GAMES = chosen_games()


def fresh(name: str) -> Table:
    """Return a table of a game at which nothing has happened."""
    return game(name).table()


def refused(table: Table, event: str) -> str:
    """Say how an event is refused as bad input. Nothing of the table may have changed."""
    before = table.play.digest()
    with pytest.raises(BadInput) as error:
        table.apply(event)
    assert table.play.digest() == before and not table.happened
    return str(error.value)


def misspelt(name: str) -> str:
    """Return a name with two letters changed round, or with one too many."""
    turned = name[:-2] + name[-1] + name[-2]
    return turned if turned != name else f"{name}{name[-1]}"


def said(verb: str, takes: Takes, more: str = "") -> str:
    """Write an act with all that it takes besides facts."""
    words = ["1", verb, takes.what, "10" if takes.amount else "", more]
    return " ".join(word for word in words if word)


def keys_of(name: str) -> Iterator[tuple[str, Takes, Key]]:
    """List every fact of every act of a game."""
    for verb, takes in game(name).playable.vocabulary.verbs.items():
        for key in takes.keys:
            yield verb, takes, key


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_fact_on_a_bet_is_refused_and_the_nearest_is_named(name: str) -> None:
    wager = next(iter(game(name).rules.names))
    for fact, meant in (("oarl=yes", "oral="), ("covred=yes", "covered="), ("confirmd=dealer", "confirmed=")):
        assert f"did you mean {meant}" in refused(fresh(name), f"1 bet {wager} 10 {fact}")
    assert "takes no weather=" in refused(fresh(name), f"1 bet {wager} 10 weather=wet")


@pytest.mark.parametrize("name", GAMES)
def test_every_act_refuses_a_fact_that_nobody_reads(name: str) -> None:
    for verb, takes in game(name).playable.vocabulary.verbs.items():
        why = refused(fresh(name), said(verb, takes, "zq=1"))
        assert f"{verb} takes no" in why
        assert all(f"{key.name}=" in why for key in takes.keys) or "did you mean" in why


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_of_every_act_is_named_where_it_is_misspelt(name: str) -> None:
    for verb, takes, key in keys_of(name):
        wrong = misspelt(key.name)
        why = refused(fresh(name), said(verb, takes, f"{wrong}={(key.values or ('1',))[0]}"))
        assert f"{verb} takes no {wrong}=; did you mean" in why and f"{key.name}=" in why


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_of_every_act_has_a_value_that_it_may_have(name: str) -> None:
    for verb, takes, key in keys_of(name):
        assert key.values or key.form, f"{verb} {key.name}= takes anything"
        why = refused(fresh(name), said(verb, takes, f"{key.name}=??"))
        assert f"{key.name}= is" in why and all(word in why for word in key.values)


@pytest.mark.parametrize("name", GAMES)
def test_an_amount_or_a_word_is_refused_where_an_act_takes_none(name: str) -> None:
    for verb, takes in game(name).playable.vocabulary.verbs.items():
        if not takes.amount:
            assert "takes no amount" in refused(fresh(name), f"{said(verb, takes)} 10")
        if not takes.what:
            assert "names nothing" in refused(fresh(name), f"1 {verb} something")


@pytest.mark.parametrize("name", GAMES)
def test_an_act_that_the_game_does_not_know_is_refused(name: str) -> None:
    assert "there is no act 'betz'" in refused(fresh(name), "1 betz 10")
    assert "did you mean bet" in refused(fresh(name), "1 betz 10")


@pytest.mark.parametrize("name", GAMES)
def test_every_irregularity_refuses_a_fact_that_it_does_not_know(name: str) -> None:
    for row in game(name).rules.irregularities.values():
        assert "there is no fact 'zq'" in refused(fresh(name), f"supervisor rule {row.id} zq=1")
        for fact in (*row.facts, *row.takes):
            wrong = misspelt(fact)
            if wrong in row.facts or wrong in row.takes:
                continue
            why = refused(fresh(name), f"supervisor rule {row.id} {wrong}=1")
            assert f"there is no fact '{wrong}'" in why and fact in why


@pytest.mark.parametrize("name", GAMES)
def test_a_ruling_without_its_facts_says_which_with_their_values(name: str) -> None:
    for row in game(name).rules.irregularities.values():
        wanted = {fact: values for fact, values in row.facts.items() if len(values) > 1}
        if not wanted:
            continue
        with pytest.raises(FactsWanted) as error:
            fresh(name).apply(f"supervisor rule {row.id}")
        assert set(wanted) <= set(error.value.facts)
        for fact, values in wanted.items():
            assert f"{fact}={'|'.join(values)}" in str(error.value)
        for fact in wanted:
            why = refused(fresh(name), f"supervisor rule {row.id} {fact}=??")
            assert f"{fact} cannot be '??'" in why


@pytest.mark.parametrize("name", GAMES)
def test_a_ruling_takes_no_amount(name: str) -> None:
    for row in game(name).rules.irregularities.values():
        facts = " ".join(f"{fact}={values[0]}" for fact, values in row.facts.items())
        why = refused(fresh(name), f"supervisor rule {row.id} 10 {facts}")
        assert "a ruling takes no amount" in why


JUNK = {fact: ("zq",) for fact in ("to", "from", "wager", "result")} | {
    fact: ("zq", "0", "99") for fact in ("seat", "box", "other", "partner", "kept", "first", "second")
}
"""What nobody can mean by a fact, whatever the row of the irregularity has a use for."""
ANY_FORM = ("no-commission", "buy-commission", "lay-commission")
"""Facts that are values of an option: where a change is not made, nobody asks which it would be."""


@pytest.mark.parametrize("name", GAMES)
def test_a_ruling_refuses_a_value_that_nobody_can_mean(name: str) -> None:
    for row in game(name).rules.irregularities.values():
        for values in product(*row.facts.values()):
            said = " ".join(f"{fact}={value}" for fact, value in zip(row.facts, values, strict=True))
            for fact in (one for one in row.takes if one not in ANY_FORM):
                for junk in JUNK.get(fact, ("zq",)):
                    refused(fresh(name), f"supervisor rule {row.id} {said} {fact}={junk}")


SIZES = [
    (name, row.id, fact["wager"] if fact else "")
    for name in GAMES
    for row in game(name).rules.irregularities.values()
    if "amount" in row.takes and "size" in row.facts
    for fact in [{"wager": row.facts["wager"][0]} if "wager" in row.facts else {}]
]


@pytest.mark.parametrize(("name", "irregularity", "wager"), SIZES)
def test_a_wager_of_wrong_size_asks_for_what_was_found(name: str, irregularity: str, wager: str) -> None:
    table = fresh(name)
    for event in ROUNDS[name]:
        table.apply(event)
    with pytest.raises(FactsWanted) as error:
        table.apply(f"supervisor rule {irregularity} seat=1 size=less {f'wager={wager}' if wager else ''}")
    assert "amount" in error.value.facts


ROUNDS = {
    "queensland/caribbean-stud": ["1 bet ante 10", "deal Kh Qs 9c 8d 7d 6h 5s 4c 3d 2h", "1 bet 20"],
    "queensland/three-card-poker": ["1 bet ante 10", "deal Kh Qs 9c 8d 7d 6h", "1 bet 10"],
    "queensland/hold-em-bonus": ["1 bet ante 10", "deal Qs Kc 9h 7h", "1 bet 20"],
    "queensland/mississippi-stud": ["1 bet ante 10", "deal Jh 9h", "1 bet 10"],
}


@pytest.mark.parametrize("more", ["x=1", "10", "now", "red 10"])
def test_nothing_is_said_with_the_next_round(more: str) -> None:
    wheel = game("queensland/roulette")
    events = ["1 bet red 10", "spin 17", f"table next-round {more}"]
    with pytest.raises(BadInput, match="write table next-round"):
        wheel.settle({"game": "queensland/roulette", "events": events})


@pytest.mark.parametrize("event", ["1 bet red: 10", "supervisor rule late-wager late=made seat=1 wager=red:"])
def test_a_wager_with_an_empty_parameter_is_refused(event: str) -> None:
    refused(fresh("queensland/roulette"), event)


@pytest.mark.parametrize("name", GAMES)
def test_before_excludes_persons_only(name: str) -> None:
    with pytest.raises(BadInput, match="excluded"):
        game(name).table({"excluded": {"red": "s 10(2)(b)"}})
