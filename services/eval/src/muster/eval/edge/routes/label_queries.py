"""Queries about labels, and the judge's scores beside them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from muster.eval.core.calibration import Judgement, Labelled
from muster.statistics.scores import median
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


class _Judged(TypedDict):
    answer: str
    cluster: str
    scores: list[int]


async def labels(tables: Tables, tenant: str, judge: str) -> list[LabelRow]:
    """Return labels of answers that a judge scored, by its hash, in whatever run; the newest first."""
    asked = {"tenant": tenant, "judge": judge, "limit": LABELS_READ_MAX}
    return await tables.rows(LabelRow, _LABELS, asked)


async def judged(tables: Tables, tenant: str, run: str) -> list[Judgement]:
    """Return the answers of a run that its judge scored, in the order of the run."""
    rows = await tables.rows(_Judged, _JUDGED, {"tenant": tenant, "run": run})
    return [
        Judgement(answer=row["answer"], cluster=row["cluster"], judge=round(median(row["scores"])))
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


_LABELS: Final = """
SELECT * FROM (
    SELECT DISTINCT ON (l.key, l.answer, l.person)
           l.key || ' ' || l.answer AS answer, r.task, r.cluster, r.judged -> 'scores' AS scores,
           l.person, l.score, r.run, l.at_ms
    FROM labels l
         JOIN results r ON r.key = l.key AND r.answer = l.answer
                           AND r.judged IS NOT NULL AND r.score IS NOT NULL
         JOIN runs u ON u.run = r.run AND u.tenant = l.tenant AND u.judge_hash = %(judge)s
    WHERE l.tenant = %(tenant)s
    ORDER BY l.key, l.answer, l.person, u.started_at_ms DESC, u.run
) AS found
ORDER BY at_ms DESC, answer, person LIMIT %(limit)s
"""

_JUDGED: Final = """
SELECT r.key || ' ' || r.answer AS answer, r.cluster, r.judged -> 'scores' AS scores
FROM results r JOIN runs u USING (run)
WHERE u.tenant = %(tenant)s AND r.run = %(run)s AND r.judged IS NOT NULL AND r.score IS NOT NULL
      AND r.key <> ''
ORDER BY r.batch, r.place
"""
