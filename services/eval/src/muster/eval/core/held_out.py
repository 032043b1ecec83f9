"""Held-out cases of a golden set: which runs ask them, and how often they were used. PURE.

A run asks them if its gate is final: the gate of its config can hold a version (`gate.blocking`). Runs whose
gate only advises leave them out, and say so. Each final run that asks the version is a use on record: the
more verdicts held-out cases have decided, the more have models been chosen by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.deciding import Changes, Entities
from muster.eval.core.configs.documents import EvalConfig
from muster.eval.core.state import HELD_OUT_USES, Run, named_key
from muster.events.eval_commands import GoldenTask
from muster.events.eval_events import EvalStarted, GoldenSetActivated


def asked_tasks(golden: GoldenSetActivated, config: EvalConfig) -> tuple[GoldenTask, ...]:
    """Return the tasks of a golden set as runs of a config ask them, by name."""
    return merged(golden.tasks, golden.held_out_tasks if config.gate.blocking else ())


def merged(tasks: Sequence[GoldenTask], held_out: Sequence[GoldenTask]) -> tuple[GoldenTask, ...]:
    """Return tasks with their held-out cases, by name; no cluster has cases of both."""
    found = {each.task: each for each in tasks}
    for more in held_out:
        each = found.get(more.task, GoldenTask(task=more.task, cases=0, clusters=0))
        found[more.task] = GoldenTask(
            task=more.task,
            cases=each.cases + more.cases,
            clusters=each.clusters + more.clusters,
            checked=each.checked + more.checked,
            largest=max(each.largest, more.largest),
        )
    return tuple(found[task] for task in sorted(found)) if held_out else tuple(tasks)


def named(started: EvalStarted, golden: GoldenSetActivated, config: EvalConfig) -> EvalStarted:
    """Return the start of a run with the held-out cases of its tasks."""
    cases = sum(each.cases for each in golden.held_out_tasks if each.task in config.tasks)
    asks = cases and config.gate.blocking
    return replace(started, held_out=golden.held_out if asks else "", held_out_cases=cases)


def used(state: Entities, started: EvalStarted) -> EvalStarted:
    """Return the start of a run that asks the version, with the number of this use."""
    if not started.held_out:
        return started
    before = state.get(HELD_OUT_USES, named_key(started.tenant, started.held_out)) or 0
    return replace(started, held_out_use=before + 1)


def evolve_started(state: Changes, fact: EvalStarted) -> None:
    """Count a use."""
    if fact.held_out_use:
        state.put(HELD_OUT_USES, named_key(fact.tenant, fact.held_out), fact.held_out_use)


def warnings(run: Run) -> tuple[str, ...]:
    """Return what a verdict says about held-out cases that its run left out."""
    if not run.held_out_cases or run.held_out:
        return ()
    return (f"{run.held_out_cases} held-out cases were not asked: the gate only advises",)
