"""The published experiment: the golden run, the figures we claim, and the errors of invalid traces."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from muster.cluster import NodeCapacity, Shape
from muster.lab.cli.sim import app
from muster.lab.edge.fgd_runs import run_seed
from muster.lab.fgd.protocol import Experiment
from muster.lab.fgd.results import CHECKPOINTS, Outcome
from muster.lab.loads.traces import Pod, TraceError, read_nodes, read_pods
from muster.lab.pictures.curve import area
from typer.testing import CliRunner

OPENB = Path(__file__).parents[4] / "data" / "openb"
NODES, PODS = OPENB / "openb_node_list_gpu_node.csv", OPENB / "openb_pod_list_default.csv"
GOLDEN_SHA256 = "73571577d4618433c6330743293317bc4778f81a8702b0c75d07ac34ade42b9a"
"""Every decision of seed 42 on the default list. A change of policy changes it: say so in the change log."""

FGD_AT_100_PCT = {
    "default": 95.23,
    "gpushare40": 93.96,
    "multigpu20": 95.53,
    "gpuspec10": 94.66,
    "cpu050": 95.00,
}
"""FGD as published, GPU allocated at 100 % asked, mean of ten seeds (scheduling reference, section 2)."""

SMALL_NODES = "sn,cpu_milli,memory_mib,gpu,model\na,32000,65536,2,T4\nb,32000,65536,4,A100\nc,8000,8192,0,\n"
SMALL_PODS = (
    "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n"
    "p0,4000,1024,1,1000,\np1,4000,1024,1,500,T4\np2,8000,1024,0,0,\np3,4000,1024,2,1000,A100|T4\n"
)


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Path]:
    nodes, pods = tmp_path / "nodes.csv", tmp_path / "pods.csv"
    nodes.write_text(SMALL_NODES)
    pods.write_text(SMALL_PODS)
    return nodes, pods


def invoke(*arguments: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["fgd", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def test_seed_42_decides_as_it_always_did() -> None:
    run = run_seed(Experiment(read_nodes(NODES), read_pods(PODS), learn=False), "ours", 42)
    assert run.replay.placements_sha256 == GOLDEN_SHA256
    assert (run.replay.offered, run.replay.placed) == (10_772, 8_372)


@pytest.mark.slow
@pytest.mark.parametrize(
    "pods",
    [
        pytest.param(pods, marks=() if pods == "default" else pytest.mark.long)
        for pods in sorted(FGD_AT_100_PCT)
    ],
)
def test_ours_allocates_more_than_fgd_published(pods: str) -> None:
    """Two seeds stand for ten: the mean of ten is above by at least 0.4 points, the spread is 0.1."""
    experiment = Experiment(read_nodes(NODES), read_pods(OPENB / f"openb_pod_list_{pods}.csv"), learn=False)
    outcome = Outcome("ours", tuple(run_seed(experiment, "ours", seed) for seed in (43, 44)))
    assert outcome.mean_allocation_pct()["100"] > FGD_AT_100_PCT[pods]


@pytest.mark.slow
@pytest.mark.parametrize("pods", ["default", pytest.param("gpuspec10", marks=pytest.mark.long)])
def test_fgd_by_name_comes_out_as_published(pods: str) -> None:
    """On gpuspec10, packed ties miss the published figure by 0.8 points; ten seeds spread by 0.2."""
    experiment = Experiment(read_nodes(NODES), read_pods(OPENB / f"openb_pod_list_{pods}.csv"), learn=False)
    reached = run_seed(experiment, "fgd", 43).replay.readings[CHECKPOINTS.index(100)].allocation_pct
    assert abs(reached - FGD_AT_100_PCT[pods]) < 0.5


def test_equal_points_of_published_fgd_go_to_the_first_node_by_name() -> None:
    """Packed ties keep to the smaller node; by name it is the first, however large."""
    nodes = (node_of("a", 64_000), node_of("b", 32_000))
    pods = (Pod("p", Shape(1, 1000, (), 4_000, 0)),)
    experiment = Experiment(nodes, pods, learn=False)
    by_name, packed = (run_seed(experiment, policy, 1).replay for policy in ("fgd", "fgd-packed"))
    assert by_name.placements_sha256 != packed.placements_sha256


def node_of(name: str, cpu_milli: int) -> NodeCapacity:
    return NodeCapacity(node_id=name, cpu_milli=cpu_milli, memory_mib=1, gpu_model="T4", gpu_count=4)


@pytest.mark.parametrize("policy", ["ours", "fgd", "fgd-packed", "bestfit", "random"])
@pytest.mark.parametrize("typical", ["given", "learned"])
def test_json_has_every_figure(small: tuple[Path, Path], policy: str, typical: str) -> None:
    nodes, pods = small
    code, out, _ = invoke(
        "--nodes",
        nodes,
        "--pods",
        pods,
        "--seeds",
        "7",
        "--policy",
        policy,
        "--typical",
        typical,
        "-o",
        "json",
    )
    answer = json.loads(out)
    assert code == 0
    assert (answer["policy"], answer["seeds"]) == (policy, [7])
    for figures in (answer["mean"], answer["runs"][0]):
        for name in ("allocation_pct", "fragmentation_pct"):
            assert list(figures[name]) == ["90", "95", "100", "130"]
            assert all(0 <= value <= 100 for value in figures[name].values())
        assert figures["placements_per_s"] > 0
    assert answer["runs"][0]["offered"] >= answer["runs"][0]["placed"] > 0


@pytest.mark.slow
def test_processes_side_by_side_give_what_one_gives(small: tuple[Path, Path]) -> None:
    nodes, pods = small
    _, together, _ = invoke(
        "--nodes", nodes, "--pods", pods, "--seeds", "1..3", "--policy", "random", "-o", "json"
    )
    alone = [
        json.loads(
            invoke("--nodes", nodes, "--pods", pods, "--seeds", seed, "--policy", "random", "-o", "json")[1]
        )
        for seed in "123"
    ]
    digests = [run["placements_sha256"] for run in json.loads(together)["runs"]]
    assert digests == [answer["runs"][0]["placements_sha256"] for answer in alone]


def test_people_get_a_table_and_a_picture(small: tuple[Path, Path]) -> None:
    nodes, pods = small
    code, out, _ = invoke("--nodes", nodes, "--pods", pods, "--seeds", "42,43")
    assert code == 0
    assert "mean" in out
    assert "█" in out


@pytest.mark.slow
def test_hash_seed_changes_no_decision(small: tuple[Path, Path]) -> None:
    nodes, pods = small
    script = "from muster.lab.cli.sim import app; app()"
    arguments = ["fgd", "--nodes", str(nodes), "--pods", str(pods), "--seeds", "5", "-o", "json"]
    digests = {
        json.loads(
            subprocess.run(
                [sys.executable, "-c", script, *arguments],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )["runs"][0]["placements_sha256"]
        for seed in ("0", "77")
    }
    assert len(digests) == 1


@pytest.mark.parametrize(
    ("nodes", "pods", "message"),
    [
        ("sn,cpu_milli\na,1\n", SMALL_PODS, "nodes.csv: column 'memory_mib' is missing"),
        ("sn,cpu_milli,memory_mib,gpu,model\n", SMALL_PODS, "nodes.csv: holds no rows"),
        (SMALL_NODES + "a,1,1,0,\n", SMALL_PODS, "nodes.csv:5: sn 'a' appears twice"),
        (SMALL_NODES + "d,x,1,0,\n", SMALL_PODS, "nodes.csv:5: cpu_milli is 'x'; allowed: an integer"),
        (SMALL_NODES + "d,1,1,99,T4\n", SMALL_PODS, "nodes.csv:5: gpu_count is 99; allowed: 0..64"),
        (SMALL_NODES, SMALL_PODS + "p,1,1,1,1500,\n", "pods.csv:6: gpu_milli is 1500; allowed: 1..1000"),
        (SMALL_NODES, SMALL_PODS + "p,-1,1,0,0,\n", "pods.csv:6: cpu_milli is -1; allowed: 0.."),
        (SMALL_NODES, "name,cpu_milli,memory_mib,num_gpu,gpu_milli\np,1,1,0,0\n", "no GPU in the nodes or"),
    ],
)
def test_a_bad_trace_is_named(tmp_path: Path, nodes: str, pods: str, message: str) -> None:
    (tmp_path / "nodes.csv").write_text(nodes)
    (tmp_path / "pods.csv").write_text(pods)
    code, out, error = invoke(
        "--nodes", tmp_path / "nodes.csv", "--pods", tmp_path / "pods.csv", "--seeds", "1"
    )
    assert (code, out) == (2, "")
    assert message in error


@pytest.mark.parametrize("seeds", ["", "x", "5..", "9..3", "1..5000", "-1", "1,,2"])
def test_bad_seeds_are_named(small: tuple[Path, Path], seeds: str) -> None:
    code, _, error = invoke("--nodes", small[0], "--pods", small[1], f"--seeds={seeds}")
    assert code == 2
    assert f"seeds is {seeds!r}; allowed: FIRST..LAST" in error


def test_a_missing_file_is_named(small: tuple[Path, Path]) -> None:
    code, _, error = invoke("--nodes", small[0].with_name("gone.csv"), "--pods", small[1])
    assert code == 2
    assert "gone.csv: cannot be read" in error


def test_a_trace_error_is_a_value_error(small: tuple[Path, Path]) -> None:
    with pytest.raises(TraceError):
        read_pods(small[0])
    assert issubclass(TraceError, ValueError)


def test_the_picture_fills_what_lies_under_the_curve() -> None:
    assert area([(50, 50), (100, 75)], x_max=100, x_step=50, y_high=100, size=(20, 2)) == [
        "  100 %                    ▄",
        "   50 %          ███████████",
        "              50 %     100 %",
    ]
