"""Writes the generated pages: docs/topics.md and the topic tables in each service's README.

Run by `make docs`. Everything comes from schemas/: the .yaml of a topic says who writes and reads it, its
.avsc what is in it, schemas/examples/ what a record looks like.
"""
# pyright: basic

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from generate_events import ROOT, SCHEMAS, Schema, Source, read_sources, walk

HEAD = "<!-- Generated from schemas/ by `make docs`; do not edit. -->"
TABLE = re.compile(r"(<!-- topics:begin -->\n).*?(<!-- topics:end -->)", re.DOTALL)


def main() -> None:
    """Write every generated page."""
    sources = read_sources()
    topics = [source for source in sources if not source.is_shared]
    shared = [source for source in sources if source.is_shared]
    (ROOT / "docs" / "topics.md").write_text(_topics_page(topics, shared))
    for readme in sorted((ROOT / "services").glob("*/README.md")):
        text = readme.read_text()
        table = _service_table(readme.parent.name, topics)
        readme.write_text(TABLE.sub(lambda m, t=table: m.group(1) + t + m.group(2), text))


def _topics_page(topics: list[Source], shared: list[Source]) -> str:
    parts = [
        HEAD,
        "# Topics",
        "Every record is Avro in the Confluent wire format: one zero byte, the schema id, the bytes. "
        "Subject: `<topic>-value`; its compatibility stands with each topic: a topic that gains events is "
        "BACKWARD_TRANSITIVE, so readers are upgraded before writers (ADR 18). The value is an `Envelope` "
        "whose `payload` is a union of the records below. A record its reader cannot read goes to "
        "`<topic>-dlq`, with the reason and the bytes.",
        "## Who writes to whom",
        _flow(topics),
        "## Catalogue",
        _catalogue(topics),
        *(_topic_section(t) for t in topics),
        *(_shared_section(s) for s in shared),
    ]
    return "\n\n".join(parts) + "\n"


def _flow(topics: list[Source]) -> str:
    lines = ["```mermaid", "flowchart LR"]
    for topic in topics:
        if topic.name == "dead-letters":
            continue
        node = f'{topic.module}[["{topic.name}"]]'
        lines.append(f"  {_service(topic.meta['owner'])} --> {node}")
        lines += [f"  {topic.module} --> {_service(r)}" for r in topic.meta["readers"]]
    return "\n".join([*lines, "```"])


def _service(name: str) -> str:
    """'scheduler (standby)' as a mermaid node."""
    return f'{re.sub(r"[^a-z]+", "_", name.lower()).strip("_")}("{name}")'


def _catalogue(topics: list[Source]) -> str:
    rows = ["| topic | what | writer | readers | key | partitions | kept |", "|---|---|---|---|---|---|---|"]
    rows += [
        f"| [`{t.name}`](#{t.name}) | {t.doc} | {t.meta['owner']} | {', '.join(t.meta['readers'])} "
        f"| {t.meta['key']} | {t.meta['partitions']} | {_kept(t.meta['retention_ms'])} |"
        for t in topics
    ]
    return "\n".join(rows)


def _kept(retention_ms: int) -> str:
    if retention_ms < 0:
        return "for ever"
    hours = retention_ms / 3_600_000
    return f"{hours / 24:.0f} days" if hours >= 24 else f"{hours * 60:.0f} min"


def _topic_section(topic: Source) -> str:
    parts = [f"## {topic.name}", topic.doc, *_by_subject(topic), *_records(topic.payload)]
    foreign = [branch for branch in topic.payload if isinstance(branch, str)]
    if foreign:
        parts.append("Also: " + ", ".join(f"`{_short(name)}`" for name in foreign))
    parts.append(_example(topic))
    return "\n\n".join(parts)


def _shared_section(shared: Source) -> str:
    head = [f"## Shared: {shared.name}", shared.doc, *_by_subject(shared)]
    return "\n\n".join([*head, *_records(shared.payload)])


def _by_subject(source: Source) -> Iterator[str]:
    """What the facts are about; each line is a class that readers match all of them by."""
    groups = source.subjects().items()
    if groups:
        rows = [f"| {subject} | {', '.join(f'`{name}`' for name in names)} |" for subject, names in groups]
        yield "\n".join(["| subject | facts |", "|---|---|", *rows])


def _records(union: Schema) -> Iterator[str]:
    """Each record that a union defines, followed by those that the unions inside it define."""
    for branch in union:
        if isinstance(branch, str):
            continue
        yield f"### {branch['name']}\n\n{branch['doc']}"
        if branch["fields"]:
            yield _fields_table(branch)
        for schema in walk(branch):
            if _is_union(schema):
                yield "One of: " + ", ".join(
                    f"`{_short(s if isinstance(s, str) else s['name'])}`" for s in schema
                )
                yield from _records(schema)


def _is_union(schema: Schema) -> bool:
    """Whether a value is one of several records, rather than one kind of value or null."""
    return isinstance(schema, list) and len([s for s in schema if s != "null"]) > 1


def _fields_table(record: dict[str, Any]) -> str:
    rows = ["| field | type | meaning |", "|---|---|---|"]
    rows += [f"| `{f['name']}` | {_type(f['type'])} | {f['doc']} |" for f in record["fields"]]
    return "\n".join(rows)


def _short(name: str) -> str:
    return name.rsplit(".", 1)[-1]


def _type(schema: Schema) -> str:
    if isinstance(schema, list):
        named = [_type(s) for s in schema if s != "null"]
        text = named[0] if len(named) == 1 else f"one of {len(named)} records"
        return f"{text}, or null" if "null" in schema else text
    if isinstance(schema, str):
        return _short(schema)
    if schema["type"] in ("array", "map"):
        return f"{schema['type']} of {_type(schema.get('items') or schema['values'])}"
    if schema["type"] == "enum":
        return "<br>".join(schema["symbols"])
    return f"{schema['name']} ({', '.join(f['name'] for f in schema['fields'])})"


def _example(topic: Source) -> str:
    first = topic.payload[0]
    name = _short(first) if isinstance(first, str) else first["name"]
    path = SCHEMAS / "examples" / topic.name / f"{name}.json"
    text = json.dumps(json.loads(path.read_text()), indent=1)
    return f"<details><summary>Example</summary>\n\n```json\n{text}\n```\n</details>"


def _service_table(service: str, topics: list[Source]) -> str:
    rows = ["| topic | | what |", "|---|---|---|"]
    for topic in topics:
        reads = any(r.split()[0] == service for r in topic.meta["readers"])
        writes = topic.meta["owner"].split()[0] == service
        if reads or writes:
            how = " and ".join([*(["writes"] if writes else []), *(["reads"] if reads else [])])
            rows.append(f"| [`{topic.name}`](../../docs/topics.md#{topic.name}) | {how} | {topic.doc} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
