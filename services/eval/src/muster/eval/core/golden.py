"""Golden sets and configs: what is in force, and what is rejected. PURE.

ActivateGoldenSet  -> GoldenSetActivated
ActivateEvalConfig -> EvalConfigActivated   unless it is no config, or its gate can never pass
"""

from __future__ import annotations

import hashlib
from typing import Final

from muster.deciding import Changes, Entities, Fact, Facts, Input, refuse
from muster.eval.core import verdicts
from muster.eval.core.documents import NAME, EvalConfig, InvalidText, canonical, read_config
from muster.eval.core.state import CONFIGS, SETS, Inputs, Outputs, named_key
from muster.events.eval_commands import ActivateEvalConfig, ActivateGoldenSet
from muster.events.eval_events import EvalConfigActivated, GoldenSetActivated
from muster.events.shared.command_answers import RejectionCode, Violation
from muster.jobs.values.rules import matches

DIGEST: Final = r"^[0-9a-f]{64}$"
NAME_ALLOWED: Final = "1 to 63 of a-z, 0-9 and -, the first not -"


def activate_set(state: Entities, given: Input[Inputs], command: ActivateGoldenSet) -> Facts[Outputs]:
    """Put a golden set in force."""
    del state
    found: list[Violation] = []
    if not matches(NAME, command.name):
        found.append(Violation(field="name", value=command.name[:80], allowed=NAME_ALLOWED))
    if not matches(DIGEST, command.digest):
        found.append(Violation(field="digest", value=command.digest[:80], allowed="64 hexadecimal digits"))
    if not command.tasks or any(not 0 < each.clusters <= each.cases for each in command.tasks):
        found.append(Violation(field="tasks", value="empty", allowed="at least one, each with cases"))
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
    )
    yield Fact(activated, named_key(command.tenant, command.name), command.tenant)


def activate_config(state: Entities, given: Input[Inputs], command: ActivateEvalConfig) -> Facts[Outputs]:
    """Put a config in force."""
    try:
        config = _usable(state, command)
    except InvalidText as error:
        yield refuse(given, RejectionCode.INVALID, error.violations)
        return
    document = canonical(config)
    activated = EvalConfigActivated(
        name=command.name,
        digest=hashlib.sha256(document.encode()).hexdigest(),
        document=document,
        tenant=command.tenant,
        requested_by=f"{command.tenant}/{command.requested_by}",
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
        return [Violation(field="golden_set", value=config.golden_set, allowed=allowed)]
    known = {each.task: each for each in golden.tasks}
    allowed = f"a task of {golden.name}: {', '.join(known)}"
    found = [
        Violation(field=f"tasks.{task}", value="unknown", allowed=allowed)
        for task in config.tasks
        if task not in known
    ]
    found.extend(
        Violation(field=f"tasks.{task}.checks", value="empty", allowed="at least one, or one in each case")
        for task, setting in config.tasks.items()
        if task in known and not setting.checks and known[task].checked < known[task].cases
    )
    return found or verdicts.violations(config, golden)


def _usable(state: Entities, command: ActivateEvalConfig) -> EvalConfig:
    """Return the config of a command.

    Raises:
        InvalidText: It is none, or its gate can never pass.
    """
    if not matches(NAME, command.name):
        raise InvalidText([Violation(field="name", value=command.name[:80], allowed=NAME_ALLOWED)])
    config = read_config(command.document)
    found = violations(config, state.get(SETS, named_key(command.tenant, config.golden_set)))
    if found:
        raise InvalidText(found)
    return config
