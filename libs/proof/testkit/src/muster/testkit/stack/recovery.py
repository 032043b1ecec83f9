"""Recovery of a training job whose machine dies: the time until it runs again, and the lost steps."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Final

from muster.client.errors import MusterError
from muster.testkit.stack.machine import Machine, machine
from muster.testkit.stack.product import Product

SAVES_EVERY_STEPS: Final = 20
STEP_S: Final = 0.1
TRAINS: Final = f"""
import os, socket, time
from muster.checkpoint import Checkpointer

assert float(os.environ["MUSTER_MTBF_S"]) > 0, "the order says how often nodes end"
call = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
call.connect(("127.0.0.1", int(os.environ["TELLS"])))

def tell(step):
    call.send(f"{{os.environ['MUSTER_ATTEMPT']}} {{os.environ['MUSTER_NODE_ID']}} {{step}}".encode())

with Checkpointer.from_environment(every_steps={SAVES_EVERY_STEPS}) as checkpoints:
    found = checkpoints.resume()
    step = found.step if found else 0
    tell(step)
    while not checkpoints.should_stop(step):
        time.sleep({STEP_S})
        step += 1
        tell(step)
        if checkpoints.should_save(step):
            checkpoints.save(step, {{"step": step}})
"""
"""Program of the job: reports each step, beginning with the one that it starts from."""

STEPS_BEFORE: Final = 3 * SAVES_EVERY_STEPS
_HEARD_S: Final = 240.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """Course of a recovery.

    Attributes:
        job_id: The job.
        died: The node that died.
        goes_on: The node on which it continued.
        recorded_step: The step of the newest checkpoint that was recorded before.
        last_step: The last step before.
        resumed_step: The step from which it resumed.
        after_s: From the kill until its rank ran again with its state, seconds.
    """

    job_id: str
    died: str
    goes_on: str
    recorded_step: int
    last_step: int
    resumed_step: int
    after_s: float


def machine_dies(product: Product, settings: Mapping[str, str] | None = None) -> Recovery:
    """Kill the agent of one of two machines, its shim and its rank at once, while a job trains there.

    Args:
        product: The running product.
        settings: Settings of both agents; they override those of the product.
    """
    with ExitStack() as over:
        tells = over.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        tells.bind(("127.0.0.1", 0))
        tells.settimeout(_HEARD_S)
        names = [f"machine-{time.time_ns()}-{which}" for which in "ab"]
        machines = [over.enter_context(machine(product, name, settings)) for name in names]
        job_id = _submitted(product, tells.getsockname()[1])
        over.callback(_stopped, product, job_id)
        return _killed(product, tells, machines, job_id)


def _killed(product: Product, tells: socket.socket, machines: list[Machine], job_id: str) -> Recovery:
    attempt, step, node = 1, 0, ""
    recorded: list[int] = []
    while not recorded:
        attempt, node, step = _received(tells)
        recorded = _recorded(product, job_id) if step >= STEPS_BEFORE else []
    dies = next(each for each in machines if each.name == node)
    at_s, last_step, heard = time.monotonic(), step, attempt
    dies.die()
    while heard == attempt:
        last_step = step
        heard, node, step = _received(tells)
    return Recovery(
        job_id=job_id,
        died=dies.name,
        goes_on=node,
        recorded_step=max(recorded),
        last_step=last_step,
        resumed_step=step,
        after_s=time.monotonic() - at_s,
    )


def _submitted(product: Product, port: int) -> str:
    job = {
        "name": "outlives-its-machine",
        "resources": {"gpus": 1, "cpu": 0.1, "memory": "256MiB"},
        "command": ["python", "-c", TRAINS],
        "env": {"TELLS": str(port)},
        "checkpoint": {"enabled": True},
        "node_labels": {"machine": "test"},
        "tolerations": ["machine=test"],
    }
    return str(product.http.post("/v1/jobs", json=job).raise_for_status().json()["job_id"])


def _stopped(product: Product, job_id: str) -> None:
    with suppress(MusterError):  # refused where it has ended by itself
        product.cancel(job_id)


def _received(tells: socket.socket) -> tuple[int, str, int]:
    """Receive the next message: attempt, node and step."""
    attempt, node, step = tells.recv(1_000).decode().split()
    return int(attempt), node, int(step)


def _recorded(product: Product, job_id: str) -> list[int]:
    """The steps of which a checkpoint counts."""
    payloads = [event["payload"] for event in product.events(job_id)]
    return [payload["step"] for payload in payloads if payload["type"] == "CheckpointRecorded"]
