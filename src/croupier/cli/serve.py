"""`croupier serve`: the electronic floor for browsers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.server.auth import Entrance
    from croupier.server.history import History
    from croupier.server.runner import Runner

EXAMPLES = """  croupier serve
  croupier serve --file casino.db --no-demo
  croupier serve --url postgresql://floor@db/floor --host 0.0.0.0 --name floor.example --https"""
FILE = "croupier-floor.db"
NEEDED = ("litestar", "uvicorn", "websockets", "argon2", "sqlalchemy")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add where the floor is kept, and where it is served."""
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument(
        "--file",
        default=FILE,
        metavar="FILE",
        help=f"the file in which the floor is kept; made if it is not there (default: {FILE})",
    )
    kept.add_argument(
        "--url",
        metavar="URL",
        help="a PostgreSQL database instead of a file, like postgresql://floor@db/floor",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1, this machine only)"
    )
    parser.add_argument("--port", type=int, default=8080, help="the port to listen on (default: 8080)")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="HOST",
        help="a host name under which browsers reach this server; may be given again",
    )
    parser.add_argument(
        "--https",
        action="store_true",
        help="browsers come over HTTPS (a proxy stands before this server): cookies are sent over it only",
    )
    parser.add_argument(
        "--demo",
        action=argparse.BooleanOptionalAction,
        default=None,
        help="a demonstration floor on a new file: every game, "
        "terminals with credits (default on a new file)",
    )


def run(given: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    from importlib.util import find_spec

    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise BadInput(f"croupier serve needs {', '.join(missing)}: pip install 'croupier[server]'")
    if not 0 <= given.port < 65536:
        raise BadInput(f"a port is from 0 to 65535, not {given.port}")
    from croupier.server.auth import Entrance
    from croupier.server.clock import now_ms
    from croupier.server.history import History
    from croupier.server.runner import Runner
    from croupier.server.store import Store

    store = Store(given.url or given.file)
    # People and passwords are not the floor's: beside a file they have a file of their own.
    entrance = Entrance(given.url or f"sqlite:///{given.file}.people")
    new = store.head().seq == 0
    if new:
        from croupier.server.demo import first_events

        store.begin(first_events(), now_ms())
    elif given.demo:
        raise BadInput(f"{given.url or given.file} is a floor already; a demonstration needs a new file")
    history = History(store)
    runner = Runner(store)
    runner.start()
    try:
        return _serve(given, runner, entrance, new, history)
    finally:
        runner.stop()
        history.stop()
        entrance.close()
        store.close()


def _serve(given: argparse.Namespace, runner: Runner, entrance: Entrance, new: bool, history: History) -> int:
    import signal
    import socket
    import sys

    import uvicorn

    from croupier.server.app import application

    # The thread that plays and the thread that sends take short turns:
    # sending to many must not wait for a round that is being settled.
    sys.setswitchinterval(0.0005)
    place = socket.socket(socket.AF_INET6 if ":" in given.host else socket.AF_INET)
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        place.bind((given.host, given.port))
        # Whoever follows the address that is printed below is let in as soon as the server is there.
        place.listen(2048)
    except OSError as error:
        raise BadInput(f"{given.host}:{given.port} cannot be listened on: {error.strerror}") from None
    local = given.host in ("127.0.0.1", "localhost", "::1")
    hosts = (*LOOPBACK, *given.name) if local or given.name else ()
    address = (
        "http://"
        f"{given.host if local else socket.gethostname() if given.host == '0.0.0.0' else given.host}"
        f":{place.getsockname()[1]}"
    )
    _tell(given, runner, entrance, new, address)
    config = uvicorn.Config(
        application(runner, entrance, history, hosts, secure=given.https),
        log_level="warning",
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        # Views are small, terminals many and near: packing every message would cost more time than it saves.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)
    # From the next line on ctrl-C ends it in good order. The server ends by itself on these signals
    # and then raises them again, for whoever comes after it: that is the tidying up below.
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: setattr(server, "should_exit", True))
    print(
        "Stop it with ctrl-C; what has been bet is stored and goes on when it is started again.", flush=True
    )
    server.run(sockets=[place])
    print("stopped; everything is stored")
    return 0


def _tell(given: argparse.Namespace, runner: Runner, entrance: Entrance, new: bool, address: str) -> None:
    """Print the address, and what is shown only once."""
    from croupier.server.demo import MANAGER, Demonstration

    print(f"The floor is at {address}")
    if new or MANAGER not in entrance.people:
        print(f"First password of {MANAGER}, shown this once: {entrance.first_password(MANAGER)}")
    if new and given.demo is not False:
        passwords, codes = Demonstration(runner, entrance).build()
        print(
            "A demonstration floor was made. Open one of these in a browser to be a terminal; "
            "each link works once, within the hour:"
        )
        for terminal, code in codes.items():
            print(f"  {terminal:<14} {address}/#enrol={code}")
        print("First passwords of the staff, shown this once:")
        for person, password in passwords.items():
            print(f"  {person:<14} {password}")


__all__ = ["arguments", "run"]
