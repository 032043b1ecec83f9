"""`muster debug` on the real stack: failures that are really provoked, and the diagnosis of each."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from muster.testkit.metadata_server import metadata_server
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

CUDA_OOM = """
class OutOfMemoryError(RuntimeError): pass
OutOfMemoryError.__module__ = "torch"
raise OutOfMemoryError("CUDA out of memory. Tried to allocate 22.78 GiB. GPU 0 has 79.11 GiB")
"""
DISK_FULL = "open('/dev/full', 'w', buffering=1).write('checkpoint' * 1000)"
TIMEOUT = (
    "[rank0]:[E321 02:07:08 ProcessGroupNCCL.cpp:607] [Rank 0] Watchdog caught collective operation timeout: "
    "WorkNCCL(SeqNum=1580, OpType=ALLREDUCE, NumelIn=466119168, Timeout(ms)=600000) ran for 600060 ms"
)
LAST_WORK = (
    "[rank0]:[E321 02:07:08 ProcessGroupNCCL.cpp:1664] [PG 1 Rank 0] Exception detected by watchdog at work: "
    "1580, last enqueued NCCL work: 1582, last completed NCCL work: 1579."
)
LOADER = "raise RuntimeError('DataLoader timed out after 120 seconds')"
IMAGE = """\
Warning  Failed   Failed to pull image "registry.example/train:v7": rpc error: code = NotFound
Warning  Failed   Error: ErrImagePull
"""
REPLICA = """
import time
from muster.checkpoint import report
for number in range(10**6):
    began = time.perf_counter()
    time.sleep(1 if number % 200 in range(60, 63) else 0.005)  # an answer; some take long
    report(number, metrics={"request_latency_ms": 1000 * (time.perf_counter() - began)})
    time.sleep(0.02)
"""
EXPORTER = """\
# HELP DCGM_FI_PROF_SM_ACTIVE The ratio of cycles an SM has at least 1 warp assigned.
# TYPE DCGM_FI_PROF_SM_ACTIVE gauge
DCGM_FI_PROF_SM_ACTIVE{gpu="0",UUID="GPU-1a",device="nvidia0",modelName="NVIDIA H100 80GB HBM3"} 0.021
DCGM_FI_PROF_SM_ACTIVE{gpu="1",UUID="GPU-2b",device="nvidia1",modelName="NVIDIA H100 80GB HBM3"} 0.021
"""
GANG = f"""
import os, sys, time
if os.environ["RANK"] == "0":
    print({TIMEOUT!r}, {LAST_WORK!r}, sep="\\n", file=sys.stderr, flush=True)
    os.abort()
