"""MUSTER_HOME: the folder of one local stack, and the lock that guards it.

home/
  stack.json        the stack's ports (kept across `down` and `up`)
  endpoints.env     the settings that programs need to connect to the stack
  agent/            the agent's record of its tasks; `--fresh` deletes it
  data/<server>/    a server's data; `--fresh` deletes it
  logs/<name>.log   output of a process
  run/<name>.json   identity of a process (pid and start time)
  keys/, token      signing keys of users' and nodes' tokens, the developer's token (muster.identity), keys of
                    held-out cases, and organisations' keys in encryption.toml, if an operator provides it
  tokens/           credentials of services for one another
  enrolments/       credentials of this machine's agents for the API
  for-jobs/         a home that every job on this machine can read: token and address for pushing models
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from muster.local.errors import ConflictError


@dataclass(frozen=True, slots=True)
class Home:
    """The paths of one local stack."""

    root: Path

    @staticmethod
    def default() -> Home:
        """$MUSTER_HOME, or ~/.muster."""
        return Home(Path(os.environ.get("MUSTER_HOME", "~/.muster")).expanduser().absolute())

    @property
    def endpoints_file(self) -> Path:
        """The settings that every service and client reads."""
        return self.root / "endpoints.env"

    @property
    def token_file(self) -> Path:
        """The developer's bearer token."""
        return self.root / "token"

    @property
    def metering_token_file(self) -> Path:
        """The token with which metering commands the scheduler."""
        return self.root / "tokens" / "metering"

    @property
    def registry_token_file(self) -> Path:
        """The registry's token to have stored files cut into chunks."""
        return self.root / "tokens" / "registry"

    @property
    def scanner_token_file(self) -> Path:
        """The scanner's token to open and close files in the registry after reviews."""
        return self.root / "tokens" / "scanner"

    @property
    def eval_token_file(self) -> Path:
        """Eval's token to submit and cancel jobs that serve versions."""
        return self.root / "tokens" / "eval"

    @property
    def drift_token_file(self) -> Path:
        """Drift's token to have sampled answers scored and to propose golden cases."""
        return self.root / "tokens" / "drift"

    @property
    def key_ring_file(self) -> Path:
        """The operator's file of organisations' encryption keys."""
        return self.root / "keys" / "encryption.toml"

    @property
    def held_out_key_file(self) -> Path:
        """The key with which workers of eval open held-out cases."""
        return self.root / "keys" / "held-out.pem"

    @property
    def held_out_public_key_file(self) -> Path:
        """The key with which the API seals them."""
        return self.root / "keys" / "held-out.pub.pem"

    @property
    def for_jobs(self) -> Home:
        """A home that jobs can read, in which `muster model push` finds its token and address."""
        return Home(self.root / "for-jobs")

    def enrolment_file(self, name: str) -> Path:
        """The credential of the agent of this name for the API."""
        return self.root / "enrolments" / name

    def data(self, name: str) -> Path:
        """The data folder of `name`."""
        return self.root / "data" / name

    def log(self, name: str) -> Path:
        """The log file of `name`: its stdout and stderr."""
        return self.root / "logs" / f"{name}.log"

    def identity(self, name: str) -> Path:
        """The file that records the process of `name`."""
        return self.root / "run" / f"{name}.json"

    def create(self) -> None:
        """Create the folders that every start needs."""
        for folder in ("data", "logs", "run"):
            (self.root / folder).mkdir(parents=True, exist_ok=True)

    def discard_data(self) -> None:
        """Delete the data of servers and agent, the services' state, and all logs.

        Keys, token and ports are kept.
        """
        stored = (self.root / "data").iterdir() if (self.root / "data").exists() else ()
        for folder in [*stored, *(self.root / name for name in ("agent", "state", "logs"))]:
            if folder.is_symlink():  # to where `nobody` can reach it: see unprivileged.py
                shutil.rmtree(folder.resolve(), ignore_errors=True)
                folder.unlink()
            else:
                shutil.rmtree(folder, ignore_errors=True)

    def recorded(self) -> list[str]:
        """List the names of all processes that we started and have not stopped."""
        return sorted(file.stem for file in (self.root / "run").glob("*.json"))

    def saved_ports(self) -> dict[str, int]:
        """Return the ports of the last `up`; empty if there was none."""
        try:
            return dict(json.loads((self.root / "stack.json").read_text())["ports"])
        except FileNotFoundError:
            return {}

    def save_ports(self, ports: Mapping[str, int]) -> None:
        """Remember the ports for the next `up`, `down` and `status`."""
        write_atomically(self.root / "stack.json", json.dumps({"ports": dict(ports)}, indent=2) + "\n")

    @contextmanager
    def lock(self) -> Generator[None]:
        """Lock this home against a second `up` or `down`.

        Raises:
            ConflictError: another process holds it.
        """
        self.root.mkdir(parents=True, exist_ok=True)
        with (self.root / "lock").open("w") as handle:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ConflictError(f"another `muster up` or `down` is running on {self.root}") from None
            yield


def move_into_place(prepared: Path, folder: Path) -> None:
    """Rename a prepared folder into place; if another process was first, delete the prepared one.

    Raises:
        OSError: it cannot be renamed.
    """
    try:
        prepared.rename(folder)
    except OSError:
        if not folder.exists():
            raise
        shutil.rmtree(prepared)


def write_atomically(path: Path, text: str, *, mode: int = 0o644) -> None:
    """Write `text` so that a reader sees the old file or the new one, never a part."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.touch(mode=mode)
    partial.write_text(text)
    partial.replace(path)
