"""Conversion of facts to documents of the search index."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from muster.events import job_events as fact
from muster.events.job_commands import CheckpointPolicy, JobSpec, Resources, RetryPolicy, Tier
from muster.events.topics import JOB_EVENTS
from muster.events.wire.envelope import Envelope, envelope_from_datum
from muster.journal.journal import Delivery
from muster.journal.position import Position
from muster.submit.core.documents import MAPPING, job_documents, parts

EXAMPLES = Path(__file__).parents[4] / "schemas" / "examples" / "job-events"


SPEC = JobSpec(
    name="resnet50_lr-0.1",
    team="vision",
    project="cats",
    user="ada",
    queue="default",
    tier=Tier.PREMIUM_TRAINING,
    ranks=1,
    resources=Resources(gpu_count=1, gpu_milli=1000, gpu_models=("A100",), cpu_milli=1, memory_mib=1),
    command=("python", "-m", "train", "--lr=0.1"),
    env={"SECRET": "not searchable"},
    retry=RetryPolicy(attempts_max=1),
    checkpoint=CheckpointPolicy(enabled=False),
    labels={"exp": "7", "cost-center": "r_and_d"},
)


def delivered(payload: Any, offset: int = 41) -> Delivery[Any]:
    envelope = Envelope(
        event_id="e", key="job-a", occurred_at_ms=1000, producer="s", correlation_id="c", payload=payload
    )
    return Delivery(Position("job-events", 1, offset), 0, envelope)


def test_a_job_is_found_by_its_owners_words() -> None:
    (merge,) = job_documents(delivered(fact.JobQueued(job_id="job-a", tenant="acme", spec=SPEC)))
    assert (merge.key, merge.version) == ("job-a", 42)
    assert merge.fields["labels"] == ["cost-center=r_and_d", "exp=7"]
    assert merge.fields["command"] == "python -m train --lr=0.1"
    assert {"resnet50", "lr", "r", "and", "d"} <= set(merge.fields["parts"].split())
    assert "not searchable" not in json.dumps(merge.fields)


def test_a_queued_job_sets_every_field_so_that_no_older_value_remains() -> None:
    (merge,) = job_documents(delivered(fact.JobQueued(job_id="job-a", tenant="acme", spec=SPEC)))
    assert merge.whole
    assert merge.fields.keys() == MAPPING.keys() - {"everything"}


def test_only_joined_words_have_parts() -> None:
    assert parts(["plain words only"]) == ""
    assert parts(["a_b", "s3://bucket/key"]) == "a b s3 bucket key"


def test_only_the_beginning_of_a_very_long_command_is_indexed() -> None:
    long = replace(SPEC, command=("sh", "-c", "x_" * 60_000))
    (merge,) = job_documents(delivered(fact.JobQueued(job_id="job-a", tenant="acme", spec=long)))
    assert merge.fields["command"].startswith("sh -c x_x_")
    assert len(json.dumps(merge.fields)) < 50_000


def test_a_job_is_found_by_its_nodes() -> None:
    places = tuple(
        fact.RankPlacement(rank=r, node_id=n, gpu_indices=(0,), gpu_milli=1000)
        for r, n in enumerate(["b", "a", "b"])
    )
    bound = fact.GangBound(
        job_id="job-a", attempt=1, placements=places, master_address="x", master_port=1, waited_ms=0
    )
    (merge,) = job_documents(delivered(bound))
    assert (merge.fields["nodes"], merge.fields["state"]) == (["a", "b"], "BOUND")


def test_every_field_of_every_example_has_a_mapping() -> None:
    merged = 0
    for file in sorted(EXAMPLES.glob("*.json")):
        envelope = envelope_from_datum(JOB_EVENTS, json.loads(file.read_text()))
        for merge in job_documents(Delivery(Position("job-events", 0, 1), 0, envelope)):
            merged += 1
            assert set(merge.fields) <= set(MAPPING), file.stem
    assert merged >= 10
