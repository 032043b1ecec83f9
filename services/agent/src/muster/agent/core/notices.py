"""Reclaim notices in the formats of providers; pure parsing of their texts.

    AWS     spot/instance-action          {"action": "terminate", "time": "2026-11-21T06:02:00Z"}: 2 minutes
            recommendations/rebalance     {"noticeTime": ...}: at risk, without a time
    GCP     instance/preempted            TRUE: up to 30 s from when it turned so
            instance/maintenance-event    TERMINATE_ON_HOST_MAINTENANCE: 60 s before it is stopped
    Azure   scheduledevents               {"Events": [{"EventType": "Preempt", "NotBefore": "Tue, ...", ...}]}
    own     a file, or an address         {"in_s": 120} or {"at": "2026-11-21T06:02:00Z"}; also id, reason

Sources: AWS "Spot Instance interruption notices" (docs.aws.amazon.com), Google "Query the metadata server for
maintenance event notices" and "Preemptible VM instances" (cloud.google.com), Microsoft "Azure Metadata
Service: Scheduled Events for Linux VMs" (learn.microsoft.com).
"""

from __future__ import annotations

import json
import math
from email.utils import mktime_tz, parsedate_tz
from typing import Any, Final, NamedTuple, cast

from muster.events.task_events import ReclaimSource
from muster.jobs.values.quantities import parse_time

GCP_PREEMPTED_MS: Final = 30_000
GCP_MAINTENANCE_MS: Final = 60_000
AHEAD_S_MAX: Final = 7 * 24 * 3_600
TEXT_MAX: Final = 120

_AWS_ACTIONS: Final = ("terminate", "stop", "hibernate")
_AZURE_TAKES: Final = ("Preempt", "Terminate")
_GCP_PREEMPTED: Final = {"TRUE": True, "FALSE": False}
_GCP_EVENTS: Final = ("NONE", "MIGRATE_ON_HOST_MAINTENANCE", "TERMINATE_ON_HOST_MAINTENANCE")
_AZURE_EVENTS: Final = ("Freeze", "Reboot", "Redeploy", *_AZURE_TAKES)


class InvalidNotice(ValueError):
    """A notice is not in the format its provider documents; it has no effect."""


class Notice(NamedTuple):
    """Notice that the node will be taken away.

    Attributes:
        notice_id: Id of the notice: the same text gives the same id.
        source: Source of the notice.
        gone_at_ms: When the node goes away, by the provider's clock, ms since 1970 UTC; None: only at risk.
        message: Text for people.
    """

    notice_id: str
    source: ReclaimSource
    gone_at_ms: int | None
    message: str


def aws_action(text: str) -> Notice:
    """The notice of `spot/instance-action`.

    Raises:
        InvalidNotice: It is malformed.
    """
    found = _object(text)
    action, time = found.get("action"), found.get("time")
    if action not in _AWS_ACTIONS:
        raise _wrong("action", action, f"one of {', '.join(_AWS_ACTIONS)}")
    gone_at_ms = _time_ms("time", time)
    return Notice(f"aws/{action}/{time}", ReclaimSource.AWS, gone_at_ms, f"spot instance: {action}")


def aws_rebalance(text: str) -> Notice:
    """The notice of `events/recommendations/rebalance`: at risk.

    Raises:
        InvalidNotice: It is malformed.
    """
    time = _object(text).get("noticeTime")
    _time_ms("noticeTime", time)
    return Notice(f"aws/rebalance/{time}", ReclaimSource.AWS, None, "rebalance recommended: at elevated risk")


def gcp(preempted: str, maintenance: str, since_ms: int) -> Notice | None:
    """The notice of `instance/preempted` and `instance/maintenance-event`, seen first at a time.

    Raises:
        InvalidNotice: A value is not one that is documented.
    """
    if preempted not in _GCP_PREEMPTED:
        raise _wrong("instance/preempted", preempted, "TRUE or FALSE")
    if maintenance not in _GCP_EVENTS:
        raise _wrong("instance/maintenance-event", maintenance, f"one of {', '.join(_GCP_EVENTS)}")
    if _GCP_PREEMPTED[preempted]:
        return Notice("gcp/preempted", ReclaimSource.GCP, since_ms + GCP_PREEMPTED_MS, "preempted")
    if maintenance == _GCP_EVENTS[2]:
        gone_at_ms = since_ms + GCP_MAINTENANCE_MS
        return Notice("gcp/maintenance", ReclaimSource.GCP, gone_at_ms, "stopped for host maintenance")
    return None


