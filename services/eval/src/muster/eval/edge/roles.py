"""How each role starts."""

from __future__ import annotations

from functools import partial
from typing import Final

from muster.deciding import DecidingService
from muster.eval.config import Settings
from muster.eval.core.decisions import CONCERNS, DECIDER
from muster.eval.core.state import LEASE_MS
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet, StartEval
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
from muster.identity.principal import TENANT_WRITE
from muster.service import Context, Work
from muster.service.starting.worker import work

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
    },
    concerns=CONCERNS,
    batch_max=20,
    facts_max=500,
)


def worker(context: Context[Settings]) -> Work:
    """Start the role `worker`: a process for each evaluation."""
    from muster.eval.edge.running.executing import Means, execute

    settings = context.settings
    means = Means(
        kafka_bootstrap=settings.kafka_bootstrap,
        schema_registry_url=settings.schema_registry_url,
        store=settings.store(),
        postgres_dsn=settings.postgres_dsn,
        secrets_dir=settings.eval_secrets_dir,
        endpoints=settings.listed_endpoints(),
        ray_address=settings.ray_address,
    )
    return work(
        context,
        partial(execute, means),
        orders=EVAL_WORK,
        reports=EVAL_REPORTS,
        slots=settings.eval_slots,
        lease_ms=LEASE_MS,
        item_ms_max=RUN_MS_MAX,
    )
