"""The early check of a job's queue by submit decides as the scheduler does where its rules apply."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import given as drawn
from hypothesis import strategies as st
from muster.events.job_commands import JobSpec, Tier
from muster.events.queue_commands import QueueOrder
from muster.events.shared.command_answers import CommandRejected, RejectionCode
from muster.submit.core.queue_check import queue_refusals
from muster.submit.core.read_model import QueueSettingsRow
from muster.testkit.cores.build import TENANT, job_spec, node, queue, submit
from muster.testkit.cores.scenario import Scenario
from muster.testkit.cores.scenario import given as cell
from muster.testkit.laws import examples

NAMES: Final = ("default", "red", "blue", "green")
GPUS: Final = st.integers(0, 4)


@st.composite
def settings_of_queues(draw: st.DrawFn) -> list[tuple[str, str, dict[str, Any]]]:
    """Draw names, owners and settings of queues; the scheduler rejects those that do not fit together."""
    found: list[tuple[str, str, dict[str, Any]]] = []
    for name in draw(st.lists(st.sampled_from(NAMES[1:]), unique=True)):
        above = [each for each, _, _ in found]
        settings: dict[str, Any] = {
            "parent": draw(st.sampled_from([None, *above])),
            "maximum_gpus": draw(st.none() | GPUS),
            "guarantee_gpus": draw(st.none() | GPUS),
            "over_quota_weight": draw(st.sampled_from([0, 1])),
            "order": draw(st.sampled_from([QueueOrder.FIFO, QueueOrder.LEAST_ATTAINED_SERVICE])),
        }
        given = {key: value for key, value in settings.items() if value is not None}
        found.append((name, draw(st.sampled_from([TENANT, TENANT, ""])), given))
    return found


SPECS: Final = st.builds(
    job_spec,
    queue=st.sampled_from([*NAMES, "none"]),
    tier=st.sampled_from(list(Tier)),
    gpus=st.sampled_from([0, 0.5, 1, 2]),
    ranks=st.integers(2, 3),
    ranks_min=st.sampled_from([None, 1, 2]),
)


def rejection(scenario: Scenario, spec: JobSpec) -> RejectionCode | None:
    """Return why the scheduler does not take a job; None: it does."""
    scenario.when(submit("job-1", spec))
    return next((fact.code for fact in scenario.decided if isinstance(fact, CommandRejected)), None)


@drawn(settings_of_queues(), SPECS)
@examples(300)
def test_submit_refuses_a_job_for_its_queue_exactly_when_an_empty_cell_does(
    drawn_queues: list[tuple[str, str, dict[str, Any]]], spec: JobSpec
) -> None:
    commands = [queue(name, tenant=owner, **settings) for name, owner, settings in drawn_queues]
    scenario = cell(node("n1", gpus=8), *commands)
    rows = [
        QueueSettingsRow(tenant=owner, queue=name, settings=each.settings.to_datum())
        for (owner, name), each in scenario.state.queues.by_key.items()
    ]
    early = queue_refusals({"job-1": spec}, TENANT, rows).get("job-1")
    assert (None if early is None else early.code) == rejection(scenario, spec)
