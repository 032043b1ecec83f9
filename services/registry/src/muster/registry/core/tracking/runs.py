"""Runs and logged models: create, update, end, delete and restore. PURE.

A parameter is set once: setting it again to the same value is fine, a different value is rejected. For every
other field, the last value counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.events.refusal import must_be
from muster.events.registry_commands import (
    ChangeRun,
    CreateRun,
    Label,
    RepositoryType,
    RunKind,
    RunStatus,
)
from muster.events.registry_events import RegistryEvent, RunChanged, RunCreated
from muster.events.shared.command_answers import CommandRejected, RejectionCode, Violation
from muster.registry.core.access import sender_of
from muster.registry.core.state import Repository
from muster.registry.core.tracking.entities import ARCHIVED, PARAMS, RUNS, Run, param_key
from muster.registry.core.tracking.limits import (
    NAME_MAX,
    VALUE_MAX,
    shortened,
    wrong_datasets,
    wrong_labels,
    wrong_run,
    wrong_size,
    wrong_text,
)

OF_RUNS: Final = frozenset(
    {RunStatus.RUNNING, RunStatus.SCHEDULED, RunStatus.FINISHED, RunStatus.FAILED, RunStatus.KILLED}
)
"""Statuses of a run; the others are statuses of a logged model."""


def create(
    state: Entities, given: Input[object], command: CreateRun, repository: Repository
) -> Facts[RegistryEvent]:
    """Create a run; the caller has already checked write access to the experiment."""
    found = tuple(_wrong_created(state, command, repository))
    if found:
        yield _invalid(given, found)
        return
    if refused := reject_if_deleted(state, given, command.repository, repository):
        yield refused
        return
    if state.get(RUNS, command.run) is not None:
        text = must_be("run", command.run, "an id that is not taken")
        yield refuse(given, RejectionCode.ALREADY_EXISTS, text)
        return
    created = RunCreated(
        repository=command.repository,
        run=command.run,
        kind=command.kind,
        name=command.name,
        model_type=command.model_type,
        source_run=command.source_run,
        started_at_ms=command.started_at_ms,
        params=command.params,
        tags=command.tags,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(created, command.repository, repository.tenant)


def change(
    state: Entities, given: Input[object], command: ChangeRun, repository: Repository
) -> Facts[RegistryEvent]:
    """Change a run: status, name, parameters, tags, datasets; delete or restore it."""
    run = state.get(RUNS, command.run)
    if run is None or run.repository != command.repository:
        text = must_be("run", command.run[:80], "one of the experiment")
        yield refuse(given, RejectionCode.NOT_FOUND, text)
        return
    if refused := reject_if_deleted(state, given, command.repository, repository):
        yield refused
        return
    if run.removed and command.removed is None:
        text = must_be("run", command.run, "one that is not deleted; restore it first")
        yield refuse(given, RejectionCode.WRONG_STATE, text)
        return
    found = tuple(_wrong_changed(state, command, run))
    if found:
        yield _invalid(given, found)
        return
    changed = RunChanged(
        repository=command.repository,
        run=command.run,
        status=command.status,
        ended_at_ms=command.ended_at_ms,
        name=command.name,
        removed=command.removed,
        params=command.params,
        tags=command.tags,
        removed_tags=command.removed_tags,
        datasets=command.datasets,
        tenant=repository.tenant,
        requested_by=sender_of(command).name,
    )
    yield Fact(changed, command.repository, repository.tenant)


def reject_if_deleted(
    state: Entities, given: Input[object], experiment: str, repository: Repository
) -> Fact[CommandRejected] | None:
    """Reject changes to a deleted experiment or its runs; None: it is not deleted."""
    if not state.get(ARCHIVED, experiment):
        return None
    text = must_be("experiment", repository.name, "one that is not deleted; restore it first")
    return refuse(given, RejectionCode.WRONG_STATE, text)


def evolve_created(state: Changes, fact: RunCreated) -> None:
    """Add the run with its parameters."""
    state.put(RUNS, fact.run, Run(repository=fact.repository, kind=fact.kind))
    _set(state, fact.run, fact.params)


def evolve_changed(state: Changes, fact: RunChanged) -> None:
    """Set parameters; delete or restore the run."""
    run = state.get(RUNS, fact.run)
    if run is not None and fact.removed is not None:
        state.put(RUNS, fact.run, replace(run, removed=fact.removed))
    _set(state, fact.run, fact.params)


def _set(state: Changes, run: str, params: tuple[Label, ...]) -> None:
    for param in params:
        state.put(PARAMS, param_key(run, param.name), param.value)


def _wrong_created(state: Entities, command: CreateRun, repository: Repository) -> Iterator[Violation]:
    if repository.type is not RepositoryType.EXPERIMENT:
        yield Violation(field="repository", value=repository.name, allowed="an experiment")
    yield from wrong_run(command.run)
    if command.run.startswith("m-") != (command.kind is RunKind.MODEL):
        yield Violation(field="run", value=command.run, allowed="an id with the prefix m- for models only")
    yield from wrong_text("name", command.name, NAME_MAX)
    yield from wrong_text("model_type", command.model_type, NAME_MAX)
    source = state.get(RUNS, command.source_run) if command.source_run else None
    if command.source_run and (source is None or source.repository != command.repository):
        yield Violation(field="source_run", value=command.source_run[:80], allowed="a run of the experiment")
    yield from wrong_labels("params", command.params)
    yield from wrong_labels("tags", command.tags)
    yield from wrong_size((*command.params, *command.tags))


def _wrong_changed(state: Entities, command: ChangeRun, run: Run) -> Iterator[Violation]:
    yield from wrong_text("name", command.name, NAME_MAX)
    if command.status is not None and (command.status in OF_RUNS) != (run.kind is RunKind.RUN):
        allowed = "RUNNING, SCHEDULED, FINISHED, FAILED, KILLED"
        if run.kind is RunKind.MODEL:
            allowed = "PENDING, READY, UPLOAD_FAILED"
        yield Violation(field="status", value=command.status.value, allowed=allowed)
    yield from wrong_labels("params", command.params)
    yield from wrong_labels("tags", command.tags)
    yield from wrong_datasets(command.datasets)
    yield from wrong_size((*command.params, *command.tags), command.datasets)
    for param in command.params:
        before = state.get(PARAMS, param_key(command.run, param.name))
        if before is not None and before != param.value:
            yield Violation(
                field=f"param {param.name}",
                value=param.value[:VALUE_MAX],
                allowed=f"{before!r}, its present value: parameters can be set only once",
            )


def _invalid(given: Input[object], found: tuple[Violation, ...]) -> Fact[CommandRejected]:
    return refuse(given, RejectionCode.INVALID, shortened(found))
