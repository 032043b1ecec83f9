"""The whole product in a test: its command, its REST API, its processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import httpx
import pytest
from muster.client import Client
from muster.client.errors import NotFound
from muster.client.resources import LogLine
from muster.client.settings import Settings
from muster.events.wire.envelope import Topic
from muster.identity.devkeys import mint
from muster.journal.kafka import KafkaJournal
from muster.local import endpoints, stack
from muster.local.home import Home
from muster.local.processes import supervisor
from muster.local.processes.program import Site
from muster.local.services import HOST
from muster.store import ObjectStore, StoreSettings
from muster.testkit.patience import Patience
from muster.testkit.stack import command
from muster.testkit.stack.leader import Leader, epoch_of, leader_of

PATIENCE_S: Final = 180.0
"""Seconds without progress, on an idle machine, after which a test gives up waiting."""

_POLL_S = 0.1
_PAUSE_SHARE = 3.0
"""Pauses between two polls, as a multiple of the CPU time of one."""
_PAUSE_MAX_S = 3.0
_GRACE_S = 20.0
_DECIDED_S = 10
_TOKEN_S = 86_400
_COMMAND = Path(sys.executable).with_name("muster")


@contextmanager
def set_for_services(settings: Mapping[str, str]) -> Generator[None]:
    """Services that are started within the block get these environment variables."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in settings.items():
            environment.setenv(name, value)
        yield


def is_main(node: Mapping[str, Any]) -> bool:
    """Whether a node is the product's own: not simulated, and not a stack.machine."""
    return node["executor"] == "process" and not node["taints"]


