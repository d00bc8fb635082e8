"""Where long proofs are kept: certificates in the package, and large plans in this user's cache.

A certificate belongs to the problem, not to a game. Its name is the hash of everything that the prover was
handed. What it says is checked whenever it is asked for: by its digest, which stands in the file and in the
list of all that is kept, and by whatever can be counted otherwise at once. One that is not right is not used.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.compiled import home

FORMAT = 1
PACKAGE = "croupier"
FOLDER = "certificates"
PLANS = "plans"
DIGEST = "digest"
LISTED = "digests.json"
"""The list of all files that are kept, with the digest of each."""
NAME = 20
"""Letters of the hash that name a file."""


class KeptProof(msgspec.Struct, frozen=True, rename="kebab"):
    """A certificate. Each kind of proof adds what it found."""

    format: int
    problem: str
    """The hash of what was solved."""


K = TypeVar("K", bound=KeptProof)
T = TypeVar("T")


class Listed(msgspec.Struct, frozen=True):
    """Every kept file, by its path among the certificates, with its digest."""

    digests: dict[str, str]


class Altered(ValueError):
    """A kept file that does not say what was written."""


def made_by() -> str:
    """Return the version of this package, which a certificate names."""
    return version(PACKAGE)


class Looked(NamedTuple, Generic[K]):
    """What was found where a proof may be kept."""

    kept: K | None
    wrong: str = ""
    """Why the proof that lies there is not used, or nothing."""
    lies: K | None = None
    """The proof that lies there, right or not, if it can be read."""

    def compared(self, problem: str, differ: Callable[[K], list[str]]) -> Compared:
        """Compare what lies there with a proof that was computed again; `differ` lists what differs."""
        if self.lies is None and not self.wrong:
            return UNKEPT
        told = f"computed again: the kept proof {problem[:NAME]}"
        try:
            found = differ(self.lies) if self.lies is not None else []
        except SENSELESS:
            found = ["its figures cannot be compared"]
        if not found and not self.wrong:
            return Compared(SAME, f"{told} says the same")
        said = "; ".join([*([f"is not right, for {self.wrong}"] if self.wrong else []), *found])
        return Compared(DIFFERS, f"{told} {'' if self.wrong else 'differs: '}{said}; {MEND}")

    def told(self, problem: str) -> Compared:
        """Say of a proof that was asked for and not computed again whether it is used."""
        if not self.wrong:
            return UNKEPT
        name = problem[:NAME]
        said = f"the kept proof {name} is not used, for {self.wrong}; this was computed anew; {MEND}"
        return Compared(WRONG, said)


class Compared(NamedTuple):
    """What became of a kept proof."""

    how: str
    """`same` or `differs`, where it was computed again; `wrong`, where it is not used; else nothing."""
    note: str


UNKEPT = Compared("", "")
SAME, DIFFERS, WRONG = "same", "differs", "wrong"
MEND = "install croupier again to have it as it was made"
OTHER_DIGEST = "its digest is not that of what it keeps"
SENSELESS = (ArithmeticError, LookupError, ValueError)
"""What goes wrong where figures are no figures: a division by nothing, a row without its numbers."""


def digest_of(value: Mapping[str, Any]) -> str:
    """Return the digest of all that a file keeps, but for the digest itself."""
    rest = {key: part for key, part in value.items() if key != DIGEST}
    return hashlib.sha256(msgspec.json.encode(rest, order="sorted")).hexdigest()


def sealed(kept: KeptProof | Mapping[str, Any]) -> dict[str, Any]:
    """Return what is written of a proof: all that it says, and the digest of it."""
    value: dict[str, Any] = msgspec.to_builtins(kept)
    return {**value, DIGEST: digest_of(value)}


def opened(text: bytes) -> tuple[dict[str, Any], str]:
    """Return what a kept file says, and the digest that it names."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as why:
        raise Altered(f"it cannot be read: {why}") from None
    if not isinstance(value, dict):
        raise Altered("it is no proof")
    return value, str(value.pop(DIGEST, ""))


def read(kind: type[T], text: bytes) -> tuple[T, str]:
    """Return what a kept file says, and what is wrong with it if it is not what was written."""
    value, told = opened(text)
    try:
        found = msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as why:
        raise Altered(f"it cannot be read: {why}") from None
    return found, "" if told == digest_of(value) else OTHER_DIGEST


@cache
def listed(folder: str) -> Mapping[str, str]:
    """Return the digest of every kept file; nothing where the list is not what was written."""
    try:
        found, altered = read(Listed, files(PACKAGE).joinpath(folder, LISTED).read_bytes())
    except (OSError, Altered):
        return {}
    return {} if altered else found.digests


def unlisted(path: str, text: bytes) -> str:
    """Say that a file is not the one that the list names, or nothing."""
    known = listed(FOLDER)
    if not known:
        return f"{LISTED}, the list of what is kept, is not as it was written"
    if path not in known:
        return f"{LISTED} does not list it"
    return "" if known[path] == opened(text)[1] else f"{LISTED} lists another digest of it"


def shelf_of(*parts: str) -> Any:
    """Return a place among the certificates of the package."""
    return files(PACKAGE).joinpath(FOLDER, *filter(None, parts))


def look(
    kind: type[K],
    problem: str,
    wrong: Callable[[K], str],
    shelf: str = "",
    folder: Path | None = None,
) -> Looked[K]:
    """Return the kept certificate of a problem, if there is one and it is right.

    It lies on a shelf of the package, or in a folder. `wrong` says what is wrong with one, or nothing.
    """
    name = f"{problem[:NAME]}.json"
    place = shelf_of(shelf, name) if folder is None else folder / name
    try:
        text = place.read_bytes()
    except OSError:
        return Looked(None)
    try:
        lies, altered = read(kind, text)
    except Altered as why:
        return Looked(None, str(why))
    if folder is None:
        altered = altered or unlisted("/".join(filter(None, (shelf, name))), text)
    if lies.problem != problem:
        return Looked(None, altered or "it is of another problem")
    if lies.format != FORMAT:
        altered = altered or f"it is of format {lies.format}, and this version reads {FORMAT}"
    found = altered or _sense(lies, wrong)
    return Looked(None if found else lies, found, lies)


def _sense(kept: K, wrong: Callable[[K], str]) -> str:
    """Say what is wrong with a proof, if only that its figures are none."""
    try:
        return wrong(kept)
    except SENSELESS:
        return "a figure of it is not a number that there may be"


# Plans.


def plans_at(name: str) -> Path:
    """Return where the plans of a problem are kept."""
    return home() / PLANS / f"{name}.npz"


def read_arrays(place: Path) -> dict[str, NDArray[Any]] | None:
    """Read arrays from the cache. Return None where there are none, or not as they were written."""
    try:
        with np.load(place, allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
    except (OSError, ValueError, BadZipFile, EOFError, KeyError):
        return None
    told = arrays.pop(DIGEST, None)
    return arrays if told is not None and str(told) == _digest_of_arrays(arrays) else None


def _digest_of_arrays(arrays: Mapping[str, NDArray[Any]]) -> str:
    found = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        found.update(f"{name} {array.dtype.str} {array.shape}".encode())
        found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def write_arrays(place: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays to the cache, all of them or none. Do nothing where the cache cannot be written."""
    told = {**arrays, DIGEST: np.array(_digest_of_arrays(arrays))}
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=place.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez_compressed(file, allow_pickle=False, **told)
            os.replace(name, place)
        except BaseException:
            os.unlink(name)
            raise
    except OSError:
        return
