"""The surface, without any server."""

from __future__ import annotations

from typing import get_args

import pytest
from muster.eval.config import Settings
from muster.eval.edge.http import API
from muster.eval.edge.roles import DECIDING
from muster.events.eval_commands import EvalCommand
from muster.testkit.offline import offline


@pytest.mark.slow
def test_the_document_lists_all_routes() -> None:
    document = API.build(offline(Settings)).openapi()
    served = {path: set(methods) for path, methods in document["paths"].items()}
    assert served == {
        "/v1/commands/{command_id}": {"get"},
        "/v1/eval-answer-scores/{run}": {"get", "put"},
        "/v1/eval-budget": {"get", "put"},
        "/v1/eval-budget/resumption": {"post"},
        "/v1/eval-config-schema": {"get"},
        "/v1/eval-configs": {"get"},
        "/v1/eval-configs/{name}": {"get", "put"},
        "/v1/eval-configs/{name}/calibration": {"get"},
        "/v1/eval-configs/{name}/calibration/plot": {"get"},
        "/v1/eval-configs/{name}/labelling": {"get"},
        "/v1/eval-labels": {"get", "post"},
        "/v1/eval-labels/removal": {"post"},
        "/v1/eval-configs/{name}/probe-plan": {"get"},
        "/v1/eval-configs/{name}/series": {"get"},
        "/v1/eval-probes": {"get"},
        "/v1/eval-probes/{run}": {"get", "put"},
        "/v1/eval-prices": {"get", "put"},
        "/v1/evals": {"get"},
        "/v1/evals/{run}": {"get", "put"},
        "/v1/evals/{run}/cases": {"get"},
        "/v1/evals/{run}/comparison": {"get"},
        "/v1/evals/{run}/report": {"get"},
        "/v1/evals/{run}/stop": {"post"},
        "/v1/golden-set-schema": {"get"},
        "/v1/golden-sets": {"get"},
        "/v1/golden-sets/{name}": {"get", "put"},
        "/v1/golden-sets/{name}/history": {"get"},
        "/v1/golden-sets/{name}/history/{case}": {"get"},
        "/v1/golden-sets/{name}/proposals": {"get", "post"},
        "/v1/golden-sets/{name}/proposals/{proposal}": {"get"},
        "/v1/golden-sets/{name}/proposals/{proposal}/decision": {"post"},
    }


def test_the_sender_of_every_command_needs_a_scope() -> None:
    assert set(DECIDING.scopes) == set(get_args(EvalCommand))
