"""Stores for tests: SQLite always, PostgreSQL where a server can be started privately."""

from __future__ import annotations

import glob
import os
import shutil
import signal
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from croupier.server.store import Store

NAMES = ("sqlite", "postgresql")


def _binary(name: str) -> str:
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda path: int(path.split("/")[4]) if path.split("/")[4].isdigit() else 0)
    return found[-1] if found else shutil.which(name) or ""


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
    """A PostgreSQL server of our own, on a socket in a folder of our own."""

    def __init__(self) -> None:
        initdb, server = _binary("initdb"), _binary("postgres")
        if not initdb or not server:
            raise OSError("no postgres and initdb were found under /usr/lib/postgresql or in PATH")
        self.folder = Path(tempfile.mkdtemp(prefix="croupier-pg-", dir="/tmp"))
        self.folder.chmod(0o711)
        data = self.folder / "data"
        somebody = _as_somebody(self.folder)
        clean = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": str(self.folder)}
        made = subprocess.run([*somebody, initdb, "-D", str(data), "-U", "croupier", "-A", "trust", "-E", "UTF8", "--no-sync"], capture_output=True, text=True, env=clean, cwd=self.folder)
        if made.returncode:
            raise OSError(f"initdb: {made.stderr.strip().splitlines()[-1:]}")
        self.process = subprocess.Popen(
            [*somebody, server, "-D", str(data), "-k", str(self.folder), "-c", "listen_addresses=", "-c", "max_connections=50", "-c", "shared_buffers=32MB", "-c", "fsync=off"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=clean,
            cwd=self.folder,
        )
        self._wait()

    def _wait(self) -> None:
        import time

        for _ in range(300):
            try:
                psycopg.connect(host=str(self.folder), user="croupier", dbname="postgres", connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise OSError("the server did not start")

    def database(self) -> str:
        name = f"t{uuid.uuid4().hex[:12]}"
        with psycopg.connect(host=str(self.folder), user="croupier", dbname="postgres", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]  # a name that was made here
        return f"postgresql://croupier@/{name}?host={self.folder}"

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)  # at once: connections that are still open do not hold it up
        self.process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    try:
        made = Cluster()
    except OSError as error:
        if os.environ.get("CROUPIER_CI") == "1":
            pytest.fail(f"PostgreSQL cannot be started: {error}")
        pytest.skip(f"PostgreSQL cannot be started here: {error}")
    yield made
    made.stop()


@pytest.fixture(params=NAMES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that does not exist yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'floor.db'}"
    made: Cluster = request.getfixturevalue("cluster")
    return made.database()


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Open stores that are closed at the end."""
    stores: list[Store] = []

    def make(where: str) -> Store:
        stores.append(Store(where))
        return stores[-1]

    yield make
    for one in stores:
        one.close()


@pytest.fixture
def store(url: str, opened: Callable[[str], Store]) -> Store:
    return opened(url)
