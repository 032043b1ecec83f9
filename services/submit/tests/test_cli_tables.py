"""Tables of jobs and nodes, character by character."""

from __future__ import annotations

import io
import re
import unicodedata
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.client.cli import texts
from muster.client.resources import Job, Node
from muster.events.job_events import PendingCode
from muster.jobs.values.timed_ids import timed_job_id
from muster.submit.cli import columns
from muster.terminal import output, tables
from muster.terminal.escaping import coloured
from muster.testkit.api.canned_api import FAILED, QUEUED, SUCCEEDED, job_json

NOW = datetime(2026, 1, 1, 0, 2, 5, tzinfo=UTC)
ENROLLED_UNTIL = ("2026-01-08T00:02:06.000Z", "2026-01-07T00:02:05.000Z", "2026-01-01T00:00:00.000Z")
JOBS = [
    Job.read(job_json("job-aaaaaaaaaaaaaaaaaaaa")),
    Job.read(job_json("job-bbbbbbbbbbbbbbbbbbbb", name="pretrain-large", ranks=1, **QUEUED)),
    Job.read(job_json("job-cccccccccccccccccccc", resources={"gpus": 0.5}, ranks=1, **SUCCEEDED)),
    Job.read(job_json("job-dddddddddddddddddddd", resources={"gpus": 0}, **FAILED)),
]


def test_jobs() -> None:
    assert output.plain_table(JOBS, columns.jobs(NOW)) == (
        "JOB                       NAME            STATE      GPUS   AGE  RAN  USER  "
        "REASON           WHERE/WHY\n"
        "job-aaaaaaaaaaaaaaaaaaaa  train           RUNNING     2x1  2m5s   2m  ada   -"
        "                node-a:0, node-b:3\n"
        "job-bbbbbbbbbbbbbbbbbbbb  pretrain-large  QUEUED        1  2m5s    -  ada"
        "   GPUS_FRAGMENTED  needs 8 free A100 on one node; largest block is 6; 3 nodes cordoned\n"
        "job-cccccccccccccccccccc  train           SUCCEEDED   0.5  2m5s   1m  ada   -\n"
        "job-dddddddddddddddddddd  train           FAILED        -  2m5s   1m  ada"
        "   -                exit code 3: rank 1 on node-b failed\n"
    )


def test_a_wide_table_has_more_columns() -> None:
    header = output.plain_table([], columns.jobs(NOW), wide=True)
    assert " ".join(header.split()) == "JOB NAME STATE GPUS AGE RAN TRY TIER QUEUE USER TEAM REASON WHERE/WHY"


def test_nodes() -> None:
    raw = {"node_id": "n-1", "state": "ready", "cordoned": True, "gpu_model": "A100", "gpu_count": 8}
    used = {"gpu_milli_used": 2500, "ranks": 4}
    kept = {"sandbox": "namespaces", "enforces": ["memory", "cpu"]}
    node = Node.read(
        raw | used | {"cpu_milli": 96_500, "memory_mib": 1_572_864, "executor": "PROCESS"} | kept
    )
    assert output.plain_table([node], columns.nodes()) == (
        "NODE  STATE            GPUS  MODEL   CPU  MEMORY  RANKS  SANDBOX     NOTE\n"
        "n-1   ready,cordoned  2.5/8  A100   96.5  1.5TiB      4  namespaces\n"
    )
    leaving = Node.read(raw | {"cordoned": False, "draining": True, "in_maintenance": True})
    assert columns.node_state(leaving) == "ready,draining,maintenance"


def test_a_wide_table_of_nodes_says_where_in_the_network_they_are() -> None:
    window = {"starts_at": "2026-12-01T08:00:00.000Z", "ends_at": "2026-12-01T09:00:00.000Z"}
    tags = {"taints": ["spot"], "labels": {"zone": "a"}}
    raw = {"node_id": "n-1", "state": "ready", "maintenance": window} | tags
    places = {"cell": "hall-1", "spine": "", "leaf": "leaf-7", "nvlink_domain": "rack-2"}
    nodes = [Node.read(raw | {"location": places}), Node.read({"node_id": "n-2", "state": "ready"})]
    lines = output.plain_table(nodes, columns.nodes(), wide=True).splitlines()
    assert [line.removesuffix("  NOTE").split()[-4:] for line in lines] == [
        ["LOCATION", "TAINTS", "LABELS", "MAINTENANCE"],
        ["hall-1/leaf-7/rack-2", "spot", "zone=a", "2026-12-01T08:00:00.000Z/2026-12-01T09:00:00.000Z"],
        ["-", "-", "-", "-"],
    ]


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
def test_on_a_terminal_columns_are_left_out_before_any_is_cut_to_nonsense(width: int) -> None:
    made = tables.table(JOBS, columns.jobs(NOW).of(wide=False), width)
    lines = tables.text(made, JOBS, io.StringIO()).splitlines()
    assert max(map(len, lines)) <= width
    assert [line.split()[0] for line in lines] == ["JOB", *(job.job_id[:12] for job in JOBS)]
    assert [line.split()[2] for line in lines] == ["STATE", *(job.state for job in JOBS)]
    titles = [column.title for column in made.columns]
    assert ("REASON" in titles) == (width >= 80)
    assert titles[-1] == "WHERE/WHY"
    assert made.widths[-1] >= 16


