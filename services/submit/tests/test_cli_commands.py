"""Each command against a canned API: what goes to stdout, what to stderr, and the exit code."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from muster.testkit.api.canned_api import (
    FAILED,
    QUEUED,
    SUCCEEDED,
    Answer,
    Api,
    Asked,
    event,
    job_json,
    paged,
    problem,
)
from muster.testkit.api.documented import filled

ID = "job-aaaaaaaaaaaaaaaaaaaa"
PATH = f"/v1/jobs/{ID}"
Muster = Callable[..., Any]


def _listed(api: Api, *jobs: dict[str, Any]) -> None:
    api.on("GET", "/v1/jobs", paged(list(jobs)))


def _event(n: int, payload: dict[str, Any]) -> dict[str, Any]:
    envelope = {
        "event_id": f"default:{n}.0",
        "key": ID,
        "occurred_at_ms": 1_767_225_600_000 + n,
        "producer": "scheduler",
        "correlation_id": "c",
        "causation_id": "x",
        "payload": payload,
    }
    return {"position": f"job-events/2/{n}", "event": envelope}


HISTORY = [
    _event(
        1,
        {
            "type": "GangBound",
            "job_id": ID,
            "attempt": 1,
            "placements": [{"rank": 0, "node_id": "node-a", "gpu_indices": [0], "gpu_milli": 1000}],
            "master_address": "127.0.0.1",
            "master_port": 29500,
            "waited_ms": 130,
            "reason": "",
        },
    ),
    _event(2, {"type": "JobSucceeded", "job_id": ID, "attempt": 1}),
]


# --- reading ------------------------------------------------------------------------------------------------


def test_list_in_every_form(api: Api, muster: Muster) -> None:
    _listed(api, job_json(), job_json("job-b", **QUEUED))
    assert muster("list").out.splitlines()[1].startswith(f"{ID}  train  RUNNING")
    assert muster("list", "-o", "name").out == f"{ID}\njob-b\n"
    assert [j["job_id"] for j in json.loads(muster("list", "--json").out)["items"]] == [ID, "job-b"]
    assert [json.loads(line)["state"] for line in muster("list", "-o", "jsonl").out.splitlines()] == [
        "RUNNING",
        "QUEUED",
    ]
    assert yaml.safe_load(muster("list", "-o", "yaml").out)["items"][0]["job_id"] == ID


def test_list_passes_its_filters_on(api: Api, muster: Muster) -> None:
    _listed(api)
    ended = muster(
        "list", "oasst", "-s", "queued", "-s", "running", "-u", "ada", "-l", "dataset=oasst2", "-n", "7"
    )
    assert (ended.code, ended.out, ended.err) == (0, "", "no jobs\n")
    query = api.asked[0].query
    assert (query["state"], query["user"], query["label"], query["q"], query["limit"]) == (
        ["QUEUED", "RUNNING"],
        ["ada"],
        ["dataset=oasst2"],
        ["oasst"],
        ["7"],
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["-q", "visoin"], 3, "no queue 'visoin'\nhint:  did you mean vision?"),
        (["-l", "dataset=oasst3"], 0, "label dataset"),
    ],
)
def test_a_filter_that_no_job_can_match_is_explained(
    api: Api, muster: Muster, words: list[str], code: int, said: str
) -> None:
    def page(asked: Asked) -> Answer:
        chosen = {"queue", "label"} & asked.query.keys()
        return paged([] if chosen else [job_json(labels={"dataset": "oasst2"})])

    api.on("GET", "/v1/jobs", page)
    api.on("GET", "/v1/queues", paged([{"name": "vision"}]))
    ended = muster("list", *words)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err


def test_an_unknown_state_is_a_usage_error(muster: Muster) -> None:
    ended = muster("list", "--state", "runing")
    assert ended.code == 2
    assert "must be one of queued, bound, running" in ended.err


def test_watching_json_or_a_pipe_is_a_usage_error(api: Api, muster: Muster) -> None:
    _listed(api)
    assert muster("list", "--watch", "-o", "json").code == 2
    assert muster("list", "--watch").code == 2


def test_describe_a_pending_job_says_why_it_waits(api: Api, muster: Muster) -> None:
    api.on("GET", PATH, Answer(200, job_json(**QUEUED)))
    api.on("GET", f"{PATH}/events", paged(HISTORY[:0]))
    out = muster("describe", ID).out
    assert "State:     QUEUED\n" in out
    assert (
        "Waits:     needs 8 free A100 on one node; largest block is 6; 3 nodes cordoned [GPUS_FRAGMENTED]\n"
    ) in out


def test_describe_ends_with_events(api: Api, muster: Muster) -> None:
    api.on("GET", PATH, Answer(200, job_json(**SUCCEEDED)))
    api.on("GET", f"{PATH}/events", paged(HISTORY))
    api.on("GET", f"{PATH}/progress", paged([]))
    out = muster("describe", ID).out
    assert "Wants:     a gang of 2 ranks, each 1 GPU (A100), 4 CPU, 8GiB memory\n" in out
    assert out.splitlines()[-1].endswith("JobSucceeded  attempt 1")
    assert "attempt 1: 1 rank on node-a, after 0.13 s" in out


def test_describe_says_whose_turn_it_is_before_a_job_leaves_its_node(api: Api, muster: Muster) -> None:
    place = {"rank": 0, "node_id": "node-a", "gpu_indices": [0], "gpu_milli": 1000, "sharing": "exclusive"}
    api.on("GET", PATH, Answer(200, job_json(state="RUNNING", attempt=1, placements=[place])))
    api.on("GET", f"{PATH}/events", paged([]))
    api.on("GET", f"{PATH}/progress", paged([]))
    turn = "its node is to be emptied: it stops and saves in its turn, 2 jobs save before it"
    text = [{"title": "Turn", "lines": [turn]}, {"title": "Ends", "lines": ["unknown"]}]
    about = {"job_id": ID, "state": "RUNNING", "summary": f"{ID} runs", "text": text}
    reason: dict[str, Any] = {"code": "", "message": "", "counts": {}}
    api.on("GET", f"{PATH}/explanation", Answer(200, {**about, "reason": reason}))
    out = muster("describe", ID).out
    assert f"Turn:      {turn}\n" in out
    assert "Ends" not in out
    api.on("GET", f"{PATH}/explanation", problem(404, "not-found", "no scheduler knows it"))
    assert "Turn" not in muster("describe", ID).out


def test_describe_shows_the_slowest_rank_and_what_is_left(api: Api, muster: Muster) -> None:
    api.on("GET", PATH, Answer(200, job_json(state="RUNNING", attempt=1)))
    api.on("GET", f"{PATH}/events", paged([]))
    told: dict[str, Any] = {"total": 400, "steps_per_s": 8.25, "eta_s": 1e6}
    told["reported_at"] = datetime.now(UTC).isoformat()
    ranks = [
        {"rank": 0, "step": 131, "metrics": {"loss": 0.6}, **told},
        {"rank": 1, "step": 120, "metrics": {"loss": "nan"}, **told},
        {"rank": 2, "step": None, "problem": "step is -1; allowed: 0 to 9"},
    ]
    api.on("GET", f"{PATH}/progress", paged(ranks))
    lines = muster("describe", ID).out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Progress:"))
    assert lines[at].startswith(
        "Progress:  ██████░░░░░░░░░░░░░░ 30.0%, step 120 of 400, 8.25 steps/s, 11d13h"
    )
    assert lines[at + 1 : at + 4] == [
        "           rank 1 is the slowest of 2; the fastest is at step 131",
        "           loss nan",
        "           rank 2 reports progress that cannot be read: step is -1; allowed: 0 to 9",
    ]


def test_the_part_of_what_its_gpus_can_do_is_shown_where_ranks_report_flops(api: Api, muster: Muster) -> None:
    place = {"node_id": "n-1", "gpu_indices": [0], "gpu_milli": 1000, "sharing": "exclusive"}
    placed = [place | {"rank": rank} for rank in (0, 1)]
    api.on("GET", PATH, Answer(200, job_json(state="RUNNING", attempt=1, placements=placed)))
    api.on("GET", f"{PATH}/events", paged([]))
    said: dict[str, Any] = {"step": 9, "total": None, "steps_per_s": 2.0}
    said["metrics"] = {"flops_per_step": 1.5e14}
    api.on("GET", f"{PATH}/progress", paged([{"rank": rank, **said} for rank in (0, 1)]))
    for model, line in {
        "H100": "600 TFLOP/s, 30.3% of the peak of 2 H100 (MFU, dense BF16)",
        "LOCAL": "600 TFLOP/s\n",
    }.items():
        api.on("GET", "/v1/nodes", paged([NODE | {"gpu_model": model}]))
        assert line in muster("describe", ID).out


def test_checkpoints_are_listed_with_their_fate(api: Api, muster: Muster) -> None:
    saved: dict[str, Any] = {
        "attempt": 1,
        "saved_at": None,
        "files": 6,
        "size_bytes": 3 << 29,
        "new_bytes": 700,
    }
    items = [
        {**saved, "step": 100, "file": "step-000000100.json", "state": "restored", "restored_by": 2},
        {**saved, "step": None, "file": "weights", "state": "damaged", "problem": "HTTP 404"},
        {**saved, "step": 300, "file": "step-000000300.json", "state": "complete"},
    ]
    api.on("GET", f"{PATH}/checkpoints", paged(items))
    lines = muster("checkpoints", ID).out.splitlines()
    assert [line.split() for line in lines[:1]] == [["STEP", "TRY", "SAVED", "FILES", "SIZE", "NEW", "STATE"]]
    assert [" ".join(line.split()) for line in lines[1:]] == [
        "100 1 - 6 1.5GiB 700B restored by attempt 2",
        "- 1 - 6 1.5GiB 700B damaged: HTTP 404",
        "300 1 - 6 1.5GiB 700B complete",
    ]
    whole = filled("GET", f"{PATH}/checkpoints", 200, {"items": items})
    assert json.loads(muster("checkpoints", ID, "-o", "json").out)["items"] == whole["items"]


def test_describe_says_how_much_memory_each_gpu_must_have(api: Api, muster: Muster) -> None:
    wanted = {"gpus": 1, "gpu_models": ["A100"], "gpu_memory_min": "40GiB", "cpu": 4, "memory": "8GiB"}
    api.on("GET", PATH, Answer(200, job_json(resources=wanted, ranks=1, **QUEUED)))
    api.on("GET", f"{PATH}/events", paged(HISTORY[:0]))
    assert "Wants:     1 GPU (A100) with 40GiB or more, 4 CPU" in muster("describe", ID).out


def test_describe_names_the_jobs_before_and_after_with_their_states(api: Api, muster: Muster) -> None:
    reason = {"code": "WAITS_FOR_JOBS", "message": "it starts after job-before succeeds"}
    spec = {"name": "evaluate", "run": "true", "after": {f"job-{n:04}": "ok" for n in range(7)}}
    api.on("GET", PATH, Answer(200, job_json(ID, **{**QUEUED, "reason": reason, "spec": spec})))
    api.on("GET", "/v1/jobs/*", lambda asked: Answer(200, job_json(asked.path.rpartition("/")[2])))
    _listed(api, *(job_json(f"job-{n}", name=f"report-{n}", **QUEUED) for n in range(6)))
    api.on("GET", f"{PATH}/events", paged(HISTORY[:0]))
    out = muster("describe", ID).out
    assert "Waits:     it starts after job-before succeeds [WAITS_FOR_JOBS]\n" in out
    assert "After:     ok: job-0000 (train), RUNNING\n           ok: job-0001 (train), RUNNING\n" in out
    assert "           and 2 more\n" in out
    assert "Before:    job-0 (report-0), QUEUED\n" in out
    assert "           and others: muster list --after job-aaaa" in out
    assert api.requests("GET", "/v1/jobs")[0].query["starts_after"] == [ID]


def test_history_for_programs_is_the_log_itself(api: Api, muster: Muster) -> None:
    api.on("GET", f"{PATH}/events", paged(HISTORY))
    first = json.loads(muster("history", ID, "-o", "jsonl").out.splitlines()[0])
    assert (first["position"], first["payload"]["type"]) == ("job-events/2/1", "GangBound")


def test_history_follows_to_the_last_event(api: Api, muster: Muster) -> None:
    chunks = tuple(event(h["event"], id=h["position"]) for h in HISTORY)
    api.on("GET", f"{PATH}/events", Answer(chunks=chunks[:1], broken=True), Answer(chunks=chunks[1:]))
    ended = muster("history", "-f", ID)
    assert [line.split()[1] for line in ended.out.splitlines()] == ["GangBound", "JobSucceeded"]
    assert "connection lost" in ended.err


# --- submitting ---------------------------------------------------------------------------------------------


@pytest.fixture
def job_file(tmp_path: Path) -> Path:
    path = tmp_path / "train.yaml"
    path.write_text("name: train\nrun: echo hello\n")
    return path


def test_submit_prints_the_id_and_what_to_type_next(api: Api, muster: Muster, job_file: Path) -> None:
    api.on("POST", "/v1/jobs", Answer(201, job_json(**QUEUED)))
    ended = muster("submit", str(job_file), "--set", "resources.gpus=2")
    assert (ended.code, ended.out) == (0, f"{ID}\n")
    assert f"next:  muster logs -f {ID[:12]}" in ended.err
    assert api.asked[0].json == {"name": "train", "run": "echo hello", "resources": {"gpus": 2}}


def test_submit_a_command_line(api: Api, muster: Muster) -> None:
    api.on("POST", "/v1/jobs", Answer(201, job_json(**QUEUED)))
    assert (
        muster(
            "submit", "--set", "ranks=2", "--name", "sft", "--", "python", "-u", "train.py", "--lr", "0.1"
        ).code
        == 0
    )
    assert api.asked[0].json == {
        "name": "sft",
        "command": ["python", "-u", "train.py", "--lr", "0.1"],
        "ranks": 2,
    }


def test_a_job_starts_after_jobs_named_in_the_file_or_by_an_option(
    api: Api, muster: Muster, tmp_path: Path
) -> None:
    api.on("POST", "/v1/jobs", Answer(201, job_json()))
    ids = {"prepare": "job-bbbbbbbbbbbbbbbbbbbb", "train-2.1": "job-cccccccccccccccccccc"}
    _listed(api, *(job_json(job_id, name=name) for name, job_id in ids.items()))
    file = tmp_path / "evaluate.yaml"
    file.write_text("name: evaluate\nrun: 'true'\nafter: {prepare: any}\n")
    assert muster("submit", str(file), "--after", "train-2.1", "--after", f"{ID}:failed").code == 0
    [sent] = api.requests("POST", "/v1/jobs")
    assert sent.json["after"] == {ids["prepare"]: "any", ids["train-2.1"]: "ok", ID: "failed"}


def test_a_job_after_an_unknown_one_is_not_submitted(api: Api, muster: Muster, job_file: Path) -> None:
    _listed(api, job_json(name="train"))
    ended = muster("submit", str(job_file), "--after", "trian")
    assert ended.code == 3
    assert "no job has the id or name 'trian'\nhint:  did you mean train?" in ended.err
    assert not api.requests("POST", "/v1/jobs")


def test_a_resubmitted_job_starts_after_no_other_unless_told(api: Api, muster: Muster) -> None:
    spec = {"name": "evaluate", "run": "true", "after": {"job-bbbbbbbbbbbbbbbbbbbb": "ok"}}
    api.on("GET", PATH, Answer(200, job_json(ID, **{**SUCCEEDED, "spec": spec})))
    api.on("POST", "/v1/jobs", Answer(201, job_json()))
    assert muster("resubmit", ID).code == 0
    assert muster("resubmit", ID, "--after", "job-cccccccccccccccccccc:any").code == 0
    sent = [asked.json.get("after") for asked in api.requests("POST", "/v1/jobs")]
    assert sent == [None, {"job-cccccccccccccccccccc": "any"}]


@pytest.mark.slow
def test_submit_wait_ends_with_the_jobs_result(api: Api, muster: Muster, job_file: Path) -> None:
    api.on("POST", "/v1/jobs", Answer(201, job_json(**QUEUED)))
    api.on(
        "GET", PATH, Answer(200, job_json(**QUEUED)), Answer(200, job_json()), Answer(200, job_json(**FAILED))
    )
    ended = muster("submit", str(job_file), "--wait")
    assert (ended.code, ended.out) == (1, f"{ID}\n")
    states = [line.split()[1] for line in ended.err.splitlines()[:-1]]
    assert states == ["QUEUED", "RUNNING", "FAILED"]
    assert ended.err.splitlines()[-1].endswith("rank 1 on node-b failed (exit code 3)")


def test_submit_wait_has_a_time_out(api: Api, muster: Muster, job_file: Path) -> None:
    api.on("POST", "/v1/jobs", Answer(201, job_json()))
    api.on("GET", PATH, Answer(200, job_json()))
    assert muster("submit", str(job_file), "--wait", "--timeout", "0.1").code == 124


def test_a_rejected_job_names_the_field_and_its_valid_values(
    api: Api, muster: Muster, job_file: Path
) -> None:
    found = [{"field": "resources.gpus", "value": "64", "allowed": "at most 8: the largest node has 8"}]
    api.on(
        "POST", "/v1/jobs", problem(422, "impossible-request", "no node can hold a rank", violations=found)
    )
    ended = muster("submit", str(job_file))
    assert (ended.code, ended.out) == (2, "")
    assert "error: no node can hold a rank\n  resources.gpus is 64; must be at most 8" in ended.err


def test_a_dry_run_refuses_a_wrong_file_and_sends_nothing(api: Api, muster: Muster, job_file: Path) -> None:
    job_file.write_text("name: train\nruns: echo\n")
    ended = muster("submit", str(job_file), "--dry-run")
    assert ended.code == 2
    assert f"{job_file}:2: runs is echo; must be absent: unknown field; did you mean 'run'?" in ended.err
    assert api.asked == []


def test_violations_from_the_service_name_the_line_of_the_file(
    api: Api, muster: Muster, job_file: Path
) -> None:
    job_file.write_text("name: train\nruns: echo\n")
    found = [{"field": "runs", "value": "echo", "allowed": "absent: unknown field; did you mean 'run'?"}]
    said = "runs is echo; must be absent: unknown field; did you mean 'run'?"
    api.on("POST", "/v1/jobs", problem(422, "invalid-request", said, violations=found))
    ended = muster("submit", str(job_file))
    assert ended.code == 2
    assert ended.err == (
        f"error: {job_file} is not a valid job\n"
        f"  {job_file}:2: runs is echo; must be absent: unknown field; did you mean 'run'?\n"
        "hint:  `muster submit --schema` lists every field\n"
    )


def test_dry_run_without_gpus_prints_the_whole_job_and_sends_no_request(
    api: Api, muster: Muster, job_file: Path
) -> None:
    body = yaml.safe_load(muster("submit", str(job_file), "--dry-run").out)
    assert (body["ranks"], body["tier"], body["grace"]) == (1, "standard-training", "30s")
    assert api.asked == []


# --- requests -----------------------------------------------------------------------------------------------


def _serve_request(api: Api, verb: str, **outcome: Any) -> None:
    api.on(
        "POST",
        f"{PATH}:{verb}",
        Answer(202, {"job_id": ID, "command_id": "cmd-1", "position": "job-commands/0/1"}),
    )
    api.on("GET", "/v1/commands/cmd-1", Answer(200, {"command_id": "cmd-1", "outcome": "accepted"} | outcome))


def test_stop_prints_the_new_state_of_the_job(api: Api, muster: Muster) -> None:
    _serve_request(api, "cancel")
    api.on("GET", PATH, Answer(200, job_json(state="STOPPING")))
    ended = muster("stop", ID, "--reason", "wrong data")
    assert (ended.code, ended.err) == (0, f"{ID} (train): STOPPING\n")
    assert api.asked[0].json == {"reason": "wrong data"}


def test_a_request_the_scheduler_rejects_is_a_conflict(api: Api, muster: Muster) -> None:
    _serve_request(api, "resume", outcome="rejected", problem={"status": 409, "detail": "the job is RUNNING"})
    ended = muster("resume", ID)
    assert (ended.code, ended.err) == (4, "error: the job is RUNNING\n")


def test_all_jobs_of_a_queue_are_suspended_after_confirmation(api: Api, muster: Muster) -> None:
    _listed(api, job_json())
    _serve_request(api, "suspend")
    api.on("GET", PATH, Answer(200, job_json(state="STOPPING")))
    dry = muster("suspend", "--queue", "default", "--dry-run", "-o", "name")
    assert (dry.code, dry.out) == (0, f"{ID}\n")
    assert not api.requests("POST", f"{PATH}:suspend")
    ended = muster("suspend", "--queue", "default", "--jobs-only", "--yes")
    assert ended.code == 0
    assert f"{ID} (train): STOPPING\n" in ended.err
    [listed, _] = api.requests("GET", "/v1/jobs")
    assert (listed.query["queue"], listed.query["state"]) == (["default"], ["QUEUED", "BOUND", "RUNNING"])


@pytest.mark.parametrize("answered", ["n\n", ""])
def test_an_unconfirmed_command_changes_nothing_and_says_so(
    api: Api, muster: Muster, monkeypatch: pytest.MonkeyPatch, answered: str
) -> None:
    _listed(api, job_json())
    monkeypatch.setattr("sys.stdin", io.StringIO(answered))
    ended = muster("suspend", "--queue", "default", "--jobs-only")
    assert ended.code == 1
    said = "error: not confirmed; nothing was changed\nhint:  --yes skips the confirmation\n"
    assert ended.err.endswith(said)
    assert not api.requests("POST", f"{PATH}:suspend")


def _queue(api: Api, suspended: str | None, outcome: Answer) -> None:
    """Serve the queue `default`, and the outcome of a change to it."""
    raw = {"name": "default", "suspended": suspended, "etag": "e"}
    api.on("GET", "/v1/queues/default", Answer(200, raw))
    receipt = {"command_id": "queue-1", "position": "q/0/1"}
    api.on("PATCH", "/v1/queues/default", Answer(202, receipt))
    api.on("GET", "/v1/commands/queue-1", outcome)


def test_a_queue_is_suspended_even_without_jobs_and_resumed(api: Api, muster: Muster) -> None:
    _listed(api)
    _queue(api, None, Answer(200, {"outcome": "accepted"}))
    ended = muster("suspend", "--queue", "default", "--reason", "no budget", "--yes")
    assert (ended.code, "queue default: suspended" in ended.err) == (0, True)
    [changed] = api.requests("PATCH", "/v1/queues/default")
    assert changed.json == {"suspended": "no budget"}
    assert muster("resume", "--queue", "default", "--yes").code == 0
    assert len(api.requests("PATCH", "/v1/queues/default")) == 1, "it was not suspended"
    _queue(api, "no budget", Answer(200, {"outcome": "accepted"}))
    assert "queue default: resumed" in muster("resume", "--queue", "default", "--yes").err
    assert api.requests("PATCH", "/v1/queues/default")[-1].json == {"suspended": None}


def test_a_queue_is_closed_before_its_jobs_are_listed(api: Api, muster: Muster) -> None:
    """The list then includes jobs accepted between the prompt and the closing."""
    _queue(api, None, Answer(200, {"outcome": "accepted"}))
    came = "job-bbbbbbbbbbbbbbbbbbbb"

    def jobs(_: Asked) -> Answer:
        ids = [ID, came] if api.requests("PATCH", "/v1/queues/default") else [ID]
        return paged([job_json(job_id=job_id) for job_id in ids])

    api.on("GET", "/v1/jobs", jobs)
    for job_id in (ID, came):
        stopping = Answer(200, job_json(job_id=job_id, state="STOPPING"))
        api.on("POST", f"/v1/jobs/{job_id}:suspend", stopping)
    ended = muster("suspend", "--queue", "default", "--yes")
    assert ended.code == 0
    order = [each.path for each in api.asked if each.method in {"PATCH", "POST"}]
    assert order[0] == "/v1/queues/default"
    assert sorted(order[1:]) == [f"/v1/jobs/{ID}:suspend", f"/v1/jobs/{came}:suspend"]


def test_many_jobs_are_stopped_at_once_by_what_they_have_in_common(api: Api, muster: Muster) -> None:
    ids = [f"job-{first}{second}{'a' * 18}" for first in "abcde" for second in "abcdefgh"]
    pages = [ids[:20], ids[20:]]

    def jobs(asked: Asked) -> Answer:
        page = 1 if "page_token" in asked.query else 0
        items = [job_json(job_id=job_id) for job_id in pages[page]]
        return paged(items, token=None if page else "more")

    api.on("GET", "/v1/jobs", jobs)
    together = threading.Barrier(8, timeout=20)

    def stopping(asked: Asked) -> Answer:
        together.wait()
        return Answer(200, job_json(job_id=asked.path[len("/v1/jobs/") : -len(":cancel")], state="STOPPING"))

    api.on("POST", "/v1/jobs/*", stopping)
    ended = muster(
        "stop", "--label", "dataset=oasst2", "--state", "queued", "--queue", "vision", "--yes", "-o", "name"
    )
    assert ended.code == 0
    assert ended.out.split() == ids
    listed = api.requests("GET", "/v1/jobs")[0].query
    assert (listed["label"], listed["state"], listed["queue"]) == (["dataset=oasst2"], ["QUEUED"], ["vision"])


def test_all_jobs_are_stopped_only_after_confirmation(
    api: Api, muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    _listed(api, job_json())
    api.on("POST", f"{PATH}:cancel", Answer(200, job_json(state="CANCELLED")))
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert muster("stop", "--all").code == 1
    assert not api.requests("POST", f"{PATH}:cancel")
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert muster("stop", "--all").code == 0
    assert len(api.requests("POST", f"{PATH}:cancel")) == 1
    assert api.requests("GET", "/v1/jobs")[0].query["state"] == ["QUEUED", "BOUND", "RUNNING", "SUSPENDED"]


def test_a_shared_queue_is_not_suspended_but_its_jobs_are(api: Api, muster: Muster) -> None:
    _listed(api, job_json())
    _serve_request(api, "suspend")
    api.on("GET", PATH, Answer(200, job_json(state="STOPPING")))
    refusal = {"type": "/problems/forbidden", "title": "forbidden", "status": 403, "detail": "it is shared"}
    _queue(api, None, Answer(200, {"outcome": "rejected", "problem": refusal}))
    ended = muster("suspend", "--queue", "default", "--yes")
    assert "queue default itself is unchanged: it is shared" in ended.err
    assert f"{ID} (train): STOPPING\n" in ended.err
    assert ended.code == 0


def test_the_whole_cluster_is_suspended_and_only_what_was_closed_for_that_is_opened(
    api: Api, muster: Muster
) -> None:
    closed = {"n-2": "fan", "n-3": "the cluster is suspended: a new store"}
    drained = [NODE | {"node_id": name, "draining": True, "drain_reason": closed[name]} for name in closed]
    api.on("GET", "/v1/nodes", paged([NODE, *drained]))
    for what in ("n-1:drain", "n-3:undrain"):
        api.on("POST", f"/v1/nodes/{what}", Answer(202, {"command_id": "cmd-1", "position": "o/0/1"}))
    api.on("GET", "/v1/commands/cmd-1", Answer(200, {"outcome": "accepted"}))
    assert muster("suspend", "--cluster", "--dry-run", "-o", "name").out == "n-1\n"
    assert not api.requests("POST", "/v1/nodes/n-1:drain")
    ended = muster("suspend", "--cluster", "--reason", "a new store", "--yes")
    assert (ended.code, ended.err) == (0, "suspend: 1 node\n")
    [request] = api.requests("POST", "/v1/nodes/n-1:drain")
    assert request.json == {"reason": "the cluster is suspended: a new store"}
    ended = muster("resume", "--cluster", "--yes")
    assert (ended.code, ended.err) == (0, "resume: 1 node\n")
    assert len(api.requests("POST", "/v1/nodes/n-3:undrain")) == 1


def test_a_rejected_node_does_not_stop_the_others(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/nodes", paged([NODE | {"node_id": "n-0"}, NODE]))
    api.on("POST", "/v1/nodes/n-1:drain", Answer(202, {"command_id": "cmd-1", "position": "o/0/1"}))
    api.on("GET", "/v1/commands/cmd-1", Answer(200, {"outcome": "accepted"}))
    refusal = {"type": "/problems/forbidden", "title": "forbidden", "status": 403, "detail": "not yours"}
    api.on("POST", "/v1/nodes/n-0:drain", Answer(403, refusal))
    ended = muster("suspend", "--cluster", "--yes")
    assert ended.code != 0
    assert "not yours" in ended.err
    assert "suspend: 1 node\n" in ended.err


def test_jobs_are_named_or_selected_and_not_both(api: Api, muster: Muster) -> None:
    for words in (["suspend"], ["suspend", ID, "--all"], ["resume", ID, "--user", "ada"], ["stop"]):
        ended = muster(*words)
        assert ended.code == 2
        assert "name jobs" in ended.err
    assert "--cluster applies to everything" in muster("suspend", "--cluster", "--all").err


def test_one_rejection_does_not_stop_the_other_jobs(api: Api, muster: Muster) -> None:
    _serve_request(api, "cancel")
    api.on("GET", PATH, Answer(200, job_json(state="STOPPING")))
    other = "job-" + "b" * 20
    ended = muster("stop", other, ID)
    assert ended.code == 3
    assert f"{ID} (train): STOPPING" in ended.err


def test_cordoning_an_unknown_node_suggests_the_closest(api: Api, muster: Muster) -> None:
    nodes = [
        {"node_id": f"openb-node-000{n}", "state": "ready", "gpu_count": 8, "gpu_model": "T4"} for n in (1, 2)
    ]
    api.on("GET", "/v1/nodes", paged(nodes))
    ended = muster("cordon", "openb-node-003")
    assert ended.code == 3
    assert "did you mean openb-node-000" in ended.err
    listed = muster("nodes", "--model", "T4")
    assert listed.out.count("openb-node") == 2
    assert listed.err == "2 nodes, 0 of 16 GPUs in use\n"


NODE = {"node_id": "n-1", "state": "ready", "gpu_count": 8, "gpu_model": "T4"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "asked", "body"),
    [
        (["drain", "n-1", "--reason", "fan"], ("POST", "/v1/nodes/n-1:drain"), {"reason": "fan"}),
        (["undrain", "n-1"], ("POST", "/v1/nodes/n-1:undrain"), {}),
        (["test", "n-1", "--reason", "fan"], ("POST", "/v1/nodes/n-1:test"), {"reason": "fan"}),
        (
            ["label", "n-1", "zone=a", "rack-"],
            ("POST", "/v1/nodes/n-1/tags"),
            {"labels": {"zone": "a"}, "labels_removed": ["rack"], "taints": [], "taints_removed": []},
        ),
        (
            ["taint", "n-1", "spot", "own-"],
            ("POST", "/v1/nodes/n-1/tags"),
            {"labels": {}, "labels_removed": [], "taints": ["spot"], "taints_removed": ["own"]},
        ),
        (
            ["maintenance", "n-1", "--start", "2026-12-01T08:00Z", "--end", "90m", "--reason", "disks"],
            ("PUT", "/v1/nodes/n-1/maintenance"),
            {
                "starts_at": "2026-12-01T08:00:00.000Z",
                "ends_at": "2026-12-01T09:30:00.000Z",
                "reason": "disks",
            },
        ),
        (["maintenance", "n-1", "--off"], ("DELETE", "/v1/nodes/n-1/maintenance"), None),
    ],
)
def test_node_commands_send_their_request_and_print_the_new_state(
    api: Api, muster: Muster, words: list[str], asked: tuple[str, str], body: dict[str, Any] | None
) -> None:
    node = NODE | {"labels": {"rack": "r7"}, "taints": ["own"], "draining": True}
    api.on("GET", "/v1/nodes", paged([node]))
    api.on(*asked, Answer(202, {"command_id": "cmd-1", "position": "operator-commands/0/1"}))
    api.on("GET", "/v1/commands/cmd-1", Answer(200, {"outcome": "accepted"}))
    ended = muster("node", *words)
    assert (ended.code, ended.err) == (0, "n-1: ready,draining, rack=r7, taint own\n")
    [request] = api.requests(*asked)
    assert (None if body is None else request.json) == body


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["label", "n-1", "zone"], "'zone' is not a label"),
        (["maintenance", "n-1", "--start", "2h"], "--start and --end are required"),
        (["maintenance", "n-1", "--start", "soon", "--end", "1h"], "'soon' is not a time"),
    ],
)
def test_malformed_options_of_a_node_command_are_usage_errors(
    muster: Muster, words: list[str], said: str
) -> None:
    ended = muster("node", *words)
    assert ended.code == 2
    assert said in ended.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["label", "n-1", "rack-"], "n-1 has no label 'rack'"),
        (["taint", "n-1", "spot-"], "n-1 has no taint 'spot'"),
    ],
)
def test_removing_a_tag_that_the_node_does_not_have_fails(
    api: Api, muster: Muster, words: list[str], said: str
) -> None:
    api.on("GET", "/v1/nodes", paged([NODE | {"labels": {"zone": "a"}, "taints": []}]))
    ended = muster("node", *words)
    assert ended.code == 3
    assert said in ended.err


# --- logs ---------------------------------------------------------------------------------------------------


def _line(n: int, rank: int) -> str:
    return event({"rank": rank, "stream": "STDOUT", "text": f"step {n}"}, name="line", id=f"log-events/0/{n}")


def test_logs_of_a_gang_name_the_rank(api: Api, muster: Muster) -> None:
    api.on("GET", PATH, Answer(200, job_json(attempt=2)))
    api.on("GET", f"{PATH}/logs", Answer(chunks=(_line(1, 0), _line(2, 1))))
    assert muster("logs", ID).out == "rank 0 | step 1\nrank 1 | step 2\n"
    assert muster("logs", ID, "--rank", "1", "--tail", "5", "--previous").out == "step 1\nstep 2\n"
    query = api.requests("GET", f"{PATH}/logs")[1].query
    assert (query["rank"], query["tail"], query["previous"]) == (["1"], ["5"], ["true"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rank", "2"], "no rank 2\nhint:  its ranks are 0 to 1"),
        (["--attempt", "2"], "no attempt 2\nhint:  it has had 1 attempt: `muster describe job-aaaaaaaa`"),
        (["--previous"], "no attempt before the newest\nhint:  it has had 1 attempt"),
    ],
)
def test_an_absent_rank_or_attempt_is_reported(api: Api, muster: Muster, words: list[str], said: str) -> None:
    api.on("GET", PATH, Answer(200, job_json()))
    for follow in ([], ["-f"]):
        ended = muster("logs", ID, *words, *follow)
        assert (ended.code, ended.out) == (3, "")
        assert f"error: job train has {said}" in ended.err


def test_one_attempt_is_chosen_in_one_way(api: Api, muster: Muster) -> None:
    ended = muster("logs", ID, "--attempt", "1", "--previous")
    assert (ended.code, api.asked) == (2, [])
    assert "--previous and --attempt are given; must be one of them" in ended.err


def test_logs_of_a_pending_job_say_why_there_are_none(api: Api, muster: Muster) -> None:
    api.on("GET", PATH, Answer(200, job_json(**QUEUED)))
    api.on("GET", f"{PATH}/logs", Answer(chunks=(event({"state": "QUEUED"}, name="end"),)))
    ended = muster("logs", ID)
    assert (ended.code, ended.out) == (0, "")
    assert "is queued: needs 8 free A100" in ended.err
    assert f"muster logs -f {ID[:12]}" in ended.err


@pytest.mark.parametrize("follow", [(), ("-f",)])
def test_lost_output_is_reported_beside_the_rest(api: Api, muster: Muster, follow: tuple[str, ...]) -> None:
    api.on("GET", PATH, Answer(200, job_json(**SUCCEEDED)))
    end = event({"state": "SUCCEEDED", "exit_code": 0, "bytes_lost": 4096}, name="end")
    api.on("GET", f"{PATH}/logs", Answer(chunks=(_line(1, 0), end)))
    ended = muster("logs", ID, *follow)
    assert (ended.code, ended.out) == (0, "rank 0 | step 1\n")
    assert "4,096 bytes of output were lost" in ended.err.splitlines()


def test_following_waits_for_the_job_survives_a_restart_and_ends_with_its_result(
    api: Api, muster: Muster
) -> None:
    api.on(
        "GET",
        PATH,
        Answer(200, job_json(**QUEUED)),
        Answer(200, job_json()),
        Answer(200, job_json(**SUCCEEDED)),
    )
    end = event({"state": "SUCCEEDED", "exit_code": 0}, name="end")
    api.on(
        "GET", f"{PATH}/logs", Answer(chunks=(_line(1, 0),), broken=True), Answer(chunks=(_line(2, 0), end))
    )
    ended = muster("logs", "-f", ID)
    assert (ended.code, ended.out) == (0, "rank 0 | step 1\nrank 0 | step 2\n")
    assert "QUEUED     needs 8 free A100" in ended.err
    assert "connection lost" in ended.err
    assert ended.err.splitlines()[-1] == f"{ID} (train): SUCCEEDED after 1m"


def test_following_a_failed_job_ends_with_1(api: Api, muster: Muster) -> None:
    api.on("GET", PATH, Answer(200, job_json(**FAILED)))
    api.on("GET", f"{PATH}/logs", Answer(chunks=(event({"state": "FAILED", "exit_code": 3}, name="end"),)))
    assert muster("logs", "-f", ID).code == 1


# --- errors -------------------------------------------------------------------------------------------------


def test_a_misspelt_job_suggests_the_closest(api: Api, muster: Muster) -> None:
    _listed(api, job_json())
    ended = muster("describe", "trian")
    assert (ended.code, ended.err) == (
        3,
        "error: no job has the id or name 'trian'\nhint:  did you mean train?\n",
    )


def test_no_token_is_an_auth_error_that_says_what_to_do(
    muster: Muster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MUSTER_TOKEN")
    ended = muster("list")
    assert ended.code == 5
    assert "muster up" in ended.err


def test_a_wrong_token_is_an_auth_error(api: Api, muster: Muster) -> None:
    api.on("GET", "/v1/jobs", problem(401, "unauthorized", "the token has expired"))
    ended = muster("list")
    assert ended.code == 5
    assert ended.err.startswith("error: the token has expired\nhint:  set MUSTER_TOKEN")


@pytest.mark.slow
def test_an_absent_service_is_unavailable(muster: Muster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUSTER_API_URL", "http://127.0.0.1:9")
    ended = muster("list")
    assert ended.code == 6
    assert "is the stack running? `muster up` starts it" in ended.err
