"""Conditions over options, readings and facts.

They have comparisons, `in`, `and`, `or`, `not`, `always` and `never`, and nothing else.

>>> condition("decks in [6, 8] and not soft-17 = hit")({"decks": "6", "soft-17": "stand"})
True
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from croupier.errors import Unreadable, short

Test = Callable[[Mapping[str, str]], bool]
_TOKEN = re.compile(r"\s*(\[|\]|\(|\)|,|<=|>=|!=|=|<|>|[A-Za-z0-9_.:+/-]+)")
_COMPARE = ("=", "!=", "<", "<=", ">", ">=")
_DEEPEST = 20
CONSTANT = {"always": True, "never": False}


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    while at < len(text.rstrip()):
        match = _TOKEN.match(text, at)
        if not match:
            raise Unreadable(f"condition {short(text)} cannot be read at {short(text[at:])}")
        tokens.append(match[1])
        at = match.end()
    return tokens


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.at = 0
        self.names: set[str] = set()

    def next(self, *wanted: str) -> str:
        token = self.tokens[self.at] if self.at < len(self.tokens) else ""
        if not token or (wanted and token not in wanted):
            raise Unreadable(
                f"condition {short(self.text)} cannot be read at {short(token or 'its end')}; "
                "write it like: decks in [6, 8] and wheel = single-zero"
            )
        self.at += 1
        return token

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def any_of(self, depth: int = 0) -> Test:
        tests = [self.all_of(depth)]
        while self.peek() == "or":
            self.next("or")
            tests.append(self.all_of(depth))
        return tests[0] if len(tests) == 1 else lambda facts: any(test(facts) for test in tests)

    def all_of(self, depth: int) -> Test:
        tests = [self.one(depth)]
        while self.peek() == "and":
            self.next("and")
            tests.append(self.one(depth))
        return tests[0] if len(tests) == 1 else lambda facts: all(test(facts) for test in tests)

    def one(self, depth: int) -> Test:
        if depth > _DEEPEST:
            raise Unreadable(f"condition {short(self.text)} is nested too deeply")
        if self.peek() == "not":
            self.next("not")
            inner = self.one(depth + 1)
            return lambda facts: not inner(facts)
        if self.peek() == "(":
            self.next("(")
            inner = self.any_of(depth + 1)
            self.next(")")
            return inner
        name = self.next()
        if name in CONSTANT and self.peek() not in (*_COMPARE, "in"):
            return lambda facts: CONSTANT[name]
        if name in _COMPARE or name in ("[", "]", ",", ")", "in", "and", "or"):
            raise Unreadable(f"condition {short(self.text)} names nothing before {name!r}")
        self.names.add(name)
        operator = self.next(*_COMPARE, "in")
        if operator == "in":
            self.next("[")
            values = [self.next()]
            while self.peek() == ",":
                self.next(",")
                values.append(self.next())
            self.next("]")
            return lambda facts: facts.get(name) in values
        value = self.next()
        if operator == "=":
            return lambda facts: facts.get(name) == value
        if operator == "!=":
            return lambda facts: facts.get(name) != value
        return lambda facts: _ordered(facts.get(name, ""), operator, value)


def _ordered(left: str, operator: str, right: str) -> bool:
    try:
        a, b = float(left), float(right)
    except ValueError:
        return False
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[Test, frozenset[str]]:
    reader = _Reader(text)
    test = reader.any_of()
    if reader.peek():
        raise Unreadable(f"condition {short(text)} goes on after its end at {short(reader.peek())}")
    return test, frozenset(reader.names)


def condition(text: str) -> Test:
    """Return the test that a condition makes. An empty condition always holds."""
    return _read(text)[0] if text.strip() else lambda facts: True


def names_in(text: str) -> frozenset[str]:
    """Return the options, readings or facts that a condition reads."""
    return _read(text)[1] if text.strip() else frozenset()
