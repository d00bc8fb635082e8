"""The record of a round as the text that is hashed into the log.

The text is that of `json.dumps([value, secret], sort_keys=True)`, letter by letter: stored hashes were made
from it. It is put together from pieces, because most of a record is the same after the next event. A wager
and a line keep their own text; the rest is kept here by its value.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from json.encoder import encode_basestring_ascii as quoted
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cache import Cache
from croupier.equipment.card import UNSEEN
from croupier.equipment.money import show_amount

if TYPE_CHECKING:
    from croupier.table.play import Dealt, Play

MOST_PIECES = 4_096
"""The most memories, cards and shoes whose text is kept. The text follows from each of these values alone."""
in_json = json.JSONEncoder(sort_keys=True).encode
"""Write a value of JSON as the record has it."""
EVERYBODY = ("all",)


def record_hash(play: Play) -> str:
    """Return the hash of a record, with hidden cards and the rest of the shoe."""
    return hashlib.sha256(record_text(play).encode()).hexdigest()[:16]


def record_text(play: Play) -> str:
    """Return the record and its secrets as they are hashed."""
    answers = {who: str(event) for who, event in play.answers.items()} if play.answers else {}
    offers = {who: msgspec.to_builtins(offer) for who, offer in play.offers.items()} if play.offers else {}
    seen, secret = _places(play.places) if play.places else ("{}", "{}")
    net = {name: show_amount(amount) for name, amount in play.net().items()} if play.moves else {}
    bank = play.bank.value()
    memory, hidden = _memory(play)
    return (
        f'[{{"answers": {in_json(answers) if answers else "{}"}, '
        f'"aside": {in_json([UNSEEN] * len(play.aside)) if play.aside else "[]"}, '
        f'"bank": {in_json(dict(bank)) if bank else "{}"}, '
        f'"burns": {play.burns}, '
        f'"gone": {in_json(sorted(play.gone)) if play.gone else "[]"}, '
        f'"lines": [{", ".join([line.text for line in play.lines])}], '
        f'"marks": {in_json(play.marks) if play.marks else "{}"}, '
        f'"net": {in_json(net) if net else "{}"}, '
        f'"offers": {in_json(offers) if offers else "{}"}, '
        f'"places": {seen}, '
        f'"state": {memory}, '
        f'"voided": {"true" if play.voided else "false"}, '
        f'"wagers": [{", ".join([standing.text for standing in play.wagers])}]}}, '
        f'{{"aside": {in_json(play.aside) if play.aside else "[]"}, '
        f'"places": {secret}, '
        f'"secret": {hidden}, '
        f'"stock": [{_stock(play.stock) if play.stock else ""}]}}]'
    )


_pairs: Cache[tuple[type, bytes], dict[str, str]] = Cache(MOST_PIECES)
"""The text of each key of a part's memory, by all that the part remembers."""


def _memory(play: Play) -> tuple[str, str]:
    """Return what all parts remember, with its keys in order: the open part, and the hidden one."""
    shown: dict[str, str] = {"phase": f'"phase": {quoted(play.phase)}'} if play.phase else {}
    hidden: dict[str, str] = {}
    for kind, one in play.slices.items():
        key = kind, encoded(one)
        pairs = _pairs.get(key)
        if pairs is None:
            said: dict[str, Any] = msgspec.to_builtins(one)
            pairs = _pairs.keep(
                key, {name: f"{quoted(name)}: {in_json(value)}" for name, value in said.items()}
            )
        if kind.hidden:
            hidden |= pairs
        else:
            shown |= pairs
    return _joined(shown), _joined(hidden)


encoded = msgspec.json.Encoder().encode


def _joined(pairs: Mapping[str, str]) -> str:
    return f"{{{', '.join([pairs[name] for name in _sorted(tuple(pairs))])}}}" if pairs else "{}"


@lru_cache(MOST_PIECES)
def _sorted(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(names))


@lru_cache(MOST_PIECES)
def _card(card: str, seen: tuple[str, ...]) -> tuple[str, str]:
    """Return a card as everybody sees it, and as it is."""
    return quoted(card if "all" in seen else UNSEEN), in_json({"card": card, "seen": seen})


def _places(places: Mapping[str, list[Dealt]]) -> tuple[str, str]:
    """Return the cards of every place: as everybody sees them, and as they are."""
    shown, hidden = [], []
    for place in _sorted(tuple(places)):
        name = quoted(place)
        texts = [_card(dealt.card, dealt.seen) for dealt in places[place]]
        shown.append(f"{name}: [{', '.join([text for text, _ in texts])}]")
        hidden.append(f"{name}: [{', '.join([text for _, text in texts])}]")
    return f"{{{', '.join(shown)}}}", f"{{{', '.join(hidden)}}}"


def _stock(stock: Mapping[str, int]) -> str:
    """Return what the shoe holds: each card with its number, in the order of their names."""
    return _counted(tuple(stock), tuple(stock.values()))


@lru_cache(64)
def _counted(cards: tuple[str, ...], counts: tuple[int, ...]) -> str:
    # Between two events at most a card or two leave the shoe, and none while people bet.
    return ", ".join([texts[counts[at]] for at, texts in _counts(cards) if counts[at]])


@lru_cache(64)
def _counts(cards: tuple[str, ...]) -> Sequence[tuple[int, Mapping[int, str]]]:
    """Return the places of cards in the order of their names, each with the text of every number."""
    return [(at, _Texts(card)) for card, at in sorted((card, at) for at, card in enumerate(cards))]


class _Texts(Cache[int, str]):
    """A card with its number, as text."""

    __slots__ = ("card",)

    def __init__(self, card: str) -> None:
        super().__init__(MOST_PIECES)
        self.card = card

    def __missing__(self, count: int) -> str:
        return self.keep(count, in_json([self.card, count]))
