"""Write certificates as the package keeps them.

`python -m tests.certificates` puts a digest on every kept file that has none, counts the hands by which
street games are checked, and lists all digests. It computes no proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

import croupier
from croupier.prove.store import DIGEST, LISTED, NAME, KeptProof, Listed, read, sealed

FOLDER = Path(croupier.__file__).parent / "certificates"


def write(kept: KeptProof, folder: Path) -> Path:
    """Write a certificate and return its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kept.problem[:NAME]}.json"
    put(sealed(kept), path)
    return path


def put(value: Mapping[str, Any], path: Path) -> None:
    """Write a kept file: all numbers of a cell in one line."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n")


def every() -> list[Path]:
    """List every file that is kept."""
    return sorted(path for path in FOLDER.rglob("*.json") if path.name != LISTED)


def digests() -> Listed:
    """Return the digest of every file that is kept and is what was written."""
    found: dict[str, str] = {}
    for path in every():
        _, wrong = read(dict, path.read_bytes())
        assert not wrong, f"{path.name}: {wrong}"
        found[path.relative_to(FOLDER).as_posix()] = msgspec.json.decode(path.read_bytes())[DIGEST]
    return Listed(found)


def list_all() -> None:
    """Write the list of all that is kept."""
    put(sealed(msgspec.to_builtins(digests())), FOLDER / LISTED)


def main() -> None:
    """Put digests on what has none."""
    from tests.streets.certify import count_hands

    count_hands()
    for path in every():
        value = msgspec.json.decode(path.read_bytes())
        if DIGEST not in value:
            put(sealed(value), path)
            print(f"{path.name}: sealed")
    list_all()


if __name__ == "__main__":
    main()
