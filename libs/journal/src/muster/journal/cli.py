"""`muster events`: read any topic of the log as it is, with nothing between you and it.

A plug-in of the `muster` command (entry-point group `muster.commands`), which puts the endpoints of the local
stack into the environment when the shell has none. Exit codes are the command's: 1 error, 2 usage, 3 no such
topic, 6 Kafka or the registry does not answer, 130 Ctrl-C.
"""

from __future__ import annotations

import difflib
import json
import os
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Final

import typer
from muster.events.datum import Record
from muster.events.envelope import Topic
from muster.events.sentences import sentence
from muster.events.topics import TOPICS
from muster.journal.dead_letters import dead_letter_topic
from muster.journal.errors import JournalError, Unavailable, Unreadable
from muster.journal.journal import Delivery, Reader
from muster.journal.kafka import KafkaJournal
from muster.journal.position import Position, Start, StartAt

app = typer.Typer(help="Read the log itself: any topic, every record.", no_args_is_help=True)

_ALL: Final[Mapping[str, Topic]] = {
    topic.name: topic for one in TOPICS for topic in (one, dead_letter_topic(one))
}
_POLL_S: Final = 0.5
_POLL_MAX: Final = 500


class Form(StrEnum):
    """How a record is printed."""

    LINE = "line"
    JSONL = "jsonl"


@app.command()
def topics() -> None:
    """The topics there are: who writes them, who reads them, what they are keyed by."""
    width = max(len(topic.name) for topic in TOPICS)
    typer.echo(f"{'TOPIC':<{width}}  {'WRITTEN BY':<26}  {'KEYED BY':<26}  READ BY")
    for topic in TOPICS:
        readers = ", ".join(topic.readers)
        typer.echo(f"{topic.name:<{width}}  {topic.owner:<26}  {topic.key:<26}  {readers}")


@app.command()
def tail(
    name: Annotated[str, typer.Argument(metavar="TOPIC", help="`muster events topics` lists them.")],
    *,
    start: Annotated[
        str,
        typer.Option(
            "--from", help="beginning, end, or a position like job-events/2/417 (other partitions: end)."
        ),
    ] = "end",
    key: Annotated[
        str | None, typer.Option("--key", "-k", help="Only records with this key, as a job id.")
    ] = None,
    count: Annotated[int | None, typer.Option("-n", min=1, help="Stop after so many records.")] = None,
    follow: Annotated[bool, typer.Option(help="Go on with what is written next, until Ctrl-C.")] = True,
    form: Annotated[
        Form, typer.Option("--output", "-o", help="line for people, jsonl for programs.")
    ] = Form.LINE,
) -> None:
    """Print a topic's records as they come: position, time, record, key, and what it says.

    Only committed records are shown. A record that cannot be read stops the command, as it stops a service.
    """
    topic = _topic(name)
    with _explained(), _reader(topic, start_of(start, topic)) as reader:
        shown = 0
        for delivery in _deliveries(reader, follow=follow):
            if key is not None and delivery.envelope.key != key:
                continue
            typer.echo(line(delivery) if form is Form.LINE else json_line(delivery))
            sys.stdout.flush()
            shown += 1
            if shown == count:
                return


def _topic(name: str) -> Topic:
    if name in _ALL:
        return _ALL[name]
    near = difflib.get_close_matches(name, _ALL, n=3)
    meant = f"did you mean {', '.join(near)}?" if near else f"there are {', '.join(t.name for t in TOPICS)}"
    typer.echo(f"error: no topic {name!r}\nhint:  {meant}", err=True)
    raise typer.Exit(3)


def start_of(text: str, topic: Topic) -> StartAt:
    """Where `--from TEXT` begins.

    Raises:
        typer.BadParameter: it is no place on the topic.
    """
    if text in {start.value for start in Start}:
        return Start(text)
    try:
        position = Position.parse(text)
    except ValueError:
        position = None
    if position is None or position.topic != topic.name or position.partition >= topic.partitions:
        raise typer.BadParameter(
            f"--from {text}: allowed are beginning, end, or a position like {topic.name}/0/417"
        )
    others = {(topic.name, partition): Start.END for partition in range(topic.partitions)}
    return {**others, (topic.name, position.partition): position.offset}


@contextmanager
def _reader(topic: Topic, start: StartAt) -> Generator[Reader]:
    journal = KafkaJournal(
        os.environ.get("MUSTER_KAFKA_BOOTSTRAP", "127.0.0.1:9092"),
        os.environ.get("MUSTER_SCHEMA_REGISTRY_URL", "http://127.0.0.1:8081/apis/ccompat/v7"),
        "muster-events",
        topics=[topic],
    )
    with (
        closing(journal),
        closing(journal.reader([topic], start=start, name="events-tail", on_poison="stop")) as reader,
    ):
        yield reader


def _deliveries(reader: Reader, *, follow: bool) -> Iterator[Delivery[Record]]:
    """Records in the order they were appended, as far as several partitions have one."""
    if not follow:
        yield from sorted(reader.read_to_end(), key=_appended)
        return
    while True:
        yield from sorted(reader.poll(_POLL_MAX, _POLL_S), key=_appended)


def _appended(delivery: Delivery[Record]) -> tuple[int, Position]:
    return delivery.appended_at_ms, delivery.position


def line(delivery: Delivery[Record]) -> str:
    """A record for people: position, local time, record, key, sentence."""
    event = delivery.envelope
    clock = (
        datetime.fromtimestamp(delivery.appended_at_ms / 1000, UTC).astimezone().strftime("%H:%M:%S.%f")[:-3]
    )
    said = "".join(c if c.isprintable() else " " for c in sentence(event.payload))
    record = type(event.payload).__name__
    return f"{delivery.position!s:<22}  {clock}  {record:<18}  {event.key:<24}  {said}".rstrip()


def json_line(delivery: Delivery[Record]) -> str:
    """A record for programs: the envelope as JSON, and where and when it was appended."""
    place = {"position": str(delivery.position), "appended_at_ms": delivery.appended_at_ms}
    return json.dumps({**place, **delivery.envelope.to_json()}, ensure_ascii=False, separators=(",", ":"))


@contextmanager
def _explained() -> Generator[None]:
    """The journal's errors as an exit code and what to do about them."""
    try:
        yield
    except JournalError as error:
        hint, code = "", 1
        if isinstance(error, Unavailable):
            hint, code = "\nhint:  is the stack up? `muster status` shows it", 6
        if isinstance(error, Unreadable):
            hint = "\nhint:  to go on behind it, give --from its position with the offset after it"
        typer.echo(f"error: {error}{hint}", err=True)
        raise typer.Exit(code) from None
