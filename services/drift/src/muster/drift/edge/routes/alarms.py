"""Alarms."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Response
from muster.api import Caller, Submitter, not_found
from muster.api.commands.answers import Decided, Receipt
from muster.api.commands.routes import NOT_OLDER, Gateway, WaitS
from muster.api.cursors import ListAnswer, Order, PageRequest, Paging
from muster.api.document.answers import Time, answers, asked
from muster.drift.core.alarms import REASON_MAX
from muster.events.drift_commands import AcknowledgeAlarm
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

AlarmId = Annotated[str, Path(max_length=64, description="Id of the alarm.", examples=["drift-0a1b2c3d4e5f"])]

router = APIRouter(tags=["alarms"])


class WorstAnswer(TypedDict):
    """A sample with a low score."""

    sample: Annotated[str, "Its id."]
    score: Annotated[float, "0 to 1."]
    at: Annotated[Time, "Of the sample."]


class AlarmAnswer(TypedDict):
    """An alarm: one episode of one chart."""

    alarm: str
    repository: str
    commit: str
    task: str
    segment: str
    measure: str
    side: Annotated[str, "LOW or HIGH"]
    center: Annotated[float, "Centre of the chart."]
    value: Annotated[float, "Mean since the change began, as estimated."]
    size: Annotated[float, "The change in standard deviations of one sample."]
    began: Time
    began_after: Annotated[Time, "Lower end of the 90 % interval of this estimate."]
    began_before: Annotated[Time, "Upper end of it."]
    at: Time
    run_length: Annotated[float, "Wanted subgroups between two false alarms."]
    text: str
    worst: Annotated[list[WorstAnswer], "Samples with the lowest scores since it began, lowest first."]
    rollback: Annotated[bool, "Whether it asks for the version to be taken back."]
    ended: Annotated[Time | None, "Null: it is open."]
    ended_reason: str | None
    known_to: Annotated[str | None, "Null: nobody has acknowledged it."]
    known_reason: str | None
    known: Time | None


@router.get(
    "/v1/drift-alarms",
    summary="List alarms",
    dependencies=[NOT_OLDER],
    responses=answers({200: ListAnswer[AlarmAnswer]}, 503),
)
async def list_alarms(
    caller: Caller,
    gateway: Gateway,
    paging: Paging,
    *,
    repository: Annotated[str, Query(max_length=200, description="NAMESPACE/NAME; without it all.")] = "",
    ended: Annotated[bool, Query(description="Include alarms that have ended.")] = False,
) -> ListAnswer[AlarmAnswer]:
    """List those of the organisation, the newest first."""
    return await alarms_of(gateway.tables, caller.tenant, repository, ended=ended, paging=paging)


@router.get(
    "/v1/drift-alarms/{alarm}",
    summary="Read an alarm",
    dependencies=[NOT_OLDER],
    responses=answers({200: AlarmAnswer}, 404, 503),
)
async def read_alarm(alarm: AlarmId, caller: Caller, gateway: Gateway) -> AlarmAnswer:
    """Read one of the organisation's."""
    return await _alarm(gateway.tables, caller.tenant, alarm)


@router.put(
    "/v1/drift-alarms/{alarm}/acknowledgement",
    status_code=202,
    summary="Acknowledge an alarm",
    responses=asked(Decided, Receipt, 404),
)
async def acknowledge(
    alarm: AlarmId,
    caller: Submitter,
    gateway: Gateway,
    *,
    reason: Annotated[str, Query(max_length=REASON_MAX, description="For the record.")] = "",
    wait_s: WaitS = 0,
) -> Response:
    """Record that somebody knows of it; it ends as any other."""
    command = AcknowledgeAlarm(alarm=alarm, reason=reason, tenant=caller.tenant, requested_by=caller.subject)
    return await gateway.send(caller, command, alarm, wait_s)


async def alarms_of(
    tables: Tables, tenant: str, repository: str, *, ended: bool, paging: PageRequest
) -> ListAnswer[AlarmAnswer]:
    """Return a page of the alarms of an organisation, the newest first.

    Args:
        tables: The tables.
        tenant: The organisation.
        repository: NAMESPACE/NAME; empty: all.
        ended: Include those that have ended.
        paging: The page.
    """
    wanted = {"tenant": tenant, "repository": repository, "ended": ended}
    return await paging.read(tables, AlarmAnswer, _ALARMS, wanted, _NEWEST)


async def _alarm(tables: Tables, tenant: str, alarm: str) -> AlarmAnswer:
    """Return an alarm of an organisation.

    Raises:
        Problem: 404 there is none.
    """
    found = await tables.rows(AlarmAnswer, _ALARM, {"tenant": tenant, "alarm": alarm})
    if not found:
        raise not_found("alarm", alarm)
    return found[0]


_COLUMNS: Final = """
SELECT alarm, repository, commit, task, segment, measure, side, center, value, size, began_ms AS began,
       began_after_ms AS began_after, began_before_ms AS began_before, at_ms AS at, run_length, text,
       (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'sample', each->'sample', 'score', each->'score', 'at', each->'at_ms') ORDER BY place), '[]')
        FROM jsonb_array_elements(worst) WITH ORDINALITY AS found(each, place)) AS worst,
       coalesce(rollback, false) AS rollback,
       ended_at_ms AS ended, ended_reason, known_to, known_reason, known_at_ms AS known
FROM alarms WHERE tenant = %(tenant)s
"""

_ALARMS: Final = (
    _COLUMNS
    + """
AND (%(repository)s = '' OR lower(repository) = lower(%(repository)s)) AND (%(ended)s OR ended_at_ms IS NULL)
"""
)
_NEWEST: Final = Order({"at": int, "alarm": str}, descending=True)

_ALARM: Final = _COLUMNS + "AND alarm = %(alarm)s"
