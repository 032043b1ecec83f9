"""Golden sets and configs: what is in force, and what is rejected. PURE.

ActivateGoldenSet  -> GoldenSetActivated
ActivateEvalConfig -> EvalConfigActivated   unless it is no config, or its gate can never pass
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.eval.core import held_out, judges, verdicts
from muster.eval.core.configs.documents import (
    CASES_MAX,
    NAME_ALLOWED,
    TASKS_MAX,
    EvalConfig,
    canonical,
    read_config,
)
from muster.eval.core.state import CONFIGS, REJUDGED_MAX, SETS, Inputs, Outputs, named_key
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet, GoldenTask
from muster.events.eval_events import EvalConfigActivated, GoldenSetActivated
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.golden.configs import NAME
from muster.jobs.documents.refusal import InvalidDocument, invalid
from muster.jobs.values.rules import matches

DIGEST: Final = r"^[0-9a-f]{64}$"


def activate_set(state: Entities, given: Input[Inputs], command: ActivateGoldenSet) -> Facts[Outputs]:
    """Put a golden set in force."""
    del state
    found = [*_wrong_name(command.name), *wrong_set(command.digest, command.tasks, command.held_out_tasks)]
    if bool(command.held_out) != bool(command.held_out_tasks):
        found.append(invalid("held_out", command.held_out, "given with held_out_tasks, and only with them"))
    if found:
        yield refuse(given, RejectionCode.INVALID, tuple(found))
        return
    activated = GoldenSetActivated(
        name=command.name,
        digest=command.digest,
        tasks=command.tasks,
        source=command.source,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
        comparable=command.comparable,
        held_out=command.held_out,
        held_out_tasks=command.held_out_tasks,
    )
    yield Fact(activated, named_key(command.tenant, command.name), command.tenant)


def activate_config(state: Entities, given: Input[Inputs], command: ActivateEvalConfig) -> Facts[Outputs]:
    """Put a config in force."""
    if not 0 <= command.rejudge <= REJUDGED_MAX:
        found = invalid("rejudge", command.rejudge, f"0 to {REJUDGED_MAX}")
        yield refuse(given, RejectionCode.INVALID, (found,))
        return
    try:
        config = _usable(state, command)
    except InvalidDocument as error:
        yield refuse(given, RejectionCode.INVALID, error.violations)
        return
    document = canonical(config)
    activated = EvalConfigActivated(
        name=command.name,
        digest=hashlib.sha256(document.encode()).hexdigest(),
        document=document,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
        judge_hash=judges.hash_of(config),
    )
    yield Fact(activated, named_key(command.tenant, command.name), command.tenant)


def evolve_set(state: Changes, fact: GoldenSetActivated) -> None:
    """Replace the one of the same name."""
    state.put(SETS, named_key(fact.tenant, fact.name), fact)


def evolve_config(state: Changes, fact: EvalConfigActivated) -> None:
    """Replace the one of the same name."""
    state.put(CONFIGS, named_key(fact.tenant, fact.name), fact)


def violations(config: EvalConfig, golden: GoldenSetActivated | None) -> list[Violation]:
    """Return why runs of this config could not be decided; empty: they can be."""
    if golden is None:
        allowed = "a golden set that is in force"
        return [invalid("golden_set", config.golden_set, allowed)]
    known = {each.task: each for each in held_out.asked_tasks(golden, config)}
    allowed = f"a task of {golden.name}: {', '.join(known)}"
    found = [invalid(f"tasks.{task}", "unknown", allowed) for task in config.tasks if task not in known]
    found.extend(
        invalid(f"tasks.{task}.checks", "empty", "at least one, or one in each case")
        for task, setting in config.tasks.items()
        if task in known
        and not setting.checks
        and known[task].checked < known[task].cases
        and (config.judge is None or not setting.judge)
    )
    return found or verdicts.violations(config, golden)


def wrong_set(
    digest: str, tasks: Sequence[GoldenTask], held_out_tasks: Sequence[GoldenTask] = ()
) -> list[Violation]:
    """Return what is wrong with the tasks and the digest of a set."""
    found = _wrong_tasks(held_out_tasks) if held_out_tasks else []
    found += _wrong_tasks(tasks) if tasks or not held_out_tasks else []
    found = found or _wrong_tasks(held_out.merged(tasks, held_out_tasks))
    if not matches(DIGEST, digest):
        found.append(invalid("digest", digest, "64 hexadecimal digits"))
    return found


def _usable(state: Entities, command: ActivateEvalConfig) -> EvalConfig:
    """Return the config of a command.

    Raises:
        InvalidDocument: It is none, or its gate can never pass.
    """
    if wrong := _wrong_name(command.name):
        raise InvalidDocument(wrong)
    config = read_config(command.document)
    found = violations(config, state.get(SETS, named_key(command.tenant, config.golden_set)))
    if found:
        raise InvalidDocument(found)
    return config


def _wrong_name(name: str) -> list[Violation]:
    return [] if matches(NAME, name) else [invalid("name", name, NAME_ALLOWED)]


def _wrong_tasks(tasks: Sequence[GoldenTask]) -> list[Violation]:
    """Return what is wrong with the tasks of a set; their numbers bound what a config's check computes."""
    if not tasks or any(not 0 < each.clusters <= each.cases for each in tasks):
        return [invalid("tasks", "empty", "at least one, each with cases")]
    if len({each.task for each in tasks}) < len(tasks) or len(tasks) > TASKS_MAX:
        return [invalid("tasks", len(tasks), f"at most {TASKS_MAX}, each once")]
    cases = sum(each.cases for each in tasks)
    return [] if cases <= CASES_MAX else [invalid("tasks", f"{cases} cases", f"at most {CASES_MAX}")]
