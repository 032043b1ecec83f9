"""A bigger job reclaims the GPUs that the training job borrowed; the training job saves and is preempted."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final

from muster.client import Client, JobHandle
from muster.client.sentences import sentence
from muster.demo.training import Training

BEGUN: Final = "step 20/"
"""Words in the training's output that show it is well under way."""

BIGGER: Final[dict[str, Any]] = {
    "name": "bigger",
    "queue": "owners",
    "ranks": 2,
    "resources": {"gpus": 1, "gpu_models": ["LOCAL"], "cpu": 0.5, "memory": "256MiB"},
    "command": ["sh", "-c", "echo rank $RANK has a GPU of its own"],
    "expected_duration": "5s",
}
"""The bigger job; it needs both GPUs of this machine, which its queue is guaranteed."""

OF_THE_BIGGER: Final = ("PreemptionRequested", "PreemptionAccepted", "GangBound")
OF_THE_TRAINING: Final = ("JobStopping", "CheckpointRecorded", "JobRequeued")

_SETTLED_S: Final = 30.0


def make_yield(client: Client, training: Training, say: Callable[[str], None]) -> None:
    """Wait until the training is under way, have a bigger job ask for its GPUs, and wait for that to end.

    Raises:
        MusterError: the API refuses.
        JobDidNotSucceed: the bigger job.
    """
    with _at_once(client):
        training.until(BEGUN)
        bigger = client.submit(BIGGER)
        say(f"bigger    {bigger.job_id} needs both GPUs of this machine")
        bigger.result()
    _tell(bigger, OF_THE_BIGGER, say, "bigger  ")
    _tell(client.handle(training.job_id), OF_THE_TRAINING, say, "training")


def _tell(job: JobHandle, kinds: tuple[str, ...], say: Callable[[str], None], who: str) -> None:
    """Print the first fact of each kind."""
    told = set[str]()
    for event in job.events():
        if event.type in kinds and event.type not in told:
            told.add(event.type)
            say(f"{who}  {event.type}: {sentence(event.event)}")


@contextmanager
def _at_once(client: Client) -> Generator[None]:
    """Allow jobs to be preempted as soon as they run, not after minutes; restore the setting afterwards."""
    planned, judged = client.preemption_policy().knobs["ran_min"], client.policy().knobs["preemption_ran_min"]
    try:
        _set(client, "0s", "0s")
        yield
    finally:
        _set(client, planned, judged)


def _set(client: Client, planned: str, judged: str) -> None:
    client.change_preemption_policy({"ran_min": planned}, wait_s=_SETTLED_S)
    receipt = client.change_policy({"preemption_ran_min": judged})
    client.settled(receipt.command_id, wait_s=_SETTLED_S)
