"""`muster sim trace` and `generate`: every load, every figure, and the errors of invalid files."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.events.queue_commands import QueueSettings, Quota
from muster.lab.cli.sim import app
from muster.lab.edge.trace_runs import Wanted, gather, replay_timed
from muster.lab.loads.generated import GENERATED
from muster.lab.loads.load import Measure, compressed, usual_limit_ms
from muster.lab.loads.traces import TraceError
from muster.lab.replay.samples import maximin
from muster.lab.rules.contenders import WITHOUT_PREEMPTION
from muster.lab.rules.ours import Ours
from muster.testkit.cores.loads import a_job, a_load
from typer.testing import CliRunner

DATA = Path(__file__).parents[4] / "data"
OPENB_NODES = DATA / "openb" / "openb_node_list_gpu_node.csv"
OPENB_PODS = DATA / "openb" / "openb_pod_list_default.csv"

NODES = "sn,cpu_milli,memory_mib,gpu,model\na,32000,65536,2,T4\nb,32000,65536,4,A100\n"
JOBS = (
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,ranks,tier,queue,user,project,"
    "arrival_ms,duration_ms,limit_ms,checkpoint_ms\n"
    "job-0000,4000,1024,4,1000,A100,1,STANDARD_TRAINING,blue,ada,demo,0,60000,90000,0\n"
    "job-0001,4000,1024,1,500,,1,BATCH_INFERENCE,red,bob,demo,1000,30000,30000,0\n"
    "job-0002,1000,1024,1,1000,,4,STANDARD_TRAINING,red,bob,demo,2000,30000,30000,0\n"
    "job-0003,1000,1024,1,1000,,9,STANDARD_TRAINING,red,bob,demo,2000,30000,30000,0\n"
)


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Path]:
    nodes, jobs = tmp_path / "nodes.csv", tmp_path / "jobs.csv"
    nodes.write_text(NODES)
    jobs.write_text(JOBS)
    return nodes, jobs


def invoke(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(map(str, arguments)))
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("policy", WITHOUT_PREEMPTION)
def test_json_has_every_figure(small: tuple[Path, Path], policy: str) -> None:
    code, out, _ = invoke("trace", "--nodes", small[0], "--jobs", small[1], "--policy", policy, "-o", "json")
    answer = json.loads(out)
    assert code == 0
    assert answer["jobs"] == {
        "offered": 4,
        "finished": 3,
        "refused": {"larger than the cluster": 1},
        "stuck": 0,
    }
    assert answer["makespan_s"] == 90
    assert answer["utilisation_pct"] == pytest.approx(100 * (4 * 60 + 0.5 * 30 + 4 * 30) / (6 * 90), abs=0.01)
    assert answer["wait_s"] == {"mean": 19.333, "p50": 0, "p90": 58, "p99": 58}
    assert answer["bounded_slowdown_mean"] == pytest.approx((1 + 1 + 88 / 30) / 3, abs=0.001)
    assert (answer["gpu_hours_lost"], answer["preemptions"]) == (0, 0)
    assert {name: group["jobs"] for name, group in answer["by_size"].items()} == {
        "<1": 1,
        "2-4": 2,
        "9-16": 1,
    }
    assert {name: group["jobs"] for name, group in answer["by_tier"].items()} == {
        "STANDARD_TRAINING": 3, "BATCH_INFERENCE": 1,
    }  # fmt: skip
    assert set(answer["fairness"]["queues"]) == {"blue", "red"}
    assert set(answer["fragmentation"]) == {"unschedulable_pct", "held_back_pct", "no_demand_pct"}
    shares = [answer["over_time"][name] for name in ("used_pct", *answer["fragmentation"])]
    assert all(sum(point) == pytest.approx(100, abs=0.01) for point in zip(*shares, strict=True))


def test_fairness_is_due_and_had() -> None:
    """Blue holds all four GPUs for a minute while red waits: two of them are red's due."""
    load = a_load(a_job("a", gpus=4, queue="blue"), a_job("b", gpus=4, queue="red"))
    figures = replay_timed(load, "fifo")
    hours = 60 / 3_600
    blue, red = figures.queues["blue"], figures.queues["red"]
    assert (blue.due_h, blue.had_h, blue.short_h) == pytest.approx((2 * hours, 4 * hours, 0), abs=0.001)
    assert (red.due_h, red.had_h, red.short_h) == pytest.approx((6 * hours, 4 * hours, 2 * hours), abs=0.001)
    assert red.arrears_h_max == pytest.approx(2 * hours, abs=0.001)
    assert figures.short_pct == pytest.approx(100 * 2 / 8, abs=0.5)
    assert figures.arrears_pct == pytest.approx(100 * 2 / 8, abs=0.5)
    assert red.had_pct[0] == 0
    assert red.had_pct[-1] == 100


