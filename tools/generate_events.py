"""Writes libs/pure/events from schemas/: one frozen dataclass per record, one module per topic.

Run by `make schemas`. The story: read every topic and every set of shared records (no topic of its own,
part of several), write the schemas of deciding services' logs, expand references to each other's records,
emit one module each and the topic table. An unknown reference, a record name used twice, a field without a
doc or a fact without a subject ends the run with the file and field named. A fact (a payload of a
`*-events` topic, or a shared record) names its subject. Each subject becomes a class without fields, the
base of its records: `case NodeFact():` matches all of them, and narrows to them. Each topic has a union of
its own records, such as AlertsCommand, which cores match to the end: a record more is a type error in each.
"""

# pyright: basic
# (an Avro schema is untyped JSON, all the way down)
from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import yaml
from muster.events.wire import deciding_log

ROOT = Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "schemas"
TARGET = ROOT / "libs/pure/events/src/muster/events"
PRIMITIVES = {
    "string": "str",
    "int": "int",
    "long": "int",
    "boolean": "bool",
    "bytes": "bytes",
    "double": "float",
}
ANSWERS = ("muster.command_answers.", "muster.watermarks.")
"""How the names of records begin that libs/runtime/deciding treats itself, so that no core matches them."""
MADE_BY = "by `make schemas`; do not edit."

Schema = Any  # an Avro schema is JSON: a name, a list (union) or an object


def main() -> None:
    """Generate every module; exit with a message when a schema is wrong."""
    sources = read_sources()
    named = _named_types([s for s in sources if not s.is_log])
    for source in sources:
        if not source.is_log:
            _check_references(source, named)
        _check_subjects(source)
        _check_envelope(source)
        source.file.write_text(_module(source, named))
    (TARGET / "topics.py").write_text(_topics_module([s for s in sources if not s.is_shared]))
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--select", "F401,I", "--fix", "--quiet", str(TARGET)], check=True)
    subprocess.run([*ruff, "format", "--quiet", str(TARGET)], check=True)


def read_sources() -> list[Source]:
    """Everything in schemas/, by name; the .avsc of a deciding service's log is written first."""
    paths = sorted(SCHEMAS.glob("*.yaml"))
    for path in paths:
        if "facts" in (meta := yaml.safe_load(path.read_text())):
            path.with_suffix(".avsc").write_text(json.dumps(_log_schema(meta), indent=2) + "\n")
    return [Source.read(path) for path in paths]


def _log_schema(meta: dict[str, Any]) -> Schema:
    """The schema of a deciding service's log: its facts are the records of the topics listed."""
    topics = [Source.read(SCHEMAS / f"{name}.yaml") for name in meta["facts"]]
    names = [name for topic in topics for name in topic.payload_names]
    doc = f"Batches of {meta['owner']}: how far inputs were read, and what was decided."
    return deciding_log.schema_of(topics[0].schema, doc, list(dict.fromkeys(names)))


@dataclass(frozen=True)
class Source:
    """One pair of files in schemas/: a topic, or records that several topics share."""

    name: str
    meta: dict[str, Any]
    schema: Schema

    @classmethod
    def read(cls, path: Path) -> Source:
        """The .yaml beside its .avsc."""
        meta = yaml.safe_load(path.read_text())
        return cls(path.stem, meta, json.loads(path.with_suffix(".avsc").read_text()))

    @property
    def is_shared(self) -> bool:
        """Whether there is no topic of this name: its records are part of the topics that import them."""
        return "shared" in self.meta

    @property
    def is_log(self) -> bool:
        """Whether this is the log of a deciding service."""
        return "facts" in self.meta

    @property
    def payload_names(self) -> list[str]:
        """Full names of the payload's records."""
        names = [b if isinstance(b, str) else b["name"] for b in self.payload]
        return [name if "." in name else f"{self.namespace}.{name}" for name in names]

    @property
    def holds_facts(self) -> bool:
        """Whether each of its payloads names what it is about."""
        return self.is_shared or self.name.endswith("-events")

    def subjects(self) -> dict[str, list[str]]:
        """Names of the facts defined here, by subject."""
        found: dict[str, list[str]] = {}
        for branch in self.payload if self.holds_facts else ():
            if not isinstance(branch, str):
                found.setdefault(branch["subject"], []).append(branch["name"])
        return found

    @property
    def doc(self) -> str:
        """Description of the topic or of the shared records, in a sentence."""
        return str(self.meta["doc"] if self.is_shared else self.schema["doc"])

    @property
    def module(self) -> str:
        """Python module name, also the last part of the Avro namespace."""
        return self.name.replace("-", "_")

    @property
    def union(self) -> str:
        """Python name of the union of the topic's own records: alerts-events -> AlertsEvent."""
        return "".join(map(str.title, self.name.split("-"))).removesuffix("s")

    @property
    def file(self) -> Path:
        """The module to write: records that topics share have a room of their own."""
        return (TARGET / "shared" if self.is_shared else TARGET) / f"{self.module}.py"

    @property
    def import_path(self) -> str:
        """Dotted name of the module."""
        return f"muster.events.{'shared.' if self.is_shared else ''}{self.module}"

    @property
    def namespace(self) -> str:
        """Avro namespace of everything the topic defines."""
        return deciding_log.NAMESPACE if self.is_log else f"muster.{self.module}"

    @property
    def payload(self) -> Schema:
        """The union of the envelope's payload; of shared records, all of them."""
        return (
            self.schema
            if self.is_shared
            else next(f for f in self.schema["fields"] if f["name"] == "payload")["type"]
        )


