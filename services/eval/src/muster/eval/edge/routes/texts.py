"""Texts of cases and answers, as people may read them: all of them come from `shown_texts`.

A case that it leaves out shows nothing, neither its question nor what was answered.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from fastapi.concurrency import run_in_threadpool
from muster.api import unavailable
from muster.eval.core.configs.documents import GoldenCase, cases_of
from muster.eval.edge.routes import label_queries
from muster.eval.edge.stored import GoldenSets
from muster.store import NoSuchObject, StoreUnavailable
from muster.views.reading.tables import Tables
from typing_extensions import TypedDict


class ShownTexts(TypedDict):
    """Texts of one case."""

    prompt: str
    expected: list[str]
    answer: str | None


class _Asked(TypedDict):
    case_id: str
    golden_set: str
    key: str
    answer: str


async def shown_texts(
    tables: Tables, stored: GoldenSets, tenant: str, run: str, cases: Sequence[str]
) -> dict[str, ShownTexts]:
    """Return the texts of cases of a run, by case; the answer is None where it is not kept.

    Raises:
        Problem: 503 the store does not answer.
    """
    asked = await tables.rows(_Asked, _ASKED, {"tenant": tenant, "run": run, "cases": list(cases)})
    if not asked:
        return {}
    named = {each["case_id"] for each in asked}
    try:
        found = await run_in_threadpool(stored_cases, stored, tenant, asked[0]["golden_set"], named)
    except StoreUnavailable as error:
        raise unavailable(str(error)) from error
    answers = await label_queries.texts(tables, tenant, [each["key"] for each in asked])
    return {
        each["case_id"]: {
            "prompt": "\n".join(f"{part.role}: {part.content}" for part in case.conversation),
            "expected": list(case.expected),
            "answer": kept_text(answers.get(each["key"]), each["answer"]),
        }
        for each in asked
        if (case := found.get(each["case_id"])) is not None
    }


def stored_cases(stored: GoldenSets, tenant: str, golden_set: str, named: set[str]) -> dict[str, GoldenCase]:
    """Return cases of a golden set by id; none if the set is not stored."""
    try:
        lines = stored.get_set(tenant, golden_set)
    except NoSuchObject:
        return {}
    chosen = (line for line in lines.splitlines() if line and json.loads(line).get("id") in named)
    return {case.id: case for case in cases_of(b"\n".join(chosen))}


def kept_text(text: str | None, digest: str) -> str | None:
    """Return a kept text if it is the one with this SHA-256."""
    return text if text is not None and sha256(text.encode()).hexdigest() == digest else None


_ASKED: Final = """
SELECT c.case_id, coalesce(r.golden_set, '') AS golden_set, coalesce(c.key, '') AS key,
       coalesce(c.answer, '') AS answer
FROM results c JOIN runs r USING (run)
WHERE r.tenant = %(tenant)s AND c.run = %(run)s AND c.case_id = ANY(%(cases)s)
"""
