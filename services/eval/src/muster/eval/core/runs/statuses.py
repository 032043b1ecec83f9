"""Statuses of runs at a code host: pending from the start, then what the verdict means to a merge. PURE.

passed; or not, and the gate only advises            SUCCESS
failed or inconclusive, and it holds the version     FAILURE
no verdict                                           ERROR
"""

from __future__ import annotations

from typing import Final

from muster.eval.core.configs.documents import read_config
from muster.eval.core.state import Run
from muster.events.eval_events import GateDecided, GateVerdict, StatusChanged, StatusState

SHA: Final = r"^([0-9a-f]{40}|[0-9a-f]{64})$"
CONTEXT: Final = "muster/{config}"

_DESCRIPTION_MAX: Final = 140
"""Limit of GitHub, in characters."""


def pending(run_id: str, run: Run) -> list[StatusChanged]:
    """Return the status of a run that starts; none if no Git commit is named."""
    return _changed(run_id, run, StatusState.PENDING, f"{run.cases} cases are evaluated")


def ended(run_id: str, run: Run, gate: GateDecided | None) -> list[StatusChanged]:
    """Return the status of a run that has ended, with its verdict; None: it has none."""
    if gate is None:
        return _changed(run_id, run, StatusState.ERROR, f"no verdict: {run.code}: {run.reason}")
    word = gate.verdict.value.lower()
    if gate.verdict is GateVerdict.PASSED:
        return _changed(run_id, run, StatusState.SUCCESS, word)
    if gate.blocking:
        return _changed(run_id, run, StatusState.FAILURE, f"{word}: {gate.reason}")
    return _changed(run_id, run, StatusState.SUCCESS, f"{word}, the gate only advises: {gate.reason}")


def _changed(run_id: str, run: Run, state: StatusState, text: str) -> list[StatusChanged]:
    setting = read_config(run.document).status if run.sha else None
    if setting is None:
        return []
    description = f"{run_id}: {text}"
    if len(description) > _DESCRIPTION_MAX:
        description = f"{description[: _DESCRIPTION_MAX - 3]}..."
    changed = StatusChanged(
        run=run_id,
        repository=run.repository,
        commit=run.commit,
        api=setting.api,
        code_repository=setting.repository,
        sha=run.sha,
        token=setting.token,
        context=CONTEXT.format(config=run.config),
        state=state,
        description=description,
        tenant=run.tenant,
    )
    return [changed]
