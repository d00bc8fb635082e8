"""Compile kernels, and cache them by the hash of the code that they were made from.

Numba notices an edit in the file of a compiled function, but not in the other files that it calls. A stale
cache is a wrong payout. So every module of kernels has a cache folder named by the hash of its own code and
of every croupier module that it imports, directly or not. Comments, docstrings and the path of the checkout
are not hashed. Where no folder can be written, nothing is cached and the kernel is compiled each time.
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
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")
PACKAGE = "croupier"
ROOT = Path(__file__).resolve().parent


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel without Python objects and without the lock, and cache it by its code."""
    if cache_folder(Path(function.__code__.co_filename)) is None:
        plain: Callable[P, R] = numba.njit(nogil=True)(function)
        return plain
    config: Any = numba.config
    before = config.CACHE_LOCATOR_CLASSES
    config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"
    try:
        kept: Callable[P, R] = numba.njit(nogil=True, cache=True)(function)
    finally:
        config.CACHE_LOCATOR_CLASSES = before
    return kept


def completed(
    frame: Callable[P, R], stand_in: Callable[..., object], part: Callable[..., object]
) -> Callable[P, R]:
    """Compile a kernel with `part` in the place of the function that stands for it.

    The stand-in is a global name of the frame. The whole is cached with the module of `part`, which imports
    the frame: its hash covers both. A closure over a kernel would be compiled anew by every process.
    """
    code = frame.__code__.replace(co_filename=part.__code__.co_filename)
    whole = FunctionType(code, {**frame.__globals__, stand_in.__name__: compiled(part)}, frame.__name__)
    # Two kernels of one module are kept apart by their names.
    whole.__qualname__ = f"{frame.__qualname__}.{part.__qualname__}"
    kernel: Callable[P, R] = compiled(whole)
    return kernel


class Locator:
    """Tell Numba where to cache a kernel. The folder is named by the code, so nothing in it is stale.

    Numba's own locators stamp a kernel with the path and the whole text of its file. They forget it when a
    comment changes or the checkout lies elsewhere.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def from_function(cls, function: Callable[..., object], file: str) -> Locator | None:
        """Return the locator of a function's module, or None where nothing can be written."""
        folder = cache_folder(Path(file))
        return None if folder is None else cls(folder)

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(self.folder)

    def ensure_cache_path(self) -> None:
        """Make the folder again if somebody removed it."""
        self.folder.mkdir(parents=True, exist_ok=True)

    def get_source_stamp(self) -> str:
        """Return the folder's name, which holds the hash."""
        return self.folder.name

    def get_disambiguator(self) -> str:
        """Return nothing: Numba tells kernels apart by name, code and signature."""
        return ""


@cache
def cache_folder(source: Path) -> Path | None:
    """Return the folder for the compiled form of a module, or None where nothing can be written."""
    try:
        folder = home() / "kernels" / f"{source.stem}-{source_hash(source)}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def home() -> Path:
    """Return this user's cache folder: `CROUPIER_CACHE`, or the operating system's place for caches."""
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
    """Hash the code of a module and of every module of the package that it imports, directly or not."""
    seen: dict[Path, str] = {}
    waiting = [source.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen[path], names = _code(path.read_bytes())
            waiting += _files(names, root)
    digest = hashlib.sha256(f"{sys.version} numba {numba.__version__}".encode())
    for name, code in sorted((_place(path, root), code) for path, code in seen.items()):
        digest.update(f"\n{name} {code}".encode())
    return digest.hexdigest()[:16]


def _place(path: Path, root: Path) -> str:
    """Return the path of a file inside the package, wherever the package lies."""
    return path.relative_to(root.resolve()).as_posix() if path.is_relative_to(root.resolve()) else path.name


@cache
def _code(text: bytes) -> tuple[str, tuple[str, ...]]:
    """Hash a source without comments, docstrings and layout. Return also the modules that it imports."""
    tree = ast.parse(text)
    names: list[str] = []
    for node in ast.walk(tree):
        for body in (getattr(node, field, None) for field in ("body", "orelse", "finalbody")):
            if isinstance(body, list):
                body[:] = [one for one in body if not _is_text(one)]
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest(), tuple(names)


def _is_text(node: object) -> bool:
    """Whether a statement is a docstring, or another string that does nothing."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _files(names: tuple[str, ...], root: Path) -> list[Path]:
    """Return the files of those names that are modules of this package."""
    found = []
    for name in names:
        head, *parts = name.split(".")
        if head == PACKAGE and parts:
            stem = root.joinpath(*parts)
            found += [
                path.resolve() for path in (stem.with_suffix(".py"), stem / "__init__.py") if path.is_file()
            ]
    return found
