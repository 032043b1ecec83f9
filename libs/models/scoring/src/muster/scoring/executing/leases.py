"""SharedRay: a Ray of its own for the runs of several processes, started on first use, stopped when idle."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import psutil
from muster.scoring.executing import local_ray

STARTS_MAX: Final = 4
"""Starts of Ray for one lease: on a busy machine it does not always start in time."""

_SOCKET: Final = "leases"


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running Ray.

    Attributes:
        address: HOST:PORT.
        token: File with its token; None: `RAY_AUTH_MODE` and the token are set in the environment.
    """

    address: str
    token: Path | None = None


class SharedRay:
    """A Ray on 127.0.0.1 for every process that asks for a lease.

    It starts in a process of its own with the first lease and stops when there has been none for a while. A
    lease is a connection to a Unix socket, so it ends with the process that holds it, also after kill -9. Ray
    ends with this process, in the same way. If Ray dies, its leases end, and the next lease starts another.

    Args:
        cpus: Scoring tasks at once.
        object_store_bytes: Shared memory for objects.
        idle_s: Time without leases after which it stops.
    """

    def __init__(
        self, *, cpus: int = 2, object_store_bytes: int = 80 * local_ray.MEBIBYTE, idle_s: float = 300.0
    ) -> None:
        self._cpus, self._object_store_bytes, self._idle_s = cpus, object_store_bytes, idle_s
        self._folder = Path("/tmp", f"muster-{secrets.token_hex(8)}")  # noqa: S108  # short, for Ray's sockets
        self._server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._changed = threading.Condition()
        self._keeper: subprocess.Popen[str] | None = None
        self._address = ""
        self._leases, self._closing = 0, False
        self._holders: set[socket.socket] = set()
        self._threads = [
            threading.Thread(target=target, name=f"muster-ray-{target.__name__}", daemon=True)
            for target in (self._accept, self._stop_when_idle)
        ]

    def __enter__(self) -> Self:
        self._folder.mkdir(mode=0o700)
        self._server.bind(str(self.leases))
        self._server.listen()
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._changed:
            self._closing = True
            self._stop()
            self._changed.notify_all()
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._server.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def leases(self) -> Path:
        """Socket that `lease` connects to."""
        return self._folder / _SOCKET

    @property
    def is_running(self) -> bool:
        """Whether Ray is running; not while it starts."""
        return bool(self._address)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._server.accept()
            except OSError:  # closed
                return
            threading.Thread(
                target=self._serve, args=(connection,), name="muster-ray-lease", daemon=True
            ).start()

    def _serve(self, connection: socket.socket) -> None:
        """Hold a lease: one line with the address, or with nothing if Ray does not start."""
        with connection:
            with self._changed:
                self._leases += 1
                self._changed.notify_all()
                address = self._started()
                self._holders.add(connection)
            with suppress(OSError):  # its holder has died
                connection.sendall(f"{address}\n".encode())
                connection.recv(1)
            with self._changed:
                self._leases -= 1
                self._holders.discard(connection)
                self._changed.notify_all()

    def _started(self) -> str:
        """Return the address of the running Ray, or "" if it does not start; the lock is held."""
        if self._keeper is not None and self._keeper.poll() is not None:
            self._end_leases(self._keeper)
        for _ in range(STARTS_MAX):
            if self._address or self._closing:
                break
            local_ray.prepare(self._ray_folder)
            self._keeper = subprocess.Popen(  # noqa: S603
                [
                    *(sys.executable, "-m", "muster.scoring.executing.keeper"),
                    *(str(self._ray_folder), str(self._cpus), str(self._object_store_bytes)),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl-C is for this process, which then stops it
            )
            self._address = self._keeper.stdout.readline().strip() if self._keeper.stdout else ""
            if not self._address:
                self._stop()
            else:
                threading.Thread(
                    target=self._watch, args=(self._keeper,), name="muster-ray-watch", daemon=True
                ).start()
        return self._address

    def _watch(self, keeper: subprocess.Popen[str]) -> None:
        """End the leases of a Ray that has died."""
        keeper.wait()
        with self._changed:
            self._end_leases(keeper)

    def _end_leases(self, keeper: subprocess.Popen[str]) -> None:
        """Kill what is left of a Ray that has died and end its leases; the lock is held."""
        if keeper is self._keeper:
            _kill_session(keeper.pid)
            self._stop()
            for each in self._holders:
                with suppress(OSError):  # its holder has died
                    each.shutdown(socket.SHUT_RDWR)
            self._holders.clear()
            self._changed.notify_all()

    @property
    def _ray_folder(self) -> Path:
        return self._folder / "ray"

    def _stop_when_idle(self) -> None:
        with self._changed:
            while not self._closing:
                if self._leases or self._keeper is None:
                    self._changed.wait()
                elif not self._changed.wait_for(lambda: self._leases or self._closing, self._idle_s):
                    self._stop()

    def _stop(self) -> None:
        """Stop Ray, if it is running; the lock is held."""
        if self._keeper is not None:
            self._keeper.communicate()
            self._keeper, self._address = None, ""
            local_ray.remove(self._ray_folder)


def _kill_session(session: int) -> None:
    """Kill the processes of a session: some of Ray's outlive its raylet and its GCS by a minute."""
    for pid in psutil.pids():
        with suppress(ProcessLookupError):
            if os.getsid(pid) == session:
                os.kill(pid, signal.SIGKILL)


@contextmanager
def lease(leases: Path, lost: Callable[[], None] | None = None) -> Generator[Cluster]:
    """Yield a running Ray that goes on running until the block ends.

    Args:
        leases: Socket of a SharedRay.
        lost: Called in a thread, once, if that Ray dies within the block. It should call `os._exit`: Ray's
            client waits a minute for the dead, then ends the process, or crashes. None: nothing is called.

    Raises:
        NotStarted: It does not start.
    """
    over = threading.Event()

    def watch() -> None:
        with suppress(OSError):
            connection.recv(1)
        if lost is not None and not over.is_set():
            lost()

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(str(leases))
        address = connection.makefile().readline().strip()
        if not address:
            raise local_ray.NotStarted("Ray does not start; the log of the worker says why")
        watching = threading.Thread(target=watch, name="muster-ray-lease-end", daemon=True)
        watching.start()
        try:
            yield Cluster(address, local_ray.token_file(leases.parent / "ray"))
        finally:
            over.set()
            with suppress(OSError):  # it has ended
                connection.shutdown(socket.SHUT_RDWR)
            watching.join()
