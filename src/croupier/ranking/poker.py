"""What beats what at poker, as the rules say it.

A ranking is a table of data: how many cards count, and the order of the classes. A hand is of the highest
class in that order that its cards make. Within a class the ranks decide, in the order in which they count.
The best hand of more cards is that of the best choice of them. `tried` tries every choice; `best` looks at
the few that can be the best, and is checked against it, like the fast tables of `bulk`.

>>> name(best(RANKINGS["five-card"], ["Kc", "4d", "Kh", "4s", "9c", "Ks", "2d"]))
'Full house, kings over fours'
>>> best(RANKINGS["three-card"], ["4c", "4d", "4h"]) > best(RANKINGS["three-card"], ["Ac", "Kd", "Qh"])
True
>>> best(RANKINGS["three-card"], ["Qc", "6d", "3h"]) >= at_least(RANKINGS["three-card"], "queen-six-four")
False
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise

from croupier.equipment.card import JOKER, SUITS, parse_card
from croupier.errors import BadInput, short, unknown

ASCENDING = "23456789TJQKA"
"""The ranks. A rank is its place here, 0 for a two to 12 for an ace."""
ACE = 12
WILD = 13
"""The rank of a joker, where ranks are numbers."""
JOKER_NUMBER = 4 * WILD
"""The joker, where cards are numbers."""
HIGH_CARD, PAIR, TWO_PAIRS, THREE = "high-card", "pair", "two-pairs", "three-of-a-kind"
STRAIGHT, FLUSH, FULL_HOUSE, FOUR = "straight", "flush", "full-house", "four-of-a-kind"
STRAIGHT_FLUSH, ROYAL_FLUSH, FIVE, MINI_ROYAL = (
    "straight-flush",
    "royal-flush",
    "five-of-a-kind",
    "mini-royal",
)
GROUPED = {
    2: (HIGH_CARD, PAIR),
    3: (HIGH_CARD, PAIR, THREE),
    4: (HIGH_CARD, PAIR, TWO_PAIRS, THREE, FOUR),
    5: (HIGH_CARD, PAIR, TWO_PAIRS, THREE, FULL_HOUSE, FOUR),
}
"""By how many cards count: the classes of equal ranks that different cards make, lowest first."""
HANDS_KEPT = 32
"""Hands last ranked: those of one round, which several wagers read."""


@dataclass(frozen=True)
class Ranking:
    """One order of poker hands, as data."""

    name: str
    size: int
    """How many cards count."""
    order: tuple[str, ...]
    """The classes, lowest first. A class that is not named does not exist.

    Without `royal-flush`, a royal flush is a straight flush like others.
    """
    low_ace: bool = True
    """Whether an ace also stands below the two; such a straight is the lowest."""
    low_ace_suited: bool = True
    """Whether it does so in cards of one suit too. Else they are a flush."""
    joker: bool = False
    """Whether the pack has a joker. It stands for any card, if `completes` says nothing else."""
    completes: tuple[str, ...] | None = None
    """Classes that a joker completes as whatever card is missing. In all others it is an ace."""
    joker_repeats: bool = False
    """Whether a joker that is an ace may stand beside an ace of a flush. Else it is a card not held."""
    second_wheel: tuple[str, ...] = ()
    """Classes in which ace to five is the second highest, behind ace to ten. Elsewhere it is the lowest."""
    wild_ranks: str = ""
    """Ranks whose cards always stand for any card."""
    natural: tuple[str, ...] = ()
    """Classes that no wild card helps to make."""

    def __hash__(self) -> int:
        return hash(self.name)  # asked for with every hand that is ranked

    @cached_property
    def is_usual(self) -> bool:
        """Whether no rank is wild, and more equal ranks or a higher top are better, as `_highest` has it."""
        grouped = tuple(klass for klass in self.order if klass in GROUPED[5])
        return not self.wild_ranks and not self.second_wheel and grouped == GROUPED.get(self.size)

    def has_low_ace(self, suited: bool) -> bool:
        """Whether an ace stands below the two in cards of one suit, or of several."""
        return self.low_ace and (self.low_ace_suited or not suited)

    def wild(self, ranks: str) -> Ranking:
        """Return this ranking with cards of these ranks (`2`, `2J`) standing for any card."""
        for rank in ranks:
            if rank not in ASCENDING:
                raise BadInput(f"{short(rank)} is not a rank; write one of {ASCENDING}")
        return replace(self, name=f"{self.name}+{ranks}", wild_ranks=ranks) if ranks else self

    def read(self, wheel: tuple[str, ...], joker_repeats: bool = False) -> Ranking:
        """Return this ranking as a text is read of which the rulebooks say different things.

        `wheel` are the classes in which ace to five is the second highest.
        """
        name = "+".join([self.name, *(f"wheel-{klass}" for klass in wheel), *["double-ace"] * joker_repeats])
        return replace(self, name=name, second_wheel=wheel, joker_repeats=joker_repeats)


@dataclass(frozen=True, order=True)
class Hand:
    """The cards that count, ranked. Hands of one ranking compare by class, then rank by rank."""

    place: int
    """The place of its class in the ranking's order."""
    ranks: tuple[int, ...]
    """Ranks in the order in which they count: the four before the fifth card, a straight's top first."""
    klass: str = field(compare=False)
    cards: tuple[str, ...] = field(compare=False, default=())
    """The cards chosen, where it was made from cards."""

    @property
    def key(self) -> tuple[int, tuple[int, ...]]:
        """All that is compared."""
        return self.place, self.ranks


