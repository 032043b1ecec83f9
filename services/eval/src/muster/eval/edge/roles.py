"""How each role starts."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from typing import Final

from muster.deciding import DecidingService
from muster.deciding.work import Spare
from muster.eval.config import Settings, listed
from muster.eval.core.decisions import CONCERNS, DECIDER
from muster.eval.core.state import LEASE_MS
from muster.events.eval_commands import (
    ActivateEvalConfig,
    ActivateGoldenSet,
    DecideProposal,
    LabelCases,
    ProbeJudge,
    ProposeCase,
    RemoveLabels,
    ResumeEvals,
    ScoreAnswers,
    SetEvalBudget,
    SetTokenPrice,
    StartEval,
    StopEval,
)
from muster.events.topics import (
    EVAL_COMMANDS,
    EVAL_EVENTS,
    EVAL_LOG,
    EVAL_REPORTS,
    EVAL_RESULTS,
    EVAL_WORK,
    JOB_COMMANDS,
    JOB_EVENTS,
    REGISTRY_EVENTS,
)
from muster.identity.principal import BILLING_WRITE, EVALS_WRITE, TENANT_WRITE
from muster.journal import SystemClock
from muster.reactors.alerts.targets import Secrets, Targets
from muster.service import Context, Work
from muster.service.starting.reactor import react
from muster.service.starting.worker import Workers, work

RAY_IDLE_S: Final = 60.0
"""How long Ray stays without a lease; a process that stands ready has one for five minutes after a run."""

RUN_MS_MAX: Final = 24 * 3_600_000
"""How long one evaluation may take."""

DECIDING: Final = DecidingService(
    name="eval",
    decider=DECIDER,
    inputs=(EVAL_COMMANDS, EVAL_REPORTS, EVAL_RESULTS, REGISTRY_EVENTS, JOB_EVENTS),
    log=EVAL_LOG,
    outputs=(EVAL_EVENTS, EVAL_WORK),
    commanded=(JOB_COMMANDS,),
    scopes={
        ActivateGoldenSet: TENANT_WRITE,
        ActivateEvalConfig: TENANT_WRITE,
        StartEval: TENANT_WRITE,
        StopEval: TENANT_WRITE,
        ProbeJudge: TENANT_WRITE,
        SetTokenPrice: BILLING_WRITE,
        SetEvalBudget: BILLING_WRITE,
        ResumeEvals: BILLING_WRITE,
        LabelCases: TENANT_WRITE,
        RemoveLabels: TENANT_WRITE,
        ScoreAnswers: EVALS_WRITE,
        ProposeCase: EVALS_WRITE,
        DecideProposal: TENANT_WRITE,
    },
    concerns=CONCERNS,
    batch_max=20,
    facts_max=500,
)


def worker(context: Context[Settings]) -> Work:
    """Start the role `worker`: a process for each evaluation."""
    from muster.eval.edge.running.executing import Means, execute, ready
    from muster.scoring.executing.leases import Cluster, SharedRay

    settings = context.settings
    ray = Cluster(settings.ray_address) if settings.ray_address else SharedRay(idle_s=RAY_IDLE_S)
    means = Means(
        kafka_bootstrap=settings.kafka_bootstrap,
        schema_registry_url=settings.schema_registry_url,
        store=settings.store(),
        postgres_dsn=settings.postgres_dsn,
        secrets_dir=settings.eval_secrets_dir,
        endpoints=settings.listed_endpoints(),
        ray=ray.leases if isinstance(ray, SharedRay) else ray,
        hidden=settings.kept_from_code(),
        held_out_key_file=settings.eval_held_out_key_file,
    )
    own = ray if isinstance(ray, SharedRay) else None
    spare = Spare(
        partial(execute, means),
        partial(ready, means),
        wanted=lambda: own is None or own.is_running,
        clock=SystemClock(),
    )
    workers = Workers(
        partial(execute, means),
        orders=EVAL_WORK,
        reports=EVAL_REPORTS,
        slots=settings.eval_slots,
        lease_ms=LEASE_MS,
        item_ms_max=RUN_MS_MAX,
        begin=spare.begin,
        beside=_all_open(*([] if own is None else [own]), spare),
    )
    return work(context, workers)


@contextmanager
def _all_open(*parts: AbstractContextManager[object]) -> Generator[None]:
    """Open parts in this order, and close them in the opposite one."""
    with ExitStack() as stack:
        for each in parts:
            stack.enter_context(each)
        yield


def statuses(context: Context[Settings]) -> Work:
    """Start the role `statuses`: verdicts go to code hosts."""
    from muster.eval.edge.statuses import Poster, reactor

    settings = context.settings
    poster = Poster(
        targets=Targets(listed(settings.eval_status_targets), listed(settings.eval_status_private_targets)),
        secrets=Secrets(settings.eval_status_secrets_dir),
        link_base=settings.eval_link_base.rstrip("/"),
    )
    return react(context, reactor(poster))
