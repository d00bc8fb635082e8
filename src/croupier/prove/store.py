"""Where long proofs are kept: certificates in the package, and large plans in this user's cache.

A certificate belongs to the problem, not to a game. Its name is the hash of everything that the prover was
handed.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.compiled import home

FORMAT = 1
PACKAGE = "croupier"
FOLDER = "certificates"
PLANS = "plans"
NAME = 20
"""Letters of the hash that name a file."""


class KeptProof(msgspec.Struct, frozen=True, rename="kebab"):
    """A certificate. Each kind of proof adds what it found."""

    format: int
    problem: str
    """The hash of what was solved."""


K = TypeVar("K", bound=KeptProof)


def made_by() -> str:
    """Return the version of this package, which a certificate names."""
    return version(PACKAGE)


def look_up(kind: type[K], problem: str, shelf: str = "", folder: Path | None = None) -> K | None:
    """Return the kept certificate of a problem, if any, from a shelf of the package or from a folder."""
    name = f"{problem[:NAME]}.json"
    place = files(PACKAGE).joinpath(FOLDER, *filter(None, [shelf]), name) if folder is None else folder / name
    try:
        text = place.read_bytes()
    except OSError:
        return None
    kept = msgspec.json.decode(text, type=kind)
    return kept if kept.problem == problem else None


# Plans.


def plans_at(name: str) -> Path:
    """Return where the plans of a problem are kept."""
    return home() / PLANS / f"{name}.npz"


def read_arrays(place: Path) -> dict[str, NDArray[Any]] | None:
    """Read arrays from the cache. Return None where there are none that can be read."""
    try:
        with np.load(place, allow_pickle=False) as kept:
            return {name: kept[name] for name in kept.files}
    except (OSError, ValueError, BadZipFile, EOFError):
        return None


def write_arrays(place: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays to the cache, all of them or none. Do nothing where the cache cannot be written."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez_compressed(file, allow_pickle=False, **arrays)
            os.replace(name, place)
        except BaseException:
            os.unlink(name)
            raise
    except OSError:
        return
