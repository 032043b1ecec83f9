"""The scheduler's rejections in HTTP: every code has a status, and violations use the request's units."""

from __future__ import annotations

from dataclasses import replace

import pytest
from muster.api.commands.gateway import rejection
from muster.events.shared.command_answers import RejectionCode
from muster.submit.edge.service import as_written
from muster.views.commands import CommandRow


def rejected(code: RejectionCode, *violations: dict[str, str]) -> CommandRow:
    said = {"command": "ConfigureQueue", "code": code, "message": "no", "violations": violations}
    return CommandRow(
        command_id="cmd-1", outcome="rejected", subject="vision", problem=said, tenant="acme", user="ada"
    )


@pytest.mark.parametrize("code", RejectionCode)
def test_every_code_is_a_client_error_or_a_conflict(code: RejectionCode) -> None:
    bad = {"field": "settings.parent", "value": "x", "allowed": "a queue of this tenant: acme"}
    problem = rejection(rejected(code, bad), "scheduler", as_written)
    assert problem is not None
    assert problem.status in (403, 404, 409, 422)


def test_the_code_names_the_problem_and_the_kind_of_rejection_its_status() -> None:
    row = rejected(RejectionCode.WRONG_STATE)
    finer = replace(row, problem={**(row.problem or {}), "detail_code": "VERSION_FROZEN"})
    problem = rejection(finer, "scheduler", as_written)
    assert problem is not None
    assert (problem.status, problem.code) == (409, "version-frozen")


@pytest.mark.parametrize(
    ("field", "value", "allowed", "written"),
    [
        (
            "gpu_count",
            "8",
            "at most 2, the most that any known node has",
            "gpus is 8; must be at most 2, the most",
        ),
        ("cpu_milli", "9500", "at most 4000: what", "cpu is 9.5; must be at most 4: what"),
        ("memory_mib", "2048", "at most 1536: what", "memory is 2GiB; must be at most 1536MiB: what"),
        (
            "gpu_memory_mib_min",
            "81920",
            "at most 40960: what",
            "gpu_memory_min is 80GiB; must be at most 40GiB: what",
        ),
        (
            "gpu_models",
            "B200",
            "among the models of known nodes: A100",
            "gpu_models is B200; must be among the models of known",
        ),
    ],
)
def test_a_job_too_large_for_every_node_is_rejected_in_the_units_of_the_request(
    field: str, value: str, allowed: str, written: str
) -> None:
    bad = {"field": f"resources.{field}", "value": value, "allowed": allowed}
    row = rejected(RejectionCode.IMPOSSIBLE_REQUEST, bad)
    said = {**(row.problem or {}), "command": "SubmitJob", "message": f"impossible: resources.{field} is 8"}
    problem = rejection(replace(row, problem=said), "scheduler", as_written)
    assert problem is not None
    assert problem.detail.startswith(f"resources.{written}")
    assert problem.detail.count("resources.") == 1


def test_an_overcommitted_queue_tree_is_rejected_in_the_units_of_the_request() -> None:
    bad = {
        "field": "settings.guarantee.gpu_milli",
        "value": "5000",
        "allowed": "at most 4000: what the guarantee of 'acme' leaves",
    }
    problem = rejection(rejected(RejectionCode.BAD_TREE, bad), "scheduler", as_written)
    assert problem is not None
    assert problem.detail == "guarantee.gpus is 5; must be at most 4: what the guarantee of 'acme' leaves"
    assert [v.field for v in problem.violations] == ["guarantee.gpus"]
