"""Finds who reads and writes each topic in the code of the services, so that no page has to claim it.

Declarations are imported (a DecidingService, a DeclaredProjection, an Api); calls that read or write a topic
are found in the source, and the names among their arguments are looked up in the module that makes the call.
"""

from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType
from typing import Final, NamedTuple, cast

from generate_events import ROOT
from muster.deciding import DecidingService
from muster.events import topics
from muster.events.wire.envelope import Topic
from muster.journal.dead_letters import holds_dead_letters
from muster.service.roles import ENTRY_POINTS
from muster.service.starting.api import Api
from muster.views.declared import DeclaredProjection


class _Call(NamedTuple):
    """A call that reads or writes the topics in one of its arguments.

    Attributes:
        function: Name of what is called.
        argument: Position of the argument, or its name.
        writes: Whether it writes; else it reads.
        part: The part of the service that makes the call; empty: no part in particular.
    """

    function: str
    argument: int | str
    writes: bool
    part: str = ""


_CALLS: Final = (
    _Call("reader", 0, writes=False),
    _Call("Outgoing", 0, writes=True),
    _Call("report", 0, writes=True),
    _Call("KafkaJournal", "topics", writes=True),
    _Call("command_gateway", "commands", writes=True, part="API"),
    _Call("open_gateway", "commands", writes=True, part="API"),
    _Call("CommandLog", 1, writes=True, part="API"),
    _Call("Reactor", "topics", writes=False, part="reactor"),
    _Call("WebhookPosts", 0, writes=False, part="reactor"),
    _Call("Workers", "orders", writes=False, part="workers"),
    _Call("Workers", "reports", writes=True, part="workers"),
    *(
        call
        for settings in ("DecidingService", "LeaderSettings")
        for call in (
            _Call(settings, "inputs", writes=False, part="decider"),
            _Call(settings, "live", writes=False, part="decider"),
            _Call(settings, "log", writes=True, part="decider"),
            _Call(settings, "log", writes=False, part="standby"),
            _Call(settings, "lease", writes=True, part="decider"),
            _Call(settings, "lease", writes=False, part="standby"),
            _Call(settings, "outputs", writes=True, part="decider"),
            _Call(settings, "commanded", writes=True, part="decider"),
        )
    ),
)

_LIBRARIES: Final = {
    "muster.reactors.alerts.sender": "alerts",
    "muster.identity.feed": "every API",
    "muster.service.cli.identity": "muster identity",
}
"""Library modules that read or write topics themselves, and the name they are listed under."""

_OF_EVERY_PROCESS: Final = {"process-lease": ("deciders", "deciders"), "dead-letters": ("every reader", "")}
"""Topics that the framework writes and reads in every service: by whom."""


_HAS_TOPICS: Final = ("muster.events.topics", "own_tables(", "Api(")
"""Texts of modules that name a topic, or declare what has topics."""


@dataclass(frozen=True)
class Traffic:
    """Writers and readers of one topic, sorted, such as `scanner (API, workers)`.

    Attributes:
        writers: Services that write it.
        readers: Services that read it.
    """

    writers: tuple[str, ...]
    readers: tuple[str, ...]


@dataclass
class _Found:
    writers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    readers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, service: str, part: str, *, writes: bool) -> None:
        (self.writers if writes else self.readers)[service].add(part)


def traffic() -> Mapping[str, Traffic]:
    """Return who writes and reads each topic, by the topic's name.

    Raises:
        ValueError: a service imports a topic that none of its calls reads or writes.
    """
    found: dict[str, _Found] = defaultdict(_Found)
    for service in sorted(point.name for point in entry_points(group=ENTRY_POINTS)):
        used: set[str] = set()
        for module in _modules(service):
            used |= {value.name for value in vars(module).values() if isinstance(value, Topic)}
            _look(module, service, found)
        silent = {t for t in used if service not in {**found[t].writers, **found[t].readers}}
        if silent:
            raise ValueError(f"{service} imports {sorted(silent)} but no call says what it does with them")
    for name, caller in _LIBRARIES.items():
        _look(import_module(name), caller, found)
    for name, (writer, reader) in _OF_EVERY_PROCESS.items():
        found[name].writers[writer].add("")
        if reader:
            found[name].readers[reader].add("")
    return {
        topic.name: Traffic(_text(found[topic.name].writers), _text(found[topic.name].readers))
        for topic in topics.TOPICS
    }


def _modules(service: str) -> Iterator[ModuleType]:
    """The modules of a service that name a topic, or declare what has topics."""
    source = ROOT / "services" / service / "src"
    for path in sorted(source.rglob("*.py")):
        if any(name in path.read_text() for name in _HAS_TOPICS):
            parts = path.relative_to(source).with_suffix("").parts
            yield import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))


def _look(module: ModuleType, service: str, found: Mapping[str, _Found]) -> None:
    for value in vars(module).values():
        for topic, part, writes in _declared(value, service):
            found[topic.name].add(service, part, writes=writes)
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call):
            for call in _CALLS:
                if call.function == _called(node):
                    for topic in _named_topics(node, call.argument, module):
                        found[topic.name].add(service, call.part, writes=call.writes)


def _declared(value: object, service: str) -> Iterator[tuple[Topic, str, bool]]:
    """The topics of a declaration of this service, the part that uses them, and whether it writes."""
    match value:
        case DecidingService(name=name) if name == service:
            for topic in value.inputs:  # they may follow from data: alerts reads what its rules name
                yield topics.DEAD_LETTERS if holds_dead_letters(topic) else topic, "decider", False
        case DeclaredProjection(service=name) if name == service:
            for topic in value.topics:
                yield topic, "projection", False
        case Api() if value.tables.service == service:
            for topic in (*value.tables.commands, *value.appended):
                yield topic, "API", True
        case _:
            pass


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _named_topics(node: ast.Call, argument: int | str, module: ModuleType) -> Iterator[Topic]:
    """The topics that the names in an argument stand for."""
    if isinstance(argument, int):
        given = node.args[argument : argument + 1]
    else:
        given = [keyword.value for keyword in node.keywords if keyword.arg == argument]
    for expression in given:
        for each in ast.walk(expression):
            name = each.id if isinstance(each, ast.Name) else ""
            value = getattr(module, name, getattr(topics, name, None))  # or the call's function imports it
            values = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
            yield from (topic for topic in values if isinstance(topic, Topic))


def _text(services: Mapping[str, set[str]]) -> tuple[str, ...]:
    return tuple(
        f"{service} ({', '.join(sorted(parts))})" if (parts := services[service] - {""}) else service
        for service in sorted(services)
    )
