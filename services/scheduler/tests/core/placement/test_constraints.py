"""Labels, taints, preferred labels: the nodes a job may use, and the reason if there are none (ADR 24)."""

from muster.events.job_commands import SandboxNeed
from muster.events.job_events import GangBound, PendingCode
from muster.events.node_heartbeats import Sandbox
from muster.events.operator_commands import TagNode
from muster.events.shared.command_answers import RejectionCode
from muster.scheduler.core.explain.explain import explain
from muster.scheduler.core.explain.wording import change_of
from muster.scheduler.core.state.state import DEFAULT_POLICY, Reservation
from muster.testkit.cores.build import exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

PATIENCE_MS = DEFAULT_POLICY.head_patience_ms


def zones() -> Scenario:
    """Create a fast node in zone a, a slow one in zone b, and a tainted one in zone b."""
    return given(
        node("n1", gpus=2, labels={"zone": "a", "disk": "fast"}),
        node("n2", gpus=2, labels={"zone": "b"}),
        node("n3", gpus=2, labels={"zone": "b"}, taints=("spot",)),
    )


def nodes_of(scenario: Scenario, job_id: str) -> list[str]:
    attempt = scenario.state.jobs[job_id].attempt
    return list(attempt.tasks) if attempt else []


def test_a_job_uses_only_nodes_with_its_labels() -> None:
    scenario = zones().when(submit("job-a", job_spec(node_labels={"zone": "b"})))
    assert nodes_of(scenario, "job-a") == ["n2"]
    scenario.when(submit("job-b", job_spec(gpus=2, node_labels={"zone": "b"}))).then(
        "JobQueued job-b", "JobPending job-b GPUS_BUSY"
    )
    assert scenario.decided[-1].message.endswith("; 1 of 3 nodes are eligible")


def test_a_taint_keeps_away_jobs_that_do_not_tolerate_it() -> None:
    scenario = zones()
    scenario.when(*(submit(f"job-{n}", job_spec(gpus=2)) for n in (1, 2, 3)))
    assert [nodes_of(scenario, f"job-{n}") for n in (1, 2, 3)] == [["n1"], ["n2"], []]
    scenario.when(submit("job-spot", job_spec(gpus=2, tolerations=("spot",))))
    assert nodes_of(scenario, "job-spot") == ["n3"]


def test_nodes_with_preferred_labels_go_first_but_are_not_waited_for() -> None:
    scenario = zones().when(submit("job-full", job_spec(node_labels={"zone": "b"})))
    prefers = job_spec(gpus=1, preferred={"disk": "fast"})
    scenario.when(*(submit(f"job-{n}", prefers) for n in (1, 2, 3)))
    assert [nodes_of(scenario, f"job-{n}") for n in (1, 2, 3)] == [["n1"], ["n1"], ["n2"]]


def test_a_job_waits_for_a_label_that_no_node_has_and_says_so() -> None:
    scenario = zones().when(submit("job-a", job_spec(node_labels={"zone": "c"})))
    scenario.then("JobQueued job-a", "JobPending job-a LABELS_ABSENT")
    assert scenario.decided[-1].message == "none of 3 nodes has zone=c; known: zone=a or b"
    scenario.when(node("n4", gpus=2, labels={"zone": "c"}))
    assert nodes_of(scenario, "job-a") == ["n4"]


def test_a_job_goes_to_gpus_with_the_memory_it_requires() -> None:
    """The same model is sold with 40 and 80 GiB: its name does not tell."""
    scenario = given(node("n1", gpus=1, gpu_memory_mib=40 << 10), node("n2", gpus=1, gpu_memory_mib=80 << 10))
    large = job_spec(gpu_memory_mib=60 << 10)
    scenario.when(submit("job-1", large), submit("job-2", large))
    assert [nodes_of(scenario, f"job-{n}") for n in (1, 2)] == [["n2"], []]
    scenario.when(node("n3", gpus=1, gpu_memory_mib=80 << 10))
    assert nodes_of(scenario, "job-2") == ["n3"]
    scenario.when(submit("job-3", job_spec(gpus=0.5, gpu_memory_mib=40 << 10)))
    assert nodes_of(scenario, "job-3") == ["n1"]


def test_gpu_memory_that_no_node_has_is_rejected_with_the_largest() -> None:
    scenario = given(node("n1", gpu_memory_mib=40 << 10), node("n2", gpus=0))
    scenario.when(submit("job-1", job_spec(gpu_memory_mib=80 << 10)))
    (refused,) = scenario.decided
    assert refused.code is RejectionCode.IMPOSSIBLE_REQUEST
    assert [(v.field, v.value) for v in refused.violations] == [("resources.gpu_memory_mib_min", "81920")]
    assert refused.violations[0].allowed == "at most 40960, the most that any known node has"