@dataclass
class _Named:
    """Definition of a named type, and its source."""

    source: Source
    schema: dict[str, Any]


@dataclass
class _Lines:
    """The classes of one module, in dependency order, and the imports they need."""

    classes: list[str] = field(default_factory=list[str])
    imports: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    done: set[str] = field(default_factory=set[str])


def walk(schema: Schema) -> Iterator[Schema]:
    """The schema and everything inside it, outermost first."""
    yield schema
    if isinstance(schema, list):
        inner: list[Schema] = schema
    elif isinstance(schema, dict):
        inner = [f["type"] for f in schema.get("fields", ())]
        inner += [schema[k] for k in ("items", "values") if k in schema]
    else:
        inner = []
    for each in inner:
        yield from walk(each)


def _is_named(schema: Schema) -> bool:
    return isinstance(schema, dict) and schema["type"] in ("record", "enum")


def _named_types(sources: list[Source]) -> dict[str, _Named]:
    named: dict[str, _Named] = {}
    for source in sources:
        for schema in filter(_is_named, walk(source.schema)):
            full = f"{source.namespace}.{schema['name']}"
            if full in named:
                sys.exit(f"schemas/{source.name}.avsc: {schema['name']} is defined twice")
            undocumented = [f["name"] for f in schema.get("fields", ()) if not f.get("doc")]
            if undocumented or not schema.get("doc"):
                sys.exit(f"schemas/{source.name}.avsc: {schema['name']} lacks a doc ({undocumented})")
            named[full] = _Named(source, schema)
    return named


def _check_references(source: Source, named: dict[str, _Named]) -> None:
    allowed = {source.name, *source.meta["imports"]}
    for schema in walk(source.schema):
        if not isinstance(schema, str) or schema in PRIMITIVES or schema == "null":
            continue
        full = schema if "." in schema else f"{source.namespace}.{schema}"
        if full not in named:
            sys.exit(f"schemas/{source.name}.avsc: unknown type {schema}")
        home = named[full].source.name
        if home not in allowed:
            sys.exit(f"schemas/{source.name}.yaml: imports must list {home}, for {schema}")


def _check_subjects(source: Source) -> None:
    for branch in source.payload if source.holds_facts else ():
        if not isinstance(branch, str) and not re.fullmatch("[a-z]+", branch.get("subject", "")):
            sys.exit(f"schemas/{source.name}.avsc: {branch['name']} needs a subject: one word, like job")


def _check_envelope(source: Source) -> None:
    if source.is_shared or not source.holds_facts:
        return
    needed = {"seq", "index", "tenant"}
    if "muster.command_answers.CommandRejected" in source.payload:
        needed.add("sender")
    missing = sorted(needed - {f["name"] for f in source.schema["fields"]})
    if missing:
        sys.exit(f"schemas/{source.name}.avsc: the envelope of facts needs {', '.join(missing)}")


