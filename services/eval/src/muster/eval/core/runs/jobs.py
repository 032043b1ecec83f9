"""Commands about the job that serves the version of a run. PURE."""

from __future__ import annotations

import hashlib
from typing import Final

from muster.deciding import Entities, Fact, Facts
from muster.deciding.work import WorkFact
from muster.eval.core.configs.documents import EvalConfig, read_config
from muster.eval.core.configs.reach import Serve
from muster.eval.core.runs.orders import Order
from muster.eval.core.state import REPOSITORIES, SERVING, Outputs, Run
from muster.events.eval_events import EvalEnded, EvalStarted
from muster.events.eval_work import Awaited, ServingAwaited
from muster.events.job_commands import CancelJob, SubmitJob
from muster.jobs.records.spec import to_spec
from muster.jobs.values.timed_ids import timed_job_id

SUBJECT: Final = "eval"
"""User and team of the jobs, and the subject of the token that submits them."""

COMMIT_DIGITS: Final = 12


def job_id_of(run: str, tenant: str, at_ms: int) -> str:
    """Return the id of the job that serves a run."""
    return timed_job_id(at_ms, hashlib.sha256(f"{tenant}\n{run}".encode()).hexdigest())


def served_name(config: EvalConfig, commit: str) -> str:
    """Return the name that the served model reports: it says which version answers."""
    return f"{config.endpoint.model}@{commit[:COMMIT_DIGITS]}"


def submitted(state: Entities, started: EvalStarted, config: EvalConfig, at_ms: int) -> Facts[Outputs]:
    """Submit the job of a run, and note until when it has to run."""
    serve = config.serve
    if serve is None:
        raise ValueError(f"serve of {started.config} is missing")
    env = {
        **serve.env,
        "SERVE_MODEL": served_name(config, started.commit),
        "SERVE_REPOSITORY": state.get(REPOSITORIES, started.repository) or "",
        "SERVE_COMMIT": started.commit,
    }
    labels = {**serve.labels, "eval-run": started.run, "eval-config": started.config}
    asked = serve.model_copy(update={"env": env, "labels": labels})
    command = SubmitJob(
        job_id=started.serving_job, tenant=started.tenant, spec=to_spec(asked, user=SUBJECT, team=SUBJECT)
    )
    yield Fact(command, started.serving_job, started.tenant)
    yield awaited(started.run, started.tenant, Awaited.START, at_ms + serve.starts_within)


def awaited(run: str, tenant: str, what: Awaited, until_ms: int | None = None) -> Fact[ServingAwaited]:
    """Note what a run needs next from its job."""
    return Fact(ServingAwaited(run=run, what=what, until_ms=until_ms, tenant=tenant), run, tenant)


def order_of(run_id: str, run: Run, url: str) -> Order:
    """Return the order for the worker of a run; a job serves the version, or an endpoint at `url` does."""
    config = read_config(run.document)
    is_served = bool(run.serving_job)
    return Order(
        run=run_id,
        tenant=run.tenant,
        repository=run.repository,
        commit=run.commit,
        golden_set=run.golden_set,
        url=url,
        config=config.model_copy(update={"serve": None, "triggers": ()}),
        judge=run.judge,
        stored=run.rejudge,
        ready_within_ms=serve_of(run).ready_within if is_served else None,
        served_as=served_name(config, run.commit) if is_served else "",
        price=run.price,
        judge_price=run.judge_price,
        cap_micros=run.cap_micros,
        held_out=run.held_out,
        probe=run.probe,
        anchors=run.anchors,
        fresh=run.fresh,
    )


def serve_of(run: Run) -> Serve:
    """Return the job document of a run that a job serves."""
    serve = read_config(run.document).serve
    if serve is None:
        raise ValueError(f"serve of {run.config} is missing")
    return serve


def released(state: Entities, facts: Facts[Outputs | WorkFact]) -> Facts[Outputs | WorkFact]:
    """Yield facts, and behind each end of a run the command that ends its job, unless that is over."""
    for fact in facts:
        payload = fact.payload
        serving = state.get(SERVING, payload.run) if isinstance(payload, EvalEnded) else None
        yield fact
        if isinstance(payload, EvalEnded) and serving is not None and serving.awaited is not Awaited.END:
            command = CancelJob(
                job_id=serving.job_id,
                tenant=payload.tenant,
                requested_by=SUBJECT,
                reason=f"evaluation {payload.run} has ended",
            )
            yield Fact(command, serving.job_id, payload.tenant)
