"""Access of agents to objects: only to those of attempts bound to their nodes."""

from __future__ import annotations

import pytest
from muster.store.keys import checkpoint_key, files_key, log_key
from muster.store.uses import Operation, Use
from muster.submit.core.grants import TaskOfNode, is_granted

SHA = "a" * 64
TASK = TaskOfNode(job_id="job-a", attempt=2, ranks={0, 1}, files={SHA})
WRITES = (Operation.PUT, Operation.BEGIN, Operation.PART, Operation.COMPLETE, Operation.ABORT)


@pytest.mark.parametrize(
    ("operation", "key"),
    [
        (Operation.GET, files_key(SHA)),
        (Operation.GET, checkpoint_key("job-a", 1, 7, SHA, "w")),
        (Operation.GET, checkpoint_key("job-a", 2, 0, SHA, "w")),
        (Operation.PUT, log_key("job-a", 2, 1, "stdout", 0)),
        *((operation, checkpoint_key("job-a", 2, 1, SHA, "w")) for operation in WRITES),
    ],
)
def test_an_agent_may_use_the_objects_of_its_attempts(operation: Operation, key: str) -> None:
    assert is_granted(Use(operation, key), TASK)


@pytest.mark.parametrize(
    ("operation", "key"),
    [
        (Operation.GET, files_key("b" * 64)),
        (Operation.PUT, files_key(SHA)),
        (Operation.GET, checkpoint_key("job-b", 1, 0, SHA, "w")),
        (Operation.GET, checkpoint_key("job-a", 3, 0, SHA, "w")),
        (Operation.PUT, checkpoint_key("job-a", 1, 0, SHA, "w")),
        (Operation.PUT, checkpoint_key("job-a", 2, 2, SHA, "w")),
        (Operation.PUT, log_key("job-a", 2, 2, "stdout", 0)),
        (Operation.PUT, log_key("job-a", 1, 0, "stdout", 0)),
        (Operation.PUT, log_key("job-b", 2, 0, "stdout", 0)),
        (Operation.GET, log_key("job-a", 2, 0, "stdout", 0)),
        (Operation.BEGIN, log_key("job-a", 2, 0, "stdout", 0)),
        (Operation.ABORT, files_key(SHA)),
        (Operation.GET, "snapshots/default/1"),
        (Operation.PUT, "snapshots/default/1"),
    ],
)
def test_an_agent_may_use_no_other_objects(operation: Operation, key: str) -> None:
    assert not is_granted(Use(operation, key), TASK)


def test_an_agent_without_a_rank_of_the_attempt_gets_no_access() -> None:
    nobody = TaskOfNode(job_id="job-a", attempt=2, ranks=(), files={SHA})
    assert not is_granted(Use(Operation.GET, files_key(SHA)), nobody)
    without = TaskOfNode(job_id="job-a", attempt=2, ranks={0}, files=())
    assert not is_granted(Use(Operation.GET, files_key("None")), without)
