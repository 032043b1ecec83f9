"""JobRequest to JobSpec and back.

from_spec uses the same model as the API, so commands that reach `job-commands` without the API are validated
by exactly the same rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from muster.events.job_commands import (
    CheckpointPolicy,
    GpuPreference,
    JobSpec,
    Resources,
    RetryPolicy,
    Topology,
)
from muster.events.shared.command_answers import Violation
from muster.events.wire.once import ByIdentity
from muster.jobs.documents.refusal import InvalidDocument, invalid
from muster.jobs.documents.text import read_json, read_yaml
from muster.jobs.forms.errors import filled
from muster.jobs.forms.job import JobRequest, TopologyRequest
from muster.jobs.values.ids import id_violations
from muster.jobs.values.quantities import format_duration, format_memory, from_milli, to_milli
from muster.jobs.values.rules import written

SHELL: Final = ("/bin/sh", "-ec")


def parse_request(data: object) -> JobRequest:
    """A job from plain data.

    Raises:
        InvalidDocument: with every violation.
    """
    return filled(JobRequest, data)


def parse_json(body: bytes) -> JobRequest:
    """A job from a JSON body. Raises InvalidDocument."""
    return parse_request(read_json(body))


def parse_yaml(text: str | bytes) -> JobRequest:
    """A job from a YAML file. Raises InvalidDocument, whose `lines` say where."""
    data, lines = read_yaml(text)
    try:
        return parse_request(data)
    except InvalidDocument as error:
        raise InvalidDocument(error.violations, lines) from None


def to_spec(request: JobRequest, user: str, team: str) -> JobSpec:
    """The record for the log.

    Args:
        request: The validated request.
        user: The token's subject.
        team: The team to charge when the request names none.
    """
    gpu_milli = to_milli(request.resources.gpus)
    preferences = tuple(
        GpuPreference(model=each.model, throughput_milli=to_milli(each.throughput))
        for each in request.gpu_preferences
    )
    return JobSpec(
        name=request.name,
        team=request.team or team,
        project=request.project,
        user=user,
        queue=request.queue,
        tier=request.tier,
        priority=request.priority,
        ranks=request.ranks,
        resources=Resources(
            gpu_count=gpu_milli // 1000 or (1 if gpu_milli else 0),
            gpu_milli=min(gpu_milli, 1000),
            gpu_models=tuple(sorted(p.model for p in preferences)) or request.resources.gpu_models,
            gpu_memory_mib_min=request.resources.gpu_memory_min,
            cpu_milli=to_milli(request.resources.cpu),
            memory_mib=request.resources.memory,
            isolation=request.resources.isolation,
        ),
        image=request.image,
        command=request.command if request.command is not None else (*SHELL, request.run or ""),
        env=request.env,
        files_sha256=request.files_sha256,
        wall_time_max_ms=request.wall_time,
        hang_after_ms=request.hang_after,
        duration_expected_ms=request.expected_duration,
        grace_ms=request.grace,
        retry=RetryPolicy(
            attempts_max=request.retry.attempts,
            backoff_ms=request.retry.backoff,
            memory_max_mib=request.retry.memory_max,
        ),
        checkpoint=CheckpointPolicy(
            enabled=request.checkpoint.enabled,
            interval_ms=request.checkpoint.interval or 0,
            grace_ms=request.checkpoint.grace,
            keep_last=request.checkpoint.keep_last,
            keep_every=request.checkpoint.keep_every,
        ),
        labels=request.labels,
        model_name=request.model,
        ranks_min=request.elastic.min if request.elastic else None,
        world_sizes=request.elastic.sizes if request.elastic else (),
        topology=_topology(request.topology),
        spread=request.spread,
        node_labels=request.node_labels,
        node_labels_preferred=request.node_labels_preferred,
        tolerations=request.tolerations,
        gpu_preferences=preferences,
        caches=request.caches,
        sandbox=request.sandbox,
        network=request.network,
        spot=request.spot,
        after=request.after,
    )


def from_spec(spec: JobSpec) -> JobRequest:
    """The equivalent request.

    Raises:
        InvalidDocument: no request can say it; fields are named as in JobSpec.
    """
    unsayable = [*_resource_violations(spec.resources), *_list_violations(spec)]
    try:
        request = parse_request(_request_data(spec, gpus_known=not unsayable))
    except InvalidDocument as error:
        renamed = [
            Violation(field=_SPEC_NAMES.get(v.field, v.field), value=v.value, allowed=v.allowed)
            for v in error.violations
        ]
        raise InvalidDocument([*unsayable, *renamed]) from None
    if unsayable:
        raise InvalidDocument(unsayable)
    return request


def document_of(spec: JobSpec) -> dict[str, Any]:
    """The request as JSON, every default written out.

    A job that was accepted under rules that have since become stricter is shown as the log has it.
    """
    try:
        return from_spec(spec).model_dump(mode="json", exclude_none=True)
    except InvalidDocument:
        return spec.to_datum()


def violations(spec: JobSpec) -> tuple[Violation, ...]:
    """Everything wrong with a JobSpec, wherever it came from; empty when it may be queued."""
    known = _VERDICTS.get(spec)
    return _VERDICTS.put(spec, _violations(spec)) if known is None else known


def _violations(spec: JobSpec) -> tuple[Violation, ...]:
    try:
        from_spec(spec)
    except InvalidDocument as error:
        return error.violations + id_violations(user=spec.user)
    return id_violations(user=spec.user)


_VERDICTS: Final = ByIdentity[JobSpec, tuple[Violation, ...]](1 << 13)
"""Recurring jobs have the same spec, which is judged once (ADR 62)."""


def job_violation_as_written(violation: Violation) -> Violation:
    """A violation that names a JobSpec's field, in the words and units of the request."""
    field = _REQUEST_NAMES.get(violation.field, violation.field)
    unit = next((_UNITS[end] for end in _UNITS if violation.field.endswith(end)), None)
    if unit is None:
        return Violation(field=field, value=violation.value, allowed=violation.allowed)

    def written_number(found: re.Match[str]) -> str:
        return unit(int(found[0]))

    return Violation(
        field=field,
        value=_NUMBER.sub(written_number, violation.value, count=1),
        allowed=_NUMBER.sub(written_number, violation.allowed, count=1),
    )