_LOW = (HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT)
_FIVE = (*_LOW, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH)
_AWARDS = (HIGH_CARD, PAIR, TWO_PAIRS, STRAIGHT, THREE, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH)
_THREE = (HIGH_CARD, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH)
_COMPLETED = (STRAIGHT, FLUSH, STRAIGHT_FLUSH)
_WHEELS = (STRAIGHT, STRAIGHT_FLUSH)
RANKINGS: dict[str, Ranking] = {
    ranking.name: ranking
    for ranking in (
        Ranking("two-card", 2, (HIGH_CARD, PAIR), joker=True),
        Ranking("two-card-flush", 2, (HIGH_CARD, PAIR, FLUSH), joker=True, natural=(FLUSH,)),
        Ranking("three-card", 3, _THREE),
        Ranking("three-card-royal", 3, (*_THREE, MINI_ROYAL)),
        Ranking("three-card-royal-ace-high", 3, (*_THREE, MINI_ROYAL), low_ace=False),
        Ranking("three-card-royal-four-high", 3, (*_THREE, MINI_ROYAL), low_ace_suited=False),
        Ranking("four-card", 4, (HIGH_CARD, PAIR, TWO_PAIRS, STRAIGHT, FLUSH, THREE, STRAIGHT_FLUSH, FOUR)),
        Ranking("five-card", 5, _FIVE),
        Ranking("five-card-ace-high", 5, _FIVE, low_ace=False),
        Ranking("five-card-flush-high", 5, (*_LOW, FULL_HOUSE, FLUSH, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH)),
        Ranking("five-card-wild", 5, (*_FIVE[:-1], FIVE, ROYAL_FLUSH), joker=True, natural=(ROYAL_FLUSH,)),
        Ranking(
            "five-card-wild-ace-high",
            5,
            (*_FIVE[:-1], FIVE, ROYAL_FLUSH),
            low_ace=False,
            joker=True,
            natural=(ROYAL_FLUSH,),
        ),
        Ranking(
            "five-card-wild-high",
            5,
            (*_FIVE[:-2], FIVE, STRAIGHT_FLUSH, ROYAL_FLUSH),
            joker=True,
            natural=(ROYAL_FLUSH,),
        ),
        Ranking("pai-gow-low", 2, (HIGH_CARD, PAIR), joker=True, completes=()),
        Ranking("pai-gow", 5, (*_FIVE[:-1], FIVE), joker=True, completes=_COMPLETED, second_wheel=_WHEELS),
        Ranking("pai-gow-award", 5, (*_AWARDS, FIVE), joker=True, completes=_COMPLETED, second_wheel=_WHEELS),
    )
}
"""The rankings by name.

In `five-card-wild` five of a kind beats a straight flush; in `five-card-wild-high` the straight flush is
higher. A royal flush with a wild card is a straight flush. Names that end in `ace-high` have no straight with
a low ace; in `three-card-royal-four-high` ace, two and three of one suit are a flush.

In `pai-gow` the joker is an ace or completes a straight or a flush, five aces are highest, and ace to five is
the second highest straight and straight flush. In `pai-gow-award` three of a kind goes before a straight, as
side wagers on seven cards pay them. In `pai-gow-low` the joker is an ace.
"""


