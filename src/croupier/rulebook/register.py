"""The clause register: a row for each section, and whether software, people or premises carry it out."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from croupier.errors import BadInput, unknown
from croupier.rulebook.schema import Row

RULEBOOKS = Path(__file__).resolve().parent.parent / "rulebooks"


class ClauseRow(Row, frozen=True, kw_only=True):
    """One section of an instrument."""

    title: str
    lines: tuple[int, int]
    kind: Literal["software", "people", "premises", "definition"]
    parts: list[str] = []
    for_: list[str] = msgspec.field(default=[], name="for")
    note: str = ""


class Register(Row, frozen=True, kw_only=True):
    """Every section of one instrument that has been read."""

    format: int
    instrument: str
    in_force: list[str]
    clauses: dict[str, ClauseRow]
    source: str = ""

    def section(self, citation: str) -> str | None:
        """Return the id of the section that a citation falls in, or None when there is none."""
        if citation in self.clauses:
            return citation
        at = len(citation)
        while (at := citation.rfind("(", 0, at)) > 0:
            head = citation[:at].rstrip()
            if head in self.clauses:
                rest = citation[at:]
                return head if rest in self.clauses[head].parts else None
        return None

    def require(self, citation: str, where: str) -> str:
        """Return the section of a citation. Refuse a citation that the register does not hold."""
        section = self.section(citation)
        if section is None:
            head = re.split(r"\(", citation)[0].strip()
            if head in self.clauses:
                raise BadInput(
                    f"{where}: clause {citation!r} is not in the register: "
                    f"{head} has the parts {', '.join(self.clauses[head].parts) or 'none'}"
                )
            raise BadInput(f"{where}: " + str(unknown("clause", citation, self.clauses, "the register")))
        return section


@lru_cache(maxsize=16)
def register(rulebook: str, folder: Path = RULEBOOKS) -> Register:
    """Return the register of a rulebook."""
    path = folder / rulebook / "clauses.toml"
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Register)
    except FileNotFoundError:
        raise BadInput(f"there is no clause register {rulebook}/clauses.toml") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"{rulebook}/clauses.toml: {error}") from None
