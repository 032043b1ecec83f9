"""The contenders under random loads, and each baseline's rule by example."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from muster.cluster import Cluster, Placement
from muster.lab.loads.conditions import Conditions, Outage
from muster.lab.loads.load import HOUR_MS, Load, Measure, TraceJob
from muster.lab.replay.replay import BrokenRule, History, Replay
from muster.lab.replay.samples import Idle, Sampler
from muster.lab.rules.contender import Contender, Move, Refuse, Start, Stop
from muster.lab.rules.contenders import CONTENDERS, WITHOUT_PREEMPTION
from muster.lab.rules.easy import Easy
from muster.lab.rules.fifo import Fifo
from muster.testkit.cores.loads import a_job, a_load, loads
from muster.testkit.laws import examples

HEADROOM = "ours-headroom"
"""Leaves a part of each GPU model free for ever, so that what takes more than the rest never runs."""
everyone = pytest.mark.parametrize("policy", CONTENDERS)
GREEDY = ("bestfit", "fgd", "adr5", "drf")
"""Rules that keep nothing free for anybody."""


@pytest.fixture(scope="module", autouse=True)
def _jobs_that_cannot_start_are_given_up_after_an_hour() -> Generator[None]:
    """Loads here last minutes; a month of clock ticks for a job that never starts would only cost time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("muster.lab.replay.replay.PATIENCE_MS", HOUR_MS)
        yield


def run(policy: str, load: Load) -> History:
    return Replay(load, CONTENDERS[policy](load)).run()


def starts_s(policy: str, load: Load) -> dict[str, float | None]:
    """When each job of a load first ran, seconds."""
    return {
        record.job.job_id.removeprefix("job-"): None
        if record.first_start_ms is None
        else record.first_start_ms / 1_000
        for record in run(policy, load).records
    }


def fits_ever(load: Load, job: TraceJob) -> bool:
    cluster = Cluster("bestfit")
    for node in load.nodes:
        cluster.add(node)
    return cluster.fits_ever(job.shape, job.ranks).fits


@pytest.mark.parametrize("policy", WITHOUT_PREEMPTION)
@given(load=loads())
@examples(25)
def test_every_job_that_can_run_runs_once_and_whole(policy: str, load: Load) -> None:
    """The replay checks every place that is taken; here: all ends, and no work is made or lost."""
    history = run(policy, load)
    for record in history.records:
        if fits_ever(load, record.job):
            assert record.first_start_ms is not None
            assert record.end_ms == record.first_start_ms + record.job.duration_ms
            assert record.first_start_ms >= record.job.arrival_ms
        else:
            assert record.refused
            assert record.first_start_ms is None
    measure = Measure(load.nodes)
    done = sum(measure.of(r.job) * r.job.duration_ms for r in history.records if r.end_ms is not None)
    assert history.busy_milli_ms == done


@st.composite
def interrupted(draw: st.DrawFn) -> Load:
    """A load with checkpoints that cost time, and up to three outages, with notice or without."""
    load = draw(loads())
    jobs = tuple(replace(job, checkpoint_ms=draw(st.sampled_from((0, 7_000, 20_000)))) for job in load.jobs)
    found: list[Outage] = []
    for node in load.nodes[:3]:
        if draw(st.booleans()):
            from_ms = draw(st.integers(0, 120_000))
            notice_ms = max(0, from_ms - draw(st.sampled_from((0, 0, 5_000, 20_000))))
            found.append(Outage(node.node_id, notice_ms, from_ms, from_ms + draw(st.integers(1, 90_000))))
    found.sort(key=lambda outage: (outage.notice_ms, outage.node_id))
    save_ms, restart_ms = draw(st.sampled_from((0, 2_000))), draw(st.sampled_from((0, 3_000)))
    return replace(load, jobs=jobs, conditions=Conditions(save_ms, restart_ms, tuple(found)))


@pytest.mark.slow
@everyone
@given(load=interrupted())
@examples(60)
def test_held_time_is_work_done_once_plus_the_cost_of_interruptions(policy: str, load: Load) -> None:
    history, measure = run(policy, load), Measure(load.nodes)
    held = 0
    for record in history.records:
        kept_out = policy == HEADROOM and record.first_start_ms is None
        assert (record.end_ms is None) == (kept_out or bool(record.refused))
        assert (record.end_ms is None) == (kept_out or not fits_ever(load, record.job))
        overhead_ms = record.lost_ms + record.resuming_ms + record.saving_ms
        held += measure.of(record.job) * (overhead_ms + record.job.duration_ms * (record.end_ms is not None))
    assert history.busy_milli_ms == held


