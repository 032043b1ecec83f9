"""Among equally good nodes, one with the job's caches is preferred (ADR 26)."""

from muster.scheduler.core import limits
from muster.scheduler.core.placement import caches
from muster.scheduler.core.state.state import State
from muster.testkit.cores.build import exited, job_spec, node, submit
from muster.testkit.cores.scenario import Scenario, given

LLAMA = job_spec(gpus=1, caches=("llama",))


def nodes_of(scenario: Scenario, job_id: str) -> list[str]:
    attempt = scenario.state.jobs[job_id].attempt
    return list(attempt.tasks) if attempt else []


def warmed() -> Scenario:
    """Create four equal nodes, of which n3 has run a job with the model."""
    scenario = given(*(node(f"n{i}", gpus=2, labels={"name": f"n{i}"}) for i in range(4)))
    scenario.when(submit("job-0", job_spec(gpus=2, caches=("llama",), node_labels={"name": "n3"})))
    return scenario.when(exited("n3", "job-0"))


def test_a_node_with_the_cache_goes_before_a_lower_id() -> None:
    scenario = warmed().when(submit("job-plain"), submit("job-llama", job_spec(gpus=2, caches=("llama",))))
    assert nodes_of(scenario, "job-plain") == ["n0"]
    assert nodes_of(scenario, "job-llama") == ["n3"]


def test_a_gang_is_placed_on_nodes_with_the_cache() -> None:
    scenario = warmed().when(submit("job-gang", job_spec(gpus=2, ranks=2, caches=("llama",))))
    assert nodes_of(scenario, "job-gang") == ["n3", "n0"]


def test_a_job_does_not_wait_for_a_node_with_the_cache() -> None:
    scenario = warmed().when(submit("job-full", job_spec(gpus=2, node_labels={"name": "n3"})))
    assert nodes_of(scenario.when(submit("job-a", LLAMA)), "job-a") == ["n0"]


def test_the_number_of_remembered_caches_is_limited() -> None:
    state = State()
    nodes = [f"n{i}" for i in range(limits.CACHE_NODES_MAX + 3)]
    for name in (f"cache-{i}" for i in range(limits.CACHES_MAX + 2)):
        caches.note(state, job_spec(caches=(name,)), nodes)
    caches.note(state, job_spec(caches=("cache-2",)), ["again"])
    caches.note(state, job_spec(caches=("new",)), ["n0"])
    assert len(state.caches) == limits.CACHES_MAX
    assert "cache-3" not in state.caches, "the least recently used one"
    assert state.caches["cache-2"].node_ids[-1] == "again"
    assert len(state.caches["cache-2"].node_ids) == limits.CACHE_NODES_MAX


def test_nodes_with_the_most_caches_come_first() -> None:
    state = State()
    caches.note(state, job_spec(caches=("data",)), ["n1", "n2"])
    caches.note(state, job_spec(caches=("model",)), ["n0", "n1"])
    assert caches.near(state, job_spec(caches=("data", "model"))) == ("n1", "n2", "n0")
