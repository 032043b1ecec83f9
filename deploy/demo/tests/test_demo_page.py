"""The page at the end, character by character, and when the demo has failed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from muster.client.resources import Job
from muster.demo.audit import Verdict
from muster.demo.bill import bill
from muster.demo.gate import Gated
from muster.demo.nodes import NodeList, read_nodes
from muster.demo.page import Outcome, page
from muster.demo.picture import area, chart, resample, time_axis
from muster.demo.published import Published, published
from muster.demo.submission import Submitted
from muster.scheduler.edge.report import Latency, Report, Sample
from muster.testkit.api.canned_api import SUCCEEDED, job_json

NODES = Path(__file__).resolve().parents[3] / "data/openb/openb_node_list_gpu_node.csv"

REPORT = Report(
    outcomes=Counter(succeeded=4, failed=1),
    at_once=Latency(4, 12, 85, 90),
    after_waiting=Latency(1, 17_000, 17_000, 17_000),
    serving=Latency(3, 60, 140, 150),
    binds=5,
    binds_per_s=2.5,
    binds_per_s_max=4,
    samples=[Sample(n * 1000, float(n), 20 - n / 5, 0, n) for n in range(101)],
    nodes=3,
    gpus=8,
    batches=9,
)
FOUND = {
    "items": [
        {"key": {"queue": "", "kind": "idle"}, "gpu_hours": "9.000", "charged": "3.15", "currency": "USD"},
        {"key": {"queue": "web", "kind": "job"}, "gpu_hours": "1.250", "charged": "0.44", "currency": "USD"},
    ],
    "node_days": 3,
    "reconciled": True,
}
BILL = bill(FOUND)
JOB_ID = "job-aaaaaaaaaaaaaaaaaaaa"
WELL = Outcome(
    listed=NodeList(Path("nodes.csv"), "node-*", 3, 8, ("T4",)),
    expected=Counter(succeeded=4, failed=1),
    submitted=Submitted(job_ids=["job-1"]),
    ended=Counter(succeeded=4, failed=1),
    report=REPORT,
    queues=["QUEUE    USED", "serving     5"],
    explained=["$ muster explain job-1", "  It waits for a leaf.", ""],
    training=Job.read(job_json(**SUCCEEDED, attempt=2)),
    training_loss="0.2041",
    undisturbed_loss="0.2041",
    model=Published("local/spirals 1a2b3c4", f"checkpoint/{JOB_ID}/400", f"attempt/{JOB_ID}/2"),
    gate=Gated(
        "passed 0.940", "failed 0.600", production=True, refusal="error: gate tiny-answers says failed"
    ),
    bill=BILL,
    verdict=Verdict(True, "verified: 9 batches came out as recorded"),
    took_s=204.6,
)


def test_the_page_begins_with_what_happened() -> None:
    assert page(WELL).partition("  GPUs allocated")[0] == (
        "5 jobs of a real cluster's trace on its 3 nodes and 8 GPUs,\n"
        "simulated, and one real training job on this machine, in 205 s.\n"
        "\n"
        "  Jobs       4 succeeded, 1 failed; 0 lost (as many failed in the trace)\n"
        "  Decisions  p50 12 ms, p99 85 ms from a command's arrival in Kafka to its bind's commit\n"
        "             (4 jobs that fitted when they came)\n"
        "             1 waited for GPUs first: p50 17 s, p99 17 s\n"
        "  Inference  p50 60 ms, p99 140 ms from that arrival until it runs\n"
        "  Binds      5 gangs; 2/s on average, 4 in the best second\n"
        "  Training   2 ranks, succeeded, exit code 0; yielded to a bigger job and went on: loss 0.2041, "
        "undisturbed 0.2041\n"
        "  Model      local/spirals 1a2b3c4 <- checkpoint/job-aaaaaaaaaaaaaaaaaaaa/400 <- "
        "attempt/job-aaaaaaaaaaaaaaaaaaaa/2\n"
        "  Gate       1,000 steps of training passed 0.940; 150 steps failed 0.600, so production stays\n"
        "  Audit      verified: 9 batches came out as recorded\n"
        "\n"
    )


def test_the_page_ends_with_what_to_do_next() -> None:
    assert page(WELL).partition("  Try next")[2] == (
        "\n"
        "    muster describe job-aaaaaaaaaaaaaaaaaaaa\n"
        "    muster model lineage local/spirals --up\n"
        "    muster eval show local/tiny-answers\n"
        "    muster list --state failed -n 20\n"
        "    muster cost running --by team\n"
        "    muster events tail scheduler-log --from beginning -n 20\n"
        "  The simulated nodes have left; the stack is still up, and `muster down` stops it.\n"
    )


def test_both_pictures_stand_over_one_time_axis() -> None:
    lines = page(WELL).splitlines()
    scales = [line for line in lines if "┤" in line or "┼" in line]
    assert {len(line.rstrip()) for line in scales if "┼" in line} == {79}
    assert scales[0].startswith("  100 ┤")
    axis = lines[lines.index("") :]
    assert any(line.startswith("      0s") and line.endswith("100s") and len(line) == 79 for line in axis)


def test_an_area_fills_from_below_in_eighths() -> None:
    assert area([0, 25, 50, 100, 200], top=100, rows=2) == ["   ██", " ▄███"]
    assert area([6.25], top=100, rows=2) == [" ", "▁"]


def test_a_chart_has_its_scale_at_the_left() -> None:
    assert chart([0, 100], top=100, rows=2, unit="%") == ["100% ┤ █", " 50% ┤ █", "   0 ┼──"]


def test_each_column_shows_the_last_value_known() -> None:
    points = [(0.0, 1.0), (1.0, 2.0), (9.0, 3.0)]
    assert resample(points, 10) == [1, 2, 2, 2, 2, 2, 2, 2, 2, 3]
    assert resample([], 3) == [0, 0, 0]


def test_times_end_under_their_columns() -> None:
    assert time_axis(80, 24, indent=2) == "  0s  20s   40s   60s   80s"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"ended": Counter(succeeded=3, failed=1, open=1)}, "1 jobs were taken and did not come to an end"),
        ({"ended": Counter(succeeded=4, absent=1)}, "1 jobs were taken and did not come to an end"),
        ({"ended": Counter(succeeded=5)}, "the trace says {'succeeded': 4, 'failed': 1}"),
        ({"submitted": Submitted(refused=["ranks: 0"])}, "1 jobs were refused, the first: ranks: 0"),
        ({"training": None}, "the training job did not succeed"),
        ({"training": Job.read(job_json(**SUCCEEDED, attempt=1))}, "took 1 attempts; expected: 2"),
        ({"undisturbed_loss": "0.3"}, "ended with another loss: 0.2041, undisturbed 0.3"),
        ({"model": Published()}, "the attempt that succeeded: none"),
        ({"model": replace(WELL.model, attempt="attempt/job-b/2")}, "succeeded: local/spirals 1a2b3c4 <- "),
        ({"gate": replace(WELL.gate, production=False)}, "the gate was not obeyed: 1,000 steps of training"),
        ({"gate": replace(WELL.gate, worse="passed 0.9")}, "150 steps passed 0.9; error: gate tiny"),
        ({"bill": bill({**FOUND, "reconciled": False})}, "does not add up: 3.59 USD"),
        ({"verdict": Verdict(False, "seq 7 differs")}, "the audit failed: seq 7 differs"),
    ],
)
def test_whatever_went_wrong_makes_the_demo_fail(changed: dict[str, Any], said: str) -> None:
    assert WELL.failures() == []
    (failure,) = replace(WELL, **changed).failures()
    assert said in failure


def test_a_version_comes_from_the_attempt_that_saved_its_checkpoint() -> None:
    version, before = "version/repo-a/1a2b3c4d5", "version/repo-a/000000000"
    ends = [
        (version, before),
        (version, "attempt/job-a/2"),
        (version, "checkpoint/job-a/400"),
        ("checkpoint/job-a/400", "attempt/job-a/2"),
        (before, "attempt/job-0/1"),
        (before, "checkpoint/job-0/400"),
    ]
    edges = [{"child": child, "parent": parent} for child, parent in ends]
    walk = {"starts": [version], "edges": edges}
    found = published("1a2b3c4d5", walk)
    assert str(found) == "local/spirals 1a2b3c4 <- checkpoint/job-a/400 <- attempt/job-a/2"
    assert found.is_of("job-a", 2)
    assert not found.is_of("job-a", 1)
    apart = {**walk, "edges": [edge for edge in edges if not edge["child"].startswith("checkpoint/")]}
    assert not published("1a2b3c4d5", apart).is_of("job-a", 2)
    assert str(published("1a2b3c4d5", {**walk, "edges": []})) == "local/spirals 1a2b3c4"


def test_the_node_list_is_the_published_cluster() -> None:
    listed = read_nodes(NODES)
    assert (listed.nodes, listed.gpus) == (1213, 6212)
    assert listed.models == ("A10", "G2", "G3", "P100", "T4", "V100M16", "V100M32")


def test_the_page_says_who_had_the_gpus_and_why() -> None:
    shared = page(WELL).partition("  Who had the GPUs when the last job had come, and why\n")[2]
    assert shared.startswith(
        "    QUEUE    USED\n    serving     5\n\n    $ muster explain job-1\n"
        "      It waits for a leaf.\n\n  What it cost"
    )


def test_the_bill_is_told_by_queue_and_says_what_it_is() -> None:
    assert (
        page(WELL)
        .partition("  What it cost\n")[2]
        .startswith(
            "    QUEUE                      GPU-HOURS     CHARGED\n"
            "    the platform (idle)            9.000        3.15 USD\n"
            "    web                            1.250        0.44 USD\n"
            "    3.59 USD, if the day ended now; reconciled: 3 node days are GPU time x rate\n\n  Try"
        )
    )