@pytest.mark.parametrize("policy", GREEDY)
@given(load=loads())
@examples(25)
def test_greedy_rules_hold_nothing_back(policy: str, load: Load) -> None:
    assert Idle.HELD_BACK not in {sample.idle for sample in run(policy, load).samples}


@given(load=loads())
@examples(25)
def test_fifo_allows_no_overtaking(load: Load) -> None:
    starts = [r.first_start_ms for r in run("fifo", load).records if r.first_start_ms is not None]
    assert starts == sorted(starts)


@given(load=loads(exact_limits=True))
@examples(100)
def test_easy_never_delays_its_head(load: Load) -> None:
    easy = Easy(load)
    history = Replay(load, easy).run()
    began_ms = {record.job.job_id: record.first_start_ms for record in history.records}
    late = {
        job_id: promised_ms
        for job_id, promised_ms in easy.promised_ms.items()
        if (started_ms := began_ms[job_id]) is None or started_ms > promised_ms
    }
    assert late == {}


def test_fifo_and_skipping_differ_behind_a_head_that_does_not_fit() -> None:
    load = a_load(a_job("a", gpus=3), a_job("b", gpus=4), a_job("c", gpus=1))
    assert starts_s("fifo", load) == {"a": 0, "b": 60, "c": 120}
    assert starts_s("bestfit", load) == {"a": 0, "b": 60, "c": 0}


def test_easy_backfills_with_jobs_that_end_in_time() -> None:
    load = a_load(
        a_job("a", gpus=3), a_job("b", gpus=4), a_job("long", gpus=1, lasts_s=61), a_job("short", gpus=1)
    )
    assert starts_s("easy", load) == {"a": 0, "b": 60, "long": 120, "short": 0}


def test_easy_lets_the_long_run_beside_the_reservation() -> None:
    load = a_load(
        a_job("a", gpus=4), a_job("b", gpus=1), a_job("head", gpus=4), a_job("long", lasts_s=500), gpus=(4, 2)
    )
    assert starts_s("easy", load) == {"a": 0, "b": 0, "head": 60, "long": 0}


def test_easy_believes_the_limits_that_owners_give() -> None:
    load = a_load(a_job("a", gpus=3), a_job("head", gpus=4), a_job("liar", gpus=1, lasts_s=10, limit_s=900))
    assert starts_s("easy", load) == {"a": 0, "head": 60, "liar": 120}


def test_drf_serves_the_queue_that_has_least() -> None:
    load = a_load(
        *(a_job(f"blue-{number}", queue="blue") for number in range(4)),
        a_job("red-0", queue="red", at_s=10),
        a_job("blue-4", queue="blue", at_s=5),
        gpus=(2,),
    )
    ordered = Load(load.name, load.nodes, tuple(sorted(load.jobs, key=lambda job: job.arrival_ms)))
    assert starts_s("drf", ordered) == {
        "blue-0": 0, "blue-1": 0, "blue-2": 60, "blue-3": 120, "blue-4": 120, "red-0": 60,
    }  # fmt: skip


def test_drf_has_no_memory() -> None:
    """Blue used the cluster alone for a minute; a moment later that counts for nothing."""
    load = a_load(
        a_job("blue-0", queue="blue", gpus=4), a_job("blue-1", queue="blue", gpus=4, at_s=1),
        a_job("red", queue="red", gpus=4, at_s=2),
    )  # fmt: skip
    assert starts_s("drf", load) == {"blue-0": 0, "blue-1": 60, "red": 120}


class Scripted:
    """A contender whose moves a test scripts."""

    def __init__(self, *script: Sequence[Move]) -> None:
        self._script = list(script)
        self.departed: list[tuple[str, bool]] = []

    def arrive(self, job: TraceJob) -> None:
        del job

    def depart(self, job_id: str, finished: bool) -> None:
        self.departed.append((job_id, finished))

    def decide(self, now_ms: int) -> Sequence[Move]:
        del now_ms
        return self._script.pop(0) if self._script else ()

    def node_leaves(self, node_id: str) -> None:
        del node_id

    def node_gone(self, node_id: str) -> None:
        del node_id

    def node_back(self, node_id: str) -> None:
        del node_id

    def deadline_ms(self) -> int | None:
        return None