def test_a_job_waits_for_gpu_memory_that_no_node_has_any_more() -> None:
    scenario = given().when(submit("job-a", job_spec(gpu_memory_mib=80 << 10)))
    scenario.then("JobQueued job-a", "JobPending job-a NO_NODES")
    scenario.when(node("n1", gpu_memory_mib=40 << 10)).when(after_ms=60_000)
    assert scenario.decided[-1].code is PendingCode.GPU_MEMORY_SHORT
    assert scenario.decided[-1].message == "no GPU of 1 nodes has 80GiB of memory; the largest has 40GiB"
    scenario.when(node("n1", gpu_memory_mib=80 << 10, boot_id="boot-2"))
    assert nodes_of(scenario, "job-a") == ["n1"], "the same machine with other cards"
    scenario.when(submit("job-b", job_spec(gpu_memory_mib=81 << 10)))
    assert scenario.decided[-1].violations[0].allowed == "at most 81920, the most that any known node has"


def test_a_job_that_requires_a_sandbox_waits_for_a_node_that_has_one() -> None:
    scenario = given(
        node("n1", labels={"zone": "a"}), node("n2", labels={"zone": "b"}, sandbox=Sandbox.NAMESPACES)
    )
    required = SandboxNeed.REQUIRED
    scenario.when(submit("job-a", job_spec(sandbox=required))).when(submit("job-b", job_spec()))
    assert nodes_of(scenario, "job-a") == ["n2"]
    scenario.when(submit("job-c", job_spec(sandbox=required, node_labels={"zone": "a"})))
    assert scenario.decided[-1].code is PendingCode.SANDBOX_ABSENT
    assert scenario.decided[-1].message == "no node with the labels that it requires has a sandbox"
    scenario.when(submit("job-d", job_spec(sandbox=required, node_labels={"zone": "c"})))
    assert scenario.decided[-1].code is PendingCode.LABELS_ABSENT
    scenario.when(node("n1", labels={"zone": "a"}, sandbox=Sandbox.BUBBLEWRAP, boot_id="boot-2"))
    assert nodes_of(scenario, "job-c") == ["n1"]


def test_taints_that_a_job_does_not_tolerate_are_named() -> None:
    scenario = given(node("n1", taints=("team-x",), labels={"zone": "a"}), node("n2", taints=("spot",)))
    scenario.when(submit("job-a", job_spec(node_labels={"zone": "a"}))).then(
        "JobQueued job-a", "JobPending job-a TAINTS_UNTOLERATED"
    )
    assert scenario.decided[-1].message == (
        "all 1 nodes with zone=a have taints that it does not tolerate: team-x"
    )


def test_a_node_that_joins_again_without_its_taint_is_open_to_all_jobs() -> None:
    scenario = given(node("n1", taints=("spot",))).when(submit("job-a"))
    assert scenario.decided[-1].code is PendingCode.TAINTS_UNTOLERATED
    scenario.when(node("n1"))
    assert any(isinstance(fact, GangBound) for fact in scenario.decided)


def test_a_job_that_waits_for_a_label_is_not_a_head_of_line() -> None:
    scenario = zones().when(submit("job-a", job_spec(node_labels={"zone": "c"})))
    scenario.when(submit("job-b"), after_ms=10 * PATIENCE_MS)
    assert scenario.state.reservation is None
    assert nodes_of(scenario, "job-b")


def test_only_nodes_that_the_head_may_use_are_reserved() -> None:
    scenario = zones()
    scenario.when(submit("job-a", job_spec(node_labels={"zone": "b"})))
    scenario.when(submit("job-head", job_spec(gpus=2, node_labels={"zone": "b"})))
    while scenario.state.reservation is None:
        scenario.when_time_comes()
    kept = scenario.state.reservation
    assert isinstance(kept, Reservation)
    assert kept.node_ids == ("n2",)
    scenario.when(exited("n2", "job-a"))
    assert nodes_of(scenario, "job-head") == ["n2"]


def test_a_gang_is_placed_only_on_suitable_nodes() -> None:
    scenario = given(*(node(f"n{i}", gpus=1, labels={"rack": "xy"[i % 2]}) for i in range(6)))
    scenario.when(submit("job-gang", job_spec(ranks=3, node_labels={"rack": "y"})))
    assert nodes_of(scenario, "job-gang") == ["n1", "n3", "n5"]


def test_explain_proposes_the_toleration_or_label_that_would_start_the_job() -> None:
    scenario = given(node("n1", gpus=1, taints=("spot",)), node("n2", gpus=1, labels={"zone": "a"}))
    scenario.when(submit("job-a", job_spec(node_labels={"zone": "b"})))
    found = explain(scenario.state, "job-a")
    assert found is not None
    [change] = found.requests
    assert change.node_labels == {}
    assert change_of(job_spec(node_labels={"zone": "b"}), change) == "without its node_labels"
    scenario.when(submit("job-full", job_spec(node_labels={"zone": "a"})))
    scenario.when(TagNode(node_id="n2", taints=("own",), requested_by="op"), submit("job-b"))
    found = explain(scenario.state, "job-b")
    assert found is not None
    assert [change.tolerations for change in found.requests] == [("spot",)]
    assert change_of(job_spec(), found.requests[0]) == "if it tolerated spot"
