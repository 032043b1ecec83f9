"""The values of options. Their implementations are loaded on use, so that help is quick."""

from __future__ import annotations

from typing import Final

ALL: Final = "all"
OURS: Final = "ours"
WITHOUT_PREEMPTION: Final = (OURS, "fifo", "easy", "bestfit", "fgd", "adr5", "drf")
"""The policies that `all` stands for."""
POLICIES: Final = (
    *WITHOUT_PREEMPTION, "ours-shared", "tiresias", "kill-and-requeue", "srtf",
    "ours-yielding", "ours-headroom", "ours-guaranteed",
)  # fmt: skip
"""The scheduling policies of `muster sim trace`; see `rules.contenders`."""
PLACEMENTS: Final = (OURS, "fgd", "fgd-packed", "bestfit", "random")
"""The placement policies of `muster sim fgd`; see `edge.fgd_runs`."""
GENERATED: Final = (
    "kueue-15k", "kueue-50k", "kai-fill", "kai-gang", "kai-reclaim", "kai-consolidate",
    "volcano-10000x1", "volcano-500x20", "volcano-20x500", "volcano-1x10000", "gfs-mix",
)  # fmt: skip
"""The published loads; see `loads.generated`."""
RUN_TIMES: Final = ("philly", "users", "estimates", "constant", "cut", "drift", "gavel")
"""The loads of run times; see `edge.run_time_loads`."""
STORIES: Final = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k")
"""The stories; see `stories.stories`."""
