"""Probes of judges: how often changed answers mislead them."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from muster.api import Caller, Problem, Submitter, invalid_request, not_found, unavailable
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.bodies import read_body, read_texts
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, Paging
from muster.api.document.answers import Time, answers, asked
from muster.api.document.bodies import described
from muster.eval.core.configs.documents import EvalConfig, GoldenCase, cases_of, parse_config
from muster.eval.core.judges import hash_of, is_judged
from muster.eval.core.money.caps import standing_cap
from muster.eval.core.requests import about
from muster.eval.core.runs.plans import JUDGE_ALLOWED
from muster.eval.core.runs.probes import CASES_MAX, PLAIN, SCORED_ALLOWED
from muster.eval.edge.routes import queries
from muster.eval.edge.routes.configs import ConfigName
from muster.eval.edge.routes.evals import RunId
from muster.eval.edge.routes.money import dollars
from muster.eval.edge.stored import GoldenSets, Stored
from muster.events.eval_commands import ProbeJudge, TokenPrice
from muster.events.refusal import must_be
from muster.events.shared.command_answers import Violation
from muster.golden.configs import JudgeSetting
from muster.jobs.values.quantities import format_money
from muster.scoring.calling.costs import PICOS, cost
from muster.scoring.calling.endpoints import place_of
from muster.scoring.judging.probes import ProbeKind
from muster.store import StoreUnavailable
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

_NAMED_MAX: Final = 5

CASES: Final = 100
"""Cases of a probe that names no number."""

Cases = Annotated[int, Query(ge=1, le=CASES_MAX, description="Most cases whose answers are changed.")]

PROBE: Final[Mapping[str, Any]] = {
    "type": "object",
    "title": "ProbeRequest",
    "required": ["config"],
    "properties": {
        "config": {"type": "string", "description": "Name of an eval config with a judge."},
        "repository": {
            "type": "string",
            "description": "NAMESPACE/NAME whose answers are changed; needed if CONFIG has scored several.",
        },
        "cap": {"type": "string", "description": "Most it may cost, US dollars; absent: as the config says."},
    },
    "additionalProperties": False,
}

router = APIRouter(tags=["calibration"])


class BlindSpotAnswer(TypedDict):
    """How often one kind of change misled a judge."""

    kind: Annotated[str, "position, padding or hallucination"]
    pairs: Annotated[int, "Pairs of a plain and a changed answer that can show something."]
    misled: Annotated[int, "Pairs that a good judge would have scored otherwise."]
    share: Annotated[float, "misled / pairs."]
    low: Annotated[float, "Lower end of its interval of 95 %, by clusters."]
    high: Annotated[float, "Upper end."]
    change: Annotated[float, "Mean of the changed score - the plain one, 0 to 1."]
    cases: Annotated[list[str], "Some cases that misled it."]


class ProbeAnswer(TypedDict):
    """A probe of a judge."""

    run: str
    state: Annotated[str, "running, completed, stopped or failed"]
    reason: Annotated[str, "Why it ended early, in one sentence."]
    code: str
    config: str
    judge: Annotated[str, "Model and version; empty: not measured."]
    judge_hash: Annotated[str, "Model, version, prompt and sampling of the judge."]
    repository: Annotated[str, "Model whose answers were changed."]
    commit: str
    golden_set: Annotated[str, "SHA-256 of the golden set."]
    cases: Annotated[int, "Most cases whose answers are changed."]
    spots: Annotated[list[BlindSpotAnswer], "Kinds that have pairs."]
    requested_by: str
    started_at: Time
    ended_at: Time | None
    cost: Annotated[str | None, "US dollars at most; null: not ended, or the judge has no price."]
    cap: Annotated[str | None, "Most that it may cost, US dollars; null: no limit."]


class ProbePlanAnswer(TypedDict):
    """Size and cost of a probe before it starts."""

    config: str
    judge: str
    judge_hash: str
    golden_cases: Annotated[int, "Cases of the golden set that the judge scores; held-out ones are left out."]
    with_sources: Annotated[int, "Those of them that have two sources or more: only these show position."]
    held_out: Annotated[int, "Held-out cases, which a probe leaves out."]
    verdicts: Annotated[int, "Most verdicts that it asks for, on plain and changed answers."]
    cost: Annotated[
        str | None,
        "US dollars, by the mean of verdicts that were paid before; null: no price, or none was paid.",
    ]
    cap: Annotated[str | None, "Most that it may cost without a cap of its own, US dollars; null: no price."]
    priced: Annotated[bool, "Whether the judge has a price; without one nothing is capped."]


class _Means(TypedDict):
    tokens_in: int
    tokens_out: int
    verdicts: int


class _Price(TypedDict):
    price: Any


class _Repository(TypedDict):
    repository: str


class _Scored(TypedDict):
    name: str


@router.put(
    "/v1/eval-probes/{run}",
    status_code=202,
    summary="Probe the judge of a config",
    openapi_extra=described(PROBE),
    responses=asked(Decided, Receipt, 404, 409, 422),
)
async def probe(
    run: RunId,
    request: Request,
    caller: Submitter,
    gateway: Gateway,
    *,
    cases: Cases = CASES,
    wait_s: WaitS = 0,
) -> Response:
    """The id is the caller's: a request that is sent twice starts one probe. It stops as an evaluation."""
    said = read_texts(await read_body(request), config="", repository="", cap="")
    repository = ""
    if said["repository"]:
        key = {"tenant": caller.tenant, "name": said["repository"].lower()}
        row = await gateway.tables.row(_Repository, _REPOSITORY, key)
        if row is None:
            raise not_found("model repository", said["repository"])
        repository = row["repository"]
    command = ProbeJudge(
        run=run,
        config=said["config"],
        repository=repository,
        cases=cases,
        cap_micros=dollars("cap", said["cap"]) if said["cap"] else None,
        tenant=caller.tenant,
        requested_by=caller.subject,
    )
    return await gateway.send(caller, command, about(command).key, wait_s)