def start(job: TraceJob, *gpu_indices: tuple[int, ...]) -> Start:
    return Start(job.job_id, tuple(Placement("n0", indices, job.shape) for indices in gpu_indices))


ONE, TWO = a_job("one", gpus=2), a_job("two", gpus=1, ranks=2)


@pytest.mark.parametrize(
    ("moves", "broken"),
    [
        ([start(ONE, (0, 1)), start(ONE, (2, 3))], "job-one was started at 0 ms while it runs"),
        ([start(ONE, (0, 1)), start(TWO, (1,), (2,))], "job-two was started at 0 ms where it does not fit"),
        ([start(TWO, (0,))], "job-two was started at 0 ms, but not as a whole gang"),
        (
            [Start(ONE.job_id, start(TWO, (0,)).places)],
            "job-one was started at 0 ms, but not as a whole gang",
        ),
        ([Stop(ONE.job_id)], "job-one was stopped at 0 ms but does not run"),
    ],
)
def test_a_broken_rule_stops_the_replay(moves: Sequence[Move], broken: str) -> None:
    with pytest.raises(BrokenRule, match=broken):
        Replay(a_load(ONE, TWO), Scripted(moves)).run()


def test_a_contender_that_never_comes_to_rest_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Restless(Scripted):
        def deadline_ms(self) -> int | None:
            return 0

    monkeypatch.setattr("muster.lab.replay.replay.ROUNDS_MAX", 100)
    with pytest.raises(BrokenRule, match="more than 100 decisions at 0 ms"):
        Replay(a_load(ONE), Restless()).run()


@pytest.mark.parametrize(("checkpoint_s", "lost_s", "end_s"), [(0, 25, 85), (10, 5, 65)])
def test_a_stopped_run_loses_what_it_did_since_its_checkpoint(
    checkpoint_s: int, lost_s: int, end_s: int
) -> None:
    job = a_job("one", gpus=2, checkpoint_s=checkpoint_s)
    tick = a_job("tick", gpus=0, at_s=25, lasts_s=1)
    again = start(job, (0, 1))
    contender = Scripted([again], [Stop(job.job_id), again])
    history = Replay(a_load(job, tick), contender).run()
    record = history.records[0]
    assert (record.stops, record.lost_ms, record.end_ms) == (1, lost_s * 1_000, end_s * 1_000)
    assert contender.departed == [(job.job_id, False), (job.job_id, True)]


def test_leaves_are_counted_for_gangs_of_several_nodes() -> None:
    """Seventeen nodes: a leaf of 16 and one of the next."""
    gang = a_job("gang", gpus=4, ranks=17)
    records = run("fifo", a_load(gang, a_job("single", gpus=4, at_s=100), gpus=(4,) * 17)).records
    assert [record.leaves for record in records] == [2, 0]


def test_a_job_that_never_starts_is_reported_as_stuck() -> None:
    record = Replay(a_load(ONE), Scripted()).run().records[0]
    assert (record.first_start_ms, record.end_ms, record.refused) == (None, None, "")


def test_a_refusal_is_kept_with_its_reason() -> None:
    history = Replay(a_load(ONE), Scripted([Refuse(ONE.job_id, "too blue")])).run()
    assert history.records[0].refused == "too blue"


Make = Callable[[Load], Contender]


@pytest.mark.parametrize(
    ("make", "idle"), [(Fifo, Idle.HELD_BACK), (CONTENDERS["bestfit"], Idle.UNSCHEDULABLE)]
)
def test_idle_resources_are_classified(make: Make, idle: Idle) -> None:
    """One of four GPUs is free: FIFO's head does not fit and a later job would; else nothing does."""
    jobs = [a_job("a", gpus=3), a_job("head", gpus=2)] + ([a_job("c")] if make is Fifo else [])
    load = a_load(*jobs)
    history = Replay(load, make(load)).run()
    assert (history.samples[0].used_milli, history.samples[0].idle) == (3_000, idle)
    assert history.samples[-1].idle is Idle.NO_DEMAND


def test_samples_lie_at_even_steps() -> None:
    load = a_load(a_job("a", gpus=2, lasts_s=500), a_job("b", at_s=1_000))
    sampler = Sampler(load, Cluster("bestfit"))
    assert sampler.step_ms == 1_000
    for to_ms in (300, 1_000, 1_000, 3_500):
        sampler.advance(to_ms)
    assert [(sample.at_ms, sample.times) for sample in sampler.samples] == [(0, 1), (1_000, 3)]


