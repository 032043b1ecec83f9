"""The modules to compile, and the digest of everything that a build depends on.

A build is for one set of sources, one Python, one platform and one mypyc. All of them are in the digest, so a
build is found only for exactly its own inputs; after any change plain Python runs again.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Final

MYPY_VERSION: Final = "2.4.1"
"""The mypy that builds; the development group of the root pyproject.toml pins the same."""

RUNTIME: Final = "runtime"
"""Folder of mypyc's own C, below that of the modules'."""

COMPILED: Final = (
    "muster.events",
    "muster.jobs.values.digests",
    "muster.jobs.values.ids",
    "muster.jobs.values.quantities",
    "muster.cluster",
    "muster.queues",
    "muster.scheduler.core",
)
"""Compiled modules: these, and all modules in these packages, except for PLAIN."""

PLAIN: Final[Mapping[str, str]] = {
    "muster.events.wire.record": "`record` itself; compiled classes are written out instead",
    "muster.events.wire.envelope": "a generic dataclass",
    "muster.events.wire.once": "a generic class",
    "muster.events.wire.deciding_log": "creates classes at run time",
    "muster.cluster.model.errors": "an exception derived from ValueError",
    "muster.cluster.occupancy.occupancy": "an exception derived from LookupError",
    "muster.cluster.snapshot": "its rows are tuples when written and lists when read",
    "muster.cluster.ranking.compiled": "numba compiles it",
    "muster.scheduler.core.durations.compiled": "numba compiles it",
    "muster.scheduler.core.explain": "lazy generators, which mypyc turns into lists",
    "muster.scheduler.core.starts": "lazy generators, which mypyc turns into lists",
}
"""Modules inside COMPILED that stay plain Python, with the reasons."""

_ROOTS: Final = ("muster.events", "muster.jobs", "muster.cluster", "muster.queues", "muster.scheduler.core")
"""The whole packages of COMPILED: compiled modules are type-checked together with the others."""

_BUILDER: Final = ("modules", "lowering", "build", "translate")
"""The modules beside this one that determine a build."""


def is_compiled(module: str) -> bool:
    """Whether a build holds this module."""
    return _within(module, COMPILED) and not _within(module, PLAIN)


def sources() -> dict[str, Path]:
    """Return every module that a build depends on, by name, in order; skips packages not installed."""
    found: dict[str, Path] = {}
    for root in _ROOTS:
        spec = find_spec(root)
        for folder in (spec and spec.submodule_search_locations) or ():
            for file in sorted(Path(folder).rglob("*.py")):
                parts = (root, *file.relative_to(folder).with_suffix("").parts)
                found[".".join(parts).removesuffix(".__init__")] = file
    return found


def digest_of(modules: Mapping[str, Path]) -> str:
    """The name of the build of these modules by this builder, Python and platform: 24 hexadecimal digits."""
    made_for = (
        sys.version,
        sysconfig.get_config_var("EXT_SUFFIX"),
        os.confstr("CS_GNU_LIBC_VERSION"),
        MYPY_VERSION,
    )
    digest = hashlib.sha256(repr(made_for).encode())
    builder = {name: Path(__file__).with_name(f"{name}.py") for name in _BUILDER}
    for name, file in sorted({**builder, **modules}.items()):
        text = file.read_bytes()
        digest.update(f"\n{name} {len(text)}\n".encode())
        digest.update(text)
    return digest.hexdigest()[:24]


def _within(module: str, packages: tuple[str, ...] | Mapping[str, str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)
