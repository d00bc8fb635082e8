"""The record of a round as the text that is hashed into the log.

The text is that of `json.dumps([value, secret], sort_keys=True)`, letter by letter: stored hashes were made
from it. It is put together from pieces, because most of a record is the same after the next event.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from croupier.equipment.card import UNSEEN
from croupier.equipment.money import show_amount
from croupier.table.claims import Line, Standing

if TYPE_CHECKING:
    from croupier.table.play import Dealt, Play

MOST_PIECES = 4_096
"""The most wagers, lines and cards whose text is kept. The text follows from each of these values alone."""
in_json = json.JSONEncoder(sort_keys=True).encode
"""Write a value of JSON as the record has it."""


def record_hash(play: Play) -> str:
    """Return the hash of a record, with hidden cards and the rest of the shoe."""
    return hashlib.sha256(record_text(play).encode()).hexdigest()[:16]


def record_text(play: Play) -> str:
    """Return the record and its secrets as they are hashed."""
    answers = {who: str(event) for who, event in sorted(play.answers.items())} if play.answers else {}
    offers = {who: msgspec.to_builtins(offer) for who, offer in sorted(play.offers.items())}
    seen, secret = _places(play.places) if play.places else ("{}", "{}")
    net = {name: show_amount(amount) for name, amount in play.net().items()} if play.moves else {}
    return (
        f'[{{"answers": {in_json(answers) if answers else "{}"}, '
        f'"aside": {in_json([UNSEEN] * len(play.aside)) if play.aside else "[]"}, '
        f'"bank": {in_json(dict(play.bank.value()))}, '
        f'"burns": {play.burns}, '
        f'"gone": {in_json(sorted(play.gone)) if play.gone else "[]"}, '
        f'"lines": [{", ".join(map(_line, play.lines))}], '
        f'"marks": {in_json(play.marks) if play.marks else "{}"}, '
        f'"net": {in_json(net) if net else "{}"}, '
        f'"offers": {in_json(offers) if offers else "{}"}, '
        f'"places": {seen}, '
        f'"state": {_memory(play)}, '
        f'"voided": {"true" if play.voided else "false"}, '
        f'"wagers": [{", ".join(map(_wager, play.wagers))}]}}, '
        f'{{"aside": {in_json(play.aside) if play.aside else "[]"}, '
        f'"places": {secret}, '
        f'"secret": {_memory(play, hidden=True)}, '
        f'"stock": [{_stock(play.stock or {})}]}}]'
    )


_pairs: dict[tuple[type, bytes], list[tuple[str, str]]] = {}
"""The text of each key of a part's memory, by all that the part remembers."""


def _memory(play: Play, hidden: bool = False) -> str:
    """Return what all parts remember, with its keys in order."""
    found = [("phase", f'"phase": {_word(play.phase)}')] if play.phase and not hidden else []
    for one in play.slices.values():
        if one.hidden == hidden:
            key = type(one), msgspec.json.encode(one)
            pairs = _pairs.get(key)
            if pairs is None:
                if len(_pairs) >= MOST_PIECES:
                    _pairs.clear()
                said = msgspec.to_builtins(one)
                pairs = [(name, f"{_word(name)}: {in_json(value)}") for name, value in said.items()]
                _pairs[key] = pairs
            found += pairs
    found.sort()
    return f"{{{', '.join([text for _, text in found])}}}"


@lru_cache(MOST_PIECES)
def _wager(standing: Standing) -> str:
    return in_json(standing.value())


@lru_cache(MOST_PIECES)
def _line(line: Line) -> str:
    return in_json(line.value())


@lru_cache(MOST_PIECES)
def _word(text: str) -> str:
    return in_json(text)


@lru_cache(MOST_PIECES)
def _card(card: str, seen: tuple[str, ...]) -> str:
    return in_json({"card": card, "seen": seen})


def _places(places: Mapping[str, list[Dealt]]) -> tuple[str, str]:
    """Return the cards of every place: as everybody sees them, and as they are."""
    shown, hidden = [], []
    for place, cards in sorted(places.items()):
        name = _word(place)
        seen = [_word(dealt.card if "all" in dealt.seen else UNSEEN) for dealt in cards]
        shown.append(f"{name}: [{', '.join(seen)}]")
        hidden.append(f"{name}: [{', '.join([_card(dealt.card, dealt.seen) for dealt in cards])}]")
    return f"{{{', '.join(shown)}}}", f"{{{', '.join(hidden)}}}"


@lru_cache(MOST_PIECES)
def _count(card: str, count: int) -> str:
    return in_json([card, count])


@lru_cache(64)
def _in_order(cards: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(cards))


def _stock(stock: Mapping[str, int]) -> str:
    """Return what the shoe holds: each card with its number, in the order of their names."""
    if not stock:
        return ""
    return ", ".join([_count(card, stock[card]) for card in _in_order(frozenset(stock)) if stock[card]])
