"""A game of twenty-one as the solver reads it: the same rules as in play, asked for every kind of hand.

What a hand pays is asked of `hands.rows_of` and of the pay tables. Nothing of it is written twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import perm, prod

from croupier.equipment.money import Amount
from croupier.errors import BadInput
from croupier.families.twentyone.facts import TwentyOneRules
from croupier.families.twentyone.hands import MOST, TENS, Dealers, Mine, at_once_rows, bonus_rows, rows_of
from croupier.families.twentyone.solver.problem import (
    ADDED,
    FIRST,
    NEVER_MADE,
    Pay,
    Problem,
    Rules,
    Variant,
    problem,
)
from croupier.families.twentyone.solver.states import LETTERS, Counts

ANY = frozenset(range(2, MOST))
EVEN_UP = "under an ace"
SEVEN_UP = "under a seven"
FIVE, SIX, SEVEN, EIGHT = 4, 5, 6, 7
"""The values of the cards in named hands."""
NAMED = ((SIX, SEVEN), (SIX, EIGHT), (SEVEN, EIGHT), (SEVEN, SEVEN))
SUITS = ("spades", "suited", "mixed")
Shares = tuple[tuple[str, Fraction], ...]
"""The suits of a hand, each with its chance."""


def value_of(rank: str) -> int:
    """Return the value of a rank, as the solver numbers it.

    >>> value_of("A"), value_of("9"), value_of("K")
    (0, 8, 9)
    """
    return 9 if rank in TENS else LETTERS.index(rank)


@dataclass(frozen=True)
class Kind:
    """A class of finished hands."""

    mine: Mine
    ranks: str = ""
    """678 or 777, where the suits matter."""
    shares: Shares = ()


class Declared:
    """A game and a stake, declared as a problem."""

    def __init__(
        self,
        rules: TwentyOneRules,
        stake: Amount,
        stock: Mapping[str, int] | None = None,
        switched: bool = False,
    ) -> None:
        self.rules = rules
        self.switched = switched
        """Whether an ace and a ten came together by a switch, so they are no natural."""
        self.stake = stake
        self.stock = stock if stock is not None else rules.packs.fresh()
        """The cards that may come; a full shoe by default."""
        self.shoe = shoe_of(self.stock)
        self.kinds: dict[str, Kind] = {}
        self.dealers: dict[str, Dealers] = {}
        self.suited = any(
            name.endswith(("-suited", "-spades")) for name in rules.prices.known_rows(rules.main)
        )
        """Whether the suits of a hand change what it pays."""
        self.super_bonus = bool(rules.name_of("super-bonus")) and rules.ruleset.offered(
            rules.name_of("super-bonus")
        )
        self.even_money = self._takes_even_money()
        self.named = {"678": _counts(SIX, SEVEN, EIGHT), "777": _counts(SEVEN, SEVEN, SEVEN)}
        """Hands that have a name, whatever they pay."""
        if any(kind == "bonus" for kind in rules.kinds.values()):
            self.named["5556"] = _counts(FIVE, FIVE, FIVE, SIX)

    def problem(self) -> Problem:
        """Return the problem to solve."""
        allowed, variants = self.allowed(), self._variants() if self.suited else None
        made = problem(self.shoe, allowed, self._player, self._dealer, self._pays, variants)
        # Which classes there are is known once all have been asked for.
        fallback = self._fallback()
        return (
            problem(self.shoe, allowed, self._player, self._dealer, self._pays, variants, fallback)
            if fallback
            else made
        )

    # What may be done.

    def allowed(self) -> Rules:
        """Return the acts that the game allows."""
        rules, setup = self.rules, self.rules.setup
        double, split, surrender, draw = setup.double, setup.split, setup.surrender, setup.draw
        doubles = double is not None and rules.holds(double.when)
        splits = split is not None and rules.holds(split.when)
        gives_up = surrender is not None and rules.holds(surrender.when)
        most = (
            "1"
            if split is None or not splits
            else rules.said(split.hands)
            if split.most_hands.holds(rules.ruleset.facts)
            else "open"
        )
        barred = (
            {value_of(rank) for rank in split.not_on}
            if split is not None and split.barred.holds(rules.ruleset.facts)
            else set()
        )
        return Rules(
            hits_soft_17=rules.hits_soft_17,
            discards_bust=bool(draw.discard_clause),
            double_sizes=frozenset(
                double.cards if double.on_cards.holds(rules.ruleset.facts) else range(2, MOST)
            )
            if double is not None and doubles
            else frozenset(),
            double_on=frozenset(rules.double_totals()) or ANY if double is not None else ANY,
            double_on_either=double is not None and rules.holds(double.either_total, empty=False),
            frozen_aces=double is not None and bool(double.aces_low) and rules.holds(double.aces_low),
            double_after_split=double is not None and rules.holds(double.split_hands),
            rescue=double is not None and bool(double.rescue_clause) and rules.holds(double.rescue_when),
            hands=0 if most == "open" else int(most),
            split_on=frozenset(range(10)) - barred,
            resplit_aces=split is not None and rules.holds(split.aces_again),
            split_aces_draw=split is not None and not rules.holds(split.aces_one_card),
            split_aces_double=split is not None
            and rules.holds(split.aces_double)
            and (not rules.holds(split.aces_one_card) or rules.holds(split.aces_double_only, empty=False)),
            surrender_on=frozenset(map(value_of, surrender.upcards or LETTERS))
            if surrender is not None and gives_up
            else frozenset(),
            stands_on_hard=draw.must_stand or MOST + 1,
            draws_on_hard=draw.must_hit,
            trick=rules.trick,
            forced=rules.forced,
            forced_stands_soft_17=rules.forced and rules.holds(draw.forced_stands, empty=False),
        )

    def _takes_even_money(self) -> bool:
        """Say whether even money is worth more than waiting, for a natural against an ace."""
        row = self.rules.setup.even_money
        if row is None or not self.rules.holds(row.when) or self.shoe[0] < 2 or not self.shoe[9]:
            return False
        left = sum(self.shoe) - 3
        hit = Fraction(self.shoe[9] - 1, left)
        return (1 - hit) * self._unit(self.rules.main, "natural") < hit * self._even_money(True).net + (
            1 - hit
        ) * self._even_money(False).net

    def _even_money(self, natural: bool) -> Pay:
        """Return what even money pays if the dealer has a natural, or if not."""
        row = self.rules.prices.chosen(self.rules.main, self.rules.even_money_rows(natural))
        return Pay(Fraction(1), row, self._unit(self.rules.main, row))

    # Hands.

    def _player(self, counts: Counts, total: int, stage: str, doubled: bool) -> str:
        rules = self.rules
        split = stage == "split"
        size = sum(counts)
        two = size == 2 and total == MOST
        natural = (
            two
            and not doubled
            and not self.switched
            and (not split or bool(rules.setup.split and rules.setup.split.naturals))
        )
        ranks = next((ranks for ranks, whole in self.named.items() if counts == whole), "")
        cards = _shown(counts)
        mine = Mine(cards, total, natural, doubled, two_card_21=two and not natural, split=split)
        special = total == MOST and rules.pays_21 and not doubled and bool(bonus_rows(cards))
        trick = rules.trick and size >= rules.trick
        name = f"{stage} {'doubled ' if doubled else ''}" + (
            "natural" if natural else f"21 of two{ranks}" if two else f"{total}"
        )
        name += f" in {min(size, 7)}" if (special or trick) and not ranks else ""
        shares: Shares = ()
        if ranks and total == MOST and not doubled:
            name += f" {ranks}"
            shares = self.shares(ranks)
        self.kinds.setdefault(name, Kind(mine, ranks if shares else "", shares))
        return name

    def shares(self, ranks: str) -> Shares:
        """Return the chances of the suits of a hand whose values alone are known."""
        spades, others = (
            sum((self._of_suit(ranks, suit) for suit in suits), Fraction(0)) for suits in ("s", "cdh")
        )
        return (("spades", spades), ("suited", others), ("mixed", 1 - spades - others))

    def _of_suit(self, ranks: str, suit: str) -> Fraction:
        """Return the chance that cards of these ranks are all of a suit; 0 if the shoe lacks them."""
        ways = [
            (perm(self._held(rank, suit), ranks.count(rank)), perm(self._held(rank), ranks.count(rank)))
            for rank in dict.fromkeys(ranks)
        ]
        return prod(
            (Fraction(some, every) if every else Fraction(0) for some, every in ways), start=Fraction(1)
        )

    def _held(self, rank: str, suit: str = "") -> int:
        """Count the cards of a rank that may come, of one suit or of all."""
        return sum(number for card, number in self.stock.items() if card.startswith(rank + suit))

    def _variants(self) -> dict[tuple[int, int], tuple[Variant, ...]]:
        """Return two-card hands whose suits are seen, and what a third card makes of them."""
        found = {}
        for pair in NAMED:
            ranks = "777" if pair == (SEVEN, SEVEN) else "678"
            third = SEVEN if ranks == "777" else ({SIX, SEVEN, EIGHT} - set(pair)).pop()
            two = dict(self.shares("".join(LETTERS[value] for value in pair)))
            whole = dict(self.shares(ranks))
            kinds = []
            for suits, weight in two.items():
                chance = whole[suits] / weight if weight and suits != "mixed" else Fraction(0)
                name = f"{ranks} from two {suits}"
                shares = ((suits, chance), ("mixed", 1 - chance)) if chance else (("mixed", Fraction(1)),)
                self.kinds[name] = Kind(Mine(_shown(_counts(*pair, third)), MOST), ranks, shares)
                kinds.append(Variant(suits, weight, {third: name}))
            found[pair] = tuple(kinds)
        return found

    def _dealer(self, counts: Counts, upcard: int, natural: bool, discarded: bool) -> str:
        row = self.rules.setup.dealer
        cards = _shown(counts)
        hard = sum(number * (value + 1) for value, number in enumerate(counts))
        points = hard + 10 if counts[0] and hard + 10 <= MOST else hard
        eights = row.eights and counts == _counts(EIGHT, EIGHT, EIGHT)
        dealers = Dealers(cards, points, natural, self.rules.push_on, row.void_total, discarded, eights)
        name = (
            "natural"
            if natural
            else "eights"
            if eights
            else f"{points} kept"
            if discarded
            else "over"
            if points > MOST and points != self.rules.push_on
            else str(points)
        )
        if self.even_money and upcard == 0 and not natural:
            name += f" {EVEN_UP}"
        if self.super_bonus and upcard == SEVEN:
            name += f" {SEVEN_UP}"
        self.dealers.setdefault(name, dealers)
        return name

    # Money.

    def _unit(self, wager: str, row: str) -> Fraction:
        """Return the net of a row for a wager of one unit."""
        outcome = self.rules.prices.outcome(wager, row)
        return (outcome.won(self.stake) - outcome.lost(self.stake)) / self.stake

    def _pays(self, role: str, name: str, end: str) -> Iterable[Pay]:
        """Return how a class of hands is paid against an end of the dealer's hand."""
        rules = self.rules
        dealers = self.dealers[end]
        base = rules.name_of("split") if role == ADDED else rules.main
        if (role in (FIRST, ADDED) and not rules.name_of("split")) or (
            "doubled" in name and not rules.name_of("double")
        ):
            return
        prefix = "split " if role in (FIRST, ADDED) else ""
        doubled = "doubled " in name
        early = name == "surrendered" and rules.early_surrender
        if dealers.natural and rules.hole == "peek" and not early and not self._is_natural(name):
            # The hole card was looked at before anybody could double, split or give up.
            lost = "dealer-natural"
            row = rules.prices.chosen(rules.main, (lost, "lose"))
            yield (
                Pay(Fraction(1), NEVER_MADE, Fraction(0))
                if role == ADDED
                else Pay(Fraction(1), row, self._unit(rules.main, row))
            )
            return
        if name == "surrendered":
            mine = Mine((), 0, surrendered=True, early=early)
            row = rules.prices.chosen(base, rows_of(mine, dealers))
            yield Pay(
                Fraction(1),
                f"{prefix}surrender" if row == "half" else f"{prefix}surrender {row}",
                self._unit(base, row),
            )
            return
        if name == "rescued":
            yield Pay(
                Fraction(1),
                f"{prefix}forfeit",
                self._unit(base, rules.prices.chosen(base, ("forfeit", "lose"))),
            )
            return
        if name in ("bust", "doubled bust"):
            mine = Mine((), MOST + 1, doubled=doubled)
            yield self._pay(base, prefix, doubled, rows_of(mine, dealers), Fraction(1))
            return
        kind = self.kinds[name]
        if end.endswith(EVEN_UP) and kind.mine.natural and role not in (FIRST, ADDED):
            yield self._even_money(False)
            return
        if kind.mine.natural and dealers.natural and rules.setup.natural.always_at_once:
            yield self._pay(base, prefix, False, ("natural", "win"), Fraction(1))
            return
        if kind.mine.natural and dealers.natural:
            # A natural is an end of its own whatever the upcard; under an ace, which is half of them, even
            # money has been taken.
            share = Fraction(1, 2) if self.even_money and not prefix else Fraction(1)
            yield from self._both_natural(base, prefix, share)
            if share < 1:
                yield self._even_money(True)._replace(weight=1 - share)
            return
        if kind.mine.natural or not (
            (rules.pays_21 and kind.mine.points == MOST)
            or at_once_rows(kind.mine, rules.pays_21, rules.trick)
        ):
            yield self._pay(base, prefix, doubled, rows_of(kind.mine, dealers), Fraction(1))
            return
        if not kind.ranks:
            yield self._pay(
                base, prefix, doubled, at_once_rows(kind.mine, rules.pays_21, rules.trick), Fraction(1)
            )
            return
        merged: dict[tuple[str, Fraction], Fraction] = {}
        for suits, chance in kind.shares:
            if chance:
                title = "-".join(kind.ranks)
                rows = (
                    *(
                        (f"{title}-spades", f"{title}-suited")
                        if suits == "spades"
                        else (f"{title}-suited",)
                        if suits == "suited"
                        else ()
                    ),
                    title,
                    "twenty-one",
                    "win",
                )
                pay = self._pay(base, prefix, doubled, rows, chance)
                net = pay.net + (
                    self._gift()
                    if kind.ranks == "777"
                    and suits != "mixed"
                    and end.endswith(SEVEN_UP)
                    and role not in (FIRST, ADDED)
                    else 0
                )
                merged[pay.row, net] = merged.get((pay.row, net), Fraction(0)) + chance
        for (row, net), chance in merged.items():
            yield Pay(chance, row, net)

    def _gift(self) -> Fraction:
        """Return the super bonus, in units of the wager."""
        prices = self.rules.ruleset.prices(self.rules.name_of("super-bonus"))
        return (
            prices[self.rules.super_size(self.rules.name_of("super-bonus"), self.stake)].winnings(0)
            / self.stake
        )

    def _is_natural(self, name: str) -> bool:
        return name in self.kinds and self.kinds[name].mine.natural

    def _pay(self, base: str, prefix: str, doubled: bool, rows: tuple[str, ...], chance: Fraction) -> Pay:
        rules = self.rules
        row = rules.prices.chosen(base, rows)
        net = self._unit(base, row)
        if doubled:
            double = rules.name_of("double")
            net += self._unit(double, rules.prices.chosen(double, rows))
            prefix += "doubled "
        return Pay(chance, f"{prefix}{row}", net)

    def _both_natural(self, base: str, prefix: str, share: Fraction) -> Iterable[Pay]:
        """Return the pay of two naturals; by the chances of the ranks where their tens are compared."""
        rules = self.rules
        if not {"natural-over", "natural-under", "natural-level"} & rules.prices.known_rows(base):
            yield self._pay(base, prefix, False, ("both-natural",), share)
            return
        tens = [self._held(rank) for rank in TENS]
        level = (
            Fraction(sum(perm(number, 2) for number in tens), perm(sum(tens), 2))
            if sum(tens) > 1
            else Fraction(1)
        )
        for row, chance in (
            ("natural-over", (1 - level) / 2),
            ("natural-level", level),
            ("natural-under", (1 - level) / 2),
        ):
            yield self._pay(base, prefix, False, (row, "both-natural"), share * chance)

    def _fallback(self) -> tuple[str, ...]:
        """Return the ends of the first hand after which a dealer's natural takes the other one instead."""
        setup = self.rules.setup
        if (
            not setup.replaces_clause
            or not self.rules.holds(setup.replaces_when)
            or self.rules.hole == "peek"
        ):
            return ()
        if self.allowed().hands != 2:
            raise BadInput(
                "a game in which a natural of the dealer takes another hand's wager "
                "is not proved with more than two hands to a box"
            )
        over = ("bust", "doubled bust") if self.rules.holds(setup.replaces_lost, empty=False) else ()
        return (
            *over,
            *(name for name, kind in self.kinds.items() if kind.mine.split and kind.mine.points == MOST),
            "rescued",
        )


def shoe_of(stock: Mapping[str, int]) -> Counts:
    """Count some cards by value."""
    counts = [0] * 10
    for card, number in stock.items():
        counts[value_of(card[0])] += number
    return tuple(counts)


def _counts(*values: int) -> Counts:
    return tuple(values.count(value) for value in range(10))


def _shown(counts: Counts) -> tuple[str, ...]:
    """Return cards of these values without suits, for rules that look at ranks and numbers alone."""
    return tuple(
        LETTERS[value] + "cdhs"[at % 4] for value, number in enumerate(counts) for at in range(number)
    )
