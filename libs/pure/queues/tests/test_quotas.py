"""Quotas of queues, borrowing of jobs, and the end of trials: without any service around them."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import Shape
from muster.events.job_commands import Tier
from muster.events.operator_commands import Policy
from muster.events.queue_commands import QueueSettings, Quota
from muster.queues import holdings, quotas, shares
from muster.queues.account import Terms
from muster.queues.quotas import ADMITTED, Admission, Short
from muster.queues.tree import Queue, QueueKey, QueueTree, Used
from muster.queues.trial import trial

POLICY = Policy(
    name="test",
    head_patience_ms=0,
    head_hold_ms=0,
    attempts_lost_max=0,
    workload_shapes_max=0,
    jobs_ended_kept_max=0,
)
TERMS = Terms.of(POLICY)
NOW_MS = 1_700_000_000_000
MODELS = ("A100", "H100")


class Gang(NamedTuple):
    shape: Shape
    ranks: int


class Claim(NamedTuple):
    queue: QueueKey
    sharer: str
    placement_class: Gang
    tier_rank: int = 2


def gang(gpus: int, models: tuple[str, ...] = ()) -> Gang:
    return Gang(Shape(gpus, 1_000 if gpus else 0, models, 1_000, 1_024), 1)


def tree(**settings: QueueSettings) -> QueueTree:
    """Queues of one tenant, each after its parent."""
    found = QueueTree()
    for name, each in settings.items():
        found.put(Queue(("acme", name), "", each))
    return found


def hold(
    queues: QueueTree,
    name: str,
    gpus: dict[str, int],
    sharer: str = "",
    tier: Tier = Tier.STANDARD_TRAINING,
) -> Used:
    """A job of a queue holds GPUs of some models."""
    held = Used.by_gang(gang(1).shape, gpus, tier=tier)
    queue = queues.by_key["acme", name]
    holdings.count_held(queue, sharer, held, +1, policy=POLICY, terms=TERMS, now_ms=NOW_MS)
    return held


def admission(queues: QueueTree, name: str, asked: Gang, sharer: str = "") -> Admission:
    return quotas.admission(queues, Claim(("acme", name), sharer, asked), lambda: MODELS)


def test_every_level_bounds_and_a_queue_that_never_borrows_has_its_guarantee_for_a_maximum() -> None:
    queues = tree(
        org=QueueSettings(maximum=Quota(gpu_milli=4_000)),
        red=QueueSettings(parent="org"),
        green=QueueSettings(parent="org", guarantee=Quota(gpu_milli=1_000), over_quota_weight=0),
    )
    assert admission(queues, "red", gang(4)) == ADMITTED
    assert admission(queues, "green", gang(2)) == Admission(
        Short(("acme", "green"), "gpu_milli", 2_000, 0, 1_000)
    )
    hold(queues, "red", {"A100": 3})
    assert admission(queues, "green", gang(1)) == ADMITTED
    assert admission(queues, "red", gang(2)).short == Short(("acme", "org"), "gpu_milli", 2_000, 3_000, 4_000)
    assert quotas.never(queues.by_key["acme", "red"].path, gang(5)) == Short(
        ("acme", "org"), "gpu_milli", 5_000, 0, 4_000
    )


def test_quotas_by_model_narrow_what_is_accepted_until_none_is_left() -> None:
    queues = tree(red=QueueSettings(maximum=Quota(gpu_milli_by_model={"H100": 1_000})))
    assert admission(queues, "red", gang(1)).models == ("A100", "H100")
    hold(queues, "red", {"H100": 1})
    admitted = admission(queues, "red", gang(1))
    assert admitted.models == ("A100",)
    assert admitted.narrowed(gang(1).shape).gpu_models == ("A100",)
    assert admission(queues, "red", gang(1, ("H100",))).short == Short(
        ("acme", "red"), "gpu_milli_by_model.H100", 1_000, 1_000, 1_000
    )


def test_a_limit_on_a_user_s_jobs_counts_that_user_s() -> None:
    queues = tree(red=QueueSettings(user_jobs_running_max=1))
    hold(queues, "red", {"A100": 1}, "ada")
    assert admission(queues, "red", gang(1), "bob") == ADMITTED
    short = admission(queues, "red", gang(1), "ada").short
    assert short is not None
    assert short.resource == "user_jobs_running_max"
    assert short.is_job_limit


@pytest.mark.parametrize(
    ("guarantee", "held", "borrowed_milli"),
    [
        (None, {"A100": 2}, 2_000),
        (Quota(gpu_milli=3_000), {"A100": 2}, 2_000),  # 5 are used: two may go
        (Quota(gpu_milli=4_000), {"A100": 2}, 1_000),
        (Quota(gpu_milli=5_000), {"A100": 2}, 0),
        (Quota(gpu_milli_by_model={"H100": 1_000}), {"A100": 2}, 2_000),
        (Quota(gpu_milli_by_model={"A100": 2_000}), {"A100": 2}, 0),  # of three others, none is an A100
        (Quota(gpu_milli=1_000, gpu_milli_by_model={"H100": 3_000}), {"H100": 1, "A100": 1}, 2_000),
    ],
)
def test_borrowed_gpus_lie_beyond_the_nearest_guarantee(
    guarantee: Quota | None, held: dict[str, int], borrowed_milli: int
) -> None:
    queues = tree(org=QueueSettings(guarantee=guarantee), red=QueueSettings(parent="org"))
    hold(queues, "red", {"H100": 3})
    assert shares.borrowed_of(queues.by_key["acme", "red"], hold(queues, "red", held)) == borrowed_milli


@given(
    st.lists(st.tuples(st.sampled_from(("red", "green")), st.sampled_from(MODELS), st.integers(1, 3))),
    st.integers(0, 6),
    st.lists(st.sampled_from((-1, 1)), min_size=1),
)
def test_a_trial_leaves_every_count_as_it_was(
    jobs: list[tuple[str, str, int]], guaranteed: int, signs: list[int]
) -> None:
    queues = tree(
        org=QueueSettings(guarantee=Quota(gpu_milli=guaranteed * 1_000)),
        red=QueueSettings(parent="org"),
        green=QueueSettings(parent="org"),
    )
    held = [(queues.by_key["acme", name], hold(queues, name, {model: n}, "ada")) for name, model, n in jobs]
    before = [(queue.used.copy(), dict(queue.sharers), queue.account) for queue in queues.by_key.values()]
    copies = [{name: used.copy() for name, used in sharers.items()} for _, sharers, _ in before]
    with trial(POLICY, TERMS, NOW_MS + 1_000) as counts:
        for (queue, amount), sign in zip(held, signs, strict=False):
            counts.count(queue, "ada", amount, sign)
    assert [(queue.used, queue.sharers, queue.account) for queue in queues.by_key.values()] == before
    assert [queue.sharers for queue in queues.by_key.values()] == copies
