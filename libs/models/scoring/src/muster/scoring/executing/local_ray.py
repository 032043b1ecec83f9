"""Settings of a Ray of its own: on 127.0.0.1, with a token, without dashboard and usage statistics.

Token authentication: https://docs.ray.io/en/latest/ray-security/token-auth.html (Ray 2.52 and later).
"""

from __future__ import annotations

import functools
import logging
import os
import secrets
import shutil
import sys
from pathlib import Path
from typing import Any, Final

LOOPBACK: Final = "127.0.0.1"
MEBIBYTE: Final = 1 << 20
WORKERS_PER_CPU: Final = 4
"""Idle processes that Ray keeps for each task at once. Each belongs to one run: with Ray's own limit of one,
runs side by side end each other's processes, and wait seconds for new ones to do tasks of milliseconds."""


class NotStarted(RuntimeError):
    """Ray did not start in time, as on a machine that is very busy."""


class NotReached(RuntimeError):
    """No running cluster is at an address."""


def prepare(folder: Path) -> None:
    """Make the folder of a Ray, for sockets, logs, spilled objects and the token; what is there goes.

    Ray adds up to 66 bytes to its path, and the path of a socket has at most 107.
    """
    remove(folder)
    folder.mkdir(mode=0o700, parents=True)
    with open(os.open(token_file(folder), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(_token())


def start(folder: Path, *, cpus: int, object_store_bytes: int) -> str:
    """Start Ray in this process and its children; `ray.shutdown` ends it. Return its address, HOST:PORT.

    Sets `RAY_` variables of this process: Ray reads them when it is imported.

    Args:
        folder: As `prepare` leaves it.
        cpus: Tasks at once.
        object_store_bytes: Shared memory for objects.

    Raises:
        NotStarted: Ray does not start. Its processes end with the thread that called.
        RuntimeError: Ray was imported before, so these settings would not hold.
    """
    ray = _imported(token_file(folder))
    logging.getLogger("ray").setLevel(logging.ERROR)  # it warns that it leaves our SIGTERM handler alone
    try:
        context = ray.init(
            address="local",
            num_cpus=cpus,
            num_gpus=0,
            object_store_memory=object_store_bytes,
            include_dashboard=False,
            log_to_driver=False,
            configure_logging=False,
            _node_ip_address=LOOPBACK,
            _system_config={"num_workers_soft_limit": WORKERS_PER_CPU * cpus},
            _temp_dir=str(folder / "s"),  # below, since Ray opens it to everybody
        )
    except Exception as error:  # Ray's own has no other type
        raise NotStarted(f"{type(error).__name__}: {error}") from error
    address = context.address_info["node_ip_address"]
    if address != LOOPBACK:
        ray.shutdown()
        raise RuntimeError(f"Ray's address is {address}; must be {LOOPBACK}")
    return str(context.address_info["gcs_address"])


def connect(address: str, token: Path | None) -> None:
    """Connect this process to a running Ray; `ray.shutdown` disconnects it.

    Sets `RAY_` variables of this process: Ray reads them when it is imported.

    Args:
        address: HOST:PORT.
        token: Of one that `start` has started; None: of a cluster whose settings are in the environment.

    Raises:
        NotReached: A cluster does not let this process in.
        RuntimeError: Ray was imported before, with another token.
    """
    if token is None:
        try:
            module().init(address=address, log_to_driver=False, configure_logging=False)
        except Exception as error:  # Ray's own has no other type
            raise NotReached(f"the Ray cluster at {address}: {type(error).__name__}: {error}") from error
    else:
        ray = _imported(token)
        ray.init(address=address, log_to_driver=False, configure_logging=False, _node_ip_address=LOOPBACK)


def token_file(folder: Path) -> Path:
    """Return where the token of a Ray is."""
    return folder / "token"


def remove(folder: Path) -> None:
    """Remove the files of sessions that have ended."""
    shutil.rmtree(folder, ignore_errors=True)


@functools.cache
def _token() -> str:
    """The token of this process, also for its next Ray: what connects to both reads it once."""
    return secrets.token_hex(32)


def _imported(token: Path) -> Any:
    """Import Ray with the settings of a Ray of its own."""
    os.environ["RAY_AUTH_TOKEN_PATH"] = str(token)
    return _imported_with(token.read_text())


@functools.cache
def _imported_with(_token: str) -> Any:
    """Import Ray, which reads its settings, and the token, only then."""
    if "ray" in sys.modules:
        raise RuntimeError("ray was imported before; must be imported after its settings")
    os.environ.update(
        RAY_AUTH_MODE="token",
        RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER="0",  # Ray's name for: stay on the loopback address
        RAY_USAGE_STATS_ENABLED="0",
    )
    os.environ.pop("RAY_AUTH_TOKEN", None)  # it would be preferred to the file
    return module()


def module() -> Any:
    """Return Ray, set not to start by itself whenever it is used without being connected."""
    os.environ["RAY_ENABLE_AUTO_CONNECT"] = "0"
    import ray

    return ray
