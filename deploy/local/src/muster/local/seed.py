"""Between servers and services: topics, schemas, the bucket, the developer's keys and token. Repeatable."""

from __future__ import annotations

import time

from muster.journal.admin import create_topics, register_schemas
from muster.journal.errors import JournalError
from muster.local.endpoints import Endpoints
from muster.local.errors import UnavailableError
from muster.local.home import Home
from muster.local.progress import Progress

_STEP = "topics and schemas"


def seed(home: Home, told: Endpoints, progress: Progress) -> None:
    """Put in place what every service expects to find.

    Raises:
        UnavailableError: Kafka or the registry refused: a schema that this version would break, for example.
    """
    progress.starting(_STEP)
    begun = time.monotonic()
    try:
        create_topics(told.kafka_bootstrap)
        register_schemas(told.schema_registry_url)
    except JournalError as error:
        raise UnavailableError(f"{_STEP}: {error}") from error
    progress.ready(_STEP, time.monotonic() - begun)
