"""NodeAgent: the agent of one node, from start to end.

1. session   the protocol with the log, step by step (protocol/session.py); running tasks need no log
2. workers   a thread each: lease, trash, token, outbox, heartbeats, output, its scan, checkpoints, progress,
             notices
3. leave     leave running tasks to the next agent, or end them, as configured
"""

from __future__ import annotations

import logging
import threading
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

from muster.agent.config import Settings, base_environment
from muster.agent.core.containment import SandboxKind
from muster.agent.core.reports import Reporter
from muster.agent.edge.checks import NodeChecks, NodeTests, TestAddressGiver
from muster.agent.edge.credential.keeper import TokenKeeper, Tokens
from muster.agent.edge.credential.node_api import NodeApi
from muster.agent.edge.credential.speaking import SpeakingProducer
from muster.agent.edge.disk.home import AgentHome
from muster.agent.edge.disk.ledger_store import LedgerStore
from muster.agent.edge.disk.memory import Memory
from muster.agent.edge.hardware.dcgm import DcgmExporter
from muster.agent.edge.hardware.inventory import (
    DeclaredGpus,
    Gpus,
    Inventory,
    cpu_milli_found,
    machine_boot_id_found,
    memory_mib_found,
)
from muster.agent.edge.hardware.network_map import NetworkMap
from muster.agent.edge.hardware.nvml import find_gpus
from muster.agent.edge.hardware.usage import UsageMeter
from muster.agent.edge.kernel_log import KernelLog
from muster.agent.edge.protocol.connection import Connect, to_log
from muster.agent.edge.protocol.heartbeats import Heartbeats
from muster.agent.edge.protocol.orders import OrderDesk
from muster.agent.edge.protocol.outbox import Outbox
from muster.agent.edge.protocol.session import LogSession, Step
from muster.agent.edge.reclaim.metadata import KINDS
from muster.agent.edge.reclaim.watch import ReclaimFile, ReclaimWatch
from muster.agent.edge.sandbox.cgroups import find_groups
from muster.agent.edge.sandbox.node import NodeSandbox, find_sandbox
from muster.agent.edge.sandbox.view import View
from muster.agent.edge.tasks.caretaker import Caretaker
from muster.agent.edge.tasks.executor import ProcessExecutor
from muster.agent.edge.tasks.idleness import GpuFigures, IdlenessWatch
from muster.agent.edge.tasks.lag import LagWatch
from muster.agent.edge.tasks.progress import ProgressReader
from muster.agent.edge.tasks.rules import FailureRules, RulesGiver
from muster.agent.edge.tasks.scanning import OutputScanner
from muster.agent.edge.tasks.silence import SilenceWatch
from muster.agent.edge.tasks.strays import SHIM_PATIENCE_MS, Strays
from muster.agent.edge.tasks.usage import TaskMeter
from muster.agent.edge.transfer.checkpoint_store import CheckpointStore
from muster.agent.edge.transfer.checkpoints import CheckpointKeeper
from muster.agent.edge.transfer.log_shipper import LogShipper
from muster.agent.edge.transfer.node_objects import AddressGiver, NodeObjects
from muster.agent.edge.transfer.working_files import WorkingFiles
from muster.agent.edge.worker_pool import WorkerPool
from muster.events.node_heartbeats import Sandbox
from muster.journal import Producer, SystemClock
from muster.service import Context, Work

POLL_S = 0.1
CONNECT_AGAIN_S = 1.0
LAST_WORDS_S = 5.0
STUCK_MS = 30_000

_log = logging.getLogger(__name__)


def start(context: Context[Settings]) -> Work:
    """The role `node`."""
    agent = NodeAgent(context.settings, to_log(context))
    return Work(run=agent.run, stop=agent.stop, missing=agent.missing, progress=agent.containment)


class Api(Tokens, AddressGiver, TestAddressGiver, RulesGiver, Protocol):
    """Requests of an agent to the API."""


