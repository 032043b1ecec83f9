"""Reclaim notices in the formats of providers, and malformed ones."""

from __future__ import annotations

import json

import pytest
from muster.agent.core import notices
from muster.agent.core.notices import InvalidNotice
from muster.events.task_events import ReclaimSource

SIX_MS = 1_795_240_800_000
"""2026-11-21T06:00:00Z."""


def test_aws_names_the_action_and_the_time() -> None:
    notice = notices.aws_action('{"action": "terminate", "time": "2026-11-21T06:02:00Z"}')
    assert notice == (
        "aws/terminate/2026-11-21T06:02:00Z",
        ReclaimSource.AWS,
        SIX_MS + 120_000,
        "spot instance: terminate",
    )


def test_a_recommendation_to_rebalance_has_no_time() -> None:
    assert notices.aws_rebalance('{"noticeTime": "2026-11-21T05:50:00Z"}').gone_at_ms is None


def test_a_gcp_notice_counts_from_the_time_it_was_read() -> None:
    assert notices.gcp("FALSE", "NONE", SIX_MS) is None
    assert notices.gcp("FALSE", "MIGRATE_ON_HOST_MAINTENANCE", SIX_MS) is None, (
        "it goes on elsewhere by itself"
    )
    preempted = notices.gcp("TRUE", "NONE", SIX_MS)
    stopped = notices.gcp("FALSE", "TERMINATE_ON_HOST_MAINTENANCE", SIX_MS)
    assert preempted and preempted.gone_at_ms == SIX_MS + 30_000
    assert stopped and stopped.gone_at_ms == SIX_MS + 60_000


def _azure(**changes: object) -> str:
    event = {
        "EventId": "A123BC45-1234-5678-AB90-ABCDEF123456",
        "EventStatus": "Scheduled",
        "EventType": "Preempt",
        "ResourceType": "VirtualMachine",
        "Resources": ["gpu-17"],
        "NotBefore": "Sat, 21 Nov 2026 06:00:30 GMT",
        "Description": "",
        "EventSource": "Platform",
    }
    return json.dumps({"DocumentIncarnation": 1, "Events": [event | changes]})


def test_azure_names_the_machine_and_the_time() -> None:
    notice = notices.azure(_azure(), "gpu-17", SIX_MS)
    assert notice and notice.gone_at_ms == SIX_MS + 30_000
    assert notices.azure(_azure(), "gpu-18", SIX_MS) is None, "the event is about another machine of its set"
    assert notices.azure(_azure(EventType="Freeze"), "gpu-17", SIX_MS) is None
    assert notices.azure('{"DocumentIncarnation": 0, "Events": []}', "gpu-17", SIX_MS) is None


def test_a_started_azure_event_leaves_no_time() -> None:
    notice = notices.azure(_azure(EventStatus="Started", NotBefore=""), "gpu-17", SIX_MS)
    assert notice and notice.gone_at_ms == SIX_MS


def test_an_own_notice_names_a_time_or_a_delay() -> None:
    at = notices.own('{"at": "2026-11-21T06:02:00Z", "reason": "sold"}', ReclaimSource.FILE, SIX_MS)
    within = notices.own('{"in_s": 90, "id": "x1"}', ReclaimSource.HTTP, SIX_MS)
    assert (at.gone_at_ms, at.message) == (SIX_MS + 120_000, "sold")
    assert (within.gone_at_ms, within.notice_id) == (SIX_MS + 90_000, "http/x1")


@pytest.mark.parametrize(
    ("read", "text", "says"),
    [
        ("aws", "terminate", "'terminate' must be a JSON object"),
        ("aws", "[]", "'[]' must be a JSON object"),
        ("aws", '{"time": "2026-11-21T06:02:00Z"}', "action is absent; must be one of terminate, stop"),
        ("aws", '{"action": "stop", "time": "soon"}', "time is 'soon'; must be a time such as"),
        ("aws", '{"action": "stop", "time": "2026-11-21T06:02:00"}', "must be a time such as"),
        ("azure", "{}", "Events is absent; must be a list"),
        ("azure", '{"Events": [3]}', "Events is 3; must be a list of objects"),
        ("azure", _azure(EventType="Explode"), "EventType is 'Explode'; must be one of Freeze"),
        ("azure", _azure(NotBefore="tomorrow"), "NotBefore is 'tomorrow'; must be a date such as"),
        ("azure", _azure(Resources="gpu-17"), "Resources is 'gpu-17'; must be a list of machines"),
        ("gcp", "maybe", "instance/preempted is 'maybe'; must be TRUE or FALSE"),
        ("own", "{}", "at and in_s are absent; one of them is required"),
        ("own", '{"in_s": -1}', "in_s is -1; must be a number of seconds from 0 to"),
        ("own", '{"in_s": true}', "in_s is True"),
        ("own", '{"in_s": 1e400}', "in_s is inf"),
        ("own", '{"in_m": 2}', "in_m is 2; must be absent; the fields are id, at"),
        ("own", '{"in_s": 2, "reason": 7}', "reason is 7; must be a text"),
    ],
)
def test_a_malformed_notice_is_reported_with_the_field(read: str, text: str, says: str) -> None:
    with pytest.raises(InvalidNotice) as refused:
        match read:
            case "aws":
                notices.aws_action(text)
            case "azure":
                notices.azure(text, "gpu-17", SIX_MS)
            case "gcp":
                notices.gcp(text, "NONE", SIX_MS)
            case _:
                notices.own(text, ReclaimSource.FILE, SIX_MS)
    assert says in str(refused.value)
