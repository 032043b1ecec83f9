"""A process that leads a tally, for tests that kill, stop and resume one.

    python -m muster.testkit.processes.tally SUFFIX LEADER_ID [FAILPOINTS [SILENCE_MS]]

The servers come from the environment. Exit codes: 0 stopped by SIGTERM, 3 fenced.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from dataclasses import replace

from muster.journal import Failpoints, Fenced, Leader, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.telemetry import setup
from muster.testkit.samples.tally import Tally, TallyTopics

FENCED = 3


def main(suffix: str, leader_id: str, failpoints: str = "", silence_ms: str = "1000") -> int:
    """Lead or stand by until SIGTERM."""
    setup("tally", instance=leader_id)
    topics = TallyTopics().named(suffix)
    journal = KafkaJournal(
        os.environ["MUSTER_KAFKA_BOOTSTRAP"],
        os.environ["MUSTER_SCHEMA_REGISTRY_URL"],
        leader_id,
        topics=topics.all(),
        failpoints=Failpoints(failpoints),
    )
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda _number, _frame: stop.set())
    leader = Leader(
        journal,
        Tally(topics, suffix),
        replace(topics.settings(suffix), silence_ms=int(silence_ms)),
        leader_id=leader_id,
        stop=stop,
        clock=SystemClock(),
        chance=random.random,
    )
    try:
        leader.run()
    except Fenced:
        return FENCED
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
