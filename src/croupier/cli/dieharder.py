"""Run dieharder on the raw bits, where it is installed.

It is the classical collection of R. G. Brown, and reads the bits as they are drawn.
"""

from __future__ import annotations

import shutil
import subprocess
from contextlib import suppress
from threading import Thread
from typing import IO

from croupier.randomness.source import Entropy

PIECE = 1 << 16
COLUMNS = 6


def run(entropy: Entropy) -> tuple[list[list[str]] | None, str]:
    """Return the rows that dieharder prints, if it is installed, and what there is to say about it."""
    path = shutil.which("dieharder")
    if path is None:
        return None, "dieharder is not installed: its tests were left out"
    child = subprocess.Popen(
        [path, "-a", "-g", "200"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert child.stdin is not None and child.stdout is not None
    Thread(target=_feed, args=(entropy, child.stdin), daemon=True).start()
    found = []
    for line in child.stdout:
        cells = [cell.strip() for cell in line.decode(errors="replace").split("|")]
        if len(cells) == COLUMNS and cells[-1] in ("PASSED", "WEAK", "FAILED"):
            found.append(cells)
    code = child.wait()
    if code or not found:
        return found or None, f"dieharder stopped with exit code {code} after {len(found)} rows"
    return found, ""


def _feed(entropy: Entropy, pipe: IO[bytes]) -> None:
    """Write bytes until nobody reads them any more."""
    with suppress(OSError, ValueError):
        while True:
            pipe.write(entropy.bytes(PIECE))
    with suppress(OSError):
        pipe.close()