def expanded(topic: Source, named: dict[str, _Named]) -> Schema:
    """The topic's schema with every foreign record written out at its first use, as a registry wants it."""
    seen: set[str] = set()

    def expand(schema: Schema, namespace: str) -> Schema:
        if isinstance(schema, str):
            if schema in PRIMITIVES or schema == "null":
                return schema
            full = schema if "." in schema else f"{namespace}.{schema}"
            return full if full in seen else expand(named[full].schema, named[full].source.namespace)
        if isinstance(schema, list):
            return [expand(branch, namespace) for branch in schema]
        if schema["type"] in ("record", "enum"):
            full = f"{namespace}.{schema['name']}"
            if full in seen:
                return full
            seen.add(full)
            out = {**schema, "namespace": namespace}
            if "fields" in schema:
                out["fields"] = [{**f, "type": expand(f["type"], namespace)} for f in schema["fields"]]
            return out
        inner = "items" if schema["type"] == "array" else "values"
        return {**schema, inner: expand(schema[inner], namespace)}

    return expand(topic.schema, topic.namespace)


# ---- one module ------------------------------------------------------------------------------------------


def _log_module(log: Source, named: dict[str, _Named]) -> str:
    """A deciding service's log: the records are shared, the union of facts is its own."""
    batch = log.schema["fields"][-1]["type"][0]
    facts = next(field for field in batch["fields"] if field["name"] == "facts")
    union = facts["type"]["items"]["fields"][-1]["type"]
    homes = sorted((named[full].source.import_path, full.rsplit(".", 1)[1]) for full in union)
    return (
        "\n".join(
            [
                f'"""{_summary(log.doc)}\n\nGenerated from schemas/{log.name}.yaml {MADE_BY}\n"""\n',
                "from __future__ import annotations\n",
                "from typing import Final, TypeAlias\n",
                "from muster.events.wire.datum import Table, table_of",
                "from muster.events.wire.deciding_log import DecidedBatch, payloads_of",
                *(f"from {module} import {name}" for module, name in homes),
                "\nPayload: TypeAlias = DecidedBatch\n",
                f"PAYLOADS: Final[Table] = payloads_of(table_of({', '.join(name for _, name in homes)}))\n",
                *_schema_constant(log, named),
            ]
        )
        + "\n"
    )


def _module(topic: Source, named: dict[str, _Named]) -> str:
    if topic.is_log:
        return _log_module(topic, named)
    lines = _Lines()
    emit = _Emitter(topic, named, lines)
    branches = [emit.reference(branch) for branch in topic.payload]
    imports = [f"from {module} import {name}" for module, name in sorted(lines.imports)]
    parts = [
        f'"""{_summary(topic.doc)}\n\nGenerated from schemas/{topic.name}.avsc {MADE_BY}\n"""\n',
        "from __future__ import annotations\n",
        "from collections.abc import Mapping",
        "from dataclasses import field",
        "from enum import StrEnum",
        "from typing import Any, ClassVar, Final, TypeAlias, final\n",
        "from muster.events.wire.datum import Table, branch_of, read_branch, table_of, write_branch",
        "from muster.events.wire.record import record",
        *imports,
        *(_group(subject) for subject in topic.subjects()),
        *lines.classes,
        *(_group_alias(subject, names) for subject, names in topic.subjects().items()),
        *([] if topic.is_shared else _topic_constants(topic, named, branches)),
    ]
    return "\n".join(parts) + "\n"


def _group(subject: str) -> str:
    doc = f"Base of the facts whose subject is {subject!r}; as a pattern it matches all of them."
    return f'class {subject.title()}Fact:\n    """{doc}"""\n\n    __slots__ = ()\n'


def _group_alias(subject: str, names: list[str]) -> str:
    return f"{subject.title()}Payload: TypeAlias = {' | '.join(names)}\n"


def _topic_constants(topic: Source, named: dict[str, _Named], branches: list[str]) -> list[str]:
    own = [b for b, full in zip(branches, topic.payload_names, strict=True) if not full.startswith(ANSWERS)]
    others = [b for b in branches if b not in own]
    # A topic whose only record has its name needs no union beside it.
    union = [] if topic.union in branches else [f"{topic.union}: TypeAlias = {' | '.join(own)}\n"]
    return [
        *union,
        f"Payload: TypeAlias = {' | '.join((topic.union, *others))}\n",
        f"PAYLOADS: Final[Table] = table_of({', '.join(branches)})\n",
        *_schema_constant(topic, named),
    ]


