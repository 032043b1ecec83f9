"""Environment of one rank: variables about itself, its gang and its node.

RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR and MASTER_PORT are the names that
torch.distributed's env:// rendezvous and most frameworks read.
"""

from __future__ import annotations

from collections.abc import Mapping

from muster.events.node_commands import RankAssignment, StartTask

MARK = "MUSTER_TASK_MARK"
"""Variable that every process of a task carries, in whatever session; leftovers are found by it."""


LOOPBACK = "127.0.0.1"


def rank_environment(
    order: StartTask,
    rank: RankAssignment,
    *,
    base: Mapping[str, str],
    checkpoint_dir: str,
    progress_dir: str,
    mark: str,
    renumbered: bool = False,
) -> dict[str, str]:
    """Variables of one rank. The job's own override the node's base; neither can override Muster's.

    MUSTER_MTBF_S is an exception: a job may know better how often it is interrupted.

    Args:
        order: The task.
        rank: One of its ranks.
        base: Variables that every process of the node gets (PATH, HOME, ...); never the agent's secrets.
        checkpoint_dir: Folder in which the rank finds and leaves checkpoints; empty: none are kept.
        progress_dir: Folder in which the rank reports its progress.
        mark: Unique to the task.
        renumbered: Whether the task sees only the devices of its own GPUs: CUDA then counts these from 0.
    """
    local = sorted(other.rank for other in order.ranks)
    gpus = gpu_indices(order)
    numbers = {index: number if renumbered else index for number, index in enumerate(gpus)}
    ours = {
        "MUSTER_JOB_ID": order.job_id,
        "MUSTER_JOB_NAME": order.job_name,
        "MUSTER_ATTEMPT": str(order.attempt),
        "MUSTER_NODE_ID": order.node_id,
        "MUSTER_TENANT": order.tenant,
        "MUSTER_USER": order.user,
        "MUSTER_GPU_MILLI": str(rank.gpu_milli),
        "MUSTER_GPU_SHARING": rank.sharing.lower().replace("_", "-"),
        "MUSTER_PROGRESS_DIR": progress_dir,
        # Stock clients of the Hugging Face Hub send it; the registry holds it against job-events.
        "HF_HUB_USER_AGENT_ORIGIN": f"muster/{order.job_id}/{order.attempt}",
        MARK: mark,
        "RANK": str(rank.rank),
        "LOCAL_RANK": str(local.index(rank.rank)),
        "WORLD_SIZE": str(order.world_size),
        "LOCAL_WORLD_SIZE": str(len(local)),
        # A task with a network of its own has all ranks of its gang on this node, and nothing but a loopback.
        "MASTER_ADDR": LOOPBACK if order.offline else order.master_address,
        "MASTER_PORT": str(order.master_port),
        # The order in which the driver counts, which is the one the agent reports.
        "CUDA_DEVICE_ORDER": "PCI_BUS_ID",
        # Empty hides every GPU: a rank that asked for none must not find one.
        "CUDA_VISIBLE_DEVICES": ",".join(str(numbers[index]) for index in rank.gpu_indices),
    }
    if rank.mig_profile is not None:
        ours |= {"MUSTER_MIG_PROFILE": rank.mig_profile, "MUSTER_MIG_START": str(rank.mig_start)}
    if checkpoint_dir:
        ours["MUSTER_CHECKPOINT_DIR"] = checkpoint_dir
    known = {} if order.mtbf_ms is None else {"MUSTER_MTBF_S": str(max(1, order.mtbf_ms // 1_000))}
    return {**base, **known, **order.env, **ours}


def gpu_indices(order: StartTask) -> list[int]:
    """The GPUs of all ranks of the task, sorted."""
    return sorted({index for rank in order.ranks for index in rank.gpu_indices})
