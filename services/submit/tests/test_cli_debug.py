"""`muster debug` against a canned API and on files: first cause, ranks that followed, usage errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from muster.failures.shipped import shipped_text
from muster.testkit.api.canned_api import FAILED, QUEUED, SUCCEEDED, Answer, Api, event, job_json, paged
from muster.testkit.api.documented import filled

ID = "job-aaaaaaaaaaaaaaaaaaaa"
Muster = Callable[..., Any]

GANG = """\
[rank0]:[E321 ProcessGroupNCCL.cpp:607] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7)
[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 22.78 GiB.
[rank1]: ncclRemoteError: A call failed possibly due to a network error or a remote process exiting.
"""
LAST_WORK = "last enqueued NCCL work: {}, last completed NCCL work: 3."
TIMEOUT = "Watchdog caught collective operation timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE)"


def attempt(number: int, **changes: Any) -> dict[str, Any]:
    return {
        "attempt": number,
        "outcome": "FAILED",
        "exit_code": 1,
        "signal": None,
        "failed_rank": 1,
        "failed_node_id": "node-b",
        "ended_at": "2026-01-01T00:01:05.000Z",
        "message": "rank 1 exited with code 1",
        "placements": [{"rank": 0, "node_id": "node-a"}, {"rank": 1, "node_id": "node-b"}],
    } | changes


def serve(api: Api, *attempts: dict[str, Any], lines: tuple[tuple[int, str], ...] = (), **job: Any) -> None:
    api.on("GET", "/v1/jobs", paged([job_json()]))
    state: dict[str, Any] = {**FAILED, **job, "attempts": list(attempts)}
    api.on("GET", f"/v1/jobs/{ID}", Answer(200, job_json(**state)))
    api.on("GET", f"/v1/jobs/{ID}/events", paged([]))
    chunks = [
        event({"rank": r, "text": t, "attempt": 1, "written_at": "2026-01-01T00:01:00.000Z"}, name="line")
        for r, t in lines
    ]
    api.on("GET", f"/v1/jobs/{ID}/logs", Answer(200, chunks=(*chunks, event({}, name="end"))))


def test_debug_names_the_first_cause_and_the_ranks_that_followed(api: Api, muster: Muster) -> None:
    """The facts name rank 1, whose peer had gone; the output says that it was rank 0."""
    lines = (
        (0, "RuntimeError: CUDA error: out of memory"),
        (1, "Connection closed by peer [10.0.0.7]"),
    )
    serve(api, attempt(1), lines=lines)
    page = muster("debug", ID)
    assert page.code == 0
    assert "Cause       A GPU had no memory left for the program. [memory.gpu" in page.out
    assert "First       rank 0 on node-a at " in page.out
    assert "rank 1 on node-b at " in page.out
    assert "followed [nccl.peer-exited]" in page.out
    assert "Retry       no: another attempt would end in the same way" in page.out
    assert f"muster logs {ID[:12]} --attempt 1" in page.err
    found = json.loads(muster("debug", ID, "--json").out)
    assert [(r["rank"], r["part"], r["rule"]) for r in found["ranks"]] == [
        (0, "first", "memory.gpu"),
        (1, "peer-exited", "nccl.peer-exited"),
    ]
    assert (found["attempt"], found["ranks"][0]["retry_helps"]) == (1, False)


def test_the_scheduler_s_verdict_is_shown_with_the_line_behind_it(api: Api, muster: Muster) -> None:
    lines = (
        (0, "Connection closed by peer [10.0.0.7]"),
        (1, "RuntimeError: CUDA error: out of memory"),
    )
    verdict = {
        "rule": "memory.gpu",
        "rules_version": 1,
        "category": "resources",
        "subcategory": "gpu-memory",
        "persistence": "permanent",
        "action": "fail",
        "node_action": "none",
        "sign": "a line of the output",
        "means": "A GPU had no memory left for the program.",
        "hint": "Less.",
        "line": 412,
        "stream": "stderr",
        "count": 2,
        "at": None,
        "spared": True,
        "cause_seen": True,
        "others": [{"rank": 0, "node_id": "node-a", "rule": "nccl.peer-exited", "followed": True}],
        "others_more": 0,
        "unscanned": "not all of it was read in time",
    }
    serve(api, attempt(1, verdict=verdict), lines=lines)
    page = muster("debug", ID).out
    assert "First       rank 1 on node-b" in page
    assert "Evidence    RuntimeError: CUDA error: out of memory" in page
    assert "(a line of the output, number 412 of stderr, 2 lines like it)" in page
    assert "rank 0 on node-a: followed [nccl.peer-exited]" in page
    assert "Counted     no: it does not count against the job's attempts" in page
    assert "Unread      not all output was scanned: not all of it was read in time" in page
    assert json.loads(muster("debug", ID, "--json").out)["decided"] is True
    api.on("GET", f"/v1/jobs/{ID}/progress", paged([]))
    described = muster("describe", ID).out
    assert "Cause:     A GPU had no memory left for the program. [memory.gpu: permanent]" in described
    later = {**verdict, "rules_version": 7, "rule": "site.own", "sign": "exit code 9", "line": None}
    serve(api, attempt(1, verdict=later))
    assert "[site.own: resources, permanent]" in muster("debug", ID).out


def test_where_all_waited_the_rank_that_lags_is_named(api: Api, muster: Muster) -> None:
    lines = tuple((rank, f"{TIMEOUT} {LAST_WORK.format(9 - rank)}") for rank in (0, 1))
    serve(api, attempt(1), lines=lines)
    page = muster("debug", ID).out
    assert "No rank shows a cause of its own" in page
    assert "Waited for  rank 1: behind the others in its collectives" in page


def test_debug_judges_the_newest_failed_attempt_or_the_requested_one(api: Api, muster: Muster) -> None:
    lost = attempt(
        2, outcome="LOST", exit_code=None, failed_rank=None, message="lost on node-b: its lease ran out"
    )
    serve(api, attempt(1, exit_code=127), lost, attempt(3, outcome=None), state="RUNNING")
    node = {"node_id": "node-b", "state": "lost", "cordoned": True, "cordon_reason": "smoke"}
    api.on("GET", "/v1/nodes", paged([node]))
    newest = json.loads(muster("debug", ID, "--json").out)
    [whole] = filled("GET", "/v1/nodes", 200, {"items": [node]})["items"]
    assert (newest["ranks"][0]["rule"], newest["node"]) == ("node.lost", whole)
    assert "Node now    node-b is lost; smoke" in muster("debug", ID).out
    first = json.loads(muster("debug", ID, "--attempt", "1", "--json").out)
    assert (first["attempt"], first["ranks"][0]["rule"]) == (1, "start.command")
    assert [a.query["attempt"] for a in api.requests("GET", f"/v1/jobs/{ID}/logs")] == [["2"], ["2"], ["1"]]
    none = muster("debug", ID, "--attempt", "3")
    assert (none.code, "failed attempts: 1, 2" in none.err) == (3, True)


def test_a_job_that_had_to_leave_its_node_did_not_fail(api: Api, muster: Muster) -> None:
    stopped = attempt(1, outcome="STOPPED", exit_code=None, signal=15, message="stopped on order")
    serve(api, stopped, state="QUEUED")
    api.on("GET", "/v1/nodes", paged([]))
    payload = {"type": "JobStopping", "job_id": ID, "attempt": 1, "reason": "drain", "requeues": True}
    said = {"position": "job-events/0/1", "event": {"occurred_at_ms": 1, "payload": payload}}
    api.on("GET", f"/v1/jobs/{ID}/events", paged([said]))
    found = json.loads(muster("debug", ID, "--json").out)["ranks"][0]
    assert (found["rule"], found["spares_budget"]) == ("eviction.drained", True)
    api.on("GET", f"/v1/jobs/{ID}/events", paged([]))
    assert json.loads(muster("debug", ID, "--json").out)["ranks"][0]["rule"] == "eviction.stopped"


def test_a_job_of_which_nothing_failed_says_so(api: Api, muster: Muster) -> None:
    serve(api, attempt(1, outcome="SUCCEEDED", exit_code=0), **SUCCEEDED)
    assert "is SUCCEEDED; none of its attempts failed." in muster("debug", ID).out
    serve(api, **QUEUED)
    waits = muster("debug", ID)
    assert "is QUEUED: needs 8 free A100 on one node" in waits.out, "no scheduler explains it"
    assert "muster explain" in waits.err


def test_a_job_that_waits_is_explained_by_the_scheduler(api: Api, muster: Muster) -> None:
    serve(api, **QUEUED)
    text = [{"title": "Reason", "lines": ["GPUS_BUSY"]}, {"title": "Would start", "lines": ["with 4 GPUs"]}]
    explained = {"job_id": ID, "state": "QUEUED", "summary": f"{ID} waits: no 8 free A100", "text": text}
    api.on("GET", f"/v1/jobs/{ID}/explanation", Answer(200, explained))
    page = muster("debug", ID).out
    assert page.startswith(f"{ID} (train) is QUEUED; it has not started.\n\n{ID} waits: no 8 free A100.")
    assert "Would start with 4 GPUs" in page
    whole = filled("GET", f"/v1/jobs/{ID}/explanation", 200, explained)
    assert json.loads(muster("debug", ID, "--json").out)["explanation"] == whole


SILENT = "[muster] no output and no step of its ranks for 10m"


def stack(*frames: str) -> tuple[str, ...]:
    """Lines that an agent writes about a process with two threads."""
    return (
        SILENT,
        "[muster] process 7 (python train.py): S (sleeping), waits in futex_wait_queue",
        "[muster]   Thread 0x7f2 (most recent call first):",
        '[muster]     File "queue.py", line 171 in get',
        "[muster]   Current thread 0x7f1 (most recent call first):",
        *(f"[muster]     File {frame}" for frame in frames),
    )


def serve_hang(api: Api, *warnings: dict[str, Any], lines: tuple[tuple[int, str], ...]) -> None:
    """Serve a running gang that was reported as hanging."""
    serve(api, attempt(1, outcome=None, exit_code=None), state="RUNNING", attempt=1, lines=lines)
    said = [{"type": "JobWarned", "job_id": ID, "attempt": 1, "rank": None} | each for each in warnings]
    items = [
        {"position": f"job-events/0/{n}", "event": {"occurred_at_ms": 1_767_225_700_000, "payload": payload}}
        for n, payload in enumerate(said)
    ]
    api.on("GET", f"/v1/jobs/{ID}/events", paged(items))


HANG = {"watchdog": "HANG", "action": "TOLD", "message": SILENT.removeprefix("[muster] ")}


def test_a_gang_that_hangs_says_where_each_rank_is_and_who_holds_up_the_others(
    api: Api, muster: Muster
) -> None:
    waits, reads = '"train.py", line 41 in all_reduce', '"data.py", line 9 in read'
    stacks = {0: stack(waits), 1: stack(reads, '"torch/utils/data/dataloader.py", line 3 in __next__')}
    lines = [(rank, line) for rank in (0, 1) for line in ("step 7", *stacks[rank])]
    serve_hang(api, HANG, lines=tuple(lines))
    page = muster("debug", ID).out
    assert "is RUNNING; 1 watchdog warning." in page
    assert "Cause       Its ranks stopped writing output and making progress. [hang.silent" in page
    assert "Where       rank 0: all_reduce (train.py, line 41), waits for the other ranks, in a" in page
    assert "rank 1: read (data.py, line 9), waits for its data" in page
    assert "Waited for  rank 1: not in the collective in which the others wait" in page
    assert "Retry       as the job's own `retry` says" in page
    assert "Last lines  step 7\n" in page, "the agent's lines are not the rank's"
    found = json.loads(muster("debug", ID, "--json").out)
    assert found["lagging_ranks"] == [1]
    assert found["where"][1] == {"rank": 1, "place": "read (data.py, line 9)", "waits_for": "its data"}
    assert found["warnings"][0]["message"] == HANG["message"]


def test_the_newest_warning_is_the_diagnosis_and_later_output_is_mentioned(api: Api, muster: Muster) -> None:
    loss = {"watchdog": "LOSS", "action": "TOLD", "message": "rank 0 reports loss nan", "rank": 0}
    serve_hang(api, HANG, loss, lines=((0, "step 7"),))
    page = muster("debug", ID).out
    assert "[numerics.diverged: user, permanent]" in page
    assert "2 watchdog warnings.\n" in page
    late = event(
        {"rank": 0, "text": "on", "attempt": 1, "written_at": "2026-01-01T00:02:00.000Z"}, name="line"
    )
    api.on("GET", f"/v1/jobs/{ID}/logs", Answer(200, chunks=(late, event({}, name="end"))))
    assert "It has written output since then." in " ".join(muster("debug", ID).out.split())


def test_gpus_that_idle_are_named_with_their_figure_and_where_it_is_from(api: Api, muster: Muster) -> None:
    figure = (
        "none of its 8 GPUs was busy for more than 1.0 % of the last 30m (multiprocessors active, by DCGM)"
    )
    idle = {"watchdog": "IDLE_GPUS", "action": "TOLD", "message": figure}
    serve_hang(api, idle, lines=((0, "waiting for shard 7"),))
    page = " ".join(muster("debug", ID).out.split())
    assert "Cause It held GPUs that did next to nothing. [limit.idle-gpus: resources, permanent]" in page
    assert f"reported: {figure}" in page
    assert "a program that waits for data wants more loaders" in page
    assert "Last lines waiting for shard 7" in page


@pytest.mark.slow
def test_a_replica_that_is_slower_than_usual_is_named_beside_those_that_are_not(
    api: Api, muster: Muster
) -> None:
    serve(api, attempt(1, outcome=None), state="RUNNING")
    slow = {"p99_latency_ms": 40.0, "p99_latency_ms_usual": 30.0, "p99_latency_ms_worst": 412.0}
    told = {"step": 9, "total": None, "reported_at": "2026-11-24T03:00:00.000Z"}
    usual = slow | {"p99_latency_ms_worst": 80.0}
    ranks = [{"rank": 0, "metrics": usual, **told}, {"rank": 1, "metrics": slow, **told}]
    api.on("GET", f"/v1/jobs/{ID}/progress", paged(ranks), paged(ranks))
    page = " ".join(muster("debug", ID).out.split())
    assert "Cause A replica answers more slowly than usual. [latency.spike]" in page
    assert "rank 1: p99_latency_ms was 412, usually 30 (13.7 times); now over" in page
    assert "1 of 2 ranks are as fast as usual" in page
    [spike] = json.loads(muster("debug", ID, "--json").out)["latencies"]
    assert (spike["rank"], spike["usual_ms"], spike["worst_ms"], spike["now_ms"]) == (1, 30.0, 412.0, 40.0)
    api.on("GET", f"/v1/jobs/{ID}/progress", paged([ranks[0] | {"metrics": usual}]))
    assert "none of its attempts failed" in muster("debug", ID).out


def test_a_warning_for_which_the_rules_in_effect_have_none_is_judged_by_those_shipped(
    api: Api, muster: Muster
) -> None:
    serve_hang(api, HANG, lines=())
    text = shipped_text().replace("conditions: [hang]", "exit_codes: [99]")
    body = {"rules": text, "version": 2, "sha256": "0" * 64, "activated_by": "op", "activated_at": None}
    api.on("GET", "/v1/failure-rules", Answer(200, body))
    assert "[hang.silent: unknown, unknown]" in muster("debug", ID).out


def test_a_log_file_is_judged_without_a_server(api: Api, muster: Muster, tmp_path: Path) -> None:
    (tmp_path / "train.log").write_bytes(b"\xff\xfe\x00 bytes\n" + GANG.encode())
    found = json.loads(muster("debug", "--log", "train.log", "--json").out)
    assert [(r["rank"], r["part"], r["line_number"]) for r in found["ranks"]] == [
        (3, "first", 3),
        (0, "peer-exited", 2),
        (1, "peer-exited", 4),
    ]
    assert found["last_lines"] == ["torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 22.78 GiB."]
    assert muster("debug", "--log", "train.log", "-o", "name").out == "memory.gpu\n"
    assert api.asked == []


def test_a_kernel_s_log_is_judged_too(muster: Muster, tmp_path: Path) -> None:
    (tmp_path / "kernel.log").write_text("[8] NVRM: Xid (PCI:0000:01:00): 79, GPU has fallen off.\n")
    page = muster("debug", "--log", "kernel.log").out
    assert "[gpu.lost: hardware, transient]" in page
    assert "Node        the node: drain it, then reboot it" in page


def test_invalid_options_and_files_of_debug_are_refused(api: Api, muster: Muster, tmp_path: Path) -> None:
    for words in (["debug"], ["debug", ID, "--log", "x"], ["debug", "--log", "x", "--attempt", "1"]):
        assert muster(*words).code == 2
    absent = muster("debug", "--log", "absent.log")
    assert (absent.code, absent.err) == (2, "error: absent.log: No such file or directory\n")
    (tmp_path / "rules.yaml").write_text("version: 2\nrules:\n  - id: a\n    category: bad\n")
    refused = muster("debug", "--log", "-", "--rules", "rules.yaml")
    assert refused.code == 2
    assert "rules.yaml:4: rules[a].category is bad; must be user | resources" in refused.err
    assert api.asked == []
