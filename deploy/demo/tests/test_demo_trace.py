"""Pods made submissions: what is kept, what is compressed."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from muster.client.documents import queuefile
from muster.demo import gangs
from muster.demo.trace import arrivals, read_pods
from muster.jobs import parse_request

TRACE = Path(__file__).resolve().parents[3] / "data/openb/openb_pod_list_default.csv"
QUEUES = Path(__file__).resolve().parents[3] / "examples/openb_queues.yaml"
MODELS = ("G2", "T4")
HEAD = (
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,"
    "creation_time,deletion_time,scheduled_time"
)
LINES = [
    HEAD,
    "late,1000,1024,0,0,,BE,Failed,1000000,1000099,1000000",
    "first,12000,16384,1,460,,LS,Running,0,9,0",
    "second,4000,8192,8,1000,T4|G2,Guaranteed,Succeeded,300,399,300",
]


def test_pods_come_in_order_and_silence_is_cut() -> None:
    found = arrivals(read_pods(LINES), stream_s=90, models=MODELS, run="r")
    assert [(a.request["name"], a.at_s) for a in found] == [("first", 0), ("second", 30), ("late", 90)]


def test_a_pod_asks_what_it_asked_in_the_trace() -> None:
    first, second, late = (a.request for a in arrivals(read_pods(LINES), stream_s=90, models=MODELS, run="r"))
    assert first["resources"] == {"cpu": 12, "memory": "16384MiB", "gpus": 0.46, "gpu_models": ["G2", "T4"]}
    assert second["resources"] == {"cpu": 4, "memory": "8192MiB", "gpus": 8, "gpu_models": ["G2", "T4"]}
    assert late["resources"] == {"cpu": 1, "memory": "1024MiB"}
    assert [r["tier"] for r in (first, second, late)] == [
        "production-inference",
        "premium-training",
        "batch-inference",
    ]


def test_jobs_end_after_the_last_arrival_and_failures_fail() -> None:
    first, second, late = arrivals(read_pods(LINES), stream_s=90, models=MODELS, run="r")
    ends_s = [a.at_s + int(a.request["env"]["MUSTER_SIM_DURATION_MS"]) / 1000 for a in (first, second, late)]
    assert ends_s == pytest.approx([96, 102, 102])
    assert [a.request["env"]["MUSTER_SIM_EXIT_CODE"] for a in (first, second, late)] == ["0", "0", "1"]


@pytest.mark.slow
def test_the_whole_trace_is_acceptable_to_the_api() -> None:
    with TRACE.open(newline="") as lines:
        pods = read_pods(lines)
    found = arrivals(pods, stream_s=100, models=MODELS, run="demo-1")
    assert len(found) == 8152
    assert sum(pod.failed for pod in pods) == 1870
    assert (found[0].at_s, found[-1].at_s) == (0, pytest.approx(100))
    assert all(a.at_s <= b.at_s for a, b in pairwise(found))
    for arrival in found:
        parse_request(arrival.request)


def test_gangs_come_beside_the_trace_and_want_a_leaf_each() -> None:
    found = gangs.arrivals(stream_s=100, run="demo-1")
    assert [a.at_s for a in found] == [20, 45, 70, 98]
    for arrival in found:
        asked = parse_request(arrival.request)
        assert (asked.queue, asked.ranks, asked.resources.gpus) == ("gangs", 4, 8)


def test_every_pod_and_gang_has_a_queue_of_the_tree() -> None:
    tree = queuefile.read_tree(QUEUES.read_bytes(), origin=str(QUEUES))
    names = {queue.name for queue in tree}
    asked = [
        *arrivals(read_pods(LINES), stream_s=90, models=MODELS, run="r"),
        *gangs.arrivals(stream_s=9, run="r"),
    ]
    assert {arrival.request["queue"] for arrival in asked} <= names
