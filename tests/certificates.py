"""Write certificates as the package keeps them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from croupier.prove.store import NAME, KeptProof


def write(kept: KeptProof, folder: Path) -> Path:
    """Write a certificate and return its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kept.problem[:NAME]}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    return path
