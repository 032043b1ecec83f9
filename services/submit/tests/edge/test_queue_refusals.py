"""A job is refused for its queue only when the projection of queues is known to be current."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

from muster.api import Problem
from muster.events.queue_commands import QueueSettings, Quota
from muster.events.topics import JOB_EVENTS
from muster.identity import Principal
from muster.submit.core.read_model import QueueSettingsRow
from muster.submit.edge.queue_refusals import refused_by_queues
from muster.submit.edge.service import Service
from muster.testkit.api.submit_cell import a_spec
from muster.views.view import Unavailable

ANN = cast("Principal", SimpleNamespace(tenant="acme", subject="ann"))
JOBS = {"job-a": a_spec(queue="vision"), "job-b": a_spec(resources={"gpus": 1})}


def queues(*names: str, **settings: Any) -> list[QueueSettingsRow]:
    said = QueueSettings(**settings).to_datum()
    return [QueueSettingsRow(tenant="acme", queue=name, settings=said) for name in names]


@dataclass
class View:
    """The projection: its queues change between looks as a test says.

    Attributes:
        looks: The queues at each look; the last stays.
        jobs: Ids of jobs that exist.
        current: Whether it has every fact that is on the log.
        down: Whether it does not answer.
        asked: Topics whose newest facts were waited for.
    """

    looks: list[list[QueueSettingsRow]]
    jobs: Sequence[str] = ()
    current: bool = True
    down: bool = False
    asked: list[object] = field(default_factory=list[object])

    async def queue_settings(self, tenant: str) -> list[QueueSettingsRow]:
        assert tenant == "acme"
        return self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]

    async def jobs_by_id(self, tenant: str, job_ids: Sequence[str]) -> list[Any]:
        assert tenant == "acme"
        if self.down:
            raise Unavailable("Postgres does not answer")
        return [SimpleNamespace(job_id=each) for each in job_ids if each in self.jobs]

    async def find_soon(self, look: Callable[[], Awaitable[bool | None]]) -> bool | None:
        for _ in range(3):
            if found := await look():
                return found
        return None

    async def knows_all(self, topics: Sequence[object]) -> bool:
        self.asked += topics
        return self.current

    def refused(self) -> dict[str, Problem]:
        """Return the problems of JOBS, judged first by the queues of the first look."""
        service = cast("Service", SimpleNamespace(queries=self, gateway=self))
        first = self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]
        return dict(asyncio.run(refused_by_queues(service, ANN, JOBS, first)))


def test_only_the_job_of_the_missing_queue_is_refused_as_the_scheduler_would() -> None:
    view = View([queues("default", "visoin")])
    refused = view.refused()
    assert list(refused) == ["job-a"]
    problem = refused["job-a"].body()
    assert (problem["status"], problem["type"]) == (422, "/problems/unknown-queue")
    assert problem["detail"] == "queue is vision; must be one of default, visoin (did you mean 'visoin'?)"
    assert view.asked == [JOB_EVENTS]


def test_a_job_too_large_for_its_queue_is_a_conflict() -> None:
    refused = View([queues("vision", "default", maximum=Quota(gpu_milli=0))]).refused()
    assert {job_id: each.status for job_id, each in refused.items()} == {"job-b": 409}


def test_a_job_is_sent_when_its_queue_appears_while_the_refusal_waits() -> None:
    assert View([queues("default"), queues("default"), queues("default", "vision")]).refused() == {}


def test_a_job_is_sent_when_the_projection_lags_or_does_not_answer() -> None:
    assert View([queues("default")], current=False).refused() == {}
    assert View([queues("default")], down=True).refused() == {}
    assert View([[]]).refused() == {}


def test_a_job_that_exists_already_is_sent_again_although_its_queue_is_gone() -> None:
    view = View([queues("default")], jobs=["job-a"])
    assert view.refused() == {}
    assert view.asked == [], "there is nothing to wait for"


def test_queues_that_take_the_jobs_are_looked_up_once() -> None:
    looks = [queues("default", "vision"), queues("none")]
    view = View(looks)
    assert view.refused() == {}
    assert len(view.looks) == 1, "the second look was not taken"