def azure(text: str, machine: str, now_ms: int) -> Notice | None:
    """The earliest notice of `scheduledevents` for this machine.

    Args:
        text: The document; it may also be about other machines of an availability set.
        machine: Name of this machine.
        now_ms: Now; an event that has started has no time.

    Raises:
        InvalidNotice: It is malformed.
    """
    events = _object(text).get("Events")
    if not isinstance(events, list):
        raise _wrong("Events", events, "a list")
    found = [_azure_event(event, machine, now_ms) for event in cast("list[object]", events)]
    return min(
        (each for each in found if each), key=lambda each: (each.gone_at_ms, each.notice_id), default=None
    )


def own(text: str, source: ReclaimSource, since_ms: int) -> Notice:
    """A notice in the site's own format: a time, or a duration from a time on.

    Raises:
        InvalidNotice: It is malformed.
    """
    found = _object(text)
    unknown = sorted(set(found) - {"id", "at", "in_s", "reason"})
    if unknown:
        raise _wrong(unknown[0], found[unknown[0]], "absent; the fields are id, at or in_s, and reason")
    if ("at" in found) == ("in_s" in found):
        raise InvalidNotice("at and in_s are absent; one of them is required")
    gone_at_ms = _time_ms("at", found["at"]) if "at" in found else since_ms + _seconds_ms(found["in_s"])
    told = {name: found.get(name, "") for name in ("id", "reason")}
    for name, value in told.items():
        if not isinstance(value, str) or len(value) > TEXT_MAX:
            raise _wrong(name, value, f"a text of at most {TEXT_MAX} characters")
    # A file's time survives a restart of the agent, so a rewritten file is a new notice.
    written = f"{since_ms}+" if source is ReclaimSource.FILE else ""
    which = told["id"] or found.get("at") or f"{written}{found.get('in_s')}s"
    return Notice(f"{source.value.lower()}/{which}", source, gone_at_ms, told["reason"])


def _azure_event(event: object, machine: str, now_ms: int) -> Notice | None:
    """One event; None: it takes away nothing, or another machine."""
    if not isinstance(event, dict):
        raise _wrong("Events", event, "a list of objects")
    fields = cast("dict[str, Any]", event)
    kind, name, resources = fields.get("EventType"), fields.get("EventId"), fields.get("Resources")
    if kind not in _AZURE_EVENTS:
        raise _wrong("EventType", kind, f"one of {', '.join(_AZURE_EVENTS)}")
    if not isinstance(name, str) or not 0 < len(name) <= TEXT_MAX:
        raise _wrong("EventId", name, f"a text of 1 to {TEXT_MAX} characters")
    if not isinstance(resources, list):
        raise _wrong("Resources", resources, "a list of machines")
    if kind not in _AZURE_TAKES or machine not in resources:
        return None
    not_before = fields.get("NotBefore")
    started = fields.get("EventStatus") == "Started" and not not_before
    gone_at_ms = now_ms if started else _http_date_ms(not_before)
    return Notice(f"azure/{name}", ReclaimSource.AZURE, gone_at_ms, f"scheduled event {kind}")


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise InvalidNotice(f"{text[:80]!r} must be a JSON object ({error})") from None
    if not isinstance(found, dict):
        raise InvalidNotice(f"{text[:80]!r} must be a JSON object")
    return cast("dict[str, Any]", found)


def _time_ms(field: str, value: object) -> int:
    """Milliseconds since 1970 of an ISO 8601 time with its offset."""
    try:
        return parse_time(cast("str", value))
    except (TypeError, ValueError, AttributeError):
        raise _wrong(field, value, "a time such as 2026-11-21T06:02:00Z") from None


def _http_date_ms(value: object) -> int:
    """Milliseconds since 1970 of an RFC 1123 date, as Azure writes it."""
    found = parsedate_tz(value) if isinstance(value, str) else None
    if found is None:
        raise _wrong("NotBefore", value, "a date such as Tue, 16 Mar 2021 00:58:46 GMT")
    return mktime_tz(found) * 1_000


def _seconds_ms(value: object) -> int:
    number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not number or not 0 <= cast("float", value) <= AHEAD_S_MAX:
        raise _wrong("in_s", value, f"a number of seconds from 0 to {AHEAD_S_MAX}")
    return round(cast("float", value) * 1_000)


def _wrong(field: str, value: object, allowed: str) -> InvalidNotice:
    shown = "absent" if value is None else repr(value)[:80]
    return InvalidNotice(f"{field} is {shown}; must be {allowed}")