@given(st.dictionaries(st.text("abc", min_size=1), st.integers(0, 50), max_size=6), st.integers(0, 100))
def test_maximin_gives_all_there_is_and_none_more_than_it_wants(
    wanted: dict[str, int], capacity: int
) -> None:
    due = maximin(wanted, capacity)
    assert all(due[queue] <= wanted[queue] for queue in wanted)
    assert sum(due.values()) == min(capacity, sum(wanted.values()))
    unsated = [due[queue] for queue in wanted if due[queue] < wanted[queue]]
    assert max(due.values(), default=0) - min(unsated, default=capacity) <= 1


@pytest.mark.slow
def test_an_interrupted_comparison_prints_what_has_finished() -> None:
    """Ctrl-C at a terminal when FIFO has finished and the real core, several times as slow, has not."""
    script = "from muster.lab.cli.sim import app; app()"
    arguments = ["trace", "--jobs", "gen:kueue-15k", "--policy", "ours,fifo", "-o", "json"]
    terminal, stderr = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
        start_new_session=True,
    ) as process:
        os.close(stderr)
        shown = ""
        while not re.search(r"\bours [━╸╺]", shown):  # the progress names the policies that still run
            shown = shown[-1_000:] + os.read(terminal, 4_096).decode(errors="replace")
            shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
        threading.Thread(target=read_to_the_end, args=(terminal,)).start()
        out, _ = process.communicate()
    answer = json.loads(out)
    assert process.returncode == 130
    assert (answer["policy"], answer["jobs"]["finished"]) == ("fifo", 15_000)


def read_to_the_end(terminal: int) -> None:
    """A terminal that nobody reads stops who writes to it."""
    with suppress(OSError):  # EIO: the other side is closed
        while os.read(terminal, 4_096):
            pass
    os.close(terminal)


@given(st.integers(1, 10**10), st.integers())
def test_a_usual_limit_never_ends_a_job(duration_ms: int, seed: int) -> None:
    limit_ms = usual_limit_ms(duration_ms, Random(seed))
    assert limit_ms >= duration_ms
    assert limit_ms % 60_000 == 0 or limit_ms > 4_320 * 3_600_000


def test_arrivals_move_until_as_much_is_asked_as_wanted() -> None:
    load = compressed(a_load(a_job("a", gpus=4), a_job("b", gpus=4, at_s=600)), 50)
    assert [job.arrival_ms for job in load.jobs] == [0, 240_000]


@pytest.mark.slow
def test_hash_seed_changes_no_decision(small: tuple[Path, Path]) -> None:
    script = (
        "from muster.lab.edge.trace_runs import *\n"
        "from muster.lab.replay import replay\n"
        "replay.PATIENCE_MS = 3_600_000\n"
        f"load = gather(Wanted({str(small[1])!r}, nodes=Path({str(small[0])!r})), Path)\n"
        "print([replay_timed(load, policy).starts_sha256 for policy in CONTENDERS])"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "77")
    }
    assert len(digests) == 1


def test_people_get_tables_and_a_picture(small: tuple[Path, Path]) -> None:
    code, out, _ = invoke("trace", "--nodes", small[0], "--jobs", small[1])
    assert code == 0
    assert "3 of 4 jobs finished, 1 refused (larger than the cluster)" in out
    assert "█" in out


@pytest.mark.slow
def test_the_report_shows_where_ours_does_not_win(small: tuple[Path, Path]) -> None:
    code, out, _ = invoke("trace", "--nodes", small[0], "--jobs", small[1], "--policy", "fifo,ours")
    assert code == 0
    assert "ours" in out
    assert "Ours is best or equal in everything" in out


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["ours", "fifo,ours"])
def test_the_picture_is_the_same_each_time_and_well_formed(small: tuple[Path, Path], policy: str) -> None:
    pictures = [small[0].with_name(name) for name in ("one.svg", "two.svg")]
    for picture in pictures:
        arguments = ("--nodes", small[0], "--jobs", small[1], "--policy", policy, "--picture", picture)
        assert invoke("trace", *arguments)[0] == 0
    first, second = (picture.read_text() for picture in pictures)
    words = [element.text for element in ElementTree.fromstring(first).iter() if element.text]
    assert first == second
    assert {"2-4 GPUs", "2 jobs"} <= set(words)