def test_80_columns_hold_the_longest_reason_and_a_readable_sentence() -> None:
    longest = max((code.value for code in PendingCode), key=len)
    why = {"code": longest, "message": "no duration can be guaranteed: forecast demand leaves 0 GPUs"}
    ids = [timed_job_id(1_767_225_600_000, letter * 10) for letter in "ab"]
    waiting = job_json(ids[0], name="pretrain-large", **{**QUEUED, "reason": why})
    ended = job_json(ids[1], **SUCCEEDED)
    jobs = [Job.read(waiting), Job.read(ended)]
    made = tables.table(jobs, columns.jobs(NOW).of(wide=False), 80)
    assert [column.title for column in made.columns] == ["JOB", "NAME", "STATE", "REASON", "WHERE/WHY"]
    assert made.rows[1][3] == longest
    assert tables.text(made, jobs, io.StringIO()).splitlines()[1].endswith(f"{longest}  no duration can b…")


def test_a_state_is_not_its_own_reason() -> None:
    reason = {"code": "SUSPENDED", "message": ""}
    job = Job.read(job_json(state="SUSPENDED", reason=reason, placements=[]))
    assert "SUSPENDED" not in (texts.reason_code(job), texts.why(job))


def test_nodes_say_why_they_are_closed_and_that_their_enrolment_ends_soon() -> None:
    raw = {"node_id": "n-1", "state": "ready"}
    window = {"starts_at": "", "ends_at": "", "reason": "firmware"}
    closed = {"draining": True, "drain_reason": "", "in_maintenance": True, "maintenance": window}
    nodes = [
        Node.read(raw | {"cordoned": True, "cordon_reason": "fan is loud"}),
        Node.read(raw | closed),
        Node.read(raw | {"maintenance": window}),
        Node.read(raw | {"state": "suspected"}),
        Node.read(raw | {"state": "suspected", "silence": "silent"}),
        Node.read(raw | {"state": "suspected", "silence": "stop_unanswered"}),
        Node.read(raw | {"state": "lost", "silence": "order_not_stored"}),
        Node.read(raw | {"state": "refused", "refused": "interval_ms is 1; allowed: 100 to 600000"}),
        *(Node.read(raw | {"enrolled_until": until}) for until in ENROLLED_UNTIL),
    ]
    assert [(columns.node_state(node), columns.node_note(node, NOW)) for node in nodes] == [
        ("ready,cordoned", "fan is loud"),
        ("ready,draining,maintenance", "firmware"),
        ("ready", ""),
        ("suspected", "no recent heartbeat"),
        ("suspected", "no recent heartbeat"),
        ("suspected", "has not answered an order to stop"),
        ("lost", "sends heartbeats but takes no orders"),
        ("refused", "interval_ms is 1; allowed: 100 to 600000"),
        ("ready", ""),
        ("ready", "enrolment expires in 6d"),
        ("ready", "enrolment expired"),
    ]


def test_text_from_elsewhere_cannot_move_the_cursor() -> None:
    evil = Job.read(job_json(name="x\x1b[2J\r\ny"))
    assert "\x1b" not in output.plain_table([evil], columns.jobs(NOW))


def test_durations() -> None:
    seconds = [0, 4.25, 59, 60, 3600, 7261, 90_061, 12.4 * 86_400]
    assert [texts.duration(s) for s in seconds] == [
        "0.0s",
        "4.2s",
        "59s",
        "1m",
        "1h",
        "2h1m",
        "1d1h",
        "12d9h",
    ]


def test_the_end_of_a_job_in_one_line() -> None:
    assert texts.result(JOBS[2]) == "SUCCEEDED after 1m"
    assert texts.result(JOBS[3]) == "FAILED after 1m: rank 1 on node-b failed (exit code 3)"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("\x1b[31mred\x1b[0m and\tplain", "\x1b[31mred\x1b[0m and\tplain\x1b[0m"),
        ("\x1b]0;title\x07a", "a"),
        ("\x1b]52;c;cm0gLXJm\x1b\\b", "b"),
        ("\x1b[2J\x1b[1;1Hc", "c"),
        ("\x1bPq#0\x1b\\d\x1bc", "d"),
        ("\x9d0;title\x9ce\x9b2J", "e"),
        ("\x1b]0;no end", "\\x1b]0;no end"),
        ("\x07bell\x08", "\\x07bell\\x08"),
        ("\u202eevil", "\\u202eevil"),
        ("👩‍🚀 é", "👩‍🚀 é"),
    ],
)
def test_output_of_jobs_keeps_its_colours_and_loses_other_controls(written: str, shown: str) -> None:
    assert coloured(written) == shown


@given(st.text(alphabet=st.sampled_from("\x1b[]0;m2JHc\x07\x9b\x9d\x9c\\\r a\u202e"), max_size=30))
def test_no_text_of_a_job_controls_a_terminal(text: str) -> None:
    left = re.sub(r"\x1b\[[0-9;:]*m", "", coloured(text))
    assert all(each == "\t" or unicodedata.category(each) not in {"Cc", "Zl", "Zp"} for each in left)
