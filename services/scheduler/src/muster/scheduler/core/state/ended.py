"""Jobs that have ended, as far as they are remembered, and what makes a forgotten one recognisable.

An id that carries its time (muster.jobs.values.timed_ids) is recognised for ever: ids that were made no later
than a forgotten one are closed to new jobs. An id without a time is recognised while its record is kept, so
the two kinds are bounded separately: however many jobs with timed ids end, they displace no other record.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from itertools import chain

from muster.jobs.values.timed_ids import made_at_ms
from muster.scheduler.core.state.job import EndedJob


class EndedJobs:
    """Records of ended jobs.

    Args:
        records: (job id, record) pairs in any order.
        closed_ms: As the attribute.

    Attributes:
        closed_ms: Ids that carry this time or an earlier one are closed to new jobs, ms since 1970
            UTC; 0: none.
    """

    def __init__(self, records: Iterable[tuple[str, EndedJob]] = (), closed_ms: int = 0) -> None:
        self.closed_ms = closed_ms
        # OrderedDicts, because removing the first entry of a dict again and again takes time linear in the
        # removed entries.
        self._timed: OrderedDict[str, EndedJob] = OrderedDict()
        self._untimed: OrderedDict[str, EndedJob] = OrderedDict()
        for job_id, record in sorted(records, key=lambda each: each[1].number):
            self.add(job_id, record)

    def __iter__(self) -> Iterator[str]:
        return chain(self._timed, self._untimed)

    def get(self, job_id: str) -> EndedJob | None:
        """The record of an ended job; None: it has not ended, or is forgotten."""
        return self._timed.get(job_id) or self._untimed.get(job_id)

    def add(self, job_id: str, record: EndedJob) -> None:
        """Remember a job that ended after all others."""
        (self._untimed if made_at_ms(job_id) is None else self._timed)[job_id] = record

    def forget_oldest(self, kept_max: int) -> Iterator[str]:
        """Forget records until at most `kept_max` of each kind are left; the ids of the forgotten."""
        for records in (self._timed, self._untimed):
            while len(records) > kept_max:
                job_id, _ = records.popitem(last=False)
                self.closed_ms = max(self.closed_ms, made_at_ms(job_id) or 0)
                yield job_id
