"""A PostgreSQL server of our own, for tests and for the bench:
started in a folder of its own, on a socket there, and thrown away.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import psycopg

from tests.outside import database_program


def _as_somebody(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: somebody without rights runs it, and the folder is his."""
    if os.geteuid():
        return []
    setpriv = shutil.which("setpriv")
    if not setpriv:
        raise OSError("setpriv is not there, and PostgreSQL does not run as root")
    shutil.chown(folder, 65534, 65534)
    return [setpriv, "--reuid=65534", "--regid=65534", "--clear-groups"]


class Cluster:
    """The server; `OSError` where none can be started.

    Tests do without waiting for the disk, a measurement does not.
    """

    def __init__(self, fsync: bool = False) -> None:
        initdb, server = database_program("initdb"), database_program("postgres")
        if not initdb or not server:
            raise OSError("no postgres and initdb were found under /usr/lib/postgresql or in PATH")
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-pg-", dir="/tmp"))
        self.folder.chmod(0o711)
        data = self.folder / "data"
        somebody = _as_somebody(self.folder)
        clean = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        made = subprocess.run(
            [*somebody, initdb, "-D", str(data), "-U", "croupier", "-A", "trust", "-E", "UTF8", "--no-sync"],
            capture_output=True,
            text=True,
            env=clean,
            cwd=self.folder,
        )
        if made.returncode:
            raise OSError(f"initdb: {made.stderr.strip().splitlines()[-1:]}")
        settings = (
            "listen_addresses=",
            "max_connections=50",
            "shared_buffers=32MB",
            f"fsync={'on' if fsync else 'off'}",
        )
        self.process = subprocess.Popen(
            [
                *somebody,
                server,
                "-D",
                str(data),
                "-k",
                str(self.folder),
                *(word for one in settings for word in ("-c", one)),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=clean,
            cwd=self.folder,
        )
        self._wait()

    def _wait(self) -> None:
        for _ in range(300):
            try:
                psycopg.connect(
                    host=str(self.folder), user="croupier", dbname="postgres", connect_timeout=2
                ).close()
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise OSError("the server did not start")

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"t{uuid.uuid4().hex[:12]}"
        with psycopg.connect(
            host=str(self.folder), user="croupier", dbname="postgres", autocommit=True
        ) as connection:
            # A name that was made here.
            connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]
        return f"postgresql://croupier@/{name}?host={self.folder}"

    def stop(self) -> None:
        """Stop it at once: connections that are still open do not hold it up."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)
