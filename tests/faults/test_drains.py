"""A victim yields while something breaks: each case ends as stated, and no GPU is leaked or given twice.

The victim holds both GPUs of the node. Asked for a checkpoint (SIGUSR1) it waits at a gate, saves and leaves;
so the drain lasts until the test opens the gate, or until the time for the checkpoint is over. Afterwards the
checker judges the whole log, and both services' decisions are made again.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest
from muster.client.errors import MusterError
from muster.events.preemption_events import PreemptionPlanned
from muster.events.topics import PREEMPTION_EVENTS
from muster.events.wire.envelope import Envelope
from muster.journal import Outgoing
from muster.journal.kafka import KafkaJournal
from muster.local.processes import supervisor
from muster.testkit.faults import Site
from muster.testkit.faults.clock import ShiftedClock
from muster.testkit.faults.trial import judge
from muster.testkit.stack.gate import PASSED, Gate
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

PATIENCE_S: Final = 400.0
SERVICE: Final = "preemption"
NUMBERS: Final = itertools.count(1)
OWNERS: Final = """
queues:
- name: owners
  guarantee: {gpus: 2, gpus_by_model: {LOCAL: 2}}
"""
VICTIM: Final = f"""{PASSED}
import shutil, signal, sys, tempfile, time
from pathlib import Path

folder, scratch = os.environ["MUSTER_CHECKPOINT_DIR"], Path(tempfile.mkdtemp())

def true_checkpoint():
    from muster.checkpoint import Checkpointer
    with Checkpointer(scratch) as checkpoints:
        checkpoints.resume()
        checkpoints.save(1, {{"value": bytes(1000)}})

def lie():
    files = [file for file in (scratch / "step-000000001").rglob("*") if file.is_file()]
    max(files, key=lambda file: file.stat().st_size).write_bytes(bytes(999) + b"!")
    shutil.copytree(scratch / "step-000000001", os.path.join(folder, "step-000000001"))
    shutil.copy(scratch / "step-000000001.json", os.path.join(folder, "record.tmp"))
    os.rename(os.path.join(folder, "record.tmp"), os.path.join(folder, "step-000000001.json"))

def save(number, frame):
    while not gate_is_open():
        time.sleep(0.1)
    if os.environ["ENDS"] == "SUCCEEDED":
        sys.exit(0)
    if os.environ["ENDS"] == "ON_A_FULL_DISK":
        open("/dev/full", "w", buffering=1).write("checkpoint" * 1000)
    if os.environ["ENDS"] == "WITH_A_LIE":
        lie()
        time.sleep(600)
    with open(os.path.join(folder, "half"), "w") as file:
        file.write("saved")
    os.rename(file.name, os.path.join(folder, "saved"))
    time.sleep(600)  # SIGTERM comes when it is stored

if os.listdir(folder):
    print("resumed", flush=True)
    sys.exit(0)
if os.environ["ENDS"] == "WITH_A_LIE":
    true_checkpoint()
signal.signal(signal.SIGUSR1, save)
print("runs", flush=True)
time.sleep(600)
"""
HOLDS: Final = f"""{PASSED}
import time

while not gate_is_open():
    time.sleep(0.1)
