"""The ten settings of a policy that an operator needs first, and what each changes in the laboratory.

The reference, `muster policy --help` and `muster policy show` are made from this list. Its figures are those
of one replay each by `muster sim trace --set` with seed 42, on 30 November 2026; `-o json` prints all but
the shares that start at once, which docs/scheduling.md has.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MIX: Final = "--jobs gen:gfs-mix --limits exact --policy ours-yielding"
PODS: Final = (
    "--jobs data/openb/openb_pod_list_cpu050.csv --nodes-every 40 --load 100 --checkpoints 30 --policy ours"
)
SPOT: Final = (
    "--jobs data/openb/openb_pod_list_cpu050.csv --nodes-every 40 --load 90 --checkpoints 30 --saving 50 "
    "--spot 25 --policy ours"
)

LOADS: Final[Mapping[str, str]] = {
    "mix": f"`{MIX}`: 128 A100, 8 days, 919 jobs of standard training that are guaranteed their GPUs and "
    "289 of batch inference that borrow. Unlike in a new cell, a job can be stopped at once (0s) and 24 "
    "times a day. Without changes standard training waits 97 s on average, batch inference 530 s, and 59 "
    "runs are stopped for others.",
    "pods": f"`{PODS}`: 30 nodes of openb, asked for all they have. Without changes jobs of 5 to 8 GPUs wait "
    "13.3 h on average and 0.7 % of the GPUs are free but too fragmented for the jobs that wait.",
    "spot": f"`{SPOT}`: the same nodes, a quarter of them reclaimed once a day, half of the jobs save.",
}
"""The loads of the figures, by name."""


@dataclass(frozen=True, slots=True)
class Guide:
    """Guidance on a setting for operators.

    Attributes:
        summary: What it is, in at most 60 characters.
        effect: What it changes in the laboratory, with the load.
    """

    summary: str
    effect: str


FIRST: Final[Mapping[str, Guide]] = {
    "head_patience": Guide(
        "how long others may pass a blocked head of line",
        "pods: with 10m instead of 30s jobs of 5 to 8 GPUs wait 28.4 h instead of 13.3 h, and 4.8"
        " % of the GPUs stay fragmented instead of 0.7 %; with 2h they wait 10.9 h.",
    ),
    "aging_step": Guide(
        "waiting time after which a job counts as a tier higher",
        "mix: with 1h instead of 1d 71 runs are stopped instead of 59, standard training waits 100 s "
        "instead of 97 s, batch inference 539 s instead of 530 s; pods: jobs of 2 to 4 GPUs wait 9 % longer.",
    ),
    "share_half_life": Guide(
        "age at which usage counts half",
        "No figure changes on mix and pods (1d, 30d) and on gen:kueue-15k (1m).",
    ),
    "fairness_threshold_percent": Guide(
        "share below which a queue may preempt others",
        "No figure changes on mix (80) and gen:kueue-15k (90).",
    ),
    "preemption_ran_min": Guide(
        "how long a started job is safe from preemption",
        "mix: with 1h instead of 0s 6 runs are stopped instead of 59; standard training waits 168 s "
        "instead of 97 s, batch inference 498 s instead of 530 s; 5m changes nothing.",
    ),
    "preemptions_per_job_day_max": Guide(
        "how often a job may be preempted within a day",
        "mix: 34 runs are stopped with 1, 46 with 3 and 59 with 24; with 1 standard training waits 143 s "
        "instead of 97 s, batch inference 463 s instead of 530 s.",
    ),
    "headroom_percent": Guide(
        "GPUs that work beyond its guarantee leaves free",
        "mix: with 20 one run is stopped instead of 59, and 94.6 % of standard training starts at once "
        "instead of 86.4 %, although it waits 99 s on average instead of 97 s; batch inference waits 6,861 s "
        "instead of 530 s.",
    ),
    "guaranteed_duration": Guide(
        "time for which borrowed GPUs are safe",
        "mix: with 1h 3 runs are stopped instead of 59; standard training waits 162 s instead of "
        "97 s, batch inference 823 s instead of 530 s.",
    ),
    "fragmentation_percent_max": Guide(
        "free but fragmented GPUs from which jobs are moved",
        "pods: with 5 one job more is moved, and jobs of 2 to 4 GPUs wait 2.1 h instead of 2.2 h.",
    ),
    "spot_loss_weight": Guide(
        "how much a job must gain to run on spot nodes",
        "spot: with 20 instead of 6 jobs hold 1,763 GPU hours on spot nodes instead of 4,173 and "
        "wait 28 min instead of 31; 0 and 1 change nothing.",
    ),
}
"""The settings to know first, by name; the rest are advanced."""
