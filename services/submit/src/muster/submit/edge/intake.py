"""Submissions: a request body becomes a command on the log, or a problem with the reason.

Idempotency: with a key, the job's id is derived from tenant and key (muster.jobs.derive_job_id), so the same
request sent again, through any instance, is the same job. If another request used the key, this is detected
here when the projection knows the job already, and otherwise by the scheduler (ALREADY_EXISTS).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Final, cast

from muster.api import Problem, invalid_request
from muster.api.commands.gateway import answer_or_default
from muster.api.commands.log import asker, drawn
from muster.api.idempotency import key_reused
from muster.events.job_commands import JobSpec
from muster.events.shared.command_answers import Violation
from muster.events.topics import JOB_COMMANDS
from muster.identity import Principal
from muster.jobs import InvalidDocument, derive_job_id, parse_request, to_spec
from muster.jobs.documents.refusal import invalid
from muster.jobs.values.timed_ids import timed_job_id
from muster.store import StoreUnavailable
from muster.submit.core.capacity import capacity_violations
from muster.submit.core.read_model import LargestNodeRow, QueueSettingsRow
from muster.submit.core.requests import submit_job
from muster.submit.edge.answers.jobs import JobReceipt
from muster.submit.edge.queue_refusals import refused_by_queues
from muster.submit.edge.service import Service
from muster.submit.edge.working_files import absent_files

BATCH_MAX: Final = 500
VIOLATIONS_MAX: Final = 100
"""Maximum number of violations named when a whole batch is rejected."""

_JOBS_OF_A_TURN: Final = 5
"""Number of jobs of a batch processed before other requests get a turn."""


async def take(service: Service, caller: Principal, body: object, key: str | None) -> JobReceipt:
    """Put one submission on the log.

    Raises:
        Problem: 422 its violations, or the key stands for another request; 403, 409 or 422 its queue does not
            take it; 429 the tenant has sent too many; 503 the log does not answer.
    """
    job_id = derive_job_id(caller.tenant, key) if key else _minted(service)
    largest, queues = await _node_and_queues(service, caller)
    spec = _checked(body, caller, largest)
    if key and job_id in await _differing(service, caller, {job_id: spec}):
        raise key_reused(key, job_id)
    if spec.files_sha256 in await _absent_files(service, [spec]):
        raise _files_absent(spec)
    if job_id in (refused := await refused_by_queues(service, caller, {job_id: spec}, queues)):
        raise refused[job_id]
    return await _send(service, caller, job_id, spec)


async def take_batch(
    service: Service, caller: Principal, body: object, key: str | None
) -> list[JobReceipt | Problem]:
    """Put many submissions on the log; an invalid one does not affect the others.

    Raises:
        Problem: 422 the body is not a list of 1 to BATCH_MAX jobs, or none of them was accepted; 429 the
            tenant has sent too many; 503 none of them could be put on the log.
    """
    bodies = _jobs_of(body)
    service.gateway.limit.admit(caller.tenant, len(bodies))
    largest, queues = await _node_and_queues(service, caller)
    places = [f"jobs[{i}]" for i in range(len(bodies))]
    taken: list[JobSpec | Problem] = []
    for body_of_job, where in zip(bodies, places, strict=True):
        await _others_turn(len(taken))
        taken.append(_checked_or_problem(body_of_job, where, caller, largest))
    ids = [derive_job_id(caller.tenant, key, i) if key else _minted(service) for i in range(len(bodies))]
    specs = {job_id: spec for job_id, spec in zip(ids, taken, strict=True) if isinstance(spec, JobSpec)}
    differing = await _differing(service, caller, specs) if key else frozenset[str]()
    absent = await _absent_files(service, specs.values())
    refused = await refused_by_queues(service, caller, specs, queues)

    async def settle(job_id: str, spec: JobSpec | Problem, where: str) -> JobReceipt | Problem:
        if isinstance(spec, Problem):
            return spec
        if job_id in differing:
            return key_reused(key or "", job_id)
        if spec.files_sha256 in absent:
            return _placed(_files_absent(spec), where)
        if job_id in refused:
            return _placed(refused[job_id], where)
        try:
            return await _send(service, caller, job_id, spec, admitted=True)
        except Problem as problem:
            return problem

    settling: list[asyncio.Task[JobReceipt | Problem]] = []
    async with asyncio.TaskGroup() as together:
        for job_id, spec, where in zip(ids, taken, places, strict=True):
            await _others_turn(len(settling))
            settling.append(together.create_task(settle(job_id, spec, where)))
    results = [each.result() for each in settling]
    problems = [result for result in results if isinstance(result, Problem)]
    if len(problems) == len(results):
        raise _all_refused(problems)
    return results


async def _others_turn(done: int) -> None:
    """Yield to other requests after every few jobs of a batch: one event loop serves all tenants."""
    if done % _JOBS_OF_A_TURN == 0:
        await asyncio.sleep(0)


def _all_refused(refused: Sequence[Problem]) -> Problem:
    """Return one problem for a batch without an accepted job: an outage, or all violations."""
    outage = next((problem for problem in refused if problem.status == HTTPStatus.SERVICE_UNAVAILABLE), None)
    if outage is not None:
        return outage
    violations = [violation for problem in refused for violation in problem.violations][:VIOLATIONS_MAX]
    return invalid_request(violations) if violations else refused[0]


def _jobs_of(body: object) -> Sequence[object]:
    jobs = cast("Mapping[str, object]", body).get("jobs") if isinstance(body, dict) else None
    if not isinstance(jobs, list) or len(cast("Mapping[str, object]", body)) != 1:
        whole = cast("object", body)
        raise invalid_request([invalid("(document)", whole, 'an object with one field: {"jobs": [...]}')])
    found = cast("list[object]", jobs)
    if not 1 <= len(found) <= BATCH_MAX:
        raise invalid_request([invalid("jobs", f"{len(found)} jobs", f"1 to {BATCH_MAX} jobs")])
    return found


def _checked(body: object, caller: Principal, largest: LargestNodeRow | None) -> JobSpec:
    """Build the job as recorded on the log.

    Raises:
        Problem: 422 with every violation.
    """
    try:
        request = parse_request(body)
    except InvalidDocument as error:
        raise invalid_request(error.violations) from None
    impossible = capacity_violations(request, largest)
    if impossible:
        raise invalid_request(impossible)
    return to_spec(request, user=caller.subject, team=caller.team)


def _checked_or_problem(
    body: object, where: str, caller: Principal, largest: LargestNodeRow | None
) -> JobSpec | Problem:
    try:
        return _checked(body, caller, largest)
    except Problem as problem:
        return _placed(problem, where)


def _placed(problem: Problem, where: str) -> Problem:
    """Return the problem of one job of a batch, with field names relative to the batch."""
    placed = [
        Violation(field=f"{where}.{v.field}".replace(".(document)", ""), value=v.value, allowed=v.allowed)
        for v in problem.violations
    ]
    detail = invalid_request(placed).detail
    return Problem(problem.status, problem.code, problem.title, detail, violations=placed)


def _minted(service: Service) -> str:
    """Return the id of a job without an idempotency key."""
    return timed_job_id(service.gateway.log.clock.now_ms(), drawn())


async def _send(
    service: Service, caller: Principal, job_id: str, spec: JobSpec, *, admitted: bool = False
) -> JobReceipt:
    command = submit_job(asker(caller), job_id, spec, service.gateway.log.stamp())
    receipt = await service.gateway.append(caller, JOB_COMMANDS, command, admitted=admitted)
    return {"job_id": job_id, **receipt}


async def _node_and_queues(
    service: Service, caller: Principal
) -> tuple[LargestNodeRow | None, Sequence[QueueSettingsRow]]:
    """Return the largest node and the caller's queues; None and () if they are not read in time."""
    return await asyncio.gather(
        answer_or_default(service.queries.largest_node(), None),
        answer_or_default(service.queries.queue_settings(caller.tenant), ()),
    )


async def _differing(service: Service, caller: Principal, specs: Mapping[str, JobSpec]) -> frozenset[str]:
    """Return which of these jobs already exist with another spec."""
    known = await answer_or_default(service.queries.jobs_by_id(caller.tenant, list(specs)), ())
    return frozenset(
        job.job_id
        for job in known
        if job.spec is not None and JobSpec.from_datum(job.spec) != specs[job.job_id]
    )


async def _absent_files(service: Service, specs: Iterable[JobSpec]) -> frozenset[str]:
    """Return the jobs' working files missing in S3; none while S3 is down: the agent reports them later."""
    named = sorted({spec.files_sha256 for spec in specs if spec.files_sha256})
    try:
        return frozenset(await absent_files(service.store, named) if named else ())
    except StoreUnavailable:
        return frozenset()


def _files_absent(spec: JobSpec) -> Problem:
    allowed = "the SHA-256 of stored files; store them with PUT /v1/files/{sha256}"
    return invalid_request([invalid("files_sha256", spec.files_sha256, allowed)])