time.sleep(600)
"""


def failed(product: Product, *words: str, **settings: str) -> str:
    """The id of a job once it has failed and its output is stored."""
    options = [f"{name.replace('__', '.')}={value}" for name, value in settings.items()]
    given = [word for option in options for word in ("--set", option)]
    job_id = product.muster("submit", *given, "-o", "name", "--", *words).stdout.strip().removeprefix("job/")
    product.wait_for_state(job_id, "FAILED")
    return job_id


def diagnosis(product: Product, job_id: str, rule: str) -> dict[str, Any]:
    """The diagnosis, once the output that it rests on can be read."""
    found: dict[str, Any] = {}
    product.until(lambda: verdict(product, job_id).get("rule") == rule, told=lambda: str(product.job(job_id)))

    def diagnosed() -> bool:
        found.update(json.loads(product.muster("debug", job_id, "--json").stdout))
        return found["ranks"][0]["rule"] == rule

    product.until(diagnosed, told=lambda: json.dumps(found))
    assert found["decided"], "the verdict is the scheduler's"
    assert verdict(product, job_id)["rule"] == rule
    return found


def verdict(product: Product, job_id: str) -> dict[str, Any]:
    """The verdict on the newest attempt that failed, as the API has it; {}: there is none yet."""
    given = [attempt["verdict"] for attempt in product.job(job_id)["attempts"] if attempt["verdict"]]
    return given[-1] if given else {}


def _holds(mib: int) -> tuple[str, ...]:
    """A program that holds memory for seconds: where memory is only measured, a shorter peak may pass."""
    program = f"import time; held = b'x' * ({mib} << 20); time.sleep(5); print(len(held))"
    return sys.executable, "-c", program


def test_out_of_host_memory(product: Product) -> None:
    """It fails at once, though its owner granted three attempts: it would end in the same way."""
    job_id = failed(product, *_holds(400), resources__memory="64MiB", retry__attempts="3")
    assert len(product.job(job_id)["attempts"]) == 1
    first = diagnosis(product, job_id, "memory.host")["ranks"][0]
    assert first["sign"] == "stated by the platform: out of memory"
    assert (first["action"], first["memory_percent"], first["retry_helps"]) == ("more-memory", 150, False)
    page = product.muster("debug", job_id).stdout
    assert "reported: out of memory: its rank used more than the 64 MiB" in page
    assert "Retry       only with more memory: 150% of what it had" in page


def test_the_next_attempt_has_more_memory_where_the_job_allows_it(product: Product) -> None:
    words = _holds(70)
    settings = {"resources.memory": "64MiB", "retry.memory_max": "256MiB", "retry.attempts": "5"}
    given = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    given += ["--set", "retry.backoff=0s", "-o", "name", "--"]
    job_id = product.muster("submit", *given, *words).stdout.strip().removeprefix("job/")
    product.wait_for_state(job_id, "SUCCEEDED")
    requeued = [e["payload"] for e in product.events(job_id) if e["payload"]["type"] == "JobRequeued"]
    assert requeued[0]["memory_mib"] == 96
    assert "its next attempt gets 96MiB a rank instead of 64MiB" in requeued[0]["reason"]
    bound = [e["payload"] for e in product.events(job_id) if e["payload"]["type"] == "GangBound"]
    assert [each["each"]["memory_mib"] for each in bound][:2] == [64, 96]
    assert product.output(job_id).strip().endswith(str(70 << 20))


@pytest.mark.parametrize("words", [["no-such-program", "--fast"], ["sh", "-c", "no-such-program --fast"]])
def test_a_command_that_does_not_exist(product: Product, words: list[str]) -> None:
    job_id = failed(product, *words, retry__attempts="3")
    first = diagnosis(product, job_id, "start.command")["ranks"][0]
    assert (first["action"], first["category"]) == ("fail", "user")
    assert "permanent [start.command]" in product.muster("describe", job_id).stdout


def test_a_python_traceback_is_tried_again_as_its_owner_says(product: Product) -> None:
    program = "{}['step']"
    job_id = failed(product, sys.executable, "-c", program, retry__attempts="2", retry__backoff="0s")
    first = diagnosis(product, job_id, "python.error")["ranks"][0]
    assert first["line"] == "KeyError: 'step'"
    assert [a["verdict"]["rule"] for a in product.job(job_id)["attempts"]] == ["python.error"] * 2
    assert "[python.error, unknown]" in product.muster("history", job_id).stdout


def test_a_python_traceback_of_cuda_out_of_memory(product: Product) -> None:
    job_id = failed(product, sys.executable, "-c", CUDA_OOM)
    found = diagnosis(product, job_id, "memory.gpu")
    first = found["ranks"][0]
    assert first["line"].startswith(
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 22.78 GiB."
    )
    assert (first["rank"], first["node_id"]) == (0, product.job(job_id)["attempts"][0]["failed_node_id"])
    assert found["last_lines"][-1] == first["line"]
    assert "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True" in product.muster("debug", job_id).stdout


def test_a_disk_that_is_full(product: Product) -> None:
    """/dev/full is a disk without room: the program meets the kernel's own ENOSPC."""
    first = diagnosis(product, failed(product, sys.executable, "-c", DISK_FULL), "disk.full")["ranks"][0]
    assert first["line"] == "OSError: [Errno 28] No space left on device"


def test_a_collective_that_timed_out_names_the_rank_that_was_waited_for(product: Product) -> None:
    """The lines are a real watchdog's; the gang, its abort and its end are real."""
    job_id = failed(product, sys.executable, "-c", GANG, ranks="2")
    found = diagnosis(product, job_id, "nccl.timeout")
    assert (found["cause_seen"], found["lagging_ranks"]) == (False, [1])
    assert found["ranks"][0]["rank"] == 0
    page = product.muster("debug", job_id).stdout
    assert "Waited for  rank 1: behind the others in its collectives" in page


def test_data_that_comes_too_slowly(product: Product) -> None:
    """The line is PyTorch's own, from a DataLoader with a timeout."""
    first = diagnosis(product, failed(product, sys.executable, "-c", LOADER), "data.slow")["ranks"][0]
    assert (first["category"], first["subcategory"]) == ("storage", "data-loading")