"""


class Yielding:
    """A victim that runs, and a job that asks for its GPUs.

    Args:
        product: The product.
        gate: Gate that the victim waits for before it saves.
        ends: SUCCEEDED: it ends by itself instead of saving; ON_A_FULL_DISK: saving raises, which ends it;
            WITH_A_LIE: what it saves is not what its manifest says.
        checkpoint: Maximum time for the checkpoint.
    """

    def __init__(
        self, product: Product, gate: Gate, *, ends: str = "STOPPED", checkpoint: str = "1m"
    ) -> None:
        self.product = product
        number = next(NUMBERS)
        self.victim = _submitted(
            product,
            name=f"victim-{number}",
            resources={"gpus": 2, "cpu": 0.1, "memory": "128MiB"},
            command=[sys.executable, "-c", VICTIM],
            env={"GATE": str(gate.port), "ENDS": ends},
            checkpoint={"enabled": True, "grace": checkpoint},
            grace="2s",
        )
        self.asker = ""
        self.number = number
        product.wait_for_output(self.victim, "runs", timeout_s=PATIENCE_S)

    def ask(self) -> None:
        """Have a job of the owners ask for both GPUs."""
        self.asker = _submitted(
            self.product,
            name=f"asker-{self.number}",
            queue="owners",
            resources={"gpus": 2, "gpu_models": ["LOCAL"], "cpu": 0.1, "memory": "128MiB"},
            command=["true"],
        )

    def until_it_drains(self) -> None:
        """Wait until the victim is being stopped for the other."""
        self.until(lambda: bool(self.facts(self.victim, "JobStopping")))
        [stopping] = self.facts(self.victim, "JobStopping")
        assert stopping["yields_to"] == self.asker

    def until_served(self) -> None:
        """Wait until the asker has run, and the victim is back."""
        self.product.wait_for_state(self.asker, "SUCCEEDED", PATIENCE_S)
        self.until(lambda: len(self.facts(self.victim, "GangBound")) == 2)

    def until_resumed(self) -> None:
        """The same; and the victim went on from what it had saved."""
        self.until_served()
        self.product.wait_for_state(self.victim, "SUCCEEDED", PATIENCE_S)
        assert "resumed" in self.product.output(self.victim)
        assert self.ends() == ["STOPPED", "SUCCEEDED"]

    def ends(self) -> list[str]:
        """How the victim's attempts ended."""
        return [fact["outcome"] for fact in self.facts(self.victim, "AttemptEnded")]

    def released(self) -> list[str]:
        """Why the hold was released."""
        return [fact["reason"] for fact in self.facts(self.asker, "HoldReleased")]

    def facts(self, job_id: str, kind: str) -> list[dict[str, Any]]:
        payloads = [event["payload"] for event in self.product.events(job_id)]
        return [payload for payload in payloads if payload["type"] == kind]

    def until(self, condition: Callable[[], bool]) -> None:
        told = lambda: str([event["payload"]["type"] for event in self.product.events(self.victim)])  # noqa: E731
        self.product.until(condition, PATIENCE_S, told)

    def close(self) -> None:
        """Leave both GPUs free."""
        for job_id in filter(None, (self.asker, self.victim)):
            with suppress(MusterError):  # refused where it has ended by itself
                self.product.cancel(job_id)
            self.until(lambda job_id=job_id: self.product.job(job_id)["ended_at"] is not None)


def _submitted(product: Product, **request: Any) -> str:
    return str(product.http.post("/v1/jobs", json=request).raise_for_status().json()["job_id"])


@pytest.fixture(scope="module")
def impatient(product: Product, tmp_path_factory: pytest.TempPathFactory) -> Generator[Product]:
    """Jobs may be asked to yield as soon as they run, and requests are repeated after a second."""
    tree = tmp_path_factory.mktemp("queues") / "owners.yaml"
    tree.write_text(OWNERS)
    product.muster("queue", "apply", "-f", str(tree))
    product.muster("policy", "set", "preemption_ran_min=0s", "reclaim_interval=1s")
    product.muster("policy", "set", "--preemption", "ran_min=0s")
    yield product
    product.restart()
    product.muster("policy", "set", "--preemption", "ran_min=5m")
    product.muster("policy", "set", "preemption_ran_min=5m", "reclaim_interval=1m")
    product.muster("queue", "delete", "owners")


@contextmanager
def yielding(product: Product, **how: str) -> Generator[tuple[Yielding, Gate]]:
    with Gate() as gate, closing(Yielding(product, gate, **how)) as pair:
        yield pair, gate


@pytest.mark.long
@pytest.mark.parametrize("place", ["after_commit:2", "before_commit:2", "before_merge:2"])
def test_the_service_dies_while_it_answers(impatient: Product, place: str) -> None:
    """The request is answered once, by it or by the next."""
    impatient.stop(SERVICE)
    impatient.start(SERVICE, {"MUSTER_FAILPOINTS": place})
    with yielding(impatient) as (pair, gate):
        gate.open()
        pair.ask()
        pair.until(lambda: supervisor.alive(impatient.home, SERVICE) is None)
        impatient.restart()
        pair.until_resumed()
        assert len(pair.facts(pair.asker, "PreemptionAccepted")) == 1


@pytest.mark.long
def test_the_service_dies_in_the_middle_of_a_drain(impatient: Product) -> None:
    """The drain is the scheduler's, and goes on."""
    with yielding(impatient) as (pair, gate):
        pair.ask()
        pair.until_it_drains()
        impatient.kill(SERVICE)
        gate.open()
        pair.until_resumed()
        impatient.restart()
        assert pair.released() == ["STARTED"]


