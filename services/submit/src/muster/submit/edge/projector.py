"""The projector: job-events and log-events into Postgres, Elasticsearch and Neo4j, each on its own."""

from __future__ import annotations

import logging
import signal
import threading
from contextlib import closing
from types import FrameType

from muster.journal.kafka import KafkaJournal
from muster.submit.config import Settings
from muster.submit.edge.projections import TOPICS, projections
from muster.telemetry.health import HealthServer
from muster.views.projector import Projector

_log = logging.getLogger(__name__)


def run(settings: Settings, *, view: str | None = None) -> None:
    """Project until SIGTERM or SIGINT; then finish the batches at hand.

    Raises:
        Unavailable: the schema registry does not answer.
        OSError: the port of the health page is taken.
    """
    told_to_stop = _told_to_stop()
    journal = KafkaJournal(
        settings.kafka_bootstrap, settings.schema_registry_url, "submit-projector", topics=TOPICS
    )
    kept = projections(settings, view=view)
    projector = Projector(kept, journal)
    with closing(journal), closing(HealthServer(settings.http_port, projector.failure)) as health:
        projector.start()
        _log.info("projecting; health on port %d", health.port)
        told_to_stop.wait()
        projector.stop()
    for projection in kept:
        projection.view.close()


def _told_to_stop() -> threading.Event:
    """Set by SIGTERM and SIGINT."""
    told = threading.Event()

    def tell(_number: int, _frame: FrameType | None) -> None:
        told.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, tell)
    return told
