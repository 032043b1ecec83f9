"""Environment variables of a rank."""

from __future__ import annotations

from dataclasses import replace

from muster.agent.core.environment import rank_environment
from muster.events.node_commands import RankAssignment, StartTask

ORDER = StartTask(
    node_id="node-7",
    epoch=1,
    order_seq=1,
    job_id="job-a",
    attempt=2,
    tenant="acme",
    job_name="train",
    user="ada",
    ranks=(
        RankAssignment(rank=4, gpu_indices=(1, 3), gpu_milli=1000),
        RankAssignment(rank=2, gpu_indices=(), gpu_milli=0),
    ),
    world_size=5,
    master_address="10.0.0.1",
    master_port=29500,
    command=("true",),
    env={"LR": "0.1", "PATH": "/job/bin", "RANK": "99", "MUSTER_ATTEMPT": "99"},
    grace_ms=1,
    checkpoint_enabled=True,
)


def environment(rank: int, *, checkpoint_dir: str = "/c") -> dict[str, str]:
    return rank_environment(
        ORDER,
        ORDER.ranks[rank],
        base={"PATH": "/bin", "HOME": "/root"},
        checkpoint_dir=checkpoint_dir,
        progress_dir="/p",
        mark="m",
    )


def test_a_rank_knows_itself_its_gang_and_its_node() -> None:
    assert environment(0) == {
        "HOME": "/root",
        "PATH": "/job/bin",
        "LR": "0.1",
        "MUSTER_JOB_ID": "job-a",
        "MUSTER_JOB_NAME": "train",
        "MUSTER_ATTEMPT": "2",
        "MUSTER_NODE_ID": "node-7",
        "MUSTER_TENANT": "acme",
        "MUSTER_USER": "ada",
        "MUSTER_GPU_MILLI": "1000",
        "MUSTER_GPU_SHARING": "exclusive",
        "MUSTER_PROGRESS_DIR": "/p",
        "HF_HUB_USER_AGENT_ORIGIN": "muster/job-a/2",
        "MUSTER_TASK_MARK": "m",
        "MUSTER_CHECKPOINT_DIR": "/c",
        "RANK": "4",
        "LOCAL_RANK": "1",
        "WORLD_SIZE": "5",
        "LOCAL_WORLD_SIZE": "2",
        "MASTER_ADDR": "10.0.0.1",
        "MASTER_PORT": "29500",
        "CUDA_DEVICE_ORDER": "PCI_BUS_ID",
        "CUDA_VISIBLE_DEVICES": "1,3",
    }


def test_a_rank_without_gpus_sees_none() -> None:
    assert environment(1)["CUDA_VISIBLE_DEVICES"] == ""


def test_a_job_without_checkpoints_gets_no_checkpoint_folder() -> None:
    assert "MUSTER_CHECKPOINT_DIR" not in environment(0, checkpoint_dir="")


def test_a_job_cannot_override_musters_variables() -> None:
    assert replace(ORDER).env["RANK"] == "99"
    assert (environment(0)["RANK"], environment(0)["MUSTER_ATTEMPT"]) == ("4", "2")


def test_ranks_get_the_mtbf_unless_the_job_sets_its_own() -> None:
    knows = replace(ORDER, mtbf_ms=90_000_500)
    assert _mtbf(knows) == "90000"
    assert _mtbf(replace(knows, env={"MUSTER_MTBF_S": "60"})) == "60"
    assert _mtbf(replace(knows, mtbf_ms=1)) == "1"
    assert _mtbf(ORDER) is None


def _mtbf(order: StartTask) -> str | None:
    found = rank_environment(order, order.ranks[0], base={}, checkpoint_dir="/c", progress_dir="/p", mark="m")
    return found.get("MUSTER_MTBF_S")


def test_visible_gpus_count_from_zero_where_others_are_hidden() -> None:
    """CUDA counts only the GPUs whose device files it finds."""
    ranks = (*ORDER.ranks, RankAssignment(rank=1, gpu_indices=(2,), gpu_milli=1000))
    order = replace(ORDER, ranks=ranks)
    numbers = [
        rank_environment(order, rank, base={}, checkpoint_dir="", progress_dir="", mark="m", renumbered=True)[
            "CUDA_VISIBLE_DEVICES"
        ]
        for rank in ranks
    ]
    assert numbers == ["0,2", "", "1"]
