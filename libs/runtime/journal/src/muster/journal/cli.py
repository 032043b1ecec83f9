"""`muster events`: read any topic of the log directly."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, ClassVar, Final

import typer
from muster.journal.errors import JournalError
from muster.journal.position import Position, Start, StartAt
from muster.terminal import output
from muster.terminal.output import Column, Format, OutputOption, View
from muster.terminal.words import did_you_mean

if TYPE_CHECKING:
    from muster.events.wire.datum import Record
    from muster.events.wire.envelope import Topic
    from muster.journal.journal import Delivery, Reader

app = typer.Typer(help="Read the log itself: any topic, every record.", no_args_is_help=True)

_POLL_S: Final = 0.5
_POLL_MAX: Final = 500


class NoSuchTopic(JournalError):
    """The requested topic does not exist; the message suggests similar names."""

    exit_code: ClassVar[int] = 3


@app.command()
def topics(*, how: OutputOption = Format.TABLE) -> None:
    """List the topics with their writer, readers and key.

    Examples:
        muster events topics
    """
    from muster.events.topics import TOPICS

    output.show(TOPICS, _TOPICS, how)


def _complete_topics(incomplete: str) -> list[str]:
    from muster.events.topics import TOPICS

    return [topic.name for topic in TOPICS if topic.name.startswith(incomplete)]


@app.command()
def tail(
    name: Annotated[
        str,
        typer.Argument(
            metavar="TOPIC",
            help="Topic; `muster events topics` lists them.",
            autocompletion=_complete_topics,
        ),
    ],
    *,
    start: Annotated[
        str,
        typer.Option(
            "--from",
            help="Start at beginning, end, or a position such as job-events/2/417 (other partitions: end).",
        ),
    ] = "end",
    key: Annotated[
        str | None,
        typer.Option("--key", "-k", help="Show only records with this key, e.g. a complete job id."),
    ] = None,
    count: Annotated[int | None, typer.Option("--limit", "-n", min=1, help="Maximum number to show.")] = None,
    follow: Annotated[
        bool, typer.Option(help="Keep following new records until Ctrl-C, or stop at the end.")
    ] = True,
    how: Annotated[
        Format, typer.Option("--output", "-o", help="table: one line of text per record; jsonl: one object.")
    ] = Format.TABLE,
) -> None:
    """Print a topic's records as they arrive: position, time, type, key and a summary.

    Only committed records are shown. An unreadable record stops the command.

    Examples:
        muster events tail job-events
        muster events tail job-events --from beginning --no-follow -k job-k3v7m2xq4tbnw5ayhg6e
    """
    if how not in {Format.TABLE, Format.JSONL}:
        raise typer.BadParameter(f"-o is {how}; must be table or jsonl")
    topic = _topic(name)
    with _reader(topic, start_of(start, topic)) as reader:
        shown = 0
        for delivery in _deliveries(reader, follow=follow):
            if key is not None and delivery.envelope.key != key:
                continue
            typer.echo(line(delivery) if how is Format.TABLE else json_line(delivery))
            sys.stdout.flush()
            shown += 1
            if shown == count:
                return


def _all_topics() -> Mapping[str, Topic]:
    from muster.events.topics import TOPICS
    from muster.journal.dead_letters import dead_letter_topic

    return {topic.name: topic for one in TOPICS for topic in (one, dead_letter_topic(one))}


def _topic(name: str) -> Topic:
    from muster.events.topics import TOPICS

    known = _all_topics()
    if name in known:
        return known[name]
    there = f"there are {', '.join(topic.name for topic in TOPICS)}"
    raise NoSuchTopic(f"no topic {name!r}; {did_you_mean(name, known, there)}")


def _writers(topic: Topic) -> list[str]:
    from muster.events.traffic import WRITERS

    return list(WRITERS.get(topic.name, ("readers",)))  # dead letters


def _readers(topic: Topic) -> list[str]:
    from muster.events.traffic import READERS

    return list(READERS.get(topic.name, ()))


_TOPICS: View[Topic] = View(
    columns=(
        Column("TOPIC", lambda topic: topic.name),
        Column("WRITTEN BY", lambda topic: ", ".join(_writers(topic)), drop=1),
        Column("KEYED BY", lambda topic: topic.key, least=14, drop=2),
        Column("READ BY", lambda topic: ", ".join(_readers(topic)), least=16, drop=3),
    ),
    raw=lambda topic: {
        "name": topic.name,
        "written_by": _writers(topic),
        "keyed_by": topic.key,
        "read_by": _readers(topic),
        "partitions": topic.partitions,
    },
    name=lambda topic: topic.name,
)


def start_of(text: str, topic: Topic) -> StartAt:
    """Parse the TEXT of `--from TEXT`.

    Raises:
        typer.BadParameter: it is not a position of the topic.
    """
    if text in {start.value for start in Start}:
        return Start(text)
    try:
        position = Position.parse(text)
    except ValueError:
        position = None
    if position is None or position.topic != topic.name or position.partition >= topic.partitions:
        raise typer.BadParameter(
            f"--from is {text}; must be beginning, end, or a position like {topic.name}/0/417"
        )
    others = {(topic.name, partition): Start.END for partition in range(topic.partitions)}
    return {**others, (topic.name, position.partition): position.offset}


@contextmanager
def _reader(topic: Topic, start: StartAt) -> Generator[Reader]:
    from muster.journal.kafka import KafkaJournal

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
    """Records ordered by append time within each poll, across partitions."""
    if not follow:
        yield from sorted(reader.read_to_end(), key=_appended)
        return
    while True:
        yield from sorted(reader.poll(_POLL_MAX, _POLL_S), key=_appended)


def _appended(delivery: Delivery[Record]) -> tuple[int, Position]:
    return delivery.appended_at_ms, delivery.position


def line(delivery: Delivery[Record]) -> str:
    """A record as text: position, local time, type, key, summary."""
    from muster.events.sentences import sentence

    event = delivery.envelope
    clock = (
        datetime.fromtimestamp(delivery.appended_at_ms / 1000, UTC).astimezone().strftime("%H:%M:%S.%f")[:-3]
    )
    said = "".join(c if c.isprintable() else " " for c in sentence(event.payload))
    record = type(event.payload).__name__
    return f"{delivery.position!s:<22}  {clock}  {record:<18}  {event.key:<24}  {said}".rstrip()


def json_line(delivery: Delivery[Record]) -> str:
    """A record as JSON: the envelope, its position and its append time."""
    appended = {"position": str(delivery.position), "appended_at_ms": delivery.appended_at_ms}
    return output.json_line({**appended, **delivery.envelope.to_json()}).rstrip("\n")
