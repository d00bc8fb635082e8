"""The one place where kernels are compiled. A stale cache is a wrong payout, so the cache belongs to the sources it was made from.

Numba notices an edit in the file of a compiled function, but not in the other files that it calls. Here every module of kernels
gets a cache folder named by the hash of its own source and of every croupier module that it imports, directly or not. Where
no folder can be written, nothing is cached and the kernel is compiled each time.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")
PACKAGE = "croupier"
ROOT = Path(__file__).resolve().parent


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel: no Python objects, no lock while it runs, kept on disk as long as its sources stay the same."""
    folder = cache_folder(Path(function.__code__.co_filename))
    if folder is None:
        plain: Callable[P, R] = numba.njit(nogil=True)(function)
        return plain
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        kept: Callable[P, R] = numba.njit(nogil=True, cache=True)(function)
    finally:
        config.CACHE_DIR = before
    return kept


@cache
def cache_folder(source: Path) -> Path | None:
    """Where the compiled form of a module is kept, or None where nothing can be written."""
    try:
        folder = home() / "kernels" / f"{source.stem}-{source_hash(source)}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def home() -> Path:
    """The cache of this user: `CROUPIER_CACHE`, or the place that the operating system gives to caches."""
    if os.environ.get("CROUPIER_CACHE"):
        return Path(os.environ["CROUPIER_CACHE"])
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"]) / PACKAGE
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"]) / PACKAGE / "Cache"
    try:
        user = Path.home()
    except RuntimeError as error:
        raise OSError(str(error)) from None
    return user / ("Library/Caches" if sys.platform == "darwin" else ".cache") / PACKAGE


def source_hash(source: Path, root: Path = ROOT) -> str:
    """The hash of a module and of every module of the package that it imports, directly or not."""
    seen: dict[Path, bytes] = {}
    waiting = [source.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen[path] = path.read_bytes()
            waiting += _imported(seen[path], root)
    digest = hashlib.sha256(f"{sys.version} numba {numba.__version__}".encode())
    for path in sorted(seen):
        digest.update(f"\n{path.name} {len(seen[path])}\n".encode())
        digest.update(seen[path])
    return digest.hexdigest()[:16]


def _imported(text: bytes, root: Path) -> list[Path]:
    """The files of the package's modules that a source names in its imports."""
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    found = []
    for name in names:
        head, *parts = name.split(".")
        if head == PACKAGE and parts:
            stem = root.joinpath(*parts)
            found += [path.resolve() for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file()]
    return found