def test_the_victim_ends_by_itself(impatient: Product) -> None:
    """It has succeeded, and the other job is bound."""
    with yielding(impatient, ends="SUCCEEDED") as (pair, gate):
        pair.ask()
        pair.until_it_drains()
        gate.open()
        impatient.wait_for_state(pair.asker, "SUCCEEDED", PATIENCE_S)
        assert pair.released() == ["STARTED"]


def test_the_job_that_asked_is_cancelled(impatient: Product) -> None:
    """Its reservation is released; the victim has stopped, and resumes where it was."""
    with yielding(impatient) as (pair, gate):
        pair.ask()
        pair.until_it_drains()
        impatient.cancel(pair.asker)
        pair.until(lambda: pair.released() == ["NO_LONGER_WAITS"])
        gate.open()
        impatient.wait_for_state(pair.victim, "SUCCEEDED", PATIENCE_S)
        assert "resumed" in impatient.output(pair.victim)


def test_the_checkpoint_never_comes(impatient: Product) -> None:
    """SIGTERM follows when its time is over; the victim begins again from what it had: nothing."""
    with yielding(impatient, checkpoint="2s") as (pair, _):
        pair.ask()
        pair.until_served()
        assert pair.ends() == ["STOPPED"]
        assert pair.released() == ["STARTED"]
        assert pair.facts(pair.victim, "CheckpointRecorded") == []


def test_saving_meets_a_full_disk(impatient: Product) -> None:
    """/dev/full raises the kernel's own ENOSPC, which ends the victim: the drain ends, and nothing failed."""
    with yielding(impatient, ends="ON_A_FULL_DISK") as (pair, gate):
        pair.ask()
        pair.until_it_drains()
        gate.open()
        pair.until_served()
        assert pair.ends() == ["STOPPED"], "the victim's own attempts are not spent"
        assert pair.facts(pair.victim, "CheckpointRecorded") == []
        assert pair.released() == ["STARTED"]


@pytest.mark.long
def test_a_save_that_contradicts_its_manifest_is_not_stored(impatient: Product) -> None:
    """The failure is reported; SIGTERM comes at the limit, and no attempt resumes from the save."""
    with yielding(impatient, ends="WITH_A_LIE", checkpoint="10s") as (pair, gate):
        pair.ask()
        pair.until_it_drains()
        gate.open()
        pair.until_served()
        assert pair.ends() == ["STOPPED"]
        assert pair.facts(pair.victim, "CheckpointRecorded") == []
        told = f"/v1/jobs/{pair.victim}/checkpoints"
        pair.until(lambda: "not stored" in impatient.http.get(told).raise_for_status().text)
        assert pair.released() == ["STARTED"]


@pytest.mark.long
@pytest.mark.parametrize("seconds", [-1_800, 900])
def test_the_clock_of_the_node_is_set(impatient: Product, tmp_path: Path, seconds: int) -> None:
    """Back, or ahead. Limits are counted by a clock that never jumps: the drain goes on, nothing is lost."""
    clock = ShiftedClock(tmp_path)
    impatient.stop("agent")
    impatient.start("agent", clock.environment)
    try:
        with yielding(impatient) as (pair, gate):
            pair.ask()
            pair.until_it_drains()
            clock.step(seconds)
            gate.open()
            pair.until_resumed()
            assert pair.released() == ["STARTED"]
    finally:
        impatient.stop("agent")
        impatient.restart()


def test_the_agent_is_killed_in_the_middle_of_a_drain(impatient: Product) -> None:
    """The shim goes on with the drain; the next agent tells of its end."""
    with yielding(impatient) as (pair, gate):
        pair.ask()
        pair.until_it_drains()
        impatient.kill("agent")
        gate.open()
        impatient.restart()
        pair.until_served()
        assert pair.ends()[0] == "STOPPED"
        assert pair.released() == ["STARTED"]


def test_s3_stands_still_during_a_drain(impatient: Product) -> None:
    """The save is stored once S3 is back, or its time runs out; either way the other job is served."""
    with yielding(impatient, checkpoint="5s") as (pair, gate), Site(impatient) as site:
        with site.stopped("s3"):
            pair.ask()
            pair.until_it_drains()
            gate.open()
        pair.until_served()
        assert pair.ends()[0] == "STOPPED"
        assert pair.released() == ["STARTED"]


