"""Holdings folded by an outsider from the live `job-events` equal those that the product reports."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import cast

import pytest
from muster.cluster.occupancy import Occupancy
from muster.events.job_events import Payload
from muster.events.topics import JOB_EVENTS
from muster.journal import MergedReader, Start
from muster.journal.kafka import KafkaJournal
from muster.testkit.stack.product import Product

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]


class Follower:
    """Folds every fact of the topic as far as the watermarks complete them."""

    def __init__(self, journal: KafkaJournal) -> None:
        self.occupancy = Occupancy()
        self._reader = MergedReader(
            journal.reader((JOB_EVENTS,), start=Start.BEGINNING, name="follower"), JOB_EVENTS
        )

    def holds(self, job_id: str) -> bool:
        """Whether the job holds anything after everything that can be read now."""
        for delivery in self._reader.poll(1_000, 0.1):
            self.occupancy.apply(cast("Payload", delivery.envelope.payload))
        return job_id in self.occupancy.gangs

    def close(self) -> None:
        self._reader.close()


@pytest.fixture
def follower(product: Product) -> Generator[Follower]:
    bootstrap = product.endpoints["MUSTER_KAFKA_BOOTSTRAP"]
    with (
        closing(KafkaJournal(bootstrap, product.endpoints["MUSTER_SCHEMA_REGISTRY_URL"], "test")) as journal,
        closing(Follower(journal)) as follower,
    ):
        yield follower


def test_an_outsider_can_fold_all_holdings(product: Product, follower: Follower) -> None:
    job_id = product.muster(
        "submit", "--set", "name=holder", "--set", "resources.gpus=2", "-o", "name", "--", "sleep", "600"
    ).stdout.strip()
    product.until(lambda: follower.holds(job_id))
    gang = follower.occupancy.gangs[job_id]
    job = product.wait_for_state(job_id, "RUNNING")
    assert list(gang.node_ids) == [placed["node_id"] for placed in job["placements"]]
    assert (gang.attempt, gang.queue) == (job["attempt"], job["queue"])

    product.cancel(job_id)
    product.until(lambda: not follower.holds(job_id))
