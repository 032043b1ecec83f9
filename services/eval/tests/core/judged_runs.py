"""Evaluations that a judge scored, each case with an answer of its own."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from typing import Any

from muster.eval.core.configs.documents import canonical, cases_of, parse_cases, parse_config
from muster.eval.core.decisions import DECIDER
from muster.eval.core.judges import hash_of
from muster.eval.core.runs.orders import Result, batches, result_bytes
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet, StartEval
from muster.events.eval_results import CaseScore, CasesScored, Judged
from muster.events.registry_events import CommitMade, StoredBytes
from muster.events.shared.work_orders import WorkerReported, WorkReported
from muster.testkit.cores.deciding import Decisions, given

REPOSITORY, COMMIT = "repo-k3m5q7aa", "1f" * 20
N = 60
BY_ANN: dict[str, Any] = {"tenant": "acme", "requested_by": "ann"}
CONFIG: dict[str, Any] = {
    "golden_set": "letters",
    "endpoint": {"model": "writer", "url": "http://127.0.0.1:8000/v1"},
    "tasks": {"letter": {"margin": 0.1}},
    "gate": {"kind": "creative"},
    "judge": {"endpoint": {"model": "judge-1", "url": "http://127.0.0.1:9000/v1"}},
}
GOLDEN = parse_cases(
    b"\n".join(
        json.dumps({"id": f"c{n:03d}", "task": "letter", "prompt": f"Write letter {n}."}).encode()
        for n in range(N)
    )
)
NEW_JUDGE = {**CONFIG, "judge": {**CONFIG["judge"], "criteria": "It is polite."}}


def judge_of(data: dict[str, Any]) -> str:
    """Hash of a config's judge."""
    return hash_of(parse_config(data))


def activate(data: dict[str, Any] | None = None, **changed: Any) -> ActivateEvalConfig:
    """A command to put a config in force."""
    document = canonical(parse_config(data or CONFIG))
    return replace(ActivateEvalConfig(name="release", document=document, **BY_ANN), **changed)


def activated(data: dict[str, Any] | None = None) -> Decisions:
    """A golden set and a config in force, a version and a worker."""
    made = CommitMade(
        repository=REPOSITORY,
        branch="main",
        commit=COMMIT,
        parent="",
        request_digest="",
        title="",
        description="",
        root="0" * 64,
        files=(),
        deleted=(),
        objects=(),
        card=None,
        at_ms=0,
        tenant="acme",
        requested_by="acme/ann",
        stored=StoredBytes(unique_bytes=0, reserved_bytes=0),
    )
    golden = ActivateGoldenSet(name="letters", digest=GOLDEN.digest, tasks=GOLDEN.tasks, source="", **BY_ANN)
    known = given(DECIDER).when(made, WorkerReported(worker_id="w", incarnation=1, slots=4))
    return known.when(golden).when(activate(data))


def start(run: str) -> StartEval:
    """A command to evaluate the version."""
    return StartEval(run=run, repository=REPOSITORY, commit=COMMIT, config="release", **BY_ANN)


def digest(text: str) -> str:
    """SHA-256 of a text."""
    return sha256(text.encode()).hexdigest()


def result(case: str, median: int = 5, *, name: str = "") -> CaseScore:
    """A judged result; the case c000 is one that checks decided, and its result may have another name."""
    plain = CaseScore(case=name or case, task="letter", cluster=f"case:{name or case}", score=1.0)
    if case == "c000":
        return plain
    judged = Judged(scores=(median,) * 3)
    keys = {"key": digest(f"question {case}"), "answer": digest(f"answer {case}")}
    return replace(plain, score=(median - 1) / 4, judged=judged, **keys)


def worked(
    decisions: Decisions, run: str, *, after_ms: int = 1, code: str = "", judged: bool = True
) -> Decisions:
    """The same after the results of a run that has begun; checks decide all of them if none is judged."""
    order = batches(run, cases_of(GOLDEN.lines), parse_config(CONFIG))
    results = [
        CasesScored(
            run=run,
            batch=place,
            results=tuple(result(each.id if judged else "c000", name=each.id) for each in batch),
            tenant="acme",
        )
        for place, batch in enumerate(order)
    ]
    ended = WorkReported(
        work_id=run,
        attempt=1,
        worker_id="w",
        incarnation=1,
        died=False,
        result=result_bytes(Result(batches=len(results), code=code)),
        reason="",
    )
    return decisions.when(*results, after_ms=after_ms).when(ended)


def finished(decisions: Decisions, run: str = "ci-1") -> Decisions:
    """The same after one evaluation."""
    return worked(decisions.when(start(run)), run)