def test_a_plan_that_comes_again_stops_nobody(impatient: Product) -> None:
    """The same record, and the same plan under another id: each is judged again, and refused."""
    with yielding(impatient) as (pair, gate):
        gate.open()
        pair.ask()
        pair.until_resumed()
        _repeat_plan(impatient, pair.asker)
        pair.until(lambda: len(pair.facts(pair.asker, "PreemptionRefused")) == 2)
        codes = {refused["code"] for refused in pair.facts(pair.asker, "PreemptionRefused")}
        assert codes <= {"NOT_WAITING", "EXPIRED", "VICTIM_GONE"}
        assert len(pair.facts(pair.asker, "PreemptionAccepted")) == 1


def test_two_plans_overlap(impatient: Product) -> None:
    """On one node the second is refused while the first drains; both jobs run, and nobody stops twice.

    Who asks keeps its GPU until both have one: else the second could have that of the first, and its victim
    would never be asked.
    """
    with Gate() as gate, Gate() as both_run:
        victims = [_small(impatient, gate) for _ in range(2)]
        for victim in victims:
            impatient.wait_for_output(victim, "runs")
        one = {"gpus": 1, "gpu_models": ["LOCAL"], "cpu": 0.1, "memory": "128MiB"}
        command, env = ["python", "-c", HOLDS], {"GATE": str(both_run.port)}
        askers = [
            _submitted(impatient, name=f"asks-{n}", queue="owners", resources=one, command=command, env=env)
            for n in range(2)
        ]
        stops = lambda: [to for victim in victims for to in _stops(impatient, victim)]  # noqa: E731
        impatient.until(lambda: bool(stops()), PATIENCE_S)
        gate.open()
        for job_id in askers:
            impatient.wait_for_state(job_id, "RUNNING", PATIENCE_S)
        both_run.open()
        for job_id in (*askers, *victims):
            impatient.wait_for_state(job_id, "SUCCEEDED", PATIENCE_S)
        assert {*stops()} == {*askers}
        assert len(stops()) == len({*stops()})
        assert all(len(_stops(impatient, victim)) == 1 for victim in victims)


def test_the_whole_log_is_sound(impatient: Product) -> None:
    """No GPU is allocated twice or leaked; replay repeats every decision of both services."""
    with Site(impatient) as site:
        assert judge(site, []) == []
    verdict = impatient.muster("audit", "verify", "--service", SERVICE, check=False)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


def _small(product: Product, gate: Gate) -> str:
    return _submitted(
        product,
        name=f"victim-{next(NUMBERS)}",
        resources={"gpus": 1, "cpu": 0.1, "memory": "128MiB"},
        command=["python", "-c", VICTIM],
        env={"GATE": str(gate.port), "ENDS": "STOPPED"},
        checkpoint={"enabled": True},
        grace="2s",
    )


def _stops(product: Product, job_id: str) -> list[str]:
    """Return the jobs for which a job was asked to yield."""
    payloads = [event["payload"] for event in product.events(job_id)]
    return [payload["yields_to"] for payload in payloads if payload["type"] == "JobStopping"]


def _repeat_plan(product: Product, job_id: str) -> None:
    """Write the plan for a job again, as it was and under another id."""
    servers = product.endpoints
    bootstrap, registry = servers["MUSTER_KAFKA_BOOTSTRAP"], servers["MUSTER_SCHEMA_REGISTRY_URL"]
    with closing(KafkaJournal(bootstrap, registry, "late-plan")) as journal:
        with closing(journal.reader([PREEMPTION_EVENTS], name="plans")) as reader:
            written = [delivery.envelope for delivery in reader.read_to_end()]
        [plan] = [
            each
            for each in written
            if isinstance(each.payload, PreemptionPlanned) and each.payload.job_id == job_id
        ]
        with closing(journal.producer("plans")) as producer:
            for event_id in (plan.event_id, f"{plan.event_id}-again"):
                producer.send(Outgoing(PREEMPTION_EVENTS, _named(plan, event_id))).result(30)


def _named(written: Envelope[Any], event_id: str) -> Envelope[Any]:
    return Envelope(
        event_id=event_id,
        key=written.key,
        occurred_at_ms=written.occurred_at_ms,
        producer="test",
        correlation_id=written.correlation_id,
        payload=written.payload,
    )
