"""Recorded logs re-step to the same decisions and the same state, whatever the order of sets and dicts."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from convert import Converter
from muster.events.scheduler_log import SequencedInput
from muster.events.shared.watermarks import Watermark
from muster.events.topics import JOB_COMMANDS, JOB_EVENTS, NODE_COMMANDS, OPERATOR_COMMANDS, QUEUE_COMMANDS
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, Position
from muster.queues.occupancy import QueueOccupancy
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.state.state import State
from muster.scheduler.edge import replay
from muster.submit.core.rows.commands import command_rows
from muster.testkit.cores import same_queues
from restep import batches_of, digests, restep

HERE = Path(__file__).parent
CORPUS = sorted((HERE / "corpus").glob("*.jsonl.gz"))

CORPUS_BYTES_MAX = 200_000
"""Compressed; a history that shows one more fact is a few kilobytes."""


restepped = cache(restep)


@pytest.mark.slow
@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_recorded_log_comes_out_as_recorded(file: Path) -> None:
    batches, hashes, _ = restepped(file)
    assert batches > 25
    assert hashes > 2, "a corpus without hashes proves little"


@pytest.mark.slow
def test_recorded_logs_come_out_the_same_under_another_hash_seed() -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "restep.py"), *map(str, CORPUS)],
        env={**os.environ, "PYTHONHASHSEED": "4242"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    expected = [(file.stem, *restepped(file)) for file in CORPUS]
    assert done.stdout.splitlines() == [" ".join(map(str, each)) for each in expected]


def test_decisions_that_differ_from_the_last_release_have_another_version() -> None:
    released = json.loads((HERE / "released.json").read_text())
    if released["decisions_version"] == replay.DECISIONS_VERSION:
        decided = digests(HERE / "corpus")
        changed = [name for name, digest in released["decisions"].items() if decided.get(name) != digest]
        assert changed == [], "raise DECISIONS_VERSION"
    else:
        assert released["decisions_version"] < replay.DECISIONS_VERSION


def test_the_corpus_covers_every_fact_and_every_order_and_stays_small() -> None:
    batches = [batch for file in CORPUS for batch in batches_of(file)]
    seen = {type(decision.payload) for batch in batches for decision in batch.decisions}
    decided = {*JOB_EVENTS.payloads.values(), *NODE_COMMANDS.payloads.values()} - {Watermark}
    assert {record.__name__ for record in decided - seen} == set(), "record a history in which they occur"
    assert sum(file.stat().st_size for file in CORPUS) < CORPUS_BYTES_MAX


@pytest.mark.slow
@pytest.mark.parametrize("file", CORPUS, ids=lambda file: file.stem)
def test_a_recorded_log_folds_to_the_occupancy_and_the_queues_that_the_scheduler_has(file: Path) -> None:
    state, digest, queues = State(), StateHash(), QueueOccupancy()
    for batch in batches_of(file):
        assert replay.refold(state, digest, batch)
        same_queues.apply_batch(queues, batch)
        for node_id in state.nodes:
            assert queues.occupancy.cluster.node_canonical(node_id) == state.cluster.node_canonical(node_id)
        same_queues.assert_same(queues, state)
    assert queues.occupancy.cluster.canonical() == state.cluster.canonical()


def test_the_first_fact_that_follows_from_a_command_answers_it() -> None:
    """The projection of commands stands on it: later facts lie in any partition."""
    asked = {*JOB_COMMANDS.payloads.values(), *QUEUE_COMMANDS.payloads.values()}
    asked |= {*OPERATOR_COMMANDS.payloads.values()}
    answered: set[type] = set()
    for batch in (batch for file in CORPUS for batch in batches_of(file)):
        first: dict[int, Any] = {}
        for decision in batch.decisions:
            first.setdefault(decision.cause_seq, decision.payload)
        for command in (given for given in batch.inputs if type(given.payload) in asked):
            assert command_rows(first[command.seq], _delivered(command, first[command.seq])), command
            answered.add(type(command.payload))
    assert answered == asked, "record a history in which they occur"


def _delivered(command: SequencedInput, payload: Any) -> Delivery[Any]:
    envelope = Envelope(
        event_id="e",
        key="k",
        occurred_at_ms=0,
        producer="scheduler",
        correlation_id="c",
        causation_id=command.event_id,
        index=0,
        payload=payload,
    )
    return Delivery(Position(JOB_EVENTS.name, 0, 0), 0, envelope)


@pytest.mark.parametrize(
    ("former", "today"),
    [
        ("wall time limit of 5000 ms reached: its wall time was over", "Exceeded wall-time limit (5s)"),
        (
            "queue 'acme' has 1 queues below it; delete or move those first",
            "queue 'acme' has 1 queue below it; delete or move what is below it first",
        ),
        ("queue 'acme' has 1 jobs that have not ended", "queue 'acme' has 1 job that has not ended"),
        ("queue 'acme' has 2 jobs that have not ended", "queue 'acme' has 2 jobs that have not ended"),
    ],
)
def test_sentences_of_recorded_facts_are_read_as_they_are_worded_today(former: str, today: str) -> None:
    decision = {"payload": {"type": "CommandRejected", "message": former}}
    assert Converter().convert({"decisions": [decision]})["decisions"][0]["payload"]["message"] == today
