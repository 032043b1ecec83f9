"""The machine continues after any input: no record can stop the scheduler.

Every field of every record of every input topic is anything its type allows; ids are often those of jobs and
nodes that exist, so that nonsense meets real state. What it wrote must replay, and nothing may be given
twice.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events import (
    checkpoint_events,
    job_commands,
    node_heartbeats,
    operator_commands,
    preemption_events,
    queue_commands,
    task_events,
)
from muster.events.topics import (
    CHECKPOINT_EVENTS,
    JOB_COMMANDS,
    NODE_HEARTBEATS,
    OPERATOR_COMMANDS,
    PREEMPTION_EVENTS,
    QUEUE_COMMANDS,
    SCHEDULER_LOG,
    TASK_EVENTS,
)
from muster.events.wire.envelope import Envelope
from muster.journal import Delivery, ManualClock, MemoryJournal, Position, Start
from muster.testkit.checker import check_journal
from muster.testkit.cores import build
from muster.testkit.laws import examples
from muster.testkit.simulation import MemoryObjects
from muster.testkit.simulation.processes.replica import new_machine
from muster.testkit.tokens import Tokens

TOKENS = Tokens(clock=ManualClock())

TOPICS = {
    JOB_COMMANDS.name: job_commands,
    QUEUE_COMMANDS.name: queue_commands,
    OPERATOR_COMMANDS.name: operator_commands,
    TASK_EVENTS.name: task_events,
    NODE_HEARTBEATS.name: node_heartbeats,
    PREEMPTION_EVENTS.name: preemption_events,
    CHECKPOINT_EVENTS.name: checkpoint_events,
}

# All values that Avro can carry: nested fields draw from these.
st.register_type_strategy(int, st.integers(-(2**63), 2**63 - 1))

LONG = st.integers(-(2**63), 2**63 - 1)
INT = st.one_of(st.integers(-3, 12), st.integers(-(2**31), 2**31 - 1))
TEXT = st.one_of(st.sampled_from(("", "default", "x", "n0", "job-0001")), st.text(max_size=20))
KNOWN = {
    "job_id": st.one_of(st.sampled_from([f"job-{i:04d}" for i in range(6)]), TEXT),
    "node_id": st.one_of(st.sampled_from(("n0", "n1", "n2")), TEXT),
    "tenant": st.one_of(st.just(build.TENANT), TEXT),
    "attempt": st.one_of(st.integers(0, 3), INT),
    "spec": st.one_of(
        st.builds(build.job_spec, gpus=st.sampled_from((0, 0.5, 1, 2, 9))), st.from_type(job_commands.JobSpec)
    ),
}
BY_TYPE = {"int": LONG, "str": TEXT, "bool": st.booleans()}


def record_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Draw any record of a type; known names sometimes get known values."""
    chosen: dict[str, st.SearchStrategy[Any]] = {}
    for name, annotation in kind.__annotations__.items():
        if name in KNOWN:
            chosen[name] = KNOWN[name]
        elif annotation in BY_TYPE:
            chosen[name] = BY_TYPE[annotation]
    return st.builds(kind, **chosen)


def arrivals() -> st.SearchStrategy[tuple[str, Any]]:
    """Draw a topic and one of its records."""
    kinds = [(topic, kind) for topic, module in TOPICS.items() for kind in set(module.PAYLOADS.values())]
    kinds.sort(key=lambda pair: (pair[0], pair[1].__name__))
    likely = [st.builds(build.submit, KNOWN["job_id"], KNOWN["spec"]).map(lambda c: (JOB_COMMANDS.name, c))]
    return st.one_of(*likely, *(st.tuples(st.just(topic), record_of(kind)) for topic, kind in kinds))


@pytest.mark.slow
@pytest.mark.plain
@examples(60)
@given(st.lists(st.lists(arrivals(), max_size=6), max_size=12))
def test_the_machine_continues_and_its_log_can_be_replayed(history: list[list[tuple[str, Any]]]) -> None:
    clock = ManualClock()
    journal = MemoryJournal(clock=clock)
    machine = new_machine("leader", clock, MemoryObjects())
    sequencer = journal.sequencer("leader")
    sequencer.fence()
    sequencer.commit(machine.lead("leader", clock.now_ms()))
    machine.committed()
    offset = 0
    nodes = [(NODE_HEARTBEATS.name, build.beat(build.node(f"n{i}", gpus=2))) for i in range(3)]
    for batch in (nodes, *history):
        deliveries: list[Delivery[Any]] = []
        for topic, payload in batch:
            offset += 1
            envelope = Envelope(
                event_id=f"e{offset}",
                key=getattr(payload, "job_id", "k"),
                occurred_at_ms=0,
                producer="anybody",
                correlation_id="c",
                payload=payload,
            )
            shown = TOKENS.of(payload) if offset % 7 else ""
            deliveries.append(
                Delivery(Position(topic, 0, offset), clock.now_ms(), envelope, authorization=shown)
            )
        clock.advance(700)
        outgoing = machine.step(deliveries, clock.now_ms())
        if outgoing:
            sequencer.commit(outgoing)
            machine.committed()
    assert check_journal(journal).breaches == []
    standby = new_machine("standby", clock, MemoryObjects())
    for delivery in journal.reader((SCHEDULER_LOG,), start=Start.BEGINNING, name="standby").read_to_end():
        standby.fold(delivery)
    assert standby.state_hash() == machine.state_hash()
