"""`muster capacity`: the figures, and the simulated options."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from muster.events.job_commands import JobSpec
from muster.events.node_heartbeats import NodeUsage
from muster.events.queue_commands import Quota
from muster.lab.capacity import report as capacity_report
from muster.lab.capacity.capacity import Asked, Unusable, capacity_of
from muster.lab.capacity.options import tried
from muster.lab.capacity.real_use import real_use
from muster.lab.capacity.what_if import HORIZON_MS, Refused, waits_after
from muster.lab.cli import capacity as cli_capacity
from muster.scheduler.core.replay.hashing import StateHash
from muster.scheduler.core.replay.snapshot import forked
from muster.scheduler.core.state.state import State
from muster.testkit.cores.build import beat, configure, job_spec, node, queue, submit
from muster.testkit.cores.scenario import Scenario, given
from typer.testing import CliRunner

MINUTE_MS = 60_000


def half_an_hour(**rest: Any) -> JobSpec:
    return job_spec(wall_time_max_ms=30 * MINUTE_MS, **rest)


def crowded() -> Scenario:
    """Ten of twelve GPUs held for half an hour; two 8-GPU jobs, a 2-GPU job and one out of quota wait."""
    scenario = given(
        node("n1", gpus=8, model="H100"),
        node("n2", gpus=4, model="A100"),
        queue("red", maximum=Quota(gpu_milli=1_000)),
    )
    scenario.when(
        submit("job-big", half_an_hour(gpus=7, models=("H100",))),
        submit("job-three", half_an_hour(gpus=3, models=("A100",))),
    )
    scenario.when(submit("job-red", half_an_hour(queue="red", models=("H100",))))
    return scenario.when(
        submit("job-h-0", half_an_hour(gpus=8, models=("H100",))),
        submit("job-h-1", half_an_hour(gpus=8, models=("H100",))),
        submit("job-a", half_an_hour(gpus=2, models=("A100",))),
        submit("job-red-1", half_an_hour(queue="red")),
    )


@pytest.fixture(scope="module")
def state() -> State:
    return crowded().state


def test_capacity_counts_held_free_demanded_and_unusable_gpus(state: State) -> None:
    found = capacity_of(state)
    a100, h100 = found.models
    assert (a100.model, a100.allocated_milli, a100.free_milli) == ("A100", 3_000, 1_000)
    assert (h100.model, h100.allocated_milli, h100.free_milli) == ("H100", 8_000, 0)
    assert found.backlog == Asked("all", 4, 19_000)
    assert found.bind == (
        Asked("H100 (all in use)", 2, 16_000),
        Asked("A100 (all in use)", 1, 2_000),
        Asked("the quota of queue red (gpu_milli)", 1, 1_000),
    )
    assert [row.what for row in found.queues] == ["default (shared)", "red of acme"]
    assert found.shapes[0] == Asked("8 H100", 2, 16_000)
    assert found.unusable[1] == Unusable("2 A100", 1, 1_000, 1_000)


def test_simulated_waits_come_true_when_runs_last_as_predicted(state: State) -> None:
    as_is, *options = tried(state, nodes=1)
    minutes = [round(ms / MINUTE_MS) for ms in (as_is.waits.p50_ms, as_is.waits.p90_ms)]
    assert (as_is.waits.jobs, as_is.waits.started, minutes) == (4, 4, [30, 60])
    by_name = {each.what: each for each in options}
    more = by_name["1 more node of 8 H100 GPUs"]
    assert (more.model, more.gpus) == ("H100", 8)
    assert more.waits.mean_ms < as_is.waits.mean_ms
    assert by_name["no maximum and no limit on jobs for queue red"].waits.mean_ms < as_is.waits.mean_ms
    assert all(each.waits.mean_ms <= as_is.waits.mean_ms for each in options)


def test_playing_ahead_changes_nothing_and_comes_out_the_same_again(state: State) -> None:
    before = StateHash().refresh_all(state)
    assert waits_after(state, ()) == waits_after(state, ())
    assert StateHash().refresh_all(state) == before
    assert StateHash().refresh_all(forked(state)) == before


def test_jobs_that_can_never_start_wait_to_the_horizon() -> None:
    scenario = given(node("n1", gpus=2)).when(submit("job-a", job_spec(ranks=3)))
    waits = waits_after(scenario.state, ())
    assert (waits.jobs, waits.started, waits.p50_ms) == (1, 0, HORIZON_MS)


def test_runs_without_any_prediction_are_counted() -> None:
    scenario = given(node("n1", gpus=1)).when(submit("job-runs")).when(submit("job-a"))
    waits = waits_after(scenario.state, ())
    assert (waits.started, waits.unknown) == (1, 2)


def test_a_change_that_the_scheduler_refuses_is_no_option(state: State) -> None:
    with pytest.raises(Refused, match="no queue"):
        waits_after(state, [configure("nowhere")])


def test_an_empty_backlog_is_reported() -> None:
    scenario = given(node("n1", gpus=2)).when(submit("job-a"))
    found = capacity_of(scenario.state)
    first = next(capacity_report.lines(found, tuple(tried(scenario.state)), {}))
    assert first == "50 % of the GPUs are allocated, and no job waits for room or a quota."


def test_prices_are_those_given_and_no_others(state: State) -> None:
    found, options = capacity_of(state), tuple(tried(state, nodes=1))
    page = "\n".join(capacity_report.lines(found, options, {"H100": 2.5}))
    assert "H100: 20.00 an hour allocated, 0.00 an hour free" in page
    assert "1 more node of 8 H100 GPUs" in page
    assert "; 20.00 an hour more" in page
    assert "A100: " not in page.partition("Price")[2]
    programs = json.loads(json.dumps(capacity_report.as_json(found, options, {"H100": 2.5})))
    assert {each["model"]: each["price_per_hour"] for each in programs["options"]} == {
        "": None, "A100": None, "H100": 20.0,
    }  # fmt: skip
    assert programs["real_use"] is None


@pytest.mark.parametrize("price", ["H100", "H100=free", "H100=-1", "=2", "H100=inf", "H100=nan"])
def test_invalid_prices_are_refused(price: str) -> None:
    ended = CliRunner().invoke(cli_capacity.app, ["--price", price])
    assert ended.exit_code == 2
    assert "must be MODEL=PRICE" in ended.stderr


def test_real_use_is_what_nodes_measure_beside_what_is_allocated(state: State) -> None:
    busy = NodeUsage(cpu_busy_milli=2_000, memory_used_mib=1_024, gpu_busy_percent=(90, 30))
    plain = NodeUsage(cpu_busy_milli=1_000, memory_used_mib=1_024)
    beats = [
        replace(beat(node("n1", gpus=2)), cpu_milli=4_000, memory_mib=4_096, usage=busy),
        replace(beat(node("n2", gpus=1)), cpu_milli=8_000, memory_mib=4_096, usage=plain),
        beat(node("n3", gpus=8)),
    ]
    use = real_use(4, beats)
    assert (use.measured, use.cpu_percent, use.memory_percent) == (2, 25, 25)
    assert [(each.gpus, each.busy_percent) for each in use.gpus] == [(2, 60)]
    page = "\n".join(capacity_report.lines(capacity_of(state), tuple(tried(state, nodes=1)), {}, use))
    assert "Real use    A100: 2 GPUs busy 60 % of the time" in page
    assert "CPU 25 % busy, memory 25 % in use; 2 of 4 nodes measure" in page
    nobody = "\n".join(
        capacity_report.lines(capacity_of(state), tuple(tried(state, nodes=1)), {}, real_use(1, beats[2:]))
    )
    assert "Real use    unknown: simulated nodes measure nothing" in nobody