def test_preemption_requests_are_counted() -> None:
    """A queue with a guarantee asks back what another has borrowed."""
    owner = QueueSettings(guarantee=Quota(gpu_milli=4_000))
    load = replace(
        a_load(a_job("a", gpus=4, queue="borrower"), a_job("b", gpus=2, queue="owner", at_s=5)),
        shares=(("owner", owner),),
    )
    figures = replay_timed(load, "ours")
    assert figures.preemptions_requested >= 1
    assert (figures.preemptions, figures.finished) == (0, 2)


def test_ours_starts_a_stopped_gang_again() -> None:
    job = a_job("a", gpus=2, ranks=2)
    ours = Ours(a_load(job, gpus=(2, 2)))
    ours.arrive(job)
    (first,) = ours.decide(0)
    ours.depart(job.job_id, finished=False)
    moves = [move for now_ms in range(1, 4) for move in ours.decide(now_ms)]
    assert first in moves


def test_a_queue_that_the_core_refuses_is_named() -> None:
    load = replace(a_load(a_job("a")), shares=(("red", QueueSettings(parent="nobody")),))
    with pytest.raises(TraceError, match="queue red: "):
        Ours(load)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "jobs", "ranks", "milli", "work_s"),
    [
        pytest.param("kueue-15k", 15_000, 15_000, 600_000, 30 * 1_320, marks=pytest.mark.slow),
        pytest.param(
            *("kueue-50k", 50_000, 50_000, 20_000_000, 1_000 * (35 * 0.15 + 11 * 5 * 0.35 + 4 * 20 * 0.7)),
            marks=pytest.mark.slow,
        ),
        ("kai-fill", 4_000, 4_000, 4_000_000, 4_000 * 3_600),
        ("kai-gang", 1, 512, 4_096_000, 1_024 * 3_600),
        ("kai-reclaim", 8_000, 8_000, 4_000_000, 8_000 * 3_600),
        ("kai-consolidate", 4_041, 4_410, 4_000_000, 2_500 * 60 + 1_500 * 3_600 + 41 * 60 * 3_600),
        ("volcano-10000x1", 10_000, 10_000, 10_016_000, 600_000),
        ("volcano-500x20", 500, 10_000, 10_016_000, 600_000),
        ("volcano-20x500", 20, 10_000, 10_016_000, 600_000),
        ("volcano-1x10000", 1, 10_000, 10_016_000, 600_000),
    ],
)
def test_published_loads_are_what_was_published(
    name: str, jobs: int, ranks: int, milli: int, work_s: float
) -> None:
    load = GENERATED[name]()
    measure = Measure(load.nodes)
    assert (len(load.jobs), sum(job.ranks for job in load.jobs)) == (jobs, ranks)
    assert measure.capacity_milli == milli
    assert sum(measure.of(job) * job.duration_ms for job in load.jobs) == pytest.approx(work_s * 1_000_000)
    assert [job.arrival_ms for job in load.jobs] == sorted(job.arrival_ms for job in load.jobs)
    assert len({job.job_id for job in load.jobs}) == jobs


def test_a_written_load_is_read_back_as_it_was(tmp_path: Path) -> None:
    jobs, nodes = tmp_path / "jobs.csv", tmp_path / "nodes.csv"
    code, out, _ = invoke("generate", "kai-consolidate", "--jobs", jobs, "--nodes", nodes)
    assert (code, out) == (0, f"wrote 4041 jobs to {jobs} and 500 nodes to {nodes}\n")
    read = gather(Wanted(str(jobs), nodes=nodes, usual_limits=False), lambda: nodes)
    made = GENERATED["kai-consolidate"]()
    assert (read.jobs, read.nodes) == (made.jobs, made.nodes)


@pytest.mark.slow
@pytest.mark.parametrize("drawn", [False, True])
def test_philly_is_read_whole(drawn: bool) -> None:
    load = gather(Wanted(str(DATA / "philly"), drawn_durations=drawn), lambda: OPENB_NODES)
    assert (len(load.jobs), len(load.queues), len(load.nodes)) == (15_264, 15, 63)
    assert Measure(load.nodes).capacity_milli == 500_000
    assert max(Measure(load.nodes).of(job) for job in load.jobs) == 64_000
    assert all(job.limit_ms >= job.duration_ms >= 1_000 for job in load.jobs)