def _schema_constant(topic: Source, named: dict[str, _Named]) -> list[str]:
    compact = json.dumps(expanded(topic, named), separators=(",", ":"))
    return [
        "SCHEMA: Final = (",
        *(f"    {json.dumps(compact[i : i + 76])}" for i in range(0, len(compact), 76)),
        ")",
    ]


@dataclass
class _Emitter:
    source: Source
    named: dict[str, _Named]
    lines: _Lines

    def reference(self, schema: Schema) -> str:
        """Python name of a record or enum, emitting or importing it on first use."""
        name = schema if isinstance(schema, str) else schema["name"]
        full = name if "." in name else f"{self.source.namespace}.{name}"
        home, short = self.named[full].source, full.rsplit(".", 1)[1]
        if home is not self.source:
            self.lines.imports.add((home.import_path, short))
        elif full not in self.lines.done:
            self.lines.done.add(full)
            target = self.named[full].schema
            text = self._enum(target) if target["type"] == "enum" else self._record(target)
            self.lines.classes.append(text)
        return short

    def _enum(self, schema: dict[str, Any]) -> str:
        symbols = "".join(f'    {s} = "{s}"\n' for s in schema["symbols"])
        return f'class {schema["name"]}(StrEnum):\n    """{schema["doc"]}"""\n\n{symbols}'

    def _record(self, schema: dict[str, Any]) -> str:
        fields = schema["fields"]
        types = {f["name"]: self._type(f["type"]) for f in fields}
        name = schema["name"]
        base = f"({schema['subject'].title()}Fact)" if "subject" in schema else ""
        body = [f"@final\n@record\nclass {name}{base}:\n", self._doc(schema)]
        body.append(f'    AVRO_NAME: ClassVar[str] = "{self.source.namespace}.{name}"\n\n')
        body += [f"    {f['name']}: {types[f['name']]}{self._default(f)}\n" for f in fields]
        writes = "".join(f'"{f["name"]}": {self._write(f["type"], "self." + f["name"])},' for f in fields)
        reads = "".join(f"{f['name']}={self._read(f['type'], _get(f))}," for f in fields)
        body.append('\n    def to_datum(self) -> dict[str, Any]:\n        """Plain data for the codec."""\n')
        body.append(f"        return {{{writes}}}\n")
        body.append("\n    @classmethod\n")
        body.append(f'    def from_datum(cls, d: Mapping[str, Any]) -> {name}:\n        """The inverse."""\n')
        body.append(f"        return cls({reads})\n")
        return "".join(body)

    def _doc(self, schema: dict[str, Any]) -> str:
        if not schema["fields"]:
            return f'    """{schema["doc"]}"""\n\n'
        attributes = "".join(_wrap(f"{f['name']}: {f['doc']}", "        ") for f in schema["fields"])
        return f'    """{_summary(schema["doc"])}\n\n    Attributes:\n{attributes}    """\n\n'

    def _type(self, schema: Schema) -> str:
        if isinstance(schema, list):
            branches: list[Schema] = [b for b in cast("list[Schema]", schema) if b != "null"]
            names = [self._type(b) for b in branches]
            return " | ".join([*names, "None"] if len(branches) < len(schema) else names)
        if isinstance(schema, str) and schema in PRIMITIVES:
            return PRIMITIVES[schema]
        if isinstance(schema, dict) and schema["type"] == "array":
            return f"tuple[{self._type(schema['items'])}, ...]"
        if isinstance(schema, dict) and schema["type"] == "map":
            return f"Mapping[str, {self._type(schema['values'])}]"
        return self.reference(schema)

    def _default(self, f: dict[str, Any]) -> str:
        if "default" not in f:
            return ""
        value, schema = f["default"], f["type"]
        if isinstance(schema, dict) and schema["type"] == "map":
            return f" = field(default_factory=dict[str, {self._type(schema['values'])}])"
        if self._kind(schema) == "record":
            return f" = field(default_factory=lambda: {self._type(schema)}.from_datum({value!r}))"
        if self._kind(schema) == "enum":
            return f" = {self._type(schema)}.{value}"
        return " = ()" if value == [] else f" = {value!r}"

    def _kind(self, schema: Schema) -> str:
        """'plain', 'enum', 'record', 'array', 'map', 'optional' or 'union'."""
        if isinstance(schema, list):
            return "optional" if "null" in schema and len(schema) == 2 else "union"
        if isinstance(schema, dict) and schema["type"] in ("array", "map"):
            return str(schema["type"])
        if isinstance(schema, str) and schema in PRIMITIVES:
            return "plain"
        name = schema if isinstance(schema, str) else schema["name"]
        full = name if "." in name else f"{self.source.namespace}.{name}"
        return str(self.named[full].schema["type"])

    def _write(self, schema: Schema, expr: str) -> str:
        match self._kind(schema):
            case "record":
                return f"{expr}.to_datum()"
            case "array" if self._kind(schema["items"]) in ("plain", "enum"):
                return f"list({expr})"
            case "array":
                return f"[{self._write(schema['items'], 'x')} for x in {expr}]"
            case "map":
                return f"dict({expr})"
            case "optional":
                inner = next(b for b in schema if b != "null")
                written = self._write(inner, expr)
                return expr if written == expr else f"None if {expr} is None else {written}"
            case "union":
                return f"write_branch({expr})"
            case _:
                return expr

    def _read(self, schema: Schema, expr: str) -> str:
        match self._kind(schema):
            case "enum":
                return f"{self._type(schema)}({expr})"
            case "record":
                return f"{self._type(schema)}.from_datum({expr})"
            case "array" if self._kind(schema["items"]) == "plain":
                return f"tuple({expr})"
            case "array":
                return f"tuple({self._read(schema['items'], 'x')} for x in {expr})"
            case "map" if self._kind(schema["values"]) == "plain":
                return f"dict({expr})"
            case "map":
                return f"{{k: {self._read(schema['values'], 'x')} for k, x in {expr}.items()}}"
            case "optional":
                return self._read_optional(next(b for b in schema if b != "null"), expr)
            case "union":
                names = ", ".join(self.reference(b) for b in schema)
                return self._read_union(names, expr)
            case _:
                return expr

    def _read_optional(self, inner: Schema, expr: str) -> str:
        if self._kind(inner) == "plain":
            return expr
        present = re.sub(r'd\.get\((".*?")\)', r"d[\1]", expr)
        value = f"branch_of({present})" if self._kind(inner) == "record" else present
        return f"None if {expr} is None else {self._read(inner, value)}"

    def _read_union(self, names: str, expr: str) -> str:
        constant = f"_BRANCHES_{len([c for c in self.lines.classes if c.startswith('_BRANCHES')])}"
        self.lines.classes.append(f"{constant}: Final[Table] = table_of({names})\n")
        return f"read_branch({constant}, {expr})"