_NUMBER: Final = re.compile(r"\b\d+\b")
_UNITS: Final[Mapping[str, Callable[[int], str]]] = {
    "_milli": lambda milli: f"{from_milli(milli):g}",
    "_mib": format_memory,
    "_mib_min": format_memory,
    "_ms": format_duration,
}
"""How the request writes a number of the record, by the end of the field's name."""

_SPEC_NAMES: Final = {
    "resources.gpus": "resources.gpu_count",
    "resources.gpu_memory_min": "resources.gpu_memory_mib_min",
    "resources.cpu": "resources.cpu_milli",
    "resources.memory": "resources.memory_mib",
    "run": "command",
    "wall_time": "wall_time_max_ms",
    "hang_after": "hang_after_ms",
    "expected_duration": "duration_expected_ms",
    "grace": "grace_ms",
    "retry.attempts": "retry.attempts_max",
    "retry.backoff": "retry.backoff_ms",
    "retry.memory_max": "retry.memory_max_mib",
    "checkpoint.interval": "checkpoint.interval_ms",
    "checkpoint.grace": "checkpoint.grace_ms",
    "model": "model_name",
    "elastic.min": "ranks_min",
    "elastic.sizes": "world_sizes",
}
"""The request's name of a field to the record's, where they differ."""

_REQUEST_NAMES: Final = {record: request for request, record in _SPEC_NAMES.items() if request != "run"}


def _resource_violations(resources: Resources) -> list[Violation]:
    """Return violations about GPUs that only a JobSpec can have, as a request cannot express them."""
    found: list[Violation] = []
    count, milli = resources.gpu_count, resources.gpu_milli
    whole = 1000 if count else 0
    if not (milli == whole or (count == 1 and 0 < milli < 1000)):
        allowed = "0 when gpu_count is 0, 1 to 1000 when it is 1, otherwise 1000"
        found.append(invalid("resources.gpu_milli", f"{milli} with gpu_count {count}", allowed))
    if list(resources.gpu_models) != sorted(set(resources.gpu_models)):
        found.append(invalid("resources.gpu_models", list(resources.gpu_models), "sorted, each model once"))
    return found