@pytest.mark.long
def test_a_replica_whose_latency_spikes(product: Product) -> None:
    """Its answers are measured, and some really take long; it goes on running."""
    words = ("--set", "tier=production-inference", "-o", "name", "--", sys.executable, "-c", REPLICA)
    job_id = product.muster("submit", *words).stdout.strip().removeprefix("job/")
    found: dict[str, Any] = {}

    def spike_is_found() -> bool:
        found.update(json.loads(product.muster("debug", job_id, "--json").stdout))
        return found.get("rule") == "latency.spike"

    product.until(spike_is_found, told=lambda: json.dumps(found))
    [spike] = found["latencies"]
    assert (spike["rank"], spike["metric"]) == (0, "request_latency_ms")
    assert spike["worst_ms"] >= 1000 > 3 * spike["usual_ms"]
    page = product.muster("debug", job_id).stdout
    assert "A replica answers more slowly than usual. [latency.spike]" in page
    assert "rank 0: request_latency_ms was" in page
    product.cancel(job_id)
    product.wait_for_state(job_id, "CANCELLED")


@pytest.mark.long
def test_gpus_that_do_next_to_nothing(product: Product) -> None:
    """The job, its watchdog and its end are real; the figures are as DCGM's exporter writes them."""
    with metadata_server() as exporter:
        exporter.pages["/metrics"] = EXPORTER
        product.stop("agent")
        product.start("agent", {"MUSTER_AGENT_DCGM_URL": f"{exporter.url}/metrics"})
        product.muster("policy", "set", "gpu_idle_max.standard-training=3s", "gpu_idle_ends_after=1s")
        try:
            first = diagnosis(
                product, failed(product, "sleep", "600", resources__gpus="1"), "limit.idle-gpus"
            )
        finally:
            product.muster("policy", "set", "gpu_idle_max.standard-training=30m", "gpu_idle_ends_after=0s")
            product.stop("agent")
            product.restart()
    assert first["ranks"][0]["retry_helps"] is False
    payloads = [event["payload"] for event in product.events(first["job_id"])]
    warned = [(each["action"], each["message"]) for each in payloads if each["type"] == "JobWarned"]
    told = "its GPU was busy for 2.0 % of the last 3s (multiprocessors active, by DCGM)"
    assert warned[0] == ("TOLD", told)
    assert [action for action, _ in warned] == ["TOLD", "ENDED"]
    page = product.muster("debug", first["job_id"]).stdout
    assert "It held GPUs that did next to nothing. [limit.idle-gpus: resources," in page


def test_an_image_is_refused_at_once_and_another_scheduler_s_log_of_one_is_judged(
    product: Product, tmp_path: Path
) -> None:
    """No node runs images, so that none is ever pulled here: the lines are a kubelet's."""
    refused = product.muster("submit", "--set", "image=train:v7", "--", "true", check=False)
    assert refused.returncode == 2
    assert "image" in refused.stderr
    (tmp_path / "events.log").write_text(IMAGE)
    found = json.loads(product.muster("debug", "--log", str(tmp_path / "events.log"), "--json").stdout)
    assert found["ranks"][0]["rule"] == "start.image"


def test_a_job_that_waits_says_for_what_and_what_would_start_it(product: Product) -> None:
    words = ("--set", "node_labels.zone=mars", "-o", "name", "--", "true")
    job_id = product.muster("submit", *words).stdout.strip().removeprefix("job/")
    product.wait_for(job_id, lambda job: bool(job["reason"]) and job["reason"]["code"] == "LABELS_ABSENT")
    found = json.loads(product.muster("debug", job_id, "--json").stdout)
    assert (found["state"], found["explanation"]["reason"]["code"]) == ("QUEUED", "LABELS_ABSENT")
    page = product.muster("debug", job_id).stdout
    assert "it has not started" in page
    assert "zone=mars" in page
    product.cancel(job_id)


@pytest.mark.long
def test_a_node_that_is_lost_spares_the_attempts_that_the_job_grants(product: Product) -> None:
    """kill -9 of the agent: its lease runs out, its ranks end, and the job waits for a node again."""
    product.stop("agent")
    product.start("agent", {"MUSTER_AGENT_LEASE_MS": "20000"})
    options = ("--set", "retry.attempts=1", "-o", "name")
    submitted = product.muster("submit", *options, "--", "sleep", "600").stdout
    job_id = submitted.strip().removeprefix("job/")
    try:
        product.wait_for_state(job_id, "RUNNING")
        product.kill("agent")
        product.until(lambda: any(a["verdict"] for a in product.job(job_id)["attempts"]), 180)
        found = verdict(product, job_id)
        assert (found["rule"], found["spared"]) == ("node.lost", True)
        first = diagnosis(product, job_id, "node.lost")["ranks"][0]
        assert (first["action"], first["node_action"]) == ("resume", "suspect")
        said = product.muster("debug", job_id).stdout
        assert "Counted     no: it does not count against the job's attempts" in said
    finally:
        product.stop("agent")
        product.restart()
        product.cancel(job_id)
    product.wait_for_state(job_id, "CANCELLED")