def shared_by_two(policy: str) -> History:
    """A long job on all GPUs; a short one comes when it has had 2 GPU hours and has saved once."""
    long, short = (
        a_job("long", gpus=4, lasts_s=7_200, checkpoint_s=1_000),
        a_job("short", gpus=4, at_s=1_800, lasts_s=60, checkpoint_s=1_000),
    )
    load = a_load(long, short)
    return run(policy, replace(load, conditions=Conditions(save_ms=10_000, restart_ms=20_000)))


def test_tiresias_lets_a_short_job_pass_a_long_one_which_saves_first() -> None:
    long, short = shared_by_two("tiresias").records
    assert (short.first_start_ms, short.end_ms) == (1_810_000, 1_870_000)
    assert (long.stops, long.lost_ms, long.resuming_ms) == (1, 0, 30_000)
    assert long.back_ms == [90_000]
    assert long.end_ms == 7_200_000 + long.saving_ms + 30_000 + 60_000


def test_ours_does_so_by_a_plan_of_the_preemption_service() -> None:
    long, short = shared_by_two("ours-shared").records
    assert (short.first_start_ms, short.end_ms) == (1_810_000, 1_870_000)
    assert (long.stops, long.lost_ms, long.resuming_ms) == (1, 0, 30_000)
    assert long.back_ms == [90_000]


def test_a_killed_job_repeats_its_work_since_the_last_checkpoint() -> None:
    long, short = shared_by_two("kill-and-requeue").records
    assert (short.first_start_ms, long.stops, long.lost_ms) == (1_800_000, 1, 790_000)


def test_srtf_knows_which_job_ends_first() -> None:
    long, short = shared_by_two("srtf").records
    assert (short.first_start_ms, long.stops) == (1_810_000, 1)


@pytest.mark.parametrize(("notice_s", "lost_s"), [(0, 500), (60, 0)])
def test_a_node_that_goes_with_notice_costs_no_work(notice_s: int, lost_s: int) -> None:
    job = a_job("one", gpus=4, lasts_s=2_000, checkpoint_s=1_000)
    outage = Outage("n0", (1_510 - notice_s) * 1_000, 1_510_000, 1_600_000)
    conditions = Conditions(save_ms=10_000, restart_ms=20_000, outages=(outage,))
    for policy in set(CONTENDERS) - {HEADROOM}:  # the job takes the whole cluster
        record = run(policy, replace(a_load(job, gpus=(4,)), conditions=conditions)).records[0]
        assert (record.lost_ms, record.outages) == (lost_s * 1_000, 0 if notice_s else 1)
        back = record.back_ms if notice_s else record.back_after_outage_ms
        assert back == [(90 + notice_s + 20) * 1_000]


@pytest.mark.parametrize("saves", [True, False])
def test_the_cost_of_a_spot_reclaim_is_counted(saves: bool) -> None:
    """One job on the only node, a spot node, which goes for 90 s after 2 minutes of notice.

    Ours would not have a job there that cannot save.
    """
    job = a_job("one", gpus=4, lasts_s=2_000, checkpoint_s=1_000 if saves else 0)
    outage = Outage("n0", 500_000, 620_000, 710_000)
    conditions = Conditions(save_ms=10_000, restart_ms=20_000, outages=(outage,), spot=("n0",))
    for policy in ("ours", "fifo") if saves else ("fifo",):
        history = run(policy, replace(a_load(job, gpus=(4,)), conditions=conditions))
        record = history.records[0]
        lost_s = record.lost_ms // 1_000
        assert (lost_s > 0) is not saves
        assert record.spot_overhead_ms == (lost_s + (10 if saves else 0) + 20) * 1_000
        assert history.busy_spot_milli_ms == history.busy_milli_ms


def test_ours_keeps_jobs_that_cannot_save_off_the_spot_node_if_possible() -> None:
    jobs = [a_job(f"j{n}", gpus=4, lasts_s=36_000, checkpoint_s=1_800 * (n % 2)) for n in range(2)]
    load = a_load(*jobs, gpus=(4, 4))
    conditions = Conditions(restart_ms=20_000, spot=("n0",))
    history = run("ours", replace(load, conditions=conditions))
    assert [record.first_start_ms for record in history.records] == [0, 0]
    assert history.busy_spot_milli_ms == 36_000_000 * 4_000