def _list_violations(spec: JobSpec) -> list[Violation]:
    """Lists that a request has in another order, or leaves to be worked out."""
    found = [
        invalid(field, list(names), "sorted, each once")
        for field, names in (("tolerations", spec.tolerations), ("caches", spec.caches))
        if list(names) != sorted(set(names))
    ]
    models = sorted(each.model for each in spec.gpu_preferences)
    if models and list(spec.resources.gpu_models) != models:
        allowed = f"those of gpu_preferences: {', '.join(models)}"
        found.append(invalid("resources.gpu_models", list(spec.resources.gpu_models), allowed))
    return found


def _request_data(spec: JobSpec, *, gpus_known: bool) -> dict[str, Any]:
    """A JobSpec as the document a person would have written."""
    resources = spec.resources
    shell = spec.command[:2] == SHELL and len(spec.command) == 3 and spec.command[2] != ""
    gpus_milli = resources.gpu_count * resources.gpu_milli if gpus_known else resources.gpu_count * 1000
    data: dict[str, Any] = {
        "name": spec.name,
        "queue": spec.queue,
        "team": spec.team,
        "project": spec.project,
        "tier": written(spec.tier),
        "priority": spec.priority,
        "ranks": spec.ranks,
        "resources": {
            "gpus": from_milli(gpus_milli),
            "gpu_models": resources.gpu_models,
            "gpu_memory_min": f"{resources.gpu_memory_mib_min}MiB",
            "cpu": from_milli(resources.cpu_milli),
            "memory": f"{resources.memory_mib}MiB",
            "isolation": written(resources.isolation),
        },
        "image": spec.image,
        "command": None if shell else spec.command,
        "run": spec.command[2] if shell else None,
        "env": dict(spec.env),
        "files_sha256": spec.files_sha256,
        "wall_time": _duration(spec.wall_time_max_ms),
        "hang_after": _duration(spec.hang_after_ms),
        "expected_duration": _duration(spec.duration_expected_ms),
        "grace": format_duration(spec.grace_ms),
        "retry": {
            "attempts": spec.retry.attempts_max,
            "backoff": format_duration(spec.retry.backoff_ms),
            "memory_max": None if spec.retry.memory_max_mib is None else f"{spec.retry.memory_max_mib}MiB",
        },
        "checkpoint": {
            "enabled": spec.checkpoint.enabled,
            "interval": _duration(spec.checkpoint.interval_ms or None),
            "grace": format_duration(spec.checkpoint.grace_ms),
            "keep_last": spec.checkpoint.keep_last,
            "keep_every": spec.checkpoint.keep_every,
        },
        "labels": dict(spec.labels),
        "model": spec.model_name,
        "elastic": _elastic(spec),
        "topology": {} if spec.topology is None else spec.topology.to_datum(),
        "spread": spec.spread,
        "gpu_preferences": [
            {"model": each.model, "throughput": from_milli(each.throughput_milli)}
            for each in spec.gpu_preferences
        ],
        "node_labels": dict(spec.node_labels),
        "node_labels_preferred": dict(spec.node_labels_preferred),
        "tolerations": spec.tolerations,
        "caches": spec.caches,
        "sandbox": written(spec.sandbox),
        "network": written(spec.network),
        "spot": written(spec.spot),
        "after": {job_id: written(end) for job_id, end in sorted(spec.after.items())},
    }
    return data


def _topology(request: TopologyRequest) -> Topology | None:
    """Return the record of a topology; None: the job requests none."""
    return None if request == TopologyRequest() else Topology(**dict(request))


def _elastic(spec: JobSpec) -> dict[str, Any] | None:
    if spec.ranks_min is None and not spec.world_sizes:
        return None
    return {"min": spec.ranks_min, "sizes": spec.world_sizes}


def _duration(duration_ms: int | None) -> str | None:
    return None if duration_ms is None else format_duration(duration_ms)
