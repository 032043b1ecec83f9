"""Queries about labels, and the judge's scores beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from muster.api.document.answers import Time
from muster.eval.core.people.calibration import Judgement, Labelled
from muster.statistics.scores import median
from muster.views.reading.pages import Condition, Key, Keyset, Page
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict

LABELS_READ_MAX: Final = 5_000
"""Most labels that a calibration takes: the newest. The bootstrap of more takes many seconds."""


class LabelRow(TypedDict):
    """A label beside the newest scores that a judge gave to the same answer."""

    answer: str
    task: str
    cluster: str
    scores: list[int]
    person: str
    score: int
    run: str
    at_ms: int


class LabelAnswer(TypedDict):
    """A label: the last one of a person about an answer."""

    run: Annotated[str, "Evaluation that the label names; others have the same answer."]
    case_id: str
    golden_set: Annotated[str, "Name of the golden set; empty: not known."]
    person: str
    score: Annotated[int, "1 to 5."]
    comment: str
    at: Time
    key: Annotated[str, "Key of the answer."]
    answer: Annotated[str, "SHA-256 of the answer."]


class _LabelRow(LabelAnswer):
    at_ms: int


@dataclass(frozen=True, slots=True)
class LabelFilter:
    """Labels to list; an empty text is any.

    Attributes:
        golden_set: Name of the golden set.
        run: Evaluation that the label names.
        case: Case of the golden set.
        person: Who scored.
    """

    golden_set: str = ""
    run: str = ""
    case: str = ""
    person: str = ""


LABEL_KEY: Final = (int, str, str, str)
"""Kinds of the values in keys of pages."""


class _Judged(TypedDict):
    answer: str
    case_id: str
    task: str
    cluster: str
    scores: list[int]


class LabellingRun(TypedDict):
    """A run of a config's judge whose answers can be labelled."""

    run: str
    golden_set: str
    ended_at_ms: int
    labelled_at_ms: int | None


class _Marked(TypedDict):
    answer: str
    person: str
    at_ms: int


class _Text(TypedDict):
    key: str
    text: str


class _Exists(TypedDict):
    exists: bool


async def runs(tables: Tables, tenant: str, config: str, judge: str) -> list[LabellingRun]:
    """Return the last complete run of each version by a config and its judge; the newest first."""
    asked = {"tenant": tenant, "config": config, "judge": judge}
    return await tables.rows(LabellingRun, _RUNS, asked)


async def marked(tables: Tables, tenant: str, run: str) -> dict[str, dict[str, int]]:
    """Return when each person labelled an answer of a run last, by answer."""
    found: dict[str, dict[str, int]] = {}
    for row in await tables.rows(_Marked, _MARKED, {"tenant": tenant, "run": run}):
        found.setdefault(row["answer"], {})[row["person"]] = row["at_ms"]
    return found


async def texts(tables: Tables, tenant: str, keys: Sequence[str]) -> dict[str, str]:
    """Return texts of answers that workers have kept, by key."""
    there = await tables.row(_Exists, _ANSWERS_EXIST, {})
    if there is None or not there["exists"]:  # no worker has kept an answer in this database
        return {}
    rows = await tables.rows(_Text, _TEXTS, {"tenant": tenant, "keys": list(keys)})
    return {row["key"]: row["text"] for row in rows}


async def labels(tables: Tables, tenant: str, judge: str) -> list[LabelRow]:
    """Return labels of answers that a judge scored, by its hash, in any run; the newest first."""
    asked = {"tenant": tenant, "judge": judge, "limit": LABELS_READ_MAX}
    return await tables.rows(LabelRow, _LABELS, asked)


async def judged(tables: Tables, tenant: str, run: str, judge: str) -> list[Judgement]:
    """Return the answers of a run that a judge scored and people may read, in the order of the run."""
    rows = await tables.rows(_Judged, _JUDGED, {"tenant": tenant, "run": run, "judge": judge})
    return [
        Judgement(
            answer=row["answer"],
            case=row["case_id"],
            task=row["task"],
            cluster=row["cluster"],
            judge=round(median(row["scores"])),
        )
        for row in rows
    ]


def labelled(rows: Iterable[LabelRow]) -> list[Labelled]:
    """Return labels as a calibration takes them."""
    return [
        Labelled(
            answer=row["answer"],
            task=row["task"],
            cluster=row["cluster"],
            judge=round(median(row["scores"])),
            person=row["person"],
            score=row["score"],
        )
        for row in rows
    ]


