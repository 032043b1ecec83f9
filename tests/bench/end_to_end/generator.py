"""The load generator: a process of its own that sends each command when it is due, whatever is answered."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Generator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Protocol, cast

from muster.events.topics import JOB_COMMANDS
from muster.journal import Outgoing, Position, Producer, SystemClock
from muster.journal.kafka import KafkaJournal
from muster.testkit.tokens import Tokens

from end_to_end import jobs
from end_to_end.schedule import Load

_UNACKNOWLEDGED_MAX: Final = 20_000
"""Commands sent and not acknowledged: a burst may be larger than the producer's queue."""

_FLUSH_S: Final = 120.0
_HEAD_START_S: Final = 0.2
"""From the order to begin until the first command is due."""


class Pipe(Protocol):
    """One end of a pipe between two processes."""

    def send(self, obj: Any, /) -> None:
        """Send an object."""
        ...

    def recv(self) -> Any:
        """Wait for the next object."""
        ...


class LoadGenerator:
    """The process as the benchmark drives it: prepare a load, begin, wait until all is sent.

    Args:
        pipe: To the process.
    """

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe

    def prepare(self, load: Load) -> None:
        """Make the commands; returns when they are ready to be sent."""
        self._pipe.send(load)
        self._pipe.recv()

    def begin(self) -> float:
        """Begin to send; when the first command is due, milliseconds since 1970 UTC."""
        begun_ms = (time.time() + _HEAD_START_S) * 1_000
        self._pipe.send(begun_ms)
        return begun_ms

    def late_max_ms(self) -> float:
        """Wait until every command is acknowledged; how late the latest was sent, milliseconds."""
        return cast("float", self._pipe.recv())


@contextmanager
def load_generator(bootstrap: str, registry_url: str, home: Path) -> Generator[LoadGenerator]:
    """Start the process; it ends with the block. The keys of `home` sign the users' tokens."""
    spawning = multiprocessing.get_context("spawn")
    ours, theirs = spawning.Pipe()
    process = spawning.Process(target=_serve, args=(theirs, bootstrap, registry_url, home), daemon=True)
    process.start()
    theirs.close()
    try:
        yield LoadGenerator(ours)
    finally:
        ours.close()
        process.join(_FLUSH_S)


def _serve(pipe: Pipe, bootstrap: str, registry_url: str, home: Path) -> None:
    tokens = Tokens(home)
    journal = KafkaJournal(bootstrap, registry_url, "bench-load", topics=[JOB_COMMANDS])
    producer = journal.producer("load")
    try:
        while True:
            load: Load = pipe.recv()
            now_ms = SystemClock().now_ms()
            prepared = [
                Outgoing(JOB_COMMANDS, command, authorization=tokens.of(command.payload))
                for command in jobs.commands(load.numbers, now_ms)
            ]
            pipe.send(None)
            pipe.send(_send(producer, load, prepared, pipe.recv()))
    except EOFError:
        pass  # the benchmark is over
    finally:
        producer.close()
        journal.close()


def _send(producer: Producer, load: Load, prepared: Sequence[Outgoing], begun_ms: float) -> float:
    """Send every command when it is due; how late the latest was sent, milliseconds."""
    late_max_s = 0.0
    answers: list[Future[Position]] = []
    for number, outgoing in zip(load.numbers, prepared, strict=True):
        due_s = begun_ms / 1_000 + load.due_s(number)
        time.sleep(max(0.0, due_s - time.time()))
        late_max_s = max(late_max_s, time.time() - due_s)
        answers.append(producer.send(outgoing))
        if len(answers) % _UNACKNOWLEDGED_MAX == 0:
            producer.flush(_FLUSH_S)
    producer.flush(_FLUSH_S)
    for answer in answers:
        answer.result()
    return late_max_s * 1_000
