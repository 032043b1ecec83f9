"""How far each projection of the running stack is behind the log."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import closing
from typing import Final

from muster.journal import Start
from muster.journal.kafka import KafkaJournal
from muster.journal.position import TopicPartition
from muster.local.endpoints import Endpoints
from muster.submit.edge.projections import TOPICS, projections
from muster.views.projection import offsets_missing

_POLL_S: Final = 0.2
_CATCH_UP_S: Final = 600.0


class Projections:
    """The views of the stack, opened to read their positions.

    Args:
        endpoints: Endpoints of the stack.
    """

    def __init__(self, endpoints: Endpoints) -> None:
        self._journal = KafkaJournal(
            endpoints.kafka_bootstrap, endpoints.schema_registry_url, "bench-lag", topics=TOPICS
        )
        self._all = projections(endpoints)

    def end(self) -> Mapping[TopicPartition, int]:
        """Return the current end of the log."""
        with closing(self._journal.reader(TOPICS, start=Start.END, name="lag")) as reader:
            return reader.positions()

    def behind(self, end: Mapping[TopicPartition, int]) -> dict[str, int]:
        """Return the number of records that each projection is behind this end of the log."""
        return {
            each.name: offsets_missing(
                each.view.positions(),
                {place: offset for place, offset in end.items() if place[0] in {t.name for t in each.topics}},
            )
            for each in self._all
        }

    def caught_up_s(self, end: Mapping[TopicPartition, int]) -> dict[str, float]:
        """Wait until every projection holds everything before this end; seconds that each took from now.

        Raises:
            TimeoutError: one did not within ten minutes; says how far behind each is.
        """
        begun, took = time.monotonic(), dict[str, float]()
        while True:
            behind, passed_s = self.behind(end), time.monotonic() - begun
            took |= {name: passed_s for name, left in behind.items() if not left and name not in took}
            if len(took) == len(behind):
                return took
            if passed_s > _CATCH_UP_S:
                raise TimeoutError(f"projections are behind after {passed_s:.0f} s: {behind}")
            time.sleep(_POLL_S)

    def close(self) -> None:
        """Close all connections."""
        for each in self._all:
            each.view.close()
        self._journal.close()