@router.get(
    "/v1/eval-probes",
    summary="List probes of judges",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[ProbeAnswer]}, 404, 503),
)
async def list_probes(
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    config: Annotated[str, Query(max_length=63, description="Only of this config.")] = "",
) -> ListAnswer[ProbeAnswer]:
    """List those of the organisation, the newest first."""
    wanted = {"tenant": caller.tenant, "run": "", "config": config}
    found = await paging.read(gateway.tables, ProbeAnswer, _PROBES, wanted, _NEWEST)
    if config and not found["items"] and not await queries.configs(gateway.tables, caller.tenant, config):
        raise not_found("eval config", config)
    return found


@router.get(
    "/v1/eval-probes/{run}",
    summary="Read a probe of a judge",
    dependencies=[NOT_OLDER],
    responses=answers({200: ProbeAnswer}, 404, 503),
)
async def read_probe(run: RunId, caller: Caller, gateway: Gateway) -> ProbeAnswer:
    """One of the organisation's."""
    wanted = {"tenant": caller.tenant, "run": run, "config": ""}
    found = await gateway.tables.row(ProbeAnswer, _PROBES, wanted)
    if found is None:
        raise not_found("probe", run)
    return found


@router.get(
    "/v1/eval-configs/{name}/probe-plan",
    summary="Estimate the cost of a probe",
    dependencies=[NOT_OLDER],
    responses=answers({200: ProbePlanAnswer}, 404, 409, 422, 503),
)
async def read_plan(
    name: ConfigName,
    caller: Caller,
    gateway: Gateway,
    stored: Stored,
    *,
    cases: Cases = CASES,
    repository: Annotated[str, Query(max_length=200, description="Model whose answers are changed.")] = "",
) -> ProbePlanAnswer:
    """By the verdicts of this judge that were paid before; verdicts on padded answers take more tokens."""
    tables, tenant = gateway.tables, caller.tenant
    found = await queries.configs(tables, tenant, name)
    if not found:
        raise not_found("eval config", name)
    config = parse_config(found[0]["document"])
    golden = await queries.sets(tables, tenant, config.golden_set)
    if config.judge is None or not golden:
        raise _wrong_state("config", name, JUDGE_ALLOWED)
    await _check_scored(tables, tenant, name, repository)
    judged = await _judged_cases(stored, tenant, golden[0]["digest"], config)
    with_sources = sum(len(case.sources) > 1 for case in judged)
    taken = min(cases, len(judged))
    texts = taken * len((PLAIN, ProbeKind.PADDING, ProbeKind.HALLUCINATION)) + min(taken, with_sources)
    verdicts = texts * config.judge.samples
    price = await _price(tables, tenant, config.judge)
    return {
        "config": name,
        "judge": config.judge.endpoint.model,
        "judge_hash": hash_of(config),
        "golden_cases": len(judged),
        "with_sources": with_sources,
        "held_out": sum(each["cases"] for each in golden[0]["held_out_tasks"]),
        "verdicts": verdicts,
        "cost": await _estimate(tables, tenant, config, verdicts, price),
        "cap": None if price is None else format_money(standing_cap(config)),
        "priced": price is not None,
    }


