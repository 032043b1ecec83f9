"""`muster top`: measured use by node and by job, as text, as data, and live on a terminal."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.api.canned_api import Answer, Api, job_json
from muster.testkit.patience import exit_code, until

Muster = Callable[..., Any]
MUSTER = Path(sys.executable).with_name("muster")


def gpu(index: int, busy: int | None, used_mib: int | None) -> dict[str, Any]:
    return {
        "index": index,
        "healthy": True,
        "busy_percent": busy,
        "sm_active_percent": None,
        "memory_used_mib": used_mib,
    }


def task(job: str, name: str, gpus: list[int], milli: int = 1000, **more: Any) -> dict[str, Any]:
    return {
        "job_id": f"job-01m8h4byyv5704{job}",
        "name": name,
        "user": "ada",
        "attempt": 1,
        "gpu_indices": gpus,
        "gpu_milli": milli,
        "cpu_busy_milli": 1500,
        "memory_mib": 65536,
        "memory_used_mib": 8192,
        "ranks": [],
    } | more


def node(name: str, gpus: list[dict[str, Any]], tasks: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "node_id": name,
        "reported_at": "2026-11-21T02:29:21.123Z",
        "gpu_model": "H100",
        "gpu_memory_mib": 81920,
        "gpus": gpus,
        "cpu_milli": 16000,
        "cpu_busy_milli": 3200,
        "memory_mib": 131072,
        "memory_used_mib": 16384,
        "tasks": tasks,
    } | more


RANKS = [
    {"rank": 0, "gpu_indices": [0], "cpu_busy_milli": 1400, "memory_used_mib": 4096},
    {"rank": 1, "gpu_indices": [1], "cpu_busy_milli": 100, "memory_used_mib": 2048},
]
BUSY = node("gpu-1", [gpu(0, 90, 61440), gpu(1, 70, 20480)], [task("aaaaaa", "train", [0, 1], ranks=RANKS)])
SHARED = node(
    "gpu-2",
    [gpu(0, 60, 40960), gpu(1, 0, 0)],
    [task("aaaaaa", "train", [1]), task("bbbbbb", "chat", [0], 500, cpu_busy_milli=9000)],
)
SIMULATED = node(
    "made-up", [gpu(0, None, None)] * 8, [], gpu_model="A100", cpu_busy_milli=None, memory_used_mib=None
)


@pytest.fixture
def cluster(api: Api) -> Api:
    api.on("GET", "/v1/use", Answer(200, {"items": [SIMULATED, SHARED, BUSY], "next_page_token": None}))
    return api


@pytest.mark.usefixtures("cluster")
def test_use_is_summed_by_node_and_by_job(muster: Muster) -> None:
    shown = muster("top").out.splitlines()
    assert shown[:2] == [
        "3 nodes, 12 GPUs (4 measured): 55% busy, memory 120GiB/320GiB",
        "CPU 6.4/32, memory 32GiB/256GiB",
    ]
    lines = [line.split() for line in shown]
    assert lines[3:7] == [
        ["NODE", "MODEL", "JOBS", "GPUS", "BUSY", "GPU", "MEMORY", "CPU", "MEMORY"],
        ["gpu-1", "H100", "1", "2", "80%", "80GiB/160GiB", "3.2/16", "16GiB/128GiB"],
        ["gpu-2", "H100", "2", "2", "30%", "40GiB/160GiB", "3.2/16", "16GiB/128GiB"],
        ["made-up", "A100", "-", "8", "-", "-", "-", "-"],
    ]
    train, chat = lines[9:11]
    assert train[1:] == ["train", "ada", "2", "3", "53%", "80GiB/240GiB", "3.0", "16GiB/128GiB"]
    assert chat[1:] == ["chat", "ada", "1", "0.5", "60%", "-", "9.0", "8GiB/64GiB"]


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize(
    ("sort", "jobs"), [("gpu", "train chat"), ("cpu", "chat train"), ("gpu-memory", "train chat")]
)
def test_rows_are_sorted_by_the_chosen_figure(muster: Muster, sort: str, jobs: str) -> None:
    shown = muster("top", "--by", "job", "--sort", sort).out.splitlines()[4:]
    assert [line.split()[1] for line in shown] == jobs.split()


@pytest.mark.usefixtures("cluster")
def test_programs_get_what_nodes_reported_or_the_sums_by_job(muster: Muster) -> None:
    assert json.loads(muster("top", "--json", "--sort", "name").out)["items"] == [BUSY, SHARED, SIMULATED]
    train, chat = json.loads(muster("top", "--by", "job", "--json").out)["items"]
    assert (train["name"], train["nodes"], train["gpus"], train["gpus_busy"]) == ("train", 2, 3, 1.6)
    assert (chat["gpus"], chat["gpus_busy"], chat["gpu_memory_used_mib"]) == (0.5, 0.3, None)


@pytest.mark.usefixtures("cluster")
def test_a_limit_says_that_there_is_more(muster: Muster) -> None:
    assert "and 2 more; -n shows more" in muster("top", "--by", "node", "-n", "1").out


@pytest.mark.usefixtures("cluster")
def test_ranks_are_shown_with_their_own_gpus(api: Api, muster: Muster) -> None:
    lines = [line.split() for line in muster("top", "--by", "rank").out.splitlines()]
    assert [line[1:] for line in lines[4:]] == [
        ["train", "0", "gpu-1", "1", "90%", "60GiB/80GiB", "1.4", "4GiB"],
        ["train", "1", "gpu-1", "1", "70%", "20GiB/80GiB", "0.1", "2GiB"],
    ]
    first, _ = json.loads(muster("top", "--by", "rank", "--json").out)["items"]
    assert (first["rank"], first["node_id"], first["gpus_busy"]) == (0, "gpu-1", 0.9)


@pytest.mark.usefixtures("cluster")
def test_a_wide_table_adds_the_figure_of_the_profiling_counters(api: Api, muster: Muster) -> None:
    profiled = {**BUSY, "gpus": [{**each, "sm_active_percent": 40} for each in BUSY["gpus"]]}
    api.on("GET", "/v1/use", Answer(200, {"items": [profiled, SHARED], "next_page_token": None}))
    lines = [line.split() for line in muster("top", "--by", "node", "-o", "wide").out.splitlines()]
    assert [line[4:6] for line in lines[4:]] == [["80%", "40%"], ["30%", "-"]]


def test_a_cluster_without_nodes_is_said_in_words(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/use", Answer(200, {"items": [], "next_page_token": None}))
    shown = muster("top").out
    assert "no node has sent a heartbeat within its lease" in shown
    assert "no measured jobs of your tenant" in shown


def test_describe_shows_the_use_of_a_running_job_and_its_idlest_parts(cluster: Api, muster: Muster) -> None:
    job_id = "job-01m8h4byyv5704aaaaaa"
    cluster.on("GET", f"/v1/jobs/{job_id}", Answer(200, job_json(job_id)))
    cluster.on("GET", f"/v1/jobs/{job_id}/progress", Answer(200, {"items": []}))
    cluster.on("GET", f"/v1/jobs/{job_id}/events", Answer(200, {"items": []}))
    without_ranks: list[dict[str, Any]] = [
        {**each, "tasks": [{**each["tasks"][0], "ranks": []}]} for each in (BUSY, SHARED)
    ]
    cluster.on("GET", "/v1/use", Answer(200, {"items": without_ranks, "next_page_token": None}))
    shown = muster("describe", job_id).out
    assert "Use:       3 GPUs 53% busy, 80GiB/240GiB; CPU 3.0, memory 16GiB/128GiB\n" in shown
    idlest = shown.index("gpu-2: 1 GPU 0% busy, 0MiB/80GiB; CPU 1.5, memory 8GiB/64GiB")
    assert idlest < shown.index("gpu-1: 2 GPUs 80% busy")
    [asked] = cluster.requests("GET", "/v1/use")
    assert asked.query["job_id"] == [job_id]
    cluster.on("GET", "/v1/use", Answer(200, {"items": [BUSY], "next_page_token": None}))
    shown = muster("describe", job_id).out
    idlest = shown.index("rank 1 on gpu-1: 1 GPU 70% busy, 20GiB/80GiB; CPU 0.1, memory 2GiB")
    assert idlest < shown.index("rank 0 on gpu-1: 1 GPU 90% busy")


# --- on a terminal ------------------------------------------------------------------------------------------


@contextmanager
def on_a_terminal(api: Api, home: Path, *words: str) -> Generator[tuple[subprocess.Popen[bytes], int]]:
    """Run the command on a terminal of 80 columns; yield it and the terminal's other end."""
    ours, theirs = pty.openpty()
    environment = {
        "MUSTER_HOME": str(home),
        "MUSTER_API_URL": api.url,
        "MUSTER_TOKEN": "t0ken",
        "TERM": "xterm",
        "COLUMNS": "80",
        "LINES": "24",
    }
    started = subprocess.Popen([MUSTER, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    try:
        yield started, ours
    finally:
        started.kill()
        started.wait(60)
        os.close(ours)


def read_until(terminal: int, text: str) -> str:
    """Read what the command has written, until it includes a text."""
    shown = ""

    def arrived() -> str:
        nonlocal shown
        if select.select([terminal], [], [], 0)[0]:
            shown += os.read(terminal, 65536).decode()
        return shown if text in shown else ""

    return until(arrived, lambda: f"{text} is not in {shown!r}", position=lambda: len(shown))


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["q", "xq", "ctrl-c"])
def test_on_a_terminal_it_is_redrawn_at_80_columns_until_q_or_ctrl_c(
    cluster: Api, tmp_path: Path, ending: str
) -> None:
    with on_a_terminal(cluster, tmp_path, "top") as (started, terminal):
        first = read_until(terminal, "chat")
        for line in first.splitlines():
            plain = "".join(
                part.partition("m")[2] if at else part for at, part in enumerate(line.split("\x1b["))
            )
            assert len(plain) <= 80, line
        read_until(terminal, "chat")
        if ending == "ctrl-c":
            started.send_signal(signal.SIGINT)
        else:
            os.write(terminal, ending.encode())
        assert exit_code(started) == (130 if ending == "ctrl-c" else 0)
    assert len(cluster.requests("GET", "/v1/use")) >= 2


def test_gpus_that_no_node_measures_are_called_so(cluster: Api, muster: Muster) -> None:
    cluster.on("GET", "/v1/use", Answer(200, {"items": [SIMULATED], "next_page_token": None}))
    assert muster("top").out.splitlines()[0] == "1 node, 8 GPUs: not measured"
