"""An explanation in words: one sentence, and the details behind it."""

from __future__ import annotations

from muster.events.job_commands import Isolation, Tier
from muster.events.job_events import PendingCode
from muster.events.queue_commands import Quota
from muster.scheduler.core.explain import wording
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.reason_codes import MEANINGS
from muster.testkit.cores.build import exited, job_spec, node, queue, submit, suspend
from muster.testkit.cores.scenario import Scenario, given


def words(scenario: Scenario, job_id: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    found = explain(scenario.state, job_id)
    assert found is not None
    return wording.summary(found), dict(wording.parts(found))


def test_a_waiting_job_gets_its_reason_position_and_remedies() -> None:
    scenario = given(node("n1", gpus=8)).when(submit("job-runs", job_spec(gpus=6)))
    scenario.when(
        submit("job-first", job_spec(tier=Tier.PREMIUM_TRAINING, gpus=4)),
        *(submit(f"job-rival-{n}", job_spec(gpus=4), tenant="rival") for n in range(2)),
    )
    scenario.when(submit("job-a", job_spec(gpus=4)), after_ms=5_000)
    summary, parts = words(scenario, "job-a")
    assert summary.startswith("job-a waits: needs 4 free GPUs on one node")
    assert parts["Reason"][0].startswith("GPUS_BUSY (")
    assert parts["Waits"] == ("for 0s, in queue default, tier standard-training",)
    assert parts["In line"] == (
        "4th of 4 in its queue, 4th of 4 in all",
        "ahead: 1 of a higher tier or lifted by age, 2 of users or tenants who hold less",
        "of yours: job-first (goes with PREMIUM_TRAINING, this one with STANDARD_TRAINING)",
    )
    assert parts["Starts now"] == ("with 2 GPUs instead of 4",)


def test_jobs_of_other_tenants_are_not_mentioned() -> None:
    scenario = given(node("n1", gpus=8)).when(submit("job-rival-0", job_spec(gpus=6), tenant="rival"))
    scenario.when(submit("job-rival-1", job_spec(gpus=8), tenant="rival"))
    scenario.when(submit("job-a", job_spec(gpus=4)), after_ms=60_000)
    summary, parts = words(scenario, "job-a")
    assert "rival" not in summary + str(parts)


def test_every_kind_of_change_has_a_sentence() -> None:
    scenario = given(
        node("n1", gpus=4, model="H100", cpu_milli=64_000),
        node("n2", gpus=4, model="A100"),
        queue("red", maximum=Quota(gpu_milli_by_model={"H100": 2_000})),
    )
    scenario.when(*(submit(f"job-{n}", job_spec(models=("H100",), queue="red")) for n in range(4)))
    _, parts = words(scenario, "job-3")
    assert parts["Starts now"] == (
        "on A100, if it accepted that model",
        "in queue 'default'",
        "if the maximum of queue 'red' were 4 H100 GPUs instead of 2; 1 other would start before it",
    )
    scenario.when(submit("job-gang", job_spec(models=("H100",), ranks=4)))
    _, parts = words(scenario, "job-gang")
    assert parts["Starts now"] == (
        "on A100, if it accepted that model",
        "with 2 ranks instead of 4",
    )


def test_a_fraction_learns_that_strangers_hold_the_cards_and_how_it_could_share() -> None:
    """One card is another team's; the other has MIG enabled and free instances."""
    scenario = given(node("n1", gpus=1, model="A30"), node("n2", gpus=1, model="T4"))
    apart = job_spec(gpus=0.25, isolation=Isolation.MIG)
    scenario.when(submit("job-mig", apart), submit("job-theirs", job_spec(gpus=0.25)))
    scenario.when(submit("job-a", job_spec(gpus=0.25, team="speech")))
    summary, parts = words(scenario, "job-a")
    assert summary.startswith("job-a waits: needs 0.25 of one GPU, shared only within its team")
    assert parts["Starts now"] == ("with isolation mig instead of by-trust",)
    assert words(scenario, "job-theirs")[1]["Why there"] == (
        "the fullest card that its team shares; an unshared one only if none has room, with least loss to "
        "other work, then the fullest node, then the lowest id",
    )


def test_a_placed_job_gets_the_reason_for_its_place_the_next_best_and_an_unknown_end() -> None:
    scenario = given(node("n1", gpus=4), node("n2", gpus=4)).when(submit("job-a"))
    scenario.when(submit("job-b"), after_ms=200_000)
    summary, parts = words(scenario, "job-a")
    assert summary == "job-a is bound on n1: attempt 1, for 3m20s"
    assert parts["Why there"][1].startswith("n1: fragmentation ")
    assert parts["Why there"][1].endswith("scarcity +0 GPUs; 2 GPUs left on the node")
    assert parts["Next best"][0].startswith("n2: fragmentation ")
    assert parts["Ends"] == ("end time unknown: no history, no estimate, no wall-time limit",)


def test_a_gang_learns_which_part_of_the_network_it_shares() -> None:
    scenario = given(*(node(f"n{i}", gpus=4, leaf="leaf-1") for i in range(2)))
    scenario.when(submit("job-a", job_spec(gpus=4, ranks=2)))
    _, parts = words(scenario, "job-a")
    assert (
        parts["Why there"][0]
        == "all ranks in leaf leaf-1: the smallest unit with room, and the fullest of those"
    )


def test_suspended_and_ended_jobs_are_described_in_one_sentence() -> None:
    scenario = given(node("n1", gpus=1)).when(submit("job-a"), submit("job-b")).when(suspend("job-b"))
    assert words(scenario, "job-b")[0] == "job-b waits: suspended until someone resumes it"
    scenario.when(exited("n1", "job-a"))
    assert words(scenario, "job-a") == (
        "job-a has ended: SUCCEEDED", {"As of": ("input 6 of the scheduler's log, epoch 1",)},
    )  # fmt: skip


def test_every_code_has_a_meaning() -> None:
    assert set(MEANINGS) == set(PendingCode)


def test_durations_are_written_in_their_two_largest_units() -> None:
    said = [wording.span(ms) for ms in (0, 900, 45_000, 200_400, 7_530_000, 1_050_000_000)]
    assert said == ["0s", "0s", "45s", "3m20s", "2h5m", "12d3h"]
