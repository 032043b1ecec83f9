"""Writes docs/adr/README.md: the decision records by topic, from their headers. Run by `make docs`.

Every record begins with a title (`# N. Title`) and a list: status, date, topic, and its links to other
records. A record that amends or supersedes another is named in the header of both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

RECORDS: Final = Path(__file__).resolve().parent.parent / "docs" / "adr"
TITLE_MAX: Final = 60

TOPICS: Final[Mapping[str, str]] = {
    "log and replay": "What the logs hold, and why a replay decides the same.",
    "service framework": "What every service is built from: deciders, projections, reactors, APIs, alerts.",
    "identity and access": "Tokens, senders, nodes' credentials, rate limits.",
    "scheduling": "Placement, gangs, reservations, run times, explanations.",
    "queues and shares": "Quotas, guarantees, fair shares, restrictions, headroom.",
    "preemption": "Victims, plans, moves and node drains.",
    "agents and failures": "Nodes, sandboxes, retries, causes of failures, watchdogs.",
    "checkpoints and spot nodes": "Saving, storing and resuming work; nodes that go away.",
    "metering": "Usage, charges, budgets, reports.",
    "registry storage": "How bytes are stored, deduplicated, verified, encrypted and served.",
    "registry access": "Names, searches, lineage, tracking, and who may read what.",
    "scanner": "Unsafe content, licences, reviews.",
    "evaluation and drift": "Gates, judges, golden sets, control charts.",
    "tools and tests": "Build, command line, simulation and tests.",
}

READ_FIRST: Final[Mapping[int, str]] = {
    1: "what one record of the scheduler's log holds, the unit of deciding and of replay",
    4: "how a client learns what became of its command",
    42: "how facts in several partitions keep one order",
    34: "the shape that every service except the scheduler has",
    11: "how tables, documents and graphs follow the log and can be rebuilt",
    67: "how a release may change decisions without breaking older logs",
    55: "why a decision can be replayed without keys",
    5: "how a node is chosen for a job",
    14: "how large gangs start although small jobs keep coming",
    20: "which queue goes first",
    74: "how running jobs are stopped for others without losing work or breaking promises",
    10: "why agents can be upgraded under running jobs",
    81: "why the bill adds up",
    109: "how the registry stores bytes once and never loses them",
    151: "how a model version passes or fails",
}
"""The records that a newcomer reads first, in this order, and what each explains."""

_LINKS: Final = {"Amends": "Amended by", "Supersedes": "Superseded by"}
"""Each relation and its inverse, which the other record states."""

_FIELD: Final = re.compile(r"^- ([A-Z][a-z ]+): (.+?)(?=\n- |\n\n)", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"\[ADR (\d+)\]\(([^)]+)\)")


@dataclass(frozen=True, slots=True)
class Record:
    """Header of one decision record."""

    number: int
    file: str
    title: str
    fields: Mapping[str, str]

    def links(self, relation: str) -> Sequence[tuple[int, str]]:
        """Return number and file of each record that stands in this relation."""
        return [(int(number), file) for number, file in _LINK.findall(self.fields.get(relation, ""))]

    @property
    def status(self) -> str:
        """Status that follows from the links: superseded, amended or accepted."""
        if self.links("Superseded by"):
            return "superseded"
        return "amended" if self.links("Amended by") else "accepted"


def main() -> None:
    """Write the index.

    Raises:
        SystemExit: a header is wrong.
    """
    found = records()
    if wrong := mistakes(found):
        raise SystemExit("\n".join(wrong))
    (RECORDS / "README.md").write_text("\n".join(_lines(found)) + "\n")


def records() -> Sequence[Record]:
    """Read the headers of all records, by number."""
    return [_parsed(path) for path in sorted(RECORDS.glob("[0-9]*.md"))]


def _parsed(path: Path) -> Record:
    first, _, rest = path.read_text().partition("\n")
    title = re.fullmatch(r"# (\d+)\. (.+)", first)
    header = rest.lstrip("\n").partition("\n\n")[0] + "\n\n"
    return Record(
        int(title[1]) if title else 0,
        path.name,
        title[2] if title else first,
        dict(_FIELD.findall(header)),
    )


def mistakes(found: Sequence[Record]) -> Sequence[str]:
    """Return one sentence for each wrong header; empty when all are right."""
    by_number = {record.number: record for record in found}
    return [f"docs/adr/{record.file}: {fault}" for record in found for fault in _faults(record, by_number)]


def _faults(record: Record, by_number: Mapping[int, Record]) -> Iterator[str]:
    if record.number != int(record.file[:4]):
        yield f"the title must begin with `# {int(record.file[:4])}. `"
    if len(record.title) > TITLE_MAX:
        yield f"the title has {len(record.title)} characters; must be at most {TITLE_MAX}"
    allowed = ["Status", "Date", "Topic", *(name for pair in _LINKS.items() for name in pair)]
    if list(record.fields) != [name for name in allowed if name in record.fields]:
        yield f"fields are {', '.join(record.fields)}; must be in the order {', '.join(allowed)}"
    if record.fields.get("Status") != record.status:
        yield f"Status is {record.fields.get('Status')}; must be {record.status}"
    if record.fields.get("Topic") not in TOPICS:
        yield f"Topic is {record.fields.get('Topic')}; must be one of {', '.join(TOPICS)}"
    if not _is_date(record.fields.get("Date", "")):
        yield f"Date is {record.fields.get('Date')}; must be a day such as 2026-11-21"
    inverses = {**_LINKS, **{inverse: relation for relation, inverse in _LINKS.items()}}
    for relation, inverse in inverses.items():
        for number, file in record.links(relation):
            other = by_number.get(number)
            if other is None or other.file != file:
                yield f"{relation} names ADR {number} as {file}; there is no such record"
            elif record.number not in [back for back, _ in other.links(inverse)]:
                yield f"{relation} names ADR {number}, which does not say `{inverse}`"


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _lines(found: Sequence[Record]) -> Iterator[str]:
    by_number = {record.number: record for record in found}
    yield "<!-- Generated by `make docs` from the headers of the records; do not edit. -->\n"
    yield "# Decisions\n"
    yield "Why Muster is built as it is. Each record states one decision, its alternatives, and what would"
    yield "change it. Records are numbered by age; code cites them as `ADR 86`. An amended record still"
    yield "holds, except for what the later one changes.\n"
    yield "## Read these first\n"
    yield "They are in bold in the tables below.\n"
    for place, (number, why) in enumerate(READ_FIRST.items(), 1):
        yield f"{place}. {_link(by_number[number])}: {why}"
    for topic, content in TOPICS.items():
        yield f"\n## {topic[0].upper()}{topic[1:]}\n"
        yield f"{content}\n"
        yield "| ADR | decision | status | date |\n|---|---|---|---|"
        for record in (record for record in found if record.fields["Topic"] == topic):
            mark = "**" if record.number in READ_FIRST else ""
            title = f"{mark}{_link(record)}{mark}"
            yield f"| {record.number} | {title} | {_status(record)} | {record.fields['Date']} |"


def _link(record: Record) -> str:
    return f"[{record.title}]({record.file})"


def _status(record: Record) -> str:
    """Status with links to the records that changed this one."""
    later = [*record.links("Superseded by"), *record.links("Amended by")]
    by = ", ".join(f"[{number}]({file})" for number, file in later)
    return f"{record.status} by {by}" if by else record.status


if __name__ == "__main__":
    main()