class NodeAgent:
    """One node's agent.

    Args:
        settings: All of them.
        connect: Creates the journal.
        api: Source of tokens and addresses; default: the API in the settings.

    Raises:
        HomeTaken: another agent of this node is running.
        NoSandbox: the sandbox in the settings does not work here.
    """

    def __init__(self, settings: Settings, connect: Connect, api: Api | None = None) -> None:
        self._settings = settings
        self._clock = SystemClock()
        self._workers = WorkerPool()
        self._stop_asked = threading.Event()
        self._boot_id = uuid.uuid4().hex
        self._outbox: Outbox | None = None
        self._served_ms = self._clock.monotonic_ms()
        self._build(settings, connect, api or NodeApi(settings.api_url, settings.enrolment_file))

    def _build(self, settings: Settings, connect: Connect, api: Api) -> None:
        """Create the parts; nothing runs yet."""
        self._reporter = Reporter(settings.agent_node_id)
        self._gpus = _gpus(settings)
        self._home = AgentHome(settings.home / "agent" / settings.agent_node_id)
        self._memory = Memory(self._home.memory)
        self._keeper = TokenKeeper(api, self._home.token, self._clock)
        objects = self._objects = NodeObjects(api, self._clock)
        told = (self._home, self._memory, self._reporter, self._clock)
        store = CheckpointStore(objects, settings.checkpoint_folder(), self._clock)
        self._checkpoints = CheckpointKeeper(self._home, self._memory, store, self._reporter, self._clock)
        shared = (self._home, self._memory, objects, self._reporter, self._clock)
        self._logs = LogShipper(*shared, spool_bytes_max=settings.agent_spool_bytes_max)
        self._progress = ProgressReader(*told, interval_ms=settings.agent_progress_ms)
        rules = FailureRules(self._home.rules, api)
        self._scanner = OutputScanner(self._home, rules, self._clock)
        self._counters = DcgmExporter(settings.agent_dcgm_url, self._clock)
        self._tasks = TaskMeter(self._home, self._clock)
        self._build_watches()
        files = WorkingFiles(self._home.files, objects, cache_bytes_max=settings.agent_files_cache_bytes_max)
        self._sandbox = _sandbox(settings)
        executor = self._executor(settings, files)
        self._store = LedgerStore(self._memory)
        self._caretaker = Caretaker(
            remove=self._home.remove,
            strays=Strays(self._home, self._clock),
            store=self._store,
            executor=executor,
            logs=self._logs,
            checkpoints=self._checkpoints,
            progress=self._progress,
            scanner=self._scanner,
            silence=self._silence,
            idleness=self._idleness,
            lag=self._lag,
            reporter=self._reporter,
            clock=self._clock,
            checkpoint_wait_ms=settings.agent_checkpoint_wait_ms,
        )
        checks = NodeChecks(
            self._home.root,
            settings.checkpoint_store,
            self._gpus,
            api.token,
            lambda: api.test_addresses(settings.agent_node_id),
        )
        self._tests = NodeTests(checks, *told[1:3], self._boot_id, self._clock)
        self._session = LogSession(
            connect=connect,
            store=self._store,
            caretaker=self._caretaker,
            desk=OrderDesk(
                self._store,
                self._caretaker,
                self._reporter,
                self._clock,
                gpu_count=self._gpus.count,
                left_on=self._gpus.left_on,
                new_mark=lambda: uuid.uuid4().hex,
                test_node=self._tests.ask,
            ),
            reporter=self._reporter,
            clock=self._clock,
            boot_id=self._boot_id,
        )

    def _executor(self, settings: Settings, files: WorkingFiles) -> ProcessExecutor:
        """Create the executor that runs tasks."""
        return ProcessExecutor(
            self._home,
            files,
            self._checkpoints,
            self._clock,
            lease_ms=settings.agent_lease_ms,
            output_bytes_max=settings.agent_output_bytes_max,
            files_wait_ms=settings.agent_files_wait_ms,
            base_environment=base_environment(),
            sandbox=self._sandbox,
            gpu_minor=self._gpus.minor,
            processes_max=settings.agent_processes_max,
            open_files_max=settings.agent_open_files_max,
        )

    def _build_watches(self) -> None:
        """Create the watches over tasks."""
        told = (self._memory, self._reporter, self._clock)
        self._silence = SilenceWatch(self._home, *told, self._progress)
        self._idleness = IdlenessWatch(*told, self._gpu_figures)
        self._lag = LagWatch(*told, self._progress)

    def run(self) -> None:
        """Serve until `stop` is called; raises the error that ends a thread early."""
        self._home.renew_lease()
        self._workers.start("lease", self._keep_lease)
        if log := self._settings.agent_kernel_log:
            kernel_log = KernelLog(log, self._memory, self._reporter, self._boot_id, self._clock)
            kernel_log.look()  # from here on no line is missed, whatever else takes time
            self._workers.start("kernel-log", kernel_log.run)
        self._workers.start("trash", self._home.empty_trash)
        self._workers.start("token", self._keeper.run)
        self._workers.start("logs", self._logs.run)
        self._workers.start("checkpoints", self._checkpoints.run)
        self._workers.start("last checkpoints", self._checkpoints.run_ending)
        self._workers.start("progress", self._progress.run)
        self._workers.start("scan", self._scanner.run)
        self._workers.start("silence", self._silence.run)
        self._workers.start("idleness", self._idleness.run)
        self._workers.start("lag", self._lag.run)
        self._workers.start("tests", self._tests.run)
        try:
            with closing(self._session.steps(POLL_S)) as steps:
                for step in steps:
                    self._after(step)
                    if not self._goes_on():
                        break
            if self._outbox:
                self._leave()
                self._outbox.wait_until_empty(LAST_WORDS_S)
        finally:
            self._end()

    def stop(self) -> None:
        """Make `run` return; may be called from any thread."""
        self._stop_asked.set()

    def missing(self) -> str | None:
        """Why the agent is not ready, for /readyz; None: it is."""
        if self._outbox is None:
            return "the log does not answer yet"
        if self._clock.monotonic_ms() - self._served_ms > STUCK_MS:
            return f"orders were not read for {STUCK_MS} ms"
        return self._keeper.missing()

    def containment(self) -> dict[str, Any]:
        """Isolation of jobs on this node and the limits enforced on them, for /readyz."""
        enforces = [each.value.lower().replace("_", "-") for each in self._sandbox.enforces]
        return {"sandbox": self._sandbox.kind.value, "enforces": enforces}

    def _after(self, step: Step) -> None:
        match step:
            case Step.WAITING:
                self._stop_asked.wait(CONNECT_AGAIN_S)
            case Step.CLEARING:
                self._stop_asked.wait(POLL_S)
            case Step.ANNOUNCED:
                self._start_reporting()
            case Step.SERVED:
                self._served_ms = self._clock.monotonic_ms()

    def _start_reporting(self) -> None:
        assert self._session.journal  # noqa: S101  (what was announced has one)
        to_log = self._session.journal.producer(self._reporter.producer)
        producer = SpeakingProducer(to_log, self._keeper.authorization)
        self._outbox = Outbox(self._memory, producer)
        self._workers.start("outbox", self._outbox.run)
        self._outbox.wait_until_empty(LAST_WORDS_S)  # before the first beat: what runs should be known then
        self._workers.start("heartbeats", self._heartbeats(producer).run)
        self._workers.start("reclaim", self._reclaim_watch().run)

    def _goes_on(self) -> bool:
        return not (self._stop_asked.is_set() or self._workers.stopping.is_set())

    def _heartbeats(self, producer: Producer) -> Heartbeats:
        settings = self._settings
        inventory = Inventory(
            address=settings.agent_address,
            port_first=settings.agent_port_first,
            port_count=settings.agent_port_count,
            cpu_milli=_first(settings.agent_cpu_milli, cpu_milli_found),
            memory_mib=_first(settings.agent_memory_mib, memory_mib_found),
            labels=settings.agent_labels,
            taints=settings.agent_taints,
            sandbox=Sandbox[self._sandbox.kind.name],
            enforces=self._sandbox.enforces,
            machine_boot_id=machine_boot_id_found(),
        )
        return Heartbeats(
            reporter=self._reporter,
            producer=producer,
            clock=self._clock,
            inventory=inventory,
            gpus=self._gpus,
            gpus_taken=self._gpus_taken,
            order_seq_stored=lambda: self._store.ledger.order_seq_last,
            network=NetworkMap(settings, self._clock),
            usage=UsageMeter(
                self._gpus, self._counters, lambda: self._tasks.read(self._store.ledger.live.values())
            ),
            boot_id=self._boot_id,
            interval_ms=settings.agent_heartbeat_ms,
            lease_ms=settings.agent_lease_ms,
        )

    def _reclaim_watch(self) -> ReclaimWatch:
        settings, clock = self._settings, self._clock
        file = ReclaimFile(settings.agent_reclaim_file or self._home.reclaim, clock)
        kind = KINDS.get(settings.agent_reclaim_source)
        return ReclaimWatch(
            (file,) if kind is None else (file, kind(settings.agent_reclaim_url, clock)),
            self._memory,
            self._reporter,
            self._boot_id,
            clock,
            poll_ms=settings.agent_reclaim_poll_ms,
        )

    def _gpu_figures(self) -> GpuFigures:
        return GpuFigures(self._gpus.busy_percent(), self._counters.sm_active_percent(self._gpus.count))

    def _gpus_taken(self) -> frozenset[int]:
        return self._store.ledger.gpus_taken()

    def _keep_lease(self, stopping: threading.Event) -> None:
        self._home.keep_lease(stopping, self._settings.agent_lease_ms)

    def _leave(self) -> None:
        """End the tasks if so configured; otherwise their shims keep them running for the next agent."""
        live = self._store.ledger.live
        if self._settings.agent_on_stop == "leave" or not live:
            return
        self._home.revoke_lease()
        patience_ms = max(order.grace_ms for order in live.values()) + SHIM_PATIENCE_MS
        deadline_ms = self._clock.monotonic_ms() + patience_ms
        while self._store.ledger.live and self._clock.monotonic_ms() < deadline_ms:
            self._caretaker.look()
            time.sleep(POLL_S)

    def _end(self) -> None:
        try:
            self._workers.stop(LAST_WORDS_S)
        finally:
            self._objects.close()
            self._memory.close()
            self._home.close()


def _gpus(settings: Settings) -> Gpus:
    if settings.agent_gpus is None:
        return find_gpus()
    return DeclaredGpus(settings.agent_gpu_model, settings.agent_gpus, settings.agent_gpu_memory_mib)


def _hidden(settings: Settings) -> tuple[Path, ...]:
    """The agent's home, and everybody's checkpoints."""
    folders = (settings.home, *([settings.checkpoint_store] if settings.checkpoint_store else []))
    return tuple(folder.resolve() for folder in folders)


def _sandbox(settings: Settings) -> NodeSandbox:
    """Find a sandbox that hides the agent's home, enrolment and shared folder, but for a task's own ones."""
    view = View(
        hidden=_hidden(settings),
        hidden_files=(settings.enrolment_file.resolve(),),
        readable=settings.agent_sandbox_readable,
        writable=settings.agent_sandbox_writable,
    )
    wanted = None if settings.agent_sandbox == "auto" else SandboxKind(settings.agent_sandbox)
    groups = find_groups() if settings.agent_cgroups == "auto" else ()
    return find_sandbox(wanted, view, settings.agent_job_uid_first, groups)


def _first(declared: int | None, found: Callable[[], int]) -> int:
    return found() if declared is None else declared
