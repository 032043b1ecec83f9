"""Every reason to wait: the meaning of its code and what helps, for explanations and the docs."""

from __future__ import annotations

from typing import Final, NamedTuple

from muster.events.job_events import PendingCode


class Meaning(NamedTuple):
    """The description of a code for people.

    Attributes:
        means: What the code means.
        helps: What ends the wait, or what the owner or an operator can do.
    """

    means: str
    helps: str


MEANINGS: Final = {
    PendingCode.QUEUED: Meaning(
        "It has not been tried yet.",
        "Nothing to do: it is tried in the next batch, usually within a second.",
    ),
    PendingCode.GPUS_BUSY: Meaning(
        "Other jobs hold all GPUs it could use.",
        "It waits for one of them to end; another GPU model or fewer GPUs may start now.",
    ),
    PendingCode.GPUS_FRAGMENTED: Meaning(
        "Enough GPUs are free, but not enough of them on one node.",
        "Fewer GPUs a rank, or the same GPUs as more ranks, may fit; the head of queue gets a reservation.",
    ),
    PendingCode.FRACTIONS_FRAGMENTED: Meaning(
        "Enough GPU is free in total, but no single GPU has the requested fraction.",
        "A smaller fraction may fit now.",
    ),
    PendingCode.GEOMETRY_FROZEN: Meaning(
        "Empty GPUs could be cut into MIG instances for it, or made whole, but were changed recently.",
        "It waits until they may change again; with another `resources.isolation` it may fit now.",
    ),
    PendingCode.CPU_SHORT: Meaning(
        "Nodes with the requested GPUs have too little CPU free.",
        "Ask for less CPU a rank, if it needs less.",
    ),
    PendingCode.MEMORY_SHORT: Meaning(
        "Nodes with the requested GPUs and CPU have too little memory free.",
        "Ask for less memory a rank, if it needs less.",
    ),
    PendingCode.GANG_SHORT: Meaning(
        "Some of its ranks would fit now, but a gang starts whole or not at all.",
        "Fewer ranks, or an elastic job (`elastic: {min: ...}`), start with what is free.",
    ),
    PendingCode.TOPOLOGY_SHORT: Meaning(
        "Enough is free, but not as close together in the network as it requires.",
        "`preferred` instead of `required`, or a larger unit, starts sooner.",
    ),
    PendingCode.HELD_FOR_HEAD: Meaning(
        "Nodes with room are reserved for the head of the queue, and the job would not end in time.",
        "With a wall-time limit or an estimate that ends before the head starts it can be backfilled.",
    ),
    PendingCode.NODES_RESERVED: Meaning(
        "All nodes that could hold it are reserved for other queues, and the job would not end in time.",
        "With a wall-time limit or an estimate that ends before a reservation starts it can run until then.",
    ),
    PendingCode.QUOTA_EXHAUSTED: Meaning(
        "Its queue, or one above it, has reached its maximum; or the job is production inference, and such "
        "work holds all that the queue is guaranteed.",
        "It waits for a job of that queue to end; another queue, or a higher maximum, lets it start, and "
        "production inference a higher guarantee.",
    ),
    PendingCode.JOB_LIMIT: Meaning(
        "Its queue, or its user in that queue, has reached the limit of running jobs.",
        "It waits for one of them to end; the queue's limits can be changed by an operator.",
    ),
    PendingCode.QUEUE_SUSPENDED: Meaning(
        "Its queue, or one above it, is suspended: nothing of it starts.",
        "`muster resume --queue QUEUE` lets it start; jobs keep their places meanwhile.",
    ),
    PendingCode.HEADROOM: Meaning(
        "What is free of the GPU model is headroom: kept for premium work, production and what is "
        "guaranteed to queues.",
        "It waits for more to become free; another GPU model without headroom, or a guarantee of its queue, "
        "lets it start.",
    ),
    PendingCode.DURATION_NOT_GUARANTEED: Meaning(
        "Forecast demand of other work leaves best-effort work too few GPUs for the guaranteed duration.",
        "It waits for such work to end or for demand to fall; fewer GPUs, or a guarantee of its queue, lets "
        "it start.",
    ),
    PendingCode.QUEUE_RESTRICTED: Meaning(
        "Its queue, or one above it, is restricted: no jobs of its tier start.",
        "It starts when that ends, or `muster queue lift QUEUE NAME` ends it; jobs keep their places.",
    ),
    PendingCode.WAITS_FOR_JOBS: Meaning(
        "Jobs that it is to start after have not ended (`after` in its job file).",
        "It waits for resources once they have ended as required, and is cancelled if one ends otherwise.",
    ),
    PendingCode.RETRY_BACKOFF: Meaning(
        "Its last attempt failed, and it waits before the next one.",
        "Nothing to do; `retry.backoff` in the job file sets the wait.",
    ),
    PendingCode.SUSPENDED: Meaning("It was suspended.", "`muster resume JOB` queues it again."),
    PendingCode.NODES_UNSCHEDULABLE: Meaning(
        "Nodes that could hold it are closed: cordoned, silent, late to answer, lost, or replaced.",
        "`muster nodes` shows which; `muster uncordon NODE` opens one that is cordoned.",
    ),
    PendingCode.NODES_AVOIDED: Meaning(
        "Only nodes where its attempts failed have room, and other nodes could hold it when free.",
        "It waits for the others; `muster nodes` shows them, `muster uncordon NODE` opens more.",
    ),
    PendingCode.MAINTENANCE_AHEAD: Meaning(
        "Only nodes that close for maintenance before its estimated end have room.",
        "A wall-time limit that ends before the window starts lets it run there; else it waits for the end.",
    ),
    PendingCode.LABELS_ABSENT: Meaning(
        "No node has the labels that it requires.",
        "Other `node_labels`, or `node_labels_preferred`; `muster nodes -o json` lists them.",
    ),
    PendingCode.TAINTS_UNTOLERATED: Meaning(
        "Every node with the labels that it requires has a taint that it does not tolerate.",
        "`tolerations` in the job file, if those nodes are meant for it.",
    ),
    PendingCode.GPU_MEMORY_SHORT: Meaning(
        "No GPU of the nodes with the labels that it requires has the memory that it requires.",
        "A smaller `resources.gpu_memory_min`.",
    ),
    PendingCode.SANDBOX_ABSENT: Meaning(
        "No node with the labels that it requires keeps jobs apart from the rest of the machine.",
        "`muster nodes` shows which nodes have a sandbox; without `sandbox: required` others will do.",
    ),
    PendingCode.ROOM_ON_SPOT_ONLY: Meaning(
        "Only spot nodes have room for it, and it stays off them: it serves, or would lose its work, and "
        "does not say otherwise; or it says `spot: never`; or its queue has as much there as it may.",
        "`spot: allowed` in the job file; for a queue, a higher `spot_percent`. Else it waits for others.",
    ),
    PendingCode.SPOT_EXCLUDED: Meaning(
        "Every node that it could use is a spot node, and it stays off them.",
        "`spot: allowed` in the job file; for a queue, a higher `spot_percent`; or nodes that are not spot.",
    ),
    PendingCode.NO_NODES: Meaning(
        "The cluster has no nodes.",
        "Agents announce nodes; `muster status` shows whether one runs here.",
    ),
    PendingCode.MODEL_ABSENT: Meaning(
        "No node has a GPU model that it accepts.", "Accept another model (`resources.gpu_models`)."
    ),
    PendingCode.TOO_LARGE: Meaning(
        "One rank requests more than any node has.", "Request less per rank, or more and smaller ranks."
    ),
    PendingCode.CLUSTER_TOO_SMALL: Meaning(
        "All nodes together could not hold its gang even when empty.", "Fewer ranks, or more nodes."
    ),
}
"""By code, the most frequent first."""