def test_openb_is_read_with_its_times() -> None:
    wanted = Wanted(str(OPENB_PODS), nodes_every=40, load_percent=90)
    load = gather(wanted, lambda: OPENB_NODES)
    measure = Measure(load.nodes)
    assert (len(load.jobs), len(load.nodes)) == (8_152 - 897, 31)
    assert set(load.queues) == {"be", "burstable", "guaranteed", "ls"}
    asked = sum(measure.of(job) * job.duration_ms for job in load.jobs)
    assert asked / measure.capacity_milli / load.jobs[-1].arrival_ms == pytest.approx(0.9, abs=0.001)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clusters", "nodes_every", "jobs"),
    [("2", 12, 542), pytest.param("0279", 6, 2_702, marks=pytest.mark.long)],
)
def test_ours_replays_a_part_of_philly_to_the_end(
    tmp_path: Path, clusters: str, nodes_every: int, jobs: int
) -> None:
    """As a user runs it: some virtual clusters whole, on a part of the nodes that suits them.

    `make test-long` replays a sixth, `make lab` all.
    """
    for file in (DATA / "philly").iterdir():
        if ".trace" not in file.name or file.name[0] in clusters:
            shutil.copy(file, tmp_path)
    muster = str(Path(sys.executable).with_name("muster"))
    options = ["--jobs", str(tmp_path), "--nodes-every", str(nodes_every), "--policy", "ours", "-o", "json"]
    done = subprocess.run(
        [muster, "sim", "trace", *options],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    assert json.loads(done.stdout)["jobs"] == {
        "offered": jobs,
        "finished": jobs,
        "refused": {},
        "stuck": 0,
    }


@pytest.mark.parametrize(
    ("jobs", "message"),
    [
        (JOBS.replace("limit_ms", "limit"), "jobs.csv: column 'limit_ms' is missing"),
        (JOBS.replace("60000,90000", "60000,50000"), "jobs.csv:2: times are"),
        (JOBS.replace("90000,0", "90000,-1"), "jobs.csv:2: times are"),
        (JOBS.replace("A100,1,", "A100,0,"), "jobs.csv:2: ranks is 0; allowed: 1.."),
        (
            JOBS.replace("BATCH_INFERENCE", "BATCH"),
            "jobs.csv:3: tier is 'BATCH'; allowed: PRODUCTION_INFERENCE,",
        ),
        (JOBS.replace("job-0001", "job-0000"), "jobs.csv:3: name 'job-0000' appears twice"),
        (JOBS.replace("1000,30000", "x,30000", 1), "jobs.csv:3: arrival_ms is 'x'; allowed: an integer"),
        (JOBS.replace(",500,", ",1500,"), "jobs.csv:3: gpu_milli is 1500; allowed: 1..1000"),
        ("name,cpu_milli\np,1\n", "jobs.csv: column 'memory_mib' is missing"),
    ],
)
def test_a_bad_job_list_is_named(small: tuple[Path, Path], jobs: str, message: str) -> None:
    small[1].write_text(jobs)
    code, out, error = invoke("trace", "--nodes", small[0], "--jobs", small[1], "-o", "json")
    assert (code, out) == (2, "")
    assert message in error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--jobs", "gen:kueue"), "jobs is 'gen:kueue'; allowed: gen: and one of kueue-15k,"),
        (("--jobs", "gone.csv"), "gone.csv: cannot be read"),
        (("--policy", "best"), "policy is 'best'; allowed: ours, fifo, easy,"),
        (("--nodes", "gone.csv"), "gone.csv: cannot be read"),
        (("--picture", "out.pdf"), "picture is 'out.pdf'; allowed: a name ending in .svg"),
        (("--picture", "gone/out.svg"), "picture is 'gone/out.svg'; allowed: a name ending in .svg"),
    ],
)
def test_a_bad_option_is_named(arguments: tuple[str, ...], message: str) -> None:
    code, out, error = invoke("trace", *arguments)
    assert (code, out) == (2, "")
    assert message in error


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("A3C\tcommand\t-n\t1\t10\t0.0", "1: not enough values to unpack"),
        ("A3C\tcommand\t-n\t1\t10\t0.0\tmany", "1: invalid literal for int()"),
        ("Unheard of\tcommand\t-n\t1\t10\t0.0\t1", "1: job_type is 'Unheard of', which has no throughput"),
    ],
)
def test_a_bad_philly_trace_is_named(tmp_path: Path, line: str, message: str) -> None:
    for name in ("simulation_throughputs.json.gz", "cluster_specs.json"):
        (tmp_path / name).write_bytes((DATA / "philly" / name).read_bytes())
    (tmp_path / "a.trace").write_text(line + "\n")
    code, _, error = invoke("trace", "--jobs", tmp_path)
    assert code == 2
    assert f"a.trace:{message}" in error


def test_a_folder_without_traces_is_named(tmp_path: Path) -> None:
    code, _, error = invoke("trace", "--jobs", tmp_path, "--durations", "drawn")
    assert code == 2
    assert "philly_runtime.csv.gz: cannot be read" in error