async def listed(
    tables: Tables, tenant: str, where: LabelFilter, limit: int, behind: Key | None
) -> Page[LabelAnswer]:
    """Return a page of labels that count; the newest first.

    Args:
        tables: Of this service.
        tenant: Organisation of the labels.
        where: Which of them.
        limit: Most rows.
        behind: Key of the row before the page, as LABEL_KEY; None: the first page.
    """
    conditions = (
        Condition("tenant", "l.tenant = %(tenant)s AND l.score IS NOT NULL", tenant),
        Condition("golden_set", f"EXISTS ({_NAMED} AND g.name = %(golden_set)s)", where.golden_set or None),
        Condition("run", "l.run = %(run)s", where.run or None),
        Condition("case", "l.case_id = %(case)s", where.case or None),
        Condition("person", "l.person = %(person)s", where.person or None),
    )

    def key_of(row: _LabelRow) -> Key:
        return row["at_ms"], row["key"], row["answer"], row["person"]

    keyset = Keyset(("l.at_ms", "l.key", "l.answer", "l.person"), descending=True)
    found = await tables.page(
        _LabelRow, _LISTED, keyset, key_of, conditions=conditions, size=limit, behind=behind
    )
    return Page(rows=found.rows, next_key=found.next_key)


_NAMED: Final = """
SELECT g.name FROM golden_set_versions g WHERE g.tenant = l.tenant AND g.digest = u.golden_set"""

_LISTED: Final = f"""
SELECT l.key, l.answer, l.person, l.run, l.case_id, l.score, l.comment, l.at_ms, l.at_ms AS at,
       coalesce(({_NAMED} ORDER BY g.name LIMIT 1), '') AS golden_set
FROM labels l LEFT JOIN runs u ON u.run = l.run AND u.tenant = l.tenant
"""  # noqa: S608  (of constants)

_LABELS: Final = """
SELECT * FROM (
    SELECT DISTINCT ON (l.key, l.answer, l.person)
           l.key || ' ' || l.answer AS answer, r.task, r.cluster, r.judged -> 'scores' AS scores,
           l.person, l.score, r.run, l.at_ms
    FROM labels l
         JOIN results r ON r.key = l.key AND r.answer = l.answer
                           AND r.judged IS NOT NULL AND r.score IS NOT NULL
         JOIN runs u ON u.run = r.run AND u.tenant = l.tenant AND u.judge_hash = %(judge)s
    WHERE l.tenant = %(tenant)s AND l.score IS NOT NULL
    ORDER BY l.key, l.answer, l.person, u.started_at_ms DESC, u.run, r.case_id
) AS found
ORDER BY at_ms DESC, answer, person LIMIT %(limit)s
"""

_JUDGED: Final = """
SELECT r.key || ' ' || r.answer AS answer, r.case_id, r.task, r.cluster, r.judged -> 'scores' AS scores
FROM results r JOIN runs u USING (run)
WHERE u.tenant = %(tenant)s AND r.run = %(run)s AND u.judge_hash = %(judge)s
      AND r.judged IS NOT NULL AND r.score IS NOT NULL AND r.key <> '' AND r.subset <> 'HELD_OUT'
ORDER BY r.batch, r.place
"""

_RUNS: Final = """
WITH last AS (
    SELECT DISTINCT ON (repository, commit, config_digest)
           run, repository, commit, config_digest, golden_set, ended_at_ms
    FROM runs
    WHERE tenant = %(tenant)s AND config = %(config)s AND judge_hash = %(judge)s AND outcome = 'COMPLETED'
    ORDER BY repository, commit, config_digest, ended_at_ms DESC, run
)
SELECT last.run, coalesce(last.golden_set, '') AS golden_set, last.ended_at_ms, max(l.at_ms) AS labelled_at_ms
FROM last
     LEFT JOIN runs u USING (repository, commit, config_digest)
     LEFT JOIN labels l ON l.tenant = %(tenant)s AND l.run = u.run AND l.score IS NOT NULL
GROUP BY last.run, last.golden_set, last.ended_at_ms
ORDER BY last.ended_at_ms DESC, last.run
"""

_MARKED: Final = """
SELECT DISTINCT l.key || ' ' || l.answer AS answer, l.person, l.at_ms
FROM labels l JOIN results r ON r.key = l.key AND r.answer = l.answer
WHERE l.tenant = %(tenant)s AND r.run = %(run)s AND l.score IS NOT NULL
"""

_ANSWERS_EXIST: Final = "SELECT to_regclass('eval_answers.answers') IS NOT NULL AS exists"

_TEXTS: Final = """
SELECT key, text FROM eval_answers.answers WHERE tenant = %(tenant)s AND key = ANY(%(keys)s)
"""