def ranking(name: str) -> Ranking:
    """Return a ranking by its name."""
    if name not in RANKINGS:
        raise unknown("ranking", name, RANKINGS)
    return RANKINGS[name]


@lru_cache(maxsize=64)
def number(card: str) -> int:
    """Return a card as a number: four times its rank, plus its suit in the order c d h s; the joker is 52."""
    rank, suit = parse_card(card, joker=True)
    return JOKER_NUMBER if rank == JOKER else 4 * ASCENDING.index(rank) + SUITS.index(suit)


def card(number: int) -> str:
    """Return the card of a number."""
    return JOKER if number == JOKER_NUMBER else ASCENDING[number // 4] + SUITS[number % 4]


def best(ranking: Ranking, cards: Sequence[str]) -> Hand:
    """Return the best hand of as many of the cards as count. They may come from several packs."""
    return _best(ranking, tuple(cards))


@lru_cache(maxsize=HANDS_KEPT)
def _best(ranking: Ranking, cards: tuple[str, ...]) -> Hand:
    more = len(cards) - ranking.size
    # Of fewer than twice the cards that count, only one suit can have enough for a flush.
    if not 0 <= more < ranking.size:
        return tried(ranking, cards)
    numbers = [number(card) for card in cards]
    if not more:
        hand = _of_numbers(ranking, numbers)
        return Hand(hand.place, hand.ranks, hand.klass, cards)
    if not ranking.is_usual or JOKER_NUMBER in numbers or len(set(numbers)) < len(numbers):
        return tried(ranking, cards)
    hand, suit = _highest(ranking, numbers)
    # Of cards that do as well, those that came first are chosen.
    wanted, chosen = list(hand.ranks), []
    for card, one in zip(cards, numbers, strict=True):
        rank = one // 4
        if rank in wanted and (suit is None or one % 4 == suit):
            wanted.remove(rank)
            chosen.append(card)
    return Hand(hand.place, hand.ranks, hand.klass, tuple(chosen))


def tried(ranking: Ranking, cards: Sequence[str]) -> Hand:
    """Return the best hand by trying every choice of the cards. The first of equal choices is taken."""
    if len(cards) < ranking.size:
        raise BadInput(
            f"{ranking.name} ranks {ranking.size} cards, and there are {len(cards)}: {' '.join(cards)}"
        )
    numbers = [number(card) for card in cards]
    hand, chosen = max(
        (
            (_of_numbers(ranking, [numbers[at] for at in places]), places)
            for places in combinations(range(len(cards)), ranking.size)
        ),
        key=lambda found: found[0].key,
    )
    return Hand(hand.place, hand.ranks, hand.klass, tuple(cards[at] for at in chosen))


def _highest(ranking: Ranking, numbers: list[int]) -> tuple[Hand, int | None]:
    """Return the best hand of different cards, with its suit if that makes it.

    It has the most equal ranks, or is the highest straight, or one of both within a suit that has enough
    cards for a flush.
    """
    size, falling = ranking.size, sorted(numbers, reverse=True)
    ranks = [one // 4 for one in falling]
    found = of_ranks(ranking, _most_equal(size, ranks), False)
    if straight := _highest_straight(size, ranking.has_low_ace(False), ranks):
        found = max(found, of_ranks(ranking, straight, False))
    suits = [one % 4 for one in numbers]
    suits.sort()
    # A suit with enough cards has more than half of them: it lies in the middle.
    suit = suits[len(suits) // 2]
    if suits.count(suit) < size:
        return found, None
    ranks = [one // 4 for one in falling if one % 4 == suit]
    suited = of_ranks(ranking, tuple(ranks[:size]), True)
    if straight := _highest_straight(size, ranking.has_low_ace(True), ranks):
        suited = max(suited, of_ranks(ranking, straight, True))
    return (suited, suit) if suited > found else (found, None)


def _most_equal(size: int, ranks: list[int]) -> tuple[int, ...]:
    """Choose ranks (all highest first): the most equal ones, then a pair, then the highest of the rest."""
    if len(set(ranks)) == len(ranks):
        return tuple(ranks[:size])
    counts = [ranks.count(rank) for rank in ranks]
    most = min(size, max(counts))
    first = next(rank for rank, count in zip(ranks, counts, strict=True) if count >= most)
    chosen = [first] * most
    if size - most >= 2:
        chosen += [rank for rank, count in zip(ranks, counts, strict=True) if count > 1 and rank != first][:2]
    rest = [rank for rank in ranks if rank not in chosen]
    return tuple(sorted(chosen + rest[: size - len(chosen)], reverse=True))


def _highest_straight(size: int, low_ace: bool, ranks: list[int]) -> tuple[int, ...]:
    """Return the highest straight among ranks (all highest first); or nothing."""
    held = list(dict.fromkeys(ranks))
    if len(held) < size:
        return ()
    for at in range(len(held) - size + 1):
        if held[at] - held[at + size - 1] == size - 1:
            return tuple(held[at : at + size])
    if low_ace and held[0] == ACE and held[1 - size] == size - 2:
        # An ace, and all ranks below that from the two.
        return ACE, *held[1 - size :]
    return ()


def _of_numbers(ranking: Ranking, numbers: list[int]) -> Hand:
    """Return the hand of exactly the cards that count."""
    ranks = sorted((card // 4 for card in numbers), reverse=True)
    suits = {
        card % 4
        for card in numbers
        if card != JOKER_NUMBER and ASCENDING[card // 4] not in ranking.wild_ranks
    }
    return of_ranks(ranking, tuple(ranks), len(suits) <= 1)


@lru_cache(maxsize=1 << 17)
def of_ranks(ranking: Ranking, ranks: tuple[int, ...], suited: bool) -> Hand:
    """Return the hand of these ranks (highest first, 13 for a joker), suited or not.

    There are as many ranks as count. `suited` is whether all cards but the wild ones are of one suit. Nothing
    else about the cards matters.
    """
    if WILD in ranks and not ranking.joker:
        raise BadInput(f"{ranking.name} is played without a joker")
    fixed = tuple(rank for rank in ranks if rank != WILD and ASCENDING[rank] not in ranking.wild_ranks)
    return (
        _filled(ranking, fixed, suited)
        if len(fixed) < len(ranks)
        else max(_made(ranking, ranks, suited, False))
    )


@lru_cache(maxsize=1 << 17)
def _filled(ranking: Ranking, ranks: tuple[int, ...], suited: bool) -> Hand:
    """Return the best hand with wild cards in place of those missing, each tried as every rank.

    Its suit is never in the way.
    """
    if len(ranks) == ranking.size:
        return max(_made(ranking, ranks, suited, True))
    if ranking.completes is not None:
        return _completed(ranking, ranks, suited)
    return max(_filled(ranking, tuple(sorted((*ranks, rank), reverse=True)), suited) for rank in range(WILD))


def _completed(ranking: Ranking, ranks: tuple[int, ...], suited: bool) -> Hand:
    """Return the best hand with one joker that is an ace, or completes what it may complete."""
    assert ranking.completes is not None
    return max(
        hand
        for rank in range(WILD)
        for hand in _made(ranking, tuple(sorted((*ranks, rank), reverse=True)), suited, True, rank)
        if rank == ACE or hand.klass in ranking.completes
    )


def _made(
    ranking: Ranking, ranks: tuple[int, ...], suited: bool, helped: bool, stands_for: int = -1
) -> Iterator[Hand]:
    """Yield the hand for every class of the ranking that these ranks make.

    A wild card stands for a card that is not held, so a flush that it helps to make has no rank twice.
    """
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    grouped = tuple(rank for rank, count in groups for _ in range(count))
    first, second = groups[0][1], groups[1][1] if len(groups) > 1 else 0
    different = first == 1
    straight = _straight(ranks, ranking.has_low_ace(suited))
    flush = suited and (different or not helped or (ranking.joker_repeats and stands_for == ACE))
    makes = {
        HIGH_CARD: ranks,
        PAIR: grouped if first >= 2 else (),
        TWO_PAIRS: grouped if first >= 2 and second >= 2 else (),
        THREE: grouped if first >= 3 else (),
        STRAIGHT: straight,
        FLUSH: ranks if flush else (),
        FULL_HOUSE: grouped if first >= 3 and second >= 2 else (),
        FOUR: grouped if first >= 4 else (),
        FIVE: grouped if first >= 5 else (),
        STRAIGHT_FLUSH: straight if flush else (),
        ROYAL_FLUSH: straight if flush and straight[:1] == (ACE,) else (),
        MINI_ROYAL: straight if flush and straight[:1] == (ACE,) else (),
    }
    for place, klass in enumerate(ranking.order):
        if makes[klass] and not (helped and klass in ranking.natural):
            # A wheel that is the second highest counts from its ace.
            wheel = klass in ranking.second_wheel and makes[klass][-1] == ACE
            yield Hand(place, (ACE, *makes[klass][:-1]) if wheel else makes[klass], klass)


def _straight(ranks: tuple[int, ...], low_ace: bool) -> tuple[int, ...]:
    """Return the ranks of a straight from its top, or nothing. A low ace stands last."""
    span = tuple(range(ranks[0], ranks[0] - len(ranks), -1))
    low = tuple(range(len(ranks) - 2, -1, -1))
    if ranks == span:
        return ranks
    return (*low, ACE) if low_ace and ranks == (ACE, *low) else ()


@lru_cache(maxsize=64)
def every(ranking: Ranking, decks: int = 1) -> tuple[Hand, ...]:
    """Return all different hands that this many packs can make, lowest first."""
    choices = combinations_with_replacement(range(WILD if ranking.joker else ACE, -1, -1), ranking.size)
    return tuple(
        sorted(
            {
                of_ranks(ranking, ranks, suited)
                for ranks in choices
                for suited in (False, True)
                if possible(ranking, ranks, suited, decks)
            }
        )
    )


def possible(ranking: Ranking, ranks: tuple[int, ...], suited: bool, decks: int) -> bool:
    """Whether this many packs hold cards of these ranks, of one suit or of several.

    Wild cards have no suit of their own.
    """
    if any(ranks.count(rank) > (decks if rank == WILD else 4 * decks) for rank in set(ranks)):
        return False
    fixed = [rank for rank in ranks if rank != WILD and ASCENDING[rank] not in ranking.wild_ranks]
    return all(fixed.count(rank) <= decks for rank in set(fixed)) if suited else len(fixed) > 1


_SINGULAR = dict(
    zip(
        ASCENDING,
        (
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
            "ace",
        ),
        strict=True,
    )
)
_WORDS = list(_SINGULAR.values())
_MANY = [word + ("es" if word == "six" else "s") for word in _WORDS]
_OF_A_KIND = {"three": THREE, "four": FOUR, "five": FIVE}


def name(hand: Hand) -> str:
    """Return a hand in words."""
    top = _WORDS[hand.ranks[0]]
    if hand.klass == HIGH_CARD:
        return f"{top.capitalize()} high: {'-'.join([ASCENDING[rank] for rank in hand.ranks])}"
    if hand.klass == PAIR:
        return f"Pair of {_MANY[hand.ranks[0]]}"
    pair = next((rank for rank in hand.ranks if rank != hand.ranks[0]), hand.ranks[0])
    if hand.klass == TWO_PAIRS:
        return f"Two pairs, {_MANY[hand.ranks[0]]} and {_MANY[pair]}"
    if hand.klass == FULL_HOUSE:
        return f"Full house, {_MANY[hand.ranks[0]]} over {_MANY[pair]}"
    words = hand.klass.replace("-", " ").capitalize()
    if hand.klass in (ROYAL_FLUSH, MINI_ROYAL):
        return words
    if hand.klass in (THREE, FOUR, FIVE):
        return f"{words}, {_MANY[hand.ranks[0]]}"
    wheel = hand.klass != FLUSH and hand.ranks[:2] == (ACE, len(hand.ranks) - 2)
    return f"{words}, ace to {_WORDS[hand.ranks[1]]}" if wheel else f"{words}, {top} high"


def at_least(ranking: Ranking, text: str) -> Hand:
    """Return the lowest hand that satisfies a text.

    The text is a class (`flush`), high cards (`queen-high`, `ace-king`, `queen-six-four`), `pair-of-jacks`,
    `four-aces` or `straight-nine-high`. The hand has only the ranks that the text names, and every hand that
    begins with them is higher: it is a bound, not a hand that could be dealt.
    """
    klass, ranks = _read(ranking, text)
    falling = all(high > low for high, low in pairwise(ranks))
    straight = (
        STRAIGHT in ranking.order and len(ranks) == ranking.size and bool(_straight(ranks, ranking.low_ace))
    )
    if (
        klass not in ranking.order
        or len(ranks) > ranking.size
        or (klass == HIGH_CARD and (not falling or straight))
    ):
        raise _unreadable(ranking, text)
    return Hand(ranking.order.index(klass), ranks, klass)


def _read(ranking: Ranking, text: str) -> tuple[str, tuple[int, ...]]:
    """Return the class that a text names, and the ranks that its hands begin with."""
    if text in ranking.order:
        return text, ()
    words = text.split("-")
    head, last = "-".join(words[:-1]), words[-1]
    if last == "high" and words[-2:-1] and words[-2] in _WORDS:
        return "-".join(words[:-2]) or HIGH_CARD, (_WORDS.index(words[-2]),)
    if len(words) > 1 and all(word in _WORDS for word in words):
        return HIGH_CARD, tuple(_WORDS.index(word) for word in words)
    if last in _MANY and head in ("pair-of", *_OF_A_KIND):
        klass = _OF_A_KIND.get(head, PAIR)
        return klass, (_MANY.index(last),) * {PAIR: 2, THREE: 3, FOUR: 4, FIVE: 5}[klass]
    if words[:3] == ["two", "pairs", "of"] and words[4:5] == ["and"] and words[3] in _MANY and last in _MANY:
        return TWO_PAIRS, (_MANY.index(words[3]),) * 2 + (_MANY.index(last),) * 2
    raise _unreadable(ranking, text)


def _unreadable(ranking: Ranking, text: str) -> BadInput:
    return BadInput(
        f"{short(text)} is no hand of the {ranking.name} ranking; "
        f"write a class ({', '.join(ranking.order)}), "
        "or like queen-high, ace-king, pair-of-jacks, four-aces"
    )