class Product:
    """A running stack with its services.

    Args:
        home: Folder of the product.
        settings: Settings of services that this starts; they override the stack's own.
        apart: The hosted roles that have a process each; None: those that have one now.

    Attributes:
        home: its folder.
        endpoints: the environment variables with the addresses of its servers.
        http: the REST API with the developer's token.
        sdk: the client of that API that the command uses, in this process.
    """

    def __init__(
        self, home: Home, settings: Mapping[str, str] | None = None, apart: Collection[str] | None = None
    ) -> None:
        self.home = home
        self._apart = apart
        self._settings = dict(settings or {})
        self.endpoints: Mapping[str, str] = endpoints.read(home.endpoints_file).environment()
        self._token = home.token_file.read_text().strip()
        self.http = self.client(120.0)
        self.sdk = Client(Settings.load(self._environment()))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.http.close()
        self.sdk.close()

    def client(self, timeout_s: float, tenant: str | None = None) -> httpx.Client:
        """Another client of the REST API, with the developer's token or one of this tenant."""
        token = self._token
        if tenant is not None:
            token = mint(self.home.root, subject="ann", tenant=tenant, roles=["submitter"], ttl_s=_TOKEN_S)
        return httpx.Client(
            base_url=self.endpoints["MUSTER_API_URL"],
            headers={"Authorization": f"Bearer {token}"},
            timeout=timeout_s,
        )

    def muster(
        self,
        *arguments: str,
        check: bool = True,
        timeout_s: float = 240,
        env: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Run the command as a user would; with `check`, an exit code other than 0 fails the test."""
        done = command.run(arguments, self._environment(env), timeout_s=timeout_s)
        if check:
            assert done.returncode == 0, f"{arguments}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    def started(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start the command as a user would; the caller has to end it."""
        words = [str(_COMMAND), *arguments]
        return subprocess.Popen(words, env=self._environment(), stdout=subprocess.DEVNULL)  # noqa: S603

    def _environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        return {**os.environ, "MUSTER_HOME": str(self.home.root), "NO_COLOR": "1", **(more or {})}

    def job(self, job_id: str) -> dict[str, Any]:
        """The job, from the API."""
        return self.http.get(f"/v1/jobs/{job_id}").raise_for_status().json()

    def nodes(self) -> list[dict[str, Any]]:
        """Return every node, as `muster nodes -o json` shows them."""
        return [dict(node.raw) for node in self.sdk.nodes()]

    def node(self) -> dict[str, Any]:
        """The node of this machine, as `muster nodes --state ready` shows it, once it is ready."""
        found: list[dict[str, Any]] = []

        def ready() -> bool:
            found[:] = [node for node in self.nodes() if node["state"] == "ready" and is_main(node)]
            return len(found) == 1

        self.until(ready, told=lambda: str(found))
        return found[0]

    def output(self, job_id: str) -> str:
        """Return all output of a job once it has ended, as `muster logs -f` reads it."""
        return _text(self.sdk.logs(job_id, follow=True))

    def written(self, job_id: str, attempt: int | None = None) -> str:
        """Return the output of a job so far, as `muster logs` reads it.

        Args:
            job_id: Id of the job.
            attempt: Number of the attempt; None: the newest.
        """
        try:
            return _text(self.sdk.logs(job_id, attempt=attempt))
        except NotFound:  # queries do not know of it yet
            return ""

    def wait_for_output(
        self, job_id: str, text: str, *, attempt: int | None = None, timeout_s: float = PATIENCE_S
    ) -> None:
        """Wait until the output of a job contains a text, without a process for each look."""
        seen = ""

        def contains_it() -> bool:
            nonlocal seen
            seen = self.written(job_id, attempt)
            return text in seen

        self.until(contains_it, timeout_s, told=lambda: f"{text!r} is not in {seen[-2_000:]!r}")

    def events(self, job_id: str) -> list[dict[str, Any]]:
        """Return every fact about the job, oldest first, as `muster history -o jsonl` shows them.

        A job just submitted is waited for, until queries know of it.
        """
        found: list[dict[str, Any]] = []

        def is_known() -> bool:
            with suppress(NotFound):
                found[:] = [{"position": each.position, **each.event} for each in self.sdk.events(job_id)]
                return True
            return False

        self.until(is_known, told=lambda: f"{job_id} is not known")
        return found

    def records(self, topic: Topic, key: str | None = None) -> list[dict[str, Any]]:
        """Return the records of a topic in the order appended, as `muster events tail` shows them.

        Args:
            topic: One of the product's.
            key: Only records with this key; None: all.
        """
        servers = self.endpoints
        bootstrap, registry = servers["MUSTER_KAFKA_BOOTSTRAP"], servers["MUSTER_SCHEMA_REGISTRY_URL"]
        with (
            closing(KafkaJournal(bootstrap, registry, "test", topics=[topic])) as journal,
            closing(journal.reader([topic], name="records", on_poison="stop")) as reader,
        ):
            read = sorted(reader.read_to_end(), key=lambda each: (each.appended_at_ms, each.position))
        wanted = [each for each in read if key in (None, each.envelope.key)]
        return [{"position": str(each.position), **each.envelope.to_json()} for each in wanted]

    def cancel(self, job_id: str) -> None:
        """Stop a job for good, and wait until that is decided: as `muster stop` does.

        Raises:
            MusterError: it is refused, as where the job has ended by itself.
        """
        self.sdk.settled(self.sdk.cancel(job_id).command_id, wait_s=_DECIDED_S)

    def wait_for(
        self, job_id: str, condition: Callable[[dict[str, Any]], bool], timeout_s: float = PATIENCE_S
    ) -> dict[str, Any]:
        """The job once the condition holds."""
        last: dict[str, Any] = {}

        def holds() -> bool:
            answer = self.http.get(f"/v1/jobs/{job_id}")
            last.clear()
            last.update(answer.json())
            return answer.is_success and condition(last)

        self.until(
            holds,
            timeout_s=timeout_s,
            told=lambda: json.dumps(last)[:2000],
            position=lambda: (last.get("state"), last.get("attempt")),
        )
        return last

    def wait_for_state(self, job_id: str, state: str, timeout_s: float = PATIENCE_S) -> dict[str, Any]:
        """The job once it is in the state."""
        return self.wait_for(job_id, lambda job: job["state"] == state, timeout_s)

    def until(
        self,
        condition: Callable[[], bool],
        timeout_s: float = PATIENCE_S,
        told: Callable[[], str] = lambda: "",
        position: Callable[[], object] = lambda: None,
    ) -> None:
        """Wait for a condition; fail the test with the text of `told` when patience runs out.

        A change of the position renews it (muster.testkit.patience).

        What costs more to ask is asked less often: a command is a process of its own, and asked without a
        pause it would take from the product the processor that it waits for.
        """
        patience, spent_s = Patience(timeout_s), _processor_s()
        while not condition():
            assert not patience.is_over(position()), f"nothing moved for {timeout_s} s. {told()}"
            before_s, spent_s = spent_s, _processor_s()
            time.sleep(max(_POLL_S, min(_PAUSE_SHARE * (spent_s - before_s), _PAUSE_MAX_S)))

    def store(self) -> ObjectStore:
        """The product's bucket."""
        return ObjectStore(
            StoreSettings(
                endpoint=self.endpoints["MUSTER_S3_ENDPOINT"],
                access_key=self.endpoints["MUSTER_S3_ACCESS_KEY"],
                secret_key=self.endpoints["MUSTER_S3_SECRET_KEY"],
                bucket=self.endpoints["MUSTER_S3_BUCKET"],
            )
        )

    def stored(self, uri: str) -> bytes:
        """The object at an s3:// address."""
        store = self.store()
        return store.get(store.key(uri))

    def holder(self, role: str) -> str:
        """Return the program that runs a hosted role: its own, or the shared one."""
        return role if supervisor.alive(self.home, role) else HOST.name

    def pid(self, name: str) -> int:
        """Return the process id of a running program of the stack."""
        identity = supervisor.alive(self.home, name)
        assert identity is not None, f"{name} does not run"
        return identity.pid

    def signal(self, name: str, number: signal.Signals) -> None:
        """Send a signal to one program of the stack, by the identity it was started with."""
        os.kill(self.pid(name), number)

    def kill(self, name: str) -> None:
        """Kill it with SIGKILL, and wait until it is gone."""
        self.signal(name, signal.SIGKILL)
        self.until(lambda: supervisor.alive(self.home, name) is None, told=lambda: f"{name} still runs")

    def restart(self) -> None:
        """Run `muster up` to start programs that do not run."""
        with set_for_services(self._settings):
            stack.up(self.home, apart=self._apart)

    def stop(self, name: str) -> None:
        """Stop one program of the stack as `muster down` does."""
        supervisor.stop(self.home, name, grace_s=_GRACE_S)

    def start(self, name: str, settings: Mapping[str, str]) -> None:
        """Start one program of the stack with other settings, and wait until it is ready.

        Args:
            name: Name of the program.
            settings: Environment variables; they override the stack's own.
        """
        program = next(program for program in stack.PROGRAMS if program.name == name)
        ports = self.home.saved_ports()
        launch = program.launch(Site(name, self.home, ports))
        env = {**self._settings, **launch.env, **settings}
        supervisor.spawn(self.home, name, replace(launch, env=env))
        self.until(
            lambda: program.lacks(ports) is None, program.patience_s, told=lambda: f"{name} is not ready"
        )

    def epoch(self) -> int:
        """The highest epoch that a scheduler knows of."""
        return epoch_of(self.home)

    def leader(self) -> Leader:
        """Return the leading scheduler once exactly one reports that it leads.

        Raises:
            TimeoutError: none did for a minute.
        """
        return leader_of(self.home)


def _text(lines: Iterable[LogLine]) -> str:
    return "".join(f"{line.text}\n" for line in lines)


def _processor_s() -> float:
    """Return the CPU time of this process and of those that it has waited for, seconds."""
    return sum(os.times()[:4])