async def _check_scored(tables: Tables, tenant: str, config: str, repository: str) -> None:
    """Check that a probe has answers to change.

    Raises:
        Problem: 409 the config has scored no version, or none of the repository; 422 it has scored several
            models and none is named.
    """
    rows = await tables.rows(_Scored, _SCORED, {"tenant": tenant, "config": config})
    names = [row["name"] for row in rows]
    if repository and repository.lower() not in map(str.lower, names):
        raise _wrong_state("repository", repository, f"a model of which {config} has scored a version")
    if not names:
        raise _wrong_state("config", config, SCORED_ALLOWED)
    if len(names) > 1 and not repository:
        more = " or another that it has scored" if len(names) > _NAMED_MAX else ""
        allowed = f"one of {', '.join(names[:_NAMED_MAX])}{more}"
        raise invalid_request([Violation(field="repository", value="missing", allowed=allowed)])


def _wrong_state(field: str, value: str, allowed: str) -> Problem:
    return Problem(409, "wrong-state", "Wrong state", must_be(field, value, allowed))


async def _judged_cases(stored: GoldenSets, tenant: str, digest: str, config: EvalConfig) -> list[GoldenCase]:
    """Return the cases of a golden set that the judge scores.

    Raises:
        Problem: 503 the store does not answer.
    """

    def read() -> list[GoldenCase]:
        cases = cases_of(stored.get_set(tenant, digest))
        return [case for case in cases if case.task in config.tasks and is_judged(config, case)]

    try:
        return await run_in_threadpool(read)
    except StoreUnavailable as error:
        raise unavailable(str(error)) from error


async def _estimate(
    tables: Tables, tenant: str, config: EvalConfig, verdicts: int, price: TokenPrice | None
) -> str | None:
    """Return about what verdicts cost, US dollars; None: nothing is known."""
    means = await tables.row(_Means, _MEANS, {"tenant": tenant, "judge": hash_of(config)})
    if price is None or means is None or not means["verdicts"]:
        return None
    each = cost(price, means["tokens_in"], means["tokens_out"], 0) / means["verdicts"]
    return format_money(ceil(each * verdicts / PICOS))


async def _price(tables: Tables, tenant: str, judge: JudgeSetting) -> TokenPrice | None:
    """Return the price of a judge: that of its endpoint, else its model's; None: there is none."""
    key = {"tenant": tenant, "model": judge.endpoint.model, "endpoint": place_of(judge.endpoint.url or "")}
    row = await tables.row(_Price, _PRICE, key)
    return None if row is None else TokenPrice(**row["price"])


_SCORED: Final = """
SELECT DISTINCT coalesce(p.full_name, r.repository) AS name
FROM runs r LEFT JOIN repositories p USING (repository)
WHERE r.tenant = %(tenant)s AND r.config = %(config)s AND r.outcome = 'COMPLETED'
      AND NOT coalesce(p.deleted, false)
ORDER BY name
"""

_PROBES: Final = """
SELECT q.run, coalesce(lower(q.outcome), 'running') AS state, coalesce(q.why_ended, '') AS reason,
       coalesce(q.code, '') AS code, q.config, coalesce(q.judge, '') AS judge, q.judge_hash,
       coalesce(p.full_name, q.repository) AS repository, q.commit, q.golden_set, q.cases,
       coalesce(q.spots, '[]') AS spots, q.requested_by,
       q.started_at_ms AS started_at, q.ended_at_ms AS ended_at,
       CASE WHEN q.priced
            THEN to_char((q.spent_micros + q.unsettled_micros) / 1e6, 'FM999999990.009999') END AS cost,
       to_char(q.cap_micros / 1e6, 'FM999999990.009999') AS cap
FROM probes q LEFT JOIN repositories p USING (repository)
WHERE q.tenant = %(tenant)s AND %(run)s IN ('', q.run) AND %(config)s IN ('', q.config)
      AND q.anchors = 0
"""
_NEWEST: Final = Order({"started_at": int, "run": str}, descending=True)

_MEANS: Final = """
SELECT coalesce(sum((judged ->> 'tokens_in')::bigint), 0)::bigint AS tokens_in,
       coalesce(sum((judged ->> 'tokens_out')::bigint), 0)::bigint AS tokens_out,
       coalesce(sum((judged ->> 'paid')::bigint), 0)::bigint AS verdicts
FROM (
    SELECT c.judged FROM runs r JOIN results c USING (run)
    WHERE r.tenant = %(tenant)s AND r.judge_hash = %(judge)s AND (c.judged ->> 'paid')::integer > 0
    LIMIT 1000
) AS paid
"""

_PRICE: Final = """
SELECT price FROM prices
WHERE tenant = %(tenant)s AND model = %(model)s AND endpoint IN ('', %(endpoint)s) AND price IS NOT NULL
ORDER BY endpoint DESC LIMIT 1
"""

_REPOSITORY: Final = """
SELECT repository FROM repositories
WHERE tenant = %(tenant)s AND lower(full_name) = %(name)s AND NOT deleted
"""
