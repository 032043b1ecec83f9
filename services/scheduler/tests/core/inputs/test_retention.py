"""Expiry of checkpoints: never the newest, never one that an attempt may have to resume from (ADR 91)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from muster.events.checkpoint_events import CheckpointRemoved
from muster.events.job_events import CheckpointDeleted, CheckpointExpired
from muster.events.node_commands import StartTask
from muster.events.operator_commands import ActivatePolicy
from muster.events.task_events import TaskOutcome
from muster.scheduler.core import limits
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import DEFAULT_POLICY, NEW_CELL_POLICY
from muster.testkit.cores.build import checkpoint_saved, exited, job_spec, node, part_stored, started, submit
from muster.testkit.cores.scenario import QUIET_POLICY, Scenario, given


def running(keep_last: int | None = 2, keep_every: int = 0) -> Scenario:
    """Create a job of one rank that saves checkpoints."""
    spec = job_spec(attempts=50, checkpoint=True)
    checkpoint = replace(spec.checkpoint, keep_last=keep_last, keep_every=keep_every)
    scenario = given(node("n1", gpus=1), submit("job-a", replace(spec, checkpoint=checkpoint)))
    return scenario.when(started("n1", "job-a"))


def save(scenario: Scenario, *names: object, attempt: int = 1) -> list[str]:
    """Save files of these names one after the other; return the names of expired ones."""
    expired = list[str]()
    for name in names:
        scenario.when(checkpoint_saved("n1", "job-a", attempt, file=str(name)))
        expired += [each.file for each in facts(scenario, CheckpointExpired)]
    return expired


def facts(scenario: Scenario, kind: type[Any]) -> list[Any]:
    return [each for each in scenario.decided if isinstance(each, kind)]


def fails(scenario: Scenario, attempt: int) -> list[str]:
    """Let the attempt fail and the next be bound; return the checkpoints it may resume from, newest first."""
    scenario.when(exited("n1", "job-a", attempt, outcome=TaskOutcome.FAILED, exit_code=1))
    scenario.when_time_comes()
    [order] = facts(scenario, StartTask)
    return [order.checkpoint_file or "", *(each.file for each in order.checkpoints_earlier)]


def test_the_newest_checkpoints_are_kept() -> None:
    assert save(running(keep_last=2), 1, 2, 3, 4) == ["1", "2"]
    assert save(running(keep_last=3), 1, 2, 3, 4) == ["1"]


def test_every_nth_checkpoint_is_kept_as_well() -> None:
    assert save(running(keep_every=3), *range(1, 12)) == ["1", "2", "4", "5", "7", "8"]


def test_all_checkpoints_are_kept_by_default() -> None:
    assert DEFAULT_POLICY.checkpoints_kept == 0
    scenario = running(keep_last=None)
    assert not save(scenario, *range(20))
    assert len(scenario.state.jobs["job-a"].earlier) == limits.CHECKPOINTS_EARLIER_MAX
    assert NEW_CELL_POLICY.checkpoints_kept == 3
    scenario.when(ActivatePolicy(policy=replace(QUIET_POLICY, checkpoints_kept=2), requested_by="op"))
    assert save(scenario, 20) == ["16", "17", "18"], "older ones are no longer known"


def test_one_more_is_kept_in_case_the_newest_is_damaged() -> None:
    scenario = running(keep_last=None)
    scenario.when(ActivatePolicy(policy=replace(QUIET_POLICY, checkpoints_kept=1), requested_by="op"))
    assert save(scenario, 1, 2, 3) == ["1"]


def test_checkpoints_an_attempt_may_resume_from_are_kept_until_it_has_saved_enough() -> None:
    scenario = running(keep_last=2)
    save(scenario, 1, 2, 3)
    assert fails(scenario, 1) == ["3", "2"]
    assert not save(scenario, "late", attempt=1), "the next attempt may be resuming from any of them"
    scenario.when(started("n1", "job-a", 2))
    assert not save(scenario, 4, attempt=2), "3 may be damaged, and 4 is all that the attempt has"
    assert save(scenario, 5, attempt=2) == ["2", "3", "late"]


def test_no_checkpoint_expires_while_ranks_may_still_be_reading() -> None:
    """One node of the gang has started and saves; the other has not reported a start yet."""
    spec = job_spec(ranks=2, attempts=3, checkpoint=True)
    spec = replace(spec, checkpoint=replace(spec.checkpoint, keep_last=2))
    scenario = given(node("n1", gpus=1), node("n2", gpus=1), submit("job-a", spec))
    scenario.when(started("n1", "job-a"))
    assert not save(scenario, 1, 2, 3, 4)
    scenario.when(started("n2", "job-a", ranks=(1,)))
    assert save(scenario, 5) == ["1", "2", "3"]


def test_the_previous_checkpoint_of_the_attempt_is_named_since_files_are_shared() -> None:
    scenario = running(keep_every=2)
    save(scenario, *range(1, 5))
    assert [each.kept_before for each in scenario.state.expired.values()] == [None]
    save(scenario, 5)
    [expired] = facts(scenario, CheckpointExpired)
    assert (expired.file, expired.kept_before) == ("3", "s3://muster/job-a/1/2")


def test_a_removal_is_recorded_once() -> None:
    scenario = running()
    save(scenario, 1, 2, 3)
    [expired] = scenario.state.expired.values()
    gone = CheckpointRemoved(job_id="job-a", uri=expired.uri, objects=7, freed_bytes=500)
    scenario.when(gone)
    [told] = scenario.decided
    assert isinstance(told, CheckpointDeleted)
    assert (told.job_id, told.tenant, told.file, told.objects, told.freed_bytes) == (
        "job-a",
        "acme",
        "1",
        7,
        500,
    )
    scenario.when(gone, replace(gone, uri="s3://muster/never")).then()


def test_a_removal_is_recorded_even_after_the_job_has_ended() -> None:
    scenario = running()
    save(scenario, 1, 2, 3)
    [expired] = scenario.state.expired.values()
    scenario.when(exited("n1", "job-a"))
    assert "job-a" not in scenario.state.jobs
    scenario.when(CheckpointRemoved(job_id="job-a", uri=expired.uri, objects=1, freed_bytes=1))
    assert [each.tenant for each in facts(scenario, CheckpointDeleted)] == ["acme"]


def test_a_repeated_report_does_not_restore_an_expired_checkpoint() -> None:
    scenario = running()
    save(scenario, 1, 2, 3, 4)
    scenario.when(checkpoint_saved("n1", "job-a", file="1"), checkpoint_saved("n1", "job-a", file="3")).then()
    newest = scenario.state.jobs["job-a"].checkpoint
    assert newest is not None
    assert newest.file == "4"


def test_a_checkpoint_of_many_files_expires_as_one() -> None:
    scenario = running()
    for step in (100, 200, 300):
        part = part_stored("n1", "job-a", step=step, part=0)
        scenario.when(part, checkpoint_saved("n1", "job-a", step=step, parts=[part]))
    [expired] = facts(scenario, CheckpointExpired)
    assert (expired.file, expired.step, expired.uri) == (
        "step-000000100.json",
        100,
        "s3://muster/job-a/1/100",
    )


@pytest.mark.plain  # it changes a constant of a module
def test_expiry_pauses_while_removal_does_not_keep_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muster.scheduler.core.inputs.checkpoints.CHECKPOINTS_EXPIRED_MAX", 2)
    scenario = running()
    assert save(scenario, *range(1, 6)) == ["1", "2"]
    first = next(iter(scenario.state.expired))
    scenario.when(CheckpointRemoved(job_id="job-a", uri=first, objects=1, freed_bytes=1))
    assert save(scenario, 6) == ["3"]


def test_a_fork_expires_alike() -> None:
    scenario = running(keep_every=5)
    save(scenario, *range(1, 9))
    fails(scenario, 1)
    scenario.when(started("n1", "job-a", 2))
    copy = Scenario()
    copy.state, copy.now_ms = forked(scenario.state), scenario.now_ms
    assert StateHash().refresh_all(copy.state) == StateHash().refresh_all(scenario.state)
    assert save(copy, 9, 10, 11, attempt=2) == save(scenario, 9, 10, 11, attempt=2)


_STEPS = st.lists(st.sampled_from(["save", "save", "late", "fail", "start", "gone"]), max_size=40)


@for_all(_STEPS, st.integers(2, 4), st.integers(0, 4))
def test_checkpoints_offered_to_an_attempt_exist(steps: Sequence[str], last: int, every: int) -> None:
    """Whatever happens, no offered checkpoint expires before enough newer ones are saved."""
    scenario = running(last, every)
    attempt, saved, own, offered, has_started = 1, 0, 0, set[str](), True
    for step in steps:
        if step in ("save", "late") and has_started and attempt > (step == "late"):
            saved += 1
            own += step == "save"
            expired = set(save(scenario, saved, attempt=attempt - (step == "late")))
            assert str(saved) not in expired, "the newest"
            assert own >= last or not expired & offered
        elif step == "fail":
            offered, own, has_started = set(fails(scenario, attempt)) - {""}, 0, False
            attempt += 1
            gone = {each.file for each in scenario.state.expired.values()}
            assert not offered & gone
        elif step == "start" and not has_started:
            scenario.when(started("n1", "job-a", attempt))
            has_started = True
        elif step == "gone" and scenario.state.expired:
            uri = next(iter(scenario.state.expired))
            scenario.when(CheckpointRemoved(job_id="job-a", uri=uri, objects=1, freed_bytes=1))
    job = scenario.state.jobs["job-a"]
    assert len(job.earlier) <= limits.CHECKPOINTS_KNOWN_MAX
