"""Changes of the queue tree: accepted ones, rejected ones with the reason, and their effect on jobs."""

from itertools import pairwise

import pytest
from muster.events.job_events import QueueConfigured
from muster.events.queue_commands import DeleteQueue, Quota
from muster.events.shared.command_answers import CommandRejected
from muster.queues.tree_changes import DEPTH_MAX
from muster.testkit.cores.build import TENANT, USER, configure, job_spec, queue, queue_settings, submit
from muster.testkit.cores.scenario import Scenario, given


def delete(name: str) -> DeleteQueue:
    return DeleteQueue(queue=name, tenant=TENANT, requested_by=USER)


def an_organisation() -> Scenario:
    return given(
        queue("acme", guarantee_gpus=64),
        queue("vision", parent="acme", guarantee_gpus=40),
        queue("speech", parent="acme", guarantee_gpus=20),
    )


def refused(scenario: Scenario) -> tuple[str, str, str]:
    [fact] = scenario.decided
    assert isinstance(fact, CommandRejected)
    [violation] = fact.violations
    return violation.field, violation.value, violation.allowed


def paths(scenario: Scenario) -> dict[str, list[str]]:
    return {key[1]: [q.key[1] for q in queue.path] for key, queue in scenario.state.queues.by_key.items()}


def test_a_tree_is_created_and_changed_by_events() -> None:
    scenario = an_organisation()
    scenario.when(configure("speech", parent="acme", guarantee_gpus=24, weight=3)).then(
        QueueConfigured(
            queue="speech",
            tenant=TENANT,
            settings=queue_settings(parent="acme", guarantee_gpus=24, weight=3),
            requested_by=USER,
        )
    )
    again = configure("speech", parent="acme", guarantee_gpus=24, weight=3)
    scenario.when(again).then("CommandRepeated ConfigureQueue speech")
    assert paths(scenario)["speech"] == ["acme", "speech"]


@pytest.mark.parametrize(
    ("command", "field", "value", "allowed"),
    [
        (queue("x", parent="acne"), "settings.parent", "acne",
         "a queue of this tenant: acme, speech, vision"),
        (configure("acme", parent="vision", guarantee_gpus=64), "settings.parent", "vision",
         "a queue that is not 'acme' or below it"),
        (configure("acme", parent="acme"), "settings.parent", "acme",
         "a queue that is not 'acme' or below it"),
        (queue("x", parent="acme", guarantee_gpus=5), "settings.guarantee.gpu_milli", "5000",
         "at most 4000: what the guarantee of 'acme' leaves"),
        (queue("x", parent="acme", guarantee=Quota(gpu_milli_by_model={"H100": 5_000})),
         "settings.guarantee.gpu_milli", "5000", "at most 4000: what the guarantee of 'acme' leaves"),
        (queue("x", parent="acme", guarantee=Quota(cpu_milli=1)), "settings.guarantee.cpu_milli", "1",
         "at most 0: what the guarantee of 'acme' leaves"),
        (configure("acme", guarantee_gpus=59), "settings.guarantee.gpu_milli", "59000",
         "at least 60000: what is guaranteed below it"),
    ],
)  # fmt: skip
def test_an_overcommitted_tree_is_rejected(command: object, field: str, value: str, allowed: str) -> None:
    scenario = an_organisation()
    before = paths(scenario)
    assert refused(scenario.when(command)) == (field, value, allowed)
    assert paths(scenario) == before


def test_the_depth_of_a_tree_is_limited() -> None:
    names = [f"level-{n}" for n in range(1, DEPTH_MAX + 1)]
    scenario = given(queue(names[0]), *(queue(n, parent=p) for p, n in pairwise(names)))
    deeper = queue("deeper", parent=names[-1])
    assert refused(scenario.when(deeper)) == (
        "settings.parent", names[-1], f"at most {DEPTH_MAX} levels; here are {DEPTH_MAX + 1}",
    )  # fmt: skip


def test_jobs_can_only_wait_in_leaves() -> None:
    scenario = an_organisation().when(submit("job-a", job_spec(queue="acme")))
    assert refused(scenario) == ("queue", "acme", "one of default, speech, vision")
    scenario.when(submit("job-b", job_spec(queue="vision")))
    assert refused(scenario.when(queue("ct", parent="vision"))) == (
        "settings.parent", "vision", "a queue without jobs of its own; 'vision' has 1",
    )  # fmt: skip


def test_a_queue_in_use_cannot_be_deleted() -> None:
    scenario = an_organisation().when(submit("job-a", job_spec(queue="vision")))
    scenario.when(delete("vision")).then("CommandRejected DeleteQueue vision QUEUE_NOT_EMPTY")
    scenario.when(delete("acme")).then("CommandRejected DeleteQueue acme QUEUE_NOT_EMPTY")
    scenario.when(delete("speech")).then("QueueDeleted speech")


def test_a_moved_queue_takes_its_jobs_along() -> None:
    scenario = given(
        queue("acme"), queue("rival"), queue("vision", parent="acme"), queue("ct", parent="vision")
    )
    scenario.when(submit("job-a", job_spec(queue="ct")))
    live = {key[1]: q.jobs_live for key, q in scenario.state.queues.by_key.items()}
    assert live == {"default": 0, "acme": 1, "rival": 0, "vision": 1, "ct": 1}
    scenario.when(configure("vision", parent="rival"))
    live = {key[1]: q.jobs_live for key, q in scenario.state.queues.by_key.items()}
    assert live == {"default": 0, "acme": 0, "rival": 1, "vision": 1, "ct": 1}
    assert paths(scenario)["ct"] == ["rival", "vision", "ct"]
