"""How kernels are compiled.

`fastmath` and its like may move no integer of any tally, so their absence is asserted, not simulated.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

from numba.core.registry import CPUDispatcher

import croupier
from croupier import compiled
from croupier.simulate.dealing import Kernel

ROOT = Path(croupier.__file__).parent
OPTIONS = {"nopython": True, "nogil": True, "boundscheck": None}
"""What a kernel is compiled with, and nothing else:
no fastmath, no parallel loops, no other rules for errors."""


def kernels() -> Iterator[tuple[str, CPUDispatcher]]:
    """Find every compiled function of the package."""
    for path in sorted(ROOT.rglob("*.py")):
        if "compiled" in path.read_text(encoding="utf-8") and path.name != "compiled.py":
            name = ".".join(("croupier", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(
                ".__init__"
            )
            for attribute, value in vars(importlib.import_module(name)).items():
                if isinstance(value, CPUDispatcher):
                    yield f"{name}.{attribute}", value
                if isinstance(value, Kernel):
                    yield f"{name}.{attribute}.deal", value.deal


def test_every_kernel_is_compiled_with_the_same_options() -> None:
    found = dict(kernels())
    assert len({id(one) for one in found.values()}) > 100
    wrong = {name: one.targetoptions for name, one in found.items() if one.targetoptions != OPTIONS}
    assert not wrong, wrong


def test_nothing_is_compiled_elsewhere() -> None:
    """One place compiles, so one place has the options."""
    numba = re.compile(r"^\s*(import numba|from numba)|\bnjit\b|\bvectorize\b", re.MULTILINE)
    assert [path.name for path in ROOT.rglob("*.py") if numba.search(path.read_text(encoding="utf-8"))] == [
        "compiled.py"
    ]
    assert {module.name for module in pkgutil.iter_modules([str(ROOT)])} >= {"compiled"}


def test_a_kernel_is_kept_for_its_code_alone(tmp_path: Path) -> None:
    """Comments, docstrings, layout and the place of the checkout change nothing; one number does."""
    plain = "PAYS = 35\ndef pays(stake: int) -> int:\n    return PAYS * stake\n"
    worded = (
        '"""What a number pays."""\n\nPAYS = 35  # to one\n"""Odds."""\n\n\ndef pays(stake: int) -> '
        'int:\n    """Pay."""\n    return PAYS * stake\n'
    )
    hashes = []
    for number, text in enumerate((plain, worded, plain.replace("35", "36"))):
        path = tmp_path / f"checkout-{number}" / "kernel.py"
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        hashes.append(compiled.source_hash(path, path.parent))
    assert hashes[0] == hashes[1] != hashes[2]


def test_a_kept_kernel_is_found_again_by_a_checkout_elsewhere(tmp_path: Path) -> None:
    """What Numba asks for is the same wherever the file lies:
    a folder named by the code, and nothing of the path.
    """
    locator = compiled.Locator(tmp_path / "kernel-0123")
    assert (locator.get_cache_path(), locator.get_source_stamp(), locator.get_disambiguator()) == (
        str(tmp_path / "kernel-0123"),
        "kernel-0123",
        "",
    )
    locator.ensure_cache_path()
    assert (tmp_path / "kernel-0123").is_dir()