def _summary(doc: str) -> str:
    """A docstring's first line, the rest wrapped below it."""
    lines = textwrap.wrap(doc, 100)
    return lines[0] if len(lines) == 1 else "\n    ".join(lines)


def _wrap(text: str, indent: str) -> str:
    return textwrap.fill(text, 100, initial_indent=indent, subsequent_indent=indent + "    ") + "\n"


def _get(f: dict[str, Any]) -> str:
    """A field of a datum; what was written before the field existed has its default."""
    if "default" not in f:
        return f'd["{f["name"]}"]'
    return f'd.get("{f["name"]}"' + (")" if f["default"] is None else f", {f['default']!r})")


def _topics_module(topics: list[Source]) -> str:
    parts = [
        f'"""Every topic, as schemas/*.yaml describes it.\n\nGenerated {MADE_BY}\n"""\n',
        "from __future__ import annotations\n",
        "from typing import Final\n",
        f"from muster.events import {', '.join(t.module for t in topics)}",
        "from muster.events.wire.envelope import Topic\n",
        *map(_topic_entry, topics),
        f"TOPICS: Final = ({', '.join(t.module.upper() for t in topics)})",
    ]
    return "\n".join(parts) + "\n"


def _topic_entry(topic: Source) -> str:
    copied = ("owner", "key", "partitions", "retention_ms", "cleanup", "compatibility")
    values = "".join(f"{name}={topic.meta[name]!r}," for name in copied)
    return (
        f"{topic.module.upper()}: Final = Topic("
        f"name={topic.name!r},"
        f"{values} schema={topic.module}.SCHEMA, payloads={topic.module}.PAYLOADS)\n"
    )


if __name__ == "__main__":
    main()
