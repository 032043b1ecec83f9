"""The jobs: openb's pods, each run by one of 64 users again and again, for a second on a simulated node."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from muster.events.job_commands import (
    CheckpointPolicy,
    JobSpec,
    RetryPolicy,
    SubmitJob,
    Tier,
)
from muster.events.wire.envelope import Envelope
from openb import drawn_pods, pod_shapes, resources

RUN_MS: Final = 1_000
"""How long each job runs."""

_USERS: Final = 64
_TEAMS: Final = 8
_TIERS: Final = tuple(Tier)
_TENANT: Final = "bench"
_PREFIX: Final = "job-bench-"


def job_id(number: int) -> str:
    """The id of a run's job with this number."""
    return f"{_PREFIX}{number:08d}"


def number_of(key: bytes | None) -> int | None:
    """The number of the job that a record is about, by its key; None: it is about none of ours."""
    text = (key or b"").decode()
    return int(text.removeprefix(_PREFIX)) if text.startswith(_PREFIX) else None


def commands(numbers: Sequence[int], now_ms: int) -> list[Envelope[SubmitJob]]:
    """The commands that ask for these jobs; always the same jobs for the same numbers.

    Args:
        numbers: Consecutive numbers.
        now_ms: Time of the commands, milliseconds since 1970 UTC.
    """
    pods = islice(drawn_pods(), numbers[0], numbers[-1] + 1) if numbers else ()
    return [_command(number, pod, now_ms) for number, pod in zip(numbers, pods, strict=True)]


def _command(number: int, pod: int, now_ms: int) -> Envelope[SubmitJob]:
    command_id = f"bench-{number:08d}"
    return Envelope(
        event_id=command_id,
        key=job_id(number),
        occurred_at_ms=now_ms,
        producer="bench",
        correlation_id=command_id,
        payload=SubmitJob(job_id=job_id(number), tenant=_TENANT, spec=_spec(pod)),
    )


def _spec(pod: int) -> JobSpec:
    user = pod % _USERS
    return JobSpec(
        name=f"train-{pod}",
        team=f"team-{user % _TEAMS}",
        project="bench",
        user=f"user-{user}",
        queue="default",
        tier=_TIERS[user % len(_TIERS)],
        ranks=1,
        resources=resources(pod_shapes()[pod]),
        command=("python", "train.py"),
        env={"MUSTER_SIM_DURATION_MS": str(RUN_MS)},
        grace_ms=5_000,
        retry=RetryPolicy(attempts_max=3, backoff_ms=10_000),
        checkpoint=CheckpointPolicy(enabled=False),
    )
